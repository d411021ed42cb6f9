//! Effects of abilities and what lasts of them, where several rules meet.

use super::super::draws::Pool;
use super::super::setup::{RollName, Stat};
use super::{B, Scene, duel};

/// Ann has this ability and does nothing else.
fn caster(ability: &str, ann: &str, bob: &str) -> String {
    let ann = format!(
        "int = 8\nmp_max = 20\nskills = {{ magic = 1 }}\nabilities = [{{ name = \"Trick\", {ability} }}]\n{ann}\n\
         tactics = {{ plan = \"pass\" }}"
    );
    duel(&ann, &format!("hp_max = 40\nagi = 6\n{bob}"))
}

fn scene(ability: &str, bob: &str) -> Scene {
    Scene::new(&caster(ability, "", bob))
}

#[test]
fn mg_04_rolls_against_spells_are_no_casting() {
    let spell = "cost = { speak = 1 }, resolve = { oppose = { stat = \"agi\", number = 9 } }, effects = [{ damage = { flat = 9 } }]";
    let scene = scene(spell, "explode_two = [\"cast\"]");
    let Pool { die, .. } = scene.rules.plain(&scene.state, B, Stat::Agi, 1);
    assert!(!die.two);
    assert!(scene.rules.on_two(&scene.state, B, RollName::Cast));
}
