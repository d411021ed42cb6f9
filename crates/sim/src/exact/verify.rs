//! Whether a sampled run agrees with the exact answer.
//!
//! Tested are the rounds and outcomes in which fights end, for every unit the round, activation
//! and cause of the first strike of each clock, and the means of counts, ratios and values, with the
//! fight as the unit. All tests of a run are one family, adjusted by Holm; a run of right rules fails
//! one run in a million.

use fray_engine::roster::SideId;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::exact::ExactReport;
use crate::exact::report::MetricRow;
use crate::stats::FightSums;
use crate::stats::difference::two_sided_normal;
use crate::stats::family::holm;
use crate::tables::rows::{COMMON, MeasuredAs, MeasuredOf, Tables};
use crate::totals::{About, Histogram, Totals};

/// The probability that a run of right rules is called wrong.
pub const ALPHA: f64 = 1e-6;

/// Cells expected less often are put together.
const LEAST_EXPECTED: f64 = 10.0;

/// Fights that must carry the variation of a metric for a test by the normal distribution: of what
/// is rarer the variance that was seen says too little.
const LEAST_SEEN: u64 = 1_000;

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The compared quantity, in words.
    pub what: String,
    /// The chance of so large a difference where there is none.
    pub p: f64,
    /// The p-value, adjusted for the number of tests.
    pub p_holm: f64,
}

/// The result of comparing the exact answer with sampled fights.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The tests, the worst first.
    pub tests: Vec<Test>,
}

impl Verified {
    /// Returns whether the run agrees.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.tests.iter().all(|test| test.p_holm > ALPHA)
    }
}

/// Holds a run against the exact answer of the same scenario.
#[must_use]
pub fn verify(about: &About, totals: &Totals, tables: &Tables, exact: &ExactReport) -> Verified {
    let n = totals.fights;
    // Fights may have gone where the exact answer did not look: what is known of them is an interval.
    let unseen = exact.residual * n as f64;
    let mut tests = vec![("rounds and outcomes".to_owned(), rounds(tables, exact, n, unseen))];
    for (_, unit) in about.roster.each() {
        let side = about.roster.sides[unit.side.idx()].name.as_str();
        for clock in about.clocks {
            let what = format!("first {} of {side}/{}", clock.name, unit.name);
            tests.push((what, first(tables, exact, (side, &unit.name, clock.name), n, unseen)));
        }
    }
    let sides = about.roster.sides.iter().enumerate().filter(|(_, side)| side.units.len() > 1);
    for (at, side) in sides {
        let of = MeasuredOf::Side(SideId(at as u8));
        tests.extend(means((about, totals, exact), of, (&side.name, None)));
    }
    for (id, unit) in about.roster.each() {
        let side = about.roster.side(unit.side);
        tests.extend(means((about, totals, exact), MeasuredOf::Unit(id), (side, Some(&unit.name))));
    }
    let adjusted = holm(&tests.iter().map(|test| test.1).collect::<Vec<f64>>());
    let tests = tests.into_iter().zip(adjusted);
    let mut tests: Vec<Test> = tests.map(|((what, p), p_holm)| Test { what, p, p_holm }).collect();
    tests.sort_by(|a, b| a.p.total_cmp(&b.p));
    Verified { tests }
}

/// The tests of the means of one side or unit.
fn means(
    (about, totals, exact): (&About, &Totals, &ExactReport),
    of: MeasuredOf,
    (side, unit): (&str, Option<&str>),
) -> Vec<(String, f64)> {
    let metrics = about.metrics.iter().enumerate();
    let declared = metrics.filter_map(|(at, info)| Some((info.name, of.metric(about, totals, at)?)));
    let common = COMMON.iter().map(|info| info.name).zip(of.common(about, totals));
    let unseen = exact.residual * totals.fights as f64;
    let mut tests = Vec::new();
    for (name, seen) in declared.chain(common).filter(|(name, _)| !exact.left_out.contains(name)) {
        let is = |row: &&MetricRow| row.side == side && row.unit.as_deref() == unit && row.metric == name;
        // A row that is left out is 0.
        let known = exact.metrics.iter().find(is).map_or(0.0, |row| row.mean);
        let p = match seen.kind {
            MeasuredAs::Count => mean(&seen.values, seen.largest, known, unseen),
            MeasuredAs::Ratio => ratio(&seen.by_fight, known, unseen),
            MeasuredAs::Value => value(&seen.by_fight, &seen.values, seen.largest, known, unseen),
        };
        let whom = unit.map_or_else(|| side.to_owned(), |unit| format!("{side}/{unit}"));
        tests.extend(p.map(|p| (format!("mean {name} of {whom}"), p)));
    }
    tests
}

