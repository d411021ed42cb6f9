//! The scenarios of a run before the first fight: where their results go, and what is wrong with them. Of a batch only names are kept, so that at any time only one of its
//! scenarios is in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fray_kit::sheet::text::without_case;
use fray_sim::gate::suite::Suite;
use fray_sim::output::{
    ErrorKind, Force, HeldPartialRun, NotPlayed, ResultName, ResultsDir, RunKey, held_seed,
};
use fray_sim::scenario::{self, Loaded, Loader, Scenario, stem_of};

use crate::args::{PlayArgs, RunArgs, SideTacticsArgs};
use crate::exit::{Exit, Failure};
use crate::scenarios::{random_seed, report_problems, report_warnings};
use crate::verbs::play::run::request::RunRequest;
use crate::verbs::play::run::requested::{Requested, wrong};
use crate::verbs::play::run::target::expected;

/// The folder for the results.
pub(crate) enum Destination {
    /// The results of one scenario go into this folder.
    One(PathBuf),
    /// The results of each scenario go into a folder of its own in this one, beside one summary of
    /// all scenarios.
    Several(PathBuf),
    /// Results are only printed: those of one scenario, or of several.
    Nowhere { are_several: bool },
}

/// The folder for the results of a scenario or of a folder of them, if none is said.
///
/// # Errors
///
/// If its name cannot be that of results.
pub(crate) fn default_dir(path: &Path) -> Result<PathBuf, Failure> {
    // `.` and `..` are folders with a name, too.
    let path = if path.is_dir() { path.canonicalize().unwrap_or_default() } else { path.to_owned() };
    let name = if path.is_dir() {
        path.file_name().map(|name| name.to_string_lossy().into_owned())
    } else {
        Some(stem_of(&path))
    };
    ResultName::new(&name.unwrap_or_default())
        .map(|name| Path::new("results").join(name.as_str()))
        .map_err(|error| Failure::usage(format!("{}: {error}; use --out", path.display())))
}

impl Destination {
    /// # Errors
    ///
    /// If no folder is said, and what is played cannot name one.
    pub(crate) fn of(args: &RunArgs) -> Result<Self, Failure> {
        let out = |default: &dyn Fn() -> Result<PathBuf, Failure>| args.out.clone().map_or_else(default, Ok);
        let is_one = |file: &Path| !file.is_dir() && !Suite::is_one(file);
        Ok(match args.scenarios.as_slice() {
            all if args.no_out => Self::Nowhere { are_several: all.len() > 1 || !is_one(&all[0]) },
            [file] if is_one(file) => {
                Self::One(out(&|| Ok(changed(default_dir(file)?, &args.play, &args.sides)))?)
            }
            [one] => Self::Several(out(&|| default_dir(one))?),
            _ => Self::Several(out(&|| Ok(PathBuf::from("results")))?),
        })
    }

    /// The folder that was asked for.
    pub(crate) fn dir(&self) -> Option<&Path> {
        match self {
            Self::One(dir) | Self::Several(dir) => Some(dir),
            Self::Nowhere { .. } => None,
        }
    }

    /// The folder of a scenario.
    pub(crate) fn dir_of(&self, name: &ResultName) -> Option<PathBuf> {
        match self {
            Self::One(dir) => Some(dir.clone()),
            Self::Several(dir) => Some(dir.join(name.as_str())),
            Self::Nowhere { .. } => None,
        }
    }

    /// Returns whether it is a folder for several scenarios.
    pub(crate) fn is_of_several(&self) -> bool {
        matches!(self, Self::Several(_))
    }

    /// Returns whether it is for one scenario alone.
    pub(crate) fn is_of_one(&self) -> bool {
        matches!(self, Self::One(_) | Self::Nowhere { are_several: false })
    }
}

/// The folder of a scenario that `--set` or `--tactics` changes: one of its own in that of the scenario, so that one
/// change after another can be looked at without replacing what is kept.
pub(crate) fn changed(dir: PathBuf, play: &PlayArgs, sides: &SideTacticsArgs) -> PathBuf {
    let sides = sides.fixed();
    let of_sides = sides.iter().map(|side| format!("{}={}", side.column(), side.word()));
    let changes: Vec<String> = play.set.sets.iter().cloned().chain(of_sides).collect();
    if changes.is_empty() { dir } else { dir.join(ResultName::describing(&changes.join(", ")).as_str()) }
}

