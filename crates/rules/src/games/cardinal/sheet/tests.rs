//! What is read and what is refused.

use crate::games::cardinal::pool::Pool;
use crate::games::cardinal::setup::{Setup, WeaponKind};
use crate::games::cardinal::tests::READER;
use crate::games::cardinal::vocabulary::{AbilityRoll, Effect, Kind, Target, Timing};
use crate::sheet::testing::one;

/// A unit with these lines against a plain one.
fn read(unit: &str) -> Result<Setup, Vec<String>> {
    read_with("", unit)
}

fn read_with(head: &str, unit: &str) -> Result<Setup, Vec<String>> {
    let text = format!(
        "system = \"cardinal\"\n{head}\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"A\"\n{unit}\n[[side]]\nname = \"b\"\n[[side.unit]]\nname = \"B\"\n"
    );
    READER.scenario(&text, &[])
}

#[test]
fn ca_11_a_unit_that_says_nothing_fights_with_its_fists() {
    let setup = read("body = \"d8\"\nskills = { fighting = \"d4\" }").unwrap();
    let unit = &setup.sides[0].units[0];
    let fists = &unit.weapons[0];
    assert_eq!((fists.kind, fists.attack.to_string()), (WeaponKind::Unarmed, "d8+d6+d4".to_owned()));
    assert_eq!((fists.parry.to_string(), fists.counter), ("d6+d4".to_owned(), fists.attack));
    assert_eq!(read("weapons = []").unwrap().sides[0].units[0].weapons.len(), 0);
}

#[test]
fn ca_01_pools_are_read_and_limited() {
    assert_eq!(read("body = \"2d8+d6\"").unwrap().sides[0].units[0].body, Pool([0, 1, 2, 0, 0]));
    for (line, what) in [
        ("body = \"none\"", "1 to 4 dice"),
        ("body = \"5d6\"", "1 to 4 dice"),
        ("armor = \"7d6\"", "up to 6 dice"),
        ("dodge_pool = \"d7\"", "up to 12 dice"),
        ("soak_pool = 3", "up to 12 dice"),
        ("skills = { dodge = \"7d4\" }", "up to 6 dice"),
    ] {
        let message = one(read(line));
        assert!(message.contains(what), "{line}: {message}");
    }
}

#[test]
fn ca_31_ca_54_weapons_and_abilities_are_read() {
    let setup = read(
        "weapons = [{ name = \"W\", attack = \"d8\", effects = [\"weak\", { slaying = \"giant\" }, \"slaying\"] }]\n\
         abilities = [{ name = \"X\", timing = { reaction = \"hit\" }, target = \"self\", effects = [{ ward = 3 }] },\n\
         { name = \"Y\", roll = { pool = \"d8\", opposed = \"defence\" }, target = { shape = \"sphere\", radius = 2 }, effects = [{ damage = { points = 2 } }] }]",
    )
    .unwrap();
    let unit = &setup.sides[0].units[0];
    let kinds = [Kind::Weak, Kind::Slaying(Some("giant".to_owned())), Kind::Slaying(None)];
    assert_eq!(unit.weapons[0].effects, kinds);
    assert!(matches!(unit.abilities[0].timing, Timing::Reaction(_)));
    assert_eq!(unit.abilities[0].effects, [Effect::Ward(3)]);
    assert_eq!(unit.abilities[1].target, Target::Sphere { radius: 2, pick: false });
    assert_eq!(unit.abilities[1].roll, AbilityRoll::Defence(Pool::D8));
}

