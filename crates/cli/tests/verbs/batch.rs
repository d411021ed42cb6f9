//! Many scenarios in one call.

use crate::shell::{ALL, Shell, config, duel, scenarios};

#[test]
fn a_batch_plays_what_is_right_and_ends_with_10() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    shell.write("night/good.toml", &text);
    shell.write("night/better.toml", &text.replace("hp = 26", "hp = 30"));
    shell.write("night/broken.toml", &text.replace("hp = 18", "hpp = 18"));
    shell.write("night/beasts.toml", "[unit.imp]\nhp = 3\n");
    let batch = shell.fray(&["run", "night", "--fights", "200", "--out", "out"]).ends_with(10);
    assert!(batch.err.contains("broken.toml:28:1: unknown key `hpp`"), "{}", batch.err);
    assert!(!batch.err.contains("beasts"), "an include is passed over: {}", batch.err);
    assert_eq!(shell.names("out"), ["better", "good", "manifest.json", "not_played.csv", "summary.csv"]);
    let scenarios: Vec<_> = shell.rows("out", "summary").iter().map(|row| row["scenario"].clone()).collect();
    assert_eq!(scenarios, ["better", "better", "good", "good"]);
    let alone = shell.fray(&["run", "night/good.toml", "--fights", "200", "--out", "alone"]).ends_with(0);
    assert_eq!(alone.err, "");
    assert_eq!(shell.bytes("out/good"), shell.bytes("alone"));

    // Worse, it stops nobody; mended, it is all that is played.
    shell.write("night/better.toml", "system = ");
    let worse =
        shell.fray(&["run", "night", "--fights", "200", "--out", "out", "--extend", "-q"]).ends_with(10);
    assert!(!worse.err.contains("failed to write"), "{}", worse.err);
    assert!(shell.rows("out", "summary").iter().all(|row| row["scenario"] == "good"));
    shell.write("night/better.toml", &text.replace("hp = 26", "hp = 30"));
    shell.write("night/broken.toml", &text.replace("hp = 18", "hp = 19"));
    let kept = shell.manifest("out/good");
    let went_on = shell.fray(&["run", "night", "--fights", "200", "--out", "out", "--extend"]).ends_with(0);
    let notes: Vec<_> = went_on.out.lines().map(|row| row.ends_with("  kept")).collect();
    assert_eq!(notes, [true, false, true], "{}", went_on.out);
    assert_eq!(shell.manifest("out/good"), kept);
    shell.fray(&["run", "night", "--fights", "200", "--out", "whole", "-q"]).ends_with(0);
    assert_eq!(shell.text("out/summary.csv"), shell.text("whole/summary.csv"));
}

#[test]
fn every_scenario_has_a_row_and_with_v_a_card() {
    let shell = Shell::new();
    let folder = crate::shell::config("");
    let rows = shell.fray(&["run", &folder, "--fights", "500", "--out", "out"]).ends_with(0);
    assert_eq!(rows.err, "");
    let lines: Vec<_> = rows.out.lines().collect();
    let names = scenarios(&folder);
    assert_eq!(lines.len(), names.len(), "{}", rows.out);
    for (line, scenario) in lines.iter().zip(&names) {
        assert!(line.starts_with(&format!("{scenario} ")) && line.contains("  500 fights  "), "{line}");
        assert!(line.ends_with(&shell.signature(&format!("out/{scenario}"))), "{line}");
    }
    let cards = shell.fray(&["run", &folder, "--fights", "500", "--out", "out", "-v"]).ends_with(0).out;
    assert_eq!(cards.matches("\nWINS\n").count(), names.len());
    assert_eq!(cards.matches("\nVALUES\n").count(), names.len());
}

#[test]
fn the_object_of_a_batch_holds_all_its_scenarios() {
    let shell = Shell::new();
    let folder = crate::shell::config("");
    let args = ["run", &folder, "--fights", "100", "--out", "out", "--json"];
    let object = shell.fray(&args).ends_with(0).json();
    let of = |key: &str| -> Vec<_> {
        object["scenarios"].as_array().unwrap().iter().map(|scenario| scenario[key].clone()).collect()
    };
    let names = scenarios(&folder);
    assert_eq!(of("scenario"), names);
    assert_eq!(of("dir"), names.iter().map(|name| format!("out/{name}")).collect::<Vec<_>>());
    let again = shell.fray(&[&args[..], &["--extend"]].concat()).ends_with(0).json();
    assert_eq!(again, object, "what is kept is told of too");
}

