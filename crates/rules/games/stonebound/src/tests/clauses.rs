//! Clauses of the rules that no other test would miss: attacks, their rolls and what they lay (SB-03, SB-15,
//! SB-22, SB-26, SB-29, SB-33, SB-35, SB-41, SB-42, SB-50, SB-52).

use super::*;
use crate::data::vocabulary::{Status, Trigger};
use crate::dice::draws::Trial;

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
fn sb_03_the_trials_of_triggers() {
    let a = unit("A", [9, 1, 30, 0, 0], "statuses = { shear = 1 }");
    let (rules, state) = Table::new("", &[a], &[post("B", 9, "statuses = { break = 1 }")]).start();
    assert_eq!(rules.trial(&state, A, Trigger::OnDoubles), Trial::Doubles);
    assert_eq!(
        rules.trial(&state, A, Trigger::OnCrt),
        Trial::Percent(25),
        "[Shear] counts, [Break] does not"
    );
    assert_eq!(rules.trial(&state, A, Trigger::OnDigit(4)), Trial::Digit(4));
    // Both digits double what can be doubled.
    let heal = "target = \"self\", trigger = { on_digit = 4 }, effects = [{ heal = 2 }]";
    let healed = |dice: &str| {
        let a = user([9, 0, 0, 0, 0], heal, "rng = 0\nstatuses = { burn = 2 }");
        let seen = Table::new("max_rounds = 2", &[a], &[post("B", 9, "")]).tape(dice);
        seen.sum(A, Metric::HealingGiven)
    };
    assert_eq!([healed("45"), healed("54"), healed("44"), healed("33")], [2, 2, 4, 0]);
}

#[test]
fn sb_42_a_blind_bolt_is_checked_once() {
    let a = user([9, 0, 0, 0, 0], "effects = [{ damage = 3 }]", "statuses = { blind = 1 }");
    let table = Table::new("", &[a], &[post("B", 9, "")]);
    assert_eq!((table.tape("50").hp(B), table.tape("51").hp(B)), (6, 9));
}

#[test]
fn sb_33_what_is_no_attack_is_not_answered() {
    let thorns = "reactions = [{ name = \"R\", timing = { on_hit = \"any\" }, target = \"self\", effects = [{ heal = 1 }] }]";
    let hp = |keys: &str| {
        let a = user([9, 3, 0, 0, 0], &format!("effects = [{{ standard_attack = {{ {keys} }} }}]"), "");
        Table::new("", &[a], &[post("B", 9, thorns)]).tape("").hp(B)
    };
    assert_eq!((hp(""), hp("not_attack = true")), (7, 6));
    // By the ruling a critical that was negated erodes, one that was evaded never does.
    let a = unit("A", [9, 3, 0, 0, 0], "attack_mode = \"guaranteed\"");
    let pd = |ward: &str| {
        let b = unit("B", [9, 0, 0, 5, 0], &format!("rng = 0\n{ward}"));
        Table::new("[rulings]\nnegated_crit_erodes = true", std::slice::from_ref(&a), &[b]).tape("50").pd(B)
    };
    assert_eq!((pd("negation = [{ n = 50 }]"), pd("evasion = { A = 50 }")), (3, 5));
}

#[test]
fn sb_22_an_atk_below_0_counts_0() {
    let a = user(
        [9, 3, 0, 0, 0],
        "effects = [{ standard_attack = { atk_mod = -9, type = \"H\" } }, { add_status = \"burn\" }]",
        "",
    );
    let seen = Table::new("", &[a], &[post("B", 9, "")]).tape("");
    let points = |event: &Event| if let Event::Damage { points, .. } = event { Some(*points) } else { None };
    assert_eq!(seen.events.iter().find_map(points), Some(0));
}

#[test]
fn sb_26_a_negation_answers_its_kinds_alone() {
    let hp = |kinds: &str, dice: &str| {
        let b = post("B", 9, &format!("negation = [{{ n = 50, kinds = [{kinds}] }}]"));
        Table::new("", &[unit("A", [9, 3, 0, 0, 0], "")], &[b]).tape(dice).hp(B)
    };
    assert_eq!((hp("\"S\", \"H\"", ""), hp("\"P\"", "50")), (6, 9));
}

