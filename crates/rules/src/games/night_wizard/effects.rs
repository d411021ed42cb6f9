//! What abilities do (NW-53), and how long it lasts (NW-56).

use super::events::Event;
use super::extras::{End, Slot};
use super::metrics::{Clock, Exhaustion, NearDeathCause, Spent};
use super::setup::ability::{Duration, Effect};
use super::tables::{AbilityStep, PreparedAbility};
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

impl<C: Chance, O: Observer<NightWizard>> Turn<'_, C, O> {
    /// The effects of an ability in listed order, each on all of its targets. An amount is rolled
    /// once.
    pub(super) fn apply(
        &mut self,
        unit: UnitId,
        at: u8,
        id: u16,
        ability: &PreparedAbility,
        targets: UnitSet,
    ) {
        for step in &ability.steps {
            if step.is_of_attack {
                continue;
            }
            let amount = step.by.map_or(0, |amount| self.roll_amount(amount, unit));
            if let Effect::Damage { kind, ignore_defense, .. } = step.effect {
                let element = step.named as u8;
                let here = targets.filter(|&it| self.is_in_play(it)).collect();
                self.harm(unit, here, amount, kind, element, ignore_defense);
                continue;
            }
            for target in targets {
                if !self.is_in_play(target) {
                    continue;
                }
                if step.lasts {
                    self.last(unit, at, id, ability, target, step, amount);
                } else {
                    self.act_at_once(unit, target, step, amount);
                }
            }
        }
    }

    /// Who is in the fight: standing or in Near Death.
    #[inline(always)]
    pub(super) fn in_play(&self) -> UnitSet {
        self.state.standing.or(self.state.near_death)
    }

    /// Whether a unit is in the fight.
    #[inline(always)]
    pub(super) fn is_in_play(&self, unit: UnitId) -> bool {
        self.in_play().has(unit)
    }

    /// An effect begins to last. The same ability again only lasts anew.
    #[expect(clippy::too_many_arguments, reason = "who, what, on whom and how much")]
    fn last(
        &mut self,
        unit: UnitId,
        at: u8,
        id: u16,
        ability: &PreparedAbility,
        target: UnitId,
        step: &AbilityStep,
        amount: i32,
    ) {
        let is_granted = self.unit_tables(unit).abilities[at as usize].needs_any != 0;
        let depth = self.state.extras.turn.depth;
        let end = match ability.duration {
            Duration::ThisJudge => End::Judge(self.state.extras.turn.strikes),
            Duration::ThisMain if depth > 0 => End::Main(depth),
            Duration::Instant | Duration::ThisMain | Duration::ThisRound => End::Rounds(1),
            Duration::Rounds(n) => End::Rounds(n.max(1)),
            Duration::WhileActive if is_granted => End::WhileActive,
            Duration::WhileActive | Duration::Fight => End::Fight,
        };
        let turn = &mut self.state.extras.turn;
        match end {
            End::Judge(_) => turn.brief.insert(target),
            End::Main(_) => turn.of_main.insert(target),
            _ => {}
        }
        let slot = &mut self.state.extras.slots[target.idx() * self.tables.n_slots + ability.slot];
        let was = core::mem::replace(slot, Slot { end, ability: id, by: unit });
        if step.by.is_some() {
            self.state.extras.amounts[target.idx() * self.tables.n_amounts + step.amount as usize] = amount;
        }
        if ability.is_sum && was.end == End::Gone {
            self.refresh_sum(target, step, amount, 1);
        } else {
            self.refresh(target);
        }
    }

    /// What is done at once.
    fn act_at_once(&mut self, unit: UnitId, target: UnitId, step: &AbilityStep, amount: i32) {
        match &step.effect {
            Effect::HealHp(_) => self.heal(target, amount),
            Effect::RestoreMp(_) => {
                let it = self.extras_mut(target);
                it.mp = (it.mp + amount.max(0)).min(it.derived.max_mp);
                let mp = it.mp;
                self.obs.event(|| Event::Magic { unit: target, mp });
            }
            Effect::DrainMp(_) => {
                let had = self.extras(target).mp;
                let it = self.extras_mut(target);
                it.mp = (had - amount.max(0)).max(0);
                let mp = it.mp;
                if had > 0 && mp == 0 {
                    self.obs.mark(target, Clock::MpEmpty(Spent::Drained));
                }
                self.obs.event(|| Event::Magic { unit: target, mp });
            }
            Effect::GainPrana(_) => {
                let most = self.unit_tables(target).prana;
                let it = self.extras_mut(target);
                it.prana = (it.prana + amount.max(0)).min(most);
                let prana = it.prana;
                self.obs.event(|| Event::Prana { unit: target, prana });
            }
            Effect::Inflict(it) => self.inflict(target, it.status, it.level),
            Effect::RemoveStatus(which) => self.remove_statuses(target, *which),
            Effect::LiftNearDeath => self.lift(target),
            Effect::ChangeCount(_) => {
                if !self.state.extras.turn.no_counts && self.stands(target) {
                    self.set_count(target, self.count(target) + amount, Exhaustion::Effect);
                    self.tell_count(target);
                }
            }
            Effect::SetCount(_) => {
                if !self.state.extras.turn.no_counts && self.stands(target) {
                    self.set_count(target, amount, Exhaustion::Effect);
                    self.tell_count(target);
                }
            }
            Effect::Move { mode, forced, .. } => self.displace(unit, target, amount, *mode, *forced),
            Effect::Swap => self.swap(unit, target),
            Effect::TakeOff => {
                self.take_off(target);
                self.obs.event(|| Event::TakesOff { unit: target });
            }
            Effect::Land => {
                self.come_down(target);
                self.obs.event(|| Event::Lands { unit: target });
            }
            Effect::ExtraAttack => {
                if self.may_attack(target) {
                    self.attack(target);
                }
            }
            Effect::Command => self.command(unit, target),
            Effect::Enchant { on, .. } => {
                if let Some(at) = self.enchantment_named(target, step.named) {
                    let now = self.extras(target).enchants;
                    self.enchant(target, if *on { now | 1 << at } else { now & !(1 << at) });
                }
            }
            Effect::ChangeLoadout(_) => {
                if let Some(at) = self.loadout_named(target, step.named) {
                    self.wear(target, at);
                }
            }
            // These belong to the Judge they are declared for; `after_judge` and `last` do them.
            Effect::Reroll { .. }
            | Effect::CancelFumble
            | Effect::Damage { .. }
            | Effect::ModifyAttribute { .. }
            | Effect::ModifyJudge { .. }
            | Effect::AddDice { .. }
            | Effect::Critical { .. }
            | Effect::Fumble { .. }
            | Effect::ChangeDamage { .. }
            | Effect::SetElement(_)
            | Effect::SetDamageKind(_)
            | Effect::WithdrawCost(_)
            | Effect::CoverFree
            | Effect::ChangeMax { .. }
            | Effect::ElementMod { .. }
            | Effect::Immunity(_) => {}
        }
    }

    fn tell_count(&mut self, unit: UnitId) {
        let count = self.count(unit);
        self.obs.event(|| Event::CountChanges { unit, count });
    }

    /// NW-27, NW-29: HP regained, up to the maximum, by whoever stands.
    pub(super) fn heal(&mut self, unit: UnitId, hp: i32) {
        if !self.stands(unit) {
            return;
        }
        let most = self.extras(unit).derived.max_hp;
        let it = self.state.unit_mut(unit);
        let before = it.hp;
        it.hp = before.saturating_add(hp.max(0)).min(most).max(before.min(most));
        let hp = it.hp;
        self.obs.add(unit, super::metrics::Metric::Healed, (hp - before).max(0) as u32);
        self.obs.event(|| Event::Heals { unit, hp });
    }

    /// NW-30: out of Near Death: 1 HP, no bad statuses. Only in Clean-Up step 3.
    fn lift(&mut self, unit: UnitId) {
        if self.state.near_death.has(unit) && self.state.extras.turn.lifts {
            self.stand_up(unit, 1);
            self.obs.event(|| Event::Lifted { unit });
        }
    }

    /// NW-30: the unit stands again with so many HP, without bad statuses.
    pub(super) fn stand_up(&mut self, unit: UnitId, hp: i32) {
        self.state.near_death.remove(unit);
        self.state.standing.insert(unit);
        self.state.unit_mut(unit).hp = hp.min(self.extras(unit).derived.max_hp);
        self.clear_statuses(unit);
    }

    /// Ends the lasting effects for which `is_over`, and says what follows.
    pub(super) fn end_effects(
        &mut self,
        unit: UnitId,
        mut is_over: impl FnMut(&PreparedAbility, Slot) -> bool,
    ) {
        let first = unit.idx() * self.tables.n_slots;
        let mut any = false;
        for at in first..first + self.tables.n_slots {
            let slot = self.state.extras.slots[at];
            if slot.end != End::Gone && is_over(self.ability(slot.ability), slot) {
                any |= self.forget_slot(unit, at);
            }
        }
        if any {
            self.refresh(unit);
        }
    }

    /// An empty slot has no amounts: equal states have equal keys. Says whether the unit is to be
    /// refreshed.
    fn forget_slot(&mut self, unit: UnitId, at: usize) -> bool {
        let slot = core::mem::take(&mut self.state.extras.slots[at]);
        let tables = self.tables;
        let ability = &tables.abilities[slot.ability as usize];
        for step in &ability.steps {
            if !step.lasts || step.by.is_none() {
                continue;
            }
            let kept = unit.idx() * tables.n_amounts + step.amount as usize;
            let amount = core::mem::take(&mut self.state.extras.amounts[kept]);
            if ability.is_sum {
                self.refresh_sum(unit, step, -amount, -1);
            }
        }
        !ability.is_sum
    }

    /// Duration `this_judge`: a Judge of this kind is over.
    #[inline(always)]
    pub(super) fn over_judge(&mut self, unit: UnitId, kind: super::setup::ability::JudgeKind) {
        if self.state.extras.turn.brief.has(unit) {
            self.end_of_judge(unit, kind);
        }
    }

    #[inline(never)]
    fn end_of_judge(&mut self, unit: UnitId, kind: super::setup::ability::JudgeKind) {
        let mut stays = false;
        self.end_effects(unit, |ability, slot| {
            let is_brief = matches!(slot.end, End::Judge(_));
            let is_over = is_brief && ability.judges >> kind as u8 & 1 == 1 && !ability.is_of_damage;
            stays |= is_brief && !is_over;
            is_over
        });
        if !stays {
            self.state.extras.turn.brief.remove(unit);
        }
    }

    /// The attack in which they were declared is over, at this depth; 0: the Main.
    #[inline(always)]
    pub(super) fn over_brief(&mut self, depth: u8) {
        if !self.state.extras.turn.brief.is_empty() {
            self.end_of_attack(depth);
        }
    }

    #[inline(never)]
    fn end_of_attack(&mut self, depth: u8) {
        for unit in self.state.extras.turn.brief {
            self.end_effects(unit, |_, slot| matches!(slot.end, End::Judge(of) if of >= depth));
        }
        if depth == 0 {
            self.state.extras.turn.brief = UnitSet::default();
        }
    }

    /// NW-28, NW-29, NW-41: Near Death, with all that follows.
    #[cold]
    #[inline(never)]
    pub(super) fn go_down(&mut self, unit: UnitId, why: NearDeathCause) {
        use super::setup::ability::Trigger;
        self.state.extras.turn.changed = true;
        self.fall_from_flight(unit);
        self.nw.fall(unit, why, self.state, self.obs);
        if !self.state.near_death.has(unit) {
            self.bury(unit);
        }
        self.fire(Trigger::NearDeathSelf, unit, None);
        let allies = self
            .state
            .standing
            .and(self.allies(unit))
            .and(self.tables.triggered[Trigger::NearDeathAlly as usize]);
        self.fire_each(Trigger::NearDeathAlly, allies, Some(unit));
    }

    /// NW-32: what is left of a dead unit: nothing that a later turn could read.
    pub(super) fn bury(&mut self, unit: UnitId) {
        self.state.extras.turn.changed = true;
        self.clear_statuses(unit);
        let first = unit.idx() * self.tables.n_slots;
        let mut any = false;
        for at in first..first + self.tables.n_slots {
            if self.state.extras.slots[at].end != End::Gone {
                any |= self.forget_slot(unit, at);
            }
        }
        if any {
            self.refresh(unit);
        }
    }
}

impl Effect {
    /// Whether it changes the damage of an attack, its element or its kind.
    pub(super) fn is_of_damage(&self) -> bool {
        matches!(self, Self::ChangeDamage { .. } | Self::SetElement(_) | Self::SetDamageKind(_))
    }
}

impl PreparedAbility {
    /// Whether it makes an attack.
    #[inline]
    pub(super) fn is_attack(&self) -> bool {
        matches!(self.judge, super::setup::ability::AbilityJudge::Attack { .. })
    }
}
