//! Fisher's exact test and the exact binomial test, by direct summation.

use super::Rate;
use super::difference::two_sided_normal;

/// Tables up to this factor more probable than the observed one count as equally probable, because
/// equal probabilities may be computed with different rounding errors.
const TIE: f64 = 1.0 + 1e-7;

/// The two-sided p-value of Fisher's exact test (1922) that two rates are one: the probability,
/// with both margins given, of all tables no more probable than the one observed. The size of
/// the test is at most its level.
///
/// The sum runs over all tables with these margins, outwards from the most probable one, each computed
/// from its neighbour; no factorials of large counts lose digits. `None` if there are more tables
/// than `most`.
#[must_use]
pub fn two_sided(a: Rate, b: Rate, most: u64) -> Option<f64> {
    let (events, n) = (a.events + b.events, a.n + b.n);
    let lo = events.saturating_sub(b.n);
    let hi = events.min(a.n);
    if hi - lo > most {
        return None;
    }
    // P(x + 1) / P(x), x events of `a` among all.
    let up =
        |x: u64| (events - x) as f64 * (a.n - x) as f64 / ((x + 1) as f64 * (b.n + x + 1 - events) as f64);
    let mode = (u128::from(events + 1) * u128::from(a.n + 1) / u128::from(n + 2)) as u64;
    Some(no_more_probable(lo, hi, mode.clamp(lo, hi), a.events, up))
}

/// The two-sided p-value of `k` of `n` where every event has chance one half: the exact form of
/// McNemar's test (1947), with `k` and `n - k` the discordant pairs.
#[must_use]
pub fn sign(k: u64, n: u64) -> f64 {
    no_more_probable(0, n, n / 2, k, |x| (n - x) as f64 / (x + 1) as f64)
}

/// [`sign`], by the normal approximation from `most` events on; 1 without events.
#[must_use]
pub fn sign_of(k: u64, n: u64, most: u64) -> f64 {
    match n {
        0 => 1.0,
        _ if n <= most => sign(k, n).min(1.0),
        _ => two_sided_normal((2.0 * k as f64 - n as f64) / (n as f64).sqrt()),
    }
}

/// The probability of all x of `lo..=hi` no more probable than `seen`, for a distribution with one peak at
/// `mode` and `up(x)` = P(x + 1) / P(x).
fn no_more_probable(lo: u64, hi: u64, mode: u64, seen: u64, up: impl Fn(u64) -> f64) -> f64 {
    let mut weights = vec![0.0; (hi - lo + 1) as usize];
    weights[(mode - lo) as usize] = 1.0;
    for x in mode..hi {
        weights[(x + 1 - lo) as usize] = weights[(x - lo) as usize] * up(x);
    }
    for x in (lo..mode).rev() {
        weights[(x - lo) as usize] = weights[(x + 1 - lo) as usize] / up(x);
    }
    let bound = weights[(seen - lo) as usize] * TIE;
    let all: f64 = weights.iter().sum();
    weights.iter().filter(|weight| **weight <= bound).sum::<f64>() / all
}
