//! The unit that another comes near in its Main, and how far that is (D-target, D-move, NW-37).

use crate::data::tactics::Target;
use crate::rules::moves::movement::PlannedMove;
use crate::rules::prelude::*;

/// How far a unit is from a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// A weapon reaches it.
    There,
    /// One does after a Normal Movement.
    Near,
    /// Neither.
    Far,
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The units that the unit can attack in this Main: at once, or after a Normal Movement.
    pub(crate) fn within_main(&mut self, planned: &PlannedMove<'a>, legal: UnitSet) -> UnitSet {
        let within = self.within_reach(planned.unit, legal);
        if !self.tables.has_places {
            return within;
        }
        within.or(legal.without(within).only(|it| self.could_reach(planned, it)))
    }

    /// D-target, once a Main, for a unit that wants to come near somebody: one that can be attacked in
    /// this Main, or else any. Another is chosen only if that one is no legal target any more.
    pub(crate) fn approached(&mut self, planned: &mut PlannedMove<'a>) -> Option<UnitId> {
        let legal = self.legal(planned.unit);
        let chosen = self.chosen(planned.unit, legal);
        if chosen.is_some() || legal.is_empty() {
            return chosen;
        }
        let target = self.choose_approached(planned, legal);
        self.state.turn.main.chosen = Some((planned.unit, target));
        Some(target)
    }

    /// The first by D-target of those who can be attacked in this Main, or else of all. The way is
    /// looked for to the first alone, and to the next only where there is none.
    fn choose_approached(&mut self, planned: &mut PlannedMove<'a>, legal: UnitSet) -> UnitId {
        let unit = planned.unit;
        let how = self.choose(unit, &self.nw.unit(unit).tactics.target, None);
        if how == Target::Random || self.unit_tables(unit).targets_by_condition {
            let near = self.within_main(planned, legal);
            return self.choose_enemy(unit, if near.is_empty() { legal } else { near });
        }
        // In most Mains the first of all is also the first of those within reach.
        let first = self.best_enemy(unit, how, legal);
        let mut target = first;
        if self.reach(planned, first) == Reach::Far {
            let others = legal.without(UnitSet::one(first));
            let near = self.within_reach(unit, others);
            let mut left = others.only(|it| near.has(it) || self.may_reach(planned, it).is_some());
            while !left.is_empty() && target == first {
                let next = self.best_enemy(unit, how, left);
                if self.reach(planned, next) != Reach::Far {
                    target = next;
                }
                left.remove(next);
            }
            if target == first {
                planned.known = Some((first, Reach::Far));
            }
        }
        self.note_target(unit, target);
        target
    }

    /// Returns how far the unit of a movement is from a target.
    pub(crate) fn reach(&mut self, planned: &mut PlannedMove<'a>, target: UnitId) -> Reach {
        if let Some((known, reach)) = planned.known
            && known == target
        {
            return reach;
        }
        let reach = if !self.within_reach(planned.unit, UnitSet::one(target)).is_empty() {
            Reach::There
        } else if self.could_reach(planned, target) {
            Reach::Near
        } else {
            Reach::Far
        };
        planned.known = Some((target, reach));
        reach
    }

    /// The enemy that the unit chose to come near in this Main, if it is one of these.
    pub(crate) fn chosen(&self, unit: UnitId, among: UnitSet) -> Option<UnitId> {
        let chosen = self.state.turn.main.chosen.filter(|&(by, target)| by == unit && among.has(target));
        chosen.map(|(_, target)| target)
    }
}
