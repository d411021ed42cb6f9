//! Estimates with their intervals, one below the other: a table in which each row has its marks between its
//! label and its value, so that labels are texts of the page and take the room that they need.

use askama::Template;

use super::{Axis, width_of};
use crate::page::Part;
use crate::tables::estimate;
use crate::theme::Color;

/// The most ticks of the axis, but for the base.
const TICKS: f64 = 4.0;

/// A row of a forest plot.
#[derive(Clone, Debug)]
pub struct ForestRow {
    /// The heading of the rows of one group; may be empty.
    pub group: String,
    /// The name of the estimated quantity.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// Its interval.
    pub within: Option<(f64, f64)>,
    /// Its colour.
    pub color: Color,
    /// The estimate as text, where it is not that of the axis.
    pub text: Option<String>,
}

impl ForestRow {
    /// A row of no group.
    #[must_use]
    pub fn new(label: impl Into<String>, value: f64, within: Option<(f64, f64)>, color: Color) -> Self {
        Self { group: String::new(), label: label.into(), value, within, color, text: None }
    }

    /// Says the estimate in these words.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Puts the row into a group.
    #[must_use]
    pub fn of(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }
}

/// A forest plot.
#[derive(Clone, Debug)]
pub struct Forest<'a> {
    /// The rows, from the top to the bottom. Those of a group stand together, where its first row is.
    pub rows: &'a [ForestRow],
    /// The values.
    pub axis: Axis,
    /// The heading of the labels; may be empty.
    pub of: &'a str,
    /// The title of the axis of values.
    pub title: &'a str,
    /// The value that means nothing, such as a difference of 0; always shown where there is one.
    pub base: Option<f64>,
    /// Whether each row has a bar from the base to its estimate.
    pub has_bars: bool,
    /// A share of which no value is beyond, such as 1 for rates.
    pub ends: Option<(f64, f64)>,
}

#[derive(Template)]
#[template(path = "forest.html")]
struct Drawn<'a> {
    of: &'a str,
    title: &'a str,
    base: Option<String>,
    ticks: Vec<Tick>,
    groups: Vec<DrawnGroup<'a>>,
}

struct Tick {
    at: String,
    /// On which side of its place the label stands at an end of the axis; empty for both.
    side: &'static str,
    label: String,
    /// Whether there is room for the label only where the chart is wide.
    is_extra: bool,
}

impl Tick {
    /// The classes of the label.
    fn classes(&self) -> String {
        let classes = [self.side, if self.is_extra { "extra" } else { "" }];
        classes.into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

struct DrawnGroup<'a> {
    name: &'a str,
    rows: Vec<DrawnRow<'a>>,
}

/// A row whose places are percents of the width.
struct DrawnRow<'a> {
    /// The label, in the parts between which a line may end.
    label: Vec<&'a str>,
    /// The estimate, then its interval, where the text may be broken.
    text: Vec<String>,
    color: Color,
    at: String,
    bar: Option<(String, String)>,
    whisker: Option<(String, String)>,
}

impl Forest<'_> {
    /// The chart.
    #[must_use]
    pub fn part(&self) -> Part {
        let (lo, hi) = self.span();
        let percent = |value: f64| (value.clamp(lo, hi) - lo) / (hi - lo) * 100.0;
        let place = |value: f64| format!("{:.1}", percent(value));
        let mut groups: Vec<DrawnGroup<'_>> = Vec::new();
        for row in self.rows {
            let base = self.base.unwrap_or(lo);
            let from = base.clamp(lo, hi).min(row.value);
            let width = percent(base.max(row.value)) - percent(from);
            let drawn = DrawnRow {
                label: row.label.split_inclusive(['.', '_']).collect(),
                text: parts(&row.text.clone().unwrap_or_else(|| estimate(row, self.axis))),
                color: row.color,
                at: place(row.value),
                bar: self.has_bars.then(|| (place(from), format!("{width:.1}"))),
                whisker: row.within.map(|(from, to)| (place(from), place(to))),
            };
            match groups.iter_mut().find(|group| group.name == row.group) {
                Some(group) => group.rows.push(drawn),
                None => groups.push(DrawnGroup { name: &row.group, rows: vec![drawn] }),
            }
        }
        let step = round_step((hi - lo) / TICKS);
        let first = (lo / step - 1e-9).ceil() as i64;
        let ticks = (first..).map(|n| n as f64 * step).take_while(|value| *value <= hi + step * 1e-9);
        let ticks =
            with_room(&ticks.map(|value| (percent(value), self.axis.label(value))).collect::<Vec<_>>());
        let base = self.base.filter(|base| lo <= *base).map(place);
        Part::of(&Drawn { of: self.of, title: self.title, base, ticks, groups })
    }

    /// Returns the ends of the axis: of all that is shown, with some room.
    fn span(&self) -> (f64, f64) {
        let values = self.rows.iter().flat_map(|row| {
            let (lo, hi) = row.within.unwrap_or((row.value, row.value));
            [row.value, lo, hi]
        });
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let (lo, hi) = self.base.map_or(none, |base| (base, base));
        let (lo, hi) = values.fold((lo, hi), |(lo, hi), value| (lo.min(value), hi.max(value)));
        let room = (hi - lo).max(1e-12) * 0.05;
        let (mut lo, mut hi) = (
            if self.base.is_none_or(|base| lo < base) { lo - room } else { lo },
            if self.base.is_none_or(|base| hi > base) || lo == hi { hi + room } else { hi },
        );
        if let Some((least, most)) = self.ends {
            (lo, hi) = (lo.max(least), hi.min(most));
        }
        if hi - lo < 1e-9 {
            hi = lo + 1.0;
        }
        (lo, hi)
    }
}

