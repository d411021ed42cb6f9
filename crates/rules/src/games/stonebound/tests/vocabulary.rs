//! What is refused when a file is read, and the play-by-play (SB-13, SB-29, SB-35, SB-41, SB-64).

use super::*;

fn error(ability: &str) -> String {
    let a = unit("A", [9, 5, 0, 0, 0], &format!("abilities = [{{ name = \"X\", {ability} }}]"));
    Table::new("", &[a], &[unit("B", [9, 5, 0, 0, 0], "")]).error()
}

#[test]
fn what_could_never_work_is_refused() {
    let cases = [
        ("effects = []", "expected 1 to 8 effects"),
        ("effects = [\"counter\"]", "`counter` answers an attack on the unit or its side"),
        ("effects = [{ reduce_damage = 1 }]", "`reduce_damage` is for the timing `before_damage`"),
        (
            "kind = \"innate\", cost = { element = \"fire\", n = 1 }, effects = [{ evasion = { kind = \"A\", n = 5 } }]",
            "what is always on costs nothing",
        ),
        (
            "kind = \"innate\", effects = [{ heal = 1 }]",
            "an ability that is always on only changes numbers, evades, negates, forbids or makes immune, while it is on",
        ),
        (
            "target = \"attacker\", effects = [{ damage = 1 }]",
            "in an activation nobody has attacked: there is no `attacker`",
        ),
        (
            "target = \"self\", when = \"target_hp < 3\", effects = [{ heal = 1 }]",
            "only an ability for an `enemy` or an `ally` knows its target",
        ),
        (
            "duration = \"while_fused\", effects = [{ stat = { name = \"pd\", by = -1 } }]",
            "`while_fused` is for abilities that are always on",
        ),
    ];
    for (ability, message) in cases {
        assert_eq!(error(ability), message, "{ability}");
    }
    let unknown = error("effects = [{ add_status = \"bern\" }]");
    assert_eq!(unknown, "there is no `[status.bern]` here or in an include; did you mean `burn`?");
}

#[test]
fn sb_29_abilities_on_enemies_are_evaded_and_negated_by_effects() {
    let a = unit(
        "A",
        [9, 0, 0, 0, 0],
        "abilities = [{ name = \"Hex\", mark = \"S\", effects = [{ add_status = \"blind\" }] }]",
    );
    let p = |more: &str| {
        let b = unit("B", [9, 0, 0, 0, 0], &format!("rng = 0\n{more}"));
        Table::new("", std::slice::from_ref(&a), &[b])
            .p(|seen| seen.stacks(B, super::super::vocabulary::Status::BLIND) > 0)
    };
    assert_p(p(""), 1, 1);
    assert_p(p("evasion = { S = 20 }"), 4, 5);
    assert_p(p("evasion = { P = 20 }"), 1, 1);
    assert_p(p("negation = [{ n = 30, scope = \"effects\" }]"), 7, 10);
    assert_p(p("negation = [{ n = 30, scope = \"damage\" }]"), 1, 1);
}

#[test]
fn sb_35_one_critical_for_all_by_a_ruling() {
    let a = unit(
        "A",
        [9, 3, 40, 0, 0],
        "abilities = [{ name = \"Sweep\", target = \"all_enemies\", worth = 9, effects = [{ standard_attack = { atk_mod = 1 } }] }]\ntactics = { action = \"ability_first\" }",
    );
    let foes = [unit("B", [20, 0, 0, 0, 0], "rng = 0"), unit("C", [20, 0, 0, 0, 0], "rng = 0")];
    let both = |ruling: &str| {
        Table::new(ruling, std::slice::from_ref(&a), &foes).p(|seen| seen.hp(B) == 12 && seen.hp(C) == 12)
    };
    assert_p(both(""), 16, 100);
    assert_p(both("[rulings]\nmulti_crit = \"shared\""), 40, 100);
}

#[test]
fn sb_41_sb_58_immunity_takes_and_keeps_statuses_away() {
    let a = unit(
        "A",
        [9, 0, 0, 0, 0],
        "statuses = { shear = 3 }\nabilities = [{ name = \"Purge\", target = \"self\", uses = 1, duration = { turns = 3 }, effects = [{ immune = \"all\" }] }]",
    );
    let seen = Table::new("", &[a], &[unit("B", [9, 0, 0, 0, 0], "rng = 0")]).tape("");
    assert_eq!(seen.stacks(A, super::super::vocabulary::Status::SHEAR), 0);
}

#[test]
fn the_play_by_play_of_example_10() {
    let a = unit("A", [6, 4, 20, 2, 0], "");
    let counter = "reactions = [{ name = \"Counter\", timing = { on_hp_damage = \"any\" }, trigger = { on_range = [1, 25] }, effects = [\"counter\"] }]";
    let table = Table::new("", &[a], &[unit("D", [5, 3, 20, 1, 0], counter)]);
    let expected = [
        "west moves first",
        "Turn of west",
        "  A acts, HP 6, PD 2, SD 0",
        "    A attacks D (P)",
        "    4 - PD 1 = 3",
        "    D loses 3 HP, 2 left",
        "    D: PD - 1, 0 left",
        "    D has no PD left",
        "    D: Counter succeeds",
        "    D counters: attack on A (P)",
        "    3 - PD 2 = 1",
        "    A loses 1 HP, 5 left",
        "    A: PD - 1, 1 left",
        "Turn of east",
        "  D acts, HP 2, PD 0, SD 0",
        "    D attacks A (P)",
        "    3 - PD 1 = 2",
        "    A loses 2 HP, 3 left",
        "    A: PD - 1, 0 left",
        "    A has no PD left",
    ];
    assert_eq!(table.told("64 25 90 64"), expected);
}
