//! Kills: whatever a call was doing, no half file is left, what was saved can be continued, and the
//! results are those of a run that nobody disturbed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Choices, Ended, Failures, bytes, call, configs, start, work_folder};

/// A call that is disturbed.
struct Task {
    name: &'static str,
    args: &'static [&'static str],
    /// Copied to the folder before; none for an empty folder.
    before: Option<&'static str>,
    /// The command that finishes it after it was disturbed.
    finish: &'static [&'static str],
}

const RUN: &[&str] = &["run", "duel.toml", "--out", "out", "--fights", "80000", "--checkpoint", "0.01"];

const TASKS: [Task; 6] = [
    Task {
        name: "run",
        args: RUN,
        before: None,
        finish: &["run", "duel.toml", "--out", "out", "--fights", "80000", "--extend", "-q"],
    },
    Task {
        name: "run --extend",
        args: &["run", "duel.toml", "--out", "out", "--fights", "80000", "--checkpoint", "0.01", "--extend"],
        before: Some("half"),
        finish: &["run", "duel.toml", "--out", "out", "--fights", "80000", "--extend", "-q"],
    },
    Task {
        name: "run of a folder",
        args: &["run", "many", "--out", "out", "--fights", "2000"],
        before: None,
        finish: &["run", "many", "--out", "out", "--fights", "2000", "--extend", "-q"],
    },
    Task {
        name: "merge",
        args: &["merge", "one", "two", "--out", "out"],
        before: None,
        finish: &["merge", "one", "two", "--out", "out", "--force", "-q"],
    },
    Task {
        name: "compare",
        args: &["compare", "duel.toml", "--set", "Ogre.hp=27", "--fights", "4000", "--out", "out"],
        before: None,
        finish: &[
            "compare",
            "duel.toml",
            "--set",
            "Ogre.hp=27",
            "--fights",
            "4000",
            "--out",
            "out",
            "--force",
            "-q",
        ],
    },
    Task {
        name: "check --update",
        args: &["check", "out/suite.toml", "--update", "--reason", "new"],
        before: Some("suite"),
        finish: &["check", "out/suite.toml", "--update", "--reason", "new", "-q"],
    },
];

/// The signals, and what else comes a little later.
const SIGNALS: [(&str, Option<&str>); 5] =
    [("KILL", None), ("INT", None), ("TERM", None), ("INT", Some("INT")), ("TERM", Some("KILL"))];

/// Runs the campaign; the number of failures.
pub(crate) fn run(n: u64, seed: u64) -> u64 {
    let dir = work_folder("kills");
    let mut failures = Failures::new(&dir);
    prepare(&dir);
    let wanted: Vec<(BTreeMap<PathBuf, Vec<u8>>, Duration)> =
        TASKS.iter().map(|task| undisturbed(&dir, task)).collect();
    let mut choices = Choices::new(seed);
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let (mut n_early, started) = (0, Instant::now());
    for i in 0..n {
        let at = choices.below(TASKS.len());
        let (task, (wanted, takes)) = (&TASKS[at], &wanted[at]);
        let (signal, second) = *choices.of(&SIGNALS);
        place(&dir, task);
        let mut child = start(&dir, task.args);
        let after = Duration::from_micros(choices.below(takes.as_micros() as usize + 1) as u64);
        sleep(after);
        n_early += u64::from(child.try_wait().is_ok_and(|ended| ended.is_none()));
        send(signal, child.id());
        if let Some(second) = second {
            sleep(Duration::from_micros(choices.below(20_000) as u64));
            send(second, child.id());
        }
        let mut err = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            let _ = stderr.read_to_string(&mut err);
        }
        let code = child.wait().expect("it was started").code();
        let what = format!("{} {i}, {signal} after {after:?}, ended with {code:?}", task.name);
        *ends
            .entry(format!("{} {signal}{} -> {code:?}", task.name, second.map_or("", |_| " twice")))
            .or_default() += 1;
        // No code: it was ended by the signal, which a call does that has nothing to save, or that
        // has only begun.
        let is_right = matches!(code, None | Some(0 | 130));
        if !is_right || err.contains("panicked at") {
            failures.add(&dir.join("out"), &format!("{what}: {err}"));
        }
        if let Some(half) = half_file(&dir.join("out")) {
            failures.add(&dir.join("out"), &format!("{what}: {half}"));
        }
        let finished = call(&dir, task.finish);
        if let Some(wrong) = wrong(&finished, &bytes(&dir.join("out")), wanted) {
            failures.add(&dir.join("out"), &format!("{what}; finished: {wrong}"));
        }
        if (i + 1) % 100 == 0 {
            println!(
                "{} of {n} kills after {:.0} s, {} failures",
                i + 1,
                started.elapsed().as_secs_f64(),
                failures.n
            );
        }
    }
    for (end, n) in ends {
        println!("{n:>6}  {end}");
    }
    println!("{n} kills, {n_early} of them before the end of the call; {} failures", failures.n);
    let _ = fs::remove_dir_all(&dir);
    failures.n
}

