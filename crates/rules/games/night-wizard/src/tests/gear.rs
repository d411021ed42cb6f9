//! NW-33, NW-34: enchantments, memory, loadouts.

use super::*;
use crate::data::setup::{AttributeId, Enchantment, Loadout};
use crate::data::tactics::{Enchant, Fact, Robe, Wear};
use fray_kit::tactics::when::{Compare, Term, When};

fn enchantment(name: &str, magic_power: i32, active: bool) -> Enchantment {
    Enchantment {
        name: name.to_owned(),
        magic_power,
        active_at_start: active,
        level: 1,
        ..Enchantment::default()
    }
}

/// a with max MP 20 and this enchantment, which it switches on or off in round 1 and the other way
/// in round 2; MP are seen by a spell.
fn switching(mp: i32, first: u32, second: u32) -> Vec<i32> {
    let mut a = UnitSetup { mp: 20, start_mp: mp, ..pc_at("a", 0) };
    a.enchantments = vec![enchantment("veil", -7, false)];
    let late =
        When { terms: vec![Term { fact: Fact::Round, compare: Compare::AtLeast, value: 2, percent: false }] };
    a.tactics.enchant = Plan {
        entries: vec![
            Entry { what: Enchant::Set(second), when: Some(late) },
            Entry { what: Enchant::Set(first), when: None },
        ],
    };
    let show = ability("show", Timing::CleanUp, Effect::DrainMp(Amount::fixed(0)));
    a.abilities = vec![show];
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).rounds(2).tape("");
    let of = |event: &Event| match event {
        Event::Magic { mp, .. } => Some(*mp),
        _ => None,
    };
    seen.events.iter().filter_map(of).collect()
}

#[test]
fn nw_33_worked_example_20() {
    assert_eq!(switching(20, 1, 0), [13, 13], "13 of 13, and 13 of 20");
    assert!(switching(5, 1, 0).is_empty(), "0 of 13: nothing is left to drain");
    assert_eq!(switching(20, 0, 1), [20, 13]);
}

#[test]
fn nw_33_enchantments_change_attributes_and_grant() {
    let mut a = pc("a", [50, 5, 0, 0, 0, 0]);
    let mut blade = enchantment("blade", 0, true);
    blade.modify = vec![(AttributeId::Hit, 4)];
    blade.grants = vec!["soul".to_owned(), "hex".to_owned()];
    a.enchantments = vec![blade];
    a.weapons =
        vec![Weapon { name: "soul".to_owned(), attack_mod: 9, ..Weapon::default() }, Weapon::default()];
    a.abilities = vec![hex("hex", Timing::Minor, inflict(Status::Panic))];
    let table = Table::strike(a, npc("b", [50, 0, 99, 0, 0, 0]));
    let seen = table.tape("11 66");
    assert_eq!((seen.hits()[0].0, seen.n_used(A)), (11, 1));
    let mut without = table;
    without.setup.sides[0].units[0].enchantments[0].active_at_start = false;
    let seen = without.tape("11 66");
    assert_eq!((seen.hits()[0].0, seen.n_used(A)), (7, 0));
    assert!(seen.events.iter().any(|e| matches!(e, Event::Attacks { weapon: 1, .. })));
}

#[test]
fn nw_23_33_an_attack_spell_needs_its_enchantment() {
    let mut a = pc("a", [50, 0, 0, 0, 0, 0]);
    a.enchantments = vec![enchantment("fire", 0, false)];
    a.weapons = vec![Weapon { enchantment: Some("fire".to_owned()), ..Weapon::default() }];
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert!(table.tape("").attacks.is_empty());
    let mut on = table;
    on.setup.sides[0].units[0].enchantments[0].active_at_start = true;
    assert_eq!(on.tape(MISS).attacks.len(), 1);
}

/// Returns how many of three enchantments of level 2 a unit may have in force.
fn in_force(limit: i32, memory: i32, strict: &str) -> u32 {
    let mut a = UnitSetup { enchantment_limit: limit, memory, ..pc("a", [50, 0, 0, 0, 0, 0]) };
    a.enchantments = ["x", "y", "z"].map(|name| enchantment(name, 0, true)).to_vec();
    for it in &mut a.enchantments {
        (it.level, it.modify) = (2, vec![(AttributeId::Hit, 1)]);
    }
    let table = Table::strike(a, npc("b", [50, 0, 99, 0, 0, 0])).ruling("enchantment_limit_strict", strict);
    (table.tape("11 66").hits()[0].0 - 2) as u32
}

#[test]
fn nw_33_limit_and_memory() {
    assert_eq!((in_force(4, 99, "false"), in_force(4, 99, "true"), in_force(5, 99, "true")), (2, 1, 2));
    assert_eq!(in_force(99, 1, "false"), 1);
}

#[test]
fn nw_33_only_memorised_invocations_can_be_cast() {
    let cast = |memory| {
        let bolt = |name: &str, status| Ability {
            kind: AbilityKind::Invocation,
            ..hex(name, Timing::Initiative, inflict(status))
        };
        let a = with(pc_at("a", 5), &[bolt("x", Status::Panic), bolt("y", Status::Daze)]);
        let a = UnitSetup { memory, ..a };
        Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]]).tape(&format!("11 {MISS}")).n_used(A)
    };
    assert_eq!((cast(0), cast(1), cast(2)), (0, 1, 2));
}

