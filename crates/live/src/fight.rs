//! A fight of a version, turn by turn, and the board on which it begins.

use askama::Template;
use fray_engine::roster::UnitId;
use fray_report::fight::{Fight, Grid, Scenes, scenes};
use fray_report::page::Part;
use fray_sim::find::find;
use fray_sim::measures::Criteria;
use fray_sim::play::trace::{Trace, trace};
use fray_sim::scenario::Scenario;
use fray_sim::totals::About;
use serde::Serialize;

use crate::form::toml;

/// The most turns that are shown.
const MOST_TURNS: usize = 600;
/// So many fights are looked through.
pub(crate) const SEARCHED: u64 = 10_000;
/// Stories are offered for so many units.
const MOST_TOLD: usize = 8;

/// The fights that are worth a look, each with its name and what `--find` takes.
#[derive(Debug, Template)]
#[template(path = "stories.html")]
pub(crate) struct Stories {
    /// Of every fight.
    common: Vec<(String, String)>,
    /// Of single units.
    of_units: Vec<(String, String)>,
}

impl Stories {
    /// The stories that can be asked for in this scenario.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let about = scenario.engine().about();
        let quoted = fray_kit::sheet::declare::quoted;
        let named = |(name, what): (&str, &str)| (name.to_owned(), what.to_owned());
        let mut common: Vec<(String, String)> =
            [("the usual one", "p50 rounds"), ("the shortest", "shortest"), ("the longest", "longest")]
                .map(named)
                .to_vec();
        let mut of_units = Vec::new();
        if let Some(side) = about.roster.sides.first() {
            let (name, id) = (&side.name, quoted(&side.name));
            common.push((format!("the luckiest for {name}"), format!("luckiest({id})")));
            common.push((format!("the unluckiest for {name}"), format!("unluckiest({id})")));
            common.push((format!("{name} lose with luck"), format!("loss({id}), luckiest({id})")));
            common.push((format!("{name} win without luck"), format!("win({id}), unluckiest({id})")));
            for unit in side.units.take(MOST_TOLD) {
                let unit = about.roster.unit(unit);
                let of = format!("{id}/{}", quoted(unit));
                // Not every game knows the dead.
                let lives = [format!("died({of}) = 0"), format!("standing({of})")];
                let lives = lives.into_iter().find(|it| parses(it, &about)).unwrap_or_default();
                of_units.push((format!("{name} lose but {unit} lives"), format!("loss({id}) and {lives}")));
                of_units
                    .push((format!("{name} win but {unit} falls"), format!("win({id}) and dropped({of})")));
            }
        }
        common.retain(|(_, what)| parses(what, &about));
        of_units.retain(|(_, what)| parses(what, &about));
        Self { common, of_units }
    }
}

fn parses(what: &str, about: &About) -> bool {
    Criteria::parse(what, about).is_ok()
}

/// A fight as it is played back: the page shows its items one after the other.
#[derive(Template)]
#[template(path = "fight.html")]
struct Played {
    title: String,
    fight: u64,
    seed: u64,
    ends: String,
    defs: String,
    key: String,
    items: Vec<Item>,
    /// The number of turns that are left out.
    left_out: usize,
    has_board: bool,
}

/// A turn, or the start.
struct Item {
    heading: String,
    /// The place of the turn in the fight: its number, round and unit; `The start` for the start.
    place: String,
    lines: Vec<String>,
    /// The board, if it changed, or how the units stand.
    stage: String,
}

/// The states of the units as a list, where there is no board.
#[derive(Template)]
#[template(
    source = "<ul class=\"stands\">{% for line in lines %}<li>{{ line }}</li>{% endfor %}</ul>",
    ext = "html"
)]
struct Stands<'a> {
    lines: &'a [String],
}

fn told<'a>(scenario: &'a Scenario, about: &'a About, trace: &'a Trace) -> Fight<'a> {
    Fight { title: &scenario.title, facts: &[], roster: &about.roster, health: about.health, trace }
}

fn traced(scenario: &Scenario, seed: u64, number: u64) -> Result<Trace, String> {
    trace(scenario.engine(), seed, number)
        .map_err(|broken| format!("fight {number} broke an invariant: {}", broken.message))
}

fn html(part: Option<Part>) -> String {
    part.map(|part| part.to_string()).unwrap_or_default()
}

/// Finds a fight, by its number or by what it is like, and plays it again; `name` is what a reader calls it. `None`, if
/// there is no such fight.
///
/// # Errors
/// If what is asked for cannot be read, or the fight broke an invariant.
pub(crate) fn fight(
    scenario: &Scenario,
    seed: u64,
    what: &str,
    name: Option<&str>,
) -> Result<Option<String>, String> {
    let about = scenario.engine().about();
    let number = what.parse().ok();
    let number = match number {
        Some(number) => number,
        None => {
            let criteria =
                Criteria::parse(what, &about).map_err(|error| error.with_text(what).to_string())?;
            let found = find(scenario.engine(), seed, 0..SEARCHED, &criteria);
            let found = found
                .map_err(|broken| format!("fight {} broke an invariant: {}", broken.fight, broken.message))?;
            let Some(found) = found else { return Ok(None) };
            found.fight
        }
    };
    let trace = traced(scenario, seed, number)?;
    let n_turns = trace.by_turn.turns.len();
    let Scenes { defs, start, board, turns, .. } = scenes(told(scenario, &about, &trace), MOST_TURNS);
    let has_board = board.is_some();
    let stage = |board: Option<Part>, stands: &[String]| match board {
        Some(board) => board.to_string(),
        None if has_board || stands.is_empty() => String::new(),
        None => Stands { lines: stands }.to_string(),
    };
    let left_out = n_turns.saturating_sub(turns.len());
    let n = turns.len();
    let begin = stage(board, &start);
    let first = Item { heading: "The start".into(), place: "The start".into(), lines: start, stage: begin };
    let items = turns.into_iter().enumerate().map(|(at, turn)| {
        let round = match turn.round {
            0 => "before the first round".to_owned(),
            round => format!("round {round}"),
        };
        let whose = if turn.heading.is_empty() { String::new() } else { format!(": {}", turn.heading) };
        Item {
            heading: format!("{}{}{whose}", round[..1].to_uppercase(), &round[1..]),
            place: format!("Turn {} of {n}, {round}{whose}", at + 1),
            stage: stage(turn.board, &turn.stands),
            lines: turn.lines,
        }
    });
    let [defs, key] = defs.map_or([None, None], |parts| parts.map(Some)).map(html);
    let of_number = || if what.parse::<u64>().is_ok() { format!("fight {what}") } else { what.to_owned() };
    let mut title = name.map_or_else(of_number, str::to_owned);
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let items = core::iter::once(first).chain(items).collect();
    let ends = trace.lines.last().cloned().unwrap_or_default();
    let played = Played { title, fight: number, seed, ends, defs, key, items, left_out, has_board };
    Ok(Some(played.to_string()))
}

