//! Fights played one by one: again on the dice of a run, or as hands would, die by die. The events are kept
//! as a [`Transcript`].

use fray_engine::contract::{Rules, Step};
use fray_engine::draw::{Chance, Draw, Purpose, Roll};
use fray_engine::fight::{Played, play};
use fray_engine::roster::Roster;

use crate::branching::{other_dice, play_with_chances};
use crate::dice::Dice;
use crate::trace::{Keeps, Transcript};
use crate::turns::ByTurn;

/// The way in which a [`ReplayDice`] answers a named draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    /// By table, as the run of the same seed did.
    Tabled,
    /// Die by die. The results have the distribution of those of a run but are not equal to them.
    DieByDie,
}

/// The streams of a run, which may roll every die by itself and count it.
#[derive(Clone, Debug)]
pub struct ReplayDice {
    dice: Dice,
    rolls: Rolls,
    /// The dice rolled in the fight begun last, if they are rolled one by one.
    n_rolled: u32,
}

impl ReplayDice {
    /// Dice that have not been rolled.
    #[must_use]
    pub fn new(dice: Dice, rolls: Rolls) -> Self {
        Self { dice, rolls, n_rolled: 0 }
    }

    /// The streams.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    pub(crate) fn dice_mut(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// Dice of another seed, which is made of this one, rolled as these.
    pub(crate) fn others(&self, roster: &Roster) -> Self {
        Self::new(other_dice(&self.dice, roster), self.rolls)
    }

    /// The dice rolled in the fight begun last, if they are rolled one by one.
    pub(crate) fn n_rolled_by_hand(&self) -> u32 {
        self.n_rolled
    }

    /// Puts every stream at the start of this fight.
    pub(crate) fn fight(&mut self, fight: u64) {
        self.dice.fight(fight);
        self.n_rolled = 0;
    }
}

impl Chance for ReplayDice {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        // Ties and choices that are left to chance need no dice of the game.
        self.n_rolled += u32::from(!matches!(by.purpose, Purpose::Tie | Purpose::Choice));
        self.dice.below(by, n)
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        match self.rolls {
            Rolls::Tabled => self.dice.draw(by, what),
            Rolls::DieByDie => what.roll(by, self),
        }
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        match self.rolls {
            // Spends the words of a run, in which a miss draws what it throws away.
            Rolls::Tabled => self.dice.draw_if(yes, by, what),
            Rolls::DieByDie if yes => what.roll(by, self),
            Rolls::DieByDie => D::Out::default(),
        }
    }
}

/// Plays single fights and keeps what happens in them.
pub trait Replay {
    /// Plays this fight and keeps it in place of what was kept before.
    fn play(&mut self, fight: u64, keeps: Keeps) -> Played;

    /// The events kept, line by line; after a panic in [`play`](Replay::play) those up to it.
    fn lines(&self) -> Vec<String>;

    /// Returns the part that is kept of the fight played last, turn by turn.
    fn by_turn(&self) -> ByTurn;

    /// The dice rolled in the fight played last, if they are rolled one by one.
    fn n_rolled(&self) -> u32;

    /// Plays this fight and shows `visit`, for each i, the key of the state after turn 2^i.
    fn sample_states(&mut self, fight: u64, visit: &mut dyn FnMut(usize, &[u32]));
}

/// A [`Replay`] of one game.
pub(crate) struct Replayer<'a, S: Rules> {
    system: &'a S,
    dice: ReplayDice,
    state: S::State,
    transcript: Transcript<S>,
}

impl<'a, S: Rules> Replayer<'a, S> {
    pub(crate) fn new(system: &'a S, dice: ReplayDice) -> Self {
        Self { system, dice, state: S::State::default(), transcript: Transcript::default() }
    }

    fn begin(&mut self, fight: u64, keeps: Keeps) {
        self.dice.fight(fight);
        self.transcript.begin(keeps);
    }
}

impl<S: Rules> Replay for Replayer<'_, S> {
    fn play(&mut self, fight: u64, keeps: Keeps) -> Played {
        self.begin(fight, keeps);
        let Self { system, dice, state, transcript } = self;
        match keeps {
            Keeps::Chances { plays } => play_with_chances(*system, dice, state, transcript, fight, plays),
            Keeps::Nothing | Keeps::Events | Keeps::Stands => play(*system, state, dice, transcript),
        }
    }

    fn lines(&self) -> Vec<String> {
        self.transcript.lines(self.system)
    }

    fn by_turn(&self) -> ByTurn {
        self.transcript.by_turn(self.system)
    }

    fn n_rolled(&self) -> u32 {
        self.dice.n_rolled
    }

    fn sample_states(&mut self, fight: u64, visit: &mut dyn FnMut(usize, &[u32])) {
        self.begin(fight, Keeps::Events);
        let Self { system, dice, state, transcript } = self;
        system.begin(state, dice, transcript);
        let (mut round, mut turn, mut key) = (system.first_round(), 0_u64, Vec::new());
        loop {
            match system.turn(state, dice, transcript) {
                Step::GoesOn => {}
                Step::RoundOver if round < system.max_rounds() => round += 1,
                Step::RoundOver | Step::Over(_) => break,
            }
            turn += 1;
            if turn.is_power_of_two() {
                key.clear();
                system.key(&mut state.clone(), &mut key);
                visit(turn.ilog2() as usize, &key);
            }
        }
    }
}
