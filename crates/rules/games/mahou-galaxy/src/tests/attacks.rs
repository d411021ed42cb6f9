//! Attack rolls and the numbers against them, one rule after the other.

use super::{A, B, Metric, Scene, duel};
use crate::choose::With;
use crate::data::setup::Stance;
use crate::rules::numbers::RollContext;
use crate::state::{LastingEffect, Mood};

const FIST: With = With::Weapon(0);

/// Faces of the die, dice, what is added, and the target number of an attack of Ann on Bob.
fn attack(scene: &Scene, with: With, stance: Stance, offhand: bool) -> (u32, i32, i32, i32) {
    let swing = scene.rules.swing(&scene.state, A, B, with, stance, offhand).expect("the stance");
    (swing.pool.die.n.into(), swing.pool.dice, swing.pool.plus, swing.n)
}

fn with_fists(a: &str, b: &str) -> Scene {
    Scene::new(&duel(a, b))
}

#[test]
fn mg_06_skill_rolls_alone_are_distracted() {
    let skill = RollContext { skill: true, hand: false, in_line: false };
    let plain = RollContext { skill: false, ..skill };
    for (ruling, penalties) in [("", [4, 0]), ("[rulings]\ndistraction.affects = \"all_rolls\"\n", [4, 4])] {
        let mut scene = Scene::new(&format!("{ruling}{}", duel("", "")));
        let it = scene.state.unit_mut(A);
        (it.penalty, it.mood) = (4, Mood::Intimidated);
        assert_eq!([skill, plain].map(|what| scene.rules.penalty(&scene.state, A, what)), penalties);
    }
}

#[test]
fn mg_17_the_stance_says_the_stat_and_the_weapon_the_dice() {
    let club = "weapons = [{ name = \"club\", skill_mod = { martial_arts = -2 } }]";
    let scene =
        with_fists(&format!("str = 8\nagi = 10\nacc = 12\nskills = {{ martial_arts = 3 }}\n{club}"), "");
    for (stance, faces) in [(Stance::Strong, 8), (Stance::Fast, 10), (Stance::Precise, 12)] {
        // The club at place 0, the fist behind it.
        assert_eq!(attack(&scene, With::Weapon(0), stance, false).0, faces);
        assert_eq!(attack(&scene, With::Weapon(0), stance, false).1, 1);
        assert_eq!(attack(&scene, With::Weapon(1), stance, false).1, 3);
    }
}

#[test]
fn mg_18_an_offhand_loses_a_die() {
    let scene = with_fists("skills = { gym = 2 }", "");
    assert_eq!([false, true].map(|offhand| attack(&scene, FIST, Stance::Strong, offhand).1), [2, 1]);
}

#[test]
fn mg_19_the_blind_are_at_6_less() {
    let blind = "abilities = [{ name = \"Sand\", effects = [{ blind = {}, duration = { rounds = 2 } }] }]";
    let mut scene = with_fists(blind, "");
    assert_eq!(attack(&scene, FIST, Stance::Strong, false).2, 0);
    scene.state.marks[0] = LastingEffect { left: 2, by: B };
    assert_eq!(attack(&scene, FIST, Stance::Strong, false).2, -6);
}

#[test]
fn mg_21_size_is_worth_2_to_hit_and_2_of_damage() {
    for (size, plus, lost) in [(0, 0, 8), (1, 2, 6), (2, 4, 4), (-1, -2, 10)] {
        let mut scene = with_fists(
            "str = 10\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }",
            &format!("size = {size}\nhp_max = 40\ntactics = {{ spot = \"none\" }}"),
        );
        assert_eq!(attack(&scene, FIST, Stance::Strong, false).2, plus);
        // Damage 9, of which soak stops 1.
        scene.turn(A, "d10=8 d10=9 d6=1 d6=1");
        assert_eq!(scene.state.unit(B).hp, 40 - lost);
    }
}

#[test]
fn mg_22_to_mg_25_the_number_against_an_attack() {
    let bob = "def = 7\nagi = 8\nacc = 5";
    let n = |scene: &Scene| Stance::ALL.map(|stance| attack(scene, FIST, stance, false).3);
    // MG-22: 1 and half the stat, rounded down.
    let mut scene = with_fists("", bob);
    assert_eq!(n(&scene), [4, 5, 3]);
    // MG-23: the fallen lose 2, and no number is below 1.
    scene.state.unit_mut(B).fallen = true;
    assert_eq!(n(&scene), [2, 3, 1]);
    assert_eq!(n(&with_fists("", "def = -5")), [1, 3, 3]);
    // MG-24: against the immobile it is 5, and they answer nothing.
    let freeze = "str = 10\nskills = { gym = 1 }\nabilities = [{ name = \"Ice\", effects = [{ immobile = {}, duration = { rounds = 2 } }] }]\n\
        tactics = { plan = \"attack\", ability = \"never\" }";
    let mut scene = with_fists(freeze, bob);
    scene.state.marks[1] = LastingEffect { left: 2, by: A };
    assert_eq!(n(&scene), [5, 5, 5]);
    scene.turn(A, "d10=4");
    scene.never_tells("Bob dodges");
    // MG-25: what the table grants.
    let granted = Scene::new(&format!("[rulings]\ngm.attack_mod = 3\n{}", duel("", "")));
    assert_eq!(attack(&granted, FIST, Stance::Strong, false).2, 3);
}

