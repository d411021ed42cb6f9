//! Tactics: where an area is laid, and whom it meets (CA-27, CA-65, D-17).

use super::board::At;
use super::defend::Coming;
use super::state::State;
use super::tactics::AreaChoice;
use super::vocabulary::{Band, Statuses};
use super::{AreaOf, Cardinal};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// An area as it would be laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub(super) targets: UnitSet,
    pub(super) centre: At,
    pub(super) net: f64,
}

impl Cardinal {
    /// D-17: the best area of an arm from a square; `None` without one that is worth it.
    pub(super) fn lay(&self, state: &State, unit: UnitId, arm: usize, from: At) -> Option<Laid> {
        let info = &self.unit(unit).arms[arm];
        let hostiles = self.attackable(state, self.hostiles(state, unit));
        let plan = &self.unit(unit).tactics.area;
        // What each is worth does not hang on the centre: those who are out count for nothing.
        let mut worth = [0.0; MAX_UNITS];
        for target in state.standing(self.everyone) {
            let expected = self.expected(state, Coming { unit, arm, target, from, aimed: false });
            worth[target.idx()] = if hostiles.has(target) { expected } else { -expected };
        }
        let net = |targets: UnitSet| -> f64 { targets.into_iter().map(|target| worth[target.idx()]).sum() };
        let (radius, pick) = match info.area? {
            AreaOf::Near => {
                let near = Band::Near.paces();
                let met = |&foe: &UnitId| {
                    self.distance_to(state, from, foe) <= near && self.sees_from(state, from, foe)
                };
                let targets: UnitSet = hostiles.into_iter().filter(met).collect();
                let net = net(targets);
                return (net > 0.0).then_some(Laid { targets, centre: from, net });
            }
            AreaOf::Sphere { radius, pick } => (radius, pick),
        };
        let hits_allies = self.rulings.area_hits_allies;
        let meets = |centre: At, first: Option<UnitId>| -> UnitSet {
            let all = self.attackable(state, self.everyone);
            let all = if hits_allies { all } else { all.and(hostiles) };
            let within = |&other: &UnitId| match &self.board {
                Some(board) => {
                    let at = state.unit(other).at();
                    at == centre || radius > 0 && board.distance(centre, at) <= radius
                }
                None => radius > 0 || first == Some(other),
            };
            let met: UnitSet = all.into_iter().filter(within).collect();
            if !pick {
                return met;
            }
            // Exactly the hostiles whom it would hurt.
            met.and(hostiles).into_iter().filter(|&foe| net(UnitSet::one(foe)) > 0.0).collect()
        };
        let choice = plan.choose_if(|when| self.holds(state, unit, None, when));
        let own = self.friends(state, unit).or(UnitSet::one(unit));
        let mut best: Option<(Laid, [f64; 3])> = None;
        let mut look = |centre: At, first: Option<UnitId>| {
            let targets = meets(centre, first);
            let net = net(targets);
            let n_own = targets.and(own).len();
            let worth = match choice {
                AreaChoice::Most => f64::from(targets.and(hostiles).len()),
                AreaChoice::Safe if n_own > 0 => return,
                AreaChoice::Net | AreaChoice::Safe => net,
            };
            if worth <= 0.0 {
                return;
            }
            let distance = self.board.as_ref().map_or(1, |board| board.distance(from, centre));
            let value = [worth, -f64::from(n_own), -f64::from(distance)];
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((Laid { targets, centre, net }, value));
            }
        };
        match &self.board {
            None => hostiles.into_iter().for_each(|foe| look(from, Some(foe))),
            Some(board) => {
                let standing = state.standing(self.everyone);
                let height = |unit: UnitId| state.unit(unit).height;
                // The ground, and each height at which somebody flies.
                let is_first = |unit: &UnitId| {
                    height(*unit) > 0
                        && !standing.into_iter().any(|other| other < *unit && height(other) == height(*unit))
                };
                let levels = core::iter::once(0).chain(standing.into_iter().filter(is_first).map(height));
                for centre in levels.flat_map(|level| board.all().map(move |(x, y, _)| (x, y, level))) {
                    let far = board.distance(from, centre) > info.range && centre != from;
                    let near = |foe: UnitId| board.distance(centre, state.unit(foe).at()) <= radius.max(1);
                    if !far && hostiles.into_iter().any(near) && board.sees(from, centre) {
                        look(centre, None);
                    }
                }
            }
        }
        best.map(|(laid, _)| laid)
    }

    /// CA-27: of these units those whom an attack may meet.
    fn attackable(&self, state: &State, units: UnitSet) -> UnitSet {
        let standing = state.standing(units);
        if self.rulings.attack_helpless == super::rulings::AttackHelpless::Never {
            return standing;
        }
        units
            .into_iter()
            .filter(|&unit| !state.of(unit).any(Statuses::DEAD))
            .collect::<UnitSet>()
            .or(standing)
    }
}
