//! `merge`: the results of parts are those of the whole, or it says what does not fit.

use crate::shell::{ALL, Shell, duel, number};

/// Parts of the duel in folders named by their ranges.
fn parts(shell: &Shell, ranges: &[&str]) {
    for range in ranges {
        shell.duel(range, &["--range", range, "-q"]);
    }
}

#[test]
fn parts_of_a_run_are_the_whole_byte_for_byte() {
    let shell = Shell::new();
    let ranges = ["0..100000", "100000..1000000"];
    parts(&shell, &ranges);
    let card = shell.fray(&["merge", ranges[1], ranges[0], "--out", "sum"]).ends_with(0);
    assert_eq!(card.err, "");
    assert!(card.out.contains("1,000,000 fights of seed 2016") && card.out.ends_with("written to sum\n"));
    shell.duel("whole", &["--fights", "1e6", "-q"]);
    assert_eq!(shell.names("sum"), ALL);
    assert_eq!(shell.bytes("sum"), shell.bytes("whole"));
    let (sum, whole) = (shell.manifest("sum"), shell.manifest("whole"));
    for key in whole.as_object().unwrap().keys() {
        assert!(
            ["wall_time_s", "date", "command"].contains(&key.as_str()) || sum[key] == whole[key],
            "{key}"
        );
    }
}

#[test]
fn a_sum_is_a_part_like_any_other() {
    let shell = Shell::new();
    parts(&shell, &["0..1000", "1000..1024", "1024..3001", "3001..5000"]);
    shell.fray(&["merge", "1024..3001", "1000..1024", "--out", "middle", "-q"]).ends_with(0);
    shell.fray(&["merge", "3001..5000", "middle", "0..1000", "--out", "sum", "-q"]).ends_with(0);
    shell.duel("whole", &["--fights", "5000", "-q"]);
    assert_eq!(shell.bytes("sum"), shell.bytes("whole"));
    shell.duel("sum", &["--fights", "6000", "--extend", "-q"]);
    shell.duel("more", &["--fights", "6000", "-q"]);
    assert_eq!(shell.bytes("sum"), shell.bytes("more"), "a sum can be topped up");
}

#[test]
fn the_same_part_twice_counts_once() {
    let shell = Shell::new();
    parts(&shell, &["0..600", "600..1000"]);
    shell.duel("again", &["--range", "0..600", "--threads", "3", "-q"]);
    let ended = shell.fray(&["merge", "0..600", "600..1000", "again", "0..600", "--out", "sum"]).ends_with(0);
    assert_eq!(ended.err, "duel: 2 of the parts were the same as another and count once\n");
    shell.duel("whole", &["--fights", "1000", "-q"]);
    assert_eq!(shell.bytes("sum"), shell.bytes("whole"));
}

#[test]
fn gaps_and_overlaps_are_named_and_end_with_5() {
    let shell = Shell::new();
    parts(&shell, &["0..300", "500..900", "800..1000", "950..1000"]);
    let merge = |dirs: &[&str]| {
        let ended = shell.fray(&[&["merge"], dirs, &["--out", "sum"]].concat()).ends_with(5);
        assert_eq!((ended.out.as_str(), shell.path("sum").exists()), ("", false));
        ended.err
    };
    assert_eq!(merge(&["0..300", "500..900"]), "error: duel: 200 fights are missing: 300..500\n");
    assert_eq!(
        merge(&["950..1000", "0..300", "500..900"]),
        "error: duel: 250 fights are missing: 300..500, 900..950\n"
    );
    let overlap = merge(&["500..900", "800..1000"]);
    assert!(overlap.starts_with("error: 800..1000 and 500..900 overlap in the fights 800..900"), "{overlap}");
}

#[test]
fn what_was_asked_for_and_not_played_is_missing() {
    let shell = Shell::new();
    parts(&shell, &["0..300", "300..400"]);
    let mut part =
        fray_sim::parts::PartialRun::decode(&std::fs::read(shell.path("0..300/tallies")).unwrap()).unwrap();
    part.asked = (0, 400);
    std::fs::write(shell.path("0..300/tallies"), part.encode()).unwrap();
    let alone = shell.fray(&["merge", "0..300", "--out", "sum"]).ends_with(5);
    assert_eq!(alone.err, "error: duel: 100 fights are missing: 300..400\n");
    shell.fray(&["merge", "0..300", "300..400", "--out", "sum", "-q"]).ends_with(0);
}

