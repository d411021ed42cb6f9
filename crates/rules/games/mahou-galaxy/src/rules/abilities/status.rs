//! Changes of units' states: precise criticals and fast ones (MG-37, MG-38), falls (MG-39), going out and
//! coming back (MG-40, MG-78).

use crate::choose::odds::steps;
use crate::data::events::{Event, Gone};
use crate::data::metrics::{Clock, FallenBy, Metric, OutBy};
use crate::data::rulings::{FastRefundKind, PreciseTiming};
use crate::data::tactics::{FastRefund, PreciseChoice};
use crate::state::{Again, Mood, SHIELD, State, UNROLLED, UnitState};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::{Cause, Observer};
use fray_engine::roster::UnitId;

/// The debts by kind.
const HAND: usize = 0;
const MOVE: usize = 1;
const SPEAK: usize = 2;

impl MahouGalaxy {
    /// The droppable item with the greatest mean damage, and the hands that hold it.
    pub(crate) fn best_droppable(&self, state: &State, unit: UnitId) -> Option<(u8, u8)> {
        let info = self.unit(unit);
        let mut best: Option<(u8, u8, f64)> = None;
        for item in state.unit(unit).in_hand.iter().copied().filter(|item| *item != 0) {
            let (droppable, mean) = if item == SHIELD {
                (info.shield.as_ref().is_some_and(|it| !it.attached && !it.worn), 0.0)
            } else {
                let weapon = &info.weapons[usize::from(item) - 1];
                (weapon.droppable, weapon.distribution.mean() + f64::from(weapon.flat))
            };
            if droppable && best.is_none_or(|(_, _, most)| steps(mean) > steps(most)) {
                best = Some((item, self.hands_with(state, unit, item), mean));
            }
        }
        best.map(|(item, hands, _)| (item, hands))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-37: a fast critical gives back one hand token, once a turn; one that was held is held again (MG-14).
    pub(crate) fn regain(&mut self, unit: UnitId, again: Again, was_primary: bool, was_held: bool) {
        let has_regained = self.state.unit(unit).refunded;
        if has_regained || self.state.turn.unit != Some(unit) || !self.state.is_in(unit) {
            return;
        }
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.aimed.fast_refund;
        let how = rules.decide(plan, self.state, unit, self.state.turn.target);
        let primary = was_primary && rules.rulings.fastcrit_refund_kind == FastRefundKind::SameHand;
        let it = self.state.unit_mut(unit);
        it.refunded = true;
        let tokens = if was_held { &mut it.held_hands } else { &mut it.hands };
        *tokens |= 1 << again.hand;
        it.primary |= primary;
        if how != FastRefund::Keep {
            self.state.turn.hands |= 1 << again.hand;
            self.state.turn.again = Some(again);
        }
        self.obs.add(unit, Metric::FastRefunds, 1);
        self.obs.event(|| Event::Regains { unit, primary });
    }

    /// MG-38, MG-D11: the effects of a precise critical.
    pub(crate) fn precise_critical(&mut self, unit: UnitId, target: UnitId) {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.aimed.precise;
        let how = plan.choose(|fact| rules.fact(self.state, unit, Some(target), fact));
        let them = self.state.unit(target);
        let may_owe_hand = u32::from(them.debts[HAND]) < u32::from(rules.unit(target).n_hands);
        let item = rules.best_droppable(self.state, target);
        let fall = |play: &mut Self| {
            if play.state.unit(target).fallen {
                false
            } else {
                play.obs.add(unit, Metric::Trips, 1);
                play.fall(target, FallenBy::Critical);
                true
            }
        };
        match how {
            PreciseChoice::Disarm if item.is_some() => {
                let Some((item, hands)) = item else { return };
                let struck = self.state.unit(target).struck;
                // An item in several hands is struck down by as many criticals in one round.
                let open = hands & !struck;
                if open.count_ones() > 1 {
                    self.state.unit_mut(target).struck |= open & open.wrapping_neg();
                    self.owe(unit, target, HAND);
                } else {
                    self.obs.add(unit, Metric::Disarms, 1);
                    self.drop_item(target, item);
                }
            }
            PreciseChoice::Trip if fall(self) => {}
            PreciseChoice::Hand | PreciseChoice::Disarm | PreciseChoice::Trip if may_owe_hand => {
                self.owe(unit, target, HAND);
            }
            PreciseChoice::Hand | PreciseChoice::Disarm if fall(self) => {}
            PreciseChoice::Speak => self.owe(unit, target, SPEAK),
            PreciseChoice::Move | PreciseChoice::Trip | PreciseChoice::Hand | PreciseChoice::Disarm => {
                if self.state.unit(target).debts[MOVE] == 0 {
                    self.owe(unit, target, MOVE);
                } else {
                    self.owe(unit, target, SPEAK);
                }
            }
        }
    }

    /// MG-38 (a): a token of a grant to come.
    pub(crate) fn owe(&mut self, unit: UnitId, target: UnitId, kind: usize) {
        let now =
            self.rules.rulings.precisecrit_timing == PreciseTiming::NextTurn && !self.state.acted.has(target);
        let it = self.state.unit_mut(target);
        let mut taken = false;
        if now {
            match kind {
                HAND if it.hands != 0 => {
                    let highest = 7 - it.hands.leading_zeros();
                    it.hands &= !(1 << highest);
                    taken = true;
                }
                MOVE if it.moves > 0 => (it.moves, taken) = (0, true),
                SPEAK if it.speak > 0 => {
                    it.speak -= 1;
                    taken = true;
                }
                _ => {}
            }
        }
        if !taken {
            it.debts[kind] = it.debts[kind].saturating_add(1).min(8);
        }
        self.obs.add(unit, Metric::Debts, 1);
        self.obs.add(unit, [Metric::HandDebts, Metric::MoveDebts, Metric::SpeakDebts][kind], 1);
        let kind = kind as u8;
        self.obs.event(|| Event::Owes { unit: target, kind });
    }

    /// MG-39: a unit falls.
    pub(crate) fn fall(&mut self, unit: UnitId, why: FallenBy) {
        let it = self.state.unit_mut(unit);
        if it.fallen {
            return;
        }
        (it.fallen, it.stood) = (true, 0);
        self.obs.mark(unit, Clock::Fallen(why));
        self.obs.event(|| Event::Falls { unit });
        self.come_down(unit, None);
    }

    /// MG-40, MG-41, MG-78: a unit goes out.
    pub(crate) fn go_out(&mut self, unit: UnitId, cause: Cause, why: OutBy) {
        if self.state.out.has(unit) {
            return;
        }
        self.leave_fight(unit);
        self.state.out.insert(unit);
        self.obs.mark(unit, Clock::Out(why));
        let is_ally = match cause {
            Cause::Action(action_ref) => self.rules.is_ally(action_ref.by, unit),
            Cause::Hazard(_) => false,
        };
        self.obs.felled(fray_engine::observe::ActionTarget { unit, is_ally }, cause);
        self.obs.event(|| Event::Gone { unit, how: Gone::Unconscious });
    }

    /// MG-77: a unit leaves the map.
    pub(crate) fn flee(&mut self, unit: UnitId) {
        self.leave_fight(unit);
        self.state.fled.insert(unit);
        self.obs.event(|| Event::Gone { unit, how: Gone::Fled });
    }

    /// MG-78: ends everything that a unit had when it is no longer in the fight, and that others had of it.
    fn leave_fight(&mut self, unit: UnitId) {
        let n_marks = self.rules.lasting.len();
        self.return_loot(unit);
        if self.state.held.has(unit) {
            for other in self.rules.everyone {
                self.end_hold(other, unit);
            }
        }
        for victim in self.state.unit(unit).holds {
            self.end_hold(unit, victim);
        }
        let it = self.state.unit(unit);
        // Who is out lies on the ground.
        let cell = self.rules.board_in(self.state).map_or(0, |board| board.below(it.cell));
        *self.state.unit_mut(unit) = UnitState {
            hp: it.hp,
            mp: it.mp,
            pool: UNROLLED,
            in_hand: it.in_hand,
            dropped: it.dropped,
            stripped: it.stripped,
            attempts: it.attempts,
            generals: it.generals,
            cell,
            initiative: it.initiative,
            had_idle_turn: it.had_idle_turn,
            // The turn in which it goes out is none that it idles away.
            had_other_turn: it.had_other_turn || self.state.turn.unit == Some(unit),
            ..UnitState::default()
        };
        for mark in 0..n_marks {
            let borne = &mut self.state.marks[unit.idx() * n_marks + mark];
            if self.rules.lasting[mark].duration != crate::data::vocabulary::Duration::Instant {
                borne.left = 0;
            }
        }
        if self.rules.reads.talk {
            // Nobody rages at the unconscious.
            for other in self.rules.everyone {
                let them = self.state.unit_mut(other);
                if them.by == unit && them.mood != Mood::None {
                    them.strong = false;
                    them.mood = Mood::None;
                }
            }
        }
    }
}
