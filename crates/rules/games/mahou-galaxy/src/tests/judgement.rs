//! What the tactics weigh: worths, risks, which token pays, and what comes of it.

use super::{A, B, Event, Log, Scene, UnitId, duel, fight, fights, setup, told};
use crate::choose::With;
use crate::data::metrics::{HeldBy, Metric};
use crate::data::setup::{Setup, Stance};

const C: UnitId = UnitId(2);
const PLAIN: &str = "rulings = { dice.explode = false }\n";
const ONE_ROUND: &str = "run.max_rounds=1";

/// Sides of units with their keys.
fn sides(a: &[(&str, &str)], b: &[(&str, &str)]) -> String {
    let side = |name: &str, units: &[(&str, &str)]| {
        let unit = |(name, keys): &(&str, &str)| format!("[[side.unit]]\nname = \"{name}\"\n{keys}\n");
        format!("[[side]]\nname = \"{name}\"\n{}", units.iter().map(unit).collect::<String>())
    };
    side("left", a) + &side("right", b)
}

/// Returns whom and how units attack, one attack after the other.
fn attacks(log: &Log) -> Vec<(UnitId, UnitId, Stance)> {
    let of = |event: &Event| match *event {
        Event::Attacks { unit, target, stance, .. } => Some((unit, target, stance)),
        _ => None,
    };
    log.events.iter().filter_map(of).collect()
}

fn mean(setup: &Setup, unit: UnitId, metric: Metric) -> f64 {
    let n = 200;
    let sum: u32 = fights(setup, n).iter().map(|log| log.sum(unit, metric)).sum();
    f64::from(sum) / n as f64
}

#[test]
fn mg_78_a_hit_takes_hit_points_without_a_floor() {
    let heals = "agi = 0\nacc = 2\nspeed_mod = -20\nhp_max = 50\nmp_max = 9\ntactics = { plan = \"pass\", spot = \"none\" }\n\
        abilities = [{ name = \"Mend\", cost = { speak = 1, mp = 3 }, target = \"ally\", range = 30, effects = [{ heal = { flat = 8 } }] }]";
    let guard = "hp_max = 10\ndef = 4\nagi = 0\nacc = 2\nspeed_mod = -20\ntactics = { plan = \"pass\", spot = \"none\" }";
    // Out below -4: of -3 a heal of 8 makes 5, of -12 it makes -4, of -13 -5, and of -190 nothing of worth.
    for (damage, hp, comes_back) in [(15, 3, true), (22, -4, true), (23, -13, false), (200, -190, false)] {
        let cannon = format!(
            "hp_max = 99\nagi = 0\nacc = 12\ntactics = {{ plan = \"pass\", spot = \"none\" }}\n\
             abilities = [{{ name = \"Shell\", uses = {{ per_fight = 1 }}, range = 30, effects = [{{ damage = {{ flat = {damage}, ignore_soak = true }} }}] }}]"
        );
        let text = format!("{PLAIN}{}", sides(&[("Medic", heals), ("Guard", guard)], &[("Cannon", &cannon)]));
        let log = fight(&setup(&text, &["run.max_rounds=2"]), 1);
        let told = told(&setup(&text, &[]), &log);
        assert_eq!(log.sum(B, Metric::DamageTaken), 15.min(damage as u32), "the rest is overkill");
        assert_eq!(
            told.iter().any(|line| line.contains("Guard comes back")),
            comes_back,
            "{damage}: {told:#?}"
        );
        let healed = told.iter().any(|line| line.contains("Guard") && line.contains(&format!("has {hp}")));
        assert_eq!(healed, damage < 23, "{damage}: {told:#?}");
    }
}

