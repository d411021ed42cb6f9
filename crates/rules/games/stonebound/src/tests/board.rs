//! The board: moves, range, who stands where (SB-01, SB-04, SB-16 to SB-18, SB-44, SB-48, SB-53, SB-54,
//! SB-56, SB-65).

use super::*;
use crate::board::{Board, Closed, FAR, Sense, Squares, Ways};
use crate::data::rulings::{First, Los};
use crate::data::setup::{Map, Square};
use crate::data::vocabulary::{AbilityRange, Status};

fn place(x: u16, y: u16) -> u16 {
    10 * y + x
}

const BOARD: &str = "[rulings]\nfirst = \"side_a\"\n[map]\n";

#[test]
fn sb_17_sb_18_example_20_where_a_move_may_end() {
    let at = |x: u8, y: u8, mv: u8| format!("position = [{x}, {y}]\nmv = {mv}");
    let own = [
        unit("A", [9, 5, 0, 0, 0], &at(0, 0, 3)),
        unit("B", [9, 5, 0, 0, 0], &at(1, 0, 3)),
        unit("C", [9, 5, 0, 0, 0], &at(2, 0, 3)),
    ];
    let (rules, mut state) = Table::new(BOARD, &own, &[unit("D", [9, 5, 0, 0, 0], &at(0, 1, 3))]).start();
    state.down.insert(C);
    state.unit_mut(C).hp = 0;
    let reach = rules.reach(&state, A, 3).unwrap();
    let mut ends: Vec<u16> = reach.ends().collect();
    ends.sort_unstable();
    let mut page = [place(0, 0), place(1, 1), place(1, 2), place(2, 0), place(2, 1), place(3, 0)];
    page.sort_unstable();
    assert_eq!(ends, page);
}

#[test]
#[should_panic(expected = "two living units on one square")]
fn sb_18_no_move_ends_on_a_living_unit() {
    let at = |x: u8| format!("position = [{x}, 0]\nmv = 3");
    let own = [unit("A", [9, 5, 0, 0, 0], &at(0)), unit("B", [9, 5, 0, 0, 0], &at(1))];
    let (rules, mut state) = Table::new(BOARD, &own, &[unit("C", [9, 5, 0, 0, 0], &at(9))]).start();
    let mut dice = Tape::new(&[]);
    crate::Play::of(&rules, &mut state, &mut dice, &mut Nobody).walk_to(A, place(1, 0));
}

#[test]
fn sb_04_sides_line_up_on_their_end_lines() {
    let three = |a: &str, b: &str, c: &str| [a, b, c].map(|name| unit(name, [9, 5, 0, 0, 0], ""));
    let table = Table::new(BOARD, &three("A", "B", "C"), &three("D", "E", "F"));
    let (_, state) = table.start();
    let at: Vec<u16> = (0..6).map(|id| state.unit(UnitId(id)).at).collect();
    assert_eq!(at, [place(3, 0), place(4, 0), place(5, 0), place(3, 9), place(4, 9), place(5, 9)]);
    let given = Table::new(
        "[rulings]\ndeploy = \"given\"\n[map]\n",
        &three("A", "B", "C")[..1],
        &three("D", "E", "F")[..1],
    );
    let setup = Reader { parts: &PARTS, check, read }.scenario(&given.text, &[]).unwrap_err();
    assert_eq!(setup, ["`A` needs a `position`, SB-04", "`D` needs a `position`, SB-04"]);
}

#[test]
fn sb_04_sides_that_change_places_in_the_list_stand_where_they_stood() {
    let west = [unit("A", [9, 5, 0, 0, 0], ""), unit("B", [9, 5, 0, 0, 0], "position = [0, 4]")];
    let east = [unit("C", [9, 5, 0, 0, 0], "")];
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\nsquares = [{ x = 4, y = 0, blocked = true }]\n";
    let setup = Reader { parts: &PARTS, check, read }.scenario(&Table::new(map, &west, &east).text, &[]);
    let setup = setup.expect("a scenario");
    let places = |rules: &Stonebound, order: [UnitId; 3]| {
        let mut state = State::default();
        rules.begin(&mut state, &mut Tape::new(&[]), &mut Nobody);
        order.map(|unit| state.unit(unit).at)
    };
    let mut exchanged = setup.clone();
    exchanged.sides.reverse();
    let exchanged = exchanged.mirrored();
    assert_eq!(exchanged.rulings.first, First::SideB);
    let [one, two, three] = [0, 1, 2].map(UnitId);
    let before = places(&Stonebound::new(&setup), [one, two, three]);
    assert_eq!(places(&Stonebound::new(&exchanged), [two, three, one]), before);
}

