//! Sensible play, as far as the file says it: conditions that no target can be known for, and tactics
//! that cannot do what they are for.

use super::*;

/// A fight of these units, each a name and its keys beside HP and Combat Attributes.
fn fight(head: &str, sides: [&[(&str, &str)]; 2]) -> String {
    let mut text = format!("system = \"night-wizard\"\n{head}\n");
    for (side, units) in ["good", "bad"].iter().zip(sides) {
        text += &format!("[[side]]\nname = \"{side}\"\n");
        for (name, more) in units {
            text += &format!("[[side.unit]]\nname = \"{name}\"\nhp = 18\n{COMBAT}{more}\n");
        }
    }
    text
}

fn warnings(head: &str, sides: [&[(&str, &str)]; 2]) -> Vec<String> {
    Reader { parts: &PARTS, check, read }.warnings(&fight(head, sides), "")
}

/// Returns what is said of a unit with these keys in a duel.
fn of_one(head: &str, keys: &str) -> Vec<String> {
    warnings(head, [&[("Ann", keys)], &[("Ogre", "")]])
}

#[test]
fn d_conditions_about_a_target_are_refused_where_none_can_be_known() {
    let refused = |decision: &str, choice: &str, fact: &str| {
        let tactic = format!("tactics = {{ {decision} = [{{ use = {choice}, when = \"{fact}\" }}] }}");
        error("", &tactic)
    };
    for (decision, choice) in [
        ("delay", "\"sit_out\""),
        ("pass", "\"sit_out\""),
        ("tie", "\"lowest_hp\""),
        ("cost", "\"freely\""),
        ("prana_init", "\"max\""),
        ("prana_mort", "\"none\""),
        ("recover", "\"never\""),
        ("wake", "\"pass\""),
        ("prana_convert", "{ keep = 1 }"),
        ("loadout", "\"in_range\""),
        ("robe", "\"switch\""),
        ("flee", "\"outnumbered\""),
        ("final", "\"heal\""),
    ] {
        assert_eq!(
            refused(decision, choice, "target_hp < 9"),
            "`target_hp` is not known here: this is decided without a target",
            "{decision}"
        );
    }
    assert!(refused("flee", "\"outnumbered\"", "distance > 3").contains("`distance`"));
    assert!(refused("cost", "\"freely\"", "target_has_status daze").contains("`target_has_status daze`"));
    for known in [
        "target = [{ use = \"weakest\", when = \"target_hp < 9\" }]",
        "downed = [{ use = \"finish_off\", when = \"distance = 0\" }]",
        "ability = [{ use = \"never\", when = \"target_hp > 9\" }]",
        "weapon = [{ use = \"best_damage\", when = \"target_has_status daze\" }]",
        "move = [{ use = \"stay\", when = \"distance < 3\" }]",
        "cover = [{ use = \"guard_weakest\", when = \"target_hp < 9\" }]",
        "react = [{ use = \"never\", when = \"target_hp < 9\" }]",
        "prana_atk = [{ use = \"max_attack\", when = \"target_hp < 9\" }]",
    ] {
        assert!(duel("", &format!("tactics = {{ {known} }}"), "").is_ok(), "{known}");
    }
}

#[test]
fn nw_53_conditions_about_a_target_need_one() {
    let of = |more: &str| {
        let ability = format!(
            "[[side.unit.abilities]]\nname = \"Mend\"\nwhen = \"target_hp < 50%\"\n\
             effects = [{{ heal_hp = 3 }}]\n{more}"
        );
        duel("", &ability, "")
    };
    assert_eq!(
        of("").unwrap_err(),
        ["`target_hp` is not known here: the ability works on its user and knows of no other"]
    );
    assert!(of("timing = \"reaction\"\ntrigger = \"judge_fumble\"").is_err());
    assert!(of("timing = \"reaction\"\ntrigger = \"hit\"").is_ok(), "it speaks of the attacker");
    assert!(of("target = \"ally\"").is_ok());
}

#[test]
fn d_downed_finish_off_is_warned_of_where_a_hit_cannot_kill_the_fallen() {
    let tactic = "tactics = { downed = \"finish_off\" }";
    let said =
        ["`finish_off` wastes the attacks of `Ann`: by these rulings a hit cannot kill who has fallen"];
    assert_eq!(of_one("", tactic), said);
    assert_eq!(of_one("[rulings]\nmortality_per_hp = 1\nmortality = \"off\"", tactic), said);
    assert!(of_one("[rulings]\nmortality_per_hp = 1", tactic).is_empty());
    // Copies of a unit are warned of once.
    assert_eq!(of_one("", &format!("count = 3\n{tactic}")).len(), 1);
}

