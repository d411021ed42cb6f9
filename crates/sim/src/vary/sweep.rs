//! Many points of one scenario, each value of what is varied with each other, on the same dice.
//!
//! The differences between points are taken fight by fight, over the fights that both have. Where the
//! numbers of fights depend on the values seen (a pick), all intervals are those of confidence
//! sequences, which hold whenever play ends.

use serde::Serialize;

use super::axis::{SweepPoint, SweepPoints};
use super::enumerated::{cheap_answer, exact_difference, exact_value};
use super::metrics::Metric;
use super::pick::{self, Picked, Wanted, pick};
use super::rung::LeftOut;
use crate::compare::{MetricName, TUNED_FOR};
use crate::control::Control;
use crate::output::date_of_tables;
use crate::play::engine::Engine;
use crate::play::run::{Broken, Played};
use crate::precision::{Aim, Progress, Pursued};
use crate::stats::difference::Difference;
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval};
use crate::tables::format::Number;
use crate::tables::rows::{Line, Point, Stop, Varied, row};
use crate::totals::ranges::Ranges;
use crate::totals::signature::signature;
use crate::vary::sample::{Level, Sample, Sampler};

row! {
    /// A metric of one point of a sweep.
    "sweep" SweepRow {
        /// The side; none for the fight.
        side: Option<&'a str>,
        /// The unit; none for a side or the fight.
        unit: Option<&'a str>,
        /// The metric.
        metric: &'a str,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// The fights of the point; 0 if its values are exact.
        fights: u64,
        /// The rate or mean.
        value: Number,
        /// The lower end of its 95 % interval.
        lo: Number,
        /// The upper end of its 95 % interval.
        hi: Number,
        /// How much larger it is than at the neighbour: the point that differs by one value of one axis.
        d_prev: Number,
        /// The lower end of that difference's 95 % interval.
        d_prev_lo: Number,
        /// The upper end of that difference's 95 % interval.
        d_prev_hi: Number,
        /// How much larger it is than at the first point.
        d_first: Number,
        /// The lower end of that difference's 95 % interval.
        d_first_lo: Number,
        /// The upper end of that difference's 95 % interval.
        d_first_hi: Number,
        /// Why the point was played no longer.
        stop: Stop,
    }
}

/// How long the points are played.
#[derive(Clone, Copy, Debug)]
pub enum Until<'a> {
    /// This number of fights each.
    Fights(u64),
    /// Until the targets of each are reached.
    Targets(&'a [Aim]),
    /// Until the best one is found, at most this number of fights each.
    Picked {
        /// The number of the metric.
        metric: usize,
        /// Which value is the best.
        wanted: Wanted,
        /// The most fights of a point.
        most: u64,
    },
}

/// Points that can be played.
pub struct Players<'a> {
    points: &'a SweepPoints,
    samplers: Vec<Sampler<'a>>,
    metrics: Vec<Metric>,
}

/// A fight of a point that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPoint {
    /// The number of the point.
    pub point: usize,
    /// The fight.
    pub broken: Broken,
}

/// What is told while a sweep is played.
pub enum News<'a> {
    /// The next point to be played.
    Point(usize),
    /// How far a point is from its targets.
    Target(&'a Progress),
    /// The points that may still be the best, the best as far as it is known first.
    Left(&'a [usize]),
}

/// A point that was played.
#[derive(Debug)]
pub struct PlayedPoint {
    /// Its number.
    pub point: usize,
    /// Its fights.
    pub sample: Sample,
    /// Why it was played no longer.
    pub stop: Stop,
    /// By metric, its value.
    pub levels: Vec<Level>,
    /// By metric, its difference from the neighbour; none without one.
    pub prev: Vec<Option<Difference>>,
    /// By metric, its difference from the first point; none for the first.
    pub first: Vec<Option<Difference>>,
    /// The target that was missed by most, if the limit on the fights came first.
    pub shortfall: Option<Progress>,
}

/// A sweep that was played.
#[derive(Debug)]
pub struct Sweep<'a> {
    /// The points.
    pub points: &'a SweepPoints,
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// What was played, in the order of the points.
    pub played: Vec<PlayedPoint>,
    /// The best of them, if it was asked for.
    pub picked: Option<Picked>,
    /// Whether it was interrupted; then points are missing, or fights of a point.
    pub interrupted: bool,
    /// Whether its values are exact, and no fight was played.
    pub is_exact: bool,
}

