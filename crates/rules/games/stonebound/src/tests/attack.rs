//! One attack and what it does (SB-11 to SB-15, SB-19 to SB-22, SB-28 to SB-40).

use super::*;
use crate::data::metrics::{By, Exhaustion};
use crate::data::vocabulary::Status;

const IDLE: &str = "tactics = { action = { priorities = [\"standard\"] } }";

/// A against B, who never strikes back to effect.
fn blow(a: [i32; 5], of_a: &str, b: [i32; 5], of_b: &str) -> Table {
    let b = [b[0], 0, 0, b[3], b[4]];
    Table::new("", &[unit("A", a, of_a)], &[unit("B", b, &format!("rng = 0\n{of_b}"))])
}

#[test]
fn sb_30_example_5_a_blow_against_pd() {
    let table = blow([9, 5, 20, 0, 0], "", [20, 0, 0, 3, 0], "");
    assert_p(table.p(|seen| seen.hp(B) == 18), 4, 5);
    assert_p(table.p(|seen| seen.hp(B) == 13), 1, 5);
}

#[test]
fn sb_11_sb_24_sb_26_example_6_evasion_and_negation() {
    let ward = "evasion = { P = 10, A = 15 }\nnegation = [{ n = 20, kinds = [\"P\"], scope = \"damage\" }, { n = 25, kinds = [\"P\", \"S\"], scope = \"all\" }]";
    let table = blow([9, 5, 20, 0, 0], "", [20, 0, 0, 3, 0], ward);
    assert_p(table.p(|seen| seen.hp(B) == 20), 11, 20);
    assert_p(table.p(|seen| seen.hp(B) == 18), 9, 25);
    assert_p(table.p(|seen| seen.hp(B) == 13), 9, 100);
}

#[test]
fn sb_31_example_7_erosion_blow_by_blow() {
    let table = blow([9, 4, 10, 0, 0], "", [12, 0, 0, 3, 0], "");
    let text = table.text.replace("max_rounds = 1", "max_rounds = 5");
    let seen = Table { text }.tape("64 64 64 64 64");
    assert_eq!((seen.hp(B), seen.pd(B)), (0, 0));
    let hurt: Vec<i32> = seen
        .events
        .iter()
        .filter_map(|event| if let Event::Hurt { hp, .. } = event { Some(*hp) } else { None })
        .collect();
    assert_eq!(hurt, [11, 9, 6, 2, 0]);
    assert!(seen.marked(B, Clock::Exhausted(Exhaustion::Pd)));
    assert!(seen.marked(B, Clock::Incapacitated(By::Attack)));
    assert_eq!(seen.outcome, Some(Outcome::Win(fray_engine::roster::SideId(0))));
}

#[test]
fn sb_31_sb_32_example_8_criticals_erode_what_they_cannot_hurt() {
    let at = |pd: i32, dice: &str| {
        let seen = blow([9, 3, 20, 0, 0], "", [12, 0, 0, pd, 0], "").tape(dice);
        (seen.hp(B), seen.pd(B))
    };
    assert_eq!(at(3, "64"), (12, 3));
    assert_eq!(at(3, "07"), (9, 1));
    assert_eq!(at(7, "07"), (12, 5));
    assert_eq!(at(1, "07"), (7, 0), "SB-32: never below 0");
}

#[test]
fn sb_15_example_9_a_double_attack() {
    let seen = blow([9, 4, 10, 0, 0], "attack_mode = \"double\"", [12, 0, 0, 4, 0], "").tape("07 00");
    assert_eq!((seen.hp(B), seen.pd(B)), (6, 1));
    // The target falls before the second.
    let seen = blow([9, 4, 10, 0, 0], "attack_mode = \"double\"", [3, 0, 0, 0, 0], "").tape("50");
    assert_eq!((seen.hp(B), seen.sum(A, Metric::SecondsLost)), (0, 1));
    // By a ruling it finds another.
    let a = unit("A", [9, 4, 10, 0, 0], "attack_mode = \"double\"");
    let foes = [unit("B", [3, 0, 0, 0, 0], ""), unit("C", [9, 0, 0, 0, 0], "")];
    let seen = Table::new("[rulings]\ndouble_retarget = true", &[a], &foes).tape("50 50");
    assert_eq!((seen.hp(B), seen.hp(C)), (0, 5));
}

