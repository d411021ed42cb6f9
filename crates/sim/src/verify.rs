//! Whether a sampled run agrees with the exact answer.
//!
//! Tested are the rounds and outcomes in which fights end, for every unit the round, activation
//! and cause of the first strike of each clock, and the means of counts. All tests of a run are
//! one family, adjusted by Holm; a run of right rules fails one run in a million.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::exact::ExactReport;
use crate::rows::Tables;
use crate::stats::Moments;
use crate::stats::difference::two_sided_normal;
use crate::stats::family::holm;
use crate::totals::{About, MetricTotals, Totals};

/// The probability that a run of right rules is called wrong.
pub const ALPHA: f64 = 1e-6;

/// Cells expected less often are put together.
const LEAST_EXPECTED: f64 = 10.0;

/// The means of counts are tested from this many fights on in which there was something to count.
const LEAST_SEEN: u64 = 1_000;

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What was compared.
    pub what: String,
    /// The chance of so large a difference where there is none.
    pub p: f64,
    /// The same, adjusted for the number of tests.
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
                && let Some(p) = mean(Moments::of(values), values.cells.first().copied(), row.mean)
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

/// The z-test of a mean that is known; none where there is too little to count.
fn mean(seen: Moments, zeros: Option<u64>, known: f64) -> Option<f64> {
    if seen.n - zeros.unwrap_or(0) < LEAST_SEEN {
        return None;
    }
    let (mean, variance) = (seen.mean()?, seen.variance()?);
    if variance == 0.0 {
        return Some(if (mean - known).abs() <= 1e-9 * known.abs() { 1.0 } else { 0.0 });
    }
    Some(two_sided_normal((mean - known) / (variance / seen.n as f64).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
