//! Advice for the designer of a scenario, in sentences: how far its sides are from good play, which goals are
//! missed, what makes the fight swingy, which numbers do nothing, what would meet all goals, and how long it
//! sits at the table.
//!
//! It plays nothing in a way of its own: every sentence is the result of a verb, and has the command that
//! shows it. Results found by looking at some fights are judged on others, of the seed `Looker::fresh`.
//!
//! Read in this order: `fight`, what the fights as they are say; `play`, how far sides are from good play; `numbers`,
//! which do nothing; `edits`, what meets all goals; `calm`, what makes luck weigh less.

mod calm;
mod edits;
mod fight;
mod numbers;
mod play;

pub use numbers::fights_of_number;

use core::sync::atomic::Ordering;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::compare::NoComparison;
use crate::control::Control;
use crate::play::engine::{RunRequest, Simulated, simulate};
use crate::play::run::Broken;
use crate::scenario::{Options, Scenario, load_scenario};
use crate::tables::format::Number;
use crate::tables::rows::row;
use crate::vary::ceiling::NoCeiling;
use crate::vary::solve::points::StopReason;
use crate::vary::weights::BrokenPart;

/// The scenario that is looked at.
#[derive(Clone, Copy)]
pub struct Requested<'a> {
    /// Its file.
    pub path: &'a Path,
    /// The flags that it is read with.
    pub options: &'a Options,
    /// The scenario.
    pub base: &'a Scenario,
}

/// The settings of the fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights of the scenario, and the pairs of each comparison.
    pub fights: u64,
    /// The fights of each side looking ahead, if that is played.
    pub clever: Option<u64>,
    /// The time for everything, if there is a limit: what each number is worth has its part of it.
    pub time: Option<Duration>,
    /// The signal that stops play, and the callback of its progress.
    pub watch: Control<'a>,
    /// Told what is done next.
    pub told: &'a (dyn Fn(&str) + Sync),
}

/// The topic of a sentence, under whose heading it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Goals that no fight can meet, are missed, or are met by very little.
    Goals,
    /// Small edits that meet all goals.
    Edits,
    /// Sides that could play better.
    Play,
    /// The share of the result that the dice decide.
    Luck,
    /// Numbers that do nothing.
    Numbers,
    /// The length of the fight.
    Length,
}

impl Topic {
    /// All, as they are declared.
    pub const ALL: [Self; 6] =
        [Self::Goals, Self::Edits, Self::Play, Self::Luck, Self::Numbers, Self::Length];

    /// The word of tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Goals => "goals",
            Self::Edits => "edits",
            Self::Play => "play",
            Self::Luck => "luck",
            Self::Numbers => "numbers",
            Self::Length => "length",
        }
    }

    /// Returns the heading of its sentences.
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Goals => "GOALS",
            Self::Edits => "SMALL EDITS",
            Self::Play => "PLAY",
            Self::Luck => "HOW MUCH IS LUCK",
            Self::Numbers => "NUMBERS THAT DO NOTHING",
            Self::Length => "AT THE TABLE",
        }
    }
}

/// A command that shows what a sentence says: a verb, its seed and its flags for the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The verb.
    pub verb: &'static str,
    /// The seed.
    pub seed: u64,
    /// Its flags with their values; empty of one that has none.
    pub flags: Vec<(&'static str, String)>,
}

/// A sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The topic.
    pub topic: Topic,
    /// The importance: of two sentences of a topic the greater comes first, and of two topics that with the
    /// greater one.
    pub worth: f64,
    /// It, with its figure and interval.
    pub text: String,
    /// The figure.
    pub value: Option<f64>,
    /// The ends of its 95 % interval.
    pub within: Option<[f64; 2]>,
    /// The command that shows it.
    pub command: Command,
}

row! {
    /// A sentence of `fray coach`, what is worth most first.
    "coach" CoachRow {
        /// What it is about: `goals`, `edits`, `play`, `luck`, `numbers` or `length`.
        topic: &'a str,
        /// It, with its figure and interval.
        text: &'a str,
        /// The figure.
        value: Number,
        /// The lower end of its 95 % interval.
        lo: Number,
        /// The upper end of its 95 % interval.
        hi: Number,
        /// The command that shows it.
        command: String,
        /// What the fights of the scenario depend on, as of `fray run`.
        scenario_hash: &'a str,
    }
}

