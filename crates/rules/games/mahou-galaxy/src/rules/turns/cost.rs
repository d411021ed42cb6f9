//! The costs of abilities, paid at once or over several turns (MG-18, MG-64, MG-D18).

use crate::data::events::Event;
use crate::data::metrics::HandDryBy;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl MahouGalaxy {
    /// The hand tokens of an ability.
    fn hand_cost(&self, unit: UnitId, at: usize) -> u8 {
        let cost = &self.knack(unit, at).ability.cost;
        cost.hand + cost.primary
    }

    /// MG-18: whether an ability needs more hand tokens than the unit has hands, so that they are paid over
    /// several turns.
    pub(crate) fn is_slow(&self, unit: UnitId, at: usize) -> bool {
        let n_hands = self.unit(unit).n_hands;
        n_hands > 0
            && self.hand_cost(unit, at) > n_hands
            && !self.knack(unit, at).ability.timing.is_reaction()
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// Returns whether so many hand tokens suffice: all of them, or of an ability that is paid over several turns
    /// those of this turn, while no other is under way.
    pub(crate) fn can_pay_hands(&self, unit: UnitId, at: usize, hands: u32) -> bool {
        let it = self.state.unit(unit);
        if self.rules.is_slow(unit, at) {
            let is_under_way = usize::from(it.casting) == at + 1;
            return self.is_prepared(unit, at) || hands > 0 && (it.casting == 0 || is_under_way);
        }
        let cost = &self.rules.knack(unit, at).ability.cost;
        u32::from(cost.hand + cost.primary) <= hands && (cost.primary == 0 || it.primary)
    }

    /// Returns whether all hand tokens of an ability that is paid over several turns are paid.
    pub(crate) fn is_prepared(&self, unit: UnitId, at: usize) -> bool {
        let it = self.state.unit(unit);
        usize::from(it.casting) == at + 1 && it.cast_paid >= self.rules.hand_cost(unit, at)
    }

    /// MG-18: goes on paying for an ability that was begun; whether it did.
    pub(crate) fn prepares(&mut self, unit: UnitId, at: usize) -> bool {
        let goes_on = usize::from(self.state.unit(unit).casting) == at + 1 && !self.is_prepared(unit, at);
        goes_on && self.prepare(unit, at)
    }

    /// MG-18: pays as many hand tokens of an ability as this turn has; whether there were any.
    pub(crate) fn prepare(&mut self, unit: UnitId, at: usize) -> bool {
        let need = self.rules.hand_cost(unit, at);
        let mut any = false;
        while self.state.unit(unit).cast_paid < need {
            let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
            let Some(hand) = self.rules.token_to_spare(self.state, unit, tokens, false) else { break };
            self.spend_hands(unit, 1 << hand, HandDryBy::Ability);
            let it = self.state.unit_mut(unit);
            it.casting = at as u8 + 1;
            it.cast_paid += 1;
            any = true;
        }
        if any {
            self.state.busy = true;
            let paid = self.state.unit(unit).cast_paid;
            self.obs.event(|| Event::PaysOver { unit, ability: at as u8, paid, need });
        }
        any
    }

    /// MG-64, MG-81: pays the tokens of an ability; of a reaction as those of defences are paid (MG-72).
    pub(crate) fn pay(&mut self, unit: UnitId, at: usize) {
        let ability = &self.rules.knack(unit, at).ability;
        let cost = ability.cost;
        if self.is_prepared(unit, at) {
            let it = self.state.unit_mut(unit);
            (it.casting, it.cast_paid) = (0, 0);
        } else {
            for _ in 0..cost.hand + cost.primary {
                let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
                let reacts = ability.timing.is_reaction() && cost.primary == 0;
                let Some(hand) = self.rules.token_to_spare(self.state, unit, tokens, reacts) else { break };
                if reacts {
                    self.spend_offhand(unit, hand, HandDryBy::Ability);
                } else {
                    self.spend_hands(unit, 1 << hand, HandDryBy::Ability);
                }
            }
        }
        let moves = cost.moves.of(self.state.turn.moves);
        self.spend_moves(unit, moves);
        self.spend_speech(unit, cost.speak);
        let it = self.state.unit_mut(unit);
        it.analyze -= cost.analyze;
        it.escape -= cost.escape;
    }
}
