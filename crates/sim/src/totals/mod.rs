//! What a run adds up: integers alone, so that any split over threads, partial runs or machines gives
//! the same totals.

pub mod codec;
pub mod merge;
pub mod part;
pub mod ranges;
pub mod signature;

use fray_rules::declare::clocks::ClockInfo;
use fray_rules::declare::metrics::{Highlight, MetricInfo};
use fray_rules::engine::roster::Roster;

/// How often each value was observed: `cells[v]` times the value v. Trailing zeros are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The counts by value.
    pub cells: Vec<u64>,
}

impl Histogram {
    /// Adds the observations of another.
    pub fn merge(&mut self, other: &Self) {
        add(&mut self.cells, &other.cells);
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// The sum of the observed values.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.each().map(|(value, count)| u128::from(value) * u128::from(count)).sum()
    }

    /// The sum of their squares.
    #[must_use]
    pub fn sum_of_squares(&self) -> u128 {
        self.each().map(|(value, count)| u128::from(value).pow(2) * u128::from(count)).sum()
    }

    /// What its values above `least` are above it.
    #[must_use]
    pub fn above(&self, least: u32) -> Self {
        Self { cells: [0].iter().chain(self.cells.iter().skip(least as usize + 1)).copied().collect() }
    }

    /// Forgets the zeros behind the last count.
    pub(crate) fn trim(&mut self) {
        self.cells.truncate(self.cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
    }

    /// The values observed at least once, ascending, with their counts.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(value, &count)| (value as u64, count))
    }
}

/// How often each cell of round and activation was observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plane {
    /// For each round, from 0, the counts by activation, from 0.
    pub rounds: Vec<Vec<u64>>,
}

impl Plane {
    /// Adds the observations of another.
    pub fn merge(&mut self, other: &Self) {
        if self.rounds.len() < other.rounds.len() {
            self.rounds.resize(other.rounds.len(), Vec::new());
        }
        for (mine, theirs) in self.rounds.iter_mut().zip(&other.rounds) {
            add(mine, theirs);
        }
    }

    /// Forgets the zeros behind the last counts.
    pub(crate) fn trim(&mut self) {
        for cells in &mut self.rounds {
            cells.truncate(cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        }
        self.rounds
            .truncate(self.rounds.iter().rposition(|cells| !cells.is_empty()).map_or(0, |last| last + 1));
    }

    /// The cells observed at least once in the order of rounds and activations:
    /// `(round, activation, count)`.
    pub fn each(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        self.rounds.iter().enumerate().flat_map(|(round, cells)| {
            let seen = cells.iter().enumerate().filter(|(_, count)| **count > 0);
            seen.map(move |(activation, &count)| (round as u64, activation as u64, count))
        })
    }
}

/// What was observed of one metric of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetricTotals {
    /// Of a count (one value a fight), a value, or a hidden histogram.
    Histogram(Histogram),
    /// Of a ratio.
    Ratio {
        /// Tries.
        n: u64,
        /// Successes.
        sum: u64,
    },
    /// A share is read from the histogram of another metric and holds nothing itself.
    Share,
}

/// What was observed of one clock of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockTotals {
    /// Every strike, by cause.
    pub every: Vec<Plane>,
    /// The rounds that the unit began standing and in which the fight was over before the clock
    /// struck; the activation is the fight's last.
    pub censored: Plane,
    /// The first strike of a fight, by cause.
    pub first: Vec<Plane>,
    /// Fights in which it never struck.
    pub never: u64,
}

/// How a unit's rounds ended: the survival view of Exhaustion, by round. A fight's last round
/// ends with the fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundEnds {
    /// Standing and not Exhausted.
    pub active: Histogram,
    /// Standing and Exhausted.
    pub exhausted: Histogram,
    /// Not standing.
    pub out: Histogram,
    /// Standing when the fight was over, before the round's end.
    pub over: Histogram,
}

/// What was observed of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitTotals {
    /// By metric, in the order of declaration.
    pub metrics: Vec<MetricTotals>,
    /// Attacks: 0 is a miss, 1 + d a hit for d damage as rolled.
    pub attack: Histogram,
    /// Damage as rolled, of each activation of the unit.
    pub per_activation: Histogram,
    /// Damage as rolled, of each round that the unit began standing.
    pub per_round: Histogram,
    /// Damage as rolled, of each fight.
    pub per_fight: Histogram,
    /// Damage beyond the last HP of its target, of each attack with some.
    pub overkill: Histogram,
    /// By clock, in the order of declaration.
    pub clocks: Vec<ClockTotals>,
    /// The survival view of the first clock.
    pub round_ends: RoundEnds,
}

