//! The judgement of what was found, on dice that the search did not see.

use core::sync::atomic::Ordering;

use super::search::Search;
use super::{Best, Gain, NoBest, Progress, Terms};
use crate::scenario::{Scenario, load_scenario};
use crate::stats::family::holm;
use crate::vary::switches::{self, Effect, against, effect_of, metric_of, worth};
use crate::vary::tactics::switches;

impl Search<'_> {
    /// Judges what was found on fresh dice, unless it was stopped.
    pub(super) fn certificate(
        self,
        is_finished: bool,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Best, NoBest> {
        let Terms { fresh_seed, fights: pairs, watch, .. } = self.terms;
        let (base, present) = (self.asked.base, self.present());
        let side = base.engine().about().roster.side(self.asked.side).to_owned();
        let terms = switches::Terms {
            seed: fresh_seed,
            pairs,
            metric: None,
            may_solve: false,
            stop: watch.stop,
            played: watch.played,
            told: &|_| {},
        };
        let gain = |without: &Scenario| {
            let compared = against(without, present, terms, pairs).map_err(NoBest::Certificate)?;
            (watch.played)(2 * pairs);
            if compared.pairs < pairs {
                return Ok(None);
            }
            let is_equal = compared.is_equal();
            let metric = metric_of(compared, Some(&side));
            let effect = match is_equal {
                true => Effect::Equal,
                false => effect_of(&metric, metric.p.unwrap_or(1.0)),
            };
            Ok(Some(Gain { metric, effect, pairs }))
        };
        let is_stopped = || !is_finished || watch.stop.load(Ordering::Relaxed);
        let (mut total, mut single) = (None, None);
        let mut gains: Vec<Option<Gain>> = self.changes.iter().map(|_| None).collect();
        if !is_stopped() {
            let options = self.options(self.changes.iter());
            let found = switches(self.asked.path, &options, present, Some(self.asked.side));
            let n = 2 * (1 + self.changes.len()) + found.all.len();
            tell(Progress { most: pairs * n as u64, ..self.progress() });
            if !self.changes.is_empty() {
                total = gain(base)?;
            }
            for (at, of_change) in gains.iter_mut().enumerate() {
                let others = self.changes.iter().enumerate().filter(|(other, _)| *other != at);
                let without = load_scenario(self.asked.path, &self.options(others.map(|(_, change)| change)));
                match without {
                    Ok(without) if !is_stopped() => *of_change = gain(&without)?,
                    _ => {}
                }
            }
            if !is_stopped() {
                single = Some(worth(present, found, terms).map_err(NoBest::Certificate)?);
            }
        }
        correct(gains.iter_mut().flatten());
        Ok(Best {
            side,
            changes: self.changes.iter().cloned().zip(gains).collect(),
            fights: self.fights,
            total,
            switches: single,
            interrupted: is_stopped(),
        })
    }
}

/// Decides what several changes do, with Holm's correction.
fn correct<'g>(gains: impl Iterator<Item = &'g mut Gain>) {
    let gains: Vec<&mut Gain> = gains.collect();
    let p: Vec<f64> = gains.iter().map(|gain| gain.metric.p.unwrap_or(1.0)).collect();
    for (gain, p) in gains.into_iter().zip(holm(&p)) {
        if gain.effect != Effect::Equal {
            gain.effect = effect_of(&gain.metric, p);
        }
    }
}
