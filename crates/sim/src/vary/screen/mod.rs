//! The worth of numbers where others change, too: all numbers are moved at once over a few values each.
//!
//! Two methods, both on paired dice. [`morris`] (Morris 1991; Campolongo, Cariboni and Saltelli 2007) goes
//! along random paths on which one number after the other is moved by one: the mean of what that changes is
//! the worth of the number (`mu`), the mean of its size does not cancel out (`mu_star`), and where it differs
//! from place to place (`sigma`) the worth depends on the other numbers, or is no straight line. [`sobol`]
//! (Saltelli and others 2010, with the total index of Jansen 1999) gives each number its share of the variance
//! that all of them cause: by itself (`first`), and together with the others (`total`).
//!
//! A rate of few fights is mostly luck, which would pass for interaction. Each combination of values is
//! therefore played twice, with half of its fights each, and products of the halves take the place of
//! squares: luck of independent halves has no part in their mean. All combinations of a path or row share
//! their dice. The amount that luck would have added to an index is its noise floor, and stands beside it.
//! Intervals are 95 %: of elementary effects Student's t over paths with the skewness taken out, and Bonett's
//! of a variance; of shares Fieller's of a ratio over rows, whose denominator is uncertain too.
//!
//! Read in this order: this module, which finds the numbers and plays, `design`, `morris`, `sobol`, `text`.

mod design;
pub mod morris;
pub mod sobol;
pub(crate) mod text;

use core::sync::atomic::Ordering;

use rayon::prelude::*;

use super::metrics::Metric;
use super::weights::{self, Place, changes_nothing, unit_numbers};
use crate::compare::Which;
use crate::control::Control;
use crate::play::dice::mix;
use crate::play::run::{Broken, CHUNK};
use crate::scenario::{BuiltScenario, Options, Scenario, load_scenario};
use crate::stats::Interval;
use crate::stats::paired::UNSEEN;
use crate::vary::sample::{Sample, Sampler};
use design::{Levels, rows_of_morris, rows_of_sobol};

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Elementary effects.
    Morris,
    /// Shares of the variance.
    Sobol,
}

impl Method {
    /// The usual number of paths or rows.
    #[must_use]
    pub fn usual_rows(self) -> u64 {
        match self {
            Self::Morris => 20,
            Self::Sobol => 1024,
        }
    }

    /// The usual number of fights of each combination of values.
    #[must_use]
    pub fn usual_fights(self) -> u64 {
        match self {
            Self::Morris => 2000,
            Self::Sobol => 20,
        }
    }
}

/// A number that is moved.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its place in the scenario.
    pub place: Place,
    /// Its values from the least, as arguments of `--set`; none for the present one.
    pub values: Vec<Option<String>>,
}

/// The numbers of a scenario that are moved, and those that are not.
#[derive(Clone, Debug, Default)]
pub struct Factors {
    /// The numbers that are moved.
    pub all: Vec<Factor>,
    /// The numbers whose least and largest value change nothing in a few fights.
    pub idle: Vec<Place>,
    /// The values that are not moved, as they are neither numbers nor stand in a ladder.
    pub left_out: Vec<Place>,
    /// Whether it was interrupted; then numbers are missing.
    pub interrupted: bool,
}

/// The settings of the fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The method.
    pub method: Method,
    /// The seed.
    pub seed: u64,
    /// The paths or rows.
    pub rows: u64,
    /// The fights of each combination of values, at least two.
    pub fights: u64,
    /// The signal that stops play, and the callback of its progress.
    pub watch: Control<'a>,
}

/// A fight of a combination of values that broke an invariant.
#[derive(Clone, Debug)]
pub struct BrokenNode {
    /// The values, as arguments of `--set`.
    pub sets: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The fight.
    pub broken: Broken,
}

/// An index with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Index {
    /// The estimate.
    pub value: f64,
    /// The interval.
    pub within: Interval,
}

/// The indices of one number for one metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Indices {
    /// By [`Method::Morris`].
    Morris(morris::Effects),
    /// By [`Method::Sobol`].
    Sobol(sobol::Shares),
}

/// The numbers of a scenario with what they do.
#[derive(Debug)]
pub struct Screened {
    /// The method.
    pub method: Method,
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// By number, then metric; none where it cannot be said.
    pub rows: Vec<(Place, Vec<Option<Indices>>)>,
    /// Numbers that were not moved, as they change nothing in a few fights.
    pub idle: Vec<Place>,
    /// The values that were not moved, as they are neither numbers nor stand in a ladder.
    pub left_out: Vec<Place>,
    /// The paths or rows played, without those with a combination that the rules refuse.
    pub played: u64,
    /// The paths or rows with a combination that the rules refuse.
    pub refused: u64,
    /// The fights of each combination.
    pub fights: u64,
    /// The fights of all.
    pub all_fights: u64,
    /// Whether it was interrupted before all paths or rows were played.
    pub interrupted: bool,
}

