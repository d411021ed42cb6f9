//! Friends and the fallen: what falls on whom, and who answers (SB-28, SB-29, SB-32, SB-39, SB-52, SB-64).

use super::*;
use crate::data::vocabulary::Status;
use fray_engine::contract::Keyed as _;

const ROW: &str = "[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nwidth = 5\nheight = 1\n";

const BLAST: &str = "rng = 1\nmv = 0\nposition = [1, 0]\nabilities = [{ name = \"Blast\", target = { area = { radius = 2 } }, effects = [{ damage = { n = 3 } }, { add_status = \"break\" }] }]\ntactics = { action = \"ability_first\", area = \"most\" }";

/// A blaster and a friend between enemies, with these keys of its own and of its friend.
fn blast(of_a: &str, of_b: &str) -> Seen {
    blast_on(9, of_a, of_b)
}

fn blast_on(hp: i32, of_a: &str, of_b: &str) -> Seen {
    let own = [
        unit("A", [30, 0, 0, 9, 0], &format!("{BLAST}\n{of_a}")),
        unit("B", [hp, 0, 0, 2, 0], &format!("rng = 3\nmv = 0\nposition = [2, 0]\n{of_b}")),
    ];
    let foe =
        |name: &str, x: u8| unit(name, [9, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [{x}, 0]"));
    Table::new(ROW, &own, &[foe("C", 0), foe("D", 3)]).tape("")
}

#[test]
fn sb_29_what_falls_on_its_own_side_is_neither_evaded_nor_negated() {
    let seen = blast("evasion = { P = 60 }", "evasion = { P = 50 }\nnegation = [{ n = 30 }]");
    assert_eq!((seen.hp(A), seen.hp(B), seen.hp(C)), (30, 8, 6), "no roll is asked for");
    assert!(!seen.has(|event| matches!(event, Event::Defends { .. })));
    assert_eq!(seen.sum(B, Metric::Evaded) + seen.sum(B, Metric::EvasionRate), 0);
    // Its worth counts on that: 3 from each enemy for 3 from itself, so that the blow of 4 is better.
    let dodger = "position = [1, 0]\nevasion = { P = 60 }\nabilities = [{ name = \"Blast\", target = { area = { radius = 1 } }, effects = [{ damage = { n = 3 } }] }]";
    let foe = |name: &str, x: u8| unit(name, [9, 0, 0, 0, 0], &format!("mv = 0\nposition = [{x}, 0]"));
    let seen = Table::new(ROW, &[unit("A", [6, 4, 0, 0, 0], dodger)], &[foe("B", 0), foe("C", 2)]).tape("");
    assert_eq!((seen.hp(A), seen.hp(B), seen.hp(C)), (6, 5, 9));
}

#[test]
fn sb_64_an_area_sets_nothing_off_on_its_users_side() {
    let timings = [
        "\"on_attacked\"",
        "{ on_hit = \"any\" }",
        "{ on_hp_damage = \"any\" }",
        "{ on_erosion = \"any\" }",
        "\"before_damage\"",
    ];
    for timing in timings {
        let reaction = format!(
            "reactions = [{{ name = \"R\", timing = {timing}, target = \"self\", effects = [{{ heal = 2 }}] }}]"
        );
        let seen = blast("", &reaction);
        assert_eq!(seen.hp(B), 8, "{timing}");
        assert!(!seen.has(|event| matches!(event, Event::Uses { unit: B, .. })), "{timing}");
    }
    let counter =
        "reactions = [{ name = \"R\", timing = { on_hp_damage = \"any\" }, effects = [\"counter\"] }]";
    assert_eq!(blast("", counter).sum(B, Metric::Counters), 0);
    // The user answers what it did to the enemy, once, and nothing that it did to a friend.
    let after = "reactions = [{ name = \"R\", timing = \"after_damage\", target = \"enemy\", effects = [{ add_status = \"burn\" }] }]";
    let seen = blast(after, "");
    assert_eq!([B, C].map(|unit| seen.stacks(unit, Status::BURN)), [0, 1]);
    // A fall is answered.
    let mourns = "reactions = [{ name = \"R\", timing = { on_incapacitated = \"ally\" }, target = \"self\", effects = [{ add_status = \"shear\" }] }]";
    let seen = blast_on(1, mourns, "");
    assert_eq!((seen.hp(B), seen.stacks(A, Status::SHEAR)), (0, 1));
}

#[test]
fn sb_29_the_effects_of_a_double_on_several_belong_to_the_second_blow() {
    let a = unit(
        "A",
        [9, 2, 0, 0, 0],
        "abilities = [{ name = \"Sweep\", target = \"all_enemies\", effects = [{ standard_attack = { mode = \"double\" } }, { add_status = \"shear\" }] }]\ntactics = { action = \"ability_first\" }",
    );
    let foes = [unit("B", [20, 0, 0, 0, 0], "rng = 0"), unit("C", [20, 0, 0, 0, 0], "rng = 0")];
    let seen = Table::new("", &[a], &foes).tape("");
    assert_eq!((seen.hp(B), seen.hp(C)), (16, 16));
    assert_eq!([B, C].map(|unit| seen.stacks(unit, Status::SHEAR)), [1, 1]);
}

#[test]
fn sb_28_nothing_is_laid_on_who_has_fallen() {
    let a = "on_attack = [{ effects = [{ add_status = \"burn\" }, { damage = { n = 9, not_attack = true } }] }]\nabilities = [{ name = \"Odd\", effects = [{ standard_attack = {} }, { heal = 5 }, { add_status = \"break\" }, { discard = 1 }] }]\ntactics = { action = { priorities = [\"Odd\", \"standard\"] } }";
    let rob =
        "abilities = [{ name = \"Bolt\", cost = { element = \"fire\", n = 1 }, effects = [{ damage = 1 }] }]";
    for (hp, laid) in [(1, 0), (12, 1)] {
        let text = Table::new(
            "[rulings]\ndeck = [[\"fire\", 1, 9]]",
            &[unit("A", [9, 9, 0, 0, 0], a)],
            &[unit("B", [hp, 1, 0, 0, 0], rob), unit("C", [9, 0, 0, 99, 99], "rng = 0")],
        )
        .text;
        let text = text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1);
        let mut text = Table { text };
        text.text = text.text.replacen("name = \"east\"\n", "name = \"east\"\nhand_max = 0\n", 1);
        let seen = text.tape("");
        assert_eq!((seen.hp(B), seen.sum(A, Metric::StatusesLaid)), (0, laid), "hp {hp}");
        assert_eq!(seen.sum(B, Metric::StatusesSuffered), laid);
        assert!(!seen.has(|event| matches!(event, Event::Discards { .. } | Event::Heals { .. })));
    }
}

#[test]
fn sb_39_who_lies_answers_no_other_fall() {
    let avenges = "rng = 0\nreactions = [{ name = \"Vengeance\", timing = { on_incapacitated = \"ally\" }, target = \"attacker\", effects = [{ damage = { n = 5, type = \"H\", not_attack = true } }] }]";
    let own = [unit("A", [1, 0, 0, 0, 0], avenges), unit("B", [1, 0, 0, 0, 0], "rng = 0")];
    let foe = unit("C", [5, 9, 0, 0, 0], "");
    let seen = Table::new("max_rounds = 9\n[rulings]\nfirst = \"side_b\"", &own, std::slice::from_ref(&foe))
        .tape("");
    assert_eq!(seen.outcome, Some(Outcome::Win(fray_engine::roster::SideId(1))));
    // Both fall at once: neither answers the fall of the other.
    let all = foe.replace("rng = 1", "")
        + "abilities = [{ name = \"Blast\", target = \"all_enemies\", effects = [{ damage = 9 }] }]\n";
    let seen = Table::new("[rulings]\nfirst = \"side_b\"", &own, &[all]).tape("");
    assert_eq!((seen.hp(C), seen.outcome), (5, Some(Outcome::Win(fray_engine::roster::SideId(1)))));
}

#[test]
fn sb_39_each_fall_has_its_own_attacker() {
    // The blast fells A and B; the answer of A fells C's friend D, and B still answers C.
    let last = |name: &str, target: &str| {
        format!(
            "rng = 0\nreactions = [{{ name = \"{name}\", timing = {{ on_incapacitated = \"self\" }}, target = \"{target}\", effects = [{{ damage = {{ n = 2, type = \"H\", not_attack = true }} }}] }}]"
        )
    };
    let own = [
        unit("A", [1, 0, 0, 0, 0], &last("Curse", "all_enemies")),
        unit("B", [1, 0, 0, 0, 0], &last("Last", "attacker")),
        unit("E", [99, 0, 0, 0, 0], "rng = 0"),
    ];
    let foes = [
        unit(
            "C",
            [9, 0, 0, 0, 0],
            "abilities = [{ name = \"Blast\", target = \"all_enemies\", effects = [{ damage = 9 }] }]",
        ),
        unit("D", [2, 0, 0, 0, 0], "rng = 0"),
    ];
    let seen = Table::new("[rulings]\nfirst = \"side_b\"", &own, &foes).tape("");
    assert_eq!((seen.hp(UnitId(4)), seen.hp(UnitId(3))), (0, 5), "2 by A, 2 by B");
}

#[test]
fn sb_32_sb_52_erosion_leaves_no_debt_behind_what_raised_a_defence() {
    let ward = |effect: &str| {
        unit(
            "A",
            [60, 0, 0, 0, 0],
            &format!(
                "rng = 0\nabilities = [{{ name = \"Raise\", target = \"self\", effects = [{effect}] }}]"
            ),
        )
    };
    let foe =
        |kind: &str| unit("B", [9, 5, 0, 0, 0], &format!("type = \"{kind}\"\nattack_mode = \"guaranteed\""));
    for (stat, kind) in [("sd", "S"), ("pd", "P")] {
        let raise = format!("{{ stat = {{ name = \"{stat}\", by = 4, duration = {{ turns = 1 }} }} }}");
        let text =
            Table::new("max_rounds = 6\n[rulings]\nfirst = \"side_b\"", &[ward(&raise)], &[foe(kind)]).text;
        let text = text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1);
        let seen = Table { text }.tape("");
        let met =
            |event: &Event| if let Event::Damage { defence, .. } = event { Some(*defence) } else { None };
        let met: Vec<i32> = seen.events.iter().filter_map(met).collect();
        assert_eq!(met, [0, 4, 0, 4, 0, 4], "{stat}");
    }
    // By a status of the scenario, too.
    let shell = "{ add_status = { name = \"shell\", duration = { turns = 1 } } }";
    let text = Table::new("max_rounds = 4\n[rulings]\nfirst = \"side_b\"", &[ward(shell)], &[foe("P")])
        .with("[status.shell]\nstats = { pd = 4 }\nharmful = false\n");
    let text = text.text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1);
    let seen = Table { text }.tape("");
    let met = |event: &Event| if let Event::Damage { defence, .. } = event { Some(*defence) } else { None };
    assert_eq!(seen.events.iter().filter_map(met).collect::<Vec<i32>>(), [0, 4, 0, 4]);
    assert!(seen.pd(A) >= -4);
}

