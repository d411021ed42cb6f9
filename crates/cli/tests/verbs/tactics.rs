//! `tactics`: what is switched, what is printed and written.

use serde_json::Value;

use crate::shell::{Shell, config};

/// `fray tactics` of the brawl whose boss always attacks the same enemy.
fn tactics(shell: &Shell, flags: &[&str]) -> crate::shell::Ended {
    let brawl = config("brawl.toml");
    let poor = ["--set", "Demon Lord.tactics.target=first", "--fights", "500", "--of", "boss"];
    shell.fray(&[&["tactics", brawl.as_str()], &poor[..], flags].concat())
}

fn row<'a>(object: &'a Value, key: &str, value: &str) -> &'a Value {
    let rows = object["tactics"].as_array().expect("rows");
    let is = |row: &&Value| row["key"] == key && row["value"] == value;
    rows.iter().find(is).unwrap_or_else(|| panic!("no {key} = {value} in {object}"))
}

#[test]
fn a_better_tactic_is_found_and_its_effect_is_what_compare_says() {
    let shell = Shell::new();
    let object = tactics(&shell, &["--json"]).ends_with(0).json();
    let better = row(&object, "target", "weakest");
    assert_eq!((&better["verdict"], &better["side"]), (&"better".into(), &"boss".into()), "{better}");
    assert_eq!(better["unit"], "Demon Lord");
    assert_eq!(object["tactics"].as_array().expect("rows")[0]["verdict"], "better");
    let present = object["tactics"].as_array().expect("rows").iter();
    assert!(
        !present.clone().any(|row| row["key"] == "target" && row["value"] == "first"),
        "it is the present"
    );
    assert!(present.clone().all(|row| row["side"] == "boss"), "of the boss alone");
    // The effect is that of `compare` with the switch as its change.
    let brawl = config("brawl.toml");
    let set = ["--set", "boss/Demon Lord.tactics.target=first"];
    let switched = ["--set", "boss/Demon Lord.tactics.target=weakest"];
    let wins = |set: &[&str; 2]| {
        let run = [&["run", brawl.as_str(), "--fights", "500", "--no-out", "--json"], &set[..]].concat();
        let object = shell.fray(&run).ends_with(0).json();
        object["scenarios"][0]["summary"][1]["wins"].as_i64().expect("wins")
    };
    let effect = (wins(&switched) - wins(&set)) as f64 / 500.0;
    assert!((better["effect"].as_f64().expect("a number") - effect).abs() < 1e-9, "{better} {effect}");
}

#[test]
fn the_table_is_printed_and_written() {
    let shell = Shell::new();
    let ended = tactics(&shell, &["--out", "worth"]).ends_with(0);
    let text = ended.out.clone();
    for part in
        ["BETTER", "boss/Demon Lord: target = weakest", "WORSE", "not tried because they need a value"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.starts_with("written")), "{text}");
    let rows = shell.rows("worth", "tactics");
    assert_eq!((rows[0]["metric"].as_str(), rows[0]["fights"].as_str()), ("win_rate", "500"));
    // Other results are kept, equal ones may stand there.
    tactics(&shell, &["--out", "worth", "-q"]).ends_with(0);
    tactics(&shell, &["--out", "worth", "-q", "--seed", "1"]).ends_with(30);
    tactics(&shell, &["--out", "worth", "-q", "--seed", "1", "--force"]).ends_with(0);
}

#[test]
fn an_unknown_side_is_an_error_of_usage() {
    let shell = Shell::new();
    let ended = shell.fray(&["tactics", &config("brawl.toml"), "--of", "bos"]).ends_with(2);
    assert!(ended.err.contains("there is no side or unit `bos`; did you mean `boss`?"), "{}", ended.err);
}
