//! Movement on the map (MG-43, MG-45, MG-73, MG-D16): whom a unit can reach, and its way there.

use super::act::feet_of;
use super::board::{Board, FEET, JUMP_TOKENS, Jump, Mover, RUN_UP, Search};
use super::events::Event;
use super::metrics::Metric;
use super::rulings::VictimWalks;
use super::setup::{HazardOn, Stat};
use super::state::State;
use super::tactics::{Movement, Scheme};
use super::talk::ActionKind;
use super::vocabulary::Trigger;
use super::{MahouGalaxy, Play};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The move tokens that `keep_dodge` keeps.
const DODGE_TOKENS: u8 = 4;
/// The longest way that is looked for, in cells.
pub(super) const FARTHEST: u16 = 2000;

/// What a unit wants of the cell from which it attacks, beside a short way (MG-D16).
#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    /// Feet that it wants between itself and every foe; 0 for none.
    apart: i32,
    /// Whether it wants cover, so far as its tokens carry it.
    cover: bool,
    /// Whether cover decides between cells that cost it equal tokens.
    shoots: bool,
    /// The level at which it wants to stay.
    level: Option<i32>,
}

/// How a cell ranks: lower is better.
type Rank = (bool, bool, bool, u16, bool, u16);

/// The cells of the foes of a unit.
pub(super) struct Foes {
    cells: [u32; MAX_UNITS],
    n: usize,
}

impl Foes {
    pub(super) fn of(rules: &MahouGalaxy, state: &State, unit: UnitId) -> Self {
        let mut foes = Self { cells: [0; MAX_UNITS], n: 0 };
        for foe in state.present(rules.enemies(unit)) {
            foes.cells[foes.n] = state.unit(foe).cell;
            foes.n += 1;
        }
        foes
    }

    /// Whether one of them is in a cell.
    #[inline(always)]
    pub(super) fn are_in(&self, cell: u32) -> bool {
        self.cells[..self.n].contains(&cell)
    }

