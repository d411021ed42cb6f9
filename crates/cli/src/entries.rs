//! The scenarios of a run before the first fight: which files, where their results go, and what
//! is wrong with them. Of a batch only names are kept: however many scenarios it has, one of them
//! is in memory.

use std::path::{Path, PathBuf};

use fray_sim::output::{Force, ResultsDir, held_seed};
use fray_sim::scenario::{self, Loaded, Scenario};

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};
use crate::job::{Job, drawn_seed};
use crate::validate::show_problems;

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
            [file] if !file.is_dir() => {
                let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
                Self::One(out.unwrap_or_else(|| default_dir(&stem, &args.play.set.sets)))
            }
            paths => {
                let folder = match paths {
                    [folder] => folder.file_name(),
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
    let is_plain = |c: char| c.is_alphanumeric() || "._-=, ".contains(c);
    let said = sets.join(", ");
    // File names end at 255 bytes on common systems.
    dir.join(said.chars().take(60).map(|c| if is_plain(c) { c } else { '_' }).collect::<String>())
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

/// A scenario to be played.
pub(crate) struct Entry {
    path: PathBuf,
    /// The name of the scenario and of its folder.
    pub(crate) stem: String,
    /// The scenario, where it cannot be read again or need not be.
    scenario: Option<Scenario>,
    /// How many fights are to be played.
    pub(crate) missing: u64,
    /// Whether its folder holds results that are kept.
    pub(crate) has_results: bool,
}

impl Entry {
    /// The scenario.
    pub(crate) fn load(&mut self, args: &RunArgs) -> Result<Scenario, Exit> {
        match self.scenario.take() {
            Some(scenario) => Ok(scenario),
            None => scenario::load_scenario(&self.path, &args.play.options()).map_err(|diagnosis| {
                show_problems(&diagnosis, &self.path);
                Exit::BadScenario
            }),
        }
    }
}

/// Everything that is to be played.
pub(crate) struct Entries {
    pub(crate) list: Vec<Entry>,
    /// The seed of the scenarios that name none.
    pub(crate) drawn: u64,
    /// Whether there are such scenarios.
    pub(crate) is_drawn: bool,
    /// The code for what was left out.
    pub(crate) exit: Exit,
}

impl Entries {
    /// Reads all scenarios and looks where their results are to go. One that is wrong or in the
    /// way of nothing else is told of and left out.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or two scenarios would share a folder.
    pub(crate) fn read(args: &RunArgs, place: &Place) -> Result<Self, Failure> {
        let held = if args.extend { held_seed(place.dir())? } else { None };
        let mut all = Self {
            list: Vec::new(),
            drawn: held.unwrap_or_else(drawn_seed),
            is_drawn: false,
            exit: Exit::Ok,
        };
        for path in &args.scenarios {
            let files = scenario::files_of(path).map_err(|error| {
                Failure::Because(Exit::BadScenario, format!("{} cannot be read: {error}", path.display()))
            })?;
            let is_folder = path.is_dir();
            for file in files {
                // A folder may hold includes beside its scenarios; named by itself an include is
                // none.
                let loaded = if is_folder {
                    scenario::load(&file, &args.play.options())
                } else {
                    scenario::load_scenario(&file, &args.play.options())
                        .map(|it| Loaded::Scenario(Box::new(it)))
                };
                match loaded {
                    Ok(Loaded::Scenario(scenario)) => all.add(file, *scenario, args, place)?,
                    Ok(Loaded::Include) => {}
                    Err(diagnosis) => {
                        show_problems(&diagnosis, &file);
                        all.exit = all.exit.max(Exit::BadScenario);
                    }
                }
            }
        }
        if all.list.is_empty() && all.exit == Exit::Ok {
            let message = "expected a scenario: a file with `system`, or a folder with such files";
            return Err(Failure::Because(Exit::BadScenario, message.to_owned()));
        }
        Ok(all)
    }

    fn add(
        &mut self,
        path: PathBuf,
        scenario: Scenario,
        args: &RunArgs,
        place: &Place,
    ) -> Result<(), Failure> {
        if let Some(other) = self.list.iter().find(|entry| entry.stem == scenario.stem) {
            return Err(Failure::usage(format!(
                "{} and {} would share the folder `{}`; rename one, or run them apart",
                other.path.display(),
                path.display(),
                scenario.stem
            )));
        }
        self.is_drawn |= args.play.seed.or(scenario.run.seed).is_none();
        let job = Job::new(scenario, args, self.drawn);
        let force = force(args);
        let dir = place.dir_of(&job.scenario.stem);
        let held = ResultsDir::held(&dir, &job.run, &job.of, force).map_err(Failure::from);
        let kept = |held: Option<_>| held.filter(|_| force.extends());
        let plan = held.and_then(|held| {
            let shard = kept(held.map(|held| held.shard));
            Ok((shard.is_some(), job.plan(shard.as_ref())?))
        });
        match plan {
            Ok((has_results, plan)) => {
                let stem = job.scenario.stem.clone();
                // A pipe cannot be read twice.
                let keeps = matches!(place, Place::One(_)) || !path.is_file();
                let scenario = keeps.then_some(job.scenario);
                self.list.push(Entry { path, stem, scenario, missing: plan.missing.n(), has_results });
            }
            Err(failure) => self.exit = self.exit.max(failure.tell()),
        }
        Ok(())
    }
}
