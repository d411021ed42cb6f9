//! The page of a batch: all its points, what misses a goal first, each with the page of its own.

use std::path::Path;

use fray_sim::measures::Verdict;
use fray_sim::output::held_partial_run;
use fray_sim::scenario::scenario_of_results;
use fray_sim::tables::format::counted;

use crate::chart::{Axis, ForestRow};
use crate::folder::{REPORT, ReportError};
use crate::heat::{self, HeatCell};
use crate::page::{Cell, Figure, Page, Part, Section, SortedTable, Table};
use crate::table_file::TableFile;
use crate::tables::{all_rows, estimate, named};
use crate::theme::{BAD, GOOD, INK, MUTED, series};
use crate::words;

const FILE: &str = "summary.csv";

/// A point of the batch.
struct BatchPoint {
    /// The scenario with its varied values.
    name: String,
    scenario: String,
    /// The varied values.
    values: Vec<String>,
    /// The first side.
    side: String,
    wins: Option<ForestRow>,
    rounds: Option<ForestRow>,
    /// Goals that are missed, open, and all; none where they are not kept.
    goals: Option<[usize; 3]>,
    /// Its page, if there is one.
    link: Option<String>,
}

impl BatchPoint {
    /// Where it stands when what failed comes first: missed goals, open ones, the others.
    fn rank(&self) -> u8 {
        match self.goals {
            Some([missed, ..]) if missed > 0 => 0,
            Some([_, open, _]) if open > 0 => 1,
            _ => 2,
        }
    }

    fn win_rate(&self) -> f64 {
        self.wins.as_ref().map_or(-1.0, |row| row.value)
    }
}

/// The page; none if the folder has no summary.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let keys = table.keys("side");
    let points = points(dir, &table, &keys)?;
    let mut sections = Vec::new();
    if let Some(missing) = TableFile::read(dir, "not_played.csv")? {
        sections.push(Section::new("Not played").table(&crate::tables::shown(&missing)));
    }
    if let Some(map) = map(&points, &keys) {
        sections.push(Section::new("Win rates at a glance").figures(&[map]));
    }
    sections.push(Section::new("All points").part(sorted(&points)).table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "batch", sections);
    let folder = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.into());
    page.title = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    page.lead = lead(&points).into_iter().collect();
    page.facts = vec!["± is half of a 95 % interval; < and > give one end of one.".into()];
    if points.iter().any(|point| point.link.is_none()) {
        page.facts
            .push("Points without a link have no page yet: fray report on their folders writes it.".into());
    }
    Ok(Some(page))
}

fn points(dir: &Path, table: &TableFile, keys: &[String]) -> Result<Vec<BatchPoint>, ReportError> {
    let [scenario, side] = [table.column("scenario")?, table.column("side")?];
    let found: Vec<_> = keys.iter().filter_map(|key| table.find(key)).collect();
    let mut points: Vec<BatchPoint> = Vec::new();
    for row in 0..table.rows.len() {
        let values: Vec<String> = found.iter().map(|at| table.text(row, *at).to_owned()).collect();
        let scenario = table.text(row, scenario).to_owned();
        // The sides of a point follow each other; the first stands for all.
        if points.last().is_some_and(|last| last.scenario == scenario && last.values == values) {
            continue;
        }
        let varied = keys.iter().zip(&values).filter(|(_, value)| !value.is_empty());
        let varied: Vec<_> = varied.map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let name = if varied.is_empty() {
            scenario.clone()
        } else {
            format!("{scenario}, {}", words::point(&varied))
        };
        let page = Path::new(&scenario).join(REPORT);
        // A folder of the point, and never one elsewhere.
        let is_inside = page.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        let link = is_inside && dir.join(&page).is_file();
        points.push(BatchPoint {
            name,
            values,
            side: table.text(row, side).to_owned(),
            wins: estimated(table, row, ["win_rate", "win_lo", "win_hi"])?,
            rounds: estimated(table, row, ["rounds_mean", "rounds_lo", "rounds_hi"])?,
            goals: if is_inside { goals(&dir.join(&scenario)) } else { None },
            link: link.then(|| href(&scenario)),
            scenario,
        });
    }
    Ok(points)
}

