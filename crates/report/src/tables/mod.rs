//! Pages of the tables of verbs: each shows its estimates as a forest plot and all rows below it.

mod forest;

pub(crate) use forest::{estimate, forest, is_ratio, plain, signed};
use forest::{is_dial, rows_of, whose};

use std::collections::BTreeMap;
use std::path::Path;

use fray_sim::tables::format::fixed;

use crate::chart::{Axis, ForestRow};
use crate::folder::ReportError;
use crate::page::{Cell, Page, Section, Table};
use crate::table_file::TableFile;
use crate::theme::{BAD, GOOD, INK};
use crate::words;

/// The most rows of a forest plot.
pub(crate) const MOST: usize = 30;
/// The most rows of a table on a page.
const MOST_ROWS: usize = 1_000;
/// The file of a search for a value.
const SOLVE: &str = "solve.csv";
/// The file of other answers to rulings.
const RULINGS: &str = "rulings.csv";

/// A table with estimates: its file, its title, what is estimated, the columns that name a row, the column
/// of the estimate, and one by which figures are told apart.
pub(crate) struct Known {
    pub(crate) file: &'static str,
    title: &'static str,
    says: &'static str,
    names: &'static [&'static str],
    value: &'static str,
    by: &'static str,
    ends: (&'static str, &'static str),
}

pub(crate) const KNOWN: [Known; 8] = [
    Known {
        file: "solve.csv",
        title: "What a number has to be",
        says: "the metric at the values that were tried",
        names: &[],
        value: "estimate",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "weights.csv",
        title: "What numbers are worth",
        says: "what the change of a number adds to the metric",
        names: &["side", "unit", "stat", "step"],
        value: "effect",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "rulings.csv",
        title: "What house rules are worth",
        says: "what another answer to a ruling adds to the metric",
        names: &["unit", "key", "value"],
        value: "effect",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "tactics.csv",
        title: "What tactics are worth",
        says: "what another tactic adds to the metric",
        names: &["side", "unit", "key", "value"],
        value: "effect",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "best.csv",
        title: "The best tactics found",
        says: "what a change of tactics adds to the metric",
        names: &["part", "side", "unit", "key", "value"],
        value: "effect",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "why.csv",
        title: "Why two scenarios differ",
        says: "how much of the difference in the metric each edit accounts for",
        names: &["edit"],
        value: "share",
        by: "metric",
        ends: ("lo", "hi"),
    },
    Known {
        file: "morris.csv",
        title: "Which numbers matter",
        says: "the size of the elementary effects of a number",
        names: &["side", "unit", "stat"],
        value: "mu_star",
        by: "metric",
        ends: ("mu_star_lo", "mu_star_hi"),
    },
    Known {
        file: "sobol.csv",
        title: "Which numbers matter",
        says: "the share of the variance that a number accounts for, interactions included",
        names: &["side", "unit", "stat"],
        value: "total",
        by: "metric",
        ends: ("total_lo", "total_hi"),
    },
];

/// The estimates of one metric.
struct Chart<'a> {
    metric: &'a str,
    is_ratio: bool,
    rows: Vec<ForestRow>,
}

/// The page of a table with estimates; none if the folder has no such table.
pub(crate) fn page(dir: &Path, known: &Known) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, known.file)? else { return Ok(None) };
    // A table without rows lacks a column all the same.
    table.column(known.value)?;
    let by = table.column(known.by)?;
    let kind = table.column("kind")?;
    let mut charts: Vec<Chart<'_>> = Vec::new();
    for row in 0..table.rows.len() {
        let metric = table.text(row, by);
        if !charts.iter().any(|chart| chart.metric == metric) {
            let rows = rows_of(&table, known, metric)?;
            charts.push(Chart { metric, is_ratio: is_ratio(table.text(row, kind)), rows });
        }
    }
    // A size is the same for both sides, an effect has the other sign.
    let mirrored = leave_out_mirrored(&mut charts, if known.shows() == Shows::Sizes { -1.0 } else { 1.0 });
    // What was not tried has no metric.
    charts.retain(|chart| !chart.metric.is_empty() && !chart.rows.is_empty());
    let whose = whose(&table, known);
    let named_as = |metric: &str| words::metric(metric) + &whose;
    let mut sections = Vec::new();
    for Chart { metric, is_ratio, rows } in &charts {
        let (dials, rows): (Vec<_>, Vec<_>) =
            rows.iter().cloned().partition(|row| known.file == RULINGS && is_dial(row));
        for (heading, says, rows) in [
            (named_as(metric), known.says, rows),
            ("Numbers, changed a lot".to_owned(), "what another number adds to the metric", dials),
        ] {
            let figure = forest(says, &rows, known.shows(), *is_ratio);
            sections.extend(figure.map(|figure| Section::new(heading).figures(&[figure])));
        }
    }
    let mut all = Section::new("All rows");
    if let Some(mirrored) = mirrored {
        all = all.text(&mirrored);
    }
    sections.push(all.table(&all_rows(&table, known.file)));
    let mut page = named(dir, &table, known.title, sections);
    let lead = charts.first().and_then(|it| known.verdict(&named_as(it.metric), it.is_ratio, &it.rows));
    page.lead = Vec::from_iter(lead);
    Ok(Some(page))
}

