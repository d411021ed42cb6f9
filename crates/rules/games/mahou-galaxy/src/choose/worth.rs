//! The worth of an attack (MG-D2): its dice, its chance and its mean damage, as the attacker expects them.

use super::{AttackOption, With};
use crate::MahouGalaxy;
use crate::choose::odds::{steps, whole};
use crate::data::rulings::{BlindApplies, SizeGrapple};
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::SkillChoice;
use crate::dice::draws::{Guard, Wound};
use crate::dice::{Distribution, Formula};
use crate::rules::numbers::RollContext;
use crate::state::{State, UNROLLED};
use fray_engine::roster::UnitId;

impl MahouGalaxy {
    /// The dice of the damage of an attack, for `f`: formula, distribution, flat number.
    pub(crate) fn with_damage<R>(
        &self,
        state: &State,
        unit: UnitId,
        with: With,
        f: impl FnOnce(&Formula, &Distribution, i32) -> R,
    ) -> R {
        let info = self.unit(unit);
        let (formula, distribution, changed, roll, flat) = match with {
            With::Weapon(at) => {
                let weapon = &info.weapons[usize::from(at)];
                (&weapon.formula, &weapon.distribution, &weapon.changed, RollName::Damage, weapon.flat)
            }
            With::Kick | With::Grapple => {
                (&info.kick, &info.kick_distribution, &info.kick_changed, RollName::KickDamage, 0)
            }
        };
        let flat = flat + self.bonus(state, unit, roll);
        if self.lasting.is_empty() {
            return f(formula, distribution, flat);
        }
        let stats = self.stats(state, unit);
        let two = self.on_two(state, unit, roll);
        let fist = [crate::data::setup::SetText {
            n: 1,
            cumulative: false,
            die: crate::data::setup::Side::Stat(Stat::Str),
        }];
        let sets = match with {
            With::Weapon(at) => &info.weapons[usize::from(at)].sets[..],
            With::Kick | With::Grapple => &fist[..],
        };
        let now = self.formula_of(sets, &stats, two);
        if now == *formula {
            f(formula, distribution, flat)
        } else {
            changed.with(&now, |formula, distribution| f(formula, distribution, flat))
        }
    }

    /// MG-21: the size that damage loses.
    pub(crate) fn size_step(&self, attacker: UnitId, target: UnitId) -> i32 {
        self.unit(target).size - self.unit(attacker).size
    }

    /// MG-48: the modifier of a grapple by size.
    pub(crate) fn grapple_size(&self, attacker: UnitId, target: UnitId, stance: Stance) -> i32 {
        let d = self.size_step(attacker, target);
        let g = -self.rulings.size_grapple_per_step.0 * d;
        let strong = match self.rulings.size_grapple_strong {
            SizeGrapple::BiggerBetter => g,
            SizeGrapple::AsAttack => self.rulings.size_attack_per_step.0 * d,
        };
        match stance {
            Stance::Strong => strong,
            Stance::Fast => -strong,
            Stance::Precise => 0,
        }
    }

    /// An attack with this stance, its dice and its target number; `None` if the weapon lacks the stance.
    pub(crate) fn swing(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        with: With,
        stance: Stance,
        offhand: bool,
    ) -> Option<AttackOption> {
        let info = self.unit(unit);
        let rulings = &self.rulings;
        let how = info.tactics.aimed.skill.choose(|fact| self.fact(state, unit, Some(target), fact));
        let unarmed = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        let penalty = if offhand { -1 } else { 0 };
        let d = self.size_step(unit, target);
        let (skill, dice, mut plus, roll) = match with {
            With::Weapon(at) => {
                let weapon = &info.weapons[usize::from(at)];
                if !weapon.stances.has(stance) {
                    return None;
                }
                let less = |skill| weapon.skill_mod.get(skill) + penalty;
                let (skill, dice) = self.best_skill(state, unit, weapon.skills, less, how);
                let size = rulings.size_attack_per_step.0 * d;
                let range =
                    if weapon.ranged { self.range_penalty(state, unit, target, weapon.range) } else { 0 };
                (skill, dice, weapon.attack_mod + size - range, RollName::Attack)
            }
            With::Kick => {
                if stance == Stance::Precise {
                    return None;
                }
                let (skill, dice) = self.best_skill(state, unit, unarmed, |_| 0, how);
                (skill, dice, rulings.size_attack_per_step.0 * d, RollName::Kick)
            }
            With::Grapple => {
                let (skill, dice) = self.best_skill(state, unit, unarmed, |_| penalty, SkillChoice::BestPool);
                let them = state.unit(target);
                let open = if them.n_hands() == 0 { 2 } else { 0 }
                    + if them.moves + them.held_moves == 0 { 2 } else { 0 };
                (skill, dice, self.grapple_size(unit, target, stance) + open, RollName::Grapple)
            }
        };
        let facet = info.facets.has(skill);
        if rulings.stance_needs_facet && !facet {
            return None;
        }
        plus += rulings.gm_attack_mod.0 + self.place_modifier(state, unit);
        let holds = state.unit(unit).holds.has(target);
        if holds && (with != With::Kick || rulings.kick_grapple_bonus) {
            plus += 4;
        }
        let shoots = matches!(with, With::Weapon(at) if info.weapons[usize::from(at)].ranged);
        if (rulings.blind_applies == BlindApplies::All || shoots) && self.is_blind(state, unit) {
            plus -= 6;
        }
        let what = RollContext {
            skill: true,
            hand: with != With::Kick,
            in_line: self.attack_in_line(state, unit, target, stance),
        };
        let pool = self.pool(state, unit, (stance.stat(), roll), dice, plus, what);
        let n = self.target_number(state, unit, target, stance);
        Some(AttackOption {
            with,
            stance,
            pool,
            n,
            criticals: facet && with != With::Grapple,
            worth: 0.0,
            rolled: 0.0,
        })
    }

