//! The probability of a rare end of a fight, by splitting.
//!
//! A pilot of a few thousand fights looks for levels of lost health that about a fifth of the fights reach that
//! reached the one before. Then independent replications follow these levels, each a few hundred fights a level;
//! their mean is unbiased whatever the pilot chose, and their spread gives the interval.

use core::fmt;

use fray_engine::metrics::Kind;
use fray_engine::roster::UnitSet;
use rayon::prelude::*;

use crate::measures::{Condition, Criteria, Ends, ParseError, Subject, What};
use crate::play::dice::{Dice, mix};
use crate::play::engine::Engine;
use crate::play::splitting::{Event, THERE};
use crate::stats::{ALPHA, Interval, student};
use crate::totals::About;

/// Fights of a level of the pilot, and of a replication.
const PATHS: u32 = 1_000;
/// Replications.
pub const REPLICATIONS: u64 = 32;
/// About this share of the fights of a level comes to the next one.
const SHARE: f64 = 0.2;
/// The most levels: with a fifth each this is far below 1e-20.
const MOST_LEVELS: usize = 40;
/// The fewest fights of the pilot that a level is put at.
const FEWEST: usize = 20;

/// The estimate that splitting gives of a rare event's probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Rare {
    /// The estimate.
    pub p: f64,
    /// Its 95 % interval; `None` where no replication came to the event.
    pub within: Option<Interval>,
    /// The number of levels before the event.
    pub levels: usize,
    /// The replications that came to the event.
    pub reached: u64,
    /// The fights that were played, from the beginning or from a level.
    pub fights: u64,
}

/// Reads what is rare: an end of the fight, or who dies or falls in it.
///
/// # Errors
/// The fault of the text, or that splitting has no measure of how near a fight is to it.
pub fn parse(text: &str, about: &About) -> Result<Event, ParseError> {
    let criteria = Criteria::parse(text, about)?;
    let event = match (criteria.conditions.as_slice(), &criteria.pick) {
        ([condition], None) => event(condition, about),
        _ => None,
    };
    event.ok_or_else(|| {
        let message = "splitting knows no way that leads there";
        ParseError::new(0..text.len(), message).help(
            "write loss(side), win(side), any_died(side), any_dropped(side), died(Unit) or dropped(Unit)",
        )
    })
}

fn event(condition: &Condition, about: &About) -> Option<Event> {
    let roster = &about.roster;
    let of_side = |side: usize| roster.sides[side].units;
    match condition {
        Condition::Ends(Ends::Loss(side)) => Some(Event::Loses(*side, of_side(side.idx()))),
        Condition::Ends(Ends::Win(side)) => {
            Some(Event::Wins(*side, roster.everyone().without(of_side(side.idx()))))
        }
        Condition::Ends(_) => None,
        Condition::Value(measure, region) => {
            let What::Metric(idx) = measure.what else { return None };
            let is_yes = region.lo > 0.0 && region.lo <= 1.0 && region.hi >= 1.0;
            let units: UnitSet = match measure.of.as_slice() {
                [Subject::Side(side)] => of_side(side.idx()),
                [Subject::Unit(unit)] => UnitSet::one(*unit),
                _ => return None,
            };
            let info = &about.metrics[idx];
            let is_flag = matches!(info.kind, Kind::Flag | Kind::Any { .. });
            match info.name {
                "died" | "any_died" if is_yes && is_flag => Some(Event::Dies { units, all: false }),
                "dropped" | "any_dropped" if is_yes && is_flag => Some(Event::Drops { units, all: false }),
                _ => None,
            }
        }
    }
}

/// Estimates the probability of an event, on the threads of the current pool; `None` where fights cannot be
/// played on from their midst.
#[must_use]
pub fn rare(engine: &dyn Engine, seed: u64, event: &Event) -> Option<Rare> {
    let dice = Dice::new(&engine.about().roster, seed);
    let levels = levels(engine, &dice, event)?;
    let replication = |number: u64| {
        let mut split = engine.split(&dice)?;
        let (mut p, mut fights) = (1.0, 0);
        for (at, level) in levels.iter().map(Some).chain([None]).enumerate() {
            let key = mix(mix(number + 1) ^ (at as u64 + 1));
            let paths = split.level(event, level.copied(), PATHS, key);
            fights += u64::from(PATHS);
            let came = match level {
                Some(&level) => paths.iter().filter(|path| path.farthest >= level).count(),
                None => paths.iter().filter(|path| path.is_event).count(),
            };
            p *= came as f64 / f64::from(PATHS);
            if came == 0 {
                break;
            }
        }
        Some((p, fights))
    };
    let all: Option<Vec<(f64, u64)>> = (0..REPLICATIONS).into_par_iter().map(replication).collect();
    let all = all?;
    let n = all.len() as f64;
    let p = all.iter().map(|(p, _)| p).sum::<f64>() / n;
    let variance = all.iter().map(|(each, _)| (each - p).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student::two_sided_point(ALPHA, n - 1.0) * (variance / n).sqrt();
    let reached = all.iter().filter(|(p, _)| *p > 0.0).count() as u64;
    Some(Rare {
        p,
        within: (reached > 0).then(|| Interval { lo: (p - half).max(0.0), hi: (p + half).min(1.0) }),
        levels: levels.len(),
        reached,
        fights: all.iter().map(|(_, fights)| fights).sum::<u64>()
            + u64::from(PATHS) * 2 * (levels.len() as u64 + 1),
    })
}

/// The levels that a pilot finds.
fn levels(engine: &dyn Engine, dice: &Dice, event: &Event) -> Option<Vec<u32>> {
    let mut split = engine.split(dice)?;
    let mut levels: Vec<u32> = Vec::new();
    while levels.len() < MOST_LEVELS {
        let key = mix(u64::MAX - levels.len() as u64);
        // To the end, to see how far they come; then to the level, to start from it.
        let mut farthest: Vec<u32> =
            split.level(event, None, PATHS, key).iter().map(|path| path.farthest).collect();
        farthest.sort_unstable();
        let least = levels.last().map_or(1, |level| level + 1);
        let mut level = farthest[((1.0 - SHARE) * farthest.len() as f64) as usize];
        if level < least {
            let further = farthest.partition_point(|&far| far < least);
            if farthest.len() - further < FEWEST {
                break;
            }
            level = farthest[further];
        }
        if level == THERE {
            break;
        }
        levels.push(level);
        split.level(event, Some(level), PATHS, key);
    }
    Some(levels)
}

impl fmt::Display for Rare {
    /// `3.1e-6 (2.2e-6 to 4.0e-6), of 288000 fights over 8 levels`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.within {
            Some(Interval { lo, hi }) => write!(f, "{:.2e} ({lo:.2e} to {hi:.2e})", self.p)?,
            None => f.write_str("not seen")?,
        }
        write!(f, ", of {} fights over {} levels", self.fights, self.levels)
    }
}
