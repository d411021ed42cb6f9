//! The fields of a form, each with its range, its sentence and its default from the declarations that `fray schema`
//! and `fray list keys` are made of.

use core::cell::Cell;
use std::collections::BTreeMap;

use askama::Template;
use fray_kit::declare::rulings::RulingInfo;
use fray_kit::declare::tactics::{DecisionInfo, Takes};
use fray_kit::sheet::declare::SheetInfo;
use fray_sim::scenario::{Merged, Scenario};

use super::kind::{Kind, Range, declared, toml};
use crate::ask::Ask;

/// A value with what changes it.
#[derive(Debug, Template)]
#[template(path = "field.html")]
pub(super) struct Field {
    /// The path, as `--set` takes it.
    pub(super) path: String,
    /// The identity of its input.
    id: usize,
    label: String,
    /// The label with whose it is.
    name: String,
    /// The value in TOML.
    pub(super) value: String,
    /// The value before the changes of this version.
    pub(super) was: String,
    /// The rule of the key and its default, in words.
    says: String,
    pub(super) kind: Kind,
    /// Whether a file says it.
    pub(super) is_said: bool,
    /// The question for the worth of its other values, as the page asks it; `None` unless it is a choice.
    others: Option<String>,
}

impl Field {
    /// Returns the question how often the first side wins over a range, as the page asks it.
    fn ask_curve(&self, &Range { low, high, .. }: &Range) -> String {
        Ask::Curve { path: self.path.clone(), low, high }.json()
    }

    /// Returns the meaning of the chosen word.
    fn told(&self) -> &str {
        let Kind::Choice(choices) = &self.kind else { return "" };
        choices.iter().find(|(word, _)| *word == self.value).map_or("", |(_, sentence)| sentence)
    }
}

/// A word of TOML without its quotes.
fn plain(text: &str) -> &str {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inside.filter(|text| !text.contains(['"', '\\'])).unwrap_or(text)
}

/// Makes fields.
pub(super) struct Maker<'a> {
    scenario: &'a Scenario,
    /// The values before the changes, by path.
    was: BTreeMap<&'a str, String>,
    n: Cell<usize>,
}

impl<'a> Maker<'a> {
    /// A maker of the fields of a scenario; `base` is the scenario without its changes.
    pub(super) fn new(scenario: &'a Scenario, base: &'a Scenario) -> Self {
        let was = base.merged().iter().map(|it| (it.path.as_str(), toml(&it.value))).collect();
        Self { scenario, was, n: Cell::new(0) }
    }

    /// The field of a value of the scenario, which `keys` below these sheets declare.
    pub(super) fn field(
        &self,
        merged: &Merged,
        sheets: &[&'static SheetInfo],
        keys: &[&str],
        of: &str,
    ) -> Field {
        let info = declared(sheets, keys);
        let shape = info.map(|info| (info.shape)());
        let now = toml(&merged.value);
        let key = keys.last().copied().unwrap_or_default();
        let says = info.map_or_else(String::new, |it| says(it.sentence, it.rule, it.default));
        Field {
            was: self.was.get(merged.path.as_str()).cloned().unwrap_or_else(|| now.clone()),
            kind: Kind::of(shape.as_ref(), &merged.value),
            value: now,
            is_said: merged.from != "default",
            ..self.named(merged.path.clone(), key, of, says)
        }
    }

    /// The field of a tactic of a unit.
    pub(super) fn tactic(&self, unit: &str, name: &str, decision: &DecisionInfo) -> Field {
        let path = format!("{unit}.tactics.{}", decision.key);
        let default =
            decision.choices.first().map_or_else(String::new, |choice| format!("{:?}", choice.name));
        let bare = decision.choices.iter().filter(|choice| choice.takes == Takes::Nothing);
        let choices: Vec<(String, String)> =
            bare.map(|choice| (format!("{:?}", choice.name), choice.sentence.to_owned())).collect();
        let says = says(decision.sentence, decision.id, Some(plain(&default)));
        let field = self.at(&default, self.named(path, decision.key, name, says));
        let is_bare = choices.iter().any(|(name, _)| *name == field.value);
        let kind = if is_bare {
            Kind::Choice(choices)
        } else {
            Kind::text("a tactic of the list, or a list of them")
        };
        Field { kind, others: Some(Ask::Tactics { of: name.to_owned() }.json()), ..field }
    }

    /// The field of a ruling.
    pub(super) fn ruling(&self, ruling: &RulingInfo) -> Field {
        let default = toml_of_default(&(ruling.default)());
        let says = says(ruling.sentence, ruling.rule, Some(plain(&default)));
        let field = self.at(&default, self.named(format!("rulings.{}", ruling.key), ruling.key, "", says));
        let word = |word: &str| match word {
            "true" | "false" => word.to_owned(),
            word => format!("{word:?}"),
        };
        let words: Vec<(String, String)> = ruling.words.iter().map(|it| (word(it), String::new())).collect();
        let number: Option<i64> = field.value.parse().ok();
        let kind = match (number, ruling.range) {
            (Some(now), Some((min, max))) => Kind::number(min, max, now, ruling.step.max(1)),
            _ if words.iter().any(|(name, _)| *name == field.value) => Kind::Choice(words),
            _ => Kind::text("a word or a number"),
        };
        Field { kind, others: Some(Ask::Rulings.json()), ..field }
    }

    /// A field without a value.
    fn named(&self, path: String, key: &str, of: &str, says: String) -> Field {
        self.n.set(self.n.get() + 1);
        let label = super::words(key);
        Field {
            path,
            id: self.n.get(),
            name: if of.is_empty() { label.clone() } else { format!("{label} of {of}") },
            label,
            value: String::new(),
            was: String::new(),
            says,
            kind: Kind::text(""),
            is_said: true,
            others: None,
        }
    }

    /// The field with the value of the scenario at its path, or the default of what is declared.
    fn at(&self, default: &str, field: Field) -> Field {
        let merged = self.scenario.merged().iter().find(|merged| merged.path == field.path);
        let value = merged.map_or_else(|| default.to_owned(), |merged| toml(&merged.value));
        let was = self.was.get(field.path.as_str()).cloned().unwrap_or_else(|| default.to_owned());
        Field { value, was, is_said: merged.is_some_and(|it| it.from != "default"), ..field }
    }
}

/// Returns the explanation of a value for readers.
fn says(sentence: &str, rule: &str, default: Option<&str>) -> String {
    // Sentences mark words of files as Markdown does.
    let mut says = sentence.replace('`', "");
    if !rule.is_empty() {
        says += &format!(" ({rule})");
    }
    if let Some(default) = default {
        says += &format!(" Default: {default}.");
    }
    says.trim_start().to_owned()
}

/// A default as it stands in a file; a word without quotes has them here.
fn toml_of_default(text: &str) -> String {
    match text.parse::<toml_edit::Value>() {
        Ok(_) => text.to_owned(),
        Err(_) => format!("{text:?}"),
    }
}
