//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.
//!
//! Where the numbers of single fights are asked for, alone or beside the sums, this observer lists them at
//! the end of each (`numbers`) and [`columns`] picks those that are wanted, so that no game is compiled for
//! another observer. Numbers that nobody reads are not counted ([`Keep`]): without sums there are no
//! histograms, and where nothing but the ends of fights is asked for, nothing else of them is observed.
//!
//! Nothing wraps. The sums of one fight have 64 bits, and so has every value that is observed; where the
//! numbers of single fights are compared they have 32, and a fight with a larger one is named as broken.
//! Cells count in 32 bits, are emptied into totals of 64 bits every 65,536 fights, and go on elsewhere when
//! they are full. Sums over fights have 64 bits, their squares and products 128: the largest count that there
//! is, the cores that 32 units carry over 100,000 rounds (1.6e12 a fight), fills a sum in eleven million
//! fights and a sum of squares in 1e14. Values below 4,096 and the first rounds have places in lists; all
//! others have cells of their own, so that memory follows what was observed.

mod actions;
mod cells;
mod close;
pub mod columns;
mod counts;
mod drain;
mod numbers;
mod observe;
mod readers;
mod rounds;
mod tries;
mod unit;

use core::marker::PhantomData;
use std::ops::Range;

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{Report, System};
use fray_engine::metrics::{Kind, MetricSet, SHARED_COUNTS};
use fray_engine::roster::{MAX_SIDES, UnitId, UnitSet};

use crate::account::Account;
use crate::luck::Counted;
use crate::totals::{Stalls, Totals};
use actions::ActionCounts;
use cells::{Counts, Deferred, FightHistogram, Grid, OfSide, defer};
pub use numbers::{Number, Requested};
use readers::{Lanes, in_lanes, lanes, readers};
use tries::{Pair, PairSums, SumsByFight};
use unit::{FLAGS, MAX_GRIDS, UnitCounts};

/// The parts of the counted fights that a tally keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The sum over all fights, for [`Totals`].
    Totals,
    /// The numbers of the last fight alone, as far as they are asked for, which are read into [`columns`].
    Fights(Requested),
    /// The sum over all fights, and the numbers of the last.
    Both,
}

/// Plays sampled fights of a scenario and counts them.
pub trait Player: Send {
    /// Plays these fights in order.
    fn play(&mut self, fights: Range<u64>);

    /// The fight begun last.
    fn playing(&self) -> u64;

    /// Moves what was counted into `totals`, if it keeps them.
    fn drain_into(&mut self, totals: &mut Totals);

    /// The numbers of the fight played last that are not 0, if it keeps them.
    fn numbers(&self) -> &[Number];

    /// The account of luck of the fight played last, if it is kept.
    fn account(&self) -> Option<&Account> {
        None
    }
}

/// Deferred observations that are counted before their fight is over.
const MANY: usize = 1 << 12;

/// The most clocks of a system.
const MAX_CLOCKS: usize = 16;

/// The counts of a side.
#[derive(Clone, Debug)]
struct SideCounts<M: MetricSet> {
    units: UnitSet,
    wins: Counts,
    /// By metric.
    counts: M::Each<Counts>,
    /// Damage of fights, and the overkill in it.
    damage: [Counts; 2],
    sums: SumsByFight,
    /// By round and number of units standing at its end: fights, and those that the side won.
    course: Grid,
    /// Fights in which it acted first, and those of them that it won.
    first: [u64; 2],
}

impl<M: MetricSet> SideCounts<M> {
    /// A histogram.
    #[inline(always)]
    fn histogram(&mut self, row: OfSide) -> &mut Counts {
        match row {
            OfSide::Wins => &mut self.wins,
            OfSide::Damage => &mut self.damage[0],
            OfSide::Overkill => &mut self.damage[1],
            OfSide::Count(metric) => &mut self.counts.as_mut()[usize::from(metric)],
        }
    }

