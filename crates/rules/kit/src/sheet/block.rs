//! Tables of which all that is legal is read, whatever else is wrong with them: stat blocks, weapons,
//! abilities, maps.

use super::declare::{Extent, Place, Read, Shape, SheetInfo};
use super::node::{Node, Table};
use super::problem::{At, Problems, Span};
use super::table::{field, open, owner_of};

/// Declares a table of which all that is legal is read, whatever else is wrong with it: a struct of what
/// it means and, `beside` it, one of what is read elsewhere or later. Each section in brackets adds
/// `fields` as those of a [`Record`](derive@crate::Record); a `group` of keys that are one field, whose type may be
/// `declared` by it; fields that the
/// reader of the game `set`s; or keys `beside` the struct. A default in parentheses is made from the
/// fields above it. A field that is missing or wrong, which was
/// noted, has the default of its type. A table with nothing beside it is a [`Block`].
#[macro_export]
macro_rules! stat_block {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
    (@required required) => { true };
    (@required) => { false };
    (@not_played) => { &[] };
    (@not_played $not_played:expr) => { $not_played };
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
                default: $crate::stat_block!(@default $($default)?),
                required: $crate::stat_block!(@required $($required)?),
            }),*],
            not_played: &[],
        }
    };
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
        $block.given::<$reader>($key, $crate::stat_block!(@default $($default)?))
            .map(|given| $crate::sheet::record::fill(given.value))
            .unwrap_or_default()
    };
    (@ignored $beside:ident) => { _ };
    (@group [] $($group:tt)*) => {};
    (@group [declared] $vis:vis $type:ident [$($(#[doc = $doc:literal])+ $member:ident $reader:ty;)*] $($sentence:literal)+) => {
        $(#[doc = $sentence])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $vis struct $type {
            $($(#[doc = $doc])+ pub $member: <$reader as $crate::sheet::declare::Read>::Out,)*
        }
    };
    (@beside $block:ident [] []) => {
        impl $crate::sheet::block::Block for $block {
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
        /// The keys of a stat block that are no fields of its struct.
        #[derive(Debug)]
        pub(crate) struct $beside {
            $($(#[doc = $doc])+ pub(crate) $key:
                Option<$crate::sheet::problem::At<<$reader as $crate::sheet::declare::Read>::Out>>,)*
        }

        impl $beside {
            fn read(block: &mut $crate::sheet::block::StatBlock<'_>) -> Self {
                Self { $($key: block.given::<$reader>(stringify!($key), $crate::stat_block!(@default $($default)?)),)* }
            }
        }
    };
    (
        $(#[doc = $sentence:literal])+ $(#[derive($($derive:ident),*)])?
        $vis:vis struct $unit:ident is $noun:literal $(, beside $beside:ident)? $(, not played $not_played:expr)?;
        $([
            $(fields { $($(#[doc = $doc:literal])+ $rule:literal $field:ident: $type:ty
                $(as $reader:ty)? $(= $default:literal)? $(= ($computed:expr))? $(, $required:ident)?;)* })?
            $($(#[doc = $of_group:literal])+ group $group:ident: $group_type:ident $(, $declared:ident)? {
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

        $($($crate::stat_block!(@group [$($declared)?] $vis $group_type
            [$($(#[doc = $of_member])+ $member $member_reader;)*] $($of_group)+);)?)*

        $crate::stat_block!(@beside $unit [$($beside)?]
            [$($($($(#[doc = $of_beside])+ $key $key_reader, [$($key_default)?];)*)?)*]);

        impl $unit {
            /// Its declaration.
            $vis const INFO: $crate::sheet::declare::SheetInfo = $crate::sheet::declare::SheetInfo {
                not_played: $crate::stat_block!(@not_played $($not_played)?),
                ..$crate::stat_block!(@info $noun, concat!($($sentence),+);
                    $(
                        $($($rule stringify!($field), concat!($($doc),+),
                            $crate::stat_block!(@reader $type $(, $reader)?), [$($default)?] [$($required)?];)*)?
                        $($($member_rule $crate::stat_block!(@key $member $($member_key)?),
                            concat!($($of_member),+), $member_reader, [$member_default] [];)*)?
                        $($($beside_rule stringify!($key), concat!($($of_beside),+), $key_reader,
                            [$($key_default)?] [];)*)?
                    )*)
            };

            /// Returns the value of a table without keys: everything at its default.
            #[allow(dead_code, reason = "few blocks have a use for it")]
            fn of_nothing() -> Self {
                use $crate::sheet::declare::{Extent, Place};
                let nothing = $crate::sheet::node::Node::table(Default::default());
                let place = Place { path: "", owner: "" };
                #[allow(unused_parens, reason = "with nothing beside it the pair is the table alone")]
                let (unit $(, $crate::stat_block!(@ignored $beside))?) =
                    Self::read(&nothing, Extent::Whole, None, place, &mut Default::default());
                unit
            }

            /// Reads a table, and what is beside it. Problems are noted; what is legal is read all the same.
            /// Keys of `frame` are known but read elsewhere.
            #[allow(unused_parens, reason = "with nothing beside it the pair is the table alone")]
            pub(crate) fn read(
                node: &$crate::sheet::node::Node,
                extent: $crate::sheet::declare::Extent,
                frame: Option<&$crate::sheet::declare::SheetInfo>,
                place: $crate::sheet::declare::Place<'_>,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> (Self $(, $beside)?) {
                let mut block =
                    $crate::sheet::block::StatBlock::open(node, &Self::INFO, extent, frame, place, problems);
                $(
                    $($(let $field: $type = $crate::stat_block!(@take block
                        $crate::stat_block!(@reader $type $(, $reader)?), stringify!($field),
                        [$($default)?] [$($required)?] $($computed)?);)*)?
                    $(let $group = $group_type {
                        $($member: $crate::stat_block!(@take block $member_reader,
                            $crate::stat_block!(@key $member $($member_key)?), [$member_default] []),)*
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
    use crate::Record;
    use crate::sheet::declare::Read;
    use crate::sheet::node::parse_value;
    use crate::sheet::problem::{FileId, Problems};
    use crate::sheet::types::Int;

    /// A price of the tests.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
    #[record("price")]
    struct Price {
        /// Coins.
        #[key("XX-01", reads = Int<0, 9>, required)]
        coins: u8,
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

    #[test]
    fn a_block_keeps_what_is_legal_beside_what_is_wrong() {
        let purse = |text: &str| {
            let mut problems = Problems::default();
            let node = parse_value(FileId(0), text, 0, &mut problems).unwrap();
            let purse = ValueOf::<Purse>::read(&node, "purse", &mut problems).unwrap();
            (purse, problems.sorted().into_iter().map(|problem| problem.message).collect::<Vec<_>>())
        };
        assert_eq!(purse("{ most = 7 }"), (Purse { price: None, most: 7, coins: 7 }, Vec::new()));
        let (read, wrong) = purse("{ price = {}, most = 0, coins = 3 }");
        assert_eq!(read, Purse { coins: 3, ..Purse::default() });
        assert_eq!(wrong, ["`price` has no `coins`", "`most` is 0; it ranges from 1 to 99"]);
    }
}
