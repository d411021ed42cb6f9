//! One attack as it is carried out, step by step (SB-15, SB-21, SB-28, SB-35, SB-42). Its declaration stands
//! in `declared`.

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::{BlindDouble, DoubleReactions, MultiCrit, ReactionTiming};
use crate::data::vocabulary::{AbilityRange, AttackMode, DamageKind, Stat};
use crate::dice::draws::{Rolled, Strike, SurvivalOutcome, TwoNumbers};
use crate::rules::attacks::damage::Source;
use crate::rules::attacks::declared::{DeclaredAttack, Points};
use crate::{Play, Stonebound, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The changes that reactions make to an attack before its damage is taken (SB-37).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Incoming {
    /// Off the damage.
    pub(crate) less: i32,
    /// The unit that takes the rest of it.
    pub(crate) onto: Option<UnitId>,
}

/// An attack on one target, as it was resolved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackResult {
    /// The unit that it fell on.
    pub(crate) target: UnitId,
    pub(crate) rolled: Rolled,
    /// `A - DEF`.
    pub(crate) damage: i32,
    /// HP lost.
    pub(crate) lost: i32,
    /// Points that PD and SD lost.
    pub(crate) eroded: [i32; 2],
    /// Whether the target slept when it was struck (SB-50).
    pub(crate) slept: bool,
    /// Whether there was an attack at all, and not an ability alone.
    pub(crate) is_attack: bool,
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-64: a new declaration may set reactions off anew.
    pub(crate) fn declare(&mut self) {
        if self.rules.has_reactions {
            self.fired = [0; MAX_UNITS];
            self.fired_by_falls = [0; MAX_UNITS];
        }
    }

    /// One attack, or the two of a Double Attack (SB-15).
    pub(crate) fn attack(&mut self, declared: DeclaredAttack<'a>, target: UnitId) {
        let rules = self.rules;
        let is_double = declared.mode == AttackMode::Double;
        self.obs.used(ActionRef { by: declared.by, action: declared.action });
        if self.rules.are_enemies(declared.by, target) {
            self.state.unit_mut(declared.by).last = target.0 + 1;
        }
        let mut target = target;
        let mut held: Option<AttackResult> = None;
        for nth in 0..1 + u8::from(is_double) {
            if nth == 1 {
                if !self.state.stands(target)
                    && rules.rulings.double_retarget
                    && self.state.stands(declared.by)
                {
                    target = self.next_target(declared.by, declared.kind).unwrap_or(target);
                }
                if !self.state.stands(declared.by) || !self.state.stands(target) || self.is_over() {
                    self.obs.add(declared.by, Metric::SecondsLost, 1);
                    self.obs.event(|| Event::SecondLost { unit: declared.by });
                    break;
                }
            }
            if !declared.is_counter {
                self.declare();
            }
            let mut now = declared;
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
            self.conclude(&declared, &[first]);
        }
    }

    /// SB-35: an attack on several targets at once.
    pub(crate) fn attack_all(&mut self, declared: DeclaredAttack<'a>, targets: UnitSet) {
        self.declare();
        let shared = self.shared_crit(&declared, targets);
        let mut landed = [AttackResult::default(); MAX_UNITS];
        let mut n = 0;
        for target in targets {
            if !self.state.stands(target) {
                continue;
            }
            let crit = shared.map(|(of_low, of_high, low)| {
                let is_low = self.rules.crit(self.state, &declared, target) == low;
                if is_low { of_low } else { of_high }
            });
            landed[n] = self.land(&declared, target, crit);
            n += 1;
        }
        self.conclude(&declared, &landed[..n]);
    }

    /// SB-35: one roll for the criticals of all targets: whether it is one against those with the lesser
    /// number, against those with the greater, and which the lesser is.
    fn shared_crit(&mut self, declared: &DeclaredAttack<'_>, targets: UnitSet) -> Option<(bool, bool, i32)> {
        if self.rules.rulings.multi_crit != MultiCrit::Shared || targets.len() < 2 {
            return None;
        }
        let numbers = |target| self.rules.crit(self.state, declared, target);
        let (low, high) = (targets.map(numbers).min()?, targets.map(numbers).max()?);
        let roll = TwoNumbers { low: low as u8, high: high as u8 };
        let n = self.dice.draw(by(declared.by, Purpose::Hit), &roll);
        Some((n > 1, n > 0, low))
    }

    /// SB-21, steps 1 to 8, on one target.
    pub(crate) fn land(
        &mut self,
        declared: &DeclaredAttack<'a>,
        target: UnitId,
        crit: Option<bool>,
    ) -> AttackResult {
        let rules = self.rules;
        let mut strike = rules.strike(self.state, declared, target);
        if let Some(is_crit) = crit {
            strike.crit = if is_crit { 100 } else { 0 };
        }
        let rolled = self.dice.draw(by(declared.by, Purpose::Hit), &strike);
        let action_ref = ActionRef { by: declared.by, action: declared.action };
        let is_standard = matches!(declared.points, Points::Atk(_));
        self.obs.add_if(is_standard, declared.by, Metric::Attacks, 1);
        if declared.is_counter {
            self.obs.add(declared.by, Metric::Counters, 1);
        }
        let is_ally = !rules.are_enemies(declared.by, target);
        self.obs.event(|| Event::Attacks {
            unit: declared.by,
            target,
            action: declared.action,
            kind: declared.kind,
            counter: declared.is_counter,
        });
        let mut landed = AttackResult { target, rolled, is_attack: true, ..AttackResult::default() };
        if rolled.is_stopped {
            self.obs.event(|| Event::Blinded { unit: declared.by });
            self.obs.attack(action_ref, rules.victim(declared.by, target), false, 0);
            self.obs.add_if(!is_ally, declared.by, Metric::HitRate, 0);
            return landed;
        }
        self.obs.add_if(is_standard && !is_ally, declared.by, Metric::CritRate, u32::from(rolled.is_crit));
        self.tell_rolls(&strike, &rolled, target);
        self.incoming = Incoming::default();
        let points = rules.points(self.state, declared, target, rolled.is_crit);
        if rules.has_reactions && rolled.damage.stands() && declared.is_answered {
            self.before_damage(declared, target, points);
        }
        let Incoming { less, onto } = self.incoming;
        let struck = onto.filter(|&onto| self.state.stands(onto)).unwrap_or(target);
        landed.target = struck;
        landed.slept = rules.sleeps(self.state, struck);
        let which = rules.erodes(declared.kind);
        if rules.rulings.reaction_timing == ReactionTiming::Before {
            let wound = rules.wound(
                declared,
                points,
                rules.defence(self.state, struck, declared.kind),
                &rolled,
                less,
            );
            landed.damage = wound.damage;
            landed.lost = wound.damage.min(self.state.unit(struck).hp.into());
            landed.eroded = self.would_erode(struck, which, wound.erosion);
            self.answer(declared, &[landed]);
            if !self.state.stands(struck) {
                // It fell meanwhile: nothing is left to strike.
                self.obs.attack(action_ref, rules.victim(declared.by, struck), false, 0);
                self.obs.add_if(!is_ally, declared.by, Metric::HitRate, 0);
                (landed.damage, landed.lost, landed.eroded) = (0, 0, [0; 2]);
                return landed;
            }
        }
        let defence = rules.defence(self.state, struck, declared.kind);
        let wound = rules.wound(declared, points, defence, &rolled, less);
        landed.damage = wound.damage;
        self.obs.event(|| Event::Damage {
            points,
            kind: declared.kind,
            defence,
            less,
            crit: rolled.is_crit,
            damage: wound.damage,
            stands: rolled.damage.stands(),
        });
        let victim = rules.victim(declared.by, struck);
        self.obs.attack(action_ref, victim, wound.damage > 0, wound.damage as u32);
        self.obs.add_if(!victim.is_ally, declared.by, Metric::HitRate, u32::from(wound.damage > 0));
        self.obs.add_if(
            wound.damage > 0 && !victim.is_ally,
            declared.by,
            Metric::DamagePerHit,
            wound.damage as u32,
        );
        self.obs.add(struck, Metric::Absorbed, wound.absorbed as u32);
        if self.state.stands(struck) {
            let source = Source { by: Some(declared.by), action: declared.action, cause: declared.cause };
            landed.lost = self.take(struck, wound.damage, source);
            landed.eroded = self.would_erode(struck, which, wound.erosion);
            self.erode(struck, declared, landed.eroded, rolled.is_crit);
            // SB-28: on who has just fallen the added effects do nothing.
            self.fall_if_gone(struck, source);
            if rolled.effects.stands() {
                self.added(declared, struck, &rolled);
            }
        }
        landed
    }

    /// SB-21, step 7: the effects of the rolls that go with the attack, then those of its ability.
    fn added(&mut self, declared: &DeclaredAttack<'a>, struck: UnitId, rolled: &Rolled) {
        let rules = self.rules;
        if declared.has_extras {
            for (extra, &times) in rules.unit(declared.by).extras.iter().zip(&rolled.extras) {
                if times > 0 {
                    for prepared in &extra.effects {
                        self.apply(
                            declared.by,
                            declared.action,
                            declared.cause,
                            prepared,
                            struck,
                            times,
                            None,
                        );
                    }
                }
            }
        }
        for prepared in declared.added {
            self.apply(declared.by, declared.action, declared.cause, prepared, struck, declared.times, None);
        }
    }

    /// Falls and their answers, reactions and counters (SB-21, steps 8 to 10).
    pub(crate) fn conclude(&mut self, declared: &DeclaredAttack<'a>, landed: &[AttackResult]) {
        self.falls();
        if self.rules.rulings.reaction_timing == ReactionTiming::After {
            self.answer(declared, landed);
        }
        if self.rules.reads.statuses {
            self.end_of_attack();
        }
    }

    fn tell_rolls(&mut self, strike: &Strike, rolled: &Rolled, target: UnitId) {
        if strike.is_defended() {
            self.obs.add(target, Metric::Evaded, u32::from(rolled.damage == SurvivalOutcome::Evaded));
            self.obs.add(target, Metric::NegatedDamage, u32::from(rolled.damage == SurvivalOutcome::Negated));
            self.obs.add(
                target,
                Metric::NegatedEffects,
                u32::from(rolled.effects == SurvivalOutcome::Negated),
            );
            self.obs.add_if(
                strike.evasion != [0; 3],
                target,
                Metric::EvasionRate,
                u32::from(rolled.damage == SurvivalOutcome::Evaded),
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
