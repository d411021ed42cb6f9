//! `matrix`: who fights, what is counted, a circle that was built in, what is printed and written.

use serde_json::Value;

use crate::shell::Shell;

/// Three who beat each other in a circle: blows of the dancer do not get through the shell, the ram breaks the
/// shell and does not hit the dancer.
const BLOCKS: &str = r#"
[unit.dancer]
kind = "npc"
hp = 20
hit = 9
dodge = 15
attack = 8
defense = 6
action_value = 20
crit = [12]
fumble = [2]

[unit.shell]
kind = "npc"
hp = 30
hit = 14
dodge = 4
attack = 10
defense = 17
action_value = 12
crit = [12]
fumble = [2]

[unit.ram]
kind = "npc"
hp = 22
hit = 7
dodge = 6
attack = 32
defense = 4
action_value = 10
crit = [12]
fumble = [2]
"#;

const DUEL: &str = r#"
system = "night-wizard"
include = ["blocks.toml"]

[[side]]
name = "left"
[[side.unit]]
use = "shell"
hp = 29

[[side]]
name = "right"
[[side.unit]]
use = "ram"
"#;

/// A folder of fighters, with a suite beside them, which is none.
pub(crate) fn folder(shell: &Shell) {
    shell.write("folder/blocks.toml", BLOCKS);
    shell.write("folder/duel.toml", DUEL);
    shell.write("folder/night.toml", "scenarios = [\"duel.toml\"]\n");
}

fn cell<'a>(object: &'a Value, a: &str, b: &str) -> &'a Value {
    let rows = object["matrix"].as_array().expect("rows");
    rows.iter().find(|row| row["a"] == a && row["b"] == b).unwrap_or_else(|| panic!("no {a} {b} in {object}"))
}

#[test]
fn a_circle_that_was_built_in_is_found() {
    let shell = Shell::new();
    folder(&shell);
    let flags = ["matrix", "folder", "--fights", "4096", "--seed", "1"];
    let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(0).json();
    let names: Vec<&str> = object["order"]
        .as_array()
        .expect("an order")
        .iter()
        .filter_map(|row| row["fighter"].as_str())
        .collect();
    assert_eq!(names.len(), 4, "three blocks and a side: {names:?}");
    let cycles = object["cycles"].as_array().expect("cycles");
    let is_built_in = |cycle: &Value| {
        let names: Vec<&str> = cycle.as_array().expect("names").iter().filter_map(Value::as_str).collect();
        let circle = ["dancer", "ram", "shell"];
        (0..3).any(|from| (0..3).all(|i| names[i] == circle[(from + i) % 3]))
    };
    assert!(cycles.iter().any(is_built_in), "{object}");
    // The side of the scenario differs from its block by one hit point: that takes more fights.
    let same = cell(&object, "shell", "duel/left");
    let clear = cell(&object, "dancer", "ram");
    assert!(clear["fights"].as_u64() < same["fights"].as_u64(), "a clear case has fewer: {clear}, {same}");
    assert_eq!(clear["fights"], cell(&object, "ram", "dancer")["fights"]);
    let ended = shell.fray(&flags).ends_with(0);
    for part in
        ["dancer > ram > shell > dancer", "being listed first is worth", "ORDER", "4 fighters under duel"]
    {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
    assert!(ended.out.lines().all(|line| line.chars().count() <= 80), "{}", ended.out);
}

#[test]
fn counts_are_those_of_a_run_of_the_pair() {
    let shell = Shell::new();
    folder(&shell);
    let flags = ["matrix", "folder", "--fights", "1500", "--set", "rulings.hit_tie=defender", "--json"];
    let object = shell.fray(&flags).ends_with(0).json();
    for (a, b, second) in [("dancer", "ram", "ram"), ("ram", "dancer", "dancer"), ("ram", "ram", "other")] {
        let cell = cell(&object, a, b);
        let pair = format!(
            "system = \"night-wizard\"\ninclude = [\"blocks.toml\"]\nrulings.hit_tie = \"defender\"\n\
             [[side]]\nname = \"{a}\"\n[[side.unit]]\nuse = \"{a}\"\n\
             [[side]]\nname = \"{second}\"\n[[side.unit]]\nuse = \"{b}\"\n"
        );
        shell.write("folder/pair.toml", &pair);
        let (seed, fights) = (cell["seed"].to_string(), cell["fights"].to_string());
        let run = ["run", "folder/pair.toml", "--no-out", "--json", "--seed", &seed, "--fights", &fights];
        let summary = shell.fray(&run).ends_with(0).json()["scenarios"][0]["summary"].clone();
        assert_eq!(cell["a_wins"], summary[0]["wins"], "{cell} {summary}");
        assert_eq!(cell["b_wins"], summary[1]["wins"], "{cell} {summary}");
        assert_eq!(cell["draws"], summary[0]["draws"], "{cell} {summary}");
        std::fs::remove_file(shell.path("folder/pair.toml")).expect("the file goes");
    }
}

#[test]
fn who_cannot_fight_is_named_and_the_table_is_written() {
    let shell = Shell::new();
    folder(&shell);
    shell.write("folder/part.toml", "[unit.ghost]\nkind = \"npc\"\nhp = 3\n");
    let flags = ["matrix", "folder", "--fights", "1100", "--seed", "3", "--out", "matrix"];
    let ended = shell.fray(&flags).ends_with(0);
    assert!(ended.out.contains("left out: ghost ("), "{}", ended.out);
    // Threads move no byte; other results are kept.
    shell.fray(&[&flags[..], &["-q", "--threads", "1"]].concat()).ends_with(0);
    let other = ["matrix", "folder", "--fights", "1100", "--seed", "4", "--out", "matrix", "-q"];
    shell.fray(&other).ends_with(30);
    let rows = shell.rows("matrix", "matrix");
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let number = |column: &str| crate::shell::number(row, column);
        assert_eq!(
            number("fights"),
            number("a_wins") + number("b_wins") + number("draws") + number("timeouts")
        );
    }
    let juso = crate::shell::configs("juso/duel.toml");
    shell.write("folder/juso.toml", &std::fs::read_to_string(juso).expect("the duel of Juso"));
    let mixed = shell.fray(&["matrix", "folder"]).ends_with(2);
    assert!(mixed.err.contains("name one with --template"), "{}", mixed.err);
    shell.fray(&["matrix", "folder", "--template", "folder/duel.toml", "--fights", "1", "-q"]).ends_with(0);
    shell.fray(&["matrix", "folder/duel.toml"]).ends_with(2);
    let even = shell.fray(&["matrix", "folder", "--delta", "50pt"]).ends_with(2);
    assert!(even.err.contains("with 50 points everybody is even"), "{}", even.err);
}
