//! The layout of lines: names, columns and bars.

use anstyle::{AnsiColor, Style};
use fray_kit::sheet::text::shown;
use unicode_width::UnicodeWidthStr;

/// The widths that a card can be printed in, in columns.
pub const WIDTHS: core::ops::RangeInclusive<usize> = 60..=160;
/// The width of the longest name that is not shortened, in columns.
const NAME: usize = 20;

/// The capabilities of the terminal: colours, characters and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether colours and bold type are used, by ANSI escapes.
    pub color: bool,
    /// Whether only ASCII is used, except in the names of the scenario.
    pub ascii: bool,
    /// The width that every line keeps to, in columns; one of [`WIDTHS`].
    pub width: usize,
}

impl Default for Look {
    /// Without colours, 80 columns.
    fn default() -> Self {
        Self { color: false, ascii: false, width: 80 }
    }
}

impl Look {
    /// Text in the style of a heading.
    #[must_use]
    pub fn heading(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Text in the style of a heading, in lines that fit.
    pub(crate) fn headings(self, text: &str) -> Vec<String> {
        indented(text, "", self.width).iter().map(|line| self.heading(line)).collect()
    }

    /// Text in the style of a remark.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), &self.plain(text))
    }

    /// A segment of a bar for side number `side`, or for fights that nobody won.
    pub(crate) fn segment(self, side: Option<usize>, length: usize) -> String {
        const COLORS: [AnsiColor; 6] = [
            AnsiColor::Blue,
            AnsiColor::Red,
            AnsiColor::Green,
            AnsiColor::Yellow,
            AnsiColor::Magenta,
            AnsiColor::Cyan,
        ];
        let marks = if self.ascii { ['#', '=', '+', '-'] } else { ['█', '▓', '▒', '░'] };
        let (mark, style) = match side {
            Some(side) => (marks[side % marks.len()], Style::new().fg_color(Some(COLORS[side % 6].into()))),
            None => (if self.ascii { '.' } else { '·' }, Style::new().dimmed()),
        };
        self.styled(style, &mark.to_string().repeat(length))
    }

    /// A text in green for a share well above one half, in red for one well below.
    pub(crate) fn tinted(self, share: f64, text: &str) -> String {
        let color = match share {
            0.55.. => AnsiColor::Green,
            ..=0.45 => AnsiColor::Red,
            _ => return text.to_owned(),
        };
        self.styled(Style::new().fg_color(Some(color.into())), text)
    }

    /// The characters for bars of eight heights, the lowest first.
    fn heights(self) -> [char; 8] {
        if self.ascii {
            ['_', '.', ':', '-', '=', '+', '*', '#']
        } else {
            ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
        }
    }

    /// A row of bars, one for each count; the largest count has full height, and only 0 is blank.
    pub(crate) fn sparkline(self, counts: &[u64]) -> String {
        let peak = counts.iter().copied().max().unwrap_or(0).max(1);
        let bar = |&count: &u64| match count {
            0 => ' ',
            _ => self.heights()[(u128::from(count) * 8).div_ceil(u128::from(peak)) as usize - 1],
        };
        counts.iter().map(bar).collect()
    }

    /// A bar as long as this share of `width`, without a colour.
    pub(crate) fn bar(self, share: f64, width: usize) -> String {
        let length = (share.clamp(0.0, 1.0) * width as f64).round() as usize;
        if self.ascii { "#" } else { "█" }.repeat(length)
    }

    /// A character as high as this share of a line.
    pub(crate) fn height(self, share: f64) -> char {
        self.heights()[((share * 8.0) as usize).min(7)]
    }

    /// A text in lines of its width, each behind `indent`.
    #[must_use]
    pub fn wrapped(self, text: &str, indent: &str) -> Vec<String> {
        indented(text, indent, self.width)
    }

    /// The text in characters that the terminal can display.
    pub(crate) fn plain(self, text: &str) -> String {
        if self.ascii { text.replace('±', "+-") } else { text.into() }
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.into() }
    }
}

/// A name for a table: without control characters, and shortened if it is too long.
pub(crate) fn name(text: &str) -> String {
    let text = shown(text);
    if text.width() <= NAME {
        return text.into_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + c.to_string().width() > NAME - 2 {
            break;
        }
        short.push(c);
    }
    short + ".."
}

/// `text` padded with spaces to `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The cells of a column, aligned so that all values end before ` ± `, a parenthesis or ` to `.
pub(crate) fn aligned(cells: &[String]) -> Vec<String> {
    let parts: Vec<_> = cells.iter().map(|cell| cell.split_at(stem(cell))).collect();
    let widest = parts.iter().map(|(before, _)| before.width()).max().unwrap_or(0);
    parts
        .iter()
        .map(|(before, after)| format!("{}{before}{after}", " ".repeat(widest - before.width())))
        .collect()
}

