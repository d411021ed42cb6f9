//! The worth of numbers: each number of each unit one more and one less, on the same dice as the scenario as
//! it is; and the scenario without each of its parts.
//!
//! The worth of a number is half of the difference between one more and one less, fight by fight (the
//! central difference); where only one of the two is legal, what that one changes. Where one less takes
//! another amount than one more adds, beyond luck, the number is uneven, and both are shown. Worths are ranked
//! by size, as far as intervals allow that hold together at 95 % (Bonferroni). An exchange rate is the
//! ratio of two worths; its interval divides the ends of both intervals, each at 97.5 %, and so holds at
//! 95 % however the two depend on each other.

mod parts;
pub(crate) mod text;

use core::sync::atomic::Ordering;

pub(crate) use parts::unit_numbers;
pub use parts::{Changed, Part, Place, Step, left_out, names, parts};
use statrs::distribution::{ContinuousCDF, Normal};

use super::enumerated::{cheap_answer, exact_difference, exact_value};
use super::metrics::Metric;
use super::text::known_so_far;
use crate::compare::{BrokenPair, ComparisonSettings, NoComparison, Seats, Streams, Until, compare};
use crate::control::Control;
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK};
use crate::scenario::{Options, Scenario};
use crate::stats::difference::Difference;
use crate::stats::family::holm;
use crate::stats::{ALPHA, Interval};
use crate::vary::sample::{Sample, Sampler};

/// Exact effects of one more and of one less are uneven if they differ by more than this part of the larger.
const UNEVEN: f64 = 0.1;

/// The settings of the parts' fights.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights of the scenario and of each version of it.
    pub fights: u64,
    /// Whether exact answers may take the place of fights.
    pub may_solve: bool,
    /// The signal that stops play, and the callback with the numbers of fights as they are played or turn out
    /// not to be needed.
    pub watch: Control<'a>,
    /// Told what is known after each part.
    pub told: &'a (dyn Fn(&str) + Sync),
}

/// The change of a metric by one more of a number, or by taking a part out of the scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The estimate.
    pub value: f64,
    /// The half width of its 95 % interval.
    pub half: f64,
    /// Its p-value for no worth, not adjusted for the number of parts.
    pub p: f64,
    /// Whether it is certain to be something, with Holm's correction for all parts at 5 %.
    pub is_certain: bool,
    /// Whether one more certainly adds another amount than one less takes, with the same correction.
    pub is_uneven: bool,
    /// The first and the last rank by size that the intervals, which hold together, allow.
    pub ranks: [usize; 2],
}

/// A part that was played.
#[derive(Debug)]
pub struct WeightedValue {
    /// The place.
    pub place: Place,
    /// The fights of each version.
    pub fights: u64,
    /// By version of the scenario: the step and, by metric, what it changes; none of metrics that the
    /// version does not have.
    pub effects: Vec<(Step, Vec<Option<Difference>>)>,
    /// By metric, the worth.
    pub worth: Vec<Option<Worth>>,
    /// Whether no metric of any fight changed in the first chunk, which is all that was played then.
    pub is_equal: bool,
    /// The directions in which one step changes no metric of any fight of the first chunk, and two steps do.
    pub in_steps: Vec<Step>,
}

/// The parts of a scenario with what they are worth, in file order.
#[derive(Debug)]
pub struct Weights {
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// The parts.
    pub rows: Vec<WeightedValue>,
    /// The values that were not changed, as they are neither numbers nor stand in a ladder.
    pub left_out: Vec<Place>,
    /// Whether it was interrupted; then parts are missing, or fights of the one that was played last.
    pub interrupted: bool,
    /// Whether effects are exact, and no fight was played but a few that show which numbers change nothing.
    pub is_exact: bool,
}

/// A fight that broke an invariant, of the scenario itself or of a version of it.
#[derive(Debug)]
pub struct BrokenPart {
    /// The flags of the version; `None` for the scenario itself.
    pub options: Option<Options>,
    /// The fight.
    pub broken: Broken,
}

