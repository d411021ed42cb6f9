//! `weights`: what is changed, what it is worth, what is printed and written.

use serde_json::Value;

use crate::shell::{Ended, Shell, config, duel};

fn weights(shell: &Shell, flags: &[&str]) -> Ended {
    shell.fray(&[&["weights", duel().as_str(), "--fights", "1500"], flags].concat())
}

fn row<'a>(object: &'a Value, unit: &str, stat: &str, step: &str) -> &'a Value {
    let rows = object["weights"].as_array().expect("rows");
    let is = |row: &&Value| row["unit"] == unit && row["stat"] == stat && row["step"] == step;
    rows.iter().find(is).unwrap_or_else(|| panic!("no {unit} {stat} {step} in {object}"))
}

/// The wins of the wizards in a run of the duel.
fn wins(shell: &Shell, set: &str) -> i64 {
    let duel = duel();
    let run = ["run", duel.as_str(), "--fights", "1500", "--no-out", "--json", "--set", set];
    let object = shell.fray(&run).ends_with(0).json();
    object["scenarios"][0]["summary"][0]["wins"].as_i64().expect("wins")
}

#[test]
fn numbers_are_worth_what_runs_with_them_differ_by() {
    let shell = Shell::new();
    let object = weights(&shell, &["--of", "Knight", "--json"]).ends_with(0).json();
    let base = wins(&shell, "Knight.hp=18");
    for (stat, step, set) in [
        ("hp", "+1", "Knight.hp=19"),
        ("hp", "-1", "Knight.hp=17"),
        ("dodge", "+1", "Knight.dodge=8"),
        ("attack", "-1", "Knight.attack=11"),
    ] {
        let row = row(&object, "Knight", stat, step);
        let expected = (wins(&shell, set) - base) as f64 / 1500.0;
        let effect = row["effect"].as_f64().expect("a number");
        assert!((effect - expected).abs() < 1e-9, "{stat} {step}: {effect}, not {expected}");
        assert!(row["lo"].as_f64() <= Some(effect) && Some(effect) <= row["hi"].as_f64(), "{row}");
        assert_eq!((&row["metric"], &row["fights"]), (&"win_rate(wizards)".into(), &1500.into()));
    }
    let rows = object["weights"].as_array().expect("rows");
    assert!(
        rows.iter().all(|row| row["unit"] == "Knight" && row["side"] == "wizards"),
        "of the Knight alone"
    );
    // Tactics and copies are no strengths.
    assert!(!rows.iter().any(|row| row["stat"].as_str().is_some_and(|stat| stat.starts_with("tactics"))));
    // Dodge is worth more than hit points, certainly, and so has a rate in them.
    let rank = |stat: &str, key: &str| row(&object, "Knight", stat, "+1")[key].as_u64().expect("a rank");
    assert!(rank("dodge", "rank_hi") < rank("hp", "rank_lo"), "{object}");
    // Rates of exchange are shown where they are known within a factor of three.
    for rate in object["exchange"].as_array().expect("rates") {
        let [lo, value, hi] = ["lo", "rate", "hi"].map(|key| rate[key].as_f64().expect("a number"));
        assert!(lo < value && value < hi && hi <= 3.0 * lo, "{rate}");
    }
}

/// Where the scenario and every change are small enough, effects are differences of what `exact` says.
#[test]
fn small_scenarios_are_enumerated_and_effects_are_what_exact_says() {
    let shell = Shell::new();
    let duel = duel();
    let small = ["--set", "Ogre.hp=8", "--max-rounds", "6"];
    let weights = [
        &["weights", duel.as_str(), "--of", "Knight", "--set", "Knight.hp=5", "--metric", "rounds"][..],
        &small,
    ]
    .concat();
    let object = shell.fray(&[&weights[..], &["--json"]].concat()).ends_with(0).json();
    assert_eq!(object["exact"], true, "{object}");
    let exact = |set: &str| {
        let flags = [&["exact", duel.as_str(), "--json", "--set", "Knight.hp=5", "--set", set][..], &small];
        let object = shell.fray(&flags.concat()).ends_with(0).json();
        let mut rows = object["outcomes"].as_array().expect("rows").iter();
        let win = rows.find(|row| row["outcome"] == "win" && row["side"] == "wizards").expect("a row");
        [&win["p"], &object["rounds_mean"]].map(|number| number.as_f64().expect("a number"))
    };
    let base = exact("run.max_rounds=6");
    for (stat, step, set) in [
        ("hp", "+1", "Knight.hp=6"),
        ("hp", "-1", "Knight.hp=4"),
        ("dodge", "+1", "Knight.dodge=8"),
        ("attack", "-1", "Knight.attack=11"),
    ] {
        let changed = exact(set);
        for (metric, at) in [("win_rate(wizards)", 0), ("rounds", 1)] {
            let rows = object["weights"].as_array().expect("rows");
            let is = |row: &&Value| row["stat"] == stat && row["step"] == step && row["metric"] == metric;
            let row = rows.iter().find(is).unwrap_or_else(|| panic!("no {stat} {step} in {object}"));
            let effect = row["effect"].as_f64().expect("a number");
            let expected = changed[at] - base[at];
            assert!((effect - expected).abs() < 1e-8, "{stat} {step}: {effect}, not {expected}");
            assert_eq!((&row["lo"], &row["hi"], &row["fights"]), (&row["effect"], &row["effect"], &0.into()));
        }
    }
    let text = shell.fray(&weights).ends_with(0).out;
    assert!(text.contains(" changes, exact\n") && text.contains("exact, by enumeration"), "{text}");
    let sampled = shell.fray(&[&weights[..], &["--fights", "1500", "--json"]].concat()).ends_with(0).json();
    assert_eq!(sampled["exact"], false, "whoever asks for fights gets fights: {sampled}");
}

