//! Statuses and changes one by one (SB-41 to SB-55, SB-63).

use super::*;
use crate::data::vocabulary::{Stat, Status};

fn post(name: &str, hp: i32, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\n{more}"))
}

/// A unit that uses its only ability and nothing else.
fn user(stats: [i32; 5], ability: &str, more: &str) -> String {
    unit(
        "A",
        stats,
        &format!(
            "abilities = [{{ name = \"X\", {ability} }}]\ntactics = {{ action = {{ priorities = [\"X\"] }} }}\n{more}"
        ),
    )
}

#[test]
fn sb_41_sb_47_what_stacks() {
    let stacks = |name: &str, rounds: u32| {
        let a = user([9, 0, 0, 0, 0], &format!("worth = 9, effects = [{{ add_status = \"{name}\" }}]"), "");
        let head = format!("max_rounds = {rounds}\n[rulings]\nburn_per_stack = 0");
        let seen = Table::new(&head, &[a], &[unit("B", [20, 0, 90, 0, 0], "rng = 0")]).tape("");
        let at = ["blind", "break", "cripple", "poison", "burn", "shear"].iter().position(|one| *one == name);
        let status =
            [Status::BLIND, Status::BREAK, Status::CRIPPLE, Status::POISON, Status::BURN, Status::SHEAR]
                [at.expect("a status")];
        seen.stacks(B, status)
    };
    for once in ["blind", "break", "cripple", "poison"] {
        assert_eq!(stacks(once, 3), 1, "{once}");
    }
    assert_eq!((stacks("burn", 3), stacks("shear", 5)), (2, 5));
}

#[test]
fn sb_44_freeze_begins_anew_and_thaws_in_sleep() {
    let stage = |statuses: &str, rounds: u32| {
        let a = post("A", 9, &format!("statuses = {{ {statuses} }}"));
        let seen = Table::new(&format!("max_rounds = {rounds}"), &[a], &[post("B", 9, "")]).tape("");
        seen.stacks(A, Status::FREEZE)
    };
    assert_eq!([stage("freeze = 2", 1), stage("freeze = 2", 2), stage("freeze = 2", 3)], [2, 1, 0]);
    assert_eq!(stage("freeze = 1", 1), 1);
    assert_eq!(stage("freeze = 2, sleep = 1", 1), 2, "the activation of a sleeper counts");
    // Whoever is frozen again begins with both tokens.
    let a = user([9, 0, 0, 0, 0], "effects = [{ add_status = \"freeze\" }]", "");
    let head = "max_rounds = 2\n[rulings]\nfirst = \"side_b\"";
    let seen = Table::new(head, &[a], &[post("B", 9, "statuses = { freeze = 1 }")]).tape("");
    assert_eq!(seen.stacks(B, Status::FREEZE), 3);
    // A push is no movement of its own.
    let push =
        user([9, 0, 0, 0, 0], "worth = 9, range = 3, effects = [{ push = 2 }]", "position = [0, 0]\nmv = 0");
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let b = post("B", 9, "position = [2, 0]\nmv = 0\nstatuses = { freeze = 2 }");
    assert_eq!(Table::new(map, &[push], &[b]).tape("").state.unit(B).at, 4);
}

#[test]
fn sb_45_burn_is_no_attack() {
    let answers = "reactions = [{ name = \"R\", timing = { on_hp_damage = \"any\" }, target = \"self\", effects = [{ heal = 9 }] }, { name = \"S\", timing = { on_hit = \"any\" }, target = \"self\", effects = [{ heal = 9 }] }]";
    let a = unit(
        "A",
        [9, 0, 0, 1, 1],
        &format!("rng = 0\nevasion = {{ A = 50 }}\nstatuses = {{ burn = 1 }}\n{answers}"),
    );
    let seen = Table::new("", &[a], &[post("B", 9, "")]).tape("");
    assert_eq!((seen.hp(A), seen.pd(A), seen.sd(A)), (7, 1, 1));
    assert!(!seen.has(|event| matches!(event, Event::Uses { .. } | Event::Defends { .. })));
}