/// Plays the scenario and each version of it. The metrics are those of the scenario.
///
/// # Errors
/// The first fight that broke an invariant.
pub fn weigh(
    base: &Scenario,
    parts: &[Part],
    metrics: Vec<Metric>,
    terms: Settings<'_>,
) -> Result<Weights, Box<BrokenPart>> {
    let Settings { seed, fights, watch, may_solve, told } = terms;
    if let Some(rows) = may_solve.then(|| exactly(base, parts, &metrics, terms)).flatten() {
        (watch.played)(fights * (1 + parts.iter().map(|part| part.changed.len() as u64).sum::<u64>()));
        return Ok(Weights { metrics, rows, left_out: Vec::new(), interrupted: false, is_exact: true });
    }
    let play = |engine: &dyn Engine| {
        let again = Metric::again(&metrics, &engine.about());
        let mut sample = Sample::default();
        let played = Sampler::new(engine, seed, &again, false).play(&mut sample, fights, watch);
        played.map(|()| (sample, again))
    };
    let of_base = play(base.engine());
    let (of_base, _) = of_base.map_err(|broken| Box::new(BrokenPart { options: None, broken }))?;
    let is_stopped = || watch.stop.load(Ordering::Relaxed);
    let mut weights = Weights {
        metrics: metrics.clone(),
        rows: Vec::new(),
        left_out: Vec::new(),
        interrupted: of_base.fights < fights,
        is_exact: false,
    };
    for part in parts {
        let p = weights.rows.iter().filter_map(|row| row.worth.first()?.map(|worth| worth.p));
        told(&known_so_far(weights.rows.len(), parts.len(), p));
        let Part { place, changed, .. } = part;
        if weights.interrupted || is_stopped() {
            weights.interrupted = true;
            break;
        }
        let failed = |at: usize, broken: Broken| {
            Box::new(BrokenPart { options: Some(changed[at].options.clone()), broken })
        };
        // Many numbers never come to bear: a few fights show those that change nothing.
        let mut is_equal = Some(true);
        let mut idle = Vec::new();
        for (at, it) in changed.iter().enumerate() {
            let few = changes_nothing(base, &it.scenario, terms).map_err(|pair| match pair.which {
                crate::compare::Which::A => Box::new(BrokenPart { options: None, broken: pair.broken }),
                crate::compare::Which::B => failed(at, pair.broken),
            })?;
            if few == Some(true) {
                idle.push(it.step);
            }
            is_equal = is_equal.zip(few).map(|(all, few)| all && few);
        }
        let Some(is_equal) = is_equal else {
            weights.interrupted = true;
            break;
        };
        let in_steps = in_steps(base, part, &idle, terms)
            .map_err(|(options, broken)| Box::new(BrokenPart { options: Some(options), broken }))?;
        if is_equal {
            (watch.played)(fights * changed.len() as u64);
            weights.rows.push(WeightedValue { in_steps, ..unchanged(part, &metrics, terms) });
            continue;
        }
        let mut samples = Vec::new();
        for (at, it) in changed.iter().enumerate() {
            samples.push(play(it.scenario.engine()).map_err(|broken| failed(at, broken))?);
        }
        // What an interruption left of the last part is known, if all its versions have fights.
        let least = samples.iter().map(|(sample, _)| sample.fights).min().unwrap_or(0);
        weights.interrupted = least < fights;
        if weights.interrupted {
            if least < CHUNK {
                break;
            }
            samples.iter_mut().for_each(|(sample, _)| *sample = sample.prefix(least));
        }
        let fights = least;
        let difference = |from: &Sample, (to, again): &(Sample, Vec<Option<Metric>>), at: usize| {
            again[at].as_ref().and_then(|metric| Some(to.minus(from, at, metric)?.fixed()))
        };
        let all = 0..metrics.len();
        let effects: Vec<(Step, Vec<Option<Difference>>)> = changed
            .iter()
            .zip(&samples)
            .map(|(it, sample)| (it.step, all.clone().map(|at| difference(&of_base, sample, at)).collect()))
            .collect();
        let worth = |at: usize| {
            let (difference, share) = match (&samples[..], changed[0].step) {
                // One more comes first, where both are legal.
                ([more, less], _) => (difference(&less.0, more, at)?, 0.5),
                (_, Step::Less) => (effects[0].1[at]?, -1.0),
                (_, Step::More | Step::Without) => (effects[0].1[at]?, 1.0),
            };
            let (value, half) = (difference.value * share, difference.reach() * share.abs());
            let p = difference.p;
            Some(Worth { value, half, p, is_certain: false, is_uneven: false, ranks: [0, 0] })
        };
        let (place, worth) = (place.clone(), all.clone().map(worth).collect());
        weights.rows.push(WeightedValue { place, fights, effects, worth, is_equal, in_steps });
    }
    for at in 0..metrics.len() {
        judge(&mut weights.rows, at);
    }
    Ok(weights)
}

/// The directions among `idle`, in which one step changes nothing in a few fights, in which two steps do.
fn in_steps(
    base: &Scenario,
    part: &Part,
    idle: &[Step],
    terms: Settings<'_>,
) -> Result<Vec<Step>, (Options, Broken)> {
    let is_legal = |step: Step| part.changed.iter().any(|it| it.step == step);
    let mut steps = Vec::new();
    for it in &part.twice {
        // A step that changes no meaning is no version.
        if is_legal(it.step) && !idle.contains(&it.step) {
            continue;
        }
        let few =
            changes_nothing(base, &it.scenario, terms).map_err(|pair| (it.options.clone(), pair.broken))?;
        if few == Some(false) {
            steps.push(it.step);
        }
    }
    Ok(steps)
}

