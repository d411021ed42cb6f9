//! NW-09, NW-10: late arrivals and surprise.

use super::*;
use crate::data::rulings::CoverMinCount;
use crate::data::setup::{Appearance, AttributeId};
use crate::data::tactics::Cover;

fn late(round: u32) -> UnitSetup {
    UnitSetup { arrives_round: round, ..npc_at("c", 5) }
}

#[test]
fn nw_09_late_arrivals_appear_in_their_setup() {
    let table = Table::of([&[pc_at("a", 0)], &[npc_at("b", 0), late(2)]]).rounds(3);
    let seen = table.tape(&MISS.repeat(2));
    assert_eq!(seen.mains, [C, C]);
    let rounds: Vec<u32> = seen.exhausted.iter().filter(|mark| mark.2 == C).map(|mark| mark.0).collect();
    assert_eq!(rounds, [2, 3]);
    assert_eq!(seen.joined, [(2, C)], "which is its first round");
}

#[test]
fn nw_09_31_a_side_that_waits_for_somebody_is_not_beaten() {
    let a = UnitSetup { fixed_action_count: Some(10), ..pc("a", [50, 0, 0, 99, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(0), ..npc("b", [5, 0, 0, 0, 0, 0]) };
    let seen = Table::of([&[a], &[b, late(2)]]).rounds(2).tape(&format!("66 11 66 11  {MISS}{MISS}"));
    assert_eq!(seen.mains, [A, A, C]);
}

#[test]
fn nw_09_appearance_judge_off_or_on() {
    let c = UnitSetup {
        appearance: Some(Appearance { attribute: AttributeId::Luck, difficulty: 14 }),
        ..late(1)
    };
    let c = UnitSetup { arrives_round: 2, ..c };
    let table = Table::of([&[pc_at("a", 0)], &[npc_at("b", 0), c]]).rounds(3);
    assert_eq!(table.clone().ruling("appearance_judge", "off").tape(&MISS.repeat(2)).mains.len(), 2);
    // 7 + 6 fails, 7 + 7 succeeds a round later.
    let seen = table.ruling("appearance_judge", "on").tape(&format!("33  34 {MISS}"));
    assert_eq!(seen.mains.len(), 1);
}

#[test]
fn nw_09_a_fight_that_ends_in_setup_has_no_counts_of_its_last_round() {
    let burn = Effect::Damage {
        amount: Amount::fixed(5),
        kind: crate::data::setup::AttackKind::Physical,
        element: None,
        ignore_defense: true,
    };
    let a = with(pc_at("a", 10), &[hex("burn", Timing::Setup, burn)]);
    let b = UnitSetup { start_hp: 6, ..npc_at("b", 0) };
    let seen = Table::of([&[a], &[b]]).rounds(3).tape(MISS);
    assert!(seen.won(0));
    for metric in [Metric::StartingCount, Metric::MainsPerRound, Metric::CountWasted] {
        assert_eq!(seen.all(A, metric).len(), 1, "{metric:?}");
    }
}

/// The second side surprises.
fn surprised() -> Table {
    let mut table = Table::of([&[pc("a", [50, 0, 8, 0, 0, -50])], &[npc("b", [50, 6, 0, 0, 0, -50])]]);
    table.setup.surprise = Some(SideId(1));
    table
}

#[test]
fn nw_10_worked_example_8_surprise() {
    let hits = surprised();
    let p = hits.p(|seen| seen.attacks[0].1);
    assert_p(p, 287, 432);
}

#[test]
fn nw_10_surprise_is_round_0_without_counts() {
    let table = surprised();
    let mut system = watch(&NightWizard::new(&table.setup), &mut Tape::d6("11 66 11 11"));
    assert_eq!(system.mains, [B]);
    assert_eq!(system.outcome, Some(Outcome::Timeout));
    assert_eq!(system.hits(), [(8, 17)]);
    // A fight may end there.
    let mut table = surprised();
    table.setup.sides[1].units[0].attack = 99;
    system = watch(&NightWizard::new(&table.setup), &mut Tape::d6("66 11 66 11"));
    assert_eq!((system.outcome, system.round), (Some(Outcome::Win(SideId(1))), 0));
    assert!(!system.has(&Event::CleanUp) && system.mortality().is_empty());
}

#[test]
fn nw_10_24_nothing_that_costs_count_is_used_in_surprise() {
    let mut table = Table::of([
        &[pc("a", [50, 0, 0, 0, 0, -50]), pc("b", [50, 0, 0, 0, 0, -50])],
        &[npc("c", [50, 9, 0, 0, 0, -50])],
    ]);
    table.setup.surprise = Some(SideId(1));
    table.setup.sides[0].units[1].tactics.cover = always(Cover::Guard(A));
    table.setup.rulings.cover_min_count = CoverMinCount::None;
    let mut spell = Weapon { count_cost: 1, ..Weapon::default() };
    let seen = table.tape("66 11 11 11  11 11 11");
    assert_eq!(seen.damage()[0].0, A);
    spell.count_cost = 1;
    table.setup.sides[1].units[0].weapons = vec![spell];
    assert!(table.tape("11 11 11").attacks.is_empty());
}