#[test]
fn sb_52_who_is_brought_back_keeps_its_defences_in_the_keys_of_the_solver() {
    let revive = "abilities = [{ name = \"Rise\", target = \"ally\", effects = [{ revive = 3 }] }]";
    let own = [unit("A", [9, 0, 0, 0, 0], revive), unit("B", [5, 0, 0, 3, 2], "rng = 0")];
    let (rules, mut state) = Table::new("", &own, &[unit("C", [9, 1, 0, 0, 0], "")]).start();
    state.down.insert(B);
    (state.unit_mut(B).hp, state.unit_mut(B).pd, state.unit_mut(B).sd) = (0, 1, 2);
    let mut key = Vec::new();
    rules.key(&mut state, &mut key);
    let back = rules.state_of(&key);
    assert_eq!((back.unit(B).pd, back.unit(B).sd), (1, 2));
}

#[test]
fn sb_04_who_has_no_square_is_named() {
    let table = |map: &str, at: &str| {
        Table::new(
            &format!("[rulings]\nfirst = \"side_a\"\n[map]\n{map}"),
            &[unit("A", [9, 1, 0, 0, 0], "")],
            &[unit("B", [9, 1, 0, 0, 0], at)],
        )
    };
    let tight = "width = 2\nheight = 1\nsquares = [{ x = 1, y = 0, blocked = true }]\n";
    assert_eq!(table(tight, "").error(), "there is no free square for `B` on the board of 2 x 1, SB-04");
    assert_eq!(table(tight, "position = [1, 0]").error(), "`B` starts at [1, 0], which is blocked");
    assert_eq!(
        table(tight, "position = [2, 0]").error(),
        "`B` starts at [2, 0], outside the map, which has columns 0 to 1 and rows 0 to 0"
    );
    let alone = "width = 1\nheight = 1\nsquares = [{ x = 0, y = 0, blocked = true }]\n";
    assert_eq!(table(alone, "").error(), "there is no free square for `A` on the board of 1 x 1, SB-04");
}

