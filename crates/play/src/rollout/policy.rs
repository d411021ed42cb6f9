//! The choice at a turn, by trials of each candidate on the same dice.

use fray_engine::contract::{Outcome, Rules, Step};
use fray_engine::fight::{Played, play_by};
use fray_engine::observe::Observer;
use fray_engine::roster::SideId;

use super::departures::{FRESH_TRIALS, Notes};
use super::{Choosing, FEWEST_TRIALS, Taken, systems_of};
use crate::branching::Branches;
use crate::dice::{Dice, mix};
use crate::replay::{ReplayDice, Rolls};

/// The square of the standard errors by which a choice has to be better than the base.
const BEYOND: u64 = 4;

/// The choices of a side, and what they are tried with.
pub(super) struct Policy<'a, S: Rules> {
    systems: Vec<&'a S>,
    side: SideId,
    trials: u32,
    taken: &'a [Taken],
    branches: Branches<'a, S>,
    racers: Vec<Racer>,
    /// The states that the turn led to in a trial, with who won from there. As many as there are choices at most.
    seen: Vec<Seen>,
    notes: Option<Notes<'a>>,
}

/// A choice that is still tried.
#[derive(Clone, Copy)]
struct Racer {
    choice: usize,
    /// The trials that it won and the base did not.
    better: u32,
    /// The trials that the base won and it did not.
    worse: u32,
    /// Whether its turns were those of the base in all trials.
    is_same: bool,
}

/// The state that a turn led to, and whether the side won from there.
#[derive(Default)]
struct Seen {
    step: Option<Step>,
    key: Vec<u32>,
    is_won: bool,
}

impl<'a, S: Rules> Policy<'a, S> {
    /// Trials on dice of a seed that is made of that of `dice`. `None` if the choices are not of this game.
    pub(super) fn new(choosing: Choosing<'a>, dice: &ReplayDice) -> Option<Self> {
        let systems = systems_of::<S>(choosing.choices)?;
        let base = *systems.first()?;
        let seed = mix(dice.dice().seed_word() ^ 0x726f_6c6c_6f75_7421);
        let own = ReplayDice::new(Dice::new(base.roster(), seed), Rolls::Tabled);
        Some(Self {
            branches: Branches::new(base, own),
            racers: Vec::with_capacity(systems.len()),
            seen: systems.iter().map(|_| Seen::default()).collect(),
            side: choosing.side,
            trials: choosing.trials,
            taken: choosing.taken,
            notes: choosing.departures.map(|of| Notes::new(of, choosing.side)),
            systems,
        })
    }

