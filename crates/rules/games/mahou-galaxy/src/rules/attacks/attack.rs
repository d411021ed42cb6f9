//! Attacks (MG-16 to MG-25): declared, rolled, answered, and what comes of them.

use crate::choose::{AttackOption, With};
use crate::data::events::Event;
use crate::data::metrics::{DryBy, HandDryBy, Harm, Metric};
use crate::data::setup::Stance;
use crate::data::vocabulary::Trigger;
use crate::dice::draws::{Exchange, Exchanged, Faces, Rolled, Shown};
use crate::rules::attacks::damage::{DamageSource, Source};
use crate::rules::attacks::defend::{Answer, Defence};
use crate::state::{Again, Answered, State};
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, ActionTarget, Observer};
use fray_engine::roster::UnitId;

/// An attack roll with the defences that answered it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    /// The result of the attack.
    pub(crate) roll: i32,
    /// The dice of the attack.
    pub(crate) faces: Faces,
    /// The target number behind all defences.
    pub(crate) n: i32,
}

impl Resolved {
    pub(crate) fn hits(self) -> bool {
        self.roll >= self.n
    }

    /// MG-36: whether it is a critical hit of who has an active facet for it.
    pub(crate) fn reaches_critical(self) -> bool {
        is_critical(self.roll, self.n)
    }
}

/// MG-36: whether a roll is twice a target number that it reaches.
pub(crate) fn is_critical(roll: i32, n: i32) -> bool {
    roll >= n && roll >= 2 * n
}

impl MahouGalaxy {
    pub(crate) fn victim_of(&self, by: UnitId, unit: UnitId) -> ActionTarget {
        ActionTarget { unit, is_ally: self.is_ally(by, unit) }
    }

    pub(crate) fn action_of(&self, unit: UnitId, with: With) -> ActionRef {
        match with {
            With::Weapon(at) => ActionRef { by: unit, action: at },
            With::Kick => self.kick_action(unit),
            With::Grapple => self.grapple_action(unit),
        }
    }

