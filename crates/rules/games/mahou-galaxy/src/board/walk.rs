//! Movement on the map (MG-43, MG-45, MG-73, MG-D16): the ways of a unit, and its steps and jumps along them.

use crate::board::{Board, FEET, JUMP_TOKENS, Jump, Mover, RUN_UP, Search};
use crate::choose::feet::DODGE_TOKENS;
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::VictimWalks;
use crate::data::setup::{HazardOn, Stat};
use crate::data::tactics::{Movement, Scheme};
use crate::data::vocabulary::Trigger;
use crate::rules::turns::act::feet_of;
use crate::state::State;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId};

/// The longest way that is looked for, in cells.
pub(crate) const FARTHEST: u16 = 2000;

/// The cells of the foes of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Foes {
    cells: [u32; MAX_UNITS],
    n: usize,
}

impl Foes {
    pub(crate) fn of(rules: &MahouGalaxy, state: &State, unit: UnitId) -> Self {
        let cells = state.present(rules.enemies(unit)).map(|foe| state.unit(foe).cell);
        cells.fold(Self::default(), Self::and)
    }

    /// One more.
    pub(crate) fn and(mut self, cell: u32) -> Self {
        self.cells[self.n] = cell;
        self.n += 1;
        self
    }

    /// The cells, one after the other.
    pub(crate) fn each(&self) -> impl Iterator<Item = u32> + '_ {
        self.cells[..self.n].iter().copied()
    }

    /// Returns whether one of them is in a cell.
    #[inline(always)]
    pub(crate) fn are_in(&self, cell: u32) -> bool {
        self.cells[..self.n].contains(&cell)
    }

    /// The feet from a cell to the nearest of them.
    #[inline(always)]
    pub(crate) fn nearest(&self, board: &Board, cell: u32) -> i32 {
        self.cells[..self.n].iter().map(|&foe| board.distance(cell, foe)).min().unwrap_or(0)
    }
}

impl MahouGalaxy {
    /// MG-45: how far and how high a unit jumps, if it can.
    fn jump(&self, state: &State, unit: UnitId) -> Option<Jump> {
        let able = !state.unit(unit).fallen && self.stat(state, unit, Stat::Agi) >= 4;
        let stride = self.stride(state, unit);
        let moves = self.base_moves(state, unit);
        if able { self.jump_with(unit, self.stat(state, unit, Stat::Str), stride, moves) } else { None }
    }

    /// MG-45: how far and how high a unit jumps with this Strength, this stride and these move tokens a turn.
    pub(crate) fn jump_with(&self, unit: UnitId, strength: i32, stride: i32, moves: i32) -> Option<Jump> {
        let info = self.unit(unit);
        if info.flies || stride == 0 {
            return None;
        }
        let strength = strength.max(0);
        let feet = |n: i32| n * info.pace / 100;
        let long = self.rulings.jump_long.0;
        // A long jump that carries no farther than a running one is never made.
        let far = [feet(strength), feet(2 * strength), if long > 2 { feet(long * strength) } else { 0 }];
        let up = [feet(strength / 2), feet(strength), feet(strength / 2)];
        let run = RUN_UP.map(|tokens| if tokens == 0 { 0 } else { feet_of(stride, tokens - 1) / FEET + 1 });
        let run = if long > 2 { run } else { [run[0], run[1], run[1]] };
        let cost = (feet_of(stride, JUMP_TOKENS.into()) + FEET - 1) / FEET;
        let most = (feet_of(stride, moves) / FEET).clamp(0, i32::from(FARTHEST)) as u16;
        Some(Jump { far, up, run, cost: cost.max(1) as u16, most })
    }

