//! Reads a bestiary from a spreadsheet: a row for each unit, and a header with the keys of stat blocks.
//! `name` is the ID, the entries of lists are separated by `;`, and keys of tables are dotted
//! (`tactics.target`). An empty cell sets no value.

use std::ops::Range;
use std::path::Path;

use fray_rules::sheet::declare::{join, shown};
use fray_rules::sheet::library::Library;
use fray_rules::sheet::node::{Entry, MAX_TEXT, Node, Table, Value};
use fray_rules::sheet::problem::{FileId, Problems, Span};
use fray_rules::sheet::text::{no_name, two_of_a_name, without_case};

use super::render::Diagnosis;
use super::source::{Sources, readable};
use super::variant::Set;

/// The maximum number of columns; a stat block has about forty keys.
const MOST_COLUMNS: usize = 200;

/// A cell with its place.
struct Cell {
    text: String,
    span: Span,
}

/// Whether a text has the header of a spreadsheet of units.
pub(super) fn is_one(text: &str) -> bool {
    let header = text.lines().next().unwrap_or_default().trim_start_matches('\u{feff}');
    header.split(',').any(|cell| cell.trim().trim_matches('"').trim() == "name")
}

/// Adds the units of a spreadsheet to a library.
pub(super) fn read(file: FileId, text: &str, library: &mut Library, problems: &mut Problems) {
    if text.len() > MAX_TEXT {
        problems.add(Span::new(file, 0, 0), "", format!("expected at most {} MiB of text", MAX_TEXT >> 20));
        return;
    }
    let mut rows = rows(file, text, problems).into_iter();
    let header = rows.next().unwrap_or_default();
    let Some(name_at) = header.iter().position(|cell| cell.text == "name") else {
        problems.add(
            Span::new(file, 0, 0),
            "name",
            "expected a header with the keys of units, `name` among them",
        );
        return;
    };
    if header.len() > MOST_COLUMNS {
        let message = format!("expected at most {MOST_COLUMNS} columns, found {}", header.len());
        problems.add(Span::new(file, 0, 0), "", message);
        return;
    }
    for (i, cell) in header.iter().enumerate() {
        if header[..i].iter().any(|other| other.text == cell.text) {
            let message = format!("there are two columns `{}`", shown(&cell.text));
            problems.add(cell.span, cell.text.clone(), message);
            return;
        }
    }
    for row in rows {
        let Some(name) = row.get(name_at).filter(|name| !name.text.is_empty()) else {
            let span = row.first().map_or(Span::new(file, 0, 0), |cell| cell.span);
            problems.add(span, "name", "expected a name in this row");
            continue;
        };
        // A quote that is not closed swallows the lines after it.
        if let Some(open) = row.iter().find(|cell| cell.text.contains('\n')) {
            let message = "expected the quote to be closed on its line";
            problems.add(
                open.span,
                join("unit", shown(&name.text).lines().next().unwrap_or_default()),
                message,
            );
            continue;
        }
        if row.len() != header.len() {
            let message = format!("expected {} cells, as in the header, found {}", header.len(), row.len());
            let at = row.get(header.len()).or(row.last()).map_or(name.span, |cell| cell.span);
            problems.add(at, join("unit", &name.text), message);
        }
        let mut unit = Node::table(name.span);
        for (column, cell) in header.iter().zip(&row).filter(|(column, _)| column.text != "name") {
            if !cell.text.is_empty() {
                let value = Node { span: cell.span, value: Value::Cell(cell.text.clone()) };
                put(&mut unit, &column.text, value, problems);
            }
        }
        let block = Entry { key: name.text.clone(), span: name.span, value: unit };
        library.insert("unit", &block, problems);
    }
}

/// A row of a spreadsheet of candidates: values of a scenario by their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// Its name: the cell of the column `name`, or its values.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// What it changes, as for `--set`.
    pub sets: Vec<Set>,
}

/// Reads a spreadsheet of candidates: a row for each, and a header with paths of values, as `--set` takes
/// them. A column `name` names the rows. As in a bestiary, an empty cell sets nothing and the entries of a
/// list are separated by `;`.
///
/// # Errors
/// What is wrong with it, with its places.
pub fn candidates(path: &Path) -> Result<Vec<SheetRow>, Diagnosis> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = readable(path, true).and_then(|()| std::fs::read_to_string(path));
    let file = sources.add(path.display().to_string(), text.as_deref().unwrap_or_default());
    let start = Span::new(file, 0, 0);
    let mut all = Vec::new();
    match &text {
        Err(error) => problems.add(start, "", format!("cannot be read: {error}")),
        Ok(text) if text.len() > MAX_TEXT => {
            problems.add(start, "", format!("expected at most {} MiB of text", MAX_TEXT >> 20));
        }
        Ok(text) => {
            let mut rows = rows(file, text, &mut problems).into_iter();
            let header = rows.next().unwrap_or_default();
            if header.iter().all(|cell| cell.text == "name" || cell.text.is_empty()) {
                problems.add(start, "", "expected a header with paths of values, like `Ogre.hp`");
            }
            for (at, cell) in header.iter().enumerate() {
                if header[..at].iter().any(|other| other.text == cell.text) {
                    let message = format!("there are two columns `{}`", shown(&cell.text));
                    problems.add(cell.span, cell.text.clone(), message);
                }
            }
            for row in rows {
                if row.len() != header.len() {
                    let message =
                        format!("expected {} cells, as in the header, found {}", header.len(), row.len());
                    let at = row.get(header.len()).or(row.last()).map_or(start, |cell| cell.span);
                    problems.add(at, "", message);
                    continue;
                }
                let line = row.first().map_or(1, |cell| sources.place(cell.span).1);
                all.push(candidate(&header, &row, line, &mut problems));
            }
            if all.is_empty() && problems.is_empty() {
                problems.add(start, "", "expected rows below the header");
            }
            let mut names = std::collections::BTreeMap::new();
            for row in &all {
                if let Some(other) = names.insert(without_case(&row.name), &row.name) {
                    problems.add(start, "name", two_of_a_name("rows", other, &row.name));
                    break;
                }
            }
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(Diagnosis { sources, problems: problems.sorted() }) }
}

