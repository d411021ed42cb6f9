//! `fray tactics --ceiling`: what play is worth to a side.

use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::sheet::text::shown;
use fray_sim::play::rollout::TRIALS;
use fray_sim::scenario::{Diagnosis, Options, Scenario};
use fray_sim::vary::ceiling::{CLEVER_PART, NoCeiling, Requested, Settings, ceiling};

use super::switched::{self, PAIRS};
use crate::args::{PlayArgs, TacticsArgs, at_most};
use crate::exit::{Exit, Failure, report};
use crate::printer::look;
use crate::scenarios::report_problems;
use crate::study::{Study, seed_of};
use crate::varied::{broken, common_columns, table};

/// The most fights of a tactic in a race of the search for the best combination.
const SEARCH_FIGHTS: u64 = 1024;
/// The fewest fights of a side that looks ahead, if others have as many.
const FEWEST_CLEVER: u64 = 64;

/// A ceiling keeps its time by itself; it is ended if it takes longer by this part of it.
const GRACE: u32 = 10;

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
    let study = Study::begin(play, output, &["ceiling.csv", "departures.csv"])?;
    let seed = seed_of(play, base);
    study.limit(args.max_time.map(|time| time + time / GRACE));
    let pairs = at_most(args.max_fights, args.old_fights).map_or(PAIRS, |fights| fights.0).max(2);
    let told = |what: &str| study.tell(what);
    let asked = Requested { path: &args.scenario, options, base, side };
    let found = study.play(|watch| {
        let settings = Settings {
            seed,
            pairs,
            clever_pairs: clever_pairs(pairs),
            trials: TRIALS,
            search_fights: SEARCH_FIGHTS,
            time: args.max_time,
            watch,
            told: &told,
        };
        ceiling(asked, settings)
    });
    let found = found.map_err(|no| failure(no, &args.scenario, play, seed))?;
    let text = || {
        format!(
            "{}\nfights of seed {seed}; searched on those of the next seeds\n\n{}",
            shown(&base.title),
            found.render(look(), play.verbose)
        )
    };
    study.show(|| found.object(&base.stem, seed), text)?;
    study.write(|| {
        let point = common_columns(base, seed, found.interrupted);
        let (levels, departures) = (found.rows(), found.departure_rows());
        Ok(vec![
            table("ceiling.csv", [(&point, levels.as_slice())])?,
            table("departures.csv", [(&point, departures.as_slice())])?,
        ])
    })?;
    let known = "what was known until then is shown";
    if found.interrupted && !study.is_late() && found.cut.is_empty() {
        return Ok(study.report_end(known, "the same command plays all"));
    }
    if found.interrupted || !found.cut.is_empty() {
        report(format_args!("time ran out: {known}; raise --max-time"));
        return Ok(Exit::Undecided);
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
