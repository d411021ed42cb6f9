//! Mangled files: whatever stands in a file, it is read and used, or refused with the right exit code.
//! Nothing panics, nothing hangs, nothing is written half, and no wrong number gets through.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::program::{Choices, Ended, Failures, bytes, call, configs, work_folder};

/// Scenarios, includes and spreadsheets are read by so many at a call.
const AT_ONCE: usize = 100;

/// Values that a line of TOML may get.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "7",
    "99999999999999999999999",
    "9223372036854775807",
    "-9223372036854775808",
    "1e308",
    "nan",
    "-inf",
    "0.5",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "[[]]",
    "{}",
    "[1, \"a\"]",
    "{ a = 1 }",
    "1979-05-27T07:32:00Z",
    "\"\\u0000\"",
    "\"\\u202e\"",
    "\"=1+1\"",
    "\"../../x\"",
    "\"hp < 30% and enemies >= 2\"",
    "\"2d6+3\"",
    "\"none\"",
    "[0, 0, 0]",
    "[100000, -5]",
    "[[0, 0], [1, 1]]",
];

/// Tokens that may stand anywhere.
const TOKENS: &[&str] = &[
    "[", "]", "[[", "]]", "{", "}", "=", "\"", "'", "\"\"\"", "#", ",", ".", "\n", "\0", "side", "unit",
    "weapon", "ability", "tactics", "rulings", "map", "include", "use", "count", "when", "hp", "life", "-",
    "1e9", ";",
];

