//! Intervals of the ratio of two means that were observed together, whose denominator may be near 0.

use super::skewed::Skewed;
use super::{ALPHA, Interval, student};

/// The parts of a range at which ratios are tried.
const PARTS: u32 = 1000;

/// Halvings of a part, after which floats know no more of an end.
const HALVINGS: u32 = 50;

/// The moments of pairs of observations: a numerator, and a denominator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairs {
    n: f64,
    means: [f64; 2],
    /// The second moments about the means, by how many factors are the denominator's.
    second: [f64; 3],
    /// The third moments.
    third: [f64; 4],
}

impl Pairs {
    /// The moments of these pairs.
    #[must_use]
    pub fn of(pairs: &[[f64; 2]]) -> Self {
        let n = pairs.len() as f64;
        let means = [0, 1].map(|at| pairs.iter().map(|pair| pair[at]).sum::<f64>() / n);
        let moment = |factors: i32, of_denominator: i32| {
            let term = |[x, y]: &[f64; 2]| {
                (x - means[0]).powi(factors - of_denominator) * (y - means[1]).powi(of_denominator)
            };
            pairs.iter().map(term).sum::<f64>() / n
        };
        Self {
            n,
            means,
            second: [0, 1, 2].map(|at| moment(2, at)),
            third: [0, 1, 2, 3].map(|at| moment(3, at)),
        }
    }

    /// The ratio of the means.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.means[0] / self.means[1]
    }

    /// The ratios in `range` that a test with error rate 5 % does not refuse: those for which the mean of
    /// numerator less ratio times denominator may be 0 (E. C. Fieller, "Some problems in interval estimation",
    /// 1954), by [Student's t with the skewness taken out](Skewed). It holds the truth as often where the
    /// denominator can hardly be told from 0; then it is most of the range. Where no ratio of the range passes,
    /// it is the one nearest to that of the means. `unseen` is the least error of the mean of the numerator, for
    /// what so few observations may not have shown.
    #[must_use]
    pub fn interval(&self, range: Interval, unseen: f64) -> Interval {
        let point = student::two_sided_point(ALPHA, self.n - 1.0);
        let passes = |ratio: f64| self.score(ratio, unseen).abs() <= point;
        let part = |at: u32| range.lo + (range.hi - range.lo) * f64::from(at) / f64::from(PARTS);
        let nearest = if self.means[1] > 0.0 { self.ratio().clamp(range.lo, range.hi) } else { range.lo };
        let tried = || (0..=PARTS).map(part).chain([nearest]).filter(|ratio| passes(*ratio));
        let (Some(lo), Some(hi)) = (tried().reduce(f64::min), tried().reduce(f64::max)) else {
            return Interval { lo: nearest, hi: nearest };
        };
        // Between the outermost that passes and the next one that does not.
        let step = (range.hi - range.lo) / f64::from(PARTS);
        let end = |inside: f64, outside: f64| {
            let halved = (0..HALVINGS).fold((inside, outside), |(inside, outside), _| {
                let middle = inside.midpoint(outside);
                if passes(middle) { (middle, outside) } else { (inside, middle) }
            });
            halved.0
        };
        Interval { lo: end(lo, (lo - step).max(range.lo)), hi: end(hi, (hi + step).min(range.hi)) }
    }

    /// Returns the statistic that has Student's distribution if the ratio of the true means is this one.
    fn score(&self, ratio: f64, unseen: f64) -> f64 {
        let [numerator, denominator] = self.means;
        let (second, third) = (self.second, self.third);
        let variance = second[0] - 2.0 * ratio * second[1] + ratio * ratio * second[2];
        let cube =
            third[0] - 3.0 * ratio * third[1] + 3.0 * ratio * ratio * third[2] - ratio.powi(3) * third[3];
        let value = numerator - ratio * denominator;
        // Of a difference that never varies its value alone decides; floats leave a last bit of it.
        let least = 1e-24 * (second[0] + ratio * ratio * second[2]);
        if variance <= least && unseen <= 0.0 {
            return if value * value <= least { 0.0 } else { f64::INFINITY };
        }
        let error = (variance / (self.n - 1.0) + unseen * unseen).sqrt();
        let skewness = if variance > least { cube / variance.powf(1.5) / self.n.sqrt() } else { 0.0 };
        Skewed { value, error, skewness, freedom: self.n - 1.0 }.score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Interval = Interval { lo: 0.0, hi: 1.0 };

    /// Symmetric pairs, so that the ends are the roots of Fieller's quadratic: with means 2 and 4, variances
    /// 0.4 and 0.8 (of five pairs, divided by 5) and covariance 0.4 they solve (2 - 4 r)² = t² / 4 · (0.4 - 0.8 r +
    /// 0.8 r²), with Student's t of four degrees of freedom.
    #[test]
    fn without_skewness_the_ends_solve_fiellers_quadratic() {
        let pairs = [[1.0, 3.0], [3.0, 5.0], [2.0, 4.0], [2.0, 5.0], [2.0, 3.0]];
        let it = Pairs::of(&pairs);
        let [xx, xy, yy] = it.second;
        assert!(
            (it.ratio() - 0.5).abs() < 1e-12 && it.third.iter().all(|third| third.abs() < 1e-12),
            "{it:?}"
        );
        let t = student::two_sided_point(ALPHA, 4.0);
        let c = t * t / 4.0;
        let (a, b, d) = (16.0 - c * yy, -16.0 + 2.0 * c * xy, 4.0 - c * xx);
        let root = (b * b - 4.0 * a * d).sqrt();
        let within = it.interval(ALL, 0.0);
        assert!((within.lo - (-b - root) / (2.0 * a)).abs() < 1e-9, "{within:?}");
        assert!((within.hi - (-b + root) / (2.0 * a)).abs() < 1e-9, "{within:?}");
    }

    #[test]
    fn a_denominator_that_may_be_0_leaves_the_whole_range() {
        let pairs = [[1.0, 9.0], [-1.0, -8.0], [2.0, 7.0], [-1.5, -7.5]];
        assert_eq!(Pairs::of(&pairs).interval(ALL, 0.0), ALL);
    }

    #[test]
    fn a_ratio_that_never_varies_is_known() {
        let within = Pairs::of(&[[1.0, 4.0], [1.1, 4.4], [0.9, 3.6], [1.05, 4.2]]).interval(ALL, 0.0);
        assert!((within.lo - 0.25).abs() < 1e-6 && (within.hi - 0.25).abs() < 1e-6, "{within:?}");
    }

    /// Numerators that were 0 every time may be up to two errors of what was not seen: (1.96 · 0.1) / 2.
    #[test]
    fn what_was_never_seen_may_still_come() {
        let within = Pairs::of(&[[0.0, 2.0]; 100]).interval(ALL, 0.1);
        assert!(within.lo.abs() < 1e-12 && (within.hi - 0.0992).abs() < 1e-3, "{within:?}");
    }

    #[test]
    fn of_ratios_beyond_the_range_its_end_is_left() {
        let within = Pairs::of(&[[8.1, 4.0], [7.9, 4.1], [8.0, 3.9], [8.05, 4.0]]).interval(ALL, 0.0);
        assert_eq!(within, Interval { lo: 1.0, hi: 1.0 });
    }
}
