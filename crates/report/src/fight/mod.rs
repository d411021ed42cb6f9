//! The page of one fight: its transcript round by round and turn by turn and, where units have places, the
//! board after each turn.
//!
//! `words` says what changed in a turn, `geometry` which part of the board is shown and where things are,
//! `picture` draws. A page that would be too heavy has its pictures after each round instead of each turn,
//! and if its lines alone are too many, those of the first and the last rounds.

mod geometry;
mod picture;
#[cfg(test)]
mod tests;
mod words;

use core::ops::Range;

use askama::Template;
use fray_engine::contract::Health;
use fray_engine::roster::{Roster, UnitId};
use fray_sim::luck::turning::{TurningPoint, course, turning_points, whose};
use fray_sim::play::trace::Trace;
use fray_sim::play::turns::{ByTurn, Stand, Turn};
use fray_sim::tables::format::thousands;

use crate::chart::{Axis, Line, Lines};
use crate::page::{Figure, Page, Part, Section, Table};
use crate::theme::series;
use geometry::Geometry;
use picture::Pictures;
use words::Words;

/// The most bytes of the rounds of a page; boards are left out to keep to it.
const MOST_BYTES: usize = 330_000;
/// The most cells of the table of health.
const MOST_CELLS: usize = 1_200;

/// The fight of a page.
#[derive(Clone, Copy, Debug)]
pub struct Fight<'a> {
    /// The title of its scenario.
    pub title: &'a str,
    /// The facts below the title, a line each: the scenario, changed values.
    pub facts: &'a [String],
    /// The sides and units of the fight.
    pub roster: &'a Roster,
    /// The kind of number that the health of units is: points left, or wounds taken.
    pub health: Health,
    /// The fight, turn by turn.
    pub trace: &'a Trace,
}

/// A turn, with the picture of the board after it.
#[derive(Template)]
#[template(path = "turn.html")]
struct TurnPart<'a> {
    heading: &'a str,
    lines: &'a [String],
    board: Option<Part>,
}

/// The detail at which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// The board after every turn in which something moved.
    Turns,
    /// The board after every round.
    Rounds,
    /// No board.
    Lines,
}

/// A fight with everything from which the sections of its page are made.
struct Story<'a> {
    fight: Fight<'a>,
    by_turn: &'a ByTurn,
    words: Words<'a>,
    pictures: Option<Pictures<'a>>,
    /// The turns of each round.
    rounds: Vec<Range<usize>>,
}

/// The page of a fight.
#[must_use]
pub fn page(fight: Fight<'_>) -> Page {
    let story = Story::of(fight);
    let Trace { seed, fight: number, lines, .. } = fight.trace;
    let mut facts = fight.facts.to_vec();
    facts.push(format!("Fight {number} of seed {seed}, exactly as a run of that seed counted it."));
    let mut sections = vec![story.start()];
    sections.extend(story.chances());
    sections.extend(story.course());
    sections.extend(story.health());
    Page {
        title: format!("{}: fight {number}", fight.title),
        facts,
        lead: lines.last().map(|line| capital(line) + ".").into_iter().collect(),
        first: Vec::new(),
        sections,
        footer: format!("Made by fray {}.", env!("CARGO_PKG_VERSION")),
    }
}

/// A fight as a row of scenes, to be played back.
#[derive(Debug)]
pub struct Scenes {
    /// The definitions that the pictures share, and their key; `None` if units have no places on a board.
    pub defs: Option<[Part; 2]>,
    /// The states of the units at the start, a line each.
    pub start: Vec<String>,
    /// The board at the start.
    pub board: Option<Part>,
    /// The places of its squares; `None` without a board.
    pub grid: Option<Grid>,
    /// The turns in order.
    pub turns: Vec<Scene>,
}

/// The places of the squares of a board in its pictures.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The upper left corner of the squares.
    pub corner: (f64, f64),
    /// The width and the height of a square.
    pub square: (f64, f64),
    /// The columns that are shown, from the first up to but not with the second, as files number them.
    pub columns: (u16, u16),
    /// The rows likewise.
    pub rows: (u16, u16),
    /// Whether the first row is the lowest.
    pub is_from_south: bool,
}

