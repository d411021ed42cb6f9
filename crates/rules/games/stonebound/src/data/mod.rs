//! The declarations of the game: stat blocks and words of scenario files, rulings, tactics, metrics and the
//! lines of the play-by-play.

pub mod events;
pub mod metrics;
pub mod rulings;
pub mod setup;
pub mod tactics;
pub mod vocabulary;
