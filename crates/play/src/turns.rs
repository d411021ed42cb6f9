//! A fight turn by turn: what was told of each, and how units stood after it, for pages that draw it.

use fray_engine::contract::Report;
use fray_engine::map::{Map, Spot};
use fray_engine::roster::UnitId;

use crate::branching::Chances;
use crate::trace::{Entry, Transcript};

/// A fight turn by turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByTurn {
    /// The board, if units have places on one.
    pub map: Option<Map>,
    /// The states of the units before the first turn.
    pub start: Stand,
    /// The chances of each side before anything was rolled; `None` unless they are kept.
    pub first_chances: Option<Chances>,
    /// The turns in order.
    pub turns: Vec<Turn>,
}

/// A stretch of the fight in which no other unit had the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The number in the round of the activation that it is part of, or behind which it comes; 0 before
    /// the first. An activation within which others lie is in parts.
    pub activation: u32,
    /// The unit whose activation it is part of; `None` between activations.
    pub by: Option<UnitId>,
    /// The lines of the play-by-play, in order.
    pub lines: Vec<String>,
    /// The states of the units then, where nothing was pending.
    pub after: Option<Stand>,
    /// The chances of each side after the turn; `None` unless they are kept.
    pub chances: Option<Chances>,
}

/// The units in listed order, between two turns.
pub type Stand = Vec<UnitStand>;

/// A unit between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitStand {
    /// Its place on the map; `None` without one.
    pub spot: Option<Spot>,
    /// Its health, as the game counts it.
    pub health: u32,
    /// Whether it takes part.
    pub is_standing: bool,
    /// Whether it is dead.
    pub is_dead: bool,
}

/// Returns the states of the units, as reports show them.
pub(crate) fn stand_of<S: Report>(system: &S, state: &S::State) -> Stand {
    let (standing, dead) = (system.standing(state), system.dead(state));
    let of_unit = |unit| UnitStand {
        spot: system.spot(state, unit),
        health: system.health(state, unit),
        is_standing: standing.has(unit),
        is_dead: dead.has(unit),
    };
    system.roster().everyone().map(of_unit).collect()
}

impl<S: Report> Transcript<S> {
    /// The fight turn by turn, if it was kept how units stood between turns.
    #[must_use]
    pub fn by_turn(&self, system: &S) -> ByTurn {
        let mut turns: Vec<Turn> = Vec::new();
        let mut of_last = None;
        let chances = self.chances.iter().map(Some).chain(core::iter::repeat(None));
        let mut stands = self.stands.iter().zip(chances).peekable();
        let start = stands.peek().map(|((_, stand), _)| stand.clone()).unwrap_or_default();
        for (n_before, entry) in self.entries.iter().enumerate() {
            while let Some(((_, stand), chances)) =
                stands.next_if(|((n_entries, _), _)| *n_entries <= n_before)
            {
                if let Some(turn) = turns.last_mut() {
                    turn.after = Some(stand.clone());
                    turn.chances = chances.cloned();
                }
            }
            let of_this = Some((entry.round, entry.activation, entry.by));
            if of_this != of_last {
                of_last = of_this;
                let Entry { round, activation, by, .. } = *entry;
                turns.push(Turn { round, activation, by, lines: Vec::new(), after: None, chances: None });
            }
            let mut line = String::new();
            system.describe(&entry.event, &mut line).expect("a string takes every line");
            let turn = turns.last_mut().expect("the turn of this entry");
            turn.lines.push(line);
        }
        if let (Some(turn), Some(((_, stand), _))) = (turns.last_mut(), stands.last()) {
            turn.after = Some(stand.clone());
            turn.chances = self.chances.last().cloned();
        }
        ByTurn { map: system.map(), start, first_chances: self.first_chances.clone(), turns }
    }
}
