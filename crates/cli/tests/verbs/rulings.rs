//! `rulings`: what is switched, what cannot matter, what is printed and written.

use serde_json::Value;

use crate::shell::{Ended, Shell, duel};

fn rulings(shell: &Shell, flags: &[&str]) -> Ended {
    shell.fray(&[&["rulings", duel().as_str(), "--fights", "2000"], flags].concat())
}

fn rows(object: &Value) -> &Vec<Value> {
    object["rulings"].as_array().unwrap_or_else(|| panic!("rows in {object}"))
}

#[test]
fn an_effect_is_what_runs_with_the_answer_say() {
    let shell = Shell::new();
    let object = rulings(&shell, &["--json"]).ends_with(0).json();
    let is = |row: &&Value| row["key"] == "hit_tie" && row["value"] == "defender";
    let row = rows(&object).iter().find(is).unwrap_or_else(|| panic!("hit_tie in {object}"));
    assert_eq!((&row["side"], &row["metric"]), (&"wizards".into(), &"win_rate".into()), "{row}");
    let wins = |answer: &str| {
        let (duel, set) = (duel(), format!("rulings.hit_tie={answer}"));
        let args = ["run", &duel, "--fights", "2000", "--no-out", "--json", "--set", &set];
        let object = shell.fray(&args).ends_with(0).json();
        object["scenarios"][0]["summary"][0]["wins"].as_f64().expect("wins")
    };
    let effect = (wins("defender") - wins("attacker")) / 2000.0;
    assert!((row["effect"].as_f64().expect("a number") - effect).abs() < 1e-9, "{row} {effect}");
    // The present answer is not played against itself.
    assert!(!rows(&object).iter().any(|row| row["key"] == "hit_tie" && row["value"] == "attacker"));
}

#[test]
fn what_cannot_matter_is_named_with_the_reason() {
    let shell = Shell::new();
    let object = rulings(&shell, &["--json"]).ends_with(0).json();
    let cannot = object["cannot"].as_array().expect("a list");
    assert!(!cannot.is_empty(), "{object}");
    for idle in cannot {
        assert!(idle["need"].as_str().is_some_and(|need| !need.is_empty()), "{idle}");
        assert!(!rows(&object).iter().any(|row| row["key"] == idle["key"]), "{idle} is played all the same");
    }
    let text = rulings(&shell, &["-v", "--out", "rulings"]).ends_with(0).out;
    let key = cannot[0]["key"].as_str().expect("a key");
    // Rulings of one reason stand together.
    let lines = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = lines.split("cannot change this fight: ").find(|note| note.starts_with(key));
    let need = cannot[0]["need"].as_str().expect("a reason");
    assert!(note.is_some_and(|note| note.contains(&format!(" only if {need}"))), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.starts_with("written")), "{text}");
    let written = shell.rows("rulings", "rulings");
    let row = written.iter().find(|row| row["key"] == key).expect("a row");
    assert_eq!((row["verdict"].as_str(), row["fights"].as_str()), ("cannot", "0"));
    assert_eq!(written.len(), rows(&object).len() + cannot.len());
    // Other results are kept.
    rulings(&shell, &["--out", "rulings", "-q", "--seed", "1"]).ends_with(30);
}

#[test]
fn another_metric_is_shown_and_an_unknown_one_refused() {
    let shell = Shell::new();
    let object = rulings(&shell, &["--metric", "rounds", "--json"]).ends_with(0).json();
    assert!(rows(&object).iter().all(|row| row["metric"] == "rounds" && row["side"].is_null()), "{object}");
    let ended = rulings(&shell, &["--metric", "round"]).ends_with(2);
    assert!(ended.err.contains("did you mean `rounds`?"), "{}", ended.err);
}
