//! Everyone against everyone: each fighter of a [`Pairing`] against each, listed first and listed second,
//! and against itself.
//!
//! Fights go to the pairs that are still open: those of which it is neither certain who is the stronger,
//! nor that they are about even. The two cells of a pair have as many fights, so that the order of listing
//! weighs nothing in who is the stronger. Every cell has dice of its own, so that cells are independent.
//!
//! A fighter scores 1 for a win, 1/2 for a draw or a timeout, and 0 for a loss. Verdicts on pairs come from
//! confidence sequences ([`crate::stats::sequential`]) that hold together at 95 %, whenever play ends.
//! The luck of the rolls is taken out of the score of a cell where that saves a fifth of the fights or more.
//! Means over cells, of which it matters that all weigh alike, are made of the first fights of each, whose
//! number does not depend on what is seen.

mod order;
mod play;
pub(crate) mod text;

use core::sync::atomic::Ordering;

pub use order::{Cycle, Standing};
pub use play::{BrokenCell, Counts, Score};

use super::pick::FIRST_LOOK;
use crate::control::Control;
use crate::luck::Sharper;
use crate::play::dice::mix;
use crate::play::luck::LuckTotals;
use crate::scenario::pairing::{LeftOut, Pairing};
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval, Z};
use crate::totals::signature::fnv_1a;

/// The fights of every cell before the first look, and the fewest that are added to one.
const FIRST: u64 = FIRST_LOOK;

/// The number of fights of a cell at which verdicts are reached soonest.
const TUNED_FOR: f64 = 4096.0;

/// The settings of the cells' fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed, from which that of each cell is made.
    pub seed: u64,
    /// The most fights of a cell, at least [`FIRST_LOOK`]: fewer are raised to it.
    pub fights: u64,
    /// The greatest distance from an even score at which two fighters are called even.
    pub delta: f64,
    /// The signal that stops play, and the callback with the numbers of fights as they are played.
    pub watch: Control<'a>,
    /// Called with the number of pairs that are open and the fights that they are to have more.
    pub looked: &'a (dyn Fn(usize, u64) + Sync),
}

/// One fighter listed first against another listed second.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixCell {
    /// The seed of its dice.
    pub seed: u64,
    /// The counts of its fights.
    pub counts: Counts,
    /// The account of the luck of these fights.
    luck: LuckTotals,
    /// The mean score with luck taken out, where that saves a fifth of the fights or more.
    pub sharper: Option<Sharper>,
    /// The score of the first fights; `None` without fights.
    first: Option<Score>,
    /// Whether the two can fight under the template.
    pub is_possible: bool,
}

/// The stronger of two fighters, in both orders of listing together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The one with the smaller number.
    First,
    /// The other one.
    Second,
    /// They are even, to the tolerance.
    Even,
    /// The fights do not tell.
    Open,
}

/// Everyone against everyone.
#[derive(Debug)]
pub struct Matrix {
    /// The names of the fighters.
    pub names: Vec<String>,
    /// The stat blocks that could not fight.
    pub left_out: Vec<LeftOut>,
    /// By fighter listed first, then by the one listed second.
    pub cells: Vec<Vec<MatrixCell>>,
    /// The greatest distance from an even score that is called even.
    pub delta: f64,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The estimate.
    pub value: f64,
    /// The interval.
    pub within: Interval,
}

/// The seed of the fights of one fighter, listed first, against another, in a matrix of this seed; below
/// 2^53, as programs that read the table keep numbers as floats.
#[must_use]
pub fn cell_seed(seed: u64, first: &str, second: &str) -> u64 {
    let key = fnv_1a(format!("{first}\n{second}").as_bytes());
    mix(seed ^ mix(key)) >> 11
}

/// Plays every cell, then those that are open, until none is or all have the most fights.
///
/// # Errors
/// The first cell of which a fight broke an invariant.
pub fn matrix(pairing: &Pairing, terms: Settings<'_>) -> Result<Matrix, BrokenCell> {
    let most = terms.fights.max(FIRST);
    let names: Vec<String> = pairing.fighters.iter().map(|fighter| fighter.name.clone()).collect();
    let n = names.len();
    let cell = |a: usize, b: usize| {
        let seed = cell_seed(terms.seed, &names[a], &names[b]);
        MatrixCell {
            seed,
            counts: Counts::default(),
            luck: LuckTotals::default(),
            sharper: None,
            first: None,
            is_possible: true,
        }
    };
    let cells = (0..n).map(|a| (0..n).map(|b| cell(a, b)).collect()).collect();
    let left_out = pairing.left_out.clone();
    let mut matrix = Matrix { names, left_out, cells, delta: terms.delta, interrupted: false };
    let mut all: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).collect();
    let mut end = FIRST;
    let mut played = 0;
    while !all.is_empty() && played < end {
        (terms.looked)(matrix.open().len(), all.len() as u64 * (end - played));
        play::play(pairing, &mut matrix, &all, played..end, terms.watch)?;
        if terms.watch.stop.load(Ordering::Relaxed) {
            matrix.interrupted = true;
            break;
        }
        if played == 0 {
            matrix.cells.iter_mut().flatten().for_each(|cell| cell.first = cell.score());
        }
        played = end;
        // Half as many again, in whole chunks.
        end = most.min(played + FIRST.max(played / 2 / FIRST * FIRST));
        let open = matrix.open();
        all.retain(|&(a, b)| open.contains(&(a.min(b), a.max(b))));
    }
    Ok(matrix)
}

