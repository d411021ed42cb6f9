//! The exit codes of the contract that these verbs can end with; the others are tested where
//! what they say is tested.

use crate::shell::{Shell, duel};

#[test]
fn the_help_lists_every_exit_code() {
    let help = Shell::new().fray(&["--help"]).ends_with(0).out;
    let table = help.split("Exit codes:\n").nth(1).expect("the table");
    let code = |line: &str| line.split_whitespace().next().and_then(|word| word.parse::<u8>().ok());
    let codes: Vec<u8> = table.lines().filter_map(code).collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 10, 30, 75, 130]);
    assert!(table.lines().all(|line| line.split_whitespace().count() > 1), "each says what it means");
}

#[test]
fn wrong_usage_ends_with_2() {
    let shell = Shell::new();
    let duel = duel();
    for args in [
        &["run"][..],
        &["run", &duel, "--fights", "0"],
        &["run", &duel, "--fights", "1.5"],
        &["run", &duel, "--range", "5..5"],
        &["run", &duel, "--range", "-1..5"],
        &["run", &duel, "--target-error", "-1pt"],
        &["run", &duel, "--range", "0..5", "--fights", "5"],
        &["run", &duel, "--seed", "-1"],
        &["run", &duel, "--threads", "many"],
        &["run", &duel, "--checkpoint", "-1"],
        &["run", &duel, "--checkpoint", "soon"],
        &["merge", "--out", "out"],
        &["merge", "one"],
        &["run", &duel, "-q", "-v"],
        &["run", &duel, "--no-such-flag"],
        &["trace", &duel],
        &["trace", &duel, "--fight", "1", "--find", "win"],
        &["trace", &duel, "--fight", "1", "--fights", "5"],
        &["exact"],
        &["exact", &duel, "--fights", "5"],
        &["list", "dragons"],
        &["schema"],
        &["schema", "chess"],
    ] {
        let ended = shell.fray(args).ends_with(2);
        assert_eq!(ended.out, "", "{args:?}");
        assert!(ended.err.starts_with("error: "), "{args:?}: {}", ended.err);
    }
    assert_eq!(shell.names(""), Vec::<String>::new(), "nothing is written");
}

#[test]
fn a_missing_scenario_ends_with_10_whatever_the_verb() {
    let shell = Shell::new();
    for verb in [&["run"][..], &["trace", "--fight", "0"], &["exact"], &["validate"]] {
        let ended = shell.fray(&[verb, &["no-such-file.toml"]].concat()).ends_with(10);
        assert!(ended.err.starts_with("no-such-file.toml:1:1: cannot be read: "), "{}", ended.err);
    }
}

#[test]
fn a_set_that_is_wrong_ends_with_10_whatever_the_verb() {
    let shell = Shell::new();
    let duel = duel();
    for verb in [&["run"][..], &["trace", "--fight", "0"], &["exact"], &["validate"]] {
        let ended = shell.fray(&[verb, &[&duel, "--set", "Ogre.hpp=3"]].concat()).ends_with(10);
        assert!(ended.err.contains("did you mean `hp`?"), "{}", ended.err);
    }
    assert_eq!(shell.names(""), Vec::<String>::new(), "nothing is written");
}

#[test]
fn a_wrong_seed_says_what_a_seed_is() {
    let shell = Shell::new();
    for seed in ["-1", "1.5", "abc", "18446744073709551616"] {
        let message = format!(
            "invalid value '{seed}' for '--seed <S>': expected a whole number from 0 to 18446744073709551615"
        );
        for verb in ["run", "trace", "compare", "check", "selftest"] {
            let ended = shell.fray(&[verb, &duel(), "--seed", seed]).ends_with(2);
            assert!(ended.err.contains(&message), "{verb}: {}", ended.err);
        }
    }
}
