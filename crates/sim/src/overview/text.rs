//! A batch at a glance in the terminal: the win rates of a table of points, and what stands out about them.

use fray_kit::sheet::text::shown;
use unicode_width::UnicodeWidthStr;

use super::{Mark, PointFigures, Shape, marks};
use crate::card::text::{Look, indented, padded};
use crate::tables::format::counted;

/// Rows that are not parted into columns beside each other.
const SHORT: usize = 12;
/// Between tables beside each other.
const GAP: usize = 4;
/// The most names of points after what stands out about them.
const NAMED: usize = 6;
/// The longest name of a row.
const LONGEST: usize = 24;
/// The widest cell: `100!`.
const CELL: usize = 4;

/// The table of win rates of the first side; none if the points have no shape.
#[must_use]
pub fn grid(shape: &Shape, points: &[PointFigures], look: Look) -> String {
    let names: Vec<String> = shape.rows.iter().map(|name| cut(name, LONGEST)).collect();
    let heading = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let full: Vec<String> = shape.columns.iter().map(|name| cut(name, LONGEST)).collect();
    let widths = |heads: &[String]| heads.iter().map(|head| head.width().max(CELL)).collect::<Vec<_>>();
    let total = |widths: &[usize]| heading + widths.iter().map(|width| width + 2).sum::<usize>();
    let is_long = names.len() > SHORT;
    let beside = |total: usize| if is_long { ((look.width + GAP) / (total + GAP)).max(1) } else { 1 };
    let letters: Vec<String> = (0..full.len()).map(letter).collect();
    // Letters in the place of names where those do not fit, or where more rows fit beside each other.
    let (all, short) = (total(&widths(&full)), total(&widths(&letters)));
    let is_short = all > look.width || beside(short) > 2 * beside(all);
    let heads = if is_short { letters } else { full.clone() };
    let widths = widths(&heads);
    let mut lines = Vec::new();
    if is_short {
        let legend: Vec<String> =
            heads.iter().zip(&full).map(|(letter, name)| format!("{letter} {name}")).collect();
        lines.extend(indented(&legend.join("   "), "", look.width));
        lines.push(String::new());
    }
    // Columns that do not fit even so come in tables below each other.
    let mut first = 0;
    while first < heads.len() {
        let mut end = first + 1;
        while end < heads.len() && total(&widths[first..=end]) <= look.width {
            end += 1;
        }
        if first > 0 {
            lines.push(String::new());
        }
        let blocks = beside(total(&widths[first..end]));
        lines.extend(part(shape, points, look, (&names, heading), (&heads, &widths), first..end, blocks));
        first = end;
    }
    lines.join("\n") + "\n"
}

fn part(
    shape: &Shape,
    points: &[PointFigures],
    look: Look,
    (names, heading): (&[String], usize),
    (heads, widths): (&[String], &[usize]),
    columns: core::ops::Range<usize>,
    blocks: usize,
) -> Vec<String> {
    let head: String = columns.clone().map(|at| format!("  {}", right(&heads[at], widths[at]))).collect();
    let head = " ".repeat(heading) + &head;
    let row = |row: usize| {
        let cells = columns.clone().map(|column| {
            let width = widths[column];
            let point = shape.cells[row][column].map(|at| &points[at]);
            let Some((point, (rate, within))) = point.and_then(|it| Some((it, it.wins?))) else {
                return format!("  {}", right(if point.is_some() { "-" } else { "" }, width));
            };
            let text = whole_percent(rate, (within.lo, within.hi));
            let mark = if point.fails() { "!" } else { " " };
            format!("  {}", look.tinted(rate, &right(&format!("{text}{mark}"), width)))
        });
        padded(&names[row], heading) + &cells.collect::<String>()
    };
    let n_lines = names.len().div_ceil(blocks);
    let blocks = names.len().div_ceil(n_lines);
    let gap = " ".repeat(GAP);
    let mut lines = vec![vec![head; blocks].join(&gap).trim_end().to_owned()];
    for line in 0..n_lines {
        let places = (line..names.len()).step_by(n_lines);
        lines.push(places.map(row).collect::<Vec<_>>().join(&gap).trim_end().to_owned());
    }
    lines
}

/// Returns the marks in words, with the points that have them.
#[must_use]
pub fn standing_out(names: &[&str], points: &[PointFigures], look: Look, all: bool) -> String {
    let marks = marks(points);
    let mut lines = Vec::new();
    for mark in Mark::ALL {
        let mut of: Vec<usize> = (0..points.len()).filter(|at| marks[*at].contains(&mark)).collect();
        if of.is_empty() {
            continue;
        }
        let wins = |at: &usize| points[*at].wins.map_or(0.5, |(rate, _)| rate);
        let rounds = |at: &usize| points[*at].rounds.unwrap_or(0.0);
        let deaths = |at: &usize| points[*at].deaths.unwrap_or(0.0);
        of.sort_by(|a, b| match mark {
            Mark::Easy => wins(b).total_cmp(&wins(a)),
            Mark::Hard | Mark::Fails => wins(a).total_cmp(&wins(b)),
            Mark::Long => rounds(b).total_cmp(&rounds(a)),
            Mark::Swingy | Mark::Kills => deaths(b).total_cmp(&deaths(a)),
        });
        let shown_names = if all { of.len() } else { NAMED };
        let mut named: Vec<String> =
            of.iter().take(shown_names).map(|at| shown(names[*at]).into_owned()).collect();
        if of.len() > shown_names {
            named.push(format!("and {} more", of.len() - shown_names));
        }
        let label = format!("{} ({})", mark.word(), of.len());
        lines.extend(indented(&format!("{label}: {}", named.join(", ")), "  ", look.width));
    }
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" }
}

