//! Named versions of a scenario: the values that they change, as arguments of `--set`.

use fray_kit::sheet::envelope::VariantDoc;
use fray_kit::sheet::node::Table;

use super::source::Sources;

/// A version of a scenario that its file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The values that it sets, as for `--set`.
    pub sets: Vec<Set>,
}

impl Variant {
    /// Returns the name in messages.
    #[must_use]
    pub fn flag(&self) -> String {
        format!("--variant {}", self.name)
    }

    /// Its changes as [`Options`](super::Options) take them.
    pub fn edits(&self) -> impl Iterator<Item = (String, String)> {
        self.sets.iter().map(|set| (self.flag(), set.to_string()))
    }
}

/// A value that a file changes in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The path as it is written.
    pub path: String,
    /// The value as it is written.
    pub value: String,
}

impl core::fmt::Display for Set {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

/// The entries of a table of paths and values, with the values as they are written in `text`.
pub(crate) fn sets_of(table: &Table, text: &str) -> Vec<Set> {
    let set = |entry: &fray_kit::sheet::node::Entry| {
        let span = entry.value.span;
        let value = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        Set { path: entry.key.clone(), value: value.to_owned() }
    };
    table.entries.iter().map(set).collect()
}

/// The variants of a document.
pub(super) fn variants(written: &[VariantDoc], sources: &Sources) -> Vec<Variant> {
    let variant = |variant: &VariantDoc| {
        let text = sources.get(variant.set.span.file).map_or("", |source| &source.text);
        let sets = variant.set.as_table().map(|table| sets_of(table, text)).unwrap_or_default();
        Variant { name: variant.name.value.clone(), sets }
    };
    written.iter().map(variant).collect()
}
