//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.
//!
//! Where the numbers of single fights are asked for, [`columns`] reads them from the observations
//! of this observer, so that no game is compiled for another one.

mod cells;
pub mod columns;
mod drain;
mod unit;

use core::marker::PhantomData;
use std::ops::Range;

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricSet};
use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{MAX_SIDES, MAX_UNITS, Roster, UnitId, UnitSet};

use crate::totals::Totals;
use cells::{Counts, defer, one_and};
pub use cells::{Deferred, FightHistogram};
use unit::{MAX_GRIDS, ROWS, Row, UnitCounts};

/// What a tally keeps of the fights it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The sum over all fights, for [`Totals`].
    Totals,
    /// The observations of the last fight alone, which are read into [`columns`]. All
    /// histograms stay without cells, so that every observation is deferred, and nothing is summed.
    Fights,
}

/// Plays sampled fights of a scenario and counts them.
pub trait Player: Send {
    /// Plays these fights in order.
    fn play(&mut self, fights: Range<u64>);

    /// The fight begun last.
    fn playing(&self) -> u64;

    /// Moves what was counted into `totals`, if it keeps [`Keep::Totals`].
    fn drain_into(&mut self, totals: &mut Totals);

    /// What was observed since the caller last cleared it, if it keeps [`Keep::Fights`].
    fn observations(&mut self) -> &mut Vec<Deferred>;
}

/// The most clocks of a system.
const MAX_CLOCKS: usize = 8;

/// What is counted of a side.
#[derive(Clone, Debug)]
struct SideCounts<M: MetricSet> {
    units: UnitSet,
    wins: Counts,
    /// By metric.
    counts: M::Each<Counts>,
}

/// The tally of a worker: what [`Totals`] are made of.
#[derive(Clone, Debug)]
pub struct Tally<S: System> {
    n_units: usize,
    n_sides: usize,
    keep: Keep,
    /// Whether the counts of sides are summed: some side has more than one unit.
    has_parties: bool,
    units: [UnitCounts<S::Metric>; MAX_UNITS],
    sides: [SideCounts<S::Metric>; MAX_SIDES],
    /// By [`FightHistogram`].
    of_fights: [Counts; FightHistogram::COUNT],
    deferred: Vec<Deferred>,
    fights: u64,

    /// Bit m: something was added to the count of metric m in this fight, unless it is one of the
    /// first, which are [always](Tally::ALWAYS) counted. A count that nothing was added to is 0 for
    /// all units and costs nothing: its zeros are filled in when the tally is drained.
    touched: u64,
    round: u32,
    activation: u32,
    activations_of_fight: u32,
    began: UnitSet,
    /// By clock: whose struck in this round.
    struck: [UnitSet; MAX_CLOCKS],
    /// By clock: whose struck in this fight.
    ever_struck: [UnitSet; MAX_CLOCKS],
    system: PhantomData<fn() -> S>,
}

/// Where the grids of clock `clock` begin.
const fn first_grid<S: System>(clock: usize) -> usize {
    let (mut first, mut i) = (0, 0);
    while i < clock {
        first += S::Clock::ALL[i].causes.len() + 1;
        i += 1;
    }
    first
}

impl<S: System> Tally<S> {
    /// Where the grid of ends stands.
    const ENDS: usize = first_grid::<S>(S::Clock::ALL.len());
    /// The number of metrics, the first, that are counted in every fight: nearly every fight adds
    /// to them.
    const ALWAYS: usize = if S::Metric::COUNTS < 3 { S::Metric::COUNTS } else { 3 };

    /// An empty tally for these units.
    #[must_use]
    pub fn new(roster: &Roster) -> Self {
        Self::keeping(roster, Keep::Totals)
    }

    /// An empty tally for these units that keeps this much of the fights.
    #[must_use]
    pub fn keeping(roster: &Roster, keep: Keep) -> Self {
        const { assert!(S::Clock::ALL.len() <= MAX_CLOCKS, "a place for each clock") };
        const { assert!(Self::ENDS < MAX_GRIDS, "and for each grid") };
        let side = |side: usize| SideCounts {
            units: roster.sides.get(side).map_or(UnitSet::default(), |side| side.units),
            wins: Counts::default(),
            counts: S::Metric::each(|_| Counts::default()),
        };
        Self {
            n_units: roster.units.len(),
            n_sides: roster.sides.len(),
            keep,
            has_parties: keep == Keep::Totals && roster.sides.iter().any(|side| side.units.len() > 1),
            units: core::array::from_fn(|_| UnitCounts::new()),
            sides: core::array::from_fn(side),
            of_fights: Default::default(),
            deferred: Vec::with_capacity(1024),
            fights: 0,
            touched: 0,
            round: 0,
            activation: 0,
            activations_of_fight: 0,
            began: UnitSet::default(),
            struck: [UnitSet::default(); MAX_CLOCKS],
            ever_struck: [UnitSet::default(); MAX_CLOCKS],
            system: PhantomData,
        }
    }

