//! Clauses of reactions, statuses and changes that no other test would miss (SB-05, SB-28, SB-33, SB-36 to
//! SB-41, SB-45, SB-51, SB-52, SB-57, SB-59, SB-64).

use super::*;
use crate::data::vocabulary::{Stat, Status};

fn post(name: &str, hp: i32, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\n{more}"))
}

fn reaction(name: &str, timing: &str, rest: &str) -> String {
    format!("{{ name = \"{name}\", timing = {timing}, {rest} }}")
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

/// Returns how often B answers an attack of A.
fn answers(of_a: [i32; 5], more: &str, timing: &str, ward: &str, dice: &str) -> u32 {
    let heals = reaction("R", timing, "target = \"self\", effects = [{ heal = 1 }]");
    let b = post("B", 60, &format!("statuses = {{ burn = 1 }}\nreactions = [{heals}]\n{ward}"));
    let table = Table::new("max_rounds = 2\n[rulings]\nfirst = \"side_b\"", &[unit("A", of_a, more)], &[b]);
    let seen = table.tape(dice);
    seen.events.iter().filter(|event| matches!(event, Event::Uses { unit: B, .. })).count() as u32
}

#[test]
fn sb_36_what_did_not_land_sets_nothing_off() {
    let sure = "attack_mode = \"guaranteed\"";
    let ward = "negation = [{ n = 50, scope = \"damage\" }]";
    let crit = "\"on_crit_taken\"";
    assert_eq!(answers([9, 3, 0, 0, 0], sure, crit, ward, "51 50"), 1, "a negated critical was not taken");
    // An evasion of the effects alone has succeeded, too.
    let veil = "abilities = [{ name = \"V\", kind = \"innate\", effects = [{ evasion = { kind = \"A\", n = 50, scope = \"effects\" } }] }]";
    assert_eq!(answers([9, 3, 0, 0, 0], "", "\"on_evade\"", veil, "50 51"), 1);
    // What [Blind] stopped was no attack.
    let blind = "statuses = { blind = 1 }";
    assert_eq!(answers([9, 3, 0, 0, 0], blind, "\"on_attacked\"", "", "50 51"), 1);
}

#[test]
fn sb_64_a_reaction_is_rolled_once_for_an_attack_on_several() {
    let heals = reaction("R", "\"on_ally_damaged\"", "target = \"self\", effects = [{ heal = 1 }]");
    let foes = [post("B", 9, ""), post("C", 9, ""), post("D", 9, &format!("reactions = [{heals}]"))];
    let a = user([9, 0, 0, 0, 0], "target = \"all_enemies\", effects = [{ damage = 2 }]", "");
    let seen = Table::new("", &[a], &foes).tape("");
    assert_eq!(seen.events.iter().filter(|event| matches!(event, Event::Uses { unit: D, .. })).count(), 1);
    // A counter sets reactions off once more, and what it set off may still answer nothing twice.
    let counter = reaction("C", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]");
    let skin = reaction("S", "{ on_hp_damage = \"any\" }", "target = \"self\", effects = [{ heal = 1 }]");
    let after = reaction("T", "\"after_damage\"", "target = \"self\", effects = [{ heal = 1 }]");
    let a = unit("A", [9, 3, 0, 0, 0], &format!("reactions = [{skin}, {after}]"));
    let b = unit(
        "B",
        [20, 2, 0, 0, 0],
        &format!(
            "reactions = [{counter}, {after}]\ntactics = {{ action = {{ priorities = [\"N\"] }} }}\nabilities = [{{ name = \"N\", when = \"round > 9\", effects = [{{ damage = 1 }}] }}]"
        ),
    );
    let seen = Table::new("", &[a], &[b]).tape("");
    let uses = |unit: UnitId| {
        seen.events
            .iter()
            .filter(|event| matches!(event, Event::Uses { unit: by, .. } if *by == unit))
            .count()
    };
    assert_eq!(
        (uses(A), uses(B)),
        (2, 2),
        "A: after its blow and under the counter; B: the counter and after it"
    );
}

#[test]
fn sb_38_who_may_not_attack_does_not_counter() {
    let counter = reaction("C", "{ on_hp_damage = \"any\" }", "effects = [\"counter\"]");
    let seen = |more: &str, dice: &str| {
        let b = unit("B", [20, 2, 50, 0, 0], &format!("reactions = [{counter}]\n{more}"));
        let text = Table::new("[rulings]\nfirst = \"side_a\"", &[unit("A", [30, 3, 0, 0, 0], "")], &[b]);
        text.with("[status.bound]\nforbid = [\"attack\"]\n").tape(dice)
    };
    assert_eq!(seen("statuses = { bound = 1 }", "").sum(B, Metric::Counters), 0);
    // Its `no_crt` carries over, so that neither the counter nor its own attack rolls.
    let plain = seen("attack_mode = \"no_crt\"", "");
    assert_eq!((plain.sum(B, Metric::Counters), plain.hp(A)), (1, 26));
}

#[test]
fn sb_39_a_fallen_attacker_is_nobody() {
    let curse = |target: &str, n: u8| {
        reaction(
            "Curse",
            "{ on_incapacitated = \"self\" }",
            &format!(
                "target = \"{target}\", effects = [{{ damage = {{ n = {n}, type = \"H\", not_attack = true }} }}, {{ discard = 1 }}]"
            ),
        )
    };
    // A fells B and C at once; the curse of B fells A, and that of C finds nobody.
    let a = user([2, 0, 0, 0, 0], "target = \"all_enemies\", effects = [{ damage = 9 }]", "");
    let foes = [
        post("B", 1, &format!("reactions = [{}]", curse("attacker", 5))),
        post("C", 1, &format!("reactions = [{}]", curse("attacker", 5))),
        unit("D", [30, 0, 0, 0, 0], "rng = 0"),
    ];
    let seen = Table::new("", &[a, post("E", 9, "")], &foes).tape("");
    let hurt = |event: &Event| if let Event::Hurt { unit, .. } = event { Some(*unit) } else { None };
    assert_eq!(seen.events.iter().filter_map(hurt).filter(|unit| *unit == A).count(), 1);
}

#[test]
fn sb_37_one_redirect_for_each_attack_and_within_range() {
    let shield = |name: &str, x: u8, range: &str| {
        let redirect = reaction(
            "Shield",
            "\"before_damage\"",
            &format!("{range}target = \"ally\", effects = [\"redirect\"]"),
        );
        unit(
            name,
            [20, 0, 0, 0, 0],
            &format!("rng = 1\nmv = 0\nposition = [{x}, 0]\nreactions = [{redirect}]"),
        )
    };
    let a = unit("A", [9, 5, 0, 0, 0], "rng = 5\nmv = 0\nposition = [0, 0]");
    let hit = |c: String, d: String| {
        let foes = [post("B", 20, "mv = 0\nposition = [2, 0]"), c, d];
        let seen =
            Table::new("[rulings]\nfirst = \"side_a\"\n[map]\n", std::slice::from_ref(&a), &foes).tape("");
        let taken = seen.events.iter().filter(|event| matches!(event, Event::Redirects { .. })).count();
        ([B, C, D].map(|unit| seen.hp(unit)), taken)
    };
    assert_eq!(hit(shield("C", 3, ""), shield("D", 1, "")), ([20, 15, 20], 1));
    assert_eq!(hit(shield("C", 5, ""), shield("D", 6, "")), ([15, 20, 20], 0), "nobody is near enough");
    assert_eq!(hit(shield("C", 5, "range = 3, "), shield("D", 6, "")), ([20, 15, 20], 1));
}

#[test]
fn sb_33_what_is_no_attack_meets_the_defence() {
    let a = user([9, 0, 0, 0, 0], "effects = [{ damage = { n = 5, not_attack = true } }]", "");
    let seen = Table::new("", &[a], &[unit("B", [9, 0, 0, 2, 0], "rng = 0")]).tape("");
    assert_eq!((seen.hp(B), seen.pd(B)), (6, 2));
}

#[test]
fn sb_57_the_dearest_fuse_is_broken_first() {
    let fuse = |name: &str, n: u8| {
        format!(
            "{{ name = \"{name}\", kind = \"fuse\", cost = {{ element = \"fire\", n = {n} }}, effects = [{{ stat = {{ name = \"mv\", by = 1 }} }}] }}"
        )
    };
    let a = post("A", 9, &format!("abilities = [{}, {}]", fuse("Low", 1), fuse("High", 2)));
    let b = unit("B", [9, 0, 0, 0, 0], "abilities = [{ name = \"Break\", effects = [{ break_fuse = 1 }] }]");
    let (west, east) = ([a], [b]);
    let sides: [(&str, &str, &[String]); 2] = [("west", "hand_max = 3", &west), ("east", "", &east)];
    let seen = Table::sides("[rulings]\ndeck = [[\"fire\", 1, 3]]", &sides).tape("d3=1 d2=1 d1=1");
    assert_eq!(seen.state.unit(A).lying, 1);
}

#[test]
fn sb_05_one_activation_more_a_turn() {
    let again =
        "abilities = [{ name = \"Again\", target = \"self\", worth = 9, effects = [\"extra_activation\"] }]";
    let seen = Table::new("", &[post("A", 9, again), post("B", 9, "")], &[post("C", 9, "")]).tape("");
    assert_eq!(seen.activated(), [A, A, B, C], "right after the present one, and once a turn");
}

#[test]
fn sb_45_a_further_application_begins_a_burn_anew() {
    let burns = |rounds: u32| {
        let a = user(
            [9, 0, 0, 0, 0],
            "uses = 2, worth = 9, effects = [{ add_status = { name = \"burn\", stacks = 1 } }, { add_status = \"shear\" }]",
            "",
        );
        let head = format!("max_rounds = {rounds}\n[rulings]\nburn_max = 1\nburn_duration = 2");
        // It has criticals to lose, so that the ability is of use whatever burns.
        let b = unit("B", [20, 0, 9, 0, 0], "rng = 0");
        Table::new(&head, &[a], &[b]).tape("").sum(B, Metric::BurnDamage)
    };
    assert_eq!([burns(1), burns(2), burns(3), burns(4)], [2, 4, 6, 6]);
}

#[test]
fn sb_52_sb_59_doubled_and_passing_changes() {
    let cry = |more: &str| {
        format!(
            "target = \"self\", uses = 1, worth = 9, {more}effects = [{{ stat = {{ name = \"atk\", by = 2 }} }}]"
        )
    };
    let atk = |more: &str, dice: &str| {
        let table = Table::new("", &[user([9, 1, 0, 0, 0], &cry(more), "rng = 0")], &[post("B", 9, "")]);
        let seen = table.tape(dice);
        table.system().stat(&seen.state, A, Stat::Atk)
    };
    let fight = "duration = \"fight\", trigger = { on_digit = 4 }, ";
    assert_eq!([atk(fight, "45"), atk(fight, "44")], [3, 5], "both digits double it");
    assert_eq!(
        [atk("", ""), atk("duration = { turns = 1 }, ", "")],
        [1, 3],
        "to the end of the turn, or longer"
    );
}

#[test]
fn sb_40_what_lasts_for_the_fight_outlasts_a_fall() {
    let rise = unit(
        "B",
        [30, 0, 0, 0, 0],
        "abilities = [{ name = \"Rise\", target = \"ally\", effects = [{ revive = 2 }] }]",
    );
    let atk = |duration: &str| {
        let cry = format!(
            "target = \"self\", uses = 1, worth = 9, duration = {duration}, effects = [{{ stat = {{ name = \"atk\", by = 2 }} }}]"
        );
        let own = [user([2, 1, 0, 0, 0], &cry, "rng = 0"), rise.clone()];
        let foe = unit("C", [9, 3, 0, 0, 0], "tactics = { target = \"weakest\" }");
        let table = Table::new("max_rounds = 2", &own, &[foe]);
        let text = Table { text: table.text.replace("max_rounds = 2", "max_rounds = 1") };
        let (rules, mut state) = text.start();
        let mut dice = Tape::new(&[]);
        for _ in 0..4 {
            let _ = rules.turn(&mut state, &mut dice, &mut Nobody);
        }
        (state.stands(A), rules.stat(&state, A, Stat::Atk))
    };
    assert_eq!((atk("\"fight\"").1, atk("{ turns = 9 }").1), (3, 1));
}

#[test]
fn sb_41_the_immune_are_laid_nothing() {
    let calm = "abilities = [{ name = \"Calm\", kind = \"innate\", effects = [{ immune = \"break\" }] }]";
    let a = unit(
        "A",
        [9, 1, 0, 0, 0],
        "on_attack = [{ effects = [{ add_status = \"break\" }, { add_status = \"shear\" }] }]",
    );
    let seen = Table::new("", &[a], &[post("B", 9, calm)]).tape("");
    assert_eq!((seen.stacks(B, Status::BREAK), seen.stacks(B, Status::SHEAR)), (0, 1));
}

#[test]
fn sb_36_sb_51_at_the_start_and_at_the_end_of_a_turn() {
    let dawn = reaction("Dawn", "\"start_of_turn\"", "target = \"self\", effects = [{ heal = 1 }]");
    let own = [
        post("A", 9, &format!("statuses = {{ burn = 2 }}\nreactions = [{dawn}]")),
        post("B", 9, "statuses = { moss = 1, burn = 1 }"),
    ];
    let moss = "[status.moss]\nhp_end_of_turn = 1\nharmful = false\n";
    let seen = Table::new("max_rounds = 2", &own, &[post("C", 9, "")]).with(moss).tape("");
    assert_eq!((seen.hp(A), seen.hp(B)), (9 - 4 + 1 - 4, 9 - 2 + 1 - 2 + 1));
}
