//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.

pub mod stats;
pub mod totals;
