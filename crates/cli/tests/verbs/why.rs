//! `why`: which edits are found, what their shares are, what is printed and written.

use serde_json::Value;

use crate::shell::{Shell, duel};

/// The share of an edit in the win rate of the wizards.
fn share(object: &Value, edit: &str) -> f64 {
    let rows = object["why"].as_array().expect("rows");
    let is = |row: &&Value| {
        row["edit"].as_str().is_some_and(|it| it.contains(edit)) && row["metric"] == "win_rate(wizards)"
    };
    let row = rows.iter().find(is).unwrap_or_else(|| panic!("no {edit} in {object}"));
    row["share"].as_f64().expect("a number")
}

fn wins(shell: &Shell, flags: &[&str]) -> f64 {
    let duel = duel();
    let run = [&["run", duel.as_str(), "--fights", "2000", "--no-out", "--json"], flags].concat();
    shell.fray(&run).ends_with(0).json()["scenarios"][0]["summary"][0]["wins"].as_f64().expect("wins")
}

#[test]
fn shares_are_means_of_what_runs_differ_by() {
    let shell = Shell::new();
    let duel = duel();
    let (hp, attack) = (["--set", "Ogre.hp=30"], ["--set", "Ogre.attack=16"]);
    let both = [hp, attack].concat();
    let why = [&["why", duel.as_str(), "--fights", "2000", "--json"], &both[..]].concat();
    let object = shell.fray(&why).ends_with(0).json();
    assert_eq!(object["orders"], "exact");
    let [none, of_hp, of_attack, of_both] =
        [&[][..], &hp, &attack, &both].map(|flags| wins(&shell, flags) / 2000.0);
    let expected = (of_hp - none + of_both - of_attack) / 2.0;
    assert!((share(&object, "Ogre.hp 26 -> 30") - expected).abs() < 1e-9, "{expected}: {object}");
    let expected = (of_attack - none + of_both - of_hp) / 2.0;
    assert!((share(&object, "Ogre.attack 14 -> 16") - expected).abs() < 1e-9, "{expected}: {object}");
    assert!((share(&object, "total") - (of_both - none)).abs() < 1e-9, "{object}");
}

#[test]
fn two_files_are_told_apart_by_values_entries_and_units() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let edited = text.replace("name = \"Ogre\"", "name = \"Troll\"").replace("hp = 18 ", "hp = 20 ").replace(
        "[[side]]\nname = \"emulators\"",
        "[[side.unit]]\nname = \"Squire\"\nuse = \"s\"\n\n[[side]]\nname = \"emulators\"",
    ) + "\n[unit.s]\nkind = \"pc\"\nhp = 5\nhit = 6\ndodge = 6\nattack = 8\ndefense = 6\naction_value = 8\ncrit = [7]\nfumble = [2]\nspirit = 6\n";
    shell.write("a.toml", &text);
    shell.write("b.toml", &edited);
    let flags = ["why", "a.toml", "b.toml", "--fights", "600", "--metric", "rounds"];
    let ended = shell.fray(&flags).ends_with(0);
    for part in [
        "a -> b\n2 edits",
        "rounds: ",
        "wizards/Knight.hp 18 -> 20",
        "wizards/Squire is new",
        "total",
        "other names change nothing and have no share: emulators/Ogre is",
    ] {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
    let is_short = |line: &str| line.chars().count() <= 80;
    assert!(ended.out.lines().all(is_short), "{}", ended.out);
    // The table is written; threads move no byte of it.
    for threads in ["1", "2"] {
        let more = ["--out", "why", "--threads", threads, "-q", "--seed", "1"];
        shell.fray(&[&flags[..], &more].concat()).ends_with(0);
    }
    let rows = shell.rows("why", "why");
    assert_eq!(rows.iter().filter(|row| row["edit"] == "total").count(), 3, "of three metrics");
    shell.fray(&[&flags[..], &["--out", "why", "-q", "--seed", "2"]].concat()).ends_with(30);
}

#[test]
fn what_has_no_edits_or_cannot_be_compared_is_said() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    shell.write("a.toml", &text);
    // Comments are no edits.
    shell.write("b.toml", &text.replace("# maximum; the fight begins with all of them", ""));
    let ended = shell.fray(&["why", "a.toml", "b.toml"]).ends_with(0);
    assert!(ended.out.contains("the two do not differ in anything that affects a fight"), "{}", ended.out);
    let alone = shell.fray(&["why", "a.toml"]).ends_with(2);
    assert!(alone.err.contains("name a second scenario, or change it with --set"), "{}", alone.err);
    let juso = crate::shell::configs("juso/duel.toml");
    let other = shell.fray(&["why", "a.toml", juso.as_str()]).ends_with(2);
    assert!(other.err.contains("have no edits in common"), "{}", other.err);
    let tougher = text.replace("name = \"Ogre\"", "name = \"Ogre\"\ncount = 2");
    shell.write("b.toml", &tougher);
    let metric = shell.fray(&["why", "a.toml", "b.toml", "--metric", "hp_left(Ogre#2)"]).ends_with(2);
    assert!(metric.err.contains("is not a metric of"), "{}", metric.err);
}
