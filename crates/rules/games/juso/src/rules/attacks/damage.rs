//! Damage: special armour, death, knockback, retreat-defence and enduring, loss of life (JU-65 to
//! JU-77, D-10).

use crate::choose::harm::DamageSource;
use crate::data::events::Event;
use crate::data::metrics::{Clock, Dead, Exhaustion, Incapacitated, LeftBoard, Metric};
use crate::data::rulings::{DeathRule, RetreatPastEdge, Switch};
use crate::data::tactics::OnDamage;
use crate::data::vocabulary::{Ban, Stat, Timing};
use crate::dice::pool::Successes;
use crate::state::{State, UnitState};
use crate::{Juso, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer};
use fray_engine::roster::UnitId;

/// The modifiers of an attack beside its dice: by abilities and by body defence.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Strike {
    /// The place among the attacker's actions.
    pub(crate) action: u8,
    /// Added to the difficulty of the attack's base roll.
    pub(crate) to_hit: i32,
    /// Added to the difficulty of the defence.
    pub(crate) to_defend: i32,
    /// Squares taken off the knockback (JU-59).
    pub(crate) less_knockback: i32,
    /// Points taken off the damage after special armour.
    pub(crate) less_damage: i32,
    pub(crate) ignores_special_armour: bool,
    pub(crate) no_knockback: bool,
    pub(crate) is_back_attack: bool,
}

impl Strike {
    /// The action of which it is reported.
    pub(crate) fn action_ref(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.action }
    }
}

impl Juso {
    /// A unit as somebody's target.
    pub(crate) fn victim_of(&self, by: UnitId, unit: UnitId) -> ActionTarget {
        ActionTarget { unit, is_ally: self.allies(by).has(unit) }
    }

    /// The damage from which on all reads the same: the victim is dead. Without such a limit, the
    /// largest number.
    pub(crate) fn deadly_roll(&self, state: &State, victim: UnitId) -> i32 {
        if self.reads.all_damage {
            return i32::MAX;
        }
        let life = match self.rulings.death_rule {
            DeathRule::CurrentLife => state.unit(victim).life.max(1),
            DeathRule::Over => state.unit(victim).life + 1,
            DeathRule::MaxLife => self.unit(victim).life,
            DeathRule::Never => return i32::MAX,
        };
        life + self.stat(state, victim, Stat::SpecialArmour).max(0)
    }
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// JU-66: a damage roll, if the attack hits; `most` is where all more reads the same.
    pub(crate) fn roll_damage(&mut self, unit: UnitId, hits: bool, dice: i32, most: i32) -> i32 {
        let most = if self.dice.tells_apart() { i32::MAX } else { most };
        let roll = Successes::up_to(dice, most);
        let rolled = self.dice.draw_if(hits, by(unit, Purpose::Damage), &roll);
        if hits {
            self.obs.event(|| Event::DamageRoll { unit, dice: roll.dice(), rolled });
        }
        rolled
    }

