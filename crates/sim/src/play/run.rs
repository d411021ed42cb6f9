//! Plays a range of fights on all threads.

use core::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;
use std::time::{Duration, Instant};

use fray_rules::engine::contract::System;
use fray_rules::engine::fight::play;

use crate::play::chunks::{self, Part};
use crate::play::dice::Dice;
use crate::tally::Tally;
use crate::totals::Totals;
use crate::totals::ranges::Ranges;

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

impl AsRef<Self> for Broken {
    fn as_ref(&self) -> &Self {
        self
    }
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
    /// Boxed, and made in a frame of its own: threads that share work stand in it many calls
    /// deep, and each call would hold a state and a tally.
    #[inline(never)]
    fn new(system: &'a S, seed: u64) -> Box<Self> {
        Box::new(Self {
            system,
            dice: Dice::new(system.roster(), seed),
            state: S::State::default(),
            tally: Tally::new(system.roster()),
            totals: Totals::default(),
            playing: 0,
        })
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
}

impl<S: System> Part for Box<Worker<'_, S>> {
    type Sums = Totals;
    type Broken = Broken;

    fn play(&mut self, fights: Range<u64>) {
        (**self).play(fights);
    }

    fn broken(&self, message: String) -> Broken {
        Broken { fight: self.playing, message }
    }

    fn finish(mut self) -> Totals {
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
pub fn run<S: System>(
    system: &S,
    seed: u64,
    range: Range<u64>,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Totals, Broken> {
    let merge = |a: &mut Totals, b: &Totals| a.merge(b);
    chunks::play(range, || Worker::new(system, seed), Totals::default, merge, played)
}

/// The same on the thread that asks, for who hands out ranges to threads by themselves.
///
/// # Errors
/// As [`run`].
pub fn run_alone<S: System>(system: &S, seed: u64, range: Range<u64>) -> Result<Totals, Broken> {
    let mut worker = Worker::new(system, seed);
    chunks::play_alone(&mut worker, range)?;
    Ok(worker.finish())
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Fights that were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Which.
    pub ranges: Ranges,
    /// What was observed in them.
    pub totals: Totals,
}

/// How long a block of fights may take: an interruption is answered, and the state of a run can
/// be saved, between two blocks. Much shorter ones cost speed: every block has new tallies.
const BLOCK: Duration = Duration::from_secs(1);

/// Plays the fights of `missing` in ascending order, block by block, and adds them to those that
/// were played before. After each block `pause` is shown everything played until then. When
/// `stop` is set, the block in progress is finished.
///
/// The clock decides on the length of the blocks and so on where an interrupted run ends; it has
/// no say in what was observed in the fights played.
///
/// # Errors
/// As [`run`].
pub fn run_on<S: System>(
    system: &S,
    seed: u64,
    mut so_far: Played,
    missing: &Ranges,
    watch: Watch<'_>,
) -> Result<Played, Broken> {
    let mut n_chunks = 4;
    for range in missing.each() {
        let mut at = range.start;
        while at < range.end {
            if watch.stop.load(Ordering::Relaxed) {
                return Ok(so_far);
            }
            let started = Instant::now();
            let end = range.end.min(at.saturating_add(CHUNK * n_chunks));
            so_far.totals.merge(&run(system, seed, at..end, watch.played)?);
            so_far.ranges.insert(&Ranges::from(at..end));
            (watch.pause)(&so_far);
            at = end;
            match started.elapsed() {
                short if short < BLOCK / 2 => n_chunks *= 2,
                long if long > BLOCK => n_chunks = (n_chunks / 2).max(1),
                _ => {}
            }
        }
    }
    Ok(so_far)
}

/// Who stops a run from outside and who is told of it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of fights as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Shown everything played until now, now and then.
    pub pause: &'a (dyn Fn(&Played) + Sync),
}
