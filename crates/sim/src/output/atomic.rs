//! Whole files or none.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::OutputError;

/// A file written in full under a temporary name beside its place. Dropped, it is gone.
pub(super) struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

/// Writes a file, whole or not at all, over what stands there; its folder is made if it is not
/// there. A link stays, and what it leads to is written; so do pipes and devices, which have
/// nothing to replace.
///
/// # Errors
/// If the folder cannot be made or the file not be written.
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

/// Writes a file under a temporary name in the folder `dir`, down to the disk.
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
    /// Puts the file in its place, over what stands there.
    pub(super) fn persist(self) -> Result<(), OutputError> {
        let Self { file, target } = self;
        file.persist(&target).map(drop).map_err(|error| OutputError::io(&target, &error.error))
    }
}

/// How temporary names begin.
const PREFIX: &str = ".fray-";

/// Removes files under temporary names from this folder.
pub(super) fn remove_temporaries(dir: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && entry.file_type()?.is_file() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// An empty temporary file in this folder, with the permissions of an ordinary one.
pub(super) fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes its part off, as for any file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir)
}

/// Makes the renames in this folder survive a loss of power, where the system knows how.
pub(super) fn sync_dir(dir: &Path) -> Result<(), OutputError> {
    #[cfg(unix)]
    File::open(dir).and_then(|dir| dir.sync_all()).map_err(|error| OutputError::io(dir, &error))?;
    #[cfg(not(unix))]
    let _ = dir;
    Ok(())
}
