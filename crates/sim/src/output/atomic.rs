//! Files that are written completely or not at all.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::OutputError;
use crate::totals::signature::fnv_1a;

/// A file that was written completely under a temporary name in its folder, and may not be on the
/// disk yet. If this value is dropped, the file is removed.
pub(super) struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

/// Files of one folder that are on the disk under temporary names.
pub(super) struct Durable(Vec<Staged>);

/// Tries whether [`write_whole`] can write this file, without changing it; creates its folder if
/// necessary. Asked before anything is played, so that nobody waits for what cannot be written.
///
/// # Errors
/// If it is a folder or may not be written, or nothing can be written in its folder.
pub fn may_write(path: &Path) -> Result<(), OutputError> {
    let led_to = std::fs::canonicalize(path);
    let path = led_to.as_deref().unwrap_or(path);
    let failed = |error: io::Error| OutputError::io(path, &error);
    match std::fs::metadata(path) {
        Ok(what) if what.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(what) if !what.is_file() => return Ok(()),
        Ok(what) if what.permissions().readonly() => return Err(OutputError::read_only(path)),
        _ => {}
    }
    let dir = folder_of(path);
    std::fs::create_dir_all(dir).and_then(|()| temporary(dir)?.close()).map_err(failed)
}

/// Writes a file completely or not at all, replacing an old one, whose permissions it keeps; creates its
/// folder if necessary. A symbolic link stays, and its target is replaced. Pipes and devices are written to
/// directly.
///
/// # Errors
/// If the folder cannot be created, the old file is read-only, or the file cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let led_to = std::fs::canonicalize(path);
    let path = led_to.as_deref().unwrap_or(path);
    let held = std::fs::metadata(path);
    if held.as_ref().is_ok_and(|what| what.is_file() && what.permissions().readonly()) {
        return Err(OutputError::read_only(path));
    }
    if held.as_ref().is_ok_and(|what| !what.is_file() && !what.is_dir()) {
        let written = File::options().write(true).open(path).and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| OutputError::io(path, &error));
    }
    let dir = folder_of(path);
    std::fs::create_dir_all(dir).map_err(|error| OutputError::io(dir, &error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let staged = stage(dir, &name, |out| out.write_all(bytes))?;
    if let Ok(held) = held {
        let kept = staged.file.as_file().set_permissions(held.permissions());
        kept.map_err(|error| OutputError::io(path, &error))?;
    }
    durable(dir, vec![staged])?.persist()
}

/// Writes a file completely or not at all, if there is none of this name; creates its folder if necessary. Returns
/// whether it was written. Of several writers at once one writes it.
///
/// # Errors
/// If it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, OutputError> {
    let failed = |error: &io::Error| OutputError::io(path, error);
    if path.exists() {
        return Ok(false);
    }
    let dir = folder_of(path);
    std::fs::create_dir_all(dir).map_err(|error| OutputError::io(dir, &error))?;
    let Staged { file, target } =
        stage(dir, &path.file_name().unwrap_or_default().to_string_lossy(), |out| out.write_all(bytes))?;
    file.as_file().sync_all().map_err(|error| failed(&error))?;
    match file.persist_noclobber(&target) {
        Ok(_) => sync_dir(dir).map(|()| true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(&error.error)),
    }
}

/// A file that is written bit by bit under a temporary name, and has its own name when it is whole. If this
/// value is dropped before, nothing is left of it.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<NamedTempFile>,
    target: PathBuf,
}

impl WholeFile {
    /// Begins a file; its folder is made if it is not there.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(target: &Path) -> Result<Self, OutputError> {
        let failed = |error: io::Error| OutputError::io(target, &error);
        let dir = folder_of(target);
        std::fs::create_dir_all(dir).map_err(failed)?;
        Ok(Self { file: BufWriter::new(temporary(dir).map_err(failed)?), target: target.to_owned() })
    }

    /// Adds bytes at its end.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.file.write_all(bytes).map_err(|error| OutputError::io(&self.target, &error))
    }

    /// Gives it its name once it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub fn persist(self) -> Result<(), OutputError> {
        let Self { file, target } = self;
        let failed = |error: io::Error| OutputError::io(&target, &error);
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(&target).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// Writes a file under a temporary name in the folder `dir`.
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
    log(|| Step::Write(name.to_owned()));
    Ok(Staged { file, target })
}

/// Waits until files of this folder are on the disk: all of them at once, where the system can wait
/// for a file system, which takes as long as waiting for one of them.
///
/// # Errors
/// If they cannot be written there.
pub(super) fn durable(dir: &Path, files: Vec<Staged>) -> Result<Durable, OutputError> {
    log(|| Step::Sync);
    if files.len() > 1 && sync_file_system(dir) {
        return Ok(Durable(files));
    }
    for Staged { file, target } in &files {
        file.as_file().sync_all().map_err(|error| OutputError::io(target, &error))?;
    }
    Ok(Durable(files))
}

/// Waits until everything that was written to the file system of this folder is on the disk; false
/// if that cannot be had, or went wrong: then each file says what is wrong with it.
fn sync_file_system(dir: &Path) -> bool {
    #[cfg(target_os = "linux")]
    return File::open(dir).is_ok_and(|dir| rustix::fs::syncfs(&dir).is_ok());
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir;
        false
    }
}

