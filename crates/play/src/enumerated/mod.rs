//! Turns played over every path of their dice: the part of an exact answer that knows the game.

use fray_engine::contract::{Keyed, Step};
use fray_engine::every::Every;
use fray_engine::fight::report_end;
use fray_engine::metrics::MetricSet;
use fray_engine::roster::UnitSet;

mod choosing;
pub mod watch;

pub(crate) use choosing::ChoosingExpander;
pub use choosing::{ChoosingTurns, Led};
pub use watch::{After, TurnObserver};

/// Plays turns of a scenario with an enumerator, path by path.
pub trait Turns {
    /// By metric: whether only sampled fights show it.
    fn sampled_only(&self) -> &'static [bool];

    /// Returns how often a path counts towards the most paths that an exact answer may take.
    fn work_of_a_path(&self) -> u32;

    /// Plays the present path of the start of a fight and appends the key of its state.
    fn begin(&mut self, every: &mut Every, watch: &mut TurnObserver, key: &mut Vec<u32>);

    /// The state with this key is the one whose turn is played next.
    fn load(&mut self, key: &[u32]);

    /// Plays the present path of the loaded state's turn. Appends the key of the state that it
    /// leads to, unless the fight is over; [`TurnObserver`] says whether it is.
    fn turn(&mut self, every: &mut Every, watch: &mut TurnObserver, key: &mut Vec<u32>);

    /// Returns who stands in the state with this key.
    fn standing(&mut self, key: &[u32]) -> UnitSet;

    /// Reports what is counted at the end of a fight that ends in the state with this key.
    fn end(&mut self, key: &[u32], watch: &mut TurnObserver);
}

/// The [`Turns`] of one game.
pub(crate) struct Expander<'a, S: Keyed> {
    system: &'a S,
    before: S::State,
    state: S::State,
}

impl<'a, S: Keyed> Expander<'a, S> {
    pub(crate) fn new(system: &'a S) -> Self {
        Self { system, before: S::State::default(), state: S::State::default() }
    }
}

impl<S: Keyed> Turns for Expander<'_, S> {
    fn sampled_only(&self) -> &'static [bool] {
        S::Metric::SAMPLED_ONLY
    }

    fn work_of_a_path(&self) -> u32 {
        S::WORK_OF_A_PATH
    }

    fn begin(&mut self, every: &mut Every, watch: &mut TurnObserver, key: &mut Vec<u32>) {
        self.system.begin(&mut self.state, every, watch);
        self.system.key(&mut self.state, key);
    }

    fn load(&mut self, key: &[u32]) {
        self.before = self.system.state_of(key);
    }

    fn turn(&mut self, every: &mut Every, watch: &mut TurnObserver, key: &mut Vec<u32>) {
        let Self { system, before, state } = self;
        state.clone_from(before);
        watch.effect.after = match system.turn(state, every, watch) {
            Step::GoesOn => After::GoesOn,
            Step::RoundOver => After::RoundOver(system.standing(state)),
            Step::Over(outcome) => {
                report_end(*system, state, watch);
                watch.effect.after = After::Over(outcome, system.standing(state));
                return;
            }
        };
        system.key(state, key);
    }

    fn standing(&mut self, key: &[u32]) -> UnitSet {
        self.system.standing(&self.system.state_of(key))
    }

    fn end(&mut self, key: &[u32], watch: &mut TurnObserver) {
        report_end(self.system, &self.system.state_of(key), watch);
    }
}
