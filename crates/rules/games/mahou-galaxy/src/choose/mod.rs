//! Tactics: how a unit attacks (MG-D2, MG-D3), by the worth of attacks.

pub(crate) mod aim;
pub(crate) mod approach;
pub mod facts;
pub(crate) mod feet;
pub(crate) mod judge;
pub(crate) mod odds;
pub(crate) mod retreat;
pub mod subject;
pub(crate) mod target;

use crate::MahouGalaxy;
use crate::choose::odds::{Rank, steps, whole};
use crate::data::rulings::{BlindApplies, SizeGrapple};
use crate::data::setup::{RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::{SkillChoice, StanceChoice};
use crate::dice::draws::{Guard, Pool, Wound};
use crate::dice::{Distribution, Formula};
use crate::rules::numbers::RollContext;
use crate::state::{Mood, State, UNROLLED};
use fray_engine::roster::{UnitId, UnitSet};

/// The means of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// A weapon or the fist, by its place.
    Weapon(u8),
    /// A kick (MG-42).
    Kick,
    /// A grapple (MG-48).
    Grapple,
}

/// An attack as it would be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackOption {
    pub(crate) with: With,
    pub(crate) stance: Stance,
    /// The attack roll.
    pub(crate) pool: Pool,
    /// The target number without spot defences.
    pub(crate) n: i32,
    /// Whether an active facet covers the skill (MG-36).
    pub(crate) criticals: bool,
    /// Its worth (the evaluations of the decisions).
    pub(crate) worth: f64,
    /// The chance times the mean damage, which decides where its worth is 0.
    pub(crate) rolled: f64,
}

