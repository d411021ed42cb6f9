//! Rows about Cardinal: a duel and a party fight, all metrics on.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::cardinal::Cardinal;
use fray_rules::games::cardinal::pool::Pool;
use fray_rules::games::cardinal::setup::{Setup, SideSetup, UnitSetup, Weapon};
use fray_rules::games::cardinal::state::State;
use fray_rules::games::cardinal::tactics::{DefenceChoice, Plan};
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::{REPEATS, SEED, WORDS};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

/// A fighter: attack, bonus, soak, dodge, armor.
fn fighter(name: &str, attack: &str, damage: i32, [soak, dodge, armor]: [&str; 3]) -> UnitSetup {
    let pool = |text: &str| Pool::parse(text).unwrap_or_default();
    let mut unit = UnitSetup {
        soak_pool: Some(pool(soak)),
        dodge_pool: Some(pool(dodge)),
        armor: pool(armor),
        ..UnitSetup::plain(name)
    };
    unit.weapons =
        vec![Weapon { name: "blade".to_owned(), attack: pool(attack), damage, ..Weapon::default() }];
    unit
}

fn fight(left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    let side = |name: &str, units| SideSetup { name: name.to_owned(), units };
    Setup::of(vec![side("left", left), side("right", right)])
}

/// The first duel of the rules pages, with initiative.
fn duel() -> Setup {
    fight(
        vec![fighter("K", "2d8+d6", 2, ["d6", "d6+d4", "d6"])],
        vec![fighter("G", "2d6", 1, ["d4", "2d6", "none"])],
    )
}

/// A knight who Counters and three soldiers against five bandits, to the bitter end.
fn party() -> Setup {
    let mut knight = fighter("Knight", "d8+2d6", 2, ["d8", "d6+d4", "d8"]);
    knight.weapons[0].counter = Pool::parse("d8+d6").unwrap_or_default();
    knight.tactics.defence = Plan::always(DefenceChoice::Net);
    let soldier = |name: &str| fighter(name, "d8+d6", 2, ["d6", "2d6", "d6"]);
    let bandit = |name: &str| fighter(name, "d8+d6", 2, ["d6", "d8+d6", "d4"]);
    let party = vec![knight, soldier("Soldier 1"), soldier("Soldier 2"), soldier("Soldier 3")];
    let mut setup = fight(party, ["1", "2", "3", "4", "5"].map(|n| bandit(&format!("Bandit {n}"))).to_vec());
    setup.rulings.yield_afraid = false;
    setup
}

#[inline(never)]
fn fights<O: Observer<Cardinal>>(
    system: &Cardinal,
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
    println!("\ncardinal, all metrics on; {REPEATS} repeats, CPU time of one thread");
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
    for (name, setup) in [("duel", duel()), ("4 against 5", party())] {
        let system = Cardinal::new(&setup);
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
        let (per_attack, per_turn) = (per(attacks), per(slots));
        let z = exact_win(&system).map_or_else(String::new, |exact| {
            let won = totals.wins(0) as f64 / n;
            format!("{:+.2}", (won - exact) / (exact * (1.0 - exact) / n).sqrt())
        });
        println!(
            "{name:<12} {cost:>24} {:>9.1} {per_attack:>22} {per_turn:>20} {rounds:>7.3} {nobody:>9.1} {allocated:>12} {z:>6}",
            Spread::of(costs).median
        );
    }
}

fn exact_win(system: &Cardinal) -> Option<f64> {
    let report = solve(system, "fight", &Options::default(), &AtomicBool::new(false)).ok()?;
    Some(report.win("left"))
}
