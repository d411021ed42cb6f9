//! Rounds and turns: who acts when, the actions, and what ends.

pub(crate) mod act;
pub(crate) mod aid;
pub(crate) mod end;
pub(crate) mod round;
