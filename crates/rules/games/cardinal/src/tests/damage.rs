//! Damage (CA-30 to CA-39): points, bonus, soak, wounds, wards and the ladder of results.

use super::{A, B, C, D, Table, assert_p, dummy, fighter};
use crate::data::metrics::{Clock, Metric, Out};
use crate::data::vocabulary::Status;
use crate::dice::pool::Pool;
use crate::rules::attacks::soak::Hit;

fn target(more: &str) -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\n{more}", dummy("B"))
}

fn with(effects: &str) -> String {
    format!(
        "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Blade\", attack = \"2d8\", damage = 0, effects = [{effects}] }}]"
    )
}

/// The result of one hit by two dice, of which both succeed against nothing.
fn result(a: &str, b: &str, ruling: &str, dice: &str) -> u32 {
    let table = Table::of(&[a], &[b]).ruling("yield_afraid = false").ruling(ruling);
    table.tape(dice).sum(A, Metric::DamageDealt)
}

#[test]
fn ca_30_ca_31_ca_32_example_3_points_by_kind() {
    let two = "d8=5 d8=6";
    assert_eq!(result(&with(""), &target(""), "", two), 2);
    assert_eq!(result(&with("\"slaying\""), &target(""), "", two), 4);
    assert_eq!(result(&with("\"slaying\""), &target(""), "slaying = \"triple\"", two), 6);
    assert_eq!(result(&with("\"critical\""), &target(""), "", two), 3);
    assert_eq!(result(&with("\"slaying\", \"critical\""), &target(""), "", two), 5);
    assert_eq!(result(&with("{ slaying = \"giant\" }"), &target("species = \"giant\""), "", two), 4);
    assert_eq!(result(&with("{ slaying = \"giant\" }"), &target("species = \"elf\""), "", two), 2);
    // A Retreat halves an Impaling hit (CA-26).
    assert_eq!(result(&with("\"impaling\""), &target("tactics = { retreat = \"hold_ground\" }"), "", two), 4);
    assert_eq!(result(&with("\"impaling\""), &target(""), "", two), 2);
    assert_eq!(result(&with("\"flat\""), &target(""), "", two), 0);
}

#[test]
fn ca_32_the_bonus_is_added_once_and_may_be_negative() {
    let hit = |damage: i32| {
        let a = format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Blade\", attack = \"2d8\", damage = {damage} }}]"
        );
        result(&a, &target(""), "", "d8=5 d8=6")
    };
    assert_eq!((hit(0), hit(1), hit(-1), hit(-5)), (2, 3, 1, 0));
}

#[test]
fn ca_30_ca_35_ca_38_example_5_results() {
    let hit = |points: i32, wounds: i32, wounds_first: bool| Hit {
        soak: Pool::parse("d6+d6+d6").unwrap(),
        number: 3,
        points,
        wounds,
        wounds_first,
        botch: 1,
        most: 99,
        ..Hit::default()
    };
    assert_eq!(hit(5, 2, true).damage(2, false), 5);
    assert_eq!(hit(5, 2, true).damage(0, true), 8);
    assert_eq!(hit(1, 0, true).damage(1, false), 0);
    assert_eq!(hit(1, 1, true).damage(1, false), 1);
    assert_eq!(hit(1, 1, false).damage(1, false), 0);
    // The botch point counts where the wounds ask for a point.
    assert_eq!(hit(0, 1, false).damage(0, true), 2);
}

#[test]
fn ca_21_ca_30_ca_38_example_6_a_whole_attack() {
    let b = format!("{}\ndodge_pool = \"d6+d4\"\nsoak_pool = \"2d6\"", dummy("B"));
    let table = Table::of(&[&fighter("A", "2d8+d6", 2)], &[&b]).ruling("yield_afraid = false");
    let p = |result: u32| table.p(|seen| seen.log.outcome.is_some() && seen.sum(A, result_of(result)) == 1);
    assert_p(table.p(|seen| seen.sum(A, Metric::Hits) == 0), 493, 2304);
    assert_p(p(0), 0, 1);
    assert_p(p(1), 133, 1536);
    assert_p(p(2), 2281, 9216);
    assert_p(p(3), 3611, 13824);
    assert_p(p(4), 6091, 41472);
    assert_p(p(5), 1103, 27648);
    assert_p(p(6), 41, 10368);
}

