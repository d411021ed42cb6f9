//! The order within a hit (CA-67), what abilities force, change and move (CA-54), and what of the vocabulary
//! is refused.

use super::{A, B, Table, dummy, fighter};
use crate::data::metrics::Metric;
use crate::data::setup::Setup;
use crate::data::vocabulary::Status;
use fray_engine::contract::Outcome;

fn bare(name: &str, more: &str) -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\n{more}", dummy(name))
}

fn at(unit: &str, x: u32) -> String {
    format!("{unit}\nposition = [{x}, 0]")
}

/// With this ability.
fn able(unit: &str, ability: &str) -> String {
    format!("{unit}\nabilities = [{{ name = \"Gift\", {ability} }}]")
}

/// Returns whether lines with these words stand in this order.
#[track_caller]
fn assert_order(lines: &[String], words: &[&str]) {
    let mut from = 0;
    for word in words {
        let found = lines[from..].iter().position(|line| line.contains(word));
        let Some(found) = found else { panic!("`{word}` is missing behind line {from} of {lines:#?}") };
        from += found + 1;
    }
}

#[test]
fn ca_67_the_order_within_a_hit() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Spear\", attack = \"2d8\", damage = 2, effects = [\"impaling\"], on_hit = [\"knockdown\"] }]";
    let hurt = Table::of(&[a], &[&bare("B", "ward = 1")]).ruling("yield_afraid = false");
    let lines = hurt.told("d8=5 d8=6");
    assert_order(
        &lines,
        &[
            "Spear on",
            "B retreats",
            "ward 1: 3",
            "B is Reeling",
            "B is Hurt, Afraid, Injured",
            "B is Knocked Down",
        ],
    );
    // Fear comes last, and nothing more befalls the fallen.
    let killed = Table::of(&[a], &[&bare("B", "statuses = [\"hurt\", \"injured\"]"), &bare("C", "")]);
    let lines = killed.ruling("yield_afraid = false").told("d8=5 d8=6");
    assert_order(&lines, &["B retreats", ": 6", "B is Reeling", "B is Afraid, Overkilled", "C is Afraid"]);
    assert!(!lines.iter().any(|line| line.contains("Knocked Down")), "{lines:#?}");
}

#[test]
fn ca_67_ca_24_both_hits_are_played_whole_before_the_end_is_looked_at() {
    let side = |name: &str| {
        format!(
            "name = \"{name}\"\nrally_pool = \"none\"\nsoak_pool = \"none\"\nweapons = [{{ name = \"Blade\", attack = \"d8\", counter = \"d8\", damage = 5 }}]\ntactics = {{ defence = \"counter\" }}"
        )
    };
    let table = Table::of(&[&side("A")], &[&side("B")]).ruling("counter_tie = \"both_hit\"");
    let seen = table.tape("d8=4 d8=4");
    assert!(seen.has(A, Status::Overkilled) && seen.has(B, Status::Overkilled));
    assert_eq!(seen.outcome(), Some(Outcome::Draw));
}

#[test]
fn ca_54_a_forced_action_comes_before_all_others() {
    let spell = |word: &str| able(&bare("A", ""), &format!("effects = [{{ force = \"{word}\" }}]"));
    let b = format!("{}\ndodge_pool = \"none\"", fighter("B", "d8", 0));
    let table = |word: &str| Table::of(&[&spell(word)], &[&b]).ruling("yield_afraid = false");
    let one = |word: &str| table(word).ruling("actions_per_turn = 1");
    // With one action a turn the forced one is all.
    let guards = one("guard").tape("");
    assert_eq!((guards.sum(B, Metric::Guards), guards.sum(B, Metric::Attacks)), (1, 0));
    let attacks = one("attack").tape("d8=1");
    assert_eq!((attacks.sum(B, Metric::Guards), attacks.sum(B, Metric::Attacks)), (0, 1));
    // Aim goes with the Attack.
    let aims = table("aim").tape("d8=1 d8=1 d8=8");
    assert_eq!((aims.sum(B, Metric::Aims), aims.sum(B, Metric::Attacks)), (1, 1));
}

