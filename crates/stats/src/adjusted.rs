//! Means with known luck taken out: regression on control variates whose means are 0.
//!
//! Of a number y that is observed in every fight, and of accounts x of which the means are known to be 0, the mean
//! of y - b x is that of y for any b. With the b of least squares what is left varies least (Lavenberg and Welch
//! 1981); that b is taken from the same fights costs a bias of order 1/n and k degrees of freedom.

use crate::student;
use crate::{ALPHA, Interval, Z};

/// Fights for each account below which nothing is adjusted: the coefficients would be noise.
pub const FIGHTS_PER_ACCOUNT: u64 = 30;

/// The second moments of the accounts of a number of fights, solved once for all that is adjusted by them.
#[derive(Clone, Debug)]
pub struct Controls {
    n: u64,
    /// By account that is used: its place among all.
    used: Vec<usize>,
    /// By used account: what it was divided by, so that its variance is 1.
    scales: Vec<f64>,
    /// The lower Cholesky factor of the correlations of the used accounts, row by row.
    factor: Vec<Vec<f64>>,
}

/// A number over all fights of a run.
pub struct AllFights<'a> {
    /// The number of fights.
    pub fights: u64,
    /// Its mean.
    pub mean: f64,
    /// Its variance, that of one fight.
    pub variance: f64,
    /// The mean of each account.
    pub luck: &'a dyn Fn(usize) -> f64,
}

/// The same number in the fights that controls are of.
pub struct PartOfFights<'a> {
    /// Its variance over the fights, divided by their number.
    pub variance: f64,
    /// Its covariance with each account.
    pub covariance: &'a dyn Fn(usize) -> f64,
}

/// A pivot below this share of an account's variance is no account of its own: others make it up.
const LEAST_PIVOT: f64 = 1e-9;

/// A mean with luck taken out.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The share of the variance that the accounts explain, corrected for their number.
    pub explained: f64,
    /// By used account, in the order of [`Controls::used`]: what one point of it moves. None where each half of the
    /// fights has its own.
    pub slopes: Vec<f64>,
}

/// A number and the accounts in one half of the fights of a run, as means over them.
#[derive(Clone, Debug)]
pub struct Half {
    /// The number of fights.
    pub fights: u64,
    /// The mean of the number.
    pub mean: f64,
    /// The mean of its square.
    pub square: f64,
    /// By account: its mean.
    pub luck: Vec<f64>,
    /// By pair of accounts i >= j, in the order of rows: the mean of their product.
    pub products: Vec<f64>,
    /// By account: the mean of its product with the number.
    pub with_luck: Vec<f64>,
}

impl Half {
    fn product(&self, i: usize, j: usize) -> f64 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
    }

    /// By account: what one point of it moves, 0 of those that are not used.
    fn slopes(&self) -> Option<Vec<f64>> {
        // Both halves together need so many fights for each account.
        let luck = |i: usize| self.luck[i];
        let controls = Controls::new(2 * self.fights, self.luck.len(), luck, |i, j| self.product(i, j))?;
        let of_used = controls.slopes(|i| self.with_luck[i] - self.mean * self.luck[i]);
        let mut slopes = vec![0.0; self.luck.len()];
        controls.used.iter().zip(of_used).for_each(|(&account, slope)| slopes[account] = slope);
        Some(slopes)
    }

    /// The mean of what these slopes leave of the number, and the variance of one fight.
    fn left(&self, slopes: &[f64]) -> [f64; 2] {
        let each = || slopes.iter().enumerate().filter(|(_, slope)| **slope != 0.0);
        let mean = self.mean - each().map(|(i, slope)| slope * self.luck[i]).sum::<f64>();
        let of_account = |(i, slope): (usize, &f64)| {
            let of_all: f64 = each().map(|(j, other)| other * self.product(i, j)).sum();
            slope * (of_all - 2.0 * self.with_luck[i])
        };
        let square = self.square + each().map(of_account).sum::<f64>();
        let n = self.fights as f64;
        [mean, (square - mean * mean).max(0.0) * n / (n - 1.0)]
    }
}

