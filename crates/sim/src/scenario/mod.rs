//! Loads a scenario: from a file, its includes and spreadsheets and `--set` to prepared rules, or to a
//! list of all problems.
//!
//! The entry point is [`load`]. `fray_kit::sheet` reads the text; this module opens files
//! ([`source`]), follows includes (`include`), reads spreadsheets (`spreadsheet`), formats problems
//! ([`render`]) and lists values for the manifest ([`merged`]). [`side_tactics`] gives a side other tactics,
//! [`random`] draws them anew for each fight among the legal ones ([`legal`]), `clever` lets a side choose
//! among them at each turn. [`text`] writes a scenario as
//! one file. [`bundle`] keeps the texts of a file and its includes. [`blend`] makes scenarios that have some of
//! the values of another, [`pairing`] those of any two fighters of a folder.

mod meaning;

pub(crate) use meaning::with_syntax;
use meaning::{meaning, scenario};

pub mod blend;
pub mod bundle;
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

use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::library::Library;
use fray_kit::sheet::problem::{At, Problem, Problems, Span};
use fray_play::game::Game;

pub use composed::BuiltScenario;
use composed::compose;
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
    /// The units and blocks to take out of the scenario.
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
    pub poor_play_on_purpose: bool,
    /// The prepared rules.
    pub rules: Box<dyn Engine>,
    /// The mixture that plays its fights in the place of the rules, if some side plays at random.
    pub drawn: Option<Mixture>,
    /// The rollout that plays its fights in the place of the rules, if a side looks ahead.
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
    /// The values that are added by sides that play otherwise than the file says.
    played: Vec<Merged>,
    /// A hash of the scenario's meaning. Comments, the order of keys, titles, the number of fights and
    /// the seed do not change it.
    pub hash: u64,
    /// The keys of the rulings of which no other answer can change a fight.
    pub idle_rulings: Vec<&'static str>,
    /// Warnings: declarations that can be played and are hardly meant.
    pub warnings: Vec<Problem>,
    /// The texts of the scenario.
    pub sources: Sources,
    /// Its text with every unit written out.
    pub(crate) document: Document,
    /// The named blocks that it sees.
    pub(crate) library: Library,
    /// The settings that have no key in a file: mirroring, and sides that play otherwise.
    pub beside: Beside,
    /// The hash of what its text means: [`hash`](Self::hash) but for sides that play at random or look ahead.
    pub(crate) plain_hash: u64,
    /// The title but for sides that play at random or look ahead.
    pub(crate) plain_title: String,
}

impl Scenario {
    /// Returns the engine that plays its fights.
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

/// The files that a path of the command line stands for: the file itself, or the `.toml` files of a folder
/// and of the folders in it, sorted by path and including includes. Hidden files and folders are passed over,
/// as are links to folders (which may lead round in a circle), baselines, and the copies of scenarios that
/// results and plans keep.
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

/// Returns the meaning, with these options, of a file that was read with its includes.
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

/// Returns the name of a scenario in this file.
#[must_use]
pub fn stem_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
