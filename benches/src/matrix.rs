//! The cost of a matrix: fights that go to open pairs, against as many for every cell as the last pair to be
//! decided needs.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::control::Control;
use fray_sim::scenario::pairing::Pairing;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::matrix::{Settings, matrix};

use crate::SEED;

/// Templates of `configs` with the other scenarios whose fighters take part.
const FOLDERS: [(&str, &[&str]); 2] =
    [("night-wizard/duel", &["night-wizard/brawl"]), ("juso/duel", &["juso/edge", "juso/swarm"])];

/// The most fights of a cell.
const FIGHTS: u64 = 20_000;

pub(crate) fn print() {
    static NEVER: AtomicBool = AtomicBool::new(false);
    println!("fights of a matrix / fights of a full grid that decides as many pairs (bar 0.5)");
    for (template, others) in FOLDERS {
        let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
        let load = |name: &str| -> Scenario {
            let path = configs.join(name).with_extension("toml");
            load_scenario(&path, &Options::default()).expect("a scenario of the repository")
        };
        let template = load(template);
        let scenarios: Vec<Scenario> = others.iter().map(|name| load(name)).collect();
        let pairing = Pairing::new(&template, &scenarios, &[]);
        let watch = Control { stop: &NEVER, played: &|_| {} };
        let terms = Settings { seed: SEED, fights: FIGHTS, delta: 0.01, watch, looked: &|_, _| {} };
        let matrix = matrix(&pairing, terms).expect("no fight breaks");
        let cells = matrix.cells.iter().flatten();
        let most = cells.map(|cell| cell.counts.fights).max().unwrap_or(0);
        let n = matrix.names.len() as u64;
        let [certain, even, open] = matrix.verdicts();
        let ratio = matrix.fights() as f64 / (n * n * most) as f64;
        println!(
            "  {:20} {ratio:.3}: {} of {} fights, {n} fighters; {certain} pairs certain, {even} even, {open} open",
            template.stem,
            matrix.fights(),
            n * n * most
        );
    }
}
