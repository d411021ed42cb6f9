//! Attacks: NW-20 to NW-23, NW-55.

use super::*;
use crate::data::setup::{AttackKind, ElementMod, Weapon};

fn p_hit(hit: i32, crit_fumble: [&[u8]; 2], dodge: i32, theirs: [&[u8]; 2], hit_tie: &str) -> f64 {
    let a = pc("a", [50, hit, 0, 0, 0, 0]).numbers(crit_fumble[0], crit_fumble[1]);
    let b = npc("b", [50, 0, dodge, 0, 0, 0]).numbers(theirs[0], theirs[1]);
    Table::strike(a, b).ruling("hit_tie", hit_tie).p(|seen| seen.attacks[0].1)
}

const NONE: [&[u8]; 2] = [&[], &[]];
const C10_F5: [&[u8]; 2] = [&[10], &[5]];
const C7_F2: [&[u8]; 2] = [&[7], &[2]];

#[test]
fn nw_20_hit_tie_is_won_by_attacker_or_defender() {
    let table = Table::strike(pc_at("a", 0), npc_at("b", 0)).ruling("hit_tie", "attacker");
    assert_eq!(table.tape("3+4, 2+5, 1+1, 1+1").attacks, [(A, true, 0)]);
    assert_eq!(table.tape("3+3, 2+5").attacks, [(A, false, 0)]);
    let table = Table::strike(pc_at("a", 0), npc_at("b", 0)).ruling("hit_tie", "defender");
    assert_eq!(table.tape("3+4, 2+5").attacks, [(A, false, 0)]);
    assert_eq!(table.tape("4+4, 2+5, 1+1, 1+1").attacks, [(A, true, 0)]);
}

#[test]
fn nw_20_a_miss_ends_the_attack() {
    // No dice for damage are on the tape.
    let seen = Table::strike(pc_at("a", 0), npc_at("b", 0)).tape(MISS);
    assert!(seen.hp_left().is_none());
    assert_eq!(seen.attacks, [(A, false, 0)]);
}

#[test]
fn nw_20_worked_example_5() {
    assert_p(p_hit(7, NONE, 7, NONE, "attacker"), 721, 1296);
    assert_p(p_hit(7, NONE, 7, NONE, "defender"), 575, 1296);
    assert_p(p_hit(7, C10_F5, 7, C10_F5, "attacker"), 8545, 15444);
    assert_p(p_hit(7, C10_F5, 7, C10_F5, "defender"), 6899, 15444);
}

#[test]
fn nw_20_worked_example_6() {
    assert_p(p_hit(8, C7_F2, 10, C10_F5, "attacker"), 11239, 23004);
    assert_p(p_hit(8, C7_F2, 10, C10_F5, "defender"), 4727, 11502);
}

#[test]
fn nw_20_worked_example_8_without_statuses() {
    assert_p(p_hit(6, NONE, 8, NONE, "attacker"), 145, 432);
}

#[test]
fn nw_21_worked_example_7() {
    let strike = |attack, numbers: [&[u8]; 2], defense, theirs: [&[u8]; 2]| {
        // Every attack hits.
        let a = pc("a", [99, 999, 0, attack, 0, 0]).numbers(numbers[0], numbers[1]);
        let b = npc("b", [999, 0, -50, 0, defense, 0]).numbers(theirs[0], theirs[1]);
        Table::strike(a, b)
    };
    let damage = |seen: &Seen| seen.attacks[0].2;
    let table = strike(12, C10_F5, 10, C7_F2);
    assert_p(table.p(|seen| damage(seen) >= 1), 11765, 23004);
    assert_p(table.p(|seen| damage(seen) >= 5), 5755, 23004);
    assert_p(table.p(|seen| damage(seen) >= 10), 3773, 46008);
    let table = strike(12, NONE, 10, NONE);
    assert_p(table.p(|seen| damage(seen) >= 1), 287, 432);
    assert_p(table.mean(|seen| f64::from(damage(seen))), 70, 27);
    let table = strike(5, NONE, 4, NONE);
    for (n, ways, of) in [(0, 575, 1296), (1, 73, 648), (2, 35, 324), (3, 125, 1296), (4, 13, 162)] {
        assert_p(table.p(|seen| damage(seen) == n), ways, of);
    }
    assert_p(table.p(|seen| damage(seen) >= 5), 103, 648);
}

