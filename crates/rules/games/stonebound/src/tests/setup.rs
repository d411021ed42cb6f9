//! Setting up, turns and the rest (SB-01, SB-04, SB-05, SB-09, SB-10, SB-16, SB-17, SB-19, SB-56, SB-60, SB-65,
//! D-04, D-08, D-09, D-13).

use super::*;
use crate::state::{DEAD, count};

fn post(name: &str, hp: i32, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\n{more}"))
}

#[test]
fn sb_01_budgets_by_the_size_of_the_team() {
    let team = |stars: &[u8]| {
        let own: Vec<String> = stars
            .iter()
            .enumerate()
            .map(|(i, n)| unit(&format!("U{i}"), [9, 1, 0, 0, 0], &format!("stars = {n}")))
            .collect();
        let table =
            Table::new("[rulings]\nteam_budget = \"on\"", &own, &[unit("Z", [9, 1, 0, 0, 0], "stars = 3")]);
        Reader { parts: &PARTS, check, read }.scenario(&table.text, &[]).err()
    };
    assert!(team(&[1, 1, 3]).is_none() && team(&[1, 3]).is_none());
    assert_eq!(team(&[2, 2, 2]).unwrap(), ["a team of 3 has at most 5 stars, SB-01; this one has 6"]);
    assert_eq!(team(&[2, 3]).unwrap(), ["a team of 2 has at most 4 stars, SB-01; this one has 5"]);
    assert!(team(&[3, 3, 3, 3]).is_none() && team(&[3]).is_none(), "other sizes are not checked");
}

#[test]
fn sb_04_the_lines_of_four_sides_and_more() {
    let one = |name: &str| [unit(name, [9, 1, 0, 0, 0], "")];
    let (a, b, c, d, e) = (one("A"), one("B"), one("C"), one("D"), one("E"));
    let four: [(&str, &str, &[String]); 4] = [("a", "", &a), ("b", "", &b), ("c", "", &c), ("d", "", &d)];
    let head = "[rulings]\nfirst = \"side_a\"\n[map]\nwidth = 7\nheight = 5\n";
    let (_, state) = Table::sides(head, &four).start();
    let at = [A, B, C, D].map(|unit| (state.unit(unit).at % 7, state.unit(unit).at / 7));
    assert_eq!(at, [(3, 0), (3, 4), (0, 2), (6, 2)]);
    let five = [four[0], four[1], four[2], four[3], ("e", "", &e[..])];
    let errors =
        Reader { parts: &PARTS, check, read }.scenario(&Table::sides(head, &five).text, &[]).unwrap_err();
    assert_eq!(errors.len(), 5, "{errors:?}");
    assert!(errors.iter().all(|error| error.contains("needs a `position`, SB-04")));
}

#[test]
fn sb_05_one_by_one_nobody_acts_twice_before_all_have() {
    let own = [post("A", 9, "")];
    let foes = [post("B", 9, ""), post("C", 9, ""), post("D", 9, "")];
    let head = "max_rounds = 4\n[rulings]\nactivation = \"one_unit\"";
    assert_eq!(Table::new(head, &own, &foes).tape("").activated(), [A, B, A, C, A, D, A, B]);
}

