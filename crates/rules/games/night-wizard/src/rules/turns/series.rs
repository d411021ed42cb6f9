//! Series of fights and the rest between them (NW-52, NW-54).

use crate::data::metrics::REST;
use crate::data::rulings::RestBetweenFights;
use crate::rules::prelude::*;
use crate::rules::values::Window;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-54: the first side goes on to its next fight if it won this one and it was not the last;
    /// everything else ends the series.
    pub(crate) fn go_on_with_series(&mut self, outcome: Outcome) -> Step {
        let fight = self.state.fight;
        if outcome != Outcome::Win(SideId(0)) || fight >= self.tables.fights {
            return Step::Over(outcome);
        }
        let winners = self.nw.of_side(SideId(0));
        // Who lies in Near Death after the last Clean-Up is taken along.
        for unit in winners.and(self.state.near_death) {
            self.stand_up(unit, self.nw.rulings.mortality_hp.0);
        }
        let state = &mut *self.state;
        state.fight = fight + 1;
        let fit = state.standing.or(state.absent).or(core::mem::take(&mut state.fled));
        let arrived = winners.and(fit).without(state.absent);
        for unit in arrived {
            self.rest(unit);
        }
        let others = self.nw.roster.everyone().without(winners);
        let kept = if self.nw.rulings.carry_over { arrived } else { UnitSet::default() };
        self.obs.event(|| Event::NextFight { fight: fight + 1 });
        self.start_fight(others.or(winners.and(fit)), kept);
        Step::RoundOver
    }

    /// NW-52: a Strength Judge for HP, a Spirit Judge for MP.
    fn rest(&mut self, unit: UnitId) {
        let rests = self.nw.rulings.rest_between_fights;
        if !self.nw.rulings.carry_over || rests == RestBetweenFights::Off {
            return;
        }
        if rests != RestBetweenFights::Mp && self.hp(unit) < self.extras(unit).derived.max_hp {
            let hp = self.rest_judge(unit, AttributeId::Strength);
            self.heal(unit, hp, Cause::Hazard(REST));
        }
        if rests != RestBetweenFights::Hp && self.extras(unit).mp < self.extras(unit).derived.max_mp {
            let mp = self.rest_judge(unit, AttributeId::Spirit);
            self.gain_mp(unit, mp);
        }
    }

    fn rest_judge(&mut self, unit: UnitId, name: AttributeId) -> i32 {
        let mut basis = self.basis(unit, JudgeKind::All, name, false, [0; 2]);
        basis.rolls = true;
        let judged = self.judge(&basis, Purpose::Effect, Window::ALL);
        self.obs.event(|| Event::Rests { unit, judge: judged.side });
        judged.value.max(0)
    }
}
