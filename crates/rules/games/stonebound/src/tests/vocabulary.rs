//! What is refused when a file is read, and the play-by-play (SB-13, SB-29, SB-35, SB-41, SB-64).

use super::*;
use crate::data::vocabulary::Status;

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
            "an ability that is always on only changes numbers, evades, negates, forbids, makes immune or keeps up statuses, while it is on",
        ),
        (
            "kind = \"aura\", target = \"all_enemies\", effects = [{ add_status = \"sleep\" }]",
            "a status that counts down or ends on damage cannot be kept up by an ability that is always on",
        ),
        (
            "target = \"attacker\", effects = [{ damage = 1 }]",
            "in an activation nobody has attacked: there is no `attacker`",
        ),
        (
            "target = \"self\", when = \"target_hp < 3\", effects = [{ heal = 1 }]",
            "`target_hp` is not known here: only an ability for an `enemy` or an `ally` knows its target",
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
        Table::new("", std::slice::from_ref(&a), &[b]).p(|seen| seen.stacks(B, Status::BLIND) > 0)
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
    assert_eq!(seen.stacks(A, Status::SHEAR), 0);
}

#[test]
fn sb_41_sb_54_a_status_is_kept_up_while_an_ability_is_on() {
    let aura = |more: &str| {
        format!(
            "position = [0, 0]\nrng = 2\nmv = 0\nabilities = [{{ name = \"Dread\", kind = \"aura\", target = \"all_enemies\", effects = [{{ add_status = {{ name = \"burn\", stacks = 2 }} }}, {{ add_status = \"break\" }}]{more} }}]"
        )
    };
    let table = |x: u8, more: &str, of_b: &str| {
        let b = format!("position = [{x}, 0]\nrng = 0\nmv = 0\n{of_b}");
        Table::new("[map]\n", &[unit("A", [9, 5, 0, 0, 0], &aura(more))], &[unit("B", [30, 0, 0, 9, 0], &b)])
    };
    // SB-43: a quarter more of criticals; SB-45: 4 HP at the end of its side's turn, though nothing was laid.
    let near = table(2, "", "").tape("25");
    assert_eq!((near.hp(B), near.pd(B), near.stacks(B, Status::BURN)), (25, 7, 0));
    assert_eq!(near.sum(B, Metric::BurnDamage), 4);
    assert_eq!(table(3, "", "").tape("").hp(B), 30, "out of its range");
    assert_eq!(table(2, ", when = \"hp < 5\"", "").tape("").hp(B), 30, "its condition does not hold");
    // What was laid and what is kept up are not more than the most there can be, and the immune have neither.
    assert_eq!(table(2, "", "statuses = { burn = 1 }").tape("25").hp(B), 25);
    let immune = "reactions = [{ name = \"Calm\", effects = [{ immune = \"all\" }] }]";
    assert_eq!(table(2, "", immune).tape("").hp(B), 30);
}

#[test]
fn the_play_by_play_of_example_10() {
    let a = unit("A", [6, 4, 20, 2, 0], "");
    let counter = "reactions = [{ name = \"Counter\", timing = { on_hp_damage = \"any\" }, trigger = { on_range = [1, 25] }, effects = [\"counter\"] }]";
    let table = Table::new("", &[a], &[unit("D", [5, 3, 20, 1, 0], counter)]);
    let expected = [
        "west move first",
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
