//! Campaigns against the program as a user has it, too long for the gate: kills at random moments and
//! mangled files.
//!
//! ```sh
//! cargo build --release
//! cargo run --release -p fray-benches --bin campaigns -- kills 1000
//! cargo run --release -p fray-benches --bin campaigns -- mangled 100000
//! ```
//!
//! A third argument is the seed. Failures are printed with the folder that holds their files, and the exit
//! code is 1. The gate has small versions of both: `crates/cli/tests/verbs/resume.rs` and `safety.rs` kill,
//! `crates/sim/tests/files/fuzz.rs` mangles. The campaign of files made from the schemas of the games is
//! `crates/sim/tests/files/campaign.rs`, which plays in its own process; its head says how.

mod kills;
mod mangled;
mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    fray_play::game::install(fray_rules::GAMES);
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| asked.get(at).and_then(|n| n.parse().ok()).unwrap_or(default);
    let n_failed = match asked.first().map(String::as_str) {
        Some("kills") => kills::run(number(1, 1000), number(2, 1)),
        Some("mangled") => mangled::run(number(1, 100_000), number(2, 1)),
        _ => {
            eprintln!("expected `kills [N [SEED]]` or `mangled [N [SEED]]`");
            return ExitCode::from(2);
        }
    };
    if n_failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
