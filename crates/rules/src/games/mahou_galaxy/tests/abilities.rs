//! Abilities and the end of rounds, one rule after the other.

use super::super::setup::Stance;
use super::super::state::Borne;
use super::super::vocabulary::Timing;
use super::{A, B, Metric, Scene, duel};

/// Ann has this ability and does nothing else.
fn caster(ability: &str, bob: &str) -> Scene {
    let ann = format!(
        "int = 8\nmp_max = 20\nskills = {{ magic = 1 }}\nabilities = [{{ name = \"Trick\", {ability} }}]\n\
         tactics = {{ plan = \"pass\" }}"
    );
    Scene::new(&duel(&ann, &format!("hp_max = 40\nagi = 6\n{bob}")))
}

#[test]
fn mg_64_a_casting_pays_its_cost_whether_it_works_or_not() {
    let spell = "cost = { speak = 1, hand = 1, mp = 6 }, cast = { skill = \"magic\", stat = \"int\", difficulty = 5 }, effects = [{ damage = { flat = 9 } }]";
    for (dice, failed, hp) in [("d8=5 d6=1 d6=1", 0, 32), ("d8=4", 1, 40)] {
        let mut scene = caster(spell, "");
        scene.turn(A, dice);
        let it = scene.state.unit(A);
        assert_eq!((it.mp, it.speak, it.hands.count_ones()), (14, 0, 1));
        assert_eq!((scene.log.sum(A, Metric::FailedCasts), scene.state.unit(B).hp), (failed, hp));
    }
}

#[test]
fn mg_65_an_opposing_roll_negates_or_halves() {
    for (result, die, hp) in [("half", 3, 32), ("half", 4, 37), ("negate", 4, 40)] {
        let spell = format!(
            "cost = {{ speak = 1 }}, resolve = {{ oppose = {{ stat = \"agi\", number = 4, result = \"{result}\" }} }}, effects = [{{ damage = {{ flat = 9 }} }}]"
        );
        let mut scene = caster(&spell, "");
        let soak = if hp < 40 { " d6=1 d6=1" } else { "" };
        scene.turn(A, &format!("d6={die}{soak}"));
        // 9 or 4, of which 1 is stopped.
        assert_eq!(scene.state.unit(B).hp, hp, "{result} {die}");
    }
}

#[test]
fn mg_66_effects_that_last_change_numbers_until_they_end() {
    let curse = "cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -4 }, duration = { rounds = 2 } }]";
    let mut scene = caster(curse, "def = 8");
    let block = |scene: &Scene| scene.rules.target_number(&scene.state, A, B, Stance::Strong);
    assert_eq!(block(&scene), 5);
    scene.turn(A, "");
    assert_eq!(block(&scene), 3);
    // MG-81: it is not laid on twice.
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).speak, 1);
    // MG-08: two rounds later it is over.
    for (round, n) in [(2, 3), (3, 5)] {
        scene.state.phase = super::Phase::Start;
        scene.act("d6=1 d6=2", |play| play.step());
        assert_eq!((scene.state.round, block(&scene)), (round, n));
        scene.state.phase = super::Phase::Turns;
    }
}

#[test]
fn mg_67_what_burns_hurts_when_the_round_ends() {
    let burn = "cost = { speak = 1 }, effects = [{ ongoing = { flat = 4 }, duration = { rounds = 3 } }]";
    let mut scene = caster(burn, "");
    scene.state.marks[1] = Borne { left: 3, by: A };
    scene.act("d6=1 d6=1", |play| play.environment());
    scene.tells(&["Bob suffers from Trick", "Bob loses 3"]);
    assert_eq!(scene.log.sum(A, Metric::DamageDealt), 3, "it is its originator's");
}

#[test]
fn mg_78_the_healed_come_back_fallen() {
    let heal =
        "timing = \"round_end\", target = \"ally\", cost = { mp = 2 }, effects = [{ heal = { flat = 3 } }]";
    let mut scene = caster(heal, "");
    scene.state.unit_mut(B).hp = -9;
    scene.state.out.insert(B);
    scene.act("", |play| play.come_back());
    assert!(!scene.state.is_in(B), "below its limit it stays out");
    scene.state.unit_mut(B).hp = -2;
    scene.act("", |play| play.come_back());
    assert!(scene.state.is_in(B) && scene.state.unit(B).fallen);
    // MG-D18: nobody heals the unhurt.
    scene.act("", |play| play.abilities_of_round(Timing::RoundEnd));
    assert_eq!(scene.state.unit(A).mp, 20);
}

#[test]
fn mg_81_uses_are_counted_by_turn_round_and_fight() {
    let spell =
        |uses: &str| format!("uses = {uses}, cost = {{ mp = 1 }}, effects = [{{ damage = {{ flat = 8 }} }}]");
    for (uses, times) in [("{ per_turn = 2 }", 4), ("{ per_round = 3 }", 3), ("{ per_fight = 1 }", 1)] {
        let mut scene = caster(&spell(uses), "");
        scene.turn(A, "d6=5 d6=5");
        scene.turn(A, "");
        assert_eq!(20 - scene.state.unit(A).mp, times, "{uses}");
    }
}
