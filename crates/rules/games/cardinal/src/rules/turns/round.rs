//! A fight and its rounds (CA-05 to CA-07, CA-62, CA-64): initiative, order, turns, round ends.

use crate::data::events::{ActionVerb, Event};
use crate::data::metrics::Metric;
use crate::data::rulings::{Stalemate, TurnOrder};
use crate::data::tactics::{ReadyTie, Tactic};
use crate::data::vocabulary::{Band, ModWord, Status, Statuses, Timing};
use crate::dice::draws::{Check, Checked, Fails};
use crate::dice::faces::Highest;
use crate::dice::pool::Pool;
use crate::rules::abilities::cause::StatusCause;
use crate::rules::turns::act::Turn;
use crate::state::{Measured, State, UnitState};
use crate::{Cardinal, Play, by};
use fray_engine::contract::{Outcome, Step};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, SideId, UnitId, UnitSet};
use fray_engine::worth::Against;

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// The start of a fight: who stands where, and with what.
    pub(crate) fn begin(&mut self) {
        let rules = self.rules;
        rules.make_room(self.state);
        self.state.acted = UnitSet::default();
        self.state.round = 0;
        self.state.is_open = false;
        self.state.quiet = true;
        self.state.measured = Measured::default();
        rules.listed_order(self.state);
        for unit in rules.everyone {
            let info = rules.unit(unit);
            let (ready, loaded) = rules.first_gear(unit);
            *self.state.unit_mut(unit) =
                UnitState { statuses: info.statuses, ward: info.ward, ready, loaded, ..UnitState::default() };
            self.state.unit_mut(unit).put(info.position);
        }
    }

    /// Plays the opening before the first turn: statuses, abilities, initiative, order. It belongs to round
    /// 1.
    fn open(&mut self) {
        let rules = self.rules;
        self.state.is_open = true;
        self.first_statuses();
        for unit in rules.everyone {
            self.use_timed(unit, Timing::StartOfFight);
        }
        if self.over.is_some() {
            return;
        }
        let mut dice = [crate::dice::faces::Faces::default(); MAX_UNITS];
        if rules.rulings.initiative_roll {
            self.initiative(&mut dice);
        }
        self.draw_order(&dice);
        self.state.round = 1;
        self.state.quiet = true;
    }

    /// CA-05: everybody rolls, then uses what it got, in listed order.
    fn initiative(&mut self, dice: &mut [crate::dice::faces::Faces; MAX_UNITS]) {
        let rules = self.rules;
        let mut results = [Checked::default(); MAX_UNITS];
        let all = rules.rulings.turn_order == TurnOrder::HighestDie;
        for unit in self.state.standing(rules.everyone) {
            let number = rules.initiative_number(self.state, unit);
            let pool =
                rules.raised(self.state, unit, ModWord::Initiative, rules.initiative(self.state, unit));
            let penalty = rules.penalties(self.state, unit, ModWord::Initiative);
            let roll = by(unit, Purpose::Initiative);
            let rolled = if all {
                let faces = self.dice.draw(roll, &Highest::of(pool, true));
                let more = self.dice.draw(roll, &Against(&Highest::of(penalty, false))).highest();
                dice[unit.idx()] = faces;
                Check::result(faces, number.max(more))
            } else {
                self.check(roll, &Check::of(pool, number, penalty, 2).reading(Fails::BotchAndTie))
            };
            results[unit.idx()] = rolled;
            self.obs.event(|| Event::Initiative { unit, pool, number, rolled });
            let metrics = [
                (Metric::InitiativeBotch, rolled.is_botch),
                (Metric::InitiativeNone, rolled.successes == 0 && !rolled.is_botch && !rolled.is_tie),
                (Metric::InitiativeTie, rolled.is_tie && !rolled.is_botch),
                (Metric::InitiativeOne, rolled.successes == 1),
                (Metric::InitiativeTwo, rolled.successes >= 2),
            ];
            for (metric, is) in metrics {
                self.obs.add(unit, metric, u32::from(is));
            }
        }
        for unit in rules.everyone {
            // What those before it did may have put it out, or ended the fight.
            if self.over.is_some() || self.state.of(unit).any(Statuses::OUT) {
                continue;
            }
            let rolled = results[unit.idx()];
            if rolled.is_botch {
                self.give(unit, Statuses::of(&[Status::Reeling]), StatusCause::Initiative, None);
            } else if rolled.successes > 0 {
                self.ready_first(unit);
                self.reload_or_stride(unit);
                if rolled.successes >= 2 {
                    self.give(unit, Statuses::of(&[Status::Focused]), StatusCause::Initiative, None);
                }
            } else if rolled.is_tie {
                let plan = &rules.unit(unit).tactics.ready_tie;
                let wants =
                    plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == ReadyTie::IfUnready;
                if wants && self.ready_first(unit) {
                    self.give(unit, Statuses::of(&[Status::Reeling]), StatusCause::Initiative, None);
                }
            }
        }
    }

    /// CA-05: Ready, if no weapon is; whether it was needed.
    fn ready_first(&mut self, unit: UnitId) -> bool {
        let needs = self.rules.unit(unit).n_weapons > 0 && self.rules.first_ready(self.state, unit).is_none();
        if needs {
            self.ready(unit, 0);
        }
        needs
    }

    /// CA-05: one Reload if the weapon is not loaded, otherwise a Stride as lines 3 and 5 of the script have
    /// it. None for a unit that can attack from where it stands, nor for one whose turn would have neither of
    /// these lines.
    fn reload_or_stride(&mut self, unit: UnitId) {
        let rules = self.rules;
        if let Some(weapon) = rules.first_ready(self.state, unit)
            && self.state.unit(unit).loaded >> weapon & 1 == 0
        {
            self.reload(unit, weapon);
            return;
        }
        let held = self.state.of(unit);
        let plan = &rules.unit(unit).tactics.tactic;
        let stays = || plan.choose_if(|when| rules.holds(self.state, unit, None, when)) == Tactic::Guard;
        if rules.board.is_none()
            || held.any(Statuses::AFRAID.or(Statuses::SPELLBOUND).or(Statuses::DAZED))
            || !held.any(Statuses::RAGING) && stays()
            || !rules.could_ever_attack(self.state, unit)
        {
            return;
        }
        let mut turn = Turn::of_one_action();
        match self.find_attack(unit, &turn) {
            Some(pick) => self.go_to_attack(unit, &mut turn, &pick),
            None => self.approach(unit, &mut turn, false),
        }
    }

    /// CA-06: the order of turns, drawn once.
    fn draw_order(&mut self, dice: &[crate::dice::faces::Faces; MAX_UNITS]) {
        let rules = self.rules;
        let n = rules.roster.units.len();
        let n_sides = rules.sides.len();
        let mut order = self.state.order;
        let units = &mut order[..n];
        match rules.rulings.turn_order {
            TurnOrder::SidesFirstA => {}
            TurnOrder::SidesFirstB => {
                units.sort_by_key(|&unit| (core::cmp::Reverse(rules.unit(unit).side), unit));
            }
            TurnOrder::Fixed => units.sort_by_key(|&unit| (rules.unit(unit).order, unit)),
            TurnOrder::SidesCoin => {
                let mut sides: [u8; fray_engine::roster::MAX_SIDES] = core::array::from_fn(|i| i as u8);
                for left in (1..n_sides).rev() {
                    let picked = self.dice.below(by(UnitId(0), Purpose::Initiative), left as u32 + 1);
                    sides.swap(left, picked as usize);
                }
                let place = |unit: UnitId| {
                    sides[..n_sides].iter().position(|&side| SideId(side) == rules.unit(unit).side)
                };
                units.sort_by_key(|&unit| (place(unit), unit));
            }
            TurnOrder::D100 | TurnOrder::HighestDie => {
                // All orders equally likely (Durstenfeld 1964).
                for left in (1..n).rev() {
                    let picked = self.dice.below(by(UnitId(0), Purpose::Initiative), left as u32 + 1);
                    units.swap(left, picked as usize);
                }
                if rules.rulings.turn_order == TurnOrder::HighestDie {
                    let faces = |unit: UnitId| {
                        let mut all = [0_u32; crate::dice::pool::MAX_DICE];
                        for (to, face) in all.iter_mut().zip(dice[unit.idx()].sorted().iter()) {
                            *to = face;
                        }
                        all
                    };
                    units.sort_by_key(|&unit| core::cmp::Reverse(faces(unit)));
                }
            }
        }
        self.state.order = order;
        self.obs.event(|| Event::Order { order, n: n as u8 });
    }

    /// CA-07: the next turn, or the end of the round.
    pub(crate) fn next(&mut self) -> Step {
        let rules = self.rules;
        if !self.state.is_open {
            self.open();
            self.check_end();
            return self.over.map_or(Step::GoesOn, Step::Over);
        }
        if let Some(outcome) = rules.outcome(self.state) {
            return Step::Over(outcome);
        }
        if self.state.acted.is_empty() {
            for unit in self.state.able(rules.everyone) {
                self.obs.add(unit, Metric::RoundsActive, 1);
            }
        }
        for at in 0..rules.roster.units.len() {
            let unit = self.state.order[at];
            if self.state.acted.has(unit) {
                continue;
            }
            if self.state.of(unit).any(Statuses::OUT) {
                self.state.acted.insert(unit);
                continue;
            }
            self.take_turn(unit);
            return self.over.map_or(Step::GoesOn, Step::Over);
        }
        self.close_round()
    }

    /// CA-62: the end of the round.
    fn close_round(&mut self) -> Step {
        let rules = self.rules;
        self.obs.event(|| Event::RoundEnd);
        for unit in rules.everyone {
            self.use_timed(unit, Timing::EndOfRound);
        }
        if self.over.is_none() {
            self.out_of_sight();
            self.check_end();
        }
        if self.over.is_none() {
            self.death_saves();
        }
        if self.over.is_none() {
            self.end_round_mods();
            self.check_end();
        }
        let first = UnitId(0);
        let measured = &mut self.state.measured;
        let was_active = core::mem::take(&mut measured.was_active);
        if core::mem::take(&mut measured.was_hit) {
            measured.longest_hitless = measured.longest_hitless.max(measured.hitless);
            measured.hitless = 0;
        } else {
            measured.hitless += 1;
        }
        self.obs.add_if(!was_active, first, Metric::IdleRounds, 1);
        if let Some(outcome) = self.over {
            return Step::Over(outcome);
        }
        // CA-64: nothing can change any more, once no condition waits for a later round.
        let settled = self.state.round >= rules.reads.round
            && self.state.mods.iter().all(|&lasts| lasts == 0 || lasts == u8::MAX);
        if self.state.quiet && settled && rules.rulings.stalemate == Stalemate::Draw {
            self.obs.event(|| Event::Does { unit: first, what: ActionVerb::Stalls });
            return Step::Over(Outcome::Draw);
        }
        self.state.round += 1;
        self.state.acted = UnitSet::default();
        rules.forget_the_round(self.state);
        self.state.quiet = true;
        Step::RoundOver
    }
}

