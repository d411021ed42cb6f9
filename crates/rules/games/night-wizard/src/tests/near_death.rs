//! Near Death and Mortality: NW-05, NW-27 to NW-30, NW-32.

use super::*;
use crate::data::setup::Numbers;
use crate::data::tactics::Downed;
use crate::dice::judge::Judge;
use fray_engine::draw::Draw;

/// b (at count 30) fells a PC with `hp` HP for `damage` with its first blow; c, who has no
/// count, keeps the victim's side standing. Dice of the blow: [`HIT`].
fn felled(hp: i32, damage: i32) -> Table {
    let victim = UnitSetup { fixed_action_count: Some(9), ..pc("a", [hp, 0, 0, 0, 0, 0]) };
    let slayer = UnitSetup { fixed_action_count: Some(10), ..npc("c", [99, 0, 0, damage, 0, 0]) };
    Table::of([&[victim, pc_at("b", 0)], &[slayer]])
}

fn hit_and(rest: &str) -> String {
    HIT.to_owned() + rest
}

#[test]
fn nw_27_hp_may_be_negative() {
    assert_eq!(felled(5, 12).ruling("mortality", "off").tape(HIT).hp_left(), Some(-7));
}

#[test]
fn nw_28_near_death_at_below_zero_or_at_zero() {
    let table = felled(5, 5).ruling("near_death_at", "below_zero");
    assert!(table.tape(&hit_and(MISS)).all(A, Metric::NearDeaths).is_empty());
    let seen = felled(5, 6).ruling("near_death_at", "below_zero").tape(&hit_and("66"));
    assert_eq!(seen.all(A, Metric::NearDeaths), [1]);
    let near_death = |damage, dice: &str| {
        let table = felled(5, damage).ruling("near_death_at", "zero_or_below");
        table.tape(&hit_and(dice)).has(&Event::NearDeath { unit: A })
    };
    assert!(near_death(5, "66"));
    assert!(!near_death(4, MISS));
}

#[test]
fn nw_29_near_death_is_count_0_and_exhausted() {
    let seen = felled(5, 9).tape(&hit_and("66"));
    assert_eq!(seen.mains, [C], "the victim's Main at 9 never comes");
    assert_eq!(
        seen.exhausted,
        [(1, 0, B, Exhaustion::Setup), (1, 1, A, Exhaustion::NearDeath), (1, 1, C, Exhaustion::MainEnd),]
    );
    assert!(seen.has(&Event::Exhausted { unit: A, why: Exhaustion::NearDeath, count: 0 }));
}

#[test]
fn nw_29_who_is_exhausted_already_is_not_exhausted_again() {
    let mut table = felled(5, 9);
    table.setup.sides[0].units[0].fixed_action_count = Some(0);
    let marks = table.tape(&hit_and("66")).exhausted;
    assert_eq!(marks.iter().filter(|mark| mark.2 == A).count(), 1);
}

