//! The dice of the game: pools and named draws.

pub mod draws;
pub mod faces;
pub mod pool;
