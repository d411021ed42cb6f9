//! What comes before what in one attack, one answer and one end of a turn (SB-15, SB-20 to SB-23, SB-33 to
//! SB-39, SB-42, SB-59, SB-62).

use super::*;
use crate::data::metrics::By;
use crate::data::vocabulary::Status;

/// Returns who does nothing but answer.
fn post(name: &str, hp: i32, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\n{more}"))
}

/// A reaction on this timing.
fn reaction(name: &str, timing: &str, rest: &str) -> String {
    format!("{{ name = \"{name}\", timing = {timing}, {rest} }}")
}

/// The units of the events of one kind, in order.
fn who(seen: &Seen, of: impl Fn(&Event) -> Option<UnitId>) -> Vec<UnitId> {
    seen.events.iter().filter_map(of).collect()
}

fn used(event: &Event) -> Option<UnitId> {
    if let Event::Uses { unit, .. } = event { Some(*unit) } else { None }
}

#[test]
fn sb_21_the_steps_of_an_attack() {
    let a = "statuses = { blind = 1 }\non_attack = [{ trigger = { on_range = [1, 40] }, effects = [{ add_status = \"shear\" }] }]";
    let b = format!(
        "rng = 1\nevasion = {{ A = 10 }}\nnegation = [{{ n = 20 }}]\nreactions = [{}, {}]\ntactics = {{ action = {{ priorities = [\"standard\"] }} }}",
        reaction("Counter", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]"),
        reaction(
            "Rage",
            "{ on_hp_damage = \"any\" }",
            "target = \"self\", effects = [{ stat = { name = \"atk\", by = 1 } }]"
        ),
    );
    let table = Table::new("", &[unit("A", [9, 5, 30, 0, 0], a)], &[unit("B", [20, 0, 0, 1, 0], &b)]);
    // Blind 1 to 50 passes, no critical, the extra roll, evasion, negation.
    let told = table.told("50 31 40 11 21");
    let expected = [
        "    A attacks B (P)",
        "    B neither evades nor negates it",
        "    5 - PD 1 = 4",
        "    B loses 4 HP, 16 left",
        "    B: PD - 1, 0 left",
        "    B has no PD left",
        "    B is under [Shear]",
        "    B uses Counter",
        "    B uses Rage",
        "    B: ATK +1",
        "    B counters: attack on A (P)",
    ];
    let at = told.iter().position(|line| line.contains("A attacks B")).expect("an attack");
    let of_attack: Vec<String> = told[at..at + expected.len()].to_vec();
    assert_eq!(of_attack, expected);
    // SB-42: of what Blind stops nothing more is rolled.
    assert!(table.tape("51").has(|event| matches!(event, Event::Blinded { .. })));
}

#[test]
fn sb_23_every_roll_of_the_defender_is_made() {
    let ward = "evasion = { P = 50 }\nnegation = [{ n = 50, scope = \"damage\" }, { n = 50, scope = \"effects\" }]\non_attack = []";
    let a = unit("A", [9, 5, 0, 0, 0], "on_attack = [{ effects = [{ add_status = \"break\" }] }]");
    let table = Table::new("", &[a], &[post("B", 20, ward)]);
    // The evasion has removed everything: two more rolls are made, and change nothing.
    let seen = table.tape("50 50 50");
    assert_eq!((seen.hp(B), seen.stacks(B, Status::BREAK)), (20, 0));
    let seen = table.tape("51 51 50");
    assert_eq!((seen.hp(B), seen.stacks(B, Status::BREAK)), (15, 0));
    let seen = table.tape("51 50 51");
    assert_eq!((seen.hp(B), seen.stacks(B, Status::BREAK)), (20, 1));
}

