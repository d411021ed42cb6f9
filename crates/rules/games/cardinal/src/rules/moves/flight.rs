//! Flight (CA-56, D-18): the Fly action, who stays in the air, landings and falls.

use crate::board::{At, Board};
use crate::data::events::{ActionVerb, Event, MoveKind};
use crate::data::rulings::FallDamage;
use crate::data::setup::WeaponKind;
use crate::data::tactics::FlightChoice;
use crate::data::vocabulary::{MAX_HEIGHT, Statuses};
use crate::rules::turns::act::{Act, Turn};
use crate::state::State;
use crate::state::actions::hazard;
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// CA-56: the damage points of a fall of so many paces.
fn points(paces: u16) -> i32 {
    i32::from(paces) / 2
}

impl Cardinal {
    /// D-18: whether a unit flies and wants to be in the air, and from which height on.
    pub(crate) fn wings(&self, state: &State, unit: UnitId) -> Option<u16> {
        let it = self.unit(unit);
        if !it.flies {
            return None;
        }
        match it.tactics.flight.choose_if(|when| self.holds(state, unit, None, when)) {
            FlightChoice::Land => None,
            FlightChoice::Engage => Some(1),
            FlightChoice::Hover => Some(self.above_all(state, unit).unwrap_or(1)),
        }
    }

    /// D-18 `hover`: the least height above the reach of every hostile melee weapon, if a weapon of the unit reaches
    /// somebody from there.
    fn above_all(&self, state: &State, unit: UnitId) -> Option<u16> {
        let hostiles = state.standing(self.hostiles(state, unit));
        let is_melee = |kind| matches!(kind, WeaponKind::Melee | WeaponKind::Unarmed);
        let mut above = 1;
        for foe in hostiles {
            let weapons = &self.unit(foe).weapons[..self.unit(foe).n_weapons];
            for weapon in weapons.iter().filter(|weapon| is_melee(weapon.kind)) {
                above = above.max(u32::from(state.unit(foe).height) + weapon.range + 1);
            }
        }
        let reaches = |foe: UnitId| {
            let weapons = self.unit(unit).weapons.iter().enumerate();
            weapons
                .filter(|(weapon, _)| self.is_usable(state, unit, *weapon))
                .any(|(_, weapon)| u32::from(state.unit(foe).height) + Self::farthest(weapon) >= above)
        };
        let is_worth_it = above <= u32::from(MAX_HEIGHT) && hostiles.into_iter().any(reaches);
        is_worth_it.then_some(above as u16)
    }

    /// CA-16: whether nobody who is not out is at this very place.
    pub(crate) fn is_free(&self, state: &State, at: At) -> bool {
        self.everyone.into_iter().all(|other| {
            let other = state.unit(other);
            other.at() != at || other.statuses.any(Statuses::OUT)
        })
    }

    /// The place above a square nearest to the unit's own height from which a weapon reaches that far up or down to
    /// somebody.
    pub(crate) fn place_above(
        &self,
        state: &State,
        unit: UnitId,
        square: At,
        (foe, range): (At, u32),
        least: u16,
    ) -> Option<At> {
        let up = self.board.as_ref()?.room_up(square, foe, range)?;
        let (low, high) = (foe.2.saturating_sub(up).max(least), foe.2.saturating_add(up).min(MAX_HEIGHT));
        let at = (square.0, square.1, state.unit(unit).height.clamp(low, high.max(low)));
        (low <= high && self.is_free(state, at)).then_some(at)
    }