    /// JU-65: the damage flow of a hit.
    pub(crate) fn damage(&mut self, attacker: UnitId, victim: UnitId, rolled: i32, mut strike: Strike) {
        // JU-66: no success ends the flow.
        let mut damage = rolled;
        if damage > 0 && !strike.ignores_special_armour {
            damage = self.special_armour(victim, rolled);
        }
        if damage > 0 && self.rules.has_abilities {
            self.react(victim, Timing::OnDamage, attacker, &mut strike);
            let stopped = strike.less_damage.min(damage);
            damage -= stopped;
            if stopped != 0 {
                self.obs.event(|| Event::Reduced { unit: victim, stopped, left: damage });
            }
        }
        if damage <= 0 {
            self.obs.attack(strike.action_ref(attacker), self.rules.victim_of(attacker, victim), true, 0);
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        // JU-69: knockback; under `knockback = off` there is none.
        let DamageSource { squares, is_back, kills, arrives } =
            rules.impact(state, attacker, victim, damage, &strike);
        let life = state.unit(victim).life;
        let (action_ref, target) = (strike.action_ref(attacker), rules.victim_of(attacker, victim));
        self.obs.attack(action_ref, target, true, arrives as u32);
        if arrives > life && !target.is_ally {
            self.obs.overkill(attacker, (arrives - life) as u32);
        }
        if kills {
            self.lose_life(action_ref, target, arrives);
            self.die(action_ref, target, life);
            return;
        }
        if is_back {
            // JU-73: squares become damage.
            self.obs.add(victim, Metric::BackAttacked, squares as u32);
            if squares > 0 {
                self.obs.event(|| Event::BackAttack { unit: victim, squares });
            }
            damage += squares;
        } else {
            self.obs.add(victim, Metric::KnockbackPerHit, squares as u32);
            damage -= self.knock_back(victim, attacker, squares, damage);
        }
        self.lose_life(action_ref, target, damage);
        self.fall(target, action_ref);
    }

    /// JU-67: the damage that special armour lets through.
    fn special_armour(&mut self, victim: UnitId, rolled: i32) -> i32 {
        let soak = self.rules.stat(self.state, victim, Stat::SpecialArmour).max(0);
        if soak == 0 {
            return rolled;
        }
        let stopped = soak.min(rolled);
        self.obs.add(victim, Metric::Soak, stopped as u32);
        self.obs.add(victim, Metric::SoakWasted, (soak - stopped) as u32);
        self.obs.event(|| Event::SpecialArmour { unit: victim, stopped, left: rolled - stopped });
        rolled - stopped
    }

    /// JU-70, JU-74, JU-75: a knockback of this many squares, and what the victim does about it.
    /// Gives the points of damage that it retreats from.
    pub(crate) fn knock_back(&mut self, victim: UnitId, attacker: UnitId, squares: i32, damage: i32) -> i32 {
        let rules = self.rules;
        let from = self.state.unit(victim).own;
        if self.state.off.has(victim) {
            return 0;
        }
        let mut to = rules.knocked_to(self.state, victim, squares);
        if squares > 0 {
            self.obs.event(|| Event::KnockedBack { unit: victim, squares, from, to: to.max(0) });
        }
        let mut retreated = 0;
        // JU-76: an incapacitated unit has no reaction.
        if !self.state.down.has(victim) {
            if self.rules.has_abilities {
                let mut strike = Strike::default();
                self.react(victim, Timing::OnKnockback, attacker, &mut strike);
                to = (to + strike.less_knockback).min(from);
            }
            (to, retreated) = self.after_knockback(victim, from, to, damage);
        }
        self.obs.add(victim, Metric::KnockedBack, (from - to - retreated) as u32);
        if to == from {
            return retreated;
        }
        self.state.unit_mut(victim).own = to.max(0);
        // JU-35, JU-75: judged on the final square.
        if to < 1 {
            self.leave(victim, LeftBoard::Knockback);
        }
        self.something_changed();
        retreated
    }

    /// D-10: enduring (JU-75) or retreat-defence (JU-74). Gives the final own number, which may
    /// be beyond the own end, and the points of damage retreated from.
    fn after_knockback(&mut self, victim: UnitId, from: i32, to: i32, damage: i32) -> (i32, i32) {
        let (rules, state) = (self.rules, &*self.state);
        match rules.choose(state, victim, &rules.unit(victim).tactics.on_damage) {
            OnDamage::None => (to, 0),
            OnDamage::EndureAll => (self.endure(victim, from, to, i32::MAX), 0),
            OnDamage::EndureBoard => {
                let needed = 1 - to;
                let affordable = needed <= self.state.unit(victim).cores;
                (self.endure(victim, from, to, if affordable { needed.max(0) } else { 0 }), 0)
            }
            OnDamage::Retreat => self.retreat(victim, to, damage),
        }
    }

    /// JU-75: each core takes back one square, not beyond where the victim stood.
    fn endure(&mut self, victim: UnitId, from: i32, to: i32, wanted: i32) -> i32 {
        if self.rules.bans(self.state, victim).has(Ban::SpendCore) {
            return to;
        }
        let squares = wanted.min(from - to).min(self.state.unit(victim).cores);
        if squares <= 0 {
            return to;
        }
        let left = self.state.unit(victim).cores - squares;
        let to = to + squares;
        self.obs.event(|| Event::Endures { unit: victim, squares, to, cores: left });
        self.obs.add(victim, Metric::Endured, squares as u32);
        self.obs.add(victim, Metric::CoresOnEnduring, squares as u32);
        self.spend(victim, squares, Exhaustion::Endure);
        to
    }

    /// JU-74: up to its level further squares back, and as many points of damage less.
    fn retreat(&mut self, victim: UnitId, to: i32, damage: i32) -> (i32, i32) {
        let rules = self.rules;
        let cost = rules.rulings.retreat_defence_cost.0;
        let room = match rules.rulings.retreat_past_edge {
            RetreatPastEdge::Leaves => i32::MAX,
            RetreatPastEdge::Stops => (to - 1).max(0),
        };
        let level = rules.stat(self.state, victim, Stat::RetreatDefence);
        let squares = level.min(damage).min(room);
        let barred = cost > 0 && rules.bans(self.state, victim).has(Ban::SpendCore);
        if squares <= 0 || self.state.unit(victim).cores < cost || barred {
            return (to, 0);
        }
        self.obs.event(|| Event::Retreats { unit: victim, squares, to: (to - squares).max(0) });
        self.obs.add(victim, Metric::Retreated, squares as u32);
        if cost > 0 {
            self.obs.add(victim, Metric::CoresOnEnduring, cost as u32);
            self.spend(victim, cost, Exhaustion::Endure);
        }
        (to - squares, squares)
    }

    /// JU-76: life falls; at 0 the unit is incapacitated.
    fn lose_life(&mut self, action_ref: ActionRef, target: ActionTarget, damage: i32) {
        let victim = target.unit;
        let it = self.state.unit_mut(victim);
        let lost = damage.min(it.life);
        it.life -= lost;
        let life = it.life;
        self.obs.damage(action_ref, target, lost as u32);
        self.obs.add_if(!target.is_ally, action_ref.by, Metric::DamageDealt, lost as u32);
        self.obs.add(victim, Metric::DamageTaken, lost as u32);
        if damage > 0 {
            self.obs.event(|| Event::Loses { unit: victim, damage, life });
        }
    }

    /// JU-68: dead at once.
    fn die(&mut self, action_ref: ActionRef, target: ActionTarget, life: i32) {
        let (attacker, victim) = (action_ref.by, target.unit);
        if !self.state.down.has(victim) {
            self.obs.felled(target, Cause::Action(action_ref));
        }
        let state = &mut *self.state;
        let full = life == self.rules.unit(victim).life;
        state.dead.insert(victim);
        state.down.remove(victim);
        state.off.remove(victim);
        state.leaving.remove(victim);
        state.unnoticed.remove(victim);
        *state.unit_mut(victim) = UnitState::default();
        self.rules.clear_marks(state, victim);
        self.obs.event(|| Event::Dead { unit: victim });
        self.obs.mark(victim, Clock::Dead(Dead::Damage));
        self.obs.add(attacker, Metric::Kills, 1);
        self.obs.add_if(full, attacker, Metric::OneBlowKills, 1);
        self.something_changed();
        if self.rules.has_abilities && attacker != victim {
            let mut strike = Strike::default();
            self.react(attacker, Timing::OnKill, victim, &mut strike);
        }
    }

    /// JU-76: a unit whose life has come to 0 is incapacitated on its square.
    fn fall(&mut self, target: ActionTarget, action_ref: ActionRef) {
        let victim = target.unit;
        let state = &mut *self.state;
        if state.unit(victim).life > 0 || state.down.has(victim) || state.dead.has(victim) {
            return;
        }
        state.down.insert(victim);
        self.obs.event(|| Event::Incapacitated { unit: victim });
        self.obs.felled(target, Cause::Action(action_ref));
        self.obs.mark(victim, Clock::Incapacitated(Incapacitated::Damage));
        self.something_changed();
    }

    /// Spends cores of the unit's own choice and, when they are gone, high mana (JU-09). X-1
    /// strikes when this takes the last core.
    pub(crate) fn spend(&mut self, unit: UnitId, n: i32, why: Exhaustion) {
        let it = self.state.unit_mut(unit);
        let cores = n.min(it.cores);
        it.cores -= cores;
        it.mana -= n - cores;
        debug_assert!(it.mana >= 0, "a unit spends what it has");
        if cores > 0 && it.cores == 0 {
            self.obs.mark(unit, Clock::Exhausted(why));
            self.obs.event(|| Event::Exhausted { unit, why });
        }
    }

    /// JU-69: squares by an effect that is no damage: less machine level and type reduction.
    pub(crate) fn push(&mut self, victim: UnitId, by: UnitId, squares: i32) {
        if self.rules.rulings.knockback == Switch::On {
            let squares = self.rules.knockback(self.state, victim, squares);
            self.knock_back(victim, by, squares, 0);
        }
    }
}
