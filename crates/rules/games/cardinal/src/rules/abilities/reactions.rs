//! Abilities that are used when something happens (CA-54) or at a moment of the round (CA-62).

use crate::data::vocabulary::{Statuses, Target, Timing, Trigger};
use crate::{Cardinal, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// A reaction of `unit` to what `other` does; not to a reaction.
    pub(crate) fn react(&mut self, trigger: Trigger, unit: UnitId, other: UnitId) {
        let rules = self.rules;
        if !rules.reads.reactions || self.reacting {
            return;
        }
        for (at, skill) in rules.unit(unit).abilities.iter().enumerate() {
            let fits =
                skill.ability.timing == Timing::Reaction(trigger) && rules.may_pay(self.state, unit, at);
            let out = self.state.of(unit).any(Statuses::OUT) && trigger != Trigger::Defeated;
            if !fits || out || skill.weapon.is_some() {
                continue;
            }
            let range = skill.ability.range.paces();
            let target = match skill.ability.target {
                Target::Itself => unit,
                // CA-65: what an area of its own side does to it makes nobody a hostile.
                Target::Enemy
                    if rules.hostiles(self.state, unit).has(other)
                        && self.is_in_range(unit, other, range) =>
                {
                    other
                }
                _ => continue,
            };
            // CA-54: whoever moves is seen, and near enough.
            if trigger == Trigger::EnemyMoves && !self.is_in_range(unit, other, range) {
                continue;
            }
            let when = skill.ability.when.as_ref();
            let holds = when.is_none_or(|when| rules.holds(self.state, unit, Some(other), when));
            let matters =
                (0..skill.ability.effects.len()).any(|nth| rules.changes(self.state, unit, at, nth, target));
            if holds && matters && rules.wants_ability(self.state, unit, Some(target)) {
                self.reacting = true;
                self.use_on(unit, at, UnitSet::one(target), None);
                self.reacting = false;
                // Once per event and unit.
                return;
            }
        }
    }

    fn is_in_range(&self, unit: UnitId, other: UnitId, range: u32) -> bool {
        self.rules.distance(self.state, unit, other) <= range && self.rules.sees(self.state, unit, other)
    }

    /// The reactions of hostiles to a move of the unit, in the order of turns from it on.
    pub(crate) fn react_to_move(&mut self, unit: UnitId) {
        let rules = self.rules;
        if !rules.reads.reactions || self.reacting {
            return;
        }
        for nth in 1..rules.roster.units.len() {
            let other = self.nth_after(unit, nth);
            if rules.hostiles(self.state, other).has(unit) && self.over.is_none() {
                self.react(Trigger::EnemyMoves, other, unit);
                self.check_end();
            }
        }
    }

    /// CA-54: the nth unit after this one in the order of turns.
    fn nth_after(&self, unit: UnitId, nth: usize) -> UnitId {
        let n = self.rules.roster.units.len();
        let first = self.state.order[..n].iter().position(|&other| other == unit).unwrap_or(0);
        self.state.order[(first + nth) % n]
    }

    /// The reactions of the others of a unit's side to what `other` does, in the order of turns from `other` on.
    pub(crate) fn react_side(&mut self, trigger: Trigger, unit: UnitId, other: UnitId) {
        let rules = self.rules;
        if !rules.reads.reactions || self.reacting {
            return;
        }
        let allies = rules.allies(unit).without(UnitSet::one(unit));
        for nth in 1..rules.roster.units.len() {
            let ally = self.nth_after(other, nth);
            if allies.has(ally) {
                self.react(trigger, ally, other);
            }
        }
    }

    /// CA-62: abilities of a moment of the round, each on whom it changes.
    pub(crate) fn use_timed(&mut self, unit: UnitId, timing: Timing) {
        let rules = self.rules;
        for (at, skill) in rules.unit(unit).abilities.iter().enumerate() {
            let is_out = self.state.of(unit).any(Statuses::OUT);
            if skill.ability.timing == timing && self.over.is_none() && !is_out {
                self.use_listed(unit, at);
                self.check_end();
            }
        }
    }
}
