//! Writes tables as CSV.

use std::io;

use super::{Point, Row};

/// Writes the rows of several points as one table: `scenario`, `system`, the varied paths, the columns of
/// the row. The header is written even if there are no rows.
///
/// # Errors
///
/// The errors of the writer.
///
/// # Panics
///
/// If the points do not vary the same paths.
pub fn write_csv<'p, R: Row + 'p>(
    mut to: impl io::Write,
    parts: impl IntoIterator<Item = (&'p Point, &'p [R])>,
) -> io::Result<()> {
    write_parts(&mut to, &mut parts.into_iter())
}

/// One text for all writers and iterators.
fn write_parts<'p, R: Row + 'p>(
    to: &mut dyn io::Write,
    parts: &mut dyn Iterator<Item = (&'p Point, &'p [R])>,
) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().from_writer(to);
    let mut paths: Option<Vec<&str>> = None;
    for (point, rows) in parts {
        let these: Vec<&str> = point.varied.iter().map(|(path, _)| path.as_str()).collect();
        match &paths {
            None => {
                let header = ["scenario", "system"].iter().chain(&these).chain(R::COLUMNS);
                csv.write_record(header)?;
                paths = Some(these);
            }
            Some(first) => assert_eq!(*first, these, "the points of one table vary the same paths"),
        }
        for row in rows {
            csv.write_field(&point.scenario)?;
            csv.write_field(&point.system)?;
            for (_, value) in &point.varied {
                csv.write_field(value)?;
            }
            for cell in row.cells() {
                csv.write_field(cell)?;
            }
            csv.write_record(None::<&[u8]>)?;
        }
    }
    csv.flush()
}
