//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.

mod cells;
mod drain;

use core::marker::PhantomData;

use fray_rules::contract::{ClockSet, Kind, MetricSet, Observer, Outcome, System};
use fray_rules::roster::{MAX_SIDES, MAX_UNITS, Roster, UnitId, UnitSet};

use cells::{Bars, Grid};

/// A histogram that every system has of each unit, as a number.
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
}

/// How many of them there are.
const ROWS: usize = Row::Over as usize + 1;

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
}

/// How many of them there are.
const COMMONS: usize = Common::FightActivations as usize + 1;

/// The most clocks of a system.
const MAX_CLOCKS: usize = 8;

/// An observation that found no cell: kept until its fight is over. Rows of metrics stand behind
/// those of every system.
#[derive(Clone, Copy, Debug)]
enum Late {
    OfUnit {
        unit: u8,
        row: u8,
        value: u32,
    },
    /// Row 0: wins. Row m + 1: the count of metric m.
    OfSide {
        side: u8,
        row: u8,
        value: u32,
    },
    OfAll {
        row: u8,
        value: u32,
    },
    Grid {
        unit: u8,
        row: u8,
        round: u32,
        activation: u32,
        n: [u32; 2],
    },
}

/// What is counted of a unit.
#[derive(Clone, Debug)]
struct OfUnit<M: MetricSet> {
    /// By [`Row`].
    rows: [Bars; ROWS],
    metrics: M::Each<Bars>,
    /// By clock and cause: all strikes, and those that were the first of their fight. After the
    /// causes of each clock the rounds in which fights were over and it had struck, at the place
    /// of that end. Last of all these ends, of the rounds that the unit began standing, and those
    /// with the first clock struck. A clock is censored where it did not strike; all but the
    /// first strike seldom, so that what is counted of them is where they did.
    grids: Vec<Grid>,
    /// Tries and successes by metric.
    ratios: M::Each<[u32; 2]>,
    /// This fight's counts, by metric.
    counts: M::Each<u32>,
    damage_of_fight: u32,
    damage_of_round: u32,
    damage_before: u32,
}

impl<M: MetricSet> OfUnit<M> {
    fn new(n_grids: usize) -> Self {
        const { assert!(ROWS + M::ALL.len() <= u8::MAX as usize, "a byte numbers the rows") };
        assert!(n_grids <= u8::MAX as usize, "and the grids");
        Self {
            rows: Default::default(),
            metrics: M::each(|_| Bars::default()),
            grids: vec![Grid::default(); n_grids],
            ratios: M::each(|_| [0; 2]),
            counts: M::each(|_| 0),
            damage_of_fight: 0,
            damage_of_round: 0,
            damage_before: 0,
        }
    }

    /// A histogram of every system, or behind them of a metric.
    #[inline(always)]
    fn bars(&mut self, row: usize) -> &mut Bars {
        if row < ROWS { &mut self.rows[row] } else { &mut self.metrics.as_mut()[row - ROWS] }
    }
}

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

    /// Bit m: something was added to the count of metric m in this fight. A count that nothing was
    /// added to is 0 for everybody and costs nothing: its zeros are filled in when the tally is
    /// emptied.
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
fn first_grid<S: System>(clock: usize) -> usize {
    S::Clock::ALL[..clock].iter().map(|clock| clock.causes.len() + 1).sum()
}

impl<S: System> Tally<S> {
    /// Where the grid of ends stands.
    fn ends() -> usize {
        first_grid::<S>(S::Clock::ALL.len())
    }

