//! The end of a fight (CA-60, CA-61, CA-64) and of a turn (CA-51, CA-62).

use crate::data::metrics::Metric;
use crate::data::vocabulary::{Status, Statuses, Timing};
use crate::rules::turns::act::Turn;
use crate::state::State;
use crate::{Cardinal, Play};
use fray_engine::contract::Outcome;
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{SideId, UnitId};

impl Cardinal {
    /// CA-60: whether none of the side's units can fight. Whoever acts for another counts on neither side.
    fn has_lost(&self, state: &State, side: SideId) -> bool {
        let units = self.of(side);
        let units = units.without(state.with(units, Statuses::TURNED));
        if self.rulings.yield_afraid {
            state.able(units).is_empty()
        } else {
            state.standing(units).is_empty()
        }
    }

    /// CA-60, CA-61: how the fight has ended, if it has.
    #[inline]
    pub(crate) fn outcome(&self, state: &State) -> Option<Outcome> {
        let mut left = None;
        let mut n_left = 0;
        for at in 0..self.sides.len() {
            let side = SideId(at as u8);
            if !self.has_lost(state, side) {
                (left, n_left) = (Some(side), n_left + 1);
            }
        }
        match (n_left, left) {
            (0, _) => Some(Outcome::Draw),
            (1, Some(side)) => Some(Outcome::Win(side)),
            // CA-61: nobody can Attack or Rally any more.
            _ if !self.rulings.yield_afraid && state.able(self.everyone).is_empty() => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Counts the metrics of the end of a fight.
    pub(crate) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        let outcome = self.outcome(state);
        for unit in self.everyone {
            let able = !state.of(unit).any(Statuses::OUT.or(Statuses::AFRAID));
            obs.add(unit, Metric::Able, u32::from(able));
            obs.add(unit, Metric::WoundsLeft, self.wounds(state, unit));
        }
        let measured = &state.measured;
        let first = UnitId(0);
        obs.add_if(measured.first_blood > 0, first, Metric::FirstBlood, measured.first_blood);
        obs.add_if(measured.first_overkill > 0, first, Metric::FirstOverkill, measured.first_overkill);
        obs.add(first, Metric::HitlessRounds, measured.longest_hitless.max(measured.hitless));
        for (at, &units) in self.sides.iter().enumerate() {
            let lost = measured.exhausted[at];
            obs.add_if(lost > 0, units.first(), Metric::ExhaustedRound, lost);
            let down = state.with(units, Statuses::OUT);
            obs.add(units.first(), Metric::Down, down.len());
            let pcs = down.into_iter().filter(|&unit| self.unit(unit).is_pc).count();
            obs.add(units.first(), Metric::PcsDown, pcs as u32);
        }
        if let Some(Outcome::Win(side)) = outcome {
            let others = self.everyone.without(self.of(side));
            let yields = !state.standing(others).is_empty();
            let winner = self.of(side).first();
            obs.add(winner, Metric::WonByYield, u32::from(yields));
            obs.add(winner, Metric::WonByDeath, u32::from(!yields));
        }
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-60: looked at after every attack and action, when all have fallen who fly no more (CA-56).
    pub(crate) fn check_end(&mut self) {
        if self.over.is_none() {
            self.drop_all();
            self.over = self.rules.outcome(self.state);
        }
    }

    /// CA-62: the end of a unit's turn.
    pub(crate) fn end_of_turn(&mut self, unit: UnitId, turn: &mut Turn) {
        if self.over.is_some() {
            return;
        }
        if !self.state.of(unit).any(Statuses::OUT) {
            self.status_rolls(unit);
            self.roll_mods_off(unit);
        }
        self.end_turn_mods();
        if self.state.of(unit).has(Status::OnFire) && !self.state.of(unit).any(Statuses::OUT) {
            self.burn(unit);
            self.check_end();
        }
        if self.over.is_none() {
            self.come_down(unit, turn);
            self.check_end();
        }
        if self.over.is_none() {
            self.terrain(unit);
            self.check_end();
        }
        if self.over.is_none() && !self.state.of(unit).any(Statuses::OUT) {
            self.use_timed(unit, Timing::EndOfTurn);
        }
    }

    /// CA-51: who ends the round where no hostile sees it is no longer Afraid.
    pub(crate) fn out_of_sight(&mut self) {
        let rules = self.rules;
        if rules.board.is_none() {
            return;
        }
        for unit in self.state.with(self.state.standing(rules.everyone), Statuses::of(&[Status::Afraid])) {
            let hostiles = self.state.standing(rules.hostiles(self.state, unit));
            let seen = hostiles.into_iter().any(|foe| rules.sees(self.state, unit, foe));
            if !seen {
                self.cure(
                    unit,
                    Statuses::of(&[Status::Afraid]),
                    crate::data::metrics::Cured::OutOfSight,
                    None,
                );
            }
        }
    }
}
