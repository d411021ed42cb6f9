//! Exhaustion in the worked examples 10 to 13 of the rules pages, exactly; and what the normal
//! form of Action Counts must not change.

use crate::support::close::assert_close;
use crate::support::fights;
use crate::support::fights::{exact, fight, npc, pc, plain_rulings};
use fray_rules::games::night_wizard::data::rulings::Rulings;
use fray_rules::games::night_wizard::data::setup::{Setup, UnitSetup};
use fray_rules::games::night_wizard::data::tactics::{Delay, Entry};
use fray_sim::exact::ExactReport;

/// The activations at which the unit is Exhausted in round 1, with their probabilities.
fn exhausted(report: &ExactReport, unit: &str, what: &str) -> Vec<(u32, f64)> {
    let is = |row: &&fray_sim::exact::report::ExhaustionRow| {
        (row.clock, row.view, row.round) == ("exhausted", "every", Some(1))
            && (row.unit.as_str(), row.what) == (unit, what)
    };
    report.exhaustion.iter().filter(is).map(|row| (row.activation.expect("every has it"), row.p)).collect()
}

#[track_caller]
fn assert_cells(got: &[(u32, f64)], expected: &[(u32, f64)]) {
    assert_eq!(got.len(), expected.len(), "{got:?}");
    for (got, expected) in got.iter().zip(expected) {
        assert_eq!(got.0, expected.0);
        assert_close(got.1, expected.1);
    }
}

/// One round in which nobody can be hurt.
fn one_round(rulings: Rulings, left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    Setup { max_rounds: 1, ..fight(rulings, left, right) }
}

/// Too well armoured to be hurt, with this Action Value.
const fn armoured(action_value: i32) -> [i32; 6] {
    [1, 5, 5, 5, 500, action_value]
}

fn with_count(unit: UnitSetup, count: i32) -> UnitSetup {
    UnitSetup { fixed_action_count: Some(count), ..unit }
}

/// The number of Mains of a unit whose enemy has none: its Exhaustion tells it.
fn mains_of(unit: UnitSetup, rulings: Rulings) -> Vec<(u32, f64)> {
    let idle = with_count(npc("idle", armoured(0)), -1);
    let report = exact(&one_round(rulings, vec![unit], vec![idle]));
    assert_cells(&exhausted(&report, "idle", "setup"), &[(0, 1.0)]);
    exhausted(&report, "u", "main_end")
}

#[test]
fn nw_10_a_count_of_34_is_four_mains_and_of_30_three() {
    let unit = |count| with_count(pc("u", armoured(0)), count);
    assert_cells(&mains_of(unit(34), plain_rulings()), &[(4, 1.0)]);
    assert_cells(&mains_of(unit(30), plain_rulings()), &[(3, 1.0)]);
    let mut at_zero = plain_rulings();
    at_zero.min_count.0 = 0;
    assert_cells(&mains_of(unit(30), at_zero), &[(4, 1.0)]);
}

#[test]
fn nw_10_an_action_value_of_11_is_two_mains_or_three() {
    let mains = mains_of(pc("u", armoured(11)), plain_rulings());
    assert_cells(&mains, &[(2, 5.0 / 6.0), (3, 1.0 / 6.0)]);
}

#[test]
fn nw_11_the_activation_of_exhaustion() {
    let setup = one_round(plain_rulings(), vec![pc("p", armoured(11))], vec![npc("n", armoured(7))]);
    let report = exact(&setup);
    let of_1296 = |cells: [(u32, f64); 4]| cells.map(|(activation, ways)| (activation, ways / 1296.0));
    let p = of_1296([(2, 17.0), (3, 937.0), (4, 179.0), (5, 163.0)]);
    let n = of_1296([(2, 73.0), (3, 161.0), (4, 1027.0), (5, 35.0)]);
    assert_cells(&exhausted(&report, "p", "main_end"), &p);
    assert_cells(&exhausted(&report, "n", "main_end"), &n);
}

#[test]
fn nw_12_equal_counts_go_by_kind_and_list() {
    let at_18 = |unit| with_count(unit, 18);
    let left = vec![at_18(pc("a", armoured(0))), at_18(pc("b", armoured(0)))];
    let report = exact(&one_round(plain_rulings(), left, vec![at_18(npc("c", armoured(0)))]));
    for (unit, activation) in [("a", 4), ("b", 5), ("c", 6)] {
        assert_cells(&exhausted(&report, unit, "main_end"), &[(activation, 1.0)]);
    }
}