#[test]
fn mg_d17_tokens_are_held_without_a_map_as_on_an_empty_one() {
    let gunner = "agi = 0\nacc = 8\nspeed_mod = 20\nskills = { gym = 3 }\ntactics = { stance = \"precise\" }\n\
        weapons = [{ name = \"gun\", skills = [\"gym\"], stances = [\"precise\"], damage = [\"2d6\"], range = 30, ranged = true, hands = 2 }]";
    let mark = "hp_max = 99\nagi = 0\ntactics = { plan = \"pass\", spot = \"none\" }";
    let on_map = |keys: &str, x: u32| format!("{keys}\nposition = [{x}, 0]");
    let without = format!("{PLAIN}{}", duel(gunner, mark));
    let with =
        format!("{PLAIN}map = {{ width = 14, height = 1 }}\n{}", duel(&on_map(gunner, 0), &on_map(mark, 1)));
    for text in [without, with] {
        // MG-14: the token of the first partial turn is held, and strikes with that of the second.
        assert_eq!(fight(&setup(&text, &[ONE_ROUND]), 1).sum(A, Metric::Attacks), 2, "{text}");
    }
}

#[test]
fn mg_81_every_ability_that_is_used_counts() {
    let mage = "agi = 0\nmp_max = 9\ntactics = { plan = \"pass\", spot = \"none\" }\n\
        abilities = [{ name = \"Bolt\", uses = { per_fight = 1 }, cost = { speak = 1, mp = 3 }, range = 30, effects = [{ damage = { flat = 5, ignore_soak = true } }] }]";
    let mark = "hp_max = 99\nagi = 0\ntactics = { plan = \"pass\", spot = \"none\" }";
    assert_eq!(fight(&setup(&duel(mage, mark), &[ONE_ROUND]), 1).sum(A, Metric::Casts), 1);
}

#[test]
fn mg_d10_the_same_attack_is_made_with_the_same_stance() {
    // The token that comes back makes the fast stance the best, and it comes back once a turn.
    let boxer = "str = 9\nagi = 8\nacc = 3\nhp_max = 60\nskills = { martial_arts = 4 }\nfacet_skills = [\"martial_arts\"]\n\
        tactics = { spot = \"none\", plan = \"attack\" }";
    let setup = setup(
        &duel(
            boxer,
            "hp_max = 300\nagi = 0\nspeed_mod = -20\ntactics = { plan = \"pass\", spot = \"none\" }",
        ),
        &["run.max_rounds=3"],
    );
    let mut n = 0;
    for log in fights(&setup, 100) {
        let mut last = None;
        let mut regained = false;
        for event in &log.events {
            match *event {
                Event::Attacks { stance, .. } => {
                    if core::mem::take(&mut regained) {
                        n += 1;
                        assert_eq!(Some(stance), last);
                    }
                    last = Some(stance);
                }
                Event::Regains { .. } => regained = true,
                Event::Acts { .. } => regained = false,
                _ => {}
            }
        }
    }
    assert!(n > 5, "{n}");
}

#[test]
fn mg_d4_and_mg_d15_weigh_all_that_can_be_walked_to() {
    let strong = "hp_max = 25\nstr = 12\nskills = { gym = 4 }\nposition = [8, 1]";
    let weak = "hp_max = 25\nstr = 2\nposition = [8, 0]";
    for target in ["threat", "best_damage"] {
        // On the frail the blow is worth most.
        let frail = format!("{strong}\ndef = 1\nagi = 0");
        let tough = format!("{weak}\ndef = 9\narmor = 9\nagi = 0");
        for foes in [[("Strong", frail.as_str()), ("Weak", &tough)], [("Weak", &tough), ("Strong", &frail)]] {
            let ann = format!(
                "agi = 8\nstr = 8\nacc = 12\nspeed_mod = 20\nskills = {{ gym = 3 }}\nposition = [5, 0]\ntactics = {{ stance = \"strong\", target = \"{target}\" }}"
            );
            let text = format!("map = {{ width = 12, height = 2 }}\n{}", sides(&[("Ann", &ann)], &foes));
            let log = fight(&setup(&text, &[ONE_ROUND]), 3);
            let first = attacks(&log).into_iter().find(|it| it.0 == A).expect("an attack");
            let wanted = if foes[0].0 == "Strong" { B } else { C };
            assert_eq!(first.1, wanted, "{target}: {foes:?}");
        }
    }
    for foes in [[("Strong", strong), ("Weak", weak)], [("Weak", weak), ("Strong", strong)]] {
        let talker = "per = 12\nint = 9\nspeed_mod = 20\nposition = [0, 0]\ntactics = { talk = \"general\", plan = \"pass\" }";
        let text = format!("map = {{ width = 12, height = 2 }}\n{}", sides(&[("Ann", talker)], &foes));
        let setup = setup(&text, &[ONE_ROUND]);
        let told = told(&setup, &fight(&setup, 3));
        let first = told.iter().find(|line| line.contains("talks to"));
        assert!(first.is_some_and(|line| line.contains("Strong")), "{told:#?}");
    }
}

