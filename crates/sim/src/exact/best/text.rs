//! Best play as text for a designer.

use core::fmt::Write as _;

use super::super::text::{percent, residual};
use super::report::{BestPlay, Departure, UnitHealth};
use crate::tables::format::{counted, thousands};

/// The most places at which best play departs that the text shows.
const SHOWN: usize = 12;

/// The report as text for reading: what each set is worth, what best play is, and where it departs.
#[must_use]
pub fn render(of: &BestPlay) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write(of, &mut text);
    text
}

fn write(of: &BestPlay, out: &mut String) -> core::fmt::Result {
    writeln!(out, "{} ({}), exact best play of {}", of.scenario, of.system, of.side)?;
    writeln!(
        out,
        "{}, {} of {} of named tactics; {} of the probability left out",
        counted(of.states as u64, "state"),
        counted(of.transitions as u64, "transition"),
        counted(of.sets.len() as u64, "set"),
        residual(of.residual)
    )?;
    writeln!(out, "\nThe chance of {} to win, with", of.side)?;
    for row in &of.sets {
        writeln!(out, "  {}  {}", percent(row.win_rate), set(&row.set))?;
    }
    writeln!(out, "  {}  the best of these at each turn", percent(of.win_rate))?;
    for row in of.outcomes.iter().filter(|row| row.side.as_deref() != Some(&of.side) && row.p > 0.0) {
        let what = match &row.side {
            Some(side) => format!("{side} to win against that"),
            None => format!("{} against that", row.outcome),
        };
        writeln!(out, "  {}  {what}", percent(row.p))?;
    }
    write_departures(of, out)
}

fn write_departures(of: &BestPlay, out: &mut String) -> core::fmt::Result {
    let is_same_start = of.start.set.is_empty();
    if of.departures.is_empty() && is_same_start {
        return writeln!(out, "\nBest play never departs from the tactics of the file.");
    }
    let gain = of.win_rate - of.sets[0].win_rate;
    writeln!(
        out,
        "\nWhere best play departs from the tactics of the file, which is worth {} in all",
        points(gain)
    )?;
    if !is_same_start {
        writeln!(out, "  at the start, worth {}: {}", points(of.start.worth), set(&of.start.set))?;
    }
    let Some(first) = of.departures.iter().filter_map(|it| it.round).min() else { return Ok(()) };
    writeln!(out, "  first in round {first}; what is worth most is first here:")?;
    writeln!(out, "  {:>5} {:>9} {:>10} {:>10}", "round", "turns", "gain", "worth")?;
    for Departure { round, units, set: to, turns, gain, worth } in of.departures.iter().take(SHOWN) {
        let round = round.map_or_else(String::new, |round| round.to_string());
        writeln!(
            out,
            "  {round:>5} {turns:>9.6} {:>10} {:>10}  {}: {}",
            points(*gain),
            points(*worth),
            stand(units),
            set(to)
        )?;
    }
    let hidden = of.departures.iter().skip(SHOWN);
    let (n, worth) = hidden.fold(of.more, |(n, worth), it| (n + 1, worth + it.worth));
    if n > 0 {
        let places = thousands(n as u128);
        writeln!(out, "  and {places} other places, worth {} together", points(worth))?;
    }
    writeln!(
        out,
        "\n  turns: how many of a fight played as the file says begin so; gain: what the set adds to the"
    )?;
    writeln!(out, "  win rate at such a turn when best play follows; worth: turns times gain")
}

/// Percentage points.
fn points(p: f64) -> String {
    format!("{:.4} pt", 100.0 * p)
}

fn set(changes: &[String]) -> String {
    if changes.is_empty() { "the tactics of the file".to_owned() } else { changes.join(", ") }
}

fn stand(units: &[UnitHealth]) -> String {
    let unit = |it: &UnitHealth| match it.health {
        Some(health) => format!("{} {health}", it.unit),
        None => format!("{} out", it.unit),
    };
    units.iter().map(unit).collect::<Vec<_>>().join(", ")
}
