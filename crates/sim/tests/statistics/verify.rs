//! `run --verify`: runs of right rules agree with the exact answer, and others do not.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use fray_sim::exact::verify::{Verified, verify};
use fray_sim::exact::{ExactReport, Options as ExactOptions, solve};
use fray_sim::play::engine::{Order, Simulated, simulate};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::signature::signature;

fn duel(sets: &[&str]) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let sets = sets.iter().map(|set| ("--set".to_owned(), (*set).to_owned())).collect();
    load_scenario(&path, &Options { sets, ..Options::default() }).expect("the scenario of the repository")
}

fn exact(scenario: &Scenario) -> ExactReport {
    let options = ExactOptions::default();
    solve(scenario.engine(), "duel", &options, &AtomicBool::new(false)).expect("within reach")
}

fn played(scenario: &Scenario, seed: u64) -> Simulated {
    let stop = AtomicBool::new(false);
    let order = Order { seed, range: 0..200_000, stop: &stop, played: &|_| {} };
    simulate(scenario.engine(), order).expect("the rules hold")
}

fn held(simulated: &Simulated, exact: &ExactReport) -> Verified {
    let point = Point {
        scenario: "duel".to_owned(),
        system: simulated.about.system.to_owned(),
        varied: Vec::new(),
        seed: 0,
        stop: Stop::Fixed,
        signature: signature(&simulated.totals),
    };
    let tables = Tables::new(&point, &simulated.about, &simulated.totals);
    verify(&simulated.about, &simulated.totals, &tables, exact)
}

#[test]
fn right_rules_agree_with_their_exact_answer() {
    let scenario = duel(&[]);
    let exact = exact(&scenario);
    for seed in 0..5 {
        let verified = held(&played(&scenario, seed), &exact);
        assert!(verified.tests.len() > 10);
        assert!(verified.agrees(), "seed {seed}: {:?}", &verified.tests[..3]);
    }
}

#[test]
fn a_point_of_hp_more_does_not_agree() {
    let verified = held(&played(&duel(&["Ogre.hp=27"]), 1), &exact(&duel(&[])));
    assert!(!verified.agrees());
    assert!(verified.tests[0].p_holm < 1e-20, "{:?}", verified.tests[0]);
}
