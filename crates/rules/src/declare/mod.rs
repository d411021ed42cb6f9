//! Things declared once: metrics, clocks, events, facts, rulings and tactics. Columns, help, lists, the JSON Schema and
//! the docs are made from the declarations.

pub mod clocks;
pub mod events;
pub mod facts;
pub mod metrics;
pub mod prepared;
pub mod rulings;
pub mod tactics;

/// A doc comment without the blank that follows its slashes.
#[must_use]
pub const fn trimmed(sentence: &'static str) -> &'static str {
    let (first, rest) = sentence.as_bytes().split_at(if sentence.is_empty() { 0 } else { 1 });
    if let [b' '] = first
        && let Ok(rest) = core::str::from_utf8(rest)
    {
        return rest;
    }
    sentence
}
