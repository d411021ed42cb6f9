//! The versions of a scenario that a search has looked at: each value of the key with its fights.
//!
//! All values play fights 0, 1, 2 and so on of one seed, so that a value looked at twice goes on where it
//! was left. Looks come after fixed numbers of fights, so that threads decide nothing. Where the exact
//! answer is cheaper than some ten thousand fights, it takes the place of fights.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use super::goal::{Reading, SolveGoal, Threshold, read, second_is_nearer};
use super::key::Key;
use crate::control::Control;
use crate::measures::{Goal, Subject, Verdict};
use crate::play::chunks::Between;
use crate::play::run::{Broken, CHUNK, run_until};
use crate::precision::next_look;
use crate::scenario::{Diagnosis, Options, Scenario, load_scenario};
use crate::stats::Interval;
use crate::totals::{About, Totals};
use crate::vary::enumerated::{EQUAL, cheap_answer, only_answer};
use crate::vary::rung::LeftOut;

/// The fewest fights of a sequential test, which relies on a normal approximation.
pub const FEWEST: u64 = 2 * CHUNK;

/// The settings of a search's fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed of all values.
    pub seed: u64,
    /// The most fights of a value.
    pub most: u64,
    /// The time at which the search ends with what it knows then.
    pub until: Option<Instant>,
    /// Whether an exact answer may take the place of fights.
    pub may_solve: bool,
    /// The signal that stops play, and the callback with the numbers of fights as they are played.
    pub watch: Control<'a>,
    /// Told what is looked at, on any thread.
    pub told: &'a (dyn Fn(&str) + Sync),
}

impl Settings<'_> {
    /// Returns whether the time of the search is over.
    #[must_use]
    pub(in crate::vary) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The reason for which a search ended before its end.
#[derive(Debug)]
pub enum StopReason {
    /// It was stopped from outside.
    Interrupted,
    /// A fight broke an invariant, with this argument of `--set`.
    Broken(Vec<String>, Broken),
    /// A value that is asked for is not a scenario.
    Wrong(String, Box<Diagnosis>),
    /// A version lacks what a goal is about.
    Lacks(String),
}

/// A value of the key.
#[derive(Debug)]
pub struct Evaluation {
    /// The scenario.
    pub scenario: Scenario,
    about: About,
    goals: Vec<Goal>,
    totals: Totals,
    /// Its fights; 0 if the answer is exact.
    pub fights: u64,
    /// By goal and subject, the exact value of the measure.
    exact: Option<Vec<Vec<f64>>>,
    /// Whether a test found no end within the most fights.
    pub is_open: bool,
}

impl Evaluation {
    /// Returns the estimates of a goal's measure, subject by subject.
    #[must_use]
    pub fn readings(&self, goal: usize) -> Vec<Option<Reading>> {
        match &self.exact {
            Some(exact) => exact[goal].iter().map(|&value| Some(Reading::exact(value))).collect(),
            None => {
                let measure = &self.goals[goal].measure;
                let seen = match self.fights {
                    0 => vec![None; measure.of.len()],
                    _ => read(&self.goals[goal], &self.about, &self.totals),
                };
                // What the rules allow one value alone is known before a fight.
                let known = |(seen, &subject): (Option<Reading>, &Subject)| {
                    let Interval { lo, hi } = measure.range(&self.about, subject);
                    if lo == hi { Some(Reading::exact(lo)) } else { seen }
                };
                seen.into_iter().zip(&measure.of).map(known).collect()
            }
        }
    }

    /// The measures of a goal by name, subject by subject.
    #[must_use]
    pub fn names(&self, goal: usize) -> Vec<String> {
        let measure = &self.goals[goal].measure;
        measure.of.iter().map(|&subject| measure.name(&self.about, subject)).collect()
    }

