//! The judgement of what was found, on dice that the search did not see.

use core::sync::atomic::Ordering;

use super::race::{Field, Track};
use super::search::{Search, change};
use super::{Best, Change, FileSwitches, Gain, NoBest, Progress, ROUNDS, Settings};
use crate::scenario::{Scenario, load_scenario};
use crate::stats::family::holm;
use crate::vary::sample::Sample;
use crate::vary::switches::{self, Effect, against, effect_of, metric_of, worth};
use crate::vary::tactics::switches;

impl Search<'_> {
    /// Judges what was found on fresh dice, unless it was stopped.
    pub(super) fn certificate(
        &mut self,
        fresh_seed: u64,
        is_finished: bool,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Best, NoBest> {
        let Settings { fights: pairs, watch, .. } = self.track.terms;
        let base = self.asked.base;
        let side = base.engine().about().roster.side(self.asked.side).to_owned();
        let terms = switches::Settings {
            seed: fresh_seed,
            pairs,
            metric: None,
            may_solve: false,
            stop: watch.stop,
            played: watch.played,
            told: &|_| {},
        };
        let gain = |present: &Scenario, without: &Scenario| {
            let compared = against(without, present, terms, pairs).map_err(NoBest::Certificate)?;
            (watch.played)(2 * pairs);
            if compared.pairs < pairs {
                return Ok(None);
            }
            let is_equal = compared.is_equal();
            let metric = metric_of(compared, Some(&side));
            let effect =
                if is_equal { Effect::Equal } else { effect_of(&metric, in_rounds(metric.p.unwrap_or(1.0))) };
            Ok(Some(Gain { metric, effect, pairs }))
        };
        let is_stopped = || !is_finished || watch.stop.load(Ordering::Relaxed);
        let (mut total, mut single, mut of_file) = (None, None, None);
        let mut gains: Vec<Option<Gain>> = self.now.changes.iter().map(|_| None).collect();
        if !is_stopped() {
            let options = self.options(self.now.changes.iter());
            let found =
                switches(self.asked.path, &options, self.present(), Some(self.asked.side), watch.stop);
            let n = 2 * (1 + self.now.changes.len()) + found.all.len();
            tell(Progress { most: pairs * n as u64, ..self.progress() });
            if !self.now.changes.is_empty() {
                total = gain(self.present(), base)?;
            }
            for (at, of_change) in gains.iter_mut().enumerate() {
                let others = self.now.changes.iter().enumerate().filter(|(other, _)| *other != at);
                let without = load_scenario(self.asked.path, &self.options(others.map(|(_, change)| change)));
                match without {
                    Ok(without) if !is_stopped() => *of_change = gain(self.present(), &without)?,
                    _ => {}
                }
            }
            if !is_stopped() && !self.now.changes.is_empty() {
                of_file = self.file_switches(fresh_seed)?;
            }
            if !is_stopped() {
                single = Some(worth(self.present(), found, terms).map_err(NoBest::Certificate)?);
            }
        }
        correct(gains.iter_mut().flatten());
        Ok(Best {
            side,
            changes: self.now.changes.iter().cloned().zip(gains).collect(),
            fights: self.fights,
            fresh_seed,
            pairs,
            total,
            file_switches: of_file,
            switches: single,
            interrupted: is_stopped(),
        })
    }

    /// Lets the best found race with every single switch of the file on fresh dice; `None` if it was stopped.
    fn file_switches(&mut self, fresh_seed: u64) -> Result<Option<FileSwitches>, NoBest> {
        let Track { terms, ref metrics, win_rate } = self.track;
        let fresh =
            Track { terms: Settings { seed: fresh_seed, ..terms }, metrics: metrics.clone(), win_rate };
        let present = self.present();
        let singles = switches(
            self.asked.path,
            self.asked.options,
            self.asked.base,
            Some(self.asked.side),
            self.stop(),
        )
        .all;
        let mut field = Field::default();
        let sets = self.now.changes.iter().map(|change| change.set.clone()).collect();
        field.add(present, sets, Sample::default());
        let others: Vec<_> = singles.iter().filter(|it| it.scenario.hash != present.hash).collect();
        for other in &others {
            field.add(&other.scenario, vec![other.set.clone()], Sample::default());
        }
        let mut played = 0;
        let Some(left) = fresh.race(&mut field, &mut played)? else { return Ok(None) };
        let better = (!left.contains(&0)).then(|| {
            let by = field.samples[left[0]].minus(&field.samples[0], win_rate, &metrics[win_rate]);
            (change(others[left[0] - 1]), by.map_or(0.0, |by| by.diff))
        });
        Ok(Some(FileSwitches { n: others.len(), better }))
    }

    /// The changes of what was judged to be better than the best found, the best of it.
    pub(super) fn better(&self, best: &Best) -> Option<Vec<Change>> {
        let of_end = best.better_switches().map(|row| {
            let change = change(&row.switch);
            (self.with(&row.switch.unit, change), switches::difference(&row.metric))
        });
        let of_file = best.file_switches.iter().filter_map(|of_file| of_file.better.clone());
        let all = of_end.chain(of_file.map(|(change, by)| (vec![change], by)));
        all.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(changes, _)| changes)
    }
}

/// A p-value corrected for the number of judgements that there may be.
fn in_rounds(p: f64) -> f64 {
    (p * f64::from(ROUNDS)).min(1.0)
}

/// Decides what several changes do, with Holm's correction.
fn correct<'g>(gains: impl Iterator<Item = &'g mut Gain>) {
    let gains: Vec<&mut Gain> = gains.collect();
    let p: Vec<f64> = gains.iter().map(|gain| gain.metric.p.unwrap_or(1.0)).collect();
    for (gain, p) in gains.into_iter().zip(holm(&p)) {
        if gain.effect != Effect::Equal {
            gain.effect = effect_of(&gain.metric, in_rounds(p));
        }
    }
}
