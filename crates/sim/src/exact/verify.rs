//! Whether a sampled run agrees with the exact answer.
//!
//! Tested are the rounds and outcomes in which fights end, for every unit the round, activation
//! and cause of the first strike of each clock, and the means of counts. All tests of a run are
//! one family, adjusted by Holm; a run of right rules fails one run in a million.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::exact::ExactReport;
use crate::stats::Moments;
use crate::stats::difference::two_sided_normal;
use crate::stats::family::holm;
use crate::tables::rows::Tables;
use crate::totals::{About, Histogram, MetricTotals, Totals};

/// The probability that a run of right rules is called wrong.
pub const ALPHA: f64 = 1e-6;

/// Cells expected less often are put together.
const LEAST_EXPECTED: f64 = 10.0;

/// The means of counts are tested where they were not the usual one in so many fights: of what is
/// rarer the variance that was seen says too little.
const LEAST_SEEN: u64 = 1_000;

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What was compared.
    pub what: String,
    /// The chance of so large a difference where there is none.
    pub p: f64,
    /// The p-value, adjusted for the number of tests.
    pub p_holm: f64,
}

/// What the comparison says.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The tests, the worst first.
    pub tests: Vec<Test>,
}

impl Verified {
    /// Whether the run agrees.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.tests.iter().all(|test| test.p_holm > ALPHA)
    }
}

/// Holds a run against the exact answer of the same scenario.
#[must_use]
pub fn verify(about: &About, totals: &Totals, tables: &Tables, exact: &ExactReport) -> Verified {
    let n = totals.fights;
    let mut tests = vec![("rounds and outcomes".to_owned(), rounds(tables, exact, n))];
    for (id, unit) in about.roster.each() {
        let side = about.roster.sides[unit.side.idx()].name.as_str();
        for clock in about.clocks {
            let what = format!("first {} of {side}/{}", clock.name, unit.name);
            tests.push((what, first(tables, exact, (side, &unit.name, clock.name), n)));
        }
        for (info, metric) in about.metrics.iter().zip(&totals.units[id.idx()].metrics) {
            let of = |row: &&crate::exact::report::MetricRow| {
                row.side == side && row.unit.as_deref() == Some(&unit.name) && row.metric == info.name
            };
            if let (MetricTotals::Histogram(values), Some(row)) = (metric, exact.metrics.iter().find(of))
                && let Some(p) = mean(values, row.mean)
            {
                tests.push((format!("mean {} of {side}/{}", info.name, unit.name), p));
            }
        }
    }
    let adjusted = holm(&tests.iter().map(|test| test.1).collect::<Vec<f64>>());
    let tests = tests.into_iter().zip(adjusted);
    let mut tests: Vec<Test> = tests.map(|((what, p), p_holm)| Test { what, p, p_holm }).collect();
    tests.sort_by(|a, b| a.p.total_cmp(&b.p));
    Verified { tests }
}

fn rounds(tables: &Tables, exact: &ExactReport, n: u64) -> f64 {
    let cells = exact.rounds.iter().map(|row| {
        let same = tables.rounds.iter().filter(|other| {
            other.round == u64::from(row.round)
                && other.outcome == row.outcome
                && other.side == row.side.as_deref()
        });
        (row.p, same.map(|other| other.count).sum())
    });
    multinomial(cells.collect(), n)
}

fn first(tables: &Tables, exact: &ExactReport, of: (&str, &str, &str), n: u64) -> f64 {
    let rows = exact
        .exhaustion
        .iter()
        .filter(|row| (row.side.as_str(), row.unit.as_str(), row.clock) == of && row.view == "first");
    let cells = rows.map(|row| {
        let same = tables.exhaustion.iter().filter(|other| {
            (other.side, other.unit, other.clock) == of
                && other.view == "first"
                && other.what == row.what
                && other.round == row.round.map(u64::from)
                && other.activation == row.activation.map(u64::from)
        });
        (row.p, same.map(|other| other.count).sum())
    });
    multinomial(cells.collect(), n)
}

