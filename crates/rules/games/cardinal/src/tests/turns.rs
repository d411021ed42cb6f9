//! The script of a turn on a map, and who stands where when things happen (CA-15, CA-54, CA-65, D-12, D-16).

use super::{A, B, C, Table, assert_p, dummy, fighter};
use crate::data::metrics::Metric;
use crate::data::vocabulary::Status;
use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;

fn at(unit: &str, x: u32) -> String {
    format!("{unit}\nposition = [{x}, 0]")
}

/// Somebody who stays where it is and strikes at nobody.
fn stays(name: &str, x: u32) -> String {
    at(&format!("{}\ntactics = {{ tactic = \"guard\", move = \"hold\" }}", dummy(name)), x)
}

fn mage(abilities: &str, more: &str) -> String {
    format!(
        "name = \"A\"\nrally_pool = \"none\"\nweapons = []\nsoak_pool = \"none\"\ndodge_pool = \"none\"\nabilities = [{abilities}]\n{more}"
    )
}

fn fire(roll: &str, more: &str) -> String {
    format!(
        "{{ name = \"Fire\", target = {{ shape = \"sphere\", radius = 1 }}, range = \"near\", roll = {roll}, effects = [{{ damage = {{ points = 2 }} }}{more}] }}"
    )
}

const ROLLED: &str = "{ pool = \"2d8\", opposed = \"defence\" }";

#[test]
fn ca_65_the_radius_of_an_area_reaches_beyond_its_range() {
    // Near is 4 paces: the centre lies there, its foe one pace on.
    let a = at(
        &mage(&fire(ROLLED, ""), "tactics = { move = \"hold\" }").replace("dodge_pool = \"none\"\n", ""),
        0,
    );
    let table = Table::of(&[&a], &[&stays("B", 5)]).map(6, 1, "");
    assert_p(table.p(|seen| seen.outcome() == Some(Outcome::Win(SideId(0)))), 293, 384);
    let damage: f64 = (1..=6).map(|n| table.p(|seen| seen.sum(A, Metric::DamageDealt) >= n)).sum();
    assert_p(damage, 2761, 1152);
    // Two paces on it does not reach, nor where no centre can be seen.
    let far = Table::of(&[&a], &[&stays("B", 6)]).map(7, 1, "");
    assert_p(far.p(|seen| seen.sum(A, Metric::Attacks) > 0), 0, 1);
    let wall = Table::of(&[&a], &[&stays("B", 5)]).map(6, 1, "{ x = 2, y = 0, blocks_sight = true }");
    assert_p(wall.p(|seen| seen.sum(A, Metric::Attacks) > 0), 0, 1);
}

#[test]
fn ca_65_d_12_an_area_stops_where_it_reaches() {
    // Stride and Dash are 4 paces, the area reaches 5: it casts from 4,0.
    let a = at(&mage(&fire("\"auto\"", ""), ""), 0);
    let table = |x: u32| Table::of(&[&a], &[&stays("B", x)]).map(20, 1, "").ruling("yield_afraid = false");
    let seen = table(9).first();
    assert_eq!((seen.at(A), seen.sum(A, Metric::Attacks)), ((4, 0), 1));
    // Too far for an Attack in this turn: a Sprint of 1 and a Stride comes to 6,0, from which a Stride is enough for the
    // next: not rolled at all where the walk ends within a Stride of its reach.
    assert_eq!(table(10).tape("").at(A), (4, 0));
    assert_eq!(table(11).tape("d6=1").at(A), (6, 0));
}

#[test]
fn d_12_who_has_spent_its_actions_goes_nowhere() {
    let a = at(&format!("{}\nstatuses = [\"reeling\", \"knockdown\"]", fighter("A", "d8", 0)), 0);
    let table = Table::of(&[&a], &[&stays("B", 4)]).map(9, 1, "").ruling("yield_afraid = false");
    let seen = table.tape("");
    assert_eq!((seen.at(A), seen.sum(A, Metric::Paces)), ((0, 0), 0));
    // With an action left it walks on.
    let one = at(&format!("{}\nstatuses = [\"reeling\"]", fighter("A", "d8", 0)), 0);
    let table = Table::of(&[&one], &[&stays("B", 8)]).map(9, 1, "").ruling("yield_afraid = false");
    assert_eq!(table.first().at(A), (4, 0));
}

