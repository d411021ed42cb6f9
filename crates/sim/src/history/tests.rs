//! The tables of a history read back, and what of it is told.

use super::results::{self, Observed, StoredResult};
use super::store::History;
use super::trend::{Change, Question, Trend};
use super::values::{self, Values};
use crate::compare::MetricKind;
use crate::compare::stored::Seen;
use crate::output::Setting;
use crate::stats::{FightSums, Moments, Rate};

fn settings(all: &[(&str, &str, u32)]) -> Vec<Setting> {
    let setting = |(path, value, line): &(&str, &str, u32)| Setting {
        path: (*path).to_owned(),
        value: (*value).to_owned(),
        origin: if *line == 0 { "default".to_owned() } else { format!("duel.toml:{line}") },
    };
    all.iter().map(setting).collect()
}

fn night(day: u32, wins: u64, scenario: &str) -> StoredResult {
    let rate = Seen::Rate(MetricKind::Rate, Rate { events: wins, n: 1000 });
    StoredResult {
        point: "knights/Ogre".to_owned(),
        date: format!("2026-11-{day:02}T22:15:00Z"),
        system: "made-up".to_owned(),
        scenario_hash: scenario.to_owned(),
        rules: "00c0ffee00c0ffee".to_owned(),
        fray: "0.2.0".to_owned(),
        seed: u64::from(day),
        fights: 1000,
        signature: format!("{day:016x}"),
        metrics: vec![("win_rate(knights)".to_owned(), Observed(rate))],
    }
}

#[test]
fn results_are_read_back_as_they_were_written() {
    let mut kept = night(1, 700, "a");
    let moments = Moments { n: 1000, sum: 4000, squares: 17_000 };
    kept.metrics.push(("rounds".to_owned(), Observed(Seen::Mean(MetricKind::Mean, moments))));
    let mut sums = FightSums::default();
    sums.add_equal(900, 2, 3);
    sums.add_equal(50, 0, 1);
    let by_fight = Seen::ByFight(MetricKind::RateOfTries, sums);
    kept.metrics.push(("hit_rate(knights/Ann, \"the first\")".to_owned(), Observed(by_fight)));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("night.csv");
    let bytes = results::csv(&[kept.clone()]);
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(results::read(&file).unwrap(), [kept]);
    // More wins than fights are no sums.
    let wrong = String::from_utf8(bytes).unwrap().replace(",1000,1000,700,", ",1000,1000,1700,");
    std::fs::write(&file, wrong).unwrap();
    let error = results::read(&file).unwrap_err();
    assert!(error.ends_with("night.csv: row 1: these are no sums of `win_rate(knights)`"), "{error}");
}

#[test]
fn edits_are_told_with_their_lines_and_shared_units_are_kept_once() {
    let mut all = Values::default();
    let knight = ("knights/\"Sir. A\".hp", "18", 4);
    let before = settings(&[knight, ("ogres/Ogre.hp", "26", 9), ("ogres/Ogre.armour", "2", 10)]);
    all.add("a", &before, &Values::default());
    // Two lines were written above: nothing of the knight was edited. The armour falls to its default.
    let moved = ("knights/\"Sir. A\".hp", "18", 6);
    let after =
        [moved, ("ogres/Ogre.hp", "28", 11), ("ogres/Ogre.armour", "1", 0), ("ogres/Imp.hp", "3", 20)];
    let mut later = Values::default();
    later.add("b", &settings(&after), &all);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("values.csv");
    std::fs::write(&file, later.csv()).unwrap();
    let later = Values::read(&file).unwrap();
    assert!(!String::from_utf8(later.csv()).unwrap().contains("Sir. A"), "the knight is known");
    all.merge(later);
    let told: Vec<String> =
        all.edits("a", "b").unwrap().iter().map(|edit| format!("{edit} ({})", edit.origin)).collect();
    assert_eq!(
        told,
        [
            "ogres/Imp added (duel.toml:20)",
            "ogres/Ogre.armour 2 taken out (duel.toml:10)",
            "ogres/Ogre.hp 26 -> 28 (duel.toml:11)",
        ]
    );
    assert_eq!(all.edits("a", "c"), None);
    assert_eq!(values::COLUMNS.join(","), String::from_utf8(all.csv()).unwrap().lines().next().unwrap());
}

#[test]
fn a_trend_says_what_moved_and_what_was_changed_before() {
    let mut values = Values::default();
    values.add("a", &settings(&[("ogres/Ogre.hp", "26", 9)]), &Values::default());
    values.add("b", &settings(&[("ogres/Ogre.hp", "28", 9)]), &Values::default());
    let mut quiet = [night(1, 500, "a"), night(2, 505, "a")];
    for kept in &mut quiet {
        kept.point = "mages/Ogre".to_owned();
    }
    let mut last = night(3, 600, "b");
    last.rules = "00decade00decade".to_owned();
    let results = [vec![night(1, 700, "a"), night(2, 704, "a"), last], quiet.to_vec()].concat();
    let history = History { results, values };
    let asked = |metric, of: &[String]| Trend::new(&history, &Question { metric, of, alpha: 0.01 });
    let trend = asked(None, &[]).unwrap();
    let points: Vec<_> =
        trend.points.iter().map(|point| (point.point.as_str(), point.has_moved(0.01))).collect();
    assert_eq!(points, [("knights/Ogre", Some(true)), ("mages/Ogre", Some(false))]);
    let changes = trend.changes();
    let told: Vec<_> = changes.iter().map(|it| format!("{} {}", it.day, it.change)).collect();
    assert_eq!(
        told,
        ["2026-11-03 ogres/Ogre.hp 26 -> 28", "2026-11-03 rules of made-up 00c0ffee -> 00decade"]
    );
    assert!(matches!(&changes[0].change, Change::Value(edit) if edit.origin == "duel.toml:9"));
    let text = trend.render(false);
    for part in
        ["1 moved in the last night", "-10 ± 4 points", "changed: rules, scenario", "last played 2026-11-02"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(asked(None, &["mages".to_owned()]).unwrap().points.len(), 1, "a party");
    assert_eq!(asked(None, &["Ogre".to_owned()]).unwrap().points.len(), 2, "a monster");
    let wrong = asked(None, &["knights/Ogr".to_owned()]).unwrap_err();
    assert!(wrong.contains("did you mean `knights/Ogre`?"), "{wrong}");
    let wrong = asked(Some("win_rat(knights)"), &[]).unwrap_err();
    assert!(wrong.contains("did you mean `win_rate(knights)`?"), "{wrong}");
}
