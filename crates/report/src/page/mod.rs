//! A page: sections of texts, figures, tables and logs. Everything that comes from a scenario or a folder
//! passes through the templates, which escape it.

mod table;

pub use table::{Cell, Column, SortedTable, Table};

use core::fmt;

use askama::Template;

use crate::chart::Svg;
use crate::theme::Color;

/// A page that stands alone: no network, no script.
#[derive(Debug, Template)]
#[template(path = "page.html")]
pub struct Page {
    /// The title, also of the browser's tab.
    pub title: String,
    /// Lines below it: where the numbers come from.
    pub facts: Vec<String>,
    /// The main result, in a sentence or two, a paragraph each.
    pub lead: Vec<String>,
    /// The parts before the first section, such as the goals with their verdicts.
    pub first: Vec<Part>,
    /// The sections.
    pub sections: Vec<Section>,
    /// The last line.
    pub footer: String,
}

/// The style sheet of all pages, light and dark.
#[must_use]
pub fn style() -> String {
    crate::theme::css() + include_str!("../../templates/page.css")
}

/// A part of a page under a heading of its own.
#[derive(Debug)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The parts of the section, as HTML, in order.
    pub parts: Vec<Part>,
}

/// HTML in which everything is escaped: templates make it.
#[derive(Debug)]
pub struct Part(String);

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A paragraph in which what stands between backticks is code.
#[derive(Template)]
#[template(
    source = "<p>{% for (text, is_code) in parts %}{% if *is_code %}<code>{{ text }}</code>{% else %}{{ text }}{% endif %}{% endfor %}</p>\n",
    ext = "html"
)]
struct Text<'a> {
    parts: Vec<(&'a str, bool)>,
}

impl<'a> Text<'a> {
    fn new(text: &'a str) -> Self {
        let parts = match text.matches('`').count() % 2 {
            0 => text.split('`').enumerate().map(|(at, part)| (part, at % 2 == 1)).collect(),
            // It belongs to a name.
            _ => vec![(text, false)],
        };
        Self { parts }
    }
}

#[derive(Template)]
#[template(
    source = "<div class=\"grid\">{% for figure in figures %}{{ figure|safe }}{% endfor %}</div>",
    ext = "html"
)]
struct Grid<'a> {
    figures: &'a [Figure],
}

#[derive(Template)]
#[template(
    source = "<details{% if is_open %} open{% endif %}><summary>{{ summary }}</summary>{% for part in parts %}{{ part|safe }}{% endfor %}</details>\n",
    ext = "html"
)]
struct Folded<'a> {
    is_open: bool,
    summary: &'a str,
    parts: &'a [Part],
}

#[derive(Template)]
#[template(
    source = "<div class=\"log\">{% for line in lines %}{{ line }}\n{% endfor %}</div>\n",
    ext = "html"
)]
struct Log<'a> {
    lines: &'a [String],
}

#[derive(Template)]
#[template(source = "<p><strong>{{ text }}</strong></p>\n", ext = "html")]
struct Label<'a> {
    text: &'a str,
}

#[derive(Template)]
#[template(source = "<div class=\"with\">{{ text|safe }}{{ log|safe }}</div>\n", ext = "html")]
struct With {
    text: Part,
    log: Part,
}

impl Page {
    /// The file.
    #[must_use]
    pub fn html(&self) -> String {
        self.render().expect("a string takes every text")
    }
}

impl Section {
    /// A section without parts.
    #[must_use]
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), parts: Vec::new() }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.part(Part::of(&Text::new(text)))
    }

    /// Adds figures beside each other, as many as there is room for; nothing without any.
    #[must_use]
    pub fn figures(self, figures: &[Figure]) -> Self {
        if figures.is_empty() { self } else { self.part(Part::of(&Grid { figures })) }
    }

    /// Adds a table.
    #[must_use]
    pub fn table(self, table: &Table) -> Self {
        self.part(Part::of(table))
    }

    /// Returns how many bytes of a page its parts take.
    pub(crate) fn n_bytes(&self) -> usize {
        self.parts.iter().map(Part::n_bytes).sum()
    }

    /// Adds a part.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }
}

impl Part {
    /// Returns the HTML of a template, which escapes every text.
    pub(crate) fn of(template: &impl Template) -> Self {
        Self(template.render().expect("a string takes every text"))
    }

