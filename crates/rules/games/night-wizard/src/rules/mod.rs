//! The rules, in the order of the rulebook.

pub(crate) mod abilities;
pub(crate) mod attacks;
pub(crate) mod in_force;
pub(crate) mod moves;
pub(crate) mod prelude;
pub(crate) mod rolls;
pub(crate) mod turns;
pub(crate) mod values;
