//! Plays pairs of fights, fight k of A and fight k of B, on all threads.

use std::ops::Range;

use fray_engine::draw::Purpose;
use fray_engine::roster::{Roster, SideId};

use super::luck::LuckOfPairs;
use super::shared::{Read, SharedMetric};
use super::sums::Sums;
use crate::play::chunks::{self, Between, Part};
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::run::Broken;
use crate::tally::Player;
use crate::tally::columns::{BLOCK, Column, ColumnList, FightColumns};
use crate::totals::About;

/// The seat of each side. The seat decides which dice the side rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The position in the list of sides.
    Listed,
    /// The position counted from the end of the list: the seat that the side has in the reversed list.
    Reversed,
}

/// The dice of one scenario of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// The seed.
    pub seed: u64,
    /// The seats of the sides.
    pub seats: Seats,
}

impl Streams {
    fn dice(self, roster: &Roster) -> Dice {
        let mut seated = roster.clone();
        if self.seats == Seats::Reversed {
            let last = roster.sides.len() as u8 - 1;
            seated.units.iter_mut().for_each(|unit| unit.side = SideId(last - unit.side.0));
        }
        Dice::new(&seated, self.seed)
    }
}

/// One of two compared scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first scenario.
    A,
    /// The second scenario.
    B,
}

/// A fight of one of the two that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPair {
    /// The scenario of the fight.
    pub which: Which,
    /// The fight.
    pub broken: Broken,
}

impl AsRef<Broken> for BrokenPair {
    fn as_ref(&self) -> &Broken {
        &self.broken
    }
}

/// No count of a fight may reach this; below it the squares of a block's counts add up in 64
/// bits.
const TOO_MANY: u32 = 1 << 28;

/// Two scenarios ready to be played in pairs.
pub(super) struct Pairs<'a> {
    scenarios: [Paired<'a>; 2],
    metrics: &'a [SharedMetric],
    /// By metric: the columns of each scenario that it is read from.
    places: Vec<[Places; 2]>,
    /// The metric whose differences are added up with the luck of the fights.
    primary: usize,
    /// The accounts of luck that both have.
    n_accounts: usize,
}

/// The sums over pairs of fights.
#[derive(Clone, Debug)]
pub(super) struct PairSums {
    /// By metric.
    pub(super) sums: Vec<Sums>,
    /// Their luck.
    pub(super) luck: LuckOfPairs,
}

impl PairSums {
    pub(super) fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(mine, theirs)| mine.merge(theirs));
        self.luck.merge(&other.luck);
    }
}

/// One of the two scenarios.
struct Paired<'a> {
    engine: &'a dyn Engine,
    dice: Dice,
    /// Space for the columns that the metrics are read from.
    fights: FightColumns,
}

/// The places of a metric's columns: of its sum and of its tries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    sum: Vec<usize>,
    /// Whether the metric is 1 if the sum is above 0.
    is_any: bool,
    tries: Option<Vec<usize>>,
}

impl Places {
    /// The places in `columns`, to which the columns are added that are not there yet.
    pub(crate) fn new(columns: &mut ColumnList, read: &Read) -> Self {
        let mut all = |list: &Vec<Column>| list.iter().map(|&column| columns.place(column)).collect();
        Self { sum: all(&read.sum), is_any: read.is_any, tries: read.tries.as_ref().map(all) }
    }

    /// Returns whether all columns are 0 because no fight lists them.
    fn are_zero(&self, fights: &FightColumns) -> bool {
        self.sum.iter().chain(self.tries.iter().flatten()).all(|&column| fights.is_zero(column))
    }
}

/// The part of one thread.
struct Worker<'a> {
    pairs: &'a Pairs<'a>,
    players: [Box<dyn Player + 'a>; 2],
    fights: [FightColumns; 2],
    sums: PairSums,
    /// The scenario whose turn it is.
    turn: Which,
    /// Sums of columns, where a metric has several.
    scratch: [Vec<u32>; 4],
}

impl<'a> Pairs<'a> {
    pub(super) fn new(
        engines: [&'a dyn Engine; 2],
        abouts: &[About; 2],
        streams: [Streams; 2],
        metrics: &'a [SharedMetric],
        primary: usize,
    ) -> Self {
        let mut columns: [ColumnList; 2] = Default::default();
        let [a, b] = &mut columns;
        let place = |metric: &SharedMetric| [Places::new(a, &metric.a), Places::new(b, &metric.b)];
        let places = metrics.iter().map(place).collect();
        let mut columns = columns.into_iter();
        let scenarios = core::array::from_fn(|i| Paired {
            engine: engines[i],
            dice: streams[i].dice(&abouts[i].roster).keeping_account(),
            fights: FightColumns::new(&abouts[i], columns.next().expect("two lists of columns")),
        });
        let n_sides = abouts.each_ref().map(|about| about.roster.sides.len());
        let n_accounts = n_sides[0].min(n_sides[1]) * Purpose::COUNT;
        Self { scenarios, metrics, places, primary, n_accounts }
    }

    /// The sums of no pairs.
    pub(super) fn none(&self) -> PairSums {
        let sums = self.metrics.iter().map(|metric| Sums::none(metric.a.tries.is_some()));
        PairSums { sums: sums.collect(), luck: LuckOfPairs::none(self.n_accounts) }
    }

    fn worker(&self) -> Worker<'_> {
        let player = |of: &Paired<'a>| of.engine.player(of.dice.clone(), of.fights.keep());
        Worker {
            pairs: self,
            players: self.scenarios.each_ref().map(player),
            fights: self.scenarios.each_ref().map(|of| of.fights.clone()),
            sums: self.none(),
            turn: Which::A,
            scratch: Default::default(),
        }
    }

