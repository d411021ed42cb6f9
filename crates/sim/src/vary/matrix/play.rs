//! Plays cells, each on one thread, and counts how their fights end.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use core::sync::atomic::Ordering;
use fray_engine::roster::SideId;
use rayon::prelude::*;

use super::{Matrix, MatrixCell};
use crate::control::Control;
use crate::luck::{Accounts, Sharper};
use crate::play::dice::Dice;
use crate::play::luck::{CountSums, LuckProducts, LuckTotals};
use crate::play::run::{Broken, message};
use crate::scenario::pairing::Pairing;
use crate::stats::paired::UNSEEN;
use crate::stats::rate::FEW;
use crate::tally::columns::{BLOCK, Column, ColumnList, FightColumns};
use crate::totals::Totals;

/// The ends of the fights of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The fights.
    pub fights: u64,
    /// Won by the fighter listed first.
    pub a_wins: u64,
    /// Won by the one listed second.
    pub b_wins: u64,
    /// Ended in a draw.
    pub draws: u64,
    /// Undecided after the last round.
    pub timeouts: u64,
}

impl Counts {
    /// The mean score of the fighter listed first: a win is 1, a draw or timeout 1/2.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let halves = 2 * self.a_wins + self.draws + self.timeouts;
        (self.fights > 0).then(|| halves as f64 / 2.0 / self.fights as f64)
    }

    /// The variance of the score of a fight.
    fn variance(&self) -> f64 {
        let n = self.fights.max(1) as f64;
        let squares = (self.a_wins as f64 + (self.draws + self.timeouts) as f64 / 4.0) / n;
        let score = self.score().unwrap_or(0.5);
        (squares - score * score).max(0.0)
    }

    /// The score with luck taken out, where that saves a fifth of the fights or more and the fights do not end all
    /// alike.
    pub(super) fn sharper(&self, luck: &LuckTotals) -> Option<Sharper> {
        let most = self.a_wins.max(self.b_wins).max(self.draws + self.timeouts);
        if self.fights - most < FEW {
            return None;
        }
        let n = self.fights as f64;
        let variance = self.variance() * n / (n - 1.0);
        let adjusted = Accounts::of(luck)?.adjust(self.score()?, variance, &halves(&luck.part), 0.5);
        Sharper::of(adjusted.as_ref())
    }

    /// The mean score and the variance of the score of a fight, with as much more as what was not seen yet may add;
    /// with luck taken out as in `sharper`, if that is known.
    pub(super) fn known(&self, sharper: Option<&Sharper>) -> Option<Score> {
        let (value, variance) = match sharper {
            Some(sharper) => (sharper.value, sharper.variance(self.fights)),
            None => (self.score()?, self.variance()),
        };
        Some(Score { fights: self.fights, value, variance: variance + UNSEEN / self.fights as f64 })
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.a_wins += other.a_wins;
        self.b_wins += other.b_wins;
        self.draws += other.draws;
        self.timeouts += other.timeouts;
    }
}

/// The scores of the fights whose accounts were multiplied, in halves: a win of the fighter listed first counts two, one
/// of the other none, and anything else one.
fn halves(part: &LuckProducts) -> CountSums {
    let [first, second] = [&part.ends[0], &part.ends[1]];
    let of_account = |((all, first), second): ((&i128, &i128), &i128)| all + first - second;
    CountSums {
        sum: u128::from(part.fights) + first.sum - second.sum,
        squares: u128::from(part.fights) + 3 * first.sum - second.sum,
        products: part.sums.iter().zip(&first.products).zip(&second.products).map(of_account).collect(),
    }
}

/// An estimate from some fights of the mean score of the fighter listed first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The fights.
    pub fights: u64,
    /// The estimate.
    pub value: f64,
    /// The variance of the score of one fight.
    pub variance: f64,
}

/// A fight of two fighters that broke an invariant.
#[derive(Debug)]
pub struct BrokenCell {
    /// The fighter listed first.
    pub a: String,
    /// The one listed second.
    pub b: String,
    /// The seed of the cell.
    pub seed: u64,
    /// The fight.
    pub broken: Broken,
}

/// Plays these fights of these cells on the threads of the current pool. Cells that were not played when it
/// was stopped have none of them.
pub(super) fn play(
    pairing: &Pairing,
    matrix: &mut Matrix,
    cells: &[(usize, usize)],
    fights: Range<u64>,
    watch: Control<'_>,
) -> Result<(), BrokenCell> {
    // Both cells of a pair, so that an interruption leaves as many fights in both.
    let pairs: Vec<(usize, usize)> = cells.iter().copied().filter(|(a, b)| a <= b).collect();
    let both = |&(a, b): &(usize, usize)| {
        if watch.stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let orders = if a == b { vec![(a, b)] } else { vec![(a, b), (b, a)] };
        let of = |(a, b): (usize, usize)| {
            let counts = cell(pairing, &matrix.cells[a][b], (a, b), fights.clone());
            (watch.played)(fights.end - fights.start);
            counts.map(|counts| (a, b, counts))
        };
        orders.into_iter().map(of).collect::<Result<Vec<_>, _>>()
    };
    let played: Vec<_> = pairs.par_iter().map(both).collect();
    for counts in played {
        for (a, b, counts) in counts? {
            match counts {
                Some((counts, luck)) => matrix.cells[a][b].add(&counts, &luck),
                None => matrix.cells[a][b].is_possible = false,
            }
        }
    }
    Ok(())
}

/// Plays these fights of a cell, with the account of their luck; `None` if the two cannot fight.
fn cell(
    pairing: &Pairing,
    cell: &MatrixCell,
    (a, b): (usize, usize),
    fights: Range<u64>,
) -> Result<Option<(Counts, LuckTotals)>, BrokenCell> {
    let Some(composed) = pairing.pair(a, b) else { return Ok(None) };
    let engine = composed.engine();
    let about = engine.about();
    let mut columns = ColumnList::default();
    let ends = [Column::Win(SideId(0)), Column::Win(SideId(1)), Column::Draw, Column::Timeout];
    let places = ends.map(|column| columns.place(column));
    let mut block = FightColumns::new(&about, columns);
    let dice = Dice::new(&about.roster, cell.seed).keeping_account();
    let mut player = engine.player(dice, block.keep());
    let mut counts = Counts { fights: fights.end - fights.start, ..Counts::default() };
    let mut at = fights.start;
    while at < fights.end {
        let end = fights.end.min(at + BLOCK as u64);
        catch_unwind(AssertUnwindSafe(|| block.play(&mut *player, at..end))).map_err(|panic| {
            let name = |fighter: usize| pairing.fighters[fighter].name.clone();
            let broken = Broken { fight: player.playing(), message: message(&*panic) };
            BrokenCell { a: name(a), b: name(b), seed: cell.seed, broken }
        })?;
        let [a_wins, b_wins, draws, timeouts] =
            places.map(|place| block.column(place).iter().map(|&n| u64::from(n)).sum::<u64>());
        counts.add(&Counts { fights: 0, a_wins, b_wins, draws, timeouts });
        at = end;
    }
    let mut totals = Totals::default();
    player.drain_into(&mut totals);
    Ok(Some((counts, totals.luck)))
}
