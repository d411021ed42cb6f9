//! An attack: whom, hit, damage (NW-20 to NW-23, D-target, D-downed).

use super::contest::{Contest, JudgeId, Tabled};
use super::events::{Event, Side};
use super::judge::Rolled;
use super::metrics::{Metric, NearDeathCause};
use super::setup::AttackKind;
use super::state::State;
use super::tactics::{Downed, Target};
use super::{NightWizard, Pair};
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

impl NightWizard {
    /// The enemies that the unit may attack: those who stand and, if D-downed says so, those in
    /// Near Death.
    #[inline(always)]
    pub(super) fn legal_targets(&self, unit: UnitId, is_plain: bool, state: &State) -> UnitSet {
        let enemies = self.hot(unit).enemies;
        let standing = state.standing.and(enemies);
        if is_plain || state.near_death.is_empty() {
            return standing;
        }
        match self.unit(unit).tactics.downed.choose(|fact| self.fact(fact, unit, state)) {
            Downed::Ignore => standing,
            Downed::FinishOff => standing.or(state.near_death.and(enemies)),
        }
    }

    /// D-target: one of the legal targets, of which there is at least one.
    #[inline(never)]
    pub(super) fn choose_target<C: Chance>(
        &self,
        unit: UnitId,
        legal: UnitSet,
        state: &mut State,
        dice: &mut C,
    ) -> UnitId {
        let how = self.unit(unit).tactics.target.choose(|fact| self.fact(fact, unit, state));
        self.choose_target_by(how, unit, legal, state, dice)
    }

    /// The same by a tactic that is settled.
    pub(super) fn choose_target_by<C: Chance>(
        &self,
        how: Target,
        unit: UnitId,
        legal: UnitSet,
        state: &mut State,
        dice: &mut C,
    ) -> UnitId {
        let target = match how {
            Target::First | Target::Nearest => legal.first(),
            Target::Weakest => best(legal, |u| -i64::from(state.unit(u).hp)),
            Target::Threat => best(legal, |u| i64::from(self.pair(unit, u).threat)),
            Target::MostDamaged => best(legal, |u| i64::from(self.unit(u).max_hp - state.unit(u).hp)),
            Target::BestDamage => best(legal, |u| self.pair(unit, u).expected),
            Target::Random => {
                let by = Roll { unit, purpose: Purpose::Choice };
                legal.nth(if legal.len() == 1 { 0 } else { dice.below(by, legal.len()) })
            }
            Target::Same => {
                let last = state.last_target[unit.idx()];
                if legal.has(last) { last } else { legal.first() }
            }
        };
        if self.reads.last_target {
            state.last_target[unit.idx()] = target;
        }
        target
    }

    /// NW-20, NW-21: Hit against Dodge; on a hit Attack against Defense. NW-23: a magic attack is
    /// the same with the other four attributes, which stand in the pair already. Says whether the
    /// target fell.
    #[inline(always)]
    pub(super) fn attack<const USUAL: bool, C: Chance, O: Observer<Self>>(
        &self,
        by: UnitId,
        target: UnitId,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> bool {
        if !USUAL && state.near_death.has(target) {
            self.attack_helpless(by, target, state, dice, obs);
            return false;
        }
        let pair = *self.pair(by, target);
        let (active, passive) = (state.luck[by.idx()].into(), state.luck[target.idx()].into());
        let to_hit = Contest {
            judges: &self.judges,
            active,
            passive,
            pair: pair.hit_pair,
            from: pair.needed,
            to: pair.needed,
        };
        let roll = Roll { unit: by, purpose: Purpose::Hit };
        let hit = if USUAL { dice.draw(roll, &Tabled(to_hit)) } else { dice.draw(roll, &to_hit) };
        let hits = hit.difference >= pair.needed;
        obs.event(|| self.hit_event(by, target, to_hit.rolls(hit), hits));

        let hp = state.unit(target).hp;
        let for_damage = self.damage_contest::<USUAL>(&pair, active, passive, hp);
        let roll = Roll { unit: by, purpose: Purpose::Damage };
        let rolled = if USUAL {
            dice.draw_if(hits, roll, &Tabled(for_damage))
        } else {
            dice.draw_if(hits, roll, &for_damage)
        };
        let margin = pair.base + rolled.difference;
        // No branch on the even odds of a hit: a miss masks the damage out.
        let damage = if USUAL { margin.max(0) } else { pair.change(margin.max(0)) } & -i32::from(hits);
        obs.attack(by, hits, damage as u32);
        let lost = damage.min(hp.max(0)) as u32;
        obs.add(by, Metric::DamageDealt, lost);
        obs.add(target, Metric::DamageTaken, lost);
        if !USUAL {
            let strike = &self.unit(by).strike;
            if strike.damage_kind == AttackKind::Magic {
                obs.add(by, Metric::MagicDamage, lost);
            }
            if let Some(metric) = strike.element {
                obs.add(by, metric, lost);
            }
        }

        let hp = hp - damage;
        state.unit_mut(target).hp = hp;
        if O::WANTS_EVENTS && hits {
            obs.event(|| self.damage_event(by, target, for_damage.rolls(rolled), damage, hp));
        }
        if hp < self.least_hp {
            if hp < 0 {
                obs.overkill(by, -hp as u32);
            }
            self.fall(target, NearDeathCause::Damage, state, obs);
            return true;
        }
        false
    }

    /// NW-29, NW-05: a target in Near Death defends with its bare attributes, without dice.
    /// Further damage lowers its HP and does not kill it.
    #[cold]
    #[inline(never)]
    fn attack_helpless<C: Chance, O: Observer<Self>>(
        &self,
        by: UnitId,
        target: UnitId,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) {
        let pair = *self.pair(by, target);
        let luck = state.luck[by.idx()].into();
        let hit = dice.draw(Roll { unit: by, purpose: Purpose::Hit }, self.judges.judge(luck));
        let hits = hit.total >= pair.needed;
        obs.event(|| Event::Hit {
            unit: by,
            target,
            kind: self.unit(by).strike.hit_kind,
            hit: Side::of(self.unit(by).strike.hit, Some(hit)),
            dodge: Side::of(self.dodge_against(by, target), None),
            hits,
        });
        let judge = self.judges.judge(luck + self.damage_judge);
        let rolled = dice.draw_if(hits, Roll { unit: by, purpose: Purpose::Damage }, judge);
        let rolled_damage = pair.base + rolled.total;
        let damage = if hits { pair.change(rolled_damage.max(0)) } else { 0 };
        obs.attack(by, hits, damage as u32);
        if damage > 0 {
            obs.overkill(by, damage as u32);
        }
        let it = state.unit_mut(target);
        it.hp = it.hp.saturating_sub(damage);
        let hp = it.hp;
        if hits {
            obs.event(|| Event::Damage {
                unit: by,
                target,
                kinds: self.kinds(by),
                attack: Side::of(self.unit(by).strike.attack, Some(rolled)),
                defense: Side::of(self.defense_against(by, target), None),
                margin: rolled_damage.max(0),
                damage,
                hp,
            });
        }
    }

    /// The contest for damage, cut to what is read of it: nothing tells margins of 0 or less
    /// apart, nor those that fell the target, unless HP below 0 matter.
    #[inline(always)]
    fn damage_contest<const USUAL: bool>(
        &self,
        pair: &Pair,
        active: JudgeId,
        passive: JudgeId,
        hp: i32,
    ) -> Contest<'_> {
        let from = 1 - pair.base;
        let reads_all = self.reads.hp_below_zero || !pair.keeps_damage();
        let damage_judge = if USUAL { 0 } else { self.damage_judge };
        Contest {
            judges: &self.judges,
            active: active + damage_judge,
            passive: passive + damage_judge,
            pair: pair.damage_pair,
            from,
            to: if reads_all { i32::MAX } else { from + hp - self.least_hp },
        }
    }

