//! Goals as a search reads them: each is one or two thresholds, and a whole number lies on one side of
//! a threshold or on the other.
//!
//! On which side is decided by a sequential test on a normal approximation: is the measure `zone` above
//! the threshold or `zone` below it? Between the two either answer is right. The test is the triangular one
//! (Anderson, "A modification of the sequential probability ratio test to reduce the sample size", 1960;
//! Whitehead, "The design and analysis of sequential clinical trials", 1997), whose bounds meet: it ends
//! soon at a measure that equals the threshold, too, where a sequential probability ratio test takes about
//! twice as many fights and has no limit.

use crate::compare::Tolerance;
use crate::measures::{Goal, ParseError, Sign};
use crate::stats::{Interval, Z};
use crate::totals::{About, Totals};

/// The probability that one test ends on the wrong side. A search makes about twenty of them, and so is
/// right with a confidence of 99 %.
const ERROR: f64 = 0.0005;

/// The default tolerance of a rate: half a percentage point.
const OF_RATES: f64 = 0.005;

/// The default tolerance of what is no rate, as a share of the goal.
const OF_OTHERS: f64 = 0.01;

/// The direction in which a goal wants its measure at one threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// That it lies above.
    Above,
    /// That it lies below.
    Below,
    /// That it is as near as can be: the threshold is the target.
    Near,
}

/// A threshold of a goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threshold {
    /// The number of the goal.
    pub(super) goal: usize,
    /// The threshold.
    pub(super) at: f64,
    /// Half of the width of the zone around it.
    pub(super) zone: f64,
    pub(super) wants: Wants,
    /// Whether a measure that equals the threshold counts as above it.
    tie_is_above: bool,
}

/// A goal with its tolerance.
#[derive(Clone, Debug)]
pub struct SolveGoal {
    /// The text of the goal.
    pub text: String,
    /// The value that a goal with `=` asks for.
    pub target: Option<f64>,
    /// The largest distance from the target that counts as none; of other goals, how far from an end of
    /// what they allow two values are told apart.
    pub tolerance: f64,
    /// Whether the measure is a rate.
    pub is_rate: bool,
    /// Whether it asks for never or always, which no number of fights shows.
    pub wants_proof: bool,
    goal: Goal,
}

/// The reason for which a text is no goal of a search.
#[derive(Debug)]
pub enum GoalError {
    /// It is no goal.
    Parse(ParseError),
    /// The search cannot ask for it, for the reason given.
    Refused(String),
}

/// The estimate of the measure for one subject at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The value.
    pub value: f64,
    /// Its standard error; 0 if it is exact.
    pub error: f64,
    /// Its 95 % interval.
    pub within: Interval,
    /// Whether the luck of the rolls is taken out of it.
    pub is_sharper: bool,
}

impl Reading {
    /// A value that is known exactly.
    pub(super) fn exact(value: f64) -> Self {
        Self { value, error: 0.0, within: Interval { lo: value, hi: value }, is_sharper: false }
    }
}

