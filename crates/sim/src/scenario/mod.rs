//! Loads a scenario: from a file, its includes and spreadsheets and `--set` to prepared rules, or to a
//! list of all problems.
//!
//! The entry point is [`load`]. `fray_kit::sheet` reads the text; this module opens files
//! ([`source`]), follows includes (`include`), reads spreadsheets (`spreadsheet`), formats problems
//! ([`render`]) and lists values for the manifest ([`merged`]). [`side_tactics`] gives a side other tactics,
//! [`random`] draws them anew for each fight among the legal ones ([`legal`]), `clever` lets a side choose
//! among them at each turn. [`text`] writes a scenario as
//! one file. [`blend`] makes scenarios that have some of
//! the values of another, [`pairing`] those of any two fighters of a folder.

pub mod blend;
pub(crate) mod clever;
mod composed;
pub(crate) mod cross;
mod edits;
mod goals;
mod include;
mod kept;
pub mod legal;
mod loader;
pub mod merged;
pub mod mixed;
pub mod pairing;
pub mod random;
mod removal;
pub mod render;
mod sheet;
pub mod side_tactics;
pub mod source;
mod spreadsheet;
#[cfg(all(test, feature = "night-wizard"))]
mod tests;
pub mod text;
pub mod units;
pub(crate) mod variant;
pub mod write;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fray_kit::sheet::edit::Edit;
use fray_kit::sheet::envelope::{Document, assemble};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::lint;
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::problem::{At, Problem, Problems, Span, did_you_mean};
use fray_kit::sheet::schema::Parts;
use fray_play::game::{Game, Meaning};

pub use composed::BuiltScenario;
use composed::{compose, hash_of};
pub use kept::{NotKept, scenario_of_results};
use loader::FileRead;
pub use loader::Loader;
pub use merged::Merged;
use random::Drawn;
pub use removal::Removal;
pub use render::{Diagnosis, Paint, Row};
pub use side_tactics::{Clever, SidePlay, SideTactics};
use source::{Files, Sources};
pub use spreadsheet::{SheetRow, candidates, in_cells};
pub use text::{Beside, TextMismatch};
pub use variant::{Set, Variant};

use crate::gate::baseline::Baseline;
use crate::measures::{Goal, Target};
use crate::output::{ResultName, Setting};
use crate::play::engine::Engine;
use crate::play::rollout::Rollout;
use crate::scenario::mixed::Mixture;
use crate::totals::signature::fnv_1a;

/// The options of the command line that change a scenario.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values that override those of the file, in order: the name of the flag for messages, and
    /// `PATH=VALUE`.
    pub sets: Vec<(String, String)>,
    /// What is taken out of it.
    pub removed: Vec<Removal>,
    /// The sides that play otherwise than their scenario says. Those that play at random do so only where
    /// the scenario is read from a file.
    pub tactics: Vec<SideTactics>,
    /// Whether the order of the sides is reversed, together with whatever the system derives from that
    /// order: this is the mirrored scenario.
    pub reversed: bool,
}

/// The contents of a file.
#[derive(Debug)]
pub enum Loaded {
    /// A scenario.
    Scenario(Box<Scenario>),
    /// An include, which has named blocks and no fight.
    Include,
}

/// A scenario, ready to play.
#[derive(Debug)]
pub struct Scenario {
    /// The name of the file without its extension: the column `scenario`.
    pub stem: String,
    /// The file.
    pub path: PathBuf,
    /// The title; by default the stem.
    pub title: String,
    /// Whether some unit plays badly on purpose, so that a side may win more often without its
    /// tactics.
    pub shows_poor_play: bool,
    /// The prepared rules.
    pub rules: Box<dyn Engine>,
    /// What plays its fights in the place of the rules, if some side plays at random.
    pub drawn: Option<Mixture>,
    /// What plays its fights in the place of the rules, if a side looks ahead.
    pub clever: Option<Rollout>,
    /// The entry of the system in the list of systems.
    pub info: &'static Game,
    /// The settings that flags may override.
    pub run: RunDefaults,
    /// The designers' goals, with their places in `sources`.
    pub goals: Vec<At<Goal>>,
    /// The versions of it that the file names.
    pub variants: Vec<Variant>,
    /// Every value with its source, once somebody has asked for them.
    merged: OnceLock<Vec<Merged>>,
    /// What sides that play otherwise than the file says add to these values.
    played: Vec<Merged>,
    /// A hash of the scenario's meaning. Comments, the order of keys, titles, the number of fights and
    /// the seed do not change it.
    pub hash: u64,
    /// The keys of the rulings of which no other answer can change a fight.
    pub idle_rulings: Vec<&'static str>,
    /// What can be played and is hardly meant.
    pub warnings: Vec<Problem>,
    /// The texts of the scenario.
    pub sources: Sources,
    /// Its text with every unit written out.
    pub(crate) document: Document,
    /// The named blocks that it sees.
    pub(crate) library: Library,
    /// What of it has no key in a file.
    pub beside: Beside,
    /// The hash of what its text means: [`hash`](Self::hash) but for sides that play at random or look ahead.
    pub(crate) plain_hash: u64,
    /// The title but for sides that play at random or look ahead.
    pub(crate) plain_title: String,
}

