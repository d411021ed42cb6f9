//! The choices of a side that [looks ahead](crate::play::rollout): the base, and other tactics of it.
//!
//! First the base: the tactics of the scenario, with every switch of a named tactic that wins more fights,
//! the best first, as long as another one still helps. Then the choices: every switch of a decision of a
//! unit, and of all units that can take the tactic, each played on the same dice. A switch that changes no
//! fight is no choice. Of each decision the tactic that wins most comes before the second of any, so that
//! every decision has a say among the few choices that there is room for: the switch that costs least when it
//! is always played gains most when it is played at the right turn. At last a few fights are played looking ahead,
//! and what is taken in none of them is [left out](worth_trying): a choice costs its trials at every turn.

use core::cmp::Reverse;
use core::sync::atomic::{AtomicBool, Ordering};

use fray_engine::roster::SideId;
use rayon::prelude::*;

use crate::play::chunks::Between;
use crate::play::engine::Engine;
use crate::play::rollout::{MOST_CHOICES, Rollout};
use crate::play::run::{Broken, run_alone_unless, run_until};
use crate::scenario::legal::composed_tactics;
use crate::scenario::{Clever, Scenario};
use crate::totals::Totals;

/// The fights of each candidate for the base: as many as take this many activations, within these bounds. Small gains are
/// seen where fights are short.
const ACTIVATIONS: u128 = 65_536;
const FEWEST: u64 = 1024;
const MOST: u64 = 8192;
/// The fights of the first look at all candidates, the number of them that are ranked, and the fights of each of these.
const FIRST_LOOK: u64 = 96;
const RANKED: usize = 40;
const RANKING: u64 = 384;
/// The fights looking ahead that show which choices are taken.
const TRIED: u64 = 64;
/// The most switches that are tried behind each other for the base.
const MOST_STEPS: usize = 12;

/// The settings of the fights of candidates.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed, another one than that of the fights that are asked for.
    pub seed: u64,
    /// The most trials of a choice at a turn.
    pub trials: u32,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// The reason for which there is nothing to choose from.
#[derive(Debug)]
pub enum NoChoices {
    /// It was stopped.
    Stopped,
    /// A fight broke an invariant, with these changes as arguments of `--set`.
    Broken(Vec<String>, Broken),
}

/// A decision switched to another tactic, of one unit or of several at once.
#[derive(Clone)]
struct Candidate {
    /// The decision: the unit, none of several, and its key.
    of: (Option<String>, &'static str),
    value: &'static str,
    sets: Vec<String>,
}

/// The result of the fights with some changes.
struct Known {
    wins: u64,
    totals: Totals,
}

/// Finds what a side of a scenario chooses from, on the threads of the current pool. If it is stopped behind the first
/// look at all candidates, it is what was known until then.
///
/// # Errors
/// If it was stopped before, or a fight broke an invariant.
pub fn choices(scenario: &Scenario, side: SideId, terms: Settings<'_>) -> Result<Clever, NoChoices> {
    let field = Field { scenario, side, terms };
    let candidates = candidates(scenario, side, terms.stop);
    let mut ranked = field.first_look(&candidates, &[])?;
    let mut base = Vec::new();
    match field.ranked_on(&candidates, &mut ranked, &mut base) {
        Ok(()) | Err(NoChoices::Stopped) => {}
        Err(broken) => return Err(broken),
    }
    // By decision the first of each, then the second of each.
    let mut nth: Vec<((usize, usize), &Candidate)> = Vec::new();
    for (at, (_, candidate)) in ranked.iter().enumerate() {
        let before = nth.iter().filter(|(_, other)| other.of == candidate.of).count();
        nth.push(((before, at), candidate));
    }
    nth.sort_by_key(|(place, _)| *place);
    let choices = nth.into_iter().take(MOST_CHOICES - 1).map(|(_, it)| it.sets.clone()).collect();
    Ok(Clever { trials: terms.trials, base, choices })
}

/// The choices that are taken in a few fights of a side that looks ahead with all of them; all if it is stopped.
///
/// # Errors
/// If a fight broke an invariant.
pub fn worth_trying(
    scenario: &Scenario,
    side: SideId,
    clever: Clever,
    terms: Settings<'_>,
) -> Result<Clever, NoChoices> {
    let with = |sets: &[String]| scenario.with_sets(&[&clever.base[..], sets].concat());
    let Some(base) = with(&[]) else { return Ok(clever) };
    let (mut engines, mut kept) = (vec![base.into_engine()], Vec::new());
    for sets in &clever.choices {
        let Some(choice) = with(sets) else { continue };
        engines.push(choice.into_engine());
        kept.push(sets.clone());
    }
    let rollout = Rollout::new(engines, side, terms.trials);
    let between = Between { played: terms.played, is_over: &|| terms.stop.load(Ordering::Relaxed) };
    match run_until(&rollout, terms.seed, 0..TRIED, between) {
        Ok((_, TRIED)) => {}
        Err(broken) if !broken.is_given_up() => return Err(NoChoices::Broken(clever.base, broken)),
        _ => return Ok(clever),
    }
    let taken = rollout.taken();
    let mut is_taken = taken[1..].iter().map(|it| it.turns > 0);
    kept.retain(|_| is_taken.next() == Some(true));
    Ok(Clever { choices: kept, ..clever })
}

/// All switches of the side; not all once it is stopped.
fn candidates(scenario: &Scenario, side: SideId, stop: &AtomicBool) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    let mut together: Vec<Candidate> = Vec::new();
    for tactic in composed_tactics(scenario, stop).all.into_iter().filter(|it| it.side == side) {
        let (key, value) = (tactic.key, tactic.value);
        all.push(Candidate { of: (tactic.unit, key), value, sets: vec![tactic.set.clone()] });
        match together.iter_mut().find(|it| it.of.1 == key && it.value == value) {
            Some(of_all) => of_all.sets.push(tactic.set),
            None => together.push(Candidate { of: (None, key), value, sets: vec![tactic.set] }),
        }
    }
    all.extend(together.into_iter().filter(|it| it.sets.len() > 1));
    all
}

