//! Plays millions of fights: dice, tallies, exact answers, intervals, CSV.
//!
//! A [`scenario`] is files on disk, read to prepared rules. The core loop is `Worker::play` in
//! [`play::run`]; it calls [`fray_engine::fight::play`] with the [`play::dice`] of fight k and
//! the [`tally`] of its thread, and [`totals`] are what comes out.
//!
//! From there on everything is a pure function of the totals: the [`tables`] of the CSV files and of
//! JSON (with the intervals of [`stats`]) and the [`card`]. [`measures`] reads what goals and targets
//! speak of, and evaluates it; [`precision`] says when a run knows enough. [`output`] writes results,
//! whole or not at all.
//!
//! A part of a run is totals with what they are of ([`mod@parts`]); [`parts::merge`] adds them,
//! so that fights can be played here and there, now and later. [`plan`] cuts a batch into tasks for many machines.
//!
//! Beside the run: [`play::trace`] plays one fight blow by blow and [`mod@find`] looks for it,
//! [`exact`] follows all probability and [`exact::verify`] holds a run against it, [`compare`] plays
//! two scenarios on the same dice, [`gate`] is the check of baselines and goals, with the self-test
//! that asks whether intervals and gate do what they say, [`vary`] asks what would be otherwise, and [`overview`]
//! is a batch at a glance.

pub mod card;
pub mod coach;
pub mod compare;
pub mod control;
pub mod exact;
pub mod find;
pub mod gate;
pub mod history;
pub mod luck;
pub mod measures;
pub mod output;
pub mod overview;
pub mod parts;
pub mod plan;
pub mod precision;
pub mod rare;
pub mod scenario;
pub mod tables;
pub mod vary;

pub use fray_play as play;
pub use fray_play::{tally, totals};
pub use fray_stats as stats;

/// Tests read scenarios of all games that are compiled. It runs before `main`, where little may be done: it sets
/// one static.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn install_games() {
    fray_play::game::install(fray_rules::GAMES);
}

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tally_tests;
#[cfg(test)]
mod totals_tests;

#[cfg(all(test, feature = "night-wizard"))]
#[path = "../tests/support/duel.rs"]
mod duel;