    /// The kind of the measure of a goal, as in the column `kind` of `metrics.csv`.
    #[must_use]
    pub fn kind(&self, goal: usize) -> &'static str {
        self.goals[goal].measure.kind(&self.about)
    }

    /// Returns the verdict of its fights on a goal.
    #[must_use]
    pub fn verdict(&self, goal: usize) -> Verdict {
        self.goals[goal].verdict(&self.about, &self.totals)
    }

    /// Returns whether its values are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }
}

/// The values of a key that were looked at, with what looks at more.
pub(super) struct Points<'a> {
    path: &'a Path,
    options: &'a Options,
    pub(super) key: &'a Key,
    pub(super) wishes: &'a [SolveGoal],
    terms: Settings<'a>,
    /// Whether exact answers are still tried for.
    solves: bool,
    /// By value; none where the value is not legal.
    pub(super) all: BTreeMap<i64, Option<Evaluation>>,
}

impl<'a> Points<'a> {
    pub(super) fn new(
        path: &'a Path,
        options: &'a Options,
        key: &'a Key,
        wishes: &'a [SolveGoal],
        terms: Settings<'a>,
    ) -> Self {
        Self { path, options, key, wishes, terms, solves: terms.may_solve, all: BTreeMap::new() }
    }

    /// The values that were looked at, in order.
    pub(super) fn looked(&self) -> impl Iterator<Item = (i64, &Evaluation)> {
        self.all.iter().filter_map(|(&value, looked)| Some((value, looked.as_ref()?)))
    }

    /// The values within the range that was asked for that are refused.
    pub(super) fn refused(&self) -> Vec<LeftOut> {
        let Some((lo, hi)) = self.key.range else { return Vec::new() };
        let refused =
            self.all.iter().filter(|(value, looked)| looked.is_none() && (lo..=hi).contains(*value));
        let left_out = |(&value, _): (&i64, &Option<Evaluation>)| LeftOut {
            path: self.key.path.clone(),
            value: Some(self.key.rung(value).to_string()),
            reason: "the rules of the file refuse it".to_owned(),
        };
        refused.map(left_out).collect()
    }

    pub(super) fn get(&self, value: i64) -> Option<&Evaluation> {
        self.all.get(&value)?.as_ref()
    }

    /// Reads the scenario with this value.
    pub(super) fn load(&self, value: i64) -> Result<Scenario, Diagnosis> {
        load_scenario(self.path, &self.key.options(self.options, value))
    }

    /// Returns whether a value is legal.
    pub(super) fn is_legal(&mut self, value: i64) -> Result<bool, StopReason> {
        if !self.all.contains_key(&value) {
            self.check()?;
            let looked = match self.load(value) {
                Ok(scenario) => Some(self.look(scenario)?),
                Err(_) => None,
            };
            self.all.insert(value, looked);
        }
        Ok(self.all[&value].is_some())
    }

    /// The value with its goals, not played yet.
    fn look(&self, scenario: Scenario) -> Result<Evaluation, StopReason> {
        let about = scenario.engine().about();
        let goal = |wish: &SolveGoal| wish.again(&about).ok_or_else(|| StopReason::Lacks(wish.text.clone()));
        let goals = self.wishes.iter().map(goal).collect::<Result<_, _>>()?;
        let totals = Totals::default();
        Ok(Evaluation { scenario, about, goals, totals, fights: 0, exact: None, is_open: false })
    }

    fn check(&self) -> Result<(), StopReason> {
        if self.terms.watch.stop.load(Ordering::Relaxed) { Err(StopReason::Interrupted) } else { Ok(()) }
    }

