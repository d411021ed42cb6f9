//! The whole numbers that meet a goal: what a stat has to be for the fight to go as its designer wants.
//!
//! [`key`] names the stat, [`goal`] the goals as thresholds, [`points`] plays versions of the scenario until
//! a sequential test knows on which side of a threshold they lie, [`mod@search`] chooses which. Two keys
//! give a curve: for each value of the second, what the first has to be.
//!
//! "Finding the whole number needs some fifty thousand fights; certifying it to the tolerance needs more
//! than that": both are done, and the answer and its neighbours have intervals as narrow as the tolerance.

pub mod goal;
pub mod key;
pub mod points;
pub mod search;
pub(crate) mod text;

use core::sync::atomic::{AtomicU64, Ordering};
use std::path::Path;

use fray_kit::sheet::declare::quoted;

use self::goal::SolveGoal;
use self::key::Key;
use self::points::{Evaluation, Points, Settings, StopReason};
use self::search::{Found, Run, search};
use super::rung::{LeftOut, Rung};
use super::weights::{self, changes_nothing};
use crate::card::copies::copied_from;
use crate::control::Control;
use crate::play::run::CHUNK;
use crate::scenario::{Options, Scenario, load_scenario};

/// The most values of a second key.
pub const MOST_VALUES: i64 = 100;

/// Values of a second key on either side of its present one, where no range is given.
const AROUND: i64 = 4;

/// The most fights of a value while other numbers are tried.
pub(super) const FIGHTS_OF_OTHERS: u64 = 100 * CHUNK;

/// A search along the first key, for one value of the second.
#[derive(Debug)]
pub struct Line {
    /// The value of the second key; none without one.
    pub second: Option<i64>,
    /// The result; `None` if it was interrupted.
    pub found: Option<Found>,
    /// The values that were looked at, in order.
    pub looked: Vec<(i64, Evaluation)>,
}

/// Another number of the stat block that meets the goals, while the key keeps its present value.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// Its path.
    pub path: String,
    /// Its present value.
    pub present: Rung,
    /// The value that meets the goals.
    pub value: Rung,
}

/// The result of a search.
#[derive(Debug)]
pub struct Solution {
    /// The keys: one, or two for a curve.
    pub keys: Vec<Key>,
    /// Their columns in tables.
    pub columns: Vec<String>,
    /// Their present values.
    pub present: Vec<Option<i64>>,
    /// The goals.
    pub wishes: Vec<SolveGoal>,
    /// The searches: one, or one for each value of the second key.
    pub lines: Vec<Line>,
    /// Other numbers of the stat block that would meet the goals, where no value does.
    pub others: Vec<Other>,
    /// The values that were not tried: ends of a range along a ladder, values of a range that are refused,
    /// other numbers of the stat block that neither are whole nor stand in a ladder.
    pub left_out: Vec<LeftOut>,
    /// Whether it was stopped from outside; then something is missing.
    pub is_interrupted: bool,
    /// Whether its time was over before it knew everything.
    pub is_late: bool,
    /// Whether not all other numbers were tried, as its time was over.
    pub others_are_cut: bool,
    /// All fights that were played, those of other numbers too.
    pub fights: u64,
}

impl Solution {
    /// Returns whether the values of some numbers that were looked at are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.lines.iter().flat_map(|line| &line.looked).any(|(_, looked)| looked.is_exact())
    }

    /// Returns whether some value meets the goals.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.lines.iter().any(|line| line.found.as_ref().is_some_and(|found| found.answer.is_some()))
    }

    /// Returns whether the most fights left something open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.lines.iter().flat_map(|line| &line.looked).any(|(_, looked)| looked.is_open)
    }

    /// The answer of a search along one key.
    #[must_use]
    pub fn answer(&self) -> Option<i64> {
        match &self.lines[..] {
            [line] => line.found.as_ref()?.answer,
            _ => None,
        }
    }
}

/// Searches for the values of `keys`, one or two, at which the scenario `base` in the file at `path`, read
/// with `options`, meets all of `wishes`.
///
/// # Errors
/// If a value is not a scenario, or a fight broke an invariant. An interruption is none: what is known is
/// returned.
pub fn solve(
    path: &Path,
    options: &Options,
    base: &Scenario,
    keys: Vec<Key>,
    wishes: Vec<SolveGoal>,
    terms: Settings<'_>,
) -> Result<Solution, StopReason> {
    let fights = AtomicU64::new(0);
    let count = |n: u64| {
        fights.fetch_add(n, Ordering::Relaxed);
        (terms.watch.played)(n);
    };
    let watch = Control { played: &count, ..terms.watch };
    let mut solution = search_lines(path, options, base, keys, wishes, Settings { watch, ..terms })?;
    solution.fights = fights.load(Ordering::Relaxed);
    Ok(solution)
}