#[test]
fn d_12_a_bow_that_is_reloaded_stays_where_it_can_shoot() {
    let bow = |more: &str| {
        format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"medium\", reload = 4{more} }}]"
        )
    };
    let table = |bow: &str| {
        Table::of(&[&at(bow, 2)], &[&stays("B", 6)]).map(14, 1, "").ruling("yield_afraid = false")
    };
    let seen = table(&bow("")).rounds(3).first();
    assert_eq!((seen.at(A), seen.sum(A, Metric::Reloads)), ((2, 0), 4));
    let seen = table(&bow(", loaded = false")).rounds(2).tape("");
    assert_eq!((seen.at(A), seen.sum(A, Metric::Reloads)), ((2, 0), 4));
}

#[test]
fn d_12_a_sprint_is_asked_of_squares_that_can_be_entered() {
    // B's ally bars the square from which a Stride would be enough.
    let mud = "{ x = 2, y = 0, bad_footing = true }, { x = 3, y = 0, bad_footing = true }";
    let pike = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Pike\", attack = \"d8\", range = \"reach\" }]";
    let left = [stays("F", 2), at(pike, 0)];
    let table = Table::of(&[&left[0], &left[1]], &[&stays("B", 4)]).map(5, 1, mud);
    let table = table.ruling("yield_afraid = false");
    assert_eq!(table.tape("d6=3").at(B), (3, 0));
    assert_eq!(table.tape("d6=2").at(B), (1, 0));
    // Nor from behind a wall, whatever the distance.
    let wall = "{ x = 3, y = 0, blocks_sight = true, blocked = true }";
    let a = at(
        "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Knife\", kind = \"thrown\", attack = \"d8\", range = \"near\" }]\nspeed = \"d4\"\nbody = \"d4\"",
        1,
    );
    let around = Table::of(&[&a], &[&stays("B", 7)]).map(9, 1, wall).ruling("yield_afraid = false");
    assert_eq!(around.tape("").sum(A, Metric::Attacks), 0);
}

#[test]
fn d_12_a_pike_closes_and_a_knife_stops() {
    let armed = |kind: &str| {
        let a = format!(
            "name = \"A\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Point\", kind = \"{kind}\", attack = \"d8\", range = \"reach\" }}]"
        );
        let table = Table::of(&[&at(&a, 0)], &[&stays("B", 8)]).map(12, 1, "");
        table.ruling("yield_afraid = false").tape("d6=5").at(A)
    };
    assert_eq!(armed("melee"), (7, 0));
    assert_eq!(armed("thrown"), (6, 0));
}

#[test]
fn line_3_goes_to_the_nearest_square_of_all_from_which_it_can_attack() {
    // The spell reaches from 1,0, the fists only from 4,0.
    let bolt = "{ name = \"Bolt\", range = \"near\", roll = { pool = \"d8\", opposed = \"defence\" }, effects = [{ damage = { points = 2 } }] }";
    let a = at(&mage(bolt, "").replace("weapons = []\n", ""), 0);
    let table = Table::of(&[&a], &[&stays("B", 5)]).map(9, 1, "").ruling("yield_afraid = false");
    let seen = table.first();
    assert_eq!((seen.at(A), seen.sum(A, Metric::Attacks)), ((1, 0), 1));
}

#[test]
fn d_03_nobody_kites_from_a_target_that_is_out() {
    let archer = at(
        "name = \"A\"\nrally_pool = \"none\"\ntactics = { tactic = \"kite\" }\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", damage = 9, range = \"medium\" }]",
        6,
    );
    let soft =
        |name: &str, x: u32| at(&format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy(name)), x);
    let right = [soft("B", 8), soft("C", 9)];
    let table = Table::of(&[&archer], &[&right[0], &right[1]]).map(20, 1, "").ruling("yield_afraid = false");
    // A d8 that shows anything fells it.
    let seen = table.tape("d8=2");
    assert_eq!((seen.at(A), seen.has(B, Status::Overkilled)), ((6, 0), true));
    let tough = format!("{}\narmor = \"6d12\"", dummy("B"));
    let seen = Table::of(&[&archer.replace("damage = 9", "damage = 0")], &[&at(&tough, 8)])
        .map(20, 1, "")
        .ruling("yield_afraid = false")
        .first();
    assert!(seen.at(A).0 < 6);
}

