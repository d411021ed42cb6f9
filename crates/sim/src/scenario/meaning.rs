//! The meaning of a file: a scenario, or an include.

use super::composed::hash_of;
use super::loader::FileRead;
use super::source::Sources;
use super::text::Beside;
use super::{Options, RunDefaults, Scenario, goals, include, stem_of, variant};
use crate::measures::{Goal, Target};
use fray_kit::sheet::edit::Edit;
use fray_kit::sheet::envelope::{Document, assemble};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::lint;
use fray_kit::sheet::node::{Node, Table};
use fray_kit::sheet::problem::{At, Problem, Problems, Span, did_you_mean};
use fray_kit::sheet::schema::Parts;
use fray_play::game::{Game, Meaning};
use std::path::Path;
use std::sync::OnceLock;
use variant::Variant;

/// A document with its meaning.
pub(super) struct Found {
    pub(super) goals: Vec<At<Goal>>,
    pub(super) precision: Option<Target>,
    pub(super) variants: Vec<Variant>,
    pub(super) document: Document,
    pub(super) info: &'static Game,
    pub(super) meaning: Meaning,
}

/// The meaning of a file; `None` for an include, or if there are problems.
pub(super) fn meaning(
    root: &Node,
    read: &FileRead,
    (sources, library): (&mut Sources, &mut Library),
    options: &Options,
    problems: &mut Problems,
) -> Option<Found> {
    let table = root.as_table()?;
    if read.is_spreadsheet || include::is_include(table) {
        check_blocks(library, problems);
        return None;
    }
    let info = system(table, problems);
    let mut edits = Vec::new();
    for (flag, text) in &options.sets {
        let file = sources.add(flag, text.as_str());
        edits.extend(Edit::parse(file, text, problems));
    }
    for side in &options.tactics {
        edits.extend(side.edits(sources, problems));
    }
    let side = info.and_then(|info| info.parts.side);
    let mut document = assemble(root, library, side, &edits, problems);
    for side in &options.tactics {
        side.apply(&mut document, sources, problems);
    }
    for removal in &options.removed {
        removal.apply(&mut document, problems);
    }
    if options.reversed {
        document.sides.reverse();
    }
    let info = info?;
    refuse_tables(&document, info.parts, problems);
    read.check(info, library, problems);
    let read = if options.reversed { info.mirror } else { info.read };
    let meaning = read(&document, library, problems);
    let about = match &meaning {
        Some(meaning) => Some(meaning.engine.about()),
        None => goals::about(info, &document),
    };
    let goals = about.as_ref().map(|about| goals::goals(&document.goals, about, sources, problems));
    let run = &document.run;
    if let (Some(precision), Some(_)) = (&run.precision, &run.fights) {
        let message = "expected `fights` or `precision`, found both";
        let help =
            "`fights` is the number that is played, whatever it shows; `precision` says when it is enough";
        problems.add_help(precision.span, "run.precision", message, help);
    }
    let precision =
        about.as_ref().and_then(|about| goals::precision(run.precision.as_ref(), about, sources, problems));
    let meaning = meaning?;
    if let (Some(goals), Some(about)) = (&goals, &about) {
        goals::warn(goals, about, problems);
    }
    lint::warn(&document, info.parts, problems);
    let goals = goals.unwrap_or_default();
    let variants = variant::variants(&document.variants, sources);
    Some(Found { goals, precision, variants, document, info, meaning })
}

pub(super) fn scenario(
    found: Found,
    path: &Path,
    warnings: Vec<Problem>,
    sources: Sources,
    library: Library,
) -> Scenario {
    let Found { goals, precision, variants, document, info, meaning } = found;
    let stem = stem_of(path);
    let number = |field: &Option<At<u64>>| field.map(|field| field.value);
    let hash = hash_of(info, &meaning);
    Scenario {
        title: document.title.clone().unwrap_or_else(|| stem.clone()),
        stem,
        poor_play_on_purpose: document.poor_play_on_purpose,
        path: path.to_owned(),
        info,
        run: RunDefaults {
            fights: number(&document.run.fights),
            precision,
            seed: number(&document.run.seed),
            max_rounds: *meaning.engine.rounds().end(),
        },
        merged: OnceLock::new(),
        played: Vec::new(),
        hash,
        goals,
        variants,
        idle_rulings: meaning.idle_rulings,
        rules: meaning.engine,
        drawn: None,
        clever: None,
        warnings,
        sources,
        document,
        library,
        beside: Beside::default(),
        plain_hash: hash,
        plain_title: String::new(),
    }
}

/// Refuses the tables of a scenario that its game does not have.
fn refuse_tables(document: &Document, parts: &Parts, problems: &mut Problems) {
    for (key, table, info) in [("map", &document.map, parts.map), ("series", &document.series, parts.series)]
    {
        if let (Some(entry), None) = (table, info) {
            problems.add(entry.span, key, format!("{} has no `[{key}]`", parts.title));
        }
    }
}

pub(super) fn system(root: &Table, problems: &mut Problems) -> Option<&'static Game> {
    let value = &root.get("system")?.value;
    let name = value.as_text()?;
    let info = fray_play::game::find(name);
    if info.is_none() {
        let meant = did_you_mean(name, fray_play::game::games().iter().map(Game::name));
        let known: Vec<&str> = fray_play::game::games().iter().map(Game::name).collect();
        let message = format!("unknown system `{}`{meant}", fray_kit::sheet::declare::shown(name));
        problems.add_help(value.span, "system", message, format!("fray plays {}", known.join(", ")));
    }
    info
}

/// Checks the blocks of an include. It names no system, so they have to be right for one of them.
fn check_blocks(library: &Library, problems: &mut Problems) {
    let check = |info: &Game| {
        let mut problems = Problems::default();
        (info.check)(library, &mut problems);
        problems.sorted()
    };
    problems.extend(fray_play::game::games().iter().map(check).min_by_key(Vec::len).unwrap_or_default());
}

/// The problems of syntax and of meaning together, without those that may only be consequences of a
/// line that could not be read.
pub(crate) fn with_syntax(problems: Problems, syntax: Problems, sources: &Sources) -> Vec<Problem> {
    let syntax = syntax.sorted();
    let line = |problem: &Problem| (problem.span.file, sources.place(problem.span).1);
    let in_header = |problem: &Problem| {
        let text = sources.get(problem.span.file).map_or("", |source| &*source.text);
        text.lines().nth(line(problem).1 - 1).is_some_and(|text| text.trim_start().starts_with('['))
    };
    // After a broken header, keys are in the wrong table.
    let broken: Vec<Span> =
        syntax.iter().filter(|problem| in_header(problem)).map(|problem| problem.span).collect();
    let stands = |problem: &Problem| {
        syntax.is_empty()
            || !(problem.may_follow
                || syntax.iter().any(|other| line(other) == line(problem))
                || broken
                    .iter()
                    .any(|span| span.file == problem.span.file && span.start <= problem.span.start))
    };
    let mut all = Problems::default();
    all.extend(problems.sorted().into_iter().filter(stands));
    all.extend(syntax.iter().cloned());
    let mut all = all.sorted();
    // A column that is no key is wrong in every row, and told once.
    let unknown = |problem: &Problem| {
        let message = problem.message.split(" in ").next().unwrap_or_default().to_owned();
        message.starts_with("unknown key").then_some((problem.span, message))
    };
    let mut told = Vec::new();
    all.retain(|problem| {
        let of = unknown(problem);
        let is_new = of.as_ref().is_none_or(|of| !told.contains(of));
        told.extend(of);
        is_new
    });
    all
}
