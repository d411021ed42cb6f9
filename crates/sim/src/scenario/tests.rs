//! Files, includes, and what is said of them.

use std::io;
use std::path::Path;

use super::source::Files;
use super::*;
use crate::duel::{Duel, KNIGHT, OGRE};

/// A disk of these files.
struct Shelf<'a>(&'a [(&'a str, &'a [u8])]);

impl Files for Shelf<'_> {
    fn read(&self, path: &Path, _: bool) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

fn duel() -> String {
    let block = "weapons = [\"club\", { name = \"Fist\" }]\n[weapon.club]\nattack_mod = 2\n";
    Duel {
        head: "",
        sides: ["wizards", "emulators"],
        knight: &format!("kind = \"pc\"\n{KNIGHT}"),
        ogre: &format!("use = \"ogre\"\ncount = 2\n[unit.ogre]\n{OGRE}{block}"),
        end: "",
    }
    .text()
}

fn load_text(text: &str, sets: &[&str]) -> Result<Scenario, Vec<String>> {
    load_shelf(&[("a.toml", text.as_bytes())], sets)
}

fn load_shelf(files: &[(&str, &[u8])], sets: &[&str]) -> Result<Scenario, Vec<String>> {
    let options = Options {
        sets: sets.iter().map(|set| ("--set".to_owned(), (*set).to_owned())).collect(),
        ..Options::default()
    };
    match load_from(&Shelf(files), Path::new("a.toml"), &options) {
        Ok(Loaded::Scenario(scenario)) => Ok(*scenario),
        Ok(Loaded::Include) => Err(vec!["an include".to_owned()]),
        Err(diagnosis) => {
            let text = diagnosis.render(Paint::Plain);
            let rows = diagnosis.rows();
            let lines: Vec<String> = rows
                .iter()
                .map(|row| format!("{}:{}:{}: {}", row.file, row.line, row.column, row.message))
                .collect();
            for line in &lines {
                assert!(text.contains(line), "{line} stands in\n{text}");
            }
            Err(lines)
        }
    }
}

fn errors(text: &str) -> Vec<String> {
    load_text(text, &[]).map(|_| ()).unwrap_err()
}

#[test]
fn a_scenario_becomes_rules_with_all_that_is_known_of_it() {
    let scenario = load_text(&duel(), &[]).unwrap();
    let roster = scenario.engine().about().roster;
    let names: Vec<&str> = roster.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Knight", "Ogre#1", "Ogre#2"]);
    assert_eq!((scenario.stem.as_str(), scenario.title.as_str()), ("a", "a"));
    assert_eq!(scenario.run, RunDefaults { fights: None, precision: None, seed: None, max_rounds: 100 });
    let from = |path: &str| {
        let merged = scenario.merged().iter().find(|merged| merged.path == path).unwrap();
        (merged.value.to_string(), merged.from.clone())
    };
    assert_eq!(from("wizards/Knight.hp"), ("18".to_owned(), "a.toml:7".to_owned()));
    assert_eq!(from("emulators/Ogre.hp"), ("26".to_owned(), "a.toml:20".to_owned()));
    assert_eq!(from("emulators/Ogre.weapons.club.attack_mod"), ("2".to_owned(), "a.toml:28".to_owned()));
    assert_eq!(from("emulators/Ogre.crit"), ("[10]".to_owned(), "default".to_owned()));
    assert_eq!(from("rulings.hit_tie"), ("\"attacker\"".to_owned(), "default".to_owned()));
}

#[test]
fn the_hash_is_that_of_the_meaning() {
    let hash = |text: &str, sets: &[&str]| load_text(text, sets).unwrap().hash;
    let plain = hash(&duel(), &[]);
    let commented = duel().replace("hp = 18\nhit = 8", "hit = 8 # and a comment\nhp = 18");
    assert_eq!(plain, hash(&commented, &[]));
    assert_eq!(plain, hash(&duel(), &["run.fights=5", "Knight.crit=[10]", "Knight.tactics.target=first"]));
    assert_ne!(plain, hash(&duel(), &["Knight.hp=19"]));
    assert_ne!(plain, hash(&duel(), &["run.max_rounds=99"]));
    assert_ne!(plain, hash(&duel(), &["rulings.hit_tie=defender"]));
}

