//! The page of a batch: all its points, what misses a goal first, each with the page of its own. Points of one shape
//! are a table of win rates, too; what stands out is shown alone when its name is chosen.

use std::path::Path;

use fray_sim::output::held_partial_run;
use fray_sim::overview::{Mark, PointFigures, Shape, marks};
use fray_sim::scenario::scenario_of_results;
use fray_sim::stats::Interval;
use fray_sim::tables::format::{counted, exact_rate, thousands};

use crate::batch_map;
use crate::chart::{Axis, ForestRow};
use crate::folder::{REPORT, ReportError};
use crate::page::{Cell, Page, Part, Section, SortedTable, Table};
use crate::sifted::{Sifted, classes};
use crate::table_file::TableFile;
use crate::tables::{all_rows, estimate, named};
use crate::theme::{BAD, GOOD, INK, MUTED};
use crate::words;

const FILE: &str = "summary.csv";

/// The most bytes of the list of points; that of a larger batch has the points that stand out, the worst
/// first.
const MOST_BYTES: usize = 800_000;
/// The most rows of the summary that are on the page as they are.
const MOST_ROWS: usize = 500;

/// A point of the batch.
pub(crate) struct BatchPoint {
    /// The scenario with its varied values.
    pub(crate) name: String,
    pub(crate) scenario: String,
    /// The varied values.
    pub(crate) values: Vec<String>,
    /// The first side.
    side: String,
    pub(crate) wins: Option<ForestRow>,
    rounds: Option<ForestRow>,
    /// The figures of the point: win rate, rounds, goals.
    pub(crate) figures: PointFigures,
    /// The marks of the point: the ways in which it stands out among the others.
    pub(crate) marks: Vec<Mark>,
    /// Its page, if there is one.
    pub(crate) link: Option<String>,
}

impl BatchPoint {
    /// Returns where it stands when what failed comes first: missed goals, open ones, the others.
    pub(crate) fn rank(&self) -> u8 {
        match self.figures.goals {
            Some([missed, ..]) if missed > 0 => 0,
            Some([_, open, _]) if open > 0 => 1,
            _ if !self.marks.is_empty() => 2,
            _ => 3,
        }
    }

