//! `fray new`: a first scenario to play and to change.
//!
//! It is the example of the system, with a sentence for each key from the declarations that its JSON
//! Schema is made of, and with the decisions of a side and the other keys of a unit as comments. The schema
//! itself is written beside it, where the first line of the scenario leads editors to it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fray_kit::declare::tactics::{Need, Takes, choice_names};
use fray_kit::sheet::schema::ID_PREFIX;
use fray_rules::Game;
use fray_sim::output::{Force, folder_of, write_file, write_whole};
use serde_json::Value;

use crate::args::NewArgs;
use crate::exit::{Exit, Failure, report};
use crate::shell_command::quoted;
use crate::verbs::look_up::schema;

pub(crate) fn run(args: &NewArgs) -> Result<Exit, Failure> {
    let info = schema::system(&args.system)?;
    let path = args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}.toml", info.name())));
    let name = path.file_name().ok_or_else(|| Failure::usage("expected the name of a file"))?;
    let force = if args.force { Force::Replace } else { Force::Keep };
    if path.exists() && !args.force {
        let message = format!("{} already exists; use `--force` to replace it", path.display());
        return Err(Failure::Because(Exit::Output, message));
    }
    write_file(folder_of(&path), &name.to_string_lossy(), scenario(info).as_bytes(), force)?;
    let file = quoted(&path.to_string_lossy());
    report(format_args!("written to {}; to play it: fray run {file}", path.display()));
    if path.is_file() && write_schema(info, folder_of(&path))? {
        report(format_args!("{} beside it lets editors complete and check it", schema_name(info)));
    }
    Ok(Exit::Ok)
}

/// The name of the file with the schema.
fn schema_name(info: &Game) -> String {
    format!("{}.schema.json", info.name())
}

/// Writes the schema into the folder of a scenario, unless it is there or something else has its name. Returns
/// whether it was written.
fn write_schema(info: &Game, folder: &Path) -> Result<bool, Failure> {
    let path = folder.join(schema_name(info));
    let text = format!("{}\n", serde_json::to_string_pretty(&info.schema()).unwrap_or_default());
    if path.exists() {
        let held = std::fs::read_to_string(&path).unwrap_or_default();
        let parsed: Value = serde_json::from_str(&held).unwrap_or_default();
        let is_of_fray = parsed["$id"].as_str().is_some_and(|id| id.starts_with(ID_PREFIX));
        if held == text || !is_of_fray {
            return Ok(false);
        }
    }
    write_whole(&path, text.as_bytes())?;
    Ok(true)
}

/// The sentences that comment a section of the file.
struct Section<'a> {
    /// Its keys, by name.
    keys: &'a Value,
    /// The keys that have their sentence.
    commented: BTreeSet<String>,
}

/// The text of a first scenario of this system.
pub(crate) fn scenario(info: &Game) -> String {
    let schema = Value::from(info.schema());
    let side = &schema["properties"]["side"]["items"]["properties"];
    let section = |keys| Section { keys, commented: BTreeSet::new() };
    let mut sections = [
        ("", section(&schema["properties"])),
        ("[run]", section(&schema["properties"]["run"]["properties"])),
        ("[[side]]", section(side)),
        ("[[side.unit]]", section(&schema["$defs"]["unit"]["properties"])),
    ];
    let mut text = format!(
        "#:schema {1}\n\
         # A first fight of {0}. Change a number and play it again: `fray run` with this file.\n\
         # `fray list rulings {0}`, `fray list tactics {0}` and `fray list metrics {0}` say what else there is.\n\n",
        info.name(),
        schema_name(info)
    );
    // The comments of the example are about its use in tests.
    let lines: Vec<&str> = info.example.lines().skip_while(|line| line.starts_with('#')).collect();
    let (mut at, mut first_side) = (0, None);
    for (i, line) in lines.iter().enumerate() {
        if let Some(section) = sections.iter().position(|(heading, _)| heading == line) {
            at = section;
        }
        let (heading, section) = &mut sections[at];
        let Some((key, value)) = line.split_once(" = ") else {
            text += &format!("{line}\n");
            if *heading == "[run]" {
                text += &key_line("fights = 100_000", sentence(section.keys, "fights"));
                text += &key_line("seed = 1", sentence(section.keys, "seed"));
            }
            continue;
        };
        if *heading == "[[side]]" && key == "name" {
            first_side.get_or_insert_with(|| value.trim_matches('"').to_owned());
        }
        let is_new = section.commented.insert(key.to_owned());
        text += &key_line(line, sentence(section.keys, key).filter(|_| is_new));
        let ends = lines.get(i + 1).is_none_or(|next| next.is_empty());
        if ends && *heading == "[[side]]" && section.commented.insert("tactics".to_owned()) {
            text += &decisions(info);
        }
        if ends && *heading == "[[side.unit]]" && !section.commented.contains("") {
            text += &other_keys(section);
            // Once for all units.
            section.commented.insert(String::new());
        }
    }
    let side = first_side.unwrap_or_default();
    text + &format!(
        "\n# What the fight is meant to be like; `fray check` with a suite tests it.\n\
         # [[goal]]\n# expect = \"win_rate({side}) between 50% and 70%\"\n"
    )
}

