//! Abilities out of turn, over several turns, and those that move units or end what others did.

use super::{A, B, Scene, duel};
use crate::board::Board;
use crate::data::metrics::HeldBy;
use crate::data::setup::Stance;
use crate::state::UNROLLED;

const BRAWLER: &str = "hp_max = 40\nskills = { martial_arts = 1 }\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\" }";

/// Bob has this ability.
fn bob(ability: &str) -> String {
    format!(
        "hp_max = 40\nint = 8\nskills = {{ magic = 1 }}\nabilities = [{{ name = \"Trick\", {ability} }}]\n\
         tactics = {{ plan = \"pass\", spot = \"none\" }}"
    )
}

#[test]
fn mg_81_a_reaction_comes_before_the_roll_once_a_round() {
    let ward = "timing = { reaction_to = \"attacked\" }, target = \"self\", cost = { hand = 1 }, \
        effects = [{ modify = { what = \"block\", amount = 4 }, duration = \"target_turn\" }]";
    let mut scene = Scene::new(&duel(BRAWLER, &bob(ward)));
    scene.turn(A, "d6=5");
    scene.tells(&[
        "strong attack on Bob with fist: 1d6 against 3",
        "Bob uses Trick",
        "rolls (5) 5 against 7: miss",
    ]);
    // MG-72: it took an offhand token.
    assert_eq!((scene.state.unit(B).hands, scene.state.unit(B).primary), (1, true));
    // In its own turn it is not used.
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).hands, 1);
}

#[test]
fn mg_81_reactions_to_hits_damage_and_spells() {
    let shield = "timing = { reaction_to = \"hit\" }, target = \"self\", cost = { hand = 1 }, effects = [{ set_soak = { n = 9 } }]";
    let mut scene = Scene::new(&duel(BRAWLER, &bob(shield)));
    // MG-34: the pool was not rolled yet, and the lower of two dice is less.
    scene.turn(A, "d6=5 d6=1 d6=2 d6=4");
    scene.tells(&[
        "rolls (5) 5 against 3: hit",
        "Bob uses Trick",
        "Bob rolls soak 1 and has a pool of 9",
        "damage (4) 4, soak pool 9: Bob loses 0, pool 5",
    ]);
    // MG-D18: a reaction behind the roll may ask for it.
    for (roll, uses) in [(4, false), (5, true)] {
        let mut scene = Scene::new(&duel(BRAWLER, &bob(&format!("{shield}, when = \"margin >= 2\""))));
        scene.turn(
            A,
            &if uses { format!("d6={roll} d6=1 d6=1 d6=4") } else { format!("d6={roll} d6=4 d6=1 d6=1") },
        );
        assert_eq!(scene.state.unit(B).hands, if uses { 1 } else { 3 }, "{roll}");
    }
    let thorns =
        "timing = { reaction_to = \"damaged\" }, cost = { hand = 1 }, effects = [{ damage = { flat = 5 } }]";
    let mut scene = Scene::new(&duel(BRAWLER, &bob(thorns)));
    scene.turn(A, "d6=5 d6=4 d6=1 d6=1 d6=2 d6=2");
    scene.tells(&["Bob loses 3", "Bob uses Trick on Ann", "Ann loses 3"]);
    // Nobody is there to be hurt by a hazard.
    let dispel =
        "timing = { reaction_to = \"cast\" }, cost = { speak = 1 }, effects = [{ damage = { flat = 5 } }]";
    let bolt = "int = 8\nhp_max = 40\nskills = { magic = 1 }\ntactics = { plan = \"pass\" }\nabilities = [{ name = \"Bolt\", cost = { speak = 1 }, \
        cast = { skill = \"magic\", stat = \"int\", difficulty = 5 }, effects = [{ damage = { flat = 9 } }] }]";
    let mut scene = Scene::new(&duel(bolt, &bob(dispel)));
    scene.turn(A, "d6=2 d6=2 d8=3");
    scene.tells(&["Ann uses Bolt on Bob", "Bob uses Trick on Ann", "casts: 1d8 (3) = 3 against 5"]);
}

