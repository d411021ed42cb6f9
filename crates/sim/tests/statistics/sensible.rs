//! What designers copy is worth copying: in the scenarios of the repository no side wins more often
//! without its tactics. A scenario that shows poor play on purpose says so: `poor_play_on_purpose = true`.
//!
//! Each side plays 4,000 fights with its tactics and 4,000 without, on the same dice. It fails where the
//! 95 % interval of what it wins more without them lies above 0: by chance once in forty sides whose
//! tactics change nothing for better or worse, if they change fights at all. The seed is fixed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fray_kit::declare::tactics::Takes;
use fray_sim::compare::{ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::scenario::{Loaded, Options, Scenario, load, load_scenario};

use crate::support::config_files;

const FIGHTS: u64 = 4_000;
const SEED: u64 = 2016;

/// The scenarios of the repository.
fn scenarios() -> Vec<Scenario> {
    let mut files = config_files();
    files.sort();
    let is_scenario = |file: &PathBuf| match load(file, &Options::default()) {
        Ok(Loaded::Scenario(scenario)) => Some(*scenario),
        Ok(Loaded::Include) => None,
        Err(diagnosis) => panic!("{}: {diagnosis:?}", file.display()),
    };
    files.iter().filter_map(is_scenario).collect()
}

/// The edits that put the default in the place of every decision of a side and of its units, wherever
/// that is said: by the unit, by its side or by the block that it uses. Numbers that stand among the
/// decisions stay: they are no choices.
fn without_tactics(scenario: &Scenario, side: &str) -> Vec<(String, String)> {
    let mut sets = BTreeSet::new();
    for merged in scenario.merged() {
        let Some((owner, decision)) = merged.path.split_once(".tactics.") else { continue };
        let key = decision.split('.').next().unwrap_or(decision);
        let info = scenario.info.tactics().iter().find(|info| info.key == key);
        let default = info.and_then(|info| match info.choices[0].takes {
            Takes::Nothing => Some(format!("\"{}\"", info.choices[0].name)),
            Takes::Bare(least, _) if info.choices.len() > 1 => Some(least.max(0).to_string()),
            Takes::Fraction if info.choices.len() > 1 => Some("0".to_owned()),
            _ => None,
        });
        if let Some(default) = default
            && is_of_side(owner, side)
        {
            sets.insert(format!("{owner}.tactics.{key}={default}"));
        }
    }
    sets.into_iter().map(|set| ("--set".to_owned(), set)).collect()
}

/// Returns whether a path names this side or one of its units.
fn is_of_side(owner: &str, side: &str) -> bool {
    let named = owner.split('/').next().unwrap_or(owner);
    [side.to_owned(), format!("\"{side}\""), format!("'{side}'")].iter().any(|name| name == named)
}

/// The scenario without the tactics of a side. What only the side decides is set there, not for its units.
fn loaded_without(scenario: &Scenario, side: &str) -> Scenario {
    let sets = without_tactics(scenario, side);
    let load =
        |sets: Vec<(String, String)>| load_scenario(&scenario.path, &Options { sets, ..Options::default() });
    let refused = match load(sets.clone()) {
        Ok(changed) => return changed,
        Err(diagnosis) => diagnosis.problems,
    };
    let mut of_side = Vec::new();
    for (flag, set) in sets {
        let (path, default) = set.split_once('=').expect("a path and a value");
        let key = path.rsplit('.').next().expect("a decision");
        let is_refused = refused.iter().any(|problem| problem.key == path);
        let set = if is_refused { format!("\"{side}\".tactics.{key}={default}") } else { set };
        if !of_side.contains(&(flag.clone(), set.clone())) {
            of_side.push((flag, set));
        }
    }
    match load(of_side) {
        Ok(changed) => changed,
        Err(diagnosis) => panic!("{}: {:?}", scenario.path.display(), diagnosis.problems),
    }
}

/// Returns what a side wins more often without its tactics, with its 95 % interval; `None` if it has none.
fn gain_without(scenario: &Scenario, side: &str) -> Option<(f64, f64)> {
    let changed = loaded_without(scenario, side);
    if changed.hash == scenario.hash {
        return None;
    }
    let metric = format!("win_rate({side})");
    let order = ComparisonSettings {
        streams: [Streams { seed: SEED, seats: Seats::Listed }; 2],
        range: 0..FIGHTS,
        until: Until::End,
        metric: Some(&metric),
        delta: None,
        alpha: 0.05,
        stop: &AtomicBool::new(false),
        played: &|_| {},
    };
    let compared = compare(scenario.engine(), changed.engine(), &order).expect("the sides are the same");
    let primary = compared.primary();
    let (estimate, within) = (primary.estimate.expect("fights"), primary.within.expect("an interval"));
    Some((estimate.diff, within.lo))
}

#[test]
fn no_side_of_a_shipped_scenario_wins_more_often_without_its_tactics() {
    let (mut n_sides, mut worse) = (0, Vec::new());
    for scenario in scenarios().iter().filter(|scenario| !scenario.poor_play_on_purpose) {
        let roster = scenario.engine().about().roster;
        for side in roster.sides.iter().map(|side| &side.name) {
            let Some((gain, least)) = gain_without(scenario, side) else { continue };
            n_sides += 1;
            if least > 0.0 {
                let points = format!("{:.2} points", 100.0 * gain);
                worse.push(format!("{}: `{side}` wins {points} more without its tactics", scenario.stem));
            }
        }
    }
    assert!(n_sides >= 10, "{n_sides} sides with tactics");
    assert!(worse.is_empty(), "{worse:#?}");
}