impl AttackOption {
    /// Returns where it stands among other attacks.
    pub(crate) fn rank(&self) -> Rank {
        Rank::of(self.worth, self.rolled)
    }
}

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
        self.with_damage(state, unit, with, |formula, distribution, flat| {
            let doubles_first = self.rulings.crit_double_before_soak;
            let wound = Wound {
                formula,
                distribution,
                flat,
                size: self.rulings.size_damage_per_step.0 * self.size_step(unit, target),
                times: if doubles_first { times } else { 1 },
                guard: Guard::Pool(soak),
                toughness: most,
                whole: false,
            };
            let past_soak = |most: i32| wound.mean_to(soak + most) - wound.mean_to(soak);
            if doubles_first || times == 1 {
                past_soak(most)
            } else {
                // What is doubled behind the soak is at most `most`, which may be odd.
                past_soak(most / 2) + past_soak(most - most / 2)
            }
        })
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
        let size = self.rulings.size_damage_per_step.0 * self.size_step(unit, target);
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
        if p <= 0.0 || !self.can_hurt(state, unit, target, swing.with) {
            return false;
        }
        let single = self.mean_damage(state, unit, target, swing.with, 1);
        swing.worth = p * single;
        if swing.criticals && swing.stance == Stance::Strong {
            let critical = self.odds.at_least(&swing.pool, 2 * swing.n.max(1));
            swing.worth += critical * (self.mean_damage(state, unit, target, swing.with, 2) - single);
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
    fn mean_rolled(&self, state: &State, unit: UnitId, target: UnitId, with: With) -> f64 {
        let size = self.rulings.size_damage_per_step.0 * self.size_step(unit, target);
        self.with_damage(state, unit, with, |formula, distribution, flat| {
            let guard = Guard::Pool(0);
            let wound = Wound {
                formula,
                distribution,
                flat,
                size,
                times: 1,
                guard,
                toughness: i32::MAX,
                whole: false,
            };
            wound.mean_to(distribution.top() + flat.max(0) - size.min(0))
        })
    }

    /// Returns whether the formula can be above 0 after size.
    fn can_hurt(&self, state: &State, unit: UnitId, target: UnitId, with: With) -> bool {
        self.with_damage(state, unit, with, |_, distribution, flat| {
            let size = self.rulings.size_damage_per_step.0 * self.size_step(unit, target);
            (distribution.top() + flat).max(0) - size > 0
        })
    }

    /// MG-D2: the attack with the stance that the tactic wants; `None` if no attack is useful.
    pub(crate) fn best_swing(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        with: With,
        offhand: bool,
    ) -> Option<AttackOption> {
        let plan = &self.unit(unit).tactics.aimed.stance;
        let how = plan.choose(|fact| self.fact(state, unit, Some(target), fact));
        let named = match how {
            StanceChoice::Strong => Some(Stance::Strong),
            StanceChoice::Fast => Some(Stance::Fast),
            StanceChoice::Precise => Some(Stance::Precise),
            _ => None,
        };
        if let Some(stance) = named
            && let Some(mut swing) = self.swing(state, unit, target, with, stance, offhand)
        {
            return self.judge(state, unit, target, &mut swing).then_some(swing);
        }
        let facet = Stance::ALL
            .into_iter()
            .filter_map(|stance| self.swing(state, unit, target, with, stance, offhand));
        let mut best: Option<(AttackOption, Rank)> = None;
        for mut swing in facet {
            if !self.judge(state, unit, target, &mut swing) {
                continue;
            }
            let rank = match how {
                StanceChoice::BestHit => Rank::of(self.odds.at_least(&swing.pool, swing.n), 0.0),
                StanceChoice::BestCritical if swing.criticals => {
                    Rank::of(self.odds.at_least(&swing.pool, 2 * swing.n), 0.0)
                }
                StanceChoice::WeakestPassive => Rank::of(-f64::from(swing.n), 0.0),
                _ => swing.rank(),
            };
            if best.is_none_or(|(_, most)| rank > most) {
                best = Some((swing, rank));
            }
        }
        best.map(|(swing, _)| swing)
    }

    /// The stance that the tactic names, if it names one.
    pub(crate) fn named_stance(&self, state: &State, unit: UnitId, target: UnitId) -> Option<Stance> {
        let plan = &self.unit(unit).tactics.aimed.stance;
        match plan.choose(|fact| self.fact(state, unit, Some(target), fact)) {
            StanceChoice::Strong => Some(Stance::Strong),
            StanceChoice::Fast => Some(Stance::Fast),
            StanceChoice::Precise => Some(Stance::Precise),
            _ => None,
        }
    }

    /// MG-52: the stance of a grapple whose result is known already: that of the tactic, else the one against which
    /// the target is weakest; ties strong, fast, precise.
    pub(crate) fn free_stance(&self, state: &State, unit: UnitId, target: UnitId) -> Stance {
        let number = |stance: &Stance| self.target_number(state, unit, target, *stance);
        let weakest = || Stance::ALL.into_iter().min_by_key(number).unwrap_or(Stance::Strong);
        self.named_stance(state, unit, target).unwrap_or_else(weakest)
    }

    /// The grapple with the stance of the tactic, else the one most likely to hold; ties strong, fast,
    /// precise.
    pub(crate) fn best_grapple(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        offhand: bool,
    ) -> Option<AttackOption> {
        if let Some(stance) = self.named_stance(state, unit, target) {
            return self.swing(state, unit, target, With::Grapple, stance, offhand);
        }
        let mut best: Option<(AttackOption, i64)> = None;
        for stance in Stance::ALL {
            let Some(swing) = self.swing(state, unit, target, With::Grapple, stance, offhand) else {
                continue;
            };
            let p = steps(self.odds.at_least(&swing.pool, swing.n));
            if best.is_none_or(|(_, most)| p > most) {
                best = Some((swing, p));
            }
        }
        best.map(|(swing, _)| swing)
    }

    /// The weapon that a hand strikes with from where the unit stands: what it holds, or of those that take no hand
    /// the one whose attack is worth most. `None` for a hand with a shield.
    pub(crate) fn attack_of(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        hand: u8,
        offhand: bool,
    ) -> Option<AttackOption> {
        let reaches = |at: usize| self.reaches(state, unit, target, at);
        self.attack_with(state, unit, target, hand, offhand, reaches)
    }

    /// The attack of a hand with a weapon that `reaches`.
    fn attack_with(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        hand: u8,
        offhand: bool,
        reaches: impl Fn(usize) -> bool,
    ) -> Option<AttackOption> {
        let item = state.unit(unit).in_hand[usize::from(hand)];
        match item {
            crate::state::SHIELD => None,
            0 => {
                let weapons = &self.unit(unit).weapons;
                let mut best: Option<AttackOption> = None;
                for at in (0..weapons.len()).filter(|&at| weapons[at].hands == 0 && reaches(at)) {
                    let Some(swing) = self.best_swing(state, unit, target, With::Weapon(at as u8), offhand)
                    else {
                        continue;
                    };
                    if best.is_none_or(|best| swing.rank() > best.rank()) {
                        best = Some(swing);
                    }
                }
                best
            }
            n => {
                let at = usize::from(n) - 1;
                let swing = || self.best_swing(state, unit, target, With::Weapon(at as u8), offhand);
                if reaches(at) { swing() } else { None }
            }
        }
    }

    /// Returns whether some hand can make a useful attack on `target`.
    pub(crate) fn is_useful(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let info = self.unit(unit);
        // Without a limit every die can reach every number, so that any attack that hurts is useful.
        let sure = self.dice.most > 0 && !self.rulings.stance_needs_facet;
        if !sure {
            return self.any_swing(state, unit, target).is_some();
        }
        let hurts = |at: usize| {
            self.reaches(state, unit, target, at)
                && self.can_hurt(state, unit, target, With::Weapon(at as u8))
        };
        state.unit(unit).in_hand[..usize::from(info.n_hands)].iter().any(|&item| match item {
            0 => (0..info.weapons.len()).any(|at| info.weapons[at].hands == 0 && hurts(at)),
            crate::state::SHIELD => false,
            n => hurts(usize::from(n) - 1),
        })
    }

    /// The first hand that can make a useful attack on `target`, with the attack.
    pub(crate) fn any_swing(&self, state: &State, unit: UnitId, target: UnitId) -> Option<AttackOption> {
        (0..self.unit(unit).n_hands).find_map(|hand| self.attack_of(state, unit, target, hand, false))
    }

    /// MG-D4, MG-D15: the attack of any hand that is worth most, on one who can be walked to.
    pub(crate) fn best_blow(&self, state: &State, unit: UnitId, target: UnitId) -> Option<AttackOption> {
        let hands = 0..self.unit(unit).n_hands;
        let swings = hands.filter_map(|hand| self.attack_with(state, unit, target, hand, false, |_| true));
        swings.reduce(|a, b| if b.rank() > a.rank() { b } else { a })
    }

    /// The rank of that attack.
    pub(crate) fn greatest_threat(&self, state: &State, unit: UnitId, target: UnitId) -> Rank {
        self.best_blow(state, unit, target).map(|swing| swing.rank()).unwrap_or_default()
    }

    /// MG-D4: the rank of the attack that is worth most: of those that reach the target from here if there is one,
    /// else of those for which the unit walks to it.
    pub(crate) fn greatest_worth(&self, state: &State, unit: UnitId, target: UnitId) -> Rank {
        let hands = 0..self.unit(unit).n_hands;
        let swings = hands.filter_map(|hand| self.attack_of(state, unit, target, hand, false));
        let from_here = swings.map(|swing| swing.rank()).max();
        from_here.unwrap_or_else(|| self.greatest_threat(state, unit, target))
    }

    /// Foes that are in and may be attacked; one who holds somebody has eyes for nobody else.
    pub(crate) fn attackable(&self, state: &State, unit: UnitId) -> UnitSet {
        let victims = state.unit(unit).holds;
        if victims.is_empty() { self.foes_to_attack(state, unit) } else { victims }
    }

    /// MG-D4: foes that are in; smitten ones whose originator is of the own side only if there is no other.
    pub(crate) fn foes_to_attack(&self, state: &State, unit: UnitId) -> UnitSet {
        let foes = state.present(self.enemies(unit));
        if !self.reads.talk {
            return foes;
        }
        let is_ours = |foe: UnitId| {
            let them = state.unit(foe);
            them.strong && them.mood == Mood::Infatuated && self.is_ally(unit, them.by)
        };
        let others: UnitSet = foes.filter(|&foe| !is_ours(foe)).collect();
        if others.is_empty() { foes } else { others }
    }
}
