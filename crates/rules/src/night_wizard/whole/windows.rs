//! When abilities are used, and what bars their use (NW-09, NW-13, NW-19, NW-45, NW-53, NW-56).

use super::super::events::Event;
use super::super::metrics::{Metric, NearDeathCause};
use super::super::rulings::{AutoInOthersMains, FinalCleanup, InitiativeWindow, MpPaid, OneOrUnlimited};
use super::super::setup::ability::{
    AbilityJudge, AbilityKind, Effect, JudgeKind, Timing, Trigger, Victims, Who,
};
use super::super::setup::ability::{Area, RemoveStatus};
use super::super::setup::gear::Status;
use super::super::tactics::{Plan, React, UseAbility};
use super::Scene;
use super::kit::{MOST_ANSWERS, MOST_NESTED, Power};
use super::values::Window;
use crate::contract::{Chance, Observer, Purpose};
use crate::night_wizard::NightWizard;
use crate::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<NightWizard>> Scene<'_, C, O> {
    /// What a tactic says, with a target if there is one.
    #[inline(always)]
    pub(super) fn choose<T: Copy + Default>(
        &self,
        unit: UnitId,
        plan: &Plan<T>,
        target: Option<UnitId>,
    ) -> T {
        if plan.entries.is_empty() {
            return T::default();
        }
        plan.choose_if(|when| self.holds(when, unit, target))
    }

    /// NW-09(c), NW-13(a), NW-26(3): a window, open to everybody in turn.
    #[inline(always)]
    pub(super) fn open_window(&mut self, timing: Timing) {
        let who = self.whole.timed[timing as usize];
        if !who.is_empty() {
            self.open_window_to(who, timing);
        }
    }

    #[inline(never)]
    fn open_window_to(&mut self, who: UnitSet, timing: Timing) {
        let whole = self.whole;
        for &unit in whole.window.iter().filter(|&&unit| who.has(unit)) {
            let shut = timing == Timing::Initiative
                && self.nw.rulings.initiative_window == InitiativeWindow::NotExhausted
                && !self.state.able.has(unit);
            if !shut {
                self.use_all(unit, timing);
                if self.stops(timing) {
                    return;
                }
            }
        }
    }

    /// NW-31: after each action the end of the fight is looked for. Nothing more is used then, but
    /// in a Clean-Up that is played to its end for the casualties.
    fn stops(&mut self, timing: Timing) -> bool {
        self.look_at_outcome().is_some()
            && !(timing == Timing::CleanUp && self.nw.rulings.final_cleanup == FinalCleanup::Run)
    }

    /// Every ability of a timing once, in listed order, as far as D-ability wants it.
    #[inline(always)]
    pub(super) fn use_all(&mut self, unit: UnitId, timing: Timing) {
        if self.whole.timed[timing as usize].has(unit) {
            self.use_each(unit, timing);
        }
    }

    #[inline(never)]
    fn use_each(&mut self, unit: UnitId, timing: Timing) {
        let mut left = self.kit(unit).by_timing[timing as usize];
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            if self.declare(unit, at, None) && self.stops(timing) {
                return;
            }
        }
    }

    /// The first usable ability of a timing. Says whether there was one.
    #[inline(always)]
    pub(super) fn use_one(&mut self, unit: UnitId, timing: Timing) -> bool {
        self.whole.timed[timing as usize].has(unit) && self.use_first(unit, timing)
    }

    #[inline(never)]
    fn use_first(&mut self, unit: UnitId, timing: Timing) -> bool {
        let mut left = self.kit(unit).by_timing[timing as usize];
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            if self.declare(unit, at, None) {
                return true;
            }
        }
        false
    }

    /// Abilities for one kind of Judge, before or after it.
    pub(super) fn declare_for(&mut self, unit: UnitId, timing: Timing, kind: JudgeKind) {
        let mut left = self.kit(unit).by_timing[timing as usize];
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let power = self.kit(unit).abilities[at as usize].power;
            if self.power(power).judges >> kind as u8 & 1 == 1 {
                self.declare(unit, at, None);
            }
        }
    }

    /// NW-19: what just happened to `unit` lets it use Reactions and Auto Actions; `other` is who
    /// did it, or to whom it happened. `is_of_damage`: between the Damage Roll and its subtraction,
    /// for abilities that change damage; they answer then and no later (NW-22).
    pub(super) fn fire_at(
        &mut self,
        trigger: Trigger,
        unit: UnitId,
        other: Option<UnitId>,
        is_of_damage: bool,
    ) {
        let any = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any
            && !self.state.whole.turn.in_main.has(unit);
        let kit = &self.whole.units[unit.idx()];
        let mut left = kit.by_trigger[trigger as usize];
        if any && !is_of_damage {
            left |= kit.by_timing[Timing::Auto as usize];
        }
        if left == 0 || self.state.whole.turn.answers >= MOST_ANSWERS {
            return;
        }
        self.state.whole.turn.answers += 1;
        let mut reacts = true;
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let power = self.power(kit.abilities[at as usize].power);
            let is_reaction = power.timing == Timing::Reaction;
            let answers_damage = matches!(trigger, Trigger::Damaged | Trigger::DamageDealt);
            let out_of_step = answers_damage && power.is_of_damage != is_of_damage;
            let has_reacted = self.state.whole.reactions[unit.idx()] >> at & 1 == 1;
            if out_of_step || is_reaction && (!reacts || has_reacted) {
                continue;
            }
            if self.declare(unit, at, other) && is_reaction {
                self.state.whole.turn.reacted.insert(unit);
                self.state.whole.reactions[unit.idx()] |= 1 << at;
                reacts = self.nw.rulings.reaction_abilities_per_event == OneOrUnlimited::Unlimited;
            }
        }
        self.state.whole.turn.answers -= 1;
    }

    #[inline(always)]
    pub(super) fn fire(&mut self, trigger: Trigger, unit: UnitId, other: Option<UnitId>) {
        let any = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any;
        if self.whole.triggered[trigger as usize].has(unit)
            || any && self.whole.timed[Timing::Auto as usize].has(unit)
        {
            self.fire_at(trigger, unit, other, false);
        }
    }

    /// The same for everybody of a set.
    pub(super) fn fire_each(&mut self, trigger: Trigger, units: UnitSet, other: Option<UnitId>) {
        for unit in units {
            self.fire(trigger, unit, other);
        }
    }

    /// No Reaction has answered yet.
    pub(super) fn forget_reactions(&mut self) {
        for unit in core::mem::take(&mut self.state.whole.turn.reacted) {
            self.state.whole.reactions[unit.idx()] = 0;
        }
    }

    /// NW-15, NW-19: whether an Auto Action is possible: in one's own Main as many as the table
    /// allows; in those of others what the ruling says, and to the Exhausted what is flagged.
    fn may_auto(&self, unit: UnitId, power: &Power) -> bool {
        if self.state.whole.turn.in_main.has(unit) {
            return self.has_auto();
        }
        self.nw.rulings.auto_in_others_mains != AutoInOthersMains::None
            && (self.state.able.has(unit) || power.flags.exhausted_ok)
    }

    /// NW-15: whether this Main has an Auto Action left.
    pub(super) fn has_auto(&self) -> bool {
        let most = self.nw.rulings.auto_actions_per_main.0;
        most.is_none_or(|most| self.state.whole.turn.autos < most as u32)
    }

    /// NW-53: uses an ability if nothing bars it and the tactic wants it. Says whether it was
    /// declared.
    pub(super) fn declare(&mut self, unit: UnitId, at: u8, other: Option<UnitId>) -> bool {
        if !self.may_use(unit, at, other) {
            return false;
        }
        let whole = self.whole;
        let power = &whole.powers[self.kit(unit).abilities[at as usize].power as usize];
        let targets = self.targets(unit, power, other);
        if targets.is_empty() {
            return false;
        }
        if power.timing == Timing::Auto && self.state.whole.turn.in_main.has(unit) {
            self.state.whole.turn.autos += 1;
        }
        self.perform(unit, at, power, targets);
        true
    }

    /// Everything that bars a use, but for targets.
    fn may_use(&self, unit: UnitId, at: u8, other: Option<UnitId>) -> bool {
        let power = self.power(self.kit(unit).abilities[at as usize].power);
        let more = self.more(unit);
        let flags = power.flags;
        let is_here = if self.stands(unit) {
            !self.has(unit, Status::Unconscious) || flags.usable_unconscious
        } else {
            // NW-29.
            self.state.near_death.has(unit) && flags.usable_near_death
        };
        let is_magic = matches!(power.kind, AbilityKind::Invocation | AbilityKind::Enchantment);
        let is_special = power.kind == AbilityKind::Special;
        let robed = more.robed
            && power.timing == Timing::Setup
            && (is_special || power.kind == AbilityKind::Item || self.nw.rulings.robe_bars_magic && is_magic);
        let attacks = matches!(power.judge, AbilityJudge::Attack { .. });
        let held = attacks && self.has(unit, Status::Capture);
        let is_barred = robed || self.is_pressed(unit, power) || held;
        is_here
            && self.state.whole.turn.uses < MOST_NESTED
            && !is_barred
            && (power.timing != Timing::Auto || self.may_auto(unit, power))
            && self.state.whole.busy[unit.idx()] >> at & 1 == 0
            && power.when.as_ref().is_none_or(|when| self.holds(when, unit, other))
            && self.is_at_hand(unit, at)
            && self.wants_to_use(unit, power, other)
    }

    /// NW-45: whether Pressure bars an ability.
    fn is_pressed(&self, unit: UnitId, power: &Power) -> bool {
        power.kind == AbilityKind::Special
            && self.has(unit, Status::Pressure)
            && !power.flags.ignores_pressure
    }

    /// Whether an ability is granted, in memory, not used up, and can be paid.
    fn is_at_hand(&self, unit: UnitId, at: u8) -> bool {
        let kit = self.kit(unit);
        let owned = kit.abilities[at as usize];
        let power = self.power(owned.power);
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
        self.is_at_hand(unit, at) && !self.is_pressed(unit, power) && self.wants_to_use(unit, power, None)
    }

    fn has_uses(&self, unit: UnitId, at: u8, power: &Power) -> bool {
        let used = self.state.whole.used[self.kit(unit).first_use + at as usize];
        let left = |used: u8, most: u8| most == 0 || used < most;
        left(used.main, power.uses.per_main)
            && left(used.round, power.uses.per_round)
            && left(used.fight, power.uses.per_fight)
            && left(used.charges, power.uses.charges)
    }

    /// D-ability; for Reactions D-react.
    fn wants_to_use(&self, unit: UnitId, power: &Power, other: Option<UnitId>) -> bool {
        let tactics = &self.nw.unit(unit).tactics;
        if power.timing == Timing::Reaction {
            return match self.choose(unit, &tactics.react, other) {
                React::First => true,
                React::Above(least) => self.mean_of_attack(unit) > f64::from(least),
                React::Never => false,
            };
        }
        match self.choose(unit, &tactics.ability, other) {
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

    /// On whom an ability works now: those for whom it would change something, in range and in
    /// sight, as many as it takes, with everybody its area covers.
    fn targets(&mut self, unit: UnitId, power: &Power, other: Option<UnitId>) -> UnitSet {
        let rule = power.target;
        let enemies = self.enemies(unit);
        let attacks = matches!(power.judge, AbilityJudge::Attack { .. });
        let among = match rule.who {
            Who::Myself => UnitSet::one(unit),
            Who::Ally => self.allies(unit),
            Who::Enemy => enemies,
            Who::Any => self.nw.roster.everyone(),
            Who::CommandGroup => {
                self.allies(unit).filter(|&it| it != unit && self.of_one_group(unit, it)).collect()
            }
        };
        let lifts = power.steps.iter().any(|deed| deed.effect == Effect::LiftNearDeath);
        let mut here = self.state.standing;
        if lifts || rule.who == Who::Myself {
            here = here.or(self.state.near_death);
        } else if attacks {
            here = self.legal(unit).or(self.state.standing.without(enemies));
        }
        let sees = power.flags.needs_los;
        let legal: UnitSet = among
            .and(here)
            .filter(|&it| it == unit || self.in_reach(unit, it, rule.range, sees))
            .filter(|&it| self.is_useful(unit, power, it))
            .collect();
        if legal.is_empty() {
            return legal;
        }
        let Some(number) = rule.number else { return legal };
        let mut chosen = UnitSet::default();
        let mut left = legal;
        for _ in 0..number.max(1) {
            if left.is_empty() {
                break;
            }
            let target = match other {
                Some(other) if left.has(other) => other,
                _ if !left.and(enemies).is_empty() && rule.who != Who::Ally => {
                    self.choose_enemy(unit, left.and(enemies))
                }
                _ if power.heals => self.most_wounded(left),
                _ => left.first(),
            };
            left.remove(target);
            chosen.insert(target);
        }
        match rule.area {
            Area::Single => chosen,
            Area::Square(victims) | Area::Sphere(_, victims) => {
                let mut among = match victims {
                    Victims::Pick => among.and(here),
                    Victims::All => self.state.standing.or(self.state.near_death),
                };
                if victims == Victims::All && !power.flags.hits_self {
                    among.remove(unit);
                }
                chosen.fold(UnitSet::default(), |covered, target| {
                    covered.or(self.area_of(unit, target, rule.area, among))
                })
            }
        }
    }

    /// Who has lost the most HP; of equals the first in listed order.
    pub(super) fn most_wounded(&self, units: UnitSet) -> UnitId {
        let lost = |unit: UnitId| self.more(unit).now.max_hp - self.hp(unit);
        let mut most = units.first();
        for unit in units {
            if lost(unit) > lost(most) {
                most = unit;
            }
        }
        most
    }

    /// NW-53: whether two units obey one command group.
    pub(super) fn of_one_group(&self, a: UnitId, b: UnitId) -> bool {
        self.kit(a).group.is_some() && self.kit(a).group == self.kit(b).group
    }

    /// Whether an ability would change something of `target`.
    fn is_useful(&self, unit: UnitId, power: &Power, target: UnitId) -> bool {
        if matches!(power.judge, AbilityJudge::Attack { .. }) {
            return true;
        }
        let slot = self.state.whole.slots.get(target.idx() * self.whole.n_slots + power.slot);
        let lasts_already = slot.is_some_and(|slot| slot.end != super::state::End::Gone);
        let more = self.more(target);
        let stands = self.stands(target);
        power.steps.iter().any(|deed| match &deed.effect {
            effect if effect.is_lasting() => !lasts_already,
            Effect::HealHp(_) => stands && self.hp(target) < more.now.max_hp,
            Effect::RestoreMp(_) => more.mp < more.now.max_mp,
            Effect::DrainMp(_) => more.mp > 0,
            Effect::GainPrana(_) => more.prana < self.kit(target).prana,
            Effect::Inflict(it) => self.would_take(target, it.status, it.level),
            Effect::RemoveStatus(which) => match which {
                RemoveStatus::These(set) => more.statuses & set != 0,
                RemoveStatus::Any(_) => more.statuses != 0,
            },
            Effect::LiftNearDeath => self.state.near_death.has(target) && self.state.whole.turn.lifts,
            Effect::ChangeCount(_) | Effect::SetCount(_) => !self.state.whole.turn.no_counts && stands,
            Effect::Move { .. } => self.whole.has_places,
            Effect::Swap => self.whole.has_places && !self.shares_square(unit, target),
            Effect::TakeOff => !more.flying,
            Effect::Land => more.flying,
            Effect::ExtraAttack => self.may_attack(target),
            Effect::Command => self.may_command(unit, target),
            Effect::Enchant { on, .. } => self.charm_named(target, deed.named).is_some_and(|at| {
                (more.enchants >> at & 1 == 1) != *on && (!on || self.may_enchant(target, at))
            }),
            Effect::ChangeLoadout(_) => {
                self.loadout_named(target, deed.named).is_some_and(|at| at != more.loadout)
            }
            _ => true,
        })
    }

    /// NW-53: pays, rolls the Judge if there is one, and does what the ability does.
    fn perform(&mut self, unit: UnitId, at: u8, power: &Power, targets: UnitSet) {
        let id = self.kit(unit).abilities[at as usize].power;
        if self.kit(unit).limited >> at & 1 == 1 {
            let used = &mut self.state.whole.used[self.whole.units[unit.idx()].first_use + at as usize];
            let count = |n: u8, most: u8| if most > 0 { n.saturating_add(1) } else { 0 };
            used.main = count(used.main, power.uses.per_main);
            used.round = count(used.round, power.uses.per_round);
            used.fight = count(used.fight, power.uses.per_fight);
            used.charges = count(used.charges, power.uses.charges);
        }
        self.more_mut(unit).used = true;
        self.obs.add(unit, Metric::AbilitiesUsed, 1);
        self.obs.event(|| Event::Uses { unit, power: id });
        let later = self.nw.rulings.mp_paid == MpPaid::OnSuccess;
        let Some(mp_due) = self.pay(unit, &power.price, later) else { return };
        self.state.whole.busy[unit.idx()] |= 1 << at;
        self.state.whole.turn.uses += 1;
        let works_on = self.judge_ability(unit, id, power, targets);
        if !works_on.is_empty() {
            self.spend_mp(unit, mp_due.min(self.more(unit).mp));
            self.apply(unit, at, id, power, works_on);
        }
        self.state.whole.turn.uses -= 1;
        self.state.whole.busy[unit.idx()] &= !(1 << at);
        self.settle(unit, NearDeathCause::Cost);
    }

    /// The Judge of an ability: those on whom it works.
    fn judge_ability(&mut self, unit: UnitId, id: u16, power: &Power, targets: UnitSet) -> UnitSet {
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