/// The geometry of the squares on the board: its corner, a square, and the numbers of the columns and rows
/// that are shown, from the upper left one, as files have them.
#[derive(Serialize)]
struct Squares {
    corner: (f64, f64),
    square: (f64, f64),
    columns: Vec<u16>,
    rows: Vec<u16>,
}

impl Squares {
    fn of(Grid { corner, square, columns, rows, is_from_south }: Grid) -> Self {
        let rows = rows.0..rows.1;
        let rows = if is_from_south { rows.rev().collect() } else { rows.collect() };
        Self { corner, square, columns: (columns.0..columns.1).collect(), rows }
    }
}

/// The attributes with which the picture of a unit can be moved.
#[derive(Template)]
#[template(
    source = r##"<use href="#u{{ unit }}" data-key="u{{ unit }}" class="drag" tabindex="0" role="button" aria-label="{{ name }} stands at {{ value }}. The arrow keys move it." data-path="{{ path }}" data-place="{{ place }}" data-value="{{ value }}" data-at="[{{ across }}, {{ down }}]""##,
    ext = "html"
)]
struct Movable {
    unit: usize,
    name: String,
    path: String,
    /// The value that says where it stands, with `x` for its column and `y` for its row.
    place: String,
    /// That value as it is.
    value: String,
    /// The number of columns that are shown left of it.
    across: usize,
    /// The number of rows that are shown above it.
    down: usize,
}

/// The board of a scenario as its first fight begins, whose units can be moved where a value says where they stand;
/// empty, where there is none.
///
/// # Errors
/// If that fight broke an invariant.
pub(crate) fn board(scenario: &Scenario, seed: u64) -> Result<String, String> {
    let about = scenario.engine().about();
    let trace = traced(scenario, seed, 0)?;
    let Scenes { defs, board, grid, .. } = scenes(told(scenario, &about, &trace), 1);
    let [defs, key] = defs.map_or([None, None], |parts| parts.map(Some)).map(html);
    let mut board = html(board);
    if let Some(squares) = grid.map(Squares::of) {
        for unit in about.roster.everyone() {
            if let Some(it) = movable(scenario, &about, &squares, unit) {
                board = board.replace(&format!("<use href=\"#u{}\"", it.unit), &it.to_string());
            }
        }
        let of_page = Grounds { squares: serde_json::to_string(&squares).unwrap_or_default() }.to_string();
        board = board.replacen("role=\"img\"", &of_page, 1);
    }
    Ok(defs + &board + &key)
}

/// The attribute with which the board gives the places of its squares.
#[derive(Template)]
#[template(source = "data-grid=\"{{ squares }}\"", ext = "html")]
struct Grounds {
    squares: String,
}

fn movable(scenario: &Scenario, about: &About, squares: &Squares, unit: UnitId) -> Option<Movable> {
    let (name, side) = (about.roster.unit(unit), about.roster.units[unit.idx()].side);
    let side = about.roster.side(side);
    let quoted = fray_kit::sheet::declare::quoted;
    // Copies share what their file says.
    let of_file = name.split_once('#').map_or(name, |(name, _)| name);
    let owner = format!("{}/{}", quoted(side), quoted(of_file));
    let (path, value) = scenario.merged().iter().find_map(|it| {
        let key = it.path.strip_prefix(&owner)?;
        [".position", ".col"].contains(&key).then(|| (it.path.clone(), toml(&it.value)))
    })?;
    let inside = value.trim_matches(['[', ']']);
    let at: Vec<u16> = inside.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    let index = |all: &[u16], at: Option<&u16>| all.iter().position(|it| Some(it) == at).unwrap_or(0);
    let (across, down) = (index(&squares.columns, at.first()), index(&squares.rows, at.get(1)));
    let list = |x: &str, y: &str| {
        let rest = at.iter().skip(2).map(u16::to_string);
        format!("[{}]", [x.to_owned(), y.to_owned()].into_iter().chain(rest).collect::<Vec<_>>().join(", "))
    };
    let (place, value) = match (value.starts_with('['), at.as_slice()) {
        (true, [x, y, ..]) => (list("x", "y"), list(&x.to_string(), &y.to_string())),
        (false, [_]) => ("x".to_owned(), value),
        _ => return None,
    };
    Some(Movable { unit: unit.idx(), name: format!("{side}/{name}"), path, place, value, across, down })
}
