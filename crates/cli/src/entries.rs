//! The scenarios of a run before the first fight: which files, where their results go, and what
//! is wrong with them. Of a batch only names are kept: however many scenarios it has, one of them
//! is in memory.

use std::path::{Path, PathBuf};

use fray_sim::gate::suite::{self, Suite};
use fray_sim::output::{Force, ResultsDir, held_seed};
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{self, Loaded, Scenario};

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};
use crate::job::{Job, drawn_seed};
use crate::target::expected;
use crate::verbs::validate::show_problems;

/// Where results go.
pub(crate) enum Place {
    /// One scenario's into this folder.
    One(PathBuf),
    /// Each scenario's into a folder in this one, with one summary of all.
    Several(PathBuf),
}

impl Place {
    pub(crate) fn of(args: &RunArgs) -> Self {
        let out = args.out.clone();
        match args.scenarios.as_slice() {
            [file] if !file.is_dir() && !Suite::is_one(file) => {
                let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
                Self::One(out.unwrap_or_else(|| default_dir(&stem, &args.play.set.sets)))
            }
            paths => {
                let folder = match paths {
                    [folder] if folder.is_dir() => folder.file_name(),
                    [suite] => suite.file_stem(),
                    _ => None,
                };
                let results = Path::new("results");
                let default = || folder.map_or_else(|| results.to_owned(), |name| results.join(name));
                Self::Several(out.unwrap_or_else(default))
            }
        }
    }

    /// The folder of everything.
    pub(crate) fn dir(&self) -> &Path {
        match self {
            Self::One(dir) | Self::Several(dir) => dir,
        }
    }

    /// The folder of a scenario.
    pub(crate) fn dir_of(&self, stem: &str) -> PathBuf {
        match self {
            Self::One(dir) => dir.clone(),
            Self::Several(dir) => dir.join(stem),
        }
    }
}

/// `results/SCENARIO`; a scenario changed by `--set` has a folder of its own in there, so that
/// one change after another can be looked at without replacing what is kept.
fn default_dir(stem: &str, sets: &[String]) -> PathBuf {
    let dir = Path::new("results").join(stem);
    if sets.is_empty() {
        return dir;
    }
    dir.join(folder_name(&sets.join(", ")))
}

