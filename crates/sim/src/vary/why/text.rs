//! The shares as rows and as the terminal shows them.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::{Share, Shares, Why};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::shared::MetricKind;
use crate::tables::format::{Number, decimals, fixed, rate_of_fights};
use crate::tables::rows::row;
use crate::vary::metrics::Metric;
use crate::vary::text::change;

/// The word in the column `edit` for the row of the whole difference.
const TOTAL: &str = "total";

row! {
    /// The share of an edit in the difference of two scenarios.
    "why" WhyRow {
        /// The edit: the path of the value, as for `--set`, with its values; or `total`.
        edit: &'a str,
        /// The metric, as goals write it.
        metric: String,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// How much of the difference the edit makes.
        share: Number,
        /// The lower end of the share's 95 % interval.
        lo: Number,
        /// The upper end of the share's 95 % interval.
        hi: Number,
        /// The fights of each scenario; 0 if the share is exact.
        fights: u64,
    }
}

#[derive(Serialize)]
struct Object<'a> {
    a: &'a str,
    b: &'a str,
    seed: u64,
    /// Whether the shares are exact, and no fight was played.
    exact: bool,
    /// `exact`: every choice of edits counts; `sampled`: orders drawn at random.
    orders: &'a str,
    renamed: &'a [String],
    why: Vec<WhyRow<'a>>,
}

impl Why {
    /// The rows of `why.csv`: by metric the edits and then the whole.
    #[must_use]
    pub fn rows(&self) -> Vec<WhyRow<'_>> {
        let mut rows = Vec::new();
        for (metric, shares) in &self.metrics {
            let edits = self.edits.iter().map(String::as_str).zip(&shares.edits);
            for (edit, share) in edits.chain([(TOTAL, &shares.total)]) {
                rows.push(WhyRow {
                    edit,
                    metric: metric.named.to_string(),
                    kind: metric.kind.word(),
                    share: Number::new(share.value),
                    lo: Number::new(share.within.map(|within| within.lo)),
                    hi: Number::new(share.within.map(|within| within.hi)),
                    fights: self.fights,
                });
            }
        }
        rows
    }

    /// The object of `--json`, of scenarios with these names.
    #[must_use]
    pub fn object<'a>(&'a self, a: &'a str, b: &'a str, seed: u64) -> impl Serialize + 'a {
        let orders = if self.has_all_orders { "exact" } else { "sampled" };
        Object { a, b, seed, exact: self.is_exact, orders, renamed: &self.renamed, why: self.rows() }
    }

    /// The text for the terminal: the metrics with these numbers.
    #[must_use]
    pub fn render(&self, look: Look, metrics: &[usize]) -> String {
        let mut lines = Vec::new();
        for (metric, shares) in metrics.iter().map(|&at| &self.metrics[at]) {
            lines.extend(look.headings(&heading(metric, shares, self.fights)));
            lines.extend(self.table(metric.kind, shares).lines(look));
            lines.push(String::new());
        }
        for note in self.notes(metrics) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    fn table(&self, kind: MetricKind, shares: &Shares) -> Grid {
        let mut edits: Vec<(&str, &Share)> =
            self.edits.iter().map(String::as_str).zip(&shares.edits).collect();
        let size = |share: &Share| share.value.unwrap_or(0.0).abs();
        edits.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)));
        edits.push((TOTAL, &shares.total));
        let row = |(edit, share): &(&str, &Share)| {
            let value = match (share.value, share.within) {
                (Some(value), Some(within)) => change(kind, value, within.reach(value)),
                (Some(value), None) => format!("{} (no interval)", change(kind, value, 0.0)),
                (None, _) => "-".to_owned(),
            };
            let is_open = !self.is_exact && share.within.is_some() && !share.is_certain();
            let note = if is_open { "may be luck" } else { "" };
            let label = format!("  {}", shown(edit));
            GridRow { label, cells: vec![value, note.to_owned()], notes: Vec::new() }
        };
        let columns = ["share", ""].map(str::to_owned).to_vec();
        let mut grid = Grid { columns, rows: edits.iter().map(row).collect() };
        grid.drop_columns_of("");
        grid
    }

    fn notes(&self, metrics: &[usize]) -> Vec<String> {
        let mut notes = vec![
            "share: what the edit changes, averaged over all orders of making the edits; shares add up to the total"
                .to_owned(),
        ];
        if self.is_exact {
            notes.push("exact, by enumeration: nothing is left to luck".to_owned());
        }
        if !self.has_all_orders {
            notes.push("the orders are drawn at random; the intervals allow for that".to_owned());
        }
        let is_unsure = |at: &usize| {
            let shares = &self.metrics[*at].1;
            shares.edits.iter().any(|share| share.value.is_some() && share.within.is_none())
        };
        if metrics.iter().any(is_unsure) {
            notes.push("no interval: there are too few fights for one".to_owned());
        }
        if !self.renamed.is_empty() {
            let renamed = self.renamed.join(", ");
            notes.push(format!("other names change nothing and have no share: {}", shown(&renamed)));
        }
        notes
    }
}

/// The metric with its values in both scenarios, in so many fights of each; 0 if they are exact.
fn heading(metric: &Metric, shares: &Shares, fights: u64) -> String {
    let named = metric.named.to_string();
    let [Some(a), Some(b)] = shares.ends else { return shown(&named).into_owned() };
    let scale = if metric.kind.is_rate() { 100.0 } else { 1.0 };
    let half = shares.total.within.map_or(0.0, |within| within.half() * scale);
    let digits = if half > 0.0 { decimals(half).clamp(0, 6) } else { 2 };
    let [a, b] = [a, b].map(|value| {
        if metric.kind.is_rate() { rate_of_fights(value, fights, digits) } else { fixed(value, digits) }
    });
    format!("{}: {a} -> {b}", shown(&named))
}
