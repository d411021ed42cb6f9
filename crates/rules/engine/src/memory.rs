//! Remembered results of pure functions: weighing and searching again what was weighed before costs a look.
//!
//! A [`Table`] has one place for each hash of a key, compares whole keys and forgets what stood in its place. So it
//! never changes a result, only who works it out; [`set_on`] switches all memories off, for tests that hold both
//! equal.

use core::cell::RefCell;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether anything is remembered.
static IS_ON: AtomicBool = AtomicBool::new(true);

/// Returns whether results are remembered.
#[inline(always)]
#[must_use]
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Switches all memories of this process on or off.
pub fn set_on(is_on: bool) {
    IS_ON.store(is_on, Ordering::Relaxed);
}

/// Rules whose functions have other results than those of other rules. A copy is another owner: it may be
/// changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Owner(u64);

impl Default for Owner {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Owner {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The key of a remembered result: everything that the result depends on, except the rules.
pub trait Key: PartialEq {
    /// A number whose upper bits differ where keys do.
    fn hash(&self) -> u64;
}

/// One more word of a hash.
#[inline(always)]
#[must_use]
pub fn hashed(hash: u64, word: u64) -> u64 {
    // The multiplier of rustc's hash of words (after FxHash).
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The results of a function, by key, in 2^BITS places.
#[derive(Clone, Debug)]
pub struct Table<K, V, const BITS: u32>(Vec<Option<(K, V)>>);

impl<K, V, const BITS: u32> Default for Table<K, V, BITS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V, const BITS: u32> Table<K, V, BITS> {
    /// Without a result; places are made for the first one.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }
}

impl<K: Key, V: Clone, const BITS: u32> Table<K, V, BITS> {
    fn place(key: &K) -> usize {
        (key.hash() >> (64 - BITS)) as usize
    }

    /// Returns the result for a key.
    ///
    /// # Errors
    /// Where it is not known: what stood in its place.
    #[inline]
    pub fn find(&mut self, key: &K) -> Result<V, Option<V>> {
        if !is_on() {
            return Err(None);
        }
        match self.0.get_mut(Self::place(key)) {
            Some(Some((known, value))) if known == key => Ok(value.clone()),
            Some(place) => Err(place.take().map(|(_, value)| value)),
            None => Err(None),
        }
    }

    /// Remembers the result for a key.
    pub fn put(&mut self, key: K, value: V) {
        if !is_on() {
            return;
        }
        if self.0.is_empty() {
            self.0.resize_with(1 << BITS, || None);
        }
        let place = Self::place(&key);
        self.0[place] = Some((key, value));
    }
}

/// The results of a function of the rules, in a state that asks for them. It is no part of the state: a copy
/// remembers nothing.
pub struct Memory<K, V, const BITS: u32> {
    owner: u64,
    table: RefCell<Table<K, V, BITS>>,
}

impl<K, V, const BITS: u32> Default for Memory<K, V, BITS> {
    fn default() -> Self {
        Self { owner: 0, table: RefCell::default() }
    }
}

impl<K, V, const BITS: u32> Clone for Memory<K, V, BITS> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K, V, const BITS: u32> fmt::Debug for Memory<K, V, BITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("owner", &self.owner).finish_non_exhaustive()
    }
}

impl<K: Key, V: Clone, const BITS: u32> Memory<K, V, BITS> {
    /// The memory of a function that depends on its key and on no rules: it may stand anywhere.
    #[must_use]
    pub const fn of_key_alone() -> Self {
        Self { owner: u64::MAX, table: RefCell::new(Table::new()) }
    }

    /// Takes it for the next fight of these rules, forgetting what it knows of others.
    #[must_use]
    pub fn take_for(&mut self, owner: &Owner) -> Self {
        let mut taken = core::mem::take(self);
        if taken.owner != owner.0 {
            taken = Self { owner: owner.0, ..Self::default() };
        }
        taken
    }

    /// The result for a key: known, or made now, for which `make` gets what is forgotten for it. Nothing is
    /// remembered before a fight of the rules begins.
    #[inline]
    pub fn get(&self, key: K, make: impl FnOnce(Option<V>) -> V) -> V {
        if self.owner == 0 {
            return make(None);
        }
        let found = self.table.borrow_mut().find(&key);
        found.unwrap_or_else(|forgotten| {
            // It may ask for others in turn.
            let value = make(forgotten);
            self.table.borrow_mut().put(key, value.clone());
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    #[derive(Clone, Copy, PartialEq)]
    struct Number(u64);

    impl Key for Number {
        /// All multiples of 16 share a place.
        fn hash(&self) -> u64 {
            self.0 << 60
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_made() {
        let n_made = Cell::new(0);
        let square = |memory: &Memory<Number, u64, 4>, n: u64| {
            memory.get(Number(n), |_| {
                n_made.set(n_made.get() + 1);
                n * n
            })
        };
        let mut memory = Memory::default();
        let of = |memory: &Memory<Number, u64, 4>, n| {
            let before = n_made.get();
            (square(memory, n), n_made.get() - before)
        };
        assert_eq!([of(&memory, 3), of(&memory, 3)], [(9, 1); 2], "nobody owns it");
        let owner = Owner::default();
        memory = memory.take_for(&owner);
        assert_eq!([of(&memory, 3), of(&memory, 3), of(&memory, 4)], [(9, 1), (9, 0), (16, 1)]);
        assert_eq!([of(&memory, 19), of(&memory, 3)], [(361, 1), (9, 1)], "one place for both");
        memory = memory.take_for(&owner);
        assert_eq!(of(&memory, 3), (9, 0));
        memory = memory.take_for(&owner.clone());
        assert_eq!(of(&memory, 3), (9, 1), "other rules");
        assert_eq!(of(&memory.clone(), 3), (9, 1), "a copy");
    }

    #[test]
    fn a_result_may_be_made_of_others() {
        fn sum(memory: &Memory<Number, u64, 4>, n: u64) -> u64 {
            memory.get(Number(n), |_| if n == 0 { 0 } else { n + sum(memory, n - 1) })
        }
        let memory = Memory::default().take_for(&Owner::default());
        assert_eq!([sum(&memory, 40), sum(&memory, 40)], [820; 2]);
    }
}
