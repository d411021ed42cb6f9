//! What numbers are worth: each number of each unit one more and one less, on the same dice as the
//! scenario as it is; and what the scenario would be without each of its parts.
//!
//! The worth of a number is half of the difference between one more and one less, fight by fight (the
//! central difference); where only one of the two is legal, what that one changes. Worths are ranked
//! by size, as far as intervals allow that hold together at 95 % (Bonferroni). An exchange rate is the
//! ratio of two worths; its interval divides the ends of both intervals, each at 97.5 %, and so holds at
//! 95 % however the two depend on each other.

use core::sync::atomic::Ordering;
use std::path::Path;

use fray_rules::engine::roster::SideId;
use fray_rules::sheet::edit;
use fray_rules::sheet::problem::Problems;
use statrs::distribution::{ContinuousCDF, Normal};

use super::metrics::Metric;
use super::sample::{Sample, Sampler, Watch};
use crate::compare::{BrokenPair, NoComparison, Order, Seats, Streams, Until, compare};
use crate::play::engine::Engine;
use crate::play::run::{Broken, CHUNK};
use crate::scenario::source::Sources;
use crate::scenario::{Options, Removal, Scenario, load_scenario};
use crate::stats::difference::Difference;
use crate::stats::family::holm;
use crate::stats::{ALPHA, Interval};

/// How a part of a scenario is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A number is one more.
    More,
    /// A number is one less.
    Less,
    /// The part is taken out.
    Without,
}

impl Step {
    /// The word in the column `step`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::More => "+1",
            Self::Less => "-1",
            Self::Without => "without",
        }
    }
}

/// A version of the scenario in which one part is changed.
#[derive(Debug)]
pub struct Changed {
    /// How.
    pub step: Step,
    /// The flags that make it: those of the command and the change.
    pub options: Options,
    /// The scenario.
    pub scenario: Scenario,
}

/// A number of a unit, or a part of it, with the versions of the scenario that change it.
#[derive(Debug)]
pub struct Part {
    /// The place.
    pub place: Place,
    /// The versions of the scenario, at least one.
    pub changed: Vec<Changed>,
}

/// Where a number or a part stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The side.
    pub side: String,
    /// The unit, its copies together.
    pub unit: String,
    /// The path below the unit: `hp`, `weapons.Club.attack_mod`. Empty for the unit itself.
    pub stat: String,
}

/// What of a scenario could be changed, and how.
struct Candidate {
    place: Place,
    ways: Vec<(Step, Way)>,
}

/// A change.
enum Way {
    Set(String),
    Remove(Removal),
}

/// Finds what of the scenario in the file at `path`, read with `options`, can be changed: its numbers,
/// or with `knockout` the parts that it can do without. `of` limits this to a side or to a unit of this
/// name.
#[must_use]
pub fn parts(path: &Path, options: &Options, base: &Scenario, of: Option<&str>, knockout: bool) -> Vec<Part> {
    let candidates = if knockout { removals(base) } else { numbers(base) };
    let is_meant = |it: &Candidate| of.is_none_or(|of| of == it.place.side || of == it.place.unit);
    let load = |(step, way): (Step, Way)| {
        let mut options = options.clone();
        match way {
            Way::Set(set) => options.sets.push(("--set".to_owned(), set)),
            Way::Remove(removal) => options.removed.push(removal),
        }
        // What is refused is beyond the range of the key, or cannot be done without.
        let scenario = load_scenario(path, &options).ok()?;
        (scenario.hash != base.hash).then_some(Changed { step, options, scenario })
    };
    let part = |Candidate { place, ways }: Candidate| {
        let changed: Vec<Changed> = ways.into_iter().filter_map(load).collect();
        (!changed.is_empty()).then_some(Part { place, changed })
    };
    candidates.into_iter().filter(is_meant).filter_map(part).collect()
}

/// The side, the unit and the parts below it of the path of a value; `None` if it is not of a unit.
fn split(path: &str) -> Option<(String, String, Vec<String>)> {
    let file = Sources::default().add("", path);
    let (path, _) = edit::Path::parse(file, path, &mut Problems::default())?;
    let mut parts = path.parts.into_iter().map(|part| part.value);
    Some((path.side?.value, parts.next()?, parts.collect()))
}

