//! `sweep`: what is varied, what is printed and written, and what is picked.

use serde_json::Value;

use crate::shell::{Shell, duel};

/// `fray sweep` of the duel with few fights.
fn sweep(shell: &Shell, flags: &[&str]) -> crate::shell::Ended {
    shell.fray(&[&["sweep", duel().as_str(), "--fights", "2000"], flags].concat())
}

fn rows(object: &Value) -> &Vec<Value> {
    object["sweep"].as_array().unwrap_or_else(|| panic!("rows in {object}"))
}

/// The wins of a side in a run of the duel.
fn wins(shell: &Shell, set: &str, side: usize) -> f64 {
    let duel = duel();
    let args = ["run", duel.as_str(), "--fights", "2000", "--no-out", "--json", "--set", set];
    let object = shell.fray(&args).ends_with(0).json();
    object["scenarios"][0]["summary"][side]["wins"].as_f64().expect("wins")
}

#[test]
fn the_points_are_what_run_plays_and_the_differences_are_theirs() {
    let shell = Shell::new();
    let object = sweep(&shell, &["--set", "Ogre.hp=20:30:5", "--json"]).ends_with(0).json();
    let rows = rows(&object);
    assert_eq!(rows.len(), 6, "three points, two sides: {object}");
    let all: Vec<f64> =
        ["Ogre.hp=20", "Ogre.hp=25", "Ogre.hp=30"].iter().map(|set| wins(&shell, set, 0) / 2000.0).collect();
    for (at, value) in all.iter().enumerate() {
        let row = &rows[2 * at];
        assert_eq!(row["emulators/Ogre.hp"], ["20", "25", "30"][at]);
        assert_eq!((&row["metric"], &row["side"]), (&"win_rate".into(), &"wizards".into()));
        let near = |key: &str, expected: f64| {
            let found = row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
            assert!((found - expected).abs() < 1e-9, "{key}: {found}, not {expected}");
        };
        near("value", *value);
        assert_eq!(row["fights"], 2000);
        if at > 0 {
            near("d_prev", value - all[at - 1]);
            near("d_first", value - all[0]);
        } else {
            assert!(row["d_prev"].is_null() && row["d_first"].is_null(), "{row}");
        }
    }
}

