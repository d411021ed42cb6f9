//! The best combination of tactics as rows, as lines for the scenario file, and as the terminal shows it.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::{Best, Change, FileSwitches, Gain};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::MetricKind;
use crate::scenario::Set;
use crate::tables::format::{Number, counted, rate_of_fights};
use crate::tables::rows::row;
use crate::vary::switches::{self, What};
use crate::vary::switches_text::{TacticRow, difference, switch_row};
use crate::vary::text::change;

switch_row! {
    /// The best combination of tactics that was found, what each of its changes contributes, and what
    /// every single switch from it would do.
    "best" BestRow
    /// `best` for all changes together against the tactics of the scenario, `change` for what the best has
    /// more than without this change, `switch` for what this further switch would change.
    part: &'a str,
}

#[derive(Serialize)]
struct BestObject<'a> {
    scenario: &'a str,
    seed: u64,
    /// The seed of the fights that `best` was judged by.
    fresh_seed: u64,
    side: &'a str,
    best: Vec<BestRow<'a>>,
    /// The changes as arguments of `--set`.
    sets: Vec<&'a str>,
    /// Whether the certificate holds.
    certified: bool,
    untried: &'a [String],
}

impl Change {
    /// The owner of the decision with the change: `boss/Demon Lord: target = weakest`.
    fn label(&self, side: &str) -> String {
        let unit = self.unit.as_ref().map_or_else(String::new, |unit| format!("/{unit}"));
        shown(&format!("{side}{unit}: {} = {}", self.key, self.value)).into_owned()
    }
}

