//! A suite: the scenarios that the gate tests, and the error rates of the tests. A `[[cross]]` stands for the
//! fights of every party against every monster.

use fray_kit::sheet::declare::Given;
use fray_kit::{Sheet, read_words};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fray_kit::sheet::declare::{Extent, Place, Read, Shape, join, refuse, value};
use fray_kit::sheet::node::{self, Node, Value};
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::sheet::text::{two_of_a_name, without_case};
use fray_kit::sheet::types::{Big, Line, Name, ReadBySystem};

use crate::scenario::cross::{Fighter, MOST_PAIRS, Template, fighters};
use crate::scenario::source::{Files, Sources, bounded_text, line_column, named_in};
use crate::scenario::{Diagnosis, stem_of, variant, with_syntax};

mod listed;

/// The way in which a point is compared with its baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By tallies first, and statistically if they differ.
    #[default]
    Auto,
    /// By tallies alone: different tallies fail.
    Exact,
    /// Statistically alone, with fresh fights.
    Stat,
}

impl Mode {
    /// The word for it in suites and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Stat => "stat",
        }
    }
}

read_words!(Mode { "auto" => Mode::Auto, "exact" => Mode::Exact, "stat" => Mode::Stat });

/// A suite of scenarios for the gate.
#[derive(Debug, Default, Sheet)]
#[sheet("suite")]
pub struct SuiteSheet {
    /// The name of the suite in reports.
    #[key("")]
    pub title: Given<Line>,
    /// The probability that a run of the whole suite raises a false alarm.
    #[key("", default = "0.001")]
    pub alpha: Given<Probability>,
    /// How points are compared with their baselines.
    #[key("", default = "auto")]
    pub mode: Given<Mode>,
    /// The smallest drift of a rate that matters, in percentage points.
    #[key("", default = "0.5")]
    pub delta: Given<Points>,
    /// The maximum number of fights for a point.
    #[key("", default = "4_000_000")]
    pub max_fights: Given<Big<1024, 1_000_000_000_000>>,
    /// Scenario files that are points each: files, folders, and names with `*` and `?`, as in `["bosses/*.toml"]`.
    #[key("")]
    pub scenarios: Given<ReadBySystem>,
    /// The points, in the order of the report.
    #[key("")]
    pub point: Given<ReadBySystem>,
    /// Tables of fights, whose points come after those of the suite.
    #[key("")]
    pub cross: Given<ReadBySystem>,
}

/// Every party against every monster: points with the names `party/monster`.
#[derive(Debug, Default, Sheet)]
#[sheet("cross")]
pub struct CrossSheet {
    /// The scenario of two sides whose map, rulings and goals the fights have, relative to the suite. It includes
    /// the stat blocks of all who fight.
    #[key("", required)]
    pub template: Given<Line>,
    /// Who fights on its first side: a list of files and packs, or a table of names and packs. A file stands for
    /// each of its stat blocks, a spreadsheet with `name` and `units` for the pack of each row.
    #[key("", required)]
    pub parties: Given<ReadBySystem>,
    /// Who fights on its second side, likewise.
    #[key("", required)]
    pub monsters: Given<ReadBySystem>,
    /// Values that override those of the file in every point: paths and values, as for `--set`.
    #[key("")]
    pub set: Given<ReadBySystem>,
    /// The number of fights of new baselines; by default that of the template.
    #[key("")]
    pub fights: Given<Big<1024, 1_000_000_000_000>>,
}

/// A scenario of a suite.
#[derive(Debug, Default, Sheet)]
#[sheet("point")]
pub struct PointSheet {
    /// The scenario file, relative to the suite.
    #[key("", required)]
    pub scenario: Given<Line>,
    /// The name in reports; by default the stem of the scenario, then the values that are set.
    #[key("")]
    pub name: Given<Name>,
    /// Values that override those of the file: paths and values, as for `--set`.
    #[key("")]
    pub set: Given<ReadBySystem>,
    /// The baseline file, relative to the suite; without one only the scenario's goals are tested.
    #[key("")]
    pub baseline: Given<Line>,
    /// The number of fights of a new baseline; by default that of the scenario.
    #[key("")]
    pub fights: Given<Big<1024, 1_000_000_000_000>>,
}

