//! Tactics drawn at random against exact answers: the win rate is the mean over all combinations.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;
use fray_sim::exact::{self, solve};
use fray_sim::play::run::run;
use fray_sim::play::trace::trace;
use fray_sim::scenario::legal::{LegalTactic, legal_tactics};
use fray_sim::scenario::{Options, Scenario, SidePlay, SideTactics, load_scenario};
use fray_sim::stats::Rate;

/// A short duel of which the knight's tactics are few, and the flags that make it one.
fn duel() -> (PathBuf, Options) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let sets = ["Knight.hp=3", "Ogre.hp=3", "run.max_rounds=2"];
    let sets = sets.map(|set| ("--set".to_owned(), set.to_owned()));
    (path, Options { sets: sets.to_vec(), ..Options::default() })
}

fn with(play: SidePlay) -> Scenario {
    let (path, mut options) = duel();
    options.tactics.push(SideTactics { side: "wizards".to_owned(), play });
    load_scenario(&path, &options).expect("a scenario")
}

fn win(scenario: &Scenario) -> f64 {
    let solved = solve(scenario.engine(), "duel", &exact::Options::default(), &AtomicBool::new(false));
    solved.expect("within reach").win("wizards")
}

/// By decision, the legal tactics of the knight.
fn decisions() -> Vec<Vec<LegalTactic>> {
    let (path, options) = duel();
    let base = load_scenario(&path, &options).expect("a scenario");
    let mut decisions: Vec<Vec<LegalTactic>> = Vec::new();
    for tactic in legal_tactics(&path, &options, &base, Some(SideId(0)), &AtomicBool::new(false)).all {
        match decisions.last_mut().filter(|of| of[0].key == tactic.key) {
            Some(of) => of.push(tactic),
            None => decisions.push(vec![tactic]),
        }
    }
    decisions
}

#[test]
fn random_play_wins_as_often_as_its_tactics_do_on_average() {
    // In this duel one decision alone matters by itself; the others are checked to change nothing, and so
    // the mean over its tactics is that over all combinations.
    let of: Vec<Vec<f64>> =
        decisions().iter().map(|of| of.iter().map(|tactic| win(&tactic.scenario)).collect()).collect();
    let matters = |of: &&Vec<f64>| of.iter().any(|win| (win - of[0]).abs() > 1e-9);
    let all: Vec<&Vec<f64>> = of.iter().filter(matters).collect();
    let [delay] = &all[..] else { panic!("one decision matters: {of:?}") };
    let expected = delay.iter().sum::<f64>() / delay.len() as f64;
    let spread = delay.iter().fold(0.0_f64, |most, win| most.max((win - expected).abs()));
    assert!(spread > 0.05, "the tactics differ: {delay:?}");

    let random = with(SidePlay::Random);
    let fights = 10_000;
    let totals = run(random.engine(), 7, 0..fights, &|_| {}).expect("no invariant breaks");
    let wins: u64 = totals.sides[0].wins.n();
    let within = Rate { events: wins, n: fights }.interval().expect("an interval");
    // The set has every tactic of the decision equally often, but for what the number of combinations leaves
    // over, at most one part in 256 for each tactic. A 95 % interval is 1.96 standard errors to a side; four
    // and a half are exceeded with a probability of 7e-6.
    let slack = within.half() * 4.5 / 1.96 + spread * delay.len() as f64 / 256.0;
    let found = wins as f64 / fights as f64;
    assert!((found - expected).abs() < slack, "{found}, not {expected} ± {slack}");
}

#[test]
fn a_fight_has_one_number_and_one_transcript_wherever_it_is_played() {
    let random = with(SidePlay::Random);
    let whole = run(random.engine(), 3, 0..3000, &|_| {}).expect("no invariant breaks");
    let mut parts = run(random.engine(), 3, 1500..3000, &|_| {}).expect("no invariant breaks");
    parts.merge(&run(random.engine(), 3, 0..1500, &|_| {}).expect("no invariant breaks"));
    assert_eq!(whole, parts);
    let again = with(SidePlay::Random);
    assert_eq!((random.hash, &random.title), (again.hash, &again.title));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    assert_eq!(
        whole,
        pool.install(|| run(again.engine(), 3, 0..3000, &|_| {})).expect("no invariant breaks")
    );
    // The transcripts of some fights end as the run counted them.
    let won = |fight: u64| {
        let totals = run(random.engine(), 3, fight..fight + 1, &|_| {}).expect("no invariant breaks");
        totals.sides[0].wins.n() == 1
    };
    for fight in 0..40 {
        let told = trace(random.engine(), 3, fight).unwrap_or_else(|_| panic!("fight {fight}"));
        assert_eq!(told.outcome == Outcome::Win(SideId(0)), won(fight), "fight {fight}");
    }
}

#[test]
fn default_play_is_the_scenario_without_its_tactics() {
    let (path, options) = duel();
    let text = std::fs::read_to_string(&path).expect("the duel");
    assert!(text.contains("target = \"first\""), "the knight has tactics of its own");
    let default = with(SidePlay::Default);
    let sets =
        ["target=first", "downed=ignore"].map(|set| ("--set".to_owned(), format!("Knight.tactics.{set}")));
    let written = Options { sets: [options.sets, sets.to_vec()].concat(), ..Options::default() };
    // The tactics of the file are those of the rules.
    assert_eq!(default.hash, load_scenario(&path, &written).expect("a scenario").hash);
    let mut planted = duel().1;
    planted.sets.push(("--set".to_owned(), "Knight.tactics.delay=sit_out".to_owned()));
    planted.tactics.push(SideTactics { side: "wizards".to_owned(), play: SidePlay::Default });
    assert_eq!(load_scenario(&path, &planted).expect("a scenario").hash, default.hash, "whatever it has");
}