/// The value of a cell without its error.
pub(crate) fn value_of(cell: &str) -> &str {
    &cell[..first_of(cell, &[" ±", " +-", " ("])]
}

/// The byte at which the value of a cell ends and its error, or the other end of a spread, begins.
fn stem(cell: &str) -> usize {
    first_of(cell, &[" ±", " +-", " (", " to "])
}

fn first_of(cell: &str, marks: &[&str]) -> usize {
    marks.iter().filter_map(|mark| cell.find(mark)).min().unwrap_or(cell.len())
}

/// A table: rows with a label and a cell for every column.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    /// The headings of the columns.
    pub(crate) columns: Vec<String>,
    /// The rows, in order.
    pub(crate) rows: Vec<GridRow>,
}

/// A row of a grid.
#[derive(Debug)]
pub(crate) struct GridRow {
    /// The heading of the row.
    pub(crate) label: String,
    /// One cell for each column; empty for the heading of a group.
    pub(crate) cells: Vec<String>,
    /// Lines below the row.
    pub(crate) notes: Vec<String>,
}

impl Grid {
    /// Removes the columns in which every cell is `cell`.
    pub(crate) fn drop_columns_of(&mut self, cell: &str) {
        for column in (0..self.columns.len()).rev() {
            let mut cells = self.rows.iter().filter_map(|row| row.cells.get(column)).peekable();
            if cells.peek().is_some() && cells.all(|it| it == cell) {
                self.columns.remove(column);
                self.rows.iter_mut().filter(|row| column < row.cells.len()).for_each(|row| {
                    row.cells.remove(column);
                });
            }
        }
    }

    /// Makes the table fit beside its labels: removes these columns, the first first, as long as it is too
    /// wide, and then cuts labels in their middle. Removed columns are in the files.
    pub(crate) fn fit(&mut self, look: Look, droppable: &[&str]) {
        for name in droppable {
            if self.width(look) <= look.width {
                return;
            }
            if let Some(at) = self.columns.iter().position(|column| column == name) {
                self.columns.remove(at);
                self.rows.iter_mut().filter(|row| at < row.cells.len()).for_each(|row| {
                    row.cells.remove(at);
                });
            }
        }
        let labels = self.labels();
        let most = (labels + look.width).saturating_sub(self.width(look));
        if most < labels {
            self.rows.iter_mut().filter(|row| !row.cells.is_empty()).for_each(|row| {
                row.label = cut(&row.label, most);
            });
        }
    }

    /// The width of the widest label of a row with cells.
    fn labels(&self) -> usize {
        let rows = self.rows.iter().filter(|row| !row.cells.is_empty());
        rows.map(|row| row.label.width()).max().unwrap_or(0)
    }

    /// The width of the labels with all columns beside them.
    fn width(&self, look: Look) -> usize {
        let column = |at| self.column(at, look).iter().map(|cell| cell.width()).max().unwrap_or(0) + 2;
        self.labels() + (0..self.columns.len()).map(column).sum::<usize>()
    }

    /// The lines of the table. Columns that do not fit into its width form another table below, without the
    /// rows that have nothing in these. The cells of a row whose label leaves no place for them stand below it.
    pub(crate) fn lines(&self, look: Look) -> Vec<String> {
        let columns: Vec<Vec<String>> =
            (0..self.columns.len()).map(|column| self.column(column, look)).collect();
        let widths: Vec<usize> = columns
            .iter()
            .map(|cells| cells.iter().map(|cell| cell.width()).max().unwrap_or(0) + 2)
            .collect();
        // Spaces behind the last column may be beyond the width.
        let room = (look.width + 2).saturating_sub(widths.iter().copied().max().unwrap_or(0));
        let fits = |row: &&GridRow| row.cells.is_empty() || row.label.width() + 2 <= room;
        let labels = self.rows.iter().filter(fits).map(|row| row.label.width()).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        let mut from = 0;
        while from < columns.len() {
            let mut to = from + 1;
            while to < columns.len() && labels + widths[from..=to].iter().sum::<usize>() <= look.width + 2 {
                to += 1;
            }
            let line = |label: &str, row: usize| {
                let mut line = padded(label, labels);
                for column in from..to {
                    line += &padded(&columns[column][row], widths[column]);
                }
                line.trim_end().to_string()
            };
            lines.push(look.dim(&line("", 0)));
            let is_last = to == columns.len();
            for (idx, row) in self.rows.iter().enumerate() {
                let has_none = columns[from..to].iter().all(|cells| cells[idx + 1].trim().is_empty());
                let has_notes = is_last && !row.notes.is_empty();
                if from > 0 && has_none && !row.cells.is_empty() && !has_notes {
                    continue;
                }
                if row.cells.is_empty() {
                    lines.push(row.label.clone());
                } else if fits(&row) {
                    lines.push(line(&row.label, idx + 1));
                } else {
                    lines.extend(indented(row.label.trim_start(), "  ", look.width));
                    lines.push(line("", idx + 1));
                }
                if is_last {
                    let notes = row.notes.iter().flat_map(|note| wrapped(note, look.width));
                    lines.extend(notes.map(|text| look.dim(&text)));
                }
            }
            from = to;
        }
        lines
    }

