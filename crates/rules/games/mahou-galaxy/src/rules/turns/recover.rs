//! Recovery of a unit: tokens in partial turns, and standing up (MG-15, MG-39, MG-D9).

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::PartialHand;
use crate::data::tactics::Refund;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// MG-39: feet of move tokens that standing up costs.
const FEET_TO_STAND: i32 = 20;

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-15, MG-52, MG-D9: one refund.
    pub(crate) fn take_refund(&mut self, unit: UnitId) {
        let rules = self.rules;
        let state = &*self.state;
        // MG-24: who cannot move has no tokens.
        if rules.is_frozen(state, unit) {
            return;
        }
        let it = state.unit(unit);
        let all_hands = (1_u16 << rules.unit(unit).n_hands).wrapping_sub(1) as u8;
        let base = rules.base_moves(state, unit);
        let lacks_hand = (it.hands | it.held_hands) != all_hands;
        let lacks_moves = i32::from(it.moves + it.held_moves) < base;
        let lacks_speech = it.speak + it.held_speak < rules.unit(unit).speak && !rules.is_silent(state, unit);
        let wants = rules.unit(unit).tactics.alone.refund.choose(|fact| rules.fact(state, unit, None, fact));
        let foes = state.present(rules.enemies(unit));
        let near = state.held.has(unit) || foes.into_iter().any(|foe| rules.is_in_reach(state, unit, foe));
        let needed = [
            (Refund::Hand, lacks_hand && near),
            (Refund::Move, lacks_moves && !near && !foes.is_empty()),
            (Refund::Hand, lacks_hand),
            (Refund::Speak, lacks_speech),
            (Refund::Move, lacks_moves),
        ];
        let offered = |what: Refund| match what {
            Refund::Hand => lacks_hand,
            Refund::Move => lacks_moves,
            Refund::Speak => lacks_speech,
            Refund::Needed => false,
        };
        let what = if offered(wants) { Some(wants) } else { needed.iter().find(|it| it.1).map(|it| it.0) };
        let Some(what) = what else { return };
        // MG-38: a debt takes the grant; MG-50: what a hold takes becomes an escape token.
        let debt = match what {
            Refund::Hand => 0,
            Refund::Move => 1,
            _ => 2,
        };
        let keeps = rules.keeps(state, unit);
        let is_primary = rules.rulings.initiative_partial_hand != PartialHand::Offhand;
        let it = self.state.unit_mut(unit);
        if it.debts[debt] > 0 {
            it.debts[debt] -= 1;
            self.obs.event(|| Event::Refund { unit, what, debt: true, escape: false });
            return;
        }
        let kept = keeps.is_none_or(|keeps| match what {
            // A primary token is one that no hold leaves; an offhand one a precise hold does.
            Refund::Hand => keeps & 4 != 0 && !is_primary,
            Refund::Move => keeps & 2 != 0,
            _ => keeps & 1 != 0,
        });
        if !kept {
            it.escape = it.escape.saturating_add(1);
            self.obs.event(|| Event::Refund { unit, what, debt: false, escape: true });
            return;
        }
        match what {
            Refund::Hand => {
                let free = all_hands & !(it.hands | it.held_hands);
                let hand = free & free.wrapping_neg();
                it.hands |= hand;
                it.primary |= is_primary;
                self.state.turn.hands |= hand;
            }
            Refund::Move => {
                let gained = (base - i32::from(it.moves + it.held_moves)).max(0) as u8;
                it.moves += gained;
                self.state.turn.moves += gained;
            }
            _ => {
                it.speak += 1;
                self.state.turn.speak += 1;
            }
        }
        self.obs.event(|| Event::Refund { unit, what, debt: false, escape: false });
    }

    /// MG-39: standing up, as far as the tokens go.
    pub(crate) fn stand_up(&mut self, unit: UnitId) {
        let rules = self.rules;
        if !self.state.unit(unit).fallen || rules.stride(self.state, unit) == 0 {
            return;
        }
        let whole = FEET_TO_STAND * rules.move_cost(self.state, unit);
        let need = whole - i32::from(self.state.unit(unit).stood);
        let most = i32::from(self.state.turn.moves);
        let tokens = (1..=most).find(|&tokens| rules.feet(self.state, unit, tokens) >= need);
        let paid = match tokens {
            Some(tokens) => tokens,
            None if rules.rulings.stand_partial_payment => most,
            None => 0,
        };
        if paid == 0 {
            return;
        }
        self.spend_moves(unit, paid as u8);
        self.state.turn.moves = self.state.turn.moves.min((most - paid) as u8);
        self.state.turn.acted = true;
        self.state.busy = true;
        self.obs.add(unit, Metric::TokensStanding, paid as u32);
        let carried = rules.feet(self.state, unit, paid);
        let it = self.state.unit_mut(unit);
        let stands = tokens.is_some();
        if stands {
            (it.fallen, it.stood) = (false, 0);
        } else {
            it.stood += carried as u16;
        }
        self.obs.event(|| Event::Stands { unit, tokens: paid as u8, stands });
    }
}
