//! The dice of the game: pools and named draws.

pub mod contest;
pub mod contest_table;
pub mod distributions;
pub mod judge;
pub mod judge_draws;
pub mod sum;