/// A turn.
#[derive(Debug)]
pub struct Scene {
    /// The round; 0 before the first.
    pub round: u32,
    /// The heading, which names the unit whose turn it is; may be empty.
    pub heading: String,
    /// The lines of its play-by-play.
    pub lines: Vec<String>,
    /// The board after it, where something changed on it.
    pub board: Option<Part>,
    /// The changes of the units in words; `None` if nothing changed.
    pub changes: Option<String>,
    /// The states of the units after it, a line each, where something changed.
    pub stands: Vec<String>,
}

/// The scenes of a fight, at most `most` of them.
#[must_use]
pub fn scenes(fight: Fight<'_>, most: usize) -> Scenes {
    let story = Story::of(fight);
    let stands = |stand: &Stand| -> Vec<String> {
        let units = fight.roster.everyone().zip(stand);
        units.map(|(unit, it)| format!("{}: {}", story.words.unit(unit), story.words.stand(it))).collect()
    };
    let start = &story.by_turn.start;
    let key = || fight.roster.everyone().map(|unit| story.words.unit(unit)).collect();
    let scene = |(i, turn): (usize, &Turn)| {
        let first = story.rounds.iter().find(|round| round.contains(&i)).map_or(i, |round| round.start);
        let before = story.before(i);
        let changes = turn.after.as_ref().and_then(|after| story.words.changes(before, after));
        Scene {
            round: turn.round,
            heading: story.heading(&story.by_turn.turns[first..i], turn),
            lines: turn.lines.clone(),
            board: turn.after.as_ref().and_then(|after| story.board(before, after, turn.by)),
            stands: turn.after.as_ref().filter(|_| changes.is_some()).map(stands).unwrap_or_default(),
            changes,
        }
    };
    Scenes {
        defs: story.pictures.as_ref().map(|pictures| [pictures.defs(), pictures.key(key())]),
        start: stands(start),
        board: story.pictures.as_ref().map(|pictures| pictures.picture("The start.", start, start, None)),
        grid: story.pictures.as_ref().map(|pictures| pictures.geometry.grid()),
        turns: story.by_turn.turns.iter().take(most).enumerate().map(scene).collect(),
    }
}

