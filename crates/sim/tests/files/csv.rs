//! The CSV files of one scenario of each system, byte for byte: of long ones the first rows and a digest.
//!
//! They stand in `tests/goldens/csv/<system>/`. After a change that is meant to move them, renew
//! them with
//!
//! ```text
//! FRAY_RENEW=1 cargo test -p fray-sim --test files csv
//! ```
//!
//! and read the difference like code: which rule or column moved the numbers, and why the new
//! ones are right.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use crate::support::golden;

use fray_sim::play::engine::{RunRequest, simulate};
use fray_sim::scenario::{Options, load_scenario};
use fray_sim::tables::rows::{Point, Row, Stop, Tables, write_csv};
use fray_sim::totals::signature::{fnv_1a, signature};

const SEED: u64 = 2016;
const FIGHTS: u64 = 2_000;
/// The most rows of a table that are kept as they are.
const ROWS: usize = 60;

/// Which scenario of `configs/` stands for its system.
const SCENARIOS: &[(&str, &str)] = &[
    ("night-wizard", "duel.toml"),
    ("juso", "ryuma-hunt.toml"),
    ("cardinal", "ogre-and-leader.toml"),
    ("stonebound", "stones.toml"),
    ("mahou-galaxy", "giant.toml"),
];

#[test]
fn the_csv_files_of_every_system_are_as_they_were() {
    for system in fray_rules::GAMES.iter().map(fray_rules::Game::name) {
        let Some((_, scenario)) = SCENARIOS.iter().find(|(of, _)| *of == system) else {
            panic!("{system} has no golden CSV files; name its scenario in SCENARIOS")
        };
        let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
        play(system, &configs.join(system).join(scenario));
    }
}

fn play(system: &str, scenario: &Path) {
    let scenario = load_scenario(scenario, &Options::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let stop = AtomicBool::new(false);
    let order = RunRequest { seed: SEED, range: 0..FIGHTS, stop: &stop, played: &|_| {} };
    let played = simulate(scenario.engine(), order).expect("no invariant breaks");
    let point = Point {
        scenario: scenario.stem,
        system: played.about.system.to_owned(),
        varied: Vec::new(),
        seed: SEED,
        stop: Stop::Fixed,
        signature: signature(&played.totals),
        scenario_hash: format!("{:016x}", scenario.hash),
        date: None,
    };
    let tables = Tables::new(&point, &played.about, &played.totals);
    compare(system, &point, &tables.summary);
    compare(system, &point, &tables.metrics);
    compare(system, &point, &tables.damage);
    compare(system, &point, &tables.exhaustion);
    compare(system, &point, &tables.rounds);
    compare(system, &point, &tables.actions);
    compare(system, &point, &tables.felled);
    compare(system, &point, &tables.course);
    compare(system, &point, &tables.health);
    compare(system, &point, &tables.luck);
}

fn compare<R: Row>(system: &str, point: &Point, rows: &[R]) {
    let mut text = Vec::new();
    write_csv(&mut text, [(point, rows)]).expect("memory can be written to");
    let text = String::from_utf8(text).expect("CSV is text");
    let file = Path::new("csv").join(system).join(R::TABLE).with_extension("csv");
    golden::compare(file, &reviewable(&text));
}

/// Returns what of a table a person can review: its first rows, and of the others how many they are and a digest of
/// the whole table.
fn reviewable(table: &str) -> String {
    let lines: Vec<&str> = table.lines().collect();
    if lines.len() <= ROWS + 1 {
        return table.to_owned();
    }
    let (shown, more) = lines.split_at(ROWS + 1);
    let digest = fnv_1a(table.as_bytes());
    format!("{}\n... {} more rows; all of them: {digest:016x}\n", shown.join("\n"), more.len())
}
