//! What actions are worth (the words *loss*, *can affect*, *worth* and *net gain* of the decisions): every
//! roll at present values, reactions left out. In HP, exactly: in fractions of the percentile rolls. Here stand
//! attacks and whole abilities; what single effects are worth stands in `worth`.

use super::centesimal::Centesimal;
use super::declared::{DeclaredAttack, Points};
use super::draws::{BLIND, Fate, Rolled, Strike, Trial};
use super::rulings::BlindDouble;
use super::state::State;
use super::vocabulary::{AttackMode, DamageKind, Effect, Mark, Status, Target};
use super::{Prepared, Stonebound};
use crate::engine::roster::{UnitId, UnitSet};

/// What an action comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    /// Net gain.
    pub(super) gain: Centesimal,
    /// The chance that it brings an enemy to 0.
    pub(super) kill: Centesimal,
    /// Whether it can affect anybody.
    pub(super) affects: bool,
    /// Whether it catches a unit of the user's side that it harms.
    pub(super) hits_own: bool,
}

impl Judged {
    fn add(&mut self, other: Self, p: Centesimal) {
        self.gain += p * other.gain;
        self.kill = self.kill.max(p * other.kill);
        self.affects |= p.is_positive() && other.affects;
        self.hits_own |= other.hits_own;
    }
}

/// The target of a blow while it is judged.
#[derive(Clone, Copy)]
struct Patient {
    hp: i32,
    defence: i32,
    /// Whether an earlier blow of a Double Attack may have laid what the rolls of the attack lay.
    laid: bool,
}

impl Stonebound {
    /// What a blow, or the two of a Double Attack, comes to on a target.
    pub(super) fn judge_attack(
        &self,
        state: &State,
        declared: &DeclaredAttack<'_>,
        target: UnitId,
    ) -> Judged {
        let strike = self.strike(state, declared, target);
        let patient = Patient {
            hp: state.unit(target).hp.into(),
            defence: self.defence(state, target, declared.kind),
            laid: false,
        };
        let n = 1 + u8::from(declared.mode == AttackMode::Double);
        self.judge_from(state, declared, &strike, target, patient, n)
    }

    /// What the next `left` blows come to.
    fn judge_from(
        &self,
        state: &State,
        declared: &DeclaredAttack<'_>,
        strike: &Strike,
        target: UnitId,
        patient: Patient,
        left: u8,
    ) -> Judged {
        let mut judged = Judged::default();
        if left == 0 || patient.hp == 0 {
            return judged;
        }
        let is_enemy = self.are_enemies(declared.by, target);
        let mut rest = Centesimal::ONE;
        if strike.is_blind {
            let [passes, _] = BLIND.p();
            rest = passes;
            if self.rulings.blind_double == BlindDouble::Each {
                judged
                    .add(self.judge_from(state, declared, strike, target, patient, left - 1), passes.rest());
            }
        }
        let [p_crit, _] = Trial::percent(strike.crit.into()).p();
        let fates = strike.fates();
        let erodes = self.erodes(declared.kind).is_some();
        let mut kill = Centesimal::ZERO;
        for (is_crit, p_crit) in [(false, p_crit.rest()), (true, p_crit)] {
            if p_crit.is_zero() {
                continue;
            }
            let points = self.points(state, declared, target, is_crit);
            for (damage, row) in Fate::ALL.iter().zip(&fates) {
                for (effects, &p_fate) in Fate::ALL.iter().zip(row) {
                    if p_fate.is_zero() {
                        continue;
                    }
                    let p = rest * p_crit * p_fate;
                    let rolled = Rolled { is_crit, damage: *damage, effects: *effects, ..Rolled::default() };
                    let wound = self.wound(declared, points, patient.defence, &rolled, 0);
                    let lost = wound.damage.min(patient.hp);
                    let eroded = if erodes { wound.erosion.min(patient.defence) } else { 0 };
                    let mut now = Judged {
                        gain: Centesimal::whole(if is_enemy { lost } else { -lost }),
                        affects: lost > 0 || eroded > 0,
                        kill: Centesimal::ZERO,
                        hits_own: !is_enemy && lost > 0,
                    };
                    let mut p_kill = Centesimal::whole(i32::from(lost == patient.hp));
                    let mut after = Patient { hp: patient.hp - lost, ..patient };
                    if declared.kind != DamageKind::H {
                        after.defence -= eroded;
                    }
                    if after.hp > 0 && effects.stands() {
                        let (added, killed) = self.judge_added(state, declared, target, after, left == 1);
                        now.add(added, Centesimal::ONE);
                        p_kill = killed;
                        after.laid = true;
                    }
                    if left > 1 && after.hp > 0 {
                        let later = self.judge_from(state, declared, strike, target, after, left - 1);
                        now.gain += later.gain;
                        now.affects |= later.affects;
                        p_kill += p_kill.rest() * later.kill;
                    }
                    now.kill = Centesimal::ZERO;
                    judged.add(now, p);
                    kill += p * p_kill;
                }
            }
        }
        judged.kill = if is_enemy { kill + judged.kill } else { Centesimal::ZERO };
        judged
    }