/// The address of the page of a point, from that of the batch.
fn href(scenario: &str) -> String {
    let mut address = String::from("./");
    for byte in scenario.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => address.push(byte as char),
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address + "/" + REPORT
}

/// The goals that the results in a folder miss, that they leave open, and all of them.
fn goals(dir: &Path) -> Option<[usize; 3]> {
    let scenario = scenario_of_results(dir).ok()?;
    let partial = held_partial_run(dir).ok()??.ok()?;
    let about = partial.of.about().ok()?;
    let verdicts = scenario.goals.iter().map(|goal| goal.value.verdict(&about, &partial.played.totals));
    let (mut missed, mut open) = (0, 0);
    for verdict in verdicts {
        missed += usize::from(verdict == Verdict::Missed);
        open += usize::from(verdict == Verdict::Undecided);
    }
    Some([missed, open, scenario.goals.len()])
}

fn estimated(table: &TableFile, row: usize, columns: [&str; 3]) -> Result<Option<ForestRow>, ReportError> {
    let [value, lo, hi] = columns;
    let [value, lo, hi] = [table.column(value)?, table.column(lo)?, table.column(hi)?];
    let within = table.number(row, lo)?.zip(table.number(row, hi)?);
    Ok(table.number(row, value)?.map(|value| ForestRow::new("", value, within, INK)))
}

/// How many points miss a goal, and which win rates are the lowest and the highest.
fn lead(points: &[BatchPoint]) -> Option<String> {
    let n = points.len();
    let points_are = counted(n as u64, "point");
    let judged: Vec<_> = points.iter().filter(|point| point.goals.is_some_and(|[.., all]| all > 0)).collect();
    let failed = judged.iter().filter(|point| point.rank() == 0).count();
    let open = judged.iter().filter(|point| point.rank() == 1).count();
    let goals = match (judged.len(), failed, open) {
        (0, ..) => String::new(),
        (all, 0, 0) if all == n => ": all goals are met".to_owned(),
        (_, 0, 0) => ": all goals that there are are met".to_owned(),
        (_, 0, open) => format!(": none misses a goal, {open} leave one open"),
        (_, failed, open) => {
            let open = if open > 0 { format!(", {open} leave one open") } else { String::new() };
            format!(": {failed} miss{} a goal{open}", if failed == 1 { "es" } else { "" })
        }
    };
    let with = points.iter().filter_map(|point| Some((point, point.wins.as_ref()?)));
    let lowest = with.clone().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let highest = with.max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let said =
        |(point, row): (&BatchPoint, &ForestRow)| format!("{}, {}", point.name, estimate(row, Axis::Percent));
    let ends = if n == 1 {
        format!("The first side wins {}.", estimate(lowest.1, Axis::Percent))
    } else {
        format!("The first side wins least often in {}, and most often in {}.", said(lowest), said(highest))
    };
    Some(format!("{points_are}{goals}. {ends}"))
}

