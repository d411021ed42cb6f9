//! What the dice did for whom: figures with luck taken out, and what decides a fight.
//!
//! The account of luck of a fight is how far its draws came out above their means, by side and purpose
//! ([`fray_play::account`]); its mean is known to be 0. [`Luck`] regresses what is estimated on the accounts of
//! a run: what they explain is no longer in the way.

use fray_engine::draw::Purpose;
use fray_engine::worth::POINT;

use crate::play::luck::{LuckTotals, pair_of_accounts};
use crate::stats::Moments;
use crate::stats::adjusted::{Adjusted, Controls};
use crate::totals::{About, Totals};

/// The luck of a run, ready to be taken out of its figures.
#[derive(Clone, Debug)]
pub struct Luck<'a> {
    totals: &'a Totals,
    controls: Controls,
}

/// The account of a side's draws for a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountId {
    /// The place of the side.
    pub side: usize,
    /// The place of the purpose.
    pub purpose: usize,
}

impl AccountId {
    /// The account at this place in [`LuckTotals`].
    #[must_use]
    pub fn at(place: usize) -> Self {
        Self { side: place / Purpose::COUNT, purpose: place % Purpose::COUNT }
    }
}

/// A part of a point as points.
fn points(parts: i128) -> f64 {
    parts as f64 / POINT as f64
}

impl<'a> Luck<'a> {
    /// The luck of these fights; `None` where no account of it was kept, or too few fights for what was.
    #[must_use]
    pub fn of(_about: &About, totals: &'a Totals) -> Option<Self> {
        let luck = &totals.luck;
        if luck.is_empty() || luck.fights != totals.fights {
            return None;
        }
        let product = |i: usize, j: usize| product(luck, i, j);
        let controls = Controls::new(luck.fights, luck.sums.len(), |i| mean(luck, i), product)?;
        Some(Self { totals, controls })
    }

    /// The accounts that are used, in the order of all lists of slopes.
    pub fn accounts(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.controls.used().iter().map(|&place| AccountId::at(place))
    }

    /// The win rate of a side.
    #[must_use]
    pub fn win_rate(&self, side: usize) -> Option<Adjusted> {
        self.end(side, self.totals.wins(side))
    }

    /// The rate of draws.
    #[must_use]
    pub fn draw_rate(&self) -> Option<Adjusted> {
        self.end(self.totals.sides.len(), self.totals.draws.n())
    }

    fn end(&self, end: usize, events: u64) -> Option<Adjusted> {
        let luck = &self.totals.luck;
        let n = luck.fights as f64;
        let rate = events as f64 / n;
        let covariance = |i: usize| points(luck.ends[end][i]) / n - rate * mean(luck, i);
        self.controls.adjust(rate, rate * (1.0 - rate), covariance)
    }

    /// The mean of the rounds of a fight.
    #[must_use]
    pub fn rounds(&self) -> Option<Adjusted> {
        let luck = &self.totals.luck;
        let n = luck.fights as f64;
        let moments = Moments::of(&self.totals.rounds());
        let (rounds, variance) = (moments.mean()?, moments.variance()? * (n - 1.0) / n);
        let covariance = |i: usize| points(luck.rounds[i]) / n - rounds * mean(luck, i);
        self.controls.adjust(rounds, variance, covariance)
    }
}

fn mean(luck: &LuckTotals, i: usize) -> f64 {
    points(luck.sums[i]) / luck.fights as f64
}

fn product(luck: &LuckTotals, i: usize, j: usize) -> f64 {
    points(luck.products[pair_of_accounts(i.max(j), i.min(j))]) / POINT as f64 / luck.fights as f64
}
