//! The order of the fighters by strength, and the circles in which each beats the next.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{Matrix, Mean, Verdict, mean};
use crate::stats::{ALPHA, Z};

/// The most cycles that are named.
const MOST_CYCLES: usize = 10;

/// A fighter among all others.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its number.
    pub fighter: usize,
    /// Its mean score against all others, both orders of listing alike, from the first fights of each cell.
    pub score: Mean,
    /// The first and the last rank that intervals allow which hold together at 95 %.
    pub ranks: [usize; 2],
    /// The numbers of others that it is certain to be stronger than, and weaker than.
    pub beats: [usize; 2],
}

/// Fighters each of whom is certain to be stronger than the next, and the last than the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cycle(pub Vec<usize>);

impl Matrix {
    /// All fighters, the strongest first; none before all cells have fights.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let n = self.names.len();
        let others = |a: usize| {
            (0..n).filter(move |&b| b != a && self.cells[a][b].is_possible && self.cells[b][a].is_possible)
        };
        let score = |a: usize, z: f64| {
            // A loss of the fighter listed first is a win of the other.
            let own = mean(others(a).map(|b| Some((self.cells[a][b].first?, 0.0))), z)?;
            let theirs = mean(others(a).map(|b| Some((self.cells[b][a].first?, 0.0))), z)?;
            let value = (own.value + 1.0 - theirs.value) / 2.0;
            let half = own.within.half().hypot(theirs.within.half()) / 2.0;
            let within = crate::stats::Interval { lo: value - half, hi: value + half };
            Some(Mean { value, within })
        };
        let together = Normal::standard().inverse_cdf(1.0 - ALPHA / 2.0 / n.max(1) as f64);
        let all: Option<Vec<(Mean, Mean)>> = (0..n).map(|a| score(a, Z).zip(score(a, together))).collect();
        let Some(all) = all else { return Vec::new() };
        let count = |a: usize, is: &dyn Fn(usize) -> bool| others(a).filter(|&b| is(b)).count();
        let mut standings: Vec<Standing> = all
            .iter()
            .enumerate()
            .map(|(a, (score, wide))| {
                let above = all.iter().filter(|other| other.1.within.lo > wide.within.hi).count();
                let below = all.iter().filter(|other| other.1.within.hi < wide.within.lo).count();
                let beats = [count(a, &|b| self.beats(a, b)), count(a, &|b| self.beats(b, a))];
                Standing { fighter: a, score: *score, ranks: [1 + above, n - below], beats }
            })
            .collect();
        standings.sort_by(|a, b| b.score.value.total_cmp(&a.score.value));
        standings
    }

    /// The shortest circles of fighters that beat each other, as far as that is certain: of three if there
    /// are any, else of as few as there are. At most a few, and how many of that length there are.
    #[must_use]
    pub fn cycles(&self) -> (Vec<Cycle>, usize) {
        let n = self.names.len();
        let beats: Vec<Vec<bool>> = (0..n).map(|a| (0..n).map(|b| self.beats(a, b)).collect()).collect();
        cycles(&beats)
    }

    /// Pairs by verdict: how many are certain, even, and open, without those of a fighter with itself.
    #[must_use]
    pub fn verdicts(&self) -> [usize; 3] {
        let n = self.names.len();
        let mut counts = [0; 3];
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            counts[match self.verdict(a, b) {
                Verdict::First | Verdict::Second => 0,
                Verdict::Even => 1,
                Verdict::Open => 2,
            }] += 1;
        }
        counts
    }
}

/// The shortest cycles of a relation, each from its smallest number on, and how many there are of that
/// length. All of three are counted; of longer ones one for each number that lies on one.
fn cycles(beats: &[Vec<bool>]) -> (Vec<Cycle>, usize) {
    let n = beats.len();
    let mut found = Vec::new();
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| beats[a][b]) {
            found.extend((a + 1..n).filter(|&c| beats[b][c] && beats[c][a]).map(|c| Cycle(vec![a, b, c])));
        }
    }
    if found.is_empty() {
        found = (0..n).filter_map(|from| shortest(beats, from)).collect();
        let least = found.iter().map(|cycle: &Cycle| cycle.0.len()).min();
        found.retain(|cycle| Some(cycle.0.len()) == least);
        found.sort();
        found.dedup();
    }
    let count = found.len();
    found.truncate(MOST_CYCLES);
    (found, count)
}

/// The shortest cycle through a number, found breadth first.
fn shortest(beats: &[Vec<bool>], from: usize) -> Option<Cycle> {
    let mut before: Vec<Option<usize>> = vec![None; beats.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at != from && beats[at][from] {
            let mut cycle = vec![at];
            while let Some(earlier) = before[*cycle.last()?].filter(|_| cycle.last() != Some(&from)) {
                cycle.push(earlier);
            }
            cycle.reverse();
            let least = cycle.iter().enumerate().min_by_key(|(_, number)| **number)?.0;
            cycle.rotate_left(least);
            return Some(Cycle(cycle));
        }
        for next in (0..beats.len()).filter(|&next| beats[at][next] && next != from) {
            if before[next].is_none() {
                before[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(n: usize, pairs: &[(usize, usize)]) -> Vec<Vec<bool>> {
        (0..n).map(|a| (0..n).map(|b| pairs.contains(&(a, b))).collect()).collect()
    }

    #[test]
    fn the_shortest_cycles_are_found_once() {
        let line = relation(4, &[(0, 1), (1, 2), (2, 3), (0, 2), (0, 3), (1, 3)]);
        assert_eq!(cycles(&line), (vec![], 0));
        let three = relation(4, &[(0, 1), (1, 3), (3, 0), (2, 0), (2, 1), (2, 3)]);
        assert_eq!(cycles(&three), (vec![Cycle(vec![0, 1, 3])], 1));
        let other_way = relation(3, &[(1, 0), (0, 2), (2, 1)]);
        assert_eq!(cycles(&other_way), (vec![Cycle(vec![0, 2, 1])], 1));
        // Open pairs may leave a longer circle alone.
        let four = relation(5, &[(3, 1), (1, 2), (2, 4), (4, 3), (0, 1)]);
        assert_eq!(cycles(&four), (vec![Cycle(vec![1, 2, 4, 3])], 1));
    }
}
