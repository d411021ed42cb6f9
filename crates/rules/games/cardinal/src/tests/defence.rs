//! Defences (CA-20 to CA-29): the chart, the methods, ties, extra dice.

use super::{A, B, C, Table, dummy, fighter};
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::vocabulary::{Method, Status};
use crate::dice::pool::Pool;

/// The method, attack pool and defence pool of the first attack.
#[track_caller]
fn first(table: &Table) -> (Option<Method>, String, String) {
    let system = table.system();
    let mut every = fray_engine::every::Every::default();
    let seen = super::watch(&system, &mut every);
    let found = seen.log.events.iter().find_map(|event| match event {
        Event::Attacks { method, pools, .. } => Some((*method, pools[0].to_string(), pools[1].to_string())),
        _ => None,
    });
    found.expect("an attack")
}

fn armed(name: &str, weapon: &str, more: &str) -> String {
    format!("name = \"{name}\"\nrally_pool = \"none\"\nweapons = [{{ name = \"W\", {weapon} }}]\n{more}")
}

fn defender(more: &str) -> String {
    let weapon = "attack = \"d4\", parry = \"3d8\", counter = \"2d10\"";
    armed("B", weapon, &format!("dodge_pool = \"d4\"\n{more}"))
}

fn method(kind: &str, defender: &str, ruling: &str) -> Option<Method> {
    let a = armed("A", &format!("attack = \"2d8\", kind = \"{kind}\""), "");
    first(&Table::of(&[&a], &[defender]).ruling(ruling)).0
}

fn wants(choice: &str, more: &str) -> String {
    defender(&format!("tactics = {{ defence = \"{choice}\" }}\n{more}"))
}

#[test]
fn ca_20_the_chart() {
    let by = |kind: &str, choice: &str| method(kind, &wants(choice, ""), "");
    for kind in ["melee", "unarmed"] {
        assert_eq!(by(kind, "dodge"), Some(Method::Dodge));
        assert_eq!(by(kind, "parry"), Some(Method::Parry));
        assert_eq!(by(kind, "counter"), Some(Method::Counter));
    }
    for kind in ["thrown", "ranged", "magic"] {
        assert_eq!(by(kind, "parry"), Some(Method::Dodge), "{kind}");
        assert_eq!(by(kind, "counter"), Some(Method::Dodge), "{kind}");
    }
    let flagged = |flags: &str| {
        let weapon = format!("attack = \"d4\", counter = \"2d10\", {flags}");
        armed("B", &weapon, "dodge_pool = \"d4\"\ntactics = { defence = \"counter\" }")
    };
    assert_eq!(method("ranged", &flagged("counter_missiles = true"), ""), Some(Method::Counter));
    assert_eq!(method("magic", &flagged("counter_magic = true"), ""), Some(Method::Counter));
    let shield =
        |flag: bool| wants("parry", &format!("shield = {{ parry = \"d8\", parry_missiles = {flag} }}"));
    assert_eq!(method("thrown", &shield(false), ""), Some(Method::Dodge));
    assert_eq!(method("thrown", &shield(true), ""), Some(Method::Parry));
    // Fists parry fists alone.
    let fists = "name = \"B\"\nrally_pool = \"none\"\ntactics = { defence = \"parry\" }";
    assert_eq!(method("melee", fists, ""), Some(Method::Dodge));
    assert_eq!(method("unarmed", fists, ""), Some(Method::Parry));
}

#[test]
fn ca_23_a_parry_needs_a_ready_weapon_or_a_shield() {
    let unready = |more: &str| {
        let weapon = "attack = \"d4\", parry = \"3d8\", ready = false";
        armed("B", weapon, &format!("dodge_pool = \"d4\"\ntactics = {{ defence = \"parry\" }}\n{more}"))
    };
    assert_eq!(method("melee", &wants("parry", ""), ""), Some(Method::Parry));
    assert_eq!(method("melee", &unready(""), ""), Some(Method::Dodge));
    assert_eq!(method("melee", &unready("shield = { parry = \"d8\" }"), ""), Some(Method::Parry));
}

