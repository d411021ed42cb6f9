//! Coordinate ascent over the decisions of a side.

use std::collections::BTreeSet;

use super::{Asked, Change, NoBest, Progress, Terms};
use crate::play::run::CHUNK;
use crate::scenario::{Options, Scenario, load_scenario};
use crate::vary::metrics::Metric;
use crate::vary::pick::{self, Wanted, pick};
use crate::vary::sample::{Sample, Sampler};
use crate::vary::switches::Switch;
use crate::vary::tactics::switches;

/// How the race of the tactics of a decision ended.
enum Outcome {
    /// The present tactic may be the best.
    Stays,
    /// This one of the others leads, and the present one is certain to be worse.
    Moves(usize),
    /// The race was stopped from outside.
    Stopped,
}

/// The search, and where it has come to.
pub(super) struct Search<'a> {
    pub(super) asked: Asked<'a>,
    pub(super) terms: Terms<'a>,
    metrics: Vec<Metric>,
    /// The number of the side's win rate among the metrics.
    win_rate: usize,
    pub(super) changes: Vec<Change>,
    /// The scenario with the changes; none without any.
    changed: Option<Scenario>,
    /// Its fights that were played already.
    sample: Sample,
    /// The hashes of all scenarios that were taken.
    taken: BTreeSet<u64>,
    /// The fights played.
    pub(super) fights: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(asked: Asked<'a>, terms: Terms<'a>) -> Self {
        let about = asked.base.engine().about();
        let metrics = Metric::of_card(&about);
        let side = about.roster.side(asked.side);
        let is_meant =
            |metric: &Metric| metric.named.metric == "win_rate" && metric.named.side.as_deref() == Some(side);
        let win_rate = metrics.iter().position(is_meant).expect("a card has the win rate of every side");
        Self {
            asked,
            terms,
            metrics,
            win_rate,
            changes: Vec::new(),
            changed: None,
            sample: Sample::default(),
            taken: BTreeSet::from([asked.base.hash]),
            fights: 0,
        }
    }

    /// The scenario with the changes.
    pub(super) fn present(&self) -> &Scenario {
        self.changed.as_ref().unwrap_or(self.asked.base)
    }

    /// The flags of the scenario with these changes.
    pub(super) fn options<'c>(&self, changes: impl Iterator<Item = &'c Change>) -> Options {
        let mut options = self.asked.options.clone();
        options.sets.extend(changes.map(|change| ("--set".to_owned(), change.set.clone())));
        options
    }

    /// What the decisions can be switched to with the changes, by decision.
    fn decisions(&self) -> Vec<Vec<Switch>> {
        let options = self.options(self.changes.iter());
        let found = switches(self.asked.path, &options, self.present(), Some(self.asked.side));
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

    /// Changes decisions until no further change is certain to be better. Returns whether it came so far.
    pub(super) fn climb(&mut self, tell: &mut dyn FnMut(Progress<'_>)) -> Result<bool, NoBest> {
        let mut decisions = self.decisions();
        // The number of decisions in a row, the last one included, that stayed as they are.
        let (mut at, mut n_stayed) = (0, 0);
        while n_stayed < decisions.len() {
            at %= decisions.len();
            let rest = (0..decisions.len() - n_stayed).map(|i| &decisions[(at + i) % decisions.len()]);
            let candidates: usize = rest.map(|decision| decision.len() + 1).sum();
            let decision = &mut decisions[at];
            tell(Progress {
                decision: Some((decision[0].unit.as_deref(), decision[0].key)),
                most: self.terms.fights * candidates as u64,
                ..self.progress()
            });
            decision.retain(|switch| !self.taken.contains(&switch.scenario.hash));
            match self.race(&decisions[at])? {
                Outcome::Stopped => return Ok(false),
                Outcome::Stays => {
                    at += 1;
                    n_stayed += 1;
                }
                Outcome::Moves(to) => {
                    let switch = decisions[at].swap_remove(to);
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
        Ok(true)
    }

    pub(super) fn progress(&self) -> Progress<'static> {
        let win_rate = (self.sample.fights > 0)
            .then(|| self.sample.level(self.win_rate, &self.metrics[self.win_rate], None).value);
        Progress { decision: None, changes: self.changes.len(), win_rate: win_rate.flatten(), most: 0 }
    }

    /// Lets the present tactic of a decision race with the others.
    fn race(&mut self, others: &[Switch]) -> Result<Outcome, NoBest> {
        let Terms { seed, fights: most, watch, .. } = self.terms;
        let present = self.changed.as_ref().unwrap_or(self.asked.base);
        let scenarios = core::iter::once(present).chain(others.iter().map(|switch| &switch.scenario));
        let samplers: Vec<Sampler<'_>> = scenarios
            .map(|scenario| {
                let again = Metric::again(&self.metrics, &scenario.engine().about());
                Sampler::new(scenario.engine(), seed, &again, false)
            })
            .collect();
        let sets = |at: usize| {
            let of_switch = (at > 0).then(|| others[at - 1].set.clone());
            self.changes.iter().map(|change| change.set.clone()).chain(of_switch).collect()
        };
        let (own, played) = (&mut self.sample, &mut self.fights);
        let mut play = |at: usize, sample: &mut Sample, end: u64| {
            // The fights of the present tactics serve all decisions.
            let target = if at == 0 { &mut *own } else { &mut *sample };
            let before = target.fights;
            samplers[at].play(target, end, watch).map_err(|broken| NoBest::Broken(sets(at), broken))?;
            *played += target.fights - before;
            if at == 0 {
                *sample = own.prefix(end);
            }
            Ok(())
        };
        // A tactic with which the first fights are the same is not played further.
        let first = CHUNK.min(most);
        let (mut racers, mut samples) = (Vec::new(), Vec::<Sample>::new());
        for at in 0..=others.len() {
            let mut sample = Sample::default();
            play(at, &mut sample, first)?;
            if sample.fights < first {
                return Ok(Outcome::Stopped);
            }
            let differs = |own: &Sample| {
                let mut metrics = self.metrics.iter().enumerate();
                metrics.any(|(i, metric)| sample.minus(own, i, metric).is_some_and(|it| !it.equal))
            };
            if samples.first().is_none_or(differs) {
                racers.push(at);
                samples.push(sample);
            }
        }
        let terms = pick::Terms {
            metric: &self.metrics[self.win_rate],
            at: self.win_rate,
            wanted: Wanted::Max,
            most,
        };
        let picked = pick(&mut samples, terms, |i, sample, end| play(racers[i], sample, end), |_, _| {})?;
        if picked.interrupted {
            return Ok(Outcome::Stopped);
        }
        Ok(match picked.left.contains(&0) {
            true => Outcome::Stays,
            false => Outcome::Moves(racers[picked.left[0]] - 1),
        })
    }

    /// Takes a switch.
    fn take(&mut self, switch: Switch) {
        let Switch { unit, key, value, set, scenario, .. } = switch;
        self.taken.insert(scenario.hash);
        self.changes.retain(|change| (&change.unit, change.key) != (&unit, key));
        // The decision may be again what it is in the file.
        let without = load_scenario(self.asked.path, &self.options(self.changes.iter()));
        if !without.is_ok_and(|without| without.hash == scenario.hash) {
            self.changes.push(Change { unit, key, value, set });
        }
        self.changed = Some(scenario);
        self.sample = Sample::default();
    }
}

/// Whether a switch is one of this decision.
fn is_same_decision(switch: &Switch, unit: Option<&str>, key: &str) -> bool {
    (switch.unit.as_deref(), switch.key) == (unit, key)
}