    pub(super) fn base(&self) -> &'a S {
        self.systems[0]
    }

    /// Plays fight `fight` on these dice.
    pub(super) fn play<O: Observer<S>>(
        &mut self,
        fight: u64,
        state: &mut S::State,
        dice: &mut ReplayDice,
        obs: &mut O,
    ) -> Played {
        let mut turn = 0;
        let played = play_by(self.base(), state, dice, obs, |state, dice, obs, round| {
            turn += 1;
            let key = mix(mix(fight) ^ mix(turn));
            if let Some(notes) = self.notes.as_mut().filter(|_| turn == 1) {
                notes.begin(self.systems[0], state);
            }
            let choice = self.choose(state, round, key);
            self.note(state, round, key, choice);
            self.systems[choice].turn(state, dice, obs)
        });
        if let Some(notes) = &mut self.notes {
            notes.end();
        }
        played
    }

    /// The choice for the next turn. `key` names its dice.
    fn choose(&mut self, state: &S::State, round: u32, key: u64) -> usize {
        let units = self.base().roster().sides[self.side.idx()].units;
        if units.and(self.base().standing(state)).is_empty() {
            return 0;
        }
        self.racers.clear();
        let racer = |choice| Racer { choice, better: 0, worse: 0, is_same: true };
        self.racers.extend((1..self.systems.len()).map(racer));
        let (mut n, mut look) = (0, FEWEST_TRIALS.min(self.trials));
        while n < self.trials && !self.racers.is_empty() {
            self.trial(state, round, key.wrapping_add(n.into()));
            n += 1;
            if n == look {
                if let Some(notes) = &mut self.notes {
                    self.racers.iter().for_each(|it| notes.matters[it.choice] |= !it.is_same);
                }
                // The first look lets go what does as the base does, the others what is not ahead.
                let is_first = n == FEWEST_TRIALS;
                self.racers.retain(|racer| {
                    !racer.is_same && (racer.better > racer.worse || is_first && racer.better == racer.worse)
                });
                look = (2 * look).min(self.trials);
            }
        }
        let ahead = |racer: &Racer| u64::from(racer.better.saturating_sub(racer.worse));
        // Of equals the first, by the number of the choice.
        let best = self.racers.iter().rev().max_by_key(|racer| ahead(racer)).copied();
        match best.filter(|it| ahead(it).pow(2) > BEYOND * u64::from(it.better + it.worse)) {
            Some(Racer { choice, better, worse, .. }) => {
                self.taken[choice].add(round, n, better, worse);
                choice
            }
            None => {
                self.taken[0].add(round, n, 0, 0);
                0
            }
        }
    }

    /// Notes the choice for a turn, valued on other dice than those that it was chosen by.
    fn note(&mut self, state: &S::State, round: u32, key: u64, choice: usize) {
        if self.notes.is_none() {
            return;
        }
        self.racers.clear();
        if choice > 0 {
            self.racers.push(Racer { choice, better: 0, worse: 0, is_same: true });
            let key = mix(key ^ 0x6672_6573_6821);
            (0..FRESH_TRIALS).for_each(|n| self.trial(state, round, key.wrapping_add(n.into())));
        }
        let gained = self.racers.first().map_or(0, |it| i64::from(it.better) - i64::from(it.worse));
        if let Some(notes) = &mut self.notes {
            notes.note((self.systems[0], state), round, choice, gained);
        }
    }

    /// Tries the base and every choice that is still tried, on the dice of this number.
    fn trial(&mut self, state: &S::State, round: u32, dice: u64) {
        let base = self.systems[0];
        let is_base_won = self.seen_from(base, state, round, dice, 0);
        let mut n_seen = 1;
        for at in 0..self.racers.len() {
            let system = self.systems[self.racers[at].choice];
            let to = self.turned(system, state, dice, n_seen);
            // Equal states have equal futures: this one was played on already.
            let known = self.seen[..n_seen]
                .iter()
                .position(|seen| seen.step == self.seen[n_seen].step && seen.key == self.seen[n_seen].key);
            let is_won = match known {
                Some(known) => self.seen[known].is_won,
                None => {
                    let is_won = self.won(to, round);
                    self.seen[n_seen].is_won = is_won;
                    n_seen += 1;
                    is_won
                }
            };
            let racer = &mut self.racers[at];
            racer.is_same &= known == Some(0);
            racer.better += u32::from(is_won && !is_base_won);
            racer.worse += u32::from(is_base_won && !is_won);
        }
    }

    /// Plays a turn under `system` and the rest under the base, and notes it at `at`.
    fn seen_from(&mut self, system: &S, state: &S::State, round: u32, dice: u64, at: usize) -> bool {
        let step = self.turned(system, state, dice, at);
        let is_won = self.won(step, round);
        self.seen[at].is_won = is_won;
        is_won
    }

    /// Plays a turn under `system`, and notes where it led.
    fn turned(&mut self, system: &S, state: &S::State, dice: u64, at: usize) -> Step {
        let Branches { dice: rolls, state: own, fallen, .. } = &mut self.branches;
        rolls.fight(mix(dice));
        own.clone_from(state);
        let step = system.turn(own, rolls, fallen);
        let seen = &mut self.seen[at];
        seen.step = Some(step);
        seen.key.clear();
        if !matches!(step, Step::Over(_)) {
            self.systems[0].key(&mut own.clone(), &mut seen.key);
        }
        step
    }

    /// Returns whether the side wins the fight that goes on after a turn that came to `step`.
    fn won(&mut self, step: Step, round: u32) -> bool {
        let outcome = match step {
            Step::Over(outcome) => outcome,
            Step::RoundOver if round == self.systems[0].max_rounds() => Outcome::Timeout,
            Step::GoesOn | Step::RoundOver => {
                let next = round + u32::from(step == Step::RoundOver);
                self.branches.go_on(next, |_, _, _| false).expect("nothing stops it")
            }
        };
        outcome == Outcome::Win(self.side)
    }
}
