//! A turn and its actions (CA-08 to CA-14, CA-42, CA-50, CA-52).

use super::{A, B, C, Table, dummy, fighter};
use crate::data::events::{ActionVerb, Event};
use crate::data::metrics::Metric;
use crate::data::vocabulary::Status;

/// Stands still and keeps no Guard.
fn target() -> String {
    format!("{}\ntactics = {{ tactic = \"attack\" }}", bare())
}

fn bare() -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B"))
}

fn actions(a: &str, ruling: &str, dice: &str) -> (u32, u32, u32, u32) {
    let seen = Table::of(&[a], &[&target()]).ruling("yield_afraid = false").ruling(ruling).tape(dice);
    let n = |metric| seen.sum(A, metric);
    (n(Metric::Recovers), n(Metric::Aims), n(Metric::Attacks), n(Metric::Guards))
}

#[test]
fn ca_09_two_actions_and_a_third_by_focus() {
    let a = fighter("A", "d8", 0);
    assert_eq!(actions(&a, "", "d8=1"), (0, 0, 1, 1));
    assert_eq!(actions(&a, "actions_per_turn = 1", "d8=1"), (0, 0, 1, 0));
    let reeling = format!("{a}\nstatuses = [\"reeling\"]");
    assert_eq!(actions(&reeling, "", "d8=1"), (1, 0, 1, 0));
    // CA-10: with Focus, where that is allowed beside Reeling at the start.
    let focused = format!("{a}\nstatuses = [\"reeling\", \"focused\"]");
    assert_eq!(actions(&focused, "", "d8=1"), (1, 0, 1, 1));
    let never = format!("{focused}\ntactics = {{ focus = \"never\" }}");
    assert_eq!(actions(&never, "", "d8=1"), (1, 0, 1, 0));
}

#[test]
fn ca_13_aim_adds_its_die_to_the_attack() {
    let a = format!("{}\ntactics = {{ tactic = \"aim_attack\" }}", fighter("A", "d6", 0));
    assert_eq!(actions(&a, "", "d8=1 d6=1"), (0, 1, 1, 0));
    assert_eq!(actions(&a, "aim_die = \"d4\"", "d6=1 d4=1"), (0, 1, 1, 0));
    let veteran = format!("{a}\ngifts = [\"veteran\"]");
    assert_eq!(actions(&veteran, "", "d12=1 d6=1"), (0, 1, 1, 0));
}

#[test]
fn d_03_attack_and_guard_alone() {
    let with = |tactic: &str| format!("{}\ntactics = {{ tactic = \"{tactic}\" }}", fighter("A", "d8", 0));
    assert_eq!(actions(&with("attack"), "", "d8=1"), (0, 0, 1, 0));
    assert_eq!(actions(&with("guard"), "", ""), (0, 0, 0, 1));
}

#[test]
fn ca_42_d_06_who_waits_for_a_rally_falls() {
    let a = format!(
        "{}\nstatuses = [\"reeling\"]\ntactics = {{ reeling = \"wait_for_rally\" }}",
        fighter("A", "d8", 0)
    );
    let seen = Table::of(&[&a], &[&target()]).tape("");
    assert!(seen.has(A, Status::Knockdown) && seen.has(A, Status::Reeling));
    assert_eq!(seen.sum(A, Metric::DeniedReeling), 1);
    // Nothing follows where Recover is optional.
    assert_eq!(actions(&a, "reeling_forces = \"optional\"", "d8=1"), (0, 0, 1, 1));
    let reeling = format!("{}\nstatuses = [\"reeling\"]", fighter("A", "d8", 0));
    assert_eq!(actions(&reeling, "reeling_forces = \"whole_turn\"", ""), (1, 0, 0, 0));
}

#[test]
fn ca_10_focus_in_place_of_reeling() {
    let a = fighter("A", "d8", 0);
    let b = format!("{}\nstatuses = [\"focused\"]\ntactics = {{ focus = \"never\" }}", bare());
    let play =
        |ruling: &str| Table::of(&[&a], &[&b]).ruling(ruling).ruling("actions_per_turn = 1").tape("d8=5");
    let seen = play("");
    assert!(!seen.has(B, Status::Focused) && !seen.has(B, Status::Reeling));
    let seen = play("focus_cancels_reeling = false");
    // It Recovers in its own turn.
    assert_eq!((seen.sum(B, Metric::Recovers), seen.has(B, Status::Focused)), (1, true));
}

