//! The end of the fight: NW-26, NW-31 and what stands under "Out of the fight".

use super::*;

/// A unit at this count with 5 HP, whose blows do 9 damage.
fn fighter(name: &str, count: i32) -> UnitSetup {
    UnitSetup { fixed_action_count: Some(count), ..pc(name, [5, 0, 0, 9, 0, 0]) }
}

#[test]
fn nw_31_victory_side_down_ends_the_fight_when_nobody_stands() {
    let table = Table::of([&[fighter("a", 20)], &[fighter("b", 5)]]).ruling("victory", "side_down");
    let seen = table.ruling("final_cleanup", "skip").tape(HIT);
    assert!(seen.won(0));
    assert_eq!((seen.mains, seen.round), (vec![A], 1));
}

#[test]
fn nw_31_victory_side_dead_goes_on_until_all_are_dead() {
    let table = Table::of([&[fighter("a", 20)], &[fighter("b", 5)]]).ruling("victory", "side_dead").rounds(3);
    // The second Main has nobody to attack; b dies in Clean-Up.
    let seen = table.tape(&(HIT.to_owned() + "11"));
    assert!(
        seen.won(0) && seen.has(&Event::Nothing { unit: A, why: Idle::Nobody }) && seen.has(&Event::CleanUp)
    );
    assert_eq!((seen.mains, seen.round), (vec![A, A], 1));
}

#[test]
fn nw_31_under_side_dead_the_fallen_may_come_back() {
    let table = Table::of([&[fighter("a", 10)], &[fighter("b", 5)]]).ruling("victory", "side_dead").rounds(2);
    let seen = table.tape(&format!("{HIT} 66  {MISS}{MISS}"));
    assert_eq!(seen.outcome, Some(Outcome::Timeout));
    assert_eq!(seen.mains, [A, A, B]);
}

#[test]
fn nw_26_31_a_side_that_lives_through_clean_up_fights_on() {
    // Both PCs of the second side: one falls and lives, with 1 HP.
    let table = Table::of([&[fighter("a", 10)], &[fighter("b", 0), fighter("c", 0)]]).rounds(2);
    let seen = table.tape(&format!("{HIT} 66  66 11 11 66"));
    assert_eq!(seen.targets(), [B, B]);
    // Attack 9 + 2 against 12 is no damage: the 1 HP of the Mortality Judge.
    assert_eq!(seen.hp_left(), Some(1));
}

#[test]
fn nw_31_is_checked_after_the_whole_attack() {
    // b falls at count 20 of a; nobody acts after that, and no cost of the Main is taken.
    let seen = Table::of([&[fighter("a", 20)], &[fighter("b", 15)]]).ruling("mortality", "off").tape(HIT);
    assert!(seen.won(0) && !seen.has(&Event::CleanUp));
    assert_eq!(seen.exhausted, [(1, 1, B, Exhaustion::NearDeath)]);
}

#[test]
fn nw_31_the_last_of_three_sides_wins() {
    let sides = [[fighter("a", 20)], [fighter("b", 0)], [fighter("c", 0)]];
    let table = Table::of([&sides[0], &sides[1], &sides[2]]).ruling("mortality", "off");
    let seen = table.tape(&HIT.repeat(2));
    assert!(seen.won(0));
    assert_eq!(seen.targets(), [B, C]);
}

#[test]
fn nw_31_of_two_sides_left_none_has_won_yet() {
    let sides = [[fighter("a", 10)], [fighter("b", 0)], [fighter("c", 0)]];
    let table = Table::of([&sides[0], &sides[1], &sides[2]]).ruling("mortality", "off");
    assert_eq!(table.tape(HIT).outcome, Some(Outcome::Timeout));
}

#[test]
fn nw_31_final_cleanup_rolls_for_the_casualties_or_leaves_them_in_near_death() {
    let table = Table::of([&[fighter("a", 20)], &[fighter("b", 5)]]).ruling("final_cleanup", "run");
    let seen = table.tape(&(HIT.to_owned() + "66"));
    // The winner stays the winner.
    assert!(seen.won(0) && seen.standing.has(B));
    assert_eq!(seen.all(B, Metric::Mortality), [1]);
    assert_eq!(table.tape(&(HIT.to_owned() + "11")).all(B, Metric::Died), [1]);
    let table = Table::of([&[fighter("a", 20)], &[fighter("b", 5)]]).ruling("final_cleanup", "skip");
    let seen = table.tape(HIT);
    assert!(seen.won(0) && !seen.standing.has(B) && seen.mortality().is_empty());
    assert_eq!((seen.all(B, Metric::Died), seen.all(B, Metric::Standing)), (vec![0], vec![0]));
}

#[test]
fn max_rounds_is_a_timeout_after_its_clean_up() {
    let seen = Table::of([&[pc_at("a", 5)], &[npc_at("b", 0)]]).rounds(3).tape(&MISS.repeat(3));
    assert_eq!((seen.outcome, seen.round), (Some(Outcome::Timeout), 3));
    assert_eq!(seen.events.last(), Some(&Event::CleanUp));
}
