//! Abilities (CA-04, CA-53, CA-54, CA-62, CA-65, CA-66).

use super::{A, B, C, Table, dummy, fighter};
use crate::data::metrics::{Clock, Metric, Out};
use crate::data::vocabulary::Status;

fn caster(abilities: &str) -> String {
    format!(
        "name = \"A\"\nrally_pool = \"none\"\nweapons = []\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nabilities = [{abilities}]"
    )
}

fn target(name: &str, more: &str) -> String {
    format!(
        "{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\nbody = \"d6\"\nwill = \"d6\"\n{more}",
        dummy(name)
    )
}

fn bolt(more: &str, points: i32) -> String {
    format!("{{ name = \"Bolt\", effects = [{{ damage = {{ points = {points} }} }}], {more} }}")
}

#[test]
fn ca_66_a_harmful_ability_is_the_attack() {
    let table = |roll: &str| {
        Table::of(&[&caster(&bolt(roll, 0))], &[&target("B", "")]).ruling("yield_afraid = false")
    };
    let dealt = |roll: &str, dice: &str| table(roll).tape(dice).sum(A, Metric::DamageDealt);
    assert_eq!(dealt("roll = { pool = \"2d8\", opposed = \"defence\" }", "d8=5 d8=1"), 2);
    assert_eq!(dealt("roll = { pool = \"2d8\", opposed = \"body\" }", "d8=5 d8=1 d6=2"), 1);
    assert_eq!(dealt("roll = { pool = \"2d8\", against = 4 }", "d8=5 d8=1"), 1);
    assert_eq!(dealt("roll = { pool = \"2d8\", resisted = true }", "d8=5 d8=4 d6=4 d6=1"), 1);
    // CA-29: an explosion strikes by itself; resistance soaks.
    let seen = Table::of(&[&caster(&bolt("roll = \"auto\"", 3))], &[&target("B", "")])
        .ruling("yield_afraid = false")
        .tape("d6=4 d6=1");
    assert_eq!(seen.sum(A, Metric::DamageDealt), 2);
    // The Afraid do not.
    let afraid = format!("{}\nstatuses = [\"afraid\"]", caster(&bolt("roll = \"auto\"", 3)));
    assert_eq!(
        Table::of(&[&afraid], &[&target("B", "")])
            .ruling("yield_afraid = false")
            .tape("")
            .sum(A, Metric::Attacks),
        0
    );
}

#[test]
fn ca_65_an_area_strikes_with_one_roll() {
    let area = "roll = { pool = \"2d8\", resisted = true }, range = \"short\", target = { shape = \"sphere\", radius = 1, hits = \"all\" }";
    let at = |unit: String, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let a = at(caster(&bolt(area, 0)), 0);
    let table = |ruling: &str| {
        let right = [at(target("B", ""), 3), at(target("C", ""), 4)];
        Table::of(&[&a], &[&right[0], &right[1]]).map(9, 1, "").ruling("yield_afraid = false").ruling(ruling)
    };
    let seen = table("").tape("d8=5 d8=4 d6=4 d6=1 d6=1 d6=1");
    assert_eq!((seen.sum(A, Metric::Attacks), seen.sum(A, Metric::DamageDealt)), (2, 3));
    assert!(seen.has(C, Status::Afraid) && !seen.has(B, Status::Afraid));
}

#[test]
fn ca_63_ca_65_an_area_without_a_map_is_told_without_a_place() {
    let area = "roll = { pool = \"2d8\", resisted = true }, range = \"short\", target = { shape = \"sphere\", radius = 1, hits = \"all\" }";
    let table = Table::of(&[&caster(&bolt(area, 0))], &[&target("B", ""), &target("C", "")])
        .ruling("yield_afraid = false")
        .ruling("area_hits_allies = false");
    let lines = table.told("d8=5 d8=4 d6=4 d6=1 d6=1 d6=1");
    let has = |text: &str| lines.iter().any(|line| line.contains(text));
    assert!(has("on everybody whom it meets") && !has("0,0"), "{lines:#?}");
}

#[test]
fn ca_65_d_17_allies_in_an_area() {
    let area =
        "roll = \"auto\", range = \"near\", target = { shape = \"sphere\", radius = 1, hits = \"all\" }";
    let at = |unit: String, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let a = |choice: &str| at(format!("{}\ntactics = {{ area = \"{choice}\" }}", caster(&bolt(area, 2))), 0);
    let strikes = |choice: &str, ruling: &str, dice: &str| {
        let friend = at(target("F", ""), 3);
        let foe = at(target("B", ""), 4);
        let table = Table::of(&[&a(choice), &friend], &[&foe]).map(5, 1, "").ruling("yield_afraid = false");
        table.ruling(ruling).tape(dice).sum(A, Metric::Attacks)
    };
    // The only squares that meet the foe and not the friend are those on the far side.
    assert_eq!(strikes("most", "area_hits_allies = false", "d6=1 d6=1"), 1);
    assert_eq!(strikes("net", "", ""), 0);
    assert_eq!(strikes("safe", "", ""), 0);
}

