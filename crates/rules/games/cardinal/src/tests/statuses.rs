//! Statuses (CA-40 to CA-49, CA-51, CA-55) and the end of a fight (CA-60, CA-61, CA-64).

use super::{A, B, Table, dummy, fighter};
use crate::data::events::Event;
use crate::data::metrics::{Clock, Cured, Exhausted, Metric, Reeled};
use crate::data::vocabulary::{Status, Statuses};
use fray_engine::contract::Outcome;
use fray_engine::observe::TurnUse;
use fray_engine::roster::SideId;

fn target(more: &str) -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\n{more}", dummy("B"))
}

fn with(statuses: &str) -> String {
    format!("{}\nsoak_pool = \"none\"\nstatuses = [{statuses}]", fighter("A", "d8", 0))
}

#[test]
fn ca_44_the_afraid_do_not_attack_and_guard() {
    let seen = Table::of(&[&with("\"afraid\"")], &[&target("")]).ruling("yield_afraid = false").tape("");
    assert_eq!(
        (seen.sum(A, Metric::Attacks), seen.sum(A, Metric::Guards), seen.sum(A, Metric::DeniedAfraid)),
        (0, 1, 1)
    );
}

#[test]
fn ca_43_ca_45_wounds_add_to_every_result() {
    let result = |statuses: &str| {
        let b = target(&format!("statuses = [{statuses}]"));
        Table::of(&[&with("")], &[&b]).ruling("yield_afraid = false").tape("d8=5").sum(A, Metric::DamageDealt)
    };
    assert_eq!(
        (result(""), result("\"hurt\""), result("\"injured\""), result("\"hurt\", \"injured\"")),
        (1, 2, 2, 3)
    );
}

#[test]
fn ca_48_statuses_that_bind() {
    // Knocked Down: Stand, and an attack without it leaves Reeling.
    let seen =
        Table::of(&[&with("\"knockdown\"")], &[&target("")]).ruling("yield_afraid = false").tape("d8=1");
    assert!(!seen.has(A, Status::Knockdown) && seen.sum(A, Metric::Attacks) == 1);
    let lying = format!("{}\nstatuses = [\"knockdown\", \"reeling\"]", fighter("A", "d8", 0));
    let seen = Table::of(&[&lying], &[&target("")])
        .ruling("yield_afraid = false")
        .ruling("reeling_forces = \"optional\"")
        .ruling("actions_per_turn = 1")
        .tape("");
    assert!(seen.has(A, Status::Knockdown));
    // Confused: Recover alone, and two successes of Mind and Speed end it.
    let confused = format!("{}\nmind = \"d6\"\nspeed = \"d8\"", with("\"confused\""));
    let play = |dice: &str| Table::of(&[&confused], &[&target("")]).ruling("yield_afraid = false").tape(dice);
    let seen = play("d8=4 d6=4");
    assert!(!seen.has(A, Status::Confused) && seen.sum(A, Metric::Attacks) == 0);
    assert!(play("d8=4 d6=3").has(A, Status::Confused));
    // Immobilized turns into Slowed.
    let held = format!("{}\nmind = \"d6\"\nwill = \"d8\"", with("\"immobilized\""));
    let seen = Table::of(&[&held], &[&target("")]).ruling("yield_afraid = false").tape("d8=1 d8=4 d6=4");
    assert!(seen.has(A, Status::Slowed) && !seen.has(A, Status::Immobilized));
    // Mesmerized: no turn, until it is hit.
    let seen = Table::of(&[&with("\"mesmerized\"")], &[&target("")]).ruling("yield_afraid = false").tape("");
    assert_eq!(seen.sum(A, Metric::Attacks), 0);
    // Burdened: Dodge dice up to a d8.
    let b = format!("{}\ndodge_pool = \"d12\"\nsoak_pool = \"none\"\nstatuses = [\"burdened\"]", dummy("B"));
    Table::of(&[&with("")], &[&b]).ruling("yield_afraid = false").tape("d8=1 d8=2");
}

#[test]
fn ca_48_fire_burns_until_it_does_nothing() {
    let burning = format!("{}\nsoak_pool = \"2d6\"\nstatuses = [\"on_fire\"]", fighter("A", "d8", 0));
    let play = |dice: &str| Table::of(&[&burning], &[&target("")]).ruling("yield_afraid = false").tape(dice);
    let seen = play("d8=1 d6=4 d6=1");
    assert!(seen.has(A, Status::OnFire) && seen.has(A, Status::Hurt) && !seen.has(A, Status::Reeling));
    assert!(!play("d8=1 d6=4 d6=4").has(A, Status::OnFire));
}