#[test]
fn sb_29_an_ability_without_a_mark_has_the_kind_of_the_class() {
    let laid = |class: &str, ward: &str, dice: &str| {
        let a = user(
            [9, 0, 0, 0, 0],
            "effects = [{ add_status = \"break\" }]",
            &format!("class = \"{class}\"\ntype = \"H\""),
        );
        let seen = Table::new("", &[a], &[post("B", 9, &format!("evasion = {{ {ward} = 50 }}"))]).tape(dice);
        seen.stacks(B, Status::BREAK)
    };
    assert_eq!((laid("vanguard", "S", ""), laid("vanguard", "P", "50")), (1, 0));
    assert_eq!((laid("sentinel", "P", ""), laid("sentinel", "S", "50")), (1, 0));
    // SB-15, SB-29: what follows a double belongs to its second blow.
    let double = "effects = [{ standard_attack = { mode = \"double\" } }, { add_status = \"shear\" }]";
    let seen = Table::new("", &[user([9, 1, 0, 0, 0], double, "")], &[post("B", 9, "")]).tape("");
    assert_eq!(seen.stacks(B, Status::SHEAR), 1);
}

#[test]
fn sb_35_answers_come_after_the_last_target() {
    let foe = |name: &str| {
        let counter =
            "reactions = [{ name = \"C\", timing = { on_hp_damage = \"any\" }, effects = [\"counter\"] }]";
        unit(name, [9, 1, 0, 0, 0], &format!("{counter}\nstatuses = {{ silence = 1 }}"))
    };
    let a = user([30, 0, 0, 9, 0], "target = \"all_enemies\", effects = [{ damage = 3 }]", "");
    let seen = Table::new("", &[a], &[foe("B"), foe("C")]).tape("");
    assert_eq!(seen.targets()[..4], [B, C, A, A]);
}

#[test]
fn sb_41_what_is_laid_and_what_is_kept_up_have_one_most() {
    let aura = "abilities = [{ name = \"Pyre\", kind = \"aura\", target = \"all_enemies\", effects = [{ add_status = { name = \"burn\", stacks = 2 } }] }]";
    let a = unit("A", [9, 0, 0, 0, 0], &format!("rng = 2\nposition = [0, 0]\nmv = 0\n{aura}"));
    let walker = "rng = 1\nmv = 3\nposition = [4, 0]\nstatuses = { burn = 1 }";
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let seen = Table::new(map, &[a], &[unit("B", [20, 3, 0, 0, 0], walker)]).tape("");
    assert_eq!(seen.sum(B, Metric::BurnDamage), 4, "one laid and one of the two kept up");
}

#[test]
fn sb_50_poison_does_not_wake() {
    let push =
        user([9, 0, 0, 0, 0], "worth = 9, range = 3, effects = [{ push = 1 }]", "position = [0, 0]\nmv = 0");
    let b = post("B", 9, "position = [2, 0]\nmv = 0\nstatuses = { poison = 1, sleep = 1 }");
    let seen = Table::new("[rulings]\nfirst = \"side_a\"\n[map]\n", &[push], &[b]).tape("");
    assert_eq!((seen.hp(B), seen.sum(B, Metric::Slept)), (8, 1));
}

#[test]
fn sb_52_nobody_comes_back_under_the_feet_of_another() {
    let map = "[rulings]\nfirst = \"side_a\"\n[map]\n";
    let own = [post("A", 9, "position = [0, 0]"), post("B", 9, "position = [1, 0]")];
    let (rules, mut state) = Table::new(map, &own, &[post("C", 9, "position = [5, 0]")]).start();
    state.down.insert(B);
    state.unit_mut(B).hp = 0;
    state.unit_mut(C).at = 1;
    let mut dice = Tape::new(&[]);
    crate::Play::of(&rules, &mut state, &mut dice, &mut Nobody).revive(A, 0, B, 2);
    assert!(!state.stands(B));
    state.unit_mut(C).at = 5;
    crate::Play::of(&rules, &mut state, &mut dice, &mut Nobody).revive(A, 0, B, 2);
    assert!(state.stands(B));
}
