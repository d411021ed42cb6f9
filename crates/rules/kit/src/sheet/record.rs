//! What a scenario means, declared once: a struct or an enum that is read from a table of a scenario
//! file, with the keys, ranges, defaults, rules and sentences of its fields.

use super::declare::{Extent, Place, Read, Shape, SheetInfo};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Problems, Span};
use super::table::{field, open, owner_of};

/// A field that can be made from what a reader gives.
pub trait Fill<T>: Sized {
    /// The field.
    fn fill(read: T) -> Self;
}

impl<T> Fill<T> for T {
    #[inline(always)]
    fn fill(read: T) -> Self {
        read
    }
}

impl<T> Fill<T> for Option<T> {
    #[inline(always)]
    fn fill(read: T) -> Self {
        Some(read)
    }
}

macro_rules! fill_numbers {
    ($($type:ty),*) => {$(
        impl Fill<i32> for $type {
            fn fill(read: i32) -> Self {
                read as $type
            }
        }

        impl Fill<i32> for Option<$type> {
            fn fill(read: i32) -> Self {
                Some(read as $type)
            }
        }

        impl Fill<Option<i32>> for Option<$type> {
            fn fill(read: Option<i32>) -> Self {
                read.map(|n| n as $type)
            }
        }
    )*};
}

fill_numbers!(u8, i8, i16, u16, u32);

/// Reads the fields of one table.
#[derive(Debug)]
pub struct Fields<'a> {
    table: &'a Table,
    span: Span,
    place: Place<'a>,
    problems: &'a mut Problems,
}

impl<'a> Fields<'a> {
    /// Opens the table. Its unknown keys are noted, and those that are missing from a whole table.
    pub fn open(
        node: &'a Node,
        info: &SheetInfo,
        extent: Extent,
        place: Place<'a>,
        problems: &'a mut Problems,
    ) -> Option<Self> {
        let table = open(node, info, extent, None, place, problems)?;
        Some(Self { table, span: node.span, place, problems })
    }

    /// A field that has a default or is required.
    #[inline(never)]
    pub fn need<R: Read>(&mut self, key: &str, default: Option<&str>) -> Option<R::Out> {
        field::<R>(self.table, self.span, key, default, Extent::Whole, self.place, self.problems)
            .map(|read| read.value)
    }

    /// A field that may be missing. `None` if it is there and wrong.
    pub fn may<R: Read>(&mut self, key: &str) -> Option<Option<R::Out>> {
        match self.table.get(key) {
            None => Some(None),
            Some(_) => self.need::<R>(key, None).map(Some),
        }
    }
}

