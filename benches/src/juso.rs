//! Rows about Juso: a duel on the board and a party fight, all metrics on.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::juso::Juso;
use fray_rules::games::juso::setup::{
    AttackKind, Attributes, Body, Catalogue, Defence, Reach, Setup, UnitKind, UnitSetup, Weapon,
};
use fray_rules::games::juso::state::State;
use fray_rules::games::juso::tactics::{OnDamage, Plan, Stance};
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::{REPEATS, SEED, WORDS};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

fn hunter(name: &str) -> UnitSetup {
    UnitSetup {
        abilities: Attributes { strength: 3, agility: 2, perception: 2, wisdom: 2 },
        levels: Attributes { strength: 2, agility: 2, perception: 1, wisdom: 1 },
        core_base: 2,
        armour: 1,
        machine_level: 1,
        weapons: vec![Weapon { damage: Some(5), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Pc, 7)
    }
}

fn brute(name: &str) -> UnitSetup {
    UnitSetup {
        body: Body::Monster,
        defence: Defence { melee: 3, ranged: 3, jujutsu: 2 },
        weapons: vec![Weapon { power: 7, damage: Some(5), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Enemy, 10)
    }
}

/// The duel F2 of the rules pages.
fn duel() -> Setup {
    let mut setup = Setup::plain(vec![hunter("H")], vec![brute("B")]);
    (setup.sides[0].units[0].col, setup.sides[1].units[0].col) = (Some(4), Some(11));
    setup.max_rounds = 40;
    setup
}

/// A swordsman, an archer and a caster of areas against two brutes and three goblins.
fn party() -> Setup {
    let mut sword = hunter("Sword");
    sword.tactics.on_damage = Plan::always(OnDamage::EndureAll);
    let mut bow = UnitSetup { weapons: vec![Catalogue::RangedMedium.weapon()], ..hunter("Bow") };
    bow.tactics.stance = Plan::always(Stance::Kite);
    let spell = Weapon {
        kind: AttackKind::Jujutsu,
        range: Reach::Far,
        area: true,
        damage: Some(2),
        ..Weapon::default()
    };
    let caster = UnitSetup {
        abilities: Attributes { wisdom: 4, ..hunter("").abilities },
        weapons: vec![spell],
        ..hunter("Caster")
    };
    let goblin = |name: &str| UnitSetup {
        weapons: vec![Weapon { power: 5, damage: Some(4), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Enemy, 4)
    };
    let machines =
        vec![brute("Brute 1"), brute("Brute 2"), goblin("Goblin 1"), goblin("Goblin 2"), goblin("Goblin 3")];
    Setup::plain(vec![sword, bow, caster], machines)
}

#[inline(never)]
fn fights<O: Observer<Juso>>(
    system: &Juso,
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
    println!("\njuso, all metrics on; {REPEATS} repeats, CPU time of one thread");
    println!(
        "{:<12} {:>24} {:>9} {:>22} {:>20} {:>7} {:>9} {:>12} {:>6}",
        "fight",
        "cost in w",
        "ns",
        "per attack in w",
        "per slot in w",
        "rounds",
        "nobody",
        "allocations",
        "z"
    );
    for (name, setup) in [("duel", duel()), ("3 against 5", party())] {
        let system = Juso::new(&setup);
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

fn exact_win(system: &Juso) -> Option<f64> {
    let report = solve(system, "fight", &Options::default(), &AtomicBool::new(false)).ok()?;
    Some(report.win("left"))
}
