//! Abilities, their effects, bad statuses and gear.

pub(crate) mod ability;
pub(crate) mod effects;
pub(crate) mod gear;
pub(crate) mod statuses;
