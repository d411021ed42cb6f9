//! The effects of abilities on their targets (SB-52, SB-53, SB-57).

use crate::board::Board;
use crate::data::events::Event;
use crate::data::metrics::{By, Metric};
use crate::data::vocabulary::{Effect, Status};
use crate::rules::attacks::damage::Source;
use crate::{Play, Prepared};
use fray_engine::draw::Chance;
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;

/// Under what circumstances a reaction acts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The unit that set it off.
    pub(crate) attacker: Option<UnitId>,
    /// The HP damage of the attack that did.
    pub(crate) damage: i32,
    /// The RNG of the unit that reacts.
    pub(crate) own: i32,
}

impl<'a, C: Chance, O: Observer<crate::Stonebound>> Play<'a, C, O> {
    /// One effect that is no attack, on one target. `times` is 2 where both digits of On # double it.
    #[expect(clippy::too_many_arguments, reason = "an effect has a user, an action, a cause and a target")]
    pub(crate) fn apply(
        &mut self,
        user: UnitId,
        action: u8,
        cause: By,
        prepared: &Prepared,
        target: UnitId,
        times: u8,
        setting: Option<&Setting>,
    ) {
        let n = i32::from(times);
        let source = Source { by: Some(user), action, cause };
        // SB-28, SB-40: nothing falls on who lies, but what brings it back and what is its side's or its user's.
        let is_on_target = !matches!(
            prepared.effect,
            Effect::Revive(_)
                | Effect::Draw(_)
                | Effect::Redirect
                | Effect::ReduceDamage(_)
                | Effect::Reflect(_)
        );
        if is_on_target && !self.state.stands(target) {
            return;
        }
        match prepared.effect {
            Effect::AddStatus(add) => {
                self.lay(Some(user), target, add.status, add.stacks.saturating_mul(times), prepared.lasts);
            }
            Effect::RemoveStatus(what) => self.lift(target, what),
            Effect::Stat(_)
            | Effect::Evasion(_)
            | Effect::Negation(_)
            | Effect::Forbid(_)
            | Effect::Immune(_) => {
                self.give(target, prepared, times);
            }
            Effect::Damage(blast) => {
                // SB-33: no attack; the defence counts all the same.
                let kind = blast.kind.unwrap_or(self.rules.unit(user).kind);
                let defence = self.rules.defence(self.state, target, kind);
                let damage = (i32::from(blast.n) * n - defence).max(0);
                self.harm(target, damage, source);
            }
            Effect::Heal(hp) => self.heal(user, action, target, i32::from(hp) * n),
            Effect::Revive(hp) => self.revive(user, action, target, i32::from(hp) * n),
            Effect::Push(steps) => self.shove(user, target, i32::from(steps) * n, true),
            Effect::Pull(steps) => self.shove(user, target, i32::from(steps) * n, false),
            Effect::Swap => self.swap(user, target),
            Effect::Draw(cards) => {
                self.draw_cards(self.rules.side_of(user), u32::from(cards) * u32::from(times))
            }
            Effect::Discard(cards) => self.discard(user, target, u32::from(cards) * u32::from(times)),
            Effect::BreakFuse(fuses) => self.break_fuses(target, u32::from(fuses) * u32::from(times)),
            Effect::Redirect => {
                if self.incoming.onto.is_none() {
                    self.incoming.onto = Some(user);
                    self.obs.event(|| Event::Redirects { unit: user });
                }
            }
            Effect::ReduceDamage(less) => {
                self.incoming.less += i32::from(less) * n;
                self.obs.event(|| Event::Reduces { unit: user, less: i32::from(less) * n });
            }
            Effect::Reflect(percent) => {
                if let Some(Setting { attacker: Some(attacker), damage, .. }) = setting {
                    self.harm(*attacker, damage * i32::from(percent) / 100, source);
                }
            }
            Effect::ExtraActivation => {
                if self.state.stands(target) && !self.state.granted.has(target) {
                    self.state.granted.insert(target);
                    self.state.extra.insert(target);
                    self.obs.event(|| Event::OnceMore { unit: target });
                }
            }
            // Attacks and counters are played where they are declared, a teleport where its square is known.
            Effect::StandardAttack(_) | Effect::Counter | Effect::Teleport => {}
        }
    }

