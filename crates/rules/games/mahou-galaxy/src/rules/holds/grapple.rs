//! Holds: made, kept and escaped (MG-48 to MG-52, MG-57).

use crate::board::FEET;
use crate::choose::odds::steps;
use crate::choose::{AttackOption, With};
use crate::data::events::Event;
use crate::data::metrics::{Clock, DryBy, HandDryBy, HeldBy, Metric};
use crate::data::rulings::{GrappleMulti, GrappleTie, HoldEnds, MaxHeld, UpkeepTurns};
use crate::data::setup::{RollName, Skill, Stance, Stat};
use crate::data::tactics::{EscapeChoice, GrappleChoice};
use crate::dice::draws::{Pool, Rolled, Shown};
use crate::rules::numbers::RollContext;
use crate::state::{Hold, MAX_HANDS, Mood, State};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// By stance of the grappler, the tokens that the victim of a hold keeps: bit 0 speech, bit 1 moves, bit 2
/// offhand tokens (MG-50).
const KEEPS: [u8; 3] = [1, 2, 4];

impl MahouGalaxy {
    /// MG-50: the tokens that the holds on a unit leave it, as the bits of [`KEEPS`]; `None` without a hold.
    pub(crate) fn keeps(&self, state: &State, unit: UnitId) -> Option<u8> {
        if !state.held.has(unit) {
            return None;
        }
        let holds = self.everyone.into_iter().filter_map(|other| state.unit(other).hold_on(unit));
        let keeps = |hold: &Hold| KEEPS[usize::from(hold.stance)];
        match self.rulings.grapple_multi {
            GrappleMulti::Intersection => holds.map(keeps).reduce(|all, of_this| all & of_this),
            GrappleMulti::First => holds.min_by_key(|hold| hold.older).map(keeps),
        }
    }

    /// MG-49: how many a unit may hold at once. Where hands count, one without any may hold one all the same:
    /// by an ability.
    pub(crate) fn most_held(&self, unit: UnitId) -> u32 {
        match self.rulings.grapple_max_held {
            MaxHeld::One => 1,
            MaxHeld::Hands => u32::from(self.unit(unit).n_hands).max(1),
        }
    }

    /// MG-49: whether a unit could hold another beside those that it holds. MG-51: from farther away than 5 feet
    /// nobody is held, unless distance ends no hold.
    pub(crate) fn may_hold(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let held = state.unit(unit).holds;
        let is_near = !self.rulings.grapple_end_on.has(HoldEnds::DISTANCE)
            || self.distance(state, unit, target) <= FEET;
        !held.has(target) && held.len() < self.most_held(unit) && is_near
    }

    /// MG-48: whether a grapple with this result holds one with this number.
    pub(crate) fn grapple_holds(&self, roll: i32, n: i32) -> bool {
        if self.rulings.grapple_tie == GrappleTie::Hit { roll >= n } else { roll > n }
    }

