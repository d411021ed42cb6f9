//! Rows about Juso: a duel on the board and a party fight, all metrics on.

use fray_rules::games::juso::Juso;
use fray_rules::games::juso::data::setup::{
    AttackKind, Attributes, Body, Catalogue, Defence, Reach, Setup, UnitKind, UnitSetup, Weapon,
};
use fray_rules::games::juso::data::tactics::{OnDamage, Plan, Stance};

use crate::rows::{self, Row};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

fn hunter(name: &str) -> UnitSetup {
    UnitSetup {
        abilities: Attributes { strength: 3, agility: 2, perception: 2, wisdom: 2 },
        levels: Attributes { strength: 2, agility: 2, perception: 1, wisdom: 1 },
        core_base: 2,
        armour: 1,
        machine_level: 1,
        weapons: vec![Weapon { damage: Some(5), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Pc, 7)
    }
}

fn brute(name: &str) -> UnitSetup {
    UnitSetup {
        body: Body::Monster,
        defence: Defence { melee: 3, ranged: 3, jujutsu: 2 },
        weapons: vec![Weapon { power: 7, damage: Some(5), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Enemy, 10)
    }
}

/// The duel F2 of the rules pages.
fn duel() -> Setup {
    let mut setup = Setup::plain(vec![hunter("H")], vec![brute("B")]);
    (setup.sides[0].units[0].col, setup.sides[1].units[0].col) = (Some(4), Some(11));
    setup.max_rounds = 40;
    setup
}

/// A swordsman, an archer and a caster of areas against two brutes and three goblins.
fn party() -> Setup {
    let mut sword = hunter("Sword");
    sword.tactics.on_damage = Plan::always(OnDamage::EndureAll);
    let mut bow = UnitSetup { weapons: vec![Catalogue::RangedMedium.weapon()], ..hunter("Bow") };
    bow.tactics.stance = Plan::always(Stance::Kite);
    let spell = Weapon {
        kind: AttackKind::Jujutsu,
        range: Reach::Far,
        area: true,
        damage: Some(2),
        ..Weapon::default()
    };
    let caster = UnitSetup {
        abilities: Attributes { wisdom: 4, ..hunter("").abilities },
        weapons: vec![spell],
        ..hunter("Caster")
    };
    let goblin = |name: &str| UnitSetup {
        weapons: vec![Weapon { power: 5, damage: Some(4), ..Weapon::default() }],
        ..UnitSetup::plain(name, UnitKind::Enemy, 4)
    };
    let machines =
        vec![brute("Brute 1"), brute("Brute 2"), goblin("Goblin 1"), goblin("Goblin 2"), goblin("Goblin 3")];
    Setup::plain(vec![sword, bow, caster], machines)
}

/// A duel and a party fight.
pub(crate) fn print() {
    let row = |name, setup: &Setup, is_exact| Row { name, system: Juso::new(setup), is_exact };
    rows::print(FIGHTS, "slot", &[row("duel", &duel(), true), row("3 against 5", &party(), true)]);
}
