//! The texts that a scenario was read from, and places in them as people count them.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use fray_rules::sheet::node::MAX_TEXT;
use fray_rules::sheet::problem::{FileId, Span};

/// The most files of one scenario.
pub const MAX_FILES: usize = 64;

/// A text.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is called in messages: a path, or `--set`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// All texts of a scenario; a [`FileId`] is the place in the list.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The texts in the order in which they were read.
    pub list: Vec<Source>,
}

impl Sources {
    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.list.push(Source { name: name.into(), text: text.into() });
        FileId(u16::try_from(self.list.len() - 1).unwrap_or(u16::MAX))
    }

    /// The text of that number.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.list.get(usize::from(file.0))
    }

    /// Name, line and column of a place.
    #[must_use]
    pub fn place(&self, span: Span) -> (&str, usize, usize) {
        let Some(source) = self.get(span.file) else { return ("", 1, 1) };
        let (line, column) = line_column(&source.text, span.start as usize);
        (&source.name, line, column)
    }
}

/// Line and column of byte `offset`, both from 1; columns count characters, a byte order mark is
/// none.
#[must_use]
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before[start..].chars().filter(|&c| c != '\u{feff}').count() + 1;
    (line, column)
}

/// Opens files. The tests have one without a disk.
pub trait Files {
    /// The bytes of a file, at most one more than may be read.
    ///
    /// # Errors
    /// Whatever the system says; an include that is no file is refused.
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>>;
}

/// One text in the place of whatever file is asked for first; it includes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl Files for Text<'_> {
    fn read(&self, _: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        if is_include {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        Ok(self.0.as_bytes().to_vec())
    }
}

/// The files of the disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        // A pipe may be given on the command line; an include that waits for one would hang.
        if is_include && !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
        }
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// `path` as seen from the folder of `from`, without `.` and `..` where that can be.
#[must_use]
pub fn beside(from: &Path, path: &str) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in from.parent().unwrap_or(Path::new("")).join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_people_do() {
        let text = "\u{feff}a = 1\r\n\tß = 2\n";
        assert_eq!(line_column(text, 3), (1, 1));
        assert_eq!(line_column(text, text.find('2').unwrap()), (2, 6));
        assert_eq!(line_column(text, 9_999), (3, 1));
    }

    #[test]
    fn an_include_stands_beside_its_file() {
        assert_eq!(beside(Path::new("a/b/c.toml"), "../d.toml"), Path::new("a/d.toml"));
        assert_eq!(beside(Path::new("c.toml"), "./d.csv"), Path::new("d.csv"));
        assert_eq!(beside(Path::new("c.toml"), "../d.csv"), Path::new("../d.csv"));
        assert_eq!(beside(Path::new("a/c.toml"), "/d.csv"), Path::new("/d.csv"));
    }
}