    /// Returns how many bytes of a page it takes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.0.len()
    }

    /// Parts that are shown when their summary is chosen.
    #[must_use]
    pub fn folded(summary: &str, parts: &[Self]) -> Self {
        Self::of(&Folded { is_open: false, summary, parts })
    }

    /// Parts below a summary that hides them.
    #[must_use]
    pub fn unfolded(summary: &str, parts: &[Self]) -> Self {
        Self::of(&Folded { is_open: true, summary, parts })
    }

    /// Lines of a transcript.
    #[must_use]
    pub fn log(lines: &[String]) -> Self {
        Self::of(&Log { lines })
    }

    /// A table.
    #[must_use]
    pub fn table(table: &Table) -> Self {
        Self::of(table)
    }

    /// A paragraph.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::of(&Text::new(text))
    }

    /// A line in bold above what it is about.
    #[must_use]
    pub fn label(text: &str) -> Self {
        Self::of(&Label { text })
    }

    /// A paragraph with the command that it goes with, nearer to each other than to what comes before and after.
    #[must_use]
    pub fn with_command(text: &str, command: String) -> Self {
        Self::of(&With { text: Self::text(text), log: Self::log(&[command]) })
    }

    /// Numbers beside each other, each in a box.
    #[must_use]
    pub fn tiles(tiles: &[Tile]) -> Self {
        // A line ends before the half width of an interval and not within it.
        let values = tiles.iter().map(|tile| tile.value.replace("± ", "±\u{a0}")).collect();
        Self::of(&Tiles { tiles, values })
    }
}

/// Numbers that a page says first.
#[derive(Debug)]
pub struct Tile {
    /// The name of the number.
    pub label: String,
    /// Its value with its interval.
    pub value: String,
    /// A note below the value; may be empty.
    pub note: String,
    /// Whether it is as it should be, as a word in its colour.
    pub verdict: Option<(String, Color)>,
}

#[derive(Template)]
#[template(path = "tiles.html")]
struct Tiles<'a> {
    tiles: &'a [Tile],
    values: Vec<String>,
}

/// A chart with the sentence that says what it shows and its table.
#[derive(Debug, Template)]
#[template(path = "figure.html")]
pub struct Figure {
    /// A short title; may be empty.
    pub title: String,
    /// The sentence that says in words and values what the chart shows.
    pub sentence: String,
    /// The colours with their meanings; may be empty.
    pub key: Vec<KeyEntry>,
    /// The scale of the shades; `None` if the chart has none.
    pub scale: Option<Scale>,
    /// A note on how to read the chart; may be empty.
    pub note: String,
    /// The chart.
    pub chart: Chart,
    /// Its numbers.
    pub table: Option<Table>,
}

/// The chart of a figure: a drawing, or rows of text.
#[derive(Debug)]
pub enum Chart {
    /// A drawing; the sentence says what it shows to readers who cannot see it.
    Drawing(Svg),
    /// Rows of text with marks, which are read as they are.
    Rows(Part),
}

impl From<Svg> for Chart {
    fn from(svg: Svg) -> Self {
        Self::Drawing(svg)
    }
}

impl From<Part> for Chart {
    fn from(rows: Part) -> Self {
        Self::Rows(rows)
    }
}

/// An entry of the key of a chart.
#[derive(Clone, Debug)]
pub struct KeyEntry {
    /// The colour.
    pub color: Color,
    /// The meaning of the colour.
    pub label: String,
}

/// The meanings of the lightest and the darkest shade of a colour.
#[derive(Clone, Debug)]
pub struct Scale {
    /// The colour.
    pub color: Color,
    /// The lightest.
    pub low: String,
    /// The darkest.
    pub high: String,
}

impl Figure {
    /// A figure without key, note and table.
    #[must_use]
    pub fn new(title: impl Into<String>, sentence: impl Into<String>, chart: impl Into<Chart>) -> Self {
        Self {
            title: title.into(),
            sentence: sentence.into(),
            key: Vec::new(),
            scale: None,
            note: String::new(),
            chart: chart.into(),
            table: None,
        }
    }

    /// Names the colours.
    #[must_use]
    pub fn key(mut self, entries: impl IntoIterator<Item = (Color, String)>) -> Self {
        self.key = entries.into_iter().map(|(color, label)| KeyEntry { color, label }).collect();
        self
    }

    /// Adds its table, folded below it.
    #[must_use]
    pub fn table(mut self, table: Table) -> Self {
        self.table = Some(table);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        assert_eq!(
            Part::text("run `fray <check>`").to_string().trim_end(),
            "<p>run <code>fray &#60;check&#62;</code></p>"
        );
        assert_eq!(Part::text("a`b").to_string().trim_end(), "<p>a`b</p>");
    }
}