/// Leaves out win rates that only say again what that of another side says: each effect times this sign is what the
/// other lacks.
fn leave_out_mirrored(charts: &mut Vec<Chart<'_>>, sign: f64) -> Option<String> {
    let is_win_rate = |metric: &str| metric.starts_with("win_rate");
    let Chart { metric: first, rows, .. } = charts.iter().find(|chart| is_win_rate(chart.metric))?;
    let first = *first;
    let effects: BTreeMap<(String, String), f64> =
        rows.iter().map(|row| ((row.group.clone(), row.label.clone()), row.value)).collect();
    let mirrors = |rows: &[ForestRow]| {
        !rows.is_empty()
            && rows.iter().all(|row| {
                let other = effects.get(&(row.group.clone(), row.label.clone()));
                other.is_some_and(|other| (other + sign * row.value).abs() < 0.005)
            })
    };
    let mut said = None;
    charts.retain(|Chart { metric, rows, .. }| {
        let is_mirror = *metric != first && is_win_rate(metric) && mirrors(rows);
        if is_mirror {
            let [other, first] = [*metric, first].map(words::metric);
            said = Some(format!(
                "The {other} mirrors the {first}: what one gains, the other loses. Its rows are in the table."
            ));
        }
        !is_mirror
    });
    said
}

/// The kind of estimates that a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Values of the metric.
    Levels,
    /// Differences of the metric, with a sign.
    Effects,
    /// The amount by which it is moved either way.
    Sizes,
    /// Shares of its variance.
    Shares,
}

impl Shows {
    /// The axis of a metric, and what is on it.
    fn axis(self, is_ratio: bool) -> (Axis, &'static str) {
        match self {
            Self::Shares => (Axis::Percent, "of the variance"),
            Self::Levels if is_ratio => (Axis::Percent, ""),
            _ if is_ratio => (Axis::Points, "percentage points"),
            _ => (Axis::Number, ""),
        }
    }
}

impl Known {
    fn shows(&self) -> Shows {
        match self.file {
            SOLVE => Shows::Levels,
            "morris.csv" => Shows::Sizes,
            "sobol.csv" => Shows::Shares,
            _ => Shows::Effects,
        }
    }

    /// Returns the first sentence of the page: the answer to the question of the verb.
    fn verdict(&self, named: &str, is_ratio: bool, rows: &[ForestRow]) -> Option<String> {
        let (axis, _) = self.shows().axis(is_ratio);
        let unit = if axis == Axis::Points { " percentage points" } else { "" };
        let of = |row: &ForestRow| match row.group.rsplit(" / ").next().unwrap_or_default() {
            "" => row.label.clone(),
            owner => format!("{owner}: {}", row.label),
        };
        let told = |row: &ForestRow| match self.shows() {
            Shows::Effects => signed(row, axis) + unit,
            _ => estimate(row, axis) + unit,
        };
        // The sum of all shares is no effect of its own.
        let first = rows.iter().find(|row| row.label != "total").or_else(|| rows.first())?;
        Some(match self.file {
            SOLVE => match rows.iter().find(|row| row.label.ends_with(" (answer)")) {
                Some(row) => {
                    let value = row.label.trim_end_matches(" (answer)");
                    format!("The answer: {value}. The {named} is {} there.", estimate(row, axis))
                }
                None => match rows.iter().find(|row| row.label.ends_with(" (nearest)")) {
                    Some(row) => {
                        let value = row.label.trim_end_matches(" (nearest)");
                        format!(
                            "No value that was tried meets the goal. Nearest: {value}. The {named} is {} there.",
                            estimate(row, axis)
                        )
                    }
                    None => "No value that was tried meets the goal.".to_owned(),
                },
            },
            "tactics.csv" => {
                let best = rows.iter().find(|row| row.value > 0.0 && row.color == INK);
                match best {
                    Some(row) => format!("What helps most: {}, {} for its side.", of(row), told(row)),
                    None => format!(
                        "No other tactic is certain to help its side. What changes most: {}, {}.",
                        of(first),
                        told(first)
                    ),
                }
            }
            RULINGS => {
                let rule = rows.iter().find(|row| !is_dial(row)).unwrap_or(first);
                format!("The house rule that matters most to the {named}: {}, {}.", of(rule), told(rule))
            }
            "why.csv" => match rows.iter().find(|row| row.label == "total") {
                Some(total) => format!(
                    "The {named} changes by {}; the largest part is that of {}, {}.",
                    told(total),
                    of(first),
                    signed(first, axis)
                ),
                None => {
                    format!("The largest part of the change of the {named}: {}, {}.", of(first), told(first))
                }
            },
            "sobol.csv" => format!(
                "The {named} depends most on {}: {} of its variance, interactions included.",
                of(first),
                told(first)
            ),
            "morris.csv" => format!("What moves the {named} most: {}, by {} a step.", of(first), told(first)),
            _ => format!("The change that moves the {named} most: {}, by {}.", of(first), told(first)),
        })
    }
}

