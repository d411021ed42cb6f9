//! The exact answer as rows, for JSON and for tests.

use serde::Serialize;

use super::cells::Cells;
use super::means;
use super::rounds::Rounds;
use super::sum::Sum;
use crate::totals::About;

/// The exact probabilities of a fight. The rows and their names are those of the CSV files of a
/// run, with probabilities in place of counts; rows with probability 0 are left out, but for
/// `outcomes`. Every metric has its row, those of 0 too.
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
    /// The probabilities of the ends of a fight: a row a side, draw, timeout.
    pub outcomes: Vec<OutcomeRow>,
    /// Mean number of rounds; a timeout counts with its rounds.
    pub rounds_mean: f64,
    /// The round in which a fight ends.
    pub rounds: Vec<RoundRow>,
    /// The cells of the clocks.
    pub exhaustion: Vec<ExhaustionRow>,
    /// The means of counts, ratios and values, every one of them.
    pub metrics: Vec<MetricRow>,
    /// The distributions of values.
    pub values: Vec<ValueRow>,
    /// The histograms of damage as rolled, of single attacks and activations.
    pub damage: Vec<DamageRow>,
    /// The metrics that [only sampled fights show](fray_engine::metrics::MetricSet::SAMPLED_ONLY).
    pub left_out: Vec<&'static str>,
}

/// The probability of an outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeRow {
    /// `win`, `draw` or `timeout`.
    pub outcome: &'static str,
    /// The side that wins; `None` for a draw or a timeout.
    pub side: Option<String>,
    /// Its probability.
    pub p: f64,
}

/// The probability that a fight ends in this round in this way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundRow {
    /// The round, from 1.
    pub round: u32,
    /// `win`, `draw` or `timeout`.
    pub outcome: &'static str,
    /// The side that wins; `None` for a draw or a timeout.
    pub side: Option<String>,
    /// Its probability.
    pub p: f64,
}

/// The probability of a cell of a clock.
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

/// The mean of a metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "WrittenMean")]
pub struct MetricRow {
    /// The side.
    pub side: String,
    /// The unit; none for all units of the side together.
    pub unit: Option<String>,
    /// The metric.
    pub metric: &'static str,
    /// `count`, `value` or `ratio`.
    pub kind: &'static str,
    /// The expected number of observations in a fight: 1 for a count, the tries of a ratio.
    pub n: f64,
    /// The mean of a count; of a value or ratio, expected sum or successes over expected
    /// observations or tries, and 0 where none of these are possible.
    pub mean: f64,
}

impl MetricRow {
    /// The mean; none where nothing is ever observed.
    #[must_use]
    pub fn known_mean(&self) -> Option<f64> {
        (self.n > 0.0).then_some(self.mean)
    }
}

/// The mean of a metric in JSON: null where nothing is ever observed.
#[derive(Serialize)]
struct WrittenMean {
    side: String,
    unit: Option<String>,
    metric: &'static str,
    kind: &'static str,
    n: f64,
    mean: Option<f64>,
}

impl From<MetricRow> for WrittenMean {
    fn from(row: MetricRow) -> Self {
        let mean = row.known_mean();
        let MetricRow { side, unit, metric, kind, n, .. } = row;
        Self { side, unit, metric, kind, n, mean }
    }
}

/// How often a value of a metric is observed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueRow {
    /// The unit's side.
    pub side: String,
    /// The unit.
    pub unit: String,
    /// The metric.
    pub metric: &'static str,
    /// The value.
    pub value: u32,
    /// The expected number of such observations in a fight.
    pub n: f64,
    /// The share of them among all observations of the metric.
    pub p: f64,
}