#[test]
fn ca_54_a_forced_attack_rouses_who_would_only_guard() {
    let b = |more: &str| format!("{}\ntactics = {{ tactic = \"guard\" }}\n{more}", fighter("B", "d8", 0));
    let forced = able(&b(""), "timing = \"passive\", target = \"self\", effects = [{ force = \"attack\" }]");
    let table = |b: &str| Table::of(&[&bare("A", "")], &[b]).ruling("yield_afraid = false");
    assert_eq!(table(&b("")).tape("").sum(B, Metric::Attacks), 0);
    assert_eq!(table(&forced).tape("d8=1 d8=8").sum(B, Metric::Attacks), 1);
}

#[test]
fn ca_54_forced_help_loads_and_moves() {
    let forced = |unit: &str, word: &str| {
        able(unit, &format!("timing = \"passive\", target = \"self\", effects = [{{ force = \"{word}\" }}]"))
    };
    // Rally against its tactics.
    let leader = "name = \"A\"\nrally_pool = \"d8\"\nweapons = []\ntactics = { rally = \"never\" }";
    let afraid = bare("F", "statuses = [\"afraid\"]");
    let rallies = |leader: &str, dice: &str| {
        let table = Table::of(&[leader, &afraid], &[&bare("B", "")]).ruling("yield_afraid = false");
        table.tape(dice).sum(A, Metric::Rallies)
    };
    assert_eq!((rallies(leader, ""), rallies(&forced(leader, "rally"), "d8=8")), (0, 1));
    // First Aid that changes nothing.
    let medic = forced("name = \"A\"\nrally_pool = \"none\"\nweapons = []", "first_aid");
    let dying = bare("F", "statuses = [\"dying\"]");
    let seen = Table::of(&[&medic, &dying], &[&bare("B", "")]).tape("d6=4");
    assert_eq!(seen.sum(A, Metric::FirstAids), 1);
    // Ready a second weapon; Reload before the blow.
    let two = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Knife\", attack = \"d4\" }, { name = \"Bow\", kind = \"ranged\", attack = \"d4\", reload = 1, loaded = false, ready = false }]";
    let one = |word: &str| {
        let table = Table::of(&[&forced(two, word)], &[&bare("B", "")]).ruling("actions_per_turn = 1");
        table.tape("").state.unit(A).ready
    };
    assert_eq!(one("ready"), 0b11);
    let loaded = two.replace("loaded = false, ready = false", "loaded = false");
    let table = Table::of(&[&forced(&loaded, "reload")], &[&bare("B", "")]).ruling("actions_per_turn = 1");
    assert_eq!(table.tape("").sum(A, Metric::Reloads), 1);
    // Dash toward the foe, though it could shoot from where it stands.
    let archer = at(
        "name = \"A\"\nrally_pool = \"none\"\nspeed = \"d8\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d4\", range = \"medium\" }]",
        0,
    );
    let place = |word: &str, dice: &str| {
        let table = Table::of(&[&forced(&archer, word)], &[&at(&bare("B", ""), 19)]).map(20, 1, "");
        table.ruling("actions_per_turn = 1\nsprint = \"speed_max\"").tape(dice).at(A)
    };
    assert_eq!(place("dash", ""), (4, 0));
    assert_eq!(place("sprint", ""), (8, 0));
    assert_eq!(place("run", ""), (18, 0));
}

#[test]
fn ca_20_ca_54_an_ability_changes_the_chart_of_its_holder() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Axe\", kind = \"thrown\", attack = \"d8\" }]";
    let b = "name = \"B\"\nrally_pool = \"none\"\ndodge_pool = \"d4\"\nweapons = [{ name = \"Blade\", attack = \"d4\", parry = \"3d12\" }]\ntactics = { tactic = \"guard\" }";
    let chart = |pairs: &str| {
        able(
            b,
            &format!("timing = \"passive\", target = \"self\", effects = [{{ defence_chart = [{pairs}] }}]"),
        )
    };
    let dodges = |b: &str, dice: &str| Table::of(&[a], &[b]).tape(dice).sum(B, Metric::Dodges);
    assert_eq!(dodges(b, "d8=1 d4=2"), 1);
    assert_eq!(dodges(&chart("[\"thrown\", \"parry\"]"), "d8=1 d12=2 d12=2 d12=2"), 0);
    // Other kinds keep their rows.
    assert_eq!(dodges(&chart("[\"magic\", \"parry\"]"), "d8=1 d4=2"), 1);
}

