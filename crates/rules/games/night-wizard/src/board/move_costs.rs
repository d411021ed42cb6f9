//! The cost of leaving squares, and where a movement can end (NW-35, NW-38, NW-41).

use crate::board::Board;
use crate::rules::prelude::*;
use fray_kit::board::grid::Grid;
use fray_kit::board::grid::path::Mover;
use fray_kit::board::grid::reach::NEVER;
use fray_kit::board::grid::scratch::MAX_LEAVE_COST;

/// The places of some units, each with a number below 256: keys of places with the number above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowd {
    at: [u32; MAX_UNITS],
    n: usize,
    /// The marks of their squares: where a square's is missing nobody is.
    marks: u64,
}

impl Crowd {
    const EMPTY: Self = Self { at: [0; MAX_UNITS], n: 0, marks: 0 };

    /// One of 64 marks, different for the squares of any eight by eight.
    #[inline(always)]
    fn mark(at: Place) -> u64 {
        1 << (at.x & 7 | (at.y & 7) << 3)
    }

    #[inline(always)]
    fn push(&mut self, at: Place, number: u32) {
        self.at[self.n & (MAX_UNITS - 1)] = at.key() | number << 24;
        self.n += 1;
        self.marks |= Self::mark(at);
    }

    /// Each with its number.
    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        self.at[..self.n].iter().map(|&it| (Place::of_key(it), it >> 24))
    }

    /// The numbers of those at a place.
    #[inline(always)]
    fn numbers(&self, at: Place) -> impl Iterator<Item = u32> + '_ {
        let n = if self.marks & Self::mark(at) == 0 { 0 } else { self.n };
        self.at[..n].iter().filter(move |&&it| Place::of_key(it) == at).map(|it| it >> 24)
    }

    #[inline(always)]
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + Clone + '_ {
        self.at[..self.n].iter().map(|&it| Place::of_key(it))
    }

    /// Returns how far the nearest of them is.
    #[inline(always)]
    pub(crate) fn nearest(&self, grid: &Grid, to: Place) -> u32 {
        self.places().map(|at| grid.distance(at, to)).fold(NEVER, u32::min)
    }

    /// Returns how many of them see a place.
    pub(crate) fn seers(&self, grid: &Grid, to: Place) -> usize {
        self.places().filter(|&at| grid.sight(at, to)).count()
    }
}

/// The cost of each step of a unit at this moment.
#[derive(Clone, Debug)]
pub(crate) struct MoveCosts<'a> {
    pub(crate) board: &'a Board,
    pub(crate) flies: bool,
    /// Whether it has to end on the ground although it is made in flight.
    pub(crate) lands: bool,
    /// The cost of leaving a square with an object or trap (NW-38); 1 where none hinders.
    object: u32,
    /// Enemies that hinder it, with what leaving their square costs; where the number of units in a
    /// square is limited, everybody else too, with the cost 0.
    others: Crowd,
}

impl Mover for MoveCosts<'_> {
    #[inline(always)]
    fn flies(&self) -> bool {
        self.flies
    }

    /// NW-38, NW-41.
    #[inline(always)]
    fn leave_cost(&self, from: Place) -> u32 {
        let mut cost = if self.object > 1 && self.board.grid.obstructs(from) { self.object } else { 1 };
        if self.others.marks & Crowd::mark(from) != 0 {
            for (at, to_leave) in self.others.each() {
                cost = if at == from { cost.max(to_leave) } else { cost };
            }
        }
        cost
    }

    #[inline(always)]
    fn is_clear(&self, from: Place, to: Place) -> bool {
        let (x, y) = (from.x.min(to.x), from.y.min(to.y));
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        for (at, cost) in self.others.each() {
            let is_first = at.y == from.y && at.x.wrapping_sub(x) <= columns;
            let is_second = at.x == to.x && at.y.wrapping_sub(y) <= rows;
            if (is_first || is_second) && cost > 1 && at != from && at != to {
                return false;
            }
        }
        self.object == 1
    }

    #[inline(always)]
    fn hindrances(&self, grid: &Grid, rows: &mut [u64]) {
        if self.object > 1 {
            rows.copy_from_slice(grid.objects());
        } else {
            rows.fill(0);
        }
        for (at, cost) in self.others.each() {
            rows[usize::from(at.y)] |= u64::from(cost > 1) << (at.x & 63);
        }
    }

    /// NW-35.
    #[inline(always)]
    fn can_stop(&self, at: Place) -> bool {
        let grid = &self.board.grid;
        let at = if self.lands { grid.ground(at.x, at.y) } else { at };
        let has_room = self.board.capacity.is_none_or(|most| self.others.numbers(at).count() < most);
        has_room && (!self.lands || grid.can_enter(at, false))
    }

    #[inline(always)]
    fn stops_anywhere(&self) -> bool {
        self.board.capacity.is_none() && !self.lands
    }
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-38: the enemies that hinder a unit.
    fn hindering(&self, unit: UnitId) -> UnitSet {
        let enemies = self.enemies(unit).and(self.state.standing);
        if self.nw.rulings.unconscious_obstructs {
            return enemies;
        }
        enemies.only(|enemy| !self.has(enemy, Status::Unconscious))
    }

    /// NW-38, NW-41: the costs of a movement of a unit, on foot or in flight. `is_free`: nothing hinders it.
    pub(crate) fn move_costs(&self, unit: UnitId, flies: bool, is_free: bool) -> MoveCosts<'a> {
        let tables = self.tables;
        let extras = self.extras(unit);
        let cost = |block: i32| {
            let cost = i64::from(block) + 2 + i64::from(extras.derived.withdraw);
            // Nobody leaves a square that costs more.
            cost.clamp(1, MAX_LEAVE_COST.into()) as u32
        };
        let mut others = Crowd::EMPTY;
        let nothing_hinders = flies || is_free;
        let hindering = if nothing_hinders { UnitSet::default() } else { self.hindering(unit) };
        for enemy in hindering {
            others.push(self.spot(enemy), cost(self.nw.unit(enemy).block));
        }
        if tables.board.capacity.is_some() {
            for other in self.state.standing.or(self.state.near_death).without(hindering) {
                if other != unit {
                    others.push(self.spot(other), 0);
                }
            }
        }
        let object = if nothing_hinders || !tables.board.has_objects { 1 } else { cost(0) };
        MoveCosts { board: &tables.board, flies, lands: flies && !extras.flying, object, others }
    }

    /// The places of a unit's standing enemies.
    pub(crate) fn foes(&self, unit: UnitId) -> Crowd {
        let mut foes = Crowd::EMPTY;
        for enemy in self.enemies(unit).and(self.state.standing) {
            foes.push(self.spot(enemy), 0);
        }
        foes
    }
}
