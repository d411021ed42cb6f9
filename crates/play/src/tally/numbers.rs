//! The numbers of single fights, listed at the end of each.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{Outcome, System};
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::roster::{MAX_SIDES, SideId, UnitId, UnitSet};

use super::rounds::RoundSet;
use super::tries::{CommonTries, Pair};
use super::{Bits, NOBODY, Tally};

/// A number that every fight has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// 1 if the fight ended in a draw.
    Draw,
    /// 1 if it ended as a timeout.
    Timeout,
    /// The round in which it ended.
    Rounds,
    /// Activations of all units.
    Activations,
    /// 1 if nobody acted to effect in its last whole round.
    Stalled,
    /// 1 if this side won.
    Win(SideId),
    /// 1 if this side acted first.
    First(SideId),
    /// 1 if it acted first and won.
    WonFirst(SideId),
    /// Of a unit.
    Unit(UnitId, UnitColumn),
}

/// A number that every fight has of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitColumn {
    /// Attacks.
    Attacks,
    /// Attacks that hit.
    Hits,
    /// Hits without damage.
    Soaked,
    /// Damage as rolled.
    Damage,
    /// Damage beyond the last hit point of its target.
    Overkill,
    /// Rounds that it began standing.
    Rounds,
    /// The sum of a metric's observations, or its successes.
    Sum(usize),
    /// The number of a metric's observations, or its tries.
    Tries(usize),
    /// Rounds begun standing in which a clock struck.
    Strikes(usize),
    /// 1 if the clock ever struck.
    Struck(usize),
    /// The round in which the clock first struck; 0 if it never did.
    First(usize),
}

/// A number of a fight. Those that are 0 need not be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number's place in [`Slots`].
    pub(super) slot: u32,
    /// The number.
    pub(super) value: u32,
}

/// The numbers of a fight that are asked for. Its end, rounds and activations always are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requested {
    /// Whether any others of the whole fight are.
    of_fight: bool,
    /// The units of which any are.
    units: UnitSet,
    /// By bit: the metrics of any unit.
    metrics: u128,
}

impl Requested {
    /// All of them.
    pub const ALL: Self = Self { of_fight: true, units: UnitSet(u32::MAX), metrics: u128::MAX };
    /// The end, rounds and activations alone.
    pub const ENDS: Self = Self { of_fight: false, units: UnitSet(0), metrics: 0 };

    /// These and another.
    #[must_use]
    pub fn with(mut self, column: Column) -> Self {
        match column {
            Column::Draw | Column::Timeout | Column::Rounds | Column::Activations | Column::Win(_) => {}
            Column::Stalled | Column::First(_) | Column::WonFirst(_) => self.of_fight = true,
            Column::Unit(unit, column) => {
                self.units.insert(unit);
                if let UnitColumn::Sum(metric) | UnitColumn::Tries(metric) = column {
                    self.metrics |= 1 << metric;
                }
            }
        }
        self
    }

    /// Returns whether there are any besides the end, rounds and activations.
    pub(super) fn is_beyond_ends(self) -> bool {
        self.of_fight || !self.units.is_empty()
    }

    /// Returns whether a metric of any unit is among them.
    pub(super) fn has_metric(self, metric: usize) -> bool {
        self.metrics >> metric & 1 == 1
    }
}

/// The order in which the numbers of a fight are numbered themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    n_clocks: usize,
    n_metrics: usize,
}

impl Slots {
    /// The numbers of a unit in a game with this many clocks and metrics.
    pub(super) const fn new(n_clocks: usize, n_metrics: usize) -> Self {
        Self { n_clocks, n_metrics }
    }

    /// Returns how many there are for so many units.
    pub(super) const fn count(self, n_units: usize) -> usize {
        5 + 3 * MAX_SIDES + n_units * self.of_unit()
    }

    const fn of_unit(self) -> usize {
        6 + 3 * self.n_clocks + 2 * self.n_metrics
    }

    /// The slot of a number.
    #[inline(always)]
    pub(super) const fn of(self, column: Column) -> u32 {
        let slot = match column {
            Column::Draw => 0,
            Column::Timeout => 1,
            Column::Rounds => 2,
            Column::Activations => 3,
            Column::Stalled => 4,
            Column::Win(side) => 5 + side.0 as usize,
            Column::First(side) => 5 + MAX_SIDES + side.0 as usize,
            Column::WonFirst(side) => 5 + 2 * MAX_SIDES + side.0 as usize,
            Column::Unit(unit, column) => {
                let of_metrics = 6 + 3 * self.n_clocks;
                self.count(unit.0 as usize)
                    + match column {
                        UnitColumn::Attacks => 0,
                        UnitColumn::Hits => 1,
                        UnitColumn::Soaked => 2,
                        UnitColumn::Damage => 3,
                        UnitColumn::Overkill => 4,
                        UnitColumn::Rounds => 5,
                        UnitColumn::Strikes(clock) => 6 + 3 * clock,
                        UnitColumn::Struck(clock) => 7 + 3 * clock,
                        UnitColumn::First(clock) => 8 + 3 * clock,
                        UnitColumn::Sum(metric) => of_metrics + 2 * metric,
                        UnitColumn::Tries(metric) => of_metrics + 2 * metric + 1,
                    }
            }
        };
        slot as u32
    }
}

impl<S: System> Tally<S> {
    const SLOTS: Slots = Slots::new(S::Clock::ALL.len(), S::Metric::ALL.len());

