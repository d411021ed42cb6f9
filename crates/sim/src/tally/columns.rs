//! The numbers of single fights, in columns: read from the observations of a [`Player`] that
//! keeps [`Keep::Fights`](super::Keep::Fights).
//!
//! The columns asked for are listed once; for every histogram that a tally has it is then known
//! which columns an observation of it changes.

use std::collections::BTreeMap;
use std::ops::Range;

use fray_rules::declare::metrics::Kind;
use fray_rules::engine::roster::{SideId, UnitId};

use super::unit::{MAX_GRIDS, ROWS, Row};
use super::{Deferred, FightHistogram, Player};
use crate::totals::About;

/// Fights whose numbers are kept at a time: few enough for the nearest cache, enough to add them
/// up column by column.
pub(crate) const BLOCK: usize = 64;

/// A number that every fight has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// 1 if the fight ended in a draw.
    Draw,
    /// 1 if it ended as a timeout.
    Timeout,
    /// The round in which it ended.
    Rounds,
    /// Activations of all units.
    Activations,
    /// 1 if this side won.
    Win(SideId),
    /// Of a unit.
    Unit(UnitId, UnitColumn),
}

/// A number that every fight has of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UnitColumn {
    Attacks,
    Hits,
    /// Hits without damage.
    Soaked,
    /// Damage as rolled.
    Damage,
    Overkill,
    /// Rounds that it began standing.
    Rounds,
    /// The sum of a metric's observations, or its successes.
    Sum(usize),
    /// The number of a metric's observations, or its tries.
    Tries(usize),
    /// Rounds in which a clock struck.
    Strikes(usize),
    /// 1 if the clock ever struck.
    Struck(usize),
    /// The round in which the clock first struck; 0 if it never did.
    First(usize),
}

/// Columns asked for, each listed once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnList(BTreeMap<Column, usize>);

impl ColumnList {
    /// The place of a column in [`FightColumns`].
    pub(crate) fn place(&mut self, column: Column) -> usize {
        let next = self.0.len();
        *self.0.entry(column).or_insert(next)
    }
}

/// What an observation adds to a column.
#[derive(Clone, Copy, Debug)]
enum Adds {
    One,
    Value,
    /// One if the value is above 0.
    IfAny,
    /// One if the value is 1.
    IfOne,
    /// One for a value among these.
    If(fn(u32) -> bool),
    /// What the value is above this.
    Above(u32),
    /// One if the value is above this.
    IfAbove(u32),
    /// One if it is the first strike of its fight; of grids only.
    IfFirst,
    /// The round if it is the first strike of its fight; of grids only.
    RoundIfFirst,
}

impl Adds {
    #[inline(always)]
    fn of(self, value: u32) -> u32 {
        match self {
            Self::One => 1,
            Self::Value => value,
            Self::IfAny => u32::from(value > 0),
            Self::IfOne => u32::from(value == 1),
            Self::If(is) => u32::from(is(value)),
            Self::Above(least) => value.saturating_sub(least),
            Self::IfAbove(least) => u32::from(value > least),
            Self::IfFirst | Self::RoundIfFirst => 0,
        }
    }
}

/// A column that an observation of a histogram changes.
#[derive(Clone, Copy, Debug)]
struct Target {
    column: usize,
    adds: Adds,
    /// What the column holds as long as nothing is observed, and the observation replaces.
    initial: u32,
}

/// The columns of up to [`BLOCK`] fights.
#[derive(Clone, Debug)]
pub(crate) struct FightColumns {
    /// By column, then fight.
    cells: Vec<u32>,
    /// By column: what a fight has of which nothing was observed.
    initial: Vec<u32>,
    /// Fights in them.
    n: usize,
    n_rows: usize,
    /// By unit and histogram: the targets, as a range of `targets`.
    of_rows: Vec<Range<usize>>,
    /// By unit and grid.
    of_grids: Vec<Range<usize>>,
    targets: Vec<Target>,
    of_fight: [Option<usize>; 4],
    /// By side.
    wins: Vec<Option<usize>>,
}

