//! Plays one fight.
//!
//! The rules of each game stand in a module of their own under [`games`], all behind three contracts:
//! [`Chance`](engine::draw::Chance) says where outcomes come from, [`System`](engine::contract::System)
//! plays a turn, [`Observer`](engine::observe::Observer) is told what happened.
//! [`play`](engine::fight::play) is the whole loop of a fight.
//!
//! Read in this order: [`engine`] (the contracts, the loop, sides and units, scripted and enumerated
//! dice), [`tables`] (what the draws of games share), then a game ([`games::juso`] is the smaller
//! one).
//!
//! Around the fight: [`declare`] (metrics, clocks and rulings, declared once), [`mod@tactics`]
//! (conditions, and the lists of tactics that they choose from), [`board`] (squares),
//! [`sheet`](mod@sheet) (scenario text, read to what a system means by it), [`systems`] (the list
//! of games).
//!
//! What this crate never does: read files, start threads, look at a clock, make a random number,
//! or allocate between the first roll of a fight and its outcome.

pub mod board;
pub mod declare;
pub mod engine;
pub mod games;
pub mod sheet;
pub mod systems;
pub mod tables;
pub mod tactics;
