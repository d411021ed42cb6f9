//! A baseline: the results of a scenario that its designers accepted, kept in a file that is
//! committed. A review reads its summary, in which each metric is a line, and the reason for the last change
//! with what moved; all that was observed stands in one line, which is for the tests alone.

use core::fmt::Write;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::changes::Kept;
use super::family::{Family, Observed, Whom};
use super::report::value_of;
use super::{Finding, Kind, Verdict};
use crate::scenario::source::{bounded_text, line_column};
use crate::stats::Interval;
use crate::totals::Histogram;
use crate::totals::signature::fnv_1a;

/// The version of the file's layout.
pub const SCHEMA: u32 = 7;

/// The layout before it, of the same tallies: a line for each family, and no summary.
const PLAIN_SCHEMA: u32 = 6;

/// The metrics of the summary, each a line.
const SUMMARY: [&str; 7] =
    ["win_rate", "draw_rate", "timeout_rate", "rounds", "dropped", "damage_dealt", "exhausted_first_round"];

/// The layouts before it, of tallies that are counted otherwise; the first has no checksum.
const OLD_SCHEMAS: [u32; 4] = [2, 3, 4, 5];

/// The number of fights that mode `exact` plays again. It is small enough that a fight of a party
/// on a map takes less than a second in all.
pub const PREFIX: u64 = 1 << 13;

/// The number of fights of a block. The first block that differs is named.
pub const BLOCK: u64 = 1 << 10;

/// The accepted results of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// What determines the fights.
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
    pub values: Vec<Kept>,
    /// The reasons for which the baseline was made and renewed, the latest first.
    pub history: Vec<Change>,
}

/// What determines the fights of a baseline.
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

/// What the fights of a baseline say of a goal, for one of its subjects.
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
    /// What `=` means in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

// Numbers that are no numbers are not kept.
impl Eq for GoalKept {}

impl GoalKept {
    /// What is kept of a finding; nothing of one that is not decided.
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
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The signature of the baseline made then.
    pub signature: String,
    /// The version of fray that played the fights.
    pub fray: String,
    /// The reason, as it was given.
    pub reason: String,
    /// What changed in the scenario and what moved, as the update said it.
    #[serde(default)]
    pub moved: Vec<String>,
}

/// Why a text is no baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It has the layout of an earlier version of fray: what it says cannot be compared with tallies
    /// of this one, and its history is kept when it is made anew.
    Old(Box<Baseline>),
    /// What is wrong with it.
    Wrong(String),
}

/// The file, as TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    of: Of,
    fights: u64,
    signature: String,
    /// Of what was observed; none in the old layout.
    checksum: Option<String>,
    blocks: Vec<String>,
    rules: Option<String>,
    #[serde(default)]
    goals: Vec<GoalKept>,
    observed: Lines,
    #[serde(default)]
    values: Vec<Kept>,
    #[serde(default)]
    summary: BTreeMap<String, String>,
    history: Vec<Change>,
}