/// Every number of every unit, one more and one less. Numbers of tactics and of copies are choices and
/// not strengths, and are left out.
fn numbers(base: &Scenario) -> Vec<Candidate> {
    let candidate = |merged: &crate::scenario::Merged| {
        let (side, unit, stat) = split(&merged.path)?;
        let first = stat.first()?;
        if ["tactics", "count"].contains(&first.as_str()) {
            return None;
        }
        let stepped = |by: i64| match &merged.value {
            serde_json::Value::Number(number) => Some(number.as_i64()?.checked_add(by)?.to_string()),
            serde_json::Value::String(text) => Some(format!("\"{}\"", amount(text, by)?)),
            _ => None,
        };
        let way = |step: Step, by: i64| Some((step, Way::Set(format!("{}={}", merged.path, stepped(by)?))));
        let ways: Vec<_> = [way(Step::More, 1), way(Step::Less, -1)].into_iter().flatten().collect();
        Some(Candidate { place: Place { side, unit, stat: stat.join(".") }, ways })
    };
    base.merged.iter().filter_map(candidate).filter(|it| !it.ways.is_empty()).collect()
}

/// An amount of dice, as in `2d6+3`, with its constant changed; `None` for another text.
fn amount(text: &str, by: i64) -> Option<String> {
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (dice, constant) = text.split_at(at);
    let is_number =
        |text: &str| !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    let (n, faces) = dice.split_once('d')?;
    if !(is_number(n) || n.is_empty()) || !is_number(faces) {
        return None;
    }
    let constant = match constant {
        "" => 0,
        constant if is_number(&constant[1..]) => constant.parse::<i64>().ok()?,
        _ => return None,
    };
    Some(match constant + by {
        0 => dice.to_owned(),
        constant => format!("{dice}{constant:+}"),
    })
}

/// Every part that a unit could be without, and every unit: one copy less, where there are several.
fn removals(base: &Scenario) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for merged in &base.merged {
        let Some((side, unit, stat)) = split(&merged.path) else { continue };
        let part = match &stat[..] {
            [count] if count == "count" => None,
            [tactics, key, ..] if tactics == "tactics" && merged.from != "default" => {
                Some((tactics.clone(), key.clone()))
            }
            [key, name, _, ..] if key != "tactics" => Some((key.clone(), name.clone())),
            _ => continue,
        };
        let stat = part.as_ref().map_or_else(String::new, |(key, name)| format!("{key}.{name}"));
        let place = Place { side: side.clone(), unit: unit.clone(), stat };
        if all.iter().any(|known| known.place == place) {
            continue;
        }
        let way = match merged.value.as_i64().filter(|&count| part.is_none() && count > 1) {
            Some(count) => Way::Set(format!("{}={}", merged.path, count - 1)),
            None => Way::Remove(Removal { side, unit, part }),
        };
        all.push(Candidate { place, ways: vec![(Step::Without, way)] });
    }
    all
}

/// How the parts are played.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights of the scenario and of each version of it.
    pub fights: u64,
    /// What stops play from outside, and what is called with numbers of fights as they are played or turn
    /// out not to be needed.
    pub watch: Watch<'a>,
}

/// What one more of a number adds to a metric, or what the scenario without a part has more of it.
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
    /// The first and the last rank by size that the intervals, which hold together, allow.
    pub ranks: [usize; 2],
}

/// A part that was played.
#[derive(Debug)]
pub struct Weighed {
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
}

/// The parts of a scenario with what they are worth, in file order.
#[derive(Debug)]
pub struct Weights {
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// The parts.
    pub rows: Vec<Weighed>,
    /// Whether it was interrupted; then some parts are missing.
    pub interrupted: bool,
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
    terms: Terms<'_>,
) -> Result<Weights, Box<BrokenPart>> {
    let Terms { seed, fights, watch } = terms;
    let play = |engine: &dyn Engine| {
        let again = Metric::again(&metrics, &engine.about());
        let mut sample = Sample::default();
        let played = Sampler::new(engine, seed, &again, false).play(&mut sample, fights, watch);
        played.map(|()| (sample, again))
    };
    let of_base = play(base.engine());
    let (of_base, _) = of_base.map_err(|broken| Box::new(BrokenPart { options: None, broken }))?;
    let is_stopped = || watch.stop.load(Ordering::Relaxed);
    let mut weights =
        Weights { metrics: metrics.clone(), rows: Vec::new(), interrupted: of_base.fights < fights };
    for Part { place, changed } in parts {
        if weights.interrupted || is_stopped() {
            weights.interrupted = true;
            break;
        }
        let failed = |at: usize, broken: Broken| {
            Box::new(BrokenPart { options: Some(changed[at].options.clone()), broken })
        };
        // Many numbers never come to bear: a few fights show those that change nothing.
        let mut is_equal = true;
        for (at, it) in changed.iter().enumerate() {
            is_equal &= changes_nothing(base, &it.scenario, terms).map_err(|pair| match pair.which {
                crate::compare::Which::A => Box::new(BrokenPart { options: None, broken: pair.broken }),
                crate::compare::Which::B => failed(at, pair.broken),
            })?;
        }
        if is_equal {
            (watch.played)(fights * changed.len() as u64);
            let none = vec![None; metrics.len()];
            let effects = changed.iter().map(|it| (it.step, none.clone())).collect();
            let fights = fights.min(CHUNK);
            let (place, worth) = (place.clone(), vec![None; metrics.len()]);
            weights.rows.push(Weighed { place, fights, effects, worth, is_equal });
            continue;
        }
        let mut samples = Vec::new();
        for (at, it) in changed.iter().enumerate() {
            samples.push(play(it.scenario.engine()).map_err(|broken| failed(at, broken))?);
        }
        if samples.iter().any(|(sample, _)| sample.fights < fights) {
            weights.interrupted = true;
            break;
        }
        let difference = |from: &Sample, (to, again): &(Sample, Vec<Option<Metric>>), at: usize| {
            again[at].as_ref().and_then(|metric| Some(to.minus(from, at, metric.kind)?.fixed()))
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
            let (value, half) = (difference.value * share, difference.within.half() * share.abs());
            Some(Worth { value, half, p: difference.p, is_certain: false, ranks: [0, 0] })
        };
        let (place, worth) = (place.clone(), all.clone().map(worth).collect());
        weights.rows.push(Weighed { place, fights, effects, worth, is_equal });
    }
    for at in 0..metrics.len() {
        judge(&mut weights.rows, at);
    }
    Ok(weights)
}

