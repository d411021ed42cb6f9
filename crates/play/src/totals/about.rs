//! The names and kinds that the numbers of a run refer to.

use fray_engine::clocks::ClockInfo;
use fray_engine::contract::{Action, Health};
use fray_engine::metrics::{Highlight, MetricInfo, Scope};
use fray_engine::roster::{Roster, SideId, UnitId};

use crate::luck::CountPlaces;

/// The names and kinds that the numbers of [`Totals`](super::Totals) refer to: system, roster, metrics,
/// clocks, actions.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the system.
    pub system: &'static str,
    /// Sides and units.
    pub roster: Roster,
    /// The metrics in the order of declaration.
    pub metrics: &'static [MetricInfo],
    /// The clocks in the order of declaration; the first is Exhaustion.
    pub clocks: &'static [ClockInfo],
    /// The tables of metrics on the card.
    pub highlights: &'static [Highlight],
    /// The kind of number that the health of units is: points left, or wounds taken.
    pub health: Health,
    /// By unit and metric: the largest observation that the scenario allows, where it is known.
    pub largest: Vec<Vec<Option<u64>>>,
    /// The last round that a fight may have.
    pub max_rounds: u64,
    /// The least number that the round of an end can have.
    pub least_round: u64,
    /// By unit: its actions.
    pub actions: Vec<Vec<Action>>,
    /// The causes other than actions that put units out of the fight or heal them.
    pub hazards: Vec<Action>,
}

impl About {
    /// Returns the unit whose totals have a metric of this side that none of its units has: its first, or the first
    /// of all where the metric is one of the fight.
    ///
    /// # Panics
    /// If there is no such metric, or if units have it.
    #[must_use]
    pub fn bearer(&self, side: SideId, metric: usize) -> UnitId {
        match self.metrics[metric].scope {
            Scope::Unit => panic!("units have this metric"),
            Scope::Side => self.roster.sides[side.idx()].units.first(),
            Scope::Fight => self.roster.everyone().first(),
        }
    }

    /// Widens what is known of the largest observations to those of the same fight with other tactics.
    pub fn widen(&mut self, other: &Self) {
        for (mine, theirs) in self.largest.iter_mut().zip(&other.largest) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine = mine.zip(*theirs).map(|(mine, theirs)| mine.max(theirs));
            }
        }
    }

    /// Returns where the counts of these units and sides stand among those whose luck is added up.
    #[must_use]
    pub fn count_places(&self) -> CountPlaces {
        let (n_units, n_sides) = (self.roster.units.len(), self.roster.sides.len());
        CountPlaces { n_units, n_sides, n_metrics: self.metrics.len() }
    }

    /// Returns how many causes there are for a unit to be put out of the fight.
    #[must_use]
    pub fn n_causes(&self) -> usize {
        self.hazards.len() + self.actions.iter().map(Vec::len).sum::<usize>()
    }

    /// The causes in the order of [`UnitTotals::felled`](super::UnitTotals::felled), each with whose action it is.
    pub fn causes(&self) -> impl Iterator<Item = (Option<UnitId>, &Action)> {
        let hazards = self.hazards.iter().map(|hazard| (None, hazard));
        let actions = self.roster.everyone().zip(&self.actions);
        hazards
            .chain(actions.flat_map(|(unit, actions)| actions.iter().map(move |action| (Some(unit), action))))
    }
}
