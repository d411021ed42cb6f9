//! Standard deviations and variances of few observations that need not be normal.

use super::{Interval, Z};

/// A variance with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variance {
    /// The estimate.
    pub value: f64,
    /// The interval.
    pub within: Interval,
}

/// The variance of these observations with its 95 % interval: D. G. Bonett, "Approximate confidence interval
/// for standard deviation of nonnormal distributions" (2006). The error of the logarithm is that of the
/// kurtosis about a trimmed mean. `None` for fewer than four observations.
#[must_use]
pub fn variance(all: &[f64]) -> Option<Variance> {
    if all.len() < 4 {
        return None;
    }
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let squares: f64 = all.iter().map(|value| (value - mean).powi(2)).sum();
    let value = squares / (n - 1.0);
    if squares == 0.0 {
        return Some(Variance { value, within: Interval { lo: 0.0, hi: 0.0 } });
    }
    let middle = trimmed_mean(all);
    let fourths: f64 = all.iter().map(|value| (value - middle).powi(4)).sum();
    let kurtosis = n * fourths / (squares * squares);
    let error = ((kurtosis - (n - 3.0) / n).max(0.0) / (n - 1.0)).sqrt();
    let small = n / (n - Z);
    let end = |sign: f64| small * value * (sign * Z * small * error).exp();
    Some(Variance { value, within: Interval { lo: end(-1.0), hi: end(1.0) } })
}

/// The difference of two variances, the first less the second, of independent samples: its interval adds the
/// squares of the distances of both (Zou and Donner, "Construction of confidence limits about effect
/// measures", 2008).
#[must_use]
pub fn difference(a: Variance, b: Variance) -> Variance {
    let below = (a.value - a.within.lo).hypot(b.within.hi - b.value);
    let above = (a.within.hi - a.value).hypot(b.value - b.within.lo);
    let value = a.value - b.value;
    Variance { value, within: Interval { lo: value - below, hi: value + above } }
}

/// The mean without the share 1 / (2 √(n - 4)) of the observations at each end.
fn trimmed_mean(all: &[f64]) -> f64 {
    let n = all.len() as f64;
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    let share = if n > 5.0 { 0.5 / (n - 4.0).sqrt() } else { 0.0 };
    let cut = ((share * n) as usize).min((sorted.len() - 1) / 2);
    let kept = &sorted[cut..sorted.len() - cut];
    kept.iter().sum::<f64>() / kept.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: of 1 to 9 the variance is 7.5, the trimmed mean 5, the sum of fourth powers 708; the
    /// kurtosis 9 · 708 / 3600 = 1.77, the error √((1.77 - 2/3) / 8) = 0.371371, c = 9 / 7.040036 = 1.278403.
    #[test]
    fn a_variance_has_the_interval_of_bonett() {
        let all: Vec<f64> = (1..=9).map(f64::from).collect();
        let found = variance(&all).expect("enough");
        assert!((found.value - 7.5).abs() < 1e-12);
        let width = 1.959_963_985 * 1.278_403 * 0.371_371;
        assert!((found.within.hi - 9.588_02 * f64::exp(width)).abs() < 1e-3, "{found:?}");
        assert!((found.within.lo - 9.588_02 * f64::exp(-width)).abs() < 1e-3, "{found:?}");
        assert_eq!(variance(&[1.0, 2.0, 3.0]), None);
    }
}
