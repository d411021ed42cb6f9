//! Effects of abilities and what lasts of them, where several rules meet.

use super::{A, B, Scene, UnitId, duel};
use crate::board::Board;
use crate::data::setup::{RollName, Stat};
use crate::data::vocabulary::DistractType;
use crate::dice::draws::Pool;
use crate::state::Mood;

const C: UnitId = UnitId(2);

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
fn mg_40_who_is_below_the_limit_that_an_effect_leaves_is_out() {
    // A curse on the Defense of one who is exhausted.
    let curse = "cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -4 }, duration = { rounds = 2 } }]";
    let mut cursed = scene(curse, "hp = -4");
    cursed.turn(A, "");
    assert!(!cursed.state.is_in(B), "{:#?}", cursed.told());
    // A blessing that ends.
    let bless = "target = \"self\", cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = 4 }, duration = { rounds = 2 } }]";
    let mut blessed = scene(bless, "");
    blessed.turn(A, "");
    blessed.state.unit_mut(A).hp = -8;
    blessed.state.marks[0].left = 1;
    blessed.state.phase = super::Phase::Start;
    blessed.act("d6=1", |play| play.step());
    assert!(!blessed.state.is_in(A), "{:#?}", blessed.told());
}

#[test]
fn mg_60_the_distraction_of_an_ability_meets_the_bonus_and_the_taste_of_its_target() {
    let scare =
        "cost = { speak = 1 }, effects = [{ distract = { type = \"intimidate\", rating = { flat = 8 } } }]";
    let mut firm = scene(scare, "int = 6\nbonuses = { resist_talk = 3 }");
    firm.turn(A, "d6=2");
    assert_eq!(firm.state.unit(B).penalty, 3);
    let wink =
        "cost = { speak = 1 }, effects = [{ distract = { type = \"infatuate\", rating = { flat = 8 } } }]";
    for (taste, uses) in [("star", true), ("moon", false)] {
        let text = caster(wink, "tags = [\"star\"]", &format!("int = 6\nattracted_to = [\"{taste}\"]"));
        let mut scene = Scene::new(&text);
        scene.turn(A, if uses { "d6=2" } else { "" });
        assert_eq!(scene.state.unit(B).mood == Mood::Infatuated, uses, "{taste}");
    }
}

#[test]
fn mg_04_rolls_against_spells_are_no_casting() {
    let spell = "cost = { speak = 1 }, resolve = { oppose = { stat = \"agi\", number = 9 } }, effects = [{ damage = { flat = 9 } }]";
    let scene = scene(spell, "explode_two = [\"cast\"]");
    let Pool { die, .. } = scene.rules.plain(&scene.state, B, Stat::Agi, 1);
    assert!(!die.two);
    assert!(scene.rules.on_two(&scene.state, B, RollName::Cast));
}

/// Ann against Bob, Bill and Ben.
fn against_three(ability: &str, tactics: &str, foes: [&str; 3]) -> Scene {
    let [bob, bill, ben] = foes;
    let ann = format!(
        "abilities = [{{ name = \"Trick\", {ability} }}]\ntactics = {{ plan = \"pass\", {tactics} }}"
    );
    let more = |name: &str, keys: &str| format!("[[side.unit]]\nname = \"{name}\"\n{keys}\n");
    Scene::new(&(duel(&ann, bob) + &more("Bill", bill) + &more("Ben", ben)))
}

#[test]
fn mg_65_several_targets_are_chosen_one_after_the_other() {
    let curse = "cost = { speak = 1 }, count = 2, effects = [{ modify = { what = \"def\", amount = -1 }, duration = \"fight\" }]";
    let foes = ["hp_max = 40\nhp = 30", "hp_max = 40\nhp = 20", "hp_max = 40\nhp = 10"];
    // The weakest two.
    let mut scene = against_three(curse, "spot = \"none\"", foes);
    scene.turn(A, "");
    let bears = |scene: &Scene| [B, C, UnitId(3)].map(|unit| scene.rules.bears(&scene.state, unit, 0));
    assert_eq!(bears(&scene), [false, true, true]);
    // The first two.
    let mut scene = against_three(curse, "target = \"first\"", foes);
    scene.turn(A, "");
    assert_eq!(bears(&scene), [true, true, false]);
    // The condition is asked of each.
    let mut scene = against_three(&format!("{curse}, when = \"target_hp < 30%\""), "spot = \"none\"", foes);
    scene.turn(A, "");
    assert_eq!(bears(&scene), [false, false, true]);
}