#[test]
fn the_table_fits_and_is_written() {
    let shell = Shell::new();
    let flags = ["--of", "Ogre", "--set", "Ogre.hp=20", "--metric", "rounds", "--out", "worth"];
    let ended = weights(&shell, &flags).ends_with(0);
    for part in ["rounds: what one more is worth", "Ogre: hp ", "changed nothing in 1,024 fights: Ogre: "] {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
    let is_short = |line: &str| line.chars().count() <= 80 || line.starts_with("written");
    assert!(ended.out.lines().all(is_short), "{}", ended.out);
    let rows = shell.rows("worth", "weights");
    let metrics: Vec<&str> = rows.iter().take(3).map(|row| row["metric"].as_str()).collect();
    assert_eq!(metrics, ["win_rate(wizards)", "win_rate(emulators)", "rounds"]);
    // Threads move no byte; other results are kept.
    weights(&shell, &[&flags[..], &["-q", "--threads", "1"]].concat()).ends_with(0);
    weights(&shell, &[&flags[..], &["-q", "--seed", "1"]].concat()).ends_with(30);
}

#[test]
fn units_copies_entries_and_tactics_are_taken_out() {
    let shell = Shell::new();
    let brawl = config("brawl.toml");
    let flags = ["weights", brawl.as_str(), "--parts", "--fights", "600"];
    let object =
        shell.fray(&[&flags[..], &["--json", "--metric", "hp_left(Akari)"]].concat()).ends_with(0).json();
    let rows = object["weights"].as_array().expect("rows");
    let find = |unit: &str, stat: Value, metric: &str| {
        let is = |row: &&Value| row["unit"] == unit && row["stat"] == stat && row["metric"] == metric;
        rows.iter().find(is).unwrap_or_else(|| panic!("no {unit} {stat} {metric} in {object}"))
    };
    let wizards = "win_rate(wizards)";
    let missing = find("Akari", Value::Null, wizards);
    assert_eq!(missing["step"], "without");
    assert!(missing["hi"].as_f64() < Some(0.0), "a side without a unit wins less: {missing}");
    assert!(
        find("Akari", Value::Null, "hp_left(wizards/Akari)")["effect"].is_null(),
        "who is not there has none"
    );
    assert!(find("Akari", "weapons.Fire Bolt".into(), wizards)["hi"].as_f64() < Some(0.0));
    assert!(rows.iter().any(|row| row["stat"] == "tactics.target"), "{object}");
    assert!(
        !rows.iter().any(|row| row["unit"] == "Demon Lord" && row["stat"].is_null()),
        "a side has a unit"
    );
    // Of copies one is taken out: it is what a count of one less gives.
    let duel = duel();
    let two = ["--set", "Knight.count=2", "--fights", "600", "--json"];
    let object = shell.fray(&[&["weights", duel.as_str(), "--parts"], &two[..]].concat()).ends_with(0).json();
    let effect = object["weights"].as_array().expect("rows").iter().find(|row| row["stat"].is_null());
    let effect = effect.expect("the knight")["effect"].as_f64().expect("a number");
    let wins = |count: &str| {
        let run = ["run", duel.as_str(), "--no-out", "--json", "--fights", "600", "--set", count];
        shell.fray(&run).ends_with(0).json()["scenarios"][0]["summary"][0]["wins"].as_f64().expect("wins")
    };
    let expected = (wins("Knight.count=1") - wins("Knight.count=2")) / 600.0;
    assert!((effect - expected).abs() < 1e-9, "{effect}, not {expected}");
}

#[test]
fn unknown_names_are_errors_of_usage() {
    let shell = Shell::new();
    for (flags, part) in [
        (["--of", "Knigt"], "there is no side or unit `Knigt`; did you mean `Knight`?"),
        (["--metric", "hp_lef(Ogre)"], "did you mean `hp_left`?"),
    ] {
        let ended = weights(&shell, &flags).ends_with(2);
        assert!(ended.err.contains(part), "{}", ended.err);
    }
}

#[cfg(unix)]
#[test]
fn interrupted_weights_keep_what_is_known() {
    let shell = Shell::new();
    let duel = duel();
    let running = shell.start(&["weights", &duel, "--fights", "1e9", "--json"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    crate::resume::interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(ended.err.contains("interrupted: 0 of "), "{}", ended.err);
    assert_eq!(ended.json()["weights"], Value::Array(Vec::new()));
}

#[test]
fn all_numbers_are_moved_at_once_by_either_method() {
    let shell = Shell::new();
    let duel = duel();
    for (method, table, key) in [("morris", "morris.csv", "mu_star"), ("sobol", "sobol.csv", "total")] {
        let rows = if method == "morris" { "4" } else { "10" };
        let flags = [
            "weights",
            duel.as_str(),
            "--of",
            "Ogre",
            "--method",
            method,
            "--rows",
            rows,
            "--fights",
            "50",
            "--span",
            "1",
        ];
        let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(0).json();
        assert_eq!(object["method"], method);
        let of_json = object[method].as_array().expect("rows");
        let hp = of_json.iter().find(|row| row["stat"] == "hp").expect("hit points");
        let [value, lo, hi] = [key.to_owned(), format!("{key}_lo"), format!("{key}_hi")]
            .map(|key| hp[key].as_f64().expect("a number"));
        assert!(lo <= value && value <= hi && hp["noise_floor"].as_f64() > Some(0.0), "{hp}");
        let ended = shell.fray(&[&flags[..], &["--out", method]].concat()).ends_with(0);
        for part in ["noise", "not moved, as by itself it changed nothing in the", "Ogre: hp"] {
            assert!(ended.out.contains(part), "{part}\n{}", ended.out);
        }
        let text = shell.text(&format!("{method}/{table}"));
        assert_eq!(text.lines().count(), of_json.len() + 1, "{text}");
        // Threads move no byte.
        shell.fray(&[&flags[..], &["--out", method, "-q", "--threads", "1"]].concat()).ends_with(0);
    }
    shell.fray(&["weights", &duel, "--method", "morris", "--parts"]).ends_with(2);
    shell.fray(&["weights", &duel, "--span", "3"]).ends_with(2);
}

#[test]
fn a_small_fight_is_enumerated_instead_of_sampled() {
    let shell = Shell::new();
    let duel = duel();
    let small = ["--set", "Knight.hp=2", "--set", "Ogre.hp=3", "--max-rounds", "2", "--of", "Knight"];
    let ended = shell.fray(&[&["weights", duel.as_str()], &small[..]].concat()).ends_with(0);
    assert!(
        ended.out.contains("changes, exact\n") && ended.out.contains("nothing is left to luck"),
        "{}",
        ended.out
    );
    let object =
        shell.fray(&[&["weights", duel.as_str(), "--json"], &small[..]].concat()).ends_with(0).json();
    assert_eq!(object["exact"], true);
    let hp = row(&object, "Knight", "hp", "+1");
    assert_eq!((&hp["lo"], &hp["fights"]), (&hp["effect"], &0.into()));
    let exact = |hp: &str| {
        let set = format!("Knight.hp={hp}");
        let flags =
            ["exact", duel.as_str(), "--set", &set, "--set", "Ogre.hp=3", "--max-rounds", "2", "--json"];
        shell.fray(&flags).ends_with(0).json()["outcomes"][0]["p"].as_f64().expect("a probability")
    };
    let expected = exact("3") - exact("2");
    assert!((hp["effect"].as_f64().expect("an effect") - expected).abs() < 1e-9, "{hp}, not {expected}");
    // A number of fights that is asked for is played.
    let object = shell
        .fray(&[&["weights", duel.as_str(), "--json", "--fights", "500"], &small[..]].concat())
        .ends_with(0)
        .json();
    assert_eq!(
        (&object["exact"], &row(&object, "Knight", "hp", "+1")["fights"]),
        (&false.into(), &500.into())
    );
}
