//! The page of a check: the goals that are missed on top, then what drifted at each point, once.

use std::path::Path;

use fray_sim::output::{CheckManifest, MANIFEST};
use fray_sim::stats::Interval;
use fray_sim::tables::format::{counted, decimals, exact_rate, fixed, level_of_rate, mean};

use crate::chart::ForestRow;
use crate::folder::ReportError;
use crate::page::{Cell, Page, Part, Section, Table, Tile};
use crate::table_file::TableFile;
use crate::tables::{Shows, forest, named, p_value};
use crate::theme::{BAD, Color, GOOD, MUTED};
use crate::words;

const FILE: &str = "check.csv";
/// The most points with a section of their own, and the most goals with a tile.
const MOST: usize = 40;
/// The least rates that are drawn: fewer are read in the table.
const LEAST_DRAWN: usize = 3;
/// The most rows of the table of all tests.
const MOST_ROWS: usize = 1_000;

/// A test, as `check.csv` has it.
struct Test {
    point: String,
    /// The metric with its side or unit, or the goal.
    metric: String,
    kind: String,
    verdict: String,
    baseline: Option<f64>,
    value: Option<f64>,
    within: Option<Interval>,
    p: String,
    reproduce: String,
    note: String,
}

/// The page; none if the folder has no check.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let tests = tests(&table)?;
    let text = std::fs::read(dir.join(MANIFEST)).unwrap_or_default();
    let manifest: Option<CheckManifest> = serde_json::from_slice(&text).ok();
    let mut page = named(dir, &table, "check", sections(&tests));
    page.title = match &manifest {
        Some(manifest) if manifest.check.title != "suite" => format!("Check of {}", manifest.check.title),
        _ => "Check of the suite".into(),
    };
    let changes = manifest.iter().flat_map(|manifest| &manifest.changes);
    page.lead = changes.map(|[point, what]| format!("{point}: {}.", words::arrowed(what))).collect();
    page.lead.push(verdict(&tests));
    page.first = Vec::from_iter(goals(&tests));
    page.facts =
        vec!["Goals of the designers and committed baselines; p-values are adjusted for all tests.".into()];
    Ok(Some(page))
}

fn tests(table: &TableFile) -> Result<Vec<Test>, ReportError> {
    let [point, metric, kind, verdict] =
        [table.column("point")?, table.column("metric")?, table.column("kind")?, table.column("verdict")?];
    let [baseline, value, lo, hi] =
        [table.column("baseline")?, table.column("value")?, table.column("lo")?, table.column("hi")?];
    let (p, reproduce, note) = (table.column("p_holm")?, table.column("reproduce")?, table.find("note"));
    let test = |row| {
        let text = |column| table.text(row, column).to_owned();
        let ends = table.number(row, lo)?.zip(table.number(row, hi)?);
        Ok(Test {
            point: text(point),
            metric: text(metric),
            kind: text(kind),
            verdict: text(verdict),
            baseline: table.text(row, baseline).parse().ok(),
            value: table.number(row, value)?,
            within: ends.map(|(lo, hi)| Interval { lo, hi }),
            p: p_value(table.text(row, p)),
            reproduce: text(reproduce),
            note: note.map(text).unwrap_or_default(),
        })
    };
    (0..table.rows.len()).map(test).collect()
}

impl Test {
    fn is_goal(&self) -> bool {
        self.kind == "goal"
    }

    fn is_failed(&self) -> bool {
        self.verdict == "fail"
    }

    fn is_passed(&self) -> bool {
        self.verdict == "pass"
    }

    /// Returns whether nothing could be compared, as the baseline is not there.
    fn has_no_baseline(&self) -> bool {
        self.kind == "exact" && self.note.starts_with("there is no ")
    }

