//! The rolls of a defender: evasion, which adds up, and negation, which does not (SB-23 to SB-27, SB-29).

use crate::data::rulings::{EvasionGroups, HpEvadedBy, ScopeUnstated};
use crate::data::vocabulary::{AbilityMark, Between, DamageKind, Effect, EvadeKind, Scope, Trigger};
use crate::dice::draws::{Strike, Trial};
use crate::state::State;
use crate::{Stonebound, UnitId};

impl Stonebound {
    /// SB-03: the trial that a trigger of a unit is.
    pub(crate) fn trial(&self, state: &State, unit: UnitId, trigger: Trigger) -> Trial {
        match trigger {
            Trigger::Always => Trial::Sure,
            Trigger::OnRange(Between { from: 1, to }) => Trial::percent(to.into()),
            Trigger::OnRange(Between { from, to }) => Trial::Range(from, to),
            Trigger::OnDigit(digit) => Trial::Digit(digit),
            Trigger::OnDoubles => Trial::Doubles,
            Trigger::OnCrt => Trial::percent(self.crt(state, unit, None)),
        }
    }

    /// SB-27: the scope of what names none.
    pub(crate) fn scope(&self, scope: Option<Scope>) -> Scope {
        scope.unwrap_or(match self.rulings.scope_unstated {
            ScopeUnstated::All => Scope::All,
            ScopeUnstated::Damage => Scope::Damage,
        })
    }

    /// The kind of an ability without an attack: its mark, or that of its user's class (SB-29).
    pub(crate) fn kind_of_ability(&self, unit: UnitId, mark: AbilityMark) -> DamageKind {
        match mark {
            AbilityMark::P => DamageKind::P,
            AbilityMark::S => DamageKind::S,
            AbilityMark::None => self.unit(unit).class_kind,
        }
    }

    /// SB-23: every evasion and negation of a target that answers this kind of damage. SB-29: what falls on
    /// its user's own side is neither evaded nor negated.
    pub(crate) fn defend(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        kind: DamageKind,
        strike: &mut Strike,
    ) {
        if !self.are_enemies(attacker, target) {
            return;
        }
        // SB-25: what answers an HP attack.
        let evaded_as = match (kind, self.rulings.hp_evaded_by) {
            (DamageKind::H, HpEvadedBy::Nothing) => None,
            (DamageKind::H, HpEvadedBy::ClassType) => Some(self.unit(attacker).class_kind),
            _ => Some(kind),
        };
        let it = self.unit(target);
        if let Some(kind) = evaded_as {
            let counts = |evades: EvadeKind| match evades {
                EvadeKind::P => kind == DamageKind::P,
                EvadeKind::S => kind == DamageKind::S,
                EvadeKind::A => true,
            };
            let mut sums = [0_i32; 3];
            for (n, evades) in it.evasion.iter().zip(EvadeKind::ALL) {
                if counts(evades) {
                    sums[Scope::All as usize] += i32::from(*n);
                }
            }
            if self.has_abilities {
                for (effect, times) in self.in_force(state, target) {
                    if let Effect::Evasion(evasion) = effect
                        && counts(evasion.kind)
                    {
                        sums[self.scope(evasion.scope) as usize] += i32::from(evasion.n) * times;
                    }
                }
            }
            if self.rulings.evasion_groups == EvasionGroups::OneRoll {
                sums = [0, 0, sums.iter().sum()];
            }
            strike.evasion = sums.map(|sum| sum.clamp(0, 100) as u8);
        }
        for negation in it.negation.iter().filter(|negation| negation.kinds.has(kind)) {
            strike.negate(negation.n, self.scope(negation.scope));
        }
        if self.has_abilities {
            for (effect, times) in self.in_force(state, target) {
                if let Effect::Negation(negation) = effect
                    && negation.kinds.has(kind)
                {
                    let n = (i32::from(negation.n) * times).min(100) as u8;
                    strike.negate(n, self.scope(negation.scope));
                }
            }
        }
    }
}