    /// The heading and the aligned cells of a column; the heading of a group has an empty cell.
    fn column(&self, column: usize, look: Look) -> Vec<String> {
        let cell = |row: &GridRow| row.cells.get(column).map_or_else(String::new, |cell| look.plain(cell));
        let cells: Vec<_> = self.rows.iter().map(cell).collect();
        let mut all = vec![self.columns[column].clone()];
        all.extend(aligned(&cells));
        all
    }
}

/// A text of at most this width, without its middle if it is longer: texts often differ at their ends.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let all: Vec<char> = text.chars().collect();
    let short = |n: usize| {
        let head: String = all[..n.div_ceil(2)].iter().collect();
        let tail: String = all[all.len() - n / 2..].iter().collect();
        format!("{head}...{tail}")
    };
    (1..all.len()).rev().map(short).find(|text| text.width() <= width).unwrap_or_default()
}

/// The lines of a note below a row, broken at this width.
fn wrapped(note: &str, width: usize) -> Vec<String> {
    indented(note, "      ", width)
}

/// A text in lines of this width, each behind an indent.
pub(crate) fn indented(text: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines = vec![indent.to_string()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("one line at least");
        if last.width() + 1 + word.width() > width && last.len() > indent.len() {
            lines.push(indent.to_string() + word);
        } else {
            if last.len() > indent.len() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_to_fit_by_columns_and_then_by_labels() {
        let row = |label: &str| GridRow {
            label: label.to_owned(),
            cells: vec!["1.0 ± 0.2".to_owned(), "3 to 4 hp".to_owned()],
            notes: Vec::new(),
        };
        let (a, b) = ("  Ogre: weapons.Club of the Hill.hit", "  Ogre: weapons.Club of the Hill.mod");
        let columns = ["per +1", "as much as"].map(str::to_owned).to_vec();
        for (width, has_both, is_cut) in [(80, true, false), (50, false, false), (32, false, true)] {
            let mut grid = Grid { columns: columns.clone(), rows: vec![row(a), row(b)] };
            let look = Look { width, ..Look::default() };
            grid.fit(look, &["as much as"]);
            let lines = grid.lines(look);
            assert_eq!(lines.len(), 3, "{lines:?}");
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {lines:?}");
            assert_eq!(lines[0].contains("as much as"), has_both, "{lines:?}");
            assert_eq!(lines[1].contains("..."), is_cut, "{lines:?}");
            assert_ne!(lines[1], lines[2]);
        }
    }

    fn lines(columns: &[&str], rows: &[(&str, &[&str])], width: usize) -> Vec<String> {
        let row = |(label, cells): &(&str, &[&str])| GridRow {
            label: (*label).to_owned(),
            cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
            notes: Vec::new(),
        };
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Grid { columns, rows: rows.iter().map(row).collect() }.lines(Look { width, ..Look::default() })
    }

    #[test]
    fn columns_that_do_not_fit_stand_below_without_the_rows_that_have_none() {
        let rows = [("  one", &["1 ± 2", ""][..]), ("  two", &["3 ± 4", "5"])];
        assert_eq!(
            lines(&["first column", "second column"], &rows, 24),
            ["       first column", "  one  1 ± 2", "  two  3 ± 4", "       second column", "  two  5"]
        );
    }

    #[test]
    fn cells_stand_below_a_label_that_leaves_no_place_for_them() {
        let rows = [("  a long label of a row", &["+1.0 ± 2.0 pt"][..]), ("  short", &["+3.0 ± 4.0 pt"])];
        let expected =
            ["         share", "  a long label of a row", "         +1.0 ± 2.0 pt", "  short  +3.0 ± 4.0 pt"];
        assert_eq!(lines(&["share"], &rows, 30), expected);
        let wide = lines(&["share"], &rows, 60);
        assert_eq!(wide[1], "  a long label of a row  +1.0 ± 2.0 pt");
    }
}
