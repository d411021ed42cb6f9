//! The rules by their numbers.
