//! Clocks: moments of a unit that are counted by round and activation. The first is Exhaustion.

use core::fmt;

/// The declaration of a clock: its name, its causes, one sentence.
#[derive(Clone, Copy, Debug)]
pub struct ClockInfo {
    /// The name in the column `clock`.
    pub name: &'static str,
    /// The words of the column `what`, in order.
    pub causes: &'static [&'static str],
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// The clocks of a system. Made by the derive [`Clocks`](derive@crate::Clocks). A value is a clock with its cause.
pub trait ClockSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// All clocks, in the order of their declaration; the first is Exhaustion.
    const ALL: &'static [ClockInfo];
    /// The place of the clock in [`ALL`](ClockSet::ALL) and of the cause among its causes.
    fn place(self) -> (usize, usize);
}
