//! A page: sections of texts, figures, tables and logs. Everything that comes from a scenario or a folder
//! passes through the templates, which escape it.

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
    /// What the page says, in a sentence or two.
    pub lead: Vec<String>,
    /// What stands before the first section, such as the goals with their verdicts.
    pub first: Vec<Part>,
    /// The sections.
    pub sections: Vec<Section>,
    /// The last line.
    pub footer: String,
}

/// The style sheet of all pages, light and dark.
#[must_use]
pub fn style() -> String {
    crate::theme::css() + include_str!("../templates/page.css")
}

/// A part of a page under a heading of its own.
#[derive(Debug)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// What stands under it, as HTML.
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
    /// Returns what a template makes, which escapes every text.
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
    /// What it is.
    pub label: String,
    /// Its value with its interval.
    pub value: String,
    /// What else is to be known; may be empty.
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
    /// What it shows, with values.
    pub sentence: String,
    /// What the colours stand for.
    pub key: Vec<KeyEntry>,
    /// What the shades stand for.
    pub scale: Option<Scale>,
    /// What else must be known to read it; may be empty.
    pub note: String,
    /// The chart.
    pub chart: Chart,
    /// Its numbers.
    pub table: Option<Table>,
}

/// What a figure shows.
#[derive(Debug)]
pub enum Chart {
    /// A drawing, of which the sentence says to who cannot see it what it shows.
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
    /// What has it.
    pub label: String,
}

/// What the lightest and the darkest shade stand for.
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

/// A table.
#[derive(Debug, Default, Template)]
#[template(path = "table.html")]
pub struct Table {
    /// The caption; may be empty.
    pub caption: String,
    /// The name of the table for screen readers.
    pub label: String,
    /// The line that unfolds it; none for a table that is always shown.
    pub folded: Option<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; the first cell of each is its heading. One of a single cell is the heading of those below it.
    pub rows: Vec<Vec<Cell>>,
    /// Whether its cells are of one size, as those of a map.
    pub is_heat: bool,
}

/// The most columns of a map whose headings lie, if they are names.
const LYING: usize = 8;

impl Table {
    /// Returns whether its columns are too many for headings that lie: names stand upright then.
    fn is_tall(&self) -> bool {
        let names = self.columns.iter().skip(1);
        self.columns.len() > LYING && names.clone().any(|column| column.label.chars().count() > 4)
    }
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// Whether it has numbers, which stand at the right.
    pub is_number: bool,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// A colour and how much of it the background has, in percent.
    pub shade: Option<(Color, u8)>,
    /// Whether the colour is that of the text.
    pub is_word: Option<Color>,
    /// A mark of this colour before the text.
    pub dot: Option<Color>,
    /// Whether it is the cell that the reader looks for.
    pub is_marked: bool,
    /// The page that is shown when it is chosen.
    pub link: Option<String>,
    /// Classes that say what stands out about it; may be empty.
    more: String,
    /// Whether it is of a column of numbers.
    is_number: bool,
}

impl Cell {
    /// The classes of the cell.
    fn classes(&self) -> String {
        let mut classes = Vec::new();
        if self.is_number {
            classes.push("n");
        }
        if let Some((color, _)) = self.shade {
            classes.extend(["shade", color.name]);
        }
        if let Some(color) = self.is_word {
            classes.extend(["word", color.name]);
        }
        if let Some(color) = self.dot {
            classes.extend(["dot", color.name]);
        }
        if self.is_marked {
            classes.push("marked");
        }
        if !self.more.is_empty() {
            classes.push(&self.more);
        }
        classes.join(" ")
    }

    /// A cell with a background.
    #[must_use]
    pub fn shaded(text: impl Into<String>, color: Color, percent: f64) -> Self {
        let percent = percent.clamp(0.0, 100.0).round() as u8;
        Self { text: text.into(), shade: Some((color, percent)), ..Self::default() }
    }

    /// Marks the cell as the one that the reader looks for.
    #[must_use]
    pub fn marked(mut self, is_marked: bool) -> Self {
        self.is_marked = is_marked;
        self
    }

    /// Makes the text a link to another page.
    #[must_use]
    pub fn linked(mut self, to: impl Into<String>) -> Self {
        self.link = Some(to.into());
        self
    }

    /// Gives the cell these classes.
    #[must_use]
    pub(crate) fn of_class(mut self, classes: String) -> Self {
        self.more = classes;
        self
    }

    /// A verdict.
    #[must_use]
    pub fn word(text: impl Into<String>, color: Color) -> Self {
        Self { text: text.into(), is_word: Some(color), ..Self::default() }
    }

    /// Returns what a colour of a chart stands for.
    #[must_use]
    pub fn dotted(text: impl Into<String>, color: Color) -> Self {
        Self { text: text.into(), dot: Some(color), ..Self::default() }
    }
}

/// A table in the order that its reader chooses, without a script: each row knows its place in each order.
#[derive(Debug, Template)]
#[template(path = "sorted.html")]
pub struct SortedTable {
    table: Table,
    /// The names of the orders.
    orders: Vec<String>,
    /// Of each row its place in each order.
    places: Vec<Vec<usize>>,
}

impl SortedTable {
    /// A table with these orders of its rows, the first of which is that at the beginning.
    #[must_use]
    pub fn new(table: Table, orders: &[(&str, Vec<usize>)]) -> Self {
        let mut places = vec![vec![0; orders.len()]; table.rows.len()];
        for (n, (_, order)) in orders.iter().enumerate() {
            order.iter().enumerate().for_each(|(place, row)| places[*row][n] = place);
        }
        // Who has no choice of orders, such as a printer, has the first.
        let mut rows: Vec<_> = table.rows.iter().cloned().zip(places).collect();
        rows.sort_by_key(|(_, places)| places.first().copied());
        let (rows, places) = rows.into_iter().unzip();
        let orders = orders.iter().map(|(name, _)| (*name).to_owned()).collect();
        Self { table: Table { rows, ..table }, orders, places }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Table {
    /// A table with these columns; numbers stand at the right in all but the first `n_texts`.
    #[must_use]
    pub fn new<T: Into<String>>(n_texts: usize, columns: impl IntoIterator<Item = T>) -> Self {
        let column = |(i, label): (usize, T)| Column { label: label.into(), is_number: i >= n_texts };
        let columns: Vec<_> = columns.into_iter().enumerate().map(column).collect();
        Self { label: "Table".into(), columns, ..Self::default() }
    }

    /// Folds the table behind this line.
    #[must_use]
    pub fn folded(mut self, summary: impl Into<String>) -> Self {
        let summary = summary.into();
        self.label.clone_from(&summary);
        self.folded = Some(summary);
        self
    }

    /// Adds a heading of the rows below it.
    pub fn group(&mut self, name: impl Into<String>) {
        self.rows.push(vec![Cell { more: "group".into(), ..Cell::from(name.into()) }]);
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let mut row: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        for (cell, column) in row.iter_mut().zip(&self.columns) {
            cell.is_number = column.is_number;
        }
        self.rows.push(row);
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
