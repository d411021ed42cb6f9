//! Searches for the fight that meets criteria: `loss(wizards), longest`.
//!
//! [`crate::measures`] says what criteria may ask for. Of equal fights the first is found.

use core::cmp::Reverse;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{UnitId, UnitSet};
use rayon::prelude::*;

use crate::measures::{Criteria, Ends, Most};
use crate::play::dice::Dice;
use crate::play::run::{Broken, CHUNK, message};

/// The fight that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number.
    pub fight: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The round in which it ended.
    pub rounds: u32,
    /// The damage as rolled by the units asked for; 0 if none were.
    pub damage: u64,
}

impl Ends {
    fn is(self, outcome: Outcome) -> bool {
        match (self, outcome) {
            (Self::Win(side), Outcome::Win(winner)) => side == winner,
            (Self::Loss(side), Outcome::Win(winner)) => side != winner,
            (Self::Draw, Outcome::Draw) | (Self::Timeout, Outcome::Timeout) => true,
            (Self::Win(_) | Self::Loss(_), Outcome::Draw | Outcome::Timeout)
            | (Self::Draw, Outcome::Win(_) | Outcome::Timeout)
            | (Self::Timeout, Outcome::Win(_) | Outcome::Draw) => false,
        }
    }
}

/// Sums up what some units do in a fight.
struct Damage {
    of: UnitSet,
    sum: u64,
}

impl<S: System> Observer<S> for Damage {
    #[inline]
    fn attack(&mut self, by: UnitId, _hit: bool, damage: u32) {
        self.sum += if self.of.has(by) { u64::from(damage) } else { 0 };
    }

    #[inline]
    fn harm(&mut self, by: UnitId, damage: u32) {
        Observer::<S>::attack(self, by, true, damage);
    }
}

/// Searches the fights of `range` under `seed` on the threads of the current pool. Of fights that
/// fit equally well the first is found, whatever the threads do. `None`: no fight fits.
///
/// # Errors
/// A fight of the range that broke an invariant: the first, if all are searched.
pub fn find<S: System>(
    system: &S,
    seed: u64,
    range: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let n_chunks = range.end.saturating_sub(range.start).div_ceil(CHUNK);
    let chunk = |i: u64| {
        let start = range.start + i * CHUNK;
        search(system, seed, start..range.end.min(start + CHUNK), criteria)
    };
    let chunks = (0..n_chunks).into_par_iter();
    if criteria.most.is_none() {
        // Without a superlative the first that fits ends the search.
        return chunks.find_map_first(|i| chunk(i).transpose()).transpose();
    }
    let better = |a: Found, b: Found| if rank(&a, criteria) <= rank(&b, criteria) { a } else { b };
    let merge = |a: Result<Option<Found>, Broken>, b: Result<Option<Found>, Broken>| match (a, b) {
        (Ok(Some(a)), Ok(Some(b))) => Ok(Some(better(a, b))),
        (Ok(a), Ok(b)) => Ok(a.or(b)),
        (Err(a), Err(b)) => Err(if a.fight <= b.fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    chunks.map(chunk).reduce(|| Ok(None), merge)
}

/// The best of a chunk.
fn search<S: System>(
    system: &S,
    seed: u64,
    fights: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let mut dice = Dice::new(system.roster(), seed);
    let mut state = S::State::default();
    let of = match criteria.most {
        Some(Most::Damage(units)) => units,
        Some(Most::Longest | Most::Shortest) | None => UnitSet::default(),
    };
    let mut best: Option<Found> = None;
    for fight in fights {
        dice.fight(fight);
        let mut damage = Damage { of, sum: 0 };
        let played = catch_unwind(AssertUnwindSafe(|| play(system, &mut state, &mut dice, &mut damage)))
            .map_err(|panic| Broken { fight, message: message(&*panic) })?;
        let found = Found { fight, outcome: played.outcome, rounds: played.rounds, damage: damage.sum };
        if criteria.outcome.is_some_and(|ends| !ends.is(played.outcome)) {
            continue;
        }
        if best.as_ref().is_none_or(|best| rank(&found, criteria) < rank(best, criteria)) {
            best = Some(found);
        }
        if criteria.most.is_none() {
            break;
        }
    }
    Ok(best)
}

/// The order of fights that fit, best first.
fn rank(found: &Found, criteria: &Criteria) -> (Reverse<i64>, u64) {
    let score = match criteria.most {
        Some(Most::Longest) => i64::from(found.rounds),
        Some(Most::Shortest) => -i64::from(found.rounds),
        Some(Most::Damage(_)) => found.damage as i64,
        None => 0,
    };
    (Reverse(score), found.fight)
}
