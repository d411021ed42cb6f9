//! Decisions one by one (D-01 to D-13): what each must do and what it must leave alone.

use super::*;
use crate::data::vocabulary::{AttackMode, Status};
use crate::dice::centesimal::Centesimal;

const ROW: &str = "[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\n";

/// A board of one row, and how many rounds.
fn row(width: u8, rounds: u32) -> String {
    format!("max_rounds = {rounds}\n{ROW}width = {width}\nheight = 1\n")
}

/// A unit that stays and does nothing.
fn post(name: &str, [hp, pd]: [i32; 2], [x, y]: [u8; 2]) -> String {
    unit(name, [hp, 0, 0, pd, 0], &format!("rng = 0\nmv = 0\nposition = [{x}, {y}]"))
}

fn at(seen: &Seen, unit: UnitId) -> u16 {
    seen.state.unit(unit).at
}

#[test]
fn d_01_the_winner_of_the_roll_off_may_let_the_other_begin_by_a_condition() {
    let go = |when: &str| {
        let keys = format!("tactics = {{ go = [{{ use = \"second\", when = \"{when}\" }}] }}");
        let (a, b) = (unit("A", [9, 0, 0, 9, 9], "rng = 0"), unit("B", [9, 0, 0, 9, 9], "rng = 0"));
        Table::sides("[rulings]\nfirst = \"rolloff\"", &[("west", &keys, &[a]), ("east", "", &[b])])
            .tape("d2=2")
            .activated()
    };
    assert_eq!(go("enemies >= 1"), [B, A]);
    assert_eq!(go("enemies >= 2"), [A, B]);
}

#[test]
fn d_02_who_can_kill_counts_the_chance_and_not_the_damage() {
    let strong = unit("A", [9, 8, 0, 0, 0], "");
    let sure = unit("B", [9, 3, 0, 0, 0], "type = \"H\"");
    let text = Table::new("", &[strong, sure], &[unit("C", [3, 0, 0, 8, 0], "rng = 0")]).text;
    let text =
        text.replacen("name = \"west\"\n", "name = \"west\"\ntactics = { order = \"can_kill_first\" }\n", 1);
    assert_eq!(Table { text }.tape("").activated(), [B], "A does nothing against a PD of 8");
}

#[test]
fn d_03_candidates_are_those_whom_its_own_tactic_lets_it_affect() {
    let a = |action: &str| {
        unit(
            "A",
            [9, 3, 0, 0, 0],
            &format!(
                "abilities = [{{ name = \"Bolt\", effects = [{{ damage = {{ n = 2, type = \"S\" }} }}] }}]\ntactics = {{ action = {action} }}"
            ),
        )
    };
    let foes = [unit("B", [9, 0, 0, 9, 0], "rng = 0"), unit("C", [9, 0, 0, 0, 9], "rng = 0")];
    let hp = |action: &str| {
        let seen = Table::new("", &[a(action)], &foes).tape("");
        [seen.hp(B), seen.hp(C)]
    };
    assert_eq!(hp("\"best\""), [7, 9], "the first that something can affect");
    assert_eq!(hp("\"standard_only\""), [9, 6], "a bolt that is never thrown makes nobody a target");
    assert_eq!(hp("{ priorities = [\"standard\"] }"), [9, 6]);
    assert_eq!(hp("{ priorities = [\"Bolt\"] }"), [7, 9]);
}

#[test]
fn d_03_a_unit_approaches_whom_it_can_affect_by_a_blast_among_others() {
    let moved = |target: &str| {
        let blast = format!(
            "position = [0, 0]\nmv = 2\nrng = 1\nabilities = [{{ name = \"Blast\", target = {target}, effects = [{{ damage = 3 }}] }}]"
        );
        let a = unit("A", [9, 0, 0, 0, 0], &blast);
        let table = Table::new(&row(9, 4), &[a], &[post("B", [20, 0], [8, 0])]);
        let seen = table.tape("");
        (at(&seen, A), seen.hp(B) < 20)
    };
    assert_eq!(moved("\"all_enemies\""), (7, true));
    assert_eq!(moved("{ line = { length = 3 } }"), (5, true));
    let area = "{ area = { radius = 2, hits = \"pick\" } }";
    assert_eq!(moved(area), (5, true), "the centre is in range, the radius reaches on");
}

