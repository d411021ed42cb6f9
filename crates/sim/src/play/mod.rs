//! Plays fights: the random dice, ranges of fights on all threads, one fight shown blow by blow.

pub(crate) mod chunks;
pub mod dice;
pub mod dice_count;
pub mod engine;
pub mod find;
pub mod mixed;
pub mod observers;
pub mod replay;
pub mod run;
pub mod trace;
pub mod turns;
