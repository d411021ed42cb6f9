//! What a system needs to be finished: every system of the list has all of it, or a test fails
//! with a sentence for each piece that is missing.

use std::fs;
use std::path::{Path, PathBuf};

use fray_kit::declare::rulings::RulingInfo;
use fray_rules::{self, Game, RuleRange};
use fray_sim::scenario::{Loaded, Options, files_of, load};

use crate::promises;
use crate::trace::TRANSCRIPTS;

/// A test of each system that holds its random scenarios to the promises of every system.
const PROMISES: &[(&str, fn())] = &[
    #[cfg(feature = "night-wizard")]
    ("night-wizard", promises::night_wizard_conforms),
    #[cfg(feature = "juso")]
    ("juso", promises::juso_conforms),
    #[cfg(feature = "cardinal")]
    ("cardinal", promises::cardinal_conforms),
    #[cfg(feature = "stonebound")]
    ("stonebound", promises::stonebound_conforms),
    #[cfg(feature = "mahou-galaxy")]
    ("mahou-galaxy", promises::mahou_galaxy_conforms),
];

/// A test of each system that holds a fight worked out on its rules pages against the exact answer.
const EXACT: &[(&str, fn())] = &[
    #[cfg(feature = "night-wizard")]
    ("night-wizard", crate::exact_night_wizard::nw_f1_sudden),
    #[cfg(feature = "juso")]
    ("juso", crate::exact_juso::ju_18_micro_duel),
    #[cfg(feature = "cardinal")]
    ("cardinal", crate::exact_cardinal::ca_60_duel_1),
    #[cfg(feature = "stonebound")]
    ("stonebound", crate::exact_stonebound::sb_60_example_12_duel_1),
    #[cfg(feature = "mahou-galaxy")]
    ("mahou-galaxy", crate::exact_mahou_galaxy::mg_e15_without_explosions),
];

/// The fewest scenarios of a system.
const SCENARIOS: usize = 5;

