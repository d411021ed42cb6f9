//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.

pub mod scenario;
pub mod totals;