/// Pearson's chi-square of counts with known probabilities. What is expected too rarely, what no
/// cell has and what the exact answer left out are one cell.
fn multinomial(cells: Vec<(f64, u64)>, n: u64) -> f64 {
    let is_usual = |cell: &(f64, u64)| cell.0 * n as f64 >= LEAST_EXPECTED;
    let mut usual: Vec<(f64, u64)> = cells.into_iter().filter(is_usual).collect();
    let (p, seen) = usual.iter().fold((0.0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let rest = ((1.0 - p).max(0.0), n - seen);
    if rest.0 * n as f64 >= LEAST_EXPECTED {
        usual.push(rest);
    } else if (rest.1 as f64) >= 4.0 * LEAST_EXPECTED {
        // Expected ten times at most and seen forty times or more.
        return 0.0;
    } else if let Some(last) = usual.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    if usual.len() < 2 {
        return 1.0;
    }
    let term = |&(p, count): &(f64, u64)| {
        let expected = p * n as f64;
        (count as f64 - expected).powi(2) / expected
    };
    let statistic: f64 = usual.iter().map(term).sum();
    ChiSquared::new((usual.len() - 1) as f64).map_or(1.0, |law| law.sf(statistic))
}

/// The test of the mean of values that are nearly always `mode`: Bennett's bound (1962) on the sum
/// of what they are beside it, each at most twice the most that was seen. None where they lie on
/// both sides of it.
fn rare(values: &Histogram, mode: u64, known: f64) -> Option<f64> {
    let n = values.n() as f64;
    let expected = n * (known - mode as f64);
    let off = || values.each().map(|(value, count)| (value as f64 - mode as f64, count as f64));
    let is_one_sided = off().all(|(off, _)| off * expected >= 0.0);
    if !is_one_sided {
        return None;
    }
    let most = 2.0 * off().fold(1.0_f64, |most, (off, _)| most.max(off.abs()));
    let seen: f64 = off().map(|(off, count)| off.abs() * count).sum();
    let expected = expected.abs();
    if expected == 0.0 {
        return Some(1.0);
    }
    let part = seen / expected;
    let log = if part > 0.0 { part * part.ln() } else { 0.0 };
    Some((2.0 * (-(expected / most) * (1.0 - part + log)).exp()).min(1.0))
}

/// The z-test of a mean that is known, or one for what is rare.
fn mean(values: &Histogram, known: f64) -> Option<f64> {
    let seen = Moments::of(values);
    let (mode, usual) = values.each().max_by_key(|(_, count)| *count)?;
    let (mean, variance) = (seen.mean()?, seen.variance()?);
    if seen.n - usual < LEAST_SEEN {
        return rare(values, mode, known);
    }
    Some(two_sided_normal((mean - known) / (variance / seen.n as f64).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_what_is_rare_are_not_taken_for_sure() {
        let of = |cells: &[u64], known: f64| mean(&Histogram { cells: cells.to_vec() }, known);
        // Ten were to come of 100,000, and none came; then 10,000 were.
        assert!(of(&[0, 100_000], 1.0001).expect("one-sided") > 1e-3);
        assert!(of(&[0, 100_000], 1.1).expect("one-sided") < 1e-100);
        assert!(of(&[99_988, 12], 0.0001).expect("one-sided") > 0.5);
        assert!(of(&[99_800, 200], 0.0001).expect("one-sided") < 1e-20);
        assert_eq!(of(&[100_000], 0.0), Some(1.0));
        assert_eq!(of(&[10, 99_980, 10], 1.0001), None);
        assert!(of(&[50_000, 50_000], 0.5).expect("a z-test") > 0.99);
        assert!(of(&[50_000, 50_000], 0.52).expect("a z-test") < 1e-20);
    }

    #[test]
    fn counts_like_their_probabilities_agree_and_others_do_not() {
        let law = [0.5, 0.3, 0.1999, 0.0001];
        let counts = |counts: [u64; 4]| law.into_iter().zip(counts).collect::<Vec<_>>();
        assert!(multinomial(counts([50_100, 29_900, 19_990, 10]), 100_000) > 0.5);
        assert!(multinomial(counts([51_100, 28_900, 19_990, 10]), 100_000) < 1e-10);
        // What no cell has: 0 expected, 100 seen.
        assert!(multinomial(counts([50_000, 30_000, 19_890, 10]), 100_000) < 1e-6);
        assert_eq!(multinomial(vec![(1.0, 1000)], 1000), 1.0);
        assert_eq!(multinomial(vec![(1.0, 900)], 1000), 0.0);
    }
}