impl Durable {
    /// Renames the files to their final names in this order, replacing old files.
    ///
    /// # Errors
    /// If one cannot be renamed; those before it are.
    pub(super) fn persist(self) -> Result<(), OutputError> {
        for Staged { file, target } in self.0 {
            log(|| Step::Rename(target.file_name().unwrap_or_default().to_string_lossy().into_owned()));
            file.persist(&target).map_err(|error| OutputError::io(&target, &error.error))?;
        }
        Ok(())
    }
}

/// A step on the way of files to the disk, for tests of their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A file was written under a temporary name; a crash of the machine may lose what is in it.
    Write(String),
    /// The bytes written so far are on the disk.
    Sync,
    /// A file with this name is there.
    Rename(String),
    /// A file with this name is no longer there.
    Remove(String),
}

#[cfg(test)]
thread_local! {
    pub(super) static STEPS: core::cell::RefCell<Vec<Step>> = const { core::cell::RefCell::new(Vec::new()) };
}

/// Notes a step, in tests.
pub(super) fn log(step: impl FnOnce() -> Step) {
    #[cfg(test)]
    STEPS.with_borrow_mut(|steps| steps.push(step()));
    #[cfg(not(test))]
    let _ = step;
}

/// The prefix of temporary names. A name that only begins so is not ours: see [`is_temporary`].
pub(super) const TEMPORARY: &str = ".fray-";

/// The temporary name with this number. It ends with a hash of the number, so that no file that
/// somebody else named is taken for one of ours.
pub(super) fn temporary_name(number: u64) -> String {
    let hash = fnv_1a(format!("temporary file of fray {number:016x}").as_bytes());
    format!("{TEMPORARY}{number:016x}-{hash:016x}.tmp")
}

/// Returns whether a file was named by [`temporary_name`].
fn is_temporary(name: &str) -> bool {
    let number = name.strip_prefix(TEMPORARY).and_then(|rest| rest.split('-').next());
    let number = number.and_then(|number| u64::from_str_radix(number, 16).ok());
    number.is_some_and(|number| name == temporary_name(number))
}

/// Removes temporary files from this folder that a killed process left there. Those of a process
/// that is at work are locked by it and stay.
///
/// # Errors
/// If the folder cannot be read, or such a file not be removed.
pub fn remove_temporaries(dir: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(is_temporary) || !entry.file_type()?.is_file() {
            continue;
        }
        match File::open(entry.path()) {
            Ok(file) if file.try_lock().is_ok() => std::fs::remove_file(entry.path())?,
            // Somebody works on it, or has put it in its place by now.
            _ => {}
        }
    }
    Ok(())
}

/// The folder that a file is written in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An empty temporary file in this folder, with the permissions of an ordinary one, and locked: as
/// long as it is open it is not taken for one that was left behind.
pub(super) fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    loop {
        let name = temporary_name(RandomState::new().hash_one(()));
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name).rand_bytes(0);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The umask takes its part off, as for any file.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = match builder.tempfile_in(dir) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            made => made?,
        };
        // Where there are no locks nothing is cleaned up either.
        let _ = file.as_file().lock();
        // Before it was locked it may have been cleaned up.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Makes the renames in this folder durable, and where the system can wait for a file system those
/// in all folders below it.
///
/// # Errors
/// If they cannot be written to the disk.
pub fn settle(dir: &Path) -> Result<(), OutputError> {
    if !dir.exists() || sync_file_system(dir) { Ok(()) } else { sync_dir(dir) }
}

/// Makes the renames in this folder durable, if the operating system supports it.
pub(super) fn sync_dir(dir: &Path) -> Result<(), OutputError> {
    #[cfg(unix)]
    File::open(dir).and_then(|dir| dir.sync_all()).map_err(|error| OutputError::io(dir, &error))?;
    #[cfg(not(unix))]
    let _ = dir;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let left = dir.path().join(temporary_name(7));
        let others = [".fray-notes", ".fray-0000000000000007-0000000000000007.tmp", ".fray-7.tmp", ".fray-"];
        for name in others {
            std::fs::write(dir.path().join(name), "mine").unwrap();
        }
        std::fs::write(&left, "half a ta").unwrap();
        std::fs::create_dir(dir.path().join(temporary_name(8))).unwrap();
        let at_work = temporary(dir.path()).unwrap();
        remove_temporaries(dir.path()).unwrap();
        assert!(!left.exists());
        assert!(others.iter().all(|name| dir.path().join(name).exists()));
        assert!(at_work.path().exists() && dir.path().join(temporary_name(8)).exists());
        assert!(is_temporary(at_work.path().file_name().unwrap().to_str().unwrap()));
        drop(at_work);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), others.len() + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode_and_a_read_only_one_its_bytes() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("duel.toml");
        std::fs::write(&path, "old").unwrap();
        let set_mode = |mode| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set_mode(0o640);
        may_write(&path).unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        set_mode(0o444);
        assert!(may_write(&path).unwrap_err().to_string().contains("read-only"));
        assert!(write_whole(&path, b"newer").unwrap_err().to_string().contains("read-only"));
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(may_write(dir.path()).is_err());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_is_written_whole_beside_files_of_others() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/baseline.toml");
        for text in ["one", "two"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(folder_of(&path)).unwrap().count(), 1);
    }
}
