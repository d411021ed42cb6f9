//! `trace`: the very fights that a run counts.

use std::collections::BTreeMap;

use crate::report::HOSTILE;
use crate::report::markup::assert_page;
use crate::shell::{Shell, config, configs, duel, number};

/// What the page of a fight may weigh.
const MOST_BYTES: usize = 500_000;

#[test]
fn the_fights_told_add_up_to_the_run() {
    const FIGHTS: u64 = 200;
    let shell = Shell::new();
    let duel = duel();
    // Few rounds, so that there are timeouts too.
    let changed = ["--seed", "11", "--max-rounds", "4", "--set", "Ogre.hp=24"];
    let fights = FIGHTS.to_string();
    shell.duel("out", &[&["--fights", fights.as_str()][..], &changed].concat());
    let mut told = BTreeMap::<(u64, String, String), u64>::new();
    for fight in 0..FIGHTS {
        let fight = fight.to_string();
        let args = [&["trace", duel.as_str(), "--json", "--fight", &fight][..], &changed].concat();
        let object = shell.fray(&args).ends_with(0).json();
        let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
        let (rounds, outcome, side) =
            (object["rounds"].as_u64().expect("rounds"), text("outcome"), text("side"));
        let last = object["lines"].as_array().and_then(|lines| lines.last()).expect("lines").clone();
        let ending = match outcome.as_str() {
            "win" => format!("{side} win in round {rounds}"),
            "draw" => format!("draw in round {rounds}"),
            _ => format!("timeout after {rounds} rounds"),
        };
        assert_eq!(last, ending);
        *told.entry((rounds, outcome, side)).or_default() += 1;
    }
    let rows = shell.rows("out", "rounds");
    let key = |row: &crate::shell::Row| (number(row, "round"), row["outcome"].clone(), row["side"].clone());
    let counted: BTreeMap<_, _> = rows.iter().map(|row| (key(row), number(row, "count"))).collect();
    assert_eq!(told, counted);
    assert!(counted.len() > 6, "wins of both sides and timeouts: {counted:?}");
}

#[test]
fn the_text_is_the_same_as_the_lines_of_the_object() {
    let shell = Shell::new();
    let duel = duel();
    let lines = shell.fray(&["trace", &duel, "--fight", "7", "--json"]).ends_with(0).json()["lines"].clone();
    let lines: String = lines
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line.as_str().expect("text").to_owned() + "\n")
        .collect();
    assert_eq!(shell.fray(&["trace", &duel, "--fight", "7", "-q"]).ends_with(0).out, lines);
    let headed = shell.fray(&["trace", &duel, "--fight", "7"]).ends_with(0).out;
    assert_eq!(
        headed,
        format!("A knight-like wizard against an ogre emulator, seed 2016, fight 7\n\n{lines}")
    );
}

#[test]
fn the_fight_that_is_found_is_what_was_asked_for() {
    let shell = Shell::new();
    let duel = duel();
    shell.duel("out", &["--fights", "2000"]);
    let rows = shell.rows("out", "rounds");
    let lost = rows.iter().filter(|row| row["side"] == "emulators").map(|row| number(row, "round"));
    let find = ["trace", &duel, "--find", "loss(wizards), longest", "--fights", "2000", "--json"];
    let found = shell.fray(&find).ends_with(0).json();
    assert_eq!((&found["outcome"], &found["side"]), (&"win".into(), &"emulators".into()));
    assert_eq!(found["rounds"].as_u64(), lost.max());
    let fight = found["fight"].to_string();
    let told = shell.fray(&["trace", &duel, "--fight", &fight, "--json"]).ends_with(0).json();
    assert_eq!(told, found);
}

