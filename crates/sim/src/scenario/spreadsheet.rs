//! Reads a bestiary from a spreadsheet: a row for each unit, and a header with the keys of stat blocks.
//! `name` is the ID, the entries of lists are separated by `;`, and keys of tables are dotted
//! (`tactics.target`). An empty cell sets no value. [`sheet`] reads the cells as spreadsheets write them.

use std::path::Path;

use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::{Entry, MAX_TEXT, Node, Table, Value};
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::sheet::text::{no_name, two_of_a_name, without_case};

use super::render::Diagnosis;
use super::sheet::{Cell, Sheet};
use super::source::{Sources, bounded_text, readable};
use super::variant::Set;

/// The maximum number of columns; a stat block has about forty keys.
const MOST_COLUMNS: usize = 200;

/// Returns whether a text has the header of a spreadsheet of units; `Name` is one that is written wrongly.
pub(super) fn is_one(text: &str) -> bool {
    let sheet = Sheet::read(FileId(0), text, &mut Problems::default());
    sheet.header.iter().any(|cell| cell.text.eq_ignore_ascii_case("name"))
}

/// Adds the units of a spreadsheet to a library.
pub(super) fn read(file: FileId, text: &str, library: &mut Library, problems: &mut Problems) {
    if text.len() > MAX_TEXT {
        problems.add(Span::new(file, 0, 0), "", format!("expected at most {} MiB of text", MAX_TEXT >> 20));
        return;
    }
    let Sheet { header, rows } = Sheet::read(file, text, problems);
    let Some(name_at) = header.iter().position(|cell| cell.text == "name") else {
        let message = "expected a header with the keys of units, `name` among them";
        match header.iter().find(|cell| cell.text.eq_ignore_ascii_case("name")) {
            Some(cell) => {
                let found = format!("{message}; found `{}`", shown(&cell.text));
                problems.add_help(cell.span, "name", found, "keys are written in small letters");
            }
            None => problems.add(Span::new(file, 0, 0), "name", message),
        }
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
                put(&mut unit, &column.text, column.span, value, problems);
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
    /// The values that it sets, as for `--set`.
    pub sets: Vec<Set>,
}

/// Reads a spreadsheet of candidates: a row for each, and a header with paths of values, as `--set` takes
/// them. A column `name` names the rows. As in a bestiary, an empty cell sets nothing and the entries of a
/// list are separated by `;`.
///
/// # Errors
/// The faults of the spreadsheet, with their places.
pub fn candidates(path: &Path) -> Result<Vec<SheetRow>, Diagnosis> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = readable(path, true).and_then(|()| bounded_text(path));
    let file = sources.add(path.display().to_string(), text.as_deref().unwrap_or_default());
    let start = Span::new(file, 0, 0);
    let mut all = Vec::new();
    match &text {
        Err(error) => problems.add(start, "", format!("cannot be read: {error}")),
        Ok(text) if text.len() > MAX_TEXT => {
            problems.add(start, "", format!("expected at most {} MiB of text", MAX_TEXT >> 20));
        }
        Ok(text) => {
            let Sheet { header, rows } = Sheet::read(file, text, &mut problems);
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
        sets.push(set_of(column, cell));
    }
    let values = || sets.iter().map(Set::to_string).collect::<Vec<_>>().join(", ");
    SheetRow { name: name.unwrap_or_else(values), line, sets }
}

/// Returns the change by a cell below a path.
fn set_of(column: &Cell, cell: &Cell) -> Set {
    let value = if cell.text.contains(';') {
        format!("[{}]", cell.text.replace(';', ", "))
    } else {
        cell.text.clone()
    };
    Set { path: column.text.clone(), value }
}

/// Moves the problems of values to the cells of the spreadsheet: of a path to the header, of a value to its
/// row.
#[must_use]
pub fn in_cells(path: &Path, mut diagnosis: Diagnosis) -> Diagnosis {
    let Ok(text) = bounded_text(path) else { return diagnosis };
    let name = path.display().to_string();
    let file = diagnosis.sources.add(name.clone(), text.as_str());
    let sheet = Sheet::read(file, &text, &mut Problems::default());
    let cell_of = |span: Span| {
        let source = diagnosis.sources.get(span.file)?;
        let line = source.name.strip_prefix(&name)?.strip_prefix(':')?.parse::<usize>().ok()?;
        let is_meant =
            |row: &&Vec<Cell>| row.first().is_some_and(|cell| diagnosis.sources.place(cell.span).1 == line);
        let row = sheet.rows.iter().find(is_meant)?;
        let (column, cell) = sheet
            .header
            .iter()
            .zip(row)
            .find(|(column, cell)| set_of(column, cell).to_string() == *source.text)?;
        Some(if (span.start as usize) < column.text.len() { column.span } else { cell.span })
    };
    let cells: Vec<Option<Span>> = diagnosis.problems.iter().map(|problem| cell_of(problem.span)).collect();
    for (problem, cell) in diagnosis.problems.iter_mut().zip(cells) {
        problem.span = cell.unwrap_or(problem.span);
    }
    diagnosis
}

/// Inserts a value under a dotted key, which stands at `at`.
fn put(node: &mut Node, key: &str, at: Span, value: Node, problems: &mut Problems) {
    let Value::Table(table) = &mut node.value else {
        let message = format!("`{}` is inside the value of another column", shown(key));
        problems.add(value.span, key, message);
        return;
    };
    let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
    match rest {
        None => table.set(Entry { key: first.to_owned(), span: at, value }),
        Some(rest) => {
            if table.get(first).is_none() {
                let empty = Node { span: value.span, value: Value::Table(Table::default()) };
                table.set(Entry { key: first.to_owned(), span: at, value: empty });
            }
            if let Some(entry) = table.get_mut(first) {
                put(&mut entry.value, rest, at, value, problems);
            }
        }
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
        let hp = ogre.get("hp").unwrap().value.span;
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

    /// The additions that spreadsheet programs write beside the cells of the designer.
    #[test]
    fn a_sheet_is_read_as_spreadsheets_write_it() {
        let plain = "name,hp,hit\nimp,6,-5\n";
        let (expected, problems) = read_text(plain);
        assert_eq!(problems, []);
        let values = |library: &Library| {
            let unit = library.get("unit", "imp").unwrap().node.as_table().unwrap();
            ["hp", "hit"].map(|key| unit.get(key).unwrap().value.as_int())
        };
        assert_eq!(values(&expected), [Some(6), Some(-5)]);
        for text in [
            "name,hp,hit\nimp,6,-5\n,,\n\n,,\n",
            "name,hp,hit,,\nimp,6,-5,,\n",
            "name,,hp,hit\nimp,,6,-5\n",
            "name,hp,hit\nimp,6.0,-5.00\n",
            "\u{feff}name;hp;hit\r\nimp;6;-5\r\n",
            "name;hp;hit\nimp;6,0;-5,0\n",
            "name\thp\thit\nimp\t6\t-5\n",
            "sep=;\r\nname;hp;hit\r\nimp;6;-5\r\n",
            "\"sep=;\"\r\nname;hp;hit\r\nimp;6;-5\r\n",
            "sep=\t\nname\thp\thit\nimp\t6\t-5\n",
            "\n,,\nname,hp,hit\nimp,6,-5\n",
            "name,hp,hit\nimp,6,-5,,\n",
        ] {
            let (library, problems) = read_text(text);
            assert_eq!(problems, [], "{text:?}");
            assert_eq!(values(&library), [Some(6), Some(-5)], "{text:?}");
        }
        // Lists may stand in quotes where the columns are parted by `;`.
        let (library, problems) = read_text("name;hp;crit\nimp;6;\"7;10,0\"\n");
        assert_eq!(problems, []);
        let unit = library.get("unit", "imp").unwrap().node.as_table().unwrap();
        let crit = unit.get("crit").unwrap().value.as_list().unwrap();
        assert_eq!(crit.iter().map(Node::as_int).collect::<Vec<_>>(), [Some(7), Some(10)]);
    }

    #[test]
    fn what_may_mean_two_things_is_wrong() {
        let wrong = |text: &str| read_text(text).1;
        // A number of thousands, or of thousandths.
        let (library, _) = read_text("name;hp\nimp;1,000\n");
        let unit = library.get("unit", "imp").unwrap().node.as_table().unwrap();
        assert_eq!(unit.get("hp").unwrap().value.as_int(), None);
        let header = "expected a header with the keys of units, `name` among them; found `Name`".to_owned();
        assert_eq!(wrong("hp,Name\n6,imp\n"), [(3, header)]);
        let stray = "this cell has no key above it in the header".to_owned();
        assert_eq!(wrong("name,hp,\nimp,6,note\n"), [(15, stray)]);
    }
}