#[test]
fn sets_reach_everything_that_paths_name() {
    let ok = |sets: &[&str]| load_text(&duel(), sets).unwrap();
    let value = |scenario: &Scenario, path: &str| {
        let found = scenario.merged().iter().rev().find(|merged| merged.path == path);
        found.map(|merged| (merged.value.to_string(), merged.from.clone())).unwrap()
    };
    let scenario = ok(&[
        "emulators/Ogre.hp=30",
        "Ogre.weapons.club.attack_mod=-1",
        "Ogre.tactics.target=weakest",
        "run.max_rounds=7",
        "Ogre.count=1",
        "Ogre.hp=31",
    ]);
    assert_eq!(value(&scenario, "emulators/Ogre.hp"), ("31".to_owned(), "--set".to_owned()));
    assert_eq!(value(&scenario, "emulators/Ogre.weapons.club.attack_mod").0, "-1");
    assert_eq!(value(&scenario, "emulators/Ogre.tactics.target").0, "\"weakest\"");
    assert_eq!(scenario.run.max_rounds, 7);
    // The tactics of a side are those of its units that have no others.
    let scenario = ok(&[
        "emulators.tactics.target=random",
        "emulators.tactics.downed=finish_off",
        "Ogre.tactics.target=first",
    ]);
    assert_eq!(value(&scenario, "emulators/Ogre.tactics.target").0, "\"first\"");
    assert_eq!(
        value(&scenario, "emulators/Ogre.tactics.downed"),
        ("\"finish_off\"".to_owned(), "--set".to_owned())
    );
}

#[cfg(feature = "juso")]
#[test]
fn everything_of_a_fight_on_a_board_is_set_and_listed() {
    let text = r#"system = "juso"
[map]
obstacles = [7]
[[side]]
name = "hunters"
morale = 1
[[side.unit]]
name = "Garo"
kind = "pc"
abilities = ["dust"]
[[side]]
name = "machines"
[[side.unit]]
name = "Ram"
kind = "enemy"
[ability.dust]
timing = "sub"
target = "all_enemies"
effects = [{ add_status = "dusty" }]
duration = "round_end"
[status.dusty]
change_value = [{ value = "attack_dice", by = -1 }]
"#;
    let scenario =
        load_text(text, &["map.flag=left", "machines.strength=1", "machines.tactics.concede_at=0.5"])
            .unwrap();
    let value = |path: &str| {
        let found = scenario.merged().iter().find(|merged| merged.path == path);
        found
            .map(|merged| (merged.value.to_string(), merged.from.as_str()))
            .unwrap_or_else(|| panic!("{path}"))
    };
    assert_eq!(value("map.flag"), ("\"left\"".to_owned(), "--set"));
    assert_eq!(value("map.obstacles"), ("[7]".to_owned(), "a.toml:3"));
    assert_eq!(value("map.surprise").1, "default");
    assert_eq!(value("hunters.morale"), ("1".to_owned(), "a.toml:6"));
    assert_eq!(value("machines.strength"), ("1".to_owned(), "--set"));
    assert_eq!(value("machines/Ram.tactics.concede_at"), ("0.5".to_owned(), "--set"));
    assert_eq!(value("hunters/Garo.abilities.dust.timing"), ("\"sub\"".to_owned(), "a.toml:17"));
    assert_eq!(value("status.dusty.change_value").1, "a.toml:22");
    let hash = |sets: &[&str]| load_text(text, sets).unwrap().hash;
    let plain = hash(&[]);
    assert_eq!(plain, hash(&["map.surprise=none", "hunters.strength=0", "Garo.life=8"]));
    for set in [
        "map.flag=left",
        "hunters.morale=0",
        "machines.tactics.order=random",
        "Garo.abilities.dust.timing=main",
    ] {
        assert_ne!(plain, hash(&[set]), "{set}");
    }
    assert_eq!(
        errors(&text.replace("change_value", "chnge_value")),
        ["a.toml:22:1: unknown key `chnge_value` in status `dusty`; did you mean `change_value`?"]
    );
    assert_eq!(
        errors(&text.replace("add_status", "ad_status")),
        ["a.toml:19:14: expected an effect, found `ad_status`; did you mean `add_status`?"]
    );
}

#[test]
fn errors_in_sets_point_into_the_argument() {
    let found = |set: &str| load_text(&duel(), &[set]).map(|_| ()).unwrap_err();
    assert_eq!(found("Ogre.hpp=3"), ["--set:1:6: unknown key `hpp` in unit `Ogre`; did you mean `hp`?"]);
    assert_eq!(found("Ogre.hp=-1"), ["--set:1:9: `hp` is -1; it ranges from 0 to 9999"]);
    assert_eq!(found("Ogr.hp=1"), ["--set:1:1: there is no unit `Ogr`; did you mean `Ogre`?"]);
    assert_eq!(found("Ogre#2.hp=1"), ["--set:1:1: copies change together: say `Ogre`"]);
    assert_eq!(
        found("Ogre.weapons.clb.hit_mod=1"),
        ["--set:1:14: the list has nothing called `clb`; did you mean `club`?"]
    );
    assert_eq!(
        found("rulings.hit_tie=atacker"),
        [
            "--set:1:17: expected `attacker` or `defender` for `hit_tie`, found \"atacker\"; did you mean `attacker`?"
        ]
    );
    assert_eq!(found("Ogre.name=\"x\""), ["--set:1:6: `name` names the unit and cannot be set"]);
    assert_eq!(found("Ogre.release=21"), ["--set:1:14: `release` is 21; it ranges from 0 to 20"]);
}