/// A probability above 0 and below 1.
#[derive(Debug)]
pub struct Probability;

/// Percentage points above 0, up to 50.
#[derive(Debug)]
pub struct Points;

fn number(node: &Node, key: &str, what: &str, most: f64, problems: &mut Problems) -> Option<f64> {
    let number = match node.value {
        Value::Float(x) => Some(x),
        _ => node.as_int().map(|n| n as f64),
    };
    let legal = number.filter(|&x| x > 0.0 && x < most);
    if legal.is_none() {
        let last = key.rsplit('.').next().unwrap_or(key);
        problems.add(node.span, key, format!("expected {what} for `{last}`, found {}", node.found()));
    }
    legal
}

impl Read for Probability {
    type Out = f64;

    fn shape() -> Shape {
        Shape::ReadBySystem
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<f64> {
        number(node, key, "a number above 0 and below 1", 1.0, problems)
    }
}

impl Read for Points {
    type Out = f64;

    fn shape() -> Shape {
        Shape::ReadBySystem
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<f64> {
        number(node, key, "percentage points above 0 and below 50", 50.0, problems)
    }
}

/// A suite, checked.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file.
    pub path: PathBuf,
    /// The title; by default the stem of the file.
    pub title: String,
    /// The probability that a run of the whole suite raises a false alarm.
    pub alpha: f64,
    /// The way in which points are compared with their baselines.
    pub mode: Mode,
    /// The smallest drift of a rate that matters, as a share of 1.
    pub delta: f64,
    /// The maximum number of fights for a point.
    pub max_fights: u64,
    /// The points.
    pub points: Vec<Point>,
}

/// A scenario of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The name; by default the stem of the scenario, then the values that are set. Where two files
    /// have one stem, it is their path below their common folder.
    pub name: String,
    /// The line of the suite that it begins at.
    pub line: usize,
    /// The scenario file.
    pub scenario: PathBuf,
    /// Values that override those of the file, as for `--set`.
    pub sets: Vec<String>,
    /// The baseline file.
    pub baseline: Option<PathBuf>,
    /// The number of fights of a new baseline.
    pub fights: Option<u64>,
    /// The two fighters, if it is a point of a cross; then it is called `party/monster`.
    pub pair: Option<CrossedPair>,
}

/// A party and a monster of a cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossedPair {
    /// The name of the party.
    pub party: String,
    /// The name of the monster.
    pub monster: String,
    /// Which of the parties and which of the monsters of its cross they are.
    pub at: (usize, usize),
    /// The name of the side of the monster.
    pub side: String,
    /// The members of the monster: the number of each stat block.
    pub members: Vec<(i64, String)>,
}

impl Suite {
    /// Returns whether a file is a suite and not a scenario: it has points and no system.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        // A pipe could be read only once, so it is not read here.
        let text = if path.is_file() { bounded_text(path).ok() } else { None };
        let table = text.and_then(|text| text.parse::<toml::Table>().ok());
        table.is_some_and(|table| {
            ["point", "cross", "scenarios"].iter().any(|key| table.contains_key(*key))
                && !table.contains_key("system")
        })
    }

    /// Reads a suite.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(files: &dyn Files, path: &Path) -> Result<Self, Diagnosis> {
        let mut sources = Sources::default();
        let (mut problems, mut syntax) = (Problems::default(), Problems::default());
        let file = FileId(0);
        let suite = match files.read(path, false).map(String::from_utf8) {
            Ok(Ok(text)) => {
                sources.add(path.display().to_string(), text.clone());
                let root = node::parse(file, &text, &mut syntax);
                suite(&root, &text, (files, &mut sources), path, &mut problems)
            }
            Ok(Err(_)) => {
                sources.add(path.display().to_string(), "");
                problems.add(Span::new(file, 0, 0), "", "expected UTF-8 text");
                None
            }
            Err(error) => {
                sources.add(path.display().to_string(), "");
                problems.add(Span::new(file, 0, 0), "", format!("cannot be read: {error}"));
                None
            }
        };
        match suite {
            Some(suite) if problems.is_empty() && syntax.is_empty() => Ok(suite),
            _ => {
                let problems = with_syntax(problems, syntax, &sources);
                Err(Diagnosis { sources, problems })
            }
        }
    }
}