impl FightColumns {
    /// Space for these columns of fights that `about` describes.
    pub(crate) fn new(about: &About, columns: ColumnList) -> Self {
        let columns = columns.0;
        let place = |column| columns.get(&column).copied();
        let n_rows = ROWS + about.metrics.len();
        let mut all = Self {
            cells: vec![0; columns.len() * BLOCK],
            initial: vec![0; columns.len()],
            n: 0,
            n_rows,
            of_rows: Vec::new(),
            of_grids: Vec::new(),
            targets: Vec::new(),
            of_fight: [Column::Draw, Column::Timeout, Column::Rounds, Column::Activations].map(place),
            wins: (0..about.roster.sides.len()).map(|side| place(Column::Win(SideId(side as u8)))).collect(),
        };
        for unit in about.roster.everyone() {
            let place = |column| place(Column::Unit(unit, column));
            for row in 0..n_rows {
                let from = all.targets.len();
                let adds = match row.checked_sub(ROWS) {
                    None => of_row(row),
                    Some(metric) => of_metric(about, metric),
                };
                for (column, adds) in adds {
                    let Some(column) = place(column) else { continue };
                    // A count that is 0 is not always observed.
                    let is_count = row >= ROWS && matches!(about.metrics[row - ROWS].kind, Kind::Count);
                    let initial = if is_count { adds.of(0) } else { 0 };
                    all.initial[column] += initial;
                    all.targets.push(Target { column, adds, initial });
                }
                all.of_rows.push(from..all.targets.len());
            }
            let mut clocks: Vec<Option<usize>> = Vec::new();
            for (clock, info) in about.clocks.iter().enumerate() {
                clocks.extend(info.causes.iter().map(|_| Some(clock)));
                clocks.push(None);
            }
            clocks.resize(MAX_GRIDS, None);
            for clock in clocks {
                let from = all.targets.len();
                let of_clock = clock.map(|clock| {
                    [
                        (UnitColumn::Strikes(clock), Adds::One),
                        (UnitColumn::Struck(clock), Adds::IfFirst),
                        (UnitColumn::First(clock), Adds::RoundIfFirst),
                    ]
                });
                for (column, adds) in of_clock.into_iter().flatten() {
                    let target = |column| Target { column, adds, initial: 0 };
                    all.targets.extend(place(column).map(target));
                }
                all.of_grids.push(from..all.targets.len());
            }
        }
        all
    }

    /// Plays some fights, at most [`BLOCK`], and reads their numbers in place of those before.
    pub(crate) fn play(&mut self, player: &mut dyn Player, fights: Range<u64>) {
        for (column, &initial) in self.cells.chunks_exact_mut(BLOCK).zip(&self.initial) {
            column.fill(initial);
        }
        self.n = 0;
        for fight in fights {
            player.play(fight..fight + 1);
            self.read(player.observations());
        }
    }

    /// A column, by fight.
    pub(crate) fn column(&self, column: usize) -> &[u32] {
        &self.cells[column * BLOCK..][..self.n]
    }

    /// Fights in the columns.
    pub(crate) fn n(&self) -> usize {
        self.n
    }

