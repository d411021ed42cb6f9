//! A battle and its rounds: start, preparation, action, round end (JU-08 to JU-18, D-01, D-03,
//! D-15).

use crate::data::events::{Event, Passes};
use crate::data::metrics::Metric;
use crate::data::rulings::{AgitationTie, EndCheck, FlagEval, Order};
use crate::data::setup::{End, Flag};
use crate::data::tactics::{ConcedeAt, SideOrder, Stance};
use crate::data::vocabulary::{Ban, Stat, Timing};
use crate::dice::pool::{Initiative, Successes};
use crate::state::{Phase, State, UnitState};
use crate::{Juso, Play, by};
use fray_engine::contract::{Outcome, Step};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};

/// JU-10: the dice of initiative before its modifiers, and what they are kept between.
const INITIATIVE_DICE: i32 = 5;
const INITIATIVE_LIMITS: [i32; 2] = [3, 7];
/// JU-08: own numbers of a placement by chance.
pub(crate) const HALF: i32 = 7;

const BOTH: [End; 2] = [End::Left, End::Right];

impl<C: Chance, O: Observer<Juso>> Play<'_, C, O> {
    /// JU-13: the battle-start phase.
    pub(crate) fn begin(&mut self) {
        let rules = self.rules;
        self.clear();
        for unit in rules.everyone {
            let info = rules.unit(unit);
            let own = if info.start > 0 {
                info.start
            } else {
                // D-01 `own_half`.
                let own = self.dice.below(by(unit, Purpose::Setup), HALF as u32) as i32 + 1;
                self.obs.event(|| Event::Placed { unit, own });
                own
            };
            *self.state.unit_mut(unit) =
                UnitState { life: info.life, cores: info.start_cores, own, ..UnitState::default() };
        }
        for unit in rules.everyone {
            // JU-09: PCs alone.
            let dice = rules.stat(self.state, unit, Stat::CoreBase);
            if rules.unit(unit).is_pc() && dice > 0 {
                let gained = self.dice.draw(by(unit, Purpose::Setup), &Successes::degree(dice));
                self.state.unit_mut(unit).mana = gained;
                self.obs.event(|| Event::HighMana { unit, dice, gained });
            }
        }
        self.first_flag();
        self.abilities_of_phase(Timing::BattleStart);
    }

    fn clear(&mut self) {
        let state = &mut *self.state;
        state.dead = UnitSet::default();
        state.down = UnitSet::default();
        state.off = UnitSet::default();
        state.leaving = UnitSet::default();
        state.unnoticed = UnitSet::default();
        state.acted = UnitSet::default();
        state.row_kept = false;
        state.round = 0;
        state.phase = Phase::Preparation;
        (state.flag, state.first) = (End::Left, End::Left);
        self.rules.listed_order(state);
        self.rules.first_marks(state);
    }

    /// JU-10 to JU-12: who takes the flag.
    fn first_flag(&mut self) {
        let rules = self.rules;
        let given = match (rules.surprise, rules.flag) {
            (Some(side), _) => Some((side, true)),
            (None, Flag::Held(side)) => Some((side, false)),
            (None, Flag::Rolled | Flag::Dice(_)) => None,
        };
        if let Some((side, surprise)) = given {
            self.state.flag = side;
            self.obs.event(|| Event::FlagGiven { side, surprise });
            return;
        }
        let dice = match rules.flag {
            Flag::Dice(dice) => dice.map(i32::from),
            Flag::Rolled | Flag::Held(_) => rules.initiative_dice(),
        };
        let roll = by(rules.sides[0].first, Purpose::Initiative);
        let rolled = self.dice.draw(roll, &Initiative { dice });
        let winner = if rolled[0] > rolled[1] { End::Left } else { End::Right };
        self.state.flag = winner;
        self.obs.event(|| Event::Initiative { dice, rolled, winner });
    }

    /// The preparation phase, and the order of the action phase.
    pub(crate) fn prepare(&mut self) -> Step {
        let rules = self.rules;
        self.state.round += 1;
        self.state.phase = Phase::Action;
        self.state.acted = UnitSet::default();
        self.obs.event(|| Event::Preparation);
        for unit in rules.everyone.without(self.state.dead) {
            let it = self.state.unit_mut(unit);
            // JU-62: the counter of defences; JU-36: the rounds that a unit sits out.
            (it.defended, it.moved) = (0, 0);
            it.away = it.away.saturating_sub(1);
            self.gain_cores(unit);
        }
        self.abilities_of_phase(Timing::Preparation);
        let first = self.state.flag;
        self.state.first = first;
        if rules.reads.order {
            self.draw_order();
        }
        self.obs.event(|| Event::Action { first });
        self.end_check().map_or(Step::GoesOn, Step::Over)
    }

    /// JU-14: a success-degree roll of `core_base` dice.
    fn gain_cores(&mut self, unit: UnitId) {
        let (rules, state) = (self.rules, &*self.state);
        let barred = state.off.has(unit) && !rules.rulings.offboard_core_gain.is_yes()
            || state.down.has(unit) && !rules.rulings.down_core_gain.is_yes();
        let dice = rules.stat(state, unit, Stat::CoreBase);
        if barred || dice <= 0 || !rules.unit(unit).has_cores {
            return;
        }
        let gained = self.dice.draw(by(unit, Purpose::Effect), &Successes::degree(dice));
        let it = self.state.unit_mut(unit);
        it.cores += gained;
        let cores = it.cores;
        self.obs.add(unit, Metric::CoresGained, gained as u32);
        self.obs.event(|| Event::Cores { unit, dice, gained, cores });
    }

    /// JU-16, D-03: the order inside the sides, drawn up once a round.
    fn draw_order(&mut self) {
        let rules = self.rules;
        rules.listed_order(self.state);
        for side in BOTH {
            let plan = &rules.sides[side as usize].tactics.order;
            let how = plan.choose(|fact| rules.side_fact(self.state, side, fact));
            let units = rules.of(side);
            let from = units.first().idx();
            let to = from + units.len() as usize;
            let key = |state: &State, unit: UnitId| match how {
                SideOrder::FastestFirst => -rules.stat(state, unit, Stat::Movement),
                SideOrder::FrontFirst => -state.unit(unit).own,
                SideOrder::BackFirst => state.unit(unit).own,
                SideOrder::List | SideOrder::Random => 0,
            };
            let mut order = self.state.order;
            order[from..to].sort_unstable_by_key(|&unit| (key(self.state, unit), unit));
            if how == SideOrder::Random {
                // All orders equally likely (Durstenfeld 1964).
                for left in (from + 1..to).rev() {
                    let n = (left - from + 1) as u32;
                    let picked = self.dice.below(by(units.first(), Purpose::Choice), n) as usize;
                    order.swap(left, from + picked);
                }
            }
            self.state.order = order;
        }
    }

    /// JU-15: whose slot is next; `None` when the action phase is over.
    pub(crate) fn next_unit(&self) -> Option<UnitId> {
        let (rules, state) = (self.rules, &*self.state);
        let order = |side: End| {
            let units = rules.of(side);
            let from = units.first().idx();
            &state.order[from..from + units.len() as usize]
        };
        let next = |side: End| {
            if rules.reads.order {
                return order(side).iter().copied().find(|&unit| !state.acted.has(unit));
            }
            rules.of(side).without(state.acted).next()
        };
        let (first, second) = (state.first, state.first.other());
        match rules.rulings.order {
            Order::SideBlocks => next(first).or_else(|| next(second)),
            Order::LiveFlag => next(state.flag).or_else(|| next(state.flag.other())),
            Order::Alternating => {
                let acted = |side: End| state.acted.and(rules.of(side)).len();
                let turn = if acted(first) > acted(second) { second } else { first };
                next(turn).or_else(|| next(turn.other()))
            }
        }
    }

    /// A unit's slot: its activation, or nothing if it is dead, incapacitated or barred.
    pub(crate) fn slot(&mut self, unit: UnitId) -> Step {
        let rules = self.rules;
        self.state.acted.insert(unit);
        self.obs.activation(unit);
        // JU-12: the surprised side.
        let barred = rules.rulings.surprise_free_round.is_yes()
            && self.state.round == 1
            && rules.surprise == Some(rules.unit(unit).side.other());
        if barred || self.state.able(UnitSet::one(unit)).is_empty() {
            let why = match (self.state.dead.has(unit), self.state.down.has(unit)) {
                (true, _) => Passes::Dead,
                (false, true) => Passes::Down,
                (false, false) => Passes::Surprised,
            };
            self.obs.event(|| Event::Passes { unit, why });
            if why == Passes::Surprised {
                self.obs.turn_used(unit, TurnUse::Unable);
            }
            self.obs.activation_over(unit);
            return Step::GoesOn;
        }
        self.obs.event(|| {
            let it = self.state.unit(unit);
            let column = if it.own == 0 { 0 } else { rules.column(self.state, unit) };
            Event::Acts { unit, column, life: it.life, cores: it.cores }
        });
        self.acting = Some(unit);
        self.act_to_effect(unit);
        self.end_of_activation(unit);
        self.obs.activation_over(unit);
        self.end_check().map_or(Step::GoesOn, Step::Over)
    }

    /// The activation, and whether it had an effect: an attack, an ability, first aid, an attempt to
    /// slip or sneak, a move or a weapon made ready.
    fn act_to_effect(&mut self, unit: UnitId) {
        let place = |state: &State| {
            let it = state.unit(unit);
            (it.own, it.hand, state.off.has(unit))
        };
        let before = place(self.state);
        self.acted = false;
        self.act(unit);
        let made = if self.acted || place(self.state) != before {
            TurnUse::Acted
        } else if self.could_act(unit) {
            TurnUse::Idle
        } else {
            TurnUse::Unable
        };
        self.obs.turn_used(unit, made);
    }

    /// Returns whether a unit that did nothing could have acted: somebody is in reach of a weapon that it
    /// may use, or it keeps its place by a stance other than `strike`, or stays off the board by
    /// choice.
    fn could_act(&self, unit: UnitId) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let bans = rules.bans(state, unit);
        if state.off.has(unit) {
            return state.unit(unit).away == 0 && !bans.has(Ban::Move);
        }
        let reaches = |weapon: usize| {
            let reach = rules.reach(state, unit, &rules.unit(unit).profiles[weapon]);
            !self.is_barred(unit, weapon) && !rules.in_reach(state, unit, reach).is_empty()
        };
        let may_attack = !bans.has(Ban::Main) && !bans.has(Ban::Attack) && self.weapons(unit).any(reaches);
        let stance = rules.choose(state, unit, &rules.unit(unit).tactics.stance);
        may_attack
            || stance != Stance::Strike
                && !bans.has(Ban::Move)
                && !(bans.has(Ban::Main) && bans.has(Ban::Sub))
    }

    /// JU-18: the end of the battle, where it is looked for at once.
    fn end_check(&self) -> Option<Outcome> {
        match self.rules.rulings.end_check {
            EndCheck::Activation => self.rules.outcome(self.state, [false; 2]),
            EndCheck::RoundEnd => None,
        }
    }

    /// JU-17: the round end phase.
    pub(crate) fn close_round(&mut self) -> Step {
        let rules = self.rules;
        self.obs.event(|| Event::RoundEnd);
        self.abilities_of_phase(Timing::RoundEnd);
        self.tick_marks();
        for unit in rules.everyone.without(self.state.dead) {
            self.lose_cores(unit);
        }
        if rules.rulings.flag_eval == FlagEval::RoundEnd {
            self.judge_flag();
        }
        for unit in rules.everyone {
            self.obs.add_if(self.state.off.has(unit), unit, Metric::RoundsOff, 1);
            self.obs.add(unit, Metric::FlagRounds, u32::from(self.state.flag == rules.unit(unit).side));
        }
        self.state.phase = Phase::Preparation;
        let concedes = BOTH.map(|side| self.concedes(side) || self.has_withdrawn(side));
        match rules.outcome(self.state, concedes) {
            Some(outcome) => Step::Over(outcome),
            None => Step::RoundOver,
        }
    }

    /// JU-17: cores that are not carried over are lost.
    fn lose_cores(&mut self, unit: UnitId) {
        let cores = self.state.unit(unit).cores;
        if cores == 0 {
            return;
        }
        let kept = if self.rules.unit(unit).carries_all {
            cores
        } else {
            cores.min(self.rules.stat(self.state, unit, Stat::CoreCarry).max(0))
        };
        self.state.unit_mut(unit).cores = kept;
        self.obs.add(unit, Metric::CoresLost, (cores - kept) as u32);
        self.obs.add(unit, Metric::CoresCarried, kept as u32);
        self.obs.event(|| Event::CoresLost { unit, lost: cores - kept, kept });
    }

    /// JU-35: whether, by the ruling `withdrawal_ends`, a side has left the board for good: nobody of it is
    /// there, and nobody able to fight will come back (D-06, D-11, D-12).
    fn has_withdrawn(&mut self, side: End) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let able = state.able(rules.of(side));
        let is_gone =
            |unit: UnitId| state.off.has(unit) && (state.leaving.has(unit) || rules.unit(unit).stays_away);
        let withdraws =
            rules.rulings.withdrawal_ends.is_yes() && !able.is_empty() && able.into_iter().all(is_gone);
        if withdraws {
            self.obs.event(|| Event::Withdraws { side });
        }
        withdraws
    }

    /// D-15: whether a side gives up.
    fn concedes(&mut self, side: End) -> bool {
        let (rules, state) = (self.rules, &*self.state);
        let plan = &rules.sides[side as usize].tactics.concede_at;
        let gives_up = match plan.choose(|fact| rules.side_fact(state, side, fact)) {
            ConcedeAt::Never => false,
            ConcedeAt::Fraction(millionths) => {
                let all = rules.of(side);
                let out = all.len() - state.able(all).len();
                u64::from(out) * 1_000_000 >= u64::from(millionths) * u64::from(all.len())
            }
        };
        if gives_up {
            self.obs.event(|| Event::Concedes { side });
        }
        gives_up
    }
}

