//! Metrics: what a game counts.
//!
//! A game declares its own by the attribute [`metrics`](macro@crate::metrics), which adds those that every game has alike.

use core::fmt;

/// The way in which observations of a metric are summed up.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A count per fight: one value for each fight, 0 where nothing was reported.
    Count,
    /// A histogram of the observations, each for itself.
    Value,
    /// Tries and successes.
    Ratio,
    /// A ratio with one try a fight: what is true of a unit in it or not.
    Flag,
    /// Of sides alone: how many of its units a [`Kind::Flag`] is true of, in each fight.
    Number {
        /// The place of the flag in [`MetricSet::ALL`].
        of: usize,
    },
    /// A ratio of sides alone, with one try a fight: whether a [`Kind::Flag`] is true of one of its
    /// units at least.
    Any {
        /// The place of the flag in [`MetricSet::ALL`].
        of: usize,
    },
    /// A ratio of sides alone: the fights in whose last whole round nobody acted to effect.
    Stalled,
    /// A ratio of sides alone: of the fights in which the side acted first, those that it won.
    WonFirst,
    /// A ratio read from the histogram of metric `of`: its observations are tries, and those for
    /// which `is` holds are successes.
    Share {
        /// The place in [`MetricSet::ALL`] of the histogram's metric.
        of: usize,
        /// The predicate that holds for the values that are successes.
        is: fn(u32) -> bool,
    },
    /// A histogram that only feeds others and is not printed itself.
    Hidden,
    /// A histogram read from those of the hidden metrics `of`: of all their values above `least`,
    /// what is above it.
    Above {
        /// The places in [`MetricSet::ALL`] of the metrics.
        of: &'static [usize],
        /// The number that is subtracted from each value.
        least: u32,
    },
}

impl Kind {
    /// The word of the column `kind`; none for what is not printed.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Count | Self::Number { .. } => Some("count"),
            Self::Value | Self::Above { .. } => Some("value"),
            Self::Ratio
            | Self::Share { .. }
            | Self::Flag
            | Self::Any { .. }
            | Self::Stalled
            | Self::WonFirst => Some("ratio"),
            Self::Hidden => None,
        }
    }

    /// Returns whether it is of sides alone.
    #[must_use]
    pub fn is_of_sides(self) -> bool {
        matches!(self, Self::Number { .. } | Self::Any { .. } | Self::Stalled | Self::WonFirst)
    }

    /// Returns whether the totals of a unit have a histogram of it.
    #[must_use]
    pub fn has_histogram(self) -> bool {
        matches!(self, Self::Count | Self::Value | Self::Hidden | Self::Above { .. })
    }
}

/// Of whom a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Of a unit; of a side it is what its units come to.
    Unit,
    /// Of a side, and of none of its units. It is reported of the side's first unit, whose totals have it.
    Side,
    /// Of the fight: every side has the same. It is reported of the first unit of all.
    Fight,
}

/// The declaration of a metric, from which columns, help, lists and docs are made.
#[derive(Clone, Copy, Debug)]
pub struct MetricInfo {
    /// The name in CSV files, goals and lists.
    pub name: &'static str,
    /// The way in which it is summed up.
    pub kind: Kind,
    /// Of whom it is.
    pub scope: Scope,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

impl MetricInfo {
    /// Returns whether sides have it, and units have not.
    #[must_use]
    pub fn is_of_sides(&self) -> bool {
        self.kind.is_of_sides() || self.scope != Scope::Unit
    }
}

/// A table of the card: metrics of every unit under a heading.
#[derive(Clone, Copy, Debug)]
pub struct Highlight {
    /// The heading, in capitals.
    pub heading: &'static str,
    /// The names of the metrics, a column each.
    pub metrics: &'static [&'static str],
}

/// The metrics of a system. Made by the attribute [`metrics`](macro@crate::metrics).
///
/// Its first [`SHARED_COUNTS`] entries and the last are those that every game has alike.
pub trait MetricSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// Units of other sides that the unit put out of the fight.
    const FELLED: Self;
    /// Health that it took off its own side.
    const ALLY_DAMAGE: Self;
    /// Health that it gave back.
    const HEALING_GIVEN: Self;
    /// Health that was given back to it.
    const HEALING_RECEIVED: Self;
    /// Turns in which it could act and achieved nothing.
    const IDLE: Self;
    /// Whether it takes part at the end of the fight: the first flag.
    const STANDING: Self;
    /// Whether it is not dead at the end.
    const SURVIVED: Self;
    /// Whether it was put out of the fight.
    const DROPPED: Self;
    /// Whether it is dead at the end: the last flag.
    const DIED: Self;

    /// All of them, in the order of their declaration.
    const ALL: &'static [MetricInfo];
    /// Their values, in the same order.
    const VALUES: &'static [Self];
    /// By metric: whether only sampled fights show it. Its observations depend on something that is no part
    /// of a state's [key](crate::contract::Keyed::key), as the number of a unit's turns in a round, or on
    /// dice of which an enumeration keeps only what the rules read.
    const SAMPLED_ONLY: &'static [bool];
    /// The number of counts; they are declared before all others.
    const COUNTS: usize = n_counts(Self::ALL);
    /// One `T` for each metric, in the order of their declaration: an array, whose length the
    /// compiler knows.
    type Each<T: Clone + fmt::Debug + Send>: AsRef<[T]> + AsMut<[T]> + Clone + fmt::Debug + Send;
    /// The place in [`ALL`](MetricSet::ALL).
    fn index(self) -> usize;
    /// An array of what `make` gives for each place.
    fn each<T: Clone + fmt::Debug + Send>(make: impl FnMut(usize) -> T) -> Self::Each<T>;
}

/// The name of the flag that a unit was put out of the fight.
pub const DROPPED: &str = "dropped";

/// The number of counts that every game has; they are declared before its own.
pub const SHARED_COUNTS: usize = 4;

/// The kind of a metric of deaths, which is hidden where units do not die.
#[must_use]
pub const fn of_deaths(units_die: bool, kind: Kind) -> Kind {
    if units_die { kind } else { Kind::Hidden }
}

/// Returns how many metrics are counts.
///
/// # Panics
/// While compiling, if a count is declared behind a metric of another kind.
const fn n_counts(all: &[MetricInfo]) -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < all.len() {
        if matches!(all[i].kind, Kind::Count) {
            assert!(n == i, "counts are declared before all other metrics");
            n += 1;
        }
        i += 1;
    }
    n
}
