//! The verbs around scenario files, as a shell sees them.

use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;

fn fray(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("fray").unwrap();
    let output = command.current_dir(root()).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn right_files_are_named_and_end_with_0() {
    let (code, out, err) = fray(&["validate", "configs/night-wizard"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("duel.toml: ok") && out.contains("bestiary.toml: ok (an include)"), "{out}");
    let (code, out, _) = fray(&["validate", "-q", "configs/night-wizard/duel.toml"]);
    assert_eq!((code, out.as_str()), (0, ""));
}

#[test]
fn wrong_files_end_with_10_and_a_caret_under_each_problem() {
    let folder = tempfile::tempdir().unwrap();
    let duel = std::fs::read_to_string(root().join("configs/night-wizard/duel.toml")).unwrap();
    let file = folder.path().join("bad.toml");
    std::fs::write(&file, duel.replace("hp = 18", "hpp = 18").replace("\"first\"", "\"frist\"")).unwrap();
    let name = file.display().to_string();
    let (code, out, err) = fray(&["validate", &name]);
    assert_eq!((code, out.as_str()), (10, ""));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], format!("{name}:28:1: unknown key `hpp` in unit `Knight`; did you mean `hp`?"));
    assert!(lines[2].starts_with("28 | hpp = 18"), "{err}");
    assert_eq!(lines[3], "   | ^^^");
    assert!(err.contains(":40:10: unknown tactic `frist`; did you mean `first`?"), "{err}");
    assert!(err.ends_with("2 problems\n"), "{err}");

    let (code, out, err) = fray(&["validate", "--json", &name]);
    assert_eq!((code, err.as_str()), (10, ""));
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let error = &report["files"][0]["errors"][0];
    assert_eq!((&report["schema"], &report["files"][0]["file"]), (&2.into(), &name.as_str().into()));
    assert_eq!((&error["line"], &error["column"]), (&28.into(), &1.into()));
    assert_eq!(error["key"], "wizards/Knight.hpp");
}

#[test]
fn a_missing_file_is_a_bad_scenario() {
    let (code, _, err) = fray(&["validate", "no-such-file.toml"]);
    assert_eq!(code, 10);
    assert!(err.starts_with("no-such-file.toml:1:1: cannot be read: "), "{err}");
}

#[test]
fn sets_are_checked_with_the_file() {
    let duel = "configs/night-wizard/duel.toml";
    assert_eq!(fray(&["validate", duel, "--set", "Ogre.hp=30", "--set", "Ogre.weapons.Club.hit_mod=2"]).0, 0);
    let (code, _, err) = fray(&["validate", duel, "--set", "Ogre.hp=many"]);
    assert_eq!(code, 10);
    assert!(
        err.starts_with("--set:1:9: expected a whole number from 0 to 9999 for `hp`, found \"many\""),
        "{err}"
    );
}

#[test]
fn wrong_usage_ends_with_2() {
    assert_eq!(fray(&["validate"]).0, 2);
    assert_eq!(fray(&["no-such-verb"]).0, 2);
    let (code, _, err) = fray(&["list", "rulings", "chess"]);
    assert_eq!(
        (code, err.as_str()),
        (
            2,
            "error: there is no system `chess`; fray plays night-wizard, juso, cardinal, stonebound, mahou-galaxy\n"
        )
    );
}

#[test]
fn everything_declared_is_listed() {
    assert!(fray(&["list", "systems"]).1.starts_with("night-wizard"));
    assert!(fray(&["list", "rulings"]).1.contains("hit_tie"));
    assert!(fray(&["list", "metrics", "night-wizard"]).1.contains("damage_dealt"));
    assert!(!fray(&["list", "metrics"]).1.contains("hit_judge"), "a hidden histogram is not listed");
    assert!(fray(&["list", "tactics"]).1.contains("after_ally"));
    let of_juso = fray(&["list", "tactics", "juso"]).1;
    assert!(of_juso.contains("0..40") && of_juso.contains("{ this = \"Name\" }"), "{of_juso}");
    for what in ["systems", "rulings", "metrics", "tactics", "facts", "keys", "effects", "targets", "timings"]
    {
        let listed: serde_json::Value = serde_json::from_str(&fray(&["list", what, "--json"]).1).unwrap();
        assert_eq!(listed["systems"][0]["system"], "night-wizard");
    }
}

/// Every key, word and fact that the schema lets a file have stands in a list.
#[test]
fn nobody_has_to_read_the_schema() {
    fn words(schema: &serde_json::Value, found: &mut Vec<String>) {
        match schema {
            serde_json::Value::Object(object) => {
                let keys = object.get("properties").and_then(|it| it.as_object());
                found.extend(keys.into_iter().flat_map(|keys| keys.keys().cloned()));
                found.extend(object.get("const").and_then(|it| it.as_str()).map(str::to_owned));
                object.values().for_each(|value| words(value, found));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| words(value, found)),
            _ => {}
        }
    }
    for system in ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"] {
        let schema: serde_json::Value = serde_json::from_str(&fray(&["schema", system]).1).unwrap();
        let lists = ["keys", "effects", "targets", "timings", "tactics", "rulings", "systems"];
        let listed: String = lists.iter().map(|what| fray(&["list", what, system]).1).collect();
        let is_listed = |word: &String| {
            // Tables of rulings are listed as keys with dots.
            let mut listed = listed.split(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)));
            listed.any(|listed| listed == word || listed.split('.').any(|part| part == word))
        };
        let mut found = Vec::new();
        words(&schema, &mut found);
        assert!(found.len() > 200, "{}", found.len());
        let missing: Vec<&String> = found.iter().filter(|word| !is_listed(word)).collect();
        assert!(missing.is_empty(), "{system}: {missing:?}");
    }
}