impl Juso {
    /// The order of the list, all of the left side before all of the right.
    pub(crate) fn listed_order(&self, state: &mut State) {
        for unit in self.everyone {
            state.order[unit.idx()] = unit;
        }
    }

    /// JU-10: the dice of both groups.
    fn initiative_dice(&self) -> [i32; 2] {
        let agitation =
            BOTH.map(|side| self.of(side).map(|unit| self.unit(unit).agitation).max().unwrap_or(0));
        let sizes = BOTH.map(|side| self.of(side).len() as i32);
        BOTH.map(|side| {
            let (own, other) = (side as usize, side.other() as usize);
            let agitates = agitation[own] > agitation[other]
                || agitation[own] > 0
                    && agitation[own] == agitation[other]
                    && self.rulings.agitation_tie == AgitationTie::Both;
            let numbers = (sizes[own] - sizes[other]).signum();
            let dice = INITIATIVE_DICE + i32::from(agitates) + numbers + self.sides[own].modifier;
            dice.clamp(INITIATIVE_LIMITS[0], INITIATIVE_LIMITS[1])
        })
    }

    /// JU-18, JU-35: who has lost: nobody able to fight, conceded or, by the ruling, nobody on the
    /// board.
    #[inline(always)]
    fn outcome(&self, state: &State, concedes: [bool; 2]) -> Option<Outcome> {
        let has_lost = |side: End| {
            concedes[side as usize]
                || state.able(self.of(side)).is_empty()
                || self.rulings.empty_board_ends.is_yes() && state.active(self.of(side)).is_empty()
        };
        match (has_lost(End::Left), has_lost(End::Right)) {
            (false, false) => None,
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(End::Right.side())),
            (false, true) => Some(Outcome::Win(End::Left.side())),
        }
    }

    /// Counts the metrics of the end of a fight.
    pub(crate) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.everyone {
            let it = state.unit(unit);
            obs.add(unit, Metric::LifeLeft, it.life as u32);
            obs.add(unit, Metric::HighManaLeft, it.mana as u32);
        }
    }
}