#[test]
fn mg_16_the_steps_of_an_attack_stand_in_their_order() {
    let ann = "str = 8\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let mut scene = with_fists(ann, "hp_max = 3\nagi = 4\ntactics = { spot = \"dodge\" }");
    scene.turn(A, "d8=7 d4=1 d8=6 d6=2 d6=3");
    scene.tells(&[
        "strong attack on Bob with fist: 1d8 against 3",
        "Bob dodges: 1d4+5 (1) = 6, not more than 7",
        "rolls (7) 7 against 6: hit",
        "damage (6) 6, soak (2 3) 2: Bob loses 4",
        "Bob is exhausted, HP -1",
    ]);
}

#[test]
fn mg_41_mp_have_the_bands_of_hp_with_intelligence() {
    let ann = "mp_max = 3\nint = 2\nabilities = [{ name = \"Burst\", uses = \"unlimited\", cost = { mp = 5 }, effects = [{ damage = { flat = 30 } }] }]\n\
        tactics = { ability = \"overdraft\" }";
    let mut scene = with_fists(ann, "hp_max = 9");
    // MG-41: at -2 it is exhausted and still acts; MG-40: Bob goes out below -5.
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["Ann uses Burst", "Ann has no magic left, MP -2", "Bob is unconscious"]);
    assert!(scene.state.is_in(A) && !scene.state.is_in(B));
    let spent = [Metric::MpSpent, Metric::Overdraft].map(|metric| scene.log.sum(A, metric));
    assert_eq!(spent, [5, 2]);
    // Nobody casts what would put it out before anything came of it.
    let mut scene = with_fists(&ann.replace("mp_max = 3", "mp_max = 2"), "hp_max = 9");
    assert!(!scene.act("", |play| play.use_abilities(A, crate::data::vocabulary::Timing::Turn)));
    let action_ref = scene.rules.ability_action(A, 0);
    scene.act("", |play| play.lose_mp(A, 5, action_ref));
    assert!(!scene.state.is_in(A), "below -2 it is out");
}

#[test]
fn mg_42_a_kick_takes_all_moves_and_no_hand() {
    let ann = "str = 8\nagi = 6\nskills = { gym = 1 }\n\
        tactics = { plan = [{ use = \"two_hands_kick\", when = \"hands = 0\" }, \"attack\"], stance = \"strong\" }";
    let mut scene = with_fists(ann, "hp_max = 40\ntactics = { spot = \"none\" }");
    scene.state.unit_mut(A).hands = 0;
    scene.turn(A, "d8=2");
    scene.tells(&["strong kick at Bob: 1d8 against 3"]);
    assert_eq!((scene.state.unit(A).moves, scene.state.unit(B).hp), (0, 40));
    // Three moves are too few.
    let mut scene = with_fists(ann, "hp_max = 40");
    (scene.state.unit_mut(A).hands, scene.state.unit_mut(A).moves) = (0, 3);
    scene.turn(A, "");
    scene.never_tells("kick");
}

#[test]
fn mg_69_traumas_are_counted_above_defense_and_half_the_threat_level() {
    for (lost, strict, severity) in [
        (7, true, 0),
        (8, true, 1),
        (14, true, 1),
        (15, true, 2),
        (6, false, 0),
        (7, false, 1),
        (14, false, 2),
    ] {
        let rulings = format!("[rulings]\ntrauma.enabled = true\ntrauma.strict = {strict}\n");
        let mut scene = Scene::new(&format!("{rulings}{}", duel("", "hp_max = 30\nthreat_level = 3")));
        scene.act("", |play| play.lose_hp(B, lost, None, crate::data::metrics::Harm::Weapon));
        let counted = [Metric::Traumas, Metric::TraumaSeverity].map(|it| scene.log.sum(B, it));
        assert_eq!(counted, [u32::from(severity > 0), severity], "{lost}, strict: {strict}");
    }
}

