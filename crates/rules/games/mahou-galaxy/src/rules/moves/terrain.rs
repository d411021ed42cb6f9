//! Terrain that abilities lay: what lies, how long, and what it would be worth (MG-44, MG-66, MG-74, MG-D18).

use std::sync::Arc;

use crate::board::{Board, FEET, HazardProfile, Layer, Now, Terrain};
use crate::choose::judge::Judged;
use crate::data::events::Event;
use crate::data::setup::HazardOn;
use crate::data::tactics::{Movement, Scheme};
use crate::data::vocabulary::{Area, Duration, Element, On, Rounds};
use crate::dice::draws::{Guard, Wound};
use crate::state::{LastingEffect, State, WITH_OWNER};
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, UnitId};

/// The most pieces of terrain that lie at a time; one more takes the place of the oldest.
pub(crate) const MOST_LAID: usize = 16;

/// An effect that lays terrain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayingEffect {
    /// The unit that lays it, and the place of its ability.
    pub(crate) unit: UnitId,
    pub(crate) ability: u8,
    pub(crate) duration: Duration,
    pub(crate) on: Option<On>,
    pub(crate) area: Area,
    pub(crate) terrain: Terrain,
}

/// A piece of terrain that lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedTerrain {
    /// The place of its effect.
    pub effect: u8,
    /// Rounds left; 0 for none, [`LastingEffect::FIGHT`] without an end of its own.
    pub left: u8,
    /// The columns from which it was laid and to which.
    pub from: u32,
    /// As `from`.
    pub to: u32,
}

/// A line of fire or a way that matters to tactics: where it runs, of a foe or a friend, and what it is like.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: u32,
    to: u32,
    of_foe: bool,
    is_shot: bool,
    view: (bool, i32),
    hardship: i32,
}

/// The lines of a moment.
pub(crate) struct Lines {
    all: [Line; 2 * MAX_UNITS],
    n: usize,
}

impl Lines {
    /// Returns where each of them begins and ends.
    pub(crate) fn ends(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.all[..self.n].iter().map(|line| [line.from, line.to])
    }
}

impl MahouGalaxy {
    /// The map as it is.
    #[inline(always)]
    pub(crate) fn board_in<'s>(&'s self, state: &'s State) -> Option<&'s Board> {
        match &state.ground {
            None => self.board.as_ref(),
            Some(board) => Some(board),
        }
    }

