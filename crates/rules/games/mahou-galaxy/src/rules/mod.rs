//! The rules, in the order of the rulebook.

pub(crate) mod abilities;
pub(crate) mod attacks;
pub(crate) mod holds;
pub(crate) mod moves;
pub(crate) mod numbers;
pub(crate) mod turns;
