//! Abilities: which are used when, on whom, and their rolls (JU-80, D-16). What they do stands in
//! `effect`, how long it lasts in `marks`.

use super::choose::{Aim, least};
use super::damage::Strike;
use super::defend::Coming;
use super::events::Event;
use super::metrics::{Exhaustion, Metric};
use super::pool::{Successes, p_at_least};
use super::rulings::{AreaEffectRoll, CoreDiceOn};
use super::state::State;
use super::tactics::AbilityUse;
use super::vocabulary::{
    Ability, AbilityRoll, AbilityTarget, Amount, Ban, Check, Effect, Pool, Stat, Timing, Versus,
};
use super::{Juso, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::{Deed, Observer};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// What the roll of an ability came to.
#[derive(Clone, Copy, Debug, Default)]
struct Rolled {
    /// Those it works on.
    hit: UnitSet,
    /// Dice split off for the effect.
    split: i32,
    /// Successes of a roll of degree.
    degree: i32,
}

impl Juso {
    /// Whether the unit can pay for an ability and its condition holds.
    fn is_affordable(&self, state: &State, unit: UnitId, at: usize) -> bool {
        let ability = &self.unit(unit).abilities[at].ability;
        let (cost, it) = (&ability.cost, state.unit(unit));
        let [round, fight] = state.uses[unit.idx() * self.n_abilities + at];
        it.cores >= i32::from(cost.cores)
            && it.mana >= i32::from(cost.high_mana)
            && (cost.life == 0 || it.life > i32::from(cost.life))
            && cost.uses_per_round.is_none_or(|most| round < most)
            && cost.uses_per_fight.is_none_or(|most| fight < most)
            && (cost.cores == 0 || !self.bans(state, unit).has(Ban::SpendCore))
            && ability.when.as_ref().is_none_or(|when| when.holds(|fact| self.fact(state, unit, fact)))
    }

    /// Those whom the ability could be used on now; `other` is the other one of an attack.
    fn candidates(&self, state: &State, unit: UnitId, ability: &Ability, other: Option<UnitId>) -> UnitSet {
        let range = ability.range.columns(|stat| self.stat(state, unit, stat));
        let near = |whom: UnitSet| -> UnitSet {
            whom.filter(|&it| it == unit || self.distance(state, unit, it) <= range).collect()
        };
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
        match ability.target_has {
            None => whom,
            Some(status) => whom.filter(|&it| self.has_mark(state, it, status.0)).collect(),
        }
    }

    /// The dice of an ability's roll before cores.
    pub(super) fn pool(&self, state: &State, unit: UnitId, pool: Pool) -> i32 {
        match pool {
            Pool::Ability(which) => self.ability(state, unit, which),
            Pool::Dice(n) => i32::from(n),
        }
    }
}

/// Whether the ability brings back the incapacitated.
fn is_revival(ability: &Ability) -> bool {
    ability.effects.iter().any(|effect| matches!(effect, Effect::Revive(_)))
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// D-16: the first ability of this timing that the unit can use, if any.
    pub(super) fn usable(
        &self,
        unit: UnitId,
        other: Option<UnitId>,
        fits: impl Fn(usize, Timing) -> bool,
    ) -> Option<usize> {
        let (rules, state) = (self.rules, &*self.state);
        let abilities = &rules.unit(unit).abilities;
        if abilities.is_empty() || state.active(UnitSet::one(unit)).is_empty() {
            return None;
        }
        let tactics = &rules.unit(unit).tactics;
        let choice = tactics.ability.choose(|fact| rules.fact(state, unit, fact));
        (0..abilities.len()).find(|&at| {
            let chosen = match choice {
                AbilityUse::FirstUsable => true,
                AbilityUse::Never => false,
                AbilityUse::This(only) => only as usize == at,
            };
            let ability = &abilities[at].ability;
            chosen
                && fits(at, ability.timing)
                && rules.is_affordable(state, unit, at)
                && !rules.candidates(state, unit, ability, other).is_empty()
        })
    }

    /// The moments of an attack and of the phases: the unit uses one ability of that timing.
    pub(super) fn react(&mut self, unit: UnitId, timing: Timing, other: UnitId, strike: &mut Strike) {
        if let Some(at) = self.usable(unit, Some(other), |_, when| when == timing) {
            self.use_ability(unit, at, Some(other), strike);
        }
    }

    /// The moments of a phase, for everybody in listed order; the side with the flag goes first.
    pub(super) fn abilities_of_phase(&mut self, timing: Timing) {
        if !self.rules.has_abilities {
            return;
        }
        let flag = self.state.flag;
        for side in [flag, flag.other()] {
            for unit in self.rules.of(side) {
                if let Some(at) = self.usable(unit, None, |_, when| when == timing) {
                    self.use_ability(unit, at, None, &mut Strike::default());
                    self.end_of_attack();
                }
            }
        }
    }

    /// Uses an ability: cost, targets, roll, effects in order.
    pub(super) fn use_ability(
        &mut self,
        unit: UnitId,
        at: usize,
        other: Option<UnitId>,
        strike: &mut Strike,
    ) {
        let rules = self.rules;
        let skill = &rules.unit(unit).abilities[at];
        let ability = &skill.ability;
        let targets = self.targets(unit, ability, other);
        self.obs.add(unit, Metric::Abilities, 1);
        let action = rules.ability_action(unit, at);
        self.obs.used(Deed { by: unit, action });
        self.acted = true;
        let told = targets.first();
        self.obs.event(|| Event::Ability { unit, ability: at as u8, target: told });
        let uses = &mut self.state.uses[unit.idx() * rules.n_abilities + at];
        *uses = uses.map(|n| n.saturating_add(1));
        let cost = ability.cost;
        let it = self.state.unit_mut(unit);
        it.life -= i32::from(cost.life);
        it.mana -= i32::from(cost.high_mana);
        if cost.cores > 0 {
            self.obs.add(unit, Metric::CoresOnAbilities, u32::from(cost.cores));
            self.spend(unit, i32::from(cost.cores), Exhaustion::Ability);
        }
        let mut strikes = [Strike { action, ..Strike::default() }; MAX_UNITS];
        let rolled = self.roll_ability(unit, ability, targets, &mut strikes);
        let shared = rules.rulings.area_effect_roll == AreaEffectRoll::Shared;
        for effect in &ability.effects {
            let is_damage = matches!(effect, Effect::Damage { .. });
            let purpose = if is_damage { Purpose::Damage } else { Purpose::Effect };
            let mut much = 0;
            let mut is_rolled = false;
            for target in rolled.hit.without(self.state.dead) {
                if let Some(amount) = effect.amount()
                    && !(shared && is_rolled)
                {
                    much = self.amount(unit, purpose, amount, &rolled);
                    is_rolled = true;
                }
                let its = strikes[target.idx()];
                self.effect(unit, target, effect, much, its, strike, ability, skill.mark);
            }
        }
    }

    /// Whom an ability is used on, of its candidates.
    fn targets(&mut self, unit: UnitId, ability: &Ability, other: Option<UnitId>) -> UnitSet {
        let candidates = self.rules.candidates(self.state, unit, ability, other);
        match ability.target {
            AbilityTarget::Enemy if other.is_none() => UnitSet::one(self.choose_target(unit, candidates)),
            AbilityTarget::Ally => {
                let (rules, state) = (self.rules, &*self.state);
                let distance = |it| rules.distance(state, unit, it);
                UnitSet::one(if is_revival(ability) {
                    least(candidates, |it| (distance(it), 0))
                } else {
                    least(candidates, |it| (state.unit(it).life, distance(it)))
                })
            }
            AbilityTarget::Square => {
                let range = ability.range.columns(|stat| self.rules.stat(self.state, unit, stat));
                let column = match other {
                    Some(other) => Some(self.rules.column(self.state, other)),
                    None => self.choose_square(unit, range),
                };
                column.map_or(candidates, |column| self.on_square(unit, column))
            }
            AbilityTarget::Itself
            | AbilityTarget::Enemy
            | AbilityTarget::AllAllies
            | AbilityTarget::AllEnemies
            | AbilityTarget::Attacker => candidates,
        }
    }

    /// JU-02, JU-03, JU-05: the roll of an ability, one for all its targets.
    fn roll_ability(
        &mut self,
        unit: UnitId,
        ability: &Ability,
        targets: UnitSet,
        strikes: &mut [Strike; MAX_UNITS],
    ) -> Rolled {
        let (pool, versus, split, area) = match ability.roll {
            AbilityRoll::None => return Rolled { hit: targets, ..Rolled::default() },
            AbilityRoll::Degree(dice) => {
                let roll = Successes::degree(i32::from(dice));
                let degree = self.dice.draw(by(unit, Purpose::Effect), &roll);
                let succeeds = degree > 0;
                self.obs.event(|| Event::AbilityRoll {
                    unit,
                    dice: roll.dice(),
                    rolled: degree,
                    difficulty: 1,
                    succeeds,
                });
                let hit = if succeeds { targets } else { UnitSet::default() };
                return Rolled { hit, split: 0, degree };
            }
            AbilityRoll::Check(Check { pool, versus, split, area }) => (pool, versus, split, area),
        };
        let attack = ability.effects.iter().find_map(|effect| match effect {
            Effect::Damage { amount, .. } => Some(amount),
            _ => None,
        });
        if attack.is_some() {
            self.notice(unit);
        }
        let (rules, state) = (self.rules, &*self.state);
        let base = rules.pool(state, unit, pool);
        let is_pc = rules.unit(unit).is_pc;
        let bonus = match (area, is_pc) {
            (false, _) => 0,
            (true, true) => rules.rulings.area_bonus.0,
            (true, false) => rules.rulings.enemy_area_bonus.0,
        };
        let difficulty = |state: &State, target: UnitId| match versus {
            Versus::Fixed(n) => i32::from(n),
            Versus::Value(kind) | Versus::DefenceRoll(kind) => {
                rules.defence_value(state, target, kind) + bonus
            }
        };
        let p_hit = |dice: i32| p_at_least(dice, difficulty(state, targets.first()));
        let aim = Aim {
            pool: base + if attack.is_some() { rules.stat(state, unit, Stat::AttackDice) } else { 0 },
            limit: base,
            own: attack.map_or(0, |amount| i32::from(amount.dice)),
            bonus: 0,
            most_split: if split { i32::MAX } else { 0 },
            obstacles: 0,
        };
        let buys = attack.is_some() || rules.rulings.core_dice_on == CoreDiceOn::AnyBaseRoll;
        let cores = if buys {
            rules.cores_to_spend(state, unit, aim.limit, |cores| p_hit(aim.pool + cores))
        } else {
            0
        };
        let split = rules.split(state, unit, &aim, cores, p_hit, attack.is_some().then(|| targets.first()));
        self.pay_for_dice(unit, cores);
        let defends = |target: UnitId| match versus {
            Versus::Value(kind) | Versus::DefenceRoll(kind) if rules.unit(target).is_pc => Some(kind),
            _ => None,
        };
        // Read only as far as the targets tell its results apart.
        let dice = aim.pool + cores - split;
        let values = || targets.map(|target| difficulty(self.state, target));
        let roll = match (values().min(), values().max()) {
            (Some(least), Some(most)) if !targets.into_iter().any(|target| defends(target).is_some()) => {
                Successes::between(dice, least, most)
            }
            _ => Successes::degree(dice),
        };
        let n = self.dice.draw(by(unit, Purpose::Hit), &roll);
        let mut hit = UnitSet::default();
        for target in targets {
            let defends = defends(target);
            let needed = if defends.is_some() { 1 } else { difficulty(self.state, target) };
            let mut succeeds = n >= needed;
            if let (true, Some(kind)) = (succeeds, defends) {
                let damage = attack.map_or(0, |amount| i32::from(amount.dice) + split);
                let coming = Coming { attacker: unit, kind, area, n, damage };
                succeeds = !self.defend(target, coming, &mut strikes[target.idx()]);
            }
            self.obs.event(|| Event::AbilityRoll {
                unit,
                dice: roll.dice(),
                rolled: n,
                difficulty: needed,
                succeeds,
            });
            if succeeds {
                hit.insert(target);
            } else if attack.is_some() {
                let deed = strikes[target.idx()].deed(unit);
                self.obs.attack(deed, rules.victim_of(unit, target), false, 0);
            }
        }
        Rolled { hit, split, degree: 0 }
    }

    /// The amount of an effect, rolled where it has dice.
    fn amount(&mut self, unit: UnitId, purpose: Purpose, amount: Amount, rolled: &Rolled) -> i32 {
        let split = if amount.split { rolled.split } else { 0 };
        let degree = if amount.split { rolled.degree } else { 0 };
        let dice = i32::from(amount.dice) + split;
        let successes = if dice == 0 {
            0
        } else if purpose == Purpose::Damage {
            self.dice.draw(by(unit, Purpose::Damage), &Successes::degree(dice))
        } else {
            self.dice.draw(by(unit, Purpose::Effect), &Successes::degree(dice))
        };
        i32::from(amount.fixed) + successes + degree
    }
}