#[test]
fn sb_13_sb_14_attacks_without_a_roll() {
    let seen = blow([9, 4, 30, 0, 0], "attack_mode = \"guaranteed\"", [20, 0, 0, 1, 0], "").tape("");
    assert_eq!((seen.hp(B), seen.pd(B)), (13, 0));
    let seen = blow([9, 4, 30, 0, 0], "attack_mode = \"no_crt\"", [20, 0, 0, 1, 0], "").tape("");
    assert_eq!((seen.hp(B), seen.pd(B)), (17, 0));
}

#[test]
fn sb_19_sb_20_kinds_meet_their_defences() {
    let hp = |more: &str| blow([9, 6, 0, 0, 0], more, [20, 0, 0, 2, 4], "").tape("").hp(B);
    assert_eq!(hp("class = \"watchman\""), 16);
    assert_eq!(hp("class = \"remnant\""), 18);
    assert_eq!(hp("class = \"remnant\"\ntype = \"P\""), 16);
    assert_eq!(hp("type = \"H\""), 14);
}

#[test]
fn sb_33_hp_attacks_erode_nothing_unless_a_ruling_says_so() {
    let pd = |ruling: &str| {
        let a = unit("A", [9, 6, 0, 0, 0], "type = \"H\"");
        let seen = Table::new(ruling, &[a], &[unit("B", [20, 0, 0, 2, 2], "rng = 0")]).tape("");
        (seen.pd(B), seen.sd(B))
    };
    assert_eq!(pd(""), (2, 2));
    assert_eq!(pd("[rulings]\nhp_type_erodes = \"physical\""), (1, 2));
    assert_eq!(pd("[rulings]\nhp_type_erodes = \"spirit\""), (2, 1));
}

#[test]
fn sb_33_what_is_negated_erodes_only_by_a_ruling() {
    let table = |ruling: &str| {
        let b = unit("B", [20, 0, 0, 5, 0], "rng = 0\nnegation = [{ n = 50, scope = \"damage\" }]");
        Table::new(ruling, &[unit("A", [9, 6, 50, 0, 0], "")], &[b])
    };
    assert_eq!(table("").tape("10 20").pd(B), 5);
    assert_eq!(table("[rulings]\nnegated_crit_erodes = true").tape("10 20").pd(B), 3);
    assert_eq!(table("[rulings]\nnegated_crit_erodes = true").tape("60 20").pd(B), 5, "no critical");
}

#[test]
fn sb_22_sb_46_cripple_adds_before_doubling() {
    let hp = |ruling: &str, dice: &str| {
        let b = unit("B", [20, 0, 0, 0, 0], "rng = 0\nstatuses = { cripple = 1 }");
        Table::new(ruling, &[unit("A", [9, 4, 50, 0, 0], "")], &[b]).tape(dice).hp(B)
    };
    assert_eq!(hp("", "60"), 15);
    assert_eq!(hp("", "10"), 10);
    assert_eq!(hp("[rulings]\ncripple_doubled = false", "10"), 11);
}

#[test]
fn sb_28_extra_effects_apply_without_hp_damage() {
    let burns = "on_attack = [{ trigger = { on_range = [1, 30] }, effects = [{ add_status = \"burn\" }] }]";
    let table = blow([9, 4, 0, 0, 0], burns, [20, 0, 0, 9, 0], "");
    let seen = table.tape("30");
    assert_eq!((seen.stacks(B, Status::BURN), seen.hp(B)), (1, 18), "burnt at the end of its turn");
    assert_eq!(table.tape("31").stacks(B, Status::BURN), 0);
    // Scope effects keeps them away, and lets the damage stand.
    let ward = "negation = [{ n = 50, scope = \"effects\" }]";
    let seen = blow([9, 4, 0, 0, 0], burns, [20, 0, 0, 1, 0], ward).tape("30 50");
    assert_eq!((seen.stacks(B, Status::BURN), seen.hp(B)), (0, 17));
    // On a target that falls they do nothing.
    let seen = blow([9, 9, 0, 0, 0], burns, [3, 0, 0, 1, 0], "").tape("30");
    assert_eq!(seen.stacks(B, Status::BURN), 0);
}

