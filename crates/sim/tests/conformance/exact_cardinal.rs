//! The whole fights of Cardinal's rules pages, examples 17 to 22 and the numbers of its scenarios, to 12
//! digits.

use crate::support::cardinal::{countering, duel_1, exact, fight, fighter, parrying};
use crate::support::close::assert_close;
use crate::support::close::assert_rounds;
use fray_rules::games::cardinal::data::rulings::{CounterTie, TurnOrder};
use fray_rules::games::cardinal::data::setup::{Setup, UnitSetup};
use fray_rules::games::cardinal::data::tactics::{Plan, RallyChoice, Tactic};
use fray_rules::games::cardinal::data::vocabulary::Kind;
use fray_rules::games::cardinal::dice::pool::Pool;

/// The fight with the sides in this order of turns.
fn first(mut setup: Setup, order: TurnOrder) -> Setup {
    setup.rulings.turn_order = order;
    setup
}

#[test]
pub(crate) fn ca_60_duel_1() {
    let report = exact(&duel_1());
    assert_close(report.win("left"), 0.932_591_992_813_8);
    assert_close(report.win("right"), 0.067_408_007_186_2);
    assert_rounds(&report, 1.454_162_667_193_7, 1000);
    let report = exact(&first(duel_1(), TurnOrder::SidesFirstB));
    assert_close(
        report.win("left"),
        38_151_981_408_968_960_028_404_545.0 / 58_148_843_372_922_390_201_891_649.0,
    );
    // A fair coin for the order (CA-06).
    for order in [TurnOrder::D100, TurnOrder::SidesCoin] {
        let report = exact(&first(duel_1(), order));
        let want = 138_571_690_694_967_434_886_435_775.0 / 174_446_530_118_767_170_605_674_947.0;
        assert_close(report.win("left"), want);
    }
}

#[test]
fn ca_07_duel_1_by_round() {
    let report = exact(&duel_1());
    let ends =
        |round: u32| -> f64 { report.rounds.iter().filter(|row| row.round == round).map(|row| row.p).sum() };
    assert_close(ends(1), 23_373_629.0 / 31_850_496.0);
    for (round, p) in [(2, 0.155_094_034_625), (3, 0.065_370_360_935_6), (6, 0.004_510_590_508_25)] {
        assert!((ends(round) - p).abs() < 1e-12, "{round}: {}", ends(round));
    }
}

fn duel_2() -> Setup {
    let k = countering(fighter("K", "2d8+d6", 2, ["d6", "d6+d4", "d6"]), "2d8");
    let g = countering(fighter("G", "2d6", 1, ["d4", "2d6", "d6"]), "2d6");
    first(fight(vec![k], vec![g]), TurnOrder::SidesFirstB)
}

#[test]
fn ca_24_duel_2_both_counter() {
    let report = exact(&duel_2());
    assert_close(report.win("left"), 0.838_881_778_349_296);
    assert_rounds(&report, 1.111_110_771_891_66, 1000);
    let mut both = duel_2();
    both.rulings.counter_tie = CounterTie::BothHit;
    let report = exact(&both);
    assert_close(report.win("left"), 0.808_145_302_460_133);
    let draw: f64 = 1.0 - report.win("left") - report.win("right");
    assert!((draw - 0.053_014_030_391_587_2).abs() < 1e-12, "{draw}");
}

#[test]
fn ca_13_ca_36_duel_3_to_the_bitter_end() {
    let mut p = parrying(fighter("P", "d8+d6+d4", 2, ["d8", "d8", "d8"]), "d8+d4");
    p.tactics.tactic = Plan::always(Tactic::AimAttack);
    let mut q = fighter("Q", "d10+d6", 3, ["d6", "d8+d6", "d4"]);
    q.weapons[0].effects = vec![Kind::Penetrating];
    let mut setup = fight(vec![p], vec![q]);
    setup.rulings.yield_afraid = false;
    let report = exact(&setup);
    assert_close(report.win("left"), 396_714_749_788_946_579.0 / 638_361_012_274_200_576.0);
    assert_rounds(&report, 2.961_665_669_290_52, 1000);
}

#[test]
fn d_04_one_against_two() {
    let k = countering(fighter("K", "2d8+d6", 2, ["d8", "d6+d4", "d8+d6"]), "2d8");
    let g = fighter("G", "2d6", 1, ["d4", "2d6", "none"]);
    let h = fighter("H", "2d6", 2, ["d4", "2d6", "none"]);
    let report = exact(&fight(vec![k], vec![g, h]));
    assert_close(report.win("left"), 0.919_280_287_193_693);
    assert_rounds(&report, 1.221_974_818_248_89, 1000);
}

fn leader(mut unit: UnitSetup, rally: &str) -> UnitSetup {
    unit.rally_pool = Pool::parse(rally);
    unit.tactics.rally = Plan::always(RallyChoice::SecondAction);
    unit
}

