//! Every way the dice can fall, one path after the other, each with its probability.

use rand_core::Rng;
use rand_pcg::Pcg32;

use crate::draw::{Chance, Draw, Roll};

/// Replays the same code over every weighted path of its draws.
///
/// ```
/// # use fray_engine::{draw::{Chance, Purpose, Roll}, every::Every, roster::UnitId};
/// # let by = Roll { unit: UnitId(0), purpose: Purpose::Hit };
/// let (mut every, mut p_double) = (Every::default(), 0.0);
/// loop {
///     let (a, b) = (every.below(by, 6), every.below(by, 6));
///     p_double += if a == b { every.weight() } else { 0.0 };
///     if !every.advance() {
///         break;
///     }
/// }
/// assert!((p_double - 1.0 / 6.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Every {
    path: Vec<Fork>,
    depth: usize,
    weight: f64,
    tells_apart: bool,
    /// Branches that would make a path no more probable than this are passed over.
    least: f64,
    /// What chooses the branches of paths that are played at random.
    random: Option<Pcg32>,
}

/// One draw of the present path.
#[derive(Clone, Copy, Debug)]
struct Fork {
    /// The branch taken.
    at: usize,
    /// The number of branches.
    of: usize,
    /// The probability of the path up to and without this draw.
    before: f64,
}

impl Every {
    /// From now on outcomes that the rules read alike are [told apart](Chance::tells_apart), for observers
    /// that count what the rules do not read. That makes more branches; those of paths that are no more
    /// probable than `least` are passed over, unless they are the last of their draw.
    pub fn tell_apart(&mut self, least: f64) {
        (self.tells_apart, self.least) = (true, least);
    }

    /// Ends [`tell_apart`](Every::tell_apart).
    pub fn tell_no_longer_apart(&mut self) {
        (self.tells_apart, self.least) = (false, 0.0);
    }

    /// From now on each draw of a path takes one of its branches, any as likely as the others, and the next path is
    /// another such one and not the next in order.
    pub fn wander(&mut self, random: Pcg32) {
        self.random = Some(random);
        self.path.clear();
    }

    /// The probability of the path played since the last [`advance`](Every::advance). May be 0.
    #[must_use]
    pub fn weight(&self) -> f64 {
        if self.depth == 0 { 1.0 } else { self.weight }
    }

    /// The product of the numbers of branches along the present path: how many paths there were
    /// if they all branched like this one. An estimate of how long the enumeration will take.
    #[must_use]
    pub fn breadth(&self) -> f64 {
        self.path.iter().map(|fork| fork.of as f64).product()
    }