    /// Returns the soak between damage and the hit points of `target`, as tactics see it: the rest of its
    /// pool, or the mean of its soak roll.
    pub(crate) fn expected_soak(&self, state: &State, target: UnitId) -> i32 {
        let pool = state.unit(target).pool;
        if pool != UNROLLED {
            return pool.into();
        }
        self.with_soak(state, target, |_, soak, plus| whole(soak.mean() + f64::from(plus)).max(0))
    }

    /// The mean of the damage of an attack past the soak of its target, at most what it can lose; `times`
    /// is 2 for doubled damage.
    pub(crate) fn mean_damage(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        with: With,
        times: i32,
    ) -> f64 {
        let soak = self.expected_soak(state, target);
        let most = self.toughness(state, target).max(0);
        let size = self.size_of_damage(unit, target);
        self.with_damage(state, unit, with, |formula, distribution, flat| {
            self.mean_past(&unguarded(formula, distribution, flat, size), [soak, most], times)
        })
    }

    /// MG-21: the amount by which the difference in size lessens damage.
    fn size_of_damage(&self, attacker: UnitId, target: UnitId) -> i32 {
        self.rulings.size_damage_per_step.0 * self.size_step(attacker, target)
    }

    /// The mean of the damage past this soak, at most `most`; `times` is 2 for doubled damage.
    fn mean_past(&self, wound: &Wound<'_>, [soak, most]: [i32; 2], times: i32) -> f64 {
        let doubles_first = self.rulings.crit_double_before_soak;
        let wound = Wound { times: if doubles_first { times } else { 1 }, ..*wound };
        let past_soak = |most: i32| wound.mean_to(soak + most) - wound.mean_to(soak);
        if doubles_first || times == 1 {
            past_soak(most)
        } else {
            // What is doubled behind the soak is at most `most`, which may be odd.
            past_soak(most / 2) + past_soak(most - most / 2)
        }
    }

    /// MG-35, MG-37: the mean damage of an attack past what stands before the hit points of its target, as a tactic
    /// that asks whether it puts its target out sees it; `times` is 2 for doubled damage. Below 0 where soak stops more.
    pub(crate) fn mean_past_soak(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        with: With,
        times: i32,
    ) -> f64 {
        let soak = f64::from(self.expected_soak(state, target));
        let size = self.size_of_damage(unit, target);
        let mean = self.with_damage(state, unit, with, |_, distribution, flat| {
            (distribution.mean() + f64::from(flat - size)).max(0.0)
        });
        let times = f64::from(times);
        if self.rulings.crit_double_before_soak { mean * times - soak } else { (mean - soak) * times }
    }

    /// The worth of an attack, and whether it is useful.
    pub(crate) fn judge(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        swing: &mut AttackOption,
    ) -> bool {
        let p = self.odds.at_least(&swing.pool, swing.n);
        if p <= 0.0 {
            return false;
        }
        let size = self.size_of_damage(unit, target);
        let doubles = swing.criticals && swing.stance == Stance::Strong;
        // The means of its damage, and of what a critical hit adds to it.
        let means = self.with_damage(state, unit, swing.with, |formula, distribution, flat| {
            if !can_pass(distribution, flat, size) {
                return None;
            }
            let wound = unguarded(formula, distribution, flat, size);
            let past = [self.expected_soak(state, target), self.toughness(state, target).max(0)];
            let single = self.mean_past(&wound, past, 1);
            Some([single, if doubles { self.mean_past(&wound, past, 2) - single } else { 0.0 }])
        });
        let Some([single, more]) = means else { return false };
        swing.worth = p * single;
        if doubles {
            swing.worth += self.odds.at_least(&swing.pool, 2 * swing.n.max(1)) * more;
        }
        // MG-37: the token that a fast critical gives back is good for the attack once more.
        let regains = matches!(swing.with, With::Weapon(_)) && swing.stance == Stance::Fast;
        let has_regained = state.turn.unit == Some(unit) && state.unit(unit).refunded;
        if swing.criticals && regains && !has_regained {
            swing.worth *= 1.0 + self.odds.at_least(&swing.pool, 2 * swing.n.max(1));
        }
        if steps(swing.worth) == 0 {
            swing.rolled = p * self.mean_rolled(state, unit, target, swing.with);
        }
        true
    }

    /// The mean of the damage of an attack as it meets soak.
    pub(super) fn mean_rolled(&self, state: &State, unit: UnitId, target: UnitId, with: With) -> f64 {
        let size = self.size_of_damage(unit, target);
        self.with_damage(state, unit, with, |formula, distribution, flat| {
            let wound = unguarded(formula, distribution, flat, size);
            wound.mean_to(distribution.top() + flat.max(0) - size.min(0))
        })
    }

    /// Returns whether the formula can be above 0 after size.
    pub(super) fn can_hurt(&self, state: &State, unit: UnitId, target: UnitId, with: With) -> bool {
        self.with_damage(state, unit, with, |_, distribution, flat| {
            can_pass(distribution, flat, self.size_of_damage(unit, target))
        })
    }
}

/// Returns whether damage can be above 0 after size (MG-21).
#[inline(always)]
fn can_pass(distribution: &Distribution, flat: i32, size: i32) -> bool {
    (distribution.top() + flat).max(0) - size > 0
}

/// The damage of a hit that no soak meets, on somebody who can lose any number of hit points.
#[inline(always)]
fn unguarded<'a>(formula: &'a Formula, distribution: &'a Distribution, flat: i32, size: i32) -> Wound<'a> {
    let guard = Guard::Pool(0);
    Wound { formula, distribution, flat, size, times: 1, guard, toughness: i32::MAX, whole: false }
}
