//! Plans: tactics that are tried in order, each under its condition. Read before the fight, asked
//! in it.

use crate::tactics::when::{Term, When};

/// A tactic, or a list tried in order: the first entry whose condition holds is used, and the
/// decision's default where none does. `T` are the choices of a decision, `F` the facts that
/// conditions may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<T, F> {
    /// The entries in order.
    pub entries: Vec<Entry<T, F>>,
}

/// One entry of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T, F> {
    /// The choice of this entry.
    pub what: T,
    /// The condition under which it is taken; `None` for always.
    pub when: Option<When<F>>,
}

impl<T, F> Default for Plan<T, F> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T, F> Plan<T, F> {
    /// A tactic without a condition.
    #[must_use]
    pub fn always(what: T) -> Self {
        Self { entries: vec![Entry { what, when: None }] }
    }

    /// The conditions of its entries.
    pub fn conditions(&self) -> impl Iterator<Item = &When<F>> {
        self.entries.iter().filter_map(|entry| entry.when.as_ref())
    }

    /// The terms of all its conditions.
    pub fn terms(&self) -> impl Iterator<Item = &Term<F>> {
        self.conditions().flat_map(|when| &when.terms)
    }
}

impl<T: Copy + Default, F: Copy + PartialEq> Plan<T, F> {
    /// The first entry whose condition holds, or the decision's default. `fact` gives the
    /// present value and, for facts with a maximum, that too.
    #[inline(always)]
    pub fn choose(&self, fact: impl Fn(F) -> (i32, i32)) -> T {
        self.choose_if(|when| when.holds(&fact))
    }

    /// The first entry whose condition `holds` accepts, or the decision's default.
    #[inline(always)]
    pub fn choose_if(&self, holds: impl Fn(&When<F>) -> bool) -> T {
        for entry in &self.entries {
            if entry.when.as_ref().is_none_or(&holds) {
                return entry.what;
            }
        }
        T::default()
    }

    /// Returns whether a choice that it may make satisfies `is`: some entry, or the default where no entry
    /// always holds.
    #[must_use]
    pub fn any(&self, is: impl Fn(T) -> bool) -> bool {
        let falls_through = self.entries.iter().all(|entry| entry.when.is_some());
        self.entries.iter().any(|entry| is(entry.what)) || falls_through && is(T::default())
    }

    /// Returns whether some entry is another choice than the default.
    #[must_use]
    pub fn decides(&self) -> bool
    where
        T: PartialEq,
    {
        self.any(|what| what != T::default())
    }
}
