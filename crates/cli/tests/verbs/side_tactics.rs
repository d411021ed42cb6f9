//! `--tactics SIDE=HOW` of `run`, `compare`, `sweep` and `trace`.

use serde_json::Value;

use crate::shell::{Shell, configs, duel};

/// The wins of the wizards in 1000 fights of the duel with these flags.
fn wins(shell: &Shell, flags: &[&str]) -> i64 {
    let duel = duel();
    let run = [&["run", duel.as_str(), "--fights", "1000", "--no-out", "--json"], flags].concat();
    let object = shell.fray(&run).ends_with(0).json();
    object["scenarios"][0]["summary"][0]["wins"].as_i64().expect("wins")
}

#[test]
fn a_sweep_has_a_point_for_each_way_to_play() {
    let shell = Shell::new();
    let duel = duel();
    let sweep =
        ["sweep", duel.as_str(), "--tactics", "wizards=file,default,random", "--fights", "1000", "--json"];
    let object = shell.fray(&sweep).ends_with(0).json();
    let value = |how: &str| {
        let rows = object["sweep"].as_array().expect("rows");
        let is = |row: &&Value| {
            row["wizards.tactics"] == how && row["side"] == "wizards" && row["metric"] == "win_rate"
        };
        rows.iter().find(is).unwrap_or_else(|| panic!("{how}: {object}"))["value"].as_f64().expect("a rate")
    };
    for (how, flags) in [
        ("file", &[][..]),
        ("default", &["--tactics", "wizards=default"]),
        ("random", &["--tactics", "wizards=random"]),
    ] {
        let expected = wins(&shell, flags) as f64 / 1000.0;
        assert!((value(how) - expected).abs() < 1e-9, "{how}");
    }
    assert!(value("random") < value("default") - 0.1, "play is worth something: {object}");
}

#[test]
fn the_card_the_manifest_and_the_signature_say_how_a_side_plays() {
    let shell = Shell::new();
    let flags = ["--fights", "500", "--tactics", "wizards=random"];
    let card = shell.duel("random", &flags).out;
    assert!(
        card.contains("wizards with tactics drawn at random for each fight (256 combinations)"),
        "{card}"
    );
    shell.duel("file", &["--fights", "500"]);
    assert_ne!(shell.signature("random"), shell.signature("file"));
    let rows = shell.rows("random", "summary");
    assert_eq!(rows[0]["wizards.tactics"], "random", "{rows:?}");
    let [random, file] = ["random", "file"].map(|out| shell.manifest(out)["scenario_hash"].clone());
    assert_ne!(random, file);
    // More fights are added to those of the same play alone.
    shell.duel("random", &["--fights", "700", "--tactics", "wizards=random", "--extend"]);
    shell.duel("whole", &["--fights", "700", "--tactics", "wizards=random", "--threads", "1"]);
    assert_eq!(shell.bytes("random"), shell.bytes("whole"));
    let duel = duel();
    let other = ["run", duel.as_str(), "--fights", "700", "--out", "random", "--extend"];
    shell.fray(&other).ends_with(30);
}

#[test]
fn a_comparison_with_itself_shows_what_play_is_worth() {
    let shell = Shell::new();
    let duel = duel();
    let compare = ["compare", duel.as_str(), "--tactics", "wizards=random", "--fights", "1000", "--json"];
    let object = shell.fray(&compare).ends_with(0).json();
    assert!(object["b"].as_str().is_some_and(|b| b.ends_with("--tactics wizards=random")), "{object}");
    let mut rows = object["metrics"].as_array().expect("rows").iter();
    let is_meant = |row: &&Value| row["metric"] == "win_rate" && row["side"] == "wizards";
    let row = rows.find(is_meant).expect("the win rate");
    let expected = (wins(&shell, &["--tactics", "wizards=random"]) - wins(&shell, &[])) as f64 / 1000.0;
    assert!((row["diff"].as_f64().expect("a difference") - expected).abs() < 1e-9, "{row}");
}

#[test]
fn the_best_is_searched_first_and_its_tactics_are_values_of_the_run() {
    let shell = Shell::new();
    let flags = [
        "--fights",
        "500",
        "--set",
        "Knight.tactics.delay=sit_out",
        "--set",
        "Ogre.hp=8",
        "--max-rounds",
        "6",
    ];
    let best = shell.duel("best", &[&flags[..], &["--tactics", "wizards=best"]].concat());
    assert!(
        best.err.contains("best tactics found for wizards: wizards/Knight.tactics.delay="),
        "{}",
        best.err
    );
    let rows = shell.rows("best", "summary");
    let delay = rows[0]["wizards/Knight.tactics.delay"].clone();
    assert_ne!(delay, "sit_out");
    // The same fights as with the tactics set by hand.
    let set = format!("Knight.tactics.delay={delay}");
    shell.duel("hand", &["--fights", "500", "--set", &set, "--set", "Ogre.hp=8", "--max-rounds", "6"]);
    assert_eq!(shell.signature("best"), shell.signature("hand"));
}