#[test]
fn mg_d18_an_ability_is_weighed_against_the_blow_on_its_target() {
    let mage = "mp_max = 9\nstr = 6\nacc = 20\nagi = 0\nskills = { gym = 2 }\ntactics = { stance = \"strong\" }\n\
        abilities = [{ name = \"Bolt\", cost = { hand = 1, mp = 2 }, range = 30, effects = [{ damage = { sets = [\"1d6\"] } }] }]";
    let knight = "hp_max = 15\ndef = 4\nagi = 0\nacc = 1";
    let page = "hp_max = 20\ndef = 1\nagi = 0\nacc = 1";
    let spent = |foes: &[(&str, &str)]| {
        mean(&setup(&sides(&[("Mage", mage)], foes), &[ONE_ROUND]), A, Metric::MpSpent)
    };
    let alone = spent(&[("Knight", knight)]);
    assert!(alone > 2.0, "{alone}");
    // MG-D4: the Page has more toughness, so that nobody is struck in place of the Knight.
    assert!((spent(&[("Knight", knight), ("Page", page)]) - alone).abs() < 0.3);
}

#[test]
fn where_all_worths_are_0_the_chance_times_the_damage_is_compared() {
    let ann = "str = 4\nacc = 12\nskills = { gym = 1 }\ntactics = { spot = \"none\", plan = \"attack\" }";
    let bob = "def = 5\nacc = 1\narmor = 5\ntactics = { spot = \"none\" }";
    let log = fight(&setup(&format!("{PLAIN}{}", duel(ann, bob)), &[ONE_ROUND]), 1);
    let first = attacks(&log).into_iter().find(|it| it.0 == A).expect("an attack");
    assert_eq!(first.2, Stance::Precise);
    // Of two foes the one whom the blow, worth nothing, strikes more often.
    let (hard, easy) = ("def = 9\nagi = 0\narmor = 9", "def = 7\nagi = 0\narmor = 9");
    let ann = "str = 3\nacc = 12\nspeed_mod = 20\nskills = { gym = 1 }\ntactics = { stance = \"strong\", target = \"best_damage\" }";
    let rulings = "rulings = { dice.explode = false, size.damage_per_step = 0 }\n";
    let log = fight(
        &setup(
            &format!("{rulings}{}", sides(&[("Ann", ann)], &[("Hard", hard), ("Easy", easy)])),
            &[ONE_ROUND],
        ),
        1,
    );
    assert!(attacks(&log).iter().filter(|it| it.0 == A).all(|it| it.1 == C), "{:?}", attacks(&log));
}

#[test]
fn mg_35_and_mg_d2_damage_that_is_doubled_behind_the_soak_is_worth_what_there_is_to_lose() {
    let rulings = "rulings = { hp.out_at = \"zero_or_less\", crit.double_before_soak = false }\n";
    let ann = "str = 9\nacc = 15\nagi = 9\nskills = { gym = 2 }\nfacet_skills = [\"gym\"]\n\
        tactics = { plan = \"attack\", talk = \"none\" }\n\
        weapons = [{ name = \"staff\", skills = [\"gym\"], stances = [\"strong\", \"precise\"], damage = [\"2d6\"] }]";
    // A critical hit takes all of one point, too: the stance that hits more often is the best.
    for hp in 1..=3 {
        let bob = format!("hp_max = {hp}\nstr = 3\ndef = 2\nacc = 12\nagi = 0\nspeed_mod = -20");
        let log = fight(&setup(&format!("{rulings}{}", duel(ann, &bob)), &[ONE_ROUND]), 1);
        let first = attacks(&log).into_iter().find(|it| it.0 == A).expect("an attack");
        assert_eq!(first.2, Stance::Strong, "{hp}");
    }
}

