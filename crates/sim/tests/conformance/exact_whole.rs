//! The core of Night Wizard and its whole path are one game: a scenario of the core, played by
//! the whole path, has the same exact answer.

use crate::support::fights;
use crate::support::fights::exact_of;
use crate::support::night_wizard::random_setup;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::setup::Setup;
use fray_sim::exact::{ExactReport, Options, solve};

/// Probabilities that differ by no more than rounding leaves.
const ROUNDING: f64 = 1e-12;

#[track_caller]
fn assert_one_game(core: &ExactReport, whole: &ExactReport, what: &str) {
    let near = |a: f64, b: f64, at: &str| {
        assert!(
            (a - b).abs() <= ROUNDING * a.abs().max(1.0),
            "{what}, {at}: {a} by the core, {b} by the whole"
        );
    };
    near(core.rounds_mean, whole.rounds_mean, "mean rounds");
    for (a, b) in core.outcomes.iter().zip(&whole.outcomes) {
        assert_eq!((a.outcome, &a.side), (b.outcome, &b.side));
        near(a.p, b.p, a.outcome);
    }
    assert_eq!(core.rounds.len(), whole.rounds.len(), "{what}");
    for (a, b) in core.rounds.iter().zip(&whole.rounds) {
        near(a.p, b.p, "a round's end");
    }
    for (a, b) in core.exhaustion.iter().zip(&whole.exhaustion) {
        let place = |row: &fray_sim::exact::report::ExhaustionRow| {
            (row.unit.clone(), row.clock, row.view, row.round, row.activation, row.what)
        };
        assert_eq!(place(a), place(b), "{what}");
        near(a.p, b.p, "Exhaustion");
    }
    assert_eq!(core.exhaustion.len(), whole.exhaustion.len(), "{what}");
    for (a, b) in core.metrics.iter().zip(&whole.metrics) {
        assert_eq!((&a.unit, &a.metric), (&b.unit, &b.metric));
        near(a.mean, b.mean, &format!("{:?} of {:?}", a.metric, a.unit));
    }
}

fn compare(setup: &Setup, what: &str) {
    let core = exact_of(&NightWizard::new(setup));
    assert_one_game(&core, &exact_of(&NightWizard::new_whole(setup)), what);
}

#[test]
fn the_worked_fights_are_one_game_on_both_paths() {
    compare(&fights::f1_sudden(), "F1");
    compare(&fights::f2_tiny(), "F2");
    compare(&fights::f3_criticals(), "F3");
    compare(&fights::f4_mortality(), "F4");
    compare(&fights::f5_two_against_one(), "F5");
}

#[test]
fn random_fights_of_the_core_are_one_game_on_both_paths() {
    let options = Options { max_paths: 300_000, ..Options::default() };
    let stop = core::sync::atomic::AtomicBool::new(false);
    let mut n_compared = 0;
    for seed in 0..400 {
        let mut setup = random_setup(seed);
        // Small enough for an exact answer: few units, few HP, few rounds.
        setup.sides.truncate(2);
        for side in &mut setup.sides {
            side.units.truncate(2);
            for unit in &mut side.units {
                unit.hp = unit.hp % 4 + 1;
                unit.start_hp = unit.hp;
                unit.action_value = unit.action_value.min(6);
                unit.fixed_action_count = unit.fixed_action_count.map(|count| count % 15);
                unit.tactics.delay.entries.clear();
            }
        }
        setup.max_rounds = 2;
        let Ok(core) = solve(&NightWizard::new(&setup), "core", &options, &stop) else { continue };
        let whole = solve(&NightWizard::new_whole(&setup), "core", &Options::default(), &stop);
        let whole = whole.unwrap_or_else(|none| panic!("scenario {seed}: {none}"));
        assert_one_game(&core, &whole, &format!("scenario {seed}"));
        n_compared += 1;
    }
    assert!(n_compared > 50, "{n_compared} scenarios were small enough");
}