#[test]
fn ca_54_a_teleport_brings_its_owner_to_the_fight() {
    let a = |paces: u32| {
        let effect = format!("timing = \"stunt\", target = \"self\", effects = [{{ teleport = {paces} }}]");
        at(&able(&fighter("A", "d8", 0), &effect), 0)
    };
    let ends = |paces: u32, dice: &str| {
        let table = Table::of(&[&a(paces)], &[&at(&bare("B", ""), 18)]).map(
            20,
            1,
            "{ x = 4, y = 0, blocked = true }",
        );
        let seen = table.ruling("sprint = \"speed_max\"").tape(dice);
        (seen.at(A), seen.sum(A, Metric::Attacks))
    };
    // Beside the foe, through what is blocked; nearer, where that is too far.
    assert_eq!(ends(17, "d8=1"), ((17, 0), 1));
    assert_eq!(ends(3, "").0, (3, 0));
}

#[test]
fn ca_54_a_hostile_that_moves_is_answered_when_the_move_is_over() {
    let snare = "timing = { reaction = \"enemy_moves\" }, range = \"reach\", effects = [{ add_status = { status = \"slowed\" } }]";
    let b = |x: u32| at(&able(&bare("B", ""), snare), x);
    let slowed = |x: u32, dice: &str| {
        let a = at(&fighter("A", "d8", 0), 0);
        let table =
            Table::of(&[&a], &[&b(x)]).map(20, 1, "").ruling("sprint = \"speed_max\"\nyield_afraid = false");
        table.tape(dice).saw(|event| {
            matches!(event, crate::data::events::Event::Becomes { unit: A, statuses } if statuses.has(Status::Slowed))
        })
    };
    // It comes beside B, or stays out of its reach. Slowed, it rolls Speed and Will at the end of its turn.
    assert!(slowed(4, "d8=1 d6=1 d6=1"));
    assert!(!slowed(15, ""));
}

#[test]
fn ca_20_ca_54_what_nobody_could_mean_is_refused() {
    let wrong = |ability: &str| {
        Table::of(&[&able(&bare("A", ""), ability)], &[&bare("B", "")]).read().unwrap_err().join("\n")
    };
    assert!(wrong("effects = [{ teleport = 3 }]").contains("`teleport` is for `self`"));
    let chart = |pairs: &str| {
        wrong(&format!("timing = \"passive\", target = \"self\", effects = [{{ defence_chart = {pairs} }}]"))
    };
    for pairs in [
        "[]",
        "[[\"thrown\"]]",
        "[[\"thrown\", \"jump\"]]",
        "[[\"resisted\", \"dodge\"]]",
        "[[\"magic\", \"\"], [\"magic\", \"dodge\"]]",
    ] {
        assert!(chart(pairs).contains("expected a list of pairs"), "{pairs}");
    }
    let ruled =
        Table::of(&[&bare("A", "")], &[&bare("B", "")]).ruling("defence_chart = [[\"resisted\", \"dodge\"]]");
    assert!(ruled.read().is_err());
}

#[test]
fn ca_06_ca_16_the_mirror_image_is_the_fight_before_the_sides_changed_places() {
    let table = Table::of(&[&dummy("A"), &dummy("B")], &[&dummy("C")]).map(5, 3, "");
    let first = table.clone().ruling("turn_order = \"sides_first_a\"").read().unwrap();
    let mut changed = first.clone();
    changed.sides.reverse();
    let mirrored = changed.mirrored();
    let places = |setup: &Setup| {
        let names = setup.units().map(|unit| unit.name.clone());
        let mut places: Vec<_> = names.zip(setup.squares()).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places(&mirrored), places(&first));
    assert_eq!(mirrored.rulings.turn_order, crate::data::rulings::TurnOrder::SidesFirstB);
    // Under `fixed` equal numbers act in the order of the list as it was.
    let mut changed = table.read().unwrap();
    changed.sides.reverse();
    let orders: Vec<i32> = changed.mirrored().units().map(|unit| unit.order).collect();
    assert_eq!(orders, [2, 0, 1]);
}

/// A attacks B, who has this ability.
fn rolling_again(ability: &str) -> Table {
    let b = format!(
        "{}\ndodge_pool = \"none\"\nsoak_pool = \"d8+d6\"\nabilities = [{{ name = \"Luck\", {ability} }}]",
        dummy("B")
    );
    Table::of(&[&fighter("A", "d8", 2)], &[&b]).ruling("yield_afraid = false")
}

