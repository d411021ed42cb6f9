//! The use of an ability: what bars it, whether the unit wants it, what is paid and rolled for it
//! (NW-17, NW-19, NW-29, NW-33, NW-44, NW-45, NW-50, NW-53).

use super::events::Event;
use super::metrics::{Metric, NearDeathCause};
use super::rulings::{AutoInOthersMains, MpPaid};
use super::setup::ability::{AbilityJudge, AbilityKind, JudgeKind, Timing};
use super::setup::gear::Status;
use super::tables::{MOST_NESTED, PreparedAbility};
use super::tactics::{React, UseAbility};
use super::turn::Turn;
use super::values::Window;
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

impl<C: Chance, O: Observer<NightWizard>> Turn<'_, C, O> {
    /// NW-53: uses an ability if nothing bars it and the tactic wants it. Says whether it was
    /// declared.
    #[inline(always)]
    pub(super) fn declare(&mut self, unit: UnitId, at: u8, other: Option<UnitId>) -> bool {
        let tables = self.tables;
        let ability = &tables.abilities[self.unit_tables(unit).abilities[at as usize].ability as usize];
        self.may_use(unit, at, ability, other) && self.use_it(unit, at, ability, other)
    }

    /// The same of one that nothing bars, if there is somebody to use it on.
    #[inline(never)]
    fn use_it(&mut self, unit: UnitId, at: u8, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        let targets = self.targets(unit, ability, other);
        if targets.is_empty() {
            return false;
        }
        if ability.timing == Timing::Auto && self.state.extras.turn.in_main.has(unit) {
            self.state.extras.turn.autos += 1;
        }
        self.perform(unit, at, ability, targets);
        true
    }

    /// Everything that bars a use, but for targets; what is soonest known first.
    #[inline(always)]
    fn may_use(&self, unit: UnitId, at: u8, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        self.extras(unit).busy >> at & 1 == 0
            && self.state.extras.turn.uses < MOST_NESTED
            && self.is_fit(unit, ability)
            && (ability.timing != Timing::Auto || self.may_auto(unit, ability))
            && self.is_at_hand(unit, at, ability)
            && ability.when.as_ref().is_none_or(|when| self.holds(when, unit, other))
            && self.wants_to_use(unit, ability, other)
    }

    /// Whether the unit's own state bars no ability of this sort.
    #[inline(always)]
    fn is_fit(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        let is_well = self.stands(unit) && !self.state.extras.afflicted.has(unit);
        (is_well || self.is_fit_though(unit, ability))
            && !(ability.timing == Timing::Setup && self.is_robed(unit, ability))
    }

    /// The same of who does not stand or may have bad statuses.
    #[inline(never)]
    fn is_fit_though(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        let is_here = if self.stands(unit) {
            !self.has(unit, Status::Unconscious) || ability.flags.usable_unconscious
        } else {
            // NW-29.
            self.state.near_death.has(unit) && ability.flags.usable_near_death
        };
        let is_held = ability.is_attack() && self.has(unit, Status::Capture);
        is_here && !is_held && !self.is_pressed(unit, ability)
    }

    /// NW-09(b): whether the robe that the unit opened in this Setup bars an ability.
    fn is_robed(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        self.extras(unit).robed
            && match ability.kind {
                AbilityKind::Special | AbilityKind::Item => true,
                AbilityKind::Invocation | AbilityKind::Enchantment => self.nw.rulings.robe_bars_magic,
                AbilityKind::Equipment => false,
            }
    }

    /// NW-45: whether Pressure bars an ability.
    fn is_pressed(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        ability.kind == AbilityKind::Special
            && self.has(unit, Status::Pressure)
            && !ability.flags.ignores_pressure
    }

    /// NW-15, NW-19: whether an Auto Action is possible: in one's own Main as many as the table
    /// allows; in those of others what the ruling says, and to the Exhausted what is flagged.
    fn may_auto(&self, unit: UnitId, ability: &PreparedAbility) -> bool {
        if self.state.extras.turn.in_main.has(unit) {
            return self.has_auto();
        }
        self.nw.rulings.auto_in_others_mains != AutoInOthersMains::None
            && (self.state.able.has(unit) || ability.flags.exhausted_ok)
    }

    /// NW-15: whether this Main has an Auto Action left.
    pub(super) fn has_auto(&self) -> bool {
        let most = self.nw.rulings.auto_actions_per_main.0;
        most.is_none_or(|most| self.state.extras.turn.autos < most as u32)
    }

    /// Whether an ability is granted, in memory, not used up, and can be paid.
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

    /// D-move: whether a unit counts on an ability when it looks for a place to attack from: one
    /// at hand that its tactic would use.
    pub(super) fn counts_on(&self, unit: UnitId, at: u8) -> bool {
        let ability = self.ability(self.unit_tables(unit).abilities[at as usize].ability);
        self.is_at_hand(unit, at, ability)
            && !self.is_pressed(unit, ability)
            && self.wants_to_use(unit, ability, None)
    }

    fn has_uses(&self, unit: UnitId, at: u8, ability: &PreparedAbility) -> bool {
        let used = self.state.extras.used[self.unit_tables(unit).first_use + at as usize];
        let left = |used: u8, most: u8| most == 0 || used < most;
        left(used.main, ability.uses.per_main)
            && left(used.round, ability.uses.per_round)
            && left(used.fight, ability.uses.per_fight)
            && left(used.charges, ability.uses.charges)
    }

    /// D-ability; for Reactions D-react.
    #[inline(always)]
    fn wants_to_use(&self, unit: UnitId, ability: &PreparedAbility, other: Option<UnitId>) -> bool {
        if ability.timing == Timing::Reaction {
            return self.wants_to_react(unit, other);
        }
        let how = self.choose(unit, &self.nw.unit(unit).tactics.ability, other);
        how == UseAbility::Listed || self.wants_now(unit, ability, how)
    }

    #[inline(never)]
    fn wants_to_react(&self, unit: UnitId, other: Option<UnitId>) -> bool {
        match self.choose(unit, &self.nw.unit(unit).tactics.react, other) {
            React::First => true,
            React::Above(least) => self.mean_of_attack(unit) > f64::from(least),
            React::Never => false,
        }
    }

    #[inline(never)]
    fn wants_now(&self, unit: UnitId, ability: &PreparedAbility, how: UseAbility) -> bool {
        match how {
            UseAbility::Listed => true,
            UseAbility::Never => false,
            UseAbility::KeepMp(keep) => {
                let mp = ability.price.mp;
                let most = self.fixed_amount(mp, unit) + 6 * i32::from(mp.dice);
                most <= 0 || self.extras(unit).mp - most >= keep
            }
            UseAbility::OncePerRound => !self.extras(unit).used,
            UseAbility::HpBelow(percent) => {
                i64::from(self.hp(unit)) * 100
                    < i64::from(percent) * i64::from(self.extras(unit).derived.max_hp)
            }
        }
    }

    /// NW-53: pays, rolls the Judge if there is one, and does what the ability does.
    fn perform(&mut self, unit: UnitId, at: u8, ability: &PreparedAbility, targets: UnitSet) {
        let id = self.unit_tables(unit).abilities[at as usize].ability;
        if self.unit_tables(unit).limited >> at & 1 == 1 {
            let used = &mut self.state.extras.used[self.tables.units[unit.idx()].first_use + at as usize];
            // What has no limit is not counted.
            let count = |n: &mut u8, most: u8| *n = n.saturating_add(u8::from(most > 0));
            count(&mut used.main, ability.uses.per_main);
            count(&mut used.round, ability.uses.per_round);
            count(&mut used.fight, ability.uses.per_fight);
            count(&mut used.charges, ability.uses.charges);
        }
        self.extras_mut(unit).used = true;
        self.obs.add(unit, Metric::AbilitiesUsed, 1);
        self.obs.event(|| Event::Uses { unit, ability: id });
        let later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        let Some(mp_due) = self.pay(unit, &ability.price, later) else { return };
        self.extras_mut(unit).busy |= 1 << at;
        self.state.extras.turn.uses += 1;
        let works_on = self.judge_ability(unit, id, ability, targets);
        if !works_on.is_empty() {
            self.spend_mp(unit, mp_due.min(self.extras(unit).mp));
            self.apply(unit, at, id, ability, works_on);
        }
        self.state.extras.turn.uses -= 1;
        self.extras_mut(unit).busy &= !(1 << at);
        self.settle(unit, NearDeathCause::Cost);
    }

    /// The Judge of an ability: those on whom it works.
    fn judge_ability(
        &mut self,
        unit: UnitId,
        id: u16,
        ability: &PreparedAbility,
        targets: UnitSet,
    ) -> UnitSet {
        match ability.judge {
            AbilityJudge::None => targets,
            AbilityJudge::Difficulty { attribute, difficulty } => {
                self.before_judge(unit, JudgeKind::Ability);
                let basis = self.basis(unit, JudgeKind::Ability, attribute, false, [0; 2]);
                let least = self.nw.least_value(difficulty);
                let window = self.window_at(&basis, least);
                let judged = self.judge(&basis, Purpose::Effect, window);
                let judged = self.after_judge(&basis, judged, Purpose::Effect, |value| value < least);
                self.over_judge(unit, JudgeKind::Ability);
                let is_success = judged.value >= least;
                self.obs.event(|| Event::Tries { unit, judge: judged.side, difficulty, is_success });
                self.fire_luck(unit, judged);
                if is_success { targets } else { UnitSet::default() }
            }
            AbilityJudge::Against { attribute, against } => {
                self.before_judge(unit, JudgeKind::Ability);
                let basis = self.basis(unit, JudgeKind::Ability, attribute, false, [0; 2]);
                let active = self.judge(&basis, Purpose::Effect, Window::ALL);
                self.over_judge(unit, JudgeKind::Ability);
                self.fire_luck(unit, active);
                targets
                    .filter(|&target| {
                        self.before_judge(target, JudgeKind::Ability);
                        let is_reaction = target != unit;
                        let basis = self.basis(target, JudgeKind::Ability, against, is_reaction, [0; 2]);
                        let passive = self.judge(&basis, Purpose::Effect, Window::at(active.value));
                        self.over_judge(target, JudgeKind::Ability);
                        let is_success = active.value > passive.value;
                        let (judge, answer) = (active.side, passive.side);
                        self.obs.event(|| Event::Contests { unit, target, judge, answer, is_success });
                        self.fire_luck(target, passive);
                        is_success
                    })
                    .collect()
            }
            AbilityJudge::Attack { .. } => {
                let blow = self.ability_attack(unit, id);
                self.strike(&blow, targets)
            }
        }
    }
}
