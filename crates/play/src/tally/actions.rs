//! The counts of actions, and of the causes that put units out of the fight.

use fray_engine::contract::Report;
use fray_engine::observe::{ActionRef, Cause};
use fray_engine::roster::{MAX_UNITS, UnitId};

use crate::totals::ActionTotals;

/// The counts of all actions and causes.
#[derive(Clone, Debug)]
pub(super) struct ActionCounts {
    /// By unit: where its actions begin among the causes.
    first: [u16; MAX_UNITS],
    /// By cause: hazards, of which nothing but felling is counted, then the actions of every unit.
    each: Box<[ActionTotals]>,
    n_hazards: usize,
    /// By unit and cause: how often the unit was put out of the fight.
    felled: Box<[u64]>,
}

impl ActionCounts {
    pub(super) fn new<S: Report>(system: &S) -> Self {
        let n_hazards = system.hazards().len();
        let (mut first, mut next) = ([0; MAX_UNITS], n_hazards);
        for unit in system.roster().everyone() {
            first[unit.idx()] = next as u16;
            next += system.actions(unit).len();
        }
        Self {
            first,
            each: vec![ActionTotals::default(); next].into(),
            n_hazards,
            felled: vec![0; system.roster().units.len() * next].into(),
        }
    }

    #[inline(always)]
    fn place(&self, action_ref: ActionRef) -> usize {
        usize::from(self.first[action_ref.by.idx()]) + usize::from(action_ref.action)
    }

    /// The counts of an action.
    #[inline(always)]
    pub(super) fn of(&mut self, action_ref: ActionRef) -> &mut ActionTotals {
        &mut self.each[self.place(action_ref)]
    }

    /// Counts that a unit was put out of the fight.
    pub(super) fn fell(&mut self, unit: UnitId, cause: Cause) {
        let cause = match cause {
            Cause::Hazard(at) => at.into(),
            Cause::Action(action_ref) => self.place(action_ref),
        };
        self.felled[unit.idx() * self.each.len() + cause] += 1;
    }

    /// Takes the counts of each unit in listed order: of its actions, and of what put it out of the
    /// fight. Leaves zeros.
    pub(super) fn take(&mut self, n_units: usize) -> Vec<(Vec<ActionTotals>, Vec<u64>)> {
        let n_causes = self.each.len();
        let starts = self.first[..n_units].iter().map(|&first| usize::from(first));
        let ends = starts.clone().skip(1).chain([n_causes]);
        let taken = starts.zip(ends).enumerate().map(|(unit, (from, to))| {
            let felled = &self.felled[unit * n_causes..][..n_causes];
            let used = felled.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1);
            (self.each[from..to].to_vec(), felled[..used].to_vec())
        });
        let taken = taken.collect();
        self.each[self.n_hazards..].fill(ActionTotals::default());
        self.felled.fill(0);
        taken
    }
}
