//! Throws (MG-55).

use core::cmp::Ordering;

use crate::board::{Board, FEET};
use crate::choose::{AttackOption, With};
use crate::data::events::Event;
use crate::data::metrics::{DryBy, FallenBy, HandDryBy, Harm, Metric};
use crate::data::setup::{HazardOn, RollName, Skill, SkillSet, Stance, Stat};
use crate::data::tactics::SkillChoice;
use crate::dice::draws::{Pool, Rolled, Shown};
use crate::rules::abilities::talk::ActionKind;
use crate::rules::attacks::attack::Resolved;
use crate::rules::numbers::RollContext;
use crate::state::State;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// MG-D12: how far away what the victim is thrown at may be.
const FARTHEST: i32 = 60;
/// MG-55: feet of a throw that just succeeds, and of every full 5 above.
const STEP: i32 = 10;

/// The aim of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    /// A hazard: a point to aim at.
    Hazard,
    /// The first cell beyond the edge of a height: a point to aim at.
    Edge,
    /// A cell that nobody enters.
    Wall,
    /// Another foe of at least its size.
    Foe(UnitId),
}

/// The direction of a throw; of aims that are alike the one that is easiest to reach comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slope {
    Down,
    Level,
    Up,
}

impl Slope {
    fn of(from: u32, to: u32) -> Self {
        match Board::coordinates(to)[2].cmp(&Board::coordinates(from)[2]) {
            Ordering::Less => Self::Down,
            Ordering::Equal => Self::Level,
            Ordering::Greater => Self::Up,
        }
    }

    /// MG-55: how far a throw goes that goes so many feet on the level: upward half, downward half more.
    fn carries(self, feet: i32) -> i32 {
        match self {
            Self::Down => feet * 3 / 2,
            Self::Level => feet,
            Self::Up => feet / 2,
        }
    }
}

/// A throw as it would be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    cell: u32,
    at: At,
    slope: Slope,
}

/// MG-55: the feet of a throw whose roll is so far above its difficulty.
#[must_use]
pub(crate) fn feet(over: i32) -> i32 {
    if over < 0 { 0 } else { STEP + STEP * (over / 5) }
}

impl MahouGalaxy {
    /// MG-55: the roll of a throw, or of its aim, and what the throw has to reach: the Defense of a victim
    /// that can resist.
    pub(crate) fn throw_pool(
        &self,
        state: &State,
        unit: UnitId,
        victim: UnitId,
        stat: Stat,
        offhand: bool,
    ) -> (Pool, i32) {
        let unarmed = SkillSet::of(&[Skill::Gym, Skill::MartialArts]);
        let less = if offhand { -1 } else { 0 };
        let (_, dice) = self.best_skill(state, unit, unarmed, |_| less, SkillChoice::BestPool);
        let plus = if stat == Stat::Str { self.grapple_size(unit, victim, Stance::Strong) } else { 0 };
        let in_line = self.attack_in_line(state, unit, victim, Stance::Strong);
        let what = RollContext { skill: true, hand: true, in_line };
        let pool = self.pool(state, unit, (stat, RollName::Throw), dice, plus, what);
        let resists = !self.is_immobile(state, victim);
        (pool, if resists { self.stat(state, victim, Stat::Def) } else { 0 })
    }