#[test]
fn sb_16_sb_56_range_counts_orthogonal_steps() {
    let map = "[rulings]\nfirst = \"side_a\"\nlos = \"centre_line\"\n[map]\nsquares = [{ x = 1, y = 0, blocked = true }, { x = 0, y = 0, high = true }]\n";
    let a = unit("A", [9, 5, 0, 0, 0], "position = [0, 0]\nrng = 2");
    let far = |x: u8, y: u8| {
        let b = unit("B", [9, 5, 0, 0, 0], &format!("position = [{x}, {y}]"));
        let (rules, state) = Table::new(map, std::slice::from_ref(&a), &[b]).start();
        rules.is_within(&state, A, B, AbilityRange::Unit, 2)
    };
    assert!(far(1, 2), "high ground reaches a step farther");
    assert!(!far(2, 2));
    assert!(!far(2, 0), "the blocked square stands between");
    let walls = "[map]\nsquares = [{ x = 2, y = 0, rough = true }]\n";
    let (rules, state) = Table::new(
        walls,
        &[unit("A", [9, 5, 0, 0, 0], "position = [0, 0]\nmv = 2")],
        &[unit("B", [9, 5, 0, 0, 0], "")],
    )
    .start();
    let reach = rules.reach(&state, A, 2).unwrap();
    assert!(!reach.ends().any(|at| at == 2), "rough ground costs 2");
}

#[test]
fn sb_44_freeze_has_three_stages() {
    let a = unit("A", [30, 1, 0, 0, 0], "position = [0, 0]\nmv = 3\nstatuses = { freeze = 2 }");
    let b = unit(
        "B",
        [9, 0, 0, 9, 0],
        "position = [0, 9]\nrng = 0\ntactics = { move = \"hold\" }\nabilities = []",
    );
    let moved = |rounds: u32| {
        let table = Table::new(
            &format!("max_rounds = {rounds}\n{BOARD}"),
            &[a.clone().replace("atk = 1", "atk = 12")],
            std::slice::from_ref(&b),
        );
        table.tape("").sum(A, Metric::SquaresMoved)
    };
    assert_eq!([moved(1), moved(2), moved(3)], [0, 2, 5]);
}

#[test]
fn sb_44_conditions_ask_for_the_mv_of_the_activation() {
    // Its only enemy is 3 steps and its range of 1 away: out of reach at the first stage and at the second.
    let shout = "{ name = \"Shout\", action = \"none\", target = \"self\", uses = 9, use_once = true, when = \"in_reach >= 1\", worth = 1, duration = \"fight\", effects = [{ stat = { name = \"crt\", by = 1 } }] }";
    let used = |rounds: u32| {
        let a = format!(
            "position = [0, 0]\nmv = 3\nstatuses = {{ freeze = 2 }}\nabilities = [{shout}]\ntactics = {{ move = \"hold\" }}"
        );
        let b = "position = [0, 4]\nrng = 0\nmv = 0";
        let head = format!("max_rounds = {rounds}\n{BOARD}");
        let table = Table::new(&head, &[unit("A", [9, 1, 0, 0, 0], &a)], &[unit("B", [9, 0, 0, 0, 0], b)]);
        table.tape("").sum(A, Metric::AbilitiesUsed)
    };
    assert_eq!([used(1), used(2), used(3)], [0, 0, 1]);
}

