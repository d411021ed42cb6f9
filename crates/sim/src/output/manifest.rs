//! `manifest.json`: what was run, when, how and by which version.

use serde::{Deserialize, Serialize};

use crate::scenario::Clever;
use crate::tables::rows::Stop;
use crate::totals::ranges::Ranges;

/// The file's name.
pub const MANIFEST: &str = "manifest.json";

/// The identity of a run, which determines its results. Runs with equal scenario, values, seed and range have
/// equal results, so that the later may replace the earlier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The name of the system.
    pub system: String,
    /// The version of its rules.
    pub rules_version: String,
    /// The path of the scenario file as given.
    pub scenario: String,
    /// The hash of the scenario and its includes.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// The requested fights: from the first up to, but not including, the second.
    pub range: (u64, u64),
    /// Every merged value of the scenario, in the order of the file.
    pub values: Vec<Setting>,
    /// The sides that look ahead at each turn, and what they choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clever: Vec<(String, Clever)>,
}

/// One value of the merged scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The path, as for `--set`.
    pub path: String,
    /// The value, in TOML.
    pub value: String,
    /// The source: `flag`, `--set`, a file or `default`.
    pub origin: String,
}

impl Setting {
    /// Returns whether a flag or a suite changed it in the file.
    #[must_use]
    pub fn is_varied(&self) -> bool {
        ["--set", "--tactics", "suite"].contains(&self.origin.as_str())
    }
}

/// The manifest. Paths, wall time and the number of threads are in no other file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of columns and keys ([`SCHEMA`](crate::tables::json::SCHEMA)).
    pub schema: u32,
    /// The version of fray.
    pub fray: String,
    /// The digest of the rules that played the last of the fights; none in manifests of earlier versions.
    #[serde(default)]
    pub rules: Option<String>,
    /// The date and time at which the last of the fights were played; none in manifests of earlier versions.
    #[serde(default)]
    pub date: Option<String>,
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// The number of fights played.
    pub fights: u64,
    /// The ranges of the fights played.
    pub played: Ranges,
    /// The condition that ended the run.
    pub stop: Stop,
    /// The signature of the tallies.
    pub signature: String,
    /// The number of threads.
    pub threads: usize,
    /// The wall time from the first fight to the last, in seconds; the sum for a run in several parts.
    pub wall_time_s: f64,
    /// The command line.
    pub command: String,
    /// The fights that were in the folder before the command added to them.
    pub resumed: Ranges,
}

/// The values of a scenario that a flag or a suite changed in the file, as cells: columns of every
/// table.
#[must_use]
pub fn varied(values: &[Setting]) -> Vec<(String, String)> {
    let varied = values.iter().filter(|value| value.is_varied());
    varied.map(|Setting { path, value, .. }| (path.clone(), cell(value))).collect()
}

/// A value as the cell of a table: a word without its quotes.
pub(crate) fn cell(value: &str) -> String {
    serde_json::from_str(value).unwrap_or_else(|_| value.to_owned())
}

impl Run {
    /// The first difference from another run; `None` if it has the same results. The sources of values,
    /// the path of the scenario and the versions of program and rules are ignored.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let text = |(lo, hi): (u64, u64)| format!("{lo}..{hi}");
        let range = || {
            (self.range != other.range)
                .then(|| format!("fights {} instead of {}", text(self.range), text(other.range)))
        };
        self.difference_but_range(other).or_else(range)
    }

    /// Returns whether this run is of the same scenario file as another, but of another version of it: a
    /// value is different, or the rules.
    #[must_use]
    pub fn is_other_version_of(&self, other: &Self) -> bool {
        let file =
            |run: &Self| std::fs::canonicalize(&run.scenario).unwrap_or_else(|_| (&run.scenario).into());
        let values =
            |run: &Self| run.values.iter().map(|set| (set.path.clone(), set.value.clone())).collect();
        let (mine, theirs): (Vec<_>, Vec<_>) = (values(self), values(other));
        file(self) == file(other) && (self.scenario_hash != other.scenario_hash || mine != theirs)
    }

    /// The paths that a flag or a suite changed in the file, with their values: columns of every
    /// table.
    #[must_use]
    pub fn varied(&self) -> Vec<(String, String)> {
        varied(&self.values)
    }

    /// The first difference from another run, apart from the range of fights.
    #[must_use]
    pub fn difference_but_range(&self, other: &Self) -> Option<String> {
        if self.system != other.system {
            return Some(format!("system {} instead of {}", self.system, other.system));
        }
        if self.seed != other.seed {
            return Some(format!("seed {} instead of {}", self.seed, other.seed));
        }
        for (mine, theirs) in self.values.iter().zip(&other.values) {
            if mine.path != theirs.path {
                return Some(format!("`{}` where this run has `{}`", mine.path, theirs.path));
            }
            if mine.value != theirs.value {
                return Some(format!("`{}` = {} instead of {}", mine.path, mine.value, theirs.value));
            }
        }
        if self.values.len() != other.values.len() {
            return Some(format!("{} values instead of {}", self.values.len(), other.values.len()));
        }
        (self.scenario_hash != other.scenario_hash).then(|| "a different text of the scenario".into())
    }
}
