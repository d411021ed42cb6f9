//! A cheap look at single named tactics: those that are worth more than five points of win rate to a side.
//!
//! The look has a fifth of the fights of a run. Half of them are divided over all switches
//! ([`super::tactics`]) and show which look best; the other half is played by those alone, on other dice, and
//! tests them: a hint says that the difference is beyond five points, with Bonferroni's correction for all
//! that are tested. As the dice are others, what was chosen by the first half does not bias the second. The
//! number of fights of the run decides everything, and no clock does.

use std::path::Path;

use fray_kit::sheet::text::shown;
use rayon::prelude::*;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::metrics::Metric;
use super::sample::{Sample, Sampler, Watch};
use super::switches::Switch;
use super::tactics::switches;
use crate::card::text::{Look, indented};
use crate::compare::Estimate;
use crate::play::run::run_alone;
use crate::scenario::legal::readings;
use crate::scenario::{Options, Scenario, load_scenario};
use crate::stats::{ALPHA, Moments};

/// The part of the fights of a run that a look may have.
const PART: u64 = 5;

/// The activations of fights that take as long as reading a file once, at most: what is read is counted as fights
/// with so many of them. Measured over the scenarios of the repository (`FRAY_HINTS=50000` of the test of hints).
const READING: f64 = 750.0;

/// Fights that show how many activations one has.
const FEW: u64 = 64;

/// The most switches that are tested.
const TESTED: usize = 8;

/// The fewest fights of a switch in the first half: fewer show nothing.
const FEWEST_SEEN: u64 = 8;

/// The fewest fights of a tested switch, so that its test by the normal distribution holds.
const FEWEST_TESTED: u64 = 500;

/// How many points of win rate a tactic has to be worth, as a share.
const WORTH: f64 = 0.05;

/// A named tactic that is worth more than five points to a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The side.
    pub side: String,
    /// The unit, its copies together; none for a decision of the side.
    pub unit: Option<String>,
    /// The decision.
    pub key: &'static str,
    /// The tactic.
    pub value: String,
    /// The change as an argument of `--set`.
    pub set: String,
    /// The win rate of the side in these fights as the scenario is.
    pub win_rate: f64,
    /// Its win rate with the tactic.
    pub with: f64,
    /// By how much it rises at least, together with all other hints with a confidence of 95 %.
    pub at_least: f64,
    /// The pairs of fights.
    pub pairs: u64,
    /// The command that shows what all tactics of the side are worth.
    pub command: String,
}

impl Hint {
    /// The hint as lines of a card.
    #[must_use]
    pub fn lines(&self, look: Look) -> Vec<String> {
        let unit = self.unit.as_ref().map_or_else(String::new, |unit| format!("{unit}: "));
        let points = (self.at_least * 100.0).floor();
        let text = format!(
            "hint: {}: at least {points} points more of win rate with {unit}{} = {}; see",
            self.side, self.key, self.value
        );
        let mut lines = indented(&shown(&text), "", look.width);
        // A command is copied whole.
        lines.push(format!("  {}", shown(&self.command)));
        lines
    }
}

/// Looks for the best such tactic of each side, on the threads of the current pool. `fights` is the number of
/// fights of the run. None where these are too few, the file has changed, or the look was stopped; no hint has
/// a command yet.
#[must_use]
pub fn hints(
    path: &Path,
    options: &Options,
    base: &Scenario,
    (seed, fights): (u64, u64),
    watch: Watch<'_>,
) -> Vec<Hint> {
    let budget = fights / PART;
    // A pipe cannot be read again.
    if budget / 2 < 2 * FEWEST_TESTED || base.drawn.is_some() || !path.is_file() {
        return Vec::new();
    }
    let Some(budget) = budget.checked_sub(reading(base, seed)) else { return Vec::new() };
    if budget / 2 < 2 * FEWEST_TESTED {
        return Vec::new();
    }
    if !load_scenario(path, options).is_ok_and(|again| again.hash == base.hash) {
        return Vec::new();
    }
    let all = switches(path, options, base, None).all;
    look(base, &all, budget, seed, watch).unwrap_or_default()
}