/// A part that changed nothing in a few fights.
fn unchanged(part: &Part, metrics: &[Metric], terms: Settings<'_>) -> WeightedValue {
    let none = vec![None; metrics.len()];
    let effects = part.changed.iter().map(|it| (it.step, none.clone())).collect();
    let fights = terms.fights.min(CHUNK);
    let worth = vec![None; metrics.len()];
    WeightedValue { place: part.place.clone(), fights, effects, worth, is_equal: true, in_steps: Vec::new() }
}

/// The parts with their exact effects; `None` if enumeration takes longer than fights, or a metric is not
/// part of exact answers.
fn exactly(
    base: &Scenario,
    parts: &[Part],
    metrics: &[Metric],
    terms: Settings<'_>,
) -> Option<Vec<WeightedValue>> {
    let watch = terms.watch;
    let report = cheap_answer(base, watch.stop)?;
    let of_base: Vec<f64> =
        metrics.iter().map(|metric| exact_value(&report, &metric.named)).collect::<Option<_>>()?;
    let effects = |changed: &Changed| -> Option<(Step, Vec<Option<Difference>>)> {
        let report = cheap_answer(&changed.scenario, watch.stop)?;
        let again = Metric::again(metrics, &changed.scenario.engine().about());
        let effect = |(metric, of_base): (&Option<Metric>, &f64)| match metric {
            // A version without a unit has none of its metrics.
            None => Some(None),
            Some(metric) => Some(Some(exact_difference(*of_base, exact_value(&report, &metric.named)?))),
        };
        Some((changed.step, again.iter().zip(&of_base).map(effect).collect::<Option<_>>()?))
    };
    let weighed = |part: &Part| -> Option<WeightedValue> {
        let mut few = part.changed.iter().map(|it| changes_nothing(base, &it.scenario, terms));
        if few.all(|is_equal| is_equal.is_ok_and(|is_equal| is_equal == Some(true))) {
            let in_steps = in_steps(base, part, &[Step::More, Step::Less], terms).ok()?;
            return Some(WeightedValue { in_steps, ..unchanged(part, metrics, terms) });
        }
        let effects: Vec<_> = part.changed.iter().map(effects).collect::<Option<_>>()?;
        let worth = |at: usize| {
            let of = |effect: &(Step, Vec<Option<Difference>>)| effect.1[at].map(|it| it.value);
            let (value, is_uneven) = match &effects[..] {
                [more, less] => {
                    let (more, less) = (of(more)?, of(less)?);
                    let larger = more.abs().max(less.abs());
                    ((more - less) / 2.0, (more + less).abs() > UNEVEN * larger)
                }
                [(Step::Less, _)] => (-of(&effects[0])?, false),
                _ => (of(&effects[0])?, false),
            };
            let p = exact_difference(0.0, value).p;
            Some(Worth { value, half: 0.0, p, is_certain: false, is_uneven, ranks: [0, 0] })
        };
        let (place, worth) = (part.place.clone(), (0..metrics.len()).map(worth).collect());
        let is_idle =
            |effect: &&(Step, Vec<Option<Difference>>)| effect.1.iter().flatten().all(|it| it.value == 0.0);
        let idle: Vec<Step> = effects.iter().filter(is_idle).map(|(step, _)| *step).collect();
        let in_steps = in_steps(base, part, &idle, terms).ok()?;
        Some(WeightedValue { place, fights: 0, effects, worth, is_equal: false, in_steps })
    };
    let mut rows: Vec<WeightedValue> = parts.iter().map(weighed).collect::<Option<_>>()?;
    (0..metrics.len()).for_each(|at| judge(&mut rows, at));
    Some(rows)
}

/// Returns whether a version of the scenario has the same metrics in each of a few fights; `None` if it was stopped.
pub(super) fn changes_nothing(
    base: &Scenario,
    changed: &Scenario,
    terms: Settings<'_>,
) -> Result<Option<bool>, BrokenPair> {
    let fights = terms.fights.min(CHUNK);
    let order = ComparisonSettings {
        streams: [Streams { seed: terms.seed, seats: Seats::Listed }; 2],
        range: 0..fights,
        until: Until::End,
        metric: None,
        delta: None,
        alpha: ALPHA,
        stop: terms.watch.stop,
        played: &|_| {},
    };
    match compare(base.engine(), changed.engine(), &order) {
        Ok(compared) if compared.pairs < fights => Ok(None),
        Ok(compared) => Ok(Some(compared.is_equal() && compared.only_a.is_empty())),
        Err(NoComparison::Broken(broken)) => Err(broken),
        Err(no) => unreachable!("two scenarios of equal sides share their win rates: {no:?}"),
    }
}

