//! The crossing of a target by a measure that was looked at for some whole numbers.

use crate::stats::Interval;
use crate::vary::solve::goal::Reading;

/// The measure as a function of a whole number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// By number, in ascending order.
    pub points: Vec<(i64, Reading)>,
}

/// The number at which a target is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// Between numbers that were looked at, with its 95 % interval; an end of it that lies beyond them is infinite.
    At {
        /// The number, by a straight line between two whole ones.
        value: f64,
        /// The numbers at which the upper and the lower ends of the intervals cross the target.
        within: Interval,
    },
    /// Below this number, the least that was looked at.
    Below(i64),
    /// Above this number, the largest that was looked at.
    Above(i64),
}

impl Crossing {
    /// The number and its interval, if it lies among those that were looked at.
    #[must_use]
    pub fn known(self) -> Option<(f64, Interval)> {
        match self {
            Self::At { value, within } => Some((value, within)),
            Self::Below(_) | Self::Above(_) => None,
        }
    }
}

impl Curve {
    /// The number at which the measure meets a target, that itself is known to within some error; `None`
    /// without two numbers. The ends of its interval are the numbers at which the ends of the intervals of
    /// the measure meet it; they are wide enough however the values hang together.
    #[must_use]
    pub fn crossing(&self, target: f64, of_target: Interval) -> Option<Crossing> {
        let [(first, low), .., (last, high)] = self.points.as_slice() else { return None };
        // As if the measure fell.
        let sign = if high.value <= low.value { 1.0 } else { -1.0 };
        let line = |of: &dyn Fn(&Reading) -> f64| -> Vec<(f64, f64)> {
            self.points.iter().map(|(at, reading)| (*at as f64, sign * of(reading))).collect()
        };
        let middle = line(&|it| it.value - target);
        if middle[0].1 < 0.0 {
            return Some(Crossing::Below(*first));
        }
        if middle[middle.len() - 1].1 > 0.0 {
            return Some(Crossing::Above(*last));
        }
        let half = |of: Interval| of.half();
        let lower = line(&|it| it.value - sign * half(it.within) - target - sign * half(of_target));
        let upper = line(&|it| it.value + sign * half(it.within) - target + sign * half(of_target));
        let value = falls(&middle)?;
        let lo = falls(&lower).unwrap_or(f64::NEG_INFINITY).min(value);
        let hi = falls(&upper).unwrap_or(f64::INFINITY).max(value);
        Some(Crossing::At { value, within: Interval { lo, hi } })
    }
}

/// Returns where a line of straight pieces falls to 0 first; none where it begins below or ends above.
fn falls(line: &[(f64, f64)]) -> Option<f64> {
    if line.first()?.1 < 0.0 {
        return None;
    }
    let pair = line.windows(2).find(|pair| pair[0].1 >= 0.0 && pair[1].1 <= 0.0)?;
    let [(a, above), (b, below)] = [pair[0], pair[1]];
    Some(if above == below { a } else { a + (b - a) * above / (above - below) })
}

/// Returns how many of one are worth one of another: the quotient of two numbers with its interval, on the scale of
/// logarithms, on which their errors add up as if they had nothing in common. None where one is not known.
#[must_use]
pub fn quotient(a: (f64, Interval), b: (f64, Interval)) -> Option<(f64, Interval)> {
    let value = a.0 / b.0;
    let is_sound = |(value, within): (f64, Interval)| within.lo > 0.0 && within.hi.is_finite() && value > 0.0;
    if !is_sound(a) || !is_sound(b) {
        return None;
    }
    let logs = |(value, within): (f64, Interval)| [(value / within.lo).ln(), (within.hi / value).ln()];
    let ([a_down, a_up], [b_down, b_up]) = (logs(a), logs(b));
    let (down, up) = (a_down.hypot(b_up), a_up.hypot(b_down));
    Some((value, Interval { lo: value * (-down).exp(), hi: value * up.exp() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(i64, f64)], half: f64) -> Curve {
        let reading = |value: f64| Reading {
            value,
            error: half / 2.0,
            within: Interval { lo: value - half, hi: value + half },
            is_sharper: false,
        };
        Curve { points: points.iter().map(|&(at, value)| (at, reading(value))).collect() }
    }

    const EXACT: Interval = Interval { lo: 0.65, hi: 0.65 };

    #[test]
    fn a_target_is_met_between_whole_numbers() {
        let falling = curve(&[(1, 0.95), (2, 0.75), (3, 0.55), (6, 0.1)], 0.02);
        let (value, within) = falling.crossing(0.65, EXACT).and_then(Crossing::known).expect("a number");
        assert!((value - 2.5).abs() < 1e-9, "{value}");
        assert!((within.lo - 2.4).abs() < 1e-9 && (within.hi - 2.6).abs() < 1e-9, "{within:?}");
        // A measure that rises with the number, such as how often somebody dies.
        let rising = curve(&[(1, 0.05), (2, 0.55), (3, 0.75)], 0.02);
        let (value, within) = rising.crossing(0.65, EXACT).and_then(Crossing::known).expect("a number");
        assert!((value - 2.5).abs() < 1e-9 && within.lo < value && value < within.hi, "{value} {within:?}");
    }

    #[test]
    fn beyond_what_was_looked_at_there_is_a_bound() {
        assert_eq!(curve(&[(1, 0.99), (12, 0.8)], 0.01).crossing(0.65, EXACT), Some(Crossing::Above(12)));
        assert_eq!(curve(&[(1, 0.5), (2, 0.1)], 0.01).crossing(0.65, EXACT), Some(Crossing::Below(1)));
        let edge = curve(&[(1, 0.655), (2, 0.3)], 0.02).crossing(0.65, EXACT).and_then(Crossing::known);
        assert_eq!(edge.expect("a number").1.lo, f64::NEG_INFINITY);
        assert_eq!(curve(&[(1, 0.5)], 0.01).crossing(0.65, EXACT), None);
    }

    #[test]
    fn a_quotient_has_the_errors_of_both() {
        let four = (4.0, Interval { lo: 3.6, hi: 4.4 });
        let two = (2.0, Interval { lo: 1.9, hi: 2.1 });
        let (value, within) = quotient(four, two).expect("known");
        assert_eq!(value, 2.0);
        assert!(within.lo < 1.81 && within.lo > 1.70 && within.hi > 2.19 && within.hi < 2.3, "{within:?}");
        assert_eq!(quotient(four, (2.0, Interval { lo: f64::NEG_INFINITY, hi: 2.1 })), None);
    }
}