    /// How many fights it holds.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.fights
    }

    /// Adds `n` (0 or 1) to the cell of `value` in a histogram of a unit.
    #[inline(always)]
    fn count(&mut self, unit: UnitId, row: usize, value: u32, n: u32) {
        self.units[unit.idx()].count(unit.0, row, value, n, &mut self.deferred);
    }

    /// Adds one to the cell of `value` in a histogram of the fight.
    #[inline(always)]
    fn count_fight(&mut self, row: FightHistogram, value: u32) {
        if !self.of_fights[row as usize].add(value, 1) {
            defer(&mut self.deferred, Deferred::OfFight { row, value });
        }
    }

    /// Adds to the cell of this moment in a grid of a unit.
    #[inline(always)]
    fn cell(&mut self, unit: UnitId, row: usize, n: u64) {
        let at = [self.round, self.activation];
        self.units[unit.idx()].cell(unit.0, row, at, n, &mut self.deferred);
    }

    /// The observations deferred, if it keeps [`Keep::Fights`].
    pub(crate) fn observations(&mut self) -> &mut Vec<Deferred> {
        &mut self.deferred
    }

    /// At the end of a fight with deferred observations.
    #[cold]
    #[inline(never)]
    fn settle(&mut self) {
        match self.keep {
            Keep::Totals => self.grow(),
            Keep::Fights => self.defer_ratios(),
        }
    }

    /// Moves this fight's ratios to the deferred observations.
    fn defer_ratios(&mut self) {
        for (unit, it) in (0..).zip(&mut self.units[..self.n_units]) {
            for (metric, n) in (0..).zip(it.ratios.as_mut()) {
                if *n != [0; 2] {
                    self.deferred.push(Deferred::Ratio { unit, metric, n: core::mem::take(n) });
                }
            }
        }
    }

    /// Makes room for the deferred observations, and counts them.
    fn grow(&mut self) {
        for deferred in core::mem::take(&mut self.deferred) {
            match deferred {
                Deferred::OfUnit { unit, row, value } => {
                    self.units[unit as usize].histogram(row.into()).grow(value)
                }
                Deferred::OfSide { side, row, value } => {
                    let side = &mut self.sides[side as usize];
                    match row.checked_sub(1) {
                        None => side.wins.grow(value),
                        Some(metric) => side.counts.as_mut()[metric as usize].grow(value),
                    }
                }
                Deferred::OfFight { row, value } => self.of_fights[row as usize].grow(value),
                Deferred::Grid { unit, row, round, activation, n } => {
                    self.units[unit as usize].grids[row as usize].grow(round, activation, n);
                }
                Deferred::Ratio { .. } => unreachable!("ratios are deferred one by one only"),
            }
        }
        self.deferred = Vec::with_capacity(1024);
    }

    /// The end of a round for all together.
    #[inline(always)]
    fn close_round(&mut self) {
        self.count_fight(FightHistogram::Rounds, self.round);
        self.count_fight(FightHistogram::Activations, self.activation);
        self.activations_of_fight += self.activation;
    }

    /// This fight's value of a count for every side.
    #[inline(always)]
    fn close_sides(&mut self, metric: usize) {
        for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
            let sum = side.units.map(|unit| self.units[unit.idx()].counts.as_ref()[metric]).sum();
            if !side.counts.as_mut()[metric].add(sum, 1) {
                defer(
                    &mut self.deferred,
                    Deferred::OfSide { side: i as u8, row: metric as u8 + 1, value: sum },
                );
            }
        }
    }
}

/// The places of the bits that are set.
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

