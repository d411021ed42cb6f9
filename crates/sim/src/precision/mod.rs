//! Playing until something is known precisely enough.
//!
//! Intervals are looked at after fixed numbers of fights only ([`next_look`]), so that where a run
//! stops depends on scenario, seed and targets and not on threads or the clock. It is the width
//! of the interval that decides, not its place, so that looking often does not spoil its coverage;
//! this holds because a rate of no or few events still has a wide interval.

#[cfg(test)]
mod tests;

use core::fmt;
use std::ops::Range;

use fray_rules::contract::System;
use fray_rules::systems::{Prepared, Visit};

use crate::format;
use crate::names::{Estimate, Precision, Seen, Target};
use crate::rows::Stop;
use crate::run::{Broken, CHUNK, Played, run_until};
use crate::simulate::{FIGHTS_BY_HAND, Order, Simulated, about};
use crate::stats::sequential::fights_for_width;
use crate::table_side;
use crate::totals::{About, Totals};

/// The least fights of a run that says nothing of it.
pub const MIN_FIGHTS: u64 = 10_000;

/// The most fights of a run that says nothing of it.
pub const MAX_FIGHTS: u64 = 1_000_000_000;

/// The number of fights after which intervals are looked at next: every 1,024 up to 8,192, from
/// there on eight times for each doubling.
#[must_use]
pub fn next_look(n: u64) -> u64 {
    let step = match n < 8 * CHUNK {
        true => CHUNK,
        false => (1 << n.ilog2()) / 8,
    };
    (n / step + 1).saturating_mul(step)
}

/// What should be known, and how many fights may be played for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// What should be known how precisely: all of it.
    pub targets: Vec<Target>,
    /// No fewer fights than this are played.
    pub min_fights: u64,
    /// No more fights than this are played.
    pub max_fights: u64,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The fights played.
    pub fights: u64,
    /// What is farthest from its target; none before the first look.
    pub worst: Option<Worst>,
}

/// A measure of one subject that has a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// How it is called.
    pub name: String,
    /// Whether it is a rate.
    pub is_rate: bool,
    /// What is known of it.
    pub estimate: Estimate,
    /// What was asked for.
    pub precision: Precision,
    /// The half width of its interval over the one asked for; infinite where that is not known.
    pub ratio: f64,
}

impl Progress {
    /// Whether all targets are met.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.worst.as_ref().is_some_and(|worst| worst.ratio <= 1.0)
    }

    /// About how many fights are needed in all, by the worst target; none where there is nothing
    /// to go by yet.
    #[must_use]
    pub fn needed(&self) -> Option<u64> {
        let ratio = self.worst.as_ref()?.ratio;
        let needed = fights_for_width(self.fights, ratio, 1.0).ceil();
        (needed < 1e18).then_some(needed as u64)
    }
}

impl fmt::Display for Worst {
    /// `win_rate(wizards) 45.13% ± 0.31pt, asked for 0.25pt`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |half: f64| {
            let (shown, unit) = if self.is_rate { (half * 100.0, "pt") } else { (half, "") };
            // Two digits, so that widths that differ look different.
            let decimals = if shown > 0.0 { (1 - shown.log10().floor() as i32).max(0) } else { 0 };
            format!("{}{unit}", format::fixed(shown, decimals))
        };
        write!(f, "{} ", self.name)?;
        match (self.estimate.seen, self.estimate.value().zip(self.estimate.half())) {
            (Seen::Rate(rate), Some((_, half))) => {
                write!(f, "{} ± {}", format::bare_rate(rate), width(half))?;
            }
            (_, Some((value, half))) => f.write_str(&format::estimate(Some(value), Some(half)))?,
            (_, None) => f.write_str("not seen yet")?,
        }
        let plain = |number: f64| format::Number::from(number);
        match self.precision {
            Precision::Absolute(error) if self.is_rate => {
                write!(f, ", asked for {}pt", plain(error * 100.0))
            }
            Precision::Absolute(error) => write!(f, ", asked for {}", plain(error)),
            Precision::Relative(part) => write!(f, ", asked for {}% of it", plain(part * 100.0)),
        }
    }
}

impl Aim {
    /// How far a run with these totals is.
    #[must_use]
    pub fn progress(&self, about: &About, totals: &Totals) -> Progress {
        let mut worst: Option<Worst> = None;
        for target in &self.targets {
            for estimate in target.measure.estimates(about, totals) {
                let ratio = target.ratio(&estimate);
                if worst.as_ref().is_none_or(|worst| worst.ratio < ratio) {
                    worst = Some(Worst {
                        name: target.measure.name(about, estimate.subject),
                        is_rate: target.measure.is_rate(about),
                        estimate,
                        precision: target.precision,
                        ratio,
                    });
                }
            }
        }
        Progress { fights: totals.fights, worst }
    }

    /// Plays with `play`, from fight 0 to one look after the other, until all targets are met, no
    /// more fights may be played, or `play` stops before the end of its range. `watch` is told at
    /// each look.
    ///
    /// # Errors
    /// As `play`.
    pub fn pursue<E>(
        &self,
        about: &About,
        mut play: impl FnMut(Range<u64>) -> Result<Played, E>,
        mut watch: impl FnMut(&Progress),
    ) -> Result<Pursued, E> {
        let mut totals = Totals::default();
        let mut progress = Progress { fights: 0, worst: None };
        let mut at = 0;
        while at < self.max_fights {
            let mut look = next_look(at);
            while look < self.min_fights {
                look = next_look(look);
            }
            let look = look.min(self.max_fights);
            let played = play(at..look)?;
            totals.merge(&played.totals);
            at = played.end;
            if at < look {
                return Ok(Pursued { totals, end: at, stop: Stop::Interrupted, progress });
            }
            progress = self.progress(about, &totals);
            watch(&progress);
            if progress.is_reached() {
                return Ok(Pursued { totals, end: at, stop: Stop::Target, progress });
            }
        }
        Ok(Pursued { totals, end: at, stop: Stop::Max, progress })
    }
}

/// What came of a pursuit.
#[derive(Clone, Debug)]
pub struct Pursued {
    /// What was observed.
    pub totals: Totals,
    /// Where it ended.
    pub end: u64,
    /// Why.
    pub stop: Stop,
    /// How far it was at the last look.
    pub progress: Progress,
}

/// [`simulate`](crate::simulate::simulate) until the aim is reached: from fight 0; of the order's
/// range nothing is read.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn simulate_to(
    system: &Prepared,
    order: Order<'_>,
    aim: &Aim,
    watch: &(dyn Fn(&Progress) + Sync),
) -> Result<(Simulated, Stop, Progress), Broken> {
    struct To<'a>(Order<'a>, &'a Aim, &'a (dyn Fn(&Progress) + Sync));
    impl Visit for To<'_> {
        type Out = Result<(Simulated, Stop, Progress), Broken>;

        fn visit<S: System>(self, system: &S) -> Self::Out {
            let Self(Order { seed, stop, played, .. }, aim, watch) = self;
            let about = about(system);
            let play = |range| run_until(system, seed, range, stop, played);
            let Pursued { totals, end, stop, progress } = aim.pursue(&about, play, watch)?;
            let by_hand = totals.fights.min(FIGHTS_BY_HAND);
            let dice_per_fight = table_side::dice_per_fight(system, seed, by_hand);
            Ok((Simulated { about, totals, end, dice_per_fight }, stop, progress))
        }
    }
    system.visit(To(order, aim, watch))
}
