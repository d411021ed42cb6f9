//! The gate as its users meet it: how often it calls a quiet night a drift, and whether it sees
//! one that matters. Real fights, fixed seeds.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use fray_sim::control::Control;
use fray_sim::gate::baseline::Baseline;
use fray_sim::gate::ci::WorkTree;
use fray_sim::gate::drift::Strictness;
use fray_sim::gate::point::{Judged, Point, Replay, Settings};
use fray_sim::gate::report::{PlayedPoint, Report};
use fray_sim::gate::suite::{Mode, Suite};
use fray_sim::gate::text::Detail;
use fray_sim::gate::{Kind, Verdict};
use fray_sim::measures::Goal;
use fray_sim::scenario::{Options, load_scenario};

const BASELINE_FIGHTS: u64 = 60_000;

/// A drift that matters: so large that a night takes some thousand fights.
const DELTA: f64 = 0.04;

fn duel(sets: &[&str]) -> Point {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let sets = sets.iter().map(|set| ("--set".to_owned(), (*set).to_owned())).collect();
    let scenario = load_scenario(&path, &Options { sets, ..Options::default() })
        .expect("the scenario of the repository");
    Point { name: "duel".to_owned(), scenario, goals: Vec::new(), baseline: None }
}

fn watch(stop: &AtomicBool) -> Control<'_> {
    Control { stop, played: &|_| {} }
}

fn baseline_of(point: &Point) -> Baseline {
    let stop = AtomicBool::new(false);
    point
        .baseline(1, BASELINE_FIGHTS, "the tests", watch(&stop))
        .expect("the rules hold")
        .expect("nobody stops it")
}

fn terms(point: &Point, mode: Mode, alpha: f64, seed: u64) -> Settings {
    Settings {
        mode,
        strict: Strictness { alpha, tests: point.tests(), delta: DELTA },
        first_look: 2_048,
        max_fights: 131_072,
        seed: Some(seed),
        replay: Replay::Prefix,
    }
}

fn judge(point: &Point, terms: &Settings) -> Judged {
    let stop = AtomicBool::new(false);
    point.judge(terms, watch(&stop)).expect("the rules hold")
}

/// The report of one point, which adjusts for all its tests.
fn report(judged: Judged, alpha: f64, tests: usize) -> Report {
    let suite = Suite {
        path: PathBuf::new(),
        title: "the tests".to_owned(),
        alpha,
        mode: Mode::Stat,
        delta: DELTA,
        max_fights: 0,
        points: Vec::new(),
    };
    let [arguments, file] = ["duel.toml"; 2].map(str::to_owned);
    let told = PlayedPoint { judged, arguments, file, ..PlayedPoint::default() };
    Report::new(&suite, vec![told], tests)
}

#[test]
fn null_runs_raise_no_more_alarms_than_they_may() {
    const NULL_RUNS: u64 = 400;
    const ALPHA: f64 = 0.05;
    let mut point = duel(&[]);
    point.baseline = Some(baseline_of(&point));
    let alarms = (0..NULL_RUNS).filter(|night| {
        let judged = judge(&point, &terms(&point, Mode::Stat, ALPHA, 1_000 + night));
        report(judged, ALPHA, point.tests()).verdict() == Verdict::Fail
    });
    // 20 of 400 are allowed; 35 or more come with a probability of 0.001.
    let alarms = alarms.count();
    assert!(alarms < 35, "{alarms} alarms in {NULL_RUNS} null runs");
}

#[test]
fn a_drift_that_matters_is_seen_every_time() {
    // +1 HP moves the duel's win rate by more than two points.
    let baseline = baseline_of(&duel(&[]));
    let mut changed = duel(&["Ogre.hp=27"]);
    changed.baseline = Some(Baseline { of: changed.of(1), ..baseline });
    for night in 0..60 {
        let judged = judge(&changed, &terms(&changed, Mode::Stat, 1e-3, 5_000 + night));
        let report = report(judged, 1e-3, changed.tests());
        assert_eq!(report.verdict(), Verdict::Fail, "night {night}: {}", report.text(Detail::Full));
    }
}

#[test]
fn the_same_fights_pass_bit_for_bit_and_other_dice_do_not() {
    let mut point = duel(&[]);
    point.baseline = Some(baseline_of(&point));
    let exact = judge(&point, &terms(&point, Mode::Exact, 1e-3, 7));
    let findings: Vec<_> = exact.findings.iter().map(|f| (f.kind, f.verdict)).collect();
    assert_eq!((findings.as_slice(), exact.fresh), (&[(Kind::Exact, Verdict::Pass)][..], None));

    // A block that differs is named; the distributions of the same rules are not called drifted.
    let broken = point.baseline.as_mut().expect("it was just set");
    broken.blocks[3] = "0000000000000000".to_owned();
    let judged = judge(&point, &terms(&point, Mode::Exact, 1e-3, 7));
    assert_eq!(judged.differs, Some((1, 3 * 1024..4 * 1024)));
    assert_eq!(report(judged, 1e-3, point.tests()).verdict(), Verdict::Fail);
    let judged = judge(&point, &terms(&point, Mode::Auto, 1e-3, 7));
    assert!(judged.findings.iter().all(|f| f.kind != Kind::Exact));
    assert_eq!(report(judged, 1e-3, point.tests()).verdict(), Verdict::Pass);
}