#[test]
fn d_03_no_step_that_would_cost_the_last_hp_makes_a_candidate() {
    let hurt = unit("A", [1, 3, 0, 0, 0], "position = [0, 0]\nstatuses = { poison = 1 }");
    let foes = [post("B", [3, 0], [3, 0]), post("C", [3, 0], [0, 1])];
    let head = format!("{ROW}width = 6\nheight = 2\n");
    assert_eq!(Table::new(&head, &[hurt], &foes).tape("").targets(), [C]);
}

#[test]
fn d_04_the_last_hp_is_not_spent_on_hazards_nor_in_auras() {
    let goes = |hp: i32, map: &str, aura: &str| {
        let a = unit("A", [hp, 3, 0, 0, 0], "position = [0, 0]\nmv = 3");
        let b = unit("B", [9, 0, 0, 0, 0], &format!("rng = 2\nmv = 0\nposition = [4, 0]\n{aura}"));
        let b = b.replace("atk = 0", "atk = 0\nattack_mode = \"no_crt\"");
        let seen = Table::new(&format!("{}{map}", row(5, 1)), &[a], &[b]).tape("");
        (at(&seen, A), seen.hp(A), seen.hp(B))
    };
    let hazard = "squares = [{ x = 3, y = 0, hazard = 3 }]\n";
    assert_eq!(goes(4, hazard, ""), (3, 1, 6));
    assert_eq!(goes(3, hazard, "").2, 9, "the only square in range would cost its life");
    let aura = |effect: &str| {
        format!(
            "abilities = [{{ name = \"Air\", kind = \"aura\", target = \"all_enemies\", effects = [{effect}] }}]"
        )
    };
    let poison = aura("{ add_status = \"poison\" }");
    assert_eq!(goes(3, "", &poison), (3, 1, 6), "two of the three steps lie in the aura");
    assert_eq!(goes(2, "", &poison).2, 9);
    let burn = aura("{ add_status = \"burn\" }");
    assert_eq!(goes(3, "", &burn), (3, 1, 6));
    assert_eq!(goes(2, "", &burn).2, 9);
}

#[test]
fn d_04_kite_and_rush_take_the_squares_that_cost_the_fewest_hp() {
    let end = |how: &str, more: &str| {
        let a = unit(
            "A",
            [9, 3, 0, 0, 0],
            &format!("position = [0, 0]\nmv = 5\nrng = 3\ntactics = {{ move = \"{how}\" }}\n{more}"),
        );
        let map = format!("{}squares = [{{ x = 5, y = 0, hazard = 1 }}]\n", row(8, 1));
        at(&Table::new(&map, &[a], &[post("B", [9, 0], [6, 0])]).tape(""), A)
    };
    assert_eq!(end("rush", ""), 4, "the hazard would be nearer");
    assert_eq!(end("rush", "statuses = { poison = 1 }"), 3, "a step costs a HP");
    assert_eq!(end("kite", "statuses = { poison = 1 }"), 3);
}

#[test]
fn d_04_an_approach_ends_on_no_hazard_that_spares_it_no_move() {
    // Nine squares to go: from the hazard in the third two more Moves lead there, as from the second; of seven squares
    // one more from the hazard, and two from before it.
    let end = |x: u8| {
        let a = unit("A", [9, 3, 0, 0, 0], "position = [0, 0]\nmv = 3");
        let map = format!("{}squares = [{{ x = 3, y = 0, hazard = 1 }}]\n", row(x + 1, 1));
        at(&Table::new(&map, &[a], &[post("B", [9, 0], [x, 0])]).tape(""), A)
    };
    assert_eq!([end(9), end(7)], [2, 3]);
}

