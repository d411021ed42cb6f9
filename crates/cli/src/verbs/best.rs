//! `fray tactics --best`: the best combination of tactics of a side.

use std::io::Write;

use fray_engine::roster::SideId;
use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::scenario::{Options, Scenario};
use fray_sim::tables::format::{counted, exact_rate};
use fray_sim::vary::best::{Best, NoBest, Progress, Requested, Settings, best};

use super::switched::{self, PAIRS};
use crate::args::{TacticsArgs, at_most};
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::random_seed;
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress};
use crate::shell_command::{ShellCommand, quoted};
use crate::varied::{broken, common_columns, open_out, print_object, race_fights, table, write_tables};

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
    let out = open_out(output, &["best.csv"])?;
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(play.threads)?;
    let seed = play.seed.or(base.run.seed).unwrap_or_else(random_seed);
    let fresh_seed = seed.wrapping_add(1);
    let fights = at_most(args.max_fights, args.old_fights).map_or(PAIRS, |fights| race_fights(fights.0));
    let bar = progress(0, play.quiet || output.json, FIGHTS_BAR);
    let mut tell = |progress: Progress<'_>| {
        bar.set_length(bar.position() + progress.most);
        bar.set_message(message(&progress));
    };
    let terms =
        Settings { seed, fresh_seed, fights, watch: Control { stop: &stop, played: &|n| bar.inc(n) } };
    let asked = Requested { path: &args.scenario, options, base, side };
    let found = pool.install(|| best(asked, terms, &mut tell));
    bar.finish_and_clear();
    let found = found.map_err(|no| match no {
        NoBest::Broken(sets, fight) => {
            let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
            broken(&args.scenario, seed, play, &sets, &[], &fight)
        }
        NoBest::Certificate(no) => switched::failure(*no, &args.scenario, fresh_seed, ""),
    })?;
    show(args, base, &found, seed)?;
    if let Some(dir) = &out {
        let point = common_columns(base, found.fresh_seed, found.interrupted);
        let rows = found.rows();
        write_tables(dir, &[table("best.csv", [(&point, rows.as_slice())])?], output.force)?;
        if !output.json && !play.quiet {
            print(&format!("\nwritten to {}\n", dir.path().join("best.csv").display()))?;
        }
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

fn show(args: &TacticsArgs, base: &Scenario, found: &Best, seed: u64) -> Result<(), Failure> {
    if args.output.json {
        return print_object(&found.object(&base.stem, seed));
    }
    if !args.play.quiet {
        let flags: Vec<String> = found.sets().map(|set| format!("--set {}", quoted(set))).collect();
        let table = found.render(look(), &flags.join(" "));
        let text = format!("{}\n{}\n\n{table}", shown(&base.title), found.played(seed));
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(())
}
