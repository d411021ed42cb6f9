//! The types that keys of every system have: numbers, lines, names, lists, words.

use super::declare::{Read, Shape, or_refuse, refuse, shown};
use super::node::{Node, Value};
use super::problem::{At, Problems, did_you_mean, one_of};
use super::text;

/// A whole number from `MIN` to `MAX`.
#[derive(Debug)]
pub struct Int<const MIN: i32, const MAX: i32>;

impl<const MIN: i32, const MAX: i32> Read for Int<MIN, MAX> {
    type Out = i32;

    fn shape() -> Shape {
        Shape::Int { min: MIN.into(), max: MAX.into() }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<i32> {
        let value = node.as_int().and_then(|n| i32::try_from(n).ok()).filter(|n| (MIN..=MAX).contains(n));
        or_refuse(value, node, key, Self::shape, problems)
    }
}

/// A word that may stand in place of a number.
pub trait WordAlternative {
    /// The word.
    const WORD: &'static str;
}

/// A whole number from `MIN` to `MAX`, or the word of `W`, which reads as `None`.
#[derive(Debug)]
pub struct IntOr<W, const MIN: i32, const MAX: i32>(core::marker::PhantomData<W>);

impl<W: WordAlternative, const MIN: i32, const MAX: i32> Read for IntOr<W, MIN, MAX> {
    type Out = Option<i32>;

    fn shape() -> Shape {
        Shape::Either(vec![Int::<MIN, MAX>::shape(), Shape::Word(vec![W::WORD])])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Option<i32>> {
        if node.as_text() == Some(W::WORD) {
            return Some(None);
        }
        let value = node.as_int().and_then(|n| i32::try_from(n).ok()).filter(|n| (MIN..=MAX).contains(n));
        or_refuse(value, node, key, Self::shape, problems).map(Some)
    }
}

/// The word `none`.
#[derive(Debug)]
pub struct NoNumber;

impl WordAlternative for NoNumber {
    const WORD: &'static str = "none";
}

/// A whole number from `MIN` to `MAX`, or the word `none`.
pub type IntOrNone<const MIN: i32, const MAX: i32> = IntOr<NoNumber, MIN, MAX>;

/// A large whole number from `MIN` to `MAX`; `1e6` is one too.
#[derive(Debug)]
pub struct Big<const MIN: u64, const MAX: u64>;

impl<const MIN: u64, const MAX: u64> Read for Big<MIN, MAX> {
    type Out = u64;

    fn shape() -> Shape {
        Shape::Int { min: MIN.into(), max: MAX.into() }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<u64> {
        /// Up to here every whole number is a float.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let int = match node.value {
            Value::Float(x) if x.fract() == 0.0 && (0.0..=EXACT).contains(&x) => Some(x as i128),
            _ => node.as_int(),
        };
        let value = int.and_then(|n| u64::try_from(n).ok()).filter(|n| (MIN..=MAX).contains(n));
        or_refuse(value, node, key, Self::shape, problems)
    }
}

/// A string that is not empty.
#[derive(Debug)]
pub struct Line;

impl Read for Line {
    type Out = String;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<String> {
        match node.as_text() {
            Some(text) if !text.trim().is_empty() => Some(text.to_owned()),
            _ => {
                refuse(node, key, &Self::shape(), problems);
                None
            }
        }
    }
}

/// A name: a line of at most 64 characters that prints as it is and is no formula to a spreadsheet.
#[derive(Debug)]
pub struct Name;

impl Read for Name {
    type Out = String;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<String> {
        let name = Line::read(node, key, problems)?;
        let Some(wrong) = text::no_name(&name) else { return Some(name) };
        problems.add(node.span, key, wrong);
        None
    }
}

/// A list.
#[derive(Debug)]
pub struct List<T>(core::marker::PhantomData<T>);

impl<T: Read> Read for List<T> {
    type Out = Vec<At<T::Out>>;

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let list = or_refuse(node.as_list(), node, key, Self::shape, problems)?;
        let read = |item: &Node| Some(At { value: T::read(item, key, problems)?, span: item.span });
        Some(list.iter().filter_map(read).collect())
    }
}

/// A list whose elements' places are not needed.
#[derive(Debug)]
pub struct Items<T>(core::marker::PhantomData<T>);

impl<T: Read> Read for Items<T> {
    type Out = Vec<T::Out>;

    fn shape() -> Shape {
        List::<T>::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let list = List::<T>::read(node, key, problems)?;
        Some(list.into_iter().map(|item| item.value).collect())
    }
}

/// A value of any shape, kept as its node for the system to read later.
#[derive(Debug)]
pub struct ReadBySystem;

impl Read for ReadBySystem {
    type Out = Option<Node>;

    fn shape() -> Shape {
        Shape::ReadBySystem
    }

    fn read(node: &Node, _: &str, _: &mut Problems) -> Option<Option<Node>> {
        Some(Some(node.clone()))
    }
}

/// The shape of a value that is read later, for the schema.
pub trait Shaped {
    /// Returns the shape of the legal values.
    fn shape() -> Shape;
}

/// A value kept as its node and read later, whose shape `T` the schema shows.
#[derive(Debug)]
pub struct Deferred<T>(core::marker::PhantomData<T>);

impl<T: Shaped> Read for Deferred<T> {
    type Out = Option<Node>;

    fn shape() -> Shape {
        T::shape()
    }

    fn read(node: &Node, _: &str, _: &mut Problems) -> Option<Option<Node>> {
        Some(Some(node.clone()))
    }
}

/// `true` or `false`, or a word for them where a cell has one.
impl Read for bool {
    type Out = bool;

    fn shape() -> Shape {
        Shape::Bool
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<bool> {
        let value = node.as_bool();
        or_refuse(value, node, key, Self::shape, problems)
    }
}

/// The place of the word that a value is among those that are legal.
pub fn word(node: &Node, key: &str, words: &[&'static str], problems: &mut Problems) -> Option<usize> {
    let place = words.iter().position(|word| Some(*word) == node.as_text());
    if place.is_some() {
        return place;
    }
    // A long list stands in the hint.
    const MANY: usize = 20;
    match node.as_text().filter(|_| words.len() > MANY) {
        Some(word) => {
            let noun = key.rsplit('.').next().unwrap_or(key);
            let message =
                format!("unknown {noun} `{}`{}", shown(word), did_you_mean(word, words.iter().copied()));
            let known = format!("it is one of {}", one_of(words.iter().copied()));
            problems.add_help(node.span, key, message, known);
        }
        None => refuse(node, key, &Shape::Word(words.to_vec()), problems),
    }
    None
}

/// Reads an enum by its words; or, for an enum without a default, declares a type of keys that
/// does.
#[macro_export]
macro_rules! read_words {
    ($(#[$doc:meta])* $vis:vis struct $reader:ident of $type:ty {
        $($word:literal => $value:expr),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Debug)]
        $vis struct $reader;

        $crate::read_words!(@impl $reader, Option<$type> { $($word => Some($value)),* });
    };
    ($type:ty { $($word:literal => $value:expr),* $(,)? }) => {
        $crate::read_words!(@impl $type, $type { $($word => $value),* });
    };
    (@impl $reader:ty, $out:ty { $($word:literal => $value:expr),* }) => {
        impl $crate::sheet::declare::Read for $reader {
            type Out = $out;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Word(vec![$($word),*])
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<$out> {
                match node.as_text() {
                    $(Some($word) => Some($value),)*
                    _ => {
                        $crate::sheet::declare::refuse(node, key, &Self::shape(), problems);
                        None
                    }
                }
            }
        }
    };
}