#[test]
fn sb_48_poison_is_paid_for_every_space_moved_by_others_too() {
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let seen = |hp: i32, push: u8| {
        let a = user(
            [9, 0, 0, 0, 0],
            &format!("worth = 9, range = 3, effects = [{{ push = {push} }}]"),
            "position = [0, 0]\nmv = 0",
        );
        let b = post("B", hp, "position = [2, 0]\nmv = 0\nstatuses = { poison = 1 }");
        Table::new(map, &[a], &[b, post("C", 9, "position = [0, 9]\nmv = 0")]).tape("")
    };
    assert_eq!(seen(9, 3).hp(B), 6);
    let fell = seen(2, 5);
    assert_eq!((fell.hp(B), fell.state.unit(B).at), (0, 4), "who falls stops there");
}

#[test]
fn sb_49_silence_leaves_the_fuses_that_lie() {
    let fuse = |name: &str, more: &str| {
        format!(
            "{{ name = \"{name}\", kind = \"fuse\", cost = {{ element = \"fire\", n = 1 }}, {more}effects = [{{ stat = {{ name = \"pd\", by = 3 }} }}] }}"
        )
    };
    let a = format!("abilities = [{}, {}]", fuse("Wall", ""), fuse("Veil", "when = \"round >= 2\", "));
    let hush =
        "abilities = [{ name = \"Hush\", uses = 1, worth = 9, effects = [{ add_status = \"silence\" }] }]";
    let lying = |of_b: &str, rounds: u32| {
        let head = format!("max_rounds = {rounds}\n[rulings]\ndeck = [[\"fire\", 1, 2]]");
        let (west, east) = ([post("A", 20, &a)], [unit("B", [9, 0, 0, 0, 0], of_b)]);
        let sides: [(&str, &str, &[String]); 2] =
            [("west", "hand_max = 2", &west), ("east", "stones = \"off\"", &east)];
        let seen = Table::sides(&head, &sides).tape("d2=1 d1=1");
        (seen.state.unit(A).lying, seen.stacks(A, Status::SILENCE))
    };
    assert_eq!(lying("", 2), (3, 0));
    // The first lies on, the second is not set; it ends with the next turn of its side.
    assert_eq!([lying(hush, 1), lying(hush, 2), lying(hush, 3)], [(1, 1), (1, 0), (3, 0)]);
}

#[test]
fn sb_50_what_wakes_a_sleeper() {
    let asleep = |a: &str, more: &str| {
        let b = post("B", 20, &format!("statuses = {{ sleep = 1{more} }}"));
        let (rules, mut state) = Table::new("", &[unit("A", [9, 2, 0, 0, 0], a)], &[b]).start();
        let mut log = Log::default();
        let mut dice = Tape::new(&[]);
        // The turn of A alone.
        let _ = rules.turn(&mut state, &mut dice, &mut log);
        state.unit(B).stacks[Status::SLEEP.idx()] > 0
    };
    assert!(!asleep("", ""), "HP damage by an attack");
    let bolt = "abilities = [{ name = \"Bolt\", effects = [{ damage = { n = 3, not_attack = true } }] }]\ntactics = { action = \"ability_first\" }";
    assert!(!asleep(bolt, ""), "by an ability");
    let lull = "on_attack = [{ effects = [{ add_status = \"sleep\" }] }]";
    assert!(asleep(lull, ""), "a blow that lays [Sleep] leaves it asleep");
    // [Burn] does not wake: it sleeps to the end of its own turn.
    let seen =
        Table::new("", &[post("A", 9, "")], &[post("B", 20, "statuses = { sleep = 1, burn = 1 }")]).tape("");
    let of = |event: &Event| match event {
        Event::Hurt { .. } => Some("burns"),
        Event::StatusEnds { .. } => Some("wakes"),
        Event::Sleeps { .. } => Some("sleeps"),
        _ => None,
    };
    assert_eq!(seen.events.iter().filter_map(of).collect::<Vec<_>>(), ["sleeps", "burns", "wakes"]);
}

