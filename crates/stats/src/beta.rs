//! The incomplete beta function and its inverse, accurate for the counts of long runs.
//!
//! Libraries usually stop the continued fraction after a fixed number of steps, which is wrong near
//! the mean beyond a hundred thousand observations, and compute its prefactor as a difference of
//! log-gammas, which loses digits as counts grow. Here the fraction runs until it converges (the
//! number of steps grows with the square root of the counts: 2,300 at 10^8), and the prefactor is
//! computed from deviances, which are small where the prefactor matters.

use core::f64::consts::TAU;

use statrs::function::gamma::ln_gamma;

/// A point of the unit interval with its complement, so that neither end loses digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The point x.
    pub x: f64,
    /// 1 - x.
    pub y: f64,
}

impl Unit {
    /// The point x.
    #[must_use]
    pub fn new(x: f64) -> Self {
        Self { x, y: 1.0 - x }
    }

    /// The point whose log-odds ln(x / (1 - x)) are `t`.
    #[must_use]
    pub fn from_log_odds(t: f64) -> Self {
        Self { x: 1.0 / (1.0 + (-t).exp()), y: 1.0 / (1.0 + t.exp()) }
    }
}

/// The two tails of the beta distribution with parameters a and b at x: I_x(a, b), the
/// regularised incomplete beta function, and its complement I_(1-x)(b, a). The smaller of the
/// two has full relative accuracy.
///
/// # Panics
///
/// If a or b is not positive, or x not in the unit interval.
#[must_use]
pub fn tails(a: f64, b: f64, at: Unit) -> (f64, f64) {
    assert!(a > 0.0 && b > 0.0, "a beta distribution has positive parameters");
    assert!((0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.y), "x is in the unit interval");
    if at.x == 0.0 {
        return (0.0, 1.0);
    }
    if at.y == 0.0 {
        return (1.0, 0.0);
    }
    let front = density_times_xy(a, b, at);
    // The fraction converges fast below the mean; above the mean, use the symmetry of the function.
    if at.x * (a + b + 2.0) < a + 1.0 {
        let lower = (front * fraction(a, b, at.x) / a).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (front * fraction(b, a, at.y) / b).min(1.0);
        (1.0 - upper, upper)
    }
}

/// The x at which I_x(a, b) = p, by bisection of the log-odds, to the last digits of x.
///
/// # Panics
///
/// If a or b is not positive, or p not strictly between 0 and 1.
#[must_use]
pub fn quantile(a: f64, b: f64, p: f64) -> Unit {
    assert!(p > 0.0 && p < 1.0, "a quantile is asked for at a probability between 0 and 1");
    // exp(-745) is the smallest positive float. Each step halves the bracket, so the loop ends
    // after about seventy steps, when no float lies between its ends.
    let (mut below, mut above) = (-745.0_f64, 745.0_f64);
    loop {
        let middle = (below + above) / 2.0;
        if middle <= below || middle >= above {
            return Unit::from_log_odds(middle);
        }
        let (lower, upper) = tails(a, b, Unit::from_log_odds(middle));
        let too_low = if p <= 0.5 { lower < p } else { upper > 1.0 - p };
        if too_low {
            below = middle;
        } else {
            above = middle;
        }
    }
}

/// x^a (1-x)^b / B(a, b), in the deviance form of C. Loader, "Fast and accurate computation of
/// binomial probabilities" (2000): the saddle point, its Stirling errors and two deviances.
fn density_times_xy(a: f64, b: f64, at: Unit) -> f64 {
    let n = a + b;
    let stirling = stirling_error(n) - stirling_error(a) - stirling_error(b);
    let deviance = deviance(a, n * at.x) + deviance(b, n * at.y);
    (stirling - deviance).exp() * (a / n * b / TAU).sqrt()
}

/// ln z! - ln(sqrt(2 pi z) (z/e)^z): the error of Stirling's formula.
fn stirling_error(z: f64) -> f64 {
    if z < 16.0 {
        return ln_gamma(z + 1.0) - (z + 0.5) * z.ln() + z - 0.5 * TAU.ln();
    }
    let zz = z * z;
    // The asymptotic series 1/12z - 1/360z^3 + 1/1260z^5 - ...: its sixth term is below 1e-16.
    (1.0 / 12.0
        - (1.0 / 360.0
            - (1.0 / 1260.0 - (1.0 / 1680.0 - (1.0 / 1188.0 - 691.0 / 360_360.0 / zz) / zz) / zz) / zz)
            / zz)
        / z
}

