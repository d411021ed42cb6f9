//! The best combination of named tactics for a side, as far as it is found by changing one decision at a
//! time, with a certificate on fresh dice.
//!
//! First all single switches of the file race with each other and with the file. The search is coordinate
//! ascent from several starts: the best single switch, the tactics of the file, and every decision at its own
//! best switch; the ends of the climbs race with each other. In a climb each decision of each unit of the side, and of the side, is tried in
//! file order with everything else as it is then. Its tactics race on the same dice by successive halving
//! ([`mod@super::pick`]), and the present one gives way only if it is certain to be worse than the leader
//! of the race. After a change all other decisions are tried again, as what is best may depend on it; the
//! search ends when no decision changes any more. No combination is taken twice, so it always ends. Other
//! sides keep their tactics.
//!
//! The best of some fights does better in these than in others. The certificate is therefore played on dice
//! of another seed: the best found against the tactics that the scenario has, against itself without each
//! change, against every single switch of the file, and against every single switch from it
//! ([`super::switches`]). Where a switch is better still, the search goes on from it, and its result is
//! judged on the dice of the next seed, at most [`ROUNDS`] times; all judgements of being better hold
//! together at 5 % (Bonferroni).
//!
//! Read in this order: `race`, `search`, `certificate`, `text`, which is the table.

mod certificate;
mod race;
mod search;
pub(crate) mod text;

use std::path::Path;

use fray_engine::roster::SideId;

use super::switches::{self, Effect, Worth};
use crate::compare::{Compared, NoComparison};
use crate::control::Control;
use crate::play::run::Broken;
use crate::scenario::{Options, Scenario};
use search::Search;

/// The most judgements.
pub const ROUNDS: u32 = 3;

/// The sides and units whose tactics are searched.
#[derive(Clone, Copy)]
pub struct Requested<'a> {
    /// The scenario file.
    pub path: &'a Path,
    /// The flags that it is read with.
    pub options: &'a Options,
    /// The scenario with its own tactics.
    pub base: &'a Scenario,
    /// The side.
    pub side: SideId,
}

/// The settings of the fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed of the search.
    pub seed: u64,
    /// The seed of the first certificate, another one; that of the next is one more.
    pub fresh_seed: u64,
    /// The most fights of a tactic in a race, and the pairs of each comparison of the certificate; raised to
    /// the first look of a race.
    pub fights: u64,
    /// The signal that stops play, and the callback of its progress.
    pub watch: Control<'a>,
}

/// The progress of the search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The decision to be tried next; none for the certificate.
    pub decision: Option<(Option<&'a str>, &'a str)>,
    /// The decisions that are changed so far.
    pub changes: usize,
    /// The win rate of the side with them in the fights of the search.
    pub win_rate: Option<f64>,
    /// The most fights that are still to come unless something else is changed.
    pub most: u64,
}

/// A decision for which another tactic was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The unit, its copies together; none for a decision of the side.
    pub unit: Option<String>,
    /// The decision.
    pub key: &'static str,
    /// The tactic.
    pub value: String,
    /// The change as an argument of `--set`.
    pub set: String,
}

/// A win rate compared on fresh dice.
#[derive(Debug)]
pub struct Gain {
    /// The win rate of the side with the best found, compared with that of its tactics.
    pub metric: Compared,
    /// The effect that the fights show; of several after Holm's correction.
    pub effect: Effect,
    /// The pairs of fights.
    pub pairs: u64,
}

/// The best found against the single switches of the file.
#[derive(Debug)]
pub struct FileSwitches {
    /// The number of switches.
    pub n: usize,
    /// The best of those that are certain to be better, with how much larger the win rate is.
    pub better: Option<(Change, f64)>,
}

/// The best combination of tactics that was found.
#[derive(Debug)]
pub struct Best {
    /// The name of the side.
    pub side: String,
    /// The decisions that differ from the scenario's own, each with what the win rate would lose without
    /// it; none if it was not played, or if the rules do not allow the scenario without it.
    pub changes: Vec<(Change, Option<Gain>)>,
    /// The fights of the search.
    pub fights: u64,
    /// The seed of the fights that it was judged by.
    pub fresh_seed: u64,
    /// The pairs of each comparison that it was judged by.
    pub pairs: u64,
    /// The best found against the tactics that the scenario has; none if nothing changed or it was not
    /// played.
    pub total: Option<Gain>,
    /// The best found against every single switch of the file; none if nothing changed, as they are those
    /// from the best found then, or it was not played.
    pub file_switches: Option<FileSwitches>,
    /// Every single switch from the best found; none if it was not played.
    pub switches: Option<Worth>,
    /// Whether it was interrupted: then there may be better ones, and the certificate is not complete.
    pub interrupted: bool,
}

/// The reason for which there is no best combination.
#[derive(Debug)]
pub enum NoBest {
    /// A fight of the search broke an invariant, with these changes as arguments of `--set`.
    Broken(Vec<String>, Broken),
    /// The certificate could not be played.
    Certificate(Box<NoComparison>),
}

/// Searches the best combination of named tactics for a side, on the threads of the current pool. `tell`
/// is called before each decision and before the certificate.
///
/// # Errors
/// The first fight that broke an invariant.
pub fn best(
    asked: Requested<'_>,
    terms: Settings<'_>,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Result<Best, NoBest> {
    let mut search = Search::new(asked, terms);
    let mut is_finished = search.climb_from_all(tell)?;
    let mut round = 0;
    loop {
        let fresh_seed = terms.fresh_seed.wrapping_add(round.into());
        let best = search.certificate(fresh_seed, is_finished, tell)?;
        round += 1;
        let better = search.better(&best).filter(|_| round < ROUNDS && !best.interrupted);
        if !better.is_some_and(|changes| search.go_to(changes)) {
            return Ok(best);
        }
        is_finished = search.climb(tell)?;
    }
}

/// Searches as [`best`] does, and returns the changes without judging them; if it is stopped, those found
/// until then.
///
/// # Errors
/// The first fight that broke an invariant.
pub fn found(
    asked: Requested<'_>,
    terms: Settings<'_>,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<Change>, NoBest> {
    let mut search = Search::new(asked, terms);
    search.climb_from_all(tell)?;
    Ok(search.now.changes)
}

impl Best {
    /// Returns whether the certificate holds: the best found is significantly better than the tactics that the
    /// scenario has, unless nothing changed, and no single switch of the file or from it is significantly
    /// better still.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        let is_better = match &self.total {
            Some(total) => total.effect == Effect::Rises,
            None => self.changes.is_empty(),
        };
        !self.interrupted && is_better && !self.has_better()
    }

    /// Returns whether a single switch is significantly better than the best found.
    fn has_better(&self) -> bool {
        self.better_switches().next().is_some()
            || self.file_switches.as_ref().is_some_and(|of_file| of_file.better.is_some())
    }

    /// The single switches from the best found that are significantly better.
    fn better_switches(&self) -> impl Iterator<Item = &switches::Played> {
        let rows = self.switches.iter().flat_map(|worth| &worth.rows);
        rows.filter(|row| row.effect == Effect::Rises)
    }
}