#[test]
fn mg_35_and_mg_d5_damage_that_is_doubled_behind_the_soak_puts_out_whom_it_can() {
    let ann = "str = 9\nacc = 15\nskills = { gym = 2 }\nfacet_skills = [\"gym\"]\nspeed_mod = -20\n\
        tactics = { plan = \"attack\", stance = \"strong\" }\n\
        weapons = [{ name = \"staff\", skills = [\"gym\"], stances = [\"strong\"], damage = [\"2d6\"] }]";
    // The blow does 4.5 on the mean and soak stops 3: twice what is left is 3 of 4 hit points, twice all less 3 is 6.
    let bob = "hp_max = 4\nstr = 3\ndef = 4\narmor = 2\nspeed_mod = -20\n\
        tactics = { plan = \"pass\", spot = \"only_if_lethal\" }";
    for (before, dodges) in [(true, true), (false, false)] {
        let rulings = format!(
            "rulings = {{ dice.explode = false, hp.out_at = \"zero_or_less\", crit.double_before_soak = {before} }}\n"
        );
        let setup = setup(&format!("{rulings}{}", duel(ann, bob)), &[ONE_ROUND]);
        let spots = [Metric::SpotDodge, Metric::SpotBlock, Metric::SpotParry];
        let stopped: f64 = spots.into_iter().map(|spot| mean(&setup, B, spot)).sum();
        assert_eq!(stopped > 0.0, dodges, "doubled before soak: {before}");
    }
}

#[test]
fn mg_72_and_mg_82_the_token_of_the_hand_with_the_shield_pays() {
    let shield = "shield = { name = \"shield\", skills = [\"gym\"] }\nskills = { gym = 2 }";
    // The block of an attack before its turn leaves the fist its token.
    let ann = format!(
        "acc = 2\nhp_max = 60\n{shield}\ntactics = {{ plan = \"attack\", spot = \"block_offhand\" }}"
    );
    let bob =
        "acc = 20\nstr = 12\nskills = { gym = 4 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let text = format!("{PLAIN}{}", duel(&ann, bob));
    assert!(mean(&setup(&text, &[ONE_ROUND]), A, Metric::Attacks) > 0.99);
    // MG-51: an upkeep is told, and paid with it as well.
    let mut scene =
        Scene::new(&duel(&format!("str = 8\n{shield}\ntactics = {{ spot = \"none\" }}"), "hp_max = 40"));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene.turn(A, "d8=1 d8=1 d8=2 d6=1 d6=1 d8=1 d8=1");
    scene.tells(&["keeps its hold on Bob with an offhand token", "strong attack on Bob with fist"]);
    // MG-64: so is an ability, which then costs no blow that it would have to be worth.
    let mage = format!(
        "str = 9\n{shield}\ntactics = {{ stance = \"strong\", spot = \"none\" }}\n\
         abilities = [{{ name = \"Spark\", cost = {{ hand = 1 }}, range = 30, effects = [{{ damage = {{ flat = 1, ignore_soak = true }} }}] }}]"
    );
    let log = fight(&setup(&duel(&mage, "hp_max = 60\nagi = 0"), &[ONE_ROUND]), 1);
    assert!(log.sum(A, Metric::Casts) >= 1 && log.sum(A, Metric::Attacks) >= 1);
}

#[test]
fn mg_51_and_mg_d13_nobody_pays_with_its_life_for_a_scratch() {
    let boxer = "str = 8\ndef = 2\nagi = 8\nacc = 5\nhp_max = 30\nskills = { gym = 1 }\ntactics = { spot = \"none\" }";
    let holder = "str = 6\ndef = 14\nhp_max = 300\nagi = 20\ntactics = { spot = \"none\" }";
    let kicks = |hp: i32| {
        let mut scene = Scene::new(&duel(boxer, holder));
        scene.state.unit_mut(A).hp = hp;
        scene.act("", |play| play.hold(B, A, Stance::Fast, 30, HeldBy::Grapple));
        let swing = scene.rules.best_swing(&scene.state, A, B, With::Kick, false).expect("a kick");
        scene.rules.dares(&scene.state, A, B, &swing)
    };
    // Its kick is worth more than the blow at itself is in hit points, of which it has hardly any to lose.
    assert!(!kicks(-2));
}

