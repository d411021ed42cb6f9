//! The goals of a scenario: what they may name, and reading them.

use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster, RosterSide, RosterUnit, SideId, UnitId};
use fray_kit::sheet::envelope::{Document, UnitDoc};
use fray_kit::sheet::problem::{At, Problems, Span};
use fray_play::game::Game;

use super::source::Sources;
use crate::measures::possible::senseless;
use crate::measures::{Goal, ParseError, Target};
use crate::totals::About;

/// The sides, units, metrics and clocks that goals may name, where the scenario has other problems; `None` if
/// names or numbers of sides or units are wrong, or if more units may be summoned.
pub(super) fn about(info: &Game, document: &Document) -> Option<About> {
    if !document.summoned().is_empty() {
        return None;
    }
    let mut roster = Roster::default();
    for (id, side) in document.sides.iter().enumerate() {
        let names = side.units.iter().flat_map(UnitDoc::names);
        let first = roster.units.len();
        roster.units.extend(names.map(|name| RosterUnit { name, side: SideId(id as u8) }));
        if roster.units.len() > MAX_UNITS || id >= MAX_SIDES {
            return None;
        }
        let units = (first..roster.units.len()).map(|unit| UnitId(unit as u8)).collect();
        roster.sides.push(RosterSide { name: side.name.value.clone(), units });
    }
    let is_named = roster.units.iter().all(|unit| !unit.name.is_empty())
        && roster.sides.iter().all(|side| !side.name.is_empty() && !side.units.is_empty());
    is_named.then_some(About {
        system: info.name(),
        roster,
        metrics: info.metrics,
        clocks: info.clocks,
        highlights: info.highlights,
        health: info.health,
        // Goals are read with it, and never measured.
        largest: Vec::new(),
        max_rounds: 0,
        least_round: 0,
        actions: Vec::new(),
        hazards: Vec::new(),
    })
}

/// Reads the goals of a scenario. A problem of a goal is shown at its place in the string.
pub(super) fn goals(
    written: &[At<String>],
    about: &About,
    sources: &Sources,
    problems: &mut Problems,
) -> Vec<At<Goal>> {
    let mut goals = Vec::new();
    for At { value: text, span } in written {
        match Goal::parse(text, about) {
            Ok(goal) => goals.push(At { value: goal, span: *span }),
            Err(error) => note(error, text, *span, "goal.expect", sources, problems),
        }
    }
    goals
}

/// Reads the precision at which a run stops. A problem is shown at its place in the string.
pub(super) fn precision(
    written: Option<&At<String>>,
    about: &About,
    sources: &Sources,
    problems: &mut Problems,
) -> Option<Target> {
    let At { value: text, span } = written?;
    let read = Target::parse(text, about);
    read.map_err(|error| note(error, text, *span, "run.precision", sources, problems)).ok()
}

/// Notes what is wrong with a sentence, at its place in the string that stands at `span`.
fn note(error: ParseError, text: &str, span: Span, key: &str, sources: &Sources, problems: &mut Problems) {
    let ParseError { at, message, help } = error;
    // Escapes shift the places in a string; then the problem is shown at the string as a whole.
    let (start, end) = (span.start as usize, span.end as usize);
    let raw = sources.get(span.file).and_then(|source| source.text.get(start..end));
    let inside = raw.and_then(|raw| raw.get(1..raw.len().checked_sub(1)?));
    let span = if inside == Some(text) {
        Span::new(span.file, start + 1 + at.start, start + 1 + at.end)
    } else {
        span
    };
    match help {
        Some(help) => problems.add_help(span, key, message, help),
        None => problems.add(span, key, message),
    }
}

/// Warns of goals that the rules decide before a fight is played, and of goals that contradict each other.
pub(super) fn warn(goals: &[At<Goal>], about: &About, problems: &mut Problems) {
    let all: Vec<&Goal> = goals.iter().map(|goal| &goal.value).collect();
    for it in senseless(&all, about) {
        problems.warn(goals[it.goal].span, "goal.expect", it.message, it.help);
    }
}