impl<'a> Players<'a> {
    /// Prepares the points. `metrics` are those of the first of them; `counts` is whether everything that a
    /// run observes is counted, too.
    ///
    /// # Errors
    /// The number of a point and a metric that it does not have.
    pub fn new(
        points: &'a SweepPoints,
        metrics: Vec<Metric>,
        seed: u64,
        counts: bool,
    ) -> Result<Self, (usize, MetricName)> {
        let sampler = |(at, point): (usize, &'a SweepPoint)| {
            let engine: &dyn Engine = point.scenario.engine();
            let again = Metric::again(&metrics, &engine.about());
            if let Some((metric, _)) = metrics.iter().zip(&again).find(|(_, again)| again.is_none()) {
                return Err((at, metric.named.clone()));
            }
            Ok(Sampler::new(engine, seed, &again, counts))
        };
        let samplers = points.all.iter().enumerate().map(sampler).collect::<Result<_, _>>()?;
        Ok(Self { points, samplers, metrics })
    }

    /// Plays the points on the threads of the current pool.
    ///
    /// # Errors
    /// The first fight that broke an invariant.
    pub fn play(
        self,
        until: Until<'_>,
        watch: Control<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Sweep<'a>, BrokenPoint> {
        let n = self.samplers.len();
        let mut samples = vec![Sample::default(); n];
        let mut stops = vec![Stop::Interrupted; n];
        let mut shortfalls = vec![None; n];
        let mut picked = None;
        let to = |point: usize, sample: &mut Sample, end: u64| {
            let played = self.samplers[point].play(sample, end, watch);
            played.map_err(|broken| BrokenPoint { point, broken })
        };
        match until {
            Until::Fights(fights) => {
                for point in 0..n {
                    news(News::Point(point));
                    to(point, &mut samples[point], fights)?;
                    if samples[point].fights < fights {
                        break;
                    }
                    stops[point] = Stop::Fixed;
                }
            }
            Until::Targets(aims) => {
                for (point, aim) in aims.iter().enumerate() {
                    news(News::Point(point));
                    let about = self.points.all[point].scenario.engine().about();
                    let sample = &mut samples[point];
                    let play = |_: Played, missing: &Ranges| {
                        let end = missing.hull().map_or(sample.fights, |(_, end)| end);
                        to(point, sample, end)?;
                        let ranges = Ranges::from(0..sample.fights);
                        Ok(Played { ranges, totals: sample.totals.clone() })
                    };
                    let pursued = aim.pursue(&about, Played::default(), play, |progress| {
                        news(News::Target(progress));
                    })?;
                    let Pursued { stop, progress, .. } = pursued;
                    stops[point] = stop;
                    match stop {
                        Stop::Interrupted => break,
                        Stop::Max => shortfalls[point] = Some(progress),
                        Stop::Fixed | Stop::Target => {}
                    }
                }
            }
            Until::Picked { metric, wanted, most } => {
                let terms = pick::Settings { metric: &self.metrics[metric], at: metric, wanted, most };
                let found = pick(&mut samples, terms, to, |_, left| news(News::Left(left)))?;
                stops.fill(match (found.interrupted, found.left.len()) {
                    (true, _) => Stop::Interrupted,
                    (false, 0 | 1) => Stop::Target,
                    (false, _) => Stop::Max,
                });
                picked = Some(found);
            }
        }
        let interrupted = stops.contains(&Stop::Interrupted);
        let sequence = picked.is_some().then_some(Sequence { alpha: ALPHA, tuned_for: TUNED_FOR });
        let played = Self::compared(self.points, &self.metrics, samples, stops, shortfalls, sequence);
        let (points, metrics) = (self.points, self.metrics);
        Ok(Sweep { points, metrics, played, picked, interrupted, is_exact: false })
    }

