//! Tactics (D-01 to D-19), as far as other tests do not show them.

use super::{A, B, C, Table, dummy, fighter};
use crate::data::metrics::Metric;
use fray_engine::roster::UnitId;

fn foe(name: &str, more: &str) -> String {
    format!("{}\nsoak_pool = \"none\"\ndodge_pool = \"d4\"\n{more}", dummy(name))
}

/// Returns whom A attacks with this target tactic.
fn target(choice: &str, foes: &[&str]) -> UnitId {
    let a = format!("{}\ntactics = {{ target = \"{choice}\" }}", fighter("A", "2d8", 0));
    let table = Table::of(&[&a], foes).ruling("yield_afraid = false");
    let system = table.system();
    let mut every = fray_engine::every::Every::default();
    super::watch(&system, &mut every).targets()[0]
}

#[test]
fn d_04_targets() {
    let plain = foe("B", "");
    let afraid = foe("B", "statuses = [\"afraid\"]");
    assert_eq!(target("able_first", &[&afraid, &foe("C", "")]), C);
    assert_eq!(target("reeling_first", &[&plain, &foe("C", "statuses = [\"reeling\"]")]), C);
    assert_eq!(target("weakest", &[&plain, &foe("C", "statuses = [\"hurt\"]")]), C);
    assert_eq!(target("best_odds", &[&foe("B", "").replace("\"d4\"", "\"2d8\""), &foe("C", "")]), C);
    assert_eq!(target("best_damage", &[&foe("B", "armor = \"3d12\""), &foe("C", "")]), C);
    let armed = |name: &str, attack: &str| {
        format!("{}\nsoak_pool = \"none\"\ndodge_pool = \"d4\"", fighter(name, attack, 0))
    };
    assert_eq!(target("most_dangerous", &[&armed("B", "d4"), &armed("C", "3d12")]), C);
    assert_eq!(target("nearest", &[&plain, &foe("C", "")]), B);
}

#[test]
fn d_04_random_picks_everybody() {
    let a = format!("{}\ntactics = {{ target = \"random\" }}", fighter("A", "2d8", 0));
    let table = Table::of(&[&a], &[&foe("B", ""), &foe("C", "")]).ruling("yield_afraid = false");
    let share = table.p(|seen| seen.targets()[0] == C);
    assert!((share - 0.5).abs() < 1e-12, "{share}");
}

#[test]
fn d_04_a_condition_is_judged_for_each_target() {
    let a = format!(
        "{}\ntactics = {{ target = [{{ use = \"weakest\", when = \"target_has_status hurt\" }}, \"able_first\"] }}",
        fighter("A", "2d8", 0)
    );
    let table =
        Table::of(&[&a], &[&foe("B", ""), &foe("C", "statuses = [\"hurt\"]")]).ruling("yield_afraid = false");
    assert!(table.p(|seen| seen.targets()[0] == C) > 0.999);
    let never = a.replace("target_has_status hurt", "wounds >= 1");
    let table = Table::of(&[&never], &[&foe("B", ""), &foe("C", "")]).ruling("yield_afraid = false");
    assert!(table.p(|seen| seen.targets()[0] == B) > 0.999);
}

fn at(unit: &str, x: u32, y: u32) -> String {
    format!("{unit}\nposition = [{x}, {y}]")
}

#[test]
fn d_03_dash_attack_picks_among_all_whom_it_reaches() {
    let first = |tactic: &str| {
        let a = format!(
            "{}\ntactics = {{ tactic = \"{tactic}\", target = \"weakest\" }}",
            fighter("A", "2d8", 0)
        );
        let table = Table::of(
            &[&at(&a, 0, 0)],
            &[&at(&foe("B", ""), 1, 0), &at(&foe("C", "statuses = [\"hurt\"]"), 4, 2)],
        );
        table.map(6, 3, "").ruling("yield_afraid = false").first().targets()[0]
    };
    assert_eq!((first("attack_guard"), first("dash_attack")), (B, C));
}

#[test]
fn d_03_kite_goes_as_far_as_it_still_reaches() {
    let bow = "name = \"A\"\nrally_pool = \"none\"\nspeed = \"d8\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"short\" }]\ntactics = { tactic = \"kite\" }";
    let table = Table::of(&[&at(bow, 10, 0)], &[&at(&foe("B", ""), 8, 0)])
        .map(30, 1, "")
        .ruling("yield_afraid = false");
    // Stride 1 and Dash 4 away from it.
    assert!(table.p(|seen| seen.at(A).0 == 15) > 0.999);
}

#[test]
fn d_12_seek_cover_prefers_the_square_with_the_best_cover() {
    let bow = |go: &str| {
        format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"short\" }}]\ntactics = {{ move = \"{go}\" }}"
        )
    };
    let end = |go: &str| {
        let table = Table::of(&[&at(&bow(go), 2, 1)], &[&at(&foe("B", ""), 9, 1)])
            .map(12, 3, "{ x = 2, y = 0, cover = \"good\" }")
            .ruling("yield_afraid = false");
        table.first().at(A)
    };
    assert_eq!((end("close"), end("seek_cover")), ((2, 1), (2, 0)));
}

