//! Movement: by foot, in the air, and against the will of who is moved.

pub(crate) mod all_out;
pub(crate) mod displacement;
pub(crate) mod flight;
pub(crate) mod movement;
