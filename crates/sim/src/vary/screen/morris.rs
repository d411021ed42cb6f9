//! Elementary effects: what moving one number by one changes, at many places.

use super::Index;
use super::design::Levels;
use crate::stats::skewed::Skewed;
use crate::stats::{ALPHA, Interval, spread};

/// The elementary effects of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    /// The mean effect of one more.
    pub mu: Index,
    /// The mean of its size: at least the size of the mean, at most the mean size with luck in it, which are the
    /// ends of the interval.
    pub mu_star: Index,
    /// Its standard deviation from place to place, without the part of luck.
    pub sigma: Index,
    /// The standard deviation that luck alone gives an effect.
    pub noise: f64,
}

/// The effects of one more of a number along one path, in each half of its fights.
type Effect = [f64; 2];

/// The effects of each of `n` numbers along paths; `None` with fewer than four paths. `values` has the values
/// of a metric by path and combination; `unseen` is the least error of a mean effect.
pub(super) fn effects(
    paths: &[Vec<Levels>],
    values: &[Vec<[f64; 2]>],
    n: usize,
    unseen: f64,
) -> Vec<Option<Effects>> {
    let of_number = |number: usize| {
        let effect = |(path, values): (&Vec<Levels>, &Vec<[f64; 2]>)| {
            let pairs = path.windows(2).zip(values.windows(2));
            let mut moved = pairs.filter(|(levels, _)| levels[0][number] != levels[1][number]);
            let (levels, values) = moved.next().expect("a path moves every number");
            let sign = if levels[1][number] > levels[0][number] { 1.0 } else { -1.0 };
            [0, 1].map(|half| sign * (values[1][half] - values[0][half]))
        };
        let all: Vec<Effect> = paths.iter().zip(values).map(effect).collect();
        of_effects(&all, unseen)
    };
    (0..n).map(of_number).collect()
}

/// The statistics of the effects of all paths. `unseen` is the least error of a mean effect, for what so many
/// fights may not have shown.
fn of_effects(all: &[Effect], unseen: f64) -> Option<Effects> {
    if all.len() < 2 {
        return None;
    }
    let means: Vec<f64> = all.iter().map(|[a, b]| (a + b) / 2.0).collect();
    let sizes: Vec<f64> = means.iter().map(|mean| mean.abs()).collect();
    let mu = mean(&means, unseen);
    // Of luck alone a size is more than 0. A half whose sign the other one says counts luck on both sides, and
    // is no larger than the size; where that shows nothing, it has the sign of the mean.
    let sign = |half: f64| if half == 0.0 { mu.value.signum() } else { half.signum() };
    let told: Vec<f64> = all.iter().map(|[a, b]| (sign(*a) * b + sign(*b) * a) / 2.0).collect();
    let halves: Vec<f64> = all.iter().map(|[a, b]| (a - b) / 2.0).collect();
    // The covariance of the halves is a variance without luck: that of their means less that of their
    // half differences, which are uncorrelated.
    let between = match (spread::variance(&means), spread::variance(&halves)) {
        (Some(means), Some(halves)) => spread::difference(means, halves),
        _ => return None,
    };
    let root = |variance: f64| variance.max(0.0).sqrt();
    let of_luck = halves.iter().map(|half| half * half).sum::<f64>() / all.len() as f64;
    let (sizes, told) = (mean(&sizes, unseen), mean(&told, unseen));
    let least = [told.within.lo, mu.within.lo, -mu.within.hi].into_iter().fold(0.0, f64::max);
    Some(Effects {
        mu,
        mu_star: Index {
            value: told.value.max(mu.value.abs()),
            within: Interval { lo: least.min(sizes.within.hi), hi: sizes.within.hi },
        },
        sigma: Index {
            value: root(between.value),
            within: Interval { lo: root(between.within.lo), hi: root(between.within.hi) },
        },
        noise: of_luck.sqrt(),
    })
}

/// The mean of independent numbers with its 95 % interval: Student's t with the skewness taken out.
fn mean(all: &[f64], unseen: f64) -> Index {
    let n = all.len() as f64;
    let value = all.iter().sum::<f64>() / n;
    let moment = |power| all.iter().map(|x| (x - value).powi(power)).sum::<f64>() / n;
    let second = moment(2);
    let skewness = if second > 0.0 { moment(3) / second.powf(1.5) / n.sqrt() } else { 0.0 };
    let error = (second / (n - 1.0)).sqrt().max(unseen);
    Index { value, within: Skewed { value, error, skewness, freedom: n - 1.0 }.interval(ALPHA) }
}

#[cfg(test)]
mod tests {
    use super::super::design::Draws;
    use super::*;

    /// Every effect is 1, and each half has luck of -3, 0 or 3: the mean size of such effects is 1.8, the mean of
    /// their sizes without luck is 1.
    #[test]
    fn luck_larger_than_an_effect_is_no_part_of_its_size() {
        let mut missed = 0;
        for seed in 0..200 {
            let mut draws = Draws::new(seed, 99);
            let mut half = || 1.0 + 3.0 * (draws.below(3) as f64 - 1.0);
            let all: Vec<Effect> = (0..40).map(|_| [half(), half()]).collect();
            let found = of_effects(&all, 0.0).expect("paths enough").mu_star;
            assert!(found.within.has(found.value), "{found:?}");
            missed += u32::from(!found.within.has(1.0));
        }
        // Of 200 tries 10 may miss, and 25 or more with a probability of 2e-5 (a binomial distribution).
        assert!(missed < 25, "{missed} of 200 missed");
    }
}