#[test]
fn ca_10_focus_that_a_counter_has_taken_brings_no_third_action() {
    let a = format!("{}\nsoak_pool = \"none\"\nstatuses = [\"focused\"]", fighter("A", "d8", 0));
    let b = "name = \"B\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\nweapons = [{ name = \"Blade\", attack = \"d6\", counter = \"d8\" }]\ntactics = { tactic = \"guard\", defence = \"counter\" }";
    let play = |dice: &str| {
        let table = Table::of(&[&a], &[b]).ruling("yield_afraid = false").ruling("actions_per_turn = 1");
        table.tape(dice)
    };
    // On a tie A keeps its Focus, and spends it on Guard.
    let seen = play("d8=4 d8=4");
    assert_eq!((seen.sum(A, Metric::ThirdActions), seen.sum(A, Metric::Guards)), (1, 1));
    let seen = play("d8=3 d8=5");
    assert_eq!((seen.sum(A, Metric::ThirdActions), seen.sum(A, Metric::Guards)), (0, 0));
    assert!(!seen.has(A, Status::Focused) && !seen.has(A, Status::Reeling));
}

#[test]
fn ca_10_d_07_an_interrupt_before_the_first_attack() {
    let a = format!("{}\nsoak_pool = \"none\"\ndodge_pool = \"none\"", fighter("A", "d8", 0));
    let b = format!(
        "{}\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nstatuses = [\"focused\"]\ntactics = {{ focus = \"interrupt_first_attack\" }}",
        fighter("B", "d6", 0)
    );
    // B strikes first, A is Reeling, Recovers and Attacks with what is left.
    let seen = Table::of(&[&a], &[&b]).ruling("yield_afraid = false").tape("d6=4 d8=3 d8=3");
    assert_eq!((seen.sum(B, Metric::Interrupts), seen.sum(A, Metric::Recovers)), (1, 1));
    assert_eq!(seen.log.turns, [A, B]);
    let seen = Table::of(&[&a], &[&b])
        .ruling("interrupt = false")
        .ruling("yield_afraid = false")
        .tape("d8=3 d6=4 d8=3");
    assert_eq!(seen.sum(B, Metric::Interrupts), 0);
}

#[test]
fn ca_12_ca_40_guard_lasts_to_the_next_turn() {
    let a = fighter("A", "d8", 0);
    let b = format!("{}\ndodge_pool = \"d6\"\nsoak_pool = \"none\"", fighter("B", "d6", 0));
    let table = |ruling: &str| {
        Table::of(
            &[&b.replace("\"B\"", "\"A\"")],
            &[&a.replace("\"A\"", "\"B\""), &a.replace("\"A\"", "\"C\"")],
        )
        .ruling("yield_afraid = false")
        .ruling(ruling)
    };
    // A misses; both attack A, who Guards: d8 and d6 each, and the first hit leaves it Reeling: one d8 more.
    let miss = "d6=1 d6=1";
    let seen = table("").tape(&format!("{miss} d8=8 d8=2 d6=1 d8=1 d8=1 d8=2 d6=1"));
    assert_eq!(seen.sum(A, Metric::GuardedAttacks), 2);
    let seen = table("reeling_ends_guard = true").tape(&format!("{miss} d8=8 d8=2 d6=1 d8=1 d8=1 d6=1"));
    assert_eq!(seen.sum(A, Metric::GuardedAttacks), 1);
}

#[test]
fn ca_14_weapons_are_readied_and_reloaded() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Bow\", attack = \"d8\", kind = \"ranged\", ready = false, loaded = false, reload = 2 }]";
    let table = |ruling: &str| Table::of(&[a], &[&target()]).ruling("yield_afraid = false").ruling(ruling);
    let seen = table("").rounds(1).tape("");
    assert!(seen.saw(|event| matches!(event, Event::Readies { .. })));
    assert_eq!((seen.sum(A, Metric::Reloads), seen.state.unit(A).loaded), (1, 0));
    // A second Reload loads it, and then it shoots.
    let seen = table("").rounds(2).tape("d8=1");
    assert_eq!((seen.sum(A, Metric::Reloads), seen.sum(A, Metric::Attacks)), (2, 1));
    assert_eq!(seen.state.unit(A).loaded, 0);
    let seen = table("reload_repeats = false").ruling("actions_per_turn = 4").tape("");
    assert_eq!(seen.sum(A, Metric::Reloads), 1);
    let seen = table("repeat_action = \"not_in_a_row\"").ruling("actions_per_turn = 4").tape("d8=1");
    assert_eq!(seen.sum(A, Metric::Reloads), 2);
}

