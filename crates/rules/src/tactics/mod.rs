//! Tactics of every game: lists of choices that are tried in order, and the conditions under which
//! an entry is taken.

pub mod plan;
pub mod when;