/// The mean of a number with luck taken out of each half of the fights by the slopes of the other half (cross-fitting,
/// Chernozhukov and others 2018). These owe nothing to the fights that they are used on, so that the mean has no
/// bias and the error is that of what is left, in however few fights the accounts move.
/// `None` where nothing varies, or where there are too few fights for the accounts.
#[must_use]
pub fn adjust_halves(halves: &[Half; 2]) -> Option<Adjusted> {
    let [first, second] = halves;
    let left = [first.left(&second.slopes()?), second.left(&first.slopes()?)];
    let n = (first.fights + second.fights) as f64;
    let over_all = |of: [f64; 2]| (first.fights as f64 * of[0] + second.fights as f64 * of[1]) / n;
    let mean = over_all(left.map(|[mean, _]| mean));
    let error = (over_all(left.map(|[_, variance]| variance)) / n).sqrt();
    let reach = error * student::two_sided_point(ALPHA, n - 2.0);
    let plainly = over_all([first.mean, second.mean]);
    let variance = (over_all([first.square, second.square]) - plainly * plainly) * n / (n - 1.0);
    let plain = Z * (variance / n).sqrt();
    let interval = Interval { lo: mean - reach, hi: mean + reach };
    let explained = 1.0 - (reach / plain).powi(2);
    (variance > 0.0).then(|| Adjusted { mean, error, interval, explained, slopes: Vec::new() })
}

impl Controls {
    /// The controls of `n` fights: `moments` gives, for the places i and i, j of the accounts, the mean and the mean
    /// product. Accounts that never moved and those that others make up are left out. `None` where nothing is
    /// left, or where there are too few fights for what is.
    pub fn new(
        n: u64,
        n_accounts: usize,
        mean: impl Fn(usize) -> f64,
        product: impl Fn(usize, usize) -> f64,
    ) -> Option<Self> {
        Self::among(n, 0..n_accounts, mean, product)
    }

    /// The controls of `n` fights by these accounts alone.
    pub fn among(
        n: u64,
        accounts: impl IntoIterator<Item = usize>,
        mean: impl Fn(usize) -> f64,
        product: impl Fn(usize, usize) -> f64,
    ) -> Option<Self> {
        let (mut used, mut means, mut scales) = (Vec::new(), Vec::new(), Vec::new());
        let mut factor: Vec<Vec<f64>> = Vec::new();
        for account in accounts {
            let its_mean = mean(account);
            let variance = product(account, account) - its_mean * its_mean;
            if variance <= 0.0 {
                continue;
            }
            let scale = variance.sqrt();
            let mut row: Vec<f64> = Vec::with_capacity(used.len() + 1);
            for (j, &other) in used.iter().enumerate() {
                let covariance = product(account, other) - its_mean * means[j];
                let of_both: f64 = row.iter().zip(&factor[j]).map(|(a, b)| a * b).sum();
                row.push((covariance / (scale * scales[j]) - of_both) / factor[j][j]);
            }
            let pivot = 1.0 - row.iter().map(|a| a * a).sum::<f64>();
            if pivot > LEAST_PIVOT {
                row.push(pivot.sqrt());
                factor.push(row);
                used.push(account);
                means.push(its_mean);
                scales.push(scale);
            }
        }
        let is_enough = !used.is_empty() && n >= FIGHTS_PER_ACCOUNT * used.len() as u64;
        is_enough.then_some(Self { n, used, scales, factor })
    }

    /// The accounts that are used, by their places.
    #[must_use]
    pub fn used(&self) -> &[usize] {
        &self.used
    }

    /// The standard deviation of each used account.
    #[must_use]
    pub fn scales(&self) -> &[f64] {
        &self.scales
    }

    /// Of the covariances of a number with the used accounts: its standardized coordinates, whose squares add up
    /// to the variance that the accounts explain.
    fn coordinates(&self, covariance: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut out: Vec<f64> = Vec::with_capacity(self.used.len());
        for (i, &account) in self.used.iter().enumerate() {
            let of_both: f64 = out.iter().zip(&self.factor[i]).map(|(a, b)| a * b).sum();
            out.push((covariance(account) / self.scales[i] - of_both) / self.factor[i][i]);
        }
        out
    }

    /// The variance of a number that the accounts explain, of its covariance with each.
    #[must_use]
    pub fn explained(&self, covariance: impl Fn(usize) -> f64) -> f64 {
        self.coordinates(covariance).iter().map(|a| a * a).sum()
    }

    /// Returns the change of a number by one point of each used account, from its covariance with each.
    #[must_use]
    pub fn slopes(&self, covariance: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut slopes = self.coordinates(covariance);
        for i in (0..slopes.len()).rev() {
            slopes[i] /= self.factor[i][i];
            let solved = slopes[i];
            for (slope, above) in slopes[..i].iter_mut().zip(&self.factor[i]) {
                *slope -= above * solved;
            }
        }
        slopes.iter().zip(&self.scales).map(|(slope, scale)| slope / scale).collect()
    }