/// Finds the numbers of the units of `base`, or of those that `of` names, with the values up to `span` below
/// and above the present one that are legal by themselves. If it is stopped, they are those found until then.
///
/// # Errors
/// The first fight that broke an invariant.
pub fn factors(
    path: &std::path::Path,
    options: &Options,
    base: &Scenario,
    of: Option<&str>,
    span: u32,
    terms: Settings<'_>,
) -> Result<Factors, BrokenNode> {
    let is_meant = |it: &Place| of.is_none_or(|of| of == it.side || of == it.unit);
    let left_out = weights::left_out(base).into_iter().filter(is_meant).collect();
    let mut found = Factors { left_out, ..Factors::default() };
    let fights = CHUNK.min(terms.rows.saturating_mul(terms.fights));
    let (seed, watch) = (terms.seed, terms.watch);
    let few = weights::Settings { seed, fights, may_solve: false, watch, told: &|_| {} };
    'numbers: for number in unit_numbers(base) {
        if of.is_some_and(|of| of != number.place.side && of != number.place.unit) {
            continue;
        }
        let load = |by: i64| {
            let set = number.set(by)?;
            let mut options = options.clone();
            options.sets.push(("--set".to_owned(), set.clone()));
            let scenario = load_scenario(path, &options).ok()?;
            (scenario.hash != base.hash).then_some((set, scenario))
        };
        // Legal values without a gap.
        let reach = |sign: i64| -> Vec<(String, Scenario)> {
            (1..=i64::from(span)).map_while(|by| load(sign * by)).collect()
        };
        let (below, above) = (reach(-1), reach(1));
        if below.is_empty() && above.is_empty() {
            continue;
        }
        let mut is_idle = true;
        for (set, scenario) in below.last().into_iter().chain(above.last()) {
            let is_equal = changes_nothing(base, scenario, few).map_err(|pair| BrokenNode {
                sets: if pair.which == Which::A { Vec::new() } else { vec![set.clone()] },
                seed: terms.seed,
                broken: pair.broken,
            })?;
            let Some(is_equal) = is_equal else {
                found.interrupted = true;
                break 'numbers;
            };
            is_idle &= is_equal;
        }
        if is_idle {
            found.idle.push(number.place);
            continue;
        }
        let of_below = below.into_iter().rev().map(|(set, _)| Some(set));
        let of_above = above.into_iter().map(|(set, _)| Some(set));
        let values = of_below.chain([None]).chain(of_above).collect();
        found.all.push(Factor { place: number.place, values });
    }
    Ok(found)
}

/// The values of the metrics at one combination, in each half of its fights.
pub(super) type Values = Vec<Option<[f64; 2]>>;

/// Moves the numbers, and says what each does. Runs on the threads of the current pool, which change no
/// figure.
///
/// # Errors
/// The fight of the first path or row that broke an invariant.
pub fn screen(
    base: &Scenario,
    factors: &Factors,
    metrics: Vec<Metric>,
    terms: Settings<'_>,
) -> Result<Screened, BrokenNode> {
    let sizes: Vec<usize> = factors.all.iter().map(|factor| factor.values.len()).collect();
    let rows = match terms.method {
        Method::Morris => rows_of_morris(&sizes, terms.rows, terms.seed),
        Method::Sobol => rows_of_sobol(&sizes, terms.rows, terms.seed),
    };
    let player = NodePlayer { base, factors, metrics: &metrics, terms };
    let played: Vec<Result<Option<PlayedRow>, BrokenNode>> =
        rows.par_iter().enumerate().map(|(at, row)| player.row(at as u64, row)).collect();
    // None of a row that was interrupted. The first error of all is that of one thread, too.
    let played: Vec<Option<PlayedRow>> = played.into_iter().collect::<Result<_, _>>()?;
    let interrupted = factors.interrupted || played.iter().any(Option::is_none);
    let (mut used, mut values) = (Vec::new(), Vec::new());
    let mut refused = 0;
    for (row, played) in rows.iter().zip(played) {
        match played {
            Some(PlayedRow::Played(of_row)) => {
                used.push(row.clone());
                values.push(of_row);
            }
            Some(PlayedRow::Refused) => refused += 1,
            None => {}
        }
    }
    let of_metric = |at: usize| -> Vec<Option<Indices>> {
        // Rows in which the metric has a value everywhere.
        let (rows, values): (Vec<_>, Vec<Vec<[f64; 2]>>) = used
            .iter()
            .zip(&values)
            .filter_map(|(row, of_row)| {
                Some((row.clone(), of_row.iter().map(|node| node[at]).collect::<Option<_>>()?))
            })
            .unzip();
        match terms.method {
            Method::Morris => {
                // What no fight has shown may still come (a variance of nine unseen events, as in comparisons).
                let all = rows.len() as f64 * (terms.halves() * 2) as f64;
                let unseen = UNSEEN.sqrt() * metrics[at].largest.unwrap_or(1) as f64 / all;
                let all = morris::effects(&rows, &values, sizes.len(), unseen);
                all.into_iter().map(|it| it.map(Indices::Morris)).collect()
            }
            Method::Sobol => {
                // The least product that the halves of a row can show: what nine of them would be.
                let one = metrics[at].largest.unwrap_or(1) as f64 / terms.halves() as f64;
                let unseen = UNSEEN.sqrt() * one * one / 2.0 / rows.len() as f64;
                let all = sobol::shares(&values, sizes.len(), unseen);
                all.into_iter().map(|it| it.map(Indices::Sobol)).collect()
            }
        }
    };
    let by_metric: Vec<Vec<Option<Indices>>> = (0..metrics.len()).map(of_metric).collect();
    let row = |(at, factor): (usize, &Factor)| {
        (factor.place.clone(), by_metric.iter().map(|of_metric| of_metric[at]).collect())
    };
    let nodes = rows.first().map_or(0, |row| row.len() as u64);
    Ok(Screened {
        method: terms.method,
        rows: factors.all.iter().enumerate().map(row).collect(),
        metrics,
        idle: factors.idle.clone(),
        left_out: factors.left_out.clone(),
        played: values.len() as u64,
        refused,
        fights: terms.halves() * 2,
        all_fights: values.len() as u64 * nodes * terms.halves() * 2,
        interrupted,
    })
}

