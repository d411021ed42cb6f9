//! The worth of numbers, as rows and as the terminal shows it.

use std::borrow::Cow;

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::{Exchange, Place, Step, WeightedValue, Weights, Worth};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::stats::difference::Difference;
use crate::tables::format::{Number, counted, decimals, fixed};
use crate::tables::rows::row;
use crate::vary::text::{LeftOut, by_unit, change, left_out, more_undecided, nothing, unit};

row! {
    /// What a changed number, or a missing part, changes in a metric.
    "weights" WeightRow {
        /// The side of the unit.
        side: &'a str,
        /// The unit, its copies together.
        unit: &'a str,
        /// The number or part; none for the unit itself.
        stat: Option<&'a str>,
        /// `+1`, `-1` or `without`.
        step: &'a str,
        /// The metric, as goals write it.
        metric: String,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// How much the metric rises.
        effect: Number,
        /// The lower end of the effect's 95 % interval.
        lo: Number,
        /// The upper end of the effect's 95 % interval.
        hi: Number,
        /// The first rank of the number or part by the size of its worth that the intervals allow.
        rank_lo: Option<u64>,
        /// The last rank that they allow.
        rank_hi: Option<u64>,
        /// The pairs of fights; 0 if the effect is exact.
        fights: u64,
    }
}

/// Undecided rows of a metric that are shown without being asked for.
const SHOWN: usize = 5;

/// An exchange rate in JSON.
#[derive(Serialize)]
struct ExchangeRow<'a> {
    side: &'a str,
    unit: &'a str,
    stat: &'a str,
    metric: String,
    per: &'a str,
    rate: Number,
    lo: Number,
    hi: Number,
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    /// Whether effects are exact, and no fights were compared.
    exact: bool,
    weights: Vec<WeightRow<'a>>,
    exchange: Vec<ExchangeRow<'a>>,
    in_steps: Vec<StepRow<'a>>,
    left_out: Vec<LeftOut<'a>>,
}

/// A direction in which one step of a number changes nothing and two do, in JSON.
#[derive(Serialize)]
struct StepRow<'a> {
    side: &'a str,
    unit: &'a str,
    stat: &'a str,
    step: &'a str,
}