#[test]
fn mg_d4_the_target_of_an_ability_is_chosen_as_that_of_an_attack() {
    let bolt = "cost = { speak = 1 }, effects = [{ damage = { flat = 15, ignore_soak = true } }]";
    let foes = ["hp_max = 40\nhp = 30", "hp_max = 40\nhp = 4", "hp_max = 40\nhp = 20"];
    for (target, hps) in [("weakest", [30, -11, 20]), ("first", [15, 4, 20]), ("best_damage", [15, 4, 20])] {
        let mut scene = against_three(bolt, &format!("target = \"{target}\""), foes);
        scene.turn(A, "");
        assert_eq!([B, C, UnitId(3)].map(|unit| scene.state.unit(unit).hp), hps, "{target}");
    }
}

#[test]
fn mg_d18_keep_mp_of_nothing_spends_the_last_point() {
    let bolt = "cost = { mp = 5 }, effects = [{ damage = { flat = 8 } }]";
    for (tactic, mp) in [("{ keep_mp = 0 }", 0), ("\"useful\"", 5), ("\"overdraft\"", 5)] {
        let text = caster(bolt, "mp = 5", "");
        let text = text.replacen("plan = \"pass\"", &format!("plan = \"pass\", ability = {tactic}"), 1);
        let mut scene = Scene::new(&text);
        scene.turn(A, if mp == 0 { "d6=1 d6=1" } else { "" });
        assert_eq!(scene.state.unit(A).mp, mp, "{tactic}");
    }
    // Nobody casts itself unconscious before anything comes of it.
    let text = caster(&bolt.replace("mp = 5", "mp = 20").replace("flat = 8", "flat = 99"), "mp = 5", "");
    let text = text.replacen("plan = \"pass\"", "plan = \"pass\", ability = \"overdraft\"", 1);
    let mut scene = Scene::new(&text);
    scene.turn(A, "");
    assert!(scene.state.is_in(A) && scene.state.unit(A).mp == 5);
}

#[test]
fn mg_15_a_grant_in_a_partial_turn_frees_nothing_that_is_kept_for_defences() {
    let haste = "target = \"self\", timing = \"partial\", cost = { mp = 1 }, effects = [{ grant = { token = \"hand\", n = 1 } }]";
    let ann = format!(
        "hands = 3\nmp_max = 5\nskills = {{ martial_arts = 1 }}\nabilities = [{{ name = \"Haste\", {haste} }}]\ntactics = {{ stance = \"strong\", spot = \"none\", hold = \"none\", refund = \"hand\" }}"
    );
    let mut scene = Scene::new(&duel(&ann, "hp_max = 90\ntactics = { plan = \"pass\", spot = \"none\" }"));
    // One token was kept for defences, two are spent: one comes back, one is granted.
    let it = scene.state.unit_mut(A);
    (it.hands, it.primary, it.moves, it.partials) = (0b100, false, 0, 1);
    scene.state.pass = 1;
    scene.turn_of_pass(A, "d6=2 d6=2 d6=2");
    assert_eq!(
        scene.told().iter().filter(|line| line.contains("attack on")).count(),
        2,
        "{:#?}",
        scene.told()
    );
    assert_eq!(scene.state.unit(A).hands, 0b100);
}

#[test]
fn mg_12_what_is_granted_has_room_and_changes_something() {
    // Nobody is given a hand token who has one in each hand.
    let haste = |token: &str| {
        format!(
            "target = \"self\", uses = {{ per_turn = 99 }}, cost = {{ mp = 1 }}, effects = [{{ grant = {{ token = \"{token}\", n = 20 }} }}]"
        )
    };
    let mut full = scene(&haste("hand"), "");
    full.turn(A, "");
    assert_eq!(full.state.unit(A).mp, 20);
    // As many tokens as there can be, held ones too.
    for token in ["move", "speak"] {
        let text = caster(&haste(token), "agi = 60", "");
        let text = text.replacen("plan = \"pass\"", "plan = \"pass\", hold = \"all\"", 1);
        let mut scene = Scene::new(&text);
        scene.state.unit_mut(A).mp = 20;
        scene.turn(A, "");
        scene.act("", |play| play.grant(A));
        for pass in 1..20 {
            scene.state.pass = pass;
            let it = scene.state.unit_mut(A);
            (it.partials, it.mp) = (1, 20);
            scene.turn_of_pass(A, "");
        }
        assert!(scene.rules.fact(&scene.state, A, None, crate::choose::facts::Fact::Moves).0 <= 255);
    }
}

