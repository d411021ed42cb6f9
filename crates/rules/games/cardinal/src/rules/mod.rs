//! The rules, in the order of the rulebook.

pub mod abilities;
pub(crate) mod again;
pub mod attacks;
pub(crate) mod moves;
pub(crate) mod turns;
pub(crate) mod values;