fn result_of(result: u32) -> Metric {
    Metric::of_result(result)
}

#[test]
fn ca_32_ca_35_example_7_critical_on_the_hurt() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Blade\", attack = \"d10+d6\", damage = 1, effects = [\"critical\"] }]";
    let b = format!("{}\ndodge_pool = \"d8\"\nsoak_pool = \"d8+d4\"\nstatuses = [\"hurt\"]", dummy("B"));
    let table = Table::of(&[a], &[&b]).ruling("yield_afraid = false");
    let p = |result: u32| table.p(|seen| seen.sum(A, result_of(result)) == 1);
    assert_p(table.p(|seen| seen.sum(A, Metric::Hits) == 0), 181, 480);
    assert_p(p(0), 0, 1);
    assert_p(p(1), 23, 384);
    assert_p(p(2), 69, 320);
    assert_p(p(3), 2047, 15360);
    assert_p(p(4), 1127, 7680);
    assert_p(p(5), 23, 384);
    assert_p(p(6), 23, 3072);
}

#[test]
fn ca_34_ca_33_a_botched_soak_hurts_and_the_number_is_a_ruling() {
    let b = "name = \"B\"\nrally_pool = \"none\"\nweapons = []\ndodge_pool = \"none\"\nsoak_pool = \"d6\"";
    let a = with("");
    assert_eq!(result(&a, b, "", "d8=5 d8=6 d6=1"), 3);
    assert_eq!(result(&a, b, "botch_soak = 3", "d8=5 d8=6 d6=1"), 5);
    assert_eq!(result(&a, b, "", "d8=5 d8=6 d6=4"), 1);
    assert_eq!(result(&a, b, "soak_tn = 4", "d8=5 d8=6 d6=4"), 2);
}

#[test]
fn ca_36_armor_penetrating_and_weak() {
    let b = target("").replace("soak_pool = \"none\"", "soak_pool = \"d6\"\narmor = \"d8\"");
    // The largest die is rolled first.
    assert_eq!(result(&with(""), &b, "", "d8=5 d8=6 d8=4 d6=4"), 0);
    assert_eq!(result(&with("\"penetrating\""), &b, "", "d8=5 d8=6 d6=4"), 1);
    assert_eq!(result(&with("\"weak\""), &b, "", "d8=5 d8=6 d8=3 d8=3 d6=4 d6=2"), 1);
}

#[test]
fn ca_33_the_gift_of_resolve_adds_will() {
    let b = target("").replace("soak_pool = \"none\"", "body = \"d8\"\nwill = \"d4\"\ngifts = [\"resolve\"]");
    assert_eq!(result(&with(""), &b, "", "d8=5 d8=6 d8=4 d4=4"), 0);
}

#[test]
fn ca_33_ca_27_what_the_helpless_soak_with() {
    let at = |unit: String, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let b = target("statuses = [\"dying\"]")
        .replace("soak_pool = \"none\"", "soak_pool = \"d6\"\narmor = \"d8\"");
    let a = with("").replace("rally_pool", "tactics = { helpless = \"finish\" }\nrally_pool");
    let dealt = |ruling: &str, dice: &str| {
        Table::of(&[&at(a.clone(), 0)], &[&at(b.clone(), 1), &at(dummy("C"), 9)])
            .map(10, 1, "")
            .ruling("yield_afraid = false")
            .ruling("attack_helpless = \"allowed\"")
            .ruling(ruling)
            .tape(dice)
            .sum(A, Metric::DamageDealt)
    };
    assert_eq!(dealt("", "d8=5 d8=6 d8=4 d6=1"), 1);
    assert_eq!(dealt("helpless_soak = \"armor_only\"", "d8=5 d8=6 d8=2"), 2);
    assert_eq!(dealt("helpless_soak = \"none\"", "d8=5 d8=6"), 2);
}

#[test]
fn ca_37_a_ward_takes_points_off_after_soak_and_is_used_up() {
    let table = Table::of(&[&with("")], &[&target("ward = 3\ntactics = { tactic = \"attack\" }")])
        .ruling("yield_afraid = false")
        .rounds(2);
    let seen = table.tape("d8=5 d8=6 d8=5 d8=6");
    // The first hit takes two points of it, the second one is left with one.
    assert_eq!((seen.sum(A, Metric::DamageDealt), seen.state.unit(B).ward), (1, 0));
    assert!(seen.has(B, Status::Hurt) && !seen.has(B, Status::Afraid));
}

