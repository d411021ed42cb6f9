//! Rows about Mahou Galaxy: a duel and a party fight, all metrics on.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::mahou_galaxy::setup::{Setup, Skill, SkillSet, Stats, UnitSetup};
use fray_rules::games::mahou_galaxy::state::State;
use fray_rules::games::mahou_galaxy::tactics::{Plan, Scheme, Spot, StanceChoice};
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::{REPEATS, SEED, WORDS};

/// Fights in each repeat.
const FIGHTS: u64 = 5_000;

fn unit(name: &str, hp_max: i32, [str, def, agi, acc]: [i32; 4], skill: i8) -> UnitSetup {
    let mut unit = UnitSetup::plain(name);
    unit.hp_max = hp_max;
    unit.stats = Stats { str, def, agi, acc, ..unit.stats };
    unit.skills.0[Skill::MartialArts as usize] = skill;
    unit
}

/// The duel E16 of the rules pages.
fn duel() -> Setup {
    let plain = |mut unit: UnitSetup| {
        unit.tactics.alone.plan = Plan::always(Scheme::Attack);
        unit.tactics.aimed.spot = Plan::always(Spot::None);
        unit.tactics.aimed.stance = Plan::always(StanceChoice::Strong);
        unit
    };
    let (a, b) = (unit("A", 8, [6, 5, 6, 5], 2), unit("B", 8, [6, 5, 8, 6], 2));
    Setup { max_rounds: 1000, ..Setup::plain(vec![vec![plain(a)], vec![plain(b)]]) }
}

/// Four students against eight thugs.
fn party() -> Setup {
    let student = |name: &str| {
        let mut unit = unit(name, 14, [7, 6, 6, 6], 2);
        unit.facet_skills = SkillSet::of(&[Skill::MartialArts]);
        unit
    };
    let thug = |i: i32| {
        let mut unit = unit(&format!("Thug {i}"), 12, [6, 4, 4, 5], 2);
        unit.tactics.alone.plan = Plan::always(Scheme::TwoHands);
        unit.tactics.aimed.spot = Plan::always(Spot::None);
        unit
    };
    let students = ["One", "Two", "Three", "Four"].map(student).to_vec();
    Setup::plain(vec![students, (1..=8).map(thug).collect()])
}

#[inline(never)]
fn fights<O: Observer<MahouGalaxy>>(
    system: &MahouGalaxy,
    dice: &mut Dice,
    state: &mut State,
    range: Range<u64>,
    obs: &mut O,
) {
    for fight in range {
        dice.fight(fight);
        play(system, state, dice, obs);
    }
}

/// One row a fight: its cost, watched by a tally and by nobody, the allocations in fights that
/// nobody watches (bar 0), and z against the exact answer where one is in reach.
pub(crate) fn print() {
    println!("\nmahou-galaxy, all metrics on; {REPEATS} repeats, CPU time of one thread");
    println!(
        "{:<12} {:>24} {:>9} {:>22} {:>20} {:>7} {:>9} {:>12} {:>6}",
        "fight",
        "cost in w",
        "ns",
        "per attack in w",
        "per turn in w",
        "rounds",
        "nobody",
        "allocations",
        "z"
    );
    for (name, setup) in [("duel", duel()), ("4 against 8", party())] {
        let system = MahouGalaxy::new(&setup);
        let (mut dice, mut state) = (Dice::new(system.roster(), SEED), State::default());
        let (mut tally, mut totals) = (Tally::new(&system), Totals::default());
        let (mut words, mut costs, mut raw) = (Vec::new(), Vec::new(), 1);
        for repeat in 0..=REPEATS as u64 {
            let word = cpu_ns(|| raw_words(WORDS / 4, &mut raw)) / (WORDS / 4) as f64;
            let range = repeat * FIGHTS..(repeat + 1) * FIGHTS;
            let cost = cpu_ns(|| fights(&system, &mut dice, &mut state, range, &mut tally)) / FIGHTS as f64;
            // The first repeat warms up: histograms grow.
            if repeat > 0 {
                words.push(cost / word);
                costs.push(cost);
            }
            tally.drain_into(&mut totals);
        }
        // Those of the tally are its histograms, which grow between fights.
        let before = allocations();
        let nobody =
            cpu_ns(|| fights(&system, &mut dice, &mut state, 0..FIGHTS, &mut Nobody)) / FIGHTS as f64;
        let allocated = allocations() - before;
        let n = totals.fights as f64;
        let attacks = totals.units.iter().map(|unit| unit.attack.n()).sum::<u64>() as f64 / n;
        let (cost, rounds) = (Spread::of(words), totals.rounds().sum() as f64 / n);
        let slots = totals.activations.sum() as f64 / n;
        let per = |n: f64| Spread { median: cost.median / n, least: cost.least / n, most: cost.most / n };
        let (per_attack, per_slot) = (per(attacks), per(slots));
        let z = exact_win(&system).map_or_else(String::new, |exact| {
            let won = totals.wins(0) as f64 / n;
            format!("{:+.2}", (won - exact) / (exact * (1.0 - exact) / n).sqrt())
        });
        println!(
            "{name:<12} {cost:>24} {:>9.1} {per_attack:>22} {per_slot:>20} {rounds:>7.3} {nobody:>9.1} {allocated:>12} {z:>6}",
            Spread::of(costs).median
        );
    }
}

fn exact_win(system: &MahouGalaxy) -> Option<f64> {
    let report = solve(system, "fight", &Options::default(), &AtomicBool::new(false)).ok()?;
    Some(report.win("left"))
}
