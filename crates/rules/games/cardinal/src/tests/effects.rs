//! What hits do beside damage (CA-54, CA-67), holds that end (CA-55), and areas (CA-65, D-17).

use super::{A, B, C, D, Table, dummy, fighter, watch};
use crate::data::events::{ActionVerb, Event};
use crate::data::metrics::Metric;
use crate::data::vocabulary::Status;
use fray_engine::every::Every;

/// A weapon that rolls a d8 and does this on a hit.
fn striker(on_hit: &str) -> String {
    format!(
        "name = \"A\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\nweapons = [{{ name = \"Whip\", attack = \"d8\", on_hit = [{on_hit}] }}]"
    )
}

fn target(name: &str, more: &str) -> String {
    format!("{}\ndodge_pool = \"d4\"\nsoak_pool = \"none\"\n{more}", dummy(name))
}

fn at(unit: &str, x: u32) -> String {
    format!("{unit}\nposition = [{x}, 0]")
}

#[test]
fn ca_54_ca_67_a_hit_gives_a_status_for_a_time() {
    let blinded = |duration: &str, rounds: u32, dice: &str| {
        let whip = striker(&format!("{{ add_status = {{ status = \"blinded\", duration = {duration} }} }}"));
        let table = Table::of(&[&whip], &[&target("B", "")]).ruling("yield_afraid = false");
        table.rounds(rounds).tape(dice).has(B, Status::Blinded)
    };
    // In the second round a d8 for a target that cannot see, and one for its Guard.
    let hit_and_miss = "d8=5 d4=1 d8=1 d8=1 d8=1 d4=1";
    assert!(blinded("\"fight\"", 2, hit_and_miss));
    assert!(blinded("{ rounds = 2 }", 1, "d8=5 d4=1"));
    assert!(!blinded("{ rounds = 2 }", 2, hit_and_miss));
    assert!(!blinded("{ rounds = 1 }", 1, "d8=5 d4=1"));
    assert!(!blinded("\"own_next_turn\"", 1, "d8=5 d4=1"));
    let roll = "{ until_roll = { pool = \"d10\", against = 3, successes = 1 } }";
    assert!(blinded(roll, 1, "d8=5 d4=1 d10=3"));
    assert!(!blinded(roll, 1, "d8=5 d4=1 d10=4"));
    assert!(!blinded("\"fight\"", 1, "d8=1 d4=1"));
}

#[test]
fn ca_04_ca_54_a_hit_lays_dice_and_second_rolls_on_its_target() {
    let second = fighter("S", "d8", 0);
    let table = |on_hit: &str| {
        Table::of(&[&striker(on_hit), &second], &[&target("B", "")]).ruling("yield_afraid = false")
    };
    // A d6 against its Dodge until its next turn, beside the d8 for its reeling.
    let slow = "{ penalty_die = { dice = \"d6\", to = \"dodge\", duration = \"own_next_turn\" } }";
    table(slow).tape("d8=5 d4=1 d8=1 d8=1 d6=1 d4=1");
    table(slow).rounds(2).tape("d8=5 d4=1 d8=1 d8=1 d6=1 d4=1 d8=1 d8=1 d4=1 d8=1 d8=1 d4=1");
    // The next roll of its that comes to something is rolled again.
    let seen = table("{ reroll = \"all\" }").tape("d8=5 d4=1 d8=3 d8=1 d4=4 d4=1");
    assert_eq!(seen.sum(B, Metric::Hits), 1);
    // A transcript says what is laid.
    let lines = table(slow).told("d8=5 d4=1 d8=1 d8=1 d6=1 d4=1");
    assert!(lines.iter().any(|line| line.contains("B has d6 against its dodge")), "{lines:#?}");
}

#[test]
fn ca_67_a_counter_has_its_own_on_hit() {
    let a = format!("{}\nsoak_pool = \"none\"", fighter("A", "d8", 0));
    let b = "name = \"B\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\nweapons = [{ name = \"Hook\", attack = \"d4\", counter = \"d8\", on_hit = [{ add_status = { status = \"slowed\", duration = { rounds = 2 } } }] }]\ntactics = { tactic = \"guard\", defence = \"counter\" }";
    let table = Table::of(&[&a], &[b]).ruling("yield_afraid = false");
    // Slowed, it rolls Speed and Will at the end of its turn.
    assert!(table.tape("d8=1 d8=5 d6=1 d6=1").has(A, Status::Slowed));
    assert!(!table.tape("d8=1 d8=5 d6=4 d6=4").has(A, Status::Slowed));
}