#[test]
fn sb_29_abilities_of_a_unit_that_attacks_s_by_its_type_alone_are_warned_of() {
    let warnings = |unit_keys: &str| {
        let a = unit("A", [9, 1, 0, 0, 0], unit_keys);
        let text = Table::new("", &[a], &[unit("B", [9, 1, 0, 0, 0], "")]).text;
        Reader { parts: &PARTS, check, read }.warnings(&text, "")
    };
    let bolt = "abilities = [{ name = \"Hex\", effects = [{ add_status = \"blind\" }] }]";
    assert_eq!(
        warnings(&format!("type = \"S\"\n{bolt}")),
        ["unit `A`: `type` is S and the class is left at marauder, so that `Hex`, which has no mark, is P"]
    );
    assert!(warnings(&format!("type = \"S\"\nclass = \"prophet\"\n{bolt}")).is_empty());
    assert!(warnings(&format!("type = \"S\"\nclass = \"marauder\"\n{bolt}")).is_empty());
    let marked = bolt.replace("name = \"Hex\",", "name = \"Hex\", mark = \"S\",");
    assert!(warnings(&format!("type = \"S\"\n{marked}")).is_empty());
    assert!(warnings("type = \"S\"").is_empty());
}

#[test]
fn d_05_abilities_without_a_worth_that_are_never_used_are_warned_of() {
    let warnings = |ability: &str| {
        let a = unit("A", [9, 1, 0, 0, 0], &format!("abilities = [{ability}]"));
        let text = Table::new("", &[a], &[unit("B", [9, 1, 0, 0, 0], "")]).text;
        Reader { parts: &PARTS, check, read }.warnings(&text, "")
    };
    let goad = "{ name = \"Goad\", target = \"ally\", effects = [\"extra_activation\"] }";
    assert_eq!(warnings(goad), ["unit `A`: `Goad` has no `worth`, so that it is never used"]);
    assert!(warnings(&goad.replace("effects", "worth = 2, effects")).is_empty());
    let hurts = "effects = [\"extra_activation\", { heal = 2 }]";
    assert!(warnings(&goad.replace("effects = [\"extra_activation\"]", hurts)).is_empty());
}
