//! Juso: the combat chapter of "Warriors of Altair", fought on a line of 14 squares.
//!
//! `RULES.md` beside this file says rule by rule how fray plays them.

pub mod rulings;
pub mod setup;
pub mod sheet;
pub mod tactics;
pub mod vocabulary;
