//! The cells of a tally, with probabilities in place of counts.

use fray_engine::contract::Outcome;
use fray_engine::roster::{UnitId, UnitSet};

use super::history::{Close, History, Record};
use super::sum::Sum;
use crate::play::enumerated::watch::OWN_CLOCKS;
use crate::totals::About;

/// Probability by round.
#[derive(Clone, Debug, Default)]
pub(super) struct ByRound(Vec<Sum>);

impl ByRound {
    fn add(&mut self, round: u32, p: f64) {
        let round = round as usize;
        if self.0.len() <= round {
            self.0.resize(round + 1, Sum::default());
        }
        self.0[round].add(p);
    }

    /// The rounds with a probability, ascending.
    pub(super) fn each(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let value = |(round, p): (usize, &Sum)| (round as u32, p.value());
        self.0.iter().enumerate().map(value).filter(|&(_, p)| p > 0.0)
    }

    pub(super) fn total(&self) -> f64 {
        self.0.iter().map(|p| p.value()).collect::<Sum>().value()
    }
}

/// Probability by round and activation.
#[derive(Clone, Debug, Default)]
pub(super) struct Plane(Vec<Vec<Sum>>);

impl Plane {
    fn add(&mut self, round: u32, activation: u32, p: f64) {
        let (round, activation) = (round as usize, activation as usize);
        if self.0.len() <= round {
            self.0.resize(round + 1, Vec::new());
        }
        let row = &mut self.0[round];
        if row.len() <= activation {
            row.resize(activation + 1, Sum::default());
        }
        row[activation].add(p);
    }

    /// The cells with a probability in the order of rounds and activations.
    pub(super) fn each(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        self.0.iter().enumerate().flat_map(|(round, row)| {
            let value = move |(activation, p): (usize, &Sum)| (round as u32, activation as u32, p.value());
            row.iter().enumerate().map(value).filter(|&(_, _, p)| p > 0.0)
        })
    }
}

/// One clock of one unit, as `ClockTotals`.
#[derive(Clone, Debug)]
pub(super) struct ClockCells {
    /// By cause.
    pub(super) every: Vec<Plane>,
    pub(super) censored: Plane,
    /// By cause.
    pub(super) first: Vec<Plane>,
    pub(super) never: Sum,
}

/// The ends of a unit's rounds, as `RoundEnds`.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundEndCells {
    pub(super) active: ByRound,
    pub(super) exhausted: ByRound,
    pub(super) out: ByRound,
    pub(super) over: ByRound,
}

/// All cells.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// By side.
    pub(super) wins: Vec<ByRound>,
    pub(super) draws: ByRound,
    pub(super) timeouts: ByRound,
    /// By unit, then clock; behind the clocks stand the first rises of counts.
    pub(super) clocks: Vec<Vec<ClockCells>>,
    /// By unit.
    pub(super) round_ends: Vec<RoundEndCells>,
    /// Activations of all units.
    pub(super) activations: Sum,
}

impl Cells {
    pub(super) fn new(about: &About) -> Self {
        let roster = &about.roster;
        let n_units = roster.units.len();
        let clock = |n_causes: usize| ClockCells {
            every: vec![Plane::default(); n_causes],
            censored: Plane::default(),
            first: vec![Plane::default(); n_causes],
            never: Sum::default(),
        };
        let n_causes = about.clocks.iter().map(|info| info.causes.len());
        let n_causes = n_causes.chain((0..OWN_CLOCKS).map(|_| 1));
        Self {
            wins: vec![ByRound::default(); roster.sides.len()],
            draws: ByRound::default(),
            timeouts: ByRound::default(),
            clocks: vec![n_causes.map(clock).collect(); n_units],
            round_ends: vec![RoundEndCells::default(); n_units],
            activations: Sum::default(),
        }
    }

    /// A turn that begins in this round, with this history, after as many activations, with
    /// this probability.
    pub(super) fn write(&mut self, record: &Record, round: u32, history: &History, activation: u32, p: f64) {
        for strike in &record.strikes {
            let cells = &mut self.clocks[strike.unit as usize][strike.clock as usize];
            let activation = activation + strike.activation;
            cells.every[strike.cause as usize].add(round, activation, p);
            if !history[strike.clock as usize].has(UnitId(strike.unit)) {
                cells.first[strike.cause as usize].add(round, activation, p);
            }
        }
        if let Some(close) = &record.close {
            self.close(close, round, history, activation, p);
        }
    }

    fn close(&mut self, close: &Close, round: u32, history: &History, activation: u32, p: f64) {
        for (unit, ends) in self.round_ends.iter_mut().enumerate() {
            let unit = UnitId(unit as u8);
            let how = if !close.standing.has(unit) {
                &mut ends.out
            } else if close.fight.is_some() {
                &mut ends.over
            } else if close.exhausted.has(unit) {
                &mut ends.exhausted
            } else {
                &mut ends.active
            };
            how.add(round, p);
        }
        let Some(fight) = &close.fight else { return };
        for (clock, &censored) in fight.censored.iter().enumerate() {
            for unit in censored {
                self.clocks[unit.idx()][clock].censored.add(round, activation + fight.activation, p);
            }
        }
        self.never(history, &fight.struck, p);
        self.end(fight.outcome, round, p);
    }

    /// A fight ends with this history, and those have struck in its last round: for the others
    /// the clock never struck.
    pub(super) fn never(&mut self, history: &History, struck: &[UnitSet], p: f64) {
        for (unit, clocks) in self.clocks.iter_mut().enumerate() {
            for (clock, cells) in clocks.iter_mut().enumerate() {
                if !history[clock].or(struck[clock]).has(UnitId(unit as u8)) {
                    cells.never.add(p);
                }
            }
        }
    }

    /// The fight ends.
    pub(super) fn end(&mut self, outcome: Outcome, round: u32, p: f64) {
        match outcome {
            Outcome::Win(side) => self.wins[side.idx()].add(round, p),
            Outcome::Draw => self.draws.add(round, p),
            Outcome::Timeout => self.timeouts.add(round, p),
        }
    }
}