#[test]
fn sb_48_poison_takes_a_point_for_each_space() {
    let a = |hp: i32, more: &str| {
        unit(
            "A",
            [hp, 12, 0, 0, 0],
            &format!("position = [0, 0]\nmv = 3\nstatuses = {{ poison = 1 }}\n{more}"),
        )
    };
    let b = |y: u8| {
        unit("B", [40, 0, 0, 9, 0], &format!("position = [0, {y}]\nrng = 0\ntactics = {{ move = \"hold\" }}"))
    };
    // It moves to act on a target.
    assert_eq!(Table::new(BOARD, &[a(9, "")], &[b(3)]).tape("").hp(A), 7);
    // It does not go to where nobody is in reach, nor spends its last HP.
    assert_eq!(Table::new(BOARD, &[a(9, "")], &[b(9)]).tape("").hp(A), 9);
    assert_eq!(Table::new(BOARD, &[a(2, "")], &[b(3)]).tape("").hp(A), 2);
    let ignore = "tactics = { poisoned = \"ignore\" }";
    assert_eq!(Table::new(BOARD, &[a(9, ignore)], &[b(9)]).tape("").hp(A), 6);
    let never = "tactics = { poisoned = \"never\" }";
    assert_eq!(Table::new(BOARD, &[a(9, never)], &[b(3)]).tape("").hp(A), 9);
}

#[test]
fn sb_53_push_and_pull() {
    let a = |effect: &str| {
        unit(
            "A",
            [9, 9, 0, 0, 0],
            &format!(
                "position = [2, 2]\nrng = 4\nmv = 0\nabilities = [{{ name = \"Gust\", range = 4, worth = 50, effects = [{{ {effect} }}] }}]"
            ),
        )
    };
    let to = |effect: &str, x: u8, y: u8| {
        let b = unit("B", [9, 0, 0, 0, 0], &format!("position = [{x}, {y}]\nrng = 0\nmv = 0"));
        Table::new(BOARD, &[a(effect)], &[b]).tape("").state.unit(B).at
    };
    assert_eq!(to("push = 2", 4, 3), place(6, 3));
    assert_eq!(to("push = 9", 2, 4), place(2, 9), "the edge stops it");
    assert_eq!(to("pull = 9", 5, 2), place(3, 2), "beside the source");
}

#[test]
fn sb_54_an_aura_is_felt_within_range() {
    let aura = "rng = 2\nabilities = [{ name = \"Banner\", kind = \"aura\", target = \"all_allies\", effects = [{ stat = { name = \"atk\", by = 2 } }] }]";
    let own = |x: u8| {
        [
            unit("A", [9, 5, 0, 0, 0], &format!("position = [0, 0]\n{aura}")),
            unit("B", [9, 5, 0, 0, 0], &format!("position = [{x}, 0]")),
        ]
    };
    let atk = |x: u8| {
        let (rules, state) =
            Table::new(BOARD, &own(x), &[unit("C", [9, 5, 0, 0, 0], "position = [9, 9]")]).start();
        rules.stat(&state, B, crate::data::vocabulary::Stat::Atk)
    };
    assert_eq!([atk(2), atk(3)], [7, 5]);
}

#[test]
fn sb_56_hazards_burn_at_the_end_of_a_turn() {
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\nsquares = [{ x = 0, y = 0, hazard = 3 }]\n";
    let a = unit("A", [9, 5, 0, 0, 0], "position = [0, 0]\nmv = 0");
    let seen = Table::new(map, &[a], &[unit("B", [9, 0, 0, 0, 0], "position = [9, 9]\nmv = 0")]).tape("");
    assert_eq!((seen.hp(A), seen.sum(A, Metric::HazardDamage)), (6, 3));
    // Who can step off it does.
    let a = unit("A", [9, 0, 0, 0, 0], "position = [0, 0]\nrng = 0");
    let seen = Table::new(map, &[a], &[unit("B", [9, 0, 0, 0, 0], "position = [9, 9]\nmv = 0")]).tape("");
    assert_eq!(seen.hp(A), 9);
}

#[test]
fn d_04_named_ways_to_move() {
    let a = |how: &str| {
        unit(
            "A",
            [30, 5, 0, 0, 0],
            &format!("position = [5, 0]\nmv = 4\nrng = 3\ntactics = {{ move = \"{how}\" }}"),
        )
    };
    let end = |how: &str, y: u8| {
        let b = unit("B", [30, 0, 0, 0, 0], &format!("position = [5, {y}]\nrng = 0\nmv = 0"));
        Table::new(BOARD, &[a(how)], &[b]).tape("").state.unit(A).at
    };
    assert_eq!(end("advance", 5), place(5, 2), "the nearest square in range");
    assert_eq!(end("rush", 5), place(5, 4), "adjacent");
    assert_eq!(end("hold", 5), place(5, 0));
    assert_eq!(end("advance", 3), place(5, 0), "in range already");
    let kited = end("kite", 3);
    assert!(kited != place(5, 0), "it acts, then goes away");
}