#[test]
fn mg_14_held_tokens_can_be_drained() {
    for token in ["hand", "move", "speak"] {
        let drain =
            format!("cost = {{ speak = 1 }}, effects = [{{ drain = {{ token = \"{token}\", n = 8 }} }}]");
        let mut scene = scene(&drain, "");
        let it = scene.state.unit_mut(B);
        (it.held_hands, it.held_moves, it.held_speak) = (it.hands, it.moves, it.speak);
        (it.hands, it.moves, it.speak, it.primary) = (0, 0, 0, false);
        scene.turn(A, "");
        let it = scene.state.unit(B);
        let left = (it.held_hands == 0, it.held_moves == 0, it.held_speak == 0);
        assert_eq!(left, (token == "hand", token == "move", token == "speak"), "{token}");
    }
}

#[test]
fn mg_24_the_immobile_have_no_tokens_and_are_given_none() {
    let stone = "cost = { speak = 1 }, effects = [{ immobile = {}, duration = { rounds = 2 } }]";
    let mut scene = scene(stone, "analyze = 1\nskills = { martial_arts = 1 }");
    scene.state.unit_mut(B).held_speak = 1;
    scene.turn(A, "");
    let it = scene.state.unit(B);
    assert_eq!((it.n_hands(), it.moves, it.speak, it.held_speak, it.analyze), (0, 0, 0, 0, 0));
    scene.state.unit_mut(B).partials = 1;
    scene.state.pass = 1;
    scene.turn_of_pass(B, "");
    assert_eq!(scene.state.unit(B).n_hands(), 0);
    scene.never_tells("attack on");
}

#[test]
fn mg_58_words_to_all_in_sight_begin_with_somebody_in_sight() {
    let text = "[rulings]\ntalk.targets = \"all_enemies_in_sight\"\n[map]\nwidth = 9\nheight = 3\nterrain = [{ at = [4, 0], to = [4, 2], blocks_sight = true }]\n";
    let ann = "position = [1, 1]\nper = 9\ntactics = { plan = \"pass\", talk = \"intimidate\" }";
    let mut scene = Scene::new(&(text.to_owned() + &duel(ann, "position = [7, 1]\nint = 6")));
    scene.turn(A, "");
    assert_eq!((scene.state.unit(A).speak, scene.state.unit(A).attempts.iter().sum::<u8>()), (1, 0));
}

#[test]
fn mg_59_general_attempts_are_attempts() {
    let ann = "per = 9\ntactics = { plan = \"pass\", talk = [{ use = \"general\", when = \"attempts < 1\" }, \"none\"] }";
    let mut scene = Scene::new(&duel(ann, "int = 6"));
    scene.turn(A, "d10=9 d6=2");
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).speak, 1);
}

#[test]
fn mg_62_who_is_smitten_or_enraged_does_not_simply_walk_off() {
    for (mood, what) in
        [(Mood::Infatuated, DistractType::Infatuate), (Mood::Infuriated, DistractType::Infuriate)]
    {
        for (tactics, cells) in [("move = \"kite\"", 0), ("flee = { hp_below = 99 }", 0)] {
            let bow =
                "weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2, damage = [\"1d8\"] }]";
            let bob = format!(
                "hp_max = 40\nhp = 20\nint = 6\n{bow}\ntactics = {{ spot = \"none\", distracted = \"obey\", {tactics} }}"
            );
            let mut scene = super::map::field(
                "",
                "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }",
                [6, 2],
                &bob,
            );
            scene.act("", |play| play.distract(A, B, what, 12));
            scene.state.unit_mut(B).hands = 0;
            scene.turn(B, "");
            assert_eq!(
                scene.log.sum(B, super::Metric::CellsMoved),
                cells,
                "{mood:?} {tactics}: {:#?}",
                scene.told()
            );
        }
    }
}