    /// The added effects of a blow on a target that stands after it, and the chance that they fell it.
    fn judge_added(
        &self,
        state: &State,
        declared: &DeclaredAttack<'_>,
        target: UnitId,
        patient: Patient,
        is_last: bool,
    ) -> (Judged, Centesimal) {
        let mut judged = Judged::default();
        let mut stays = Centesimal::ONE;
        let mut consider = |prepared: &Prepared, times: i32, p: Centesimal, again: bool| {
            let one = self.judge_effect(state, declared.by, prepared, target, times, patient.hp);
            // What one application fills is not laid twice.
            let fills = !matches!(prepared.effect, Effect::Damage(_) | Effect::Push(_) | Effect::Pull(_))
                && self.fills(state, target, prepared);
            let p = if again && fills { p * p.rest() } else { p };
            judged.gain += p * stays * one.gain;
            judged.affects |= p.is_positive() && one.affects;
            judged.hits_own |= one.hits_own;
            stays *= (p * one.kill).rest();
        };
        if declared.has_extras {
            for extra in &self.unit(declared.by).extras {
                let [once, twice] = self.trial(state, declared.by, extra.trigger).p();
                for prepared in &extra.effects {
                    consider(prepared, 1, once, patient.laid);
                    if twice.is_positive() {
                        consider(prepared, 2, twice, patient.laid);
                    }
                }
            }
        }
        if is_last {
            for prepared in declared.added {
                consider(prepared, declared.times.into(), Centesimal::ONE, false);
            }
        }
        (judged, stays.rest())
    }

    /// The rolls of a target against an ability without an attack (SB-29).
    pub(super) fn strike_of_ability(
        &self,
        state: &State,
        user: UnitId,
        target: UnitId,
        mark: Mark,
    ) -> Strike {
        let mut strike = Strike::default();
        self.defend(state, user, target, self.kind_of_ability(user, mark), &mut strike);
        strike
    }

    /// SB-42: whether the use of an ability is checked against Blind: it falls on an enemy.
    pub(super) fn is_checked(&self, state: &State, unit: UnitId, targets: UnitSet) -> bool {
        self.is_under(state, unit, Status::BLIND)
            && targets.into_iter().any(|target| self.are_enemies(unit, target))
    }

    /// What the use of an ability on these targets comes to.
    pub(super) fn judge_skill(&self, state: &State, unit: UnitId, at: u8, targets: UnitSet) -> Judged {
        let skill = &self.unit(unit).skills[at as usize];
        let [once, twice] = self.trial(state, unit, skill.ability.trigger).p();
        let passes = if self.is_checked(state, unit, targets) { BLIND.p()[0] } else { Centesimal::ONE };
        let is_area = is_laid(skill.ability.falls_on());
        let mut judged = Judged::default();
        for (times, p_times) in [(1_u8, once), (2, twice)] {
            if p_times.is_zero() {
                continue;
            }
            for target in targets {
                let mut of_target = Judged::default();
                let mut from = 0;
                let effects = &skill.effects[..];
                while from < effects.len() {
                    if effects[from].effect.is_blow() {
                        let to = segment(effects, from + 1);
                        if state.stands(target)
                            && let Some(declared) = self.blow_of(unit, at, from, to, times, is_area)
                        {
                            of_target.add(self.judge_attack(state, &declared, target), Centesimal::ONE);
                        }
                        from = to;
                        continue;
                    }
                    let to = segment(effects, from);
                    let hp = state.unit(target).hp.into();
                    let p = if self.are_enemies(unit, target) {
                        let fates = self.strike_of_ability(state, unit, target, skill.ability.mark).fates();
                        fates.iter().fold(Centesimal::ZERO, |sum, row| sum + row[0])
                    } else {
                        Centesimal::ONE
                    };
                    for prepared in &effects[from..to] {
                        let once_a_use = matches!(prepared.effect, Effect::Draw(_) | Effect::Teleport);
                        if !once_a_use || target == targets.first() {
                            let one = self.judge_effect(state, unit, prepared, target, times.into(), hp);
                            of_target.add(one, p);
                        }
                    }
                    from = to;
                }
                judged.gain += passes * p_times * of_target.gain;
                judged.kill = judged.kill.max(passes * p_times * of_target.kill);
                judged.affects |= of_target.affects;
                judged.hits_own |= of_target.hits_own;
            }
        }
        judged
    }

    /// The blow of an effect of an ability, with the effects behind it up to `to` (SB-29).
    pub(super) fn blow_of(
        &self,
        unit: UnitId,
        at: u8,
        from: usize,
        to: usize,
        times: u8,
        is_area: bool,
    ) -> Option<DeclaredAttack<'_>> {
        let skill = &self.unit(unit).skills[at as usize];
        let added = &skill.effects[from + 1..to];
        let (action, cause) = (super::metrics::ABILITIES + at, super::metrics::By::Ability);
        let mut declared = match skill.effects[from].effect {
            Effect::StandardAttack(swing) => self.swing(unit, action, cause, swing, added),
            Effect::Damage(blast) => self.blast(unit, action, cause, blast, added),
            _ => return None,
        };
        if let Points::Flat(n) = &mut declared.points {
            *n *= i32::from(times);
        }
        (declared.times, declared.is_area) = (times, is_area);
        Some(declared)
    }
}

/// Whether a target is an area or a line.
pub(super) fn is_laid(target: Target) -> bool {
    matches!(target, Target::Area { .. } | Target::Line { .. })
}

/// The end of the effects without an attack that begin at `from`.
pub(super) fn segment(effects: &[Prepared], from: usize) -> usize {
    let next = effects[from.min(effects.len())..].iter().position(|prepared| prepared.effect.is_blow());
    next.map_or(effects.len(), |n| from + n)
}