    /// Adds one to the cell of `value` in a histogram; where there is none the observation is deferred
    /// as one of this side.
    #[inline(always)]
    fn count(&mut self, side: usize, row: OfSide, value: u64, deferred: &mut Vec<Deferred>) {
        if !self.histogram(row).add(value, 1) {
            defer(deferred, Deferred::OfSide { side: side as u8, row, value });
        }
    }
}

/// The use that the units made of a round.
#[derive(Clone, Copy, Debug, Default)]
struct RoundUse {
    /// Whether somebody acted to effect.
    acted: bool,
    /// Whether somebody could have acted and did not.
    idled: bool,
}

/// The tally of a worker: what [`Totals`] are made of.
#[derive(Clone, Debug)]
pub struct Tally<S: System> {
    n_sides: usize,
    /// Whether there are sums over all fights.
    is_summed: bool,
    /// The numbers of the last fight that are listed, if any are.
    listed: Option<Requested>,
    /// Whether more is observed of a fight than its end.
    is_followed: bool,
    /// The bits of the metrics that are observed: counts, and those behind the counts.
    observed: [u64; 2],
    /// Whether the counts of sides are summed: some side has more than one unit.
    has_parties: bool,
    units: Box<[UnitCounts<S::Metric>]>,
    sides: [SideCounts<S::Metric>; MAX_SIDES],
    /// By [`FightHistogram`].
    of_fights: [Counts; FightHistogram::COUNT],
    actions: ActionCounts,
    stalls: Stalls,
    deferred: Vec<Deferred>,
    /// The numbers of the last fight, if they are kept.
    numbers: Vec<Number>,
    /// The counts of the last fight, if they are listed.
    counts: Vec<Counted>,
    lists_counts: bool,
    fights: u64,

    /// By flag: the units of which it is true in this fight.
    flags: [UnitSet; FLAGS],
    /// The unit that acted first in this fight.
    first: Option<UnitId>,
    /// The use of the round under way, and of the last whole one.
    made: RoundUse,
    last_round: Option<RoundUse>,
    /// Bit m: something was added to the count of metric m in this fight, unless it is one of those
    /// that are [always](Tally::ALWAYS) counted. A count that nothing was added to is 0 for all units
    /// and costs nothing: its zeros are filled in when the tally is drained.
    touched: u64,
    /// Bit m: metric m behind the counts had a try in this fight.
    tried: u64,
    /// The bits of metrics that are read from hidden ones that had a try in this fight: known when the lanes are
    /// emptied.
    read: u64,
    /// By hidden metric and small value: an observation in the [lanes](Tally::LANES) of those that read it.
    in_lanes: Box<[[u64; SMALL]]>,
    /// By bit of a metric behind the counts: the tries of a side, while they are added up.
    of_side: [Pair; u64::BITS as usize],
    /// By round of this fight, the units that stood at its end.
    standings: Vec<(u32, UnitSet)>,
    /// Rounds of this fight that are over.
    rounds: u32,
    /// Tries are the rounds of a fight; nothing is added to their sum.
    rounds_of_fight: PairSums,
    round: u32,
    activation: u32,
    activations_of_fight: u64,
    began: UnitSet,
    /// By clock: whose struck in this round.
    struck: [UnitSet; MAX_CLOCKS],
    /// By clock: whose struck in this fight.
    ever_struck: [UnitSet; MAX_CLOCKS],
    system: PhantomData<fn() -> S>,
}

/// Returns where the grids of clock `clock` begin.
const fn first_grid<S: System>(clock: usize) -> usize {
    let (mut first, mut i) = (0, 0);
    while i < clock {
        first += S::Clock::ALL[i].causes.len() + 1;
        i += 1;
    }
    first
}

impl<S: Report> Tally<S> {
    /// An empty tally for the units of a scenario.
    #[must_use]
    pub fn new(system: &S) -> Self {
        Self::keeping(system, Keep::Totals)
    }