fn suite(
    root: &Node,
    text: &str,
    read: (&dyn Files, &mut Sources),
    path: &Path,
    problems: &mut Problems,
) -> Option<Suite> {
    let place = Place { path: "", owner: "the suite" };
    if let Some(system) = root.as_table().and_then(|table| table.get("system")) {
        let help = "a suite lists scenarios: `[[point]]`, below it `scenario = \"...\"`, and \
                    `baseline = \"...\"` where there is one";
        problems.add_help(system.span, "system", "expected a suite; with `system` this is a scenario", help);
        return None;
    }
    let sheet = SuiteSheet::read(root, Extent::Whole, None, place, problems);
    let list = sheet.point.as_ref().and_then(|point| point.value.as_ref());
    let crossed = sheet.cross.as_ref().and_then(|cross| cross.value.as_ref());
    let tables = |node: Option<&Node>| node.and_then(Node::as_list).unwrap_or_default();
    let (points, crosses) = (tables(list), tables(crossed));
    let listed = sheet.scenarios.as_ref().and_then(|listed| listed.value.as_ref());
    if points.is_empty() && crosses.is_empty() && listed.is_none() {
        let (span, key) = match (list, crossed) {
            (None, Some(node)) => (node.span, "cross"),
            (list, _) => (list.map_or(root.span, |node| node.span), "point"),
        };
        let message = match key {
            "cross" => "expected a `[[cross]]` with its `template`, `parties` and `monsters`",
            _ => "expected a `[[point]]` with its `scenario`, a `[[cross]]`, or `scenarios`",
        };
        problems.missing(span, key, message);
        return None;
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut suite = Suite {
        path: path.to_owned(),
        title: sheet.title.as_ref().map_or(stem, |title| title.value.clone()),
        alpha: value(&sheet.alpha),
        mode: value(&sheet.mode),
        delta: value(&sheet.delta) / 100.0,
        max_fights: value(&sheet.max_fights),
        points: Vec::new(),
    };
    let mut named = Vec::new();
    let mut baselines = BTreeSet::new();
    for item in &points {
        let at = "point";
        let place = Place { path: at, owner: "the point" };
        let sheet = PointSheet::read(item, Extent::Whole, None, place, problems);
        let sets = sheet.set.as_ref().and_then(|set| set.value.as_ref());
        let sets = sets.map(|set| sets_of(set, text, problems)).unwrap_or_default();
        let scenario = named_in(path, &value(&sheet.scenario));
        named.push(sheet.name.as_ref().map(|name| name.value.clone()));
        let point = Point {
            name: String::new(),
            line: line_column(text, item.span.start as usize).0,
            scenario,
            sets,
            baseline: sheet.baseline.as_ref().map(|file| named_in(path, &file.value)),
            fights: sheet.fights.map(|fights| fights.value),
            pair: None,
        };
        if point.baseline.as_ref().is_some_and(|file| !baselines.insert(file.clone())) {
            problems.add(item.span, join(at, "baseline"), "two points share this baseline file");
        }
        suite.points.push(point);
    }
    let mut spans: Vec<Span> = points.iter().map(|item| item.span).collect();
    for (scenario, span) in listed.map_or_else(Vec::new, |node| listed::files(node, path, problems)) {
        suite.points.push(Point {
            name: String::new(),
            line: line_column(text, span.start as usize).0,
            scenario,
            sets: Vec::new(),
            baseline: None,
            fights: None,
            pair: None,
        });
        named.push(None);
        spans.push(span);
    }
    let stems = default_names(&suite.points);
    for (at, (name, stem)) in named.into_iter().zip(stems).enumerate() {
        let with_sets = || [vec![stem], suite.points[at].sets.clone()].concat().join(" ");
        suite.points[at].name = name.unwrap_or_else(with_sets);
    }
    let (files, sources) = read;
    for item in &crosses {
        let crossed = cross(item, text, (files, &mut *sources), path, problems);
        spans.extend(crossed.iter().map(|_| item.span));
        suite.points.extend(crossed);
    }
    let mut named = BTreeMap::new();
    for (at, point) in suite.points.iter().enumerate() {
        if let Some(other) = named.insert(without_case(&point.name), &point.name) {
            let message = two_of_a_name("points", other, &point.name);
            problems.add_help(spans[at], "point", message, "give one of them another `name`");
        }
    }
    Some(suite)
}

/// The points of a cross, party by party.
fn cross(
    item: &Node,
    text: &str,
    (files, sources): (&dyn Files, &mut Sources),
    path: &Path,
    problems: &mut Problems,
) -> Vec<Point> {
    let place = Place { path: "cross", owner: "the cross" };
    let sheet = CrossSheet::read(item, Extent::Whole, None, place, problems);
    let sets = sheet.set.as_ref().and_then(|set| set.value.as_ref());
    let sets = sets.map(|set| sets_of(set, text, problems)).unwrap_or_default();
    let (Some(template), Some(parties), Some(monsters)) = (&sheet.template, &sheet.parties, &sheet.monsters)
    else {
        return Vec::new();
    };
    let scenario = named_in(path, &template.value);
    let Some(template) = Template::read(files, &scenario, template.span, problems) else { return Vec::new() };
    let mut side = |node: Option<&Node>, key, problems: &mut Problems| -> Vec<Fighter> {
        let node = node.map(|node| (node, key));
        node.map_or_else(Vec::new, |node| fighters((files, &mut *sources), path, node, &template, problems))
    };
    let parties = side(parties.value.as_ref(), "cross.parties", problems);
    let monsters = side(monsters.value.as_ref(), "cross.monsters", problems);
    let n = parties.len() * monsters.len();
    if n > MOST_PAIRS {
        let message = format!("expected at most {MOST_PAIRS} fights of a cross, found {n}");
        problems.add(item.span, "cross", message);
        return Vec::new();
    }
    let line = line_column(text, item.span.start as usize).0;
    type Monster = (Fighter, Vec<(i64, String)>);
    let point = |(i, party): (usize, &Fighter), (k, (monster, members)): (usize, &Monster)| Point {
        name: format!("{}/{}", party.name, monster.name),
        line,
        scenario: scenario.clone(),
        sets: template.sets(party, monster).into_iter().chain(sets.clone()).collect(),
        baseline: None,
        fights: sheet.fights.map(|fights| fights.value),
        pair: Some(CrossedPair {
            party: party.name.clone(),
            monster: monster.name.clone(),
            at: (i, k),
            side: template.monsters_are().to_owned(),
            members: members.clone(),
        }),
    };
    let with_members = |monster: Fighter| {
        let members = template.members(&monster);
        (monster, members)
    };
    let monsters: Vec<_> = monsters.into_iter().map(with_members).collect();
    let pairs = parties
        .iter()
        .enumerate()
        .flat_map(|party| monsters.iter().enumerate().map(move |monster| (party, monster)));
    pairs.map(|(party, monster)| point(party, monster)).collect()
}

/// The stem of each scenario; where two files have one stem, their paths below the folder that all
/// scenarios have in common, without extension.
fn default_names(points: &[Point]) -> Vec<String> {
    let folders = |point: &Point| point.scenario.parent().unwrap_or(Path::new("")).to_owned();
    let mut common = points.first().map(folders).unwrap_or_default();
    while !points.iter().all(|point| folders(point).starts_with(&common)) {
        common.pop();
    }
    let mut of_stem: BTreeMap<String, &Path> = BTreeMap::new();
    let mut shared = BTreeSet::new();
    for point in points {
        let stem = stem_of(&point.scenario);
        if of_stem.get(&stem).is_some_and(|other| *other != point.scenario) {
            shared.insert(stem.clone());
        }
        of_stem.insert(stem, &point.scenario);
    }
    let name = |point: &Point| {
        let stem = stem_of(&point.scenario);
        if !shared.contains(&stem) {
            return stem;
        }
        let below = point.scenario.strip_prefix(&common).unwrap_or(&point.scenario).with_extension("");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    };
    points.iter().map(name).collect()
}

/// `PATH=VALUE` for each entry, with the value as it is written in the file.
fn sets_of(node: &Node, text: &str, problems: &mut Problems) -> Vec<String> {
    let Some(table) = node.as_table() else {
        refuse(node, "point.set", &Shape::Map(Box::new(Shape::ReadBySystem)), problems);
        return Vec::new();
    };
    variant::sets_of(table, text).iter().map(ToString::to_string).collect()
}
