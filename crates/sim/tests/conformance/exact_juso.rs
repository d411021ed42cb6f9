//! The whole fights of Juso's rules pages, F1 to F6 and the micro duel, to 12 digits.

use crate::support::close::assert_close;
use crate::support::juso_fights;
use crate::support::juso_fights::exact;
use fray_rules::games::juso::data::setup::{End, Flag, Obstacle, Setup};
use fray_rules::games::juso::data::tactics::{Defend, Split};
use fray_sim::exact::ExactReport;

/// The chance that a side wins in a round.
fn wins_in(report: &ExactReport, side: &str, round: u32) -> f64 {
    let is =
        |row: &&fray_sim::exact::report::RoundRow| row.round == round && row.side.as_deref() == Some(side);
    report.rounds.iter().find(is).map_or(0.0, |row| row.p)
}

#[test]
pub(crate) fn ju_18_micro_duel() {
    let report = exact(&juso_fights::micro_duel(End::Left));
    assert_close(report.win("left"), 3688.0 / 6591.0);
    assert_close(report.rounds_mean, 170_048.0 / 59_319.0);
    let report = exact(&juso_fights::micro_duel(End::Right));
    assert_close(report.win("left"), 2903.0 / 6591.0);
}

#[test]
fn ju_f1_hunter_and_brute_in_melee() {
    let report = exact(&juso_fights::f1(End::Left, Split::Number(0)));
    assert_close(report.win("left"), 0.490_090_534_005_256);
    assert_close(report.rounds_mean, 5.103_306_459_472_35);
    let report = exact(&juso_fights::f1(End::Right, Split::Number(0)));
    assert_close(report.win("left"), 0.379_274_270_245_673);
    let report = exact(&juso_fights::f1(End::Left, Split::Ev));
    assert_close(report.win("left"), 0.492_714_928_552_568);
}

#[test]
fn ju_f2_on_the_board() {
    let report = exact(&juso_fights::f2(Defend::Agility));
    assert_close(report.win("left"), 0.476_918_097_099_473);
    assert_close(report.win("right"), 0.523_081_902_900_527);
    assert_close(report.rounds_mean, 5.870_424_713_413_22);
    let by_round = [
        (0.0, 0.0),
        (0.000_795_416_533_946_991, 0.020_276_486_873_626_7),
        (0.023_174_524_286_827_3, 0.058_205_183_069_844_7),
        (0.064_413_603_319_606_1, 0.092_450_901_035_27),
    ];
    for (round, (left, right)) in (1..).zip(by_round) {
        assert_close(wins_in(&report, "left", round), left);
        assert_close(wins_in(&report, "right", round), right);
    }
}

#[test]
fn ju_f2_with_body_defence() {
    let report = exact(&juso_fights::f2(Defend::Body));
    assert_close(report.win("left"), 0.139_259_739_357_545);
}

#[test]
fn ju_f3_archer_against_goblin() {
    let report = exact(&juso_fights::f3());
    assert_close(report.win("left"), 0.846_347_656_530_156);
    assert_close(report.win("right"), 0.153_652_343_469_843);
    assert_close(report.rounds_mean, 4.602_817_315_959_85);
}

#[test]
fn ju_f4_cores_carried_and_endured() {
    let report = exact(&juso_fights::f4());
    assert_close(report.win("left"), 0.316_194_653_824_765);
    assert_close(report.rounds_mean, 6.888_773_627_677_07);
    // the first time that H spends its last core.
    let first = |round: u32| -> f64 {
        let is = |row: &&fray_sim::exact::report::ExhaustionRow| {
            row.unit == "H" && row.clock == "exhausted" && row.view == "first" && row.round == Some(round)
        };
        report.exhaustion.iter().filter(is).map(|row| row.p).sum()
    };
    for (round, p) in (1..).zip([0.75, 0.1875, 0.044_122_310_922_830_4, 0.009_887_514_008_398_75]) {
        assert_close(first(round), p);
    }
}

#[test]
fn ju_f5_two_goblins() {
    let report = exact(&juso_fights::f5());
    assert_close(report.win("left"), 0.764_520_060_322_869);
    assert_close(report.rounds_mean, 3.084_920_505_163_34);
}

#[test]
fn ju_f6_back_attacks() {
    let report = exact(&juso_fights::f6());
    assert_close(report.win("left"), 0.573_673_506_768_103);
    assert_close(report.rounds_mean, 2.143_234_296_139_96);
}

#[test]
fn ju_07_sides_that_change_ends_play_the_same_fight() {
    let mut archer = juso_fights::f3();
    archer.obstacles = vec![Obstacle { col: 6, blocks_move: false }];
    let mut ambush = juso_fights::f2(Defend::Agility);
    ambush.surprise = Some(End::Left);
    let mut dice = juso_fights::f2(Defend::Agility);
    dice.flag = Flag::Dice([6, 3]);
    let wins = |setup: &Setup| {
        let report = exact(setup);
        [report.win("left"), report.win("right"), report.rounds_mean]
    };
    let plain = wins(&juso_fights::f2(Defend::Agility));
    for setup in [archer, ambush, dice, juso_fights::f4(), juso_fights::f6()] {
        let there = wins(&setup);
        assert!((there[0] - plain[0]).abs() > 1e-3, "what an end holds shows");
        let mut mirrored = setup.mirrored();
        mirrored.sides.reverse();
        wins(&mirrored).into_iter().zip(there).for_each(|(here, there)| assert_close(here, there));
    }
}