    /// Returns whether the unit is held by `grappler`.
    #[inline(always)]
    pub(crate) fn is_held_by(&self, state: &State, unit: UnitId, grappler: UnitId) -> bool {
        state.unit(grappler).holds.has(unit)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// An attack from `hand` with the tokens `paid`; the penalty of an offhand is in the swing's pool
    /// already if it is one.
    pub(crate) fn strike(&mut self, unit: UnitId, target: UnitId, hand: u8, paid: u8, swing: &AttackOption) {
        let it = self.state.unit(unit);
        let (was_primary, were_held) = (it.primary, it.held_hands);
        self.spend_hands(unit, paid, HandDryBy::Attack);
        let critical = self.attack(unit, target, swing);
        // MG-37: a fast critical gives back a token that the attack spent, once a turn.
        if critical && swing.stance == Stance::Fast {
            // Its own, or where any token pays for any hand, one of those that were paid.
            let back = if paid >> hand & 1 == 1 { hand } else { paid.trailing_zeros() as u8 };
            let again = Again { hand: back, with: swing.with, stance: swing.stance };
            self.regain(unit, again, was_primary, were_held >> back & 1 == 1);
        }
    }

    /// An attack whose tokens are paid; whether it was a critical hit.
    pub(crate) fn attack(&mut self, unit: UnitId, target: UnitId, swing: &AttackOption) -> bool {
        let rules = self.rules;
        let action_ref = rules.action_of(unit, swing.with);
        let kick = swing.with == With::Kick;
        self.note_attack(unit, target);
        self.obs.add(unit, if kick { Metric::Kicks } else { Metric::Attacks }, 1);
        self.obs.used(action_ref);
        if let With::Weapon(at) = swing.with
            && rules.board.is_some()
            && let weapon = &rules.unit(unit).weapons[usize::from(at)]
            && weapon.ranged
        {
            let penalty = rules.range_penalty(self.state, unit, target, weapon.range);
            self.obs.add(unit, Metric::RangePenalty, penalty as u32);
        }
        self.obs.add(unit, Metric::CoverPenalty, rules.cover_against(self.state, unit, target).max(0) as u32);
        let (with, stance, n) = (swing.with, swing.stance, swing.n);
        self.obs.event(|| Event::Attacks { unit, target, with, stance, pool: swing.pool, n });
        let why = if kick { DryBy::Kick } else { DryBy::Attack };
        let Some(swing) = &self.declared(unit, target, swing) else { return false };
        let reads_value = rules.unit(target).roll_reads.reactions || rules.unit(unit).roll_reads.reactions;
        let resolved = self.resolve(unit, target, swing, why, reads_value);
        let (hits, n) = (resolved.hits(), resolved.n);
        let critical = swing.criticals && resolved.reaches_critical();
        self.obs.event(|| Event::Result {
            unit,
            target,
            roll: resolved.roll,
            faces: resolved.faces,
            n,
            hits,
            critical,
        });
        self.count_roll(unit, swing, resolved);
        let outer = self.state.turn.rolled.replace(Answered { roll: resolved.roll, n });
        let comes_through = self.land_attack(unit, target, swing, resolved, critical);
        self.state.turn.rolled = outer;
        if comes_through && critical && stance == Stance::Precise && self.state.is_in(target) {
            self.precise_critical(unit, target);
        }
        comes_through && critical
    }

    /// Counts the roll of an attack or a kick: its result, and the result that it would have had if nothing
    /// were rolled in defence.
    fn count_roll(&mut self, unit: UnitId, swing: &AttackOption, resolved: Resolved) {
        let hits = u32::from(resolved.hits());
        self.obs.add(unit, Metric::HitRate, hits);
        self.obs.add(unit, Metric::hits_by(swing.stance), hits);
        let before = Resolved { n: swing.n, ..resolved };
        self.obs.add(unit, Metric::HitsBefore, u32::from(before.hits()));
        self.obs.add(unit, Metric::CriticalsBefore, u32::from(swing.criticals && before.reaches_critical()));
    }

    /// Carries out an attack roll, except for the effects of a precise critical. Returns whether it was a hit
    /// that nothing forestalled.
    fn land_attack(
        &mut self,
        unit: UnitId,
        target: UnitId,
        swing: &AttackOption,
        resolved: Resolved,
        critical: bool,
    ) -> bool {
        let rules = self.rules;
        let (with, stance, n) = (swing.with, swing.stance, resolved.n);
        let (action_ref, kick) = (rules.action_of(unit, with), with == With::Kick);
        if !resolved.hits() {
            self.obs.attack(action_ref, rules.victim_of(unit, target), false, 0);
            // MG-51: a victim that misses its grappler by 5 or more hits itself.
            if rules.is_held_by(self.state, unit, target) && n - resolved.roll >= 5 {
                self.obs.add(unit, Metric::SelfHits, 1);
                self.obs.event(|| Event::HitsItself { unit });
                self.inflict(unit, unit, with, 1, Harm::SelfHit);
            }
            return false;
        }
        self.obs.add(unit, Metric::Hits, 1);
        self.react(target, Trigger::Hit, Some(unit));
        if !self.state.is_in(unit) || !self.state.is_in(target) {
            return false;
        }
        self.obs.add_if(critical, unit, Metric::Criticals, 1);
        self.obs.add_if(critical, unit, Metric::criticals_by(stance), 1);
        let times = if critical && stance == Stance::Strong { 2 } else { 1 };
        let binds = match with {
            With::Weapon(at) if rules.unit(unit).weapons[usize::from(at)].bind => Some(at),
            _ => None,
        };
        if binds.is_some() && !rules.rulings.bind_with_damage {
            self.obs.attack(action_ref, rules.victim_of(unit, target), true, 0);
        } else {
            self.inflict(unit, target, with, times, if kick { Harm::Kick } else { Harm::Weapon });
        }
        if let Some(weapon) = binds {
            self.bind(unit, target, weapon, stance, resolved.roll);
        }
        true
    }

    /// The damage of a hit, with the report of the attack.
    fn inflict(&mut self, unit: UnitId, target: UnitId, with: With, times: i32, harm: Harm) {
        let rules = self.rules;
        let size = rules.rulings.size_damage_per_step.0 * rules.size_step(unit, target);
        let action_ref = rules.action_of(unit, with);
        let impact = DamageSource {
            action_ref: Some(action_ref),
            is_attack: true,
            times,
            size,
            harm,
            ignores_soak: false,
            halved: false,
            quarters: 4,
        };
        self.hurt(unit, target, Source::With(with), &impact);
    }

    /// MG-16, step 3: those who react to being attacked. The attack against the number that is left; none if
    /// one of the two is no longer in.
    pub(crate) fn declared(
        &mut self,
        unit: UnitId,
        target: UnitId,
        swing: &AttackOption,
    ) -> Option<AttackOption> {
        let mut swing = *swing;
        if self.react(target, Trigger::Attacked, Some(unit)) {
            if !self.state.is_in(unit) || !self.state.is_in(target) {
                return None;
            }
            swing.n = self.rules.target_number(self.state, unit, target, swing.stance);
        }
        Some(swing)
    }

    /// Counts who attacks whom (MG-D4 `same` and `focus`).
    pub(crate) fn note_attack(&mut self, unit: UnitId, target: UnitId) {
        let side = usize::from(self.rules.unit(unit).side);
        self.state.busy = true;
        self.state.turn.acted = true;
        self.state.turn.attacked = true;
        if self.rules.reads.last {
            self.state.unit_mut(unit).last = Some(target);
        }
        if self.rules.reads.attacked {
            let times = &mut self.state.unit_mut(target).attacked[side];
            *times = times.saturating_add(1);
        }
    }

    /// MG-16, steps 3 to 6: the roll and the defences that answer it. With `reads_value` the result is
    /// read to the last point.
    pub(crate) fn resolve(
        &mut self,
        unit: UnitId,
        target: UnitId,
        swing: &AttackOption,
        why: DryBy,
        reads_value: bool,
    ) -> Resolved {
        let mut n = swing.n;
        let defends = !self.rules.is_immobile(self.state, target);
        if defends {
            self.clock_dry(target, why);
        }
        // Before its roll nothing is known of this attack, whatever it answers itself.
        let outer = self.state.turn.rolled.take();
        // An active defence that is declared against this attack counts for it.
        let is_late = defends && self.rules.is_active_late(self.state, target, unit);
        if defends && !is_late && self.react_actively(unit, target, swing.stance) {
            n = self.rules.target_number(self.state, unit, target, swing.stance);
        }
        let answer = if is_late {
            Answer::ByRoll
        } else if defends {
            self.plan_answer(unit, target, swing, n)
        } else {
            Answer::None
        };
        let far_miss = self.rules.is_held_by(self.state, unit, target);
        let criticals = swing.criticals;
        let purpose = by(unit, Purpose::Hit);
        let resolved = match answer {
            Answer::None if reads_value => {
                let from = if far_miss { i32::MIN } else { n };
                let out = self.dice.draw(purpose, &Shown(swing.pool.between(from, i32::MAX)));
                Resolved { roll: out.value, faces: out.faces, n }
            }
            Answer::Single(option, declared) if !reads_value => {
                let exchange = Exchange {
                    attack: swing.pool,
                    n,
                    criticals,
                    far_miss,
                    answer: Some(option.pool),
                    declared,
                };
                let out = self.dice.draw(purpose, &exchange);
                self.answered(target, &option, swing, n, out)
            }
            Answer::None => {
                let exchange =
                    Exchange { attack: swing.pool, n, criticals, far_miss, answer: None, declared: [0; 2] };
                let Exchanged { roll, faces, .. } = self.dice.draw(purpose, &exchange);
                Resolved { roll, faces: faces[0], n }
            }
            Answer::Single(..) | Answer::ByRoll => {
                // What is declared before the roll answers misses too.
                let is_early = matches!(answer, Answer::Single(_, [low, _]) if low < n);
                let from = if is_late || is_early || far_miss && reads_value {
                    i32::MIN
                } else if far_miss {
                    n - 4
                } else {
                    n
                };
                let Rolled { value: roll, faces } =
                    self.dice.draw(purpose, &Shown(swing.pool.between(from, i32::MAX)));
                if is_late {
                    n = self.react_late(unit, target, swing, n, roll);
                }
                let n = match answer {
                    Answer::Single(option, [low, high]) if (low..=high).contains(&roll) => {
                        n.max(self.defend_with(unit, target, &option, swing, roll))
                    }
                    Answer::Single(..) => n,
                    _ => self.answer_roll(unit, target, swing, n, roll),
                };
                Resolved { roll, faces, n }
            }
        };
        self.state.turn.rolled = outer;
        let before = Resolved { n: swing.n, ..resolved };
        let denied = criticals && before.reaches_critical() && !resolved.reaches_critical();
        self.obs.add_if(denied, target, Metric::CriticalsDenied, 1);
        resolved
    }

    /// MG-D7: an active defence that is decided when the result is known; the target number behind it.
    fn react_late(&mut self, unit: UnitId, target: UnitId, swing: &AttackOption, n: i32, roll: i32) -> i32 {
        let outer = self.state.turn.rolled.replace(Answered { roll, n });
        let reacts = self.react_actively(unit, target, swing.stance);
        self.state.turn.rolled = outer;
        if reacts { self.rules.target_number(self.state, unit, target, swing.stance) } else { n }
    }

    /// A single defence that was drawn together with the attack.
    fn answered(
        &mut self,
        target: UnitId,
        option: &Defence,
        swing: &AttackOption,
        n: i32,
        out: Exchanged,
    ) -> Resolved {
        let [faces, defence] = out.faces;
        let Some(value) = out.answer else { return Resolved { roll: out.roll, faces, n } };
        self.pay_defence(target, option);
        let after = n.max(value);
        self.note_defence(target, option, swing, out.roll, Rolled { value, faces: defence });
        Resolved { roll: out.roll, faces, n: after }
    }
}
