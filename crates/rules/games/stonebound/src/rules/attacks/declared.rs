//! An attack as it is declared: its points, its rolls and what it would do (SB-11 to SB-15, SB-19, SB-20, SB-22,
//! SB-28, SB-30 to SB-34). Both who carries it out and who weighs it ask here.

use crate::data::metrics::{ATTACK, By};
use crate::data::rulings::HpTypeErodes;
use crate::data::vocabulary::{AttackMode, Blast, DamageKind, StandardAttack, Stat, Status};
use crate::dice::draws::{Rolled, Strike, SurvivalOutcome};
use crate::state::State;
use crate::{Prepared, Stonebound};
use fray_engine::observe::ActionTarget;
use fray_engine::roster::UnitId;

/// Whence the points of an attack come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    /// The ATK and this, doubled in a critical (SB-11, SB-22).
    Atk(i32),
    /// This, and never critical (SB-22).
    Flat(i32),
}

/// An attack as declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclaredAttack<'a> {
    pub(crate) by: UnitId,
    /// The place among the actions of the attacker.
    pub(crate) action: u8,
    pub(crate) cause: By,
    pub(crate) kind: DamageKind,
    pub(crate) points: Points,
    /// Standard, guaranteed or without criticals.
    pub(crate) mode: AttackMode,
    /// Whether Blind is checked.
    pub(crate) checks_blind: bool,
    /// Whether the rolls that go with the unit's attacks go with it (SB-28).
    pub(crate) has_extras: bool,
    pub(crate) is_counter: bool,
    /// Whether it erodes defences (SB-33).
    pub(crate) erodes: bool,
    /// Whether reactions answer it (SB-64).
    pub(crate) is_answered: bool,
    /// Whether it falls on an area or a line, which sets off nothing on the user's side (SB-64).
    pub(crate) is_area: bool,
    /// The effects of its ability that follow it (SB-29).
    pub(crate) added: &'a [Prepared],
    /// 2 if both digits of On # double them.
    pub(crate) times: u8,
}

/// The losses of HP and defence by a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wound {
    /// `A - DEF`, what was taken off it left out; beyond the last HP too (SB-34).
    pub(crate) damage: i32,
    /// Attack points that the defence kept away.
    pub(crate) absorbed: i32,
    /// Points off the defence.
    pub(crate) erosion: i32,
}