struct Field<'a> {
    scenario: &'a Scenario,
    side: SideId,
    terms: Settings<'a>,
}

impl Field<'_> {
    /// Plays the scenario with these changes; `None` if the rules refuse it.
    fn play(&self, sets: &[String], fights: u64) -> Result<Option<Known>, NoChoices> {
        if self.terms.stop.load(Ordering::Relaxed) {
            return Err(NoChoices::Stopped);
        }
        let composed = self.scenario.with_sets(sets);
        let Some(composed) = composed.filter(|it| it.warnings <= self.scenario.warnings.len()) else {
            return Ok(None);
        };
        self.known(composed.engine(), sets, fights).map(Some)
    }

    fn known(&self, engine: &dyn Engine, sets: &[String], fights: u64) -> Result<Known, NoChoices> {
        let is_over = || self.terms.stop.load(Ordering::Relaxed);
        let totals = run_alone_unless(engine, self.terms.seed, 0..fights, &is_over)
            .map_err(|broken| NoChoices::Broken(sets.to_vec(), broken))?
            .ok_or(NoChoices::Stopped)?;
        (self.terms.played)(fights);
        Ok(Known { wins: totals.sides[self.side.idx()].wins.n(), totals })
    }

    /// The candidates that change a fight of the scenario with the changes `base`, those that win most of a few fights
    /// first.
    fn first_look<'c>(
        &self,
        candidates: &'c [Candidate],
        base: &[String],
    ) -> Result<Vec<(u64, &'c Candidate)>, NoChoices> {
        let own = self.play(base, FIRST_LOOK)?.expect("a base that was played");
        let all: Vec<&Candidate> = candidates.iter().collect();
        self.sorted(&all, base, FIRST_LOOK, Some(&own.totals))
    }

    /// Finds the base, and ranks the candidates of a first look on it.
    fn ranked_on<'c>(
        &self,
        candidates: &'c [Candidate],
        ranked: &mut Vec<(u64, &'c Candidate)>,
        base: &mut Vec<String>,
    ) -> Result<(), NoChoices> {
        let Known { wins: own, totals } = self.play(&[], FIRST_LOOK)?.expect("a scenario that was read");
        let fights = fights_of(&totals);
        let mut best = self.play(&[], fights)?.expect("a scenario that was read").wins;
        // What falls behind in few fights is not better by what counts in many.
        let near: Vec<&Candidate> = ranked
            .iter()
            .take(RANKED)
            .filter(|(wins, _)| !is_more(own, *wins, FIRST_LOOK, BEHIND))
            .map(|(_, it)| *it)
            .collect();
        let near = self.sorted(&near, &[], fights, None)?;
        let better = near.iter().filter(|(wins, _)| is_more(*wins, best, fights, BETTER)).map(|(_, it)| *it);
        for candidate in better.collect::<Vec<_>>().into_iter().take(MOST_STEPS) {
            let sets: Vec<String> = base.iter().chain(&candidate.sets).cloned().collect();
            let Some(known) = self.play(&sets, fights)? else { continue };
            if is_more(known.wins, best, fights, BETTER) {
                (*base, best) = (sets, known.wins);
            }
        }
        if !base.is_empty() {
            *ranked = self.first_look(candidates, base)?;
        }
        let first: Vec<&Candidate> = ranked.iter().take(RANKED).map(|(_, it)| *it).collect();
        *ranked = self.sorted(&first, base, RANKING, None)?;
        Ok(())
    }

    /// The candidates with so many fights of each, most wins first, without those of which all fights are `own`.
    fn sorted<'c>(
        &self,
        candidates: &[&'c Candidate],
        base: &[String],
        fights: u64,
        own: Option<&Totals>,
    ) -> Result<Vec<(u64, &'c Candidate)>, NoChoices> {
        let play = |candidate: &&'c Candidate| {
            let sets: Vec<String> = base.iter().chain(&candidate.sets).cloned().collect();
            self.play(&sets, fights).map(|played| played.map(|played| (played, *candidate)))
        };
        let all: Vec<_> = candidates.par_iter().map(play).collect();
        let mut sorted = Vec::new();
        for played in all {
            if let Some((played, candidate)) = played?
                && own != Some(&played.totals)
            {
                sorted.push((played.wins, candidate));
            }
        }
        sorted.sort_by_key(|(wins, _)| Reverse(*wins));
        Ok(sorted)
    }
}

/// Returns how many fights of a candidate for the base there is work for, from the first few of the scenario.
fn fights_of(first: &Totals) -> u64 {
    let activations = first.fight_activations.sum().max(1);
    let fights = ACTIVATIONS * u128::from(first.fights.max(1)) / activations;
    u64::try_from(fights).unwrap_or(MOST).clamp(FEWEST, MOST)
}

/// The standard errors by which a candidate is better than the base, and by which one is behind it at the first look.
const BETTER: f64 = 2.0;
const BEHIND: f64 = 1.0;

/// Returns whether a number of wins is larger than another by so many standard errors of a difference, if the dice of
/// both were others: they are the same in part.
fn is_more(wins: u64, than: u64, fights: u64, errors: f64) -> bool {
    let p = (wins + than) as f64 / (2 * fights) as f64;
    wins as f64 - than as f64 > errors * (fights as f64 * p * (1.0 - p)).sqrt()
}
