//! Fights that go on from a state on other dice: what the chances were after each turn of a fight, and how rare an
//! end is.

use fray_engine::contract::{Outcome, Report, Step};
use fray_engine::fight::{GivenUp, Played, is_given_up};
use fray_engine::observe::{ActionTarget, Cause, Observer};
use fray_engine::roster::{Roster, UnitSet};

use crate::dice::{Dice, mix};
use crate::replay::ReplayDice;
use crate::splitting::{Event, Path, Start};
use crate::trace::Transcript;

/// The ends of fights that went on from one state on other dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chances {
    /// The number of fights that were played.
    pub plays: u32,
    /// By side: how many it won.
    pub wins: Vec<u32>,
}

impl Chances {
    fn none(n_sides: usize) -> Self {
        Self { plays: 0, wins: vec![0; n_sides] }
    }

    fn add(&mut self, outcome: Outcome) {
        self.plays += 1;
        if let Outcome::Win(side) = outcome {
            self.wins[side.idx()] += 1;
        }
    }

    /// The share of them that a side won.
    #[must_use]
    pub fn win_rate(&self, side: usize) -> f64 {
        f64::from(self.wins[side]) / f64::from(self.plays.max(1))
    }
}

/// The most turns of a fight that goes on: what takes more never ends.
const MOST_TURNS: u32 = 1 << 24;

/// The units that were put out of a fight, each at least once: a state does not say so of those who are back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fallen(pub(crate) UnitSet);

impl<S: Report> Observer<S> for Fallen {
    #[inline]
    fn felled(&mut self, victim: ActionTarget, _cause: Cause) {
        self.0.insert(victim.unit);
    }
}

/// Plays fights on from the states that they came to.
pub(crate) struct Branches<'a, S: Report> {
    system: &'a S,
    pub(crate) dice: ReplayDice,
    pub(crate) state: S::State,
    pub(crate) fallen: Fallen,
}

/// A state between two turns, and the number of the round that the next turn belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Standing<T> {
    pub(crate) state: T,
    pub(crate) round: u32,
}

impl<'a, S: Report> Branches<'a, S> {
    pub(crate) fn new(system: &'a S, dice: ReplayDice) -> Self {
        Self { system, dice, state: S::State::default(), fallen: Fallen::default() }
    }

    /// Plays the fight in `self.state` on to its end, unless `stop` says at a state between two turns that it has
    /// seen enough: then the number of the round is returned.
    pub(crate) fn go_on(
        &mut self,
        mut round: u32,
        mut stop: impl FnMut(&S, &S::State, Fallen) -> bool,
    ) -> Result<Outcome, u32> {
        let Self { system, dice, state, fallen } = self;
        for _ in 0..MOST_TURNS {
            if is_given_up() {
                std::panic::resume_unwind(Box::new(GivenUp));
            }
            match system.turn(state, dice, fallen) {
                Step::GoesOn => {}
                Step::RoundOver if round == system.max_rounds() => return Ok(Outcome::Timeout),
                Step::RoundOver => round += 1,
                Step::Over(outcome) => return Ok(outcome),
            }
            if stop(system, state, *fallen) {
                return Err(round);
            }
        }
        panic!("a fight goes on after {MOST_TURNS} turns");
    }

    /// The ends of fights that go on from this state, on the dice of this number and the following ones.
    pub(crate) fn chances(&mut self, from: &Standing<S::State>, key: u64, plays: u32) -> Chances {
        self.ends(key, plays, |branches| {
            branches.state.clone_from(&from.state);
            from.round
        })
    }

    /// The ends of fights from the first roll on, on these dice.
    pub(crate) fn first_chances(&mut self, key: u64, plays: u32) -> Chances {
        self.ends(key, plays, Self::begin)
    }

    /// Begins a fight, and returns the number of its first round.
    fn begin(&mut self) -> u32 {
        let Self { system, dice, state, fallen } = self;
        *fallen = Fallen::default();
        system.begin(state, dice, fallen);
        system.first_round()
    }

    /// The ends of fights of which `begin` makes the state and returns the round.
    fn ends(&mut self, key: u64, plays: u32, begin: impl Fn(&mut Self) -> u32) -> Chances {
        let mut chances = Chances::none(self.system.roster().sides.len());
        for play in 0..u64::from(plays) {
            self.dice.fight(mix(key.wrapping_add(play)));
            let round = begin(self);
            match self.go_on(round, |_, _, _| false) {
                Ok(outcome) => chances.add(outcome),
                Err(_) => unreachable!("nothing stops it"),
            }
        }
        chances
    }
}

