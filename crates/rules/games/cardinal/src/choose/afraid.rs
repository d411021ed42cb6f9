//! The turns of the Afraid, who do not fight (CA-44, D-08).

use crate::board::At;
use crate::choose::approach::Near;
use crate::data::events::MoveKind;
use crate::data::tactics::AfraidChoice;
use crate::data::vocabulary::{Band, Statuses};
use crate::rules::turns::act::{Act, Turn};
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// D-08: what an Afraid unit does before it Guards.
    pub(crate) fn be_afraid(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        if self.state.of(unit).any(Statuses::HELD) {
            return;
        }
        let plan = &rules.unit(unit).tactics.afraid;
        match plan.choose_if(|when| rules.holds(self.state, unit, None, when)) {
            AfraidChoice::Guard => {}
            AfraidChoice::BreakSight => self.break_sight(unit, turn),
            AfraidChoice::StayNearLeader => self.stay_near_leader(unit, turn),
        }
    }

    /// To the nearest square that no hostile sees, by Stride and Dash, otherwise with a Sprint too. The Sprint is rolled
    /// before the unit leaves its place, and it stays there where the roll is not enough.
    fn break_sight(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let hostiles: UnitSet = self.state.standing(rules.hostiles(self.state, unit));
        let is_hidden =
            |play: &Self, at: At| hostiles.into_iter().all(|foe| !rules.sees_from(play.state, at, foe));
        let is_there = self.go_where(unit, turn, is_hidden);
        if is_there || self.state.unit(unit).height > 0 || !self.may_take_move(unit, turn, Act::Sprint) {
            return;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dashes = turn.left() >= 2 && self.may_take_move(unit, turn, Act::Dash);
        let dash = if dashes { rules.dash(self.state, unit) } else { 0 };
        self.flood_from(unit, stride + dash + rules.longest_sprint(self.state, unit));
        let Some((to, paces)) = self.nearest_end(unit, is_hidden) else { return };
        let sprint = self.roll_sprint(unit);
        self.take(unit, turn, Act::Sprint);
        if paces > stride + dash + sprint {
            return;
        }
        let how = if paces > stride + sprint {
            self.take(unit, turn, Act::Dash);
            MoveKind::DashAndSprint
        } else if paces > sprint {
            MoveKind::StrideAndSprint
        } else {
            MoveKind::Sprint
        };
        turn.strode |= paces > sprint;
        self.walk(unit, turn, to, paces, how);
    }

    /// By Stride and Dash to within Near of the nearest able ally who Rallies, or toward it where that is too far.
    fn stay_near_leader(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let mut leaders = self.state.able(rules.friends(self.state, unit));
        leaders.remove(unit);
        let rallies = |&ally: &UnitId| !rules.unit(ally).rally.is_empty();
        let distance = |&ally: &UnitId| rules.distance(self.state, unit, ally);
        let Some(leader) = leaders.into_iter().filter(rallies).min_by_key(distance) else { return };
        let is_near = |play: &Self, at: At| rules.distance_to(play.state, at, leader) <= Band::Near.paces();
        if self.go_where(unit, turn, is_near) || rules.board.is_none() || self.state.unit(unit).height > 0 {
            return;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dashes = self.may_take_move(unit, turn, Act::Dash);
        let dash = if dashes { rules.dash(self.state, unit) } else { 0 };
        if stride + dash > 0 {
            self.go_toward_with(unit, turn, leader, [stride, dash], Near::Beside);
        }
    }
}
