//! `fray shard`: plays one task of a plan, wherever an engine runs it.
//!
//! Its codes say what the engine should do: 0 the file is there, 2 never again, 3 a fight broke an invariant,
//! 75 try again, 130 it was ended by a signal and may be played again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fray_sim::output::{OutputError, folder_of, is_transient, remove_temporaries, write_whole};
use fray_sim::plan::points::NoPoint;
use fray_sim::plan::task::{NoTask, Tasks};
use fray_sim::plan::{NoPlan, Plan};
use serde_json::json;

use crate::args::ShardArgs;
use crate::exit::{Exit, Failure, report};
use crate::service::pool;
use crate::shell_command::quoted;

/// The environment variables by which engines say which task is meant, in the order in which they are asked.
const TASK_VARIABLES: [&str; 4] =
    ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "JOB_COMPLETION_INDEX", "PBS_ARRAY_INDEX"];

pub(crate) fn run(args: &ShardArgs) -> Result<Exit, Failure> {
    let plan = Plan::read(&args.plan).map_err(no_plan)?;
    if let Some(difference) = plan.other_rules() {
        return Err(Failure::usage(difference));
    }
    let folder = folder_of(&Plan::file(&args.plan)).to_owned();
    let tasks = Tasks::new(&plan, &folder);
    for task in numbers(args, plan.tasks.len())? {
        one(args, &tasks, task)?;
    }
    Ok(Exit::Ok)
}

/// The failure of a plan that cannot be used.
pub(super) fn no_plan(no: NoPlan) -> Failure {
    let exit = match &no {
        NoPlan::Unreadable(_, error) if is_transient(error) => Exit::Retry,
        no if no.is_too_large() => Exit::BadScenario,
        _ => Exit::Usage,
    };
    Failure::Because(exit, no.to_string())
}

/// The numbers of the tasks that are asked for.
fn numbers(args: &ShardArgs, n: usize) -> Result<core::ops::Range<usize>, Failure> {
    let number = match args.task {
        Some(task) => task,
        None => {
            let set = TASK_VARIABLES.iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
            let Some((name, text)) = set else {
                let names = TASK_VARIABLES.join(", ");
                return Err(Failure::usage(format!("which task? expected --task N, or one of {names}")));
            };
            let number = text.trim().parse();
            number
                .map_err(|_| Failure::usage(format!("{name} is `{text}`; expected the number of a task")))?
        }
    };
    let first = number.checked_add(args.task_offset).and_then(|n| n.checked_mul(args.tasks_per_job));
    let first = first.and_then(|first| usize::try_from(first).ok()).filter(|&first| first < n);
    let Some(first) = first else {
        let last = n.saturating_sub(1);
        return Err(Failure::usage(match n {
            0 => "the plan has no tasks".to_owned(),
            _ => format!("there is no task for number {number}: the plan has the tasks 0 to {last}"),
        }));
    };
    let jobs = usize::try_from(args.tasks_per_job).unwrap_or(usize::MAX);
    Ok(first..first.saturating_add(jobs).min(n))
}

/// Plays a task, unless its file is there.
fn one(args: &ShardArgs, tasks: &Tasks<'_>, task: usize) -> Result<(), Failure> {
    let say = |text: String| {
        if !args.quiet {
            report(text);
        }
    };
    if let Some(done) = args.out.as_ref().and_then(|out| tasks.done(task, out)) {
        say(format!("task {task}: already complete: {}", done.display()));
        return Ok(());
    }
    let target = args.out.as_ref().map(|out| out.join(tasks.file(task)));
    if let Some(target) = &target {
        // Before the fights, so that nobody waits for what cannot be written.
        let folder = folder_of(target);
        let made = std::fs::create_dir_all(folder).and_then(|()| remove_temporaries(folder));
        made.map_err(|error| retry(folder, &error))?;
    }
    let started = Instant::now();
    let pool = pool(args.threads)?;
    let bytes = pool.install(|| tasks.play(task)).map_err(|no| no_task(tasks, task, no))?;
    let Some(target) = target else {
        let mut out = std::io::stdout().lock();
        let written = out.write_all(&bytes).and_then(|()| out.flush());
        return written.map_err(|error| retry(Path::new("stdout"), &error));
    };
    write_whole(&target, &bytes).map_err(|error| of_output(&error))?;
    let fights: u64 = tasks.plan.tasks[task].iter().map(|piece| piece.hi - piece.lo).sum();
    let elapsed = started.elapsed().as_secs_f64();
    let about = json!({
        "task": task,
        "fights": fights,
        "host": host(),
        "wall_time_s": elapsed,
        "threads": pool.current_num_threads(),
        "fray": env!("CARGO_PKG_VERSION"),
    });
    // What is lost with this file is only who played when.
    let _ = std::fs::write(meta(&target), format!("{about}\n"));
    say(format!("task {task}: {fights} fights in {elapsed:.1} s: {}", target.display()));
    Ok(())
}

/// The file beside a shard that says who played it when: that has no place in the shard, whose bytes are the
/// same whoever plays it.
fn meta(shard: &Path) -> PathBuf {
    shard.with_extension("meta.json")
}

/// The name of this machine, if it says one.
fn host() -> Option<String> {
    let named = ["HOSTNAME", "COMPUTERNAME"].iter().find_map(|name| std::env::var(name).ok());
    named.or_else(|| Some(std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?.trim().to_owned()))
}

fn retry(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Because(Exit::Retry, format!("{}: {error}", path.display()))
}

/// Whatever keeps a file from being written may be gone on the next try, or on another machine.
fn of_output(error: &OutputError) -> Failure {
    Failure::Because(Exit::Retry, error.to_string())
}

fn no_task(tasks: &Tasks<'_>, task: usize, no: NoTask) -> Failure {
    match no {
        NoTask::Point(NoPoint::Unreadable(path, error)) => {
            let exit = if is_transient(&error) { Exit::Retry } else { Exit::Usage };
            Failure::Because(exit, format!("task {task}: {}: {error}", path.display()))
        }
        NoTask::Point(NoPoint::Other(why)) => Failure::usage(format!("task {task}: {why}")),
        NoTask::Broken(at, broken) => {
            let point = &tasks.plan.points[at];
            let read: Vec<String> = tasks.points.arguments(point).iter().map(|it| quoted(it)).collect();
            let read = read.join(" ");
            let random: String = point
                .beside
                .random
                .iter()
                .map(|side| format!(" --tactics {}", quoted(&format!("{side}=random"))))
                .collect();
            let message = format!(
                "task {task}: point {}: fight {} broke an invariant: {}\n  trace it: fray trace {read} --seed {}{random} --fight {}",
                point.name, broken.fight, broken.message, point.seed, broken.fight
            );
            Failure::Because(Exit::Broken, message)
        }
    }
}
