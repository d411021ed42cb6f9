//! Tactics: the decisions that the rules leave open, each with the choices that answer it. One
//! declaration gives the types, the reader, the lists, the JSON Schema and when a choice can matter.

use core::fmt;

use fray_engine::roster::UnitId;

/// A decision, for lists, readers and the schema.
#[derive(Clone, Copy, Debug)]
pub struct DecisionInfo {
    /// The key in `tactics`.
    pub key: &'static str,
    /// The ledger's name: `D-target`.
    pub id: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// What has to hold for a choice other than the default to matter.
    pub need: Option<Need>,
    /// Its choices. The first is the default.
    pub choices: &'static [ChoiceInfo],
}

/// A choice of a decision.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceInfo {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// What it needs of the unit and the rulings.
    pub need: Option<Need>,
}

/// What a tactic needs of the unit that has it and of the rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Whether a tactic without it is an error in a scenario; otherwise it does nothing.
    pub decides_legality: bool,
    /// A clause: "it has a ranged weapon".
    pub what: &'static str,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} if {}", if self.decides_legality { "legal" } else { "matters" }, self.what)
    }
}

/// A tactic of a unit whose need is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The key of the decision.
    pub key: &'static str,
    /// The name of the choice.
    pub choice: &'static str,
    /// What it lacks.
    pub need: Need,
}

/// What a choice takes in `{ name = ... }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is a bare name.
    Nothing,
    /// A whole number, both ends legal.
    Number(i32, i32),
    /// It is no name but a whole number by itself, both ends legal.
    Bare(i32, i32),
    /// It is no name but a number from 0 to 1 by itself; read in millionths, rounded down.
    Fraction,
    /// The name of another unit of its side.
    Ally,
    /// The name of a unit of another side.
    Enemy,
    /// The name of one of the unit's own things of this kind: its place among them.
    Own(&'static str),
    /// A list of such names: the set of their places, bit n for place n.
    Set(&'static str),
    /// A list of such names, the preferred first: at most [`MOST_RANKED`], in five bits each, the first
    /// lowest. The bits are the place of the name and 1; 0 ends the list.
    Ranked(&'static str),
}

/// The most names of a [`Takes::Ranked`].
pub const MOST_RANKED: usize = 6;

/// The places of the names of a [`Takes::Ranked`], the preferred first.
pub fn ranked(argument: u32) -> impl Iterator<Item = usize> {
    let places = (0..MOST_RANKED).map(move |at| (argument >> (5 * at) & 31) as usize);
    places.take_while(|&place| place > 0).map(|place| place - 1)
}

/// The names of choices, in order. A choice that stands bare and takes a value, too, is named once.
#[must_use]
pub fn choice_names(choices: &[ChoiceInfo]) -> Vec<&'static str> {
    let named = choices.iter().filter(|choice| !choice.takes.is_bare());
    let mut names: Vec<_> = named.map(|choice| choice.name).collect();
    names.dedup();
    names
}

impl Takes {
    /// Returns whether the choice is a number by itself.
    #[must_use]
    pub fn is_bare(self) -> bool {
        matches!(self, Self::Bare(..) | Self::Fraction)
    }

    /// Returns what the number has to be.
    pub fn expected(self) -> String {
        match self {
            Self::Number(min, max) | Self::Bare(min, max) => format!("a whole number from {min} to {max}"),
            Self::Fraction => "a number from 0 to 1".to_owned(),
            _ => "a value".to_owned(),
        }
    }
}

/// What a choice can hold: made from the number that was read. Of a unit or a thing the number is
/// its place, of a set of things its bits.
pub trait Argument {
    /// The argument.
    fn of(number: i32) -> Self;
}

impl Argument for i32 {
    fn of(number: i32) -> Self {
        number
    }
}

impl Argument for u32 {
    fn of(number: i32) -> Self {
        number.cast_unsigned()
    }
}

impl Argument for u8 {
    fn of(number: i32) -> Self {
        number as Self
    }
}

impl Argument for UnitId {
    fn of(number: i32) -> Self {
        Self(number as u8)
    }
}

/// A type whose values are the choices of one decision.
pub trait Decision: Copy + 'static {
    /// Its declaration.
    const INFO: DecisionInfo;

    /// The choice at this place of the declaration, with its argument.
    fn make(choice: usize, argument: i32) -> Self;
}