    /// Returns whether it stands for all tests of a point that could not be tested: its scenario or its baseline
    /// cannot be read or belongs to another one, or a fight broke an invariant.
    fn is_untested(&self) -> bool {
        let is_whole = ["scenario", "baseline", "invariant"].contains(&self.metric.as_str());
        self.kind == "exact" && is_whole && !self.is_passed() && !self.has_no_baseline()
    }

    fn color(&self) -> Color {
        match self.verdict.as_str() {
            "fail" => BAD,
            "pass" => GOOD,
            _ => MUTED,
        }
    }

    /// Returns whether its values are shares of 1. A goal has them in percent where it says so itself.
    fn is_rate(&self) -> bool {
        self.kind == "rate" || self.is_goal() && self.metric.contains('%')
    }

    /// A value without its interval; a rate of 0 or 1 is what was seen, and no more.
    fn short(&self, value: Option<f64>) -> String {
        match value {
            None => String::new(),
            Some(..=0.0) if self.is_rate() => "none seen".into(),
            Some(1.0..) if self.is_rate() => "all seen".into(),
            Some(value) if self.is_rate() => exact_rate(value, 1),
            Some(value) => {
                let text = format!("{value:.4}");
                let is_small = value != 0.0 && value.abs() < 1e-4;
                if is_small { format!("{value:.1e}") } else { bare(&text).to_owned() }
            }
        }
    }

    /// The value of now with its interval.
    fn now(&self) -> String {
        match (self.value, self.within) {
            (Some(value), Some(within)) if self.is_rate() => level_of_rate(value, within),
            (Some(value), Some(within)) => mean(value, within),
            (value, _) => self.short(value),
        }
    }

    /// The value of the baseline to the digits that the value of now has.
    fn was(&self) -> String {
        match (self.baseline, self.within) {
            (Some(was), Some(within)) if !self.is_rate() && within.hi > within.lo => {
                fixed(was, decimals(within.half()))
            }
            (was, _) => self.short(was),
        }
    }

    /// The metric and whose it is; nobody's is that of the fight.
    fn parts(&self) -> (&str, &str) {
        let parts = self.metric.split_once('(').and_then(|(name, of)| Some((name, of.strip_suffix(')')?)));
        parts.unwrap_or((&self.metric, ""))
    }

    /// Returns whether another test of the same point says the same: of the same metric, or with the same values
    /// before and now, or with what these lack to 1, as the win rates of two sides.
    fn says_what(&self, other: &Self) -> bool {
        let is_near = |a: f64, b: f64| (a - b).abs() < 1e-8;
        let values = |test: &Self| test.baseline.zip(test.value);
        let is_mirror = values(self).zip(values(other)).is_some_and(|(a, b)| {
            is_near(a.0, b.0) && is_near(a.1, b.1) || is_near(a.0, 1.0 - b.0) && is_near(a.1, 1.0 - b.1)
        });
        self.point == other.point && (self.metric == other.metric || is_mirror)
    }
}

