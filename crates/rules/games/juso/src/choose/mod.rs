//! Tactics: whom, with what, with how many cores and how many dice on the effect (D-04, D-05,
//! D-07, D-08).

pub(crate) mod harm;
pub(crate) mod suits;

use crate::data::rulings::{CoreDiceSplit, DeathRule, RangedModTarget, SplitCap, Switch};
use crate::data::setup::AttackKind;
use crate::data::tactics::{CoreAttack, Split, Target};
use crate::data::vocabulary::{Ban, Stat};
use crate::dice::pool::{p_at_least, p_through};
use crate::state::State;
use crate::{Juso, Play, WeaponProfile, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// The dice of an attack before cores are spent and dice are split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// The pool without cores, not yet clamped (JU-42).
    pub(crate) pool: i32,
    /// The most cores (JU-06).
    pub(crate) limit: i32,
    /// The weapon's own dice, or effect dice.
    pub(crate) own: i32,
    /// Damage dice of abilities, beyond the limit of JU-44.
    pub(crate) bonus: i32,
    /// The most split dice that can count (JU-44, JU-55).
    pub(crate) most_split: i32,
    /// Dice lost to obstacles (JU-52).
    pub(crate) obstacles: i32,
}

/// The resistance that an attack has to overcome, as its tactics see it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Against {
    /// A number of successes.
    Value(i32),
    /// A defence roll: its pool, what is taken off the successes of the attack, and the least
    /// difficulty that can come of that.
    Defence { pool: i32, less: i32, floor: i32 },
}

impl Against {
    /// The chance that a base roll of this many dice hits.
    pub(crate) fn p_hit(self, dice: i32) -> f64 {
        match self {
            Self::Value(value) => p_at_least(dice, value),
            Self::Defence { pool, less, floor } => p_through(dice, pool, |n| lowered(n, less, floor)),
        }
    }
}

/// JU-04, JU-64: a difficulty of `n` less `armour`, which does not lower it below the floor.
#[inline(always)]
pub(crate) fn lowered(n: i32, armour: i32, floor: i32) -> i32 {
    if armour > 0 { (n - armour).max(floor.min(n)) } else { n - armour }
}

impl Juso {
    /// The enemies that a unit's tactics see: active, and not unnoticed.
    #[inline(always)]
    pub(crate) fn seen(&self, state: &State, unit: UnitId) -> UnitSet {
        let foes = state.active(self.enemies(unit));
        if state.unnoticed.is_empty() {
            return foes;
        }
        foes.only(|foe| !self.is_overlooked(state, foe))
    }

    /// The seen enemies within `reach` of a unit on the board.
    #[inline(always)]
    pub(crate) fn in_reach(&self, state: &State, unit: UnitId, reach: i32) -> UnitSet {
        self.near(state, unit, self.seen(state, unit), reach)
    }

    /// D-04 `nearest`: distance, then lower life, then list.
    #[inline(always)]
    pub(crate) fn nearest(&self, state: &State, unit: UnitId, among: UnitSet) -> UnitId {
        among.least(|foe| (self.distance(state, unit, foe), state.unit(foe).life))
    }

    /// JU-42, JU-43: the dice of an attack on somebody at `column`; `mods` are the ranged
    /// modifiers of the target.
    pub(crate) fn aim(
        &self,
        state: &State,
        unit: UnitId,
        profile: &WeaponProfile,
        target: Option<UnitId>,
    ) -> Aim {
        let is_pc = self.unit(unit).is_pc();
        let power = self.changed(state, unit, Stat::Power, profile.power);
        let base = if is_pc { self.attack_ability(state, unit, profile) } else { power };
        let mut pool = base
            + if is_pc { self.attack_skill(state, unit, profile.kind) } else { 0 }
            + self.stat(state, unit, Stat::AttackDice);
        let mut obstacles = 0;
        if profile.kind == AttackKind::Ranged
            && let Some(target) = target
        {
            obstacles = self.obstacles(state, self.column(state, unit), self.column(state, target));
            pool -= obstacles;
            if self.mods_on_pool(unit, target) {
                pool += self.ranged_mods(state, target);
            }
        }
        let own = self.changed(state, unit, Stat::Damage, profile.damage).max(0);
        Aim {
            pool,
            limit: base,
            own,
            bonus: self.stat(state, unit, Stat::DamageDice),
            // JU-44: jujutsu has no weapon, only a cap of its own (JU-55).
            most_split: match self.rulings.split_cap {
                _ if profile.kind == AttackKind::Jujutsu => (profile.effect_cap - own).max(0),
                SplitCap::Total2x => own,
                SplitCap::Extra2x => 2 * own,
                SplitCap::None => i32::MAX,
            },
            obstacles,
        }
    }

