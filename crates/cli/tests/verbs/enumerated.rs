//! Answers by enumeration: where it is cheaper than fights, what verbs say is what `exact` says.

use serde_json::Value;

use crate::shell::{Shell, duel};

/// A duel that is enumerated in no time.
const SMALL: [&str; 6] = ["--set", "Knight.hp=5", "--set", "Ogre.hp=8", "--max-rounds", "6"];

/// A verb of the small duel, with `--json`.
fn object(shell: &Shell, verb: &str, flags: &[&str]) -> Value {
    let duel = duel();
    shell.fray(&[&[verb, duel.as_str(), "--json"], &SMALL[..], flags].concat()).ends_with(0).json()
}

fn text(shell: &Shell, verb: &str, flags: &[&str]) -> String {
    let duel = duel();
    shell.fray(&[&[verb, duel.as_str()], &SMALL[..], flags].concat()).ends_with(0).out
}

/// Returns what `exact` says of the win rate of a side with these changes.
fn win(shell: &Shell, side: &str, sets: &[&str]) -> f64 {
    let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", *set]).collect();
    let object = object(shell, "exact", &sets);
    let mut rows = object["outcomes"].as_array().expect("rows").iter();
    let row = rows.find(|row| row["outcome"] == "win" && row["side"] == side).expect("a row");
    row["p"].as_f64().expect("a number")
}

/// Rows have nine digits.
#[track_caller]
fn assert_is(row: &Value, key: &str, expected: f64) {
    let found = row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
    assert!((found - expected).abs() < 1e-8, "{row}, not {expected}");
    assert_eq!((&row["lo"], &row["hi"], &row["fights"]), (&row[key], &row[key], &0.into()), "{row}");
}

/// The row of a switch.
fn switch<'a>(rows: &'a Value, key: &str, value: &str) -> &'a Value {
    let is = |row: &&Value| row["key"] == key && row["value"] == value;
    rows.as_array().expect("rows").iter().find(is).unwrap_or_else(|| panic!("{key} = {value} in {rows}"))
}