#[test]
fn mg_82_a_shield_strikes_nobody() {
    let ann = "shield = { name = \"wall\", stances = [\"precise\"], skills = [\"gym\"] }\nhands = 1";
    let scene = with_fists(ann, "");
    assert!(scene.rules.attack_of(&scene.state, A, B, 0, false).is_none());
    // MG-27 and MG-82: its stances say that it parries.
    let attacker = "str = 8\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"fast\" }";
    let mut scene = with_fists(attacker, &format!("{ann}\nagi = 3\ntactics = {{ spot = \"best_odds\" }}"));
    scene.turn(A, "d6=5 d6=1 d6=1");
    scene.tells(&["Bob parries: 2d6 low+5 (1 1) = 6, more than 5"]);
}

#[test]
fn mg_09_initiative_is_an_accuracy_die_and_speeds() {
    let ann = "acc = 8\nspeed_mod = 2\narmor_speed = -1\nbonuses = { initiative = 4 }\nweapons = [{ name = \"whip\", speed = 3 }]";
    let mut scene = with_fists(&format!("{ann}\nhp_max = 40"), "acc = 2\nhp_max = 40");
    scene.state.phase = super::Phase::Start;
    scene.act("d8=5 d4=1", |play| play.step());
    assert_eq!([A, B].map(|unit| scene.state.unit(unit).initiative), [5 + 2 - 1 + 4 + 3, 0]);
}

#[test]
fn mg_36_hits_and_criticals_are_counted_before_the_defences_and_behind_them() {
    let ann = "str = 8\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let counted = |spot: &str, dice: &str| {
        let bob = format!("hp_max = 40\nagi = 4\ntactics = {{ spot = \"{spot}\" }}");
        let mut scene = with_fists(ann, &bob);
        // Block 3: 6 is critical.
        scene.turn(A, dice);
        let of = [Metric::HitsBefore, Metric::HitRate, Metric::CriticalsBefore, Metric::Criticals];
        let tries = of.map(|metric| scene.log.adds.iter().filter(|add| add.1 == metric).count());
        assert_eq!(tries[..3], [1; 3], "{dice}");
        (of.map(|metric| scene.log.sum(A, metric)), scene.log.sum(B, Metric::CriticalsDenied))
    };
    assert_eq!(counted("none", "d8=2"), ([0, 0, 0, 0], 0));
    assert_eq!(counted("none", "d8=5 d8=1 d6=5 d6=5"), ([1, 1, 0, 0], 0));
    assert_eq!(counted("none", "d8=7 d8=1 d6=5 d6=5"), ([1, 1, 1, 1], 0));
    // 6 stops no 7, but it would take 12 to be critical; 8 stops it.
    assert_eq!(counted("dodge", "d8=7 d4=1 d8=1 d6=5 d6=5"), ([1, 1, 1, 0], 1));
    assert_eq!(counted("dodge", "d8=7 d4=3"), ([1, 0, 1, 0], 1));
    // A critical hit against 6 all the same: 8 and 4.
    assert_eq!(counted("dodge", "d8=8 d8=4 d4=1 d8=1 d6=5 d6=5"), ([1, 1, 1, 1], 0));
    // No critical hit was there to deny.
    assert_eq!(counted("dodge", "d8=5 d4=3"), ([1, 0, 0, 0], 0));
}

#[test]
fn mg_36_spot_defences_that_deny_a_critical_are_counted_by_kind() {
    let ann = "str = 8\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let kinds = [Metric::DodgeDenies, Metric::BlockDenies, Metric::ParryDenies];
    let dodges = "agi = 4\ntactics = { spot = \"dodge\" }";
    let parries = "agi = 3\nacc = 9\nweapons = [{ name = \"sword\" }]\ntactics = { spot = \"best_odds\" }";
    for (bob, dice, kind, seen) in [
        // The number of passive block is 3: 6 is critical. A dodge of 6 denies it to a 7, one of 4 would not.
        (dodges, "d8=7 d4=1 d8=1 d6=5 d6=5", 0, &[1][..]),
        (dodges, "d8=7 d4=3", 0, &[1]),
        (dodges, "d8=8 d8=4 d4=1 d8=1 d6=5 d6=5", 0, &[0]),
        (dodges, "d8=5 d4=3", 0, &[]),
        ("tactics = { spot = \"block_offhand\" }", "d8=7 d6=1 d6=1 d8=1 d6=5 d6=5", 1, &[0]),
        (parries, "d8=7 d10=1 d10=1 d8=1 d6=5 d6=5", 2, &[0]),
    ] {
        let mut scene = with_fists(ann, &format!("hp_max = 40\n{bob}"));
        scene.turn(A, dice);
        for (at, metric) in kinds.into_iter().enumerate() {
            let adds = scene.log.adds.iter().filter(|add| (add.0, add.1) == (B, metric));
            let counted: Vec<u32> = adds.map(|add| add.2).collect();
            assert_eq!(counted, if at == kind { seen } else { &[] }, "{dice}");
        }
    }
}