    /// The feet from a cell to the nearest of them.
    #[inline(always)]
    pub(super) fn nearest(&self, board: &Board, cell: u32) -> i32 {
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
    pub(super) fn jump_with(&self, unit: UnitId, strength: i32, stride: i32, moves: i32) -> Option<Jump> {
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

    /// Who looks for ways.
    pub(super) fn mover(&self, state: &State, unit: UnitId, dares: bool) -> Mover {
        let rough = self.board_in(state).is_some_and(Board::is_rough);
        let jump = if rough { self.jump(state, unit) } else { None };
        Mover { flies: self.unit(unit).flies, dares, jump }
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The cheapest ways of a unit to all cells, or to those that cost at most `most`.
    pub(super) fn look_around(&mut self, unit: UnitId, dares: bool, most: u16) {
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

    /// How far ways have to be looked for to know all that cost at most `most`: nothing that costs more has a
    /// say.
    pub(super) fn horizon(&self, most: u16) -> u16 {
        if self.rules.is_plain { FARTHEST } else { most }
    }

    pub(super) fn movement(&self, unit: UnitId) -> Movement {
        let (rules, state) = (self.rules, &*self.state);
        rules.unit(unit).tactics.alone.movement.choose(|fact| rules.fact(state, unit, None, fact))
    }

    /// The move tokens that the unit may walk with, by its tactic.
    pub(super) fn walking_tokens(&self, unit: UnitId, how: Movement) -> u8 {
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

    /// How far so many more tokens carry, in cells.
    pub(super) fn cells_for(&self, unit: UnitId, tokens: u8) -> u16 {
        let turn = &self.state.turn;
        let feet = self.rules.feet(self.state, unit, i32::from(turn.walked) + i32::from(tokens))
            - i32::from(turn.feet);
        (feet / FEET).clamp(0, i32::from(FARTHEST)) as u16
    }

    /// The fewest tokens beyond those spent that carry the unit so many feet farther: so many that
    /// `feet` of all is enough.
    fn tokens_for(&self, unit: UnitId, feet: i32) -> Option<u8> {
        let turn = &self.state.turn;
        let (total, stride) = (i32::from(turn.feet) + feet, self.rules.stride(self.state, unit));
        if total > 0 && stride == 0 {
            return None;
        }
        let all = if total > 0 { (80 * total + stride - 1) / stride } else { 0 };
        let more = (all - i32::from(turn.walked)).max(0);
        (more <= i32::from(turn.moves)).then_some(more as u8)
    }

    fn wish(&self, unit: UnitId, how: Movement) -> Wish {
        let (rules, it) = (self.rules, self.state.unit(unit));
        let info = rules.unit(unit);
        let at_hand = |at: usize| info.arms[at].hands == 0 || it.in_hand.contains(&(at as u8 + 1));
        let roams = matches!(how, Movement::Kite | Movement::KeepDistance(_));
        Wish {
            apart: if let Movement::KeepDistance(feet) = how { feet } else { 0 },
            cover: how == Movement::Cover,
            shoots: (0..info.arms.len()).any(|at| info.arms[at].ranged && at_hand(at)),
            level: (info.flies && !roams).then(|| Board::coordinates(info.cell)[2]),
        }
    }

    /// MG-D4, MG-D16: the target of the turn on a map, walked to if it must be.
    pub(super) fn aim_on_map(&mut self, unit: UnitId, quarry: UnitSet) -> Option<UnitId> {
        let rules = self.rules;
        let now: UnitSet = quarry.filter(|&foe| rules.is_useful(self.state, unit, foe)).collect();
        let how = self.movement(unit);
        let tokens = self.walking_tokens(unit, how);
        let mut candidates = now;
        let near = self.cells_for(unit, tokens);
        let may_walk = tokens > 0 && near > 0;
        let wish = self.wish(unit, how);
        let others: UnitSet =
            quarry.without(now).filter(|&foe| may_walk && self.has_post(unit, foe)).collect();
        if !others.is_empty() {
            self.look_around(unit, false, self.horizon(near));
            let close = others.filter(|&foe| self.way_to(unit, foe, wish, near, near).is_some());
            candidates = now.or(close.collect());
        }
        let has_hand = self.state.turn.hands & rules.tokens(self.state, unit) != 0;
        if let Some(target) = self.choose_target(unit, candidates) {
            let is_bare = |play: &Self| {
                let (it, foe) = (play.state.unit(unit).cell, play.state.unit(target).cell);
                rules.board_in(play.state).is_some_and(|board| board.cover(foe, it) == 0)
            };
            let seeks = how == Movement::Cover && now.has(target) && near > 0 && is_bare(self);
            let leaves = now.has(target) && may_walk && rules.burns(self.state, unit);
            if now.has(target) && !seeks && !leaves {
                self.state.turn.target = Some(target);
                return Some(target);
            }
            if has_hand && self.may(unit, ActionKind::Walk, Some(target)) {
                if seeks || leaves {
                    self.look_around(unit, false, self.horizon(near));
                }
                if self.approach(unit, target, wish, near, near) {
                    self.state.turn.target = Some(target);
                }
            }
            let there = self.state.is_in(unit) && rules.is_useful(self.state, unit, target);
            return there.then_some(target).filter(|_| self.state.is_in(target));
        }
        // Nobody can be attacked: nearer to whom the shortest way leads.
        if may_walk && now.is_empty() && !quarry.is_empty() {
            self.come_nearer(unit, quarry, others, wish, near);
            // Who came to a foe by a way that it dared strikes.
            let is_there = |&foe: &UnitId| self.state.is_in(foe) && rules.is_useful(self.state, unit, foe);
            let there: UnitSet = quarry.filter(is_there).collect();
            if self.state.is_in(unit) {
                self.state.turn.target = self.choose_target(unit, there);
                return self.state.turn.target;
            }
        }
        None
    }

    /// Whether there is a cell from which the unit could attack a foe, were there a way: for who strikes with a
    /// blade there may be none beside who flies.
    fn has_post(&self, unit: UnitId, foe: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let (Some(board), info) = (rules.board_now(state), rules.unit(unit)) else { return true };
        if rules.is_plain || info.arms.iter().any(|arm| arm.ranged) {
            return true;
        }
        let longest = info.arms.iter().map(|arm| arm.range).max().unwrap_or(FEET);
        let mut near = board.cells_within(info.flies, board.around(state.unit(foe).cell, longest / FEET));
        near.any(|cell| (info.flies || board.is_walkable(cell)) && rules.reaches_from(state, unit, cell, foe))
    }

    /// MG-D16: towards the foe to whom the shortest way leads, of those whom it could attack from somewhere;
    /// through hazards and down falls only where no other way does.
    fn come_nearer(&mut self, unit: UnitId, quarry: UnitSet, others: UnitSet, wish: Wish, near: u16) {
        let mut best: Option<(UnitId, u16)> = None;
        for dares in [false, true].into_iter().filter(|_| !others.is_empty()) {
            if dares && self.walk_out(unit, near) {
                let near = self.cells_for(unit, self.walking_tokens(unit, self.movement(unit)));
                return self.come_nearer(unit, quarry, others, wish, near);
            }
            if !self.state.is_in(unit) {
                return;
            }
            self.look_around(unit, dares, FARTHEST);
            for foe in others {
                if let Some((_, cost)) = self.way_to(unit, foe, wish, near, FARTHEST)
                    && best.is_none_or(|(_, least)| cost < least)
                {
                    best = Some((foe, cost));
                }
            }
            if best.is_some() {
                break;
            }
        }
        if let Some((foe, _)) = best
            && self.may(unit, ActionKind::Walk, Some(foe))
        {
            self.approach(unit, foe, wish, near, FARTHEST);
        } else if best.is_none() {
            self.come_as_near(unit, quarry, near);
        }
    }

    /// MG-D16: where no way leads to a foe, as near to one as a way without hazards leads.
    fn come_as_near(&mut self, unit: UnitId, quarry: UnitSet, near: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        self.look_around(unit, false, FARTHEST);
        let state = &*self.state;
        let far = |cell: u32| quarry.map(|foe| board.distance(cell, state.unit(foe).cell)).min();
        let here = state.unit(unit).cell;
        let foes = Foes::of(rules, state, unit);
        let ways = state.scratch.reached(board).filter(|&(cell, _)| !foes.are_in(cell));
        let best = ways.min_by_key(|&(cell, cost)| (far(cell), cost)).map(|(cell, _)| cell);
        if let Some(cell) = best.filter(|&cell| far(cell) < far(here))
            && self.may(unit, ActionKind::Walk, None)
        {
            self.walk_to(unit, cell, near);
        }
    }

    /// The cell from which the unit best attacks a foe, of those to which ways of this cost at most were
    /// found, and its cost: the cheapest, but for what it wishes more.
    fn way_to(&self, unit: UnitId, foe: UnitId, wish: Wish, near: u16, most: u16) -> Option<(u32, u16)> {
        let (rules, state) = (self.rules, &*self.state);
        let board = rules.board_in(state)?;
        let (flies, there) = (rules.unit(unit).flies, state.unit(foe).cell);
        let foes = Foes::of(rules, state, unit);
        let is_simple = wish.apart == 0 && !wish.cover && wish.level.is_none();
        // Nobody stays in a fire who can strike from beside it.
        let fire = if rules.burns(state, unit) { Some(state.unit(unit).cell) } else { None };
        let mut best: Option<(u32, u16, Rank)> = None;
        let mut look = |cell: u32, cost: u16| {
            if cost > most || is_simple && best.is_some_and(|(_, least, _)| cost >= least && !wish.shoots) {
                return;
            }
            let tokens = if wish.shoots {
                self.tokens_for(unit, FEET * i32::from(cost)).map_or(cost, u16::from)
            } else {
                cost
            };
            if is_simple && best.is_some_and(|(_, _, least)| tokens > least.3) {
                return;
            }
            let (is_near, is_off) = (
                wish.apart > 0 && foes.nearest(board, cell) < wish.apart,
                wish.level.is_some_and(|level| Board::coordinates(cell)[2] != level),
            );
            // What ranks behind the best by this alone needs no look at lines.
            if best.is_some_and(|(_, _, least)| (is_near, is_off) > (least.0, least.1)) {
                return;
            }
            if fire == Some(cell) || !rules.reaches_from(state, unit, cell, foe) || foes.are_in(cell) {
                return;
            }
            let is_bare = (wish.cover || wish.shoots) && board.cover(there, cell) == 0;
            let rank = (is_near, is_off, wish.cover && (is_bare || cost > near), tokens, is_bare, cost);
            if best.is_none_or(|(_, _, least)| rank < least) {
                best = Some((cell, cost, rank));
            }
        };
        if wish.shoots || rules.is_plain {
            state.scratch.reached(board).for_each(|(cell, cost)| look(cell, cost));
        } else {
            // From farther away than its longest weapon reaches only a shot can strike.
            let longest = rules.unit(unit).arms.iter().map(|arm| arm.range).max().unwrap_or(FEET);
            let near = board.cells_within(flies, board.around(there, longest / FEET));
            near.for_each(|cell| look(cell, state.scratch.cost(board, cell)));
        }
        best.map(|(cell, cost, _)| (cell, cost))
    }

    /// Walks along the way to a foe that was looked for, at most `near` cells of it; whether it moved.
    fn approach(&mut self, unit: UnitId, foe: UnitId, wish: Wish, near: u16, most: u16) -> bool {
        let Some((cell, _)) = self.way_to(unit, foe, wish, near, most) else { return false };
        self.walk_to(unit, cell, near)
    }

    /// Walks along the way to a cell that was looked for, at most so many cells.
    pub(super) fn walk_to(&mut self, unit: UnitId, goal: u32, most: u16) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        let start = self.state.unit(unit).cell;
        let state = &mut *self.state;
        let mover = state.scratch.mover();
        let first = state.scratch.lay(board, goal);
        let mut left = self.shorten(unit, first, most);
        while let Some(next) = self.state.scratch.next_of(first) {
            // MG-80: who interrupts may come into the way.
            let blocked = rules.rulings.map_enemies_block || left == 1;
            if blocked && rules.is_taken(self.state, unit, next) || !self.go_on(unit, &mover, next) {
                break;
            }
            left -= 1;
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
        let burns = |cell: u32| board.hazard(cell).is_some_and(|law| law.on != HazardOn::Entry);
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

    /// MG-73: a step, or the jump that the way has in its place; whether the unit may go on.
    fn go_on(&mut self, unit: UnitId, mover: &Mover, next: u32) -> bool {
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
        self.step_to(unit, next)
    }

    /// MG-73: one step; whether the unit may go on.
    pub(super) fn step_to(&mut self, unit: UnitId, to: u32) -> bool {
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
        self.state.turn.walked += tokens;
        self.state.turn.feet += feet as u16;
        self.enter(unit, to, |from| Event::Steps { unit, from, to })
    }

    /// A unit comes into a cell by its own feet; whether it may go on.
    pub(super) fn enter(&mut self, unit: UnitId, to: u32, tell: impl Fn(u32) -> Event) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        self.state.turn.acted = true;
        let was = self.reachable_by(unit);
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
        self.interrupts(unit, was);
        if rules.reads.reactions {
            self.react_all(self.in_reach_of(unit).without(near), Trigger::EntersReach, unit);
        }
        // Whom a reaction moved elsewhere is no longer on its way.
        let it = self.state.unit(unit);
        self.state.is_in(unit) && it.cell == to && !it.fallen && !self.is_decided()
    }
}