#[test]
fn ca_11_ca_54_who_is_put_out_by_a_reaction_does_not_strike() {
    let ward = |effect: &str| {
        format!(
            "{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\nabilities = [{{ name = \"Ward\", timing = {{ reaction = \"attacked\" }}, effects = [{effect}] }}]",
            dummy("B")
        )
    };
    let hits = |effect: &str, dice: &str| {
        let table = Table::of(&[&fighter("A", "d8", 3)], &[&ward(effect)]).ruling("yield_afraid = false");
        let seen = table.tape(dice);
        (seen.sum(A, Metric::Attacks), seen.sum(B, Metric::DamageTaken))
    };
    assert_eq!(hits("{ add_status = { status = \"asleep\" } }", ""), (0, 0));
    assert_eq!(hits("{ add_status = { status = \"afraid\" } }", ""), (0, 0));
    // Who can see no more strikes all the same, with a d12 against it.
    assert_eq!(hits("{ add_status = { status = \"blinded\" } }", "d8=2 d12=1"), (1, 4));
    // Nor whom it has brought out of reach.
    let b = ward("{ move = { who = \"target\", paces = 3, direction = \"away\" } }");
    let table = Table::of(&[&at(&fighter("A", "d8", 3), 4)], &[&at(&b, 5)]).map(6, 1, "");
    let seen = table.ruling("yield_afraid = false").tape("");
    assert_eq!((seen.at(A), seen.sum(A, Metric::Attacks)), ((1, 0), 0));
}

#[test]
fn ca_54_a_reaction_to_a_move_makes_it_choose_anew() {
    // B steps back as soon as somebody comes near; A walks on with what is left of its turn.
    let b = format!(
        "{}\nabilities = [{{ name = \"Step\", timing = {{ reaction = \"enemy_moves\" }}, cost = [{{ ammunition = 1 }}], effects = [{{ move = {{ who = \"self\", paces = 2, direction = \"away\" }} }}] }}]",
        dummy("B")
    );
    let table = Table::of(&[&at(&fighter("A", "d8", 0), 0)], &[&at(&b, 2)]).map(9, 1, "");
    let seen = table.ruling("yield_afraid = false").first();
    assert_eq!((seen.at(B), seen.at(A), seen.sum(A, Metric::Attacks)), ((4, 0), (3, 0), 1));
    // Whom it leaves Reeling Recovers and goes on.
    let trip = format!(
        "{}\nabilities = [{{ name = \"Trip\", timing = {{ reaction = \"enemy_moves\" }}, effects = [{{ add_status = {{ status = \"reeling\" }} }}] }}]",
        dummy("B")
    );
    let table = Table::of(&[&at(&fighter("A", "d8", 0), 0)], &[&at(&trip, 2)]).map(9, 1, "");
    let seen = table.ruling("yield_afraid = false").first();
    assert_eq!((seen.sum(A, Metric::Recovers), seen.sum(A, Metric::Attacks)), (1, 1));
}

#[test]
fn ca_65_a_reaction_makes_no_hostile_of_its_own_side() {
    let f = at(
        &format!(
            "{}\nabilities = [{{ name = \"Ward\", timing = {{ reaction = \"attacked\" }}, range = \"near\", effects = [{{ add_status = {{ status = \"asleep\" }} }}] }}]",
            dummy("F")
        ),
        3,
    );
    let a = at(&mage(&fire("\"auto\"", ""), "tactics = { area = \"most\", move = \"hold\" }"), 0);
    let table = Table::of(&[&a, &f], &[&stays("C", 4)]).map(5, 1, "").ruling("yield_afraid = false");
    let seen = table.first();
    assert!(!seen.has(A, Status::Asleep));
    assert!(seen.sum(A, Metric::Attacks) >= 1);
}

#[test]
fn ca_10_ca_62_nobody_acts_who_was_put_out_before_the_first_turn() {
    let hex = |name: &str, effect: &str| {
        format!(
            "{}\nabilities = [{{ name = \"Hex\", timing = \"start_of_fight\", effects = [{effect}] }}]",
            fighter(name, "d8", 0)
        )
    };
    let sleep = "{ add_status = { status = \"asleep\" } }";
    let blind = "{ add_status = { status = \"blinded\" } }";
    // A puts B to sleep before B would blind it.
    let table = Table::of(&[&hex("A", sleep)], &[&hex("B", blind), &dummy("C")]);
    let seen = table.ruling("yield_afraid = false").first();
    assert!(seen.has(B, Status::Asleep) && !seen.has(A, Status::Blinded));
}

