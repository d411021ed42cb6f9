//! The exact answer as text for a designer.

use core::fmt::Write as _;

use super::report::{DamageRow, ExactReport, ExhaustionRow, MetricRow, ValueRow};
use crate::tables::format::{exact_rate, fixed};

/// The report as a table for reading: outcomes, rounds, Exhaustion, means.
#[must_use]
pub fn render(report: &ExactReport) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write(report, &mut text);
    text
}

fn write(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    writeln!(out, "{} ({}), exact", report.scenario, report.system)?;
    writeln!(
        out,
        "{} states, {} transitions; {} of the probability left out",
        report.states,
        report.transitions,
        residual(report.residual)
    )?;
    writeln!(out)?;
    let name = |outcome: &str, side: &Option<String>| match side {
        Some(side) => format!("{side} to win"),
        None => outcome.to_owned(),
    };
    for row in &report.outcomes {
        writeln!(out, "  {:<24} {}", name(row.outcome, &row.side), percent(report.at_most_sure(row)))?;
    }
    writeln!(out, "  {:<24} {:>12.9}", "rounds, mean", report.rounds_mean)?;
    write_rounds(report, out)?;
    write_exhaustion(report, out)?;
    write_means(report, out)?;
    write_values(report, out)?;
    write_damage(report, out)?;
    if !report.left_out.is_empty() {
        writeln!(out, "\nNot worked out (sampled fights show them): {}", report.left_out.join(", "))?;
    }
    Ok(())
}

/// Rounds of which less than this is left are drawn together in text; every one is in the rows.
const SHORT: f64 = 1e-6;

fn write_rounds(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    writeln!(out, "\nThe fight ends in round")?;
    let mut left = report.outcomes.iter().map(|row| row.p).sum::<f64>();
    let last = report.rounds.last().map_or(0, |row| row.round);
    for round in 1..=last {
        if left < SHORT {
            writeln!(out, "  {:<24} {}", format!("{round} to {last}"), percent(left.max(0.0)))?;
            break;
        }
        let p = report.ends_in(round);
        left -= p;
        writeln!(out, "  {round:<24} {}  {}", percent(p), bar(p))?;
    }
    Ok(())
}

fn write_exhaustion(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    let mut rows = report.exhaustion.iter().filter(|row| row.view == "every" && row.p >= SHORT).peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    writeln!(out, "\nClocks: round, activation, cause (of every round that the unit began standing)")?;
    let mut last: Option<&ExhaustionRow> = None;
    for row in rows {
        if last.is_none_or(|l| (&l.side, &l.unit, l.clock) != (&row.side, &row.unit, row.clock)) {
            writeln!(out, "  {}/{}: {}", row.side, row.unit, row.clock)?;
        }
        let number = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
        let what = row.what;
        let (round, at) = (number(row.round), number(row.activation));
        writeln!(out, "    {round:>4} {at:>4}  {what:<12} {}  {}", percent(row.p), bar(row.p))?;
        last = Some(row);
    }
    Ok(())
}

fn write_means(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    // What is 0 stands in the rows alone.
    let of_kind =
        |kind: &'static str| report.metrics.iter().filter(move |row| row.kind == kind && row.mean > 0.0);
    let who = |row: &MetricRow| match &row.unit {
        Some(unit) => format!("{}/{unit}", row.side),
        None => format!("{} (all)", row.side),
    };
    writeln!(out, "\nMeans per fight")?;
    for row in of_kind("count") {
        writeln!(out, "  {:<24} {:<26} {:>14.9}", who(row), row.metric, row.mean)?;
    }
    writeln!(out, "\nRatios: the expected share of tries, and tries per fight")?;
    for row in of_kind("ratio") {
        let p = percent(row.mean);
        writeln!(out, "  {:<24} {:<26} {p} {:>14.9}", who(row), row.metric, row.n)?;
    }
    writeln!(out, "\nMeans per observation, and observations per fight")?;
    for row in of_kind("value") {
        writeln!(out, "  {:<24} {:<26} {:>14.9}  {:>14.9}", who(row), row.metric, row.mean, row.n)?;
    }
    Ok(())
}

fn write_values(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    let of_metric = |a: &ValueRow, b: &ValueRow| (&a.side, &a.unit, a.metric) == (&b.side, &b.unit, b.metric);
    if !report.values.is_empty() {
        writeln!(out, "\nDistributions of values")?;
    }
    for rows in report.values.chunk_by(of_metric) {
        writeln!(out, "  {}/{}: {}", rows[0].side, rows[0].unit, rows[0].metric)?;
        for row in rows.iter().filter(|row| row.p >= SHORT) {
            writeln!(out, "    {:>9}  {}  {}", row.value, percent(row.p), bar(row.p))?;
        }
    }
    Ok(())
}

/// A table for each unit: a line for each amount, a column for each kind.
fn write_damage(report: &ExactReport, out: &mut String) -> core::fmt::Result {
    const KINDS: [&str; 4] = ["per_attack", "per_hit", "per_activation", "overkill"];
    let of_unit = |a: &DamageRow, b: &DamageRow| (&a.side, &a.unit) == (&b.side, &b.unit);
    if !report.damage.is_empty() {
        writeln!(out, "\nDamage as rolled")?;
    }
    for rows in report.damage.chunk_by(of_unit) {
        writeln!(out, "  {}/{}", rows[0].side, rows[0].unit)?;
        let [attack, hit, activation, overkill] = KINDS.map(|kind| kind.replace('_', " "));
        writeln!(out, "    {:>9} {attack:>15} {hit:>15} {activation:>15} {overkill:>15}", "")?;
        let mut amounts: Vec<u32> = rows.iter().map(|row| row.value).collect();
        amounts.sort_unstable();
        amounts.dedup();
        for amount in amounts {
            let of = |kind: &str| rows.iter().find(|row| row.kind == kind && row.value == amount);
            let cells = KINDS.map(|kind| of(kind).map(|row| row.p).filter(|&p| p >= SHORT));
            if cells.iter().any(Option::is_some) {
                let [a, b, c, d] = cells.map(|p| p.map_or_else(String::new, percent));
                writeln!(out, "    {}", format!("{amount:>9} {a:>15} {b:>15} {c:>15} {d:>15}").trim_end())?;
            }
        }
    }
    Ok(())
}

/// Nine digits after the point, or more where it would read as 0 or 100 and is neither: what is printed is
/// exact.
pub(super) fn percent(p: f64) -> String {
    let text = exact_rate(p, 9);
    let number = text.trim_end_matches('%');
    // Whole percentages have the digits of the others.
    let number =
        if number.contains('.') || number.contains('e') { number.to_owned() } else { fixed(100.0 * p, 9) };
    format!("{number:>13} %")
}

pub(super) fn residual(p: f64) -> String {
    if p == 0.0 { "nothing".to_owned() } else { format!("{p:.1e}") }
}

/// A bar of up to 40 signs for a probability.
fn bar(p: f64) -> String {
    "#".repeat((p * 40.0).round() as usize)
}
