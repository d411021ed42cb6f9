//! Tactics: whom, with what, from where, and what it is worth.

pub(crate) mod aim;
pub(crate) mod approach;
pub(crate) mod harm;
pub(crate) mod ranges;
pub(crate) mod support;
pub(crate) mod targets;
