//! The verbs of the command line, in the groups of `fray --help`.

pub(crate) mod ask;
pub(crate) mod guard;
pub(crate) mod look_up;
pub(crate) mod play;
pub(crate) mod scale;
