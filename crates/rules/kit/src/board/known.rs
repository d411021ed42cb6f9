//! Rows of what is known of the squares of a board, each made when it is asked for first.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;

/// The most room that the rows of a table take.
pub const MOST_BYTES: usize = 16 << 20;

/// A row for each square, as long as there is room for it. A copy knows nothing.
#[derive(Debug)]
pub struct KnownRows<T> {
    rows: Box<[OnceLock<Box<[T]>>]>,
    bytes: usize,
    /// The number of rows that may still be made.
    left: AtomicUsize,
}

impl<T> Default for KnownRows<T> {
    fn default() -> Self {
        Self::of(0, 0)
    }
}

impl<T> Clone for KnownRows<T> {
    fn clone(&self) -> Self {
        Self::of(self.rows.len(), self.bytes)
    }
}

impl<T> KnownRows<T> {
    /// Rows of so many squares for as many, that take at most so many bytes.
    #[must_use]
    pub fn of(n_squares: usize, bytes: usize) -> Self {
        let rows = (0..n_squares).map(|_| OnceLock::new()).collect();
        Self { rows, bytes, left: AtomicUsize::new(bytes / (n_squares * size_of::<T>()).max(1)) }
    }

    /// Returns the row of a square, made unless it is known; `None` where there is no room for it.
    #[inline(always)]
    pub fn get(&self, square: usize, make: impl FnOnce() -> Box<[T]>) -> Option<&[T]> {
        let row = self.rows.get(square)?;
        match row.get() {
            Some(row) => Some(row),
            None => self.make(row, make),
        }
    }

    #[cold]
    #[inline(never)]
    fn make<'a>(&self, row: &'a OnceLock<Box<[T]>>, make: impl FnOnce() -> Box<[T]>) -> Option<&'a [T]> {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).ok()?;
        Some(row.get_or_init(make))
    }
}
