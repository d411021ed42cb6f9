//! The dice of the game: pools and named draws.

pub mod pool;
