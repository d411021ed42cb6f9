//! Plays one scenario: from what its folder holds to all that was asked for, saving now and then.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Instant;

use fray_sim::output::{Manifest, OutputError, ResultsDir};
use fray_sim::play::run::{Broken, Watch, run_on};
use fray_sim::precision::{Progress, Pursued};
use fray_sim::tables::json;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::part::PartialRun;
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::signature::signature;
use indicatif::ProgressBar;

use crate::args::RunArgs;
use crate::command;
use crate::exit::{Failure, tell};
use crate::job::{Job, Plan};
use crate::target::Way;

/// What all scenarios of a call share.
pub(crate) struct Session<'a> {
    pub(crate) args: &'a RunArgs,
    pub(crate) pool: rayon::ThreadPool,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) bar: ProgressBar,
}

/// What a scenario's run came to, as its folder holds it.
pub(crate) struct Done {
    pub(crate) point: Point,
    pub(crate) partial: PartialRun,
}

/// How it ended.
pub(crate) enum Ended {
    /// All fights asked for were played.
    All(Done),
    /// They were there already.
    Kept(Done),
    /// The limit came before the asked-for precision.
    Short(Done, Box<Progress>),
    /// Interrupted; what was played until then is saved.
    Interrupted(Done),
    /// Interrupted before there was anything to save.
    Nothing,
    /// A fight broke an invariant.
    Broken(Broken),
}

/// Plays what the folder lacks of the fights asked for.
///
/// # Errors
///
/// If the results cannot be written, or would not fit with those of the folder.
pub(crate) fn play(session: &Session<'_>, job: &Job, dir: &ResultsDir) -> Result<Ended, Failure> {
    let Session { args, pool, stop, bar } = session;
    let held = dir.held.as_ref();
    let kept = held.filter(|_| args.extend);
    let Plan { start, missing, is_done } = job.plan(kept.map(|held| &held.partial))?;
    let part = Part {
        job,
        dir,
        pool,
        asked: start.asked,
        resumed: start.played.ranges.clone(),
        before_s: kept.map_or(0.0, |held| held.wall_time_s),
        started: Instant::now(),
    };
    if is_done {
        return Ok(Ended::Kept(part.done(start, None)));
    }
    // Fights of before that are made again are not replaced by fewer of them.
    let n_before = held.filter(|_| !args.extend).map_or(0, |held| held.partial.played.ranges.n());
    if !args.play.quiet {
        bar.suspend(|| tell_start(job, &start.played.ranges, &missing, n_before));
    }

    let n_start = start.played.ranges.n();
    let n_played = AtomicU64::new(0);
    let saved = Mutex::new(Instant::now());
    let watch = Watch {
        stop,
        played: &|n| {
            n_played.fetch_add(n, Ordering::Relaxed);
            bar.inc(n);
        },
        pause: &|played| {
            let Ok(mut saved) = saved.lock() else { return };
            let n = played.ranges.n();
            let is_last = job.aim.is_none() && n == n_start + missing.n();
            if is_last || n <= n_before || saved.elapsed() < args.checkpoint {
                return;
            }
            let partial = PartialRun { of: job.of.clone(), asked: part.asked, played: played.clone() };
            if let Err(error) = part.write(&part.done(partial, None)) {
                // The run goes on: what cannot be written now may be written at its end.
                bar.suspend(|| tell(format_args!("warning: not saved: {error}")));
            }
            *saved = Instant::now();
        },
    };
    let mut aimed = None;
    let engine = job.scenario.engine();
    let seed = job.run.seed;
    let played = match &job.aim {
        None => pool.install(|| run_on(engine, seed, start.played, &missing, watch)),
        Some(aim) => {
            let way = Way::new(bar, &job.scenario.stem, aim);
            let play = |so_far, missing: &Ranges| run_on(engine, seed, so_far, missing, watch);
            let pursue = || aim.pursue(&job.about, start.played, play, |progress| way.watch(progress));
            pool.install(pursue).map(|Pursued { played, stop, progress }| {
                aimed = Some((stop, progress));
                played
            })
        }
    };
    // The bar counts what is not played too: it is not going to be.
    if job.aim.is_none() {
        bar.inc(missing.n().saturating_sub(n_played.load(Ordering::Relaxed)));
    }
    let played = match played {
        Ok(played) => played,
        Err(broken) => return Ok(Ended::Broken(broken)),
    };
    let n = played.ranges.n();
    let mut partial = PartialRun { of: job.of.clone(), asked: part.asked, played };
    if let Some((Stop::Target | Stop::Max, _)) = aimed {
        // All that was asked for is what it took.
        partial.asked = partial.played.ranges.hull().unwrap_or(partial.asked);
    }
    let done = part.done(partial, aimed.as_ref().map(|(stop, _)| *stop));
    if let Some((Stop::Max, progress)) = aimed {
        part.write(&done)?;
        return Ok(Ended::Short(done, Box::new(progress)));
    }
    if done.point.stop != Stop::Interrupted {
        part.write(&done)?;
        return Ok(Ended::All(done));
    }
    if n == 0 {
        return Ok(Ended::Nothing);
    }
    if n > n_start && n > n_before {
        part.write(&done)?;
    }
    Ok(Ended::Interrupted(done))
}

/// A run that goes on from some fights, perhaps none.
struct Part<'a> {
    job: &'a Job,
    dir: &'a ResultsDir,
    pool: &'a rayon::ThreadPool,
    asked: (u64, u64),
    resumed: Ranges,
    /// The seconds that these took.
    before_s: f64,
    started: Instant,
}

impl Part<'_> {
    /// What the folder is to hold. `stop` is why a run with a target ended.
    fn done(&self, partial: PartialRun, stop: Option<Stop>) -> Done {
        let job = self.job;
        let by_range = if partial.missing().is_empty() { Stop::Fixed } else { Stop::Interrupted };
        Done {
            point: Point {
                scenario: job.scenario.stem.clone(),
                varied: Vec::new(),
                seed: job.run.seed,
                stop: stop.unwrap_or(by_range),
                signature: signature(&partial.played.totals),
            },
            partial,
        }
    }

    fn write(&self, done: &Done) -> Result<(), OutputError> {
        let Done { point, partial } = done;
        let tables = Tables::new(point, &self.job.about, &partial.played.totals);
        let mut run = self.job.run.clone();
        run.range = partial.asked;
        let manifest = Manifest {
            schema: json::SCHEMA,
            fray: env!("CARGO_PKG_VERSION").to_owned(),
            run,
            fights: partial.played.totals.fights,
            played: partial.played.ranges.clone(),
            stop: point.stop,
            signature: point.signature.clone(),
            threads: self.pool.current_num_threads(),
            wall_time_s: self.before_s + self.started.elapsed().as_secs_f64(),
            command: command::this(),
            resumed: self.resumed.clone(),
        };
        self.dir.write(partial, &tables, &manifest)
    }
}

/// What a run begins with, where that is not nothing.
fn tell_start(job: &Job, resumed: &Ranges, missing: &Ranges, n_before: u64) {
    let stem = &job.scenario.stem;
    if !resumed.is_empty() {
        tell(format_args!("{stem}: goes on from the fights {resumed}; plays {missing}"));
    } else if n_before > 0 && n_before < missing.n() {
        tell(format_args!(
            "{stem}: the folder holds {n_before} of these fights; `--extend` plays only the others"
        ));
    }
}
