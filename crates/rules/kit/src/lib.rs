//! What games are made with beside the contracts of a fight.
//!
//! [`declare`] (events, facts, rulings and tactics, declared once), [`mod@sheet`] (scenario text, read to what a
//! game means by it), [`mod@tactics`] (conditions, and the lists of tactics that they choose from), [`board`]
//! (squares), [`memory`] (results of pure functions, remembered).

pub mod board;
pub mod declare;
pub mod memory;
pub mod sheet;
pub mod tactics;

#[doc(hidden)]
pub use fray_engine;
