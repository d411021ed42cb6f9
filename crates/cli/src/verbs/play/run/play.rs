//! Plays the fights of one scenario that its folder lacks, and saves them at intervals.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use fray_sim::card::{Card, Look};
use fray_sim::output::{Manifest, OutputError, ResultsDir, date_of_results, date_of_tables};
use fray_sim::parts::PartialRun;
use fray_sim::plan::rules_digest;
use fray_sim::play::run::{Broken, Control, Played, run_on};
use fray_sim::precision::{Progress, Pursued};
use fray_sim::tables::json;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::signature::signature;
use indicatif::ProgressBar;

use crate::args::RunArgs;
use crate::exit::{Failure, report};
use crate::printer::{has_colors, look};
use crate::shell_command;
use crate::verbs::play::run::batch::force;
use crate::verbs::play::run::request::{Plan, RunRequest};
use crate::verbs::play::run::target::{TargetProgress, report_shortfall};

/// The state that all scenarios of a run share.
pub(crate) struct Session<'a> {
    pub(crate) args: &'a RunArgs,
    pub(crate) pool: rayon::ThreadPool,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) bar: ProgressBar,
    /// Whether the scenarios are a batch, which goes on where it was killed.
    pub(crate) is_batch: bool,
    /// Whether the bar stands below a summary of the fights played until now.
    pub(crate) refines: bool,
}

/// The results of a scenario as its folder holds them.
pub(crate) struct RunResults {
    pub(crate) point: Point,
    pub(crate) partial: PartialRun,
}

/// The end of a scenario's run.
pub(crate) enum Ended {
    /// All fights asked for were played.
    All(RunResults),
    /// They were there already.
    Kept(RunResults),
    /// The limit came before the asked-for precision.
    Short(Box<Progress>),
    /// Interrupted; what was played until then is saved.
    Interrupted(RunResults),
    /// Interrupted before there was anything to save.
    Nothing,
    /// A fight broke an invariant.
    Broken(Broken),
}

