//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.
//!
//! The core loop is `Worker::play` in [`run`]; it calls [`fray_rules::fight::play`] with the
//! [`dice`] of fight k and the [`tally`] of its thread, and [`totals`] are what comes out.

pub mod dice;
pub mod find;
pub mod observers;
pub mod run;
pub mod tally;
pub mod totals;
pub mod trace;