#[test]
fn ca_48_the_enraged_counter_and_are_never_afraid() {
    let rage = "name = \"B\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\ndodge_pool = \"d12\"\nstatuses = [\"enraged\"]\nweapons = [{ name = \"W\", attack = \"d4\", counter = \"d4\" }]\ntactics = { defence = \"dodge\" }";
    let strong = with("").replace("damage = 0", "damage = 1");
    let seen = Table::of(&[&strong], &[rage]).ruling("yield_afraid = false").tape("d8=5 d4=1 d4=1 d8=2 d6=2");
    assert!(seen.has(B, Status::Hurt) && !seen.has(B, Status::Afraid));
}

#[test]
fn ca_48_ca_42_the_tired_fall_when_they_reel() {
    let seen = Table::of(&[&with("")], &[&target("statuses = [\"fatigued\"]")])
        .ruling("yield_afraid = false")
        .tape("d8=5");
    assert_eq!(seen.marks(B, Clock::Reeling(Reeled::Attack)), [(1, 1)]);
    // It Recovered and stood up in its own turn.
    assert_eq!(seen.sum(B, Metric::Recovers), 1);
}

#[test]
fn ca_49_statuses_at_the_start_strike_their_clocks() {
    let seen = Table::of(&[&with("")], &[&target("statuses = [\"afraid\", \"reeling\"]")])
        .ruling("yield_afraid = false")
        .ruling("reeling_die = \"none\"")
        .tape("d8=1");
    assert_eq!(seen.marks(B, Clock::Exhausted(Exhausted::Start)), [(1, 0)]);
    assert_eq!(seen.marks(B, Clock::Reeling(Reeled::Start)), [(1, 0)]);
}

#[test]
fn ca_51_out_of_sight_fear_ends() {
    let wall = "{ x = 3, y = 0, blocks_sight = true }";
    let a = format!("{}\nposition = [5, 0]", target("statuses = [\"afraid\"]").replace("\"B\"", "\"A\""));
    let b = format!("{}\nposition = [0, 0]", target(""));
    let play = |ruling: &str| {
        Table::of(&[&a], &[&b]).map(6, 1, wall).ruling("yield_afraid = false").ruling(ruling).tape("")
    };
    assert_eq!(play("").marks(A, Clock::Cured(Cured::OutOfSight)).len(), 1);
    assert!(play("los = \"none\"").has(A, Status::Afraid));
}

#[test]
fn ca_55_d_19_a_grapple_and_breaking_free() {
    let holder = |more: &str| {
        format!(
            "name = \"A\"\nbody = \"d4\"\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Arms\", attack = \"d8\", effects = [\"grapple\"], damage = -1 }}]\n{more}"
        )
    };
    let keen = "tactics = { tactic = \"attack\" }";
    let free = "tactics = { grapple = \"break_free\" }";
    let held = |more: &str| {
        format!(
            "{}\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nbody = \"d6\"\n{more}",
            fighter("B", "d4", 0)
        )
    };
    let table =
        |a: &str, b: &str, ruling: &str| Table::of(&[a], &[b]).ruling("yield_afraid = false").ruling(ruling);
    // The held fights on: it Recovers and Attacks.
    let seen = table(&holder(keen), &held(""), "").tape("d8=5 d4=1");
    assert!(seen.has(B, Status::Grappled) && seen.state.unit(B).holder == 1);
    let seen = table(&holder(keen), &held(free), "").tape("d8=5 d6=4 d4=1");
    assert!(!seen.has(B, Status::Grappled));
    let (a, b) = (
        format!("{}\nbreak_free_pool = \"d12\"", holder(keen)),
        format!("{}\nbreak_free_pool = \"d10\"", held(free)),
    );
    let seen = table(&a, &b, "break_free_pools = \"data\"").tape("d8=5 d10=4 d12=5");
    assert!(seen.has(B, Status::Grappled));
    // By default it lets go at its next turn, to strike again.
    let seen = table(&holder(keen), &held(""), "").rounds(2).tape("d8=5 d4=1 d8=1 d4=1");
    assert_eq!(seen.sum(A, Metric::Attacks), 2);
    let firm = "tactics = { tactic = \"attack\", grapple = \"hold\" }";
    let seen = table(&holder(firm), &held(""), "").rounds(2).tape("d8=5 d4=1 d4=1");
    assert_eq!(seen.sum(A, Metric::Attacks), 1);
}

#[test]
fn ca_60_a_side_of_the_afraid_has_lost() {
    let a = with("").replace("damage = 0", "damage = 1");
    let play = |ruling: &str| Table::of(&[&a], &[&target("")]).ruling(ruling).tape("d8=5").outcome();
    assert_eq!(play(""), Some(Outcome::Win(SideId(0))));
    assert_eq!(play("yield_afraid = false"), Some(Outcome::Timeout));
}

