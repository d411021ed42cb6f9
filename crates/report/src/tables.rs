//! Pages of the tables of verbs: each shows its estimates as a forest plot and all rows below it.

use std::collections::BTreeMap;
use std::path::Path;

use fray_sim::tables::format::{decimals, exact_rate, fixed};

use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::{Cell, Figure, Page, Section, Table};
use crate::table_file::{At, TableFile};
use crate::theme::{BAD, Color, GOOD, INK, NOBODY};
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

/// The rows of a metric: what they share is their group, what is left their label.
fn rows_of(table: &TableFile, known: &Known, metric: &str) -> Result<Vec<ForestRow>, ReportError> {
    let value = table.column(known.value)?;
    let by = table.column(known.by)?;
    let ends = table.find(known.ends.0).zip(table.find(known.ends.1));
    let verdict = table.find("verdict");
    // What a solution varies are the columns before the metric.
    let keys = table.keys(known.by);
    let is_shared = |name: &str| ["part", "side", "unit"].contains(&name);
    let find = |names: Vec<&str>| names.into_iter().filter_map(|name| table.find(name)).collect::<Vec<_>>();
    let own = match known.names {
        [] => find(keys.iter().map(String::as_str).collect()),
        names => find(names.iter().copied().filter(|name| !is_shared(name)).collect()),
    };
    let shared = find(known.names.iter().copied().filter(|name| is_shared(name)).collect());
    let role = table.find("role");
    let mut rows = Vec::new();
    for row in (0..table.rows.len()).filter(|row| table.text(*row, by) == metric) {
        let Some(estimate) = table.number(row, value)? else { continue };
        let joined = |columns: &[At], between: &str| {
            let parts = columns.iter().map(|at| table.text(row, *at)).filter(|text| !text.is_empty());
            parts.collect::<Vec<_>>().join(between)
        };
        let mut label = match known.names {
            [] => {
                let values = keys.iter().zip(&own).map(|(key, at)| (key.as_str(), table.text(row, *at)));
                words::point(&values.collect::<Vec<_>>())
            }
            _ if own.len() == 2 && known.names.contains(&"value") => joined(&own, " = "),
            _ => joined(&own, " "),
        };
        let mut group = joined(&shared, " / ");
        // An edit says its side and unit in its path.
        if known.file == "why.csv"
            && let Some((of, edit)) = words::split_edit(&label)
        {
            (group, label) = (of, edit);
        }
        if let Some(role) = role.map(|at| table.text(row, at)).filter(|role| *role != "probe") {
            label += &format!(" ({role})");
        }
        let within = match ends {
            Some((lo, hi)) => table.number(row, lo)?.zip(table.number(row, hi)?),
            None => None,
        };
        let color = color_of(verdict.map(|at| table.text(row, at)), within);
        // The sum is of all edits, and not of the unit whose row stands before it.
        if known.file == "why.csv" && label == "total" {
            group = "all edits together".to_owned();
        }
        rows.push(ForestRow::new(label, estimate, within, color).of(group));
    }
    // Of values that were looked at, the order is that of the values.
    if known.file == SOLVE {
        rows.sort_by(|a, b| words::natural(&a.label, &b.label));
    } else {
        rows.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    }
    if known.names.contains(&"value") {
        rows = alike_once(rows);
    }
    Ok(rows)
}

