//! `fray tactics --ceiling`: what play is worth to a side.

use std::io::Write;
use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::play::rollout::TRIALS;
use fray_sim::scenario::{Diagnosis, Options, Scenario};
use fray_sim::vary::ceiling::{Ceiling, NoCeiling, Requested, Settings, ceiling};

use super::switched::{self, PAIRS};
use crate::args::{PlayArgs, TacticsArgs, at_most};
use crate::exit::{Exit, Failure, print, report};
use crate::printer::look;
use crate::scenarios::{random_seed, report_problems};
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress};
use crate::varied::{broken, common_columns, open_out, print_object, table, write_tables};

/// The most fights of a tactic in a race of the search for the best combination.
const SEARCH_FIGHTS: u64 = 1024;
/// A side that looks ahead plays one of so many fights, and these at least.
const CLEVER_PART: u64 = 20;
const FEWEST_CLEVER: u64 = 64;

/// Plays what play is worth to a side, prints it and writes it.
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
    let out = open_out(output, &["ceiling.csv", "departures.csv"])?;
    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(play.threads)?;
    let seed = play.seed.or(base.run.seed).unwrap_or_else(random_seed);
    let pairs = at_most(args.max_fights, args.old_fights).map_or(PAIRS, |fights| fights.0).max(2);
    let bar = progress(0, play.quiet || output.json, FIGHTS_BAR);
    let terms = Settings {
        seed,
        pairs,
        clever_pairs: clever_pairs(pairs),
        trials: TRIALS,
        search_fights: SEARCH_FIGHTS,
        watch: Control { stop: &stop, played: &|n| bar.inc(n) },
        told: &|what| bar.set_message(shown(what).into_owned()),
    };
    let asked = Requested { path: &args.scenario, options, base, side };
    let found = pool.install(|| ceiling(asked, terms));
    bar.finish_and_clear();
    let found = found.map_err(|no| failure(no, &args.scenario, play, seed))?;
    show(args, base, &found, seed)?;
    if let Some(dir) = &out {
        let point = common_columns(base, seed, found.interrupted);
        let (levels, departures) = (found.rows(), found.departure_rows());
        let tables = [
            table("ceiling.csv", [(&point, levels.as_slice())])?,
            table("departures.csv", [(&point, departures.as_slice())])?,
        ];
        write_tables(dir, &tables, output.force)?;
        if !output.json && !play.quiet {
            print(&format!("\nwritten to {}\n", dir.path().display()))?;
        }
    }
    if found.interrupted {
        report("interrupted: what was known until then is shown; the same command plays all");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Ok)
}

/// The pairs of fights of the side that looks ahead, where others have so many.
pub(crate) fn clever_pairs(pairs: u64) -> u64 {
    (pairs / CLEVER_PART).max(FEWEST_CLEVER).min(pairs)
}

/// A ceiling that could not be played. Searches have the next seed.
pub(crate) fn failure(no: NoCeiling, scenario: &Path, play: &PlayArgs, seed: u64) -> Failure {
    match no {
        NoCeiling::Broken(sets, fight) => {
            let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
            broken(scenario, seed.wrapping_add(1), play, &sets, &[], &fight)
        }
        NoCeiling::Comparison(no) => switched::failure(*no, scenario, seed, ""),
        NoCeiling::Unread(diagnosis) => unread(&diagnosis, scenario, "other tactics"),
    }
}

/// A scenario that cannot be read with what a search tries.
pub(crate) fn unread(diagnosis: &Diagnosis, scenario: &Path, with: &str) -> Failure {
    report_problems(diagnosis, scenario);
    Failure::Because(Exit::BadScenario, format!("{}: no scenario with {with}", scenario.display()))
}

fn show(args: &TacticsArgs, base: &Scenario, found: &Ceiling, seed: u64) -> Result<(), Failure> {
    if args.output.json {
        return print_object(&found.object(&base.stem, seed));
    }
    if !args.play.quiet {
        let text = format!(
            "{}\nfights of seed {seed}; searched on those of the next seeds\n\n{}",
            shown(&base.title),
            found.render(look(), args.play.verbose)
        );
        anstream::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(())
}