/// A text as the name of a folder.
fn folder_name(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-=, ".contains(c);
    // File names end at 255 bytes on common systems.
    text.chars().take(60).map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// What happens to results that are there already.
pub(crate) fn force(args: &RunArgs) -> Force {
    match (args.extend, args.force) {
        (false, false) => Force::Keep,
        (true, false) => Force::Extend,
        (true, true) => Force::ExtendOrReplace,
        (false, true) => Force::Replace,
    }
}

/// A scenario that was asked for.
pub(crate) struct Entry {
    path: PathBuf,
    /// What a suite sets of the scenario.
    sets: Vec<String>,
    /// The name of the scenario and of its folder.
    pub(crate) stem: String,
    /// Whether it can be played: neither its file nor its folder is wrong.
    pub(crate) is_right: bool,
    /// The scenario, where it cannot be read again or need not be.
    scenario: Option<Scenario>,
    /// How many fights are to be played.
    pub(crate) missing: u64,
    /// Whether its folder holds results that are kept.
    pub(crate) has_results: bool,
}

impl Entry {
    /// One that cannot be played.
    fn wrong(asked: Asked) -> Self {
        let Asked { path, sets, stem } = asked;
        Self { path, sets, stem, is_right: false, scenario: None, missing: 0, has_results: false }
    }

    /// The scenario.
    pub(crate) fn load(&mut self, args: &RunArgs) -> Result<Scenario, Exit> {
        match self.scenario.take() {
            Some(scenario) => Ok(scenario),
            None => {
                let mut scenario =
                    scenario::load_scenario(&self.path, &options(&self.sets, args)).map_err(|diagnosis| {
                        show_problems(&diagnosis, &self.path);
                        Exit::BadScenario
                    })?;
                scenario.stem.clone_from(&self.stem);
                Ok(scenario)
            }
        }
    }
}

/// A file that was asked for, by itself, in a folder or by a suite.
struct Asked {
    path: PathBuf,
    /// What the suite sets of it.
    sets: Vec<String>,
    /// What its results are called.
    stem: String,
}

impl Asked {
    fn of(path: PathBuf) -> Self {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { path, sets: Vec::new(), stem }
    }

    /// The points of a suite. One that the suite changes is called after its changes too.
    fn points(suite: Suite) -> Vec<Self> {
        let point = |point: suite::Point| match point.sets.is_empty() {
            true => Self::of(point.scenario),
            false => Self { path: point.scenario, sets: point.sets, stem: folder_name(&point.name) },
        };
        suite.points.into_iter().map(point).collect()
    }
}

/// What changes a scenario: a suite, and over it the flags.
fn options(sets: &[String], args: &RunArgs) -> scenario::Options {
    let mut options = args.play.options();
    let of_suite = sets.iter().map(|set| ("suite".to_owned(), set.clone()));
    options.sets = of_suite.chain(options.sets).collect();
    options
}

/// Everything that was asked for.
pub(crate) struct Entries {
    /// In the order of the summary. What cannot be played has its place there all the same: mended,
    /// it is part of the same batch.
    pub(crate) list: Vec<Entry>,
    /// The seed of the scenarios that name none.
    pub(crate) drawn: u64,
    /// Whether there are such scenarios.
    pub(crate) is_drawn: bool,
    /// The code for what cannot be played.
    pub(crate) exit: Exit,
}

impl Entries {
    /// Reads all scenarios and looks where their results are to go. What is wrong with one does not
    /// stop the others.
    ///
    /// # Errors
    ///
    /// If there are no scenarios, or two would share a folder.
    pub(crate) fn read(args: &RunArgs, place: &Place) -> Result<Self, Failure> {
        let held = if args.extend { held_seed(place.dir())? } else { None };
        let mut all = Self {
            list: Vec::new(),
            drawn: held.unwrap_or_else(drawn_seed),
            is_drawn: false,
            exit: Exit::Ok,
        };
        for path in &args.scenarios {
            let is_folder = path.is_dir();
            let files = match Suite::is_one(path) {
                true if !is_folder => match Suite::load(&Disk, path) {
                    Ok(suite) => Asked::points(suite),
                    Err(diagnosis) => {
                        show_problems(&diagnosis, path);
                        all.exit = all.exit.max(Exit::BadScenario);
                        continue;
                    }
                },
                _ => {
                    let files = scenario::files_of(path).map_err(|error| {
                        let message = format!("{} cannot be read: {error}", path.display());
                        Failure::Because(Exit::BadScenario, message)
                    })?;
                    // A folder may hold suites beside its scenarios.
                    files
                        .into_iter()
                        .filter(|file| !is_folder || !Suite::is_one(file))
                        .map(Asked::of)
                        .collect()
                }
            };
            for file in files {
                // A folder may hold includes beside its scenarios; named by itself an include is
                // none.
                let loaded = if is_folder {
                    scenario::load(&file.path, &options(&file.sets, args))
                } else {
                    scenario::load_scenario(&file.path, &options(&file.sets, args))
                        .map(|it| Loaded::Scenario(Box::new(it)))
                };
                let entry = match loaded {
                    Ok(Loaded::Scenario(mut scenario)) => {
                        scenario.stem.clone_from(&file.stem);
                        all.entry(file, *scenario, args, place)?
                    }
                    Ok(Loaded::Include) => continue,
                    Err(diagnosis) => {
                        show_problems(&diagnosis, &file.path);
                        all.exit = all.exit.max(Exit::BadScenario);
                        Entry::wrong(file)
                    }
                };
                all.push(entry)?;
            }
        }
        if all.list.is_empty() && all.exit != Exit::Ok {
            return Ok(all);
        }
        if all.list.is_empty() {
            let message = "expected a scenario: a file with `system`, or a folder with such files";
            return Err(Failure::Because(Exit::BadScenario, message.to_owned()));
        }
        Ok(all)
    }

    fn push(&mut self, entry: Entry) -> Result<(), Failure> {
        if let Some(other) = self.list.iter().find(|other| other.stem == entry.stem) {
            return Err(Failure::usage(format!(
                "{} and {} would share the folder `{}`; rename one, or run them apart",
                other.path.display(),
                entry.path.display(),
                entry.stem
            )));
        }
        self.list.push(entry);
        Ok(())
    }

    /// A scenario with what its folder holds of it.
    fn entry(
        &mut self,
        asked: Asked,
        scenario: Scenario,
        args: &RunArgs,
        place: &Place,
    ) -> Result<Entry, Failure> {
        self.is_drawn |= args.play.seed.or(scenario.run.seed).is_none();
        let job = Job::new(scenario, args, self.drawn)?;
        let force = force(args);
        let dir = place.dir_of(&job.scenario.stem);
        let plan = ResultsDir::held(&dir, &job.run, &job.of, force).map_err(Failure::from).and_then(|held| {
            let kept = held.filter(|_| force.extends());
            let plan = job.plan(kept.as_ref().map(|held| &held.partial))?;
            Ok((kept.is_some(), expected(job.aim.as_ref(), plan.missing.n())))
        });
        Ok(match plan {
            Ok((has_results, missing)) => {
                let Asked { path, sets, stem } = asked;
                // A pipe cannot be read twice.
                let keeps = matches!(place, Place::One(_)) || !path.is_file();
                let scenario = keeps.then_some(job.scenario);
                Entry { path, sets, stem, is_right: true, scenario, missing, has_results }
            }
            Err(failure) => {
                self.exit = self.exit.max(failure.tell());
                Entry::wrong(asked)
            }
        })
    }
}
