//! Plays until every target of precision is reached.
//!
//! Intervals are computed only after fixed numbers of fights ([`next_look`]), so that the number of
//! fights of a run depends on scenario, seed and targets, and not on threads or time. The decision to
//! stop uses only the width of an interval and not its position, so that repeated looks hardly change
//! its coverage; intervals of rates with few or no events are wide enough for this to hold.

#[cfg(test)]
mod tests;

use core::fmt;

use crate::gate::goals::{decided_by_rules, findings, needs_proof};
use crate::gate::{Finding, Verdict};
use crate::measures::{Estimate, Goal, Precision, Seen, Target};
use crate::play::run::{CHUNK, Played};
use crate::stats::ALPHA;
use crate::stats::sequential::fights_for_width;
use crate::tables::format;
use crate::tables::rows::Stop;
use crate::totals::ranges::Ranges;
use crate::totals::{About, Totals};

/// The default minimum number of fights.
pub const MIN_FIGHTS: u64 = 10_000;

/// The default maximum number of fights.
pub const MAX_FIGHTS: u64 = 1_000_000_000;

/// The minimum number of fights where nothing says how many are played.
pub const FIRST_FIGHTS: u64 = 2 * CHUNK;

/// The maximum number of fights where nothing says how many are played.
pub const MOST_FIGHTS: u64 = 1_000_000;

/// The precision of every win rate where nothing says how many fights are played: half the width of its
/// interval.
pub const PRECISION: f64 = 0.005;

/// The number of fights at the next look: every 1,024 up to 8,192, then eight looks for each
/// doubling.
#[must_use]
pub fn next_look(n: u64) -> u64 {
    let step = if n < 8 * CHUNK { CHUNK } else { (1 << n.ilog2()) / 8 };
    (n / step + 1).saturating_mul(step)
}

/// The targets of a run, and the limits on its fights.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The targets, all of which have to be reached.
    pub targets: Vec<Target>,
    /// The goals, all of which have to be decided, but for those that no number of fights decides.
    pub goals: Vec<Goal>,
    /// The minimum number of fights.
    pub min_fights: u64,
    /// The maximum number of fights.
    pub max_fights: u64,
}

/// The progress of a run towards its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The number of fights played.
    pub fights: u64,
    /// The measure that is farthest from its target; `None` before the first look.
    pub worst: Option<Worst>,
    /// The goals that these fights leave open.
    pub open: Vec<String>,
}

/// A measure of one subject, compared with its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// The name of the measure.
    pub name: String,
    /// Whether the measure is a rate.
    pub is_rate: bool,
    /// The estimate.
    pub estimate: Estimate,
    /// The requested precision.
    pub precision: Precision,
    /// The half width of the interval divided by the requested one; infinite if it is unknown.
    pub ratio: f64,
}

impl Progress {
    /// Returns whether all targets are reached and all goals decided.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.open.is_empty() && self.worst.as_ref().is_some_and(|worst| worst.ratio <= 1.0)
    }

    /// An estimate of the total number of fights that the worst target needs; `None` if there is no
    /// interval yet, or if a goal is all that is open.
    #[must_use]
    pub fn needed(&self) -> Option<u64> {
        let ratio = self.worst.as_ref()?.ratio;
        if ratio <= 1.0 && !self.open.is_empty() {
            return None;
        }
        let needed = fights_for_width(self.fights, ratio, 1.0).ceil();
        (needed < 1e18).then_some(needed as u64)
    }
}

