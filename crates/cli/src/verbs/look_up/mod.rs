//! Verbs that look something up: lists, rules, schemas, manuals.

pub(crate) mod book;
pub(crate) mod help;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod rules;
pub(crate) mod schema;