/// Makes what the tasks read.
fn prepare(dir: &Path) {
    let duel = fs::read_to_string(configs().join("night-wizard/duel.toml")).expect("a scenario");
    fs::write(dir.join("duel.toml"), &duel).expect("a file");
    fs::create_dir_all(dir.join("many/deep")).expect("a folder");
    for name in ["a", "b", "c", "deep/a", "deep/d"] {
        fs::write(dir.join(format!("many/{name}.toml")), &duel).expect("a file");
    }
    fs::create_dir_all(dir.join("suite")).expect("a folder");
    fs::write(dir.join("suite/duel.toml"), &duel).expect("a file");
    let point = |set: &str, baseline: &str| {
        format!("[[point]]\nscenario = \"duel.toml\"\n{set}baseline = \"{baseline}.toml\"\n")
    };
    let suite = point("", "one") + &point("set = { \"Ogre.hp\" = 27 }\n", "two");
    fs::write(dir.join("suite/suite.toml"), suite).expect("a file");
    for (out, range) in [("one", "0..10000"), ("two", "10000..20000"), ("half", "0..30000")] {
        let ended = call(dir, &["run", "duel.toml", "--out", out, "--range", range, "-q"]);
        assert_eq!(ended.code, Some(0), "{}", ended.said);
    }
}

fn place(dir: &Path, task: &Task) {
    let out = dir.join("out");
    let _ = fs::remove_dir_all(&out);
    if let Some(before) = task.before {
        let copied = Command::new("cp").arg("-a").arg(dir.join(before)).arg(&out).status();
        assert!(copied.is_ok_and(|status| status.success()), "a copy");
    }
}

/// Returns the files that the task leaves if nobody disturbs it, and the time that it takes.
fn undisturbed(dir: &Path, task: &Task) -> (BTreeMap<PathBuf, Vec<u8>>, Duration) {
    place(dir, task);
    let started = Instant::now();
    let ended = call(dir, task.args);
    assert!(ended.code == Some(0), "{}: {:?}: {}", task.name, ended.code, ended.said);
    (bytes(&dir.join("out")), started.elapsed())
}

fn send(signal: &str, id: u32) {
    // It may have ended by now.
    let _ = Command::new("kill")
        .args([format!("-{signal}"), id.to_string()])
        .stderr(std::process::Stdio::null())
        .status();
}

/// A file with its final name that is not complete.
fn half_file(dir: &Path) -> Option<String> {
    bytes(dir).into_iter().find_map(|(path, bytes)| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let is_text = [".csv", ".json", ".toml"].iter().any(|ending| name.ends_with(ending));
        let is_half = !name.starts_with(".fray-") && (bytes.is_empty() || is_text && !bytes.ends_with(b"\n"));
        is_half.then(|| format!("{} is half a file", path.display()))
    })
}

/// Returns the faults of a result that was finished after all.
fn wrong(
    ended: &Ended,
    is: &BTreeMap<PathBuf, Vec<u8>>,
    wanted: &BTreeMap<PathBuf, Vec<u8>>,
) -> Option<String> {
    if ended.code != Some(0) {
        return Some(format!("it ended with {:?}: {}", ended.code, ended.said));
    }
    let names = |all: &BTreeMap<PathBuf, Vec<u8>>| all.keys().cloned().collect::<Vec<_>>();
    if names(is) != names(wanted) {
        return Some(format!("it left {:?} instead of {:?}", names(is), names(wanted)));
    }
    let differs = is.iter().find(|(path, bytes)| wanted.get(*path) != Some(*bytes));
    differs.map(|(path, _)| format!("{} has other bytes", path.display()))
}
