//! `luck.csv`: which luck decides who wins.

use super::{Luck, purpose_word};
use crate::tables::format::Number;
use crate::tables::rows::row;
use crate::totals::{About, Totals};

row! {
    /// What the rolls of one side for one purpose decide of whether a side wins.
    "luck" LuckRow {
        /// The side whose wins are looked at.
        wins_of: &'a str,
        /// The side that rolled.
        side: &'a str,
        /// What its rolls were for: `initiative`, `hit rolls`, `damage rolls`, `effects`, `survival` or `setup`.
        rolls: &'static str,
        /// The share of the variance of who wins that these rolls decide.
        share: Number,
        /// The lower end of its 95 % interval.
        share_lo: Number,
        /// The upper end of its 95 % interval.
        share_hi: Number,
        /// A standard deviation of the luck of these rolls in a fight, in points of what they roll for.
        deviation: Number,
        /// How much a standard deviation more of it moves the win rate.
        moves: Number,
    }
}

/// The rows of a run; none where no account of luck was kept.
pub fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<LuckRow<'a>> {
    let Some(luck) = Luck::of(about, totals) else { return Vec::new() };
    let side = |at: usize| about.roster.sides[at].name.as_str();
    let of_side = |wins_of: usize| {
        let shares = luck.shares(wins_of).into_iter();
        shares.map(move |share| LuckRow {
            wins_of: side(wins_of),
            side: side(share.account.side),
            rolls: purpose_word(share.account.purpose),
            share: Number::from(share.share),
            share_lo: Number::from(share.within.lo),
            share_hi: Number::from(share.within.hi),
            deviation: Number::from(share.deviation),
            moves: Number::from(share.moves),
        })
    };
    (0..about.roster.sides.len()).flat_map(of_side).collect()
}
