//! Turns, rounds and ends (SB-01, SB-04 to SB-06, SB-41, SB-45, SB-49 to SB-52, SB-55, SB-58 to SB-63).

use super::*;
use crate::data::vocabulary::Status;

fn idle(name: &str) -> String {
    unit(name, [9, 0, 0, 9, 9], "rng = 0")
}

#[test]
fn sb_04_the_roll_off() {
    let table = Table::new("[rulings]\nfirst = \"rolloff\"", &[idle("A")], &[idle("B")]);
    assert_eq!(table.tape("d2=2").activated(), [A, B]);
    assert_eq!(table.tape("d2=1").activated(), [B, A]);
    let second = table.text.replace("name = \"west\"\n", "name = \"west\"\ntactics = { go = \"second\" }\n");
    assert_eq!(Table { text: second }.tape("d2=2").activated(), [B, A]);
    let b_first = Table::new("[rulings]\nfirst = \"side_b\"", &[idle("A")], &[idle("B")]);
    assert_eq!(b_first.tape("").activated(), [B, A]);
}

#[test]
fn sb_05_all_units_of_a_side_or_one_by_one() {
    let own = [idle("A"), idle("B")];
    let foes = [idle("C"), idle("D")];
    assert_eq!(Table::new("", &own, &foes).tape("").activated(), [A, B, C, D]);
    let one = "max_rounds = 2\n[rulings]\nactivation = \"one_unit\"";
    assert_eq!(Table::new(one, &own, &foes).tape("").activated(), [A, C, B, D]);
}

#[test]
fn d_02_the_order_inside_a_side() {
    let own = |order: &str| {
        let units = [unit("A", [9, 0, 0, 9, 9], "rng = 0\nmv = 2"), unit("B", [9, 3, 0, 9, 9], "mv = 5")];
        let text = Table::new("", &units, &[unit("C", [2, 0, 0, 0, 0], "rng = 0")]).text;
        Table {
            text: text.replace(
                "name = \"west\"\n",
                &format!("name = \"west\"\ntactics = {{ order = \"{order}\" }}\n"),
            ),
        }
    };
    assert_eq!(own("list").tape("").activated(), [A, B]);
    assert_eq!(own("fastest_first").tape("").activated(), [B]);
    assert_eq!(own("can_kill_first").tape("").activated(), [B]);
    assert_eq!(own("random").tape("d2=2").activated(), [B]);
}

#[test]
fn sb_45_example_11_burn() {
    let a = unit("A", [5, 0, 0, 2, 2], "rng = 0\nstatuses = { burn = 2 }");
    let rounds = |n: u32, head: &str| {
        Table::new(&format!("max_rounds = {n}\n{head}"), std::slice::from_ref(&a), &[idle("B")]).tape("")
    };
    let one = rounds(1, "");
    assert_eq!((one.hp(A), one.pd(A), one.sd(A), one.stacks(A, Status::BURN)), (1, 2, 2, 2));
    let two = rounds(2, "");
    assert_eq!((two.hp(A), two.sum(A, Metric::BurnDamage)), (0, 5));
    assert_eq!(rounds(1, "[rulings]\nburn_per_stack = 1").hp(A), 3);
    assert_eq!(rounds(2, "[rulings]\nburn_duration = 1").hp(A), 1);
    // A third application changes nothing.
    let burns = "on_attack = [{ effects = [{ add_status = { name = \"burn\", stacks = 3 } }] }]";
    let hit = |head: &str| {
        Table::new(head, &[unit("A", [9, 1, 0, 0, 0], burns)], &[unit("B", [30, 0, 0, 5, 0], "rng = 0")])
            .tape("")
    };
    assert_eq!(hit("").stacks(B, Status::BURN), 2);
    assert_eq!(hit("[rulings]\nburn_max = 3").stacks(B, Status::BURN), 3);
}

