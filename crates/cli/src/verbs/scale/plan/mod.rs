//! `fray plan`: freezes the points of a batch and cuts their fights into tasks.
//!
//! [`points`] reads what is asked for, [`extend`] asks for more fights of a plan, and [`estimate`] says what a
//! batch takes.

mod estimate;
mod extend;
mod points;

use std::path::{Path, PathBuf};

use fray_sim::output::{OpenDir, OutputError, folder_of, settle, write_whole};
use fray_sim::plan::array::array;
use fray_sim::plan::cut::{Uncut, size_for, size_of};
use fray_sim::plan::points::{Frozen, load_point};
use fray_sim::plan::speed::Speed;
use fray_sim::plan::{PLAN, Piece, Plan, PlanPoint};
use fray_sim::tables::format::counted;
use serde_json::json;

use estimate::Estimate;
pub(crate) use estimate::{Allowance, EstimateRow, Fights, estimate_of_run};
pub(crate) use points::{is_measured, measured_for};

use crate::args::PlanArgs;
use crate::exit::{Exit, Failure, print, report};
use crate::shell_command::quoted;
use crate::varied::print_object;
use points::Points;

/// The folder that shards are written to in printed commands, if no flag names one.
const RESULTS: &str = "results";

pub(crate) fn run(args: &PlanArgs) -> Result<Exit, Failure> {
    if let Some(plan) = &args.extend {
        return extend::run(args, plan);
    }
    if args.id {
        let plan = uncut(args, Points::read(args, false, &mut |_| Ok(()))?);
        print(&format!("{}\n", plan.plan_id))?;
        return Ok(Exit::Ok);
    }
    if let Some(out) = args.out.as_deref().filter(|out| !args.force && out.join(PLAN).exists()) {
        // Whether it is the same plan is known without measuring.
        let points = Points::read(args, false, &mut |_| Ok(()))?;
        let _open = OpenDir::open(out, &[PLAN])?;
        let held = held(out, &uncut(args, points))?;
        let points = Points::read(args, false, &mut |frozen| mend(out, frozen))?;
        let held = mend_crosses(out, held, points)?;
        if !args.play.quiet && !args.commands && !args.array && !args.json {
            report(format_args!("{}: this plan exists already and is left as it is", out.display()));
        }
        return shown(args, &held, out, 0, &[]);
    }
    // Opened before the speed is measured, so that a folder that cannot be written to is known at once.
    let open = args.out.as_deref().filter(|_| !args.dry_run).map(|out| OpenDir::open(out, &[PLAN]));
    let open = open.transpose()?;
    let is_measured = args.shard_fights.is_none() || args.dry_run;
    let Some(open) = open else {
        if !args.dry_run {
            return Err(Failure::usage("expected --out DIR"));
        }
        let points = Points::read(args, is_measured, &mut |_| Ok(()))?;
        let speeds = points.speeds.clone();
        return estimate::show(args, &Estimate::of_plan(&cut(args, points)?, &speeds));
    };
    let out = open.path();
    let replaced = Plan::read(out).ok();
    let mut new = Vec::new();
    let planned = Points::read(args, is_measured, &mut |frozen| put_frozen(out, frozen, &mut new));
    let planned = planned.and_then(|mut points| {
        let (speeds, texts) = (points.speeds.clone(), texts(&mut points));
        let plan = cut(args, points)?;
        for (cross, bytes) in plan.crosses.iter().zip(&texts) {
            put_new(&cross.file(out), bytes, &mut new)?;
        }
        write(out, &plan)?;
        Ok((plan, speeds))
    });
    let (plan, speeds) = planned.inspect_err(|_| remove(&new))?;
    if let Some(replaced) = replaced {
        remove_points(out, &replaced, &plan);
    }
    shown(args, &plan, out, 0, &speeds)
}

/// The plan of these points with its tasks.
fn cut(args: &PlanArgs, points: Points) -> Result<Plan, Failure> {
    let sizes = sizes(args, &points.speeds, points.all.iter().map(|point| point.fights));
    let mut plan = uncut(args, points);
    let pieces: Vec<Uncut> = (0..plan.points.len())
        .map(|point| Uncut {
            piece: Piece { point, lo: 0, hi: plan.points[point].fights },
            size: sizes[point],
        })
        .collect();
    plan.add_tasks(&pieces).map_err(Failure::usage)?;
    Ok(plan)
}