    /// Plays the pairs of `range` on the threads of the current pool and adds them up. The second result is
    /// the end of the pairs played: that of the range, unless it was over before.
    ///
    /// # Errors
    /// The first fight that broke an invariant.
    pub(super) fn play(
        &self,
        range: Range<u64>,
        between: Between<'_>,
    ) -> Result<(PairSums, u64), BrokenPair> {
        chunks::play(range, || self.worker(), || self.none(), PairSums::merge, between)
    }
}

impl Part for Worker<'_> {
    type Sums = PairSums;
    type Broken = BrokenPair;

    fn broken(&self, message: String) -> BrokenPair {
        let fight = self.players[self.turn as usize].playing();
        BrokenPair { which: self.turn, broken: Broken { fight, message } }
    }

    fn finish(self) -> PairSums {
        self.sums
    }

    fn play(&mut self, fights: Range<u64>) {
        let mut at = fights.start;
        while at < fights.end {
            let end = fights.end.min(at + BLOCK as u64);
            for (i, turn) in [Which::A, Which::B].into_iter().enumerate() {
                self.turn = turn;
                self.fights[i].play(&mut *self.players[i], at..end);
            }
            let [a, b] = &self.fights;
            let [s0, s1, s2, s3] = &mut self.scratch;
            for ([in_a, in_b], sums) in self.pairs.places.iter().zip(&mut self.sums.sums) {
                // Many things do not happen in most blocks.
                if in_a.are_zero(a) && in_b.are_zero(b) {
                    continue;
                }
                let (of_a, of_b) = (read(a, in_a, [s0, s1]), read(b, in_b, [s2, s3]));
                match sums {
                    Sums::Plain(sums) => sums.add(of_a[0], of_b[0]),
                    Sums::Ratio(sums) => sums.add([of_a[0], of_a[1], of_b[0], of_b[1]]),
                }
            }
            self.add_luck(at);
            at = end;
        }
    }
}

impl Worker<'_> {
    /// Adds up the luck of the pairs of a block from this one on, where the primary metric is one number of each
    /// fight.
    fn add_luck(&mut self, first: u64) {
        let primary = self.pairs.primary;
        if matches!(self.sums.sums[primary], Sums::Ratio(_)) {
            return;
        }
        let [a, b] = &self.fights;
        let [s0, s1, s2, s3] = &mut self.scratch;
        let [in_a, in_b] = &self.pairs.places[primary];
        let numbers = read(a, in_a, [s0, s1])[0].iter().zip(read(b, in_b, [s2, s3])[0]);
        let accounts = a.accounts().zip(b.accounts()).map(|(of_a, of_b)| [of_a, of_b]);
        for ((pair, accounts), (of_a, of_b)) in (first..).zip(accounts).zip(numbers) {
            self.sums.luck.add(pair, accounts, i64::from(*of_b) - i64::from(*of_a));
        }
    }
}

/// A metric of each fight: its sum and its tries.
pub(crate) fn read<'a>(
    fights: &'a FightColumns,
    places: &Places,
    [first, second]: [&'a mut Vec<u32>; 2],
) -> [&'a [u32]; 2] {
    let sum = if places.is_any {
        let any: Vec<u32> = total(fights, &places.sum, first).iter().map(|&n| u32::from(n > 0)).collect();
        *first = any;
        first
    } else {
        total(fights, &places.sum, first)
    };
    let tries = places.tries.as_ref().map_or(&[][..], |tries| total(fights, tries, second));
    [sum, tries]
}

/// The sum of columns, by fight.
fn total<'a>(fights: &'a FightColumns, columns: &[usize], scratch: &'a mut Vec<u32>) -> &'a [u32] {
    let total = match columns {
        [column] => fights.column(*column),
        columns => {
            scratch.clear();
            scratch.resize(fights.n(), 0);
            for &column in columns.iter().filter(|&&column| !fights.is_zero(column)) {
                scratch
                    .iter_mut()
                    .zip(fights.column(column))
                    .for_each(|(sum, n)| *sum = sum.saturating_add(*n));
            }
            scratch
        }
    };
    // Below a power of two if all are.
    let any = total.iter().fold(0, |any, n| any | n);
    assert!(any < TOO_MANY, "a count of one fight reached {TOO_MANY}");
    total
}
