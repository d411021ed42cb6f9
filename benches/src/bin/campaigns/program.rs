//! The program under test, folders to work in, and choices.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A deterministic source of choices (SplitMix64).
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`, which is 1 or more.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// The end of a call.
pub(crate) struct Ended {
    /// The exit code; none after a signal.
    pub(crate) code: Option<i32>,
    /// The output: stdout, then stderr.
    pub(crate) said: String,
}

impl Ended {
    /// Returns the failure that no call may have, whatever it is given: it breaks down, or never ends.
    pub(crate) fn breakdown(&self) -> Option<String> {
        if self.said.contains("panicked at") {
            return Some(format!("it panicked: {}", self.said));
        }
        match self.code {
            Some(124) => Some("it did not end within a minute".to_owned()),
            Some(101) | None => Some(format!("it broke down with {:?}: {}", self.code, self.said)),
            Some(_) => None,
        }
    }
}

/// The release build of fray that stands beside this program.
pub(crate) fn fray() -> PathBuf {
    let me = std::env::current_exe().expect("this program has a path");
    me.with_file_name(format!("fray{}", std::env::consts::EXE_SUFFIX))
}

/// Calls it in this folder and waits a minute at most.
pub(crate) fn call(dir: &Path, args: &[&str]) -> Ended {
    let mut command = Command::new("timeout");
    command.arg("60").arg(fray()).args(args).current_dir(dir).stdin(Stdio::null());
    let out = command.output().expect("`timeout` and `fray` can be started; build fray first");
    let text = [out.stdout, out.stderr].concat();
    Ended { code: out.status.code(), said: String::from_utf8_lossy(&text).into_owned() }
}

/// Starts it in this folder.
pub(crate) fn start(dir: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(fray());
    command.args(args).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("`fray` can be started; build it first")
}

/// All files below a folder with their bytes, but for manifests, which say when and how.
pub(crate) fn bytes(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_none_or(|name| name != "manifest.json") {
                let below = path.strip_prefix(dir).expect("a path below").to_owned();
                all.insert(below, fs::read(&path).unwrap_or_default());
            }
        }
    }
    all
}

/// A folder of its own in the folder for temporary files, empty.
pub(crate) fn work_folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("fray-campaign-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a folder to work in");
    dir
}

/// The folder with the scenarios of the repository.
pub(crate) fn configs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs")
}

/// Tells what went wrong, keeps its files and counts it.
pub(crate) struct Failures {
    dir: PathBuf,
    pub(crate) n: u64,
}

impl Failures {
    pub(crate) fn new(dir: &Path) -> Self {
        Self { dir: dir.to_owned(), n: 0 }
    }

    /// `files` is the folder with the files of the case.
    pub(crate) fn add(&mut self, files: &Path, what: &str) {
        let kept = self.dir.with_extension(format!("failed-{}", self.n));
        let copied = Command::new("cp").arg("-a").arg(files).arg(&kept).status();
        let kept = if copied.is_ok_and(|status| status.success()) { kept } else { files.to_owned() };
        println!("FAILED: {what}\n  files: {}", kept.display());
        self.n += 1;
    }
}
