//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.

use core::marker::PhantomData;

use fray_rules::contract::{ClockSet, Kind, MetricSet, Observer, Outcome, System};
use fray_rules::roster::{MAX_UNITS, Roster, UnitId, UnitSet};

use crate::totals::{ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Totals, UnitTotals};

/// A histogram of 32-bit counts; what does not fit waits for the end of the fight.
#[derive(Clone, Debug, Default)]
struct Bars {
    cells: Box<[u32]>,
}

impl Bars {
    /// Adds `n` to the bar of `value`, and says whether there is one.
    #[inline(always)]
    fn add(&mut self, value: u32, n: u32) -> bool {
        match self.cells.get_mut(value as usize) {
            Some(cell) => {
                *cell += n;
                true
            }
            None => false,
        }
    }
}

/// Histograms of one kind, one for each unit or side.
type PerUnit = [Bars; MAX_UNITS];

/// Two counts for each round and activation: all strikes of a clock, and those that were the
/// first of their fight.
#[derive(Clone, Debug, Default)]
struct Grid {
    cells: Box<[[u32; 2]]>,
    /// Activations a row.
    width: u32,
}

/// An observation that found no cell: kept until its fight is over.
#[derive(Clone, Copy, Debug)]
enum Late {
    Bar { row: u16, unit: u8, value: u32 },
    Grid { row: u16, unit: u8, round: u32, activation: u32, n: [u32; 2] },
}

/// Where a late observation belongs, as a number.
#[derive(Clone, Copy)]
#[repr(usize)]
enum Row {
    Attack,
    PerActivation,
    PerRound,
    PerFight,
    Overkill,
    Active,
    Exhausted,
    Out,
    Over,
    /// By side, not by unit.
    Wins,
    /// In places 0 and 1: draws and timeouts; in places 2 and 3: activations of rounds and
    /// of fights.
    Common,
}

/// How many rows every system has.
const ROWS: usize = Row::Common as usize + 1;

/// The most clocks of a system.
const MAX_CLOCKS: usize = 8;

type Each<S, T> = <<S as System>::Metric as MetricSet>::Each<T>;

/// The tally of a worker: what [`Totals`] are made of.
#[derive(Clone, Debug)]
pub struct Tally<S: System> {
    n_units: usize,
    sides: Vec<UnitSet>,
    /// Whether some side has more than one unit.
    has_parties: bool,
    /// By [`Row`].
    rows: [PerUnit; ROWS],
    /// By metric.
    metrics: Each<S, PerUnit>,
    /// Counts of sides, by metric.
    side_counts: Each<S, PerUnit>,
    /// By clock and cause; after the causes of each clock its strikes in the rounds in which
    /// fights were over, at the place of that end.
    grids: Vec<[Grid; MAX_UNITS]>,
    /// The rounds in which fights were over and which the unit began standing. A clock is censored
    /// there if it did not strike; most of them strike seldom, so that what is counted is where
    /// they did.
    ends: [Grid; MAX_UNITS],
    /// Tries and successes by metric.
    ratios: Each<S, [[u32; 2]; MAX_UNITS]>,
    late: Vec<Late>,
    fights: u64,