/// All points, in the order that the reader chooses.
fn sorted(points: &[BatchPoint]) -> Part {
    let has_goals = points.iter().any(|point| point.goals.is_some_and(|[.., all]| all > 0));
    // Where the first side is the same in all points, the heading says it once.
    let side = points.first().map_or("", |point| point.side.as_str());
    let is_one_side = points.iter().all(|point| point.side == side);
    let wins = if is_one_side { format!("wins of {side}") } else { "wins".to_owned() };
    let mut heads = vec!["point".to_owned(), "goals".to_owned()];
    heads.extend((!is_one_side).then(|| "first side".to_owned()));
    let n_texts = heads.len();
    heads.extend([wins, "rounds".to_owned()]);
    let mut table = Table::new(n_texts, heads);
    table.label = "All points".into();
    for point in points {
        let text =
            |row: &Option<ForestRow>, axis| row.as_ref().map_or_else(String::new, |row| estimate(row, axis));
        let name = Cell::from(point.name.clone());
        let name = match &point.link {
            Some(link) => name.linked(link),
            None => name,
        };
        let goals = match point.goals {
            None | Some([.., 0]) => Cell::default(),
            Some([0, 0, _]) => Cell::word("pass", GOOD),
            Some([0, open, _]) => Cell::word(format!("{open} open"), MUTED),
            Some([missed, _, all]) => Cell::word(format!("{missed} of {all} fail"), BAD),
        };
        let mut cells = vec![name, goals];
        cells.extend((!is_one_side).then(|| Cell::from(point.side.clone())));
        cells.push(text(&point.wins, Axis::Percent).into());
        cells.push(text(&point.rounds, Axis::Number).into());
        table.row(cells);
    }
    let order = |of: &dyn Fn(usize, usize) -> core::cmp::Ordering| {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| of(*a, *b));
        order
    };
    let rounds = |at: usize| points[at].rounds.as_ref().map_or(-1.0, |row| row.value);
    let by_wins = |a: usize, b: usize| points[a].win_rate().total_cmp(&points[b].win_rate());
    let mut orders = vec![
        ("wins", order(&by_wins)),
        ("rounds", order(&|a, b| rounds(b).total_cmp(&rounds(a)))),
        ("name", order(&|a, b| words::natural(&points[a].name, &points[b].name))),
    ];
    if has_goals {
        orders
            .insert(0, ("goals", order(&|a, b| points[a].rank().cmp(&points[b].rank()).then(by_wins(a, b)))));
    }
    Part::of(&SortedTable::new(table, &orders))
}

/// Points of one shape as a map of their win rates: two varied keys, or names such as `party-vs-monster`.
fn map(points: &[BatchPoint], keys: &[String]) -> Option<Figure> {
    let shape = |point: &BatchPoint| -> Option<(String, String)> {
        if let ([a, b], [_, _]) = (point.values.as_slice(), keys) {
            return Some((a.clone(), b.clone()));
        }
        let between =
            ["-vs-", "_vs_", " vs ", "/"].into_iter().find(|between| point.scenario.contains(between))?;
        let (a, b) = point.scenario.split_once(between)?;
        point.values.iter().all(String::is_empty).then(|| (a.to_owned(), b.to_owned()))
    };
    let shapes: Vec<(String, String)> = points.iter().map(shape).collect::<Option<_>>()?;
    let distinct = |of: fn(&(String, String)) -> &String| {
        let mut names: Vec<&String> = Vec::new();
        for shape in &shapes {
            if !names.contains(&of(shape)) {
                names.push(of(shape));
            }
        }
        names
    };
    let (mut rows, mut columns) = (distinct(|shape| &shape.0), distinct(|shape| &shape.1));
    // Half of the cells at least are there; a list is no map.
    if rows.len() < 2 || columns.len() < 2 || points.len() * 2 < rows.len() * columns.len() {
        return None;
    }
    let is_turned = columns.len() > rows.len() && columns.len() > 12;
    if is_turned {
        (rows, columns) = (columns, rows);
    }
    let cell = |row: &String, column: &String| {
        let at = shapes
            .iter()
            .position(|(a, b)| if is_turned { (b, a) == (row, column) } else { (a, b) == (row, column) })?;
        let point = &points[at];
        let wins = point.wins.as_ref()?;
        Some(HeatCell {
            text: heat::percent(wins.value, wins.within),
            strength: wins.value,
            is_marked: point.rank() == 0,
            link: point.link.clone(),
        })
    };
    let told = rows.iter().map(|row| {
        let cells = columns.iter().map(|column| cell(row, column)).collect();
        (Cell::from((*row).clone()), series(0), cells)
    });
    let corner = match keys {
        [a, b] if is_turned => format!("{} \u{2193}   {} \u{2192}", words::axis(b), words::axis(a)),
        [a, b] => format!("{} \u{2193}   {} \u{2192}", words::axis(a), words::axis(b)),
        _ => String::new(),
    };
    let mut table = heat::table(&corner, columns.iter().map(|column| (*column).clone()), told);
    table.label = "Win rates of the first side".into();
    let widest = heat::widest(points.iter().map(|point| point.wins.as_ref().and_then(|row| row.within)));
    let marked = if points.iter().any(|point| point.rank() == 0) {
        " A frame marks points that miss a goal."
    } else {
        ""
    };
    Some(Figure::new("", format!("How often the first side wins. {widest}{marked}"), Part::table(&table)))
}
