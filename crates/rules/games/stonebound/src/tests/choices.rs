//! Clauses of decisions that no other test would miss (D-03 to D-06, D-09, D-10, D-12, SB-06, SB-09, SB-66).

use super::*;
use crate::dice::centesimal::Centesimal;

const MAP: &str = "[rulings]\nfirst = \"side_a\"\n[map]\n";

fn post(name: &str, hp: i32, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\n{more}"))
}

#[test]
fn d_05_worths_and_ties() {
    let gain = |of_a: &str, effect: &str| {
        let ability = format!("abilities = [{{ name = \"X\", effects = [{effect}] }}]\n{of_a}");
        let (rules, state) =
            Table::new("", &[unit("A", [9, 3, 0, 0, 0], &ability)], &[post("B", 9, "")]).start();
        rules.judge_skill(&state, A, 0, UnitSet::one(B), 0).gain
    };
    for (status, worth) in [("burn", 4), ("sleep", 3), ("blind", 2), ("break", 1), ("poison", 1)] {
        assert_eq!(
            gain("", &format!("{{ add_status = \"{status}\" }}")),
            Centesimal::whole(worth),
            "{status}"
        );
    }
    assert_eq!(
        gain("", "{ add_status = { name = \"burn\", stacks = 5 } }"),
        Centesimal::whole(8),
        "of each stack"
    );
    let blind = "statuses = { blind = 1 }";
    assert_eq!(gain(blind, "{ damage = 4 }"), Centesimal::whole(2), "half of the time it fails");
    // Fewer stones, then the Standard Attack, then list order.
    let used = |abilities: &str| {
        let own = [unit("A", [9, 3, 0, 0, 0], &format!("abilities = [{abilities}]"))];
        let foes = [post("B", 9, "")];
        let head = "[rulings]\ndeck = [[\"fire\", 1, 2]]";
        let sides: [(&str, &str, &[String]); 2] = [("west", "hand_max = 2", &own), ("east", "", &foes)];
        let seen = Table::sides(head, &sides).tape("d2=1 d1=1");
        seen.events
            .iter()
            .find_map(|event| if let Event::Uses { skill, .. } = event { Some(*skill) } else { None })
    };
    let bolt = |name: &str, n: u8, damage: u8| {
        format!(
            "{{ name = \"{name}\", cost = {{ element = \"fire\", n = {n} }}, effects = [{{ damage = {damage} }}] }}"
        )
    };
    assert_eq!(used(&format!("{}, {}", bolt("Dear", 2, 4), bolt("Cheap", 1, 4))), Some(1));
    let free = "{ name = \"Free\", effects = [{ damage = 3 }] }";
    assert_eq!(used(&format!("{free}, {}", bolt("Dear", 2, 3))), None, "the [Standard Attack] does as much");
}

#[test]
fn d_05_ability_first_wants_a_gain() {
    // A guaranteed blow that only wears a defence down gains nothing: the [Standard Attack] goes first.
    let sunder = "abilities = [{ name = \"Sunder\", effects = [{ standard_attack = { mode = \"guaranteed\", atk_mod = -9 } }] }]\ntactics = { action = \"ability_first\" }";
    let foe = unit("B", [9, 0, 0, 2, 0], "rng = 0");
    let seen = Table::new("", &[unit("A", [9, 3, 0, 0, 0], sunder)], &[foe]).tape("");
    assert_eq!((seen.hp(B), seen.sum(A, Metric::AbilitiesUsed)), (8, 0));
}

#[test]
fn d_03_equal_defences_go_by_hp_and_same_stays() {
    let foes = |hp: [i32; 2]| [post("B", hp[0], ""), post("C", hp[1], "")];
    let most = unit("A", [9, 3, 0, 0, 0], "tactics = { target = \"most_damage\" }");
    assert_eq!(Table::new("", &[most], &foes([9, 8])).tape("").targets(), [C]);
    // `same` goes back to whom it attacked last, though another stands before him.
    let again = unit(
        "A",
        [9, 3, 0, 0, 0],
        "tactics = { target = [{ use = \"weakest\", when = \"round = 1\" }, \"same\"] }",
    );
    assert_eq!(Table::new("max_rounds = 2", &[again], &foes([9, 8])).tape("").targets(), [C, C]);
}

#[test]
fn d_03_the_nearest_by_the_way_it_walks() {
    let a = unit("A", [9, 3, 0, 0, 0], "position = [0, 0]\nmv = 9\ntactics = { target = \"nearest\" }");
    // B is 2 steps off behind a wall, C 4 in the open.
    let wall = "squares = [{ x = 1, y = 0, blocked = true }, { x = 1, y = 1, blocked = true }, { x = 1, y = 2, blocked = true }]\n";
    let foes = [post("B", 9, "position = [2, 0]"), post("C", 9, "position = [0, 4]")];
    assert_eq!(Table::new(&format!("{MAP}{wall}"), std::slice::from_ref(&a), &foes).tape("").targets(), [C]);
    assert_eq!(Table::new(MAP, &[a], &foes).tape("").targets(), [B]);
}

