//! Whom a unit comes near in its Main, and how far that is (D-target, D-move, NW-37).

use super::super::tactics::Target;
use super::Scene;
use super::movement::Pace;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

/// How far a unit is from a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// A weapon reaches it.
    There,
    /// One does after a Normal Movement.
    Near,
    /// Neither.
    Far,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// Those that the unit can attack in this Main: at once, or after a Normal Movement.
    pub(super) fn within_main(&mut self, unit: UnitId, legal: UnitSet, pace: &mut Pace<'a>) -> UnitSet {
        let mut within = self.within_reach(unit, legal);
        if !self.whole.has_places || within == legal {
            return within;
        }
        for it in legal.without(within) {
            if self.could_reach(unit, it, pace) {
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
        pace: &mut Pace<'a>,
    ) -> (Option<UnitId>, Option<Course>) {
        let legal = self.legal(unit);
        if let Some(target) = self.chosen(unit, legal) {
            return (Some(target), None);
        }
        if legal.is_empty() {
            return (None, None);
        }
        let (target, course) = self.choose_approached(unit, legal, pace);
        self.state.whole.turn.chosen = Some((unit, target));
        (Some(target), course)
    }

    /// The first by D-target of those who can be attacked in this Main, or else of all. The way is
    /// looked for to the first alone, and to the next only where there is none.
    fn choose_approached(
        &mut self,
        unit: UnitId,
        legal: UnitSet,
        pace: &mut Pace<'a>,
    ) -> (UnitId, Option<Course>) {
        let how = self.choose(unit, &self.nw.unit(unit).tactics.target, None);
        if how == Target::Random {
            let near = self.within_main(unit, legal, pace);
            let among = if near.is_empty() { legal } else { near };
            return (self.choose_enemy(unit, among), None);
        }
        // In most Mains the first of all is also the first of those within reach.
        let first = match self.state.whole.turn.first.take() {
            Some((by, first)) if by == unit => first,
            _ => self.best_enemy(unit, how, legal),
        };
        let course = self.course(unit, first, pace);
        let others = legal.without(UnitSet::one(first));
        if course != Course::Far || others.is_empty() {
            self.note_target(unit, first);
            return (first, Some(course));
        }
        let now = self.within_reach(unit, others);
        let mut may = now;
        for it in others.without(now) {
            if self.may_reach(unit, it, pace).is_some() {
                may.insert(it);
            }
        }
        let mut chosen = None;
        while chosen.is_none() && !may.is_empty() {
            let it = self.best_enemy(unit, how, may);
            if now.has(it) {
                chosen = Some((it, Course::There));
            } else if self.could_reach(unit, it, pace) {
                chosen = Some((it, Course::Near));
            }
            may.remove(it);
        }
        let (target, course) = chosen.unwrap_or((first, Course::Far));
        self.note_target(unit, target);
        (target, Some(course))
    }

    /// How far the unit is from its target.
    pub(super) fn course(&mut self, unit: UnitId, target: UnitId, pace: &mut Pace<'a>) -> Course {
        if !self.within_reach(unit, UnitSet::one(target)).is_empty() {
            Course::There
        } else if self.could_reach(unit, target, pace) {
            Course::Near
        } else {
            Course::Far
        }
    }

    /// The enemy that the unit chose to come near in this Main, if it is one of these.
    pub(super) fn chosen(&self, unit: UnitId, among: UnitSet) -> Option<UnitId> {
        let chosen = self.state.whole.turn.chosen.filter(|&(by, target)| by == unit && among.has(target));
        chosen.map(|(_, target)| target)
    }
}
