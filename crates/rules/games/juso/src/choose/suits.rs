//! The targets that an ability could be used on, the number that it is rolled against, and its worth before
//! its use (JU-80, D-13, D-16).

use crate::Juso;
use crate::choose::Aim;
use crate::choose::harm::Declared;
use crate::data::rulings::{CoreDiceOn, Switch};
use crate::data::setup::AttackKind;
use crate::data::tactics::AbilityUse;
use crate::data::vocabulary::{
    Ability, AbilityRoll, AbilityTarget, Amount, Ban, Bans, Check, Direction, Duration, Effect, Pool, Stat,
    StatusId, Timing, Versus,
};
use crate::dice::pool::p_at_least;
use crate::rules::attacks::damage::Strike;
use crate::state::State;
use fray_engine::roster::{UnitId, UnitSet};

impl Juso {
    /// Returns whether the unit can pay for an ability.
    pub(crate) fn is_affordable(&self, state: &State, unit: UnitId, at: usize) -> bool {
        let (cost, it) = (&self.unit(unit).abilities[at].ability.cost, state.unit(unit));
        let [round, fight] = state.uses[unit.idx() * self.n_abilities + at];
        it.cores >= i32::from(cost.cores)
            && it.mana >= i32::from(cost.high_mana)
            && (cost.life == 0 || it.life > i32::from(cost.life))
            && cost.uses_per_round.is_none_or(|most| round < most)
            && cost.uses_per_fight.is_none_or(|most| fight < most)
            && (cost.cores == 0 || !self.bans(state, unit).has(Ban::SpendCore))
    }

    /// D-16: those whom the ability could be used on now, to some effect and under its conditions, each
    /// judged by itself; `other` is the other one of an attack.
    pub(crate) fn candidates(
        &self,
        state: &State,
        unit: UnitId,
        at: usize,
        other: Option<UnitId>,
    ) -> UnitSet {
        let ability = &self.unit(unit).abilities[at].ability;
        let range = ability.range.columns(|stat| self.stat(state, unit, stat));
        let near = |whom: UnitSet| whom.only(|it| it == unit || self.distance(state, unit, it) <= range);
        let allies = self.allies(unit);
        let whom = match (ability.target, other) {
            (AbilityTarget::Itself, _) => UnitSet::one(unit),
            (AbilityTarget::Attacker | AbilityTarget::Enemy | AbilityTarget::Square, Some(other)) => {
                near(UnitSet::one(other).without(state.dead).without(state.off))
            }
            (AbilityTarget::Attacker, None) => UnitSet::default(),
            (AbilityTarget::Enemy | AbilityTarget::Square, None) => near(self.seen(state, unit)),
            (AbilityTarget::Ally, _) if is_revival(ability) => {
                near(allies.and(state.down).without(state.off))
            }
            (AbilityTarget::Ally, _) => near(state.active(allies)).without(UnitSet::one(unit)),
            (AbilityTarget::AllAllies, _) => near(state.active(allies)),
            (AbilityTarget::AllEnemies, _) => near(state.active(self.enemies(unit))),
        };
        let chosen = &self.unit(unit).tactics.ability;
        let fits = |it| {
            let fact = |fact| self.fact_on(state, unit, it, fact);
            let chosen = match chosen.choose(fact) {
                AbilityUse::FirstUsable => true,
                AbilityUse::Never => false,
                AbilityUse::This(only) => only as usize == at,
            };
            chosen
                && ability.target_has.is_none_or(|status| self.has_mark(state, it, status.0))
                && ability.when.as_ref().is_none_or(|when| when.holds(fact))
                && ability.effects.iter().any(|effect| self.does_something(state, unit, it, at, effect))
        };
        whom.only(fits)
    }