    /// Returns who looks for ways.
    pub(crate) fn mover(&self, state: &State, unit: UnitId, dares: bool) -> Mover {
        let rough = self.board_in(state).is_some_and(Board::is_rough);
        let jump = if rough { self.jump(state, unit) } else { None };
        Mover { flies: self.unit(unit).flies, dares, jump }
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The cheapest ways of a unit to all cells, or to those that cost at most `most`.
    pub(crate) fn look_around(&mut self, unit: UnitId, dares: bool, most: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let mut scratch = core::mem::take(&mut self.state.scratch);
        let state = &*self.state;
        let is_held = state.held.has(unit) && rules.rulings.grapple_victim_walks != VictimWalks::Free;
        let mut search = Search {
            is_whole: !is_held,
            start: state.unit(unit).cell,
            mover: rules.mover(state, unit, dares),
            ..Search::default()
        };
        if rules.rulings.map_enemies_block {
            for foe in state.present(rules.enemies(unit)) {
                let cell = state.unit(foe).cell;
                // Who flies is in nobody's way on the ground.
                if search.mover.flies || board.above_ground(cell) == 0 {
                    search.push(cell);
                }
            }
        }
        board.ways(&mut scratch, &search, most, |cell| !is_held || rules.is_let(state, unit, cell));
        self.state.scratch = scratch;
    }

    /// Returns how far ways have to be looked for to know all that cost at most `most`: nothing that costs more has a
    /// say.
    pub(crate) fn horizon(&self, most: u16) -> u16 {
        if self.rules.is_plain { FARTHEST } else { most }
    }

    pub(crate) fn movement(&self, unit: UnitId) -> Movement {
        let (rules, state) = (self.rules, &*self.state);
        rules.unit(unit).tactics.alone.movement.choose(|fact| rules.fact(state, unit, None, fact))
    }

    /// The move tokens that the unit may walk with, by its tactic.
    pub(crate) fn walking_tokens(&self, unit: UnitId, how: Movement) -> u8 {
        let (rules, state) = (self.rules, &*self.state);
        let it = state.unit(unit);
        let tokens = state.turn.moves;
        if it.fallen
            || !it.holds.is_empty()
            || how == Movement::Stay
            || rules.plan_of(state, unit) == Scheme::Pass
        {
            return 0;
        }
        let kept = how == Movement::KeepDodge
            && state.present(rules.enemies(unit)).into_iter().any(|foe| rules.is_in_reach(state, foe, unit));
        if kept { tokens.saturating_sub(DODGE_TOKENS) } else { tokens }
    }

    /// Returns how far so many more tokens carry, in cells.
    pub(crate) fn cells_for(&self, unit: UnitId, tokens: u8) -> u16 {
        let turn = &self.state.turn;
        let feet = self.rules.feet(self.state, unit, i32::from(turn.walked) + i32::from(tokens)) - turn.feet;
        (feet / FEET).clamp(0, i32::from(FARTHEST)) as u16
    }

    /// The fewest tokens beyond those spent that carry the unit so many feet farther: so many that
    /// `feet` of all is enough.
    pub(crate) fn tokens_for(&self, unit: UnitId, feet: i32) -> Option<u8> {
        self.tokens_at(self.rules.stride(self.state, unit), feet)
    }

    /// [`tokens_for`](Self::tokens_for) a unit with this stride.
    #[inline(always)]
    pub(crate) fn tokens_at(&self, stride: i32, feet: i32) -> Option<u8> {
        let turn = &self.state.turn;
        let total = turn.feet + feet;
        // Most cells of a map lie farther away than a turn carries.
        if 80 * total > stride * (i32::from(turn.walked) + i32::from(turn.moves)) {
            return None;
        }
        if total > 0 && stride == 0 {
            return None;
        }
        let all = if total > 0 { (80 * total + stride - 1) / stride } else { 0 };
        let more = (all - i32::from(turn.walked)).max(0);
        (more <= i32::from(turn.moves)).then_some(more as u8)
    }

    /// Walks along the way to a cell that was looked for, at most so many cells; where it leads to a foe, until
    /// that one moves. MG-D16: it ends before a hazard whose mean damage would put the unit out.
    pub(crate) fn walk_to(&mut self, unit: UnitId, goal: u32, most: u16, foe: Option<UnitId>) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        let start = self.state.unit(unit).cell;
        let stood = foe.map(|foe| self.state.unit(foe).cell);
        let state = &mut *self.state;
        let mover = state.scratch.mover();
        let first = state.scratch.lay(board, goal);
        let mut left = self.shorten(unit, first, most);
        // Who is in a fire is hurt whether it stays or goes.
        let is_careful = !rules.burns(self.state, unit);
        while let Some(next) = self.state.scratch.next_of(first) {
            // Who interrupts may have come into the way.
            let blocked = rules.rulings.map_enemies_block || left == 1;
            if blocked && rules.is_taken(self.state, unit, next)
                || !self.go_on(unit, &mover, next, is_careful)
            {
                break;
            }
            left -= 1;
            // MG-80: who interrupts may have come to meet it.
            if foe.map(|foe| self.state.unit(foe).cell) != stood {
                break;
            }
        }
        self.state.scratch.clear_from(first);
        self.state.unit(unit).cell != start
    }

