//! The counts that a tally keeps of one unit.

use core::ops::Range;

use fray_engine::metrics::MetricSet;

use super::cells::{Counts, Deferred, Grid, defer};
use super::readers::Lanes;
use super::rounds::{RoundPairs, RoundSet};
use super::tries::{CommonTries, HealthByRound, Pair, SumsByFight};
use super::{Bits, MAX_CLOCKS, NOBODY};

/// A histogram that every game has of each unit, as a number. The last three are of rounds by how
/// they ended; the rounds that ended Exhausted, as most do, are all rounds less these three.
#[derive(Clone, Copy)]
#[repr(usize)]
pub(super) enum Row {
    Attack,
    PerActivation,
    PerRound,
    PerFight,
    Overkill,
    OverkillPerFight,
    /// Standing and not Exhausted.
    Active,
    /// Not standing.
    Out,
    /// Standing, when the fight was over.
    Over,
}

/// The number of these histograms.
pub(super) const ROWS: usize = Row::Over as usize + 1;
/// The number of flags that every game has.
pub(super) const FLAGS: usize = 4;
/// The most grids of a unit.
pub(super) const MAX_GRIDS: usize = 96;

/// The counts of a unit.
#[derive(Clone, Debug)]
pub(super) struct UnitCounts<M: MetricSet> {
    /// By [`Row`].
    pub(super) rows: [Counts; ROWS],
    pub(super) metrics: M::Each<Counts>,
    /// For each clock a grid per cause: all strikes, and the strikes that were the first of their
    /// fight. Behind the causes of each clock stands a grid of the ends of fights in whose last
    /// round the clock had struck. The last grid counts the ends of all fights whose last round
    /// the unit began standing, and those of them in which the first clock had struck. The
    /// censored rounds of a clock are the ends in which it had not struck; most clocks strike
    /// seldom, so that counting where they struck is less work.
    pub(super) grids: [Grid; MAX_GRIDS],
    /// Fights in which each flag was true of it.
    pub(super) flags: [u32; FLAGS],
    /// This fight's tries of metrics. While the fight goes on, the sum of one that others read holds what they
    /// read, in lanes.
    pub(super) pairs: M::Each<Pair>,
    /// This fight's other tries.
    pub(super) tries: CommonTries,
    /// By clock: this fight's rounds begun standing in which it struck.
    pub(super) strikes: [RoundSet; MAX_CLOCKS],
    /// By clock: fights in which it struck; of the first clock all fights.
    pub(super) rounds: Box<[RoundPairs]>,
    /// The round of the first strike of each clock in the last fight in which it struck.
    pub(super) first_struck: [u32; MAX_CLOCKS],
    /// The activation at which it was Exhausted in this round; none if it was not.
    exhausted_at: Option<u32>,
    pub(super) sums: SumsByFight,
    pub(super) health: HealthByRound,
    /// This fight's counts, by metric.
    pub(super) counts: M::Each<u64>,
    pub(super) damage_of_fight: u64,
    pub(super) overkill_of_fight: u64,
    pub(super) damage_of_round: u64,
    pub(super) damage_before: u64,
}

impl<M: MetricSet> UnitCounts<M> {
    /// For a unit of a game with this many clocks.
    pub(super) fn new(n_clocks: usize) -> Self {
        const { assert!(ROWS + M::ALL.len() <= u8::MAX as usize, "a byte numbers the rows") };
        Self {
            rows: Default::default(),
            metrics: M::each(|_| Counts::default()),
            grids: core::array::from_fn(|_| Grid::default()),
            flags: [0; FLAGS],
            pairs: M::each(|_| Pair::default()),
            tries: CommonTries::default(),
            strikes: Default::default(),
            rounds: vec![RoundPairs::default(); n_clocks].into(),
            first_struck: [0; MAX_CLOCKS],
            exhausted_at: None,
            sums: SumsByFight::new(n_clocks, M::ALL.len()),
            health: HealthByRound::default(),
            counts: M::each(|_| 0),
            damage_of_fight: 0,
            overkill_of_fight: 0,
            damage_of_round: 0,
            damage_before: 0,
        }
    }

