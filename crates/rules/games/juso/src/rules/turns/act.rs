//! An activation: what a unit does with its main and sub action (JU-19 to JU-22, JU-31 to JU-36,
//! D-05, D-06, D-11, D-12). The stances beside `strike` stand in `stance`.

use crate::data::events::Event;
use crate::data::rulings::{ListedWeapons, Potion, ReadyWeapon, ShootInMelee};
use crate::data::setup::AttackKind;
use crate::data::tactics::{LeaveAt, Return, Stance};
use crate::data::vocabulary::{Ban, Bans, Timing};
use crate::rules::attacks::damage::Strike;
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// JU-32: the squares of a small move.
pub(crate) const SMALL_MOVE: i32 = 2;

/// JU-19: the actions that an activation still has. A main action that is not used may be a sub
/// action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) mains: i32,
    pub(crate) subs: i32,
    /// Main and sub actions that abilities add: played when the others are over.
    pub(crate) extra: [i32; 2],
    /// Small moves that the round still allows (JU-33).
    pub(crate) small_moves: i32,
    pub(crate) bans: Bans,
}

impl Budget {
    /// Returns whether a small move can be made, and a main action after it.
    pub(crate) fn allows_move_and_main(&self) -> bool {
        self.subs > 0 && self.mains > 0 && self.small_moves > 0 && !self.bans.has(Ban::Move)
    }

    pub(crate) fn allows_small_move(&self) -> bool {
        self.subs + self.mains > 0 && self.small_moves > 0 && !self.bans.has(Ban::Move)
    }

    pub(crate) fn allows_attack(&self) -> bool {
        self.mains > 0 && !self.bans.has(Ban::Attack)
    }

    /// Uses a sub action, or a main action in place of one.
    pub(crate) fn use_sub(&mut self) {
        if self.subs > 0 {
            self.subs -= 1;
        } else {
            self.mains -= 1;
        }
    }
}