    /// This fight's counts, by metric.
    counts: Each<S, [u32; MAX_UNITS]>,
    /// Bit m: something was added to the count of metric m in this fight. A count that nothing was
    /// added to is 0 for everybody and costs nothing: its zeros are filled in when the tally is
    /// emptied.
    touched: u64,
    damage_of_fight: [u32; MAX_UNITS],
    damage_of_round: [u32; MAX_UNITS],
    damage_before: [u32; MAX_UNITS],
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

/// Where the rows of clock `clock` begin among the grids.
fn first_grid<S: System>(clock: usize) -> usize {
    S::Clock::ALL[..clock].iter().map(|clock| clock.causes.len() + 1).sum()
}

impl<S: System> Tally<S> {
    /// An empty tally for these units.
    #[must_use]
    pub fn new(roster: &Roster) -> Self {
        let n_grids = first_grid::<S>(S::Clock::ALL.len());
        Self {
            n_units: roster.units.len(),
            sides: roster.sides.iter().map(|side| side.units).collect(),
            has_parties: roster.sides.iter().any(|side| side.units.len() > 1),
            rows: Default::default(),
            metrics: S::Metric::each(|_| PerUnit::default()),
            side_counts: S::Metric::each(|_| PerUnit::default()),
            grids: (0..n_grids).map(|_| core::array::from_fn(|_| Grid::default())).collect(),
            ends: core::array::from_fn(|_| Grid::default()),
            ratios: S::Metric::each(|_| [[0; 2]; MAX_UNITS]),
            late: Vec::with_capacity(1024),
            fights: 0,
            counts: S::Metric::each(|_| [0; MAX_UNITS]),
            touched: 0,
            damage_of_fight: [0; MAX_UNITS],
            damage_of_round: [0; MAX_UNITS],
            damage_before: [0; MAX_UNITS],
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

    /// The histogram of unit (or side) `unit` in a row: of every system, of a metric, or of a
    /// side's count.
    #[inline(always)]
    fn bars(&mut self, row: usize, unit: usize) -> &mut Bars {
        let n_metrics = S::Metric::ALL.len();
        let row = match row {
            row if row < ROWS => &mut self.rows[row],
            row if row < ROWS + n_metrics => &mut self.metrics.as_mut()[row - ROWS],
            row => &mut self.side_counts.as_mut()[row - ROWS - n_metrics],
        };
        &mut row[unit & (MAX_UNITS - 1)]
    }

    /// Adds `n` (0 or 1) to the bar of `value`.
    #[inline(always)]
    fn bar(&mut self, row: usize, unit: usize, value: u32, n: u32) {
        if !self.bars(row, unit).add(value, n) && n > 0 {
            bar_late(&mut self.late, row, unit, value);
        }
    }

    /// Adds to the cell of this moment in row `row` of a unit.
    #[inline(always)]
    fn cell(&mut self, row: usize, unit: UnitId, n: [u32; 2]) {
        let (round, activation) = (self.round, self.activation);
        if !self.grids[row][unit.idx()].add(round, activation, n) {
            self.cell_late(row, unit, n);
        }
    }

    #[cold]
    #[inline(never)]
    fn cell_late(&mut self, row: usize, unit: UnitId, n: [u32; 2]) {
        let (round, activation) = (self.round, self.activation);
        self.late.push(Late::Grid { row: row as u16, unit: unit.0, round, activation, n });
    }

    /// Makes room for what found none, and counts it.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        for late in core::mem::take(&mut self.late) {
            match late {
                Late::Bar { row, unit, value } => {
                    let bars = self.bars(row as usize, unit as usize);
                    grow_to(&mut bars.cells, value as usize + 1, 0);
                    bars.cells[value as usize] += 1;
                }
                Late::Grid { row, unit, round, activation, n } => {
                    let row = self.grids.get_mut(row as usize).unwrap_or(&mut self.ends);
                    let grid = &mut row[unit as usize];
                    grid.make_room(round, activation);
                    let has_found_room = grid.add(round, activation, n);
                    debug_assert!(has_found_room);
                }
            }
        }
        self.late = Vec::with_capacity(1024);
    }

    /// The end of a round for everybody: damage, how it ended, activations.
    #[inline(always)]
    fn count_round(&mut self, standing: UnitSet, over: bool) {
        let exhausted = self.struck[0];
        for unit in 0..self.n_units.min(MAX_UNITS) {
            let id = UnitId(unit as u8);
            let damage = core::mem::take(&mut self.damage_of_round[unit]);
            self.damage_of_fight[unit] += damage;
            self.bar(Row::PerRound as usize, unit, damage, u32::from(self.began.has(id)));
            let how = if !standing.has(id) {
                Row::Out
            } else if over {
                Row::Over
            } else if exhausted.has(id) {
                Row::Exhausted
            } else {
                Row::Active
            };
            self.bar(how as usize, unit, self.round, 1);
        }
        self.bar(Row::Common as usize, 2, self.activation, 1);
        self.activations_of_fight += self.activation;
    }

    /// Empties the tally into totals.
    pub fn drain_into(&mut self, totals: &mut Totals) {
        let fights = core::mem::take(&mut self.fights);
        let mut mine = Totals {
            fights,
            draws: self.take_bar(Row::Common as usize, 0),
            timeouts: self.take_bar(Row::Common as usize, 1),
            activations: self.take_bar(Row::Common as usize, 2),
            fight_activations: self.take_bar(Row::Common as usize, 3),
            ..Totals::default()
        };
        for side in 0..self.sides.len() {
            let n_metrics = S::Metric::ALL.len();
            let wins = self.take_bar(Row::Wins as usize, side);
            // Where every side is one unit, the units' own counts say it all.
            let n_counts = if self.has_parties { n_metrics } else { 0 };
            let take = |m| match m < S::Metric::COUNTS {
                true => self.take_count(ROWS + n_metrics + m, side, fights),
                false => Histogram::default(),
            };
            let counts = (0..n_counts).map(take).collect();
            mine.sides.push(SideTotals { wins, counts });
        }
        for unit in 0..self.n_units {
            let metrics = (0..S::Metric::ALL.len()).map(|m| self.take_metric(m, unit, fights)).collect();
            let ends = self.ends[unit].plane(0);
            self.ends[unit].cells.fill([0; 2]);
            let clocks =
                (0..S::Clock::ALL.len()).map(|clock| self.take_clock(clock, unit, fights, &ends)).collect();
            mine.units.push(UnitTotals {
                metrics,
                attack: self.take_bar(Row::Attack as usize, unit),
                per_activation: self.take_bar(Row::PerActivation as usize, unit),
                per_round: self.take_bar(Row::PerRound as usize, unit),
                per_fight: self.take_bar(Row::PerFight as usize, unit),
                overkill: self.take_bar(Row::Overkill as usize, unit),
                clocks,
                round_ends: RoundEnds {
                    active: self.take_bar(Row::Active as usize, unit),
                    exhausted: self.take_bar(Row::Exhausted as usize, unit),
                    out: self.take_bar(Row::Out as usize, unit),
                    over: self.take_bar(Row::Over as usize, unit),
                },
            });
        }
        totals.merge(&mine);
    }

