//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.

mod cells;
mod drain;
mod unit;

use core::marker::PhantomData;

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricSet};
use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{MAX_SIDES, MAX_UNITS, Roster, UnitId, UnitSet};

use cells::{Bars, Late, one_and, wait};
use unit::{MAX_GRIDS, OfUnit, ROWS, Row};

/// A histogram that every system has of all units together, as a number.
#[derive(Clone, Copy)]
#[repr(usize)]
enum Common {
    Draws,
    Timeouts,
    /// Activations of rounds.
    Activations,
    /// Activations of fights.
    FightActivations,
    /// All rounds of all fights.
    Rounds,
}

/// How many of them there are.
const COMMONS: usize = Common::Rounds as usize + 1;

/// The most clocks of a system.
const MAX_CLOCKS: usize = 8;

/// What is counted of a side.
#[derive(Clone, Debug)]
struct OfSide<M: MetricSet> {
    units: UnitSet,
    wins: Bars,
    /// By metric.
    counts: M::Each<Bars>,
}

/// The tally of a worker: what [`Totals`](crate::totals::Totals) are made of.
#[derive(Clone, Debug)]
pub struct Tally<S: System> {
    n_units: usize,
    n_sides: usize,
    /// Whether some side has more than one unit.
    has_parties: bool,
    units: [OfUnit<S::Metric>; MAX_UNITS],
    sides: [OfSide<S::Metric>; MAX_SIDES],
    /// By [`Common`].
    common: [Bars; COMMONS],
    late: Vec<Late>,
    fights: u64,

    /// Bit m: something was added to the count of metric m in this fight, unless it is one of the
    /// first, which are [always](Tally::ALWAYS) counted. A count that nothing was added to is 0 for
    /// everybody and costs nothing: its zeros are filled in when the tally is emptied.
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
    /// So many counts, the first, are counted in every fight: nearly every fight adds to them.
    const ALWAYS: usize = if S::Metric::COUNTS < 3 { S::Metric::COUNTS } else { 3 };

    /// An empty tally for these units.
    #[must_use]
    pub fn new(roster: &Roster) -> Self {
        const { assert!(S::Clock::ALL.len() <= MAX_CLOCKS, "a place for each clock") };
        const { assert!(Self::ENDS < MAX_GRIDS, "and for each grid") };
        let side = |side: usize| OfSide {
            units: roster.sides.get(side).map_or(UnitSet::default(), |side| side.units),
            wins: Bars::default(),
            counts: S::Metric::each(|_| Bars::default()),
        };
        Self {
            n_units: roster.units.len(),
            n_sides: roster.sides.len(),
            has_parties: roster.sides.iter().any(|side| side.units.len() > 1),
            units: core::array::from_fn(|_| OfUnit::new()),
            sides: core::array::from_fn(side),
            common: Default::default(),
            late: Vec::with_capacity(1024),
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

    /// Adds `n` (0 or 1) to the bar of `value` in a row of a unit.
    #[inline(always)]
    fn bar(&mut self, unit: UnitId, row: usize, value: u32, n: u32) {
        self.units[unit.idx()].bar(unit.0, row, value, n, &mut self.late);
    }

    /// Adds to the bar of `value` in a row of all.
    #[inline(always)]
    fn common(&mut self, row: Common, value: u32) {
        if !self.common[row as usize].add(value, 1) {
            wait(&mut self.late, Late::OfAll { row: row as u8, value });
        }
    }

    /// Adds to the cell of this moment in a grid of a unit.
    #[inline(always)]
    fn cell(&mut self, unit: UnitId, row: usize, n: u64) {
        let at = [self.round, self.activation];
        self.units[unit.idx()].cell(unit.0, row, at, n, &mut self.late);
    }

    /// Makes room for what found none, and counts it.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        for late in core::mem::take(&mut self.late) {
            match late {
                Late::OfUnit { unit, row, value } => self.units[unit as usize].bars(row.into()).grow(value),
                Late::OfSide { side, row, value } => {
                    let side = &mut self.sides[side as usize];
                    match row.checked_sub(1) {
                        None => side.wins.grow(value),
                        Some(metric) => side.counts.as_mut()[metric as usize].grow(value),
                    }
                }
                Late::OfAll { row, value } => self.common[row as usize].grow(value),
                Late::Grid { unit, row, round, activation, n } => {
                    self.units[unit as usize].grids[row as usize].grow(round, activation, n);
                }
            }
        }
        self.late = Vec::with_capacity(1024);
    }