#[test]
fn d_08_the_afraid_hide_or_go_to_their_leader() {
    let afraid = |choice: &str| {
        format!(
            "{}\nspeed = \"d8\"\nstatuses = [\"afraid\"]\ntactics = {{ afraid = \"{choice}\" }}",
            dummy("A")
        )
    };
    let leader =
        dummy("L").replace("rally_pool = \"none\"", "rally_pool = \"d4\"\ntactics = { rally = \"never\" }");
    let end = |choice: &str| {
        let table =
            Table::of(&[&at(&afraid(choice), 5, 0), &at(&leader, 13, 0)], &[&at(&foe("B", ""), 0, 0)])
                .map(14, 3, "{ x = 4, y = 1, blocks_sight = true, blocked = true }")
                .ruling("yield_afraid = false");
        table.tape("").at(A)
    };
    assert_eq!(end("guard"), (5, 0));
    // Out of sight behind the wall; within 4 paces of the leader.
    let (x, y) = end("break_sight");
    assert!(y > 0 && x > 4, "{x},{y}");
    assert_eq!(end("stay_near_leader").0, 9);
}

#[test]
fn d_15_the_better_weapon() {
    let two = |choice: &str| {
        format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Knife\", attack = \"d4\" }}, {{ name = \"Axe\", attack = \"3d12\", damage = 2 }}]\ntactics = {{ weapon = \"{choice}\" }}"
        )
    };
    let hit = |choice: &str| {
        Table::of(&[&two(choice)], &[&foe("B", "")])
            .ruling("yield_afraid = false")
            .p(|seen| seen.sum(A, Metric::Hits) == 1)
    };
    assert!(hit("best_damage") > hit("listed") + 0.3);
}

#[test]
fn d_10_hold_ground_keeps_the_square() {
    let a = fighter("A", "2d8", 0).replace("damage = 0", "damage = 0, effects = [\"impaling\"]");
    let b = |tactics: &str| format!("{}\ntactics = {{ {tactics} }}", foe("B", ""));
    let retreats = |tactics: &str| {
        let table = Table::of(&[&a], &[&b(tactics)]).ruling("yield_afraid = false");
        table.p(|seen| seen.sum(B, Metric::Retreats) > 0)
    };
    assert!(retreats("") > 0.5 && retreats("retreat = \"hold_ground\"") < 1e-12);
}

#[test]
fn d_08_who_breaks_sight_sprints_where_that_may_be_enough() {
    let a = format!(
        "{}\nspeed = \"d8\"\nstatuses = [\"afraid\"]\ntactics = {{ afraid = \"break_sight\" }}",
        dummy("A")
    );
    // Eleven paces: Stride 1, Dash 4, and a Sprint of the roll and 1.
    let end = |dice: &str| {
        let table = Table::of(&[&at(&a, 10, 0)], &[&at(&foe("B", ""), 0, 0)]);
        let wall = "{ x = 20, y = 0, blocks_sight = true }";
        let seen = table.map(30, 1, wall).ruling("yield_afraid = false").tape(dice);
        (seen.at(A).0, seen.sum(A, Metric::Guards))
    };
    assert_eq!(end("d8=5"), (21, 0));
    // It is not: it stays, and Guards.
    assert_eq!(end("d8=4"), (10, 1));
}

#[test]
fn d_08_a_leader_who_is_far_is_neared() {
    let a = format!(
        "{}\nspeed = \"d8\"\nstatuses = [\"afraid\"]\ntactics = {{ afraid = \"stay_near_leader\" }}",
        dummy("A")
    );
    let leader =
        dummy("L").replace("rally_pool = \"none\"", "rally_pool = \"d4\"\ntactics = { rally = \"never\" }");
    let table = Table::of(&[&at(&a, 5, 0), &at(&leader, 30, 0)], &[&at(&foe("B", ""), 0, 0)]);
    assert_eq!(table.map(31, 1, "").ruling("yield_afraid = false").tape("").at(A).0, 10);
}

#[test]
fn d_14_a_medic_goes_to_the_dying() {
    let medic = |choice: &str| {
        format!(
            "{}\ntactics = {{ first_aid = \"{choice}\" }}",
            dummy("A").replace("rally_pool", "mind = \"d8\"\nrally_pool")
        )
    };
    let dying = at(&format!("{}\nstatuses = [\"dying\"]", dummy("F")), 5, 0);
    let aids = |choice: &str, dice: &str| {
        let table = Table::of(&[&at(&medic(choice), 0, 0), &dying], &[&at(&foe("B", ""), 19, 0)]);
        let table = table.map(20, 1, "").ruling("death_save = \"on\"\nyield_afraid = false");
        table.tape(dice).sum(A, Metric::FirstAids)
    };
    // Stride and Dash are four paces; the Dying rolls Body at the end of the round if nobody helps.
    assert_eq!(aids("medic", "d8=4"), 1);
    assert_eq!(aids("if_free", "d6=2"), 0);
}

#[test]
fn d_08_the_afraid_reload_when_they_have_moved() {
    let bow = "weapons = [{ name = \"Bow\", kind = \"ranged\", range = \"short\", attack = \"d6\", reload = 2, loaded = false }]";
    let a = format!(
        "name = \"A\"\nrally_pool = \"none\"\n{bow}\nspeed = \"d8\"\nstatuses = [\"afraid\"]\ntactics = {{ afraid = \"break_sight\" }}"
    );
    // The wall is four paces away: Stride and Dash, and one action is left.
    let table = Table::of(&[&at(&a, 5, 0)], &[&at(&foe("B", ""), 0, 0)]);
    let table = table.map(12, 1, "{ x = 8, y = 0, blocks_sight = true }").ruling("yield_afraid = false");
    let seen = table.tape("");
    assert_eq!((seen.at(A).0, seen.sum(A, Metric::Reloads)), (9, 1));
}