#[test]
fn the_facts_of_conditions_are_listed_with_their_meaning() {
    let of_wizards = fray(&["list", "facts", "night-wizard"]).1;
    for line in [
        "target_hp < 30%",
        "has_status unconscious|pressure|",
        "How many of its side stand, itself included.",
    ] {
        assert!(of_wizards.contains(line), "{line}: {of_wizards}");
    }
    let of_juso = fray(&["list", "tactics", "juso"]).1;
    assert!(
        of_juso.contains("conditions: `{ use = ..., when = \"life < 30% and enemies >= 2\" }`"),
        "{of_juso}"
    );
    assert!(of_juso.contains("1 if its side holds the flag, 0 otherwise."), "{of_juso}");
}

#[test]
fn every_tactic_says_what_it_is_good_for() {
    let listed: serde_json::Value = serde_json::from_str(&fray(&["list", "tactics", "--json"]).1).unwrap();
    let all = |value: &serde_json::Value, key: &str| value[key].as_array().cloned().expect("a list");
    let decisions: Vec<_> =
        all(&listed, "systems").iter().flat_map(|system| all(system, "tactics")).collect();
    assert!(decisions.len() > 30, "{}", decisions.len());
    for decision in decisions {
        // The default, or a number without one.
        for choice in all(&decision, "choices").iter().skip(1) {
            let sentence = choice["sentence"].as_str().expect("a sentence");
            assert!(
                sentence.contains(". Good for "),
                "{} of {}: {sentence}",
                choice["name"],
                decision["key"]
            );
        }
    }
}

#[test]
fn the_schema_the_completions_and_the_manual_are_printed() {
    let schema: serde_json::Value = serde_json::from_str(&fray(&["schema", "night-wizard"]).1).unwrap();
    assert_eq!(schema["properties"]["system"]["const"], "night-wizard");
    assert_eq!(schema["$id"], concat!("urn:fray:scenario:night-wizard:", env!("CARGO_PKG_VERSION")));
    assert!(fray(&["completions", "bash"]).1.contains("validate"));
    let manual = fray(&["man"]).1;
    assert!(manual.contains(".TH fray") && manual.contains(".TH fray-run"));
    // `man fray-run` finds a page of its own.
    let dir = tempfile::tempdir().unwrap();
    let (code, out, _) = fray(&["man", "--out", &dir.path().display().to_string()]);
    assert_eq!((code, out.as_str()), (0, ""));
    let pages = ["fray.1", "fray-run.1"].map(|name| std::fs::read_to_string(dir.path().join(name)).unwrap());
    assert_eq!(manual.find(&pages[0]), Some(0));
    assert!(manual.contains(&pages[1]) && pages[1].contains("fights"));
}

/// Editors show a sentence where they propose a key.
#[test]
fn every_key_of_a_schema_has_a_sentence() {
    fn keys_without(schema: &serde_json::Value, path: &str, found: &mut Vec<String>) {
        let parts: Vec<_> = match schema {
            serde_json::Value::Object(parts) => parts.iter().map(|(key, part)| (key.clone(), part)).collect(),
            serde_json::Value::Array(parts) => {
                parts.iter().enumerate().map(|(i, part)| (i.to_string(), part)).collect()
            }
            _ => return,
        };
        for (key, part) in parts {
            let path = format!("{path}/{key}");
            if key == "properties" && part.is_object() {
                let keys = part.as_object().into_iter().flatten();
                let is_silent =
                    |key: &&serde_json::Value| key["description"].as_str().is_none_or(str::is_empty);
                found.extend(keys.filter(|(_, key)| is_silent(key)).map(|(key, _)| format!("{path}/{key}")));
            }
            keys_without(part, &path, found);
        }
    }
    for system in ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"] {
        let schema: serde_json::Value = serde_json::from_str(&fray(&["schema", system]).1).unwrap();
        let mut found = Vec::new();
        keys_without(&schema, "", &mut found);
        assert_eq!(found, Vec::<String>::new(), "{system}");
    }
}

#[test]
fn a_closed_pipe_is_success() {
    let mut command = Command::cargo_bin("fray").unwrap();
    let mut child = command
        .args(["schema", "night-wizard"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Whatever a file is taken for, one that is too large is refused before it is read.
#[test]
fn files_that_are_too_large_end_with_10() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let large = |name: &str| {
        let mut file = std::fs::File::create(folder.path().join(name)).unwrap();
        // The header of a spreadsheet.
        std::io::Write::write_all(&mut file, b"name,hp\n").unwrap();
        // A hole: no disk holds it.
        file.set_len((64 << 20) + 1).unwrap();
    };
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    ["duel.toml", "units.csv", "base.toml", "plan.json"].into_iter().for_each(large);
    let duel = root().join("configs/night-wizard/duel.toml").display().to_string();
    write("with.toml", "system = \"night-wizard\"\ninclude = [\"units.csv\"]\n".to_owned());
    write(
        "suite.toml",
        format!("[[point]]\nname = \"duel\"\nscenario = '{duel}'\nbaseline = \"base.toml\"\n"),
    );
    let all = [
        vec!["run".to_owned(), path("duel.toml")],
        vec!["validate".to_owned(), path("with.toml")],
        vec!["check".to_owned(), path("duel.toml")],
        vec!["check".to_owned(), path("suite.toml")],
        ["shard", "--task", "0", "--stdout", "--plan", &path("plan.json")].map(str::to_owned).to_vec(),
    ];
    for args in all {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (code, _, err) = fray(&args);
        assert_eq!(code, 10, "{args:?}: {err}");
        assert!(err.contains("MiB"), "{args:?}: {err}");
    }
}
