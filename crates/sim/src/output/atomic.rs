//! Files that are written completely or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::OutputError;

/// A file that was written completely under a temporary name in its folder. If this value is dropped,
/// the file is removed.
pub(super) struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

/// Writes a file completely or not at all, replacing an old one; creates its folder if necessary. A
/// symbolic link stays, and its target is replaced. Pipes and devices are written to directly.
///
/// # Errors
/// If the folder cannot be created or the file cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let led_to = std::fs::canonicalize(path);
    let path = led_to.as_deref().unwrap_or(path);
    if std::fs::metadata(path).is_ok_and(|what| !what.is_file() && !what.is_dir()) {
        let written = File::options().write(true).open(path).and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| OutputError::io(path, &error));
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(|error| OutputError::io(dir, &error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    stage(dir, &name, |out| out.write_all(bytes))?.persist()
}

/// Writes a file under a temporary name in the folder `dir`, and waits until it is on the disk.
pub(super) fn stage(
    dir: &Path,
    name: &str,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<Staged, OutputError> {
    let target = dir.join(name);
    let failed = |error: io::Error| OutputError::io(&target, &error);
    let file = temporary(dir).map_err(failed)?;
    let mut buffer = BufWriter::new(file.as_file());
    write(&mut buffer).and_then(|()| buffer.flush()).map_err(failed)?;
    drop(buffer);
    file.as_file().sync_all().map_err(failed)?;
    Ok(Staged { file, target })
}

impl Staged {
    /// Renames the file to its final name, replacing an old file.
    pub(super) fn persist(self) -> Result<(), OutputError> {
        let Self { file, target } = self;
        file.persist(&target).map(drop).map_err(|error| OutputError::io(&target, &error.error))
    }
}

/// The prefix of temporary names.
const PREFIX: &str = ".fray-";

/// Removes files with temporary names from a folder.
pub(super) fn remove_temporaries(dir: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Creates an empty temporary file in a folder, with the permissions of an ordinary file.
pub(super) fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask applies, as for any file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir)
}

/// Makes the renames in this folder durable, if the operating system supports it.
pub(super) fn sync_dir(dir: &Path) -> Result<(), OutputError> {
    #[cfg(unix)]
    File::open(dir).and_then(|dir| dir.sync_all()).map_err(|error| OutputError::io(dir, &error))?;
    #[cfg(not(unix))]
    let _ = dir;
    Ok(())
}