#[test]
fn mg_d19_the_terrified_who_can_get_farther_do_nothing_else() {
    let bob = "hp_max = 40\nint = 6\nskills = { martial_arts = 1 }\ntactics = { spot = \"none\", distracted = \"in_line\" }";
    let ann = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";
    let mut scene = super::map::field("", ann, [2, 2], bob);
    scene.act("", |play| play.distract(A, B, DistractType::Intimidate, 12));
    scene.turn(B, "");
    assert!(scene.log.sum(B, super::Metric::CellsMoved) > 0, "{:#?}", scene.told());
    // In a corner it struggles.
    let mut scene = super::map::field("", ann, [2, 2], bob);
    scene.act("", |play| play.distract(A, B, DistractType::Intimidate, 12));
    scene.state.unit_mut(B).moves = 0;
    scene.turn(B, "d6=2");
    scene.tells(&["Bob acts against its state"]);
}

#[test]
fn mg_d18_a_spell_is_weighed_against_the_attacks_that_its_tokens_would_make() {
    let club =
        "weapons = [{ name = \"club\", hands = 2, damage = [\"2d6\"], flat = 2, skills = [\"magic\"] }]";
    let bolt = "cost = { hand = 2 }, effects = [{ damage = { flat = 9 } }]";
    let text = |plan: &str| {
        caster(bolt, club, "").replacen(
            "\"pass\"",
            &format!("\"{plan}\", stance = \"strong\", spot = \"none\""),
            1,
        )
    };
    // Two tokens make one attack with the club.
    let mut scene = Scene::new(&text("two_hands"));
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["Ann uses Trick"]);
    // Who does not attack has nothing better to do with its hands.
    let club = club.replace("2d6", "9d6").replace("flat = 2", "flat = 30");
    let mut scene = Scene::new(&caster(bolt, &club, ""));
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["Ann uses Trick"]);
}

#[test]
fn mg_65_what_a_shield_leaves_of_damage_meets_the_soak() {
    // 12 of fire, of which 3 are left, against a pool of 5: nothing comes of it.
    let bolt = "cost = { speak = 1 }, element = \"fire\", effects = [{ damage = { flat = 12 } }]";
    let ward = "abilities = [{ name = \"Ward\", timing = \"passive\", target = \"self\", effects = [{ element_shield = { element = \"fire\", factor = 0.25 }, duration = \"fight\" }] }]";
    let mut scene = scene(bolt, ward);
    scene.state.unit_mut(B).pool = 5;
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).speak, 1);
}

#[test]
fn mg_81_the_same_effect_of_two_users_does_not_add_up() {
    let curse = "abilities = [{ name = \"Curse\", cost = { speak = 1 }, effects = [{ modify = { what = \"def\", amount = -2 }, duration = { rounds = 3 } }] }]\ntactics = { plan = \"pass\" }\ncount = 2";
    let mut scene = Scene::new(&duel(curse, "def = 9\nhp_max = 40"));
    scene.turn(A, "");
    scene.turn(B, "");
    assert_eq!(scene.rules.stat(&scene.state, C, Stat::Def), 7);
    assert_eq!(scene.state.unit(B).speak, 1, "nothing is laid on twice");
    // What burns is of who laid it, whatever else it has.
    let burn = "{ name = \"Burn\", cost = { speak = 1 }, effects = [{ ongoing = { flat = 4, ignore_soak = true }, duration = { rounds = 3 } }] }";
    let other =
        "{ name = \"Idle\", uses = { per_fight = 1 }, cost = { hp = 90 }, effects = [{ fall = {} }] }";
    let ann = format!(
        "abilities = [{burn}]\ntactics = {{ plan = \"pass\" }}\n[[side.unit]]\nname = \"Amy\"\nabilities = [{other}, {burn}]\ntactics = {{ plan = \"pass\" }}"
    );
    let mut scene = Scene::new(&duel(&ann, "hp_max = 40"));
    scene.turn(B, "");
    scene.act("", |play| play.environment());
    assert_eq!([A, B].map(|unit| scene.log.sum(unit, super::Metric::DamageDealt)), [0, 4]);
    scene.tells(&["Amy uses Burn", "suffers from Burn"]);
}

#[test]
fn mg_02_another_die_is_good_if_its_mean_is_higher() {
    // 12 with 2 added, on average 9.3; 12 with 1 added is worse, though 13 is more than 12.
    let die = |plus: i32| {
        format!(
            "target = \"self\", cost = {{ speak = 1 }}, effects = [{{ replace_die = {{ stat = \"int\", faces = 12, plus = {plus} }}, duration = \"fight\" }}]"
        )
    };
    for (plus, speak) in [(1, 1), (3, 0)] {
        let text = caster(&die(plus), "", "").replacen("int = 8", "int = 15", 1);
        let mut scene = Scene::new(&text);
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).speak, speak, "{plus}");
    }
}

