//! Random scenarios of every system keep the promises of [`conform`].
//!
//! A new system adds its two generators to `tests/support`, one test to this file, and that test's name to
//! `registry.rs`.

#[cfg(feature = "cardinal")]
use crate::support::cardinal;
#[cfg(feature = "juso")]
use crate::support::juso;
#[cfg(feature = "mahou-galaxy")]
use crate::support::mahou_galaxy;
use crate::support::promises::conform;
#[cfg(feature = "stonebound")]
use crate::support::stonebound;
#[cfg(feature = "night-wizard")]
use crate::support::{night_wizard, night_wizard_whole};

#[cfg(feature = "night-wizard")]
#[test]
pub(crate) fn night_wizard_conforms() {
    conform("night_wizard", night_wizard::random, night_wizard::mirror);
}

#[cfg(feature = "juso")]
#[test]
pub(crate) fn juso_conforms() {
    conform("juso", juso::random, juso::mirror);
}

#[cfg(feature = "cardinal")]
#[test]
pub(crate) fn cardinal_conforms() {
    conform("cardinal", cardinal::random, cardinal::mirror);
}

#[cfg(feature = "stonebound")]
#[test]
pub(crate) fn stonebound_conforms() {
    conform("stonebound", stonebound::random, stonebound::mirror);
}

#[cfg(feature = "mahou-galaxy")]
#[test]
pub(crate) fn mahou_galaxy_conforms() {
    conform("mahou_galaxy", mahou_galaxy::random, mahou_galaxy::mirror);
}

#[cfg(feature = "night-wizard")]
#[test]
fn the_whole_of_night_wizard_conforms() {
    conform("the_whole_of_night_wizard", night_wizard_whole::random, night_wizard_whole::mirror);
}
