//! The page of a check: what failed on top.

use std::path::Path;

use fray_sim::output::{CheckManifest, MANIFEST};
use fray_sim::tables::format::{decimals, fixed};

use crate::chart::ForestRow;
use crate::folder::ReportError;
use crate::page::{Cell, Page, Part, Section, Table};
use crate::table_file::TableFile;
use crate::tables::{Shows, all_rows, forest, named};
use crate::theme::{BAD, MUTED};

const FILE: &str = "check.csv";

/// The page; none if the folder has no check.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let [point, metric, kind, verdict] =
        [table.column("point")?, table.column("metric")?, table.column("kind")?, table.column("verdict")?];
    let [baseline, value, lo, hi] =
        [table.column("baseline")?, table.column("value")?, table.column("lo")?, table.column("hi")?];
    let (p, reproduce) = (table.column("p_holm")?, table.column("reproduce")?);
    let count = |word: &str| (0..table.rows.len()).filter(|row| table.text(*row, verdict) == word).count();
    let (failed, passed) = (count("fail"), count("pass"));
    let open = table.rows.len() - failed - passed;
    let mut sections = Vec::new();
    if failed + open > 0 {
        let columns = ["point", "metric", "verdict", "baseline", "now", "interval", "adjusted p"];
        let mut wrong = Table::new(3, columns);
        wrong.label = "What did not pass".into();
        let mut rows: Vec<usize> =
            (0..table.rows.len()).filter(|row| table.text(*row, verdict) != "pass").collect();
        rows.sort_by_key(|row| table.text(*row, verdict) != "fail");
        let mut commands: Vec<String> = Vec::new();
        for &row in &rows {
            let word = table.text(row, verdict);
            // Digits follow the interval; the table of all rows has the others.
            let digits = match (table.text(row, lo).parse::<f64>(), table.text(row, hi).parse::<f64>()) {
                (Ok(lo), Ok(hi)) if hi > lo => Some(decimals((hi - lo) / 2.0)),
                _ => None,
            };
            let short = |column| match (table.text(row, column), digits) {
                // What is not 0 or 1 has as many digits more as show it.
                (text, Some(digits)) => text.parse().map_or_else(
                    |_| text.to_owned(),
                    |it: f64| {
                        let is_told = |digits: &i32| {
                            let shown: f64 = fixed(it, *digits).parse().unwrap_or(it);
                            (shown != 0.0 || it == 0.0) && (shown != 1.0 || it == 1.0)
                        };
                        fixed(it, (digits..digits.max(0) + 12).find(is_told).unwrap_or(digits))
                    },
                ),
                // Five digits are enough where no interval says how many.
                (text, None) => match text.parse::<f64>() {
                    Ok(it) if it != 0.0 => {
                        let digits = (4 - it.abs().log10().floor() as i32).clamp(0, 9);
                        let text = fixed(it, digits);
                        let has_point = text.contains('.');
                        let bare = text.trim_end_matches('0').trim_end_matches('.').to_owned();
                        if has_point { bare } else { text }
                    }
                    _ => text.to_owned(),
                },
            };
            let within = match (short(lo), short(hi)) {
                (lo, hi) if lo.is_empty() && hi.is_empty() => String::new(),
                (lo, hi) => format!("{lo} to {hi}"),
            };
            wrong.row([
                Cell::from(table.text(row, point)),
                match table.text(row, kind) {
                    of @ ("distribution" | "mean") => format!("{} ({of})", table.text(row, metric)).into(),
                    _ => table.text(row, metric).into(),
                },
                Cell::word(word, if word == "fail" { BAD } else { MUTED }),
                short(baseline).into(),
                short(value).into(),
                within.into(),
                p_value(table.text(row, p)).into(),
            ]);
            let command = table.text(row, reproduce).to_owned();
            if !command.is_empty() && !commands.contains(&command) {
                commands.push(command);
            }
        }
        let mut drifts = Vec::new();
        for row_of in rows.into_iter().filter(|row| table.text(*row, kind) == "rate") {
            let row = row_of;
            let base = table.text(row, baseline).parse::<f64>().ok();
            let (Some(base), Some(now)) = (base, table.number(row, value)?) else { continue };
            let within = table.number(row, lo)?.zip(table.number(row, hi)?);
            let color = if table.text(row, verdict) == "fail" { BAD } else { MUTED };
            let within = within.map(|(lo, hi)| (lo - base, hi - base));
            let row = ForestRow::new(table.text(row, metric), now - base, within, color);
            drifts.push(row.of(table.text(row_of, point)));
        }
        drifts.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        let says = "how far rates have moved from their baselines";
        let figure = forest(says, &drifts, Shows::Effects, true);
        let mut section = Section::new("What did not pass").table(&wrong);
        if !commands.is_empty() {
            section = section.part(Part::folded("The commands that play it again", &[Part::log(&commands)]));
        }
        sections.push(section.figures(&Vec::from_iter(figure)));
    }
    let all = all_rows(&table, FILE);
    sections.push(
        Section::new("All tests")
            .text(&format!("{passed} of {} tests passed.", table.rows.len()))
            .table(&all),
    );
    let mut page = named(dir, &table, "check", sections);
    page.title = "Check of the suite".into();
    page.lead = changes(dir);
    page.lead.push(match (failed, open) {
        (0, 0) => format!("All {passed} tests passed."),
        (0, _) => format!("Nothing failed; {open} of {} tests are open.", table.rows.len()),
        _ => {
            let are = if open == 1 { "is" } else { "are" };
            format!("{failed} of {} tests failed, {open} {are} open.", table.rows.len())
        }
    });
    page.facts =
        vec!["Goals of the designers and committed baselines; p-values are adjusted for all tests.".into()];
    Ok(Some(page))
}

/// Returns what changed in the scenarios since their baselines were made, a sentence for each point.
fn changes(dir: &Path) -> Vec<String> {
    let text = std::fs::read(dir.join(MANIFEST)).unwrap_or_default();
    let manifest: Option<CheckManifest> = serde_json::from_slice(&text).ok();
    let changes = manifest.map(|manifest| manifest.changes).unwrap_or_default();
    changes.into_iter().map(|[point, what]| format!("{point}: {what}.")).collect()
}

/// A p-value with two digits, those below 1e-4 with an exponent.
fn p_value(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(p) if p <= 0.0 => "< 1e-300".to_owned(),
        Ok(p) if p < 1e-4 => format!("{p:.1e}"),
        Ok(p) => fixed(p, if p < 0.01 { 4 } else { 2 }),
        Err(_) => text.to_owned(),
    }
}
