//! The keys of a table, declared once: the reader, the list of keys, the range, the default, the
//! sentence and the JSON Schema come from the declaration.

use super::node::{Node, Value};
use super::problem::{At, Problems, one_of};

/// What values a key takes.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A whole number, both ends legal.
    Int {
        /// The least.
        min: i128,
        /// The greatest.
        max: i128,
    },
    /// A string that is not empty.
    Text,
    /// One of these words.
    Word(Vec<&'static str>),
    /// `true` or `false`, or a word for them.
    Bool,
    /// A list.
    List(Box<Shape>),
    /// A table with free keys.
    Map(Box<Shape>),
    /// A table with the keys of a sheet.
    Table(&'static SheetInfo),
    /// One of several shapes.
    Either(Vec<Shape>),
    /// A string of a form of its own.
    Form {
        /// What was expected: "dice like \"2d6+3\"".
        what: &'static str,
        /// The form as a regular expression.
        pattern: &'static str,
    },
    /// A bare word or a table with one key, by variants.
    Variants(Vec<Variant>),
    /// Read elsewhere; the system's schema says what it is.
    Elsewhere,
}

impl Shape {
    /// Whether a whole number may stand there.
    fn has_int(&self) -> bool {
        match self {
            Self::Int { .. } => true,
            Self::Either(shapes) => shapes.iter().any(Self::has_int),
            _ => false,
        }
    }

    /// What was expected, for a message.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Int { min, max } => format!("a whole number from {min} to {max}"),
            Self::Text => "a string that is not empty".to_owned(),
            Self::Word(words) => one_of(words.iter().copied()),
            Self::Bool => "`true` or `false`".to_owned(),
            Self::List(of) => match &**of {
                Self::Int { min, max } => format!("a list of whole numbers from {min} to {max}"),
                _ => "a list".to_owned(),
            },
            Self::Map(_) | Self::Table(_) => "a table".to_owned(),
            Self::Either(shapes) => shapes.iter().map(Self::expected).collect::<Vec<_>>().join(" or "),
            Self::Form { what, .. } => (*what).to_owned(),
            Self::Variants(variants) => one_of(variants.iter().map(|variant| variant.name)),
            Self::Elsewhere => "a value".to_owned(),
        }
    }
}

/// One of the variants of a value: a bare word, or a table whose one key it is.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its word.
    pub name: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// What stands behind the word in a table, if something does.
    pub takes: Option<Shape>,
    /// Whether it may stand bare all the same.
    pub bare: bool,
}

/// A key of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// The key in the file.
    pub key: &'static str,
    /// The rules that read it; empty for what every system has.
    pub rule: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// What values it takes.
    pub shape: fn() -> Shape,
    /// The default as it would stand in a file.
    pub default: Option<&'static str>,
    /// Whether a table without it is wrong.
    pub required: bool,
}

/// A key that one might expect and that fray does not play: key, what it is, why it is not played.
pub type NotPlayed = (&'static str, &'static str, &'static str);

/// A table with fixed keys.
#[derive(Clone, Copy, Debug)]
pub struct SheetInfo {
    /// What the table is: `unit`.
    pub noun: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// Its keys in the order of the declaration.
    pub keys: &'static [KeyInfo],
    /// Keys that are refused by name.
    pub not_played: &'static [NotPlayed],
}

/// How much of a table is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it: what is missing is wrong or takes its default.
    Whole,
    /// A block that a unit may complete.
    Part,
}

/// A table as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Its path, as `--set` would take it.
    pub path: &'a str,
    /// What it is and its name, for messages: "unit `Ogre`".
    pub owner: &'a str,
}

/// A type that a key can have.
pub trait Read: Sized {
    /// What the value is read into.
    type Out;
    /// What values are legal.
    fn shape() -> Shape;
    /// The value; `None` and a problem if it is not legal. `key` is its path.
    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out>;
}

/// Notes that `node` is not what `shape` wants.
pub fn refuse(node: &Node, key: &str, shape: &Shape, problems: &mut Problems) {
    // A number is meant to be one, where no word may stand beside it.
    if let Shape::Either(shapes) = shape
        && let Some(number) = shapes.iter().find(|shape| matches!(shape, Shape::Int { .. }))
        && !shapes.iter().any(|shape| matches!(shape, Shape::Word(_) | Shape::Text))
        && node.as_int().is_some()
    {
        return refuse(node, key, number, problems);
    }
    let last = key.rsplit('.').next().unwrap_or(key);
    let message = match (shape, &node.value) {
        (Shape::Int { min, max }, _) if node.as_int().is_some() => {
            let n = node.as_int().unwrap_or_default();
            format!("`{last}` is {n}; it ranges from {min} to {max}")
        }
        (Shape::Word(words), Value::Text(_) | Value::Cell(_)) => {
            let meant = super::problem::did_you_mean(node.as_text().unwrap_or(""), words.iter().copied());
            format!("expected {} for `{last}`, found {}{meant}", shape.expected(), node.found())
        }
        _ => format!("expected {} for `{last}`, found {}", shape.expected(), node.found()),
    };
    match as_written(node).filter(|_| shape.has_int()) {
        Some(help) => problems.add_help(node.span, key, message, help),
        None => problems.add(node.span, key, message),
    }
}