impl Settings<'_> {
    /// The fights of half of a combination.
    fn halves(&self) -> u64 {
        self.fights.div_ceil(2)
    }
}

/// A path or row.
enum PlayedRow {
    /// By combination, the values of the metrics.
    Played(Vec<Values>),
    /// The rules refuse one of its combinations.
    Refused,
}

/// Plays combinations.
struct NodePlayer<'a> {
    base: &'a Scenario,
    factors: &'a Factors,
    metrics: &'a [Metric],
    terms: Settings<'a>,
}

impl NodePlayer<'_> {
    /// Plays the combinations of a path or row; `None` if it was interrupted.
    fn row(&self, at: u64, row: &[Levels]) -> Result<Option<PlayedRow>, BrokenNode> {
        let mut values = Vec::with_capacity(row.len());
        let n = self.terms.halves() * 2;
        for levels in row {
            if self.terms.watch.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let sets: Vec<String> = self
                .factors
                .all
                .iter()
                .zip(levels)
                .filter_map(|(it, &level)| it.values[level].clone())
                .collect();
            let Some(composed) = self.base.with_sets(&sets) else {
                (self.terms.watch.played)(n * (row.len() - values.len()) as u64);
                return Ok(Some(PlayedRow::Refused));
            };
            // Part of a row is worth nothing.
            let Some(of_node) = self.node(at, &composed, sets)? else { return Ok(None) };
            values.push(of_node);
            (self.terms.watch.played)(n);
        }
        Ok(Some(PlayedRow::Played(values)))
    }

    /// Plays both halves of the fights of a combination; `None` if it was interrupted.
    fn node(
        &self,
        row: u64,
        composed: &BuiltScenario,
        sets: Vec<String>,
    ) -> Result<Option<Values>, BrokenNode> {
        let again = Metric::again(self.metrics, &composed.engine().about());
        let (stop, fights) = (self.terms.watch.stop, self.terms.halves());
        let half = |half: u64| -> Result<Option<Vec<Option<f64>>>, BrokenNode> {
            let seed = mix(self.terms.seed ^ mix(2 * row + half + 1));
            let mut sample = Sample::default();
            let sampler = Sampler::new(composed.engine(), seed, &again, false);
            let played = sampler.play(&mut sample, fights, Control { stop, played: &|_| {} });
            played.map_err(|broken| BrokenNode { sets: sets.clone(), seed, broken })?;
            if sample.fights < fights {
                return Ok(None);
            }
            let value = |(at, metric): (usize, &Option<Metric>)| {
                metric.as_ref().and_then(|metric| sample.level(at, metric, None).value)
            };
            Ok(Some(again.iter().enumerate().map(value).collect()))
        };
        let (Some(first), Some(second)) = (half(0)?, half(1)?) else { return Ok(None) };
        let values = first.into_iter().zip(second).map(|(first, second)| Some([first?, second?]));
        Ok(Some(values.collect()))
    }
}
