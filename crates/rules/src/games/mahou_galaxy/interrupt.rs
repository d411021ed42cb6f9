//! What strikes those who walk, and those who stand where it hurts: held tokens, hazards, ongoing effects
//! (MG-14, MG-46, MG-67, MG-80).

use super::damage::{Blow, Source};
use super::events::Event;
use super::metrics::{Harm, Metric};
use super::rulings::EnvOrder;
use super::setup::HazardOn;
use super::state::Turn;
use super::tactics::Scheme;
use super::talk::ActionKind;
use super::vocabulary::{Effect, Element};
use super::{MahouGalaxy, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The foes with held tokens that reach the unit now.
    pub(super) fn reachable_by(&self, unit: UnitId) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        let holds = |foe: &UnitId| {
            state.unit(*foe).held_hands != 0
                && rules.waits_for(state, *foe).is_none()
                && rules.is_in_reach(state, *foe, unit)
        };
        state.present(rules.enemies(unit)).filter(holds).collect()
    }

    /// MG-14, MG-80: those who waited for this unit to become reachable strike.
    pub(super) fn interrupts(&mut self, unit: UnitId, was: UnitSet) {
        let waiting = self.reachable_by(unit).without(was);
        // A walk that is itself an interrupt is not interrupted.
        if !waiting.is_empty() && !self.state.turn.is_interrupt {
            self.strike_waiting(unit, waiting);
        }
    }

    /// MG-80: those who waited strike with their held tokens, by this round's initiative.
    pub(super) fn strike_waiting(&mut self, unit: UnitId, mut waiting: UnitSet) {
        let outer = self.state.turn;
        for _ in 0..MAX_UNITS {
            // By this round's initiative, which is its order.
            let place = |foe: &UnitId| self.state.order.iter().position(|unit| unit == foe);
            let Some(foe) = waiting.min_by_key(place) else { break };
            waiting.remove(foe);
            if !self.state.is_in(foe) || !self.state.is_in(unit) {
                continue;
            }
            let it = self.state.unit_mut(foe);
            let (hands, had_primary) = (it.held_hands, it.primary);
            // The first hand action of this turn is a primary one.
            it.primary = true;
            self.state.turn = Turn {
                unit: Some(foe),
                pass: 1,
                hands,
                target: Some(unit),
                is_interrupt: true,
                ..Turn::default()
            };
            self.obs.add(foe, Metric::Interrupts, 1);
            self.obs.event(|| Event::Interrupts { unit: foe, target: unit });
            for _ in 0..super::state::MAX_HANDS * 2 {
                if !self.state.is_in(foe) || !self.state.is_in(unit) || !self.strike_interrupt(foe, unit) {
                    break;
                }
            }
            let it = self.state.unit_mut(foe);
            it.primary = had_primary;
            (it.held_hands, it.held_moves) = (0, 0);
            self.state.turn = outer;
            self.mend_turn();
        }
    }

    /// One attack of an interrupt.
    fn strike_interrupt(&mut self, unit: UnitId, target: UnitId) -> bool {
        let rules = self.rules;
        let tokens = self.state.turn.hands & self.state.unit(unit).held_hands;
        if matches!(rules.plan_of(self.state, unit), Scheme::Turtle | Scheme::Pass)
            || !self.may(unit, ActionKind::Attack, Some(target))
        {
            return false;
        }
        for hand in (0..rules.unit(unit).n_hands).filter(|hand| tokens >> hand & 1 == 1) {
            let Some(paid) = rules.payment(self.state, unit, hand, tokens) else { continue };
            let offhand = !self.state.unit(unit).primary;
            if let Some(swing) = rules.arm_of(self.state, unit, target, hand, offhand) {
                self.strike(unit, target, hand, paid, &swing);
                return true;
            }
        }
        false
    }

    /// MG-46: the hazard of the unit's cell.
    pub(super) fn hazard(&mut self, unit: UnitId, when: HazardOn) {
        let rules = self.rules;
        let Some(board) = rules.board_now(self.state) else { return };
        let Some(hazard) = board.hazard(self.state.unit(unit).cell) else { return };
        if hazard.on != HazardOn::Both && hazard.on != when || !self.state.is_in(unit) {
            return;
        }
        let of = hazard.source;
        self.obs.event(|| Event::Hazard { unit, of });
        // MG-67: what an ability laid hurts as its originator's.
        let deed = of.map(|(by, at)| rules.ability_deed(by, at.into()));
        let element = of.map_or(Element::None, |(by, at)| rules.knack(by, at.into()).ability.element);
        let quarters = rules.shielded(self.state, unit, element);
        let blow = Blow { quarters, ..Blow::accident(deed, Harm::Hazard) };
        self.hurt(
            of.map_or(unit, |it| it.0),
            unit,
            Source::Formula(&hazard.formula, &hazard.distribution, hazard.flat),
            &blow,
        );
    }

    /// MG-67: hazards and ongoing effects.
    pub(super) fn environment(&mut self) {
        let rules = self.rules;
        if rules.board.is_none() && rules.lasting.is_empty() {
            return;
        }
        let present = self.state.present(rules.everyone);
        let mut order = [UnitId(0); MAX_UNITS];
        let n = present.len() as usize;
        for (to, unit) in order.iter_mut().zip(present) {
            *to = unit;
        }
        let hurts = |play: &Self, unit: UnitId| {
            let on_hazard = rules
                .board_in(play.state)
                .is_some_and(|board| board.hazard(play.state.unit(unit).cell).is_some());
            on_hazard
                || rules.effects_on(play.state, unit).any(|effect| matches!(effect, Effect::Ongoing { .. }))
        };
        if rules.rulings.env_order == EnvOrder::Random && order[..n].iter().any(|&unit| hurts(self, unit)) {
            for left in (1..n).rev() {
                let picked = self.dice.below(by(order[0], Purpose::Choice), left as u32 + 1) as usize;
                order.swap(left, picked);
            }
        }
        for &unit in &order[..n] {
            self.hazard(unit, HazardOn::RoundEnd);
            self.ongoing(unit);
        }
    }
}