#[test]
fn sb_20_sb_22_points_of_an_attack() {
    let hp = |atk: i32, more: &str, dice: &str| {
        Table::new("", &[unit("A", [9, atk, 50, 0, 0], more)], &[unit("B", [30, 0, 0, 2, 2], "rng = 0")])
            .tape(dice)
            .hp(B)
    };
    assert_eq!(hp(4, "type = \"H\"", "50"), 22, "SB-20: a critical of an HP attack is doubled");
    let blow = |by: i32| {
        format!(
            "abilities = [{{ name = \"Blow\", uses = 1, worth = 9, effects = [{{ standard_attack = {{ atk_mod = {by} }} }}] }}]\ntactics = {{ action = {{ priorities = [\"Blow\"] }} }}"
        )
    };
    assert_eq!(hp(4, &blow(2), "50"), 20, "SB-22: 2 x (4 + 2) - 2");
    assert_eq!(hp(4, &blow(-9), "50"), 30, "ATK is never below 0");
    let bolt = "abilities = [{ name = \"Bolt\", effects = [{ damage = 6 }] }]\ntactics = { action = { priorities = [\"Bolt\"] } }";
    assert_eq!(hp(4, bolt, ""), 26, "flat damage rolls no critical");
}

#[test]
fn sb_15_the_second_attack_is_lost_with_its_attacker() {
    let strikes = reaction("Counter", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]");
    let b = unit("B", [20, 3, 0, 0, 0], &format!("reactions = [{strikes}]"));
    let a = unit("A", [3, 2, 0, 0, 0], "attack_mode = \"double\"");
    let seen = Table::new("", &[a, post("C", 9, "")], &[b]).tape("");
    assert_eq!((seen.hp(A), seen.hp(C)), (0, 18));
    assert_eq!((seen.sum(A, Metric::Attacks), seen.sum(A, Metric::SecondsLost)), (1, 1));
}

#[test]
fn sb_33_what_erodes_and_what_does_not() {
    let pd = |ability: &str, ward: &str, dice: &str| {
        let a = unit(
            "A",
            [9, 6, 0, 0, 0],
            &format!(
                "abilities = [{{ name = \"X\", effects = [{ability}] }}]\ntactics = {{ action = {{ priorities = [\"X\"] }} }}"
            ),
        );
        Table::new("", &[a], &[unit("B", [20, 0, 0, 3, 0], &format!("rng = 0\n{ward}"))]).tape(dice).pd(B)
    };
    assert_eq!(pd("{ damage = 5 }", "", ""), 2, "flat damage is an attack");
    assert_eq!(pd("{ damage = { n = 5, not_attack = true } }", "", ""), 3);
    assert_eq!(pd("{ standard_attack = { not_attack = true } }", "", ""), 3);
    let ward = "negation = [{ n = 50, scope = \"effects\" }]";
    assert_eq!(pd("{ damage = 5 }", ward, "50"), 2, "erosion is no added effect");
    assert_eq!(pd("{ damage = 5 }", "evasion = { P = 50 }", "50"), 3);
}

#[test]
fn sb_35_all_targets_are_struck_before_anybody_answers() {
    let thorns = reaction("Thorns", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]");
    let foe = |name: &str| unit(name, [20, 9, 0, 0, 0], &format!("reactions = [{thorns}]"));
    let a = "abilities = [{ name = \"Sweep\", target = \"all_enemies\", effects = [{ damage = 3 }] }]";
    let seen = Table::new("", &[unit("A", [8, 0, 0, 0, 0], a)], &[foe("B"), foe("C")]).tape("");
    assert_eq!((seen.hp(B), seen.hp(C)), (17, 17), "in list order, and both");
    assert_eq!((seen.hp(A), seen.sum(C, Metric::Counters)), (0, 0), "the counter of B was enough");
}

#[test]
fn sb_37_the_target_then_its_allies_then_the_attacker() {
    let calm = "target = \"self\", effects = [{ stat = { name = \"crt\", by = 1 } }]";
    let own = |timing: &str| format!("reactions = [{}]", reaction("R", timing, calm));
    let a = unit("A", [9, 5, 0, 0, 0], &own("\"after_damage\""));
    let foes = [
        post("B", 9, &own("\"on_ally_damaged\"")),
        unit("C", [9, 0, 0, 0, 0], &format!("rng = 0\n{}", own("{ on_hit = \"any\" }"))),
        post("D", 9, &own("\"on_ally_damaged\"")),
    ];
    let a = a.replace("rng = 0", "") + "tactics = { target = \"weakest\" }\n";
    let foes = foes.map(|foe| if foe.contains("\"C\"") { foe.replace("hp = 9", "hp = 8") } else { foe });
    let seen = Table::new("", &[a], &foes).tape("");
    assert_eq!(who(&seen, used), [C, B, D, A]);
}

