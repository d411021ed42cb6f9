//! Rows about Mahou Galaxy: a duel and a party fight, all metrics on.

use fray_rules::games::mahou_galaxy::MahouGalaxy;
use fray_rules::games::mahou_galaxy::data::setup::{Setup, Skill, SkillSet, Stats, UnitSetup};
use fray_rules::games::mahou_galaxy::data::tactics::{Plan, Scheme, Spot, StanceChoice};

use crate::rows::{self, Row};

/// Fights in each repeat.
const FIGHTS: u64 = 5_000;

fn unit(name: &str, hp_max: i32, [str, def, agi, acc]: [i32; 4], skill: i8) -> UnitSetup {
    let mut unit = UnitSetup::plain(name);
    unit.hp_max = hp_max;
    unit.stats = Stats { str, def, agi, acc, ..unit.stats };
    unit.skills.0[Skill::MartialArts as usize] = skill;
    unit
}

/// The duel E16 of the rules pages.
fn duel() -> Setup {
    let plain = |mut unit: UnitSetup| {
        unit.tactics.alone.plan = Plan::always(Scheme::Attack);
        unit.tactics.answers.spot = Plan::always(Spot::None);
        unit.tactics.aimed.stance = Plan::always(StanceChoice::Strong);
        unit
    };
    let (a, b) = (unit("A", 8, [6, 5, 6, 5], 2), unit("B", 8, [6, 5, 8, 6], 2));
    Setup { max_rounds: 1000, ..Setup::plain(vec![vec![plain(a)], vec![plain(b)]]) }
}

/// Four students against eight thugs.
fn party() -> Setup {
    let student = |name: &str| {
        let mut unit = unit(name, 14, [7, 6, 6, 6], 2);
        unit.facet_skills = SkillSet::of(&[Skill::MartialArts]);
        unit
    };
    let thug = |i: i32| {
        let mut unit = unit(&format!("Thug {i}"), 12, [6, 4, 4, 5], 2);
        unit.tactics.alone.plan = Plan::always(Scheme::TwoHands);
        unit.tactics.answers.spot = Plan::always(Spot::None);
        unit
    };
    let students = ["One", "Two", "Three", "Four"].map(student).to_vec();
    Setup::plain(vec![students, (1..=8).map(thug).collect()])
}

/// A duel and a party fight.
pub(crate) fn print() {
    let row = |name, setup: &Setup, is_exact| Row { name, system: MahouGalaxy::new(setup), is_exact };
    rows::print(FIGHTS, "turn", &[row("duel", &duel(), true), row("4 against 8", &party(), true)]);
    println!("cost of the duel in w: bar 3900");
}