#[test]
fn ca_54_what_changes_nobody_is_not_used() {
    let uses = |ability: &str| {
        let a = format!("{}\nabilities = [{ability}]", at(&dummy("A"), 0));
        let table = Table::of(&[&a], &[&stays("B", 1)]).map(2, 1, "").ruling("yield_afraid = false");
        let seen = table.tape("");
        seen.saw(|event| matches!(event, crate::data::events::Event::Uses { .. }))
    };
    // B stands at the end of the map, A beside it already.
    assert!(!uses(
        "{ name = \"Push\", effects = [{ move = { who = \"target\", paces = 2, direction = \"away\" } }] }"
    ));
    assert!(!uses(
        "{ name = \"Leap\", effects = [{ move = { who = \"self\", paces = 2, direction = \"toward\" } }] }"
    ));
    assert!(uses(
        "{ name = \"Bless\", target = \"self\", effects = [{ bonus_die = { dice = \"d6\", to = \"dodge\", duration = \"fight\" } }] }"
    ));
}

#[test]
fn ca_65_an_area_that_helps_or_hinders() {
    let used = |effect: &str, more: &str, ruling: &str| {
        let a = format!(
            "{}\nabilities = [{{ name = \"Song\", target = {{ shape = \"sphere\", radius = 2 }}, range = \"near\", effects = [{effect}] }}]\n{more}",
            at(&dummy("A"), 0)
        );
        let f = at(&format!("{}\nstatuses = [\"hurt\"]", dummy("F")), 6);
        let table = Table::of(&[&a, &f], &[&stays("C", 5)]).map(9, 1, "").ruling("yield_afraid = false");
        table.ruling(ruling).tape("")
    };
    // The friend stands beyond Near: the centre lies within it, and the radius reaches on.
    assert!(!used("{ remove_status = [\"hurt\"] }", "", "").has(B, Status::Hurt));
    // A friend for a foe is no bargain, and by the ruling it harms hostiles alone.
    let blind = "{ add_status = { status = \"blinded\" } }";
    assert!(!used(blind, "", "").has(C, Status::Blinded));
    let seen = used(blind, "", "area_hits_allies = false");
    assert!(seen.has(C, Status::Blinded) && !seen.has(B, Status::Blinded));
}

#[test]
fn ca_13_nobody_aims_what_is_not_rolled() {
    let a = |roll: &str| {
        mage(
            &format!("{{ name = \"Bolt\", roll = {roll}, effects = [{{ damage = {{ points = 2 }} }}] }}"),
            "tactics = { tactic = \"aim_attack\" }",
        )
    };
    let aims = |roll: &str, ruling: &str| {
        let table = Table::of(&[&a(roll)], &[&dummy("B")]).ruling("yield_afraid = false").ruling(ruling);
        table.first().sum(A, Metric::Aims)
    };
    assert_eq!(aims("\"auto\"", ""), 0);
    assert_eq!(aims(ROLLED, ""), 1);
    assert_eq!(aims(ROLLED, "aim_die = \"none\""), 0);
}

#[test]
fn ca_37_a_ward_is_worn_down_whatever_comes_through() {
    // A d4 and no bonus do at most 1 to a target of 20: while it is Reeling, too.
    let b = format!(
        "{}\nward = 20\nstatuses = [\"reeling\"]\ntactics = {{ reeling = \"wait_for_rally\" }}",
        dummy("B")
    );
    let table = Table::of(&[&fighter("A", "d4", 0)], &[&b]).ruling("yield_afraid = false");
    assert_eq!(table.first().sum(A, Metric::Attacks), 1);
}

#[test]
fn ca_26_a_retreat_is_a_stride_into_a_square_that_can_be_entered() {
    let lance = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Lance\", attack = \"d8\", effects = [\"impaling\"] }]";
    let b = format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B"));
    let retreats = |squares: &str| {
        let table = Table::of(&[&at(lance, 0)], &[&at(&b, 1)]).map(3, 1, squares);
        table.ruling("yield_afraid = false").tape("d8=5").sum(B, Metric::Retreats)
    };
    assert_eq!(retreats(""), 1);
    // Bad footing costs two paces, a Stride has one.
    assert_eq!(retreats("{ x = 2, y = 0, bad_footing = true }"), 0);
}