#[test]
fn ca_54_abilities_that_could_not_work_are_refused() {
    let ability = |text: &str| read(&format!("abilities = [{{ name = \"X\", {text} }}]"));
    for (text, what) in [
        ("effects = [{ damage = { points = 1 } }]", "an attack is rolled"),
        (
            "timing = \"stunt\", roll = \"auto\", effects = [{ damage = { points = 1 } }]",
            "the timing `action`",
        ),
        ("target = \"self\", roll = \"auto\", effects = [{ damage = { points = 1 } }]", "is an attack"),
        ("timing = \"passive\", effects = [{ extra_soak = \"d6\" }]", "is for `self`"),
        ("timing = \"passive\", target = \"self\", effects = [{ ward = 2 }]", "never used"),
        (
            "effects = [{ bonus_die = { dice = \"d6\", to = \"dodge\", duration = \"instant\" } }]",
            "this lasts",
        ),
        ("effects = [\"revive\"]", "`revive` is for `ally`"),
        ("effects = [{ add_status = \"flying\" }]", "come of rules alone"),
        ("effects = []", "1 to 8 effects"),
        ("roll = { pool = \"d6\" }, effects = [\"knockdown\"]", "says one of"),
        ("roll = { pool = \"d6\", against = 3, resisted = true }, effects = [\"knockdown\"]", "says one of"),
    ] {
        let message = one(ability(text));
        assert!(message.contains(what), "{text}: {message}");
    }
    // What the vocabulary does not have is no effect.
    assert!(one(ability("effects = [\"knockdown\", { explode = \"all\" }]")).contains("expected an effect"));
}

#[test]
fn conditions_that_can_never_be_known_are_refused() {
    let message = one(read("tactics = { tactic = [{ use = \"guard\", when = \"distance > 3\" }] }"));
    assert!(message.contains("decided without a target"), "{message}");
    assert!(read("tactics = { defence = [{ use = \"dodge\", when = \"distance > 3\" }] }").is_ok());
    assert!(
        one(read("tactics = { tactic = [{ use = \"guard\", when = \"wounds < 50%\" }] }"))
            .contains("percentage")
    );
}

#[test]
fn d_13_finish_needs_its_ruling() {
    let finish = "tactics = { helpless = \"finish\" }";
    assert!(one(read(finish)).contains("attack_helpless"));
    assert!(read_with("[rulings]\nattack_helpless = \"allowed\"", finish).is_ok());
}

#[test]
fn ca_20_a_defence_chart_is_a_list_of_pairs_of_words() {
    let chart = |list: &str| read_with(&format!("[rulings]\ndefence_chart = {list}"), "");
    assert!(chart("\"standard\"").is_ok());
    let setup = chart("[[\"thrown\", \"dodge parry\"], [\"magic\", \"\"]]").unwrap();
    assert_eq!(
        setup.rulings.show("defence_chart").unwrap(),
        "[[\"thrown\", \"dodge parry\"], [\"magic\", \"\"]]"
    );
    for wrong in [
        "[[\"thrown\", \"duck\"]]",
        "[[\"arrow\", \"dodge\"]]",
        "[[\"thrown\", \"dodge\"], [\"thrown\", \"\"]]",
        "[[1, 2]]",
    ] {
        assert!(one(chart(wrong)).contains("defence_chart"), "{wrong}");
    }
}

#[test]
fn ca_16_ca_56_places_are_checked() {
    let map = "[map]\nwidth = 5\nheight = 2\nsquares = [{ x = 1, y = 0, blocked = true }]";
    for (line, what) in [
        ("position = [9, 0]", "outside the map"),
        ("position = [1, 0]", "is blocked"),
        ("position = [0, 0, 3]", "CA-56"),
        ("position = [0]", "expected [x, y]"),
    ] {
        let message = one(read_with(map, line));
        assert!(message.contains(what), "{line}: {message}");
    }
    assert!(read_with(map, "position = [0, 1, 0]").is_ok());
    assert!(read_with(map, "flying = true\nposition = [0, 1, 3]").is_ok());
    let twice = "[map]\nwidth = 5\nheight = 2\nsquares = [{ x = 1, y = 0 }, { x = 1, y = 0 }]";
    assert!(one(read_with(twice, "")).contains("twice"));
}

#[test]
fn ca_48_statuses_of_rules_alone_are_refused_at_the_start() {
    assert!(one(read("statuses = [\"hiding\"]")).contains("CA-48"));
    assert!(one(read("statuses = [\"controlled\"]")).contains("CA-48"));
    assert!(one(read("statuses = [\"dizzy\"]")).contains("dizzy"));
}
