//! `fray run --dry-run`: what a run takes, before it is played.

use fray_sim::output::date_of_tables;
use fray_sim::plan::speed::measure;
use fray_sim::play::run::Broken;
use fray_sim::tables::rows::{Point, Stop};

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};
use crate::verbs::plan::{estimate_of_run, measured_for};
use crate::verbs::run::batch::{Batch, Destination};
use crate::verbs::run::request::RunRequest;
use crate::verbs::run::target::expected;

/// Prints points, fights, time and disk space. Of a run with a target these are of the fights before the first
/// look.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let Batch { items, random_seed, not_played, .. } =
        Batch::read(args, &Destination::Nowhere { are_several: true })?;
    let exit = not_played.iter().filter_map(|it| Exit::of(it.code)).max().unwrap_or(Exit::Ok);
    let time = measured_for(items.len());
    let mut points = Vec::new();
    for mut item in items.into_iter().filter(|item| item.is_playable) {
        let job = RunRequest::new(item.load(args)?, args, random_seed)?;
        let point = Point {
            scenario: job.scenario.stem.clone(),
            system: job.run.system.clone(),
            varied: job.run.varied(),
            seed: job.run.seed,
            stop: Stop::Fixed,
            signature: String::new(),
            scenario_hash: job.run.scenario_hash.clone(),
            date: date_of_tables(),
        };
        let speed = measure(job.scenario.engine(), &job.of, &point, time);
        let speed = speed.map_err(|Broken { fight, message }| {
            let message = format!("{}: fight {fight} broke an invariant: {message}", item.name);
            Failure::Because(Exit::Broken, message)
        })?;
        let (lo, hi) = job.run.range;
        points.push((item.name.to_string(), expected(job.aim.as_ref(), hi - lo), speed));
    }
    Ok(exit.max(estimate_of_run(points, args.json, args.play.verbose)?))
}