#[test]
fn mg_48_who_has_a_weapon_in_hand_grapples_nobody() {
    let wrestler = "str = 9\nacc = 9\nhp_max = 40\nskills = { gym = 3 }\ntactics = { plan = \"grapple\", spot = \"none\" }";
    let weapon = |keys: &str| format!("{wrestler}\nweapons = [{{ name = \"thing\", {keys} }}]");
    let victim = "hp_max = 60\nacc = 2\nagi = 0\ntactics = { plan = \"pass\", spot = \"none\" }";
    let grapples = |ann: &str, ruling: &str| {
        let text = format!("rulings = {{ {ruling} }}\n{}", duel(ann, victim));
        fight(&setup(&text, &[ONE_ROUND]), 1).sum(A, Metric::Grapples) > 0
    };
    let sword = weapon("damage = [\"2d6\"]");
    for (ann, ruling, may) in [
        (wrestler, "", true),
        (&sword, "", false),
        (&sword, "grapple.armed = \"free_hand\"", true),
        (&weapon("fist = true"), "", true),
        (&weapon("worn = true"), "", true),
        (&format!("{wrestler}\nshield = {{ name = \"shield\" }}"), "", true),
    ] {
        assert_eq!(grapples(ann, ruling), may, "{ann} {ruling}");
    }
}

#[test]
fn mg_14_what_the_default_holds_is_part_of_the_state() {
    let reads = |ann: &str| {
        let bob = "tactics = { hold = \"none\" }";
        Scene::new(&duel(&format!("shield = {{ name = \"shield\" }}\n{ann}"), bob)).rules.reads.held_tokens
    };
    assert!(reads(""));
    assert!(reads("tactics = { hold = [{ use = \"none\", when = \"hp < 5\" }] }"));
    assert!(!reads("tactics = { hold = \"none\" }"));
}

#[test]
fn mg_d1_and_mg_d5_what_is_spare_kicks_or_dodges_whichever_is_worth_more() {
    let foe = |keys: &str| format!("count = 2\nhp_max = 60\nagi = 0\nacc = 2\n{keys}");
    let ann = |keys: &str| format!("agi = 6\nhp_max = 90\nskills = {{ martial_arts = 3 }}\n{keys}");
    let kicks = |ann: &str, bob: &str| mean(&setup(&duel(ann, bob), &[ONE_ROUND]), A, Metric::Kicks);
    let (first, last) = ("speed_mod = 20", "speed_mod = -20");
    // A great kick against scratches: of those before her turn she dodges none for it, nor of those to come.
    let (great, scratches) =
        (|keys: &str| ann(&format!("str = 11\n{keys}")), |keys: &str| foe(&format!("str = 3\n{keys}")));
    assert!(kicks(&great(first), &scratches(last)) > 0.99);
    assert!(kicks(&great(last), &scratches(first)) > 0.99);
    // `two_hands` keeps its feet for dodges, whatever those are worth.
    assert!(
        kicks(&great(&format!("{last}\ntactics = {{ plan = \"two_hands\" }}")), &scratches(first)) < 0.01
    );
    // Where great blows are still to come the same feet dodge.
    let blows = |keys: &str| {
        foe(&format!(
            "weapons = [{{ name = \"maul\", flat = 9 }}]\ntactics = {{ plan = \"attack\", stance = \"strong\" }}\n{keys}"
        ))
    };
    let weak = |keys: &str| ann(&format!("str = 2\n{keys}"));
    assert!(kicks(&weak(first), &blows(last)) < 0.01);
    // Behind the last turn of a round, with no partial turn to come, what the dodges before it have left kicks,
    // unless it is held for those of the next round.
    let at_last = |tactics: &str| {
        let ann = weak(last).replace("agi = 6", "agi = 12") + tactics;
        let text = format!("rulings = {{ dice.explode = false }}\n{}", duel(&ann, &blows("")));
        mean(&setup(&text, &[ONE_ROUND]), A, Metric::Kicks)
    };
    assert_eq!(at_last(""), 1.0);
    assert_eq!(at_last("\ntactics = { hold = \"all\" }"), 0.0);
}