#[test]
fn sb_38_two_reactions_grant_two_counters_while_both_stand() {
    let counter = |name: &str, trigger: &str| {
        reaction(name, "{ on_hp_damage = \"any\" }", &format!("{trigger}effects = [\"counter\"]"))
    };
    let seen = |hp: i32, of_a: &str, reactions: &str, dice: &str| {
        let a = unit("A", [hp, 2, 0, 0, 0], of_a);
        let b = unit(
            "B",
            [30, 4, 0, 0, 0],
            &format!(
                "reactions = [{reactions}]\ntactics = {{ action = {{ priorities = [\"Nothing\"] }} }}\nabilities = [{{ name = \"Nothing\", uses = 1, when = \"round > 9\", effects = [{{ damage = 1 }}] }}]"
            ),
        );
        Table::new("", &[a], &[b]).tape(dice)
    };
    let two = format!("{}, {}", counter("One", ""), counter("Two", ""));
    assert_eq!(seen(9, "", &two, "").sum(B, Metric::Counters), 2);
    assert_eq!(seen(4, "", &two, "").sum(B, Metric::Counters), 1, "the first felled the attacker");
    // [On #] with both digits doubles no counter.
    let digit = counter("Digit", "trigger = { on_digit = 3 }, ");
    assert_eq!(seen(9, "", &digit, "33").sum(B, Metric::Counters), 1);
    // It sets off other reactions, once more for each counter (SB-64), and no counter.
    let heals = "reactions = [{ name = \"Skin\", timing = { on_hp_damage = \"any\" }, target = \"self\", effects = [{ heal = 1 }] }, { name = \"Back\", timing = { on_hp_damage = \"any\" }, effects = [\"counter\"] }]";
    let both = seen(9, heals, &two, "");
    assert_eq!((both.hp(A), both.sum(A, Metric::HealingGiven), both.sum(A, Metric::Counters)), (3, 2, 0));
}

#[test]
fn sb_38_statuses_act_on_counters() {
    let counter = reaction("Counter", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]");
    let hp = |of_a: &str, of_b: &str, dice: &str| {
        let b = format!("reactions = [{counter}]\n{of_b}\ntactics = {{ target = \"weakest\" }}");
        let a = unit("A", [30, 2, 0, 0, 0], of_a);
        let table = Table::new("", &[a], &[unit("B", [2, 4, 0, 1, 0], &b)]);
        let seen = table.tape(dice);
        30 - seen.hp(A)
    };
    // One counter and one attack of its own.
    assert_eq!(hp("", "", ""), 8);
    assert_eq!(hp("statuses = { cripple = 1 }", "", ""), 10);
    assert_eq!(hp("statuses = { break = 1 }", "", "25 26"), 12);
    assert_eq!(hp("", "statuses = { blind = 1 }", "51 50"), 4);
}

#[test]
fn sb_39_where_nobody_attacked_nobody_is_the_attacker() {
    let curse = reaction(
        "Curse",
        "{ on_incapacitated = \"self\" }",
        "effects = [{ damage = { n = 9, type = \"H\", not_attack = true } }]",
    );
    let own = [post("A", 2, &format!("statuses = {{ burn = 1 }}\nreactions = [{curse}]")), post("B", 9, "")];
    let seen = Table::new("", &own, &[post("C", 9, "")]).tape("");
    assert_eq!([A, B, C].map(|unit| seen.hp(unit)), [0, 9, 9]);
    assert!(seen.marked(A, Clock::Incapacitated(By::Burn)));
    // Who has been felled meanwhile is nobody either.
    let brittle = unit("C", [9, 5, 0, 0, 0], "");
    let foes = [brittle, post("D", 9, "")];
    let seen = Table::new(
        "[rulings]\nfirst = \"side_b\"",
        &[post("A", 2, &format!("reactions = [{curse}]")), post("B", 9, "")],
        &foes,
    )
    .tape("");
    assert_eq!([A, B, C, D].map(|unit| seen.hp(unit)), [0, 9, 0, 9]);
}

