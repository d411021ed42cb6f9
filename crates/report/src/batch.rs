//! The page of a batch: a row for each side of each scenario.

use std::path::Path;

use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::{Figure, Page, Section};
use crate::table_file::TableFile;
use crate::tables::{MOST, all_rows, estimate, named};
use crate::theme::{Color, series};

const FILE: &str = "summary.csv";

/// The page; none if the folder has no summary.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let [scenario, side] = [table.column("scenario")?, table.column("side")?];
    let keys = table.keys("side");
    let keys: Vec<_> = keys.iter().filter_map(|key| table.find(key)).collect();
    let mut names: Vec<String> = Vec::new();
    let (mut wins, mut rounds) = (Vec::new(), Vec::new());
    for row in 0..table.rows.len() {
        let values = keys.iter().map(|at| table.text(row, *at)).filter(|text| !text.is_empty());
        let name: Vec<_> = [table.text(row, scenario)].into_iter().chain(values).collect();
        let name = name.join(" ");
        // The sides of a scenario follow each other; the first stands for all.
        if names.last() == Some(&name) {
            continue;
        }
        let side = table.text(row, side);
        wins.extend(estimated(&table, row, &format!("{name}: {side}"), "win", series(0))?);
        rounds.extend(estimated(&table, row, &name, "rounds", series(2))?);
        names.push(name);
    }
    let mut figures = Vec::new();
    figures.extend(figure("Wins of the first side", "of the fights", &mut wins, Axis::Percent, 0.5));
    figures.extend(figure("How long it takes", "rounds", &mut rounds, Axis::Number, 0.0));
    let section = Section::new("Scenarios").figures(&figures).table(&all_rows(&table, FILE));
    let mut page = named(dir, &table, "batch", vec![section]);
    let folder = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.into());
    page.title = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let n = names.len();
    page.facts = vec![
        if n == 1 { "1 scenario".to_owned() } else { format!("{n} scenarios") },
        "Whiskers are 95 % intervals. Each scenario has a page of its own: fray report on its folder.".into(),
    ];
    if let Some(missing) = TableFile::read(dir, "not_played.csv")? {
        page.sections.insert(0, Section::new("Not played").table(&crate::tables::shown(&missing)));
    }
    Ok(Some(page))
}

fn estimated(
    table: &TableFile,
    row: usize,
    label: &str,
    what: &str,
    color: Color,
) -> Result<Option<ForestRow>, ReportError> {
    let value = if what == "win" { "win_rate" } else { "rounds_mean" };
    let [value, lo, hi] =
        [table.column(value)?, table.column(&format!("{what}_lo"))?, table.column(&format!("{what}_hi"))?];
    let within = table.number(row, lo)?.zip(table.number(row, hi)?);
    let label = label.to_owned();
    Ok(table.number(row, value)?.map(|value| ForestRow { label, value, within, color }))
}

fn figure(title: &str, of: &str, rows: &mut [ForestRow], axis: Axis, base: f64) -> Option<Figure> {
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let (first, last) = (rows.first()?, rows.last()?);
    let sentence = format!(
        "The highest is {} ({}), the lowest {} ({}).",
        first.label,
        estimate(first, axis),
        last.label,
        estimate(last, axis)
    );
    let chart = Forest {
        rows: &rows[..rows.len().min(MOST)],
        axis,
        title: of,
        base,
        has_bars: false,
        ends: (axis == Axis::Percent).then_some((0.0, 1.0)),
    };
    Some(Figure::new(title, sentence, chart.svg()))
}
