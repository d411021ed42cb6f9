//! The cells of a spreadsheet: text with commas, semicolons or tabs between them.
//!
//! Additions of the spreadsheet program to the cells of its owner are passed over: a byte order mark, a first
//! line `sep=;`, rows and columns without a cell, and decimals of whole numbers (`6.0`).

use std::ops::Range;

use fray_kit::sheet::problem::{FileId, Problems, Span};

/// The separators of cells, the most usual first.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// A cell with its place.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A spreadsheet without its empty rows and columns.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// The cells of the first row.
    pub(super) header: Vec<Cell>,
    /// The other rows. Those with another number of cells than the header are as they are.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// The places of the first cells of a text, and the separator.
#[derive(Clone, Copy)]
struct Layout {
    /// The byte at which the first row begins.
    start: usize,
    separator: u8,
}

impl Layout {
    fn of(text: &str) -> Self {
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let line = text[mark..].lines().next().unwrap_or_default();
        let named = line.trim_matches('"').strip_prefix("sep=").map(str::as_bytes);
        if let Some(&[separator]) = named
            && SEPARATORS.contains(&separator)
        {
            let rest = text[mark..].find('\n').map_or(text.len(), |end| mark + end + 1);
            return Self { start: rest, separator };
        }
        let is_header = |line: &&str| line.bytes().any(|byte| !SEPARATORS.contains(&byte) && byte > b' ');
        let header = text[mark..].lines().find(is_header).unwrap_or_default();
        let cells = |separator: u8| header.split(char::from(separator));
        let is_name = |cell: &str| cell.trim().trim_matches('"').trim().eq_ignore_ascii_case("name");
        // The separator by which the header has a `name`; else the one that it has most of.
        let has_name = |separator: &u8| cells(*separator).any(is_name);
        let most = || {
            let count = |separator: &u8| cells(*separator).count();
            SEPARATORS.into_iter().rev().max_by_key(count)
        };
        let separator = SEPARATORS.into_iter().find(has_name).or_else(most).unwrap_or(b',');
        Self { start: mark, separator }
    }
}

impl Sheet {
    /// Reads the cells of a text.
    pub(super) fn read(file: FileId, text: &str, problems: &mut Problems) -> Self {
        let layout = Layout::of(text);
        let all = rows(file, text, layout, problems);
        let mut rows = all.into_iter().filter(|row| row.iter().any(|cell| !cell.text.is_empty()));
        let mut sheet = Self { header: rows.next().unwrap_or_default(), rows: rows.collect() };
        let width = sheet.header.len();
        for row in &mut sheet.rows {
            // Empty cells beyond the last column are none.
            while row.len() > width && row.last().is_some_and(|cell| cell.text.is_empty()) {
                row.pop();
            }
        }
        let is_told = |column: usize| !sheet.header[column].text.is_empty();
        let told: Vec<bool> = (0..width).map(is_told).collect();
        for row in sheet.rows.iter().filter(|row| row.len() == width) {
            let stray = row.iter().zip(&told).find(|(cell, told)| !*told && !cell.text.is_empty());
            if let Some((cell, _)) = stray {
                problems.add(cell.span, "", "this cell has no key above it in the header");
            }
        }
        let keep = |row: &mut Vec<Cell>| {
            let mut told = told.iter();
            row.retain(|_| told.next().copied().unwrap_or(true));
        };
        sheet.rows.iter_mut().filter(|row| row.len() == width).for_each(keep);
        keep(&mut sheet.header);
        sheet
    }
}

/// The name of the cell at a byte of a spreadsheet, as the spreadsheet shows it: `C2`.
pub(super) fn cell_name(text: &str, at: usize) -> Option<String> {
    let layout = Layout::of(text);
    let at = at.min(text.len());
    let body = text.get(layout.start..at)?;
    let row = body.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let line = body.rfind('\n').map_or(layout.start, |end| layout.start + end + 1);
    let places = cells(text, line, layout.separator);
    let column = places.iter().take_while(|place| place.end < at).count();
    Some(format!("{}{row}", letters(column)))
}

/// The letters of a column: A to Z, AA and so on.
fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        before => letters(before - 1) + &last.to_string(),
    }
}

fn rows(file: FileId, text: &str, layout: Layout, problems: &mut Problems) -> Vec<Vec<Cell>> {
    let Layout { start: skipped, separator } = layout;
    let body = &text[skipped..];
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(body.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let at = error.position().map_or(0, |position| position.byte() as usize);
                problems.add(
                    Span::new(file, at + skipped, at + skipped),
                    "",
                    "expected a row of a spreadsheet",
                );
                break;
            }
        };
        let start = record.position().map_or(0, |position| position.byte() as usize);
        let mut places = cells(body, start, separator).into_iter();
        let cell = |text: &str| {
            let place = places.next().unwrap_or(start..start);
            Cell {
                text: without_decimals(text.trim(), separator),
                span: Span::new(file, place.start + skipped, place.end + skipped),
            }
        };
        rows.push(record.iter().map(cell).collect());
    }
    rows
}

/// A cell in which whole numbers have no decimals: `6` for `6.0`, and for `6,0` where no comma stands between
/// cells. Three zeros may be thousands, and stay.
fn without_decimals(text: &str, separator: u8) -> String {
    let whole = |part: &str| {
        let (point, comma) = (part.split_once('.'), part.split_once(',').filter(|_| separator != b','));
        let (number, decimals) = point.or(comma)?;
        let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_whole && ["0", "00"].contains(&decimals)).then(|| number.to_owned())
    };
    let part = |part: &str| whole(part.trim()).unwrap_or_else(|| part.to_owned());
    text.split(';').map(part).collect::<Vec<_>>().join(";")
}

/// The byte ranges of the cells of the row at `start`, with quotes and without surrounding spaces.
fn cells(text: &str, start: usize, separator: u8) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = start;
    while matches!(bytes.get(at), Some(b'\r' | b'\n')) {
        at += 1;
    }
    let mut cells = Vec::new();
    loop {
        let begin = at;
        let mut quoted = bytes.get(at) == Some(&b'"');
        at += usize::from(quoted);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                // A doubled quote toggles twice.
                b'"' => quoted = !quoted && at > begin && bytes[begin] == b'"',
                b'\r' | b'\n' if !quoted => break,
                _ if byte == separator && !quoted => break,
                _ => {}
            }
            at += 1;
        }
        let raw = &text[begin..at];
        let from = begin + (raw.len() - raw.trim_start().len());
        cells.push(from..from + raw.trim().len());
        if bytes.get(at) != Some(&separator) {
            return cells;
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_name_that_the_spreadsheet_shows() {
        let of = |text: &str, at: &str| cell_name(text, text.find(at).unwrap()).unwrap();
        assert_eq!(of("name,hp,hit\nimp,6,x\n", "x"), "C2");
        assert_eq!(of("name,hp,hit\nimp,6,x\n", "hp"), "B1");
        assert_eq!(of("\u{feff}name;hp\r\n\"a;b\";x\r\n", "x"), "B2");
        // A spreadsheet does not show the line that names its separator.
        assert_eq!(of("sep=;\nname;hp\nimp;x\n", "x"), "B2");
        assert_eq!(cell_name("name,hp\nimp,\n", 12).unwrap(), "B2");
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
        assert_eq!(cell_name("", 5).unwrap(), "A1");
    }
}
