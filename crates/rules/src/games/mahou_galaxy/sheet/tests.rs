//! What scenarios of Mahou Galaxy mean, and what is said of those that are wrong.

use super::*;
use crate::sheet::testing::{Reader, one};

fn read_text(text: &str) -> Result<Setup, Vec<String>> {
    Reader { parts: &PARTS, check, read }.scenario(&format!("system = \"mahou-galaxy\"\n{text}"), &[])
}

fn duel(head: &str, first: &str) -> Result<Setup, Vec<String>> {
    let unit = |side: &str, name: &str, more: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
    };
    read_text(&format!("{head}\n{}{}", unit("a", "Ann", first), unit("b", "Bob", "")))
}

#[test]
fn a_unit_has_the_defaults_of_the_ledger() {
    let setup = duel("", "").unwrap();
    let unit = &setup.sides[0].units[0];
    assert_eq!((unit.hp_max, unit.stats.str, unit.hands, unit.speak, unit.armor), (20, 5, 2, 1, 0));
    assert_eq!(setup.max_rounds, 200);
}

#[test]
fn dotted_rulings_are_read_dotted() {
    let setup = duel("[rulings]\ndice.explode = false\nhp.out_at = \"zero_or_less\"", "").unwrap();
    assert!(!setup.rulings.dice_explode);
    assert_eq!(setup.rulings.hp_out_at, crate::games::mahou_galaxy::rulings::OutAt::ZeroOrLess);
    let wrong = one(duel("[rulings]\ndice.explde = false", ""));
    assert!(wrong.contains("unknown ruling `dice.explde`; did you mean `dice.explode`?"), "{wrong}");
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(one(duel("", "hp = 30")), "`hp` is 30, more than `hp_max`, which is 20");
    assert!(one(duel("", "position = [1, 1]")).contains("needs a `[map]`"));
    assert!(one(duel("", "tactics = { flee = \"exhausted\" }")).contains("legal only if there is a map"));
    assert!(one(duel("", "tactics = { spot = { dodge = 2 } }")).contains("legal only if its `agi`"));
    assert!(one(duel("", "skills = { gim = 3 }")).contains("did you mean `gym`?"));
}

#[test]
fn mg_43_a_level_is_for_who_flies() {
    let at = |terrain: &str, first: &str| {
        let head = format!("[map]\nwidth = 9\nheight = 3\nterrain = [{terrain}]");
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        read_text(&format!("{head}\n{}{}", unit("a", "Ann", first), unit("b", "Bob", "position = [8, 1]")))
    };
    let hill = "{ at = [1, 1], height = 2 }";
    assert!(at(hill, "position = [1, 1, 2]").is_ok());
    assert!(at(hill, "position = [1, 1, 4]\nmodes = [\"fly\"]").is_ok());
    assert!(one(at(hill, "position = [1, 1, 4]")).contains("only `modes = [\"fly\"]` flies, MG-43"));
    assert!(one(at(hill, "position = [1, 1, 1]")).contains("lies in the ground, which is at level 2"));
    for (position, message) in [("[1, 1, 51]", "from 0 to 50"), ("[1]", "found 1 numbers")] {
        let wrong = at("", &format!("position = {position}")).unwrap_err();
        assert!(wrong.iter().any(|wrong| wrong.contains(message)), "{wrong:?}");
    }
}

#[test]
fn mg_66_what_cannot_be_summoned_or_laid_is_refused() {
    let wolf = "[unit.Wolf]\nhp_max = 6\n";
    let call = |keys: &str| format!("abilities = [{{ name = \"Call\", {keys} }}]");
    let summon = |more: &str| {
        call(&format!("target = \"self\", {more}, effects = [{{ summon = {{ unit = \"Wolf\" }} }}]"))
    };
    assert!(duel(wolf, &summon("uses = { per_fight = 2 }")).is_ok());
    assert!(one(duel(wolf, &summon("cost = { speak = 1 }"))).contains("expected `{ per_fight = n }`"));
    let at_foe = call("uses = { per_fight = 1 }, effects = [{ summon = { unit = \"Wolf\" } }]");
    assert!(one(duel(wolf, &at_foe)).contains("expected `target = \"self\"`"));
    assert!(one(duel(wolf, &summon("uses = { per_fight = 31 }"))).contains("at most 32 units"));
    let other = summon("uses = { per_fight = 1 }").replace("Wolf", "Wulf");
    assert!(
        one(duel(wolf, &other))
            .contains("there is no `[unit.Wulf]` here or in an include; did you mean `Wolf`?")
    );
    let named = wolf.replace("hp_max", "name = \"Ann\"\nhp_max");
    assert!(one(duel(&named, &summon("uses = { per_fight = 1 }"))).contains("have one name"));
    let again = format!("{wolf}{}", summon("uses = { per_fight = 1 }"));
    assert!(one(duel(&again, &summon("uses = { per_fight = 1 }"))).contains("does not itself summon"));
    let placed = format!("{wolf}position = [1, 1]\n");
    assert!(one(duel(&placed, &summon("uses = { per_fight = 1 }"))).contains("has no `position`"));

    let map = "[map]\nwidth = 9\nheight = 3";
    let laid = |keys: &str, area: &str, lasts: &str| {
        let more = format!(
            "position = [1, 1]\nabilities = [{{ name = \"Wall\", target = \"cell\", range = 30, {area} effects = [{{ terrain = {{ {keys} }}, {lasts} }}] }}]"
        );
        let unit = |side: &str, name: &str, more: &str| {
            format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{more}\n")
        };
        read_text(&format!("{map}\n{}{}", unit("a", "Ann", &more), unit("b", "Bob", "position = [8, 1]")))
    };
    let (area, fight) = ("area = { shape = \"radius\", feet = 5, hits = \"all\" },", "duration = \"fight\"");
    assert!(laid("blocks_move = true", area, fight).is_ok());
    assert!(one(laid("", area, fight)).contains("this terrain changes nothing"));
    assert!(one(laid("blocks_move = true", "", fight)).contains("`area`"));
    assert!(
        one(laid("blocks_move = true", area, "on = \"always\"")).contains("say how long with `duration`")
    );
    assert!(
        one(laid("blocks_move = true", area, "duration = \"target_turn\"")).contains("terrain has no target")
    );
    let hit = "on = \"hit\", duration = \"fight\"";
    assert!(one(laid("blocks_move = true", area, hit)).contains("not with what its targets roll"));
    assert!(one(laid("blocks_mov = true", area, fight)).contains("did you mean `blocks_move`?"));
    let bare = "abilities = [{ name = \"Wall\", area = { shape = \"radius\", feet = 5, hits = \"enemies\" }, effects = [{ terrain = { move_cost = 2 }, duration = \"fight\" }] }]";
    assert!(one(duel("", bare)).contains("terrain needs a `[map]`"));
}
