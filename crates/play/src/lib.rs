//! Plays fights of any game and adds up what is observed: the random dice, ranges of fights on all threads,
//! one fight shown blow by blow, turns played over every path of their dice.
//!
//! Everything that is compiled anew for each game is in this crate, behind [`engine::Engine`]; the crate of
//! the game compiles it. The core loop is `Worker::play` in [`run`]: it calls [`fray_engine::fight::play`] with the
//! [`dice`] of fight k and the [`tally`] of its thread, and [`totals`] are what comes out. [`game`] is what the list
//! of games knows of each.

pub mod account;
pub mod branching;
pub mod chunks;
pub mod dice;
pub mod dice_count;
pub mod engine;
pub mod enumerated;
pub mod game;
pub mod luck;
pub mod observers;
pub mod replay;
pub mod rollout;
pub mod run;
pub mod splitting;
pub mod tally;
pub mod totals;
pub mod trace;
pub mod turns;
