//! Tables of a page: columns, cells with marks and links, rows that a reader sorts.

use crate::theme::Color;
use askama::Template;

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

    /// Returns a cell with a dot in a colour of a chart before its text.
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
