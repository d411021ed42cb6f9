//! Rounds, turns and activations: stones, reactions, and what ends.

pub(crate) mod act;
pub(crate) mod end;
pub(crate) mod react;
pub(crate) mod round;
pub(crate) mod stones;
