//! What is written is read, and what is broken is refused.

use super::read::histogram;
use super::write::{self, SUMMARY};
use super::*;
use crate::fixture;
use crate::gate::family::families;

fn baseline() -> Baseline {
    Baseline {
        of: Of {
            scenario: "duel".to_owned(),
            system: "toss".to_owned(),
            scenario_hash: "0011223344556677".to_owned(),
            seed: u64::MAX,
        },
        fights: fixture::totals().fights,
        signature: "89abcdef01234567".to_owned(),
        blocks: vec!["0000000000000003".to_owned()],
        rules: Some("0123456789abcdef".to_owned()),
        goals: vec![GoalKept {
            goal: "win_rate(\"a b\") >= 10%".to_owned(),
            side: Some("a b".to_owned()),
            unit: None,
            verdict: "pass".to_owned(),
            is_rate: true,
            value: Some(0.5),
            within: Some([0.25, 1.0]),
            meaning: None,
        }],
        families: families(&fixture::about(), &fixture::totals()),
        values: vec![["Ogre.tactics.target".to_owned(), "\"weakest\"".to_owned()]],
        history: vec![Change {
            fray: "0.1.0".to_owned(),
            reason: "the \"first\" one\nof two lines".to_owned(),
            moved: vec!["Ogre.hp 26 -> 28".to_owned()],
        }],
    }
}

#[test]
fn a_baseline_reads_as_it_was_written() {
    let text = baseline().text();
    assert_eq!(Baseline::parse(&text).as_ref(), Ok(&baseline()), "{text}");
}

