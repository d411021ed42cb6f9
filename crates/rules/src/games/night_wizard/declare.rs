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
        let power = &tables.powers[self.kit(unit).abilities[at as usize].power as usize];
        self.may_use(unit, at, power, other) && self.use_it(unit, at, power, other)
    }

    /// The same of one that nothing bars, if there is somebody to use it on.
    #[inline(never)]
    fn use_it(&mut self, unit: UnitId, at: u8, power: &PreparedAbility, other: Option<UnitId>) -> bool {
        let targets = self.targets(unit, power, other);
        if targets.is_empty() {
            return false;
        }
        if power.timing == Timing::Auto && self.state.extras.turn.in_main.has(unit) {
            self.state.extras.turn.autos += 1;
        }
        self.perform(unit, at, power, targets);
        true
    }

    /// Everything that bars a use, but for targets; what is soonest known first.
    #[inline(always)]
    fn may_use(&self, unit: UnitId, at: u8, power: &PreparedAbility, other: Option<UnitId>) -> bool {
        self.more(unit).busy >> at & 1 == 0
            && self.state.extras.turn.uses < MOST_NESTED
            && self.is_fit(unit, power)
            && (power.timing != Timing::Auto || self.may_auto(unit, power))
            && self.is_at_hand(unit, at, power)
            && power.when.as_ref().is_none_or(|when| self.holds(when, unit, other))
            && self.wants_to_use(unit, power, other)
    }

    /// Whether the unit's own state bars no ability of this sort.
    #[inline(always)]
    fn is_fit(&self, unit: UnitId, power: &PreparedAbility) -> bool {
        let is_well = self.stands(unit) && !self.state.extras.afflicted.has(unit);
        (is_well || self.is_fit_though(unit, power))
            && !(power.timing == Timing::Setup && self.is_robed(unit, power))
    }

    /// The same of who does not stand or may have bad statuses.
    #[inline(never)]
    fn is_fit_though(&self, unit: UnitId, power: &PreparedAbility) -> bool {
        let is_here = if self.stands(unit) {
            !self.has(unit, Status::Unconscious) || power.flags.usable_unconscious
        } else {
            // NW-29.
            self.state.near_death.has(unit) && power.flags.usable_near_death
        };
        let is_held = power.is_attack() && self.has(unit, Status::Capture);
        is_here && !is_held && !self.is_pressed(unit, power)
    }

    /// NW-09(b): whether the robe that the unit opened in this Setup bars an ability.
    fn is_robed(&self, unit: UnitId, power: &PreparedAbility) -> bool {
        self.more(unit).robed
            && match power.kind {
                AbilityKind::Special | AbilityKind::Item => true,
                AbilityKind::Invocation | AbilityKind::Enchantment => self.nw.rulings.robe_bars_magic,
                AbilityKind::Equipment => false,
            }
    }

    /// NW-45: whether Pressure bars an ability.
    fn is_pressed(&self, unit: UnitId, power: &PreparedAbility) -> bool {
        power.kind == AbilityKind::Special
            && self.has(unit, Status::Pressure)
            && !power.flags.ignores_pressure
    }

    /// NW-15, NW-19: whether an Auto Action is possible: in one's own Main as many as the table
    /// allows; in those of others what the ruling says, and to the Exhausted what is flagged.
    fn may_auto(&self, unit: UnitId, power: &PreparedAbility) -> bool {
        if self.state.extras.turn.in_main.has(unit) {
            return self.has_auto();
        }
        self.nw.rulings.auto_in_others_mains != AutoInOthersMains::None
            && (self.state.able.has(unit) || power.flags.exhausted_ok)
    }

    /// NW-15: whether this Main has an Auto Action left.
    pub(super) fn has_auto(&self) -> bool {
        let most = self.nw.rulings.auto_actions_per_main.0;
        most.is_none_or(|most| self.state.extras.turn.autos < most as u32)
    }

    /// Whether an ability is granted, in memory, not used up, and can be paid.
    #[inline(always)]
    fn is_at_hand(&self, unit: UnitId, at: u8, power: &PreparedAbility) -> bool {
        let kit = self.kit(unit);
        let owned = &kit.abilities[at as usize];
        let more = self.more(unit);
        (owned.needs_any == 0 || more.enchants & owned.needs_any != 0)
            && (!owned.is_invocation || more.memory >> at & 1 == 1)
            && (kit.limited >> at & 1 == 0 || self.has_uses(unit, at, power))
            && self.can_pay(unit, &power.price)
    }

    /// D-move: whether a unit counts on an ability when it looks for a place to attack from: one
    /// at hand that its tactic would use.
    pub(super) fn counts_on(&self, unit: UnitId, at: u8) -> bool {
        let power = self.power(self.kit(unit).abilities[at as usize].power);
        self.is_at_hand(unit, at, power)
            && !self.is_pressed(unit, power)
            && self.wants_to_use(unit, power, None)
    }

    fn has_uses(&self, unit: UnitId, at: u8, power: &PreparedAbility) -> bool {
        let used = self.state.extras.used[self.kit(unit).first_use + at as usize];
        let left = |used: u8, most: u8| most == 0 || used < most;
        left(used.main, power.uses.per_main)
            && left(used.round, power.uses.per_round)
            && left(used.fight, power.uses.per_fight)
            && left(used.charges, power.uses.charges)
    }

    /// D-ability; for Reactions D-react.
    #[inline(always)]
    fn wants_to_use(&self, unit: UnitId, power: &PreparedAbility, other: Option<UnitId>) -> bool {
        if power.timing == Timing::Reaction {
            return self.wants_to_react(unit, other);
        }
        let how = self.choose(unit, &self.nw.unit(unit).tactics.ability, other);
        how == UseAbility::Listed || self.wants_now(unit, power, how)
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
    fn wants_now(&self, unit: UnitId, power: &PreparedAbility, how: UseAbility) -> bool {
        match how {
            UseAbility::Listed => true,
            UseAbility::Never => false,
            UseAbility::KeepMp(keep) => {
                let mp = power.price.mp;
                let most = self.fixed_amount(mp, unit) + 6 * i32::from(mp.dice);
                most <= 0 || self.more(unit).mp - most >= keep
            }
            UseAbility::OncePerRound => !self.more(unit).used,
            UseAbility::HpBelow(percent) => {
                i64::from(self.hp(unit)) * 100 < i64::from(percent) * i64::from(self.more(unit).now.max_hp)
            }
        }
    }

    /// NW-53: pays, rolls the Judge if there is one, and does what the ability does.
    fn perform(&mut self, unit: UnitId, at: u8, power: &PreparedAbility, targets: UnitSet) {
        let id = self.kit(unit).abilities[at as usize].power;
        if self.kit(unit).limited >> at & 1 == 1 {
            let used = &mut self.state.extras.used[self.tables.units[unit.idx()].first_use + at as usize];
            // What has no limit is not counted.
            let count = |n: &mut u8, most: u8| *n = n.saturating_add(u8::from(most > 0));
            count(&mut used.main, power.uses.per_main);
            count(&mut used.round, power.uses.per_round);
            count(&mut used.fight, power.uses.per_fight);
            count(&mut used.charges, power.uses.charges);
        }
        self.more_mut(unit).used = true;
        self.obs.add(unit, Metric::AbilitiesUsed, 1);
        self.obs.event(|| Event::Uses { unit, power: id });
        let later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        let Some(mp_due) = self.pay(unit, &power.price, later) else { return };
        self.more_mut(unit).busy |= 1 << at;
        self.state.extras.turn.uses += 1;
        let works_on = self.judge_ability(unit, id, power, targets);
        if !works_on.is_empty() {
            self.spend_mp(unit, mp_due.min(self.more(unit).mp));
            self.apply(unit, at, id, power, works_on);
        }
        self.state.extras.turn.uses -= 1;
        self.more_mut(unit).busy &= !(1 << at);
        self.settle(unit, NearDeathCause::Cost);
    }

    /// The Judge of an ability: those on whom it works.
    fn judge_ability(&mut self, unit: UnitId, id: u16, power: &PreparedAbility, targets: UnitSet) -> UnitSet {
        match power.judge {
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
                let blow = self.blow_of_power(unit, id);
                self.strike(&blow, targets)
            }
        }
    }
}