const COUNTER: &str = "reactions = [{ name = \"Counter\", timing = { on_hp_damage = \"any\" }, trigger = { on_range = [1, 25] }, effects = [\"counter\"] }]";

fn example_10(hp: i32, of_a: &str) -> Table {
    let a = unit("A", [6, 4, 20, 2, 0], of_a);
    let d = unit(
        "D",
        [hp, 3, 20, 1, 0],
        &format!("{COUNTER}\n{IDLE}\nstatuses = {{ sleep = 0 }}").replace("\nstatuses = { sleep = 0 }", ""),
    );
    Table::new("", &[a], &[d])
}

#[test]
fn sb_36_sb_38_example_10_a_counter() {
    // A hits, D counters, then D has its own activation.
    let seen = example_10(5, "").tape("64 25 90 64");
    assert_eq!((seen.hp(B), seen.pd(B)), (2, 0));
    assert_eq!(seen.sum(B, Metric::Counters), 1);
    let seen = example_10(5, "").tape("64 26 64");
    assert_eq!(seen.sum(B, Metric::Counters), 0);
    // Brought to 0 it does not counter.
    let seen = example_10(3, "").tape("64");
    assert_eq!((seen.hp(B), seen.sum(B, Metric::Counters)), (0, 0));
    // A's own counter never answers a counter.
    let seen = example_10(5, COUNTER).tape("64 25 90 64 50");
    assert_eq!((seen.sum(A, Metric::Counters), seen.sum(B, Metric::Counters)), (0, 1));
}

#[test]
fn sb_38_rulings_of_counters() {
    let a = || unit("A", [20, 4, 0, 0, 0], IDLE);
    let d = |more: &str| unit("D", [20, 3, 99, 0, 0], &format!("{COUNTER}\n{more}"));
    let seen = |ruling: &str, more: &str, dice: &str| Table::new(ruling, &[a()], &[d(more)]).tape(dice);
    assert_eq!(seen("", "", "25 10 00").hp(A), 20 - 6 - 3);
    assert_eq!(seen("[rulings]\ncounter_can_crit = false", "", "25 00").hp(A), 20 - 3 - 3);
    let burns = "on_attack = [{ effects = [{ add_status = \"burn\" }] }]";
    assert_eq!(seen("", burns, "25 00 00").stacks(A, Status::BURN), 2);
    assert_eq!(seen("[rulings]\ncounter_extras = false", burns, "25 00 00").stacks(A, Status::BURN), 1);
    let double = "attack_mode = \"double\"";
    assert_eq!(seen("", double, "25 00 00 00").sum(B, Metric::Attacks), 3);
    let as_attack = "[rulings]\ncounter_mode = \"as_attack\"";
    assert_eq!(seen(as_attack, double, "25 00 00 00 00").sum(B, Metric::Attacks), 4);
}

#[test]
fn sb_37_by_a_ruling_the_counter_comes_before_the_damage() {
    let a = unit("A", [3, 9, 0, 0, 0], "");
    let d = || unit("D", [5, 3, 0, 0, 0], COUNTER);
    let after = Table::new("", std::slice::from_ref(&a), &[d()]).tape("");
    assert_eq!((after.hp(A), after.hp(B)), (3, 0));
    let before = Table::new("[rulings]\nreaction_timing = \"before\"", &[a], &[d()]).tape("25");
    assert_eq!((before.hp(A), before.hp(B)), (0, 0), "the blow lands though A has fallen");
    assert_eq!(before.outcome, Some(Outcome::Draw), "SB-62");
}

#[test]
fn sb_62_both_at_once() {
    let a = unit("A", [3, 9, 0, 0, 0], "");
    let d = unit("D", [5, 3, 0, 0, 0], COUNTER);
    let rulings = "[rulings]\nreaction_timing = \"before\"\nmutual_fall = \"active_side_wins\"";
    let seen = Table::new(rulings, &[a], &[d]).tape("25");
    assert_eq!(seen.outcome, Some(Outcome::Win(fray_engine::roster::SideId(0))));
}