impl Best {
    /// The rows of `best.csv`.
    #[must_use]
    pub fn rows(&self) -> Vec<BestRow<'_>> {
        let total = self.total.iter().map(|gain| self.row("best", None, Some(gain)));
        let changes =
            self.changes.iter().map(|(change, gain)| self.row("change", Some(change), gain.as_ref()));
        let switches = self.switches.iter().flat_map(|worth| worth.tactic_rows()).map(|row| {
            let TacticRow { side, unit, key, value, metric, kind, effect, lo, hi, verdict, fights } = row;
            BestRow { part: "switch", side, unit, key, value, metric, kind, effect, lo, hi, verdict, fights }
        });
        total.chain(changes).chain(switches).collect()
    }

    fn row<'a>(
        &'a self,
        part: &'static str,
        change: Option<&'a Change>,
        gain: Option<&'a Gain>,
    ) -> BestRow<'a> {
        let metric = gain.map(|gain| &gain.metric);
        let within = metric.and_then(|metric| metric.within);
        BestRow {
            part,
            side: Some(&self.side),
            unit: change.and_then(|change| change.unit.as_deref()),
            key: change.map_or("", |change| change.key),
            value: change.map_or("", |change| &change.value),
            metric: "win_rate",
            kind: MetricKind::Rate.word(),
            effect: Number::new(metric.and_then(|metric| metric.estimate).map(|estimate| estimate.diff)),
            lo: Number::new(within.map(|within| within.lo)),
            hi: Number::new(within.map(|within| within.hi)),
            verdict: gain.map_or("undecided", |gain| gain.effect.word(What::Tactics)),
            fights: gain.map_or(0, |gain| gain.pairs),
        }
    }

    /// The object of `tactics --best --json`.
    #[must_use]
    pub fn object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        BestObject {
            scenario,
            seed,
            fresh_seed: self.fresh_seed,
            side: &self.side,
            best: self.rows(),
            sets: self.sets().collect(),
            certified: self.is_certified(),
            untried: self.switches.as_ref().map_or(&[], |worth| &worth.untried),
        }
    }

    /// The changes as arguments of `--set`.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().map(|(change, _)| change.set.as_str())
    }

    /// The changes as a `[[variant]]` for the end of the scenario file, which stays right whatever tactics
    /// the file has already. Empty without changes.
    #[must_use]
    pub fn variant(&self) -> String {
        if self.changes.is_empty() {
            return String::new();
        }
        let text = |text: &str| toml_edit::Value::from(text).to_string();
        let name = text(&format!("best tactics of {}", self.side));
        let mut lines = vec!["[[variant]]".to_owned(), format!("name = {name}"), "[variant.set]".to_owned()];
        for (change, _) in &self.changes {
            let path = change.set.strip_suffix(&format!("={}", change.value)).unwrap_or(&change.set);
            let set = Set { path: text(path), value: text(&change.value) };
            lines.push(format!("{} = {}", set.path, set.value));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the fights of search and judgement, in words.
    #[must_use]
    pub fn played(&self, seed: u64) -> String {
        let (fights, pairs) = (counted(self.fights, "fight"), counted(self.pairs, "pair"));
        let fresh_seed = self.fresh_seed;
        let judged = if self.switches.is_none() && self.total.is_none() {
            "not judged on fresh dice yet".to_owned()
        } else {
            format!("judged by {pairs} of seed {fresh_seed} for each difference")
        };
        format!("searched with {fights} of seed {seed}\n{judged}")
    }

    /// The text for the terminal; `flags` are the changes as the shell reads them.
    #[must_use]
    pub fn render(&self, look: Look, flags: &str) -> String {
        let mut lines = Vec::new();
        if self.changes.is_empty() {
            let side = shown(&self.side);
            let none = match (self.interrupted, self.has_better()) {
                (true, _) => format!("no better tactics for {side} had been found by then"),
                (false, true) => {
                    format!("the search changed no tactics of {side}, but single switches are better")
                }
                (false, false) => format!("no better tactics for {side} were found"),
            };
            lines.extend([none, String::new()]);
        } else {
            lines.extend(look.headings(&format!("BEST FOUND for {}", shown(&self.side))));
            lines.extend(self.table().lines(look));
            lines.extend([String::new(), look.heading("FOR THE SCENARIO FILE, at its end")]);
            lines.extend(self.variant().lines().map(|line| format!("  {}", shown(line))));
            lines.extend([
                String::new(),
                look.heading("AS FLAGS"),
                format!("  {}", shown(flags)),
                String::new(),
            ]);
        }
        for note in self.notes() {
            lines.extend(indented(&shown(&note), "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the table of the worth of all changes together, and of each.
    fn table(&self) -> Grid {
        let cell = |gain: Option<&Gain>| gain.map_or_else(|| "-".to_owned(), |gain| difference(&gain.metric));
        let rate = |of: Option<(f64, u64)>| {
            of.map_or_else(String::new, |(rate, pairs)| rate_of_fights(rate, pairs, 1))
        };
        let of_total = self.total.as_ref().and_then(|total| total.metric.estimate);
        let total = GridRow {
            label: "  all of these".to_owned(),
            cells: vec![
                cell(self.total.as_ref()),
                rate(of_total.map(|estimate| (estimate.a, estimate.pairs))),
                rate(of_total.map(|estimate| (estimate.b, estimate.pairs))),
            ],
            notes: Vec::new(),
        };
        let row = |(change, gain): &(Change, Option<Gain>)| {
            let estimate = gain.as_ref().and_then(|gain| gain.metric.estimate);
            let cells = vec![
                cell(gain.as_ref()),
                rate(estimate.map(|estimate| (estimate.a, estimate.pairs))),
                rate(estimate.map(|estimate| (estimate.b, estimate.pairs))),
            ];
            GridRow { label: format!("  {}", change.label(&self.side)), cells, notes: Vec::new() }
        };
        let columns = ["win rate", "without", "with"].map(str::to_owned).to_vec();
        Grid { columns, rows: core::iter::once(total).chain(self.changes.iter().map(row)).collect() }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.changes.is_empty() {
            notes.push(
                "each line: the win rate without this change and with all of them, on fresh dice".to_owned(),
            );
        }
        notes.push(
            "the other sides keep their tactics: against other opponents, different tactics may be best"
                .to_owned(),
        );
        match &self.file_switches {
            Some(FileSwitches { better: Some((better, by)), .. }) => {
                let by = change(MetricKind::Rate, *by, 0.0);
                notes.push(format!("a single switch of the file is better: {} ({by})", better.set));
            }
            Some(FileSwitches { n, .. }) => notes.push(format!(
                "none of the {n} single switches of the file is certain to be better (a race at 95 %)"
            )),
            None => {}
        }
        match &self.switches {
            None => notes.push("not judged on fresh dice, as it was interrupted".to_owned()),
            Some(worth) if worth.interrupted => {
                notes.push("not all single switches were judged, as it was interrupted".to_owned());
            }
            Some(worth) => {
                let n = worth.rows.len();
                let better: Vec<String> = self
                    .better_switches()
                    .map(|row| {
                        let by = row.metric.within.map_or(0.0, |within| within.half());
                        let by = change(row.metric.kind, switches::difference(&row.metric), by);
                        format!("{} ({by})", row.switch.set)
                    })
                    .collect();
                notes.push(if better.is_empty() {
                    format!("none of the {n} single switches from here is significantly better (Holm, 5 %)")
                } else {
                    format!("significantly better still (Holm, 5 %): {}", better.join(", "))
                });
                if !worth.untried.is_empty() {
                    notes.push(format!("not tried because they need a value: {}", worth.untried.join(", ")));
                }
            }
        }
        notes
    }
}
