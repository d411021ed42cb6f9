//! Plays a range of fights on all threads.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_rules::contract::System;
use fray_rules::fight::play;
use rayon::prelude::*;

use crate::dice::Dice;
use crate::tally::Tally;
use crate::totals::Totals;

/// Fights that a thread plays in one go. Long enough that handing them out costs nothing, short
/// enough that threads finish together.
pub const CHUNK: u64 = 1024;

/// A tally is emptied into 64-bit totals after this many fights, long before a 32-bit count
/// could run over.
const DRAIN: u64 = 1 << 16;

/// A fight that broke an invariant of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number of the first such fight.
    pub fight: u64,
    /// What was broken.
    pub message: String,
}

/// One thread's dice, state and tally.
struct Worker<'a, S: System> {
    system: &'a S,
    dice: Dice,
    state: S::State,
    tally: Tally<S>,
    totals: Totals,
    playing: u64,
}

impl<'a, S: System> Worker<'a, S> {
    fn new(system: &'a S, seed: u64) -> Self {
        Self {
            system,
            dice: Dice::new(system.roster(), seed),
            state: S::State::default(),
            tally: Tally::new(system.roster()),
            totals: Totals::default(),
            playing: 0,
        }
    }

    /// The loop that everything else is there for.
    #[inline(never)]
    fn play(&mut self, fights: Range<u64>) {
        for fight in fights {
            self.playing = fight;
            self.dice.fight(fight);
            play(self.system, &mut self.state, &mut self.dice, &mut self.tally);
        }
        if self.tally.fights() >= DRAIN {
            self.tally.drain_into(&mut self.totals);
        }
    }

    /// On the heap: a tally of many metrics is larger than the frames in which threads steal work
    /// from one another should be.
    #[inline(never)]
    fn boxed(system: &'a S, seed: u64) -> Box<Self> {
        Box::new(Self::new(system, seed))
    }

    fn finish(mut self: Box<Self>) -> Totals {
        self.tally.drain_into(&mut self.totals);
        self.totals
    }
}

/// Plays the fights of `range` under `seed` on the threads of the current pool and adds them up.
/// `played` is told the number of fights as they are done, from any thread.
///
/// The totals depend on the scenario, the seed and the range alone.
///
/// # Errors
/// The first fight of the range that broke an invariant.
pub fn run<'a, S: System>(
    system: &'a S,
    seed: u64,
    range: Range<u64>,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Totals, Broken> {
    let n_chunks = (range.end - range.start).div_ceil(CHUNK);
    let chunk_of = |i: u64| {
        let start = range.start + i * CHUNK;
        start..range.end.min(start + CHUNK)
    };
    // Chunks behind a broken one need not be played; those before it must, or which fight is
    // the first would depend on the threads.
    let first_broken = AtomicU64::new(u64::MAX);
    let play_chunk = |worker: Result<Box<Worker<'a, S>>, Broken>, i: u64| {
        if i > first_broken.load(Ordering::Relaxed) {
            return worker;
        }
        let mut worker = worker?;
        let chunk = chunk_of(i);
        let n = chunk.end - chunk.start;
        match catch_unwind(AssertUnwindSafe(|| worker.play(chunk))) {
            Ok(()) => {
                played(n);
                Ok(worker)
            }
            Err(panic) => {
                first_broken.fetch_min(i, Ordering::Relaxed);
                Err(Broken { fight: worker.playing, message: message(&*panic) })
            }
        }
    };
    let merge = |a: Result<Totals, Broken>, b: Result<Totals, Broken>| match (a, b) {
        (Ok(mut a), Ok(b)) => {
            a.merge(&b);
            Ok(a)
        }
        (Err(a), Err(b)) => Err(if a.fight <= b.fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    (0..n_chunks)
        .into_par_iter()
        .fold(|| Ok(Worker::boxed(system, seed)), play_chunk)
        .map(|worker| worker.map(Worker::finish))
        .reduce(|| Ok(Totals::default()), merge)
}

pub(crate) fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// How far an interrupted run came.
#[derive(Clone, Debug)]
pub struct Played {
    /// What was observed.
    pub totals: Totals,
    /// Where the run ended: the end of the range, unless it was interrupted.
    pub end: u64,
}

/// [`run`], in blocks short enough that an interruption is answered within a moment: when `stop`
/// is set, the block in progress is finished, and the fights before its end are kept.
///
/// # Errors
/// As [`run`].
pub fn run_until<S: System>(
    system: &S,
    seed: u64,
    range: Range<u64>,
    stop: &AtomicBool,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Played, Broken> {
    let mut totals = Totals::default();
    let mut at = range.start;
    // Doubling from a short block finds a good length without looking at a clock.
    let mut block = CHUNK * 16;
    while at < range.end && !stop.load(Ordering::Relaxed) {
        let end = range.end.min(at.saturating_add(block));
        totals.merge(&run(system, seed, at..end, played)?);
        at = end;
        block = (block * 2).min(CHUNK * 1024);
    }
    Ok(Played { totals, end: at })
}
