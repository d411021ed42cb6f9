//! The effects of abilities on their targets: the effect vocabulary played (JU-80).

use crate::data::events::{Event, Move};
use crate::data::metrics::{FlagLost, LeftBoard};
use crate::data::vocabulary::{Ability, ActionKind, Change, Direction, Effect, Timing};
use crate::rules::abilities::marks::{NEXT_ACTIVATION, NEXT_BUT_THIS};
use crate::rules::attacks::damage::Strike;
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::{ActionRef, Cause, Observer};
use fray_engine::roster::UnitId;

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// One effect on one target.
    #[expect(clippy::too_many_arguments, reason = "an effect has its doer, its target and its attack")]
    pub(crate) fn effect(
        &mut self,
        unit: UnitId,
        target: UnitId,
        effect: &Effect,
        much: i32,
        its: Strike,
        strike: &mut Strike,
        ability: &Ability,
        mark: u8,
    ) {
        let able = !self.state.down.has(target);
        let on_board = !self.state.off.has(target);
        // Whom an effect before this one put out of the fight gains and loses nothing but its life.
        let works_on_all = matches!(
            effect,
            Effect::Damage { .. }
                | Effect::Revive(_)
                | Effect::Knockback(_)
                | Effect::MoveTarget { .. }
                | Effect::MoveSelf { .. }
                | Effect::TakeFlag
        );
        if !(works_on_all || able && on_board) {
            return;
        }
        match *effect {
            Effect::Damage { ignore_special_armour, no_knockback, as_back_attack, .. } => {
                if !on_board {
                    self.obs.attack(its.action_ref(unit), self.rules.victim_of(unit, target), true, 0);
                    return;
                }
                self.obs.event(|| Event::DamageRoll { unit, dice: 0, rolled: much });
                let strike = Strike {
                    ignores_special_armour: ignore_special_armour,
                    no_knockback,
                    is_back_attack: as_back_attack,
                    ..its
                };
                self.damage(unit, target, much, strike);
            }
            Effect::Heal(_) if able => {
                let full = self.rules.unit(target).life;
                let it = self.state.unit_mut(target);
                let before = it.life;
                it.life = (before + much).min(full);
                let life = it.life;
                self.obs.healed(Cause::Action(its.action_ref(unit)), target, (life - before).max(0) as u32);
                self.obs.event(|| Event::Heals { unit: target, life });
            }
            Effect::Revive(life) if !able => self.revive(target, i32::from(life), its.action_ref(unit)),
            Effect::Heal(_) | Effect::Revive(_) => {}
            Effect::GainCore(_) | Effect::LoseCore(_) => {
                let gain = if matches!(effect, Effect::GainCore(_)) { much } else { -much };
                let it = self.state.unit_mut(target);
                it.cores = (it.cores + gain).max(0);
                let cores = it.cores;
                self.obs.event(|| Event::CoresChanged { unit: target, cores });
            }
            Effect::GainHighMana(_) => {
                let it = self.state.unit_mut(target);
                it.mana += much;
                let mana = it.mana;
                self.obs.event(|| Event::HighManaChanged { unit: target, mana });
            }
            Effect::MoveSelf { direction, through_enemies, .. } => {
                self.shift(unit, direction, much, through_enemies);
            }
            Effect::MoveTarget { direction, through_enemies, .. } => {
                self.shift(target, direction, much, through_enemies);
            }
            Effect::Knockback(_) => self.push(target, unit, much),
            Effect::ReduceDamage(_) => strike.less_damage += much,
            Effect::ReduceKnockback(_) => strike.less_knockback += much,
            Effect::AttackDice(_)
            | Effect::DefenceDice(_)
            | Effect::DamageDice(_)
            | Effect::ChangeValue(_)
            | Effect::RepeatDefenceImmunity => {
                self.rules.set_mark(self.state, target, mark, Juso::lasts(ability));
                self.obs.event(|| match effect.change() {
                    Some(Change { stat, how }) => Event::Changes { unit: target, stat, how },
                    None => Event::Unwearied { unit: target },
                });
            }
            Effect::ChangeDifficulty(n) => match ability.timing {
                Timing::WithAttack => strike.to_hit += i32::from(n),
                Timing::OnDefence => strike.to_defend += i32::from(n),
                _ => {}
            },
            Effect::ExtraAction(kind) => self.change_actions(target, kind, 1),
            Effect::LoseAction(kind) => self.change_actions(target, kind, -1),
            Effect::AddStatus(status) => {
                let lasts = if !self.rules.marks[status.0 as usize].one_activation {
                    Juso::status_lasts(ability)
                } else if self.acting == Some(target) {
                    NEXT_BUT_THIS
                } else {
                    NEXT_ACTIVATION
                };
                self.rules.set_mark(self.state, target, status.0, lasts);
                self.obs.event(|| Event::Status { unit: target, status, begins: true });
            }
            Effect::RemoveStatus(status) => self.end_status(target, status),
            Effect::TakeFlag => {
                self.state.row_kept = false;
                self.give_flag(self.rules.unit(unit).side, FlagLost::Taken);
            }
            Effect::SwitchWeapon(at) => {
                if (at as usize) < self.rules.unit(target).profiles.len() {
                    self.state.unit_mut(target).hand = at;
                }
            }
        }
    }

    /// JU-77: life again.
    pub(crate) fn revive(&mut self, unit: UnitId, life: i32, action_ref: ActionRef) {
        let full = self.rules.unit(unit).life;
        let before = core::mem::replace(&mut self.state.unit_mut(unit).life, life.min(full));
        self.obs.healed(Cause::Action(action_ref), unit, (life.min(full) - before).max(0) as u32);
        self.state.down.remove(unit);
        self.obs.event(|| Event::Heals { unit, life: life.min(full) });
        self.something_changed();
    }

    /// A move that an ability makes.
    fn shift(&mut self, unit: UnitId, direction: Direction, squares: i32, through: bool) {
        if self.state.off.has(unit) || self.state.dead.has(unit) {
            return;
        }
        let forward = direction == Direction::Forward;
        let from = self.state.unit(unit).own;
        let to = self.rules.destination(self.state, unit, forward, squares, through);
        if from == to {
            return;
        }
        self.state.unit_mut(unit).own = to;
        self.obs.event(|| Event::Moves { unit, how: Move::Ability, from, to });
        if to == 0 {
            self.leave(unit, LeftBoard::Knockback);
        }
        self.something_changed();
    }

    fn change_actions(&mut self, unit: UnitId, kind: ActionKind, by: i8) {
        let actions = &mut self.state.unit_mut(unit).actions[kind as usize];
        *actions = actions.saturating_add(by).clamp(-3, 3);
    }
}