    /// Damage without an attack (SB-33).
    fn harm(&mut self, target: UnitId, damage: i32, source: Source) {
        if !self.state.stands(target) {
            return;
        }
        if let Some(by) = source.by {
            let action_ref = ActionRef { by, action: source.action };
            self.obs.harm(action_ref, self.rules.victim(by, target), damage.max(0) as u32);
        }
        self.lose(target, damage, source);
    }

    /// SB-53: straight steps along the axis on which the two are farther apart, ties x, away from the source
    /// or toward it.
    fn shove(&mut self, source: UnitId, target: UnitId, steps: i32, away: bool) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        if source == target {
            return;
        }
        let direction = shove_direction(board, self.state.unit(source).at, self.state.unit(target).at, away);
        let from = self.state.unit(target).at;
        for _ in 0..steps {
            let at = self.state.unit(target).at;
            if !self.state.stands(target) || !away && board.distance(at, self.state.unit(source).at) <= 1 {
                break;
            }
            let next = board.step(at, direction).filter(|&next| !board.is_blocked(next));
            let Some(next) = next.filter(|&next| !rules.is_taken(self.state, next, Some(target))) else {
                break;
            };
            self.state.unit_mut(target).at = next;
            self.forget_debts();
            self.poison(target);
        }
        let to = self.state.unit(target).at;
        if to != from {
            self.obs.event(|| Event::Moved { unit: target, from, to });
        }
    }

    /// SB-48: a space moved, by itself or by others.
    pub(crate) fn poison(&mut self, unit: UnitId) {
        if self.rules.is_under(self.state, unit, Status::POISON) {
            let source = Source { by: None, action: 1 + Status::POISON.0, cause: By::Poison };
            self.lose(unit, 1, source);
        }
    }

    fn swap(&mut self, a: UnitId, b: UnitId) {
        let (at_a, at_b) = (self.state.unit(a).at, self.state.unit(b).at);
        if self.rules.board.is_some() && a != b && self.state.stands(a) && self.state.stands(b) {
            self.state.unit_mut(a).at = at_b;
            self.state.unit_mut(b).at = at_a;
            self.forget_debts();
            self.obs.event(|| Event::Moved { unit: a, from: at_a, to: at_b });
            self.obs.event(|| Event::Moved { unit: b, from: at_b, to: at_a });
        }
    }

    /// The user goes to an empty square.
    pub(crate) fn teleport(&mut self, unit: UnitId, to: u16) {
        let from = self.state.unit(unit).at;
        let is_blocked = self.rules.board.as_ref().is_none_or(|board| board.is_blocked(to));
        let is_taken = self.rules.is_taken(self.state, to, Some(unit));
        if from != to && self.state.stands(unit) && !is_blocked && !is_taken {
            self.state.unit_mut(unit).at = to;
            self.forget_debts();
            self.obs.event(|| Event::Moved { unit, from, to });
        }
    }

    /// SB-57: fuses of a unit are broken, the highest cost first.
    fn break_fuses(&mut self, unit: UnitId, n: u32) {
        let rules = self.rules;
        for _ in 0..n {
            let lying = self.state.unit(unit).lying;
            let cost = |at: &u8| rules.unit(unit).skills[*at as usize].ability.cost.map_or(0, |cost| cost.n);
            let lie = rules.unit(unit).fuses.iter().copied().filter(|at| lying >> at & 1 != 0);
            let Some(fuse) = lie.max_by_key(|at| (cost(at), core::cmp::Reverse(*at))) else { break };
            self.remove_fuse(unit, fuse);
            self.state.is_loud = true;
        }
    }

    /// Counts for the side of a unit.
    pub(crate) fn count_for_side(&mut self, side: usize, metric: Metric, n: u32) {
        self.obs.add(self.rules.sides[side].first, metric, n);
    }
}

/// The direction of a push or a pull.
pub(crate) fn shove_direction(board: &Board, source: u16, target: u16, away: bool) -> usize {
    let ((sx, sy), (tx, ty)) = (board.xy(source), board.xy(target));
    let is_x = sx.abs_diff(tx) >= sy.abs_diff(ty);
    let is_up = if is_x { tx >= sx } else { ty >= sy };
    match (is_x, is_up == away) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    }
}