    /// An empty tally for the units of a scenario that keeps this much of the fights.
    #[must_use]
    pub fn keeping(system: &S, keep: Keep) -> Self {
        let roster = system.roster();
        let (is_summed, listed) = match keep {
            Keep::Totals => (true, None),
            Keep::Fights(asked) => (false, Some(asked)),
            Keep::Both => (true, Some(Requested::ALL)),
        };
        let observed = if is_summed { Requested::ALL } else { listed.unwrap_or_default() };
        const { assert!(S::Clock::ALL.len() <= MAX_CLOCKS, "a place for each clock") };
        const { assert!(Self::ENDS < MAX_GRIDS, "and for each grid") };
        const { assert!(S::Metric::ALL.len() <= MAX_METRICS, "a place for each metric") };
        const { assert!(S::Metric::ALL.len() - S::Metric::COUNTS <= 64, "a bit for each that is no count") };
        let side = |side: usize| SideCounts {
            units: roster.sides.get(side).map_or(UnitSet::default(), |side| side.units),
            wins: Counts::default(),
            counts: S::Metric::each(|_| Counts::default()),
            damage: Default::default(),
            sums: match roster.sides.get(side) {
                Some(_) => SumsByFight::new(S::Clock::ALL.len(), S::Metric::ALL.len()),
                None => SumsByFight::default(),
            },
            course: Grid::default(),
            first: [0; 2],
        };
        Self {
            n_sides: roster.sides.len(),
            is_summed,
            listed,
            is_followed: observed.is_beyond_ends(),
            observed: Self::observed(observed),
            has_parties: is_summed && roster.sides.iter().any(|side| side.units.len() > 1),
            units: roster.units.iter().map(|_| UnitCounts::new(S::Clock::ALL.len())).collect(),
            sides: core::array::from_fn(side),
            of_fights: Default::default(),
            actions: ActionCounts::new(system),
            stalls: Stalls::default(),
            deferred: Vec::with_capacity(1024),
            numbers: Vec::new(),
            counts: Vec::new(),
            lists_counts: false,
            fights: 0,
            flags: [UnitSet::default(); FLAGS],
            first: None,
            made: RoundUse::default(),
            last_round: None,
            touched: 0,
            tried: 0,
            read: 0,
            in_lanes: (0..S::Metric::ALL.len())
                .map(|metric| core::array::from_fn(|n| Self::in_lanes(metric, n as u32)))
                .collect(),
            of_side: [Pair::default(); u64::BITS as usize],
            standings: Vec::with_capacity(128),
            rounds: 0,
            rounds_of_fight: PairSums::default(),
            round: 0,
            activation: 0,
            activations_of_fight: 0,
            began: UnitSet::default(),
            struck: [UnitSet::default(); MAX_CLOCKS],
            ever_struck: [UnitSet::default(); MAX_CLOCKS],
            system: PhantomData,
        }
    }
}

impl<S: System> Tally<S> {
    /// The place of the grid of ends.
    const ENDS: usize = first_grid::<S>(S::Clock::ALL.len());
    /// The first three counts of the game's own, which are counted in every fight: nearly every
    /// fight adds to them.
    const ALWAYS: Range<usize> = {
        let end = SHARED_COUNTS + 3;
        SHARED_COUNTS..if S::Metric::COUNTS < end { S::Metric::COUNTS } else { end }
    };
    /// By metric: those that are read from its histogram, and [`NOBODY`] behind them.
    const READERS: [[u8; 8]; MAX_METRICS] = readers(S::Metric::ALL);
    /// By metric: the lanes of those, in the sum of its tries of a fight.
    const LANES: &'static [Lanes; MAX_METRICS] = &lanes(S::Metric::ALL, &Self::READERS);
    /// The bits of the metrics behind the counts that others read.
    const READ: u64 = {
        let (mut read, mut metric) = (0, S::Metric::COUNTS);
        while metric < S::Metric::ALL.len() {
            if Self::READERS[metric][0] != NOBODY {
                read |= 1 << (metric - S::Metric::COUNTS);
            }
            metric += 1;
        }
        read
    };

