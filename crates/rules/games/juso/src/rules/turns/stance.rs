//! The stances beside `strike`, slipping past, and first aid (JU-38 to JU-40, JU-77, D-06, D-14).

use crate::data::events::{Event, Move};
use crate::data::metrics::Metric;
use crate::data::rulings::{CoreDiceOn, SneakFailure};
use crate::data::setup::{Attribute, COLUMNS};
use crate::data::tactics::FirstAid;
use crate::data::vocabulary::{Ban, Stat};
use crate::dice::pool::{Successes, is_even_chance, p_at_least};
use crate::rules::turns::act::{Budget, SMALL_MOVE};
use crate::state::State;
use crate::{Juso, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// JU-77: the difficulty of first aid and the life it gives.
const FIRST_AID: [i32; 2] = [2, 1];

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// D-06 `kite`.
    pub(crate) fn kite(&mut self, unit: UnitId, budget: &mut Budget) {
        let aimed = |weapon: usize| {
            if self.rules.unit(unit).profiles[weapon].area {
                self.square_of_weapon(unit, weapon).map(|square| (weapon, Some(square)))
            } else {
                (!self.in_range(unit, weapon).is_empty()).then_some((weapon, None))
            }
        };
        let armed = self.weapons(unit).find_map(aimed).filter(|_| budget.allows_attack());
        if let Some((_, Some((_, worth)))) = armed
            && self.steps_for_more(unit, worth, budget)
        {
            return;
        }
        let Some((weapon, square)) = armed.filter(|armed| self.ready(unit, armed.0, budget)) else {
            return self.strike(unit, budget);
        };
        let target = match square {
            Some(_) => unit,
            None => self.choose_target(unit, self.in_range(unit, weapon)),
        };
        let column = square.map_or_else(|| self.rules.column(self.state, target), |square| square.0);
        let reach = self.rules.reach(self.state, unit, &self.rules.unit(unit).profiles[weapon]);
        let from = self.state.unit(unit).own;
        if budget.allows_move_and_main() {
            let side = self.rules.unit(unit).side;
            let keeps = |squares: &i32| {
                let to = self.rules.destination(self.state, unit, false, *squares, false);
                to >= 1 && to == from - squares && (Juso::column_of(side, to) - column).abs() <= reach
            };
            if let Some(squares) = [2, 1].into_iter().find(keeps) {
                budget.use_sub();
                budget.small_moves -= 1;
                self.walk(unit, Move::Small, false, squares);
            }
        }
        budget.mains -= 1;
        match square {
            Some(_) => self.attack_area(unit, weapon, column),
            None => self.attack(unit, weapon, target),
        }
    }

    /// D-06 `flag_runner`.
    pub(crate) fn run_for_the_flag(&mut self, unit: UnitId, budget: &mut Budget) {
        let rules = self.rules;
        if self.state.flag == rules.unit(unit).side {
            return self.strike(unit, budget);
        }
        let from = self.state.unit(unit).own;
        let rating = rules.stat(self.state, unit, Stat::Movement);
        let takes = |squares: i32, state: &mut State| {
            let to = rules.destination(state, unit, true, squares, false);
            if to != from + squares {
                return false;
            }
            state.unit_mut(unit).own = to;
            let flag = rules.judge_flag(state).0;
            state.unit_mut(unit).own = from;
            flag == rules.unit(unit).side
        };
        if budget.allows_small_move()
            && budget.subs > 0
            && let Some(squares) = (1..=SMALL_MOVE).find(|&squares| takes(squares, self.state))
        {
            budget.use_sub();
            budget.small_moves -= 1;
            self.walk(unit, Move::Small, true, squares);
            self.attack_in_reach(unit, budget);
        } else if budget.mains > 0
            && !budget.bans.has(Ban::Move)
            && rules.may_move_large(self.state, unit)
            && let Some(squares) = (1..=rating).find(|&squares| takes(squares, self.state))
        {
            budget.mains -= 1;
            self.walk(unit, Move::Large, true, squares);
        } else {
            self.strike(unit, budget);
        }
    }

    /// D-06 `slip_behind`.
    pub(crate) fn slip_behind(&mut self, unit: UnitId, budget: &mut Budget) {
        let rules = self.rules;
        let near = rules.in_melee(self.state, unit).and(rules.seen(self.state, unit));
        if near.is_empty() || budget.mains < 1 || budget.bans.has(Ban::Move) {
            return self.strike(unit, budget);
        }
        let target = self.choose_target(unit, near);
        let state = &*self.state;
        let side = rules.unit(unit).side;
        let from = state.unit(unit).own;
        let to = Juso::column_of(side, rules.column(state, target)) + 1;
        let pool = rules.ability(state, unit, self.slip_ability(unit));
        let fits = to > from
            && to <= (from + SMALL_MOVE).min(COLUMNS)
            && rules.destination(state, unit, true, to - from, true) == to
            && !rules.is_back_attack(state, unit, target)
            && is_even_chance(pool, rules.alert(state, unit, to));
        if fits {
            budget.mains -= 1;
            self.slip(unit, to);
        } else {
            self.strike(unit, budget);
        }
    }

    /// JU-38, JU-39: perception for sneaking, agility for slipping.
    fn slip_ability(&self, unit: UnitId) -> Attribute {
        if self.state.unnoticed.has(unit) { Attribute::Perception } else { Attribute::Agility }
    }

    /// JU-38, JU-39: past enemies to an own number at most two squares away.
    pub(crate) fn slip(&mut self, unit: UnitId, to: i32) {
        let (rules, state) = (self.rules, &*self.state);
        let sneaks = state.unnoticed.has(unit);
        let from = state.unit(unit).own;
        let difficulty = rules.alert(state, unit, to);
        let pool = rules.ability(state, unit, self.slip_ability(unit));
        let cores = if rules.rulings.core_dice_on == CoreDiceOn::AnyBaseRoll && difficulty > 0 {
            rules.cores_to_spend(state, unit, pool, |cores| p_at_least(pool + cores, difficulty))
        } else {
            0
        };
        let near = !rules.in_melee(state, unit).is_empty();
        self.pay_for_dice(unit, cores);
        let roll = Successes::against(pool + cores, difficulty.max(1));
        let rolled = self.dice.draw_if(difficulty > 0, by(unit, Purpose::Effect), &roll);
        let succeeds = difficulty <= 0 || rolled >= difficulty;
        self.acted = true;
        self.obs.add(unit, if sneaks { Metric::Sneak } else { Metric::Slip }, u32::from(succeeds));
        let dice = roll.dice();
        self.obs.event(|| Event::Slips { unit, sneaks, dice, difficulty, rolled, succeeds });
        if !succeeds && sneaks && rules.rulings.sneak_failure == SneakFailure::Noticed {
            self.notice(unit);
        }
        if succeeds || !near {
            let squares = (to - from).abs();
            let to = rules.destination(self.state, unit, to > from, squares, succeeds);
            self.move_to(unit, Move::Slip, to);
        }
    }

    /// D-06 `withdraw`: backward as far as possible until off the board.
    pub(crate) fn withdraw(&mut self, unit: UnitId, budget: &mut Budget) {
        if self.state.off.has(unit) || budget.bans.has(Ban::Move) {
            self.obs.event(|| Event::Stays { unit });
            return;
        }
        self.travel(unit, false, i32::MAX, budget, |_| SMALL_MOVE);
    }

    /// JU-77, D-14: first aid for an incapacitated ally in close range; whether it was given.
    pub(crate) fn first_aid(&mut self, unit: UnitId, budget: &mut Budget) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        if !rules.unit(unit).first_aid || budget.mains < 1 || state.down.is_empty() || state.off.has(unit) {
            return false;
        }
        let in_need = rules.allies(unit).and(state.down).without(state.off);
        let near = in_need.only(|ally| rules.distance(state, unit, ally) <= 1);
        let wants = match rules.choose(state, unit, &rules.unit(unit).tactics.first_aid) {
            FirstAid::Always => true,
            FirstAid::Never => false,
            FirstAid::IfFree => rules
                .unit(unit)
                .profiles
                .iter()
                .all(|profile| rules.in_reach(state, unit, rules.reach(state, unit, profile)).is_empty()),
        };
        if near.is_empty() || !wants {
            return false;
        }
        let target = rules.nearest(state, unit, near);
        budget.mains -= 1;
        let [difficulty, life] = FIRST_AID;
        let roll = Successes::against(rules.ability(state, unit, Attribute::Wisdom), difficulty);
        let rolled = self.dice.draw(by(unit, Purpose::Effect), &roll);
        let succeeds = rolled >= difficulty;
        self.obs.used(rules.first_aid_action(unit));
        self.acted = true;
        self.obs.event(|| Event::FirstAid { unit, target, dice: roll.dice(), rolled, succeeds });
        if succeeds {
            self.revive(target, life, self.rules.first_aid_action(unit));
        }
        true
    }
}
