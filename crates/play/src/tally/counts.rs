//! The counts of single fights, for the account of luck.

use fray_engine::contract::System;
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::roster::UnitId;

use super::{Bits, Tally};
use crate::luck::{CountPlaces, Counted};

impl<S: System> Tally<S> {
    const METRICS: usize = S::Metric::ALL.len();

    /// Says whether the counts of the next fight are listed.
    #[inline(always)]
    pub(crate) fn list_counts(&mut self, yes: bool) {
        self.lists_counts = yes && self.is_summed;
        self.counts.clear();
    }

    /// The counts of the fight played last that are not 0, if they are listed.
    #[inline(always)]
    pub(crate) fn counts(&self) -> &[Counted] {
        &self.counts
    }

    /// Lists the counts of the fight that is over.
    #[inline(never)]
    pub(super) fn list_counts_of_fight(&mut self, activations: u64, touched: u64) {
        let (n_units, n_sides) = (self.units.len(), self.n_sides);
        let places = CountPlaces { n_units, n_sides, n_metrics: Self::METRICS };
        let counts = &mut self.counts;
        let mut list = |place: u32, value: u64| {
            if value > 0 {
                counts.push((place, value));
            }
        };
        let units = &self.units;
        let flags = || (S::Metric::STANDING.index()..).zip(self.flags);
        for (unit, it) in units.iter().enumerate() {
            for metric in Self::ALWAYS.chain(Bits(touched)) {
                list(places.of_unit(unit, metric), it.counts.as_ref()[metric]);
            }
            for (metric, units) in flags() {
                list(places.of_unit(unit, metric), units.has(UnitId(unit as u8)).into());
            }
        }
        let sides = self.sides[..n_sides].iter().enumerate();
        for (side, it) in sides.filter(|(_, side)| side.units.len() > 1) {
            for metric in Self::ALWAYS.chain(Bits(touched)) {
                let sum = it.units.map(|unit| units[unit.idx()].counts.as_ref()[metric]).sum();
                list(places.of_side(side, metric), sum);
            }
            for (metric, flagged) in flags() {
                list(places.of_side(side, metric), flagged.and(it.units).len().into());
            }
            for (metric, info) in S::Metric::ALL.iter().enumerate() {
                if let Kind::Any { of } = info.kind {
                    let flagged = self.flags[of - S::Metric::STANDING.index()];
                    list(places.of_side(side, metric), u64::from(!flagged.and(it.units).is_empty()));
                }
            }
        }
        list(places.activations(), activations);
    }
}
