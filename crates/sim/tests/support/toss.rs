//! A game that breaks: two sides toss a coin in turn until one shows a tail and loses; three heads
//! in a row are an invariant that it does not keep.

use fray_kit::Words;
use std::fmt::Write;

use fray_engine::contract::{Keyed, Outcome, Report, Step, System};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::observe::Observer;
use fray_engine::roster::{Roster, RosterSide, RosterUnit, SideId, UnitId, UnitSet};
use fray_engine::{Clocks, metrics};

#[derive(Debug)]
pub(crate) struct Toss(Roster);

/// What is counted.
#[metrics]
pub(crate) enum Metric {
    /// Heads shown.
    Heads,
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub(crate) enum Clock {
    /// Out of luck.
    Exhausted(Cause),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub(crate) enum Cause {
    /// A tail.
    Tail,
}

impl Default for Toss {
    fn default() -> Self {
        let side = |i: u8| RosterSide { name: format!("side{i}"), units: UnitSet(1 << i) };
        let unit = |i: u8| RosterUnit { name: format!("unit{i}"), side: SideId(i) };
        Self(Roster { sides: [0, 1].map(side).to_vec(), units: [0, 1].map(unit).to_vec() })
    }
}

impl System for Toss {
    /// How many heads in a row.
    type State = u8;
    /// Whether a head was shown.
    type Event = bool;
    type Metric = Metric;
    type Clock = Clock;

    fn roster(&self) -> &Roster {
        &self.0
    }

    fn max_rounds(&self) -> u32 {
        1
    }

    fn begin<C: Chance, O: Observer<Self>>(&self, heads: &mut u8, _: &mut C, _: &mut O) {
        *heads = 0;
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, heads: &mut u8, dice: &mut C, obs: &mut O) -> Step {
        let unit = UnitId(*heads % 2);
        let head = dice.below(Roll { unit, purpose: Purpose::Choice }, 2) == 1;
        obs.event(|| head);
        if !head {
            obs.mark(unit, Clock::Exhausted(Cause::Tail));
            return Step::Over(Outcome::Win(SideId(1 - unit.0)));
        }
        obs.add(unit, Metric::Heads, 1);
        *heads += 1;
        assert!(*heads < 3, "three heads in a row");
        Step::GoesOn
    }

    fn standing(&self, _: &u8) -> UnitSet {
        self.0.everyone()
    }

    fn health(&self, _: &u8, _: UnitId) -> u32 {
        1
    }

    fn end<O: Observer<Self>>(&self, _: &u8, _: &mut O) {}
}

impl Keyed for Toss {
    fn key(&self, heads: &mut u8, key: &mut Vec<u32>) {
        key.push((*heads).into());
    }

    fn state_of(&self, key: &[u32]) -> u8 {
        key[0] as u8
    }
}

impl Report for Toss {
    const NAME: &'static str = "toss";

    fn describe(&self, head: &bool, line: &mut dyn Write) -> std::fmt::Result {
        line.write_str(if *head { "head" } else { "tail" })
    }
}
