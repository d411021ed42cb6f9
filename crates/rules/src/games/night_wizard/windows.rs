//! When abilities may be used: windows, the actions of a Main, Judges, triggers (NW-09, NW-13, NW-15,
//! NW-19, NW-26).

use super::rulings::{AutoInOthersMains, FinalCleanup, InitiativeWindow, OneOrUnlimited};
use super::setup::ability::{JudgeKind, Timing, Trigger};
use super::tables::MOST_ANSWERS;
use super::tactics::Plan;
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

impl<C: Chance, O: Observer<NightWizard>> Turn<'_, C, O> {
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
        let who = self.tables.timed[timing as usize];
        if !who.is_empty() {
            self.open_window_to(who, timing);
        }
    }

    #[inline(never)]
    fn open_window_to(&mut self, who: UnitSet, timing: Timing) {
        let tables = self.tables;
        for &unit in &tables.window {
            if !who.has(unit) {
                continue;
            }
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
        if self.tables.timed[timing as usize].has(unit) {
            self.use_each(unit, timing);
        }
    }

    #[inline(never)]
    fn use_each(&mut self, unit: UnitId, timing: Timing) {
        let mut left = self.unit_tables(unit).by_timing[timing as usize];
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
        self.tables.timed[timing as usize].has(unit) && self.use_first(unit, timing)
    }

    #[inline(never)]
    fn use_first(&mut self, unit: UnitId, timing: Timing) -> bool {
        let mut left = self.unit_tables(unit).by_timing[timing as usize];
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            if self.declare(unit, at, None) {
                return true;
            }
        }
        false
    }

    /// Abilities for a kind of Judge, just before it.
    #[inline(never)]
    pub(super) fn declare_before(&mut self, unit: UnitId, kind: JudgeKind) {
        let mut left = self.unit_tables(unit).before[kind as usize];
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            self.declare(unit, at, None);
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
            && !self.state.extras.turn.in_main.has(unit);
        let unit_tables = &self.tables.units[unit.idx()];
        let mut left = unit_tables.by_trigger[trigger as usize];
        if any && !is_of_damage {
            left |= unit_tables.by_timing[Timing::Auto as usize];
        }
        if left == 0 || self.state.extras.turn.answers >= MOST_ANSWERS {
            return;
        }
        self.state.extras.turn.answers += 1;
        let mut reacts = true;
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let ability = self.ability(unit_tables.abilities[at as usize].ability);
            let is_reaction = ability.timing == Timing::Reaction;
            let answers_damage = matches!(trigger, Trigger::Damaged | Trigger::DamageDealt);
            let out_of_step = answers_damage && ability.is_of_damage != is_of_damage;
            let has_reacted = self.state.extras.reactions[unit.idx()] >> at & 1 == 1;
            if out_of_step || is_reaction && (!reacts || has_reacted) {
                continue;
            }
            if self.declare(unit, at, other) && is_reaction {
                self.state.extras.turn.reacted.insert(unit);
                self.state.extras.reactions[unit.idx()] |= 1 << at;
                reacts = self.nw.rulings.reaction_abilities_per_event == OneOrUnlimited::Unlimited;
            }
        }
        self.state.extras.turn.answers -= 1;
    }

    #[inline(always)]
    pub(super) fn fire(&mut self, trigger: Trigger, unit: UnitId, other: Option<UnitId>) {
        if self.tables.answers[trigger as usize].has(unit) {
            self.fire_at(trigger, unit, other, false);
        }
    }

    /// The same for everybody of a set.
    pub(super) fn fire_each(&mut self, trigger: Trigger, units: UnitSet, other: Option<UnitId>) {
        for unit in units.and(self.tables.answers[trigger as usize]) {
            self.fire_at(trigger, unit, other, false);
        }
    }

    /// No Reaction has answered yet.
    #[inline(always)]
    pub(super) fn forget_reactions(&mut self) {
        for unit in core::mem::take(&mut self.state.extras.turn.reacted) {
            self.state.extras.reactions[unit.idx()] = 0;
        }
    }
}
