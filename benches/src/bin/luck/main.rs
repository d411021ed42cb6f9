//! The fights that the account of luck saves: `cargo run --release -p fray-benches --bin luck -- configs`.
//!
//! For every scenario file of the folders and files that are named: the fights that a win rate to ±0.25
//! points takes, counted plainly and with luck taken out, the same for the mean of the rounds, and how much longer a
//! fight takes whose account is kept. `--fights N` says how many fights each is judged by. `--only plain` and `--only
//! account` play so alone and print nothing, for a program that counts instructions.

use std::path::{Path, PathBuf};

use fray_play::dice::Dice;
use fray_play::engine::Engine;
use fray_play::tally::Keep;
use fray_sim::luck::Luck;
use fray_sim::scenario::{Options, files_of, is_include, load_scenario};
use fray_sim::totals::Totals;

/// Half the width of the interval that is asked for.
const HALF: f64 = 0.0025;
const SEED: u64 = 2016;

fn main() {
    fray_play::game::install(fray_rules::GAMES);
    let mut fights = 20_000;
    let mut only: Option<String> = None;
    let mut files: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--fights" {
            fights = arguments.next().and_then(|n| n.parse().ok()).expect("--fights takes a number");
        } else if argument == "--only" {
            only = arguments.next();
        } else {
            files.extend(files_of(Path::new(&argument)).expect("a folder or file"));
        }
    }
    if only.is_none() {
        println!(
            "{:<32} {:>7} {:>10} {:>10} {:>6} {:>6} {:>5}  accounts",
            "scenario", "win", "plainly", "adjusted", "saves", "rounds", "cost"
        );
    }
    for file in files.iter().filter(|file| !is_include(file)) {
        match load_scenario(file, &Options::default()) {
            Ok(scenario) => match only.as_deref() {
                Some(how) => drop(play(scenario.engine(), fights, how == "account")),
                None => print(file, scenario.engine(), fights),
            },
            Err(_) => eprintln!("{}: skipped", file.display()),
        }
    }
}

/// Plays fights with or without the account of luck; returns their totals and the CPU time that they took.
fn play(engine: &dyn Engine, fights: u64, is_kept: bool) -> (Totals, f64) {
    let dice = Dice::new(&engine.about().roster, SEED);
    let dice = if is_kept { dice.keeping_account() } else { dice };
    let mut totals = Totals::default();
    let mut player = engine.player(dice, Keep::Totals);
    player.play(0..64);
    player.drain_into(&mut Totals::default());
    let start = cpu_time::ThreadTime::now();
    let mut at = 0;
    while at < fights {
        let to = fights.min(at + 4096);
        player.play(at..to);
        at = to;
        player.drain_into(&mut totals);
    }
    (totals, start.elapsed().as_secs_f64())
}

fn print(file: &Path, engine: &dyn Engine, fights: u64) {
    let about = engine.about();
    let (_, plain) = play(engine, fights, false);
    let (totals, kept) = play(engine, fights, true);
    let name = file.with_extension("").display().to_string();
    let rate = totals.wins(0) as f64 / fights as f64;
    let needed = (fray_sim::stats::Z / HALF).powi(2) * rate * (1.0 - rate);
    let Some(luck) = Luck::of(&about, &totals) else {
        println!("{name:<32} no luck");
        return;
    };
    let left = luck.win_rate(0).map_or(1.0, |adjusted| 1.0 - adjusted.explained);
    let rounds = luck.rounds().map_or(1.0, |adjusted| 1.0 - adjusted.explained);
    let accounts: Vec<String> =
        luck.accounts().map(|account| format!("{}.{}", account.side, account.purpose)).collect();
    println!(
        "{name:<32} {:>6.1}% {needed:>10.0} {:>10.0} {:>6.2} {:>6.2} {:>4.0}%  {}",
        rate * 100.0,
        needed * left,
        1.0 / left,
        1.0 / rounds,
        (kept / plain - 1.0) * 100.0,
        accounts.join(" ")
    );
}