    /// Adds `n` (0 or 1) to the cell of `value` in a histogram; where there is none the observation
    /// is deferred as one of `unit`.
    #[inline(always)]
    pub(super) fn count(&mut self, unit: u8, row: usize, value: u64, n: u32, deferred: &mut Vec<Deferred>) {
        if !self.histogram(row).add(value, n) && n > 0 {
            defer(deferred, Deferred::OfUnit { unit, row: row as u8, value });
        }
    }

    /// Adds to the cell of round and activation in a grid.
    #[inline(always)]
    pub(super) fn cell(
        &mut self,
        unit: u8,
        row: usize,
        [round, activation]: [u32; 2],
        n: u64,
        deferred: &mut Vec<Deferred>,
    ) {
        if !self.grids[row].add(round, activation, n) {
            defer(deferred, Deferred::Grid { unit, row: row as u8, round, activation, n });
        }
    }

    /// The end of a round, in which it did this damage.
    #[inline(always)]
    pub(super) fn close_round(&mut self, has_begun: bool, [round, activations]: [u32; 2]) -> u64 {
        let damage = core::mem::take(&mut self.damage_of_round);
        self.damage_of_fight += damage;
        if has_begun {
            self.tries.began.insert(round);
        }
        if let Some(at) = self.exhausted_at.take() {
            self.tries.waited += u64::from(activations.saturating_sub(at));
        }
        damage
    }

    /// The unit is Exhausted at this activation of a round that it began standing.
    #[inline(always)]
    pub(super) fn exhausted(&mut self, activation: u32) {
        self.tries.exhausted_at += Pair::new(activation, true);
        self.exhausted_at = Some(activation);
    }

    /// Adds this fight's tries that every game has to the sums over fights.
    #[inline(always)]
    pub(super) fn close_tries(&mut self, rounds: u32) {
        self.sums.add_attacks(&self.tries);
        self.sums.add_rounds(&self.tries, rounds);
        for (clock, (strikes, rounds)) in self.strikes.iter_mut().zip(&mut self.rounds).enumerate() {
            let struck = core::mem::take(strikes);
            let is_any = struck != RoundSet::default();
            if is_any {
                self.sums.add_clock(clock, struck.len(), self.tries.began.len());
            }
            if is_any || clock == 0 {
                rounds.add(self.tries.began, struck);
            }
        }
        self.tries = CommonTries::default();
    }

    /// Gives what stands in the lanes of a hidden metric to those that read it.
    #[inline(always)]
    pub(super) fn empty_lanes(&mut self, metric: usize, lanes: &Lanes) {
        let pairs = self.pairs.as_mut();
        let word = pairs[metric].take_sum();
        for lane in lanes.iter().take_while(|lane| lane.reader != NOBODY) {
            pairs[usize::from(lane.reader)] += lane.read(word);
        }
    }

    /// Takes this fight's tries of a metric.
    #[inline(always)]
    pub(super) fn take_tries(&mut self, metric: usize) -> Pair {
        core::mem::take(&mut self.pairs.as_mut()[metric])
    }

    /// Counts this fight's overkill, and its values of the counts that are always counted or were touched.
    #[inline(always)]
    pub(super) fn close_counts(
        &mut self,
        unit: u8,
        always: Range<usize>,
        touched: Bits,
        deferred: &mut Vec<Deferred>,
    ) {
        self.tries.overkill = core::mem::take(&mut self.overkill_of_fight);
        let is_any = u32::from(self.tries.overkill > 0);
        self.count(unit, Row::OverkillPerFight as usize, self.tries.overkill, is_any, deferred);
        for metric in always {
            self.close_count(unit, metric, deferred);
        }
        for metric in touched {
            self.close_count(unit, metric, deferred);
        }
    }

    /// Counts this fight's value of a count.
    #[inline(always)]
    fn close_count(&mut self, unit: u8, metric: usize, deferred: &mut Vec<Deferred>) {
        let n = core::mem::take(&mut self.counts.as_mut()[metric]);
        self.count(unit, ROWS + metric, n, 1, deferred);
    }

    /// A histogram by number: a [`Row`], or behind these one of a metric.
    #[inline(always)]
    pub(super) fn histogram(&mut self, row: usize) -> &mut Counts {
        if row < ROWS { &mut self.rows[row] } else { &mut self.metrics.as_mut()[row - ROWS] }
    }
}
