//! Tactics: where an area is laid, and whom it meets (CA-18, CA-27, CA-65, D-17).

use crate::board::{At, Board};
use crate::data::setup::Cover;
use crate::data::tactics::{AreaChoice, Fact};
use crate::data::vocabulary::{Band, Statuses};
use crate::rules::attacks::defend::AttackSpec;
use crate::state::State;
use crate::{AreaOf, Cardinal};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::tactics::when::When;

/// An area as it would be laid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaPlacement {
    pub(crate) targets: UnitSet,
    pub(crate) centre: At,
    /// The expected result on hostiles less that on its own side, in parts of 2^-40.
    pub(crate) net: i64,
}

/// CA-65: whether an area has a place in it.
pub(crate) fn within(board: &Board, centre: At, radius: u32, at: At) -> bool {
    at == centre || radius > 0 && board.distance(centre, at) <= radius
}

/// The numbers of dice of a range.
const STEPS: usize = Band::MOST_STEPS + 1;

/// The worth of each unit as a target of an area, by the dice of the range of its centre.
struct Worth {
    by_steps: [[i64; MAX_UNITS]; STEPS],
    known: [bool; STEPS],
}

impl Cardinal {
    /// D-17: the best area of a weapon from a square, after an Aim or none; `None` without one that is worth it.
    pub(crate) fn lay(
        &self,
        state: &State,
        unit: UnitId,
        weapon: usize,
        from: At,
        aim: Option<UnitId>,
    ) -> Option<AreaPlacement> {
        let info = &self.unit(unit).weapons[weapon];
        let area = info.area?;
        let hostiles = self.attackable(state, unit, self.hostiles(state, unit), from);
        // Those for whom the ability's own condition fails are no targets of it.
        let ability = info.ability.map(|at| &self.unit(unit).abilities[usize::from(at)].ability);
        let fitting = |among: UnitSet, when: Option<&When<Fact>>| -> UnitSet {
            let holds = |foe: &UnitId| when.is_none_or(|when| self.holds(state, unit, Some(*foe), when));
            among.into_iter().filter(holds).collect()
        };
        let wanted = fitting(hostiles, ability.and_then(|ability| ability.when.as_ref()));
        // D-16: its tactics judge each of them, too.
        let chosen = |foe: &UnitId| ability.is_none() || self.wants_ability(state, unit, Some(*foe));
        let wanted: UnitSet = wanted.into_iter().filter(chosen).collect();
        let entries = self.unit(unit).tactics.area.entries.iter();
        let entries = entries.map(|entry| (entry.what, entry.when.as_ref()));
        let (choice, counted) = entries
            .chain([(AreaChoice::default(), None)])
            .map(|(choice, when)| (choice, fitting(wanted, when)))
            .find(|(_, counted)| !counted.is_empty())?;
        let (radius, pick) = match area {
            AreaOf::Near => (0, false),
            AreaOf::Sphere { radius, pick } => (radius, pick),
        };
        let in_reach = self.in_area(state, unit, from);
        // Who would go there first stands there.
        let place = |other: UnitId| if other == unit { from } else { state.unit(other).at() };
        let meets = |centre: At, first: Option<UnitId>, worth: &[i64; MAX_UNITS]| -> UnitSet {
            if area == AreaOf::Near {
                let near = Band::Near.paces();
                let met = |&foe: &UnitId| {
                    self.distance_to(state, from, foe) <= near && self.sees_from(state, from, foe)
                };
                return wanted.into_iter().filter(met).collect();
            }
            let in_it = |&other: &UnitId| match &self.board {
                Some(board) => within(board, centre, radius, place(other)),
                None => radius > 0 || first == Some(other),
            };
            let met: UnitSet = in_reach.into_iter().filter(in_it).collect();
            if !pick {
                return met;
            }
            // Exactly the hostiles whom it would hurt.
            met.and(counted).into_iter().filter(|foe| worth[foe.idx()] > 0).collect()
        };
        let own = self.friends(state, unit).or(UnitSet::one(unit));
        let mut worth = Worth { by_steps: [[0; MAX_UNITS]; STEPS], known: [false; STEPS] };
        let mut best: Option<(AreaPlacement, [i64; 3])> = None;
        let mut look = |centre: At, first: Option<UnitId>| {
            let distance = self.board.as_ref().map_or(1, |board| board.distance(from, centre));
            let steps = Band::steps(distance, info.waive);
            let of_each = &mut worth.by_steps[steps];
            if !core::mem::replace(&mut worth.known[steps], true) {
                for target in state.standing(self.everyone) {
                    let aimed = aim == Some(target);
                    let coming = AttackSpec { unit, weapon, target, from, centre: Some(centre), aimed };
                    of_each[target.idx()] = if counted.has(target) {
                        self.expected(state, coming)
                    } else if hostiles.has(target) {
                        0
                    } else {
                        -self.expected(state, coming)
                    };
                }
            }
            let targets = meets(centre, first, of_each);
            let net: i64 = targets.into_iter().map(|target| of_each[target.idx()]).sum();
            let n_own = targets.and(own).len();
            // D-17: `most` counts no allies.
            let net = if choice == AreaChoice::Most {
                targets.and(counted).into_iter().map(|target| of_each[target.idx()]).sum()
            } else {
                net
            };
            let value = match choice {
                AreaChoice::Most => i64::from(targets.and(counted).len()),
                AreaChoice::Safe if n_own > 0 => return,
                AreaChoice::Net | AreaChoice::Safe => net,
            };
            if value <= 0 {
                return;
            }
            let value = [value, -i64::from(n_own), -i64::from(distance)];
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((AreaPlacement { targets, centre, net }, value));
            }
        };
        match &self.board {
            _ if area == AreaOf::Near => look(from, None),
            None => counted.into_iter().for_each(|foe| look(from, Some(foe))),
            Some(board) => {
                let levels = self.levels(state);
                // Beyond these squares an area meets nobody.
                let span = u16::try_from(radius.max(1)).unwrap_or(u16::MAX);
                let around = board.around_all(counted.into_iter().map(|foe| state.unit(foe).at()), span);
                for centre in levels.flat_map(|level| around.clone().map(move |(x, y)| (x, y, level))) {
                    let far = board.distance(from, centre) > info.range && centre != from;
                    let near = |foe: UnitId| board.distance(centre, state.unit(foe).at()) <= radius.max(1);
                    if !far && counted.into_iter().any(near) && board.sees(from, centre) {
                        look(centre, None);
                    }
                }
            }
        }
        best.map(|(laid, _)| laid)
    }

    /// The ground, and each height at which somebody flies: where areas have their centres.
    fn levels<'a>(&self, state: &'a State) -> impl Iterator<Item = u16> + use<'a> {
        let standing = state.standing(self.everyone);
        let height = move |unit: UnitId| state.unit(unit).height;
        let is_first = move |unit: &UnitId| {
            height(*unit) > 0
                && !standing.into_iter().any(|other| other < *unit && height(other) == height(*unit))
        };
        core::iter::once(0).chain(standing.into_iter().filter(is_first).map(height))
    }

    /// CA-65: the centre within range and in sight of `from` of an area that has a place in it: the place itself where
    /// that can be, otherwise the nearest to it, then lowest row and column.
    pub(crate) fn centre_for(
        &self,
        state: &State,
        board: &Board,
        (from, range): (At, u32),
        (at, radius): (At, u32),
    ) -> Option<At> {
        let fits = |centre: At| {
            (centre == from || board.distance(from, centre) <= range)
                && within(board, centre, radius, at)
                && board.sees(from, centre)
        };
        if fits(at) {
            return Some(at);
        }
        if radius == 0 || board.distance(from, at) > range + radius {
            return None;
        }
        let span = u16::try_from(radius).unwrap_or(u16::MAX);
        let around = board.around_all(core::iter::once(at), span);
        let all = self.levels(state).flat_map(|level| around.clone().map(move |(x, y)| (x, y, level)));
        all.filter(|&centre| fits(centre))
            .min_by_key(|&centre| (board.distance(centre, at), centre.1, centre.0))
    }

    /// CA-65: those whom an area could meet at all, laid from a square.
    fn in_area(&self, state: &State, unit: UnitId, from: At) -> UnitSet {
        let all = self.attackable(state, unit, self.everyone, from);
        if self.rulings.area_hits_allies { all } else { all.and(self.hostiles(state, unit)) }
    }

    /// CA-65: whom an area still meets when all have reacted to it: nobody, if its user cannot lay it any more.
    pub(crate) fn still_met(
        &self,
        state: &State,
        unit: UnitId,
        weapon: usize,
        laid: &AreaPlacement,
    ) -> UnitSet {
        let from = state.unit(unit).at();
        let info = &self.unit(unit).weapons[weapon];
        let Some(area) = info.area else { return laid.targets };
        if state.of(unit).any(Statuses::OUT.or(Statuses::AFRAID)) {
            return UnitSet::default();
        }
        let could = self.in_area(state, unit, from);
        let Some(board) = &self.board else { return laid.targets.and(could) };
        match area {
            AreaOf::Near => {
                let near = |&foe: &UnitId| {
                    self.distance_to(state, from, foe) <= info.range && self.sees_from(state, from, foe)
                };
                laid.targets.and(could).into_iter().filter(near).collect()
            }
            AreaOf::Sphere { radius, pick } => {
                let far = laid.centre != from && board.distance(from, laid.centre) > info.range;
                if far || !board.sees(from, laid.centre) {
                    return UnitSet::default();
                }
                let could = if pick { could.and(laid.targets) } else { could };
                let met = |&other: &UnitId| within(board, laid.centre, radius, state.unit(other).at());
                could.into_iter().filter(met).collect()
            }
        }
    }

    /// CA-18, CA-27: of these units those whom an attack from a square may meet: nobody behind total cover, and the
    /// helpless by a ruling.
    fn attackable(&self, state: &State, attacker: UnitId, units: UnitSet, from: At) -> UnitSet {
        let spares = self.rulings.attack_helpless == crate::data::rulings::AttackHelpless::Never;
        let past_harm = if spares { Statuses::OUT } else { Statuses::DEAD };
        let may = |&unit: &UnitId| {
            !state.of(unit).any(past_harm) && self.cover(state, attacker, unit, from) != Cover::Total
        };
        units.into_iter().filter(may).collect()
    }
}
