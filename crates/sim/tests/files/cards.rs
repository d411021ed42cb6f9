//! The scenarios of the repository are played: each ends, shows its card and keeps the goals of
//! its designer.
//!
//! The cards stand in `tests/goldens/cards/<system>/`, as `fray run` prints them without colour.
//! After a change that is meant to move them, renew them with
//!
//! ```text
//! FRAY_RENEW=1 cargo test -p fray-sim --test files cards
//! ```
//!
//! and read the difference as a designer of the game would.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use crate::support::{config_files, golden};

use fray_sim::card::{Card, Look};
use fray_sim::measures::Verdict;
use fray_sim::play::engine::{RunRequest, Simulated, simulate};
use fray_sim::scenario::{Loaded, Options, Scenario, load};
use fray_sim::tables::rows::{Point, Stop};
use fray_sim::totals::signature::signature;
use unicode_width::UnicodeWidthStr;

const SEED: u64 = 2016;

pub(crate) fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for file in config_files() {
        match load(&file, &Options::default()) {
            Ok(Loaded::Scenario(scenario)) => all.push(*scenario),
            Ok(Loaded::Include) => {}
            Err(wrong) => panic!("{}: {wrong:?}", file.display()),
        }
    }
    assert!(!all.is_empty(), "there are scenarios");
    all
}

pub(crate) fn played(scenario: &Scenario, fights: u64) -> Simulated {
    let stop = AtomicBool::new(false);
    let order = RunRequest { seed: SEED, range: 0..fights, stop: &stop, played: &|_| {} };
    simulate(scenario.engine(), order).expect("no invariant breaks")
}

#[test]
fn every_scenario_is_played_to_its_end_and_its_card_is_as_it_was() {
    for scenario in scenarios() {
        let played = played(&scenario, 300);
        let name = &scenario.stem;
        assert_eq!((played.end, played.totals.rounds().n()), (300, 300), "{name}");
        let point = Point {
            scenario: name.clone(),
            system: played.about.system.to_owned(),
            varied: Vec::new(),
            seed: SEED,
            stop: Stop::Fixed,
            signature: signature(&played.totals),
            ..Point::default()
        };
        let goals: Vec<_> = scenario.goals.iter().map(|goal| &goal.value).collect();
        let card = Card {
            title: &scenario.title,
            point: &point,
            about: &played.about,
            totals: &played.totals,
            dice_per_fight: played.dice_per_fight,
            goals: &goals,
            each: false,
            look: Look::default(),
        };
        let card = card.render();
        assert!(card.starts_with(&scenario.title), "{card}");
        for line in card.lines() {
            assert!(line.width() <= 80, "{name}: {line}");
        }
        golden::compare(
            Path::new("cards").join(scenario.info.name()).join(name).with_extension("txt"),
            &card,
        );
        for named in ["WINS", "ROUNDS", "UNITS", "DAMAGE", "EXHAUSTED", "AT THE TABLE"] {
            assert!(card.contains(named), "{name}: {named}\n{card}");
        }
        for side in &played.about.roster.sides {
            assert!(card.contains(&side.name), "{name}: {}\n{card}", side.name);
        }
        for (_, unit) in played.about.roster.each() {
            let copied = unit.name.split('#').next().expect("a name");
            assert!(card.contains(copied), "{name}: {}\n{card}", unit.name);
        }
    }
}

/// The whole 95 % interval lies within the goal: a scenario that is shown to designers should not
/// stand on the edge.
#[test]
fn every_scenario_keeps_its_goals() {
    let mut n_goals = 0;
    for scenario in scenarios() {
        let played = played(&scenario, 10_000);
        for goal in scenario.goals.iter().map(|goal| &goal.value) {
            let found = goal.measure.estimates(&played.about, &played.totals);
            let verdict = goal.verdict(&played.about, &played.totals);
            assert_eq!(verdict, Verdict::Met, "{}: {}: {found:?}", scenario.stem, goal.text);
            n_goals += 1;
        }
    }
    assert!(n_goals >= 2);
}
