//! Damage (MG-33 to MG-35), hit points and magic points (MG-40, MG-41), trauma (MG-69).

use crate::choose::With;
use crate::data::events::Event;
use crate::data::metrics::{Clock, Harm, Metric, MpBy, OutBy};
use crate::data::setup::Stat;
use crate::data::vocabulary::{Trigger, What};
use crate::dice::draws::{Guard, Total, Wound, Wounded};
use crate::dice::{Distribution, Formula};
use crate::state::UNROLLED;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Cause, Observer};
use fray_engine::roster::UnitId;

/// Damage that is about to be rolled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamageSource {
    /// The action that does it; none of a hazard or a cost.
    pub(crate) action_ref: Option<ActionRef>,
    /// Whether it is reported as an attack.
    pub(crate) is_attack: bool,
    /// 2 for doubled damage.
    pub(crate) times: i32,
    /// The amount by which size lessens it.
    pub(crate) size: i32,
    /// The kind of harm, for the clocks.
    pub(crate) harm: Harm,
    /// Whether no soak stops it.
    pub(crate) ignores_soak: bool,
    /// Whether it is halved before soak (MG-65).
    pub(crate) halved: bool,
    /// Quarters of it that an element shield leaves.
    pub(crate) quarters: i32,
}

/// The source of the dice that are rolled for damage.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// A weapon, a fist or a kick.
    With(With),
    /// A formula with its flat number.
    Formula(&'a Formula, &'a Distribution, i32),
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-33 to MG-35: damage, soak and what is lost.
    pub(crate) fn hurt(&mut self, unit: UnitId, target: UnitId, source: Source<'_>, impact: &DamageSource) {
        let Play { rules, state, dice, .. } = self;
        let (rules, state): (&MahouGalaxy, _) = (rules, &**state);
        let doubles_first = rules.rulings.crit_double_before_soak;
        let plain = !impact.halved && impact.quarters == 4;
        let pool = state.unit(target).pool;
        // MG-78: how far below the limit it goes is read where somebody could be healed from there.
        let sinks = if rules.heals { state.unit(target).hp - rules.unit(target).sunk } else { 1 };
        let toughness = rules.toughness(state, target).max(sinks).max(1);
        let whole = dice.tells_apart() || !plain || rules.rulings.trauma_enabled;
        let mut roll = |formula: &Formula, distribution: &Distribution, flat: i32| -> Wounded {
            let mut draw = |guard: Guard<'_>| {
                let wound = Wound {
                    formula,
                    distribution,
                    flat,
                    size: impact.size,
                    times: if doubles_first { impact.times } else { 1 },
                    guard,
                    toughness: if doubles_first {
                        toughness
                    } else {
                        (toughness + impact.times - 1) / impact.times
                    },
                    whole,
                };
                dice.draw(by(unit, Purpose::Damage), &wound)
            };
            match pool {
                _ if impact.ignores_soak => draw(Guard::Pool(0)),
                UNROLLED => {
                    rules.with_soak(state, target, |soak, hazard, plus| draw(Guard::Roll(soak, hazard, plus)))
                }
                pool => draw(Guard::Pool(pool.into())),
            }
        };
        let out = match source {
            Source::With(with) => rules.with_damage(state, unit, with, roll),
            Source::Formula(formula, distribution, flat) => roll(formula, distribution, flat),
        };
        self.wound(target, impact, out);
    }

    /// MG-34: a soak roll that no damage asks for.
    pub(crate) fn roll_soak(&mut self, unit: UnitId) -> i32 {
        let Play { rules, state, dice, .. } = self;
        rules.with_soak(state, unit, |formula, distribution, plus| {
            let total = Total { formula, distribution, most: i32::MAX };
            (dice.draw(by(unit, Purpose::Effect), &total) + plus).max(0)
        })
    }

    /// Divides the damage into the part that soak stops and the part that is lost.
    pub(crate) fn wound(&mut self, target: UnitId, impact: &DamageSource, out: Wounded) {
        let was_rolled = self.state.unit(target).pool != UNROLLED;
        let damage = if impact.halved { out.damage / 2 } else { out.damage } * impact.quarters / 4;
        let stopped = if impact.ignores_soak { 0 } else { damage.min(out.soak) };
        let behind = if self.rules.rulings.crit_double_before_soak { 1 } else { impact.times };
        let lost = (damage - stopped) * behind;
        let left = out.soak - stopped;
        if !impact.ignores_soak {
            self.state.unit_mut(target).pool = left.min(30_000) as i16;
        }
        let (soak, ignored) = (out.soak, impact.ignores_soak);
        let doubled = impact.times > 1;
        let [faces, stops] = out.faces;
        self.obs.event(|| Event::Damage {
            unit: target,
            faces,
            stops,
            damage,
            soak,
            was_rolled,
            ignored,
            doubled,
            lost,
            left,
        });
        self.obs.add(target, Metric::Soaked, stopped as u32);
        self.obs.add(target, Metric::SoakedHits, u32::from(lost == 0));
        // Doubled behind soak it takes more than was rolled.
        let rolled = damage.max(lost) as u32;
        if let Some(action_ref) = impact.action_ref {
            let victim = self.rules.victim_of(action_ref.by, target);
            self.obs.add_if(!victim.is_ally, action_ref.by, Metric::DamageRolled, rolled);
            if impact.is_attack && target != action_ref.by {
                self.obs.attack(action_ref, victim, true, rolled);
            } else {
                self.obs.harm(action_ref, victim, rolled);
            }
        }
        self.lose_hp(target, lost, impact.action_ref, impact.harm);
    }

    /// MG-40: hit points are lost.
    pub(crate) fn lose_hp(&mut self, target: UnitId, lost: i32, action_ref: Option<ActionRef>, harm: Harm) {
        if lost <= 0 || !self.state.is_in(target) {
            return;
        }
        let rules = self.rules;
        self.trauma(target, lost);
        let limit = rules.limit(self.state, target);
        let before = self.state.unit(target).hp;
        // A Defense that sank may have left nothing to lose.
        let taken = lost.min(before - limit).max(0);
        // MG-78: a hit takes HP without a floor; what goes below the limit is overkill.
        let hp = before - lost;
        self.state.unit_mut(target).hp = hp;
        self.state.busy = true;
        self.obs.add(target, Metric::DamageTaken, taken as u32);
        if let Some(action_ref) = action_ref {
            let victim = rules.victim_of(action_ref.by, target);
            self.obs.damage(action_ref, victim, taken as u32);
            self.obs.add_if(!victim.is_ally, action_ref.by, Metric::DamageDealt, taken as u32);
            if !victim.is_ally && lost > taken {
                self.obs.overkill(action_ref.by, (lost - taken) as u32);
            }
        }
        let is_out = hp <= limit;
        if before > 0 && hp <= 0 {
            self.obs.mark(target, Clock::Exhausted(harm));
            self.obs.add_if(is_out && limit < 0, target, Metric::Skipped, 1);
            if !is_out {
                self.obs.event(|| Event::Exhausted { unit: target, hp });
            }
        }
        if !is_out {
            self.react(target, Trigger::Damaged, action_ref.map(|action_ref| action_ref.by));
        }
        if is_out {
            let hazard = match harm {
                Harm::Cost => 1,
                Harm::Fall => 2,
                _ => 0,
            };
            let cause = action_ref.map_or(Cause::Hazard(hazard), Cause::Action);
            self.go_out(target, cause, harm.out());
        }
    }

    /// MG-69: a trauma, which is only counted.
    fn trauma(&mut self, target: UnitId, lost: i32) {
        let rules = self.rules;
        if !rules.rulings.trauma_enabled {
            return;
        }
        let def = rules.stat(self.state, target, Stat::Def).max(0);
        let threshold = if self.state.unit(target).hp <= 0 {
            def
        } else {
            def + (rules.unit(target).threat_level + 1) / 2
        };
        let strict = i32::from(rules.rulings.trauma_strict);
        let severity = (lost - strict).checked_div(threshold).unwrap_or(lost);
        if severity > 0 {
            self.obs.add(target, Metric::Traumas, 1);
            self.obs.add(target, Metric::TraumaSeverity, severity as u32);
        }
    }

    /// MG-40, MG-41: who is below its limits since an effect on it began or ended is out.
    pub(crate) fn check_limits(&mut self, unit: UnitId, cause: Cause) {
        let rules = self.rules;
        let is_fixed = |what: What| rules.changes[what as usize].is_empty();
        if is_fixed(What::Def) && is_fixed(What::Int) || !self.state.is_in(unit) {
            return;
        }
        let it = self.state.unit(unit);
        if it.hp <= rules.limit(self.state, unit) {
            self.go_out(unit, cause, OutBy::Ability);
        } else if rules.unit(unit).mp_max > 0 && it.mp < -rules.stat(self.state, unit, Stat::Int).max(0) {
            self.go_out(unit, cause, OutBy::Mp);
        }
    }

    /// Checks all limits of hit points, after effects have ended.
    pub(crate) fn check_all_limits(&mut self) {
        for unit in self.rules.everyone {
            self.check_limits(unit, Cause::Hazard(0));
        }
    }

    /// MG-41: magic points are spent.
    pub(crate) fn lose_mp(&mut self, unit: UnitId, lost: i32, action_ref: ActionRef) {
        if lost <= 0 {
            return;
        }
        let it = self.state.unit_mut(unit);
        let before = it.mp;
        it.mp -= lost;
        let mp = it.mp;
        self.state.busy = true;
        self.obs.add(unit, Metric::MpSpent, lost as u32);
        self.obs.add_if(mp < 0, unit, Metric::Overdraft, lost.min(-mp) as u32);
        if before > 0 && mp <= 0 {
            self.obs.mark(unit, Clock::MpExhausted(MpBy::Spent));
            self.obs.event(|| Event::MpExhausted { unit, mp });
        }
        let int = self.rules.stat(self.state, unit, Stat::Int).max(0);
        if mp < -int && self.rules.unit(unit).mp_max > 0 {
            self.go_out(unit, Cause::Action(action_ref), OutBy::Mp);
        }
    }
}
