//! The worth of play to a side: the same fights with its tactics drawn at random, by default, as in the file,
//! as the best combination that a search finds, and looking ahead at each turn; and the departures of the
//! side that looks ahead.
//!
//! Searches are played on dice of the next seed, and every way of play is compared with the file fight by
//! fight on dice that no search has seen. A departure of the side that looks ahead is valued on dice by which
//! it was not chosen ([`Departure`]), and then made a tactic with a condition (`entries`) and played
//! outright.
//!
//! Read in this order: `entries`, which makes tactics of departures and tries them, `text`, which is the table.

mod entries;
mod text;

use std::path::Path;

use fray_engine::roster::SideId;

use super::best::{self, NoBest, found};
use super::clever::{self, NoChoices, choices};
use super::switches::{self, against, metric_of};
use crate::compare::{Compared, NoComparison};
use crate::control::Control;
use crate::play::rollout::{Departure, Departures};
use crate::play::run::Broken;
use crate::scenario::clever::kept;
use crate::scenario::render::Diagnosis;
use crate::scenario::{Clever, Options, Scenario, SidePlay, SideTactics, load_scenario};
use crate::stats::Rate;

pub use entries::{Entry, Rule};
pub use text::{CeilingRow, DepartureRow};

/// The side whose play is looked at.
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
    /// The seed of the fights that are compared; searches have the next ones.
    pub seed: u64,
    /// The pairs of fights of each way of play, and of each tactic that is made of a departure.
    pub pairs: u64,
    /// The pairs of the side that looks ahead.
    pub clever_pairs: u64,
    /// The most trials of a choice at a turn of the side that looks ahead.
    pub trials: u32,
    /// The most fights of a tactic in a race of the search for the best combination.
    pub search_fights: u64,
    /// The signal that stops play, and the callback of its progress.
    pub watch: Control<'a>,
    /// Told what is done next.
    pub told: &'a (dyn Fn(&str) + Sync),
}

/// A way of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Tactics drawn at random for each fight.
    Random,
    /// The defaults of the rules.
    Default,
    /// As the file says.
    File,
    /// The best named combination that a search finds.
    Best,
    /// Looking ahead at each turn.
    Clever,
}

impl Play {
    /// The word of tables and of `--tactics`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Default => "default",
            Self::File => "file",
            Self::Best => "best",
            Self::Clever => "clever",
        }
    }
}

/// The win rate of the side by a way of play.
#[derive(Debug)]
pub struct Level {
    /// The way of play.
    pub play: Play,
    /// The changes of the file that make it, as arguments of `--set`; of the side that looks ahead, those of its base.
    pub sets: Vec<String>,
    /// The fights that it won.
    pub wins: Rate,
    /// Its win rate compared with that of the file on the same dice; none of the file itself.
    pub metric: Option<Compared>,
}

/// A choice by which the side that looks ahead departs from its base.
#[derive(Debug)]
pub struct Departed {
    /// The unit, its copies together; none of several units or of the side.
    pub unit: Option<String>,
    /// The decision.
    pub key: String,
    /// The tactic that it takes instead.
    pub value: String,
    /// The changes of the base that make it always, as arguments of `--set`.
    pub sets: Vec<String>,
    /// The uses, circumstances and gains.
    pub seen: Departure,
    /// The tactic with a condition that comes nearest to it; none if it was not tried.
    pub entry: Option<Entry>,
}

/// The worth of play to a side.
#[derive(Debug)]
pub struct Ceiling {
    /// The name of the side.
    pub side: String,
    /// The ways of play, from random to looking ahead.
    pub levels: Vec<Level>,
    /// The changes that make the base of the side that looks ahead.
    pub base: Vec<String>,
    /// Its departures, those that gain most in all first.
    pub departures: Vec<Departed>,
    /// The fights of the side looking ahead.
    pub clever_pairs: u64,
    /// All tactics that are better, one for each decision, together.
    pub together: Option<Entry>,
    /// Whether it was interrupted; then something is missing.
    pub interrupted: bool,
}

