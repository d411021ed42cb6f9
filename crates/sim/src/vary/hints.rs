//! A cheap look at single named tactics: those that are worth more than five points of win rate to a side.
//!
//! The look has a fifth of the fights of a run. Half of them find what looks best by dropping most of
//! them again and again (successive halving; Karnin, Koren and Somekh 2013): all switches of a side are played a few
//! times, the best quarter of them again, and so on. The other half is played by the few that are left, on other dice, and
//! tests them: a hint says that the difference is beyond five points, with Bonferroni's correction for all
//! that are tested. As the dice are others, what was chosen by the first half does not bias the second. The
//! number of fights of the run decides everything, and no clock does.

use fray_kit::sheet::text::shown;
use rayon::prelude::*;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::metrics::Metric;
use crate::card::text::{Look, indented};
use crate::compare::Estimate;
use crate::control::Control;
use crate::play::engine::Engine;
use crate::play::run::run_alone;
use crate::scenario::legal::{LegalTactic, composed_tactics, readings};
use crate::scenario::{BuiltScenario, Scenario};
use crate::stats::{ALPHA, Moments};
use crate::vary::sample::{Sample, Sampler};

/// The part of the fights of a run that a look may have.
const PART: u64 = 5;

/// The most activations of fights that take as long as preparing one unit of a switch: each switch that is
/// prepared is counted as fights with this many for each unit. Measured over the scenarios of the repository
/// (`FRAY_HINTS=50000` of the test of hints).
const READING: f64 = 20.0;

/// The activations of fights that take as long as beginning to play one unit of a switch.
const BEGINNING: f64 = 15.0;

/// Fights that show how many activations one has.
const FEW: u64 = 64;

/// The most switches that are tested, over all sides.
const TESTED: usize = 8;

/// Each time that switches are played, one of so many is left.
const DROPPED: usize = 4;

/// The fewest fights of a switch each time: of one alone no difference is known.
const FEWEST_SEEN: u64 = 2;

/// The fewest fights of a tested switch, so that its test by the normal distribution holds.
const FEWEST_TESTED: u64 = 500;

/// The seeds of the fights that choose begin so far behind that of the run, behind those of the other fights of a look.
const CHOOSING: u64 = 16;

/// The least worth of a tactic in points of win rate, as a share.
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
/// fights of the run. None where these are too few, tactics are drawn at random, or the look was stopped; no
/// hint has a command yet.
#[must_use]
pub fn hints(base: &Scenario, (seed, fights): (u64, u64), watch: Control<'_>) -> Vec<Hint> {
    let budget = fights / PART;
    if budget / 2 < 2 * FEWEST_TESTED || !base.is_plain() {
        return Vec::new();
    }
    let per_unit = activations(base, seed) / base.engine().about().roster.units.len() as f64;
    let reading = (READING * readings(base) as f64 / per_unit).ceil() as u64;
    let Some(budget) = budget.checked_sub(reading) else { return Vec::new() };
    if budget / 2 < 2 * FEWEST_TESTED {
        return Vec::new();
    }
    let mut all = composed_tactics(base, watch.stop).all;
    all.retain(|tactic| !tactic.is_present);
    let beginning = (BEGINNING / per_unit).ceil() as u64;
    Looker::new(base, seed, beginning, watch).look(&all, budget).unwrap_or_default()
}

/// The activations of a fight, 1 at least.
fn activations(base: &Scenario, seed: u64) -> f64 {
    // A fight that breaks an invariant is told by who plays it on purpose.
    let few = run_alone(base.engine(), seed.wrapping_add(3), 0..FEW);
    few.ok().and_then(|few| Moments::of(&few.fight_activations).mean()).map_or(1.0, |mean| mean.max(1.0))
}

/// A switch that is still looked at, with what its side gained.
struct Seen<'a> {
    switch: &'a LegalTactic<BuiltScenario>,
    /// The sum of the differences of its pairs of fights.
    gained: f64,
    pairs: u64,
}

impl Seen<'_> {
    fn gain(&self) -> f64 {
        self.gained / self.pairs.max(1) as f64
    }
}

/// Plays switches against the scenario as it is.
struct Looker<'a> {
    base: &'a Scenario,
    seed: u64,
    /// The fights that beginning to play a scenario is counted as.
    beginning: u64,
    watch: Control<'a>,
    /// The win rates of the sides, in file order.
    metrics: Vec<Metric>,
}

impl<'a> Looker<'a> {
    fn new(base: &'a Scenario, seed: u64, beginning: u64, watch: Control<'a>) -> Self {
        let is_win = |metric: &Metric| metric.named.metric == "win_rate";
        let metrics = Metric::of_card(&base.engine().about()).into_iter().filter(is_win).collect();
        Self { base, seed, beginning, watch, metrics }
    }