#[test]
fn mg_18_more_hand_tokens_than_hands_are_paid_over_turns() {
    let ritual = "cost = { hand = 3 }, effects = [{ damage = { flat = 9 } }]";
    let mut scene = Scene::new(&duel("hp_max = 40", &bob(ritual)));
    scene.turn(B, "");
    scene.tells(&["Bob prepares Trick: 2 of 3 hand tokens"]);
    scene.never_tells("uses");
    assert_eq!((scene.state.unit(B).casting, scene.state.unit(B).cast_paid), (1, 2));
    scene.act("", |play| play.grant(B));
    scene.turn(B, "d6=2 d6=2");
    scene.tells(&["Bob prepares Trick: 3 of 3", "Bob uses Trick on Ann", "Ann loses 7"]);
    assert_eq!((scene.state.unit(B).casting, scene.state.unit(B).hands.count_ones()), (0, 1));
    // MG-D18: a hold loses it.
    let mut scene = Scene::new(&duel("hp_max = 40", &bob(ritual)));
    scene.turn(B, "");
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    assert_eq!(scene.state.unit(B).casting, 0);
}

#[test]
fn mg_38_and_mg_81_an_ability_strikes_an_item_from_a_hand() {
    let armed = "hp_max = 40\nweapons = [{ name = \"club\", damage = [\"1d6\"] }, { name = \"dirk\", damage = [\"1d4\"] }]";
    for (item, left) in [("best", [0, 2]), ("club", [0, 2]), ("dirk", [1, 0])] {
        let trick = format!("cost = {{ speak = 1 }}, effects = [{{ drop = {{ item = \"{item}\" }} }}]");
        let mut scene = Scene::new(&duel(armed, &bob(&trick)));
        scene.turn(B, "");
        assert_eq!(scene.state.unit(A).in_hand[..2], left, "{item}");
    }
    // It is not used on empty hands, and not on a name that nothing has.
    let trick = "cost = { speak = 1 }, effects = [{ drop = {} }]";
    let mut scene = Scene::new(&duel("", &bob(trick)));
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).speak, 1);
    let text = duel(armed, &bob("effects = [{ drop = { item = \"clubb\" } }]"));
    let text = format!("system = \"mahou-galaxy\"\n{text}");
    let reader =
        fray_kit::sheet::testing::Reader { parts: &super::PARTS, check: super::check, read: super::read };
    let wrong = reader.scenario(&text, &[]).expect_err("refused").join(" ");
    assert!(wrong.contains("there is no item `clubb`; did you mean `club`?"), "{wrong}");
}

#[test]
fn mg_81_units_are_moved_and_teleported() {
    let map = |terrain: &str, ann: u32, ability: &str| {
        let text = duel(
            &format!("hp_max = 40\nposition = [{ann}, 0]"),
            &format!("position = [2, 0]\n{}", bob(ability)),
        );
        format!("[map]\nwidth = 12\nheight = 1\nterrain = [{terrain}]\n{text}")
    };
    let push = |direction: &str| {
        format!(
            "cost = {{ speak = 1 }}, range = 60, effects = [{{ move_target = {{ feet = 15, direction = \"{direction}\" }} }}]"
        )
    };
    for (terrain, from, direction, to) in [
        ("", 4, "away", 7),
        ("{ at = [6, 0], blocks_move = true }", 4, "away", 5),
        ("", 10, "away", 11),
        ("", 9, "toward", 6),
        ("", 5, "toward", 3),
    ] {
        let mut scene = Scene::new(&map(terrain, from, &push(direction)));
        scene.turn(B, "");
        assert_eq!(scene.state.unit(A).cell, Board::cell(to, 0), "{terrain} {from} {direction}");
    }
    // Over a fire it burns.
    let mut scene = Scene::new(&map("{ at = [5, 0], hazard = { damage = [\"1d6\"] } }", 4, &push("away")));
    scene.turn(B, "d6=4 d6=1 d6=1");
    scene.tells(&["Ann is moved to 5, 0", "Ann is in a hazard", "Ann loses 3", "Ann is moved to 6, 0"]);
    // MG-46: over an edge it falls, and goes on; up one level it goes too, two levels stop it.
    let roof = "{ at = [0, 0], to = [5, 0], height = 3 }";
    let mut scene = Scene::new(&map(roof, 4, &push("away")));
    scene.turn(B, "d6=4 d6=1 d6=1");
    scene.tells(&["Ann is moved to 6, 0", "Ann comes down 15 feet", "Ann loses 3", "Ann falls"]);
    assert_eq!(scene.state.unit(A).cell, Board::cell(7, 0));
    for (height, to) in [(1, 7), (2, 5)] {
        let step = format!("{{ at = [6, 0], height = {height} }}");
        let mut scene = Scene::new(&map(&step, 4, &push("away")));
        scene.turn(B, "");
        assert_eq!(scene.state.unit(A).cell, Board::cell(to, 0), "{height}");
    }
    let blink = "target = \"self\", cost = { speak = 1 }, effects = [{ teleport = { feet = 60 } }]";
    let mut scene = Scene::new(&map("", 9, blink));
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).cell, Board::cell(8, 0));
    // One who reaches a foe stays, and without a map there is nowhere to go.
    let mut scene = Scene::new(&map("", 3, blink));
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).speak, 1);
    let text = format!("system = \"mahou-galaxy\"\n{}", duel("", &bob(blink)));
    let reader =
        fray_kit::sheet::testing::Reader { parts: &super::PARTS, check: super::check, read: super::read };
    assert!(reader.scenario(&text, &[]).expect_err("refused").join(" ").contains("without a `[map]`"));
}

