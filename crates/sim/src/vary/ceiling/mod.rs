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
use std::time::{Duration, Instant};

use fray_engine::roster::SideId;

use super::best::{self, NoBest, found};
use super::clever::{self, NoChoices, choices, worth_trying};
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
    /// The time for everything, if there is a limit. Each way of play and each search has its part of it, so that all
    /// are played, if on fewer fights.
    pub time: Option<Duration>,
    /// What stops play from outside, and what is called on the way.
    pub watch: Control<'a>,
    /// Told what is done next.
    pub told: &'a (dyn Fn(&str) + Sync),
}

/// A side that looks ahead plays one of so many fights of the other ways of play, unless these are few.
pub const CLEVER_PART: u64 = 20;
/// The fewest fights of which a difference is told.
pub const FEWEST_COMPARED: u64 = 200;

/// The parts of the time, in sixtieths: for each way of play by named tactics, for the search for the best of them,
/// for that of what to choose from, and until the end of the fights that look ahead. What is left is for tactics that
/// are made of departures.
const OF_LEVEL: u32 = 4;
const OF_SEARCH: u32 = 10;
const OF_CHOICES: u32 = 14;
const OF_CLEVER: u32 = 52;
const PARTS: u32 = 60;

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
    /// All, as tables list them.
    pub const ALL: [Self; 5] = [Self::Random, Self::Default, Self::File, Self::Best, Self::Clever];

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
    /// What the time ended, in words.
    pub cut: Vec<&'static str>,
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
    let player = Player { asked, terms, side: &side, began: Instant::now() };
    let mut all = Ceiling {
        side: side.clone(),
        levels: Vec::new(),
        base: Vec::new(),
        departures: Vec::new(),
        clever_pairs: 0,
        together: None,
        cut: Vec::new(),
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
    began: Instant,
}