/// The reason for which there is no answer.
#[derive(Debug)]
pub enum NoCeiling {
    /// A fight of a search broke an invariant, with these changes as arguments of `--set`.
    Broken(Vec<String>, Broken),
    /// A comparison could not be played.
    Comparison(Box<NoComparison>),
    /// The scenario cannot be read with other tactics.
    Unread(Box<Diagnosis>),
}

impl From<Box<NoComparison>> for NoCeiling {
    fn from(no: Box<NoComparison>) -> Self {
        Self::Comparison(no)
    }
}

/// Plays the ways of play of a side, on the threads of the current pool.
///
/// # Errors
/// If a fight broke an invariant.
pub fn ceiling(asked: Requested<'_>, terms: Settings<'_>) -> Result<Ceiling, NoCeiling> {
    let side = asked.base.engine().about().roster.side(asked.side).to_owned();
    let player = Player { asked, terms, side: &side };
    let mut all = Ceiling {
        side: side.clone(),
        levels: Vec::new(),
        base: Vec::new(),
        departures: Vec::new(),
        clever_pairs: 0,
        together: None,
        interrupted: false,
    };
    if player.play_all(&mut all)?.is_none() {
        all.interrupted = true;
    }
    Ok(all)
}

/// Plays one side.
pub(super) struct Player<'a> {
    asked: Requested<'a>,
    pub(super) terms: Settings<'a>,
    side: &'a str,
}

