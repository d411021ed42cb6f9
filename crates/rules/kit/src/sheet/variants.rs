//! Values that are a bare word or a table with one key: `"swap"`, `{ heal_hp = "2d6" }`. The
//! variants are declared once.

use super::declare::{Read, Variant, join, shown};
use super::node::{Node, Value};
use super::problem::{Problems, Span, did_you_mean, one_of};

/// The value behind the word of a variant: none, one, or one that may be left out.
pub trait Argument {
    /// The type of the value that is read.
    type Out;

    /// The variant with that word.
    fn variant(name: &'static str, sentence: &'static str) -> Variant;

    /// Reads it, or that there is none. `span` is the word's.
    fn read(node: Option<&Node>, span: Span, key: &str, problems: &mut Problems) -> Option<Self::Out>;
}

/// Nothing: the word stands bare.
#[derive(Debug)]
pub struct Nothing;

/// A value.
#[derive(Debug)]
pub struct Of<T>(core::marker::PhantomData<T>);

/// A value, or nothing.
#[derive(Debug)]
pub struct Maybe<T>(core::marker::PhantomData<T>);

impl Argument for Nothing {
    type Out = ();

    fn variant(name: &'static str, sentence: &'static str) -> Variant {
        Variant { name, sentence, takes: None, bare: true }
    }

    fn read(node: Option<&Node>, _: Span, key: &str, problems: &mut Problems) -> Option<()> {
        if let Some(node) = node {
            let name = key.rsplit('.').next().unwrap_or(key);
            problems.add(node.span, key, format!("`{name}` takes no value"));
        }
        node.is_none().then_some(())
    }
}

impl<T: Read> Argument for Of<T> {
    type Out = T::Out;

    fn variant(name: &'static str, sentence: &'static str) -> Variant {
        Variant { name, sentence, takes: Some(T::shape()), bare: false }
    }

    fn read(node: Option<&Node>, span: Span, key: &str, problems: &mut Problems) -> Option<T::Out> {
        if node.is_none() {
            let name = key.rsplit('.').next().unwrap_or(key);
            let message = format!("`{name}` needs {}: `{{ {name} = ... }}`", T::shape().expected());
            problems.add(span, key, message);
        }
        T::read(node?, key, problems)
    }
}

impl<T: Read> Argument for Maybe<T> {
    type Out = Option<T::Out>;

    fn variant(name: &'static str, sentence: &'static str) -> Variant {
        Variant { name, sentence, takes: Some(T::shape()), bare: true }
    }

    fn read(node: Option<&Node>, _: Span, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        match node {
            Some(node) => T::read(node, key, problems).map(Some),
            None => Some(None),
        }
    }
}

/// Declares the variants of a value: a type that reads them, and for each its word, what it takes
/// and what comes of it.
#[macro_export]
macro_rules! variants {
    ($(#[$outer:meta])* $vis:vis struct $reader:ident is $noun:literal of $out:ty {
        $($(#[doc = $sentence:literal])+ $name:literal: $argument:ty => $make:expr;)*
    }) => {
        $(#[$outer])*
        #[derive(Debug)]
        $vis struct $reader;

        impl $crate::sheet::declare::Read for $reader {
            type Out = $out;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Variants(vec![
                    $(<$argument as $crate::sheet::variants::Argument>::variant(
                        $name,
                        $crate::declare::trimmed(concat!($($sentence),+)),
                    )),*
                ])
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<$out> {
                let (name, span, argument) =
                    $crate::sheet::variants::open(node, key, $noun, &[$($name),*], problems)?;
                let path = $crate::sheet::declare::join(key, name);
                $(if name == $name {
                    let read = <$argument as $crate::sheet::variants::Argument>::read;
                    let make: fn(<$argument as $crate::sheet::variants::Argument>::Out) -> $out = $make;
                    return read(argument, span, &path, problems).map(make);
                })*
                None
            }
        }
    };
}

/// The word of a value that is one of some variants, where it stands, and what stands behind it.
pub fn open<'a>(
    node: &'a Node,
    key: &str,
    noun: &str,
    names: &[&str],
    problems: &mut Problems,
) -> Option<(&'a str, Span, Option<&'a Node>)> {
    let (name, span, argument) = match &node.value {
        Value::Table(table) => match &table.entries[..] {
            [entry] => (entry.key.as_str(), entry.span, Some(&entry.value)),
            entries => {
                let message =
                    format!("expected {noun}: a word or a table with one key, found {} keys", entries.len());
                problems.add(node.span, key, message);
                return None;
            }
        },
        _ => match node.as_text() {
            Some(name) => (name, node.span, None),
            None => {
                problems.add(node.span, key, format!("expected {noun}, found {}", node.found()));
                return None;
            }
        },
    };
    if names.contains(&name) {
        return Some((name, span, argument));
    }
    let meant = did_you_mean(name, names.iter().copied());
    let message = format!("expected {noun}, found `{}`{meant}", shown(name));
    problems.add_help(
        span,
        join(key, name),
        message,
        format!("it is one of {}", one_of(names.iter().copied())),
    );
    None
}
