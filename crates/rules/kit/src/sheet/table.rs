//! The keys of a table, declared once: the reader, the list of keys, the range, the default, the
//! sentence and the JSON Schema come from the declaration. And types of keys that are read as others are.

use super::declare::{Extent, KeyInfo, Place, Read, Shape, SheetInfo, join, refuse, shown};
use super::node::{Node, Table, parse_value};
use super::problem::{At, Problems, Span, nearest};

/// Makes a table of a sheet a type of keys: what it is read into. Where the value may be refused,
/// the node, its path and the problems are at hand.
#[macro_export]
macro_rules! means {
    ($($sheet:ident => $out:ty, |$read:ident $(, $node:ident, $key:ident, $problems:ident)?| $make:expr;)*) => {$(
        impl $crate::sheet::declare::Read for $sheet {
            type Out = $out;

            fn shape() -> $crate::sheet::declare::Shape {
                $crate::sheet::declare::Shape::Table(&$sheet::INFO)
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<$out> {
                let $read = $sheet::of_value(node, key, problems)?;
                $(let ($node, $key, $problems) = (node, key, problems);)?
                $make
            }
        }
    )*};
}

/// Declares types of keys. One that is read `= OtherType`, with its shape, makes a value of the result of
/// that type; any other names its shape behind a colon and reads the node. The value it makes is an `Option`:
/// `None` if it was refused, which is then noted.
#[macro_export]
macro_rules! readers {
    ($($(#[$doc:meta])* $vis:vis struct $reader:ident $(<$of:ident: $bound:path>)? of $out:ty
        $(= $from:ty)? $(: $shape:expr)?, |$($arg:ident),+| $make:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        $vis struct $reader $(<$of>(core::marker::PhantomData<$of>))?;

        impl $(<$of: $bound>)? $crate::sheet::declare::Read for $reader $(<$of>)? {
            type Out = $out;

            fn shape() -> $crate::sheet::declare::Shape {
                $(<$from as $crate::sheet::declare::Read>::shape())?
                $($shape)?
            }

            fn read(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<$out> {
                $crate::readers!(@bind [$($from)?] node, key, problems; $($arg),+);
                $make
            }
        }
    )*};
    (@bind [] $node:ident, $key:ident, $problems:ident; $of:ident, $path:ident, $noted:ident) => {
        let ($of, $path, $noted) = ($node, $key, $problems);
    };
    (@bind [$from:ty] $node:ident, $key:ident, $problems:ident; $read:ident $(, $of:ident, $path:ident, $noted:ident)?) => {
        let $read = <$from as $crate::sheet::declare::Read>::read($node, $key, $problems)?;
        $(let ($of, $path, $noted) = ($node, $key, $problems);)?
    };
}

/// Returns the name in messages of the table behind the last key of this path, if it is one.
pub fn owner_of(node: &Node, key: &str, info: &'static SheetInfo, problems: &mut Problems) -> Option<String> {
    if node.as_table().is_none() {
        refuse(node, key, &Shape::Table(info), problems);
        return None;
    }
    Some(format!("`{}`", key.rsplit('.').next().unwrap_or(key)))
}

/// The table of `node`, with what can be said of its keys without their values.
pub fn open<'a>(
    node: &'a Node,
    info: &SheetInfo,
    extent: Extent,
    frame: Option<&SheetInfo>,
    place: Place<'_>,
    problems: &mut Problems,
) -> Option<&'a Table> {
    let Some(table) = node.as_table() else {
        problems.add(
            node.span,
            place.path,
            format!("expected a table for {}, found {}", place.owner, node.found()),
        );
        return None;
    };
    let keys = || info.keys.iter().chain(frame.iter().flat_map(|frame| frame.keys));
    let mut meant = Vec::new();
    for entry in &table.entries {
        if problems.is_full() {
            break;
        }
        if keys().any(|known| known.key == entry.key) {
            continue;
        }
        let path = join(place.path, &entry.key);
        let not_played = info.not_played.iter().find(|known| known.0 == entry.key);
        if let Some(&(key, what, why)) = not_played {
            problems.add(entry.span, path, format!("`{key}` is {what}, which fray does not play: {why}"));
            continue;
        }
        let known = keys().map(|known| known.key).chain(info.not_played.iter().map(|known| known.0));
        let nearest = nearest(&entry.key, known);
        let unknown = format!("unknown key `{}` in {}", shown(&entry.key), place.owner);
        if let Some(nearest) = nearest {
            meant.push(nearest);
            problems.add(entry.span, path, format!("{unknown}; did you mean `{nearest}`?"));
        } else {
            let known = keys().map(|known| known.key).collect::<Vec<_>>().join(", ");
            problems.add_help(entry.span, path, unknown, format!("known keys: {known}"));
        }
    }
    if extent == Extent::Whole {
        // A key that is there, misspelt, is not missing too.
        let is_missing = |key: &&KeyInfo| table.get(key.key).is_none() && !meant.contains(&key.key);
        for key in info.keys.iter().filter(|key| key.required).filter(is_missing) {
            let path = join(place.path, key.key);
            problems.missing(node.span, path, format!("{} has no `{}`", place.owner, key.key));
        }
    }
    Some(table)
}

/// The value of one key, or its default.
pub fn field<T: Read>(
    table: &Table,
    span: Span,
    key: &str,
    default: Option<&str>,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
) -> Option<At<T::Out>> {
    let mut made = None;
    let (node, path, span) = value_of(table, span, key, default, extent, place, problems, &mut made)?;
    Some(At { value: T::read(node, &path, problems)?, span })
}

/// The value of one key, the path of its messages and its place: as given, or its default, which is `made`.
#[expect(clippy::too_many_arguments, reason = "the part of `field` that is one for all types")]
fn value_of<'a>(
    table: &'a Table,
    span: Span,
    key: &str,
    default: Option<&str>,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
    made: &'a mut Option<Node>,
) -> Option<(&'a Node, String, Span)> {
    if let Some(entry) = table.get(key) {
        return Some((&entry.value, join(place.path, key), entry.value.span));
    }
    let text = default.filter(|_| extent == Extent::Whole)?;
    let node = made.insert(parse_value(span.file, text, 0, problems)?);
    Some((node, key.to_owned(), span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;
    use crate::sheet::declare::{Given, value};
    use crate::sheet::node::parse;
    use crate::sheet::problem::FileId;
    use crate::sheet::types::{Int, Name};

    /// A table of the tests.
    #[derive(Debug, Default, Sheet)]
    #[sheet("beast", not_played = &[("wings", "flight", "cows stay on the ground")])]
    struct Beast {
        /// How much it can take.
        #[key("XX-01", required)]
        hp: Given<Int<1, 99>>,
        /// How many.
        #[key("", default = "4")]
        legs: Given<Int<0, 8>>,
        /// What it is called.
        #[key("", key = "use")]
        called: Given<Name>,
    }

    fn read(text: &str, extent: Extent) -> (Beast, Vec<String>) {
        let mut problems = Problems::default();
        let node = parse(FileId(0), text, &mut problems);
        let beast =
            Beast::read(&node, extent, None, Place { path: "cow", owner: "beast `cow`" }, &mut problems);
        (beast, problems.sorted().into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn a_sheet_reads_what_is_given_and_fills_in_the_rest() {
        let (beast, problems) = read("hp = 7\nuse = \"milk\"", Extent::Whole);
        assert!(problems.is_empty());
        assert_eq!((value(&beast.hp), value(&beast.legs), value(&beast.called)), (7, 4, "milk".to_owned()));
        let (beast, problems) = read("", Extent::Part);
        assert!(problems.is_empty() && beast.legs.is_none());
    }

    #[test]
    fn a_sheet_names_everything_that_is_wrong() {
        let (_, problems) = read("lgs = 3\nlegs = 9\nwings = 2\nuse = \"\"", Extent::Whole);
        assert_eq!(
            problems,
            [
                "unknown key `lgs` in beast `cow`; did you mean `legs`?",
                "beast `cow` has no `hp`",
                "`legs` is 9; it ranges from 0 to 8",
                "`wings` is flight, which fray does not play: cows stay on the ground",
                "expected a string that is not empty for `use`, found \"\"",
            ]
        );
    }
}