#[test]
fn ca_08_d_01_a_focus_turn_when_nobody_can_be_attacked() {
    let a = format!(
        "{}\nposition = [0, 0]\ntactics = {{ turn = \"focus_when_no_target\", move = \"hold\" }}",
        fighter("A", "d8", 0)
    );
    let b = format!("{}\nposition = [9, 0]", target());
    let seen = Table::of(&[&a], &[&b]).map(10, 1, "").tape("");
    assert!(
        seen.has(A, Status::Focused)
            && seen.saw(|event| matches!(event, Event::Does { what: ActionVerb::Focuses, .. }))
    );
    // The Enraged may not.
    let seen = Table::of(&[&format!("{a}\nstatuses = [\"enraged\"]")], &[&b]).map(10, 1, "").tape("");
    assert!(!seen.has(A, Status::Focused));
}

fn leader(tactics: &str) -> String {
    fighter("L", "d8", 0).replace("rally_pool = \"none\"", "rally_pool = \"d8+d6\"")
        + &format!("\ntactics = {{ {tactics} }}")
}

#[test]
fn ca_50_d_09_rally() {
    let afraid = format!("{}\nstatuses = [\"afraid\", \"reeling\"]", dummy("C"));
    let table = |tactics: &str, ruling: &str| {
        let c = afraid.clone();
        Table::of(&[&leader(tactics), &c], &[&target()]).ruling("yield_afraid = false").ruling(ruling)
    };
    let friend = B;
    let seen = table("", "").tape("d8=1 d8=5 d6=2");
    assert!(!seen.has(friend, Status::Afraid) && !seen.has(friend, Status::Reeling));
    assert_eq!((seen.sum(A, Metric::Rallied), seen.sum(A, Metric::CuresGiven)), (1, 2));
    // A tie against 3 is no success; a lower number is a ruling.
    assert!(table("", "").tape("d8=1 d8=3 d6=2").has(friend, Status::Afraid));
    assert!(!table("", "rally_tn = 2").tape("d8=1 d8=3 d6=2").has(friend, Status::Afraid));
    // One status a success, Afraid first; it Recovers by itself then.
    let seen = table("", "rally_clears = \"one_per_success\"").tape("d8=1 d8=5 d6=2");
    assert_eq!((seen.has(friend, Status::Afraid), seen.sum(friend, Metric::Recovers)), (false, 1));
    let seen = table("rally = \"rally_first\"", "").tape("d8=5 d6=2 d8=1");
    assert!(!seen.has(friend, Status::Afraid));
    assert_eq!(table("rally = \"never\"", "").tape("d8=1").sum(A, Metric::Rallies), 0);
    let seen = table("rally = \"never\", tactic = \"attack_rally\"", "").tape("d8=1 d8=5 d6=2");
    assert_eq!(seen.sum(A, Metric::Rallies), 1);
    // The Silenced are not heard.
    let mute = leader("").replace("name = \"L\"", "name = \"L\"\nstatuses = [\"silenced\"]");
    let seen = Table::of(&[&mute, &afraid], &[&target()]).ruling("yield_afraid = false").tape("d8=1");
    assert_eq!(seen.sum(A, Metric::Rallies), 0);
}

#[test]
fn d_09_afraid_only_leaves_the_reeling_to_themselves() {
    let reeling = format!("{}\nstatuses = [\"reeling\"]", dummy("C"));
    let rallies = |rally: &str, dice: &str| {
        let table = Table::of(&[&leader(&format!("rally = \"{rally}\"")), &reeling], &[&target()]);
        table.ruling("yield_afraid = false").tape(dice).sum(A, Metric::Rallies)
    };
    assert_eq!(rallies("afraid_only", "d8=1"), 0);
    assert_eq!(rallies("second_action", "d8=1 d8=5 d6=2"), 1);
}

