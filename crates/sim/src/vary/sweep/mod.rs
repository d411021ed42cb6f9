//! Many points of one scenario, each value of what is varied with each other, on the same dice.
//!
//! The differences between points are taken fight by fight, over the fights that both have. Where the
//! numbers of fights depend on the values seen (a pick), all intervals are those of confidence
//! sequences, which hold whenever play ends.

mod object;

use std::collections::BTreeMap;

use super::axis::{NoPoints, SweepPoint, SweepPoints};
use super::enumerated::{cheap_answer, exact_difference, exact_value};
use super::metrics::Metric;
use super::pick::{self, Picked, Wanted, pick};
use crate::compare::{MetricName, TUNED_FOR};
use crate::control::Control;
use crate::output::date_of_tables;
use crate::play::run::{Broken, Played};
use crate::precision::{Aim, Progress, Pursued};
use crate::stats::difference::Difference;
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval};
use crate::tables::format::Number;
use crate::tables::rows::{Point, Stop, row};
use crate::totals::Totals;
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

/// The condition that ends the play of the points.
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
        /// The value that is the best.
        wanted: Wanted,
        /// The most fights of a point.
        most: u64,
    },
}

/// Points that can be played.
pub struct Players<'a> {
    points: &'a SweepPoints,
    metrics: Vec<Metric>,
    seed: u64,
    /// Whether everything that a run observes is counted, too.
    counts: bool,
}

/// The reason for which points cannot be played.
#[derive(Debug)]
pub enum NoPlayers {
    /// One is no scenario.
    Wrong(NoPoints),
    /// The point of this number does not have this metric.
    Lacks(usize, MetricName),
}

/// A fight of a point that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPoint {
    /// The number of the point.
    pub point: usize,
    /// The fight.
    pub broken: Broken,
}

