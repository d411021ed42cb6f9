//! The message about a fight that is too large to be enumerated.

use core::fmt;

use super::rounds::Rounds;

/// The bound of [`Options`](super::Options) that was met first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `max_paths`.
    Paths,
    /// `max_steps`.
    Steps,
    /// `max_bytes`.
    Memory,
}

/// The reason for which there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum NoAnswer {
    /// It was told to stop.
    Interrupted,
    /// A bound was met.
    OutOfReach(OutOfReach),
}

/// The progress of a search when it met a bound, and the estimate of its whole size.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfReach {
    /// The bound met.
    pub bound: Bound,
    /// It was not met yet: the states that were expanded say that all of them are far beyond it.
    pub is_foreseen: bool,
    /// Distinct states found.
    pub states: usize,
    /// The number of these states whose turn was played over all dice.
    pub expanded: usize,
    /// Paths of dice that this took.
    pub paths: u64,
    /// The round that the search was in.
    pub round: u32,
    /// About how many states there are at least: an estimate from at most 20,000 sampled fights, but
    /// never less than were found.
    pub states_at_least: f64,
    /// About how many paths of dice there are at least, where these are too many before the search begins; else 0.
    pub paths_at_least: f64,
}

impl OutOfReach {
    /// Returns how many times larger than the part that was expanded the fight is at least.
    #[must_use]
    pub fn times(&self) -> f64 {
        self.states_at_least / self.expanded.max(1) as f64
    }

    /// Returns how many states each expanded one has led to that are not expanded themselves: where this
    /// is above 1 the search was not yet near its end.
    #[must_use]
    pub fn growth(&self) -> f64 {
        (self.states - self.expanded) as f64 / self.expanded.max(1) as f64
    }
}

/// The state of a search that met a bound.
pub(super) fn out_of_reach(
    bound: Bound,
    is_foreseen: bool,
    states_at_least: f64,
    rounds: &Rounds<'_>,
) -> OutOfReach {
    let found = rounds.space.n_states();
    OutOfReach {
        bound,
        is_foreseen,
        states: found,
        expanded: rounds.space.n_expanded(),
        paths: rounds.space.n_paths(),
        round: rounds.round,
        states_at_least: states_at_least.max(found as f64),
        paths_at_least: 0.0,
    }
}

/// How many times more states than a bound allows are beyond it for sure: the estimate of a sample
/// may be wrong by some factor, but hardly by this one.
pub(super) const BEYOND: f64 = 4.0;

/// How many states have to be expanded before their paths are a sample of all.
const SAMPLE_OF_PATHS: f64 = 100.0;

/// Returns about how many paths all states take, of which some are expanded, with the paths of those and of the one
/// under way. Of a small sample the estimate is made so much lower as the square of what it lacks; of none it is 0.
pub(super) fn paths_of_all(paths: f64, expanded: f64, states: f64) -> f64 {
    if expanded >= states {
        return 0.0;
    }
    let lacks = (SAMPLE_OF_PATHS / expanded.max(1.0)).max(1.0);
    paths / (expanded + 1.0) * states / (lacks * lacks)
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Paths => "paths of dice",
            Self::Steps => "steps",
            Self::Memory => "memory",
        })
    }
}

impl fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.bound;
        if self.paths_at_least > 0.0 {
            return write!(
                f,
                "too large for an exact answer: at least about {:.1e} paths of dice; \
                 sample it with `fray run`, or take units or hit points away",
                self.paths_at_least
            );
        }
        if self.expanded == 0 && self.states_at_least > self.states as f64 {
            return write!(
                f,
                "too large for an exact answer: at least about {:.1e} states, where the limit is {bound}; \
                 sample it with `fray run`, or take units or hit points away",
                self.states_at_least
            );
        }
        write!(
            f,
            "too large for an exact answer: the limit of {bound} {} in round {} after {} of at least \
             about {:.1e} states",
            if self.is_foreseen { "is seen to be far too low" } else { "was reached" },
            self.round,
            self.expanded,
            self.states_at_least
        )?;
        if self.times() >= 2.0 {
            write!(f, ", {} times as many", short(self.times()))?;
        }
        if self.growth() >= 1.0 {
            write!(f, " and far from the last: each led to {} more", short(self.growth()))?;
        }
        write!(f, "; sample it with `fray run`, or take units or hit points away")
    }
}

/// Two digits are as much as an estimate is worth.
fn short(x: f64) -> String {
    if x < 100.0 { format!("{x:.0}") } else { format!("{x:.1e}") }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::OutOfReach(reach) => reach.fmt(f),
        }
    }
}

impl core::error::Error for NoAnswer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sample_tells_only_of_what_is_far_beyond_the_bound() {
        // 100 of 10,000 states took a hundredth of all paths, but for the one under way.
        assert_eq!(paths_of_all(1_010.0, 100.0, 10_000.0), 100_000.0);
        // 10 of them tell the same a hundred times lower, and none of them ten thousand times.
        assert_eq!(paths_of_all(110.0, 10.0, 10_000.0), 1_000.0);
        assert_eq!(paths_of_all(10.0, 0.0, 10_000.0), 10.0);
        // Two units that strike: each state leads to 130 more, and takes 7,500 paths of 2 million. After 50 of them it
        // is known that 4 times as many would not be enough.
        assert!(paths_of_all(51.0 * 7_500.0, 50.0, 50.0 * 130.0) > BEYOND * 2e6);
        assert_eq!(paths_of_all(1e9, 50.0, 50.0), 0.0, "all are expanded");
    }
}
