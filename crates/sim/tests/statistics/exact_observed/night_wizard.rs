//! Night Wizard.

use std::path::Path;

use fray_rules::games::night_wizard::{NightWizard, data::setup as night_wizard};
use fray_sim::play::engine::AsEngine;
use fray_sim::scenario::{Options as LoadOptions, load_scenario};

use super::compare;
use crate::support::fights;

fn night_wizard(setup: &night_wizard::Setup, seed: u64) {
    compare(NightWizard::new(setup).as_engine(), seed);
}

#[test]
fn criticals_of_night_wizard_agree() {
    night_wizard(&fights::f3_criticals(), 21);
}

#[test]
fn mortality_of_night_wizard_agrees() {
    night_wizard(&fights::f4_mortality(), 22);
}

#[test]
fn timeouts_of_night_wizard_agree() {
    night_wizard(&night_wizard::Setup { max_rounds: 3, ..fights::f4_mortality() }, 23);
}

#[test]
fn parties_of_night_wizard_agree() {
    night_wizard(&fights::f5_two_against_one(), 24);
}

#[test]
fn the_duel_of_the_readme_agrees() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let scenario = load_scenario(&path, &LoadOptions::default()).expect("a scenario of the repository");
    compare(scenario.engine(), 25);
}