    /// Returns whether an effect of `unit` changes anything for this target: healing not for the unhurt, cores not
    /// for whom they buy nothing, no flag for whose side holds it. The incapacitated can be revived, hit and
    /// moved, and that is all.
    pub(crate) fn does_something(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        at: usize,
        effect: &Effect,
    ) -> bool {
        let skill = &self.unit(unit).abilities[at];
        let ability = &skill.ability;
        let it = state.unit(target);
        let is_down = state.down.has(target);
        match *effect {
            Effect::Revive(_) => is_down,
            Effect::Damage { amount, ignore_special_armour, .. } => {
                is_down || ignore_special_armour || self.gets_through(state, target, amount)
            }
            Effect::Knockback(_) => self.rulings.knockback == Switch::On,
            Effect::MoveSelf { direction, through_enemies, .. } => {
                self.may_shift(state, unit, direction, through_enemies)
            }
            Effect::MoveTarget { direction, through_enemies, .. } => {
                self.may_shift(state, target, direction, through_enemies)
            }
            Effect::TakeFlag => state.flag != self.unit(unit).side,
            _ if is_down => false,
            Effect::Heal(_) => it.life < self.unit(target).life,
            Effect::RemoveStatus(status) => self.has_mark(state, target, status.0),
            Effect::GainCore(_) => self.unit(target).uses_cores,
            Effect::LoseCore(_) => it.cores > 0 && self.unit(target).uses_cores,
            Effect::GainHighMana(_) => self.unit(target).uses_mana,
            Effect::SwitchWeapon(at) => it.hand != at && usize::from(at) < self.unit(target).profiles.len(),
            Effect::ReduceDamage(_) => ability.timing == Timing::OnDamage,
            Effect::ReduceKnockback(_) => {
                matches!(ability.timing, Timing::OnDefence | Timing::OnDamage | Timing::OnKnockback)
            }
            Effect::ChangeDifficulty(n) => {
                n != 0 && matches!(ability.timing, Timing::WithAttack | Timing::OnDefence)
            }
            // The longer of two stays.
            Effect::AttackDice(_)
            | Effect::DefenceDice(_)
            | Effect::DamageDice(_)
            | Effect::ChangeValue(_)
            | Effect::RepeatDefenceImmunity => {
                self.lasts_less(state, target, skill.mark, Self::lasts(ability))
            }
            Effect::AddStatus(status) if !self.bars_something(target, status) => false,
            Effect::AddStatus(status) if !self.marks[status.0 as usize].one_activation => {
                self.lasts_less(state, target, status.0, Self::status_lasts(ability))
            }
            _ => true,
        }
    }

    /// JU-80: whether a status that does nothing but forbid forbids what its bearer could do: spend cores, which some have
    /// no use for, or defend, which enemies do not (JU-41).
    fn bars_something(&self, target: UnitId, status: StatusId) -> bool {
        let info = self.unit(target);
        let bans = self.marks[usize::from(status.0)].only_forbids;
        let useless = Bans::of(&[Ban::SpendCore, Ban::Defend]);
        !bans.any()
            || bans.or(useless) != useless
            || bans.has(Ban::SpendCore) && info.uses_cores
            || bans.has(Ban::Defend) && info.is_pc()
    }

    /// JU-67: whether damage can be more than the special armour of its target; that of split dice may be.
    fn gets_through(&self, state: &State, target: UnitId, amount: Amount) -> bool {
        let most = i32::from(amount.fixed) + i32::from(amount.dice);
        amount.split || most > self.stat(state, target, Stat::SpecialArmour).max(0)
    }

    /// D-16: whether an ability does nothing but make the attacks of its user's own activation better.
    pub(crate) fn only_for_attacks(&self, unit: UnitId, at: usize) -> bool {
        let abilities = &self.unit(unit).abilities;
        let ability = &abilities[at].ability;
        let is_for_attacks = |effect: &Effect| match *effect {
            Effect::AttackDice(_) | Effect::DamageDice(_) => true,
            Effect::ChangeValue(change) => matches!(
                change.stat,
                Stat::Power
                    | Stat::Damage
                    | Stat::AttackDice
                    | Stat::DamageDice
                    | Stat::SkillMelee
                    | Stat::SkillRanged
                    | Stat::SkillJujutsu
            ),
            _ => false,
        };
        ability.target == AbilityTarget::Itself
            && ability.duration == Duration::ThisActivation
            && ability.effects.iter().all(is_for_attacks)
            && !abilities.iter().any(|other| other.ability.damage().is_some())
    }

    /// Returns whether a move of one square that an ability makes goes anywhere.
    fn may_shift(&self, state: &State, unit: UnitId, direction: Direction, through: bool) -> bool {
        let forward = direction == Direction::Forward;
        !state.off.has(unit) && self.destination(state, unit, forward, 1, through) != state.unit(unit).own
    }

    /// JU-54, JU-56: the difficulty of an ability's roll against a target.
    pub(crate) fn difficulty(&self, state: &State, unit: UnitId, check: &Check, target: UnitId) -> i32 {
        let bonus = match (check.area, self.unit(unit).is_pc()) {
            (false, _) => 0,
            (true, true) => self.rulings.area_bonus.0,
            (true, false) => self.rulings.enemy_area_bonus.0,
        };
        match check.versus {
            Versus::Fixed(n) => i32::from(n),
            Versus::Value(kind) | Versus::DefenceRoll(kind) => {
                self.defence_value(state, target, kind) + bonus
            }
        }
    }