    /// Reads one fight, and clears its observations.
    fn read(&mut self, observations: &mut Vec<Deferred>) {
        for observation in &*observations {
            match *observation {
                Deferred::OfUnit { unit, row, value } => {
                    let targets = self.of_rows[unit as usize * self.n_rows + row as usize].clone();
                    for at in targets {
                        let target = self.targets[at];
                        self.add(target, target.adds.of(value));
                    }
                }
                Deferred::Ratio { unit, metric, n: [failed, succeeded] } => {
                    let row = ROWS + metric as usize;
                    for at in self.of_rows[unit as usize * self.n_rows + row].clone() {
                        let target = self.targets[at];
                        let tries = failed.saturating_add(succeeded);
                        self.add(target, if matches!(target.adds, Adds::One) { tries } else { succeeded });
                    }
                }
                Deferred::Grid { unit, row, round, n, .. } => {
                    let is_first = n >> 32 > 0;
                    for at in self.of_grids[unit as usize * MAX_GRIDS + row as usize].clone() {
                        let target = self.targets[at];
                        let n = match target.adds {
                            Adds::IfFirst => u32::from(is_first),
                            Adds::RoundIfFirst if is_first => round,
                            Adds::RoundIfFirst => 0,
                            adds => adds.of(1),
                        };
                        self.add(target, n);
                    }
                }
                Deferred::OfSide { side, row: 0, value } => {
                    self.set(self.wins[side as usize], 1);
                    self.set(self.of_fight[2], value);
                }
                Deferred::OfSide { .. } | Deferred::Course { .. } | Deferred::Health { .. } => {}
                Deferred::OfFight { row, value } => match row {
                    FightHistogram::Draws => {
                        self.set(self.of_fight[0], 1);
                        self.set(self.of_fight[2], value);
                    }
                    FightHistogram::Timeouts => {
                        self.set(self.of_fight[1], 1);
                        self.set(self.of_fight[2], value);
                    }
                    FightHistogram::FightActivations => self.set(self.of_fight[3], value),
                    FightHistogram::Activations | FightHistogram::Rounds => {}
                },
            }
        }
        observations.clear();
        self.n += 1;
    }

    #[inline(always)]
    fn set(&mut self, column: Option<usize>, value: u32) {
        if let Some(column) = column {
            self.cells[column * BLOCK + self.n] = value;
        }
    }

    #[inline(always)]
    fn add(&mut self, target: Target, n: u32) {
        let cell = &mut self.cells[target.column * BLOCK + self.n];
        // What is too much stays too much, and is found when the columns are added up.
        *cell = (*cell - target.initial).saturating_add(n);
    }
}

/// The columns that an observation of a [`Row`] changes, and how.
fn of_row(row: usize) -> Vec<(UnitColumn, Adds)> {
    const ATTACK: usize = Row::Attack as usize;
    const PER_ROUND: usize = Row::PerRound as usize;
    const PER_FIGHT: usize = Row::PerFight as usize;
    const OVERKILL: usize = Row::Overkill as usize;
    match row {
        // A miss is 0, a hit for d damage d + 1.
        ATTACK => vec![
            (UnitColumn::Attacks, Adds::One),
            (UnitColumn::Hits, Adds::IfAny),
            (UnitColumn::Soaked, Adds::IfOne),
        ],
        // Observed for each round that the unit began standing.
        PER_ROUND => vec![(UnitColumn::Rounds, Adds::One)],
        PER_FIGHT => vec![(UnitColumn::Damage, Adds::Value)],
        OVERKILL => vec![(UnitColumn::Overkill, Adds::Value)],
        _ => Vec::new(),
    }
}

/// The columns that an observation of a metric changes, and how: its own, and those of the metrics
/// that are read from its histogram.
fn of_metric(about: &About, metric: usize) -> Vec<(UnitColumn, Adds)> {
    let mut all = vec![(UnitColumn::Sum(metric), Adds::Value), (UnitColumn::Tries(metric), Adds::One)];
    for (at, info) in about.metrics.iter().enumerate() {
        match info.kind {
            Kind::Share { of, is } if of == metric => {
                all.push((UnitColumn::Tries(at), Adds::One));
                all.push((UnitColumn::Sum(at), Adds::If(is)));
            }
            Kind::Above { of, least } if of.contains(&metric) => {
                all.push((UnitColumn::Tries(at), Adds::IfAbove(least)));
                all.push((UnitColumn::Sum(at), Adds::Above(least)));
            }
            Kind::Count
            | Kind::Value
            | Kind::Ratio
            | Kind::Hidden { .. }
            | Kind::Share { .. }
            | Kind::Above { .. } => {}
        }
    }
    all
}
