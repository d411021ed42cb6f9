//! The round and its Setup Process: NW-08, NW-09(d), NW-11, NW-12.

use super::*;

#[test]
fn nw_08_a_round_is_setup_then_mains_then_clean_up() {
    let seen = Table::of([&[pc_at("a", 5)], &[npc_at("b", 3)]]).rounds(2).tape(&MISS.repeat(4));
    let frame: Vec<&str> = seen
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Round => Some("setup"),
            Event::Main { .. } => Some("main"),
            Event::CleanUp => Some("clean-up"),
            _ => None,
        })
        .collect();
    assert_eq!(frame, ["setup", "main", "main", "clean-up", "setup", "main", "main", "clean-up"]);
}

#[test]
fn nw_08_max_mains_per_unit_per_round_exhausts_who_had_them_if_there_is_a_limit() {
    let table = Table::strike(pc_at("a", 0), npc_at("b", 0)).ruling("max_mains_per_unit_per_round", "0");
    let mut unlimited = table;
    unlimited.setup.sides[0].units[0].fixed_action_count = Some(34);
    assert_eq!(unlimited.tape(&MISS.repeat(4)).mains, [A; 4]);
    let table = Table::of([&[pc_at("a", 34)], &[npc_at("b", 1)]]).ruling("max_mains_per_unit_per_round", "2");
    let seen = table.tape(&MISS.repeat(3));
    assert_eq!(seen.mains, [A, A, B]);
    // Whom the cost exhausts as well is exhausted by the cost.
    assert_eq!(seen.exhausted, [(1, 2, A, Exhaustion::Limit), (1, 3, B, Exhaustion::MainEnd)]);
}

#[test]
fn nw_08_action_order_goes_by_counts_or_by_fewest_mains_and_list() {
    let table = Table::of([&[pc_at("a", 12)], &[npc_at("b", 30)]]).ruling("action_order", "count");
    assert_eq!(table.tape(&MISS.repeat(5)).mains, [B, B, A, B, A]);
    let table = Table::of([&[pc_at("a", 12)], &[npc_at("b", 30)]]).ruling("action_order", "listed");
    let seen = table.tape(&MISS.repeat(5));
    assert_eq!(seen.mains, [A, B, A, B, B]);
    assert_eq!(seen.counts(), [12, 30, 2, 20, 10]);
}

#[test]
fn nw_09_action_counts_are_judged_in_listed_order() {
    let units = ["a", "b", "c"].map(|name| pc(name, [50, 0, 0, 0, 0, -20]));
    let seen = Table::of([&units[..2], &units[2..]]).tape("1+1, 2+2, 3+3");
    assert_eq!(seen.starting_counts(), [(A, -18), (B, -16), (C, -14)]);
}

#[test]
fn nw_11_the_action_count_judge_knows_no_critical_and_no_fumble() {
    let a = pc("a", [50, 0, 0, 0, 0, 7]).numbers(&[10], &[5]);
    let b = npc("b", [50, 0, 0, 0, 0, 3]).numbers(&[10], &[5]);
    let seen = Table::of([&[a], &[b]]).tape(&("5+5, 2+3,  ".to_owned() + &MISS.repeat(3)));
    assert_eq!(seen.starting_counts(), [(A, 17), (B, 8)]);
    assert_eq!(seen.all(A, Metric::StartingCount), [17]);
}

#[test]
fn nw_11_the_new_count_replaces_the_old_one() {
    let a = pc("a", [50, 0, 0, 0, 0, -3]);
    // Counts 9 and 3: the -1 that the first round leaves is gone.
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).rounds(2).tape("6+6, 11 66, 3+3, 11 66");
    assert_eq!(seen.counts(), [9, 3]);
}

#[test]
fn nw_11_fixed_action_count_replaces_the_whole_judge() {
    let a = UnitSetup { fixed_action_count: Some(4), ..pc("a", [50, 0, 0, 0, 0, 99]) };
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).ruling("min_setup_count", "9").tape(MISS);
    assert_eq!(seen.starting_counts(), [(A, 4), (B, 0)]);
}

#[test]
fn nw_11_min_setup_count_is_a_floor_under_the_result_if_there_is_one() {
    let a = pc("a", [50, 0, 0, 0, 0, -20]);
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).ruling("min_setup_count", "none").tape("1+1");
    assert_eq!(seen.starting_counts()[0], (A, -18));
    let a = pc("a", [50, 0, 0, 0, 0, 0]);
    let table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("min_setup_count", "5");
    assert_eq!(table.tape(&("1+2  ".to_owned() + MISS)).starting_counts()[0], (A, 5));
    assert_eq!(table.tape(&("3+3  ".to_owned() + MISS)).starting_counts()[0], (A, 6));
}

#[test]
fn nw_11_below_the_line_a_unit_is_exhausted_from_setup_on() {
    let a = pc("a", [50, 0, 0, 0, 0, -2]);
    let seen = Table::of([&[a], &[npc_at("b", 1)]]).tape(&("1+1  ".to_owned() + MISS));
    assert_eq!(seen.mains, [B]);
    assert_eq!(seen.exhausted, [(1, 0, A, Exhaustion::Setup), (1, 1, B, Exhaustion::MainEnd)]);
}

/// Returns who acts with counts of 0, 1 and 2.
fn at_the_line(min_count: &str) -> Vec<UnitId> {
    let table = Table::of([&[pc_at("a", 0), pc_at("b", 1), pc_at("c", 2)], &[npc_at("d", -1)]]);
    let n_mains = 3 - min_count.parse::<usize>().unwrap();
    table.ruling("min_count", min_count).tape(&MISS.repeat(n_mains)).mains
}

#[test]
fn nw_12_min_count_is_the_least_count_that_may_act() {
    assert_eq!(at_the_line("1"), [C, B]);
    assert_eq!(at_the_line("0"), [C, B, A]);
    assert_eq!(at_the_line("2"), [C]);
}

#[test]
fn nw_12_a_count_gives_a_tenth_of_it_rounded_up_in_mains() {
    for count in 1..=130 {
        let n_mains = (count as usize).div_ceil(10);
        let seen = Table::of([&[pc_at("a", count)], &[npc_at("b", 0)]]).tape(&MISS.repeat(n_mains));
        assert_eq!(seen.mains.len(), n_mains, "count {count}");
        assert_eq!(seen.all(A, Metric::MainsPerRound), [n_mains as u32]);
    }
}

#[test]
fn nw_11_12_16_worked_example_10() {
    let with = |count| Table::of([&[pc_at("a", count)], &[npc_at("b", -1)]]);
    let seen = with(34).tape(&MISS.repeat(4));
    assert_eq!(seen.counts(), [34, 24, 14, 4]);
    assert!(seen.has(&Event::Exhausted { unit: A, why: Exhaustion::MainEnd, count: -6 }));
    assert_eq!(seen.all(A, Metric::CountWasted), [6]);
    assert_eq!(with(30).tape(&MISS.repeat(3)).mains, [A; 3]);
    assert_eq!(with(30).ruling("min_count", "0").tape(&MISS.repeat(4)).mains, [A; 4]);

    // Action Value 11: two Mains with 5/6, three with 1/6. Hits that cannot happen are no branch.
    let a = pc("a", [50, -50, 0, 0, 0, 11]);
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    assert_p(table.p(|seen| seen.mains.len() == 2), 5, 6);
    assert_p(table.p(|seen| seen.mains.len() == 3), 1, 6);
}
