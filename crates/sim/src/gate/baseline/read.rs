//! The file of a baseline, as it is read: in the layout of now, and in those before it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::{Baseline, Change, GoalKept, Of, SCHEMA, seed};
use crate::gate::changes::GivenValue;
use crate::gate::family::{Family, Observed, Whom};
use crate::scenario::source::{bounded_text, line_column};
use crate::totals::Histogram;

/// The layouts before that of now, of the same tallies: with hashes and goals in lines of their own.
const FLAT_SCHEMAS: [u32; 2] = [PLAIN_SCHEMA, 7];

/// The first of them, whose checksum is of what was observed alone.
const PLAIN_SCHEMA: u32 = 6;

/// The layouts before these, of tallies that are counted otherwise; the first has no checksum.
const OLD_SCHEMAS: [u32; 4] = [2, 3, 4, 5];

/// The reason for which a text is no baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It has the layout of an earlier version of fray: what it says cannot be compared with tallies
    /// of this one, and its history is kept when it is made anew.
    Old(Box<Baseline>),
    /// A fault of the text, in words.
    Wrong(String),
}

/// The first key of every layout: its version.
#[derive(Deserialize)]
struct Head {
    schema: u32,
}

/// The file, as TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "schema")]
    _schema: u32,
    fights: u64,
    #[serde(deserialize_with = "seed")]
    seed: u64,
    summary: BTreeMap<String, String>,
    #[serde(default)]
    goals: BTreeMap<String, String>,
    scenario: About,
    history: Vec<Change>,
    tests: Tests,
}

/// The scenario of a baseline.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    name: String,
    system: String,
    values: Vec<GivenValue>,
}

/// The data that only the tests read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tests {
    kept: Observations,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Observations {
    signature: String,
    checksum: String,
    scenario: String,
    rules: Option<String>,
    blocks: Vec<String>,
    goals: Vec<GoalKept>,
    tallies: String,
}

/// The file in an earlier layout.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatFile {
    schema: u32,
    of: Of,
    fights: u64,
    signature: String,
    /// Of what was observed; none in the oldest layout.
    checksum: Option<String>,
    blocks: Vec<String>,
    rules: Option<String>,
    #[serde(default)]
    goals: Vec<GoalKept>,
    observed: Lines,
    #[serde(default)]
    values: Vec<GivenValue>,
    /// Numbers for readers; those of the layout of now are rounder.
    #[serde(default, rename = "summary")]
    _summary: BTreeMap<String, String>,
    history: Vec<Change>,
}

/// The observations: one text with a line for each family, or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Lines {
    Text(String),
    List(Vec<Line>),
}

impl Lines {
    fn families(self) -> Result<Vec<Family>, String> {
        match self {
            Self::List(lines) => lines.into_iter().map(Line::family).collect(),
            Self::Text(text) => families(&text),
        }
    }
}

/// Reads a text with a line for each family.
fn families(text: &str) -> Result<Vec<Family>, String> {
    let family = |line: &str| {
        let read = toml::from_str::<OneLine>(&format!("line = {{ {line} }}"));
        let read = read.map_err(|error| format!("its tallies: {}", error.message().trim_end()))?;
        read.line.family()
    };
    text.lines().map(family).collect()
}

/// A family in the text of all of them.
#[derive(Deserialize)]
struct OneLine {
    line: Line,
}

/// A family, as TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    side: Option<String>,
    unit: Option<String>,
    metric: String,
    /// For a rate: events and tries.
    rate: Option<[u64; 2]>,
    /// For a distribution: `value:count`, in ascending order.
    counts: Option<String>,
}

