//! Battles, rounds and turns: who acts when, what an action costs, and what ends.

pub(crate) mod costs;
pub(crate) mod end;
pub(crate) mod main_process;
pub(crate) mod round;
pub(crate) mod series;
pub(crate) mod setup_process;
pub(crate) mod turn;
pub(crate) mod windows;
