//! Effects that move units, and those that name something: an item that is dropped, an effect that ends
//! (MG-66, MG-81).

use crate::board::{Board, FEET};
use crate::data::events::Event;
use crate::data::setup::{HazardOn, UnitSetup};
use crate::data::vocabulary::{Direction, ENDED_STATES, Effect};
use crate::state::{Mood, State};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The most cells that a line of 500 feet crosses.
const MOST_CELLS: usize = 256;

/// The thing that the name in an effect stands for, found before the fight.
#[derive(Debug)]
pub(crate) enum Named {
    /// Nothing: the effect has no name, or stands for the best item.
    Nothing,
    /// Of each unit the item of that name; 0 without one.
    Items(Box<[u8; MAX_UNITS]>),
    /// The lasting effects of the ability of that name.
    Marks(Vec<u8>),
    /// The state at this place of [`ENDED_STATES`].
    State(usize),
}

impl Named {
    /// Returns the thing that the name in an effect stands for; effects that are known so far are found by
    /// `marks_of`.
    pub(crate) fn of(effect: &Effect, sheets: &[&UnitSetup], marks_of: impl Fn(&str) -> Vec<u8>) -> Self {
        match effect {
            Effect::Drop { item } if item != "best" => {
                let mut items = [0; MAX_UNITS];
                for (to, sheet) in items.iter_mut().zip(sheets) {
                    *to = sheet.item_called(item).unwrap_or(0);
                }
                Self::Items(Box::new(items))
            }
            Effect::End { effect } => match ENDED_STATES.iter().position(|state| state == effect) {
                Some(place) => Self::State(place),
                None => Self::Marks(marks_of(effect)),
            },
            _ => Self::Nothing,
        }
    }
}

impl MahouGalaxy {
    /// The item that an effect `drop` strikes from the hands of a unit.
    pub(crate) fn item_to_drop(&self, state: &State, named: &Named, target: UnitId) -> Option<u8> {
        let best = self.best_droppable(state, target).map(|it| it.0);
        match named {
            Named::Items(items) => {
                let item = items[target.idx()];
                (item != 0 && self.hands_with(state, target, item) != 0).then_some(item)
            }
            _ => best,
        }
    }

    /// Returns whether an effect `end` would end something of a unit, and whether that is good for it.
    pub(crate) fn would_end(&self, state: &State, named: &Named, target: UnitId) -> Option<bool> {
        let it = state.unit(target);
        match named {
            Named::State(place) => {
                let is = match place {
                    0 => it.fallen,
                    1 => state.held.has(target),
                    2 => it.mood == Mood::Infatuated,
                    3 => it.mood == Mood::Infuriated,
                    _ => it.mood == Mood::Intimidated,
                };
                is.then_some(true)
            }
            Named::Marks(marks) => {
                let mark = marks.iter().find(|mark| self.bears(state, target, **mark))?;
                let lasting = &self.lasting[usize::from(*mark)];
                let knack = self.knack(lasting.unit, lasting.ability.into());
                Some(!self.is_friendly(&knack.ability.effects[usize::from(lasting.effect)].effect, target))
            }
            _ => None,
        }
    }

    /// The cells over which an effect `move_target` moves a unit, and how many. Its line and its feet are
    /// level; who does not fly follows the ground, and is not moved up.
    fn path_of(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        feet: i32,
        direction: Direction,
    ) -> ([u32; MOST_CELLS], usize) {
        let (mut path, mut n) = ([0; MOST_CELLS], 0);
        let Some(board) = self.board_in(state) else { return (path, n) };
        let (start, flies) = (state.unit(target).cell, self.unit(target).flies);
        if let Direction::Up | Direction::Down = direction {
            let [x, y, z] = Board::coordinates(start);
            let by = if direction == Direction::Up { 1 } else { -1 };
            let most = if flies { (feet / FEET).min(MOST_CELLS as i32) } else { 0 };
            let levels = (1..=most).map(|i| z + by * i);
            let open = levels.take_while(|z| (board.ground(start)..=board.top()).contains(z));
            for cell in open.map(|z| Board::cell_at(x, y, z)) {
                if board.is_blocked(cell) || self.is_taken(state, target, cell) {
                    break;
                }
                path[n] = cell;
                n += 1;
            }
            return (path, n);
        }
        let user = Board::level_with(state.unit(unit).cell, start);
        let (from, through) = match direction {
            Direction::Toward => (start, user),
            _ => (user, start),
        };
        let mut is_behind = direction == Direction::Toward;
        let mut here = start;
        board.along(from, through, |cell| {
            if !is_behind {
                is_behind = cell == start;
                return false;
            }
            if n == MOST_CELLS || board.distance(start, cell) > feet || cell == user {
                return true;
            }
            let next = board.pushed(here, cell, flies).filter(|&next| !self.is_taken(state, target, next));
            if let Some(next) = next {
                (path[n], here) = (next, next);
                n += 1;
            }
            next.is_none()
        });
        (path, n)
    }