    /// The defence that a target rolls against the roll of an ability, if it rolls one.
    pub(crate) fn defends(&self, check: &Check, target: UnitId) -> Option<AttackKind> {
        match check.versus {
            Versus::Value(kind) | Versus::DefenceRoll(kind) if self.unit(target).is_pc() => Some(kind),
            _ => None,
        }
    }

    /// D-07, D-08: the dice of an ability's roll, declared against the first of its targets that is an
    /// enemy, if one is.
    pub(crate) fn declare_check(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        check: &Check,
        targets: UnitSet,
    ) -> Declared {
        let attack = ability.damage();
        let foes = targets.and(self.enemies(unit));
        let first = if foes.is_empty() { targets.first() } else { foes.first() };
        let base = self.pool(state, unit, check.pool);
        let p_hit = |dice: i32| p_at_least(dice, self.difficulty(state, unit, check, first));
        let aim = Aim {
            pool: base + if attack.is_some() { self.stat(state, unit, Stat::AttackDice) } else { 0 },
            limit: base,
            own: attack.map_or(0, |(amount, _)| i32::from(amount.dice)),
            bonus: 0,
            most_split: if check.split { i32::MAX } else { 0 },
            obstacles: 0,
        };
        let buys = attack.is_some() || self.rulings.core_dice_on == CoreDiceOn::AnyBaseRoll;
        let cores = if buys {
            self.cores_to_spend(state, unit, aim.limit, |cores| p_hit(aim.pool + cores))
        } else {
            0
        };
        let split = self.split(state, unit, &aim, cores, p_hit, attack.is_some().then_some(first));
        Declared { aim, cores, split }
    }

    /// The expected harm of an ability on everybody of `targets`; what is no damage counts a point a head.
    pub(crate) fn ability_harm(
        &self,
        state: &State,
        unit: UnitId,
        ability: &Ability,
        targets: UnitSet,
    ) -> f64 {
        let Some((amount, strike)) = ability.damage() else { return self.net(state, unit, targets, |_| 1.0) };
        let mut dice = i32::from(amount.dice);
        let mut base = 0;
        match &ability.roll {
            AbilityRoll::None => {}
            AbilityRoll::Degree(n) => {
                base = i32::from(*n);
                dice += if amount.split { base } else { 0 };
            }
            AbilityRoll::Check(check) => {
                let declared = self.declare_check(state, unit, ability, check, targets);
                base = declared.base();
                dice += if amount.split { declared.split } else { 0 };
            }
        }
        let p = |target: UnitId| match &ability.roll {
            AbilityRoll::None => 1.0,
            AbilityRoll::Degree(_) if amount.split => 1.0,
            AbilityRoll::Degree(_) => p_at_least(base, 1),
            AbilityRoll::Check(check) => match self.defends(check, target) {
                Some(kind) => self.answer(state, unit, kind, check.area, target).p_hit(base),
                None => p_at_least(base, self.difficulty(state, unit, check, target)),
            },
        };
        let impact = [dice, i32::from(amount.fixed)];
        self.net(state, unit, targets, |target| {
            p(target) * self.mean_loss(state, [unit, target], impact, &strike)
        })
    }

    /// The dice of an ability's roll before cores.
    pub(crate) fn pool(&self, state: &State, unit: UnitId, pool: Pool) -> i32 {
        match pool {
            Pool::Ability(which) => self.ability(state, unit, which),
            Pool::Dice(n) => i32::from(n),
        }
    }
}

impl Ability {
    /// Its first damage, and how that strikes.
    pub(crate) fn damage(&self) -> Option<(Amount, Strike)> {
        self.effects.iter().find_map(|effect| match *effect {
            Effect::Damage { amount, ignore_special_armour, no_knockback, as_back_attack } => {
                let strike = Strike {
                    ignores_special_armour: ignore_special_armour,
                    no_knockback,
                    is_back_attack: as_back_attack,
                    ..Strike::default()
                };
                Some((amount, strike))
            }
            _ => None,
        })
    }
}

/// Returns whether the ability brings back the incapacitated.
pub(crate) fn is_revival(ability: &Ability) -> bool {
    ability.effects.iter().any(|effect| matches!(effect, Effect::Revive(_)))
}