#[test]
fn sb_52_changes_add_up_begin_anew_and_stop_at_0() {
    let raise = |by: i32| {
        format!(
            "{{ name = \"Cry\", target = \"all_allies\", duration = \"fight\", effects = [{{ stat = {{ name = \"atk\", by = {by} }} }}], action = \"none\", uses = 2 }}"
        )
    };
    let atk = |abilities: &[String]| {
        let own: Vec<String> = abilities
            .iter()
            .enumerate()
            .map(|(i, ability)| {
                unit(["A", "B"][i], [9, 1, 0, 0, 0], &format!("rng = 1\nabilities = [{ability}]"))
            })
            .collect();
        let table = Table::new("max_rounds = 3", &own, &[post("C", 99, "")]);
        let seen = table.tape("");
        table.system().stat(&seen.state, A, Stat::Atk)
    };
    assert_eq!(atk(&[raise(2)]), 3, "the same change of the same ability counts once");
    assert_eq!(atk(&[raise(2), raise(2)]), 5, "those of two units add up");
    // All have floor 0.
    let low = post(
        "A",
        9,
        "abilities = [{ name = \"Low\", kind = \"innate\", effects = [{ stat = { name = \"pd\", by = -9 } }, { stat = { name = \"atk\", by = -9 } }, { stat = { name = \"crt\", by = -9 } }, { stat = { name = \"mv\", by = -9 } }, { stat = { name = \"rng\", by = -9 } }] }]",
    );
    let (rules, state) = Table::new("", &[low], &[post("B", 9, "")]).start();
    let all = [Stat::Pd, Stat::Sd, Stat::Atk, Stat::Crt, Stat::Mv, Stat::Rng];
    assert_eq!(all.map(|stat| rules.stat(&state, A, stat)), [0; 6]);
}

#[test]
fn sb_52_healing_stops_at_the_start_and_revival_waits_a_turn() {
    let drink = "abilities = [{ name = \"Drink\", target = \"self\", action = \"none\", uses = 1, worth = 1, effects = [{ heal = 7 }, { stat = { name = \"pd\", by = 1 } }] }]";
    let hp = |ruling: &str| {
        let a = post("A", 9, &format!("statuses = {{ burn = 1 }}\n{drink}"));
        Table::new(&format!("max_rounds = 1\n{ruling}"), &[a], &[post("B", 9, "")]).tape("").hp(A)
    };
    assert_eq!((hp(""), hp("[rulings]\noverheal = true")), (7, 14));
    // Brought back by A, C does not act in the same turn.
    let own = [
        unit(
            "A",
            [9, 0, 0, 0, 0],
            "abilities = [{ name = \"Rise\", target = \"ally\", effects = [{ revive = 2 }] }]",
        ),
        unit("B", [1, 3, 0, 0, 0], ""),
    ];
    let foe = unit("C", [60, 3, 0, 0, 0], "tactics = { target = \"weakest\" }");
    let seen = Table::new("max_rounds = 2\n[rulings]\nfirst = \"side_b\"", &own, &[foe]).tape("");
    assert_eq!(seen.activated(), [C, A, C, A]);
    let back = |event: &Event| matches!(event, Event::Revived { unit: B, hp: 1 });
    assert_eq!(seen.events.iter().filter(|event| back(event)).count(), 2, "with 1 HP of 1");
}

#[test]
fn sb_53_where_a_push_stops_and_goes() {
    let to = |squares: &str, effect: &str, b: [u8; 2], c: [u8; 2]| {
        let a = user(
            [9, 0, 0, 0, 0],
            &format!("worth = 50, range = 9, effects = [{{ {effect} }}]"),
            "position = [4, 4]\nmv = 0",
        );
        let map = format!("[rulings]\nfirst = \"side_a\"\n[map]\n{squares}\n");
        let at = |[x, y]: [u8; 2]| format!("position = [{x}, {y}]\nmv = 0");
        let seen = Table::new(&map, &[a], &[post("B", 9, &at(b)), post("C", 9, &at(c))]).tape("");
        let at = seen.state.unit(B).at;
        [at % 10, at / 10]
    };
    let far = [0, 9];
    assert_eq!(to("", "push = 2", [5, 5], far), [7, 5], "ties go along x");
    assert_eq!(to("", "push = 2", [4, 3], far), [4, 1]);
    assert_eq!(to("", "push = 3", [5, 4], [7, 4]), [6, 4], "before a living unit");
    assert_eq!(to("squares = [{ x = 7, y = 4, blocked = true }]", "push = 3", [5, 4], far), [6, 4]);
    assert_eq!(to("", "pull = 2", [4, 8], far), [4, 6]);
}

