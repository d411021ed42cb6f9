//! The core duel as others would write it, beside the engine's in one call: Python with classes, numpy in batches
//! (`peers/`), the plain Rust loop of [`twin`](crate::twin). All play the same rules; the z of each win rate against
//! the exact one says whether they do.

use std::path::Path;
use std::process::Command;

use fray_engine::contract::System;
use fray_rules::games::night_wizard::NightWizard;
use fray_sim::play::dice::Dice;
use fray_sim::play::engine::Engine;
use fray_sim::tally::{Keep, Requested};
use fray_sim::totals::Totals;

use crate::measure::{Spread, cpu_ns, raw_words};
use crate::scenarios::DUEL;
use crate::{DUELS, REPEATS, SEED, WORDS, exact_win, twin};

/// A form of the duel: its name, ns a fight, its win rate and its fights.
struct Form {
    name: &'static str,
    ns: f64,
    wins: f64,
    fights: f64,
}

/// Runs a script of `peers/`, which prints CPU seconds, wins and fights.
fn script(name: &'static str, file: &str, fights: u64) -> Option<Form> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(file);
    let ran = Command::new("python3").arg(path).arg(fights.to_string()).output().ok()?;
    let text = String::from_utf8(ran.stdout).ok()?;
    let numbers: Vec<f64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let [seconds, wins, fights] = numbers[..] else {
        println!("{name}: could not be played ({})", String::from_utf8_lossy(&ran.stderr).lines().last()?);
        return None;
    };
    Some(Form { name, ns: seconds * 1e9 / fights, wins, fights })
}

/// Measures and prints.
pub(crate) fn print() {
    let system = NightWizard::new(&DUEL.setup());
    let engine: &dyn Engine = &system;
    let dice = || Dice::new(system.roster(), SEED);
    let mut all = engine.player(dice(), Keep::Totals);
    let mut ends = engine.player(dice(), Keep::Fights(Requested::ENDS));
    let (mut words, mut of_all, mut of_ends, mut of_twin) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut totals, mut twin_wins, mut raw) = (Totals::default(), 0_usize, 1);
    for repeat in 0..=REPEATS as u64 {
        let range = || repeat * DUELS..(repeat + 1) * DUELS;
        let word = cpu_ns(|| raw_words(WORDS, &mut raw)) / WORDS as f64;
        let times = [
            cpu_ns(|| all.play(range())),
            cpu_ns(|| ends.play(range())),
            cpu_ns(|| twin_wins += range().filter(|&seed| twin::first_side_wins(&DUEL, seed)).count()),
        ];
        all.drain_into(&mut totals);
        ends.drain_into(&mut Totals::default());
        // The first repeat warms up.
        if repeat > 0 {
            words.push(word);
            for (list, time) in [&mut of_all, &mut of_ends, &mut of_twin].into_iter().zip(times) {
                list.push(time / DUELS as f64);
            }
        }
    }
    let pair = |a: &[f64], b: &[f64]| Spread::of(a.iter().zip(b).map(|(a, b)| a / b));
    println!("\nthe core duel, {REPEATS} repeats, CPU time of one thread");
    println!("all metrics, in w: {} (bar 500)", pair(&of_all, &words));
    println!("ends alone, in w: {} (bar 300)", pair(&of_ends, &words));
    println!("plain Rust / all metrics: {} (bar 1.3)", pair(&of_twin, &of_all));
    println!("plain Rust / ends alone: {} (bar 2.2)", pair(&of_twin, &of_ends));
    let n = (DUELS * (REPEATS as u64 + 1)) as f64;
    let median = |times: &[f64]| Spread::of(times.iter().copied()).median;
    let [fray, fray_ends] = [median(&of_all), median(&of_ends)];
    let forms = [
        Some(Form { name: "fray, all metrics", ns: fray, wins: totals.wins(0) as f64, fights: n }),
        Some(Form { name: "fray, ends alone", ns: fray_ends, wins: totals.wins(0) as f64, fights: n }),
        Some(Form { name: "plain Rust", ns: median(&of_twin), wins: twin_wins as f64, fights: n }),
        script("Python, classes", "duel.py", 50_000),
        script("numpy, 10,000 a batch", "duel_numpy.py", 1_000_000),
    ];
    let exact = exact_win(&system);
    println!("{:<24} {:>12} {:>18} {:>16} {:>7}", "form", "ns a fight", "/ all metrics", "/ ends alone", "z");
    for Form { name, ns, wins, fights } in forms.into_iter().flatten() {
        let z = (wins / fights - exact) / (exact * (1.0 - exact) / fights).sqrt();
        println!("{name:<24} {ns:>12.0} {:>18.2} {:>16.2} {z:>+7.2}", ns / fray, ns / fray_ends);
    }
}
