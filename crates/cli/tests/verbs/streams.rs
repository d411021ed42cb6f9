//! What goes to stdout and what to stderr, colours, and a reader that has seen enough.

use std::process::Stdio;

use crate::shell::{ALL, Shell, config, duel, ended, scenarios};

#[test]
fn quiet_prints_nothing_and_writes_all_the_same() {
    let shell = Shell::new();
    let quiet = shell.duel("quiet", &["--fights", "100", "-q"]);
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    let loud = shell.duel("loud", &["--fights", "100"]);
    assert!(loud.out.contains("WINS") && loud.out.ends_with("written to loud\n"), "{}", loud.out);
    assert_eq!(shell.tables("quiet"), shell.tables("loud"));
}

#[test]
fn verbose_shows_every_value_with_its_origin() {
    let shell = Shell::new();
    let duel = duel();
    let told = shell.duel("out", &["--fights", "100", "-v", "--set", "Ogre.hp=30", "--max-rounds", "50"]);
    for line in [
        format!("  wizards/Knight.hp = 18  ({duel}:28)"),
        "  emulators/Ogre.hp = 30  (--set)".to_owned(),
        "  run.max_rounds = 50  (--max-rounds)".to_owned(),
        "  rulings.crit_on_damage = true  (default)".to_owned(),
    ] {
        assert!(told.out.contains(&line), "{line}\n{}", told.out);
    }
    let values_of = |text: &str| text.split("VALUES\n").nth(1).expect("values").to_owned();
    let flags = ["--fight", "3", "-v", "--set", "Ogre.hp=30", "--max-rounds", "50"];
    let trace = shell.fray(&[&["trace", &duel][..], &flags].concat()).ends_with(0);
    assert_eq!(values_of(&trace.out), values_of(&told.out));
    let values = shell.manifest("out")["values"].as_array().expect("values").len();
    assert_eq!(values_of(&told.out).lines().count(), values, "what is shown stands in the manifest");
}

#[test]
fn a_pipe_gets_neither_bar_nor_colour() {
    let shell = Shell::new();
    // Long enough for some ticks of a bar.
    let ended = shell.duel("out", &["--fights", "200000"]);
    assert_eq!(ended.err, "");
    assert!(!ended.out.contains('\u{1b}'), "{}", ended.out);
    let wrong = shell.fray(&["run", "no-such-file.toml"]).ends_with(10);
    assert!(!wrong.err.contains('\u{1b}'), "{}", wrong.err);
}

#[test]
fn no_color_wins_over_asking_for_colour() {
    let shell = Shell::new();
    let duel = duel();
    let args = ["run", &duel, "--fights", "100", "--out", "out"];
    let forced = ended(shell.command(&args).env("CLICOLOR_FORCE", "1")).ends_with(0);
    assert!(forced.out.contains('\u{1b}'), "colour can be had at all");
    let plain = ended(shell.command(&args).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")).ends_with(0);
    assert!(!plain.out.contains('\u{1b}'), "{}", plain.out);
}

#[test]
fn a_closed_pipe_is_success_for_every_verb() {
    let shell = Shell::new();
    let (duel, folder) = (duel(), config(""));
    for args in [
        &["run", &duel, "--fights", "100", "--out", "out"][..],
        &["run", &duel, "--fights", "100", "--out", "out", "--json"],
        &["run", &folder, "--fights", "100", "--out", "all"],
        &["merge", "out", "--out", "sum"],
        &["trace", &duel, "--fight", "3"],
        &["exact", &duel],
        &["exact", &duel, "--json"],
        &["validate", &duel],
        &["list", "metrics"],
        &["schema", "juso"],
    ] {
        let mut child =
            shell.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{args:?}");
    }
    assert_eq!(shell.names("out"), ALL, "the results are written all the same");
    let scenarios = scenarios(&folder);
    assert!(scenarios.len() >= 3);
    for scenario in &scenarios {
        assert_eq!(shell.names(&format!("all/{scenario}")), ALL, "{scenario}");
    }
    let mut all = ["manifest.json".to_owned(), "summary.csv".to_owned()].to_vec();
    all.extend(scenarios);
    all.sort();
    assert_eq!(shell.names("all"), all);
}

/// `2>&1 | head -1`: what is said on stderr finds no reader either.
#[test]
fn nobody_need_read_what_is_said() {
    let shell = Shell::new();
    let duel = duel();
    for (args, code) in [
        (&["run", &duel, "--fights", "2000", "--out", "out"][..], 0),
        (&["run", &duel, "--fights", "3000", "--out", "out", "--extend"], 0),
        (&["run", &duel, "--target-error", "0.01pt", "--max-fights", "2000", "--out", "short"], 4),
        (&["run", &duel, "--fights", "2000", "--out", "true", "--verify"], 0),
        (&["merge", "out", "out", "--out", "sum"], 0),
        (&["trace", &duel, "--fight", "3", "--out", "told"], 0),
        (&["check", "no-such-suite.toml"], 10),
    ] {
        let mut child =
            shell.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{args:?}");
    }
}