#[test]
fn ca_38_nonlethal_stops_at_dying_and_knockout_puts_to_sleep() {
    let a = |effects: &str, damage: i32| {
        format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Blade\", attack = \"2d8\", damage = {damage}, effects = [{effects}] }}]"
        )
    };
    let play = |a: &str| Table::of(&[a], &[&target("")]).ruling("yield_afraid = false").tape("d8=5 d8=6");
    let seen = play(&a("\"nonlethal\"", 6));
    assert!(seen.has(B, Status::Dying) && !seen.has(B, Status::Dead));
    assert!(play(&a("", 6)).has(B, Status::Overkilled));
    assert!(play(&a("", 3)).has(B, Status::Dead));
    assert!(play(&a("\"knockout\"", 0)).has(B, Status::Unconscious));
    assert!(play(&a("\"knockout\"", -1)).has(B, Status::Asleep));
}

#[test]
fn ca_39_results_are_not_added_up() {
    let one = with("").replace("damage = 0", "damage = -1");
    let seen = Table::of(&[&one], &[&target("")])
        .ruling("yield_afraid = false")
        .ruling("wound_bonus = \"after_soak\"")
        .rounds(1)
        .tape("d8=5 d8=6");
    assert!(seen.has(B, Status::Hurt) && !seen.has(B, Status::Afraid));
}

#[test]
fn ca_38_a_fall_marks_everything_that_it_contains() {
    let a = with("").replace("damage = 0", "damage = 4");
    let seen = Table::of(&[&a], &[&target("")]).tape("d8=5 d8=6");
    assert_eq!(seen.marks(B, Clock::Out(Out::Attack)), [(1, 1)]);
    assert_eq!(seen.sum(A, Metric::Overkills), 1);
}

#[test]
fn ca_59_ca_47_an_overkill_frightens_allies_within_near() {
    // B at 3 paces of C and 5 of D.
    let at = |unit: String, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let a = at(with("").replace("damage = 0", "damage = 6"), 9);
    let b = at(target(""), 10);
    let table = |ruling: &str| {
        Table::of(&[&a], &[&b, &at(dummy("C"), 13), &at(dummy("D"), 15)]).map(20, 1, "").ruling(ruling)
    };
    let seen = table("").tape("d8=5 d8=6");
    assert!(seen.has(B, Status::Overkilled) && seen.has(C, Status::Afraid) && !seen.has(D, Status::Afraid));
    assert_eq!((seen.sum(A, Metric::Feared), seen.sum(A, Metric::Overkills)), (1, 1));
    let seen = table("overkill_fear = false").tape("d8=5 d8=6");
    assert!(!seen.has(C, Status::Afraid));
    let wall = Table::of(&[&a], &[&b, &at(dummy("C"), 13), &at(dummy("D"), 15)]).map(
        20,
        1,
        "{ x = 11, y = 0, blocks_sight = true }",
    );
    // Behind the wall fear comes all the same, and is gone at the end of the round (CA-51).
    assert_eq!(wall.clone().tape("d8=5 d8=6").sum(A, Metric::Feared), 1);
    assert_eq!(wall.ruling("overkill_needs_sight = true").tape("d8=5 d8=6").sum(A, Metric::Feared), 0);
}

#[test]
fn ca_47_ca_50_example_16_fear_within_near_and_a_rally_that_takes_it_away() {
    let at = |unit: &str, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let b = format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B"));
    let d = "name = \"D\"\nweapons = []\nrally_pool = \"d6+d4\"";
    let side = [at(&b, 1), at(&dummy("C"), 4), at(d, 6)];
    let side = side.each_ref().map(String::as_str);
    let table = Table::of(&[&at(&fighter("A", "d8", 6), 0)], &side).map(10, 1, "");
    let lines = table.told("d8=5 d6=5 d4=2");
    assert!(lines.iter().any(|line| line.contains("C is Afraid")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("D is Afraid")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("C is no longer Afraid")), "{lines:#?}");
}
