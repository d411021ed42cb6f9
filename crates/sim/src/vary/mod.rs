//! Scenarios beside the one of the file: what its numbers would be if something in it were otherwise.
//!
//! Each is the scenario with a `--set`, played against the others on the same dice. [`tactics`] and
//! [`rulings`] switch one choice at a time ([`switches`]) and compare each with the original
//! ([`crate::compare`]). `sweep` compares many with each other: [`axis`] lists them, [`sample`] plays them
//! and keeps what their metrics are read from, [`mod@sweep`] puts the table together, and [`mod@pick`]
//! searches the best of them. [`mod@solve`] searches the values that meet goals, and [`mod@budget`] the numbers of
//! monsters that do for each party. [`weights`] compares each
//! number one more and one less, and the scenario without each of its parts; [`screen`] changes all of them
//! at once. [`mod@why`] shares the
//! difference of two scenarios out over the edits between them. [`mod@matrix`] plays everybody of a folder
//! against everybody. [`mod@best`] searches combinations of tactics,
//! [`mod@hints`] looks cheaply for single ones, and [`mod@ceiling`] says what play is worth. [`mod@moved`] says what moved between two versions of a file that is edited.

pub mod axis;
pub mod best;
pub mod budget;
pub mod ceiling;
pub mod clever;
mod enumerated;
pub mod hints;
pub mod matrix;
pub mod metrics;
pub mod moved;
mod path;
pub mod pick;
pub mod rulings;
pub mod rung;
pub mod sample;
pub mod screen;
pub mod solve;
pub mod sweep;
pub mod sweep_set;
pub mod sweep_text;
pub mod switches;
pub(crate) mod switches_text;
pub mod tactics;
mod text;
pub mod weights;
pub mod why;
