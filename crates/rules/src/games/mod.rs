//! The games, each in the order of its own rulebook and all with the same file names in the same
//! roles.

pub mod cardinal;
pub mod juso;
pub mod mahou_galaxy;
pub mod night_wizard;
pub mod stonebound;