/// Plays fight `fight` as a run does and asks for the chances before the first roll and after every turn.
pub(crate) fn play_with_chances<S: Report>(
    system: &S,
    dice: &mut ReplayDice,
    state: &mut S::State,
    transcript: &mut Transcript<S>,
    fight: u64,
    plays: u32,
) -> Played {
    // Other dice: those of a seed that is made of this one.
    let mut branches = Branches::new(system, dice.others(system.roster()));
    let n_sides = system.roster().sides.len();
    let key_of = |turn: usize| mix(mix(fight) ^ mix(turn as u64 + 1));
    transcript.first_chances = Some(branches.first_chances(mix(mix(fight) ^ mix(0)), plays));
    system.begin(state, dice, transcript);
    transcript.between_turns(system, state);
    let mut round = system.first_round();
    transcript.round_begins(round, system.standing(state));
    let from = Standing { state: state.clone(), round };
    transcript.chances.push(branches.chances(&from, key_of(0), plays));
    let outcome = loop {
        let step = system.turn(state, dice, transcript);
        transcript.between_turns(system, state);
        let next = match step {
            Step::GoesOn => Ok(round),
            Step::RoundOver if round == system.max_rounds() => Err(Outcome::Timeout),
            Step::RoundOver => Ok(round + 1),
            Step::Over(outcome) => Err(outcome),
        };
        match next {
            Ok(next) => {
                let turn = transcript.chances.len();
                let from = Standing { state: state.clone(), round: next };
                transcript.chances.push(branches.chances(&from, key_of(turn), plays));
                if next > round {
                    round = next;
                    transcript.round_begins(round, system.standing(state));
                }
            }
            Err(outcome) => {
                let mut sure = Chances::none(n_sides);
                (0..plays).for_each(|_| sure.add(outcome));
                transcript.chances.push(sure);
                break outcome;
            }
        }
    };
    Played { outcome, rounds: round }
}

/// Fights of one level of [`splitting`](crate::splitting), with the states that they come to hidden behind it.
pub trait Split {
    /// Plays `paths` fights, on dice of their own, from starts drawn among those that the level before
    /// reached, or from the beginning, until they come to `level` or end. Those that come to it are the
    /// starts of the next level. Returns the result of each.
    fn level(&mut self, event: &Event, level: Option<u32>, paths: u32, key: u64) -> Vec<Path>;

    /// Goes back to the beginning.
    fn restart(&mut self);
}

/// A [`Split`] of one game.
pub(crate) struct Splitter<'a, S: Report> {
    branches: Branches<'a, S>,
    starts: Vec<(Start, Standing<S::State>)>,
    is_begun: bool,
}

impl<'a, S: Report> Splitter<'a, S> {
    pub(crate) fn new(system: &'a S, dice: ReplayDice) -> Self {
        Self { branches: Branches::new(system, dice), starts: Vec::new(), is_begun: false }
    }
}

impl<S: Report> Split for Splitter<'_, S> {
    fn restart(&mut self) {
        self.starts.clear();
        self.is_begun = false;
    }

    fn level(&mut self, event: &Event, level: Option<u32>, paths: u32, key: u64) -> Vec<Path> {
        let system = self.branches.system;
        let (mut reached, mut out) = (Vec::new(), Vec::new());
        for path in 0..u64::from(paths) {
            let dice = mix(key ^ mix(path + 1));
            self.branches.dice.fight(dice);
            let (mut start, round) = if self.is_begun {
                let at = ((u128::from(mix(dice ^ 1)) * self.starts.len() as u128) >> 64) as usize;
                let (start, from) = &self.starts[at];
                self.branches.state.clone_from(&from.state);
                self.branches.fallen = start.fallen;
                (start.clone(), from.round)
            } else {
                let round = self.branches.begin();
                (Start::of(system, &self.branches.state, self.branches.fallen, event), round)
            };
            let is_there = |start: &Start| level.is_some_and(|level| start.progress >= level);
            let mut last = round;
            if start.end.is_none() && !is_there(&start) {
                let mut farthest = start.progress;
                let mut seen = start.clone();
                let went = self.branches.go_on(round, |system, state, fallen| {
                    seen.look(system, state, fallen, event);
                    farthest = farthest.max(seen.progress);
                    is_there(&seen)
                });
                match went {
                    Ok(outcome) => {
                        seen.look(system, &self.branches.state, self.branches.fallen, event);
                        seen.over(system, &self.branches.state, event, outcome);
                        farthest = farthest.max(seen.progress);
                    }
                    Err(round) => last = round,
                }
                start = seen;
                start.farthest = farthest;
            }
            out.push(Path {
                farthest: start.farthest.max(start.progress),
                is_event: start.end == Some(true),
            });
            if is_there(&start) {
                let state = self.branches.state.clone();
                reached.push((start, Standing { state, round: last }));
            }
        }
        if level.is_some() {
            self.starts = reached;
            self.is_begun = true;
        }
        out
    }
}

/// The dice of rolls that are no part of a run: those of a seed that is made of its own.
pub(crate) fn other_dice(dice: &Dice, roster: &Roster) -> Dice {
    Dice::new(roster, mix(dice.seed_word() ^ 0x6c75_636b))
}
