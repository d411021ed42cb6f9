//! Elementary effects: what moving one number by one changes, at many places.

use super::Index;
use super::design::{Levels, bootstrap};
use crate::stats::Interval;

/// The elementary effects of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    /// The mean effect of one more.
    pub mu: Index,
    /// The mean of its size.
    pub mu_star: Index,
    /// Its standard deviation from place to place, without the part of luck.
    pub sigma: Index,
    /// The standard deviation that luck alone gives an effect.
    pub noise: f64,
}

/// The effects of one more of a number along one path, in each half of its fights.
type Effect = [f64; 2];

/// The effects of each of `n` numbers along paths; `None` with fewer than two paths. `values` has the values
/// of a metric by path and combination.
pub(super) fn effects(paths: &[Vec<Levels>], values: &[Vec<[f64; 2]>], n: usize) -> Vec<Option<Effects>> {
    let of_number = |number: usize| {
        let effect = |(path, values): (&Vec<Levels>, &Vec<[f64; 2]>)| {
            let pairs = path.windows(2).zip(values.windows(2));
            let mut moved = pairs.filter(|(levels, _)| levels[0][number] != levels[1][number]);
            let (levels, values) = moved.next().expect("a path moves every number");
            let sign = if levels[1][number] > levels[0][number] { 1.0 } else { -1.0 };
            [0, 1].map(|half| sign * (values[1][half] - values[0][half]))
        };
        let all: Vec<Effect> = paths.iter().zip(values).map(effect).collect();
        of_effects(&all)
    };
    (0..n).map(of_number).collect()
}

fn of_effects(all: &[Effect]) -> Option<Effects> {
    if all.len() < 2 {
        return None;
    }
    let every: Vec<usize> = (0..all.len()).collect();
    let [mu, mu_star, variance] = statistics(all, &every);
    let ends = bootstrap(all.len(), |rows| statistics(all, rows).to_vec());
    let within = |at: usize| Interval { lo: ends[at][0], hi: ends[at][1] };
    let root = |variance: f64| variance.max(0.0).sqrt();
    let of_luck = all.iter().map(|[a, b]| (a - b) * (a - b) / 4.0).sum::<f64>() / all.len() as f64;
    Some(Effects {
        mu: Index { value: mu, within: within(0) },
        mu_star: Index { value: mu_star, within: within(1) },
        sigma: Index {
            value: root(variance),
            within: Interval { lo: root(ends[2][0]), hi: root(ends[2][1]) },
        },
        noise: of_luck.sqrt(),
    })
}

/// The mean, the mean size and the variance between places of the effects of these paths. The covariance of
/// the halves is a variance without luck.
fn statistics(all: &[Effect], rows: &[usize]) -> [f64; 3] {
    let n = rows.len() as f64;
    let mean = |of: &dyn Fn(Effect) -> f64| rows.iter().map(|&row| of(all[row])).sum::<f64>() / n;
    let [first, second] = [mean(&|it| it[0]), mean(&|it| it[1])];
    let covariance = mean(&|it| (it[0] - first) * (it[1] - second)) * n / (n - 1.0);
    [(first + second) / 2.0, mean(&|it| ((it[0] + it[1]) / 2.0).abs()), covariance]
}
