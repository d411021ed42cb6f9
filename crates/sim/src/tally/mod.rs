//! Counting while fights are played: an observer that adds integers into flat arrays, which grow
//! between fights and never in one.
//!
//! Where the numbers of single fights are asked for, this observer lists them at the end of each
//! ([`numbers`]) and [`columns`] picks those that are wanted, so that no game is compiled for
//! another observer.

mod cells;
pub mod columns;
mod drain;
mod numbers;
mod tries;
mod unit;

use core::marker::PhantomData;
use std::ops::Range;

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricInfo, MetricSet};
use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{MAX_SIDES, MAX_UNITS, Roster, SideId, UnitId, UnitSet};

use crate::totals::Totals;
use cells::{Counts, Deferred, FightHistogram, Grid, defer, one_and};
pub use numbers::Number;
use tries::{CommonTries, Pair, PairSums, SumsByFight, read};
use unit::{MAX_GRIDS, ROWS, Row, UnitCounts};

/// What a tally keeps of the fights it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The sum over all fights, for [`Totals`].
    Totals,
    /// The numbers of the last fight alone, which are read into [`columns`].
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

    /// The numbers of the fight played last that are not 0, if it keeps [`Keep::Fights`].
    fn numbers(&self) -> &[Number];
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
    sums: SumsByFight,
    /// By round and number of units standing at its end: fights, and those that the side won.
    course: Grid,
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
    /// The numbers of the last fight, if they are kept.
    numbers: Vec<Number>,
    fights: u64,

    /// Bit m: something was added to the count of metric m in this fight, unless it is one of the
    /// first, which are [always](Tally::ALWAYS) counted. A count that nothing was added to is 0 for
    /// all units and costs nothing: its zeros are filled in when the tally is drained.
    touched: u64,
    /// Bit m: metric m behind the counts had a try in this fight.
    tried: u64,
    /// The bits of metrics that are read from hidden ones and had a success in this fight.
    read: u64,
    /// Who stood at the end of each round of this fight.
    standings: Vec<(u32, UnitSet)>,
    /// Rounds of this fight that are over.
    rounds: u32,
    /// Tries are the rounds of a fight; nothing is added to their sum.
    rounds_of_fight: PairSums,
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
    /// By metric: those that are read from its histogram, and [`NOBODY`] behind them.
    const READERS: [[u8; 8]; MAX_METRICS] = readers(S::Metric::ALL);

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
        const { assert!(S::Metric::ALL.len() <= MAX_METRICS, "a place for each metric") };
        const { assert!(S::Metric::ALL.len() - S::Metric::COUNTS <= 64, "a bit for each that is no count") };
        let side = |side: usize| SideCounts {
            units: roster.sides.get(side).map_or(UnitSet::default(), |side| side.units),
            wins: Counts::default(),
            counts: S::Metric::each(|_| Counts::default()),
            sums: match roster.sides.get(side) {
                Some(_) => SumsByFight::new(S::Clock::ALL.len(), S::Metric::ALL.len()),
                None => SumsByFight::default(),
            },
            course: Grid::default(),
        };
        Self {
            n_units: roster.units.len(),
            n_sides: roster.sides.len(),
            keep,
            has_parties: keep == Keep::Totals && roster.sides.iter().any(|side| side.units.len() > 1),
            units: core::array::from_fn(|unit| match unit < roster.units.len() {
                true => UnitCounts::new(S::Clock::ALL.len()),
                false => UnitCounts::none(),
            }),
            sides: core::array::from_fn(side),
            of_fights: Default::default(),
            deferred: Vec::with_capacity(1024),
            numbers: Vec::new(),
            fights: 0,
            touched: 0,
            tried: 0,
            read: 0,
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

    /// The end of a round for all together.
    #[inline(always)]
    fn close_round(&mut self) {
        self.count_fight(FightHistogram::Rounds, self.round);
        self.count_fight(FightHistogram::Activations, self.activation);
        self.activations_of_fight += self.activation;
        self.rounds += 1;
    }

    /// Who stands at the end of the round.
    #[inline(always)]
    fn stand(&mut self, standing: UnitSet) {
        if self.keep == Keep::Totals {
            // Fights of more than 128 rounds are so long that it does not matter.
            self.standings.push((self.round, standing));
        }
    }

    /// Adds this fight's tries to the sums over fights, and its rounds to the course of each side.
    #[inline(always)]
    fn close_tries(&mut self, winner: Option<SideId>) {
        let tried = core::mem::take(&mut self.tried);
        for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
            for &(round, standing) in &self.standings {
                let n_standing = standing.and(side.units).len();
                let n = one_and(winner == Some(SideId(i as u8)));
                if !side.course.add(round, n_standing, n) {
                    let side = i as u8;
                    let course = Deferred::Course { side, round, standing: n_standing, n };
                    defer(&mut self.deferred, course);
                }
            }
            if !self.has_parties {
                continue;
            }
            let mut all = CommonTries::default();
            side.units.for_each(|unit| all.merge(&self.units[unit.idx()].tries));
            side.sums.add_attacks(&all);
            for unit in side.units {
                let it = &mut self.units[unit.idx()];
                it.sums.add_share_of_damage(it.tries.damage, all.damage);
            }
        }
        self.standings.clear();
        for metric in Bits(core::mem::take(&mut self.read)) {
            self.close_read(S::Metric::COUNTS + metric);
        }
        for metric in Bits(tried) {
            let metric = S::Metric::COUNTS + metric;
            for side in &mut self.sides[..self.n_sides.min(MAX_SIDES)] {
                let mut all = Pair::default();
                for unit in side.units {
                    let it = &mut self.units[unit.idx()];
                    let pair = it.take_tries(metric);
                    it.sums.add_metric(metric, pair);
                    all += pair;
                }
                if self.has_parties {
                    side.sums.add_metric(metric, all);
                }
            }
        }
        self.rounds_of_fight.add(Pair::new(0, self.rounds));
        for it in &mut self.units[..self.n_units.min(MAX_UNITS)] {
            it.close_tries(self.rounds);
        }
    }

    /// This fight's tries of a metric go up.
    #[inline(always)]
    fn tried(&mut self, unit: UnitId, metric: usize, pair: Pair) {
        self.units[unit.idx()].pairs.as_mut()[metric] += pair;
        self.tried |= 1 << (metric - S::Metric::COUNTS);
    }

    /// An observation of a hidden metric that is not the usual one, for those that are read from it.
    #[inline(never)]
    fn read(&mut self, unit: UnitId, metric: usize, n: u32) {
        for reader in Self::READERS[metric].into_iter().take_while(|&reader| reader != NOBODY) {
            let reader = usize::from(reader);
            let pair = read(S::Metric::ALL[reader].kind, n);
            if pair.sum() > 0 {
                self.units[unit.idx()].pairs.as_mut()[reader] += pair;
                self.read |= 1 << (reader - S::Metric::COUNTS);
            }
        }
    }

    /// Adds this fight's successes of a metric that is read from hidden ones to the sums over fights.
    /// Every observation of the hidden metric of a share was a try.
    #[inline(never)]
    fn close_read(&mut self, metric: usize) {
        for side in &mut self.sides[..self.n_sides.min(MAX_SIDES)] {
            let mut all = Pair::default();
            for unit in side.units {
                let it = &mut self.units[unit.idx()];
                let mut pair = it.take_tries(metric);
                if let Kind::Share { of, .. } = S::Metric::ALL[metric].kind {
                    pair = Pair::new(pair.sum(), it.pairs.as_ref()[of].tries());
                }
                it.sums.add_metric(metric, pair);
                all += pair;
            }
            if self.has_parties {
                side.sums.add_metric(metric, all);
            }
        }
    }

    /// This fight's value of a count for every side, and of the shares that are read from it.
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
            for reader in Self::READERS[metric] {
                if reader == NOBODY {
                    break;
                }
                let mut all = Pair::default();
                for unit in side.units {
                    let count = self.units[unit.idx()].counts.as_ref()[metric];
                    all += read(S::Metric::ALL[reader as usize].kind, count);
                }
                side.sums.add_metric(reader.into(), all);
            }
        }
    }
}