#[test]
fn all_that_is_wrong_is_shown_at_once_and_in_order() {
    let text = r#"system = "night-wizard"
titel = "typo"
[run]
max_rounds = 0
[rulings]
hit_tie = "atacker"
surprise = "wizard"
min_count = 3
[map]
width = 300
[[side]]
name = "wizards"
[[side.unit]]
name = "Knight"
streng = 3
hit = "8"
dodge = 1000
attack = 12
action_value = 11
crit = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
fumble = [1]
release = 30
tactics = { target = "nearst", cover = "Ogre", delay = { after_ally = "Kight" } }
[[side.unit]]
use = "ogre"
hp = 5
start_hp = 6
[[side]]
name = "wizards"
[[goal]]
expect = ""
"#;
    assert_eq!(
        errors(text),
        [
            "a.toml:2:1: unknown key `titel` in the scenario; did you mean `title`?",
            "a.toml:4:14: `max_rounds` is 0; it ranges from 1 to 100000",
            "a.toml:6:11: expected `attacker` or `defender` for `hit_tie`, found \"atacker\"; did you mean `attacker`?",
            "a.toml:7:12: expected `none`, or the name of a side for `surprise`, found \"wizard\"; did you mean `wizards`?",
            "a.toml:8:13: expected a whole number from 0 to 2 for `min_count`, found 3",
            "a.toml:10:9: `width` is 300; it ranges from 1 to 200",
            "a.toml:14:8: unit `Knight` has no `hp`",
            "a.toml:14:8: unit `Knight` has no `defense`",
            "a.toml:15:1: unknown key `streng` in unit `Knight`; did you mean `strength`?",
            "a.toml:16:7: expected a whole number from -50 to 999 for `hit`, found \"8\"",
            "a.toml:17:9: `dodge` is 1000; it ranges from -50 to 999",
            "a.toml:20:8: `crit` has all of 2 to 12; at least one number must not be critical",
            "a.toml:21:11: `fumble` is 1; it ranges from 2 to 12",
            "a.toml:22:11: `release` is 30; it ranges from 0 to 20",
            "a.toml:23:22: unknown tactic `nearst`; did you mean `nearest`?",
            "a.toml:23:40: unknown tactic `Ogre`",
            "a.toml:23:71: there is no ally `Kight`",
            "a.toml:25:7: there is no `[unit.ogre]` here or in an include",
            "a.toml:27:12: `start_hp` is 6; unit `ogre` has at most 5 HP",
            "a.toml:29:8: side `wizards` has no unit",
            "a.toml:29:8: there are two sides `wizards`",
            "a.toml:31:10: expected a string that is not empty for `expect`, found \"\"",
        ]
    );
}

#[test]
fn a_fight_needs_sides_units_and_names() {
    let side = |name: &str, unit: &str| format!("[[side]]\nname = \"{name}\"\n[[side.unit]]\n{unit}\n");
    let head = "system = \"night-wizard\"\n";
    let unit = "name = \"X\"\nstrength = 9\nhp = 5";
    assert_eq!(errors(head), ["a.toml:1:1: a fight needs two sides, found 0"]);
    assert_eq!(
        errors(&(head.to_owned() + &side("a", unit))),
        ["a.toml:1:1: a fight needs two sides, found 1"]
    );
    let twice = format!("{head}{}[[side.unit]]\n{unit}\n{}", side("a", unit), side("b", unit));
    assert_eq!(errors(&twice), ["a.toml:9:8: there are two units `X` on side `a`"]);
    let many = format!("{head}{}count = 32\n{}", side("a", unit), side("b", unit));
    assert_eq!(errors(&many), ["a.toml:12:8: a fight has at most 32 units, all sides together"]);
    let nine: String = (0..9).map(|i| side(&format!("s{i}"), unit)).collect();
    assert_eq!(errors(&(head.to_owned() + &nine)), ["a.toml:51:8: a fight has at most 8 sides"]);
    let nameless = format!("{head}{}{}", side("a", "hp = 3"), side("b", unit));
    assert_eq!(
        errors(&nameless),
        ["a.toml:3:8: side `a` has no unit", "a.toml:4:1: the unit has no `name` and no `use`"]
    );
    assert_eq!(
        errors(&duel().replace("night-wizard", "nightwizard")),
        ["a.toml:1:10: unknown system `nightwizard`; did you mean `night-wizard`?"]
    );
    assert_eq!(
        errors(&duel().replace("system", "systm")),
        ["a.toml:1:1: unknown key `systm` in the scenario; did you mean `system`?"]
    );
}

