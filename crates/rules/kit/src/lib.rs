//! The kit from which games are made, beside the engine's contracts of a fight.
//!
//! [`declare`] (events, facts, rulings and tactics, declared once), [`mod@sheet`] (scenario text, read to what a
//! game means by it), [`mod@tactics`] (conditions, and the lists of tactics that they choose from), [`board`]
//! (squares), [`memory`] (results of pure functions, remembered), [`whole`] (rounding).

// The derives name the kit as games do, and the kit uses some of them itself.
extern crate self as fray_kit;

pub mod board;
pub mod declare;
pub mod sheet;
pub mod tactics;
pub mod whole;

pub use fray_engine::memory;

pub use fray_derive::{Choices, Decision, Decisions, Event, FactList, Phrase, Record, Rulings, Sheet, Words};

#[doc(hidden)]
pub use fray_engine;