#[test]
fn d_06_which_fuses_are_set() {
    let fuse = |name: &str, priority: u8| {
        format!(
            "{{ name = \"{name}\", kind = \"fuse\", priority = {priority}, cost = {{ element = \"fire\", n = 1 }}, effects = [{{ stat = {{ name = \"pd\", by = 1 }} }}] }}"
        )
    };
    let set = |tactic: &str| {
        let more = format!(
            "rng = 0\nabilities = [{}, {}]\ntactics = {{ fuse = {tactic} }}",
            fuse("X", 9),
            fuse("Y", 1)
        );
        let head = "[rulings]\ndeck = [[\"fire\", 1, 2]]";
        let keys = "hand_max = 2";
        let (a, b) = (unit("A", [9, 0, 0, 0, 0], &more), unit("B", [9, 0, 0, 0, 0], "rng = 0"));
        let seen = Table::sides(head, &[("west", keys, &[a]), ("east", "", &[b])]).tape("d2=1 d1=1");
        let which = |event: &Event| if let Event::Sets { skill, .. } = event { Some(*skill) } else { None };
        seen.events.iter().filter_map(which).collect::<Vec<u8>>()
    };
    assert_eq!(set("\"priority\""), [1, 0], "the lower number first");
    assert_eq!(set("\"all\""), [1, 0]);
    assert_eq!(set("{ reserve = 1 }"), [1]);
    assert_eq!(set("\"never\""), [0_u8; 0]);
}

#[test]
fn sb_06_the_attack_ability_action_is_taken_by_one_fuse() {
    let fuse = |name: &str, action: &str| {
        format!(
            "{{ name = \"{name}\", kind = \"fuse\", {action}effects = [{{ stat = {{ name = \"pd\", by = 1 }} }}] }}"
        )
    };
    let rounds = |action: &str, n: u32| {
        let more = format!("abilities = [{}, {}]", fuse("X", action), fuse("Y", action));
        let text = Table::new(
            &format!("max_rounds = {n}"),
            &[unit("A", [9, 3, 0, 0, 0], &more)],
            &[unit("B", [30, 0, 0, 0, 0], "rng = 0")],
        );
        let seen =
            Table { text: text.text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1) }
                .tape("");
        (seen.sum(A, Metric::FusesSet), seen.targets().len())
    };
    let main = "action = \"attack_ability\", ";
    assert_eq!([rounds(main, 1), rounds(main, 2), rounds(main, 3)], [(1, 0), (2, 0), (2, 1)]);
    assert_eq!(rounds("", 1), (2, 1));
    assert_eq!(rounds("action = \"none\", ", 1), (2, 1));
}

#[test]
fn sb_06_a_fuse_or_a_no_action_ability_leaves_the_move() {
    let end = |ability: &str, how: &str| {
        let more =
            format!("position = [5, 0]\nmv = 1\nabilities = [{ability}]\ntactics = {{ move = \"{how}\" }}");
        let (a, b) = (unit("A", [9, 5, 0, 0, 0], &more), post("B", [40, 0], [0, 0]));
        let text = Table::new(&row(7, 1), &[a], &[b]).text;
        let seen =
            Table { text: text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1) }
                .tape("");
        assert!(seen.sum(A, Metric::FusesSet) + seen.sum(A, Metric::AbilitiesUsed) == 1);
        at(&seen, A)
    };
    let fuse = "{ name = \"X\", kind = \"fuse\", effects = [{ stat = { name = \"pd\", by = 1 } }] }";
    let free = "{ name = \"X\", action = \"none\", target = \"self\", duration = \"fight\", effects = [{ stat = { name = \"pd\", by = 1 } }] }";
    for ability in [fuse, free] {
        assert_eq!([end(ability, "advance"), end(ability, "kite"), end(ability, "rush")], [4, 4, 4]);
        assert_eq!(end(ability, "hold"), 5);
    }
    // Who has done its action and cannot go back does not come nearer either.
    let heal = "{ name = \"X\", target = \"self\", duration = \"fight\", effects = [{ stat = { name = \"pd\", by = 1 } }] }";
    assert_eq!(end(heal, "advance"), 5);
}

#[test]
fn d_07_infinite_cards_are_kept() {
    let a = |pay: &str| {
        unit(
            "A",
            [9, 0, 0, 0, 0],
            &format!(
                "rng = 1\nabilities = [{{ name = \"Bolt\", cost = {{ element = \"fire\", n = 2 }}, effects = [{{ damage = 1 }}] }}]\ntactics = {{ pay = \"{pay}\" }}"
            ),
        )
    };
    let left = |pay: &str| {
        let head = "[rulings]\ndeck = [[\"fire\", 3, 1], [\"fire\", \"infinite\", 1]]";
        let units = [a(pay)];
        let b = [unit("B", [9, 0, 0, 0, 0], "rng = 0")];
        let seen =
            Table::sides(head, &[("west", "hand_max = 2", &units), ("east", "", &b)]).tape("d2=1 d1=1");
        seen.sum(A, Metric::Surplus)
    };
    assert_eq!([left("least_surplus"), left("keep_infinite")], [0, 1]);
}

