//! The texts of a scenario, and places in them as lines and columns.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::sheet::cell_name;
use fray_kit::sheet::node::MAX_TEXT;
use fray_kit::sheet::problem::{FileId, Span};

/// The maximum number of files of a scenario.
pub const MAX_FILES: usize = 64;

/// The endings of the names of spreadsheets.
const SHEETS: [&str; 2] = [".csv", ".tsv"];

/// Returns whether a path is that of a spreadsheet.
pub(super) fn is_sheet(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    SHEETS.iter().any(|ending| name.ends_with(ending))
}

/// A text with its name. Copies share the text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name in messages: a path, or `--set`.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// The places at which its lines begin, computed when they are first asked for.
    lines: Arc<OnceLock<Vec<u32>>>,
    /// Whether lines of it may be shown. Those of a file that is no scenario are nobody's business:
    /// whoever wrote the path to it may not be who reads the message.
    pub is_shown: bool,
}

/// All texts of a scenario; a [`FileId`] is an index into the list.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The texts in the order in which they were read.
    pub list: Vec<Source>,
}

impl Sources {
    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let (name, text, lines) = (name.into(), text.into(), Arc::default());
        self.list.push(Source { name, text, lines, is_shown: true });
        FileId(u16::try_from(self.list.len() - 1).unwrap_or(u16::MAX))
    }

    /// No line of that text is shown.
    pub(super) fn hide(&mut self, file: FileId) {
        if let Some(source) = self.list.get_mut(usize::from(file.0)) {
            source.is_shown = false;
        }
    }

    /// The text with this index.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.list.get(usize::from(file.0))
    }

    /// The name, line and column of a place.
    #[must_use]
    pub fn place(&self, span: Span) -> (&str, usize, usize) {
        let Some(source) = self.get(span.file) else { return ("", 1, 1) };
        let (line, column) = source.line_column(span.start as usize);
        (&source.name, line, column)
    }

    /// The cell of a place in a spreadsheet, as in `C2`.
    #[must_use]
    pub fn cell(&self, span: Span) -> Option<String> {
        let source = self.get(span.file).filter(|source| source.is_shown && !source.text.is_empty())?;
        let is_sheet = SHEETS.iter().any(|ending| source.name.to_ascii_lowercase().ends_with(ending));
        if is_sheet { cell_name(&source.text, span.start as usize) } else { None }
    }
}

impl Source {
    /// The line and column of the byte at `offset`, as [`line_column`] has them.
    fn line_column(&self, offset: usize) -> (usize, usize) {
        let starts = || core::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        let lines = self.lines.get_or_init(|| starts().collect());
        let line = lines.partition_point(|&start| start as usize <= offset.min(self.text.len()));
        let start = lines.get(line.saturating_sub(1)).map_or(0, |&start| start as usize);
        (line, line_column(&self.text[start..], offset - start.min(offset)).1)
    }
}

/// The line and column of the byte at `offset`, both from 1. Columns count characters, without a byte
/// order mark.
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

/// Opens files; tests implement it in memory.
pub trait Files {
    /// Reads a file, but at most one byte more than the limit.
    ///
    /// # Errors
    /// The error of the operating system; also if it is no file that can be read to its end.
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>>;
}

/// Returns one text for the first file, whatever its path, and has no other files.
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

/// The files of the file system.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        readable(path, is_include)?;
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The bytes of the largest file that is read: of a baseline, a suite, a plan, and of what is looked at
/// for what it is.
pub const LARGEST: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read, or is [too large](LARGEST), which is `FileTooLarge`.
pub fn bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if read as u64 > LARGEST {
        let message = format!("it has more than {} MiB", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// As [`bounded`], and if it is no UTF-8.
pub fn bounded_text(path: &Path) -> io::Result<String> {
    String::from_utf8(bounded(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Makes sure that reading a file comes to an end. A device may never end, and opening a pipe may
/// wait for ever for somebody to write into it. Only a pipe that the shell made for this process
/// (`cat duel.toml | fray run /dev/stdin`) has a writer for sure: it has no path of its own. An
/// include cannot be one.
///
/// # Errors
/// If it is not such a file, or is not there.
pub fn readable(path: &Path, is_include: bool) -> io::Result<()> {
    let is = std::fs::metadata(path)?;
    if is.is_file() || is.is_dir() {
        // What a folder is read as says the operating system.
        return Ok(());
    }
    #[cfg(unix)]
    let is_pipe = std::os::unix::fs::FileTypeExt::is_fifo(&is.file_type());
    #[cfg(not(unix))]
    let is_pipe = false;
    if is_pipe && !is_include && std::fs::canonicalize(path).is_err() {
        return Ok(());
    }
    let what = if is_pipe { "a named pipe" } else { "a device" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}; expected a file")))
}

/// Resolves `path` relative to the folder of `from`, removing `.` and `..` if possible.
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

/// The file that a path in the file `from` means. Folders are parted by `/`, or by `\` as on Windows: whoever wrote it
/// where, it means one file on every system.
#[must_use]
pub fn named_in(from: &Path, path: &str) -> PathBuf {
    beside(from, &path.replace('\\', "/"))
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
        let mut sources = Sources::default();
        let file = sources.add("a.toml", text);
        for at in 0..=text.len() + 2 {
            let (_, line, column) = sources.place(Span::new(file, at, at));
            assert_eq!((line, column), line_column(text, at), "byte {at}");
        }
    }

    #[test]
    fn an_include_stands_beside_its_file() {
        assert_eq!(beside(Path::new("a/b/c.toml"), "../d.toml"), Path::new("a/d.toml"));
        assert_eq!(beside(Path::new("c.toml"), "./d.csv"), Path::new("d.csv"));
        assert_eq!(beside(Path::new("c.toml"), "../d.csv"), Path::new("../d.csv"));
        assert_eq!(beside(Path::new("a/c.toml"), "/d.csv"), Path::new("/d.csv"));
        assert_eq!(named_in(Path::new("a/b/c.toml"), r"..\d.toml"), Path::new("a/d.toml"));
        assert_eq!(named_in(Path::new("c.toml"), r".\e\d.csv"), Path::new("e/d.csv"));
    }
}
