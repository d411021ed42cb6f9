//! A range of fights handed out to threads in chunks, and what the threads made of them put
//! together again: the same whatever the threads do.

use core::sync::atomic::{AtomicU64, Ordering};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use crate::run::{Broken, CHUNK, message};

/// One thread's part of the work: what it plays its chunks with, and the sums over them.
pub trait Part: Send {
    /// What all chunks come to.
    type Sums: Send;
    /// A fight that broke an invariant of its rules.
    type Broken: Send + AsRef<Broken>;

    /// Plays these fights.
    fn play(&mut self, fights: Range<u64>);

    /// The fight under way, which broke an invariant; `message` says which.
    fn broken(&self, message: String) -> Self::Broken;

    /// The sums over its chunks.
    fn finish(self) -> Self::Sums;
}

/// Plays the fights of `range` on the threads of the current pool, each with a `part` of its
/// own, and adds up what they come to with `merge`, which must not mind the order; `none` is what
/// no fights come to. `played` is called with the number of fights as they are done, from any thread.
///
/// # Errors
/// The first fight of the range that broke an invariant.
pub fn play<P: Part>(
    range: Range<u64>,
    part: impl Fn() -> P + Sync + Send,
    none: impl Fn() -> P::Sums + Sync + Send,
    merge: impl Fn(&mut P::Sums, &P::Sums) + Sync + Send,
    played: &(dyn Fn(u64) + Sync),
) -> Result<P::Sums, P::Broken> {
    let n_chunks = (range.end - range.start).div_ceil(CHUNK);
    // Chunks behind a broken one need not be played; those before it must, or which fight is
    // the first would depend on the threads.
    let first_broken = AtomicU64::new(u64::MAX);
    let play_chunk = |part: Result<P, P::Broken>, i: u64| {
        if i > first_broken.load(Ordering::Relaxed) {
            return part;
        }
        let mut part = part?;
        let start = range.start + i * CHUNK;
        let chunk = start..range.end.min(start + CHUNK);
        let n = chunk.end - chunk.start;
        match play_alone(&mut part, chunk) {
            Ok(()) => {
                played(n);
                Ok(part)
            }
            Err(broken) => {
                first_broken.fetch_min(i, Ordering::Relaxed);
                Err(broken)
            }
        }
    };
    let merge = |a: Result<P::Sums, P::Broken>, b: Result<P::Sums, P::Broken>| match (a, b) {
        (Ok(mut a), Ok(b)) => {
            merge(&mut a, &b);
            Ok(a)
        }
        (Err(a), Err(b)) => Err(if a.as_ref().fight <= b.as_ref().fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    (0..n_chunks)
        .into_par_iter()
        .fold(|| Ok(part()), play_chunk)
        .map(|part| part.map(Part::finish))
        .reduce(|| Ok(none()), merge)
}

/// Plays these fights on the thread that asks.
///
/// # Errors
/// The first of them that broke an invariant.
pub fn play_alone<P: Part>(part: &mut P, fights: Range<u64>) -> Result<(), P::Broken> {
    catch_unwind(AssertUnwindSafe(|| part.play(fights))).map_err(|panic| part.broken(message(&*panic)))
}
