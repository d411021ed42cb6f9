//! What those do who are held, and what they grapple back with (MG-48, MG-51, MG-52, MG-D13).

use super::{A, B, Chance, Play, Roll, Scene, UnitId, duel};
use crate::choose::{AttackOption, With};
use crate::data::metrics::{DryBy, HeldBy, Metric};
use crate::data::setup::Stance;
use crate::dice::draws::Pool;
use fray_engine::draw::Draw;

const C: UnitId = UnitId(2);

const GRAPPLER: &str = "str = 8\nhp_max = 40\nskills = { martial_arts = 1 }\ntactics = { plan = \"grapple\", stance = \"strong\", spot = \"none\" }";
const VICTIM: &str = "str = 8\nhp_max = 40\nskills = { martial_arts = 2 }\ntactics = { spot = \"none\" }";

#[test]
fn mg_52_an_escape_with_intelligence_grapples_with_the_stance_of_choice() {
    for (stance, word) in [("strong", "strong"), ("best_damage", "fast")] {
        let bob = format!(
            "int = 12\nhp_max = 40\nskills = {{ martial_arts = 2 }}\ntactics = {{ escape = \"counter\", stance = \"{stance}\" }}"
        );
        // Of itself against the weakest number of the former grappler.
        let mut scene = Scene::new(&duel(&format!("{GRAPPLER}\nagi = 3"), &bob));
        scene.act("", |play| play.hold(A, B, Stance::Strong, 4, HeldBy::Grapple));
        scene.act("d12=9 d12=1", |play| {
            play.state.turn.unit = Some(B);
            play.try_escape(B)
        });
        scene.tells(&[&format!("Bob holds Ann, {word}, difficulty 9")]);
    }
}

#[test]
fn mg_48_a_grapple_out_of_an_escape_obeys_the_ruling_on_ties_and_needs_a_hand() {
    let bob = VICTIM.replace("spot = \"none\"", "escape = \"counter\"");
    let sword = "\nweapons = [{ name = \"sword\", hands = 2 }]";
    for (tie, keys, holds) in [("hit", "", true), ("miss", "", false), ("hit", sword, false)] {
        // 7 is the number of her block.
        let ann = GRAPPLER.replace("str = 8", "str = 8\ndef = 12");
        let mut scene = Scene::new(&format!(
            "[rulings]\ngrapple.tie = \"{tie}\"\n{}",
            duel(&ann, &format!("{bob}{keys}"))
        ));
        scene.act("", |play| play.hold(A, B, Stance::Strong, 2, HeldBy::Grapple));
        scene.act("d8=7 d8=1", |play| {
            play.state.turn.unit = Some(B);
            play.try_escape(B)
        });
        assert_eq!(scene.state.unit(B).holds.has(A), holds, "{tie}");
        if !holds {
            scene.tells(&["takes back a hand token"]);
        }
    }
}

/// MG-48, MG-D5: under the ruling what ties misses, so that it is not answered, and a defence that ties stops.
#[test]
fn mg_48_and_mg_d5_what_misses_on_a_tie_is_not_answered() {
    let bob = "agi = 8\ndef = 4\nhands = 0\ntactics = { plan = \"pass\", spot = \"best_odds\" }";
    // Bob's number is 3; without an explosion his dodge reaches 8 and no more.
    for (tie, die, dodges) in [("hit", 3, true), ("miss", 3, false), ("hit", 8, false), ("miss", 8, true)] {
        let text = format!(
            "[rulings]\ngrapple.tie = \"{tie}\"\ndice.explode = false\n{}",
            duel(&format!("{GRAPPLER}\nagi = 8"), bob)
        );
        let mut scene = Scene::new(&text);
        scene.act(&format!("d8={die}{}", if dodges { " d8=1" } else { "" }), |play| {
            let swing =
                play.rules.swing(play.state, A, B, With::Grapple, Stance::Fast, false).expect("the stance");
            play.resolve(
                A,
                B,
                &AttackOption { n: 3, pool: Pool::new(swing.pool.die, swing.pool.dice, 0), ..swing },
                DryBy::Grapple,
                true,
            )
        });
        let told = scene.told().iter().any(|line| line.contains("dodges"));
        assert_eq!(told, dodges, "{tie} {die}");
    }
}