    fn take_bar(&mut self, row: usize, unit: usize) -> Histogram {
        let cells = &mut self.bars(row, unit).cells;
        let used = cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let taken = cells[..used].iter().map(|&count| u64::from(count)).collect();
        cells[..used].fill(0);
        Histogram { cells: taken }
    }

    /// A count of each of `fights` fights; it was 0 in those that did not touch it.
    fn take_count(&mut self, row: usize, unit: usize, fights: u64) -> Histogram {
        let mut counts = self.take_bar(row, unit);
        let untouched = fights - counts.n();
        if untouched > 0 {
            counts.cells.resize(counts.cells.len().max(1), 0);
            counts.cells[0] += untouched;
        }
        counts
    }

    fn take_metric(&mut self, metric: usize, unit: usize, fights: u64) -> MetricTotals {
        match S::Metric::ALL[metric].kind {
            Kind::Count => MetricTotals::Histogram(self.take_count(ROWS + metric, unit, fights)),
            Kind::Value | Kind::Hidden => MetricTotals::Histogram(self.take_bar(ROWS + metric, unit)),
            Kind::Ratio => {
                let [n, sum] = core::mem::take(&mut self.ratios.as_mut()[metric][unit]);
                MetricTotals::Ratio { n: n.into(), sum: sum.into() }
            }
            Kind::Share { .. } => MetricTotals::Share,
        }
    }

    fn take_clock(&mut self, clock: usize, unit: usize, fights: u64, ends: &Plane) -> ClockTotals {
        let first_row = first_grid::<S>(clock);
        let n_causes = S::Clock::ALL[clock].causes.len();
        let mut totals = ClockTotals { never: fights, ..Default::default() };
        for row in first_row..first_row + n_causes {
            let first = self.grids[row][unit].plane(1);
            totals.never -= first.rounds.iter().flatten().sum::<u64>();
            totals.every.push(self.grids[row][unit].plane(0));
            totals.first.push(first);
            self.grids[row][unit].cells.fill([0; 2]);
        }
        let struck = &mut self.grids[first_row + n_causes][unit];
        totals.censored = less(ends, &struck.plane(0));
        struck.cells.fill([0; 2]);
        totals
    }
}

/// The counts of a plane less those of another, which are no more.
fn less(all: &Plane, some: &Plane) -> Plane {
    let mut rest = all.clone();
    for (all, some) in rest.rounds.iter_mut().zip(&some.rounds) {
        for (all, some) in all.iter_mut().zip(some) {
            *all -= some;
        }
    }
    rest.trim();
    rest
}

impl Grid {
    /// Adds to a cell, and says whether there is one.
    #[inline(always)]
    fn add(&mut self, round: u32, activation: u32, n: [u32; 2]) -> bool {
        let at = round as usize * self.width as usize + activation as usize;
        match self.cells.get_mut(at) {
            Some(cell) if activation < self.width => {
                cell[0] += n[0];
                cell[1] += n[1];
                true
            }
            _ => false,
        }
    }