#[test]
fn ca_04_bonus_dice_of_one_source_count_once() {
    let bless = "{ name = \"Bless\", target = \"ally\", timing = \"start_of_fight\", effects = [{ bonus_die = { dice = \"d6\", to = \"attack\", duration = \"fight\" } }] }";
    let priest = |name: &str| caster(bless).replace("\"A\"", &format!("\"{name}\""));
    let f = fighter("F", "d8", 0);
    let table = |ruling: &str| {
        // Two priests bless the first of their allies whom it changes.
        Table::of(&[&f, &priest("P"), &priest("Q")], &[&target("B", "")])
            .ruling("yield_afraid = false")
            .ruling(ruling)
    };
    let seen = table("").tape("d8=1 d6=1");
    assert_eq!(seen.sum(A, Metric::Attacks), 1);
    assert_eq!(table("stack_same_source = true").tape("d8=1 d6=1").sum(A, Metric::Attacks), 1);
}

#[test]
fn ca_54_costs_limit_uses() {
    let heal = |cost: &str| {
        format!(
            "{{ name = \"Heal\", target = \"ally\", cost = [{cost}], effects = [{{ remove_status = [\"hurt\"] }}] }}"
        )
    };
    let hurt = |name: &str| format!("{}\nstatuses = [\"hurt\"]", dummy(name));
    let left = |cost: &str, rounds: u32| {
        let table = Table::of(&[&caster(&heal(cost)), &hurt("H"), &hurt("I")], &[&target("B", "")]);
        let seen = table.ruling("yield_afraid = false").rounds(rounds).tape("");
        (seen.has(B, Status::Hurt), seen.has(C, Status::Hurt))
    };
    assert_eq!(left("", 1), (false, true));
    assert_eq!(left("", 2), (false, false));
    assert_eq!(left("{ ammunition = 1 }", 3), (false, true));
    assert_eq!(left("{ exhaust = \"never\" }", 3), (false, true));
    assert_eq!(left("{ exhaust = \"action\" }", 3), (false, false));
    assert_eq!(left("{ actions = 3 }", 1), (true, true));
}

#[test]
fn ca_46_d_16_the_fallen_are_cured_of_nothing_but_what_felled_them() {
    let left = |cures: &str, has: &str| {
        let heal =
            format!("{{ name = \"Heal\", target = \"ally\", effects = [{{ remove_status = [{cures}] }}] }}");
        let hurt = format!("{}\nstatuses = [{has}]", dummy("H"));
        let seen =
            Table::of(&[&caster(&heal), &hurt], &[&target("C", "")]).ruling("yield_afraid = false").tape("");
        let sick_and_dying = [Status::Sick, Status::Dying].map(|status| seen.has(B, status));
        (sick_and_dying, seen.sum(A, Metric::CuresGiven))
    };
    assert_eq!(left("\"sick\"", "\"sick\""), ([false, false], 1));
    assert_eq!(left("\"sick\"", "\"sick\", \"dying\""), ([true, true], 0));
    assert_eq!(left("\"sick\", \"dying\"", "\"sick\", \"dying\""), ([false, false], 2));
    // Sleepers are out, and wake by themselves.
    assert_eq!(left("\"sick\"", "\"sick\", \"asleep\"").1, 1);
}

#[test]
fn d_11_d_16_gifts_are_saved_and_abilities_kept() {
    let heal = "{ name = \"Heal\", target = \"ally\", cost = [{ exhaust = \"rest\" }], effects = [{ remove_status = [\"hurt\"] }] }";
    let hurt = format!("{}\nstatuses = [\"hurt\"]", dummy("H"));
    let left = |tactics: &str| {
        let a = format!("{}\ntactics = {{ {tactics} }}", caster(heal));
        Table::of(&[&a, &hurt], &[&target("B", "")])
            .ruling("yield_afraid = false")
            .tape("")
            .has(B, Status::Hurt)
    };
    assert!(!left(""));
    assert!(left("extras = \"save_gifts\""));
    assert!(left("ability = \"never\""));
    assert!(left("ability = \"save\""));
}

#[test]
fn ca_62_timed_abilities_passives_and_reactions() {
    let ward = |timing: &str| {
        format!("{{ name = \"Ward\", target = \"self\", timing = {timing}, effects = [{{ ward = 2 }}] }}")
    };
    let b = |timing: &str| format!("{}\nabilities = [{}]", target("B", ""), ward(timing));
    let a = fighter("A", "d8", 0);
    let result = |timing: &str| {
        let seen = Table::of(&[&a], &[&b(timing)]).ruling("yield_afraid = false").tape("d8=5");
        (seen.sum(A, Metric::DamageDealt), seen.state.unit(B).ward)
    };
    assert_eq!(result("\"start_of_fight\""), (0, 1));
    assert_eq!(result("\"end_of_round\""), (1, 2));
    assert_eq!(result("\"end_of_turn\""), (1, 2));
    assert_eq!(result("{ reaction = \"attacked\" }"), (0, 1));
    assert_eq!(result("{ reaction = \"hit\" }"), (0, 1));
    assert_eq!(result("{ reaction = \"damaged\" }"), (1, 2));
    let passive =
        "{ name = \"Skin\", target = \"self\", timing = \"passive\", effects = [{ extra_soak = \"d6\" }] }";
    let tough = format!("{}\nabilities = [{passive}]", target("B", ""));
    assert_eq!(
        Table::of(&[&a], &[&tough])
            .ruling("yield_afraid = false")
            .tape("d8=5 d6=4")
            .sum(A, Metric::DamageDealt),
        0
    );
}