/// x ln(x/m) + m - x: the deviance of x from its mean m. Near the mean it is computed by a
/// series, since the formula subtracts almost equal numbers there.
fn deviance(x: f64, m: f64) -> f64 {
    let difference = x - m;
    if difference.abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = difference / (x + m);
    let mut sum = difference * v;
    let mut term = 2.0 * x * v;
    for j in 1..1000 {
        term *= v * v;
        let next = sum + term / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// The continued fraction of the incomplete beta function, by the method of Lentz as modified by
/// Thompson and Barnett (Press et al., "Numerical Recipes", 6.4), until it converges.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    // This bound is generous: 10^11 observations need a hundred thousand steps.
    const MOST_STEPS: u32 = 10_000_000;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..=MOST_STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        let factor = d * c;
        value *= factor;
        if (factor - 1.0).abs() <= 2.0 * f64::EPSILON {
            return value;
        }
    }
    unreachable!("the continued fraction of I_{x}({a}, {b}) did not converge");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn assert_close(found: f64, expected: f64, relative: f64) {
        assert!((found - expected).abs() <= relative * expected.abs(), "{found:e} is not {expected:e}");
    }

    #[test]
    fn a_symmetric_distribution_has_half_below_one_half_at_any_count() {
        for s in [0.5, 1.0, 7.0, 1e3, 1e5, 1e6, 1e7, 1e8, 1e9] {
            let (lower, upper) = tails(s, s, Unit::new(0.5));
            assert_close(lower, 0.5, 1e-10);
            assert_close(upper, 0.5, 1e-10);
        }
    }

    #[test]
    fn closed_forms_hold() {
        for x in [1e-9, 0.01, 0.3, 0.5, 0.9, 0.999] {
            let at = Unit::new(x);
            assert_close(tails(1.0, 1.0, at).0, x, 1e-14);
            assert_close(tails(3.0, 1.0, at).0, x.powi(3), 1e-13);
            assert_close(tails(1.0, 1e6, at).0, -(1e6 * (-x).ln_1p()).exp_m1(), 1e-9);
            // The arcsine distribution: I_x(1/2, 1/2) = 2/pi asin(sqrt x).
            assert_close(tails(0.5, 0.5, at).0, 2.0 / core::f64::consts::PI * x.sqrt().asin(), 1e-13);
        }
    }

    /// P(B >= k) for B binomial with n and 1/4 is I_(1/4)(k, n-k+1); the sum is over 4^n.
    #[test]
    fn binomial_tails_come_out_as_their_fractions() {
        let n = 30_u32;
        let mut choose = vec![1_u128];
        for k in 0..u128::from(n) {
            let last = choose[k as usize];
            choose.push(last * (u128::from(n) - k) / (k + 1));
        }
        for k in 1..=n {
            let ways: u128 = (k..=n).map(|j| choose[j as usize] * 3_u128.pow(n - j)).sum();
            let exact = ways as f64 / 4_u128.pow(n) as f64;
            assert_close(tails(f64::from(k), f64::from(n - k + 1), Unit::new(0.25)).0, exact, 1e-12);
        }
    }

    #[test]
    fn few_events_of_very_many_have_a_quantile() {
        // The binomial with 10^8 tries and x is the Poisson with 10^8 x but for 1 part in 10^8.
        let upper = quantile(4.0, 1e8 - 3.0, 0.975).x * 1e8;
        let poisson: f64 = (0..4).map(|j| upper.powi(j) / f64::from([1, 1, 2, 6][j as usize])).sum();
        assert_close(poisson * (-upper).exp(), 0.025, 1e-6);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_mirror_image_is_the_complement(a in 0.5..1e6_f64, b in 0.5..1e6_f64, t in -12.0..12.0_f64) {
            let at = Unit::from_log_odds(t);
            let (lower, upper) = tails(a, b, at);
            let (mirror_lower, mirror_upper) = tails(b, a, Unit { x: at.y, y: at.x });
            prop_assert!((lower - mirror_upper).abs() < 1e-11 && (upper - mirror_lower).abs() < 1e-11);
        }

        #[test]
        fn the_lower_tail_grows(a in 0.5..1e5_f64, b in 0.5..1e5_f64, t in -8.0..8.0_f64, step in 0.001..1.0_f64) {
            let left = tails(a, b, Unit::from_log_odds(t)).0;
            let right = tails(a, b, Unit::from_log_odds(t + step)).0;
            prop_assert!(left <= right + 1e-13);
        }

        #[test]
        fn the_quantile_undoes_the_tail(a in 0.5..1e6_f64, b in 0.5..1e6_f64, p in 0.001..0.999_f64) {
            let at = quantile(a, b, p);
            prop_assert!((tails(a, b, at).0 - p).abs() < 1e-9);
        }
    }
}
