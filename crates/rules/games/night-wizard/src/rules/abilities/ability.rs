//! The use of an ability: what bars it, whether the unit wants it, what is paid and rolled for it
//! (NW-17, NW-19, NW-29, NW-33, NW-44, NW-45, NW-50, NW-53). On whom it works is in `targets`, what
//! it does in `effects`, when it may be used in `windows`.

use crate::choose::harm::parts;
use crate::data::rulings::{AutoInOthersMains, MpPaid};
use crate::data::setup::ability::{AbilityJudge, AbilityKind, Who};
use crate::data::tactics::{React, UseAbility};
use crate::rules::prelude::*;
use crate::rules::values::Window;
use crate::state::tables::MOST_NESTED;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-53: uses the ability in place `at` of the unit's list, if nothing bars it, the tactic wants
    /// it and there is somebody to use it on; `other` is who the trigger speaks of. Returns whether it
    /// was declared.
    pub(crate) fn declare(&mut self, unit: UnitId, at: u8, other: Option<UnitId>) -> bool {
        let (_, ability) = self.owned(unit, at);
        if !self.may_use(unit, at, ability, other) {
            return false;
        }
        let targets = self.targets(unit, at, other);
        if targets.is_empty() {
            return false;
        }
        if ability.timing == Timing::Auto && self.state.turn.in_main.has(unit) {
            self.state.turn.main.autos += 1;
        }
        self.perform(unit, at, targets);
        true
    }

    /// Returns whether nothing bars a use but for its targets, and the unit wants it.
    #[inline(always)]
    fn may_use(&self, unit: UnitId, at: u8, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        self.extras(unit).busy >> at & 1 == 0
            && self.state.turn.uses < MOST_NESTED
            && self.is_fit(unit, ability)
            && (ability.timing != Timing::Setup || !self.is_barred_by_robe(unit, ability))
            && (ability.timing != Timing::Auto || self.may_auto(unit, ability))
            && self.is_at_hand(unit, at, ability)
            && self.meets_condition(unit, ability, other)
            && self.wants_to_use(unit, ability, other)
    }

    /// Returns whether the condition of an ability holds. Terms about a target are asked of each possible
    /// one, by [`suits`](Self::suits); of an ability that works on its user they speak of whom the trigger
    /// names.
    #[inline(always)]
    fn meets_condition(&self, unit: UnitId, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        match &ability.when {
            None => true,
            Some(when) if ability.target.who == Who::Myself => self.holds(when, unit, other),
            Some(when) => self.holds_of_unit(when, unit),
        }
    }

    /// Returns whether what the conditions of an ability and of D-ability say of a target holds of this one.
    pub(crate) fn suits(&self, unit: UnitId, ability: &PreparedAbility, it: UnitId) -> bool {
        ability.when.as_ref().is_none_or(|when| self.holds_of_target(when, unit, it))
            && (ability.timing == Timing::Reaction || self.wants_to_use_on(unit, ability, Some(it)))
    }

    /// NW-29, NW-44, NW-45, NW-50: whether Near Death and bad statuses leave the unit an ability.
    #[inline(always)]
    fn is_fit(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        let may_use_down = self.state.near_death.has(unit) && ability.flags.usable_near_death;
        (self.stands(unit) || may_use_down)
            && !(self.state.afflicted.has(unit) && self.is_barred_by_status(unit, ability))
    }

    /// NW-44, NW-45, NW-50: whether a bad status bars an ability.
    fn is_barred_by_status(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        let is_unconscious = self.stands(unit) && self.has(unit, Status::Unconscious);
        is_unconscious && !ability.flags.usable_unconscious
            || ability.is_attack() && self.has(unit, Status::Capture)
            || self.is_barred_by_pressure(unit, ability)
    }

    /// NW-45: whether Pressure bars an ability.
    fn is_barred_by_pressure(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        ability.kind == AbilityKind::Special
            && self.has(unit, Status::Pressure)
            && !ability.flags.ignores_pressure
    }

    /// D-recover: whether Pressure bars an ability that the unit could pay and would use, and that would
    /// change something for somebody.
    pub(crate) fn is_pressure_in_the_way(&self, unit: UnitId) -> bool {
        (0..self.unit_tables(unit).abilities.len() as u8).any(|at| {
            let (_, ability) = self.owned(unit, at);
            self.is_barred_by_pressure(unit, ability)
                && self.is_at_hand(unit, at, ability)
                && self.meets_condition(unit, ability, None)
                && self.wants_to_use(unit, ability, None)
                && !self
                    .useful(unit, ability, self.named_by(unit, ability.target.who).and(self.in_play()))
                    .is_empty()
        })
    }

    /// NW-09(b): whether the robe that the unit opened in this Setup bars an ability.
    fn is_barred_by_robe(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        self.extras(unit).robed
            && match ability.kind {
                AbilityKind::Special | AbilityKind::Item => true,
                AbilityKind::Invocation | AbilityKind::Enchantment => self.nw.rulings.robe_bars_magic,
                AbilityKind::Equipment => false,
            }
    }

    /// NW-15, NW-19: whether an Auto Action is possible: in one's own Main as many as the table
    /// allows; in those of others what the ruling says, and to the Exhausted what is flagged.
    fn may_auto(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        if self.state.turn.in_main.has(unit) {
            return self.has_auto();
        }
        self.nw.rulings.auto_in_others_mains != AutoInOthersMains::None
            && (self.state.able.has(unit) || ability.flags.exhausted_ok)
    }

    /// NW-15: whether this Main has an Auto Action left.
    pub(crate) fn has_auto(&self) -> bool {
        let most = self.nw.rulings.auto_actions_per_main.0;
        most.is_none_or(|most| self.state.turn.main.autos < most as u32)
    }

    /// NW-17, NW-33, NW-53: whether an ability is granted, in memory, not used up, and can be paid.
    #[inline(always)]
    fn is_at_hand(&self, unit: UnitId, at: u8, ability: &PreparedAbility) -> bool {
        let unit_tables = self.unit_tables(unit);
        let owned = &unit_tables.abilities[at as usize];
        let extras = self.extras(unit);
        (owned.needs_any == 0 || extras.enchants & owned.needs_any != 0)
            && (!owned.is_invocation || extras.memory >> at & 1 == 1)
            && (unit_tables.limited >> at & 1 == 0 || self.has_uses(unit, at, ability))
            && self.can_pay(unit, &ability.price)
    }

    fn has_uses(&self, unit: UnitId, at: u8, ability: &PreparedAbility) -> bool {
        let used = self.state.used[self.unit_tables(unit).first_use + at as usize];
        let left = |used: u8, most: u8| most == 0 || used < most;
        left(used.main, ability.uses.per_main)
            && left(used.round, ability.uses.per_round)
            && left(used.fight, ability.uses.per_fight)
            && left(used.charges, ability.uses.charges)
    }

    /// Counts a use where it is limited; what has no limit is not counted.
    fn count_use(&mut self, unit: UnitId, at: u8, ability: &PreparedAbility) {
        let unit_tables = self.unit_tables(unit);
        if unit_tables.limited >> at & 1 == 1 {
            let used = &mut self.state.used[unit_tables.first_use + at as usize];
            let count = |n: &mut u8, most: u8| *n = n.saturating_add(u8::from(most > 0));
            count(&mut used.main, ability.uses.per_main);
            count(&mut used.round, ability.uses.per_round);
            count(&mut used.fight, ability.uses.per_fight);
            count(&mut used.charges, ability.uses.charges);
        }
    }

    /// D-move: whether a unit counts on an ability when it looks for a place to attack from: one
    /// at hand that its tactic would use.
    pub(crate) fn counts_on(&self, unit: UnitId, at: u8) -> bool {
        let (_, ability) = self.owned(unit, at);
        self.is_at_hand(unit, at, ability)
            && !self.is_barred_by_pressure(unit, ability)
            && self.wants_to_use(unit, ability, None)
    }

    /// D-ability; for Reactions D-react.
    #[inline(always)]
    fn wants_to_use(&self, unit: UnitId, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        let tactics = &self.nw.unit(unit).tactics;
        if ability.timing == Timing::Reaction {
            return match self.choose(unit, &tactics.react, other) {
                React::First => true,
                React::Above(least) => parts(self.mean_of_attack(unit)) > parts(least.into()),
                React::Never => false,
            };
        }
        if self.unit_tables(unit).uses_by_target && ability.target.who != Who::Myself {
            // Settled for each possible target.
            return true;
        }
        self.wants_to_use_on(unit, ability, other)
    }

    /// D-ability, with this target.
    fn wants_to_use_on(&self, unit: UnitId, ability: &PreparedAbility, target: Option<UnitId>) -> bool {
        match self.choose(unit, &self.nw.unit(unit).tactics.ability, target) {
            UseAbility::Listed => true,
            UseAbility::Never => false,
            UseAbility::KeepMp(keep) => {
                let mp = ability.price.mp;
                let most = self.fixed_amount(mp, unit) + 6 * i32::from(mp.dice);
                most <= 0 || self.extras(unit).mp - most >= keep
            }
            UseAbility::OncePerRound => !self.extras(unit).used,
            // Of what is meant for its own side it speaks of whom that works on.
            UseAbility::HpBelow(percent) => {
                let helped = target.filter(|_| !ability.is_for_enemies());
                self.is_below(helped.unwrap_or(unit), percent)
            }
        }
    }

    /// Returns whether the unit has less than this percentage of its maximum HP.
    pub(crate) fn is_below(&self, unit: UnitId, percent: i32) -> bool {
        i64::from(self.hp(unit)) * 100 < i64::from(percent) * i64::from(self.extras(unit).derived.max_hp)
    }

    /// NW-53: pays, rolls the Judge if there is one, and does what the ability does.
    fn perform(&mut self, unit: UnitId, at: u8, targets: UnitSet) {
        let (id, ability) = self.owned(unit, at);
        self.count_use(unit, at, ability);
        self.extras_mut(unit).used = true;
        self.obs.add(unit, Metric::AbilitiesUsed, 1);
        let action_ref = self.nw.ability_action(unit, at);
        self.obs.used(action_ref);
        self.obs.event(|| Event::Uses { unit, ability: id });
        let mp_later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        let Some(mp_due) = self.pay(unit, &ability.price, mp_later) else { return };
        self.extras_mut(unit).busy |= 1 << at;
        self.state.turn.uses += 1;
        let works_on = self.judge_ability(unit, at, targets);
        if !works_on.is_empty() {
            self.spend_mp(unit, mp_due.min(self.extras(unit).mp));
            self.apply(unit, at, works_on);
        }
        self.state.turn.uses -= 1;
        self.extras_mut(unit).busy &= !(1 << at);
        self.settle(unit, NearDeathCause::Cost, Cause::Action(action_ref));
    }

    /// NW-53: the Judge of an ability. Returns those on whom it works.
    fn judge_ability(&mut self, unit: UnitId, at: u8, targets: UnitSet) -> UnitSet {
        let (_, ability) = self.owned(unit, at);
        let (kind, purpose) = (JudgeKind::Ability, Purpose::Effect);
        match ability.judge {
            AbilityJudge::None => targets,
            AbilityJudge::Difficulty { attribute, difficulty } => {
                self.before_judge(unit, kind);
                let basis = self.basis(unit, kind, attribute, false, [0; 2]);
                let judged = self.judge_difficulty(&basis, purpose, difficulty);
                let is_success = judged.value >= self.nw.least_value(difficulty);
                self.obs.event(|| Event::Tries { unit, judge: judged.side, difficulty, is_success });
                self.fire_quality(unit, judged);
                if is_success { targets } else { UnitSet::default() }
            }
            AbilityJudge::Against { attribute, against } => {
                self.before_judge(unit, kind);
                let basis = self.basis(unit, kind, attribute, false, [0; 2]);
                let active = self.judge(&basis, purpose, Window::ALL);
                self.over_judge(unit, kind);
                self.fire_quality(unit, active);
                let works_on = targets.filter(|&target| {
                    self.before_judge(target, kind);
                    let basis = self.basis(target, kind, against, target != unit, [0; 2]);
                    let passive = self.judge(&basis, purpose, Window::at(active.value));
                    self.over_judge(target, kind);
                    let is_success = active.value > passive.value;
                    let (judge, answer) = (active.side, passive.side);
                    self.obs.event(|| Event::Contests { unit, target, judge, answer, is_success });
                    self.fire_quality(target, passive);
                    is_success
                });
                works_on.collect()
            }
            AbilityJudge::Attack { .. } => {
                let attack = self.ability_attack(unit, at);
                self.strike(&attack, targets)
            }
        }
    }
}

impl PreparedAbility {
    /// Returns whether it makes an attack (NW-53).
    #[inline]
    pub(crate) fn is_attack(&self) -> bool {
        matches!(self.judge, AbilityJudge::Attack { .. })
    }
}
