//! Nights kept in a history, and what it says of them.

use crate::nights::{arena, night};
use crate::shell::{Ended, Shell, ended};

/// Calls the program on a day of November 2026.
fn on(shell: &Shell, day: u32, args: &[&str]) -> Ended {
    let seconds = 1_793_491_200 + u64::from(day - 1) * 86_400;
    ended(shell.command(args).env("SOURCE_DATE_EPOCH", seconds.to_string()))
}

#[test]
fn a_history_says_what_moved_from_night_to_night_and_what_was_edited() {
    let shell = arena();
    let play = |day: u32| {
        let (out, seed) = (format!("night{day}"), day.to_string());
        let args =
            ["run", "night.toml", "--fights", "400", "--seed", &seed, "--out", &out, "-q", "--threads", "1"];
        on(&shell, day, &args).ends_with(0);
        out
    };
    let first = play(1);
    let summary = shell.rows(&first, "summary");
    assert!(summary.iter().all(|row| row["date"] == "2026-11-01T00:00:00Z"), "{summary:?}");
    assert_eq!(shell.manifest("night1/axes/runt")["date"], "2026-11-01T00:00:00Z");
    assert_eq!(shell.manifest("night1/axes/runt")["scenario_hash"], summary[0]["scenario_hash"].as_str());
    let added = shell.fray(&["history", "add", &first, "--metric", "any_died(hunters)"]).ends_with(0);
    assert!(added.out.starts_with("6 results added: history/2026-11-01T000000Z-"), "{}", added.out);

    // Once more it adds nothing, and leaves the files alone.
    let files = shell.names("history");
    let again = shell.fray(&["history", "add", &first]).ends_with(0);
    assert_eq!(again.out, "all 6 results are there already: nothing is added\n");
    assert_eq!(shell.names("history"), files);

    // The second night has other dice and an edited pack.
    shell.write("night.toml", &night("9 runt + 3 slinger"));
    let second = play(2);
    shell.fray(&["history", "add", &first, &second, "--to", "history", "-q"]).ends_with(0);
    let args = ["history", "show", "--html", "history.html"];
    let shown = shell.fray(&args).ends_with(0);
    assert!(
        shown.out.starts_with("win_rate, 6 points on 2 days from 2026-11-01 to 2026-11-02: "),
        "{}",
        shown.out
    );
    let moved: Vec<&str> =
        shown.out.lines().filter(|line| line.contains("  moved; changed: scenario")).collect();
    assert!(!moved.is_empty() && moved.iter().all(|line| line.contains("/pack ")), "{}", shown.out);
    assert!(shown.out.contains("WHAT WAS CHANGED\n  2026-11-02  "), "{}", shown.out);
    assert!(shown.out.contains("2 points: axes/pack, pair/pack"), "{}", shown.out);
    let page = shell.text("history.html");
    assert!(page.contains("class=\"spark") && page.contains("axes/pack"), "{page}");
    let json =
        shell.fray(&["history", "show", "--json", "--of", "runt", "--metric", "rounds"]).ends_with(0).json();
    let points = json["points"].as_array().expect("points");
    assert_eq!(points.len(), 2, "a monster is that of all parties: {json}");
    assert!(
        points.iter().all(|point| point["nights"].as_array().is_some_and(|all| all.len() == 2)),
        "{json}"
    );

    // Flags of the other half are not passed over.
    let wrong = shell.fray(&["history", "show", "--to", "x"]).ends_with(2);
    assert!(wrong.err.contains("--to goes with `fray history add`"), "{}", wrong.err);
    let wrong = shell.fray(&["history", "show", "nowhere"]).ends_with(5);
    assert!(wrong.err.contains("the history is empty"), "{}", wrong.err);
}
