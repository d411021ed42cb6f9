//! The files of a scenario: whether one was saved since it was read.

use std::path::PathBuf;

use fray_sim::scenario::source::Sources;

/// The time at which a file was saved.
#[expect(clippy::disallowed_types, reason = "it says whether a file was saved since, and reaches no result")]
type Saved = std::time::SystemTime;

/// By file, the time at which it was saved last, and its length.
type Stamps = Vec<Option<(Saved, u64)>>;

fn stamps(files: &[PathBuf]) -> Stamps {
    let stamp = |file: &PathBuf| {
        let about = std::fs::metadata(file).ok()?;
        Some((about.modified().ok()?, about.len()))
    };
    files.iter().map(stamp).collect()
}

/// The files of a scenario as they were when it was read.
pub(super) struct Files {
    files: Vec<PathBuf>,
    stamps: Stamps,
}

impl Files {
    pub(super) fn of(sources: &Sources) -> Self {
        let names = sources.list.iter().map(|source| &source.name).filter(|name| !name.starts_with("--"));
        let files: Vec<PathBuf> = names.map(PathBuf::from).collect();
        let stamps = stamps(&files);
        Self { files, stamps }
    }

    /// Returns whether the files still have the texts that were read of them.
    pub(super) fn hold(&self, sources: &Sources) -> bool {
        let text = |file: &PathBuf| {
            let name = file.to_string_lossy();
            sources.list.iter().find(|source| source.name == name).map(|source| source.text.as_bytes())
        };
        // A pipe can be read only once.
        let mut files = self.files.iter().filter(|file| file.is_file());
        files.all(|file| std::fs::read(file).ok().as_deref() == text(file))
    }

    /// Returns whether one of them was saved since.
    pub(super) fn are_saved(&self) -> bool {
        stamps(&self.files) != self.stamps
    }
}
