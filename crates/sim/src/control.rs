//! Control of work under way: the signal that stops it, and its reports of progress.

use core::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Control of work under way: the signal that stops it, and its reports of progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of fights as they are played, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// How often a limit of time is compared with the clock.
const TICK: Duration = Duration::from_millis(20);

impl Control<'_> {
    /// Returns whether it was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does a part of the work and stops it after this time, if there is a limit, or when the whole is stopped. The
    /// second result is whether the time ran out.
    pub fn for_a_time<T>(self, time: Option<Duration>, work: impl FnOnce(Control<'_>) -> T) -> (T, bool) {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        let Some(until) = until else { return (work(self), false) };
        // What has no time left does not begin.
        let (stop, is_done) = (AtomicBool::new(Instant::now() >= until), AtomicBool::new(false));
        let watch = || {
            while !is_done.load(Ordering::Relaxed) {
                if self.is_stopped() || Instant::now() >= until {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(TICK);
            }
        };
        std::thread::scope(|scope| {
            let watcher = scope.spawn(watch);
            // However the work ends: a panic of it is not told before the watcher is done.
            let done = Done { is_done: &is_done, watcher: watcher.thread() };
            let answer = work(Control { stop: &stop, ..self });
            drop(done);
            (answer, stop.load(Ordering::Relaxed) && !self.is_stopped())
        })
    }
}

/// Wakes the watcher of a limit of time when the work is done.
struct Done<'a> {
    is_done: &'a AtomicBool,
    watcher: &'a Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_part_of_the_work_ends_in_time_or_with_the_whole() {
        let stop = AtomicBool::new(false);
        let whole = Control { stop: &stop, played: &|_| {} };
        let until_stopped = |part: Control<'_>| {
            while !part.is_stopped() {
                std::thread::yield_now();
            }
        };
        assert!(whole.for_a_time(Some(Duration::from_millis(1)), until_stopped).1);
        assert_eq!(whole.for_a_time(Some(Duration::MAX / 4), |part| part.is_stopped()), (false, false));
        stop.store(true, Ordering::Relaxed);
        assert!(!whole.for_a_time(Some(Duration::from_secs(3600)), until_stopped).1, "the whole was stopped");
    }
    #[test]
    fn a_panic_of_the_work_is_told_at_once() {
        let stop = AtomicBool::new(false);
        let whole = Control { stop: &stop, played: &|_| {} };
        let began = Instant::now();
        let broken: Result<((), bool), _> = catch_unwind(AssertUnwindSafe(|| {
            whole.for_a_time(Some(Duration::from_secs(3600)), |_| {
                std::panic::resume_unwind(Box::new("broken"))
            })
        }));
        assert!(broken.is_err() && began.elapsed() < Duration::from_secs(60));
    }
}