    /// The end of a round for all together.
    #[inline(always)]
    fn close_round(&mut self) {
        self.common(Common::Rounds, self.round);
        self.common(Common::Activations, self.activation);
        self.activations_of_fight += self.activation;
    }

    /// This fight's value of a count for every side.
    #[inline(always)]
    fn close_sides(&mut self, metric: usize) {
        for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
            let sum = side.units.map(|unit| self.units[unit.idx()].counts.as_ref()[metric]).sum();
            if !side.counts.as_mut()[metric].add(sum, 1) {
                wait(&mut self.late, Late::OfSide { side: i as u8, row: metric as u8 + 1, value: sum });
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
            Kind::Value | Kind::Hidden => self.bar(unit, ROWS + at, n, yes),
            Kind::Ratio => {
                self.units[unit.idx()].ratios.as_mut()[at][usize::from(n == 1)] += yes;
            }
            Kind::Share { .. } | Kind::Above { .. } => unreachable!("read from other metrics"),
        }
    }

    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.bar(by, Row::Attack as usize, (damage + 1) * u32::from(hit), 1);
        self.units[by.idx()].damage_of_round += damage;
    }

    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        self.units[by.idx()].damage_of_round += damage;
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.bar(by, Row::Overkill as usize, damage, 1);
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
        self.bar(unit, Row::PerActivation as usize, damage, 1);
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
            it.close_round(id, began, &mut self.late);
            everybody.insert(UnitId(id));
        }
        for unit in everybody.without(standing) {
            self.bar(unit, Row::Out as usize, self.round, 1);
        }
        // Nothing is counted of those who are Exhausted: see [`Row`].
        for unit in everybody.and(standing).without(self.struck[0]) {
            self.bar(unit, Row::Active as usize, self.round, 1);
        }
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        let is_cut_short = outcome != Outcome::Timeout;
        if is_cut_short {
            self.close_round();
        }
        let activations = core::mem::take(&mut self.activations_of_fight);
        self.common(Common::FightActivations, activations);
        let at @ [round, _] = [self.round, self.activation];
        match outcome {
            Outcome::Win(side) => {
                if !self.sides[side.idx()].wins.add(round, 1) {
                    wait(&mut self.late, Late::OfSide { side: side.0, row: 0, value: round });
                }
            }
            Outcome::Draw => self.common(Common::Draws, round),
            Outcome::Timeout => self.common(Common::Timeouts, round),
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
            let (unit, late) = (UnitId(id), &mut self.late);
            if is_cut_short {
                it.close_round(id, began, late);
                let how = if standing.has(unit) { Row::Over } else { Row::Out };
                it.bar(id, how as usize, round, 1, late);
            }
            if began.has(unit) {
                it.cell(id, Self::ENDS, at, one_and(exhausted.has(unit)), late);
            }
            let damage = core::mem::take(&mut it.damage_of_fight);
            it.bar(id, Row::PerFight as usize, damage, 1, late);
            for metric in 0..Self::ALWAYS {
                it.close_count(id, metric, late);
            }
            for metric in Bits(touched) {
                it.close_count(id, metric, late);
            }
        }
        for clock in 1..S::Clock::ALL.len() {
            for unit in began.and(self.struck[clock]) {
                self.cell(unit, first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), one_and(false));
            }
        }
        self.ever_struck = Default::default();
        self.fights += 1;
        if !self.late.is_empty() {
            self.grow();
        }
    }
}
