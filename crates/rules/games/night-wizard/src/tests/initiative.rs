//! NW-13, NW-14: initiative and delays.

use super::*;
use crate::data::tactics::Delay;
use crate::data::tactics::Tie;

fn of_priority(unit: UnitSetup, tie_priority: i32) -> UnitSetup {
    UnitSetup { tie_priority, ..unit }
}

#[test]
fn nw_13_the_highest_count_goes_first() {
    let seen = Table::of([&[pc_at("a", 3), pc_at("b", 9)], &[npc_at("c", 6)]]).tape(&MISS.repeat(3));
    assert_eq!(seen.mains, [B, C, A]);
}

#[test]
fn nw_13_pcs_go_before_npcs() {
    let seen = Table::of([&[npc_at("a", 5)], &[pc_at("b", 5)]]).tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [B, A]);
}

#[test]
fn nw_13_ties_in_a_side_go_by_priority_then_by_list() {
    let a = [pc_at("a", 5), pc_at("b", 5), of_priority(pc_at("c", 5), 1)];
    let seen = Table::of([&a, &[npc_at("d", 0)]]).tape(&MISS.repeat(3));
    assert_eq!(seen.mains, [C, A, B]);
    // Priority does not lift an NPC over a PC.
    let seen = Table::of([&[of_priority(npc_at("a", 5), 9), pc_at("b", 5)], &[npc_at("c", 0)]]);
    assert_eq!(seen.tape(&MISS.repeat(2)).mains, [B, A]);
}

#[test]
fn nw_13_cross_side_tie_random_is_one_fair_pick_anew_at_every_initiative() {
    let sides = [[pc_at("a", 15)], [pc_at("b", 15)]];
    let table = Table::of([&sides[0], &sides[1]]).ruling("cross_side_tie", "random");
    let miss = |tie: u32| format!("d2={tie} {MISS}");
    // At 15 b is picked and a follows; at 5 a is.
    let seen = table.tape(&[miss(2), MISS.to_owned(), miss(1), MISS.to_owned()].concat());
    assert_eq!(seen.mains, [B, A, A, B]);
    assert!(seen.has(&Event::Tie { side: SideId(1) }));
}

#[test]
fn nw_13_a_pick_gives_each_side_the_same_chance_however_many_are_tied() {
    let heroes = [pc_at("a", 5), of_priority(pc_at("b", 5), 1)];
    let table = Table::of([&heroes, &[pc_at("c", 5)], &[npc_at("d", 5)]]);
    // Two sides have PCs at 5; the NPC waits. Side 1: its priority decides, then side 1 against 2 again.
    let seen = table.tape(&format!("d2=1 {MISS} d2=2 {MISS}{MISS}{MISS}"));
    assert_eq!(seen.mains, [B, C, A, D]);
    let mut table = table;
    table.setup.sides.iter_mut().flat_map(|side| &mut side.units).for_each(|unit| unit.hit = -50);
    let first = |unit| table.p(|seen| seen.mains[0] == unit);
    assert_p(first(B), 1, 2);
    assert_p(first(C), 1, 2);
}

#[test]
fn nw_13_three_sides_are_picked_from_with_a_third_each() {
    let table = Table::of([&[npc_at("a", 5)], &[npc_at("b", 5)], &[npc_at("c", 5)]]);
    let seen = table.tape(&format!("d3=3 {MISS} d2=2 {MISS} {MISS}"));
    assert_eq!(seen.mains, [C, B, A]);
}

#[test]
fn nw_13_cross_side_tie_listed_goes_by_priority_and_list_over_all_sides() {
    let tie = |priority| {
        Table::of([&[pc_at("a", 5)], &[of_priority(pc_at("b", 5), priority)]])
            .ruling("cross_side_tie", "listed")
            .tape(&MISS.repeat(2))
            .mains
    };
    assert_eq!(tie(0), [A, B]);
    assert_eq!(tie(1), [B, A]);
}

#[test]
fn nw_13_clean_up_follows_when_nobody_qualifies() {
    let seen = Table::of([&[pc_at("a", 0)], &[npc_at("b", -4)]]).tape("");
    assert!(seen.mains.is_empty() && seen.has(&Event::CleanUp));
}

#[test]
fn nw_13_16_worked_example_11() {
    // Nobody hits or hurts, so nobody falls.
    let table = Table::of([&[pc("a", [50, -50, 0, -50, 999, 11])], &[npc("b", [50, -50, 0, -50, 999, 7])]]);
    let mut p = [[0.0; 2]; 6];
    table.each(|seen, weight| {
        for &(_, activation, unit, _) in &seen.exhausted {
            p[activation as usize][unit.idx()] += weight;
        }
    });
    for (activation, ways_a, ways_b) in [(2, 17, 73), (3, 937, 161), (4, 179, 1027), (5, 163, 35)] {
        assert_p(p[activation][A.idx()], ways_a, 1296);
        assert_p(p[activation][B.idx()], ways_b, 1296);
    }
}

#[test]
fn nw_13_worked_example_12() {
    let seen = Table::of([&[pc_at("a", 18), pc_at("b", 18)], &[npc_at("c", 18)]]).tape(&MISS.repeat(6));
    assert_eq!(seen.mains, [A, B, C, A, B, C]);
    let at = |n, unit| (1, n, unit, Exhaustion::MainEnd);
    assert_eq!(seen.exhausted, [at(4, A), at(5, B), at(6, C)]);
    for unit in [A, B, C] {
        assert!(seen.has(&Event::Exhausted { unit, why: Exhaustion::MainEnd, count: -2 }));
    }
}

/// a at 25, who delays so, against b at 20.
fn delaying(delay: Delay) -> Table {
    let mut a = pc_at("a", 25);
    a.tactics.delay = always(delay);
    Table::of([&[a], &[npc_at("b", 20)]])
}