#[test]
fn parts_of_something_else_end_with_5() {
    let shell = Shell::new();
    parts(&shell, &["0..300"]);
    shell.duel("seed", &["--range", "300..400", "--seed", "7", "-q"]);
    shell.duel("tough", &["--range", "300..400", "--set", "Ogre.hp=30", "-q"]);
    shell.fray(&[
        "run",
        &crate::shell::config("brawl.toml"),
        "--seed",
        "2016",
        "--fights",
        "20",
        "--out",
        "brawl",
    ]);
    for (other, difference) in [
        ("seed", "seed is of something else: seed 7 instead of 2016"),
        ("tough", "tough is of something else: a different text of the scenario"),
        ("brawl", "brawl is of something else: scenario brawl instead of duel"),
        ("nowhere", "nowhere: expected the results of a run, with a file `tallies`"),
    ] {
        let ended = shell.fray(&["merge", "0..300", other, "--out", "sum"]).ends_with(5);
        assert_eq!(ended.err, format!("error: {difference}\n"));
    }
    let mut bytes = std::fs::read(shell.path("seed/tallies")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(shell.path("seed/tallies"), bytes).unwrap();
    let damaged = shell.fray(&["merge", "seed", "--out", "sum"]).ends_with(5);
    assert_eq!(damaged.err, "error: seed: the tallies are damaged\n");
}

#[test]
fn unequal_duplicates_end_with_6() {
    let shell = Shell::new();
    parts(&shell, &["0..300", "300..400"]);
    shell.duel("other", &["--range", "0..300", "-q"]);
    let mut other =
        fray_sim::parts::PartialRun::decode(&std::fs::read(shell.path("other/tallies")).unwrap()).unwrap();
    other.played.totals.draws.add(9, 1);
    std::fs::write(shell.path("other/tallies"), other.encode()).unwrap();
    let ended = shell.fray(&["merge", "0..300", "300..400", "other", "--out", "sum"]).ends_with(6);
    let message = "error: other and 0..300 contradict each other: they are both of the fights 0..300";
    assert!(ended.err.starts_with(message), "{}", ended.err);
    assert!(!shell.path("sum").exists());
}

#[test]
fn another_run_is_replaced_by_force_alone() {
    let shell = Shell::new();
    parts(&shell, &["0..300", "300..400"]);
    let args = ["merge", "0..300", "300..400", "--out", "0..300", "-q"];
    let refused = shell.fray(&args).ends_with(30);
    assert!(refused.err.contains("another run (fights 0..300 instead of 0..400)"), "{}", refused.err);
    shell.fray(&[&args[..], &["--force"]].concat()).ends_with(0);
    assert_eq!(shell.manifest("0..300")["fights"], 400);
}

#[test]
fn quiet_verbose_and_json_are_as_in_a_run() {
    let shell = Shell::new();
    parts(&shell, &["0..300", "300..400"]);
    let merge = |flags: &[&str]| {
        shell.fray(&[&["merge", "0..300", "300..400", "--out", "sum"], flags].concat()).ends_with(0)
    };
    let quiet = merge(&["-q"]);
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    assert!(merge(&["-v"]).out.contains("  wizards/Knight.hp = 18  ("));
    let mut sum = merge(&["--json"]).json();
    let mut whole = shell.duel("whole", &["--fights", "400", "--json"]).json();
    assert_eq!(
        (&sum["scenarios"][0]["dir"], &whole["scenarios"][0]["dir"]),
        (&"sum".into(), &"whole".into())
    );
    for object in [&mut sum, &mut whole] {
        object["scenarios"][0]["dir"].take();
    }
    assert_eq!(sum, whole);
}

#[test]
fn parts_of_a_folder_are_added_scenario_by_scenario() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    shell.write("night/a.toml", &text);
    shell.write("night/b.toml", &text.replace("hp = 26", "hp = 30"));
    for (range, out) in [("0..300", "one"), ("300..700", "two"), ("0..700", "whole")] {
        shell.fray(&["run", "night", "--range", range, "--out", out, "-q"]).ends_with(0);
    }
    let rows = shell.fray(&["merge", "one", "two", "--out", "sum"]).ends_with(0).out;
    assert_eq!(rows.lines().map(|row| &row[..14]).collect::<Vec<_>>(), ["a  700 fights ", "b  700 fights "]);
    for scenario in ["a", "b"] {
        let of = |out: &str| shell.bytes(&format!("{out}/{scenario}"));
        assert_eq!(of("sum"), of("whole"));
    }
    assert_eq!(shell.text("sum/summary.csv"), shell.text("whole/summary.csv"));
    assert_eq!(shell.text("sum/manifest.json"), shell.text("whole/manifest.json"));

    // One that does not fit does not stop the others.
    std::fs::remove_file(shell.path("two/a/tallies")).unwrap();
    let ended = shell.fray(&["merge", "one", "two", "--out", "most", "-q"]).ends_with(5);
    assert_eq!(ended.err, "error: two/a: expected the results of a run, with a file `tallies`\n");
    assert_eq!(shell.bytes("most/b"), shell.bytes("whole/b"));
    assert!(
        shell
            .rows("most", "summary")
            .iter()
            .all(|row| row["scenario"] == "b" && number(row, "fights") == 700)
    );
    let mixed = shell.fray(&["merge", "one", "two/b", "--out", "mixed"]).ends_with(5);
    assert!(mixed.err.contains("some of these folders hold one run, others several"), "{}", mixed.err);
}
