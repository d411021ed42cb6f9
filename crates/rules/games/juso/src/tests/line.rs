//! The line of squares: columns, placement, obstacles, alerts, what blocks a move (JU-07, JU-08,
//! JU-29, JU-34 to JU-40, JU-52, JU-73).

use super::*;

#[test]
fn ju_07_each_side_reads_its_own_row() {
    let (juso, state) = Table::of(&[at(5, dummy(1))], &[at(5, dummy(1))]).board();
    assert_eq!((state.unit(A).own, state.unit(B).own), (5, 10));
    assert_eq!((juso.column(&state, A), juso.column(&state, B)), (5, 5));
}

#[test]
fn ju_08_units_without_a_column_stand_on_4_and_those_who_only_shoot_on_2() {
    let archer = UnitSetup { weapons: vec![bow(5, 4)], ..dummy(1) };
    let pc_archer = UnitSetup { weapons: vec![bow(5, 4)], ..pc("A", 3) };
    let (_, state) = Table::of(&[pc("A", 3), pc_archer], &[brute(), archer]).board();
    let own = |unit| state.unit(unit).own;
    assert_eq!((own(A), own(B), own(C), own(D)), (4, 2, 4, 2));
}

#[test]
fn ju_08_own_half_places_by_chance_on_1_to_7() {
    let table =
        Table::of(&[holding(pc("A", 1))], &[holding(at(9, dummy(1)))]).ruling("placement", "own_half");
    for own in 1..=7 {
        assert_p(table.p(|seen| seen.events[0] == Event::Placed { unit: A, own }), 1, 7);
    }
    let seen = table.tape("d7=3 d7=6");
    assert_eq!((seen.own(A), seen.own(B)), (3, 6));
    // A unit's own tactic goes before the ruling.
    let mut fixed = table.clone();
    fixed.setup.sides[1].units[0].tactics.placement = Plan::always(Placement::AsConfigured);
    assert_eq!(fixed.tape("d7=2").own(B), 6);
}

#[test]
fn ju_29_melee_state_is_the_same_or_the_next_square() {
    let foes = [at(6, dummy(1)), at(7, dummy(1)), at(8, dummy(1)), at(9, dummy(1))];
    let (juso, state) = Table::of(&[at(7, pc("A", 1))], &foes).board();
    assert_eq!(juso.in_melee(&state, A).0, 0b01110);
}

#[test]
fn ju_52_a_die_less_for_each_square_between_that_is_held() {
    // Worked example 16: six units on columns 4, 5, 7, 8 between 2 and 9.
    let left = [at(2, pc("A", 9)), at(4, dummy(1)), at(4, dummy(1)), at(5, dummy(1))];
    let right = [at(9, dummy(1)), at(7, dummy(1)), at(7, dummy(1)), at(8, dummy(1))];
    let mut table = Table::of(&left, &right);
    let (juso, state) = table.board();
    assert_eq!(juso.obstacles(&state, 2, 9), 4);
    assert_eq!((juso.obstacles(&state, 4, 5), juso.obstacles(&state, 9, 2)), (0, 4));
    // Terrain counts, once with those who stand on it.
    table.setup.obstacles = [3, 8].map(|col| Obstacle { col, blocks_move: false }).to_vec();
    let (juso, state) = table.board();
    assert_eq!(juso.obstacles(&state, 2, 9), 5);
}

#[test]
fn ju_34_a_move_ends_before_the_first_enemy() {
    let (juso, mut state) = Table::of(&[at(3, pc("A", 1)), at(4, pc("ally", 1))], &[at(6, dummy(1))]).board();
    assert_eq!(juso.destination(&state, A, true, 5, false), 5);
    assert_eq!(juso.destination(&state, A, true, 5, true), 8, "allies never block");
    // Its own square does not hold it, either way.
    state.unit_mut(A).own = 6;
    assert_eq!(juso.destination(&state, A, true, 2, false), 8);
    assert_eq!(juso.destination(&state, A, false, 2, false), 4);
    // The incapacitated do not block.
    state.unit_mut(A).own = 3;
    state.down.insert(C);
    assert_eq!(juso.destination(&state, A, true, 5, false), 8);
    // The table may let a move end on the enemy's square.
    let table =
        Table::of(&[at(3, pc("A", 1))], &[at(6, dummy(1))]).ruling("enter_enemy_square", "last_square");
    let (juso, state) = table.board();
    assert_eq!(juso.destination(&state, A, true, 5, false), 6);
}