/// Plays what the folder lacks of the fights asked for. Results are given to `show`, with a note,
/// before they are written: whoever sees them has them, even if there is no room for them. Without a
/// folder they are written nowhere.
///
/// # Errors
///
/// If the results cannot be written, or would not fit with those of the folder.
pub(crate) fn play(
    session: &Session<'_>,
    job: &RunRequest,
    dir: Option<&ResultsDir>,
    show: &mut dyn FnMut(&RunResults, &'static str),
) -> Result<Ended, Failure> {
    let Session { args, pool, stop, bar, refines, is_batch } = session;
    let held = dir.and_then(|dir| dir.held.as_ref());
    let kept = job.kept(held, force(args), *is_batch)?;
    let Plan { start, missing, is_done } = job.plan(kept)?;
    let writer = Writer {
        job,
        dir,
        pool,
        asked: start.asked,
        resumed: start.played.ranges.clone(),
        before_s: kept.map_or(0.0, |held| held.wall_time_s),
        started: Instant::now(),
        scenario: OnceLock::new(),
    };
    if is_done {
        let done = writer.done(start, None);
        show(&done, "  kept");
        return Ok(Ended::Kept(done));
    }
    // Without --extend the fights in the folder are played again; a save that has fewer must not
    // replace them.
    let n_before = held.filter(|_| kept.is_none()).map_or(0, |held| held.partial.played.ranges.n());
    if !args.play.quiet {
        bar.suspend(|| report_start(job, &start.played.ranges, &missing, n_before));
    }

    let n_start = start.played.ranges.n();
    let n_played = AtomicU64::new(0);
    let saved = Mutex::new(Instant::now());
    let watch = Control {
        stop,
        played: &|n| {
            n_played.fetch_add(n, Ordering::Relaxed);
            bar.inc(n);
        },
        pause: &|played| {
            if *refines {
                bar.set_message(writer.summary(played));
            }
            let Ok(mut saved) = saved.lock() else { return };
            let n = played.ranges.n();
            let is_last = job.aim.is_none() && n == n_start + missing.n();
            if is_last || n <= n_before || saved.elapsed() < args.checkpoint {
                return;
            }
            let partial = PartialRun { of: job.of.clone(), asked: writer.asked, played: played.clone() };
            if let Err(error) = writer.write(&writer.done(partial, None)) {
                // What cannot be written now may still be written at the end of the run.
                bar.suspend(|| report(format_args!("warning: the results could not be saved: {error}")));
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
            let way = TargetProgress::new(bar, &job.scenario.stem, aim);
            let play = |so_far, missing: &Ranges| run_on(engine, seed, so_far, missing, watch);
            let pursue = || aim.pursue(&job.about, start.played, play, |progress| way.watch(progress));
            pool.install(pursue).map(|Pursued { played, stop, progress }| {
                aimed = Some((stop, progress));
                played
            })
        }
    };
    // After an interruption the fights that were not played leave the bar, too.
    if job.aim.is_none() {
        bar.inc(missing.n().saturating_sub(n_played.load(Ordering::Relaxed)));
    }
    let played = match played {
        Ok(played) => played,
        Err(broken) => return Ok(Ended::Broken(broken)),
    };
    let n = played.ranges.n();
    let mut partial = PartialRun { of: job.of.clone(), asked: writer.asked, played };
    if let Some((Stop::Target | Stop::Max, _)) = aimed {
        // A run with a target asks for as many fights as it needed.
        partial.asked = partial.played.ranges.hull().unwrap_or(partial.asked);
    }
    let done = writer.done(partial, aimed.as_ref().map(|(stop, _)| *stop));
    if n == 0 && done.point.stop == Stop::Interrupted {
        return Ok(Ended::Nothing);
    }
    show(&done, "");
    if let Some((Stop::Max, progress)) = aimed {
        writer.write(&done)?;
        if args.target.is_asked() {
            return Ok(Ended::Short(Box::new(progress)));
        }
        bar.suspend(|| report_shortfall(&job.scenario.stem, &progress));
        return Ok(Ended::All(done));
    }
    if done.point.stop != Stop::Interrupted {
        writer.write(&done)?;
        return Ok(Ended::All(done));
    }
    if n > n_start && n > n_before {
        writer.write(&done)?;
    }
    Ok(Ended::Interrupted(done))
}

/// Writes the results of a scenario with what its manifest says of the run.
struct Writer<'a> {
    job: &'a RunRequest,
    dir: Option<&'a ResultsDir>,
    pool: &'a rayon::ThreadPool,
    asked: (u64, u64),
    resumed: Ranges,
    /// The wall time of the resumed fights in seconds.
    before_s: f64,
    started: Instant,
    /// The scenario written out, once it was asked for; none if that cannot be done.
    scenario: OnceLock<Option<String>>,
}

impl Writer<'_> {
    /// The results to write. `stop` is why a run with a target ended.
    fn done(&self, partial: PartialRun, stop: Option<Stop>) -> RunResults {
        let job = self.job;
        let by_range = if partial.missing().is_empty() { Stop::Fixed } else { Stop::Interrupted };
        RunResults {
            point: Point {
                scenario: job.scenario.stem.clone(),
                system: job.run.system.clone(),
                varied: job.run.varied(),
                seed: job.run.seed,
                stop: stop.unwrap_or(by_range),
                signature: signature(&partial.played.totals),
                scenario_hash: job.run.scenario_hash.clone(),
                date: date_of_tables(),
            },
            partial,
        }
    }

    /// A few lines on the fights played until now, for a terminal.
    fn summary(&self, played: &Played) -> String {
        let done = self
            .done(PartialRun { of: self.job.of.clone(), asked: self.asked, played: played.clone() }, None);
        let goals: Vec<_> = self.job.scenario.goals.iter().map(|goal| &goal.value).collect();
        let card = Card {
            title: &self.job.scenario.title,
            point: &done.point,
            about: &self.job.about,
            totals: &played.totals,
            dice_per_fight: None,
            goals: &goals,
            each: false,
            look: Look { color: has_colors(&std::io::stderr()), ..look() },
        };
        card.summary().join("\n")
    }

    fn write(&self, done: &RunResults) -> Result<(), OutputError> {
        let Some(dir) = self.dir else { return Ok(()) };
        let RunResults { point, partial } = done;
        let tables = Tables::new(point, &self.job.about, &partial.played.totals);
        let mut run = self.job.run.clone();
        run.range = partial.asked;
        let manifest = Manifest {
            schema: json::SCHEMA,
            fray: env!("CARGO_PKG_VERSION").to_owned(),
            rules: Some(rules_digest(&run.system).to_owned()),
            date: Some(date_of_results()),
            run,
            fights: partial.played.totals.fights,
            played: partial.played.ranges.clone(),
            stop: point.stop,
            signature: point.signature.clone(),
            threads: self.pool.current_num_threads(),
            wall_time_s: self.before_s + self.started.elapsed().as_secs_f64(),
            command: shell_command::current(),
            resumed: self.resumed.clone(),
        };
        dir.write(partial, &tables, self.scenario(), &manifest)
    }

    /// The scenario as one text, to be kept with its results. They are right without it.
    fn scenario(&self) -> Option<&str> {
        let write = || {
            let text = self.job.scenario.text(Some(self.job.run.seed));
            text.map_err(|error| report(format_args!("warning: no copy of the scenario is kept: {error}")))
                .ok()
        };
        self.scenario.get_or_init(write).as_deref()
    }
}

/// Says with which fights a run begins, if the folder holds any.
fn report_start(job: &RunRequest, resumed: &Ranges, missing: &Ranges, n_before: u64) {
    let stem = &job.scenario.stem;
    if !resumed.is_empty() {
        report(format_args!("{stem}: resuming: the folder holds the fights {resumed}; playing {missing}"));
    } else if n_before > 0 && n_before < missing.n() {
        report(format_args!(
            "{stem}: the folder holds {n_before} of these fights; with `--extend` only the others would be played"
        ));
    }
}
