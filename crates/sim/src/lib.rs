//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.
//!
//! The core loop is `Worker::play` in [`run`]; it calls [`fray_rules::fight::play`] with the
//! [`dice`] of fight k and the [`tally`] of its thread, and [`totals`] are what comes out.
//!
//! From there on everything is a pure function of the totals: [`rows`] of the CSV files (with
//! the intervals of [`stats`] and the digits of [`format`](mod@format)), the [`card`], the [`json`], the
//! [`signature`]. [`names`] reads what goals and targets speak of, and evaluates it. [`output`] writes them, whole or not at all.

pub mod card;
pub mod compare;
pub mod dice;
pub mod exact;
pub mod find;
pub mod format;
pub mod json;
pub mod names;
pub mod observers;
pub mod output;
pub mod precision;
pub mod rows;
pub mod run;
pub mod scenario;
pub mod signature;
pub mod simulate;
pub mod stats;
pub mod table_side;
pub mod tallies;
pub mod tally;
pub mod totals;

#[cfg(test)]
mod fixture;
pub mod trace;
