//! A turn, full or partial: its steps in the order of the decisions (MG-13, MG-15, MG-39, MG-D1).

use super::choose::{Swing, With};
use super::events::Event;
use super::metrics::{HandDryBy, Metric};
use super::rulings::{PartialHand, SoakRefresh};
use super::setup::{Stance, Stat};
use super::state::{SHIELD, Stage, State, Turn, UNROLLED};
use super::tactics::{ActiveDefence, FastRefund, HeldChoice, HoldTokens, PickUp, Refund, Scheme, Spot};
use super::talk::ActionKind;
use super::vocabulary::Timing;
use super::{MahouGalaxy, Play};
use crate::engine::draw::Chance;
use crate::engine::observe::{Observer, TurnUse};
use crate::engine::roster::{UnitId, UnitSet};

/// MG-39: feet of move tokens that standing up costs.
const FEET_TO_STAND: i32 = 20;
/// MG-42: the fewest move tokens of a kick.
const KICK_TOKENS: u8 = 4;
/// More attacks than the tokens of a turn can pay.
const MOST_STEPS: u32 = 200;

impl MahouGalaxy {
    /// MG-73: the feet that so many move tokens carry.
    #[inline(always)]
    pub(super) fn feet(&self, unit: UnitId, tokens: i32) -> i32 {
        5 * tokens * self.unit(unit).stride / 400
    }

    /// What the plan of the unit is now.
    pub(super) fn plan_of(&self, state: &State, unit: UnitId) -> Scheme {
        self.unit(unit).tactics.alone.plan.choose(|fact| self.fact(state, unit, None, fact))
    }

