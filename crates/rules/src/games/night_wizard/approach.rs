//! Whom a unit comes near in its Main, and how far that is (D-target, D-move, NW-37).

use super::movement::MoveAllowance;
use super::tactics::Target;
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

/// How far a unit is from a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A weapon reaches it.
    There,
    /// One does after a Normal Movement.
    Near,
    /// Neither.
    Far,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// Those that the unit can attack in this Main: at once, or after a Normal Movement.
    pub(super) fn within_main(
        &mut self,
        unit: UnitId,
        legal: UnitSet,
        allowance: &mut MoveAllowance<'a>,
    ) -> UnitSet {
        let mut within = self.within_reach(unit, legal);
        if !self.tables.has_places || within == legal {
            return within;
        }
        for it in legal.without(within) {
            if self.could_reach(unit, it, allowance) {
                within.insert(it);
            }
        }
        within
    }

    /// D-target, once a Main, for who wants to come near somebody: one that can be attacked in
    /// this Main, or else any. Another is chosen only if that one is no legal target any more.
    /// With how far it is, if that was looked at.
    pub(super) fn approached(
        &mut self,
        unit: UnitId,
        allowance: &mut MoveAllowance<'a>,
    ) -> (Option<UnitId>, Option<Reach>) {
        let legal = self.legal(unit);
        if let Some(target) = self.chosen(unit, legal) {
            return (Some(target), None);
        }
        if legal.is_empty() {
            return (None, None);
        }
        let (target, course) = self.choose_approached(unit, legal, allowance);
        self.state.extras.turn.chosen = Some((unit, target));
        (Some(target), course)
    }

    /// The first by D-target of those who can be attacked in this Main, or else of all. The way is
    /// looked for to the first alone, and to the next only where there is none.
    fn choose_approached(
        &mut self,
        unit: UnitId,
        legal: UnitSet,
        allowance: &mut MoveAllowance<'a>,
    ) -> (UnitId, Option<Reach>) {
        let how = self.choose(unit, &self.nw.unit(unit).tactics.target, None);
        if how == Target::Random {
            let near = self.within_main(unit, legal, allowance);
            let among = if near.is_empty() { legal } else { near };
            return (self.choose_enemy(unit, among), None);
        }
        // In most Mains the first of all is also the first of those within reach.
        let first = match self.state.extras.turn.first.take() {
            Some((by, first)) if by == unit => first,
            _ => self.best_enemy(unit, how, legal),
        };
        let course = self.course(unit, first, allowance);
        let others = legal.without(UnitSet::one(first));
        if course != Reach::Far || others.is_empty() {
            self.note_target(unit, first);
            return (first, Some(course));
        }
        let now = self.within_reach(unit, others);
        let mut may = now;
        for it in others.without(now) {
            if self.may_reach(unit, it, allowance).is_some() {
                may.insert(it);
            }
        }
        let mut chosen = None;
        while chosen.is_none() && !may.is_empty() {
            let it = self.best_enemy(unit, how, may);
            if now.has(it) {
                chosen = Some((it, Reach::There));
            } else if self.could_reach(unit, it, allowance) {
                chosen = Some((it, Reach::Near));
            }
            may.remove(it);
        }
        let (target, course) = chosen.unwrap_or((first, Reach::Far));
        self.note_target(unit, target);
        (target, Some(course))
    }

    /// How far the unit is from its target.
    pub(super) fn course(
        &mut self,
        unit: UnitId,
        target: UnitId,
        allowance: &mut MoveAllowance<'a>,
    ) -> Reach {
        if !self.within_reach(unit, UnitSet::one(target)).is_empty() {
            Reach::There
        } else if self.could_reach(unit, target, allowance) {
            Reach::Near
        } else {
            Reach::Far
        }
    }

    /// The enemy that the unit chose to come near in this Main, if it is one of these.
    pub(super) fn chosen(&self, unit: UnitId, among: UnitSet) -> Option<UnitId> {
        let chosen = self.state.extras.turn.chosen.filter(|&(by, target)| by == unit && among.has(target));
        chosen.map(|(_, target)| target)
    }
}
