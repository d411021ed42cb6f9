//! Abilities and the end of rounds, one rule after the other.

use super::{A, B, Metric, Scene, duel};
use crate::data::setup::{RollName, Stance};
use crate::data::vocabulary::{Element, Timing};
use crate::state::LastingEffect;

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
fn mg_64_a_cost_of_all_moves_takes_those_that_are_left_and_needs_one() {
    let rush = "cost = { move = \"all\" }, effects = [{ damage = { flat = 9 } }]";
    for (moves, hp) in [(5, 32), (3, 32), (0, 40)] {
        let mut scene = caster(rush, "");
        scene.state.unit_mut(A).moves = moves;
        scene.turn(A, if moves > 0 { "d6=1 d6=1" } else { "" });
        assert_eq!((scene.state.unit(A).moves, scene.state.unit(B).hp), (0, hp), "{moves}");
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
        assert_eq!(scene.log.sum(B, super::Metric::Opposed), u32::from(die >= 4));
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
    scene.state.marks[1] = LastingEffect { left: 3, by: A };
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

#[test]
fn mg_65_what_opposing_does_is_the_rulings_to_say_where_the_spell_does_not() {
    let spell = "cost = { speak = 1 }, resolve = { oppose = { stat = \"agi\", number = 4 } }, effects = [{ damage = { flat = 9 } }]";
    for (ruling, dice, hp) in [("negate", "d6=4", 40), ("half", "d6=4 d6=1 d6=1", 37)] {
        let ann = format!("abilities = [{{ name = \"Trick\", {spell} }}]\ntactics = {{ plan = \"pass\" }}");
        let text = format!("[rulings]\nspell.oppose = \"{ruling}\"\n{}", duel(&ann, "hp_max = 40\nagi = 6"));
        let mut scene = Scene::new(&text);
        scene.turn(A, dice);
        assert_eq!(scene.state.unit(B).hp, hp, "{ruling}");
    }
}

#[test]
fn mg_81_the_damage_of_an_area_is_rolled_for_each_or_once_for_all() {
    let ann = "tactics = { plan = \"pass\" }\nabilities = [{ name = \"Blast\", cost = { speak = 1 }, \
        area = { shape = \"radius\", feet = 10, hits = \"enemies\" }, effects = [{ damage = { sets = [\"1d8\"], flat = 2 } }] }]";
    let bob = "hp_max = 40\ncount = 2";
    for (ruling, dice, hp) in [
        ("each", "d8=5 d6=1 d6=2 d8=7 d6=1 d6=2", [34, 32]),
        ("shared", "d8=5 d6=1 d6=2 d6=4 d6=3", [34, 36]),
    ] {
        let text = format!("[rulings]\narea.damage_roll = \"{ruling}\"\n{}", duel(ann, bob));
        let mut scene = Scene::new(&text);
        scene.turn(A, dice);
        let hps = [B, super::UnitId(2)].map(|unit| scene.state.unit(unit).hp);
        assert_eq!(hps, hp, "{ruling}");
        assert_eq!(
            scene.told().iter().any(|line| line.contains("damage dice for all: 5")),
            ruling == "shared"
        );
    }
}

#[test]
fn mg_65_an_effect_lasts_until_its_bearer_throws_it_off() {
    let web = "cost = { speak = 1 }, effects = [{ modify = { what = \"agi\", amount = -2 }, \
        duration = { until_saved = { stat = \"str\", difficulty = 4 } } }]";
    let mut scene = caster(web, "str = 8\ntactics = { plan = \"pass\" }");
    scene.turn(A, "");
    scene.turn(B, "d8=3");
    scene.tells(&["Bob is under Trick", "Bob is still under Trick: 1d8 (3) = 3 against 4"]);
    assert!(scene.rules.bears(&scene.state, B, 0));
    scene.turn(B, "d8=4");
    scene.tells(&["Bob throws off Trick: 1d8 (4) = 4 against 4"]);
    assert!(!scene.rules.bears(&scene.state, B, 0));
    // Only full turns end with a try.
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    scene.state.pass = 1;
    scene.state.unit_mut(B).partials = 1;
    scene.turn_of_pass(B, "");
    assert!(scene.rules.bears(&scene.state, B, 0));
}

#[test]
fn mg_66_dice_may_say_how_many_rounds_an_effect_lasts() {
    let curse = "cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -4 }, duration = { rounds = \"1d4\" } }]";
    let mut scene = caster(curse, "");
    scene.turn(A, "d4=3");
    assert_eq!(scene.state.marks[1].left, 3);
    // One round at least.
    let low = curse.replace("1d4", "1dPer");
    let ann =
        format!("per = 1\nabilities = [{{ name = \"Trick\", {low} }}]\ntactics = {{ plan = \"pass\" }}");
    let mut scene = Scene::new(&duel(&ann, ""));
    scene.turn(A, "d4=1");
    assert_eq!(scene.state.marks[1].left, 1);
}

#[test]
fn mg_49_a_hold_by_an_ability_is_as_hard_as_it_says() {
    let web = |h: &str, resolve: &str| {
        format!(
            "cost = {{ speak = 1 }}, {resolve} effects = [{{ hold = {{ h = {h}, stance = \"strong\" }} }}]"
        )
    };
    let attack = "resolve = { attack = { skill = \"magic\", stat = \"int\", stance = \"fast\" } },";
    for (h, resolve, dice, hard) in [
        ("7", "", "", 7),
        ("{ sets = [\"1d8\"], flat = 3 }", "", "d8=4", 7),
        ("\"result\"", attack, "d8=6", 6),
    ] {
        let mut scene = caster(&web(h, resolve), "tactics = { spot = \"none\" }");
        scene.turn(A, dice);
        assert_eq!(scene.state.unit(A).hold_on(B).map(|hold| hold.h), Some(hard), "{h}");
    }
    let text = format!(
        "system = \"mahou-galaxy\"\n{}",
        duel(&format!("abilities = [{{ name = \"Web\", {} }}]", web("\"result\"", "")), "")
    );
    let reader =
        fray_kit::sheet::testing::Reader { parts: &super::PARTS, check: super::check, read: super::read };
    let refused = reader.scenario(&text, &[]).expect_err("refused").join(" ");
    assert!(refused.contains("needs a `resolve` with an `attack`"), "{refused}");
}

#[test]
fn mg_46_and_mg_66_who_is_lifted_falls_unless_it_flies() {
    let lift = |direction: &str| {
        format!(
            "cost = {{ speak = 1 }}, range = 60, effects = [{{ move_target = {{ feet = 20, direction = \"{direction}\" }} }}]"
        )
    };
    let scene = |direction: &str, bob: &str| {
        let ann = format!(
            "abilities = [{{ name = \"Lift\", {} }}]\ntactics = {{ plan = \"pass\" }}\nposition = [0, 0]",
            lift(direction)
        );
        let map = "[map]\nwidth = 6\nheight = 1\nterrain = [{ at = [5, 0], height = 6 }]\n";
        Scene::new(&format!("{map}{}", duel(&ann, &format!("hp_max = 40\n{bob}"))))
    };
    let mut walker = scene("up", "position = [2, 0]");
    walker.turn(A, "d6=3 d6=4 d6=1 d6=2");
    walker.tells(&["Ann uses Lift on Bob", "Bob comes down 20 feet", "Bob loses 6", "Bob falls"]);
    for (direction, level) in [("up", 6), ("down", 0)] {
        let mut flyer = scene(direction, "modes = [\"fly\"]\nposition = [2, 0, 3]");
        flyer.turn(A, "");
        let [_, _, z] = crate::board::Board::coordinates(flyer.state.unit(B).cell);
        assert_eq!(z, level, "{direction}: 20 feet, as far as the top or the ground");
        flyer.never_tells("comes down");
    }
    // Down does nothing to who stands.
    let mut walker = scene("down", "position = [2, 0]");
    walker.turn(A, "");
    walker.never_tells("uses Lift");
}

#[test]
fn mg_66_a_change_of_move_mult_changes_the_feet_of_a_token() {
    let run = |amount: i32| {
        format!(
            "target = \"self\", cost = {{ speak = 1 }}, effects = [{{ modify = {{ what = \"move_mult\", amount = {amount} }}, duration = \"fight\" }}]"
        )
    };
    // MG-73: 5 feet a token, times 3, at most times 10.
    for (amount, feet) in [(2, 60), (30, 200)] {
        let mut scene = caster(&run(amount), "");
        assert_eq!(scene.rules.feet(&scene.state, A, 4), 20);
        scene.turn(A, "");
        assert_eq!(scene.rules.feet(&scene.state, A, 4), feet);
    }
    // Nobody slows itself down.
    let mut scene = caster(&run(-1), "");
    scene.turn(A, "");
    assert_eq!(scene.rules.feet(&scene.state, A, 4), 20);
}

#[test]
fn mg_12_a_drained_primary_token_leaves_the_offhand() {
    let mut scene =
        caster("cost = { speak = 1 }, effects = [{ drain = { token = \"primary\", n = 1 } }]", "");
    scene.turn(A, "");
    let it = scene.state.unit(B);
    assert_eq!((it.primary, it.hands), (false, 0b10));
    // There is no second one to drain.
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    assert_eq!((scene.state.unit(A).speak, scene.state.unit(B).hands), (1, 0b10));
}

#[test]
fn mg_04_and_mg_65_rolls_that_explode_on_two_faces_and_shields_against_an_element() {
    let ward = "target = \"self\", timing = \"passive\", effects = [\
        { explode_two = { rolls = [\"attack\", \"soak\"] }, duration = \"fight\" }, \
        { element_shield = { element = \"fire\", factor = 0.5 }, duration = \"fight\" }]";
    let scene = caster(ward, "");
    for (roll, explodes) in [(RollName::Attack, true), (RollName::Soak, true), (RollName::Cast, false)] {
        assert_eq!(scene.rules.on_two(&scene.state, A, roll), explodes);
        assert!(!scene.rules.on_two(&scene.state, B, roll));
    }
    // Half of fire, all of the rest.
    for (element, quarters) in [(Element::Fire, 2), (Element::Water, 4)] {
        assert_eq!(scene.rules.shielded(&scene.state, A, element), quarters);
    }
}

/// Ann and Amy against Bob; what Ann lays on him lasts until her next full turn.
fn until_her_turn() -> Scene {
    let curse = "{ name = \"Trick\", cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -4 }, duration = \"own_turn\" }] }";
    let still = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";
    let ann = format!("{still}\nabilities = [{curse}]\n[[side.unit]]\nname = \"Amy\"\n{still}");
    let mut scene = Scene::new(&duel(&ann, still));
    scene.turn(A, "");
    assert!(scene.rules.bears(&scene.state, BOB, 0));
    scene
}

const AMY: super::UnitId = super::UnitId(1);
const BOB: super::UnitId = super::UnitId(2);

#[test]
fn mg_78_what_lasts_until_the_turn_of_one_who_is_out_ends_where_it_would_have_come() {
    let out = |scene: &mut Scene| scene.act("", |play| play.flee(A));
    // She goes out before her turn of this round: it would have been the second one.
    let mut scene = until_her_turn();
    (scene.state.order[0], scene.state.order[1], scene.state.order[2]) = (BOB, A, AMY);
    scene.rules.everyone.for_each(|unit| scene.state.unit_mut(unit).initiative = 5);
    out(&mut scene);
    let mut lasts = Vec::new();
    for _ in 0..2 {
        lasts.push(scene.rules.bears(&scene.state, BOB, 0));
        scene.act("", |play| play.step());
    }
    lasts.push(scene.rules.bears(&scene.state, BOB, 0));
    assert_eq!(lasts, [true, true, false]);
    scene.tells(&["Bob acts", "Bob: Trick is over", "Amy acts"]);
    // In a round in which she has no initiative it ends behind all full turns.
    let mut scene = until_her_turn();
    out(&mut scene);
    scene.state.phase = super::Phase::Start;
    scene.act("d6=5 d6=2", |play| play.step());
    for _ in 0..2 {
        scene.act("", |play| play.step());
        assert!(scene.rules.bears(&scene.state, BOB, 0));
    }
    scene.act("", |play| play.step());
    assert!(!scene.rules.bears(&scene.state, BOB, 0));
    scene.tells(&["Amy acts", "Bob acts", "Bob: Trick is over"]);
    // While she is in it lasts until her own turn, whoever acts before.
    let mut scene = until_her_turn();
    scene.state.phase = super::Phase::Start;
    scene.act("d6=1 d6=5 d6=2", |play| play.step());
    scene.state.unit_mut(A).speak = 0;
    for lasts in [true, true, false] {
        scene.act("", |play| play.step());
        assert_eq!(scene.rules.bears(&scene.state, BOB, 0), lasts);
    }
}

#[test]
fn mg_78_who_comes_back_has_its_passive_abilities_again() {
    let ward = "hp_max = 40\nabilities = [{ name = \"Ward\", timing = \"passive\", target = \"self\", \
        effects = [{ modify = { what = \"block\", amount = 4 }, duration = \"fight\" }] }, \
        { name = \"Heal\", target = \"self\", cost = { mp = 9 }, effects = [{ heal = { flat = 3 } }] }]";
    let mut scene = Scene::new(&duel("hp_max = 40", ward));
    assert!(scene.rules.bears(&scene.state, B, 0));
    scene.state.unit_mut(B).hp = -9;
    scene.act("", |play| {
        play.go_out(B, fray_engine::observe::Cause::Hazard(0), crate::data::metrics::OutBy::Weapon);
    });
    assert!(!scene.rules.bears(&scene.state, B, 0), "out it has no effects");
    scene.state.unit_mut(B).hp = 3;
    scene.act("", |play| play.come_back());
    assert!(scene.state.is_in(B) && scene.rules.bears(&scene.state, B, 0));
}

#[test]
fn mg_78_and_mg_d4_who_is_out_is_healed_if_the_mean_brings_it_back() {
    // On the mean 3, 1 and a third, a third, of which nothing is left.
    for (heal, dice, hp) in [
        ("flat = 3", "", -3),
        ("sets = [\"1d4\"], flat = -2", "d4=3", -5),
        ("sets = [\"1d4\"], flat = -3", "", -6),
    ] {
        let ann = format!(
            "mp_max = 20\ntactics = {{ plan = \"pass\" }}\n\
             abilities = [{{ name = \"Heal\", target = \"ally\", cost = {{ mp = 2 }}, effects = [\
             {{ heal = {{ {heal} }} }}, {{ modify = {{ what = \"block\", amount = 2 }}, duration = \"fight\" }}] }}]\n\
             [[side.unit]]\nname = \"Amy\"\nhp_max = 20"
        );
        let mut scene = Scene::new(&duel(&ann, "hp_max = 40"));
        // Nobody of those who are in needs it.
        for unit in [A, AMY] {
            scene.state.marks[unit.idx()] = LastingEffect { left: LastingEffect::FIGHT, by: A };
        }
        scene.state.unit_mut(AMY).hp = -6;
        scene.act("", |play| {
            play.go_out(AMY, fray_engine::observe::Cause::Hazard(0), crate::data::metrics::OutBy::Weapon);
        });
        scene.turn(A, dice);
        // One below her Defense of 5 she was out; what is no healing does not reach her.
        assert_eq!(
            (scene.state.unit(AMY).hp, scene.rules.bears(&scene.state, AMY, 0)),
            (hp, false),
            "{heal}"
        );
        scene.act("", |play| play.come_back());
        assert_eq!(scene.state.is_in(AMY), hp > -6, "{heal}");
    }
}
