//! The curves of numbers: how often the first side wins over the values of each, played while nobody changes
//! anything.

use core::fmt::Write as _;
use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;
use std::sync::Arc;

use fray_sim::control::Control;
use fray_sim::play::run::{Broken, CHUNK};
use fray_sim::scenario::Scenario;
use fray_sim::stats::Rate;
use fray_sim::vary::metrics::Metric;
use fray_sim::vary::sample::{Sample, Sampler};
use serde::Serialize;

use crate::form::Range;

/// The points of all curves at first, and the fights of each; then more of both.
pub(crate) const PASSES: [(i64, u64); 2] = [(4, CHUNK), (10, 4 * CHUNK)];
/// The values whose fights are kept.
const MOST_KEPT: usize = 4_000;

/// A number of a version with the part of its range that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// Its path.
    pub(crate) path: String,
    /// Its present value.
    pub(crate) now: i64,
    /// Its range.
    pub(crate) range: Range,
}

/// A version of a scenario with another value of a number.
pub(crate) type Vary = Arc<dyn Fn(&str, i64) -> Option<Scenario> + Send + Sync>;

/// The fights of versions with other values, by what the version means and the seed.
#[derive(Debug, Default)]
pub(crate) struct Known(BTreeMap<(u64, u64), Sample>);

/// A curve, as it is sent.
#[derive(Debug, Serialize)]
pub(crate) struct Curve {
    /// The drawing, from the lower end of the slider to the upper, as wide and as high as its room.
    svg: String,
    /// The curve in words.
    told: String,
    /// The values with their rates.
    points: Vec<(i64, f64)>,
}

/// How often the first side wins at a value.
pub(crate) type Point = (i64, Rate);

impl Known {
    /// Plays fights of a version on the current threads, as far as they are not known; `None` if play is over before.
    ///
    /// # Errors
    /// The fight that broke an invariant.
    pub(crate) fn rate(
        &mut self,
        version: &Scenario,
        seed: u64,
        fights: u64,
        is_over: &AtomicBool,
    ) -> Result<Option<Rate>, Broken> {
        let engine = version.engine();
        let Ok((metrics, _)) = Metric::named(&engine.about(), &[]) else { return Ok(None) };
        let Some(first) = metrics.first() else { return Ok(None) };
        if self.0.len() >= MOST_KEPT {
            self.0.clear();
        }
        let sample = self.0.entry((version.hash, seed)).or_default();
        if sample.fights < fights {
            let all: Vec<_> = metrics.iter().cloned().map(Some).collect();
            let sampler = Sampler::new(engine, seed, &all, false);
            let watch = Control { stop: is_over, played: &|_| {} };
            if !sampler.play_unless(sample, fights, watch, is_over)? || sample.fights < fights {
                return Ok(None);
            }
        }
        Ok(sample.level(0, first, None).rate)
    }
}

impl Number {
    /// Values of its slider, so many steps from end to end, or all if there are fewer.
    pub(crate) fn values(&self, steps: i64) -> impl Iterator<Item = i64> {
        let Range { low, high, step, .. } = self.range;
        let all = high.saturating_sub(low) / step.max(1);
        let n = steps.min(all);
        (0..=n)
            .map(move |i| low + step.max(1) * (i128::from(all) * i128::from(i) / i128::from(n.max(1))) as i64)
    }
}

impl Curve {
    /// The curve of these points, in ascending order.
    pub(crate) fn of(side: &str, number: &Number, points: &[Point]) -> Self {
        let Range { low, high, .. } = number.range;
        let width = high.saturating_sub(low).max(1) as f64;
        let x = |value: i64| 100.0 * value.saturating_sub(low) as f64 / width;
        let mut svg = String::from(
            "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
             <path class=\"frame\" d=\"M0 0H100M0 50H100M0 100H100\"/>",
        );
        let (mut upper, mut lower, mut line) = (String::new(), String::new(), String::new());
        let known: Vec<(i64, f64)> =
            points.iter().filter_map(|(at, rate)| Some((*at, rate.value()?))).collect();
        for (at, rate) in points {
            let (Some(value), Some(within)) = (rate.value(), rate.interval()) else { continue };
            let letter = if line.is_empty() { 'M' } else { 'L' };
            let _ = write!(upper, "{letter}{:.1} {:.1}", x(*at), 100.0 - 100.0 * within.hi);
            let _ = write!(line, "{letter}{:.1} {:.1}", x(*at), 100.0 - 100.0 * value);
            lower = format!("L{:.1} {:.1}{lower}", x(*at), 100.0 - 100.0 * within.lo);
        }
        let _ =
            write!(svg, "<path class=\"within\" d=\"{upper}{lower}Z\"/><path class=\"line\" d=\"{line}\"/>");
        let _ = write!(svg, "<path class=\"now\" d=\"M{:.1} 0V100\"/></svg>", x(number.now));
        let told = match (known.first(), known.last()) {
            (Some(first), Some(last)) if first.0 != last.0 => {
                format!("{side} win {} at {}, {} at {}.", share(first.1), first.0, share(last.1), last.0)
            }
            _ => String::new(),
        };
        Self { svg, told, points: known }
    }
}

fn share(rate: f64) -> String {
    format!("{:.0}%", 100.0 * rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(low: i64, high: i64, step: i64) -> Number {
        Number { path: "Ogre.hp".to_owned(), now: 25, range: Range { min: low, max: high, low, high, step } }
    }

    #[test]
    fn the_values_of_a_curve_reach_from_end_to_end_in_steps() {
        assert_eq!(number(0, 100, 1).values(4).collect::<Vec<_>>(), [0, 25, 50, 75, 100]);
        assert_eq!(number(1, 3, 1).values(10).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(number(0, 50, 10).values(4).collect::<Vec<_>>(), [0, 10, 20, 30, 50]);
        assert_eq!(number(7, 7, 1).values(4).collect::<Vec<_>>(), [7]);
        assert_eq!(number(i64::MIN, i64::MAX, 1).values(2).count(), 3);
    }

    #[test]
    fn a_curve_says_what_it_shows_and_is_drawn_from_the_lower_end_of_the_slider() {
        let points = [(0, Rate { events: 1024, n: 1024 }), (50, Rate { events: 512, n: 1024 })];
        let curve = Curve::of("heroes", &number(0, 50, 1), &points);
        assert!(curve.svg.contains("class=\"line\" d=\"M0.0 0.0L100.0 50.0\""), "{}", curve.svg);
        assert!(curve.svg.contains("M50.0 0V100"), "the present value: {}", curve.svg);
        assert!(curve.told.starts_with("heroes win ") && curve.told.contains(" at 50"), "{}", curve.told);
        assert_eq!(curve.points, [(0, 1.0), (50, 0.5)]);
    }
}
