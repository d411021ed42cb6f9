//! The observations in the states of a fight: the turns of each are played once more, watched by an observer
//! that measures.

use super::Bound;
use super::keys::StateId;
use super::observed::{LEAST_OBSERVED, Observed};
use super::space::{Space, StopReason, WATCHED_PATHS};

/// How many times as many paths are watched as found, at most: states are met anew in each round, and
/// dice that make no difference to them are told apart.
const MORE: f64 = 16.0;

impl Space<'_> {
    /// Plays every start of the fight once more and adds what is observed at it.
    pub(super) fn observe_starts(&mut self, observed: &mut Observed) -> Result<(), StopReason> {
        self.observe(1.0, observed, |space| {
            space.turns.begin(&mut space.every, &mut space.watch, &mut space.key);
        })
    }

    /// Plays the turn of a state once more over every path and adds what is observed in it, where a
    /// fight is expected to visit the state this often.
    pub(super) fn observe_turn(
        &mut self,
        id: StateId,
        visits: f64,
        to: &mut Observed,
    ) -> Result<(), StopReason> {
        self.turns.load(self.keys.key(id));
        self.observe(visits, to, |space| {
            space.turns.turn(&mut space.every, &mut space.watch, &mut space.key);
        })
    }

    /// Adds what is observed at the end of a fight in this state, which has this probability.
    pub(super) fn observe_end(&mut self, id: StateId, p: f64, observed: &mut Observed) {
        self.watch.measures = true;
        self.watch.clear();
        self.turns.end(self.keys.key(id), &mut self.watch);
        debug_assert!(self.watch.effect.marks.is_empty(), "no clock strikes after the last round");
        observed.add(&self.watch.seen, p);
        self.watch.measures = false;
    }

    /// Adds what is observed on every path that `play` takes.
    fn observe(
        &mut self,
        times: f64,
        observed: &mut Observed,
        play: impl Fn(&mut Self),
    ) -> Result<(), StopReason> {
        self.watch.measures = true;
        self.every.tell_apart(LEAST_OBSERVED / times);
        loop {
            self.watch.clear();
            play(self);
            self.key.clear();
            observed.add(&self.watch.seen, times * self.every.weight());
            self.n_observed += 1;
            if self.n_observed.is_multiple_of(WATCHED_PATHS) {
                self.look_up()?;
                if self.n_observed as f64 > MORE * self.max_paths() {
                    return Err(StopReason::Reached(Bound::Paths));
                }
            }
            if !self.every.advance() {
                break;
            }
        }
        self.watch.measures = false;
        self.every.tell_no_longer_apart();
        Ok(())
    }
}
