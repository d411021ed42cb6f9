//! `tactics --best`: what is found, how it is judged, printed and written.

use serde_json::Value;

use crate::shell::{Ended, Shell, duel};

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
        "not tried, as they take a value",
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
    let flags = ["tactics", "idle.toml", "--best", "--of", "wizards", "--fights", "1e7", "--out", "found"];
    let running = shell.start(&flags);
    std::thread::sleep(std::time::Duration::from_secs(3));
    crate::resume::interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(ended.err.contains("go on from it with\n  fray tactics idle.toml"), "{}", ended.err);
    assert!(ended.err.contains("--best --of wizards --fights 10000000"), "{}", ended.err);
    assert!(shell.text("found/best.csv").starts_with("scenario,system,part,side,unit,key,value,metric"));
}
