//! The changes of damage between the Damage Roll and its subtraction (NW-22).

use crate::data::rulings::DamageEffectOrder;
use crate::rules::attacks::attack::DeclaredAttack;
use crate::rules::in_force::Source;
use crate::rules::prelude::*;
use crate::state::tables::Element;

/// The most effects that multiply one hit's damage.
const MOST_PERCENTS: usize = 16;

/// The effects that change one hit's damage.
#[derive(Clone, Copy, Debug)]
struct Changes {
    margin: i64,
    /// The damage, each effect applied as it was met.
    running: i64,
    element: Element,
    /// Flat and percent of the element.
    of_element: [i32; 2],
    add: i64,
    /// One after the other.
    percents: [i32; MOST_PERCENTS],
    n_percents: usize,
    set_zero: bool,
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-22, NW-23: which Defense answers, and the element, after effects that set them: the
    /// ability's own, those on the attacker, Reactions of the defender.
    #[inline(always)]
    pub(crate) fn kind_and_element(
        &self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
    ) -> (AttackKind, Element) {
        let is_as_dealt = !F::ABILITIES || declared.ability.is_none() && !self.tables.changes_damage;
        if is_as_dealt {
            (declared.damage_kind, declared.element)
        } else {
            self.changed_kind(declared, taker)
        }
    }

    #[inline(never)]
    fn changed_kind(&self, declared: &DeclaredAttack<'a>, taker: UnitId) -> (AttackKind, Element) {
        let mut now = (declared.damage_kind, declared.element);
        let mut set = |ability: &PreparedAbility| {
            for step in &ability.steps {
                match step.effect {
                    Effect::SetElement(_) => now.1 = step.named as Element,
                    Effect::SetDamageKind(kind) => now.0 = kind,
                    _ => {}
                }
            }
        };
        if let Some(ability) = declared.ability {
            set(ability);
        }
        if self.tables.changes_damage {
            for (ability, _) in self.in_force(declared.by) {
                if ability.timing != Timing::Reaction || ability.is_dealt {
                    set(ability);
                }
            }
            for (ability, _) in self.in_force(taker) {
                if ability.timing == Timing::Reaction && !ability.is_dealt {
                    set(ability);
                }
            }
        }
        now
    }

    /// NW-22: the damage of an attack as the effects in force change it.
    #[inline(always)]
    pub(crate) fn changed_damage(
        &self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
        element: Element,
        margin: i32,
    ) -> i32 {
        if margin <= 0 {
            return 0;
        }
        if self.keeps_damage(declared, taker, element) {
            return margin;
        }
        self.damage_with_effects(declared, taker, element, margin)
    }

    /// Returns whether no effect and no element changes an attack's damage.
    #[inline(always)]
    pub(crate) fn keeps_damage(
        &self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
        element: Element,
    ) -> bool {
        let changes = |unit| self.extras(unit).derived.changes_damage;
        let of_element = element > 0 && self.unit_tables(taker).element_mods[element as usize - 1] != (0, 0);
        let in_force = F::ABILITIES
            && self.tables.changes_damage
            && (declared.ability.is_some_and(|ability| ability.is_of_damage)
                || changes(declared.by)
                || changes(taker));
        !of_element && !in_force
    }

    #[inline(never)]
    fn damage_with_effects(
        &self,
        declared: &DeclaredAttack<'a>,
        taker: UnitId,
        element: Element,
        margin: i32,
    ) -> i32 {
        let (flat, percent) = match element {
            0 => (0, 0),
            element => self.unit_tables(taker).element_mods[element as usize - 1],
        };
        let mut changes = Changes::new(margin, element, [flat, percent]);
        changes.running = scaled(changes.running + i64::from(flat), percent);
        if let Some(ability) = declared.ability {
            changes.add = declared.rolled_add.into();
            changes
                .take(ability, true, false, |step| self.amount_in_force(step, Source::Always(declared.by)));
        }
        for (unit, dealt) in [(declared.by, true), (taker, false)] {
            if !self.extras(unit).derived.changes_damage {
                continue;
            }
            for (ability, source) in self.in_force(unit) {
                let is_own = ability.is_dealt == dealt;
                changes.take(ability, is_own, !dealt, |step| self.amount_in_force(step, source));
            }
        }
        changes.total(self.nw.rulings.damage_effect_order)
    }
}

impl Changes {
    fn new(margin: i32, element: Element, of_element: [i32; 2]) -> Self {
        Self {
            margin: margin.into(),
            running: margin.into(),
            element,
            of_element,
            add: 0,
            percents: [0; MOST_PERCENTS],
            n_percents: 0,
            set_zero: false,
        }
    }

    /// The effects of one ability: those on the damage itself if they are of this attack's side,
    /// those on elements if it is the target's.
    fn take(
        &mut self,
        ability: &PreparedAbility,
        is_own: bool,
        is_taker: bool,
        amount: impl Fn(&AbilityStep) -> i32,
    ) {
        for step in &ability.steps {
            match step.effect {
                Effect::ChangeDamage { percent, set_zero, .. } if is_own => {
                    let add = i64::from(amount(step));
                    self.running = scaled(self.running + add, percent);
                    if set_zero {
                        self.running = 0;
                    }
                    self.add += add;
                    self.set_zero |= set_zero;
                    if percent != 0 && self.n_percents < MOST_PERCENTS {
                        self.percents[self.n_percents] = percent;
                        self.n_percents += 1;
                    }
                }
                Effect::ElementMod { flat, percent, .. }
                    if is_taker && step.named + 1 == u16::from(self.element) =>
                {
                    self.of_element[0] += flat;
                    self.of_element[1] += percent;
                    self.running = scaled(self.running + i64::from(flat), percent);
                }
                _ => {}
            }
        }
    }

    /// NW-22: add and subtract, element, multiply, set to zero; or everything as it was declared,
    /// the stat block's element first.
    fn total(&self, order: DamageEffectOrder) -> i32 {
        let damage = match order {
            DamageEffectOrder::AsDeclared => self.running,
            DamageEffectOrder::AddElementMultiplyZero => {
                let [flat, percent] = self.of_element;
                let sum = scaled(self.margin + self.add + i64::from(flat), percent);
                let product = self.percents[..self.n_percents].iter().fold(sum, |it, &by| scaled(it, by));
                if self.set_zero { 0 } else { product }
            }
        };
        damage.clamp(0, i64::from(i32::MAX / 4)) as i32
    }
}

/// Percent more, rounded down.
fn scaled(damage: i64, percent: i32) -> i64 {
    if percent == 0 {
        return damage;
    }
    (damage * i64::from(100 + percent)).div_euclid(100).clamp(-(1 << 40), 1 << 40)
}
