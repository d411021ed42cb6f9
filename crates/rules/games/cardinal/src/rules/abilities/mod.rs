//! Abilities, their effects, and statuses.

pub(crate) mod ability;
pub mod cause;
pub(crate) mod effect;
pub(crate) mod reactions;
pub(crate) mod status;
