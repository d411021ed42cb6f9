//! One attack (SB-11 to SB-15, SB-21, SB-22, SB-28, SB-30 to SB-35, SB-42): its points, its rolls, what it
//! does and the order of it all.

use super::damage::Source;
use super::draws::{Fate, Rolled, Strike, TwoNumbers};
use super::events::Event;
use super::metrics::{ATTACK, By, Metric};
use super::rulings::{BlindDouble, DoubleReactions, HpTypeErodes, MultiCrit, ReactionTiming};
use super::state::State;
use super::vocabulary::{AbilityRange, AttackMode, Blast, DamageKind, Stat, Status, Swing};
use super::{Play, Prepared, Stonebound, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::{Deed, Observer, Victim};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// Whence the points of an attack come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    /// The ATK and this, doubled in a critical (SB-11, SB-22).
    Atk(i32),
    /// This, and never critical (SB-22).
    Flat(i32),
}

/// An attack as declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow<'a> {
    pub(super) by: UnitId,
    /// The place among the actions of the attacker.
    pub(super) action: u8,
    pub(super) cause: By,
    pub(super) kind: DamageKind,
    pub(super) points: Points,
    /// Standard, guaranteed or without criticals.
    pub(super) mode: AttackMode,
    /// Whether Blind is checked.
    pub(super) checks_blind: bool,
    /// Whether the rolls that go with the unit's attacks go with it (SB-28).
    pub(super) has_extras: bool,
    pub(super) is_counter: bool,
    /// Whether it erodes defences (SB-33).
    pub(super) erodes: bool,
    /// Whether reactions answer it (SB-64).
    pub(super) is_answered: bool,
    /// Whether it falls on an area or a line, which sets off nothing on the user's side (SB-64).
    pub(super) is_area: bool,
    /// The effects of its ability that follow it (SB-29).
    pub(super) added: &'a [Prepared],
    /// 2 if both digits of On # double them.
    pub(super) times: u8,
}

/// What a blow does to HP and defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wound {
    /// `A - DEF`, what was taken off it left out; beyond the last HP too (SB-34).
    pub(super) damage: i32,
    /// Attack points that the defence kept away.
    pub(super) absorbed: i32,
    /// Points off the defence.
    pub(super) erosion: i32,
}

/// What reactions make of an attack before its damage is taken (SB-37).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Incoming {
    /// Off the damage.
    pub(super) less: i32,
    /// Who takes what is left of it.
    pub(super) onto: Option<UnitId>,
}

/// An attack on one target, as it was resolved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Landed {
    /// Whom it fell on.
    pub(super) target: UnitId,
    pub(super) rolled: Rolled,
    /// `A - DEF`.
    pub(super) damage: i32,
    /// HP lost.
    pub(super) lost: i32,
    /// Points that PD and SD lost.
    pub(super) eroded: [i32; 2],
    /// Whether the target slept when it was struck (SB-50).
    pub(super) slept: bool,
    /// Whether there was an attack at all, and not an ability alone.
    pub(super) is_attack: bool,
}