    /// The numbers of the fight played last, if they are kept.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// Lists the end, rounds and activations of the fight that is over.
    #[inline(never)]
    pub(super) fn list_end(&mut self, outcome: Outcome, activations: u64) {
        self.numbers.clear();
        let how = match outcome {
            Outcome::Win(side) => Column::Win(side),
            Outcome::Draw => Column::Draw,
            Outcome::Timeout => Column::Timeout,
        };
        let ends = [(how, 1), (Column::Rounds, self.round.into()), (Column::Activations, activations)];
        let number =
            |(column, value): (Column, u64)| Number { slot: Self::SLOTS.of(column), value: narrow(value) };
        self.numbers.extend(ends.map(number));
    }

    /// Lists the numbers of the fight that is over.
    #[inline(never)]
    pub(super) fn list_numbers(&mut self, outcome: Outcome, activations: u64, touched: u64) {
        self.list_end(outcome, activations);
        let numbers = &mut self.numbers;
        let mut list = |column, value: u64| {
            if value > 0 {
                numbers.push(Number { slot: Self::SLOTS.of(column), value: narrow(value) });
            }
        };
        list(Column::Stalled, u64::from(self.last_round.is_some_and(|round| !round.acted)));
        for (i, side) in self.sides[..self.n_sides].iter().enumerate() {
            let (id, is_first) = (SideId(i as u8), self.first.is_some_and(|unit| side.units.has(unit)));
            list(Column::First(id), u64::from(is_first));
            list(Column::WonFirst(id), u64::from(is_first && outcome == Outcome::Win(id)));
        }
        let asked = self.listed.unwrap_or_default();
        for (unit, it) in (0..).map(UnitId).zip(&self.units).filter(|(unit, _)| asked.units.has(*unit)) {
            let CommonTries { hits, soaked, damage, began, .. } = it.tries;
            let mut list = |column, value| list(Column::Unit(unit, column), value);
            list(UnitColumn::Attacks, hits.tries());
            list(UnitColumn::Hits, hits.sum());
            list(UnitColumn::Soaked, soaked);
            list(UnitColumn::Damage, damage);
            list(UnitColumn::Overkill, it.overkill_of_fight);
            list(UnitColumn::Rounds, began.len().into());
            for clock in 0..S::Clock::ALL.len() {
                list(UnitColumn::Strikes(clock), it.strikes[clock].len().into());
                if self.ever_struck[clock].has(unit) {
                    list(UnitColumn::Struck(clock), 1);
                    list(UnitColumn::First(clock), it.first_struck[clock].into());
                }
            }
        }
        if asked.metrics != 0 {
            self.list_metrics(asked, touched);
        }
    }

    fn list_metrics(&mut self, asked: Requested, touched: u64) {
        for (id, it) in (0..).zip(&self.units).filter(|(id, _)| asked.units.has(UnitId(*id))) {
            let mut list = |metric, pair: Pair| {
                if !asked.has_metric(metric) {
                    return;
                }
                let of = |column| Self::SLOTS.of(Column::Unit(UnitId(id), column));
                self.numbers.push(Number { slot: of(UnitColumn::Sum(metric)), value: narrow(pair.sum()) });
                self.numbers
                    .push(Number { slot: of(UnitColumn::Tries(metric)), value: narrow(pair.tries()) });
            };
            for metric in Self::ALWAYS.chain(Bits(touched)) {
                list(metric, Pair::new(it.counts.as_ref()[metric], true));
            }
            for (flag, units) in self.flags.into_iter().enumerate() {
                let metric = S::Metric::STANDING.index() + flag;
                list(metric, Pair::new(units.has(UnitId(id)), true));
            }
            let tries = |metric: usize| it.pairs.as_ref()[metric];
            for metric in Bits(self.tried) {
                let metric = S::Metric::COUNTS + metric;
                let pair = tries(metric);
                if !matches!(S::Metric::ALL[metric].kind, Kind::Hidden) {
                    list(metric, pair);
                    continue;
                }
                let is_share = |reader: &usize| matches!(S::Metric::ALL[*reader].kind, Kind::Share { .. });
                for reader in readers(Self::READERS[metric]).filter(is_share) {
                    list(reader, Pair::new(tries(reader).sum(), pair.tries()));
                }
            }
            for metric in Bits(self.read) {
                let metric = S::Metric::COUNTS + metric;
                let pair = tries(metric);
                if matches!(S::Metric::ALL[metric].kind, Kind::Above { .. }) && pair.tries() > 0 {
                    list(metric, pair);
                }
            }
        }
    }

    /// Forgets what was noted of the fight that is over where nothing of it is added up.
    #[inline(never)]
    pub(super) fn forget_fight(&mut self, touched: u64) {
        let (tried, read_of) = (core::mem::take(&mut self.tried), core::mem::take(&mut self.read));
        for it in &mut self.units {
            it.tries = CommonTries::default();
            it.overkill_of_fight = 0;
            it.strikes[..S::Clock::ALL.len()].fill(RoundSet::default());
            Self::ALWAYS.chain(Bits(touched)).for_each(|metric| it.counts.as_mut()[metric] = 0);
            for metric in Bits(tried).chain(Bits(read_of)) {
                it.take_tries(S::Metric::COUNTS + metric);
            }
        }
    }
}

/// A number of a fight as columns hold it.
///
/// # Panics
/// If it has no room there: the fight is named, and no number is wrong.
#[inline(always)]
fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or_else(|_| too_large(value))
}

#[cold]
#[inline(never)]
fn too_large(value: u64) -> ! {
    panic!("a number of one fight reached {value}, more than fights are compared by")
}

/// The metrics in an entry of [`Tally::READERS`].
fn readers(all: [u8; 8]) -> impl Iterator<Item = usize> {
    all.into_iter().take_while(|&reader| reader != NOBODY).map(usize::from)
}
