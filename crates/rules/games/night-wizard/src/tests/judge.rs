//! Judges: NW-01 to NW-05, NW-07.

use super::*;
use crate::data::setup::{Numbers, Weapon};
use crate::dice::judge::Judge;
use fray_engine::draw::{Draw, Purpose, Roll};

/// The dice part of a Judge with these dice.
fn rolled(crit: &[u8], fumble: &[u8], dice: &str) -> i32 {
    let judge = Judge::new(Numbers::of(crit), Numbers::of(fumble));
    judge.roll(Roll { unit: A, purpose: Purpose::Hit }, &mut Tape::d6(dice)).total
}

/// The probability of each dice part for which `is` holds.
fn p(crit: &[u8], fumble: &[u8], is: impl Fn(i32) -> bool) -> f64 {
    let judge = Judge::new(Numbers::of(crit), Numbers::of(fumble));
    (0..judge.n_outcomes()).map(|i| judge.outcome(i)).filter(|b| is(b.0.total)).map(|b| b.1).sum()
}

#[test]
fn nw_01_a_value_is_attribute_plus_modifiers_plus_dice() {
    let weapon = Weapon { hit_mod: 2, ..Weapon::default() };
    let a = UnitSetup { weapons: vec![weapon], ..pc("a", [10, 5, 0, 0, 0, 0]) };
    let seen = Table::strike(a, npc("b", [10, 0, -3, 0, 0, 0])).tape("3+4, 6+5, 1+1, 6+6");
    // 5 + 2 + 7 against -3 + 11.
    assert_eq!(seen.hits(), [(14, 8)]);
}

#[test]
fn nw_01_to_04_worked_example_1() {
    assert_eq!(4 + rolled(&[7], &[2], "3+4, 6+1, 2+3"), 4 + 10 + 10 + 5);
    assert_eq!(4 + rolled(&[7], &[2], "1+1"), -6);
    assert_eq!(4 + rolled(&[7], &[2], "3+4, 1+1"), 16);
}

#[test]
fn nw_02_a_chain_has_no_limit() {
    // 300 criticals and a 3: longer than any table and than any 8-bit count.
    let dice = "1+1, ".repeat(300) + "1+2";
    assert_eq!(rolled(&[2], &[], &dice), 3003);
}

#[test]
fn nw_02_dodge_and_defense_can_be_critical() {
    let b = npc("b", [50, 0, 0, 0, 0, 0]).numbers(&[7], &[]);
    let seen = Table::strike(pc("a", [50, 0, 0, 10, 0, 0]), b).tape("6+6, 3+4 1+1, 6+5, 3+4 1+1");
    // Dodge 10 + 2 ties with Hit 12; damage is 10 + 11 - (10 + 2).
    assert_eq!(seen.hits(), [(12, 12)]);
    assert_eq!(seen.attacks, [(A, true, 9)]);
}

#[test]
fn nw_02_crit_on_damage_says_whether_damage_judges_can_be_critical() {
    let a = pc("a", [50, 0, 0, 10, 0, 0]).numbers(&[7], &[]);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0])).ruling("crit_on_damage", "true");
    // Attack 10 + 10 + 6 against 2.
    assert_eq!(table.tape("6+5, 1+1, 3+4 3+3, 1+1").attacks, [(A, true, 24)]);
    let a = pc("a", [50, 0, 0, 10, 0, 0]).numbers(&[7], &[2]);
    let b = npc("b", [50, 0, 0, 0, 0, 0]).numbers(&[7], &[2]);
    let table = Table::strike(a, b).ruling("crit_on_damage", "false");
    // The Hit Judge is critical as ever; Attack 10 + 7 against 7 is not, on either side.
    assert_eq!(table.tape("3+4 6+5, 6+5, 3+4, 1+6").attacks, [(A, true, 10)]);
    // Fumbles stay: 10 + 7 against 0 - 10.
    assert_eq!(table.tape("3+4 6+5, 6+5, 3+4, 1+1").attacks, [(A, true, 27)]);
}

#[test]
fn nw_03_a_fumble_ends_the_judge_at_minus_10() {
    assert_eq!(rolled(&[10], &[5], "2+3"), -10);
    assert_eq!(rolled(&[10], &[5, 6], "3+3"), -10);
}

#[test]
fn nw_03_a_fumble_is_still_compared() {
    let a = pc("a", [50, 20, 0, 0, 0, 0]).numbers(&[], &[5]);
    let seen = Table::strike(a, npc("b", [50, 0, 0, 0, 50, 0])).tape("2+3, 1+1, 6+6, 1+1");
    assert_eq!(seen.hits(), [(10, 2)]);
    assert_eq!(seen.attacks, [(A, true, 0)]);
}

#[test]
fn nw_03_07_worked_example_2_without_prana_and_active_modifiers() {
    // Passive +2 stays on a fumble: 12 + 10 + 8, and 12 - 10.
    let weapon = Weapon { hit_mod: 2, ..Weapon::default() };
    let a = UnitSetup { weapons: vec![weapon], ..pc("a", [50, 10, 0, 0, 0, 0]).numbers(&[10], &[5]) };
    let table = Table::strike(a, npc("b", [50, 0, 40, 0, 0, 0]));
    assert_eq!(table.tape("5+5 4+4, 1+1").hits()[0].0, 30);
    assert_eq!(table.tape("2+3, 1+1").hits()[0].0, 2);
}

#[test]
fn nw_04_fumble_numbers_are_ordinary_in_a_chain() {
    assert_eq!(rolled(&[10], &[5], "5+5, 2+3"), 15);
}

