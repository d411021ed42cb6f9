//! The whole fights of Mahou Galaxy's rules pages: E15 and E19 to 12 digits, E16 to E18 and E21 by sampled
//! fights, since their states are more than the exact solver has memory for.

use core::sync::atomic::AtomicBool;

use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::mahou_galaxy::data::rulings::OutAt;
use fray_rules::games::mahou_galaxy::data::setup::{
    SetText, Setup, Side, Skill, SkillSet, StanceSet, Stat, Stats, UnitSetup, Weapon,
};
use fray_rules::games::mahou_galaxy::data::tactics::{Plan, Scheme, Spot, StanceChoice, Tactics};
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::AsEngine;
use fray_sim::play::run::run;

use crate::support::close::assert_close;

/// A unit with these stats and this much Martial Arts, strong, that attacks once in a turn and does not
/// defend itself.
fn fighter(name: &str, hp: i32, [str, def, agi, acc]: [i32; 4], skill: i8) -> UnitSetup {
    let mut unit = UnitSetup::plain(name);
    unit.hp_max = hp;
    unit.stats = Stats { str, def, agi, acc, ..unit.stats };
    unit.skills.0[Skill::MartialArts as usize] = skill;
    unit.tactics.alone.plan = Plan::always(Scheme::Attack);
    unit.tactics.answers.spot = Plan::always(Spot::None);
    unit.tactics.aimed.stance = Plan::always(StanceChoice::Strong);
    unit
}