    /// The mean of a number over many fights with luck taken out, where these controls are those of a part of the fights
    /// that was not chosen by what came out. The slopes are those of the part, and so is the share that the accounts
    /// explain. `None` where nothing varies.
    #[must_use]
    pub fn adjust_all(&self, all: &AllFights, part: &PartOfFights) -> Option<Adjusted> {
        let (n, m, k) = (all.fights as f64, self.n as f64, self.used.len() as f64);
        let free = m - k - 1.0;
        if all.variance <= 0.0 || part.variance <= 0.0 || free < 1.0 {
            return None;
        }
        let slopes = self.slopes(part.covariance);
        let moved: f64 =
            slopes.iter().zip(&self.used).map(|(slope, &account)| slope * (all.luck)(account)).sum();
        let left_in_part = (part.variance - self.explained(part.covariance)).max(0.0) / part.variance;
        let left = all.variance * left_in_part * (m - 1.0) / free;
        // The slopes of fewer fights are known less well.
        let error = (left * (1.0 / n + self.explained(all.luck) / m)).sqrt();
        let reach = error * student::two_sided_point(ALPHA, free);
        let adjusted = all.mean - moved;
        let plain = Z * (all.variance / n).sqrt();
        let interval = Interval { lo: adjusted - reach, hi: adjusted + reach };
        Some(Adjusted { mean: adjusted, error, interval, explained: 1.0 - (reach / plain).powi(2), slopes })
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    const ACCOUNTS: usize = 4;

    /// The luck of an account in a pair that differs, by eighths.
    const LUCK: [f64; 8] = [-3.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 3.0];

    /// The result of a pair that differs: it does, too, unless luck was good.
    fn result(luck: [f64; ACCOUNTS]) -> f64 {
        if luck.iter().sum::<f64>() < 2.0 { -1.0 } else { 0.0 }
    }

    /// The means over pairs of fights of which one in ten differs.
    fn half(pairs: u64, dice: &mut Pcg64) -> Half {
        let (luck, products) = (vec![0.0; ACCOUNTS], vec![0.0; ACCOUNTS * (ACCOUNTS + 1) / 2]);
        let mut half =
            Half { fights: pairs, mean: 0.0, square: 0.0, with_luck: luck.clone(), luck, products };
        let one = 1.0 / pairs as f64;
        for _ in 0..pairs {
            if !dice.next_u64().is_multiple_of(10) {
                continue;
            }
            let luck: [f64; ACCOUNTS] = core::array::from_fn(|_| LUCK[(dice.next_u64() >> 61) as usize]);
            let result = result(luck);
            half.mean += one * result;
            half.square += one * result * result;
            let mut products = half.products.iter_mut();
            for (i, mine) in luck.iter().enumerate() {
                half.luck[i] += one * mine;
                half.with_luck[i] += one * mine * result;
                luck[..=i].iter().zip(&mut products).for_each(|(other, sum)| *sum += one * mine * other);
            }
        }
        half
    }

    /// Where accounts differ in few pairs, those that end otherwise, slopes of the same pairs have a bias: of half a
    /// standard error with these 400 pairs, so that 86 intervals in a hundred hold the truth.
    #[test]
    fn slopes_of_the_other_half_have_no_bias() {
        const RUNS: u64 = 2_000;
        let ways = 8_usize.pow(ACCOUNTS as u32);
        let way = |way: usize| result(core::array::from_fn(|i| LUCK[way >> (3 * i) & 7]));
        let truth = 0.1 * (0..ways).map(way).sum::<f64>() / ways as f64;
        let mut dice = Pcg64::seed_from_u64(3);
        let (mut sum, mut squares, mut held) = (0.0, 0.0, 0_u64);
        for _ in 0..RUNS {
            let halves = core::array::from_fn(|_| half(200, &mut dice));
            let adjusted = adjust_halves(&halves).expect("enough pairs");
            let error = adjusted.mean - truth;
            sum += error;
            squares += error * error;
            held += u64::from(adjusted.interval.has(truth));
        }
        let n = RUNS as f64;
        let (bias, deviation) = (sum / n, (squares / n).sqrt());
        assert!(bias.abs() < 4.0 * deviation / n.sqrt(), "{bias} off, each {deviation}");
        assert!(held as f64 > 0.91 * n, "{held} of {RUNS} intervals hold the truth");
    }
}
