//! The intervals of what is played until something is known: `matrix`, `solve` and `check`.

use std::collections::BTreeMap;

use fray_sim::compare::Tolerance;
use fray_sim::control::Control;
use fray_sim::gate::Kind;
use fray_sim::gate::drift::Strictness;
use fray_sim::gate::point::{Point, Replay, Settings};
use fray_sim::gate::selftest::{Plan, goals};
use fray_sim::gate::suite::Mode;
use fray_sim::scenario::load_scenario;
use fray_sim::scenario::pairing::Pairing;
use fray_sim::vary::matrix::{self, matrix};
use fray_sim::vary::solve::goal::SolveGoal;
use fray_sim::vary::solve::key::Key;
use fray_sim::vary::solve::{self, solve};

use super::case::{Case, NEVER, exactly, watch};
use super::table::{Seen, Table};

/// The first sides of a scenario and of some versions of it against each other.
pub(super) fn everybody(case: &Case, tries: u64, table: &mut Table) {
    let base = load_scenario(&case.path, &case.options).expect("a scenario");
    let mut all = vec![base];
    for (set, _) in case.versions.iter().rev().take(2) {
        let mut options = case.options.clone();
        options.sets.push(("--set".to_owned(), set.clone()));
        let mut version = load_scenario(&case.path, &options).expect("a version");
        version.stem = format!("{} {}", version.stem, all.len());
        all.push(version);
    }
    let pairing = Pairing::new(&case.base, &all, &[]);
    let n = pairing.fighters.len();
    // Exact scores by cell; nothing is measured where one is out of reach.
    let sides = |engine: &dyn fray_sim::play::engine::Engine| engine.about().roster.sides;
    let score = |a: usize, b: usize| {
        let pair = pairing.pair(a, b)?;
        let report = exactly(pair.engine())?;
        let first = &sides(pair.engine())[0].name;
        Some(report.win(first) + (report.draw() + report.timeout()) / 2.0)
    };
    let scores: Option<Vec<Vec<f64>>> = (0..n).map(|a| (0..n).map(|b| score(a, b)).collect()).collect();
    let Some(scores) = scores.filter(|_| n > 1) else { return };
    for seed in 0..tries {
        let terms =
            matrix::Settings { seed, fights: 1 << 12, delta: 0.02, watch: watch(), looked: &|_, _| {} };
        let found = matrix(&pairing, terms).expect("no invariant breaks");
        let mut seen = Seen::default();
        let name = |what: &str| format!("{what} in {}", case.name);
        for (a, b) in (0..n).flat_map(|a| (a..n).map(move |b| (a, b))) {
            let truth = if a == b { scores[a][a] - 0.5 } else { (scores[a][b] - scores[b][a]) / 2.0 };
            if let Some(lead) = found.lead(a, b) {
                seen.add("lead", name(&format!("{a} against {b}")), lead.within, truth);
            }
        }
        if let Some(first) = found.first_place() {
            let truth = scores.iter().flatten().sum::<f64>() / (n * n) as f64 - 0.5;
            seen.add("first place", name("the first"), first.within, truth);
        }
        for standing in found.standings() {
            let own = standing.fighter;
            let of = |b: usize| (scores[own][b] + 1.0 - scores[b][own]) / 2.0;
            let truth = (0..n).filter(|&b| b != own).map(of).sum::<f64>() / (n - 1) as f64;
            seen.add("mean score", name(&format!("{own}")), standing.score.within, truth);
        }
        table.add(seen);
    }
}

/// The values that a search for a number looks at.
pub(super) fn solved(case: &Case, tries: u64, table: &mut Table) {
    let about = case.base.engine().about();
    let side = &about.roster.sides[0].name;
    let Some(exact) = exactly(case.base.engine()) else { return };
    // A target beside what there is, so that several values are looked at.
    let target = (exact.win(side) + 0.04).clamp(0.05, 0.95);
    let Some((set, _)) = case.versions.last() else { return };
    let Some((path, _)) = set.rsplit_once('=') else { return };
    let Ok(key) = Key::parse(path, Some(&case.base)) else { return };
    let mut truths: BTreeMap<i64, Option<f64>> = BTreeMap::new();
    for (goal, what) in [
        (format!("win_rate({side}) = {target:.4}"), "value of a target"),
        (format!("win_rate({side}) >= {target:.4}"), "value of a threshold"),
    ] {
        let Ok(wish) = SolveGoal::new(&goal, &about, Some(Tolerance::Points(3.0))) else { continue };
        for seed in 0..tries {
            let terms = solve::points::Settings {
                seed,
                most: 1 << 13,
                until: None,
                may_solve: false,
                watch: watch(),
                told: &|_| {},
            };
            let found =
                solve(&case.path, &case.options, &case.base, vec![key.clone()], vec![wish.clone()], terms);
            let Ok(found) = found else { continue };
            let mut seen = Seen::default();
            for (value, looked) in found.lines.iter().flat_map(|line| &line.looked) {
                let truth = truths
                    .entry(*value)
                    .or_insert_with(|| exactly(looked.scenario.engine()).map(|report| report.win(side)));
                if let (Some(Some(reading)), Some(truth)) = (looked.readings(0).first(), truth) {
                    // Those far from the answer have as few fights in every try.
                    let name = format!("{path} = {value} in {}", case.name);
                    seen.add(what, name, reading.within, *truth);
                }
            }
            table.add(seen);
        }
    }
}

/// Goals where their play stops, and the differences of rates from a baseline of the same fights.
pub(super) fn checked(case: &Case, tries: u64, table: &mut Table) {
    let scenario = load_scenario(&case.path, &case.options).expect("a scenario");
    let mut point = Point { name: String::new(), scenario, goals: Vec::new(), baseline: None };
    if let Some(exact) = exactly(case.base.engine()) {
        let plan = Plan { compared_runs: tries, ..Plan::default() };
        for row in goals(&mut point, &exact, &plan, &NEVER).expect("no invariant breaks") {
            let (kind, name) =
                row.what.split_once(", the worst of").unwrap_or(("verdicts that are right", &row.what));
            let kind = kind.trim_start_matches("95 % interval of ");
            table.add_counted(kind, &format!("{name} in {}", case.name), row.tries, row.held);
        }
    }
    let watch = Control { stop: &NEVER, played: &|_| {} };
    for seed in 0..tries {
        // Both samples are of this try: the difference of two that are of one scenario is 0.
        point.baseline = None;
        point.baseline = point.baseline(2 * seed, 1 << 12, "coverage", watch).expect("no invariant breaks");
        let terms = Settings {
            mode: Mode::Stat,
            strict: Strictness { alpha: 0.05, tests: point.tests(), delta: 0.02 },
            first_look: 1 << 10,
            max_fights: 1 << 12,
            seed: Some(2 * seed + 1),
            replay: Replay::Prefix,
        };
        let judged = point.judge(&terms, watch).expect("no invariant breaks");
        let mut seen = Seen::default();
        for finding in judged.findings.iter().filter(|finding| finding.kind != Kind::Goal) {
            if let Some(within) = finding.within {
                let name = format!("{} {} in {}", finding.metric, finding.whom, case.name);
                let kind = if finding.is_rate { "drift of a rate" } else { "drift of a mean" };
                seen.add(kind, name, within, 0.0);
            }
        }
        table.add(seen);
    }
}