/// Declares the decisions of a system: for each a type of its choices, the default first; structs
/// that hold a plan for each decision; and the list of all.
///
/// `[matters if "it is a PC": |of| ...]` behind a decision says of a `$subject` whether other choices
/// than the default can matter, behind a choice (`|of, choice| ...`) whether that one can.
/// `legal if` in its place makes a tactic without it an error. A decision that is made before a target is
/// known is `untargeted`: its conditions ask nothing of one. `numbers` behind a decision are keys that
/// no condition chooses.
#[macro_export]
macro_rules! tactics {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@untargeted untargeted $type:ident) => { <$type as $crate::declare::tactics::Decision>::INFO.key };
    (@takes) => { $crate::declare::tactics::Takes::Nothing };
    (@takes $takes:expr) => { $takes };
    (@need) => { None };
    (@need matters $what:literal) => { Some($crate::declare::tactics::Need { decides_legality: false, what: $what }) };
    (@need legal $what:literal) => { Some($crate::declare::tactics::Need { decides_legality: true, what: $what }) };
    (
        $(#[$outer:meta])* $vis:vis const $list:ident of $subject:ty, asking $fact:ty;
        $(
            $(#[$about:meta])* struct $tactics:ident {
            $($(#[doc = $sentence:literal])+ $id:literal $field:ident $(as $key:literal)?: $type:ident
                $([$law:ident if $need:literal: $is_met:expr])? $(, $untargeted:ident)? {
                $($(#[doc = $why:literal])+ $choice:ident $(($argument:ty))? = $name:literal
                    $(takes $takes:expr)? $(, [$own_law:ident if $own_need:literal: $own_is_met:expr])?;)*
            }
            $(numbers { $($(#[doc = $of_number:literal])+ $number_id:literal $number:ident
                $(as $number_key:literal)?: $number_type:ty = $default:literal takes $number_takes:expr;)* })?
            )*
            }
        )*
    ) => {
        $(#[$outer])*
        $vis const $list: &[$crate::declare::tactics::DecisionInfo] = &[$(
            $(<$type as $crate::declare::tactics::Decision>::INFO,
            $($($crate::declare::tactics::DecisionInfo {
                key: $crate::tactics!(@key $number $($number_key)?),
                id: $number_id,
                sentence: $crate::declare::trimmed(concat!($($of_number),+)),
                need: None,
                choices: &[$crate::declare::tactics::ChoiceInfo {
                    name: "a number", takes: $number_takes, sentence: "This much.", need: None,
                }],
            },)*)?)*
        )*];

        $(
            $($(#[doc = $sentence])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            $vis enum $type {
                $($(#[doc = $why])+ $choice $(($argument))?,)*
            }

            impl Default for $type {
                #[inline(always)]
                fn default() -> Self {
                    <Self as $crate::declare::tactics::Decision>::make(0, 0)
                }
            }

            impl $crate::declare::tactics::Decision for $type {
                const INFO: $crate::declare::tactics::DecisionInfo = $crate::declare::tactics::DecisionInfo {
                    key: $crate::tactics!(@key $field $($key)?),
                    id: $id,
                    sentence: $crate::declare::trimmed(concat!($($sentence),+)),
                    need: $crate::tactics!(@need $($law $need)?),
                    choices: &[$($crate::declare::tactics::ChoiceInfo {
                        name: $name,
                        takes: $crate::tactics!(@takes $($takes)?),
                        sentence: $crate::declare::trimmed(concat!($($why),+)),
                        need: $crate::tactics!(@need $($own_law $own_need)?),
                    }),*],
                };

                #[inline(always)]
                fn make(choice: usize, argument: i32) -> Self {
                    const ALL: &[fn(i32) -> $type] = &[$(|_argument| {
                        $type::$choice $((<$argument as $crate::declare::tactics::Argument>::of(_argument)))?
                    }),*];
                    ALL[choice](argument)
                }
            }

            impl $type {
                /// Returns what this choice lacks.
                fn unmet(self, _of: &$subject) -> Option<$crate::declare::tactics::Unmet> {
                    #[allow(unused_imports)]
                    use $crate::declare::tactics::{Decision, Unmet};
                    let place = [$(matches!(self, Self::$choice { .. })),*].iter().position(|is| *is)?;
                    let choice = &Self::INFO.choices[place];
                    let _unmet = |need| Some(Unmet { key: Self::INFO.key, choice: choice.name, need });
                    $(
                        let is_met: fn(&$subject) -> bool = $is_met;
                        if place > 0 && !is_met(_of) {
                            return Self::INFO.need.and_then(_unmet);
                        }
                    )?
                    match self {
                        $(Self::$choice { .. } => {
                            $(
                                let is_met: fn(&$subject, Self) -> bool = $own_is_met;
                                if !is_met(_of, self) {
                                    return choice.need.and_then(_unmet);
                                }
                            )?
                            None
                        })*
                    }
                }
            })*

            $(#[$about])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            $vis struct $tactics {
                $($(#[doc = $sentence])+ pub $field: $crate::tactics::plan::Plan<$type, $fact>,
                $($($(#[doc = $of_number])+ pub $number: $number_type,)*)?)*
            }

            impl Default for $tactics {
                fn default() -> Self {
                    Self { $($field: Default::default(), $($($number: $default,)*)?)* }
                }
            }

            impl $tactics {
                /// The keys of its decisions.
                $vis const KEYS: &[&str] = &[$(<$type as $crate::declare::tactics::Decision>::INFO.key),*];

                /// The keys of the decisions that are made before a target is known.
                $vis const UNTARGETED: &[&str] = &[$($($crate::tactics!(@untargeted $untargeted $type),)?)*];

                /// Reads its decisions in a table `tactics`.
                $vis fn read(
                    table: &$crate::sheet::node::Table,
                    chooser: $crate::sheet::plan::Chooser<'_>,
                    problems: &mut $crate::sheet::problem::Problems,
                ) -> Self {
                    let mut reader = $crate::sheet::plan::PlanReader { table, chooser, problems };
                    Self {
                        $($field: reader.plan::<$type, $fact>(),
                        $($($number: reader
                            .number($crate::tactics!(@key $number $($number_key)?), $number_takes)
                            .map_or($default, <$number_type as $crate::declare::tactics::Argument>::of),)*)?)*
                    }
                }

                /// The terms of all conditions.
                $vis fn terms(&self) -> Vec<&$crate::tactics::when::Term<$fact>> {
                    let mut terms = Vec::new();
                    $(terms.extend(self.$field.terms());)*
                    terms
                }

                /// The tactics whose needs are not met.
                $vis fn unmet(&self, of: &$subject) -> Vec<$crate::declare::tactics::Unmet> {
                    let mut unmet = Vec::new();
                    $(unmet.extend(self.$field.entries.iter().filter_map(|entry| entry.what.unmet(of)));)*
                    unmet
                }
            }
        )*
    };
}
