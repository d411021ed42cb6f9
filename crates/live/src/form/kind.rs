//! The input of a value: a slider over what is legal and near, a choice of words, or TOML.

use fray_kit::sheet::declare::{KeyInfo, Shape, SheetInfo, Variant};
use serde_json::Value as Json;

/// The kind of input that changes a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A whole number.
    Number(Range),
    /// One of some words in TOML, each with what it does.
    Choice(Vec<(String, String)>),
    /// A text in TOML.
    Text {
        /// The expected text.
        expected: String,
    },
}

/// The range of a number, and the part of it that a slider shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The least that is legal.
    pub(crate) min: i64,
    /// The most that is legal.
    pub(crate) max: i64,
    /// The lower end of the slider.
    pub(crate) low: i64,
    /// Its upper end.
    pub(crate) high: i64,
    /// The distance of values.
    pub(crate) step: i64,
}

impl Kind {
    /// The class of its field.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::Choice(_) => "choice",
            Self::Text { .. } => "text",
        }
    }

    /// A value in TOML.
    pub(super) fn text(expected: &str) -> Self {
        Self::Text { expected: expected.to_owned() }
    }

    /// The number `now` in its legal range, with a slider round about it: one over all that is legal would be too
    /// coarse.
    pub(super) fn number(min: i64, max: i64, now: i64, step: i64) -> Self {
        let reach = (now.abs().saturating_mul(2)).max(20);
        let tens = if reach > 50 { 10 } else { 1 };
        let low = match now {
            ..0 => now - reach,
            0..=200 => 0,
            _ => now / 4,
        };
        let low = low.max(min);
        let high = ((now.saturating_add(reach) + tens - 1) / tens * tens).min(max);
        Self::Number(Range { min, max, low: low.min(now), high: high.max(now), step })
    }

    /// The input for a value of this shape; without a declaration, that for values like it.
    pub(super) fn of(shape: Option<&Shape>, value: &Json) -> Self {
        let Some(shape) = shape else {
            return match value.as_i64() {
                Some(now) => Self::number(i64::from(i32::MIN), i64::from(i32::MAX), now, 1),
                None => Self::text("a value in TOML"),
            };
        };
        let clamp = |n: i128| {
            i64::try_from(n.clamp(-9_007_199_254_740_991, 9_007_199_254_740_991)).unwrap_or_default()
        };
        let named = |words: &[&str]| -> Vec<(String, String)> {
            words.iter().map(|word| (format!("{word:?}"), String::new())).collect()
        };
        let bare = |all: &[Variant]| -> Vec<(String, String)> {
            let bare = all.iter().filter(|it| it.takes.is_none() || it.bare);
            bare.map(|it| (format!("{:?}", it.name), it.sentence.to_owned())).collect()
        };
        let is_in = |choices: &[(String, String)]| choices.iter().any(|(name, _)| *name == toml(value));
        match (shape, value) {
            (Shape::Int { min, max }, Json::Number(now)) => {
                Self::number(clamp(*min), clamp(*max), now.as_i64().unwrap_or_default(), 1)
            }
            (Shape::Bool, Json::Bool(_)) => {
                Self::Choice(["true", "false"].map(|word| (word.to_owned(), String::new())).to_vec())
            }
            (Shape::Word(words), Json::String(_)) if is_in(&named(words)) => Self::Choice(named(words)),
            (Shape::Variants(all), Json::String(_)) if is_in(&bare(all)) => Self::Choice(bare(all)),
            (Shape::Either(shapes), _) => {
                let kinds = shapes.iter().map(|shape| Self::of(Some(shape), value));
                let mut found = kinds.filter(|kind| !matches!(kind, Self::Text { .. }));
                found.next().unwrap_or_else(|| Self::text(&shape.expected()))
            }
            _ => Self::text(&shape.expected()),
        }
    }
}

/// Returns the declaration of the key at the end of `keys`, which lead through tables and, by name, through
/// lists of them.
pub(super) fn declared(sheets: &[&'static SheetInfo], keys: &[&str]) -> Option<&'static KeyInfo> {
    let (first, rest) = keys.split_first()?;
    let info = sheets.iter().flat_map(|sheet| sheet.keys).find(|info| info.key == *first)?;
    match rest {
        [] => Some(info),
        _ => below(&(info.shape)(), rest),
    }
}

fn below(shape: &Shape, keys: &[&str]) -> Option<&'static KeyInfo> {
    match shape {
        Shape::Table(sheet) => declared(&[sheet], keys),
        Shape::List(of) | Shape::Map(of) => below(of, keys.get(1..).filter(|keys| !keys.is_empty())?),
        Shape::Either(shapes) => shapes.iter().find_map(|shape| below(shape, keys)),
        _ => None,
    }
}

/// A value in TOML.
pub(crate) fn toml(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => format!("{}", toml_edit::Value::from(text.as_str())),
        Json::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Json::Object(table) if table.is_empty() => "{}".to_owned(),
        Json::Object(table) => {
            let entry = |(key, value): (&String, &Json)| {
                format!("{} = {}", toml_edit::Key::new(key).display_repr(), toml(value))
            };
            format!("{{ {} }}", table.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_shows_what_is_near_and_legal() {
        let shown = |min, max, now| match Kind::number(min, max, now, 1) {
            Kind::Number(range) => (range.low, range.high),
            other => panic!("{other:?} is no number"),
        };
        assert_eq!(shown(1, 10_000, 118), (1, 360));
        assert_eq!(shown(0, 6, 3), (0, 6));
        assert_eq!(shown(-100, 100, 8), (0, 28));
        assert_eq!(shown(-100, 100, -4), (-24, 16));
    }

    #[test]
    fn values_are_written_as_toml() {
        let value = serde_json::json!({"a b": [1, true, "x\"y"], "c": {}});
        let text = format!("v = {}", toml(&value));
        let read: toml_edit::DocumentMut = text.parse().expect("it is TOML");
        assert_eq!(read["v"]["a b"][2].as_str(), Some("x\"y"));
    }
}