impl Cardinal {
    /// CA-14: the weapons that are ready and loaded at the start, by bit.
    pub(crate) fn first_gear(&self, unit: UnitId) -> (u8, u8) {
        let it = self.unit(unit);
        let weapons = it.weapons[..it.n_weapons].iter().enumerate();
        weapons.fold((0, 0), |(ready, loaded), (at, weapon)| {
            (ready | u8::from(weapon.ready) << at, loaded | u8::from(weapon.loaded) << at)
        })
    }

    /// Clears the counts of a round: retreats, defences, and whether a unit was attacked.
    pub(crate) fn forget_the_round(&self, state: &mut State) {
        for unit in self.everyone {
            let it = state.unit_mut(unit);
            (it.retreats, it.defences, it.was_attacked) = (0, 0, false);
        }
    }

    /// The order of the list.
    pub(crate) fn listed_order(&self, state: &mut State) {
        for unit in self.everyone {
            state.order[unit.idx()] = unit;
        }
        if self.rulings.turn_order == TurnOrder::Fixed {
            state.order[..self.units.len()].sort_by_key(|&unit| (self.unit(unit).order, unit));
        }
        if self.rulings.turn_order == TurnOrder::SidesFirstB {
            let side = |unit: UnitId| core::cmp::Reverse(self.unit(unit).side);
            state.order[..self.units.len()].sort_by_key(|&unit| (side(unit), unit));
        }
    }

    /// CA-05: the initiative pool of a unit.
    fn initiative(&self, state: &State, unit: UnitId) -> Pool {
        let it = self.unit(unit);
        it.initiative.unwrap_or_else(|| self.speed(state, unit).and(it.mind).and(it.danger))
    }

    /// CA-05: the number that initiative is rolled against: by the nearest visible hostile.
    fn initiative_number(&self, state: &State, unit: UnitId) -> u32 {
        const FARTHEST: u32 = 6;
        if self.unit(unit).is_unaware {
            return FARTHEST;
        }
        let hostiles = state.standing(self.hostiles(state, unit));
        let visible = hostiles.into_iter().filter(|&foe| self.sees(state, unit, foe));
        let Some(nearest) = visible.map(|foe| self.distance(state, unit, foe)).min() else { return FARTHEST };
        match Band::of(nearest) {
            0..=2 => 2,
            band => (band as u32).min(FARTHEST),
        }
    }
}
