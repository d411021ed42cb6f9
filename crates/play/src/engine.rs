//! The engine: the rules of a scenario as one object, which everything that plays works with.
//!
//! All code that is compiled anew for each game is behind [`Engine`], in three pairs of dice and
//! observer:
//!
//! | dice | observer | for |
//! | --- | --- | --- |
//! | [`Dice`] | [`Tally`](crate::tally::Tally) | runs, searches, comparisons |
//! | [`ReplayDice`] | [`Transcript`](crate::trace::Transcript) | traces, counts of dice, samples of states |
//! | [`Every`](fray_engine::every::Every) | [`Control`](crate::enumerated::TurnObserver) | exact answers |

use core::any::Any;
use core::fmt;
use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;

use fray_engine::clocks::ClockSet;
use fray_engine::contract::Rules;
use fray_engine::metrics::MetricSet;

use crate::branching::{Split, Splitter, other_dice};
use crate::dice::Dice;
use crate::dice_count::dice_per_fight;
use crate::enumerated::{ChoosingExpander, ChoosingTurns, Expander, Turns};
use crate::replay::{Replay, ReplayDice, Replayer, Rolls};
use crate::rollout::{Choosing, ChoosingReplay, ChoosingWorker, systems_of};
use crate::run::{Broken, Control, Played, Worker, run_on};
use crate::tally::{Keep, Player};
use crate::totals::ranges::Ranges;
use crate::totals::{About, Totals};

/// The rules of a scenario, whatever its game: everything that has [`Rules`] is one.
pub trait Engine: Any + fmt::Debug + Send + Sync {
    /// Returns the names that totals of its fights refer to.
    fn about(&self) -> About;

    /// The numbers of the first and of the last round.
    fn rounds(&self) -> RangeInclusive<u32>;

    /// Something that plays sampled fights and counts them, for one thread.
    fn player(&self, dice: Dice, keep: Keep) -> Box<dyn Player + '_>;

    /// Something that plays single fights again and keeps their events.
    fn replay(&self, dice: ReplayDice) -> Box<dyn Replay + '_>;

    /// Something that plays fights of a rare end on from level to level, on dice that no run has; `None` of
    /// rules whose fights do not go on from their midst.
    fn split(&self, dice: &Dice) -> Option<Box<dyn Split + '_>>;

    /// Something that plays turns over every path of their dice.
    fn turns(&self) -> Box<dyn Turns + '_>;

    /// Something that plays turns over every path of their dice, each under one of these choices; the first of them
    /// are these rules. `None` of rules whose fights do not go on from their midst, or if the choices are not of one
    /// game.
    fn choosing_turns<'a>(&self, choices: &'a [Box<dyn Engine>]) -> Option<Box<dyn ChoosingTurns + 'a>> {
        let _ = choices;
        None
    }

    /// Returns whether a side looks ahead at each turn, so that a fight takes as long as thousands.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Something that plays sampled fights with the [choices](crate::rollout) of a side and counts them; the first
    /// of the choices are these rules. `None` of rules whose fights do not go on from their midst, or if the
    /// choices are not of one game.
    fn choosing_player<'a>(
        &self,
        choosing: Choosing<'a>,
        dice: Dice,
        keep: Keep,
    ) -> Option<Box<dyn Player + 'a>>;

    /// Something that plays single fights with the choices of a side again; `None` as of
    /// [`choosing_player`](Engine::choosing_player).
    fn choosing_replay<'a>(&self, choosing: Choosing<'a>, dice: ReplayDice) -> Option<Box<dyn Replay + 'a>>;
}

/// Rules that give the object of themselves that is compiled in the crate of their game. Whoever makes a
/// [`dyn Engine`](Engine) of them elsewhere compiles all their fights once more.
pub trait AsEngine: Rules {
    /// The rules as an engine.
    fn as_engine(&self) -> &dyn Engine;
}

impl<S: Rules> Engine for S {
    fn about(&self) -> About {
        About {
            system: S::NAME,
            roster: self.roster().clone(),
            metrics: S::Metric::ALL,
            clocks: S::Clock::ALL,
            highlights: S::HIGHLIGHTS,
            health: S::HEALTH,
            least_round: S::LEAST_ROUND.into(),
            largest: self
                .roster()
                .everyone()
                .map(|unit| {
                    let of = |metric: &S::Metric| self.largest(unit, *metric).map(u64::from);
                    S::Metric::VALUES.iter().map(of).collect()
                })
                .collect(),
            max_rounds: self.max_rounds().into(),
            actions: self.roster().everyone().map(|unit| self.actions(unit)).collect(),
            hazards: self.hazards(),
        }
    }

    fn rounds(&self) -> RangeInclusive<u32> {
        self.first_round()..=self.max_rounds()
    }

    fn player(&self, dice: Dice, keep: Keep) -> Box<dyn Player + '_> {
        Worker::new(self, dice, keep)
    }

    fn replay(&self, dice: ReplayDice) -> Box<dyn Replay + '_> {
        Box::new(Replayer::new(self, dice))
    }

    fn split(&self, dice: &Dice) -> Option<Box<dyn Split + '_>> {
        let dice = ReplayDice::new(other_dice(dice, self.roster()), Rolls::Tabled);
        Some(Box::new(Splitter::new(self, dice)))
    }

    fn turns(&self) -> Box<dyn Turns + '_> {
        Box::new(Expander::new(self))
    }

    fn choosing_turns<'a>(&self, choices: &'a [Box<dyn Engine>]) -> Option<Box<dyn ChoosingTurns + 'a>> {
        let systems = systems_of::<S>(choices)?;
        Some(Box::new(ChoosingExpander::new(systems)))
    }

    fn choosing_player<'a>(
        &self,
        choosing: Choosing<'a>,
        dice: Dice,
        keep: Keep,
    ) -> Option<Box<dyn Player + 'a>> {
        ChoosingWorker::<S>::new(choosing, dice, keep).map(|player| player as Box<dyn Player>)
    }

    fn choosing_replay<'a>(&self, choosing: Choosing<'a>, dice: ReplayDice) -> Option<Box<dyn Replay + 'a>> {
        ChoosingReplay::<S>::new(choosing, dice).map(|replay| Box::new(replay) as Box<dyn Replay>)
    }
}

/// The fights to play, and the callbacks on the way.
#[derive(Clone)]
pub struct RunRequest<'a> {
    /// The seed.
    pub seed: u64,
    /// The fights, from the first up to but not with the second.
    pub range: Range<u64>,
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// The result of a simulation: its totals, and where it ended.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The names that the totals refer to: system, roster, metrics, actions.
    pub about: About,
    /// The sums over all fights that were played.
    pub totals: Totals,
    /// The fight at which the run ended: the end of its range, unless it was stopped.
    pub end: u64,
    /// The dice that hands would roll in a fight: mean and half of its 95 % interval.
    pub dice_per_fight: Option<(f64, f64)>,
}

/// Plays the fights on the threads of the current pool.
///
/// # Errors
/// The first fight that broke an invariant of its rules.
pub fn simulate(engine: &dyn Engine, order: RunRequest<'_>) -> Result<Simulated, Broken> {
    let RunRequest { seed, range, stop, played } = order;
    let watch = Control { stop, played, pause: &|_| {} };
    let all = run_on(engine, seed, Played::default(), &Ranges::from(range.clone()), watch)?;
    Ok(Simulated {
        about: engine.about(),
        end: all.ranges.hull().map_or(range.start, |(_, end)| end),
        dice_per_fight: dice_per_fight(engine, seed, all.totals.fights, &|| stop.load(Ordering::Relaxed)),
        totals: all.totals,
    })
}