    /// Plays a legal value on to the next look; returns false if it has the most fights, or is exact. Once the time is
    /// over, nothing is played on, and what was not looked at yet interrupts the search. Of the first value at least
    /// a fight is played, and what it has then is kept, so that something can be shown.
    fn play(&mut self, value: i64) -> Result<bool, StopReason> {
        self.check()?;
        let (terms, solves) = (self.terms, self.solves);
        let is_late = terms.is_late();
        let label = format!("{} = {}", self.key.path, self.key.rung(value));
        let flags = self.key.options(self.options, value).sets;
        let n = self.all.values().flatten().count();
        let is_first = !self.all.values().flatten().any(|it| it.fights >= FEWEST || it.exact.is_some());
        let looked = self.all.get_mut(&value).and_then(Option::as_mut).expect("a legal value");
        if looked.exact.is_some() || looked.fights >= terms.most || is_late && looked.fights >= FEWEST {
            return Ok(false);
        }
        if is_late && !is_first {
            return Err(StopReason::Interrupted);
        }
        if looked.fights == 0 {
            (terms.told)(&format!("{label}, value {n}"));
            if solves {
                match exactly(looked, terms, self.wishes) {
                    Some(exact) => {
                        looked.exact = Some(exact);
                        return Ok(false);
                    }
                    None => self.solves = false,
                }
            }
        }
        let from = looked.fights;
        let to = terms.most.min(if from == 0 { FEWEST } else { next_look(from) });
        let is_stopped = || terms.watch.stop.load(Ordering::Relaxed);
        let has_some = AtomicBool::new(!is_first);
        let played = |fights| {
            has_some.store(true, Ordering::Relaxed);
            (terms.watch.played)(fights);
        };
        let is_over = || is_stopped() || has_some.load(Ordering::Relaxed) && terms.is_late();
        let between = Between { played: &played, is_over: &is_over };
        let (more, end) = match run_until(looked.scenario.engine(), terms.seed, from..to, between) {
            Err(broken) if broken.is_given_up() => return Err(StopReason::Interrupted),
            played => played.map_err(|broken| {
                StopReason::Broken(flags.iter().map(|(_, set)| set.clone()).collect(), broken)
            })?,
        };
        // Fewer fights than the first look has decide nothing.
        let is_enough = end >= FEWEST.min(terms.most);
        if is_enough || is_first {
            looked.totals.merge(&more);
            looked.fights = end;
        }
        if is_stopped() || !is_enough { Err(StopReason::Interrupted) } else { Ok(true) }
    }

    /// Returns whether a legal value meets a threshold; of a target, whether it lies above.
    pub(super) fn holds(&mut self, value: i64, edge: Threshold) -> Result<bool, StopReason> {
        assert!(self.is_legal(value)?, "a legal value");
        loop {
            let looked = self.get(value).expect("a legal value");
            let readings = looked.readings(edge.goal);
            let is_known = readings.iter().all(|it| it.is_some_and(|it| it.error == 0.0));
            if (looked.fights >= FEWEST || looked.exact.is_some() || is_known)
                && let Some(holds) = edge.holds(&readings, false)
            {
                return Ok(holds);
            }
            if !self.play(value)? && !self.get(value).expect("a legal value").is_exact() {
                return Ok(self.at_last(value, edge));
            }
        }
    }

    /// The likelier answer where the most fights do not tell.
    fn at_last(&mut self, value: i64, edge: Threshold) -> bool {
        let looked = self.all.get_mut(&value).and_then(Option::as_mut).expect("a legal value");
        looked.is_open = true;
        edge.holds(&looked.readings(edge.goal), true).unwrap_or(false)
    }

    /// The nearer to the target of two values on either side of it.
    pub(super) fn nearer(&mut self, values: [i64; 2], edge: Threshold) -> Result<i64, StopReason> {
        loop {
            let of = |value: i64| self.get(value).and_then(|looked| looked.readings(edge.goal)[0]);
            let readings = values.map(of);
            if let [Some(first), Some(second)] = readings
                && let Some(is_second) = second_is_nearer([first, second], edge.at, edge.zone, false)
            {
                return Ok(values[usize::from(is_second)]);
            }
            let more = [self.play(values[0])?, self.play(values[1])?];
            if more == [false; 2] {
                let readings = values
                    .map(|value| self.get(value).and_then(|looked| looked.readings(edge.goal)[0]))
                    .map(|reading| reading.unwrap_or_else(|| Reading::exact(f64::INFINITY)));
                let is_second = second_is_nearer(readings, edge.at, edge.zone, true) == Some(true);
                return Ok(values[usize::from(is_second)]);
            }
        }
    }

