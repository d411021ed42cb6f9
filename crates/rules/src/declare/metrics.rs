//! Metrics: what a game counts.

use core::fmt;

/// How observations of a metric are summed up.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A count per fight: one value for each fight, 0 where nothing was reported.
    Count,
    /// A histogram of the observations, each for itself.
    Value,
    /// Tries and successes.
    Ratio,
    /// A ratio read from the histogram of metric `of`: its observations are tries, and those for
    /// which `is` holds are successes.
    Share {
        /// The place in [`MetricSet::ALL`] of the histogram's metric.
        of: usize,
        /// Which of its values are successes.
        is: fn(u32) -> bool,
    },
    /// A histogram that only feeds others and is not printed itself.
    Hidden {
        /// The value that most observations have. It is no success of a [`Kind::Share`] and not above
        /// the least of a [`Kind::Above`], so that only other values cost more than a count.
        usual: u32,
    },
    /// A histogram read from those of the hidden metrics `of`: of all their values above `least`,
    /// what is above it.
    Above {
        /// The places in [`MetricSet::ALL`] of the metrics.
        of: &'static [usize],
        /// What is taken off their values.
        least: u32,
    },
}

/// What a metric is, declared once: columns, help, lists and docs come from here.
#[derive(Clone, Copy, Debug)]
pub struct MetricInfo {
    /// The name in CSV files, goals and lists.
    pub name: &'static str,
    /// How it is summed up.
    pub kind: Kind,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// A table of the card: metrics of every unit under a heading.
#[derive(Clone, Copy, Debug)]
pub struct Highlight {
    /// The heading, in capitals.
    pub heading: &'static str,
    /// The names of the metrics, a column each.
    pub metrics: &'static [&'static str],
}

/// The metrics of a system. Made by [`metrics!`](crate::metrics).
pub trait MetricSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// All of them, in the order of their declaration.
    const ALL: &'static [MetricInfo];
    /// Their values, in the same order.
    const VALUES: &'static [Self];
    /// By metric: whether only sampled fights show it. What is observed of it depends on something
    /// that is no part of a state's [key](crate::engine::contract::System::key), as the number of a
    /// unit's turns in a round, or on dice of which an enumeration keeps only what the rules read.
    const SAMPLED_ONLY: &'static [bool];
    /// How many counts there are; they are declared before all others.
    const COUNTS: usize = n_counts(Self::ALL);
    /// One `T` for each metric, in the order of their declaration: an array, whose length the
    /// compiler knows.
    type Each<T: Clone + fmt::Debug + Send>: AsRef<[T]> + AsMut<[T]> + Clone + fmt::Debug + Send;
    /// The place in [`ALL`](MetricSet::ALL).
    fn index(self) -> usize;
    /// An array of what `make` gives for each place.
    fn each<T: Clone + fmt::Debug + Send>(make: impl FnMut(usize) -> T) -> Self::Each<T>;
}

/// How many metrics are counts.
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

/// Declares the metrics of a system. Behind the kind of one that exact answers cannot have stands
/// [`sampled_only`](crate::declare::metrics::MetricSet::SAMPLED_ONLY).
///
/// ```
/// fray_rules::metrics! {
///     /// What this game counts.
///     pub enum Metric {
///         /// Turns taken.
///         Turns = "turns": Kind::Count;
///     }
/// }
/// ```
#[macro_export]
macro_rules! metrics {
    ($(#[$outer:meta])* $vis:vis enum $set:ident {
        $(#[doc = $sentence:literal] $metric:ident = $name:literal : $kind:expr $(, $sampled_only:ident)?;)*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        $vis enum $set {
            $(#[doc = $sentence] $metric,)*
        }

        impl $crate::declare::metrics::MetricSet for $set {
            const ALL: &'static [$crate::declare::metrics::MetricInfo] = {
                #[allow(unused_imports)]
                use $crate::declare::metrics::Kind;
                &[$($crate::declare::metrics::MetricInfo {
                    name: $name,
                    kind: $kind,
                    sentence: $crate::declare::trimmed($sentence),
                }),*]
            };

            const VALUES: &'static [Self] = &[$(Self::$metric),*];

            const SAMPLED_ONLY: &'static [bool] = &[$($crate::is_sampled_only!($($sampled_only)?)),*];

            type Each<T: Clone + core::fmt::Debug + Send> =
                [T; <Self as $crate::declare::metrics::MetricSet>::ALL.len()];

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }

            fn each<T: Clone + core::fmt::Debug + Send>(make: impl FnMut(usize) -> T) -> Self::Each<T> {
                core::array::from_fn(make)
            }
        }
    };
}

/// Whether a declaration says that only sampled fights show the metric.
#[doc(hidden)]
#[macro_export]
macro_rules! is_sampled_only {
    () => {
        false
    };
    (sampled_only) => {
        true
    };
}
