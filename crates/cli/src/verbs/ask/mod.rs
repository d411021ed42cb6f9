//! Verbs that ask what a change is worth, and search for one.

pub(crate) mod best;
pub(crate) mod budget;
pub(crate) mod ceiling;
pub(crate) mod coach;
pub(crate) mod compare;
pub(crate) mod matrix;
pub(crate) mod nights;
pub(crate) mod rulings;
pub(crate) mod screen;
pub(crate) mod solve;
pub(crate) mod sweep;
pub(crate) mod switched;
pub(crate) mod tactics;
pub(crate) mod weights;
pub(crate) mod why;