#[test]
fn d_08_a_poisoned_kiter_pays_no_hp_for_distance() {
    let seen = |poisoned: &str, status: &str| {
        let a = unit(
            "A",
            [6, 5, 0, 0, 0],
            &format!(
                "position = [2, 0]\nrng = 2\nmv = 3\n{status}\ntactics = {{ move = \"kite\"{poisoned} }}"
            ),
        );
        let seen = Table::new(&row(5, 1), &[a], &[post("B", [40, 0], [4, 0])]).tape("");
        (at(&seen, A), seen.hp(A))
    };
    let poison = "statuses = { poison = 1 }";
    assert_eq!(seen("", ""), (0, 6));
    assert_eq!(seen("", poison), (2, 6));
    assert_eq!(seen(", poisoned = \"never\"", poison), (2, 6));
    assert_eq!(seen(", poisoned = \"ignore\"", poison), (0, 4), "as if it were not poisoned");
}

#[test]
fn d_09_a_healer_goes_to_who_lacks_most() {
    let medic = |ability: &str| {
        unit("A", [6, 0, 0, 0, 0], &format!("position = [0, 0]\nmv = 3\nabilities = [{ability}]"))
    };
    let end = |ability: &str, hurt: &str| {
        let own = [
            medic(ability),
            post("B", [6, 0], [1, 0]),
            unit("C", [20, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [6, 0]\n{hurt}")),
        ];
        let foe =
            unit("D", [60, 3, 0, 0, 0], "position = [7, 0]\nmv = 0\ntactics = { target = \"highest_atk\" }");
        let seen = Table::new(&row(8, 3).replace("side_a", "side_b"), &own, &[foe]).tape("");
        (at(&seen, A), seen.sum(A, Metric::AbilitiesUsed) > 0)
    };
    let mend = "{ name = \"Mend\", target = \"ally\", effects = [{ heal = 3 }] }";
    assert_eq!(end(mend, ""), (5, true));
    let all = "{ name = \"Rain\", target = \"all_allies\", effects = [{ heal = 3 }] }";
    assert_eq!(end(all, ""), (5, true));
    let area =
        "{ name = \"Rain\", target = { area = { radius = 1, hits = \"pick\" } }, effects = [{ heal = 3 }] }";
    assert_eq!(end(area, ""), (4, true), "from as far as its range and its radius");
    let line =
        "{ name = \"Ray\", target = { line = { length = 3, hits = \"pick\" } }, effects = [{ heal = 3 }] }";
    assert!(end(line, "").1);
    let cleanse = "{ name = \"Wash\", target = \"ally\", effects = [{ remove_status = \"burn\" }] }";
    assert_eq!(end(cleanse, "statuses = { burn = 1 }"), (5, true));
    assert_eq!(end(cleanse, ""), (0, false), "nobody lacks anything and B is beside it");
}

#[test]
fn d_03_nobody_walks_for_an_ability_that_can_never_help() {
    let end = |ability: &str, of_b: &str| {
        let a = unit("A", [6, 0, 0, 0, 0], &format!("position = [0, 0]\nmv = 3\nabilities = [{ability}]"));
        let b = unit("B", [6, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [4, 0]\n{of_b}"));
        let seen = Table::new(&row(8, 2), &[a, b], &[post("C", [9, 9], [7, 0])]).tape("");
        at(&seen, A)
    };
    let on = |effect: &str, more: &str| {
        format!("{{ name = \"Wash\", target = \"ally\", {more}effects = [{{ {effect} }}] }}")
    };
    let burns = "on_attack = [{ effects = [{ add_status = \"burn\" }] }]";
    assert_eq!(end(&on("remove_status = \"burn\"", ""), burns), 3, "somebody may come to burn");
    assert_eq!(end(&on("remove_status = \"all\"", ""), burns), 3);
    assert_eq!(end(&on("heal = 2", ""), ""), 3);
    for never in ["burn", "blind", "all"] {
        assert_eq!(end(&on(&format!("remove_status = \"{never}\""), ""), ""), 0, "{never}");
    }
    assert_eq!(end(&on("remove_status = \"blind\"", ""), burns), 0, "nobody can be blinded");
    let kept = "abilities = [{ name = \"Pyre\", kind = \"innate\", effects = [{ add_status = \"burn\" }] }]";
    assert_eq!(end(&on("remove_status = \"burn\"", ""), kept), 0, "SB-41: what is kept up is not taken off");
    assert_eq!(end(&on("heal = 2", "when = \"round > 90\", "), ""), 0);
    assert_eq!(end(&on("heal = 2", "when = \"target_hp < 50%\", "), ""), 3);
    let once = format!("position = [0, 0]\nabilities = [{}]", on("heal = 2", "uses = 1, "));
    let own = [unit("A", [6, 0, 0, 0, 0], &once), post("B", [6, 0], [4, 0])];
    let (rules, mut state) = Table::new(&row(8, 1), &own, &[post("C", [9, 9], [7, 0])]).start();
    assert_eq!(rules.mind(&state, A, 3).approach(), Some(3));
    state.unit_mut(A).uses[0] = 1;
    assert_eq!(rules.mind(&state, A, 3).approach(), None, "no use is left");
}

#[test]
fn d_05_an_option_that_affects_nobody_is_none() {
    let useless = [
        "{ name = \"U\", target = \"self\", effects = [{ remove_status = \"all\" }] }",
        "{ name = \"U\", target = \"self\", effects = [{ heal = 5 }] }",
        "{ name = \"U\", effects = [{ add_status = \"break\" }] }",
        "{ name = \"U\", effects = [{ break_fuse = 2 }] }",
        "{ name = \"U\", effects = [{ discard = 2 }] }",
        "{ name = \"U\", effects = [{ damage = { n = 6, not_attack = true } }] }",
        "{ name = \"U\", target = \"all_enemies\", effects = [{ damage = 6 }] }",
        "{ name = \"U\", target = \"self\", effects = [\"extra_activation\"] }",
    ];
    for useless in useless {
        for first in [true, false] {
            let sunder = "{ name = \"Sunder\", range = 1, effects = [{ standard_attack = { mode = \"guaranteed\" } }] }";
            let list = if first { [useless, sunder] } else { [sunder, useless] }.join(", ");
            for action in ["\"best\"", "{ priorities = [\"U\", \"Sunder\"] }"] {
                let more = format!("rng = 0\nabilities = [{list}]\ntactics = {{ action = {action} }}");
                let a = unit("A", [9, 3, 0, 0, 0], &more);
                let b = unit("B", [9, 0, 0, 6, 0], "rng = 0\nstatuses = { break = 1 }");
                let text = Table::new("max_rounds = 9", &[a], &[b]).text;
                let text = text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1);
                let seen = Table { text }.tape("");
                assert_eq!(
                    seen.outcome,
                    Some(Outcome::Win(fray_engine::roster::SideId(0))),
                    "{useless} {action}"
                );
            }
        }
    }
}

#[test]
fn d_05_what_a_blow_lays_twice_counts_once() {
    let a = "on_attack = [{ effects = [{ add_status = \"break\" }] }]\nabilities = [{ name = \"Maim\", effects = [{ standard_attack = {} }, { add_status = \"break\" }] }, { name = \"Two\", effects = [{ damage = { n = 2, not_attack = true } }, { damage = { n = 2, not_attack = true } }] }]";
    let (rules, state) =
        Table::new("", &[unit("A", [9, 3, 0, 0, 0], a)], &[unit("B", [9, 0, 0, 0, 0], "")]).start();
    let from = state.unit(A).at;
    let gain = |at: u8, state: &State| rules.judge_skill(state, A, at, UnitSet::one(B), from).gain;
    assert_eq!(gain(0, &state), Centesimal::whole(4), "3 HP and [Break] once");
    assert_eq!(gain(1, &state), Centesimal::whole(4));
    let mut hurt = state.clone();
    hurt.unit_mut(B).hp = 3;
    assert_eq!(gain(1, &hurt), Centesimal::whole(3), "nothing beyond the last HP");
    // Two blows, each with 1 in 2 for [Break]: it is laid by the one or by the other.
    let half = "attack_mode = \"double\"\non_attack = [{ trigger = { on_range = [1, 50] }, effects = [{ add_status = \"break\" }] }]";
    let (rules, state) =
        Table::new("", &[unit("A", [9, 3, 0, 0, 0], half)], &[unit("B", [9, 0, 0, 0, 0], "")]).start();
    let double = rules.free_attack(A);
    assert_eq!(double.mode, AttackMode::Double);
    // 3, then 2 by the eroded... PD is 0 and stays: 3 and 3.
    let worth = Centesimal::whole(6) + Centesimal::percent(75);
    assert_eq!(rules.judge_attack(&state, &double, B).gain, worth);
}

#[test]
fn d_05_one_check_for_blind_lets_both_blows_of_a_double_pass() {
    let gain = |ruling: &str| {
        let a = unit("A", [9, 3, 0, 0, 0], "attack_mode = \"double\"\nstatuses = { blind = 1 }");
        let (rules, state) = Table::new(ruling, &[a], &[unit("B", [30, 0, 0, 0, 0], "")]).start();
        let judged = rules.judge_attack(&state, &rules.free_attack(A), B);
        (judged.gain, rules.is_under(&state, A, Status::BLIND))
    };
    assert_eq!(gain(""), (Centesimal::whole(3), true));
    assert_eq!(gain("[rulings]\nblind_double = \"once\""), (Centesimal::whole(3), true));
}

#[test]
fn d_05_all_enemies_are_sought_where_the_target_is_out_of_range() {
    let blast = "position = [0, 0]\nmv = 1\nrng = 2\nabilities = [{ name = \"Blast\", range = 1, target = \"all_enemies\", effects = [{ damage = 9 }] }]";
    let a = unit("A", [9, 4, 0, 0, 0], blast);
    let foes = [post("B", [30, 0], [3, 0]), post("C", [30, 0], [2, 0])];
    let seen = Table::new(&row(4, 1), &[a], &foes).tape("");
    assert_eq!((at(&seen, A), seen.hp(C)), (1, 21), "B is the target of D-03, C is nearer");
}

#[test]
fn d_11_the_highest_card_is_discarded() {
    let a = unit(
        "A",
        [9, 0, 0, 0, 0],
        "rng = 1\nabilities = [{ name = \"Rob\", uses = 1, effects = [{ discard = 1 }] }]",
    );
    let b = unit(
        "B",
        [9, 0, 0, 0, 0],
        "rng = 0\nabilities = [{ name = \"Bolt\", cost = { element = \"fire\", n = 9 }, effects = [{ damage = 1 }] }]\ntactics = { action = \"standard_only\" }",
    );
    let head = "max_rounds = 1\n[rulings]\nfirst = \"side_b\"\ndiscard = \"chosen\"\ndeck = [[\"fire\", 1, 1], [\"fire\", 3, 1], [\"fire\", \"infinite\", 1]]";
    let (west, east) = ([a], [b]);
    let sides: [(&str, &str, &[String]); 2] =
        [("west", "stones = \"off\"", &west), ("east", "hand_max = 3", &east)];
    let seen = Table::sides(head, &sides).tape("d3=1 d2=1 d1=1");
    let kinds = |event: &Event| if let Event::Discards { kind, .. } = event { Some(*kind) } else { None };
    let fire = crate::data::vocabulary::Element::Fire as usize;
    let infinite = crate::rules::turns::stones::kind_of(fire, 3) as u8;
    assert_eq!(seen.events.iter().filter_map(kinds).collect::<Vec<u8>>(), [infinite]);
}

#[test]
fn d_12_most_counts_enemies_alone() {
    let caught = |area: &str| {
        let more = format!(
            "position = [0, 0]\nmv = 0\nabilities = [{{ name = \"Blast\", range = 6, target = {{ area = {{ radius = 1 }} }}, effects = [{{ damage = {{ n = 1, type = \"H\" }} }}, {{ add_status = \"burn\" }}] }}]\ntactics = {{ area = \"{area}\" }}"
        );
        let own = [unit("A", [9, 0, 0, 0, 0], &more), post("B", [9, 0], [3, 0])];
        let foes = [post("C", [9, 0], [2, 0]), post("D", [9, 0], [4, 0])];
        let seen = Table::new(&row(7, 1), &own, &foes).tape("");
        [B, C, D].map(|unit| seen.hp(unit) < 9)
    };
    assert_eq!(caught("most"), [true, true, true]);
    assert_eq!(caught("net"), [false, false, true], "as much, and nobody of its own");
}
