//! `fray tactics --best`: the best combination of tactics of a side.

use fray_engine::roster::SideId;
use fray_kit::sheet::text::shown;
use fray_sim::scenario::{Options, Scenario};
use fray_sim::tables::format::{counted, exact_rate};
use fray_sim::vary::best::{NoBest, Progress, Requested, Settings, best};

use super::switched::{self, PAIRS};
use crate::args::{TacticsArgs, at_most};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::shell_command::{ShellCommand, quoted};
use crate::study::{Study, seed_of};
use crate::varied::{broken, common_columns, race_fights, table};

/// Searches the best tactics of a side, prints them and writes them.
///
/// # Errors
/// If a fight broke an invariant, or something cannot be written.
pub(crate) fn run(
    args: &TacticsArgs,
    options: &Options,
    base: &Scenario,
    side: SideId,
) -> Result<Exit, Failure> {
    let TacticsArgs { play, output, .. } = args;
    let study = Study::begin(play, output, &["best.csv"])?;
    let seed = seed_of(play, base);
    let fresh_seed = seed.wrapping_add(1);
    study.limit(args.max_time);
    let fights = at_most(args.max_fights, args.old_fights).map_or(PAIRS, |fights| race_fights(fights.0));
    let mut tell = |progress: Progress<'_>| {
        study.bar.set_length(study.bar.position() + progress.most);
        study.bar.set_message(message(&progress));
    };
    let asked = Requested { path: &args.scenario, options, base, side };
    let found = study.play(|watch| best(asked, Settings { seed, fresh_seed, fights, watch }, &mut tell));
    let found = found.map_err(|no| match no {
        NoBest::Broken(sets, fight) => {
            let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
            broken(&args.scenario, seed, play, &sets, &[], &fight)
        }
        NoBest::Certificate(no) => switched::failure(*no, &args.scenario, fresh_seed, ""),
    })?;
    let text = || {
        let flags: Vec<String> = found.sets().map(|set| format!("--set {}", quoted(set))).collect();
        let table = found.render(look(), &flags.join(" "));
        format!("{}\n{}\n\n{table}", shown(&base.title), found.played(seed))
    };
    study.show(|| found.object(&base.stem, seed), text)?;
    study.write(|| {
        let point = common_columns(base, found.fresh_seed, found.interrupted);
        Ok(vec![table("best.csv", [(&point, found.rows().as_slice())])?])
    })?;
    if found.interrupted && study.is_late() {
        return Ok(study.report_end("this is the best found until then", ""));
    }
    if found.interrupted {
        let mut play = play.clone();
        play.set.sets.extend(found.sets().map(str::to_owned));
        let on = ShellCommand::new("tactics", &args.scenario, seed, &play)
            .with_if(true, "--best")
            .with("--of", &found.side)
            .with("--max-fights", &fights.to_string());
        report(format_args!("interrupted: this is the best found until then; go on from it with\n  {on}"));
        return Ok(Exit::Interrupted);
    }
    if !found.is_certified() {
        report(
            "undecided: on fresh dice it is not certain that this is the best; a larger --max-fights may decide it",
        );
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Ok)
}

/// Returns how far the search is, in a few words.
pub(crate) fn message(progress: &Progress<'_>) -> String {
    let what = match progress.decision {
        Some((Some(unit), key)) => format!("{unit} {key}"),
        Some((None, key)) => key.to_owned(),
        None => "judging".to_owned(),
    };
    let n = progress.changes;
    let rate = progress.win_rate.map_or_else(String::new, |rate| match rate {
        ..=0.0 => ", wins none".to_owned(),
        1.0.. => ", wins all".to_owned(),
        _ => format!(", wins {}", exact_rate(rate, 1)),
    });
    let changes = counted(n as u64, "change");
    shown(&format!("{what}, {changes}{rate}")).into_owned()
}
