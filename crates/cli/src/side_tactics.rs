//! Searching the best tactics that `--tactics SIDE=best` asks for, before the fights that are asked for.

use core::sync::atomic::Ordering;
use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::sheet::problem::did_you_mean;
use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::scenario::{Clever, Options, Scenario};
use fray_sim::tables::format::counted;
use fray_sim::vary::best::{NoBest, Requested, Settings, found};
use fray_sim::vary::clever::{self, NoChoices};
use fray_sim::vary::weights::names;

use crate::args::{How, PlayArgs, SideHows, SideTacticsArgs};
use crate::exit::{Exit, Failure, report};
use crate::scenarios::load_again;
use crate::service::{FIGHTS_BAR, Keeps, on_interrupt, pool, progress, stand_down};
use crate::varied::broken;
use crate::verbs::ask::best::message;

/// The most fights of a tactic in a race of the search, as `fray tactics --best` has them.
const FIGHTS: u64 = 20_000;

/// The sides with their best tactics found. The search plays dice of the next seed, so that what is played
/// with the tactics are fights that it has not seen. Of several sides the first is searched first, and the
/// next one with what was found for it. `options` are the other flags of the scenario.
///
/// # Errors
/// If the scenario is wrong, has no such side, or a fight broke an invariant.
pub(crate) fn with_best(
    args: &SideTacticsArgs,
    play: &PlayArgs,
    path: &Path,
    options: &Options,
) -> Result<SideTacticsArgs, Failure> {
    let (mut args, mut options) = (args.clone(), options.clone());
    refuse_two(&args)?;
    for side in &mut args.tactics {
        for how in side.hows.iter_mut().filter(|how| how.is_searched()) {
            if let How::Clever(trials, found) = how {
                let clever = with_choices(&side.side, *trials, play, path, &options)?;
                *found = Some(clever);
                continue;
            }
            let base = load_again(path, &options)?;
            let id = side_id(&base, &side.side, "--tactics")?;
            let seed = play.seed.or(base.run.seed).unwrap_or_default().wrapping_add(1);
            let stop = on_interrupt(Keeps::Files)?;
            let bar = progress(0, play.quiet, FIGHTS_BAR);
            let watch = Control { stop: &stop, played: &|n| bar.inc(n) };
            let terms = Settings { seed, fresh_seed: seed, fights: FIGHTS, watch };
            let asked = Requested { path, options: &options, base: &base, side: id };
            let searched = pool(play.threads)?.install(|| {
                found(asked, terms, &mut |progress| {
                    bar.set_length(bar.position() + progress.most);
                    bar.set_message(message(&progress));
                })
            });
            bar.finish_and_clear();
            let changes = searched.map_err(|no| match no {
                NoBest::Broken(sets, fight) => {
                    let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
                    broken(path, seed, play, &sets, &options.tactics, &fight)
                }
                NoBest::Certificate(_) => Failure::Because(Exit::Broken, "the search failed".to_owned()),
            })?;
            let sets: Vec<String> = changes.into_iter().map(|change| change.set).collect();
            let what = if sets.is_empty() { "no other tactics".to_owned() } else { sets.join(", ") };
            let (of, what) = (shown(&side.side), shown(&what));
            if stop.load(Ordering::Relaxed) {
                let message = format!(
                    "interrupted: best tactics for {of} so far: {what}; the same command searches again"
                );
                return Err(interrupted(message));
            }
            stand_down();
            report(format_args!("best tactics found for {of}: {what}"));
            *how = How::Best(Some(sets));
        }
        if let [how] = &side.hows[..] {
            options.tactics.extend(how.of(&side.side));
        }
    }
    Ok(args)
}

/// Refuses what cannot be played beside a side that looks ahead.
fn refuse_two(args: &SideTacticsArgs) -> Result<(), Failure> {
    let is_clever = |side: &&SideHows| side.hows.iter().any(|how| matches!(how, How::Clever(..)));
    let is_random = |side: &SideHows| side.hows.contains(&How::Random);
    let clever: Vec<&SideHows> = args.tactics.iter().filter(is_clever).collect();
    match &clever[..] {
        [] => Ok(()),
        [one] if !args.tactics.iter().any(|side| side.side != one.side && is_random(side)) => Ok(()),
        [one] => Err(Failure::usage(format!(
            "--tactics {one}: no other side can play at random while one looks ahead"
        ))),
        [_, other, ..] => {
            Err(Failure::usage(format!("--tactics {other}: one side alone can look ahead, and one does")))
        }
    }
}