#[test]
fn one_folder_in_the_way_does_not_stop_the_others() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    for name in ["a", "b", "c"] {
        shell.write(&format!("night/{name}.toml"), &text);
    }
    shell.duel("out/b", &["--fights", "77", "-q"]);
    let kept = shell.bytes("out/b");
    let ended = shell.fray(&["run", "night", "--fights", "100", "--out", "out", "-q"]).ends_with(30);
    assert!(
        ended.err.starts_with("error: failed to write `out/b`: the folder holds another run"),
        "{}",
        ended.err
    );
    assert_eq!(shell.bytes("out/b"), kept);
    assert_eq!(
        (shell.names("out/a"), shell.names("out/c")),
        (ALL.map(String::from).to_vec(), ALL.map(String::from).to_vec())
    );
    shell.write("night/d.toml", "system = \"night-wizard\"\n");
    let both = shell.fray(&["run", "night", "--fights", "100", "--out", "out", "-q"]);
    assert_eq!(both.code, 30, "the largest code of the parts: {}", both.err);
}

#[test]
fn one_scenario_twice_is_wrong_usage() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    shell.write("one/duel.toml", &text);
    let ended = shell.fray(&["run", "one/duel.toml", "one", "--fights", "100"]).ends_with(2);
    assert_eq!(
        ended.err,
        "error: one/duel.toml and one/duel.toml would share the folder `duel`; rename one of them, or run them separately\n"
    );
    assert_eq!(shell.names(""), ["one"]);
}

/// What a pipe says can be read once.
#[cfg(unix)]
#[test]
fn a_scenario_may_come_through_a_pipe() {
    let shell = Shell::new();
    let fray = shell.command(&[]).get_program().to_string_lossy().into_owned();
    let line = format!(
        "'{fray}' run /dev/stdin --fights 100 --out out -q < '{}'; cat '{0}' | '{fray}' run /dev/stdin --fights 100 --out piped -q",
        duel()
    );
    let mut sh = std::process::Command::new("sh");
    crate::shell::ended(sh.args(["-c", &line]).current_dir(shell.path(""))).ends_with(0);
    assert_eq!(shell.bytes("out"), shell.bytes("piped"));
}

#[test]
fn a_suite_is_played_point_by_point() {
    let shell = Shell::new();
    let duel = duel();
    let suite = format!(
        "[[point]]\nscenario = {duel:?}\n\n[[point]]\nscenario = {duel:?}\nset = {{ \"Ogre.hp\" = 90 }}\n"
    );
    shell.write("suite.toml", &suite);
    shell.fray(&["run", "suite.toml", "--fights", "2000"]).ends_with(0);
    assert_eq!(shell.rows("results/suite", "summary").len(), 4);
    let changed = "results/suite/duel Ogre.hp=90";
    shell.fray(&["run", &duel, "--set", "Ogre.hp=90", "--fights", "2000", "--out", "alone"]).ends_with(0);
    assert_eq!(shell.signature(changed), shell.signature("alone"));
    assert_ne!(shell.signature(changed), shell.signature("results/suite/duel"));
}

/// A row hides no fight: those that nobody won are told of, where there are any.
#[test]
fn a_row_says_how_many_fights_nobody_won() {
    let shell = Shell::new();
    let both = [config("duel.toml"), config("brawl.toml")];
    let run = |more: &[&str]| {
        let args = ["run", &both[0], &both[1], "--fights", "1000", "--seed", "1", "--force"];
        shell.fray(&[&args[..], more].concat()).ends_with(0).out
    };
    let cut_short = run(&["--max-rounds", "1"]);
    assert_eq!(cut_short.lines().filter(|line| line.contains("  timeout ")).count(), 2, "{cut_short}");
    let to_the_end = run(&[]);
    let duel = to_the_end.lines().find(|line| line.starts_with("duel")).expect("its row");
    assert!(!duel.contains("  timeout "), "{duel}");
}