#[test]
fn ca_48_those_who_rage_take_lines_1_to_5_alone() {
    let a = format!("{}\nstatuses = [\"enraged\"]", fighter("A", "d8", 0))
        .replace("rally_pool = \"none\"\n", "rally_pool = \"d12\"\n");
    let f = format!("{}\nstatuses = [\"reeling\"]\ntactics = {{ reeling = \"wait_for_rally\" }}", dummy("F"));
    let table = Table::of(&[&a, &f], &[&dummy("C")]).ruling("yield_afraid = false");
    let seen = table.first();
    assert_eq!(
        (seen.sum(A, Metric::Attacks), seen.sum(A, Metric::Rallies), seen.sum(A, Metric::Guards)),
        (1, 0, 0)
    );
}

#[test]
fn ca_67_nothing_is_laid_on_who_was_put_out() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Club\", attack = \"d8\", effects = [\"knockout\"], on_hit = [\"knockdown\"] }]";
    let b = format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B"));
    let seen = Table::of(&[a], &[&b, &dummy("C")]).ruling("yield_afraid = false").tape("d8=2");
    assert!(seen.has(B, Status::Asleep) && !seen.has(B, Status::Knockdown));
}

#[test]
fn ca_52_d_14_a_medic_strides_with_its_last_action() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = []\nstatuses = [\"reeling\"]\ntactics = { first_aid = \"medic\" }";
    let f = format!("{}\nstatuses = [\"dying\"]", dummy("F"));
    let table = Table::of(&[&at(a, 0), &at(&f, 2)], &[&stays("C", 8)]).map(9, 1, "");
    let seen = table.ruling("yield_afraid = false").ruling("death_save = \"on\"").first();
    assert_eq!((seen.at(A), seen.sum(A, Metric::FirstAids)), ((1, 0), 1));
}

#[test]
fn ca_58_nobody_walks_into_a_hazard_without_need() {
    let a = fighter("A", "d8", 0);
    let walk = |height: u32, squares: &str, x: u32, dice: &str| {
        let table = Table::of(&[&at(&a, 0)], &[&stays("B", x)]).map(12, height, squares);
        table.ruling("yield_afraid = false").tape(dice)
    };
    let fires = |places: &[(u32, u32)]| {
        let square = |(x, y): &(u32, u32)| format!("{{ x = {x}, y = {y}, hazard = {{ attack = \"d4\" }} }}");
        places.iter().map(square).collect::<Vec<_>>().join(", ")
    };
    // Another square from which it can attack is as near.
    assert_eq!(walk(2, &fires(&[(1, 0)]), 2, "d8=1 d6=6").at(A), (1, 1));
    // A walk ends before a fire where it would end in it, and passes it where it can.
    assert_eq!(walk(1, &fires(&[(4, 0)]), 11, "d6=6").at(A), (10, 0));
    let slow = fires(&[(4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)]);
    // Where it burns everywhere before it, it goes through.
    assert_eq!(walk(1, &slow, 11, "d6=1 d4=1").at(A), (5, 0));
    // Not where the mean of what the fire does would put it out.
    let deadly = slow.replace("\"d4\"", "\"12d12\", damage = 12");
    assert_eq!(walk(1, &deadly, 11, "").at(A), (3, 0));
    // Who stands in one steps out of it, even to attack from elsewhere, but for who is told to hold.
    let burning = |more: &str| {
        let a = at(&format!("{}\nbody = \"d4\"\n{more}", dummy("A")), 0);
        let table = Table::of(&[&a], &[&stays("B", 9)]).map(10, 1, &fires(&[(0, 0)]));
        table.ruling("yield_afraid = false").first().at(A)
    };
    assert_eq!(burning(""), (1, 0));
    assert_eq!(burning("tactics = { move = \"hold\" }"), (0, 0));
    let table = Table::of(&[&at(&a, 1)], &[&stays("B", 2)]).map(4, 2, &fires(&[(1, 0)]));
    let seen = table.ruling("yield_afraid = false").first();
    assert_eq!((seen.at(A), seen.sum(A, Metric::Attacks)), ((1, 1), 1));
}

#[test]
fn line_5_who_has_nothing_to_attack_with_goes_where_it_helps() {
    let heal = "{ name = \"Heal\", target = \"ally\", effects = [{ remove_status = [\"hurt\"] }] }";
    let healed = |more: &str, x: u32| {
        let f = format!("{}\nstatuses = [\"hurt\"]\ntactics = {{ tactic = \"guard\" }}", dummy("F"));
        let left = [at(&mage(heal, more), 0), at(&f, x)];
        let table = Table::of(&[&left[0], &left[1]], &[&stays("C", 11)]).map(12, 1, "");
        let seen = table.ruling("yield_afraid = false").tape("");
        (seen.at(A).0, !seen.has(B, Status::Hurt))
    };
    // By Stride, by Stride and Dash, and not at all.
    assert_eq!(healed("", 2), (1, true));
    assert_eq!(healed("", 5), (4, true));
    assert_eq!(healed("", 6), (0, false));
    assert_eq!(healed("statuses = [\"reeling\"]", 5), (0, false));
    assert_eq!(healed("statuses = [\"reeling\"]", 2), (1, true));
    assert_eq!(healed("tactics = { move = \"hold\" }", 2), (0, false));
}

