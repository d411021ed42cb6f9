//! What those do who are held, and what they grapple back with (MG-48, MG-51, MG-52, MG-D13).

use super::super::metrics::HeldBy;
use super::super::setup::Stance;
use super::{A, B, Scene, duel};

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
