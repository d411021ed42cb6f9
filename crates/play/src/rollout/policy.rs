//! The choice at a turn, by trials of each candidate on the same dice.

use fray_engine::contract::{Outcome, Rules, Step};
use fray_engine::fight::{Played, play_by};
use fray_engine::observe::{Nobody, Observer};
use fray_engine::roster::SideId;

use super::departures::{FRESH_TRIALS, Notes};
use super::{Choosing, MOST_CHOICES, Taken, systems_of};
use crate::branching::Branches;
use crate::dice::{Dice, mix};
use crate::replay::{ReplayDice, Rolls};

/// The square of the standard errors by which a choice has to be better than the base.
const BEYOND: u64 = 4;
/// The square of the standard errors by which a choice has to be on the way to be better for its trials to go on.
const GOES_ON: u64 = 1;
/// The trials after which choices are let go that do as others do. The next looks come after twice as many each.
const FIRST_LOOK: u32 = 4;
const _: () = assert!(MOST_CHOICES <= u32::BITS as usize);

/// The choices of a side, and what they are tried with.
pub(super) struct Policy<'a, S: Rules> {
    systems: Vec<&'a S>,
    side: SideId,
    trials: u32,
    taken: &'a [Taken],
    branches: Branches<'a, S>,
    racers: Vec<Racer>,
    /// The states that the turn led to in a trial, with who won from there. As many as there are choices at most.
    seen: Vec<Seen<S::State>>,
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
    /// The state that its turn led to in the trial in progress, as a place of those seen.
    led_to: usize,
    /// The choices before it, as bits, whose turns led elsewhere in some trial.
    apart: u32,
}

impl Racer {
    fn new(choice: usize) -> Self {
        Self { choice, better: 0, worse: 0, led_to: 0, apart: 0 }
    }

    /// Returns whether it led elsewhere than every choice before it.
    fn is_itself(&self) -> bool {
        self.apart.trailing_ones() as usize >= self.choice
    }

    /// The trials by which it is ahead of the base.
    fn ahead(&self) -> u64 {
        self.better.saturating_sub(self.worse).into()
    }

    /// The trials in which it and the base end differently.
    fn differs(&self) -> u64 {
        (self.better + self.worse).into()
    }

    /// Returns whether it is ahead of the base by a standard error after all of `trials`, if it goes on as in the `n`
    /// until now: who is ahead by less is hardly ever better beyond noise at the end.
    fn may_be_better(&self, n: u32, trials: u32) -> bool {
        self.ahead().pow(2) * u64::from(trials) > GOES_ON * self.differs() * u64::from(n)
    }

    /// Returns whether it is better than the base beyond the noise of its trials.
    fn is_beyond_noise(&self) -> bool {
        self.ahead().pow(2) > BEYOND * self.differs()
    }

    /// Returns whether it is better than the base beyond noise after all of `trials`, even if it and the base win the
    /// same number of those that are left.
    fn is_better(&self, n: u32, trials: u32) -> bool {
        self.ahead().pow(2) * u64::from(n) > BEYOND * self.differs() * u64::from(trials)
    }
}