    /// MG-12: move tokens of a grant.
    pub(super) fn base_moves(&self, state: &State, unit: UnitId) -> i32 {
        let exhausted = if state.unit(unit).hp <= 0 { self.rulings.exhausted_move.0 } else { 0 };
        (self.stat(state, unit, Stat::Agi) - exhausted).clamp(0, 120)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// A turn of the unit begins.
    pub(super) fn begin_turn(&mut self, unit: UnitId) {
        let pass = self.state.pass;
        self.state.turn = Turn { unit: Some(unit), pass, ..Turn::default() };
        if pass == 0 {
            self.state.acted.insert(unit);
        } else {
            self.state.unit_mut(unit).partials -= 1;
        }
        self.obs.activation(unit);
    }

    /// Plays the turn under way to its end.
    pub(super) fn play_turn(&mut self) {
        for _ in 0..MOST_STEPS {
            let Some(unit) = self.state.turn.unit else { return };
            if !self.state.is_in(unit) && self.state.turn.stage != Stage::Finish {
                self.state.turn.stage = Stage::Finish;
            }
            self.stage(unit);
            if self.is_decided() {
                break;
            }
        }
        if self.is_decided()
            && let Some(unit) = self.state.turn.unit
        {
            self.finish(unit);
        }
    }

    /// Whether at most one side is left.
    pub(super) fn is_decided(&self) -> bool {
        self.rules.outcome(self.state).is_some()
    }

    fn go(&mut self, stage: Stage) {
        self.state.turn.stage = stage;
    }

    /// One step of the turn: an attack or the like, or on to the next stage.
    fn stage(&mut self, unit: UnitId) {
        match self.state.turn.stage {
            Stage::Begin => {
                self.open_turn(unit);
                if self.wants_to_flee(unit) && self.run_away(unit) {
                    return self.go(Stage::Finish);
                }
                self.go(Stage::Escape)
            }
            Stage::Escape => {
                if self.state.held.has(unit) && self.state.unit(unit).escape > 0 {
                    let how = self.held_choice(unit);
                    if how == HeldChoice::Escape {
                        self.try_escape(unit);
                        return;
                    }
                }
                self.go(Stage::Stand)
            }
            Stage::Stand => {
                self.stand_up(unit);
                self.go(Stage::Talk)
            }
            Stage::Talk => {
                let talks = self.rules.reads.talk && self.talk(unit);
                if !talks {
                    self.go(Stage::Abilities);
                }
            }
            Stage::Abilities => {
                if !self.rules.unit(unit).skills_of.is_empty() && self.use_abilities(unit, Timing::Turn) {
                    return;
                }
                self.go(Stage::PickUp)
            }
            Stage::PickUp => {
                self.pick_up(unit);
                self.go(Stage::Upkeep)
            }
            Stage::Upkeep => {
                self.keep_hold(unit);
                self.go(Stage::Strike)
            }
            Stage::Strike => {
                if !self.strike_next(unit) {
                    self.go(Stage::Kick);
                }
            }
            Stage::Kick => {
                // MG-D13 `attack`: the escape behind the attacks.
                if self.state.held.has(unit)
                    && self.state.unit(unit).escape > 0
                    && self.held_choice(unit) == HeldChoice::Attack
                {
                    self.try_escape(unit);
                } else if !self.kick(unit) {
                    self.go(Stage::Active);
                }
            }
            Stage::Active => {
                self.defend_in_turn(unit);
                self.go(Stage::Retreat)
            }
            Stage::Retreat => {
                self.walk_away(unit);
                self.go(Stage::Finish)
            }
            Stage::Finish => self.finish(unit),
        }
    }

    fn held_choice(&self, unit: UnitId) -> HeldChoice {
        let rules = self.rules;
        let grappler = rules.everyone.into_iter().find(|&other| self.state.unit(other).holds == Some(unit));
        rules.unit(unit).tactics.aimed.held.choose(|fact| rules.fact(self.state, unit, grappler, fact))
    }

    /// What a turn begins with.
    fn open_turn(&mut self, unit: UnitId) {
        let rules = self.rules;
        let full = self.state.turn.pass == 0;
        match rules.rulings.soak_refresh {
            SoakRefresh::OwnFullTurn if full => self.state.unit_mut(unit).pool = UNROLLED,
            SoakRefresh::EveryTurn => rules.everyone.for_each(|it| self.state.unit_mut(it).pool = UNROLLED),
            _ => {}
        }
        if full {
            if self.is_surprised(unit) {
                self.grant(unit);
            }
            let it = self.state.unit_mut(unit);
            // MG-14, MG-29: held tokens and active defences last until the next full turn begins.
            (it.held_hands, it.held_moves, it.active) = (0, 0, [-1; 3]);
            let (hands, moves) = (it.hands, it.moves);
            (self.state.turn.hands, self.state.turn.moves) = (hands, moves);
            self.obs.add(unit, Metric::Turns, 1);
            self.end_marks(unit, super::vocabulary::Duration::OwnTurn, true);
        } else {
            self.obs.add(unit, Metric::PartialTurns, 1);
            let it = self.state.unit(unit);
            (self.state.turn.hands, self.state.turn.moves) = (it.held_hands, it.held_moves);
        }
        let (pass, it) = (self.state.turn.pass, *self.state.unit(unit));
        self.obs.event(|| Event::Acts {
            unit,
            pass,
            hp: it.hp,
            hands: it.n_hands() as u8,
            moves: it.moves,
            speak: it.speak,
            escape: it.escape,
        });
        if !full {
            self.take_refund(unit);
        }
    }

    /// MG-15, MG-52, MG-D9: one refund.
    pub(super) fn take_refund(&mut self, unit: UnitId) {
        let rules = self.rules;
        let state = &*self.state;
        let it = state.unit(unit);
        let all_hands = (1_u16 << rules.unit(unit).n_hands).wrapping_sub(1) as u8;
        let base = rules.base_moves(state, unit);
        let lacks_hand = (it.hands | it.held_hands) != all_hands;
        let lacks_moves = i32::from(it.moves + it.held_moves) < base;
        let lacks_speech = it.speak < rules.unit(unit).speak && !rules.is_silent(state, unit);
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
        let it = self.state.unit_mut(unit);
        if it.debts[debt] > 0 {
            it.debts[debt] -= 1;
            self.obs.event(|| Event::Refund { unit, what, debt: true, escape: false });
            return;
        }
        let kept = keeps.is_none_or(|keeps| match what {
            // The refunded hand token is a primary one, which no hold leaves.
            Refund::Hand => false,
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
                it.primary |= rules.rulings.initiative_partial_hand != PartialHand::Offhand;
                self.state.turn.hands |= hand;
            }
            Refund::Move => {
                let gained = (base - i32::from(it.moves + it.held_moves)).max(0) as u8;
                it.moves += gained;
                self.state.turn.moves += gained;
            }
            _ => it.speak += 1,
        }
        self.obs.event(|| Event::Refund { unit, what, debt: false, escape: false });
    }

    /// MG-39: standing up, as far as the tokens go.
    pub(super) fn stand_up(&mut self, unit: UnitId) {
        let rules = self.rules;
        if !self.state.unit(unit).fallen || rules.unit(unit).stride == 0 {
            return;
        }
        let whole = FEET_TO_STAND * rules.move_cost(self.state, unit);
        let need = whole - i32::from(self.state.unit(unit).stood);
        let most = i32::from(self.state.turn.moves);
        let tokens = (1..=most).find(|&tokens| rules.feet(unit, tokens) >= need);
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
        let it = self.state.unit_mut(unit);
        let stands = tokens.is_some();
        if stands {
            (it.fallen, it.stood) = (false, 0);
        } else {
            it.stood += rules.feet(unit, paid) as u16;
        }
        self.obs.event(|| Event::Stands { unit, tokens: paid, stands });
    }

    /// MG-D22: an item that was dropped or is stowed comes into a free hand.
    fn pick_up(&mut self, unit: UnitId) {
        let rules = self.rules;
        if self.state.unit(unit).dropped == 0 {
            return;
        }
        let how =
            rules.unit(unit).tactics.alone.pick_up.choose(|fact| rules.fact(self.state, unit, None, fact));
        if how == PickUp::Never {
            return;
        }
        for bit in (0..16).rev() {
            let it = self.state.unit(unit);
            if it.dropped >> bit & 1 == 0 {
                continue;
            }
            let info = rules.unit(unit);
            let (item, takes, tokens, mean) = if bit == 15 {
                let hands = info.shield.as_ref().map_or(1, |shield| shield.hands);
                (SHIELD, hands, 1, f64::INFINITY)
            } else {
                let arm = &info.arms[bit];
                (bit as u8 + 1, arm.hands, arm.draw_tokens, arm.distribution.mean() + f64::from(arm.flat))
            };
            let free: u8 = (0..info.n_hands)
                .filter(|&hand| it.in_hand[usize::from(hand)] == 0)
                .fold(0, |set, hand| set | 1 << hand);
            let now = info
                .arms
                .iter()
                .filter(|arm| arm.hands == 0)
                .map(|arm| arm.distribution.mean() + f64::from(arm.flat))
                .fold(0.0, f64::max);
            let usable = self.state.turn.hands & rules.tokens(self.state, unit);
            let spare = usable.count_ones().saturating_sub(u32::from(it.primary && how != PickUp::Always));
            if free.count_ones() < u32::from(takes)
                || spare < u32::from(tokens)
                || how == PickUp::IfBetter && mean <= now
            {
                continue;
            }
            for _ in 0..tokens {
                let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
                let hand = 7 - tokens.leading_zeros() as u8;
                self.spend_offhand(unit, hand, HandDryBy::Attack);
            }
            let it = self.state.unit_mut(unit);
            it.dropped &= !(1 << bit);
            let mut left = takes;
            for hand in it.in_hand.iter_mut().take(usize::from(info.n_hands)) {
                if *hand == 0 && left > 0 {
                    *hand = item;
                    left -= 1;
                }
            }
            self.state.turn.acted = true;
            self.state.busy = true;
            self.obs.event(|| Event::PicksUp { unit, item });
        }
    }

    /// MG-D1, MG-D4: the target of the turn: the one that it has, or one that it can attack now or after
    /// a walk.
    fn aim(&mut self, unit: UnitId) -> Option<UnitId> {
        let rules = self.rules;
        let has = |state: &State, foe: UnitId| rules.is_useful(state, unit, foe);
        let quarry = self.quarry_in_mood(unit);
        if let Some(target) = self.state.turn.target
            && quarry.has(target)
            && has(self.state, target)
        {
            return Some(target);
        }
        self.state.turn.target = None;
        if rules.board.is_some() {
            return self.aim_on_map(unit, quarry);
        }
        let candidates: UnitSet = quarry.filter(|&foe| has(self.state, foe)).collect();
        let target = self.choose_target(unit, candidates);
        self.state.turn.target = target;
        target
    }

    /// Whom the unit may attack; an enraged one its originator alone, if it is among them (MG-D19).
    fn quarry_in_mood(&self, unit: UnitId) -> UnitSet {
        let quarry = self.rules.quarry(self.state, unit);
        let it = self.state.unit(unit);
        let enraged = it.strong && it.mood == super::state::Mood::Infuriated && quarry.has(it.by);
        if enraged { UnitSet::one(it.by) } else { quarry }
    }

    /// MG-D1: the next hand action of the turn; whether there was one.
    fn strike_next(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let again = core::mem::take(&mut self.state.turn.again);
        if again > 0 {
            return self.strike_again(unit, again - 1);
        }
        let plan = rules.plan_of(self.state, unit);
        let turn = self.state.turn;
        match plan {
            Scheme::Turtle | Scheme::Pass => return false,
            Scheme::Attack | Scheme::HitAndHold if turn.pass == 0 && !self.state.unit(unit).primary => {
                return false;
            }
            _ => {}
        }
        if self.state.turn.hands & rules.tokens(self.state, unit) == 0 && rules.board.is_none() {
            return false;
        }
        let Some(target) = self.aim(unit) else { return false };
        let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
        if tokens == 0 || !self.may(unit, ActionKind::Attack, Some(target)) {
            return false;
        }
        if plan == Scheme::Grapple && self.state.unit(unit).primary && self.wrestle(unit, target, tokens) {
            return true;
        }
        for hand in (0..rules.unit(unit).n_hands).filter(|hand| tokens >> hand & 1 == 1) {
            if let Some((paid, swing)) = self.swing_of(unit, target, hand, tokens) {
                self.strike(unit, target, hand, paid, &swing);
                return true;
            }
        }
        false
    }

    /// The attack of a hand, if it is useful and can be paid.
    fn swing_of(&self, unit: UnitId, target: UnitId, hand: u8, tokens: u8) -> Option<(u8, Swing)> {
        let (rules, state) = (self.rules, &*self.state);
        let paid = rules.payment(state, unit, hand, tokens)?;
        let swing = rules.arm_of(state, unit, target, hand, !state.unit(unit).primary)?;
        if rules.is_held_by(state, unit, target) {
            // MG-D13: only if it is worth more than the blow that may hit the unit itself.
            let far = 1.0 - swing.pool.at_least(swing.n - 4);
            if swing.worth <= far * rules.mean_damage(state, unit, unit, swing.with, 1) {
                return None;
            }
        }
        Some((paid, swing))
    }

    /// MG-D10: the attack that a fast critical gave back.
    fn strike_again(&mut self, unit: UnitId, hand: u8) -> bool {
        let rules = self.rules;
        let last = self.state.turn.target;
        let how = rules
            .unit(unit)
            .tactics
            .aimed
            .fast_refund
            .choose(|fact| rules.fact(self.state, unit, last, fact));
        let is_there =
            |play: &Self, foe: UnitId| play.state.is_in(foe) && rules.is_useful(play.state, unit, foe);
        if how == FastRefund::NewTarget || !last.is_some_and(|foe| is_there(self, foe)) {
            let near = rules.quarry(self.state, unit);
            let near: UnitSet = near.filter(|&foe| is_there(self, foe)).collect();
            let others = last.map_or(near, |last| near.without(UnitSet::one(last)));
            self.state.turn.target = self.choose_target(unit, if others.is_empty() { near } else { others });
        }
        let Some(target) = self.state.turn.target else { return false };
        let tokens = self.state.turn.hands & rules.tokens(self.state, unit);
        if how == FastRefund::Grapple && self.wrestle(unit, target, tokens & 1 << hand) {
            return true;
        }
        match self.swing_of(unit, target, hand, tokens) {
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

    /// MG-48: a grapple, if the unit holds nobody and has a hand for it.
    fn wrestle(&mut self, unit: UnitId, target: UnitId, tokens: u8) -> bool {
        let rules = self.rules;
        let it = self.state.unit(unit);
        let free = |hand: &u8| {
            tokens >> hand & 1 == 1 && {
                let item = it.in_hand[usize::from(*hand)];
                item == 0 || item != SHIELD && rules.blocks_with(unit, item)
            }
        };
        let hand = (0..rules.unit(unit).n_hands).find(free);
        if it.holds.is_some() || rules.distance(self.state, unit, target) > 5 {
            return false;
        }
        let (Some(hand), Some(swing)) = (hand, rules.best_grapple(self.state, unit, target, !it.primary))
        else {
            return false;
        };
        if swing.pool.at_least(swing.n) <= 0.0 || !self.may(unit, ActionKind::Grapple, Some(target)) {
            return false;
        }
        self.grapple(unit, target, 1 << hand, &swing);
        true
    }

    /// MG-42, MG-D1: a kick; whether there was one.
    fn kick(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let it = self.state.unit(unit);
        let plan = rules.plan_of(self.state, unit);
        let spot = rules
            .unit(unit)
            .tactics
            .aimed
            .spot
            .choose(|fact| rules.fact(self.state, unit, self.state.turn.target, fact));
        let wants = match plan {
            Scheme::TwoHandsKick => true,
            // Where no defence spends them, move tokens are for a kick.
            Scheme::Sound => matches!(spot, Spot::None | Spot::BlockOffhand),
            _ => false,
        };
        let moves = self.state.turn.moves;
        if !wants || it.fallen || moves < KICK_TOKENS || moves < it.moves + it.held_moves {
            return false;
        }
        let near: UnitSet = self
            .quarry_in_mood(unit)
            .filter(|&foe| {
                rules.distance(self.state, unit, foe) <= 5
                    && rules.best_swing(self.state, unit, foe, With::Kick, false).is_some()
            })
            .collect();
        let target =
            self.state.turn.target.filter(|foe| near.has(*foe)).or_else(|| self.choose_target(unit, near));
        let Some(target) = target else { return false };
        if !self.may(unit, ActionKind::Kick, Some(target)) {
            return false;
        }
        let Some(swing) = rules.best_swing(self.state, unit, target, With::Kick, false) else { return false };
        self.spend_moves(unit, moves);
        self.state.turn.moves = 0;
        self.attack(unit, target, &swing);
        true
    }

    /// MG-D7: an active defence with what the attacks left.
    fn defend_in_turn(&mut self, unit: UnitId) {
        if !self.rules.reads.active {
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let how = rules.unit(unit).tactics.aimed.active.choose(|fact| rules.fact(state, unit, None, fact));
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

    /// The end of a turn (MG-14, MG-51, MG-59).
    pub(super) fn finish(&mut self, unit: UnitId) {
        let rules = self.rules;
        let turn = self.state.turn;
        if self.state.is_in(unit) {
            if turn.pass == 0 {
                let it = self.state.unit_mut(unit);
                it.general = 0;
                self.end_marks(unit, super::vocabulary::Duration::TargetTurn, false);
            }
            let how =
                rules.unit(unit).tactics.alone.hold.choose(|fact| rules.fact(self.state, unit, None, fact));
            let ready = how == HoldTokens::Ready && rules.board.is_some() && !turn.attacked;
            if ready || rules.rulings.hold_implicit {
                let it = self.state.unit_mut(unit);
                let gained = it.hands | u8::from(it.moves > 0);
                it.held_hands |= core::mem::take(&mut it.hands);
                it.held_moves += core::mem::take(&mut it.moves);
                it.primary = false;
                self.state.turn.acted |= ready && gained != 0;
            }
            let it = self.state.unit(unit);
            let had_tokens = it.n_hands() > 0 || it.moves > 0 || it.speak > 0;
            let made = match (self.state.turn.acted, had_tokens && !rules.is_immobile(self.state, unit)) {
                (true, _) => TurnUse::Acted,
                (false, true) => TurnUse::Idle,
                (false, false) => TurnUse::Unable,
            };
            self.obs.turn_used(unit, made);
        }
        self.state.turn = Turn::default();
        self.obs.activation_over(unit);
    }
}