    /// CA-56: the free ground nearest to what lies below a unit.
    fn ground_below(&self, state: &State, unit: UnitId) -> Option<At> {
        let board = self.board.as_ref()?;
        let (x, y, _) = state.unit(unit).at();
        let below = (x, y, 0);
        if self.is_free(state, below) {
            return Some(below);
        }
        let open = board.all().filter(|&at| !board.square(at).blocked && self.is_free(state, at));
        open.min_by_key(|&at| (board.distance(below, at), at.1, at.0))
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-56: whether the unit could still Fly in this turn; a third action for a move alone nobody takes.
    pub(crate) fn may_fly(&self, unit: UnitId, turn: &Turn) -> bool {
        self.rules.unit(unit).flies && self.may_take_move(unit, turn, Act::Fly)
    }

    /// Returns whether the unit keeps an action for Fly, lest it fall to its harm.
    pub(crate) fn must_fly(&self, unit: UnitId, turn: &Turn) -> bool {
        let rules = self.rules;
        let height = self.state.unit(unit).height;
        if height == 0 || turn.flew || points(height) == 0 {
            return false;
        }
        let lands = !turn.strode && rules.stride(self.state, unit) >= height;
        !lands
            && rules.unit(unit).flies
            && rules.rulings.fall_damage == FallDamage::Per2Paces
            && self.is_open(unit, turn, Act::Fly)
            && rules.wings(self.state, unit).is_some()
    }

    /// The paces through the air to every square within so many: nobody who stands or flies there bars the way, which
    /// leads over and under them.
    pub(crate) fn flood_air(&mut self, unit: UnitId, most: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let from = self.state.unit(unit).at();
        self.state.scratch.flood_air(board, from, most);
    }

    /// CA-56: the Fly action, to a place that is in its reach.
    pub(crate) fn fly(&mut self, unit: UnitId, turn: &mut Turn, to: At, paces: u16) {
        self.take(unit, turn, Act::Fly);
        turn.flew = true;
        if paces == 0 {
            self.obs.event(|| Event::Does { unit, what: ActionVerb::StaysAloft });
        } else {
            self.walk(unit, turn, to, paces, if to.2 == 0 { MoveKind::Land } else { MoveKind::Fly });
        }
    }

    /// D-18: who stays in the air spends the Fly action on it; the Afraid, who strike at nobody, only if they would fall
    /// to their harm.
    pub(crate) fn stay_aloft(&mut self, unit: UnitId, turn: &mut Turn) {
        let at = self.state.unit(unit).at();
        if at.2 > 0
            && !turn.flew
            && (!self.state.of(unit).any(Statuses::AFRAID) || self.must_fly(unit, turn))
            && self.rules.wings(self.state, unit).is_some()
            && self.may_take(unit, turn, Act::Fly)
        {
            self.fly(unit, turn, at, 0);
        }
    }

    /// Line 5 for a unit that flies: toward a hostile, to the place within a Fly with the least way left to
    /// it.
    pub(crate) fn fly_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let least = rules.wings(self.state, unit).unwrap_or(1);
        let most = rules.dash(self.state, unit);
        let here = self.state.unit(unit).at();
        let foe_at = self.state.unit(foe).at();
        self.flood_air(unit, most);
        let State { units, scratch, .. } = &mut *self.state;
        let goal = here.2.clamp(foe_at.2.saturating_sub(1).max(least), (foe_at.2 + 1).max(least));
        let everyone = rules.everyone;
        let is_held = |at: At| {
            let other = |other: UnitId| &units[other.idx()];
            let stands = |id: UnitId| id != unit && !other(id).statuses.any(Statuses::OUT);
            everyone.into_iter().any(|id| stands(id) && other(id).at() == at)
        };
        let mut best: Option<(At, u16)> = None;
        scratch.flood_air_to(board, foe_at, |square, flat| {
            let room = board.climb(flat, most);
            let height = goal.clamp(here.2.saturating_sub(room), here.2.saturating_add(room));
            let to = (square.0, square.1, height.clamp(1, MAX_HEIGHT));
            let paces = board.through_air(flat, to.2.abs_diff(here.2));
            if paces > most || is_held(to) || !rules.may_go(units, unit, to) {
                return false;
            }
            let key = |(at, paces): (At, u16)| (paces, at.1, at.0);
            if best.is_none_or(|end| key((to, paces)) < key(end)) {
                best = Some((to, paces));
            }
            true
        });
        if let Some((to, paces)) = best.filter(|end| end.0 != here) {
            self.fly(unit, turn, to, paces);
        }
    }

