//! The whole fights of Mahou Galaxy's rules pages: E15 to 12 digits, E16 and E17 by sampled fights, since
//! their states are more than the exact solver has memory for.

use core::sync::atomic::AtomicBool;

use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::mahou_galaxy::rulings::OutAt;
use fray_rules::games::mahou_galaxy::setup::{Setup, Skill, Stats, UnitSetup};
use fray_rules::games::mahou_galaxy::tactics::{Plan, Scheme, Spot, StanceChoice};
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::run::run;

use crate::support::fights::assert_close;

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
    solve(&system, "fight", &Options::default(), &AtomicBool::new(false))
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
/// a chance of about 1e-6 for each value that is compared: less than 1e-5 for the six of E16 and E17.
#[track_caller]
fn assert_sampled(setup: &Setup, seed: u64, wins: f64, over: &[(u32, f64)]) {
    let system = MahouGalaxy::new(setup);
    let totals = run(&system, seed, 0..FIGHTS, &|_| {}).expect("no fight breaks an invariant");
    let rounds = totals.rounds();
    let by = |round: u32| rounds.cells.iter().take(round as usize + 1).sum::<u64>();
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
