//! The turns at which a side that looks ahead departs from its base, in what circumstances, and its gain from
//! that.
//!
//! Turns are told apart at which a choice leads elsewhere than the base. Of those at which it is taken, and
//! of those at which the base is kept, the circumstances are counted. The gain of a departure is tried once
//! more, on dice that no choice was made by: in the trials that made it the best the difference is too large.

use std::sync::{Mutex, PoisonError};

use fray_engine::contract::{Health, System};
use fray_engine::roster::{Roster, SideId, UnitId};

/// The values of a circumstance that are told apart, from 0; the last is of all larger ones.
pub const BINS: usize = 21;
/// The trials on other dice by which a departure is valued.
pub const FRESH_TRIALS: u32 = 16;

/// A circumstance of a turn that the condition of a tactic can ask about in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Circumstance {
    /// The number of the round.
    Round,
    /// The number of units of the side that stand.
    Allies,
    /// The number of units of other sides that stand.
    Enemies,
    /// The health of the unit whose decision it is: twentieths of what it began with, or wounds.
    Health,
}

impl Circumstance {
    /// All, in the order of a [`Departure`].
    pub const ALL: [Self; 4] = [Self::Round, Self::Allies, Self::Enemies, Self::Health];
}

/// By value of a circumstance, the turns at which a choice was left, and those at which it was taken.
pub type Bins = [[u64; 2]; BINS];

/// The uses and gains of one choice over all fights. Sums of integers, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// The turns at which it was taken.
    pub turns: u64,
    /// The turns at which it leads elsewhere than the base, and the base was kept.
    pub stayed: u64,
    /// The fights with a turn at which it was taken.
    pub fights: u64,
    /// By circumstance and value: the turns at which the base was kept, and those at which it was taken.
    pub bins: [Bins; Circumstance::ALL.len()],
    /// The trials on other dice that it won and the base did not, less those that the base won and it did not.
    pub gained: i64,
    /// By fight, the square of that, its product with the turns, and the square of the turns, added up.
    pub squares: [i64; 3],
}

impl Departure {
    /// By how much the win rate rises at a turn at which it is taken, with its variance by fight. `None` for fewer
    /// than two fights.
    #[must_use]
    pub fn gain(&self) -> Option<(f64, f64)> {
        if self.fights < 2 {
            return None;
        }
        let (n, turns, trials) = (self.fights as f64, self.turns as f64, f64::from(FRESH_TRIALS));
        let mean = self.gained as f64 / turns;
        let [gained, both, counted] = self.squares.map(|sum| sum as f64);
        let spread = (gained - 2.0 * mean * both + mean * mean * counted).max(0.0);
        let variance = n / (n - 1.0) * spread / (turns * turns);
        Some((mean / trials, variance / (trials * trials)))
    }
}

/// The departures of a side, as they are played.
#[derive(Debug)]
pub struct Departures {
    /// By choice, the unit whose decision it is; none of several.
    units: Vec<Option<UnitId>>,
    all: Mutex<Vec<Departure>>,
}

impl Departures {
    /// None yet, of choices that are those of these units.
    #[must_use]
    pub fn new(units: Vec<Option<UnitId>>) -> Self {
        Self { all: Mutex::new(vec![Departure::default(); units.len()]), units }
    }

    /// The departures of all fights until now, by choice; that of the base is empty.
    #[must_use]
    pub fn count(&self) -> Vec<Departure> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The notes of one thread about the fight that it plays.
#[derive(Debug)]
pub(super) struct Notes<'a> {
    of: &'a Departures,
    side: SideId,
    /// By unit, its health as the fight began.
    full: Vec<u32>,
    /// By choice, whether it leads elsewhere than the base at this turn.
    pub(super) matters: Vec<bool>,
    /// By choice, what was gained in this fight and the turns at which it was taken.
    of_fight: Vec<(i64, i64)>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(of: &'a Departures, side: SideId) -> Self {
        let n = of.units.len();
        Self { of, side, full: Vec::new(), matters: vec![false; n], of_fight: vec![(0, 0); n] }
    }

    /// Begins a fight that stands so.
    pub(super) fn begin<S: System>(&mut self, system: &S, state: &S::State) {
        self.full.clear();
        self.full.extend(system.roster().everyone().map(|unit| system.health(state, unit)));
        self.of_fight.fill((0, 0));
    }

    /// Notes what was chosen at a turn, and what its trials on other dice came to.
    pub(super) fn note<S: System>(
        &mut self,
        (system, state): (&S, &S::State),
        round: u32,
        choice: usize,
        gained: i64,
    ) {
        let of_sides = standing(system.roster(), self.side, system, state);
        let mut all = self.of.all.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = choice > 0;
        let noted = if is_taken { choice..choice + 1 } else { 1..all.len() };
        for at in noted.filter(|&at| is_taken || self.matters[at]) {
            let health = self.of.units[at].and_then(|unit| self.health(system, state, unit));
            let values = [Some(round), Some(of_sides[0]), Some(of_sides[1]), health];
            let departure = &mut all[at];
            for (bins, value) in departure.bins.iter_mut().zip(values) {
                if let Some(value) = value {
                    bins[(value as usize).min(BINS - 1)][usize::from(is_taken)] += 1;
                }
            }
            *(if is_taken { &mut departure.turns } else { &mut departure.stayed }) += 1;
        }
        if is_taken {
            let (sum, turns) = &mut self.of_fight[choice];
            (*sum, *turns) = (*sum + gained, *turns + 1);
        }
        self.matters.fill(false);
    }

    /// The fight is over.
    pub(super) fn end(&mut self) {
        let mut all = self.of.all.lock().unwrap_or_else(PoisonError::into_inner);
        for (departure, &(gained, turns)) in all.iter_mut().zip(&self.of_fight) {
            departure.fights += u64::from(turns > 0);
            departure.gained += gained;
            let squares = [gained * gained, gained * turns, turns * turns];
            departure.squares.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
        }
    }

    fn health<S: System>(&self, system: &S, state: &S::State, unit: UnitId) -> Option<u32> {
        let now = system.health(state, unit);
        match (S::HEALTH, self.full.get(unit.idx()).copied()) {
            (Health::Wounds, _) => Some(now),
            (Health::Left, Some(full)) if full > 0 => {
                Some((u64::from(now) * (BINS as u64 - 1) / u64::from(full)) as u32)
            }
            (Health::Left, _) => None,
        }
    }
}

/// Returns how many of the side stand, and how many others.
fn standing<S: System>(roster: &Roster, side: SideId, system: &S, state: &S::State) -> [u32; 2] {
    let all = system.standing(state);
    let own = roster.sides[side.idx()].units.and(all).len();
    [own, all.len() - own]
}
