//! Rows of the tables of units: the copies of a unit share one, with their spread.

use fray_engine::roster::{Roster, UnitSet};

use super::sections::Cell;
use super::text::{name, value_of};

/// A row of a table of units.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the unit, behind the number of its copies if it has some.
    pub label: String,
    /// The unit, or its copies.
    pub units: UnitSet,
}

/// The rows of a side: one for each unit, or for the copies of a unit together unless `each` copy is
/// asked for.
#[must_use]
pub fn rows_of(roster: &Roster, units: UnitSet, each: bool) -> Vec<Row> {
    let mut rows: Vec<(&str, UnitSet)> = Vec::new();
    for id in units {
        let unit = roster.unit(id);
        let copied = if each { unit } else { copied_from(unit) };
        match rows.iter_mut().find(|(of, _)| *of == copied) {
            Some((_, units)) => units.insert(id),
            None => rows.push((copied, UnitSet::one(id))),
        }
    }
    let label = |(of, units): (&str, UnitSet)| match units.len() {
        1 => name(roster.unit(units.first())),
        copies => format!("{copies} {}", name(of)),
    };
    rows.into_iter().map(|row| Row { label: label(row), units: row.1 }).collect()
}

/// The name of the unit that this one is a copy of; its own if it is no copy.
pub(crate) fn copied_from(unit: &str) -> &str {
    match unit.rsplit_once('#') {
        Some((of, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => of,
        _ => unit,
    }
}

/// The cells of one row for units with these cells: from the smallest estimate to the largest, or the
/// only one with its interval.
pub(super) fn spread(each: &[Vec<Cell>]) -> Vec<String> {
    let n_columns = each.iter().map(Vec::len).min().unwrap_or(0);
    (0..n_columns).map(|column| spread_of(each.iter().map(|cells| &cells[column]))).collect()
}

fn spread_of<'a>(mut cells: impl Iterator<Item = &'a Cell> + Clone) -> String {
    let mut known: Vec<&Cell> = cells.clone().filter(|cell| cell.value.is_some()).collect();
    known.sort_by(|a, b| a.value.partial_cmp(&b.value).expect("estimates are numbers"));
    match known.as_slice() {
        [] => cells.next().map_or_else(String::new, |cell| cell.text.clone()),
        [only] => only.text.clone(),
        // Of equal estimates the one with an error says more.
        [least, .., most] if least.value == most.value => {
            [least, most].iter().max_by_key(|cell| cell.text.len()).expect("two cells").text.clone()
        }
        [least, .., most] => between(value_of(&least.text), value_of(&most.text)),
    }
}

/// Two values as the ends of a spread; of two percentages the first has no sign.
pub(super) fn between(low: &str, high: &str) -> String {
    let low = if high.ends_with('%') { low.trim_end_matches('%') } else { low };
    if low == high.trim_end_matches('%') { high.to_owned() } else { format!("{low} to {high}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_copies_share_a_row() {
        let roster = Roster::of([("a", vec!["Orc#1", "Orc#2", "Orc", "C#", "Elf#1"])]);
        let labels = |each| -> Vec<String> {
            rows_of(&roster, roster.everyone(), each).into_iter().map(|row| row.label).collect()
        };
        assert_eq!(labels(false), ["3 Orc", "C#", "Elf#1"]);
        assert_eq!(labels(true), ["Orc#1", "Orc#2", "Orc", "C#", "Elf#1"]);
    }

    #[test]
    fn a_row_of_copies_goes_from_the_smallest_to_the_largest() {
        let cell = |value, text: &str| vec![Cell { value, text: text.into() }];
        let shown = |cells: &[Vec<Cell>]| spread(cells).concat();
        let [low, high] = [cell(Some(0.4), "40.0% ± 0.3"), cell(Some(0.5), "50.0% ± 0.3")];
        assert_eq!(shown(&[high.clone(), low.clone()]), "40.0 to 50.0%");
        assert_eq!(shown(&[low.clone(), low.clone()]), "40.0% ± 0.3");
        assert_eq!(shown(&[cell(Some(2.0), "2 (all)"), cell(Some(2.0), "2.000 ± 0.012")]), "2.000 ± 0.012");
        assert_eq!(shown(&[low, cell(Some(0.40001), "40.0% ± 0.2")]), "40.0%");
        assert_eq!(shown(&[cell(None, "-"), cell(Some(0.0), "< 0.1%"), high]), "< 0.1 to 50.0%");
        assert_eq!(shown(&[cell(None, "-"), cell(None, "-")]), "-");
        assert_eq!(shown(&[cell(Some(1.5), "1.50 ± 0.02"), cell(Some(2.0), "2 (all seen)")]), "1.50 to 2");
    }
}