/// The state that a turn led to, and whether the side won from there.
struct Seen<T> {
    step: Step,
    state: T,
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
            seen: systems
                .iter()
                .map(|_| Seen {
                    step: Step::GoesOn,
                    state: S::State::default(),
                    key: Vec::new(),
                    is_won: false,
                })
                .collect(),
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
        self.racers.extend((1..self.systems.len()).map(Racer::new));
        let (trials, mut n, mut look) = (self.trials, 0, FIRST_LOOK);
        while n < trials && !self.racers.is_empty() {
            self.trial(state, round, key.wrapping_add(n.into()));
            n += 1;
            if n < look.min(trials) {
                continue;
            }
            if look == FIRST_LOOK {
                // What does as the base or another choice does is let go.
                if let Some(notes) = &mut self.notes {
                    let differing = self.racers.iter().filter(|it| it.apart & 1 == 1);
                    differing.for_each(|it| notes.matters[it.choice] = true);
                }
                self.racers.retain(Racer::is_itself);
            } else {
                self.racers.retain(|racer| racer.may_be_better(n, trials));
                if self.racers.iter().any(|racer| racer.is_better(n, trials)) {
                    break;
                }
            }
            look *= 2;
        }
        // Of equals the first, by the number of the choice.
        let best = self.racers.iter().rev().max_by_key(|racer| racer.ahead()).copied();
        match best.filter(Racer::is_beyond_noise) {
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
            self.racers.push(Racer::new(choice));
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
        self.turned(self.systems[0], state, dice, 0);
        let mut n_seen = 1;
        for at in 0..self.racers.len() {
            self.turned(self.systems[self.racers[at].choice], state, dice, n_seen);
            // Equal states have equal futures: they are played on once.
            let to = &self.seen[n_seen];
            let known = self.seen[..n_seen].iter().position(|it| it.step == to.step && it.key == to.key);
            let led_to = known.unwrap_or(n_seen);
            n_seen += usize::from(known.is_none());
            let elsewhere = self.racers[..at].iter().filter(|it| it.led_to != led_to);
            let apart = elsewhere.fold(u32::from(led_to != 0), |bits, it| bits | 1 << it.choice);
            let racer = &mut self.racers[at];
            (racer.led_to, racer.apart) = (led_to, racer.apart | apart);
        }
        // Where all do the same, it does not matter who wins.
        if n_seen == 1 {
            return;
        }
        (0..n_seen).for_each(|at| self.play_on(at, round, mix(dice ^ 0x6f6e)));
        let is_base_won = self.seen[0].is_won;
        for racer in &mut self.racers {
            let is_won = self.seen[racer.led_to].is_won;
            racer.better += u32::from(is_won && !is_base_won);
            racer.worse += u32::from(is_base_won && !is_won);
        }
    }

    /// Plays a turn under `system`, and keeps where it led at `at`.
    fn turned(&mut self, system: &S, state: &S::State, dice: u64, at: usize) {
        let Branches { dice: rolls, state: own, .. } = &mut self.branches;
        rolls.fight(mix(dice));
        let seen = &mut self.seen[at];
        seen.state.clone_from(state);
        seen.step = system.turn(&mut seen.state, rolls, &mut Nobody);
        seen.key.clear();
        if !matches!(seen.step, Step::Over(_)) {
            own.clone_from(&seen.state);
            self.systems[0].key(own, &mut seen.key);
        }
    }

    /// Plays the fight on from where a turn led, under the base.
    fn play_on(&mut self, at: usize, round: u32, dice: u64) {
        let seen = &mut self.seen[at];
        let outcome = match seen.step {
            Step::Over(outcome) => outcome,
            Step::RoundOver if round == self.systems[0].max_rounds() => Outcome::Timeout,
            Step::GoesOn | Step::RoundOver => {
                let next = round + u32::from(seen.step == Step::RoundOver);
                core::mem::swap(&mut self.branches.state, &mut seen.state);
                self.branches.dice.fight(dice);
                self.branches.go_on(next, |_, _, _| false).expect("nothing stops it")
            }
        };
        seen.is_won = outcome == Outcome::Win(self.side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn racer(better: u32, worse: u32) -> Racer {
        Racer { better, worse, ..Racer::new(1) }
    }

    #[test]
    fn a_lead_is_followed_while_it_would_be_a_standard_error_if_it_went_on() {
        // A lead of one of 3 that differ in 8 trials is six of 18 in 48, and 6^2 > 18; one of 7 is 6 of 42, and 6^2 < 42.
        assert!(racer(2, 1).may_be_better(8, 48) && !racer(4, 3).may_be_better(8, 48));
        assert!(!racer(0, 0).may_be_better(8, 48) && !racer(0, 3).may_be_better(8, 48));
        // At the end it is more: 7^2 > 4 * 11, and 6^2 < 4 * 10.
        assert!(racer(9, 2).is_beyond_noise() && !racer(8, 2).is_beyond_noise());
        // 13 of 16 stay beyond noise even if 39 of 48 differ and the rest of these is even: 13^2 > 4 * 39.
        assert!(racer(13, 0).is_better(16, 48) && !racer(12, 0).is_better(16, 48));
    }

    #[test]
    fn a_choice_that_does_as_one_before_it_is_none_of_its_own() {
        let apart = |choice, apart| Racer { apart, ..Racer::new(choice) };
        assert!(apart(1, 0b1).is_itself() && apart(3, 0b111).is_itself());
        assert!(!apart(1, 0).is_itself() && !apart(3, 0b101).is_itself() && !apart(3, 0b110).is_itself());
    }
}
