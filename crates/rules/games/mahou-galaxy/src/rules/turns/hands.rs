//! Tokens and hands (MG-12, MG-18, MG-71, MG-72): which hand holds what, and what an action pays.

use crate::data::metrics::{Clock, HandDryBy};
use crate::data::rulings::{GrappleArmed, ReactionPrimary, TokenBinding, WeaponHandTokens};
use crate::state::{SHIELD, State};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl MahouGalaxy {
    /// The hands that hold this item.
    #[inline]
    pub(crate) fn hands_with(&self, state: &State, unit: UnitId, item: u8) -> u8 {
        let it = state.unit(unit);
        (0..usize::from(self.unit(unit).n_hands))
            .filter(|&hand| it.in_hand[hand] == item)
            .fold(0, |set, hand| set | 1 << hand)
    }

    /// The hand tokens that an attack from `hand` pays, if the tokens among `tokens` suffice: those of
    /// all hands that hold the weapon (MG-71).
    #[inline]
    pub(crate) fn payment(&self, state: &State, unit: UnitId, hand: u8, tokens: u8) -> Option<u8> {
        let item = state.unit(unit).in_hand[usize::from(hand)];
        let one = 1 << hand;
        let need = match item {
            0 => one,
            _ if self.rulings.weapon_hand_tokens == WeaponHandTokens::One => one,
            item => self.hands_with(state, unit, item),
        };
        if self.rulings.hands_token_binding == TokenBinding::Free {
            // Any tokens will do, as many as the weapon takes.
            let n = need.count_ones();
            let mut paid = 0_u8;
            for hand in (0..8).filter(|hand| tokens >> hand & 1 == 1).take(n as usize) {
                paid |= 1 << hand;
            }
            return (paid.count_ones() == n).then_some(paid);
        }
        (need & tokens == need).then_some(need)
    }

    /// The hand whose token pays for an action of `hand`: its own, or any with a token if tokens belong to
    /// no hand (MG-71), the highest first, so that those of the first hands stay for attacks.
    pub(crate) fn paying_hand(&self, state: &State, unit: UnitId, hand: u8) -> Option<u8> {
        let tokens = self.tokens(state, unit);
        if self.rulings.hands_token_binding == TokenBinding::Free {
            return (tokens != 0).then(|| 7 - tokens.leading_zeros() as u8);
        }
        (tokens >> hand & 1 == 1).then_some(hand)
    }

    /// MG-72, MG-82: the hands in the order in which their tokens pay for what is bound to no hand: those with a
    /// shield, which strike nothing, then from the last on, so that those of the first stay for attacks; after its
    /// full turn from the first on, since that token is the one that comes back.
    pub(crate) fn hands_to_spare(
        &self,
        state: &State,
        unit: UnitId,
        from_last: bool,
    ) -> impl Iterator<Item = u8> + use<> {
        let (n, in_hand) = (self.unit(unit).n_hands, state.unit(unit).in_hand);
        let is_shield = move |hand: u8| in_hand[usize::from(hand)] == SHIELD;
        let strike = move |at: u8| if from_last { n - 1 - at } else { at };
        let others = (0..n).map(strike).filter(move |&hand| !is_shield(hand));
        (0..n).filter(move |&hand| is_shield(hand)).chain(others)
    }

    /// Of these tokens the one that is needed least for attacks.
    pub(crate) fn token_to_spare(
        &self,
        state: &State,
        unit: UnitId,
        tokens: u8,
        from_last: bool,
    ) -> Option<u8> {
        self.hands_to_spare(state, unit, from_last).find(|hand| tokens >> hand & 1 == 1)
    }

    /// The hands with a token, fresh or held.
    #[inline(always)]
    pub(crate) fn tokens(&self, state: &State, unit: UnitId) -> u8 {
        let it = state.unit(unit);
        it.hands | it.held_hands
    }

    /// Returns whether `item` in a hand lets that hand block: nothing, a shield, a weapon that deals fist
    /// damage (MG-26).
    pub(crate) fn blocks_with(&self, unit: UnitId, item: u8) -> bool {
        item == 0 || item == SHIELD || self.unit(unit).weapons[usize::from(item) - 1].fist
    }

    /// MG-48: the hands with which a unit can grapple: those with nothing in them or a weapon that deals fist damage;
    /// none if another has any other weapon, unless the ruling allows it.
    pub(crate) fn grappling_hands(&self, state: &State, unit: UnitId) -> u8 {
        let it = state.unit(unit);
        let is_bare = |&item: &u8| self.blocks_with(unit, item);
        let is_armed = !it.in_hand[..usize::from(self.unit(unit).n_hands)].iter().all(is_bare);
        if is_armed && self.rulings.grapple_armed == GrappleArmed::Never {
            return 0;
        }
        (0..usize::from(self.unit(unit).n_hands))
            .filter(|&hand| it.in_hand[hand] != SHIELD && self.blocks_with(unit, it.in_hand[hand]))
            .fold(0, |set, hand| set | 1 << hand)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// Spends these hand tokens in the unit's own turn; whether the action is an offhand one.
    pub(crate) fn spend_hands(&mut self, unit: UnitId, hands: u8, why: HandDryBy) -> bool {
        let it = self.state.unit_mut(unit);
        let held = hands & it.held_hands;
        it.held_hands &= !held;
        it.hands &= !(hands & !held);
        let offhand = !it.primary;
        it.primary = false;
        self.state.turn.hands &= !hands;
        self.state.turn.acted = true;
        self.hand_dry(unit, why);
        offhand
    }

    /// MG-72: spends one hand token on a reaction or an upkeep: an offhand one while there is one;
    /// whether it was one.
    pub(crate) fn spend_offhand(&mut self, unit: UnitId, hand: u8, why: HandDryBy) -> bool {
        let hand = self.rules.paying_hand(self.state, unit, hand).unwrap_or(hand);
        let is_later = !self.state.acted.has(unit);
        let keeps = self.rules.rulings.hands_reaction_primary == ReactionPrimary::FirstOfTurn && is_later;
        let it = self.state.unit_mut(unit);
        let offhand = it.n_hands() > u32::from(it.primary);
        if it.held_hands >> hand & 1 == 1 {
            it.held_hands &= !(1 << hand);
        } else {
            it.hands &= !(1 << hand);
        }
        if !offhand && !keeps {
            it.primary = false;
        }
        if self.state.turn.unit == Some(unit) {
            self.state.turn.hands &= !(1 << hand);
        }
        self.hand_dry(unit, why);
        offhand
    }

    /// The clock `hand_dry`.
    pub(crate) fn hand_dry(&mut self, unit: UnitId, why: HandDryBy) {
        // Of several strikes in a round the first counts.
        if self.state.unit(unit).n_hands() == 0 && self.rules.unit(unit).n_hands > 0 {
            self.obs.mark(unit, Clock::HandDry(why));
        }
    }

    /// MG-58: spends speak tokens, held ones first.
    pub(crate) fn spend_speech(&mut self, unit: UnitId, n: u8) {
        let it = self.state.unit_mut(unit);
        let held = n.min(it.held_speak);
        it.held_speak -= held;
        it.speak -= (n - held).min(it.speak);
        if self.state.turn.unit == Some(unit) {
            self.state.turn.speak = self.state.turn.speak.saturating_sub(n);
        }
    }

    /// MG-28, MG-43: spends move tokens, held ones first.
    pub(crate) fn spend_moves(&mut self, unit: UnitId, n: u8) {
        let it = self.state.unit_mut(unit);
        let held = n.min(it.held_moves);
        it.held_moves -= held;
        it.moves -= (n - held).min(it.moves);
        if self.state.turn.unit == Some(unit) {
            let left = self.state.unit(unit).moves + self.state.unit(unit).held_moves;
            self.state.turn.moves = self.state.turn.moves.min(left);
        }
    }
}