#[test]
fn nw_21_damage_is_attack_less_defense_and_never_below_0() {
    let table = Table::strike(pc("a", [50, 0, 0, 10, 0, 0]), npc("b", [50, 0, 0, 0, 6, 0]));
    let hit = |dice: &str| table.tape(&("6+6, 1+1, ".to_owned() + dice));
    assert_eq!(hit("3+4, 2+2").attacks, [(A, true, 7)]);
    assert_eq!(hit("1+1, 3+3").attacks, [(A, true, 0)]);
    let soaked = hit("1+1, 6+6");
    assert_eq!((soaked.attacks.clone(), soaked.hp_left()), (vec![(A, true, 0)], Some(50)));
    assert_eq!(hit("3+4, 2+2").hp_left(), Some(43));
}

#[test]
fn nw_20_21_55_worked_example_14() {
    let a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 8, 0, 12, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(0), ..npc("b", [26, 0, 6, 0, 9, 0]) };
    let table = Table::of([&[a.numbers(&[7], &[2])], &[b.numbers(&[10], &[5])]]);
    let seen = table.tape("3+4 2+2, 5+5 6+3,  6+5, 2+3, 4+4, 1+3");
    assert_eq!(seen.hits(), [(22, 25), (19, -4)]);
    assert_eq!(seen.attacks, [(A, false, 0), (A, true, 7)]);
    assert_eq!(seen.hp_left(), Some(19));
}

#[test]
fn nw_21_damage_beyond_the_last_hp_is_overkill_and_not_dealt() {
    let seen = Table::strike(pc("a", [50, 0, 0, 20, 0, 0]), npc("b", [5, 0, 0, 0, 0, 0])).tape("66 11 11 11");
    assert_eq!(seen.attacks, [(A, true, 20)]);
    assert_eq!((seen.all(A, Metric::DamageDealt), seen.all(B, Metric::DamageTaken)), (vec![5], vec![5]));
    assert_eq!(seen.overkill, [(A, 15)]);
}

/// The damage of a hit that rolls `by` more than the defender, by a unit of fire with this weapon
/// against one with these changes to the elements.
fn damage(weapon: Weapon, mods: &[(&str, i32, i32)], by: i32) -> u32 {
    let a = UnitSetup {
        weapons: vec![weapon],
        elements: vec!["fire".to_owned(), "wind".to_owned()],
        magic_attack: by,
        ..pc("a", [50, 0, 0, by, 0, 0])
    };
    let change = |&(name, flat, percent): &(&str, i32, i32)| (name.to_owned(), ElementMod { flat, percent });
    let b = UnitSetup { element_mods: mods.iter().map(change).collect(), ..npc("b", [999, 0, 0, 0, 0, 0]) };
    let seen = Table::strike(a, b).tape("66 11 11 11");
    // Without tactics that read HP below 0 the HP lost are the damage.
    assert_eq!(seen.hp_left(), Some(999 - seen.attacks[0].2 as i32));
    seen.attacks[0].2
}

#[test]
fn nw_22_an_element_changes_damage_flat_first_then_percent_rounded_down() {
    let fire = |flat, percent, by| damage(Weapon::default(), &[("fire", flat, percent)], by);
    assert_eq!(fire(3, 0, 10), 13);
    assert_eq!(fire(0, 50, 11), 16);
    assert_eq!(fire(3, 50, 10), 19);
    assert_eq!(fire(0, -50, 11), 5);
    assert_eq!(fire(0, -100, 11), 0);
}

#[test]
fn nw_22_changed_damage_is_never_below_0() {
    assert_eq!(damage(Weapon::default(), &[("fire", -20, 0)], 10), 0);
    assert_eq!(damage(Weapon::default(), &[("fire", -20, 50)], 10), 0);
}

#[test]
fn nw_22_only_damage_above_0_is_changed() {
    assert_eq!(damage(Weapon::default(), &[("fire", 7, 0)], 0), 0);
    assert_eq!(damage(Weapon::default(), &[("fire", 7, 0)], -5), 0);
    assert_eq!(damage(Weapon::default(), &[("fire", 7, 0)], 1), 8);
}

