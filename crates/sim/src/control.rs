//! How work is stopped from outside, and how it reports its progress.

use core::sync::atomic::AtomicBool;

/// How work is stopped from outside, and how it reports its progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of fights as they are played, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}
