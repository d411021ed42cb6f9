//! Small numbers for equal values.

use std::collections::BTreeMap;

/// Distinct values, numbered from 0 in the order in which they came.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    values: Vec<T>,
    numbers: BTreeMap<T, u32>,
    last: u32,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: BTreeMap::new(), last: 0 }
    }
}

impl<T: Ord + Clone> Numbered<T> {
    /// The number of this value. Cheap when it is that of the call before.
    #[inline]
    pub(super) fn number(&mut self, value: &T) -> u32 {
        if self.values.get(self.last as usize) == Some(value) {
            return self.last;
        }
        self.last = self.find(value);
        self.last
    }

    #[inline(never)]
    fn find(&mut self, value: &T) -> u32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.numbers.insert(value.clone(), number);
        number
    }

    #[inline(always)]
    pub(super) fn value(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    pub(super) fn values(&self) -> &[T] {
        &self.values
    }
}