impl Scenario {
    /// Returns what plays its fights.
    #[must_use]
    pub fn engine(&self) -> &dyn Engine {
        match (&self.clever, &self.drawn) {
            (Some(clever), _) => clever,
            (None, Some(drawn)) => drawn,
            (None, None) => &*self.rules,
        }
    }

    /// Returns whether its rules play its fights: no side plays at random or looks ahead.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.drawn.is_none() && self.clever.is_none()
    }

    /// Every value with its source.
    pub fn merged(&self) -> &[Merged] {
        self.merged.get_or_init(|| {
            let mut all = merged::merged(&self.document, &self.library, self.info, &self.sources);
            all.extend(self.played.iter().cloned());
            all
        })
    }

    /// The named stat blocks that it sees, which a unit can `use`.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        self.library.section("unit").map(|(id, _)| id)
    }

    /// Every value of the scenario and where it came from, but for the number of fights and the seed: those are
    /// part of the run.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let of_run = ["run.fights", "run.precision", "run.seed"];
        let values = self.merged().iter().filter(|merged| !of_run.contains(&merged.path.as_str()));
        values
            .map(|merged| Setting {
                path: merged.path.clone(),
                value: merged.value.to_string(),
                origin: merged.from.clone(),
            })
            .collect()
    }
}

/// The table `[run]` of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct RunDefaults {
    /// The number of fights.
    pub fights: Option<u64>,
    /// The precision at which a run stops, in the place of a number of fights.
    pub precision: Option<Target>,
    /// The seed.
    pub seed: Option<u64>,
    /// The number of rounds after which an undecided fight is a timeout. Part of the fight.
    pub max_rounds: u32,
}

/// Loads a file.
///
/// # Errors
/// All problems of the file and its includes.
pub fn load(path: &Path, options: &Options) -> Result<Loaded, Diagnosis> {
    Loader::default().load(path, options)
}

/// Prepares the sides of a file that was loaded that play at random or look ahead.
fn with_sides(mut loaded: Loaded, path: &Path, options: &Options) -> Loaded {
    if let Loaded::Scenario(scenario) = &mut loaded
        && let Some(Drawn { set, hash, of }) = random::drawn(path, options, scenario)
    {
        let text = format!("{:016x} {hash:016x}", scenario.hash);
        scenario.hash = fnv_1a(text.as_bytes());
        let n = match of {
            Some(of) if of == set.n() => format!("all {of} combinations"),
            _ => format!("{} combinations", set.n()),
        };
        scenario.title += &format!(" ({n})");
        scenario.drawn = Some(set);
    }
    if let Loaded::Scenario(scenario) = &mut loaded {
        clever::prepare(options, scenario);
    }
    loaded
}

/// Loads a file that has to be a scenario.
///
/// # Errors
/// As [`load`]; also if the file is an include.
pub fn load_scenario(path: &Path, options: &Options) -> Result<Scenario, Diagnosis> {
    Loader::default().load_scenario(path, options)
}

fn no_scenario(path: &Path) -> Diagnosis {
    let mut problems = Problems::default();
    let mut sources = Sources::default();
    let file = sources.add(path.display().to_string(), "");
    let message = "expected a scenario; without `system` this is an include";
    problems.add(Span::new(file, 0, 0), "system", message);
    Diagnosis { sources, problems: problems.sorted() }
}

/// Loads a scenario from a text instead of a file.
///
/// # Errors
/// As [`load_scenario`].
pub fn load_text(name: &str, text: &str) -> Result<Scenario, Diagnosis> {
    match load_from(&source::Text(text), Path::new(name), &Options::default())? {
        Loaded::Scenario(scenario) => Ok(*scenario),
        Loaded::Include => Err(no_scenario(Path::new(name))),
    }
}

