//! A fight of a version, turn by turn.

use fray_report::fight::{Fight, scenes};
use fray_sim::find::find;
use fray_sim::measures::Criteria;
use fray_sim::play::trace::trace;
use fray_sim::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// The most turns that are shown.
const MOST_TURNS: usize = 600;
/// So many fights are looked through.
const SEARCHED: u64 = 10_000;

/// Which fight is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum Which {
    /// Its number.
    Number(u64),
    /// What it is like, as `--find` takes it.
    Find(String),
}

#[derive(Serialize)]
struct SceneJson {
    round: u32,
    heading: String,
    lines: Vec<String>,
    board: String,
    changes: String,
    stands: Vec<String>,
}

/// Where squares are on the board: its corner, a square, the columns and rows that are shown.
#[derive(Serialize)]
struct GridJson {
    corner: (f64, f64),
    square: (f64, f64),
    columns: (u16, u16),
    rows: (u16, u16),
    is_from_south: bool,
}

/// A fight for the page.
#[derive(Serialize)]
pub(crate) struct FightJson {
    fight: u64,
    seed: u64,
    ends: String,
    defs: String,
    key: String,
    board: String,
    start: Vec<String>,
    /// The names of the units, in the order of their pieces.
    units: Vec<String>,
    grid: Option<GridJson>,
    turns: Vec<SceneJson>,
    /// The turns that are left out.
    left_out: usize,
}

/// Finds a fight and plays it again.
///
/// # Errors
/// If there is none, or it broke an invariant.
pub(crate) fn fight(scenario: &Scenario, seed: u64, which: &Which) -> Result<FightJson, String> {
    let engine = scenario.engine();
    let about = engine.about();
    let number = match which {
        Which::Number(number) => *number,
        Which::Find(what) => {
            let criteria =
                Criteria::parse(what, &about).map_err(|error| error.with_text(what).to_string())?;
            let found = find(engine, seed, 0..SEARCHED, &criteria);
            let found = found
                .map_err(|broken| format!("fight {} broke an invariant: {}", broken.fight, broken.message))?;
            found.ok_or_else(|| format!("none of the first {SEARCHED} fights is like that: {what}"))?.fight
        }
    };
    let trace = trace(engine, seed, number)
        .map_err(|broken| format!("fight {number} broke an invariant: {}", broken.message))?;
    let told = Fight {
        title: &scenario.title,
        facts: &[],
        roster: &about.roster,
        health: about.health,
        trace: &trace,
    };
    let scenes = scenes(told, MOST_TURNS);
    let text = |part: Option<fray_report::page::Part>| part.map(|part| part.to_string()).unwrap_or_default();
    let n_turns = trace.by_turn.turns.len();
    let [defs, key] = scenes.defs.map_or([None, None], |parts| parts.map(Some));
    Ok(FightJson {
        fight: number,
        seed,
        ends: trace.lines.last().cloned().unwrap_or_default(),
        defs: text(defs),
        key: text(key),
        board: text(scenes.board),
        start: scenes.start,
        units: about
            .roster
            .everyone()
            .map(|unit| {
                format!(
                    "{}/{}",
                    about.roster.side(about.roster.units[unit.idx()].side),
                    about.roster.unit(unit)
                )
            })
            .collect(),
        grid: scenes.grid.map(|grid| GridJson {
            corner: grid.corner,
            square: grid.square,
            columns: grid.columns,
            rows: grid.rows,
            is_from_south: grid.is_from_south,
        }),
        left_out: n_turns.saturating_sub(scenes.turns.len()),
        turns: scenes
            .turns
            .into_iter()
            .map(|scene| SceneJson {
                round: scene.round,
                heading: scene.heading,
                lines: scene.lines,
                board: text(scene.board),
                changes: scene.changes.unwrap_or_default(),
                stands: scene.stands,
            })
            .collect(),
    })
}