#[test]
fn sb_49_silence_forbids_abilities_and_sb_50_sleep_everything() {
    let a = |status: &str| {
        unit(
            "A",
            [9, 2, 0, 0, 0],
            &format!(
                "statuses = {{ {status} = 1 }}\nabilities = [{{ name = \"Bolt\", effects = [{{ damage = 9 }}] }}]"
            ),
        )
    };
    let b = || unit("B", [30, 0, 0, 0, 0], "rng = 0");
    let hp = |status: &str, rounds: u32| {
        Table::new(&format!("max_rounds = {rounds}"), &[a(status)], &[b()]).tape("").hp(B)
    };
    assert_eq!([hp("silence", 1), hp("silence", 2)], [28, 19]);
    assert_eq!([hp("sleep", 1), hp("sleep", 2)], [30, 21]);
    let long = Table::new("max_rounds = 2\n[rulings]\nsilence_turns = 2", &[a("silence")], &[b()]).tape("");
    assert_eq!(long.hp(B), 26);
    // A blow wakes, and meets a sleeper: no counter.
    let sleeper = unit(
        "B",
        [30, 3, 0, 0, 0],
        "statuses = { sleep = 1 }\nreactions = [{ name = \"Counter\", timing = { on_hp_damage = \"any\" }, effects = [\"counter\"] }]",
    );
    let seen = Table::new("", &[unit("A", [9, 2, 0, 0, 0], "")], &[sleeper]).tape("");
    assert_eq!((seen.hp(A), seen.stacks(B, Status::SLEEP)), (6, 0));
}

#[test]
fn sb_50_sb_51_statuses_as_data() {
    let curse =
        "[status.curse]\nmax_stacks = 2\nstats = { atk = -1 }\nhp_end_of_turn = -1\nforbid = [\"ability\"]\n";
    let a = unit("A", [9, 5, 0, 0, 0], "statuses = { curse = 2 }");
    let seen = Table::new("", &[a], &[unit("B", [30, 0, 0, 0, 0], "rng = 0")]).with(curse).tape("");
    assert_eq!((seen.hp(A), seen.hp(B)), (7, 27));
    let sleep = "[status.sleep]\nends_on_damage = true\nforbid = [\"attack\"]\n";
    let a = unit("A", [9, 5, 0, 0, 0], "statuses = { sleep = 1 }");
    let data = Table::new("[rulings]\nsleep = \"data\"", &[a], &[unit("B", [30, 0, 0, 0, 0], "rng = 0")]);
    assert_eq!(data.clone().with(sleep).tape("").hp(B), 30);
    assert_eq!(data.error(), "`sleep = \"data\"` needs a `[status.sleep]`, SB-50");
}

