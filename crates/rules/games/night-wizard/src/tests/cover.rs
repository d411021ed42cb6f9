//! NW-24, NW-25: cover.

use super::*;
use crate::data::setup::ability::{Area, Victims};
use crate::data::tactics::Cover;

/// c strikes at the ward a, whom b covers; b is at this count.
fn guarded(count: i32, tactic: Cover) -> Table {
    let mut guard = pc_at("b", count);
    guard.tactics.cover = always(tactic);
    let slayer = UnitSetup { fixed_action_count: Some(30), ..npc("c", [99, 0, 0, 9, 0, 0]) };
    let mut table = Table::of([&[pc_at("a", 0), guard], &[slayer]]);
    // Only the first Main matters.
    table.setup.rulings.max_mains_per_unit_per_round = fray_kit::declare::rulings::Number(1);
    table
}

#[test]
fn nw_24_the_coverer_defends_and_takes_the_damage() {
    let seen = guarded(29, Cover::Guard(A)).tape(&format!("{HIT}{MISS}"));
    assert_eq!(seen.damage(), [(B, 9, 9)]);
    assert_eq!((seen.sum(B, Metric::Covers), seen.sum(B, Metric::CoverDamage)), (1, 9));
    assert_eq!(seen.all(A, Metric::HpLeft), [100]);
}

#[test]
fn nw_24_a_count_of_9_is_enough_and_exhausts() {
    let seen = guarded(9, Cover::Guard(A)).tape(HIT);
    assert!(seen.exhausted.contains(&(1, 1, B, Exhaustion::Cover)));
    assert_eq!(seen.mains, [C], "the guard's Main at 9 is gone");
    assert_eq!(seen.all(B, Metric::CountWasted), [1]);
}

#[test]
fn nw_24_cover_min_count_1_or_none() {
    for count in [0, -3] {
        assert_eq!(guarded(count, Cover::Guard(A)).ruling("cover_min_count", "1").tape(HIT).damage()[0].0, A);
        assert_eq!(
            guarded(count, Cover::Guard(A)).ruling("cover_min_count", "none").tape(HIT).damage()[0].0,
            B
        );
    }
}

#[test]
fn nw_24_who_may_not_roll_may_not_cover() {
    let mut table = guarded(30, Cover::Guard(A));
    table.setup.sides[0].units[1].start_statuses = vec![Inflicted { status: Status::Unconscious, level: 1 }];
    table.setup.sides[0].units[1].tactics.wake = always(crate::data::tactics::Wake::Pass);
    assert_eq!(table.tape(HIT).damage()[0].0, A);
}

#[test]
fn nw_24_panic_weighs_on_the_coverers_defense() {
    let mut table = guarded(9, Cover::Guard(A));
    table.setup.sides[0].units[1].start_statuses = vec![Inflicted { status: Status::Panic, level: 1 }];
    assert_eq!(table.tape(HIT).damage(), [(B, 19, 19)]);
}

#[test]
fn nw_24_a_coverer_put_in_near_death_keeps_count_0() {
    let mut table = guarded(9, Cover::Guard(A));
    table.setup.sides[0].units[1].start_hp = 5;
    let seen = table.tape(&format!("{HIT} 66"));
    assert!(seen.exhausted.contains(&(1, 1, B, Exhaustion::NearDeath)));
    assert_eq!(seen.all(B, Metric::CountWasted), [0]);
}

#[test]
fn nw_24_d_cover_guards_the_weakest_the_falling_or_with_spare_count() {
    // How often it covers; its own Main is left if its count allows it.
    let covers = |tactic, count: i32, ward_hp| {
        let mut table = guarded(count, tactic);
        table.setup.sides[0].units[0].start_hp = ward_hp;
        let n = |rest: &str| table.tape(&format!("{HIT}{rest}")).sum(B, Metric::Covers);
        if count > 10
            || tactic == Cover::Nobody
            || count == 10
            || ward_hp == 50 && tactic == Cover::GuardFalling
        {
            n(MISS)
        } else {
            n("")
        }
    };
    assert_eq!(covers(Cover::GuardWeakest, 9, 50), 1);
    // Mean damage 9: 8 HP would fall, 50 not.
    assert_eq!(covers(Cover::GuardFalling, 9, 8), 1);
    assert_eq!(covers(Cover::GuardFalling, 9, 50), 0);
    assert_eq!(covers(Cover::GuardSpare, 10, 50), 0);
    assert_eq!(covers(Cover::GuardSpare, 29, 50), 1);
    assert_eq!(covers(Cover::Nobody, 9, 50), 0);
}

#[test]
fn nw_24_an_effect_can_make_covers_free() {
    let mut table = guarded(9, Cover::Guard(A));
    table.setup.sides[0].units[1].abilities = vec![ability("wall", Timing::Always, Effect::CoverFree)];
    let seen = table.tape(&format!("{HIT}{MISS}"));
    assert_eq!(seen.mains, [C, B]);
}

