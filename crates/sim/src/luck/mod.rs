//! Luck: what the dice did for each side, figures with luck taken out, and what decides a fight.
//!
//! The account of luck of a fight is how far its draws came out above their means, by side and purpose
//! ([`fray_play::account`]); its mean is known to be 0. [`Luck`] regresses what is estimated on the accounts of
//! a run: what they explain is no longer in the way.

mod counts;
mod index;
mod shares;
pub mod table;
pub mod turning;

use fray_engine::draw::Purpose;
use fray_engine::worth::POINT;

use crate::play::luck::{CountSums, LuckProducts, LuckTotals, pair_of_accounts};
use crate::stats::adjusted::{Adjusted, AllFights, Controls, PartOfFights};
use crate::stats::{Interval, Moments, Rate};
use crate::totals::{About, Totals};

/// The luck of a run, ready to be taken out of its figures.
#[derive(Clone, Debug)]
pub struct Luck<'a> {
    totals: &'a Totals,
    accounts: Accounts<'a>,
}

/// The accounts of luck of a number of fights, ready to be taken out of whatever was summed up with them.
#[derive(Clone, Debug)]
pub struct Accounts<'a> {
    luck: &'a LuckTotals,
    controls: Controls,
}

/// The least share of the fights that an adjusted figure has to save to be shown beside the plain one.
pub const SAVES: f64 = 0.2;

/// The note below a table whose figures have luck taken out.
pub const TAKEN_OUT: &str =
    "the luck of the rolls is taken out where that saves a fifth of the fights or more";

/// A figure with luck taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharper {
    /// The estimate.
    pub value: f64,
    /// Its 95 % interval.
    pub within: Interval,
    /// Its standard error.
    pub error: f64,
    /// The share of the fights that it saves: with so many fewer the interval would be as narrow as the plain one is.
    pub saves: f64,
}

impl Sharper {
    /// An adjusted figure that is worth showing.
    pub(crate) fn of(adjusted: Option<&Adjusted>) -> Option<Self> {
        let &Adjusted { mean: value, error, interval: within, explained: saves, .. } = adjusted?;
        (saves >= SAVES).then_some(Self { value, within, error, saves })
    }

    /// The variance of one fight of as many independent ones, `fights`, whose mean has this error.
    #[must_use]
    pub fn variance(&self, fights: u64) -> f64 {
        self.error * self.error * fights as f64
    }
}

pub use counts::LuckOfCounts;
pub use index::{LuckIndex, PILOT};
pub use shares::{Share, purpose_word};

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
pub(crate) fn points(parts: i128) -> f64 {
    parts as f64 / POINT as f64
}

impl<'a> Accounts<'a> {
    /// The accounts of these fights; `None` where none were kept, or too few fights for what was.
    #[must_use]
    pub fn of(luck: &'a LuckTotals) -> Option<Self> {
        if luck.is_empty() {
            return None;
        }
        let part = &luck.part;
        let product = |i: usize, j: usize| product(part, i, j);
        let controls = Controls::new(part.fights, part.sums.len(), |i| mean(part, i), product)?;
        Some(Self { luck, controls })
    }

    /// The mean of a number of each of the fights with luck taken out, of its plain mean and the variance of one fight,
    /// and of what it came to in the fights whose accounts were multiplied, in units of `one`.
    #[must_use]
    pub fn adjust(&self, plain: f64, variance: f64, sums: &CountSums, one: f64) -> Option<Adjusted> {
        let fights = self.luck.fights;
        let luck = |i: usize| points(self.luck.sums[i]) / fights as f64;
        let all = AllFights { fights, mean: plain, variance, luck: &luck };
        let (n, mean) = (self.luck.part.fights as f64, self.mean_of(sums));
        let part = PartOfFights {
            variance: (sums.squares as f64 / n - mean * mean) * one * one,
            covariance: &|i| self.covariance(sums, i) * one,
        };
        self.controls.adjust_all(&all, &part)
    }

    /// The mean of a number in the fights whose accounts were multiplied.
    fn mean_of(&self, sums: &CountSums) -> f64 {
        sums.sum as f64 / self.luck.part.fights as f64
    }

    /// Its covariance with account `i` in these fights.
    fn covariance(&self, sums: &CountSums, i: usize) -> f64 {
        let part = &self.luck.part;
        points(sums.products[i]) / part.fights as f64 - self.mean_of(sums) * mean(part, i)
    }
}

impl<'a> Luck<'a> {
    /// The luck of these fights; `None` where no account of it was kept, or too few fights for what was.
    #[must_use]
    pub fn of(_about: &About, totals: &'a Totals) -> Option<Self> {
        if totals.luck.fights != totals.fights {
            return None;
        }
        Some(Self { totals, accounts: Accounts::of(&totals.luck)? })
    }

    /// The accounts that are used, in the order of all lists of slopes.
    pub fn accounts(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.accounts.controls.used().iter().map(|&place| AccountId::at(place))
    }

    /// The win rate of a side.
    #[must_use]
    pub fn win_rate(&self, side: usize) -> Option<Adjusted> {
        self.end(side, self.totals.wins(side))
    }

    /// The win rate of a side with luck taken out, where that saves enough fights to be shown. None of a rate of few
    /// events, whose interval is exact.
    #[must_use]
    pub fn sharper_win_rate(&self, side: usize) -> Option<Sharper> {
        let rate = Rate { events: self.totals.wins(side), n: self.totals.fights };
        if rate.has_few() {
            return None;
        }
        Sharper::of(self.win_rate(side).as_ref()).filter(|it| it.within.lo > 0.0 && it.within.hi < 1.0)
    }

    /// The mean of the rounds with luck taken out, where that saves enough fights to be shown.
    #[must_use]
    pub fn sharper_rounds(&self) -> Option<Sharper> {
        let most = self.totals.rounds().each().map(|(_, count)| count).max().unwrap_or(0);
        let varies = self.totals.fights - most >= crate::stats::rate::FEW;
        Sharper::of(self.rounds().as_ref()).filter(|_| varies)
    }

    /// The rate of draws.
    #[must_use]
    pub fn draw_rate(&self) -> Option<Adjusted> {
        self.end(self.totals.sides.len(), self.totals.draws.n())
    }

    fn end(&self, end: usize, events: u64) -> Option<Adjusted> {
        let n = self.totals.fights as f64;
        let rate = events as f64 / n;
        self.accounts.adjust(rate, rate * (1.0 - rate) * n / (n - 1.0), &self.totals.luck.part.ends[end], 1.0)
    }

    /// The mean of the rounds of a fight.
    #[must_use]
    pub fn rounds(&self) -> Option<Adjusted> {
        let moments = Moments::of(&self.totals.rounds());
        self.accounts.adjust(moments.mean()?, moments.variance()?, &self.totals.luck.part.rounds, 1.0)
    }
}

fn mean(part: &LuckProducts, i: usize) -> f64 {
    points(part.sums[i]) / part.fights as f64
}

fn product(part: &LuckProducts, i: usize, j: usize) -> f64 {
    points(part.products[pair_of_accounts(i.max(j), i.min(j))]) / POINT as f64 / part.fights as f64
}