/// Searches along one key, from its present value.
///
/// # Errors
/// As [`solve`], and if it is interrupted.
pub(crate) fn search_along(
    path: &Path,
    options: &Options,
    base: &Scenario,
    key: &Key,
    wishes: &[SolveGoal],
    terms: Settings<'_>,
) -> Result<Line, StopReason> {
    let mut points = Points::new(path, options, key, wishes, terms);
    let found = search(&mut points, key.present(base), true)?;
    Ok(Line { second: None, found: Some(found), looked: looked(points) })
}

/// Plays one value of a key until it is known to the tolerance of the goals.
///
/// # Errors
/// As [`solve`], and if it is interrupted.
pub(super) fn look_at(
    path: &Path,
    options: &Options,
    key: &Key,
    wishes: &[SolveGoal],
    value: i64,
    terms: Settings<'_>,
) -> Result<Evaluation, StopReason> {
    let mut points = Points::new(path, options, key, wishes, terms);
    if points.is_legal(value)? {
        points.certify(value, false)?;
    }
    let (_, looked) = looked(points).pop().ok_or(StopReason::Interrupted)?;
    Ok(looked)
}

/// The values of which something is known, in order.
fn looked(points: Points<'_>) -> Vec<(i64, Evaluation)> {
    let all = points.all.into_iter().filter_map(|(value, looked)| Some((value, looked?)));
    all.filter(|(_, looked)| looked.fights > 0 || looked.is_exact()).collect()
}

/// Searches along the first key, for each value of the second.
fn search_lines(
    path: &Path,
    options: &Options,
    base: &Scenario,
    keys: Vec<Key>,
    wishes: Vec<SolveGoal>,
    terms: Settings<'_>,
) -> Result<Solution, StopReason> {
    let present: Vec<Option<i64>> = keys.iter().map(|key| key.present(base)).collect();
    let columns = keys.iter().map(|key| key.column(base)).collect();
    let left_out = keys.iter().flat_map(|key| key.left_out.clone()).collect();
    let mut solution = Solution {
        keys,
        columns,
        present,
        wishes,
        lines: Vec::new(),
        others: Vec::new(),
        left_out,
        is_interrupted: false,
        is_late: false,
        others_are_cut: false,
        fights: 0,
    };
    let seconds = solution
        .keys
        .get(1)
        .map(|key| seconds(path, options, key, solution.present[1], terms))
        .transpose()?;
    let mut start = solution.present[0];
    for second in seconds.map_or_else(|| vec![None], |all| all.into_iter().map(Some).collect()) {
        let of_line = match (solution.keys.get(1), second) {
            (Some(key), Some(value)) => key.options(options, value),
            _ => options.clone(),
        };
        let mut points = Points::new(path, &of_line, &solution.keys[0], &solution.wishes, terms);
        let found = match search(&mut points, start, true) {
            Ok(found) => Some(found),
            Err(StopReason::Interrupted) => None,
            Err(halt) => return Err(halt),
        };
        let refused = points.refused();
        let looked = looked(points);
        let is_new = |it: &LeftOut| !solution.left_out.contains(it);
        let refused: Vec<LeftOut> = refused.into_iter().filter(is_new).collect();
        solution.left_out.extend(refused);
        let is_cut = found.is_none();
        // The next line of a curve begins where this one ended.
        start = found.as_ref().map(|found| found.nearest).or(start);
        solution.lines.push(Line { second, found, looked });
        if is_cut {
            (solution.is_late, solution.is_interrupted) = (terms.is_late(), !terms.is_late());
            return Ok(solution);
        }
    }
    solution.is_late = terms.is_late() && solution.is_open();
    // Other numbers are tried by a few fights, which prove nothing.
    let wants_proof = solution.wishes.iter().any(|wish| wish.wants_proof);
    if !solution.is_met() && solution.keys.len() == 1 && !wants_proof {
        let mut left_out = Vec::new();
        match others(path, options, base, &solution, terms, &mut left_out) {
            Ok(others) => solution.others = others,
            Err(StopReason::Interrupted) => solution.is_interrupted = !terms.is_late(),
            Err(halt) => return Err(halt),
        }
        solution.left_out.extend(left_out);
        solution.others_are_cut = terms.is_late();
    }
    Ok(solution)
}

