//! What is said of a fight that is too large to be enumerated.

use core::fmt;

use fray_rules::contract::{Nobody, Step, System};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::rounds::Rounds;
use crate::dice::Dice;

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
pub const SAMPLE: u64 = 5000;

impl OutOfReach {
    /// How many times larger than the part that was expanded the fight is at least.
    #[must_use]
    pub fn times(&self) -> f64 {
        self.states_at_least / self.expanded.max(1) as f64
    }
}

/// The state of a search that met a bound, and an estimate of the rest.
///
/// States are species, and those seen once and twice in a sample say how many were not seen: at
/// least f1^2 / (2 f2), or f1 (f1 - 1) / 2 where f2 is 0 (Chao 1984, "Nonparametric estimation of
/// the number of classes in a population", with its bias-corrected form). Rare states make the
/// true number larger.
pub(super) fn estimate<S: System>(system: &S, bound: Bound, rounds: &Rounds<'_, S>) -> OutOfReach {
    let mut seen: IndexMap<Box<[u32]>, u32, FxBuildHasher> = IndexMap::default();
    let mut dice = Dice::new(system.roster(), 0);
    let (mut state, mut key) = (S::State::default(), Vec::new());
    for fight in 0..SAMPLE {
        dice.fight(fight);
        system.begin(&mut state, &mut dice, &mut Nobody);
        let mut round = 1;
        loop {
            key.clear();
            system.key(&state, &mut key);
            if let Some(times) = seen.get_mut(key.as_slice()) {
                *times += 1;
            } else {
                seen.insert(key.clone().into_boxed_slice(), 1);
            }
            match system.turn(&mut state, &mut dice, &mut Nobody) {
                Step::GoesOn => {}
                Step::RoundOver if round < system.max_rounds() => round += 1,
                Step::RoundOver | Step::Over(_) => break,
            }
        }
    }
    let n_seen = |times: u32| seen.values().filter(|&&n| n == times).count() as f64;
    let (once, twice) = (n_seen(1), n_seen(2));
    let unseen = if twice > 0.0 { once * once / (2.0 * twice) } else { once * (once - 1.0).max(0.0) / 2.0 };
    OutOfReach {
        bound,
        states: rounds.space.n_states(),
        expanded: rounds.space.n_expanded(),
        paths: rounds.space.n_paths(),
        round: rounds.round,
        states_at_least: (seen.len() as f64 + unseen).max(rounds.space.n_states() as f64),
    }
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
