//! The part of a fight's past that the tally needs beside the state: whose clocks have struck.
//!
//! The state says who can still act. It does not say who was there when the round began and who
//! has struck in it (of several strikes the first counts). These few sets are the *memory*. It
//! changes by a fixed rule, is interned, and is carried beside the state.
//!
//! The units that have struck in earlier rounds (for the view `first`) stay the same for a whole round, so
//! they are no part of the memory: each round is played once for each such [`History`]. In Night Wizard
//! everybody is Exhausted at the end of round 1, so there are two histories, one after the other.

use fray_engine::contract::Outcome;
use fray_engine::roster::UnitSet;

use crate::play::enumerated::watch::{After, Effect};

/// Of one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ClockMemory {
    /// The units that began the round standing, or came into it, and have not struck in it. That a unit that
    /// has struck began standing is forgotten: nothing reads it.
    pub(super) pending: UnitSet,
    /// The units that have struck in this round.
    pub(super) struck: UnitSet,
}

/// Of all clocks, in the order of declaration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    pub(super) clocks: Vec<ClockMemory>,
    /// The round is over, and the next has not begun.
    pub(super) closed: bool,
}

/// A strike that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Strike {
    pub(super) clock: u8,
    pub(super) cause: u8,
    pub(super) unit: u8,
    /// Activations begun by then, counted from the turn's beginning.
    pub(super) activation: u32,
}

/// The counts of one turn, except sums: those that `Tally` makes at `mark`, `round_over` and `fight_over`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Record {
    pub(super) strikes: Vec<Strike>,
    pub(super) close: Option<Close>,
}

/// The end of a round or of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Close {
    pub(super) standing: UnitSet,
    /// The units whose first clock has struck in the round.
    pub(super) exhausted: UnitSet,
    pub(super) fight: Option<FightClose>,
}

/// The end of the fight in mid-round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FightClose {
    pub(super) outcome: Outcome,
    /// Activations begun, counted from the turn's beginning.
    pub(super) activation: u32,
    /// By clock: for whom the round is censored.
    pub(super) censored: Vec<UnitSet>,
    /// By clock: who has struck in the round.
    pub(super) struck: Vec<UnitSet>,
}

/// By clock: who has struck in the rounds before this one.
pub(super) type History = Vec<UnitSet>;

impl Record {
    /// The memory that its lists take, in bytes.
    pub(super) fn bytes_behind(&self) -> usize {
        let fight = self.close.as_ref().and_then(|close| close.fight.as_ref());
        let sets = fight.map_or(0, |fight| fight.censored.len() + fight.struck.len());
        size_of_val(&self.strikes[..]) + sets * size_of::<UnitSet>()
    }
}

impl Memory {
    /// Of a round that begins with these units standing.
    pub(super) fn new(n_clocks: usize, standing: UnitSet) -> Self {
        let clock = ClockMemory { pending: standing, struck: UnitSet::default() };
        Self { clocks: vec![clock; n_clocks], closed: false }
    }

    /// Of the round that follows a closed one.
    pub(super) fn next_round(&self) -> Self {
        debug_assert!(self.closed, "a round opens after another is over");
        let clock = |clock: &ClockMemory| ClockMemory { struck: UnitSet::default(), ..*clock };
        Self { clocks: self.clocks.iter().map(clock).collect(), closed: false }
    }

    /// By clock: who has struck in the round.
    pub(super) fn struck(&self) -> Vec<UnitSet> {
        self.clocks.iter().map(|clock| clock.struck).collect()
    }