impl Stonebound {
    /// The free attack of a unit (SB-06, SB-11).
    pub(super) fn free_attack(&self, unit: UnitId) -> Blow<'_> {
        Blow {
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
    pub(super) fn swing<'a>(
        &'a self,
        unit: UnitId,
        action: u8,
        cause: By,
        swing: Swing,
        added: &'a [Prepared],
    ) -> Blow<'a> {
        Blow {
            action,
            cause,
            kind: swing.kind.unwrap_or(self.unit(unit).kind),
            points: Points::Atk(swing.atk_mod.into()),
            mode: swing.mode,
            checks_blind: false,
            erodes: !swing.not_attack,
            is_answered: !swing.not_attack,
            added,
            ..self.free_attack(unit)
        }
    }

    /// Flat damage by an ability that is an attack (SB-22).
    pub(super) fn blast<'a>(
        &'a self,
        unit: UnitId,
        action: u8,
        cause: By,
        blast: Blast,
        added: &'a [Prepared],
    ) -> Blow<'a> {
        Blow {
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
    pub(super) fn crit(&self, state: &State, blow: &Blow<'_>, target: UnitId) -> i32 {
        match (blow.mode, blow.points) {
            (AttackMode::NoCrt, _) | (_, Points::Flat(_)) => 0,
            (AttackMode::Guaranteed, _) => 100,
            (AttackMode::Standard | AttackMode::Double, _) => {
                if blow.is_counter && !self.rulings.counter_can_crit {
                    return 0;
                }
                self.crt(state, blow.by, Some(target))
            }
        }
    }

    /// All rolls of a blow on a target (SB-21).
    pub(super) fn strike(&self, state: &State, blow: &Blow<'_>, target: UnitId) -> Strike {
        let mut strike = Strike::default();
        strike.crit = self.crit(state, blow, target) as u8;
        strike.is_blind = blow.checks_blind && self.stacks(state, blow.by, Status::BLIND) > 0;
        if blow.has_extras {
            for extra in &self.unit(blow.by).extras {
                strike.add_roll(self.trial(state, blow.by, extra.trigger));
            }
        }
        self.defend(state, blow.by, target, blow.kind, &mut strike);
        strike
    }

    /// SB-11, SB-22, SB-46: the points of a blow.
    pub(super) fn points(&self, state: &State, blow: &Blow<'_>, target: UnitId, is_crit: bool) -> i32 {
        match blow.points {
            Points::Flat(n) => n,
            Points::Atk(modifier) => {
                let cripple = i32::from(self.stacks(state, target, Status::CRIPPLE) > 0);
                let atk = self.stat(state, blow.by, Stat::Atk) + modifier;
                let with = (atk + cripple).max(0);
                match is_crit {
                    false => with,
                    true if self.rulings.cripple_doubled => 2 * with,
                    true => 2 * atk.max(0) + cripple,
                }
            }
        }
    }

    /// Which defence a kind of attack erodes: 0 PD, 1 SD (SB-31, SB-33).
    pub(super) fn erodes(&self, kind: DamageKind) -> Option<usize> {
        match (kind, self.rulings.hp_type_erodes) {
            (DamageKind::P, _) | (DamageKind::H, HpTypeErodes::Physical) => Some(0),
            (DamageKind::S, _) | (DamageKind::H, HpTypeErodes::Spirit) => Some(1),
            (DamageKind::H, HpTypeErodes::None) => None,
        }
    }

    /// SB-30 to SB-34: what `points` against `defence` do after the rolls, with `less` off the damage.
    pub(super) fn wound(
        &self,
        blow: &Blow<'_>,
        points: i32,
        defence: i32,
        rolled: &Rolled,
        less: i32,
    ) -> Wound {
        let stands = rolled.damage.stands();
        let raw = if stands { (points - defence).max(0) } else { 0 };
        let damage = (raw - less).max(0);
        let by_negated = rolled.damage == Fate::Negated && self.rulings.negated_crit_erodes;
        let erosion = match (blow.erodes, rolled.is_crit) {
            (false, _) => 0,
            (true, true) if stands || by_negated => 2,
            (true, false) if damage > 0 => 1,
            (true, _) => 0,
        };
        Wound { damage, absorbed: if stands { points.min(defence) } else { 0 }, erosion }
    }

    /// A unit as somebody's target.
    pub(super) fn victim(&self, by: UnitId, unit: UnitId) -> Victim {
        Victim { unit, is_ally: !self.are_enemies(by, unit) }
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-64: what was declared may set reactions off anew.
    pub(super) fn declare(&mut self) {
        if self.rules.has_reactions {
            self.fired = [0; MAX_UNITS];
            self.fired_by_falls = [0; MAX_UNITS];
        }
    }

    /// One attack, or the two of a Double Attack (SB-15).
    pub(super) fn attack(&mut self, blow: Blow<'a>, target: UnitId) {
        let rules = self.rules;
        let is_double = blow.mode == AttackMode::Double;
        self.obs.used(Deed { by: blow.by, action: blow.action });
        self.state.unit_mut(blow.by).last = target.0 + 1;
        let mut target = target;
        let mut held: Option<Landed> = None;
        for nth in 0..1 + u8::from(is_double) {
            if nth == 1 {
                if !self.state.stands(target) && rules.rulings.double_retarget && self.state.stands(blow.by) {
                    target = self.next_target(blow.by, blow.kind).unwrap_or(target);
                }
                if !self.state.stands(blow.by) || !self.state.stands(target) || self.is_over() {
                    self.obs.add(blow.by, Metric::SecondsLost, 1);
                    self.obs.event(|| Event::SecondLost { unit: blow.by });
                    break;
                }
            }
            if !blow.is_counter {
                self.declare();
            }
            let mut now = blow;
            now.checks_blind &= nth == 0 || rules.rulings.blind_double == BlindDouble::Each;
            if is_double && nth == 0 {
                // SB-29: the effects of the ability belong to the second blow.
                now.added = &[];
            }
            let landed = self.land(&now, target, None);
            let is_stopped = landed.rolled.is_stopped;
            if is_double && nth == 0 && rules.rulings.double_reactions == DoubleReactions::AfterBoth {
                self.falls();
                held = Some(landed);
            } else {
                self.conclude(&now, &[landed]);
            }
            if is_stopped && rules.rulings.blind_double == BlindDouble::Once {
                break;
            }
        }
        if let Some(first) = held {
            // SB-64: the first attack was declared by itself.
            self.declare();
            self.conclude(&blow, &[first]);
        }
    }

    /// SB-35: an attack on several targets at once.
    pub(super) fn attack_all(&mut self, blow: Blow<'a>, targets: UnitSet) {
        self.declare();
        let shared = self.shared_crit(&blow, targets);
        let mut landed = [Landed::default(); MAX_UNITS];
        let mut n = 0;
        for target in targets {
            if !self.state.stands(target) {
                continue;
            }
            let crit = shared.map(|(of_low, of_high, low)| {
                let is_low = self.rules.crit(self.state, &blow, target) == low;
                if is_low { of_low } else { of_high }
            });
            landed[n] = self.land(&blow, target, crit);
            n += 1;
        }
        self.conclude(&blow, &landed[..n]);
    }

    /// SB-35: one roll for the criticals of all targets: whether it is one against those with the lesser
    /// number, against those with the greater, and which the lesser is.
    fn shared_crit(&mut self, blow: &Blow<'_>, targets: UnitSet) -> Option<(bool, bool, i32)> {
        if self.rules.rulings.multi_crit != MultiCrit::Shared || targets.len() < 2 {
            return None;
        }
        let numbers = |target| self.rules.crit(self.state, blow, target);
        let (low, high) = (targets.map(numbers).min()?, targets.map(numbers).max()?);
        let roll = TwoNumbers { low: low as u8, high: high as u8 };
        let n = self.dice.draw(by(blow.by, Purpose::Hit), &roll);
        Some((n > 1, n > 0, low))
    }

    /// SB-21, steps 1 to 8, on one target.
    pub(super) fn land(&mut self, blow: &Blow<'a>, target: UnitId, crit: Option<bool>) -> Landed {
        let rules = self.rules;
        let mut strike = rules.strike(self.state, blow, target);
        if let Some(is_crit) = crit {
            strike.crit = if is_crit { 100 } else { 0 };
        }
        let rolled = self.dice.draw(by(blow.by, Purpose::Hit), &strike);
        let deed = Deed { by: blow.by, action: blow.action };
        let is_standard = matches!(blow.points, Points::Atk(_));
        self.obs.add_if(is_standard, blow.by, Metric::Attacks, 1);
        if blow.is_counter {
            self.obs.add(blow.by, Metric::Counters, 1);
        }
        let is_ally = !rules.are_enemies(blow.by, target);
        self.obs.event(|| Event::Attacks {
            unit: blow.by,
            target,
            action: blow.action,
            kind: blow.kind,
            counter: blow.is_counter,
        });
        let mut landed = Landed { target, rolled, is_attack: true, ..Landed::default() };
        if rolled.is_stopped {
            self.obs.event(|| Event::Blinded { unit: blow.by });
            self.obs.attack(deed, rules.victim(blow.by, target), false, 0);
            self.obs.add_if(!is_ally, blow.by, Metric::HitRate, 0);
            return landed;
        }
        self.obs.add_if(is_standard && !is_ally, blow.by, Metric::CritRate, u32::from(rolled.is_crit));
        self.tell_rolls(&strike, &rolled, target);
        self.incoming = Incoming::default();
        let points = rules.points(self.state, blow, target, rolled.is_crit);
        if rules.has_reactions && rolled.damage.stands() && blow.is_answered {
            self.before_damage(blow, target, points);
        }
        let Incoming { less, onto } = self.incoming;
        let struck = onto.filter(|&onto| self.state.stands(onto)).unwrap_or(target);
        landed.target = struck;
        landed.slept = rules.sleeps(self.state, struck);
        let which = rules.erodes(blow.kind);
        if rules.rulings.reaction_timing == ReactionTiming::Before {
            let wound =
                rules.wound(blow, points, rules.defence(self.state, struck, blow.kind), &rolled, less);
            landed.damage = wound.damage;
            landed.lost = wound.damage.min(self.state.unit(struck).hp.into());
            landed.eroded = self.would_erode(struck, which, wound.erosion);
            self.answer(blow, &[landed]);
        }
        let defence = rules.defence(self.state, struck, blow.kind);
        let wound = rules.wound(blow, points, defence, &rolled, less);
        landed.damage = wound.damage;
        self.obs.event(|| Event::Damage {
            points,
            kind: blow.kind,
            defence,
            less,
            crit: rolled.is_crit,
            damage: wound.damage,
            stands: rolled.damage.stands(),
        });
        let victim = rules.victim(blow.by, struck);
        self.obs.attack(deed, victim, wound.damage > 0, wound.damage as u32);
        self.obs.add_if(!victim.is_ally, blow.by, Metric::HitRate, u32::from(wound.damage > 0));
        self.obs.add_if(
            wound.damage > 0 && !victim.is_ally,
            blow.by,
            Metric::DamagePerHit,
            wound.damage as u32,
        );
        self.obs.add(struck, Metric::Absorbed, wound.absorbed as u32);
        if self.state.stands(struck) {
            let source = Source { by: Some(blow.by), action: blow.action, cause: blow.cause };
            landed.lost = self.take(struck, wound.damage, source);
            landed.eroded = self.would_erode(struck, which, wound.erosion);
            self.erode(struck, blow, landed.eroded, rolled.is_crit);
            if self.state.stands(struck) && rolled.effects.stands() {
                self.added(blow, struck, &rolled);
            }
            self.fall_if_gone(struck, source);
        }
        landed
    }

    /// SB-21, step 7: the effects of the rolls that go with the attack, then those of its ability.
    fn added(&mut self, blow: &Blow<'a>, struck: UnitId, rolled: &Rolled) {
        let rules = self.rules;
        if blow.has_extras {
            for (extra, &times) in rules.unit(blow.by).extras.iter().zip(&rolled.extras) {
                if times > 0 {
                    for prepared in &extra.effects {
                        self.apply(blow.by, blow.action, blow.cause, prepared, struck, times, None);
                    }
                }
            }
        }
        for prepared in blow.added {
            self.apply(blow.by, blow.action, blow.cause, prepared, struck, blow.times, None);
        }
    }

    /// Falls and their answers, reactions and counters (SB-21, steps 8 to 10).
    pub(super) fn conclude(&mut self, blow: &Blow<'a>, landed: &[Landed]) {
        self.falls();
        if self.rules.rulings.reaction_timing == ReactionTiming::After {
            self.answer(blow, landed);
        }
        if self.rules.reads.statuses {
            self.end_of_attack();
        }
    }

    fn tell_rolls(&mut self, strike: &Strike, rolled: &Rolled, target: UnitId) {
        if strike.is_defended() {
            self.obs.add(target, Metric::Evaded, u32::from(rolled.damage == Fate::Evaded));
            self.obs.add(target, Metric::NegatedDamage, u32::from(rolled.damage == Fate::Negated));
            self.obs.add(target, Metric::NegatedEffects, u32::from(rolled.effects == Fate::Negated));
            self.obs.add_if(
                strike.evasion != [0; 3],
                target,
                Metric::EvasionRate,
                u32::from(rolled.damage == Fate::Evaded),
            );
            self.obs.event(|| Event::Defends {
                unit: target,
                damage: rolled.damage,
                effects: rolled.effects,
            });
        }
    }

    /// SB-15, D-03: another target for the second attack of a Double Attack.
    fn next_target(&mut self, unit: UnitId, kind: DamageKind) -> Option<UnitId> {
        let rules = self.rules;
        let own = rules.stat(self.state, unit, Stat::Rng);
        let there = rules.enemies(unit).filter(|&enemy| {
            self.state.stands(enemy) && rules.is_within(self.state, unit, enemy, AbilityRange::Unit, own)
        });
        let there: UnitSet = there.collect();
        self.pick_target(unit, there, kind)
    }
}
