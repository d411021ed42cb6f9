//! The order of acting: Initiative Processes, delays, the cost of Mains and Exhaustion (NW-08, NW-12 to
//! NW-14, NW-16).

use crate::data::rulings::{ActionOrder, Delays};
use crate::data::tactics::{Delay, Pass, Tie};
use crate::rules::prelude::*;
use crate::state::tables;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// An Initiative Process, and what the Initiative Character does; Clean-Up, if there is none.
    #[inline(always)]
    pub(crate) fn process(&mut self) -> Step {
        self.open_window(Timing::Initiative);
        if let Some(outcome) = self.look_at_outcome() {
            return Step::Over(outcome);
        }
        match self.initiative() {
            Some(unit) => self.act(unit),
            None => self.close_round(),
        }
    }

    /// NW-13: the Initiative Character, taken off the gauge. Nobody: Clean-Up.
    #[inline(always)]
    pub(crate) fn initiative(&mut self) -> Option<UnitId> {
        let (nw, units) = (self.nw, &self.state.units);
        let count_of = |place: u8| units[nw.by_place[place as usize & 31].idx()].count;
        let tied = self.state.gauge.highest(count_of)?;
        let mut unit = nw.by_place[tied.trailing_zeros() as usize & 31];
        if nw.chance_or_list || self.tables.ties {
            unit = self.next_of(unit, tied);
        }
        let count = self.state.unit(unit).count;
        self.state.gauge.take(nw.hot(unit).place, count);
        Some(unit)
    }

    /// Returns who is next where the first marker of the highest square need not be: NW-08, under a listed
    /// order, the fewest Mains this round, ties by listed order; NW-13(c), chance between sides;
    /// D-tie within one.
    #[inline(never)]
    fn next_of(&mut self, first: UnitId, tied: u32) -> UnitId {
        if self.nw.rulings.action_order == ActionOrder::Listed {
            let fewest = self.state.able.min_by_key(|unit| self.state.unit(*unit).mains);
            return fewest.expect("somebody is on the gauge");
        }
        let first = if self.nw.cross_ties { self.break_tie(tied) } else { first };
        if self.tables.ties { self.first_by_tactic(first, tied) } else { first }
    }

    /// NW-13(c): PCs before NPCs; between sides a fair pick, each side once; within a side
    /// `tie_priority`, then listed order, which is the order of places.
    fn break_tie(&mut self, tied: u32) -> UnitId {
        let nw = self.nw;
        let of_kind = if tied & nw.pc_places != 0 { tied & nw.pc_places } else { tied };
        let first = nw.by_place[of_kind.trailing_zeros() as usize];
        let sides = || (0..nw.roster.sides.len()).filter(|&side| nw.side_places[side] & of_kind != 0);
        let n_sides = sides().count() as u32;
        if n_sides == 1 {
            return first;
        }
        let picked = self.dice.below(Roll { unit: first, purpose: Purpose::Tie }, n_sides);
        let side = sides().nth(picked as usize).expect("one of the sides present");
        self.obs.event(|| Event::Tie { side: SideId(side as u8) });
        nw.by_place[(of_kind & nw.side_places[side]).trailing_zeros() as usize]
    }

    /// D-tie: of the tied units of one side and kind the one that the tactic of the first in
    /// listed order wants; of equals the one that would be first anyway.
    fn first_by_tactic(&self, first: UnitId, tied: u32) -> UnitId {
        let nw = self.nw;
        let is_pc = |unit: UnitId| nw.pc_places >> nw.hot(unit).place & 1;
        let allies = self.allies(first);
        let in_order = || bits(tied.into()).map(|place| nw.by_place[place as usize]);
        let fellows = || in_order().filter(|&it| allies.has(it) && is_pc(it) == is_pc(first));
        let decides = fellows().min().unwrap_or(first);
        match self.choose(decides, &nw.unit(decides).tactics.tie, None) {
            Tie::Listed => first,
            Tie::HighestAttack => {
                let attack = |unit: UnitId| {
                    let value = &self.extras(unit).derived.value;
                    value[AttributeId::Attack as usize].max(value[AttributeId::MagicAttack as usize])
                };
                fellows().min_by_key(|&it| -attack(it)).unwrap_or(first)
            }
            Tie::LowestHp => fellows().min_by_key(|&it| self.hp(it)).unwrap_or(first),
        }
    }

    /// Plays the choice of the Initiative Character: delay (NW-14), sit out, or a Main.
    #[inline(always)]
    fn act(&mut self, unit: UnitId) -> Step {
        let tactics = &self.nw.unit(unit).tactics;
        let may_wait = !tactics.delay.entries.is_empty() || !tactics.pass.entries.is_empty();
        if may_wait && !self.nw.hot(unit).is_plain {
            let legal = self.legal(unit);
            // NW-17: what it may pay is looked at as in the Main that it decides on.
            self.state.turn.in_main.insert(unit);
            let reached = self.within_main(&self.normal_move(unit), legal);
            self.state.turn.in_main.remove(unit);
            let delay = self.choose(unit, &tactics.delay, None);
            let pass = self.choose(unit, &tactics.pass, None);
            // Where a count may be raised again, a second delay could be one without end.
            let again = self.extras(unit).delayed;
            let to = self.delays_to(unit, reached, delay, pass).filter(|_| !again);
            if let Some(count) = to {
                self.extras_mut(unit).delayed = self.tables.changes_counts;
                self.delay(unit, count);
                return Step::GoesOn;
            }
        }
        match self.main(unit, false) {
            Some(outcome) => Step::Over(outcome),
            None => Step::GoesOn,
        }
    }

    /// D-delay and D-pass: the lower count that the unit wants, if it does not want to act.
    fn delays_to(&self, unit: UnitId, legal: UnitSet, delay: Delay, pass: Pass) -> Option<i16> {
        let out = (self.nw.rulings.min_count.0 - 1) as i16;
        let count = self.state.unit(unit).count;
        // NW-08: under a listed order counts decide nothing, and only sitting out is offered.
        let by_count = self.nw.rulings.action_order == ActionOrder::Count;
        if self.nw.rulings.delay == Delays::Allowed {
            let after = |other: UnitId| {
                let it = self.state.unit(other);
                let waits = other != unit
                    && self.state.able.has(other)
                    && it.mains <= self.state.unit(unit).mains
                    && self.may_act(it.count - 1);
                (by_count && waits).then_some(it.count - 1)
            };
            let wanted = match delay {
                Delay::Act => None,
                Delay::To(v) => (by_count && v < i32::from(count)).then_some(v as i16),
                Delay::SitOut => Some(out),
                Delay::AfterAlly(other) | Delay::AfterEnemy(other) => after(other),
                Delay::Hold => legal.is_empty().then_some(out),
            };
            if wanted.is_some() {
                return wanted;
            }
        }
        let sits_out = legal.is_empty() && self.nw.rulings.delay == Delays::Allowed && pass == Pass::SitOut;
        sits_out.then_some(out)
    }

    /// NW-14: a lower count in place of a Main; below the line the unit is Exhausted.
    fn delay(&mut self, unit: UnitId, to: i16) {
        let from = core::mem::replace(&mut self.state.unit_mut(unit).count, to);
        debug_assert!(to < from, "a delay lowers the count");
        self.obs.add(unit, Metric::Delays, 1);
        if !self.may_act(to) {
            // It gives up the Main.
            self.obs.turn_used(unit, self.idle_or_unable(unit));
        }
        self.obs.event(|| Event::Delay { unit, from: i32::from(from), to: i32::from(to) });
        if self.may_act(to) {
            self.state.gauge.put(self.nw.hot(unit).place, to);
        } else {
            self.exhaust(unit, Exhaustion::Delay);
        }
    }

    /// NW-12: a unit may enter a Main if and only if its count is `min_count` or more.
    #[inline(always)]
    pub(crate) fn may_act(&self, count: i16) -> bool {
        i32::from(count) >= self.nw.rulings.min_count.0
    }

    /// NW-16, NW-08: a Main costs 10; whoever is then below the line is Exhausted, and so is whoever
    /// has had all the Mains that a table allows. Who is in a Main waits on no square of the gauge.
    #[inline(always)]
    pub(crate) fn pay_for_main(&mut self, unit: UnitId) {
        let count = self.state.unit(unit).count.saturating_sub(self.nw.rulings.main_cost.0 as i16);
        self.state.unit_mut(unit).count = count;
        if !self.state.able.has(unit) {
            // Exhausted by a cost of its own already: recorded once.
        } else if !self.may_act(count) {
            self.exhaust(unit, Exhaustion::MainEnd);
        } else if self.is_limited(unit) {
            self.exhaust(unit, Exhaustion::Limit);
        } else {
            self.obs.event(|| Event::MainOver { unit, count: i32::from(count) });
        }
    }

    /// Sets a count as it changes outside Setup and the end of a Main: who falls below the line is
    /// Exhausted (NW-16); `exhaustion_sticky = false` lets a raised count act again.
    pub(crate) fn set_count(&mut self, unit: UnitId, to: i32, why: Exhaustion) {
        let to = to.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let from = core::mem::replace(&mut self.state.unit_mut(unit).count, to);
        let place = self.nw.hot(unit).place;
        let waits = !self.state.turn.in_main.has(unit);
        if self.state.able.has(unit) {
            if waits {
                self.state.gauge.take(place, from);
            }
            if !self.may_act(to) {
                self.exhaust(unit, why);
            } else if waits {
                self.state.gauge.put(place, to);
            }
        } else if !self.nw.rulings.exhaustion_sticky
            && self.stands(unit)
            && to > from
            // After the last Initiative Process of a round nobody acts.
            && !self.state.turn.cleans_up
            && self.may_act(to)
            && !self.is_limited(unit)
        {
            self.state.able.insert(unit);
            if waits {
                self.state.gauge.put(place, to);
            }
        }
    }

    /// NW-08: whether the unit has had all the Mains of its round.
    pub(crate) fn is_limited(&self, unit: UnitId) -> bool {
        let (limit, mains) = (self.nw.rulings.max_mains_per_unit_per_round.0, self.state.unit(unit).mains);
        limit > 0 && i32::from(mains) >= limit || mains >= tables::MOST_MAINS
    }

    /// NW-16: Exhausted for the rest of the round. The unit must not be on the gauge.
    #[inline(always)]
    pub(crate) fn exhaust(&mut self, unit: UnitId, why: Exhaustion) {
        self.state.able.remove(unit);
        self.obs.mark(unit, Clock::Exhausted(why));
        let count = i32::from(self.state.unit(unit).count);
        self.obs.event(|| Event::Exhausted { unit, why, count });
        // Who is too low at Setup is looked at when all have their counts.
        if why != Exhaustion::Setup {
            self.count_order(unit);
        }
    }

    /// Counts the side that runs out first: whether this unit is Exhausted before every enemy, and whether it
    /// is the last of its side.
    #[inline(always)]
    fn count_order(&mut self, unit: UnitId) {
        let enemies = self.enemies(unit);
        if self.state.began.and(enemies).without(self.state.able).is_empty() {
            self.count_outrun(unit);
        }
        if self.state.able.without(enemies).is_empty() {
            self.obs.add(unit, Metric::SideExhausted, self.state.mains);
        }
    }

    /// Once in a fight, so that what fights say of it is independent.
    #[inline(always)]
    fn count_outrun(&mut self, unit: UnitId) {
        let state = &mut *self.state;
        self.obs.add_if(!state.outrun.has(unit), unit, Metric::ExhaustedFirst, state.round);
        state.outrun.insert(unit);
    }

    /// Counts the units that are Exhausted at Setup before every enemy, or as the last of their side: of
    /// several of one side the last in listed order.
    #[inline(always)]
    pub(crate) fn count_setup(&mut self) {
        let early = self.state.began.without(self.state.able);
        for unit in early {
            let enemies = self.enemies(unit);
            if early.and(enemies).is_empty() {
                self.count_outrun(unit);
            }
            let is_last = early.without(enemies).all(|fellow| fellow <= unit);
            if is_last && self.state.able.without(enemies).is_empty() {
                self.obs.add(unit, Metric::SideExhausted, 0);
            }
        }
    }
}
