//! `fray run`: plays scenarios, prints their cards, writes their results.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fray_sim::card::{Card, Look};
use fray_sim::json;
use fray_sim::output::{Force, Manifest, OutputError, ResultsDir, ResultsSet, Run, Setting};
use fray_sim::precision::{Aim, Progress, simulate_to};
use fray_sim::rows::{Point, Stop, Tables};
use fray_sim::run::Broken;
use fray_sim::scenario::{self, Loaded, Scenario};
use fray_sim::signature::signature;
use fray_sim::simulate::{Order, Simulated, simulate};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{PlayArgs, RunArgs};
use crate::command::{self, Command};
use crate::exit::{Exit, Failure};
use crate::target::{Way, expected, tell_short};
use crate::validate::show_problems;

/// The fights of a scenario that says nothing of them.
const FIGHTS: u64 = 100_000;

/// A scenario with what is asked of it.
struct Job {
    scenario: Scenario,
    run: Run,
    /// Where it stops, if that is at a precision.
    aim: Option<Aim>,
}

/// A scenario that was played.
struct Done {
    point: Point,
    simulated: Simulated,
}

pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let (scenarios, mut exit) = load(&args.scenarios, &args.play)?;
    if scenarios.is_empty() {
        return Ok(exit);
    }
    let drawn = drawn_seed();
    let jobs = scenarios.into_iter().map(|scenario| job(scenario, args, drawn));
    let jobs = jobs.collect::<Result<Vec<Job>, Failure>>()?;
    let force = if args.force { Force::Replace } else { Force::Keep };
    let stop = on_interrupt()?;
    let results = Results::open(&jobs, args, force)?;

    let fights = |job: &Job| expected(job.aim.as_ref(), job.run.range.1 - job.run.range.0);
    let all = jobs.iter().map(fights).sum();
    let bar = progress(all, args.play.quiet);
    let pool = pool(args.play.threads)?;
    let mut done = Vec::new();
    let mut shows_cards = !args.play.quiet && !args.json;
    for (job, dir) in jobs.iter().zip(results.dirs()) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        bar.set_message(job.scenario.stem.clone());
        let started = Instant::now();
        let (lo, hi) = job.run.range;
        let order = Order { seed: job.run.seed, range: lo..hi, stop: &stop, played: &|n| bar.inc(n) };
        let (simulated, ended) = match pool.install(|| play(job, order, &bar)) {
            Ok(played) => played,
            Err(broken) => {
                bar.suspend(|| tell_broken(job, &broken, &args.play));
                exit = exit.max(Exit::Broken);
                continue;
            }
        };
        // Interrupted before its first fight: there is nothing to write.
        if simulated.totals.fights == 0 {
            break;
        }
        let wall_time_s = started.elapsed().as_secs_f64();
        let point = Point {
            scenario: job.scenario.stem.clone(),
            varied: Vec::new(),
            seed: job.run.seed,
            stop: ended.stop,
            signature: signature(&simulated.totals),
        };
        let tables = Tables::new(&point, &simulated.about, &simulated.totals);
        dir.write(&tables, &manifest(job, &point, &simulated, &pool, wall_time_s))?;
        if shows_cards {
            match bar.suspend(|| print_card(job, &point, &simulated, dir.path(), args.play.verbose)) {
                // The reader has seen enough; the files of the other scenarios are still wanted.
                Err(Failure::ClosedPipe) => shows_cards = false,
                shown => shown?,
            }
        }
        if let (Stop::Max, Some(progress)) = (ended.stop, &ended.progress) {
            bar.suspend(|| tell_short(&job.scenario.stem, progress));
            exit = exit.max(Exit::Undecided);
        }
        done.push(Done { point, simulated });
    }
    bar.finish_and_clear();

    let tables: Vec<Tables> = done
        .iter()
        .map(|done| Tables::new(&done.point, &done.simulated.about, &done.simulated.totals))
        .collect();
    results.write_summary(&tables)?;
    if args.json {
        print_json(&jobs, &done, &tables, &results)?;
    }
    if stop.load(Ordering::Relaxed) {
        tell_rest(&jobs, &done, &results, args);
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// Reads all scenarios. One that is wrong does not stop the others, unless it is the only one.
pub(crate) fn load(paths: &[PathBuf], play: &PlayArgs) -> Result<(Vec<Scenario>, Exit), Failure> {
    let mut scenarios = Vec::new();
    let mut exit = Exit::Ok;
    for path in paths {
        let unreadable = |error| {
            Failure::Because(Exit::BadScenario, format!("{} cannot be read: {error}", path.display()))
        };
        let files = scenario::files_of(path).map_err(unreadable)?;
        let is_folder = path.is_dir();
        for file in files {
            // A folder may hold includes beside its scenarios; named by itself an include is none.
            let loaded = if is_folder {
                scenario::load(&file, &play.options())
            } else {
                scenario::load_scenario(&file, &play.options()).map(|it| Loaded::Scenario(Box::new(it)))
            };
            match loaded {
                Ok(Loaded::Scenario(scenario)) => scenarios.push(*scenario),
                Ok(Loaded::Include) => {}
                Err(diagnosis) => {
                    show_problems(&diagnosis, &file);
                    exit = Exit::BadScenario;
                }
            }
        }
    }
    if scenarios.is_empty() && exit == Exit::Ok {
        let message = "expected a scenario: a file with `system`, or a folder with such files";
        return Err(Failure::Because(Exit::BadScenario, message.to_owned()));
    }
    Ok((scenarios, exit))
}

/// A seed for runs that name none: different every time, and echoed.
pub(crate) fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(())
}

