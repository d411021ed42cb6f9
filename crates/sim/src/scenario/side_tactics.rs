//! Other tactics for a side than those that its scenario has.

use fray_kit::sheet::declare::{quoted, shown};
use fray_kit::sheet::edit::Edit;
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::{Problems, Span, did_you_mean};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::merged::Merged;
use super::source::Sources;
use crate::play::rollout::TRIALS;

/// The flag that gives a side other tactics, and the source of the values that it changes.
pub const FLAG: &str = "--tactics";

/// The other way in which a side plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SidePlay {
    /// With the defaults of the rules: its scenario without its tactics.
    Default,
    /// With tactics that are drawn anew for each fight ([`random`](super::random)).
    Random,
    /// With the best tactics that were found: changes as arguments of `--set`.
    Best(Vec<String>),
    /// Looking ahead at each turn ([`rollout`](crate::play::rollout)).
    Clever(Clever),
}

/// The choices of a side that looks ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clever {
    /// The most trials of a choice at a turn.
    pub trials: u32,
    /// The changes that make the base of the scenario, as arguments of `--set`. Empty beside a text that
    /// already has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<String>,
    /// By choice, the changes that make it of the base, as arguments of `--set`.
    pub choices: Vec<Vec<String>>,
}

/// A side that plays otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTactics {
    /// Its name.
    pub side: String,
    /// The way in which it plays.
    pub play: SidePlay,
}

impl SideTactics {
    /// The value that tables show.
    #[must_use]
    pub fn word(&self) -> String {
        match &self.play {
            SidePlay::Default => "default".to_owned(),
            SidePlay::Random => "random".to_owned(),
            SidePlay::Best(_) => "best".to_owned(),
            SidePlay::Clever(Clever { trials: TRIALS, .. }) => "clever".to_owned(),
            SidePlay::Clever(Clever { trials, .. }) => format!("clever:{trials}"),
        }
    }

    /// Returns whether its play is none that tactics of a file can say.
    pub(super) fn is_beside(&self) -> bool {
        matches!(self.play, SidePlay::Random | SidePlay::Clever(_))
    }

    /// The column of tables that it stands in.
    #[must_use]
    pub fn column(&self) -> String {
        format!("{}.tactics", quoted(&self.side))
    }

    /// Returns the clause about it in a title.
    pub(super) fn clause(&self) -> String {
        let play = match self.play {
            SidePlay::Default => "the default tactics",
            SidePlay::Random => "tactics drawn at random for each fight",
            SidePlay::Best(_) => "the best tactics found",
            SidePlay::Clever(_) => "looking ahead at each turn",
        };
        let with = if matches!(self.play, SidePlay::Clever(_)) { "" } else { "with " };
        format!("; {} {with}{play}", self.side)
    }

    /// It as a value of the scenario. The best tactics are values of their own.
    pub(super) fn merged(&self) -> Option<Merged> {
        let is_value = !matches!(self.play, SidePlay::Best(_));
        is_value.then(|| Merged { path: self.column(), value: json!(self.word()), from: FLAG.to_owned() })
    }

    /// The changes of the best tactics, or of the base.
    pub(super) fn edits(&self, sources: &mut Sources, problems: &mut Problems) -> Vec<Edit> {
        let sets = match &self.play {
            SidePlay::Best(sets) => sets,
            SidePlay::Clever(clever) => &clever.base,
            SidePlay::Default | SidePlay::Random => return Vec::new(),
        };
        let mut edits = Vec::new();
        for set in sets {
            let file = sources.add(FLAG, set.as_str());
            edits.extend(Edit::parse(file, set, problems));
        }
        edits
    }

    /// Takes the tactics of a side that plays by default out of a document, and notes if there is no such
    /// side.
    pub(super) fn apply(&self, document: &mut Document, sources: &mut Sources, problems: &mut Problems) {
        let names = document.sides.iter().map(|side| side.name.value.as_str());
        let meant = did_you_mean(&self.side, names);
        let Some(side) = document.sides.iter_mut().find(|side| side.name.value == self.side) else {
            let text = format!("{}={}", self.side, self.word());
            let file = sources.add(FLAG, text.as_str());
            let all: Vec<&str> = document.sides.iter().map(|side| side.name.value.as_str()).collect();
            let all = if meant.is_empty() {
                format!("; the sides are {}", shown(&all.join(", ")))
            } else {
                String::new()
            };
            let message = format!("there is no side `{}`{meant}{all}", shown(&self.side));
            problems.add(Span::new(file, 0, self.side.len()), self.column(), message);
            return;
        };
        if self.play == SidePlay::Default {
            take_tactics(&mut side.node);
            side.units.iter_mut().for_each(|unit| take_tactics(&mut unit.node));
        }
    }
}

fn take_tactics(node: &mut Node) {
    if let Value::Table(table) = &mut node.value {
        table.take("tactics");
    }
}