    fn make_room(&mut self, round: u32, activation: u32) {
        let width = (activation + 1).next_power_of_two().max(self.width).max(8);
        let rounds = self.cells.len() / self.width.max(1) as usize;
        let needed = (round as usize + 1).next_power_of_two().max(rounds).max(8);
        if width == self.width && needed == rounds {
            return;
        }
        let mut cells = vec![[0; 2]; needed * width as usize].into_boxed_slice();
        if self.width > 0 {
            let rows = self.cells.chunks(self.width as usize);
            for (old, new) in rows.zip(cells.chunks_mut(width as usize)) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        (self.cells, self.width) = (cells, width);
    }

    fn plane(&self, which: usize) -> Plane {
        let rows = self.cells.chunks((self.width as usize).max(1));
        let row = |row: &[[u32; 2]]| row.iter().map(|cell| u64::from(cell[which])).collect();
        let mut plane = Plane { rounds: rows.map(row).collect() };
        plane.trim();
        plane
    }
}

#[cold]
#[inline(never)]
fn bar_late(late: &mut Vec<Late>, row: usize, unit: usize, value: u32) {
    late.push(Late::Bar { row: row as u16, unit: unit as u8, value });
}

/// At least `len` cells, in powers of two.
fn grow_to<T: Clone>(cells: &mut Box<[T]>, len: usize, zero: T) {
    if cells.len() < len {
        let mut longer = core::mem::take(cells).into_vec();
        longer.resize(len.next_power_of_two().max(16), zero);
        *cells = longer.into_boxed_slice();
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
                self.counts.as_mut()[at][unit.idx()] += n * yes;
                self.touched |= 1 << at;
            }
            Kind::Value | Kind::Hidden => self.bar(ROWS + at, unit.idx(), n, yes),
            Kind::Ratio => {
                let ratio = &mut self.ratios.as_mut()[at][unit.idx()];
                ratio[0] += yes;
                ratio[1] += n * yes;
            }
            Kind::Share { .. } => unreachable!("a share is read from another metric"),
        }
    }

    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.bar(Row::Attack as usize, by.idx(), (damage + 1) * u32::from(hit), 1);
        self.damage_of_round[by.idx()] += damage;
    }

    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        self.damage_of_round[by.idx()] += damage;
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.bar(Row::Overkill as usize, by.idx(), damage, 1);
    }

    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.damage_before[unit.idx()] = self.damage_of_round[unit.idx()];
    }

    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let damage = self.damage_of_round[unit.idx()] - self.damage_before[unit.idx()];
        self.bar(Row::PerActivation as usize, unit.idx(), damage, 1);
    }

    #[inline(always)]
    fn renumber(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let (clock, cause) = clock.place();
        // Of several strikes in a round the first counts.
        if self.struck[clock].has(unit) {
            return;
        }
        let first = u32::from(!self.ever_struck[clock].has(unit));
        self.struck[clock].insert(unit);
        self.ever_struck[clock].insert(unit);
        self.cell(first_grid::<S>(clock) + cause, unit, [1, first]);
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        self.round = round;
        self.activation = 0;
        self.began = standing;
        self.struck = Default::default();
    }

    #[inline(always)]
    fn joins(&mut self, unit: UnitId) {
        self.began.insert(unit);
    }

    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        self.count_round(standing, false);
        self.began = UnitSet::default();
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        if outcome != Outcome::Timeout {
            self.count_round(standing, true);
        }
        let activations = core::mem::take(&mut self.activations_of_fight);
        self.bar(Row::Common as usize, 3, activations, 1);
        match outcome {
            Outcome::Win(side) => self.bar(Row::Wins as usize, side.idx(), self.round, 1),
            Outcome::Draw => self.bar(Row::Common as usize, 0, self.round, 1),
            Outcome::Timeout => self.bar(Row::Common as usize, 1, self.round, 1),
        }
        // Nobody, after a timeout: the last round has ended already.
        for unit in self.began {
            if !self.ends[unit.idx()].add(self.round, self.activation, [1, 0]) {
                self.cell_late(self.grids.len(), unit, [1, 0]);
            }
        }
        const { assert!(S::Clock::ALL.len() <= MAX_CLOCKS, "a place for each clock") };
        for clock in 0..S::Clock::ALL.len() {
            for unit in self.began.and(self.struck[clock]) {
                self.cell(first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), unit, [1, 0]);
            }
        }
        self.ever_struck = Default::default();
        for unit in 0..self.n_units.min(MAX_UNITS) {
            let damage = core::mem::take(&mut self.damage_of_fight[unit]);
            self.bar(Row::PerFight as usize, unit, damage, 1);
        }
        const { assert!(S::Metric::COUNTS <= u64::BITS as usize, "a bit for each count") };
        let mut touched = core::mem::take(&mut self.touched);
        while touched != 0 {
            self.count_metric(touched.trailing_zeros() as usize);
            touched &= touched - 1;
        }
        self.fights += 1;
        if !self.late.is_empty() {
            self.grow();
        }
    }
}

impl<S: System> Tally<S> {
    /// This fight's value of a count, for every unit, and for every side if one has more than one.
    #[inline(always)]
    fn count_metric(&mut self, metric: usize) {
        if self.has_parties {
            for side in 0..self.sides.len() {
                let sum = self.sides[side].map(|unit| self.counts.as_ref()[metric][unit.idx()]).sum();
                self.bar(ROWS + S::Metric::ALL.len() + metric, side, sum, 1);
            }
        }
        let n_units = self.n_units;
        let (counts, rows) = (&mut self.counts.as_mut()[metric], &mut self.metrics.as_mut()[metric]);
        for unit in 0..n_units {
            let unit = unit & (MAX_UNITS - 1);
            let n = core::mem::take(&mut counts[unit]);
            if !rows[unit].add(n, 1) {
                bar_late(&mut self.late, ROWS + metric, unit, n);
            }
        }
    }
}