#[test]
fn mg_81_what_was_laid_on_ends_by_its_name() {
    let free = "target = \"self\", cost = { speak = 1 }, effects = [{ end = { effect = \"held\" } }]";
    let mut scene = Scene::new(&duel("", &bob(free)));
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).speak, 1, "there is nothing to end");
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    // An escape that fails, then the word.
    scene.turn(B, "d8=1 d8=1");
    scene.tells(&["Ann no longer holds Bob", "Bob is rid of it"]);
    assert!(scene.state.unit(A).holds.is_empty());
    let curse = "abilities = [{ name = \"Curse\", cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -4 }, duration = \"fight\" }] }]\n\
        tactics = { plan = \"pass\" }";
    let cure = "target = \"self\", cost = { speak = 1 }, effects = [{ end = { effect = \"Curse\" } }]";
    let mut scene = Scene::new(&duel(curse, &bob(cure)));
    let block = |scene: &Scene| scene.rules.target_number(&scene.state, A, B, Stance::Strong);
    assert_eq!(block(&scene), 3);
    scene.turn(A, "");
    assert_eq!(block(&scene), 1);
    scene.turn(B, "");
    assert_eq!(block(&scene), 3);
    // MG-D18: nobody takes from a foe what harms it.
    let cure = cure.replace("target = \"self\"", "target = \"enemy\"");
    let mut scene = Scene::new(&duel(curse, &bob(&cure)));
    scene.act("", |play| play.use_abilities(B, crate::data::vocabulary::Timing::Turn));
    scene.never_tells("uses");
}

#[test]
fn mg_34_a_pool_that_is_set_is_never_lower_than_what_was_rolled() {
    // Two dice of armour, of which the higher counts.
    let brace = |n: u8| {
        let it =
            format!("target = \"self\", cost = {{ hand = 1 }}, effects = [{{ set_soak = {{ n = {n} }} }}]");
        Scene::new(&duel("", &format!("def = 8\narmor = 2\n{}", bob(&it))))
    };
    for (pool, dice, after, told) in [
        (UNROLLED, "d8=7 d8=2", 7, "Bob rolls soak 7 and has a pool of 7"),
        (UNROLLED, "d8=1 d8=2", 4, "Bob rolls soak 2 and has a pool of 4"),
        (1, "", 4, "Bob has a soak pool of 4, it was 1"),
    ] {
        let mut scene = brace(4);
        scene.state.unit_mut(B).pool = pool;
        scene.turn(B, dice);
        scene.tells(&[told]);
        assert_eq!(scene.state.unit(B).pool, after);
    }
    // MG-D18: nothing is laid out for what any roll gives.
    for (n, pool, uses) in [(1, UNROLLED, false), (2, UNROLLED, true), (4, 4, false), (4, 3, true)] {
        let mut scene = brace(n);
        scene.state.unit_mut(B).pool = pool;
        scene.turn(B, if uses && pool == UNROLLED { "d8=1 d8=1" } else { "" });
        assert_eq!(scene.state.unit(B).hands, if uses { 0b10 } else { 0b11 }, "{n} {pool}");
    }
}
