//! A solution as rows and as the terminal shows it.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::super::rung::{LeftOut, Rung};
use super::goal::{Reading, SolveGoal};
use super::{FIGHTS_OF_OTHERS, Found, Line, Run, Solution};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::luck::TAKEN_OUT;
use crate::stats::Z;
use crate::tables::format::{Number, counted, decimals, exact_rate, fixed, level_of_rate, mean, thousands};
use crate::tables::rows::{Line as JsonLine, Point, Stop, row};

row! {
    /// A measure of a goal at one value.
    "solve" SolveRow {
        /// The measure, as goals write it.
        metric: String,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// Its value, of which luck is taken out where that saves a fifth of the fights or more.
        estimate: Number,
        /// The lower end of its 95 % interval.
        lo: Number,
        /// The upper end of its 95 % interval.
        hi: Number,
        /// The fights; 0 if the value is exact.
        fights: u64,
        /// `answer` meets the goals and is nearest to the present value, `met` is an end of the values that
        /// meet them, `neighbour` is beside these, `nearest` misses by least where no value meets the goals,
        /// and `probe` was looked at on the way.
        role: &'a str,
    }
}

/// The values of the first key that meet the goals, in JSON.
#[derive(Serialize)]
struct AnswerRow {
    /// The value of the second key.
    second: Option<Rung>,
    /// The answer: of the values that meet the goals the one nearest to the present.
    value: Option<Rung>,
    /// The first and the last of the values around it that meet the goals, null where none is known to miss
    /// them beyond.
    lo: Option<Rung>,
    hi: Option<Rung>,
    /// The value that misses the goals by least.
    nearest: Rung,
    /// By how much it misses each goal.
    misses: Vec<Number>,
    monotone: bool,
    exact: bool,
}

#[derive(Serialize)]
struct OtherRow<'a> {
    path: &'a str,
    present: &'a Rung,
    value: &'a Rung,
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    /// All fights that were played, those of other numbers too.
    fights: u64,
    goals: Vec<&'a str>,
    solve: Vec<JsonLine<'a, SolveRow<'static>>>,
    answers: Vec<AnswerRow>,
    others: Vec<OtherRow<'a>>,
    /// The values that were not tried.
    left_out: &'a [LeftOut],
}

impl Solution {
    /// The common columns and the rows of `solve.csv` of each value that was looked at. `point` has the
    /// columns that all share.
    #[must_use]
    pub fn rows(&self, point: &Point) -> Vec<(Point, Vec<SolveRow<'static>>)> {
        let mut rows = Vec::new();
        for line in &self.lines {
            for (value, looked) in &line.looked {
                let mut varied = vec![(self.columns[0].clone(), self.keys[0].rung(*value).to_string())];
                let second = self.columns.get(1).zip(self.second(line));
                varied.extend(second.map(|(column, at)| (column.clone(), at.to_string())));
                varied.extend(point.varied.clone());
                let mut of_value = Vec::new();
                for goal in 0..self.wishes.len() {
                    let kind = looked.kind(goal);
                    for (metric, reading) in looked.names(goal).into_iter().zip(looked.readings(goal)) {
                        of_value.push(SolveRow {
                            metric,
                            kind,
                            estimate: Number::new(reading.map(|it| it.value)),
                            lo: Number::new(reading.map(|it| it.within.lo)),
                            hi: Number::new(reading.map(|it| it.within.hi)),
                            fights: looked.fights,
                            role: line.role(*value),
                        });
                    }
                }
                let stop = if self.is_interrupted || line.found.is_none() {
                    Stop::Interrupted
                } else {
                    Stop::Target
                };
                rows.push((Point { varied, stop, ..point.clone() }, of_value));
            }
        }
        rows
    }

