//! Plays fight k of A and fight k of B, pair after pair, on all threads.

use std::ops::Range;

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;
use fray_rules::engine::roster::{Roster, SideId};

use super::facts::{BLOCK, Block, Facts, TOO_MANY};
use super::matched::{Matched, OfFight, Read, of_fights};
use super::sums::{Plain, Ratio, Sums};
use crate::play::chunks::{self, Part};
use crate::play::dice::Dice;
use crate::play::run::Broken;

/// Which seat at the table a side has: whose dice it rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The place that it is listed at.
    Listed,
    /// Counted from the end of the list: the seats of the same sides listed the other way round.
    Reversed,
}

/// The dice of one scenario of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// The seed.
    pub seed: u64,
    /// Whose dice each side rolls.
    pub seats: Seats,
}

impl Streams {
    fn dice(self, roster: &Roster) -> Dice {
        let mut seated = roster.clone();
        if self.seats == Seats::Reversed {
            let last = roster.sides.len() as u8 - 1;
            seated.units.iter_mut().for_each(|unit| unit.side = SideId(last - unit.side.0));
        }
        Dice::new(&seated, self.seed)
    }
}

/// One of the two scenarios, whatever its system: the rest of the comparison is compiled once.
pub(super) trait Contender: Sync {
    fn metrics(&self) -> Vec<OfFight>;
    fn player(&self, streams: Streams) -> Box<dyn Player + '_>;
}

/// One thread's dice, state and counts of one scenario.
pub(super) trait Player: Send {
    /// Plays some fights, at most [`BLOCK`].
    fn play(&mut self, fights: Range<u64>) -> &Block;
    /// The fight that was begun last.
    fn playing(&self) -> u64;
}

impl<S: System> Contender for S {
    fn metrics(&self) -> Vec<OfFight> {
        of_fights::<S>(self.roster())
    }

    fn player(&self, streams: Streams) -> Box<dyn Player + '_> {
        Box::new(OnePlayer {
            system: self,
            dice: streams.dice(self.roster()),
            state: S::State::default(),
            facts: Facts::new(self.roster()),
            playing: 0,
        })
    }
}

struct OnePlayer<'a, S: System> {
    system: &'a S,
    dice: Dice,
    state: S::State,
    facts: Facts<S>,
    playing: u64,
}

impl<S: System> Player for OnePlayer<'_, S> {
    #[inline(never)]
    fn play(&mut self, fights: Range<u64>) -> &Block {
        self.facts.block.n = 0;
        for fight in fights {
            self.playing = fight;
            self.dice.fight(fight);
            play(self.system, &mut self.state, &mut self.dice, &mut self.facts);
        }
        &self.facts.block
    }

    fn playing(&self) -> u64 {
        self.playing
    }
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

/// A fight of one of the two that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPair {
    /// Whose fight it is.
    pub which: Which,
    /// The fight.
    pub broken: Broken,
}

impl AsRef<Broken> for BrokenPair {
    fn as_ref(&self) -> &Broken {
        &self.broken
    }
}

/// Two scenarios ready to be played in pairs.
pub(super) struct Pairs<'a> {
    pub(super) contenders: [&'a dyn Contender; 2],
    pub(super) streams: [Streams; 2],
    pub(super) metrics: &'a [Matched],
}

/// One thread's part.
struct Worker<'a> {
    players: [Box<dyn Player + 'a>; 2],
    metrics: &'a [Matched],
    sums: Vec<Sums>,
    /// Whose turn it is.
    turn: Which,
    /// Sums of columns, where a metric has several.
    scratch: [Vec<u32>; 4],
}

impl<'a> Pairs<'a> {
    /// No pairs.
    pub(super) fn none(&self) -> Vec<Sums> {
        let none = |metric: &Matched| match metric.a.tries {
            None => Sums::Plain(Plain::default()),
            Some(_) => Sums::Ratio(Ratio::default()),
        };
        self.metrics.iter().map(none).collect()
    }

    fn worker(&self) -> Worker<'a> {
        let player = |i: usize| self.contenders[i].player(self.streams[i]);
        Worker {
            players: [player(0), player(1)],
            metrics: self.metrics,
            sums: self.none(),
            turn: Which::A,
            scratch: Default::default(),
        }
    }

    /// Plays the pairs of `range` on the threads of the current pool and adds them up. `played`
    /// is told the number of pairs as they are done, from any thread.
    ///
    /// # Errors
    /// The first fight that broke an invariant.
    pub(super) fn play(
        &self,
        range: Range<u64>,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Sums>, BrokenPair> {
        let merge = |a: &mut Vec<Sums>, b: &Vec<Sums>| a.iter_mut().zip(b).for_each(|(a, b)| a.merge(b));
        chunks::play(range, || self.worker(), || self.none(), merge, played)
    }
}

impl Part for Worker<'_> {
    type Sums = Vec<Sums>;
    type Broken = BrokenPair;

    fn broken(&self, message: String) -> BrokenPair {
        let fight = self.players[self.turn as usize].playing();
        BrokenPair { which: self.turn, broken: Broken { fight, message } }
    }

    fn finish(self) -> Vec<Sums> {
        self.sums
    }

    fn play(&mut self, fights: Range<u64>) {
        let mut at = fights.start;
        while at < fights.end {
            let end = fights.end.min(at + BLOCK as u64);
            let [a, b] = &mut self.players;
            self.turn = Which::A;
            let a = a.play(at..end);
            self.turn = Which::B;
            let b = b.play(at..end);
            let [s0, s1, s2, s3] = &mut self.scratch;
            for (metric, sums) in self.metrics.iter().zip(&mut self.sums) {
                let (of_a, of_b) = (read(a, &metric.a, [s0, s1]), read(b, &metric.b, [s2, s3]));
                // Many things do not happen in most blocks.
                if [of_a, of_b].as_flattened().iter().all(|column| is_empty(column)) {
                    continue;
                }
                match sums {
                    Sums::Plain(sums) => sums.add(of_a[0], of_b[0]),
                    Sums::Ratio(sums) => sums.add([of_a[0], of_a[1], of_b[0], of_b[1]]),
                }
            }
            at = end;
        }
    }
}

/// What a metric came to, by fight: its sum and its tries.
fn read<'a>(block: &'a Block, read: &Read, [first, second]: [&'a mut Vec<u32>; 2]) -> [&'a [u32]; 2] {
    let sum = total(block, &read.sum, first);
    let tries = read.tries.as_ref().map_or(&[][..], |tries| total(block, tries, second));
    [sum, tries]
}

/// The sum of columns, by fight.
fn total<'a>(block: &'a Block, columns: &[usize], scratch: &'a mut Vec<u32>) -> &'a [u32] {
    let total = match columns {
        [column] => block.column(*column),
        columns => {
            scratch.clear();
            scratch.resize(block.n, 0);
            for &column in columns {
                scratch
                    .iter_mut()
                    .zip(block.column(column))
                    .for_each(|(sum, n)| *sum = sum.saturating_add(*n));
            }
            scratch
        }
    };
    assert!(any(total) < TOO_MANY, "a count of one fight reached {TOO_MANY}");
    total
}

/// 0 if all are; below a power of two if all are.
fn any(counts: &[u32]) -> u32 {
    counts.iter().fold(0, |any, n| any | n)
}

fn is_empty(counts: &[u32]) -> bool {
    any(counts) == 0
}
