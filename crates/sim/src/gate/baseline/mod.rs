//! A baseline: the results of a scenario that its designers accepted, kept in a file that is committed. A
//! review reads its summary, in which each metric is a line in round numbers, the results of the goals, and
//! the reason for the last change with the metrics that moved. The data that only the tests read stand in one
//! line at the end.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

pub use read::ParseError;

use super::family::{Family, Observed, Whom};
use super::{Finding, Kind, Verdict};
use crate::gate::changes::GivenValue;
use crate::stats::Interval;
use crate::totals::signature::fnv_1a;

/// The version of the file's layout.
pub const SCHEMA: u32 = 8;

/// The number of fights that mode `exact` plays again. It is small enough that a fight of a party
/// on a map takes less than a second in all.
pub const PREFIX: u64 = 1 << 13;

/// The number of fights of a block. The first block that differs is named.
pub const BLOCK: u64 = 1 << 10;

/// The accepted results of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The identity of the fights: scenario, rules, seed and number.
    pub of: Of,
    /// The number of fights, from fight 0.
    pub fights: u64,
    /// The signature of their tallies.
    pub signature: String,
    /// The signature of each block of the first [`PREFIX`] fights, in order.
    pub blocks: Vec<String>,
    /// The digest of the rules that played them, as [`rules_digest`](crate::plan::rules_digest) has it. None in
    /// a baseline that was made before it was kept.
    pub rules: Option<String>,
    /// The goals of the scenario, as these fights judge them.
    pub goals: Vec<GoalKept>,
    /// The observed quantities.
    pub families: Vec<Family>,
    /// The values that the files of the scenario gave, to say later what changed. None in a
    /// baseline that was made before they were kept.
    pub values: Vec<GivenValue>,
    /// The reasons for which the baseline was made and renewed, the latest first.
    pub history: Vec<Change>,
}

/// The identity of a baseline's fights: everything that determines them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The stem of the scenario file.
    pub scenario: String,
    /// The name of the system.
    pub system: String,
    /// The hash of the scenario's meaning.
    pub scenario_hash: String,
    /// The seed; a string in the file if it is too large for an integer of TOML.
    #[serde(deserialize_with = "seed")]
    pub seed: u64,
}

/// Reads a seed that is a number, or a string where it is too large for one.
fn seed<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Seed {
        Number(u64),
        Text(String),
    }
    match Seed::deserialize(input)? {
        Seed::Number(seed) => Ok(seed),
        Seed::Text(text) => text.parse().map_err(D::Error::custom),
    }
}

/// The result of a goal in the fights of a baseline, for one of its subjects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalKept {
    /// The goal, as it is written.
    pub goal: String,
    /// The side of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The unit of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// `pass` or `fail`.
    pub verdict: String,
    /// Whether the value is a rate.
    pub is_rate: bool,
    /// The value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<[f64; 2]>,
    /// The meaning of `=` in it; `None` where it is a single value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

// Numbers that are no numbers are not kept.
impl Eq for GoalKept {}

impl GoalKept {
    /// Returns the entry of a finding; `None` of one that is not decided.
    #[must_use]
    pub fn of(finding: &Finding) -> Option<Self> {
        let is_number = |value: f64| value.is_finite();
        let within = finding.within.filter(|it| is_number(it.lo) && is_number(it.hi));
        (finding.verdict != Verdict::Inconclusive).then(|| Self {
            goal: finding.metric.clone(),
            side: finding.whom.side.clone(),
            unit: finding.whom.unit.clone(),
            verdict: finding.verdict.word().to_owned(),
            is_rate: finding.is_rate,
            value: finding.value.filter(|value| is_number(*value)),
            within: within.map(|it| [it.lo, it.hi]),
            meaning: finding.meaning.clone(),
        })
    }

    /// The finding.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let verdict = if self.verdict == Verdict::Pass.word() { Verdict::Pass } else { Verdict::Fail };
        Finding {
            whom: Whom { side: self.side.clone(), unit: self.unit.clone() },
            is_rate: self.is_rate,
            value: self.value,
            within: self.within.map(|[lo, hi]| Interval { lo, hi }),
            meaning: self.meaning.clone(),
            ..Finding::bare(&self.goal, Kind::Goal, verdict, "")
        }
    }
}

/// The reason for a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Change {
    /// The version of fray that played the fights.
    pub fray: String,
    /// The reason, as it was given.
    pub reason: String,
    /// The changes of the scenario and the metrics that moved, in the words of the update.
    #[serde(default)]
    pub moved: Vec<String>,
}

impl Baseline {
    /// The hash of all that is tested. Fights are played again only where something changed, and this says that
    /// the file is what was written.
    fn checksum(&self) -> String {
        let goals: Vec<String> = self.goals.iter().map(write::goal).collect();
        let rules = self.rules.as_deref().unwrap_or_default();
        let text =
            format!("{}\n{}\n{rules}\n{}", self.plain_checksum(), self.blocks.join(" "), goals.join("\n"));
        format!("{:016x}", fnv_1a(text.as_bytes()))
    }

    /// The hash of the number of fights, their signature and all that was observed.
    fn plain_checksum(&self) -> String {
        let mut text = format!("{} {}\n", self.fights, self.signature);
        for family in &self.families {
            text += &write::family(family);
            text.push('\n');
        }
        format!("{:016x}", fnv_1a(text.as_bytes()))
    }

    /// Checks that all parts of the file describe the same number of fights and are as they were
    /// written.
    fn check_consistency(&self, is_whole: bool) -> Result<(), String> {
        let fights = self.fights;
        let n_blocks = fights.min(PREFIX).div_ceil(BLOCK);
        if fights == 0 || self.blocks.len() as u64 != n_blocks {
            let found = self.blocks.len();
            return Err(format!("a baseline of {fights} fights has {n_blocks} blocks, not {found}"));
        }
        let mut seen = BTreeSet::new();
        for Family { whom, metric, observed } in &self.families {
            if !seen.insert((whom, metric)) {
                return Err(format!("`{metric}` of {whom} is there twice"));
            }
            let n = match observed {
                Observed::Rate { n, .. } => Some(*n),
                Observed::Distribution(values) => {
                    values.each().try_fold(0_u64, |sum, (_, count)| sum.checked_add(count))
                }
            };
            if n != Some(fights) {
                return Err(format!("`{metric}` of {whom} does not have {fights} fights"));
            }
        }
        let outcomes = ["win_rate", "draw_rate", "timeout_rate"];
        let of_outcomes = self.families.iter().filter(|family| outcomes.contains(&family.metric.as_str()));
        let ended = of_outcomes.map(|family| match family.observed {
            Observed::Rate { events, .. } => u128::from(events),
            Observed::Distribution(_) => 0,
        });
        let ended: u128 = ended.sum();
        if ended != u128::from(fights) {
            return Err(format!("its wins, draws and timeouts are {ended} of {fights} fights"));
        }
        if is_whole {
            Ok(())
        } else {
            Err("it was changed by hand or damaged: its checksum differs".to_owned())
        }
    }
}
