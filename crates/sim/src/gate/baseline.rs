//! A baseline: the results of a scenario that its designers accepted, kept in a file that is
//! committed. The file is text with one line for each family, so that a review can read changes.

use core::fmt::Write;
use std::collections::BTreeSet;
use std::path::Path;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::changes::Kept;
use super::family::{Family, Observed, Whom};
use crate::scenario::source::{bounded_text, line_column};
use crate::totals::Histogram;
use crate::totals::signature::fnv_1a;

/// The version of the file's layout.
pub const SCHEMA: u32 = 6;

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
    observed: Vec<Line>,
    #[serde(default)]
    values: Vec<Kept>,
    history: Vec<Change>,
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
        let Self { of, fights, signature, blocks, families, values, history } = self;
        writeln!(out, "# The accepted results of a scenario. Made by `fray check --update`; do not edit.")?;
        writeln!(out, "schema = {SCHEMA}")?;
        writeln!(out, "fights = {fights}")?;
        writeln!(out, "signature = {}", quoted(signature))?;
        writeln!(out, "checksum = {}", quoted(&self.checksum()))?;
        writeln!(out, "# Signatures of the first {PREFIX} fights, in blocks of {BLOCK}.")?;
        writeln!(out, "blocks = [")?;
        for line in blocks.chunks(4) {
            let line: Vec<String> = line.iter().map(|block| quoted(block)).collect();
            writeln!(out, "  {},", line.join(", "))?;
        }
        writeln!(out, "]")?;
        writeln!(out, "observed = [")?;
        families.iter().try_for_each(|family| writeln!(out, "  {{ {} }},", line(family)))?;
        writeln!(out, "]")?;
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
        for change in history {
            writeln!(out, "\n[[history]]")?;
            writeln!(out, "signature = {}", quoted(&change.signature))?;
            writeln!(out, "fray = {}", quoted(&change.fray))?;
            writeln!(out, "reason = {}", quoted(&change.reason))?;
        }
        Ok(())
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
        if file.schema != SCHEMA && !is_old {
            let message =
                format!("the file has layout {}; this version of fray reads layout {SCHEMA}", file.schema);
            return Err(ParseError::Wrong(message));
        }
        let families = file.observed.into_iter().map(Line::family).collect::<Result<_, _>>();
        let families = families.map_err(ParseError::Wrong)?;
        let File { of, fights, signature, checksum, blocks, values, history, .. } = file;
        let baseline = Self { of, fights, signature, blocks, families, values, history };
        if is_old {
            return Err(ParseError::Old(Box::new(baseline)));
        }
        baseline.check_consistency(checksum.as_deref()).map_err(ParseError::Wrong)?;
        Ok(baseline)
    }

    /// The hash of the number of fights, their signature and all that was observed: mode `exact`
    /// plays a part of the fights only, and this says that the rest is what was written.
    fn checksum(&self) -> String {
        let mut text = format!("{} {}\n", self.fights, self.signature);
        for family in &self.families {
            text += &line(family);
            text.push('\n');
        }
        format!("{:016x}", fnv_1a(text.as_bytes()))
    }

    /// Checks that all parts of the file describe the same number of fights and are as they were
    /// written.
    fn check_consistency(&self, checksum: Option<&str>) -> Result<(), String> {
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
        match checksum == Some(self.checksum().as_str()) {
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
            families: families(&fixture::about(), &fixture::totals()),
            values: vec![["Ogre.tactics.target".to_owned(), "\"weakest\"".to_owned()]],
            history: vec![Change {
                signature: "89abcdef01234567".to_owned(),
                fray: "0.1.0".to_owned(),
                reason: "the \"first\" one\nof two lines".to_owned(),
            }],
        }
    }

    #[test]
    fn a_baseline_reads_as_it_was_written() {
        let text = baseline().text();
        assert_eq!(Baseline::parse(&text).as_ref(), Ok(&baseline()), "{text}");
    }

    #[test]
    fn a_family_is_one_line_of_the_file() {
        let text = baseline().text();
        let lines = text.lines().filter(|line| line.contains("metric = ")).count();
        assert_eq!(lines, baseline().families.len());
    }

    #[test]
    fn a_broken_baseline_is_refused_with_its_place() {
        let text = baseline().text();
        let cases = [
            (text.replace("schema = 6", "schema = 7"), "layout 7"),
            (text.replacen("rate = [2, 4]", "rate = [1, 4]", 1), "are 3 of 4 fights"),
            (text.replacen("signature = \"8", "signature = \"9", 1), "checksum"),
            (text.replacen("checksum = \"", "checksum = \"0", 1), "checksum"),
            (text.replace("fights = ", "figths = "), "figths"),
            (text.replacen("rate = [", "rate = [999999, ", 1), "neither"),
            (text.replacen("counts = \"", "counts = \"7:1 3:1 ", 1), "neither"),
            (text.replacen("counts = \"", "counts = \"x:1 ", 1), "neither"),
            (text.replacen("schema", "[schema", 1), "line "),
            (text.replacen("fights = ", "fights = 1", 1), "does not have 14 fights"),
            (text.replacen("\"0000000000000003\",", "", 1), "blocks, not"),
            (text.replacen(&rate_of(&text), "rate = [0, 1]", 1), "does not have"),
            (text.replacen("counts = \"", "counts = \"0:18446744073709551615 ", 1), "does not have"),
            (text.replacen("metric = \"draw_rate\"", "metric = \"timeout_rate\"", 1), "twice"),
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
            text.replace("schema = 6", "schema = 5"),
            text.replace("schema = 6", "schema = 4"),
            text.replace("schema = 6", "schema = 3"),
            text.replace("schema = 6", "schema = 2").replace(&format!("{checksum}\n"), ""),
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