    /// The memory after a turn, and what is written down.
    pub(super) fn after(&self, effect: &Effect) -> (Self, Record) {
        let mut memory = self.clone();
        let mut record = Record::default();
        for clock in &mut memory.clocks {
            // Who joins and strikes in one turn is taken out again below.
            clock.pending = clock.pending.or(effect.joined.without(clock.struck));
        }
        for mark in &effect.marks {
            let clock = &mut memory.clocks[mark.clock as usize];
            if clock.struck.has(mark.unit) {
                continue;
            }
            record.strikes.push(Strike {
                clock: mark.clock,
                cause: mark.cause,
                unit: mark.unit.0,
                activation: mark.activation,
            });
            clock.pending.remove(mark.unit);
            clock.struck.insert(mark.unit);
        }
        let exhausted = memory.clocks.first().map_or(UnitSet::default(), |clock| clock.struck);
        match effect.after {
            After::GoesOn => {}
            After::RoundOver(standing) => {
                record.close = Some(Close { standing, exhausted, fight: None });
                memory.clocks.iter_mut().for_each(|clock| clock.pending = standing);
                memory.closed = true;
            }
            After::Over(outcome, standing) => {
                let fight = FightClose {
                    outcome,
                    activation: effect.activations,
                    censored: memory.clocks.iter().map(|clock| clock.pending).collect(),
                    struck: memory.struck(),
                };
                record.close = Some(Close { standing, exhausted, fight: Some(fight) });
            }
        }
        (memory, record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::enumerated::watch::Strike;
    use fray_engine::roster::UnitId;

    const EVERYONE: UnitSet = UnitSet(0b11);

    fn effect(after: After, marks: &[(u8, u32)]) -> Effect {
        let mark =
            |&(unit, activation): &(u8, u32)| Strike { activation, unit: UnitId(unit), clock: 0, cause: 1 };
        Effect { activations: 1, after, joined: UnitSet::default(), marks: marks.iter().map(mark).collect() }
    }

    #[test]
    fn of_several_strikes_in_a_round_the_first_counts() {
        let start = Memory::new(1, EVERYONE);
        let (memory, record) = start.after(&effect(After::GoesOn, &[(0, 1), (0, 1)]));
        assert_eq!(record.strikes.len(), 1);
        let (memory, record) = memory.after(&effect(After::GoesOn, &[(0, 0)]));
        assert!(record.strikes.is_empty());
        assert_eq!(memory.clocks[0].pending, UnitSet(0b10));
    }

    #[test]
    fn a_new_round_may_strike_again() {
        let start = Memory::new(1, EVERYONE);
        let (memory, _) = start.after(&effect(After::GoesOn, &[(0, 1)]));
        let (memory, record) = memory.after(&effect(After::RoundOver(EVERYONE), &[]));
        let close = record.close.expect("the round is over");
        assert_eq!((close.standing, close.exhausted), (EVERYONE, UnitSet(0b01)));
        assert_eq!(memory.struck(), [UnitSet(0b01)]);
        let (_, record) = memory.next_round().after(&effect(After::GoesOn, &[(0, 1), (1, 1)]));
        assert_eq!(record.strikes.len(), 2);
    }

    #[test]
    fn who_came_into_the_round_is_censored_like_who_began_it() {
        let start = Memory::new(1, UnitSet(0b01));
        let joins = Effect { joined: UnitSet(0b10), ..effect(After::GoesOn, &[(0, 1)]) };
        let (memory, _) = start.after(&joins);
        let (_, record) = memory.after(&effect(After::Over(Outcome::Draw, EVERYONE), &[]));
        let fight = record.close.and_then(|close| close.fight).expect("the fight is over");
        assert_eq!(fight.censored, [UnitSet(0b10)]);
    }

    #[test]
    fn the_end_of_a_fight_censors_who_stood_and_did_not_strike() {
        let start = Memory::new(1, EVERYONE);
        let over = After::Over(Outcome::Draw, UnitSet(0b10));
        let (_, record) = start.after(&effect(over, &[(0, 1)]));
        let fight = record.close.and_then(|close| close.fight).expect("the fight is over");
        assert_eq!((fight.censored[0], fight.struck[0]), (UnitSet(0b10), UnitSet(0b01)));
        assert_eq!(fight.activation, 1);
    }
}
