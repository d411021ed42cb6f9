//! What happened in each fight: an observer that leaves a row of counts for every fight.

use core::marker::PhantomData;

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricSet};
use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{Roster, UnitId, UnitSet};

/// Fights whose rows are kept at a time: few enough for the nearest cache, enough to add them up
/// column by column.
pub(super) const BLOCK: usize = 64;

/// No count of a fight may reach this; below it the squares of a block's counts add up in 64
/// bits.
pub(super) const TOO_MANY: u32 = 1 << 28;

/// The counts of up to [`BLOCK`] fights, column by column.
#[derive(Clone, Debug)]
pub(super) struct Block {
    cells: Vec<u32>,
    /// Fights in it.
    pub(super) n: usize,
}

impl Block {
    pub(super) fn new(n_columns: usize) -> Self {
        Self { cells: vec![0; n_columns * BLOCK], n: 0 }
    }

    /// A column, by fight.
    pub(super) fn column(&self, column: usize) -> &[u32] {
        &self.cells[column * BLOCK..][..self.n]
    }
}

/// Where the columns of a system's fight stand: those of the fight, of each side, of each unit.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    n_sides: usize,
    n_units: usize,
    n_metrics: usize,
    n_clocks: usize,
}

/// A column of a unit.
#[derive(Clone, Copy)]
pub(super) enum OfUnit {
    Attacks,
    Hits,
    Soaked,
    Damage,
    Overkill,
    /// Rounds that it began standing.
    Rounds,
    /// The sum of a metric, or its successes.
    Sum(usize),
    /// The observations of a metric, or its tries.
    Tries(usize),
    /// Rounds in which a clock struck.
    Strikes(usize),
    /// Whether it ever struck.
    Struck(usize),
    /// The round in which it first struck; 0 if it never did.
    First(usize),
}

impl Columns {
    pub(super) const DRAW: usize = 0;
    pub(super) const TIMEOUT: usize = 1;
    pub(super) const ROUNDS: usize = 2;
    pub(super) const ACTIVATIONS: usize = 3;
    const OF_FIGHT: usize = 4;
    /// Columns of a unit before those of its metrics.
    const OF_EVERY_SYSTEM: usize = 6;

    pub(super) fn of<S: System>(roster: &Roster) -> Self {
        Self {
            n_sides: roster.sides.len(),
            n_units: roster.units.len(),
            n_metrics: S::Metric::ALL.len(),
            n_clocks: S::Clock::ALL.len(),
        }
    }

    pub(super) fn len(&self) -> usize {
        Self::OF_FIGHT + self.n_sides + self.n_units * self.a_unit()
    }

    fn a_unit(&self) -> usize {
        Self::OF_EVERY_SYSTEM + 2 * self.n_metrics + 3 * self.n_clocks
    }

    /// Whether a side won.
    pub(super) fn win(&self, side: usize) -> usize {
        Self::OF_FIGHT + side
    }

    #[inline(always)]
    pub(super) fn unit(&self, unit: UnitId, what: OfUnit) -> usize {
        let clocks = Self::OF_EVERY_SYSTEM + 2 * self.n_metrics;
        let at = match what {
            OfUnit::Attacks => 0,
            OfUnit::Hits => 1,
            OfUnit::Soaked => 2,
            OfUnit::Damage => 3,
            OfUnit::Overkill => 4,
            OfUnit::Rounds => 5,
            OfUnit::Sum(metric) => Self::OF_EVERY_SYSTEM + 2 * metric,
            OfUnit::Tries(metric) => Self::OF_EVERY_SYSTEM + 2 * metric + 1,
            OfUnit::Strikes(clock) => clocks + 3 * clock,
            OfUnit::Struck(clock) => clocks + 3 * clock + 1,
            OfUnit::First(clock) => clocks + 3 * clock + 2,
        };
        Self::OF_FIGHT + self.n_sides + unit.idx() * self.a_unit() + at
    }
}

/// Counts one fight after the other into a [`Block`].
#[derive(Clone, Debug)]
pub(super) struct Facts<S: System> {
    columns: Columns,
    /// This fight's counts, by column.
    now: Vec<u32>,
    /// By clock: whose struck in this round.
    struck: Vec<UnitSet>,
    /// The rows of the fights before it.
    pub(super) block: Block,
    system: PhantomData<fn() -> S>,
}

