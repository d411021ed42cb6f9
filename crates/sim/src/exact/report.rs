//! The exact answer as rows: for JSON, for tests, and as text for a designer.

use core::fmt::Write as _;

use fray_rules::declare::metrics::Kind;
use fray_rules::engine::roster::UnitId;
use serde::Serialize;

use super::ledger::Ledger;
use super::rounds::Rounds;
use super::sum::Sum;
use crate::totals::About;

/// The exact probabilities of a fight. The rows and their names are those of the CSV files of a
/// run, with probabilities in place of counts; rows with probability 0 are left out, but for
/// `outcomes`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExactReport {
    /// The scenario's name.
    pub scenario: String,
    /// The game.
    pub system: &'static str,
    /// The probability of all that was left out: branches cut by an unbounded chain's floor,
    /// states too improbable to follow, rounds not played. Every probability of the report is
    /// too small by at most this much.
    pub residual: f64,
    /// Distinct states expanded.
    pub states: usize,
    /// Distinct transitions between them.
    #[serde(skip)]
    pub transitions: usize,
    /// How a fight ends: a row a side, draw, timeout.
    pub outcomes: Vec<OutcomeRow>,
    /// Mean number of rounds; a timeout counts with its rounds.
    pub rounds_mean: f64,
    /// The round in which a fight ends.
    pub rounds: Vec<RoundRow>,
    /// The cells of the clocks.
    pub exhaustion: Vec<ExhaustionRow>,
    /// The means of counts.
    pub metrics: Vec<MetricRow>,
}

/// How likely an outcome is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeRow {
    /// `win`, `draw` or `timeout`.
    pub outcome: &'static str,
    /// Who wins.
    pub side: Option<String>,
    /// Its probability.
    pub p: f64,
}

/// How likely a fight ends in this round in this way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundRow {
    /// The round, from 1.
    pub round: u32,
    /// `win`, `draw` or `timeout`.
    pub outcome: &'static str,
    /// Who wins.
    pub side: Option<String>,
    /// Its probability.
    pub p: f64,
}

/// How likely a cell of a clock is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExhaustionRow {
    /// The unit's side.
    pub side: String,
    /// The unit.
    pub unit: String,
    /// The clock.
    pub clock: &'static str,
    /// `every`, `first` or `round_end`.
    pub view: &'static str,
    /// The round, from 1; none for `never`.
    pub round: Option<u32>,
    /// The activation within the round; none for `never` and `round_end`.
    pub activation: Option<u32>,
    /// A cause, `censored`, `never`, or how the round ended for the unit.
    pub what: &'static str,
    /// Its probability.
    pub p: f64,
}

/// The mean of a count per fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricRow {
    /// The side.
    pub side: String,
    /// The unit; none for the sum over the side.
    pub unit: Option<String>,
    /// The metric.
    pub metric: &'static str,
    /// Its mean.
    pub mean: f64,
}

impl ExactReport {
    /// The probability that this side wins.
    #[must_use]
    pub fn win(&self, side: &str) -> f64 {
        self.p_of(|row| row.side.as_deref() == Some(side))
    }

    /// The probability of a draw.
    #[must_use]
    pub fn draw(&self) -> f64 {
        self.p_of(|row| row.outcome == "draw")
    }

    /// The probability of a timeout.
    #[must_use]
    pub fn timeout(&self) -> f64 {
        self.p_of(|row| row.outcome == "timeout")
    }

    /// The probability that the fight ends in this round.
    #[must_use]
    pub fn ends_in(&self, round: u32) -> f64 {
        total(self.rounds.iter().filter(|row| row.round == round).map(|row| row.p))
    }

    fn p_of(&self, is: impl Fn(&OutcomeRow) -> bool) -> f64 {
        total(self.outcomes.iter().filter(|row| is(row)).map(|row| row.p))
    }
}

pub(super) fn report(scenario: &str, of: &Rounds<'_>) -> ExactReport {
    let (about, ledger) = (&of.about, &of.ledger);
    let rounds = rounds(about, ledger);
    let played: Sum = rounds.iter().map(|row| row.p).collect();
    let rounds_mean: Sum = rounds.iter().map(|row| f64::from(row.round) * row.p).collect();
    ExactReport {
        scenario: scenario.to_owned(),
        system: about.system,
        // Rounding can make the parts add up to a last bit more than 1.
        residual: (1.0 - played.value()).max(of.unplayed),
        states: of.space.n_expanded(),
        transitions: of.space.n_transitions(),
        outcomes: outcomes(about, ledger),
        rounds_mean: rounds_mean.value(),
        rounds,
        exhaustion: exhaustion(about, ledger),
        metrics: metrics(about, ledger),
    }
}

/// The outcomes in the order of every table: wins by side, draw, timeout.
fn ways<'a>(
    about: &'a About,
    ledger: &'a Ledger,
) -> impl Iterator<Item = (&'static str, Option<String>, &'a super::ledger::ByRound)> {
    let sides = about.roster.sides.iter().map(|side| Some(side.name.clone()));
    let wins = sides.zip(&ledger.wins).map(|(side, rounds)| ("win", side, rounds));
    wins.chain([("draw", None, &ledger.draws), ("timeout", None, &ledger.timeouts)])
}

