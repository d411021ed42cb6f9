//! Coverage of elementary effects and of shares of the variance: two numbers of a scenario, each one less, as
//! it is, and one more, whose nine win rates are enumerated.

use core::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::differences::versions;
use super::{Plan, Row, worst};
use crate::control::Control;
use crate::exact::{self, solve};
use crate::play::run::Broken;
use crate::scenario::Scenario;
use crate::stats::Interval;
use crate::vary::metrics::Metric;
use crate::vary::screen::{Factor, Factors, Indices, Method, Settings, screen};
use crate::vary::weights::unit_numbers;

/// The combinations of two numbers with three values each.
const NODES: usize = 9;

/// The share of each value of a number at which the other one is moved along a path: it has moved half of the
/// time, from anywhere, and then stands in the middle two times of three.
const ON_PATHS: [f64; 3] = [0.25, 0.5, 0.25];

/// An index, the number that it is of, and whether its interval held.
type Held = (&'static str, usize, bool);

/// Measures the coverage of the indices of the win rate of the first side. No rows where the nine
/// scenarios are not within reach of exact answers.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn screens(base: &Scenario, plan: &Plan, stop: &AtomicBool) -> Result<Vec<Row>, (u64, Broken)> {
    let Some(factors) = factors(base, plan, stop)? else { return Ok(Vec::new()) };
    let Some(win) = win_rates(base, &factors, stop) else { return Ok(Vec::new()) };
    let truth = Truth::of(&win);
    let mut rows = Vec::new();
    for (method, paths, fights) in [(Method::Morris, 20, 100), (Method::Sobol, 100, 20)] {
        let one = |run: u64| -> Result<Vec<Held>, (u64, Broken)> {
            let (metrics, _) = Metric::named(&base.engine().about(), &[]).unwrap_or_default();
            let watch = Control { stop, played: &|_| {} };
            let terms = Settings { method, seed: plan.seed.wrapping_add(run), rows: paths, fights, watch };
            let screened = screen(base, &factors, metrics, terms).map_err(|node| (node.seed, node.broken))?;
            let all = screened.rows.iter().enumerate().flat_map(|(number, (_, indices))| {
                indices[0].map(|indices| truth.held(number, indices)).unwrap_or_default()
            });
            Ok(all.collect())
        };
        let all: Vec<Vec<_>> = (0..plan.compared_runs).into_par_iter().map(one).collect::<Result<_, _>>()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let names = match method {
            Method::Morris => &["mu", "mu_star", "sigma"][..],
            Method::Sobol => &["first", "total"][..],
        };
        for name in names {
            let of_number = |number: usize| {
                let found = || all.iter().flatten().filter(|it| it.0 == *name && it.1 == number);
                let place = &factors.all[number].place;
                let held = found().filter(|it| it.2).count() as u64;
                (format!("{}.{}", place.unit, place.stat), found().count() as u64, held)
            };
            rows.extend(worst(name, &[0, 1].map(of_number)));
        }
    }
    Ok(rows)
}

/// The two numbers that most pairs differ by, each with the values around the present one.
fn factors(base: &Scenario, plan: &Plan, stop: &AtomicBool) -> Result<Option<Factors>, (u64, Broken)> {
    let mut all = Vec::new();
    for (_, more, _) in versions(base, plan, stop)?.into_iter().rev() {
        let numbers = unit_numbers(base);
        let Some(number) = numbers.iter().find(|number| number.set(1).as_ref() == Some(&more)) else {
            continue;
        };
        let less = number.set(-1).filter(|set| base.with_sets(core::slice::from_ref(set)).is_some());
        if let Some(less) = less {
            all.push(Factor { place: number.place.clone(), values: vec![Some(less), None, Some(more)] });
        }
        if all.len() == 2 {
            return Ok(Some(Factors { all, ..Factors::default() }));
        }
    }
    Ok(None)
}

/// The exact win rates of the first side by combination, the second number fastest.
fn win_rates(base: &Scenario, factors: &Factors, stop: &AtomicBool) -> Option<[f64; NODES]> {
    let side = base.engine().about().roster.sides[0].name.clone();
    let mut win = [0.0; NODES];
    for (node, win) in win.iter_mut().enumerate() {
        let sets: Vec<String> = factors
            .all
            .iter()
            .zip([node / 3, node % 3])
            .filter_map(|(it, at)| it.values[at].clone())
            .collect();
        let version = base.with_sets(&sets)?;
        let solved = solve(version.engine(), &base.stem, &exact::Options::default(), stop).ok()?;
        *win = solved.win(&side);
    }
    Some(win)
}

/// The exact indices of both numbers.
struct Truth {
    /// The mean effect, its mean size and its standard deviation along paths.
    effects: [[f64; 3]; 2],
    /// The first-order and the total share.
    shares: [[f64; 2]; 2],
}

impl Truth {
    fn of(win: &[f64; NODES]) -> Self {
        let at = |number: usize, own: usize, other: usize| {
            win[if number == 0 { 3 * own + other } else { 3 * other + own }]
        };
        let effects = |number: usize| {
            let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
                let weighted = |(other, weight): (usize, &f64)| {
                    let effect = |own: usize| of(at(number, own + 1, other) - at(number, own, other));
                    weight * (effect(0) + effect(1)) / 2.0
                };
                ON_PATHS.iter().enumerate().map(weighted).sum()
            };
            let mu = mean(&|effect| effect);
            [mu, mean(&f64::abs), mean(&|effect| (effect - mu).powi(2)).sqrt()]
        };
        let mean = win.iter().sum::<f64>() / NODES as f64;
        let variance = win.iter().map(|win| (win - mean).powi(2)).sum::<f64>() / NODES as f64;
        let by_self = |number: usize| {
            let level = |own: usize| (0..3).map(|other| at(number, own, other)).sum::<f64>() / 3.0;
            (0..3).map(|own| (level(own) - mean).powi(2)).sum::<f64>() / 3.0 / variance
        };
        let [first, second] = [0, 1].map(by_self);
        let shares = [[first, 1.0 - second], [second, 1.0 - first]];
        Self { effects: [0, 1].map(effects), shares }
    }

    /// By index, whether its interval holds the truth of number `number`.
    fn held(&self, number: usize, found: Indices) -> Vec<(&'static str, usize, bool)> {
        let has = |name, within: Interval, truth: f64| (name, number, within.has(truth));
        match found {
            Indices::Morris(found) => {
                let [mu, size, sigma] = self.effects[number];
                vec![
                    has("mu", found.mu.within, mu),
                    has("mu_star", found.mu_star.within, size),
                    has("sigma", found.sigma.within, sigma),
                ]
            }
            Indices::Sobol(found) => {
                let [first, total] = self.shares[number];
                vec![has("first", found.first.within, first), has("total", found.total.within, total)]
            }
        }
    }
}