/// One bar of a histogram of damage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DamageRow {
    /// The unit's side.
    pub side: String,
    /// The unit that deals it.
    pub unit: String,
    /// `per_attack` (a miss is 0), `per_hit`, `per_activation` or `overkill`.
    pub kind: &'static str,
    /// The damage.
    pub value: u32,
    /// The expected number of such attacks, hits or activations in a fight.
    pub n: f64,
    /// The share of them among all.
    pub p: f64,
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

    /// The probability of an outcome; less than 1 where another outcome is possible, however small its
    /// probability is, or something was left out.
    #[must_use]
    pub fn at_most_sure(&self, row: &OutcomeRow) -> f64 {
        let is_sure = self.residual <= 0.0 && self.outcomes.iter().filter(|other| other.p > 0.0).count() <= 1;
        if is_sure { row.p } else { row.p.min(1.0_f64.next_down()) }
    }

    fn p_of(&self, is: impl Fn(&OutcomeRow) -> bool) -> f64 {
        total(self.outcomes.iter().filter(|row| is(row)).map(|row| row.p))
    }
}

pub(super) fn report(scenario: &str, of: &Rounds<'_>) -> ExactReport {
    let (about, cells) = (&of.about, &of.cells);
    let rounds = rounds(about, cells);
    let played: Sum = rounds.iter().map(|row| row.p).collect();
    let rounds_mean: Sum = rounds.iter().map(|row| f64::from(row.round) * row.p).collect();
    ExactReport {
        scenario: scenario.to_owned(),
        system: about.system,
        // Rounding can make the parts add up to a last bit more than 1.
        residual: (1.0 - played.value()).max(of.unplayed),
        states: of.space.n_expanded(),
        transitions: of.space.n_transitions(),
        outcomes: outcomes(about, cells),
        rounds_mean: rounds_mean.value(),
        rounds,
        exhaustion: exhaustion(about, cells),
        metrics: means::metrics(of),
        values: means::values(of),
        damage: means::damage(of),
        left_out: means::left_out(of),
    }
}

/// The outcomes in the order of every table: wins by side, draw, timeout.
fn ways<'a>(
    about: &'a About,
    cells: &'a Cells,
) -> impl Iterator<Item = (&'static str, Option<String>, &'a super::cells::ByRound)> {
    let sides = about.roster.sides.iter().map(|side| Some(side.name.clone()));
    let wins = sides.zip(&cells.wins).map(|(side, rounds)| ("win", side, rounds));
    wins.chain([("draw", None, &cells.draws), ("timeout", None, &cells.timeouts)])
}

fn outcomes(about: &About, cells: &Cells) -> Vec<OutcomeRow> {
    ways(about, cells)
        .map(|(outcome, side, rounds)| OutcomeRow { outcome, side, p: rounds.total() })
        .collect()
}

fn rounds(about: &About, cells: &Cells) -> Vec<RoundRow> {
    let mut rows: Vec<RoundRow> = ways(about, cells)
        .flat_map(|(outcome, side, rounds)| {
            rounds.each().map(move |(round, p)| RoundRow { round, outcome, side: side.clone(), p })
        })
        .collect();
    rows.sort_by_key(|row| row.round);
    rows
}

fn exhaustion(about: &About, cells: &Cells) -> Vec<ExhaustionRow> {
    let mut rows = Vec::new();
    for (id, unit) in about.roster.each() {
        let side = about.roster.side(unit.side);
        for (clock, info) in about.clocks.iter().enumerate() {
            let own = &cells.clocks[id.idx()][clock];
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
            let every = info.causes.iter().copied().zip(&own.every);
            for (what, plane) in every.chain([("censored", &own.censored)]) {
                of_view.extend(plane.each().map(|(round, at, p)| (Some(round), Some(at), what, p)));
            }
            push("every", &mut of_view);
            for (&what, plane) in info.causes.iter().zip(&own.first) {
                of_view.extend(plane.each().map(|(round, at, p)| (Some(round), Some(at), what, p)));
            }
            let never = own.never.value();
            of_view.extend((never > 0.0).then_some((None, None, "never", never)));
            push("first", &mut of_view);
            if clock == 0 {
                let ends = &cells.round_ends[id.idx()];
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

/// A sum of probabilities; of none it is 0, where `sum` has -0.
pub(super) fn total(p: impl Iterator<Item = f64>) -> f64 {
    p.fold(0.0, |sum, p| sum + p)
}