    /// JU-51: whether ranged modifiers change the dice of a shot. Shots at PCs meet no value, so
    /// there they always do.
    fn mods_on_pool(&self, unit: UnitId, target: UnitId) -> bool {
        let applies = self.unit(unit).is_pc() || self.rulings.ranged_mods_for_enemies.is_yes();
        let on_value = self.rulings.ranged_mod_target == RangedModTarget::DefenceValue;
        applies && (!on_value || self.unit(target).is_pc())
    }

    /// JU-41, JU-51, JU-54: the value that an attack on an enemy has to reach. An enemy's attack
    /// without a success fails whatever the value (JU-43).
    pub(crate) fn value_against(
        &self,
        state: &State,
        unit: UnitId,
        profile: &WeaponProfile,
        target: UnitId,
    ) -> i32 {
        let mut value = self.defence_value(state, target, profile.kind);
        let is_pc = self.unit(unit).is_pc();
        if profile.kind == AttackKind::Ranged
            && self.rulings.ranged_mod_target == RangedModTarget::DefenceValue
            && (is_pc || self.rulings.ranged_mods_for_enemies.is_yes())
        {
            value -= self.ranged_mods(state, target);
        }
        if profile.area {
            value += if is_pc { self.rulings.area_bonus.0 } else { self.rulings.enemy_area_bonus.0 };
        }
        if is_pc { value } else { value.max(1) }
    }

    /// JU-58 to JU-64: the amount by which the difficulty of a PC's defence is lowered. Below 0 it is raised:
    /// by the area of an enemy (JU-56).
    pub(crate) fn lowers(
        &self,
        state: &State,
        attacker: UnitId,
        weapon_kind: AttackKind,
        area: bool,
        target: UnitId,
    ) -> i32 {
        match weapon_kind {
            AttackKind::Melee | AttackKind::Ranged => self.stat(state, target, Stat::Armour),
            AttackKind::Jujutsu if area && !self.unit(attacker).is_pc() => -self.rulings.enemy_area_bonus.0,
            AttackKind::Jujutsu => 0,
        }
    }

    /// Returns the resistance that an attack on `target` has to overcome.
    pub(crate) fn against(
        &self,
        state: &State,
        unit: UnitId,
        profile: &WeaponProfile,
        target: UnitId,
    ) -> Against {
        if !self.unit(target).is_pc() {
            return Against::Value(self.value_against(state, unit, profile, target));
        }
        self.answer(state, unit, profile.kind, profile.area, target)
    }

    /// JU-57: the defence roll of a PC that an attack of this kind meets.
    pub(crate) fn answer(
        &self,
        state: &State,
        unit: UnitId,
        kind: AttackKind,
        area: bool,
        target: UnitId,
    ) -> Against {
        if state.down.has(target) || self.bans(state, target).has(Ban::Defend) {
            return Against::Value(1);
        }
        Against::Defence {
            pool: self.defence_dice(state, target, kind) - self.weariness(state, target),
            less: self.lowers(state, unit, kind, area, target),
            floor: self.rulings.armour_floor.0,
        }
    }

    /// JU-06, JU-09: the points that a unit could spend on dice: cores and, behind them, high mana.
    pub(crate) fn fuel(&self, state: &State, unit: UnitId) -> i32 {
        let info = self.unit(unit);
        if !info.has_cores || self.bans(state, unit).has(Ban::SpendCore) {
            return 0;
        }
        let cores = (state.unit(unit).cores - i32::from(info.tactics.core_reserve)).max(0);
        match self.rulings.high_mana_use {
            crate::data::rulings::HighManaUse::AbilityCostOnly => cores,
            crate::data::rulings::HighManaUse::AlsoCoreDice => cores + state.unit(unit).mana,
        }
    }

    /// Returns whether the unit has a choice of dice at all: cores to spend, or a split (JU-05, JU-06).
    #[inline(always)]
    pub(crate) fn chooses_dice(&self, unit: UnitId) -> bool {
        let info = self.unit(unit);
        info.has_cores || info.is_pc() || self.rulings.enemy_split.is_yes()
    }

    /// D-07: how many dice are bought for a roll. `p` gives its chance by the number of dice bought.
    #[inline(always)]
    pub(crate) fn cores_to_spend(
        &self,
        state: &State,
        unit: UnitId,
        limit: i32,
        p: impl Fn(i32) -> f64,
    ) -> i32 {
        let most = self.fuel(state, unit).min(limit).max(0);
        if most == 0 {
            return 0;
        }
        let tactics = &self.unit(unit).tactics;
        match self.choose(state, unit, &tactics.core_attack) {
            CoreAttack::Max => most,
            CoreAttack::Number(n) => most.min(i32::from(n)),
            CoreAttack::Needed => {
                let enough = f64::from(tactics.core_p_ppm) / 1e6;
                (0..=most).find(|&cores| p(cores) >= enough).unwrap_or(most)
            }
        }
    }

