//! The memory that a search may take: counted before it is asked for, and asked for so that a
//! refusal of the system ends the search and not the process.

use core::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use super::space::StopReason;
use crate::exact::Bound;

/// Bytes that may still be asked for, shared by all parts of a search. None are given back before
/// its end: what a search has found it keeps.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    left: Rc<Cell<usize>>,
}

impl Budget {
    /// Of this many bytes, or of fewer where the system says now that it does not have them.
    pub(super) fn new(max_bytes: usize) -> Self {
        let mut bytes = max_bytes;
        loop {
            let mut probe: Vec<u8> = Vec::new();
            let is_had = probe.try_reserve_exact(bytes).is_ok();
            black_box(&probe);
            if is_had || bytes == 0 {
                break;
            }
            // What is small is not counted: a part of what there is stays for that.
            bytes = bytes / 2 - bytes / 8;
        }
        Self { left: Rc::new(Cell::new(bytes)) }
    }

    /// Makes room for `more` elements in a list: for twice as many as there are, as far as
    /// the budget goes.
    ///
    /// # Errors
    /// If it does not go far enough, or the system does not.
    #[inline(always)]
    pub(super) fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        if list.capacity() - list.len() >= more { Ok(()) } else { self.grow(list, more) }
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        let (before, needed) = (list.capacity(), list.len() + more);
        let affordable = before + self.left.get() / size_of::<T>();
        let room = (2 * before).max(needed).min(affordable);
        if room < needed || list.try_reserve_exact(room - list.len()).is_err() {
            return Err(StopReason::Reached(Bound::Memory));
        }
        let taken = (list.capacity() - before) * size_of::<T>();
        self.left.set(self.left.get().saturating_sub(taken));
        Ok(())
    }

    /// An empty list with room for `room` elements, where another list is given back.
    ///
    /// # Errors
    /// As [`Budget::reserve`].
    pub(super) fn in_place_of<T>(&self, old: &mut Vec<T>, room: usize) -> Result<Vec<T>, StopReason> {
        let mut new = Vec::new();
        self.grow(&mut new, room)?;
        self.left.set(self.left.get() + old.capacity() * size_of::<T>());
        Ok(new)
    }

    /// Takes bytes that stand in no list of its own.
    ///
    /// # Errors
    /// If there are not so many.
    pub(super) fn take(&self, bytes: usize) -> Result<(), StopReason> {
        let left = self.left.get().checked_sub(bytes).ok_or(StopReason::Reached(Bound::Memory))?;
        self.left.set(left);
        Ok(())
    }

    /// Bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_as_far_as_the_budget_goes_and_no_further() {
        let budget = Budget::new(1000);
        let (mut bytes, mut words): (Vec<u8>, Vec<u32>) = (Vec::new(), Vec::new());
        budget.reserve(&mut words, 100).unwrap();
        assert_eq!((words.capacity(), budget.left()), (100, 600));
        budget.reserve(&mut words, 100).unwrap();
        words.resize(100, 0);
        budget.reserve(&mut words, 1).unwrap();
        assert_eq!((words.capacity(), budget.left()), (200, 200));
        budget.reserve(&mut bytes, 150).unwrap();
        words.resize(200, 0);
        budget.reserve(&mut words, 12).unwrap();
        assert_eq!((words.capacity(), budget.left()), (212, 2), "twice as many is too much");
        assert!(matches!(budget.reserve(&mut words, 100), Err(StopReason::Reached(Bound::Memory))));
        assert_eq!(words.capacity(), 212);
    }

    #[test]
    fn what_the_system_does_not_have_is_no_budget() {
        assert!(Budget::new(usize::MAX / 2).left() < 1 << 48);
    }
}
