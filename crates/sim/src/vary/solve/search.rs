//! The search along one key: outward from the present value until a threshold is crossed, then by halves
//! to two neighbours on either side of it.
//!
//! A threshold that is crossed more than once, or a measure that both rises and falls beyond luck, is not
//! monotone; then every value nearby is looked at. Where nothing crosses a threshold, the search closes in
//! on the value that comes nearest.

use std::collections::BTreeMap;

use super::goal::{Threshold, Wants, edges};
use super::points::{Points, StopReason};

/// The most steps outward in one direction, each twice as long as the one before.
const STEPS: u32 = 12;

/// The first step outward is one part in this many of the present value.
const FIRST_STEP: i64 = 8;

/// The most values that are looked at one by one where a measure is not monotone.
const NEARBY: i64 = 128;

/// Standard errors of a difference that are beyond luck, for all pairs of neighbours together.
const BEYOND_LUCK: f64 = 5.0;

/// One end of the values that meet the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The last value that meets them.
    pub value: i64,
    /// Whether the value beyond it is known to miss them; otherwise it is not legal, outside the range
    /// that was asked for, or farther than the search went.
    pub is_tight: bool,
}

/// Whole numbers in a row that meet the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The lower end.
    pub lo: End,
    /// The upper end.
    pub hi: End,
}

impl Run {
    /// Returns whether a value is one of them.
    #[must_use]
    pub fn has(&self, value: i64) -> bool {
        (self.lo.value..=self.hi.value).contains(&value)
    }
}

/// The result of a search along one key.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The values that meet all goals, in ascending order.
    pub runs: Vec<Run>,
    /// The one of them that is nearest to the present value; none if no value meets the goals.
    pub answer: Option<i64>,
    /// The answer, or the value that misses the goals by least.
    pub nearest: i64,
    /// Whether every measure only rises or only falls, as far as was seen.
    pub is_monotone: bool,
}

impl Found {
    /// The values around the answer: the run that it stands in.
    #[must_use]
    pub fn run(&self) -> Option<Run> {
        self.runs.iter().copied().find(|run| self.answer.is_some_and(|answer| run.has(answer)))
    }
}

/// A search under way.
struct Search<'s, 'a> {
    points: &'s mut Points<'a>,
    edges: Vec<Threshold>,
    /// By threshold, whether the values that were asked about meet it.
    sides: Vec<BTreeMap<i64, bool>>,
    /// The value at which it begins.
    start: i64,
}

/// Searches along the key of these points, which has the value `present` now. With `certifies` the
/// answer and its neighbours are played until their intervals are as narrow as the tolerances.
pub(super) fn search(
    points: &mut Points<'_>,
    present: Option<i64>,
    certifies: bool,
) -> Result<Found, StopReason> {
    let middle = points.key.range.map(|(lo, hi)| lo + (hi - lo) / 2);
    let start = match (present, points.key.range) {
        (Some(present), Some((lo, hi))) => present.clamp(lo, hi),
        (present, _) => present.or(middle).unwrap_or(0),
    };
    if !points.is_legal(start)? {
        let wrong = points.load(start).err().map(Box::new);
        let label = format!("{} = {}", points.key.path, points.key.rung(start));
        return Err(wrong.map_or(StopReason::Interrupted, |wrong| StopReason::Wrong(label, wrong)));
    }
    let edges = edges(points.wishes);
    let sides = vec![BTreeMap::new(); edges.len()];
    Search { points, edges, sides, start }.find(certifies)
}

impl Search<'_, '_> {
    fn find(mut self, certifies: bool) -> Result<Found, StopReason> {
        for edge in 0..self.edges.len() {
            self.cross(edge)?;
        }
        let is_monotone = self.is_monotone();
        if !is_monotone {
            self.look_nearby()?;
        }
        let runs = self.runs(certifies)?;
        let clamped = |run: &Run| self.start.clamp(run.lo.value, run.hi.value);
        let answer = runs.iter().map(clamped).min_by_key(|value| value.abs_diff(self.start));
        let nearest = answer.unwrap_or_else(|| self.nearest());
        let found = Found { runs, answer, nearest, is_monotone };
        if certifies {
            self.certify(&found)?;
        }
        Ok(found)
    }