impl Weights {
    /// The rows of `weights.csv`.
    #[must_use]
    pub fn rows(&self) -> Vec<WeightRow<'_>> {
        let mut rows = Vec::new();
        for weighed in &self.rows {
            for (step, effects) in &weighed.effects {
                for (at, effect) in effects.iter().enumerate() {
                    rows.push(self.row(weighed, *step, at, *effect));
                }
            }
        }
        rows
    }

    fn row<'a>(
        &'a self,
        weighed: &'a WeightedValue,
        step: Step,
        at: usize,
        effect: Option<Difference>,
    ) -> WeightRow<'a> {
        let Place { side, unit, stat } = &weighed.place;
        let ranks = weighed.worth[at].map(|worth| worth.ranks.map(|rank| rank as u64));
        // A part that changes nothing in any fight has an effect, too.
        let number =
            |of: fn(Difference) -> f64| Number::new(effect.map(of).or(weighed.is_equal.then_some(0.0)));
        WeightRow {
            side,
            unit,
            stat: (!stat.is_empty()).then_some(stat.as_str()),
            step: step.word(),
            metric: self.metrics[at].named.to_string(),
            kind: self.metrics[at].kind.word(),
            effect: number(|effect| effect.value),
            lo: Number::new(effect.map(|effect| effect.within.lo)),
            hi: Number::new(effect.map(|effect| effect.within.hi)),
            rank_lo: ranks.map(|ranks| ranks[0]),
            rank_hi: ranks.map(|ranks| ranks[1]),
            fights: weighed.fights,
        }
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        let mut exchange = Vec::new();
        for weighed in &self.rows {
            for (at, metric) in self.metrics.iter().enumerate() {
                let Some(Exchange { per, rate, within }) = self.exchange(weighed, at) else { continue };
                let Place { side, unit, stat } = &weighed.place;
                let metric = metric.named.to_string();
                let [rate, lo, hi] = [rate, within.lo, within.hi].map(Number::from);
                exchange.push(ExchangeRow { side, unit, stat, metric, per, rate, lo, hi });
            }
        }
        let steps = self.rows.iter().flat_map(|row| row.in_steps.iter().map(move |step| (&row.place, step)));
        let in_steps =
            steps.map(|(Place { side, unit, stat }, step)| StepRow { side, unit, stat, step: step.word() });
        let in_steps = in_steps.collect();
        let left_out = self.left_out.iter().map(LeftOut::of).collect();
        Object { scenario, seed, exact: self.is_exact, weights: self.rows(), exchange, in_steps, left_out }
    }

    /// The text for the terminal: the metrics with these numbers. With `all` every row that is undecided and
    /// what each step changes, else only the first of those rows.
    #[must_use]
    pub fn render(&self, look: Look, metrics: &[usize], all: bool) -> String {
        let mut lines = Vec::new();
        let is_of_parts =
            self.rows.iter().any(|row| row.effects.iter().any(|(step, _)| *step == Step::Without));
        let (mut n_left_out, mut has_exchange) = (0, false);
        for &at in metrics {
            let metric = &self.metrics[at];
            let mut rows: Vec<(&WeightedValue, Worth)> =
                self.rows.iter().filter_map(|row| Some((row, row.worth[at]?))).collect();
            rows.sort_by(|a, b| b.1.value.abs().total_cmp(&a.1.value.abs()));
            let (certain, mut open): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|(_, worth)| worth.is_certain);
            let named = shown(&metric.named.to_string()).into_owned();
            let what =
                if is_of_parts { "how it changes without each part" } else { "what one more is worth" };
            if !all {
                n_left_out += open.len().saturating_sub(SHOWN);
                open.truncate(SHOWN);
            }
            for (heading, rows) in [
                (format!("{named}: {what}, the largest first"), certain),
                (format!("{named}: UNDECIDED, the largest first"), open),
            ] {
                if !rows.is_empty() {
                    lines.extend(look.headings(&heading));
                    let mut table = self.table(at, &rows, is_of_parts, all && !is_of_parts);
                    table.fit(look, &["as much as", "rank"]);
                    has_exchange |= table.columns.iter().any(|column| column == "as much as");
                    lines.extend(table.lines(look));
                    lines.push(String::new());
                }
            }
        }
        if lines.is_empty() {
            lines.extend([nothing(self.interrupted).to_owned(), String::new()]);
        }
        for note in self.notes(has_exchange, n_left_out, all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    fn notes(&self, has_exchange: bool, n_undecided: usize, all: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if self.is_exact {
            notes.push("exact, by enumeration: nothing is left to luck".to_owned());
        } else if self.rows.iter().any(|row| !row.is_equal) {
            notes.push(
                "all but the undecided are beyond luck, with Holm's correction at 5 % for all; rank: as \
                 far as it is certain, with 95 % confidence for all ranks together"
                    .to_owned(),
            );
        }
        let is_uneven = |row: &WeightedValue| row.worth.iter().flatten().any(|worth| worth.is_uneven);
        if self.rows.iter().any(is_uneven) {
            notes.push(
                "-1: shown where one less takes another amount than one more adds, beyond luck; such a number is \
                 ranked by half of the difference between the two"
                    .to_owned(),
            );
        }
        if has_exchange {
            notes.push(
                "as much as: how many points of the unit's weakest number that is certain to matter \
                 do the same"
                    .to_owned(),
            );
        }
        if n_undecided > 0 {
            notes.push(more_undecided(n_undecided));
        }
        let equal = || self.rows.iter().filter(|row| row.is_equal);
        let fights = counted(equal().map(|row| row.fights).max().unwrap_or(0), "fight");
        let places: Vec<&Place> = equal().map(|row| &row.place).collect();
        let units = by_unit(&places, |place| self.unit(place));
        notes.extend(units.iter().map(|unit| format!("changed nothing in {fights}: {unit}")));
        for (step, word) in [(Step::More, "more"), (Step::Less, "less")] {
            let in_steps = self.rows.iter().filter(|row| row.in_steps.contains(&step));
            let places: Vec<&Place> = in_steps.map(|row| &row.place).collect();
            for unit in by_unit(&places, |place| self.unit(place)) {
                notes.push(format!("in steps: one {word} changes nothing, two {word} do: {unit}"));
            }
        }
        notes.extend(left_out(&self.left_out, all));
        notes
    }

    /// The table of a metric; with `all` it has what one more and one less of each number change, else what
    /// one less changes of those that are uneven.
    fn table(&self, at: usize, rows: &[(&WeightedValue, Worth)], is_of_parts: bool, all: bool) -> Grid {
        let kind = self.metrics[at].kind;
        let row = |(weighed, worth): &(&WeightedValue, Worth)| {
            let effect = |wanted: Step| {
                let effect =
                    weighed.effects.iter().find(|(step, _)| *step == wanted).and_then(|(_, all)| all[at]);
                effect.map_or_else(|| "-".to_owned(), |effect| change(kind, effect.value, effect.reach()))
            };
            let [first, last] = worth.ranks;
            let rank = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let exchange = self.exchange(weighed, at).map_or_else(String::new, |it| exchanged(&it));
            let value =
                if worth.is_uneven { effect(Step::More) } else { change(kind, worth.value, worth.half) };
            let mut cells = vec![value, rank, exchange];
            if all {
                cells.push(effect(Step::More));
            }
            let is_shown = all || worth.is_uneven;
            cells.push(if is_shown { effect(Step::Less) } else { String::new() });
            GridRow { label: format!("  {}", self.label(&weighed.place)), cells, notes: Vec::new() }
        };
        let value = if is_of_parts { "change" } else { "per +1" };
        let mut columns = vec![value, "rank", "as much as"];
        if all {
            columns.push("+1");
        }
        columns.push("-1");
        let columns = columns.into_iter().map(str::to_owned).collect();
        let mut grid = Grid { columns, rows: rows.iter().map(row).collect() };
        grid.drop_columns_of("");
        grid
    }

    /// The name of a unit, with its side where units of two sides share it.
    fn unit<'a>(&self, place: &'a Place) -> Cow<'a, str> {
        unit(self.rows.iter().map(|row| &row.place), place)
    }

    /// Returns the name of a part: `Knight: hp`.
    fn label(&self, place: &Place) -> String {
        let stat = if place.stat.is_empty() { String::new() } else { format!(": {}", place.stat) };
        shown(&format!("{}{stat}", self.unit(place))).into_owned()
    }
}

/// An exchange rate: `3.4 hp (3.0 to 3.9)`.
fn exchanged(Exchange { per, rate, within }: &Exchange<'_>) -> String {
    let half = within.half();
    let digits = if half > 0.0 { decimals(half).clamp(0, 6) } else { 4 };
    let [rate, lo, hi] = [*rate, within.lo, within.hi].map(|value| fixed(value, digits));
    format!("{rate} {} ({lo} to {hi})", shown(per))
}
