//! Decisions: D-target, D-downed, D-pass, and their conditions.

use super::*;
use crate::data::setup::{AttackKind, Weapon};
use crate::data::tactics::{Delay, Downed, Fact, Pass, Target};
use fray_kit::tactics::when::{Compare, Term, When};

fn when(fact: Fact, compare: Compare, value: i32, percent: bool) -> When<Fact> {
    When { terms: vec![Term { fact, compare, value, percent }] }
}

/// Three Mains of a with this tactic against three enemies, who never act.
fn against(target: Target, enemies: [UnitSetup; 3]) -> Table {
    let mut a = UnitSetup { fixed_action_count: Some(30), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.target = always(target);
    let enemies = enemies.map(|enemy| UnitSetup { fixed_action_count: Some(0), ..enemy });
    Table::of([&[a], &enemies])
}

fn enemies(hp: [i32; 3]) -> [UnitSetup; 3] {
    ["b", "c", "d"]
        .into_iter()
        .zip(hp)
        .map(|(name, hp)| npc(name, [hp, 0, 0, 0, 0, 0]))
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}

#[test]
fn d_target_default_is_the_first_standing() {
    let mut table = against(Target::First, enemies([50, 10, 10]));
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [B, B, B]);
    table.setup.sides[0].units[0].tactics.target = Plan::default();
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [B, B, B]);
    let table = against(Target::First, enemies([10, 10, 50]));
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [B, C, D], "who falls stands no more");
}

#[test]
fn d_target_nearest_is_the_first_on_one_square() {
    assert_eq!(against(Target::Nearest, enemies([50; 3])).tape(&MISS.repeat(3)).targets(), [B; 3]);
}

#[test]
fn d_target_weakest_is_the_fewest_hp_then_listed_order() {
    let table = against(Target::Weakest, enemies([60, 45, 45]));
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [C, C, C]);
    let table = against(Target::Weakest, enemies([30, 45, 15]));
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [D, B, B]);
}

#[test]
fn d_target_threat_is_the_highest_attack_less_own_defense() {
    let [b, mut c, mut d] = enemies([99; 3]);
    c.attack = 5;
    d.attack = 9;
    assert_eq!(
        against(Target::Threat, [b.clone(), c.clone(), d.clone()]).tape(&MISS.repeat(3)).targets(),
        [D; 3]
    );
    // d's attack hurts magically, and against that a is well defended: 9 - 6 is below 5 - 0.
    d.weapons = vec![Weapon { damage_kind: AttackKind::Magic, ..Weapon::default() }];
    let mut table = against(Target::Threat, [b, c, d]);
    table.setup.sides[0].units[0].magic_defense = 6;
    assert_eq!(table.tape(&MISS.repeat(3)).targets(), [C; 3]);
}

#[test]
fn d_target_most_damaged_has_lost_the_most_hp() {
    let mut hurt = enemies([30, 90, 40]);
    hurt[0].start_hp = 25;
    hurt[1].start_hp = 70;
    assert_eq!(against(Target::MostDamaged, hurt).tape(&MISS.repeat(3)).targets(), [C; 3]);
}

#[test]
fn d_target_best_damage_weighs_chance_and_damage() {
    let [b, mut c, mut d] = enemies([99; 3]);
    // 20 damage at 721/1296 against b; 30 at about the half of that against c; next to none at d.
    (c.hit, c.dodge, c.attack, c.defense) = (0, 3, 0, -10);
    (d.hit, d.dodge, d.attack, d.defense) = (0, 20, 0, -50);
    // P(hit) against Dodge 3 is P(difference >= 3) = 371/1296: 30 x 371 < 20 x 721.
    assert_eq!(
        against(Target::BestDamage, [b.clone(), c.clone(), d.clone()]).tape(&MISS.repeat(3)).targets(),
        [B; 3]
    );
    // Against Dodge 1 it is 575/1296: 30 x 575 > 20 x 721.
    c.dodge = 1;
    assert_eq!(against(Target::BestDamage, [b, c, d]).tape(&MISS.repeat(3)).targets(), [C; 3]);
}

#[test]
fn d_target_random_gives_each_the_same_chance() {
    let table = against(Target::Random, enemies([10, 50, 50]));
    // The pick comes before the Judges; b falls, and two are left to pick from.
    let seen = table.tape(&format!("d3=1 {HIT} d2=2 {HIT} d2=1 {HIT}"));
    assert_eq!(seen.targets(), [B, D, C]);
}

#[test]
fn d_target_random_of_one_rolls_nothing() {
    let table = against(Target::Random, enemies([10, 10, 90]));
    assert_eq!(table.tape(&format!("d3=1 {HIT} d2=1 {HIT} {HIT}")).targets(), [B, C, D]);
}