impl Player<'_> {
    /// Plays everything; `None` if it was stopped.
    fn play_all(&self, all: &mut Ceiling) -> Result<Option<()>, NoCeiling> {
        let pairs = self.terms.pairs;
        for (play, way) in [(Play::Random, SidePlay::Random), (Play::Default, SidePlay::Default)] {
            let scenario = self.read(way)?;
            let (played, is_cut) = self.level(play, Vec::new(), &scenario, pairs, self.part(OF_LEVEL))?;
            all.note(is_cut, play.word());
            if let Some((level, file)) = played {
                // The fights of the file are those of each comparison; the most of them count.
                let known = all.levels.iter().position(|level| level.play == Play::File);
                match known.map(|at| &mut all.levels[at]) {
                    None => {
                        let own = Level { play: Play::File, sets: Vec::new(), wins: file, metric: None };
                        all.levels.push(own);
                    }
                    Some(own) if own.wins.n < file.n => own.wins = file,
                    Some(_) => {}
                }
                let place = all.levels.len() - 1;
                all.levels.insert(place, level);
            }
            if self.is_stopped() {
                return Ok(None);
            }
        }
        let (sets, is_cut) = self.best()?;
        all.note(is_cut, "the search for the best tactics");
        if self.is_stopped() {
            return Ok(None);
        }
        let best = self.read(SidePlay::Best(sets.clone()))?;
        let (played, is_cut) = self.level(Play::Best, sets, &best, pairs, self.part(OF_LEVEL))?;
        all.note(is_cut, Play::Best.word());
        all.levels.extend(played.map(|(level, _)| level));
        let (clever, is_cut) = self.choices()?;
        all.note(is_cut, "the search for what to choose from");
        match clever.filter(|_| !self.is_stopped()) {
            Some(clever) => self.looking_ahead(&clever, all),
            None => Ok(None),
        }
    }

    /// So many sixtieths of the time.
    fn part(&self, of: u32) -> Option<Duration> {
        self.terms.time.map(|time| time * of / PARTS)
    }

    /// Returns what is left of the time until so many sixtieths of it.
    fn left_until(&self, of: u32) -> Option<Duration> {
        self.part(of).map(|until| until.saturating_sub(self.began.elapsed()))
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
        let time = self.left_until(OF_CLEVER);
        let (played, is_cut) = self.level(Play::Clever, clever.base.clone(), &scenario, pairs, time)?;
        all.note(is_cut, Play::Clever.word());
        let Some((level, _)) = played else { return Ok(None) };
        (all.base, all.clever_pairs) = (clever.base.clone(), level.wins.n);
        all.levels.push(level);
        let noted = scenario.clever.as_ref().and_then(|it| it.departures()).map(Departures::count);
        let with_seen = departed.into_iter().zip(noted.unwrap_or_default());
        all.departures = with_seen.map(|(departed, seen)| Departed { seen, ..departed }).collect();
        all.departures.retain(|departed| departed.seen.turns > 0);
        all.departures.sort_by_key(|departed| core::cmp::Reverse(departed.seen.gained));
        if self.is_stopped() {
            return Ok(None);
        }
        let base = self.read(SidePlay::Best(clever.base.clone()))?;
        let (tried, is_cut) = self.terms.watch.for_a_time(self.left_until(PARTS), |watch| {
            Player { terms: Settings { watch, ..self.terms }, ..*self }.try_entries(&base, all)
        });
        all.note(is_cut, "trying tactics that are made of departures");
        Ok(tried?.or((is_cut && !self.is_stopped()).then_some(())))
    }

    /// Compares a way of play with the file, on the fights that there is time for; none without any. The second is what
    /// the file wins of these.
    fn level(
        &self,
        play: Play,
        sets: Vec<String>,
        scenario: &Scenario,
        pairs: u64,
        time: Option<Duration>,
    ) -> Result<(Option<(Level, Rate)>, bool), NoCeiling> {
        (self.terms.told)(play.word());
        let (compared, is_cut) = self.terms.watch.for_a_time(time, |watch| {
            let terms = switches::Settings { stop: watch.stop, ..self.switch_terms(self.terms.seed) };
            against(self.asked.base, scenario, terms, pairs)
        });
        let compared = compared?;
        let pairs = compared.pairs;
        (self.terms.watch.played)(pairs);
        let metric = metric_of(compared, Some(self.side));
        let level = metric.estimate.filter(|_| pairs > 0).map(|estimate| {
            let wins = rate(estimate.b, pairs);
            (Level { play, sets, wins, metric: Some(metric) }, rate(estimate.a, pairs))
        });
        Ok((level, is_cut))
    }

    /// The changes of the best named combination, as far as it was found, and whether the time ran out.
    fn best(&self) -> Result<(Vec<String>, bool), NoCeiling> {
        let Requested { path, options, base, side } = self.asked;
        (self.terms.told)("searching the best tactics");
        let (seed, fights) = (self.terms.seed.wrapping_add(1), self.terms.search_fights);
        let (found, is_cut) = self.terms.watch.for_a_time(self.part(OF_SEARCH), |watch| {
            let terms = best::Settings { seed, fresh_seed: seed, fights, watch };
            found(best::Requested { path, options, base, side }, terms, &mut |_| {})
        });
        let changes = found.map_err(|no| match no {
            NoBest::Broken(sets, broken) => NoCeiling::Broken(sets, broken),
            NoBest::Certificate(no) => NoCeiling::Comparison(no),
        })?;
        Ok((changes.into_iter().map(|change| change.set).collect(), is_cut))
    }

    /// Returns what the side chooses from that looks ahead, and whether the time ran out.
    fn choices(&self) -> Result<(Option<Clever>, bool), NoCeiling> {
        (self.terms.told)("searching what to choose from");
        let seed = self.terms.seed.wrapping_add(1);
        let trials = self.terms.trials;
        let (found, is_cut) = self.terms.watch.for_a_time(self.part(OF_CHOICES), |watch| {
            let Control { stop, played } = watch;
            let (base, side, terms) =
                (self.asked.base, self.asked.side, clever::Settings { seed, trials, stop, played });
            choices(base, side, terms).and_then(|all| worth_trying(base, side, all, terms))
        });
        match found {
            Ok(clever) => Ok((Some(clever), is_cut)),
            Err(NoChoices::Stopped) => Ok((None, is_cut)),
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
        self.terms.watch.is_stopped()
    }

    pub(super) fn side(&self) -> &str {
        self.side
    }
}

impl Ceiling {
    /// Notes what the time ended.
    fn note(&mut self, is_cut: bool, what: &'static str) {
        self.cut.extend(is_cut.then_some(what));
    }
}

/// A win rate as the fights that were won.
fn rate(value: f64, n: u64) -> Rate {
    Rate { events: (value * n as f64).round() as u64, n }
}