/// The most metrics of a game.
const MAX_METRICS: usize = 128;
/// No metric.
const NOBODY: u8 = u8::MAX;

/// By metric: the places of those that are read from its histogram.
const fn readers(all: &[MetricInfo]) -> [[u8; 8]; MAX_METRICS] {
    let mut readers = [[NOBODY; 8]; MAX_METRICS];
    let mut reader = 0;
    while reader < all.len() {
        match all[reader].kind {
            Kind::Share { of, .. } => readers[of] = with(readers[of], reader as u8),
            Kind::Above { of, .. } => {
                let mut i = 0;
                while i < of.len() {
                    readers[of[i]] = with(readers[of[i]], reader as u8);
                    i += 1;
                }
            }
            _ => {}
        }
        reader += 1;
    }
    readers
}

/// A list with one more entry.
const fn with(mut list: [u8; 8], entry: u8) -> [u8; 8] {
    let mut i = 0;
    while list[i] != NOBODY {
        i += 1;
    }
    assert!(i < 7, "seven metrics are read from one at most");
    list[i] = entry;
    list
}

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

impl<S: System> Observer<S> for Tally<S> {
    const WANTS_HEALTH: bool = true;

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
            Kind::Value => {
                self.count(unit, ROWS + at, n, yes);
                self.tried(unit, at, Pair::new(n * yes, yes));
            }
            Kind::Hidden { usual } => {
                self.count(unit, ROWS + at, n, yes);
                self.tried(unit, at, Pair::new(0, yes));
                if n != usual && yes == 1 {
                    self.read(unit, at, n);
                }
            }
            Kind::Ratio => self.tried(unit, at, Pair::new(u32::from(n == 1) * yes, yes)),
            Kind::Share { .. } | Kind::Above { .. } => unreachable!("read from other metrics"),
        }
    }

    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.count(by, Row::Attack as usize, (damage + 1) * u32::from(hit), 1);
        let it = &mut self.units[by.idx()];
        it.damage_of_round += damage;
        it.tries.hits += Pair::new(u32::from(hit), 1);
        it.tries.soaked += u32::from(hit && damage == 0);
        it.tries.hit_damage += damage;
    }

    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        self.units[by.idx()].damage_of_round += damage;
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.count(by, Row::Overkill as usize, damage, 1);
        self.units[by.idx()].overkill_of_fight += damage;
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
        if first {
            self.units[unit.idx()].first_struck[clock] = self.round;
        }
        if self.began.has(unit) {
            self.units[unit.idx()].strikes[clock] += 1;
            if clock == 0 {
                self.units[unit.idx()].exhausted(self.activation);
            }
        }
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
        self.stand(standing);
        let began = core::mem::take(&mut self.began);
        let mut everybody = UnitSet::default();
        for (id, it) in (0..).zip(&mut self.units[..self.n_units.min(MAX_UNITS)]) {
            it.close_round(id, began, self.activation, &mut self.deferred);
            everybody.insert(UnitId(id));
        }
        for unit in everybody.without(standing) {
            self.count(unit, Row::Out as usize, self.round, 1);
            self.units[unit.idx()].tries.rounds_down += 1;
        }
        // Nothing is counted of those who are Exhausted: see [`Row`].
        for unit in everybody.and(standing).without(self.struck[0]) {
            self.count(unit, Row::Active as usize, self.round, 1);
        }
    }

    #[inline(always)]
    fn health(&mut self, unit: UnitId, health: u32) {
        let round = self.round;
        if self.keep == Keep::Totals && !self.units[unit.idx()].health.add(round, health) {
            defer(&mut self.deferred, Deferred::Health { unit: unit.0, round, health });
        }
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        let is_cut_short = outcome != Outcome::Timeout;
        if is_cut_short {
            self.close_round();
            self.stand(standing);
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
                it.close_round(id, began, at[1], deferred);
                let how = if standing.has(unit) { Row::Over } else { Row::Out };
                it.tries.rounds_down += u32::from(!standing.has(unit));
                it.count(id, how as usize, round, 1, deferred);
            }
            if began.has(unit) {
                it.cell(id, Self::ENDS, at, one_and(exhausted.has(unit)), deferred);
            }
            let damage = core::mem::take(&mut it.damage_of_fight);
            it.tries.damage = damage;
            it.count(id, Row::PerFight as usize, damage, 1, deferred);
            if self.keep == Keep::Totals {
                it.overkill_of_fight = 0;
                for metric in 0..Self::ALWAYS {
                    it.close_count(id, metric, deferred);
                }
                for metric in Bits(touched) {
                    it.close_count(id, metric, deferred);
                }
            }
        }
        for clock in 1..S::Clock::ALL.len() {
            for unit in began.and(self.struck[clock]) {
                self.cell(unit, first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), one_and(false));
            }
        }
        match self.keep {
            Keep::Totals => self.close_tries(match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw | Outcome::Timeout => None,
            }),
            Keep::Fights => self.list_numbers(outcome, activations, touched),
        }
        self.ever_struck = Default::default();
        self.rounds = 0;
        self.fights += 1;
        if !self.deferred.is_empty() {
            self.grow();
        }
    }
}
