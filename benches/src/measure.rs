//! Timing: CPU time of one thread, all forms in turn within each repeat, paired ratios.

use core::cell::Cell;
use core::hint::black_box;
use std::alloc::{GlobalAlloc, Layout, System};

use cpu_time::ThreadTime;

/// Nanoseconds of CPU time for one call.
pub(crate) fn cpu_ns<T>(work: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    black_box(work());
    start.elapsed().as_nanos() as f64
}

/// The median, the least and the greatest of some values.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Spread {
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Self { median: values[values.len() / 2], least: values[0], most: values[values.len() - 1] }
    }
}

impl core::fmt::Display for Spread {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let digits = if self.median < 10.0 { 2 } else { usize::from(self.median < 100.0) };
        let text = format!("{:.digits$} ({:.digits$} to {:.digits$})", self.median, self.least, self.most);
        f.pad(&text)
    }
}

/// `n` words of the raw generator in one chain, none skipped: the compiler may not look through
/// the state and jump ahead, as no fight could.
#[inline(never)]
pub(crate) fn raw_words(n: u64, state: &mut u128) -> u64 {
    let mut sum = 0;
    for _ in 0..n {
        *state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
        let (mut low, mut high) = (*state as u64, (*state >> 64) as u64);
        opaque(&mut low, &mut high);
        *state = u128::from(high) << 64 | u128::from(low);
        sum ^= (high ^ low).rotate_right((high >> 58) as u32);
    }
    sum
}

#[inline(always)]
fn opaque(low: &mut u64, high: &mut u64) {
    // SAFETY: no instruction at all; the two registers come out as they went in.
    unsafe {
        core::arch::asm!(
            "/* {0} {1} */",
            inout(reg) * low,
            inout(reg) * high,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
}

/// Counts allocations, each thread its own: the plain twin allocates a lot, and would wait for a shared counter.
pub(crate) struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

// SAFETY: everything is the system allocator's; the counters only count.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LIVE.set(LIVE.get() + layout.size() as i64);
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - layout.size() as i64);
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The bytes that this thread has allocated and not given back.
pub(crate) fn live_bytes() -> i64 {
    LIVE.get()
}

/// The allocations made so far by this thread.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    #[test]
    fn raw_words_are_those_of_the_generator() {
        let mut words = rand_pcg::Pcg64Mcg::new(12345);
        let sum = (0..9).fold(0, |sum, _| sum ^ words.next_u64());
        assert_eq!(super::raw_words(9, &mut (12345 | 1)), sum);
    }
}
