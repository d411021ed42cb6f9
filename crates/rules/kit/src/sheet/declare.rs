//! The shapes of the values that keys of a scenario file take, the tables of keys, and how values of another
//! shape are refused. Tables are declared by the macros of [`table`](super::table), [`block`](super::block)
//! and [`record`](super::record).

use super::node::{Node, Value};
use super::problem::{At, Problems, one_of};

/// The shape of the values that a key takes.
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
        /// The expected text, for messages: "dice like \"2d6+3\"".
        what: &'static str,
        /// The form as a regular expression.
        pattern: &'static str,
    },
    /// A bare word or a table with one key, by variants.
    Variants(Vec<Variant>),
    /// Read elsewhere; the system's schema says what it is.
    ReadBySystem,
}

impl Shape {
    /// Returns whether a whole number may stand there.
    fn has_int(&self) -> bool {
        match self {
            Self::Int { .. } => true,
            Self::Either(shapes) => shapes.iter().any(Self::has_int),
            _ => false,
        }
    }

    /// Returns the expected values in words, for a message.
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
            Self::ReadBySystem => "a value".to_owned(),
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
    /// The shape of the value behind the word in a table; `None` if the word takes no value.
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
    /// Returns the shape of the key's values.
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
    /// The noun for the table in messages: `unit`.
    pub noun: &'static str,
    /// One sentence for the designer.
    pub sentence: &'static str,
    /// Its keys in the order of the declaration.
    pub keys: &'static [KeyInfo],
    /// Keys that are refused by name.
    pub not_played: &'static [NotPlayed],
}

/// The part of a table that is there.
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
    /// The noun and the name of the table, for messages: "unit `Ogre`".
    pub owner: &'a str,
}

/// A type that a key can have.
pub trait Read: Sized {
    /// The type of the value that is read.
    type Out;
    /// Returns the shape of the legal values.
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

/// The value of `node`, if it has one; otherwise notes that it is not what `shape` wants.
pub fn or_refuse<T>(
    value: Option<T>,
    node: &Node,
    key: &str,
    shape: impl FnOnce() -> Shape,
    problems: &mut Problems,
) -> Option<T> {
    if value.is_none() {
        refuse(node, key, &shape(), problems);
    }
    value
}

/// The text of a whole number that stands in another form.
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

/// The value of a key, read by `R`, with its place in the file; `None` if it is missing or wrong.
pub type Given<R> = Option<At<<R as Read>::Out>>;

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