    /// The bits of the metrics that have to be observed for those that are asked for.
    fn observed(asked: Requested) -> [u64; 2] {
        let mut observed = [0; 2];
        let mut observe = |metric: usize| match metric.checked_sub(S::Metric::COUNTS) {
            None => observed[0] |= 1_u64 << metric,
            Some(metric) => observed[1] |= 1_u64 << metric,
        };
        for (metric, info) in
            S::Metric::ALL.iter().enumerate().filter(|(metric, _)| asked.has_metric(*metric))
        {
            observe(metric);
            match info.kind {
                Kind::Share { of, .. } => observe(of),
                Kind::Above { of, .. } => of.iter().for_each(|&of| observe(of)),
                _ => {}
            }
        }
        observed
    }

    /// Returns whether a metric is observed.
    #[inline(always)]
    fn is_observed(&self, metric: usize) -> bool {
        let (word, bit) =
            if metric < S::Metric::COUNTS { (0, metric) } else { (1, metric - S::Metric::COUNTS) };
        self.observed[word] >> bit & 1 == 1
    }

    /// A small observation of a hidden metric in the lanes of those that read it.
    fn in_lanes(metric: usize, n: u32) -> u64 {
        in_lanes(S::Metric::ALL, &Self::LANES[metric], n)
    }

    /// Returns how many fights it holds.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Adds `n` (0 or 1) to the cell of `value` in a histogram of a unit.
    #[inline(always)]
    fn count(&mut self, unit: UnitId, row: usize, value: u64, n: u32) {
        if !self.is_summed {
            return;
        }
        self.units[unit.idx()].count(unit.0, row, value, n, &mut self.deferred);
    }

    /// Adds one to the cell of `value` in a histogram of the fight.
    #[inline(always)]
    fn count_fight(&mut self, row: FightHistogram, value: u64) {
        if self.is_summed && !self.of_fights[row as usize].add(value, 1) {
            defer(&mut self.deferred, Deferred::OfFight { row, value });
        }
    }

    /// Adds to the cell of this moment in a grid of a unit.
    #[inline(always)]
    fn cell(&mut self, unit: UnitId, row: usize, n: u64) {
        if !self.is_summed {
            return;
        }
        let at = [self.round, self.activation];
        self.units[unit.idx()].cell(unit.0, row, at, n, &mut self.deferred);
    }

    /// Counts the deferred observations if they are many, so that a long fight holds few of them.
    #[inline(always)]
    fn grow_if_many(&mut self) {
        if self.deferred.len() >= MANY {
            self.grow();
        }
    }

    /// Makes room for the deferred observations, and counts them.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        for deferred in core::mem::take(&mut self.deferred) {
            match deferred {
                Deferred::OfUnit { unit, row, value } => {
                    self.units[unit as usize].histogram(row.into()).grow(value)
                }
                Deferred::OfSide { side, row, value } => {
                    self.sides[side as usize].histogram(row).grow(value);
                }
                Deferred::OfFight { row, value } => self.of_fights[row as usize].grow(value),
                Deferred::Grid { unit, row, round, activation, n } => {
                    self.units[unit as usize].grids[row as usize].grow(round, activation, n);
                }
                Deferred::Course { side, round, standing, n } => {
                    self.sides[side as usize].course.grow(round, standing, n);
                }
                Deferred::Health { unit, round, health } => {
                    self.units[unit as usize].health.grow(round, health);
                }
            }
        }
        self.deferred = Vec::with_capacity(1024);
    }
}

/// The most metrics of a game.
const MAX_METRICS: usize = 128;
/// Values of hidden metrics are below this as a rule.
const SMALL: usize = 8;
/// No metric.
const NOBODY: u8 = u8::MAX;

/// The places of the bits that are set.
#[derive(Clone, Copy)]
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let rest = self.0.checked_sub(1)?;
        let first = self.0.trailing_zeros();
        self.0 &= rest;
        Some(first as usize)
    }
}