#[test]
fn ca_50_d_09_two_against_two_with_rally() {
    let mut units = [
        fighter("K", "2d8+d6", 2, ["d6", "d6+d4", "d6"]),
        leader(fighter("L", "2d6", 1, ["d6", "2d6", "none"]), "d8+d6"),
        fighter("G", "d8+d6", 2, ["d4", "2d6", "d6"]),
        leader(fighter("M", "d8+d6", 2, ["d6", "d6", "none"]), "d6"),
    ];
    for (unit, order) in units.iter_mut().zip([1, 3, 2, 4]) {
        unit.order = order;
    }
    let [k, l, g, m] = units;
    let report = exact(&fight(vec![k, l], vec![g, m]));
    assert_close(report.win("left"), 0.733_011_018_614_24);
    assert_rounds(&report, 2.410_157_635_947_2, 1000);
}

#[test]
fn d_05_the_choice_of_a_defence() {
    let bandit = || fighter("Bandit", "d8+d6", 2, ["d6", "d8+d6", "d4"]);
    let knight = || fighter("Knight", "d8+2d6", 2, ["d8", "d6+d4", "d8"]);
    let wins =
        |knight: UnitSetup| exact(&first(fight(vec![knight], vec![bandit()]), TurnOrder::D100)).win("left");
    for (knight, percent) in
        [(knight(), 46.3), (parrying(knight(), "d8+2d6"), 63.2), (countering(knight(), "d8+d6"), 74.0)]
    {
        let won = 100.0 * wins(knight);
        assert!((won - percent).abs() < 0.051, "{won} for {percent}");
    }
}

#[test]
fn ca_47_ca_50_the_ogre_and_the_leader() {
    let soldier =
        |name: &str, order: i32| UnitSetup { order, ..fighter(name, "d8+d6", 2, ["d6", "2d6", "d6"]) };
    let wins = |slays: bool, rallies: bool| {
        let mut ogre = UnitSetup { order: 2, ..fighter("Ogre", "d12+d8+d6", 3, ["d12+d10", "d8+d6", "d8"]) };
        if slays {
            ogre.weapons[0].effects = vec![Kind::Slaying(None)];
        }
        let mut last = soldier("Leader", 4);
        if rallies {
            last = leader(last, "2d8");
        }
        let party = vec![soldier("First", 1), soldier("Second", 3), last];
        100.0 * exact(&fight(vec![ogre], party)).win("left")
    };
    for (slays, rallies, percent) in
        [(true, true, 45.2), (true, false, 46.4), (false, true, 25.2), (false, false, 34.0)]
    {
        let won = wins(slays, rallies);
        assert!((won - percent).abs() < 0.051, "{won} for {percent}");
    }
}

fn aiming(mut unit: UnitSetup) -> UnitSetup {
    unit.tactics.tactic = Plan::always(Tactic::AimAttack);
    unit
}

#[test]
fn ca_24_ca_13_mirror_swords() {
    let sword = |name: &str| fighter(name, "2d8", 2, ["d6", "d8+d4", "d4"]);
    let report = |one: UnitSetup, other: UnitSetup, yields: bool| {
        let mut setup = first(fight(vec![one], vec![other]), TurnOrder::D100);
        setup.rulings.yield_afraid = yields;
        exact(&setup)
    };
    let is_close =
        |won: f64, percent: f64| assert!((100.0 * won - percent).abs() < 0.051, "{won} for {percent}");
    is_close(report(countering(sword("A"), "2d8"), sword("B"), true).win("left"), 70.8);
    let short = report(aiming(sword("A")), sword("B"), true);
    is_close(short.win("left"), 51.5);
    assert!((short.rounds_mean - 1.3).abs() < 0.051, "{}", short.rounds_mean);
    let long = report(aiming(sword("A")), sword("B"), false);
    is_close(long.win("left"), 51.5);
    assert!((long.rounds_mean - 3.4).abs() < 0.051, "{}", long.rounds_mean);
}

#[test]
fn ca_06_what_the_order_is_worth_against_two() {
    let bandit =
        |name: &str, order: i32| UnitSetup { order, ..fighter(name, "d8+d6", 2, ["d6", "d8+d6", "d4"]) };
    let wins = |order: i32| {
        let knight = parrying(fighter("Knight", "d8+2d6", 2, ["d8", "d6+d4", "d8"]), "d8+2d6");
        let knight = UnitSetup { order, ..knight };
        100.0 * exact(&fight(vec![knight], vec![bandit("First", 1), bandit("Second", 3)])).win("left")
    };
    for (order, percent) in [(2, 21.0), (0, 35.3)] {
        let won = wins(order);
        assert!((won - percent).abs() < 0.051, "{won} for {percent}");
    }
}
