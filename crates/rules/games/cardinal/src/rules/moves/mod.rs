//! Movement: strides, flight, forced moves and holds.

pub(crate) mod flight;
pub(crate) mod forced;
pub(crate) mod grapple;
pub(crate) mod movement;
