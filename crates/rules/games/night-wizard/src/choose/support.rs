//! A healer stays out of a fight that it would lose (D-move, *Sensible play*).

use crate::board::reach;
use crate::rules::moves::movement::PlannedMove;
use crate::rules::prelude::*;
use core::cell::Cell;
use fray_kit::board::grid::reach::Goal;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// The range in which a unit stays by its friends rather than come near its target: that of an
    /// ability with which it can heal them. `None` for who has none, who was told where to go, and
    /// whose attack is worth as much as the blow that it risks.
    pub(crate) fn healing_range(&self, planned: &PlannedMove<'a>, target: Option<UnitId>) -> Option<Range> {
        let unit = planned.unit;
        let unit_tables = self.unit_tables(unit);
        if unit_tables.healing == 0 {
            return None;
        }
        let is_free = self.nw.unit(unit).tactics.move_.entries.is_empty();
        let has_friends = !self.allies(unit).and(self.state.standing).without(UnitSet::one(unit)).is_empty();
        if !is_free || !has_friends {
            return None;
        }
        let at_hand = bits(unit_tables.healing).filter(|&at| self.counts_on(unit, at));
        let ranges = at_hand.map(|at| unit_tables.ranges[unit_tables.weapons.len() + usize::from(at)]);
        let width = |range: &Range| range.most.map_or(u32::from(u8::MAX) + 1, u32::from);
        let range = ranges.max_by_key(width).filter(|range| width(range) > 0)?;
        let is_outfought = |target: UnitId| self.best_harm(unit, target) < self.best_harm(target, unit);
        target.is_none_or(is_outfought).then_some(range)
    }

    /// Returns how far from where it is an enemy attacks in its next Main, as far as distances say.
    fn threatened(&self, enemy: UnitId) -> i32 {
        let steps = self.normal_move(enemy).steps as i32;
        let most = self.wanted_ranges(enemy).map(|ranges| ranges.widest.most);
        most.map_or(0, |most| steps + most.map_or(i32::from(u8::MAX), i32::from))
    }

    /// Goes where it can heal the friend who needs it most, and as many others as may be; among these
    /// places to where its own attack reaches its target, if that is no hand-to-hand attack; and then to
    /// where no enemy comes in its next Main, as far from them as can be, or else to its friend, if no
    /// enemy is there. Where it comes within reach of nobody it goes towards that friend.
    pub(crate) fn support(
        &mut self,
        planned: &PlannedMove<'a>,
        target: Option<UnitId>,
        range: Range,
    ) -> bool {
        let unit = planned.unit;
        let friends = self.allies(unit).and(self.state.standing).without(UnitSet::one(unit));
        let first = self.most_wounded(friends);
        let (grid, foes) = (&self.tables.board.grid, self.foes(unit));
        let mut spots = [Place::default(); MAX_UNITS];
        friends.for_each(|it| spots[it.idx()] = self.spot(it));
        let heals = |at: Place, it: UnitId| reach(grid, spots[it.idx()], range).holds(at);
        let shoots = target.zip(self.ranges_of(planned)).filter(|(_, own)| own.widest.most != Some(0));
        let aim = shoots.map(|(target, own)| self.aim_at(planned, target, own));
        let enemies = self.enemies(unit).and(self.state.standing);
        let (mut threats, mut n_threats) = ([(Place::default(), 0); MAX_UNITS], 0);
        for enemy in enemies {
            threats[n_threats] = (self.spot(enemy), self.threatened(enemy));
            n_threats += 1;
        }
        let room = |at: Place| {
            let spare = |&(spot, reach): &(Place, i32)| grid.distance(spot, at) as i32 - reach;
            threats[..n_threats].iter().map(spare).min().unwrap_or(i32::MAX)
        };
        // What a place is worth but for its safety, of the best one so far: nothing more is asked of one behind it.
        let best = Cell::new((false, 0, false));
        let score = |at: Place| {
            let nothing = (0, 0);
            let mut worth = (heals(at, first), 0, false);
            if !worth.0 && best.get().0 {
                return (worth, nothing);
            }
            worth.1 = friends.only(|it| heals(at, it)).len();
            if (worth.0, worth.1) < (best.get().0, best.get().1) {
                return (worth, nothing);
            }
            worth.2 = aim.is_some_and(|aim| aim.holds(at));
            if worth < best.get() {
                return (worth, nothing);
            }
            best.set(worth);
            let safety = match room(at) {
                room @ 1.. => (2, room),
                _ if foes.nearest(grid, at) == 0 => nothing,
                _ => (1, -(grid.distance(at, spots[first.idx()]) as i32)),
            };
            (worth, safety)
        };
        let (here, _) = score(self.spot(unit));
        let (route, end) = self.plan_best(planned, score);
        let ((is_near, n_healed, _), _) = score(end);
        if is_near || n_healed > 0 && here.1 == 0 {
            return self.take_route(planned, route);
        }
        self.state.route.truncate(route);
        let aim = self.aim_at(planned, first, range.into());
        self.go_towards(planned, &aim)
    }
}
