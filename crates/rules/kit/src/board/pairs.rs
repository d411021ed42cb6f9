//! A table of small numbers for pairs of squares, each computed when it is first asked for.

use core::sync::atomic::{AtomicU8, Ordering};

use super::known::{KnownRows, MOST_BYTES};
use crate::memory;

/// A number of each pair of squares, which depends on these alone: whether one sees the other, the cover between
/// them. A row belongs to each first square; when all room is taken, the numbers of further rows are made each time.
/// A copy knows nothing.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    n_squares: usize,
    /// By the first square, then by the second: the number and 1; 0 where it is not known.
    rows: KnownRows<AtomicU8>,
}

impl Pairs {
    /// The pairs of so many squares; of none, nothing is remembered.
    #[must_use]
    pub fn of(n_squares: usize) -> Self {
        Self::within(n_squares, MOST_BYTES)
    }

    /// The pairs of so many squares, whose rows take at most so many bytes.
    fn within(n_squares: usize, bytes: usize) -> Self {
        Self { n_squares, rows: KnownRows::of(n_squares, bytes) }
    }

    /// Returns the number of a pair, made unless it is known.
    #[inline(always)]
    pub fn get(&self, a: usize, b: usize, make: impl FnOnce() -> u8) -> u8 {
        if !memory::is_on() {
            return make();
        }
        let empty = || (0..self.n_squares).map(|_| AtomicU8::new(0)).collect();
        let Some(row) = self.rows.get(a, empty) else { return make() };
        let known = &row[b];
        // Whoever makes it makes the same.
        match known.load(Ordering::Relaxed).checked_sub(1) {
            Some(value) => value,
            None => {
                let value = make();
                known.store(value.wrapping_add(1), Ordering::Relaxed);
                value
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_looked_at_once_where_there_is_room() {
        // Room for the rows of two of five squares.
        let pairs = Pairs::within(5, 10);
        let number = |a: usize, b: usize| [0, 1, 254, 255][(a + 2 * b) % 4];
        for _ in 0..2 {
            for a in 0..5 {
                for b in 0..5 {
                    assert_eq!(pairs.get(a, b, || number(a, b)), number(a, b), "{a}, {b}");
                }
            }
        }
        assert_eq!(pairs.get(1, 0, || unreachable!("it is known")), number(1, 0));
        assert_eq!(pairs.get(1, 1, || 7), 7, "a number that no byte holds");
        assert_eq!(pairs.get(4, 4, || 7), 7, "there is no room for its row");
        assert_eq!(pairs.clone().get(1, 0, || 7), 7, "a copy");
        assert_eq!(Pairs::of(0).get(3, 3, || 7), 7);
    }
}
