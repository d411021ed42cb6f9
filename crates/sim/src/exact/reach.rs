//! What is said of a fight that is too large to be enumerated.

use core::fmt;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::rounds::Rounds;
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::replay::{ReplayDice, Rolls};

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

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum NoAnswer {
    /// It was told to stop.
    Interrupted,
    /// A bound was met.
    OutOfReach(OutOfReach),
}

/// How far a search came, and how far it would have to go.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfReach {
    /// The bound met.
    pub bound: Bound,
    /// Distinct states found.
    pub states: usize,
    /// Those of them whose turn was played over all dice.
    pub expanded: usize,
    /// Paths of dice that this took.
    pub paths: u64,
    /// The round that the search was in.
    pub round: u32,
    /// About how many states there are at least: an estimate from [`SAMPLE`] sampled fights, but
    /// never less than were found.
    pub states_at_least: f64,
}

/// How many fights are sampled to estimate the number of states.
pub const SAMPLE: u64 = 20_000;

impl OutOfReach {
    /// How many times larger than the part that was expanded the fight is at least.
    #[must_use]
    pub fn times(&self) -> f64 {
        self.states_at_least / self.expanded.max(1) as f64
    }

    /// How many states each expanded one has led to that are not expanded themselves: where this
    /// is above 1 the search was not yet near its end.
    #[must_use]
    pub fn growth(&self) -> f64 {
        (self.states - self.expanded) as f64 / self.expanded.max(1) as f64
    }
}

/// The state of a search that met a bound, and an estimate of the rest.
pub(super) fn estimate(engine: &dyn Engine, bound: Bound, rounds: &Rounds<'_>) -> OutOfReach {
    let found = rounds.space.n_states();
    OutOfReach {
        bound,
        states: found,
        expanded: rounds.space.n_expanded(),
        paths: rounds.space.n_paths(),
        round: rounds.round,
        states_at_least: sampled_states(engine).max(found as f64),
    }
}

/// At least about how many states there are, from sampled fights.
///
/// States are species, and those seen once (f1) and twice (f2) in a sample say how many were not
/// seen: at least f1 (f1 - 1) / (2 (f2 + 1)) (Chao 1984, "Nonparametric estimation of the number
/// of classes in a population", with its bias-corrected form). The states after 2, 4, 8 turns and
/// so on are samples for themselves, or the few first states would hide how many the later ones
/// are; the largest estimate is one for all. Rare states make the true number larger.
fn sampled_states(engine: &dyn Engine) -> f64 {
    type Seen = IndexMap<Box<[u32]>, u32, FxBuildHasher>;
    let mut samples: Vec<Seen> = Vec::new();
    let dice = Dice::new(&engine.about().roster, 0);
    let mut replay = engine.replay(ReplayDice::new(dice, Rolls::Tabled));
    for fight in 0..SAMPLE {
        replay.sample_states(fight, &mut |sample, key| {
            if samples.len() <= sample {
                samples.resize_with(sample + 1, Seen::default);
            }
            *samples[sample].entry(key.into()).or_insert(0) += 1;
        });
    }
    let estimate = |seen: &Seen| {
        let n_seen = |times: u32| seen.values().filter(|&&n| n == times).count() as f64;
        let (once, twice) = (n_seen(1), n_seen(2));
        seen.len() as f64 + once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
    };
    samples.iter().map(estimate).fold(0.0, f64::max)
}

impl fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = match self.bound {
            Bound::Paths => "paths of dice",
            Bound::Steps => "steps",
            Bound::Memory => "memory",
        };
        write!(
            f,
            "out of reach of an exact answer: the bound of {bound} was met in round {} after {} of at least \
             about {:.1e} states",
            self.round, self.expanded, self.states_at_least
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