#[test]
fn nw_19_33_cancelling_takes_an_auto_action_or_the_minor() {
    let heals = |ruling: &str| {
        let mut a = UnitSetup { start_hp: 5, ..pc_at("a", 10) };
        a.enchantments = vec![enchantment("veil", 0, true)];
        let in_main = When {
            terms: vec![Term { fact: Fact::Count, compare: Compare::AtLeast, value: 10, percent: false }],
        };
        a.tactics.enchant = Plan { entries: vec![Entry { what: Enchant::Set(0), when: Some(in_main) }] };
        a.abilities = vec![ability("heal", Timing::Minor, Effect::HealHp(Amount::fixed(1)))];
        let seen = Table::of([&[a], &[npc_at("b", 0)]]).ruling("cancel_enchantment", ruling).tape(MISS);
        assert!(seen.has(&Event::Enchants { unit: A, from: 1, to: 0 }));
        seen.n_used(A)
    };
    assert_eq!((heals("auto"), heals("minor")), (1, 0), "with the Minor gone there is no healing");
}

/// a with two loadouts, fists and a sword, that wants the second from its first Main or Setup on.
fn dressing(robe: Robe, modify: bool) -> Table {
    let mut a = UnitSetup { start_hp: 5, ..pc_at("a", 10) };
    a.weapons = vec![Weapon::default(), Weapon { name: "sword".to_owned(), hit_mod: 5, ..Weapon::default() }];
    a.loadouts = vec![
        Loadout { name: "fists".to_owned(), weapons: vec![String::new()], modify: vec![] },
        Loadout {
            name: "sword".to_owned(),
            weapons: vec!["sword".to_owned()],
            modify: if modify { vec![(AttributeId::Dodge, 1)] } else { vec![] },
        },
    ];
    a.tactics.loadout = always(Wear::This(1));
    a.tactics.robe = always(robe);
    let heal = |name: &str, timing| ability(name, timing, Effect::HealHp(Amount::fixed(1)));
    a.abilities = vec![heal("x", Timing::Setup), heal("y", Timing::Minor)];
    Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]])
}

#[test]
fn nw_34_loadouts_change_with_the_minor_or_weapons_alone_by_the_robe() {
    let used = |modify, access: &str| {
        let seen = dressing(Robe::Abilities, modify).ruling("robe_access", access).tape("11 11 66");
        assert_eq!(seen.hits()[0].0, 7);
        seen.n_used(A)
    };
    // The Setup's ability; and the Minor's, if the Minor is left.
    assert_eq!(used(true, "auto"), 1);
    assert_eq!(used(false, "auto"), 2);
    assert_eq!(used(false, "minor"), 1);
}

#[test]
fn nw_09_the_robe_bars_special_abilities_and_items_of_its_setup() {
    let used = |kind, ruling: &str| {
        let mut table = dressing(Robe::Switch, true).ruling("robe_bars_magic", ruling);
        table.setup.sides[0].units[0].abilities[0].kind = kind;
        let seen = table.tape("11 11 66");
        assert_eq!(seen.hits()[0].0, 7);
        // The Minor is left for the second.
        seen.n_used(A) - 1
    };
    assert_eq!(used(AbilityKind::Special, "false"), 0);
    assert_eq!(used(AbilityKind::Item, "false"), 0);
    assert_eq!(used(AbilityKind::Invocation, "false"), 1);
    assert_eq!(used(AbilityKind::Invocation, "true"), 0);
}

#[test]
fn nw_34_d_loadout_in_range_looks_for_a_weapon_that_reaches() {
    let mut table = dressing(Robe::Abilities, false);
    let a = &mut table.setup.sides[0].units[0];
    a.tactics.loadout = always(Wear::InRange);
    assert_eq!(table.tape("11 11 66").hits()[0].0, 2, "fists reach");
    let a = &mut table.setup.sides[0].units[0];
    a.weapons[0].range = Range { least: 1, most: Some(9) };
    a.weapons[1] = Weapon { name: "sword".to_owned(), hit_mod: 5, ..bow() };
    assert_eq!(table.tape("11 11 66").hits()[0].0, 7);
}

#[test]
fn nw_15_19_auto_actions_per_main_bounds_changes_of_hands() {
    let swings = |autos: &str| {
        let mut a = pc_at("a", 10);
        let big = |hit_mod, least| Weapon {
            hit_mod,
            hands: 2,
            range: Range { least, most: None },
            ..Weapon::default()
        };
        // The first does not reach; the second is not in hand.
        a.weapons = vec![big(1, 5), big(2, 0)];
        Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]])
            .ruling("auto_actions_per_main", autos)
            .tape(if autos == "0" { "11" } else { "11 11 66" })
            .attacks
            .len()
    };
    assert_eq!((swings("unlimited"), swings("1"), swings("0")), (1, 1, 0));
}

#[test]
fn nw_34_two_hands_hold_two_weapons_of_one_hand() {
    let swings = |hands: u8| {
        let mut a = pc_at("a", 10);
        let weapon = |least| Weapon { hands, range: Range { least, most: None }, ..Weapon::default() };
        // The first does not reach, and no Auto Action may change hands.
        a.weapons = vec![weapon(5), weapon(0)];
        let table = Table::of([&[a], &[npc("b", [50, 0, 99, 0, 0, -50])]]);
        table
            .ruling("auto_actions_per_main", "0")
            .tape(if hands == 1 { "11 11 66" } else { "11" })
            .attacks
            .len()
    };
    assert_eq!((swings(1), swings(2)), (1, 0));
}

#[test]
fn nw_27_33_mp_that_an_enchantment_takes_have_a_clock_of_their_end() {
    let mut a = UnitSetup { mp: 7, start_mp: 7, ..pc_at("a", 0) };
    a.enchantments = vec![enchantment("veil", -7, false)];
    a.tactics.enchant = always(Enchant::Set(1));
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape("");
    let drained = Clock::MpEmpty(crate::data::metrics::Spent::Drained);
    assert_eq!(seen.marks.iter().filter(|mark| mark.3 == drained).count(), 1);
}
