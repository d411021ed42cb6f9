//! What the program says of itself: the reference of the book, columns, rules, the help.

use std::collections::{BTreeMap, BTreeSet};

use crate::shell::{Shell, duel};

/// The tables with their columns, as `fray list columns --json` has them, the common ones first where a table
/// has them.
fn dictionary(shell: &Shell) -> BTreeMap<String, Vec<String>> {
    let all = shell.fray(&["list", "columns", "--json"]).ends_with(0).json();
    let names = |columns: &serde_json::Value| -> Vec<String> {
        let columns = columns.as_array().expect("columns");
        columns.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
    };
    let common: Vec<String> = names(&all["common"]).into_iter().filter(|name| name != "PATH").collect();
    let tables = all["tables"].as_array().expect("tables").iter();
    tables
        .map(|table| {
            let own = names(&table["columns"]);
            let has_common = table["has_common"] == true;
            let columns = if has_common { [common.clone(), own].concat() } else { own };
            (table["table"].as_str().expect("a name").to_owned(), columns)
        })
        .collect()
}

#[test]
fn every_column_that_a_verb_writes_is_in_the_dictionary() {
    let shell = Shell::new();
    let file = duel();
    let file = file.as_str();
    shell.write("batch/good.toml", &std::fs::read_to_string(file).expect("the duel"));
    shell.write("batch/bad.toml", "system = \"night-wizard\"\n[[side]]\n");
    let few = ["--quiet", "--seed", "1", "--out"];
    for (out, args) in [
        ("run", vec!["run", "batch", "--fights", "64"]),
        ("compare", vec!["compare", file, "--set", "Ogre.hp=30", "--fights", "64"]),
        ("sweep", vec!["sweep", file, "--set", "Ogre.hp=20,30", "--fights", "64"]),
        ("weights", vec!["weights", file, "--of", "Ogre", "--max-fights", "16"]),
        (
            "morris",
            vec!["weights", file, "--of", "Ogre", "--method", "morris", "--rows", "2", "--fights", "16"],
        ),
        (
            "sobol",
            vec!["weights", file, "--of", "Ogre", "--method", "sobol", "--rows", "2", "--fights", "16"],
        ),
        ("tactics", vec!["tactics", file, "--of", "Ogre", "--max-fights", "16"]),
        ("rulings", vec!["rulings", file, "--max-fights", "16"]),
        ("why", vec!["why", file, "--set", "Ogre.hp=30", "--fights", "16"]),
    ] {
        let ended = shell.fray(&[&args[..], &few, &[out]].concat());
        assert!(ended.code == 0 || out == "run", "{out}: {}", ended.err);
    }
    shell.fray(&["compare", "run", "run", "--out", "nights", "-q"]).ends_with(0);
    let one = shell.fray(&["list", "columns", "nights.csv"]).ends_with(0).out;
    assert!(
        one.contains("\nnights.csv ") && one.contains("  p_adjusted ") && !one.contains("summary"),
        "{one}"
    );
    let wrong = shell.fray(&["list", "columns", "sumary"]).ends_with(2);
    assert!(wrong.err.contains("did you mean `summary`?"), "{}", wrong.err);
    let dictionary = dictionary(&shell);
    let mut seen = BTreeSet::new();
    let mut folders = vec![shell.path("")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let Some(stem) = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else {
                continue;
            };
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "csv") {
                let text = std::fs::read_to_string(&path).expect("a table");
                let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
                let columns: Vec<&String> =
                    dictionary.get(&stem).unwrap_or_else(|| panic!("no table {stem}")).iter().collect();
                let header: Vec<&&str> = header.iter().filter(|name| !name.contains('.')).collect();
                assert!(
                    header.iter().map(|name| **name).eq(columns.iter().map(|name| name.as_str())),
                    "{stem}: {header:?}"
                );
                seen.insert(stem);
            }
        }
    }
    let more = [
        "best",
        "budget",
        "ceiling",
        "check",
        "coach",
        "departures",
        "history",
        "matrix",
        "scenarios",
        "solve",
    ]
    .map(String::from);
    let all: BTreeSet<String> = dictionary.into_keys().collect();
    assert_eq!(all, seen.into_iter().chain(more).collect(), "each table is written here, or by another test");
}

