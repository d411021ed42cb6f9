//! Small numbers for equal values.

use core::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::budget::Budget;
use super::space::StopReason;

/// Distinct values, numbered from 0 in the order in which they came.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    values: IndexSet<T, FxBuildHasher>,
    last: u32,
    /// Returns how many bytes a value points to.
    bytes_behind: fn(&T) -> usize,
    budget: Budget,
}

impl<T: Hash + Eq + Clone> Numbered<T> {
    /// None yet. They take from this budget, with what they point to.
    pub(super) fn new(bytes_behind: fn(&T) -> usize, budget: Budget) -> Self {
        Self { values: IndexSet::default(), last: 0, bytes_behind, budget }
    }

    /// The number of this value. Cheap when it is that of the call before.
    ///
    /// # Errors
    /// If the budget does not go so far.
    #[inline]
    pub(super) fn number(&mut self, value: &T) -> Result<u32, StopReason> {
        if self.values.get_index(self.last as usize) != Some(value) {
            self.last = self.find(value)?;
        }
        Ok(self.last)
    }

    #[inline(never)]
    fn find(&mut self, value: &T) -> Result<u32, StopReason> {
        if let Some(known) = self.values.get_index_of(value) {
            return Ok(known as u32);
        }
        // With its hash, and its place in a table of which at least three eighths are in use.
        let own = size_of::<T>() + size_of::<usize>() + 3 * size_of::<usize>();
        self.budget.take(own + (self.bytes_behind)(value))?;
        Ok(self.values.insert_full(value.clone()).0 as u32)
    }

    #[inline(always)]
    pub(super) fn value(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::*;

    #[test]
    fn what_values_point_to_is_within_the_budget() {
        let mut lists = Numbered::<Vec<u64>>::new(|list| size_of_val(&list[..]), Budget::new(4000));
        assert_eq!(lists.number(&vec![1; 100]).unwrap(), 0);
        assert_eq!(lists.number(&vec![2; 300]).unwrap(), 1);
        assert_eq!(lists.number(&vec![1; 100]).unwrap(), 0, "one that is known takes nothing");
        assert!(matches!(lists.number(&vec![3; 100]), Err(StopReason::Reached(Bound::Memory))));
        assert_eq!((lists.len(), lists.value(1).len()), (2, 300));
    }
}