#[test]
fn conditions_on_company_that_never_or_always_hold_are_warned_of() {
    let when =
        |condition: &str| format!("tactics = {{ cost = [{{ use = \"freely\", when = \"{condition}\" }}] }}");
    let of = |condition: &str, count: u32| of_one("", &format!("count = {count}\n{}", when(condition)));
    assert_eq!(of("allies >= 2", 1), ["this condition can never hold here: `allies` is always 1"]);
    assert!(of("allies >= 2", 2).is_empty());
    assert_eq!(of("allies >= 1", 2), ["this condition always holds here: `allies` goes from 1 to 2"]);
    assert_eq!(
        of("hp < 3 and enemies >= 2", 1),
        ["this condition can never hold here: `enemies` goes from 0 to 1"]
    );
    assert!(of("enemies >= 1", 1).is_empty());
    // An ability has one too.
    let lone =
        "[[side.unit.abilities]]\nname = \"Cheer\"\nwhen = \"allies > 1\"\neffects = [{ heal_hp = 3 }]";
    assert_eq!(of_one("", lone).len(), 1);
}

#[test]
fn an_include_is_not_warned_of_for_company_that_is_not_there() {
    let include = "[unit.healer]\nhp = 9\nhit = 8\ndodge = 7\nattack = 12\ndefense = 8\naction_value = 11\n\
        [[unit.healer.abilities]]\nname = \"Cheer\"\nwhen = \"allies >= 2\"\neffects = [{ heal_hp = 3 }]\n";
    let text = "system = \"night-wizard\"\n[[side]]\nname = \"good\"\n[[side.unit]]\nuse = \"healer\"\n\
        [[side]]\nname = \"bad\"\n[[side.unit]]\nuse = \"healer\"\n";
    assert_eq!(Reader { parts: &PARTS, check, read }.warnings(text, include), Vec::<String>::new());
}

#[test]
fn d_delay_and_d_move_in_a_circle_are_warned_of() {
    let pair = |a: &str, b: &str| {
        let keys = |tactic: &str| format!("tactics = {{ {tactic} }}");
        warnings("", [&[("Ann", &keys(a)), ("Bea", &keys(b))], &[("Ogre", "")]])
    };
    let said = pair("move = { ward = \"Bea\" }", "move = { ward = \"Ann\" }");
    assert_eq!(said[0], "`Ann` and `Bea` go to each other's square, and none of them to an enemy");
    assert_eq!(said.len(), 2);
    assert!(pair("move = { ward = \"Bea\" }", "move = \"approach\"").is_empty());
    let conditional = "move = [{ ward = \"Ann\", when = \"hp < 50%\" }]";
    assert!(pair("move = { ward = \"Bea\" }", conditional).is_empty());
    let said = pair("delay = { after_ally = \"Bea\" }", "delay = { after_ally = \"Ann\" }");
    assert!(said[0].starts_with("`Ann` and `Bea` wait for each other"), "{said:?}");
}

#[test]
fn d_delay_two_sides_that_hold_are_warned_of() {
    let hold = |x: u8, more: &str| format!("position = [{x}, 0]\ntactics = {{ delay = \"hold\" }}\n{more}");
    let map = "[map]\nwidth = 12\nheight = 1";
    let said = |head: &str, ann: &str, ogre: &str| warnings(head, [&[("Ann", ann)], &[("Ogre", ogre)]]);
    let all = said(map, &hold(0, ""), &hold(9, ""));
    assert_eq!(all.len(), 2);
    assert!(all[0].starts_with("`Ann` holds until an enemy comes within reach"), "{all:?}");
    assert!(said(map, &hold(0, ""), "position = [9, 0]").is_empty(), "the Ogre comes");
    assert!(said(map, &hold(0, ""), &hold(2, "")).is_empty(), "they reach each other at once");
    let bow = "[[side.unit.weapons]]\nname = \"Bow\"\nrange = \"sight\"";
    assert!(said(map, &hold(0, ""), &hold(9, bow)).is_empty(), "one shoots");
    assert!(
        said("", "tactics = { delay = \"hold\" }", "tactics = { delay = \"hold\" }").is_empty(),
        "one square"
    );
}
