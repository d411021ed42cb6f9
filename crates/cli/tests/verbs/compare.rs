//! `compare`: verdicts, exit codes, what is printed and written.

use serde_json::Value;

use crate::shell::{Shell, config, duel};

/// `fray compare` of the duel with these flags.
fn compare(shell: &Shell, flags: &[&str]) -> crate::shell::Ended {
    let duel = duel();
    shell.fray(&[&["compare", duel.as_str()], flags].concat())
}

fn keys(value: &Value) -> String {
    value.as_object().expect("an object").keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn metric<'a>(object: &'a Value, name: &str, of: &str) -> &'a Value {
    let metrics = object["metrics"].as_array().expect("metrics");
    let is = |row: &&Value| {
        row["metric"] == name && (row["unit"] == of || row["unit"].is_null() && row["side"] == of)
    };
    metrics.iter().find(is).unwrap_or_else(|| panic!("no {name} of {of}"))
}

#[test]
fn the_object_has_the_keys_of_the_contract() {
    let object =
        compare(&Shell::new(), &["--set", "Ogre.hp=27", "--fights", "3000", "--json"]).ends_with(0).json();
    assert_eq!(keys(&object), "schema, a, b, pairs, verdict, more_fights, metrics");
    let row = &object["metrics"][0];
    assert_eq!(
        keys(row),
        "metric, kind, side, unit, a, b, diff, lo, hi, p_value, vrf, verdict, \
         diff_adjusted, diff_adjusted_lo, diff_adjusted_hi"
    );
    assert_eq!((&object["a"], &object["b"]), (&"duel".into(), &"duel: Ogre.hp=27".into()));
    assert_eq!((&object["pairs"], &row["side"], &row["unit"]), (&3000.into(), &Value::Null, &Value::Null));
}

/// A and B are what `run` of each says of the same fights.
#[test]
fn both_are_what_their_runs_say() {
    let shell = Shell::new();
    let object = compare(&shell, &["--set", "Ogre.hp=30", "--fights", "3000", "--json"]).ends_with(0).json();
    shell.duel("a", &["--fights", "3000"]);
    shell.duel("b", &["--fights", "3000", "--set", "Ogre.hp=30"]);
    for (out, key) in [("a", "a"), ("b", "b")] {
        let rows = shell.rows(out, "metrics");
        for (name, unit) in
            [("hp_left", "Knight"), ("standing", "Ogre"), ("mains", "Ogre"), ("hit_rate", "Knight")]
        {
            let row = rows.iter().find(|row| row["metric"] == name && row["unit"] == unit).expect("the row");
            assert_eq!(metric(&object, name, unit)[key].to_string(), row["mean"], "{name} {unit} of {out}");
        }
        let summary = &shell.rows(out, "summary")[0];
        assert_eq!(metric(&object, "win_rate", "wizards")[key].to_string(), summary["win_rate"]);
    }
    let wins = metric(&object, "win_rate", "wizards");
    let number = |key: &str| wins[key].as_f64().expect("a number");
    assert!(number("lo") < number("diff") && number("diff") < number("hi") && number("hi") < 0.0, "{wins}");
}

#[test]
fn verdicts_become_exit_codes_where_one_is_expected() {
    let shell = Shell::new();
    let much = ["--set", "Ogre.hp=40"];
    let none = ["--set", "Ogre.hp=26"];
    // A tenth of a point is not told from one HP in so few fights.
    let little = ["--set", "Ogre.hp=27", "--fights", "500", "--delta", "0.1pt"];
    for (flags, verdict, different, same) in
        [(&much[..], "different", 0, 1), (&none, "same", 1, 0), (&little, "undecided", 4, 4)]
    {
        let said = compare(&shell, &[flags, &["--json"]].concat()).ends_with(0).json();
        assert_eq!(said["verdict"], verdict);
        assert_eq!(said["more_fights"].is_null(), verdict != "undecided", "{}", said["more_fights"]);
        compare(&shell, &[flags, &["-q", "--expect", "different"]].concat()).ends_with(different);
        compare(&shell, &[flags, &["-q", "--expect", "same"]].concat()).ends_with(same);
    }
}

#[test]
fn the_playing_ends_with_the_verdict_or_at_the_number_asked_for() {
    let shell = Shell::new();
    let pairs = |flags: &[&str]| {
        let set = ["--set", "Ogre.hp=40", "--json"];
        compare(&shell, &[&set[..], flags].concat()).ends_with(0).json()["pairs"].as_u64().expect("pairs")
    };
    assert!(pairs(&[]) < 1_000_000, "the file would have a million");
    assert_eq!(pairs(&["--fights", "20_001"]), 20_001);
    assert_eq!(pairs(&["--range", "5..1005"]), 1000);
    assert_eq!(pairs(&["--max-fights", "1200"]), 1200);
    assert_eq!(pairs(&["--delta", "100pt", "--max-fights", "1e5"]), 8192, "all is the same within so much");
}

