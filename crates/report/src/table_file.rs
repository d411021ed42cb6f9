//! Tables as the verbs wrote them.

use std::path::{Path, PathBuf};

use crate::folder::ReportError;

/// A CSV file with a header.
#[derive(Clone, Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    /// The names of the columns.
    pub(crate) columns: Vec<String>,
    /// The rows, each with a cell for each column.
    pub(crate) rows: Vec<Vec<String>>,
}

/// A column that a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At(pub(crate) usize);

impl TableFile {
    /// The table in a folder; none if there is no such file.
    pub(crate) fn read(dir: &Path, name: &str) -> Result<Option<Self>, ReportError> {
        let path = dir.join(name);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ReportError::Unfit(path, format!("cannot be read: {error}"))),
        };
        let unfit = |error: csv::Error| ReportError::Unfit(path.clone(), error.to_string());
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let columns = reader.headers().map_err(unfit)?.iter().map(str::to_owned).collect();
        let mut rows = Vec::new();
        for record in reader.records() {
            rows.push(record.map_err(unfit)?.iter().map(str::to_owned).collect());
        }
        Ok(Some(Self { path, columns, rows }))
    }

    /// The place of a column.
    pub(crate) fn find(&self, column: &str) -> Option<At> {
        self.columns.iter().position(|it| it == column).map(At)
    }

    /// The place of a column that the table must have.
    pub(crate) fn column(&self, column: &str) -> Result<At, ReportError> {
        self.find(column)
            .ok_or_else(|| ReportError::Unfit(self.path.clone(), format!("expected a column `{column}`")))
    }

    /// The varied keys: the columns behind `system`, before the first of the table's own.
    pub(crate) fn keys(&self, own: &str) -> Vec<String> {
        let from = self.find("system").map_or(0, |at| at.0 + 1);
        let to = self.find(own).map_or(from, |at| at.0.max(from));
        self.columns[from..to].to_vec()
    }

    /// The error for a cell that is no number.
    fn no_number(&self, row: usize, at: At) -> ReportError {
        let (column, cell) = (&self.columns[at.0], &self.rows[row][at.0]);
        let line = row + 2;
        ReportError::Unfit(
            self.path.clone(),
            format!("row {line}: expected a number as `{column}`, not `{cell}`"),
        )
    }

    /// A cell as a number; none if it is empty.
    pub(crate) fn number(&self, row: usize, at: At) -> Result<Option<f64>, ReportError> {
        let cell = &self.rows[row][at.0];
        if cell.is_empty() {
            return Ok(None);
        }
        let number = cell.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| self.no_number(row, at))
    }

    /// A cell as text.
    pub(crate) fn text(&self, row: usize, at: At) -> &str {
        &self.rows[row][at.0]
    }
}