#[test]
fn nw_14_12_worked_example_13() {
    let seen = delaying(Delay::To(12)).tape(&MISS.repeat(4));
    assert_eq!(seen.mains, [B, A, B, A]);
    assert_eq!(seen.counts(), [20, 12, 10, 2]);
    assert_eq!(seen.exhausted, [(1, 3, B, Exhaustion::MainEnd), (1, 4, A, Exhaustion::MainEnd)]);
    let seen = delaying(Delay::To(12)).ruling("min_count", "0").tape(&MISS.repeat(5));
    assert_eq!((seen.mains.clone(), seen.counts()), (vec![B, A, B, A, B], vec![20, 12, 10, 2, 0]));
}

#[test]
fn nw_14_delay_allowed_costs_no_main() {
    let seen = delaying(Delay::To(12)).ruling("delay", "allowed").tape(&MISS.repeat(4));
    assert!(seen.has(&Event::Delay { unit: A, from: 25, to: 12 }));
    assert_eq!((seen.all(A, Metric::Delays), seen.all(A, Metric::MainsPerRound)), (vec![1], vec![2]));
}

#[test]
fn nw_14_delay_forbidden_makes_a_delaying_tactic_act() {
    let seen = delaying(Delay::To(12)).ruling("delay", "forbidden").tape(&MISS.repeat(5));
    assert_eq!(seen.mains, [A, B, A, B, A]);
    let seen = delaying(Delay::SitOut).ruling("delay", "forbidden").tape(&MISS.repeat(5));
    assert_eq!(seen.mains.len(), 5);
}

#[test]
fn nw_14_a_delay_below_the_line_exhausts_for_the_round() {
    // b acts first, so that a delays after one completed activation.
    let mut a = pc_at("a", 15);
    a.tactics.delay = always(Delay::To(0));
    let seen = Table::of([&[a], &[npc_at("b", 20)]]).tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [B, B]);
    assert_eq!(seen.exhausted, [(1, 1, A, Exhaustion::Delay), (1, 2, B, Exhaustion::MainEnd)]);
}

#[test]
fn nw_14_sitting_out_is_a_delay_below_the_line() {
    let seen = delaying(Delay::SitOut).tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [B, B]);
    assert_eq!(seen.exhausted[0], (1, 0, A, Exhaustion::Delay));
    assert!(seen.has(&Event::Delay { unit: A, from: 25, to: 0 }));
    // Under min_count = 0 a count of 0 still acts, so it takes -1.
    let seen = delaying(Delay::SitOut).ruling("min_count", "0").tape(&MISS.repeat(3));
    assert!(seen.has(&Event::Delay { unit: A, from: 25, to: -1 }));
}

#[test]
fn nw_14_a_count_is_only_ever_lowered() {
    let seen = delaying(Delay::To(40)).tape(&MISS.repeat(5));
    assert_eq!(seen.counts(), [25, 20, 15, 10, 5]);
}

#[test]
fn nw_08_under_a_listed_order_only_sitting_out_is_offered() {
    let seen = delaying(Delay::To(12)).ruling("action_order", "listed").tape(&MISS.repeat(5));
    assert_eq!(seen.mains, [A, B, A, B, A]);
    let seen = delaying(Delay::SitOut).ruling("action_order", "listed").tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [B, B]);
}

#[test]
fn nw_14_after_enemy_waits_until_that_enemy_has_acted() {
    // a (25) goes to 19, behind b's first Main; after it both go by their counts.
    let seen = delaying(Delay::AfterEnemy(B)).tape(&MISS.repeat(4));
    assert_eq!(seen.mains, [B, A, B, A]);
    assert_eq!(seen.counts(), [20, 19, 10, 9]);
}

#[test]
fn nw_14_after_ally_waits_for_the_ally() {
    let mut a = pc_at("a", 9);
    a.tactics.delay = always(Delay::AfterAlly(B));
    let seen = Table::of([&[a, pc_at("b", 5)], &[npc_at("c", 0)]]).tape(&MISS.repeat(2));
    assert_eq!((seen.mains.clone(), seen.counts()), (vec![B, A], vec![5, 4]));
}

#[test]
fn nw_14_nobody_waits_for_the_exhausted_or_below_the_line() {
    // b is Exhausted from Setup on; c acts at 1, and behind it no count is left that may act.
    for (other, dice) in [(B, 1), (C, 2)] {
        let mut a = pc_at("a", 9);
        a.tactics.delay = always(Delay::AfterEnemy(other));
        let c = npc_at("c", if other == C { 1 } else { 0 });
        let seen = Table::of([&[a], &[npc_at("b", 0), c]]).tape(&MISS.repeat(dice));
        assert_eq!(seen.counts()[0], 9, "waiting for {other:?}");
        assert!(seen.all(A, Metric::Delays).is_empty());
    }
}

#[test]
fn nw_13_d_tie_highest_attack_or_fewest_hp_first() {
    let first = |tactic| {
        let mut a = pc_at("a", 5);
        a.tactics.tie = always(tactic);
        let mut b = UnitSetup { start_hp: 50, ..pc_at("b", 5) };
        b.attack = -1;
        let mut c = pc_at("c", 5);
        c.attack = 3;
        let table = Table::of([&[a, b, c], &[npc("d", [500, 0, 99, 0, 0, -50])]]);
        table.tape(&format!("11 {MISS}{MISS}{MISS}")).mains
    };
    assert_eq!(first(Tie::Listed), [A, B, C]);
    assert_eq!(first(Tie::HighestAttack), [C, A, B]);
    assert_eq!(first(Tie::LowestHp), [B, A, C]);
}
