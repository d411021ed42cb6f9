//! The worth of play as rows, and as the terminal shows it.

use fray_kit::sheet::text::shown;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{CLEVER_PART, Ceiling, Departed, Entry, FEWEST_COMPARED, Level, Play};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::MetricKind;
use crate::stats::{ALPHA, Interval};
use crate::tables::format::{Number, counted, rate, thousands};
use crate::tables::rows::row;
use crate::vary::switches::{Effect, What};
use crate::vary::switches_text::difference;
use crate::vary::text::change;

/// Departures that are shown without `--verbose`.
const SHOWN: usize = 8;

row! {
    /// How often a side wins by a way of play, the other sides as in the file.
    "ceiling" CeilingRow {
        /// The side.
        side: &'a str,
        /// The way of play: `random`, `default`, `file`, `best` (the best named combination that was found) or
        /// `clever` (looking ahead at each turn).
        play: &'static str,
        /// Its win rate.
        win_rate: Number,
        /// The lower end of its 95 % interval.
        win_rate_lo: Number,
        /// The upper end of its 95 % interval.
        win_rate_hi: Number,
        /// How much larger it is than that of the file on the same dice; empty of the file.
        effect: Number,
        /// The lower end of the effect's 95 % interval.
        lo: Number,
        /// The upper end of the effect's 95 % interval.
        hi: Number,
        /// The fights.
        fights: u64,
    }
}

row! {
    /// A choice by which the side that looks ahead departs from its base.
    "departures" DepartureRow {
        /// The side.
        side: &'a str,
        /// The unit, its copies together; none of several units or of the side.
        unit: Option<&'a str>,
        /// The decision.
        key: &'a str,
        /// The tactic that it takes instead.
        value: &'a str,
        /// The turns at which it takes it.
        turns: u64,
        /// The turns at which it would lead elsewhere, and the base is kept.
        stayed: u64,
        /// The fights with such a turn.
        fights: u64,
        /// What the win rate gains at a turn at which it is taken, on dice that it was not chosen by.
        gain: Number,
        /// The lower end of the gain's 95 % interval.
        gain_lo: Number,
        /// The upper end of the gain's 95 % interval.
        gain_hi: Number,
        /// The condition of the tactic that was tried; empty if it is always, or none was tried.
        when: &'a str,
        /// The share of the turns at which it is taken that the condition holds at.
        when_taken: Number,
        /// The share of the turns at which the base is kept that the condition holds at.
        when_stayed: Number,
        /// The tactic that was tried, as arguments of `--set` on top of the base, `;` between several.
        set: String,
        /// How much the win rate of the base rises by that tactic.
        effect: Number,
        /// The lower end of the effect's 95 % interval.
        lo: Number,
        /// The upper end of the effect's 95 % interval.
        hi: Number,
        /// `better`, `worse`, `equal` (in every pair) or `undecided`; empty if none was tried.
        verdict: &'static str,
        /// The pairs of fights that tried it.
        pairs: u64,
    }
}

#[derive(Serialize)]
struct CeilingObject<'a> {
    scenario: &'a str,
    seed: u64,
    side: &'a str,
    ceiling: Vec<CeilingRow<'a>>,
    /// The changes of the best combination, as arguments of `--set`.
    best: &'a [String],
    /// The changes that make the base of the side that looks ahead.
    base: &'a [String],
    departures: Vec<DepartureRow<'a>>,
    /// All tactics that are better, together: changes of the base.
    together: &'a [String],
    /// What the time ended.
    cut: &'a [&'static str],
    interrupted: bool,
}

impl Departed {
    /// The owner of the decision with the change: `Ink Serpent: spot = none`.
    fn label(&self) -> String {
        let unit = match (&self.unit, self.sets.len()) {
            (Some(unit), _) => format!("{unit}: "),
            (None, 1) => String::new(),
            (None, n) => format!("{n} units: "),
        };
        shown(&format!("{unit}{} = {}", self.key, self.value)).into_owned()
    }

