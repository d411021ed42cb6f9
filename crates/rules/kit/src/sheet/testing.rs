//! Helpers that the tests of all systems' sheets share.

use core::fmt::Debug;

use super::edit::Edit;
use super::envelope::{Document, assemble};
use super::library::Library;
use super::node::parse;
use super::problem::{FileId, Problems};
use super::schema::Parts;

/// The reader of a system's documents.
pub struct Reader<S> {
    /// The declarations of the system.
    pub parts: &'static Parts,
    /// Checks blocks by themselves.
    pub check: fn(&Library, &mut Problems),
    /// Says what a document means.
    pub read: fn(&Document, &Library, &mut Problems) -> Option<S>,
}

impl<S> Reader<S> {
    /// Reads a scenario with these edits, or returns all its errors.
    pub fn scenario(&self, text: &str, sets: &[&str]) -> Result<S, Vec<String>> {
        let mut problems = Problems::default();
        let setup = self.read(text, "", sets, &mut problems);
        let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
        if messages.is_empty() { Ok(setup.unwrap()) } else { Err(messages) }
    }

    /// Returns the warnings about a scenario; `include` is the text of the file that it includes.
    pub fn warnings(&self, text: &str, include: &str) -> Vec<String> {
        let mut problems = Problems::default();
        let setup = self.read(text, include, &[], &mut problems);
        let warnings: Vec<String> =
            problems.take_warnings().into_iter().map(|problem| problem.message).collect();
        assert!(setup.is_some(), "{:?}", problems.sorted());
        warnings
    }

    fn read(&self, text: &str, include: &str, sets: &[&str], problems: &mut Problems) -> Option<S> {
        let root = parse(FileId(0), text, problems);
        let included = parse(FileId(2), include, problems);
        let mut library = Library::default();
        library.add(root.as_table().unwrap(), problems);
        library.add(included.as_table().unwrap(), problems);
        let edit = |set: &&str| Edit::parse(FileId(1), set, problems);
        let edits: Vec<Edit> = sets.iter().filter_map(edit).collect();
        let document = assemble(&root, &mut library, self.parts.side, &edits, problems);
        (self.check)(&library, problems);
        library.check_ids(problems);
        (self.read)(&document, &library, problems)
    }
}

/// The one thing that is wrong.
#[track_caller]
pub fn one<S: Debug>(found: Result<S, Vec<String>>) -> String {
    let mut errors = found.unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}
