//! What a scenario means, declared once: a struct or an enum that is read from a table of a scenario
//! file, with the keys, ranges, defaults, rules and sentences of its fields.

use super::declare::{Extent, Place, Read, Shape, SheetInfo, field, open, owner_of};
use super::node::{Entry, Node, Table, Value};
use super::problem::{At, Problems, Span};

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

fill_numbers!(u8, i8, i16, u32);

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
                use $crate::sheet::declare::{Extent, Place, owner_of};
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
            $($(or $short:ident)? { $($(#[doc = $doc:literal])+ $rule:literal $field:ident: $field_type:ty
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
                            $($rule stringify!($field), concat!($($doc),+),
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
                let (name, span, argument) =
                    $crate::sheet::variants::open(node, key, $noun, &[$($word,)* $($($other_word),*)?], problems)?;
                let path = $crate::sheet::declare::join(key, name);
                $(if name == $word {
                    #[allow(dead_code)]
                    const SENTENCE: &str = concat!($($sentence),+);
                    $(
                        let argument = $crate::sheet::record::held(argument, span, &path,
                            <$crate::record!(@reader $type $(, $reader)?)>::shape, problems)?;
                        let read = <$crate::record!(@reader $type $(, $reader)?)>::read(argument, &path, problems)?;
                        return Some(Self::$variant($crate::sheet::record::fill::<_, $type>(read)));
                    )?
                    $(
                        const INFO: SheetInfo = $crate::record!(@info $word, SENTENCE;
                            $($rule stringify!($field), concat!($($doc),+),
                                $crate::record!(@reader $field_type $(, $field_reader)?),
                                [$($default)?] [$($required)?];)*);
                        let argument = $crate::sheet::record::held(argument, span, &path, || Shape::Table(&INFO), problems)?;
                        $(let long = $crate::sheet::record::long(argument, stringify!($short));
                        let argument = &long;)?
                        return $crate::sheet::record::read_value(argument, &path, &INFO, problems, |fields| {
                            $(let $field = $crate::record!(@read fields $field_type,
                                $crate::record!(@reader $field_type $(, $field_reader)?),
                                stringify!($field), [$($default)?] [$($required)?] $($computed)?);)*
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
                    return <$other_reader>::read(argument, &path, problems).map(make);
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

/// What stands behind the word of a variant that holds something.
pub fn held<'a>(
    argument: Option<&'a Node>,
    span: Span,
    path: &str,
    shape: impl FnOnce() -> Shape,
    problems: &mut Problems,
) -> Option<&'a Node> {
    if argument.is_none() {
        let name = path.rsplit('.').next().unwrap_or(path);
        let message = format!("`{name}` wants {}: `{{ {name} = ... }}`", shape().expected());
        problems.add(span, path, message);
    }
    argument
}

/// What a table may be: itself, or the value of the field that may stand in its place.
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

/// Whether nothing stands behind the word of a variant that holds nothing; otherwise notes it.
pub fn is_bare(argument: Option<&Node>, path: &str, problems: &mut Problems) -> bool {
    if let Some(node) = argument {
        let name = path.rsplit('.').next().unwrap_or(path);
        problems.add(node.span, path, format!("`{name}` takes no value"));
    }
    argument.is_none()
}

/// Declares a table of which all that is legal is read, whatever else is wrong with it: a struct of what
/// it means and, `beside` it, one of what is read elsewhere or later. Each section in brackets adds
/// `fields` as those of a [`record!`](crate::record); a `group` of keys that are one field; fields that the
/// reader of the game `set`s; or keys `beside` the struct. A default in parentheses is made from the
/// fields above it. A field that is missing or wrong, which was
/// noted, has the default of its type. A table with nothing beside it is a [`Block`].
#[macro_export]
macro_rules! stat_block {
    (@take $block:ident $reader:ty, $key:expr, [] []) => {
        $block.given::<$reader>($key, None).map(|given| $crate::sheet::record::fill(given.value))
    };
    (@take $block:ident $reader:ty, $key:expr, [] [] $computed:expr) => {
        match $block.given::<$reader>($key, None) {
            Some(given) => $crate::sheet::record::fill(given.value),
            None => $computed,
        }
    };
    (@take $block:ident $reader:ty, $key:expr, [$($default:literal)?] [$($required:ident)?]) => {
        $block.given::<$reader>($key, $crate::sheet!(@default $($default)?))
            .map(|given| $crate::sheet::record::fill(given.value))
            .unwrap_or_default()
    };
    (@beside $block:ident [] []) => {
        impl $crate::sheet::record::Block for $block {
            const INFO: &'static $crate::sheet::declare::SheetInfo = &$block::INFO;

            fn read_block(
                node: &$crate::sheet::node::Node,
                extent: $crate::sheet::declare::Extent,
                place: $crate::sheet::declare::Place<'_>,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Self {
                $block::read(node, extent, None, place, problems)
            }
        }
    };
    (@beside $block:ident [$beside:ident] [$($(#[doc = $doc:literal])+ $key:ident $reader:ty, [$($default:literal)?];)*]) => {
        /// What a stat block says beside the fields of its struct.
        #[derive(Debug)]
        pub(super) struct $beside {
            $($(#[doc = $doc])+ pub(super) $key:
                Option<$crate::sheet::problem::At<<$reader as $crate::sheet::declare::Read>::Out>>,)*
        }

        impl $beside {
            fn read(block: &mut $crate::sheet::record::StatBlock<'_>) -> Self {
                Self { $($key: block.given::<$reader>(stringify!($key), $crate::sheet!(@default $($default)?)),)* }
            }
        }
    };
    (
        $(#[doc = $sentence:literal])+ $(#[derive($($derive:ident),*)])?
        $vis:vis struct $unit:ident is $noun:literal $(, beside $beside:ident)? $(, not played $not_played:expr)?;
        $([
            $(fields { $($(#[doc = $doc:literal])+ $rule:literal $field:ident: $type:ty
                $(as $reader:ty)? $(= $default:literal)? $(= ($computed:expr))? $(, $required:ident)?;)* })?
            $($(#[doc = $of_group:literal])+ group $group:ident: $group_type:ident {
                $($(#[doc = $of_member:literal])+ $member_rule:literal $member:ident $(($member_key:literal))?:
                $member_reader:ty = $member_default:literal;)* })?
            $(set { $($(#[doc = $of_set:literal])+ $set:ident: $set_type:ty;)* })?
            $(beside { $($(#[doc = $of_beside:literal])+ $beside_rule:literal $key:ident:
                $key_reader:ty $(= $key_default:literal)?;)* })?
        ])*
    ) => {
        $(#[doc = $sentence])+
        #[derive(Clone, Debug, PartialEq, Eq $($(, $derive)*)?)]
        $vis struct $unit {
            $(
                $($($(#[doc = $doc])+ pub $field: $type,)*)?
                $($(#[doc = $of_group])+ pub $group: $group_type,)?
                $($($(#[doc = $of_set])+ pub $set: $set_type,)*)?
            )*
        }

        $crate::stat_block!(@beside $unit [$($beside)?]
            [$($($($(#[doc = $of_beside])+ $key $key_reader, [$($key_default)?];)*)?)*]);

        impl $unit {
            /// Its declaration.
            $vis const INFO: $crate::sheet::declare::SheetInfo = $crate::sheet::declare::SheetInfo {
                not_played: $crate::sheet!(@not_played $($not_played)?),
                ..$crate::record!(@info $noun, concat!($($sentence),+);
                    $(
                        $($($rule stringify!($field), concat!($($doc),+),
                            $crate::record!(@reader $type $(, $reader)?), [$($default)?] [$($required)?];)*)?
                        $($($member_rule $crate::record!(@key $member $($member_key)?),
                            concat!($($of_member),+), $member_reader, [$member_default] [];)*)?
                        $($($beside_rule stringify!($key), concat!($($of_beside),+), $key_reader,
                            [$($key_default)?] [];)*)?
                    )*)
            };

            /// Reads a table, and what is beside it. Problems are noted; what is legal is read all the same.
            /// Keys of `frame` are known but read elsewhere.
            #[allow(unused_parens, reason = "with nothing beside it the pair is the table alone")]
            pub(super) fn read(
                node: &$crate::sheet::node::Node,
                extent: $crate::sheet::declare::Extent,
                frame: Option<&$crate::sheet::declare::SheetInfo>,
                place: $crate::sheet::declare::Place<'_>,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> (Self $(, $beside)?) {
                let mut block =
                    $crate::sheet::record::StatBlock::open(node, &Self::INFO, extent, frame, place, problems);
                $(
                    $($(let $field: $type = $crate::stat_block!(@take block
                        $crate::record!(@reader $type $(, $reader)?), stringify!($field),
                        [$($default)?] [$($required)?] $($computed)?);)*)?
                    $(let $group = $group_type {
                        $($member: $crate::stat_block!(@take block $member_reader,
                            $crate::record!(@key $member $($member_key)?), [$member_default] []),)*
                    };)?
                )*
                let unit = Self {
                    $(
                        $($($field,)*)?
                        $($group,)?
                        $($($set: Default::default(),)*)?
                    )*
                };
                (unit $(, $beside::read(&mut block))?)
            }
        }
    };
}

/// A table of which all that is legal is read, whatever else is wrong with it.
pub trait Block: Sized {
    /// Its declaration.
    const INFO: &'static SheetInfo;

    /// Reads the table. Problems are noted.
    fn read_block(node: &Node, extent: Extent, place: Place<'_>, problems: &mut Problems) -> Self;
}

/// A [`Block`] as the value of a key.
#[derive(Debug)]
pub struct ValueOf<T>(core::marker::PhantomData<T>);

impl<T: Block> Read for ValueOf<T> {
    type Out = T;

    fn shape() -> Shape {
        Shape::Table(T::INFO)
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<T> {
        let owner = owner_of(node, key, T::INFO, problems)?;
        Some(T::read_block(node, Extent::Whole, Place { path: key, owner: &owner }, problems))
    }
}

/// A stat block that is being read.
#[derive(Debug)]
pub struct StatBlock<'a> {
    table: Option<&'a Table>,
    span: Span,
    extent: Extent,
    place: Place<'a>,
    problems: &'a mut Problems,
}

impl<'a> StatBlock<'a> {
    /// Opens the block. Its unknown and missing keys are noted.
    pub fn open(
        node: &'a Node,
        info: &SheetInfo,
        extent: Extent,
        frame: Option<&SheetInfo>,
        place: Place<'a>,
        problems: &'a mut Problems,
    ) -> Self {
        let table = open(node, info, extent, frame, place, problems);
        Self { table, span: node.span, extent, place, problems }
    }

    /// The value of a key, or its default; `None` if there is neither, or it is wrong.
    #[inline(never)]
    pub fn given<R: Read>(&mut self, key: &str, default: Option<&str>) -> Option<At<R::Out>> {
        field::<R>(self.table?, self.span, key, default, self.extent, self.place, self.problems)
    }
}

#[cfg(test)]
mod tests {
    use super::ValueOf;
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

    stat_block! {
        /// A purse of the tests.
        #[derive(Default)]
        struct Purse is "purse";
        [fields {
            /// What it costs.
            "XX-01" price: Option<Price> as Price;
            /// How many coins it holds.
            "XX-04" most: i32 as Int<1, 99>, required;
            /// How many are in it.
            "XX-04" coins: u8 as Int<0, 99> = (most as u8);
        }]
    }

    choices! {
        /// What happens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Deed is "a deed" {
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
            "wait": Int<1, 9> => |long| Deed::Wait { long };
        }
    }

    fn read(text: &str) -> Result<Deed, Vec<String>> {
        let mut problems = Problems::default();
        let node = parse_value(FileId(0), text, 0, &mut problems).unwrap();
        let deed = Deed::read(&node, "deed", &mut problems);
        let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
        if messages.is_empty() { Ok(deed.unwrap()) } else { Err(messages) }
    }

    #[test]
    fn a_choice_is_a_word_or_a_table_with_one_key() {
        assert_eq!(read("rest"), Ok(Deed::Rest));
        assert_eq!(
            read("{ pay = { coins = 3 } }"),
            Ok(Deed::Pay(Price { coins: 3, gems: 2, times: None, total: 4 }))
        );
        assert_eq!(
            read("{ pay = { coins = 3, gems = 0, times = 4, total = 9 } }"),
            Ok(Deed::Pay(Price { coins: 3, gems: 0, times: Some(4), total: 9 }))
        );
        assert_eq!(read("{ go = { far = 3, back = false } }"), Ok(Deed::Go { far: 3, back: false }));
        assert_eq!(
            read("{ go = 3 }"),
            Ok(Deed::Go { far: 3, back: true }),
            "the field in place of the table"
        );
        assert_eq!(read("{ wait = 5 }"), Ok(Deed::Wait { long: 5 }));
    }

    #[test]
    fn a_block_keeps_what_is_legal_beside_what_is_wrong() {
        let purse = |text: &str| {
            let mut problems = Problems::default();
            let node = parse_value(FileId(0), text, 0, &mut problems).unwrap();
            let purse = ValueOf::<Purse>::read(&node, "purse", &mut problems).unwrap();
            (purse, problems.sorted().into_iter().map(|problem| problem.message).collect::<Vec<_>>())
        };
        assert_eq!(purse("{ most = 7 }"), (Purse { price: None, most: 7, coins: 7 }, Vec::new()));
        let (read, wrong) = purse("{ price = { gems = 1 }, most = 0, coins = 3 }");
        assert_eq!(read, Purse { coins: 3, ..Purse::default() });
        assert_eq!(wrong, ["`price` has no `coins`", "`most` is 0; it ranges from 1 to 99"]);
    }

    #[test]
    fn what_is_wrong_with_a_choice_is_said() {
        let wrong = |text| read(text).unwrap_err();
        assert_eq!(wrong("{ rest = 1 }"), ["`rest` takes no value"]);
        assert_eq!(wrong("pay"), ["`pay` wants a table: `{ pay = ... }`"]);
        assert_eq!(
            wrong("{ pay = { gems = 10 } }"),
            ["`pay` has no `coins`", "`gems` is 10; it ranges from 0 to 9"]
        );
        assert_eq!(wrong("{ go = { fra = 3 } }"), ["unknown key `fra` in `go`; did you mean `far`?"]);
        assert_eq!(wrong("{ wiat = 3 }"), ["expected a deed, found `wiat`; did you mean `wait`?"]);
    }
}
