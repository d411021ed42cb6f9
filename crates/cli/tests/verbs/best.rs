//! `tactics --best`: what is found, how it is judged, printed and written.

use serde_json::Value;

use crate::shell::{Ended, Shell, configs, duel};

/// Writes a short duel whose knight never acts.
fn idle_knight(shell: &Shell) {
    let text = std::fs::read_to_string(duel()).expect("the duel");
    let idle = text.replacen("downed = \"ignore\"", "delay = \"sit_out\"\ndowned = \"ignore\"", 1);
    assert_ne!(idle, text);
    let short = idle.replacen("max_rounds = 100", "max_rounds = 6", 1);
    shell.write("idle.toml", &short.replacen("hp = 26", "hp = 8", 1));
}

fn best(shell: &Shell, flags: &[&str]) -> Ended {
    shell.fray(&[&["tactics", "idle.toml", "--best", "--fights", "1024"], flags].concat())
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"))
}

#[test]
fn the_best_is_found_and_its_lines_make_the_scenario_that_was_judged() {
    let shell = Shell::new();
    idle_knight(&shell);
    let text = best(&shell, &["--out", "found"]).ends_with(0).out;
    for part in [
        "BEST FOUND for wizards",
        "wizards/Knight: delay = ",
        "--set wizards/Knight.tactics.delay=",
        "the other sides keep their tactics",
        "single switches from here is significantly better",
        "not tried because they need a value",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let rows = shell.rows("found", "best");
    let of_part = |part: &str| rows.iter().filter(|row| row["part"] == part).count();
    assert_eq!([of_part("best"), of_part("change")], [1, 1], "{rows:?}");
    assert!(of_part("switch") > 1, "{rows:?}");
    assert_eq!((rows[0]["verdict"].as_str(), rows[0]["fights"].as_str()), ("better", "1024"));
    // The lines go to the end of the file, and their variant wins by as much more on the fresh dice.
    let from = text.find("  [[variant]]").expect("a variant");
    let lines = text[from..].split("\n\n").next().expect("lines");
    let file = shell.text("idle.toml") + "\n" + lines + "\n";
    shell.write("idle.toml", &file);
    let sweep = ["sweep", "idle.toml", "--fights", "1024", "--seed", "2017", "--json"];
    let object = shell.fray(&sweep).ends_with(0).json();
    let variant = object["sweep"].as_array().expect("rows").iter().find(|row| {
        row["variant"] == "best tactics of wizards" && row["side"] == "wizards" && row["metric"] == "win_rate"
    });
    let expected: f64 = rows[0]["effect"].parse().expect("a number");
    assert!((number(variant.expect("the variant"), "d_first") - expected).abs() < 1e-9, "{object}");
}

#[test]
fn threads_move_no_byte_and_the_object_has_flags() {
    let shell = Shell::new();
    idle_knight(&shell);
    let of = |threads: &str| best(&shell, &["--json", "--threads", threads]).ends_with(0).out;
    let one = of("1");
    assert_eq!(one, of("2"));
    let object: Value = serde_json::from_str(&one).expect("an object");
    assert_eq!((&object["certified"], &object["side"]), (&true.into(), &"wizards".into()));
    assert_eq!([&object["seed"], &object["fresh_seed"]], [2016, 2017]);
    // With the flags there is nothing better.
    let set = object["sets"][0].as_str().expect("a flag");
    let again = best(&shell, &["--json", "--set", set]).ends_with(0).json();
    assert_eq!(again["sets"], serde_json::json!([]), "{again}");
    assert_eq!(again["certified"], true);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_to_go_on() {
    let shell = Shell::new();
    idle_knight(&shell);
    let flags =
        ["tactics", "idle.toml", "--best", "--of", "wizards", "--max-fights", "1e7", "--out", "found"];
    let running = shell.start(&flags);
    std::thread::sleep(std::time::Duration::from_secs(3));
    crate::resume::interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(ended.err.contains("go on from it with\n  fray tactics idle.toml"), "{}", ended.err);
    assert!(ended.err.contains("--best --of wizards --max-fights 10000000"), "{}", ended.err);
    assert!(shell.text("found/best.csv").starts_with("scenario,system,part,side,unit,key,value,metric"));
}

#[test]
fn what_is_found_is_never_worse_than_the_best_single_switch() {
    let shell = Shell::new();
    // Two choices lose the fight, and either alone hides what the other is worth.
    let duel = configs("juso/duel.toml");
    let bad = ["--set", "Hunter.tactics.stance=withdraw", "--set", "Hunter.tactics.defend=none"];
    let asked = ["tactics", &duel, "--of", "hunters", "--max-fights", "1024", "--json"];
    let flags = [&asked[..], &bad[..]].concat();
    let singles = shell.fray(&flags).ends_with(0).json();
    let single = singles["tactics"].as_array().expect("rows").iter();
    let (effect, set) = single
        .map(|row| (number(row, "effect"), format!("{}: {}", row["key"], row["value"])))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .expect("a switch");
    assert!(effect > 0.1, "{set}: {effect}");
    let found = shell.fray(&[&flags[..], &["--best"]].concat()).ends_with(0).json();
    let total = &found["best"][0];
    // On the dice of the next seed, so within the errors of both.
    let half = (number(total, "hi") - number(total, "lo")) / 2.0;
    assert!(number(total, "effect") > effect + half, "{set}: {effect}, {found}");
    assert_eq!(found["certified"], true, "{found}");
}

#[test]
fn fewer_fights_than_the_first_look_of_a_race_are_raised_to_it() {
    let shell = Shell::new();
    idle_knight(&shell);
    let raised = "100 fights cannot decide anything: raised to 1024, the first look of a race";
    let few = shell.fray(&["tactics", "idle.toml", "--best", "--fights", "100", "--json"]).ends_with(0);
    assert!(few.err.contains(raised), "{}", few.err);
    assert_eq!(few.out, best(&shell, &["--json"]).ends_with(0).out, "as many as it is raised to");
    let pick = ["sweep", "idle.toml", "--set", "Ogre.hp=1,30", "--pick", "max:win_rate(wizards)"];
    let flags = ["--set", "Knight.tactics.delay=act", "--fights", "100", "--out", "picked"];
    let pick = shell.fray(&[&pick[..], &flags].concat()).ends_with(0);
    assert!(pick.err.contains(raised), "{}", pick.err);
    assert!(pick.out.contains("PICKED") && pick.out.contains("Ogre.hp = 1"), "{}", pick.out);
    shell.write("pair/a.toml", &shell.text("idle.toml"));
    shell.write("pair/b.toml", &shell.text("idle.toml").replacen("hp = 8", "hp = 9", 1));
    let matrix = shell.fray(&["matrix", "pair", "--template", "idle.toml", "--fights", "100"]);
    assert!(matrix.err.contains(raised), "{}{}", matrix.out, matrix.err);
}