#[test]
fn sb_36_what_each_trigger_waits_for() {
    let fires = |timing: &str, pd: i32, more: &str, dice: &str| {
        let reaction = format!(
            "reactions = [{{ name = \"It\", timing = {timing}, effects = [{{ stat = {{ name = \"atk\", by = 1, duration = \"fight\" }} }}], target = \"self\" }}]\n{more}"
        );
        let seen = blow([9, 4, 50, 0, 0], "", [20, 0, 0, pd, 0], &reaction).tape(dice);
        seen.has(|event| matches!(event, Event::Gains { .. }))
    };
    assert!(fires("{ on_hp_damage = \"any\" }", 1, "", "60"));
    assert!(fires("{ on_hp_damage = \"P\" }", 1, "", "60"));
    assert!(!fires("{ on_hp_damage = \"S\" }", 1, "", "60"));
    assert!(!fires("{ on_hp_damage = \"any\" }", 9, "", "60"));
    assert!(fires("{ on_hit = \"P\" }", 9, "", "60"), "the defence swallowed it");
    assert!(!fires("{ on_hit = \"P\" }", 9, "evasion = { A = 50 }", "60 20"));
    assert!(fires("\"on_attacked\"", 9, "evasion = { A = 50 }", "60 20"));
    assert!(fires("\"on_evade\"", 9, "evasion = { A = 50 }", "60 20"));
    assert!(!fires("\"on_evade\"", 9, "evasion = { A = 50 }", "60 70"));
    assert!(fires("{ on_erosion = \"P\" }", 9, "", "10"));
    assert!(!fires("{ on_erosion = \"S\" }", 9, "", "10"));
    assert!(fires("\"on_crit_taken\"", 9, "", "10"));
    assert!(!fires("\"on_crit_taken\"", 9, "", "60"));
}

#[test]
fn sb_37_reactions_before_damage_reduce_and_redirect() {
    let stop =
        "reactions = [{ name = \"Guard\", timing = \"before_damage\", effects = [{ reduce_damage = 2 }] }]";
    assert_eq!(blow([9, 5, 0, 0, 0], "", [20, 0, 0, 1, 0], stop).tape("").hp(B), 18);
    let shield = "reactions = [{ name = \"Shield\", timing = \"before_damage\", target = \"ally\", effects = [\"redirect\"] }]\nrng = 1\ntactics = { action = { priorities = [\"standard\"] } }";
    let foes = [unit("B", [20, 0, 0, 1, 0], "rng = 0"), unit("C", [20, 0, 0, 3, 0], shield)];
    let seen = Table::new("", &[unit("A", [9, 5, 0, 0, 0], "")], &foes).tape("");
    assert_eq!((seen.hp(B), seen.hp(C)), (20, 18));
    let thorns = "reactions = [{ name = \"Thorns\", timing = { on_hp_damage = \"any\" }, effects = [{ reflect = 50 }] }]";
    let seen = blow([9, 6, 0, 0, 0], "", [20, 0, 0, 1, 0], thorns).tape("");
    assert_eq!((seen.hp(A), seen.hp(B)), (7, 15));
}

#[test]
fn sb_39_sb_40_a_fall_takes_everything_and_may_be_answered() {
    let last = "rng = 0\nstatuses = { burn = 2 }\nreactions = [{ name = \"Curse\", timing = { on_incapacitated = \"self\" }, effects = [{ damage = { n = 3, type = \"H\", not_attack = true } }] }]";
    let foes = [unit("B", [2, 0, 0, 0, 0], last), unit("C", [9, 0, 0, 0, 0], "rng = 0")];
    let seen = Table::new("", &[unit("A", [9, 5, 0, 0, 0], "")], &foes).tape("");
    assert_eq!((seen.hp(A), seen.hp(B), seen.stacks(B, Status::BURN)), (6, 0, 0));
    let mourns = "rng = 0\nreactions = [{ name = \"Mourn\", timing = { on_incapacitated = \"ally\" }, target = \"self\", effects = [{ heal = 2 }] }]";
    let foes = [unit("B", [2, 0, 0, 0, 0], "rng = 0"), unit("C", [9, 0, 0, 0, 0], mourns)];
    let seen = Table::new("", &[unit("A", [9, 5, 0, 0, 0], "")], &foes).tape("");
    assert!(seen.has(|event| matches!(event, Event::Uses { unit: C, .. })));
}

