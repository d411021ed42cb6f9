//! What actions are worth where they fall on both sides, on one hand or on nobody (D-03, D-05, SB-52, SB-57, SB-64).

use super::*;
use crate::data::vocabulary::Status;
use crate::dice::centesimal::Centesimal;

const ROW: &str = "[rulings]\nfirst = \"side_a\"\ndeploy = \"given\"\n[map]\nwidth = 7\nheight = 2\n";

/// A unit that stays and does nothing, with these keys.
fn post(name: &str, hp: i32, x: u8, more: &str) -> String {
    unit(name, [hp, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [{x}, 0]\n{more}"))
}

/// A with this ability, its friend B and its foe C.
fn between(ability: &str, of_b: &str, of_c: &str) -> Table {
    let a = unit("A", [9, 3, 0, 0, 0], &format!("mv = 0\nposition = [0, 0]\nabilities = [{ability}]"));
    Table::new(ROW, &[a, post("B", 9, 2, of_b)], &[post("C", 9, 4, of_c)])
}

#[test]
fn d_05_whatever_harms_its_own_side_is_told() {
    let shell = "[status.shell]\nstats = { pd = 4 }\nharmful = false\n";
    let both = "range = 9, target = { area = { radius = 3 } }";
    let has = "statuses = { shell = 1 }";
    let effects = [
        ("{ add_status = \"break\" }", "", true),
        ("{ remove_status = \"shell\" }", has, true),
        ("{ push = 1 }", "", true),
        ("{ pull = 1 }", "", true),
        ("{ remove_status = \"shell\" }", "", false),
    ];
    for (effect, keys, hits_own) in effects {
        let ability = format!("{{ name = \"X\", worth = 2, {both}, effects = [{effect}] }}");
        let (rules, state) = between(&ability, keys, keys).with(shell).start();
        let whom = UnitSet::one(B).or(UnitSet::one(C));
        let judged = rules.judge_skill(&state, A, 0, whom, state.unit(A).at);
        assert!(judged.gain.is_zero(), "{effect}: as much to either side");
        assert_eq!(judged.hits_own, hits_own, "{effect}");
    }
}

#[test]
fn d_05_an_activation_more_for_an_enemy_is_a_loss() {
    let ability = "{ name = \"Goad\", worth = 3, range = 9, target = { area = { radius = 3 } }, effects = [\"extra_activation\"] }";
    let (rules, state) = between(ability, "", "").start();
    let gain = |unit: UnitId| rules.judge_skill(&state, A, 0, UnitSet::one(unit), state.unit(A).at).gain;
    assert_eq!((gain(B), gain(C)), (Centesimal::whole(3), Centesimal::whole(-3)));
}

#[test]
fn sb_52_healing_is_worth_what_it_gives_beyond_the_start_too() {
    let gains = |ruling: &str| {
        let mend = "{ name = \"Mend\", target = \"ally\", range = 9, effects = [{ heal = 3 }] }";
        let rise = "{ name = \"Rise\", target = \"ally\", range = 9, effects = [{ revive = 12 }] }";
        let a = unit("A", [9, 3, 0, 0, 0], &format!("abilities = [{mend}, {rise}]"));
        let all = [a, unit("B", [9, 0, 0, 0, 0], "")];
        let (rules, mut state) = Table::new(ruling, &all, &[unit("C", [9, 0, 0, 0, 0], "")]).start();
        let on_b =
            |state: &State, at: u8| rules.judge_skill(state, A, at, UnitSet::one(B), state.unit(A).at).gain;
        let healed = on_b(&state, 0);
        state.unit_mut(B).hp = 0;
        state.down.insert(B);
        [healed, on_b(&state, 1)]
    };
    assert_eq!(gains(""), [0, 9].map(Centesimal::whole));
    assert_eq!(gains("[rulings]\noverheal = true"), [3, 12].map(Centesimal::whole));
    // Who is unhurt is healed rather than nobody (D-05).
    let mend = "abilities = [{ name = \"Mend\", target = \"self\", effects = [{ heal = 3 }] }]";
    let a = unit("A", [9, 0, 0, 0, 0], mend);
    let b = unit("B", [9, 0, 0, 0, 0], "");
    let table = Table::new("max_rounds = 2\n[rulings]\noverheal = true", &[a], &[b]);
    assert_eq!(table.tape("").hp(A), 15);
    // And by a status.
    let moss = |ruling: &str| {
        let a = unit("A", [9, 0, 0, 0, 0], "statuses = { moss = 1 }");
        let table = Table::new(&format!("max_rounds = 2\n{ruling}"), &[a], &[unit("B", [9, 0, 0, 0, 0], "")]);
        table.with("[status.moss]\nhp_end_of_turn = 1\nharmful = false\n").tape("").hp(A)
    };
    assert_eq!((moss(""), moss("[rulings]\noverheal = true")), (9, 11));
}

#[test]
fn sb_57_a_hand_is_robbed_of_no_more_cards_than_it_holds() {
    let rob = "abilities = [{ name = \"Rob\", target = \"all_enemies\", effects = [{ discard = 1 }] }]";
    let bolt =
        "abilities = [{ name = \"Bolt\", cost = { element = \"fire\", n = 9 }, effects = [{ damage = 1 }] }]";
    let foes = [unit("B", [9, 0, 0, 0, 0], bolt), unit("C", [9, 0, 0, 0, 0], bolt)];
    let (rules, mut state) = Table::new("", &[unit("A", [9, 0, 0, 0, 0], rob)], &foes).start();
    let both = UnitSet::one(B).or(UnitSet::one(C));
    for (cards, worth) in [(0, 0), (1, 1), (2, 2), (5, 2)] {
        state.hands[1] = Default::default();
        state.hands[1][0] = cards;
        let judged = rules.judge_skill(&state, A, 0, both, 0);
        assert_eq!(judged.gain, Centesimal::whole(worth), "{cards} cards");
    }
}

#[test]
fn sb_52_who_is_brought_back_is_brought_back_once_and_may_be_healed() {
    let rise = |effects: &str| {
        let a = format!("abilities = [{{ name = \"Rise\", target = \"ally\", effects = [{effects}] }}]");
        let own = [unit("A", [9, 0, 0, 0, 0], &a), unit("B", [5, 0, 0, 0, 0], "")];
        let (rules, mut state) = Table::new("", &own, &[unit("C", [9, 1, 0, 0, 0], "")]).start();
        state.down.insert(B);
        state.unit_mut(B).hp = 0;
        rules.judge_skill(&state, A, 0, UnitSet::one(B), 0).gain
    };
    assert_eq!(rise("{ revive = 3 }"), Centesimal::whole(3));
    assert_eq!(rise("{ revive = 3 }, { revive = 3 }"), Centesimal::whole(3));
    assert_eq!(rise("{ revive = 3 }, { heal = 1 }"), Centesimal::whole(4));
    assert_eq!(rise("{ heal = 1 }, { revive = 3 }"), Centesimal::whole(3), "who lies is not healed");
}

#[test]
fn d_03_nobody_turns_on_whom_it_would_help() {
    // B has [Burn] alone, which nobody takes off it; C has a shell.
    let purge = "rng = 0\nabilities = [{ name = \"Purge\", effects = [{ remove_status = \"all\" }] }]";
    let foes = [
        unit("B", [9, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 1 }"),
        unit("C", [9, 0, 0, 0, 0], "rng = 0\nstatuses = { shell = 1 }"),
    ];
    let table = Table::new("", &[unit("A", [9, 0, 0, 0, 0], purge)], &foes)
        .with("[status.shell]\nstats = { pd = 4 }\nharmful = false\n");
    let table =
        Table { text: table.text.replacen("name = \"west\"\n", "name = \"west\"\nstones = \"off\"\n", 1) };
    let seen = table.tape("");
    assert_eq!(seen.sum(A, Metric::AbilitiesUsed), 1);
    assert_eq!(seen.stacks(B, Status::BURN), 1);
}

#[test]
fn d_05_all_enemies_are_sought_where_it_does_something() {
    // B, the target of D-03, sleeps already; C is out of the range of where A strikes B.
    let lull = "mv = 6\nposition = [0, 1]\nabilities = [{ name = \"Lull\", range = 1, target = \"all_enemies\", effects = [{ add_status = \"sleep\" }] }]\ntactics = { action = \"ability_first\" }";
    let foes = [post("B", 9, 1, "statuses = { sleep = 1 }"), post("C", 9, 5, "")];
    let seen = Table::new(ROW, &[unit("A", [9, 1, 0, 0, 0], lull)], &foes).tape("");
    assert_eq!((seen.sum(C, Metric::StatusesSuffered), seen.sum(A, Metric::AbilitiesUsed)), (1, 1));
    assert_eq!(seen.hp(B), 9);
}

#[test]
fn d_05_a_push_without_a_worth_is_warned_of() {
    let warnings = |ability: &str| {
        let table = between(ability, "", "");
        Reader { parts: &PARTS, check, read }.warnings(&table.text, "")
    };
    let shove = "{ name = \"Shove\", effects = [{ push = 2 }] }";
    assert_eq!(
        warnings(shove),
        ["unit `A`: `Shove` has no `worth`, so that it is used on the poisoned alone"]
    );
    for worth in [0, 2] {
        assert!(warnings(&shove.replace("effects", &format!("worth = {worth}, effects"))).is_empty());
    }
}

#[test]
fn d_05_what_takes_what_is_not_there_affects_nobody() {
    let affects = |effect: &str, more: &str, [crt, pd]: [i32; 2]| {
        let ability = format!("{{ name = \"X\", range = 9, effects = [{effect}] }}");
        let a = unit("A", [9, 3, 0, 0, 0], &format!("position = [0, 0]\nabilities = [{ability}]"));
        let b = unit("B", [9, 0, crt, pd, 0], &format!("position = [4, 0]\n{more}"));
        let (rules, state) = Table::new(ROW, &[a], &[b]).start();
        rules.judge_skill(&state, A, 0, UnitSet::one(B), state.unit(A).at).affects
    };
    let skill = "abilities = [{ name = \"Y\", target = \"self\", effects = [{ heal = 1 }] }]";
    let fuse =
        "abilities = [{ name = \"Y\", kind = \"fuse\", effects = [{ evasion = { kind = \"P\", n = 10 } }] }]";
    for (effect, more, numbers, is_affected) in [
        ("{ add_status = \"silence\" }", "", [0, 0], false),
        ("{ add_status = \"silence\" }", skill, [0, 0], true),
        ("{ add_status = \"silence\" }", fuse, [0, 0], true),
        ("{ add_status = \"shear\" }", "", [0, 0], false),
        ("{ add_status = \"shear\" }", "", [5, 0], true),
        ("{ stat = { name = \"pd\", by = -2 } }", "", [0, 0], false),
        ("{ stat = { name = \"pd\", by = -2 } }", "", [0, 3], true),
        ("{ forbid = \"fuse\" }", skill, [0, 0], false),
        ("{ forbid = \"fuse\" }", fuse, [0, 0], true),
        ("{ forbid = \"attack\" }", "", [0, 0], true),
    ] {
        assert_eq!(affects(effect, more, numbers), is_affected, "{effect} {more} {numbers:?}");
    }
}
