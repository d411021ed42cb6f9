//! Rounds and activations: stances and what a unit does with its actions.

pub(crate) mod act;
pub(crate) mod help;
pub(crate) mod round;
pub(crate) mod stance;
pub(crate) mod strike;
