//! Metrics and histograms of damage as rows of the exact answer.

use fray_engine::metrics::{DROPPED, Kind, MetricInfo, Scope};
use fray_engine::roster::{SideId, UnitId, UnitSet};

use super::observed::Expected;
use super::report::{DamageRow, MetricRow, ValueRow};
use super::rounds::Rounds;
use super::sum::Sum;
use crate::play::enumerated::watch::Damage;
use crate::tables::rows::COMMON;

/// The expectations of a metric in a fight: the number of observations, and their sum.
#[derive(Clone, Copy, Debug)]
struct Mean {
    kind: &'static str,
    n: f64,
    sum: f64,
}

impl Mean {
    fn ratio(n: f64, sum: f64) -> Self {
        Self { kind: "ratio", n, sum }
    }

    fn count(sum: f64) -> Self {
        Self { kind: "count", n: 1.0, sum }
    }
}

/// Of these units together; none of a metric that is not printed or not exact.
fn mean(of: &Rounds<'_>, units: UnitSet, metric: usize) -> Option<Mean> {
    let about = &of.about;
    let info = &about.metrics[metric];
    if !is_exact(of, metric) {
        return None;
    }
    Some(match info.kind {
        Kind::Hidden => return None,
        Kind::Count => Mean::count(total(&of.observed.of(units, metric))),
        Kind::Ratio => {
            let expected = of.observed.of(units, metric);
            Mean::ratio(total(&expected), expected.get(1).copied().unwrap_or(0.0))
        }
        Kind::Flag => {
            let n = f64::from(units.len());
            let successes = if info.name == DROPPED {
                let clock = about.clocks.len();
                let never = units.map(|unit| of.cells.clocks[unit.idx()][clock].never.value());
                n - never.collect::<Sum>().value()
            } else {
                total(&of.observed.of(units, metric))
            };
            Mean::ratio(n, successes)
        }
        Kind::Share { of: source, is } => {
            let expected = of.observed.of(units, source);
            let successes = expected.iter().enumerate().filter(|(value, _)| is(*value as u32));
            Mean::ratio(total(&expected), sum(successes.map(|cell| *cell.1)))
        }
        Kind::Value | Kind::Above { .. } => {
            let expected = values_of(of, units, metric);
            let sums = expected.iter().enumerate().map(|(value, n)| value as f64 * n);
            Mean { kind: "value", n: total(&expected), sum: sum(sums) }
        }
        Kind::Number { .. } | Kind::Any { .. } | Kind::Stalled | Kind::WonFirst => return None,
    })
}

/// The histogram of a metric that has one.
fn values_of(of: &Rounds<'_>, units: UnitSet, metric: usize) -> Expected {
    let Kind::Above { of: sources, least } = of.about.metrics[metric].kind else {
        return of.observed.of(units, metric);
    };
    let mut above = Expected::new();
    for &source in sources {
        let expected = of.observed.of(units, source);
        for (value, n) in expected.into_iter().enumerate().skip(least as usize + 1) {
            let value = value - least as usize;
            above.resize(above.len().max(value + 1), 0.0);
            above[value] += n;
        }
    }
    above
}

/// Returns whether an exact answer has this metric.
fn is_exact(of: &Rounds<'_>, metric: usize) -> bool {
    let (metrics, sampled_only) = (of.about.metrics, of.space.sampled_only());
    match metrics[metric].kind {
        Kind::Count | Kind::Value | Kind::Ratio | Kind::Hidden => !sampled_only[metric],
        Kind::Flag => true,
        Kind::Above { of: sources, .. } => sources.iter().all(|&source| !sampled_only[source]),
        Kind::Share { of: source, .. } => !sampled_only[source],
        // What units of a side, or turns of a fight, do together is not in a state.
        Kind::Number { .. } | Kind::Any { .. } | Kind::Stalled | Kind::WonFirst => false,
    }
}