#[test]
fn ca_54_ca_67_what_could_not_come_of_a_hit_is_refused() {
    let wrong =
        |on_hit: &str| Table::of(&[&striker(on_hit)], &[&target("B", "")]).read().unwrap_err().join("\n");
    let lasting = |duration: &str| {
        wrong(&format!("{{ bonus_die = {{ dice = \"d6\", to = \"soak\", duration = \"{duration}\" }} }}"))
    };
    assert!(wrong("{ damage = { points = 1 } }").contains("does the damage of its weapon"));
    assert!(lasting("this_attack").contains("is over then"));
    assert!(lasting("instant").contains("say how long"));
    assert!(wrong("{ teleport = 3 }").contains("`teleport` is for `self`"));
    assert!(wrong("\"revive\"").contains("`revive` is for `ally`"));
    assert!(wrong("{ reroll = \"own_ones\" }").contains("helps whoever rolls"));
    assert!(wrong("{ add_status = \"grappled\" }").contains("come of rules alone"));
}

#[test]
fn ca_62_what_lasts_for_a_turn_ends_with_it_though_its_owner_is_out() {
    let whip = striker("{ penalty_die = { dice = \"d6\", to = \"dodge\", duration = \"end_of_turn\" } }");
    let b = "name = \"B\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\ndodge_pool = \"d4\"\nweapons = [{ name = \"Axe\", attack = \"d4\", counter = \"d8\", damage = 4 }]\ntactics = { tactic = \"guard\", defence = \"counter\" }";
    let table = Table::of(&[&whip, &fighter("S", "d8", 0)], &[b]);
    let seen = table
        .ruling("yield_afraid = false")
        .ruling("counter_tie = \"both_hit\"")
        .tape("d8=4 d8=4 d8=1 d8=1 d4=1");
    assert!(seen.has(A, Status::Dead));
}

/// Holds whom it hits.
fn holder(more: &str) -> String {
    format!(
        "name = \"A\"\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Arms\", attack = \"d8\", effects = [\"grapple\"], damage = -1 }}]\n{more}"
    )
}

fn free(name: &str, more: &str) -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\n{more}", fighter(name, "d4", 0))
}

#[test]
fn ca_55_an_ability_that_ends_grappled_ends_the_hold() {
    let friend = format!(
        "{}\nabilities = [{{ name = \"Oil\", target = \"ally\", effects = [{{ remove_status = [\"grappled\"] }}] }}]",
        dummy("C")
    );
    let a = holder("tactics = { target = \"weakest\" }");
    let table = Table::of(&[&a], &[&friend, &free("B", "statuses = [\"hurt\"]")]);
    let seen = table.ruling("yield_afraid = false").tape("d8=5 d4=1 d8=8");
    assert!(seen.saw(
        |event| matches!(event, Event::Becomes { unit: C, statuses } if statuses.has(Status::Grappled))
    ));
    assert!(!seen.has(C, Status::Grappled));
    assert_eq!(seen.state.unit(C).holder, 0);
}

#[test]
fn ca_55_who_comes_out_of_reach_lets_go() {
    let friend = format!(
        "{}\nabilities = [{{ name = \"Gust\", range = \"near\", cost = [{{ ammunition = 1 }}], effects = [{{ move = {{ who = \"target\", paces = 3, direction = \"away\" }} }}] }}]",
        dummy("C")
    );
    let table = Table::of(&[&at(&holder(""), 3)], &[&at(&friend, 0), &at(&free("B", ""), 2)]);
    let seen = table.map(12, 1, "").ruling("yield_afraid = false").tape("d8=5");
    assert_eq!(seen.at(A), (6, 0));
    assert!(!seen.has(C, Status::Grappled));
    assert!(seen.saw(|event| matches!(event, Event::Does { unit: A, what: ActionVerb::LetsGo })));
}

