//! The games, each in the order of its own rulebook and all with the same file names in the same
//! roles.

pub mod juso;
pub mod night_wizard;