#[test]
fn rulings_and_tactics_change_what_exact_says() {
    let shell = Shell::new();
    let base = win(&shell, "wizards", &[]);
    let of_rulings = object(&shell, "rulings", &[]);
    let tie = switch(&of_rulings["rulings"], "hit_tie", "defender");
    assert_is(tie, "effect", win(&shell, "wizards", &["rulings.hit_tie=defender"]) - base);
    assert!(["rises", "falls"].contains(&tie["verdict"].as_str().expect("a word")), "{tie}");
    let of_tactics = object(&shell, "tactics", &["--of", "emulators"]);
    let waits = switch(&of_tactics["tactics"], "delay", "sit_out");
    let set = ["Ogre.tactics.delay=sit_out"];
    assert_is(waits, "effect", win(&shell, "emulators", &set) - win(&shell, "emulators", &[]));
    assert_eq!(waits["verdict"], "worse", "{waits}");
    // What leaves the metric as it is has no effect, and is no matter of luck; what takes longer than fights
    // is played.
    for (object, list) in [(&of_rulings, "rulings"), (&of_tactics, "tactics")] {
        let rows = object[list].as_array().expect("rows");
        let (exact, played): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["fights"] == 0);
        assert!(exact.iter().all(|row| row["verdict"] != "undecided"), "{object}");
        assert_eq!(object["exact"], played.is_empty(), "{object}");
        assert!(exact.len() > played.len(), "{} exact, {} played: {object}", exact.len(), played.len());
    }
    let text = text(&shell, "rulings", &[]);
    assert!(text.contains("exact") && text.contains("leave it exactly as it is: "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Whoever asks for fights gets fights, and so does a metric that no exact answer has.
    for flags in [&["--fights", "100"][..], &["--fights", "100", "--metric", "overkill(Ogre)"]] {
        let sampled = object(&shell, "rulings", flags);
        assert_eq!(sampled["exact"], false, "{flags:?}: {sampled}");
        let rows = sampled["rulings"].as_array().expect("rows");
        assert!(rows.iter().all(|row| row["fights"] != 0), "{flags:?}: {sampled}");
    }
}

#[test]
fn shares_are_means_of_what_exact_says() {
    let shell = Shell::new();
    let why = |flags: &[&str]| {
        let (short, duel) = ("--max-rounds", duel());
        shell.write("a.toml", &std::fs::read_to_string(duel).expect("the duel").replace("hp = 18", "hp = 5"));
        let why = ["why", "a.toml", "--set", "Ogre.hp=10", "--set", "Ogre.attack=16", short, "4"];
        shell.fray(&[&why[..], flags].concat()).ends_with(0)
    };
    let win = |sets: &[&str]| {
        let sets = [&["Knight.hp=5", "run.max_rounds=4"], sets].concat();
        let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", *set]).collect();
        let duel = duel();
        let exact = shell.fray(&[&["exact", duel.as_str(), "--json"], &sets[..]].concat());
        let object = exact.ends_with(0).json();
        let mut rows = object["outcomes"].as_array().expect("rows").iter();
        let row = rows.find(|row| row["outcome"] == "win" && row["side"] == "wizards").expect("a row");
        row["p"].as_f64().expect("a number")
    };
    let object = why(&["--json"]).json();
    assert_eq!((&object["exact"], &object["orders"]), (&true.into(), &"exact".into()), "{object}");
    let (hp, attack) = ("Ogre.hp=10", "Ogre.attack=16");
    let [none, of_hp, of_attack, both] = [&[][..], &[hp], &[attack], &[hp, attack]].map(win);
    for (edit, expected) in [
        ("Ogre.hp 26 -> 10", (of_hp - none + both - of_attack) / 2.0),
        ("Ogre.attack 14 -> 16", (of_attack - none + both - of_hp) / 2.0),
        ("total", both - none),
    ] {
        let rows = object["why"].as_array().expect("rows");
        let is = |row: &&Value| {
            row["edit"].as_str().is_some_and(|it| it.ends_with(edit)) && row["metric"] == "win_rate(wizards)"
        };
        let row = rows.iter().find(is).unwrap_or_else(|| panic!("no {edit} in {object}"));
        assert_is(row, "share", expected);
    }
    let text = why(&[]).out;
    assert!(text.contains("\n2 edits, exact\n") && text.contains("exact, by enumeration"), "{text}");
    assert_eq!(why(&["--fights", "100", "--json"]).json()["exact"], false);
}

#[test]
fn a_pick_of_exact_values_is_certain() {
    let shell = Shell::new();
    let duel = duel();
    let pick = |set: &str, which: &str, flags: &[&str]| {
        let small = ["--set", "Knight.hp=5", "--max-rounds", "6"];
        let pick = ["sweep", duel.as_str(), "--set", set, "--pick", which];
        shell.fray(&[&pick[..], &small, flags].concat()).ends_with(0)
    };
    let object = pick("Ogre.hp=6:12", "max:win_rate", &["--json"]).json();
    assert_eq!((&object["exact"], &object["pick"]["decided"]), (&true.into(), &true.into()), "{object}");
    assert_eq!(object["pick"]["fights"], 0, "{object}");
    let left = |object: &Value| -> Vec<String> {
        let left = object["pick"]["left"].as_array().expect("points").iter();
        left.map(|it| it["emulators/Ogre.hp"].as_str().expect("a value").to_owned()).collect()
    };
    assert_eq!(left(&object), ["6"]);
    // A rate at a point is nearest to itself.
    let rows = object["sweep"].as_array().expect("rows");
    let of = |row: &&Value| row["emulators/Ogre.hp"] == "9" && row["side"] == "wizards";
    let value = rows.iter().find(of).expect("a row")["value"].as_f64().expect("a rate");
    let closest = format!("closest:win_rate(wizards)={value}");
    assert_eq!(left(&pick("Ogre.hp=6:12", &closest, &["--json"]).json()), ["9"]);
    // Luck rolls no dice here: all are the best.
    let text = pick("Ogre.luck=5:7", "max:win_rate", &[]).out;
    assert!(text.contains("PICKED by max:win_rate\n  Ogre.luck = 5: "), "{text}");
    assert!(text.contains("the largest of all 3 points: 3 are equally good"), "{text}");
    // Whoever asks for fights, or for the tables of runs, gets fights.
    for flags in [&["--fights", "20000", "--json"][..], &["--out", "tables", "--json"]] {
        assert_eq!(pick("Ogre.hp=6,60", "max:win_rate", flags).json()["exact"], false, "{flags:?}");
    }
}
