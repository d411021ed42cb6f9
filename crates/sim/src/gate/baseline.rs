//! A committed baseline: what a scenario came to when its designers were content with it. Text,
//! one line a family, so that a change of it can be read in a review.

use core::fmt::Write;
use std::collections::BTreeSet;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::family::{Family, Observed, Whom};
use crate::totals::Histogram;

/// The version of the file's layout.
pub const SCHEMA: u32 = 2;

/// Fights of the prefix that mode `exact` plays again: few enough that a party on a map takes less
/// than a second.
pub const PREFIX: u64 = 1 << 13;

/// Fights of a block of the prefix, so that the first that differs can be named.
pub const BLOCK: u64 = 1 << 10;

/// What a scenario came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// What decides the fights.
    pub of: Of,
    /// The number of fights, from fight 0.
    pub fights: u64,
    /// The signature of their tallies.
    pub signature: String,
    /// The signature of each block of the first [`PREFIX`] fights, in order.
    pub blocks: Vec<String>,
    /// What was observed.
    pub families: Vec<Family>,
    /// Why it was made and made again, the latest first.
    pub history: Vec<Change>,
}

/// What decides the fights of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The scenario file's stem.
    pub scenario: String,
    /// The name of its system.
    pub system: String,
    /// The hash of what it means.
    pub scenario_hash: String,
    /// The seed; a string in the file where it is beyond TOML's integers.
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

/// Why a baseline was made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The signature of the baseline that it made.
    pub signature: String,
    /// The version of fray that played it.
    pub fray: String,
    /// Why.
    pub reason: String,
}

/// The file as it stands in TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    of: Of,
    fights: u64,
    signature: String,
    blocks: Vec<String>,
    observed: Vec<Line>,
    history: Vec<Change>,
}

/// A family as it stands in TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    side: Option<String>,
    unit: Option<String>,
    metric: String,
    /// Of a rate: events and tries.
    rate: Option<[u64; 2]>,
    /// Of a distribution: `value:count`, ascending.
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
        let Self { of, fights, signature, blocks, families, history } = self;
        writeln!(out, "# What this scenario came to. Made by `fray check --update`; not edited by hand.")?;
        writeln!(out, "schema = {SCHEMA}")?;
        writeln!(out, "fights = {fights}")?;
        writeln!(out, "signature = {}", quoted(signature))?;
        writeln!(out, "# Of the first {PREFIX} fights, by {BLOCK}.")?;
        writeln!(out, "blocks = [")?;
        for line in blocks.chunks(4) {
            let line: Vec<String> = line.iter().map(|block| quoted(block)).collect();
            writeln!(out, "  {},", line.join(", "))?;
        }
        writeln!(out, "]")?;
        writeln!(out, "observed = [")?;
        for family in families {
            write!(out, "  {{ ")?;
            for (key, name) in [("side", &family.whom.side), ("unit", &family.whom.unit)] {
                if let Some(name) = name {
                    write!(out, "{key} = {}, ", quoted(name))?;
                }
            }
            write!(out, "metric = {}, ", quoted(&family.metric))?;
            match &family.observed {
                Observed::Rate { n, events } => write!(out, "rate = [{events}, {n}]")?,
                Observed::Distribution(values) => {
                    let bars: Vec<String> = values.each().map(|(v, count)| format!("{v}:{count}")).collect();
                    write!(out, "counts = \"{}\"", bars.join(" "))?;
                }
            }
            writeln!(out, " }},")?;
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

    /// A baseline from the text of its file.
    ///
    /// # Errors
    /// What is wrong with it, with its line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        if file.schema != SCHEMA {
            return Err(format!("it has layout {}, where this program knows {SCHEMA}", file.schema));
        }
        let families = file.observed.into_iter().map(Line::family).collect::<Result<_, _>>()?;
        let File { of, fights, signature, blocks, history, .. } = file;
        let baseline = Self { of, fights, signature, blocks, families, history };
        baseline.hangs_together()?;
        Ok(baseline)
    }

    /// Whether the parts of the file are of the same fights.
    fn hangs_together(&self) -> Result<(), String> {
        let fights = self.fights;
        let n_blocks = fights.min(PREFIX).div_ceil(BLOCK);
        if fights == 0 || self.blocks.len() as u64 != n_blocks {
            let found = self.blocks.len();
            return Err(format!("of {fights} fights it has {found} blocks instead of {n_blocks}"));
        }
        let mut seen = BTreeSet::new();
        for Family { whom, metric, observed } in &self.families {
            if !seen.insert((whom, metric)) {
                return Err(format!("`{metric}` of {whom} stands there twice"));
            }
            let n = match observed {
                Observed::Rate { n, .. } => Some(*n),
                Observed::Distribution(values) => {
                    values.cells.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))
                }
            };
            if n != Some(fights) {
                return Err(format!("`{metric}` of {whom} is not of {fights} fights"));
            }
        }
        Ok(())
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

/// A histogram from `value:count`, ascending.
fn histogram(text: &str) -> Option<Histogram> {
    /// No value that a fight can have is larger.
    const MOST: usize = 1 << 24;
    let mut values = Histogram::default();
    for bar in text.split_ascii_whitespace() {
        let (value, count) = bar.split_once(':')?;
        let (value, count) = (value.parse::<usize>().ok()?, count.parse::<u64>().ok()?);
        if value < values.cells.len() || value > MOST || count == 0 {
            return None;
        }
        values.cells.resize(value, 0);
        values.cells.push(count);
    }
    Some(values)
}

/// A string as it stands in TOML.
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
            (text.replace("schema = 2", "schema = 3"), "layout 3"),
            (text.replace("fights = ", "figths = "), "figths"),
            (text.replacen("rate = [", "rate = [999999, ", 1), "neither"),
            (text.replacen("counts = \"", "counts = \"7:1 3:1 ", 1), "neither"),
            (text.replacen("counts = \"", "counts = \"x:1 ", 1), "neither"),
            (text.replacen("schema", "[schema", 1), "line "),
            (text.replacen("fights = ", "fights = 1", 1), "is not of 14 fights"),
            (text.replacen("\"0000000000000003\",", "", 1), "blocks instead of"),
            (text.replacen(&rate_of(&text), "rate = [0, 1]", 1), "is not of"),
            (text.replacen("counts = \"", "counts = \"0:18446744073709551615 ", 1), "is"),
            (text.replacen("metric = \"draw_rate\"", "metric = \"timeout_rate\"", 1), "twice"),
        ];
        for (text, part) in cases {
            let error = Baseline::parse(&text).expect_err(part);
            assert!(error.contains(part), "{error}");
        }
    }

    /// The first rate as it stands there.
    fn rate_of(text: &str) -> String {
        let from = text.find("rate = [").expect("a rate");
        text[from..=from + text[from..].find(']').expect("its end")].to_owned()
    }

    #[test]
    fn a_huge_value_does_not_fill_the_memory() {
        assert_eq!(histogram("99999999999:1"), None);
        assert_eq!(histogram("3:0"), None);
        assert_eq!(histogram(""), Some(Histogram::default()));
    }
}
