//! The engine that all games share: the contracts between rules, dice and observers, the loop that plays
//! turns, sides and units, and the dice that are not random.
//!
//! Read in this order: [`contract`] (what a game is), [`draw`] (where outcomes come from), [`worth`] (how
//! good they are), [`observe`] (who is
//! told what happened), [`fight`] (the loop), [`roster`] (sides and units), [`mod@metrics`] and [`mod@clocks`] (what is
//! counted), [`map`] (squares, for pictures), [`memory`] (results of pure functions, remembered), [`tape`] and [`every`] (scripted and enumerated dice), [`key`] (states of the exact
//! solver).

pub mod clocks;
pub mod contract;
pub mod draw;
pub mod every;
pub mod fight;
pub mod key;
pub mod map;
pub mod memory;
pub mod metrics;
pub mod observe;
pub mod roster;
pub mod tape;
pub mod worth;

pub use fray_derive::{Clocks, metrics};

/// A doc comment without the blank that follows its slashes.
#[must_use]
pub const fn trimmed(sentence: &'static str) -> &'static str {
    let (first, rest) = sentence.as_bytes().split_at(if sentence.is_empty() { 0 } else { 1 });
    if let [b' '] = first
        && let Ok(rest) = core::str::from_utf8(rest)
    {
        return rest;
    }
    sentence
}
