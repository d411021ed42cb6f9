//! What every game shares of a fight: the contracts between rules, dice and observers, the loop
//! that plays turns, sides and units, and the dice that are not random.

pub mod contract;
pub mod draw;
pub mod every;
pub mod fight;
pub mod key;
pub mod observe;
pub mod roster;
pub mod tape;