#[test]
fn ca_04_ca_54_ones_of_a_soak_roll_are_rolled_again_once() {
    let luck = "timing = { reaction = \"hit\" }, target = \"self\", effects = [{ reroll = \"own_ones\" }]";
    // Two of two ones are rolled again, smallest die first, and the second roll stands.
    let seen = rolling_again(luck).tape("d8=5 d6=1 d8=1 d6=4 d8=1");
    assert_eq!(seen.sum(B, Metric::DamageTaken), 2);
    // Nothing to roll again.
    let seen = rolling_again(luck).tape("d8=5 d6=2 d8=3");
    assert_eq!(seen.sum(B, Metric::DamageTaken), 3);
    // A passive ability does so for every roll.
    let always = "timing = \"passive\", target = \"self\", effects = [{ reroll = \"own_ones\" }]";
    assert_eq!(rolling_again(always).tape("d8=5 d6=1 d8=4 d6=6").sum(B, Metric::DamageTaken), 1);
    // P(a d8 shows 1 twice).
    let botch = rolling_again(always).p(|seen| seen.sum(B, Metric::SoakBotches) == 1);
    assert!((botch - 1.0 / (64.0 * 36.0)).abs() < 1e-12, "{botch}");
}

#[test]
fn ca_04_ca_54_the_lowest_die_or_all_are_rolled_again() {
    let luck = |what: &str| {
        format!("timing = {{ reaction = \"hit\" }}, target = \"self\", effects = [{{ reroll = \"{what}\" }}]")
    };
    let taken = |what: &str, dice: &str| rolling_again(&luck(what)).tape(dice).sum(B, Metric::DamageTaken);
    assert_eq!(taken("lowest", "d8=5 d6=2 d8=5 d6=4"), 1);
    // Both count: neither is rolled again.
    assert_eq!(taken("lowest", "d8=5 d6=4 d8=5"), 1);
    // All of them, only if the roll came to nothing.
    assert_eq!(taken("all", "d8=5 d6=2 d8=3 d6=4 d8=4"), 1);
    assert_eq!(taken("all", "d8=5 d6=2 d8=4"), 2);
}

#[test]
fn ca_04_ca_54_an_attack_is_rolled_again_by_who_is_attacked() {
    let luck = "timing = { reaction = \"attacked\" }, target = \"enemy\", effects = [{ reroll = \"all\" }]";
    let dodge = |dice: &str| {
        let table = rolling_again(luck);
        table.tape(dice).sum(A, Metric::Hits)
    };
    // The attack hits an open target with any face but rolls again, and hits again.
    assert_eq!(dodge("d8=5 d8=1 d8=2 d6=2"), 1);
}

#[test]
fn ca_54_reroll_is_refused_where_it_could_not_help() {
    let refused = |ability: &str| rolling_again(ability).read().unwrap_err().join(" ");
    let at = |timing: &str, target: &str, what: &str| {
        refused(&format!(
            "timing = {{ reaction = \"{timing}\" }}, target = \"{target}\", effects = [{{ reroll = \"{what}\" }}]"
        ))
    };
    assert!(at("attacked", "enemy", "own_ones").contains("helps whoever rolls"));
    assert!(at("hit", "enemy", "all").contains("rolled already"));
    let near = |what: &str| format!("target = \"all_near\", effects = [{{ reroll = \"{what}\" }}]");
    assert!(refused(&near("lowest")).contains("helps whoever rolls"));
    assert!(rolling_again(&near("all")).read().is_ok());
}

#[test]
fn ca_54_an_ability_is_refreshed_where_somebody_has_need_of_it() {
    let healer = able(
        &dummy("A"),
        "target = \"ally\", cost = [{ exhaust = \"action\" }], effects = [{ remove_status = [\"hurt\"] }]",
    );
    let hurt = |name: &str| bare(name, "statuses = [\"hurt\"]");
    let refreshes = |friends: &[&str]| {
        let side: Vec<&str> = [healer.as_str()].into_iter().chain(friends.iter().copied()).collect();
        let lines = Table::of(&side, &[&dummy("Z")]).rounds(3).told("");
        lines.iter().filter(|line| line.contains("refreshes")).count()
    };
    assert_eq!(refreshes(&[&hurt("C")]), 0);
    assert_eq!(refreshes(&[&hurt("C"), &hurt("D")]), 1);
}
