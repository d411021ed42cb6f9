//! Tactics of every game: lists of choices that are tried in order, and the conditions under which
//! an entry is taken.

pub mod plan;
pub mod range;
pub mod when;

/// The unit that has a tactic, and the rulings in force: what decides whether the tactic can matter.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a, U, R> {
    /// The unit.
    pub unit: &'a U,
    /// The rulings.
    pub rulings: &'a R,
}