#[test]
fn includes_are_followed_from_where_they_stand() {
    let main = duel()
        .split("[unit.ogre]")
        .next()
        .unwrap()
        .replace("[[side]]\nname = \"wizards\"", "include = [\"lib/a.toml\"]\n[[side]]\nname = \"wizards\"");
    let ogre = "include = [\"b.csv\"]\n[weapon.club]\nattack_mod = 2\n";
    let sheet = "name,hp,hit,dodge,attack,defense,action_value,weapons\nogre,26,7,6,14,9,7,club\n";
    let files = |sheet: &str| {
        let files =
            [("a.toml", main.clone()), ("lib/a.toml", ogre.to_owned()), ("lib/b.csv", sheet.to_owned())];
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        load_shelf(&files, &[]).map(|scenario| scenario.hash)
    };
    assert!(files(sheet).is_ok());
    assert_eq!(
        files(&sheet.replace("26", "26000").replace("club", "clb")).unwrap_err(),
        [
            "lib/b.csv:2:6: `hp` is 26000; it ranges from 0 to 9999",
            "lib/b.csv:2:23: there is no `[weapon.clb]` here or in an include; did you mean `club`?",
        ]
    );
}

#[test]
fn includes_that_cannot_be_are_said_where_they_are_included() {
    let main = |include: &str| duel().replacen("[[side]]", &format!("include = {include}\n[[side]]"), 1);
    let with = |include: &str, others: &[(&str, &str)]| {
        let main = main(include);
        let mut files = vec![("a.toml", main.as_bytes())];
        files.extend(others.iter().map(|(name, text)| (*name, text.as_bytes())));
        load_shelf(&files, &[]).map(|_| ()).unwrap_err()
    };
    assert_eq!(
        with("[\"b.toml\"]", &[]),
        ["a.toml:2:12: the include `b.toml` cannot be read: entity not found"]
    );
    assert_eq!(with("[\"a.toml\"]", &[]), ["a.toml:2:12: `a.toml` includes itself"]);
    assert_eq!(
        with("[\"b.toml\"]", &[("b.toml", &format!("[weapon.x]\n{}", "#".repeat(4 << 20)))]),
        ["a.toml:2:12: the include `b.toml` has more than 4 MiB of text"]
    );
    assert_eq!(
        with("[\"b.toml\"]", &[("b.toml", "include = [\"./a.toml\"]")]),
        ["b.toml:1:12: `a.toml` includes itself: a.toml includes b.toml includes a.toml"]
    );
    assert_eq!(
        with("[\"b.toml\"]", &[("b.toml", "system = \"night-wizard\"")]),
        ["a.toml:2:12: `b.toml` has a `system`: a scenario cannot be included"]
    );
    assert_eq!(
        with("[\"b.toml\", \"b.toml\"]", &[("b.toml", "[weapon.x]")]),
        ["a.toml:2:22: `b.toml` is included twice"]
    );
    assert_eq!(
        with("[\"b.toml\"]", &[("b.toml", "[unit.ogre]\nhpp = 3\n[rulings]\n[abilty.x]")]),
        [
            "b.toml:1:7: there are two blocks `unit.ogre`",
            "b.toml:3:2: unknown key `rulings` in the include",
            "b.toml:4:2: unknown key `abilty` in the include; did you mean `ability`?",
        ]
    );
}

#[test]
fn weird_files_are_errors_with_a_place() {
    let bytes = |bytes: &[u8]| load_shelf(&[("a.toml", bytes)], &[]).map(|_| ()).unwrap_err();
    assert_eq!(bytes(b""), ["a.toml:1:1: expected `system` for a scenario, or named blocks for an include"]);
    assert_eq!(
        bytes(b"a = 1\nb\xff = 2"),
        ["a.toml:2:2: expected UTF-8 text, found another byte at offset 7"]
    );
    assert_eq!(
        load_shelf(&[], &[]).map(|_| ()).unwrap_err(),
        ["a.toml:1:1: cannot be read: entity not found"]
    );
    let windows = format!("\u{feff}{}", duel().replace('\n', "\r\n"));
    assert_eq!(load_text(&windows, &[]).unwrap().hash, load_text(&duel(), &[]).unwrap().hash);
    let tabbed = windows.replace("hp = 18", "\thp =\t-1");
    assert_eq!(errors(&tabbed), ["a.toml:7:7: `hp` is -1; it ranges from 0 to 9999"]);
    let long = format!("x = \"{}\"", "y".repeat(5 << 20));
    assert_eq!(errors(&long).len(), 1);
}