    /// D-18 `land`: down to the ground, by Stride where that is enough.
    pub(crate) fn land_by_choice(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let here = self.state.unit(unit).at();
        if here.2 == 0 || rules.wings(self.state, unit).is_some() || self.lands_by_stride(unit, turn) {
            return;
        }
        let (Some(board), Some(ground)) = (&rules.board, rules.ground_below(self.state, unit)) else {
            return;
        };
        if !self.may_fly(unit, turn) {
            return;
        }
        let most = rules.dash(self.state, unit);
        let flat = u16::try_from(board.distance((here.0, here.1, 0), ground)).unwrap_or(u16::MAX);
        let paces =
            board.through_air(if (here.0, here.1) == (ground.0, ground.1) { 0 } else { flat }, here.2);
        let lower = (here.0, here.1, here.2.saturating_sub(most).max(1));
        if paces <= most && rules.may_go(&self.state.units, unit, ground) {
            self.fly(unit, turn, ground, paces);
        } else if rules.is_free(self.state, lower) && rules.may_go(&self.state.units, unit, lower) {
            self.fly(unit, turn, lower, here.2 - lower.2);
        } else {
            self.fly(unit, turn, here, 0);
        }
    }

    /// CA-56: down to the ground by the free Stride; whether the unit is there.
    fn lands_by_stride(&mut self, unit: UnitId, turn: &mut Turn) -> bool {
        let rules = self.rules;
        let here = self.state.unit(unit).at();
        let below = (here.0, here.1, 0);
        let may = !turn.strode
            && rules.unit(unit).flies
            && rules.stride(self.state, unit) >= here.2
            && rules.is_free(self.state, below)
            && rules.may_go(&self.state.units, unit, below);
        if may {
            turn.strode = true;
            self.walk(unit, turn, below, here.2, MoveKind::Land);
        }
        may
    }

    /// CA-56, CA-62: who ends its turn in the air without Fly lands, where its Stride is enough, or falls.
    pub(crate) fn come_down(&mut self, unit: UnitId, turn: &mut Turn) {
        let it = self.state.unit(unit);
        if it.height == 0 || turn.flew || it.statuses.any(Statuses::OUT) {
            return;
        }
        let spellbound = it.statuses.any(Statuses::SPELLBOUND);
        if spellbound || !self.lands_by_stride(unit, turn) {
            self.drop_down(unit);
        }
    }

    /// CA-56: those who are out, or fly no more, fall at once.
    pub(crate) fn drop_all(&mut self) {
        // Every fall brings its unit to the ground, and nobody falls from there.
        for _ in 0..=self.rules.roster.units.len() {
            if self.dropping.is_empty() {
                return;
            }
            for unit in core::mem::take(&mut self.dropping) {
                if self.state.unit(unit).height > 0 {
                    self.drop_down(unit);
                }
            }
        }
        unreachable!("units that fall without end");
    }

    /// CA-56: a fall to the ground: a point for two paces, soaked.
    fn drop_down(&mut self, unit: UnitId) {
        let rules = self.rules;
        let from = self.state.unit(unit).at();
        let Some(to) = rules.ground_below(self.state, unit) else { return };
        self.state.quiet = false;
        self.state.unit_mut(unit).put(to);
        self.obs.event(|| Event::Falls { unit, from, to });
        let points = points(from.2);
        if points > 0 && rules.rulings.fall_damage == FallDamage::Per2Paces {
            self.harm(unit, points, hazard::FALL);
        }
    }
}

impl Board {
    /// CA-56: the paces of a way through the air, so many across and so many up or down.
    pub(crate) fn through_air(&self, across: u16, up: u16) -> u16 {
        if self.is_straight() { across.saturating_add(up) } else { across.max(up) }
    }

    /// The paces up or down that are left of so many after these across.
    fn climb(&self, across: u16, most: u16) -> u16 {
        if self.is_straight() { most.saturating_sub(across) } else { most }
    }
}