    /// JU-05, JU-44: the most dice that may be split off and count.
    pub(crate) fn most_split(&self, aim: &Aim, cores: i32) -> i32 {
        let pool = aim.pool + cores;
        let least = self.rulings.split_min_base.0;
        let bought = match self.rulings.core_dice_split {
            CoreDiceSplit::Yes => 0,
            CoreDiceSplit::BaseOnly => cores,
        };
        aim.most_split.min(pool - least).min(pool - bought).max(0)
    }

    /// D-08: how many dice go to the effect. `against` are the targets, of whom `first` is the one
    /// that a blow may kill.
    pub(crate) fn split(
        &self,
        state: &State,
        unit: UnitId,
        aim: &Aim,
        cores: i32,
        p_hit: impl Fn(i32) -> f64,
        victim: Option<UnitId>,
    ) -> i32 {
        let most = self.most_split(aim, cores);
        if most == 0 || !(self.unit(unit).is_pc() || self.rulings.enemy_split.is_yes()) {
            return 0;
        }
        let pool = aim.pool + cores;
        let dice = |k: i32| aim.own + k + aim.bonus;
        let ev = |k: i32| p_hit(pool - k) * f64::from(dice(k).max(0));
        let tactics = &self.unit(unit).tactics;
        match self.choose(state, unit, &tactics.split) {
            Split::Number(k) => most.min(i32::from(k)),
            Split::Ev => best_of(most, |k| (ev(k), 0.0)),
            Split::Kill => {
                let kills = victim.and_then(|victim| self.felling_roll(state, unit, victim));
                let p_kill =
                    |k: i32| kills.map_or(0.0, |damage| p_hit(pool - k) * p_at_least(dice(k), damage));
                best_of(most, |k| (p_kill(k), ev(k)))
            }
        }
    }

    /// JU-69: the squares that damage after special armour knocks the victim back.
    #[inline(always)]
    pub(crate) fn knockback(&self, state: &State, victim: UnitId, damage: i32) -> i32 {
        if self.rulings.knockback == Switch::Off {
            return 0;
        }
        let level = self.stat(state, victim, Stat::MachineLevel);
        (damage - level - self.unit(victim).body as i32).max(0)
    }

    /// JU-68: whether damage kills; `back` are the squares of a back attack (JU-73).
    #[inline(always)]
    pub(crate) fn is_deadly(&self, state: &State, victim: UnitId, damage: i32, back: i32) -> bool {
        let damage = damage + if self.rulings.back_attack_kills.is_yes() { back } else { 0 };
        match self.rulings.death_rule {
            DeathRule::CurrentLife => damage >= state.unit(victim).life,
            DeathRule::Over => damage > state.unit(victim).life,
            DeathRule::MaxLife => damage >= self.unit(victim).life,
            DeathRule::Never => false,
        }
    }
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// D-04: one of these foes, of whom there is at least one.
    pub(crate) fn choose_target(&mut self, unit: UnitId, among: UnitSet) -> UnitId {
        let (rules, state) = (self.rules, &*self.state);
        if among.len() == 1 {
            return among.first();
        }
        match rules.choose(state, unit, &rules.unit(unit).tactics.target) {
            Target::Random => among.nth(self.dice.below(by(unit, Purpose::Choice), among.len())),
            fixed => rules.fixed_target(state, unit, fixed, among),
        }
    }
}

impl Juso {
    /// D-04 without chance; where chance would choose, the first in listed order.
    pub(crate) fn fixed_target(&self, state: &State, unit: UnitId, how: Target, among: UnitSet) -> UnitId {
        match how {
            Target::Nearest => self.nearest(state, unit, among),
            Target::Weakest => among.least(|foe| (state.unit(foe).life, self.distance(state, unit, foe))),
            Target::MostForward => among.least(|foe| (-state.unit(foe).own, 0)),
            Target::First | Target::Random => among.first(),
        }
    }
}

/// The split from 0 to `most` with the highest value; of equals the smallest.
fn best_of(most: i32, value: impl Fn(i32) -> (f64, f64)) -> i32 {
    let (mut best, mut highest) = (0, value(0));
    for k in 1..=most {
        let its = value(k);
        if its > highest {
            (best, highest) = (k, its);
        }
    }
    best
}
