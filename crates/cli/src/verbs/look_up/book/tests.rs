//! The book: its pages are there, its links lead somewhere, and its commands are commands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use clap::error::ErrorKind;

use super::{commands, pages};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files in a folder and those in it whose names end so, by their paths from the root.
fn files(folder: &str, ending: &str, all: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).expect(folder) {
        let entry = entry.expect("a file");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().expect("a kind").is_dir() {
            files(&path, ending, all);
        } else if path.ends_with(ending) {
            all.push(path);
        }
    }
}

/// The texts that are written by hand, by their paths from the root, and those that the program writes.
fn texts() -> BTreeMap<String, String> {
    let mut paths: Vec<String> =
        ["README.md", "ADDING_A_GAME.md", "contrib/dask/README.md"].map(String::from).into();
    files("docs/src", ".md", &mut paths);
    paths.retain(|path| !path.starts_with("docs/src/reference/") || path.ends_with("/manifest.md"));
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).expect(&path);
        (path, text)
    };
    let mut texts: BTreeMap<String, String> = paths.into_iter().map(read).collect();
    texts.extend(pages().into_iter().map(|page| (format!("docs/src/reference/{}", page.path), page.text)));
    texts
}

/// The targets of the links of a text, without those in code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if !is_code {
            let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
            let targets = plain.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            found.extend(targets.map(|(target, _)| target.to_owned()));
        }
    }
    found
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Returns whether a path of the reference is of a game that is not compiled.
fn is_of_another_game(path: &str) -> bool {
    const GAMES: [&str; 5] = ["night-wizard", "juso", "cardinal", "stonebound", "mahou-galaxy"];
    let game = path.strip_prefix("docs/src/reference/").and_then(|path| path.split('/').next());
    game.is_some_and(|game| GAMES.contains(&game) && fray_play::game::find(game).is_none())
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let texts = texts();
    let mut dead = Vec::new();
    for (path, text) in &texts {
        for link in links(text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(path).parent().expect("a folder");
            let target = if file.is_empty() { path.clone() } else { plain(&folder.join(file)) };
            let is_there = texts.contains_key(&target) || root().join(&target).exists();
            let has_heading =
                heading.is_empty() || texts.get(&target).is_none_or(|text| anchors(text).contains(heading));
            if !(is_there && has_heading || is_of_another_game(&target)) {
                dead.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn the_summary_has_every_page_of_the_book_once() {
    let texts = texts();
    let summary = "docs/src/SUMMARY.md";
    let listed: Vec<String> = links(&texts[summary])
        .into_iter()
        .filter(|link| !link.is_empty())
        .map(|link| format!("docs/src/{link}"))
        .collect();
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    for path in texts.keys().filter(|path| path.starts_with("docs/src/") && *path != summary) {
        assert!(once.contains(path), "{path} is not in the summary");
    }
    for path in &listed {
        assert!(texts.contains_key(path) || is_of_another_game(path), "{path} is not there");
    }
}

#[test]
fn every_command_of_the_book_is_one() {
    let mut wrong = Vec::new();
    for (path, text) in texts() {
        for (command, is_whole) in commands::of(&text) {
            let error = match commands::accepted(&command) {
                Ok(()) => continue,
                Err(error) => error,
            };
            let is_short = !is_whole
                && matches!(
                    error.kind(),
                    ErrorKind::MissingRequiredArgument
                        | ErrorKind::InvalidValue
                        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                        | ErrorKind::WrongNumberOfValues
                );
            if !is_short {
                wrong.push(format!("{path}: {command}\n{error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_scenarios_that_commands_name_are_there() {
    for (path, text) in texts() {
        for (command, _) in commands::of(&text) {
            for file in command.split_whitespace().filter(|word| word.starts_with("configs/")) {
                assert!(root().join(file).exists(), "{path}: {command}");
            }
        }
    }
}

#[test]
fn the_readme_is_short_and_begins_with_what_a_cloner_does() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
    let blocks: Vec<&str> = text.split("```sh\n").skip(1).filter_map(|block| block.lines().next()).collect();
    assert!(blocks[0].starts_with("cargo run --release -- run configs/"), "{}", blocks[0]);
    assert_eq!(blocks[1], "cargo test --workspace");
}

#[test]
fn the_gallery_has_every_scenario_and_its_picture() {
    let questions =
        std::fs::read_to_string(root().join("contrib/gallery/questions.toml")).expect("the questions");
    let mut scenarios = Vec::new();
    files("configs", ".toml", &mut scenarios);
    for path in scenarios {
        let text = std::fs::read_to_string(root().join(&path)).expect("a scenario");
        // What has no system of its own is an include.
        if !text.lines().any(|line| line.starts_with("system =")) {
            continue;
        }
        let parts: Vec<&str> = path.trim_end_matches(".toml").split('/').collect();
        // The template of a cross, in a folder with those who fight, is no scene of its own.
        let [_, game, name] = parts[..] else { continue };
        let page = std::fs::read_to_string(root().join(format!("docs/src/gallery/{game}.md"))).expect(game);
        let again = "is missing: contrib/gallery/gallery.py makes the gallery";
        assert!(
            questions.contains(&format!("\n{name} = ")),
            "{path} has no question in contrib/gallery/questions.toml"
        );
        assert!(page.contains(&format!("`{path}`")), "{path} {again}");
        assert!(root().join(format!("docs/src/gallery/{game}-{name}.svg")).is_file(), "{path} {again}");
    }
}