    pub(crate) fn win_rate(&self) -> f64 {
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
    let shape = batch_map::shape(&points, &keys);
    let mut parts = Vec::new();
    if let Some(shape) = &shape {
        parts.push(Part::of(&batch_map::map(&points, &keys, shape)));
        parts.push(Part::text(&batch_map::sentence(&points)));
    }
    let (list, note) = sorted(&points, shape.as_ref());
    parts.push(list);
    parts.extend(note.map(|note| Part::text(&note)));
    let of: Vec<&[Mark]> = points.iter().map(|point| point.marks.as_slice()).collect();
    let heading = if shape.is_some() { "All points at a glance" } else { "All points" };
    let mut section = Section::new(heading).part(Part::of(&Sifted::new(&of, parts)));
    if table.rows.len() <= MOST_ROWS {
        section = section.table(&all_rows(&table, FILE));
    } else {
        section =
            section.text(&format!("All columns of all points are in {FILE}, and in the tables beside it."));
    }
    sections.push(section);
    let mut page = named(dir, &table, "batch", sections);
    let folder = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.into());
    page.title = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    page.lead = lead(&points).into_iter().collect();
    page.facts = vec!["± is half of a 95 % interval; < and > give one end of one.".into()];
    if points.iter().any(|point| point.link.is_none()) {
        page.facts.push("Points without a link have no page yet; fray report FOLDER writes one.".into());
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
        let wins = estimated(table, row, ["win_rate", "win_lo", "win_hi"])?;
        let rounds = estimated(table, row, ["rounds_mean", "rounds_lo", "rounds_hi"])?;
        points.push(BatchPoint {
            name,
            values,
            side: table.text(row, side).to_owned(),
            figures: match is_inside.then(|| figures(&dir.join(&scenario))).flatten() {
                Some(figures) => figures,
                None => of_row(table, row, wins.as_ref(), rounds.as_ref())?,
            },
            wins,
            rounds,
            marks: Vec::new(),
            link: link.then(|| href(&scenario)),
            scenario,
        });
    }
    let all: Vec<PointFigures> = points.iter().map(|point| point.figures.clone()).collect();
    for (point, marks) in points.iter_mut().zip(marks(&all)) {
        point.marks = marks;
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

/// Returns the figures of the results in a folder, judged by the goals of their scenario; `None` if the
/// tallies are not kept.
fn figures(dir: &Path) -> Option<PointFigures> {
    let scenario = scenario_of_results(dir).ok()?;
    let partial = held_partial_run(dir).ok()??.ok()?;
    let about = partial.of.about().ok()?;
    Some(PointFigures::of(&about, &partial.played.totals, scenario.goals.iter().map(|goal| &goal.value)))
}

/// Returns the figures in a row of the summary.
fn of_row(
    table: &TableFile,
    row: usize,
    wins: Option<&ForestRow>,
    rounds: Option<&ForestRow>,
) -> Result<PointFigures, ReportError> {
    let count = |name: &str| -> Result<f64, ReportError> {
        let number = table.find(name).map(|at| table.number(row, at)).transpose()?;
        Ok(number.flatten().unwrap_or(0.0))
    };
    let (timeouts, fights) = (count("timeouts")?, count("fights")?);
    let wins = wins.and_then(|it| it.within.map(|(lo, hi)| (it.value, Interval { lo, hi })));
    Ok(PointFigures::of_summary(wins, rounds.map(|it| it.value), timeouts / fights.max(1.0)))
}

fn estimated(table: &TableFile, row: usize, columns: [&str; 3]) -> Result<Option<ForestRow>, ReportError> {
    let [value, lo, hi] = columns;
    let [value, lo, hi] = [table.column(value)?, table.column(lo)?, table.column(hi)?];
    let within = table.number(row, lo)?.zip(table.number(row, hi)?);
    Ok(table.number(row, value)?.map(|value| ForestRow::new("", value, within, INK)))
}

/// Returns how many points miss a goal, and which win rates are the lowest and the highest.
fn lead(points: &[BatchPoint]) -> Option<String> {
    let n = points.len();
    let points_are = counted(n as u64, "point");
    let judged: Vec<_> =
        points.iter().filter(|point| point.figures.goals.is_some_and(|[.., all]| all > 0)).collect();
    let failed = judged.iter().filter(|point| point.rank() == 0).count();
    let open = judged.iter().filter(|point| point.rank() == 1).count();
    let goals = match (judged.len(), failed, open) {
        (0, ..) => String::new(),
        (all, 0, 0) if all == n => ": all goals are met".to_owned(),
        (_, 0, 0) => ": every goal is met".to_owned(),
        (_, 0, open) => format!(": none misses a goal, {open} leave a goal undecided"),
        (_, failed, open) => {
            let open = if open > 0 { format!(", {open} leave a goal undecided") } else { String::new() };
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

/// All points, in the order that the reader chooses; of more than fit those that stand out, and how many there are.
fn sorted(all: &[BatchPoint], shape: Option<&Shape>) -> (Part, Option<String>) {
    // A row has some three hundred bytes, and its name up to three times.
    let bytes = |point: &BatchPoint| 300 + 3 * point.name.len();
    let mut kept: Vec<usize> = (0..all.len()).collect();
    let mut note = None;
    if shape.is_some() && all.iter().map(bytes).sum::<usize>() > MOST_BYTES {
        let by_wins = |a: usize, b: usize| all[a].win_rate().total_cmp(&all[b].win_rate());
        kept.sort_by(|a, b| all[*a].rank().cmp(&all[*b].rank()).then(by_wins(*a, *b)));
        let mut room = MOST_BYTES;
        let fits = |at: &usize| {
            room = room.saturating_sub(bytes(&all[*at]));
            room > 0
        };
        kept = kept.into_iter().take_while(fits).collect();
        kept.sort_unstable();
        note = Some(format!(
            "The list has the {} points that miss goals or stand out most; the table above has all {}.",
            thousands(kept.len() as u128),
            thousands(all.len() as u128)
        ));
    }
    let points: Vec<&BatchPoint> = kept.into_iter().map(|at| &all[at]).collect();
    let points = points.as_slice();
    let has_goals = points.iter().any(|point| point.figures.goals.is_some_and(|[.., all]| all > 0));
    // Where the first side is the same in all points, the heading says it once.
    let side = points.first().map_or("", |point| point.side.as_str());
    let is_one_side = points.iter().all(|point| point.side == side);
    let wins = if is_one_side { format!("wins of {side}") } else { "wins".to_owned() };
    let mut heads = vec!["point".to_owned(), "goals".to_owned()];
    heads.extend((!is_one_side).then(|| "first side".to_owned()));
    let n_texts = heads.len();
    heads.extend([wins, "rounds".to_owned()]);
    let has_losses = points.iter().any(|point| point.figures.deaths.is_some());
    heads.extend(has_losses.then(|| "somebody dies".to_owned()));
    let mut table = Table::new(n_texts, heads);
    table.label = "All points".into();
    for point in points {
        let text =
            |row: &Option<ForestRow>, axis| row.as_ref().map_or_else(String::new, |row| estimate(row, axis));
        // A line ends before an interval and not within it.
        let text = |row: &Option<ForestRow>, axis| text(row, axis).replace(" to ", "\u{a0}to\u{a0}");
        let name = Cell::from(point.name.clone());
        let name = match &point.link {
            Some(link) => name.linked(link),
            None => name,
        };
        let name = name.of_class(classes(&point.marks));
        let goals = match point.figures.goals {
            None | Some([.., 0]) => Cell::default(),
            Some([0, 0, _]) => Cell::word("pass", GOOD),
            Some([0, 1, 1]) => Cell::word("open", MUTED),
            Some([0, open, _]) => Cell::word(format!("{open} open"), MUTED),
            Some([1, _, 1]) => Cell::word("fail", BAD),
            Some([missed, _, all]) => Cell::word(format!("{missed} of {all} fail"), BAD),
        };
        let mut cells = vec![name, goals];
        cells.extend((!is_one_side).then(|| Cell::from(point.side.clone())));
        cells.push(text(&point.wins, Axis::Percent).into());
        cells.push(text(&point.rounds, Axis::Number).into());
        // No interval is known; none of a few fights is no proof.
        let deaths = |deaths: f64| match deaths {
            ..=0.0 => "none seen".to_owned(),
            1.0.. => "all seen".to_owned(),
            _ => exact_rate(deaths, 0),
        };
        cells.extend(has_losses.then(|| point.figures.deaths.map_or_else(String::new, deaths).into()));
        table.row(cells);
    }
    let order = |of: &dyn Fn(usize, usize) -> core::cmp::Ordering| {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| of(*a, *b));
        order
    };
    let rounds = |at: usize| points[at].rounds.as_ref().map_or(-1.0, |row| row.value);
    let by_wins = |a: usize, b: usize| points[a].win_rate().total_cmp(&points[b].win_rate());
    let by_rank = |a: usize, b: usize| points[a].rank().cmp(&points[b].rank()).then(by_wins(a, b));
    let orders = [
        (if has_goals { "goals and what stands out" } else { "what stands out" }, order(&by_rank)),
        ("wins", order(&by_wins)),
        ("rounds", order(&|a, b| rounds(b).total_cmp(&rounds(a)))),
        ("name", order(&|a, b| words::natural(&points[a].name, &points[b].name))),
    ];
    (Part::of(&SortedTable::new(table, &orders)), note)
}