#[test]
fn ca_20_a_chart_of_the_scenario_takes_the_place_of_the_rows_it_names() {
    let chart = "defence_chart = [[\"ranged\", \"dodge parry\"], [\"magic\", \"\"]]";
    assert_eq!(method("ranged", &wants("parry", ""), chart), Some(Method::Parry));
    assert_eq!(method("magic", &wants("dodge", ""), chart), None);
    assert_eq!(method("melee", &wants("counter", ""), chart), Some(Method::Counter));
}

#[test]
fn ca_20_the_number_of_defences_is_a_ruling() {
    let b = wants("dodge", "");
    let a2 = fighter("A2", "2d8", 0);
    let a = fighter("A", "2d8", 0);
    let second = |ruling: &str| {
        let table = Table::of(&[&a, &a2], &[&b]).ruling("yield_afraid = false").ruling(ruling);
        table.p(|seen| {
            let methods: Vec<_> = seen
                .log
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Attacks { unit, method, .. } if *unit != C => Some(*method),
                    _ => None,
                })
                .collect();
            methods.len() == 2 && methods[1].is_none()
        })
    };
    assert!(second("") < 1e-12);
    assert!(second("defences_per_round = 1") > 0.1);
}

#[test]
fn ca_22_ca_12_ca_18_dodge_with_everything_that_helps_it() {
    let b = wants("dodge", "position = [5, 0]\nshield = { cover = \"d6\" }\nstatuses = [\"guarding\"]");
    let a = armed("A", "attack = \"2d8\", kind = \"ranged\", range = \"medium\"", "position = [0, 0]");
    let squares = "{ x = 5, y = 0, cover = \"good\", concealment = \"partial\" }";
    let table = |ruling: &str| Table::of(&[&a], &[&b]).map(6, 1, squares).ruling(ruling);
    // Dodge d4, shield d6, Guard d8, good cover d12, partial concealment d8, Short d8.
    assert_eq!(first(&table("")).2, "d12+3d8+d6+d4");
    assert_eq!(first(&table("guard_die = \"d10\"")).2, "d12+d10+2d8+d6+d4");
}

#[test]
fn ca_18_cover_helps_dodge_alone_by_a_ruling() {
    let b = wants("parry", "position = [1, 0]\nshield = { cover = \"d6\" }");
    let a = armed("A", "attack = \"2d8\"", "position = [0, 0]");
    let table =
        |ruling: &str| Table::of(&[&a], &[&b]).map(3, 1, "{ x = 1, y = 0, cover = \"soft\" }").ruling(ruling);
    assert_eq!(first(&table("")).2, "3d8+d6+d4");
    assert_eq!(first(&table("cover_applies_to = \"dodge_only\"")).2, "3d8");
}

#[test]
fn ca_21_ties_go_to_the_defender_or_by_the_ruling() {
    let a = fighter("A", "2d8", 0);
    let b = format!("{}\ndodge_pool = \"d8\"\nsoak_pool = \"none\"", dummy("B"));
    let hits = |b: &str, ruling: &str| {
        Table::of(&[&a], &[b])
            .ruling("yield_afraid = false")
            .ruling(ruling)
            .tape("d8=5 d8=5 d8=5")
            .sum(A, Metric::Hits)
    };
    assert_eq!(hits(&b, ""), 0);
    assert_eq!(hits(&b, "ties = \"attacker\""), 1);
    assert_eq!(hits(&b, "ties = \"retreat\""), 0);
    assert_eq!(hits(&format!("{b}\ntactics = {{ retreat = \"hold_ground\" }}"), "ties = \"retreat\""), 1);
}

#[test]
fn ca_26_retreats_are_counted_by_the_round() {
    let a = |name: &str| fighter(name, "2d8", 0);
    let b = format!("{}\ndodge_pool = \"d8\"\nsoak_pool = \"none\"", dummy("B"));
    let hits = |ruling: &str| {
        let table = Table::of(&[&a("A"), &a("A2")], &[&b])
            .ruling("yield_afraid = false")
            .ruling("ties = \"retreat\"");
        let seen = table.ruling(ruling).tape("d8=5 d8=5 d8=5 d8=6 d8=6 d8=6");
        (seen.sum(C, Metric::Retreats), seen.sum(B, Metric::Hits))
    };
    assert_eq!(hits(""), (1, 1));
    assert_eq!(hits("retreats_per_round = \"unlimited\""), (2, 0));
}

