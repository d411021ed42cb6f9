//! The Main Process and its cost: NW-15, NW-16.

use super::*;

#[test]
fn nw_15_a_main_holds_one_attack() {
    let seen = Table::strike(pc_at("a", 0), npc_at("b", 0)).tape(MISS);
    assert_eq!((seen.mains, seen.attacks.len()), (vec![A], 1));
}

#[test]
fn nw_15_a_main_goes_on_to_its_end_below_the_line() {
    // Paid at the start, the count is below the line during the whole Main.
    let seen = Table::strike(pc_at("a", 0), npc_at("b", 0)).ruling("main_cost_when", "start").tape(MISS);
    assert_eq!(seen.attacks.len(), 1);
}

#[test]
fn nw_16_main_cost_10_at_the_end_of_the_main() {
    let table = Table::of([&[pc_at("a", 21)], &[npc_at("b", 0)]]).ruling("main_cost", "10");
    assert_eq!(table.tape(&MISS.repeat(3)).counts(), [21, 11, 1]);
}

#[test]
fn nw_16_main_cost_is_what_the_table_says() {
    let table = Table::of([&[pc_at("a", 21)], &[npc_at("b", 0)]]).ruling("main_cost", "7");
    let seen = table.tape(&MISS.repeat(3));
    assert_eq!(seen.counts(), [21, 14, 7]);
    assert!(seen.has(&Event::Exhausted { unit: A, why: Exhaustion::MainEnd, count: 0 }));
    let table = Table::of([&[pc_at("a", 300)], &[npc_at("b", 0)]]).ruling("main_cost", "299");
    assert_eq!(table.tape(&MISS.repeat(2)).counts(), [300, 1]);
}

/// a, at count 5, fells b.
fn felling(main_cost_when: &str) -> Seen {
    let a = UnitSetup { fixed_action_count: Some(5), ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("main_cost_when", main_cost_when);
    let seen = table.tape("66 11 66 11");
    assert!(seen.won(0));
    seen
}

#[test]
fn nw_16_main_cost_when_end_counts_no_exhaustion_in_a_main_that_ends_the_fight() {
    assert_eq!(felling("end").exhausted, [(1, 0, B, Exhaustion::Setup)]);
}

#[test]
fn nw_16_main_cost_when_start_exhausts_before_the_attack() {
    let seen = felling("start");
    assert_eq!(seen.exhausted[1], (1, 1, A, Exhaustion::MainEnd));
    let place = |is: fn(&Event) -> bool| seen.events.iter().position(is);
    assert!(
        place(|e| matches!(e, Event::Exhausted { unit: A, .. })) < place(|e| matches!(e, Event::Hit { .. }))
    );
}

#[test]
fn nw_16_exhaustion_is_recorded_at_the_activation_of_its_main() {
    let seen = Table::of([&[pc_at("a", 12)], &[npc_at("b", 11)]]).tape(&MISS.repeat(4));
    let at = |n, unit| (1, n, unit, Exhaustion::MainEnd);
    assert_eq!(seen.exhausted, [at(3, A), at(4, B)]);
}

#[test]
fn nw_16_exhaustion_ends_with_the_round() {
    let seen = Table::of([&[pc_at("a", 2)], &[npc_at("b", 0)]]).rounds(2).tape(&MISS.repeat(2));
    let rounds: Vec<u32> = seen.exhausted.iter().filter(|mark| mark.2 == A).map(|mark| mark.0).collect();
    assert_eq!((seen.mains, rounds), (vec![A, A], vec![1, 2]));
}
