//! Rare ends of fights: how probable they are, by splitting.
//!
//! Most fights of a run never come near what is rare. Here the fights that come nearer, by the health that whom it
//! is about has lost, are played on several times from there, level by level (multilevel splitting with a fixed
//! effort a level; Garvels 2000, Del Moral 2004). The product of the shares that come from each level to the next is an
//! unbiased estimate of the probability.

use fray_engine::contract::{Health, Outcome, System};
use fray_engine::roster::{SideId, UnitId, UnitSet};

use crate::branching::Fallen;

/// The rare event whose probability is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// One of these units is dead at the end, or all of them.
    Dies {
        /// The units that the event is about.
        units: UnitSet,
        /// Whether all have to be.
        all: bool,
    },
    /// One of these units is put out of the fight at least once, or each of them is.
    Drops {
        /// The units that the event is about.
        units: UnitSet,
        /// Whether all have to be.
        all: bool,
    },
    /// This side wins; the units are those of the others.
    Wins(SideId, UnitSet),
    /// Another side than this one wins; the units are those of this one.
    Loses(SideId, UnitSet),
}

/// The progress of a unit that is out of the fight, and of one that is dead: lost health counts up to the first.
const OUT: u32 = 1000;
const DEAD: u32 = 1200;
/// The progress of what has come about.
pub const THERE: u32 = u32::MAX;

/// The part of a fight's start on a level of splitting that is not in its state.
#[derive(Clone, Debug)]
pub struct Start {
    /// The present nearness of the fight to the event.
    pub progress: u32,
    /// The greatest nearness so far.
    pub farthest: u32,
    /// Whether the event came about, of a fight that is over.
    pub end: Option<bool>,
    /// The units that were put out of the fight by then.
    pub(crate) fallen: Fallen,
    /// By unit: its health at the beginning, or the most that it was seen with.
    full: Vec<u32>,
}

/// The result of a fight that was played on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The greatest nearness to the event.
    pub farthest: u32,
    /// Whether it ended with it.
    pub is_event: bool,
}

impl Event {
    fn units(&self) -> UnitSet {
        match self {
            Self::Dies { units, .. } | Self::Drops { units, .. } => *units,
            Self::Wins(_, units) | Self::Loses(_, units) => *units,
        }
    }

    fn takes_all(&self) -> bool {
        match self {
            Self::Dies { all, .. } | Self::Drops { all, .. } => *all,
            Self::Wins(..) | Self::Loses(..) => true,
        }
    }

    fn is_met<S: System>(&self, system: &S, state: &S::State, fallen: Fallen, outcome: Outcome) -> bool {
        let among = |met: UnitSet, all: bool| {
            let those = self.units().and(met);
            if all { those == self.units() } else { !those.is_empty() }
        };
        match *self {
            Self::Dies { all, .. } => among(system.dead(state), all),
            Self::Drops { all, .. } => among(fallen.0, all),
            Self::Wins(side, _) => outcome == Outcome::Win(side),
            Self::Loses(side, _) => matches!(outcome, Outcome::Win(winner) if winner != side),
        }
    }
}

impl Start {
    pub(crate) fn of<S: System>(system: &S, state: &S::State, fallen: Fallen, event: &Event) -> Self {
        let full = system.roster().everyone().map(|_| 0).collect();
        let mut start = Self { progress: 0, farthest: 0, end: None, fallen, full };
        start.look(system, state, fallen, event);
        start
    }

    /// Looks at a state between turns.
    pub(crate) fn look<S: System>(&mut self, system: &S, state: &S::State, fallen: Fallen, event: &Event) {
        self.fallen = fallen;
        let (standing, dead) = (system.standing(state), system.dead(state));
        let (mut sum, mut most, mut n) = (0, 0, 0);
        for unit in event.units() {
            let full = &mut self.full[unit.idx()];
            let lost = match event {
                // Who is back has been out.
                Event::Drops { .. } if fallen.0.has(unit) => OUT,
                _ => lost(system, state, unit, full, standing.has(unit), dead.has(unit)),
            };
            (sum, most, n) = (sum + lost, most.max(lost), n + 1);
        }
        self.progress = if event.takes_all() { sum / n.max(1) } else { most };
    }

    /// Notes the end of the fight.
    pub(crate) fn over<S: System>(&mut self, system: &S, state: &S::State, event: &Event, outcome: Outcome) {
        let is_met = event.is_met(system, state, self.fallen, outcome);
        self.end = Some(is_met);
        if is_met {
            self.progress = THERE;
        }
    }
}

/// The health that a unit has lost, in thousandths of what it began with.
fn lost<S: System>(
    system: &S,
    state: &S::State,
    unit: UnitId,
    full: &mut u32,
    is_standing: bool,
    is_dead: bool,
) -> u32 {
    if is_dead {
        return DEAD;
    }
    let health = system.health(state, unit);
    match S::HEALTH {
        // Who was not there yet has lost nothing.
        _ if !is_standing && *full == 0 => 0,
        _ if !is_standing => OUT,
        Health::Left => {
            *full = (*full).max(health);
            OUT - OUT * health / (*full).max(1)
        }
        // Nobody says how many wounds a unit can take: each counts less than the one before.
        Health::Wounds => {
            *full = 1;
            OUT - OUT * 4 / (4 + health)
        }
    }
}