/// How a whole number that stands in another form is written.
fn as_written(node: &Node) -> Option<String> {
    /// Up to here every whole number is a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match &node.value {
        Value::Float(x) if x.fract() == 0.0 && x.abs() <= EXACT => {
            Some(format!("write `{x:.0}`, without a point or an exponent"))
        }
        Value::Text(text) => {
            let n: i64 = text.text.trim().parse().ok()?;
            Some(format!("write `{n}`: numbers stand without quotation marks"))
        }
        _ => None,
    }
}

/// Declares a table of scenario files: a struct with one field a key, how it is read from a
/// [`Node`], and its [`SheetInfo`]. After the type of a key stands its default as it would stand
/// in a file, or `required`, or nothing; `as "key"` where the key is no word of Rust.
#[macro_export]
macro_rules! sheet {
    (@required required) => { true };
    (@required) => { false };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
    (@not_played) => { &[] };
    (@not_played $not_played:expr) => { $not_played };
    (
        $(#[doc = $sentence:literal])* $vis:vis struct $sheet:ident is $noun:literal {
            $($(#[doc = $doc:literal])+ $rule:literal $field:ident $(as $key:literal)?: $type:ty
                $(= $default:literal)? $(, $required:ident)?;)*
        }
        $(not played $not_played:expr;)?
    ) => {
        $(#[doc = $sentence])*
        #[derive(Debug, Default)]
        $vis struct $sheet {
            $($(#[doc = $doc])+ $vis $field:
                Option<$crate::sheet::problem::At<<$type as $crate::sheet::declare::Read>::Out>>,)*
        }

        impl $sheet {
            /// Its declaration.
            $vis const INFO: $crate::sheet::declare::SheetInfo = $crate::sheet::declare::SheetInfo {
                noun: $noun,
                sentence: $crate::declare::trimmed(concat!($($sentence),*)),
                keys: &[$($crate::sheet::declare::KeyInfo {
                    key: $crate::sheet!(@key $field $($key)?),
                    rule: $rule,
                    sentence: $crate::declare::trimmed(concat!($($doc),+)),
                    shape: <$type as $crate::sheet::declare::Read>::shape,
                    default: $crate::sheet!(@default $($default)?),
                    required: $crate::sheet!(@required $($required)?),
                }),*],
                not_played: $crate::sheet!(@not_played $($not_played)?),
            };

            /// Reads a table that stands behind the key at the end of this path.
            #[allow(dead_code)]
            $vis fn of_value(
                node: &$crate::sheet::node::Node,
                key: &str,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Option<Self> {
                use $crate::sheet::declare::{Extent, Place};
                let owner = $crate::sheet::declare::owner_of(node, key, &Self::INFO, problems)?;
                Some(Self::read(node, Extent::Whole, None, Place { path: key, owner: &owner }, problems))
            }

            /// Reads a table. Problems are noted; what is legal is read all the same. Keys of
            /// `frame` are known but read elsewhere.
            $vis fn read(
                node: &$crate::sheet::node::Node,
                extent: $crate::sheet::declare::Extent,
                frame: Option<&$crate::sheet::declare::SheetInfo>,
                place: $crate::sheet::declare::Place<'_>,
                problems: &mut $crate::sheet::problem::Problems,
            ) -> Self {
                let mut sheet = Self::default();
                let Some(table) = $crate::sheet::declare::open(node, &Self::INFO, extent, frame, place, problems)
                else {
                    return sheet;
                };
                $({
                    const KEY: &str = $crate::sheet!(@key $field $($key)?);
                    sheet.$field = $crate::sheet::declare::field::<$type>(
                        table, node.span, KEY, $crate::sheet!(@default $($default)?), extent, place, problems,
                    );
                })*
                sheet
            }
        }
    };
}

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

/// What the table behind the last key of this path is called in messages, if it is one.
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
) -> Option<&'a super::node::Table> {
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
        let nearest = super::problem::nearest(&entry.key, known);
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
    table: &super::node::Table,
    span: super::problem::Span,
    key: &str,
    default: Option<&str>,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
) -> Option<At<T::Out>> {
    if let Some(entry) = table.get(key) {
        let value = T::read(&entry.value, &join(place.path, key), problems)?;
        return Some(At { value, span: entry.value.span });
    }
    let text = default.filter(|_| extent == Extent::Whole)?;
    let node = super::node::parse_value(span.file, text, 0, problems)?;
    Some(At { value: T::read(&node, key, problems)?, span })
}

/// The value of a key; where it is missing, which was noted, something to go on with.
pub fn value<T: Default + Clone>(field: &Option<At<T>>) -> T {
    field.as_ref().map(|field| field.value.clone()).unwrap_or_default()
}

/// A path and one more key, quoted where it has to be.
#[must_use]
pub fn join(path: &str, key: &str) -> String {
    let key = quoted(key);
    if path.is_empty() { key } else { format!("{path}.{key}") }
}

/// A name as it stands in a path.
#[must_use]
pub fn quoted(name: &str) -> String {
    let bare = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '#');
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { format!("{name:?}") }
}

/// A key as it stands in a message: on one line, not too long.
#[must_use]
pub fn shown(key: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = key.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if key.chars().count() > LONGEST {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::node::parse;
    use crate::sheet::problem::FileId;
    use crate::sheet::types::{Int, Name};

    sheet! {
        /// A table of the tests.
        struct Beast is "beast" {
            /// How much it can take.
            "XX-01" hp: Int<1, 99>, required;
            /// How many.
            "" legs: Int<0, 8> = "4";
            /// What it is called.
            "" called as "use": Name;
        }
        not played &[("wings", "flight", "cows stay on the ground")];
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