pub(super) fn left_out(of: &Rounds<'_>) -> Vec<&'static str> {
    let names = of.about.metrics.iter().enumerate();
    let is_printed = |info: &MetricInfo| !matches!(info.kind, Kind::Hidden);
    names.filter(|(at, info)| is_printed(info) && !is_exact(of, *at)).map(|(_, info)| info.name).collect()
}

/// Hits and misses of these units: attacks, hits, hits without damage.
fn attacks(of: &Rounds<'_>, units: UnitSet) -> [f64; 3] {
    let expected = of.observed.of(units, Damage::Attack.row(of.about.metrics.len()));
    let hits = expected.get(1..).unwrap_or_default();
    [total(&expected), total(hits), hits.first().copied().unwrap_or(0.0)]
}

pub(super) fn metrics(of: &Rounds<'_>) -> Vec<MetricRow> {
    let roster = &of.about.roster;
    let mut rows = Vec::new();
    for (id, side) in (0..).map(SideId).zip(&roster.sides) {
        let mut push = |unit: Option<UnitId>| {
            let units = unit.map_or(side.units, UnitSet::one);
            let mut row = |metric, Mean { kind, n, sum }: Mean| {
                let unit = unit.map(|unit| roster.unit(unit).to_owned());
                let mean = if n > 0.0 { sum / n } else { 0.0 };
                rows.push(MetricRow { side: side.name.clone(), unit, metric, kind, n, mean });
            };
            for (at, info) in of.about.metrics.iter().enumerate() {
                let units = match info.scope {
                    Scope::Unit => units,
                    Scope::Side | Scope::Fight if unit.is_none() => UnitSet::one(of.about.bearer(id, at)),
                    Scope::Side | Scope::Fight => continue,
                };
                mean(of, units, at).into_iter().for_each(|mean| row(info.name, mean));
            }
            let [attacks, hits, soaked] = attacks(of, units);
            row(COMMON[0].name, Mean::ratio(attacks, hits));
            row(COMMON[1].name, Mean::ratio(hits, soaked));
            if unit.is_none() {
                row("activations", Mean::count(of.cells.activations.value()));
            }
        };
        push(None);
        side.units.for_each(|unit| push(Some(unit)));
    }
    rows
}

pub(super) fn values(of: &Rounds<'_>) -> Vec<ValueRow> {
    let about = &of.about;
    let mut rows = Vec::new();
    for (id, unit) in about.roster.each() {
        for (at, info) in about.metrics.iter().enumerate() {
            if matches!(info.kind, Kind::Value | Kind::Above { .. })
                && is_exact(of, at)
                && !info.is_of_sides()
            {
                let expected = values_of(of, UnitSet::one(id), at);
                rows.extend(bars(&expected).map(|(value, n, p)| ValueRow {
                    side: about.roster.side(unit.side).to_owned(),
                    unit: unit.name.clone(),
                    metric: info.name,
                    value,
                    n,
                    p,
                }));
            }
        }
    }
    rows
}

pub(super) fn damage(of: &Rounds<'_>) -> Vec<DamageRow> {
    let about = &of.about;
    let mut rows = Vec::new();
    for (id, unit) in about.roster.each() {
        let row = |damage: Damage| of.observed.of(UnitSet::one(id), damage.row(about.metrics.len()));
        let mut per_attack = row(Damage::Attack);
        let misses = if per_attack.is_empty() { 0.0 } else { per_attack.remove(0) };
        let per_hit = per_attack.clone();
        match per_attack.first_mut() {
            Some(zero) => *zero += misses,
            None => per_attack.push(misses),
        }
        let kinds = [
            ("per_attack", per_attack),
            ("per_hit", per_hit),
            ("per_activation", row(Damage::PerActivation)),
            ("overkill", row(Damage::Overkill)),
        ];
        for (kind, expected) in kinds {
            rows.extend(bars(&expected).map(|(value, n, p)| DamageRow {
                side: about.roster.side(unit.side).to_owned(),
                unit: unit.name.clone(),
                kind,
                value,
                n,
                p,
            }));
        }
    }
    rows
}

/// The values that are observed, how often each is expected in a fight, and its share.
fn bars(expected: &Expected) -> impl Iterator<Item = (u32, f64, f64)> {
    let all = total(expected);
    let seen = expected.iter().enumerate().filter(|(_, n)| **n > 0.0);
    seen.map(move |(value, &n)| (value as u32, n, n / all))
}

fn total(expected: &[f64]) -> f64 {
    sum(expected.iter().copied())
}

fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.collect::<Sum>().value()
}