/// The files that a path of the command line stands for: the file itself, or the `.toml` files of a
/// folder and of the folders in it, sorted by path and including includes. What is hidden is passed
/// over, as are links to folders (which may lead round in a circle), baselines, and the copies of scenarios
/// that results and plans keep.
///
/// # Errors
/// If the path is a folder that cannot be read, or has one.
pub fn files_of(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let (mut files, mut folders) = (Vec::new(), vec![path.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let file = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if kept::is_copy(&file) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "toml")
                && file.is_file()
                && !Baseline::is_one(&file)
            {
                files.push(file);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns whether a file is an include: TOML without a system.
#[must_use]
pub fn is_include(path: &Path) -> bool {
    let text = if path.is_file() { source::bounded_text(path).ok() } else { None };
    text.and_then(|text| text.parse::<toml::Table>().ok()).is_some_and(|table| !table.contains_key("system"))
}

/// Loads a file through `files`.
///
/// # Errors
/// As [`load`].
pub fn load_from(files: &dyn Files, path: &Path, options: &Options) -> Result<Loaded, Diagnosis> {
    of_read(&FileRead::new(files, path), path, options)
}

/// Returns what a file that was read with its includes means with these options.
fn of_read(read: &FileRead, path: &Path, options: &Options) -> Result<Loaded, Diagnosis> {
    let (mut sources, mut library) = (read.sources.clone(), read.library.clone());
    let mut problems = read.problems.clone();
    let seen = (&mut sources, &mut library);
    let found = read.root.as_ref().and_then(|root| meaning(root, read, seen, options, &mut problems));
    let syntax = read.syntax.clone();
    // Its results bear the name of the file.
    if let (Some(_), Err(error)) = (&found, ResultName::new(&stem_of(path))) {
        problems.add(Span::default(), "", format!("{error}; rename the file"));
    }
    if syntax.is_empty() && problems.is_empty() {
        match found {
            None => return Ok(Loaded::Include),
            Some(found) => {
                let warnings = problems.take_warnings();
                let mut found = scenario(found, path, warnings, sources, library);
                found.played = options.tactics.iter().filter_map(SideTactics::merged).collect();
                found.beside = Beside::of(options);
                let plain = options.tactics.iter().filter(|side| !side.is_beside());
                found.plain_title = found.title.clone();
                found.plain_title.extend(plain.map(SideTactics::clause));
                found.title.extend(options.tactics.iter().map(SideTactics::clause));
                return Ok(Loaded::Scenario(Box::new(found)));
            }
        }
    }
    let problems = with_syntax(problems, syntax, &sources);
    Err(Diagnosis { sources, problems })
}

/// Returns what a scenario in this file is called.
#[must_use]
pub fn stem_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A document with its meaning.
struct Found {
    goals: Vec<At<Goal>>,
    precision: Option<Target>,
    variants: Vec<Variant>,
    document: Document,
    info: &'static Game,
    meaning: Meaning,
}

/// The meaning of a file; `None` for an include, or if there are problems.
fn meaning(
    root: &Node,
    read: &FileRead,
    (sources, library): (&mut Sources, &mut Library),
    options: &Options,
    problems: &mut Problems,
) -> Option<Found> {
    let table = root.as_table()?;
    if read.is_spreadsheet || include::is_include(table) {
        check_blocks(library, problems);
        return None;
    }
    let info = system(table, problems);
    let mut edits = Vec::new();
    for (flag, text) in &options.sets {
        let file = sources.add(flag, text.as_str());
        edits.extend(Edit::parse(file, text, problems));
    }
    for side in &options.tactics {
        edits.extend(side.edits(sources, problems));
    }
    let side = info.and_then(|info| info.parts.side);
    let mut document = assemble(root, library, side, &edits, problems);
    for side in &options.tactics {
        side.apply(&mut document, sources, problems);
    }
    for removal in &options.removed {
        removal.apply(&mut document, problems);
    }
    if options.reversed {
        document.sides.reverse();
    }
    let info = info?;
    refuse_tables(&document, info.parts, problems);
    read.check(info, library, problems);
    let read = if options.reversed { info.mirror } else { info.read };
    let meaning = read(&document, library, problems);
    let about = match &meaning {
        Some(meaning) => Some(meaning.engine.about()),
        None => goals::about(info, &document),
    };
    let goals = about.as_ref().map(|about| goals::goals(&document.goals, about, sources, problems));
    let run = &document.run;
    if let (Some(precision), Some(_)) = (&run.precision, &run.fights) {
        let message = "expected `fights` or `precision`, found both";
        let help =
            "`fights` is the number that is played, whatever it shows; `precision` says when it is enough";
        problems.add_help(precision.span, "run.precision", message, help);
    }
    let precision =
        about.as_ref().and_then(|about| goals::precision(run.precision.as_ref(), about, sources, problems));
    let meaning = meaning?;
    if let (Some(goals), Some(about)) = (&goals, &about) {
        goals::warn(goals, about, problems);
    }
    lint::warn(&document, info.parts, problems);
    let goals = goals.unwrap_or_default();
    let variants = variant::variants(&document.variants, sources);
    Some(Found { goals, precision, variants, document, info, meaning })
}

fn scenario(
    found: Found,
    path: &Path,
    warnings: Vec<Problem>,
    sources: Sources,
    library: Library,
) -> Scenario {
    let Found { goals, precision, variants, document, info, meaning } = found;
    let stem = stem_of(path);
    let number = |field: &Option<At<u64>>| field.map(|field| field.value);
    let hash = hash_of(info, &meaning);
    Scenario {
        title: document.title.clone().unwrap_or_else(|| stem.clone()),
        stem,
        shows_poor_play: document.shows_poor_play,
        path: path.to_owned(),
        info,
        run: RunDefaults {
            fights: number(&document.run.fights),
            precision,
            seed: number(&document.run.seed),
            max_rounds: *meaning.engine.rounds().end(),
        },
        merged: OnceLock::new(),
        played: Vec::new(),
        hash,
        goals,
        variants,
        idle_rulings: meaning.idle_rulings,
        rules: meaning.engine,
        drawn: None,
        clever: None,
        warnings,
        sources,
        document,
        library,
        beside: Beside::default(),
        plain_hash: hash,
        plain_title: String::new(),
    }
}

/// Refuses the tables of a scenario that its game does not have.
fn refuse_tables(document: &Document, parts: &Parts, problems: &mut Problems) {
    for (key, table, info) in [("map", &document.map, parts.map), ("series", &document.series, parts.series)]
    {
        if let (Some(entry), None) = (table, info) {
            problems.add(entry.span, key, format!("{} has no `[{key}]`", parts.title));
        }
    }
}

fn system(root: &Table, problems: &mut Problems) -> Option<&'static Game> {
    let value = &root.get("system")?.value;
    let name = value.as_text()?;
    let info = fray_play::game::find(name);
    if info.is_none() {
        let meant = did_you_mean(name, fray_play::game::games().iter().map(Game::name));
        let known: Vec<&str> = fray_play::game::games().iter().map(Game::name).collect();
        let message = format!("unknown system `{}`{meant}", fray_kit::sheet::declare::shown(name));
        problems.add_help(value.span, "system", message, format!("fray plays {}", known.join(", ")));
    }
    info
}

/// Checks the blocks of an include. It names no system, so they have to be right for one of them.
fn check_blocks(library: &Library, problems: &mut Problems) {
    let check = |info: &Game| {
        let mut problems = Problems::default();
        (info.check)(library, &mut problems);
        problems.sorted()
    };
    problems.extend(fray_play::game::games().iter().map(check).min_by_key(Vec::len).unwrap_or_default());
}

/// The problems of syntax and of meaning together, without those that may only be consequences of a
/// line that could not be read.
pub(crate) fn with_syntax(problems: Problems, syntax: Problems, sources: &Sources) -> Vec<Problem> {
    let syntax = syntax.sorted();
    let line = |problem: &Problem| (problem.span.file, sources.place(problem.span).1);
    let in_header = |problem: &Problem| {
        let text = sources.get(problem.span.file).map_or("", |source| &*source.text);
        text.lines().nth(line(problem).1 - 1).is_some_and(|text| text.trim_start().starts_with('['))
    };
    // After a broken header, keys are in the wrong table.
    let broken: Vec<Span> =
        syntax.iter().filter(|problem| in_header(problem)).map(|problem| problem.span).collect();
    let stands = |problem: &Problem| {
        syntax.is_empty()
            || !(problem.may_follow
                || syntax.iter().any(|other| line(other) == line(problem))
                || broken
                    .iter()
                    .any(|span| span.file == problem.span.file && span.start <= problem.span.start))
    };
    let mut all = Problems::default();
    all.extend(problems.sorted().into_iter().filter(stands));
    all.extend(syntax.iter().cloned());
    let mut all = all.sorted();
    // A column that is no key is wrong in every row, and told once.
    let unknown = |problem: &Problem| {
        let message = problem.message.split(" in ").next().unwrap_or_default().to_owned();
        message.starts_with("unknown key").then_some((problem.span, message))
    };
    let mut told = Vec::new();
    all.retain(|problem| {
        let of = unknown(problem);
        let is_new = of.as_ref().is_none_or(|of| !told.contains(of));
        told.extend(of);
        is_new
    });
    all
}