/// What is resisted is halved and rounded down before it is weighed: half of 7 is 3, less than the 3.125 of two dice of
/// four sides, half of 8 is more.
#[test]
fn mg_65_and_mg_d18_half_of_the_damage_is_weighed_rounded_down() {
    for (flat, casts) in [(7, false), (8, true)] {
        let ann = format!(
            "mp_max = 9\nstr = 12\nweapons = [{{ name = \"sling\", damage = [\"2d4\"], stances = [\"strong\"] }}]\n\
             tactics = {{ plan = \"attack\" }}\nabilities = [{{ name = \"Bolt\", cost = {{ hand = 1, mp = 2 }}, \
             resolve = {{ oppose = {{ stat = \"agi\", number = 1, result = \"half\" }} }}, range = 30, \
             effects = [{{ damage = {{ flat = {flat} }} }}] }}]"
        );
        let bob = "hp_max = 90\ndef = 0\ntactics = { plan = \"pass\", spot = \"none\" }";
        let setup = setup(&format!("{PLAIN}{}", sides(&[("Ann", &ann)], &[("Bob", bob)])), &[ONE_ROUND]);
        let told = told(&setup, &fight(&setup, 1));
        assert_eq!(told.iter().any(|line| line.contains("Ann uses Bolt")), casts, "{flat}: {told:#?}");
    }
}

/// A die of four sides gives 2.25 on average to who lacks 3, and 2.5 to who lacks 10, although that one is hardier.
#[test]
fn mg_d18_healing_counts_as_what_it_really_gives_back() {
    let medic = "mp_max = 4\nacc = 12\nspeed_mod = 20\ntactics = { plan = \"pass\", spot = \"none\" }\n\
        abilities = [{ name = \"Mend\", cost = { speak = 1, mp = 3 }, target = \"ally\", range = 30, \
        effects = [{ heal = { sets = [\"1d4\"] } }] }]";
    let idle = |hp: i32| format!("hp_max = 20\nhp = {hp}\ntactics = {{ plan = \"pass\", spot = \"none\" }}");
    let (near, far) = (idle(17).replace("hp_max = 20", "hp_max = 20\ndef = 0"), idle(10) + "\ndef = 12");
    let left = [("Medic", medic), ("Near", near.as_str()), ("Far", far.as_str())];
    let setup = setup(&format!("{PLAIN}{}", sides(&left, &[("Bob", &idle(20))])), &[ONE_ROUND]);
    let told = told(&setup, &fight(&setup, 1));
    assert!(told.iter().any(|line| line.contains("Medic uses Mend on Far")), "{told:#?}");
}

/// MG-D4: one who holds somebody attacks nobody else, but uses abilities on whom they are useful. MG-66: nobody is
/// made blind twice.
#[test]
fn mg_d4_and_mg_d18_an_ability_is_for_whom_it_changes() {
    let ink = |name: &str| {
        format!(
            "mp_max = 9\nabilities = [{{ name = \"{name}\", cost = {{ speak = 1, mp = 3 }}, range = 30, \
             effects = [{{ blind = {{}}, duration = {{ rounds = 3 }} }}] }}]\ntactics = {{ plan = \"two_hands\", target = \"first\" }}"
        )
    };
    let dummy = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";
    let [ink, smoke] = ["Ink", "Smoke"].map(ink);
    let text =
        format!("{PLAIN}{}", sides(&[("Ann", &ink), ("Abe", &smoke)], &[("Bob", dummy), ("Bill", dummy)]));
    let mut scene = Scene::new(&text);
    let bill = UnitId(3);
    scene.state.unit_mut(A).take_hold(C, crate::state::Hold::new(Stance::Strong, 9));
    scene.state.held.insert(C);
    let on = |scene: &mut Scene, unit: UnitId| {
        scene.act("", |play| {
            play.state.turn =
                crate::state::Turn { unit: Some(unit), speak: 1, ..crate::state::Turn::default() };
            play.choose_for(unit, 0).map(|aimed| aimed.first())
        })
    };
    assert_eq!(on(&mut scene, A), Some(Some(C)));
    scene.act("", |play| {
        play.state.turn = crate::state::Turn { unit: Some(A), speak: 1, ..crate::state::Turn::default() };
        play.use_abilities(A, crate::data::vocabulary::Timing::Turn)
    });
    assert_eq!([A, B].map(|unit| on(&mut scene, unit)), [Some(Some(bill)); 2], "Bob is blind already");
}