/// All sentences, what is worth most first.
#[derive(Debug, Default)]
pub struct Coach {
    /// The sentences.
    pub advice: Vec<Advice>,
    /// What was not looked at, or not to its end, because it was interrupted or its part of the time was over.
    pub missing: Vec<&'static str>,
    /// How many of these, the first, were begun.
    pub n_begun: usize,
    /// Whether a part of the time was over.
    pub is_cut: bool,
}

/// The reason for which there are no sentences.
#[derive(Debug)]
pub enum NoCoach {
    /// A fight of the scenario, or of it with these changes, broke an invariant on this seed.
    Broken(Vec<String>, u64, Broken),
    /// A comparison could not be played.
    Comparison(Box<NoComparison>),
    /// A ceiling could not be played.
    Ceiling(NoCeiling),
    /// A version with another number broke an invariant.
    Part(Box<BrokenPart>),
    /// A search could not be played.
    StopReason(StopReason),
}

/// Looks at a scenario, on the threads of the current pool.
///
/// # Errors
/// If a fight broke an invariant.
pub fn coach(asked: Requested<'_>, terms: Settings<'_>) -> Result<Coach, NoCoach> {
    let mut coach = Coach::default();
    let looker = Looker { asked, terms, began: Instant::now() };
    let mut stages: Vec<&'static str> = STAGES.to_vec();
    stages.retain(|stage| *stage != AHEAD || terms.clever.is_some());
    let mut left = stages.iter().copied();
    let looked = looker.look(&mut left, &mut coach);
    coach.n_begun = coach.missing.len();
    match looked {
        Ok(Some(())) => {}
        Ok(None) | Err(NoCoach::StopReason(StopReason::Interrupted)) => {
            let rest = &stages[stages.len() - left.len() - 1..];
            coach.n_begun += usize::from(!coach.missing.contains(&rest[0]));
            coach.missing.retain(|it| *it != rest[0]);
            coach.missing.extend(rest);
        }
        Err(no) => return Err(no),
    }
    let worth_of = |advice: &[Advice], topic: Topic| {
        advice.iter().filter(|it| it.topic == topic).map(|it| it.worth).fold(0.0, f64::max)
    };
    let all = coach.advice.clone();
    coach.advice.sort_by(|a, b| {
        let by_topic = worth_of(&all, b.topic).total_cmp(&worth_of(&all, a.topic));
        by_topic.then(a.topic.cmp(&b.topic)).then(b.worth.total_cmp(&a.worth))
    });
    Ok(coach)
}

/// What is looked at, one after the other.
const STAGES: [&str; 6] = [
    "the fight as it is",
    "other tactics",
    NUMBERS,
    "edits that meet all goals",
    "what would calm the fight",
    AHEAD,
];
const NUMBERS: &str = "what each number is worth";
const AHEAD: &str = "sides that look ahead";

/// The fewest fights of the scenario that sentences are made of, unless fewer are asked for.
const FEWEST: u64 = 200;

/// The part of the time, as one in so many, until which each number is weighed: then something is left for edits.
const UNTIL_WEIGHED: u32 = 2;

/// Who looks.
struct Looker<'a> {
    asked: Requested<'a>,
    terms: Settings<'a>,
    began: Instant,
}

