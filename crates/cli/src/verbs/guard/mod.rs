//! Verbs that guard files, figures and the program itself.

pub(crate) mod check;
pub(crate) mod history;
pub(crate) mod selftest;
pub(crate) mod validate;