#[test]
fn d_04_who_stays_and_who_goes() {
    let end = |how: &str, x: u8, squares: &str| {
        let a = unit(
            "A",
            [9, 3, 0, 0, 0],
            &format!("position = [{x}, 0]\nmv = 2\nrng = 3\ntactics = {{ move = \"{how}\" }}"),
        );
        let map = format!("{MAP}height = 1\nwidth = 9\n{squares}");
        let seen = Table::new(&map, &[a], &[post("B", 30, "position = [4, 0]")]).tape("");
        let order: Vec<bool> = seen
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Attacks { .. } => Some(true),
                Event::Moves { .. } => Some(false),
                _ => None,
            })
            .collect();
        (seen.state.unit(A).at, order)
    };
    assert_eq!(end("kite", 2, ""), (0, vec![true, false]), "it acts, then goes");
    assert_eq!(end("kite", 0, ""), (1, vec![false, true]), "it goes no nearer than it must, and acts");
    assert_eq!(end("advance", 2, ""), (2, vec![true]));
    let hot = "squares = [{ x = 2, y = 0, hazard = 1 }]\n";
    assert_eq!(end("advance", 2, hot), (1, vec![false, true]), "it leaves a hazard first");
    // With nowhere farther to go it stays.
    assert_eq!(end("kite", 8, "squares = [{ x = 7, y = 0, blocked = true }]\n").0, 8);
}

#[test]
fn d_09_the_share_and_not_the_hp() {
    let mend = "abilities = [{ name = \"Mend\", target = \"ally\", effects = [{ heal = 1 }] }]";
    let burns = |name: &str, hp: i32| post(name, hp, "statuses = { burn = 1 }");
    let own = [
        burns("A", 5),
        burns("B", 6),
        unit("C", [40, 0, 0, 0, 0], &format!("rng = 1\nstatuses = {{ burn = 2 }}\n{mend}")),
    ];
    let seen = Table::new("max_rounds = 2", &own, &[post("D", 9, "")]).tape("");
    let healed = |event: &Event| if let Event::Heals { unit, .. } = event { Some(*unit) } else { None };
    // After a round 3 of 5, 4 of 6 and 36 of 40 are left.
    assert_eq!(seen.events.iter().find_map(healed), Some(A));
    let own = [post("A", 5, ""), post("B", 40, "")];
    let (rules, mut state) = Table::new("", &own, &[post("C", 9, "")]).start();
    (state.unit_mut(A).hp, state.unit_mut(B).hp) = (4, 10);
    assert_eq!(rules.by_need(&state, A, UnitSet::one(A).or(UnitSet::one(B))), Some(B));
}

#[test]
fn sb_06_no_action_abilities_that_the_action_made_worth_it() {
    // Its own blow costs it HP by the thorns of B, and the draught behind the action gives them back.
    let drink =
        "abilities = [{ name = \"Drink\", action = \"none\", target = \"self\", effects = [{ heal = 2 }] }]";
    let thorns =
        "reactions = [{ name = \"T\", timing = { on_hp_damage = \"any\" }, effects = [{ reflect = 100 }] }]";
    let seen = Table::new("", &[unit("A", [9, 2, 0, 0, 0], drink)], &[post("B", 9, thorns)]).tape("");
    assert_eq!((seen.hp(A), seen.sum(A, Metric::HealingGiven)), (9, 2));
}

#[test]
fn sb_66_the_stones_of_the_fallen_are_dead() {
    let ember = |element: &str| {
        format!(
            "abilities = [{{ name = \"E\", cost = {{ element = \"{element}\", n = 9 }}, effects = [{{ damage = 1 }}] }}]"
        )
    };
    let own = [
        post("A", 9, &ember("fire")),
        post("B", 2, &format!("statuses = {{ burn = 1 }}\n{}", ember("water"))),
    ];
    let foes = [post("C", 9, &ember("water"))];
    let head = "[rulings]\ndeck = [[\"fire\", 1, 1], [\"water\", 1, 1]]";
    let sides: [(&str, &str, &[String]); 2] =
        [("west", "hand_max = 2", &own), ("east", "hand_max = 0", &foes)];
    let seen = Table::sides(head, &sides).tape("d2=1 d1=1");
    assert_eq!(seen.sum(A, Metric::StonesDead), 1, "the water, when B had fallen");
}

#[test]
fn d_05_a_push_that_moves_nobody_is_worth_nothing() {
    let push = "position = [0, 0]\nmv = 0\nabilities = [{ name = \"X\", worth = 9, range = 3, effects = [{ push = 2 }] }]";
    let used = |x: u8| {
        let seen = Table::new(
            &format!("{MAP}height = 1\nwidth = 3\n"),
            &[unit("A", [9, 0, 0, 0, 0], push)],
            &[post("B", 9, &format!("position = [{x}, 0]"))],
        )
        .tape("");
        seen.sum(A, Metric::AbilitiesUsed)
    };
    assert_eq!([used(1), used(2)], [1, 0]);
}
