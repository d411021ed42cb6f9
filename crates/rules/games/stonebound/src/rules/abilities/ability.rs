//! The use of an ability (SB-06, SB-08, SB-29, SB-35, SB-42, SB-55).

use crate::choose::Choice;
use crate::choose::judge::{is_laid, segment};
use crate::data::events::Event;
use crate::data::metrics::{ABILITIES, By, Metric};
use crate::data::vocabulary::{AttackMode, Effect};
use crate::dice::draws::{BLIND, Strike};
use crate::rules::attacks::attack::AttackResult;
use crate::{Play, Stonebound, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// Uses an ability as it was chosen. Whether it did: not if nobody whom it was for still stands.
    pub(crate) fn use_skill(&mut self, unit: UnitId, at: u8, choice: &Choice) -> bool {
        let rules = self.rules;
        let skill = &rules.unit(unit).skills[at as usize];
        let ability = &skill.ability;
        let Some(paid) = rules.payment(self.state, unit, ability) else { return false };
        let revives = ability.effects.iter().any(|it| matches!(it, Effect::Revive(_)));
        let targets = if revives { choice.targets } else { self.standing_of(choice.targets) };
        if targets.is_empty() {
            return false;
        }
        let target = choice.target.unwrap_or(unit);
        self.obs.event(|| Event::Uses { unit, skill: at, target });
        let pays = rules.sides[rules.side_of(unit)].pays;
        let cost = ability.cost.filter(|_| pays);
        if let Some(cost) = cost {
            self.pay(unit, cost, paid, None);
        }
        let it = self.state.unit_mut(unit);
        if ability.uses.is_some() {
            it.uses[at as usize] += 1;
        }
        if ability.use_once {
            it.once |= 1 << at;
        }
        self.did = true;
        self.obs.add(unit, Metric::AbilitiesUsed, 1);
        self.declare();
        let is_checked = rules.is_checked(self.state, unit, targets);
        let passes = !is_checked || self.dice.draw(by(unit, Purpose::Effect), &BLIND) > 0;
        let mut worked = false;
        if passes {
            let trial = rules.trial(self.state, unit, ability.trigger);
            let times = self.dice.draw(by(unit, Purpose::Effect), &trial);
            if trial.is_rolled() {
                self.obs.event(|| Event::Reacts { unit, skill: at, succeeds: times > 0 });
            }
            if times > 0 {
                worked = self.effects_of(unit, at, targets, times, choice);
            } else {
                self.obs.used(ActionRef { by: unit, action: ABILITIES + at });
            }
        } else {
            self.obs.used(ActionRef { by: unit, action: ABILITIES + at });
            self.obs.event(|| Event::Blinded { unit });
        }
        // SB-08: by `pay_on_fail = no` what was undone costs nothing.
        if !worked
            && !rules.rulings.pay_on_fail.is_yes()
            && let Some(cost) = cost
        {
            self.pay_back(unit, cost, paid);
        }
        true
    }

    /// The effects of an ability, attack by attack, on all its targets. Whether something got through.
    fn effects_of(&mut self, unit: UnitId, at: u8, targets: UnitSet, times: u8, choice: &Choice) -> bool {
        let rules = self.rules;
        let skill = &rules.unit(unit).skills[at as usize];
        let effects = &skill.effects[..];
        let is_area = is_laid(skill.ability.falls_on());
        let is_attack = effects.iter().any(|prepared| prepared.effect.is_blow());
        if !is_attack {
            self.obs.used(ActionRef { by: unit, action: ABILITIES + at });
        }
        let (mut from, mut worked) = (0, false);
        while from < effects.len() {
            if self.is_over() || !self.state.stands(unit) {
                return true;
            }
            if !effects[from].effect.is_blow() {
                let to = segment(effects, from);
                worked |= self.without_attack(unit, at, targets, from..to, times, choice);
                from = to;
                continue;
            }
            let to = segment(effects, from + 1);
            if let Some(declared) = rules.blow_of(unit, at, from, to, times, is_area) {
                worked = true;
                let targets = self.standing_of(targets);
                match targets.len() {
                    0 => {}
                    1 => self.attack(declared, targets.first()),
                    _ => {
                        self.obs.used(ActionRef { by: unit, action: ABILITIES + at });
                        let mut first = declared;
                        if declared.mode == AttackMode::Double {
                            // SB-29: the effects of the ability belong to the second blow.
                            first.added = &[];
                        }
                        self.attack_all(first, targets);
                        if declared.mode == AttackMode::Double && self.state.stands(unit) && !self.is_over() {
                            self.attack_all(declared, self.standing_of(targets));
                        }
                    }
                }
            }
            from = to;
        }
        worked
    }

    /// Effects without an attack: an enemy makes one set of rolls against all of them (SB-29).
    fn without_attack(
        &mut self,
        unit: UnitId,
        at: u8,
        targets: UnitSet,
        which: core::ops::Range<usize>,
        times: u8,
        choice: &Choice,
    ) -> bool {
        let rules = self.rules;
        let skill = &rules.unit(unit).skills[at as usize];
        let mut landed = [AttackResult::default(); MAX_UNITS];
        let (mut n, mut worked) = (0, false);
        for target in targets {
            let is_enemy = rules.are_enemies(unit, target);
            let mut strike = Strike::default();
            if is_enemy {
                strike = rules.strike_of_ability(self.state, unit, target, skill.ability.mark);
            }
            let rolled = self.dice.draw_if(is_enemy, by(unit, Purpose::Hit), &strike);
            if strike.is_defended() {
                self.obs.event(|| Event::Defends {
                    unit: target,
                    damage: rolled.damage,
                    effects: rolled.effects,
                });
            }
            if is_enemy {
                landed[n] = AttackResult { target, rolled, ..AttackResult::default() };
                n += 1;
            }
            if !rolled.effects.stands() {
                continue;
            }
            worked = true;
            for prepared in &skill.effects[which.clone()] {
                match prepared.effect {
                    Effect::Teleport => self.teleport(unit, choice.to),
                    Effect::Draw(_) if target != targets.first() => {}
                    _ => self.apply(unit, ABILITIES + at, By::Ability, prepared, target, times, None),
                }
            }
        }
        self.falls();
        let declared = crate::rules::attacks::declared::DeclaredAttack {
            kind: rules.kind_of_ability(unit, skill.ability.mark),
            is_area: is_laid(skill.ability.falls_on()),
            ..rules.free_attack(unit)
        };
        self.answer(&declared, &landed[..n]);
        worked
    }
}
