//! Units that abilities bring into the fight (MG-66, MG-78).

use super::{A, Metric, Phase, Scene, UnitId, fight, setup, told};
use crate::board::Board;
use crate::data::setup::Summoned;
use fray_engine::contract::{Keyed, System};
use fray_engine::roster::UnitSet;

const WOLF: &str = "[unit.Wolf]\nhp_max = 6\nagi = 4\nskills = { gym = 1 }\n";
const CALL: &str = "{ name = \"Call\", target = \"self\", uses = { per_fight = 2 }, cost = { speak = 1 }, \
    effects = [{ summon = { unit = \"Wolf\", number = 2 } }] }";
/// The wolves behind Ann.
const WOLVES: [UnitId; 4] = [UnitId(1), UnitId(2), UnitId(3), UnitId(4)];
const BOB: UnitId = UnitId(5);

/// Ann, who can call twice two wolves, against Bob; with a map where they have places.
fn pack(head: &str, ann: &str, bob: &str) -> String {
    format!(
        "{head}\n{WOLF}\n[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nhp_max = 30\n{ann}\n\
         abilities = [{CALL}]\n[[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nhp_max = 90\n{bob}\n"
    )
}

const STILL: &str = "tactics = { plan = \"pass\", spot = \"none\" }";

/// The next round begins, with these dice.
fn next_round(scene: &mut Scene, dice: &str) {
    scene.state.phase = Phase::Start;
    scene.act(dice, |play| play.step());
    scene.state.phase = Phase::Turns;
}

#[test]
fn mg_66_those_who_may_be_summoned_stand_behind_their_side() {
    let setup = setup(&pack("", STILL, STILL), &[]);
    let names: Vec<&str> = setup.units().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Wolf#1", "Wolf#2", "Wolf#3", "Wolf#4", "Bob"]);
    let of_ann = Some(Summoned { by: 0, ability: 0, effect: 0 });
    assert!(setup.units().skip(1).take(4).all(|unit| unit.summoned == of_ann && unit.hp_max == 6));
    assert_eq!(setup.units().filter(|unit| unit.summoned.is_some()).count(), 4);
}

#[test]
fn mg_66_who_is_summoned_comes_at_once_and_acts_from_the_next_round() {
    let mut scene = Scene::new(&pack("", STILL, STILL));
    let there = |scene: &Scene| scene.rules.standing(&scene.state);
    assert_eq!(there(&scene).len(), 2);
    scene.act("", |play| WOLVES.map(|wolf| play.take_tokens(wolf)));
    scene.turn(A, "");
    scene.tells(&["Ann uses Call", "Wolf#1 appears", "Wolf#2 appears"]);
    assert_eq!(there(&scene).len(), 4);
    // Nobody of them has a token, nor a turn in this round.
    let [first, ..] = WOLVES;
    assert_eq!((scene.state.unit(first).hands, scene.state.unit(first).moves), (0, 0));
    scene.state.order = [first; 32];
    (scene.state.next, scene.state.pass) = (0, 0);
    scene.act("", |play| play.step());
    scene.never_tells("Wolf#1 acts");
    // Four initiatives now, and a second call of two more.
    next_round(&mut scene, "d6=1 d6=2 d6=3 d6=4");
    assert!(scene.state.unit(first).hands != 0);
    scene.turn(A, "");
    assert_eq!(there(&scene).len(), 6);
    // MG-18: there is no third call.
    next_round(&mut scene, "d6=1 d6=2 d6=3 d6=4 d6=5 d6=6 d6=1");
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).speak, 1);
}

#[test]
fn mg_66_they_appear_in_the_nearest_free_cells() {
    let map = "[map]\nwidth = 12\nheight = 5\nterrain = [{ at = [0, 0], to = [2, 1], blocks_move = true }, \
        { at = [0, 2], hazard = { damage = [\"1d6\"] } }]";
    let at = |x: u32, more: &str| format!("position = [{x}, 2]\n{more}");
    let mut scene = Scene::new(&pack(map, &at(1, STILL), &at(11, STILL)));
    scene.turn(A, "");
    // Walls above, a hazard on the left: on the right and below is room.
    scene.tells(&["Wolf#1 appears at 2, 2", "Wolf#2 appears at 0, 3"]);
    assert_eq!(scene.state.unit(WOLVES[1]).cell, Board::cell(0, 3));
}

#[test]
fn mg_68_and_mg_78_the_summoned_stay_and_fight_on_and_those_who_did_not_come_are_nobody() {
    let text =
        pack("", "hp_max = 1\nint = 3\ntactics = { plan = \"pass\" }", "").replace("hp_max = 30\n", "");
    let setup = setup(&text, &[]);
    let fights: Vec<_> = (0..40).map(|seed| (seed, fight(&setup, seed))).collect();
    // After Ann's fall a wolf still acts.
    assert!(fights.iter().any(|(_, log)| {
        let lines = told(&setup, log);
        let fall = lines.iter().position(|line| line.contains("Ann is unconscious"));
        fall.is_some_and(|fall| lines[fall..].iter().any(|line| line.contains("Wolf#1 acts")))
    }));
    for (seed, log) in &fights {
        let lines = told(&setup, log);
        let came = |n: usize| lines.iter().any(|line| line.contains(&format!("Wolf#{n} appears")));
        for (n, wolf) in WOLVES.into_iter().enumerate() {
            if !came(n + 1) {
                assert_eq!(log.sum(wolf, Metric::HpLeft), 0, "{seed}");
                assert!(!log.turns.iter().any(|(_, unit)| *unit == wolf));
            }
        }
    }
}

#[test]
fn who_is_absent_stands_in_the_key_of_a_state() {
    let mut scene = Scene::new(&pack("", STILL, STILL));
    let mut before = Vec::new();
    scene.rules.key(&mut scene.state.clone(), &mut before);
    scene.turn(A, "");
    let mut key = Vec::new();
    scene.rules.key(&mut scene.state.clone(), &mut key);
    assert_eq!(key.len(), before.len());
    let read = scene.rules.state_of(&key);
    assert_eq!((read.absent, read.fresh), (scene.state.absent, scene.state.fresh));
    assert_eq!(read.absent, WOLVES[2..].iter().copied().collect::<UnitSet>());
    assert!(read.is_in(BOB));
}