impl SolveGoal {
    /// Reads a goal for a search in the scenario of `about`.
    ///
    /// # Errors
    /// If it is no goal, or none that a search can ask for.
    pub fn new(text: &str, about: &About, tolerance: Option<Tolerance>) -> Result<Self, GoalError> {
        let goal = Goal::parse(text, about).map_err(GoalError::Parse)?;
        let is_rate = goal.measure.is_rate(about);
        // Never and always have no value beside them that would do.
        let wants_proof = goal.wants_proof(about);
        let is_target = goal.sign == Sign::Equal && !wants_proof;
        let target = is_target.then(|| (goal.region.lo + goal.region.hi) / 2.0);
        if target.is_some() && goal.measure.of.len() > 1 {
            let message = format!("`{text}` asks several sides or units for one value: name one of them");
            return Err(GoalError::Refused(message));
        }
        let at = target.unwrap_or(if goal.region.hi.is_finite() { goal.region.hi } else { goal.region.lo });
        let of_others = if at == 0.0 { OF_OTHERS } else { OF_OTHERS * at.abs() };
        let tolerance = match tolerance {
            Some(Tolerance::Points(points)) if is_rate => points / 100.0,
            Some(Tolerance::Plain(tolerance)) => tolerance,
            _ if is_rate => OF_RATES,
            _ => of_others,
        };
        if tolerance <= 0.0 {
            return Err(GoalError::Refused("the tolerance is more than 0".to_owned()));
        }
        Ok(Self { text: text.to_owned(), target, tolerance, is_rate, wants_proof, goal })
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The goal in another version of the scenario; `None` if that lacks what it is about.
    pub(super) fn again(&self, about: &About) -> Option<Goal> {
        Goal::parse(&self.text, about).ok().filter(|goal| !goal.measure.of.is_empty())
    }

    /// Returns how far a value is from what the goal allows.
    pub(super) fn miss(&self, value: f64) -> f64 {
        let region = self.goal.region;
        match self.target {
            Some(target) => (value - target).abs(),
            None => (region.lo - value).max(value - region.hi).max(0.0),
        }
    }

    /// The thresholds of goal number `goal`.
    fn edges(&self, goal: usize) -> Vec<Threshold> {
        let region = self.goal.region;
        let edge = |at: f64, wants: Wants, tie_is_above: bool| Threshold {
            goal,
            at,
            zone: self.tolerance,
            wants,
            tie_is_above,
        };
        match self.target {
            Some(target) => vec![edge(target, Wants::Near, true)],
            // Nothing lies below 0, and no rate above 1.
            None => [
                (region.lo.is_finite() && !(region.lo == 0.0 && region.closed))
                    .then(|| edge(region.lo, Wants::Above, region.closed)),
                (region.hi.is_finite() && !(region.hi == 1.0 && region.closed && self.is_rate))
                    .then(|| edge(region.hi, Wants::Below, !region.closed)),
            ]
            .into_iter()
            .flatten()
            .collect(),
        }
    }
}

/// The thresholds of all goals.
pub(super) fn edges(wishes: &[SolveGoal]) -> Vec<Threshold> {
    wishes.iter().enumerate().flat_map(|(at, wish)| wish.edges(at)).collect()
}

/// Returns whether a triangular test tells the sign of something whose estimate has this standard error. The score is
/// `estimate / error^2`, the information `1 / error^2`; the test ends where the score leaves
/// `ln(1 / (2 ERROR)) / zone - zone * information / 2`.
fn is_told(estimate: f64, error: f64, zone: f64) -> bool {
    zone * (estimate.abs() + zone / 2.0) >= error.powi(2) * (0.5 / ERROR).ln()
}

impl Threshold {
    /// Returns whether a measure lies above the threshold; `None` as long as the fights do not tell.
    fn is_above(self, reading: Reading) -> Option<bool> {
        let distance = reading.value - self.at;
        if reading.error == 0.0 {
            return Some(if distance == 0.0 { self.tie_is_above } else { distance > 0.0 });
        }
        let is_above = if distance == 0.0 { self.tie_is_above } else { distance > 0.0 };
        is_told(distance, reading.error, self.zone).then_some(is_above)
    }