/// All rows of a table, without the columns that are equal in all of them.
pub(crate) fn all_rows(table: &TableFile, file: &str) -> Table {
    let is_told = |column: usize| {
        let name = table.columns[column].as_str();
        let first = table.rows.first().map(|row| &row[column]);
        !["scenario", "system", "against", "seed", "signature"].contains(&name)
            || table.rows.iter().any(|row| Some(&row[column]) != first)
    };
    let columns: Vec<usize> = (0..table.columns.len()).filter(|column| is_told(*column)).collect();
    let is_number = |column: usize| {
        table.rows.iter().all(|row| row[column].is_empty() || row[column].parse::<f64>().is_ok())
    };
    let n = table.rows.len();
    let summary = match n {
        1 => format!("The row of {file}"),
        0..=MOST_ROWS => format!("The {n} rows of {file}"),
        _ => format!("The first {MOST_ROWS} of {n} rows of {file}"),
    };
    let mut all =
        Table::new(1, columns.iter().map(|column| table.columns[*column].replace('_', " "))).folded(summary);
    for (place, column) in columns.iter().enumerate() {
        all.columns[place].is_number = is_number(*column);
    }
    for row in table.rows.iter().take(MOST_ROWS) {
        all.row(columns.iter().map(|column| cell(&table.columns[*column], &row[*column])));
    }
    all
}

/// A short table as it is.
pub(crate) fn shown(table: &TableFile) -> Table {
    let mut all = all_rows(table, "");
    all.folded = None;
    all.label = "Rows".into();
    all
}

/// A cell as a page shows it: floats with five digits, verdicts in their colour.
fn cell(column: &str, text: &str) -> Cell {
    if column == "verdict" {
        return match text {
            "fail" | "worse" => Cell::word(text, BAD),
            "pass" | "better" => Cell::word(text, GOOD),
            _ => text.into(),
        };
    }
    if column == "p" || column.starts_with("p_") {
        return p_value(text).into();
    }
    match text.parse::<f64>() {
        Ok(number) if text.contains(['.', 'e']) && number != 0.0 => {
            let digits = (4 - number.abs().log10().floor() as i32).clamp(0, 9);
            if number.abs() < 1e-4 { format!("{number:.1e}").into() } else { fixed(number, digits).into() }
        }
        _ => text.into(),
    }
}

/// A p-value with two digits, those below 1e-4 with an exponent; the least that is written is a bound.
pub(crate) fn p_value(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(p) if p <= 1e-300 => "< 1e-300".to_owned(),
        Ok(p) if p < 1e-4 => format!("{p:.1e}"),
        Ok(p) => fixed(p, if p < 0.01 { 4 } else { 2 }),
        Err(_) => text.to_owned(),
    }
}

/// A page of a table: its title, its scenario.
pub(crate) fn named(dir: &Path, table: &TableFile, title: &str, sections: Vec<Section>) -> Page {
    let scenario = |column: &str| {
        let at = table.find(column)?;
        table.rows.first().map(|row| row[at.0].clone())
    };
    let of = scenario("scenario")
        .unwrap_or_else(|| dir.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let mut facts = Vec::new();
    facts.extend(scenario("system"));
    facts.extend(scenario("against").map(|against| format!("A is {of}, B is {against}")));
    facts.push("Whiskers and brackets are 95 % intervals; all versions roll the same dice.".to_owned());
    Page {
        title: format!("{of}: {}", lower(title)),
        facts,
        lead: Vec::new(),
        first: Vec::new(),
        sections,
        footer: crate::run::footer(env!("CARGO_PKG_VERSION")),
    }
}

/// A title within a sentence.
fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::NOBODY;

    fn text(value: f64, within: Option<(f64, f64)>) -> String {
        let row = ForestRow::new("", value, within, NOBODY);
        estimate(&row, Axis::Percent)
    }

    #[test]
    fn no_rate_is_0_or_100_without_proof() {
        assert_eq!(text(0.724, Some((0.715, 0.733))), "72.4% (71.5 to 73.3)");
        assert_eq!(text(1.0, Some((0.998_16, 1.0))), "> 99.81%");
        assert_eq!(text(0.0, Some((0.0, 0.001_84))), "< 0.19%");
        assert_eq!(text(0.999_999, Some((0.99, 1.0))), "99.9999% (99.0 to 100.0)");
        // Exact ones have no interval.
        assert_eq!(text(1.0, Some((1.0, 1.0))), "100%");
        assert_eq!(text(0.999_999_998_5, Some((0.999_999_998_5, 0.999_999_998_5))), "99.99999985%");
        assert_eq!(text(0.65, None), "65%");
        // A difference may be nothing.
        assert_eq!(text(0.0, Some((-0.01, 0.01))), "0.0% (-1.0 to 1.0)");
    }
}