    /// MG-D12: the nearest hazard, edge of a height, wall or foe within 60 feet in a straight line; ties in
    /// this order, then in the cells' order. A throw against a wall or a foe that is too near to hurt is none,
    /// nor is a fall that does not. Walls and edges are those at the height of the grappler, where higher
    /// ground is a wall; at hazards and foes it throws up or down as well, or over a hazard that lies lower.
    pub(crate) fn aim_of_throw(
        &self,
        board: &Board,
        state: &State,
        unit: UnitId,
        victim: UnitId,
    ) -> Option<Aim> {
        let from = state.unit(unit).cell;
        let start = Board::level_with(state.unit(victim).cell, from);
        let mut best: Option<(Aim, (i32, At, Slope))> = None;
        let mut consider = |cell: u32, at: At| {
            let slope = Slope::of(from, cell);
            let rank = (board.distance(from, cell), at, slope);
            let is_behind = best.is_some_and(|(_, least)| least <= rank);
            if rank.0 <= FARTHEST && !is_behind && board.is_open_line(from, cell) {
                best = Some((Aim { cell, at, slope }, rank));
            }
        };
        let marks: UnitSet = state
            .present(self.enemies(unit))
            .filter(|&foe| foe != victim && self.unit(foe).size >= self.unit(victim).size)
            .collect();
        for ground in board.cells_within(false, board.around(from, FARTHEST / FEET)) {
            let cell = Board::level_with(ground, from);
            if cell == from || cell == start {
                continue;
            }
            let hurts = self.fall_dice(board.distance(from, cell)) > 0;
            let burns = board.hazard(ground).is_some() && board.is_walkable(ground);
            let is_free = board.is_walkable(ground) && !self.is_taken(state, victim, ground);
            let deep = self.fall_dice(FEET * board.above_ground(cell)) > 0 && !self.stays_up(victim);
            if burns && is_free && ground != cell {
                consider(ground, At::Hazard);
            }
            match (board.is_blocked(cell), burns, marks.into_iter().any(|foe| state.unit(foe).cell == cell)) {
                (true, _, _) if hurts => consider(cell, At::Wall),
                (false, true, _) if is_free => consider(cell, At::Hazard),
                (false, false, false) if deep && is_free => consider(cell, At::Edge),
                _ => {}
            }
        }
        for foe in marks {
            let cell = state.unit(foe).cell;
            if self.fall_dice(board.distance(from, cell)) > 0 {
                consider(cell, At::Foe(foe));
            }
        }
        best.map(|(aim, _)| aim)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-55: throws the victim at what is nearest, if there is anything and the throw can succeed.
    pub(crate) fn throw(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let Some(hand) = self.special_hand(unit) else { return };
        let Some(aim) = rules.aim_of_throw(board, self.state, unit, victim) else { return };
        let offhand = !self.state.unit(unit).primary;
        let (pool, difficulty) = rules.throw_pool(self.state, unit, victim, Stat::Str, offhand);
        if rules.odds.at_least(&pool, difficulty) <= 0.0 || !self.may(unit, ActionKind::Grapple, Some(victim))
        {
            return;
        }
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        self.state.busy = true;
        self.obs.add(unit, Metric::Throws, 1);
        // Beyond the far end of the map nothing more is read of the roll; up there twice as much has to be rolled.
        let longest = if aim.slope == Slope::Up { 2 * board.longest() } else { board.longest() };
        let farthest = difficulty + 5 * (longest / STEP + 1);
        let Rolled { value: roll, faces } =
            self.dice.draw(by(unit, Purpose::Hit), &Shown(pool.between(difficulty, farthest)));
        let feet = aim.slope.carries(feet(roll - difficulty));
        self.obs.event(|| Event::Throws { unit, target: victim, pool, faces, roll, difficulty, feet });
        if feet == 0 {
            self.state.unit_mut(victim).shaken = true;
            return;
        }
        self.obs.add(unit, Metric::FeetThrown, feet as u32);
        let aimed = self.aims(unit, victim, aim, offhand);
        self.end_hold(unit, victim);
        self.fly(unit, victim, board, aim, feet, aimed);
    }

    /// MG-55: the roll to aim, where one is needed; at a unit it is a precise attack.
    fn aims(&mut self, unit: UnitId, victim: UnitId, aim: Aim, offhand: bool) -> bool {
        let rules = self.rules;
        let (pool, _) = rules.throw_pool(self.state, unit, victim, Stat::Acc, offhand);
        match aim.at {
            At::Wall => true,
            At::Hazard | At::Edge => {
                let n = rules.rulings.throw_aim_difficulty.0;
                let Rolled { value: roll, faces } =
                    self.dice.draw(by(unit, Purpose::Hit), &Shown(pool.against(n)));
                self.obs.event(|| Event::Aims { unit, pool, faces, roll, n, succeeds: roll >= n });
                roll >= n
            }
            At::Foe(foe) => {
                let stance = Stance::Precise;
                let n = rules.target_number(self.state, unit, foe, stance);
                let swing = AttackOption {
                    with: With::Grapple,
                    stance,
                    pool,
                    n,
                    criticals: false,
                    worth: 0.0,
                    rolled: 0.0,
                };
                self.note_attack(unit, foe);
                let out = self.resolve(unit, foe, &swing, DryBy::Grapple, false);
                let (Resolved { roll, faces, n }, succeeds) = (out, out.hits());
                self.obs.event(|| Event::Aims { unit, pool, faces, roll, n, succeeds });
                succeeds
            }
        }
    }

    /// MG-55, MG-73: the flight, in a straight line and counted from the thrower's cell. One that was not
    /// aimed well flies on as far as it goes; nobody flies over the edge of the map. Who ends in the air comes
    /// down, and who was thrown down has fallen that far (MG-46).
    fn fly(&mut self, unit: UnitId, victim: UnitId, board: &Board, aim: Aim, feet: i32, aimed: bool) {
        let rules = self.rules;
        let (from, start) = (self.state.unit(unit).cell, self.state.unit(victim).cell);
        let (mut land, mut struck, mut passed) = (start, None, from);
        board.along(from, aim.cell, |cell| {
            let flown = board.distance(from, cell);
            if flown > feet {
                return true;
            }
            if board.is_blocked(cell) {
                // What comes down meets the ground, which is no wall unless it rises before it.
                if board.is_blocked(Board::level_with(cell, passed)) {
                    struck = Some((flown, None));
                }
                return true;
            }
            passed = cell;
            if let At::Foe(foe) = aim.at
                && aimed
                && cell == aim.cell
            {
                struck = Some((flown, Some(foe)));
                return true;
            }
            if board.is_walkable(cell) && !rules.is_taken(self.state, victim, cell) {
                land = cell;
            }
            aimed && matches!(aim.at, At::Hazard | At::Edge) && cell == aim.cell
        });
        self.state.unit_mut(victim).cell = land;
        self.obs.event(|| Event::Lands { unit: victim, to: land });
        self.end_far_holds(victim);
        let action_ref = Some(rules.grapple_action(unit));
        let thrown_down = Board::coordinates(from)[2] - Board::coordinates(land)[2];
        let whole_way = struck.is_none() && land != start;
        self.come_down_by(victim, if whole_way { thrown_down.max(0) } else { 0 }, action_ref);
        let here = self.state.is_in(victim);
        if here {
            self.fall(victim, FallenBy::Throw);
        }
        if let Some((flown, foe)) = struck {
            self.obs.event(|| Event::StrikesAgainst { unit: victim, what: foe });
            if here {
                self.fall_damage(victim, flown, action_ref, Harm::Throw);
            }
            if let Some(foe) = foe.filter(|_| rules.rulings.throw_hurts_target) {
                self.fall_damage(foe, flown, action_ref, Harm::Throw);
            }
        }
        if land != start && board.distance(start, land) >= FEET {
            self.hazard(victim, HazardOn::Entry);
        }
    }
}