/// The values of a second key: those of its range, or some around its present value.
fn seconds(
    path: &Path,
    options: &Options,
    key: &Key,
    present: Option<i64>,
    terms: Settings<'_>,
) -> Result<Vec<i64>, StopReason> {
    let (lo, hi) = key.range.unwrap_or_else(|| {
        let middle = present.unwrap_or(0);
        (middle - AROUND, middle + AROUND)
    });
    let mut last = None;
    let mut is_legal = |value: &i64| match load_scenario(path, &key.options(options, *value)) {
        Ok(_) => true,
        Err(diagnosis) => {
            last = Some(diagnosis);
            false
        }
    };
    let mut legal = Vec::new();
    for value in lo..=hi {
        if terms.watch.is_stopped() {
            return Err(StopReason::Interrupted);
        }
        legal.extend(is_legal(&value).then_some(value));
    }
    match last.filter(|_| legal.is_empty()) {
        Some(diagnosis) => {
            Err(StopReason::Wrong(format!("{} = {}", key.path, key.rung(hi)), Box::new(diagnosis)))
        }
        None => Ok(legal),
    }
}

/// Other numbers of the unit of the key that meet the goals by themselves; `left_out` gets what is none.
fn others(
    path: &Path,
    options: &Options,
    base: &Scenario,
    solution: &Solution,
    terms: Settings<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Other>, StopReason> {
    let mut found = Vec::new();
    let key = &solution.keys[0];
    for (side, unit) in units(base) {
        let of_side = format!("{side}/{unit}.");
        let is_own = [&format!("{unit}."), &of_side].iter().any(|own| key.path.starts_with(own.as_str()));
        for merged in base.merged().iter().filter(|_| is_own) {
            let Some(stat) = merged.path.strip_prefix(&of_side) else { continue };
            // Tactics and the number of copies are no numbers of a stat block.
            let is_stat = stat != "count" && !stat.starts_with("tactics.");
            let is_key = key.path.ends_with(&format!("{unit}.{stat}"));
            let other = Key::of(base, merged);
            if !is_stat || is_key {
                continue;
            }
            let Some(present) = other.present(base) else {
                // What a file does not say is no number that its writer has chosen.
                if merged.from != "default" && may_have_steps(&merged.value) {
                    let reason = "it is neither a whole number nor stands in a row of values".to_owned();
                    left_out.push(LeftOut { path: format!("{unit}.{stat}"), value: None, reason });
                }
                continue;
            };
            if terms.is_late() {
                return Ok(found);
            }
            if changes_little(path, options, base, &other, present, terms)? {
                continue;
            }
            let most = terms.most.min(FIGHTS_OF_OTHERS);
            let terms = Settings { most, may_solve: false, ..terms };
            let mut points = Points::new(path, options, &other, &solution.wishes, terms);
            if let Some(value) = search(&mut points, Some(present), false)?.answer {
                let (present, value) = (other.rung(present), other.rung(value));
                found.push(Other { path: format!("{unit}.{stat}"), present, value });
            }
        }
    }
    Ok(found)
}

/// Returns whether a value has digits, as amounts of dice have, and so might be a number of another kind.
fn may_have_steps(value: &serde_json::Value) -> bool {
    value.is_f64() || value.as_str().is_some_and(|text| text.contains(|c: char| c.is_ascii_digit()))
}

/// The sides and units of a scenario as paths write them, copies together.
fn units(base: &Scenario) -> Vec<(String, String)> {
    let roster = base.engine().about().roster;
    let mut units: Vec<(String, String)> = Vec::new();
    for id in 0..roster.sides.len() {
        let side = &roster.sides[id];
        for unit in side.units {
            units.push((quoted(&side.name), quoted(copied_from(roster.unit(unit)))));
        }
    }
    units.dedup();
    units
}

/// Returns whether one more and one less of a number change nothing in some fights.
fn changes_little(
    path: &Path,
    options: &Options,
    base: &Scenario,
    key: &Key,
    present: i64,
    terms: Settings<'_>,
) -> Result<bool, StopReason> {
    let (seed, watch) = (terms.seed, terms.watch);
    let weighed = weights::Settings { seed, fights: CHUNK, may_solve: false, watch, told: &|_| {} };
    for value in [present + 1, present - 1] {
        if watch.is_stopped() {
            return Err(StopReason::Interrupted);
        }
        let changed = key.options(options, value);
        let Ok(scenario) = load_scenario(path, &changed) else { continue };
        let is_equal = changes_nothing(base, &scenario, weighed).map_err(|pair| {
            StopReason::Broken(changed.sets.iter().map(|(_, set)| set.clone()).collect(), pair.broken)
        })?;
        match is_equal {
            Some(true) => {}
            Some(false) => return Ok(false),
            None => return Err(StopReason::Interrupted),
        }
    }
    Ok(true)
}
