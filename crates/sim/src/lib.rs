//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.

pub mod card;
pub mod format;
pub mod json;
pub mod output;
pub mod rows;
pub mod signature;
pub mod stats;
pub mod tallies;
pub mod totals;

#[cfg(test)]
mod fixture;