impl Player<'_> {
    /// Plays everything; `None` if it was stopped.
    fn play_all(&self, all: &mut Ceiling) -> Result<Option<()>, NoCeiling> {
        let pairs = self.terms.pairs;
        for (play, way) in [(Play::Random, SidePlay::Random), (Play::Default, SidePlay::Default)] {
            let Some((level, a)) = self.level(play, Vec::new(), &self.read(way)?, pairs)? else {
                return Ok(None);
            };
            if all.levels.iter().all(|level| level.play != Play::File) {
                let wins = rate(a, pairs);
                all.levels.push(Level { play: Play::File, sets: Vec::new(), wins, metric: None });
            }
            let place = all.levels.len() - 1;
            all.levels.insert(place, level);
        }
        let Some(sets) = self.best()? else { return Ok(None) };
        let best = self.read(SidePlay::Best(sets.clone()))?;
        let Some((level, _)) = self.level(Play::Best, sets, &best, pairs)? else { return Ok(None) };
        all.levels.push(level);
        let Some(clever) = self.choices()? else { return Ok(None) };
        self.looking_ahead(&clever, all)
    }

    /// Plays the side looking ahead, and tries what it does otherwise.
    fn looking_ahead(&self, clever: &Clever, all: &mut Ceiling) -> Result<Option<()>, NoCeiling> {
        let pairs = self.terms.clever_pairs;
        let mut scenario = self.read(SidePlay::Clever(clever.clone()))?;
        let roster = scenario.engine().about().roster;
        let departed: Vec<Departed> =
            kept(&scenario, clever).into_iter().map(|(_, sets)| entries::departed(sets, self.side)).collect();
        let unit = |departed: &Departed| {
            let name = departed.unit.as_deref()?;
            let mut units = roster.sides[self.asked.side.idx()].units;
            units = units.only(|unit| roster.unit(unit) == name);
            (units.len() == 1).then(|| units.first())
        };
        let units = departed.iter().map(unit).collect();
        scenario.clever = scenario.clever.take().map(|rollout| rollout.noting(Departures::new(units)));
        let level = self.level(Play::Clever, clever.base.clone(), &scenario, pairs)?;
        let Some((level, _)) = level else { return Ok(None) };
        all.levels.push(level);
        (all.base, all.clever_pairs) = (clever.base.clone(), pairs);
        let noted = scenario.clever.as_ref().and_then(|it| it.departures()).map(Departures::count);
        let with_seen = departed.into_iter().zip(noted.unwrap_or_default());
        all.departures = with_seen.map(|(departed, seen)| Departed { seen, ..departed }).collect();
        all.departures.retain(|departed| departed.seen.turns > 0);
        all.departures.sort_by_key(|departed| core::cmp::Reverse(departed.seen.gained));
        let base = self.read(SidePlay::Best(clever.base.clone()))?;
        self.try_entries(&base, all)
    }

    /// Compares a way of play with the file. The second is the win rate of the file.
    fn level(
        &self,
        play: Play,
        sets: Vec<String>,
        scenario: &Scenario,
        pairs: u64,
    ) -> Result<Option<(Level, f64)>, NoCeiling> {
        (self.terms.told)(play.word());
        let compared = against(self.asked.base, scenario, self.switch_terms(self.terms.seed), pairs)?;
        if self.is_stopped() || compared.pairs < pairs {
            return Ok(None);
        }
        (self.terms.watch.played)(pairs);
        let metric = metric_of(compared, Some(self.side));
        let Some(estimate) = metric.estimate else { return Ok(None) };
        Ok(Some((Level { play, sets, wins: rate(estimate.b, pairs), metric: Some(metric) }, estimate.a)))
    }

    /// The best named combination.
    fn best(&self) -> Result<Option<Vec<String>>, NoCeiling> {
        let Requested { path, options, base, side } = self.asked;
        (self.terms.told)("searching the best tactics");
        let seed = self.terms.seed.wrapping_add(1);
        let terms = best::Settings {
            seed,
            fresh_seed: seed,
            fights: self.terms.search_fights,
            watch: self.terms.watch,
        };
        let found = found(best::Requested { path, options, base, side }, terms, &mut |_| {});
        let changes = found.map_err(|no| match no {
            NoBest::Broken(sets, broken) => NoCeiling::Broken(sets, broken),
            NoBest::Certificate(no) => NoCeiling::Comparison(no),
        })?;
        Ok((!self.is_stopped()).then(|| changes.into_iter().map(|change| change.set).collect()))
    }

    /// Returns the choices of the side that looks ahead.
    fn choices(&self) -> Result<Option<Clever>, NoCeiling> {
        (self.terms.told)("searching what to choose from");
        let Control { stop, played } = self.terms.watch;
        let seed = self.terms.seed.wrapping_add(1);
        let terms = clever::Settings { seed, trials: self.terms.trials, stop, played };
        match choices(self.asked.base, self.asked.side, terms) {
            Ok(clever) => Ok(Some(clever)),
            Err(NoChoices::Stopped) => Ok(None),
            Err(NoChoices::Broken(sets, broken)) => Err(NoCeiling::Broken(sets, broken)),
        }
    }

    /// The scenario with the side playing so.
    fn read(&self, play: SidePlay) -> Result<Scenario, NoCeiling> {
        let mut options = self.asked.options.clone();
        options.tactics.push(SideTactics { side: self.side.to_owned(), play });
        load_scenario(self.asked.path, &options).map_err(|no| NoCeiling::Unread(Box::new(no)))
    }

    pub(super) fn switch_terms(&self, seed: u64) -> switches::Settings<'_> {
        let Settings { watch, pairs, .. } = self.terms;
        let told = &|_: &str| {};
        switches::Settings {
            seed,
            pairs,
            metric: None,
            may_solve: false,
            stop: watch.stop,
            played: &|_| {},
            told,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.terms.watch.stop.load(core::sync::atomic::Ordering::Relaxed)
    }

    pub(super) fn side(&self) -> &str {
        self.side
    }
}

/// A win rate as the fights that were won.
fn rate(value: f64, n: u64) -> Rate {
    Rate { events: (value * n as f64).round() as u64, n }
}