#[test]
fn sb_52_healing_and_revival() {
    let healer = |effect: &str| {
        unit(
            "A",
            [9, 0, 0, 0, 0],
            &format!(
                "rng = 3\nabilities = [{{ name = \"Mend\", target = \"ally\", effects = [{{ {effect} }}] }}]"
            ),
        )
    };
    let hurt = unit("B", [9, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 2 }");
    let own = |effect: &str| [hurt.clone().replace("\"B\"", "\"H\""), healer(effect)];
    let two = |head: &str, effect: &str| Table::new(head, &own(effect), &[idle("C")]).tape("");
    assert_eq!(two("max_rounds = 2", "heal = 3").hp(A), 9 - 4 + 3 - 4);
    assert_eq!(two("", "remove_status = \"burn\"").hp(A), 9, "SB-58: cleansed before it burns");
    let fallen = [
        unit("A", [3, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 2 }"),
        healer("revive = 2").replace("\"A\"", "\"M\""),
    ];
    let seen = Table::new("max_rounds = 2", &fallen, &[idle("C")]).tape("");
    assert_eq!((seen.hp(A), seen.stacks(A, Status::BURN)), (2, 0));
}

#[test]
fn sb_55_use_once_and_uses() {
    let bolt = |more: &str| {
        unit(
            "A",
            [9, 0, 0, 0, 0],
            &format!(
                "abilities = [{{ name = \"Bolt\", action = \"none\", {more} effects = [{{ damage = 2 }}] }}]"
            ),
        )
    };
    let b = || unit("B", [30, 0, 0, 0, 0], "rng = 0");
    let hp = |more: &str| Table::new("max_rounds = 2", &[bolt(more)], &[b()]).tape("").hp(B);
    assert_eq!(hp("use_once = true,"), 26);
    assert_eq!(hp("uses = 3,"), 24);
}

#[test]
fn sb_06_actions_of_an_activation() {
    let two = "stones = \"off\"";
    let bolt = "abilities = [{ name = \"Bolt\", uses = 2, effects = [{ damage = 3 }] }, { name = \"Dart\", uses = 1, effects = [{ damage = 2 }] }]";
    let hp = |ruling: &str| {
        let a = unit("A", [9, 1, 0, 0, 0], bolt);
        Table::sides(ruling, &[("west", two, &[a]), ("east", "", &[unit("B", [30, 0, 0, 0, 0], "rng = 0")])])
            .tape("")
            .hp(B)
    };
    assert_eq!(hp(""), 27);
    assert_eq!(hp("[rulings]\nabilities_per_activation = \"unlimited\""), 22);
    // Under `move_attack` setting a fuse takes the action.
    let wall = "abilities = [{ name = \"Wall\", kind = \"fuse\", effects = [{ stat = { name = \"pd\", by = 3 } }] }, { name = \"Veil\", kind = \"fuse\", effects = [{ evasion = { kind = \"A\", n = 5 } }] }]";
    let fused = |ruling: &str| {
        let a = unit("A", [9, 1, 0, 0, 0], wall);
        let seen = Table::sides(
            ruling,
            &[("west", two, &[a]), ("east", "", &[unit("B", [30, 0, 0, 0, 0], "rng = 0")])],
        )
        .tape("");
        (seen.hp(B), seen.state.unit(A).lying)
    };
    assert_eq!(fused(""), (29, 3));
    assert_eq!(fused("[rulings]\nactions = \"move_attack\""), (30, 3));
    assert_eq!(fused("[rulings]\nfuses_per_action = 1"), (29, 1));
}

#[test]
fn sb_59_durations_count_ends_of_turns() {
    let shout = "abilities = [{ name = \"Shout\", uses = 1, worth = 50, target = \"self\", duration = { turns = 1 }, effects = [{ stat = { name = \"atk\", by = 5 } }] }]";
    let a = unit("A", [9, 1, 0, 0, 0], shout);
    let hp = |n: u32| {
        Table::new(
            &format!("max_rounds = {n}"),
            std::slice::from_ref(&a),
            &[unit("B", [40, 0, 0, 0, 0], "rng = 0")],
        )
        .tape("")
        .hp(B)
    };
    // Given in the first turn, it lasts through the second.
    assert_eq!([hp(1), hp(2), hp(3)], [40, 34, 33]);
}

#[test]
fn sb_63_example_21_quiet_rounds() {
    let a = || unit("A", [5, 2, 0, 3, 0], "");
    let seen =
        Table::new("max_rounds = 30\n[rulings]\nstalemate = 20", &[a()], &[a().replace("\"A\"", "\"B\"")])
            .tape("");
    assert_eq!(seen.outcome, Some(Outcome::Draw));
    assert_eq!(seen.sum(A, Metric::QuietRounds), 20);
    assert!(seen.targets().is_empty(), "nobody attacks whom it cannot affect");
    assert!(seen.log.uses.iter().all(|used| used.1 == TurnUse::Idle));
    let long = Table::new("max_rounds = 30", &[a()], &[a().replace("\"A\"", "\"B\"")]).tape("");
    assert_eq!(long.outcome, Some(Outcome::Timeout), "SB-61");
}

#[test]
fn sb_60_more_than_two_sides() {
    let strong = unit("A", [9, 9, 0, 0, 0], "");
    let weak = |name: &str| [unit(name, [2, 0, 0, 0, 0], "rng = 0")];
    let sides: [(&str, &str, &[String]); 3] =
        [("one", "", &[strong]), ("two", "", &weak("B")), ("three", "", &weak("C"))];
    let seen = Table::sides("max_rounds = 3", &sides).tape("");
    assert_eq!(seen.outcome, Some(Outcome::Win(fray_engine::roster::SideId(0))));
    assert_eq!(seen.activated(), [A, C, A]);
}

#[test]
fn sb_01_a_team_has_a_budget_of_stars_by_a_ruling() {
    let star = |name: &str| unit(name, [9, 1, 0, 0, 0], "stars = 3");
    let table = Table::new("[rulings]\nteam_budget = \"on\"", &[star("A"), star("B")], &[star("C")]);
    assert_eq!(table.error(), "a team of 2 has at most 4 stars, SB-01; this one has 6");
}
