//! Shares of the variance that numbers cause.

use super::Index;
use crate::stats::Interval;
use crate::stats::fieller::Pairs;

/// The shares of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Of the variance, what the number causes by itself.
    pub first: Index,
    /// The share of the variance that it causes together with all others: the total index.
    pub total: Index,
    /// The noise floor: the amount that luck would add to the total if it were not taken out.
    pub noise: f64,
}

/// The range of a share, which is a part of the variance.
const PART: Interval = Interval { lo: 0.0, hi: 1.0 };

/// The shares of each of `n` numbers; `None` with fewer than two rows, or where no number changes the metric.
/// `rows` has the values of a metric at the combinations of each row; `unseen` is the least error of
/// the mean of a product of two halves, for what so many fights may not have shown.
pub(super) fn shares(rows: &[Vec<[f64; 2]>], n: usize, unseen: f64) -> Vec<Option<Shares>> {
    if rows.len() < 2 {
        return vec![None; n];
    }
    let by_row = parts(rows, n);
    let variance = by_row.iter().map(|(variance, _)| variance).sum::<f64>() / rows.len() as f64;
    if variance <= 0.0 {
        return vec![None; n];
    }
    let index = |number: usize, at: usize| {
        let pairs: Vec<[f64; 2]> =
            by_row.iter().map(|(variance, parts)| [parts[number][at], *variance]).collect();
        let pairs = Pairs::of(&pairs);
        Index { value: pairs.ratio(), within: pairs.interval(PART, unseen) }
    };
    let luck = |number: usize| {
        let of_row = |row: &Vec<[f64; 2]>| {
            let [first, second] = [0, 1].map(|half| row[0][half] - row[2 + number][half]);
            (first - second) * (first - second) / 8.0
        };
        rows.iter().map(of_row).sum::<f64>() / rows.len() as f64 / variance
    };
    let share = |number: usize| {
        Some(Shares { first: index(number, 0), total: index(number, 1), noise: luck(number) })
    };
    (0..n).map(share).collect()
}

/// By row what it says of the variance over all combinations, and of the parts of each number in it, by itself
/// and in total. Products of the two halves take the place of squares.
fn parts(rows: &[Vec<[f64; 2]>], n: usize) -> Vec<(f64, Vec<[f64; 2]>)> {
    let count = rows.len() as f64;
    let mean = |half: usize| rows.iter().map(|row| row[0][half] + row[1][half]).sum::<f64>() / (2.0 * count);
    let means = [0, 1].map(mean);
    // A variance about the mean of the same numbers is too small by this.
    let more = 2.0 * count / (2.0 * count - 1.0);
    let of_row = |row: &Vec<[f64; 2]>| {
        let [a, b, mixed @ ..] = &row[..] else { unreachable!("a row has A and B") };
        let apart = |of: &[f64; 2]| (of[0] - means[0]) * (of[1] - means[1]);
        let variance = more * (apart(a) + apart(b)) / 2.0;
        let of_number = |with: &[f64; 2]| {
            // Saltelli and others 2010, table 2, (b) for the first order and (f) for the total.
            let of = |x: usize, y: usize| (b[x] - means[x]) * (with[y] - a[y]);
            [(of(0, 1) + of(1, 0)) / 2.0, (a[0] - with[0]) * (a[1] - with[1]) / 2.0]
        };
        (variance, mixed.iter().take(n).map(of_number).collect())
    };
    rows.iter().map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::design::{Draws, rows_of_sobol};
    use super::*;

    /// A function of three numbers with three values each: `4 x + 2 y + 3 x z`, of x, y, z in -1, 0, 1.
    fn function(levels: &[usize]) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|at| levels[at] as f64 - 1.0);
        4.0 * x + 2.0 * y + 3.0 * x * z
    }

    /// Each of x, y, z has the variance 2/3, and x z has 4/9: the parts are 16 · 2/3, 4 · 2/3 and 9 · 4/9 of
    /// 52/3. The last belongs to x and z together.
    const FIRST: [f64; 3] = [32.0 / 52.0, 8.0 / 52.0, 0.0];
    const TOTAL: [f64; 3] = [44.0 / 52.0, 8.0 / 52.0, 12.0 / 52.0];

    /// The shares from values with an error of the given size in each half.
    fn sampled(seed: u64, error: f64) -> Vec<Shares> {
        let mut draws = Draws::new(seed, 99);
        let mut luck = move || error * (draws.below(3) as f64 - 1.0);
        let rows = rows_of_sobol(&[3; 3], 600, seed);
        let value = |levels: &[usize], luck: &mut dyn FnMut() -> f64| {
            [function(levels) + luck(), function(levels) + luck()]
        };
        let values: Vec<Vec<[f64; 2]>> =
            rows.iter().map(|row| row.iter().map(|levels| value(levels, &mut luck)).collect()).collect();
        shares(&values, 3, 0.0).into_iter().map(|it| it.expect("shares")).collect()
    }

    #[test]
    fn a_function_with_known_shares_has_them_within_the_intervals() {
        // Of 100 seeds 5 may miss, and 15 or more with a probability of 1e-4 (a binomial distribution).
        let mut missed = [[0; 2]; 3];
        for seed in 0..100 {
            for (number, it) in sampled(seed, 0.0).iter().enumerate() {
                missed[number][0] += u32::from(!it.first.within.has(FIRST[number]));
                missed[number][1] += u32::from(!it.total.within.has(TOTAL[number]));
                assert!(it.noise == 0.0, "{it:?}");
            }
        }
        eprintln!("{missed:?} of 100 missed");
        assert!(missed.iter().flatten().all(|&missed| missed < 15), "{missed:?}");
    }

    #[test]
    fn luck_as_large_as_the_function_moves_no_share() {
        // The luck of a half has the variance 2/3 · 36 = 24, more than the 52/3 of the function. The means over
        // 100 seeds have standard errors that come from the seeds themselves.
        let all: Vec<Vec<Shares>> = (0..100).map(|seed| sampled(seed, 6.0)).collect();
        for number in 0..3 {
            for (expected, of) in [
                (FIRST[number], Box::new(|it: &Shares| it.first.value) as Box<dyn Fn(&Shares) -> f64>),
                (TOTAL[number], Box::new(|it: &Shares| it.total.value)),
            ] {
                let values: Vec<f64> = all.iter().map(|it| of(&it[number])).collect();
                let mean = values.iter().sum::<f64>() / 100.0;
                let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 99.0;
                // A ratio of estimates is biased by a little, which is less than two standard errors here; a
                // standard normal number is beyond 4 with a probability of 6e-5.
                let error = (variance / 100.0).sqrt();
                assert!((mean - expected).abs() < 6.0 * error, "{number}: {mean} ± {error}, not {expected}");
            }
            // Squares would have added half of the luck of two combinations: 24 / 2 of 52/3.
            let noise = all.iter().map(|it| it[number].noise).sum::<f64>() / 100.0;
            assert!((noise - 12.0 / (52.0 / 3.0)).abs() < 0.1, "{noise}");
        }
    }
}