/// The number of fights of a task of each point; points that were not measured are taken to be as fast as the others.
fn sizes(args: &PlanArgs, speeds: &[Option<Speed>], fights: impl Iterator<Item = u64>) -> Vec<u64> {
    if let Some(of_task) = args.shard_fights {
        return fights.map(|_| size_of(of_task.0)).collect();
    }
    let like =
        Speed::of_like(fights.zip(speeds).filter_map(|(n, speed)| Some((n, (*speed)?)))).unwrap_or_default();
    let size =
        |speed: &Option<Speed>| size_for(args.shard_seconds.into(), speed.unwrap_or(like).fights_per_s);
    speeds.iter().map(size).collect()
}

/// A plan of these points without tasks.
fn uncut(args: &PlanArgs, points: Points) -> Plan {
    let crosses = points.crosses.into_iter().map(|draft| draft.cross).collect();
    Plan::new(points.kind, points.all, args.target.planned()).with_crosses(crosses)
}

/// Takes the bytes of the files that the crosses of a batch are kept as.
fn texts(points: &mut Points) -> Vec<Vec<u8>> {
    points.crosses.iter_mut().map(|draft| core::mem::take(&mut draft.bytes)).collect()
}

/// The plan in this folder, which is the same and stays as it is.
///
/// # Errors
/// If there is another plan, or something else.
fn held(out: &Path, plan: &Plan) -> Result<Plan, Failure> {
    match Plan::read(out) {
        Ok(held) if held.plan_id == plan.plan_id && held.target == plan.target => Ok(held),
        Ok(held) => {
            let message = format!(
                "{}: the folder holds another plan ({}); use `--force` to replace it, or another `--out`",
                out.display(),
                &held.plan_id[..8]
            );
            Err(Failure::Because(Exit::Output, message))
        }
        Err(no) => Err(Failure::Because(Exit::Output, format!("{no}; use `--force`, or another `--out`"))),
    }
}

/// Writes what was lost or changed of the scenario of a point of a plan that is there.
fn mend(out: &Path, Frozen { point, text, run }: &Frozen) -> Result<(), Failure> {
    put(&Frozen::file(out, point), text.as_bytes())?;
    // This run may have been asked for by another path.
    let file = Frozen::run_file(out, point);
    if !file.exists() {
        put(&file, &serde_json::to_vec(run).map_err(std::io::Error::from)?)?;
    }
    Ok(())
}

/// Writes the scenario of a point, and notes which files are new.
fn put_frozen(out: &Path, frozen: &Frozen, new: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let Frozen { point, text, run } = frozen;
    let run = serde_json::to_vec(run).map_err(std::io::Error::from)?;
    put_new(&Frozen::file(out, point), text.as_bytes(), new)?;
    put_new(&Frozen::run_file(out, point), &run, new)
}

/// Writes a file, and notes it if there was none.
fn put_new(file: &Path, bytes: &[u8], new: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !file.exists() {
        new.push(file.to_owned());
    }
    Ok(put(file, bytes)?)
}

/// Writes the texts of the crosses of a plan that is there where they were lost or changed. These are other texts of the
/// same meaning, if a comment was written meanwhile.
fn mend_crosses(out: &Path, mut held: Plan, mut points: Points) -> Result<Plan, Failure> {
    let texts = texts(&mut points);
    let mut is_mended = false;
    for ((cross, draft), bytes) in held.crosses.iter_mut().zip(points.crosses).zip(texts) {
        if std::fs::read(cross.file(out)).is_ok_and(|held| cross.is_of(&held)) {
            continue;
        }
        *cross = draft.cross;
        put(&cross.file(out), &bytes)?;
        is_mended = true;
    }
    if is_mended {
        write(out, &held)?;
    }
    Ok(held)
}

