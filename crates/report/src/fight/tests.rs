//! Pages of made-up fights: what is drawn, and what a page leaves out to stay light.

use fray_engine::contract::{Health, Outcome};
use fray_engine::map::{Map, Rows, Spot};
use fray_engine::roster::{Roster, SideId, UnitId};
use fray_sim::play::trace::Trace;
use fray_sim::play::turns::{ByTurn, Stand, Turn, UnitStand};

use super::{Fight, page};

/// What a page may weigh.
const MOST_BYTES: usize = 500_000;

fn roster() -> Roster {
    Roster::of([("us", vec!["Ann", "Ox"]), ("them", vec!["Ogre"])])
}

fn stand(x: u16, health: u32) -> Stand {
    let unit =
        |y: u16| UnitStand { spot: Some(Spot { x, y, z: 0 }), health, is_standing: true, is_dead: false };
    vec![unit(0), unit(1), unit(2)]
}

/// A fight on a board of 14 by 14 squares in which all three walk to and fro and lose health, for so many
/// rounds of three turns.
fn fight(n_rounds: u32) -> Trace {
    let map = Map { width: 14, height: 14, first: 0, rows: Rows::FromNorth, squares: Vec::new() };
    let turn = |i: u32| Turn {
        round: i / 3 + 1,
        activation: i % 3 + 1,
        by: Some(UnitId((i % 3) as u8)),
        lines: vec![format!("Turn {i}: walks, hits and is hit back, as a line of a transcript says.")],
        after: Some(stand((i % 13) as u16, 3 * n_rounds - i)),
        chances: None,
    };
    let turns: Vec<Turn> = (0..3 * n_rounds).map(turn).collect();
    let mut lines: Vec<String> = turns.iter().flat_map(|turn| turn.lines.clone()).collect();
    lines.push(format!("us win in round {n_rounds}"));
    Trace {
        seed: 7,
        fight: 3,
        outcome: Outcome::Win(SideId(0)),
        side: Some("us".into()),
        rounds: n_rounds,
        lines,
        by_turn: ByTurn { map: Some(map), start: stand(13, 3 * n_rounds + 1), first_chances: None, turns },
    }
}

fn html(trace: &Trace) -> String {
    let roster = roster();
    let fight = Fight { title: "A <walk>", facts: &[], roster: &roster, health: Health::Left, trace };
    page(fight).html()
}

/// Returns how many boards a page has.
fn n_boards(html: &str) -> usize {
    html.matches("<use href=\"#map\"/>").count()
}

#[test]
fn each_turn_that_changes_something_has_its_board() {
    let mut trace = fight(4);
    let page = html(&trace);
    assert_eq!(n_boards(&page), 1 + 12);
    assert!(page.contains("A &#60;walk&#62;") && page.contains("<h2>Round 4</h2>"));
    assert!(page.contains("Ann moves from (13, 0) to (0, 0); Ann has 12 health after 13;"), "{page}");
    // A turn after which all stand as before has none.
    trace.by_turn.turns[5].after = trace.by_turn.turns[4].after.clone();
    assert_eq!(n_boards(&html(&trace)), 1 + 11);
}

#[test]
fn a_long_fight_has_a_board_each_round_and_all_of_its_lines() {
    let trace = fight(170);
    let html = html(&trace);
    assert!(html.len() < MOST_BYTES, "{}", html.len());
    assert_eq!(n_boards(&html), 1 + 170);
    for i in 0..510 {
        assert!(html.contains(&format!("Turn {i}: ")), "{i}");
    }
}

#[test]
fn a_very_long_fight_has_its_first_and_last_rounds() {
    let trace = fight(8_000);
    let html = html(&trace);
    assert!(html.len() < MOST_BYTES, "{}", html.len());
    assert!(
        html.contains("more rounds</h2>") && html.contains("<code>fray trace --fight 3</code> prints them")
    );
    for round in [1, 2, 7_999, 8_000] {
        assert!(html.contains(&format!("<h2>Round {round}</h2>")), "{round}");
    }
}

#[test]
fn who_goes_on_after_another_is_said_to() {
    let mut trace = fight(1);
    let turns = &mut trace.by_turn.turns;
    (turns[2].activation, turns[2].by) = (1, Some(UnitId(0)));
    let html = html(&trace);
    assert!(html.contains("<h3>Ann</h3>") && html.contains("<h3>Ann goes on</h3>"), "{html}");
    // Another activation of its own is no part of the first.
    trace.by_turn.turns[2].activation = 3;
    assert!(!self::html(&trace).contains("goes on"));
}

#[test]
fn a_fight_without_a_board_has_a_table_of_who_begins() {
    let mut trace = fight(2);
    trace.by_turn.map = None;
    let html = html(&trace);
    assert_eq!(n_boards(&html), 0);
    assert!(!html.contains("<pattern") && html.contains("7 health</td>"), "{html}");
    assert!(html.contains("Health by round"));
}