#[test]
fn sb_09_the_hand_of_those_who_began_and_cards_beyond_it() {
    let ember = "abilities = [{ name = \"Ember\", cost = { element = \"fire\", n = 9 }, effects = [{ damage = 1 }] }]";
    // 1 + 2 for each of two, one of whom falls at once.
    let own = [post("A", 9, ember), post("B", 2, "statuses = { burn = 1 }")];
    let deck = "deck = [[\"fire\", 1, 20]]";
    let table = Table::new(
        &format!("max_rounds = 2\n[rulings]\nkeep_hand = \"discard\"\n{deck}"),
        &own,
        &[post("C", 9, "")],
    );
    let dice: String = (11..=20).rev().map(|n| format!("d{n}=1 ")).collect();
    let seen = table.tape(&dice);
    let drawn = |event: &Event| if let Event::Draws { n, .. } = event { Some(*n) } else { None };
    assert_eq!(seen.events.iter().filter_map(drawn).collect::<Vec<u32>>(), [5, 5], "not lowered by the fall");
    // An ability draws beyond the maximum.
    let more = format!(
        "{}\nreactions = []",
        ember.replace(
            "abilities = [",
            "abilities = [{ name = \"Dig\", target = \"self\", uses = 1, effects = [{ draw = 3 }] }, "
        )
    );
    let table = Table::sides(
        &format!("[rulings]\n{deck}"),
        &[("west", "hand_max = 1", &[post("A", 9, &more)]), ("east", "", &[post("B", 9, "")])],
    );
    assert_eq!(count(&table.tape("d20=1 d19=1 d18=1 d17=1").state.hands[0]), 4);
}

#[test]
fn sb_16_sb_17_range_of_an_ability_and_moves_that_are_not() {
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let hp = |range: &str, more: &str| {
        let a = unit(
            "A",
            [9, 0, 0, 0, 0],
            &format!(
                "position = [0, 0]\nabilities = [{{ name = \"X\", {range}effects = [{{ damage = 3 }}] }}]\n{more}"
            ),
        );
        Table::new(map, &[a], &[post("B", 9, "position = [6, 0]\nmv = 0")]).tape("").hp(B)
    };
    assert_eq!([hp("range = 5, ", "mv = 1"), hp("range = 4, ", "mv = 1")], [6, 9]);
    assert_eq!(
        [hp("range = \"any\", ", "mv = 0"), hp("", "mv = 3\nrng = 3"), hp("", "mv = 3\nrng = 2")],
        [6, 6, 9]
    );
    // SB-17: MV is never below 0.
    let slow = user_slowed();
    let seen = Table::new(map, &[slow], &[post("B", 9, "position = [6, 0]\nmv = 0")]).tape("");
    assert_eq!((seen.sum(A, Metric::SquaresMoved), seen.state.unit(A).at), (0, 0));
}

fn user_slowed() -> String {
    unit(
        "A",
        [9, 3, 0, 0, 0],
        "position = [0, 0]\nmv = 2\nabilities = [{ name = \"Lead\", kind = \"innate\", effects = [{ stat = { name = \"mv\", by = -5 } }] }]",
    )
}

#[test]
fn sb_19_the_kinds_of_the_classes() {
    let hp = |class: &str| {
        let a = unit("A", [9, 9, 0, 0, 0], &format!("class = \"{class}\""));
        Table::new("", &[a], &[unit("B", [30, 0, 0, 1, 3], "rng = 0")]).tape("").hp(B)
    };
    for class in ["marauder", "vanguard", "tactician", "watchman", "other"] {
        assert_eq!(hp(class), 22, "{class} attacks P");
    }
    for class in ["prophet", "remnant", "sentinel"] {
        assert_eq!(hp(class), 24, "{class} attacks S");
    }
}

#[test]
fn sb_56_rough_ground_that_costs_more_than_mv_is_closed() {
    let at = |mv: u8, more: &str| {
        let a = unit("A", [9, 5, 0, 0, 0], &format!("position = [0, 0]\nmv = {mv}\n{more}"));
        let map = "max_rounds = 4\n[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nwidth = 6\nheight = 1\nsquares = [{ x = 2, y = 0, rough = true }]\n";
        Table::new(map, &[a], &[post("B", 9, "position = [5, 0]\nmv = 0")]).tape("").state.unit(A).at
    };
    assert_eq!([at(1, ""), at(2, "")], [1, 4]);
    // [Freeze] does not close it for good: it waits beside it and goes on.
    assert_eq!(at(2, "statuses = { freeze = 2 }"), 4);
}

