//! The tables of a sweep, written point by point over those of the same sweep and over no others, so that no more than
//! one point is in memory.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use fray_sim::output::{OpenDir, OutputError, TABLES, WholeFile, settle};
use fray_sim::tables::rows::{Point, Row, Tables, write_csv};

use crate::exit::{Exit, Failure};
use crate::varied::TableFile;

/// The tables of a sweep, [those of a run](TABLES) with the rows of all points, written point by point.
pub(crate) struct SweepTables {
    dir: OpenDir,
    tables: Vec<Table>,
    force: bool,
    is_begun: bool,
}

/// A table under a temporary name, and what stands under its own.
struct Table {
    path: PathBuf,
    file: WholeFile,
    held: Held,
}

/// The file in the folder under the name of a table.
enum Held {
    /// Nothing, or what may be replaced.
    Replaceable,
    /// Up to here the same bytes: those of an earlier merge, or of one that was killed between two tables.
    Same(BufReader<File>),
    Other,
}

impl SweepTables {
    /// Begins the tables in this folder.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn new(dir: &Path, force: bool) -> Result<Self, Failure> {
        // What a merge that was killed left there goes, too.
        Self::among(dir, &TABLES, force)
    }

    /// Begins the tables in this folder, which is to have all files of these names.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn among(dir: &Path, names: &[&str], force: bool) -> Result<Self, Failure> {
        let open = OpenDir::open(dir, names)?;
        let tables = TABLES.into_iter().map(|name| Table::new(dir, name, force));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(Self { dir: open, tables, force, is_begun: false })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Adds a table that is known as a whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add_whole(&mut self, table: &TableFile) -> Result<(), Failure> {
        let mut whole = Table::new(self.dir.path(), table.name, self.force)?;
        whole.add(&table.bytes)?;
        self.tables.push(whole);
        Ok(())
    }

    /// Adds the rows of a point.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn add(&mut self, tables: &Tables<'_>) -> Result<(), Failure> {
        let point = tables.point;
        let rows: [Vec<u8>; TABLES.len()] = [
            csv(point, &tables.summary)?,
            csv(point, &tables.metrics)?,
            csv(point, &tables.damage)?,
            csv(point, &tables.exhaustion)?,
            csv(point, &tables.rounds)?,
            csv(point, &tables.actions)?,
            csv(point, &tables.felled)?,
            csv(point, &tables.course)?,
            csv(point, &tables.health)?,
            csv(point, &tables.luck)?,
        ];
        for (table, bytes) in self.tables.iter_mut().zip(rows) {
            // Names of columns have no line ends in them.
            let header = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            table.add(if self.is_begun { &bytes[header..] } else { &bytes })?;
        }
        self.is_begun = true;
        Ok(())
    }

    /// Gives all tables their names. Without any rows there are none, not even headers, and nothing is written.
    ///
    /// # Errors
    /// If one would replace another one, or cannot be written.
    pub(crate) fn persist(mut self) -> Result<(), Failure> {
        if !self.is_begun {
            return Ok(());
        }
        if let Some(table) = self.tables.iter_mut().find_map(Table::is_other) {
            let message = format!("{}: holds other results; --force replaces them", table.display());
            return Err(Failure::Because(Exit::Output, message));
        }
        self.tables.into_iter().try_for_each(|table| table.file.persist())?;
        Ok(settle(self.dir.path())?)
    }
}

impl Table {
    fn new(dir: &Path, name: &str, force: bool) -> Result<Self, OutputError> {
        let path = dir.join(name);
        let file = WholeFile::new(&path)?;
        let held = if path.exists() && !force {
            File::open(&path).map_or(Held::Other, |held| Held::Same(BufReader::new(held)))
        } else {
            Held::Replaceable
        };
        Ok(Self { path, file, held })
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        if let Held::Same(file) = &mut self.held {
            let mut held = vec![0; bytes.len()];
            if file.read_exact(&mut held).is_err() || held != bytes {
                self.held = Held::Other;
            }
        }
        self.file.add(bytes)
    }

    /// The path, if other results stand there.
    fn is_other(&mut self) -> Option<&Path> {
        let is_other = match &mut self.held {
            Held::Replaceable => false,
            Held::Same(rest) => !rest.fill_buf().is_ok_and(<[u8]>::is_empty),
            Held::Other => true,
        };
        is_other.then_some(&self.path)
    }
}

/// A table of one point with its header.
fn csv<R: Row>(point: &Point, rows: &[R]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    write_csv(&mut bytes, [(point, rows)])?;
    Ok(bytes)
}
