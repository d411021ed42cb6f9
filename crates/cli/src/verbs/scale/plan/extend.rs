//! `fray plan --extend`: more fights of a plan, or another round for the points that have not met its target.

use std::path::Path;

use fray_sim::output::{OpenDir, folder_of};
use fray_sim::plan::extend::next_round;
use fray_sim::plan::merge::Found;
use fray_sim::plan::points::{Frozen, PlanPoints};
use fray_sim::plan::speed::Speed;
use fray_sim::plan::{PLAN, Plan, PlannedTarget};
use fray_sim::tables::format::thousands;

use super::points::{is_measured, measured_for, speed};
use super::{Allowance, label, put, put_frozen, shown, sizes, write};
use crate::args::PlanArgs;
use crate::exit::{Exit, Failure, report};
use crate::verbs::scale::planned::unreadable;
use crate::verbs::scale::shard::no_plan;

pub(super) fn run(args: &PlanArgs, place: &Path) -> Result<Exit, Failure> {
    let mut plan = Plan::read(place).map_err(no_plan)?;
    if let Some(difference) = plan.other_rules() {
        return Err(Failure::usage(format!("{difference}: make a new plan")));
    }
    let folder = folder_of(&Plan::file(place)).to_owned();
    let _open = OpenDir::open(args.out.as_deref().unwrap_or(&folder), &[PLAN])?;
    if let Some(target) = args.target.planned() {
        plan.target = Some(target);
    }
    let (fights, is_short) = match (args.fights, plan.target.clone()) {
        (Some(fights), _) => (vec![fights.0; plan.points.len()], false),
        (None, Some(target)) => round(args, &plan, &target)?,
        (None, None) => {
            let message = "--extend asks for more fights: how many? expected --fights N, or --target-error";
            return Err(Failure::usage(message));
        }
    };
    // Of one file all its points are read before it may be replaced.
    let more: Vec<bool> = plan.points.iter().zip(&fights).map(|(point, &n)| n > point.fights).collect();
    let n_more = more.iter().filter(|&&is| is).count();
    let mut speeds: Vec<Option<Speed>> = vec![None; plan.points.len()];
    let mut allowance = Allowance::default();
    if args.shard_fights.is_none() {
        let loader = PlanPoints::new(&plan, &folder);
        let asked_for = plan.points.iter().enumerate().filter(|&(at, _)| more[at]);
        for (n, (at, point)) in asked_for.enumerate() {
            let asked = fights[at] - point.fights;
            if !is_measured(n, n_more) {
                allowance.add(asked, 0);
                continue;
            }
            let scenario = loader
                .load(point)
                .map_err(|no| Failure::Because(Exit::BadScenario, format!("{}: {no:?}", point.name)))?;
            speeds[at] = speed(point, scenario.engine(), measured_for(n_more), asked, &mut allowance)?;
        }
    }
    let sizes = sizes(args, &speeds, fights.iter().copied());
    let out = args.out.as_deref().unwrap_or(&folder);
    let first = plan.tasks.len();
    let exit = if is_short { Exit::Undecided } else { Exit::Ok };
    let extended = plan.extended(&fights, |point| sizes[point]).map_err(Failure::usage)?;
    let Some(extended) = extended else {
        if !args.play.quiet {
            report("no more fights are needed: the plan stays as it is");
        }
        // Who asks for the new tasks gets an answer: none.
        if args.array || args.json {
            shown(args, &plan, &folder, first, &[])?;
        }
        return Ok(exit);
    };
    let read = |path: &Path| {
        std::fs::read(path).map_err(|error| {
            Failure::Because(Exit::BadScenario, format!("{}: cannot be read: {error}", path.display()))
        })
    };
    for cross in &plan.crosses {
        put(&cross.file(out), &read(&cross.file(&folder))?)?;
    }
    for (old, new) in plan.points.iter().zip(&extended.points).filter(|(old, _)| old.cross.is_none()) {
        let text = read(&Frozen::file(&folder, old))?;
        let file = Frozen::run_file(&folder, old);
        let mut run: fray_sim::output::Run = serde_json::from_slice(&read(&file)?)
            .map_err(|error| Failure::Because(Exit::BadScenario, format!("{}: {error}", file.display())))?;
        run.range = (0, new.fights);
        let text = String::from_utf8_lossy(&text).into_owned();
        put_frozen(out, &Frozen { point: new.clone(), text, run }, &mut Vec::new())?;
    }
    write(out, &extended)?;
    shown(args, &extended, out, first, &[])?;
    Ok(exit)
}

/// The fights of each point with one more round for those that have not met the target; and whether one
/// has the most fights already and has not met it.
fn round(args: &PlanArgs, plan: &Plan, target: &PlannedTarget) -> Result<(Vec<u64>, bool), Failure> {
    if args.results.is_empty() {
        let message =
            "another round depends on what was played: expected --results with the shards of the plan";
        return Err(Failure::usage(message));
    }
    let found = Found::new(plan, &args.results).map_err(unreadable)?;
    let (mut fights, mut is_short) = (Vec::new(), false);
    for (at, point) in plan.points.iter().enumerate() {
        let sum = found.sum(plan, at).map_err(unreadable)?;
        let Some(partial) = sum.partial.filter(|_| sum.missing.is_empty()) else {
            let message = format!(
                "point {}: {} fights are missing: play them first (`fray merge --plan` says which tasks)",
                point.name,
                thousands(sum.missing.n().into())
            );
            return Err(Failure::Because(Exit::Undecided, message));
        };
        let progress = target.progress(&partial).map_err(Failure::usage)?;
        if progress.is_reached() {
            fights.push(point.fights);
            continue;
        }
        let next = next_round(point.fights, target.max_fights);
        if next <= point.fights {
            is_short = true;
            let worst = progress.worst.map_or_else(String::new, |worst| format!(": {worst}"));
            report(format_args!("{} are the most{worst}", label(point)));
        }
        fights.push(next.max(point.fights));
    }
    Ok((fights, is_short))
}
