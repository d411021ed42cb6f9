//! Where units are, seen by everything that is not movement: distance, reach, areas (NW-35,
//! NW-36, NW-40), and the calls by which a Main moves.

use super::super::rulings::{AreaLos, RangeMetric};
use super::super::setup::ability::{Area, MoveMode, Range};
use super::super::tactics::Flee;
use super::Scene;
use super::state::Spot;
use crate::contract::{Chance, Observer};
use crate::night_wizard::NightWizard;
use crate::roster::{UnitId, UnitSet};

/// When in its Main a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::night_wizard) enum Moment {
    /// With the Minor Action, before the Major.
    Minor,
    /// With the Major Action.
    Major,
    /// With the Minor Action after the Major (NW-15).
    AfterMajor,
}

impl<C: Chance, O: Observer<NightWizard>> Scene<'_, C, O> {
    /// NW-40: how far apart two units are.
    pub(super) fn distance(&self, a: UnitId, b: UnitId) -> u32 {
        let (a, b) = (self.spot(a), self.spot(b));
        let [x, y, z] = core::array::from_fn(|i| u32::from(a[i].abs_diff(b[i])));
        match self.nw.rulings.range_metric {
            RangeMetric::Manhattan => x + y + z,
            RangeMetric::Chebyshev => x.max(y).max(z),
            RangeMetric::MaxXyPlusZ => x.max(y) + z,
        }
    }

    /// Where a unit is.
    pub(super) fn spot(&self, unit: UnitId) -> Spot {
        self.state.whole.units[unit.idx()].spot
    }

    /// NW-35: whether two units share a square and height.
    pub(super) fn shares_square(&self, a: UnitId, b: UnitId) -> bool {
        self.spot(a) == self.spot(b)
    }

    /// NW-36: whether one unit sees the other.
    pub(super) fn in_sight(&self, _a: UnitId, _b: UnitId) -> bool {
        true
    }

    /// NW-20, NW-40: whether a target is within a range and, if that is needed, in sight.
    pub(super) fn in_reach(&self, unit: UnitId, target: UnitId, range: Range, needs_sight: bool) -> bool {
        if !self.whole.has_places {
            return range.least == 0;
        }
        let distance = self.distance(unit, target);
        distance >= range.least.into()
            && range.most.is_none_or(|most| distance <= most.into())
            && (!needs_sight || self.in_sight(unit, target))
    }

    /// NW-25, NW-40: those of `among` that an area round `target` covers, seen by `unit`.
    pub(super) fn area_of(&self, unit: UnitId, target: UnitId, area: Area, among: UnitSet) -> UnitSet {
        let radius = match area {
            Area::Single => return UnitSet::one(target),
            Area::Square(_) => 0,
            Area::Sphere(radius, _) => radius.into(),
        };
        if !self.whole.has_places {
            return among;
        }
        let sees = |other| self.nw.rulings.area_los == AreaLos::Centre || self.in_sight(unit, other);
        among
            .filter(|&other| {
                let near = if radius == 0 {
                    self.shares_square(target, other)
                } else {
                    self.distance(target, other) <= radius
                };
                near && sees(other)
            })
            .collect()
    }

    /// Whether a Normal Movement with the Minor Action would bring `target` within `range`.
    pub(super) fn could_reach(&self, _unit: UnitId, _target: UnitId, _range: Range) -> bool {
        false
    }

    /// NW-37, D-move: a Normal Movement as the tactic wants it, towards a place from which `target`
    /// is within `range`. Says whether the action was used.
    pub(super) fn walk(
        &mut self,
        _unit: UnitId,
        _target: Option<UnitId>,
        _range: Range,
        _moment: Moment,
    ) -> bool {
        false
    }

    /// NW-39, D-allout: All-Out Movement instead of a second Normal Movement, if the tactic wants
    /// it. Says whether the action was used.
    pub(super) fn all_out(&mut self, _unit: UnitId, _target: UnitId, _range: Range) -> bool {
        false
    }

    /// NW-41, D-flight: take-off, or a change of height, or a landing, with the Minor Action.
    /// Says whether the action was used.
    pub(super) fn fly(&mut self, _unit: UnitId, _target: Option<UnitId>) -> bool {
        false
    }

    /// NW-41: an effect that lets the unit fly.
    pub(super) fn take_off(&mut self, unit: UnitId) {
        self.state.whole.units[unit.idx()].flying = true;
    }

    /// NW-41: the unit is no longer in flight, without harm: it landed, or lost consciousness.
    pub(super) fn come_down(&mut self, unit: UnitId) {
        let it = &mut self.state.whole.units[unit.idx()];
        it.flying = false;
        it.spot[2] = 0;
    }

    /// An effect moves `target` (NW-53).
    pub(super) fn displace(
        &mut self,
        _by: UnitId,
        _target: UnitId,
        _steps: i32,
        _mode: MoveMode,
        _forced: bool,
    ) {
    }

    /// An effect lets two units change places (NW-53).
    pub(super) fn swap(&mut self, a: UnitId, b: UnitId) {
        let spots = (self.spot(a), self.spot(b));
        let units = &mut self.state.whole.units;
        (units[b.idx()].spot, units[a.idx()].spot) = spots;
    }

    /// NW-32, D-flee: the unit goes for an exit instead of anything else, and leaves the fight
    /// there by [`leave`](Scene::leave). Says whether its Main is spent on it.
    pub(super) fn flee(&mut self, _unit: UnitId, _how: Flee) -> bool {
        false
    }
}