#[test]
fn a_broken_line_does_not_hide_the_others_and_is_not_blamed_twice() {
    let broken = duel().replace("hp = 18", "hp = ").replace("dodge = 6", "dodge = 6000");
    let found = errors(&broken);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("a.toml:7:"));
    assert_eq!(found[1], "a.toml:22:9: `dodge` is 6000; it ranges from -50 to 999");
}

#[test]
fn a_block_names_weapons_that_are_there_even_if_nobody_uses_it() {
    let text = duel() + "[unit.imp]\nweapons = [\"clb\"]\n";
    assert_eq!(
        errors(&text),
        ["a.toml:30:12: there is no `[weapon.clb]` here or in an include; did you mean `club`?"]
    );
    let include = "[unit.imp]\nweapons = [\"clb\"]\n";
    assert_eq!(errors(include), ["an include"]);
}

#[test]
fn huge_files_are_refused_in_no_time() {
    let mib = |piece: &str| piece.repeat((3 << 20) / piece.len());
    let numbered = |piece: &str| (0..100_000).map(|i| piece.replace('#', &i.to_string())).collect::<String>();
    let plans = mib("{ use = \"x\", when = \"h\" },");
    for text in [
        format!("system = \"night-wizard\"\n{}", mib("[[side]]\n")),
        format!(
            "system = \"night-wizard\"\n[[side]]\nname = \"a\"\n{}",
            mib("[[side.unit]]\nname = \"x\"\n")
        ),
        format!("system = \"night-wizard\"\n{}", numbered("sistem# = 1\n")),
        format!("{}[rulings]\n{}", duel(), numbered("hit_ti# = 1\n")),
        format!("{}[unit.b]\n{}", duel(), numbered("hitt# = 1\n")),
        format!("{}[unit.b]\nweapons = [{}]\n", duel(), mib("\"club\", ")),
        format!("{}{}", duel(), numbered("[unit.b#]\nhq = 3\n")),
        duel().replace("weapons = [", &format!("weapons = [{}", mib("\"club\", "))),
        duel().replace("hp = 18", &format!("tactics = {{ target = [{plans}] }}\nhp = 18")),
        mib("a."),
        mib("a=1\n"),
    ] {
        assert!(!errors(&text).is_empty());
    }
    let columns = mib("name,");
    assert!(load_shelf(&[("a.toml", b"include = [\"b.csv\"]"), ("b.csv", columns.as_bytes())], &[]).is_err());
}

#[test]
fn goals_are_read_with_the_file_and_pointed_at() {
    let goal = |expect: &str| format!("{}[[goal]]\nexpect = {expect}\n", duel());
    let scenario = load_text(&goal(r#""exhausted(Ogre, round <= 2) >= 10%""#), &[]).expect("a goal");
    let goal_read = &scenario.goals[0].value;
    assert_eq!(goal_read.measure.of.len(), 2, "both copies");
    assert_eq!(goal_read.text, "exhausted(Ogre, round <= 2) >= 10%");
    let errors = |expect: &str| load_text(&goal(expect), &[]).expect_err("a wrong goal");
    let line = goal("").lines().count();
    assert_eq!(
        errors(r#""win_rate(wizard) > 40%""#),
        [format!("a.toml:{line}:20: no side is named `wizard`; did you mean `wizards`?")]
    );
    assert_eq!(
        errors("'survivd(\"Ogre#1\") > 40%'"),
        [format!("a.toml:{line}:11: no metric is named `survivd`; did you mean `survived`?")]
    );
    // Behind an escape the places of the text are not those of the file.
    assert_eq!(
        errors(r#""survived(\"Ogre#9\") > 40%""#),
        [format!("a.toml:{line}:10: no side or unit is named `Ogre#9`; did you mean `Ogre#1`?")]
    );
    // Shown beside what else is wrong.
    let both = goal("\"roundz > 4\"").replace("hit = 8", "hit = 8000");
    assert_eq!(load_text(&both, &[]).expect_err("two").len(), 2);
}