/// The actions that an attack takes in this slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prospect {
    /// No attack can be made in this slot.
    None,
    /// The main action: somebody is in reach.
    Main,
    /// The sub action too, for a step or a weapon that is not ready.
    MainAndSub,
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// The activation of a unit that is alive and not incapacitated.
    pub(crate) fn act(&mut self, unit: UnitId) {
        let (rules, state) = (self.rules, &*self.state);
        // D-12 is looked at when the unit acts; it holds for the rest of the fight.
        if let LeaveAt::Life(n) = rules.choose(state, unit, &rules.unit(unit).tactics.leave_at)
            && state.unit(unit).life <= i32::from(n)
        {
            self.state.leaving.insert(unit);
        }
        let mut budget = Budget {
            mains: 1,
            subs: 1,
            extra: [0; 2],
            small_moves: rules.rulings.small_moves_per_round.0,
            bans: rules.bans(self.state, unit),
        };
        self.absorb(unit, &mut budget);
        if budget.bans.has(Ban::Main) {
            budget.mains = 0;
        }
        if budget.bans.has(Ban::Sub) {
            budget.subs = 0;
        }
        let mut used = 0;
        if self.rules.has_abilities {
            self.use_abilities(unit, &mut budget, &mut used);
        }
        // Each ability adds three actions at most, and those of an attack may add some again.
        for _ in 0..4 {
            if self.state.able(UnitSet::one(unit)).is_empty() {
                return;
            }
            if !self.first_aid(unit, &mut budget) {
                self.stance(unit, &mut budget);
            }
            // JU-19: either action may be the first, so that who has come near may help or hinder now.
            if self.rules.has_abilities {
                self.use_abilities(unit, &mut budget, &mut used);
            }
            self.absorb(unit, &mut budget);
            [budget.mains, budget.subs] = core::mem::take(&mut budget.extra);
            if budget.mains + budget.subs == 0 {
                return;
            }
        }
    }

    /// Actions gained and lost by abilities.
    fn absorb(&mut self, unit: UnitId, budget: &mut Budget) {
        let [main, sub] = core::mem::take(&mut self.state.unit_mut(unit).actions);
        if (main, sub) == (0, 0) {
            return;
        }
        let (main, sub) = (i32::from(main), i32::from(sub));
        budget.mains = (budget.mains + main.min(0)).max(0);
        budget.subs = (budget.subs + sub.min(0)).max(0);
        budget.extra[0] += main.max(0);
        budget.extra[1] += sub.max(0);
    }

    /// JU-22, D-16: abilities that are actions, each at most once in an activation, of which `used` tells.
    /// A sub action that the attack of this slot needs is left to it, and so is its main action; what only
    /// makes the attacks of this activation better is not used where none follows.
    fn use_abilities(&mut self, unit: UnitId, budget: &mut Budget, used: &mut u32) {
        let potion = self.rules.rulings.potion;
        loop {
            let now = *budget;
            let before = *used;
            let is_idle = |at: usize| now.extra[0] == 0 && self.rules.only_for_attacks(unit, at);
            let sub = |at: usize| {
                now.subs + now.mains > 0
                    && match self.prospect(unit, &now) {
                        Prospect::None => !is_idle(at),
                        Prospect::Main => now.subs > 0,
                        Prospect::MainAndSub => false,
                    }
            };
            let main = |at: usize| now.mains > 0 && (now.mains > 1 || !is_idle(at));
            let fits = |at: usize, timing: Timing| {
                before >> at & 1 == 0
                    && match timing {
                        Timing::Main => main(at),
                        Timing::Full => main(at) && now.subs > 0,
                        Timing::Potion if potion == Potion::Main => main(at),
                        Timing::Sub | Timing::Potion => sub(at),
                        _ => false,
                    }
            };
            let Some(at) = self.usable(unit, None, fits) else { return };
            *used |= 1 << at;
            match self.rules.unit(unit).abilities[at].ability.timing {
                Timing::Full => {
                    budget.mains -= 1;
                    budget.subs -= 1;
                }
                Timing::Potion if potion == Potion::Sub => budget.use_sub(),
                Timing::Sub => budget.use_sub(),
                _ => budget.mains -= 1,
            }
            self.use_ability(unit, at, None, &mut Strike::default());
            self.end_of_attack();
            self.absorb(unit, budget);
        }
    }

    /// Returns the actions that an attack of this slot takes, if one can be made.
    fn prospect(&self, unit: UnitId, budget: &Budget) -> Prospect {
        let (rules, state) = (self.rules, &*self.state);
        let stance = rules.choose(state, unit, &rules.unit(unit).tactics.stance);
        if !budget.allows_attack()
            || state.leaving.has(unit)
            || stance == Stance::Withdraw
            || stance == Stance::Strike && self.only_helps(unit)
        {
            return Prospect::None;
        }
        let has_foe = |&weapon: &usize| !self.in_range(unit, weapon).is_empty();
        if self.weapons(unit).filter(has_foe).any(|weapon| !self.needs_sub_to_ready(unit, weapon)) {
            return Prospect::Main;
        }
        if budget.subs > 0 && self.weapons(unit).any(|weapon| has_foe(&weapon)) {
            return Prospect::MainAndSub;
        }
        let foes = rules.seen(state, unit);
        let may_move = (stance != Stance::Hold || state.off.has(unit))
            && !foes.is_empty()
            && (!state.off.has(unit) || self.may_return(unit));
        let closes = |weapon| self.closing(unit, weapon, rules.nearest(state, unit, foes), budget).is_some();
        let steps =
            may_move && (self.weapons(unit).any(closes) || self.step_out(unit, budget, SMALL_MOVE).is_some());
        if steps { Prospect::MainAndSub } else { Prospect::None }
    }

    /// D-06: what the unit does.
    fn stance(&mut self, unit: UnitId, budget: &mut Budget) {
        let (rules, state) = (self.rules, &*self.state);
        if state.leaving.has(unit) {
            return self.withdraw(unit, budget);
        }
        let on_board = !state.off.has(unit);
        match rules.choose(state, unit, &rules.unit(unit).tactics.stance) {
            Stance::Strike => self.strike(unit, budget),
            Stance::Hold if on_board => {
                if !self.attack_in_reach(unit, budget) {
                    self.obs.event(|| Event::Stays { unit });
                }
            }
            Stance::Kite if on_board => self.kite(unit, budget),
            Stance::FlagRunner if on_board => self.run_for_the_flag(unit, budget),
            Stance::SlipBehind if on_board => self.slip_behind(unit, budget),
            Stance::Hold | Stance::Kite | Stance::FlagRunner | Stance::SlipBehind => {
                self.strike(unit, budget);
            }
            Stance::Withdraw => self.withdraw(unit, budget),
        }
    }

    /// JU-36, D-11: whether a unit off the board may and wants to come back.
    pub(crate) fn may_return(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        if state.unit(unit).away > 0 || state.leaving.has(unit) {
            return false;
        }
        match rules.choose(state, unit, &rules.unit(unit).tactics.return_when) {
            Return::Asap => true,
            Return::Never => false,
            Return::Below(n) => state.active(rules.enemies(unit)).len() < u32::from(n),
        }
    }

    /// The weapons in the order in which they are tried: the one in hand before the others where
    /// all are at hand.
    pub(crate) fn weapons(&self, unit: UnitId) -> impl Iterator<Item = usize> + use<C, O> {
        let it = self.state.unit(unit);
        let (hand, lost) = (it.hand as usize, it.lost);
        let n = self.rules.unit(unit).profiles.len();
        let swap = self.rules.rulings.listed_weapons == ListedWeapons::AtHand && hand < n;
        (0..n)
            .map(move |i| match i {
                0 if swap => hand,
                i if swap && i <= hand => i - 1,
                i => i,
            })
            .filter(move |&i| lost >> i & 1 == 0)
    }

    /// JU-22: whether the weapon needs readying first.
    fn needs_ready(&self, unit: UnitId, weapon: usize) -> bool {
        self.rules.rulings.listed_weapons == ListedWeapons::NeedReady
            && self.state.unit(unit).hand as usize != weapon
    }

    /// JU-22: whether readying the weapon takes a sub action.
    pub(crate) fn needs_sub_to_ready(&self, unit: UnitId, weapon: usize) -> bool {
        self.rules.rulings.ready_weapon == ReadyWeapon::Sub && self.needs_ready(unit, weapon)
    }

    /// JU-49: whether the ruling bars the weapon now.
    pub(crate) fn is_barred(&self, unit: UnitId, weapon: usize) -> bool {
        self.rules.unit(unit).profiles[weapon].kind == AttackKind::Ranged
            && self.rules.rulings.shoot_in_melee == ShootInMelee::Forbidden
            && !self.rules.in_melee(self.state, unit).is_empty()
    }

    /// JU-22: readies the weapon, if it must be and can be.
    pub(crate) fn ready(&mut self, unit: UnitId, weapon: usize, budget: &mut Budget) -> bool {
        if !self.needs_ready(unit, weapon) {
            return true;
        }
        if self.needs_sub_to_ready(unit, weapon) {
            if budget.subs == 0 {
                return false;
            }
            budget.subs -= 1;
        }
        self.state.unit_mut(unit).hand = weapon as u8;
        self.obs.event(|| Event::Readies { unit, weapon: weapon as u8 });
        true
    }
}
