//! Every place that a verb writes to: tried before the first fight, locked while it is at work, and replaced
//! whole or not at all. A signal ends every verb with one code.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::thread::sleep;
use std::time::Duration;

use fray_sim::plan::Plan;
use fray_sim::plan::points::load_point;

use crate::safety::signal;
use crate::shell::{Shell, duel, wait_until};

/// The calls that write tables into `out`, each with more fights than a test has time for.
fn long(duel: &str) -> Vec<Vec<&str>> {
    [
        "sweep DUEL --set Ogre.hp=20:40:1 --fights 1e8",
        "weights DUEL --fights 1e8",
        "weights DUEL --method morris --fights 1e8",
        "tactics DUEL --fights 1e8",
        "tactics DUEL --best --of emulators --fights 1e8",
        "rulings DUEL --fights 1e8",
        "why DUEL --set Ogre.hp=20 --set Ogre.attack=11 --fights 1e8",
        "compare DUEL --set Ogre.hp=27 --fights 1e8",
        "run DUEL --fights 1e9",
    ]
    .iter()
    .map(|line| line.split(' ').map(|word| if word == "DUEL" { duel } else { word }).collect())
    .collect()
}

#[test]
fn the_folder_of_every_verb_is_tried_before_the_first_fight() {
    let shell = Shell::new();
    shell.write("taken", "a file");
    let duel = duel();
    for args in long(&duel) {
        // It would take minutes to play before it was said.
        let ended = shell.fray(&[&args[..], &["--out", "taken", "-q"]].concat());
        assert_eq!(ended.code, 30, "{args:?}: {}", ended.err);
    }
    let plan = ["plan", &duel, "--fights", "1e9", "--out", "taken", "-q"];
    shell.fray(&plan).ends_with(30);
    let find = ["trace", &duel, "--find", "draw", "--fights", "1e9", "--out", "taken", "-q"];
    shell.fray(&find).ends_with(30);
}

#[test]
fn a_folder_is_written_by_one_verb_at_a_time() {
    let shell = Shell::new();
    let duel = duel();
    let is_locked = || fs::File::open(shell.path("out")).is_ok_and(|file| file.try_lock().is_err());
    let all = long(&duel);
    let short = |args: &[&str]| {
        let args: Vec<&str> = args.iter().map(|&word| if word == "1e8" { "64" } else { word }).collect();
        shell.fray(&[&args[..], &["--out", "out", "-q"]].concat())
    };
    for (at, args) in all.iter().enumerate() {
        let running = shell.start(&[&args[..], &["--out", "out", "-q"]].concat());
        wait_until("a lock", is_locked);
        let second = short(&all[(at + 1) % 8]).ends_with(75);
        assert!(second.err.contains("another fray is writing there"), "{}", second.err);
        let plan = ["plan", &duel, "--fights", "100", "--shard-fights", "1", "--out", "out", "-q"];
        shell.fray(&plan).ends_with(75);
        drop(running);
    }
}

#[test]
fn every_verb_answers_a_signal_with_one_code() {
    let shell = Shell::new();
    let duel = duel();
    let plan = ["plan", &duel, "--fights", "1e12", "--shard-fights", "1e11", "--out", "plan", "-q"];
    shell.fray(&plan).ends_with(0);
    let of_folder: Vec<String> = (0..400).map(|n| format!("many/{n}.toml")).collect();
    let text = fs::read_to_string(&duel).expect("the duel");
    of_folder.iter().for_each(|name| shell.write(name, &text));
    let calls: [&[&str]; 3] = [
        &["trace", &duel, "--find", "draw", "--fights", "1e12", "-q"],
        &["shard", "--plan", "plan", "--task", "0", "--out", "results", "-q"],
        &["plan", "many", "--fights", "1e9", "--out", "other", "-q"],
    ];
    for args in calls {
        for name in ["INT", "TERM"] {
            let mut running = shell.start(args);
            sleep(Duration::from_millis(250));
            if let Some(ended) = running.0.try_wait().expect("a process") {
                panic!("{args:?} is over: {ended}");
            }
            signal(&running, name);
            let ended = running.ended();
            assert_eq!(ended.code, 130, "{args:?}: {}", ended.err);
        }
    }
    assert!(!shell.path("other/plan.json").exists());
    assert!(shell.names("results").iter().all(|name| !name.contains("tmp")));
}

#[test]
fn a_plan_is_replaced_whole_or_not_at_all() {
    let shell = Shell::new();
    let duel = duel();
    let plan = |hp: &str, flags: &[&str]| {
        let args =
            ["plan", &duel, "--set", hp, "--fights", "100", "--shard-fights", "1", "--out", "plan", "-q"];
        shell.fray(&[&args[..], flags].concat())
    };
    let whole = || {
        let plan = Plan::read(&shell.path("plan")).expect("a plan");
        for point in &plan.points {
            load_point(&shell.path("plan"), point).expect("its scenario");
        }
        plan.plan_id
    };
    plan("Ogre.hp=20:29", &[]).ends_with(0);
    let first = whole();
    // The last step fails: all before it has left the plan that is there as it was.
    let file = shell.path("plan/plan.json");
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("its mode");
    plan("Ogre.hp=30:39", &["--force"]).ends_with(30);
    assert_eq!(whole(), first);
    fs::set_permissions(&file, Permissions::from_mode(0o644)).expect("its mode");
    plan("Ogre.hp=30:39", &["--force"]).ends_with(0);
    let second = whole();
    assert_ne!(second, first);
    // The points of the first are gone.
    assert_eq!(shell.names("plan/points").len(), 20);
    for kill_after in 0..12 {
        let values = if kill_after % 2 == 0 { "Ogre.hp=40:59" } else { "Ogre.hp=30:39" };
        let mut running = shell.start(&[
            "plan",
            &duel,
            "--set",
            values,
            "--fights",
            "100",
            "--shard-fights",
            "1",
            "--out",
            "plan",
            "-q",
            "--force",
        ]);
        sleep(Duration::from_millis(3 * kill_after));
        let _ = running.0.kill();
        drop(running);
        whole();
    }
}