    /// Plays a value until the half width of the 95 % interval of every goal is no more than its tolerance.
    /// Of an `answer` it has to show whether a target lies within the tolerance, too, or be no more than half
    /// of the tolerance.
    pub(super) fn certify(&mut self, value: i64, is_answer: bool) -> Result<(), StopReason> {
        let wishes = self.wishes;
        loop {
            let looked = self.get(value).expect("a legal value");
            let is_known = |(goal, wish): (usize, &SolveGoal)| {
                let mut readings = looked.readings(goal).into_iter();
                readings.all(|reading| {
                    let Some(Reading { value, error, within, .. }) = reading else { return false };
                    let half = within.half();
                    let slack = (wish.miss(value) - wish.tolerance).abs();
                    let may_be_wide = !is_answer || wish.target.is_none() || slack > half;
                    let most = if may_be_wide { wish.tolerance } else { wish.tolerance / 2.0 };
                    error == 0.0 || half <= most
                })
            };
            let is_known = wishes.iter().enumerate().all(is_known);
            let is_over = is_known
                || match self.play(value) {
                    // An answer that was found stands, however well it is known.
                    Err(StopReason::Interrupted) if self.terms.is_late() => true,
                    played => !played?,
                };
            if is_over {
                let looked = self.all.get_mut(&value).and_then(Option::as_mut).expect("a legal value");
                let is_proved = |(goal, wish): (usize, &SolveGoal)| {
                    !wish.wants_proof
                        || looked.readings(goal).iter().all(|it| it.is_some_and(|it| it.error == 0.0))
                };
                // Fights show that something is rare, and not that it never happens.
                let is_proved = !is_answer || wishes.iter().enumerate().all(|it| is_proved((it.0, it.1)));
                looked.is_open |= !(is_known && is_proved) && looked.exact.is_none();
                return Ok(());
            }
        }
    }

    /// Returns how far a value is from meeting all goals, in tolerances; infinite where that is not known.
    pub(super) fn miss(&self, value: i64) -> f64 {
        let Some(looked) = self.get(value) else { return f64::INFINITY };
        let of_goal = |(goal, wish): (usize, &SolveGoal)| {
            let miss = |reading: Option<Reading>| {
                reading.map_or(f64::INFINITY, |reading| wish.miss(reading.value) / wish.tolerance)
            };
            looked.readings(goal).into_iter().map(miss).fold(0.0, f64::max)
        };
        self.wishes.iter().enumerate().map(of_goal).fold(0.0, f64::max)
    }
}

/// The exact value of every goal, if it is known in time and cheap, or the only answer to one that asks for never or
/// always.
fn exactly(looked: &Evaluation, terms: Settings<'_>, wishes: &[SolveGoal]) -> Option<Vec<Vec<f64>>> {
    let is_cheap = looked.goals.iter().all(|goal| goal.measure.can_be_exact());
    let left = terms.until.map(|until| until.saturating_duration_since(Instant::now()));
    let wants_proof = wishes.iter().any(|wish| wish.wants_proof);
    let answer = |watch: Control<'_>| {
        let solve = if wants_proof { only_answer } else { cheap_answer };
        solve(&looked.scenario, watch.stop)
    };
    let report = is_cheap.then(|| terms.watch.for_a_time(left, answer).0)??;
    let of_goal = |goal: &Goal| -> Option<Vec<f64>> {
        goal.measure
            .of
            .iter()
            .map(|&subject| goal.measure.exact_value(subject, &looked.about, &report))
            .map(|value| {
                value.map(|value| if (value - value.round()).abs() <= EQUAL { value.round() } else { value })
            })
            .collect()
    };
    looked.goals.iter().map(of_goal).collect()
}