/// Reads a table that is a value: `open` makes its fields, and `read` reads them.
pub fn read_value<T>(
    node: &Node,
    key: &str,
    info: &'static SheetInfo,
    problems: &mut Problems,
    read: impl FnOnce(&mut Fields<'_>) -> Option<T>,
) -> Option<T> {
    let owner = owner_of(node, key, info, problems)?;
    let place = Place { path: key, owner: &owner };
    read(&mut Fields::open(node, info, Extent::Whole, place, problems)?)
}

/// Declares structs of what a scenario means. Behind the rule number stand a field and its type; `as`
/// and the type that reads it, where that is another one; and its default as it would stand in a file,
/// or, in parentheses, made from fields above it (`None` where they are wrong); or `required`. A field with
/// none of these is an `Option`.
#[macro_export]
macro_rules! record {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@reader $type:ty) => { $type };
    (@reader $type:ty, $reader:ty) => { $reader };
    (@info $noun:literal, $sentence:expr; $($rule:literal $key:expr, $sentence_of:expr, $reader:ty,
        [$($default:literal)?] [$($required:ident)?];)*) => {
        $crate::sheet::declare::SheetInfo {
            noun: $noun,
            sentence: $crate::declare::trimmed($sentence),
            keys: &[$($crate::sheet::declare::KeyInfo {
                key: $key,
                rule: $rule,
                sentence: $crate::declare::trimmed($sentence_of),
                shape: <$reader as $crate::sheet::declare::Read>::shape,
                default: $crate::sheet!(@default $($default)?),
                required: $crate::sheet!(@required $($required)?),
            }),*],
            not_played: &[],
        }
    };
    (@read $fields:ident $type:ty, $reader:ty, $key:expr, [] []) => {
        $fields.may::<$reader>($key).map(|read| read.map($crate::sheet::record::fill))
    };
    (@read $fields:ident $type:ty, $reader:ty, $key:expr, [] [] $computed:expr) => {
        match $fields.may::<$reader>($key) {
            Some(Some(given)) => Some($crate::sheet::record::fill::<_, $type>(given)),
            Some(None) => $computed,
            None => None,
        }
    };
    (@read $fields:ident $type:ty, $reader:ty, $key:expr, [$($default:literal)?] [$($required:ident)?]) => {
        $fields.need::<$reader>($key, $crate::sheet!(@default $($default)?))
            .map(<$type as $crate::sheet::record::Fill<<$reader as $crate::sheet::declare::Read>::Out>>::fill)
    };
    ($(
        $(#[doc = $sentence:literal])+ $(#[derive($($derive:ident),*)])? $vis:vis struct $record:ident is $noun:literal {
            $($(#[doc = $doc:literal])+ $rule:literal $field:ident $(($key:literal))?: $type:ty
                $(as $reader:ty)? $(= $default:literal)? $(= ($computed:expr))? $(, $required:ident)?;)*
        }
    )*) => {$(
        $(#[doc = $sentence])+
        #[derive(Clone, Debug, PartialEq, Eq $($(, $derive)*)?)]
        $vis struct $record {
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl $record {
            /// Its declaration.
            $vis const INFO: $crate::sheet::declare::SheetInfo = $crate::record!(@info $noun, concat!($($sentence),+);
                $($rule $crate::record!(@key $field $($key)?), concat!($($doc),+),
                    $crate::record!(@reader $type $(, $reader)?), [$($default)?] [$($required)?];)*);

            /// Reads a table, or the part of one that a block has. `None` if a field is wrong, which was noted,
            /// or is missing and has no default.
            $vis fn read_table(
                node: &$crate::sheet::node::Node,
                extent: $crate::sheet::declare::Extent,
                place: $crate::sheet::declare::Place<'_>,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<Self> {
                #[allow(unused_mut, reason = "a table may have no fields")]
                let mut fields =
                    $crate::sheet::record::Fields::open(node, &Self::INFO, extent, place, problems)?;
                $(let $field = $crate::record!(@read fields $type,
                    $crate::record!(@reader $type $(, $reader)?),
                    $crate::record!(@key $field $($key)?), [$($default)?] [$($required)?] $($computed)?);)*
                Some(Self { $($field: $field?),* })
            }
        }

        impl $crate::sheet::declare::Read for $record {
            type Out = Self;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Table(&Self::INFO)
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<Self> {
                use $crate::sheet::declare::{Extent, Place};
                use $crate::sheet::table::owner_of;
                let owner = owner_of(node, key, &Self::INFO, problems)?;
                Self::read_table(node, Extent::Whole, Place { path: key, owner: &owner }, problems)
            }
        }
    )*};
}

/// Declares an enum of which a scenario file names a variant: by a bare word, or by a table with
/// that one key and what the variant holds. A variant holds nothing, a value, or fields declared as
/// those of a [`record!`](crate::record); `or` names the field that may stand in place of the
/// table. Behind one that holds nothing may stand `= default`. Variants that it `holds` under no word of
/// their own are made `by` other words.
#[macro_export]
macro_rules! choices {
    (@argument) => { $crate::sheet::variants::Nothing };
    (@argument $reader:ty) => { $crate::sheet::variants::Of<$reader> };
    ($(#[$outer:meta])* $vis:vis enum $name:ident is $noun:literal {
        $($(#[doc = $sentence:literal])+ $word:literal $variant:ident
            $(($type:ty $(as $reader:ty)?))?
            $($(or $short:ident)? { $($(#[doc = $doc:literal])+ $rule:literal $field:ident $(($field_key:literal))?: $field_type:ty
                $(as $field_reader:ty)? $(= $default:literal)? $(= ($computed:expr))? $(, $required:ident)?;)* })?
            $(= $default_variant:ident)?,)*
    } $(holds { $($(#[doc = $of_held:literal])+ $held:ident { $($of:ident: $held_type:ty),* },)* }
        by { $($(#[doc = $of_word:literal])+ $other_word:literal: $other_reader:ty => $make:expr;)* })?) => {
        $(#[$outer])*
        $vis enum $name {
            $($(#[doc = $sentence])+ $(#[$default_variant])? $variant
                $(($type))?
                $({ $($(#[doc = $doc])+ $field: $field_type,)* })?,)*
            $($(
                $(#[doc = $of_held])+
                #[allow(missing_docs, reason = "the sentence names them")]
                $held { $($of: $held_type),* },
            )*)?
        }

        impl $crate::sheet::declare::Read for $name {
            type Out = Self;

            fn shape() -> $crate::sheet::declare::Shape {
                #[allow(unused_imports)]
                use $crate::sheet::declare::{Read, Shape, SheetInfo, Variant};
                Shape::Variants(vec![$({
                    const SENTENCE: &str = concat!($($sentence),+);
                    let sentence = $crate::declare::trimmed(SENTENCE);
                    #[allow(unused_mut, unused_assignments)]
                    let mut variant = Variant { name: $word, sentence, takes: None, bare: true };
                    $(
                        variant.takes = Some(<$crate::record!(@reader $type $(, $reader)?)>::shape());
                        variant.bare = false;
                    )?
                    $(
                        const INFO: SheetInfo = $crate::record!(@info $word, SENTENCE;
                            $($rule $crate::record!(@key $field $($field_key)?), concat!($($doc),+),
                                $crate::record!(@reader $field_type $(, $field_reader)?),
                                [$($default)?] [$($required)?];)*);
                        variant.takes = Some($crate::sheet::record::shape(&INFO, [$(stringify!($short))?].first().copied()));
                        variant.bare = false;
                    )?
                    variant
                },)* $($({
                    let sentence = $crate::declare::trimmed(concat!($($of_word),+));
                    Variant { name: $other_word, sentence, takes: Some(<$other_reader>::shape()), bare: false }
                },)*)?])
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<Self> {
                #[allow(unused_imports)]
                use $crate::sheet::declare::{Read, Shape, SheetInfo};
                #[allow(unused_variables, reason = "a choice may hold nothing")]
                let (name, span, argument) =
                    $crate::sheet::variants::open(node, key, $noun, &[$($word,)* $($($other_word),*)?], problems)?;
                let path = $crate::sheet::declare::join(key, name);
                $(if name == $word {
                    #[allow(dead_code)]
                    const SENTENCE: &str = concat!($($sentence),+);
                    $(
                        let argument = $crate::sheet::record::held(argument, span, &path,
                            <$crate::record!(@reader $type $(, $reader)?)>::shape, problems)?;
                        let read = <$crate::record!(@reader $type $(, $reader)?) as Read>::read(argument, &path, problems)?;
                        return Some(Self::$variant($crate::sheet::record::fill::<_, $type>(read)));
                    )?
                    $(
                        const INFO: SheetInfo = $crate::record!(@info $word, SENTENCE;
                            $($rule $crate::record!(@key $field $($field_key)?), concat!($($doc),+),
                                $crate::record!(@reader $field_type $(, $field_reader)?),
                                [$($default)?] [$($required)?];)*);
                        let argument = $crate::sheet::record::held(argument, span, &path, || Shape::Table(&INFO), problems)?;
                        $(let long = $crate::sheet::record::long(argument, stringify!($short));
                        let argument = &long;)?
                        #[allow(unused_variables, reason = "a variant may have no fields")]
                        return $crate::sheet::record::read_value(argument, &path, &INFO, problems, |fields| {
                            $(let $field = $crate::record!(@read fields $field_type,
                                $crate::record!(@reader $field_type $(, $field_reader)?),
                                $crate::record!(@key $field $($field_key)?), [$($default)?] [$($required)?] $($computed)?);)*
                            Some(Self::$variant { $($field: $field?),* })
                        });
                    )?
                    #[allow(unreachable_code)]
                    return $crate::choices!(@bare $name $variant argument path problems
                        $([$type])? $([$($field)*])?);
                })*
                $($(if name == $other_word {
                    let argument =
                        $crate::sheet::record::held(argument, span, &path, <$other_reader>::shape, problems)?;
                    let make: fn(<$other_reader as Read>::Out) -> Self = $make;
                    return <$other_reader as Read>::read(argument, &path, problems).map(make);
                })*)?
                None
            }
        }
    };
    (@bare $name:ident $variant:ident $argument:ident $path:ident $problems:ident) => {
        $crate::sheet::record::is_bare($argument, &$path, $problems).then_some($name::$variant)
    };
    (@bare $name:ident $variant:ident $argument:ident $path:ident $problems:ident $([$($held:tt)*])+) => { None };
}

/// [`Fill::fill`] as a function.
#[inline(always)]
pub fn fill<T, U: Fill<T>>(read: T) -> U {
    U::fill(read)
}

/// Returns what stands behind the word of a variant that holds something.
pub fn held<'a>(
    argument: Option<&'a Node>,
    span: Span,
    path: &str,
    shape: impl FnOnce() -> Shape,
    problems: &mut Problems,
) -> Option<&'a Node> {
    if argument.is_none() {
        let name = path.rsplit('.').next().unwrap_or(path);
        let message = format!("`{name}` needs {}: `{{ {name} = ... }}`", shape().expected());
        problems.add(span, path, message);
    }
    argument
}

/// Returns what a table may be: itself, or the value of the field that may stand in its place.
pub fn shape(info: &'static SheetInfo, short: Option<&str>) -> Shape {
    let short = short.and_then(|short| info.keys.iter().find(|key| key.key == short));
    let table = Shape::Table(info);
    short.map_or(table.clone(), |short| Shape::Either(vec![(short.shape)(), table]))
}

/// The table that a value stands for: itself, or one with the value as its field `short`.
pub fn long(node: &Node, short: &str) -> Node {
    if node.as_table().is_some() {
        return node.clone();
    }
    let entry = Entry { key: short.to_owned(), span: node.span, value: node.clone() };
    Node { span: node.span, value: Value::Table(Table { entries: vec![entry] }) }
}

/// Returns whether nothing stands behind the word of a variant that holds nothing; otherwise notes it.
pub fn is_bare(argument: Option<&Node>, path: &str, problems: &mut Problems) -> bool {
    if let Some(node) = argument {
        let name = path.rsplit('.').next().unwrap_or(path);
        problems.add(node.span, path, format!("`{name}` takes no value"));
    }
    argument.is_none()
}

#[cfg(test)]
mod tests {
    use crate::sheet::declare::Read;
    use crate::sheet::node::parse_value;
    use crate::sheet::problem::{FileId, Problems};
    use crate::sheet::types::Int;

    record! {
        /// A price of the tests.
        #[derive(Copy, Default)]
        struct Price is "price" {
            /// Coins.
            "XX-01" coins: u8 as Int<0, 9>, required;
            /// Gems.
            "XX-02" gems: i32 as Int<0, 9> = "2";
            /// How often.
            "" times: Option<u8> as Int<1, 9>;
            /// What it is in all.
            "" total: u8 as Int<0, 99> = (coins.map(|n: u8| n + 1));
        }
    }

    choices! {
        /// What happens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Command is "a deed" {
            /// Nothing.
            "rest" Rest,
            /// It costs something.
            "pay" Pay(Price),
            /// It goes.
            "go" Go or far {
                /// How far.
                "XX-03" far: i32 as Int<0, 9>, required;
                /// Whether it comes back.
                "XX-03" back: bool = "true";
            },
        } holds {
            /// It waits.
            Wait { long: i32 },
        } by {
            /// It waits a while.
            "wait": Int<1, 9> => |long| Command::Wait { long };
        }
    }

    fn read(text: &str) -> Result<Command, Vec<String>> {
        let mut problems = Problems::default();
        let node = parse_value(FileId(0), text, 0, &mut problems).unwrap();
        let deed = Command::read(&node, "deed", &mut problems);
        let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
        if messages.is_empty() { Ok(deed.unwrap()) } else { Err(messages) }
    }

    #[test]
    fn a_choice_is_a_word_or_a_table_with_one_key() {
        assert_eq!(read("rest"), Ok(Command::Rest));
        assert_eq!(
            read("{ pay = { coins = 3 } }"),
            Ok(Command::Pay(Price { coins: 3, gems: 2, times: None, total: 4 }))
        );
        assert_eq!(
            read("{ pay = { coins = 3, gems = 0, times = 4, total = 9 } }"),
            Ok(Command::Pay(Price { coins: 3, gems: 0, times: Some(4), total: 9 }))
        );
        assert_eq!(read("{ go = { far = 3, back = false } }"), Ok(Command::Go { far: 3, back: false }));
        assert_eq!(
            read("{ go = 3 }"),
            Ok(Command::Go { far: 3, back: true }),
            "the field in place of the table"
        );
        assert_eq!(read("{ wait = 5 }"), Ok(Command::Wait { long: 5 }));
    }

    #[test]
    fn what_is_wrong_with_a_choice_is_said() {
        let wrong = |text| read(text).unwrap_err();
        assert_eq!(wrong("{ rest = 1 }"), ["`rest` takes no value"]);
        assert_eq!(wrong("pay"), ["`pay` needs a table: `{ pay = ... }`"]);
        assert_eq!(
            wrong("{ pay = { gems = 10 } }"),
            ["`pay` has no `coins`", "`gems` is 10; it ranges from 0 to 9"]
        );
        assert_eq!(wrong("{ go = { fra = 3 } }"), ["unknown key `fra` in `go`; did you mean `far`?"]);
        assert_eq!(wrong("{ wiat = 3 }"), ["expected a deed, found `wiat`; did you mean `wait`?"]);
    }
}
