//! Exact against sampled: ratios, values and histograms of damage, in fights of every game.

#[cfg(feature = "cardinal")]
mod cardinal;
#[cfg(feature = "juso")]
mod juso;
#[cfg(feature = "mahou-galaxy")]
mod mahou_galaxy;
#[cfg(feature = "night-wizard")]
mod night_wizard;
#[cfg(feature = "stonebound")]
mod stonebound;

#[cfg(any(feature = "cardinal", feature = "stonebound", feature = "mahou-galaxy"))]
use fray_sim::scenario::{Paint, load_text};

use crate::support::exact_observed::compare;

/// The fight of a scenario text.
#[cfg(any(feature = "cardinal", feature = "stonebound", feature = "mahou-galaxy"))]
fn compare_text(text: &str, seed: u64) {
    match load_text("test.toml", text) {
        Ok(scenario) => compare(scenario.engine(), seed),
        Err(wrong) => panic!("{}", wrong.render(Paint::Plain)),
    }
}