    /// The exact values of all points, and the best by a metric and what is wanted of it; `None` if
    /// enumeration takes longer than fights, or a metric is not part of exact answers.
    pub fn enumerate(
        &self,
        pick: Option<(usize, Wanted)>,
        watch: Control<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Option<Sweep<'a>> {
        let of_point = |(at, point): (usize, &SweepPoint)| {
            news(News::Point(at));
            let report = cheap_answer(&point.scenario, watch.stop)?;
            self.metrics.iter().map(|metric| exact_value(&report, &metric.named)).collect()
        };
        let values: Vec<Vec<f64>> =
            self.points.all.iter().enumerate().map(of_point).collect::<Option<_>>()?;
        let picked = pick.map(|(metric, wanted)| {
            let values: Vec<f64> = values.iter().map(|of_point| of_point[metric]).collect();
            Picked { left: pick::best_of(&values, wanted), fights: 0, interrupted: false }
        });
        Some(self.enumerated(&values, picked))
    }

    /// The sweep of points with these exact values.
    fn enumerated(&self, values: &[Vec<f64>], picked: Option<Picked>) -> Sweep<'a> {
        let exactly = |value: f64| Interval { lo: value, hi: value };
        let level = |&value: &f64| Level {
            value: Some(value),
            within: Some(exactly(value)),
            rate: None,
            is_exact: true,
        };
        let minus = |point: usize, other: Option<usize>| -> Vec<Option<Difference>> {
            let of = |at: usize| Some(exact_difference(values[other?][at], values[point][at]));
            (0..self.metrics.len()).map(of).collect()
        };
        let point = |point: usize| PlayedPoint {
            point,
            sample: Sample::default(),
            stop: Stop::Fixed,
            levels: values[point].iter().map(level).collect(),
            prev: minus(point, self.points.neighbour(point)),
            first: minus(point, (point > 0).then_some(0)),
            shortfall: None,
        };
        let played = (0..values.len()).map(point).collect();
        let (points, metrics) = (self.points, self.metrics.clone());
        Sweep { points, metrics, played, picked, interrupted: false, is_exact: true }
    }

    /// Compares the points that have fights with their neighbours and with the first.
    fn compared(
        points: &SweepPoints,
        metrics: &[Metric],
        samples: Vec<Sample>,
        stops: Vec<Stop>,
        shortfalls: Vec<Option<Progress>>,
        sequence: Option<Sequence>,
    ) -> Vec<PlayedPoint> {
        let difference = |point: usize, other: Option<usize>| -> Vec<Option<Difference>> {
            let of = |(at, metric): (usize, &Metric)| {
                let estimate = samples[point].minus(&samples[other?], at, metric)?;
                Some(sequence.map_or_else(|| estimate.fixed(), |sequence| estimate.at_any_time(sequence)))
            };
            metrics.iter().enumerate().map(of).collect()
        };
        let compare = |point: usize| {
            let level = |(at, metric)| samples[point].level(at, metric, sequence);
            let levels = metrics.iter().enumerate().map(level).collect();
            let prev = difference(point, points.neighbour(point));
            (levels, prev, difference(point, (point > 0).then_some(0)))
        };
        let compared: Vec<_> = (0..samples.len()).map(compare).collect();
        let all = samples.into_iter().zip(stops).zip(shortfalls).zip(compared).enumerate();
        let played = all.map(|(point, (((sample, stop), shortfall), (levels, prev, first)))| PlayedPoint {
            point,
            sample,
            stop,
            levels,
            prev,
            first,
            shortfall,
        });
        played.filter(|played| played.sample.fights > 0).collect()
    }
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    /// Whether the values are exact, and no fight was played.
    exact: bool,
    sweep: Vec<Line<'a, SweepRow<'a>>>,
    pick: Option<PickObject<'a>>,
    /// Ends of ranges along a ladder for which another value was played.
    left_out: Vec<&'a LeftOut>,
}