/// Lays an area of radius 1 that meets defences.
fn caster(more: &str, tactics: &str) -> String {
    let blast = "{ name = \"Blast\", roll = { pool = \"d8\", opposed = \"defence\" }, range = \"short\", target = { shape = \"sphere\", radius = 1 }, effects = [{ damage = { points = 0 } }] }";
    format!(
        "name = \"A\"\nrally_pool = \"none\"\nweapons = []\nposition = [0, 0]\nabilities = [{blast}{more}]\ntactics = {{ {tactics} }}"
    )
}

fn blast(a: &str, foes: &[&str], squares: &str) -> Table {
    Table::of(&[a], foes).map(20, 1, squares).ruling("yield_afraid = false")
}

#[test]
fn ca_65_the_range_of_an_area_is_that_of_its_centre() {
    // The centre is Near, the farther target would be at Short: a d8 more.
    let (b, c) = (at(&target("B", ""), 4), at(&target("C", ""), 5));
    let seen = blast(&caster("", ""), &[&b, &c], "").tape("d8=5 d4=1 d4=4");
    assert_eq!(seen.sum(A, Metric::Hits), 2);
}

#[test]
fn ca_65_ca_04_penalty_dice_of_one_target_stand_against_it_alone() {
    let curse = "abilities = [{ name = \"Curse\", timing = \"passive\", target = \"self\", effects = [{ penalty_die = { dice = \"d6\", to = \"dodge\", duration = \"fight\" } }] }]";
    let (b, c) = (at(&target("B", curse), 3), at(&target("C", ""), 4));
    let seen = blast(&caster("", ""), &[&b, &c], "").tape("d8=1 d4=3 d6=4 d4=3");
    assert_eq!((seen.sum(A, Metric::Hits), seen.has(B, Status::Hurt)), (1, true));
}

#[test]
fn ca_65_an_area_is_an_attack_on_each_whom_it_meets() {
    let ward = "abilities = [{ name = \"Ward\", target = \"self\", timing = { reaction = \"attacked\" }, effects = [{ ward = 2 }] }]";
    let (b, c) = (at(&target("B", ward), 3), at(&target("C", ""), 4));
    let seen = blast(&caster("", ""), &[&b, &c], "").tape("d8=5 d4=1 d4=1");
    assert_eq!((seen.state.unit(B).ward, seen.has(C, Status::Hurt)), (1, true));
}

#[test]
fn ca_65_ca_13_aim_stands_against_whom_it_was_taken_at() {
    let (b, c) = (at(&target("B", ""), 3), at(&target("C", ""), 4));
    // The d12 of a Veteran's Aim counts against B alone.
    let a = caster("", "tactic = \"aim_attack\"") + "\ngifts = [\"veteran\"]";
    let seen = blast(&a, &[&b, &c], "").tape("d8=1 d12=12 d4=4 d4=4");
    assert_eq!((seen.has(B, Status::Hurt), seen.has(C, Status::Hurt)), (true, false));
}

#[test]
fn ca_65_ca_54_the_one_roll_of_an_area_is_rolled_again() {
    let (b, c) = (at(&target("B", ""), 3), at(&target("C", ""), 4));
    let luck = |what: &str| {
        format!(
            ", {{ name = \"Luck\", timing = \"passive\", target = \"self\", effects = [{{ reroll = \"{what}\" }}] }}"
        )
    };
    let hits = |what: &str, dice: &str| {
        blast(&caster(&luck(what), ""), &[&b, &c], "").tape(dice).sum(A, Metric::Hits)
    };
    // All have answered before the second roll.
    assert_eq!(hits("own_ones", "d8=1 d4=2 d4=3 d8=8"), 2);
    assert_eq!(hits("lowest", "d8=2 d4=2 d4=3 d8=3"), 1);
    assert_eq!(hits("all", "d8=2 d4=2 d4=3 d8=8"), 2);
    // It hit somebody.
    assert_eq!(hits("lowest", "d8=3 d4=2 d4=3"), 1);
    assert_eq!(hits("all", "d8=3 d4=2 d4=3"), 1);
    // Who is met rolls again too.
    let lucky = at(&target("B", &format!("abilities = [{}]", &luck("own_ones")[2..])), 3);
    let seen = blast(&caster("", ""), &[&lucky, &c], "").tape("d8=3 d4=1 d4=4 d4=3");
    assert_eq!(seen.sum(A, Metric::Hits), 0);
}