#[test]
fn mg_48_a_defence_that_ties_with_a_grapple_is_told_from_one_that_is_less() {
    /// Takes one of the branches of each draw.
    struct Branches(Vec<usize>);
    impl Chance for Branches {
        fn below(&mut self, _: Roll, _: u32) -> u32 {
            0
        }

        fn draw<D: Draw>(&mut self, _: Roll, what: &D) -> D::Out {
            what.outcome(self.0.remove(0)).0
        }
    }
    for (tie, branch, holds) in [("miss", 0, true), ("miss", 1, false), ("hit", 0, true), ("hit", 1, false)] {
        let bob = "agi = 4\ntactics = { spot = \"dodge\" }";
        let mut scene = Scene::new(&format!("[rulings]\ngrapple.tie = \"{tie}\"\n{}", duel(GRAPPLER, bob)));
        let Scene { rules, state, log } = &mut scene;
        let swing = rules.swing(state, A, B, With::Grapple, Stance::Fast, false).expect("the stance");
        // The second result that hits, and of the dodge the least or the one above it.
        let mut dice = Branches(vec![2, branch]);
        let mut play = Play { rules, state, dice: &mut dice, obs: log };
        let out = play.resolve(A, B, &swing, DryBy::Grapple, true);
        assert_eq!((out.roll, rules.grapple_holds(out.roll, out.n)), (4, holds), "{tie} {branch}");
    }
}

#[test]
fn mg_d13_who_is_held_kicks_its_grappler_only_if_it_is_worth_more_than_the_blow_at_itself() {
    for (agi, kicks) in [(14, false), (2, true)] {
        let ann = format!(
            "hp_max = 40\ndef = {agi}\nagi = {agi}\nacc = {agi}\ntactics = {{ plan = \"pass\", spot = \"none\" }}"
        );
        let bob = "str = 4\ndef = 2\nagi = 4\nhp_max = 40\ntactics = { held = \"wait\", spot = \"none\" }";
        let mut scene = Scene::new(&duel(&ann, bob));
        scene.act("", |play| play.hold(A, B, Stance::Fast, 20, HeldBy::Grapple));
        scene.turn(B, if kicks { "d4=1 d4=1" } else { "" });
        assert_eq!(scene.log.sum(B, Metric::Kicks), u32::from(kicks));
    }
}

#[test]
fn mg_d13_who_is_held_strikes_at_others_where_its_grappler_is_not_worth_it() {
    let ann = "hp_max = 10\ndef = 14\nagi = 14\nacc = 14\ntactics = { plan = \"pass\", spot = \"none\" }";
    let amy = "[[side.unit]]\nname = \"Amy\"\nhp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";
    let bob = "str = 4\ndef = 2\nagi = 4\nhp_max = 40\ntactics = { held = \"wait\", spot = \"none\", stance = \"strong\", plan = \"two_hands\" }";
    let text = format!(
        "[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\n{ann}\n{amy}\n[[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\n{bob}\n"
    );
    let mut scene = Scene::new(&text);
    scene.act("", |play| play.hold(A, C, Stance::Precise, 20, HeldBy::Grapple));
    scene.turn(C, "d4=1 d4=1");
    scene.tells(&["strong attack on Amy"]);
}

#[test]
fn mg_52_an_escape_rolls_the_stat_that_is_the_best_against_what_it_has_to_reach() {
    // Of 6 a d4 has 3 of 16 and a d6 1 of 6, of 4 the d6 has more.
    for (drops, told) in [(false, "1d4 (4+2) = 6 against 6: free"), (true, "1d6 (4) = 4 against 4: free")] {
        let bob = "str = 4\nagi = 6\nint = 2\nskills = { martial_arts = 1 }\ntactics = { spot = \"none\" }";
        let mut scene =
            Scene::new(&format!("[rulings]\nescape.drop_before_roll = {drops}\n{}", duel(GRAPPLER, bob)));
        scene.act("", |play| play.hold(A, B, Stance::Strong, 6, HeldBy::Grapple));
        scene.act(if drops { "d6=4" } else { "d4=4 d4=2" }, |play| {
            play.state.turn.unit = Some(B);
            play.try_escape(B)
        });
        scene.tells(&[told]);
    }
}
