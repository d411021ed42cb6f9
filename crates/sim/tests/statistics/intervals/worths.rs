//! The intervals of what numbers are worth: `sweep`, `weights`, `why`, Morris and Sobol.

use fray_sim::gate::selftest::{Plan, screens};
use fray_sim::play::engine::Engine;
use fray_sim::scenario::blend::EditLattice;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::axis::SweepPoints;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::sweep::{Players, Until};
use fray_sim::vary::sweep_set::SweepSet;
use fray_sim::vary::weights::{self, Part, Step, parts, weigh};
use fray_sim::vary::why::{self, EXACT, why};

use super::case::{Case, FIGHTS, LONG, LONG_SEED, NEVER, exactly, kind, value, watch};
use super::pairs::differences;
use super::table::{Seen, Table};

/// Metrics of each kind that are measured beside win rates.
const OF_A_KIND: usize = 4;

/// The win rates, and some metrics of every kind that all these scenarios have.
fn metrics(engines: &[&dyn Engine]) -> Vec<Metric> {
    let about = engines[0].about();
    let found = super::case::paired([engines[0]; 2], 1, 2, fray_sim::compare::Until::End);
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    let mut texts = Vec::new();
    for metric in &found.metrics {
        let n = kinds.entry(kind(metric.kind, &metric.named)).or_default();
        let text = metric.named.to_string();
        if *n < OF_A_KIND && Metric::named(&about, core::slice::from_ref(&text)).is_ok() {
            *n += 1;
            texts.push(text);
        }
    }
    let (mut all, _) = Metric::named(&about, &texts).expect("each is read");
    for engine in engines {
        let again = Metric::again(&all, &engine.about());
        all = all.into_iter().zip(again).filter_map(|(metric, again)| again.map(|_| metric)).collect();
    }
    all
}

/// Three points of one number: as it is, one more and one less.
pub(super) fn swept(case: &Case, tries: u64, table: &mut Table) {
    // A die of a ladder has no value one less.
    let number = |set: &String| {
        let (path, more) = set.rsplit_once('=')?;
        Some((path.to_owned(), more.parse::<i64>().ok()?))
    };
    let mut numbers = case.versions.iter().rev();
    let Some((set, (path, more))) = numbers.find_map(|(set, _)| Some((set, number(set)?))) else { return };
    let Ok(SweepSet::Varied(axis)) = SweepSet::parse(&format!("{path}={}:{more}", more - 1), None) else {
        return;
    };
    let points = SweepPoints::new(&case.path, &case.options, &case.base, vec![axis], false).expect("points");
    let first = [0, 1].map(|at| points.point(at).expect("a point"));
    let engines = first.each_ref().map(|point| point.scenario.engine());
    let metrics = metrics(&engines);
    let truth = differences(engines);
    let players = || Players::new(&points, metrics.clone(), LONG_SEED, false).expect("shared metrics");
    let long = players().play(Until::Fights(LONG), watch(), &mut |_| {}).expect("no invariant breaks");
    let exact = engines.map(exactly);
    for seed in 0..tries {
        let players = Players::new(&points, metrics.clone(), seed, false).expect("shared metrics");
        let sweep = players.play(Until::Fights(FIGHTS), watch(), &mut |_| {}).expect("no invariant breaks");
        let mut seen = Seen::default();
        for (point, played) in sweep.played.iter().enumerate() {
            for (at, metric) in metrics.iter().enumerate() {
                let name = format!("{} at {set} in {}", metric.named, case.name);
                let kind = kind(metric.kind, &metric.named);
                let level = exact[point].as_ref().and_then(|exact| value(exact, &metric.named));
                let level = level.or(long.played[point].levels[at].value);
                if let (Some(within), Some(truth)) = (played.levels[at].within, level) {
                    seen.add(format!("value: {kind}"), &name, within, truth);
                }
                if let (Some(prev), Some(&truth)) = (played.prev[at], truth.get(&metric.named)) {
                    seen.add(format!("difference: {kind}"), &name, prev.within, truth);
                }
            }
        }
        table.add(seen);
    }
}

/// Parts that are weighed.
const WEIGHED: usize = 4;

fn some_parts(case: &Case) -> Vec<Part> {
    let set =
        |part: &Part| part.changed.first().and_then(|it| it.options.sets.last().map(|set| set.1.clone()));
    let is_version =
        |part: &Part| set(part).is_some_and(|set| case.versions.iter().any(|(of, _)| *of == set));
    let mut all: Vec<Part> = parts(&case.path, &case.options, &case.base, None, false, &NEVER);
    all.retain(is_version);
    let step = all.len().div_ceil(WEIGHED).max(1);
    all.into_iter().step_by(step).collect()
}