    /// Cuts the end off a way that was laid from a place on, up to a cell that costs at most so much and can be
    /// ended in; how many cells are left.
    fn shorten(&mut self, unit: UnitId, first: usize, most: u16) -> usize {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return 0 };
        let state = &mut *self.state;
        let fits = |cell: u32| state.scratch.cost(board, cell) <= most && !rules.is_taken(state, unit, cell);
        let burns = |cell: u32| board.hazard(cell).is_some_and(|hazard| hazard.on != HazardOn::Entry);
        let way = state.scratch.laid_from(first);
        let last = way.iter().position(|&cell| fits(cell));
        // MG-D16: where a turn does not carry to the end, nobody stops in a fire if there is room before it.
        let is_short = last.is_some_and(|last| last > 0);
        let before = way.iter().position(|&cell| fits(cell) && !burns(cell)).filter(|_| is_short);
        let over = before.or(last).unwrap_or(way.len());
        let left = way.len() - over;
        state.scratch.cut(first, over);
        left
    }

    /// MG-73: a step, or the jump that the way has in its place; whether the unit may go on. Who is careful takes no
    /// step into a hazard that would put it out.
    fn go_on(&mut self, unit: UnitId, mover: &Mover, next: u32, is_careful: bool) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        if mover.jump.is_some() {
            let (state, here) = (&*self.state, self.state.unit(unit).cell);
            let blocks = rules.rulings.map_enemies_block;
            let leap = board.leap(mover, here, next, |cell| !blocks || !rules.is_taken(state, unit, cell));
            if let Some(leap) = leap {
                return self.leap(unit, here, leap);
            }
        }
        !(is_careful && rules.entry_puts_out(self.state, unit, next)) && self.step_to(unit, next)
    }

    /// MG-73: one step; whether the unit may go on.
    pub(crate) fn step_to(&mut self, unit: UnitId, to: u32) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        let flies = rules.unit(unit).flies;
        // MG-66: terrain may have come in its way.
        if !rules.laying.is_empty() && !board.leads(flies, self.state.unit(unit).cell, to) {
            return false;
        }
        let feet = FEET * board.move_cost(to, flies);
        let Some(tokens) = self.tokens_for(unit, feet) else { return false };
        let left = self.state.turn.moves - tokens;
        self.spend_moves(unit, tokens);
        self.state.turn.moves = self.state.turn.moves.min(left);
        self.state.turn.walked += u16::from(tokens);
        self.state.turn.feet += feet;
        self.enter(unit, to, |from| Event::Steps { unit, from, to })
    }

    /// A unit comes into a cell by its own feet; whether it may go on.
    pub(crate) fn enter(&mut self, unit: UnitId, to: u32, tell: impl Fn(u32) -> Event) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        self.state.turn.acted = true;
        let was_held = self.state.held.has(unit);
        let near = self.in_reach_of(unit);
        let from = self.state.unit(unit).cell;
        self.state.unit_mut(unit).cell = to;
        self.obs.add(unit, Metric::CellsMoved, 1);
        self.obs.event(|| tell(from));
        if rules.rulings.grapple_victim_walks == VictimWalks::Drag && self.state.held.has(unit) {
            self.pull_along(unit, from);
        }
        self.end_far_holds(unit);
        if !rules.unit(unit).flies {
            self.land(unit, board.drop_of(from, to), None);
        }
        self.hazard(unit, HazardOn::Entry);
        self.interrupts(unit, from);
        if rules.reads.reactions {
            self.react_all(self.in_reach_of(unit).without(near), Trigger::EntersReach, unit);
        }
        // Whom an interrupt or a reaction moved elsewhere, or holds, is no longer on its way.
        let it = self.state.unit(unit);
        let is_caught = self.state.held.has(unit) && !was_held;
        self.state.is_in(unit) && it.cell == to && !it.fallen && !is_caught && !self.is_decided()
    }
}