/// A line with a sentence behind it, or above it where that would be too wide.
fn key_line(line: &str, sentence: Option<&str>) -> String {
    const WIDEST: usize = 110;
    match sentence {
        None => format!("{line}\n"),
        Some(sentence) if line.len() + sentence.len() <= WIDEST => format!("{line}  # {sentence}\n"),
        Some(sentence) => format!("# {sentence}\n{line}\n"),
    }
}

fn sentence<'a>(keys: &'a Value, key: &str) -> Option<&'a str> {
    keys[key]["description"].as_str()
}

/// The decisions that the rules leave to the units of a side, each with its default as a line to uncomment
/// and the names of its choices.
fn decisions(info: &Game) -> String {
    let mut text = "# What its units do where the rules leave a choice:\n".to_owned();
    let decides_legality = |need: Option<Need>| need.is_some_and(|need| need.decides_legality);
    for decision in info.parts.tactics {
        let [default, ..] = decision.choices else { continue };
        if default.takes != Takes::Nothing
            || decides_legality(decision.need)
            || decides_legality(default.need)
        {
            continue;
        }
        let names = choice_names(decision.choices);
        let sentence = format!("{} ({})", decision.sentence.trim_end_matches('.'), names.join(", "));
        text += &key_line(&format!("# tactics.{} = \"{}\"", decision.key, default.name), Some(&sentence));
    }
    text
}

/// The keys that a unit does not use: with a default as lines to uncomment, others as a list.
fn other_keys(section: &Section<'_>) -> String {
    let mut text = "# What else a unit can have, with what it has if nothing is said:\n".to_owned();
    let mut others = Vec::new();
    for (key, declared) in section.keys.as_object().into_iter().flatten() {
        let default = match &declared["default"] {
            // An empty list or a table says little of what may stand in it.
            Value::Null | Value::Array(_) | Value::Object(_) => None,
            scalar => Some(scalar),
        };
        match (default, sentence(section.keys, key)) {
            _ if section.commented.contains(key) => {}
            (Some(value), said) => {
                text += &format!("# {key} = {value}  # {}\n", said.unwrap_or_default());
            }
            (None, said) => others.push(format!("#   {key}: {}\n", said.unwrap_or_default())),
        }
    }
    text + "# and, without a default:\n" + &others.concat()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fray_rules::GAMES;
    use fray_sim::scenario::source::Text;
    use fray_sim::scenario::{Loaded, Options, load_from};

    use super::*;

    fn loads(text: &str, what: &str) {
        fray_play::game::install(GAMES);
        match load_from(&Text(text), Path::new("first.toml"), &Options::default()) {
            Ok(Loaded::Scenario(_)) => {}
            Ok(Loaded::Include) => panic!("{what}: no scenario"),
            Err(diagnosis) => {
                panic!("{what}: {}\n{text}", diagnosis.render(fray_sim::scenario::Paint::Plain))
            }
        }
    }

    #[test]
    fn the_first_scenario_of_every_system_is_one_as_is_each_key_that_it_proposes() {
        for info in GAMES {
            let text = scenario(info);
            loads(&text, info.name());
            assert!(text.contains("seed = 1") && text.contains(" = "), "{text}");
            let proposed: Vec<&str> = text.lines().filter(|line| line.starts_with("# ")).collect();
            let proposed = proposed
                .iter()
                .filter(|line| line[2..].split_once(" = ").is_some_and(|(key, _)| is_key(key)));
            let mut n_proposed = 0;
            for line in proposed.filter(|line| !line.starts_with("# expect")) {
                loads(&text.replacen(line, &line[2..], 1), line);
                n_proposed += 1;
            }
            assert!(n_proposed > 10, "{}: {n_proposed}", info.name());
            loads(&text.replace("# [[goal]]\n# expect", "[[goal]]\nexpect"), "the goal");
        }
    }

    fn is_key(text: &str) -> bool {
        text.chars().all(|c| c.is_ascii_lowercase() || "_.".contains(c))
    }

    #[test]
    fn every_key_of_a_unit_is_named_once() {
        for info in GAMES {
            let (text, schema) = (scenario(info), Value::from(info.schema()));
            let keys = schema["$defs"]["unit"]["properties"].as_object().expect("the keys of a unit");
            for key in keys.keys() {
                let lines = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
                let is_of = |line: &&str| {
                    line.strip_prefix(key.as_str())
                        .is_some_and(|rest| rest.starts_with(" = ") || rest.starts_with(": "))
                };
                assert!(lines.filter(is_of).count() > 0, "{}: `{key}` is missing", info.name());
            }
        }
    }
}
