//! Verbs that cut a batch for several machines, play the parts and add them up.

pub(crate) mod merge;
pub(crate) mod plan;
pub(crate) mod planned;
pub(crate) mod shard;
