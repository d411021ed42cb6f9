//! Plays the fights of a scenario, whatever its system.

use core::sync::atomic::AtomicBool;
use std::ops::Range;

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::MetricSet;
use fray_rules::engine::contract::System;
use fray_rules::systems::{Prepared, Visit};

use crate::play::dice_count;
use crate::play::run::{Broken, Played, Watch, run_on};
use crate::totals::ranges::Ranges;
use crate::totals::{About, Totals};

/// How many fights are played die by die to count the dice of one.
const FIGHTS_BY_HAND: u64 = 2_000;

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
    let Order { seed, range, stop, played } = order;
    let watch = Watch { stop, played, pause: &|_| {} };
    let all = play_on(system, seed, Played::default(), &Ranges::from(range.clone()), watch)?;
    Ok(Simulated {
        about: about_of(system),
        end: all.ranges.hull().map_or(range.start, |(_, end)| end),
        dice_per_fight: dice_per_fight(system, seed, all.totals.fights),
        totals: all.totals,
    })
}

/// Plays the fights of `missing` on the threads of the current pool and adds them to those that
/// were played before; [`run_on`] says how.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn play_on(
    system: &Prepared,
    seed: u64,
    so_far: Played,
    missing: &Ranges,
    watch: Watch<'_>,
) -> Result<Played, Broken> {
    struct PlayOn<'a>(u64, Played, &'a Ranges, Watch<'a>);
    impl Visit for PlayOn<'_> {
        type Out = Result<Played, Broken>;

        fn visit<S: System>(self, system: &S) -> Self::Out {
            let Self(seed, so_far, missing, watch) = self;
            run_on(system, seed, so_far, missing, watch)
        }
    }
    system.visit(PlayOn(seed, so_far, missing, watch))
}

/// The dice that hands would roll in a fight, counted in a few of the `fights` of a run: mean and
/// half of its 95 % interval.
#[must_use]
pub fn dice_per_fight(system: &Prepared, seed: u64, fights: u64) -> Option<(f64, f64)> {
    struct ByHand(u64, u64);
    impl Visit for ByHand {
        type Out = Option<(f64, f64)>;

        fn visit<S: System>(self, system: &S) -> Self::Out {
            dice_count::dice_per_fight(system, self.0, self.1)
        }
    }
    system.visit(ByHand(seed, fights.min(FIGHTS_BY_HAND)))
}

/// What totals of this scenario are about.
#[must_use]
pub fn about_of(system: &Prepared) -> About {
    struct OfWhat;
    impl Visit for OfWhat {
        type Out = About;

        fn visit<S: System>(self, system: &S) -> About {
            about(system)
        }
    }
    system.visit(OfWhat)
}

/// What totals of this system are about.
#[must_use]
pub fn about<S: System>(system: &S) -> About {
    About {
        system: S::NAME,
        roster: system.roster().clone(),
        metrics: S::Metric::ALL,
        clocks: S::Clock::ALL,
        highlights: S::HIGHLIGHTS,
    }
}