/// MG-19, MG-58, MG-D4: nobody takes the sight of who needs none to attack, or the voice of who has no use for it.
#[test]
fn mg_d4_sight_and_voice_are_taken_from_who_needs_them() {
    let mage = |effect: &str| {
        format!(
            "mp_max = 9\nabilities = [{{ name = \"Ink\", cost = {{ speak = 1, mp = 3 }}, range = 30, \
             effects = [{{ {effect} = {{}}, duration = {{ rounds = 3 }} }}] }}]\ntactics = {{ plan = \"two_hands\" }}"
        )
    };
    let archer = "weapons = [{ name = \"bow\", ranged = true, hands = 2, range = 60 }]";
    let talker = "tactics = { talk = \"general\" }";
    let near = "[rulings]\nblind.applies = \"ranged_only\"\n";
    for (rulings, effect, bob, is_used) in [
        ("", "blind", "", true),
        (near, "blind", "", false),
        (near, "blind", archer, true),
        ("", "silence", "", false),
        ("", "silence", talker, true),
    ] {
        let mut scene = Scene::new(&format!("{rulings}{}", duel(&mage(effect), bob)));
        let chosen = scene.act("", |play| {
            play.state.turn = crate::state::Turn { unit: Some(A), speak: 1, ..crate::state::Turn::default() };
            play.choose_for(A, 0).is_some()
        });
        assert_eq!(chosen, is_used, "{effect} {rulings} {bob}");
    }
}

/// MG-D18: what hurts its own side as much as the other is not used for what else it does.
#[test]
fn mg_d18_harm_to_its_own_side_is_harm_whatever_else_comes_of_it() {
    let quake = |effects: &str| {
        let ann = format!(
            "hp_max = 20\ndef = 0\nmp_max = 9\nabilities = [{{ name = \"Quake\", cost = {{ speak = 1, mp = 3 }}, \
             range = 30, effects = [{effects}] }}]"
        );
        let bob = "hp_max = 20\ndef = 0";
        let mut scene = Scene::new(&format!("{PLAIN}{}", sides(&[("Ann", &ann)], &[("Bob", bob)])));
        // Ann lies already.
        scene.state.unit_mut(A).fallen = true;
        let both: fray_engine::roster::UnitSet = [A, B].into_iter().collect();
        scene.act("", |play| play.rules.value(play.state, A, 0, both, false).is_useful())
    };
    assert!(quake("{ fall = {} }"), "Bob falls");
    assert!(!quake("{ damage = { flat = 2 } }, { fall = {} }"));
    assert!(!quake("{ damage = { flat = 2 } }"));
}

#[test]
fn mg_d4_help_goes_to_the_nearest_of_those_who_are_equally_weak() {
    let caster = "hp_max = 40\nposition = [0, 0]\ntactics = { plan = \"pass\" }\n\
        abilities = [{ name = \"Fierce\", cost = { speak = 1 }, target = \"ally\", range = 60, \
        effects = [{ modify = { what = \"attack\", amount = 2 }, duration = \"fight\" }] }]";
    let friend = |x: u32| format!("hp_max = 20\nposition = [{x}, 0]\ntactics = {{ plan = \"pass\" }}");
    let foe = "position = [12, 0]\ntactics = { plan = \"pass\" }";
    for (far, near, helped) in [(9, 2, "Near"), (2, 2, "Far")] {
        let units = [("Caster", caster), ("Far", &*friend(far)), ("Near", &*friend(near))];
        let text = format!("map = {{ width = 13, height = 1 }}\n{}", sides(&units, &[("Foe", foe)]));
        let setup = setup(&text, &[ONE_ROUND]);
        let told = told(&setup, &fight(&setup, 1));
        let uses = told.iter().find(|line| line.contains("Fierce"));
        assert!(uses.is_some_and(|line| line.contains(helped)), "{helped}: {told:#?}");
    }
}
