//! Forest plots of tables: their rows, and the figures of these rows as text.

use super::{Known, MOST, RULINGS, SOLVE, Shows};
use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::Figure;
use crate::table_file::{At, TableFile};
use crate::theme::{Color, INK, NOBODY};
use crate::words;
use fray_sim::tables::format::{decimals, exact_rate, fixed};

/// The rows of a metric: what they share is their group, what is left their label.
pub(super) fn rows_of(table: &TableFile, known: &Known, metric: &str) -> Result<Vec<ForestRow>, ReportError> {
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

/// The colour of an estimate: certain or not.
pub(crate) fn color_of(verdict: Option<&str>, within: Option<(f64, f64)>) -> Color {
    match (verdict, within) {
        (Some("undecided" | "noise" | "same"), _) => NOBODY,
        (_, Some((lo, hi))) if lo <= 0.0 && hi >= 0.0 => NOBODY,
        (_, None) => NOBODY,
        _ => INK,
    }
}

/// The side whose win rate a table with a side in each row is about, where all rows have the same.
pub(super) fn whose(table: &TableFile, known: &Known) -> String {
    let side = table.find("side").filter(|_| known.file == RULINGS);
    let first = side.and_then(|at| table.rows.first().map(|row| row[at.0].as_str()));
    match first.filter(|side| !side.is_empty()) {
        Some(side) => format!(" of {side}"),
        None => String::new(),
    }
}

/// Returns whether a row turns a ruling that is a number, and not one with named answers.
pub(super) fn is_dial(row: &ForestRow) -> bool {
    row.label.rsplit_once(" = ").is_some_and(|(_, value)| value.parse::<f64>().is_ok())
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
    let chart = Forest {
        rows: &told,
        axis,
        of: "",
        title,
        base: (shows != Shows::Levels).then_some(0.0),
        has_bars: false,
        ends: None,
    };
    let more = match rows.len() - shown.len() {
        0 => String::new(),
        1 if shows == Shows::Levels => " The other one is in the table.".to_owned(),
        more if shows == Shows::Levels => format!(" The other {more} are in the table."),
        1 => " The smallest one is in the table.".to_owned(),
        more => format!(" The {more} smaller ones are in the table."),
    };
    let mut rest = says.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    let says: String = first.chain(rest.clone()).collect();
    let figure = Figure::new("", format!("{says}.{more}"), chart.part());
    let key =
        [(INK, "significant, all rows taken together".to_owned()), (NOBODY, "may be chance".to_owned())];
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