#[test]
fn ca_53_revival() {
    let raise = "{ name = \"Raise\", target = \"ally\", effects = [\"revive\"] }";
    let dead = format!("{}\nstatuses = [\"dead\"]", dummy("D"));
    let play = |ruling: &str| {
        Table::of(&[&caster(raise), &dead], &[&target("B", "")])
            .ruling("yield_afraid = false")
            .ruling(ruling)
            .tape("")
    };
    let seen = play("");
    assert!(seen.has(B, Status::Afraid) && !seen.has(B, Status::Dead));
    assert_eq!(seen.marks(B, Clock::Out(Out::Start)), [(1, 0)]);
    let seen = play("revive_statuses = \"none\"");
    assert!(!seen.has(B, Status::Afraid) && !seen.has(B, Status::Dead));
}

#[test]
fn ca_49_durations() {
    let slow = |duration: &str| {
        format!(
            "{{ name = \"Slow\", effects = [{{ add_status = {{ status = \"blinded\", duration = {duration} }} }}], cost = [{{ ammunition = 1 }}] }}"
        )
    };
    let held = |duration: &str, rounds: u32, dice: &str| {
        let table = Table::of(&[&caster(&slow(duration))], &[&target("B", "")]);
        table.ruling("yield_afraid = false").rounds(rounds).tape(dice).has(B, Status::Blinded)
    };
    assert!(held("\"fight\"", 3, ""));
    assert!(!held("\"end_of_turn\"", 1, ""));
    assert!(!held("\"own_next_turn\"", 1, ""));
    assert!(held("{ rounds = 2 }", 1, ""));
    assert!(!held("{ rounds = 2 }", 2, ""));
    let roll = "{ until_roll = { pool = \"d8\", against = 3, successes = 1 } }";
    assert!(held(roll, 1, "d8=3"));
    assert!(!held(roll, 1, "d8=4"));
}

#[test]
fn ca_54_reactions_come_in_the_order_of_turns_from_who_acts() {
    let ward = "abilities = [{ name = \"Ward\", timing = { reaction = \"ally_attacked\" }, target = \"self\", effects = [{ ward = 2 }] }]";
    let friend = |name: &str, order: u32| format!("{}\norder = {order}\n{ward}", dummy(name));
    let a = format!("{}\norder = 2", fighter("A", "d8", 0));
    let b = format!("{}\norder = 4\ndodge_pool = \"d4\"", dummy("B"));
    let table = Table::of(&[&a], &[&b, &friend("C", 1), &friend("D", 3)]).ruling("yield_afraid = false");
    let lines = table.told("d8=1 d4=1");
    let used: Vec<&String> = lines.iter().filter(|line| line.contains("Ward on")).collect();
    assert_eq!(used, ["  Ward on D", "  Ward on C"]);
}

#[test]
fn ca_29_ca_17_what_is_resisted_without_harm_meets_the_range_dice_too() {
    let slow = "{ name = \"Slow\", range = \"short\", roll = { pool = \"d8\", resisted = true }, effects = [{ add_status = \"blinded\" }] }";
    let a = format!("{}\nposition = [0, 0]", caster(slow));
    let b = |x: u32| format!("{}\nposition = [{x}, 0]", target("B", ""));
    let table = |x: u32| Table::of(&[&a], &[&b(x)]).map(10, 1, "").ruling("yield_afraid = false");
    assert!(table(4).tape("d8=5 d6=1 d6=1").has(B, Status::Blinded));
    // Short adds a d8.
    assert!(!table(5).tape("d8=5 d8=5").has(B, Status::Blinded));
}

#[test]
fn ca_66_d_03_nobody_aims_away_the_actions_of_an_ability() {
    let bolt = bolt("roll = { pool = \"d8\", opposed = \"defence\" }, cost = [{ actions = 2 }]", 0);
    let a = format!("{}\ntactics = {{ tactic = \"aim_attack\" }}", caster(&bolt));
    let seen = Table::of(&[&a], &[&target("B", "")]).ruling("yield_afraid = false").tape("d8=1");
    assert_eq!((seen.sum(A, Metric::Aims), seen.sum(A, Metric::Attacks)), (0, 1));
    let three = Table::of(&[&a], &[&target("B", "")]).ruling("yield_afraid = false\nactions_per_turn = 3");
    assert_eq!(three.tape("d8=1 d8=1").sum(A, Metric::Aims), 1);
}