#[test]
fn sb_60_a_fight_ends_in_the_midst_of_a_turn() {
    let seen =
        Table::new("", &[unit("A", [9, 9, 0, 0, 0], ""), post("C", 9, "")], &[post("B", 3, "")]).tape("");
    assert_eq!(seen.activated(), [A], "C has no turn any more");
    // By [Burn] at the end of a turn, too: the units behind it burn no more.
    let foes = [post("B", 2, "statuses = { burn = 1 }")];
    let seen =
        Table::new("max_rounds = 5\n[rulings]\nfirst = \"side_b\"", &[post("A", 9, "")], &foes).tape("");
    assert_eq!(
        (seen.outcome, seen.activated()),
        (Some(Outcome::Win(fray_engine::roster::SideId(0))), vec![B])
    );
}

#[test]
fn sb_65_everything_that_wants_squares_is_refused_by_name() {
    let error = |ability: &str| {
        let a = unit("A", [9, 5, 0, 0, 0], &format!("abilities = [{{ name = \"X\", {ability} }}]"));
        Table::new("", &[a], &[unit("B", [9, 5, 0, 0, 0], "")]).error()
    };
    let cases = [
        ("effects = [{ push = 1 }]", "push"),
        ("effects = [{ pull = 1 }]", "pull"),
        ("effects = [\"swap\"]", "swap"),
        ("target = { line = { length = 2 } }, effects = [{ damage = 2 }]", "line"),
        ("target = { area = { radius = 1 } }, effects = [{ damage = 2 }]", "area"),
        ("kind = \"innate\", timing = \"on_move\", target = \"self\", effects = [{ heal = 1 }]", "on_move"),
    ];
    for (ability, name) in cases {
        assert_eq!(error(ability), format!("`{name}` needs a `[map]`, SB-65"));
    }
    let given = Table::new("[rulings]\ndeploy = \"given\"", &[post("A", 9, "")], &[post("B", 9, "")]);
    assert!(given.error().contains("SB-65"), "{}", given.error());
}

#[test]
fn d_08_a_quiet_round_sends_the_poisoned_on() {
    let map = "[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nwidth = 9\nheight = 1\n";
    let at = |rounds: u32| {
        let a = unit("A", [9, 5, 0, 0, 0], "position = [0, 0]\nmv = 2\nstatuses = { poison = 1 }");
        let head = format!("max_rounds = {rounds}\n{map}");
        Table::new(&head, &[a], &[post("B", 9, "position = [8, 0]\nmv = 0")]).tape("").state.unit(A).at
    };
    // It waits in the first round, which is quiet; its Move makes the second loud.
    assert_eq!([at(1), at(2), at(3), at(4)], [0, 2, 2, 4]);
}

#[test]
fn d_09_the_first_of_the_fallen_on_whose_square_nobody_stands() {
    let map = "[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nwidth = 6\nheight = 1\n";
    let rise = "position = [2, 0]\nmv = 0\nrng = 3\nabilities = [{ name = \"Rise\", target = \"ally\", effects = [{ revive = 2 }] }]";
    let own = [
        unit("A", [9, 0, 0, 0, 0], rise),
        post("B", 5, "position = [0, 0]"),
        post("C", 5, "position = [1, 0]"),
    ];
    let (rules, mut state) = Table::new(map, &own, &[post("D", 9, "position = [5, 0]\nmv = 0")]).start();
    for unit in [B, C] {
        state.down.insert(unit);
        state.unit_mut(unit).hp = 0;
    }
    let whom = |state: &State| rules.mind(state, A, 0).ally_for(0, 3);
    assert_eq!(whom(&state), Some(B));
    state.unit_mut(D).at = 0;
    assert_eq!(whom(&state), Some(C), "D stands on B");
}