/// Numbers one more and one less.
pub(super) fn weighed(case: &Case, tries: u64, table: &mut Table) {
    let parts = some_parts(case);
    let engines: Vec<&dyn Engine> = [case.base.engine()]
        .into_iter()
        .chain(parts.iter().flat_map(|part| part.changed.iter().map(|it| it.scenario.engine())))
        .collect();
    let metrics = metrics(&engines);
    let truths: Vec<Vec<_>> = parts
        .iter()
        .map(|part| {
            part.changed.iter().map(|it| differences([case.base.engine(), it.scenario.engine()])).collect()
        })
        .collect();
    for seed in 0..tries {
        let terms =
            weights::Settings { seed, fights: FIGHTS, may_solve: false, watch: watch(), told: &|_| {} };
        let found = weigh(&case.base, &parts, metrics.clone(), terms).expect("no invariant breaks");
        let mut seen = Seen::default();
        for (row, truths) in found.rows.iter().zip(&truths) {
            for (at, metric) in metrics.iter().enumerate() {
                let name =
                    format!("{} with {}.{} in {}", metric.named, row.place.unit, row.place.stat, case.name);
                let kind = kind(metric.kind, &metric.named);
                let truth: Vec<Option<f64>> =
                    truths.iter().map(|of| of.get(&metric.named).copied()).collect();
                for ((step, effects), truth) in row.effects.iter().zip(&truth) {
                    if let (Some(effect), Some(truth)) = (effects[at], truth) {
                        seen.add(
                            format!("effect: {kind}"),
                            format!("{name} {}", step.word()),
                            effect.within,
                            *truth,
                        );
                    }
                }
                let truth = match (&row.effects[..], &truth[..]) {
                    ([_, _], [Some(more), Some(less)]) => Some((more - less) / 2.0),
                    ([(Step::Less, _)], [Some(less)]) => Some(-less),
                    ([_], [more]) => *more,
                    _ => None,
                };
                if let (Some(worth), Some(truth)) = (row.worth[at], truth) {
                    let (lo, hi) = (worth.value - worth.half, worth.value + worth.half);
                    seen.add(format!("worth: {kind}"), name, fray_sim::stats::Interval { lo, hi }, truth);
                }
            }
        }
        table.add(seen);
    }
}

/// A scenario with several edits.
fn edited(case: &Case, n: usize) -> Option<Scenario> {
    let mut options: Options = case.options.clone();
    let step = (case.versions.len() / n).max(1);
    let sets =
        case.versions.iter().rev().step_by(step).take(n).map(|(set, _)| ("--set".to_owned(), set.clone()));
    options.sets.extend(sets);
    load_scenario(&case.path, &options).ok()
}

/// The difference of two scenarios shared out over three edits, of which every choice is played.
pub(super) fn shared_out(case: &Case, tries: u64, table: &mut Table) {
    let Some(other) = edited(case, 3) else { return };
    let blend = EditLattice::new(&case.base, &other, EXACT);
    let metrics = metrics(&[case.base.engine(), other.engine()]);
    let play = |seed: u64, fights: u64, may_solve: bool, metrics: &[Metric]| {
        let terms = why::Settings { seed, fights, may_solve, watch: watch() };
        why(&blend, metrics.to_vec(), terms).expect("no invariant breaks")
    };
    // Some metrics are not part of exact answers.
    let long = play(LONG_SEED, LONG / 4, false, &metrics);
    let wins =
        play(LONG_SEED, FIGHTS, true, &Metric::named(&case.base.engine().about(), &[]).expect("win rates").0);
    for seed in 0..tries {
        let mut seen = Seen::default();
        for (at, (metric, shares)) in play(seed, FIGHTS, false, &metrics).metrics.iter().enumerate() {
            let exact =
                wins.metrics.iter().filter(|_| wins.is_exact).find(|(of, _)| of.named == metric.named);
            let truth = exact.map_or(&long.metrics[at].1, |(_, shares)| shares);
            let all = shares.edits.iter().zip(&truth.edits).chain([(&shares.total, &truth.total)]);
            for (edit, (share, truth)) in all.enumerate() {
                if let (Some(within), Some(truth)) = (share.within, truth.value) {
                    let name = format!("{} of edit {edit} in {}", metric.named, case.name);
                    seen.add(kind(metric.kind, &metric.named), name, within, truth);
                }
            }
        }
        table.add(seen);
    }
}

/// Elementary effects and shares of the variance, as `selftest` measures them.
pub(super) fn screened(case: &Case, tries: u64, table: &mut Table) {
    let plan = Plan { compared_runs: tries, ..Plan::default() };
    for row in screens(&case.base, &plan, &NEVER).expect("no invariant breaks") {
        let (kind, name) = row.what.split_once(", the worst of").expect("the worst of some");
        let kind = kind.trim_start_matches("95 % interval of ");
        table.add_counted(kind, &format!("{name} in {}", case.name), row.tries, row.held);
    }
}