#[test]
fn sb_65_without_a_board_some_things_have_no_meaning() {
    let error = |more: &str| {
        Table::new("", &[unit("A", [9, 5, 0, 0, 0], more)], &[unit("B", [9, 5, 0, 0, 0], "")]).error()
    };
    assert_eq!(error("position = [1, 1]"), "`A` has a `position`, and there is no `[map]`");
    let ability = |rest: &str| format!("abilities = [{{ name = \"X\", {rest} }}]");
    assert_eq!(error(&ability("effects = [{ push = 1 }]")), "`push` needs a `[map]`, SB-65");
    let area = ability("target = { area = { radius = 1 } }, effects = [{ damage = 2 }]");
    assert_eq!(error(&area), "`area` needs a `[map]`, SB-65");
    let (rules, state) = Table::new(
        "",
        &[unit("A", [9, 5, 0, 0, 0], "statuses = { poison = 1, freeze = 1 }")],
        &[unit("B", [9, 5, 0, 0, 0], "")],
    )
    .start();
    assert!(rules.is_within(&state, A, B, AbilityRange::Unit, 1));
    assert_eq!(rules.stacks(&state, A, Status::POISON), 1);
}

/// A board with blocked and rough squares in no order.
fn scattered(width: u8, height: u8) -> Board {
    let squares = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter_map(|(x, y)| {
        let what = (u32::from(x) * 7919 + u32::from(y) * 104_729 + u32::from(width)) % 97 % 7;
        let (blocked, rough) = (what == 0, what == 1 || what == 2);
        (blocked || rough).then_some(Square { x, y, blocked, rough, hazard: None, high: false })
    });
    Board::of(&Map { width, height, squares: squares.collect() }, Los::None)
}

#[test]
fn sb_17_sb_56_points_are_the_least_of_any_neighbour_and_the_step_between() {
    // Rows that end within a word of 64 squares and at its end, boards of one column and of the greatest size.
    for (width, height) in [(1, 40), (8, 8), (10, 10), (13, 11), (32, 4), (39, 7), (40, 40)] {
        let board = &scattered(width, height);
        let start = (0..board.len()).find(|&at| !board.is_blocked(at)).expect("a square");
        for is_rough_closed in [false, true] {
            let closed = Closed { squares: Squares::default(), is_rough_closed };
            let open = board.open(&closed);
            let beside = |at: u16| (0..4).filter_map(move |way| board.step(at, way));
            let holds = |ways: &Ways, most: u16, sense: Sense| {
                for at in (0..board.len()).filter(|&at| at != start) {
                    let through = |next: u16| {
                        let cost = board.cost(if sense == Sense::Away { at } else { next });
                        ways.points[usize::from(next)].saturating_add(cost)
                    };
                    let least =
                        beside(at).map(through).min().filter(|&points| open.has(at) && points <= most);
                    assert_eq!(
                        ways.points[usize::from(at)],
                        least.unwrap_or(FAR),
                        "{at} of {width} x {height}"
                    );
                    assert_eq!(ways.reached.has(at), least.is_some());
                }
                assert_eq!((ways.points[usize::from(start)], ways.reached.has(start)), (0, true));
            };
            for most in [0, 1, 2, 5, FAR - 3] {
                for sense in [Sense::Away, Sense::Toward] {
                    holds(&board.ways(&Squares::one(start), most, sense, &closed), most, sense);
                }
            }
        }
    }
}

#[test]
fn sb_16_the_squares_within_a_range_are_those_that_are_in_range() {
    let high = |x, y| Square { x, y, blocked: false, rough: false, hazard: None, high: true };
    let wall = Square { blocked: true, high: false, ..high(4, 4) };
    for (squares, los) in [(vec![], Los::None), (vec![high(2, 3), high(7, 1), wall], Los::CentreLine)] {
        let board = Board::of(&Map { width: 13, height: 9, squares }, los);
        for (goal, range) in (0..board.len()).flat_map(|goal| [0, 1, 3, 1000].map(|range| (goal, range))) {
            let within = board.within(goal, range);
            assert!(
                (0..board.len()).all(|at| within.has(at) == board.in_range(at, goal, range)),
                "{goal}, {range}"
            );
        }
    }
}
