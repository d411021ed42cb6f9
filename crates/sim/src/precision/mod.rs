//! Playing until something is known precisely enough.
//!
//! Intervals are looked at after fixed numbers of fights only ([`next_look`]), so that where a run
//! stops depends on scenario, seed and targets and not on threads or the clock. It is the width
//! of the interval that decides, not its place, so that looking often does not spoil its coverage;
//! this holds because a rate of no or few events still has a wide interval.

#[cfg(test)]
mod tests;

use core::fmt;

use crate::measures::{Estimate, Precision, Seen, Target};
use crate::play::run::{CHUNK, Played};
use crate::stats::sequential::fights_for_width;
use crate::tables::format;
use crate::tables::rows::Stop;
use crate::totals::ranges::Ranges;
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
            // A bound: its half is that of the bound.
            (Seen::Rate(rate), Some(_)) if rate.events == 0 || rate.events == rate.n => {
                f.write_str(&format::bare_rate(rate))?;
            }
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

    /// Plays on with `play` from the fights that were played before, from one look to the next,
    /// until all targets are met, no more fights may be played, or `play` stops before the end of
    /// what it was given. `watch` is told at each look.
    ///
    /// # Errors
    /// As `play`.
    pub fn pursue<E>(
        &self,
        about: &About,
        mut so_far: Played,
        mut play: impl FnMut(Played, &Ranges) -> Result<Played, E>,
        mut watch: impl FnMut(&Progress),
    ) -> Result<Pursued, E> {
        let mut progress = Progress { fights: 0, worst: None };
        loop {
            let n = so_far.totals.fights;
            // Between two looks nothing is decided, or where a run stops would depend on where it
            // was interrupted.
            let is_look = n > 0 && (next_look(n - 1) == n || n == self.max_fights);
            if is_look && n >= self.min_fights {
                progress = self.progress(about, &so_far.totals);
                watch(&progress);
                if progress.is_reached() {
                    return Ok(Pursued { played: so_far, stop: Stop::Target, progress });
                }
            }
            if n >= self.max_fights {
                return Ok(Pursued { played: so_far, stop: Stop::Max, progress });
            }
            let mut look = next_look(n);
            while look < self.min_fights {
                look = next_look(look);
            }
            let look = look.min(self.max_fights);
            let missing = Ranges::from(0..look).without(&so_far.ranges);
            so_far = play(so_far, &missing)?;
            if so_far.totals.fights < look {
                return Ok(Pursued { played: so_far, stop: Stop::Interrupted, progress });
            }
        }
    }
}

/// What came of a pursuit.
#[derive(Clone, Debug)]
pub struct Pursued {
    /// What was played and observed.
    pub played: Played,
    /// Why it ended.
    pub stop: Stop,
    /// How far it was at the last look.
    pub progress: Progress,
}