/// Returns how many points miss a goal, and how many leave one open; none where nobody has goals.
#[must_use]
pub fn goals(points: &[PointFigures]) -> Option<String> {
    let judged: Vec<[usize; 3]> =
        points.iter().filter_map(|it| it.goals).filter(|[.., all]| *all > 0).collect();
    let missed = judged.iter().filter(|[missed, ..]| *missed > 0).count();
    let open = judged.iter().filter(|[missed, open, _]| *missed == 0 && *open > 0).count();
    let n = counted(judged.len() as u64, "point");
    Some(match (judged.len(), missed, open) {
        (0, ..) => return None,
        (_, 0, 0) => format!("goals: all of {n} meet theirs"),
        (_, 0, open) => format!("goals: {open} of {n} leave a goal undecided"),
        (_, missed, 0) => format!("goals: {missed} of {n} miss one"),
        (_, missed, open) => format!("goals: {missed} of {n} miss one, {open} leave a goal undecided"),
    })
}

/// A rate of fights in whole percents, without the sign; what was always or never seen is a bound.
#[must_use]
pub fn whole_percent(rate: f64, (lo, hi): (f64, f64)) -> String {
    let percent = (rate * 100.0).round();
    match rate {
        ..=0.0 if lo < hi => format!("<{}", (hi * 100.0).ceil()),
        1.0.. if lo < hi => format!(">{}", (lo * 100.0).floor().min(99.0)),
        ..=0.0 => "0".to_owned(),
        1.0.. => "100".to_owned(),
        _ if percent <= 0.0 => "<1".to_owned(),
        _ if percent >= 100.0 => ">99".to_owned(),
        _ => percent.to_string(),
    }
}

/// A name of at most this width.
fn cut(name: &str, width: usize) -> String {
    let name = shown(name);
    if name.width() <= width {
        return name.into_owned();
    }
    let mut short = String::new();
    for c in name.chars() {
        if short.width() + 2 > width {
            break;
        }
        short.push(c);
    }
    short + "…"
}

fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

/// The letter of a column: A to Z, then A1, B1 and so on.
fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

#[cfg(test)]
mod tests {
    use super::super::shape::halves;
    use super::*;
    use crate::stats::Interval;

    fn points(parties: &[&str], monsters: usize) -> (Vec<String>, Vec<PointFigures>) {
        let names =
            parties.iter().flat_map(|party| (0..monsters).map(move |at| format!("{party}/monster-{at}")));
        let names: Vec<String> = names.collect();
        let point = |at: usize| {
            let rate = (at % 101) as f64 / 100.0;
            PointFigures::of_summary(
                Some((rate, Interval { lo: rate - 0.02, hi: rate + 0.02 })),
                Some(4.0),
                0.0,
            )
        };
        let all = (0..names.len()).map(point).collect();
        (names, all)
    }

    fn shown_at(width: usize, parties: &[&str], monsters: usize) -> String {
        let (names, points) = points(parties, monsters);
        let shape = Shape::of(names.iter().map(|name| halves(name))).expect("a table");
        grid(&shape, &points, Look { color: false, ascii: false, width })
    }

    #[test]
    fn a_grid_has_every_point_and_fits() {
        let parties = ["knights", "archers", "mixed", "veterans"];
        for width in [80, 120] {
            let text = shown_at(width, &parties, 60);
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
            assert!(text.contains("knights") && text.contains("monster-59"), "{text}");
            assert!(text.lines().count() <= 61, "{text}");
        }
        assert!(shown_at(120, &parties, 60).lines().count() < 40, "beside each other");
        // Twelve long names do not fit: letters stand for them.
        let long: Vec<String> = (0..12).map(|at| format!("a-party-of-number-{at}")).collect();
        let text = shown_at(80, &long.iter().map(String::as_str).collect::<Vec<_>>(), 30);
        assert!(
            text.lines().all(|line| line.width() <= 80) && text.contains("L a-party-of-number-11"),
            "{text}"
        );
        // A hundred columns come below each other.
        let many: Vec<String> = (0..100).map(|at| format!("p{at}")).collect();
        let text = shown_at(80, &many.iter().map(String::as_str).collect::<Vec<_>>(), 20);
        assert!(text.lines().all(|line| line.width() <= 80) && text.contains("p99"), "{text}");
    }
}