impl<S: System> Observer<S> for Tally<S> {
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        self.add_if(true, unit, metric, n);
    }

    #[inline(always)]
    fn add_if(&mut self, yes: bool, unit: UnitId, metric: S::Metric, n: u32) {
        let (at, yes) = (metric.index(), u32::from(yes));
        // Known when this is compiled: the metric is a constant wherever the rules report one.
        match S::Metric::ALL[at].kind {
            Kind::Count => {
                self.units[unit.idx()].counts.as_mut()[at] += n * yes;
                if at >= Self::ALWAYS {
                    self.touched |= 1 << at;
                }
            }
            Kind::Value | Kind::Hidden => self.count(unit, ROWS + at, n, yes),
            Kind::Ratio => {
                self.units[unit.idx()].ratios.as_mut()[at][usize::from(n == 1)] += yes;
            }
            Kind::Share { .. } | Kind::Above { .. } => unreachable!("read from other metrics"),
        }
    }

    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.count(by, Row::Attack as usize, (damage + 1) * u32::from(hit), 1);
        self.units[by.idx()].damage_of_round += damage;
    }

    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        self.units[by.idx()].damage_of_round += damage;
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.count(by, Row::Overkill as usize, damage, 1);
    }

    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        let it = &mut self.units[unit.idx()];
        it.damage_before = it.damage_of_round;
    }

    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let it = &self.units[unit.idx()];
        let damage = it.damage_of_round - it.damage_before;
        self.count(unit, Row::PerActivation as usize, damage, 1);
    }

    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let (clock, cause) = clock.place();
        // Of several strikes in a round the first counts.
        if self.struck[clock].has(unit) {
            return;
        }
        let first = !self.ever_struck[clock].has(unit);
        self.struck[clock].insert(unit);
        self.ever_struck[clock].insert(unit);
        self.cell(unit, first_grid::<S>(clock) + cause, one_and(first));
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        self.round = round;
        self.activation = 0;
        self.began = standing;
        self.struck = Default::default();
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.began.insert(unit);
    }

    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        self.close_round();
        let began = core::mem::take(&mut self.began);
        let mut everybody = UnitSet::default();
        for (id, it) in (0..).zip(&mut self.units[..self.n_units.min(MAX_UNITS)]) {
            it.close_round(id, began, &mut self.deferred);
            everybody.insert(UnitId(id));
        }
        for unit in everybody.without(standing) {
            self.count(unit, Row::Out as usize, self.round, 1);
        }
        // Nothing is counted of those who are Exhausted: see [`Row`].
        for unit in everybody.and(standing).without(self.struck[0]) {
            self.count(unit, Row::Active as usize, self.round, 1);
        }
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        let is_cut_short = outcome != Outcome::Timeout;
        if is_cut_short {
            self.close_round();
        }
        let activations = core::mem::take(&mut self.activations_of_fight);
        self.count_fight(FightHistogram::FightActivations, activations);
        let at @ [round, _] = [self.round, self.activation];
        match outcome {
            Outcome::Win(side) => {
                if !self.sides[side.idx()].wins.add(round, 1) {
                    defer(&mut self.deferred, Deferred::OfSide { side: side.0, row: 0, value: round });
                }
            }
            Outcome::Draw => self.count_fight(FightHistogram::Draws, round),
            Outcome::Timeout => self.count_fight(FightHistogram::Timeouts, round),
        }
        const { assert!(S::Metric::COUNTS <= u64::BITS as usize, "a bit for each count") };
        let touched = core::mem::take(&mut self.touched);
        if self.has_parties {
            for metric in (0..Self::ALWAYS).chain(Bits(touched)) {
                self.close_sides(metric);
            }
        }
        // Nobody began a round that is not over, after a timeout.
        let (began, exhausted) = (self.began, self.struck[0]);
        for (id, it) in (0..).zip(&mut self.units[..self.n_units.min(MAX_UNITS)]) {
            let (unit, deferred) = (UnitId(id), &mut self.deferred);
            if is_cut_short {
                it.close_round(id, began, deferred);
                let how = if standing.has(unit) { Row::Over } else { Row::Out };
                it.count(id, how as usize, round, 1, deferred);
            }
            if began.has(unit) {
                it.cell(id, Self::ENDS, at, one_and(exhausted.has(unit)), deferred);
            }
            let damage = core::mem::take(&mut it.damage_of_fight);
            it.count(id, Row::PerFight as usize, damage, 1, deferred);
            for metric in 0..Self::ALWAYS {
                it.close_count(id, metric, deferred);
            }
            for metric in Bits(touched) {
                it.close_count(id, metric, deferred);
            }
        }
        for clock in 1..S::Clock::ALL.len() {
            for unit in began.and(self.struck[clock]) {
                self.cell(unit, first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), one_and(false));
            }
        }
        self.ever_struck = Default::default();
        self.fights += 1;
        if !self.deferred.is_empty() {
            self.settle();
        }
    }
}