/// Returns the treatment of results that the folder already holds.
pub(crate) fn force(args: &RunArgs) -> Force {
    match (args.extend, args.force) {
        (false, false) if args.out.is_none() => Force::ReplaceVersion,
        (false, false) => Force::Keep,
        (true, false) => Force::Extend,
        (true, true) => Force::ExtendOrReplace,
        (false, true) => Force::Replace,
    }
}

/// A scenario of the batch.
pub(crate) struct BatchItem {
    path: PathBuf,
    /// The values that a suite changes.
    sets: Vec<String>,
    /// The name of the scenario and of its folder.
    pub(crate) name: ResultName,
    /// Whether it can be played: there is no error in its file, and its folder can be used.
    pub(crate) is_playable: bool,
    /// The reason for which its results are only printed, where they may not replace those of its folder.
    pub(crate) only_printed: Option<Failure>,
    /// The scenario, where it cannot be read again or need not be.
    scenario: Option<Scenario>,
    /// The loader that read the scenario.
    loader: Arc<Loader>,
    /// The number of fights to play.
    pub(crate) missing: u64,
    /// Whether its folder holds results that belong in the summary.
    pub(crate) has_results: bool,
    /// Whether it is a point of a cross.
    pub(crate) is_crossed: bool,
    /// The key that tells these results from others of the same name.
    pub(crate) key: RunKey,
}

impl BatchItem {
    /// One that cannot be played.
    fn wrong(path: PathBuf, sets: Vec<String>, name: ResultName, loader: &Arc<Loader>) -> Self {
        let key = RunKey { seed: 0, scenario_hash: String::new() };
        Self {
            path,
            sets,
            name,
            is_playable: false,
            only_printed: None,
            scenario: None,
            loader: Arc::clone(loader),
            missing: 0,
            has_results: false,
            is_crossed: false,
            key,
        }
    }

    /// That it was not played, and why.
    pub(crate) fn not_played(&self, failure: &Failure) -> NotPlayed {
        let (exit, reason) = failure.reason();
        NotPlayed {
            scenario: self.name.to_string(),
            file: self.path.display().to_string(),
            code: exit as u8,
            reason: reason.to_owned(),
        }
    }

    /// The scenario.
    pub(crate) fn load(&mut self, args: &RunArgs) -> Result<Scenario, Failure> {
        match self.scenario.take() {
            Some(scenario) => Ok(scenario),
            None => {
                let options = options(&self.sets, args);
                let mut scenario = self.loader.load_scenario(&self.path, &options).map_err(|diagnosis| {
                    Failure::Reported(Exit::BadScenario, report_problems(&diagnosis, &self.path))
                })?;
                scenario.stem = self.name.to_string();
                Ok(scenario)
            }
        }
    }
}

/// The changed values of a scenario. Flags take precedence over a suite.
pub(crate) fn options_of(
    sets: &[String],
    play: &PlayArgs,
    tactics: Vec<scenario::SideTactics>,
) -> scenario::Options {
    let mut options = play.options();
    options.tactics = tactics;
    let of_suite = sets.iter().map(|set| ("suite".to_owned(), set.clone()));
    options.sets = of_suite.chain(options.sets).collect();
    options
}

fn options(sets: &[String], args: &RunArgs) -> scenario::Options {
    options_of(sets, &args.play, args.sides.fixed())
}

/// All scenarios of a run.
pub(crate) struct Batch {
    /// In the order of the summary, with those that cannot be played: once they are corrected, they
    /// belong to this batch.
    pub(crate) items: Vec<BatchItem>,
    /// The random seed of the scenarios that name none.
    pub(crate) random_seed: u64,
    /// Whether any scenario uses the random seed.
    pub(crate) uses_random_seed: bool,
    /// The scenarios that cannot be played, and why.
    pub(crate) not_played: Vec<NotPlayed>,
    /// The places of the items by the folders of their results.
    folders: BTreeMap<String, usize>,
}

