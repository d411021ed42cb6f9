//! What scenarios of Juso mean, and what is said of those that are wrong.

mod abilities;
mod conditions;
mod tactics;
mod unit;

use super::*;
use crate::data::setup::*;
use crate::data::tactics::*;
use crate::data::vocabulary::*;
use fray_kit::sheet::testing::{Reader, one};
use fray_kit::tactics::when::{Compare, Term, When};

/// A duel: what else there is, then the keys of the two units beside name and kind.
fn duel(head: &str, first: &str, second: &str) -> Result<Setup, Vec<String>> {
    read_text(&duel_text(head, first, second), &[])
}

fn duel_text(head: &str, first: &str, second: &str) -> String {
    let unit = |side: &str, name: &str, kind: &str, more: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\nkind = \"{kind}\"\n{more}\n")
    };
    format!("{head}\n{}{}", unit("pcs", "Hunter", "pc", first), unit("foes", "Brute", "enemy", second))
}

fn read_text(text: &str, sets: &[&str]) -> Result<Setup, Vec<String>> {
    Reader { parts: &PARTS, check, read }.scenario(&format!("system = \"juso\"\n{text}"), sets)
}

fn error(head: &str, first: &str) -> String {
    one(duel(head, first, ""))
}

fn enemy_error(second: &str) -> String {
    one(duel("", "", second))
}

fn hunter(first: &str) -> UnitSetup {
    duel("", first, "").unwrap_or_else(|errors| panic!("{errors:?}")).sides[0].units[0].clone()
}

#[test]
fn the_map_has_flag_surprise_and_obstacles() {
    let map = |text: &str| duel(&format!("[map]\n{text}"), "", "").unwrap();
    assert_eq!(map("flag = \"left\"").flag, Flag::Held(End::Left));
    assert_eq!(map("flag = \"right\"").flag, Flag::Held(End::Right));
    assert_eq!(map("flag = { left_dice = 7, right_dice = 4 }").flag, Flag::Dice([7, 4]));
    assert_eq!(map("surprise = \"right\"").surprise, Some(End::Right));
    assert_eq!(map("surprise = \"none\"").surprise, None);
    let at = |col, blocks_move| Obstacle { col, blocks_move };
    assert_eq!(
        map("obstacles = [3, { col = 14, blocks_move = true }]").obstacles,
        [at(3, false), at(14, true)]
    );
    let wrong = |text: &str| error(&format!("[map]\n{text}"), "");
    assert_eq!(wrong("obstacles = [3, 3]"), "column 3 stands in `obstacles` twice");
    assert_eq!(wrong("obstacles = [15]"), "`obstacles` is 15; it ranges from 1 to 14");
    assert_eq!(wrong("obstacles = [{ blocks_move = true }]"), "`obstacles` has no `col`");
    assert_eq!(
        wrong("flag = \"lefty\""),
        "expected `left` or `right` or a table for `flag`, found \"lefty\""
    );
    assert_eq!(wrong("flag = { left_dice = 3 }"), "`flag` has no `right_dice`");
    assert_eq!(
        wrong("flag = { left_dice = 0, right_dice = 0 }"),
        "at least one side needs a die, or nobody ever takes the flag"
    );
    assert_eq!(wrong("width = 14"), "unknown key `width` in `[map]`");
    assert_eq!(wrong("obstacle = [3]"), "unknown key `obstacle` in `[map]`; did you mean `obstacles`?");
}

#[test]
fn ju_34_nobody_starts_where_terrain_blocks() {
    let wall = |col: u8| format!("[map]\nobstacles = [{{ col = {col}, blocks_move = true }}]");
    // The left side's default is own number 4, and the right side's column 11.
    assert!(duel(&wall(7), "", "").is_ok());
    assert_eq!(error(&wall(4), ""), "`Hunter` starts at column 4, which is blocked");
    assert_eq!(error(&wall(9), "col = 9"), "`Hunter` starts at column 9, which is blocked");
    let text = "tactics.placement = \"own_half\"";
    assert_eq!(error(&wall(6), text), "`Hunter` starts at column 6, which is blocked");
    assert!(duel("[map]\nobstacles = [4]", "", "").is_ok(), "it only hinders shots");
}

#[test]
fn ju_10_a_side_has_morale_and_strength() {
    let text =
        duel_text("", "", "").replacen("name = \"pcs\"", "name = \"pcs\"\nmorale = 1\nstrength = -1", 1);
    let setup = read_text(&text, &[]).unwrap();
    assert_eq!((setup.sides[0].morale, setup.sides[0].strength), (1, -1));
    let setup = read_text(&text, &["foes.morale=-1", "pcs.strength=1"]).unwrap();
    assert_eq!((setup.sides[0].strength, setup.sides[1].morale), (1, -1));
    let wrong = |text: &str, sets: &[&str]| one(read_text(text, sets));
    assert_eq!(
        wrong(&text.replace("morale = 1", "morale = 2"), &[]),
        "`morale` is 2; it ranges from -1 to 1"
    );
    assert_eq!(
        wrong(&text.replace("morale", "moral"), &[]),
        "unknown key `moral` in the side; did you mean `morale`?"
    );
    assert_eq!(wrong(&text, &["pcs.moral=1"]), "unknown key `moral` in side `pcs`; did you mean `morale`?");
    assert_eq!(wrong(&text, &["pcs.name=x"]), "`name` of a side cannot be set");
    assert_eq!(wrong(&text, &["pc.morale=1"]), "there is no unit `pc`; did you mean `pcs`?");
}