#[test]
fn ju_34_terrain_that_blocks_stops_both_sides_and_slips_too() {
    let mut table = Table::of(&[at(3, pc("A", 1))], &[at(9, dummy(1))]);
    table.setup.obstacles =
        vec![Obstacle { col: 5, blocks_move: true }, Obstacle { col: 8, blocks_move: false }];
    let (juso, state) = table.board();
    assert_eq!(juso.destination(&state, A, true, 5, true), 4);
    assert_eq!(juso.destination(&state, B, true, 6, false), 15 - 6);
    assert_eq!(juso.knocked_to(&state, A, 2), 1, "not knockback");
}

#[test]
fn ju_35_backward_past_1_leaves_and_ju_37_forward_14_is_the_limit() {
    let (juso, state) = Table::of(&[at(2, pc("A", 1))], &[at(4, dummy(1))]).board();
    assert_eq!(juso.destination(&state, A, false, 5, false), 0);
    assert_eq!(juso.destination(&state, B, true, 14, true), 14);
}

#[test]
fn ju_40_the_highest_alert_and_one_for_each_other() {
    // Worked example 8: B, C, D in melee state, E on the way; alerts 3, 2, 2, 2.
    let foe = |col, alert| at(col, UnitSetup { alert, ..dummy(1) });
    let foes = [foe(6, 3), foe(7, 2), foe(8, 2), foe(9, 2), foe(12, 9)];
    let (juso, mut state) = Table::of(&[at(7, pc("A", 8))], &foes).board();
    assert_eq!(juso.alert(&state, A, 9), 6);
    assert_p(crate::dice::pool::p_at_least(8, 6), 37, 256);
    // One square less, and E is not on the way.
    assert_eq!(juso.alert(&state, A, 8), 5);
    // Nobody considered: difficulty 0.
    state.unit_mut(A).own = 3;
    assert_eq!(juso.alert(&state, A, 5), 0);
}

#[test]
fn ju_70_knockback_passes_enemies_unless_the_table_blocks_it() {
    let table = Table::of(&[at(8, pc("A", 1))], &[at(6, dummy(1))]);
    let (juso, state) = table.board();
    assert_eq!(juso.knocked_to(&state, A, 3), 5);
    let (juso, state) = table.ruling("knockback_blocked", "by_enemy").board();
    assert_eq!(juso.knocked_to(&state, A, 3), 7);
    assert_eq!(juso.knocked_to(&state, B, 20), 8, "A stands on column 8, the next but one behind it");
}

#[test]
fn ju_73_an_attacker_nearer_to_the_victims_end_stands_behind_it() {
    let table = Table::of(&[at(9, pc("A", 1))], &[at(8, dummy(1)), at(9, dummy(1)), at(10, dummy(1))]);
    let (juso, state) = table.board();
    assert!(juso.is_back_attack(&state, B, A) && juso.is_back_attack(&state, A, B));
    assert!(!juso.is_back_attack(&state, C, A), "the same square is not");
    assert!(!juso.is_back_attack(&state, D, A));
    // By halves: the attacker on own 8 or more, the victim on 7 or less.
    let table = Table::of(&[at(5, pc("A", 1))], &[at(6, dummy(1)), at(8, dummy(1))]);
    let (juso, state) = table.clone().ruling("back_attack_geometry", "absolute_halves").board();
    assert!(juso.is_back_attack(&state, B, A), "own 9 against own 5");
    assert!(!juso.is_back_attack(&state, A, B));
    let (juso, state) = table.board();
    assert!(!juso.is_back_attack(&state, B, A));
}
