//! The acts of units out of turn, when others act: held tokens that wait for a trigger, and abilities that
//! react (MG-14, MG-66, MG-80, MG-81, MG-D17).

use crate::data::tactics::HoldTokens;
use crate::data::vocabulary::{Timing, Trigger};
use crate::state::{State, Turn};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// A trigger of held tokens, as the tactic `interrupt` numbers them, two moments before the units: an ability
/// is cast.
pub(crate) const ON_CAST: u8 = 0;
/// An ally is attacked.
pub(crate) const ON_ATTACKED: u8 = 1;
/// The start of the turn of the first unit.
pub(crate) const ON_TURN: u8 = 2;

impl MahouGalaxy {
    /// MG-D17: the trigger that the held tokens of a unit wait for; `None` for a foe that becomes reachable.
    pub(crate) fn waits_for(&self, state: &State, unit: UnitId) -> Option<u8> {
        if !self.reads.interrupts {
            return None;
        }
        let plan = &self.unit(unit).tactics.alone.hold;
        match plan.choose(|fact| self.fact(state, unit, None, fact)) {
            HoldTokens::Interrupt(trigger) => Some(trigger),
            _ => None,
        }
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-14, MG-80: those who wait for this strike at `actor`; whether somebody did. Of an attack `target`
    /// is who is attacked, which does not count as its own ally.
    pub(crate) fn triggers(&mut self, actor: UnitId, trigger: u8, target: Option<UnitId>) -> bool {
        let rules = self.rules;
        if !rules.reads.interrupts || self.state.turn.is_interrupt {
            return false;
        }
        let state = &*self.state;
        let waits = |foe: &UnitId| {
            Some(*foe) != target
                && target.is_none_or(|target| rules.is_ally(*foe, target))
                && state.unit(*foe).held_hands != 0
                && rules.waits_for(state, *foe) == Some(trigger)
                && rules.is_in_reach(state, *foe, actor)
        };
        let waiting: UnitSet = state.present(rules.enemies(actor)).filter(waits).collect();
        if waiting.is_empty() {
            return false;
        }
        self.strike_waiting(actor, waiting)
    }

    /// MG-81: the first useful ability with which a unit reacts to what `actor` does; whether it used one.
    pub(crate) fn react(&mut self, unit: UnitId, trigger: Trigger, actor: Option<UnitId>) -> bool {
        let rules = self.rules;
        let outer = self.state.turn;
        let may_act = self.state.is_in(unit) && !self.state.fresh.has(unit);
        if !rules.reads.reactions || outer.is_interrupt || !may_act {
            return false;
        }
        let timing = Timing::Reaction(trigger);
        if !rules.unit(unit).skills_of.iter().any(|knack| knack.ability.timing == timing) {
            return false;
        }
        let it = self.state.unit(unit);
        self.state.turn = Turn {
            unit: Some(unit),
            hands: it.hands | it.held_hands,
            moves: it.moves + it.held_moves,
            speak: it.speak + it.held_speak,
            target: actor,
            rolled: outer.rolled,
            is_interrupt: true,
            ..Turn::default()
        };
        let used = self.use_abilities(unit, timing);
        self.state.turn = outer;
        self.mend_turn();
        used
    }

    /// Lets the units of a set react to what `actor` does.
    pub(crate) fn react_all(&mut self, units: UnitSet, trigger: Trigger, actor: UnitId) {
        if !self.rules.reads.reactions {
            return;
        }
        for unit in units {
            if self.state.is_in(actor) {
                self.react(unit, trigger, Some(actor));
            }
        }
    }

    /// The foes within whose reach a unit stands, where somebody reacts to that.
    pub(crate) fn in_reach_of(&self, unit: UnitId) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        if !rules.reads.reactions {
            return UnitSet::default();
        }
        state.present(rules.enemies(unit)).filter(|&foe| rules.is_in_reach(state, foe, unit)).collect()
    }

    /// After an interrupt: tokens that it cost the unit whose turn it is.
    pub(crate) fn mend_turn(&mut self) {
        let Some(unit) = self.state.turn.unit else { return };
        let it = self.state.unit(unit);
        let (moves, speak) = (it.moves + it.held_moves, it.speak + it.held_speak);
        self.state.turn.moves = self.state.turn.moves.min(moves);
        self.state.turn.speak = self.state.turn.speak.min(speak);
    }

    /// MG-14, MG-D17: holds one hand token, of a weapon that one token pays.
    pub(crate) fn hold_one(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let tokens = self.state.unit(unit).hands;
        let pays =
            |hand: &u8| rules.payment(self.state, unit, *hand, tokens).is_some_and(|it| it.count_ones() == 1);
        let Some(hand) = (0..rules.unit(unit).n_hands).filter(|hand| tokens >> hand & 1 == 1).find(pays)
        else {
            return false;
        };
        let it = self.state.unit_mut(unit);
        it.hands &= !(1 << hand);
        it.held_hands |= 1 << hand;
        true
    }
}
