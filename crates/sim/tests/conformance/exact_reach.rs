//! What happens where an exact answer is out of reach, unwanted, or looked at by others.

use core::sync::atomic::AtomicBool;

use fray_rules::games::night_wizard::NightWizard;

use fray_sim::exact::{Bound, NoAnswer, Options, render, solve};
use fray_sim::play::engine::AsEngine;
use fray_sim::scenario::{Options as LoadOptions, load_scenario, load_text};

use crate::support::fights;

fn bound_met(options: &Options) -> (Bound, String) {
    let system = NightWizard::new(&fights::f5_two_against_one());
    match solve(system.as_engine(), "f5", options, &AtomicBool::new(false)) {
        Err(NoAnswer::OutOfReach(reach)) => {
            assert!(reach.states >= reach.expanded && reach.states_at_least >= reach.states as f64);
            (reach.bound, reach.to_string())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_bound_is_met_politely() {
    let (bound, message) = bound_met(&Options { max_paths: 100_000, ..Options::default() });
    assert_eq!(bound, Bound::Paths);
    assert!(message.starts_with("too large for an exact answer: the limit of paths of dice"), "{message}");
    assert!(message.contains(" of at least about "), "{message}");
    let (bound, _) = bound_met(&Options { max_steps: 10_000, ..Options::default() });
    assert_eq!(bound, Bound::Steps);
    let (bound, _) = bound_met(&Options { max_bytes: 1 << 20, ..Options::default() });
    assert_eq!(bound, Bound::Memory);
}

#[test]
fn a_crowd_is_refused_before_its_first_round_is_opened() {
    // Sixteen units open a round in 11^16 ways.
    let many = |kind: fn(&str, [i32; 6]) -> fray_rules::games::night_wizard::data::setup::UnitSetup| {
        (0..8).map(|i| kind(&format!("u{i}"), [30, 10, 8, 14, 8, 12])).collect()
    };
    let setup = fights::fight(fights::plain_rulings(), many(fights::pc), many(fights::npc));
    let system = NightWizard::new(&setup);
    let answer = solve(system.as_engine(), "crowd", &Options::default(), &AtomicBool::new(false));
    let Err(NoAnswer::OutOfReach(reach)) = answer else { panic!("{answer:?}") };
    assert!(matches!(reach.bound, Bound::Paths | Bound::Memory), "{:?}", reach.bound);
    assert_eq!((reach.expanded, reach.round), (0, 1));
    assert!(reach.paths < 10_000, "{}", reach.paths);
}

/// One path more than the bound is met with, but for those between two looks at it.
fn is_within(paths: u64, work: u32, options: &Options) -> bool {
    const BETWEEN_TWO_LOOKS: u64 = 1 << 10;
    (paths - BETWEEN_TWO_LOOKS.min(paths)) * u64::from(work) <= options.max_paths
}

#[test]
fn no_search_goes_far_beyond_its_bound_of_paths() {
    let options = Options { max_paths: 20_000, ..Options::default() };
    for system in fray_rules::GAMES {
        let scenario = load_text("example.toml", system.example).expect("the example is right");
        let engine = scenario.engine();
        match solve(engine, system.name(), &options, &AtomicBool::new(false)) {
            Err(NoAnswer::OutOfReach(reach)) => {
                let work = engine.turns().work_of_a_path();
                assert!(is_within(reach.paths, work, &options), "{}: {reach:?}", system.name());
            }
            other => assert!(other.is_ok(), "{}: {other:?}", system.name()),
        }
    }
}

#[test]
fn a_turn_of_many_paths_is_out_of_reach_before_they_are_played() {
    let text = r#"
        system = "mahou-galaxy"
        run = { max_rounds = 3 }
        [[side]]
        name = "a"
        [[side.unit]]
        name = "A"
        hp_max = 20
        def = 6
        agi = 6
        acc = 6
        skills = { martial_arts = 2 }
        [[side]]
        name = "b"
        [[side.unit]]
        name = "B"
        hp_max = 3
        str = 2
        def = 2
        agi = 2
        int = 2
        acc = 2
        per = 2
    "#;
    let scenario = load_text("stab.toml", text).expect("it is right");
    let (engine, options) = (scenario.engine(), Options { max_paths: 10_000_000, ..Options::default() });
    let answer = solve(engine, "stab", &options, &AtomicBool::new(false));
    let Err(NoAnswer::OutOfReach(reach)) = answer else { panic!("{answer:?}") };
    assert_eq!(reach.bound, Bound::Paths);
    assert!(is_within(reach.paths, engine.turns().work_of_a_path(), &options), "{reach:?}");
}

/// Six units deal themselves three cards each and choose among them: some five million paths of the first turn alone.
#[test]
fn many_broad_turns_are_out_of_reach_before_one_of_them_is_played() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/stonebound/stones.toml");
    let scenario = load_scenario(path.as_ref(), &LoadOptions::default()).expect("it is right");
    let answer = solve(scenario.engine(), "stones", &Options::default(), &AtomicBool::new(false));
    let Err(NoAnswer::OutOfReach(reach)) = answer else { panic!("{answer:?}") };
    assert_eq!((reach.bound, reach.expanded, reach.paths), (Bound::Paths, 0, 0));
    assert!(reach.paths_at_least > 1e9, "{reach:?}");
    assert!(reach.to_string().contains("paths of dice; sample it"), "{reach}");
}

#[test]
fn an_interruption_is_heeded() {
    let system = NightWizard::new(&fights::f3_criticals());
    let answer = solve(system.as_engine(), "f3", &Options::default(), &AtomicBool::new(true));
    assert_eq!(answer, Err(NoAnswer::Interrupted));
}

#[test]
fn the_rows_in_json_have_the_names_of_the_csv_files() {
    let report = serde_json::to_value(fights::exact(&fights::f4_mortality())).unwrap();
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        keys(&report),
        names(
            "scenario system residual states outcomes rounds_mean rounds exhaustion metrics values damage left_out"
        )
    );
    assert_eq!(keys(&report["outcomes"][0]), names("outcome side p"));
    assert_eq!(keys(&report["rounds"][0]), names("round outcome side p"));
    assert_eq!(keys(&report["exhaustion"][0]), names("side unit clock view round activation what p"));
    assert_eq!(keys(&report["metrics"][0]), names("side unit metric kind n mean"));
    assert_eq!(keys(&report["values"][0]), names("side unit metric value n p"));
    assert_eq!(keys(&report["damage"][0]), names("side unit kind value n p"));
    let rows = ["values", "damage"].into_iter().flat_map(|rows| report[rows].as_array().unwrap());
    for row in rows {
        let is_above_zero = |key: &str| row[key].as_f64().is_none_or(|x| x > 0.0);
        assert!(["n", "mean", "p"].into_iter().all(is_above_zero), "a row of zeros: {row}");
    }
    assert_eq!(report["outcomes"].as_array().unwrap().len(), 4, "two sides, draw, timeout");
    assert!(report["outcomes"][2]["side"].is_null());
}

#[test]
fn the_table_says_what_was_left_out() {
    let report = fights::exact(&fights::f2_tiny());
    assert!(report.ends_in(0).is_sign_positive(), "what cannot be is 0, not -0");
    let text = render(&report);
    let (first, second) = (text.lines().next().unwrap(), text.lines().nth(1).unwrap());
    assert_eq!(first, "test (night-wizard), exact");
    assert!(second.contains(" states, ") && second.ends_with(" left out"), "{second}");
    assert!(text.contains("left to win"), "{text}");
    assert!(text.contains("50.451825879 %"), "{text}");
    for heading in
        ["Means per fight", "Ratios: ", "Distributions of values", "Damage as rolled", "Not worked out"]
    {
        assert_eq!(text.matches(&format!("\n{heading}")).count(), 1, "{heading}: {text}");
    }
}
