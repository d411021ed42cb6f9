//! A range of fights handed out to threads in pieces, and what the threads made of them put
//! together again: the same whatever the threads do.

use core::sync::atomic::{AtomicU64, Ordering};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::run::{Broken, CHUNK, message};

/// One thread's part of the work: what it plays its pieces with, and the sums over them.
pub trait Part: Send {
    /// The type of the sums over all pieces of a thread.
    type Sums: Send;
    /// A fight that broke an invariant of its rules.
    type Broken: Send + AsRef<Broken>;

    /// Whether its pieces are whole chunks of [`CHUNK`] fights, but for the last, because its sums tell
    /// chunks apart. Other pieces are as long as the clock allows, and have no say in the sums.
    const IS_BY_CHUNK: bool = false;

    /// Plays these fights.
    fn play(&mut self, fights: Range<u64>);

    /// The fight under way, which broke an invariant; `message` says which.
    fn broken(&self, message: String) -> Self::Broken;

    /// The sums over its pieces.
    fn finish(self) -> Self::Sums;
}

/// The callbacks of a run that are called between two pieces, from any thread.
#[derive(Clone, Copy)]
pub struct Between<'a> {
    /// Told the number of fights as they are done.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Whether no further piece is begun.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// Fights that a thread plays before it looks at the clock: one may take a second where a side looks ahead.
const FIRST_PIECE: u64 = 1;
/// The most fights of a piece: fewer than a tally holds.
const MOST_PIECE: u64 = 1 << 14;
/// Pieces are doubled until they take this long, and halved when they take twice as long: long enough that
/// handing them out costs nothing, short enough that an interruption is answered at once.
const SOON: Duration = Duration::from_millis(10);

/// The pieces of a range, in ascending order.
struct Pieces {
    next: AtomicU64,
    end: u64,
    /// The part of its length that each piece leaves for the others: one in this many.
    parts: u64,
}

impl Pieces {
    /// The next piece, of at most so many fights; shorter towards the end, so that threads finish together.
    fn take(&self, most: u64) -> Option<Range<u64>> {
        self.take_by(|left| most.min(left.div_ceil(self.parts)))
    }

    /// The next chunk.
    fn take_chunk(&self) -> Option<Range<u64>> {
        self.take_by(|left| CHUNK.min(left))
    }

    fn take_by(&self, length: impl Fn(u64) -> u64) -> Option<Range<u64>> {
        let end = |start: u64| (start < self.end).then(|| start + length(self.end - start));
        let start = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
        end(start).map(|end| start..end)
    }
}

/// Plays the fights of `range` on the threads of the current pool, each with a `part` of its
/// own, and adds up what they come to with `merge`, which must not mind the order; `none` is what
/// no fights come to. The second result is the end of the fights played: that of the range, unless it was
/// over before.
///
/// # Errors
/// The first fight of the range that broke an invariant.
pub fn play<P: Part>(
    range: Range<u64>,
    part: impl Fn() -> P + Sync + Send,
    none: impl Fn() -> P::Sums + Sync + Send,
    merge: impl Fn(&mut P::Sums, &P::Sums) + Sync + Send,
    between: Between<'_>,
) -> Result<(P::Sums, u64), P::Broken> {
    let n_threads = rayon::current_num_threads();
    let pieces = Pieces {
        next: AtomicU64::new(range.start),
        end: range.end.max(range.start),
        parts: 2 * n_threads as u64,
    };
    // Pieces behind a broken one need not be played; those before it must, or which fight is
    // the first would depend on the threads.
    let first_broken = AtomicU64::new(u64::MAX);
    let of_thread = |_| {
        let mut mine = None;
        let mut length = FIRST_PIECE;
        while !(between.is_over)() {
            let piece = if P::IS_BY_CHUNK { pieces.take_chunk() } else { pieces.take(length) };
            let Some(piece) = piece.filter(|it| it.start < first_broken.load(Ordering::Relaxed)) else {
                break;
            };
            let (start, n, began) = (piece.start, piece.end - piece.start, Instant::now());
            play_alone(mine.get_or_insert_with(&part), piece).inspect_err(|_| {
                first_broken.fetch_min(start, Ordering::Relaxed);
            })?;
            (between.played)(n);
            length = match began.elapsed() {
                short if short < SOON => (2 * length).min(MOST_PIECE),
                long if long > 2 * SOON => (length / 2).max(1),
                _ => length,
            };
        }
        Ok(mine.map(P::finish))
    };
    let merge = |a: Result<Option<P::Sums>, P::Broken>, b: Result<Option<P::Sums>, P::Broken>| match (a, b) {
        (Ok(Some(mut a)), Ok(Some(b))) => {
            merge(&mut a, &b);
            Ok(Some(a))
        }
        (Ok(a), Ok(b)) => Ok(a.or(b)),
        (Err(a), Err(b)) => Err(if a.as_ref().fight <= b.as_ref().fight { a } else { b }),
        (Err(broken), Ok(_)) | (Ok(_), Err(broken)) => Err(broken),
    };
    let sums = (0..n_threads).into_par_iter().with_max_len(1).map(of_thread).reduce(|| Ok(None), merge)?;
    Ok((sums.unwrap_or_else(none), pieces.next.into_inner()))
}