#[test]
fn d_09_the_afraid_are_rallied_first_even_if_they_sleep() {
    let a = dummy("A")
        .replace("rally_pool = \"none\"", "rally_pool = \"d12\"\ntactics = { rally = \"afraid_only\" }");
    let f = format!("{}\nstatuses = [\"afraid\", \"asleep\"]", dummy("F"));
    let seen = Table::of(&[&a, &f], &[&dummy("C")]).ruling("yield_afraid = false").tape("d12=4");
    assert!(!seen.has(B, Status::Asleep) && !seen.has(B, Status::Afraid));
}

#[test]
fn ca_42_a_recover_that_takes_the_turn_ends_it_for_who_kites_too() {
    let a = |tactic: &str| {
        at(
            &format!(
                "{}\nsoak_pool = \"none\"\ntactics = {{ tactic = \"{tactic}\" }}",
                fighter("A", "d8", 0)
            ),
            0,
        )
    };
    let b = at(
        "name = \"B\"\nrally_pool = \"none\"\nweapons = [{ name = \"Blade\", attack = \"d8\", counter = \"d8\" }]\ntactics = { tactic = \"guard\", defence = \"counter\" }",
        1,
    );
    let hides = |tactic: &str, ruling: &str| {
        let table = Table::of(&[&a(tactic)], &[&b]).map(4, 1, "{ x = 0, y = 0, cover = \"fair\" }");
        let table = table.ruling("yield_afraid = false").ruling(ruling);
        table.tape("d8=1 d8=5").has(A, Status::Hiding)
    };
    for tactic in ["attack_guard", "kite"] {
        assert!(hides(tactic, ""), "{tactic}");
        assert!(!hides(tactic, "reeling_forces = \"whole_turn\""), "{tactic}");
    }
}

#[test]
fn line_2_readies_what_can_be_used() {
    let two = "weapons = [{ name = \"Wand\", kind = \"magic\", attack = \"d8\" }, { name = \"Knife\", attack = \"d8\", ready = false }]";
    let a = |more: &str| format!("name = \"A\"\nrally_pool = \"none\"\n{two}\n{more}");
    let draws = |more: &str| {
        let table = Table::of(&[&a(more)], &[&dummy("B")]).ruling("yield_afraid = false");
        let seen = table.first();
        (seen.state.unit(A).ready, seen.sum(A, Metric::Attacks))
    };
    assert_eq!(draws(""), (0b01, 1));
    // The Silenced draws its knife.
    assert_eq!(draws("statuses = [\"silenced\"]"), (0b11, 1));
    // A spell in place of a knife that is not at hand.
    let bolt = "abilities = [{ name = \"Bolt\", roll = { pool = \"d8\", opposed = \"defence\" }, effects = [{ damage = { points = 2 } }] }]";
    let b = fighter("A", "d8", 0).replace("damage = 0", "damage = 0, ready = false");
    let table = Table::of(&[&format!("{b}\n{bolt}")], &[&dummy("B")]).ruling("yield_afraid = false");
    let seen = table.first();
    assert_eq!((seen.state.unit(A).ready, seen.sum(A, Metric::Attacks)), (0, 1));
}

#[test]
fn ca_04_larger_dice_of_many_sources_end_at_a_d12() {
    // Sixteen abilities of eight effects of four steps: 512 of them.
    let effect = "{ upgrade_die = { pool = \"dodge\", steps = 4 } }";
    let effects = [effect; 8].join(", ");
    let abilities: Vec<String> = (0..16)
        .map(|n| {
            format!(
                "{{ name = \"Gift {n}\", target = \"self\", timing = \"passive\", effects = [{effects}] }}"
            )
        })
        .collect();
    let b = format!("{}\ndodge_pool = \"d4\"\nabilities = [{}]", dummy("B"), abilities.join(", "));
    let table = Table::of(&[&fighter("A", "d8", 0)], &[&b]).ruling("yield_afraid = false");
    table.tape("d8=1 d12=12");
}
