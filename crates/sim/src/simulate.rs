//! Plays the fights of a scenario, whatever its system.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::contract::{ClockSet, MetricSet, System};
use fray_rules::systems::{Prepared, Visit};

use crate::run::{Broken, run_until};
use crate::table_side;
use crate::totals::{About, Totals};

/// How many fights are played die by die to count the dice of one.
pub(crate) const FIGHTS_BY_HAND: u64 = 2_000;

/// Which fights are played, and who is told of it.
#[derive(Clone)]
pub struct Order<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights, from the first up to but not with the second.
    pub range: Range<u64>,
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// What was played.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// What the totals are about.
    pub about: About,
    /// What was observed.
    pub totals: Totals,
    /// Where the run ended: the end of its range, unless it was stopped.
    pub end: u64,
    /// The dice that hands would roll in a fight: mean and half of its 95 % interval.
    pub dice_per_fight: Option<(f64, f64)>,
}

/// Plays the fights on the threads of the current pool.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn simulate(system: &Prepared, order: Order<'_>) -> Result<Simulated, Broken> {
    struct Simulate<'a>(Order<'a>);
    impl Visit for Simulate<'_> {
        type Out = Result<Simulated, Broken>;

        fn visit<S: System>(self, system: &S) -> Self::Out {
            let Order { seed, range, stop, played } = self.0;
            let played = run_until(system, seed, range, stop, played)?;
            let fights = played.totals.fights.min(FIGHTS_BY_HAND);
            Ok(Simulated {
                about: about(system),
                totals: played.totals,
                end: played.end,
                dice_per_fight: table_side::dice_per_fight(system, seed, fights),
            })
        }
    }
    system.visit(Simulate(order))
}

/// What totals of this system are about.
#[must_use]
pub fn about<S: System>(system: &S) -> About {
    About { system: S::NAME, roster: system.roster().clone(), metrics: S::Metric::ALL, clocks: S::Clock::ALL }
}

/// What totals of these rules are about.
#[must_use]
pub fn about_of(system: &Prepared) -> About {
    struct OfAny;
    impl Visit for OfAny {
        type Out = About;

        fn visit<S: System>(self, system: &S) -> About {
            about(system)
        }
    }
    system.visit(OfAny)
}
