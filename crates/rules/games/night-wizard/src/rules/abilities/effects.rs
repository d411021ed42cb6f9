//! The effects of abilities (NW-53), and how long they last (NW-56).

use crate::data::metrics::Spent;
use crate::data::setup::ability::Duration;
use crate::rules::prelude::*;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-53: the effects of an ability in listed order, each on all of its targets. An amount is
    /// rolled once.
    pub(crate) fn apply(&mut self, unit: UnitId, at: u8, targets: UnitSet) {
        let (id, ability) = self.owned(unit, at);
        for step in ability.steps.iter().filter(|step| !step.is_of_attack) {
            let amount = step.by.map_or(0, |amount| self.roll_amount(amount, unit));
            if let Effect::Damage { kind, ignore_defense, .. } = step.effect {
                let action_ref = self.nw.ability_action(unit, at);
                self.harm(
                    action_ref,
                    targets.and(self.in_play()),
                    amount,
                    kind,
                    step.named as u8,
                    ignore_defense,
                );
                continue;
            }
            for target in targets {
                // Who fell meanwhile, or lies in an area, gains and loses nothing but HP (NW-29); what a
                // unit may do to itself in Near Death is its own.
                let is_lift = matches!(step.effect, Effect::LiftNearDeath);
                let is_own = target == unit || is_lift;
                if !(self.stands(target) || is_own && self.is_in_play(target)) {
                    continue;
                }
                if step.lasts {
                    let slot = Slot { end: self.end_of(unit, at, ability), ability: id, by: unit };
                    self.begin_effect(target, ability, slot, step, amount);
                } else {
                    self.act_at_once(unit, at, target, step, amount);
                }
            }
        }
    }

    /// Returns who is in the fight: standing or in Near Death.
    #[inline(always)]
    pub(crate) fn in_play(&self) -> UnitSet {
        self.state.standing.or(self.state.near_death)
    }

    /// Returns whether a unit is in the fight.
    #[inline(always)]
    pub(crate) fn is_in_play(&self, unit: UnitId) -> bool {
        self.in_play().has(unit)
    }

    /// NW-56: when the effects of an ability end that begin to last now.
    fn end_of(&self, unit: UnitId, at: u8, ability: &PreparedAbility) -> End {
        let turn = &self.state.turn;
        let is_granted = self.unit_tables(unit).abilities[at as usize].needs_any != 0;
        match ability.duration {
            Duration::ThisJudge => End::Judge(turn.strikes),
            Duration::ThisMain if turn.depth > 0 => End::Main(turn.depth),
            Duration::Instant | Duration::ThisMain | Duration::ThisRound => End::Rounds(1),
            Duration::Rounds(n) => End::Rounds(n.max(1)),
            Duration::WhileActive if is_granted => End::WhileActive,
            Duration::WhileActive | Duration::Fight => End::Fight,
        }
    }

    /// NW-53, NW-56: an effect begins to last. If it is there already, it only lasts anew.
    fn begin_effect(
        &mut self,
        target: UnitId,
        ability: &PreparedAbility,
        slot: Slot,
        step: &AbilityStep,
        amount: i32,
    ) {
        let turn = &mut self.state.turn;
        match slot.end {
            End::Judge(_) => turn.brief.insert(target),
            End::Main(_) => turn.of_main.insert(target),
            End::Gone | End::Rounds(_) | End::Fight | End::WhileActive => {}
        }
        let at = target.idx() * self.tables.n_slots + ability.slot;
        let before = core::mem::replace(&mut self.state.slots[at], slot);
        if step.by.is_some() {
            self.state.amounts[target.idx() * self.tables.n_amounts + step.amount as usize] = amount;
        }
        if ability.is_sum && before.end == End::Gone {
            self.refresh_sum(target, step, amount, 1);
        } else {
            self.refresh(target);
        }
    }

    /// NW-53: an effect that is done at once.
    fn act_at_once(&mut self, unit: UnitId, at: u8, target: UnitId, step: &AbilityStep, amount: i32) {
        match &step.effect {
            Effect::HealHp(_) => self.heal(target, amount, Cause::Action(self.nw.ability_action(unit, at))),
            Effect::RestoreMp(_) => self.gain_mp(target, amount.max(0)),
            Effect::DrainMp(_) => {
                self.lose_mp(target, amount.max(0), Spent::Drained);
                self.report_mp(target);
            }
            Effect::GainPrana(_) => {
                let most = self.nw.unit(target).prana;
                let it = self.extras_mut(target);
                it.prana = (it.prana + amount.max(0)).min(most);
                let prana = it.prana;
                self.obs.event(|| Event::Prana { unit: target, prana });
            }
            Effect::Inflict(it) => self.inflict(target, it.status, it.level),
            Effect::RemoveStatus(which) => self.remove_statuses(target, *which),
            Effect::LiftNearDeath => self.lift(target),
            Effect::ChangeCount(_) => self.change_count(target, self.count(target) + amount),
            Effect::SetCount(_) => self.change_count(target, amount),
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
            Effect::ExtraAttack if self.may_attack(target) => _ = self.attack(target),
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
            // The others belong to a Judge or an attack that goes on, or last: `after_judge`, `apply` and
            // `begin_effect` do them.
            Effect::ExtraAttack
            | Effect::Reroll { .. }
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

    /// An effect sets a count, once there are counts (NW-17).
    fn change_count(&mut self, unit: UnitId, to: i32) {
        if !self.state.turn.no_counts && self.stands(unit) {
            self.set_count(unit, to, Exhaustion::Effect);
            let count = self.count(unit);
            self.obs.event(|| Event::CountChanges { unit, count });
        }
    }

    /// NW-27, NW-29: HP regained, up to the maximum, by whoever stands.
    pub(crate) fn heal(&mut self, unit: UnitId, hp: i32, cause: Cause) {
        if !self.stands(unit) {
            return;
        }
        let most = self.extras(unit).derived.max_hp;
        let it = self.state.unit_mut(unit);
        let before = it.hp;
        it.hp = before.saturating_add(hp.max(0)).min(most).max(before.min(most));
        let hp = it.hp;
        self.obs.healed(cause, unit, (hp - before).max(0) as u32);
        self.obs.event(|| Event::Heals { unit, hp });
    }

    /// NW-30: out of Near Death: 1 HP, no bad statuses. Only in Clean-Up step 3.
    fn lift(&mut self, unit: UnitId) {
        if self.state.near_death.has(unit) && self.state.turn.lifts {
            self.stand_up(unit, 1);
            self.obs.event(|| Event::Lifted { unit });
        }
    }

    /// NW-30: the unit stands again with these HP, without bad statuses.
    pub(crate) fn stand_up(&mut self, unit: UnitId, hp: i32) {
        self.state.near_death.remove(unit);
        self.state.standing.insert(unit);
        self.state.unit_mut(unit).hp = hp.min(self.extras(unit).derived.max_hp);
        self.clear_statuses(unit);
    }

    /// NW-56: ends the lasting effects for which `is_over`.
    pub(crate) fn end_effects(
        &mut self,
        unit: UnitId,
        mut is_over: impl FnMut(&PreparedAbility, Slot) -> bool,
    ) {
        let tables = self.tables;
        let mut needs_refresh = false;
        for at in unit.idx() * tables.n_slots..(unit.idx() + 1) * tables.n_slots {
            let slot = self.state.slots[at];
            if slot.end == End::Gone {
                continue;
            }
            let ability = &tables.abilities[slot.ability as usize];
            if !is_over(ability, slot) {
                continue;
            }
            // An empty slot has no amounts: equal states have equal keys.
            self.state.slots[at] = Slot::default();
            needs_refresh |= !ability.is_sum;
            for step in ability.steps.iter().filter(|step| step.lasts && step.by.is_some()) {
                let kept = unit.idx() * tables.n_amounts + step.amount as usize;
                let amount = core::mem::take(&mut self.state.amounts[kept]);
                if ability.is_sum {
                    self.refresh_sum(unit, step, -amount, -1);
                }
            }
        }
        if needs_refresh {
            self.refresh(unit);
        }
    }

    /// NW-56: a Judge of this kind is over, and with it the effects that last for it.
    #[inline(always)]
    pub(crate) fn over_judge(&mut self, unit: UnitId, kind: JudgeKind) {
        if !F::ABILITIES || !self.state.turn.brief.has(unit) {
            return;
        }
        let mut stays = false;
        self.end_effects(unit, |ability, slot| {
            let is_brief = matches!(slot.end, End::Judge(_));
            let is_over = is_brief && ability.judges >> kind as u8 & 1 == 1 && !ability.is_of_damage;
            stays |= is_brief && !is_over;
            is_over
        });
        if !stays {
            self.state.turn.brief.remove(unit);
        }
    }

    /// NW-56: the attack at this depth is over (0: the Main), and with it the effects that last for a
    /// Judge of it.
    #[inline(always)]
    pub(crate) fn over_brief(&mut self, depth: u8) {
        if !F::ABILITIES || self.state.turn.brief.is_empty() {
            return;
        }
        for unit in self.state.turn.brief {
            self.end_effects(unit, |_, slot| matches!(slot.end, End::Judge(of) if of >= depth));
        }
        if depth == 0 {
            self.state.turn.brief = UnitSet::default();
        }
    }

    /// NW-28, NW-29, NW-41: Near Death, with all that follows.
    #[cold]
    #[inline(never)]
    pub(crate) fn go_down(&mut self, unit: UnitId, why: NearDeathCause, cause: Cause) {
        self.state.turn.changed = true;
        self.fall_from_flight(unit);
        self.fall(unit, why, cause);
        self.fire(Trigger::NearDeathSelf, unit, None);
        let triggered = self.tables.triggered[Trigger::NearDeathAlly as usize];
        let allies = self.state.standing.and(self.allies(unit)).and(triggered);
        self.fire_each(Trigger::NearDeathAlly, allies, Some(unit));
    }

    /// NW-32: leaves nothing of a dead unit that a later turn could read.
    pub(crate) fn bury(&mut self, unit: UnitId) {
        self.state.turn.changed = true;
        self.clear_statuses(unit);
        self.end_effects(unit, |_, _| true);
    }
}
