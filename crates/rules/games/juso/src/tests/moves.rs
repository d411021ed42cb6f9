//! What units do with their actions (JU-19 to JU-22, JU-31 to JU-39, D-06, D-11, D-12).

use super::*;
use crate::data::events::Move;
use crate::data::metrics::LeftBoard;
use fray_kit::tactics::when::{Compare, Term, When};

fn moves(seen: &Seen) -> Vec<(Move, i32, i32)> {
    let of = |event: &Event| match *event {
        Event::Moves { how, from, to, .. } => Some((how, from, to)),
        _ => None,
    };
    seen.events.iter().filter_map(of).collect()
}

fn still(col: i32) -> UnitSetup {
    at(col, UnitSetup { weapons: vec![enemy_melee(4, 1)], ..holding(dummy(1)) })
}

/// The condition that it is this round.
fn in_round(round: i32) -> When<Fact> {
    When { terms: vec![Term { fact: Fact::Round, compare: Compare::Equal, value: round, percent: false }] }
}

/// From round 2 on: the first round makes no difference for the second side's large moves.
fn later(table: Table) -> Table {
    table.ruling("second_side_large_move", "never")
}

#[test]
fn ju_31_ju_33_movement_limits() {
    // Worked example 17: column 3, the only enemy on column 9.
    let walker = |flag| later(Table::of(&[at(3, pc("A", 2))], &[still(9)]).flag(flag));
    let seen = walker(End::Right).tape("");
    assert_eq!(moves(&seen), [(Move::DoubleSub, 3, 6)]);
    assert_eq!(seen.sum(A, Metric::LargeMovesDenied), 1);
    let seen = walker(End::Left).tape("1111");
    assert_eq!(moves(&seen), [(Move::Large, 3, 8)], "adjacent; the main is spent");
    assert!(seen.targets() == [A], "only the enemy attacks");
    // The enemy on column 6: a small move and an attack.
    let near = later(Table::of(&[splitting(at(3, pc("A", 2)), 0)], &[still(6)]).flag(End::Right));
    let seen = near.tape("11");
    assert_eq!((moves(&seen), seen.targets()), (vec![(Move::Small, 3, 5)], vec![B]));
}

#[test]
fn ju_30_the_rating_is_the_length_of_a_large_move() {
    for (movement, to) in [(Movement::Fast, 9), (Movement::Normal, 8), (Movement::Slow, 7)] {
        let walker = UnitSetup { movement, ..at(1, pc("A", 2)) };
        // Large, then the small move of the sub action.
        let seen = Table::of(std::slice::from_ref(&walker), &[still(14)]).tape("");
        assert_eq!(seen.own(A), to);
        let by_subs = later(Table::of(&[walker], &[still(14)]).flag(End::Right)).tape("");
        assert_eq!(by_subs.own(A), to - 2 - 2);
    }
}

#[test]
fn ju_31_the_second_side_moves_large_in_the_first_round_alone() {
    let table = |rounds| Table::of(&[at(1, pc("A", 2))], &[still(13)]).flag(End::Right).rounds(rounds);
    assert_eq!(moves(&table(1).tape("")), [(Move::Large, 1, 6), (Move::Small, 6, 8)]);
    // In round 2 not: A waits for it, and the flag stays with own number 2 against 1.
    let mut waits = table(2);
    waits.setup.sides[0].units[0].tactics.stance =
        Plan { entries: vec![Entry { what: Stance::Hold, when: Some(in_round(1)) }] };
    assert_eq!(moves(&waits.tape("")), [(Move::DoubleSub, 1, 4)]);
    let always = later(table(1)).ruling("second_side_large_move", "always");
    assert_eq!(moves(&always.tape(""))[0], (Move::Large, 1, 6));
}

#[test]
fn ju_33_two_small_moves_where_the_table_allows_them() {
    let walker = UnitSetup { movement: Movement::Slow, ..at(1, pc("A", 2)) };
    let table = later(Table::of(&[walker], &[still(13)]).flag(End::Right));
    assert_eq!(moves(&table.tape("")), [(Move::Small, 1, 3)], "4 - 2 is a small move");
    let seen = table.ruling("small_moves_per_round", "2").tape("");
    assert_eq!(moves(&seen), [(Move::DoubleSub, 1, 5)]);
}

