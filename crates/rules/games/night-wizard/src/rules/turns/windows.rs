//! The moments at which abilities may be used: windows, the actions of a Main, Judges, triggers (NW-09,
//! NW-13, NW-15, NW-19, NW-26).

use crate::data::rulings::{AutoInOthersMains, FinalCleanup, InitiativeWindow, OneOrUnlimited};
use crate::data::tactics::Plan;
use crate::rules::prelude::*;
use crate::state::tables::MOST_ANSWERS;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// Returns the choice of a tactic; conditions about a target hold for `target` alone.
    #[inline(always)]
    pub(crate) fn choose<T: Copy + Default>(
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

    /// NW-09(c), NW-13(a), NW-26(3), NW-56: a window, open to everybody in turn.
    #[inline(always)]
    pub(crate) fn open_window(&mut self, timing: Timing) {
        let who = self.tables.timed[timing as usize];
        if !F::ABILITIES || who.is_empty() {
            return;
        }
        let tables = self.tables;
        let bars_exhausted = timing == Timing::Initiative
            && self.nw.rulings.initiative_window == InitiativeWindow::NotExhausted;
        for &unit in &tables.window {
            if who.has(unit) && (!bars_exhausted || self.state.able.has(unit)) {
                self.use_all(unit, timing);
                if self.ends_window(timing) {
                    return;
                }
            }
        }
    }

    /// NW-31: after each action the end of the fight is looked for. Nothing more is used then, but
    /// in a Clean-Up that is played to its end for the casualties.
    fn ends_window(&mut self, timing: Timing) -> bool {
        self.look_at_outcome().is_some()
            && !(timing == Timing::CleanUp && self.nw.rulings.final_cleanup == FinalCleanup::Run)
    }

    /// Declares every ability of a timing once, in listed order, as far as D-ability wants it.
    #[inline(always)]
    pub(crate) fn use_all(&mut self, unit: UnitId, timing: Timing) {
        if !F::ABILITIES {
            return;
        }
        for at in bits(self.unit_tables(unit).by_timing[timing as usize]) {
            if self.declare(unit, at, None) && self.ends_window(timing) {
                return;
            }
        }
    }

    /// Declares the first usable ability of a timing. Returns whether there was one.
    #[inline(always)]
    pub(crate) fn use_one(&mut self, unit: UnitId, timing: Timing) -> bool {
        F::ABILITIES
            && bits(self.unit_tables(unit).by_timing[timing as usize]).any(|at| self.declare(unit, at, None))
    }

    /// NW-19: an event that just happened to `unit` lets it use Reactions and Auto Actions; `other` is the
    /// unit that did it, or to which it happened. `is_of_damage`: between the Damage Roll and its
    /// subtraction, for abilities that change damage; they answer then and no later (NW-22).
    pub(crate) fn fire_at(
        &mut self,
        trigger: Trigger,
        unit: UnitId,
        other: Option<UnitId>,
        is_of_damage: bool,
    ) {
        let answers_anything = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any
            && !self.state.turn.in_main.has(unit);
        let unit_tables = self.unit_tables(unit);
        let mut left = unit_tables.by_trigger[trigger as usize];
        if answers_anything && !is_of_damage {
            left |= unit_tables.by_timing[Timing::Auto as usize];
        }
        if left == 0 || self.state.turn.answers >= MOST_ANSWERS {
            return;
        }
        self.state.turn.answers += 1;
        let answers_damage = matches!(trigger, Trigger::Damaged | Trigger::DamageDealt);
        let mut may_react = true;
        for at in bits(left) {
            let (_, ability) = self.owned(unit, at);
            let is_reaction = ability.timing == Timing::Reaction;
            let is_untimely = answers_damage && ability.is_of_damage != is_of_damage;
            let has_reacted = self.state.reactions[unit.idx()] >> at & 1 == 1;
            if is_untimely || is_reaction && (!may_react || has_reacted) {
                continue;
            }
            if self.declare(unit, at, other) && is_reaction {
                self.state.turn.reacted.insert(unit);
                self.state.reactions[unit.idx()] |= 1 << at;
                may_react = self.nw.rulings.reaction_abilities_per_event == OneOrUnlimited::Unlimited;
            }
        }
        self.state.turn.answers -= 1;
    }

    /// NW-19: an event that just happened to `unit` lets it answer, if it has anything for that.
    #[inline(always)]
    pub(crate) fn fire(&mut self, trigger: Trigger, unit: UnitId, other: Option<UnitId>) {
        if F::ABILITIES && self.tables.answers[trigger as usize].has(unit) {
            self.fire_at(trigger, unit, other, false);
        }
    }

    /// NW-19: an event that just happened to each of `units` lets them answer, in listed order.
    pub(crate) fn fire_each(&mut self, trigger: Trigger, units: UnitSet, other: Option<UnitId>) {
        if !F::ABILITIES {
            return;
        }
        for unit in units.and(self.tables.answers[trigger as usize]) {
            self.fire_at(trigger, unit, other, false);
        }
    }

    /// NW-19: a new event, to which no Reaction has answered yet.
    #[inline(always)]
    pub(crate) fn forget_reactions(&mut self) {
        if !F::ABILITIES {
            return;
        }
        for unit in core::mem::take(&mut self.state.turn.reacted) {
            self.state.reactions[unit.idx()] = 0;
        }
    }
}
