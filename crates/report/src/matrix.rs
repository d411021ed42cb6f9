//! The page of a matrix: everybody against everybody.

use std::path::Path;

use fray_sim::tables::format::counted;

use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::{Cell, Figure, Page, Section, Table};
use crate::table_file::TableFile;
use crate::tables::{MOST, all_rows, estimate, named};
use crate::theme::{NOBODY, series};

const FILE: &str = "matrix.csv";

/// A pair of fighters: the places of both, the rate of the first, its interval.
struct Pair {
    a: usize,
    b: usize,
    rate: f64,
    within: Option<(f64, f64)>,
}

/// The page; none if the folder has no matrix.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let [a, b, rate] = [table.column("a")?, table.column("b")?, table.column("rate")?];
    let [lo, hi] = [table.column("lo")?, table.column("hi")?];
    let mut names: Vec<&str> = Vec::new();
    let mut pairs = Vec::new();
    for row in 0..table.rows.len() {
        let mut place = |name| {
            names.iter().position(|it| *it == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let [a, b] = [a, b].map(|at| place(table.text(row, at)));
        let Some(rate) = table.number(row, rate)? else { continue };
        pairs.push(Pair { a, b, rate, within: table.number(row, lo)?.zip(table.number(row, hi)?) });
    }
    let order = strengths(&names, &pairs);
    let mut section = Section::new("Everyone against everyone");
    section = section.figures(&order_figure(&order).into_iter().collect::<Vec<_>>());
    section = section.text(
        "The fighter of a row is listed first, that of a column is its opponent. A cell is the percentage of fights \
         that the fighter of the row wins; a draw counts half. Blue cells are won, orange ones lost; pale ones may be \
         even.",
    );
    section = section.table(&coloured(&names, &pairs, &order)).table(&all_rows(&table, FILE));
    let mut page = named(dir, &table, "matrix", vec![section]);
    page.facts.push(format!(
        "{} fighters, {} in their order",
        names.len(),
        counted(pairs.len() as u64, "pair")
    ));
    page.lead = lead(&order).into_iter().collect();
    Ok(Some(page))
}

/// Each fighter with the mean of its rates, first and second, from the strongest to the weakest. Pairs have dice
/// of their own, so that their variances add up.
fn strengths(names: &[&str], pairs: &[Pair]) -> Vec<(usize, ForestRow)> {
    let mut rows: Vec<_> = names
        .iter()
        .enumerate()
        .filter_map(|(place, name)| {
            let (mut sum, mut squares, mut n) = (0.0, 0.0, 0.0);
            for pair in pairs.iter().filter(|pair| pair.a != pair.b && (pair.a == place || pair.b == place)) {
                sum += if pair.a == place { pair.rate } else { 1.0 - pair.rate };
                let half = pair.within.map_or(0.5, |(lo, hi)| (hi - lo) / 2.0);
                squares += half * half;
                n += 1.0;
            }
            (n > 0.0).then(|| {
                let (value, half) = (sum / n, f64::sqrt(squares) / n);
                let within = Some(((value - half).max(0.0), (value + half).min(1.0)));
                let is_even = (value - 0.5).abs() <= half;
                let color = if is_even { NOBODY } else { series(usize::from(value < 0.5)) };
                (place, ForestRow::new(*name, value, within, color))
            })
        })
        .collect();
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.cmp(&b.0)));
    rows
}

fn lead(order: &[(usize, ForestRow)]) -> Option<String> {
    let (_, first) = order.first()?;
    let (_, last) = order.last()?;
    // The highest of several scores is not always that of the strongest.
    Some(format!(
        "{} scores highest, {} of its fights; {} scores lowest, {}.",
        first.label,
        estimate(first, Axis::Percent),
        last.label,
        estimate(last, Axis::Percent)
    ))
}

fn order_figure(order: &[(usize, ForestRow)]) -> Option<Figure> {
    order.first()?;
    let rows: Vec<_> = order.iter().take(MOST).map(|(_, row)| row.clone()).collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        of: "",
        title: "mean over all opponents",
        base: Some(0.5),
        has_bars: false,
        ends: Some((0.0, 1.0)),
    };
    let sentence = match order.len() - rows.len() {
        0 => String::new(),
        1 => format!("The strongest {}; the other one is in the table below.", rows.len()),
        more => format!("The strongest {}; the other {more} are in the table below.", rows.len()),
    };
    Some(Figure::new("", sentence, chart.part()).key([
        (series(0), "stronger than half".to_owned()),
        (series(1), "weaker".to_owned()),
        (NOBODY, "may be even".to_owned()),
    ]))
}

fn coloured(names: &[&str], pairs: &[Pair], order: &[(usize, ForestRow)]) -> Table {
    let heads = order.iter().map(|(place, _)| names[*place].to_owned());
    let mut table = Table::new(1, ["listed first".to_owned()].into_iter().chain(heads));
    table.label = "Rates of all pairs".into();
    table.is_heat = true;
    for (a, row) in order {
        let mut cells = vec![Cell::from(row.label.clone())];
        for (b, _) in order {
            let pair = pairs.iter().find(|pair| (pair.a, pair.b) == (*a, *b));
            cells.push(pair.map_or_else(Cell::default, |pair| {
                let is_even = pair.within.is_none_or(|(lo, hi)| lo <= 0.5 && hi >= 0.5);
                let strength = (pair.rate - 0.5).abs() * 2.0 * if is_even { 12.0 } else { 40.0 };
                let text = whole_percent(pair.rate, pair.within);
                Cell::shaded(text, series(usize::from(pair.rate < 0.5)), strength)
            }));
        }
        table.row(cells);
    }
    table
}

/// A rate of fights in whole percents, without the sign; what was always or never seen is a bound.
fn whole_percent(rate: f64, within: Option<(f64, f64)>) -> String {
    let percent = (rate * 100.0).round();
    match (rate, within) {
        (..=0.0, Some((_, hi))) => format!("< {}", (hi * 100.0).ceil()),
        (1.0.., Some((lo, _))) => format!("> {}", (lo * 100.0).floor().min(99.0)),
        (..=0.0, None) => "none seen".to_owned(),
        (1.0.., None) => "all seen".to_owned(),
        _ if percent <= 0.0 => "< 1".to_owned(),
        _ if percent >= 100.0 => "> 99".to_owned(),
        _ => percent.to_string(),
    }
}
