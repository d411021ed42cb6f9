//! The file of a baseline, as it is written.

use core::fmt::Write;

use super::{Baseline, Change, GoalKept, SCHEMA};
use crate::gate::family::{Family, Observed, Whom};
use crate::gate::report::goal_value;
use crate::tables::format::exact_rate;

/// The metrics of the summary, each a line.
pub(super) const SUMMARY: [&str; 6] =
    ["win_rate", "draw_rate", "timeout_rate", "rounds", "dropped", "damage_dealt"];

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
        match i64::try_from(of.seed) {
            Ok(seed) => writeln!(out, "seed = {seed}")?,
            Err(_) => writeln!(out, "seed = \"{}\"", of.seed)?,
        }
        writeln!(out, "\n[summary]")?;
        for (metric, values) in self.summary() {
            writeln!(out, "{metric} = {}", quoted(&values))?;
        }
        let told = self.goals_told();
        if !told.is_empty() {
            writeln!(out, "\n[goals]")?;
        }
        for (goal, told) in told {
            writeln!(out, "{} = {}", key(&goal), quoted(&told))?;
        }
        writeln!(out, "\n[scenario]")?;
        writeln!(out, "name = {}", quoted(&of.scenario))?;
        writeln!(out, "system = {}", quoted(&of.system))?;
        writeln!(out, "values = [")?;
        for [path, value] in values {
            writeln!(out, "  [{}, {}],", quoted(path), quoted(value))?;
        }
        writeln!(out, "]")?;
        for Change { fray, reason, moved } in history {
            writeln!(out, "\n[[history]]")?;
            writeln!(out, "reason = {}", quoted(reason))?;
            if !moved.is_empty() {
                let moved: Vec<String> = moved.iter().map(|line| quoted(line)).collect();
                writeln!(out, "moved = [{}]", moved.join(", "))?;
            }
            writeln!(out, "fray = {}", quoted(fray))?;
        }
        let blocks: Vec<String> = blocks.iter().map(|block| quoted(block)).collect();
        let goals: Vec<String> = goals.iter().map(goal).collect();
        let tallies: Vec<String> = families.iter().map(family).collect();
        let mut kept = format!(
            "signature = {}, checksum = {}, scenario = {}, ",
            quoted(signature),
            quoted(&self.checksum()),
            quoted(&of.scenario_hash)
        );
        if let Some(rules) = rules {
            write!(kept, "rules = {}, ", quoted(rules))?;
        }
        write!(kept, "blocks = [{}], goals = [{}], ", blocks.join(", "), goals.join(", "))?;
        write!(kept, "tallies = {}", one_line(&tallies.join("\n")))?;
        writeln!(out, "\n# For the tests alone: all that was observed, and what it was observed of.")?;
        writeln!(out, "[tests]\nkept = {{ {kept} }}")
    }

    /// The metrics that a reader asks first, each with the sides or units that it is not 0 of, in round numbers.
    pub(super) fn summary(&self) -> Vec<(&'static str, String)> {
        let told = |metric: &'static str| {
            let of = self.families.iter().filter(|family| family.metric == metric);
            let values = of.filter_map(|family| {
                let value = family.value().filter(|value| *value != 0.0)?;
                let name = family.whom.unit.as_ref().or(family.whom.side.as_ref());
                let name = name.map_or_else(String::new, |name| format!("{name} "));
                Some(name + &round(value, &family.observed))
            });
            (metric, values.collect::<Vec<_>>().join(", "))
        };
        SUMMARY.map(told).into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }

    /// Each goal with its verdict and value, of all its subjects.
    #[must_use]
    pub fn goals_told(&self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = Vec::new();
        for kept in &self.goals {
            let name = kept.unit.as_ref().or(kept.side.as_ref());
            let value = kept.value.map(|_| goal_value(&kept.finding()));
            let told: Vec<&str> = [Some(kept.verdict.as_str()), name.map(String::as_str), value.as_deref()]
                .into_iter()
                .flatten()
                .collect();
            let told = told.join(" ");
            match all.iter_mut().find(|(goal, _)| *goal == kept.goal) {
                Some((_, before)) => *before += &format!(", {told}"),
                None => all.push((kept.goal.clone(), told)),
            }
        }
        all
    }
}

/// A value to the digits that matter in a review.
fn round(value: f64, observed: &Observed) -> String {
    match observed {
        Observed::Rate { .. } => exact_rate(value, 1),
        Observed::Distribution(_) if value < 0.1 => format!("{value:.3}"),
        Observed::Distribution(_) if value < 1.0 => format!("{value:.2}"),
        Observed::Distribution(_) => format!("{value:.1}"),
    }
}

/// A family as it stands in TOML, without its braces.
pub(super) fn family(family: &Family) -> String {
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

/// Returns the entry of a goal, as an inline table of TOML.
pub(super) fn goal(goal: &GoalKept) -> String {
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

/// A text as a key of TOML.
fn key(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}