    /// Returns whether an effect `move_target` would move a unit at all.
    pub(crate) fn would_move(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        feet: i32,
        direction: Direction,
    ) -> bool {
        let is_hurt = self.fall_dice(feet) > 0 || !state.unit(target).fallen;
        let falls = direction == Direction::Up && !self.unit(target).flies && is_hurt;
        falls || self.path_of(state, unit, target, feet, direction).1 > 0
    }

    /// MG-81: where a teleport of so many feet brings a unit that reaches no foe: the nearest cell without a
    /// hazard from which it does.
    pub(crate) fn landing(&self, state: &State, unit: UnitId, feet: i32) -> Option<u32> {
        let board = self.board_in(state)?;
        let foes: UnitSet = self.attackable(state, unit);
        if foes.is_empty() || foes.into_iter().any(|foe| self.is_in_reach(state, unit, foe)) {
            return None;
        }
        let (start, flies) = (state.unit(unit).cell, self.unit(unit).flies);
        let fits = |cell: &u32| {
            let cell = *cell;
            board.distance(start, cell) <= feet
                && if flies { !board.is_blocked(cell) } else { board.is_walkable(cell) }
                && board.hazard(cell).is_none()
                && !self.is_taken(state, unit, cell)
                && foes.into_iter().any(|foe| self.reaches_from(state, unit, cell, foe))
        };
        let near = board.cells_within(flies, board.around(start, feet / FEET));
        near.filter(fits).min_by_key(|&cell| board.distance(start, cell))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-81 `move_target`: over cell after cell, until something blocks the way.
    pub(crate) fn move_target(
        &mut self,
        unit: UnitId,
        target: UnitId,
        feet: i32,
        direction: Direction,
        action_ref: ActionRef,
    ) {
        if direction == Direction::Up && !self.rules.unit(target).flies {
            // Nothing keeps it there (MG-46).
            self.land(target, feet / FEET, Some(action_ref));
            return;
        }
        let (path, n) = self.rules.path_of(self.state, unit, target, feet, direction);
        for &cell in &path[..n] {
            if !self.state.is_in(target) {
                break;
            }
            let from = self.state.unit(target).cell;
            self.put(target, cell);
            if let Some(board) = self.rules.board_now(self.state).filter(|_| !self.rules.unit(target).flies) {
                self.land(target, board.drop_of(from, cell), Some(action_ref));
            }
            self.hazard(target, HazardOn::Entry);
        }
    }

    /// MG-81 `teleport`.
    pub(crate) fn teleport(&mut self, unit: UnitId, feet: i32) {
        if let Some(cell) = self.rules.landing(self.state, unit, feet) {
            self.put(unit, cell);
        }
    }

    fn put(&mut self, unit: UnitId, cell: u32) {
        self.state.unit_mut(unit).cell = cell;
        self.obs.event(|| Event::Shifts { unit, to: cell });
        self.end_far_holds(unit);
    }

    /// MG-81 `end`: a state or the effects of an ability end.
    pub(crate) fn end_named(&mut self, named: &Named, target: UnitId) {
        let rules = self.rules;
        if rules.would_end(self.state, named, target).is_none() {
            return;
        }
        self.state.busy = true;
        match named {
            Named::State(0) => {
                let it = self.state.unit_mut(target);
                (it.fallen, it.stood) = (false, 0);
            }
            Named::State(1) => {
                for other in rules.everyone {
                    self.end_hold(other, target);
                }
            }
            Named::State(_) => {
                let it = self.state.unit_mut(target);
                (it.mood, it.penalty, it.strong, it.narrowed) = (Mood::None, 0, false, 0);
            }
            Named::Marks(marks) => {
                for mark in marks {
                    self.state.marks[target.idx() * rules.lasting.len() + usize::from(*mark)].left = 0;
                }
                self.check_all_limits();
            }
            _ => {}
        }
        self.obs.event(|| Event::IsRid { unit: target });
    }
}
