//! Scenarios beside the one of the file: what its numbers would be if something in it were otherwise.
//!
//! Each is the scenario with a `--set`, played against the original on the same dice
//! ([`crate::compare`]).

pub mod tactics;
