//! What each verb of the command line does.

pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod exact;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod matrix;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod plan;
mod planned;
pub(crate) mod report;
pub(crate) mod rulings;
pub(crate) mod run;
pub(crate) mod schema;
mod screen;
pub(crate) mod selftest;
pub(crate) mod shard;
pub(crate) mod solve;
pub(crate) mod sweep;
mod switched;
pub(crate) mod tactics;
pub(crate) mod trace;
pub(crate) mod validate;
pub(crate) mod watch;
pub(crate) mod weights;
pub(crate) mod why;
