//! Sums of many small numbers that keep their last digits.

/// A compensated sum: what rounding takes from each addition is added up apart (Neumaier 1974,
/// with the branch-free error term of Knuth, The Art of Computer Programming 2, section 4.2.2,
/// theorem B). The error does not grow with the number of terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    #[inline(always)]
    pub(super) fn add(&mut self, x: f64) {
        let sum = self.sum + x;
        let taken = sum - self.sum;
        self.lost += (self.sum - (sum - taken)) + (x - taken);
        self.sum = sum;
    }

    pub(super) fn value(self) -> f64 {
        self.sum + self.lost
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(terms: I) -> Self {
        let mut sum = Self::default();
        terms.into_iter().for_each(|x| sum.add(x));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_takes_comes_back() {
        // A plain sum forgets each of the small terms: 1 + 1e-17 is 1.
        let small = core::iter::repeat_n(1e-17, 1_000_000);
        let sum: Sum = core::iter::once(1.0).chain(small).collect();
        assert!((sum.value() - (1.0 + 1e-11)).abs() < 1e-15);
        // Neumaier's own example, which Kahan's sum gets wrong.
        let sum: Sum = [1.0, 1e100, 1.0, -1e100].into_iter().collect();
        assert!((sum.value() - 2.0).abs() < f64::EPSILON);
    }
}