/// A row below a header of paths.
fn candidate(header: &[Cell], row: &[Cell], line: usize, problems: &mut Problems) -> SheetRow {
    let mut name = None;
    let mut sets = Vec::new();
    for (column, cell) in header.iter().zip(row).filter(|(_, cell)| !cell.text.is_empty()) {
        if column.text == "name" {
            if let Some(wrong) = no_name(&cell.text) {
                problems.add(cell.span, "name", wrong);
            }
            name = Some(cell.text.clone());
            continue;
        }
        let value = match cell.text.contains(';') {
            true => format!("[{}]", cell.text.replace(';', ", ")),
            false => cell.text.clone(),
        };
        sets.push(Set { path: column.text.clone(), value });
    }
    let values = || sets.iter().map(Set::to_string).collect::<Vec<_>>().join(", ");
    SheetRow { name: name.unwrap_or_else(values), line, sets }
}

/// Inserts a value under a dotted key.
fn put(node: &mut Node, key: &str, value: Node, problems: &mut Problems) {
    let Value::Table(table) = &mut node.value else {
        let message = format!("`{}` is inside the value of another column", shown(key));
        problems.add(value.span, key, message);
        return;
    };
    let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
    let span = value.span;
    match rest {
        None => table.set(Entry { key: first.to_owned(), span, value }),
        Some(rest) => {
            if table.get(first).is_none() {
                let empty = Node { span, value: Value::Table(Table::default()) };
                table.set(Entry { key: first.to_owned(), span, value: empty });
            }
            if let Some(entry) = table.get_mut(first) {
                put(&mut entry.value, rest, value, problems);
            }
        }
    }
}

fn rows(file: FileId, text: &str, problems: &mut Problems) -> Vec<Vec<Cell>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = text.len() - body.len();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body.as_bytes());
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
        let mut places = cells(body, start).into_iter();
        let cell = |text: &str| {
            let place = places.next().unwrap_or(start..start);
            Cell {
                text: text.trim().to_owned(),
                span: Span::new(file, place.start + skipped, place.end + skipped),
            }
        };
        rows.push(record.iter().map(cell).collect());
    }
    rows
}

/// The byte ranges of the cells of the row at `start`, with quotes and without surrounding spaces.
fn cells(text: &str, start: usize) -> Vec<Range<usize>> {
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
                b',' | b'\r' | b'\n' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        let raw = &text[begin..at];
        let from = begin + (raw.len() - raw.trim_start().len());
        cells.push(from..from + raw.trim().len());
        if bytes.get(at) != Some(&b',') {
            return cells;
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Library, Vec<(usize, String)>) {
        let (mut library, mut problems) = (Library::default(), Problems::default());
        read(FileId(0), text, &mut library, &mut problems);
        (library, problems.sorted().into_iter().map(|p| (p.span.start as usize, p.message)).collect())
    }

    #[test]
    fn a_row_is_a_unit() {
        let text = "name,hp,crit,tactics.target\r\nOgre,26,\"7;10\",weakest\r\n\r\n\"Big, old\" , 30,,\r\n";
        let (library, problems) = read_text(text);
        assert_eq!(problems, []);
        assert_eq!(library.ids("unit").collect::<Vec<_>>(), ["Big, old", "Ogre"]);
        let ogre = library.get("unit", "Ogre").unwrap().node.as_table().unwrap();
        assert_eq!(ogre.get("hp").unwrap().value.as_int(), Some(26));
        let hp = ogre.get("hp").unwrap().span;
        assert_eq!(&text[hp.start as usize..hp.end as usize], "26");
        assert_eq!(ogre.get("crit").unwrap().value.as_list().unwrap().len(), 2);
        let tactics = ogre.get("tactics").unwrap().value.as_table().unwrap();
        assert_eq!(tactics.get("target").unwrap().value.as_text(), Some("weakest"));
        assert!(library.get("unit", "Big, old").unwrap().node.as_table().unwrap().get("crit").is_none());
    }

    #[test]
    fn what_is_wrong_has_its_cell() {
        assert_eq!(read_text("hp\n3\n").1.len(), 1);
        assert_eq!(read_text("").1.len(), 1);
        assert_eq!(read_text("name,hp,hp\n").1, [(8, "there are two columns `hp`".to_owned())]);
        assert_eq!(read_text("name,hp\n,3\n").1, [(8, "expected a name in this row".to_owned())]);
        let short = "expected 3 cells, as in the header, found 2".to_owned();
        assert_eq!(read_text("name,hp,hit\na,3\n").1, [(14, short)]);
        let open = "expected the quote to be closed on its line".to_owned();
        assert_eq!(read_text("name,hp\n\"a,3\nb,4\n").1, [(8, open)]);
        let found = read_text("name,hp\na,3,4\na,3\n").1;
        assert_eq!(found[0].0, 12);
        assert_eq!(found[1], (14, "there are two blocks `unit.a`".to_owned()));
    }
}
