//! The scenarios whose intervals are measured, and what is true of them.

use core::sync::atomic::AtomicBool;
use std::path::PathBuf;

use fray_kit::sheet::declare::quoted;
use fray_rules::Game;
use fray_sim::compare::{
    Comparison, ComparisonSettings, MetricKind, MetricName, Seats, Streams, Until, compare,
};
use fray_sim::control::Control;
use fray_sim::exact::{self, ExactReport, solve};
use fray_sim::play::engine::Engine;
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::weights::parts;

/// The fights of a try.
pub(super) const FIGHTS: u64 = 300;

/// The fights, or pairs of them, that stand for the truth where there is no exact answer.
pub(super) const LONG: u64 = 200 * FIGHTS;

/// The seed of those; that of try k is k.
pub(super) const LONG_SEED: u64 = 1 << 40;

/// Numbers that are tried to find versions of a scenario.
const TRIED: usize = 24;

pub(super) static NEVER: AtomicBool = AtomicBool::new(false);

pub(super) fn watch() -> Control<'static> {
    Control { stop: &NEVER, played: &|_| {} }
}

/// A scenario in a file.
pub(super) struct Case {
    /// What it is called in the table.
    pub(super) name: &'static str,
    pub(super) path: PathBuf,
    pub(super) options: Options,
    pub(super) base: Scenario,
    /// One more of a number each, the one that changes fewest fights first: as `--set`, with the scenario.
    pub(super) versions: Vec<(String, Scenario)>,
    _folder: tempfile::TempDir,
}

/// The example of a game, and the same with two of its last unit.
pub(super) fn of(info: &'static Game) -> Vec<Case> {
    let case = |(name, copies): (&'static str, u32)| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("case.toml");
        std::fs::write(&path, info.example).expect("a file");
        let plain = load_scenario(&path, &Options::default()).expect("the example");
        let roster = plain.engine().about().roster;
        let last = roster.units.last().expect("a unit");
        let (side, unit) = (quoted(roster.side(last.side)), quoted(&last.name));
        let mut options = Options::default();
        if copies > 1 {
            options.sets.push(("--set".to_owned(), format!("{side}/{unit}.count={copies}")));
        }
        let base = load_scenario(&path, &options).ok()?;
        let versions = versions(&path, &options, &base);
        Some(Case { name, path, options, base, versions, _folder: folder })
    };
    [("duel", 1), ("two against one", 2)].into_iter().filter_map(case).collect()
}

/// Versions with one more of a number, by how many of a few pairs differ.
fn versions(path: &std::path::Path, options: &Options, base: &Scenario) -> Vec<(String, Scenario)> {
    let mut all = Vec::new();
    for part in parts(path, options, base, None, false, &NEVER).into_iter().take(TRIED) {
        let Some(changed) = part.changed.into_iter().next() else { continue };
        let set = changed.options.sets.last().expect("what is changed").1.clone();
        let found = paired([base.engine(), changed.scenario.engine()], 1, FIGHTS, Until::End);
        if found.discordant() > 0 && found.only_a.is_empty() && found.only_b.is_empty() {
            all.push((found.discordant(), set, changed.scenario));
        }
    }
    all.sort_by_key(|(discordant, ..)| *discordant);
    all.into_iter().map(|(_, set, scenario)| (set, scenario)).collect()
}

/// Pairs of fights of two scenarios.
pub(super) fn paired([a, b]: [&dyn Engine; 2], seed: u64, pairs: u64, until: Until) -> Comparison {
    let order = ComparisonSettings {
        streams: [Streams { seed, seats: Seats::Listed }; 2],
        range: 0..pairs,
        until,
        metric: None,
        delta: None,
        alpha: 0.01,
        stop: &NEVER,
        played: &|_| {},
    };
    compare(a, b, &order).expect("versions of a scenario")
}

/// The exact answer of a scenario, if it takes no longer than a few seconds.
pub(super) fn exactly(engine: &dyn Engine) -> Option<ExactReport> {
    let options = exact::Options {
        max_paths: 400_000,
        max_steps: 20_000_000,
        max_bytes: 1 << 28,
        ..Default::default()
    };
    solve(engine, "case", &options, &NEVER).ok().filter(|report| report.residual <= 1e-9)
}

/// The exact value of a metric, if the answer has it.
pub(super) fn value(report: &ExactReport, named: &MetricName) -> Option<f64> {
    match (named.metric.as_str(), &named.side, &named.unit) {
        ("win_rate", Some(side), None) => Some(report.win(side)),
        ("draw_rate", None, None) => Some(report.draw()),
        ("timeout_rate", None, None) => Some(report.timeout()),
        ("rounds", None, None) => Some(report.rounds_mean),
        (metric, Some(side), unit) => {
            let mut rows = report.metrics.iter();
            let row = rows.find(|row| row.metric == metric && row.side == *side && row.unit == *unit);
            row.and_then(|row| row.known_mean())
        }
        _ => None,
    }
}

/// Returns what a metric is, by the kind of interval that it has.
pub(super) fn kind(kind: MetricKind, named: &MetricName) -> String {
    let kind = match kind {
        MetricKind::Rate => "rate",
        MetricKind::Mean => "count",
        MetricKind::RateOfTries => "rate of tries",
        MetricKind::MeanOfObservations => "mean of observations",
    };
    format!("{kind} of {}", whom(named.side.as_deref(), named.unit.as_deref()))
}

/// Returns whether a metric is of a unit, a side or the fight.
pub(super) fn whom(side: Option<&str>, unit: Option<&str>) -> &'static str {
    match (side, unit) {
        (_, Some(_)) => "a unit",
        (Some(_), None) => "a side",
        (None, None) => "the fight",
    }
}
