//! `run`: hints at tactics that are worth much.

use crate::shell::{Shell, duel};

/// A short duel whose knight never acts.
fn idle_knight(shell: &Shell) {
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let idle = text.replacen("downed = \"ignore\"", "delay = \"sit_out\"\ndowned = \"ignore\"", 1);
    let short = idle.replacen("max_rounds = 100", "max_rounds = 6", 1);
    shell.write("idle.toml", &short.replacen("hp = 26", "hp = 8", 1));
}

#[test]
fn a_card_names_a_tactic_that_is_worth_much_with_the_command_that_shows_it() {
    let shell = Shell::new();
    idle_knight(&shell);
    let run = ["run", "idle.toml", "--fights", "400000", "--seed", "5", "--no-out"];
    let text = shell.fray(&run).ends_with(0).out;
    let at = text.find("hint: wizards: at least ").unwrap_or_else(|| panic!("{text}"));
    let hint = &text[at..];
    let words: Vec<&str> = hint.split_whitespace().collect();
    assert!(words.join(" ").contains("points more of win rate with Knight: delay = "), "{hint}");
    let command = hint.lines().find(|line| line.trim().starts_with("fray tactics")).expect("a command");
    assert_eq!(command.trim(), "fray tactics idle.toml --seed 5 --of wizards");
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let shown = shell.fray(&[&words[..], &["--fights", "1024"]].concat()).ends_with(0).out;
    assert!(shown.contains("delay"), "{shown}");
}

#[test]
fn hints_change_nothing_else_and_threads_change_no_hint() {
    let shell = Shell::new();
    idle_knight(&shell);
    let run = |flags: &[&str]| {
        let all = [&["run", "idle.toml", "--fights", "400000", "--seed", "5"], flags].concat();
        shell.fray(&all).ends_with(0).out
    };
    let with = run(&["--no-out", "--threads", "1"]);
    assert_eq!(with, run(&["--no-out", "--threads", "2"]));
    let without = run(&["--no-out", "--no-hints"]);
    assert!(with.starts_with(&without) && !without.contains("hint:"), "{without}");
    assert_eq!(run(&["--no-out", "--quiet"]), "");
    run(&["--out", "with"]);
    run(&["--out", "without", "--no-hints"]);
    for table in ["summary", "metrics"] {
        assert_eq!(shell.text(&format!("with/{table}.csv")), shell.text(&format!("without/{table}.csv")));
    }
}

#[test]
fn the_object_has_the_hints_of_every_side() {
    let shell = Shell::new();
    idle_knight(&shell);
    let run = ["run", "idle.toml", "--fights", "400000", "--seed", "5", "--no-out", "--json"];
    let object = shell.fray(&run).ends_with(0).json();
    let hint = &object["scenarios"][0]["hints"][0];
    assert_eq!((hint["side"].as_str(), hint["unit"].as_str()), (Some("wizards"), Some("Knight")), "{hint}");
    let [low, with, without] = ["at_least", "with", "win_rate"].map(|key| hint[key].as_f64().expect(key));
    assert!(low > 0.05 && with - without > low, "{hint}");
    let none = shell.fray(&[&run[..], &["--no-hints"]].concat()).ends_with(0).json();
    assert_eq!(none["scenarios"][0]["hints"], serde_json::json!([]));
}

#[test]
fn too_few_fights_and_good_tactics_give_no_hint() {
    let shell = Shell::new();
    idle_knight(&shell);
    let few = shell.fray(&["run", "idle.toml", "--fights", "2000", "--no-out"]).ends_with(0).out;
    assert!(!few.contains("hint:"), "{few}");
    let good = ["run", "idle.toml", "--fights", "400000", "--no-out", "--set", "Knight.tactics.delay=act"];
    let good = shell.fray(&good).ends_with(0).out;
    assert!(!good.contains("Knight: delay"), "{good}");
}
