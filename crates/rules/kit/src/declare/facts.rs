//! Facts: what a condition may ask. One declaration gives the type, the names in conditions, how
//! each fact is compared, and the list for designers.

use crate::tactics::range::Range;
use crate::tactics::when::Measure;

/// A fact, for lists.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// The name in a condition.
    pub name: &'static str,
    /// The words of which one stands behind the name; none for most facts.
    pub words: &'static [&'static str],
    /// How it is compared.
    pub measure: Measure,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// What the conditions of a system may ask, as it is declared.
pub trait FactList: Copy + PartialEq + 'static {
    /// Every fact with its name in a condition.
    const NAMES: &'static [(&'static str, Self)];
    /// The list for designers.
    const INFO: &'static [FactInfo];

    /// How it is compared.
    fn measure(self) -> Measure;

    /// The values that it can have, whatever the scenario and wherever the condition stands.
    fn range(self) -> Range;

    /// The name in a condition; without the word behind it where that stands for a name of the scenario.
    fn shown(self) -> &'static str {
        let name = Self::NAMES.iter().find(|(_, fact)| *fact == self).map_or("", |(name, _)| name);
        match name.split_once(' ') {
            Some((alone, word)) if !self.info().is_some_and(|info| info.words.contains(&word)) => alone,
            _ => name,
        }
    }

    /// Its place in the list for designers.
    fn info(self) -> Option<&'static FactInfo> {
        let name = Self::NAMES.iter().find(|(_, fact)| *fact == self).map_or("", |(name, _)| name);
        let alone = name.split(' ').next();
        Self::INFO.iter().find(|info| Some(info.name) == alone)
    }
}

/// Where a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands<'a> {
    /// In a decision, by its key, at this choice.
    Decision(&'a str, &'a str),
    /// In an ability.
    Ability,
}

/// What the conditions of a system may ask where they stand.
pub trait Facts: FactList {
    /// The values that it can have where a condition stands, whatever the scenario.
    ///
    /// # Errors
    /// Why it is not known there.
    fn known(self, _place: Stands<'_>) -> Result<Range, &'static str> {
        Ok(self.range())
    }
}

/// Why a decision without a target knows nothing of one.
pub const NO_TARGET: &str = "this is decided without a target";

/// Why the decision of a side knows nothing of what is about a unit.
pub const OF_SIDE_ALONE: &str = "a side decides this, and no unit";

/// Why a passive ability knows nothing of a target.
pub const NO_TARGET_OF_PASSIVE: &str = "a passive ability has no target";

/// The values of a fact of which nothing else is said.
#[doc(hidden)]
#[must_use]
pub const fn default_range(measure: Measure) -> Range {
    match measure {
        Measure::Flag => Range::new(0, 1),
        Measure::Number | Measure::OfMaximum => Range::new(0, i32::MAX),
    }
}

/// Declares the facts of a system: the enum, with the names in conditions as `ALL`, the list for
/// designers as `INFO`, and how each is compared. Facts that are asked about something, as in
/// `has_status poison`, stand in a second block with the words for it; words behind `or` are names too that
/// readers put in the place of what the scenario calls it, for which the list has the one word before them.
/// Behind `in` stand the values that a fact can have in whatever scenario: `0..` where nothing is said, and 0 and 1
/// of a flag.
#[macro_export]
macro_rules! facts {
    (@range $measure:ident) => { $crate::declare::facts::default_range($crate::tactics::when::Measure::$measure) };
    (@range $measure:ident $range:expr) => { $crate::tactics::range::Range::from($range) };
    (
        $(#[$outer:meta])* $vis:vis enum $fact:ident {
            $($(#[doc = $sentence:literal])+ $variant:ident: $measure:ident = $name:literal $(in $range:expr)?;)*
        }
        $(about {
            $($(#[doc = $about:literal])+ $asks:ident($of:ident): $how:ident = $asked:literal
                { $($word:literal => $value:ident),* $(,)? }
                $(or $more:literal { $($hidden:literal => $own:ident),* $(,)? })? $(in $of_range:expr)?;)*
        })?
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $fact {
            $($(#[doc = $sentence])+ $variant,)*
            $($($(#[doc = $about])+ $asks($of),)*)?
        }

        impl $fact {
            /// Every fact with its name in a condition.
            pub const ALL: &'static [(&'static str, Self)] = &[
                $(($name, Self::$variant),)*
                $($($((concat!($asked, " ", $word), Self::$asks($of::$value)),)*
                    $($((concat!($asked, " ", $hidden), Self::$asks($of::$own)),)*)?)*)?
            ];

            /// The list for designers.
            pub const INFO: &'static [$crate::declare::facts::FactInfo] = &[
                $($crate::declare::facts::FactInfo {
                    name: $name,
                    words: &[],
                    measure: $crate::tactics::when::Measure::$measure,
                    sentence: $crate::declare::trimmed(concat!($($sentence),+)),
                },)*
                $($($crate::declare::facts::FactInfo {
                    name: $asked,
                    words: &[$($word,)* $($more,)?],
                    measure: $crate::tactics::when::Measure::$how,
                    sentence: $crate::declare::trimmed(concat!($($about),+)),
                },)*)?
            ];

            /// Its name in a condition.
            #[must_use]
            pub fn name(self) -> &'static str {
                Self::ALL.iter().find(|(_, fact)| *fact == self).map_or("", |(name, _)| name)
            }

            /// How it is compared.
            #[must_use]
            pub fn measure(self) -> $crate::tactics::when::Measure {
                match self {
                    $(Self::$variant => $crate::tactics::when::Measure::$measure,)*
                    $($(Self::$asks(_) => $crate::tactics::when::Measure::$how,)*)?
                }
            }
        }

        impl $fact {
            /// The values that it can have, whatever the scenario and wherever the condition stands.
            #[must_use]
            pub fn range(self) -> $crate::tactics::range::Range {
                match self {
                    $(Self::$variant => $crate::facts!(@range $measure $($range)?),)*
                    $($(Self::$asks(_) => $crate::facts!(@range $how $($of_range)?),)*)?
                }
            }
        }

        impl $crate::declare::facts::FactList for $fact {
            const NAMES: &'static [(&'static str, Self)] = Self::ALL;
            const INFO: &'static [$crate::declare::facts::FactInfo] = Self::INFO;

            fn measure(self) -> $crate::tactics::when::Measure {
                Self::measure(self)
            }

            fn range(self) -> $crate::tactics::range::Range {
                Self::range(self)
            }
        }
    };
}
