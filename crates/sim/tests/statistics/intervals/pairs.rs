//! The intervals of differences: `compare`, what `watch` says of an edit, `rulings`, `tactics` and what is
//! built on them.

use std::collections::BTreeMap;

use fray_sim::compare::{Comparison, ComparisonSettings, MetricName, Seats, Streams, Until, compare};
use fray_sim::play::engine::Engine;
use fray_sim::scenario::load_scenario;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::moved::moved;
use fray_sim::vary::sample::{Sample, Sampler};
use fray_sim::vary::switches::{Settings, Switch, Switches, worth};
use fray_sim::vary::{rulings, tactics};

use super::case::{Case, FIGHTS, LONG, LONG_SEED, NEVER, exactly, kind, paired, value, watch};
use super::table::{Seen, Table};

/// Versions of a scenario that are compared: that which changes fewest fights, a middle one and the other end.
pub(super) fn versions(case: &Case) -> Vec<&(String, fray_sim::scenario::Scenario)> {
    let n = case.versions.len();
    let mut at = vec![0, n / 2, n.saturating_sub(1)];
    at.dedup();
    at.into_iter().filter_map(|at| case.versions.get(at)).collect()
}

/// By metric, how much more of it B has: exactly where answers have it, else of many pairs.
pub(super) fn differences([a, b]: [&dyn Engine; 2]) -> BTreeMap<MetricName, f64> {
    let long = paired([a, b], LONG_SEED, LONG, Until::End);
    let exact = exactly(a).zip(exactly(b));
    let of = |metric: &fray_sim::compare::Compared| {
        let exact =
            exact.as_ref().and_then(|(a, b)| Some(value(b, &metric.named)? - value(a, &metric.named)?));
        Some((metric.named.clone(), exact.or(metric.estimate.map(|it| it.diff))?))
    };
    long.metrics.iter().filter_map(of).collect()
}

fn add(seen: &mut Seen, found: &Comparison, truth: &BTreeMap<MetricName, f64>, name: &str) {
    for metric in &found.metrics {
        let Some(&truth) = truth.get(&metric.named) else { continue };
        let (kind, name) = (kind(metric.kind, &metric.named), format!("{} {name}", metric.named));
        match metric.within {
            Some(within) => seen.add(kind, name, within, truth),
            None => seen.add_none(kind, name),
        }
    }
}

fn over_versions(
    case: &Case,
    tries: u64,
    table: &mut Table,
    play: impl Fn([&dyn Engine; 2], u64) -> Comparison,
) {
    for (set, scenario) in versions(case) {
        let engines = [case.base.engine(), scenario.engine()];
        let truth = differences(engines);
        for seed in 0..tries {
            let mut seen = Seen::default();
            add(&mut seen, &play(engines, seed), &truth, &format!("with {set} in {}", case.name));
            table.add(seen);
        }
    }
}

/// A fixed number of pairs.
pub(super) fn compared(case: &Case, tries: u64, table: &mut Table) {
    over_versions(case, tries, table, |engines, seed| paired(engines, seed, FIGHTS, Until::End));
}

/// Pairs until there is a verdict.
pub(super) fn compared_to_a_verdict(case: &Case, tries: u64, table: &mut Table) {
    over_versions(case, tries, table, |engines, seed| paired(engines, seed, 12_288, Until::Verdict));
}

/// B on the dice of the next seed.
pub(super) fn compared_independently(case: &Case, tries: u64, table: &mut Table) {
    let play = |[a, b]: [&dyn Engine; 2], seed: u64| {
        let streams = [2 * seed, 2 * seed + 1].map(|seed| Streams { seed, seats: Seats::Listed });
        let order = ComparisonSettings {
            streams,
            range: 0..FIGHTS,
            until: Until::End,
            metric: None,
            delta: None,
            alpha: 0.01,
            stop: &NEVER,
            played: &|_| {},
        };
        compare(a, b, &order).expect("versions of a scenario")
    };
    over_versions(case, tries, table, play);
}

/// What moved since the last version of a file.
pub(super) fn moved_between_versions(case: &Case, tries: u64, table: &mut Table) {
    for (set, scenario) in versions(case) {
        let engines = [case.base.engine(), scenario.engine()];
        let truth = differences(engines);
        let metrics = engines.map(|engine| Metric::of_card(&engine.about()));
        for seed in 0..tries {
            let play = |at: usize| {
                let mut sample = Sample::default();
                let of: Vec<_> = metrics[at].iter().cloned().map(Some).collect();
                let sampler = Sampler::new(engines[at], seed, &of, false);
                sampler.play(&mut sample, FIGHTS, watch()).expect("no invariant breaks");
                sample
            };
            let (last, now) = (play(0), play(1));
            let mut seen = Seen::default();
            for it in moved((&metrics[0], &last), (&metrics[1], &now)) {
                if let (Some(difference), Some(&truth)) = (it.difference, truth.get(&it.named)) {
                    let name = format!("{} with {set} in {}", it.named, case.name);
                    seen.add(kind(it.kind, &it.named), name, difference.within, truth);
                }
            }
            table.add(seen);
        }
    }
}

/// Switches that are measured.
const SWITCHED: usize = 3;

fn switched(case: &Case, tries: u64, table: &mut Table, found: Switches) {
    let about = case.base.engine().about();
    // Those that change something.
    let mut known: Vec<(Switch, BTreeMap<MetricName, f64>)> = Vec::new();
    for switch in found.all {
        let engines = [case.base.engine(), switch.scenario.engine()];
        if !paired(engines, 1, FIGHTS, Until::End).is_equal() && known.len() < SWITCHED {
            let truth = differences(engines);
            known.push((switch, truth));
        }
    }
    for seed in 0..tries {
        let mut seen = Seen::default();
        for (switch, truth) in &known {
            let mut options = case.options.clone();
            options.sets.push(("--set".to_owned(), switch.set.clone()));
            let again = Switch {
                side: switch.side,
                unit: switch.unit.clone(),
                key: switch.key,
                value: switch.value.clone(),
                set: switch.set.clone(),
                scenario: load_scenario(&case.path, &options).expect("a switch"),
            };
            let terms = Settings {
                seed,
                pairs: FIGHTS,
                metric: None,
                may_solve: false,
                stop: &NEVER,
                played: &|_| {},
                told: &|_| {},
            };
            let one = Switches { all: vec![again], ..Switches::default() };
            for row in worth(&case.base, one, terms).expect("no invariant breaks").rows {
                if let (Some(within), Some(&truth)) = (row.metric.within, truth.get(&row.metric.named)) {
                    let side = switch.side.map_or("", |side| about.roster.side(side));
                    let name = format!("{side} {} in {}", switch.set, case.name);
                    seen.add("difference of the win rate", name, within, truth);
                }
            }
        }
        table.add(seen);
    }
}

/// Each ruling answered otherwise.
pub(super) fn rulings(case: &Case, tries: u64, table: &mut Table) {
    switched(case, tries, table, rulings::switches(&case.path, &case.options, &case.base));
}

/// Each decision taken otherwise.
pub(super) fn tactics(case: &Case, tries: u64, table: &mut Table) {
    switched(case, tries, table, tactics::switches(&case.path, &case.options, &case.base, None, &NEVER));
}
