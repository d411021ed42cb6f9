//! Searches for the fight that meets criteria: `loss(wizards), longest`.
//!
//! [`crate::measures`] says what criteria may ask for. Of equal fights the first is found.

use core::cmp::Reverse;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_rules::engine::contract::Outcome;
use fray_rules::engine::roster::{SideId, UnitSet};
use rayon::prelude::*;

use crate::measures::{Criteria, Ends, Most};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK, message};
use crate::tally::columns::{Column, ColumnList, FightColumns, UnitColumn};
use crate::tally::{Keep, Player};
use crate::totals::About;

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

/// Searches the fights of `range` under `seed` on the threads of the current pool. Of fights that
/// fit equally well the first is found, whatever the threads do. `None`: no fight fits.
///
/// # Errors
/// A fight of the range that broke an invariant: the first, if all are searched.
pub fn find(
    engine: &dyn Engine,
    seed: u64,
    range: Range<u64>,
    criteria: &Criteria,
) -> Result<Option<Found>, Broken> {
    let n_chunks = range.end.saturating_sub(range.start).div_ceil(CHUNK);
    let about = engine.about();
    let dice = Dice::new(&about.roster, seed);
    let search = || Search::new(engine, &about, dice.clone(), criteria);
    let chunks = (0..n_chunks).into_par_iter().map_init(search, |search, i| {
        let start = range.start + i * CHUNK;
        search.chunk(start..range.end.min(start + CHUNK))
    });
    if criteria.most.is_none() {
        // Without a superlative the first that fits ends the search.
        return chunks.find_map_first(Result::transpose).transpose();
    }
    let better = |a: Found, b: Found| if rank(&a, criteria) <= rank(&b, criteria) { a } else { b };
    let merge = |a: Result<Option<Found>, Broken>, b: Result<Option<Found>, Broken>| match (a, b) {
        (Ok(Some(a)), Ok(Some(b))) => Ok(Some(better(a, b))),
        (Ok(a), Ok(b)) => Ok(a.or(b)),
        (Err(a), Err(b)) => Err(if a.fight <= b.fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    chunks.reduce(|| Ok(None), merge)
}

/// What a search plays its fights with, and the columns it reads of them.
struct Search<'a> {
    player: Box<dyn Player + 'a>,
    fights: FightColumns,
    criteria: &'a Criteria,
    /// The winning side of each fight, by side.
    wins: Vec<usize>,
    draw: usize,
    rounds: usize,
    /// The damage of the units asked for, by unit.
    damage: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(engine: &'a dyn Engine, about: &About, dice: Dice, criteria: &'a Criteria) -> Self {
        let of = match criteria.most {
            Some(Most::Damage(units)) => units,
            Some(Most::Longest | Most::Shortest) | None => UnitSet::default(),
        };
        let mut columns = ColumnList::default();
        let sides = 0..about.roster.sides.len() as u8;
        Self {
            wins: sides.map(|side| columns.place(Column::Win(SideId(side)))).collect(),
            draw: columns.place(Column::Draw),
            rounds: columns.place(Column::Rounds),
            damage: of.map(|unit| columns.place(Column::Unit(unit, UnitColumn::Damage))).collect(),
            player: engine.player(dice, Keep::Fights),
            fights: FightColumns::new(about, columns),
            criteria,
        }
    }

    /// The best fight of a chunk.
    fn chunk(&mut self, fights: Range<u64>) -> Result<Option<Found>, Broken> {
        catch_unwind(AssertUnwindSafe(|| self.best(fights)))
            .map_err(|panic| Broken { fight: self.player.playing(), message: message(&*panic) })
    }

    fn best(&mut self, fights: Range<u64>) -> Option<Found> {
        let mut best: Option<Found> = None;
        for fight in fights {
            self.fights.play(&mut *self.player, fight..fight + 1);
            let found = self.found(fight);
            if self.criteria.outcome.is_some_and(|ends| !ends.is(found.outcome)) {
                continue;
            }
            if best.as_ref().is_none_or(|best| rank(&found, self.criteria) < rank(best, self.criteria)) {
                best = Some(found);
            }
            if self.criteria.most.is_none() {
                break;
            }
        }
        best
    }

    /// The fight played last.
    fn found(&self, fight: u64) -> Found {
        let value = |column: usize| self.fights.column(column)[0];
        let winner = self.wins.iter().position(|&column| value(column) > 0);
        let outcome = match winner {
            Some(side) => Outcome::Win(SideId(side as u8)),
            None if value(self.draw) > 0 => Outcome::Draw,
            None => Outcome::Timeout,
        };
        let damage = self.damage.iter().map(|&column| u64::from(value(column))).sum();
        Found { fight, outcome, rounds: value(self.rounds), damage }
    }
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
