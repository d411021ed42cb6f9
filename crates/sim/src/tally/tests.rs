//! What a tally keeps does not depend on what else it keeps.

use std::path::{Path, PathBuf};

use fray_rules::systems;

use super::{Keep, Number};
use crate::play::dice::Dice;
use crate::scenario::{Options, load_scenario};
use crate::totals::Totals;

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
            let [of_totals, of_fights, of_both] = players.each_ref().map(|player| {
                let number = |&Number { slot, value }: &Number| (slot, value);
                player.numbers().iter().map(number).collect::<Vec<_>>()
            });
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
    assert!(n >= 5 * systems::ALL.len(), "only {n} scenarios");
}
