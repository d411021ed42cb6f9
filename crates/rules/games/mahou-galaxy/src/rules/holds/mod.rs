//! Holds, and what they lead to: throws, pins, snatching.

pub(crate) mod grapple;
pub(crate) mod snatch;
pub(crate) mod throw;
pub(crate) mod wrestle;
