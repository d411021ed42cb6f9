//! What a tally keeps does not depend on what else it keeps.

use std::path::{Path, PathBuf};

use crate::play::dice::Dice;
#[cfg(feature = "juso")]
use crate::scenario::source::Text;
#[cfg(feature = "juso")]
use crate::scenario::{Loaded, load_from};
use crate::scenario::{Options, load_scenario};
use crate::tally::Keep;
use crate::totals::Totals;
#[cfg(feature = "juso")]
use crate::totals::{MetricTotals, codec};

const SEED: u64 = 2016;

/// Fights of each scenario.
const FIGHTS: u64 = 24;

/// Every scenario of the repository.
fn scenarios() -> Vec<PathBuf> {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let folders = list(&configs).into_iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| list(&folder));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|of| of == "toml")).collect();
    files.sort();
    files
}

#[test]
fn a_tally_that_keeps_both_has_the_sums_of_one_and_the_numbers_of_the_other() {
    let mut n = 0;
    for file in scenarios() {
        // Bestiaries are no scenarios.
        let Ok(scenario) = load_scenario(&file, &Options::default()) else { continue };
        n += 1;
        let engine = scenario.engine();
        let roster = engine.about().roster;
        let mut players = [Keep::Totals, Keep::Fights, Keep::Both]
            .map(|keep| engine.player(Dice::new(&roster, SEED), keep));
        for fight in 0..FIGHTS {
            players.iter_mut().for_each(|player| player.play(fight..fight + 1));
            let [of_totals, of_fights, of_both] = players.each_ref().map(|player| player.numbers().to_vec());
            assert!(of_totals.is_empty() && !of_fights.is_empty(), "{}", file.display());
            assert_eq!(of_fights, of_both, "{}, fight {fight}", file.display());
        }
        let [of_totals, of_fights, of_both] = players.map(|mut player| {
            let mut totals = Totals::default();
            player.drain_into(&mut totals);
            totals
        });
        assert_eq!(of_totals.fights, FIGHTS);
        assert!(of_totals == of_both, "{}: the sums differ", file.display());
        assert!(of_fights == Totals::default(), "{}: nothing is summed", file.display());
    }
    assert!(n >= 5 * fray_play::game::games().len(), "only {n} scenarios");
}

/// A shooter that keeps all its cores and is never reached.
#[cfg(feature = "juso")]
const HOARD: &str = r#"system = "juso"
[run]
max_rounds = 41460
[[side]]
name = "left"
[[side.unit]]
name = "U1"
kind = "pc"
[[side.unit]]
name = "U2"
kind = "enemy"
[[side]]
name = "right"
[[side.unit]]
name = "hunters"
kind = "pc"
[[side.unit]]
name = "U4"
kind = "pc"
core_base = 10
core_carry = "all"
"#;

/// What a fight counts may be larger than 2^32, and takes no more room than anything else.
#[cfg(feature = "juso")]
#[test]
fn counts_of_one_fight_neither_wrap_nor_take_room_by_their_size() {
    let loaded = load_from(&Text(HOARD), Path::new("hoard.toml"), &Options::default());
    let Ok(Loaded::Scenario(scenario)) = loaded else { panic!("a scenario") };
    let engine = scenario.engine();
    let about = engine.about();
    let mut player = engine.player(Dice::new(&about.roster, 1), Keep::Totals);
    player.play(0..1);
    let mut totals = Totals::default();
    player.drain_into(&mut totals);
    let at = about.metrics.iter().position(|metric| metric.name == "cores_carried").expect("a metric");
    let MetricTotals::Histogram(carried) = &totals.units[3].metrics[at] else { panic!("a count") };
    assert_eq!(carried.each().collect::<Vec<_>>(), [(4_295_377_854, 1)]);
    let side = &totals.sides[1].counts[at];
    assert!(side.sum() >= 4_295_377_854 && side.n() == 1, "{side:?}");
    let bytes = codec::encode(&totals);
    assert!(bytes.len() < 12_000_000, "{} bytes", bytes.len());
    assert!(codec::decode(&bytes) == Ok(totals));
}
