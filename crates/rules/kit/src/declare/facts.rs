//! Facts: what a condition may ask. One declaration gives the type, the names in conditions, how
//! each fact is compared, and the list for designers.

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

/// What the conditions of a system may ask.
pub trait Facts: Copy + PartialEq + 'static {
    /// Every fact with its name in a condition.
    const NAMES: &'static [(&'static str, Self)];

    /// How it is compared.
    fn measure(self) -> Measure;
}

/// Declares the facts of a system: the enum, with the names in conditions as `ALL`, the list for
/// designers as `INFO`, and how each is compared. Facts that are asked about something, as in
/// `has_status poison`, stand in a second block with the words for it; words behind `or` are names too that
/// readers put in the place of what the scenario calls it, for which the list has the one word before them.
#[macro_export]
macro_rules! facts {
    (
        $(#[$outer:meta])* $vis:vis enum $fact:ident {
            $($(#[doc = $sentence:literal])+ $variant:ident: $measure:ident = $name:literal;)*
        }
        $(about {
            $($(#[doc = $about:literal])+ $asks:ident($of:ident): $how:ident = $asked:literal
                { $($word:literal => $value:ident),* $(,)? }
                $(or $more:literal { $($hidden:literal => $own:ident),* $(,)? })?;)*
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

        impl $crate::declare::facts::Facts for $fact {
            const NAMES: &'static [(&'static str, Self)] = Self::ALL;

            fn measure(self) -> $crate::tactics::when::Measure {
                Self::measure(self)
            }
        }
    };
}