/// Fewer pairs than the first verdict needs would never decide.
#[test]
fn a_limit_below_the_first_verdict_is_raised() {
    let shell = Shell::new();
    let few = compare(&shell, &["--set", "Ogre.hp=60", "--max-fights", "700", "--json"]).ends_with(0);
    let raised = "700 fights cannot decide anything: raised to 1024, the first look of a comparison";
    assert!(few.err.contains(raised), "{}", few.err);
    let object = few.json();
    assert_eq!((object["pairs"].as_u64(), object["verdict"].as_str()), (Some(1024), Some("different")));
    // So is that of a file.
    let text = std::fs::read_to_string(duel()).expect("the duel");
    shell.write("few.toml", &text.replacen("fights = 1_000_000", "fights = 9", 1));
    let of_file = shell.fray(&["compare", "few.toml", "--set", "Ogre.hp=60", "--seed", "1"]).ends_with(0);
    assert!(of_file.err.contains("9 fights cannot decide anything: raised to 1024"), "{}", of_file.err);
    // A fixed number is played as it was asked for.
    let fixed = compare(&shell, &["--set", "Ogre.hp=60", "--fights", "700", "--json"]).ends_with(0);
    let object = fixed.json();
    assert_eq!(object["pairs"], 700);
    // It is judged once, and whatever says the same of each pair has the same verdict.
    assert_eq!(object["verdict"], "different");
    for (name, of) in [
        ("win_rate", "wizards"),
        ("win_rate", "emulators"),
        ("any_dropped", "wizards"),
        ("any_dropped", "emulators"),
    ] {
        assert_eq!(metric(&object, name, of)["verdict"], "different", "{name}({of})");
    }
    let itself = compare(&shell, &["--set", "Ogre.hp=26", "--fights", "900", "--json"]).ends_with(0).json();
    for side in ["wizards", "emulators"] {
        assert_eq!(metric(&itself, "win_rate", side)["verdict"], itself["verdict"], "{itself}");
    }
    let text = compare(&shell, &["--set", "Ogre.hp=60", "--fights", "700"]).ends_with(0).out;
    assert!(text.contains("At most 1 % of such verdicts are wrong.\n"), "{text}");
    assert!(!fixed.err.contains("raised"), "{}", fixed.err);
}

#[test]
fn threads_and_repetition_change_no_byte() {
    let shell = Shell::new();
    let on = |threads: &str| {
        let flags = ["--set", "Ogre.hp=28", "--json", "--threads", threads];
        compare(&shell, &flags).ends_with(0).out
    };
    let one = on("1");
    assert_eq!((one.clone(), one), (on("2"), on("7")));
}

#[test]
fn the_first_place_of_the_list_is_worth_nothing_in_the_duel() {
    let ended = compare(&Shell::new(), &["--mirror", "--expect", "same"]).ends_with(0);
    assert!(ended.out.contains("FIRST SIDE: the effect of being listed first"), "{}", ended.out);
    assert!(ended.out.contains("no metric differed in any pair"), "{}", ended.out);
}

/// Columns and flag change ends with the sides: in a system whose first side owns an end, too, the
/// place in the list is worth nothing.
#[test]
fn a_mirrored_board_is_worth_nothing_to_either_side() {
    let edge = config("../juso/edge.toml");
    let flags = ["compare", &edge, "--mirror", "--expect", "same", "--delta", "3pt"];
    let ended = Shell::new().fray(&flags).ends_with(0);
    assert!(ended.out.contains("FIRST SIDE: the effect of being listed first"), "{}", ended.out);
}