#[test]
fn sb_46_cripple_adds_to_the_atk_of_standard_attacks_on_the_unit() {
    let hp = |ruling: &str, of_a: &str, dice: &str| {
        let a = unit("A", [9, 4, 20, 0, 0], of_a);
        let b = unit("B", [20, 0, 0, 1, 0], "rng = 0\nstatuses = { cripple = 1 }");
        Table::new(ruling, &[a], &[b]).tape(dice).hp(B)
    };
    assert_eq!(hp("", "", "64"), 16, "4 + 1 - 1");
    assert_eq!(hp("", "", "07"), 11, "2 x (4 + 1) - 1");
    assert_eq!(hp("[rulings]\ncripple_doubled = false", "", "07"), 12, "SB-22: 2 x 4 + 1 - 1");
    // It does not stack, and flat damage is no Standard Attack.
    let again = "abilities = [{ name = \"Maim\", action = \"none\", uses = 1, effects = [{ add_status = \"cripple\" }] }]";
    assert_eq!(hp("", again, "64"), 16);
    let bolt = "rng = 1\nabilities = [{ name = \"Bolt\", effects = [{ damage = 6 }] }]\ntactics = { action = \"ability_first\" }";
    assert_eq!(hp("", bolt, ""), 15);
}

#[test]
fn rounds_begun_standing_and_who_lies_at_the_end_are_counted() {
    let foes = [unit("B", [3, 0, 0, 0, 0], "rng = 0"), unit("C", [9, 0, 0, 0, 0], "rng = 0")];
    let seen = Table::new("max_rounds = 3", &[unit("A", [9, 3, 0, 0, 0], "")], &foes).tape("");
    let rounds = [A, B, C].map(|unit| seen.sum(unit, Metric::RoundsActive));
    assert_eq!(rounds, [3, 1, 3]);
    assert_eq!([A, B, C].map(|unit| seen.sum(unit, Metric::DownAtEnd)), [0, 1, 0]);
}

#[test]
fn sb_34_damage_beyond_hp_is_lost() {
    let seen = blow([9, 9, 0, 0, 0], "", [3, 0, 0, 1, 0], "").tape("");
    assert_eq!((seen.sum(A, Metric::DamageDealt), seen.hp(B)), (3, 0));
}

#[test]
fn sb_64_a_reaction_answers_each_attack_once_and_a_double_twice() {
    let heals = "reactions = [{ name = \"Skin\", timing = { on_hp_damage = \"any\" }, target = \"self\", effects = [{ heal = 1 }] }]";
    let seen = blow([9, 4, 0, 0, 0], "attack_mode = \"double\"", [20, 0, 0, 0, 0], heals).tape("");
    assert_eq!((seen.hp(B), seen.sum(B, Metric::HealingGiven)), (14, 2));
    let seen = {
        let b = unit("B", [20, 0, 0, 0, 0], &format!("rng = 0\n{heals}"));
        let a = unit("A", [9, 4, 0, 0, 0], "attack_mode = \"double\"");
        Table::new("[rulings]\ndouble_reactions = \"after_both\"", &[a], &[b]).tape("")
    };
    let order: Vec<bool> = seen
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Attacks { .. } => Some(true),
            Event::Heals { .. } => Some(false),
            _ => None,
        })
        .collect();
    assert_eq!(order, [true, true, false, false]);
}

#[test]
fn sb_38_a_counter_needs_its_target_in_range_unless_a_ruling_says_otherwise() {
    let counters = |ruling: &str, dice: &str| {
        let head = format!("[rulings]\nfirst = \"side_a\"\n{ruling}\n[map]\n");
        let a = unit("A", [20, 4, 0, 0, 0], "position = [0, 0]\nrng = 3\nmv = 0");
        let d = unit("D", [20, 3, 0, 0, 0], &format!("position = [0, 3]\nmv = 0\n{COUNTER}"));
        Table::new(&head, &[a], &[d]).tape(dice).sum(B, Metric::Counters)
    };
    assert_eq!(counters("", "25"), 0);
    assert_eq!(counters("counter_needs_range = false", "25"), 1);
}