    /// Moves on to the next path, which starts with the next draw. False when every path has
    /// been played; then the enumerator begins anew. While it [wanders](Every::wander) there is always a next one.
    pub fn advance(&mut self) -> bool {
        // A path that ended before its recorded end would mean that the code played is not a
        // function of its draws.
        assert_eq!(self.depth, self.path.len(), "a replay drew less than the path it repeats");
        self.depth = 0;
        if self.random.is_some() {
            self.path.clear();
            return true;
        }
        while let Some(fork) = self.path.last_mut() {
            fork.at += 1;
            if fork.at < fork.of {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Begins a draw with so many branches.
    #[inline(always)]
    fn lengthen(&mut self, of: usize) {
        let at = self.random.as_mut().map_or(0, |random| random.next_u32() as usize % of);
        self.path.push(Fork { at, of, before: self.weight() });
    }

    /// Takes the present branch of the next draw; `of` says how many there are and is asked only
    /// where the path goes beyond what is recorded.
    #[inline(always)]
    fn fork<T>(&mut self, of: impl Fn() -> usize, branch: impl Fn(usize) -> (T, f64)) -> T {
        if self.depth == self.path.len() {
            self.lengthen(of());
        }
        let fork = &mut self.path[self.depth];
        debug_assert_eq!(fork.of, of(), "a replay met another draw than the path it repeats");
        let (mut out, mut p) = branch(fork.at);
        // Impossible branches are passed over here, where the distribution is at hand.
        while fork.before * p <= self.least && fork.at + 1 < fork.of {
            fork.at += 1;
            (out, p) = branch(fork.at);
        }
        self.weight = fork.before * p;
        self.depth += 1;
        out
    }
}

impl Chance for Every {
    #[inline(always)]
    fn tells_apart(&self) -> bool {
        self.tells_apart
    }

    #[inline]
    fn below(&mut self, _by: Roll, n: u32) -> u32 {
        self.fork(|| n as usize, |i| (i as u32, 1.0 / f64::from(n)))
    }

    #[inline]
    fn draw<D: Draw>(&mut self, _by: Roll, what: &D) -> D::Out {
        self.fork(|| what.n_outcomes(), |i| what.outcome(i))
    }

    #[inline]
    fn draw_pair<D: Draw, P: Draw<Out = [D::Out; 2]>>(
        &mut self,
        by: [Roll; 2],
        _each: [&D; 2],
        both: &P,
    ) -> [D::Out; 2] {
        self.draw(by[0], both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Purpose;
    use crate::roster::UnitId;

    #[test]
    fn paths_of_different_length_add_up_to_one() {
        let by = Roll { unit: UnitId(0), purpose: Purpose::Hit };
        let mut every = Every::default();
        let (mut sum, mut n_paths, mut broadest) = (0.0, 0, 0.0_f64);
        loop {
            // A die that rolls again on a 6, once.
            if every.below(by, 6) == 5 {
                every.below(by, 6);
            }
            sum += every.weight();
            n_paths += 1;
            broadest = broadest.max(every.breadth());
            if !every.advance() {
                break;
            }
        }
        assert_eq!((n_paths, broadest as u32), (11, 36));
        assert!((sum - 1.0_f64).abs() < 1e-15);
    }

    #[test]
    fn improbable_branches_are_passed_over_where_that_is_wanted() {
        let by = Roll { unit: UnitId(0), purpose: Purpose::Hit };
        let mut every = Every::default();
        let paths = |every: &mut Every| {
            let mut weights = Vec::new();
            loop {
                if every.below(by, 2) == 0 {
                    every.below(by, 10);
                }
                weights.push(every.weight());
                if !every.advance() {
                    break weights;
                }
            }
        };
        assert_eq!(paths(&mut every).len(), 11);
        every.tell_apart(0.06);
        // Of ten branches of 0.05 the last is left, where the draw has to come out somehow.
        assert_eq!(paths(&mut every), [0.05, 0.5]);
        every.tell_no_longer_apart();
        assert_eq!(paths(&mut every).len(), 11);
    }

    #[test]
    fn the_breadth_of_paths_at_random_is_on_average_the_number_of_paths() {
        let by = Roll { unit: UnitId(0), purpose: Purpose::Hit };
        let mut every = Every::default();
        every.wander(Pcg32::new(1, 2));
        let (mut sum, mut n_met) = (0.0, [0; 6]);
        for _ in 0..6_000 {
            // 5 paths, and one that branches again in 60.
            let first = every.below(by, 6);
            n_met[first as usize] += 1;
            if first == 5 {
                every.below(by, 60);
            }
            sum += every.breadth();
            assert!(every.advance(), "there is always another");
        }
        // Mean 65 of paths of breadth 6 and 360, whose standard error is 132 / sqrt(6,000).
        assert!((sum / 6_000.0 - 65.0).abs() < 4.0 * 1.71, "{sum}");
        assert!(
            n_met.iter().all(|&n| (880..1_120).contains(&n)),
            "each branch as likely as the others: {n_met:?}"
        );
    }

    #[test]
    fn a_turn_without_dice_is_one_path() {
        let mut every = Every::default();
        assert!((every.weight() - 1.0).abs() < f64::EPSILON);
        assert!(!every.advance());
    }
}
