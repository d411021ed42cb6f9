//! The stance `strike` and what it is made of: weapons on whoever is in reach, steps, approaches (D-05,
//! D-06, JU-31 to JU-34).

use crate::data::events::{Event, Move};
use crate::data::metrics::Metric;
use crate::data::setup::COLUMNS;
use crate::data::vocabulary::{Ban, Stat};
use crate::rules::turns::act::{Budget, SMALL_MOVE};
use crate::{Juso, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// (a) of `strike`: with this weapon on somebody in reach, or as an area on a square if it is chosen
    /// already; whether it was done, or a step to where an attack on one unit is worth more.
    fn try_weapon(
        &mut self,
        unit: UnitId,
        weapon: usize,
        square: Option<(i32, f64)>,
        budget: &mut Budget,
    ) -> bool {
        let foes = self.in_range(unit, weapon);
        if !budget.allows_attack() || foes.is_empty() {
            return false;
        }
        let square = if self.rules.unit(unit).profiles[weapon].area {
            let Some(square) = square.or_else(|| self.square_of_weapon(unit, weapon)) else { return false };
            if self.steps_for_more(unit, square.1, budget) {
                return true;
            }
            Some(square)
        } else {
            None
        };
        if !self.ready(unit, weapon, budget) {
            return false;
        }
        budget.mains -= 1;
        if let Some((column, _)) = square {
            self.attack_area(unit, weapon, column);
        } else {
            let target = self.choose_target(unit, foes);
            self.attack(unit, weapon, target);
        }
        true
    }

    /// D-13: in place of an area of this worth, a small move to where an attack on one unit is worth more, and
    /// the attack; whether it was done.
    pub(crate) fn steps_for_more(&mut self, unit: UnitId, worth: f64, budget: &mut Budget) -> bool {
        let Some((ahead, squares)) = self.step_for_more(unit, worth, budget) else { return false };
        budget.use_sub();
        budget.small_moves -= 1;
        self.walk(unit, Move::Small, ahead, squares);
        self.attack_in_reach(unit, budget);
        true
    }

    /// An attack with the first weapon that has somebody in reach, or the best (D-05).
    pub(crate) fn attack_in_reach(&mut self, unit: UnitId, budget: &mut Budget) -> bool {
        if let Some((weapon, square)) = self.best_weapon(unit, budget) {
            return self.try_weapon(unit, weapon, square, budget);
        }
        self.weapons(unit).any(|weapon| self.try_weapon(unit, weapon, None, budget))
    }

    /// D-06 `strike`.
    pub(crate) fn strike(&mut self, unit: UnitId, budget: &mut Budget) {
        let foes = self.rules.seen(self.state, unit);
        let off = self.state.off.has(unit);
        if off && !self.may_return(unit) {
            self.obs.event(|| Event::Stays { unit });
            return;
        }
        if foes.is_empty() {
            // Entering the empty board is a small move.
            if off && budget.allows_small_move() {
                budget.use_sub();
                self.walk(unit, Move::Small, true, 1);
            } else {
                self.obs.event(|| Event::Stays { unit });
            }
            return;
        }
        if !off && self.only_helps(unit) {
            return self.go_to_help(unit, budget);
        }
        if let Some((weapon, square)) = self.best_weapon(unit, budget)
            && self.try_weapon(unit, weapon, square, budget)
        {
            return;
        }
        let nearest = self.rules.nearest(self.state, unit, foes);
        for weapon in self.weapons(unit) {
            if self.try_weapon(unit, weapon, None, budget) {
                return;
            }
            if let Some((ahead, squares)) = self.closing(unit, weapon, nearest, budget) {
                budget.use_sub();
                budget.small_moves -= 1;
                self.walk(unit, Move::Small, ahead, squares);
                self.attack_after_step(unit, weapon, nearest, budget);
                return;
            }
        }
        if let Some((ahead, squares)) = self.step_out(unit, budget, SMALL_MOVE) {
            budget.use_sub();
            budget.small_moves -= 1;
            self.walk(unit, Move::Small, ahead, squares);
            self.attack_in_reach(unit, budget);
            return;
        }
        self.approach(unit, foes, budget);
    }

    /// The attack behind the step of (b): on the foe that was approached, or whatever else is in reach.
    fn attack_after_step(&mut self, unit: UnitId, weapon: usize, foe: UnitId, budget: &mut Budget) {
        let is_area = self.rules.unit(unit).profiles[weapon].area;
        if is_area || !self.in_range(unit, weapon).has(foe) {
            self.attack_in_reach(unit, budget);
        } else if self.ready(unit, weapon, budget) {
            budget.mains -= 1;
            self.attack(unit, weapon, foe);
        }
    }

    /// The squares between a unit and the reach of a weapon; at least 1 off the board.
    fn need(&self, unit: UnitId, foe: UnitId, reach: i32) -> i32 {
        let need = self.rules.distance(self.state, unit, foe) - reach;
        if self.state.off.has(unit) { need.max(1) } else { need }
    }

    /// Returns whether `foe` is ahead of the unit.
    pub(crate) fn is_ahead(&self, unit: UnitId, foe: UnitId) -> bool {
        let own = Juso::column_of(self.rules.unit(unit).side, self.rules.column(self.state, foe));
        own > self.state.unit(unit).own
    }

    /// (b) of `strike`: the small move that brings the foe into reach of the weapon.
    pub(crate) fn closing(
        &self,
        unit: UnitId,
        weapon: usize,
        foe: UnitId,
        budget: &Budget,
    ) -> Option<(bool, i32)> {
        let reach = self.rules.reach(self.state, unit, &self.rules.unit(unit).profiles[weapon]);
        let need = self.need(unit, foe, reach);
        let can = (1..=SMALL_MOVE).contains(&need)
            && budget.allows_move_and_main()
            && budget.allows_attack()
            && !self.needs_sub_to_ready(unit, weapon);
        let ahead = self.is_ahead(unit, foe);
        (can && self.gets_within(unit, foe, need, reach)).then_some((ahead, need))
    }

    /// Returns whether the way towards the foe is free for so many squares, or as far as the foe is in reach.
    fn gets_within(&self, unit: UnitId, foe: UnitId, squares: i32, reach: i32) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let to = rules.destination(state, unit, self.is_ahead(unit, foe), squares, false);
        let side = rules.unit(unit).side;
        to > 0 && (Juso::column_of(side, to) - rules.column(state, foe)).abs() <= reach
    }

    /// JU-49: the least squares, at most `most`, that take a shooter who may not shoot in melee state out
    /// of it, to where somebody is in reach; backward rather than forward.
    pub(crate) fn step_out(&self, unit: UnitId, budget: &Budget, most: i32) -> Option<(bool, i32)> {
        let (rules, state) = (self.rules, &*self.state);
        let barred = self.weapons(unit).filter(|&weapon| self.is_barred(unit, weapon));
        let reach = |weapon: usize| rules.reach(state, unit, &rules.unit(unit).profiles[weapon]);
        let reach = barred.map(reach).max()?;
        if state.off.has(unit)
            || budget.bans.has(Ban::Attack)
            || most == SMALL_MOVE && !budget.allows_move_and_main()
        {
            return None;
        }
        let own = state.unit(unit).own;
        let gets_out = |&(squares, ahead): &(i32, bool)| {
            let to = rules.destination(state, unit, ahead, squares, false);
            let away =
                |foe: UnitId| (Juso::column_of(rules.unit(unit).side, to) - rules.column(state, foe)).abs();
            to > 0
                && (to - own).abs() == squares
                && state.active(rules.enemies(unit)).into_iter().all(|foe| away(foe) > 1)
                && rules.seen(state, unit).into_iter().any(|foe| away(foe) <= reach)
        };
        let mut steps = (1..=most).flat_map(|squares| [(squares, false), (squares, true)]);
        steps.find(gets_out).map(|(squares, ahead)| (ahead, squares))
    }

    /// The end of `strike`: as near as the actions allow, with the first weapon that is not in reach already,
    /// to the nearest foe to whom the way is free.
    fn approach(&mut self, unit: UnitId, foes: UnitSet, budget: &mut Budget) {
        let (rules, state) = (self.rules, &*self.state);
        let reach_of = |weapon: usize| rules.reach(state, unit, &rules.unit(unit).profiles[weapon]);
        let is_free =
            |foe: UnitId, reach: i32| self.gets_within(unit, foe, self.need(unit, foe, reach), reach);
        let way = |reach: i32| {
            let apart = foes.only(|foe| self.need(unit, foe, reach) > 0);
            let free = apart.only(|foe| is_free(foe, reach));
            let nearest =
                |among| (!UnitSet::is_empty(among)).then(|| (rules.nearest(state, unit, among), reach));
            // Somebody in reach already, and the weapon did not apply.
            if apart.len() < foes.len() { None } else { nearest(free).or_else(|| nearest(apart)) }
        };
        // Without a main action left there is nothing to come nearer for than the first.
        let n = if budget.allows_attack() { usize::MAX } else { 1 };
        let way = if self.weapons(unit).next().is_none() {
            way(1)
        } else {
            self.weapons(unit).take(n).map(reach_of).find_map(way)
        };
        if budget.bans.has(Ban::Move) {
            self.obs.event(|| Event::Stays { unit });
        } else if let Some((foe, reach)) = way {
            let need = self.need(unit, foe, reach);
            let ahead = self.is_ahead(unit, foe);
            self.travel(unit, ahead, need, budget, |play| play.need(unit, foe, reach));
        } else if let Some((ahead, squares)) = self.step_out(unit, budget, COLUMNS) {
            self.travel(unit, ahead, squares, budget, |_| 0);
        } else {
            self.obs.event(|| Event::Stays { unit });
        }
    }

    /// A large move and then a small one, or one move by sub actions: up to `need` squares, of
    /// which `rest` says what is left after the first.
    pub(crate) fn travel(
        &mut self,
        unit: UnitId,
        ahead: bool,
        need: i32,
        budget: &mut Budget,
        rest: impl Fn(&Self) -> i32,
    ) {
        let rating = self.rules.stat(self.state, unit, Stat::Movement);
        let large = self.rules.may_move_large(self.state, unit);
        // JU-34: whoever stands before a blocked square does not set out.
        if self.rules.destination(self.state, unit, ahead, 1, false) == self.state.unit(unit).own {
            self.obs.event(|| Event::Stays { unit });
            return;
        }
        if large && budget.mains > 0 {
            budget.mains -= 1;
            self.walk(unit, Move::Large, ahead, rating.min(need));
            let rest = rest(self).min(SMALL_MOVE);
            if rest > 0 && budget.subs > 0 && budget.small_moves > 0 && (ahead || !self.state.off.has(unit)) {
                budget.subs -= 1;
                budget.small_moves -= 1;
                self.walk(unit, Move::Small, ahead, rest);
            }
            return;
        }
        self.obs.add_if(!large, unit, Metric::LargeMovesDenied, 1);
        // JU-33: both subs together; two small moves where the table allows them and they reach
        // farther.
        let both = budget.subs + budget.mains > 1;
        let by_small_moves = SMALL_MOVE * budget.small_moves.min(if both { 2 } else { 1 });
        let farthest = if both { (rating - 2).max(by_small_moves) } else { by_small_moves };
        let squares = farthest.min(need);
        if squares < 1 || budget.subs + budget.mains < 1 {
            self.obs.event(|| Event::Stays { unit });
        } else if squares <= SMALL_MOVE && budget.small_moves > 0 {
            budget.use_sub();
            budget.small_moves -= 1;
            self.walk(unit, Move::Small, ahead, squares);
        } else {
            if squares > rating - 2 {
                budget.small_moves = 0;
            }
            budget.use_sub();
            budget.use_sub();
            self.walk(unit, Move::DoubleSub, ahead, squares);
        }
    }

    /// A move of the unit's own as far as its way is free.
    pub(crate) fn walk(&mut self, unit: UnitId, how: Move, ahead: bool, squares: i32) {
        let to = self.rules.destination(self.state, unit, ahead, squares, false);
        self.move_to(unit, how, to);
    }
}
