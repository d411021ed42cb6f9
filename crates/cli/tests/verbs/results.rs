//! Where results are written, and what is replaced.

use crate::shell::{ALL, Shell, config, duel};

#[test]
fn another_run_is_replaced_by_force_alone() {
    let shell = Shell::new();
    shell.duel("out", &["--fights", "300"]);
    let kept = shell.tables("out");
    for (flags, difference) in [
        (&["--seed", "7"][..], "seed 2016 instead of 7"),
        (&["--fights", "301"], "fights 0..300 instead of 0..301"),
        (&["--set", "Ogre.hp=30"], "`emulators/Ogre.hp` = 26 instead of 30"),
    ] {
        let duel = duel();
        let args = [&["run", duel.as_str(), "--out", "out", "--fights", "300"][..], flags].concat();
        // clap takes the last of two flags only where it is told to, so `--fights` stands once.
        let args: Vec<&str> = if flags[0] == "--fights" { [&args[..4], flags].concat() } else { args };
        let refused = shell.fray(&args).ends_with(30);
        assert!(refused.err.contains(difference), "{}", refused.err);
        assert!(refused.err.contains("use `--force` to replace it"), "{}", refused.err);
        assert_eq!(refused.out, "");
        assert_eq!(shell.tables("out"), kept);
    }
    shell.duel("out", &["--fights", "300"]);
    assert_eq!(shell.tables("out"), kept, "the same run may be written again");
    shell.duel("out", &["--fights", "300", "--seed", "7", "--force"]);
    assert_ne!(shell.tables("out"), kept);
    assert_eq!(shell.manifest("out")["seed"], 7);
    assert_eq!(shell.names("out"), ALL);
}

#[test]
fn results_go_to_the_folder_of_the_scenario() {
    let shell = Shell::new();
    shell.fray(&["run", &duel(), "--fights", "50"]).ends_with(0);
    assert_eq!(shell.names("results/duel"), ALL);
}

#[test]
fn a_change_by_set_has_a_folder_of_its_own() {
    let shell = Shell::new();
    for set in ["Ogre.hp=30", "Ogre.hp=31", "emulators/Ogre.hp=32"] {
        shell.fray(&["run", &duel(), "--fights", "50", "--set", set]).ends_with(0);
        // A name that cannot be that of a folder has a hash behind it.
        let (start, folders) = (set.replace('/', "_"), shell.names("results/duel"));
        let folder = folders.iter().find(|name| name.starts_with(&start)).expect("a folder of the change");
        assert_eq!(shell.names(&format!("results/duel/{folder}")), ALL);
    }
}

#[test]
fn more_threads_than_any_machine_has_are_wrong_usage() {
    let shell = Shell::new();
    shell.fray(&["run", &duel(), "--fights", "50", "--threads", "257"]).ends_with(2);
}

#[test]
fn nothing_is_written_where_nothing_is_played() {
    let shell = Shell::new();
    shell.write("broken.toml", "system = \"night-wizard\"\n");
    shell.write("beasts.toml", "[unit.imp]\nhp = 3\n");
    shell.write("empty/notes.txt", "");
    for scenario in ["broken.toml", "beasts.toml", "empty", "no-such-file.toml"] {
        let ended = shell.fray(&["run", scenario, "--out", "out"]).ends_with(10);
        assert!(!ended.err.is_empty(), "{scenario}");
        assert_eq!(ended.out, "");
    }
    assert_eq!(shell.names(""), ["beasts.toml", "broken.toml", "empty"]);
}

#[test]
fn a_folder_of_results_of_another_kind_says_so() {
    let shell = Shell::new();
    shell.duel("one", &["--fights", "50"]);
    let (duel, swarm) = (duel(), config("swarm.toml"));
    let both = ["run", &duel, &swarm, "--fights", "50", "--out"];
    let refused = shell.fray(&[&both[..], &["one"]].concat()).ends_with(30);
    assert!(
        refused.err.contains("the folder holds the results of one scenario; use `--force`"),
        "{refused:?}"
    );
    shell.fray(&[&both[..], &["both"]].concat()).ends_with(0);
    let refused = shell.fray(&["run", &duel, "--fights", "50", "--out", "both"]).ends_with(30);
    assert!(
        refused.err.contains("the folder holds the results of several scenarios; use `--force`"),
        "{refused:?}"
    );
}

#[test]
fn a_folder_that_cannot_be_written_ends_with_30_before_any_fight() {
    let shell = Shell::new();
    shell.write("file", "in the way");
    // So many fights would not end in the time of a test.
    for out in ["file", "file/below"] {
        let ended = shell.fray(&["run", &duel(), "--out", out, "--fights", "1e15"]).ends_with(30);
        assert!(ended.err.starts_with(&format!("error: failed to write `{out}`: ")), "{}", ended.err);
    }
    assert_eq!(shell.text("file"), "in the way");
}

/// The test holds the lock that a running fray holds.
#[cfg(unix)]
#[test]
fn a_folder_in_use_ends_with_75() {
    let shell = Shell::new();
    shell.write("out/notes.txt", "");
    let held = std::fs::File::open(shell.path("out")).expect("the folder");
    held.lock().expect("a lock");
    let duel = duel();
    let busy = shell.fray(&["run", &duel, "--out", "out", "--fights", "50"]).ends_with(75);
    assert!(busy.err.contains("another fray is writing there; wait for it"), "{}", busy.err);
    drop(held);
    shell.duel("out", &["--fights", "50"]);
}