/// Writes a file unless it is there already: that of a plan that is extended may be read at this moment.
fn put(file: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    if std::fs::read(file).is_ok_and(|held| held == bytes) {
        return Ok(());
    }
    let folder = folder_of(file);
    std::fs::create_dir_all(folder).map_err(|error| OutputError::io(folder, &error))?;
    std::fs::write(file, bytes).map_err(|error| OutputError::io(file, &error))
}

/// Removes the files of the points of a plan that was replaced.
fn remove_points(out: &Path, replaced: &Plan, plan: &Plan) {
    let files = |plan: &Plan| -> Vec<PathBuf> {
        let of = |point: &PlanPoint| [Frozen::file(out, point), Frozen::run_file(out, point)];
        let texts = plan.points.iter().filter(|point| point.cross.is_none()).flat_map(of);
        texts.chain(plan.crosses.iter().map(|cross| cross.file(out))).collect()
    };
    let kept: std::collections::BTreeSet<PathBuf> = files(plan).into_iter().collect();
    let gone: Vec<PathBuf> = files(replaced).into_iter().filter(|file| !kept.contains(file)).collect();
    remove(&gone);
}

/// Removes files. Files that cannot be removed are waste and harm nobody.
fn remove(files: &[PathBuf]) {
    for file in files {
        let _ = std::fs::remove_file(file);
    }
}

/// Writes a plan, the scenarios of whose points are there: until then the folder holds the plan that it replaces, with
/// all its points.
fn write(out: &Path, plan: &Plan) -> Result<(), Failure> {
    // Tactics drawn at random are read from the file, which is there only now.
    for point in plan.points.iter().filter(|point| !point.beside.random.is_empty()) {
        load_point(out, point)
            .map_err(|no| Failure::Because(Exit::Broken, format!("{}: {no:?}", point.name)))?;
    }
    settle(out)?;
    write_whole(&out.join(PLAN), &plan.encode())?;
    settle(out)?;
    Ok(())
}

/// Prints a plan whose tasks from number `first` on are new.
fn shown(
    args: &PlanArgs,
    plan: &Plan,
    out: &Path,
    first: usize,
    speeds: &[Option<Speed>],
) -> Result<Exit, Failure> {
    let new: Vec<usize> = (first..plan.tasks.len()).collect();
    let list = array(&new);
    let results = args.results.first().map_or_else(|| RESULTS.into(), |path| path.display().to_string());
    let command = |task: &str| {
        let (plan, results) = (quoted(&out.display().to_string()), quoted(&results));
        format!("fray shard --plan {plan} --task {task} --out {results}")
    };
    if args.array {
        // A line of its own even where nothing is on it, so that whoever reads it gets an answer.
        print(&format!("{list}\n"))?;
    } else if args.commands {
        let lines: String = new.iter().map(|task| command(&task.to_string()) + "\n").collect();
        print(&lines)?;
    } else if args.json {
        print_object(&json!({
            "plan_id": plan.plan_id,
            "dir": out,
            "points": plan.points.len(),
            "fights": plan.fights(),
            "tasks": plan.tasks.len(),
            "new_tasks": list,
        }))?;
    } else if !args.play.quiet {
        let n = new.len();
        let tasks = counted(n as u64, "task");
        let numbers = if n == 0 { String::new() } else { format!(", numbered {list}") };
        let points = counted(plan.points.len() as u64, "point");
        let mut text = format!(
            "plan {}: {points}, {}, {tasks}{numbers}\n",
            &plan.plan_id[..8],
            counted(plan.fights(), "fight")
        );
        if !speeds.is_empty() {
            text += &format!("{}\n", Estimate::of_plan(plan, speeds).total());
        }
        let dir = quoted(&out.display().to_string());
        text += &format!("written to {}\n\n", out.display());
        text += &format!("  {}    plays a task\n", command("N"));
        text += &format!("  fray merge --plan {dir} {} --out DIR    merges the results\n", quoted(&results));
        print(&text)?;
    }
    Ok(Exit::Ok)
}

/// The name of a point with its fights, for messages.
fn label(point: &PlanPoint) -> String {
    format!("{}: {}", point.name, counted(point.fights, "fight"))
}
