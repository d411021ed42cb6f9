//! Times exact answers: `cargo run --release -p fray-sim --example exact_time [duel|f5|long|pair|brawl]`.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use fray_rules::night_wizard::NightWizard;
use fray_rules::night_wizard::rulings::{Mortality, Rulings};
use fray_rules::night_wizard::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use fray_sim::exact::{Options, render, solve};
use fray_sim::run::run;

fn scenario(name: &str) -> Option<Setup> {
    let pc = |name, stats| UnitSetup::plain(name, UnitKind::Pc, stats);
    let npc = |name, stats| UnitSetup::plain(name, UnitKind::Npc, stats);
    let sides = match name {
        "duel" => [vec![pc("a", [30, 10, 8, 14, 8, 12])], vec![npc("b", [33, 9, 9, 14, 8, 11])]],
        "f5" => [
            vec![
                pc("blade", [8, 7, 6, 9, 7, 8]).numbers(&[10], &[5]),
                pc("bow", [6, 9, 5, 8, 5, 6]).numbers(&[], &[]),
            ],
            vec![npc("fiend", [14, 8, 6, 12, 7, 13]).numbers(&[12], &[2])],
        ],
        "brawl" => [
            (0..4).map(|i| pc(["a", "b", "c", "d"][i], [30, 10, 8, 14, 8, 12])).collect(),
            vec![npc("boss", [150, 12, 9, 17, 9, 20])],
        ],
        "long" => [vec![pc("a", [150, 10, 8, 14, 8, 12])], vec![npc("b", [150, 9, 9, 14, 8, 11])]],
        "pair" => [
            vec![pc("a", [20, 10, 8, 14, 8, 12]), pc("b", [20, 10, 8, 14, 8, 12])],
            vec![npc("c", [40, 9, 9, 14, 8, 11])],
        ],
        _ => return None,
    };
    let names = ["A", "B"];
    Some(Setup {
        rulings: Rulings { mortality: Mortality::Off, ..Rulings::default() },
        max_rounds: 1000,
        sides: names
            .into_iter()
            .zip(sides)
            .map(|(name, units)| SideSetup { name: name.into(), units })
            .collect(),
    })
}

/// Seconds that a sampled fight takes now, tally and all: what a busy machine slows down, it
/// slows down too.
fn sampled(system: &NightWizard) -> f64 {
    const FIGHTS: u64 = 100_000;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let start = Instant::now();
    let totals = pool.install(|| run(system, 1, 0..FIGHTS, &|_| {})).expect("no fight breaks");
    std::hint::black_box(totals);
    start.elapsed().as_secs_f64() / FIGHTS as f64
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "duel".into());
    let repeats: u32 = std::env::args().nth(2).map_or(5, |n| n.parse().expect("a number of repeats"));
    let setup = scenario(&name).expect("one of duel, f5, brawl, long, pair");
    let mut ratios = Vec::new();
    for repeat in 1..=repeats {
        let fight = sampled(&NightWizard::new(&setup));
        let start = Instant::now();
        // Made anew each time: the laws of the draws are part of the work.
        let system = NightWizard::new(&setup);
        let answer = solve(&system, &name, &Options::default(), &AtomicBool::new(false));
        let time = start.elapsed();
        match answer {
            Ok(report) if repeat == repeats => print!("{}", render(&report)),
            Ok(_) => {}
            Err(none) => println!("{none}"),
        }
        println!("{:.2} ms", time.as_secs_f64() * 1e3);
        ratios.push(time.as_secs_f64() / fight);
    }
    ratios.sort_by(f64::total_cmp);
    println!("{:.0} sampled fights (middle of {repeats})", ratios[ratios.len() / 2]);
}