#[test]
fn d_target_same_stays_with_the_last_as_long_as_it_stands() {
    // The first time the weakest, later the same.
    let mut table = against(Target::Same, enemies([90, 90, 30]));
    let same = Entry { what: Target::Same, when: Some(when(Fact::Count, Compare::Less, 30, false)) };
    let weakest = Entry { what: Target::Weakest, when: None };
    table.setup.sides[0].units[0].tactics.target = Plan { entries: vec![same, weakest] };
    assert_eq!(table.tape(&HIT.repeat(3)).targets(), [D, D, B]);
}

#[test]
fn d_downed_ignore_leaves_near_death_alone() {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.downed = always(Downed::Ignore);
    let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    let table = Table::of([&[a], &[b, npc_at("c", 0)]]);
    assert_eq!(table.tape(&format!("{HIT}{MISS} 66")).targets(), [B, C]);
}

#[test]
fn d_downed_finish_off_makes_near_death_a_target_like_any_other() {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.downed = always(Downed::FinishOff);
    let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    let table = Table::of([&[a], &[b, npc_at("c", 0)]]);
    assert_eq!(table.tape(&format!("{HIT} 66 11  66")).targets(), [B, B]);
}

/// a, at count 20, whose one enemy lies in Near Death after its first blow.
fn with_nobody_left(pass: Pass) -> Seen {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.pass = always(pass);
    let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    Table::of([&[a], &[b]]).ruling("victory", "side_dead").tape(&format!("{HIT} 66"))
}

#[test]
fn d_pass_default_takes_the_main() {
    let seen = with_nobody_left(Pass::PassMain);
    assert_eq!((seen.mains.len(), seen.all(A, Metric::Delays)), (2, vec![]));
    assert!(seen.has(&Event::Nothing { unit: A, why: Idle::Nobody }));
}

#[test]
fn d_pass_sit_out_saves_the_main() {
    let seen = with_nobody_left(Pass::SitOut);
    assert_eq!((seen.mains.len(), seen.all(A, Metric::Delays)), (1, vec![1]));
    assert_eq!(seen.exhausted[1], (1, 1, A, Exhaustion::Delay));
}

#[test]
fn d_pass_sit_out_is_a_delay_and_not_offered_where_delays_are_forbidden() {
    let mut a = UnitSetup { fixed_action_count: Some(20), ..pc("a", [50, 0, 0, 20, 0, 0]) };
    a.tactics.pass = always(Pass::SitOut);
    let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    let table = Table::of([&[a], &[b]]).ruling("victory", "side_dead").ruling("delay", "forbidden");
    assert_eq!(table.tape(&format!("{HIT} 66")).mains, [A, A]);
}

#[test]
fn conditions_are_tried_in_order_and_see_the_deciding_unit() {
    // Sits out while its condition holds; a has 50 of 100 HP, count 5, one ally, one enemy.
    let sits_out = |fact, compare, value, percent| {
        let mut a = UnitSetup { start_hp: 50, ..pc_at("a", 5) };
        let entry = Entry { what: Delay::SitOut, when: Some(when(fact, compare, value, percent)) };
        a.tactics.delay = Plan { entries: vec![entry] };
        let mut table = Table::of([&[a, pc_at("b", 0)], &[npc_at("c", 0)]]);
        // The tape has dice for a's Main if it is to act.
        table.setup.max_rounds = 1;
        move |acts: bool| table.tape(if acts { MISS } else { "" }).mains.is_empty() != acts
    };
    for (fact, value) in
        [(Fact::Round, 1), (Fact::Count, 5), (Fact::Hp, 50), (Fact::Enemies, 1), (Fact::Allies, 2)]
    {
        assert!(sits_out(fact, Compare::Equal, value, false)(false), "{fact:?}");
        assert!(sits_out(fact, Compare::Other, value, false)(true), "{fact:?}");
    }
    assert!(sits_out(Fact::Hp, Compare::AtMost, 50, true)(false));
    assert!(sits_out(Fact::Hp, Compare::Less, 50, true)(true));
}

#[test]
fn a_condition_on_the_round_changes_with_the_round() {
    let mut a = pc_at("a", 5);
    let entry = Entry { what: Delay::SitOut, when: Some(when(Fact::Round, Compare::Equal, 2, false)) };
    a.tactics.delay = Plan { entries: vec![entry] };
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).rounds(3).tape(&MISS.repeat(2));
    let delays: Vec<u32> =
        seen.exhausted.iter().filter(|mark| mark.3 == Exhaustion::Delay).map(|mark| mark.0).collect();
    assert_eq!(delays, [2]);
}