#[test]
fn nw_22_physical_damage_has_the_first_element_of_the_attacker() {
    assert_eq!(damage(Weapon::default(), &[("wind", 5, 0)], 10), 10);
    assert_eq!(damage(Weapon::default(), &[("wind", 5, 0), ("fire", 1, 0)], 10), 11);
}

#[test]
fn nw_22_the_weapon_says_otherwise() {
    let icy = Weapon { element: Some("water".to_owned()), ..Weapon::default() };
    assert_eq!(damage(icy, &[("fire", 1, 0), ("water", 5, 0)], 10), 15);
}

#[test]
fn nw_22_magic_damage_has_the_element_of_the_spell_or_none() {
    let bolt = Weapon { hit_kind: AttackKind::Magic, damage_kind: AttackKind::Magic, ..Weapon::default() };
    assert_eq!(damage(bolt.clone(), &[("fire", 5, 0)], 10), 10);
    let fireball = Weapon { element: Some("fire".to_owned()), ..bolt };
    assert_eq!(damage(fireball, &[("fire", 5, 0)], 10), 15);
}

/// Hit, Dodge, and damage of equal dice, with all eight attributes different.
fn kinds(hit_kind: AttackKind, damage_kind: AttackKind) -> (i32, i32, u32) {
    let weapon = Weapon { hit_kind, damage_kind, hit_mod: 1, attack_mod: 2, ..Weapon::default() };
    let a = UnitSetup {
        weapons: vec![weapon],
        magic_hit: 30,
        magic_attack: 300,
        ..pc("a", [50, 20, 0, 200, 0, 0])
    };
    let b = UnitSetup { resistance: 4, magic_defense: 40, ..npc("b", [999, 0, 3, 0, 50, 0]) };
    let seen = Table::strike(a, b).tape("11 11 11 11");
    (seen.hits()[0].0, seen.hits()[0].1, seen.attacks[0].2)
}

#[test]
fn nw_07_weapons_modify_hit_and_attack() {
    // Hit 20 + 1 and Attack 200 + 2 with the dice 2.
    assert_eq!(kinds(AttackKind::Physical, AttackKind::Physical), (23, 5, 152));
}

#[test]
fn nw_23_a_magic_attack_uses_the_magic_attributes() {
    assert_eq!(kinds(AttackKind::Magic, AttackKind::Magic), (33, 6, 262));
}

#[test]
fn nw_23_kinds_may_cross() {
    // The hit's kind picks Hit, Dodge and Attack; the damage's kind the Defense.
    assert_eq!(kinds(AttackKind::Physical, AttackKind::Magic), (23, 5, 162));
    assert_eq!(kinds(AttackKind::Magic, AttackKind::Physical), (33, 6, 252));
}

#[test]
fn nw_55_dice_fall_in_the_order_of_the_page() {
    // Setup in listed order, then Hit, Dodge, Attack, Defense.
    let a = pc("a", [50, 0, 0, 0, 0, -2]);
    let b = npc("b", [50, 0, 0, 0, 0, -9]);
    let seen = Table::of([&[a], &[b]]).tape("1+2, 2+2,  6+4, 1+3, 5+6, 2+1");
    assert_eq!(seen.starting_counts(), [(A, 1), (B, -5)]);
    assert_eq!(seen.hits(), [(10, 4)]);
    assert_eq!(seen.attacks, [(A, true, 8)]);
}

#[test]
fn nw_22_magic_damage_is_counted_by_its_kind_too() {
    let magic = |damage_kind| {
        let weapon = Weapon { damage_kind, ..Weapon::default() };
        let a = UnitSetup { weapons: vec![weapon], ..pc("a", [50, 0, 0, 9, 0, 0]) };
        let seen = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0])).tape("66 11 11 11");
        assert_eq!(seen.attacks, [(A, true, 9)]);
        seen.all(A, Metric::MagicDamage).iter().sum::<u32>()
    };
    assert_eq!((magic(AttackKind::Magic), magic(AttackKind::Physical)), (9, 0));
}