    /// MG-52: the pool of an escape and the stat that it rolls, the best against this hold.
    pub(crate) fn escape_pool(&self, state: &State, unit: UnitId, h: i32) -> (Pool, Stat) {
        let skills = [Skill::MartialArts, Skill::HomeEc];
        let in_line = state.unit(unit).mood == Mood::Intimidated && state.unit(unit).narrowed == 0;
        let what = RollContext { skill: true, hand: false, in_line };
        let dice = skills.map(|skill| self.skill(state, unit, skill)).into_iter().max().unwrap_or(0);
        // MG-55: what a throw that failed is good for.
        let plus = if state.unit(unit).shaken { 5 } else { 0 };
        let mut best: Option<(Pool, Stat, i64)> = None;
        for stat in [Stat::Str, Stat::Agi, Stat::Int] {
            let pool = self.pool(state, unit, (stat, RollName::Escape), dice, plus, what);
            let p = steps(self.odds.at_least(&pool, h));
            if best.is_none_or(|(_, _, most)| p > most) {
                best = Some((pool, stat, p));
            }
        }
        best.map_or((Pool::new(crate::dice::Die::default(), 0, 0), Stat::Str), |(pool, stat, _)| (pool, stat))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-48: a grapple with the tokens `paid`.
    pub(crate) fn grapple(&mut self, unit: UnitId, target: UnitId, paid: u8, swing: &AttackOption) {
        self.spend_hands(unit, paid, HandDryBy::Grapple);
        self.note_attack(unit, target);
        self.obs.add(unit, Metric::Grapples, 1);
        self.obs.used(self.rules.grapple_action(unit));
        let (stance, n) = (swing.stance, swing.n);
        self.obs.event(|| Event::Attacks { unit, target, with: With::Grapple, stance, pool: swing.pool, n });
        let Some(swing) = &self.declared(unit, target, swing) else { return };
        let out = self.resolve(unit, target, swing, DryBy::Grapple, true);
        let holds = self.rules.grapple_holds(out.roll, out.n);
        let (roll, faces, n) = (out.roll, out.faces, out.n);
        self.obs.event(|| Event::Result { unit, target, roll, faces, n, hits: holds, critical: false });
        if holds {
            self.hold(unit, target, stance, roll, HeldBy::Grapple);
        }
    }

    /// MG-49: a hold of a grapple is made.
    pub(crate) fn hold(&mut self, unit: UnitId, target: UnitId, stance: Stance, h: i32, why: HeldBy) {
        self.take_hold(unit, target, Hold::new(stance, h), why);
    }

    /// MG-49, MG-57: a hold is made, by a grapple, a weapon or an ability.
    pub(crate) fn take_hold(&mut self, unit: UnitId, target: UnitId, hold: Hold, why: HeldBy) {
        let may_hold = self.rules.may_hold(self.state, unit, target);
        if !may_hold || !self.state.is_in(unit) || !self.state.is_in(target) {
            return;
        }
        let (h, stance, binds) = (i32::from(hold.h), hold.stance(), hold.binds);
        let on_target = self.rules.everyone.filter(|other| self.state.unit(*other).holds.has(target));
        let hold = Hold { older: on_target.count() as u8, ..hold };
        self.state.unit_mut(unit).take_hold(target, hold);
        // MG-51: upkeep is due from the next turn on.
        if self.state.turn.unit == Some(unit) {
            self.state.turn.paid.insert(target);
        }
        if !self.state.held.has(target) {
            self.state.held.insert(target);
            self.obs.mark(target, Clock::Held(why));
        }
        self.obs.add(unit, Metric::Holds, 1);
        self.obs.add(unit, Metric::HoldDifficulty, h.max(0) as u32);
        self.obs.event(|| Event::Holds { unit, target, stance, h, binds });
        self.convert(target);
    }

    /// MG-50: turns the tokens that a hold takes into one escape token, all together.
    pub(crate) fn convert(&mut self, unit: UnitId) {
        let Some(keeps) = self.rules.keeps(self.state, unit) else { return };
        let it = self.state.unit_mut(unit);
        // MG-D18: what is paid over several turns is lost.
        (it.casting, it.cast_paid) = (0, 0);
        let mut lost = u32::from(core::mem::take(&mut it.analyze));
        if keeps & 1 == 0 {
            lost +=
                u32::from(core::mem::take(&mut it.speak)) + u32::from(core::mem::take(&mut it.held_speak));
        }
        if keeps & 2 == 0 {
            lost +=
                u32::from(core::mem::take(&mut it.moves)) + u32::from(core::mem::take(&mut it.held_moves));
        }
        if keeps & 4 == 0 {
            lost += it.n_hands();
            (it.hands, it.held_hands, it.primary) = (0, 0, false);
        } else if it.primary && it.n_hands() > 0 {
            // The primary token goes; the offhand ones stay.
            let tokens = if it.hands != 0 { &mut it.hands } else { &mut it.held_hands };
            *tokens &= tokens.wrapping_sub(1);
            it.primary = false;
            lost += 1;
        }
        if lost > 0 {
            it.escape = it.escape.max(1);
        }
        if self.state.turn.unit == Some(unit) {
            let hands = self.state.unit(unit).hands;
            self.state.turn.hands &= hands;
            self.mend_turn();
        }
        self.hand_dry(unit, HandDryBy::Held);
    }

    /// MG-51: a hold ends, if there is one.
    pub(crate) fn end_hold(&mut self, grappler: UnitId, victim: UnitId) {
        let it = self.state.unit_mut(grappler);
        let Some(&Hold { older, .. }) = it.hold_on(victim) else { return };
        it.let_go(victim);
        let mut others = false;
        for other in self.rules.everyone {
            if let Some(hold) = self.state.unit_mut(other).hold_on_mut(victim) {
                hold.older -= u8::from(hold.older > older);
                others = true;
            }
        }
        self.state.held.set(victim, others);
        self.obs.event(|| Event::HoldEnds { unit: grappler, target: victim });
    }

    /// MG-57, MG-79: a hit with a weapon that binds. Each such weapon binds one unit at a time.
    pub(crate) fn bind(&mut self, unit: UnitId, target: UnitId, at: u8, stance: Stance, roll: i32) {
        let it = self.state.unit(unit);
        let mut held = it.holds;
        let weapon = at + 1;
        let binds = held.any(|victim| it.hold_on(victim).is_some_and(|hold| hold.weapon == weapon));
        if self.state.is_in(target) && !binds {
            let hold = Hold { binds: true, weapon, ..Hold::new(stance, roll) };
            self.take_hold(unit, target, hold, HeldBy::Bind);
        }
    }

    /// MG-52, MG-D13: one try with one escape token; whether the unit is free of that hold.
    pub(crate) fn try_escape(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let state = &*self.state;
        if state.unit(unit).escape == 0 || !state.held.has(unit) {
            return false;
        }
        let drop = if rules.rulings.escape_drop_before_roll { 2 } else { 0 };
        // The hold with the greatest chance.
        let mut best: Option<(UnitId, Pool, Stat, i64)> = None;
        for other in rules.everyone {
            let Some(hold) = state.unit(other).hold_on(unit) else { continue };
            let bar = i32::from(hold.h) - drop;
            let (pool, stat) = rules.escape_pool(state, unit, bar);
            let p = steps(rules.odds.at_least(&pool, bar));
            if best.as_ref().is_none_or(|(_, _, _, most)| p > *most) {
                best = Some((other, pool, stat, p));
            }
        }
        let Some((grappler, pool, stat, _)) = best else { return false };
        let Some(&hold) = state.unit(grappler).hold_on(unit) else { return false };
        let plan = &rules.unit(unit).tactics.aimed.escape;
        let wants = plan.choose(|fact| rules.fact(state, unit, Some(grappler), fact));
        self.state.unit_mut(unit).escape -= 1;
        self.state.unit_mut(unit).shaken = false;
        self.state.busy = true;
        self.state.turn.acted = true;
        self.obs.add(unit, Metric::Escapes, 1);
        let h = i32::from(hold.h);
        let bar = h - drop;
        let reads = matches!(wants, EscapeChoice::Counter | EscapeChoice::Disarm);
        let most = if reads { i32::MAX } else { bar };
        let Rolled { value: roll, faces } =
            self.dice.draw(by(unit, Purpose::Hit), &Shown(pool.between(bar, most)));
        let free = roll >= bar;
        self.obs.event(|| Event::Escapes { unit, pool, faces, roll, h: bar, free });
        if !free {
            if let Some(hold) = self.state.unit_mut(grappler).hold_on_mut(unit) {
                hold.h = (h - 2) as i16;
            }
            return false;
        }
        self.obs.add(unit, Metric::Escaped, 1);
        self.end_hold(grappler, unit);
        let stance = match stat {
            Stat::Str => Stance::Strong,
            Stat::Agi => Stance::Fast,
            _ => rules.free_stance(self.state, unit, grappler),
        };
        let escape = Rolled { value: roll, faces };
        if wants == EscapeChoice::Disarm && self.disarm_binder(unit, grappler, hold, stance, escape) {
            return true;
        }
        // MG-57: nobody grapples back out of a bind.
        let wants_grapple = matches!(wants, EscapeChoice::Counter | EscapeChoice::Disarm);
        let counters = wants_grapple && !hold.binds && roll >= bar + 5;
        if !(counters && self.counter_grapple(unit, grappler, stance, roll)) {
            self.take_refund(unit);
        }
        true
    }

    /// MG-52: the result of an escape as a grapple on the former grappler, which defends itself; whether it
    /// was tried, which it is not below the passive number, nor without a hand that grapples.
    fn counter_grapple(&mut self, unit: UnitId, target: UnitId, stance: Stance, roll: i32) -> bool {
        let rules = self.rules;
        let Some(swing) = rules.swing(self.state, unit, target, With::Grapple, stance, false) else {
            return false;
        };
        let has_hand = rules.grappling_hands(self.state, unit) != 0;
        if !rules.grapple_holds(roll, swing.n) || !has_hand || !rules.may_hold(self.state, unit, target) {
            return false;
        }
        let n = if rules.is_immobile(self.state, target) {
            swing.n
        } else {
            self.answer_roll(unit, target, &swing, swing.n, roll)
        };
        if rules.grapple_holds(roll, n) {
            self.obs.add(unit, Metric::CounterGrapples, 1);
            self.hold(unit, target, stance, roll, HeldBy::Counter);
        }
        true
    }

    /// MG-51, MG-D12: the upkeep of all holds, and what comes with them. Where tokens run short, those that
    /// are listed first are kept up.
    pub(crate) fn keep_holds(&mut self, unit: UnitId) {
        let rules = self.rules;
        let held = self.state.unit(unit).holds;
        let plan = &rules.unit(unit).tactics.aimed.grapple;
        let mut chosen = [GrappleChoice::Hold; MAX_HANDS];
        for (to, victim) in chosen.iter_mut().zip(held) {
            *to = plan.choose(|fact| rules.fact(self.state, unit, Some(victim), fact));
        }
        for (how, victim) in chosen.into_iter().zip(held) {
            if how == GrappleChoice::LetGo && rules.rulings.grapple_end_on.has(HoldEnds::RELEASE) {
                self.end_hold(unit, victim);
            } else {
                self.pay_for_hold(unit, victim);
            }
        }
        for (how, victim) in chosen.into_iter().zip(held) {
            let Some(hold) = self.state.unit(unit).hold_on(victim) else { continue };
            match how {
                GrappleChoice::Reinforce(n) if hold.h <= i16::from(n) => self.reinforce(unit, victim),
                GrappleChoice::Pin => self.pin(unit, victim),
                GrappleChoice::Drag => self.drag(unit, victim),
                GrappleChoice::Throw => self.throw(unit, victim),
                GrappleChoice::Slam => self.slam(unit, victim),
                GrappleChoice::Snatch => {
                    self.snatch(unit, victim);
                }
                GrappleChoice::Reinforce(_) | GrappleChoice::Hold | GrappleChoice::LetGo => {}
            }
        }
    }

    /// MG-51: a hand token for a hold that has to be paid for in this turn; without one it ends.
    fn pay_for_hold(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(&hold) = self.state.unit(unit).hold_on(victim) else { return };
        let due = self.state.turn.pass == 0 || rules.rulings.grapple_upkeep_turns == UpkeepTurns::Every;
        // MG-57: no upkeep while the weapon is held; what an ability binds needs none.
        let binds = hold.binds && (hold.weapon == 0 || rules.has_bound(self.state, unit, hold));
        let costs = rules.rulings.grapple_end_on.has(HoldEnds::UPKEEP);
        if due && costs && !binds && !self.state.turn.paid.has(victim) {
            let it = self.state.unit(unit);
            let tokens = it.hands | it.held_hands;
            let Some(hand) = rules.token_to_spare(self.state, unit, tokens, true) else {
                // Nothing to pay with: the hold ends with the turn, which is now.
                self.end_hold(unit, victim);
                return;
            };
            let offhand = self.spend_offhand(unit, hand, HandDryBy::Grapple);
            self.state.turn.acted = true;
            self.obs.event(|| Event::KeepsUp { unit, target: victim, offhand });
        }
        self.state.turn.paid.insert(victim);
    }

    /// MG-51: a new grapple roll with the primary token, without defences; if higher it becomes H.
    fn reinforce(&mut self, unit: UnitId, victim: UnitId) {
        let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
        if !self.state.unit(unit).primary || tokens == 0 {
            return;
        }
        let Some(&hold) = self.state.unit(unit).hold_on(victim) else { return };
        let stance = hold.stance();
        let Some(swing) = self.rules.swing(self.state, unit, victim, With::Grapple, stance, false) else {
            return;
        };
        let less = if self.rules.rulings.grapple_plus4_on_reinforce { 0 } else { 4 };
        let mut pool = swing.pool;
        pool.plus -= less;
        let Some(hand) = self.rules.token_to_spare(self.state, unit, tokens, false) else { return };
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        self.state.busy = true;
        let h = i32::from(hold.h);
        let Rolled { value: roll, faces } =
            self.dice.draw(by(unit, Purpose::Hit), &Shown(pool.between(h + 1, i32::MAX)));
        self.obs.event(|| Event::Reinforces { unit, pool, faces, roll, h });
        if let Some(hold) = self.state.unit_mut(unit).hold_on_mut(victim).filter(|_| roll > h) {
            hold.h = roll.min(9999) as i16;
        }
    }
}