#[test]
fn sub_folders_are_played_and_files_of_one_name_told_apart() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    for path in ["night/duel.toml", "night/deep/duel.toml", "night/deep/er/last.toml"] {
        shell.write(path, &text);
    }
    shell.write("night/deep/beasts.toml", "[unit.imp]\nhp = 3\n");
    shell.write(
        "night/suite.toml",
        "[[point]]\nscenario = \"duel.toml\"\nbaseline = \"baselines/duel.toml\"\n",
    );
    shell.fray(&["check", "night/suite.toml", "--update", "--reason", "new"]);
    assert_eq!(shell.names("night/baselines"), ["duel.toml"]);
    shell.write("night/.hidden/duel.toml", "system = ");
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", shell.path("night/deep/up")).expect("a link");
    let batch = shell.fray(&["run", "night", "--fights", "100", "--out", "out"]).ends_with(0);
    assert_eq!(batch.err, "");
    let names = ["deep/duel", "last", "duel"];
    let scenarios: Vec<_> = shell.rows("out", "summary").iter().map(|row| row["scenario"].clone()).collect();
    assert_eq!(scenarios, names.iter().flat_map(|name| [*name; 2]).collect::<Vec<_>>());
    for name in names {
        assert_eq!(shell.names(&format!("out/{name}")).len(), ALL.len(), "{name}");
    }
    shell.fray(&["run", "night", "--range", "0..50", "--out", "one", "-q"]).ends_with(0);
    shell.fray(&["run", "night", "--range", "50..100", "--out", "two", "-q"]).ends_with(0);
    shell.fray(&["merge", "one", "two", "--out", "sum", "-q"]).ends_with(0);
    assert_eq!(shell.text("sum/summary.csv"), shell.text("out/summary.csv"));
    shell.fray(&["validate", "night"]).ends_with(0);
}

#[test]
fn a_batch_ends_with_what_was_not_played() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    shell.write("night/a.toml", &text);
    shell.write("night/b.toml", &text.replace("hp = 18", "hpp = 18"));
    shell.write("night/c.toml", &text);
    shell.duel("out/c", &["--fights", "77", "-q"]);
    let args = ["run", "night", "--fights", "100", "--out", "out"];
    let batch = shell.fray(&args).ends_with(30);
    let listed: Vec<&str> = batch.err.lines().skip_while(|line| *line != "not played (2):").skip(1).collect();
    assert!(
        listed[0].starts_with("  b (night/b.toml): line 28, column 1: unknown key `hpp`"),
        "{}",
        batch.err
    );
    assert!(listed[1].starts_with("  c (night/c.toml): failed to write `out/c`: "), "{}", batch.err);
    assert_eq!(listed.len(), 2);
    let rows = shell.rows("out", "not_played");
    assert_eq!(
        rows.iter().map(|row| (row["scenario"].as_str(), row["code"].as_str())).collect::<Vec<_>>(),
        [("b", "10"), ("c", "30")]
    );
    let object = shell.fray(&[&args[..], &["--json"]].concat()).ends_with(30).json();
    let not_played = object["not_played"].as_array().expect("a list");
    for (row, object) in rows.iter().zip(not_played) {
        assert_eq!(
            (&object["file"], &object["reason"]),
            (&row["file"].as_str().into(), &row["reason"].as_str().into())
        );
    }
    assert_eq!(not_played.len(), 2);
    // Once everything is played there is no list.
    shell.write("night/b.toml", &text);
    let all = shell.fray(&[&args[..], &["--force"]].concat()).ends_with(0);
    assert_eq!(all.err, "");
    assert!(!shell.path("out/not_played.csv").exists());
    let one = shell.fray(&["run", "missing.toml", "--json", "--out", "x"]).ends_with(10).json();
    assert_eq!(
        (one["scenarios"].as_array().map(Vec::len), &one["not_played"][0]["code"]),
        (Some(0), &10.into())
    );
    assert!(!shell.path("x").exists());
}

/// Two who sit out every round: a row says that nobody was willing to act.
#[test]
fn a_row_says_why_fights_time_out() {
    let shell = Shell::new();
    let unit = |side: &str, name: &str| {
        format!(
            "[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\nkind = \"pc\"\nhp = 9\nhit = 5\n\
             dodge = 4\nattack = 7\ndefense = 5\naction_value = 8\ntactics = {{ delay = \"sit_out\" }}\n"
        )
    };
    let text = format!("system = \"night-wizard\"\n{}{}", unit("left", "A"), unit("right", "B"));
    shell.write("wait/wait.toml", &text);
    let rows =
        shell.fray(&["run", "wait", "--fights", "100", "--max-rounds", "2", "--out", "out"]).ends_with(0);
    let note = "  timeout > 96% (in > 96% of the timeouts nobody was willing to act)  rounds ";
    assert!(rows.out.contains(note), "{}", rows.out);
    let card = shell.fray(&["run", "wait/wait.toml", "--fights", "100", "--max-rounds", "2"]).ends_with(0);
    assert!(card.out.contains("\n  in > 96% of the timeouts nobody was willing to act\n"), "{}", card.out);
}
