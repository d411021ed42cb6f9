//! `fray run --dry-run`: what a run takes, before it is played.

use fray_sim::output::date_of_tables;
use fray_sim::plan::speed::measure;
use fray_sim::play::run::Broken;
use fray_sim::tables::rows::{Point, Stop};
use fray_sim::totals::Totals;

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};
use crate::verbs::play::run::batch::{Batch, Destination};
use crate::verbs::play::run::request::RunRequest;
use crate::verbs::scale::plan::{Allowance, EstimateRow, Fights, estimate_of_run, is_measured, measured_for};

/// Prints points, fights, time and disk space. Of a run with a target the fights are those that the few which are
/// played now let expect; where they do not tell, those before its first look. Of many points some are tried, and the
/// others taken to need as many fights as these on average.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let Batch { items, random_seed, not_played, .. } =
        Batch::read(args, &Destination::Nowhere { are_several: true })?;
    let exit = not_played.iter().filter_map(|it| Exit::of(it.code)).max().unwrap_or(Exit::Ok);
    let n = items.len();
    let time = measured_for(n);
    let mut allowance = Allowance::default();
    let mut rows: Vec<EstimateRow> = Vec::new();
    // By row, whether its fights are a guess.
    let mut guessed = Vec::new();
    for (at, mut item) in items.into_iter().enumerate().filter(|(_, item)| item.is_playable) {
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
        let expected = |totals: &Totals| match &job.aim {
            None => Fights::Exactly(job.run.range.1 - job.run.range.0),
            Some(_) if totals.fights == 0 => Fights::AtLeast(0),
            Some(aim) => match aim.likely_fights(&job.about, totals) {
                Some(n) => Fights::About(n),
                None => Fights::AtLeast(aim.min_fights),
            },
        };
        // Before anything is known of a run with a target, it is known that it does not end before its first look.
        let least = job.aim.as_ref().map_or(0, |aim| aim.min_fights);
        let is_tried = is_measured(at, n);
        let most =
            |totals: &Totals| if is_tried { allowance.with(expected(totals).n().max(least)) } else { 0 };
        let measured = measure(job.scenario.engine(), &job.of, &point, time, &most);
        let measured = measured.map_err(|Broken { fight, message }| {
            let message = format!("{}: fight {fight} broke an invariant: {message}", item.name);
            Failure::Because(Exit::Broken, message)
        })?;
        let fights = match expected(&measured.totals) {
            Fights::AtLeast(n) => Fights::AtLeast(n.max(least)),
            fights => fights,
        };
        allowance.add(fights.n(), measured.totals.fights);
        guessed.push(!is_tried && job.aim.is_some());
        rows.push(EstimateRow {
            name: item.name.to_string(),
            system: job.run.system.clone(),
            fights,
            speed: measured.speed,
        });
    }
    let tried = rows.iter().zip(&guessed).filter(|(_, is_guessed)| !**is_guessed);
    let tried: Vec<u128> = tried.map(|(row, _)| row.fights.n().into()).collect();
    // Those of all points are more than 64 bits can count.
    if let Some(mean) = tried.iter().sum::<u128>().checked_div(tried.len() as u128) {
        let mean = u64::try_from(mean).unwrap_or(u64::MAX);
        for (row, _) in rows.iter_mut().zip(guessed).filter(|(_, is_guessed)| *is_guessed) {
            row.fights = Fights::About(row.fights.n().max(mean));
        }
    }
    Ok(exit.max(estimate_of_run(rows, args.json, args.play.verbose)?))
}