    /// An empty tally for these units.
    #[must_use]
    pub fn new(roster: &Roster) -> Self {
        const { assert!(S::Clock::ALL.len() <= MAX_CLOCKS, "a place for each clock") };
        let side = |side: usize| OfSide {
            units: roster.sides.get(side).map_or(UnitSet::default(), |side| side.units),
            wins: Bars::default(),
            counts: S::Metric::each(|_| Bars::default()),
        };
        Self {
            n_units: roster.units.len(),
            n_sides: roster.sides.len(),
            has_parties: roster.sides.iter().any(|side| side.units.len() > 1),
            units: core::array::from_fn(|_| OfUnit::new(Self::ends() + 1)),
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
        if !self.units[unit.idx()].bars(row).add(value, n) && n > 0 {
            wait(&mut self.late, Late::OfUnit { unit: unit.0, row: row as u8, value });
        }
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
    fn cell(&mut self, unit: UnitId, row: usize, n: [u32; 2]) {
        let (round, activation) = (self.round, self.activation);
        if !self.units[unit.idx()].grids[row].add(round, activation, n) {
            wait(&mut self.late, Late::Grid { unit: unit.0, row: row as u8, round, activation, n });
        }
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

    /// The end of a round for everybody: damage, how it ended, activations.
    #[inline(always)]
    fn count_round(&mut self, standing: UnitSet, over: bool) {
        let exhausted = self.struck[0];
        for unit in 0..self.n_units {
            let id = UnitId(unit as u8);
            let it = &mut self.units[id.idx()];
            let damage = core::mem::take(&mut it.damage_of_round);
            it.damage_of_fight += damage;
            self.bar(id, Row::PerRound as usize, damage, u32::from(self.began.has(id)));
            let how = if !standing.has(id) {
                Row::Out
            } else if over {
                Row::Over
            } else if exhausted.has(id) {
                Row::Exhausted
            } else {
                Row::Active
            };
            self.bar(id, how as usize, self.round, 1);
        }
        self.common(Common::Activations, self.activation);
        self.activations_of_fight += self.activation;
    }
}

#[cold]
#[inline(never)]
fn wait(late: &mut Vec<Late>, what: Late) {
    late.push(what);
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
                self.touched |= 1 << at;
            }
            Kind::Value | Kind::Hidden => self.bar(unit, ROWS + at, n, yes),
            Kind::Ratio => {
                let ratio = &mut self.units[unit.idx()].ratios.as_mut()[at];
                ratio[0] += yes;
                ratio[1] += n * yes;
            }
            Kind::Share { .. } => unreachable!("a share is read from another metric"),
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
        self.cell(unit, first_grid::<S>(clock) + cause, [1, first]);
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
        self.common(Common::FightActivations, activations);
        match outcome {
            Outcome::Win(side) => {
                if !self.sides[side.idx()].wins.add(self.round, 1) {
                    wait(&mut self.late, Late::OfSide { side: side.0, row: 0, value: self.round });
                }
            }
            Outcome::Draw => self.common(Common::Draws, self.round),
            Outcome::Timeout => self.common(Common::Timeouts, self.round),
        }
        // Nobody, after a timeout: the last round has ended already.
        for unit in self.began {
            self.cell(unit, Self::ends(), [1, u32::from(self.struck[0].has(unit))]);
        }
        for clock in 1..S::Clock::ALL.len() {
            for unit in self.began.and(self.struck[clock]) {
                self.cell(unit, first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), [1, 0]);
            }
        }
        self.ever_struck = Default::default();
        for unit in 0..self.n_units {
            let id = UnitId(unit as u8);
            let damage = core::mem::take(&mut self.units[id.idx()].damage_of_fight);
            self.bar(id, Row::PerFight as usize, damage, 1);
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
            for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
                let sum = side.units.map(|unit| self.units[unit.idx()].counts.as_ref()[metric]).sum();
                if !side.counts.as_mut()[metric].add(sum, 1) {
                    wait(&mut self.late, Late::OfSide { side: i as u8, row: metric as u8 + 1, value: sum });
                }
            }
        }
        for (i, unit) in self.units[..self.n_units.min(MAX_UNITS)].iter_mut().enumerate() {
            let n = core::mem::take(&mut unit.counts.as_mut()[metric]);
            if !unit.metrics.as_mut()[metric].add(n, 1) {
                let row = (ROWS + metric) as u8;
                wait(&mut self.late, Late::OfUnit { unit: i as u8, row, value: n });
            }
        }
    }
}
