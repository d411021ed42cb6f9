//! Exact shares, of scenarios that can be enumerated for less than fights cost.

use core::sync::atomic::AtomicBool;

use super::design::Design;
use super::share::{Share, Shares};
use crate::scenario::blend::EditLattice;
use crate::vary::enumerated::{cheap_answer_of, exact_difference, exact_value};
use crate::vary::metrics::Metric;

/// The shares of every metric; `None` if orders of the edits are drawn at random, if enumeration takes longer
/// than fights, or if a metric is not part of exact answers.
pub(super) fn shares(
    blend: &EditLattice,
    design: &Design,
    metrics: &[Metric],
    stop: &AtomicBool,
) -> Option<Vec<Shares>> {
    if !design.is_exact() {
        return None;
    }
    let plan = design.plan(0);
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); metrics.len()];
    for &set in &plan.sets {
        let composed = blend.with(set)?;
        let report = cheap_answer_of(composed.engine(), "", stop)?;
        for (values, metric) in values.iter_mut().zip(metrics) {
            values.push(exact_value(&report, &metric.named)?);
        }
    }
    let share = |from: f64, to: f64| {
        let difference = exact_difference(from, to);
        Share { value: Some(difference.value), within: Some(difference.within), sum: None, parts: 1 }
    };
    let of_metric = |values: &Vec<f64>| {
        let [first, .., last] = values[..] else { return None };
        let edit = |weights: &Vec<i64>| {
            // What the edit is made from and what it makes, each averaged over all orders.
            let mean = |is_meant: fn(i64) -> bool| {
                let all = weights.iter().zip(values).filter(|(weight, _)| is_meant(**weight));
                all.map(|(weight, value)| weight.unsigned_abs() as f64 * value).sum::<f64>()
                    / plan.scale as f64
            };
            share(mean(|weight| weight < 0), mean(|weight| weight > 0))
        };
        let edits = plan.weights.iter().map(edit).collect();
        Some(Shares { ends: [Some(first), Some(last)], edits, total: share(first, last) })
    };
    values.iter().map(of_metric).collect()
}
