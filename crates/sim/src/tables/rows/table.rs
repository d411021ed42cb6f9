//! Tables as types: the fields of a row type, in order, are the columns of a table.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Point, Stop};
use crate::tables::format::Number;

/// A row of a table; its fields are the columns after the common ones.
pub trait Row: Serialize {
    /// The name of the table: the stem of the file, and the key in JSON.
    const TABLE: &'static str;
    /// The meaning of a row, in a sentence.
    const ABOUT: &'static str;
    /// The columns after the common ones.
    const COLUMNS: &'static [&'static str];
    /// By column, the meaning of a cell and its kind of text.
    const ABOUT_COLUMNS: &'static [(&'static str, CellKind)];

    /// The cells as text, in the order of the columns.
    fn cells(&self) -> impl Iterator<Item = String>;
}

/// The kind of text in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A name or a word.
    Text,
    /// A whole number.
    Integer,
    /// A number with decimals.
    Number,
}

impl CellKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Number => "number",
        }
    }
}

/// The text of a value in a cell of a CSV file.
pub trait Cell {
    /// The kind of the text.
    const KIND: CellKind;

    /// The text; empty if the value is undefined.
    fn text(&self) -> String;
}

macro_rules! cell_by_display {
    ($($type:ty => $kind:ident),*) => {$(
        impl Cell for $type {
            const KIND: CellKind = CellKind::$kind;

            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

cell_by_display!(u64 => Integer, u128 => Integer, &str => Text, String => Text, Number => Number, Stop => Text);

impl<T: Cell> Cell for Option<T> {
    const KIND: CellKind = T::KIND;

    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, Cell::text)
    }
}

/// Declares the row type of a table; the names of the fields become the columns, and their doc comments
/// what `fray list columns` says of them.
macro_rules! row {
    (
        $(#[doc = $outer:literal])*
        $table:literal $name:ident { $($(#[doc = $doc:literal])* $field:ident: $type:ty,)* }
    ) => {
        $(#[doc = $outer])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub struct $name<'a> {
            $($(#[doc = $doc])* pub $field: $type,)*
        }

        impl<'a> $crate::tables::rows::Row for $name<'a> {
            const TABLE: &'static str = $table;
            const ABOUT: &'static str = concat!($($outer),*);
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),*];
            const ABOUT_COLUMNS: &'static [(&'static str, $crate::tables::rows::CellKind)] =
                &[$((concat!($($doc),*), <$type as $crate::tables::rows::Cell>::KIND)),*];

            fn cells(&self) -> impl Iterator<Item = String> {
                [$($crate::tables::rows::Cell::text(&self.$field)),*].into_iter()
            }
        }
    };
}
pub(crate) use row;

/// A row of JSON: the common columns, then its own.
#[derive(Debug, Serialize)]
pub struct Line<'a, R> {
    /// The stem of the scenario's file name.
    pub scenario: &'a str,
    /// The name of the system.
    pub system: &'a str,
    /// The varied paths with their values.
    #[serde(flatten)]
    pub varied: Varied<'a>,
    /// The row.
    #[serde(flatten)]
    pub row: &'a R,
}

impl<'a, R> Line<'a, R> {
    /// The row of a scenario point.
    pub fn new(point: &'a Point, row: &'a R) -> Self {
        Self { scenario: &point.scenario, system: &point.system, varied: Varied(&point.varied), row }
    }
}

/// The varied paths with their values, written as keys of the row.
#[derive(Debug)]
pub struct Varied<'a>(pub &'a [(String, String)]);

impl Serialize for Varied<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (path, value) in self.0 {
            map.serialize_entry(path, value)?;
        }
        map.end()
    }
}
