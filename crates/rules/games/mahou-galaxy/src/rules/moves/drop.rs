//! Jumps and falls (MG-39, MG-45, MG-46).

use crate::board::{Board, FEET, JUMP_TOKENS, Leap};
use crate::data::events::Event;
use crate::data::metrics::{FallenBy, Harm, Metric};
use crate::data::setup::{AirFall, RollName, Skill, SkillSet, Stat};
use crate::data::tactics::SkillChoice;
use crate::dice::Die;
use crate::dice::draws::{Pool, Rolled, Shown};
use crate::rules::numbers::RollContext;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;

/// MG-45: the number that a long jump has to reach.
const LONG_JUMP: i32 = 11;

impl MahouGalaxy {
    /// MG-39: whether a unit that falls in the air stays there.
    pub(crate) fn stays_up(&self, unit: UnitId) -> bool {
        let info = self.unit(unit);
        info.flies && info.air_fall == AirFall::Hover
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-45: the run-up and the jump; whether the unit may go on.
    pub(crate) fn leap(&mut self, unit: UnitId, start: u32, leap: Leap) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        // Straight ahead: the cells of the run-up lie between its two ends.
        let ([x, y, _], [to_x, to_y, _]) = (Board::coordinates(start), Board::coordinates(leap.from));
        let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
        for i in 1..=(to_x - x).abs().max((to_y - y).abs()) {
            let next = board.below(Board::cell_at(x + i * dx, y + i * dy, 0));
            if !self.step_to(unit, next) {
                return false;
            }
        }
        if self.state.turn.moves < JUMP_TOKENS || self.state.unit(unit).fallen {
            return false;
        }
        self.spend_jump(unit);
        let to = if leap.kind == 2 { self.long_jump(unit, leap) } else { Some(leap.to) };
        match to {
            Some(to) => self.enter(unit, to, |from| Event::Jumps { unit, from, to, kind: leap.kind as u8 }),
            None => false,
        }
    }

    /// MG-45: the move tokens of a jump.
    pub(crate) fn spend_jump(&mut self, unit: UnitId) {
        let left = self.state.turn.moves.saturating_sub(JUMP_TOKENS);
        self.spend_moves(unit, JUMP_TOKENS);
        self.state.turn.moves = self.state.turn.moves.min(left);
        self.obs.add(unit, Metric::Jumps, 1);
    }

    /// MG-45: whether a long jump goes as far as it should; one that fails ends earlier, and the unit lies.
    fn long_jump(&mut self, unit: UnitId, leap: Leap) -> Option<u32> {
        let rules = self.rules;
        let board = &rules.board_now(self.state)?;
        let skills = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        let (_, dice) = rules.best_skill(self.state, unit, skills, |_| 0, SkillChoice::BestPool);
        let what = RollContext { skill: true, hand: false, in_line: false };
        let pool = rules.pool(self.state, unit, (Stat::Agi, RollName::Jump), dice, 0, what);
        let Rolled { value: roll, faces } =
            self.dice.draw(by(unit, Purpose::Effect), &Shown(pool.against(LONG_JUMP)));
        let succeeds = roll >= LONG_JUMP;
        self.obs.event(|| Event::LongJump { unit, pool, faces, roll, succeeds });
        if succeeds {
            return Some(leap.to);
        }
        // The Strength die without explosion, less 1: twice so many feet far, half so many up.
        let strength = rules.die(self.state, unit, Stat::Str, RollName::Jump);
        let plain = Pool::new(Die { most: 0, ..strength }, 1, -1);
        let x = self.dice.draw(by(unit, Purpose::Effect), &plain).max(0);
        let feet = |n: i32| n * rules.unit(unit).pace / 100;
        let state = &*self.state;
        let to = board.short_of(leap, feet(2 * x), feet(x / 2), |cell| !rules.is_taken(state, unit, cell));
        if to != leap.from {
            self.enter(unit, to, |from| Event::Jumps { unit, from, to, kind: 2 });
        }
        if self.state.is_in(unit) {
            self.fall(unit, FallenBy::Jump);
        }
        None
    }

    /// MG-46: a unit comes to the ground from so many levels above, by what another did or by itself: damage,
    /// and it lies.
    pub(crate) fn land(&mut self, unit: UnitId, levels: i32, action_ref: Option<ActionRef>) {
        if levels <= 0 {
            return;
        }
        let feet = FEET * levels;
        self.obs.add(unit, Metric::FeetFallen, feet as u32);
        self.obs.event(|| Event::Drop { unit, feet });
        self.fall_damage(unit, feet, action_ref, Harm::Fall);
        if self.state.is_in(unit) {
            self.fall(unit, FallenBy::Fall);
        }
    }

    /// MG-39, MG-55: who falls in the air, or is thrown there, comes down, unless it hovers.
    pub(crate) fn come_down(&mut self, unit: UnitId, action_ref: Option<ActionRef>) {
        self.come_down_by(unit, 0, action_ref);
    }

    /// A unit that falls in the air comes down; its fall includes the levels that it was thrown down before.
    pub(crate) fn come_down_by(&mut self, unit: UnitId, levels: i32, action_ref: Option<ActionRef>) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let cell = self.state.unit(unit).cell;
        let left = board.above_ground(cell);
        if left + levels <= 0 || rules.stays_up(unit) {
            return;
        }
        if left > 0 {
            self.state.unit_mut(unit).cell = self.free_cell(unit, board.below(cell));
            self.end_far_holds(unit);
        }
        self.land(unit, left + levels, action_ref);
    }

    /// The cell itself or, if a foe is in it, the nearest one on the ground without a foe.
    pub(crate) fn free_cell(&self, unit: UnitId, cell: u32) -> u32 {
        let (rules, state) = (self.rules, &*self.state);
        let Some(board) = &rules.board_now(self.state) else { return cell };
        // Who comes down over a wall, or lay where terrain has come (MG-66), goes beside it.
        let is_walled = !board.is_walkable(cell);
        if !rules.is_taken(state, unit, cell) && !is_walled {
            return cell;
        }
        let free = board.cells(false).filter(|&it| board.is_walkable(it) && !rules.is_taken(state, unit, it));
        free.min_by_key(|&it| board.distance(cell, it)).unwrap_or(cell)
    }
}
