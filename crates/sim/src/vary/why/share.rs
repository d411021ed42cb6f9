//! Estimates of the shares from integers.

use super::design::Design;
use super::play::{MetricSums, Sums};
use crate::compare::shared::MetricKind;
use crate::stats::difference::{Difference, by_student};
use crate::stats::paired::UNSEEN;
use crate::stats::skewed::Skewed;
use crate::stats::{ALPHA, Interval};
use crate::vary::metrics::Metric;

/// Fewer fights than this with a share other than 0 do not carry its error.
const FEW: u64 = 20;

/// The shares of one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// The value of the metric in the first scenario and in the second; `None` without tries.
    pub ends: [Option<f64>; 2],
    /// By edit.
    pub edits: Vec<Share>,
    /// Of the whole difference.
    pub total: Share,
}

/// The share of an edit in the difference of a metric.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The estimate; `None` where there are no tries.
    pub value: Option<f64>,
    /// The 95 % interval; `None` where there are too few fights for one.
    pub within: Option<Interval>,
    /// Of a metric with one number in each fight: the sum of the shares over fights in parts of
    /// [`parts`](Self::parts). Those of the edits add up to that of the whole exactly.
    pub sum: Option<i128>,
    /// The number of parts in 1 of the sum.
    pub parts: i64,
}

impl Share {
    /// Returns whether the interval lies on one side of 0.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.within.is_some_and(|within| within.lo > 0.0 || within.hi < 0.0)
    }
}

impl Sums {
    /// The shares of metric number `at`.
    pub(super) fn shares(&self, design: &Design, metric: &Metric, at: usize) -> Shares {
        let sums = &self.metrics[at];
        let has_tries = metric.kind.has_tries();
        let end = |[sum, tries]: [u128; 2]| {
            let n = if has_tries { tries } else { self.fights.into() };
            (n > 0).then(|| sum as f64 / n as f64)
        };
        let mut edits = match (has_tries, design.is_exact()) {
            (false, is_exact) => sums.of_fights(metric, self.fights, design.scale(), is_exact),
            (true, true) => sums.of_blocks(design),
            (true, false) => sums.of_orders(design, self.fights),
        };
        let total = edits.pop().expect("the whole comes last");
        Shares { ends: sums.ends.map(end), edits, total }
    }
}

impl MetricSums {
    /// Of a metric with one number in each fight: means over fights. Where each chunk has an order of its
    /// own, the chunk is the unit of the error.
    fn of_fights(&self, metric: &Metric, fights: u64, scale: i64, is_exact: bool) -> Vec<Share> {
        let n = fights as f64;
        let share = |edit: usize| {
            let pairs = self.shares[edit];
            if fights < 2 {
                return Share { parts: scale, ..Share::default() };
            }
            let value = pairs.sum as f64 / scale as f64 / n;
            let difference = if is_exact {
                pairs.variance().map(|variance| variance / (scale as f64).powi(2) / n).map(|v| (v, n - 1.0))
            } else {
                let residuals = self.clusters.values().map(|cluster| {
                    let expected = value * cluster.fights as f64;
                    (cluster.shares[edit] as f64 / scale as f64 - expected) / n
                });
                spread(residuals)
            };
            let difference =
                difference.map(|(variance, freedom)| by_student(value, variance, freedom, ALPHA));
            let within = difference.and_then(|it| with_unseen(it, metric, self.carriers[edit], n));
            Share { value: Some(value), within, sum: Some(pairs.sum), parts: scale }
        };
        (0..self.shares.len()).map(share).collect()
    }

    /// Of a metric with tries, of which every choice of edits was played: combinations of ratios, each
    /// linearised (Cochran, "Sampling Techniques", 6.4), with blocks of fights as the unit.
    fn of_blocks(&self, design: &Design) -> Vec<Share> {
        let plan = design.plan(0);
        let mut all = vec![[0_u64; 2]; plan.sets.len()];
        for cluster in self.clusters.values() {
            for (all, block) in all.iter_mut().zip(&cluster.tries) {
                all.iter_mut().zip(block).for_each(|(all, block)| *all += block);
            }
        }
        let scale = plan.scale as f64;
        let ratio = |[sum, tries]: [u64; 2]| (tries > 0).then(|| sum as f64 / tries as f64);
        let Some(ratios) = all.iter().map(|&of_set| ratio(of_set)).collect::<Option<Vec<f64>>>() else {
            return vec![Share::default(); plan.weights.len() + 1];
        };
        let share = |weights: &Vec<f64>| {
            let weighted = || weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
            let value: f64 = weighted().map(|(set, weight)| weight * ratios[set]).sum();
            let residual = |tries: &Vec<[u64; 2]>| -> f64 {
                let of_set = |(set, weight): (usize, &f64)| {
                    let [sum, n] = tries[set].map(|number| number as f64);
                    weight * (sum - ratios[set] * n) / all[set][1] as f64
                };
                weighted().map(of_set).sum()
            };
            let residuals = self.clusters.values().map(|cluster| residual(&cluster.tries));
            let within = by_residuals(value, &residuals.collect::<Vec<f64>>());
            Share { value: Some(value), within, sum: None, parts: 1 }
        };
        let mut weights: Vec<Vec<f64>> = plan
            .weights
            .iter()
            .map(|weights| weights.iter().map(|&weight| weight as f64 / scale).collect())
            .collect();
        let mut whole = vec![0.0; plan.sets.len()];
        whole[0] -= 1.0;
        whole[plan.sets.len() - 1] += 1.0;
        weights.push(whole);
        weights.iter().map(share).collect()
    }

