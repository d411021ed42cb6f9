//! Juso.

use fray_rules::games::juso::data::tactics::Defend;
use fray_rules::games::juso::{Juso, data::setup as juso};
use fray_sim::play::engine::AsEngine;

use super::compare;
use crate::support::juso_fights;

fn juso(setup: &juso::Setup, seed: u64) {
    compare(Juso::new(setup).as_engine(), seed);
}

#[test]
fn moves_of_juso_agree() {
    juso(&juso_fights::f2(Defend::Agility), 26);
}

#[test]
fn shots_of_juso_agree() {
    juso(&juso_fights::f3(), 27);
}

#[test]
fn cores_of_juso_agree() {
    juso(&juso_fights::f4(), 28);
}

#[test]
fn parties_of_juso_agree() {
    juso(&juso_fights::f5(), 29);
}