#[test]
fn ca_65_ca_18_nobody_behind_total_cover_is_met() {
    let (b, c) = (at(&target("B", ""), 3), at(&target("C", ""), 4));
    let wall = "{ x = 4, y = 0, cover = \"total\", cover_from = [\"w\"] }";
    let seen = blast(&caster("", ""), &[&b, &c], wall).tape("d8=5 d4=1");
    assert_eq!(seen.sum(A, Metric::Attacks), 1);
}

#[test]
fn d_17_a_condition_is_judged_for_each_target() {
    let foes =
        [at(&target("B", ""), 3), at(&target("C", ""), 4), at(&target("D", "statuses = [\"hurt\"]"), 9)];
    let foes: Vec<&str> = foes.iter().map(String::as_str).collect();
    let met = |area: &str| {
        let system = blast(&caster("", &format!("area = {area}")), &foes, "").system();
        watch(&system, &mut Every::default()).targets()
    };
    assert_eq!(met("\"most\""), [B, C]);
    assert_eq!(met("[{ use = \"most\", when = \"target_wounds >= 1\" }]"), [D]);
    // An entry that fits nobody is passed over.
    assert_eq!(met("[{ use = \"safe\", when = \"target_wounds >= 3\" }, \"most\"]"), [B, C]);
}

#[test]
fn ca_54_an_area_that_helps_is_laid_around_friends() {
    let skin = "{ name = \"Skin\", range = \"short\", target = { shape = \"sphere\", radius = 0 }, cost = [{ ammunition = 1 }], effects = [{ extra_soak = \"d6\" }] }";
    let a = format!("name = \"A\"\nrally_pool = \"none\"\nweapons = []\nabilities = [{skin}]");
    let seen = Table::of(&[&a], &[&target("B", "")]).ruling("yield_afraid = false").told("");
    assert!(seen.iter().any(|line| line.contains("Skin on A")), "{seen:#?}");
}

#[test]
fn ca_04_ca_33_penalty_dice_on_soak_count() {
    let curse = "{ name = \"Curse\", timing = \"start_of_fight\", effects = [{ penalty_die = { dice = \"d6\", to = \"soak\", duration = \"fight\" } }] }";
    let a = format!("{}\nabilities = [{curse}]", fighter("A", "d8", 0));
    let b = format!("{}\ndodge_pool = \"d4\"\nsoak_pool = \"d6\"", dummy("B"));
    let table = Table::of(&[&a], &[&b]).ruling("yield_afraid = false");
    let dealt = |dice: &str| table.tape(dice).sum(A, Metric::DamageDealt);
    assert_eq!((dealt("d8=5 d4=1 d6=5 d6=5"), dealt("d8=5 d4=1 d6=5 d6=4")), (1, 0));
    let lines = table.told("d8=5 d4=1 d6=5 d6=5");
    assert!(lines.iter().any(|line| line.contains("soak d6 (5) against 5 takes 0 off")), "{lines:#?}");
}

#[test]
fn ca_49_of_two_durations_of_a_status_the_longer_counts() {
    let blinded = |on_hit: &str| {
        let table = Table::of(&[&striker(on_hit)], &[&target("B", "")]).ruling("yield_afraid = false");
        table.tape("d8=5 d4=1").has(B, Status::Blinded)
    };
    let status =
        |duration: &str| format!("{{ add_status = {{ status = \"blinded\", duration = {duration} }} }}");
    let (short, long) = (status("{ rounds = 1 }"), status("{ rounds = 2 }"));
    for both in [format!("{short}, {long}"), format!("{long}, {short}")] {
        assert!(blinded(&both), "{both}");
    }
    // What is given for good stays, whatever gave it for a time before.
    for both in [format!("{short}, {}", status("\"fight\"")), format!("{}, {short}", status("\"fight\""))] {
        assert!(blinded(&both), "{both}");
    }
    assert!(!blinded(&short));
}
