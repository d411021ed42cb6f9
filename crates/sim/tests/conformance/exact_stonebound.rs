//! The whole fights of Stonebound's rules pages, examples 12 to 18 and 21, to 12 digits.

use crate::support::close::{assert_close, assert_rounds};
use crate::support::stonebound_fights::{
    duel_1, duel_2, duel_3, exact, one_against_two, stalemate, two_against_two,
};
use fray_rules::games::stonebound::data::rulings::{First, Stalemate};
use fray_rules::games::stonebound::data::setup::Setup;

/// The chances of the two sides and the mean number of rounds.
#[track_caller]
fn assert_fight(setup: &Setup, first: f64, second: f64, rounds: f64) {
    let report = exact(setup);
    assert_close(report.win("first"), first);
    assert_close(report.win("second"), second);
    assert_rounds(&report, rounds, setup.max_rounds);
}

#[test]
pub(crate) fn sb_60_example_12_duel_1() {
    assert_fight(&duel_1(First::SideA), 0.781, 0.219, 2.936);
}

#[test]
fn sb_04_example_13_who_is_first() {
    assert_close(exact(&duel_1(First::SideB)).win("first"), 0.408);
    assert_close(exact(&duel_1(First::Rolloff)).win("first"), 0.5945);
}

#[test]
fn sb_36_example_14_counters_evasion_and_negation() {
    assert_fight(&duel_2(), 0.202_197_831_143_1, 0.797_802_168_856_9, 2.725_861_762_44);
}

#[test]
fn sb_15_example_15_a_double_attack_against_burn() {
    assert_fight(&duel_3(), 0.636_505_875, 0.363_494_125, 3.336_618_087_5);
}

#[test]
fn sb_38_example_16_one_against_two() {
    assert_fight(&one_against_two(), 0.856_778, 0.143_222, 2.035_508_6);
}

#[test]
fn sb_05_example_17_two_against_two() {
    assert_fight(&two_against_two(), 0.252_064_846_875, 0.747_935_153_125, 862_818_401.0 / 320_000_000.0);
}

#[test]
fn sb_60_example_18_the_round_in_which_it_ends() {
    let report = exact(&duel_1(First::SideA));
    let ends = |round: u32| -> f64 {
        report.rounds.iter().filter(|row| row.round == round && row.side.is_some()).map(|row| row.p).sum()
    };
    for (round, p) in (1..).zip([0.0, 0.28, 0.504, 0.216, 0.0]) {
        assert_close(ends(round), p);
    }
}

#[test]
fn sb_61_sb_63_example_21_a_stalemate() {
    let report = exact(&stalemate());
    assert_close(report.win("first") + report.win("second"), 0.0);
    assert_close(report.rounds_mean, 30.0);
    let mut setup = stalemate();
    setup.rulings.stalemate = Stalemate(Some(20));
    let report = exact(&setup);
    assert_close(report.rounds_mean, 20.0);
}