fn capital(line: &str) -> String {
    let mut chars = line.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

impl<'a> Story<'a> {
    fn of(fight: Fight<'a>) -> Self {
        let by_turn = &fight.trace.by_turn;
        let map = by_turn.map.as_ref();
        let words = Words { roster: fight.roster, map, health: fight.health };
        let pictures = map.map(|map| {
            let after = by_turn.turns.iter().filter_map(|turn| turn.after.as_ref());
            let stands: Vec<&Stand> = [&by_turn.start].into_iter().chain(after).collect();
            Pictures::new(Geometry::of(map, by_turn), fight.roster, fight.health, &stands)
        });
        let mut rounds: Vec<Range<usize>> = Vec::new();
        for (i, turn) in by_turn.turns.iter().enumerate() {
            match rounds.last_mut() {
                Some(last) if by_turn.turns[last.start].round == turn.round => last.end = i + 1,
                _ => rounds.push(i..i + 1),
            }
        }
        Self { fight, by_turn, words, pictures, rounds }
    }

    /// Returns who fights, and where they begin.
    fn start(&self) -> Section {
        let Self { by_turn: ByTurn { start, turns, .. }, words, fight, .. } = self;
        let unit = |(unit, stand): (UnitId, _)| {
            let side = fight.roster.side(fight.roster.units[unit.idx()].side);
            format!("{} of {side}: {}", fight.roster.unit(unit), words.stand(stand))
        };
        let units: Vec<String> = fight.roster.everyone().zip(start).map(unit).collect();
        let section = Section::new("The start");
        let Some(pictures) = &self.pictures else {
            let mut table = Table::new(2, ["unit", "side", "at the start"]);
            for (unit, stand) in fight.roster.everyone().zip(start) {
                let side = fight.roster.side(fight.roster.units[unit.idx()].side);
                table.row([fight.roster.unit(unit).to_owned(), side.to_owned(), words.stand(stand)]);
            }
            return section.table(&table);
        };
        let map = pictures.geometry.map;
        let size = if map.height == 1 {
            format!("A line of {} squares.", map.width)
        } else {
            format!("A board of {} by {} squares.", map.width, map.height)
        };
        let mut sentence = size;
        if pictures.geometry.is_part() {
            sentence += " The pictures show only the part that is used.";
        }
        let mut how =
            "A dotted line leads from where a unit was to where it is; a dashed ring marks whose turn it \
                       was; a unit that is crossed out is out of the fight."
                .to_owned();
        how += match fight.health {
            Health::Left => " The bar below a unit is its health.",
            Health::Wounds => " The number beside a unit counts its wounds.",
        };
        if pictures.has_levels() {
            how += " Numbers in corners are heights.";
        }
        let stands = || core::iter::once(start).chain(turns.iter().filter_map(|turn| turn.after.as_ref()));
        let mut spots = stands().flatten().filter_map(|unit| unit.spot);
        if spots.any(|spot| spot.z > pictures.geometry.floor(spot)) {
            how += " An arrow says how far above the ground a unit is.";
        }
        section
            .part(pictures.defs())
            .part(pictures.key(units))
            .text(&how)
            .part(pictures.picture(&sentence, start, start, None))
    }

    /// The chances after each turn, and the turns that moved them most; nothing where they were not kept.
    fn chances(&self) -> Option<Section> {
        let Fight { trace, roster, .. } = self.fight;
        let plays = self.by_turn.first_chances.as_ref()?.plays;
        let line = |side: usize| {
            let course = course(trace, side);
            let point = |(at, p): (Option<usize>, f64)| (at.map_or(0.0, |at| at as f64 + 1.0), p, None);
            let label = roster.sides[side].name.clone();
            Line { color: series(side), label, points: course.into_iter().map(point).collect() }
        };
        let lines: Vec<Line> = (0..roster.sides.len()).map(line).collect();
        let chart =
            Lines { lines: &lines, x_title: "after turn", y: Axis::Percent, levels: &[], height: 220 };
        let side = &roster.sides[0].name;
        let sentence = format!(
            "The chance of each side to win before the first roll and after each turn, of {} fights played on from \
             there with other dice.",
            thousands(plays.into())
        );
        let points = turning_points(trace);
        let mut table = Table::new(2, ["turn", "what happened", "chance"].map(ToOwned::to_owned));
        for TurningPoint { turns, before, after } in points {
            let turns = &self.by_turn.turns[turns];
            let told: Vec<&str> = turns.iter().flat_map(|turn| &turn.lines).map(|line| line.trim()).collect();
            let moved = format!("{:.0}% to {:.0}%", before * 100.0, after * 100.0);
            table.row([whose(turns, roster), told.join("; "), moved]);
        }
        let figure = Figure::new("", sentence, chart.svg());
        let text = format!("The turns that moved the chance of {side} most:");
        Some(Section::new("Turning points").figures(&[figure]).text(&text).table(&table))
    }

    /// The rounds, with as much detail as a page can bear.
    fn course(&self) -> Vec<Section> {
        let all = 0..self.rounds.len();
        for detail in [Detail::Turns, Detail::Rounds] {
            let sections: Vec<Section> = all.clone().map(|at| self.round(at, detail)).collect();
            if sections.iter().map(Section::n_bytes).sum::<usize>() <= MOST_BYTES {
                return sections;
            }
            if self.pictures.is_none() {
                break;
            }
        }
        self.ends()
    }

    /// As many of the first and of the last rounds as a page can bear, without pictures.
    fn ends(&self) -> Vec<Section> {
        let n_rounds = self.rounds.len();
        let mut weighed = 0;
        let mut take = |at: usize, most: usize| {
            let section = self.round(at, Detail::Lines);
            weighed += section.n_bytes();
            (weighed <= most).then_some(section)
        };
        let mut first: Vec<Section> = (0..n_rounds).map_while(|at| take(at, MOST_BYTES / 2)).collect();
        let rest = first.len()..n_rounds;
        let mut last: Vec<Section> = rest.clone().rev().map_while(|at| take(at, MOST_BYTES)).collect();
        let left_out = rest.start..rest.end - last.len();
        if !left_out.is_empty() {
            let n = thousands((left_out.len() as u64).into());
            let text = format!(
                "They are left out here; `fray trace --fight {}` prints them.",
                self.fight.trace.fight
            );
            first.push(Section::new(format!("{n} more rounds")).text(&text));
        }
        last.reverse();
        first.extend(last);
        first
    }

    /// The states of the units before a turn.
    fn before(&self, turn: usize) -> &'a Stand {
        let by_turn = self.by_turn;
        by_turn.turns[..turn].iter().rev().find_map(|turn| turn.after.as_ref()).unwrap_or(&by_turn.start)
    }

    fn round(&self, at: usize, detail: Detail) -> Section {
        let turns = self.rounds[at].clone();
        let heading = match self.by_turn.turns[turns.start].round {
            0 => "Before the first round".to_owned(),
            round => format!("Round {round}"),
        };
        let mut section = Section::new(heading);
        for i in turns.clone() {
            let turn = &self.by_turn.turns[i];
            let heading = self.heading(&self.by_turn.turns[turns.start..i], turn);
            let board = match (detail, &turn.after) {
                (Detail::Turns, Some(after)) => self.board(self.before(i), after, turn.by),
                _ => None,
            };
            section = section.part(Part::of(&TurnPart { heading: &heading, lines: &turn.lines, board }));
        }
        let last = self.by_turn.turns[turns.clone()].iter().rev().find_map(|turn| turn.after.as_ref());
        if let (Detail::Rounds, Some(after)) = (detail, last)
            && let Some(board) = self.board(self.before(turns.start), after, None)
        {
            section = section.part(board);
        }
        section
    }

    /// The heading of a turn, which names its unit.
    fn heading(&self, before: &[Turn], turn: &Turn) -> String {
        let Some(by) = turn.by else { return String::new() };
        let name = self.words.unit(by);
        // Something came between the parts of its activation.
        let goes_on = before.iter().any(|it| (it.activation, it.by) == (turn.activation, turn.by));
        if goes_on { format!("{name} goes on") } else { name }
    }

    /// The board after something changed on it.
    fn board(&self, before: &Stand, after: &Stand, by: Option<UnitId>) -> Option<Part> {
        let sentence = self.words.changes(before, after)?;
        Some(self.pictures.as_ref()?.picture(&sentence, before, after, by))
    }

    /// The health of all units after each round.
    fn health(&self) -> Option<Section> {
        let Self { fight: Fight { roster, health, .. }, words, by_turn, .. } = self;
        let last = |round: &Range<usize>| {
            let turns = &by_turn.turns[round.clone()];
            Some((turns[0].round, turns.iter().rev().find_map(|turn| turn.after.as_ref())?))
        };
        let mut after: Vec<(u32, &Stand)> = self.rounds.iter().filter_map(last).collect();
        // In a page's space, and with the last of them.
        let step = (after.len() * roster.units.len()).div_ceil(MOST_CELLS).max(1);
        let n = after.len();
        let mut at = 0..;
        after.retain(|_| at.next().is_some_and(|i| (n - 1 - i).is_multiple_of(step)));
        let (&(_, end), start) = (after.last()?, &by_turn.start);
        let sum = |side: usize, stand: &Stand| -> u64 {
            let units = stand.iter().zip(&roster.units).filter(|(_, unit)| unit.side.idx() == side);
            let standing = units.filter(|(unit, _)| unit.is_standing || *health == Health::Wounds);
            standing.map(|(unit, _)| u64::from(unit.health)).sum()
        };
        let first = by_turn.turns.first().map_or(0, |turn| turn.round.saturating_sub(1));
        let line = |side: usize| {
            let points = [(first, start)].into_iter().chain(after.iter().copied());
            let point = |(round, stand): (u32, &Stand)| (f64::from(round), sum(side, stand) as f64, None);
            let label = roster.sides[side].name.clone();
            Line { color: series(side), label, points: points.map(point).collect() }
        };
        let sides = 0..roster.sides.len();
        let lines: Vec<Line> = sides.clone().map(line).collect();
        let what = match health {
            Health::Left => "Health",
            Health::Wounds => "Wounds",
        };
        let each = sides.clone().map(|side| {
            format!("{} from {} to {}", roster.sides[side].name, sum(side, start), sum(side, end))
        });
        let sentence = format!(
            "{what} of each side, at the start and after each round: {}.",
            each.collect::<Vec<_>>().join(", ")
        );
        let chart =
            Lines { lines: &lines, x_title: "after round", y: Axis::Number, levels: &[], height: 220 };
        let names = roster.everyone().map(|unit| words.unit(unit));
        let mut table = Table::new(1, ["after round".to_owned()].into_iter().chain(names))
            .folded("As a table: how each unit stands");
        for (round, stand) in [(first, start)].into_iter().chain(after.iter().copied()) {
            let name = if core::ptr::eq(stand, start) { "start".to_owned() } else { round.to_string() };
            table.row([name].into_iter().chain(stand.iter().map(|unit| words.stand(unit))));
        }
        let figure = Figure::new("", sentence, chart.svg()).table(table);
        Some(Section::new(format!("{what} by round")).figures(&[figure]))
    }
}