#[test]
fn ca_61_nobody_able_is_a_draw() {
    let seen = Table::of(&[&with("\"afraid\"")], &[&target("statuses = [\"afraid\"]")]).tape("");
    assert_eq!(seen.outcome(), Some(Outcome::Draw));
    let seen = Table::of(&[&with("\"afraid\"")], &[&target("statuses = [\"afraid\"]")])
        .ruling("yield_afraid = false")
        .tape("");
    assert_eq!(seen.outcome(), Some(Outcome::Draw));
}

#[test]
fn ca_64_example_24_a_stalemate() {
    let guard = format!("{}\ntactics = {{ tactic = \"guard\", defence = \"dodge\" }}", fighter("A", "d8", 0));
    let b = target("statuses = [\"afraid\"]");
    let play = |ruling: &str| {
        Table::of(&[&guard], &[&b]).ruling("yield_afraid = false").ruling(ruling).rounds(7).tape("")
    };
    assert_eq!(play("stalemate = \"run_on\"").outcome(), Some(Outcome::Timeout));
    assert_eq!(play("stalemate = \"draw\"").outcome(), Some(Outcome::Draw));
    assert_eq!(play("stalemate = \"draw\"").log.turns.len(), 2);
}

#[test]
fn ca_64_conditions_that_come_true_keep_a_fight_from_standing_still() {
    let outcome = |when: &str, rounds: u32| {
        let dazzle = format!(
            "{{ name = \"Dazzle\", effects = [{{ add_status = {{ status = \"blinded\" }} }}], when = \"{when}\" }}"
        );
        let a =
            format!("{}\nabilities = [{dazzle}]\ntactics = {{ tactic = \"guard\" }}", fighter("A", "d8", 0));
        let table = Table::of(&[&a], &[&target("statuses = [\"afraid\"]")]).ruling("yield_afraid = false");
        let seen = table.ruling("stalemate = \"draw\"").rounds(rounds).tape("");
        (seen.outcome(), seen.saw(|event| matches!(event, Event::Uses { .. })), seen.log.turns.len())
    };
    // The round whose end is looked at is the last before it holds, and after it nothing changes.
    for when in ["round > 3", "round >= 4", "round = 4"] {
        assert_eq!(outcome(when, 9).0, Some(Outcome::Draw), "{when}");
        assert!(outcome(when, 9).1, "{when}");
    }
    assert_eq!(outcome("round < 1", 9), (Some(Outcome::Draw), false, 2));
    // What only a round after the last could bring is nothing to wait for.
    assert_eq!(outcome("round > 9", 9), (Some(Outcome::Draw), false, 2));
    assert!(outcome("round = 9", 9).1);
    // Who Guards since this round may be what somebody waits for.
    assert!(outcome("target_has_status guarding", 9).1);
}

#[test]
fn ca_38_ca_47_the_fallen_keep_one_status() {
    let a = with("").replace("damage = 0", "damage = 3");
    let b = target("statuses = [\"hurt\", \"reeling\"]");
    let seen =
        Table::of(&[&a], &[&b]).ruling("yield_afraid = false").ruling("reeling_die = \"none\"").tape("d8=5");
    assert_eq!(seen.of(B), Statuses::of(&[Status::Dead]));
}

#[test]
fn ca_48_ca_20_the_silenced_cast_nothing() {
    let wand = |statuses: &str| {
        format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Wand\", kind = \"magic\", attack = \"d8\" }}]\nstatuses = [{statuses}]"
        )
    };
    let attacks = |statuses: &str, dice: &str| {
        let table = Table::of(&[&wand(statuses)], &[&target("")]).ruling("yield_afraid = false");
        table.tape(dice).sum(A, Metric::Attacks)
    };
    assert_eq!(attacks("", "d8=1"), 1);
    assert_eq!(attacks("\"silenced\"", ""), 0);
}

#[test]
fn ca_48_who_has_no_turn_is_not_idle() {
    let use_of = |unit: &str| {
        let seen = Table::of(&[unit], &[&with("")]).ruling("yield_afraid = false").first();
        seen.log.uses.iter().find(|(unit, _)| *unit == A).map(|(_, made)| *made)
    };
    let idle = dummy("A") + "\ntactics = { tactic = \"guard\" }";
    assert_eq!(use_of(&idle), Some(TurnUse::Idle));
    for status in ["mesmerized", "confused"] {
        assert_eq!(use_of(&format!("{idle}\nstatuses = [\"{status}\"]")), Some(TurnUse::Unable), "{status}");
    }
}
