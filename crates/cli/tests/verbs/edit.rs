//! A designer edits a file and plays it again: the card is always shown, and what may be replaced is.

use crate::shell::{ALL, Shell, config, duel};

/// The duel with these HP of the Ogre, in the folder of the shell.
fn edited(shell: &Shell, hp: u32) {
    let text = std::fs::read_to_string(duel()).expect("the scenario of the repository");
    assert!(text.contains("hp = 26"));
    shell.write("duel.toml", &text.replace("hp = 26", &format!("hp = {hp}")));
}

#[test]
fn results_of_an_earlier_version_of_the_file_are_replaced() {
    let shell = Shell::new();
    edited(&shell, 26);
    shell.fray(&["run", "duel.toml", "--fights", "1000"]).ends_with(0);
    let before = shell.tables("results/duel");
    edited(&shell, 30);
    let again = shell.fray(&["run", "duel.toml", "--fights", "100"]).ends_with(0);
    assert_eq!(
        again.err,
        "replacing results/duel: results of another version of this file (`emulators/Ogre.hp` = 26 instead of 30)\n"
    );
    assert!(again.out.contains("WINS") && again.out.ends_with("written to results/duel\n"), "{}", again.out);
    assert_eq!(shell.names("results/duel"), ALL);
    assert_ne!(shell.tables("results/duel"), before);
    shell.fray(&["run", "./duel.toml", "--fights", "100", "--out", "fresh", "-q"]).ends_with(0);
    assert_eq!(shell.tables("results/duel"), shell.tables("fresh"));
    let same = shell.fray(&["run", "duel.toml", "--fights", "100"]).ends_with(0);
    assert_eq!(same.err, "", "the same version needs no word");
}

#[test]
fn a_batch_replaces_the_results_of_what_was_edited() {
    let shell = Shell::new();
    for name in ["a", "b"] {
        edited(&shell, 26);
        std::fs::create_dir_all(shell.path("all")).expect("a folder");
        std::fs::rename(shell.path("duel.toml"), shell.path(&format!("all/{name}.toml"))).expect("a file");
    }
    shell.fray(&["run", "all", "--fights", "100"]).ends_with(0);
    let text = shell.text("all/b.toml").replace("hp = 26", "hp = 31");
    shell.write("all/b.toml", &text);
    let again = shell.fray(&["run", "all", "--fights", "100"]).ends_with(0);
    assert!(
        again.err.starts_with("replacing results/all/b: ") && again.err.lines().count() == 1,
        "{}",
        again.err
    );
    shell.fray(&["run", "all", "--fights", "100", "--out", "fresh"]).ends_with(0);
    assert_eq!(shell.text("results/all/summary.csv"), shell.text("fresh/summary.csv"));
}

/// Nothing is replaced that took far longer, or that is no earlier version: the card is printed all
/// the same.
#[test]
fn what_may_not_be_written_is_printed() {
    let shell = Shell::new();
    edited(&shell, 26);
    shell.fray(&["run", "duel.toml", "--fights", "5000"]).ends_with(0);
    let kept = shell.bytes("results/duel");
    let seed = ["run", "duel.toml", "--fights", "5000", "--seed", "7"];
    for (hp, args, why) in [
        (30, &["run", "duel.toml", "--fights", "100"][..], "5,000 fights of another version of this file"),
        (26, &seed, "another run (seed 2016 instead of 7)"),
    ] {
        edited(&shell, hp);
        let refused = shell.fray(args).ends_with(30);
        assert!(refused.err.contains(why) && refused.err.contains("--force"), "{}", refused.err);
        assert!(refused.out.contains("WINS") && !refused.out.contains("written to"), "{}", refused.out);
        assert_eq!(shell.bytes("results/duel"), kept);
        let json = shell.fray(&[args, &["--json"]].concat()).ends_with(30).json();
        assert!(json["scenarios"][0]["dir"].is_null());
    }
    edited(&shell, 30);
    shell.fray(&["run", "duel.toml", "--fights", "500"]).ends_with(0);
    assert_ne!(shell.bytes("results/duel"), kept, "a tenth of the fights replaces them");
}

#[test]
fn no_out_writes_nothing() {
    let shell = Shell::new();
    let (duel, swarm) = (duel(), config("swarm.toml"));
    let one = shell.fray(&["run", &duel, "--fights", "100", "--no-out"]).ends_with(0);
    assert!(one.out.contains("WINS") && !one.out.contains("written to"), "{}", one.out);
    let two = shell.fray(&["run", &duel, &swarm, "--fights", "100", "--no-out"]).ends_with(0);
    assert_eq!(two.out.lines().count(), 2, "{}", two.out);
    let json = shell.fray(&["run", &duel, "--fights", "100", "--no-out", "--json"]).ends_with(0).json();
    assert!(json["scenarios"][0]["dir"].is_null());
    assert_eq!(shell.names(""), Vec::<String>::new());
    for flags in [&["--out", "x"][..], &["--extend"], &["--force"]] {
        shell.fray(&[&["run", duel.as_str(), "--no-out"], flags].concat()).ends_with(2);
    }
}

#[test]
fn a_new_scenario_can_be_played_and_is_never_written_over() {
    let shell = Shell::new();
    for system in ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"] {
        let file = format!("{system}.toml");
        let made = shell.fray(&["new", system]).ends_with(0);
        let says = format!("written to {file}; to play it: fray run {file}\n");
        let schema = format!("{system}.schema.json");
        assert_eq!(made.err, format!("{says}{schema} beside it lets editors complete and check it\n"));
        assert!(shell.text(&file).starts_with(&format!("#:schema {schema}\n")));
        assert_eq!(shell.text(&schema), shell.fray(&["schema", system]).ends_with(0).out);
        shell.fray(&["validate", &file]).ends_with(0);
        let played = shell.fray(&["run", &file, "--fights", "500"]).ends_with(0);
        assert!(played.out.contains("WINS"), "{}", played.out);
        shell.fray(&["exact", &file]).ends_with(0);
        shell.write(&file, "mine");
        let refused = shell.fray(&["new", system]).ends_with(30);
        assert!(refused.err.contains("already exists"), "{}", refused.err);
        assert_eq!(shell.text(&file), "mine");
        shell.fray(&["new", system, &file, "--force"]).ends_with(0);
        assert_ne!(shell.text(&file), "mine");
        // A schema of another version is replaced, and what is none of fray's is kept.
        for (held, is_kept) in
            [("{\"$id\": \"urn:fray:scenario:juso:0.1.0\"}", false), ("{}", true), ("mine", true)]
        {
            shell.write(&schema, held);
            shell.fray(&["new", system, &file, "--force"]).ends_with(0);
            assert_eq!(shell.text(&schema) == held, is_kept, "{held}");
        }
    }
    shell.fray(&["new", "chess"]).ends_with(2);
}