/// Whether a version of the scenario has the same metrics in each of a few fights.
pub(super) fn changes_nothing(
    base: &Scenario,
    changed: &Scenario,
    terms: Terms<'_>,
) -> Result<bool, BrokenPair> {
    let order = Order {
        streams: [Streams { seed: terms.seed, seats: Seats::Listed }; 2],
        range: 0..terms.fights.min(CHUNK),
        until: Until::End,
        metric: None,
        delta: None,
        alpha: ALPHA,
        stop: terms.watch.stop,
        played: &|_| {},
    };
    match compare(base.engine(), changed.engine(), &order) {
        Ok(compared) => Ok(compared.is_equal() && compared.only_a.is_empty()),
        Err(NoComparison::Broken(broken)) => Err(broken),
        Err(no) => unreachable!("two scenarios of equal sides share their win rates: {no:?}"),
    }
}

/// By how much an interval widens so that `n` of them hold together.
fn wider(n: usize) -> f64 {
    let quantile = |alpha: f64| Normal::standard().inverse_cdf(1.0 - alpha / 2.0);
    quantile(ALPHA / n.max(1) as f64) / quantile(ALPHA)
}

/// Decides which worths of a metric are certain to be something, and ranks all by size.
fn judge(rows: &mut [Weighed], at: usize) {
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

/// How much of one number another is worth: `rate` of `per` do what one of the number does.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange<'a> {
    /// The other number of the unit: of those that are certain, the one of the smallest worth.
    pub per: &'a str,
    /// The rate.
    pub rate: f64,
    /// Its 95 % interval.
    pub within: Interval,
}

impl Weights {
    /// The exchange rate of a part for metric number `at`; `None` where it, or every other number of its
    /// unit, is not certain to be worth something.
    #[must_use]
    pub fn exchange(&self, row: &Weighed, at: usize) -> Option<Exchange<'_>> {
        let certain = |row: &Weighed| row.worth[at].filter(|worth| worth.is_certain);
        let is_number = |row: &Weighed| row.effects.iter().all(|(step, _)| *step != Step::Without);
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
        (per_lo > 0.0).then_some(Exchange { per: &per.place.stat, rate, within })
    }
}

/// The names of the sides and units of a scenario, copies together: what `--of` can name.
#[must_use]
pub fn names(base: &Scenario) -> Vec<String> {
    let roster = base.engine().about().roster;
    let sides = roster.sides.iter().map(|side| side.name.clone());
    let units = (0..roster.sides.len()).flat_map(|side| roster.sides[SideId(side as u8).idx()].units);
    let units = units.map(|unit| crate::card::copies::copied_from(roster.unit(unit)).to_owned());
    let mut names: Vec<String> = sides.chain(units).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_their_constants_changed() {
        for (text, more, less) in [
            ("2d6+3", Some("2d6+4"), Some("2d6+2")),
            ("2d6", Some("2d6+1"), Some("2d6-1")),
            ("d8-1", Some("d8"), Some("d8-2")),
            ("2d6+1", Some("2d6+2"), Some("2d6")),
            ("attacker", None, None),
            ("2d6+x", None, None),
            ("sword", None, None),
            ("", None, None),
        ] {
            assert_eq!(amount(text, 1).as_deref(), more, "{text}");
            assert_eq!(amount(text, -1).as_deref(), less, "{text}");
        }
    }
}