/// The rows, other answers to the same question that come to the same numbers in one: `target = first, same`.
fn alike_once(rows: Vec<ForestRow>) -> Vec<ForestRow> {
    let mut told: Vec<ForestRow> = Vec::new();
    for row in rows {
        let parts = row.label.split_once(" = ");
        let is_alike = |other: &&mut ForestRow| {
            let is_same = other.group == row.group && other.value == row.value && other.within == row.within;
            is_same && parts.is_some_and(|(key, _)| other.label.starts_with(&format!("{key} = ")))
        };
        match (told.iter_mut().find(is_alike), parts) {
            (Some(other), Some((_, value))) => other.label += &format!(", {value}"),
            _ => told.push(row),
        }
    }
    told
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

/// The colour of an estimate: certain or not.
pub(crate) fn color_of(verdict: Option<&str>, within: Option<(f64, f64)>) -> Color {
    match (verdict, within) {
        (Some("undecided" | "noise" | "same"), _) => NOBODY,
        (_, Some((lo, hi))) if lo <= 0.0 && hi >= 0.0 => NOBODY,
        (_, None) => NOBODY,
        _ => INK,
    }
}

/// Whose win rate a table with a side in each row is about, where all rows have the same.
fn whose(table: &TableFile, known: &Known) -> String {
    let side = table.find("side").filter(|_| known.file == RULINGS);
    let first = side.and_then(|at| table.rows.first().map(|row| row[at.0].as_str()));
    match first.filter(|side| !side.is_empty()) {
        Some(side) => format!(" of {side}"),
        None => String::new(),
    }
}

/// Returns whether a row turns a ruling that is a number, and not one with named answers.
fn is_dial(row: &ForestRow) -> bool {
    row.label.rsplit_once(" = ").is_some_and(|(_, value)| value.parse::<f64>().is_ok())
}

/// What the estimates of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Values of the metric.
    Levels,
    /// What is added to it, with a sign.
    Effects,
    /// How much it is moved either way.
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

    /// Returns what stands first on the page: the answer to the question of the verb.
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
                None => "No value that was tried meets the goal.".to_owned(),
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

/// An effect, whose sign is always said.
pub(crate) fn signed(row: &ForestRow, axis: Axis) -> String {
    let text = estimate(row, axis);
    let sign = if row.value > 0.0 && !text.starts_with(['<', '>']) { "+" } else { "" };
    match text.split_once(" (") {
        Some((value, within)) => format!("{sign}{value} ({within}"),
        None => format!("{sign}{text}"),
    }
}

/// A forest plot of these rows of a metric; nothing without rows.
pub(crate) fn forest(says: &str, rows: &[ForestRow], shows: Shows, is_ratio: bool) -> Option<Figure> {
    // What changed nothing in any fight needs no row.
    let n_moved = rows.iter().filter(|row| shows != Shows::Effects || row.value != 0.0).count();
    let shown = &rows[..n_moved.max(1).min(rows.len()).min(MOST)];
    shown.first()?;
    let (axis, title) = shows.axis(is_ratio);
    let is_signed = shows == Shows::Effects;
    let told = shown.iter().map(|row| match row.text {
        None if is_signed => row.clone().text(signed(row, axis)),
        _ => row.clone(),
    });
    let told: Vec<_> = told.collect();
    let lowest =
        shown.iter().map(|row| row.within.map_or(row.value, |it| it.0)).fold(f64::INFINITY, f64::min);
    let chart = Forest {
        rows: &told,
        axis,
        of: "",
        title,
        base: if shows == Shows::Levels && lowest.is_finite() { lowest } else { 0.0 },
        has_bars: false,
        ends: None,
    };
    let more = match rows.len() - shown.len() {
        0 => String::new(),
        more if shows == Shows::Levels => format!(" The other {more} are in the table."),
        more => format!(" The {more} smaller ones are in the table."),
    };
    let mut rest = says.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    let says: String = first.chain(rest.clone()).collect();
    let figure = Figure::new("", format!("{says}.{more}"), chart.part());
    let key = [(INK, "certain".to_owned()), (NOBODY, "may be nothing".to_owned())];
    let has_both = shown.iter().any(|row| row.color == NOBODY) && shown.iter().any(|row| row.color != NOBODY);
    Some(if has_both && shows != Shows::Levels { figure.key(key) } else { figure })
}

/// Returns whether metrics of this kind are rates, by the word in the column `kind`.
pub(crate) fn is_ratio(kind: &str) -> bool {
    kind == "ratio"
}

/// An estimate with its interval as text.
pub(crate) fn estimate(row: &ForestRow, axis: Axis) -> String {
    let (scale, sign) = match axis {
        Axis::Percent => (100.0, "%"),
        Axis::Points => (100.0, ""),
        Axis::Number => (1.0, ""),
    };
    let value = row.value * scale;
    match row.within.map(|(lo, hi)| (lo * scale, hi * scale)) {
        Some((lo, hi)) if hi > lo => {
            let digits = decimals((hi - lo) / 2.0);
            let ends = [(value, f64::round as fn(f64) -> f64), (lo, f64::floor), (hi, f64::ceil)];
            let is_rate = axis == Axis::Percent && lo >= 0.0 && hi <= 100.0;
            let is_end = [row.value <= 0.0, row.value >= 1.0].map(|is_end| is_end && is_rate);
            let [value, lo, hi] = ends.map(|(number, round)| rounded(number, digits, round, axis));
            // What was never or always seen is a bound.
            match is_end {
                [true, _] => format!("< {hi}{sign}"),
                [_, true] => format!("> {lo}{sign}"),
                [false, false] => format!("{value}{sign} ({lo} to {hi})"),
            }
        }
        _ => plain(row.value, axis),
    }
}

/// A number to so many decimals; a percentage that is not 0 or 100 has as many more as show it.
fn rounded(number: f64, digits: i32, round: fn(f64) -> f64, axis: Axis) -> String {
    let to = |digits: i32| {
        let unit = 10_f64.powi(-digits);
        // What is a multiple but for the last bit stays.
        let steps = number / unit;
        let steps = if (steps - steps.round()).abs() < 1e-9 { steps.round() } else { round(steps) };
        (steps * unit, digits)
    };
    let is_told = |(shown, _): &(f64, i32)| {
        axis != Axis::Percent || (*shown > 0.0 || number <= 0.0) && (*shown < 100.0 || number >= 100.0)
    };
    let found = (digits..digits.max(0) + 12).map(to).find(is_told).unwrap_or_else(|| to(digits));
    fixed(found.0, found.1)
}

/// A number without an interval, to four decimals; a rate that is not 0 or 1 is shown as neither.
pub(crate) fn plain(value: f64, axis: Axis) -> String {
    match axis {
        Axis::Number => format!("{}", (value * 1e4).round() / 1e4),
        Axis::Points => format!("{}", (value * 1e6).round() / 1e4),
        Axis::Percent if value > 0.0 && value < 1.0 => {
            let text = exact_rate(value, 4);
            let number = text.trim_end_matches('%');
            let short = if number.contains('.') && !number.contains('e') {
                number.trim_end_matches('0').trim_end_matches('.')
            } else {
                number
            };
            format!("{short}%")
        }
        Axis::Percent => format!("{}%", (value * 1e6).round() / 1e4),
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