impl MatrixCell {
    /// Adds fights.
    fn add(&mut self, counts: &Counts, luck: &LuckTotals) {
        self.counts.add(counts);
        self.luck.merge(luck);
        self.sharper = self.counts.sharper(&self.luck);
    }

    /// Returns the estimate by its fights of the mean score of the fighter listed first; `None` without
    /// fights.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.counts.known(self.sharper.as_ref())
    }
}

impl Matrix {
    /// Returns how much the fighter with the number `a` scores against `b` beyond even, in both orders of listing, with
    /// the interval that holds together with those of all pairs; `None` before both cells have fights. Of a
    /// fighter against itself it is what being listed first is worth.
    #[must_use]
    pub fn lead(&self, a: usize, b: usize) -> Option<Mean> {
        let (ab, ba) = (&self.cells[a][b], &self.cells[b][a]);
        let fights = ab.counts.fights.min(ba.counts.fights);
        if fights < 2 {
            return None;
        }
        let pairs = self.names.len() * (self.names.len() + 1) / 2;
        let sequence = Sequence { alpha: ALPHA / pairs as f64, tuned_for: TUNED_FOR };
        let (first, second) = (ab.score()?, ba.score()?);
        let (value, variance) = if a == b {
            (first.value - 0.5, first.variance)
        } else {
            ((first.value - second.value) / 2.0, (first.variance + second.variance) / 4.0)
        };
        Some(Mean { value, within: sequence.interval(value, variance, fights) })
    }

    /// Returns which of two fighters is the stronger; of a fighter against itself, who is listed first or second.
    #[must_use]
    pub fn verdict(&self, a: usize, b: usize) -> Verdict {
        let (low, high) = (a.min(b), a.max(b));
        match self.lead(low, high).map(|lead| lead.within) {
            Some(within) if within.lo > 0.0 => Verdict::First,
            Some(within) if within.hi < 0.0 => Verdict::Second,
            Some(within) if -self.delta <= within.lo && within.hi <= self.delta => Verdict::Even,
            _ => Verdict::Open,
        }
    }

    /// Returns whether `a` is certain to be stronger than `b`.
    #[must_use]
    pub fn beats(&self, a: usize, b: usize) -> bool {
        a != b && self.verdict(a, b) == if a < b { Verdict::First } else { Verdict::Second }
    }

    /// The pairs that are open: the smaller number first.
    #[must_use]
    pub fn open(&self) -> Vec<(usize, usize)> {
        let n = self.names.len();
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        let is_open = |&(a, b): &(usize, usize)| {
            self.cells[a][b].is_possible
                && self.cells[b][a].is_possible
                && self.verdict(a, b) == Verdict::Open
        };
        pairs.filter(is_open).collect()
    }

    /// Returns the rise of the score by being listed first, over all cells.
    #[must_use]
    pub fn first_place(&self) -> Option<Mean> {
        let cells = self.cells.iter().flatten().filter(|cell| cell.is_possible);
        mean(cells.map(|cell| Some((cell.first?, 0.5))), Z)
    }

    /// The fights of all cells.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.cells.iter().flatten().map(|cell| cell.counts.fights).sum()
    }
}

/// The mean over independent cells of the score beyond `from`, with an interval of `z` standard errors.
/// The variance allows for a win and a loss more in every cell.
fn mean(cells: impl Iterator<Item = Option<(Score, f64)>>, z: f64) -> Option<Mean> {
    let (mut n, mut sum, mut variance) = (0.0, 0.0, 0.0);
    for cell in cells {
        let (score, from) = cell?;
        n += 1.0;
        sum += score.value - from;
        variance += score.variance / score.fights as f64;
    }
    let value = sum / n;
    let half = z * variance.sqrt() / n;
    (n > 0.0).then_some(Mean { value, within: Interval { lo: value - half, hi: value + half } })
}
