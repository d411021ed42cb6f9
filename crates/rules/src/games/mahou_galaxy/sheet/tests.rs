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
