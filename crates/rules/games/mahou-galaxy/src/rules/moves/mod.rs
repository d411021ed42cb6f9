//! Places: jumps and falls, moves against the will of who is moved, terrain.

pub(crate) mod drop;
pub(crate) mod fall;
pub(crate) mod shift;
pub(crate) mod terrain;
