//! The best of many scenario points: which has the largest, the smallest or the nearest value of a
//! metric.
//!
//! Two steps share one set of fights. Successive halving (Karnin, Koren and Somekh, "Almost optimal
//! exploration in multi-armed bandits", 2013) gives fights to the better half of the points, twice as
//! many each time, until few are left. A race then goes on until the rest is certain: a point leaves
//! it when its difference from the leader, on the same dice, lies beyond a confidence sequence.
//!
//! The certificate is that of the race alone. The best point can only leave if one of its sequences
//! against the others fails, at any look; Bonferroni's inequality over the others bounds the
//! probability of that by [`ALPHA`]. So the points left at the end hold the best one with a
//! confidence of 95 %, whoever leads when and however the fights were given out.

use core::str::FromStr;

use super::enumerated::exact_difference;
use super::metrics::Metric;
use super::sample::Sample;
use crate::compare::TUNED_FOR;
use crate::play::run::CHUNK;
use crate::stats::ALPHA;
use crate::stats::sequential::Sequence;

/// Fights of each point before the first look: fewer can decide nothing.
pub const FIRST_LOOK: u64 = CHUNK;

/// Halving ends with this many points.
const FEW: usize = 4;

/// The value of a metric that makes a point the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// The one nearest to this value.
    Closest(f64),
    /// The one with the largest value.
    Max,
    /// The one with the smallest value.
    Min,
}

impl Wanted {
    /// Returns how far a value is from the best one could wish.
    fn loss(self, value: f64) -> f64 {
        match self {
            Self::Closest(to) => (value - to).abs(),
            Self::Max => -value,
            Self::Min => value,
        }
    }
}

/// A `--pick`: `max:METRIC`, `min:METRIC` or `closest:METRIC=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickText {
    /// The kind of the pick.
    pub kind: PickKind,
    /// The text behind the colon.
    pub text: String,
    /// The whole of it as it was written.
    pub written: String,
}

/// The kind of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickKind {
    /// `closest`
    Closest,
    /// `max`
    Max,
    /// `min`
    Min,
}

impl FromStr for PickText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            "expected max:METRIC, min:METRIC or closest:METRIC=VALUE, as in closest:win_rate(heroes)=65%"
                .to_owned()
        };
        let written = text.to_owned();
        let (kind, text) = text.split_once(':').ok_or_else(wrong)?;
        let kind = match kind.trim() {
            "closest" => PickKind::Closest,
            "max" => PickKind::Max,
            "min" => PickKind::Min,
            _ => return Err(wrong()),
        };
        Ok(Self { kind, text: text.trim().to_owned(), written })
    }
}

/// The points among which the best one is, as far as the fights say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// The points that cannot be told apart from the best, the best as far as it is known first; one if it is
    /// certain.
    pub left: Vec<usize>,
    /// The fights of all points together.
    pub fights: u64,
    /// Whether the race was stopped from outside.
    pub interrupted: bool,
}

/// The metric by which a value is picked, and the limit on the fights.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The metric.
    pub metric: &'a Metric,
    /// Its number among those of the samples.
    pub at: usize,
    /// The value that is the best.
    pub wanted: Wanted,
    /// The most fights of a point, at least [`FIRST_LOOK`]: fewer are raised to it.
    pub most: u64,
}

/// Picks the best of these points, which have no fights yet. `play` plays a point on up to so many
/// fights; fewer than asked for mean that it was stopped. `watch` is told how many points are left.
///
/// # Errors
/// As `play`.
pub fn pick<E>(
    samples: &mut [Sample],
    mut terms: Settings<'_>,
    mut play: impl FnMut(usize, &mut Sample, u64) -> Result<(), E>,
    mut watch: impl FnMut(&[Sample], &[usize]),
) -> Result<Picked, E> {
    terms.most = terms.most.max(FIRST_LOOK);
    let n = samples.len();
    let mut race = Race { left: (0..n).collect(), others: n.saturating_sub(1).max(1), terms };
    let mut front = race.left.clone();
    let mut goal = FIRST_LOOK;
    let mut playing = front.clone();
    let is_stopped = 'rounds: loop {
        for &at in &playing {
            play(at, &mut samples[at], goal)?;
            if samples[at].fights < goal {
                break 'rounds true;
            }
        }
        race.drop_worse(samples);
        watch(samples, &race.left);
        if race.left.len() <= 1 {
            break false;
        }
        front.retain(|at| race.left.contains(at));
        if front.len() > FEW && goal < terms.most {
            race.sort(samples, &mut front);
            front.truncate(front.len().div_ceil(2));
            goal = (2 * goal).min(terms.most);
            playing.clone_from(&front);
            continue;
        }
        // Those that lag behind come first; when all are level, all go on.
        front.clear();
        let fights = |at: &usize| samples[*at].fights;
        let least = race.left.iter().map(fights).min().unwrap_or(0);
        let lead = race.left.iter().map(fights).max().unwrap_or(0);
        if least >= terms.most {
            break false;
        }
        goal = (2 * least).min(if least < lead { lead } else { terms.most });
        playing = race.left.iter().copied().filter(|at| samples[*at].fights < goal).collect();
    };
    let mut left = race.left.clone();
    race.sort(samples, &mut left);
    let fights = samples.iter().map(|sample| sample.fights).sum();
    Ok(Picked { left, fights, interrupted: is_stopped })
}