fn exact(setup: &Setup) -> ExactReport {
    let system = MahouGalaxy::new(setup);
    solve(system.as_engine(), "fight", &Options::default(), &AtomicBool::new(false))
        .unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn duel(a: UnitSetup, b: UnitSetup) -> Setup {
    Setup { max_rounds: 1000, ..Setup::plain(vec![vec![a], vec![b]]) }
}

/// The chance that the fight is over by the end of a round.
fn over_by(report: &ExactReport, round: u32) -> f64 {
    report.rounds.iter().filter(|row| row.round <= round && row.outcome != "timeout").map(|row| row.p).sum()
}

#[test]
pub(crate) fn mg_e15_without_explosions() {
    let mut setup = duel(fighter("A", 3, [3, 2, 3, 3], 2), fighter("B", 4, [4, 3, 2, 4], 1));
    setup.rulings.dice_explode = false;
    setup.rulings.hp_out_at = OutAt::ZeroOrLess;
    let report = exact(&setup);
    assert_close(report.win("left"), 71_891_214_761_865_835_136_229.0 / 343_747_534_119_718_862_952_200.0);
    assert_close(report.rounds_mean, 553_301_886_719_504_329_043_968.0 / 214_842_208_824_824_289_345_125.0);
    assert_close(over_by(&report, 1), 57.0 / 256.0);
    assert_close(over_by(&report, 2), 4_765_074_735.0 / 8_589_934_592.0);
}

fn e16() -> [UnitSetup; 2] {
    [fighter("A", 8, [6, 5, 6, 5], 2), fighter("B", 8, [6, 5, 8, 6], 2)]
}

/// Fights that are played where the exact solver has not the memory.
const FIGHTS: u64 = 200_000;

/// Plays fights of this seed and compares how often the left side wins, and how often the fight is over
/// by the end of a round, with the exact chances.
///
/// Each count is binomial. By the central limit theorem a right program is 4.9 standard errors off with
/// a chance of about 1e-6 for each value that is compared: about 1e-5 for the ten of all examples.
#[track_caller]
fn assert_sampled(setup: &Setup, seed: u64, wins: f64, over: &[(u32, f64)]) {
    let system = MahouGalaxy::new(setup);
    let totals = run(system.as_engine(), seed, 0..FIGHTS, &|_| {}).expect("no fight breaks an invariant");
    let rounds = totals.rounds();
    let by = |last: u32| {
        rounds.each().filter(|(round, _)| *round <= last.into()).map(|(_, count)| count).sum::<u64>()
    };
    let wins = ("wins of the left side".to_owned(), wins, totals.wins(0));
    let over = over.iter().map(|&(round, p)| (format!("over by round {round}"), p, by(round)));
    for (what, p, count) in core::iter::once(wins).chain(over) {
        let n = FIGHTS as f64;
        let z = (count as f64 - n * p) / (n * p * (1.0 - p)).sqrt();
        assert!(z.abs() < 4.9, "{what}: {count} of {FIGHTS} for {p}: z = {z:.2}");
    }
}

#[test]
fn mg_e16_two_strong_fighters() {
    let [a, b] = e16();
    let over = [(1, 0.027_391_224_473_6), (3, 0.202_038_745_154), (6, 0.625_594_178_621)];
    assert_sampled(&duel(a, b), 16, 0.495_502_768_397, &over);
}

#[test]
fn mg_28_e17_one_of_them_dodges() {
    let [a, mut b] = e16();
    b.tactics.answers.spot = Plan::always(Spot::Dodge);
    assert_sampled(&duel(a, b), 17, 0.045_169_592_519_2, &[(3, 0.115_285_722_384)]);
}

#[test]
fn mg_18_mg_34_and_mg_37_e18_both_hands_against_armour() {
    let facet = SkillSet::of(&[Skill::MartialArts]);
    let mut a = fighter("A", 10, [7, 5, 8, 6], 3);
    (a.facet_skills, a.tactics.alone.plan) = (facet, Plan::always(Scheme::TwoHands));
    a.tactics.aimed.stance = Plan::always(StanceChoice::Fast);
    let mut b = fighter("B", 14, [9, 6, 4, 4], 2);
    (b.facet_skills, b.armor) = (facet, 2);
    let damage = vec![SetText { n: 2, cumulative: false, die: Side::Stat(Stat::Str) }];
    let fist = Weapon::unarmed(StanceSet(0b111));
    b.weapons = vec![Weapon { name: "maul".to_owned(), damage, hands: 1, fist: false, ..fist }];
    assert_sampled(&duel(a, b), 18, 0.331_607_865_067, &[(3, 0.979_796_394_947)]);
}

#[test]
fn mg_34_and_mg_40_e19_the_clock_of_exhaustion() {
    let attackers = ["A", "B"].map(|name| fighter(name, 8, [8, 5, 5, 5], 2));
    let mut target = fighter("C", 6, [5, 3, 5, 5], 0);
    target.tactics.alone.plan = Plan::always(Scheme::Pass);
    let mut setup = Setup { max_rounds: 1000, ..Setup::plain(vec![attackers.into(), vec![target]]) };
    setup.rulings.dice_explode = false;
    let report = exact(&setup);
    let exhausted_by = |round: u32| -> f64 {
        let first = report.exhaustion.iter().filter(|row| {
            (&*row.unit, row.clock, row.view, row.what) == ("C", "exhausted", "first", "weapon")
        });
        first.filter(|row| row.round.is_some_and(|it| it <= round)).map(|row| row.p).sum()
    };
    assert_close(exhausted_by(1), 1_386_819.0 / 2_097_152.0);
    assert_close(exhausted_by(2), 2_114_423_842_923.0 / 2_199_023_255_552.0);
    assert_close(over_by(&report, 1), 512_001.0 / 2_097_152.0);
    assert_close(over_by(&report, 2), 1_797_180_596_127.0 / 2_199_023_255_552.0);
}

#[test]
fn mg_d1_and_mg_d5_e21_dodges_of_what_can_be_spared() {
    // RULES.md: what the ledger's `sound` does is now the plan `two_hands`.
    let units = e16().map(|mut unit| {
        unit.tactics = Tactics::default();
        unit.tactics.alone.plan = Plan::always(Scheme::TwoHands);
        unit.tactics.aimed.stance = Plan::always(StanceChoice::Strong);
        unit
    });
    let [a, b] = units;
    assert_sampled(&duel(a, b), 21, 0.117_434_173_313, &[(3, 0.150_729_624_154)]);
}