#[test]
fn ju_35_ju_36_who_has_left_sits_out_a_round_and_comes_back() {
    // Leaves in round 1, sits out round 2, may enter in round 3.
    let coward = standing(at(2, pc("A", 2)), Stance::Strike);
    let mut table = Table::of(&[coward], &[still(14)]).rounds(3);
    table.setup.sides[0].units[0].tactics.stance =
        Plan { entries: vec![Entry { what: Stance::Withdraw, when: Some(in_round(1)) }] };
    let seen = table.tape("");
    assert_eq!(seen.marks(A, Clock::LeftBoard(LeftBoard::Move)), [(1, 1)]);
    let entered = seen.events.iter().position(|event| matches!(event, Event::Moves { from: 0, .. }));
    let rounds =
        seen.events[..entered.expect("it returns")].iter().filter(|event| **event == Event::Preparation);
    assert_eq!(rounds.count(), 3);
    assert_eq!(seen.sum(A, Metric::RoundsOff), 2);
    assert_eq!(seen.outcome, Some(Outcome::Timeout), "the fight goes on without it");
    // A round earlier by the ruling.
    assert_eq!(table.clone().ruling("return_delay", "1").tape("").sum(A, Metric::RoundsOff), 1);
    // An empty board may be a loss.
    assert!(table.clone().ruling("empty_board_ends", "yes").tape("").won(End::Right));
    // D-11.
    table.setup.sides[0].units[0].tactics.return_when = Plan::always(Return::Never);
    assert_eq!(table.tape("").sum(A, Metric::RoundsOff), 3);
    table.setup.sides[0].units[0].tactics.return_when = Plan::always(Return::Below(1));
    assert_eq!(table.tape("").sum(A, Metric::RoundsOff), 3);
    table.setup.sides[0].units[0].tactics.return_when = Plan::always(Return::Below(2));
    assert_eq!(table.tape("").sum(A, Metric::RoundsOff), 2);
}

#[test]
fn ju_36_an_enemy_on_number_1_bars_the_way_in() {
    let (juso, mut state) = Table::of(&[at(4, pc("A", 2))], &[still(1)]).board();
    state.unit_mut(A).own = 0;
    state.off.insert(A);
    assert_eq!(juso.destination(&state, A, true, 5, false), 0);
    state.unit_mut(B).own = 13;
    assert_eq!(juso.destination(&state, A, true, 5, false), 1, "number 1 costs a square");
}

#[test]
fn ju_38_ju_39_slipping_past() {
    // Pool 8 against alert 2: worth it. From column 7 to the square beyond the enemy on 8.
    let slipper = standing(at(7, pc("A", 8)), Stance::SlipBehind);
    let table = Table::of(std::slice::from_ref(&slipper), &[UnitSetup { weapons: vec![], ..still(8) }]);
    let seen = table.tape("44111111");
    assert_eq!((seen.own(A), moves(&seen)), (9, vec![(Move::Slip, 7, 9)]));
    assert_eq!(seen.all(A, Metric::Slip), [1]);
    // Failing in melee state it does not move at all.
    assert_eq!(table.tape("41111111").own(A), 7);
    // Below one half it strikes: pool 8 against alert 5 is 93/256.
    let wary = UnitSetup { alert: 5, weapons: vec![], ..still(8) };
    let seen = Table::of(&[splitting(slipper, 0)], &[wary]).tape("11111111");
    assert_eq!(seen.targets(), [B]);
}

#[test]
fn ju_38_an_unnoticed_unit_sneaks_and_is_overlooked() {
    let mut sneak = standing(at(7, pc("A", 8)), Stance::SlipBehind);
    sneak.statuses = vec![Status::UNNOTICED];
    sneak.abilities.perception = 6;
    let table = Table::of(&[sneak], &[still(8)]);
    let seen = table.tape("441111");
    assert_eq!((seen.own(A), seen.all(A, Metric::Sneak)), (9, vec![1]));
    assert!(seen.state.unnoticed.has(A));
    assert!(seen.targets().is_empty(), "the enemy does not see it");
    // Failing shows it, and the enemy strikes: power 4, agility defence of 8 dice.
    let seen = table.tape("411111 4444 44441111");
    assert!(!seen.state.unnoticed.has(A));
    assert_eq!(seen.targets(), [A]);
    let seen = table.clone().ruling("sneak_failure", "stays").tape("411111");
    assert!(seen.state.unnoticed.has(A));
    let seen = table.ruling("unnoticed_target", "yes").tape("441111 1111");
    assert_eq!(seen.targets(), [A]);
}

#[test]
fn ju_38_attacking_removes_unnoticed() {
    let mut sneak = splitting(holding(at(7, pc("A", 2))), 0);
    sneak.statuses = vec![Status::UNNOTICED];
    let seen = Table::of(&[sneak], &[UnitSetup { weapons: vec![], ..still(8) }]).tape("11");
    assert!(!seen.state.unnoticed.has(A));
}