fn delaying(unit: UnitSetup, to: i32) -> UnitSetup {
    let mut unit = unit;
    unit.tactics.delay.entries.push(Entry { what: Delay::To(to), when: None });
    unit
}

#[test]
fn nw_13_a_delay_is_no_activation() {
    let play = |min_count| {
        let mut rulings = plain_rulings();
        rulings.min_count.0 = min_count;
        let a = delaying(with_count(pc("a", armoured(0)), 25), 12);
        let b = with_count(npc("b", armoured(0)), 20);
        let report = exact(&one_round(rulings, vec![a], vec![b]));
        (exhausted(&report, "a", "main_end"), exhausted(&report, "b", "main_end"))
    };
    let (a, b) = play(1);
    assert_cells(&a, &[(4, 1.0)]);
    assert_cells(&b, &[(3, 1.0)]);
    let (a, b) = play(0);
    assert_cells(&a, &[(4, 1.0)]);
    assert_cells(&b, &[(5, 1.0)]);
}

#[test]
fn nw_31_nobody_can_hurt_anybody_is_a_timeout() {
    let setup = fight(plain_rulings(), vec![pc("p", armoured(11))], vec![npc("n", armoured(7))]);
    let report = exact(&Setup { max_rounds: 100, ..setup });
    assert_close(report.timeout(), 1.0);
    assert_close(report.rounds_mean, 100.0);
    // AV 11 is two Mains or, with 1/6, three; AV 7 one Main with 1/12 (dice 2 and 3), else two.
    let mains = |unit: &str| {
        let is = |row: &&fray_sim::exact::report::MetricRow| {
            row.unit.as_deref() == Some(unit) && row.metric == "mains"
        };
        report.metrics.iter().find(is).expect("mains are counted").mean
    };
    assert_close(mains("p"), 100.0 * 13.0 / 6.0);
    assert_close(mains("n"), 100.0 * 23.0 / 12.0);
}

/// Holds both answers against each other, row by row.
#[track_caller]
fn assert_same(a: &ExactReport, b: &ExactReport) {
    assert_eq!(a.exhaustion.len(), b.exhaustion.len());
    for (a, b) in a.exhaustion.iter().zip(&b.exhaustion) {
        assert_eq!(
            (&a.unit, a.view, a.round, a.activation, a.what),
            (&b.unit, b.view, b.round, b.activation, b.what)
        );
        assert!((a.p - b.p).abs() < 1e-13, "{a:?} {b:?}");
    }
    for (a, b) in a.rounds.iter().zip(&b.rounds) {
        assert!((a.p - b.p).abs() < 1e-13, "{a:?} {b:?}");
    }
    for (a, b) in a.metrics.iter().zip(&b.metrics) {
        assert!((a.mean - b.mean).abs() < 1e-12, "{a:?} {b:?}");
    }
}

/// The same fight, with a delay that never happens but lets counts be read as numbers, so that
/// the solver may not replace them.
fn with_raw_counts(setup: &Setup) -> Setup {
    let mut raw = setup.clone();
    let unit = &mut raw.sides[0].units[0];
    *unit = delaying(unit.clone(), 300);
    raw
}

#[test]
fn the_normal_form_of_counts_changes_no_probability() {
    // Ties of every kind: between a PC and an NPC, within a side, between sides by chance.
    let three = || {
        let left = vec![pc("a", [2, 3, 3, 5, 4, 11]), pc("b", [1, 3, 3, 5, 4, 3])];
        fight(plain_rulings(), left, vec![npc("c", [3, 3, 3, 6, 4, 9])])
    };
    let between_pcs =
        fight(plain_rulings(), vec![pc("a", [3, 3, 3, 6, 4, 11])], vec![pc("b", [3, 3, 3, 6, 4, 9])]);
    let mut cheap_mains = three();
    cheap_mains.rulings.main_cost.0 = 2;
    for setup in [three(), between_pcs, cheap_mains, fights::f2_tiny()] {
        let setup = Setup { max_rounds: 3, ..setup };
        let (normal, raw) = (exact(&setup), exact(&with_raw_counts(&setup)));
        assert_same(&normal, &raw);
        assert!(normal.states < raw.states, "{} and {}", normal.states, raw.states);
    }
}
