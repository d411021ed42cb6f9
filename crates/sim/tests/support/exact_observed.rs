//! Exact against sampled: ratios, values and histograms of damage.
//!
//! What a fight shows of these are several observations that depend on each other. So fights are
//! played in batches, and what each batch shows is one number with a known mean: of a cell its
//! count, of a ratio r = E(successes) / E(tries) the successes less r times the tries, of a mean
//! likewise. Student's t over the batches tests each; the tests of a scenario share an error rate of
//! [`ALPHA`]: a right program fails each of these tests for at most one seed in a thousand, and
//! these seeds pass.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use fray_engine::metrics::Kind;
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::{Engine, RunRequest, simulate};
use fray_sim::stats::student;
use fray_sim::tables::rows::{Point, Tables};
use fray_sim::totals::{About, MetricTotals, Totals};

use super::Family;

const ALPHA: f64 = 1e-3;
const BATCHES: u64 = 100;
const FIGHTS_PER_BATCH: u64 = 1_000;
/// Cells that are expected less often in all batches are put together: a batch has too few of them
/// for its count to be nearly normal.
const LEAST: f64 = 3_000.0;

/// What is tested: of whom, of what, and which value; the last is none for a mean.
type Cell = (String, &'static str, Option<u64>);

/// A cell of a histogram, or the sum of a metric and its observations.
#[derive(Clone, Copy, Default)]
struct Shown {
    n: f64,
    sum: f64,
}

fn whom(side: &str, unit: Option<&str>) -> String {
    format!("{side}/{}", unit.unwrap_or("(all)"))
}

/// Returns what a batch shows.
fn shown(about: &About, totals: &Totals) -> BTreeMap<Cell, Shown> {
    let (varied, signature) = (Vec::new(), String::new());
    let (scenario, system) = ("test".to_owned(), about.system.to_owned());
    let point = Point { scenario, system, varied, seed: 0, signature, ..Point::default() };
    let tables = Tables::new(&point, about, totals);
    let metrics = tables.metrics.iter().map(|row| {
        let shown = Shown { n: row.n as f64, sum: row.sum as f64 };
        ((whom(row.side, row.unit), row.metric, None), shown)
    });
    let of_one = |n: u64| Shown { n: n as f64, sum: 0.0 };
    let damage = tables.damage.iter().filter(|row| !["per_round", "per_fight"].contains(&row.kind));
    let damage =
        damage.map(|row| ((whom(row.side, Some(row.unit)), row.kind, Some(row.value)), of_one(row.count)));
    let mut shown: BTreeMap<Cell, Shown> = metrics.chain(damage).collect();
    for (id, unit) in about.roster.each() {
        let of_units = about.metrics.iter().zip(&totals.units[id.idx()].metrics);
        for (info, seen) in of_units.filter(|(info, _)| !info.is_of_sides()) {
            if let (Kind::Value | Kind::Above { .. }, MetricTotals::Histogram(values)) = (info.kind, seen) {
                let whom = whom(about.roster.side(unit.side), Some(&unit.name));
                shown.extend(
                    values.each().map(|(value, n)| ((whom.clone(), info.name, Some(value)), of_one(n))),
                );
            }
        }
    }
    shown
}

/// Returns what each fight is expected to show.
fn expected(exact: &ExactReport) -> BTreeMap<Cell, Shown> {
    let of_one = |n: f64| Shown { n, sum: 0.0 };
    let metrics = exact.metrics.iter().map(|row| {
        ((whom(&row.side, row.unit.as_deref()), row.metric, None), Shown { n: row.n, sum: row.n * row.mean })
    });
    let values = exact.values.iter();
    let values = values
        .map(|row| ((whom(&row.side, Some(&row.unit)), row.metric, Some(row.value.into())), of_one(row.n)));
    let damage = exact.damage.iter();
    let damage = damage
        .map(|row| ((whom(&row.side, Some(&row.unit)), row.kind, Some(row.value.into())), of_one(row.n)));
    metrics.chain(values).chain(damage).collect()
}

/// Student's t of numbers whose mean is known.
fn p_of(batches: &[f64], mean: f64) -> f64 {
    let n = batches.len() as f64;
    let seen = batches.iter().sum::<f64>() / n;
    let variance = batches.iter().map(|x| (x - seen).powi(2)).sum::<f64>() / (n - 1.0);
    // What every batch shows alike is known but for the last bits.
    let last_bits = 1e-9 * FIGHTS_PER_BATCH as f64;
    if variance.sqrt() < last_bits {
        return f64::from(u8::from((seen - mean).abs() < last_bits));
    }
    student::two_sided((seen - mean) / (variance / n).sqrt(), n - 1.0)
}

/// Holds what batches of fights show against the exact answer.
pub(crate) fn compare(engine: &dyn Engine, seed: u64) {
    let exact = match solve(engine, "test", &Options::default(), &AtomicBool::new(false)) {
        Ok(exact) => exact,
        Err(none) => panic!("{none}"),
    };
    let about = engine.about();
    let batches: Vec<BTreeMap<Cell, Shown>> = (0..BATCHES)
        .map(|batch| {
            let range = batch * FIGHTS_PER_BATCH..(batch + 1) * FIGHTS_PER_BATCH;
            let order = RunRequest { seed, range, stop: &AtomicBool::new(false), played: &|_| {} };
            shown(&about, &simulate(engine, order).expect("the rules hold").totals)
        })
        .collect();
    let expected = expected(&exact);
    // What the exact answer has no row of is never seen.
    let is_unknown = |(cell, shown): &(&Cell, &Shown)| {
        let is_seen = if cell.2.is_some() { shown.n > 0.0 } else { shown.sum > 0.0 };
        is_seen && !expected.contains_key(cell) && !exact.left_out.contains(&cell.1)
    };
    let unknown: BTreeSet<&Cell> =
        batches.iter().flatten().filter(is_unknown).map(|(cell, _)| cell).collect();
    assert!(unknown.is_empty(), "not in the exact answer: {unknown:?}");
    let (per_batch, all) = (FIGHTS_PER_BATCH as f64, (BATCHES * FIGHTS_PER_BATCH) as f64);
    let mut family = Family::new(ALPHA);
    // By histogram: the cells that are too rare.
    let mut rest: BTreeMap<(&String, &str), (f64, Vec<f64>)> = BTreeMap::new();
    for (cell @ (whom, what, value), is) in &expected {
        let of_batches = || batches.iter().map(|batch| batch.get(cell).copied().unwrap_or_default());
        let counts: Vec<f64> = of_batches().map(|shown| shown.n).collect();
        if value.is_none() {
            family.test(p_of(&counts, is.n * per_batch), || format!("{whom}: observations of {what}"));
            let (r, rarer) = (is.sum / is.n, is.sum.min((is.n - is.sum).abs()));
            if rarer * all >= LEAST || (rarer == 0.0 && r <= 1.0) {
                let residuals: Vec<f64> = of_batches().map(|shown| shown.sum - r * shown.n).collect();
                family.test(p_of(&residuals, 0.0), || format!("{whom}: {what}"));
            }
        } else if is.n * all >= LEAST {
            family.test(p_of(&counts, is.n * per_batch), || format!("{whom}: {what} {value:?}"));
        } else {
            let rest = rest.entry((whom, what)).or_insert_with(|| (0.0, vec![0.0; BATCHES as usize]));
            rest.0 += is.n;
            rest.1.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
    }
    for ((whom, what), (n, counts)) in rest.iter().filter(|(_, rest)| rest.0 * all >= LEAST) {
        family.test(p_of(counts, n * per_batch), || format!("{whom}: rare {what}"));
    }
    family.close();
}