fn job(scenario: Scenario, args: &RunArgs, drawn: u64) -> Result<Job, Failure> {
    let aim = args.target.aim(&scenario)?;
    let range = match (&aim, args.range, args.fights) {
        (Some(aim), ..) => (0, aim.max_fights),
        (None, Some(range), _) => (range.lo, range.hi),
        (None, None, Some(fights)) => (0, fights.0),
        (None, None, None) => (0, scenario.run.fights.unwrap_or(FIGHTS)),
    };
    let run = Run {
        system: scenario.info.name().to_owned(),
        rules_version: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: scenario.path.display().to_string(),
        scenario_hash: format!("{:016x}", scenario.hash),
        seed: args.play.seed.or(scenario.run.seed).unwrap_or(drawn),
        range,
        values: settings(&scenario),
    };
    Ok(Job { scenario, run, aim })
}

/// Plays the fights of a job: those of its range, or of these as many as its aim needs.
fn play(job: &Job, order: Order<'_>, bar: &ProgressBar) -> Result<(Simulated, Played), Broken> {
    let system = &job.scenario.system;
    if let Some(aim) = &job.aim {
        let way = Way::new(bar, &job.scenario.stem, aim);
        let (simulated, stop, progress) = simulate_to(system, order, aim, &|progress| way.watch(progress))?;
        return Ok((simulated, Played { stop, progress: Some(progress) }));
    }
    let end = order.range.end;
    let simulated = simulate(system, order)?;
    let stop = if simulated.end < end { Stop::Interrupted } else { Stop::Fixed };
    Ok((simulated, Played { stop, progress: None }))
}

/// Why a run ended.
struct Played {
    stop: Stop,
    /// How far it was from its targets, if it has some.
    progress: Option<Progress>,
}

/// Every value of a scenario and where it came from. Fights and seed stand in the run itself,
/// whoever set them.
pub(crate) fn settings(scenario: &Scenario) -> Vec<Setting> {
    let values = scenario.merged.iter().map(|merged| Setting {
        path: merged.path.clone(),
        value: merged.value.to_string(),
        origin: merged.from.clone(),
    });
    values.filter(|value| value.path != "run.fights" && value.path != "run.seed").collect()
}

/// What `--verbose` adds.
pub(crate) fn write_settings(mut out: impl Write, settings: &[Setting]) -> std::io::Result<()> {
    writeln!(out, "\nVALUES")?;
    for Setting { path, value, origin } in settings {
        writeln!(out, "  {path} = {value}  ({origin})")?;
    }
    Ok(())
}

/// Where results go: one folder, or one for each scenario and a summary of all.
enum Results {
    One(ResultsDir),
    Several(ResultsSet),
}

impl Results {
    fn open(jobs: &[Job], args: &RunArgs, force: Force) -> Result<Self, Failure> {
        let is_folder = matches!(args.scenarios.as_slice(), [path] if path.is_dir());
        if let ([job], false) = (jobs, is_folder || args.scenarios.len() > 1) {
            let dir =
                args.out.clone().unwrap_or_else(|| default_dir(&job.scenario.stem, &args.play.set.sets));
            return Ok(Self::One(ResultsDir::open(&dir, job.run.clone(), force)?));
        }
        let folder = args.scenarios.first().filter(|_| is_folder).and_then(|path| path.file_name());
        let default =
            || folder.map_or_else(|| PathBuf::from("results"), |name| Path::new("results").join(name));
        let runs = jobs.iter().map(|job| (job.scenario.stem.clone(), job.run.clone())).collect();
        Ok(Self::Several(ResultsSet::open(&args.out.clone().unwrap_or_else(default), runs, force)?))
    }

    fn dirs(&self) -> &[ResultsDir] {
        match self {
            Self::One(dir) => std::slice::from_ref(dir),
            Self::Several(set) => &set.runs,
        }
    }