#[test]
fn hits_and_criticals_are_counted_by_stance() {
    for (at, stance) in ["strong", "fast", "precise"].into_iter().enumerate() {
        let ann = format!(
            "str = 8\nagi = 8\nacc = 8\nskills = {{ gym = 1 }}\nfacet_skills = [\"gym\"]\n\
             tactics = {{ plan = \"attack\", stance = \"{stance}\", fast_refund = \"keep\" }}"
        );
        let mut scene = with_fists(&ann, "hp_max = 40\ntactics = { spot = \"none\" }");
        scene.turn(A, "d8=7 d8=1 d6=5 d6=5");
        scene.act("", |play| play.grant(A));
        scene.turn(A, "d8=2");
        for (of, by) in Stance::ALL.into_iter().enumerate() {
            let hits = |add: &&(_, Metric, u32)| add.1 == Metric::hits_by(by);
            let tries: Vec<u32> = scene.log.adds.iter().filter(hits).map(|add| add.2).collect();
            assert_eq!(tries, if of == at { vec![1, 0] } else { vec![] }, "{stance}");
            assert_eq!(scene.log.sum(A, Metric::criticals_by(by)), u32::from(of == at), "{stance}");
        }
    }
}

#[test]
fn mg_47_cover_that_attacks_meet_is_added_up() {
    let bow = "str = 8\nagi = 3\nskills = { gym = 1 }\nposition = [1, 1]\n\
        weapons = [{ name = \"bow\", range = 60, ranged = true, hands = 2, stances = [\"strong\"] }]\n\
        tactics = { plan = \"attack\", move = \"stay\" }";
    let ice = "abilities = [{ name = \"Ice\", effects = [{ immobile = {}, duration = { rounds = 2 } }] }]";
    let map = "[map]\nwidth = 9\nheight = 3\nterrain = [{ at = [5, 1], cover = \"half\" }]\n";
    let bob = format!(
        "hp_max = 40\nposition = [6, 1]\n{ice}\ntactics = {{ spot = \"none\", ability = \"never\" }}"
    );
    for (rulings, freezes, cover) in [("", false, 2), ("", true, 2), ("immobile.cover = false", true, 0)] {
        let mut scene = Scene::new(&format!("{map}[rulings]\n{rulings}\n{}", duel(bow, &bob)));
        if freezes {
            scene.state.marks[1] = LastingEffect { left: 2, by: A };
        }
        scene.turn(A, "d8=1");
        assert_eq!(scene.log.sum(A, Metric::CoverPenalty), cover, "{rulings} {freezes}");
    }
}

#[test]
fn mg_33_damage_is_counted_as_it_is_rolled_on_foes() {
    let ann = "count = 2\nstr = 8\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\n\
        tactics = { plan = \"attack\", stance = \"strong\" }";
    // 5 doubled, 1 less for the size, of which soak stops 3.
    let bob = "size = 1\nhp_max = 4\ndef = 2\ntactics = { spot = \"none\" }";
    let mut scene = Scene::new(&format!("[rulings]\nsize.damage_per_step = 1\n{}", duel(ann, bob)));
    let foe = super::UnitId(2);
    scene.turn(A, "d8=7 d8=6 d4=4 d4=4 d4=1 d4=1");
    scene.tells(&["doubled"]);
    let counted = [Metric::DamageRolled, Metric::DamageDealt].map(|metric| scene.log.sum(A, metric));
    assert_eq!((counted, scene.state.is_in(foe)), ([10, 7], false), "overkill is rolled too");
    let action_ref = scene.rules.kick_action(A);
    let blow = crate::rules::attacks::damage::DamageSource::accident(
        Some(action_ref),
        crate::data::metrics::Harm::Throw,
    );
    scene.act("d6=1 d6=1", |play| play.hurt_by(B, 9, &blow));
    assert_eq!(scene.log.sum(A, Metric::DamageRolled), 10, "nothing of its own side");
}

#[test]
fn mg_03_the_skill_with_the_fewest_dice_below_0_is_the_better_one() {
    let club = "weapons = [{ name = \"club\", skill_mod = { gym = -3, martial_arts = -1 } }]";
    for (ruling, dice) in [("as_zero", 0), ("one_fewer_keep_lower", -1)] {
        let text = format!("[rulings]\ndice.negative_skill = \"{ruling}\"\n{}", duel(club, ""));
        assert_eq!(attack(&Scene::new(&text), With::Weapon(0), Stance::Strong, false).1, dice);
    }
}