    /// The map as it is, for callers that change the state meanwhile.
    #[inline(always)]
    pub(crate) fn board_now(&self, state: &State) -> Option<Now<'_>> {
        match &state.ground {
            None => self.board.as_ref().map(Now::Bare),
            Some(board) => Some(Now::Covered(Arc::clone(board))),
        }
    }

    /// The places for terrain that lies.
    pub(crate) fn places_of_terrain(&self) -> usize {
        if self.laying.is_empty() { 0 } else { MOST_LAID }
    }

    /// An effect as it would lie, laid from one cell to another.
    fn layer(&self, effect: u8, from: u32, to: u32) -> Layer {
        let LayingEffect { area, terrain, .. } = self.laying[usize::from(effect)];
        Layer { terrain, area, from, to }
    }

    /// MG-44, MG-66: the map with what lies on it, where that changed.
    pub(crate) fn remake_map(&self, state: &mut State) {
        let Some(base) = &self.board else { return };
        let now = state.ground.take().or_else(|| state.spare.take());
        state.scratch.forget();
        if state.laid.iter().all(|laid| laid.left == 0) {
            state.spare = now;
            return;
        }
        let mut now = now.unwrap_or_else(|| Arc::new(base.clone()));
        let laid = state.laid.iter().filter(|laid| laid.left > 0);
        Arc::make_mut(&mut now).remake(base, laid.map(|laid| self.layer(laid.effect, laid.from, laid.to)));
        state.ground = Some(now);
    }

    /// The bare map at the start of a fight, and a copy to lay terrain on, so that nothing is allocated
    /// later: that of the fight before is kept if it is of this scenario.
    pub(crate) fn clear_map(&self, state: &mut State) {
        state.laid.clear();
        state.laid.resize(self.places_of_terrain(), PlacedTerrain::default());
        let id = self.board.as_ref().map(Board::id);
        let kept = state.ground.take().or_else(|| state.spare.take());
        let fresh = || self.board.as_ref().filter(|_| !self.laying.is_empty()).map(|it| Arc::new(it.clone()));
        state.spare = kept.filter(|board| Some(board.id()) == id).or_else(fresh);
    }

    /// Returns whether terrain that an ability lays may be good or bad for units that stand on it.
    pub(crate) fn lays_on_units(&self, unit: UnitId, at: usize) -> bool {
        let mut laid = self.knack(unit, at).lays.iter().flatten();
        laid.any(|&effect| {
            let terrain = &self.laying[usize::from(effect)].terrain;
            terrain.hazard().is_some() || terrain.attack_mod().is_some()
        })
    }

    /// Returns whether somebody stands where terrain would rise.
    fn has_no_room(&self, state: &State, board: &Board, layer: &Layer) -> bool {
        layer.terrain.moves_units()
            && state.present(self.everyone).into_iter().any(|it| board.covers(layer, state.unit(it).cell))
    }

    /// MG-D18: the lines of fire beyond 5 feet and the ways of walkers that reach nobody yet: of each unit the
    /// one to the nearest of the others, ties in listed order.
    pub(crate) fn lines_of(&self, state: &State, unit: UnitId) -> Lines {
        let none = Line { from: 0, to: 0, of_foe: false, is_shot: false, view: (true, 0), hardship: 0 };
        let mut lines = Lines { all: [none; 2 * MAX_UNITS], n: 0 };
        let Some(board) = self.board_in(state) else { return lines };
        for from in state.present(self.everyone) {
            let (it, info) = (state.unit(from), self.unit(from));
            let others = state.present(self.enemies(from));
            let of_foe = !self.is_ally(unit, from);
            let nearest = |of: &dyn Fn(UnitId) -> bool| {
                others.filter(|&other| of(other)).min_by_key(|&other| self.distance(state, from, other))
            };
            let mut push = |to: UnitId, is_shot: bool| {
                let to = state.unit(to).cell;
                // Those who stand together have one line.
                let is_known = |line: &Line| {
                    (line.from, line.to, line.of_foe, line.is_shot) == (it.cell, to, of_foe, is_shot)
                };
                if lines.all[..lines.n].iter().any(is_known) {
                    return;
                }
                let (view, hardship) = (board.view(it.cell, to, None), board.hardship(it.cell, to, None));
                lines.all[lines.n] = Line { from: it.cell, to, of_foe, is_shot, view, hardship };
                lines.n += 1;
            };
            let at_hand = |at: usize| info.weapons[at].hands == 0 || it.in_hand.contains(&(at as u8 + 1));
            let strikes = !matches!(self.plan_of(state, from), Scheme::Pass | Scheme::Turtle);
            let how = info.tactics.alone.movement.choose(|fact| self.fact(state, from, None, fact));
            let shoots = strikes && (0..info.weapons.len()).any(|at| info.weapons[at].ranged && at_hand(at));
            if shoots || info.skills_of.iter().any(|knack| knack.ability.strikes_afar()) {
                if let Some(to) = nearest(&|to| self.distance(state, from, to) > FEET) {
                    push(to, true);
                }
            } else if strikes
                && how != Movement::Stay
                && !info.flies
                && self.stride(state, from) > 0
                && !others.into_iter().any(|to| self.is_in_reach(state, from, to))
                && let Some(to) = nearest(&|_| true)
            {
                push(to, false);
            }
        }
        lines
    }

    /// MG-D18: the worth of an ability's terrain if it is laid on a cell: the damage of its hazards to those
    /// who stand in it when the round ends; whether it lies in the way or in the line of fire of foes and not
    /// of friends, and whether it weakens or strengthens attacks on the right side.
    pub(crate) fn value_of_terrain(
        &self,
        state: &State,
        unit: UnitId,
        at: usize,
        to: u32,
        lines: &Lines,
    ) -> Judged {
        let mut judged = Judged::default();
        let (Some(board), knack) = (self.board_in(state), self.knack(unit, at)) else { return judged };
        let from = state.unit(unit).cell;
        for effect in knack.lays.iter().copied().flatten() {
            let laying = &self.laying[usize::from(effect)];
            let layer = self.layer(effect, from, to);
            if laying.on == Some(On::Fail) || self.has_no_room(state, board, &layer) {
                continue;
            }
            for other in state.present(self.everyone) {
                let cell = state.unit(other).cell;
                if board.above_ground(cell) > 0 || !board.covers(&layer, cell) {
                    continue;
                }
                let ally = self.is_ally(unit, other);
                if let Some(more) = layer.terrain.attack_mod()
                    && i32::from(more) != board.attack_mod(cell, 0)
                {
                    let helps = i32::from(more) > board.attack_mod(cell, 0);
                    judged = judged.and(Judged::change(helps == ally));
                }
                if let Some(place) = layer.terrain.hazard()
                    && board.hazard(cell).is_none()
                    && (ally || !self.may_walk_out(state, other))
                {
                    let quarters = self.shielded(state, other, knack.ability.element);
                    let hazard = board.hazard_profile(place);
                    let mean = self.hazard_damage(state, hazard, other, quarters);
                    judged = judged.and(Judged::of(if ally { -mean } else { mean }));
                }
            }
            let may_change = [layer.terrain.changes_ways(), layer.terrain.changes_views()];
            let may_matter = |line: &&Line| {
                may_change[usize::from(line.is_shot)] && board.may_touch(&layer, line.from, line.to)
            };
            for line in lines.all[..lines.n].iter().filter(may_matter) {
                if judged.is_mixed() {
                    break;
                }
                let change = if line.is_shot {
                    let (sees, cover) = board.view(line.from, line.to, Some(&layer));
                    (sees, -cover).cmp(&(line.view.0, -line.view.1))
                } else {
                    line.hardship.cmp(&board.hardship(line.from, line.to, Some(&layer)))
                };
                let lies_there = |laid: &PlacedTerrain| {
                    let lying = self.layer(laid.effect, laid.from, laid.to);
                    laid.left > 0 && laid.effect == effect && board.lies_across(&lying, line.from, line.to)
                };
                // What lies across a way already need not lie there twice.
                if change.is_ne() && (line.is_shot || !state.laid.iter().any(lies_there)) {
                    judged = judged.and(Judged::change(change.is_lt() == line.of_foe));
                }
            }
        }
        judged
    }

    /// Returns whether a unit has a turn left in this round in which it can leave its cell.
    fn may_walk_out(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        let has_turn = !state.acted.or(state.fresh).has(unit) || it.partials > 0;
        let how = self.unit(unit).tactics.alone.movement.choose(|fact| self.fact(state, unit, None, fact));
        let stays =
            how == Movement::Stay || matches!(self.plan_of(state, unit), Scheme::Pass | Scheme::Turtle);
        let is_free = it.holds.is_empty() && !state.held.has(unit) && !self.is_immobile(state, unit);
        has_turn && !stays && is_free && self.feet(state, unit, self.base_moves(state, unit)) >= FEET
    }

    /// MG-D16: whether a unit stands in a hazard that will hurt it when the round ends.
    pub(crate) fn burns(&self, state: &State, unit: UnitId) -> bool {
        let hazard = self.board_in(state).and_then(|board| board.hazard(state.unit(unit).cell));
        hazard.is_some_and(|hazard| {
            hazard.on != HazardOn::Entry
                && self.mean_of_hazard(state, hazard, unit, self.spared(state, unit, hazard)) > 0.0
        })
    }

    /// MG-D16: whether the hazard of a cell puts a unit out that walks into it, if it does its mean damage.
    pub(crate) fn entry_puts_out(&self, state: &State, unit: UnitId, cell: u32) -> bool {
        let hazard = self.board_in(state).and_then(|board| board.hazard(cell));
        hazard.is_some_and(|hazard| {
            let left = state.unit(unit).hp - self.limit(state, unit);
            hazard.on != HazardOn::RoundEnd
                && self.mean_of_hazard(state, hazard, unit, self.spared(state, unit, hazard))
                    >= f64::from(left)
        })
    }

    /// The quarters of the damage of a hazard that shields leave a unit.
    fn spared(&self, state: &State, unit: UnitId, hazard: &HazardProfile) -> i32 {
        let element =
            hazard.source.map_or(Element::None, |(by, at)| self.knack(by, at.into()).ability.element);
        self.shielded(state, unit, element)
    }

    /// The mean of what a hazard takes off a unit when a round ends, of whose damage so many quarters are left.
    fn hazard_damage(&self, state: &State, hazard: &HazardProfile, unit: UnitId, quarters: i32) -> f64 {
        if hazard.on == HazardOn::Entry { 0.0 } else { self.mean_of_hazard(state, hazard, unit, quarters) }
    }

    /// The mean of what a hazard takes off a unit at once, of whose damage so many quarters are left.
    fn mean_of_hazard(&self, state: &State, hazard: &HazardProfile, unit: UnitId, quarters: i32) -> f64 {
        let soak = self.expected_soak(state, unit);
        let most = self.toughness(state, unit).max(0);
        let wound = Wound {
            formula: &hazard.formula,
            distribution: &hazard.distribution,
            flat: hazard.flat,
            size: 0,
            times: 1,
            guard: Guard::Pool(soak),
            toughness: most,
            whole: false,
        };
        wound.mean_of_part(soak, false, quarters)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-81: lays the terrain of an ability whose casting works or fails, behind what it does to units. Who
    /// stands where it would rise keeps it from coming.
    pub(crate) fn lay_terrain(&mut self, unit: UnitId, at: usize, works: bool, from: u32, to: u32) {
        let rules = self.rules;
        for (place, effect) in rules.knack(unit, at).lays.iter().enumerate() {
            let Some(effect) = *effect else { continue };
            let laying = &rules.laying[usize::from(effect)];
            let layer = rules.layer(effect, from, to);
            let comes = if works { laying.on != Some(On::Fail) } else { laying.on == Some(On::Fail) };
            let Some(board) = rules.board_in(self.state).filter(|_| comes) else { continue };
            if rules.has_no_room(self.state, board, &layer) {
                self.obs.event(|| Event::NoRoom { effect });
                continue;
            }
            let left = match laying.duration {
                Duration::Rounds(Rounds::Fixed(n)) => n,
                Duration::Rounds(Rounds::Rolled(_)) => self.rounds_of(unit, at, place),
                _ => LastingEffect::FIGHT,
            };
            self.put_down(PlacedTerrain { effect, left, from, to });
            rules.remake_map(self.state);
            self.obs.event(|| Event::Lays { effect, to });
            if laying.terrain.reshapes() {
                self.settle();
            }
        }
    }

    /// Terrain of one effect in one place lasts as long as the longer of the two; where there is no place left
    /// the oldest goes.
    fn put_down(&mut self, new: PlacedTerrain) {
        let laid = &mut self.state.laid;
        let same = |it: &&mut PlacedTerrain| {
            it.left > 0 && (it.effect, it.from, it.to) == (new.effect, new.from, new.to)
        };
        if let Some(old) = laid.iter_mut().find(same) {
            old.left = old.left.max(new.left);
            return;
        }
        let free = match laid.iter().position(|it| it.left == 0) {
            Some(free) => free,
            None => {
                laid.rotate_left(1);
                laid.len() - 1
            }
        };
        laid[free] = new;
    }

    /// MG-08 a): the rounds of terrain run down.
    pub(crate) fn tick_terrain(&mut self) {
        let rules = self.rules;
        let mut ends = [false; MOST_LAID];
        for (ends, laid) in ends.iter_mut().zip(&mut self.state.laid) {
            let duration = rules.laying[usize::from(laid.effect)].duration;
            if laid.left > 0 && matches!(duration, Duration::Rounds(_)) {
                laid.left -= 1;
                self.state.busy = true;
                *ends = laid.left == 0;
            }
        }
        self.end_terrain(ends);
    }

    /// MG-66: ends the terrain that lasts until the full turn of the unit that laid it.
    pub(crate) fn end_terrain_of(&mut self, unit: UnitId) {
        let rules = self.rules;
        let mut ends = [false; MOST_LAID];
        for (ends, laid) in ends.iter_mut().zip(&mut self.state.laid) {
            let laying = &rules.laying[usize::from(laid.effect)];
            if laid.left > 0 && laying.unit == unit && laying.duration == Duration::OwnTurn {
                (*ends, laid.left) = (true, 0);
            }
        }
        self.end_terrain(ends);
    }

    fn end_terrain(&mut self, ends: [bool; MOST_LAID]) {
        let rules = self.rules;
        let mut reshapes = false;
        for (laid, _) in self.state.laid.iter().zip(ends).filter(|(_, ends)| *ends) {
            let PlacedTerrain { effect, to, .. } = *laid;
            self.obs.event(|| Event::TerrainEnds { effect, to });
            reshapes |= rules.laying[usize::from(effect)].terrain.reshapes();
        }
        if !ends.contains(&true) {
            return;
        }
        // Those that lie stand in front, the oldest first.
        self.state.laid.sort_by_key(|laid| laid.left == 0);
        for laid in self.state.laid.iter_mut().filter(|laid| laid.left == 0) {
            *laid = PlacedTerrain::default();
        }
        rules.remake_map(self.state);
        if reshapes {
            self.settle();
        }
    }

    /// Brings everybody, and what lies around, to where one can be when the ground has changed: who stood on
    /// it comes down, by a fall if it is deep (MG-46), or is lifted unharmed; who would be in a wall goes to
    /// the nearest cell without a foe.
    fn settle(&mut self) {
        let rules = self.rules;
        for unit in rules.everyone {
            let Some(board) = rules.board_now(self.state) else { return };
            let was = self.state.unit(unit).cell;
            let flies = rules.unit(unit).flies && self.state.is_in(unit);
            let stands = if flies { was } else { board.below(was) };
            let fits = if flies { !board.is_blocked(stands) } else { board.is_walkable(stands) };
            let to = if fits { stands } else { self.free_cell(unit, board.below(was)) };
            if to == was {
                continue;
            }
            self.state.unit_mut(unit).cell = to;
            if !self.state.is_in(unit) {
                continue;
            }
            self.obs.event(|| Event::Shifts { unit, to });
            self.end_far_holds(unit);
            if !flies && to == stands {
                self.land(unit, board.drop_of(was, to), None);
            }
        }
        let Some(board) = rules.board_now(self.state) else { return };
        for cell in self.state.lies.iter_mut().filter(|cell| **cell != WITH_OWNER) {
            *cell = board.below(*cell);
        }
    }
}
