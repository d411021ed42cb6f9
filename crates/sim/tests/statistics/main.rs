//! Measured error rates: dice against exact distributions, intervals, tests, the gate and the
//! verdicts of comparisons. Every test has a fixed seed and a stated rate of false alarms.

#[cfg(feature = "night-wizard")]
mod best;
#[cfg(feature = "juso")]
mod best_play;
mod clever;
mod compare_errors;
#[cfg(feature = "night-wizard")]
mod coverage;
#[cfg(feature = "night-wizard")]
mod dice;
mod errors;
mod exact_observed;
#[cfg(feature = "night-wizard")]
mod exact_sampled;
mod few_pairs;
#[cfg(feature = "night-wizard")]
mod gate;
mod hints;
mod intervals;
#[cfg(feature = "night-wizard")]
mod luck;
#[cfg(feature = "night-wizard")]
mod pairing;
#[cfg(feature = "night-wizard")]
mod random_tactics;
mod reference;
#[cfg(feature = "night-wizard")]
mod screen;
mod sensible;
#[cfg(feature = "night-wizard")]
mod solve;
#[path = "../support/mod.rs"]
mod support;
#[cfg(feature = "night-wizard")]
mod sweep;
#[cfg(feature = "night-wizard")]
mod verify;
#[cfg(feature = "night-wizard")]
mod weights;
#[cfg(feature = "night-wizard")]
mod why;

/// The games that are installed: all that are compiled.
pub(crate) const GAMES: &[fray_play::game::Game] = fray_rules::GAMES;
