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
    /// The condition that must hold for a choice other than the default to matter; `None` if it can always
    /// matter.
    pub need: Option<Need>,
    /// Its choices. The first is the default.
    pub choices: &'static [ChoiceInfo],
}

/// A choice of a decision.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceInfo {
    /// Its name.
    pub name: &'static str,
    /// The argument that the choice takes.
    pub takes: Takes,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// The condition on the unit and the rulings that the choice needs; `None` if it needs nothing.
    pub need: Option<Need>,
}

/// A condition of a tactic on the unit that has it and on the rulings.
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
    /// The condition that is not met.
    pub need: Need,
}

/// The argument of a choice, as written in `{ name = ... }`.
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

    /// Returns the range of the number, in words.
    pub fn expected(self) -> String {
        match self {
            Self::Number(min, max) | Self::Bare(min, max) => format!("a whole number from {min} to {max}"),
            Self::Fraction => "a number from 0 to 1".to_owned(),
            _ => "a value".to_owned(),
        }
    }
}

/// The argument that a choice can hold, made from the number that was read. For a unit or a thing the number
/// is its place in the list, for a set of things its bits.
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

/// The lists behind each other; `N` is how many entries they have together.
#[must_use]
pub const fn joined<const N: usize>(lists: &[&[DecisionInfo]]) -> [DecisionInfo; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (i, at) = (i + 1, at + 1);
        }
        list += 1;
    }
    all
}
