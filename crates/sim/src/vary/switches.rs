//! Choices that are switched one at a time, each played against the scenario as it is on the same dice:
//! the tactics of units ([`super::tactics`]) and the answers to rulings ([`super::rulings`]).
//!
//! A switch is the scenario with one `--set`, so that it is read, refused and played as any other
//! change. One that changes no meaning is the present choice, and is not played. Where the scenario and a
//! switch can be enumerated for less than fights cost, exact values take the place of fights.

use core::sync::atomic::{AtomicBool, Ordering};

use fray_engine::roster::{RosterSide, SideId};
use statrs::distribution::{ContinuousCDF, Normal};

use super::enumerated::{cheap_answer, exact_difference, exact_value};
use super::metrics::Metric;
use super::text::known_so_far;
use crate::compare::{
    Compared, Comparison, ComparisonSettings, DELTA, Estimate, NoComparison, Seats, Streams, Tolerance,
    Until, compare,
};
use crate::exact::ExactReport;
use crate::play::engine::Engine;
use crate::play::run::CHUNK;
use crate::scenario::Scenario;
use crate::stats::ALPHA;
use crate::stats::family::holm;
use crate::stats::sequential::Verdict;

/// The kind of switches: tactics or rulings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    /// Tactics of units and sides.
    #[default]
    Tactics,
    /// Answers to rulings.
    Rulings,
}

/// A decision or a ruling switched to another answer.
#[derive(Debug)]
pub struct Switch {
    /// The side; none of a ruling.
    pub side: Option<SideId>,
    /// The unit without the number of a copy; none for a decision of the side, and of a ruling.
    pub unit: Option<String>,
    /// The decision or ruling.
    pub key: &'static str,
    /// The tactic or answer.
    pub value: String,
    /// The change as an argument of `--set`.
    pub set: String,
    /// The scenario with the change.
    pub scenario: Scenario,
}

/// A ruling of which no other answer can change a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Its key.
    pub key: &'static str,
    /// The condition under which it would matter, as a clause.
    pub need: &'static str,
}

/// The switches of a scenario.
#[derive(Debug, Default)]
pub struct Switches {
    /// The kind of switches.
    pub what: What,
    /// The switches that can be played, in file order.
    pub all: Vec<Switch>,
    /// The switches left out because they take a value that nobody can guess: tactics by decision,
    /// `keep_distance of move`, or rulings.
    pub untried: Vec<String>,
    /// Rulings that cannot change a fight.
    pub idle: Vec<Idle>,
}

/// The settings of the switches' fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed of both scenarios.
    pub seed: u64,
    /// Pairs of fights for each switch.
    pub pairs: u64,
    /// The metric as `--metric` of `compare` names it; the win rate of the side of the switch without one.
    pub metric: Option<&'a str>,
    /// Whether exact answers may take the place of fights.
    pub may_solve: bool,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of pairs as they are played or turn out not to be needed, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Told what is known after each switch.
    pub told: &'a (dyn Fn(&str) + Sync),
}

/// The effect of a switch on the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The metric rises: significant after Holm's correction for all switches.
    Rises,
    /// It falls.
    Falls,
    /// No metric of any pair differs; of exact values, the metric does not.
    Equal,
    /// The fights do not tell.
    Undecided,
}

/// A switch with what it does to the metric.
#[derive(Debug)]
pub struct Played {
    /// The switch.
    pub switch: Switch,
    /// The pairs of fights; 0 if the values are exact.
    pub pairs: u64,
    /// The metric, compared.
    pub metric: Compared,
    /// The effect of the switch on the metric.
    pub effect: Effect,
    /// The first and the last rank that its simultaneous interval allows; 1 is the largest rise.
    pub ranks: [usize; 2],
}

/// The switches of a scenario, the largest rise first.
#[derive(Debug)]
pub struct Worth {
    /// The switches.
    pub rows: Vec<Played>,
    /// The sides, in file order.
    pub sides: Vec<RosterSide>,
    /// The kind of switches.
    pub what: What,
    /// The switches that were not tried because they take a value that nobody can guess.
    pub untried: Vec<String>,
    /// Rulings that cannot change a fight.
    pub idle: Vec<Idle>,
    /// Whether it was interrupted; then switches are missing, or pairs of the one that was played last.
    pub interrupted: bool,
}