/// By how much an interval widens so that `n` of them hold together.
fn wider(n: usize) -> f64 {
    let quantile = |alpha: f64| Normal::standard().inverse_cdf(1.0 - alpha / 2.0);
    quantile(ALPHA / n.max(1) as f64) / quantile(ALPHA)
}

/// The probability of effects of one more and of one less that add up to so much as these if in truth they
/// cancel out; at most that, as the errors of the two are taken to add up.
fn p_even(row: &WeightedValue, at: usize) -> Option<f64> {
    let [(_, more), (_, less)] = &row.effects[..] else { return None };
    let (more, less) = (more[at]?, less[at]?);
    let error = (more.reach() + less.reach()) / Normal::standard().inverse_cdf(1.0 - ALPHA / 2.0);
    let sum = (more.value + less.value).abs();
    (error > 0.0).then(|| 2.0 * Normal::standard().sf(sum / error))
}

/// Decides which worths of a metric are certain to be something and which are uneven, and ranks all by
/// size.
fn judge(rows: &mut [WeightedValue], at: usize) {
    let of_rows: Vec<f64> = rows.iter().map(|row| p_even(row, at).unwrap_or(1.0)).collect();
    for (row, p) in rows.iter_mut().zip(holm(&of_rows)) {
        if let Some(worth) = &mut row.worth[at] {
            worth.is_uneven |= p <= ALPHA;
        }
    }
    let mut worths: Vec<&mut Worth> = rows.iter_mut().filter_map(|row| row.worth[at].as_mut()).collect();
    let p: Vec<f64> = worths.iter().map(|worth| worth.p).collect();
    for (worth, p) in worths.iter_mut().zip(holm(&p)) {
        worth.is_certain = p <= ALPHA;
    }
    let wider = wider(worths.len());
    let size = |worth: &&mut Worth| {
        let (size, half) = (worth.value.abs(), worth.half * wider);
        [(size - half).max(0.0), size + half]
    };
    let sizes: Vec<[f64; 2]> = worths.iter().map(size).collect();
    for (worth, own) in worths.iter_mut().zip(&sizes) {
        let above = sizes.iter().filter(|other| other[0] > own[1]).count();
        let below = sizes.iter().filter(|other| other[1] < own[0]).count();
        worth.ranks = [1 + above, sizes.len() - below];
    }
}

/// The worth of one number in terms of another: `rate` of `per` do what one of the number does.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange<'a> {
    /// The other number of the unit: of those that are certain, the one of the smallest worth.
    pub per: &'a str,
    /// The rate.
    pub rate: f64,
    /// Its 95 % interval.
    pub within: Interval,
}

/// The ends of the interval of an exchange rate are at most this factor apart.
const KNOWN_WITHIN: f64 = 3.0;

impl Weights {
    /// The exchange rate of a part for metric number `at`; `None` where it, or every other number of its
    /// unit, is not certain to be worth something, or where it is not known within a factor of three.
    #[must_use]
    pub fn exchange(&self, row: &WeightedValue, at: usize) -> Option<Exchange<'_>> {
        // Where one less takes more than one more adds, there is no rate for both.
        let certain =
            |row: &WeightedValue| row.worth[at].filter(|worth| worth.is_certain && !worth.is_uneven);
        let is_number = |row: &WeightedValue| row.effects.iter().all(|(step, _)| *step != Step::Without);
        let mine = certain(row).filter(|_| is_number(row))?;
        let of_unit = self.rows.iter().filter(|other| {
            (&other.place.side, &other.place.unit) == (&row.place.side, &row.place.unit) && is_number(other)
        });
        let all = of_unit.filter_map(|other| Some((other, certain(other)?)));
        let (per, theirs) = all.min_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
        if per.place == row.place {
            return None;
        }
        let ends = |worth: Worth| {
            let (size, half) = (worth.value.abs(), worth.half * wider(2));
            [size - half, size + half]
        };
        let ([lo, hi], [per_lo, per_hi]) = (ends(mine), ends(theirs));
        let rate = mine.value / theirs.value;
        let (least, most) = (lo.max(0.0) / per_hi, hi / per_lo);
        let within =
            if rate > 0.0 { Interval { lo: least, hi: most } } else { Interval { lo: -most, hi: -least } };
        // A rate that is hardly known says less than the two values beside each other.
        let is_known = per_lo > 0.0 && least > 0.0 && most <= KNOWN_WITHIN * least;
        is_known.then_some(Exchange { per: &per.place.stat, rate, within })
    }
}