/// The fights that reading all switches is counted as.
fn reading(base: &Scenario, seed: u64) -> u64 {
    // A fight that breaks an invariant is told by who plays it on purpose.
    let few = run_alone(base.engine(), seed.wrapping_add(3), 0..FEW);
    let activations = few.ok().and_then(|few| Moments::of(&few.fight_activations).mean()).unwrap_or(0.0);
    (READING * readings(base) as f64 / activations.max(1.0)).ceil() as u64
}

/// The look; `None` if it was stopped or has too few fights.
fn look(base: &Scenario, all: &[Switch], budget: u64, seed: u64, watch: Watch<'_>) -> Option<Vec<Hint>> {
    let n = all.len() as u64;
    let half = budget / 2;
    let seen = half / (n + 1);
    if n == 0 || seen < FEWEST_SEEN {
        return None;
    }
    let about = base.engine().about();
    let is_win = |metric: &Metric| metric.named.metric == "win_rate";
    let metrics: Vec<Metric> = Metric::of_card(&about).into_iter().filter(is_win).collect();
    let side_of = |switch: &Switch| switch.side.expect("a tactic is of a side").idx();
    // A fight that breaks an invariant is told by who plays it on purpose.
    let played = |scenario: &Scenario, seed: u64, n: u64| -> Option<Sample> {
        let mut sample = Sample::default();
        let again = Metric::again(&metrics, &scenario.engine().about());
        Sampler::new(scenario.engine(), seed, &again, false).play(&mut sample, n, watch).ok()?;
        (sample.fights == n).then_some(sample)
    };
    let gains = |of: &[&Switch], seed: u64, n: u64| -> Option<Vec<Option<Estimate>>> {
        let own = played(base, seed, n)?;
        let gain = |switch: &&Switch| {
            let at = side_of(switch);
            played(&switch.scenario, seed, n)?.minus(&own, at, &metrics[at])
        };
        Some(of.par_iter().map(gain).collect())
    };
    let first = gains(&all.iter().collect::<Vec<_>>(), seed.wrapping_add(1), seen)?;
    let mut best: Vec<(&Switch, f64)> =
        all.iter().zip(&first).filter_map(|(switch, gain)| Some((switch, gain.as_ref()?.diff))).collect();
    best.retain(|(_, gain)| *gain > 0.0);
    best.sort_by(|a, b| b.1.total_cmp(&a.1));
    let room = (half / FEWEST_TESTED).saturating_sub(1) as usize;
    best.truncate(TESTED.min(room));
    let tested: Vec<&Switch> = best.into_iter().map(|(switch, _)| switch).collect();
    let pairs = half / (tested.len() as u64 + 1);
    if pairs < FEWEST_TESTED {
        return None;
    }
    let second = gains(&tested, seed.wrapping_add(2), pairs)?;
    let z = Normal::standard().inverse_cdf(1.0 - ALPHA / tested.len().max(1) as f64);
    let mut found: Vec<(usize, Hint)> = Vec::new();
    for (switch, gain) in tested.iter().zip(second) {
        let Some(gain) = gain else { continue };
        let at_least = gain.diff - z * (gain.variance / gain.pairs as f64).sqrt();
        if at_least <= WORTH {
            continue;
        }
        let at = side_of(switch);
        let hint = Hint {
            side: about.roster.sides[at].name.clone(),
            unit: switch.unit.clone(),
            key: switch.key,
            value: switch.value.clone(),
            set: switch.set.clone(),
            win_rate: gain.a,
            with: gain.b,
            at_least,
            pairs,
            command: String::new(),
        };
        match found.iter_mut().find(|(of, _)| *of == at) {
            Some((_, other)) if other.with - other.win_rate >= hint.with - hint.win_rate => {}
            Some((_, other)) => *other = hint,
            None => found.push((at, hint)),
        }
    }
    found.sort_by_key(|(at, _)| *at);
    Some(found.into_iter().map(|(_, hint)| hint).collect())
}
