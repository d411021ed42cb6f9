//! Rows about Stonebound: a duel and a party fight with board and stones, all metrics on.

use fray_rules::games::stonebound::Stonebound;
use fray_rules::games::stonebound::data::setup::{AttackType, Map, Setup, UnitSetup};
use fray_rules::games::stonebound::data::vocabulary::{
    Ability, AnyKind, AttackMode, Between, Cost, DamageKind, Effect, Element, EvadeKind, Evasion, Kind,
    StandardAttack, Timing, Trigger,
};

use crate::rows::{self, Row};

/// Fights in each repeat.
const FIGHTS: u64 = 20_000;

fn unit(name: &str, [hp, atk, crt, pd, sd]: [i16; 5], kind: DamageKind) -> UnitSetup {
    UnitSetup { crt, pd, sd, attack: AttackType { kind: Some(kind) }, ..UnitSetup::plain(name, hp, atk) }
}

/// The first duel of the rules pages.
fn duel() -> Setup {
    let west = vec![unit("A", [12, 5, 25, 3, 2], DamageKind::P)];
    Setup::plain(west, vec![unit("B", [13, 4, 20, 2, 2], DamageKind::S)])
}

/// Three against three on a board, with a counter and a veil to fuse and a blow to pay for.
fn party() -> Setup {
    let fire = |n| Some(Cost { element: Element::Fire, n });
    let riposte = Ability {
        cost: fire(1),
        timing: Some(Timing::OnHpDamage(AnyKind::Any)),
        trigger: Trigger::OnRange(Between { from: 1, to: 25 }),
        effects: vec![Effect::Counter],
        ..Ability::plain("Riposte", Kind::Fuse)
    };
    let veil = Ability {
        cost: fire(2),
        effects: vec![Effect::Evasion(Evasion { kind: EvadeKind::A, n: 15, scope: None })],
        ..Ability::plain("Veil", Kind::Fuse)
    };
    let swing = StandardAttack { mode: AttackMode::Standard, kind: None, atk_mod: 2, not_attack: false };
    let blow = Ability {
        cost: fire(2),
        effects: vec![Effect::StandardAttack(swing)],
        ..Ability::plain("Heavy Blow", Kind::Active)
    };
    let side = |stats: [([i16; 5], DamageKind); 3]| -> Vec<UnitSetup> {
        let units = stats.into_iter().enumerate().map(|(at, (stats, kind))| {
            let mut unit = unit(&format!("Unit {at}"), stats, kind);
            unit.abilities = vec![if at == 0 { riposte.clone() } else { veil.clone() }, blow.clone()];
            unit
        });
        units.collect()
    };
    let west = side([
        ([12, 5, 25, 3, 1], DamageKind::P),
        ([9, 4, 20, 1, 3], DamageKind::S),
        ([8, 4, 30, 2, 1], DamageKind::P),
    ]);
    let east = side([
        ([13, 4, 15, 4, 1], DamageKind::P),
        ([9, 4, 25, 1, 3], DamageKind::S),
        ([9, 4, 20, 2, 2], DamageKind::P),
    ]);
    Setup { map: Some(Map { width: 10, height: 10, squares: Vec::new() }), ..Setup::plain(west, east) }
}

/// A duel and a party fight.
pub(crate) fn print() {
    let row = |name, setup: &Setup, is_exact| Row { name, system: Stonebound::new(setup), is_exact };
    rows::print(FIGHTS, "turn", &[row("duel", &duel(), true), row("3 against 3", &party(), false)]);
}