/// The best of points with these exact values: one, or several that are equally good.
pub(super) fn best_of(values: &[f64], wanted: Wanted) -> Vec<usize> {
    let least = values.iter().map(|&value| wanted.loss(value)).fold(f64::INFINITY, f64::min);
    let is_best = |&at: &usize| exact_difference(least, wanted.loss(values[at])).value == 0.0;
    (0..values.len()).filter(is_best).collect()
}

/// The points that are still in the race.
struct Race<'a> {
    left: Vec<usize>,
    /// The number of points that the best one is compared with.
    others: usize,
    terms: Settings<'a>,
}

impl Race<'_> {
    /// Returns how far the value of a point is from the best one could wish; infinite without a value.
    fn loss(&self, sample: &Sample) -> f64 {
        let value = sample.level(self.terms.at, self.terms.metric, None).value;
        value.map_or(f64::INFINITY, |value| self.terms.wanted.loss(value))
    }

    /// Sorts points by their losses; equal ones stay in their order.
    fn sort(&self, samples: &[Sample], points: &mut [usize]) {
        let mut losses: Vec<(f64, usize)> = points.iter().map(|&at| (self.loss(&samples[at]), at)).collect();
        losses.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.iter_mut().zip(losses).for_each(|(point, (_, at))| *point = at);
    }

    /// Takes out the points that are certain to be worse than the leader: the best of those with the most
    /// fights.
    fn drop_worse(&mut self, samples: &[Sample]) {
        let most = self.left.iter().map(|&at| samples[at].fights).max().unwrap_or(0);
        let mut leaders: Vec<usize> =
            self.left.iter().copied().filter(|&at| samples[at].fights == most).collect();
        self.sort(samples, &mut leaders);
        let Some(&leader) = leaders.first() else { return };
        let left = core::mem::take(&mut self.left);
        let stays = |at: &usize| *at == leader || !self.is_better(&samples[leader], &samples[*at]);
        self.left = left.into_iter().filter(stays).collect();
    }

    /// Returns whether one point is certain to be better than another.
    fn is_better(&self, one: &Sample, other: &Sample) -> bool {
        let Settings { metric, at, wanted, .. } = self.terms;
        let Some(estimate) = one.minus(other, at, metric).filter(|it| it.pairs >= FIRST_LOOK) else {
            return false;
        };
        let sequences = if matches!(wanted, Wanted::Closest(_)) { 2 } else { 1 };
        let alpha = ALPHA / (sequences * self.others) as f64;
        let sequence = Sequence { alpha, tuned_for: TUNED_FOR };
        let more = estimate.sequential(sequence);
        match wanted {
            Wanted::Max => more.lo > 0.0,
            Wanted::Min => more.hi < 0.0,
            // |a - t| < |b - t| where (a - b) and (a + b - 2 t) have opposite signs.
            Wanted::Closest(to) => {
                let sum = estimate.sum_sequential(2.0 * to, sequence);
                (more.lo > 0.0 && sum.hi < 0.0) || (more.hi < 0.0 && sum.lo > 0.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_exact_values_those_are_the_best_that_differ_in_no_digit_that_counts() {
        let values = [0.2, 0.7, 0.3 + 0.1, 0.7 - 1e-15, 0.6];
        assert_eq!(best_of(&values, Wanted::Max), [1, 3]);
        assert_eq!(best_of(&values, Wanted::Min), [0]);
        assert_eq!(best_of(&values, Wanted::Closest(0.5)), [2, 4]);
    }
}
