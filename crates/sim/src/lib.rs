//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.
//!
//! A [`scenario`] is files on disk, read to prepared rules. The core loop is `Worker::play` in
//! [`run`]; it calls [`fray_rules::fight::play`] with the [`dice`] of fight k and the [`tally`] of
//! its thread, and [`totals`] are what comes out.
//!
//! From there on everything is a pure function of the totals: [`rows`] of the CSV files (with
//! the intervals of [`stats`] and the digits of [`format`](mod@format)), the [`card`], the [`json`], the
//! [`signature`]. [`names`] reads what goals and targets speak of, and evaluates it; [`precision`]
//! says when a run knows enough. [`output`] writes them, whole or not at all.
//!
//! A [`shard`] is totals with what they are of; [`merge`] adds shards, so that fights can be
//! played here and there, now and later.
//!
//! Beside the run: [`trace`] plays one fight blow by blow and [`find`] looks for it, [`exact`]
//! follows all probability and [`verify`] holds a run against it, [`compare`] plays two
//! scenarios on the same dice, [`check`] is the gate of baselines and goals, [`selftest`] asks
//! whether intervals and gate do what they say.

pub mod card;
pub mod check;
mod chunks;
pub mod compare;
pub mod dice;
pub mod exact;
pub mod find;
pub mod format;
pub mod json;
pub mod merge;
pub mod names;
pub mod observers;
pub mod output;
pub mod precision;
pub mod ranges;
pub mod rows;
pub mod run;
pub mod scenario;
pub mod selftest;
pub mod shard;
pub mod signature;
pub mod simulate;
pub mod stats;
pub mod table_side;
pub mod tallies;
pub mod tally;
pub mod totals;
pub mod trace;
pub mod verify;

#[cfg(test)]
mod fixture;