    /// Returns whether the threshold is met: every subject lies where the goal wants it; of a target, whether the
    /// measure lies above it. With `at_last` the likelier answer is taken where the fights do not tell.
    pub(super) fn holds(self, readings: &[Option<Reading>], at_last: bool) -> Option<bool> {
        let wants_above = self.wants != Wants::Below;
        let of_one = |reading: &Option<Reading>| match reading {
            Some(reading) => {
                let is_tie = reading.value == self.at;
                let likelier = at_last.then_some(reading.value > self.at || is_tie && self.tie_is_above);
                self.is_above(*reading).or(likelier).map(|is_above| is_above == wants_above)
            }
            // What was never observed meets nothing.
            None => at_last.then_some(false),
        };
        let all: Vec<Option<bool>> = readings.iter().map(of_one).collect();
        if all.contains(&Some(false)) {
            return Some(false);
        }
        all.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
    }
}

/// Returns whether the second of two values is nearer to a target than the first; `None` as long as the fights do
/// not tell. The values share their dice, so that their errors may add up.
pub(super) fn second_is_nearer(values: [Reading; 2], target: f64, zone: f64, at_last: bool) -> Option<bool> {
    let [first, second] = values;
    // The nearer of two values on either side of the target is told by the sum of both distances.
    let sum = first.value + second.value - 2.0 * target;
    let is_below = first.value < second.value;
    let is_decided = at_last || is_told(sum, first.error + second.error, zone);
    is_decided.then_some(if is_below { sum < 0.0 } else { sum > 0.0 })
}

/// Returns the estimates of a goal's measure from the totals of a point, subject by subject, with luck taken
/// out where that is worth showing.
pub(super) fn read(goal: &Goal, about: &About, totals: &Totals) -> Vec<Option<Reading>> {
    let reading = |estimate: &crate::measures::Estimate| {
        let (value, within) = estimate.sharpest()?;
        Some(Reading { value, error: within.half() / Z, within, is_sharper: estimate.sharper.is_some() })
    };
    goal.measure.estimates(about, totals).iter().map(reading).collect()
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;
    use rand_pcg::Pcg64Mcg;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    fn reading(value: f64, error: f64) -> Reading {
        let half = Z * error;
        Reading { value, error, within: Interval { lo: value - half, hi: value + half }, is_sharper: false }
    }

    fn edge(wants: Wants, tie_is_above: bool) -> Threshold {
        Threshold { goal: 0, at: 0.5, zone: 0.01, wants, tie_is_above }
    }

    #[test]
    fn a_side_is_decided_where_the_score_leaves_the_triangle() {
        // 0.01 * (0.05 + 0.005) / 0.008^2 = 8.6 is more than ln(1000) = 6.9, and with twice the error it is not.
        let above = edge(Wants::Above, true);
        assert_eq!(above.holds(&[Some(reading(0.55, 0.008))], false), Some(true));
        assert_eq!(above.holds(&[Some(reading(0.45, 0.008))], false), Some(false));
        assert_eq!(above.holds(&[Some(reading(0.55, 0.016))], false), None);
        assert_eq!(above.holds(&[Some(reading(0.55, 0.016))], true), Some(true));
        let below = edge(Wants::Below, false);
        assert_eq!(below.holds(&[Some(reading(0.55, 0.008))], false), Some(false));
        // Every subject has to meet it, and one that does not is enough.
        let both = [Some(reading(0.45, 0.016)), Some(reading(0.55, 0.008))];
        assert_eq!(below.holds(&both, false), Some(false));
        assert_eq!(below.holds(&[Some(reading(0.45, 0.008)), None], false), None);
        assert_eq!(below.holds(&[Some(reading(0.45, 0.008)), None], true), Some(false));
    }

    /// Random walks, looked at as often as a search looks: at the ends of the zone the wrong side is
    /// told seldom enough, and in its middle the test ends before as many fights as a single look of equal
    /// certainty needs.
    #[test]
    fn the_triangle_keeps_its_error_rate_and_ends_at_a_tie() {
        const RUNS: u32 = 4000;
        const ZONE: f64 = 0.05;
        let normal = Normal::standard();
        let mut words = Pcg64Mcg::new(1);
        let mut step = || {
            let uniform = (words.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 + 2_f64.powi(-54);
            normal.inverse_cdf(uniform)
        };
        // The steps of a walk of this drift until its side is told, and whether that is above.
        let mut walk = |drift: f64| {
            let (mut sum, mut n, mut next) = (0.0, 0_u32, 64_u32);
            loop {
                sum += drift + step();
                n += 1;
                if n == next {
                    let (mean, error) = (sum / f64::from(n), 1.0 / f64::from(n).sqrt());
                    if is_told(mean, error, ZONE) {
                        return (n, mean > 0.0);
                    }
                    next += n / 8;
                }
            }
        };
        let wrong = (0..RUNS).filter(|_| !walk(ZONE).1).count();
        // Two are expected at most; more than 9 come once in 10,000 times.
        assert!(wrong <= 9, "{wrong} of {RUNS}");
        let at_a_tie = (0..RUNS / 10).map(|_| walk(0.0).0).sum::<u32>() / (RUNS / 10);
        let single_look = (normal.inverse_cdf(1.0 - ERROR) / ZONE).powi(2);
        eprintln!("{wrong} of {RUNS} wrong; {at_a_tie} steps at a tie, a single look {single_look:.0}");
        assert!(f64::from(at_a_tie) < single_look, "{at_a_tie} steps, a single look has {single_look}");
    }

    #[test]
    fn an_exact_value_at_the_threshold_belongs_to_a_closed_goal() {
        for (wants, tie_is_above, holds) in [
            (Wants::Above, true, true),
            (Wants::Above, false, false),
            (Wants::Below, false, true),
            (Wants::Below, true, false),
        ] {
            assert_eq!(edge(wants, tie_is_above).holds(&[Some(Reading::exact(0.5))], false), Some(holds));
        }
    }

    #[test]
    fn the_nearer_of_two_values_is_told_whichever_comes_first() {
        let near = |a: f64, b: f64| second_is_nearer([a, b].map(Reading::exact), 0.5, 0.01, false);
        assert_eq!(near(0.4, 0.55), Some(true));
        assert_eq!(near(0.45, 0.6), Some(false));
        assert_eq!(near(0.55, 0.4), Some(false));
        assert_eq!(near(0.6, 0.45), Some(true));
        let close = [reading(0.45, 0.01), reading(0.56, 0.01)];
        assert_eq!(second_is_nearer(close, 0.5, 0.01, false), None);
    }
}