impl Looker<'_> {
    /// Looks at everything, taking stage after stage; `None` if it was stopped.
    fn look(
        &self,
        stages: &mut impl Iterator<Item = &'static str>,
        coach: &mut Coach,
    ) -> Result<Option<()>, NoCoach> {
        let all = &mut coach.advice;
        let mut next = || (self.terms.told)(stages.next().unwrap_or(AHEAD));
        next();
        let own = self.simulated(self.asked.base, &[], self.terms.seed, self.terms.fights)?;
        if own.totals.fights >= FEWEST.min(self.terms.fights) {
            all.extend(fight::goals(self, &own));
            all.extend(fight::luck(self, &own));
            all.extend(fight::length(self, &own));
        }
        if self.is_stopped() {
            return Ok(None);
        }
        next();
        let Some(tactics) = play::hints(self, all)? else { return Ok(None) };
        next();
        let ranked = numbers::numbers(self, &own, all)?;
        if ranked.is_cut {
            coach.missing.push(NUMBERS);
            coach.is_cut = !self.is_stopped();
        }
        if self.is_stopped() {
            return Ok(None);
        }
        next();
        let Some(()) = edits::edits(self, &own, &tactics, &ranked, all)? else { return Ok(None) };
        next();
        let Some(()) = calm::calm(self, &own, &ranked.certain, all)? else { return Ok(None) };
        // Last, as it takes by far the longest.
        let Some(fights) = self.terms.clever else { return Ok(Some(())) };
        next();
        play::looking_ahead(self, fights, all)
    }

    /// The seed of fights by which nothing was found.
    fn fresh(&self) -> u64 {
        self.terms.seed.wrapping_add(2)
    }

    /// The fights of a version of the scenario; `None` if it was stopped.
    fn played(&self, scenario: &Scenario, sets: &[String], seed: u64) -> Result<Option<Simulated>, NoCoach> {
        self.some_played(scenario, sets, seed, self.terms.fights)
    }

    /// So many fights of a version of the scenario; `None` if it was stopped.
    fn some_played(
        &self,
        scenario: &Scenario,
        sets: &[String],
        seed: u64,
        fights: u64,
    ) -> Result<Option<Simulated>, NoCoach> {
        let simulated = self.simulated(scenario, sets, seed, fights)?;
        Ok((!self.is_stopped()).then_some(simulated))
    }

    /// So many fights of a version of the scenario, or those until it was stopped.
    fn simulated(
        &self,
        scenario: &Scenario,
        sets: &[String],
        seed: u64,
        fights: u64,
    ) -> Result<Simulated, NoCoach> {
        let Control { stop, played } = self.terms.watch;
        let order = RunRequest { seed, range: 0..fights, stop, played };
        let simulated = simulate(scenario.engine(), order);
        simulated.map_err(|broken| NoCoach::Broken(sets.to_vec(), seed, broken))
    }

    /// The scenario with some changes; `None` if the rules refuse it, or warn of what they do not warn of in the file.
    fn with(&self, sets: &[String]) -> Option<Scenario> {
        let mut options = self.asked.options.clone();
        options.sets.extend(sets.iter().map(|set| ("--set".to_owned(), set.clone())));
        let changed = load_scenario(self.asked.path, &options).ok()?;
        (changed.warnings.len() <= self.asked.base.warnings.len()).then_some(changed)
    }

    /// What is left of the time until one part in so many of it.
    fn left_until(&self, part: u32) -> Option<Duration> {
        self.terms.time.map(|time| (time / part).saturating_sub(self.began.elapsed()))
    }

    fn is_stopped(&self) -> bool {
        self.terms.watch.stop.load(Ordering::Relaxed)
    }

    /// The command that plays fights of a seed with some changes.
    fn run_with(&self, sets: &[String], seed: u64) -> Command {
        let mut flags: Vec<(&str, String)> = sets.iter().map(|set| ("--set", set.clone())).collect();
        flags.extend([("--fights", self.terms.fights.to_string()), ("--no-out", String::new())]);
        Command { verb: "run", seed, flags }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use super::*;

    /// What is said of a scenario in a file, within a time.
    fn said(name: &str, options: &Options, fights: u64, time: Option<Duration>) -> Coach {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(name);
        let base = load_scenario(&path, options).expect("it is right");
        let (stop, played) = (AtomicBool::new(false), |_: u64| {});
        let watch = Control { stop: &stop, played: &played };
        let terms = Settings { seed: 3, fights, clever: None, time, watch, told: &|_| {} };
        coach(Requested { path: &path, options, base: &base }, terms).expect("no invariant breaks")
    }

    #[test]
    fn numbers_have_a_part_of_the_time_and_the_rest_is_looked_at_without_them() {
        let found = said("juso/duel.toml", &Options::default(), 2000, Some(Duration::ZERO));
        assert_eq!((&found.missing[..], found.n_begun, found.is_cut), (&[NUMBERS][..], 1, true));
        assert!(found.advice.iter().any(|it| it.topic == Topic::Length));
    }
}