#[test]
fn sb_54_an_aura_ends_with_its_bearer_and_falls_on_whom_it_is_for() {
    let aura = "abilities = [{ name = \"Dread\", kind = \"aura\", target = \"all_enemies\", effects = [{ stat = { name = \"atk\", by = -2 } }] }]";
    let (rules, mut state) = Table::new(
        "",
        &[unit("A", [9, 5, 0, 0, 0], aura)],
        &[unit("B", [9, 5, 0, 0, 0], ""), unit("C", [9, 1, 0, 0, 0], "")],
    )
    .start();
    let atk = |state: &State| [A, B, C].map(|unit| rules.stat(state, unit, Stat::Atk));
    assert_eq!(atk(&state), [5, 3, 0]);
    state.down.insert(A);
    assert_eq!(atk(&state), [5, 5, 1]);
}

#[test]
fn sb_55_a_reaction_that_is_used_once_waits_for_its_unit() {
    let skin = |more: &str| {
        format!(
            "reactions = [{{ name = \"Skin\", timing = {{ on_hp_damage = \"any\" }}, target = \"self\", {more}effects = [{{ heal = 1 }}] }}]"
        )
    };
    let heals = |more: &str| {
        let a = unit("A", [9, 3, 0, 0, 0], "attack_mode = \"double\"");
        let seen = Table::new("max_rounds = 2", &[a], &[post("B", 30, &skin(more))]).tape("");
        seen.sum(B, Metric::HealingGiven)
    };
    assert_eq!([heals(""), heals("use_once = true, "), heals("uses = 3, ")], [4, 2, 3]);
}

#[test]
fn sb_63_what_makes_a_round_loud() {
    let rounds = |west: &str, rest: &str| {
        let (own, foes) = ([west.to_owned()], [unit("B", [30, 0, 0, 1, 0], &format!("rng = 0\n{rest}"))]);
        let seen = Table::sides(
            "max_rounds = 9\n[rulings]\nstalemate = 2",
            &[("west", "stones = \"off\"", &own), ("east", "", &foes)],
        )
        .tape("");
        seen.sum(B, Metric::RoundsActive)
    };
    assert_eq!(rounds(&post("A", 9, ""), ""), 2);
    // One loud round, then two quiet ones.
    let once =
        |effect: &str| user([9, 0, 0, 0, 0], &format!("uses = 1, worth = 9, effects = [{effect}]"), "");
    assert_eq!(rounds(&once("{ add_status = \"break\" }"), ""), 3);
    assert_eq!(rounds(&once("{ stat = { name = \"pd\", by = -1, duration = \"fight\" } }"), ""), 3);
    assert_eq!(rounds(&once("{ stat = { name = \"mv\", by = -1, duration = \"fight\" } }"), ""), 2);
    assert_eq!(
        rounds(
            &post(
                "A",
                9,
                "abilities = [{ name = \"F\", kind = \"fuse\", effects = [{ stat = { name = \"mv\", by = 1 } }] }]"
            ),
            ""
        ),
        3
    );
    assert_eq!(rounds(&post("A", 9, ""), "statuses = { silence = 1 }"), 2, "running out does not count");
    // A critical that erodes, though no HP are lost.
    let hits = unit("A", [9, 1, 0, 0, 0], "attack_mode = \"guaranteed\"");
    let foe = unit("B", [30, 0, 0, 9, 0], "rng = 0");
    let seen = Table::new("max_rounds = 3\n[rulings]\nstalemate = 2", &[hits], &[foe]).tape("");
    assert_eq!((seen.outcome, seen.hp(B), seen.pd(B)), (Some(Outcome::Timeout), 30, 3));
}