impl fmt::Display for Worst {
    /// `win_rate(wizards) 45.13% ± 0.31pt, target 0.25pt`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |half: f64| {
            let (shown, unit) = if self.is_rate { (half * 100.0, "pt") } else { (half, "") };
            // Two digits, so that widths that differ look different.
            let decimals = if shown > 0.0 { (1 - shown.log10().floor() as i32).max(0) } else { 0 };
            format!("{}{unit}", format::fixed(shown, decimals))
        };
        write!(f, "{} ", self.name)?;
        let sharpest = self.estimate.sharpest().map(|(value, within)| (value, within.half()));
        match (self.estimate.seen, sharpest) {
            // 0 and 100 % are shown as a bound, which has no `±`.
            (Seen::Rate(rate), Some(_)) if rate.events == 0 || rate.events == rate.n => {
                f.write_str(&format::bare_rate(rate))?;
            }
            (Seen::Rate(_), Some((value, half))) if self.estimate.sharper.is_some() => {
                let decimals = format::decimals(half * 100.0).max(0);
                let shown = format::fixed(value * 100.0, decimals);
                write!(f, "with luck taken out {shown}% ± {}", width(half))?;
            }
            (Seen::Rate(rate), Some((_, half))) => {
                write!(f, "{} ± {}", format::bare_rate(rate), width(half))?;
            }
            (_, Some((value, half))) => f.write_str(&format::estimate(Some(value), Some(half)))?,
            (_, None) => f.write_str("not observed yet")?,
        }
        let plain = |number: f64| format::Number::from(number);
        match self.precision {
            Precision::Absolute(error) if self.is_rate => {
                write!(f, ", target {}pt", plain(error * 100.0))
            }
            Precision::Absolute(error) => write!(f, ", target {}", plain(error)),
            Precision::Relative(part) => write!(f, ", target {}% of it", plain(part * 100.0)),
        }
    }
}

impl Aim {
    /// The aim of a run where nothing says how many fights are played: to decide these goals and to reach a
    /// target, by default [`PRECISION`] of every win rate.
    #[must_use]
    pub fn of_card(target: Option<Target>, goals: &[Goal], about: &About) -> Self {
        let target = target.unwrap_or_else(|| Target::win_rates(PRECISION, about));
        let decided = decided_by_rules(goals, about);
        let open = goals.iter().zip(decided).filter(|(_, decided)| decided.is_none());
        Self {
            targets: vec![target],
            goals: open.map(|(goal, _)| goal.clone()).collect(),
            min_fights: FIRST_FIGHTS,
            max_fights: MOST_FIGHTS,
        }
    }

    /// The goals that these fights leave open, of those that more fights may decide.
    fn open(&self, about: &About, totals: &Totals) -> Vec<String> {
        let alpha = ALPHA / self.goals.len().max(1) as f64;
        let is_open = |goal: &&Goal| {
            let findings = findings(goal, about, totals, alpha);
            let is_open = |finding: &Finding| finding.verdict == Verdict::Inconclusive;
            findings.iter().any(is_open) && !needs_proof(goal, about, &findings)
        };
        self.goals.iter().filter(is_open).map(|goal| goal.text.clone()).collect()
    }

    /// The progress of a run with these totals.
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
        // Goals are looked at where the targets are reached: they take longer to compute.
        let is_near = worst.as_ref().is_none_or(|worst| worst.ratio <= 1.0);
        let open = if is_near { self.open(about, totals) } else { Vec::new() };
        Progress { fights: totals.fights, worst, open }
    }

    /// The fights that a run is likely to end with, by some that were played; `None` where these do not tell, since no
    /// interval is known or a goal is open.
    #[must_use]
    pub fn likely_fights(&self, about: &About, totals: &Totals) -> Option<u64> {
        let progress = self.progress(about, totals);
        let needed =
            if progress.is_reached() { self.min_fights } else { progress.needed()?.max(self.min_fights) };
        // It stops at a look.
        Some(next_look(needed.saturating_sub(1)).min(self.max_fights))
    }

    /// Continues a run with `play`, from one look to the next, until all targets are reached, the
    /// maximum number of fights is reached, or `play` is interrupted and returns fewer fights than it
    /// was given. Calls `watch` at each look.
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
        let mut progress = Progress { fights: 0, worst: None, open: Vec::new() };
        loop {
            let n = so_far.totals.fights;
            // Nothing is decided between two looks, so that an interruption does not change where the
            // run stops.
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

/// The result of [`Aim::pursue`].
#[derive(Clone, Debug)]
pub struct Pursued {
    /// The fights with their totals.
    pub played: Played,
    /// The condition that ended the run.
    pub stop: Stop,
    /// The progress at the last look.
    pub progress: Progress,
}