#[test]
fn ca_24_a_counter_hits_the_attacker() {
    let a = armed("A", "attack = \"2d8\", damage = 1", "soak_pool = \"none\"\ndodge_pool = \"none\"");
    let b = defender("soak_pool = \"none\"\ntactics = { defence = \"counter\", tactic = \"guard\" }");
    let table = |ruling: &str| Table::of(&[&a], &[&b]).ruling("yield_afraid = false").ruling(ruling);
    let seen = table("").tape("d8=6 d8=3 d10=8 d10=7");
    // Two successes and no bonus: Hurt and Afraid, and Reeling in the middle of its turn, so it Recovers.
    assert!(seen.has(A, Status::Afraid) && !seen.has(A, Status::Reeling));
    assert_eq!((seen.sum(B, Metric::CountersWon), seen.sum(A, Metric::Recovers)), (1, 1));
    let hits = |ruling: &str| {
        let seen = table(ruling).tape("d8=6 d8=3 d10=6 d10=2");
        (seen.sum(A, Metric::Hits), seen.sum(B, Metric::CountersWon))
    };
    assert_eq!(hits(""), (0, 0));
    assert_eq!(hits("counter_tie = \"attacker\""), (1, 0));
    assert_eq!(hits("counter_tie = \"defender\""), (0, 1));
    assert_eq!(hits("counter_tie = \"both_hit\""), (1, 1));
}

#[test]
fn ca_25_ca_41_the_disadvantaged_do_not_counter_and_the_afraid_do() {
    let b = |statuses: &str| wants("counter", &format!("statuses = [{statuses}]"));
    let by = |statuses: &str| {
        let a = armed("A", "attack = \"2d8\"", "");
        first(
            &Table::of(&[&a], &[&b(statuses)])
                .ruling("yield_afraid = false")
                .ruling("reeling_die = \"none\""),
        )
        .0
    };
    assert_eq!(by("\"reeling\""), Some(Method::Parry));
    assert_eq!(by("\"knockdown\""), Some(Method::Parry));
    assert_eq!(by("\"afraid\""), Some(Method::Counter));
}

#[test]
fn ca_28_ca_40_attackers_of_the_disadvantaged_gain_a_die() {
    let a = armed("A", "attack = \"2d8\"", "");
    let pool = |statuses: &str, ruling: &str| {
        first(&Table::of(&[&a], &[&wants("dodge", &format!("statuses = [{statuses}]"))]).ruling(ruling)).1
    };
    assert_eq!(pool("", ""), "2d8");
    assert_eq!(pool("\"reeling\"", ""), "3d8");
    assert_eq!(pool("\"reeling\", \"knockdown\", \"blinded\"", ""), "3d8");
    assert_eq!(pool("\"slowed\"", "reeling_die = \"d12\""), "d12+2d8");
    assert_eq!(pool("\"reeling\"", "reeling_die_use = \"attacker_and_defence\""), "4d8");
    assert_eq!(pool("\"slowed\"", "reeling_die_use = \"attacker_and_defence\""), "3d8");
}

#[test]
fn ca_28_tactics_dice_need_an_ally_who_threatens() {
    let a = armed("A", "attack = \"2d8\"", "skills = { tactics = \"d10\" }");
    let pool =
        |ally: &str, ruling: &str| first(&Table::of(&[&a, ally], &[&wants("dodge", "")]).ruling(ruling)).1;
    let ally = fighter("Ally", "d6", 0);
    assert_eq!(pool(&ally, ""), "d10+2d8");
    assert_eq!(pool(&ally, "tactics = \"off\""), "2d8");
    assert_eq!(pool(&format!("{ally}\nstatuses = [\"reeling\"]"), ""), "2d8");
    assert_eq!(pool(&format!("{ally}\nstatuses = [\"afraid\"]"), ""), "d10+2d8");
    assert_eq!(pool(&dummy("Ally"), ""), "2d8");
}

