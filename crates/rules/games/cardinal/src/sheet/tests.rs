//! What is read and what is refused.

use crate::data::rulings::Rulings;
use crate::data::setup::{Setup, WeaponKind};
use crate::data::vocabulary::{AbilityRoll, Effect, Kind, Target, Timing};
use crate::dice::pool::Pool;
use crate::tests::READER;
use fray_kit::sheet::testing::one;

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
        ("effects = [{ remove_status = [\"hurt\", \"dead\"] }]", "only `revive`"),
        ("effects = [{ remove_status = [] }]", "at least one status"),
        (
            "target = \"self\", effects = [{ move = { who = \"self\", paces = 1, direction = \"away\" } }]",
            "not for `self`",
        ),
        ("roll = { pool = \"d6\", against = 6 }, effects = [\"knockdown\"]", "no die of this roll"),
        (
            "effects = [{ bonus_die = { dice = \"d6\", to = \"initiative\", duration = \"fight\" } }]",
            "before round 1",
        ),
        (
            "effects = [{ add_status = { status = \"blinded\", duration = { until_roll = { pool = \"2d6+d4\", against = 4, successes = 3 } } } }]",
            "no roll of this pool can end it",
        ),
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
        ("position = [0]", "expected `[x, y]` or `[x, y, z]`"),
    ] {
        let message = one(read_with(map, line));
        assert!(message.contains(what), "{line}: {message}");
    }
    assert!(read_with(map, "position = [0, 1, 0]").is_ok());
    assert!(read_with(map, "flying = true\nposition = [0, 1, 3]").is_ok());
    let twice = "[map]\nwidth = 5\nheight = 2\nsquares = [{ x = 1, y = 0 }, { x = 1, y = 0 }]";
    assert!(one(read_with(twice, "")).contains("twice"));
    // Squares off the map leave the others free.
    let far = "[map]\nwidth = 2\nheight = 1\nsquares = [{ x = 9, y = 0, blocked = true }]";
    assert!(one(read_with(far, "")).contains("outside the map"));
}

#[test]
fn ca_48_statuses_of_rules_alone_are_refused_at_the_start() {
    assert!(one(read("statuses = [\"hiding\"]")).contains("CA-48"));
    assert!(one(read("statuses = [\"controlled\"]")).contains("CA-48"));
    assert!(one(read("statuses = [\"dizzy\"]")).contains("dizzy"));
}

/// The warnings of a fight of a unit with these lines, and copies of it, against a plain one.
fn warnings(head: &str, unit: &str) -> Vec<String> {
    let text = format!(
        "system = \"cardinal\"\n{head}\n[[side]]\nname = \"a\"\n[[side.unit]]\nname = \"A\"\n{unit}\n[[side]]\nname = \"b\"\n[[side.unit]]\nname = \"B\"\n"
    );
    READER.warnings(&text, "")
}

#[test]
fn conditions_that_can_never_hold_are_refused() {
    let decision = |key: &str, when: &str| {
        let what = if key == "ready_tie" { "never" } else { "guard" };
        read(&format!("tactics = {{ {key} = [{{ use = \"{what}\", when = \"{when}\" }}] }}"))
    };
    for (key, when, what) in [
        ("tactic", "wounds >= 4", "`wounds` goes from 0 to 3"),
        ("tactic", "allies < 1", "`allies` is never less than 1"),
        ("tactic", "has_status dying", "`has_status dying` is always 0"),
        ("tactic", "loaded > 1", "`loaded` goes from 0 to 1"),
        ("tactic", "enemies < 0", "`enemies` is never less than 0"),
        ("tactic", "enemies < 0%", "`enemies` is never less than 0%"),
        ("tactic", "wounds >= 2 and enemies > 1 and wounds < 2", "what it asks of `wounds` excludes itself"),
        ("tactic", "enemies > 50% and enemies <= 50%", "what it asks of `enemies` excludes itself"),
        ("ready_tie", "round >= 1", "`round` is always 0"),
    ] {
        let message = one(decision(key, when));
        assert!(message.contains("can never hold") && message.contains(what), "{when}: {message}");
    }
    for fine in
        ["wounds = 3", "allies = 1", "round >= 9", "enemies > 33% and enemies < 34%", "has_status hurt"]
    {
        assert!(decision("tactic", fine).is_ok(), "{fine}");
    }
    let ability = |timing: &str, when: &str| {
        read(&format!(
            "abilities = [{{ name = \"X\", timing = {timing}, target = \"self\", when = \"{when}\", effects = [{{ extra_soak = \"d6\" }}] }}]"
        ))
    };
    assert!(one(ability("\"start_of_fight\"", "round = 1")).contains("`round` is always 0"));
    assert!(one(ability("\"passive\"", "distance > 1")).contains("a passive ability has no target"));
    assert!(ability("\"action\"", "distance > 1").is_ok() && ability("\"stunt\"", "round = 1").is_ok());
    assert!(one(ability("\"action\"", "has_status dead")).contains("can never hold"));
}