/// A number without the zeros at its end.
fn bare(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// Returns the result of all tests, in a sentence.
fn verdict(tests: &[Test]) -> String {
    let bad: Vec<&Test> = tests.iter().filter(|test| !test.is_passed()).collect();
    if bad.is_empty() {
        return match tests.len() {
            1 => "The test passed.".to_owned(),
            n => format!("All {} passed.", counted(n as u64, "test")),
        };
    }
    let (missing, bad): (Vec<&Test>, Vec<&Test>) = bad.into_iter().partition(|test| test.has_no_baseline());
    let (untested, bad): (Vec<&Test>, Vec<&Test>) = bad.into_iter().partition(|test| test.is_untested());
    let points = |tests: &[&Test]| {
        let mut names: Vec<&str> = tests.iter().map(|test| test.point.as_str()).collect();
        names.dedup();
        names.len()
    };
    let all = points(&tests.iter().collect::<Vec<_>>());
    let of = |is_failed: bool| -> [Vec<&Test>; 2] {
        let of = bad.iter().copied().filter(|test| test.is_failed() == is_failed);
        of.partition::<Vec<_>, _>(|test| test.is_goal()).into()
    };
    let ([missed, drifted], [open_goals, open]) = (of(true), of(false));
    // What failed at a point is said, not what may have failed besides.
    let open: Vec<&Test> =
        open.into_iter().filter(|test| drifted.iter().all(|other| other.point != test.point)).collect();
    let mut parts = Vec::new();
    let mut goals = |some: &[&Test], what: &str| {
        let verb = if some.len() == 1 { "is" } else { "are" };
        if !some.is_empty() {
            parts.push(format!("{} {verb} {what}", counted(some.len() as u64, "goal")));
        }
    };
    goals(&missed, "missed");
    goals(&open_goals, "undecided");
    for (some, [one, more]) in [
        (&drifted, ["does not agree with its baseline", "do not agree with their baselines"]),
        (&open, ["is undecided", "are undecided"]),
        (&untested, ["could not be tested"; 2]),
        (&missing, ["has no baseline yet", "have no baselines yet"]),
    ] {
        match (points(some), all) {
            (0, _) => {}
            (1, 1) => parts.push(format!("the point {one}")),
            (n, _) => parts.push(format!("{n} of {all} points {}", if n == 1 { one } else { more })),
        }
    }
    let passed = tests.iter().filter(|test| test.is_passed()).count();
    let text = match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, parts)) => format!("{} and {last}", parts.join(", ")),
        None => String::new(),
    };
    format!("{}. {passed} of {} passed.", words::capital(&text), counted(tests.len() as u64, "test"))
}

/// The goals that are not met, missed ones first.
fn goals(tests: &[Test]) -> Option<Part> {
    let mut bad: Vec<&Test> = tests.iter().filter(|test| test.is_goal() && !test.is_passed()).collect();
    bad.sort_by_key(|test| !test.is_failed());
    let tile = |test: &&Test| Tile {
        label: format!("{}: {}", test.point, test.metric),
        value: test.now().split(' ').next().unwrap_or_default().to_owned(),
        note: match (test.now().split_once(' '), test.note.as_str()) {
            (Some((_, within)), "") => within.to_owned(),
            (Some((_, within)), note) => format!("{within}; {note}"),
            (None, note) => note.to_owned(),
        },
        verdict: Some((if test.is_failed() { "missed" } else { "undecided" }.into(), test.color())),
    };
    let tiles: Vec<Tile> = bad.iter().take(MOST).map(tile).collect();
    (!tiles.is_empty()).then(|| Part::tiles(&tiles))
}

fn sections(tests: &[Test]) -> Vec<Section> {
    let mut points: Vec<&str> = Vec::new();
    for test in tests.iter().filter(|test| !test.is_passed()) {
        if !points.contains(&test.point.as_str()) {
            points.push(&test.point);
        }
    }
    let mut sections = Vec::new();
    let mut drifts: Vec<ForestRow> = Vec::new();
    for (nth, point) in points.iter().enumerate() {
        let of: Vec<&Test> = tests.iter().filter(|test| test.point == *point && !test.is_passed()).collect();
        let told = told_once(&of);
        if nth < MOST {
            sections.push(section(point, &of, &told));
        }
        for (test, _) in told.iter().filter(|(test, _)| test.kind == "rate") {
            let (Some(was), Some(now)) = (test.baseline, test.value) else { continue };
            let within = test.within.map(|Interval { lo, hi }| (lo - was, hi - was));
            let label = words::metric(&test.metric);
            drifts.push(ForestRow::new(label, now - was, within, test.color()).of(*point));
        }
    }
    if drifts.len() >= LEAST_DRAWN {
        drifts.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        let figure = forest("how far rates are from their baselines", &drifts, Shows::Effects, true);
        sections.insert(0, Section::new("Rates that moved").figures(&Vec::from_iter(figure)));
    }
    let left = points.len().saturating_sub(MOST);
    let mut all = Section::new("All tests");
    if left > 0 {
        all = all.text(&format!("{} more did not pass.", counted(left as u64, "point")));
    }
    sections.push(all.table(&all_tests(tests)));
    sections
}