/// Runs the campaign with this many mangled files; the number of failures.
pub(crate) fn run(n: u64, seed: u64) -> u64 {
    let dir = work_folder("mangled");
    let mut failures = Failures::new(&dir);
    let mut choices = Choices::new(seed);
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let started = Instant::now();
    prepare(&dir);
    let [of_scenarios, of_suites] = [n * 9 / 10, n / 100];
    scenarios(&dir, of_scenarios as usize, &mut choices, &mut ends, &mut failures);
    println!(
        "{of_scenarios} scenarios, includes and spreadsheets after {:.0} s",
        started.elapsed().as_secs_f64()
    );
    let original = |path: &str| fs::read(dir.join(path)).expect("a file of the original");
    for (path, times, codes) in [
        ("suite/suite.toml", of_suites, &[0, 1, 2, 4, 5, 10][..]),
        ("suite/baseline.toml", of_suites, &[0, 1, 4, 5]),
    ] {
        for _ in 0..times {
            fs::write(dir.join(path), mangled(&original(&format!("original/{path}")), &mut choices))
                .expect("a file");
            let ended = call(&dir, &["check", "suite/suite.toml", "-q"]);
            note(path, &ended, codes, &dir.join("suite"), &mut ends, &mut failures);
        }
        fs::write(dir.join(path), original(&format!("original/{path}"))).expect("a file");
        println!("{times} of {path} after {:.0} s", started.elapsed().as_secs_f64());
    }
    let rest = n - of_scenarios - 2 * of_suites;
    results(&dir, rest, &mut choices, &mut ends, &mut failures);
    for (end, n) in ends {
        println!("{n:>7}  {end}");
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{n} mangled files in {seconds:.0} s; {} failures", failures.n);
    let _ = fs::remove_dir_all(&dir);
    failures.n
}

fn prepare(dir: &Path) {
    let duel = fs::read_to_string(configs().join("night-wizard/duel.toml")).expect("a scenario");
    fs::create_dir_all(dir.join("original/suite")).expect("a folder");
    fs::write(dir.join("duel.toml"), &duel).expect("a file");
    // A suite of few fights, without the goal that they would be played for.
    let lines = duel.lines().take_while(|line| !line.starts_with("[[goal]]"));
    let line = |line: &str| {
        if line.starts_with("fights = ") { "fights = 2000\n".to_owned() } else { format!("{line}\n") }
    };
    fs::write(dir.join("original/suite/duel.toml"), lines.map(line).collect::<String>()).expect("a file");
    let suite =
        "[[point]]\nscenario = \"duel.toml\"\nbaseline = \"baseline.toml\"\nset = { \"Ogre.hp\" = 27 }\n";
    fs::write(dir.join("original/suite/suite.toml"), suite).expect("a file");
    let made = call(dir, &["check", "original/suite/suite.toml", "--update", "--reason", "first", "-q"]);
    assert_eq!(made.code, Some(0), "{}", made.said);
    for (out, range) in [("original/one", "0..300"), ("original/two", "300..600")] {
        let ended = call(dir, &["run", "duel.toml", "--out", out, "--range", range, "-q"]);
        assert_eq!(ended.code, Some(0), "{}", ended.said);
    }
    let ended = call(dir, &["merge", "original/one", "original/two", "--out", "original/sum", "-q"]);
    assert_eq!(ended.code, Some(0), "{}", ended.said);
    copy(&dir.join("original/suite"), &dir.join("suite"));
    let checked = call(dir, &["check", "suite/suite.toml", "-q"]);
    assert_eq!(checked.code, Some(0), "what is not mangled passes: {}", checked.said);
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// Notes how a call ended, and what is wrong with that.
fn note(
    what: &str,
    ended: &Ended,
    codes: &[i32],
    files: &Path,
    ends: &mut BTreeMap<String, u64>,
    failures: &mut Failures,
) {
    *ends.entry(format!("{what} -> {:?}", ended.code)).or_default() += 1;
    if let Some(breakdown) = ended.breakdown() {
        failures.add(files, &format!("{what}: {breakdown}"));
    } else if !ended.code.is_some_and(|code| codes.contains(&code)) {
        failures.add(files, &format!("{what}: ended with {:?}: {}", ended.code, ended.said));
    } else if ended.code != Some(0) && ended.said.trim().is_empty() && ended.code != Some(1) {
        failures.add(files, &format!("{what}: ended with {:?} without a word", ended.code));
    }
}

/// Scenario files, includes and spreadsheets.
fn scenarios(
    dir: &Path,
    n: usize,
    choices: &mut Choices,
    ends: &mut BTreeMap<String, u64>,
    failures: &mut Failures,
) {
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for system in ["night-wizard", "juso"] {
        let folder = configs().join(system);
        for entry in fs::read_dir(&folder).expect("the scenarios of the repository").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            texts.push((format!("{system}/{name}"), fs::read(entry.path()).expect("a file")));
        }
    }
    texts.sort();
    let mut done = 0;
    while done < n {
        let many = AT_ONCE.min(n - done);
        let work = dir.join("work");
        let _ = fs::remove_dir_all(&work);
        let mut files = Vec::new();
        for i in 0..many {
            // The file that is mangled, beside all that it may include or be included by.
            let (name, text) = choices.of(&texts);
            let (system, file) = name.split_once('/').expect("a folder and a file");
            let folder = work.join(format!("{i}"));
            fs::create_dir_all(&folder).expect("a folder");
            // An include is read by itself, or by a scenario that uses it.
            let users: &[&str] = match file {
                "bestiary.toml" | "swarm.csv" | "emulators.csv" => {
                    &[file, "swarm.toml", "brawl.toml", "ryuma-hunt.toml"]
                }
                _ => &[file],
            };
            let user = *choices.of(users);
            let is_there = |user: &str| texts.iter().any(|(name, _)| *name == format!("{system}/{user}"));
            let user = if is_there(user) { user } else { file };
            for (other, text) in texts.iter().filter(|(other, _)| other.starts_with(system)) {
                let other = &other[system.len() + 1..];
                if ["bestiary.toml", "swarm.csv", "emulators.csv", user].contains(&other) {
                    fs::write(folder.join(other), text).expect("a file");
                }
            }
            fs::write(folder.join(file), mangled(text, choices)).expect("a file");
            files.push(format!("work/{i}/{user}"));
        }
        done += many;
        let args: Vec<&str> = files.iter().map(String::as_str).collect();
        let ended = call(dir, &[&["validate"], args.as_slice()].concat());
        note("validate", &ended, &[0, 10], &work, ends, failures);
        let is_bad = |file: &&String| {
            ended.said.lines().any(|line| line.starts_with(&format!("{file}: ")) && line.contains(" problem"))
        };
        let n_bad = files.iter().filter(is_bad).count();
        if (n_bad > 0) != (ended.code == Some(10)) {
            failures.add(
                &work,
                &format!("validate ended with {:?} and {n_bad} bad files: {}", ended.code, ended.said),
            );
        }
        *ends.entry("mangled files refused".to_owned()).or_default() += n_bad as u64;
        // What is right can be played; an include cannot. A fifth of it is enough.
        let is_right = |file: &&String| !is_bad(file) && file.ends_with(".toml");
        for file in files.iter().filter(is_right).step_by(5) {
            let played = call(dir, &["run", file, "--fights", "3", "--max-rounds", "20", "--no-out", "-q"]);
            note("run of what is right", &played, &[0, 10], &work, ends, failures);
        }
    }
}

/// Parts of runs: tallies, manifests and tables.
fn results(
    dir: &Path,
    n: u64,
    choices: &mut Choices,
    ends: &mut BTreeMap<String, u64>,
    failures: &mut Failures,
) {
    let names = ["tallies", "tallies", "manifest.json", "summary.csv", "metrics.csv"];
    let wanted = bytes(&dir.join("original/sum"));
    for _ in 0..n {
        let (one, sum) = (dir.join("one"), dir.join("sum"));
        copy(&dir.join("original/one"), &one);
        let _ = fs::remove_dir_all(&sum);
        let name = *choices.of(&names);
        let text = mangled(&fs::read(one.join(name)).expect("a file"), choices);
        fs::write(one.join(name), &text).expect("a file");
        let (what, args, codes): (_, &[&str], &[i32]) = match choices.below(2) {
            0 => ("merge", &["merge", "one", "original/two", "--out", "sum", "-q"], &[0, 5, 6, 30]),
            _ => (
                "run --extend",
                &["run", "duel.toml", "--range", "0..600", "--out", "one", "--extend", "-q"],
                &[0, 5, 30],
            ),
        };
        let ended = call(dir, args);
        let (what, out) =
            (format!("{what} with a mangled {name}"), if what == "merge" { &sum } else { &one });
        note(&what, &ended, codes, &one, ends, failures);
        let left = bytes(out);
        if ended.code == Some(0) {
            // What went through is what was there before it was mangled.
            let differs = wanted.iter().find(|(path, bytes)| left.get(*path) != Some(*bytes));
            if let Some((path, _)) = differs {
                failures.add(&one, &format!("{what}: {} has other numbers", path.display()));
            }
        } else if out == &sum && left.keys().any(|path| !path.to_string_lossy().starts_with(".fray-")) {
            failures.add(&one, &format!("{what}: refused, and wrote {:?}", left.keys()));
        } else if out == &one && left.get(Path::new(name)) != Some(&text) && name != "manifest.json" {
            failures.add(&one, &format!("{what}: refused, and changed {name}"));
        }
    }
}

/// A text with one to four changes: of bytes, of tokens, or of values of TOML.
fn mangled(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=choices.below(4) {
        text = match choices.below(3) {
            0 => other_bytes(text, choices),
            1 => other_tokens(&text, choices),
            _ => other_values(&text, choices),
        };
    }
    text
}

fn other_bytes(mut text: Vec<u8>, choices: &mut Choices) -> Vec<u8> {
    if text.is_empty() {
        return vec![choices.below(256) as u8];
    }
    let at = choices.below(text.len());
    let end = (at + 1 + choices.below(64)).min(text.len());
    match choices.below(6) {
        0 => text[at] ^= 1 << choices.below(8),
        1 => text[at] = choices.below(256) as u8,
        2 => text.insert(at, choices.below(256) as u8),
        3 => drop(text.drain(at..end)),
        4 => {
            let again = text[at..end].to_vec();
            text.splice(at..at, again);
        }
        _ => text.truncate(at),
    }
    text
}

fn other_tokens(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut tokens: Vec<String> = Vec::new();
    for c in text.chars() {
        match tokens.last_mut() {
            Some(last) if is_word(c) && last.ends_with(is_word) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    if tokens.is_empty() {
        return choices.of(TOKENS).as_bytes().to_vec();
    }
    let (at, other) = (choices.below(tokens.len()), choices.below(tokens.len()));
    match choices.below(5) {
        0 => tokens.swap(at, other),
        1 => drop(tokens.remove(at)),
        2 => tokens[at] = tokens[other].clone(),
        3 => tokens.insert(at, (*choices.of(TOKENS)).to_owned()),
        _ => tokens[at] = (*choices.of(VALUES)).to_owned(),
    }
    tokens.concat().into_bytes()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Another value behind a `=`, or in a cell; or a line that is gone, doubled or elsewhere.
fn other_values(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return choices.of(VALUES).as_bytes().to_vec();
    }
    let (at, other) = (choices.below(lines.len()), choices.below(lines.len()));
    let value = if choices.below(20) == 0 {
        format!("\"{}\"", "a".repeat(100_000))
    } else {
        (*choices.of(VALUES)).to_owned()
    };
    match (choices.below(8), lines[at].split_once('=')) {
        (0, _) => drop(lines.remove(at)),
        (1, _) => lines.insert(at, lines[other].clone()),
        (2, _) => lines.swap(at, other),
        (_, Some((key, _))) => lines[at] = format!("{key}= {value}"),
        (_, None) => {
            let mut cells: Vec<&str> = lines[at].split(',').collect();
            let cell = choices.below(cells.len());
            cells[cell] = &value;
            lines[at] = cells.join(",");
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}
