//! Attacks: of PCs on fixed values, of enemies on defence rolls, single and on a square (JU-41 to
//! JU-56, JU-81).

use crate::choose::harm::Declared;
use crate::data::events::Event;
use crate::data::metrics::{Clock, DryAttack, Metric};
use crate::data::rulings::AreaEffectRoll;
use crate::data::setup::AttackKind;
use crate::data::vocabulary::Timing;
use crate::dice::pool::Successes;
use crate::rules::attacks::damage::Strike;
use crate::rules::attacks::defend::AttackSpec;
use crate::{Juso, Play, WeaponProfile, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// An attack on one unit.
    pub(crate) fn attack(&mut self, unit: UnitId, weapon: usize, target: UnitId) {
        let mut strike = Strike { action: weapon as u8, ..Strike::default() };
        self.open_attack(unit, target, &mut strike);
        let profile = self.rules.unit(unit).profiles[weapon];
        // The target may be gone by an ability that was declared with the attack.
        if self.state.active(UnitSet::one(target)).is_empty()
            || self.state.able(UnitSet::one(unit)).is_empty()
        {
            self.close_attack(unit, weapon, &profile);
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let declared = rules.declare(state, unit, &profile, UnitSet::one(target));
        let Declared { aim, cores, split } = declared;
        let (pool, weapon_id) = ((aim.pool + cores).max(0), weapon as u8);
        self.obs.event(|| Event::Attacks { unit, target, weapon: weapon_id, pool, cores, split });
        self.pay_for_attack(unit, &profile, &declared);
        let hits = if rules.unit(target).is_pc() {
            self.against_defence(unit, &profile, target, &declared, &mut strike)
        } else {
            self.against_value(unit, &profile, target, &declared, &strike)
        };
        let most = rules.deadly_roll(self.state, target);
        let rolled = self.roll_damage(unit, hits, declared.damage(&profile), most);
        if hits {
            self.damage(unit, target, rolled, strike);
        } else {
            self.obs.attack(strike.action_ref(unit), rules.victim_of(unit, target), false, 0);
        }
        self.close_attack(unit, weapon, &profile);
    }

    /// JU-38: an attack shows the unit; abilities are declared with it.
    fn open_attack(&mut self, unit: UnitId, target: UnitId, strike: &mut Strike) {
        self.obs.add(unit, Metric::Attacks, 1);
        self.obs.used(strike.action_ref(unit));
        self.acted = true;
        self.notice(unit);
        if self.rules.has_abilities {
            self.react(unit, Timing::WithAttack, target, strike);
        }
    }

    /// The end of an attack: what lasted for it ends, and a thrown weapon may be lost (JU-50).
    fn close_attack(&mut self, unit: UnitId, weapon: usize, profile: &WeaponProfile) {
        if profile.thrown && self.rules.rulings.thrown_lost.is_yes() && !self.state.dead.has(unit) {
            self.state.unit_mut(unit).lost |= 1 << weapon;
        }
        self.end_of_attack();
    }

    /// JU-42, steps 2 to 4: cores are spent, dice are split.
    fn pay_for_attack(&mut self, unit: UnitId, profile: &WeaponProfile, declared: &Declared) {
        let info = self.rules.unit(unit);
        let cores = declared.cores;
        if info.has_cores {
            self.obs.add(unit, Metric::CoresPerAttack, cores as u32);
            // only those who can have cores run dry of them.
            if cores == 0 && info.fuelled && self.state.unit(unit).cores == 0 {
                self.obs.mark(unit, Clock::DryAttack(DryAttack::Attack));
            }
        }
        if info.is_pc() {
            self.obs.add(unit, Metric::SplitDice, declared.split as u32);
        }
        if profile.kind == AttackKind::Ranged {
            self.obs.add(unit, Metric::ObstacleDice, declared.aim.obstacles as u32);
        }
        self.pay_for_dice(unit, cores);
    }

    /// JU-42, step 5: the base roll against a fixed value; of enemies against enemies too
    /// (JU-81).
    fn against_value(
        &mut self,
        unit: UnitId,
        profile: &WeaponProfile,
        target: UnitId,
        declared: &Declared,
        strike: &Strike,
    ) -> bool {
        let value = self.rules.value_against(self.state, unit, profile, target) + strike.to_hit;
        let roll = Successes::against(declared.base(), value.max(1));
        let rolled = self.dice.draw_if(value > 0, by(unit, Purpose::Hit), &roll);
        let hits = value <= 0 || rolled >= value;
        self.obs.event(|| Event::BaseRoll { unit, target, dice: roll.dice(), rolled, value, hits });
        self.obs.add(unit, Metric::HitBefore, u32::from(hits));
        hits
    }

    /// JU-43: successes that the PC answers; none fails. Attacks of PCs on PCs go the same way
    /// (JU-81).
    fn against_defence(
        &mut self,
        unit: UnitId,
        profile: &WeaponProfile,
        target: UnitId,
        declared: &Declared,
        strike: &mut Strike,
    ) -> bool {
        let roll = Successes::degree(declared.base());
        let rolled = self.dice.draw(by(unit, Purpose::Hit), &roll);
        let n = (rolled - strike.to_hit).max(0);
        self.obs.event(|| Event::PowerRoll { unit, dice: roll.dice(), rolled });
        self.obs.add(unit, Metric::HitBefore, u32::from(n > 0));
        if n == 0 {
            self.no_defence(unit);
            return false;
        }
        let damage = declared.damage(profile);
        let coming = AttackSpec { attacker: unit, kind: profile.kind, area: profile.area, n, damage };
        !self.defend(target, coming, strike) && !self.state.dead.has(target)
    }

    /// JU-54 to JU-56: an area. One base roll, compared with each target by itself; the effect is
    /// rolled once or for each.
    pub(crate) fn attack_area(&mut self, unit: UnitId, weapon: usize, column: i32) {
        let profile = self.rules.unit(unit).profiles[weapon];
        let seen = self.rules.seen(self.state, unit);
        let foes = seen.only(|foe| self.rules.column(self.state, foe) == column);
        let mut strike = Strike { action: weapon as u8, ..Strike::default() };
        self.open_attack(unit, foes.first(), &mut strike);
        // An ability that was declared with the attack may have cost the attacker its stand.
        if self.state.able(UnitSet::one(unit)).is_empty() {
            self.close_attack(unit, weapon, &profile);
            return;
        }
        let (rules, state) = (self.rules, &*self.state);
        let targets = rules.on_square(state, unit, column);
        let declared = rules.declare(state, unit, &profile, foes.and(targets));
        let Declared { aim, cores, split } = declared;
        let (pool, weapon_id) = ((aim.pool + cores).max(0), weapon as u8);
        self.obs.event(|| Event::AttacksArea { unit, column, weapon: weapon_id, pool, cores, split });
        self.pay_for_attack(unit, &profile, &declared);
        let roll = self.area_roll(unit, &profile, targets, declared.base(), strike.to_hit);
        let rolled = self.dice.draw(by(unit, Purpose::Hit), &roll);
        self.obs.event(|| Event::PowerRoll { unit, dice: roll.dice(), rolled });
        let n = (rolled - strike.to_hit).max(0);
        let mut hit = UnitSet::default();
        let mut strikes = [Strike::default(); fray_engine::roster::MAX_UNITS];
        for target in targets {
            let its = &mut strikes[target.idx()];
            *its = strike;
            let hits = if rules.unit(target).is_pc() {
                let coming = AttackSpec {
                    attacker: unit,
                    kind: profile.kind,
                    area: true,
                    n,
                    damage: declared.damage(&profile),
                };
                n > 0 && !self.defend(target, coming, its)
            } else {
                let value = rules.value_against(self.state, unit, &profile, target);
                let hits = n >= value;
                self.obs.event(|| Event::BaseRoll { unit, target, dice: roll.dice(), rolled, value, hits });
                hits
            };
            if hits {
                hit.insert(target);
            } else {
                self.obs.attack(strike.action_ref(unit), rules.victim_of(unit, target), false, 0);
            }
        }
        self.obs.add(unit, Metric::HitBefore, u32::from(n > 0));
        self.area_effect(unit, declared.damage(&profile), hit, &strikes);
        self.close_attack(unit, weapon, &profile);
    }

    /// The base roll of an area, read only as far as its targets tell its results apart.
    fn area_roll(
        &self,
        unit: UnitId,
        profile: &WeaponProfile,
        targets: UnitSet,
        base: i32,
        to_hit: i32,
    ) -> Successes {
        let (rules, state) = (self.rules, &*self.state);
        if targets.into_iter().any(|target| rules.unit(target).is_pc()) || self.rules.has_abilities {
            return Successes::degree(base);
        }
        let value = |target| rules.value_against(state, unit, profile, target) + to_hit;
        let (least, most) = (targets.map(value).min(), targets.map(value).max());
        // Whether there is any success is counted, too.
        Successes::between(base, least.unwrap_or(1).min(1 + to_hit), most.unwrap_or(1))
    }

    /// JU-55: the effect of an area on those it hits.
    fn area_effect(&mut self, unit: UnitId, damage: i32, hit: UnitSet, strikes: &[Strike]) {
        let shared = self.rules.rulings.area_effect_roll == AreaEffectRoll::Shared;
        let rolled = if shared { self.roll_damage(unit, !hit.is_empty(), damage, i32::MAX) } else { 0 };
        for target in hit {
            // An ability that answers the first blow may have taken the next target away.
            if self.state.dead.has(target) || self.state.off.has(target) {
                let action_ref = strikes[target.idx()].action_ref(unit);
                self.obs.attack(action_ref, self.rules.victim_of(unit, target), true, 0);
                continue;
            }
            let most = self.rules.deadly_roll(self.state, target);
            let rolled = if shared { rolled } else { self.roll_damage(unit, true, damage, most) };
            self.damage(unit, target, rolled, strikes[target.idx()]);
        }
    }
}
