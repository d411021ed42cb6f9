//! Scenario files of the toy: what they mean, and what is said of those that are wrong.

use std::any::Any;
use std::path::Path;

use fray_sim::scenario::source::Text;
use fray_sim::scenario::{Loaded, Options, Paint, Scenario, load_from, load_text};
use fray_toy::{GAME, Toy};

use crate::by_hand::{exact, exact_of};
use crate::support::close::assert_close;

pub(crate) fn scenario(text: &str) -> Scenario {
    load_text("toy.toml", text).unwrap_or_else(|wrong| panic!("{}", wrong.render(Paint::Plain)))
}

/// The rules of a scenario.
pub(crate) fn rules(scenario: &Scenario) -> Toy {
    let rules: &dyn Any = scenario.engine();
    rules.downcast_ref::<Toy>().expect("rules of the toy").clone()
}

/// A fight of `L` and `R`, who have these keys.
pub(crate) fn two(head: &str, left: &str, right: &str) -> String {
    format!(
        "system = \"toy\"\n{head}\n[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"L\"\n{left}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"R\"\n{right}\n"
    )
}

#[test]
fn the_example_is_within_exact_reach() {
    let report = exact(GAME.example);
    assert_close(report.win("archers") + report.win("brutes") + report.timeout(), 1.0);
}

/// TY-02: listed the other way round it is the same fight, with the same side first under `listed`.
#[test]
fn sides_that_change_places_play_the_same_fight() {
    let sure = "hp = 1\naim = 3\nshots = 20";
    let text = two("[rulings]\nfirst = \"listed\"", sure, sure);
    let options = Options { reversed: true, ..Options::default() };
    let Ok(Loaded::Scenario(mirrored)) = load_from(&Text(&text), Path::new("toy.toml"), &options) else {
        panic!("the mirror of a scenario is right")
    };
    let sides = mirrored.engine().about().roster.sides;
    assert_eq!(sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["right", "left"]);
    assert_close(exact_of(&mirrored).win("left"), 3.0 / 4.0);
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (text, line, told) in [
        (two("", "hp = 1", "hp = 1\naim = 7"), 13, "`aim` is 7; it ranges from 2 to 6"),
        (two("", "aim = 4", "hp = 1"), 6, "has no `hp`"),
        (two("", "hp = 1\nshot = 3", "hp = 1"), 8, "did you mean `shots`?"),
        (two("[rulings]\nfirst = \"roled\"", "hp = 1", "hp = 1"), 3, "did you mean `rolled`?"),
        (two("", "hp = 1\ntactics = { target = \"weak\" }", "hp = 1"), 8, "unknown tactic `weak`"),
        (
            two("", "hp = 1\ntactics = { target = { use = \"random\", when = \"hp < few\" } }", "hp = 1"),
            8,
            "expected a whole number",
        ),
        (two("[map]\nwidth = 3", "hp = 1", "hp = 1"), 2, "Potshots has no `[map]`"),
        (two("[series]\nfights = 3", "hp = 1", "hp = 1"), 2, "Potshots has no `[series]`"),
        (
            two("", "hp = 1", "hp = 1\n[[side]]\nname = \"more\"\n[[side.unit]]\nname = \"M\"\nhp = 1"),
            14,
            "TY-01; `more` is one more",
        ),
    ] {
        let Err(wrong) = load_text("toy.toml", &text) else { panic!("{text}\nis read without `{told}`") };
        let rendered = wrong.render(Paint::Plain);
        assert!(rendered.contains(told), "{told}:\n{rendered}");
        assert!(wrong.rows().iter().any(|row| row.line == line), "line {line}:\n{rendered}");
    }
}

#[test]
fn the_rules_page_names_every_rule() {
    for rule in GAME.rules.each() {
        assert!(GAME.rulebook.contains(&format!("**{rule} ")), "{rule}");
    }
}

/// What `docs/src/inside/adding-a-game.md` says of it: how much a game writes at least, without comments and empty lines.
#[test]
fn the_toy_is_less_than_420_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/toy/src");
    let mut n_lines = 0;
    for file in std::fs::read_dir(root).expect("the sources") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a source file");
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        n_lines += text.lines().map(str::trim).filter(is_code).count();
    }
    assert!((1..420).contains(&n_lines), "{n_lines} lines");
}
