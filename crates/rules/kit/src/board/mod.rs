//! Boards that several games can stand on.

pub mod grid;
pub mod layers;
pub mod pairs;
