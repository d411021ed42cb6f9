//! The five CSV files of one scenario of each system, byte for byte.
//!
//! They stand in `tests/goldens/csv/<system>/`. After a change that is meant to move them, renew
//! them with
//!
//! ```text
//! FRAY_RENEW=1 cargo test -p fray-sim --test csv_goldens
//! ```
//!
//! and read the difference like code: which rule or column moved the numbers, and why the new
//! ones are right.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_rules::systems;
use fray_sim::rows::{Point, Row, Stop, Tables, write_csv};
use fray_sim::scenario::{Options, load_scenario};
use fray_sim::signature::signature;
use fray_sim::simulate::{Order, simulate};

const SEED: u64 = 2016;
const FIGHTS: u64 = 2_000;

/// Which scenario of `configs/` stands for its system.
const SCENARIOS: &[(&str, &str)] = &[("night-wizard", "duel.toml"), ("juso", "ryuma-hunt.toml")];

#[test]
fn the_csv_files_of_every_system_are_as_they_were() {
    for system in systems::ALL.iter().map(systems::SystemInfo::name) {
        let Some((_, scenario)) = SCENARIOS.iter().find(|(of, _)| *of == system) else {
            panic!("{system} has no golden CSV files; name its scenario in SCENARIOS")
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        compare(
            &root.join("../../configs").join(system).join(scenario),
            &root.join("tests/goldens/csv").join(system),
        );
    }
}

fn compare(scenario: &Path, goldens: &Path) {
    let scenario = load_scenario(scenario, &Options::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let stop = AtomicBool::new(false);
    let order = Order { seed: SEED, range: 0..FIGHTS, stop: &stop, played: &|_| {} };
    let played = simulate(&scenario.system, order).expect("no invariant breaks");
    let point = Point {
        scenario: scenario.stem,
        varied: Vec::new(),
        seed: SEED,
        stop: Stop::Fixed,
        signature: signature(&played.totals),
    };
    let tables = Tables::new(&point, &played.about, &played.totals);
    let golden = Goldens { folder: goldens.to_owned(), point: &point };
    golden.compare(&tables.summary);
    golden.compare(&tables.metrics);
    golden.compare(&tables.damage);
    golden.compare(&tables.exhaustion);
    golden.compare(&tables.rounds);
}

struct Goldens<'a> {
    folder: PathBuf,
    point: &'a Point,
}

impl Goldens<'_> {
    fn compare<R: Row>(&self, rows: &[R]) {
        let mut text = Vec::new();
        write_csv(&mut text, [(self.point, rows)]).expect("memory can be written to");
        let text = String::from_utf8(text).expect("CSV is text");
        let file = self.folder.join(R::TABLE).with_extension("csv");
        if std::env::var_os("FRAY_RENEW").is_some() {
            std::fs::create_dir_all(&self.folder).expect("the folder can be made");
            std::fs::write(&file, text).expect("the golden can be written");
            return;
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        // The first line that moved says more than two whole files.
        let moved = kept.lines().zip(text.lines()).enumerate().find(|(_, (old, new))| old != new);
        assert!(
            kept == text,
            "{} has moved, first at {moved:?}; if it should: FRAY_RENEW=1 cargo test -p fray-sim --test csv_goldens",
            file.display()
        );
    }
}
