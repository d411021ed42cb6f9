//! Values that stand in a row: whole numbers, and what a system declares as a ladder ([`Ladder`]), by their
//! places in it.

use core::fmt;

use fray_kit::sheet::ladder::Ladder;
use serde::Serialize;
use serde_json::Value;

use crate::scenario::{Merged, Scenario};

/// A value of such a row as tables and files write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Rung {
    /// A whole number.
    Number(i64),
    /// A value of a ladder.
    Text(String),
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The ladder in which a value of a scenario stands, with that value.
#[derive(Clone, Debug)]
pub struct Rungs {
    ladder: &'static Ladder,
    from: Value,
}

impl Rungs {
    /// That of a value; `None` if it stands in none.
    #[must_use]
    pub fn of(scenario: &Scenario, merged: &Merged) -> Option<Self> {
        let ladder = scenario.info.ladder()?;
        (ladder.place)(&merged.value)?;
        Some(Self { ladder, from: merged.value.clone() })
    }

    /// The place of the value that the scenario has.
    #[must_use]
    pub fn present(&self) -> i64 {
        (self.ladder.place)(&self.from).unwrap_or_default()
    }

    /// The place of a value as a flag writes it.
    #[must_use]
    pub fn place(&self, text: &str) -> Option<i64> {
        let text = text.trim().trim_matches('"');
        (self.ladder.place)(&Value::from(text))
    }

    /// The value at a place, as `--set` takes it; `None` beyond the ends.
    #[must_use]
    pub fn value(&self, place: i64) -> Option<String> {
        Some(self.ladder.stepped(&self.from, place.checked_sub(self.present())?)?.to_string())
    }

    /// The value at a place for tables: without quotes.
    #[must_use]
    pub fn rung(&self, place: i64) -> Rung {
        match self.ladder.stepped(&self.from, place.saturating_sub(self.present())) {
            Some(Value::String(text)) => Rung::Text(text),
            Some(value) => Rung::Text(value.to_string()),
            None => Rung::Text(format!("no {}", self.ladder.noun)),
        }
    }
}

/// A value or path that a search or a sweep did not try, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The path.
    pub path: String,
    /// The value, where it is about one.
    pub value: Option<String>,
    /// The reason, as a clause behind `as`.
    pub reason: String,
}

impl LeftOut {
    /// The end of a range along a ladder, where the steps led to another value of its place; `None` where they led
    /// to the end itself.
    #[must_use]
    pub fn end(path: &str, asked: &str, tried: &str) -> Option<Self> {
        // `1d8` and `d8` are one value, and so are sums in any order.
        let parts = |text: &str| -> Vec<String> {
            let plain = text.replace([' ', '"'], "");
            let strip = |part: &str| {
                part.strip_prefix('1').filter(|rest| rest.starts_with('d')).unwrap_or(part).to_owned()
            };
            let mut all: Vec<String> = plain.split('+').map(strip).collect();
            all.sort();
            all
        };
        (parts(asked) != parts(tried)).then(|| Self {
            path: path.to_owned(),
            value: Some(asked.trim_matches('"').to_owned()),
            reason: format!("the steps led to {tried}, which counts as much"),
        })
    }

    /// It in words.
    #[must_use]
    pub fn text(&self) -> String {
        let value = self.value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
        format!("{}{value} was left out, as {}", self.path, self.reason)
    }
}
