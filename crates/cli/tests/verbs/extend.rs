//! `run --extend`: the folder keeps what it holds, and what it lacks is played.

use crate::shell::{Shell, duel, number};

#[test]
fn a_topped_up_run_has_the_bytes_of_the_whole() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "3000"]);
    let said = shell.duel("out", &["--fights", "10_000", "--extend"]);
    assert_eq!(said.err, "duel: resuming: the folder holds the fights 0..3000; playing 3000..10000\n");
    let whole = shell.duel("whole", &["--fights", "1e4"]);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"));
    assert_eq!(said.out.replace("written to out", ""), whole.out.replace("written to whole", ""), "one card");
    assert_eq!(shell.manifest("out")["resumed"], serde_json::json!([[0, 3000]]));
    assert_eq!(shell.manifest("out")["range"], serde_json::json!([0, 10_000]));
}

#[test]
fn ranges_may_be_played_in_any_order_with_any_threads() {
    let shell = Shell::new();
    for (range, threads) in [("4000..5000", "1"), ("1111..4000", "3"), ("0..1111", "2"), ("0..9000", "7")] {
        shell.duel("out", &["--range", range, "--threads", threads, "--extend", "-q"]);
    }
    shell.duel("whole", &["--fights", "9000"]);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"));
}

#[test]
fn what_is_there_is_not_played_again() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "2000"]);
    let kept = (shell.bytes("out"), shell.manifest("out"));
    for fights in ["2000", "500"] {
        let again = shell.duel("out", &["--fights", fights, "--extend"]);
        assert!(again.out.contains("2,000 fights of seed"), "{}", again.out);
        assert_eq!((shell.bytes("out"), shell.manifest("out")), kept, "{fights}");
    }
    let json = shell.duel("out", &["--fights", "500", "--extend", "--json"]).json();
    assert_eq!(json["scenarios"][0]["range"], serde_json::json!([0, 2000]), "what the folder holds");
}

#[test]
fn a_gap_is_refused_and_named() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "1000"]);
    let kept = shell.bytes("out");
    let ended =
        shell.fray(&["run", &duel(), "--range", "1500..2000", "--out", "out", "--extend"]).ends_with(5);
    assert_eq!(
        ended.err,
        "error: duel: the folder holds the fights 0..1000; after playing 1500..2000 the fights 1000..1500 \
         would be missing; ask for these too\n"
    );
    assert_eq!(shell.bytes("out"), kept);
}

#[test]
fn another_run_is_not_added_to() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "300"]);
    let kept = shell.bytes("out");
    let duel = duel();
    let extend = |flags: &[&str]| {
        let args = ["run", duel.as_str(), "--out", "out", "--fights", "600", "--extend", "-q"];
        shell.fray(&[&args[..], flags].concat())
    };
    for (flags, difference) in [
        (["--seed", "7"], "another run (seed 2016 instead of 7)"),
        (["--set", "Ogre.hp=30"], "another run (`emulators/Ogre.hp` = 26 instead of 30)"),
    ] {
        let refused = extend(&flags).ends_with(30);
        assert!(refused.err.contains(difference), "{}", refused.err);
    }
    assert_eq!(shell.bytes("out"), kept);
    let tallies = std::fs::read(shell.path("out/tallies")).unwrap();
    std::fs::write(shell.path("out/tallies"), &tallies[1..]).unwrap();
    assert!(extend(&[]).ends_with(30).err.contains("these are no tallies"));
    std::fs::remove_file(shell.path("out/tallies")).unwrap();
    assert!(extend(&[]).ends_with(30).err.contains("results without a file `tallies`"));
    // Both flags: what is of this run is kept, what is not is replaced.
    extend(&["--force"]).ends_with(0);
    assert_eq!(shell.manifest("out")["resumed"], serde_json::json!([]));
    let fights = |out: &str| number(&shell.rows(out, "summary")[0], "fights");
    assert_eq!(fights("out"), 600);
    shell.fray(&["run", &duel, "--out", "out", "--fights", "900", "--extend", "--force", "-q"]).ends_with(0);
    assert_eq!(shell.manifest("out")["resumed"], serde_json::json!([[0, 600]]));
}

#[test]
fn a_drawn_seed_is_that_of_the_folder() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    let seedless: String =
        text.lines().filter(|line| !line.starts_with("seed")).flat_map(|l| [l, "\n"]).collect();
    shell.write("duel.toml", &seedless);
    let run = |flags: &[&str]| shell.fray(&[&["run", "duel.toml", "--out", "out", "-q"][..], flags].concat());
    run(&["--fights", "500"]).ends_with(0);
    let seed = shell.manifest("out")["seed"].clone();
    run(&["--fights", "900", "--extend"]).ends_with(0);
    assert_eq!((&shell.manifest("out")["seed"], &shell.manifest("out")["fights"]), (&seed, &900.into()));
}

/// A run that was cut short is of use to the same command, and says so.
#[test]
fn a_run_from_the_start_says_what_could_have_been_kept() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "600"]);
    shell.duel("part", &["--fights", "200"]);
    let mut part =
        fray_sim::parts::PartialRun::decode(&std::fs::read(shell.path("part/tallies")).unwrap()).unwrap();
    part.asked = (0, 600);
    std::fs::write(shell.path("out/tallies"), part.encode()).unwrap();
    let said = shell.duel("out", &["--fights", "600"]);
    assert_eq!(
        said.err,
        "duel: the folder holds 200 of these fights; with `--extend` only the others would be played\n"
    );
    assert_eq!(shell.manifest("out")["stop"], "fixed");
}
