//! Away from foes, and off the map (MG-77, MG-D16, MG-D19, MG-D21).

use crate::board::Board;
use crate::board::walk::Foes;
use crate::data::rulings::VictimWalks;
use crate::data::tactics::{Distracted, Flee, Movement, Scheme};
use crate::rules::abilities::talk::ActionKind;
use crate::state::Mood;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-D16 `kite` and `keep_distance`: away from all foes, to where one can still be shot at; MG-D19: the
    /// terrified run.
    pub(crate) fn walk_away(&mut self, unit: UnitId) {
        let Some((cell, most)) = self.refuge(unit) else { return };
        // MG-62: the terrified want away, others in a strong state do not.
        let it = self.state.unit(unit);
        if it.mood == Mood::Intimidated || self.may(unit, ActionKind::Walk, None) {
            self.walk_to(unit, cell, most, None);
        }
    }

    /// MG-D19 `in_line`: whether the unit is terrified and can get farther from the unit that terrifies it,
    /// so that it does nothing else.
    pub(crate) fn can_run(&mut self, unit: UnitId) -> bool {
        let it = self.state.unit(unit);
        it.strong && it.mood == Mood::Intimidated && self.refuge(unit).is_some()
    }

    /// The cell to which the unit goes away, and what the way there may cost.
    fn refuge(&mut self, unit: UnitId) -> Option<(u32, u16)> {
        let rules = self.rules;
        let board = &rules.board_now(self.state)?;
        let state = &*self.state;
        let it = state.unit(unit);
        let how = rules.unit(unit).tactics.alone.movement.choose(|fact| rules.fact(state, unit, None, fact));
        let terrified = it.strong && it.mood == Mood::Intimidated;
        let distracted = rules
            .unit(unit)
            .tactics
            .aimed
            .distracted
            .choose(|fact| rules.fact(state, unit, Some(it.by), fact));
        let runs = terrified && distracted != Distracted::Try;
        let tokens = if it.fallen || !it.holds.is_empty() { 0 } else { state.turn.moves };
        let most = self.cells_for(unit, tokens);
        // As far as it can, or as far as it wants.
        let wanted = match how {
            _ if runs => i32::MAX,
            _ if rules.plan_of(state, unit) == Scheme::Pass => return None,
            Movement::Kite => i32::MAX,
            Movement::KeepDistance(feet) => feet,
            _ => return None,
        };
        if most == 0 {
            return None;
        }
        let by = it.by;
        let foes = Foes::of(rules, state, unit);
        let from_whom = state.unit(by).cell;
        let apart = |cell: u32| {
            let from = if runs { board.distance(cell, from_whom) } else { foes.nearest(board, cell) };
            from.min(wanted)
        };
        let here = it.cell;
        // No other cell is better than one that is far enough.
        if apart(here) >= wanted && !rules.is_plain {
            return None;
        }
        // Of cells that are alike a flyer takes the one nearest to the level of its start.
        let info = rules.unit(unit);
        let level = Board::coordinates(info.cell)[2];
        let off = |cell: u32| if info.flies { (Board::coordinates(cell)[2] - level).abs() } else { 0 };
        let mut best = (here, apart(here), 0, off(here));
        let attackable = self.state.present(rules.enemies(unit));
        for reach in self.horizons(2, most) {
            self.look_around(unit, false, reach);
            let state = &*self.state;
            let fits = |cell: u32| {
                runs || attackable.into_iter().any(|foe| rules.reaches_from(state, unit, cell, foe))
            };
            for (cell, cost) in state.scratch.reached(board).filter(|&(_, cost)| cost <= most) {
                let distance = apart(cell);
                let is_better =
                    distance > best.1 || distance == best.1 && (cost, off(cell)) < (best.2, best.3);
                if is_better && !foes.are_in(cell) && fits(cell) {
                    best = (cell, distance, cost, off(cell));
                }
            }
            // What is far enough is cheapest here.
            if best.1 >= wanted {
                break;
            }
        }
        (best.0 != here).then_some((best.0, most))
    }

    /// MG-D16: out of a hazard that closes the unit in, by the fewest cells; whether it is out.
    pub(crate) fn walk_out(&mut self, unit: UnitId, near: u16) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        if !rules.burns(self.state, unit) || !self.may(unit, ActionKind::Walk, None) {
            return false;
        }
        self.look_around(unit, true, self.horizon(near));
        let state = &*self.state;
        let foes = Foes::of(rules, state, unit);
        let is_out = |cell: u32| board.hazard(cell).is_none() && !foes.are_in(cell);
        let ways = state.scratch.reached(board).filter(|&(cell, cost)| cost <= near && is_out(cell));
        let nearest = ways.min_by_key(|&(cell, cost)| (cost, foes.nearest(board, cell)));
        let walked = nearest.is_some_and(|(cell, _)| self.walk_to(unit, cell, near, None));
        walked && self.state.is_in(unit) && !rules.burns(self.state, unit)
    }

    /// MG-D21: whether the unit wants to leave the map.
    pub(crate) fn wants_to_flee(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        if rules.board.is_none() || state.turn.pass > 0 {
            return false;
        }
        let it = state.unit(unit);
        match rules.unit(unit).tactics.alone.flee.choose(|fact| rules.fact(state, unit, None, fact)) {
            Flee::Never => false,
            Flee::HpBelow(percent) => 100 * it.hp < i32::from(percent) * rules.unit(unit).hp_max,
            Flee::Exhausted => it.hp <= 0,
        }
    }

    /// MG-77: towards the nearest edge and over it; whether it ran.
    pub(crate) fn run_away(&mut self, unit: UnitId) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return false };
        self.stand_for_walk(unit);
        // MG-75: over the edge is farther than a hold lets it go.
        let is_let = |play: &Self| {
            !play.state.held.has(unit) || play.rules.rulings.grapple_victim_walks == VictimWalks::Free
        };
        if self.state.unit(unit).fallen || !self.state.unit(unit).holds.is_empty() || !is_let(self) {
            return false;
        }
        // MG-62: the terrified want away, others in a strong state do not.
        if self.state.unit(unit).mood != Mood::Intimidated && !self.may(unit, ActionKind::Walk, None) {
            return false;
        }
        let most = self.cells_for(unit, self.state.turn.moves);
        self.look_around(unit, false, crate::board::walk::FARTHEST);
        let foes = Foes::of(rules, self.state, unit);
        let ways = self.state.scratch.reached(board);
        let edge = ways.filter(|&(cell, _)| board.is_edge(cell) && !foes.are_in(cell));
        let nearest = edge.map(|(cell, cost)| (cost, cell)).min_by_key(|it| it.0);
        let Some((cost, cell)) = nearest.filter(|_| most > 0) else { return false };
        let moved = cost == 0 || self.walk_to(unit, cell, most, None);
        let is_there = self.state.is_in(unit) && self.state.unit(unit).cell == cell;
        if cost < most && is_there && is_let(self) {
            self.state.busy = true;
            self.flee(unit);
        }
        moved
    }

    fn stand_for_walk(&mut self, unit: UnitId) {
        if self.state.unit(unit).fallen {
            self.stand_up(unit);
        }
    }
}
