//! Jumps (MG-45): what they pass and where they end.

use super::ways::STEPS;
use super::{Board, FEET, Mover, STEP_DOWN, Square};
use crate::data::rulings::MapMetric;

/// MG-45: move tokens of a jump.
pub const JUMP_TOKENS: u8 = 4;
/// MG-45: move tokens of run-up of a running jump and of a long jump.
pub const RUN_UP: [i32; 3] = [0, 2, 4];

/// The jumps of a unit: standing, running, long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// Feet far.
    pub far: [i32; 3],
    /// Feet up.
    pub up: [i32; 3],
    /// Cells of run-up.
    pub run: [i32; 3],
    /// The distance on foot that the tokens of a jump would carry, in cells rounded up.
    pub cost: u16,
    /// The distance on foot that the tokens of a full turn would carry, in cells: no jump that costs more
    /// with its run-up can be paid.
    pub most: u16,
}

impl Jump {
    /// The jumps of this unit without a run-up.
    #[must_use]
    pub fn standing(self) -> Self {
        Self { far: [self.far[0], 0, 0], run: [0; 3], ..self }
    }
}

/// A jump as it would be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// 0 standing, 1 running, 2 long.
    pub kind: usize,
    /// The cell from which it is made, behind the run-up.
    pub from: u32,
    /// The cell in which it ends.
    pub to: u32,
    /// The cost of run-up and jump, in cells.
    pub cost: u16,
}

/// The jumps of a unit from each cell of the ground, where nobody is in its way.
#[derive(Clone, Debug)]
pub(super) struct KnownJumps {
    /// The jumps of the unit.
    pub(super) jump: Jump,
    /// By place, where the jumps from there begin.
    first: Vec<u32>,
    all: Vec<KnownJump>,
}

/// A jump with its run-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownJump {
    /// The cell in which the run-up begins, and that in which the jump ends.
    pub(super) from: u32,
    to: u32,
    /// The place of the cell in which it ends.
    pub(super) place: u32,
    /// The cost of run-up and jump, in cells.
    pub(super) cost: u16,
    /// Whether it needs nobody who dares.
    pub(super) is_safe: bool,
}

impl KnownJumps {
    pub(super) fn of(board: &Board, jump: Jump) -> Self {
        let space = &board.ground;
        let mut known = Self { jump, first: vec![0; space.places() + 1], all: Vec::new() };
        let (cautious, daring) = (Mover::default(), Mover { dares: true, ..Mover::default() });
        let mut safe = Vec::new();
        // The places of columns rise with their order.
        let mut next = 0;
        for cell in board.columns() {
            let place = space.place(cell);
            known.first[next..=place].fill(known.all.len() as u32);
            next = place + 1;
            safe.clear();
            board.leaps(cell, &jump, &cautious, true, |_| true, |leap| safe.push(leap));
            let all = &mut known.all;
            board.leaps(
                cell,
                &jump,
                &daring,
                true,
                |_| true,
                |leap| {
                    let is_safe = safe.contains(&leap);
                    let place = space.place(leap.to) as u32;
                    all.push(KnownJump { from: cell, to: leap.to, place, cost: leap.cost, is_safe });
                },
            );
        }
        known.first[next..].fill(known.all.len() as u32);
        known
    }

