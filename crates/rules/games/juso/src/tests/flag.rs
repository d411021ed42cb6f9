//! Who holds the flag (JU-23 to JU-28).

use super::*;

/// The flag after a judgement with these columns, and whether the row is kept.
fn judged(left: &[i32], right: &[i32], holder: End) -> (End, bool) {
    judged_by("cutoff_scope", "any_ally_behind", left, right, holder)
}

fn judged_by(key: &str, value: &str, left: &[i32], right: &[i32], holder: End) -> (End, bool) {
    let side = |columns: &[i32], kind| -> Vec<UnitSetup> {
        let unit = |(i, &col): (usize, &i32)| at(col, UnitSetup::plain(&format!("u{i}"), kind, 5));
        columns.iter().enumerate().map(unit).collect()
    };
    let table = Table::of(&side(left, UnitKind::Enemy), &side(right, UnitKind::Enemy)).flag(holder);
    let (juso, state) = table.ruling(key, value).board();
    juso.judge_flag(&state)
}

#[test]
fn ju_24_the_front_most_piece_takes_the_flag() {
    // Worked example 15: 7 against own 6.
    assert_eq!(judged(&[7], &[9], End::Right), (End::Left, false));
}

#[test]
fn ju_25_at_equal_numbers_the_heads_count_and_then_it_stays() {
    assert_eq!(judged(&[7], &[8], End::Right).0, End::Right);
    assert_eq!(judged(&[7], &[8], End::Left).0, End::Left);
    assert_eq!(judged(&[7, 7], &[8], End::Right).0, End::Left);
}

#[test]
fn ju_26_a_piece_behind_an_enemy_that_cuts_it_off_does_not_count() {
    // A on 9, C on 2; B between them, D behind: the flag goes to D.
    assert_eq!(judged(&[9, 2], &[6, 11], End::Left).0, End::Right);
    // Without C nobody is behind A.
    assert_eq!(judged(&[9], &[6, 11], End::Right).0, End::Left);
    // The nearest ally behind A stands in front of B.
    let (left, right) = ([9, 8, 2], [6, 11]);
    assert_eq!(judged(&left, &right, End::Right).0, End::Right);
    assert_eq!(judged_by("cutoff_scope", "nearest_ally_behind", &left, &right, End::Right).0, End::Left);
}

#[test]
fn ju_27_back_to_back_the_row_of_the_one_further_forward_counts_and_is_kept() {
    // Left on column 9, right on column 2, which is own 13: 13 against 6.
    assert_eq!(judged(&[9], &[2], End::Left), (End::Right, true));
    assert_eq!(judged_by("back_to_back", "live", &[9], &[2], End::Left), (End::Right, false));
    // A tie is the holder's: 9 and 15 - 6 = 9.
    assert_eq!(judged(&[9], &[6], End::Right), (End::Right, true));
    // Kept: the left piece walks to column 14 and yet the flag stays.
    let table = Table::of(&[at(9, dummy(1))], &[at(2, dummy(1))]);
    let (juso, mut state) = table.board();
    (state.flag, state.row_kept) = juso.judge_flag(&state);
    assert_eq!((state.flag, state.row_kept), (End::Right, true));
    state.unit_mut(A).own = 14;
    assert_eq!(juso.judge_flag(&state), (End::Right, true));
    // Live, it would be the left one's.
    let (juso, mut state) = table.ruling("back_to_back", "live").board();
    state.unit_mut(A).own = 14;
    assert_eq!(juso.judge_flag(&state), (End::Left, false));
}

#[test]
fn ju_28_an_empty_board_has_no_say() {
    let (juso, mut state) = Table::of(&[at(4, dummy(1))], &[at(11, dummy(1))]).board();
    state.off.insert(A);
    assert_eq!(juso.judge_flag(&state).0, End::Right);
    state.off.insert(B);
    assert_eq!(juso.judge_flag(&state).0, End::Left, "empty for both: it stays");
}

#[test]
fn ju_23_the_flag_is_judged_after_a_move_and_not_before() {
    // The right side holds the flag from behind; the first move changes that.
    let mover = standing(at(5, pc("A", 2)), Stance::Strike);
    let table = Table::of(&[mover], &[holding(at(13, dummy(1)))]).flag(End::Right);
    let seen = table.tape("");
    assert!(seen.has(|event| *event == Event::Flag { side: End::Left }));
    // Nobody moves and nobody falls: it stays where it is.
    let seen =
        Table::of(&[holding(at(9, pc("A", 2)))], &[holding(at(13, dummy(1)))]).flag(End::Right).tape("");
    assert_eq!(seen.state.flag, End::Right);
    // At the end of the round, if the table so rules.
    let table = table.ruling("flag_eval", "round_end");
    let told: Vec<Event> = table.tape("").events;
    let place = |is: fn(&Event) -> bool| told.iter().position(is);
    assert!(place(|event| matches!(event, Event::Flag { .. })) > place(|event| *event == Event::RoundEnd));
}
