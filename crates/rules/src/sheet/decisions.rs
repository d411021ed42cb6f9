//! The decisions of a system, each declared once with its choices: the reader, the lists and the
//! JSON Schema come from the declaration. How a choice or a list of them is read says `plan`.

use super::declare::{join, shown};
use super::node::{Node, Table};
use super::plan::{Chooser, Named};
use super::problem::{Problems, did_you_mean};

/// A decision, for lists and the schema.
#[derive(Clone, Copy, Debug)]
pub struct DecisionInfo {
    /// The key in `tactics`.
    pub key: &'static str,
    /// The ledger's name: `D-target`.
    pub id: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// Its choices: name, what it takes, sentence. The first is the default.
    pub choices: &'static [(&'static str, Takes, &'static str)],
}

/// What a choice takes in `{ name = ... }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is a bare name.
    Nothing,
    /// A whole number, both ends legal.
    Number(i32, i32),
    /// It is no name but a whole number by itself, both ends legal.
    Bare(i32, i32),
    /// It is no name but a number from 0 to 1 by itself; read in millionths, rounded down.
    Fraction,
    /// The name of another unit of its side.
    Ally,
    /// The name of a unit of another side.
    Enemy,
    /// The name of one of the unit's own things of this kind: its place among them.
    Own(&'static str),
    /// A list of such names: the set of their places, bit n for place n.
    Set(&'static str),
}

impl Takes {
    /// Whether the choice is a number by itself.
    #[must_use]
    pub fn is_bare(self) -> bool {
        matches!(self, Self::Bare(..) | Self::Fraction)
    }

    /// What the number has to be.
    pub(super) fn expected(self) -> String {
        match self {
            Self::Number(min, max) | Self::Bare(min, max) => format!("a whole number from {min} to {max}"),
            Self::Fraction => "a number from 0 to 1".to_owned(),
            _ => "a value".to_owned(),
        }
    }
}

/// A choice of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The choice with the number that it takes: of a unit or a thing, its place.
    pub make: fn(i32) -> T,
}

/// Declares decisions: their list, and a function that reads a table `tactics` into plans. Each
/// has its field, `as "key"` where the key is another word, the ledger's name, the type of its
/// choices and the choices themselves, the default first.
#[macro_export]
macro_rules! decisions {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (
        $(#[$outer:meta])* $vis:vis const $list:ident, fn $read:ident -> $tactics:ident
        asking $facts:expr, $measure:expr;
        $($(#[doc = $sentence:literal])+ $field:ident $(as $key:literal)? $id:literal: $type:ty {
            $(#[doc = $why:literal] $name:literal $takes:expr => $make:expr;)*
        })*
    ) => {
        $(#[$outer])*
        $vis const $list: &[$crate::sheet::decisions::DecisionInfo] =
            &[$($crate::sheet::decisions::DecisionInfo {
                key: $crate::decisions!(@key $field $($key)?),
                id: $id,
                sentence: $crate::declare::trimmed(concat!($($sentence),+)),
                choices: &[$(($name, $takes, $crate::declare::trimmed($why))),*],
            }),*];

        fn $read(
            table: &$crate::sheet::node::Table,
            chooser: $crate::sheet::plan::Chooser<'_>,
            problems: &mut $crate::sheet::problem::Problems,
        ) -> $tactics {
            let mut tactics = $tactics::default();
            $({
                const KEY: &str = $crate::decisions!(@key $field $($key)?);
                if let Some(entry) = table.get(KEY) {
                    let choices: &[$crate::sheet::decisions::Choice<$type>] =
                        &[$($crate::sheet::decisions::Choice { name: $name, takes: $takes, make: $make }),*];
                    let path = $crate::sheet::declare::join(chooser.path, KEY);
                    let chooser = $crate::sheet::plan::Chooser { path: &path, ..chooser };
                    tactics.$field = $crate::sheet::plan::read(
                        &entry.value, choices, $facts, $measure, chooser, problems,
                    );
                }
            })*
            tactics
        }
    };
}

/// Checks the keys of a table `tactics`; gives the table.
pub fn open<'a>(
    node: &'a Node,
    decisions: &[DecisionInfo],
    path: &str,
    problems: &mut Problems,
) -> Option<&'a Table> {
    let Some(table) = node.as_table() else {
        problems.add(node.span, path, format!("expected a table for `tactics`, found {}", node.found()));
        return None;
    };
    for entry in &table.entries {
        let key = entry.key.as_str();
        if problems.is_full() {
            break;
        }
        if decisions.iter().any(|decision| decision.key == key) {
            continue;
        }
        let meant = did_you_mean(key, decisions.iter().map(|decision| decision.key));
        let message = format!("unknown decision `{}`{meant}", shown(key));
        let help = "`fray list tactics` prints all decisions";
        problems.add_help(entry.span, join(path, key), message, help);
    }
    Some(table)
}

/// Checks the tactics of a block by itself: `read` reads them for a unit that is alone and owns
/// nothing. Whom and what they name is known only in a scenario.
pub fn check_alone(path: &str, problems: &mut Problems, read: impl FnOnce(Chooser<'_>, &mut Problems)) {
    let own = [Named { base: String::new(), name: String::new(), side: 0 }];
    let mut found = Problems::default();
    read(Chooser { units: &own, own: 0, path, owns: &[] }, &mut found);
    problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
}