/// Returns the expected value that is nearest to the seen one within reach of the fights of which the exact
/// answer knows nothing: `unseen` of them, each of which adds or takes `most`.
fn nearest(seen: f64, expected: f64, unseen: f64, most: f64) -> f64 {
    expected + (seen - expected).clamp(-unseen * most, unseen * most)
}

fn rounds(tables: &Tables, exact: &ExactReport, n: u64, unseen: f64) -> f64 {
    let cells = exact.rounds.iter().map(|row| {
        let same = tables.rounds.iter().filter(|other| {
            other.round == u64::from(row.round)
                && other.outcome == row.outcome
                && other.side == row.side.as_deref()
        });
        (row.p, same.map(|other| other.count).sum())
    });
    multinomial(cells.collect(), n, unseen)
}

fn first(tables: &Tables, exact: &ExactReport, of: (&str, &str, &str), n: u64, unseen: f64) -> f64 {
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
    multinomial(cells.collect(), n, unseen)
}

/// Pearson's chi-square of counts with known probabilities, each with or without the share that the exact
/// answer left out. Values that are expected too rarely, that no cell has, or that the exact answer left out,
/// are one cell.
fn multinomial(cells: Vec<(f64, u64)>, n: u64, unseen: f64) -> f64 {
    let is_usual = |cell: &(f64, u64)| cell.0 * n as f64 >= LEAST_EXPECTED;
    let mut usual: Vec<(f64, u64)> = cells.into_iter().filter(is_usual).collect();
    let (p, seen) = usual.iter().fold((0.0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let rest = ((1.0 - p).max(0.0), n - seen);
    if rest.0 * n as f64 >= LEAST_EXPECTED {
        usual.push(rest);
    } else if (rest.1 as f64) >= 4.0 * LEAST_EXPECTED {
        // Expected ten times at most and seen forty times or more.
        let seen = rest.1 as f64;
        return rare_sum(seen, nearest(seen, rest.0 * n as f64, unseen, 1.0), 1.0);
    } else if let Some(last) = usual.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    if usual.len() < 2 {
        return 1.0;
    }
    let term = |&(p, count): &(f64, u64)| {
        let (count, expected) = (count as f64, p * n as f64);
        (count - nearest(count, expected, unseen, 1.0)).powi(2) / expected
    };
    let statistic: f64 = usual.iter().map(term).sum();
    ChiSquared::new((usual.len() - 1) as f64).map_or(1.0, |distribution| distribution.sf(statistic))
}

/// The test of a sum of values that are nearly always `mode`, by the [bound](rare_sum) on the sum of what
/// they are beside it. None where they lie on both sides of it, or where nothing is known of how far off
/// the next may be: no largest value, and hardly any that was seen.
fn rare(values: &Histogram, mode: u64, largest: Option<u64>, known: f64, unseen: f64) -> Option<f64> {
    let n = values.n() as f64;
    let expected = n * (known - mode as f64);
    let off = || values.each().map(|(value, count)| (value as f64 - mode as f64, count as f64));
    let is_one_sided = off().all(|(off, _)| off * expected >= 0.0);
    // A mean that is the usual value may be one of values on both sides that are equally rare.
    let is_usual = mode > 0 && (known - mode as f64).abs() < 1e-9;
    if !is_one_sided || is_usual {
        return None;
    }
    let furthest = off().fold(1.0_f64, |most, (off, _)| most.max(off.abs()));
    let n_off: f64 = off().filter(|(off, _)| *off != 0.0).map(|(_, count)| count).sum();
    let most = match largest {
        _ if expected < 0.0 => mode as f64,
        Some(largest) => largest.saturating_sub(mode) as f64,
        None if n_off >= SCALED => 4.0 * furthest,
        None => return None,
    };
    let seen: f64 = off().map(|(off, count)| off.abs() * count).sum();
    let most = most.max(furthest);
    Some(rare_sum(seen, nearest(seen, expected.abs(), unseen, most), most))
}

/// Values beside the usual one that say how large the next may be.
const SCALED: f64 = 50.0;

/// The chance of a sum of rare events as far from the expected one as `seen`, each event at most
/// `most`: Bennett's bound (1962).
fn rare_sum(seen: f64, expected: f64, most: f64) -> f64 {
    if expected == 0.0 {
        return f64::from(u8::from(seen == 0.0));
    }
    let part = seen / expected;
    let log = if part > 0.0 { part * part.ln() } else { 0.0 };
    (2.0 * (-(expected / most) * (1.0 - part + log)).exp()).min(1.0)
}

/// The test of a ratio of sums over fights that is known: by the normal distribution, or where few
/// fights carry the successes, the failures or their variation, [Bennett's bound](rare_sum) on the
/// rarer of them.
fn ratio(sums: &FightSums, known: f64, unseen: f64) -> Option<f64> {
    if sums.tries == 0 {
        return None;
    }
    let failures = sums.failures();
    let carriers = |of: &FightSums| (of.sum as f64).powi(2) / (of.squares as f64).max(1.0);
    if carriers(sums).min(carriers(&failures)) >= LEAST_SEEN as f64
        && let Some(p) = carried(sums, known, known.max(1.0 - known), unseen)
    {
        return Some(p);
    }
    let (rarer, known) = if sums.sum <= failures.sum { (sums, known) } else { (&failures, 1.0 - known) };
    // The last bits of a probability of 1 are not known.
    let expected = if known < 1e-12 { 0.0 } else { known * sums.tries as f64 };
    let (seen, most) = (rarer.sum as f64, 2.0 * sums.most_tries as f64);
    Some(rare_sum(seen, nearest(seen, expected, unseen, most), most))
}

/// The test of a mean over observations that is known. Where every fight has one, as of any other value
/// of fights; else by the normal distribution, if fights enough carry its variation.
fn value(sums: &FightSums, values: &Histogram, largest: Option<u64>, known: f64, unseen: f64) -> Option<f64> {
    if sums.most_tries <= 1 {
        return mean(values, largest, known, unseen);
    }
    let mut seen = values.each().map(|(value, _)| value as f64);
    let least = seen.next()?;
    let furthest = (known - least).max(seen.next_back().unwrap_or(least) - known);
    carried(sums, known, furthest, unseen).or_else(|| {
        // Of values that are hardly ever above 0 each fight has a sum, at most of its tries.
        let most = (sums.most_tries as f64 * 2.0) * largest? as f64;
        let expected = known * sums.tries as f64;
        let seen = sums.sum as f64;
        (seen == 0.0 || expected == 0.0).then(|| rare_sum(seen, nearest(seen, expected, unseen, most), most))
    })
}

/// Differences that are the rounding of an exact mean, as a part of the sum.
const ROUNDING: f64 = 1e-9;

/// The z-test of a ratio of sums over fights that is known: each fight's y - r n has mean 0. `furthest`
/// is the largest that y / n - r may be in a fight. None where too few fights carry the variation.
fn carried(sums: &FightSums, known: f64, furthest: f64, unseen: f64) -> Option<f64> {
    let [squares, products, tries] = [sums.squares, sums.products, sums.tries_squared].map(|sum| sum as f64);
    let variance = squares - 2.0 * known * products + known * known * tries;
    let (sum, expected) = (sums.sum as f64, known * sums.tries as f64);
    if (sum - expected).abs() <= ROUNDING * sum.max(expected) {
        return Some(1.0);
    }
    let furthest = sums.most_tries as f64 * furthest;
    let least = (LEAST_SEEN as f64 * furthest * furthest).max(ROUNDING * squares);
    // What is far from its mean in the same way in every fight has no variation that says anything.
    let is_carried = sums.scatter() >= least && variance > 0.0;
    let expected = nearest(sum, expected, unseen, furthest);
    is_carried.then(|| two_sided_normal((sum - expected) / variance.sqrt()))
}

/// The test of the mean of values, one a fight, that is known, or one for what is rare.
fn mean(values: &Histogram, largest: Option<u64>, known: f64, unseen: f64) -> Option<f64> {
    let (mode, _) = values.each().max_by_key(|(_, count)| *count)?;
    let mut seen = values.each().map(|(value, _)| value as f64);
    let least = seen.next()?;
    let furthest = (known - least).max(seen.next_back().unwrap_or(least) - known);
    carried(&FightSums::of_counts(values), known, furthest, unseen)
        .or_else(|| rare(values, mode, largest, known, unseen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_what_is_rare_are_not_taken_for_sure() {
        let of = |cells: &[u64], known: f64| mean(&Histogram::of_cells(cells), Some(2), known, 0.0);
        // Five were to come of 100,000, and none came; then 10,000 were.
        assert!(of(&[0, 100_000], 1.00005).expect("one-sided") > 1e-3);
        assert!(of(&[0, 100_000], 1.1).expect("one-sided") < 1e-100);
        assert!(of(&[99_988, 12], 0.0001).expect("one-sided") > 0.5);
        assert!(of(&[99_800, 200], 0.0001).expect("one-sided") < 1e-20);
        assert_eq!(of(&[100_000], 0.0), Some(1.0));
        assert_eq!(of(&[10, 99_980, 10], 1.0001), None);
        assert!(of(&[50_000, 50_000], 0.5).expect("a z-test") > 0.99);
        assert!(of(&[50_000, 50_000], 0.52).expect("a z-test") < 1e-20);
    }

    /// One fight in 10,000 has 5,000 of it: that a thousand have none is no wonder.
    #[test]
    fn nothing_seen_of_what_is_rare_and_large_is_no_difference() {
        let none = Histogram::of_cells(&[1_000]);
        assert_eq!(mean(&none, None, 0.5, 0.0), None, "how much it may be is not known");
        assert!(mean(&none, Some(5_000), 0.5, 0.0).expect("a bound") > 0.5);
        assert!(mean(&none, Some(5), 0.5, 0.0).expect("a bound") < 1e-30);
        let mut sums = FightSums::default();
        sums.add_equal(1_000, 0, 1);
        // A sum of 0 with a mean of 4e-8 is what one expects.
        assert!(value(&sums, &none, Some(1), 4e-8, 0.0).expect("a bound") > 0.99);
        sums.add_equal(1_000, 0, 3);
        assert!(value(&sums, &Histogram::of_cells(&[4_000]), Some(1), 4e-8, 0.0).expect("a bound") > 0.99);
        assert!(value(&sums, &Histogram::of_cells(&[4_000]), Some(1), 0.5, 0.0).expect("a bound") < 1e-30);
    }

    /// The value that is the same in every fight differs from its mean only by the rounding of the mean.
    #[test]
    fn values_without_variance_are_compared_up_to_rounding() {
        let mut sums = FightSums::default();
        sums.add_equal(1_000, 3, 4);
        for known in [0.75, 0.75 - 1e-15, 0.75 + 1e-15, 0.75 + 1e-11] {
            assert!(ratio(&sums, known, 0.0).expect("tries") > 0.99, "{known}");
        }
        assert!(ratio(&sums, 0.5, 0.0).expect("tries") < 1e-10);
        let same = [(7, 1_000)].into_iter().collect();
        for known in [7.0, 7.0 - 1e-14, 7.0 + 1e-14] {
            assert_eq!(mean(&same, None, known, 0.0), Some(1.0), "{known}");
        }
        assert!(mean(&same, Some(9), 8.0, 0.0).expect("a bound") < 1e-10);
    }

    #[test]
    fn ratios_are_tested_over_fights_and_rare_ones_by_their_bound() {
        let of = |fights: &[(u64, u64, u64)], known: f64| {
            let mut sums = FightSums::default();
            fights.iter().for_each(|&(fights, sum, tries)| sums.add_equal(fights, sum, tries));
            ratio(&sums, known, 0.0)
        };
        // All ten tries of a fight go alike: half of the fights or 51 % of them is no difference.
        let alike = [(5_100, 10, 10), (4_900, 0, 10)];
        assert!(of(&alike, 0.5).expect("tries") > 0.04);
        let apart = [(51_000, 1, 1), (49_000, 0, 1)];
        assert!(of(&apart, 0.5).expect("tries") < 1e-8);
        assert!(of(&[(10_000, 0, 1)], 0.001).expect("tries") > 1e-3);
        assert!(of(&[(10_000, 0, 1)], 0.1).expect("tries") < 1e-50);
        assert!(of(&[(10_000, 1, 1)], 0.9).expect("tries") < 1e-50);
        assert_eq!(of(&[(10_000, 1, 1)], 1.0), Some(1.0));
        assert_eq!(of(&[(9_999, 0, 1), (1, 1, 1)], 0.0), Some(0.0), "what cannot be was seen");
        assert_eq!(of(&[], 0.5), None);
    }

    #[test]
    fn counts_like_their_probabilities_agree_and_others_do_not() {
        let distribution = [0.5, 0.3, 0.1999, 0.0001];
        let counts = |counts: [u64; 4]| distribution.into_iter().zip(counts).collect::<Vec<_>>();
        assert!(multinomial(counts([50_100, 29_900, 19_990, 10]), 100_000, 0.0) > 0.5);
        assert!(multinomial(counts([51_100, 28_900, 19_990, 10]), 100_000, 0.0) < 1e-10);
        // What no cell has: 0 expected, 100 seen.
        assert!(multinomial(counts([50_000, 30_000, 19_890, 10]), 100_000, 0.0) < 1e-6);
        assert_eq!(multinomial(vec![(1.0, 1000)], 1000, 0.0), 1.0);
        assert_eq!(multinomial(vec![(1.0, 900)], 1000, 0.0), 0.0);
    }

    /// A thousandth of the fights is not known: what differs by that much agrees, and nothing else does. A residual
    /// of almost nothing hides nothing.
    #[test]
    fn what_the_exact_answer_left_out_may_be_anything_and_no_more() {
        let n = 1_000_000;
        let rounds =
            |second: u64, unseen: f64| multinomial(vec![(0.5, n - second), (0.499, second)], n, unseen);
        assert!(rounds(500_000, 1_000.0) > 0.01, "all of it in the second round");
        assert!(rounds(510_000, 1_000.0) < 1e-20);
        assert!(rounds(502_500, 0.0) < 1e-6);
        let halves = |ones: u64, unseen: f64| {
            mean(&Histogram::of_cells(&[n - ones, ones]), Some(1), 0.5, unseen).expect("a test")
        };
        assert!(halves(501_500, 1_000.0) > 0.01 && halves(498_500, 1_000.0) > 0.01);
        assert!(halves(510_000, 1_000.0) < 1e-20);
        assert!(halves(510_000, 1e-7) < 1e-80);
        // One fight of what should never be: as likely as it lies where nobody looked.
        let never =
            |unseen: f64| ratio(&FightSums::of_counts(&Histogram::of_cells(&[n - 1, 1])), 0.0, unseen);
        assert_eq!(never(0.0), Some(0.0));
        assert!(never(1e-9).is_some_and(|p| (1e-10..1e-3).contains(&p)), "{:?}", never(1e-9));
        assert!(never(1.0).is_some_and(|p| p > 0.05));
    }
}
