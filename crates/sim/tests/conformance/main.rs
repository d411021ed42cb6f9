//! What every system promises, over random scenarios and in worked examples: its fights end and
//! keep their invariants, a transcript and a tally agree, exact answers are those of the rules
//! pages, and neither threads nor parts of a run move a count.

#[cfg(feature = "night-wizard")]
mod compare;
#[cfg(feature = "cardinal")]
mod exact_cardinal;
#[cfg(feature = "night-wizard")]
mod exact_exhaustion;
#[cfg(feature = "juso")]
mod exact_juso;
#[cfg(feature = "juso")]
mod exact_juso_by_hand;
#[cfg(feature = "juso")]
mod exact_luck;
#[cfg(feature = "mahou-galaxy")]
mod exact_mahou_galaxy;
#[cfg(feature = "night-wizard")]
mod exact_night_wizard;
#[cfg(feature = "night-wizard")]
mod exact_reach;
#[cfg(feature = "stonebound")]
mod exact_stonebound;

mod find;
mod maps;
mod names;
#[cfg(feature = "night-wizard")]
mod parts;
mod promises;
mod properties;
mod registry;
#[cfg(any(feature = "night-wizard", feature = "cardinal", feature = "mahou-galaxy"))]
mod shortcuts;
#[cfg(feature = "night-wizard")]
mod strikes;
#[path = "../support/mod.rs"]
mod support;
mod trace;

/// The games that are installed: all that are compiled.
pub(crate) const GAMES: &[fray_play::game::Game] = fray_rules::GAMES;
pub(crate) use fray_rules::with_rules;