/// Plays each switch against the scenario as it is.
///
/// # Errors
/// The first fight that broke an invariant, or a text that names no metric.
pub fn worth(base: &Scenario, switches: Switches, terms: Settings<'_>) -> Result<Worth, Box<NoComparison>> {
    let mut rows: Vec<Played> = Vec::new();
    // Stopped while they were read, some are missing.
    let mut interrupted = terms.stop.load(Ordering::Relaxed);
    let about = base.engine().about();
    let exact = terms.may_solve.then(|| Exact::new(base, terms)).flatten();
    let n = switches.all.len();
    for switch in switches.all {
        (terms.told)(&known_so_far(rows.len(), n, rows.iter().filter_map(|row| row.metric.p)));
        if let Some(metric) = exact.as_ref().and_then(|exact| exact.against(&switch)) {
            (terms.played)(terms.pairs);
            let is_equal = metric.estimate.is_some_and(|estimate| estimate.equal);
            let effect = if is_equal { Effect::Equal } else { Effect::Undecided };
            rows.push(Played { switch, pairs: 0, metric, effect, ranks: [0, 0] });
            continue;
        }
        // Most tactics never come to bear: a few fights show those that change nothing.
        let mut compared = against(base, &switch.scenario, terms, terms.pairs.min(CHUNK))?;
        let is_equal = compared.is_equal();
        if !is_equal && terms.pairs > CHUNK {
            let whole = against(base, &switch.scenario, terms, terms.pairs)?;
            // One that was interrupted at once is known by the few fights.
            compared = if whole.pairs >= compared.pairs { whole } else { compared };
        }
        (terms.played)(terms.pairs);
        interrupted = terms.stop.load(Ordering::Relaxed);
        if interrupted && compared.pairs < terms.pairs.min(CHUNK) {
            break;
        }
        let of_side = switch.side.filter(|_| terms.metric.is_none()).map(|side| about.roster.side(side));
        let pairs = compared.pairs;
        let metric = metric_of(compared, of_side);
        let effect = if is_equal { Effect::Equal } else { Effect::Undecided };
        rows.push(Played { switch, pairs, metric, effect, ranks: [0, 0] });
        if interrupted {
            break;
        }
    }
    judge(&mut rows);
    let Switches { what, untried, idle, .. } = switches;
    Ok(Worth { rows, sides: about.roster.sides, what, untried, idle, interrupted })
}

/// A scenario that can be enumerated for less than fights cost.
struct Exact<'a> {
    report: ExactReport,
    metrics: Vec<Metric>,
    /// The number of the metric that was asked for.
    asked: Option<usize>,
    stop: &'a AtomicBool,
}

impl<'a> Exact<'a> {
    fn new(base: &Scenario, terms: Settings<'a>) -> Option<Self> {
        let asked: Vec<String> = terms.metric.map(str::to_owned).into_iter().collect();
        // A text that names no metric is an error of fights.
        let (metrics, numbers) = Metric::named(&base.engine().about(), &asked).ok()?;
        let report = cheap_answer(base, terms.stop)?;
        Some(Self { report, metrics, asked: numbers.first().copied(), stop: terms.stop })
    }

    /// Returns the exact change by a switch of the metric, or of the win rate of its side; `None` if
    /// enumerating it takes longer than fights, or the metric is not part of exact answers.
    fn against(&self, switch: &Switch) -> Option<Compared> {
        // The win rates come first, side by side.
        let win_rate = switch.side.map_or(0, SideId::idx);
        let metric = &self.metrics[self.asked.unwrap_or(win_rate)];
        let a = exact_value(&self.report, &metric.named)?;
        let b = exact_value(&cheap_answer(&switch.scenario, self.stop)?, &metric.named)?;
        let difference = exact_difference(a, b);
        Some(Compared {
            named: metric.named.clone(),
            kind: metric.kind,
            estimate: Some(Estimate::enumerated((a, b), difference)),
            within: Some(difference.within),
            p: Some(difference.p),
            verdict: Verdict::Undecided,
        })
    }
}