/// A reviewer reads lines; what only tests read is one of them, the last.
#[test]
fn all_that_was_observed_is_the_last_line_and_a_metric_of_the_summary_another() {
    let text = baseline().text();
    assert_eq!(text.lines().filter(|line| line.contains("metric = ")).count(), 1, "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("kept = ")), "{text}");
    let from = text.lines().skip_while(|line| *line != "[summary]").skip(1);
    let summary: Vec<&str> = from.take_while(|line| !line.is_empty()).collect();
    assert!(!summary.is_empty() && summary.len() <= SUMMARY.len(), "{text}");
    assert!(summary.iter().all(|line| SUMMARY.iter().any(|metric| line.starts_with(metric))), "{text}");
    // What never happens is no news.
    assert!(!summary.iter().any(|line| line.contains(" 0\"") || line.contains(" 0,")), "{text}");
    assert!(text.contains("\"win_rate(\\\"a b\\\") >= 10%\" = \"pass a b 50% (25 to 100)\""), "{text}");
}

/// The layouts before have the same tallies, and are read as they are.
#[test]
fn baselines_of_the_layouts_before_are_read() {
    for schema in [6, 7] {
        let text = flat(&baseline(), schema);
        assert_eq!(Baseline::parse(&text).as_ref(), Ok(&baseline()), "{text}");
        let text = text.replacen("rate = [2, 4]", "rate = [1, 4]", 1);
        assert!(matches!(Baseline::parse(&text), Err(ParseError::Wrong(_))), "{text}");
    }
}

/// A baseline in a layout before that of now.
fn flat(of: &Baseline, schema: u32) -> String {
    let quoted =
        |texts: &[String]| texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ");
    let lines: Vec<String> = of.families.iter().map(write::family).collect();
    let observed = match schema {
        7 => format!("{:?}", lines.join("\n")),
        _ => format!("[{}]", lines.iter().map(|line| format!("{{ {line} }}")).collect::<Vec<_>>().join(", ")),
    };
    let checksum = match schema {
        2 => String::new(),
        6 => format!("checksum = {:?}", of.plain_checksum()),
        _ => format!("checksum = {:?}", of.checksum()),
    };
    let goals: Vec<String> = of.goals.iter().map(write::goal).collect();
    let values: Vec<String> = of.values.iter().map(|value| format!("[{}]", quoted(value))).collect();
    let history = of.history.iter().map(|Change { fray, reason, moved }| {
        let moved = quoted(moved);
        format!("[[history]]\nsignature = \"0\"\nfray = {fray:?}\nreason = {reason:?}\nmoved = [{moved}]\n")
    });
    format!(
        "schema = {schema}\nfights = {}\nsignature = {:?}\n{checksum}\nblocks = [{}]\nrules = {:?}\ngoals = [{}]\n\
         observed = {observed}\nvalues = [{}]\n[of]\nscenario = {:?}\nsystem = {:?}\nscenario_hash = {:?}\n\
         seed = \"{}\"\n[summary]\nrounds = \"1\"\n{}",
        of.fights,
        of.signature,
        quoted(&of.blocks),
        of.rules.as_deref().expect("a digest"),
        goals.join(", "),
        values.join(", "),
        of.of.scenario,
        of.of.system,
        of.of.scenario_hash,
        of.of.seed,
        history.collect::<String>(),
    )
}

#[test]
fn a_broken_baseline_is_refused_with_its_place() {
    let text = baseline().text();
    let cases = [
        (text.replace("schema = 8", "schema = 9"), "layout 9"),
        (text.replacen("rate = [2, 4]", "rate = [1, 4]", 1), "are 3 of 4 fights"),
        (text.replacen("signature = \"8", "signature = \"9", 1), "checksum"),
        (text.replacen("checksum = \"", "checksum = \"0", 1), "checksum"),
        (text.replace("fights = ", "figths = "), "figths"),
        (text.replacen("rate = [", "rate = [999999, ", 1), "neither"),
        (text.replacen("counts = \\\"", "counts = \\\"7:1 3:1 ", 1), "neither"),
        (text.replacen("counts = \\\"", "counts = \\\"x:1 ", 1), "neither"),
        (text.replacen("tallies = \"", "tallies = \"x, ", 1), "tallies"),
        (text.replacen("rules = \"0", "rules = \"1", 1), "checksum"),
        (text.replacen("verdict = \"pass", "verdict = \"fail", 1), "checksum"),
        (text.replacen("rounds = \"", "rounds = \"1", 1), "[summary]"),
        (text.replacen("= \"pass ", "= \"fail ", 1), "[goals]"),
        (text.replacen("schema", "[schema", 1), "line "),
        (text.replacen("fights = ", "fights = 1", 1), "does not have 14 fights"),
        (text.replacen("\"0000000000000003\"", "", 1), "blocks, not"),
        (text.replacen(&rate_of(&text), "rate = [0, 1]", 1), "does not have"),
        (text.replacen("counts = \\\"", "counts = \\\"0:18446744073709551615 ", 1), "does not have"),
        (text.replacen("metric = \\\"draw_rate", "metric = \\\"timeout_rate", 1), "twice"),
    ];
    for (text, part) in cases {
        let Err(ParseError::Wrong(error)) = Baseline::parse(&text) else { panic!("{part}") };
        assert!(error.contains(part), "{error}");
    }
}

/// The first rate in the text.
fn rate_of(text: &str) -> String {
    let from = text.find("rate = [").expect("a rate");
    text[from..=from + text[from..].find(']').expect("its end")].to_owned()
}

#[test]
fn a_baseline_of_an_old_layout_is_known_as_such_and_keeps_its_history() {
    for schema in [2, 3, 4, 5] {
        let old = flat(&baseline(), schema);
        assert_eq!(Baseline::parse(&old), Err(ParseError::Old(Box::new(baseline()))));
    }
}

#[test]
fn a_huge_value_does_not_fill_the_memory() {
    // It is one cell, like any other.
    assert_eq!(histogram("99999999999:1").map(|values| values.n()), Some(1));
    assert_eq!(histogram("3:0"), None);
    assert_eq!(histogram(""), Some(crate::totals::Histogram::default()));
}