#[test]
fn a_rule_is_printed_as_the_rules_have_it() {
    let shell = Shell::new();
    let whole = shell.fray(&["rules", "night-wizard"]).ends_with(0).out;
    for number in ["2", "nw-2", "NW02"] {
        let one = shell.fray(&["rules", "night-wizard", number]).ends_with(0).out;
        assert!(one.starts_with("- **NW-02 ") && whole.contains(&one), "{one}");
    }
    let json = shell.fray(&["rules", "night-wizard", "2", "--json"]).ends_with(0).json();
    assert_eq!(json["rules"][0]["numbers"][0], "NW-02");
    let missed = shell.fray(&["rules", "night-wizard", "99"]).ends_with(2).err;
    assert!(missed.contains("has no rule NW-99; the nearest is NW-56"), "{missed}");
    let missed = shell.fray(&["rules", "night-wizard", "QX-1"]).ends_with(2).err;
    assert!(missed.contains("its numbers begin with"), "{missed}");
    shell.fray(&["rules", "no-such-game"]).ends_with(2);
}

#[test]
fn the_help_names_the_verb_that_is_meant() {
    let shell = Shell::new();
    for (written, meant) in [("simulate", "run"), ("comapre", "compare"), ("lint", "validate")] {
        let err = shell.fray(&[written, "x.toml"]).ends_with(2).err;
        assert!(err.contains(&format!("'{meant}'")), "{err}");
        let err = shell.fray(&["help", written]).ends_with(2).err;
        assert!(err.contains(&format!("did you mean `fray help {meant}`?")), "{err}");
    }
    let one = shell.fray(&["help", "run"]).ends_with(0).out;
    assert_eq!(one, shell.fray(&["run", "--help"]).ends_with(0).out);
    assert!(one.contains("Examples:\n  fray run "), "{one}");
    let all = shell.fray(&["help"]).ends_with(0).out;
    for heading in ["Play:", "Ask:", "Guard:", "Scale:", "Look up:"] {
        assert!(all.contains(heading), "{all}");
    }
    assert_eq!(all, shell.fray(&["--help"]).ends_with(0).out);
}

#[test]
fn the_book_is_opened_at_the_page_of_a_verb() {
    let shell = Shell::new();
    // Nothing there opens a page, which is a warning: the page is named and there all the same.
    let ended = crate::shell::ended(shell.command(&["help", "solve", "--open"]).env("PATH", "")).ends_with(0);
    let page = std::fs::read_to_string(ended.out.trim()).expect("the page");
    assert!(
        page.contains("<h1>fray solve</h1>") || ended.out.contains("reference/verbs/solve.html"),
        "{page}"
    );
    if ended.out.contains("fray-help-") {
        std::fs::remove_file(ended.out.trim()).expect("the page can be removed");
    }
}

#[test]
fn the_reference_has_a_page_for_each_verb_and_list() {
    let shell = Shell::new();
    shell.fray(&["man", "--book", "reference"]).ends_with(0);
    let read = |name: &str| std::fs::read_to_string(shell.path(&format!("reference/{name}"))).expect(name);
    assert!(read("verbs/run.md").contains("- `--fights <N>` Play exactly this many fights"));
    assert!(read("tables.md").contains("| `win_rate` | `number` |"));
    assert!(read("exit-codes.md").contains("| 130 |"));
    assert!(read("night-wizard/rules.md").starts_with("# Night Wizard as fray plays it"));
    for list in ["keys", "tactics", "rulings", "facts", "metrics", "card", "effects"] {
        assert!(read(&format!("night-wizard/{list}.md")).contains("| --- | --- |"), "{list}");
    }
}

#[test]
fn every_key_of_a_manifest_is_explained() {
    let shell = Shell::new();
    let file = duel();
    shell.fray(&["run", &file, "--fights", "16", "--out", "run", "-q"]).ends_with(0);
    let text = std::fs::read_to_string(shell.path("run/manifest.json")).expect("the manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("an object");
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/reference/manifest.md");
    let page = std::fs::read_to_string(page).expect("the page");
    for key in manifest.as_object().expect("an object").keys() {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_most_fights_have_one_flag_and_its_former_name_is_taken_with_a_warning() {
    let shell = Shell::new();
    let file = duel();
    let file = file.as_str();
    for args in [
        vec!["weights", file, "--of", "Ogre"],
        vec!["tactics", file, "--of", "Ogre"],
        vec!["rulings", file],
        vec!["trace", file, "--find", "longest"],
    ] {
        let seed = ["--seed", "1"];
        let now = shell.fray(&[&args[..], &seed, &["--max-fights", "20"]].concat()).ends_with(0);
        let before = shell.fray(&[&args[..], &seed, &["--fights", "20"]].concat()).ends_with(0);
        assert_eq!(now.out, before.out);
        assert!(before.err.contains("the limit that is meant here is --max-fights 20"), "{}", before.err);
        assert!(!now.err.contains("--max-fights"), "{}", now.err);
        shell.fray(&[&args[..], &["--fights", "20", "--max-fights", "20"]].concat()).ends_with(2);
    }
}
