//! Plays one fight.
//!
//! The rules of each game stand in a module of their own, all behind the three contracts of
//! [`contract`]: [`Chance`](contract::Chance) says where outcomes come from,
//! [`System`](contract::System) plays a turn, [`Observer`](contract::Observer) is told what
//! happened. [`play`](fight::play) is the whole loop of a fight.
//!
//! Read in this order: [`contract`], [`fight`], [`roster`] (sides and units), [`dice`] (what the
//! draws of games share), then a system ([`juso`] is the smaller one, [`night_wizard`] has a core
//! and all the rest), then [`tape`] and [`every`], the scripted and the enumerating source.
//!
//! Around the fight: [`declare`] (metrics, clocks and rulings, declared once), [`when`] and [`plan`]
//! (conditions, and the lists of tactics that they choose from), [`grid`] (the board of squares),
//! [`sheet`](mod@sheet) (scenario text, read to what a system means by it), [`systems`] (the list
//! of games).
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
