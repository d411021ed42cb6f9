//! Movement on the map (MG-43, MG-73, MG-77, MG-D16, MG-D19, MG-D21).

use super::board::{FEET, NEVER};
use super::events::Event;
use super::metrics::Metric;
use super::rulings::VictimWalks;
use super::setup::HazardOn;
use super::state::Mood;
use super::tactics::{Distracted, Flee, Movement, Scheme};
use super::talk::ActionKind;
use super::vocabulary::Trigger;
use super::{MahouGalaxy, Play};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// The move tokens that `keep_dodge` keeps.
const DODGE_TOKENS: u8 = 4;
/// The longest way that is looked for, in cells.
const FARTHEST: u16 = 2000;
/// More steps than one way has, and more attacks than held tokens pay.
const MOST_STEPS: u32 = 2000;

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The cheapest ways of a unit to all cells.
    fn look_around(&mut self, unit: UnitId, hazards: bool) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let mut scratch = core::mem::take(&mut self.state.scratch);
        let state = &*self.state;
        let start = state.unit(unit).cell;
        let open = |cell: u32| {
            (!rules.rulings.map_enemies_block || !rules.is_taken(state, unit, cell))
                && (hazards || board.hazard(cell).is_none())
                && rules.is_let(state, unit, cell)
        };
        board.ways(&mut scratch, start, FARTHEST, open);
        self.state.scratch = scratch;
    }

    /// The move tokens that the unit may walk with, by its tactic.
    fn walking_tokens(&self, unit: UnitId) -> u8 {
        let (rules, state) = (self.rules, &*self.state);
        let it = state.unit(unit);
        let how = rules.unit(unit).tactics.alone.movement.choose(|fact| rules.fact(state, unit, None, fact));
        let tokens = state.turn.moves;
        if it.fallen
            || it.holds.is_some()
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
        let feet = self.rules.feet(unit, i32::from(turn.walked) + i32::from(tokens)) - i32::from(turn.feet);
        (feet / FEET).clamp(0, i32::from(FARTHEST)) as u16
    }

    /// MG-D4, MG-D16: the target of the turn on a map, walked to if it must be.
    pub(super) fn aim_on_map(&mut self, unit: UnitId, quarry: UnitSet) -> Option<UnitId> {
        let rules = self.rules;
        let now: UnitSet = quarry.filter(|&foe| rules.is_useful(self.state, unit, foe)).collect();
        let tokens = self.walking_tokens(unit);
        let mut candidates = now;
        let near = self.cells_for(unit, tokens);
        let may_walk = tokens > 0 && near > 0 && !quarry.without(now).is_empty();
        if may_walk {
            self.look_around(unit, false);
            let close: UnitSet = quarry
                .without(now)
                .filter(|&foe| self.way_to(unit, foe).is_some_and(|way| way.1 <= near))
                .collect();
            candidates = now.or(close);
        }
        let has_hand = self.state.turn.hands & rules.tokens(self.state, unit) != 0;
        if let Some(target) = self.choose_target(unit, candidates) {
            if now.has(target) {
                self.state.turn.target = Some(target);
                return Some(target);
            }
            if has_hand && self.may(unit, ActionKind::Walk, Some(target)) && self.approach(unit, target, near)
            {
                self.state.turn.target = Some(target);
            }
            let there = self.state.is_in(unit) && rules.is_useful(self.state, unit, target);
            return there.then_some(target).filter(|_| self.state.is_in(target));
        }
        // Nobody can be attacked: nearer to whom the shortest way leads.
        if may_walk && now.is_empty() {
            let mut best: Option<(UnitId, u16)> = None;
            for hazards in [false, true] {
                self.look_around(unit, hazards);
                for foe in quarry {
                    if let Some((_, cost)) = self.way_to(unit, foe)
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
                self.approach(unit, foe, near);
            }
        }
        None
    }

    /// The cell from which the unit reaches a foe by the cheapest way, and its cost.
    fn way_to(&self, unit: UnitId, foe: UnitId) -> Option<(u32, u16)> {
        let (rules, state) = (self.rules, &*self.state);
        let board = rules.board.as_ref()?;
        let mut best: Option<(u32, u16)> = None;
        for cell in board.cells() {
            let cost = state.scratch.cost(board, cell);
            if cost == NEVER || best.is_some_and(|(_, least)| cost >= least) {
                continue;
            }
            if rules.reaches_from(state, unit, cell, foe) && !rules.is_taken(state, unit, cell) {
                best = Some((cell, cost));
            }
        }
        best
    }

    /// Walks along the way to a foe that was looked for, at most so many cells; whether it moved.
    fn approach(&mut self, unit: UnitId, foe: UnitId, most: u16) -> bool {
        let Some((cell, _)) = self.way_to(unit, foe) else { return false };
        self.walk_to(unit, cell, most)
    }

    /// Walks along the way to a cell that was looked for, at most so many cells.
    fn walk_to(&mut self, unit: UnitId, goal: u32, most: u16) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return false };
        let start = self.state.unit(unit).cell;
        // The way stands from its end to its start: the last cell of it that may be reached and ended in.
        let mut cell = goal;
        for _ in 0..MOST_STEPS {
            if cell == start {
                return false;
            }
            if self.state.scratch.cost(board, cell) <= most && !rules.is_taken(self.state, unit, cell) {
                break;
            }
            cell = self.state.scratch.before(board, cell);
        }
        let mut moved = false;
        for _ in 0..MOST_STEPS {
            let here = self.state.unit(unit).cell;
            if here == cell {
                break;
            }
            let mut next = cell;
            for _ in 0..MOST_STEPS {
                let before = self.state.scratch.before(board, next);
                if before == here {
                    break;
                }
                next = before;
            }
            if !self.step_to(unit, next) {
                return moved;
            }
            moved = true;
        }
        moved
    }

    /// MG-73: one step; whether the unit may go on.
    pub(super) fn step_to(&mut self, unit: UnitId, to: u32) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return false };
        let feet = FEET * board.move_cost(to);
        let total = i32::from(self.state.turn.feet) + feet;
        let mut tokens = 0;
        while rules.feet(unit, i32::from(self.state.turn.walked) + tokens) < total {
            tokens += 1;
            if tokens > i32::from(self.state.turn.moves) {
                return false;
            }
        }
        let left = self.state.turn.moves - tokens as u8;
        self.spend_moves(unit, tokens as u8);
        self.state.turn.moves = self.state.turn.moves.min(left);
        self.state.turn.walked += tokens as u8;
        self.state.turn.feet = total as u16;
        self.state.turn.acted = true;
        let was = self.reachable_by(unit);
        let near = self.in_reach_of(unit);
        let from = self.state.unit(unit).cell;
        self.state.unit_mut(unit).cell = to;
        self.obs.add(unit, Metric::CellsMoved, 1);
        self.obs.event(|| Event::Steps { unit, from, to });
        if rules.rulings.grapple_victim_walks == VictimWalks::Drag && self.state.held.has(unit) {
            self.pull_along(unit, from);
        }
        self.end_far_holds(unit);
        self.hazard(unit, HazardOn::Entry);
        self.interrupts(unit, was);
        if rules.reads.reactions {
            self.react_all(self.in_reach_of(unit).without(near), Trigger::EntersReach, unit);
        }
        self.state.is_in(unit) && !self.is_decided()
    }

    /// MG-D16 `kite`: away from all foes, to where one can still be shot at; MG-D19: the terrified run.
    pub(super) fn walk_away(&mut self, unit: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let state = &*self.state;
        let it = state.unit(unit);
        let how = rules.unit(unit).tactics.alone.movement.choose(|fact| rules.fact(state, unit, None, fact));
        let terrified = it.strong && it.mood == Mood::Intimidated;
        let distracted = rules
            .unit(unit)
            .tactics
            .aimed
            .distracted
            .choose(|fact| rules.fact(state, unit, Some(it.by), fact));
        let runs = terrified && distracted != Distracted::Try;
        let tokens = if it.fallen || it.holds.is_some() { 0 } else { state.turn.moves };
        let most = self.cells_for(unit, tokens);
        if most == 0 || how != Movement::Kite && !runs {
            return;
        }
        let by = it.by;
        self.look_around(unit, false);
        let state = &*self.state;
        let foes = if runs { UnitSet::one(by) } else { state.present(rules.enemies(unit)) };
        let apart = |cell: u32| foes.map(|foe| board.distance(cell, state.unit(foe).cell)).min().unwrap_or(0);
        let fits = |cell: u32| runs || foes.into_iter().any(|foe| rules.reaches_from(state, unit, cell, foe));
        let here = state.unit(unit).cell;
        let mut best = (here, apart(here), 0);
        for cell in board.cells() {
            let cost = state.scratch.cost(board, cell);
            if cost > most || rules.is_taken(state, unit, cell) {
                continue;
            }
            let distance = apart(cell);
            if (distance > best.1 || distance == best.1 && cost < best.2) && fits(cell) {
                best = (cell, distance, cost);
            }
        }
        if best.0 != here {
            self.walk_to(unit, best.0, most);
        }
    }

    /// MG-D21: whether the unit wants to leave the map.
    pub(super) fn wants_to_flee(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        if rules.board.is_none() || state.turn.pass > 0 {
            return false;
        }
        let it = state.unit(unit);
        match rules.unit(unit).tactics.alone.flee.choose(|fact| rules.fact(state, unit, None, fact)) {
            Flee::Never => false,
            Flee::HpBelow(percent) => 100 * it.hp < i32::from(percent) * rules.unit(unit).hp_max,
            Flee::Exhausted => it.hp <= 0,
        }
    }

    /// MG-77: towards the nearest edge and over it; whether it ran.
    pub(super) fn run_away(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return false };
        self.stand_for_walk(unit);
        if self.state.unit(unit).fallen || self.state.unit(unit).holds.is_some() {
            return false;
        }
        let most = self.cells_for(unit, self.state.turn.moves);
        self.look_around(unit, false);
        let edge =
            board.cells().filter(|&cell| board.is_edge(cell) && !rules.is_taken(self.state, unit, cell));
        let nearest = edge
            .map(|cell| (self.state.scratch.cost(board, cell), cell))
            .filter(|it| it.0 != NEVER)
            .min_by_key(|it| it.0);
        let Some((cost, cell)) = nearest.filter(|_| most > 0) else { return false };
        let moved = cost == 0 || self.walk_to(unit, cell, most);
        if cost < most && self.state.is_in(unit) && self.state.unit(unit).cell == cell {
            self.state.busy = true;
            self.flee(unit);
        }
        moved
    }

    fn stand_for_walk(&mut self, unit: UnitId) {
        if self.state.unit(unit).fallen {
            self.stand_up(unit);
        }
    }
}