    /// Returns whether a legal value meets a threshold, or lies above a target.
    fn side(&mut self, edge: usize, value: i64) -> Result<bool, StopReason> {
        if let Some(&side) = self.sides[edge].get(&value) {
            return Ok(side);
        }
        let side = self.points.holds(value, self.edges[edge])?;
        self.sides[edge].insert(value, side);
        Ok(side)
    }

    /// Neighbouring values of a threshold, among those that were looked at, on either side of it.
    fn crossings(&self, edge: usize) -> Vec<[i64; 2]> {
        let all: Vec<(i64, bool)> = self.sides[edge].iter().map(|(&value, &side)| (value, side)).collect();
        all.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| [pair[0].0, pair[1].0]).collect()
    }

    /// Finds where a threshold is crossed.
    fn cross(&mut self, edge: usize) -> Result<(), StopReason> {
        // What was looked at for another threshold says something of this one, too.
        let known: Vec<i64> =
            self.points.looked().filter(|(_, it)| it.fights > 0 || it.is_exact()).map(|(at, _)| at).collect();
        for value in known {
            self.side(edge, value)?;
        }
        self.side(edge, self.start)?;
        if self.crossings(edge).is_empty() {
            self.outward(edge)?;
        }
        if self.crossings(edge).is_empty() {
            self.close_in(edge)?;
        }
        for [lo, hi] in self.crossings(edge) {
            self.halve(edge, lo, hi)?;
        }
        Ok(())
    }

    /// Halves until the two values have no legal one between them.
    fn halve(&mut self, edge: usize, mut lo: i64, mut hi: i64) -> Result<(), StopReason> {
        let below = self.side(edge, lo)?;
        while let Some(middle) = self.between(lo, hi)? {
            if self.side(edge, middle)? == below {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        Ok(())
    }

    /// The legal value nearest to the middle of two.
    fn between(&mut self, lo: i64, hi: i64) -> Result<Option<i64>, StopReason> {
        let middle = lo + (hi - lo) / 2;
        for away in 0..=(hi - lo) / 2 {
            for value in [middle - away, middle + away] {
                if lo < value && value < hi && self.points.is_legal(value)? {
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    /// Looks outward from the start until the threshold is crossed, first where the measure comes nearer
    /// to it.
    fn outward(&mut self, edge: usize) -> Result<(), StopReason> {
        let first = (self.start.abs() / FIRST_STEP).max(1);
        let mut ways = Vec::new();
        for direction in [1, -1] {
            if let Some(value) = self.reach(self.start, direction * first)? {
                self.side(edge, value)?;
                ways.push((self.distance(edge, value), direction, value));
            }
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, direction, mut at) in ways {
            let mut flat = 0;
            for step in 1..STEPS {
                if !self.crossings(edge).is_empty() || flat >= 3 {
                    break;
                }
                let Some(value) = self.reach(at, (direction * first) << step)? else { break };
                self.side(edge, value)?;
                let gain = self.distance(edge, at) - self.distance(edge, value);
                flat = if gain > self.edges[edge].zone / 10.0 { 0 } else { flat + 1 };
                at = value;
            }
        }
        Ok(())
    }

    /// The legal value one step on, or the last one before it; none if there is none.
    fn reach(&mut self, at: i64, step: i64) -> Result<Option<i64>, StopReason> {
        let (lo, hi) = self.points.key.range.unwrap_or((i64::MIN / 2, i64::MAX / 2));
        let goal = at.saturating_add(step).clamp(lo, hi);
        if goal == at || self.points.is_legal(goal)? {
            return Ok((goal != at).then_some(goal));
        }
        let (mut legal, mut wrong) = (at, goal);
        while legal.abs_diff(wrong) > 1 {
            let middle = legal + (wrong - legal) / 2;
            if self.points.is_legal(middle)? {
                legal = middle;
            } else {
                wrong = middle;
            }
        }
        Ok((legal != at).then_some(legal))
    }

    /// Returns how far the measure is from a threshold at a value, that of the worst subject.
    fn distance(&self, edge: usize, value: i64) -> f64 {
        let Threshold { goal, at, .. } = self.edges[edge];
        let readings = self.points.get(value).map(|looked| looked.readings(goal)).unwrap_or_default();
        let of = readings.iter().map(|reading| reading.map_or(f64::INFINITY, |it| (it.value - at).abs()));
        of.fold(0.0, f64::max)
    }

    /// Halves the gaps beside the value that comes nearest to a threshold, until there are none.
    fn close_in(&mut self, edge: usize) -> Result<(), StopReason> {
        for _ in 0..2 * STEPS {
            let values: Vec<i64> = self.sides[edge].keys().copied().collect();
            let nearest = |a: &&i64, b: &&i64| self.distance(edge, **a).total_cmp(&self.distance(edge, **b));
            let Some(&best) = values.iter().min_by(nearest) else { break };
            let at = values.iter().position(|&value| value == best).unwrap_or(0);
            let beside = [at.checked_sub(1).map(|at| values[at]), values.get(at + 1).copied()];
            let mut is_new = false;
            for other in beside.into_iter().flatten() {
                if let Some(middle) = self.between(best.min(other), best.max(other))? {
                    self.side(edge, middle)?;
                    is_new = true;
                }
            }
            if !is_new || !self.crossings(edge).is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether each threshold is crossed once at most, and no measure both rises and falls.
    fn is_monotone(&self) -> bool {
        let crosses_once = (0..self.edges.len()).all(|edge| self.crossings(edge).len() <= 1);
        let turns = |goal: usize| {
            let readings = self.points.looked().map(|(_, looked)| looked.readings(goal));
            let single: Vec<_> = readings.filter(|all| all.len() == 1).filter_map(|all| all[0]).collect();
            let change = |pair: &[super::goal::Reading]| {
                let error = (pair[0].error.powi(2) + pair[1].error.powi(2)).sqrt().max(1e-12);
                (pair[1].value - pair[0].value) / error
            };
            let all: Vec<f64> = single.windows(2).map(change).collect();
            all.iter().any(|&z| z > BEYOND_LUCK) && all.iter().any(|&z| z < -BEYOND_LUCK)
        };
        crosses_once && !(0..self.points.wishes.len()).any(turns)
    }

    /// Looks at every value near what was found.
    fn look_nearby(&mut self) -> Result<(), StopReason> {
        let crossed: Vec<i64> =
            (0..self.edges.len()).flat_map(|edge| self.crossings(edge)).flatten().collect();
        let (lo, hi) = match (crossed.iter().min(), crossed.iter().max()) {
            (Some(&lo), Some(&hi)) => (lo, hi),
            _ => (self.nearest(), self.nearest()),
        };
        let (lo, hi) = if hi - lo > NEARBY { (hi - NEARBY, hi) } else { (lo, hi) };
        let room = (NEARBY - (hi - lo)) / 8;
        let known: Vec<i64> = self.points.looked().map(|(value, _)| value).collect();
        let lo = (lo - room).max(*known.first().unwrap_or(&lo));
        let hi = (hi + room).min(*known.last().unwrap_or(&hi));
        for value in lo..=hi {
            if self.points.is_legal(value)? {
                for edge in 0..self.edges.len() {
                    self.side(edge, value)?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a value meets every threshold but targets. Between two values that were looked at and lie on
    /// one side of a threshold, all do.
    fn meets(&mut self, value: i64) -> Result<bool, StopReason> {
        for edge in 0..self.edges.len() {
            if self.edges[edge].wants == Wants::Near {
                continue;
            }
            let below = self.sides[edge].range(..=value).next_back().map(|(_, &side)| side);
            let above = self.sides[edge].range(value..).next().map(|(_, &side)| side);
            let holds = match (below, above) {
                (Some(below), Some(above)) if below == above => below,
                _ => self.side(edge, value)?,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The values that meet all goals.
    fn runs(&mut self, certifies: bool) -> Result<Vec<Run>, StopReason> {
        let targets: Vec<usize> =
            (0..self.edges.len()).filter(|&edge| self.edges[edge].wants == Wants::Near).collect();
        let mut runs: Vec<Run> = Vec::new();
        if targets.is_empty() {
            let all: Vec<i64> = self.points.looked().map(|(value, _)| value).collect();
            let mut before: Option<bool> = None;
            for value in all {
                let meets = self.meets(value)?;
                match (meets, before) {
                    (true, Some(true)) => {
                        let end = End { value, is_tight: false };
                        runs.last_mut().expect("a run is open").hi = end;
                    }
                    (true, _) => {
                        let lo = End { value, is_tight: before == Some(false) };
                        runs.push(Run { lo, hi: End { value, is_tight: false } });
                    }
                    (false, Some(true)) => runs.last_mut().expect("a run is open").hi.is_tight = true,
                    (false, _) => {}
                }
                before = Some(meets);
            }
            return Ok(runs);
        }
        let mut candidates = Vec::new();
        for &edge in &targets {
            let crossings = self.crossings(edge);
            if crossings.is_empty() {
                candidates.push(self.nearest());
            }
            for pair in crossings {
                candidates.push(self.points.nearer(pair, self.edges[edge])?);
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        for value in candidates {
            if certifies {
                self.points.certify(value, true)?;
            }
            if self.meets(value)? && self.is_within(value) {
                let end = End { value, is_tight: true };
                runs.push(Run { lo: end, hi: end });
            }
        }
        Ok(runs)
    }

    /// Returns whether a value lies within the tolerance of every target.
    fn is_within(&self, value: i64) -> bool {
        let Some(looked) = self.points.get(value) else { return false };
        let mut targets = self.points.wishes.iter().enumerate().filter(|(_, wish)| wish.target.is_some());
        targets.all(|(goal, wish)| {
            let mut readings = looked.readings(goal).into_iter();
            readings.all(|reading| reading.is_some_and(|it| wish.miss(it.value) <= wish.tolerance))
        })
    }

    /// The value that misses the goals by least; of equal ones that nearest to the start.
    fn nearest(&self) -> i64 {
        let values = self.points.looked().map(|(value, _)| (self.points.miss(value), value));
        let nearer = |a: &(f64, i64), b: &(f64, i64)| {
            let away = |value: i64| value.abs_diff(self.start);
            a.0.total_cmp(&b.0).then(away(a.1).cmp(&away(b.1)))
        };
        values.min_by(nearer).map_or(self.start, |(_, value)| value)
    }

    /// Plays the answer, the ends of its run and the values beside them until they are known to the
    /// tolerance.
    fn certify(&mut self, found: &Found) -> Result<(), StopReason> {
        let mut values = vec![found.nearest];
        let (lo, hi) = found.run().map_or((found.nearest, found.nearest), |run| (run.lo.value, run.hi.value));
        values.extend([lo, hi, lo - 1, hi + 1]);
        values.sort_unstable();
        values.dedup();
        let (least, most) = self.points.key.range.unwrap_or((i64::MIN, i64::MAX));
        for value in values {
            if (least..=most).contains(&value) && self.points.is_legal(value)? {
                self.points.certify(value, value == found.nearest)?;
            }
        }
        Ok(())
    }
}