#[test]
fn mg_d19_the_enraged_cast_at_who_enraged_them() {
    let bolt = "cost = { speak = 1 }, effects = [{ damage = { flat = 9, ignore_soak = true } }]";
    let foes = ["hp_max = 40\nhp = 30", "hp_max = 40\nhp = 4", "hp_max = 40\nhp = 20"];
    let mut scene = against_three(bolt, "target = \"weakest\"", foes);
    scene.act("", |play| play.distract(B, A, DistractType::Infuriate, 12));
    scene.turn(A, "");
    assert_eq!(scene.state.unit(B).hp, 21, "{:#?}", scene.told());
}

#[test]
fn mg_36_what_comes_of_a_critical_hit_is_weighed_by_its_chance() {
    // No facet covers the skill: the damage never comes.
    let bolt = "cost = { speak = 1 }, resolve = { attack = { skill = \"magic\", stat = \"int\", stance = \"fast\", crit = true } }, effects = [{ on = \"crit\", damage = { flat = 9 } }]";
    for (facet, speak) in [("", 1), ("facet_skills = [\"magic\"]", 0)] {
        let text = caster(bolt, facet, "tactics = { spot = \"none\" }");
        let mut scene = Scene::new(&text);
        scene.turn(A, if speak == 0 { "d8=3" } else { "" });
        assert_eq!(scene.state.unit(A).speak, speak);
    }
}

#[test]
fn mg_39_who_lies_pays_no_moves_for_abilities() {
    let rush = "cost = { move = 1 }, effects = [{ damage = { flat = 9, ignore_soak = true } }]";
    let mut scene = scene(rush, "");
    let it = scene.state.unit_mut(A);
    (it.fallen, it.moves) = (true, 3);
    scene.turn(A, "");
    assert_eq!((scene.state.unit(A).stood, scene.state.unit(B).hp), (15, 40));
    // The tokens are those of its round, too few to stand.
    scene.never_tells("uses Trick");
}

#[test]
fn mg_18_a_reaction_with_both_hands_has_no_offhand_penalty() {
    for (cost, offhand) in [(1, true), (2, false)] {
        let ward = format!(
            "timing = {{ reaction_to = \"attacked\" }}, cost = {{ hand = {cost} }}, cast = {{ skill = \"magic\", stat = \"int\", difficulty = 5 }}, effects = [{{ fall = {{}} }}]"
        );
        let mut scene = scene(&ward, "");
        let rules = &scene.rules;
        let ability = &rules.knack(A, 0).ability.clone();
        let is = scene.act("", |play| play.is_offhand(A, ability));
        assert_eq!(is, offhand, "{cost}");
    }
}

#[test]
fn mg_81_what_happens_at_the_end_of_a_round_belongs_to_it() {
    let grit = "timing = { reaction_to = \"damaged\" }, target = \"self\", cost = { mp = 1 }, uses = { per_round = 1 }, effects = [{ heal = { flat = 1 } }]";
    let mut scene = scene(grit, "");
    scene.state.unit_mut(A).hp = 9;
    for mp in [19, 19] {
        scene.act("", |play| play.lose_hp(A, 2, None, crate::data::metrics::Harm::Hazard));
        assert_eq!(scene.state.unit(A).mp, mp);
        scene.act("", |play| play.abilities_of_round(crate::data::vocabulary::Timing::RoundEnd));
    }
    scene.state.phase = super::Phase::Start;
    scene.act("d6=1 d6=2", |play| play.step());
    scene.act("", |play| play.lose_hp(A, 2, None, crate::data::metrics::Harm::Hazard));
    assert_eq!(scene.state.unit(A).mp, 18);
}

#[test]
fn mg_81_the_next_full_turn_is_not_the_one_under_way() {
    let slow = "timing = { reaction_to = \"attacked\" }, cost = { mp = 1 }, effects = [{ modify = { what = \"block\", amount = -1 }, duration = \"target_turn\" }]";
    let bob = "skills = { martial_arts = 1 }\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\" }";
    let mut scene = scene(slow, bob);
    let bears = |scene: &Scene| scene.rules.bears(&scene.state, B, 0);
    scene.turn(B, "d6=1");
    scene.tells(&["Bob is under Trick"]);
    assert!(bears(&scene));
    scene.state.unit_mut(A).mp = 0;
    scene.act("", |play| play.grant(B));
    scene.turn(B, "d6=1");
    assert!(!bears(&scene));
}