    /// The jumps from a place.
    #[inline(always)]
    pub(super) fn from(&self, place: usize) -> &[KnownJump] {
        &self.all[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

impl KnownJump {
    /// The ground of the columns that it passes, run-up and end included.
    pub(super) fn passes(self, board: &Board) -> impl Iterator<Item = u32> + '_ {
        let ([x, y, _], [to_x, to_y, _]) = (Board::coordinates(self.from), Board::coordinates(self.to));
        let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
        let n = (to_x - x).abs().max((to_y - y).abs());
        (1..=n).map(move |i| board.below(Board::cell_at(x + i * dx, y + i * dy, 0)))
    }
}

impl Board {
    /// MG-45: the jumps that begin in a cell, run-up included: straight ahead, over what is no higher than
    /// the jump and over no foe, to ground that is no higher either. `skips_plain` leaves out those that no
    /// way would use, because steps lead to the same cells for less.
    pub(super) fn leaps(
        &self,
        cell: u32,
        jump: &Jump,
        mover: &Mover,
        skips_plain: bool,
        is_free: impl Fn(u32) -> bool,
        mut each: impl FnMut(Leap),
    ) {
        let directions = if self.metric == MapMetric::Manhattan { &STEPS[..4] } else { &STEPS };
        // So far lead the jumps with their run-ups, none of which is better than as many plain steps.
        let far = |kind: usize| jump.far[kind] / FEET;
        let farthest = (0..3).map(|kind| jump.run[kind] + far(kind)).max().unwrap_or(0);
        let is_dear = (0..3).all(|kind| far(kind) < i32::from(jump.cost));
        for (at, &(dx, dy)) in directions.iter().enumerate() {
            if skips_plain && is_dear && self.plain_run(cell, at, farthest) >= farthest {
                continue;
            }
            let ahead = |cell: u32| self.ahead(cell, (dx, dy));
            // Where steps lead to all that a jump can reach, for less than it costs, nobody jumps.
            let needs_none = |from: u32, kind: usize| {
                let far = far(kind);
                skips_plain && far < i32::from(jump.cost) && self.plain_run(from, at, far) >= far
            };
            let (mut from, mut ran, mut cost) = (cell, 0, 0_u16);
            for kind in 0..3 {
                // The run-up: steps straight ahead.
                let mut can = true;
                while ran < jump.run[kind] && can {
                    let next = ahead(from).map(|it| it.0).filter(|next| self.steps(from).contains(next));
                    let z = Self::coordinates(from)[2];
                    match next.filter(|&next| self.is_open(mover, z, next) && is_free(next)) {
                        Some(next) => {
                            (from, ran) = (next, ran + 1);
                            cost += u16::from(self.square(next).move_cost);
                        }
                        None => can = false,
                    }
                }
                let cost = cost.saturating_add(jump.cost);
                if !can || cost > jump.most {
                    break;
                }
                if needs_none(from, kind) {
                    continue;
                }
                let z = Self::coordinates(from)[2];
                let top = z + jump.up[kind] / FEET;
                let mut over = from;
                while let Some((next, square)) = ahead(over) {
                    let flat = Self::cell_at(Self::coordinates(next)[0], Self::coordinates(next)[1], z);
                    if self.distance(from, flat) > jump.far[kind] || i32::from(square.level) > top {
                        break;
                    }
                    let walks = over == from && self.steps(from).contains(&next);
                    if !square.is_closed && !walks && is_free(next) && self.is_open(mover, z, next) {
                        each(Leap { kind, from, to: next, cost });
                    }
                    if i32::from(square.wall) > top || !is_free(next) {
                        break;
                    }
                    over = next;
                }
            }
        }
    }

    /// The next column in a direction, with its cell on the ground.
    #[inline(always)]
    fn ahead(&self, cell: u32, (dx, dy): (i32, i32)) -> Option<(u32, &Square)> {
        let [x, y, _] = Self::coordinates(cell);
        let square = self.square_at(x + dx, y + dy)?;
        Some((Self::cell_at(x + dx, y + dy, square.level.into()), square))
    }

    /// Returns how many steps lead from a cell straight ahead, in one of the directions of `STEPS`, that cost what a
    /// step on open ground costs, meet no hazard and lead down no fall, [`u8::MAX`] if they lead to the edge of
    /// the map; no more than `most` are looked for.
    #[inline(always)]
    fn plain_run(&self, cell: u32, at: usize, most: i32) -> i32 {
        let known = self.plain_runs.get(self.column(cell)).map(|runs| runs[at]);
        known.unwrap_or_else(|| self.plain_run_from(cell, at, most)).into()
    }

    /// Remembers the plain steps straight ahead of each column, where they are remembered: those of the next
    /// column and one.
    pub(super) fn remember_runs(&mut self) {
        let mut runs = core::mem::take(&mut self.plain_runs);
        let n = runs.len();
        for (at, &(dx, dy)) in STEPS.iter().enumerate() {
            let ahead = (dy * self.width + dx) as isize;
            for i in 0..n {
                // The next column comes first.
                let column = if ahead < 0 { i } else { n - 1 - i };
                let (x, y) = (column as i32 % self.width, column as i32 / self.width);
                let level = self.squares[column].level.into();
                runs[column][at] = match self.plain_run_from(Self::cell_at(x, y, level), at, 1) {
                    1 => runs[column.wrapping_add_signed(ahead)][at].saturating_add(1),
                    none_or_all => none_or_all,
                };
            }
        }
        self.plain_runs = runs;
    }

    /// Counts the plain steps straight ahead of a cell, in a direction of `STEPS`, by taking them one by one,
    /// `most` at most; where they lead to the edge of the map, nothing lies beyond them: [`u8::MAX`].
    pub(super) fn plain_run_from(&self, cell: u32, at: usize, most: i32) -> u8 {
        let (mut from, mut n) = (cell, 0);
        while i32::from(n) < most.min(u8::MAX.into()) {
            let Some((next, square)) = self.ahead(from, STEPS[at]) else { return u8::MAX };
            let is_plain = square.move_cost == 1
                && self.is_open(&Mover::default(), Self::coordinates(from)[2], next)
                && self.steps(from).contains(&next);
            if !is_plain {
                break;
            }
            (from, n) = (next, n + 1);
        }
        n
    }

    /// The cheapest jump from one cell to another; none if a step leads there.
    #[must_use]
    pub fn leap(&self, mover: &Mover, from: u32, to: u32, is_free: impl Fn(u32) -> bool) -> Option<Leap> {
        let jump = mover.jump.as_ref().filter(|_| !self.steps(from).contains(&to))?;
        let mut best: Option<Leap> = None;
        self.leaps(from, jump, mover, false, is_free, |leap| {
            if leap.to == to && best.is_none_or(|best| leap.cost < best.cost) {
                best = Some(leap);
            }
        });
        best
    }

    /// MG-45: where a jump ends that carries so many feet only: in the last cell of its line that the unit
    /// can stand in, else where it began.
    #[must_use]
    pub fn short_of(&self, leap: Leap, far: i32, up: i32, is_free: impl Fn(u32) -> bool) -> u32 {
        let (from, to) = (Self::coordinates(leap.from), Self::coordinates(leap.to));
        let [dx, dy] = [0, 1].map(|i| (to[i] - from[i]).signum());
        let (mut last, mut at) = (leap.from, from);
        while at[..2] != to[..2] {
            at = [at[0] + dx, at[1] + dy, from[2]];
            let Some(square) = self.square_at(at[0], at[1]) else { break };
            let level = i32::from(square.level);
            let flat = Self::cell_at(at[0], at[1], from[2]);
            if self.distance(leap.from, flat) > far || level > from[2] + up / FEET || square.is_closed {
                break;
            }
            let cell = Self::cell_at(at[0], at[1], level);
            if is_free(cell) {
                last = cell;
            }
        }
        last
    }

    /// Returns whether coming from one cell to another is a fall: more than a step down onto the ground (MG-46).
    #[must_use]
    pub fn drop_of(&self, from: u32, to: u32) -> i32 {
        let down = Self::coordinates(from)[2] - Self::coordinates(to)[2];
        if down > STEP_DOWN { down } else { 0 }
    }
}
