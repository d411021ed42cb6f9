//! Decisions: whom, what and when (D-03, D-05, D-06, D-09, D-10, D-12), and what actions are worth.

use super::*;
use crate::data::tactics::Target;
use crate::data::vocabulary::{AttackMode, DamageKind};
use crate::dice::centesimal::Centesimal;

#[test]
fn d_05_example_22_net_gain() {
    let gain = |hp: i32, pd: i32, atk: i32, crt: i32, mode: AttackMode| {
        let (rules, state) =
            Table::new("", &[unit("A", [9, atk, crt, 0, 0], "")], &[unit("B", [hp, 0, 0, pd, 0], "")])
                .start();
        let blow = crate::rules::attacks::declared::DeclaredAttack { mode, ..rules.free_attack(A) };
        rules.judge_attack(&state, &blow, B).gain
    };
    assert_eq!(gain(9, 3, 5, 20, AttackMode::Standard), Centesimal::whole(3));
    assert_eq!(gain(4, 3, 5, 20, AttackMode::Standard), Centesimal::percent(40) + Centesimal::whole(2));
    assert_eq!(gain(12, 4, 4, 10, AttackMode::Double), Centesimal::ONE);
}

#[test]
fn d_05_example_22_a_blast_that_costs_its_own_side_more_is_not_used() {
    let blast = "position = [5, 5]\nmv = 0\nabilities = [{ name = \"Blast\", range = 9, target = { area = { radius = 9 } }, effects = [{ damage = { n = 2, type = \"H\" } }] }]";
    let own = |hp: &[i32]| -> Vec<String> {
        let mut units = vec![unit("A", [40, 0, 0, 0, 0], blast)];
        units.extend(hp.iter().enumerate().map(|(i, hp)| {
            unit(&format!("O{i}"), [*hp, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [{i}, 0]"))
        }));
        units
    };
    let foes = [5, 1].map(|hp| {
        unit(&format!("F{hp}"), [hp, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [{hp}, 9]"))
    });
    let (rules, state) = Table::new("[map]\n", &own(&[2]), &foes).start();
    let all = |ids: &[u8]| ids.iter().map(|id| UnitId(*id)).collect::<UnitSet>();
    assert_eq!(rules.judge_skill(&state, A, 0, all(&[1, 2, 3]), state.unit(A).at).gain, Centesimal::ONE);
    let (rules, state) = Table::new("[map]\n", &own(&[2, 4]), &foes).start();
    let judged = rules.judge_skill(&state, A, 0, all(&[1, 2, 3, 4]), state.unit(A).at);
    assert!(judged.gain == -Centesimal::ONE && judged.hits_own);
}

#[test]
fn d_05_equal_gains_are_ties_and_go_by_the_list() {
    let used = |abilities: &str| {
        let a = unit("A", [9, 0, 0, 0, 0], &format!("rng = 0\nabilities = [{abilities}]"));
        let table = Table::new("", &[a], &[unit("B", [99, 0, 0, 0, 0], "rng = 0")]);
        let seen = table.tape("77");
        let whose = |event: &Event| if let Event::Uses { skill, .. } = event { Some(*skill) } else { None };
        seen.events.iter().find_map(whose)
    };
    // A tenth of 3 and three tenths of 1, which floats take for two numbers.
    let three =
        "{ name = \"Three\", trigger = { on_range = [1, 10] }, effects = [{ damage = 3 }], range = 1 }";
    let one = "{ name = \"One\", trigger = { on_range = [1, 30] }, effects = [{ damage = 1 }], range = 1 }";
    assert_eq!(used(&format!("{three}, {one}")), Some(0));
    assert_eq!(used(&format!("{one}, {three}")), Some(0));
    let more = "{ name = \"More\", trigger = { on_range = [1, 31] }, effects = [{ damage = 1 }], range = 1 }";
    assert_eq!(used(&format!("{three}, {more}")), Some(1));
}

#[test]
fn d_12_nobody_stands_in_his_own_fire_who_can_throw_it_from_without() {
    let blast = "position = [5, 3]\nmv = 2\nrng = 0\nabilities = [{ name = \"Blast\", range = 3, target = { area = { radius = 2 } }, effects = [{ damage = { n = 4, type = \"H\" } }] }]";
    let foe = unit("B", [20, 0, 0, 0, 0], "rng = 0\nmv = 0\nposition = [5, 4]");
    let other = unit("C", [20, 0, 0, 0, 0], "rng = 0\nmv = 0\nposition = [5, 2]");
    let seen = Table::new("[map]\n", &[unit("A", [40, 0, 0, 0, 0], blast)], &[foe, other]).tape("");
    assert_eq!(
        (seen.hp(A), seen.hp(B), seen.hp(C)),
        (40, 16, 16),
        "both are caught, and A has stepped aside"
    );
}

/// Returns whom A attacks of these, by hp and pd.
fn picks(target: &str, foes: &[[i32; 2]], dice: &str) -> UnitId {
    let foes: Vec<String> = foes
        .iter()
        .enumerate()
        .map(|(i, [hp, pd])| unit(&format!("F{i}"), [*hp, i as i32, 0, *pd, 0], "rng = 0"))
        .collect();
    let a = unit("A", [9, 5, 0, 0, 0], &format!("tactics = {{ target = \"{target}\" }}"));
    Table::new("", &[a], &foes).tape(dice).targets()[0]
}

#[test]
fn d_03_whom_a_unit_attacks() {
    let foes = [[9, 2], [7, 3], [8, 1], [7, 4]];
    assert_eq!(picks("first", &foes, ""), UnitId(1));
    assert_eq!(picks("weakest", &foes, ""), UnitId(2));
    assert_eq!(picks("most_damage", &foes, ""), UnitId(3));
    assert_eq!(picks("highest_atk", &foes, ""), UnitId(4));
    assert_eq!(picks("net", &foes, ""), UnitId(3));
    assert_eq!(picks("kill_if_possible", &[[9, 2], [2, 2]], ""), UnitId(2));
    assert_eq!(picks("kill_if_possible", &foes, ""), UnitId(1));
    assert_eq!(picks("random", &foes, "d4=3"), UnitId(3));
    assert_eq!(picks("same", &foes, ""), UnitId(1));
    assert_eq!(picks("nearest", &foes, ""), UnitId(1));
    // Whom no blow can affect is no candidate: a defence of ATK or more.
    assert_eq!(picks("first", &[[9, 5], [9, 9], [9, 4]], ""), UnitId(3));
}

#[test]
fn d_03_an_incapacitated_unit_is_no_candidate_and_same_stays() {
    let a = unit("A", [9, 3, 0, 0, 0], "tactics = { target = \"same\" }");
    let foes = [unit("B", [5, 0, 0, 0, 0], "rng = 0"), unit("C", [2, 0, 0, 0, 0], "rng = 0")];
    let seen = Table::new("max_rounds = 3", &[a], &foes).tape("");
    assert_eq!(seen.targets(), [B, B, C]);
    let (rules, state) = Table::new("", &[unit("A", [9, 3, 0, 0, 0], "")], &foes).start();
    let mind = rules.mind(&state, A, 0);
    assert_eq!(mind.target_by(Target::Weakest, mind.candidates(), DamageKind::P), Some(C));
}

#[test]
fn d_05_what_a_unit_does() {
    let bolt = "abilities = [{ name = \"Bolt\", effects = [{ damage = 4 }] }]";
    let hp = |action: &str| {
        let a = unit("A", [9, 6, 0, 0, 0], &format!("{bolt}\ntactics = {{ action = {action} }}"));
        Table::new("", &[a], &[unit("B", [30, 0, 0, 0, 0], "rng = 0")]).tape("").hp(B)
    };
    assert_eq!(hp("\"best\""), 24);
    assert_eq!(hp("\"standard_only\""), 24);
    assert_eq!(hp("\"ability_first\""), 26);
    assert_eq!(hp("{ priorities = [\"Bolt\", \"standard\"] }"), 26);
    assert_eq!(hp("{ priorities = [\"standard\", \"Bolt\"] }"), 24);
    let a = unit(
        "A",
        [9, 6, 0, 0, 0],
        &format!("{bolt}\ntactics = {{ action = {{ priorities = [\"Bold\"] }} }}"),
    );
    let error = Table::new("", &[a], &[unit("B", [30, 0, 0, 0, 0], "")]).error();
    assert_eq!(error, "the unit has no ability `Bold`; did you mean `Bolt`?");
}

#[test]
fn d_05_nobody_is_healed_at_full_hp() {
    let a = unit(
        "A",
        [9, 0, 0, 0, 0],
        "rng = 0\nabilities = [{ name = \"Mend\", target = \"ally\", effects = [{ heal = 3 }] }]",
    );
    let seen = Table::new("", &[a], &[unit("B", [9, 0, 0, 9, 0], "rng = 0")]).tape("");
    assert_eq!(seen.sum(A, Metric::AbilitiesUsed), 0);
}

#[test]
fn d_09_whom_a_healer_heals() {
    let healed = |heal: &str| {
        let a = unit(
            "A",
            [9, 0, 0, 0, 0],
            &format!(
                "rng = 0\nabilities = [{{ name = \"Mend\", target = \"ally\", effects = [{{ heal = 1 }}] }}]\ntactics = {{ heal = {heal} }}"
            ),
        );
        let own = [
            unit("B", [20, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 1 }"),
            unit("C", [5, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 1 }"),
            unit("D", [40, 0, 0, 0, 0], "rng = 0\nstatuses = { burn = 1 }"),
            a,
        ];
        let seen = Table::new("max_rounds = 2", &own, &[unit("F", [9, 0, 0, 9, 0], "rng = 0")]).tape("");
        let whom = |event: &Event| if let Event::Heals { unit, .. } = event { Some(*unit) } else { None };
        seen.events.iter().find_map(whom)
    };
    assert_eq!(healed("\"lowest_share\""), Some(B));
    assert_eq!(healed("\"listed\""), Some(A));
    assert_eq!(healed("{ priorities = [\"D\", \"B\"] }"), Some(C));
}

#[test]
fn d_10_a_fuse_is_given_up_for_better() {
    let fuse = "kind = \"fuse\", cost = { element = \"fire\", n = 1 }, effects = [{ stat = { name = \"pd\", by = 1 } }]";
    let a = |unfuse: &str| {
        unit(
            "A",
            [20, 0, 0, 0, 0],
            &format!(
                "rng = 0\nabilities = [{{ name = \"X\", {fuse} }}, {{ name = \"Y\", {fuse} }}, {{ name = \"Bolt\", cost = {{ element = \"fire\", n = 2 }}, effects = [{{ damage = 1 }}] }}]\ntactics = {{ unfuse = \"{unfuse}\", action = \"standard_only\" }}"
            ),
        )
    };
    let lying = |unfuse: &str| {
        let head = "max_rounds = 2\n[rulings]\ndeck = [[\"fire\", 1, 3]]";
        let seen =
            Table::new(head, &[a(unfuse)], &[unit("B", [20, 0, 0, 0, 0], "rng = 0")]).tape("d3=1 d2=1 d1=1");
        seen.events.iter().filter(|event| matches!(event, Event::Unfuses { .. })).count()
    };
    assert_eq!([lying("never"), lying("for_better")], [0, 1]);
    let text =
        Table::new("[rulings]\nunfuse = \"never\"", &[a("for_better")], &[unit("B", [20, 0, 0, 0, 0], "")]);
    assert_eq!(text.error(), "`for_better` is legal only if the ruling `unfuse` is `free`");
}

#[test]
fn d_11_d_12_choices_of_cards_and_places() {
    let blast = |area: &str| {
        format!(
            "position = [5, 5]\nmv = 0\nabilities = [{{ name = \"Blast\", range = 9, target = {{ area = {{ radius = 1 }} }}, effects = [{{ damage = {{ n = 4, type = \"H\" }} }}] }}]\ntactics = {{ area = \"{area}\" }}"
        )
    };
    let caught = |area: &str| {
        let own = [
            unit("A", [40, 0, 0, 0, 0], &blast(area)),
            unit("B", [40, 0, 0, 0, 0], "rng = 0\nmv = 0\nposition = [2, 9]"),
        ];
        let foe = |name: &str, x: u8| {
            unit(name, [20, 0, 0, 0, 0], &format!("rng = 0\nmv = 0\nposition = [{x}, 9]"))
        };
        let seen = Table::new("[map]\n", &own, &[foe("F", 1), foe("G", 3), foe("H", 8)]).tape("");
        (seen.hp(B), seen.hp(UnitId(2)), seen.hp(UnitId(4)))
    };
    assert_eq!(caught("most").0, 36, "two enemies and a unit of its own");
    let net = caught("net");
    assert_eq!(net.0, 40, "one enemy and nobody of its own");
    let (rules, _) = Table::new(
        "[rulings]\ndiscard = \"chosen\"",
        &[unit("A", [9, 1, 0, 0, 0], "tactics = { discard = \"random\" }")],
        &[unit("B", [9, 1, 0, 0, 0], "")],
    )
    .start();
    assert!(rules.unit(A).tactics.discard.decides());
}

#[test]
fn conditions_ask_what_is_known() {
    let when = |key: &str, when: &str| {
        let a = unit(
            "A",
            [9, 5, 0, 0, 0],
            &format!(
                "tactics = {{ {key} = [{{ use = \"{}\", when = \"{when}\" }}] }}",
                if key == "move" { "hold" } else { "weakest" }
            ),
        );
        Table::new("", &[a], &[unit("B", [9, 1, 0, 0, 0], "")])
    };
    for fact in [
        "round >= 2",
        "hp < 50%",
        "pd = 0",
        "crt > 3",
        "enemies = 1",
        "in_range >= 1",
        "in_reach >= 1",
        "threats >= 1",
        "hand = 0",
        "stones fire >= 2",
        "fuses = 0",
        "first",
        "quiet >= 1",
        "has_status burn",
    ] {
        when("target", fact).system();
        when("move", fact).system();
        assert!(when("target", fact).tape("").hp(B) < 9, "{fact}");
    }
    for fact in
        ["target_hp < 50%", "target_pd = 0", "target_def > 1", "distance > 2", "target_has_status burn"]
    {
        when("move", fact).system();
        assert!(when("target", fact).error().ends_with("this is decided without a target"), "{fact}");
    }
}

#[test]
fn conditions_ask_for_statuses_of_the_scenario() {
    let status = "[status.rage]\nmax_stacks = 3\nharmful = false\n[status.on-edge]\n";
    let table = |when: &str| {
        let a = unit(
            "A",
            [9, 5, 0, 0, 0],
            &format!(
                "statuses = {{ rage = 2 }}\ntactics = {{ target = [{{ use = \"weakest\", when = \"{when}\" }}] }}"
            ),
        );
        let foes = [unit("B", [9, 0, 0, 0, 0], "rng = 0"), unit("C", [8, 0, 0, 0, 0], "rng = 0")];
        Table::new("", &[a], &foes).with(status)
    };
    let weakest = |when: &str| table(when).tape("").targets() == [C];
    assert!(weakest("has_status rage") && weakest("has_status rage = 2 and hp > 0"));
    assert!(!weakest("has_status rage >= 3") && !weakest("has_status on-edge"));
    let unknown = table("hp > 0 and has_status rags").error();
    assert_eq!(unknown, "there is no `[status.rags]` here or in an include; did you mean `rage`?");
    let unnamed = table("has_status").error();
    assert!(unnamed.starts_with("expected one of blind, break"), "{unnamed}");
    assert!(unnamed.ends_with("sleep, or a name that the scenario gives"), "{unnamed}");
    assert!(table("has_status rage > many").error().starts_with("expected a whole number"));
    // Of an ability, whose target may have it.
    let a = unit(
        "A",
        [9, 5, 0, 0, 0],
        "abilities = [{ name = \"Bait\", uses = 3, when = \"not_there\", effects = [{ damage = 9 }] }]",
    )
    .replace("not_there", "target_has_status rage");
    let foes = [
        unit("B", [20, 0, 0, 0, 0], "rng = 0"),
        unit("C", [20, 0, 0, 0, 0], "rng = 0\nstatuses = { rage = 1 }"),
    ];
    let seen = Table::new("", &[a], &foes).with(status).tape("");
    assert_eq!((seen.hp(B), seen.hp(C)), (20, 11));
}