/// Ctrl-C during the search ends it as everywhere, with what was found until then.
#[cfg(unix)]
#[test]
fn an_interrupted_search_of_the_best_says_what_it_found() {
    let shell = Shell::new();
    let brawl = crate::shell::config("brawl.toml");
    for verb in ["run", "compare", "sweep"] {
        // The four of them have so much to decide that the search takes many times as long as it is let go on.
        let how = if verb == "sweep" { "wizards=best,default" } else { "wizards=best" };
        let running = shell.start(&[verb, &brawl, "--tactics", how, "--fights", "1000", "--json"]);
        std::thread::sleep(std::time::Duration::from_millis(1500));
        crate::resume::interrupt(&running);
        let ended = running.ended().ends_with(130);
        let said = "interrupted: best tactics for wizards so far: ";
        assert!(ended.err.contains(said) && ended.err.contains("the same command"), "{verb}: {}", ended.err);
        assert_eq!(ended.json()["code"], 130, "{verb}: {}", ended.out);
    }
}

/// And so it ends the search for what a side that looks ahead can choose from, and plays nothing with a part of it.
#[cfg(unix)]
#[test]
fn an_interrupted_search_of_choices_plays_no_fight() {
    let shell = Shell::new();
    let brawl = crate::shell::config("brawl.toml");
    let running = shell.start(&["run", &brawl, "--tactics", "wizards=clever", "--fights", "1000", "--json"]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    crate::resume::interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(ended.err.contains("interrupted") && ended.err.contains("the same command"), "{}", ended.err);
    assert_eq!(ended.json()["code"], 130, "{}", ended.out);
    assert!(!shell.path("results").exists());
}

#[test]
fn a_fight_of_random_play_can_be_traced() {
    let shell = Shell::new();
    let duel = duel();
    let trace = |how: &str| {
        let flags = ["trace", duel.as_str(), "--fight", "3", "--tactics", how];
        shell.fray(&flags).ends_with(0).out
    };
    assert_eq!(trace("wizards=random"), trace("wizards=random"));
    let all = |how: &str| {
        let texts = (0..3).map(|fight| {
            let number = fight.to_string();
            shell.fray(&["trace", &duel, "--fight", &number, "--tactics", how]).ends_with(0).out
        });
        texts.collect::<Vec<_>>()
    };
    assert_ne!(all("wizards=random"), all("wizards=file"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let shell = Shell::new();
    let duel = duel();
    for (verb, how, code, part) in [
        ("run", "wizard=random", 10, "there is no side `wizard`; did you mean `wizards`?"),
        ("run", "wizards=wise", 2, "`wise` is not one of random, default, best, clever and file"),
        ("run", "wizards=random,best", 2, "only `fray sweep` plays several"),
        ("sweep", "wizards=random", 2, "nothing is varied"),
    ] {
        let ended = shell.fray(&[verb, &duel, "--tactics", how]).ends_with(code);
        assert!(ended.err.contains(part), "{verb} {how}: {}", ended.err);
    }
    let verified =
        ["run", duel.as_str(), "--fights", "100", "--no-out", "--verify", "--tactics", "wizards=random"];
    let ended = shell.fray(&verified).ends_with(4);
    assert!(ended.err.contains("not verified"), "{}", ended.err);
}

#[test]
fn the_results_of_a_side_that_looks_ahead_are_opened_and_made_in_parts() {
    let shell = Shell::new();
    let duel = configs("juso/duel.toml");
    let flags = format!("{duel} --tactics hunters=clever:8 --fights 40 --seed 5 -q");
    let fray = |line: &str| shell.fray(&line.split_whitespace().collect::<Vec<_>>());
    fray(&format!("run {flags} --out run --report")).ends_with(0);
    let kept = fray_sim::scenario::scenario_of_results(&shell.path("run")).expect("it is kept");
    assert_eq!(format!("{:016x}", kept.hash), shell.manifest("run")["scenario_hash"]);
    // The page tells fights again, which are those of the run.
    let page = shell.text("run/report.html");
    assert!(
        page.contains("looking ahead at each turn") && !page.contains("No transcripts"),
        "no transcripts"
    );
    fray(&format!("plan {flags} --out plan")).ends_with(0);
    let n_tasks = fray_sim::plan::Plan::read(&shell.path("plan")).expect("a plan").tasks.len();
    (0..n_tasks).for_each(|task| {
        fray(&format!("shard --plan plan --task {task} --out parts")).ends_with(0);
    });
    fray("merge --plan plan parts --out merged").ends_with(0);
    fray(&format!("run {flags} --out plain")).ends_with(0);
    assert_eq!(shell.bytes("merged"), shell.bytes("plain"));
    let kept = fray_sim::scenario::scenario_of_results(&shell.path("merged")).expect("it is kept");
    assert_eq!(format!("{:016x}", kept.hash), shell.manifest("merged")["scenario_hash"]);
}
