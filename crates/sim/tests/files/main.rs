//! The files of the repository and files in general: scenarios that are read, checked and played,
//! the cards and tables that are written.

mod agree;
mod campaign;
mod cards;
mod ceiling;
mod configs;
mod csv;
mod fuzz;
mod gaps;
#[path = "../support/mod.rs"]
mod support;
mod texts;
mod wrong;

/// The games that are installed: all that are compiled.
pub(crate) const GAMES: &[fray_play::game::Game] = fray_rules::GAMES;
