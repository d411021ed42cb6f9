//! Abilities, their effects, and statuses.

pub(crate) mod ability;
pub(crate) mod effect;
pub(crate) mod marks;