fn outcomes(about: &About, ledger: &Ledger) -> Vec<OutcomeRow> {
    ways(about, ledger)
        .map(|(outcome, side, rounds)| OutcomeRow { outcome, side, p: rounds.total() })
        .collect()
}

fn rounds(about: &About, ledger: &Ledger) -> Vec<RoundRow> {
    let mut rows: Vec<RoundRow> = ways(about, ledger)
        .flat_map(|(outcome, side, rounds)| {
            rounds.each().map(move |(round, p)| RoundRow { round, outcome, side: side.clone(), p })
        })
        .collect();
    rows.sort_by_key(|row| row.round);
    rows
}

fn exhaustion(about: &About, ledger: &Ledger) -> Vec<ExhaustionRow> {
    let mut rows = Vec::new();
    for (id, unit) in about.roster.each() {
        let side = about.roster.side(unit.side);
        for (clock, info) in about.clocks.iter().enumerate() {
            let cells = &ledger.clocks[id.idx()][clock];
            let mut push = |view, cells: &mut Vec<(Option<u32>, Option<u32>, &'static str, f64)>| {
                cells.sort_by_key(|cell| (cell.0.is_none(), cell.0, cell.1));
                rows.extend(cells.drain(..).map(|(round, activation, what, p)| ExhaustionRow {
                    side: side.to_owned(),
                    unit: unit.name.clone(),
                    clock: info.name,
                    view,
                    round,
                    activation,
                    what,
                    p,
                }));
            };
            let mut of_view = Vec::new();
            let every = info.causes.iter().copied().zip(&cells.every);
            for (what, plane) in every.chain([("censored", &cells.censored)]) {
                of_view.extend(plane.each().map(|(round, at, p)| (Some(round), Some(at), what, p)));
            }
            push("every", &mut of_view);
            for (&what, plane) in info.causes.iter().zip(&cells.first) {
                of_view.extend(plane.each().map(|(round, at, p)| (Some(round), Some(at), what, p)));
            }
            let never = cells.never.value();
            of_view.extend((never > 0.0).then_some((None, None, "never", never)));
            push("first", &mut of_view);
            if clock == 0 {
                let ends = &ledger.round_ends[id.idx()];
                let of_end = [
                    ("active", &ends.active),
                    ("exhausted", &ends.exhausted),
                    ("out", &ends.out),
                    ("over", &ends.over),
                ];
                for (what, rounds) in of_end {
                    of_view.extend(rounds.each().map(|(round, p)| (Some(round), None, what, p)));
                }
                push("round_end", &mut of_view);
            }
        }
    }
    rows
}

fn metrics(about: &About, ledger: &Ledger) -> Vec<MetricRow> {
    let roster = &about.roster;
    let counts: Vec<(usize, &'static str)> = about
        .metrics
        .iter()
        .enumerate()
        .filter(|(_, info)| matches!(info.kind, Kind::Count))
        .map(|(at, info)| (at, info.name))
        .collect();
    let mean = |unit: UnitId, metric: usize| ledger.means[unit.idx() * about.metrics.len() + metric].value();
    let mut rows = Vec::new();
    for side in &roster.sides {
        let mut push = |unit: Option<UnitId>| {
            for &(at, metric) in &counts {
                let mean = match unit {
                    Some(unit) => mean(unit, at),
                    None => side.units.map(|unit| mean(unit, at)).collect::<Sum>().value(),
                };
                let unit = unit.map(|unit| roster.unit(unit).to_owned());
                rows.push(MetricRow { side: side.name.clone(), unit, metric, mean });
            }
        };
        push(None);
        side.units.for_each(|unit| push(Some(unit)));
    }
    rows
}

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
        Some(side) => format!("{side} wins"),
        None => outcome.to_owned(),
    };
    for row in &report.outcomes {
        writeln!(out, "  {:<24} {}", name(row.outcome, &row.side), percent(row.p))?;
    }
    writeln!(out, "  {:<24} {:>12.9}", "rounds, mean", report.rounds_mean)?;
    write_rounds(report, out)?;
    write_exhaustion(report, out)?;
    writeln!(out, "\nMeans per fight")?;
    for row in &report.metrics {
        let who = match &row.unit {
            Some(unit) => format!("{}/{unit}", row.side),
            None => format!("{} (all)", row.side),
        };
        writeln!(out, "  {who:<24} {:<16} {:>14.9}", row.metric, row.mean)?;
    }
    Ok(())
}

/// A sum of probabilities; of none it is 0, where `sum` has -0.
fn total(p: impl Iterator<Item = f64>) -> f64 {
    p.fold(0.0, |sum, p| sum + p)
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

/// Nine digits after the point: what is printed is exact.
fn percent(p: f64) -> String {
    format!("{:>13.9} %", 100.0 * p)
}

fn residual(p: f64) -> String {
    if p == 0.0 { "nothing".to_owned() } else { format!("{p:.1e}") }
}

/// A bar of up to 40 signs for a probability.
fn bar(p: f64) -> String {
    "#".repeat((p * 40.0).round() as usize)
}