#[test]
fn conditions_and_percentiles_find_what_the_tables_count() {
    let shell = Shell::new();
    let duel = duel();
    shell.duel("out", &["--fights", "2000"]);
    let rows = shell.rows("out", "summary");
    let find = |what: &str| {
        shell.fray(&["trace", &duel, "--find", what, "--fights", "2000", "--json"]).ends_with(0).json()
    };
    assert_eq!(find("p95 rounds")["rounds"].as_u64(), Some(number(&rows[0], "rounds_p95")));
    assert_eq!(find("median(rounds)")["rounds"].as_u64(), Some(number(&rows[0], "rounds_p50")));
    let quick = find("died(Knight) and rounds <= 2");
    assert_eq!(quick["side"], "emulators");
    assert!(quick["rounds"].as_u64() <= Some(2), "{quick}");
    let unhurt = find("win and damage_taken(Knight) = 0");
    let lines = unhurt["lines"].to_string();
    assert!(lines.contains("wizards win"), "{lines}");
    // Every blow against it does no damage, if it hits at all.
    let hits = lines.matches(" damage, Knight has ").count();
    assert_eq!(lines.matches(": no damage, Knight has ").count(), hits, "{lines}");
}

#[test]
fn wrong_criteria_have_a_caret_under_them() {
    let shell = Shell::new();
    let (duel, brawl) = (duel(), config("brawl.toml"));
    for (scenario, find, carets, message) in [
        (&duel, "loss(wizrads)", "     ^^^^^^^", "no side is named `wizrads`; did you mean `wizards`?"),
        (
            &duel,
            "win, longst",
            "     ^^^^^^",
            "`longst` is not a metric and describes no fight; did you mean `longest`?",
        ),
        (&duel, "", "^", "expected an outcome like `loss`, a condition like `rounds <= 3`, or `longest`"),
        (&duel, "win and mean(rounds) > 3", "        ^^^^", "a mean speaks of all fights"),
        (&brawl, "most_damage(Elsi)", "            ^^^^", "no side or unit is named `Elsi`"),
    ] {
        let ended = shell.fray(&["trace", scenario, "--find", find]).ends_with(2);
        let lines: Vec<&str> = ended.err.lines().collect();
        assert!(lines[0].starts_with("error: --find: ") && lines[0].contains(message), "{}", ended.err);
        assert_eq!(lines[1..3], [format!("  {find}"), format!("  {carets}")], "{}", ended.err);
    }
}

#[test]
fn nothing_found_ends_with_4() {
    let ended = Shell::new().fray(&["trace", &duel(), "--find", "draw", "--range", "0..50"]).ends_with(4);
    assert_eq!(ended.out, "");
    assert!(ended.err.contains("no fight of seed 2016 is \"draw\""), "{}", ended.err);
}

#[test]
fn a_trace_can_be_written_beside_its_run() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "100", "-q"]);
    let duel = duel();
    let trace = |flags: &[&str]| shell.fray(&[&["trace", duel.as_str(), "--fight", "3"][..], flags].concat());
    let told = trace(&[]).ends_with(0).out;
    let written = trace(&["--out", "out"]).ends_with(0);
    assert_eq!((written.out.as_str(), written.err.as_str()), ("", "written to out/fight-3.txt\n"));
    assert_eq!(shell.text("out/fight-3.txt"), told);
    trace(&["--out", "out", "--json", "-q"]).ends_with(0);
    assert_eq!(shell.text("out/fight-3.json"), trace(&["--json"]).out);
    trace(&["--out", "out"]).ends_with(0);
    let refused = trace(&["--out", "out", "--seed", "7"]).ends_with(30);
    assert!(
        refused.err.contains("`out/fight-3.txt`: the file holds another text; use `--force`"),
        "{}",
        refused.err
    );
    assert_eq!(shell.text("out/fight-3.txt"), told);
    trace(&["--out", "out", "--seed", "7", "--force", "-q"]).ends_with(0);
    assert_ne!(shell.text("out/fight-3.txt"), told);
    // The run's own folder is as it was for all that: it can be made again and gone on from.
    shell.duel("out", &["--fights", "200", "--extend", "-q"]);
}

