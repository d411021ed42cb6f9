//! The times that people wait: fights of the scenarios of `configs/` that take longest, with everything
//! counted and with their ends alone; the first card and the default run of every scenario there.

use core::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use fray_sim::play::dice::Dice;
use fray_sim::play::engine::Engine;
use fray_sim::play::run::run;
use fray_sim::precision::FIRST_FIGHTS;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::tally::{Keep, Requested};
use fray_sim::totals::Totals;

use crate::SEED;
use crate::measure::{Spread, cpu_ns, live_bytes};

const REPEATS: usize = 7;
/// CPU time of a repeat, about.
const REPEAT_NS: f64 = 1e8;

/// Scenarios with their bars in microseconds a fight.
const FIGHTS: [(&str, f64); 6] = [
    ("stonebound/bridge.toml", 50.0),
    ("cardinal/witch-wood.toml", 45.0),
    ("mahou-galaxy/rooftops.toml", 55.0),
    ("night-wizard/dungeon.toml", 50.0),
    ("night-wizard/party.toml", 33.0),
    ("juso/firing-line.toml", 20.0),
];

fn configs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs")
}

fn scenario(path: &Path) -> Option<Scenario> {
    load_scenario(path, &Options::default()).ok()
}

/// Nanoseconds a fight, over repeats, of a player that keeps this much; and the bytes that it came to.
fn fights(engine: &dyn Engine, keep: Keep) -> (Spread, i64) {
    let before = live_bytes();
    let mut player = engine.player(Dice::new(&engine.about().roster, SEED), keep);
    let mut totals = Totals::default();
    let first = cpu_ns(|| player.play(0..64)) / 64.0;
    let n = ((REPEAT_NS / first) as u64).clamp(16, 60_000);
    let costs: Vec<f64> = (0..=REPEATS as u64)
        .map(|repeat| {
            let range = 64 + repeat * n..64 + (repeat + 1) * n;
            let cost = cpu_ns(|| player.play(range)) / n as f64;
            player.drain_into(&mut totals);
            cost
        })
        .collect();
    drop(totals);
    // The first repeat warms up.
    (Spread::of(costs[1..].iter().copied()), live_bytes() - before)
}

/// The rows of fights.
pub(crate) fn print_fights() {
    println!(
        "\nus a fight, CPU time of one thread, {REPEATS} repeats (bar of a worker: 64 KB and what histograms need)"
    );
    println!(
        "{:<28} {:>24} {:>6} {:>24} {:>6} {:>12}",
        "scenario", "all metrics", "bar", "ends alone", "units", "worker in KB"
    );
    for (name, bar) in FIGHTS {
        let Some(scenario) = scenario(&configs().join(name)) else { continue };
        let engine = scenario.engine();
        let (all, bytes) = fights(engine, Keep::Totals);
        let (ends, _) = fights(engine, Keep::Fights(Requested::ENDS));
        let us = |s: Spread| Spread::of([s.least, s.median, s.most].map(|ns| ns / 1e3)).to_string();
        let units = engine.about().roster.units.len();
        println!("{name:<28} {:>24} {bar:>6} {:>24} {units:>6} {:>12}", us(all), us(ends), bytes / 1024);
    }
}

/// Every scenario of the repository.
fn scenarios() -> Vec<PathBuf> {
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> =
        list(&configs()).iter().filter(|path| path.is_dir()).flat_map(|folder| list(folder)).collect();
    files.retain(|file| file.extension().is_some_and(|of| of == "toml"));
    files.sort();
    files
}

/// The rows of first cards and default runs, on all threads of this machine.
pub(crate) fn print_cards() {
    let program = std::env::current_exe().ok().map(|bench| bench.with_file_name("fray"));
    let program = program.filter(|path| path.exists());
    if program.is_none() {
        println!("\nno default runs: there is no fray beside this program (cargo build --release)");
    }
    println!(
        "\nwall time in s, {} threads (bars: first card 0.5, default run 2)",
        rayon::current_num_threads()
    );
    println!("{:<44} {:>11} {:>12}", "scenario", "first card", "default run");
    let (mut cards, mut runs) = (Vec::new(), Vec::new());
    for path in scenarios() {
        // Bestiaries are no scenarios.
        if scenario(&path).is_none() {
            continue;
        }
        let began = Instant::now();
        let Some(scenario) = scenario(&path) else { continue };
        black_box(run(scenario.engine(), SEED, 0..FIRST_FIGHTS, &|_| {}).is_ok());
        let card = began.elapsed().as_secs_f64();
        let default = program.as_ref().map(|program| {
            let began = Instant::now();
            let mut command = Command::new(program);
            let command = command.arg("run").arg(&path).args(["--no-out", "--seed", "1"]);
            let ran = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            // 0: all goals are met; 1 and more: they are not, or what was asked for could not be had.
            black_box(ran.is_ok());
            began.elapsed().as_secs_f64()
        });
        let name = path.strip_prefix(configs()).unwrap_or(&path).display().to_string();
        println!("{name:<44} {card:>11.3} {:>12}", default.map_or_else(String::new, |s| format!("{s:.2}")));
        cards.push(card);
        runs.extend(default);
    }
    for (what, seconds) in
        [("first card", cards), ("default run", runs)].into_iter().filter(|it| !it.1.is_empty())
    {
        println!("{what}: {}", Spread::of(seconds));
    }
}
