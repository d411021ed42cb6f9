//! Control of work under way: the signal that stops it, and its reports of progress.

use core::sync::atomic::AtomicBool;

/// Control of work under way: the signal that stops it, and its reports of progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of fights as they are played, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}
