//! Abilities, their effects, talk, items and statuses.

pub(crate) mod ability;
pub(crate) mod effect;
pub(crate) mod items;
pub(crate) mod status;
pub(crate) mod summon;
pub(crate) mod talk;
