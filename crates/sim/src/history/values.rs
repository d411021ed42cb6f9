//! The values of scenarios, each kept once, and what was edited between two of them.
//!
//! The values of a scenario stand in blocks: one of each unit, one of the rulings, one of the map. A block that several
//! scenarios share, as all fights of a cross share their units, is kept once, under a hash of its values. Values that
//! nobody wrote are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::output::Setting;
use crate::totals::signature::fnv_1a;

/// The columns of the table of values, in the order of the file.
pub const COLUMNS: [&str; 4] = ["of", "path", "value", "origin"];

/// A value with where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    path: String,
    value: String,
    origin: String,
}

/// The values of scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// By the hash of a scenario: the hashes of its blocks.
    scenarios: BTreeMap<String, Vec<String>>,
    /// By the hash of a block: its values.
    blocks: BTreeMap<String, Vec<Written>>,
}

/// A value that was edited, added or removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Edit {
    /// Its path, or whose values were all added or removed.
    pub path: String,
    /// The value before; `None` if nobody wrote one, or all values were added or removed.
    pub before: Option<String>,
    /// The value after.
    pub after: Option<String>,
    /// The file and line of the value, of the one before if it was removed.
    pub origin: String,
    /// Whether all values of a unit, of the map or of the rulings were added (`true`) or removed.
    pub whole: Option<bool>,
}

impl core::fmt::Display for Edit {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        let path = &self.path;
        match (self.whole, &self.before, &self.after) {
            (Some(true), ..) => write!(f, "{path} added"),
            (Some(false), ..) => write!(f, "{path} removed"),
            (None, Some(before), Some(after)) => write!(f, "{path} {before} -> {after}"),
            (None, None, Some(after)) => write!(f, "{path} {after}, not written before"),
            (None, Some(before), None) => write!(f, "{path} {before} taken out"),
            (None, None, None) => f.write_str(path),
        }
    }
}

/// The part of a path up to the first point outside of quotes: whose value it is.
fn owner(path: &str) -> &str {
    let mut is_quoted = false;
    let end = path.char_indices().find(|(_, c)| {
        is_quoted ^= *c == '"';
        *c == '.' && !is_quoted
    });
    end.map_or(path, |(at, _)| &path[..at])
}

impl Values {
    /// Returns whether the values of this scenario are known.
    #[must_use]
    pub fn has(&self, scenario: &str) -> bool {
        self.scenarios.contains_key(scenario)
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scenarios.is_empty()
    }

    /// Adds the values of a scenario, as a manifest has them; `known` has those that need not be kept again.
    pub fn add(&mut self, scenario: &str, settings: &[Setting], known: &Self) {
        if known.has(scenario) || self.has(scenario) {
            return;
        }
        let mut blocks: Vec<(&str, Vec<Written>)> = Vec::new();
        for Setting { path, value, origin } in settings.iter().filter(|it| it.origin != "default") {
            let written = Written { path: path.clone(), value: value.clone(), origin: origin.clone() };
            match blocks.iter_mut().find(|(of, _)| *of == owner(path)) {
                Some((_, block)) => block.push(written),
                None => blocks.push((owner(path), vec![written])),
            }
        }
        let mut hashes = Vec::new();
        for (_, block) in blocks {
            // Lines move when something is written above them, and nothing is edited by that.
            let line = |Written { path, value, .. }: &Written| format!("{path} = {value}\n");
            let text: String = block.iter().map(line).collect();
            let hash = format!("{:016x}", fnv_1a(text.as_bytes()));
            if !known.blocks.contains_key(&hash) {
                self.blocks.entry(hash.clone()).or_insert(block);
            }
            hashes.push(hash);
        }
        self.scenarios.insert(scenario.to_owned(), hashes);
    }

    /// Adds what others have.
    pub fn merge(&mut self, other: Self) {
        self.scenarios.extend(other.scenarios);
        self.blocks.extend(other.blocks);
    }

    /// Returns the edits from one scenario to another; `None` if the values of one are not known.
    #[must_use]
    pub fn edits(&self, from: &str, to: &str) -> Option<Vec<Edit>> {
        let of = |scenario: &str| -> Option<BTreeMap<&str, &Written>> {
            let blocks = self.scenarios.get(scenario)?.iter();
            let blocks = blocks.map(|hash| self.blocks.get(hash)).collect::<Option<Vec<_>>>()?;
            Some(blocks.into_iter().flatten().map(|it| (it.path.as_str(), it)).collect())
        };
        let (before, after) = (of(from)?, of(to)?);
        let owners = |of: &BTreeMap<&str, &Written>| -> BTreeSet<String> {
            of.keys().map(|path| owner(path).to_owned()).collect()
        };
        let (had, has) = (owners(&before), owners(&after));
        let mut edits = Vec::new();
        for name in had.symmetric_difference(&has) {
            let is_new = has.contains(name);
            let of = if is_new { &after } else { &before };
            let first = of.values().find(|written| owner(&written.path) == name);
            edits.push(Edit {
                path: name.clone(),
                before: None,
                after: None,
                origin: first.map_or_else(String::new, |written| written.origin.clone()),
                whole: Some(is_new),
            });
        }
        let paths: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
        for path in paths.into_iter().filter(|path| had.contains(owner(path)) && has.contains(owner(path))) {
            let (old, new) = (before.get(path), after.get(path));
            if old.map(|it| &it.value) != new.map(|it| &it.value) {
                edits.push(Edit {
                    path: path.to_owned(),
                    before: old.map(|it| it.value.clone()),
                    after: new.map(|it| it.value.clone()),
                    origin: new.or(old).map_or_else(String::new, |it| it.origin.clone()),
                    whole: None,
                });
            }
        }
        Some(edits)
    }

    /// Returns the values as a table: for each scenario rows without a path, whose values are its blocks, and for each
    /// block its values.
    ///
    /// # Panics
    /// Never: a vector takes every byte.
    #[must_use]
    pub fn csv(&self) -> Vec<u8> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let mut row = |cells: [&str; 4]| csv.write_record(cells).expect("a vector takes every byte");
        row(COLUMNS);
        for (scenario, blocks) in &self.scenarios {
            blocks.iter().for_each(|block| row([scenario, "", block, ""]));
        }
        for (block, values) in &self.blocks {
            values.iter().for_each(|Written { path, value, origin }| row([block, path, value, origin]));
        }
        csv.into_inner().expect("a vector takes every byte")
    }

    /// Reads a table of values.
    ///
    /// # Errors
    /// If it is none; the message names the file.
    pub fn read(path: &Path) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Cells {
            of: String,
            path: String,
            value: String,
            origin: String,
        }
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let mut all = Self::default();
        for cells in csv::Reader::from_path(path).map_err(wrong)?.deserialize() {
            let Cells { of, path, value, origin } = cells.map_err(wrong)?;
            if path.is_empty() {
                all.scenarios.entry(of).or_default().push(value);
            } else {
                all.blocks.entry(of).or_default().push(Written { path, value, origin });
            }
        }
        Ok(all)
    }
}