#[test]
fn the_table_shows_the_most_significant_first_and_what_is_not_compared() {
    let shell = Shell::new();
    let out = compare(&shell, &["--set", "Ogre.hp=30", "--fights", "5000"]).ends_with(0).out;
    assert!(out.contains("win_rate(wizards): "), "{out}");
    let place = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}: {out}"));
    assert!(place("damage_taken(Ogre)") < place("hp_left(Knight)"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    let brawl = config("brawl.toml");
    let other = compare(&shell, &[&brawl, "--fights", "500"]).ends_with(0).out;
    assert!(
        other.contains("only in A, not compared: ") && other.contains("only in B, not compared: "),
        "{other}"
    );
}

/// In a duel to the death four metrics of a side have the same numbers: they are one row.
#[test]
fn who_drops_is_told_once_in_a_duel_to_the_death() {
    let duel = config("../juso/duel.toml");
    let flags = ["compare", duel.as_str(), "--set", "Brute.life=12", "--fights", "1024"];
    let out = Shell::new().fray(&flags).ends_with(0).out;
    assert!(out.contains("any_dropped(hunters)") && !out.contains("any_died(hunters)"), "{out}");
    assert!(out.contains("more repeat the numbers of a row above\n"), "{out}");
    let all = Shell::new().fray(&[&flags[..], &["--verbose"]].concat()).ends_with(0).out;
    assert!(all.contains("any_died(hunters)"), "{all}");
}

#[test]
fn a_folder_holds_the_table_and_where_it_came_from() {
    let shell = Shell::new();
    let flags = ["--set", "Ogre.hp=27", "--fights", "2000", "--out", "out"];
    let object = compare(&shell, &[&flags[..], &["--json"]].concat()).ends_with(0).json();
    assert_eq!(shell.names("out"), ["compare.csv", "manifest.json"]);
    let rows = shell.rows("out", "compare");
    assert_eq!(rows.len(), object["metrics"].as_array().expect("metrics").len());
    let header = shell.text("out/compare.csv").lines().next().expect("a header").to_owned();
    assert_eq!(
        header,
        "scenario,system,against,pairs,metric,kind,side,unit,a,b,diff,lo,hi,p_value,vrf,verdict,\
         diff_adjusted,diff_adjusted_lo,diff_adjusted_hi"
    );
    assert_eq!((rows[0]["against"].as_str(), rows[0]["pairs"].as_str()), ("duel: Ogre.hp=27", "2000"));
    let manifest = shell.manifest("out");
    assert_eq!((&manifest["compare"]["a"]["seed"], &manifest["pairs"]), (&2016.into(), &2000.into()));

    let kept = shell.text("out/compare.csv");
    compare(&shell, &flags).ends_with(0);
    let other = ["--set", "Ogre.hp=28", "--fights", "2000", "--out", "out"];
    let refused = compare(&shell, &other).ends_with(30);
    assert!(refused.err.contains("the folder holds another comparison; use `--force`"), "{}", refused.err);
    assert_eq!(shell.text("out/compare.csv"), kept);
    compare(&shell, &[&other[..], &["--force"]].concat()).ends_with(0);
    assert_ne!(shell.text("out/compare.csv"), kept);
    // Neither stands in the place of the other kind.
    shell.duel("run", &["--fights", "50"]);
    let refused = compare(&shell, &["--mirror", "--fights", "50", "--out", "run", "--force"]).ends_with(30);
    assert!(refused.err.contains("something other than a comparison"), "{}", refused.err);
    shell.fray(&["run", &duel(), "--fights", "50", "--out", "out"]).ends_with(30);
}

#[test]
fn questions_that_are_none_are_wrong_usage() {
    let shell = Shell::new();
    let duel = duel();
    for (flags, said) in [
        (&[][..], "nothing to be compared with"),
        (&[duel.as_str(), "--mirror"], "one scenario with itself"),
        (&["--mirror", "--metric", "win_rat"], "did you mean `win_rate`?"),
        (&["--mirror", "--metric", "median(rounds)"], "a comparison is of rates and means"),
        (&["--mirror", "--metric", "exhausted(Ogre, round <= 2)"], "bounds are for goals and targets"),
        (&["--mirror", "--metric", "rounds"], "with --delta"),
        (&["--mirror", "--metric", "rounds", "--delta", "1pt"], "not a rate"),
        (&["--mirror", "--delta=-1"], "expected 0 or more"),
        (&["--mirror", "--alpha", "0"], "above 0"),
        (&["--mirror", "--independent"], "--independent"),
        (&["--mirror", "--fights", "5", "--max-fights", "5"], "--max-fights"),
        (&["--mirror", "--force"], "--out"),
        (&["--mirror", "--expect", "better"], "possible values"),
    ] {
        let ended = compare(&shell, flags).ends_with(2);
        assert!(ended.err.starts_with("error: ") && ended.err.contains(said), "{flags:?}: {}", ended.err);
        assert_eq!(ended.out, "");
    }
    assert_eq!(shell.names(""), Vec::<String>::new(), "nothing is written");
}

#[test]
fn both_scenarios_are_checked() {
    let shell = Shell::new();
    shell.write("a.toml", "system = \"night-wizard\"\n");
    shell.write("b.toml", "system = \"chess\"\n");
    let ended = shell.fray(&["compare", "a.toml", "b.toml"]).ends_with(10);
    assert!(ended.err.contains("a.toml:") && ended.err.contains("b.toml:"), "{}", ended.err);
}

#[test]
fn dice_of_its_own_gain_nothing() {
    let flags = ["--set", "Ogre.hp=27", "--independent", "--fights", "20000", "--json"];
    let object = compare(&Shell::new(), &flags).ends_with(0).json();
    let vrf = metric(&object, "win_rate", "wizards")["vrf"].as_f64().expect("a number");
    assert!((0.9..1.1).contains(&vrf), "{vrf}");
}

/// Results that were kept say of each run what the run said, and of the difference what fights on
/// dice of their own say.
#[test]
fn folders_of_results_are_compared_as_independent_runs() {
    let shell = Shell::new();
    shell.duel("a", &["--fights", "20000"]);
    shell.duel("b", &["--fights", "10000", "--set", "Ogre.hp=30", "--seed", "7"]);
    let folders = ["compare", "a", "b", "--independent"];
    let object = shell.fray(&[&folders[..], &["--json"]].concat()).ends_with(0).json();
    assert_eq!((&object["a"], &object["b"], &object["pairs"]), (&"a".into(), &"b".into(), &10_000.into()));
    let played = compare(&shell, &["--set", "Ogre.hp=30", "--independent", "--fights", "20000", "--json"]);
    let played = played.ends_with(0).json();
    for (name, of) in [
        ("win_rate", "wizards"),
        ("mains", "Ogre"),
        ("hp_left", "Knight"),
        ("standing", "Knight"),
        ("any_dropped", "wizards"),
        ("won_first", "wizards"),
        ("damage", "Knight"),
        ("exhausted", "Ogre"),
        ("exhausted_every", "Ogre"),
    ] {
        let (kept, played) = (metric(&object, name, of), metric(&played, name, of));
        assert_eq!(kept["a"], played["a"], "{name} of {of}: the same 20,000 fights");
        assert!(kept["vrf"].is_null() && kept["p_value"].is_number(), "{kept}");
        let number = |row: &Value, key: &str| row[key].as_f64().expect("a number");
        let half = |row: &Value| (number(row, "hi") - number(row, "lo")) / 2.0;
        // Half of the fights for B: half as much more variance.
        let wider = half(kept) / half(played);
        assert!((1.1..1.35).contains(&wider), "{name} of {of}: {wider}");
        let errors = (number(kept, "diff") - number(played, "diff")).abs() / half(kept).hypot(half(played));
        assert!(errors < 2.5, "{name} of {of}: {errors}");
    }
    let text = shell.fray(&folders).ends_with(0).out;
    assert!(text.contains("20,000 fights of seed 2016 and 10,000 fights of seed 7"), "{text}");
    shell.fray(&[&folders[..], &["-q", "--expect", "different"]].concat()).ends_with(0);
    shell.fray(&[&folders[..], &["-q", "--expect", "same"]].concat()).ends_with(1);
}

/// `compare --expect same | head -1`: the verdict is what was asked for, not its table.
#[test]
fn a_verdict_that_nobody_reads_is_the_same() {
    let shell = Shell::new();
    let duel = duel();
    let args = ["compare", &duel, "--set", "Ogre.hp=40", "--fights", "5000", "--expect", "same"];
    let piped = std::process::Stdio::piped;
    let mut child = shell.command(&args).stdout(piped()).stderr(piped()).spawn().expect("it starts");
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn folders_that_are_no_two_independent_runs_do_not_fit() {
    let shell = Shell::new();
    shell.duel("a", &["--range", "0..300"]);
    shell.duel("b", &["--range", "200..500"]);
    shell.duel("c", &["--range", "300..500"]);
    let shared = shell.fray(&["compare", "a", "b", "--independent"]).ends_with(5);
    assert!(shared.err.contains("both results are of seed 2016 and share fights"), "{}", shared.err);
    shell.fray(&["compare", "a", "c", "--independent"]).ends_with(0);
    let missing = shell.fray(&["compare", "a", "", "--independent"]).ends_with(2);
    assert!(missing.err.starts_with("error: "), "{}", missing.err);
    shell.write("empty/notes.txt", "");
    let missing = shell.fray(&["compare", "a", "empty", "--independent"]).ends_with(5);
    assert!(missing.err.contains("empty/summary.csv"), "{}", missing.err);
    for flags in [&["compare", "a", "c"][..], &["compare", "a", "c", "--independent", "--fights", "5"]] {
        shell.fray(flags).ends_with(2);
    }
}