/// Returns the choices of a side that looks ahead, and tells the user of them.
fn with_choices(
    name: &str,
    trials: u32,
    play: &PlayArgs,
    path: &Path,
    options: &Options,
) -> Result<Clever, Failure> {
    let found = searched(name, trials, play, path, options, true)?;
    report(format_args!("{} looks ahead with {}", shown(name), told(&found)));
    Ok(found)
}

/// The choices of a side in words.
fn told(clever: &Clever) -> String {
    let on = match &clever.base[..] {
        [] => "the tactics that it has".to_owned(),
        sets => sets.join(", "),
    };
    format!("{} from {}", counted(clever.choices.len() as u64, "other choice"), shown(&on))
}

/// Returns all choices of a side in the scenario that is read with `options`. Found on dice of the next seed.
///
/// # Errors
/// If the scenario is wrong, has no such side, a fight broke an invariant, or the search was interrupted.
pub(crate) fn choices_of(
    name: &str,
    trials: u32,
    play: &PlayArgs,
    path: &Path,
    options: &Options,
) -> Result<Clever, Failure> {
    searched(name, trials, play, path, options, false)
}

/// Searches the choices of a side; with `are_tried` those that it takes.
fn searched(
    name: &str,
    trials: u32,
    play: &PlayArgs,
    path: &Path,
    options: &Options,
    are_tried: bool,
) -> Result<Clever, Failure> {
    let base = load_again(path, options)?;
    let side = side_id(&base, name, "--tactics")?;
    let seed = play.seed.or(base.run.seed).unwrap_or_default().wrapping_add(1);
    let stop = on_interrupt(Keeps::Files)?;
    let bar = progress(0, play.quiet, FIGHTS_BAR);
    bar.set_message("what it can choose from");
    let terms = clever::Settings { seed, trials, stop: &stop, played: &|n| bar.inc(n) };
    let found = pool(play.threads)?.install(|| {
        let all = clever::choices(&base, side, terms)?;
        if are_tried { clever::worth_trying(&base, side, all, terms) } else { Ok(all) }
    });
    bar.finish_and_clear();
    let found = found.map_err(|no| match no {
        NoChoices::Stopped => {
            interrupted("interrupted before anything was known; the same command begins anew".to_owned())
        }
        NoChoices::Broken(sets, fight) => {
            let sets: Vec<String> = play.set.sets.iter().cloned().chain(sets).collect();
            broken(path, seed, play, &sets, &options.tactics, &fight)
        }
    })?;
    if stop.load(Ordering::Relaxed) {
        return Err(interrupted(format!(
            "interrupted: {} so far looks ahead with {}; the same command searches again",
            shown(name),
            told(&found)
        )));
    }
    stand_down();
    Ok(found)
}

/// The failure of a search that was interrupted, which is reported.
fn interrupted(message: String) -> Failure {
    report(&message);
    Failure::Reported(Exit::Interrupted, message)
}

/// The name of a side or unit of the scenario, as `--of` takes it.
///
/// # Errors
/// If there is none of this name.
pub(crate) fn unit_or_side<'a>(base: &Scenario, name: &'a str) -> Result<&'a str, Failure> {
    let known = names(base);
    if known.iter().any(|known| known == name) {
        return Ok(name);
    }
    let meant = did_you_mean(name, known.iter().map(String::as_str));
    let all =
        if meant.is_empty() { format!("; there are {}", shown(&known.join(", "))) } else { String::new() };
    Err(Failure::usage(format!("--of: there is no side or unit `{}`{meant}{all}", shown(name))))
}

/// The side of this name, which `flag` asks for.
///
/// # Errors
/// If there is none.
pub(crate) fn side_id(base: &Scenario, name: &str, flag: &str) -> Result<SideId, Failure> {
    let sides = base.engine().about().roster.sides;
    let at = sides.iter().position(|side| side.name == *name);
    let wrong = || {
        let meant = did_you_mean(name, sides.iter().map(|side| side.name.as_str()));
        let all = if meant.is_empty() {
            sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(", ")
        } else {
            String::new()
        };
        let all = if all.is_empty() { all } else { format!("; the sides are {}", shown(&all)) };
        Failure::usage(format!("{flag}: there is no side `{}`{meant}{all}", shown(name)))
    };
    Ok(SideId(at.ok_or_else(wrong)? as u8))
}