/// What was observed of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTotals {
    /// The rounds in which it won.
    pub wins: Histogram,
    /// By metric, in the order of declaration: for counts the sum over the side's units, one
    /// value a fight; empty for all others, which are the sum of the units' own totals. No
    /// entries at all where every side is one unit, whose own counts these would be.
    pub counts: Vec<Histogram>,
}

/// What was observed in a number of fights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many fights.
    pub fights: u64,
    /// The rounds in which fights ended in a draw.
    pub draws: Histogram,
    /// The rounds in which fights were given up as timeouts.
    pub timeouts: Histogram,
    /// Activations of all units, of each round, the last included.
    pub activations: Histogram,
    /// Activations of all units, of each fight.
    pub fight_activations: Histogram,
    /// By side, in file order.
    pub sides: Vec<SideTotals>,
    /// By unit, in listed order.
    pub units: Vec<UnitTotals>,
}

/// What the numbers of [`Totals`] are about.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the system.
    pub system: &'static str,
    /// Sides and units.
    pub roster: Roster,
    /// The metrics in the order of declaration.
    pub metrics: &'static [MetricInfo],
    /// The clocks in the order of declaration; the first is Exhaustion.
    pub clocks: &'static [ClockInfo],
    /// The tables of metrics on the card.
    pub highlights: &'static [Highlight],
}

impl Totals {
    /// Adds the fights of another run of the same scenario.
    pub fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        self.draws.merge(&other.draws);
        self.timeouts.merge(&other.timeouts);
        self.activations.merge(&other.activations);
        self.fight_activations.merge(&other.fight_activations);
        merge_all(&mut self.sides, &other.sides, SideTotals::merge);
        merge_all(&mut self.units, &other.units, UnitTotals::merge);
    }

    /// The number of wins of each side.
    #[must_use]
    pub fn wins(&self, side: usize) -> u64 {
        self.sides[side].wins.n()
    }

    /// The rounds in which the fights ended, however they ended.
    #[must_use]
    pub fn rounds(&self) -> Histogram {
        let mut rounds = self.draws.clone();
        rounds.merge(&self.timeouts);
        for side in &self.sides {
            rounds.merge(&side.wins);
        }
        rounds
    }
}

impl SideTotals {
    fn merge(&mut self, other: &Self) {
        self.wins.merge(&other.wins);
        merge_all(&mut self.counts, &other.counts, Histogram::merge);
    }
}

impl UnitTotals {
    fn merge(&mut self, other: &Self) {
        merge_all(&mut self.metrics, &other.metrics, MetricTotals::merge);
        self.attack.merge(&other.attack);
        self.per_activation.merge(&other.per_activation);
        self.per_round.merge(&other.per_round);
        self.per_fight.merge(&other.per_fight);
        self.overkill.merge(&other.overkill);
        merge_all(&mut self.clocks, &other.clocks, ClockTotals::merge);
        self.round_ends.active.merge(&other.round_ends.active);
        self.round_ends.exhausted.merge(&other.round_ends.exhausted);
        self.round_ends.out.merge(&other.round_ends.out);
        self.round_ends.over.merge(&other.round_ends.over);
    }
}

impl MetricTotals {
    fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Histogram(mine), Self::Histogram(theirs)) => mine.merge(theirs),
            (Self::Ratio { n, sum }, Self::Ratio { n: n2, sum: sum2 }) => {
                *n += n2;
                *sum += sum2;
            }
            (Self::Share, Self::Share) => {}
            _ => unreachable!("totals of one scenario have the same metrics"),
        }
    }
}

impl ClockTotals {
    fn merge(&mut self, other: &Self) {
        merge_all(&mut self.every, &other.every, Plane::merge);
        self.censored.merge(&other.censored);
        merge_all(&mut self.first, &other.first, Plane::merge);
        self.never += other.never;
    }
}

/// Merges lists of one length; an empty one takes the other as it is.
fn merge_all<T: Clone>(mine: &mut Vec<T>, theirs: &[T], merge: impl Fn(&mut T, &T)) {
    if mine.is_empty() {
        mine.extend_from_slice(theirs);
        return;
    }
    assert!(theirs.is_empty() || mine.len() == theirs.len(), "totals of one scenario have the same shape");
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        merge(mine, theirs);
    }
}

/// Adds counts by value; the longer list decides the length.
fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}