/// Returns the section of a point's failures: tests that cannot be made, then the metrics by their subject,
/// and the commands that play it again.
fn section(point: &str, tests: &[&Test], told: &[(&Test, usize)]) -> Section {
    let mut section = Section::new(point);
    for test in tests.iter().filter(|test| test.kind == "exact") {
        section = section.text(&format!("{}.", words::capital(&test.note)));
    }
    // Sides, the fight, units.
    let rank = |owner: &str| if owner.is_empty() { 1 } else { 2 * usize::from(owner.contains('/')) };
    let mut owners: Vec<&str> = Vec::new();
    for (test, _) in told {
        if !owners.contains(&test.parts().1) {
            owners.push(test.parts().1);
        }
    }
    owners.sort_by_key(|owner| rank(owner));
    let mut table = Table::new(1, ["", "baseline", "now"]);
    table.label = format!("What moved at {point}");
    for owner in owners {
        table.group(if owner.is_empty() { "the fight".to_owned() } else { owner.replace('/', " / ") });
        for (test, more) in told.iter().filter(|(test, _)| test.parts().1 == owner) {
            let mut name = test.parts().0.replace('_', " ");
            if test.kind == "distribution" {
                name += ", distribution";
            }
            if *more > 0 {
                name += &format!(" (and {more} with the same values)");
            }
            if !test.is_failed() {
                name += &format!(": {}", test.verdict);
            }
            table.row([name, test.was(), test.now()]);
        }
    }
    if !table.rows.is_empty() {
        section = section.table(&table);
    }
    let mut commands: Vec<String> = Vec::new();
    for test in tests.iter().filter(|test| !test.reproduce.is_empty()) {
        if !commands.contains(&test.reproduce) {
            commands.push(test.reproduce.clone());
        }
    }
    if commands.is_empty() {
        section
    } else {
        section.part(Part::folded("Play it again", &[Part::log(&commands)]))
    }
}

/// The metrics without those that say what one before them says, with the number of these. Of the two
/// tests of a metric its mean is told, which has an interval.
fn told_once<'a>(tests: &[&'a Test]) -> Vec<(&'a Test, usize)> {
    let of_metric = tests.iter().copied().filter(|test| !["exact", "goal"].contains(&test.kind.as_str()));
    let mut told: Vec<(&Test, usize)> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for test in of_metric {
        let is_new = !names.contains(&test.metric.as_str());
        names.push(&test.metric);
        match told.iter_mut().find(|(other, _)| test.says_what(other)) {
            Some((other, _)) if other.metric == test.metric => {
                if test.kind == "mean" {
                    *other = test;
                }
            }
            Some((_, more)) => *more += usize::from(is_new),
            None => told.push((test, 0)),
        }
    }
    told
}

fn all_tests(tests: &[Test]) -> Table {
    let summary = match tests.len() {
        1 => format!("The row of {FILE}"),
        n @ ..=MOST_ROWS => format!("The {n} rows of {FILE}"),
        n => format!("The first {MOST_ROWS} of {n} rows of {FILE}"),
    };
    let columns = ["point", "metric", "kind", "verdict", "baseline", "now", "adjusted p", "note"];
    let mut table = Table::new(4, columns).folded(summary);
    if let Some(note) = table.columns.last_mut() {
        note.is_number = false;
    }
    for test in tests.iter().take(MOST_ROWS) {
        table.row([
            Cell::from(test.point.as_str()),
            test.metric.as_str().into(),
            test.kind.as_str().into(),
            Cell::word(test.verdict.as_str(), test.color()),
            test.was().into(),
            test.now().into(),
            test.p.as_str().into(),
            test.note.as_str().into(),
        ]);
    }
    table
}
