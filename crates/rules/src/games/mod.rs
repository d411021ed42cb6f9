//! The games, each in the order of its own rulebook and all with the same file names in the same
//! roles.

#[cfg(feature = "cardinal")]
pub mod cardinal;
#[cfg(feature = "juso")]
pub mod juso;
#[cfg(feature = "mahou-galaxy")]
pub mod mahou_galaxy;
#[cfg(feature = "night-wizard")]
pub mod night_wizard;
#[cfg(feature = "stonebound")]
pub mod stonebound;