#[test]
fn ca_52_ca_46_d_14_first_aid_and_death_saves() {
    let medic = |tactics: &str| {
        let a = fighter("A", "d8", 0)
            .replace("rally_pool", "mind = \"d8\"\nskills = { academics = \"d6\" }\nrally_pool");
        format!("{a}\ntactics = {{ {tactics} }}")
    };
    let fallen = format!("{}\nbody = \"d6\"\nstatuses = [\"dying\"]", dummy("F"));
    let table = |tactics: &str, ruling: &str| {
        Table::of(&[&medic(tactics), &fallen], &[&target()]).ruling("yield_afraid = false").ruling(ruling)
    };
    // `if_free` does not while an enemy is Near, and everybody is.
    assert_eq!(table("", "death_save = \"on\"").tape("d8=1 d6=2").sum(A, Metric::FirstAids), 0);
    let seen = table("first_aid = \"medic\"", "death_save = \"on\"").tape("d8=4 d6=1 d8=1");
    assert_eq!((seen.sum(A, Metric::FirstAids), seen.state.unit(B).stable), (1, true));
    assert_eq!(
        table("first_aid = \"never\"", "death_save = \"on\"").tape("d8=1 d6=2").sum(A, Metric::FirstAids),
        0
    );
    let seen = table("first_aid = \"medic\"", "first_aid_returns = \"one_success\"").tape("d8=4 d6=1 d8=1");
    assert!(seen.has(B, Status::Afraid) && seen.has(B, Status::Injured) && !seen.has(B, Status::Dying));
    // Two dice are never three successes: the stable are left alone.
    let seen = table("first_aid = \"medic\"", "first_aid_returns = \"three_successes\"").rounds(2);
    let seen = seen.tape("d8=4 d6=1 d8=1 d8=1");
    assert_eq!((seen.sum(A, Metric::FirstAids), seen.state.unit(B).stable), (1, true));
    // CA-46: a botch makes Sick, another one Dead.
    let seen = table("first_aid = \"never\"", "death_save = \"on\"").rounds(2).tape("d8=1 d6=1 d8=1 d6=1");
    assert!(seen.has(B, Status::Dead));
    assert_eq!(seen.sum(C, Metric::Attacks), 0);
}

#[test]
fn ca_50_a_rally_is_heard_or_seen() {
    let at = |unit: &str, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let afraid = format!("{}\nstatuses = [\"afraid\"]", dummy("C"));
    let table = |ruling: &str| {
        let left = [at(&leader("move = \"hold\""), 0), at(&afraid, 4)];
        Table::of(&[&left[0], &left[1]], &[&at(&bare(), 30)])
            .map(31, 1, "{ x = 2, y = 0, blocks_sight = true }")
            .ruling("yield_afraid = false")
            .ruling(ruling)
    };
    assert!(!table("").tape("d8=5 d6=2").has(B, Status::Afraid));
    assert!(table("rally_hearing = \"sight\"").tape("").has(B, Status::Afraid));
}

#[test]
fn ca_10_d_07_an_interrupt_comes_when_the_attacker_is_there() {
    let at = |unit: &str, x: u32| format!("{unit}\nposition = [{x}, 0]");
    let bare = "soak_pool = \"none\"\ndodge_pool = \"none\"";
    let a = at(&format!("{}\n{bare}", fighter("A", "d8", 0)), 0);
    let b = format!(
        "{}\n{bare}\nstatuses = [\"focused\"]\ntactics = {{ focus = \"interrupt_first_attack\" }}",
        fighter("B", "d6", 0)
    );
    let table = Table::of(&[&a], &[&at(&b, 4)]).map(9, 1, "").ruling("yield_afraid = false");
    // A has come by Stride and Dash, is struck, and has an action for Recover alone.
    let seen = table.tape("d6=4");
    assert_eq!((seen.at(A).0, seen.sum(B, Metric::Interrupts)), (3, 1));
    assert_eq!((seen.sum(A, Metric::Recovers), seen.sum(A, Metric::Attacks)), (1, 0));
}

#[test]
fn ca_50_d_09_nobody_rallies_with_dice_that_cannot_do_it() {
    let afraid = format!("{}\nstatuses = [\"afraid\"]", dummy("C"));
    let leader = leader("").replace("d8+d6", "d4");
    let rallies = |ruling: &str, dice: &str| {
        let table =
            Table::of(&[&leader, &afraid], &[&target()]).ruling("yield_afraid = false").ruling(ruling);
        let seen = table.tape(dice);
        (seen.sum(A, Metric::Rallies), seen.sum(A, Metric::Guards))
    };
    assert_eq!(rallies("", "d8=1 d4=1"), (1, 0));
    assert_eq!(rallies("rally_tn = 4", "d8=1"), (0, 1));
}
