//! Numbers as whole ones. The standard library calls a function for each, since not every processor of the
//! architecture has an instruction for it; these are a few instructions in place.

/// The greatest whole number that is not above `x`; 0 of no number, the nearest that there is beyond all of them.
#[inline(always)]
#[must_use]
pub fn floor(x: f64) -> i64 {
    let cut = x as i64;
    cut.saturating_sub(i64::from(cut as f64 > x))
}

/// The whole number nearest to `x`, of two the one farther from 0; 0 of no number, the nearest that there is beyond
/// all of them.
#[inline(always)]
#[must_use]
pub fn nearest(x: f64) -> i64 {
    let cut = x as i64;
    // Exact: where a number has a fraction, what is left of it has one.
    let rest = x - cut as f64;
    cut.saturating_add(i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edges_are_those_of_the_standard_library() {
        let large =
            [0.0, 0.5, 1.5, 2.5, 4_503_599_627_370_495.5, 9_007_199_254_740_993.0, 9.3e18, f64::INFINITY];
        for x in large.into_iter().flat_map(|x| [x, -x]).chain([f64::NAN, 0.499_999_999_999_999_94]) {
            assert_eq!([floor(x), nearest(x)], [x.floor() as i64, x.round() as i64], "{x}");
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_standard_library(bits: u64, small in -1e6..1e6_f64) {
            for x in [f64::from_bits(bits), small, (small * 2.0).round() / 2.0] {
                prop_assert_eq!([floor(x), nearest(x)], [x.floor() as i64, x.round() as i64]);
            }
        }
    }
}