#[test]
fn a_killed_merge_leaves_no_temporary_files() {
    let shell = Shell::new();
    let duel = duel();
    let plan =
        ["plan", &duel, "--set", "Ogre.hp=20:29", "--fights", "64", "--shard-fights", "1", "--out", "plan"];
    shell.fray(&plan).ends_with(0);
    shell.fray(&["shard", "--plan", "plan", "--task", "0", "--out", "results", "-q"]).ends_with(0);
    let merge = ["merge", "--plan", "plan", "results", "--out", "sum", "--state", "sums/state", "-q"];
    let is_temporary = |folder: &str| shell.names(folder).iter().any(|name| name.ends_with(".tmp"));
    let mut seen = false;
    for _ in 0..400 {
        let mut running = shell.start(&merge);
        while !seen && running.0.try_wait().expect("a process").is_none() {
            seen = is_temporary("sum") || is_temporary("sums");
        }
        running.0.kill().expect("SIGKILL");
        drop(running);
        seen = is_temporary("sum") || is_temporary("sums");
        if seen {
            break;
        }
    }
    assert!(seen, "never killed in time");
    shell.fray(&merge).ends_with(0);
    assert!(!is_temporary("sum") && !is_temporary("sums"));
}

#[test]
fn solve_keeps_the_mode_of_a_file_and_refuses_a_read_only_one() {
    let shell = Shell::new();
    let text = fs::read_to_string(duel()).expect("the duel");
    shell.write("duel.toml", &text);
    let file = shell.path("duel.toml");
    let solve =
        ["solve", "duel.toml", "--vary", "Ogre.hp=20:40", "--goal", "win_rate(wizards) between 60% and 70%"];
    let write = [&solve[..], &["--write", "-q"]].concat();
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("its mode");
    let refused = shell.fray(&write).ends_with(30);
    assert!(refused.err.contains("duel.toml`: the file is read-only"), "{}", refused.err);
    assert_eq!(shell.text("duel.toml"), text);
    fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("its mode");
    shell.fray(&write).ends_with(0);
    assert_ne!(shell.text("duel.toml"), text);
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn reports_of_the_gate_are_tried_before_it_plays() {
    let shell = Shell::new();
    shell.write("duel.toml", &fs::read_to_string(duel()).expect("the duel"));
    let point = "[[point]]\nscenario = \"duel.toml\"\nbaseline = \"duel.base.toml\"\nfights = 1000000000\n";
    shell.write("suite.toml", point);
    fs::create_dir(shell.path("folder")).expect("a folder");
    shell.fray(&["check", "suite.toml", "--junit", "folder", "-q"]).ends_with(30);
}

#[test]
fn a_batch_to_a_precision_goes_on_by_the_same_command() {
    let shell = Shell::new();
    let text = fs::read_to_string(duel()).expect("the duel");
    let text = text.replace("seed = ", "# seed = ");
    for name in ["a", "b", "c"] {
        shell.write(&format!("night/{name}.toml"), &text);
    }
    shell.write("night/d.toml", &text.replace("hp = 26", "hp = 27"));
    let run = |out: &'static str, error: &'static str| {
        ["run", "night", "--target-error", error, "--checkpoint", "0", "--out", out, "-q"]
    };
    // So precise that it is killed on its way through the second.
    shell.fray(&run("out", "1pt")).ends_with(0);
    let first = shell.rows("out", "summary");
    assert_eq!(first.len(), 8);
    let mut running = shell.start(&run("out", "0.15pt"));
    wait_until("the second", || shell.manifest_is("out/b", "interrupted"));
    running.0.kill().expect("SIGKILL");
    drop(running);
    // The same command goes on, here to less, as that precision would take long.
    shell.fray(&run("out", "0.5pt")).ends_with(0);
    let rows = shell.rows("out", "summary");
    assert_eq!(rows.len(), 8, "every finished row");
    assert!(rows.iter().all(|row| row["stop"] == "target"), "{rows:?}");
    let n = |at: usize| rows[at]["fights"].parse::<u64>().expect("a number");
    assert!(n(0) > n(4), "the first is known better than was asked for, and kept");
    // Once more nothing is played.
    let before = shell.text("out/summary.csv");
    shell.fray(&run("out", "0.5pt")).ends_with(0);
    assert_eq!(shell.text("out/summary.csv"), before);
    let seed = rows[0]["seed"].clone();
    let fresh = [&run("fresh", "0.5pt")[..], &["--seed", &seed]].concat();
    shell.fray(&fresh).ends_with(0);
    for name in ["c", "d"] {
        assert_eq!(shell.bytes(&format!("out/{name}")), shell.bytes(&format!("fresh/{name}")));
    }
}
