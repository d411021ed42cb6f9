//! Boards that several games can stand on.

pub mod grid;
pub mod known;
pub mod layers;
pub mod pairs;