impl Stonebound {
    /// The free attack of a unit (SB-06, SB-11).
    pub(crate) fn free_attack(&self, unit: UnitId) -> DeclaredAttack<'_> {
        DeclaredAttack {
            by: unit,
            action: ATTACK,
            cause: By::Attack,
            kind: self.unit(unit).kind,
            points: Points::Atk(0),
            mode: self.unit(unit).mode,
            checks_blind: true,
            has_extras: true,
            is_counter: false,
            erodes: true,
            is_answered: true,
            is_area: false,
            added: &[],
            times: 1,
        }
    }

    /// A Standard Attack by an ability: Blind was checked for the ability (SB-42).
    pub(crate) fn standard_attack<'a>(
        &'a self,
        unit: UnitId,
        action: u8,
        cause: By,
        attack: StandardAttack,
        added: &'a [Prepared],
    ) -> DeclaredAttack<'a> {
        DeclaredAttack {
            action,
            cause,
            kind: attack.kind.unwrap_or(self.unit(unit).kind),
            points: Points::Atk(attack.atk_mod.into()),
            mode: attack.mode,
            checks_blind: false,
            erodes: !attack.not_attack,
            is_answered: !attack.not_attack,
            added,
            ..self.free_attack(unit)
        }
    }

    /// Flat damage by an ability that is an attack (SB-22).
    pub(crate) fn blast<'a>(
        &'a self,
        unit: UnitId,
        action: u8,
        cause: By,
        blast: Blast,
        added: &'a [Prepared],
    ) -> DeclaredAttack<'a> {
        DeclaredAttack {
            action,
            cause,
            kind: blast.kind.unwrap_or(self.unit(unit).kind),
            points: Points::Flat(blast.n.into()),
            mode: AttackMode::NoCrt,
            checks_blind: false,
            added,
            ..self.free_attack(unit)
        }
    }

    /// The chance of a critical, in percent (SB-11 to SB-14).
    pub(crate) fn crit(&self, state: &State, declared: &DeclaredAttack<'_>, target: UnitId) -> i32 {
        match (declared.mode, declared.points) {
            (AttackMode::NoCrt, _) | (_, Points::Flat(_)) => 0,
            (AttackMode::Guaranteed, _) => 100,
            (AttackMode::Standard | AttackMode::Double, _) => {
                if declared.is_counter && !self.rulings.counter_can_crit {
                    return 0;
                }
                self.crt(state, declared.by, Some(target))
            }
        }
    }

    /// All rolls of a blow on a target (SB-21).
    pub(crate) fn strike(&self, state: &State, declared: &DeclaredAttack<'_>, target: UnitId) -> Strike {
        let mut strike = Strike::default();
        strike.crit = self.crit(state, declared, target) as u8;
        strike.is_blind = declared.checks_blind && self.is_under(state, declared.by, Status::BLIND);
        if declared.has_extras {
            for extra in &self.unit(declared.by).extras {
                strike.add_roll(self.trial(state, declared.by, extra.trigger));
            }
        }
        self.defend(state, declared.by, target, declared.kind, &mut strike);
        strike
    }

    /// SB-11, SB-22, SB-46: the points of a blow.
    pub(crate) fn points(
        &self,
        state: &State,
        declared: &DeclaredAttack<'_>,
        target: UnitId,
        is_crit: bool,
    ) -> i32 {
        match declared.points {
            Points::Flat(n) => n,
            Points::Atk(modifier) => {
                let cripple = i32::from(self.is_under(state, target, Status::CRIPPLE));
                let atk = self.stat(state, declared.by, Stat::Atk) + modifier;
                let with = (atk + cripple).max(0);
                if !is_crit {
                    with
                } else if self.rulings.cripple_doubled {
                    2 * with
                } else {
                    2 * atk.max(0) + cripple
                }
            }
        }
    }

    /// Returns which defence a kind of attack erodes: 0 PD, 1 SD (SB-31, SB-33).
    pub(crate) fn erodes(&self, kind: DamageKind) -> Option<usize> {
        match (kind, self.rulings.hp_type_erodes) {
            (DamageKind::P, _) | (DamageKind::H, HpTypeErodes::Physical) => Some(0),
            (DamageKind::S, _) | (DamageKind::H, HpTypeErodes::Spirit) => Some(1),
            (DamageKind::H, HpTypeErodes::None) => None,
        }
    }

    /// SB-30 to SB-34: the losses by `points` against `defence` after the rolls, with `less` off the damage.
    pub(crate) fn wound(
        &self,
        declared: &DeclaredAttack<'_>,
        points: i32,
        defence: i32,
        rolled: &Rolled,
        less: i32,
    ) -> Wound {
        let stands = rolled.damage.stands();
        let raw = if stands { (points - defence).max(0) } else { 0 };
        let damage = (raw - less).max(0);
        let by_negated = rolled.damage == SurvivalOutcome::Negated && self.rulings.negated_crit_erodes;
        let erosion = match (declared.erodes, rolled.is_crit) {
            (false, _) => 0,
            (true, true) if stands || by_negated => 2,
            (true, false) if damage > 0 => 1,
            (true, _) => 0,
        };
        Wound { damage, absorbed: if stands { points.min(defence) } else { 0 }, erosion }
    }

    /// A unit as somebody's target.
    pub(crate) fn victim(&self, by: UnitId, unit: UnitId) -> ActionTarget {
        ActionTarget { unit, is_ally: !self.are_enemies(by, unit) }
    }
}
