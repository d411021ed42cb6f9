//! Coordinate ascent over the decisions of a side, from several starts.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeSet;

use super::race::{Field, Track};
use super::{Change, NoBest, Progress, Requested, Settings};
use crate::scenario::{Options, Scenario, load_scenario};
use crate::vary::metrics::Metric;
use crate::vary::pick::FIRST_LOOK;
use crate::vary::sample::Sample;
use crate::vary::switches::Switch;
use crate::vary::tactics::switches;

/// Tactics that differ from those of the file.
#[derive(Default)]
pub(super) struct Position {
    pub(super) changes: Vec<Change>,
    /// The scenario with the changes; none without any.
    changed: Option<Scenario>,
    /// Its fights of the search.
    sample: Sample,
}

/// The search, and where it has come to.
pub(super) struct Search<'a> {
    pub(super) asked: Requested<'a>,
    pub(super) track: Track<'a>,
    pub(super) now: Position,
    /// The hashes of all scenarios that were taken.
    taken: BTreeSet<u64>,
    /// The fights played.
    pub(super) fights: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(asked: Requested<'a>, terms: Settings<'a>) -> Self {
        let about = asked.base.engine().about();
        let metrics = Metric::of_card(&about);
        let side = about.roster.side(asked.side);
        let is_meant =
            |metric: &Metric| metric.named.metric == "win_rate" && metric.named.side.as_deref() == Some(side);
        let win_rate = metrics.iter().position(is_meant).expect("a card has the win rate of every side");
        let terms = Settings { fights: terms.fights.max(FIRST_LOOK), ..terms };
        Self {
            asked,
            track: Track { terms, metrics, win_rate },
            now: Position::default(),
            taken: BTreeSet::from([asked.base.hash]),
            fights: 0,
        }
    }

    /// Set from outside to stop soon.
    pub(super) fn stop(&self) -> &'a AtomicBool {
        self.track.terms.watch.stop
    }

    fn is_stopped(&self) -> bool {
        self.track.terms.watch.is_stopped()
    }

    /// The scenario with the changes.
    pub(super) fn present(&self) -> &Scenario {
        self.now.changed.as_ref().unwrap_or(self.asked.base)
    }

    /// The flags of the scenario with these changes.
    pub(super) fn options<'c>(&self, changes: impl Iterator<Item = &'c Change>) -> Options {
        let mut options = self.asked.options.clone();
        options.sets.extend(changes.map(|change| ("--set".to_owned(), change.set.clone())));
        options
    }

    pub(super) fn progress(&self) -> Progress<'static> {
        let win_rate = self.track.win_rate(&self.now.sample);
        Progress { decision: None, changes: self.now.changes.len(), win_rate, most: 0 }
    }

    /// Climbs from each start, and goes to the best of the ends. Returns whether it was not stopped; then it
    /// is at the best that was known.
    pub(super) fn climb_from_all(&mut self, tell: &mut dyn FnMut(Progress<'_>)) -> Result<bool, NoBest> {
        let Some(starts) = self.starts(tell)? else { return Ok(false) };
        let mut ends = Vec::new();
        for start in starts {
            self.now = start;
            let is_finished = self.climb(tell)?;
            ends.push(core::mem::take(&mut self.now));
            if !is_finished {
                self.now = self.best_known(ends);
                return Ok(false);
            }
        }
        let Some(best) = self.race_of(&mut ends)? else {
            self.now = self.best_known(ends);
            return Ok(false);
        };
        self.now = ends.swap_remove(best);
        Ok(true)
    }

    /// Returns where climbs begin: the best single switch of the file, if it is certain to be better than the file,
    /// the tactics of the file, and each decision at the best of its certain switches. `None` if it was
    /// stopped.
    fn starts(&mut self, tell: &mut dyn FnMut(Progress<'_>)) -> Result<Option<Vec<Position>>, NoBest> {
        let base = self.asked.base;
        let mut singles: Vec<Switch> =
            switches(self.asked.path, self.asked.options, base, Some(self.asked.side), self.stop()).all;
        tell(Progress {
            decision: Some((None, "each switch alone")),
            most: self.track.terms.fights * (1 + singles.len() as u64),
            ..self.progress()
        });
        let mut field = Field::default();
        field.add(base, Vec::new(), Sample::default());
        for single in &singles {
            field.add(&single.scenario, vec![single.set.clone()], Sample::default());
        }
        let left = self.track.race(&mut field, &mut self.fights)?;
        let mut samples = field.samples;
        let gain = |at: usize| self.track.certain_gain(&samples[at + 1], &samples[0], singles.len());
        let gains: Vec<Option<f64>> = (0..singles.len()).map(gain).collect();
        let Some(left) = left else {
            // Stopped in the midst: what is certain by now is better than nothing.
            let certain = gains.iter().enumerate().filter_map(|(at, gain)| gain.map(|gain| (at, gain)));
            self.now = match certain.max_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((at, _)) => {
                    let sample = samples.swap_remove(at + 1);
                    let single = singles.swap_remove(at);
                    Position { changes: vec![change(&single)], changed: Some(single.scenario), sample }
                }
                None => Position { sample: samples.swap_remove(0), ..Position::default() },
            };
            return Ok(None);
        };
        // By decision, the certain switch that gains the most.
        let mut best: Vec<(usize, f64)> = Vec::new();
        for (at, single) in singles.iter().enumerate() {
            let Some(gain) = gains[at] else { continue };
            let same = best
                .iter_mut()
                .find(|(other, _)| is_same_decision(&singles[*other], single.unit.as_deref(), single.key));
            match same {
                Some(other) if other.1 >= gain => {}
                Some(other) => *other = (at, gain),
                None => best.push((at, gain)),
            }
        }
        let mut starts = vec![Position { sample: core::mem::take(&mut samples[0]), ..Position::default() }];
        if best.len() > 1 {
            let changes: Vec<Change> = best.iter().map(|&(at, _)| change(&singles[at])).collect();
            let together = load_scenario(self.asked.path, &self.options(changes.iter()));
            if let Ok(together) = together
                && together.warnings.len() <= base.warnings.len()
            {
                self.taken.insert(together.hash);
                starts.push(Position { changes, changed: Some(together), sample: Sample::default() });
            }
        }
        if !left.contains(&0) {
            let sample = core::mem::take(&mut samples[left[0]]);
            let single = singles.swap_remove(left[0] - 1);
            self.taken.insert(single.scenario.hash);
            let changes = vec![change(&single)];
            starts.insert(0, Position { changes, changed: Some(single.scenario), sample });
        }
        Ok(Some(starts))
    }

    /// Goes to tactics that were judged to be better, unless it was there. Returns whether it did.
    pub(super) fn go_to(&mut self, changes: Vec<Change>) -> bool {
        let Ok(changed) = load_scenario(self.asked.path, &self.options(changes.iter())) else { return false };
        let is_new = self.taken.insert(changed.hash);
        if is_new {
            self.now = Position { changes, changed: Some(changed), sample: Sample::default() };
        }
        is_new
    }

    /// The number of the best of several positions; `None` if it was stopped.
    fn race_of(&mut self, ends: &mut [Position]) -> Result<Option<usize>, NoBest> {
        let mut samples: Vec<Sample> = ends.iter_mut().map(|end| core::mem::take(&mut end.sample)).collect();
        let mut field = Field::default();
        for (end, sample) in ends.iter().zip(samples.drain(..)) {
            let sets = end.changes.iter().map(|change| change.set.clone()).collect();
            field.add(end.changed.as_ref().unwrap_or(self.asked.base), sets, sample);
        }
        let left = self.track.race(&mut field, &mut self.fights)?;
        let samples = field.samples;
        ends.iter_mut().zip(samples).for_each(|(end, sample)| end.sample = sample);
        Ok(left.map(|left| left[0]))
    }

    /// The position of the largest win rate, as far as it is known.
    fn best_known(&self, ends: Vec<Position>) -> Position {
        let rate = |end: &Position| self.track.win_rate(&end.sample).unwrap_or(f64::NEG_INFINITY);
        let better = |a: Position, b: Position| if rate(&b) > rate(&a) { b } else { a };
        ends.into_iter().reduce(better).unwrap_or_default()
    }

    /// Returns the switches that the decisions allow with the changes, by decision.
    fn decisions(&self) -> Vec<Vec<Switch>> {
        let options = self.options(self.now.changes.iter());
        let found = switches(self.asked.path, &options, self.present(), Some(self.asked.side), self.stop());
        let mut decisions: Vec<Vec<Switch>> = Vec::new();
        for switch in found.all {
            match decisions
                .last_mut()
                .filter(|of| is_same_decision(&of[0], switch.unit.as_deref(), switch.key))
            {
                Some(decision) => decision.push(switch),
                None => decisions.push(vec![switch]),
            }
        }
        decisions
    }

    /// Climbs until no decision changes any more. Returns whether it was not stopped.
    pub(super) fn climb(&mut self, tell: &mut dyn FnMut(Progress<'_>)) -> Result<bool, NoBest> {
        let mut decisions = self.decisions();
        // The number of decisions, up to `at`, that stayed as they are since the last change.
        let (mut at, mut n_stayed) = (0, 0);
        // Stopped while they were read, some are missing.
        while !self.is_stopped() && n_stayed < decisions.len() {
            at %= decisions.len();
            let rest = (0..decisions.len() - n_stayed).map(|i| &decisions[(at + i) % decisions.len()]);
            let candidates: usize = rest.map(|decision| decision.len() + 1).sum();
            let decision = &mut decisions[at];
            tell(Progress {
                decision: Some((decision[0].unit.as_deref(), decision[0].key)),
                most: self.track.terms.fights * candidates as u64,
                ..self.progress()
            });
            decision.retain(|switch| !self.taken.contains(&switch.scenario.hash));
            let Some(to) = self.race(&decisions[at])? else { return Ok(false) };
            match to {
                0 => {
                    at += 1;
                    n_stayed += 1;
                }
                to => {
                    let switch = decisions[at].swap_remove(to - 1);
                    let (unit, key) = (switch.unit.clone(), switch.key);
                    self.take(switch);
                    decisions = self.decisions();
                    let same = decisions.iter().position(|of| is_same_decision(&of[0], unit.as_deref(), key));
                    // The race compared all tactics of this decision with each other.
                    n_stayed = usize::from(same.is_some());
                    at = same.map_or(at, |same| same + 1);
                }
            }
        }
        Ok(!self.is_stopped())
    }

    /// Lets the present tactic of a decision race with the others. Returns 0 if it may be the best, or else
    /// the place of the leader among the others, counted from 1; `None` if it was stopped.
    fn race(&mut self, others: &[Switch]) -> Result<Option<usize>, NoBest> {
        // The fights of the present tactics serve all decisions.
        let own = core::mem::take(&mut self.now.sample);
        let sets = || self.now.changes.iter().map(|change| change.set.clone());
        let mut field = Field::default();
        field.add(self.now.changed.as_ref().unwrap_or(self.asked.base), sets().collect(), own);
        for switch in others {
            field.add(&switch.scenario, sets().chain([switch.set.clone()]).collect(), Sample::default());
        }
        let left = self.track.race(&mut field, &mut self.fights)?;
        let own = field.samples.swap_remove(0);
        self.now.sample = own;
        Ok(left.map(|left| if left.contains(&0) { 0 } else { left[0] }))
    }

    /// Takes a switch.
    fn take(&mut self, switch: Switch) {
        self.taken.insert(switch.scenario.hash);
        let changes = self.with(&switch.unit, change(&switch));
        // The decision may be again what it is in the file.
        let others = || changes.iter().filter(|it| (&it.unit, it.key) != (&switch.unit, switch.key));
        let without = load_scenario(self.asked.path, &self.options(others()));
        let changes = if without.is_ok_and(|without| without.hash == switch.scenario.hash) {
            others().cloned().collect()
        } else {
            changes
        };
        self.now = Position { changes, changed: Some(switch.scenario), sample: Sample::default() };
    }

    /// The changes with one more, which takes the place of an earlier one of the same decision.
    pub(super) fn with(&self, unit: &Option<String>, change: Change) -> Vec<Change> {
        let others = self.now.changes.iter().filter(|it| (&it.unit, it.key) != (unit, change.key));
        others.cloned().chain([change.clone()]).collect()
    }
}

/// A switch as a change.
pub(super) fn change(switch: &Switch) -> Change {
    let Switch { unit, key, value, set, .. } = switch;
    Change { unit: unit.clone(), key, value: value.clone(), set: set.clone() }
}

/// Returns whether a switch is one of this decision.
fn is_same_decision(switch: &Switch, unit: Option<&str>, key: &str) -> bool {
    (switch.unit.as_deref(), switch.key) == (unit, key)
}