/// A report of progress while a sweep is played.
pub enum News<'a> {
    /// The next point to be played.
    Point(usize),
    /// The distance of a point from its targets.
    Target(&'a Progress),
    /// The points that may still be the best, the best as far as it is known first.
    Left(&'a [usize]),
    /// A point that is played no longer, in the order of the points, with what was observed in its fights. Nobody
    /// keeps that: of thousands of points it is more than fits into memory.
    Played(&'a PlayedPoint, &'a SweepPoint, &'a Totals),
}

/// A point that was played.
#[derive(Debug)]
pub struct PlayedPoint {
    /// Its number.
    pub point: usize,
    /// The number of its fights.
    pub fights: u64,
    /// The common columns of its rows.
    pub columns: Point,
    /// The condition that ended its play.
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
    /// The points that were played, in their order.
    pub played: Vec<PlayedPoint>,
    /// The best of them, if it was asked for.
    pub picked: Option<Picked>,
    /// Whether it was interrupted; then points are missing, or fights of a point.
    pub interrupted: bool,
    /// Whether its values are exact, and no fight was played.
    pub is_exact: bool,
}

/// The end of a point's play.
struct Ended {
    point: SweepPoint,
    stop: Stop,
    shortfall: Option<Progress>,
}

impl<'a> Players<'a> {
    /// Makes every point once, so that what is wrong with one is known before the first is played. `metrics` are those
    /// of the first of them; `counts` is whether everything that a run observes is counted, too.
    ///
    /// # Errors
    /// If a point is no scenario or lacks a metric.
    pub fn new(
        points: &'a SweepPoints,
        metrics: Vec<Metric>,
        seed: u64,
        counts: bool,
    ) -> Result<Self, NoPlayers> {
        for at in 0..points.n() {
            let point = points.point(at).map_err(NoPlayers::Wrong)?;
            let again = Metric::again(&metrics, &point.scenario.engine().about());
            if let Some((metric, _)) = metrics.iter().zip(&again).find(|(_, again)| again.is_none()) {
                return Err(NoPlayers::Lacks(at, metric.named.clone()));
            }
        }
        Ok(Self { points, metrics, seed, counts })
    }

    /// A point, which was made before.
    fn point(&self, at: usize) -> SweepPoint {
        self.points.point(at).expect("what was a scenario is one: nothing is read again")
    }

    /// Plays a point on up to fight `end`.
    fn to(
        &self,
        (at, point): (usize, &SweepPoint),
        sample: &mut Sample,
        end: u64,
        watch: Control<'_>,
    ) -> Result<(), BrokenPoint> {
        let engine = point.scenario.engine();
        let metrics = Metric::again(&self.metrics, &engine.about());
        let played = Sampler::new(engine, self.seed, &metrics, self.counts).play(sample, end, watch);
        played.map_err(|broken| BrokenPoint { point: at, broken })
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
        let mut samples = BTreeMap::new();
        let mut played = Vec::new();
        let (mut picked, mut interrupted) = (None, false);
        match until {
            Until::Picked { metric, wanted, most } => {
                let mut all = vec![Sample::default(); self.points.n()];
                let terms = pick::Settings { metric: &self.metrics[metric], at: metric, wanted, most };
                let to = |at: usize, sample: &mut Sample, end: u64| {
                    self.to((at, &self.point(at)), sample, end, watch)
                };
                let found = pick(&mut all, terms, to, |_, left| news(News::Left(left)))?;
                let stop = match (found.interrupted, found.left.len()) {
                    (true, _) => Stop::Interrupted,
                    (false, 0 | 1) => Stop::Target,
                    (false, _) => Stop::Max,
                };
                interrupted = found.interrupted;
                picked = Some(found);
                let sequence = Some(Sequence { alpha: ALPHA, tuned_for: TUNED_FOR });
                samples.extend(all.into_iter().enumerate());
                for at in 0..self.points.n() {
                    let ended = Ended { point: self.point(at), stop, shortfall: None };
                    played.extend(self.played((at, ended), &mut samples, sequence, news));
                }
            }
            Until::Fights(_) | Until::Targets(_) => {
                for at in 0..self.points.n() {
                    news(News::Point(at));
                    let point = self.point(at);
                    let mut sample = Sample::default();
                    let (stop, shortfall) = match until {
                        Until::Targets(aims) => {
                            self.pursue((at, &point), &mut sample, &aims[at], watch, news)?
                        }
                        Until::Fights(fights) => {
                            self.to((at, &point), &mut sample, fights, watch)?;
                            let is_whole = sample.fights >= fights;
                            (if is_whole { Stop::Fixed } else { Stop::Interrupted }, None)
                        }
                        Until::Picked { .. } => unreachable!("a pick plays all points in turn"),
                    };
                    samples.insert(at, sample);
                    let ended = Ended { point, stop, shortfall };
                    played.extend(self.played((at, ended), &mut samples, None, news));
                    if stop == Stop::Interrupted {
                        interrupted = true;
                        break;
                    }
                }
            }
        }
        let (points, metrics) = (self.points, self.metrics);
        Ok(Sweep { points, metrics, played, picked, interrupted, is_exact: false })
    }

    /// Plays a point until its targets are reached.
    fn pursue(
        &self,
        (at, point): (usize, &SweepPoint),
        sample: &mut Sample,
        aim: &Aim,
        watch: Control<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<(Stop, Option<Progress>), BrokenPoint> {
        let about = point.scenario.engine().about();
        let play = |_: Played, missing: &Ranges| {
            let end = missing.hull().map_or(sample.fights, |(_, end)| end);
            self.to((at, point), sample, end, watch)?;
            Ok(Played { ranges: Ranges::from(0..sample.fights), totals: sample.totals.clone() })
        };
        let pursued = aim.pursue(&about, Played::default(), play, |progress| news(News::Target(progress)))?;
        let Pursued { stop, progress, .. } = pursued;
        Ok((stop, (stop == Stop::Max).then_some(progress)))
    }

    /// Compares a point that was played with its neighbour and with the first, tells of it, and drops what is needed no
    /// more of the points until it; none if it has no fights.
    fn played(
        &self,
        (at, ended): (usize, Ended),
        samples: &mut BTreeMap<usize, Sample>,
        sequence: Option<Sequence>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Option<PlayedPoint> {
        let totals = core::mem::take(&mut samples.get_mut(&at)?.totals);
        let sample = &samples[&at];
        let difference = |other: Option<usize>| -> Vec<Option<Difference>> {
            let of = |(metric_at, metric): (usize, &Metric)| {
                let estimate = sample.minus(samples.get(&other?)?, metric_at, metric)?;
                Some(sequence.map_or_else(|| estimate.fixed(), |sequence| estimate.at_any_time(sequence)))
            };
            self.metrics.iter().enumerate().map(of).collect()
        };
        let Ended { point, stop, shortfall } = ended;
        let level = |(metric_at, metric)| sample.level(metric_at, metric, sequence);
        let played = (sample.fights > 0).then(|| PlayedPoint {
            point: at,
            fights: sample.fights,
            columns: self.columns(&point, &totals, stop),
            stop,
            levels: self.metrics.iter().enumerate().map(level).collect(),
            prev: difference(self.points.neighbour(at)),
            first: difference((at > 0).then_some(0)),
            shortfall,
        });
        if let Some(played) = &played {
            news(News::Played(played, &point, &totals));
        }
        samples.retain(|&it, _| it == 0 || it > at || self.points.is_neighbour_behind(it, at));
        played
    }

    /// The common columns of the rows of a point.
    fn columns(&self, point: &SweepPoint, totals: &Totals, stop: Stop) -> Point {
        let SweepPoint { varied, scenario, .. } = point;
        Point {
            scenario: scenario.stem.clone(),
            system: scenario.info.name().to_owned(),
            varied: varied.clone(),
            seed: self.seed,
            stop,
            signature: signature(totals),
            scenario_hash: format!("{:016x}", scenario.hash),
            date: date_of_tables(),
        }
    }

    /// The exact values of all points, and the best by a metric and what is wanted of it; `None` if
    /// enumeration takes longer than fights, or a metric is not part of exact answers.
    pub fn enumerate(
        &self,
        pick: Option<(usize, Wanted)>,
        watch: Control<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Option<Sweep<'a>> {
        let of_point = |at: usize| {
            news(News::Point(at));
            let point = self.point(at);
            let report = cheap_answer(&point.scenario, watch.stop)?;
            let values: Option<Vec<f64>> =
                self.metrics.iter().map(|metric| exact_value(&report, &metric.named)).collect();
            Some((self.columns(&point, &Totals::default(), Stop::Fixed), values?))
        };
        let values: Vec<(Point, Vec<f64>)> = (0..self.points.n()).map(of_point).collect::<Option<_>>()?;
        let picked = pick.map(|(metric, wanted)| {
            let values: Vec<f64> = values.iter().map(|(_, of_point)| of_point[metric]).collect();
            Picked { left: pick::best_of(&values, wanted), fights: 0, interrupted: false }
        });
        Some(self.enumerated(values, picked))
    }

    /// The sweep of points with these exact values.
    fn enumerated(&self, values: Vec<(Point, Vec<f64>)>, picked: Option<Picked>) -> Sweep<'a> {
        let exactly = |value: f64| Interval { lo: value, hi: value };
        let level = |&value: &f64| Level {
            value: Some(value),
            within: Some(exactly(value)),
            rate: None,
            is_exact: true,
        };
        let (columns, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
        let minus = |point: usize, other: Option<usize>| -> Vec<Option<Difference>> {
            let of = |at: usize| Some(exact_difference(values[other?][at], values[point][at]));
            (0..self.metrics.len()).map(of).collect()
        };
        let point = |(point, columns): (usize, Point)| PlayedPoint {
            point,
            fights: 0,
            columns,
            stop: Stop::Fixed,
            levels: values[point].iter().map(level).collect(),
            prev: minus(point, self.points.neighbour(point)),
            first: minus(point, (point > 0).then_some(0)),
            shortfall: None,
        };
        let played = columns.into_iter().enumerate().map(point).collect();
        let (points, metrics) = (self.points, self.metrics.clone());
        Sweep { points, metrics, played, picked, interrupted: false, is_exact: true }
    }
}
