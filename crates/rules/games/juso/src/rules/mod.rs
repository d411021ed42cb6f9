//! The rules, in the order of the rulebook.

pub(crate) mod abilities;
pub(crate) mod attacks;
pub(crate) mod turns;
pub(crate) mod values;