impl Baseline {
    /// Returns whether a file is a baseline, right or wrong, and not a scenario, an include or a suite.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        let table = bounded_text(path).ok().and_then(|text| text.parse::<toml::Table>().ok());
        table.is_some_and(|table| {
            let has = |key: &&str| table.contains_key(*key);
            ["schema", "fights"].iter().all(has) && ["tests", "signature"].iter().any(has)
        })
    }

    /// Reads a baseline from the text of its file.
    ///
    /// # Errors
    /// The fault of the text, with its line and column where it is one of TOML.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let Head { schema } = read(text)?;
        match schema {
            SCHEMA => Self::parse_now(read(text)?).map_err(ParseError::Wrong),
            _ if FLAT_SCHEMAS.contains(&schema) || OLD_SCHEMAS.contains(&schema) => {
                Self::parse_flat(read(text)?)
            }
            _ => Err(ParseError::Wrong(format!(
                "the file has layout {schema}, which this version of fray cannot read (it writes layout {SCHEMA})"
            ))),
        }
    }

    fn parse_now(file: File) -> Result<Self, String> {
        let File {
            fights, seed, summary, goals: goals_told, scenario, history, tests: Tests { kept }, ..
        } = file;
        let Observations { signature, checksum, scenario: scenario_hash, rules, blocks, goals, tallies } =
            kept;
        let About { name, system, values } = scenario;
        let of = Of { scenario: name, system, scenario_hash, seed };
        let families = families(&tallies)?;
        let baseline = Self { of, fights, signature, blocks, rules, goals, families, values, history };
        baseline.check_consistency(checksum == baseline.checksum())?;
        // What a reader is told is what was observed.
        let told = |all: Vec<(String, String)>| all.into_iter().collect::<BTreeMap<_, _>>();
        let metrics = baseline.summary().into_iter().map(|(metric, values)| (metric.to_owned(), values));
        for (part, is_said) in [
            ("summary", told(metrics.collect()) == summary),
            ("goals", told(baseline.goals_told()) == goals_told),
        ] {
            if !is_said {
                return Err(format!(
                    "its `[{part}]` does not match the tallies below it: renew the baseline with `fray check --update`"
                ));
            }
        }
        Ok(baseline)
    }

    fn parse_flat(file: FlatFile) -> Result<Self, ParseError> {
        let FlatFile {
            schema,
            of,
            fights,
            signature,
            checksum,
            blocks,
            rules,
            goals,
            observed,
            values,
            history,
            ..
        } = file;
        let families = observed.families().map_err(ParseError::Wrong)?;
        let baseline = Self { of, fights, signature, blocks, rules, goals, families, values, history };
        if OLD_SCHEMAS.contains(&schema) {
            return Err(ParseError::Old(Box::new(baseline)));
        }
        let written = if schema == PLAIN_SCHEMA { baseline.plain_checksum() } else { baseline.checksum() };
        baseline.check_consistency(checksum == Some(written)).map_err(ParseError::Wrong)?;
        Ok(baseline)
    }
}

/// Reads a text of TOML.
fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ParseError> {
    toml::from_str(text).map_err(|error| {
        // No line of the file is quoted: it may be any file, whatever a suite says.
        let at = error.span().map_or(0, |span| span.start);
        let (line, column) = line_column(text, at);
        ParseError::Wrong(format!("line {line}, column {column}: {}", error.message().trim_end()))
    })
}

impl Line {
    fn family(self) -> Result<Family, String> {
        let Self { side, unit, metric, rate, counts } = self;
        let whom = Whom { side, unit };
        let broken = || format!("`{metric}` of {whom} is neither `rate = [events, tries]` nor `counts`");
        let observed = match (rate, counts) {
            (Some([events, n]), None) if events <= n => Observed::Rate { n, events },
            (None, Some(counts)) => Observed::Distribution(histogram(&counts).ok_or_else(broken)?),
            _ => return Err(broken()),
        };
        Ok(Family { whom, metric, observed })
    }
}

/// Reads a histogram from `value:count` in ascending order.
pub(super) fn histogram(text: &str) -> Option<Histogram> {
    let mut values = Histogram::default();
    for bar in text.split_ascii_whitespace() {
        let (value, count) = bar.split_once(':')?;
        let (value, count) = (value.parse::<u64>().ok()?, count.parse::<u64>().ok()?);
        if values.largest().is_some_and(|last| value <= last) || count == 0 {
            return None;
        }
        values.add(value, count);
    }
    Some(values)
}