#[test]
fn sb_42_an_ability_is_checked_once() {
    let hp = |effects: &str, dice: &str| {
        let a = unit(
            "A",
            [9, 2, 0, 0, 0],
            &format!(
                "statuses = {{ blind = 1 }}\nabilities = [{{ name = \"X\", target = \"all_enemies\", effects = [{effects}] }}]\ntactics = {{ action = {{ priorities = [\"X\"] }} }}"
            ),
        );
        let seen = Table::new("", &[a], &[post("B", 20, ""), post("C", 20, "")]).tape(dice);
        [seen.hp(B), seen.hp(C)]
    };
    let double = "{ standard_attack = { mode = \"double\" } }";
    assert_eq!(hp(double, "50"), [16, 16], "two attacks on two, and one roll");
    assert_eq!(hp(double, "51"), [20, 20]);
    // On its own side nothing is checked.
    let heal = "statuses = { blind = 1, burn = 1 }\nabilities = [{ name = \"Mend\", target = \"self\", effects = [{ heal = 2 }] }]";
    let seen = Table::new("max_rounds = 2", &[post("A", 9, heal)], &[post("B", 9, "")]).tape("");
    assert_eq!(seen.hp(A), 9 - 2 + 2 - 2);
}

#[test]
fn sb_59_an_end_of_turn_unit_by_unit() {
    let mends = reaction("Dusk", "\"end_of_turn\"", "target = \"self\", effects = [{ heal = 5 }]");
    let a = format!("mv = 0\nposition = [0, 0]\nstatuses = {{ burn = 1 }}\nreactions = [{mends}]");
    let b = "mv = 0\nposition = [2, 0]\nstatuses = { burn = 1 }";
    let map = "max_rounds = 2\n[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nsquares = [{ x = 0, y = 0, hazard = 3 }]\n";
    let own = [post("A", 12, &a), post("B", 12, b)];
    let seen = Table::new(map, &own, &[post("C", 9, "mv = 0\nposition = [9, 9]")]).tape("");
    let of = |event: &Event| match event {
        Event::Hurt { unit, cause, .. } => Some((*unit, Some(*cause))),
        Event::Heals { unit, .. } => Some((*unit, None)),
        _ => None,
    };
    let all: Vec<(UnitId, Option<By>)> = seen.events.iter().filter_map(of).collect();
    let (burn, hazard) = (Some(By::Burn), Some(By::Hazard));
    let first = [(A, burn), (A, hazard), (B, burn)];
    let second = [(A, None), (A, burn), (A, hazard), (B, burn)];
    assert_eq!(all, [&first[..], &second[..]].concat(), "abilities, [Burn], hazards; then the next unit");
}

#[test]
fn sb_62_a_loss_of_hp_that_leaves_nobody_is_a_draw() {
    let curse = reaction(
        "Curse",
        "{ on_incapacitated = \"self\" }",
        "target = \"all_enemies\", effects = [{ damage = { n = 9, type = \"H\", not_attack = true } }]",
    );
    let a = post("A", 2, &format!("statuses = {{ burn = 1 }}\nreactions = [{curse}]"));
    let end =
        |ruling: &str| Table::new(ruling, std::slice::from_ref(&a), &[post("B", 9, "")]).tape("").outcome;
    assert_eq!(end(""), Some(Outcome::Draw));
    let active = "[rulings]\nmutual_fall = \"active_side_wins\"";
    assert_eq!(end(active), Some(Outcome::Win(fray_engine::roster::SideId(0))), "in whose turn it burnt");
}