impl Batch {
    /// Reads all scenarios and their result folders. An error in one scenario is printed and does not
    /// stop the others.
    ///
    /// # Errors
    ///
    /// If there are no scenarios, or two would share a folder.
    pub(crate) fn read(args: &RunArgs, place: &Destination) -> Result<Self, Failure> {
        // A run that goes on has the dice of before, and a batch does wherever its folder has one.
        let goes_on = args.extend || ((args.target.is_asked() || place.is_of_several()) && !args.force);
        let held = match place.dir().filter(|_| goes_on) {
            Some(dir) => held_seed(dir)?,
            None => None,
        };
        let mut all = Self {
            items: Vec::new(),
            random_seed: held.unwrap_or_else(random_seed),
            uses_random_seed: false,
            not_played: Vec::new(),
            folders: BTreeMap::new(),
        };
        let loader = Arc::new(Loader::default());
        for Requested { path, sets, name, is_found, pair } in
            Requested::all(&args.scenarios, &mut all.not_played)?
        {
            let options = options(&sets, args);
            let loaded = if is_found {
                loader.load(&path, &options)
            } else {
                loader.load_scenario(&path, &options).map(|it| Loaded::Scenario(Box::new(it)))
            };
            let item = match (loaded, name) {
                (Ok(Loaded::Include), _) => continue,
                (Ok(Loaded::Scenario(mut scenario)), Some(name)) => {
                    report_warnings(&scenario);
                    scenario.stem = name.to_string();
                    all.item(BatchItem::wrong(path, sets, name, &loader), *scenario, args, place)?
                }
                (Ok(Loaded::Scenario(_)), None) => unreachable!("a scenario has a name for its results"),
                (Err(diagnosis), name) => {
                    report_problems(&diagnosis, &path);
                    let called = name.as_ref().map_or_else(|| stem_of(&path), ResultName::to_string);
                    all.not_played.push(wrong(&path, called, &diagnosis));
                    let Some(name) = name else { continue };
                    BatchItem::wrong(path, sets, name, &loader)
                }
            };
            all.push(BatchItem { is_crossed: pair.is_some(), ..item })?;
        }
        if all.items.is_empty() && all.not_played.is_empty() {
            let message = "expected a scenario: a file with `system`, or a folder with such files";
            return Err(Failure::Because(Exit::BadScenario, message.to_owned()));
        }
        Ok(all)
    }

    fn push(&mut self, item: BatchItem) -> Result<(), Failure> {
        let folder = without_case(item.name.as_str());
        if let Some(&at) = self.folders.get(&folder) {
            let other = &self.items[at];
            return Err(Failure::usage(format!(
                "{} and {} would share the folder `{}`; rename one of them, or run them separately",
                other.path.display(),
                item.path.display(),
                item.name
            )));
        }
        self.folders.insert(folder, self.items.len());
        self.items.push(item);
        Ok(())
    }

    /// A scenario together with what its folder holds already.
    fn item(
        &mut self,
        item: BatchItem,
        scenario: Scenario,
        args: &RunArgs,
        place: &Destination,
    ) -> Result<BatchItem, Failure> {
        self.uses_random_seed |= args.play.seed.or(scenario.run.seed).is_none();
        let job = RunRequest::new(scenario, args, self.random_seed)?;
        let force = force(args);
        let mut only_printed = None;
        let held = match place.dir_of(&item.name) {
            None => Ok(None),
            Some(dir) => match ResultsDir::held(&dir, &job.run, &job.of, job.end(), force) {
                // The card is what whoever edits a scenario waits for.
                Err(error)
                    if error.kind == ErrorKind::AnotherRun && args.out.is_none() && place.is_of_one() =>
                {
                    only_printed = Some(Failure::from(error));
                    Ok(None)
                }
                held => held,
            },
        };
        let plan = held.map_err(Failure::from).and_then(|held| {
            let is_whole = |held: &HeldPartialRun| held.is_complete && held.partial.missing().is_empty();
            let is_finished = held.as_ref().is_some_and(is_whole);
            let kept = job.kept(held.as_ref(), force, place.is_of_several())?;
            let plan = job.plan(kept)?;
            Ok((is_finished || kept.is_some(), expected(job.aim.as_ref(), plan.missing.n())))
        });
        Ok(match plan {
            Ok((has_results, missing)) => {
                // A pipe cannot be read twice.
                let keeps = place.is_of_one() || !item.path.is_file();
                let key = job.key();
                let scenario = keeps.then_some(job.scenario);
                BatchItem { is_playable: true, only_printed, scenario, missing, has_results, key, ..item }
            }
            Err(failure) => {
                self.not_played.push(item.not_played(&failure));
                failure.report();
                item
            }
        })
    }
}