/// Plays this number of pairs of fights of two scenarios.
///
/// # Errors
/// As [`worth`].
pub(super) fn against(
    base: &Scenario,
    changed: &Scenario,
    terms: Settings<'_>,
    pairs: u64,
) -> Result<Comparison, Box<NoComparison>> {
    engine_against(base.engine(), changed.engine(), terms, pairs)
}

/// Plays this number of pairs of fights of two scenarios by what plays them.
///
/// # Errors
/// As [`worth`].
pub(crate) fn engine_against(
    base: &dyn Engine,
    changed: &dyn Engine,
    terms: Settings<'_>,
    pairs: u64,
) -> Result<Comparison, Box<NoComparison>> {
    let order = ComparisonSettings {
        streams: [Streams { seed: terms.seed, seats: Seats::Listed }; 2],
        range: 0..pairs,
        until: Until::End,
        metric: terms.metric,
        // The verdict is not asked for.
        delta: Some(Tolerance::Plain(DELTA)),
        alpha: ALPHA,
        stop: terms.stop,
        played: &|_| {},
    };
    compare(base, changed, &order).map_err(Box::new)
}

/// The win rate of a side; without one the metric that was asked for.
pub(crate) fn metric_of(compared: Comparison, of_side: Option<&str>) -> Compared {
    let primary = compared.primary;
    let is_meant = |(at, row): &(usize, Compared)| match of_side {
        Some(side) => row.named.metric == "win_rate" && row.named.side.as_deref() == Some(side),
        None => *at == primary,
    };
    let mut metrics = compared.metrics.into_iter().enumerate();
    let (_, metric) = metrics.find(is_meant).expect("every side has a win rate");
    metric
}

/// Returns the effect of a change that was not equal in every pair, by its p-value after Holm's correction.
pub(super) fn effect_of(metric: &Compared, p_holm: f64) -> Effect {
    match (p_holm <= ALPHA, difference(metric) > 0.0) {
        (true, true) => Effect::Rises,
        (true, false) => Effect::Falls,
        (false, _) => Effect::Undecided,
    }
}

/// Decides which switches let the metric rise or fall, and ranks them.
fn judge(rows: &mut [Played]) {
    let p: Vec<f64> = rows.iter().map(|row| row.metric.p.unwrap_or(1.0)).collect();
    for (row, p) in rows.iter_mut().zip(holm(&p)) {
        if row.effect != Effect::Equal {
            row.effect = effect_of(&row.metric, p);
        }
    }
    rows.sort_by(|a, b| rise(b).total_cmp(&rise(a)));
    // All intervals hold together at 95 %: each is wider by the quantiles of Bonferroni's level.
    let quantile = |alpha: f64| Normal::standard().inverse_cdf(1.0 - alpha / 2.0);
    let wider = quantile(ALPHA / rows.len().max(1) as f64) / quantile(ALPHA);
    let ends: Vec<[f64; 2]> = rows
        .iter()
        .map(|row| {
            let reach = row.metric.within.zip(row.metric.estimate).map(|(within, it)| within.reach(it.diff));
            let half = reach.map_or(0.0, |reach| reach * wider);
            [rise(row) - half, rise(row) + half]
        })
        .collect();
    for (row, own) in rows.iter_mut().zip(&ends) {
        let above = ends.iter().filter(|other| other[0] > own[1]).count();
        let below = ends.iter().filter(|other| other[1] < own[0]).count();
        row.ranks = [1 + above, ends.len() - below];
    }
}

pub(super) fn rise(row: &Played) -> f64 {
    difference(&row.metric)
}

/// By how much the metric rises; 0 without observations.
pub(super) fn difference(metric: &Compared) -> f64 {
    metric.estimate.map_or(0.0, |estimate| estimate.diff)
}
