//! What of a fight's past the tally still needs, beside the state: whose clocks have struck.
//!
//! The state says who can still act. It does not say who was there when the round began, who has
//! struck in this round (of several strikes the first counts) and who has struck in this fight
//! (the view `first`). These few sets are the *memory*. It changes by a fixed rule, is interned,
//! and is carried beside the state; in Night Wizard everybody is Exhausted at the end of round 1,
//! so there are a handful of memories and nearly every state meets only one or two.

use fray_rules::contract::Outcome;
use fray_rules::roster::UnitSet;

use super::watch::{After, Effect};

/// Of one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClockMemory {
    /// Who began the round standing and has not struck in it. That a unit that has struck began
    /// standing is forgotten: nothing reads it.
    pub(super) pending: UnitSet,
    /// Who has struck in this round.
    pub(super) in_round: UnitSet,
    /// Who has struck in this fight.
    pub(super) in_fight: UnitSet,
}

/// Of all clocks, in the order of declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Memory(pub(super) Vec<ClockMemory>);

/// A strike that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Strike {
    pub(super) clock: u8,
    pub(super) cause: u8,
    pub(super) unit: u8,
    /// Whether it is the first of the fight.
    pub(super) first: bool,
    /// Activations begun by then, counted from the turn's beginning.
    pub(super) activation: u32,
}

/// What the tally writes down at one turn, except sums: the same as `Tally` does at `mark`,
/// `round_over` and `fight_over`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record {
    pub(super) strikes: Vec<Strike>,
    pub(super) close: Option<Close>,
}

/// The end of a round or of the fight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Close {
    pub(super) standing: UnitSet,
    /// Whose first clock has struck in the round.
    pub(super) exhausted: UnitSet,
    pub(super) fight: Option<FightClose>,
}

/// The end of the fight in mid-round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FightClose {
    pub(super) outcome: Outcome,
    /// Activations begun, counted from the turn's beginning.
    pub(super) activation: u32,
    /// By clock: for whom the round is censored.
    pub(super) censored: Vec<UnitSet>,
    /// By clock: for whom it never struck.
    pub(super) never: Vec<UnitSet>,
}

impl Memory {
    /// Of a fight that begins with these units standing.
    pub(super) fn new(n_clocks: usize, standing: UnitSet) -> Self {
        Self(vec![ClockMemory { pending: standing, ..ClockMemory::default() }; n_clocks])
    }

    /// By clock: who has not struck in this fight.
    pub(super) fn never(&self, everyone: UnitSet) -> Vec<UnitSet> {
        self.0.iter().map(|clock| everyone.without(clock.in_fight)).collect()
    }

    /// The memory after a turn, and what is written down.
    pub(super) fn after(&self, effect: &Effect, everyone: UnitSet) -> (Self, Record) {
        let mut memory = self.clone();
        let mut record = Record::default();
        for mark in &effect.marks {
            let clock = &mut memory.0[mark.clock as usize];
            if clock.in_round.has(mark.unit) {
                continue;
            }
            record.strikes.push(Strike {
                clock: mark.clock,
                cause: mark.cause,
                unit: mark.unit.0,
                first: !clock.in_fight.has(mark.unit),
                activation: mark.activation,
            });
            clock.pending.remove(mark.unit);
            clock.in_round.insert(mark.unit);
            clock.in_fight.insert(mark.unit);
        }
        let exhausted = memory.0.first().map_or(UnitSet::default(), |clock| clock.in_round);
        match effect.after {
            After::GoesOn => {}
            After::RoundOver(standing) => {
                record.close = Some(Close { standing, exhausted, fight: None });
                for clock in &mut memory.0 {
                    (clock.pending, clock.in_round) = (standing, UnitSet::default());
                }
            }
            After::Over(outcome, standing) => {
                let fight = FightClose {
                    outcome,
                    activation: effect.activations,
                    censored: memory.0.iter().map(|clock| clock.pending).collect(),
                    never: memory.never(everyone),
                };
                record.close = Some(Close { standing, exhausted, fight: Some(fight) });
            }
        }
        (memory, record)
    }
}

#[cfg(test)]
mod tests {
    use super::super::watch::Mark;
    use super::*;
    use fray_rules::roster::UnitId;

    const EVERYONE: UnitSet = UnitSet(0b11);

    fn effect(after: After, marks: &[(u8, u32)]) -> Effect {
        let mark =
            |&(unit, activation): &(u8, u32)| Mark { activation, unit: UnitId(unit), clock: 0, cause: 1 };
        Effect { activations: 1, after, marks: marks.iter().map(mark).collect() }
    }

    #[test]
    fn of_several_strikes_in_a_round_the_first_counts() {
        let start = Memory::new(1, EVERYONE);
        let (memory, record) = start.after(&effect(After::GoesOn, &[(0, 1), (0, 1)]), EVERYONE);
        assert_eq!(record.strikes.len(), 1);
        assert!(record.strikes[0].first);
        let (memory, record) = memory.after(&effect(After::GoesOn, &[(0, 0)]), EVERYONE);
        assert!(record.strikes.is_empty());
        assert_eq!(memory.0[0].pending, UnitSet(0b10));
    }

    #[test]
    fn a_new_round_may_strike_again_but_not_for_the_first_time() {
        let start = Memory::new(1, EVERYONE);
        let (memory, _) = start.after(&effect(After::GoesOn, &[(0, 1)]), EVERYONE);
        let (memory, record) = memory.after(&effect(After::RoundOver(EVERYONE), &[]), EVERYONE);
        let close = record.close.expect("the round is over");
        assert_eq!((close.standing, close.exhausted), (EVERYONE, UnitSet(0b01)));
        let (_, record) = memory.after(&effect(After::GoesOn, &[(0, 1), (1, 1)]), EVERYONE);
        assert_eq!(record.strikes.iter().map(|s| s.first).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn the_end_of_a_fight_censors_who_stood_and_did_not_strike() {
        let start = Memory::new(1, EVERYONE);
        let over = After::Over(Outcome::Draw, UnitSet(0b10));
        let (_, record) = start.after(&effect(over, &[(0, 1)]), EVERYONE);
        let fight = record.close.and_then(|close| close.fight).expect("the fight is over");
        assert_eq!((fight.censored[0], fight.never[0]), (UnitSet(0b10), UnitSet(0b10)));
        assert_eq!(fight.activation, 1);
    }
}
