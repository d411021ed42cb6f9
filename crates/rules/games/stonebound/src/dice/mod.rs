//! The dice of the game: pools and named draws.

pub mod centesimal;
pub mod draws;