#[test]
fn nw_29_the_fallen_do_not_act_under_a_listed_order_either() {
    // Listed first of the first side, the slayer fells the second, who would be next.
    let slayer = UnitSetup { fixed_action_count: Some(15), ..npc("a", [99, 0, 0, 9, 0, 0]) };
    let victim = UnitSetup { fixed_action_count: Some(9), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    let table = Table::of([&[slayer], &[victim, pc_at("c", 0)]]).ruling("action_order", "listed");
    let seen = table.tape(&hit_and(&format!("{MISS} 66")));
    assert_eq!(seen.mains, [A, A]);
}

/// c, at count 20, finishes off: a first blow, then another at whom it felled.
fn finishing(second: &str, rest: &str) -> Seen {
    let mut table = felled(5, 9).ruling("mortality", "all");
    let slayer = &mut table.setup.sides[1].units[0];
    slayer.fixed_action_count = Some(20);
    slayer.hit = 5;
    slayer.tactics.downed = always(Downed::FinishOff);
    table.setup.sides[0].units[0].dodge = 12;
    table.setup.sides[0].units[0].defense = 1;
    table.tape(&format!("66 11 22 11  {second}  {rest}"))
}

#[test]
fn nw_29_05_the_helpless_defend_with_bare_attributes() {
    // Attack 9 + 4 against 1 + 2: -5 HP. Then Hit 5 + 7 against 12, no dice; Attack 9 + 3 against 1.
    let seen = finishing("34, 21", "66");
    assert_eq!(seen.hits(), [(17, 14), (12, 12)]);
    assert_eq!(seen.attacks, [(C, true, 10), (C, true, 11)]);
    // 5 + 6 misses.
    assert_eq!(finishing("33", "66").attacks[1], (C, false, 0));
}

#[test]
fn nw_29_further_damage_lowers_hp_but_does_not_kill() {
    let seen = finishing("34, 21", "66");
    assert_eq!(seen.hp_left(), Some(-16));
    assert!(!seen.has(&Event::Dead { unit: A }) && seen.standing.has(A));
    assert_eq!(seen.overkill, [(C, 5), (C, 11)]);
}

#[test]
fn nw_05_worked_example_8_near_death() {
    // Hit 5 against the bare Dodge 12 takes a 7: 7/12.
    let judge = Judge::new(Numbers::of(&[]), Numbers::of(&[]));
    let p: f64 =
        (0..judge.n_outcomes()).map(|i| judge.outcome(i)).filter(|b| b.0.total >= 7).map(|b| b.1).sum();
    assert_p(p, 7, 12);
}

#[test]
fn nw_30_worked_examples_9_and_16_dice() {
    // Spirit 8 against 15: 4 + 3 succeeds, 4 + 2 does not.
    let mut table = felled(2, 3);
    table.setup.sides[0].units[0].spirit = 8;
    let lives = table.tape(&hit_and("43"));
    assert!(lives.standing.has(A) && lives.mortality()[0].3);
    assert_eq!(lives.all(A, Metric::HpLeft), [1]);
    let dies = table.tape(&hit_and("42"));
    assert!(dies.has(&Event::Dead { unit: A }) && !dies.standing.has(A));
    // 7/12, without criticals and likewise with C {10} F {5}.
    for (crit, fumble) in [(&[][..], &[][..]), (&[10], &[5])] {
        let mut table = felled(2, 999);
        let mut a = table.setup.sides[0].units[0].clone();
        a.spirit = 8;
        table.setup.sides[0].units[0] = a.numbers(crit, fumble);
        table.setup.sides[1].units[0].hit = 999;
        assert_p(table.p(|seen| seen.standing.has(A)), 7, 12);
    }
}

#[test]
fn nw_30_criticals_and_fumbles_apply() {
    let mut table = felled(2, 3);
    let a = table.setup.sides[0].units[0].clone();
    table.setup.sides[0].units[0] = a.numbers(&[3], &[12]);
    assert!(table.tape(&hit_and("12 11")).standing.has(A), "7 + 10 + 2");
    assert!(!table.tape(&hit_and("66")).standing.has(A), "7 - 10");
}

#[test]
fn nw_30_mortality_entitles_pcs_all_or_nobody() {
    let table = felled(5, 9).ruling("mortality", "pc");
    assert!(table.tape(&hit_and("66")).standing.has(A));
    let mut npc = table;
    npc.setup.sides[0].units[0].kind = UnitKind::Npc;
    let seen = npc.tape(HIT);
    assert!(seen.mortality().is_empty() && seen.has(&Event::Dead { unit: A }));
    let mut table = felled(5, 9).ruling("mortality", "all");
    table.setup.sides[0].units[0].kind = UnitKind::Npc;
    assert!(table.tape(&hit_and("66")).standing.has(A));
    let seen = felled(5, 9).ruling("mortality", "off").tape(HIT);
    assert!(seen.mortality().is_empty() && seen.has(&Event::Dead { unit: A }));
}

#[test]
fn nw_30_mortality_attribute_and_difficulty_are_those_of_the_rulings() {
    let order = ["strength", "skill", "agility", "spirit", "knowledge", "faith", "perception", "luck"];
    for (i, attribute) in order.iter().enumerate() {
        let mut table = felled(5, 9).ruling("mortality_attribute", attribute);
        let [strength, skill, agility, spirit, knowledge, faith, perception, luck] =
            core::array::from_fn(|i| 10 + i as i32);
        let a = table.setup.sides[0].units[0].clone();
        table.setup.sides[0].units[0] =
            UnitSetup { strength, skill, agility, spirit, knowledge, faith, perception, luck, ..a };
        assert_eq!(table.tape(&hit_and("11")).mortality()[0].1.fixed, 10 + i as i32, "{attribute}");
    }
    assert_eq!(felled(5, 9).ruling("mortality_difficulty", "15").tape(&hit_and("44")).mortality()[0].2, 15);
    let hard = felled(5, 9).ruling("mortality_difficulty", "17");
    assert!(!hard.tape(&hit_and("54")).standing.has(A), "7 + 9 against 17");
    assert!(hard.tape(&hit_and("55")).standing.has(A), "7 + 10 against 17");
}

#[test]
fn nw_05_difficulty_tie_lets_an_equal_value_succeed_or_asks_for_more() {
    let table = felled(5, 9).ruling("difficulty_tie", "success");
    assert!(table.tape(&hit_and("44")).standing.has(A), "7 + 8 against 15");
    assert!(!table.tape(&hit_and("43")).standing.has(A));
    let table = felled(5, 9).ruling("difficulty_tie", "fail");
    assert!(!table.tape(&hit_and("44")).standing.has(A), "7 + 8 against 15");
    assert!(table.tape(&hit_and("54")).standing.has(A));
}

#[test]
fn nw_30_mortality_per_hp_adds_to_the_difficulty_for_each_point_below_0() {
    // 5 HP, 9 damage: 4 below 0.
    assert_eq!(felled(5, 9).ruling("mortality_per_hp", "0").tape(&hit_and("66")).mortality()[0].2, 15);
    assert_eq!(felled(5, 9).ruling("mortality_per_hp", "2").tape(&hit_and("66")).mortality()[0].2, 23);
    // At 0 HP exactly nothing is added.
    let at_zero = felled(5, 5).ruling("near_death_at", "zero_or_below").ruling("mortality_per_hp", "2");
    assert_eq!(at_zero.tape(&hit_and("66")).mortality()[0].2, 15);
}

#[test]
fn nw_30_mortality_hp_is_what_the_living_have() {
    assert_eq!(felled(5, 9).ruling("mortality_hp", "1").tape(&hit_and("66")).all(A, Metric::HpLeft), [1]);
    assert_eq!(felled(5, 9).ruling("mortality_hp", "3").tape(&hit_and("66")).all(A, Metric::HpLeft), [3]);
}

#[test]
fn nw_27_hp_never_exceed_their_maximum() {
    assert_eq!(felled(5, 9).ruling("mortality_hp", "8").tape(&hit_and("66")).all(A, Metric::HpLeft), [5]);
}

#[test]
fn nw_30_no_judge_unit_dies_at_once_or_in_clean_up() {
    let table = felled(5, 9).ruling("mortality", "off").ruling("no_judge_unit", "dead_at_once");
    let seen = table.tape(HIT);
    let place = |event: Event| seen.events.iter().position(|&e| e == event).expect("it happened");
    assert!(place(Event::Dead { unit: A }) < place(Event::CleanUp));
    let table = felled(5, 9).ruling("mortality", "off").ruling("no_judge_unit", "dead_at_cleanup");
    let seen = table.tape(HIT);
    let place = |event: Event| seen.events.iter().position(|&e| e == event).expect("it happened");
    assert!(place(Event::CleanUp) < place(Event::Dead { unit: A }));
}

#[test]
fn nw_30_the_fallen_roll_in_listed_order() {
    let fallen = |name| UnitSetup { fixed_action_count: Some(0), ..pc(name, [5, 0, 0, 0, 0, 0]) };
    let slayer = UnitSetup { fixed_action_count: Some(20), ..npc("d", [99, 0, 0, 9, 0, 0]) };
    let table = Table::of([&[fallen("a"), fallen("b"), pc_at("c", 0)], &[slayer]]);
    let seen = table.tape(&format!("{HIT}{HIT} 55 11"));
    let rolled: Vec<(UnitId, i32)> =
        seen.mortality().iter().map(|judge| (judge.0, judge.1.value())).collect();
    assert_eq!(rolled, [(A, 17), (B, 9)]);
    assert_eq!((seen.all(A, Metric::Mortality), seen.all(B, Metric::Mortality)), (vec![1], vec![0]));
}

#[test]
fn nw_32_the_dead_do_not_return() {
    let seen = felled(5, 9).ruling("mortality", "off").rounds(2).tape(&hit_and("66 11 66 11"));
    // The second round has a count for the others alone, and the next victim in the list.
    assert_eq!(seen.starting_counts().iter().filter(|count| count.0 == A).count(), 1);
    assert_eq!(seen.targets(), [A, B]);
    assert_eq!((seen.all(A, Metric::Died), seen.all(A, Metric::Standing)), (vec![1], vec![0]));
}
