//! The played scenario, as a person would write it, and how to play it again.

use std::ops::Range;
use std::path::Path;

use fray_sim::output::{Manifest, SCENARIO};

use crate::page::{Part, Section};

/// The scenario with everything that decides its fights: sides with their stat blocks and tactics, rulings and
/// the map; nothing where it is not kept.
pub(crate) fn section(dir: &Path) -> Option<Section> {
    let text = std::fs::read_to_string(dir.join(SCENARIO)).ok()?;
    let mut section = Section::new("What was played").text(
        "Everything that decides the fights, as a scenario file. Whatever it does not mention has the default of the rules.",
    );
    for (summary, lines) in blocks(&text) {
        section = section.part(Part::folded(&summary, &[Part::log(&lines)]));
    }
    Some(section)
}

/// The text in parts: each unit with the tables below it, each other table, with what it is in words.
fn blocks(text: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut side = String::new();
    let mut lines = text.lines().skip(1).peekable();
    while let Some(line) = lines.next() {
        let name = || lines.clone().next().and_then(named);
        let begun = match line.trim() {
            "[[side]]" => {
                side = name().unwrap_or_default();
                Some(side.clone())
            }
            "[[side.unit]]" => Some(format!("{side}: {}", name().unwrap_or_default())),
            "[run]" => Some("Run".to_owned()),
            "[rulings]" => Some("Rulings".to_owned()),
            "[map]" => Some("Map".to_owned()),
            "[[goal]]" => Some("Goals".to_owned()),
            "[[variant]]" => Some("Variants".to_owned()),
            head if head.starts_with('[') && !head.contains("side.") => {
                Some(head.trim_matches(['[', ']']).replacen('.', " ", 1).replace('"', ""))
            }
            _ => None,
        };
        match begun {
            Some(begun) if blocks.last().is_none_or(|(name, _)| *name != begun) => {
                blocks.push((begun, Vec::new()))
            }
            _ => {}
        }
        if let Some((_, block)) = blocks.last_mut() {
            block.push(line.to_owned());
        }
    }
    for (_, block) in &mut blocks {
        while block.last().is_some_and(|line| line.trim().is_empty()) {
            block.pop();
        }
    }
    // A table of which nothing is said has a head alone, a side of which nothing else is said its name.
    blocks.retain(|(_, block)| {
        let says = |line: &String| !line.trim().is_empty() && !line.starts_with("name = ");
        match block.first().map(|head| head.trim()) {
            Some("[[side]]") => block.iter().skip(1).any(says),
            _ => block.len() > 1,
        }
    });
    blocks
}

/// The name that a line gives.
fn named(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    (key.trim() == "name").then(|| value.trim().trim_matches('"').to_owned())
}

/// The command that plays these fights and makes the page again.
pub(crate) fn again(manifest: &Manifest, fights: Range<u64>) -> Section {
    let run = &manifest.run;
    let mut words = vec!["fray".to_owned(), "run".into(), quoted(&run.scenario)];
    for value in run.values.iter().filter(|value| value.origin == "--set") {
        words.extend(["--set".to_owned(), quoted(&format!("{}={}", value.path, value.value))]);
    }
    words.extend(["--seed".to_owned(), run.seed.to_string()]);
    words.extend(match fights {
        Range { start: 0, end } => ["--fights".to_owned(), end.to_string()],
        Range { start, end } => ["--range".to_owned(), format!("{start}..{end}")],
    });
    words.push("--report".to_owned());
    Section::new("This page again").part(Part::log(&[words.join(" ")]))
}

/// An argument as a shell reads it.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=,:@%+".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_is_shown_by_unit() {
        let text = "# Written by fray: x\nsystem = \"a\"\n\n[run]\nseed = 1\n\n[rulings]\n\n[[side]]\nname = \"heroes\"\n\n\
                    [[side.unit]]\nname = \"Kit\"\nhp = 3\n\n[side.unit.tactics]\ntarget = \"first\"\n\n\
                    [[goal]]\nexpect = \"a\"\n\n[[goal]]\nexpect = \"b\"\n\n[status.\"Deep Sleep\"]\nlevel = 2\n";
        let blocks = blocks(text);
        let names: Vec<_> = blocks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Run", "heroes: Kit", "Goals", "status Deep Sleep"]);
        assert_eq!(
            blocks[1].1,
            ["[[side.unit]]", "name = \"Kit\"", "hp = 3", "", "[side.unit.tactics]", "target = \"first\""]
        );
        assert_eq!(blocks[2].1.len(), 5);
    }

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        assert_eq!(quoted("a/b.toml"), "a/b.toml");
        assert_eq!(quoted("Demon King.hp=3"), "'Demon King.hp=3'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