#[test]
fn conditions_with_one_answer_in_this_fight_are_warned_of() {
    let of = |when: &str| {
        warnings(
            "",
            &format!("count = 2\ntactics = {{ tactic = [{{ use = \"guard\", when = \"{when}\" }}] }}"),
        )
    };
    assert_eq!(of("allies >= 3"), ["this condition can never hold here: `allies` goes from 1 to 2"]);
    assert_eq!(of("allies >= 1"), ["this condition always holds here: `allies` goes from 1 to 2"]);
    assert_eq!(of("enemies > 1"), ["this condition can never hold here: `enemies` goes from 0 to 1"]);
    assert_eq!(
        of("allies_dying = 2"),
        ["this condition can never hold here: `allies_dying` goes from 0 to 1"]
    );
    for fine in ["allies = 1", "enemies = 1", "enemies < 50%", "round > 3", "in_reach >= 1"] {
        assert_eq!(of(fine), [""; 0], "{fine}");
    }
}

#[test]
fn tactics_that_change_nothing_are_warned_of() {
    let of = |head: &str, unit: &str| warnings(head, unit).join("\n");
    let blade = "weapons = [{ name = \"Blade\", attack = \"d6\" }]\n";
    for (tactic, what) in [
        ("move = \"hold\"", "`hold` changes nothing: it matters only if there is a map"),
        ("defence = \"parry\"", "a weapon or its shield parries"),
        ("defence = \"net\"", "one of its weapons counters"),
        ("tactic = \"kite\"", "reaches beyond Close"),
        ("first_aid = \"medic\"", "a ruling gives First Aid an effect"),
        ("weapon = \"best_damage\"", "it has several weapons"),
        ("ability = \"save\"", "it has abilities"),
        ("flight = \"hover\"", "it flies"),
        ("afraid = \"break_sight\"", "there is a map"),
        ("reeling = \"wait_for_rally\"", "waits for ever"),
    ] {
        let told = of("", &format!("{blade}tactics = {{ {tactic} }}"));
        assert!(told.contains(what), "{tactic}: {told}");
    }
    let mute = "rally_pool = \"none\"\ntactics = { tactic = \"attack_rally\" }";
    assert!(of("", &format!("{blade}{mute}")).contains("its rally pool is not empty"));
    let interrupts = format!("{blade}tactics = {{ focus = \"interrupt_first_attack\" }}");
    assert_eq!(of("", &interrupts), "");
    assert!(of("[rulings]\ninterrupt = false", &interrupts).contains("`interrupt` is `true`"));
    let unrolled = "[rulings]\ninitiative_roll = false";
    assert!(of(unrolled, &interrupts).contains("nobody comes to be Focused"));
    assert_eq!(of(unrolled, &format!("{interrupts}\nstatuses = [\"focused\"]")), "");
    let jump = "abilities = [{ name = \"Jump\", timing = \"stunt\", target = \"self\", effects = [{ teleport = 3 }] }]";
    assert!(of("", jump).contains("ability `Jump` does nothing"));
    assert_eq!(of("[map]\nwidth = 5\nheight = 1", jump), "");
}

#[test]
fn ca_01_skills_that_nothing_reads_are_warned_of() {
    let of = |unit: &str| warnings("", unit).join("\n");
    assert!(
        of("skills = { tatics = \"d6\" }")
            .contains("nothing reads the skill `tatics`; did you mean `tactics`?")
    );
    assert_eq!(of("skills = { observation = \"d6\", tactics = \"d6\" }"), "");
    let ability = |word: &str| {
        format!(
            "abilities = [{{ name = \"X\", roll = {{ pool = \"d8\", opposed = \"{word}\" }}, effects = [\"knockdown\"] }}]"
        )
    };
    assert!(
        of(&ability("mint")).contains("is rolled against `mint`, which nobody has; did you mean `mind`?")
    );
    assert_eq!(of(&ability("mind")), "");
    assert_eq!(of(&format!("skills = {{ observation = \"d6\" }}\n{}", ability("observation"))), "");
}

#[test]
fn rules_md_lists_every_ruling_with_its_default() {
    let rules = include_str!("../../RULES.md");
    for info in Rulings::ALL {
        let row = format!("| `{}` | {}", info.key, (info.default)());
        assert!(rules.contains(&row), "{row}");
    }
}
