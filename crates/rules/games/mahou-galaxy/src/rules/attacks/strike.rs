//! The hand actions of a turn, its kick and its active defence (MG-18, MG-42, MG-D1, MG-D10).

use crate::choose::odds::steps;
use crate::choose::{AttackOption, With};
use crate::data::rulings::TokenBinding;
use crate::data::setup::Stance;
use crate::data::tactics::{ActiveDefence, Distracted, FastRefund, GrappleChoice, Scheme};
use crate::rules::abilities::talk::ActionKind;
use crate::rules::turns::react::ON_ATTACKED;
use crate::state::{Again, Mood, State};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl MahouGalaxy {
    /// MG-51, MG-D13: whether an attack on a unit is worth more than the blow with which one that it holds may hit
    /// itself: in hit points, and where that blow could put it out as a part of all that each of the two has left.
    pub(crate) fn dares(&self, state: &State, unit: UnitId, target: UnitId, swing: &AttackOption) -> bool {
        if !self.is_held_by(state, unit, target) {
            return true;
        }
        let far = 1.0 - self.odds.at_least(&swing.pool, swing.n - 4);
        let risk = far * self.mean_damage(state, unit, unit, swing.with, 1);
        let [own, theirs] = [unit, target].map(|it| f64::from(self.toughness(state, it).max(1)));
        let most =
            self.with_damage(state, unit, swing.with, |_, distribution, flat| distribution.top() + flat);
        let is_deadly =
            steps(risk) > 0 && most - self.expected_soak(state, unit) >= self.toughness(state, unit);
        steps(swing.worth) > steps(risk) && (!is_deadly || steps(swing.worth / theirs) > steps(risk / own))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D1, MG-D4: the target of the turn: the one that it has, or one that it can attack now or after
    /// a walk.
    fn aim(&mut self, unit: UnitId) -> Option<UnitId> {
        let rules = self.rules;
        let has = |state: &State, foe: UnitId| rules.is_useful(state, unit, foe);
        let mut attackable = self.attackable_in_mood(unit);
        if self.state.held.has(unit) {
            attackable = self.without_risks(unit, attackable);
        }
        if let Some(target) = self.state.turn.target
            && attackable.has(target)
            && has(self.state, target)
        {
            return Some(target);
        }
        self.state.turn.target = None;
        if rules.board.is_some() {
            return self.aim_on_map(unit, attackable);
        }
        let candidates: UnitSet = attackable.filter(|&foe| has(self.state, foe)).collect();
        let target = self.choose_target(unit, candidates);
        self.state.turn.target = target;
        target
    }

    /// The units that it may attack; an enraged unit its originator alone, if that is among them (MG-D19). An
    /// interrupt is on the unit that was waited for.
    pub(crate) fn attackable_in_mood(&self, unit: UnitId) -> UnitSet {
        if let Some(on) = self.state.turn.on {
            return self.rules.attackable(self.state, unit).and(UnitSet::one(on));
        }
        if self.rules.reads.talk
            && let Some(target) = self.rules.wished_target(self.state, unit)
        {
            return UnitSet::one(target);
        }
        self.in_mood(unit, self.rules.attackable(self.state, unit), ActionKind::Attack)
    }

    /// MG-D19: of these foes those on whom the unit does something of this kind: an enraged one on its originator
    /// alone, under `try` where it is barred from others.
    pub(crate) fn in_mood(&self, unit: UnitId, attackable: UnitSet, kind: ActionKind) -> UnitSet {
        let (rules, it) = (self.rules, self.state.unit(unit));
        let enraged = it.strong && it.mood == Mood::Infuriated && attackable.has(it.by);
        if !enraged {
            return attackable;
        }
        let plan = &rules.unit(unit).tactics.aimed.distracted;
        let how = plan.choose(|fact| rules.fact(self.state, unit, Some(it.by), fact));
        let tries = how == Distracted::Try && self.state.turn.barred & kind.bit() == 0;
        if tries { attackable } else { UnitSet::one(it.by) }
    }

    /// MG-D1: the next hand action of the turn; whether there was one.
    pub(crate) fn strike_next(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        if let Some(again) = self.state.turn.again.take()
            && self.strike_again(unit, again)
        {
            return true;
        }
        if !self.state.is_in(unit) {
            return false;
        }
        let plan = rules.plan_of(self.state, unit);
        let turn = self.state.turn;
        match plan {
            Scheme::Turtle | Scheme::Pass => return false,
            // MG-D10: a primary token that came back and is kept is for defences.
            Scheme::Attack | Scheme::HitAndHold
                if turn.pass == 0 && (!self.state.unit(unit).primary || self.state.unit(unit).refunded) =>
            {
                return false;
            }
            _ => {}
        }
        if self.state.turn.hands & rules.tokens(self.state, unit) == 0 && rules.board.is_none() {
            return false;
        }
        if plan == Scheme::Grapple && self.wrestle_one_more(unit) {
            return true;
        }
        let Some(target) = self.aim(unit) else { return false };
        let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
        if tokens == 0 {
            return false;
        }
        let quarry_has = |play: &Self, foe: UnitId| rules.attackable(play.state, unit).has(foe);
        if !self.may(unit, ActionKind::Attack, Some(target)) {
            // MG-62: a token that was lost was an action. The enraged turn to who enraged them.
            let it = self.state.unit(unit);
            let turns = it.mood == Mood::Infuriated && target != it.by && quarry_has(self, it.by);
            return turns || self.state.turn.hands & rules.tokens(self.state, unit) != tokens;
        }
        // Those who waited for this strike first; what is done then is chosen anew.
        if self.triggers(unit, ON_ATTACKED, Some(target)) {
            return self.state.is_in(unit);
        }
        if plan == Scheme::Grapple && self.state.unit(unit).primary && self.snatch_first(unit, target) {
            return true;
        }
        if plan == Scheme::Grapple && self.state.unit(unit).primary && self.wrestle(unit, target, tokens) {
            return true;
        }
        let n_hands = rules.unit(unit).n_hands;
        if rules.rulings.hands_token_binding == TokenBinding::Free {
            // Any token pays for any hand: the attack that is worth most.
            let mut best: Option<(u8, u8, AttackOption)> = None;
            for hand in 0..n_hands {
                if let Some((paid, swing)) = self.swing_of(unit, target, hand, tokens)
                    && best.is_none_or(|(_, _, than)| swing.rank() > than.rank())
                {
                    best = Some((hand, paid, swing));
                }
            }
            let Some((hand, paid, swing)) = best else { return false };
            self.strike(unit, target, hand, paid, &swing);
            return true;
        }
        for hand in (0..n_hands).filter(|hand| tokens >> hand & 1 == 1) {
            if let Some((paid, swing)) = self.swing_of(unit, target, hand, tokens) {
                self.strike(unit, target, hand, paid, &swing);
                return true;
            }
        }
        false
    }

    /// The attack of a hand, if it is useful and can be paid.
    fn swing_of(&self, unit: UnitId, target: UnitId, hand: u8, tokens: u8) -> Option<(u8, AttackOption)> {
        let (rules, state) = (self.rules, &*self.state);
        let paid = rules.payment(state, unit, hand, tokens)?;
        let swing = rules.attack_of(state, unit, target, hand, !state.unit(unit).primary)?;
        rules.dares(state, unit, target, &swing).then_some((paid, swing))
    }

    /// MG-D10 `same`: an attack once more, with its weapon and its stance, if it is useful and can be paid.
    fn swing_again(
        &self,
        unit: UnitId,
        target: UnitId,
        again: Again,
        tokens: u8,
    ) -> Option<(u8, AttackOption)> {
        let (rules, state) = (self.rules, &*self.state);
        let Again { hand, with, stance } = again;
        let paid = rules.payment(state, unit, hand, tokens)?;
        let offhand = !state.unit(unit).primary;
        let mut swing = rules.swing(state, unit, target, with, stance, offhand)?;
        let reaches = matches!(with, With::Weapon(at) if rules.reaches(state, unit, target, at.into()));
        let is_useful = reaches && rules.judge(state, unit, target, &mut swing);
        (is_useful && rules.dares(state, unit, target, &swing)).then_some((paid, swing))
    }

    /// MG-D13: of whom a held unit may attack it leaves out those who hold it and at whom no blow is worth its risk,
    /// if it can strike at others.
    fn without_risks(&self, unit: UnitId, attackable: UnitSet) -> UnitSet {
        let (rules, state) = (self.rules, &*self.state);
        let tokens = state.turn.hands & rules.tokens(state, unit);
        let wrestles = rules.plan_of(state, unit) == Scheme::Grapple && state.unit(unit).primary;
        if tokens == 0 || wrestles {
            return attackable;
        }
        let strikes = |foe: UnitId| {
            (0..rules.unit(unit).n_hands).any(|hand| self.swing_of(unit, foe, hand, tokens).is_some())
        };
        let others: UnitSet = attackable.filter(|&foe| strikes(foe)).collect();
        if others.is_empty() { attackable } else { others }
    }

    /// MG-D10: the attack that a fast critical gave back.
    fn strike_again(&mut self, unit: UnitId, again: Again) -> bool {
        let (rules, hand) = (self.rules, again.hand);
        let last = self.state.turn.target;
        let how = rules.decide(&rules.unit(unit).tactics.aimed.fast_refund, self.state, unit, last);
        let is_there =
            |play: &Self, foe: UnitId| play.state.is_in(foe) && rules.is_useful(play.state, unit, foe);
        let turns = how == FastRefund::NewTarget || !last.is_some_and(|foe| is_there(self, foe));
        if turns {
            let near = self.attackable_in_mood(unit);
            let near: UnitSet = near.filter(|&foe| is_there(self, foe)).collect();
            let others = last.map_or(near, |last| near.without(UnitSet::one(last)));
            self.state.turn.target = self.choose_target(unit, if others.is_empty() { near } else { others });
        }
        let Some(target) = self.state.turn.target else { return false };
        if !self.may(unit, ActionKind::Attack, Some(target)) {
            return false;
        }
        if self.triggers(unit, ON_ATTACKED, Some(target)) {
            return self.state.is_in(unit);
        }
        let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
        if how == FastRefund::Grapple && self.wrestle(unit, target, tokens & 1 << hand) {
            return true;
        }
        let blow = if turns {
            self.swing_of(unit, target, hand, tokens)
        } else {
            self.swing_again(unit, target, again, tokens)
        };
        match blow {
            Some((paid, swing)) => {
                self.strike(unit, target, hand, paid, &swing);
                true
            }
            None => {
                self.state.turn.hands &= !(1 << hand);
                false
            }
        }
    }

    /// MG-56 `snatch.needs_hold = false`: under the plan `grapple` a unit that snatches from its victims does
    /// so instead of a grapple, as long as there is something to take.
    fn snatch_first(&mut self, unit: UnitId, target: UnitId) -> bool {
        let rules = self.rules;
        if rules.rulings.snatch_needs_hold || !self.state.unit(unit).holds.is_empty() {
            return false;
        }
        let plan = &rules.unit(unit).tactics.aimed.grapple;
        plan.choose(|fact| rules.fact(self.state, unit, Some(target), fact)) == GrappleChoice::Snatch
            && rules.distance(self.state, unit, target) <= 5
            && self.snatch(unit, target)
    }

    /// MG-D1 under `grapple.max_held = "hands"`: who holds somebody and could hold one more grapples one of
    /// the other foes beside it with its primary token.
    fn wrestle_one_more(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let held = self.state.unit(unit).holds;
        if held.is_empty() || held.len() >= rules.most_held(unit) || !self.state.unit(unit).primary {
            return false;
        }
        let others = rules.foes_to_attack(self.state, unit);
        let others = self.in_mood(unit, others, ActionKind::Grapple).without(held);
        let offhand = !self.state.unit(unit).primary;
        let can = |foe: UnitId| {
            let swing = rules.best_grapple(self.state, unit, foe, offhand);
            rules.may_hold(self.state, unit, foe)
                && swing.is_some_and(|swing| rules.odds.at_least(&swing.pool, swing.n) > 0.0)
        };
        let near: UnitSet =
            others.filter(|&foe| rules.distance(self.state, unit, foe) <= 5 && can(foe)).collect();
        let Some(target) = self.choose_target(unit, near) else { return false };
        if self.triggers(unit, ON_ATTACKED, Some(target)) {
            return self.state.is_in(unit);
        }
        let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
        self.wrestle(unit, target, tokens)
    }

    /// MG-48: a grapple, if the unit can hold one more and has a hand for it.
    fn wrestle(&mut self, unit: UnitId, target: UnitId, tokens: u8) -> bool {
        let rules = self.rules;
        let it = self.state.unit(unit);
        let hands = rules.grappling_hands(self.state, unit);
        // MG-49: each hand that grapples holds one.
        let n_held = it.holds.filter(|&other| it.hold_on(other).is_some_and(|hold| !hold.binds)).count();
        let has_room = n_held < hands.count_ones() as usize && rules.may_hold(self.state, unit, target);
        let hand = (hands & tokens != 0).then(|| (hands & tokens).trailing_zeros() as u8);
        if !has_room || rules.distance(self.state, unit, target) > 5 {
            return false;
        }
        let (Some(hand), Some(swing)) = (hand, rules.best_grapple(self.state, unit, target, !it.primary))
        else {
            return false;
        };
        if rules.odds.at_least(&swing.pool, swing.n) <= 0.0
            || !self.may(unit, ActionKind::Grapple, Some(target))
        {
            return false;
        }
        self.grapple(unit, target, 1 << hand, &swing);
        true
    }

    /// MG-D7: an active defence with what the attacks left.
    pub(crate) fn defend_in_turn(&mut self, unit: UnitId) {
        if !self.rules.reads.active {
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let how = rules.decide(&rules.unit(unit).tactics.answers.active, state, unit, None);
        let turtle = rules.plan_of(state, unit) == Scheme::Turtle;
        if !(turtle || matches!(how, ActiveDefence::InTurn | ActiveDefence::Both)) {
            return;
        }
        // Against the stance that most foes in reach would use.
        let mut times = [0; 3];
        for foe in state.present(rules.enemies(unit)) {
            if let Some(swing) = rules.any_swing(state, foe, unit) {
                times[swing.stance as usize] += 1;
            }
        }
        let most = times.into_iter().max().unwrap_or(0);
        if let Some(place) = times.iter().position(|n| *n == most).filter(|_| most > 0) {
            self.defend_actively(unit, Stance::ALL[place]);
        }
    }
}