/// A text as a page has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&#38;")
        .replace('<', "&#60;")
        .replace('>', "&#62;")
        .replace('"', "&#34;")
        .replace('\'', "&#39;")
}

#[test]
fn a_page_tells_every_line_and_draws_the_board_of_each_game() {
    let shell = Shell::new();
    for (scenario, has_board) in [
        ("night-wizard/duel", false),
        ("night-wizard/walls", true),
        ("night-wizard/flyers", true),
        ("juso/warlord", true),
        ("juso/swarm", true),
        ("cardinal/witch-wood", true),
        ("cardinal/duel", false),
        ("stonebound/bridge", true),
        ("mahou-galaxy/rooftops", true),
        ("mahou-galaxy/hundred-feet", true),
    ] {
        let file = format!("{}/../../configs/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
        let trace = ["trace", file.as_str(), "--seed", "1", "--fight", "2"];
        let told = shell.fray(&[&trace[..], &["--json"]].concat()).ends_with(0).json();
        shell.fray(&[&trace[..], &["--html", "--out", "pages", "--force", "-q"]].concat()).ends_with(0);
        let page = shell.text("pages/fight-2.html");
        assert_page(&page);
        assert!(page.len() < MOST_BYTES, "{scenario}: {} bytes", page.len());
        assert_eq!(page.contains("<use href=\"#map\"/>"), has_board, "{scenario}");
        let rounds = told["rounds"].as_u64().expect("rounds");
        assert!(page.contains(&format!("<h2>Round {rounds}</h2>")), "{scenario}");
        let lines = told["lines"].as_array().expect("lines");
        for line in &lines[..lines.len() - 1] {
            let line = escaped(line.as_str().expect("text").trim_start());
            assert!(page.contains(&line), "{scenario}: {line}");
        }
    }
}

#[test]
fn a_page_goes_where_it_is_told_and_over_nothing_else() {
    let shell = Shell::new();
    let duel = duel();
    let page = |flags: &[&str]| {
        shell.fray(&[&["trace", duel.as_str(), "--fight", "3", "--html"][..], flags].concat())
    };
    let written = page(&[]).ends_with(0);
    assert_eq!((written.out.as_str(), written.err.as_str()), ("", "written to results/duel/fight-3.html\n"));
    let first = shell.text("results/duel/fight-3.html");
    page(&["--out", "out"]).ends_with(0);
    page(&["--out", "that.html", "-q"]).ends_with(0);
    page(&["--out", "deep/that.html", "-q"]).ends_with(0);
    for file in ["out/fight-3.html", "that.html", "deep/that.html"] {
        assert_eq!(shell.text(file), first, "{file}");
    }
    // The same page again is no other.
    page(&["--out", "that.html", "-q"]).ends_with(0);
    let refused = page(&["--out", "that.html", "--seed", "7"]).ends_with(30);
    assert!(refused.err.contains("the file holds another text; use `--force`"), "{}", refused.err);
    assert_eq!(shell.text("that.html"), first);
    page(&["--out", "that.html", "--seed", "7", "--force", "-q"]).ends_with(0);
    assert_ne!(shell.text("that.html"), first);
    // A change of the scenario has a folder of its own, as the results of a run of it have, and is named.
    page(&["--set", "Ogre.hp=30", "-q"]).ends_with(0);
    assert!(shell.text("results/duel/Ogre.hp=30/fight-3.html").contains("Ogre.hp = 30"));
    assert_eq!(shell.text("results/duel/fight-3.html"), first);
}

#[test]
fn a_page_is_of_the_fight_that_is_found() {
    let shell = Shell::new();
    let duel = duel();
    let find = ["trace", duel.as_str(), "--find", "loss(wizards), longest", "--fights", "500"];
    let fight = shell.fray(&[&find[..], &["--json"]].concat()).ends_with(0).json()["fight"].to_string();
    shell.fray(&[&find[..], &["--html", "--out", "out", "-q"]].concat()).ends_with(0);
    assert!(shell.text(&format!("out/fight-{fight}.html")).contains("Emulators win in round "));
}

#[test]
fn flags_that_a_page_does_not_go_with_are_refused() {
    let shell = Shell::new();
    let duel = duel();
    for flags in [&["--html", "--json"][..], &["--open"], &["--force"]] {
        shell.fray(&[&["trace", duel.as_str(), "--fight", "3"][..], flags].concat()).ends_with(2);
    }
}

#[test]
fn names_of_a_scenario_inject_nothing_into_the_page_of_a_fight() {
    let shell = Shell::new();
    shell.write("hostile.toml", HOSTILE);
    shell.write("board.toml", &format!("{HOSTILE}\nposition = [2, 1]\n[map]\nwidth = 4\nheight = 3\n"));
    for scenario in ["hostile", "board"] {
        let file = format!("{scenario}.toml");
        shell
            .fray(&["trace", &file, "--seed", "1", "--fight", "0", "--html", "--out", scenario, "-q"])
            .ends_with(0);
        let page = shell.text(&format!("{scenario}/fight-0.html"));
        assert_page(&page);
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"));
        assert!(page.contains("alert(2)"), "the name is shown");
        assert_eq!(page.contains("<use href=\"#map\"/>"), scenario == "board");
    }
}

#[test]
fn the_chances_after_each_turn_are_told_and_do_not_depend_on_threads() {
    let shell = Shell::new();
    let told = |threads: &str| {
        let args = ["trace", &duel(), "--seed", "1", "--fight", "3", "--chances", "50", "--threads", threads];
        shell.fray(&args).ends_with(0).out
    };
    let text = told("1");
    assert!(
        text.contains("The chance of wizards to win after each round, of 50 fights that go on from there:"),
        "{text}"
    );
    assert!(text.contains("The turns that moved it most:"), "{text}");
    assert_eq!(told("2"), text);
    // What is told of the fight itself stays the same.
    let plain = shell.fray(&["trace", &duel(), "--seed", "1", "--fight", "3"]).ends_with(0).out;
    assert!(text.starts_with(&plain), "{text}");
}

/// All fights of a scenario begin with the same chances, whatever is rolled before the first round: that is a turn of
/// its own. In the duel of Juso it decides who goes first.
#[test]
fn the_chances_begin_before_the_first_roll() {
    let shell = Shell::new();
    let duel = format!("{}/duel.toml", configs("juso"));
    let told = |fight: &str, line: &str| -> f64 {
        let args = ["trace", &duel, "--seed", "1", "--fight", fight, "--chances", "1000"];
        let out = shell.fray(&args).ends_with(0).out;
        let found = out.lines().find_map(|told| told.trim().strip_prefix(line));
        let share = found.and_then(|rest| rest.split('%').next()?.trim().parse().ok());
        share.unwrap_or_else(|| panic!("{line}: {out}"))
    };
    let fights = ["0", "1", "2", "3"];
    let spread = |line: &str| {
        let all = fights.map(|fight| told(fight, line));
        all.into_iter().fold(0.0, f64::max) - all.into_iter().fold(100.0, f64::min)
    };
    // Each is known to 1.6 points.
    assert!(spread("start") < 8.0, "{}", spread("start"));
    assert!(spread("set up") > 8.0, "{}", spread("set up"));
}

#[test]
fn the_luckiest_fight_that_was_lost_is_found() {
    let shell = Shell::new();
    let find = |what: &str| {
        let args = ["trace", &duel(), "--seed", "1", "--max-fights", "2000", "--find", what];
        shell.fray(&args).ends_with(0).out
    };
    let [lucky, unlucky] =
        ["loss(wizards), luckiest(wizards)", "loss(wizards), unluckiest(wizards)"].map(find);
    assert!(lucky.contains("emulators win") && unlucky.contains("emulators win"));
    assert_ne!(lucky, unlucky);
}