    fn write_summary(&self, tables: &[Tables]) -> Result<(), OutputError> {
        match self {
            Self::One(_) => Ok(()),
            Self::Several(set) => set.write_summary(tables),
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

fn manifest(
    job: &Job,
    point: &Point,
    simulated: &Simulated,
    pool: &rayon::ThreadPool,
    wall_time_s: f64,
) -> Manifest {
    Manifest {
        schema: json::SCHEMA,
        fray: env!("CARGO_PKG_VERSION").to_owned(),
        run: job.run.clone(),
        fights: simulated.totals.fights,
        stop: point.stop,
        signature: point.signature.clone(),
        threads: pool.current_num_threads(),
        wall_time_s,
        command: command::this(),
    }
}

/// Set by the first Ctrl-C; the second ends the program where it is.
pub(crate) fn on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let handler = move || {
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Because(Exit::Output, format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

pub(crate) fn pool(threads: u16) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build()
        .map_err(|error| Failure::Because(Exit::Retry, format!("cannot start threads: {error}")))
}

/// A bar on stderr, where that is a terminal.
pub(crate) fn progress(fights: u64, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{msg} {wide_bar} {human_pos}/{human_len} fights, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(fights).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn print_card(
    job: &Job,
    point: &Point,
    simulated: &Simulated,
    dir: &Path,
    verbose: bool,
) -> Result<(), Failure> {
    let card = Card {
        title: &job.scenario.title,
        point,
        about: &simulated.about,
        totals: &simulated.totals,
        highlights: &["survived", "dropped"],
        dice_per_fight: simulated.dice_per_fight,
        look: Look { color: true, ascii: false },
    };
    // anstream takes the colours out again where they cannot be shown or are not wanted.
    let mut out = anstream::stdout().lock();
    out.write_all(card.render().as_bytes())?;
    writeln!(out, "\nwritten to {}", dir.display())?;
    if verbose {
        write_settings(out, &job.run.values)?;
    }
    Ok(())
}

fn print_json(jobs: &[Job], done: &[Done], tables: &[Tables], results: &Results) -> Result<(), Failure> {
    let of =
        |point: &Point| jobs.iter().zip(results.dirs()).find(|(job, _)| job.scenario.stem == point.scenario);
    let played = done.iter().zip(tables).filter_map(|(done, tables)| {
        let (job, dir) = of(&done.point)?;
        Some(json::Played {
            system: &job.run.system,
            range: job.run.range,
            fights: done.simulated.totals.fights,
            dir: Some(dir.path()),
            tables,
        })
    });
    json::write_run(std::io::stdout().lock(), &played.collect::<Vec<_>>())?;
    Ok(())
}

fn tell_broken(job: &Job, broken: &Broken, play: &PlayArgs) {
    let scenario = &job.scenario.path;
    let trace =
        Command::new("trace", scenario, job.run.seed, play).with("--fight", &broken.fight.to_string());
    eprintln!(
        "error: {}: fight {} broke an invariant: {}\n  trace it: {trace}",
        scenario.display(),
        broken.fight,
        broken.message
    );
}

/// After an interruption: what is kept, and the commands that play the rest, each into a folder
/// beside the one that holds the fights until then.
fn tell_rest(jobs: &[Job], done: &[Done], results: &Results, args: &RunArgs) {
    for (job, dir) in jobs.iter().zip(results.dirs()) {
        let (lo, hi) = job.run.range;
        let played = done.iter().find(|done| done.point.scenario == job.scenario.stem);
        let end = played.map_or(lo, |done| done.simulated.end);
        if end == hi || played.is_some_and(|done| done.point.stop == Stop::Target) {
            continue;
        }
        let mut folder = dir.path().as_os_str().to_owned();
        if end > lo {
            folder.push(format!("-from-{end}"));
        }
        let play = &args.play;
        // `--force` is left out: what is kept must not be replaced by what goes on from it.
        let rest = Command::new("run", &job.scenario.path, job.run.seed, play);
        let mut rest = match job.aim {
            // Where it stops is not known, so that all is played again, into the same folder.
            Some(_) => args.target.add_to(rest).with("--out", &dir.path().to_string_lossy()),
            None => {
                let rest = rest.with("--range", &format!("{end}..{hi}"));
                rest.with("--out", &folder.to_string_lossy())
            }
        };
        if play.threads > 0 {
            rest = rest.with("--threads", &play.threads.to_string());
        }
        let rest = rest
            .with_if(args.json, "--json")
            .with_if(play.quiet, "--quiet")
            .with_if(play.verbose, "--verbose");
        let kept =
            if end > lo { format!("fights {lo}..{end} are kept") } else { "no fight was played".into() };
        let what = if job.aim.is_some() { "again and on to its target" } else { "the rest" };
        eprintln!("interrupted: {}: {kept}; {what}:\n  {rest}", job.scenario.stem);
    }
}
