//! A race of scenarios for the largest win rate of a side, on the same dice.

use super::{NoBest, Settings};
use crate::play::run::CHUNK;
use crate::scenario::Scenario;
use crate::stats::ALPHA;
use crate::stats::sequential::Sequence;
use crate::vary::metrics::Metric;
use crate::vary::pick::{self, Wanted, pick};
use crate::vary::sample::{Sample, Sampler};

/// The aim of a race, a side's win rate, and how it is played.
pub(super) struct Track<'a> {
    pub(super) terms: Settings<'a>,
    pub(super) metrics: Vec<Metric>,
    /// The number of the side's win rate among the metrics.
    pub(super) win_rate: usize,
}

/// The scenarios of a race with the fights of each, the present one first.
#[derive(Default)]
pub(super) struct Field<'a> {
    scenarios: Vec<&'a Scenario>,
    /// By scenario, the changes as arguments of `--set`.
    sets: Vec<Vec<String>>,
    /// By scenario, its fights; those played before the race serve it.
    pub(super) samples: Vec<Sample>,
}

impl<'a> Field<'a> {
    pub(super) fn add(&mut self, scenario: &'a Scenario, sets: Vec<String>, sample: Sample) {
        self.scenarios.push(scenario);
        self.sets.push(sets);
        self.samples.push(sample);
    }
}

impl Track<'_> {
    /// The win rate of the side in these fights; `None` without any.
    pub(super) fn win_rate(&self, sample: &Sample) -> Option<f64> {
        let level = || sample.level(self.win_rate, &self.metrics[self.win_rate], None).value;
        (sample.fights > 0).then(level).flatten()
    }

    /// By how much the win rate of one sample is larger than that of another, if that is certain with this
    /// many others.
    pub(super) fn certain_gain(&self, sample: &Sample, over: &Sample, others: usize) -> Option<f64> {
        let estimate = sample.minus(over, self.win_rate, &self.metrics[self.win_rate])?;
        let sequence = Sequence { alpha: ALPHA / others.max(1) as f64, tuned_for: crate::compare::TUNED_FOR };
        let is_certain = estimate.pairs >= pick::FIRST_LOOK && estimate.sequential(sequence).lo > 0.0;
        is_certain.then_some(estimate.diff)
    }

    /// Lets scenarios race until the best is certain, or the limit of fights is reached. Returns those that
    /// may be the best, the leader first; `None` if it was stopped. A scenario whose first fights are those of
    /// the first one is left out. `played` counts the fights.
    pub(super) fn race(&self, field: &mut Field<'_>, played: &mut u64) -> Result<Option<Vec<usize>>, NoBest> {
        let Settings { seed, fights: most, watch, .. } = self.terms;
        let Field { scenarios, sets, samples: known } = field;
        let samplers: Vec<Sampler<'_>> = scenarios
            .iter()
            .map(|scenario| {
                let again = Metric::again(&self.metrics, &scenario.engine().about());
                Sampler::new(scenario.engine(), seed, &again, false)
            })
            .collect();
        let mut play = |at: usize, sample: &mut Sample, end: u64| {
            let own = &mut known[at];
            let before = own.fights;
            samplers[at].play(own, end, watch).map_err(|broken| NoBest::Broken(sets[at].clone(), broken))?;
            *played += own.fights - before;
            *sample = own.prefix(end);
            Ok(())
        };
        let first = CHUNK.min(most);
        let (mut racers, mut samples) = (Vec::new(), Vec::<Sample>::new());
        for at in 0..samplers.len() {
            let mut sample = Sample::default();
            play(at, &mut sample, first)?;
            if sample.fights < first {
                return Ok(None);
            }
            let differs = |present: &Sample| {
                let mut metrics = self.metrics.iter().enumerate();
                metrics.any(|(i, metric)| sample.minus(present, i, metric).is_some_and(|it| !it.equal))
            };
            if samples.first().is_none_or(differs) {
                racers.push(at);
                samples.push(sample);
            }
        }
        let terms = pick::Settings {
            metric: &self.metrics[self.win_rate],
            at: self.win_rate,
            wanted: Wanted::Max,
            most,
        };
        let picked = pick(&mut samples, terms, |i, sample, end| play(racers[i], sample, end), |_, _| {})?;
        Ok((!picked.interrupted).then(|| picked.left.into_iter().map(|i| racers[i]).collect()))
    }
}