    /// The hints; `None` if it was stopped or has too few fights.
    fn look(&self, all: &[LegalTactic<BuiltScenario>], budget: u64) -> Option<Vec<Hint>> {
        let half = budget / 2;
        let room = (half / FEWEST_TESTED).saturating_sub(1) as usize;
        let tested = self.promising(all, half, TESTED.min(room))?;
        let pairs = half / (tested.len() as u64 + 1);
        if pairs < FEWEST_TESTED {
            return None;
        }
        let gains = self.gains(&tested, self.seed.wrapping_add(2), pairs)?;
        let z = Normal::standard().inverse_cdf(1.0 - ALPHA / tested.len().max(1) as f64);
        let sides = self.base.engine().about().roster.sides;
        // By side, the tactic that it wins most with.
        let mut found: Vec<Option<Hint>> = vec![None; sides.len()];
        for (switch, gain) in tested.iter().zip(gains) {
            let Some(gain) = gain else { continue };
            let at_least = gain.diff - z * (gain.variance / gain.pairs as f64).sqrt();
            let of = &mut found[switch.side.idx()];
            if at_least <= WORTH || of.as_ref().is_some_and(|other| other.with >= gain.b) {
                continue;
            }
            *of = Some(Hint {
                side: sides[switch.side.idx()].name.clone(),
                unit: switch.unit.clone(),
                key: switch.key,
                value: switch.value.to_owned(),
                set: switch.set.clone(),
                win_rate: gain.a,
                with: gain.b,
                at_least,
                pairs,
                command: String::new(),
            });
        }
        Some(found.into_iter().flatten().collect())
    }

    /// The switches that look best, `most` of all sides together, found with so many fights.
    fn promising<'s>(
        &self,
        all: &'s [LegalTactic<BuiltScenario>],
        fights: u64,
        most: usize,
    ) -> Option<Vec<&'s LegalTactic<BuiltScenario>>> {
        let n_sides = self.metrics.len();
        let last = most / n_sides;
        if last == 0 {
            return None;
        }
        let mut sides: Vec<Vec<Seen<'_>>> = (0..n_sides).map(|_| Vec::new()).collect();
        for switch in all {
            sides[switch.side.idx()].push(Seen { switch, gained: 0.0, pairs: 0 });
        }
        // How often all but one of a few are dropped.
        let drops = |seen: &Vec<Seen<'_>>| (0..).find(|&n| last * DROPPED.pow(n) >= seen.len());
        let n_drops = u64::from(sides.iter().filter_map(drops).max().unwrap_or(0).max(1));
        for round in 0..n_drops {
            let left: Vec<&LegalTactic<BuiltScenario>> =
                sides.iter().flatten().map(|seen| seen.switch).collect();
            let n = (fights / n_drops / (left.len() as u64 + 1)).saturating_sub(self.beginning);
            if n < FEWEST_SEEN {
                return None;
            }
            let gains = self.gains(&left, self.seed.wrapping_add(CHOOSING + round), n)?;
            for (seen, gain) in sides.iter_mut().flatten().zip(gains) {
                let Some(gain) = gain else { continue };
                seen.gained += gain.diff * n as f64;
                seen.pairs += n;
            }
            for seen in &mut sides {
                seen.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
                seen.truncate(seen.len().div_ceil(DROPPED).max(last));
            }
        }
        sides.iter_mut().for_each(|seen| seen.truncate(last));
        let looks_good = |seen: &Seen<'s>| (seen.gain() > 0.0).then_some(seen.switch);
        Some(sides.iter().flatten().filter_map(looks_good).collect())
    }

    /// By how much the win rate of its side rises with each switch, over so many pairs of fights.
    fn gains(&self, of: &[&LegalTactic<BuiltScenario>], seed: u64, n: u64) -> Option<Vec<Option<Estimate>>> {
        let own = self.played(self.base.engine(), seed, n)?;
        let gain = |switch: &&LegalTactic<BuiltScenario>| {
            let at = switch.side.idx();
            self.played(switch.scenario.engine(), seed, n)?.minus(&own, at, &self.metrics[at])
        };
        Some(of.par_iter().map(gain).collect())
    }

    /// A fight that breaks an invariant is left to those who play it on purpose.
    fn played(&self, engine: &dyn Engine, seed: u64, n: u64) -> Option<Sample> {
        let mut sample = Sample::default();
        let again = Metric::again(&self.metrics, &engine.about());
        Sampler::new(engine, seed, &again, false).play(&mut sample, n, self.watch).ok()?;
        (sample.fights == n).then_some(sample)
    }
}