#[test]
fn mg_66_a_lift_of_one_level_makes_who_stands_fall() {
    let lift = "cost = { speak = 1 }, effects = [{ move_target = { feet = 5, direction = \"up\" } }]";
    for (fallen, speak) in [(false, 0), (true, 1)] {
        let text = caster(lift, "position = [0, 0]", "position = [1, 0]");
        let mut scene = Scene::new(&format!("[map]\nwidth = 6\nheight = 1\n{text}"));
        scene.state.unit_mut(B).fallen = fallen;
        scene.turn(A, "");
        assert_eq!((scene.state.unit(A).speak, scene.state.unit(B).fallen), (speak, true));
    }
}

#[test]
fn mg_37_an_interrupt_counts_with_the_last_turn() {
    let bob = "agi = 8\nhp_max = 40\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\ntactics = { plan = \"two_hands\", stance = \"fast\", spot = \"none\", move = \"stay\" }";
    let ann = "agi = 4\nhp_max = 90\ndef = 2\ntactics = { plan = \"pass\", spot = \"none\" }";
    for (regained, attacks) in [(false, 2), (true, 1)] {
        let mut scene = super::map::field("", ann, [7, 2], bob);
        let it = scene.state.unit_mut(B);
        (it.held_hands, it.hands, it.primary, it.moves, it.refunded) = (1, 0, false, 0, regained);
        let dice = if regained { "d8=7 d6=1 d4=1 d4=1" } else { "d8=7 d6=1 d4=1 d4=1 d8=7 d6=1" };
        scene.state.turn = crate::state::Turn { unit: Some(A), moves: 4, ..Default::default() };
        scene.act(dice, |play| play.step_to(A, Board::cell(6, 2)));
        let told = scene.told();
        assert_eq!(told.iter().filter(|line| line.contains("attack on Ann")).count(), attacks, "{told:#?}");
    }
}

#[test]
fn mg_d19_who_is_enraged_and_tries_turns_to_its_foe_where_it_fails() {
    let foes = ["hp_max = 40\nhp = 30", "hp_max = 40\nhp = 4", "hp_max = 40\nhp = 20"];
    for (die, at) in [("d6=2", "Bob"), ("d6=6 d6=6", "Bill")] {
        let ann = "skills = { martial_arts = 1 }\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\", distracted = \"try\", target = \"weakest\" }";
        let [bob, bill, ben] = foes;
        let more = |name: &str, keys: &str| format!("[[side.unit]]\nname = \"{name}\"\n{keys}\n");
        let mut scene = Scene::new(&(duel(ann, bob) + &more("Bill", bill) + &more("Ben", ben)));
        scene.act("", |play| play.distract(B, A, DistractType::Infuriate, 12));
        let dice = if at == "Bob" { format!("{die} d6=1") } else { format!("{die} d6=1 d6=1") };
        scene.turn(A, &dice);
        scene.tells(&["acts against its state", &format!("attack on {at}")]);
    }
}

#[test]
fn mg_37_and_mg_38_a_spell_that_may_be_critical_has_the_effect_of_its_stance() {
    for (stance, hands, debts) in [("fast", 2, 0), ("precise", 1, 1), ("strong", 1, 0)] {
        let bolt = format!(
            "cost = {{ hand = 1 }}, resolve = {{ attack = {{ skill = \"magic\", stat = \"int\", stance = \"{stance}\", crit = true }} }}, effects = [{{ damage = {{ flat = 9, ignore_soak = true }} }}]"
        );
        let mut scene =
            Scene::new(&caster(&bolt, "facet_skills = [\"magic\"]", "tactics = { spot = \"none\" }"));
        scene.turn(A, "d8=8 d8=1");
        assert_eq!(scene.state.unit(A).n_hands(), hands, "{stance}");
        assert_eq!(scene.state.unit(B).debts[0], debts, "{stance}");
        assert_eq!(scene.state.unit(B).hp, if stance == "strong" { 22 } else { 31 });
    }
}
