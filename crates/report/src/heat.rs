//! Tables whose cells are the darker the more: numbers that can be read, at any size.

use crate::page::{Cell, Table};
use crate::theme::Color;

/// The share of its colour in the darkest cell, in percent: texts on it can be read.
pub(crate) const DARKEST: f64 = 42.0;

/// A cell of a map.
pub(crate) struct HeatCell {
    /// The text of the cell.
    pub(crate) text: String,
    /// The darkness of its colour, from 0 to 1.
    pub(crate) strength: f64,
    /// Whether it is the one that the reader looks for.
    pub(crate) is_marked: bool,
}

/// A table of cells by row and column: the name of the rows, those of the columns, each row with its heading
/// and its colour; cells that do not exist are empty.
pub(crate) fn table(
    rows_are: &str,
    columns: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = (Cell, Color, Vec<Option<HeatCell>>)>,
) -> Table {
    let mut table = Table::new(1, core::iter::once(rows_are.to_owned()).chain(columns));
    table.is_heat = true;
    for (heading, color, cells) in rows {
        let cells = cells.into_iter().map(|cell| match cell {
            None => Cell::default(),
            Some(HeatCell { text, strength, is_marked }) => {
                Cell::shaded(text, color, strength * DARKEST).marked(is_marked)
            }
        });
        table.row(core::iter::once(heading).chain(cells));
    }
    table
}

/// A row of rates of a side: whole percents, shaded from 0 to all.
pub(crate) fn rates(
    cells: impl IntoIterator<Item = Option<(f64, Option<(f64, f64)>)>>,
) -> Vec<Option<HeatCell>> {
    let cell = |(value, within): (f64, Option<(f64, f64)>)| HeatCell {
        text: percent(value, within),
        strength: value,
        is_marked: false,
    };
    cells.into_iter().map(|it| it.map(cell)).collect()
}

/// A rate of fights in whole percents, without the sign; what was always or never seen is a bound.
pub(crate) fn percent(rate: f64, within: Option<(f64, f64)>) -> String {
    let percent = (rate * 100.0).round();
    match (rate, within) {
        (..=0.0, Some((lo, hi))) if lo < hi => format!("< {}", (hi * 100.0).ceil()),
        (1.0.., Some((lo, hi))) if lo < hi => format!("> {}", (lo * 100.0).floor().min(99.0)),
        (..=0.0, _) => "0".to_owned(),
        (1.0.., _) => "100".to_owned(),
        _ if percent <= 0.0 => "< 1".to_owned(),
        _ if percent >= 100.0 => "> 99".to_owned(),
        _ => percent.to_string(),
    }
}

/// The largest half width of these intervals in percentage points, rounded up to a tenth.
pub(crate) fn widest(within: impl IntoIterator<Item = Option<(f64, f64)>>) -> String {
    let half = within.into_iter().flatten().map(|(lo, hi)| (hi - lo) * 50.0).fold(0.0, f64::max);
    format!("Cells are percent; no interval is wider than ± {} points.", (half * 10.0).ceil() / 10.0)
}
