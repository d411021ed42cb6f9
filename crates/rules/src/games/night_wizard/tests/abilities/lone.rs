//! Mains that are a plain attack: they are known before the fight as long as those who meet are as
//! they began it, and the same by any way.

use super::*;
use crate::games::night_wizard::setup::AttributeId;
use crate::games::night_wizard::setup::ability::{ModifierClass, Uses};

/// A hit with a margin of 10.
const TEN: &str = "66 11 66 11 ";

/// `a` whets its blade by 5 for the first round.
fn whetted() -> Table {
    let (name, class) = (AttributeId::Attack, ModifierClass::Passive);
    let sharper = Effect::ModifyAttribute { name, amount: Amount::fixed(5), class };
    let whet = Ability {
        duration: Duration::ThisRound,
        uses: Uses { per_fight: 1, ..Uses::default() },
        ..ability("whet", Timing::Setup, sharper)
    };
    Table::of([&[with(pc_at("a", 5), &[whet])], &[npc_at("b", 0)]]).rounds(2)
}

#[test]
fn nw_07_21_an_attribute_that_changed_counts_in_plain_attacks_as_long_as_it_lasts() {
    let seen = whetted().tape(&TEN.repeat(2));
    assert_eq!(seen.attacks, [(A, true, 15), (A, true, 10)]);
    let mut of_target = whetted();
    of_target.setup.sides[0].units[0].abilities[0].target = one(Who::Enemy);
    of_target.setup.sides[0].units[0].abilities[0].effects = vec![Effect::ModifyAttribute {
        name: AttributeId::Defense,
        amount: Amount::fixed(3),
        class: ModifierClass::Passive,
    }];
    assert_eq!(of_target.tape(&TEN.repeat(2)).attacks, [(A, true, 7), (A, true, 10)]);
}

#[test]
fn nw_47_poison_bars_nothing_and_a_daze_does() {
    let poisoned = |status| {
        let a = with_status(pc_at("a", 5), status, 2);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(TEN)
    };
    let seen = poisoned(Status::Poison);
    assert_eq!((seen.attacks.clone(), seen.all(A, Metric::ActionsLost)), (vec![(A, true, 10)], vec![]));
    assert_eq!(seen.all(A, Metric::DamageTaken), [2], "in Clean-Up");
    assert_eq!(poisoned(Status::Daze).all(A, Metric::ActionsLost), [1]);
}

#[test]
fn nw_22_what_rides_on_a_sole_weapon_comes_with_its_damage() {
    let mut a = pc_at("a", 5);
    let inflict = vec![Inflicted { status: Status::Poison, level: 3 }];
    a.weapons = vec![Weapon { inflict, ..Weapon::default() }];
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    assert_eq!(table.tape(TEN).inflicted(), [(B, Status::Poison)]);
    assert_eq!(table.tape("66 11 11 66").inflicted(), [], "a hit without damage");
    assert_eq!(table.tape(MISS).inflicted(), []);
}
