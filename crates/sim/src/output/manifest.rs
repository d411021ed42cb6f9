//! `manifest.json`: what was run, and everything about it that is no result.

use serde::{Deserialize, Serialize};

use crate::tables::rows::Stop;
use crate::totals::ranges::Ranges;

/// The file's name.
pub const MANIFEST: &str = "manifest.json";

/// What decides the numbers of a run. Two runs with equal scenario, values, seed and range are
/// one run, and the later may stand in the place of the earlier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The name of the system.
    pub system: String,
    /// The version of its rules.
    pub rules_version: String,
    /// The path of the scenario file as given.
    pub scenario: String,
    /// The hash of the scenario, its includes included.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// The fights asked for: from the first, up to but not with the second.
    pub range: (u64, u64),
    /// Every merged value of the scenario, in the order of the file.
    pub values: Vec<Setting>,
}

/// One value of the merged scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The path, as `--set` takes it.
    pub path: String,
    /// The value, in TOML.
    pub value: String,
    /// Where it came from: `flag`, `--set`, a file, `default`.
    pub origin: String,
}

/// The manifest. Paths, wall time and threads stand here and nowhere else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of columns and keys ([`SCHEMA`](crate::tables::json::SCHEMA)).
    pub schema: u32,
    /// The version of fray.
    pub fray: String,
    /// What was run.
    #[serde(flatten)]
    pub run: Run,
    /// How many fights were played.
    pub fights: u64,
    /// Which.
    pub played: Ranges,
    /// Why it stopped.
    pub stop: Stop,
    /// The signature of the tallies.
    pub signature: String,
    /// Threads used.
    pub threads: usize,
    /// Seconds from the first fight to the last; of a run in several parts, of all parts together.
    pub wall_time_s: f64,
    /// The command line.
    pub command: String,
    /// The fights that the folder held already when this command went on from them.
    pub resumed: Ranges,
}

impl Run {
    /// What first differs in another run; none if it is the same. Where a value came from, the
    /// scenario's path and the versions of program and rules do not matter.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let text = |(lo, hi): (u64, u64)| format!("{lo}..{hi}");
        let range = || {
            (self.range != other.range)
                .then(|| format!("fights {} instead of {}", text(self.range), text(other.range)))
        };
        self.difference_but_range(other).or_else(range)
    }

    /// The same, but for the fights that were asked for.
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
        (self.scenario_hash != other.scenario_hash).then(|| "another text of the scenario".into())
    }
}