    #[cold]
    fn hit_event(&self, by: UnitId, target: UnitId, rolls: Option<(Rolled, Rolled)>, hits: bool) -> Event {
        let (active, passive) = rolls.unzip();
        Event::Hit {
            unit: by,
            target,
            kind: self.unit(by).strike.hit_kind,
            hit: Side::of(self.unit(by).strike.hit, active),
            dodge: Side::of(self.dodge_against(by, target), passive),
            hits,
        }
    }

    #[cold]
    fn damage_event(
        &self,
        by: UnitId,
        target: UnitId,
        rolls: Option<(Rolled, Rolled)>,
        damage: i32,
        hp: i32,
    ) -> Event {
        let (active, passive) = rolls.unzip();
        let attack = Side::of(self.unit(by).strike.attack, active);
        let defense = Side::of(self.defense_against(by, target), passive);
        let margin = (attack.value() - defense.value()).max(0);
        Event::Damage { unit: by, target, kinds: self.kinds(by), attack, defense, margin, damage, hp }
    }

    /// How a unit's attack hits and hurts.
    fn kinds(&self, by: UnitId) -> [AttackKind; 2] {
        let strike = &self.unit(by).strike;
        [strike.hit_kind, strike.damage_kind]
    }

    /// Dodge or Resistance of the target, as the attack asks for (NW-23).
    pub(super) fn dodge_against(&self, by: UnitId, target: UnitId) -> i32 {
        self.unit(target).combat[self.unit(by).strike.hit_kind as usize].dodge
    }

    /// Defense or Magic Defense of the target, as the attack's damage asks for (NW-22, NW-23).
    pub(super) fn defense_against(&self, by: UnitId, target: UnitId) -> i32 {
        self.unit(target).combat[self.unit(by).strike.damage_kind as usize].defense
    }
}

impl Pair {
    /// Whether no effect changes damage.
    #[inline(always)]
    pub(super) fn keeps_damage(&self) -> bool {
        self.flat == 0 && self.percent == 0
    }

    /// NW-22: effects change damage only if there is some: flat first, then percent of the
    /// running total, rounded down, never below 0.
    #[inline(always)]
    pub(super) fn change(&self, damage: i32) -> i32 {
        if self.keeps_damage() {
            return damage;
        }
        if damage == 0 {
            return 0;
        }
        let flat = i64::from(damage) + i64::from(self.flat);
        (flat * i64::from(100 + self.percent)).div_euclid(100).clamp(0, i64::from(i32::MAX / 2)) as i32
    }
}

/// The unit with the highest value; of equals the first in listed order.
#[inline(always)]
fn best(units: UnitSet, value: impl Fn(UnitId) -> i64) -> UnitId {
    let mut best = units.first();
    for unit in units {
        if value(unit) > value(best) {
            best = unit;
        }
    }
    best
}
