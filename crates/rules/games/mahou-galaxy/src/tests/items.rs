//! What is dropped and where it lies (MG-39, MG-56, MG-D22).

use super::{A, B, Scene};
use crate::board::Board;
use crate::state::WITH_OWNER;

/// Ann with a sword at [1, 2], with these keys, and Bob who does nothing at [11, 2], under these rulings.
fn sword(rulings: &str, terrain: &str, ann: &str) -> Scene {
    Scene::new(&format!(
        "rulings = {{ {rulings} }}\n[map]\nwidth = 12\nheight = 5\nterrain = [{terrain}]\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n\
         weapons = [{{ name = \"sword\", damage = [\"3d8\"] }}]\nskills = {{ gym = 1 }}\n\
         facet_skills = [\"gym\"]\n{ann}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [11, 2]\nhp_max = 40\n\
         tactics = {{ plan = \"pass\", spot = \"none\" }}\n"
    ))
}

#[test]
fn mg_39_and_mg_d22_a_dropped_item_stays_in_its_cell_and_is_fetched_within_the_moves() {
    // From [7, 2] four cells lead to one beside the sword.
    for (agi, fetches) in [(4, true), (3, false)] {
        let mut scene = sword("", "", &format!("agi = {agi}"));
        scene.act("", |play| play.drop_item(A, 1));
        scene.never_tells("it lies in");
        scene.state.unit_mut(A).cell = Board::cell(6, 2);
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).in_hand[0] == 1, fetches, "agi {agi}");
        if fetches {
            scene.tells(&["steps to 2, 1", "takes sword in hand"]);
            assert!(scene.state.lies.iter().all(|&cell| cell == WITH_OWNER));
        } else {
            scene.never_tells("takes sword in hand");
        }
    }
    // Who stays does not go for it, and from beside it nobody needs to.
    for (at, takes) in [(6, false), (2, true)] {
        let mut scene = sword("", "", "agi = 8\ntactics = { move = \"stay\" }");
        scene.act("", |play| play.drop_item(A, 1));
        scene.state.unit_mut(A).cell = Board::cell(at, 2);
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).in_hand[0] == 1, takes);
        scene.never_tells("steps");
    }
}

#[test]
fn mg_39_drop_scatter_feet_throws_it_in_one_of_eight_directions_until_something_stops_it() {
    let wall = "{ at = [4, 2], blocks_move = true }";
    // 15 feet to the right, in front of the wall, to the edge of the map.
    for (terrain, die, at) in [("", 3, [4, 2]), (wall, 3, [3, 2]), ("", 2, [0, 2]), ("", 8, [3, 4])] {
        let mut scene = sword("drop.scatter_feet = 15", terrain, "");
        scene.act(&format!("d8={die}"), |play| play.drop_item(A, 1));
        assert_eq!(scene.state.lies[0], Board::cell(at[0], at[1]), "d8={die}");
        scene.tells(&["Ann drops sword", &format!("it lies in {}, {}", at[0], at[1])]);
    }
    // Under `manhattan` there are four.
    let mut scene = sword("drop.scatter_feet = 15, map.metric = \"manhattan\"", "", "");
    scene.act("d4=3", |play| play.drop_item(A, 1));
    assert_eq!(scene.state.lies[0], Board::cell(4, 2));
    // Less than a cell is nowhere else.
    let mut scene = sword("drop.scatter_feet = 4", "", "");
    scene.act("", |play| play.drop_item(A, 1));
    assert_eq!(scene.state.lies[0], Board::cell(1, 2));
}

#[test]
fn mg_56_what_goes_from_hand_to_hand_does_not_scatter() {
    let ann = "str = 11\nhp_max = 40";
    let thief = "[{ name = \"blade\", damage = [\"1d4\"] }]";
    let text = |hands: u32| {
        format!(
            "rulings = {{ drop.scatter_feet = 10, snatch.needs_hold = false }}\n[map]\nwidth = 12\nheight = 5\n\
             [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [5, 2]\n{ann}\nhands = {hands}\n\
             weapons = {thief}\ntactics = {{ plan = \"grapple\", grapple = \"snatch\" }}\n\
             [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [6, 2]\n\
             weapons = [{{ name = \"club\", damage = [\"4d12\"] }}]\n"
        )
    };
    let mut scene = Scene::new(&text(2));
    scene.act("", |play| play.take_item(A, B, 1));
    scene.tells(&["Bob drops club", "takes club of Bob in hand"]);
    scene.never_tells("it lies in");
    // No hand is free: it flies off.
    let mut scene = Scene::new(&text(1));
    scene.act("d8=3", |play| play.take_item(A, B, 1));
    scene.tells(&["Bob drops club", "it lies in 8, 2"]);
}