#[test]
fn a_changed_scenario_is_stale_and_shows_what_the_change_moved() {
    let baseline = baseline_of(&duel(&[]));
    let mut changed = duel(&["Ogre.hp=30"]);
    changed.baseline = Some(baseline);
    assert!(changed.is_stale());
    let judged = judge(&changed, &terms(&changed, Mode::Auto, 1e-3, 3));
    let text = report(judged, 1e-3, changed.tests()).text(Detail::Full);
    assert!(text.contains("out of date") && text.contains("FAIL: duel: win_rate(wizards)"), "{text}");
}

#[test]
fn what_an_interruption_left_out_has_not_passed() {
    let mut point = duel(&[]);
    point.baseline = Some(baseline_of(&point));
    let stop = AtomicBool::new(true);
    let terms = terms(&point, Mode::Stat, 1e-3, 7);
    let judged = point.judge(&terms, watch(&stop)).expect("the rules hold");
    assert!(judged.interrupted);
    let report = report(judged, 1e-3, point.tests());
    assert_eq!(report.verdict(), Verdict::Inconclusive, "{}", report.text(Detail::Full));
    assert!(report.text(Detail::Full).contains(" at 1 point, interrupted"), "{}", report.text(Detail::Full));
    assert!(
        report
            .junit(&WorkTree::default(), chrono::DateTime::UNIX_EPOCH)
            .expect("it is XML")
            .contains("interrupted")
    );
    assert_eq!(point.baseline(1, 10_000, "the tests", watch(&stop)), Ok(None));
}

/// Goals are of the family too: a suite of drifts and goals has the one error that it states.
#[test]
fn goals_and_drifts_share_one_alpha() {
    let mut point = duel(&[]);
    point.baseline = Some(baseline_of(&point));
    let of_drifts = point.tests();
    point.goals = vec![Goal::parse("win_rate(wizards) < 90%", &point.about()).expect("a goal")];
    assert_eq!(point.tests(), of_drifts + 1);
    let strict = terms(&point, Mode::Stat, 0.05, 7).strict;
    assert!((strict.alpha_of_one() * point.tests() as f64 - 0.05).abs() < 1e-12);
}

#[test]
fn what_the_baseline_does_not_know_is_no_pass() {
    let mut point = duel(&[]);
    let mut baseline = baseline_of(&point);
    baseline.families.retain(|family| family.metric != "rounds");
    point.baseline = Some(baseline);
    let judged = judge(&point, &terms(&point, Mode::Stat, 1e-3, 3));
    let text = report(judged, 1e-3, point.tests()).text(Detail::Full);
    assert!(text.contains("rounds; the baseline does not have this metric"), "{text}");
}

#[test]
fn goals_are_met_missed_or_left_open_as_they_are() {
    let cases = [
        ("win_rate(wizards) between 60% and 90%", Verdict::Pass),
        ("win_rate(wizards) < 30%", Verdict::Fail),
        ("median(rounds) between 1 and 6", Verdict::Pass),
        ("median(rounds) > 20", Verdict::Fail),
        ("rounds between 1.5 and 5", Verdict::Pass),
        ("timeout_rate < 1%", Verdict::Pass),
        ("exhausted(Ogre, round <= 1) < 1%", Verdict::Fail),
    ];
    let mut point = duel(&[]);
    let about = point.about();
    for (text, verdict) in cases {
        point.goals = vec![Goal::parse(text, &about).expect(text)];
        let judged = judge(&point, &terms(&point, Mode::Auto, 1e-3, 11));
        let got: Vec<_> = judged.findings.iter().map(|f| f.verdict).collect();
        assert_eq!(got, [verdict], "{text}: {:?}", judged.findings);
    }
    // A goal whose edge is the truth itself cannot be decided, and is not.
    let rate = {
        point.goals = vec![Goal::parse("win_rate(wizards) < 50%", &about).expect("a goal")];
        let all = Settings { first_look: 131_072, ..terms(&point, Mode::Auto, 1e-3, 11) };
        judge(&point, &all).findings[0].value.expect("fights were played")
    };
    point.goals = vec![Goal::parse(&format!("win_rate(wizards) < {rate:.4}"), &about).expect("a goal")];
    let judged = judge(&point, &terms(&point, Mode::Auto, 1e-3, 12));
    assert_eq!(judged.findings[0].verdict, Verdict::Inconclusive);
}

#[test]
fn a_report_says_the_same_to_programs() {
    let baseline = baseline_of(&duel(&[]));
    let mut changed = duel(&["Ogre.hp=30"]);
    changed.baseline = Some(Baseline { of: changed.of(1), ..baseline });
    let judged = judge(&changed, &terms(&changed, Mode::Stat, 1e-3, 3));
    let report = report(judged, 1e-3, changed.tests());
    let rows = report.rows();
    let row = rows.iter().find(|row| row.metric == "win_rate(wizards)").expect("a row a family");
    assert_eq!((row.kind, row.verdict), ("rate", "fail"));
    assert!(row.lo.get() < row.value.get() && row.value.get() < row.hi.get());
    assert!(row.value.get() < row.baseline.get());
    assert!(row.reproduce.starts_with("fray run duel.toml --seed 3 --fights "));
    let junit = report.junit(&WorkTree::default(), chrono::DateTime::UNIX_EPOCH).expect("it is XML");
    assert!(junit.contains("<failure message=\"") && junit.contains("win_rate(wizards)"), "{junit}");
    let annotations = report.annotations(&WorkTree::default());
    assert!(annotations.starts_with("::error file=duel.toml,title=fray check%3A duel::win_rate"));
    let failed = rows.iter().filter(|row| row.verdict != "pass").count();
    assert!(failed > 10, "{failed}");
    assert_eq!(annotations.lines().count(), 10, "a hosted CI shows no more of a step");
}
