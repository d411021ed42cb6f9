//! Values of several shapes: a number or a word, a word or a table.

use super::declare::{Read, Shape};
use super::node::Node;
use super::problem::Problems;

/// The result of one of several readers that are tried in turn on a value.
#[derive(Debug)]
pub enum OneOf<T> {
    /// The value is for another reader.
    Other,
    /// It is for this one; `None` if something is wrong with it, which was noted.
    Read(Option<T>),
}

/// Reads a value with one of several readers. A table is for a reader that knows its first key, whatever is
/// wrong with the rest; anything else is for the first reader that finds nothing wrong with it.
pub fn attempt<R: Read>(node: &Node, key: &str, problems: &mut Problems) -> OneOf<R::Out> {
    if let Some(table) = node.as_table() {
        let first = table.entries.first().map(|entry| entry.key.as_str());
        return match R::shape() {
            Shape::Table(info) if first.is_none_or(|first| info.keys.iter().any(|key| key.key == first)) => {
                OneOf::Read(R::read(node, key, problems))
            }
            Shape::Variants(_) => OneOf::Read(R::read(node, key, problems)),
            _ => OneOf::Other,
        };
    }
    R::read(node, key, &mut Problems::default()).map_or(OneOf::Other, |read| OneOf::Read(Some(read)))
}

/// Declares values of several shapes: words that stand for a value, and readers with what becomes of
/// what they read; the words first or last. A type is made readable, or a `struct` that reads it is declared.
#[macro_export]
macro_rules! either {
    ($(#[$outer:meta])* $vis:vis struct $reader:ident of $out:ty { $($body:tt)* }) => {
        $(#[$outer])*
        #[derive(Debug)]
        $vis struct $reader;

        $crate::either!(@read $reader, $out; $($body)*);
    };
    ($out:ty { $($body:tt)* }) => {
        $crate::either!(@read $out, $out; $($body)*);
    };
    (@read $reader:ty, $out:ty; $($word:literal => $value:expr,)+ $($of:ty => $make:expr,)+) => {
        $crate::either!(@impl $reader, $out; [$($word => $value,)+] [$($of => $make,)+] [
            vec![
                $crate::sheet::declare::Shape::Word(vec![$($word),+]),
                $(<$of as $crate::sheet::declare::Read>::shape()),+
            ]
        ]);
    };
    (@read $reader:ty, $out:ty; $($of:ty => $make:expr,)+ $($word:literal => $value:expr,)*) => {
        $crate::either!(@impl $reader, $out; [$($word => $value,)*] [$($of => $make,)+] [{
            let words: &[&'static str] = &[$($word),*];
            let words = (!words.is_empty()).then(|| $crate::sheet::declare::Shape::Word(words.to_vec()));
            [$(<$of as $crate::sheet::declare::Read>::shape()),+].into_iter().chain(words).collect()
        }]);
    };
    (@impl $reader:ty, $out:ty; [$($word:literal => $value:expr,)*] [$($of:ty => $make:expr,)+] [$shapes:expr]) => {
        impl $crate::sheet::declare::Read for $reader {
            type Out = $out;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Either($shapes)
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<$out> {
                match node.as_text() {
                    $(Some($word) => return Some($value),)*
                    _ => {}
                }
                $(if let $crate::sheet::either::OneOf::Read(read) =
                    $crate::sheet::either::attempt::<$of>(node, key, problems)
                {
                    let make: fn(<$of as $crate::sheet::declare::Read>::Out) -> $out = $make;
                    return read.map(make);
                })+
                $crate::sheet::declare::refuse(node, key, &<$reader as $crate::sheet::declare::Read>::shape(), problems);
                None
            }
        }
    };
}