/// The width in pixels of the narrowest axis: beside others on a wide page, or on a telephone.
const NARROW: f64 = 80.0;
/// The width in pixels that an axis has at least where it is alone on a wide page.
const WIDE: f64 = 320.0;

/// Ticks with their labels, those at an end on the inner side of their places. Of labels that would lie on each
/// other on a narrow axis all but the first are for wide axes alone, or left out. Places are percents of the width.
fn with_room(ticks: &[(f64, String)]) -> Vec<Tick> {
    let side_of = |at: f64, label: &str| {
        let half = f64::from(width_of(label)) / 2.0 / NARROW * 100.0;
        match at {
            _ if at < half => "start",
            _ if at > 100.0 - half => "end",
            _ => "",
        }
    };
    let span = |(at, label): &(f64, String), width: f64| {
        let whole = f64::from(width_of(label)) / width * 100.0;
        let from = match side_of(*at, label) {
            "start" => *at,
            "end" => at - whole,
            _ => at - whole / 2.0,
        };
        // Numbers that touch read as one.
        (from, from + whole + 5.0 / width * 100.0)
    };
    let mut labelled: Vec<usize> = Vec::new();
    let mut n_always = 0;
    for width in [NARROW, WIDE] {
        for nth in 0..ticks.len() {
            let (from, to) = span(&ticks[nth], width);
            let is_free = labelled.iter().all(|other| {
                let other = span(&ticks[*other], width);
                other.1 <= from || to <= other.0
            });
            if is_free {
                labelled.push(nth);
            }
        }
        if width <= NARROW {
            n_always = labelled.len();
        }
    }
    let tick = |(nth, (at, label)): (usize, &(f64, String))| {
        let place = labelled.iter().position(|it| *it == nth);
        Tick {
            at: format!("{at:.1}"),
            side: side_of(*at, label),
            label: place.map_or_else(String::new, |_| label.clone()),
            is_extra: place.is_some_and(|place| place >= n_always),
        }
    };
    ticks.iter().enumerate().map(tick).collect()
}

/// A text in the parts between which a line may end: an estimate and its interval.
fn parts(text: &str) -> Vec<String> {
    match text.split_once(" (") {
        Some((value, within)) => vec![value.to_owned(), format!("({within}")],
        None => vec![text.to_owned()],
    }
}

/// The next of 1, 2 and 5 with zeros.
fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|n| n * unit).into_iter().find(|step| *step >= least).unwrap_or(10.0 * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::INK;

    /// Labels are never cut, and what rows share is said once.
    #[test]
    fn rows_of_a_group_stand_under_its_name_with_whole_labels() {
        let long = "weapons.Flame Lance of the Crimson Court.range";
        let row = |group: &str, label: &str| ForestRow::new(label, 0.1, Some((0.0, 0.2)), INK).of(group);
        let rows = [
            row("wizards / Sorceress", long),
            row("emulator / Ghoul", "hp"),
            row("wizards / Sorceress", "mp"),
        ];
        let forest = Forest {
            rows: &rows,
            axis: Axis::Percent,
            of: "",
            title: "points",
            base: Some(0.0),
            has_bars: false,
            ends: None,
        };
        let html = forest.part().to_string().replace("<wbr>", "");
        let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} in {html}"));
        assert_eq!(html.matches("wizards / Sorceress").count(), 1, "{html}");
        assert!(place(long) < place(">mp<") && place(">mp<") < place("emulator / Ghoul"), "{html}");
    }

    /// On no width does a label lie on another or leave the axis.
    #[test]
    fn labels_of_ticks_have_room() {
        let labelled = |axis: Axis, step: f64, hi: f64| {
            let n = (hi / step) as u32;
            let ticks: Vec<_> = (0..=n)
                .map(|n| f64::from(n) * step)
                .map(|value| (value / hi * 100.0, axis.label(value)))
                .collect();
            let told = with_room(&ticks);
            let of = |is_extra| -> Vec<String> {
                let some = told.iter().filter(|tick| !tick.label.is_empty() && tick.is_extra == is_extra);
                some.map(|tick| tick.label.clone()).collect()
            };
            (of(false), of(true))
        };
        let (always, extra) = labelled(Axis::Percent, 0.2, 0.72);
        assert_eq!((always, extra), (vec!["0%".into(), "40%".into()], vec!["20%".into(), "60%".into()]));
        let (always, extra) = labelled(Axis::Percent, 5.0, 12.4);
        assert_eq!((always, extra), (vec!["0%".into()], vec!["500%".into(), "1000%".into()]));
        assert_eq!(parts("-10.9 (-12.4 to -9.5)"), ["-10.9", "(-12.4 to -9.5)"]);
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        for (least, step) in [(0.03, 0.05), (0.011, 0.02), (7.0, 10.0), (1.0, 1.0)] {
            assert!((round_step(least) - step).abs() < 1e-9, "{least}");
        }
    }
}