#[test]
fn every_system_is_finished() {
    let missing: Vec<String> = fray_rules::GAMES.iter().flat_map(missing).collect();
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn a_system_that_has_nothing_is_told_everything_it_lacks() {
    let any = &fray_rules::GAMES[0];
    let ruling = RulingInfo { key: "no_such_ruling", ..any.rulings()[0] };
    let mut tactic = any.tactics()[0];
    tactic.key = "no_such_decision";
    let parts = fray_kit::sheet::schema::Parts {
        system: "no-such-game",
        rulings: vec![ruling].leak(),
        tactics: vec![tactic].leak(),
        ..*any.parts
    };
    let missing = missing(&Game { parts: Box::leak(Box::new(parts)), ..*any });
    let lacks = |what: &str| missing.iter().filter(|sentence| sentence.contains(what)).count();
    for what in [
        "`PROMISES`",
        "`EXACT`",
        "`TRANSCRIPTS`",
        "goldens/csv/no-such-game/summary.csv",
        "goldens/csv/no-such-game/metrics.csv",
        "goldens/csv/no-such-game/damage.csv",
        "goldens/csv/no-such-game/exhaustion.csv",
        "goldens/csv/no-such-game/rounds.csv",
        "configs/no-such-game has 0 scenarios",
        "games/no-such-game/RULES.md is missing",
        "ruling `no_such_ruling`",
    ] {
        assert_eq!(lacks(what), 1, "{what} in {missing:#?}");
    }
    // The default of a decision needs no use of its own.
    assert_eq!(lacks("`no_such_decision`"), tactic.choices.len() - 1);
}

#[test]
fn a_rule_that_rules_md_leaves_out_is_named() {
    let any = &fray_rules::GAMES[0];
    let (prefix, last) = (any.rules.prefix, any.rules.last);
    let missing = missing(&Game { rules: RuleRange { last: last + 1, ..any.rules }, ..*any });
    assert_eq!(missing.len(), 1, "{missing:#?}");
    assert!(missing[0].contains(&format!("does not name rule {prefix}-{}", last + 1)), "{missing:#?}");
}

#[test]
fn rules_are_named_one_by_one_or_as_a_range() {
    let text = "**JU-01 Die.** **JU-03 to JU-05 Pools.** See JU-071.";
    let named: Vec<u32> = (1..=71).filter(|&number| is_named(text, "JU", number)).collect();
    assert_eq!(named, [1, 3, 4, 5]);
}

/// Returns what a system lacks, a sentence each that says what to add.
fn missing(system: &Game) -> Vec<String> {
    let name = system.name();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut missing = Vec::new();
    if !PROMISES.iter().any(|(of, _)| *of == name) {
        missing.push(format!(
            "{name} is not held to the promises of every system: add two generators to \
             crates/sim/tests/support, a test to conformance/promises.rs, and the test to `PROMISES`"
        ));
    }
    if !EXACT.iter().any(|(of, _)| *of == name) {
        missing.push(format!(
            "{name} has no exact fixture: test a fight worked out on its rules pages against the exact \
             answer, in crates/sim/tests/conformance, and add the test to `EXACT`"
        ));
    }
    if !TRANSCRIPTS.iter().any(|golden| golden.system == name) {
        missing.push(format!(
            "{name} has no golden transcript: add one of its fights to `TRANSCRIPTS` in \
             crates/sim/tests/conformance/trace.rs"
        ));
    }
    for table in ["summary", "metrics", "damage", "exhaustion", "rounds"] {
        let file = Path::new("crates/sim/tests/goldens/csv").join(name).join(table).with_extension("csv");
        if !root.join(&file).is_file() {
            missing.push(format!(
                "{} is missing: name a scenario of {name} in crates/sim/tests/files/csv.rs and renew the \
                 golden files",
                file.display()
            ));
        }
    }
    let n_scenarios = scenarios(&root.join("configs").join(name), name);
    if n_scenarios < SCENARIOS {
        missing.push(format!(
            "configs/{name} has {n_scenarios} scenarios: add at least {} more",
            SCENARIOS - n_scenarios
        ));
    }
    let game = Path::new("crates/rules/games").join(name);
    let rules_file = game.join("RULES.md");
    let rules = fs::read_to_string(root.join(&rules_file)).unwrap_or_default();
    if rules.is_empty() {
        missing.push(format!("{} is missing: say rule by rule how fray plays {name}", rules_file.display()));
    }
    for (rule, number) in system.rules.each().zip(1..) {
        if !is_named(&rules, system.rules.prefix, number) {
            missing.push(format!(
                "{} does not name rule {rule}: say how it is played, or that it is not",
                rules_file.display()
            ));
        }
    }
    missing.extend(unused(system, &rules, &uses(&root, name, &game)));
    missing
}

/// The scenarios of a system in a folder.
fn scenarios(folder: &Path, system: &str) -> usize {
    let is_of_system = |file: &PathBuf| match load(file, &Options::default()) {
        Ok(Loaded::Scenario(scenario)) => scenario.info.name() == system,
        _ => false,
    };
    files_of(folder).unwrap_or_default().iter().filter(|file| is_of_system(file)).count()
}

/// Returns whether a text names a rule, by itself or in a range like `JU-69 to JU-72`.
fn is_named(text: &str, prefix: &str, number: u32) -> bool {
    let before = format!("{prefix}-");
    let number_at = |at: usize| {
        let digits = text[at..].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        // `NW-007` is no rule, and `NW-7` is not how one is cited.
        (digits.len() == 2 || (digits.len() > 2 && !digits.starts_with('0')))
            .then(|| Some((digits.parse::<u32>().ok()?, at + digits.len())))
            .flatten()
    };
    text.match_indices(&before).any(|(at, _)| {
        let Some((first, end)) = number_at(at + before.len()) else { return false };
        let range = text[end..].strip_prefix(" to ").is_some_and(|rest| rest.starts_with(&before));
        let last = if range { number_at(end + " to ".len() + before.len()) } else { None };
        (first..=last.map_or(first, |(last, _)| last)).contains(&number)
    })
}

/// The texts in which the rulings and tactics of a system can be used: its scenarios, the tests of
/// its rules, and the tests of the simulation.
fn uses(root: &Path, name: &str, game: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    collect(&root.join("configs").join(name), &|_| true, &mut texts);
    let is_test =
        |path: &Path| path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs");
    collect(&root.join(game), &is_test, &mut texts);
    // This file makes names up.
    let is_other = |path: &Path| !path.ends_with("registry.rs");
    collect(&root.join("crates/sim/tests"), &is_other, &mut texts);
    texts
}

/// Adds the text of the Rust and TOML files of a folder and its folders, without their comments.
fn collect(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool, texts: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect(&path, is_wanted, texts);
            continue;
        }
        let comment = match path.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => "//",
            Some("toml") => "#",
            _ => continue,
        };
        if is_wanted(&path) {
            let text = fs::read_to_string(&path).expect("a text file");
            let lines = text.lines().filter(|line| !line.trim_start().starts_with(comment));
            // The line ends of a scenario within a string end a word.
            texts.push(lines.collect::<Vec<_>>().join("\n").replace("\\n", "\n"));
        }
    }
}

/// The rulings and the choices of tactics that nothing uses. A default is used by whoever says
/// nothing; a ruling with one value has nothing to choose, and of one that has no effect, RULES.md
/// says so.
fn unused(system: &Game, rules: &str, texts: &[String]) -> Vec<String> {
    let name = system.name();
    let rules = rules.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut unused = Vec::new();
    for ruling in system.rulings() {
        let has_choice = ruling.words.len() > 1 || ruling.range.is_some() || ruling.other.is_some();
        let has_effect = !rules.contains(&format!("`{}` changes nothing", ruling.key));
        if has_choice && has_effect && !texts.iter().any(|text| has_word(text, ruling.key)) {
            unused.push(format!(
                "no scenario and no test of {name} uses the ruling `{}`: test what it changes",
                ruling.key
            ));
        }
    }
    for decision in system.tactics() {
        for choice in decision.choices.iter().skip(1).map(|choice| choice.name) {
            let variant = format!("::{}", camel_case(choice));
            let is_used = |text: &String| {
                let names_decision =
                    has_word(text, decision.key) || has_word(text, &format!("{}_", decision.key));
                names_decision && (has_word(text, choice) || has_word(text, &variant))
            };
            if !texts.iter().any(is_used) {
                unused.push(format!(
                    "no scenario and no test of {name} uses `{}` = `{choice}`: test what it does",
                    decision.key
                ));
            }
        }
    }
    unused
}

/// Returns whether a text has this word, and not only as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_variant = word.starts_with(':');
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        (is_variant || !is_part(before)) && !is_part(text[at + word.len()..].chars().next())
    })
}

/// The variant of a Rust enum for a name in files.
fn camel_case(name: &str) -> String {
    let capitalized = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
    };
    name.split('_').map(capitalized).collect()
}