#[test]
fn ju_39_away_from_enemies_a_failed_slip_is_an_ordinary_move() {
    let table = Table::of(&[at(3, pc("A", 2))], &[at(5, UnitSetup { alert: 9, ..dummy(1) })]);
    let (juso, mut state) = table.board();
    let mut obs = Log::default();
    let mut tape = Tape::d6("11");
    let mut play = crate::Play {
        rules: &juso,
        state: &mut state,
        dice: &mut tape,
        obs: &mut obs,
        acting: None,
        acted: false,
        answered: [UnitSet::default(); 4],
    };
    play.slip(A, 5);
    assert_eq!(state.unit(A).own, 4, "before the enemy's square");
}

#[test]
fn d_06_kite_keeps_the_largest_distance_in_range() {
    let kiter = |col| {
        let unit = UnitSetup { weapons: vec![bow(5, 4)], ..splitting(pc("A", 2), 0) };
        standing(at(col, unit), Stance::Kite)
    };
    let seen = Table::of(&[kiter(5)], &[UnitSetup { weapons: vec![], ..still(8) }]).tape("11");
    assert_eq!((moves(&seen), seen.targets()), (vec![(Move::Small, 5, 3)], vec![B]));
    let seen = Table::of(&[kiter(4)], &[UnitSetup { weapons: vec![], ..still(8) }]).tape("11");
    assert_eq!(moves(&seen), [(Move::Small, 4, 3)]);
    // Itself on the board.
    let seen = Table::of(&[kiter(1)], &[UnitSetup { weapons: vec![], ..still(2) }]).tape("11");
    assert!(moves(&seen).is_empty());
}

#[test]
fn d_06_flag_runner_takes_the_flag_and_then_attacks() {
    let runner = |col| standing(at(col, splitting(pc("A", 2), 0)), Stance::FlagRunner);
    // The enemy on own 7: own 8 takes the flag, two squares ahead but one would tie.
    let foe = UnitSetup { weapons: vec![], ..still(8) };
    let seen = Table::of(&[runner(6)], std::slice::from_ref(&foe)).flag(End::Right).tape("11");
    assert_eq!(moves(&seen), [(Move::Small, 6, 7)], "the enemy bars the way: it strikes instead");
    let far = UnitSetup { weapons: vec![], ..still(10) };
    let seen = Table::of(&[runner(5)], std::slice::from_ref(&far)).flag(End::Right).tape("");
    assert_eq!(moves(&seen), [(Move::Small, 5, 6)], "6 against 5 is enough");
    // By a large move where a small one does not do.
    let seen = Table::of(&[runner(2)], &[far]).flag(End::Right).tape("");
    assert_eq!(moves(&seen), [(Move::Large, 2, 6)]);
}

#[test]
fn d_12_leave_at_withdraws_for_the_rest_of_the_fight() {
    let mut weak = at(3, UnitSetup { life: 2, ..pc("A", 2) });
    weak.tactics.leave_at = Plan::always(LeaveAt::Life(2));
    let seen = Table::of(&[weak], &[still(14)]).rounds(4).tape("");
    assert!(seen.state.leaving.has(A) && seen.state.off.has(A));
    assert_eq!(seen.sum(A, Metric::Leaves), 1);
}

#[test]
fn ju_22_a_weapon_that_is_not_at_hand_needs_readying() {
    // The bow is second; the enemy is out of reach of the sword.
    let unit = UnitSetup { weapons: vec![melee(1), bow(5, 4)], ..holding(splitting(at(3, pc("A", 1)), 0)) };
    let table = Table::of(&[unit], &[UnitSetup { weapons: vec![], ..still(8) }]).rounds(2);
    let readied = |seen: &Seen| seen.has(|event| matches!(event, Event::Readies { .. }));
    assert!(!readied(&table.tape("11")));
    let seen = table.clone().ruling("listed_weapons", "need_ready").tape("11");
    assert!(readied(&seen));
    assert_eq!(seen.state.unit(A).hand, 1);
    // Free, it leaves the sub action for a step: the striker on 2 has to close in.
    let mut striker = table.setup.sides[0].units[0].clone();
    striker.col = Some(2);
    striker.tactics.stance = Plan::default();
    let foe = UnitSetup { weapons: vec![], ..still(8) };
    let near = Table::of(&[striker], &[foe]).ruling("listed_weapons", "need_ready");
    assert!(near.clone().tape("").targets().is_empty());
    assert_eq!(near.ruling("ready_weapon", "free").tape("1").targets(), [B]);
}