#[test]
fn d_13_dead_stones_are_laid_aside_or_kept() {
    let ember = "abilities = [{ name = \"Ember\", cost = { element = \"fire\", n = 9 }, effects = [{ damage = 1 }] }]";
    let dead = |tactic: &str, dice: &str| {
        let own = [post("A", 9, ember)];
        let keys = format!("hand_max = 1\n{tactic}");
        let head =
            "max_rounds = 2\n[rulings]\nfree_discard = \"yes\"\ndeck = [[\"fire\", 1, 1], [\"water\", 1, 1]]";
        let foes = [post("B", 9, "")];
        let seen = Table::sides(head, &[("west", &keys, &own), ("east", "", &foes)]).tape(dice);
        seen.state.hands[0][DEAD]
    };
    assert_eq!(dead("", "d2=2 d1=1"), 0, "the water goes, and fire is drawn");
    assert_eq!(dead("tactics = { lay_aside = \"none\" }", "d2=2"), 1);
}

#[test]
fn sb_10_a_fuse_that_lies_is_not_set_again() {
    let wall = "abilities = [{ name = \"Wall\", kind = \"fuse\", effects = [{ stat = { name = \"pd\", by = 1 } }] }]";
    let own = [post("A", 9, wall)];
    let foes = [post("B", 9, "")];
    let seen =
        Table::sides("max_rounds = 3", &[("west", "stones = \"off\"", &own), ("east", "", &foes)]).tape("");
    assert_eq!((seen.sum(A, Metric::FusesSet), seen.state.unit(A).lying), (1, 1));
}

#[test]
fn d_04_a_teleport_goes_where_the_tactic_would_go() {
    let end = |how: &str, hp: i32, squares: &str| {
        let blink = "{ name = \"Blink\", action = \"none\", uses = 1, worth = 1, range = \"any\", target = \"empty_square\", effects = [\"teleport\"] }";
        let more = format!(
            "position = [0, 0]\nmv = 0\nrng = 3\nabilities = [{blink}]\ntactics = {{ move = \"{how}\" }}"
        );
        let map = format!("[rulings]\nfirst = \"side_a\"\n[map]\nheight = 1\nwidth = 12\n{squares}\n");
        let a = unit("A", [hp, 5, 0, 0, 0], &more);
        let foes = [post("B", 9, "position = [9, 0]\nmv = 0"), post("C", 9, "position = [11, 0]\nmv = 0")];
        let seen = Table::new(&map, &[a], &foes).tape("");
        (seen.state.unit(A).at, seen.hp(B))
    };
    assert_eq!(end("advance", 9, ""), (6, 4), "the nearest square from which B is in range");
    assert_eq!(end("rush", 9, ""), (8, 4));
    assert_eq!(end("kite", 9, ""), (6, 4), "not beside whom it shoots at");
    let hot = "squares = [{ x = 6, y = 0, hazard = 2 }, { x = 7, y = 0, hazard = 1 }, { x = 8, y = 0, hazard = 1 }]";
    assert_eq!(end("advance", 9, hot), (10, 4), "behind B no fire burns");
    let all = hot.replace("hazard = 1 }]", "hazard = 1 }, { x = 10, y = 0, hazard = 9 }]");
    assert_eq!(end("advance", 9, &all), (7, 4));
    assert_eq!(end("advance", 1, &all), (5, 9), "no square in range leaves it its last HP");
    // Who has B in range already stays, and keeps its use.
    let near = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let blink = "position = [0, 0]\nrng = 3\nabilities = [{ name = \"Blink\", action = \"none\", worth = 1, range = 9, target = \"empty_square\", effects = [\"teleport\"] }]";
    let foe = post("B", 9, "position = [2, 0]\nmv = 0");
    let seen = Table::new(near, &[unit("A", [9, 5, 0, 0, 0], blink)], &[foe]).tape("");
    assert_eq!((seen.sum(A, Metric::AbilitiesUsed), seen.state.unit(A).at, seen.hp(B)), (0, 0, 4));
}