#[test]
fn ca_27_d_13_the_helpless_cannot_defend() {
    let a = armed("A", "attack = \"2d8\"", "tactics = { helpless = \"finish\" }");
    let asleep = wants("dodge", "statuses = [\"asleep\"]\nshield = { cover = \"d6\" }");
    let other = format!("{}\nposition = [9, 0]", dummy("C"));
    let table =
        Table::of(&[&format!("{a}\nposition = [0, 0]")], &[&format!("{asleep}\nposition = [1, 0]"), &other])
            .map(10, 1, "")
            .ruling("attack_helpless = \"allowed\"");
    assert_eq!(first(&table), (None, "2d8".to_owned(), "none".to_owned()));
}

#[test]
fn ca_29_resisted_attacks_meet_3_and_the_resistance() {
    let a = armed("A", "attack = \"2d8\", kind = \"resisted\"", "");
    let b = format!("{}\nbody = \"d6\"\nwill = \"d8\"\nsoak_pool = \"none\"", dummy("B"));
    let table = |_: &str| Table::of(&[&a], &[&b]).ruling("yield_afraid = false");
    let own = format!("{b}\nresist_pool = \"d12\"");
    let per_unit =
        Table::of(&[&a], &[&own]).ruling("yield_afraid = false").ruling("resist_pool = \"per_unit\"");
    assert!(Table::of(&[&a], &[&own]).read().unwrap_err()[0].contains("per_unit"));
    assert_eq!(table("").tape("d8=4 d8=8 d8=4 d6=3").sum(A, Metric::DamageDealt), 1);
    assert_eq!(per_unit.tape("d8=4 d8=8 d12=3").sum(A, Metric::DamageDealt), 2);
    // Ties never count.
    assert_eq!(table("").tape("d8=3 d8=3").sum(A, Metric::Hits), 0);
}

#[test]
fn d_05_example_23_the_choice_of_a_defence() {
    let b = |choice: &str| {
        let weapon = "attack = \"d4\", counter = \"d8+d4\"";
        armed("B", weapon, &format!("dodge_pool = \"d6+d4\"\ntactics = {{ defence = \"{choice}\" }}"))
    };
    let a = armed("A", "attack = \"d8+d6\"", "");
    let chosen = |choice: &str, ruling: &str| first(&Table::of(&[&a], &[&b(choice)]).ruling(ruling)).0;
    assert_eq!(chosen("best", ""), Some(Method::Counter));
    assert_eq!(chosen("best", "counter_tie = \"both_hit\""), Some(Method::Counter));
    // 53/384 of 1,536 ways.
    assert_eq!(Pool::parse("d8+d6").unwrap().ways_to_tie(Pool::parse("d8+d4").unwrap()), 212.0);
    // 281 of 768 is less than 127 of 256: not favoured.
    assert_eq!(chosen("counter_if_favoured", ""), Some(Method::Dodge));
    assert_eq!(chosen("net", ""), Some(Method::Counter));
    assert_eq!(chosen("dodge", ""), Some(Method::Dodge));
}

#[test]
fn ca_24_ca_41_example_15_who_is_countered_recovers_in_the_same_turn() {
    let a = format!("{}\nsoak_pool = \"none\"", fighter("A", "2d6", 0));
    let b = "name = \"B\"\nrally_pool = \"none\"\nweapons = [{ name = \"Blade\", attack = \"d4\", counter = \"d8+2d6\", damage = 1 }]\ntactics = { defence = \"counter\", tactic = \"guard\" }";
    let lines = Table::of(&[&a, &dummy("F")], &[b]).told("d6=6 d6=3 d8=8 d6=6 d6=2");
    let from = lines.iter().position(|line| line.contains("countered, 1 success")).expect("a Counter");
    let then = ["A: 2 points", "A is Reeling", "A is Hurt, Afraid", "recovers"];
    for (line, wanted) in lines[from + 1..].iter().zip(then) {
        assert!(line.contains(wanted), "{line} where {wanted} was wanted in {lines:#?}");
    }
}
