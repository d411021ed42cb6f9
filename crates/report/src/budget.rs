//! The page of an encounter budget: how many of each monster meet the goal for each party, what they are worth in each
//! other, and packs against the sum of their parts.

use std::collections::BTreeMap;
use std::path::Path;

use fray_sim::stats::Interval;
use fray_sim::tables::format::counted;
use fray_sim::vary::budget::text::number;

use crate::folder::ReportError;
use crate::heat::DARKEST;
use crate::page::{Cell, Page, Part, Section, SortedTable, Table};
use crate::table_file::{At, TableFile};
use crate::tables::{all_rows, named};
use crate::theme::{BAD, GOOD, series};
use crate::words;

const FILE: &str = "budget.csv";

/// The page; none if the folder has no budget.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let [party, monster] = [table.column("party")?, table.column("monster")?];
    let [goal, beyond] = [table.column("goal")?, table.column("beyond")?];
    let tried = [table.column("least")?, table.column("most")?];
    let of_number = [table.column("value")?, table.column("lo")?, table.column("hi")?];
    let of_exchange = [table.column("exchange")?, table.column("exchange_lo")?, table.column("exchange_hi")?];
    let of_mixed = [table.column("mixed_worth")?, table.column("mixed_lo")?, table.column("mixed_hi")?];
    let (mut numbers, mut rates) = (Pivot::default(), Pivot::default());
    let mut packs = Table::new(2, ["pack", "party", "worth of its parts"]);
    let mut worths = Vec::new();
    let mut known = 0;
    for row in 0..table.rows.len() {
        let place = (table.text(row, monster), table.text(row, party));
        let ends = [whole(&table, row, tried[0])?, whole(&table, row, tried[1])?];
        let value = estimate(&table, row, of_number)?;
        known += usize::from(value.is_some());
        let text = match (value, table.text(row, beyond)) {
            (Some((value, within)), _) => number(value, within, ends),
            (None, "below") => format!("less than {}", ends[0]),
            (None, "above") => format!("more than {}", ends[1]),
            (None, _) => String::new(),
        };
        numbers.add(place, text, value.map(|(value, _)| value));
        if let Some((value, within)) = estimate(&table, row, of_exchange)? {
            rates.add(place, number(value, within, [0, 0]), Some(value));
        }
        if let Some((value, within)) = estimate(&table, row, of_mixed)? {
            let percent = |share: f64| (share * 100.0).round();
            let text = format!("{} % ({} to {})", percent(value), percent(within.lo), percent(within.hi));
            let cell = match (within.lo > 1.0, within.hi < 1.0) {
                (true, _) => Cell::word(text, BAD),
                (_, true) => Cell::word(text, GOOD),
                _ => Cell::from(text),
            };
            let name = Cell::from(table.text(row, table.column("mixed")?).to_owned());
            packs.row([name, Cell::from(table.text(row, party).to_owned()), cell]);
            worths.push((value, within));
        }
    }
    let goal = if table.rows.is_empty() { "the goal" } else { table.text(0, goal) };
    let mut sections =
        vec![Section::new("How many meet the goal").part(numbers.part("Numbers that meet the goal"))];
    let reference = (0..table.rows.len())
        .map(|row| table.column("reference").map(|at| table.text(row, at)))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .find(|name| !name.is_empty());
    if let Some(reference) = reference {
        sections.push(
            Section::new(format!("What one of each is worth, in {reference}"))
                .part(rates.part("Exchange rates")),
        );
    }
    if !worths.is_empty() {
        packs.label = "Packs".into();
        sections.push(
            Section::new("Packs against the sum of their parts")
                .text(&told(&worths))
                .part(in_order(packs, &worths)),
        );
    }
    sections.push(Section::new("All rows").table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "encounter budget", sections);
    page.facts.push("Between whole numbers, a straight line gives the number that meets the goal.".into());
    page.lead = vec![format!(
        "{goal}: of {} of a party and a monster, {known} {} a number that meets it.",
        counted(table.rows.len() as u64, "pair"),
        if known == 1 { "has" } else { "have" }
    )];
    Ok(Some(page))
}

