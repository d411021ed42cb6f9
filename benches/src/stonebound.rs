//! Rows about Stonebound: a duel and a party fight with board and stones, all metrics on.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::{Nobody, Observer};
use fray_rules::games::stonebound::Stonebound;
use fray_rules::games::stonebound::setup::{AttackType, Map, Setup, UnitSetup};
use fray_rules::games::stonebound::state::State;
use fray_rules::games::stonebound::vocabulary::{
    Ability, AnyKind, AttackMode, Between, Cost, DamageKind, Effect, Element, EvadeKind, Evasion, Kind,
    Swing, Timing, Trigger,
};
use fray_sim::exact::{Options, solve};
use fray_sim::play::dice::Dice;
use fray_sim::tally::Tally;
use fray_sim::totals::Totals;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};
use crate::{REPEATS, SEED, WORDS};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

fn unit(name: &str, [hp, atk, crt, pd, sd]: [i16; 5], kind: DamageKind) -> UnitSetup {
    UnitSetup { crt, pd, sd, attack: AttackType { kind: Some(kind) }, ..UnitSetup::plain(name, hp, atk) }
}

/// The first duel of the rules pages.
fn duel() -> Setup {
    let west = vec![unit("A", [12, 5, 25, 3, 2], DamageKind::P)];
    Setup::plain(west, vec![unit("B", [13, 4, 20, 2, 2], DamageKind::S)])
}

/// Three against three on a board, with a counter and a veil to fuse and a blow to pay for.
fn party() -> Setup {
    let fire = |n| Some(Cost { element: Element::Fire, n });
    let riposte = Ability {
        cost: fire(1),
        timing: Some(Timing::OnHpDamage(AnyKind::Any)),
        trigger: Trigger::OnRange(Between { from: 1, to: 25 }),
        effects: vec![Effect::Counter],
        ..Ability::plain("Riposte", Kind::Fuse)
    };
    let veil = Ability {
        cost: fire(2),
        effects: vec![Effect::Evasion(Evasion { kind: EvadeKind::A, n: 15, scope: None })],
        ..Ability::plain("Veil", Kind::Fuse)
    };
    let swing = Swing { mode: AttackMode::Standard, kind: None, atk_mod: 2, not_attack: false };
    let blow = Ability {
        cost: fire(2),
        effects: vec![Effect::StandardAttack(swing)],
        ..Ability::plain("Heavy Blow", Kind::Active)
    };
    let side = |stats: [([i16; 5], DamageKind); 3]| -> Vec<UnitSetup> {
        let units = stats.into_iter().enumerate().map(|(at, (stats, kind))| {
            let mut unit = unit(&format!("Unit {at}"), stats, kind);
            unit.abilities = vec![if at == 0 { riposte.clone() } else { veil.clone() }, blow.clone()];
            unit
        });
        units.collect()
    };
    let west = side([
        ([12, 5, 25, 3, 1], DamageKind::P),
        ([9, 4, 20, 1, 3], DamageKind::S),
        ([8, 4, 30, 2, 1], DamageKind::P),
    ]);
    let east = side([
        ([13, 4, 15, 4, 1], DamageKind::P),
        ([9, 4, 25, 1, 3], DamageKind::S),
        ([9, 4, 20, 2, 2], DamageKind::P),
    ]);
    Setup { map: Some(Map { width: 10, height: 10, squares: Vec::new() }), ..Setup::plain(west, east) }
}

#[inline(never)]
fn fights<O: Observer<Stonebound>>(
    system: &Stonebound,
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
    println!("\nstonebound, all metrics on; {REPEATS} repeats, CPU time of one thread");
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
    for (name, setup, is_exact) in [("duel", duel(), true), ("3 against 3", party(), false)] {
        let system = Stonebound::new(&setup);
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
        let turns = totals.activations.sum() as f64 / n;
        let per = |n: f64| Spread { median: cost.median / n, least: cost.least / n, most: cost.most / n };
        let (per_attack, per_turn) = (per(attacks), per(turns));
        let exact = if is_exact { exact_win(&system) } else { None };
        let z = exact.map_or_else(String::new, |exact| {
            let won = totals.wins(0) as f64 / n;
            format!("{:+.2}", (won - exact) / (exact * (1.0 - exact) / n).sqrt())
        });
        println!(
            "{name:<12} {cost:>24} {:>9.1} {per_attack:>22} {per_turn:>20} {rounds:>7.3} {nobody:>9.1} {allocated:>12} {z:>6}",
            Spread::of(costs).median
        );
    }
}

fn exact_win(system: &Stonebound) -> Option<f64> {
    let report = solve(system, "fight", &Options::default(), &AtomicBool::new(false)).ok()?;
    Some(report.win("first"))
}
