//! Verbs that play: a first scenario, a run, one fight, an exact answer, a page.

pub(crate) mod exact;
pub(crate) mod live;
pub(crate) mod new;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod trace;
pub(crate) mod watch;