    /// Returns its gain at a turn, with its 95 % interval.
    fn gain(&self) -> Option<(f64, Interval)> {
        let (mean, variance) = self.seen.gain()?;
        let half = Normal::standard().inverse_cdf(1.0 - ALPHA / 2.0) * variance.sqrt();
        Some((mean, Interval { lo: mean - half, hi: mean + half }))
    }
}

impl Ceiling {
    /// The rows of `ceiling.csv`.
    #[must_use]
    pub fn rows(&self) -> Vec<CeilingRow<'_>> {
        let row = |level: &Level| {
            let within = level.metric.as_ref().and_then(|metric| metric.within);
            let own = level.wins.interval();
            CeilingRow {
                side: &self.side,
                play: level.play.word(),
                win_rate: Number::new(level.wins.value()),
                win_rate_lo: Number::new(own.map(|own| own.lo)),
                win_rate_hi: Number::new(own.map(|own| own.hi)),
                effect: Number::new(level.metric.as_ref().and_then(|it| it.estimate).map(|it| it.diff)),
                lo: Number::new(within.map(|within| within.lo)),
                hi: Number::new(within.map(|within| within.hi)),
                fights: level.wins.n,
            }
        };
        self.levels.iter().map(row).collect()
    }

    /// The rows of `departures.csv`.
    #[must_use]
    pub fn departure_rows(&self) -> Vec<DepartureRow<'_>> {
        self.departures.iter().map(|departed| self.departure_row(departed)).collect()
    }

    fn departure_row<'a>(&'a self, departed: &'a Departed) -> DepartureRow<'a> {
        let gain = departed.gain();
        let entry = departed.entry.as_ref();
        let rule = entry.and_then(|entry| entry.rule.as_ref());
        let within = entry.and_then(|entry| entry.metric.within);
        let share = |n: Option<u64>, of: u64| Number::new(n.map(|n| n as f64 / of.max(1) as f64));
        DepartureRow {
            side: &self.side,
            unit: departed.unit.as_deref(),
            key: &departed.key,
            value: &departed.value,
            turns: departed.seen.turns,
            stayed: departed.seen.stayed,
            fights: departed.seen.fights,
            gain: Number::new(gain.map(|(mean, _)| mean)),
            gain_lo: Number::new(gain.map(|(_, within)| within.lo)),
            gain_hi: Number::new(gain.map(|(_, within)| within.hi)),
            when: rule.map_or("", |rule| &rule.when),
            when_taken: share(rule.map(|rule| rule.departed), departed.seen.turns),
            when_stayed: share(rule.map(|rule| rule.stayed), departed.seen.stayed),
            set: entry.map_or_else(String::new, |entry| entry.sets.join("; ")),
            effect: Number::new(entry.and_then(|it| it.metric.estimate).map(|it| it.diff)),
            lo: Number::new(within.map(|within| within.lo)),
            hi: Number::new(within.map(|within| within.hi)),
            verdict: entry.map_or("", |entry| entry.effect.word(What::Tactics)),
            pairs: entry.map_or(0, |entry| entry.pairs),
        }
    }

    /// The object of `tactics --ceiling --json`.
    #[must_use]
    pub fn object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        let best = self.levels.iter().find(|level| level.play == Play::Best);
        CeilingObject {
            scenario,
            seed,
            side: &self.side,
            ceiling: self.rows(),
            best: best.map_or(&[], |level| &level.sets),
            base: &self.base,
            departures: self.departure_rows(),
            together: self.together.as_ref().map_or(&[], |entry| &entry.sets),
            cut: &self.cut,
            interrupted: self.interrupted,
        }
    }

    /// The text for the terminal; with `all` every departure.
    #[must_use]
    pub fn render(&self, look: Look, all: bool) -> String {
        let mut lines = look.headings(&format!("WHAT PLAY IS WORTH to {}", shown(&self.side)));
        lines.extend(self.levels_table().lines(look));
        for note in self.level_notes() {
            lines.extend(indented(&shown(&note), "  ", look.width).iter().map(|line| look.dim(line)));
        }
        let is_clever = self.levels.iter().any(|level| level.play == Play::Clever);
        if is_clever {
            lines.push(String::new());
            lines.extend(look.headings("WHAT IT DOES DIFFERENTLY when it looks ahead"));
            lines.extend(self.departures_lines(look, all));
            lines.extend(self.entries_lines(look));
        }
        lines.join("\n") + "\n"
    }

    fn levels_table(&self) -> Grid {
        let row = |level: &Level| {
            let against = match &level.metric {
                Some(metric) if level.wins.n >= FEWEST_COMPARED => difference(metric),
                Some(_) => "too few".to_owned(),
                None => String::new(),
            };
            let cells = vec![rate(level.wins), against, thousands(level.wins.n.into())];
            GridRow { label: format!("  {}", level.play.word()), cells, notes: Vec::new() }
        };
        let columns = ["win rate", "against the file", "fights"].map(str::to_owned).to_vec();
        let rows = Play::ALL.into_iter().map(|play| {
            let known = self.levels.iter().find(|level| level.play == play);
            known.map_or_else(
                || GridRow {
                    label: format!("  {}", play.word()),
                    cells: vec!["not played".to_owned(), String::new(), "0".to_owned()],
                    notes: Vec::new(),
                },
                row,
            )
        });
        Grid { columns, rows: rows.collect() }
    }

    fn level_notes(&self) -> Vec<String> {
        let of = |play| self.levels.iter().find(|level| level.play == play);
        let sets = |sets: &[String]| match sets {
            [] => "no change of the file".to_owned(),
            sets => sets.join(", "),
        };
        let mut notes = vec![
            "random: each fight plays a combination of legal named tactics that its own dice draw; default: the \
             file without tactics of the side; the other sides play as in the file; against the file: on the dice of \
             the same fights"
                .to_owned(),
        ];
        let is_few = |level: &&Level| level.metric.is_some() && level.wins.n < FEWEST_COMPARED;
        if let Some(few) = self.levels.iter().rev().find(is_few) {
            // Where the time was over, more fights would not help.
            let enough = FEWEST_COMPARED * if few.play == Play::Clever { CLEVER_PART } else { 1 };
            let plays = if self.cut.contains(&few.play.word()) {
                String::new()
            } else {
                format!(", which --max-fights {enough} plays")
            };
            notes.push(format!("too few: a difference is shown of {FEWEST_COMPARED} fights and more{plays}"));
        }
        if !self.cut.is_empty() {
            notes.push(format!(
                "the limit of time cut short: {}; what was played and found until then is shown",
                self.cut.join(", ")
            ));
        }
        if let Some(best) = of(Play::Best) {
            notes.push(format!("best: {}", sets(&best.sets)));
        }
        if of(Play::Clever).is_some() {
            notes.push(format!("clever looks ahead from its base: {}", sets(&self.base)));
        }
        notes
    }

    fn departures_lines(&self, look: Look, all: bool) -> Vec<String> {
        if self.departures.is_empty() {
            let none = format!(
                "It never left its base in {}: none of the tactics that it tried was better beyond noise.",
                counted(self.clever_pairs, "fight")
            );
            return indented(&none, "  ", look.width);
        }
        let n = if all { usize::MAX } else { SHOWN };
        let row = |departed: &Departed| {
            let seen = &departed.seen;
            let matters = seen.turns + seen.stayed;
            let gain = departed.gain().map_or_else(
                || "-".to_owned(),
                |(mean, within)| change(MetricKind::Rate, mean, within.half()),
            );
            let often = seen.turns as f64 / self.clever_pairs.max(1) as f64;
            let cells = vec![
                format!("{often:.2}"),
                format!("{:.0}%", 100.0 * seen.turns as f64 / matters.max(1) as f64),
                gain,
            ];
            GridRow { label: format!("  {}", departed.label()), cells, notes: Vec::new() }
        };
        let columns = ["a fight", "if it matters", "gain a turn"].map(str::to_owned).to_vec();
        let mut grid = Grid { columns, rows: self.departures.iter().take(n).map(row).collect() };
        grid.fit(look, &["if it matters"]);
        let mut lines = grid.lines(look);
        let mut note =
            "a fight: how often it plays this instead of its base; if it matters: how often, of the turns at which \
             the two lead to different play; gain: what such a turn adds to the win rate, on dice that had no say in \
             the choice"
                .to_owned();
        let more = self.departures.len().saturating_sub(n);
        if more > 0 {
            note += &format!("; -v shows {more} more");
        }
        lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        lines
    }

    /// The tactics that were made of departures, for the file.
    fn entries_lines(&self, look: Look) -> Vec<String> {
        let mut tried: Vec<(&Departed, &Entry)> =
            self.departures.iter().filter_map(|it| Some((it, it.entry.as_ref()?))).collect();
        let n_tried = tried.len();
        tried.retain(|(_, entry)| entry.effect != Effect::Falls);
        let n_worse = n_tried - tried.len();
        let Some((_, first)) = tried.first() else {
            let none = "As a tactic of the file, none of these departures is better than the base: they need more than \
                        one condition, or one that a tactic cannot ask.";
            let lines = if n_tried > 0 { indented(none, "  ", look.width) } else { Vec::new() };
            return lines;
        };
        let mut lines = vec![String::new()];
        let on = if self.base.is_empty() { "the file" } else { "the base" };
        lines.extend(look.headings(&format!("AS TACTICS, each tried on {on}")));
        for (departed, entry) in &tried {
            let verdict = entry.effect.word(What::Tactics);
            let when = match &entry.rule {
                Some(rule) => format!(
                    "when {}, which holds at {} of these turns and {} of the others",
                    rule.when,
                    percent(rule.departed, departed.seen.turns),
                    percent(rule.stayed, departed.seen.stayed)
                ),
                None => "at every turn".to_owned(),
            };
            lines.push(format!("  {}  {verdict}", difference(&entry.metric)));
            let text = format!("{} {when}", departed.label());
            lines.extend(indented(&text, "    ", look.width));
            lines.extend(entry.sets.iter().map(|set| format!("    {}", shown(&line_of(set)))));
        }
        if let Some(together) = &self.together {
            let verdict = together.effect.word(What::Tactics);
            lines.push(format!("  {}  {verdict}", difference(&together.metric)));
            lines.push("    all that are better, one for each decision, together".to_owned());
        }
        let mut note = format!(
            "each line belongs to that unit in the file; the gain in win rate is that of {} each, on dice that had no \
             say in the choice; better: significant after Holm's correction at 5 %",
            counted(first.pairs, "pair")
        );
        if n_worse > 0 {
            let worse = if n_worse == 1 {
                "other lowers the win rate and is"
            } else {
                "others lower the win rate and are"
            };
            note += &format!("; {n_worse} {worse} left out");
        }
        lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        if !self.base.is_empty() {
            let base = format!("the base first: {}", self.base.join(", "));
            lines.extend(indented(&shown(&base), "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines
    }
}

/// A change as a line of the file: whose it is, the key and its value.
fn line_of(set: &str) -> String {
    let Some((path, value)) = set.split_once('=') else { return set.to_owned() };
    let (of, key) = path.split_once(".tactics.").unwrap_or(("", path));
    let value =
        if value.starts_with('[') { value.to_owned() } else { toml_edit::Value::from(value).to_string() };
    format!("{of}: tactics.{key} = {value}")
}

fn percent(n: u64, of: u64) -> String {
    format!("{:.0}%", 100.0 * n as f64 / of.max(1) as f64)
}