    /// Of a metric with tries, of which every chunk was played in an order of its own: means over chunks.
    fn of_orders(&self, design: &Design, fights: u64) -> Vec<Share> {
        let none = || vec![Share::default(); design.n() + 1];
        let mut chunks: Vec<(f64, Vec<f64>)> = Vec::new();
        for (first, cluster) in &self.clusters {
            let plan = design.plan(first / crate::play::run::CHUNK);
            let ratio = |&[sum, tries]: &[u64; 2]| (tries > 0).then(|| sum as f64 / tries as f64);
            let Some(ratios) = cluster.tries.iter().map(ratio).collect::<Option<Vec<f64>>>() else {
                return none();
            };
            let share = |weights: &Vec<i64>| -> f64 {
                let sum: f64 =
                    weights.iter().zip(&ratios).map(|(&weight, ratio)| weight as f64 * ratio).sum();
                sum / plan.scale as f64
            };
            let mut shares: Vec<f64> = plan.weights.iter().map(share).collect();
            shares.push(ratios[ratios.len() - 1] - ratios[0]);
            chunks.push((cluster.fights as f64 / fights as f64, shares));
        }
        let share = |edit: usize| {
            let value: f64 = chunks.iter().map(|(weight, shares)| weight * shares[edit]).sum();
            let spread = spread(chunks.iter().map(|(weight, shares)| weight * (shares[edit] - value)));
            let within = spread.map(|(variance, freedom)| by_student(value, variance, freedom, ALPHA).within);
            Share { value: Some(value), within: within.filter(|it| it.half() > 0.0), sum: None, parts: 1 }
        };
        if chunks.is_empty() { none() } else { (0..=design.n()).map(share).collect() }
    }
}

/// The interval of a sum of independent residuals about `value`: Student's t with the skewness taken out, or
/// where few of them carry the variance, with the weight of those that were not seen, as large as any. `None`
/// without scatter: nothing says how far off it is.
fn by_residuals(value: f64, residuals: &[f64]) -> Option<Interval> {
    let (variance, freedom) = spread(residuals.iter().copied()).filter(|(variance, _)| *variance > 0.0)?;
    let moment = |power| residuals.iter().map(|residual| residual.powi(power)).sum::<f64>();
    let squares = moment(2);
    let it = if squares * squares < FEW as f64 * moment(4) {
        let most = residuals.iter().fold(0.0, |most: f64, residual| most.max(residual.abs()));
        Skewed { value, error: (variance + UNSEEN * most * most).sqrt(), skewness: 0.0, freedom }
    } else {
        Skewed { value, error: variance.sqrt(), skewness: moment(3) / squares.powf(1.5), freedom }
    };
    Some(it.interval(ALPHA))
}

/// The variance of a sum of independent residuals, and its degrees of freedom; `None` of fewer than two.
fn spread(residuals: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (n, squares) =
        residuals.fold((0_u64, 0.0), |(n, squares), residual| (n + 1, squares + residual * residual));
    let n = n as f64;
    (n > 1.0).then(|| (squares * n / (n - 1.0), n - 1.0))
}

/// The interval, wider by what was not seen where hardly any fight has a share (rule of three); `None`
/// where that could be anything.
fn with_unseen(difference: Difference, metric: &Metric, carriers: u64, fights: f64) -> Option<Interval> {
    let Interval { lo, hi } = difference.within;
    if carriers >= FEW {
        return Some(difference.within);
    }
    let most = match metric.kind {
        MetricKind::Rate => 1.0,
        _ => metric.largest? as f64,
    };
    let unseen = -(ALPHA / 2.0).ln() * most / fights;
    Some(Interval { lo: lo - unseen, hi: hi + unseen })
}
