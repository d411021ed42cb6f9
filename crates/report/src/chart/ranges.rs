//! The ranges of the axes of charts.

use fray_sim::stats::quantile;
use fray_sim::totals::Histogram;

/// The form of the numbers of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// As they are.
    Number,
    /// In percent of 1.
    Percent,
    /// Differences of rates in percentage points, without a sign: the title says what they are.
    Points,
}

impl Axis {
    /// A number at an axis.
    #[must_use]
    pub fn label(self, value: f64) -> String {
        let (value, sign) = match self {
            Self::Number => (value, ""),
            Self::Percent => (value * 100.0, "%"),
            Self::Points => (value * 100.0, ""),
        };
        // Sums of steps like 0.1 are a little off.
        let rounded = (value * 1e6).round() / 1e6 + 0.0;
        format!("{rounded}{sign}")
    }

    /// The axis from `lo` to `hi` with some room, ending at values between which `steps` lines stand at
    /// round numbers.
    #[must_use]
    pub fn span(self, lo: f64, hi: f64) -> (f64, f64) {
        let (lo, hi) = if lo.is_finite() && hi.is_finite() && lo <= hi { (lo, hi) } else { (0.0, 1.0) };
        if hi - lo < f64::MIN_POSITIVE.max(hi.abs() * 1e-9) {
            let room = if hi == 0.0 { 1.0 } else { hi.abs() * 0.1 };
            return (lo - room, hi + room);
        }
        let room = (hi - lo) * 0.04;
        let lo = if lo >= 0.0 && lo < room * 8.0 { 0.0 } else { lo - room };
        (lo, hi + room)
    }
}

/// A division of values into bars: all of one width, the last with everything above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    /// The smallest value.
    pub first: u64,
    /// The values of one bar.
    pub step: u64,
    /// The number of bars.
    pub n: usize,
    /// The largest value seen.
    last: u64,
}

impl Bins {
    /// At most `most` bars for these observations, of which the largest 1 % share the last bar; none without
    /// observations.
    #[must_use]
    pub fn of(seen: &Histogram, most: u64) -> Option<Self> {
        let first = seen.each().next()?.0;
        let last = seen.each().next_back()?.0;
        let usual = quantile(seen, 99)?.max(first);
        // A single value beside the last bar needs no bar for everything above.
        let usual = if last <= usual + 1 { last } else { usual };
        let step = (usual - first + 1).div_ceil(most);
        Some(Self { first, step, n: ((usual - first) / step + 1) as usize, last })
    }

    /// The bar of a value.
    #[must_use]
    pub fn of_value(&self, value: u64) -> usize {
        ((value.saturating_sub(self.first) / self.step) as usize).min(self.n - 1)
    }

    /// The observations of each bar.
    #[must_use]
    pub fn counts(&self, seen: &Histogram) -> Vec<u64> {
        let mut counts = vec![0; self.n];
        seen.each().for_each(|(value, count)| counts[self.of_value(value)] += count);
        counts
    }

    /// Returns where a mean stands, in bars from the left end of the first.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        ((value - self.first as f64 + 0.5) / self.step as f64).clamp(0.0, self.n as f64)
    }

    /// The values of a bar.
    #[must_use]
    pub fn label(&self, bar: usize) -> String {
        let from = self.first + bar as u64 * self.step;
        match (from + self.step - 1, bar + 1 == self.n) {
            (to, true) if self.last > to => format!("{from}+"),
            (to, _) if to > from => format!("{from}–{to}"),
            _ => from.to_string(),
        }
    }

    /// The values of all bars.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        (0..self.n).map(|bar| self.label(bar)).collect()
    }
}
