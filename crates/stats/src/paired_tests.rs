//! The intervals of paired differences of counts, measured on made-up pairs whose truth is known.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::ALPHA;
use crate::beta::{Unit, tails};

/// A die with uniform numbers of [0, 1).
struct Luck(Pcg64);

impl Luck {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn has(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A number from `lo` to `hi`, both ends included.
    fn number(&mut self, lo: u32, hi: u32) -> u32 {
        lo + (self.unit() * f64::from(hi - lo + 1)) as u32
    }
}

/// The sums of `n` pairs.
fn pairs(n: u64, mut one: impl FnMut() -> [u32; 2]) -> Differences {
    let mut all = Differences::default();
    let (a, b): (Vec<u32>, Vec<u32>) = (0..n).map(|_| one()).map(|[a, b]| (a, b)).unzip();
    a.chunks(256).zip(b.chunks(256)).for_each(|(a, b)| all.add(a, b));
    all
}

/// Fails where the intervals of 2,000 runs of `n` pairs hold the truth significantly less often than 94 of
/// 100: right ones would once in a thousand.
#[track_caller]
fn assert_covers(seed: u64, n: u64, most: f64, truth: f64, mut one: impl FnMut(&mut Luck) -> [u32; 2]) {
    const RUNS: u64 = 2_000;
    let mut luck = Luck(Pcg64::seed_from_u64(seed));
    let held =
        |_: &u64| pairs(n, || one(&mut luck)).mean(n, most, ALPHA).expect("two pairs").within.has(truth);
    let held = (0..RUNS).filter(held).count() as u64;
    let p =
        if held == RUNS { 1.0 } else { tails((held + 1) as f64, (RUNS - held) as f64, Unit::new(0.94)).1 };
    assert!(p >= 1e-3, "{held} of {RUNS} intervals hold the truth");
}

/// Student's t of such pairs covers 28 to 91 of 100.
#[test]
fn rare_pairs_that_differ_are_covered() {
    for (seed, expected) in [(1, 0.3), (2, 2.0), (3, 8.0), (4, 18.0), (5, 30.0), (6, 80.0)] {
        let (n, q) = (400, expected / 400.0);
        // In one direction alone, by one.
        assert_covers(seed, n, 1.0, q, |luck| [0, u32::from(luck.has(q))]);
        // By 1 to 10, in both directions, one of them three times as often.
        let truth = q * 5.5 / 2.0;
        assert_covers(seed + 10, n, 10.0, truth, |luck| {
            let by = if luck.has(q) { luck.number(1, 10) } else { 0 };
            if luck.has(0.75) { [20, 20 + by] } else { [20 + by, 20] }
        });
    }
}

/// A version that adds 2 to nearly every fight, and more to rare ones.
#[test]
fn pairs_that_nearly_all_differ_by_the_same_are_covered() {
    for (seed, expected) in [(21, 0.5), (22, 4.0), (23, 25.0)] {
        let q = expected / 400.0;
        let truth = 2.0 + 6.0 * q;
        assert_covers(seed, 400, 8.0, truth, |luck| [1, if luck.has(q) { 9 } else { 3 }]);
    }
}

#[test]
fn lopsided_differences_are_covered() {
    // Squares of exponential steps: a long tail upwards.
    let mean = (0..40).map(|k| 0.6_f64.powi(k) * 0.4 * f64::from(k * k)).sum::<f64>();
    let tail = (40..400).map(|k| 0.6_f64.powi(k) * 0.4 * f64::from(k * k)).sum::<f64>();
    assert_covers(31, 600, 1e4, mean + tail, |luck| {
        let steps = (0..).find(|_| !luck.has(0.6)).unwrap_or(0);
        [0, steps * steps]
    });
}

/// No pair that differs bounds a difference, and proves none.
#[test]
fn what_never_differed_has_a_bound() {
    let none = pairs(1_000, || [3, 3]).mean(1_000, 5.0, ALPHA).expect("pairs");
    assert_eq!((none.value, none.p), (0.0, 1.0));
    // -ln 0.025 = 3.688879 pairs of a thousand, each by 5.
    assert!((none.within.hi - 0.005 * 3.688_879_454).abs() < 1e-9, "{none:?}");
    assert_eq!(none.within.lo, -none.within.hi);
    // All pairs differ by 2: that too is no proof.
    let all = pairs(1_000, || [3, 5]).mean(1_000, 5.0, ALPHA).expect("pairs");
    assert!(all.value == 2.0 && all.within.lo < 1.98 && all.within.hi > 2.02 && all.p < 1e-9, "{all:?}");
}

/// Sums in blocks, merged in any order, are those of the plain moments.
#[test]
fn moments_are_those_of_the_plain_sum() {
    let mut luck = Luck(Pcg64::seed_from_u64(9));
    let all: Vec<[u32; 2]> = (0..700).map(|_| [luck.number(0, 9_000), luck.number(0, 20_000)]).collect();
    let mut each = all.iter();
    let first = pairs(300, || *each.next().expect("a pair"));
    let mut sums = pairs(400, || *each.next().expect("a pair"));
    sums.merge(&first);
    let differences: Vec<f64> = all.iter().map(|[a, b]| f64::from(*b) - f64::from(*a)).collect();
    let mean = differences.iter().sum::<f64>() / 700.0;
    for (power, found) in (2..).zip(sums.moments(700)) {
        let plain = differences.iter().map(|d| (d - mean).powi(power)).sum::<f64>() / 700.0;
        assert!((found / plain - 1.0).abs() < 1e-9, "{power}: {found} is not {plain}");
    }
}
