//! Abilities: which are used when, on whom, and their rolls (JU-80, D-16). Their effects stand in `effect`,
//! the durations of these in `marks`.

use crate::choose::suits::is_revival;
use crate::data::events::Event;
use crate::data::metrics::{Exhaustion, Metric};
use crate::data::rulings::AreaEffectRoll;
use crate::data::vocabulary::{Ability, AbilityRoll, AbilityTarget, Amount, Effect, Timing};
use crate::dice::pool::Successes;
use crate::rules::attacks::damage::Strike;
use crate::rules::attacks::defend::AttackSpec;
use crate::state::State;
use crate::{Juso, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The result of an ability's roll.
#[derive(Clone, Copy, Debug, Default)]
struct Rolled {
    /// The units on which it works.
    hit: UnitSet,
    /// Dice split off for the effect.
    split: i32,
    /// Successes of a roll of degree.
    degree: i32,
}

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// D-16: the first ability of this timing that the unit can use, if any.
    pub(crate) fn usable(
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
        (0..abilities.len()).find(|&at| {
            let ability = &abilities[at].ability;
            if !fits(at, ability.timing) || !rules.is_affordable(state, unit, at) {
                return false;
            }
            let candidates = rules.candidates(state, unit, at, other);
            !candidates.is_empty()
                && (ability.target != AbilityTarget::Square
                    || self.square_of_ability(unit, ability, candidates).is_some())
        })
    }

    /// D-13: the square of an ability. By `net` one that takes the place of an attack must beat the best
    /// attack on one unit.
    fn square_of_ability(&self, unit: UnitId, ability: &Ability, foes: UnitSet) -> Option<i32> {
        let (rules, state) = (self.rules, &*self.state);
        let net = |there| rules.ability_harm(state, unit, ability, there);
        let (column, worth) = rules.choose_square(state, unit, foes, net)?;
        let instead = matches!(ability.timing, Timing::Main | Timing::Full) && ability.damage().is_some();
        (!instead || worth == f64::INFINITY || worth > self.plain_harm(unit)).then_some(column)
    }

    /// The moments of an attack: the unit uses one ability of that timing. In what follows from an answer each unit answers
    /// each moment once, so that two who answer each other come to an end; a kill cannot be answered for ever.
    pub(crate) fn react(&mut self, unit: UnitId, timing: Timing, other: UnitId, strike: &mut Strike) {
        let moment = match timing {
            Timing::WithAttack => Some(0),
            Timing::OnDefence => Some(1),
            Timing::OnDamage => Some(2),
            Timing::OnKnockback => Some(3),
            _ => None,
        };
        if moment.is_some_and(|moment: usize| self.answered[moment].has(unit)) {
            return;
        }
        let Some(at) = self.usable(unit, Some(other), |_, when| when == timing) else { return };
        let is_first = self.answered.iter().all(|units| units.is_empty());
        if let Some(moment) = moment {
            self.answered[moment].insert(unit);
        }
        self.use_ability(unit, at, Some(other), strike);
        if is_first {
            self.answered = Default::default();
        }
    }

    /// The moments of a phase, for everybody in listed order; the side with the flag goes first.
    pub(crate) fn abilities_of_phase(&mut self, timing: Timing) {
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
    pub(crate) fn use_ability(
        &mut self,
        unit: UnitId,
        at: usize,
        other: Option<UnitId>,
        strike: &mut Strike,
    ) {
        let rules = self.rules;
        let skill = &rules.unit(unit).abilities[at];
        let ability = &skill.ability;
        let targets = self.targets(unit, at, other);
        self.obs.add(unit, Metric::Abilities, 1);
        let action = rules.ability_action(unit, at);
        self.obs.used(ActionRef { by: unit, action });
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

    /// Returns whom an ability is used on, of its candidates.
    fn targets(&mut self, unit: UnitId, at: usize, other: Option<UnitId>) -> UnitSet {
        let ability = &self.rules.unit(unit).abilities[at].ability;
        let candidates = self.rules.candidates(self.state, unit, at, other);
        match ability.target {
            AbilityTarget::Enemy if other.is_none() => UnitSet::one(self.choose_target(unit, candidates)),
            AbilityTarget::Ally => {
                let (rules, state) = (self.rules, &*self.state);
                let distance = |it| rules.distance(state, unit, it);
                let heals = ability.effects.iter().find(|effect| matches!(effect, Effect::Heal(_)));
                let is_hurt = |it| heals.is_some_and(|heal| rules.does_something(state, unit, it, at, heal));
                let hurt = candidates.only(is_hurt);
                UnitSet::one(if is_revival(ability) {
                    candidates.least(|it| (distance(it), 0))
                } else {
                    let among = if hurt.is_empty() { candidates } else { hurt };
                    among.least(|it| (state.unit(it).life, distance(it)))
                })
            }
            AbilityTarget::Square => self
                .square_of_ability(unit, ability, candidates)
                .map_or(candidates, |column| self.rules.on_square(self.state, unit, column)),
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
        let check = match &ability.roll {
            AbilityRoll::None => return Rolled { hit: targets, ..Rolled::default() },
            AbilityRoll::Degree(dice) => {
                let roll = Successes::degree(i32::from(*dice));
                let degree = self.dice.draw(by(unit, Purpose::Effect), &roll);
                let (succeeds, dice, rolled, difficulty) = (degree > 0, roll.dice(), degree, 1);
                self.obs.event(|| Event::AbilityRoll { unit, dice, rolled, difficulty, succeeds });
                let hit = if succeeds { targets } else { UnitSet::default() };
                return Rolled { hit, split: 0, degree };
            }
            AbilityRoll::Check(check) => check,
        };
        let attack = ability.damage().map(|(amount, _)| amount);
        if attack.is_some() {
            self.notice(unit);
        }
        let (rules, state) = (self.rules, &*self.state);
        let declared = rules.declare_check(state, unit, ability, check, targets);
        let split = declared.split;
        self.pay_for_dice(unit, declared.cores);
        let difficulty = |state: &State, target: UnitId| rules.difficulty(state, unit, check, target);
        let defends = |target: UnitId| rules.defends(check, target);
        // Read only as far as the targets tell its results apart.
        let dice = declared.base();
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
                let coming = AttackSpec { attacker: unit, kind, area: check.area, n, damage };
                succeeds = !self.defend(target, coming, &mut strikes[target.idx()]);
            }
            let (dice, rolled, difficulty) = (roll.dice(), n, needed);
            self.obs.event(|| Event::AbilityRoll { unit, dice, rolled, difficulty, succeeds });
            if succeeds {
                hit.insert(target);
            } else if attack.is_some() {
                let action_ref = strikes[target.idx()].action_ref(unit);
                self.obs.attack(action_ref, rules.victim_of(unit, target), false, 0);
            }
        }
        Rolled { hit, split, degree: 0 }
    }

    /// The amount of an effect, rolled where it has dice.
    fn amount(&mut self, unit: UnitId, purpose: Purpose, amount: Amount, rolled: &Rolled) -> i32 {
        let (split, degree) = if amount.split { (rolled.split, rolled.degree) } else { (0, 0) };
        let roll = Successes::degree(i32::from(amount.dice) + split);
        let successes = if roll.dice() == 0 { 0 } else { self.dice.draw(by(unit, purpose), &roll) };
        i32::from(amount.fixed) + successes + degree
    }
}