#[test]
fn ju_07_exactly_two_sides_have_an_end_each() {
    let third =
        duel_text("", "", "") + "[[side]]\nname = \"more\"\n[[side.unit]]\nname = \"x\"\nkind = \"pc\"\n";
    assert_eq!(
        one(read_text(&third, &[])),
        "Juso is fought by two sides, one at each end, JU-07; `more` is one more"
    );
}

#[test]
fn rulings_are_those_of_the_ledger() {
    let head = "[rulings]\nknockback = false\nback_attack_kills = true\narea_bonus = 0\nunarmed_damage = 2\norder = \"live_flag\"";
    let rulings = duel(head, "", "").unwrap().rulings;
    let shown = |key: &str| rulings.show(key).unwrap();
    assert_eq!((shown("knockback"), shown("back_attack_kills")), ("off".to_owned(), "yes".to_owned()));
    assert_eq!((shown("area_bonus"), shown("unarmed_damage")), ("0".to_owned(), "2".to_owned()));
    assert_eq!(shown("order"), "live_flag");
    assert_eq!(error("[rulings]\nordr = \"x\"", ""), "unknown ruling `ordr`; did you mean `order`?");
    assert_eq!(
        error("[rulings]\norder = \"flag\"", ""),
        "expected `side_blocks`, `alternating` or `live_flag` for `order`, found \"flag\""
    );
    for key in ["area_bonus", "enemy_area_bonus"] {
        assert_eq!(
            error(&format!("[rulings]\n{key} = 1"), ""),
            format!("expected `0` or `2` for `{key}`, found 1")
        );
    }
    assert_eq!(error("[rulings]\nmax_rounds = 3", ""), "`max_rounds` stands in `[run]`");
}

#[test]
fn sets_reach_everything() {
    let text = duel_text(
        "[map]\nobstacles = [3]",
        "weapons = [{ name = \"Axe\", catalogue = \"heavy_large\" }]\nabilities = [{ name = \"Sand\", timing = \"sub\", effects = [{ add_status = \"prone\" }] }]",
        "",
    );
    let sets = [
        "Hunter.life=12",
        "foes/Brute.defence.melee=5",
        "Hunter.weapons.Axe.damage=4",
        "Hunter.abilities.Sand.timing=main",
        "Hunter.tactics.core_attack=1",
        "map.flag=left",
        "map.obstacles=[7]",
        "rulings.knockback=off",
        "run.max_rounds=40",
    ];
    let setup = read_text(&text, &sets).unwrap();
    let hunter = &setup.sides[0].units[0];
    assert_eq!((hunter.life, hunter.weapons[0].damage), (12, Some(4)));
    assert_eq!(hunter.special[0].timing, Timing::Main);
    assert_eq!(hunter.tactics.core_attack, Plan::always(CoreAttack::Number(1)));
    assert_eq!(setup.sides[1].units[0].defence.melee, 5);
    assert_eq!((setup.flag, setup.obstacles[0].col, setup.max_rounds), (Flag::Held(End::Left), 7, 40));
    assert_eq!(setup.rulings.show("knockback").unwrap(), "off");
}

#[test]
fn units_weapons_and_abilities_come_from_named_blocks() {
    let text = "[unit.goblin]\nkind = \"enemy\"\nlife = 4\nweapons = [\"knife\"]\nabilities = [\"sand\"]\n\
                [weapon.knife]\nkind = \"melee\"\npower = 5\ndamage = 4\n\
                [ability.sand]\ntiming = \"sub\"\ntarget = \"enemy\"\nrange = \"close\"\neffects = [{ add_status = \"dust\" }]\n\
                [status.dust]\nchange_value = [{ value = \"attack_dice\", by = -1 }]\n\
                [[side]]\nname = \"pcs\"\n[[side.unit]]\nname = \"A\"\nkind = \"pc\"\n\
                [[side]]\nname = \"foes\"\n[[side.unit]]\nuse = \"goblin\"\ncount = 2\nlife = 3\n";
    let setup = read_text(text, &[]).unwrap();
    let goblins = &setup.sides[1].units;
    assert_eq!((goblins[1].name.as_str(), goblins[1].life), ("goblin#2", 3));
    assert_eq!((goblins[0].weapons[0].name.as_str(), goblins[0].weapons[0].power), ("knife", 5));
    let dust = StatusId(Status::shipped().len() as u8);
    assert_eq!(goblins[0].special[0].effects, [Effect::AddStatus(dust)]);
    assert_eq!(setup.statuses[usize::from(dust.0)].name, "dust");
    let changed = text
        .replace("[\"sand\"]", "[{ use = \"sand\", timing = \"main\" }]")
        .replace("[\"knife\"]", "[{ use = \"knife\", power = 6 }]");
    let changed = read_text(&changed, &[]).unwrap();
    let goblin = &changed.sides[1].units[0];
    assert_eq!(
        (goblin.special[0].timing, goblin.weapons[0].power),
        (Timing::Main, 6),
        "changed in the block"
    );
    let wrong = |from: &str, to: &str| one(read_text(&text.replace(from, to), &[]));
    assert_eq!(
        wrong("[\"sand\"]", "[\"sad\"]"),
        "there is no `[ability.sad]` here or in an include; did you mean `sand`?"
    );
    assert_eq!(
        wrong("= \"dust\"", "= \"dst\""),
        "there is no `[status.dst]` here or in an include; did you mean `dust`?"
    );
    assert_eq!(
        wrong("[status.dust]", "[status.prone]\n[status.dust]"),
        "`prone` is a status of the game and cannot be another one"
    );
    assert_eq!(wrong("timing = \"sub\"\n", ""), "ability `sand` has no `timing`");
}
