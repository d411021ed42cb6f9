//! Numbers for the distinct keys of states, in the order in which they are found.

use core::hash::Hasher;

use rustc_hash::FxHasher;

use super::budget::Budget;
use super::space::StopReason;

/// The number of a state, from 0 in the order of discovery.
pub(super) type StateId = u32;

const EMPTY: u32 = u32::MAX;

/// Keys of one length, one behind the other, and a table of their numbers with open addressing
/// and linear probing. The hash has no seed and the table is never iterated.
#[derive(Debug)]
pub(super) struct Keys {
    /// Words a key; set by the first key.
    width: usize,
    words: Vec<u32>,
    n: usize,
    /// Numbers of keys by hash; at most half of it is in use.
    slots: Vec<u32>,
}

impl Keys {
    pub(super) fn new() -> Self {
        Self { width: 0, words: Vec::new(), n: 0, slots: vec![EMPTY; 1 << 10] }
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// The length of a key.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn key(&self, id: StateId) -> &[u32] {
        &self.words[id as usize * self.width..][..self.width]
    }

    /// Makes room for `more` keys of `width` words.
    ///
    /// # Errors
    /// If the budget does not go so far.
    ///
    /// # Panics
    /// If it is not the length of the others.
    pub(super) fn reserve(&mut self, more: usize, width: usize, budget: &Budget) -> Result<(), StopReason> {
        if self.n == 0 {
            self.width = width;
        }
        assert_eq!(width, self.width, "the keys of a scenario have one length");
        budget.reserve(&mut self.words, more * width)?;
        while (self.n + more) * 2 > self.slots.len() {
            self.grow(budget)?;
        }
        Ok(())
    }

    /// The number of this key; the next free one if it is new, for which there is room.
    ///
    /// # Panics
    /// If its length is not that of the others.
    #[inline(always)]
    pub(super) fn number(&mut self, key: &[u32]) -> StateId {
        assert_eq!(key.len(), self.width, "the keys of a scenario have one length");
        let mut at = self.home(key);
        loop {
            match self.slots[at] {
                EMPTY => break,
                id if is_equal(self.key(id), key) => return id,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        let id = self.n as u32;
        self.slots[at] = id;
        self.words.extend_from_slice(key);
        self.n += 1;
        id
    }

    #[inline(always)]
    fn home(&self, key: &[u32]) -> usize {
        let mut hasher = FxHasher::default();
        // Two words at a time: a multiplication each is most of the cost.
        let (pairs, last) = key.as_chunks::<2>();
        for pair in pairs {
            hasher.write_u64(u64::from(pair[0]) << 32 | u64::from(pair[1]));
        }
        if let &[last] = last {
            hasher.write_u32(last);
        }
        hasher.finish() as usize & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), StopReason> {
        let room = self.slots.len() * 2;
        let mut slots = budget.in_place_of(&mut self.slots, room)?;
        slots.resize(room, EMPTY);
        self.slots = slots;
        for id in 0..self.n as u32 {
            let mut at = self.home(self.key(id));
            while self.slots[at] != EMPTY {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = id;
        }
        Ok(())
    }
}

/// Keys are a few words long: shorter than a call that compares memory.
#[inline(always)]
fn is_equal(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_one_number_and_numbers_follow_discovery() {
        let mut keys = Keys::new();
        let key = |i: u32| [i / 100, i % 100, 7];
        let budget = Budget::new(1 << 20);
        for i in 0..5000 {
            keys.reserve(1, 3, &budget).unwrap();
            assert_eq!(keys.number(&key(i)), i);
        }
        for i in (0..5000).rev() {
            assert_eq!(keys.number(&key(i)), i);
            assert_eq!(keys.key(i), key(i));
        }
        assert_eq!(keys.len(), 5000);
    }
}