/// Returns how many packs are worth more or less than their parts.
fn told(worths: &[(f64, Interval)]) -> String {
    let more = worths.iter().filter(|(_, within)| within.lo > 1.0).count();
    let less = worths.iter().filter(|(_, within)| within.hi < 1.0).count();
    format!(
        "Of {}, each of about half of what meets the goal, {more} are worth more than the sum of their parts beyond \
         luck, {less} less, and {} as much as far as can be told.",
        counted(worths.len() as u64, "pack"),
        worths.len() - more - less
    )
}

/// Packs, those that are worth most first.
fn in_order(table: Table, worths: &[(f64, Interval)]) -> Part {
    let mut most: Vec<usize> = (0..worths.len()).collect();
    most.sort_by(|a, b| worths[*b].0.total_cmp(&worths[*a].0));
    let least = most.iter().rev().copied().collect();
    Part::of(&SortedTable::new(table, &[("most", most), ("least", least)]))
}

fn whole(table: &TableFile, row: usize, at: At) -> Result<i64, ReportError> {
    Ok(table.number(row, at)?.unwrap_or(0.0) as i64)
}

fn estimate(
    table: &TableFile,
    row: usize,
    [value, lo, hi]: [At; 3],
) -> Result<Option<(f64, Interval)>, ReportError> {
    let Some(value) = table.number(row, value)? else { return Ok(None) };
    let lo = table.number(row, lo)?.unwrap_or(f64::NEG_INFINITY);
    let hi = table.number(row, hi)?.unwrap_or(f64::INFINITY);
    Ok(Some((value, Interval { lo, hi })))
}

/// A table of monster by party.
#[derive(Default)]
struct Pivot {
    rows: Vec<String>,
    columns: Vec<String>,
    places: [BTreeMap<String, usize>; 2],
    cells: BTreeMap<(usize, usize), (String, Option<f64>)>,
}

impl Pivot {
    fn add(&mut self, (row, column): (&str, &str), text: String, value: Option<f64>) {
        let place = |names: &mut Vec<String>, places: &mut BTreeMap<String, usize>, name: &str| {
            *places.entry(name.to_owned()).or_insert_with(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let [of_rows, of_columns] = &mut self.places;
        let at = (place(&mut self.rows, of_rows, row), place(&mut self.columns, of_columns, column));
        self.cells.insert(at, (text, value));
    }

    /// The table, shaded the darker the more, in the order that its reader chooses.
    fn part(&self, label: &str) -> Part {
        let most = self.cells.values().filter_map(|(_, value)| *value).fold(0.0, f64::max);
        let heads = core::iter::once(String::new()).chain(self.columns.iter().cloned());
        let mut table = Table::new(1, heads);
        table.label = label.to_owned();
        let mut means = Vec::new();
        for (row, name) in self.rows.iter().enumerate() {
            let cells = (0..self.columns.len()).map(|column| match self.cells.get(&(row, column)) {
                None => Cell::default(),
                Some((text, None)) => Cell::from(text.clone()),
                Some((text, Some(value))) => {
                    Cell::shaded(text.clone(), series(0), value / most.max(1e-9) * DARKEST)
                }
            });
            table.row(core::iter::once(Cell::from(name.clone())).chain(cells));
            let values = (0..self.columns.len()).filter_map(|column| self.cells.get(&(row, column))?.1);
            let values: Vec<f64> = values.collect();
            means.push(match values.len() {
                0 => f64::INFINITY,
                n => values.iter().sum::<f64>() / n as f64,
            });
        }
        let mut few: Vec<usize> = (0..self.rows.len()).collect();
        few.sort_by(|a, b| means[*a].total_cmp(&means[*b]));
        let many = few.iter().rev().copied().collect();
        let mut by_name: Vec<usize> = (0..self.rows.len()).collect();
        by_name.sort_by(|a, b| words::natural(&self.rows[*a], &self.rows[*b]));
        Part::of(&SortedTable::new(table, &[("fewest", few), ("most", many), ("name", by_name)]))
    }
}