/// Plays these fights on the thread that asks.
///
/// # Errors
/// The first of them that broke an invariant.
pub fn play_alone<P: Part>(part: &mut P, fights: Range<u64>) -> Result<(), P::Broken> {
    catch_unwind(AssertUnwindSafe(|| part.play(fights))).map_err(|panic| part.broken(message(&*panic)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicBool;
    use rayon::ThreadPoolBuilder;

    /// Lists the fights that it plays, each of which takes its time, and breaks where it is told to.
    struct Lister {
        seen: Vec<Range<u64>>,
        takes: Duration,
        broken: &'static [u64],
        at: u64,
    }

    impl Part for Lister {
        type Sums = Vec<Range<u64>>;
        type Broken = Broken;

        fn play(&mut self, fights: Range<u64>) {
            for fight in fights.clone() {
                self.at = fight;
                std::thread::sleep(self.takes);
                assert!(!self.broken.contains(&fight), "broken");
            }
            self.seen.push(fights);
        }

        fn broken(&self, message: String) -> Broken {
            Broken { fight: self.at, message }
        }

        fn finish(self) -> Self::Sums {
            self.seen
        }
    }

    fn lister(takes: Duration, broken: &'static [u64]) -> impl Fn() -> Lister {
        move || Lister { seen: Vec::new(), takes, broken, at: 0 }
    }

    fn listed(
        range: Range<u64>,
        part: impl Fn() -> Lister + Sync + Send,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Vec<Range<u64>>, u64), Broken> {
        let merge = |a: &mut Vec<_>, b: &Vec<_>| a.extend_from_slice(b);
        let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
        let (mut seen, end) =
            pool.install(|| play(range, part, Vec::new, merge, Between { played: &|_| {}, is_over }))?;
        seen.sort_by_key(|it| it.start);
        Ok((seen, end))
    }

    fn is_joined(seen: &[Range<u64>], all: Range<u64>) -> bool {
        let ends = seen.iter().map(|it| it.end);
        let starts = seen.iter().map(|it| it.start).chain([all.end]);
        starts.eq([all.start].into_iter().chain(ends))
    }

    #[test]
    fn every_fight_is_in_one_piece() {
        for all in [0..0, 7..8, 5..100_000, u64::MAX - 9..u64::MAX] {
            let (seen, end) =
                listed(all.clone(), lister(Duration::ZERO, &[]), &|| false).expect("none breaks");
            assert_eq!(end, all.end);
            assert!(is_joined(&seen, all), "{seen:?}");
        }
    }

    #[test]
    fn pieces_of_slow_fights_are_short_and_what_is_over_has_no_gap() {
        let over = AtomicBool::new(false);
        let is_over = || over.load(Ordering::Relaxed);
        let part = lister(Duration::from_millis(3), &[]);
        let (seen, end) = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                over.store(true, Ordering::Relaxed);
            });
            listed(10..1_000_000, part, &is_over).expect("none breaks")
        });
        assert!(is_joined(&seen, 10..end), "{seen:?}");
        // Two take less than pieces should, four take more.
        assert!(seen.iter().all(|it| it.end - it.start <= 4), "{seen:?}");
    }

    #[test]
    fn the_first_broken_fight_is_named_whatever_the_threads_do() {
        for _ in 0..20 {
            let part = lister(Duration::ZERO, &[900, 901, 2_000, 5_000]);
            let broken = listed(0..10_000, part, &|| false).expect_err("it breaks");
            assert_eq!(broken.fight, 900);
        }
    }
}
