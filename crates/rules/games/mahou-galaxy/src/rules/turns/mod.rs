//! Rounds and turns: tokens, hands, costs, what happens out of turn, and what ends.

pub(crate) mod act;
pub(crate) mod cost;
pub(crate) mod end;
pub(crate) mod hands;
pub(crate) mod interrupt;
pub(crate) mod react;
pub(crate) mod recover;
pub(crate) mod round;