#[test]
fn nw_04_a_number_in_both_sets_is_a_fumble_first_and_a_critical_in_a_chain() {
    assert_eq!(rolled(&[7, 10], &[7], "3+4"), -10);
    assert_eq!(rolled(&[7, 10], &[7], "5+5, 3+4, 1+1"), 22);
}

/// A PC and an NPC, both with C {10} F {5}, of whom only the PC acts.
fn rolled_numbers(cf_shift: i32) -> Table {
    let a = pc("a", [50, 0, 0, 0, 0, 0]).numbers(&[10], &[5]);
    let b = npc("b", [50, 0, 30, 0, 0, 0]).numbers(&[10], &[5]);
    Table::strike(UnitSetup { cf_shift, ..a }, b)
}

#[test]
fn nw_04_cf_source_fixed_takes_the_stat_block() {
    let seen = rolled_numbers(0).ruling("cf_source", "fixed").tape("5+5 1+1, 1+1");
    assert_eq!(seen.hits(), [(12, 32)]);
}

#[test]
fn nw_04_cf_source_rolled_draws_the_critical_first_and_never_the_same_twice() {
    let table = rolled_numbers(0).ruling("cf_source", "rolled_per_fight");
    // Critical 3; fumble 3 again, then 2. The Hit Judge: a 3 is critical, a 10 no longer.
    let seen = table.tape("1+2, 2+1, 1+1,  1+2 5+5, 1+1");
    assert!(seen.has(&Event::Numbers { unit: A, crit: 3, fumble: 2 }));
    assert_eq!(seen.hits(), [(20, 32)]);
    // And a 2 fumbles.
    assert_eq!(table.tape("1+2, 1+1,  1+1, 1+1").hits(), [(-10, 32)]);
}

#[test]
fn nw_04_cf_source_rolled_is_made_once_a_fight() {
    let table = rolled_numbers(0).ruling("cf_source", "rolled_per_fight").rounds(2);
    let seen = table.tape("1+2, 1+1,  1+2 4+4, 1+1,  1+2 4+4, 1+1");
    assert_eq!(seen.hits(), [(18, 32), (18, 32)]);
}

#[test]
fn nw_04_cf_rolled_for_pcs_or_for_all() {
    let table = rolled_numbers(0).ruling("cf_source", "rolled_per_fight").ruling("cf_rolled_for", "pc");
    // The Dodge of the NPC fumbles on its listed 5: 30 - 10.
    assert_eq!(table.tape("1+2, 1+1,  4+4, 2+3").hits(), [(8, 20)]);
    let table = rolled_numbers(0).ruling("cf_source", "rolled_per_fight").ruling("cf_rolled_for", "all");
    let seen = table.tape("1+2, 1+1,  6+6, 6+5,  4+4, 2+3");
    assert!(seen.has(&Event::Numbers { unit: B, crit: 12, fumble: 11 }));
    assert_eq!(seen.hits(), [(8, 35)]);
}

#[test]
fn nw_04_cf_shift_moves_the_critical_number_towards_7() {
    let numbers = |cf_shift, dice: &str| {
        let table = rolled_numbers(cf_shift).ruling("cf_source", "rolled_per_fight");
        let rest = "  4+5, 1+1";
        table.tape(&(dice.to_owned() + rest)).events[0]
    };
    let is = |crit, fumble| Event::Numbers { unit: A, crit, fumble };
    assert_eq!(numbers(0, "6+6, 1+1"), is(12, 2));
    assert_eq!(numbers(2, "6+6, 1+1"), is(10, 2));
    assert_eq!(numbers(2, "1+2, 1+1"), is(5, 2));
    // It stops at 7, and before the fumble number.
    assert_eq!(numbers(5, "4+4, 1+1"), is(7, 2));
    assert_eq!(numbers(5, "6+6, 5+5"), is(11, 10));
    assert_eq!(numbers(1, "6+6, 6+5"), is(12, 11));
}

#[test]
fn nw_02_03_worked_example_3() {
    let (c, f): (&[u8], &[u8]) = (&[10], &[5]);
    assert_p(p(c, f, |dice| 8 + dice >= 20), 1, 9);
    assert_p(p(c, f, |dice| 8 + dice == 20), 13, 432);
    assert_p(p(c, f, |dice| 8 + dice == 18), 0, 1);
    assert_p(p(c, f, |dice| 8 + dice == -2), 1, 9);
    assert_p(p(c, f, |dice| 8 + dice == 30), 13, 5184);
    let mean = |crit: &[u8], fumble: &[u8]| Judge::new(Numbers::of(crit), Numbers::of(fumble)).mean();
    assert_p(mean(&[], &[]), 7, 1);
    assert_p(mean(c, f), 197, 33);
    assert_p(mean(&[7], &[2]), 26, 3);
}

#[test]
fn nw_04_many_numbers_in_a_fight_keep_their_judges_apart() {
    // Eight stat blocks with numbers of their own beside the 121 rolled pairs, twice over because
    // damage has its own Judges.
    let many: Vec<UnitSetup> = (2..10).map(|v| npc_at(&format!("n{v}"), 0).numbers(&[v], &[v + 1])).collect();
    let a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 10, 0, 0]) };
    let table =
        Table::of([&[a], &many]).ruling("cf_source", "rolled_per_fight").ruling("crit_on_damage", "false");
    // Rolled: critical 12, fumble 11. Attack 12 is ordinary, 11 a fumble; the target has C {2} F {3}.
    assert_eq!(table.tape("6+6, 5+6,  6+6 5+5, 4+4,  6+6, 1+1").attacks, [(A, true, 20)]);
    assert_eq!(table.tape("6+6, 5+6,  6+6 5+5, 4+4,  5+6, 1+2").attacks, [(A, true, 10)]);
}
