//! The dice of the game: pools and named draws.

pub mod cards;
pub mod centesimal;
pub mod draws;