#[test]
fn every_combination_is_played_and_has_its_values_in_all_tables() {
    let shell = Shell::new();
    let flags =
        ["--set", "Ogre.hp=20,30", "--set", "Knight.hp=18", "--set", "Ogre.attack=12:14", "--out", "grid"];
    let text = sweep(&shell, &flags).ends_with(0).out;
    for part in
        ["6 points, 2,000 fights of seed 2016 each", "across: Ogre.attack", "Ogre.hp = 30", "written to grid"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let values = |row: &crate::shell::Row| {
        ["emulators/Ogre.hp", "emulators/Ogre.attack", "wizards/Knight.hp"].map(|path| row[path].clone())
    };
    for table in ["sweep", "summary", "metrics", "rounds", "damage", "actions"] {
        let mut points: Vec<_> = shell.rows("grid", table).iter().map(values).collect();
        points.dedup();
        let expected =
            ["20", "30"].iter().flat_map(|hp| ["12", "13", "14"].map(|attack| [*hp, attack, "18"]));
        assert_eq!(points, expected.collect::<Vec<_>>(), "{table}");
    }
    // The tables are those of a run, point by point.
    let run = ["--set", "Ogre.hp=30", "--set", "Knight.hp=18", "--set", "Ogre.attack=13", "--fights", "2000"];
    shell.duel("one", &run);
    let of_run = &shell.rows("one", "summary")[0];
    let summary = shell.rows("grid", "summary");
    let of_point = summary.iter().find(|row| values(row) == ["30", "13", "18"]).expect("the point");
    for column in ["side", "fights", "wins", "win_rate", "win_lo", "win_hi", "rounds_mean", "signature"] {
        assert_eq!(of_point[column], of_run[column], "{column}");
    }
    // The neighbour of the first point of a line is above it.
    let sweep_rows = shell.rows("grid", "sweep");
    let of = |hp: &str, attack: &str| {
        let is = |row: &&crate::shell::Row| values(row) == [hp, attack, "18"] && row["side"] == "wizards";
        sweep_rows.iter().find(is).expect("a row")
    };
    let number = |text: &String| text.parse::<f64>().expect("a number");
    let expected = number(&of("30", "12")["value"]) - number(&of("20", "12")["value"]);
    assert!((number(&of("30", "12")["d_prev"]) - expected).abs() < 1e-9);
    // Other results are kept, equal ones may stand there.
    sweep(&shell, &[&flags[..], &["-q"]].concat()).ends_with(0);
    sweep(&shell, &[&flags[..], &["-q", "--seed", "1"]].concat()).ends_with(30);
    sweep(&shell, &[&flags[..], &["-q", "--seed", "1", "--force"]].concat()).ends_with(0);
}

#[test]
fn threads_move_no_byte() {
    let shell = Shell::new();
    let flags = |out: &'static str, threads: &'static str| {
        ["--set", "Ogre.hp=20,30", "--metric", "hit_rate(Ogre)", "--out", out, "--threads", threads]
    };
    let one = sweep(&shell, &flags("one", "1")).ends_with(0).out;
    let three = sweep(&shell, &flags("three", "3")).ends_with(0).out;
    assert_eq!(one.replace("to one", "to three"), three);
    assert_eq!(shell.bytes("one"), shell.bytes("three"));
}

#[test]
fn metrics_that_are_asked_for_have_rows_and_tables() {
    let shell = Shell::new();
    let flags = ["--set", "Ogre.hp=20,30", "--metric", "rounds", "--metric", "hit_rate(Ogre)"];
    let text = sweep(&shell, &flags).ends_with(0).out;
    assert!(text.contains("\nrounds\n") && text.contains("\nhit_rate(emulators/Ogre)\n"), "{text}");
    assert!(!text.contains("win_rate"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let object = sweep(&shell, &[&flags[..], &["--json"]].concat()).ends_with(0).json();
    let all: Vec<&str> = rows(&object).iter().filter_map(|row| row["metric"].as_str()).collect();
    assert_eq!(all, ["win_rate", "win_rate", "rounds", "hit_rate"].repeat(2));
    // The interval of a mean and of a rate of tries are those of `run`.
    shell.duel("one", &["--set", "Ogre.hp=20", "--fights", "2000"]);
    let summary = &shell.rows("one", "summary")[0];
    let rounds = &rows(&object)[2];
    for (mine, theirs) in [("value", "rounds_mean"), ("lo", "rounds_lo"), ("hi", "rounds_hi")] {
        assert_eq!(rounds[mine].to_string(), summary[theirs], "{mine}");
    }
    let metrics = shell.rows("one", "metrics");
    let hits =
        metrics.iter().find(|row| row["unit"] == "Ogre" && row["metric"] == "hit_rate").expect("a row");
    for (mine, theirs) in [("value", "mean"), ("lo", "lo"), ("hi", "hi")] {
        assert_eq!(rows(&object)[3][mine].to_string(), hits[theirs], "{mine}");
    }
}

#[test]
fn variants_of_the_file_are_points() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let variants = "[[variant]]\nname = \"tough\"\nset = { \"Ogre.hp\" = 40 }\n\n\
                    [[variant]]\nname = \"mad\"\nset = { \"Ogre.attack\" = 20, \"Ogre.tactics.target\" = \"weakest\" }\n";
    shell.write("duel.toml", &format!("{text}\n{variants}"));
    let object = shell.fray(&["sweep", "duel.toml", "--fights", "500", "--json"]).ends_with(0).json();
    let names: Vec<&str> = rows(&object).iter().filter_map(|row| row["variant"].as_str()).collect();
    assert_eq!(names, ["", "", "tough", "tough", "mad", "mad"]);
    assert_eq!(
        (&rows(&object)[2]["emulators/Ogre.hp"], &rows(&object)[4]["emulators/Ogre.hp"]),
        (&"40".into(), &"".into())
    );
    let value = |at: usize| rows(&object)[at]["value"].as_f64().expect("a rate");
    assert!(value(0) > value(2) && value(0) > value(4), "{object}");
    let of_run =
        shell.fray(&["run", "duel.toml", "--fights", "500", "--no-out", "--json", "--set", "Ogre.hp=40"]);
    let of_run = of_run.ends_with(0).json();
    assert_eq!(of_run["scenarios"][0]["summary"][0]["win_rate"], rows(&object)[2]["value"]);
    // With a range they are one more axis if they are asked for.
    let range = ["sweep", "duel.toml", "--fights", "200", "--set", "Knight.hp=18,20", "--json"];
    assert_eq!(rows(&shell.fray(&range).ends_with(0).json()).len(), 4);
    let both = shell.fray(&[&range[..], &["--variants"]].concat()).ends_with(0).json();
    assert_eq!(rows(&both).len(), 12);
    // A variant that is wrong is named, and `validate` finds it.
    shell.write("wrong.toml", &format!("{text}\n{}", variants.replace("Ogre.hp", "Ogre.hpp")));
    let wrong = shell.fray(&["sweep", "wrong.toml"]).ends_with(10).err;
    assert!(wrong.contains("variant = tough") && wrong.contains("did you mean `hp`?"), "{wrong}");
    let wrong = shell.fray(&["validate", "wrong.toml"]).ends_with(10).err;
    assert!(wrong.contains("--variant tough") && wrong.contains("did you mean `hp`?"), "{wrong}");
    shell.fray(&["validate", "duel.toml"]).ends_with(0);
}

#[test]
fn a_pick_names_the_best_or_those_that_cannot_be_told_apart() {
    let shell = Shell::new();
    let pick = |hp: &str, which: &str, fights: &str| {
        shell.fray(&[
            "sweep",
            &duel(),
            "--set",
            &format!("Ogre.hp={hp}"),
            "--pick",
            which,
            "--fights",
            fights,
        ])
    };
    let text = pick("10:60:10", "max:win_rate", "20000").ends_with(0).out;
    assert!(text.contains("PICKED by max:win_rate\n  Ogre.hp = 10: "), "{text}");
    let text = pick("10:60:10", "closest:win_rate(emulators) = 54%", "20000").ends_with(0).out;
    assert!(text.contains("PICKED by closest:win_rate(emulators) = 54%\n  Ogre.hp = 50: "), "{text}");
    let text = pick("20,22,60", "closest:win_rate(wizards)=78.6%", "2000").ends_with(4).out;
    assert!(text.contains("UNDECIDED: one of these 2 by closest:win_rate(wizards)=78.6%\n"), "{text}");
    let json = ["--set", "Ogre.hp=20,60", "--pick", "max:win_rate", "--json"];
    let object = sweep(&shell, &json).ends_with(0).json();
    assert_eq!(
        (&object["pick"]["decided"], &object["pick"]["left"][0]["emulators/Ogre.hp"]),
        (&true.into(), &"20".into())
    );
}

#[test]
fn a_target_is_met_at_each_point() {
    let shell = Shell::new();
    let duel = duel();
    let target = |error: &str, flags: &[&str]| {
        let args = ["sweep", &duel, "--set", "Ogre.hp=2,26", "--target-error", error, "--min-fights", "1000"];
        shell.fray(&[&args[..], &["--json"], flags].concat())
    };
    let object = target("1pt", &[]).ends_with(0).json();
    let fights = |at: usize| rows(&object)[at]["fights"].as_u64().expect("fights");
    assert!(fights(0) < fights(2), "a rate near 1 needs fewer fights: {object}");
    assert!(rows(&object).iter().all(|row| row["stop"] == "target"), "{object}");
    let ended = target("0.1pt", &["--max-fights", "2000"]).ends_with(4);
    assert!(ended.err.contains("Ogre.hp = 26: win_rate("), "{}", ended.err);
}

/// A duel that is enumerated in no time.
const SMALL: [&str; 4] = ["--set", "Knight.hp=5", "--max-rounds", "6"];

/// Where every point is so small that enumeration is cheaper than fights, a sweep has what `exact` says of
/// each, and says so.
#[test]
fn small_points_are_enumerated_and_are_what_exact_says() {
    let shell = Shell::new();
    let duel = duel();
    let flags = [
        &["sweep", duel.as_str(), "--set", "Ogre.hp=6:10:2"][..],
        &SMALL,
        &["--metric", "rounds", "--metric", "hp_left(Knight)"],
    ]
    .concat();
    let object = shell.fray(&[&flags[..], &["--json"]].concat()).ends_with(0).json();
    assert_eq!(object["exact"], true, "{object}");
    let all = rows(&object);
    assert_eq!(all.len(), 3 * 4, "three points, four metrics: {object}");
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
    // Rows have nine digits.
    let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-8 * expected.abs().max(1.0);
    for (point, hp) in ["6", "8", "10"].iter().enumerate() {
        let set = format!("Ogre.hp={hp}");
        let exact = [&["exact", duel.as_str(), "--json", "--set", &set][..], &SMALL].concat();
        let exact = shell.fray(&exact).ends_with(0).json();
        let find = |list: &str, is: &dyn Fn(&Value) -> bool, key: &str| {
            let rows = exact[list].as_array().expect("rows");
            let row = rows.iter().find(|row| is(row)).unwrap_or_else(|| panic!("{list} of {exact}"));
            row[key].as_f64().expect("a number")
        };
        let expected = [
            find("outcomes", &|row| row["outcome"] == "win" && row["side"] == "wizards", "p"),
            find("outcomes", &|row| row["outcome"] == "win" && row["side"] == "emulators", "p"),
            exact["rounds_mean"].as_f64().expect("a number"),
            find("metrics", &|row| row["metric"] == "hp_left" && row["unit"] == "Knight", "mean"),
        ];
        for (metric, expected) in expected.into_iter().enumerate() {
            let row = &all[4 * point + metric];
            assert_eq!((&row["emulators/Ogre.hp"], &row["fights"]), (&(*hp).into(), &0.into()), "{row}");
            for key in ["value", "lo", "hi"] {
                assert!(near(number(row, key), expected), "{key}: {row}, not {expected}");
            }
            if point > 0 {
                let before = number(&all[4 * (point - 1) + metric], "value");
                assert!(near(number(row, "d_prev"), number(row, "value") - before), "{row}");
                assert!(near(number(row, "d_first"), number(row, "value") - number(&all[metric], "value")));
            }
        }
    }
    let text = shell.fray(&flags).ends_with(0).out;
    assert!(text.contains("\n3 points, exact\n") && text.contains("exact, by enumeration"), "{text}");
    // Whoever asks for fights, or for the tables of runs, gets fights; so does a metric that no exact
    // answer has.
    for more in [&["--fights", "100"][..], &["--out", "tables"], &["--metric", "overkill(Ogre)"]] {
        let flags = [&flags[..], more, &["--json"]].concat();
        let object = shell.fray(&flags).ends_with(0).json();
        assert_eq!(object["exact"], false, "{more:?}: {object}");
        assert!(rows(&object).iter().all(|row| row["fights"] != 0), "{more:?}: {object}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_keeps_the_points_that_are_known() {
    let shell = Shell::new();
    let duel = duel();
    let flags = ["sweep", &duel, "--set", "Ogre.hp=20,30", "--fights", "1e9", "--json", "--out", "known"];
    let running = shell.start(&flags);
    std::thread::sleep(std::time::Duration::from_secs(2));
    crate::resume::interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(ended.err.contains("interrupted: 1 of 2 points are known and written"), "{}", ended.err);
    let object = ended.json();
    assert_eq!(rows(&object).len(), 2, "the first point alone: {object}");
    let fights = rows(&object)[0]["fights"].as_u64().expect("fights");
    assert!(fights > 0 && rows(&object)[0]["stop"] == "interrupted", "{object}");
    // Its fights are the first of a run.
    let row = &shell.rows("known", "summary")[0];
    shell.duel("one", &["--set", "Ogre.hp=20", "--fights", &fights.to_string()]);
    assert_eq!(row["signature"], shell.signature("one"));
}

#[test]
fn what_cannot_be_varied_is_an_error_of_usage() {
    let shell = Shell::new();
    for (flags, part) in [
        (&[][..], "nothing is varied"),
        (&["--variants"], "has no `[[variant]]`"),
        (&["--set", "Ogre.hp=30:20"], "never ends"),
        (&["--set", "Ogre.hp=20,30", "--set", "Ogre.hp=1"], "`Ogre.hp` is set twice"),
        (&["--set", "run.max_rounds=1,2", "--max-rounds", "3"], "`run.max_rounds` is set twice"),
        (&["--set", "run.seed=1,2"], "changes no fight"),
        (&["--set", "Ogre.hp=1:9999", "--set", "Knight.hp=1:9"], "more than 10000 combinations"),
        (&["--set", "Ogre.hp=1,2", "--metric", "roundz"], "did you mean `rounds`?"),
        (&["--set", "Ogre.hp=1,2", "--pick", "best:rounds"], "expected max:METRIC"),
        (&["--set", "Ogre.hp=1,2", "--pick", "closest:rounds"], "--pick: expected"),
        (&["--set", "Ogre.hp=1,2", "--pick", "closest:rounds < 5"], "closest needs one value"),
    ] {
        let ended = sweep(&shell, flags).ends_with(2);
        assert!(ended.err.contains(part), "{flags:?}: {}", ended.err);
    }
    let wrong = sweep(&shell, &["--set", "Ogre.hp=20,-5"]).ends_with(10).err;
    assert!(wrong.contains("no scenario with Ogre.hp = -5"), "{wrong}");
}

/// The columns of a varied key are those of `run --set`, and the rows of a spreadsheet are points.
#[test]
fn the_rows_of_a_spreadsheet_are_points() {
    let shell = Shell::new();
    shell.write("ogres.csv", "name,Ogre.hp,Ogre.attack\nfat,40,\nfierce,,30\n");
    let object = sweep(&shell, &["--among", "ogres.csv", "--json"]).ends_with(0).json();
    let rows = rows(&object);
    assert_eq!(rows.len(), 4, "two candidates, two sides: {object}");
    let cells =
        |row: &Value| ["candidate", "emulators/Ogre.hp", "emulators/Ogre.attack"].map(|key| row[key].clone());
    assert_eq!(cells(&rows[0]), ["fat", "40", ""].map(Value::from));
    assert_eq!(cells(&rows[2]), ["fierce", "", "30"].map(Value::from));
    assert!(
        (rows[2]["value"].as_f64().expect("a rate") - wins(&shell, "Ogre.attack=30", 0) / 2000.0).abs()
            < 1e-9
    );
    let picked = ["--among", "ogres.csv", "--pick", "max:win_rate(wizards)", "--no-out"];
    assert!(sweep(&shell, &picked).ends_with(0).out.contains("PICKED by max:win_rate(wizards)"));
    // What `run` calls its columns, and what stands in them, however it was written.
    let sets = ["--set", "Ogre.hp=4_0", "--set", "Ogre.tactics.target=\"weakest\""];
    shell.duel("one", &[&sets[..], &["--fights", "100"]].concat());
    let several = ["--set", "Ogre.hp=4_0,50", "--set", "Ogre.tactics.target=\"weakest\",first"];
    sweep(&shell, &[&several[..], &["--out", "several", "-q"]].concat()).ends_with(0);
    for table in ["one", "several"] {
        let row = &shell.rows(table, "summary")[0];
        let cells = ["emulators/Ogre.hp", "emulators/Ogre.tactics.target"].map(|path| row[path].as_str());
        assert_eq!(cells, ["40", "weakest"], "{table}");
    }
    for (text, part) in [
        ("name,Ogre.hp\nfat,40,3\n", "ogres.csv:2:8: expected 2 cells, as in the header, found 3"),
        ("name,Ogre.hp\nfat,40\nfat,50\n", "two rows have the name `fat`"),
        ("name\nfat\n", "expected a header with paths"),
        ("Ogre.hp,Ogre.hp\n1,2\n", "there are two columns `Ogre.hp`"),
        (
            "name,Ogre.hpp\na,1\n",
            "ogres.csv:1:6: unknown key `hpp` in unit `Ogre`; did you mean `hp`? (cell B1)",
        ),
        ("name,Ogre.hp\na,40\nb,x\n", "ogres.csv:3:3: expected a whole number"),
        ("Ogre.hp\n", "expected rows below the header"),
    ] {
        shell.write("ogres.csv", text);
        let ended = sweep(&shell, &["--among", "ogres.csv"]).ends_with(10);
        assert!(ended.err.contains(part), "{text}: {}", ended.err);
        assert!(!ended.err.contains("leave that value out"), "{text}: {}", ended.err);
    }
}