/// What was observed: one text with a line for each family, or a list of them in the layout before.
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
            Self::Text(text) => text
                .lines()
                .map(|line| {
                    let read = toml::from_str::<OneLine>(&format!("line = {{ {line} }}"));
                    let read = read.map_err(|error| format!("`observed`: {}", error.message().trim_end()))?;
                    read.line.family()
                })
                .collect(),
        }
    }
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
    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> core::fmt::Result {
        let Self { of, fights, signature, blocks, rules, goals, families, values, history } = self;
        writeln!(out, "# The accepted results of a scenario. Made by `fray check --update`; do not edit.")?;
        writeln!(out, "schema = {SCHEMA}")?;
        writeln!(out, "fights = {fights}")?;
        writeln!(out, "signature = {}", quoted(signature))?;
        writeln!(out, "checksum = {}", quoted(&self.checksum()))?;
        writeln!(out, "# Signatures of the first {PREFIX} fights, in blocks of {BLOCK}.")?;
        let blocks: Vec<String> = blocks.iter().map(|block| quoted(block)).collect();
        writeln!(out, "blocks = [{}]", blocks.join(", "))?;
        if let Some(rules) = rules {
            writeln!(
                out,
                "# Of the rules that played them: fights of these rules need not be played again."
            )?;
            writeln!(out, "rules = {}", quoted(rules))?;
        }
        let goals: Vec<String> = goals.iter().map(inline).collect();
        writeln!(out, "goals = [{}]", goals.join(", "))?;
        writeln!(out, "# All that was observed; `[summary]` is for readers.")?;
        let observed: Vec<String> = families.iter().map(line).collect();
        writeln!(out, "observed = {}", one_line(&observed.join("\n")))?;
        writeln!(out, "# What the files of the scenario said.")?;
        writeln!(out, "values = [")?;
        for [path, value] in values {
            writeln!(out, "  [{}, {}],", quoted(path), quoted(value))?;
        }
        writeln!(out, "]")?;
        writeln!(out, "\n[of]")?;
        writeln!(out, "scenario = {}", quoted(&of.scenario))?;
        writeln!(out, "system = {}", quoted(&of.system))?;
        writeln!(out, "scenario_hash = {}", quoted(&of.scenario_hash))?;
        match i64::try_from(of.seed) {
            Ok(seed) => writeln!(out, "seed = {seed}")?,
            Err(_) => writeln!(out, "seed = \"{}\"", of.seed)?,
        }
        writeln!(out, "\n[summary]")?;
        for (metric, values) in self.summary() {
            writeln!(out, "{metric} = {}", quoted(&values))?;
        }
        for change in history {
            writeln!(out, "[[history]]")?;
            writeln!(out, "signature = {}", quoted(&change.signature))?;
            writeln!(out, "fray = {}", quoted(&change.fray))?;
            writeln!(out, "reason = {}", quoted(&change.reason))?;
            if !change.moved.is_empty() {
                let moved: Vec<String> = change.moved.iter().map(|line| quoted(line)).collect();
                writeln!(out, "moved = [{}]", moved.join(", "))?;
            }
        }
        Ok(())
    }

    /// The metrics that a reader asks first, each with the sides or units that it is not 0 of.
    fn summary(&self) -> Vec<(&'static str, String)> {
        let told = |metric: &'static str| {
            let of = self.families.iter().filter(|family| family.metric == metric);
            let values = of.filter(|family| family.value().is_some_and(|value| value != 0.0));
            let values = values.map(|family| {
                let name = family.whom.unit.as_ref().or(family.whom.side.as_ref());
                let name = name.map_or_else(String::new, |name| format!("{name} "));
                name + &value_of(family)
            });
            (metric, values.collect::<Vec<_>>().join(", "))
        };
        SUMMARY.map(told).into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }

    /// Whether a file is a baseline, right or wrong, and not a scenario, an include or a suite.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        let table = bounded_text(path).ok().and_then(|text| text.parse::<toml::Table>().ok());
        let keys = ["schema", "fights", "signature"];
        table.is_some_and(|table| keys.iter().all(|key| table.contains_key(*key)))
    }

    /// Reads a baseline from the text of its file.
    ///
    /// # Errors
    /// What is wrong with it, with its line and column where it is the text.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let file: File = toml::from_str(text).map_err(|error| {
            // No line of the file is quoted: it may be any file, whatever a suite says.
            let at = error.span().map_or(0, |span| span.start);
            let (line, column) = line_column(text, at);
            ParseError::Wrong(format!("line {line}, column {column}: {}", error.message().trim_end()))
        })?;
        let is_old = OLD_SCHEMAS.contains(&file.schema);
        if ![SCHEMA, PLAIN_SCHEMA].contains(&file.schema) && !is_old {
            let message =
                format!("the file has layout {}; this version of fray reads layout {SCHEMA}", file.schema);
            return Err(ParseError::Wrong(message));
        }
        let is_plain = file.schema == PLAIN_SCHEMA;
        let File {
            of,
            fights,
            signature,
            checksum,
            blocks,
            rules,
            goals,
            observed,
            values,
            summary,
            history,
            ..
        } = file;
        let families = observed.families().map_err(ParseError::Wrong)?;
        let baseline = Self { of, fights, signature, blocks, rules, goals, families, values, history };
        if is_old {
            return Err(ParseError::Old(Box::new(baseline)));
        }
        let is_whole =
            checksum == Some(if is_plain { baseline.plain_checksum() } else { baseline.checksum() });
        baseline.check_consistency(is_whole).map_err(ParseError::Wrong)?;
        // What a reader is told is what was observed.
        let told: BTreeMap<_, _> =
            baseline.summary().into_iter().map(|(metric, values)| (metric.to_owned(), values)).collect();
        if !is_plain && told != summary {
            let wrong =
                "its `[summary]` does not say what was observed: make it anew with `fray check --update`";
            return Err(ParseError::Wrong(wrong.to_owned()));
        }
        Ok(baseline)
    }

    /// The hash of all that is tested. Fights are played again only where something changed, and this says that
    /// the file is what was written.
    fn checksum(&self) -> String {
        let goals: Vec<String> = self.goals.iter().map(inline).collect();
        let rules = self.rules.as_deref().unwrap_or_default();
        let text =
            format!("{}\n{}\n{rules}\n{}", self.plain_checksum(), self.blocks.join(" "), goals.join("\n"));
        format!("{:016x}", fnv_1a(text.as_bytes()))
    }

    /// The hash of the number of fights, their signature and all that was observed.
    fn plain_checksum(&self) -> String {
        let mut text = format!("{} {}\n", self.fights, self.signature);
        for family in &self.families {
            text += &line(family);
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
        match is_whole {
            true => Ok(()),
            false => Err("what was observed is not what was written: its checksum differs".to_owned()),
        }
    }
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

/// A family as it stands in TOML, without its braces.
fn line(family: &Family) -> String {
    let name = |key: &str, name: &Option<String>| {
        name.as_ref().map_or_else(String::new, |name| format!("{key} = {}, ", quoted(name)))
    };
    let Whom { side, unit } = &family.whom;
    let observed = match &family.observed {
        Observed::Rate { n, events } => format!("rate = [{events}, {n}]"),
        Observed::Distribution(values) => {
            let bars: Vec<String> = values.each().map(|(v, count)| format!("{v}:{count}")).collect();
            format!("counts = \"{}\"", bars.join(" "))
        }
    };
    format!("{}{}metric = {}, {observed}", name("side", side), name("unit", unit), quoted(&family.metric))
}

/// Reads a histogram from `value:count` in ascending order.
fn histogram(text: &str) -> Option<Histogram> {
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

/// A value in one line of TOML, without the numbers of floats that readers need not see.
fn inline(goal: &GoalKept) -> String {
    let mut parts = vec![format!("goal = {}", quoted(&goal.goal))];
    for (key, value) in [("side", &goal.side), ("unit", &goal.unit), ("meaning", &goal.meaning)] {
        parts.extend(value.iter().map(|value| format!("{key} = {}", quoted(value))));
    }
    parts.push(format!("verdict = {}", quoted(&goal.verdict)));
    parts.push(format!("is_rate = {}", goal.is_rate));
    parts.extend(goal.value.map(|value| format!("value = {value:?}")));
    parts.extend(goal.within.map(|[lo, hi]| format!("within = [{lo:?}, {hi:?}]")));
    format!("{{ {} }}", parts.join(", "))
}

/// A text of several lines as a string of TOML in one.
fn one_line(text: &str) -> String {
    // Of what TOML escapes nothing but these two is in it: names are quoted already.
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A string in the notation of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::gate::family::families;

    fn baseline() -> Baseline {
        Baseline {
            of: Of {
                scenario: "duel".to_owned(),
                system: "toss".to_owned(),
                scenario_hash: "0011223344556677".to_owned(),
                seed: u64::MAX,
            },
            fights: fixture::totals().fights,
            signature: "89abcdef01234567".to_owned(),
            blocks: vec!["0000000000000003".to_owned()],
            rules: Some("0123456789abcdef".to_owned()),
            goals: vec![GoalKept {
                goal: "win_rate(\"a b\") >= 10%".to_owned(),
                side: Some("a b".to_owned()),
                unit: None,
                verdict: "pass".to_owned(),
                is_rate: true,
                value: Some(0.5),
                within: Some([0.25, 1.0]),
                meaning: None,
            }],
            families: families(&fixture::about(), &fixture::totals()),
            values: vec![["Ogre.tactics.target".to_owned(), "\"weakest\"".to_owned()]],
            history: vec![Change {
                signature: "89abcdef01234567".to_owned(),
                fray: "0.1.0".to_owned(),
                reason: "the \"first\" one\nof two lines".to_owned(),
                moved: vec!["Ogre.hp 26 -> 28".to_owned()],
            }],
        }
    }

    #[test]
    fn a_baseline_reads_as_it_was_written() {
        let text = baseline().text();
        assert_eq!(Baseline::parse(&text).as_ref(), Ok(&baseline()), "{text}");
    }

    /// A reviewer reads lines; what only tests read is one of them.
    #[test]
    fn all_that_was_observed_is_one_line_and_a_metric_of_the_summary_another() {
        let text = baseline().text();
        assert_eq!(text.lines().filter(|line| line.contains("metric = ")).count(), 1, "{text}");
        let summary: Vec<&str> = text
            .lines()
            .skip_while(|line| *line != "[summary]")
            .skip(1)
            .take_while(|line| *line != "[[history]]")
            .collect();
        assert!(!summary.is_empty() && summary.len() <= SUMMARY.len(), "{text}");
        assert!(summary.iter().all(|line| SUMMARY.iter().any(|metric| line.starts_with(metric))), "{text}");
        // What never happens is no news.
        assert!(!summary.iter().any(|line| line.contains(" 0\"") || line.contains(" 0,")), "{text}");
    }

    /// The layout before has the same tallies, and is read as it is.
    #[test]
    fn a_baseline_of_the_layout_before_is_read() {
        let now = baseline();
        let lines: Vec<String> =
            now.families.iter().map(|family| format!("  {{ {} }},", line(family))).collect();
        let text = now.text();
        let observed = text.lines().find(|line| line.starts_with("observed = ")).expect("a line");
        let plain = text
            .replace("schema = 7", "schema = 6")
            .replace(observed, &format!("observed = [\n{}\n]", lines.join("\n")))
            .replace(&now.checksum(), &now.plain_checksum());
        assert_eq!(Baseline::parse(&plain).as_ref(), Ok(&now), "{plain}");
    }

    #[test]
    fn a_broken_baseline_is_refused_with_its_place() {
        let text = baseline().text();
        let cases = [
            (text.replace("schema = 7", "schema = 8"), "layout 8"),
            (text.replacen("rate = [2, 4]", "rate = [1, 4]", 1), "are 3 of 4 fights"),
            (text.replacen("signature = \"8", "signature = \"9", 1), "checksum"),
            (text.replacen("checksum = \"", "checksum = \"0", 1), "checksum"),
            (text.replace("fights = ", "figths = "), "figths"),
            (text.replacen("rate = [", "rate = [999999, ", 1), "neither"),
            (text.replacen("counts = \\\"", "counts = \\\"7:1 3:1 ", 1), "neither"),
            (text.replacen("counts = \\\"", "counts = \\\"x:1 ", 1), "neither"),
            (text.replacen("observed = \"", "observed = \"x, ", 1), "observed"),
            (text.replacen("rules = \"0", "rules = \"1", 1), "checksum"),
            (text.replacen("verdict = \"pass", "verdict = \"fail", 1), "checksum"),
            (text.replacen("rounds = \"", "rounds = \"1", 1), "[summary]"),
            (text.replacen("schema", "[schema", 1), "line "),
            (text.replacen("fights = ", "fights = 1", 1), "does not have 14 fights"),
            (text.replacen("\"0000000000000003\"", "", 1), "blocks, not"),
            (text.replacen(&rate_of(&text), "rate = [0, 1]", 1), "does not have"),
            (text.replacen("counts = \\\"", "counts = \\\"0:18446744073709551615 ", 1), "does not have"),
            (text.replacen("metric = \\\"draw_rate", "metric = \\\"timeout_rate", 1), "twice"),
        ];
        for (text, part) in cases {
            let Err(ParseError::Wrong(error)) = Baseline::parse(&text) else { panic!("{part}") };
            assert!(error.contains(part), "{error}");
        }
    }

    /// The first rate in the text.
    fn rate_of(text: &str) -> String {
        let from = text.find("rate = [").expect("a rate");
        text[from..=from + text[from..].find(']').expect("its end")].to_owned()
    }

    #[test]
    fn a_baseline_of_an_old_layout_is_known_as_such_and_keeps_its_history() {
        let text = baseline().text();
        let checksum = text.lines().find(|line| line.starts_with("checksum")).expect("a line");
        let old = [
            text.replace("schema = 7", "schema = 5"),
            text.replace("schema = 7", "schema = 4"),
            text.replace("schema = 7", "schema = 3"),
            text.replace("schema = 7", "schema = 2").replace(&format!("{checksum}\n"), ""),
        ];
        for old in old {
            assert_eq!(Baseline::parse(&old), Err(ParseError::Old(Box::new(baseline()))));
        }
    }

    #[test]
    fn a_huge_value_does_not_fill_the_memory() {
        // It is one cell, like any other.
        assert_eq!(histogram("99999999999:1").map(|values| values.n()), Some(1));
        assert_eq!(histogram("3:0"), None);
        assert_eq!(histogram(""), Some(Histogram::default()));
    }
}
