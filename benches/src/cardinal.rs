//! Rows about Cardinal: a duel and a party fight, all metrics on.

use fray_rules::games::cardinal::Cardinal;
use fray_rules::games::cardinal::data::setup::{Setup, SideSetup, UnitSetup, Weapon};
use fray_rules::games::cardinal::data::tactics::{DefenceChoice, Plan};
use fray_rules::games::cardinal::dice::pool::Pool;

use crate::rows::{self, Row};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

/// A fighter: attack, bonus, soak, dodge, armor.
fn fighter(name: &str, attack: &str, damage: i32, [soak, dodge, armor]: [&str; 3]) -> UnitSetup {
    let pool = |text: &str| Pool::parse(text).unwrap_or_default();
    let mut unit = UnitSetup {
        soak_pool: Some(pool(soak)),
        dodge_pool: Some(pool(dodge)),
        armor: pool(armor),
        ..UnitSetup::plain(name)
    };
    unit.weapons =
        vec![Weapon { name: "blade".to_owned(), attack: pool(attack), damage, ..Weapon::default() }];
    unit
}

fn fight(left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    let side = |name: &str, units| SideSetup { name: name.to_owned(), units };
    Setup::of(vec![side("left", left), side("right", right)])
}

/// The first duel of the rules pages, with initiative.
fn duel() -> Setup {
    fight(
        vec![fighter("K", "2d8+d6", 2, ["d6", "d6+d4", "d6"])],
        vec![fighter("G", "2d6", 1, ["d4", "2d6", "none"])],
    )
}

/// A knight who Counters and three soldiers against five bandits, to the bitter end.
fn party() -> Setup {
    let mut knight = fighter("Knight", "d8+2d6", 2, ["d8", "d6+d4", "d8"]);
    knight.weapons[0].counter = Pool::parse("d8+d6").unwrap_or_default();
    knight.tactics.defence = Plan::always(DefenceChoice::Net);
    let soldier = |name: &str| fighter(name, "d8+d6", 2, ["d6", "2d6", "d6"]);
    let bandit = |name: &str| fighter(name, "d8+d6", 2, ["d6", "d8+d6", "d4"]);
    let party = vec![knight, soldier("Soldier 1"), soldier("Soldier 2"), soldier("Soldier 3")];
    let mut setup = fight(party, ["1", "2", "3", "4", "5"].map(|n| bandit(&format!("Bandit {n}"))).to_vec());
    setup.rulings.yield_afraid = false;
    setup
}

/// A duel and a party fight.
pub(crate) fn print() {
    let row = |name, setup: &Setup, is_exact| Row { name, system: Cardinal::new(setup), is_exact };
    rows::print(FIGHTS, "turn", &[row("duel", &duel(), true), row("4 against 5", &party(), true)]);
}
