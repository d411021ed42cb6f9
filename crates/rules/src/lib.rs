//! Plays one fight.
//!
//! The rules of each game stand in a module of their own, all behind the three contracts of
//! [`contract`]: [`Chance`](contract::Chance) says where outcomes come from,
//! [`System`](contract::System) plays a turn, [`Observer`](contract::Observer) is told what
//! happened. [`play`](fight::play) is the whole loop of a fight.
//!
//! Read in this order: `contract`, `fight`, `dice` (the draws that games share), then a system
//! (`night_wizard`), then `tape` and `every`, the scripted and the enumerating source.
//!
//! What this crate never does: read files, start threads, look at a clock, make a random number,
//! or allocate between the first roll of a fight and its outcome.

pub mod contract;
pub mod declare;
pub mod dice;
pub mod every;
pub mod fight;
pub mod grid;
pub mod juso;
pub mod night_wizard;
pub mod plan;
pub mod roster;
pub mod sheet;
pub mod systems;
pub mod tape;
pub mod when;
