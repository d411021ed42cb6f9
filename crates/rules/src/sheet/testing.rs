//! What the tests of all systems' sheets share.

use core::fmt::Debug;

use super::edit::Edit;
use super::envelope::{Document, assemble};
use super::library::Library;
use super::node::parse;
use super::problem::{FileId, Problems};
use super::schema::Parts;

/// How a system reads documents.
pub(crate) struct Reader<S> {
    /// What it declares.
    pub(crate) parts: &'static Parts,
    /// Checks blocks by themselves.
    pub(crate) check: fn(&Library, &mut Problems),
    /// Says what a document means.
    pub(crate) read: fn(&Document, &Library, &mut Problems) -> Option<S>,
}

impl<S> Reader<S> {
    /// What a scenario with these edits means, or all that is wrong with it.
    pub(crate) fn scenario(&self, text: &str, sets: &[&str]) -> Result<S, Vec<String>> {
        let mut problems = Problems::default();
        let root = parse(FileId(0), text, &mut problems);
        let mut library = Library::default();
        library.add(root.as_table().unwrap(), &mut problems);
        let edit = |set: &&str| Edit::parse(FileId(1), set, &mut problems);
        let edits: Vec<Edit> = sets.iter().filter_map(edit).collect();
        let document = assemble(&root, &library, self.parts.side, &edits, &mut problems);
        (self.check)(&library, &mut problems);
        library.check_ids(&mut problems);
        let setup = (self.read)(&document, &library, &mut problems);
        let messages: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
        if messages.is_empty() { Ok(setup.unwrap()) } else { Err(messages) }
    }
}

/// The one thing that is wrong.
#[track_caller]
pub(crate) fn one<S: Debug>(found: Result<S, Vec<String>>) -> String {
    let mut errors = found.unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}