/// The points among which the best one is.
#[derive(Serialize)]
struct PickObject<'a> {
    /// Whether it is known which is the best: one is certain to be, at 95 %, or the values are exact.
    decided: bool,
    /// The varied values of those that are left, the best as far as it is known first.
    left: Vec<Varied<'a>>,
    /// The fights of all points together.
    fights: u64,
}

impl Sweep<'_> {
    /// The rows of `sweep.csv` of a point.
    #[must_use]
    pub fn rows(&self, played: &PlayedPoint) -> Vec<SweepRow<'_>> {
        let row = |at: usize| {
            let metric = &self.metrics[at];
            let (level, prev, first) = (played.levels[at], played.prev[at], played.first[at]);
            let value = |of: Option<Difference>| Number::new(of.map(|it| it.value));
            let lo = |of: Option<Difference>| Number::new(of.map(|it| it.within.lo));
            let hi = |of: Option<Difference>| Number::new(of.map(|it| it.within.hi));
            SweepRow {
                side: metric.named.side.as_deref(),
                unit: metric.named.unit.as_deref(),
                metric: &metric.named.metric,
                kind: metric.kind.word(),
                fights: played.sample.fights,
                value: Number::new(level.value),
                lo: Number::new(level.within.map(|within| within.lo)),
                hi: Number::new(level.within.map(|within| within.hi)),
                d_prev: value(prev),
                d_prev_lo: lo(prev),
                d_prev_hi: hi(prev),
                d_first: value(first),
                d_first_lo: lo(first),
                d_first_hi: hi(first),
                stop: played.stop,
            }
        };
        (0..self.metrics.len()).map(row).collect()
    }

    /// The common columns of the rows of a point.
    #[must_use]
    pub fn point(&self, played: &PlayedPoint, seed: u64) -> Point {
        let SweepPoint { varied, scenario, .. } = &self.points.all[played.point];
        Point {
            scenario: scenario.stem.clone(),
            system: scenario.info.name().to_owned(),
            varied: varied.clone(),
            seed,
            stop: played.stop,
            signature: signature(&played.sample.totals),
            scenario_hash: format!("{:016x}", scenario.hash),
            date: date_of_tables(),
        }
    }

    /// The object of `--json`; `points` are the common columns of what was played.
    #[must_use]
    pub fn object<'a>(
        &'a self,
        scenario: &'a str,
        points: &'a [Point],
        rows: &'a [Vec<SweepRow<'a>>],
        seed: u64,
    ) -> impl Serialize + 'a {
        let lines =
            points.iter().zip(rows).flat_map(|(point, rows)| rows.iter().map(|row| Line::new(point, row)));
        let pick = self.picked.as_ref().map(|picked| PickObject {
            decided: self.is_decided(picked),
            left: picked.left.iter().map(|&at| Varied(&self.points.all[at].varied)).collect(),
            fights: picked.fights,
        });
        let left_out = self.points.axes.iter().flat_map(|axis| &axis.left_out).collect();
        Object { scenario, seed, exact: self.is_exact, sweep: lines.collect(), pick, left_out }
    }

    /// Returns whether it is known which point is the best. Several that are left are exactly equal then.
    #[must_use]
    pub fn is_decided(&self, picked: &Picked) -> bool {
        self.is_exact || picked.left.len() == 1
    }

    /// Returns what a point is called: `Ogre.hp = 80, Ogre.attack = 12`.
    #[must_use]
    pub fn label(&self, point: usize) -> String {
        self.points.label(point)
    }
}