/// d hits ward, guard and a third with an area.
fn blast(cover_third: bool) -> Table {
    let mut guard = pc_at("b", 9);
    guard.tactics.cover = always(Cover::Guard(A));
    let mut third = pc_at("c", 0);
    if cover_third {
        third.tactics.cover = always(Cover::Nobody);
        guard.tactics.cover = Plan { entries: vec![Entry { what: Cover::GuardSpare, when: None }] };
        (guard.fixed_action_count, guard.hp, guard.start_hp) = (Some(40), 500, 500);
    }
    let bomb = Weapon { area: Area::Square(Victims::Pick), ..Weapon::default() };
    let slayer =
        UnitSetup { weapons: vec![bomb], fixed_action_count: Some(50), ..npc("d", [99, 50, 0, 40, 0, 0]) };
    let mut table = Table::of([&[pc_at("a", 0), guard, third], &[slayer]]);
    table.setup.rulings.max_mains_per_unit_per_round = fray_kit::declare::rulings::Number(1);
    table
}

#[test]
fn nw_24_25_worked_example_15() {
    // Attack 48; the guard, Defense 38 in all here, rolls for its ward and for itself.
    let mut table = blast(false);
    table.setup.sides[0].units[1].defense = 35;
    table.setup.sides[0].units[2].dodge = 99;
    let seen = table.tape("11  11 11 11   44  55 32");
    assert_eq!(seen.damage(), [(B, 3, 3), (B, 8, 8)]);
    assert_eq!((seen.all(A, Metric::HpLeft), seen.all(B, Metric::HpLeft)), (vec![100], vec![89]));
    assert!(seen.exhausted.contains(&(1, 1, B, Exhaustion::Cover)));
}

#[test]
fn nw_25_hit_once_attack_once_a_dodge_and_a_defense_each() {
    let mut table = blast(false);
    table.setup.sides[0].units[1].tactics.cover = always(Cover::Nobody);
    let dice = "11  11 22 33   44  11 22 33";
    let seen = table.clone().tape(&format!("{dice} {MISS}"));
    assert_eq!(seen.hits()[..3], [(52, 2), (52, 4), (52, 6)]);
    assert_eq!(seen.damage(), [(A, 46, 46), (B, 44, 44), (C, 42, 42)]);
    // One damage roll for each.
    let each = table.ruling("area_single_damage_roll", "false");
    let seen = each.tape(&format!("11  11 22 33   44 11  55 22  66 33 {MISS}"));
    assert_eq!(seen.damage(), [(A, 46, 46), (B, 46, 46), (C, 46, 46)]);
}

#[test]
fn nw_25_covers_per_attack_1_or_unlimited() {
    let covers = |ruling: &str| {
        let dice = format!("11  11 11 11   44  11 11 11 {MISS}");
        blast(true).ruling("covers_per_attack", ruling).tape(&dice).sum(B, Metric::Covers)
    };
    assert_eq!((covers("1"), covers("unlimited")), (1, 2));
}

#[test]
fn nw_25_area_defence_timing_before_damage_lets_the_fallen_defend_again() {
    let falling = |timing: &str, dice: &str| {
        let mut table = blast(false).ruling("area_defence_timing", timing);
        table.setup.sides[0].units[1].start_hp = 5;
        table.setup.sides[0].units[1].defense = 35;
        table.setup.sides[0].units[2].dodge = 99;
        table.tape(dice).damage()
    };
    let both = falling("before_damage", "11  11 11 11   44  11 32  66");
    assert_eq!(both, [(B, 11, 11), (B, 8, 8)]);
    // One after the other the second Defense is the bare attribute.
    assert_eq!(falling("sequential", "11  11 11 11   44  11  66"), [(B, 11, 11), (B, 13, 13)]);
}

#[test]
fn nw_25_the_second_hit_on_who_died_of_the_first_is_a_hit_too() {
    let dead = |timing: &str, dice: &str| {
        let mut table = guarded(9, Cover::Guard(A)).ruling("mortality", "off");
        table.setup.sides[0].units[1].start_hp = 5;
        table.setup.sides[0].units[1].kind = UnitKind::Npc;
        table.setup.sides[1].units[0].weapons = vec![Weapon { area: Area::Square(Victims::Pick), ..bow() }];
        let seen = table.ruling("area_defence_timing", timing).tape(dice);
        let died = seen.all(B, Metric::Died);
        (seen.attacks, seen.overkill, died)
    };
    let (attacks, overkill, died) = dead("before_damage", "66  11 11  11  11 11");
    assert_eq!(attacks, [(C, true, 9), (C, true, 9)]);
    assert_eq!((overkill, died), (vec![(C, 4), (C, 9)], vec![1]));
    let (attacks, overkill, died) = dead("sequential", "66  11 11  11  11");
    assert_eq!(attacks, [(C, true, 9), (C, true, 0)]);
    assert_eq!((overkill, died), (vec![(C, 4)], vec![1]));
}
