//! The measured promises as the terminal shows them.

use super::Row;
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::tables::format::counted;

/// How the promises of intervals begin: their rows stand below one heading.
const INTERVAL: &str = "95 % interval of ";

/// The measured promises of a scenario: whether all are kept, then a row for each, intervals first.
#[must_use]
pub fn text(scenario: &str, rows: &[Row], look: Look) -> String {
    let (intervals, others): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.what.starts_with(INTERVAL));
    let mut grid = Grid {
        columns: ["held", "promised", "would show", ""].map(str::to_owned).to_vec(),
        rows: Vec::new(),
    };
    for (heading, rows) in
        [("95 % INTERVALS THAT HOLD THE TRUE VALUE", intervals), ("OTHER PROMISES", others)]
    {
        if !rows.is_empty() {
            grid.rows.push(GridRow { label: heading.to_owned(), cells: Vec::new(), notes: Vec::new() });
        }
        grid.rows.extend(rows.into_iter().map(grid_row));
    }
    let broken = rows.iter().filter(|row| !row.kept).count();
    let said = match broken {
        0 => format!("{scenario}: {} measured, none found broken", counted(rows.len() as u64, "promise")),
        _ => format!("{scenario}: {broken} of {} NOT KEPT", counted(rows.len() as u64, "measured promise")),
    };
    let legend = "held: the part of the tries in which the promise was kept; would show: a true part as low as \
                  this is found in nine of ten such measurements";
    let mut lines = indented(&said, "", look.width);
    lines.extend(indented(legend, "", look.width));
    lines.extend(grid.lines(look));
    lines.join("\n") + "\n"
}

fn grid_row(row: &Row) -> GridRow {
    let percent = |part: f64| format!("{}%", (1000.0 * part).round() / 10.0);
    let held = row.held as f64 / row.tries.max(1) as f64;
    let verdict = match (row.kept, row.has_no_power()) {
        (false, _) => "NOT KEPT",
        (true, true) => "too few tries to tell",
        (true, false) => "kept",
    };
    GridRow {
        label: format!("  {}", row.what.strip_prefix(INTERVAL).unwrap_or(&row.what)),
        cells: vec![
            format!("{:.1}% of {}", 100.0 * held, row.tries),
            percent(row.promised),
            row.finds.get().map_or_else(String::new, |part| format!("{:.0}%", 100.0 * part)),
            verdict.to_owned(),
        ],
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::format::Number;

    fn measured(what: &str, held: u64, kept: bool, finds: Option<f64>) -> Row {
        Row {
            what: what.to_owned(),
            tries: 300,
            held,
            promised: 0.95,
            measured: Number::from(held as f64 / 300.0),
            least: Number::new(None),
            finds: Number::new(finds),
            kept,
        }
    }

    /// Every line fits a terminal of 80 columns, whatever the promise is called.
    #[test]
    fn a_broken_promise_is_told_first_and_all_fits_the_width() {
        let long = "95 % interval of the difference of a mean of observations, the worst of 52: \
                    cores_per_attack(hunters/Hunter) with hunters/Hunter.core_base=3";
        let rows = [
            measured("95 % interval of rounds", 285, true, Some(0.85)),
            measured("null runs of the gate without an alarm", 200, false, Some(0.9)),
            measured(long, 299, true, None),
        ];
        let look = Look { width: 80, ..Look::default() };
        let text = text("duel", &rows, look);
        assert!(text.starts_with("duel: 1 of 3 measured promises NOT KEPT\n"), "{text}");
        assert!(text.contains("\n  rounds"), "{text}");
        assert!(text.contains("66.7% of 300") && text.contains("too few tries to tell"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