impl<S: System> Facts<S> {
    pub(super) fn new(roster: &Roster) -> Self {
        let columns = Columns::of::<S>(roster);
        Self {
            now: vec![0; columns.len()],
            struck: vec![UnitSet::default(); S::Clock::ALL.len()],
            block: Block::new(columns.len()),
            columns,
            system: PhantomData,
        }
    }

    #[inline(always)]
    fn count(&mut self, unit: UnitId, what: OfUnit, n: u32) {
        let cell = &mut self.now[self.columns.unit(unit, what)];
        // What is too much stays too much, and is found when the block is added up.
        *cell = cell.saturating_add(n);
    }

    /// One observation for what is read from a metric.
    #[inline(always)]
    fn share(&mut self, unit: UnitId, read_from: usize, value: u32) {
        for (idx, metric) in S::Metric::ALL.iter().enumerate() {
            if let Kind::Share { of, among, is } = metric.kind
                && of == read_from
                && among(value)
            {
                self.count(unit, OfUnit::Tries(idx), 1);
                self.count(unit, OfUnit::Sum(idx), u32::from(is(value)));
            }
            if let Kind::Above { of, least } = metric.kind
                && of.contains(&read_from)
                && value > least
            {
                self.count(unit, OfUnit::Tries(idx), 1);
                self.count(unit, OfUnit::Sum(idx), value - least);
            }
        }
    }
}

impl<S: System> Observer<S> for Facts<S> {
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        let at = metric.index();
        match S::Metric::ALL[at].kind {
            Kind::Count => self.count(unit, OfUnit::Sum(at), n),
            Kind::Value | Kind::Ratio => {
                self.count(unit, OfUnit::Sum(at), n);
                self.count(unit, OfUnit::Tries(at), 1);
                self.share(unit, at, n);
            }
            Kind::Hidden => self.share(unit, at, n),
            Kind::Share { .. } | Kind::Above { .. } => unreachable!("read from other metrics"),
        }
    }

    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.count(by, OfUnit::Attacks, 1);
        self.count(by, OfUnit::Hits, u32::from(hit));
        self.count(by, OfUnit::Soaked, u32::from(hit && damage == 0));
        self.count(by, OfUnit::Damage, damage);
    }

    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        self.count(by, OfUnit::Damage, damage);
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.count(by, OfUnit::Overkill, damage);
    }

    #[inline(always)]
    fn activation(&mut self, _: UnitId) {
        self.now[Columns::ACTIVATIONS] += 1;
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let (clock, _) = clock.place();
        // Of several strikes in a round the first counts, as in the tally.
        if self.struck[clock].has(unit) {
            return;
        }
        self.struck[clock].insert(unit);
        self.count(unit, OfUnit::Strikes(clock), 1);
        let ever = self.columns.unit(unit, OfUnit::Struck(clock));
        if self.now[ever] == 0 {
            self.now[ever] = 1;
            self.count(unit, OfUnit::First(clock), self.now[Columns::ROUNDS]);
        }
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        self.now[Columns::ROUNDS] = round;
        self.struck.fill(UnitSet::default());
        for unit in standing {
            self.count(unit, OfUnit::Rounds, 1);
        }
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.count(unit, OfUnit::Rounds, 1);
    }

    fn fight_over(&mut self, outcome: Outcome, _: UnitSet) {
        let ended = match outcome {
            Outcome::Win(side) => self.columns.win(side.idx()),
            Outcome::Draw => Columns::DRAW,
            Outcome::Timeout => Columns::TIMEOUT,
        };
        self.now[ended] = 1;
        for unit in 0..self.columns.n_units {
            let unit = UnitId(unit as u8);
            for metric in 0..S::Metric::COUNTS {
                self.share(unit, metric, self.now[self.columns.unit(unit, OfUnit::Sum(metric))]);
            }
        }
        let fight = self.block.n;
        for (column, count) in self.block.cells.chunks_exact_mut(BLOCK).zip(&mut self.now) {
            column[fight] = core::mem::take(count);
        }
        self.block.n += 1;
    }
}