    /// The object of `--json`; `rows` are those of [`rows`](Self::rows).
    #[must_use]
    pub fn object<'a>(
        &'a self,
        scenario: &'a str,
        seed: u64,
        rows: &'a [(Point, Vec<SolveRow<'static>>)],
    ) -> impl Serialize + 'a {
        let lines = rows.iter().flat_map(|(point, rows)| rows.iter().map(|row| JsonLine::new(point, row)));
        let rung = |value: i64| self.keys[0].rung(value);
        let answer = |line: &Line| {
            let found = line.found.as_ref()?;
            let looked =
                line.looked.iter().find(|(value, _)| *value == found.nearest).map(|(_, looked)| looked)?;
            let run = found.run();
            let miss = |(goal, wish): (usize, &SolveGoal)| {
                let misses = looked.readings(goal).into_iter().map(|it| it.map(|it| wish.miss(it.value)));
                Number::new(misses.flatten().reduce(f64::max))
            };
            Some(AnswerRow {
                second: self.second(line),
                value: found.answer.map(rung),
                lo: run.map(|run| run.lo).filter(|end| end.is_tight).map(|end| rung(end.value)),
                hi: run.map(|run| run.hi).filter(|end| end.is_tight).map(|end| rung(end.value)),
                nearest: rung(found.nearest),
                misses: self.wishes.iter().enumerate().map(miss).collect(),
                monotone: found.is_monotone,
                exact: looked.is_exact(),
            })
        };
        let other = |other: &'a super::Other| OtherRow {
            path: &other.path,
            present: &other.present,
            value: &other.value,
        };
        Object {
            scenario,
            seed,
            fights: self.fights,
            goals: self.wishes.iter().map(|wish| wish.text.as_str()).collect(),
            solve: lines.collect(),
            answers: self.lines.iter().filter_map(answer).collect(),
            others: self.others.iter().map(other).collect(),
            left_out: &self.left_out,
        }
    }

    /// The text for the terminal; with `all` every value that was looked at, else the answer and what is
    /// beside it.
    #[must_use]
    pub fn render(&self, look: Look, all: bool) -> String {
        let mut lines = Vec::new();
        match (&self.lines[..], self.keys.len()) {
            ([line], 1) => {
                lines.extend(self.headline(line).iter().flat_map(|text| look.headings(text)));
                lines.extend(self.table(&[line], all).lines(look));
            }
            _ => {
                let (first, second) = (shown(&self.keys[0].path), shown(&self.keys[1].path));
                lines.extend(look.headings(&format!("{first} for each {second}")));
                lines.extend(self.curve().lines(look));
                if all {
                    lines.push(String::new());
                    lines.extend(self.table(&self.lines.iter().collect::<Vec<_>>(), true).lines(look));
                }
            }
        }
        lines.push(String::new());
        for note in self.notes(all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the result, in a line or two.
    fn headline(&self, line: &Line) -> Vec<String> {
        let path = shown(&self.keys[0].path).into_owned();
        let Some(found) = &line.found else {
            let why = if self.is_late { "OUT OF TIME" } else { "INTERRUPTED" };
            return vec![format!("{why}: {path} is not known yet")];
        };
        let mut lines = match found.run() {
            Some(run) => vec![format!("{path} = {}", self.values(run))],
            None => vec![format!(
                "NO VALUE of {path} meets the goals; {} comes nearest",
                self.keys[0].rung(found.nearest)
            )],
        };
        let others: Vec<String> =
            found.runs.iter().filter(|run| Some(**run) != found.run()).map(|run| self.values(*run)).collect();
        if !others.is_empty() {
            lines.push(format!("and {}", others.join(", ")));
        }
        lines
    }

    /// A row for each value with the measures of all goals.
    fn table(&self, lines: &[&Line], all: bool) -> Grid {
        let mut rows = Vec::new();
        let mut names = Vec::new();
        for line in lines {
            for (value, looked) in &line.looked {
                let role = line.role(*value);
                if !all && role == PROBE && line.found.is_some() {
                    continue;
                }
                let mut cells = Vec::new();
                names.clear();
                for (goal, wish) in self.wishes.iter().enumerate() {
                    names.extend(looked.names(goal));
                    cells.extend(looked.readings(goal).into_iter().map(|reading| level(wish, reading)));
                }
                cells.push(if looked.is_exact() {
                    "exact".to_owned()
                } else {
                    thousands(looked.fights.into())
                });
                cells.push(role.to_owned());
                let second = self
                    .keys
                    .get(1)
                    .zip(self.second(line))
                    .map(|(key, at)| format!(", {} = {at}", shown(&key.path)));
                let label = format!(
                    "  {} = {}{}",
                    shown(&self.keys[0].path),
                    self.keys[0].rung(*value),
                    second.unwrap_or_default()
                );
                rows.push(GridRow { label, cells, notes: Vec::new() });
            }
        }
        let mut columns: Vec<String> = names.iter().map(|name| shown(name).into_owned()).collect();
        columns.extend(["fights", ""].map(str::to_owned));
        Grid { columns, rows }
    }

    /// A row for each value of the second key.
    fn curve(&self) -> Grid {
        let row = |line: &Line| {
            let second = self.second(line).map_or_else(String::new, |at| at.to_string());
            let answer = match &line.found {
                None => "not known yet".to_owned(),
                Some(found) => match found.run() {
                    Some(run) => self.values(run),
                    None => format!("none; nearest {}", self.keys[0].rung(found.nearest)),
                },
            };
            let at = line.found.as_ref().map(|found| found.nearest);
            let looked = line.looked.iter().find(|(value, _)| Some(*value) == at).map(|(_, looked)| looked);
            let mut cells = vec![answer];
            for (goal, wish) in self.wishes.iter().enumerate() {
                let first = looked.and_then(|looked| looked.readings(goal).into_iter().next());
                cells.push(level(wish, first.flatten()));
            }
            let label = format!("  {} = {second}", shown(&self.keys[1].path));
            GridRow { label, cells, notes: Vec::new() }
        };
        let mut columns = vec![shown(&self.keys[0].path).into_owned()];
        columns.extend(self.wishes.iter().map(|wish| shown(&wish.text).into_owned()));
        Grid { columns, rows: self.lines.iter().map(row).collect() }
    }

    fn notes(&self, all: bool) -> Vec<String> {
        let mut notes = Vec::new();
        for (wish, goal) in self.wishes.iter().zip(0..) {
            let (scale, unit) = if wish.is_rate { (100.0, " pt") } else { (1.0, "") };
            let tolerance = format!("{}{unit}", Number::from(wish.tolerance * scale));
            let text = shown(&wish.text).into_owned();
            notes.push(match wish.target {
                None if wish.wants_proof => {
                    format!(
                        "goal: {text}; open while the opposite was never seen and is rarer than {tolerance}, met where \
                         the rules or an exact answer say so"
                    )
                }
                Some(_) => format!("goal: {text}, by the nearest value if it lies within {tolerance}"),
                None => {
                    format!("goal: {text}; a value within {tolerance} of its limit may go either way")
                }
            });
            let ([line], 1) = (&self.lines[..], self.keys.len()) else { continue };
            if let Some((miss, error)) = line.missed(goal, wish) {
                let half = Z * error * scale;
                let (miss, half) = if half > 0.0 {
                    (fixed(miss * scale, decimals(half)), format!(" ± {}", fixed(half, decimals(half))))
                } else {
                    (rounded(miss * scale), String::new())
                };
                notes.push(format!("the nearest value misses it by {miss}{half}{unit}"));
            }
            if let Some([one, other]) = line.tie(goal, wish) {
                let [one, other] = [one, other].map(|value| self.keys[0].rung(value));
                notes.push(format!("{one} and {other} are equally near, as far as the fights can tell"));
            }
        }
        if self.lines.iter().any(|line| line.found.as_ref().is_some_and(|found: &Found| !found.is_monotone)) {
            notes.push(
                "not monotone: every value near the answer was tried; values further away may meet the goals, too"
                    .to_owned(),
            );
        }
        let looked = || self.lines.iter().flat_map(|line| &line.looked);
        if self.is_exact() {
            notes.push("exact: by enumeration, which is cheaper here than fights".to_owned());
        }
        if looked().any(|(_, looked)| !looked.is_exact()) {
            notes.push(
                "± is the half width of a 95 % interval; whether a value meets its goal is decided \
                 with 99.95 % confidence"
                    .to_owned(),
            );
        }
        let mut readings = looked().flat_map(|(_, looked)| {
            (0..self.wishes.len()).flat_map(|goal| looked.readings(goal)).collect::<Vec<_>>()
        });
        if readings.any(|reading| reading.is_some_and(|reading| reading.is_sharper)) {
            notes.push(TAKEN_OUT.to_owned());
        }
        let is_cut = self.lines.iter().any(|line| line.found.is_none());
        if self.is_late && is_cut {
            notes.push("time ran out before the end of the search: raise --max-time".to_owned());
        } else if self.is_late {
            notes.push("time ran out, and the likelier side was taken: raise --max-time".to_owned());
        } else if self.is_open() {
            notes.push(if self.wishes.iter().any(|wish| wish.wants_proof) {
                "no number of fights shows that something never happens: ask for less than always".to_owned()
            } else {
                "a value was still undecided after the most fights, and the likelier side was taken: raise --max-fights"
                    .to_owned()
            });
        }
        if !self.others.is_empty() {
            let other =
                |it: &super::Other| format!("{} = {} (now {})", shown(&it.path), it.value, it.present);
            notes.push(format!(
                "other numbers that would: {}",
                self.others.iter().map(other).collect::<Vec<_>>().join(", ")
            ));
        } else if !self.is_met()
            && !self.is_interrupted
            && !is_cut
            && self.keys.len() == 1
            && !self.wishes.iter().any(|wish| wish.wants_proof)
        {
            notes.push(if self.others_are_cut {
                "not all other numbers were tried, because time ran out: raise --max-time".to_owned()
            } else {
                format!(
                    "no other number of the stat block does so by itself, either, as far as {} fights of \
                     each value can tell",
                    thousands(FIGHTS_OF_OTHERS.into())
                )
            });
        }
        notes.extend(self.left_out.iter().map(|it| shown(&it.text()).into_owned()));
        if !all {
            let n = looked().count();
            let were = if n == 1 { "was" } else { "were" };
            notes.push(format!("{} {were} tried; -v lists them", counted(n as u64, "value")));
        }
        notes
    }
}

impl Solution {
    /// The value of the second key on a line.
    fn second(&self, line: &Line) -> Option<Rung> {
        self.keys.get(1).zip(line.second).map(|(key, value)| key.rung(value))
    }

    /// Values in a row: `26`, `24 to 28`, `31 or less`.
    fn values(&self, run: Run) -> String {
        let [lo, hi] = [run.lo, run.hi].map(|end| self.keys[0].rung(end.value));
        match (run.lo.is_tight, run.hi.is_tight) {
            (true, true) if lo == hi => lo.to_string(),
            (true, true) => format!("{lo} to {hi}"),
            (true, false) => format!("{lo} or more (up to {hi} was tried)"),
            (false, true) => format!("{hi} or less (down to {lo} was tried)"),
            (false, false) => format!("anything from {lo} to {hi}"),
        }
    }
}

/// The word for a value that was only looked at on the way.
const PROBE: &str = "probe";

impl Line {
    /// Returns the estimate for a goal at a value, of the subject that misses it by most.
    fn reading(&self, value: i64, goal: usize, wish: &SolveGoal) -> Option<Reading> {
        let (_, looked) = self.looked.iter().find(|(at, _)| *at == value)?;
        let readings = looked.readings(goal).into_iter().flatten();
        readings.max_by(|a, b| wish.miss(a.value).total_cmp(&wish.miss(b.value)))
    }

    /// By how much the nearest value misses a goal that no value meets, and the standard error of that.
    fn missed(&self, goal: usize, wish: &SolveGoal) -> Option<(f64, f64)> {
        let found = self.found.as_ref().filter(|found| found.answer.is_none())?;
        let reading = self.reading(found.nearest, goal, wish)?;
        let miss = wish.miss(reading.value);
        (miss > 0.0).then_some((miss, reading.error))
    }

    /// The nearest value to a target and the one on its other side, if the 95 % interval of the difference
    /// of their distances has 0.
    fn tie(&self, goal: usize, wish: &SolveGoal) -> Option<[i64; 2]> {
        let (nearest, target) = (self.found.as_ref()?.nearest, wish.target?);
        let near = self.reading(nearest, goal, wish)?;
        let is_tie = |other: &i64| {
            let far = self.reading(*other, goal, wish);
            far.is_some_and(|far| {
                let sum = near.value + far.value - 2.0 * target;
                let is_beyond = (near.value - target) * (far.value - target) < 0.0;
                is_beyond && far.error > 0.0 && sum.abs() <= Z * (near.error + far.error)
            })
        };
        [nearest - 1, nearest + 1].into_iter().find(is_tie).map(|other| [nearest, other])
    }

    /// Returns the word for the part that a value plays among those that were looked at.
    fn role(&self, value: i64) -> &'static str {
        let Some(found) = &self.found else { return PROBE };
        let is_end = |run: &Run| [run.lo.value, run.hi.value].contains(&value);
        let (lo, hi) = found.run().map_or((found.nearest, found.nearest), |run| (run.lo.value, run.hi.value));
        if found.answer == Some(value) {
            "answer"
        } else if found.answer.is_none() && found.nearest == value {
            "nearest"
        } else if found.runs.iter().any(is_end) {
            "met"
        } else if value == lo - 1 || value == hi + 1 {
            "neighbour"
        } else {
            PROBE
        }
    }
}

/// A number to three digits.
fn rounded(value: f64) -> String {
    let digits = if value > 0.0 { (2 - value.log10().floor() as i32).clamp(0, 9) } else { 0 };
    fixed(value, digits)
}

/// Returns the estimate of a measure as text.
fn level(wish: &SolveGoal, reading: Option<Reading>) -> String {
    let Some(Reading { value, error, within, .. }) = reading else { return "-".to_owned() };
    match (wish.is_rate, error == 0.0) {
        (true, true) => exact_rate(value, 3),
        (true, false) => level_of_rate(value, within),
        (false, true) => Number::from(value).to_string(),
        (false, false) => mean(value, within),
    }
}
