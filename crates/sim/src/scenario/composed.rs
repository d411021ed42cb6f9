//! Scenarios that are put together from parts of others.

use fray_kit::sheet::edit::Edit;
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::library::Library;
use fray_kit::sheet::lint;
use fray_kit::sheet::problem::{FileId, Problem, Problems, Span};
use fray_play::game::{Game, Meaning};

use super::Scenario;
use crate::play::engine::Engine;
use crate::totals::signature::fnv_1a;

/// A scenario that was put together from parts of others and stands in no file.
#[derive(Debug)]
pub struct BuiltScenario {
    engine: Box<dyn Engine>,
    /// The hash of its meaning, as that of a [`Scenario`](super::Scenario).
    pub hash: u64,
    /// The number of warnings of the rules.
    pub warnings: usize,
}

impl BuiltScenario {
    /// Returns the engine that plays its fights.
    #[must_use]
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Returns the engine that plays its fights, and drops the rest.
    pub(crate) fn into_engine(self) -> Box<dyn Engine> {
        self.engine
    }
}

impl Scenario {
    /// The scenario with these arguments of `--set`, which change units and what they have; `None` if the rules
    /// refuse it. It is not read from its file again, which takes longer. The changes draw warnings as if they
    /// stood in the file.
    #[must_use]
    pub fn with_sets(&self, sets: &[String]) -> Option<BuiltScenario> {
        let (mut document, mut problems) = (self.document.clone(), Problems::default());
        let mut library = self.library.clone();
        let edits = sets.iter().map(|set| Edit::parse(FileId(0), set, &mut problems));
        let edits = edits.collect::<Option<Vec<Edit>>>()?;
        document.edit(&edits, &mut library, self.info.parts.side, &mut problems);
        if !problems.is_empty() {
            return None;
        }
        let read = if self.beside.mirrored { self.info.mirror } else { self.info.read };
        compose_by(self.info, read, document, &library).ok()
    }
}

/// Reads a document with these blocks as a scenario of its game.
///
/// # Errors
/// The faults of the document; their places are in the texts that the parts come from.
pub(super) fn compose(
    info: &Game,
    document: Document,
    library: &Library,
) -> Result<BuiltScenario, Vec<Problem>> {
    compose_by(info, info.read, document, library)
}

/// Reads a document with these blocks by `read`, which may be that of the mirrored game.
fn compose_by(
    info: &Game,
    read: fn(&Document, &Library, &mut Problems) -> Option<Meaning>,
    mut document: Document,
    library: &Library,
) -> Result<BuiltScenario, Vec<Problem>> {
    let mut problems = Problems::default();
    document.read_frame(Span::default(), &mut problems);
    for side in document.sides.iter().filter(|side| side.units.is_empty()) {
        problems.add(side.name.span, "unit", format!("side `{}` has no unit", side.name.value));
    }
    if !problems.is_empty() {
        return Err(problems.sorted());
    }
    let meaning = read(&document, library, &mut problems);
    lint::warn(&document, info.parts, &mut problems);
    match meaning {
        Some(meaning) if problems.is_empty() => {
            let warnings = problems.take_warnings().len();
            Ok(BuiltScenario { hash: hash_of(info, &meaning), engine: meaning.engine, warnings })
        }
        _ => Err(problems.sorted()),
    }
}

/// A hash of what a scenario means.
pub(super) fn hash_of(info: &Game, meaning: &Meaning) -> u64 {
    fnv_1a(format!("{}\n{}", info.name(), meaning.canonical).as_bytes())
}
