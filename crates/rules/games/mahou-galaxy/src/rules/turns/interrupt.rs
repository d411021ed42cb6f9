//! Strikes at those who walk, and those who stand where it hurts: held tokens, hazards, ongoing effects
//! (MG-14, MG-46, MG-67, MG-80).

use crate::data::events::Event;
use crate::data::metrics::{Harm, Metric};
use crate::data::rulings::EnvOrder;
use crate::data::setup::HazardOn;
use crate::data::tactics::Scheme;
use crate::data::vocabulary::{Effect, Element};
use crate::rules::attacks::damage::{DamageSource, Source};
use crate::rules::turns::act::MOST_STEPS;
use crate::state::Turn;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The turn of a unit that waited, with the tokens it holds (MG-14).
    fn turn_on_held(&self, unit: UnitId, on: UnitId) -> Turn {
        let it = self.state.unit(unit);
        Turn {
            unit: Some(unit),
            pass: 1,
            hands: it.held_hands,
            moves: it.held_moves,
            target: Some(on),
            on: Some(on),
            is_interrupt: true,
            ..Turn::default()
        }
    }

    /// MG-80: of those who wait the ones for whom an attack on the unit is possible with what they hold, from
    /// their cell or from one that their held move tokens reach.
    fn reachable_by(&mut self, unit: UnitId, waiting: UnitSet) -> UnitSet {
        let rules = self.rules;
        let outer = self.state.turn;
        let mut found = UnitSet::default();
        for foe in waiting {
            self.state.turn = self.turn_on_held(foe, unit);
            let fights = !matches!(rules.plan_of(self.state, foe), Scheme::Turtle | Scheme::Pass)
                && rules.attackable(self.state, foe).has(unit);
            let strikes = self.state.turn.hands != 0
                && (rules.is_useful(self.state, foe, unit) || self.is_in_walk(foe, unit));
            if fights && (strikes || self.wants_kick(foe) && rules.can_kick(self.state, foe, unit)) {
                found.insert(foe);
            }
        }
        self.state.turn = outer;
        found
    }

    /// MG-14, MG-80: those strike who waited for this unit to become reachable, as it did by the step that led it
    /// here from this cell.
    pub(crate) fn interrupts(&mut self, unit: UnitId, from: u32) {
        let rules = self.rules;
        // A walk that is itself an interrupt is not interrupted.
        if self.state.turn.is_interrupt || !self.state.is_in(unit) {
            return;
        }
        let state = &*self.state;
        let waits = |foe: &UnitId| {
            let it = state.unit(*foe);
            (it.held_hands != 0 || it.held_moves > 0) && rules.waits_for(state, *foe).is_none()
        };
        let waiting: UnitSet = state.present(rules.enemies(unit)).filter(waits).collect();
        let waiting = self.reachable_by(unit, waiting);
        if waiting.is_empty() {
            return;
        }
        let here = core::mem::replace(&mut self.state.unit_mut(unit).cell, from);
        let was = self.reachable_by(unit, waiting);
        self.state.unit_mut(unit).cell = here;
        let waiting = waiting.without(was);
        if !waiting.is_empty() {
            self.strike_waiting(unit, waiting);
            if self.state.is_in(unit) {
                self.obs.event(|| Event::Resumes { unit });
            }
        }
    }

    /// MG-80: those who waited for this unit act with what they hold, by this round's initiative; whether somebody
    /// did anything.
    pub(crate) fn strike_waiting(&mut self, unit: UnitId, mut waiting: UnitSet) -> bool {
        let outer = self.state.turn;
        let mut acted = false;
        for _ in 0..MAX_UNITS {
            // By this round's initiative, which is its order.
            let place = |foe: &UnitId| self.state.order.iter().position(|unit| unit == foe);
            let Some(foe) = waiting.min_by_key(place) else { break };
            waiting.remove(foe);
            if !self.state.is_in(foe) || !self.state.is_in(unit) {
                continue;
            }
            self.state.turn = self.turn_on_held(foe, unit);
            // The first hand action of this turn is a primary one.
            let had_primary = core::mem::replace(&mut self.state.unit_mut(foe).primary, true);
            self.obs.add(foe, Metric::Interrupts, 1);
            self.obs.event(|| Event::Interrupts { unit: foe, target: unit });
            let goes_on = |play: &Self| play.state.is_in(foe) && play.state.is_in(unit);
            for _ in 0..MOST_STEPS {
                if !goes_on(self) || !self.strike_next(foe) {
                    break;
                }
            }
            let kicked = goes_on(self) && self.kick(foe);
            acted |= kicked || self.state.turn.acted;
            // A primary token that was held is spent; that of its full turn to come is not.
            let awaits_turn = !self.state.acted.has(foe);
            self.state.unit_mut(foe).primary &= had_primary;
            self.state.unit_mut(foe).primary |= had_primary && awaits_turn;
            self.state.turn = outer;
            self.mend_turn();
        }
        acted
    }

    /// MG-46: the hazard of the unit's cell.
    pub(crate) fn hazard(&mut self, unit: UnitId, when: HazardOn) {
        let rules = self.rules;
        let Some(board) = rules.board_now(self.state) else { return };
        let Some(hazard) = board.hazard(self.state.unit(unit).cell) else { return };
        if hazard.on != HazardOn::Both && hazard.on != when || !self.state.is_in(unit) {
            return;
        }
        let of = hazard.source;
        self.obs.event(|| Event::Hazard { unit, of });
        // MG-67: what an ability laid hurts as its originator's.
        let action_ref = of.map(|(by, at)| rules.ability_action(by, at.into()));
        let element = of.map_or(Element::None, |(by, at)| rules.knack(by, at.into()).ability.element);
        let quarters = rules.shielded(self.state, unit, element);
        let impact = DamageSource { quarters, ..DamageSource::accident(action_ref, Harm::Hazard) };
        self.hurt(
            of.map_or(unit, |it| it.0),
            unit,
            Source::Formula(&hazard.formula, &hazard.distribution, hazard.flat),
            &impact,
        );
    }

    /// MG-67: hazards and ongoing effects.
    pub(crate) fn environment(&mut self) {
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
