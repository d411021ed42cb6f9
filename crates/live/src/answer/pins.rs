//! The metrics that moved against the pinned versions, on the same dice.

use askama::Template;
use fray_sim::vary::moved::{Moved, Movement};

/// So many rows are shown at once.
const SHOWN: usize = 7;

/// The pinned versions beside each other.
#[derive(Debug, Template)]
#[template(path = "pins.html")]
pub(super) struct Pins {
    pub(super) pins: Vec<Pin>,
}

/// A pinned version.
#[derive(Debug)]
pub(super) struct Pin {
    name: String,
    /// Whether it is what is on the page.
    is_same: bool,
    /// The number of metrics that are the same in every fight.
    n_same: usize,
    /// The rows that are shown, and those that are folded.
    rows: [Vec<Row>; 2],
}

#[derive(Debug)]
struct Row {
    metric: String,
    cells: [String; 3],
    verdict: &'static str,
    /// The change and the ends of its interval about the middle, in percent of the width.
    span: Option<[f64; 3]>,
}

impl Pin {
    /// A version of this name.
    pub(super) fn new(name: &str, is_same: bool, all: &[Moved]) -> Self {
        let place = |it: &Moved| match it.movement {
            Movement::Real => 0,
            Movement::Noise => 1,
            Movement::Unknown | Movement::Same => 2,
        };
        let mut moved: Vec<&Moved> = all.iter().filter(|it| it.movement != Movement::Same).collect();
        moved.sort_by_key(|it| place(it));
        let mut shown: Vec<Row> = moved.into_iter().map(Row::of).collect();
        let n_same = all.len() - shown.len();
        let folded = shown.split_off(SHOWN.min(shown.len()));
        Self { name: name.to_owned(), is_same, n_same, rows: [shown, folded] }
    }
}

impl Row {
    fn of(it: &Moved) -> Self {
        let span = it.difference.map(|it| {
            let (lo, hi) = (it.within.lo, it.within.hi);
            let most = lo.abs().max(hi.abs()).max(f64::MIN_POSITIVE);
            [it.value, lo, hi].map(|end| 50.0 + 48.0 * end / most)
        });
        let span = span.filter(|span| span.iter().all(|end| end.is_finite()));
        Self { metric: it.named.to_string(), cells: it.texts(), verdict: it.movement.word(), span }
    }

    /// The name with places where a line may end.
    fn name(&self) -> String {
        self.metric.replace('/', "/\u{200b}").replace('(', "\u{200b}(")
    }

    fn class(&self) -> &'static str {
        if self.verdict == "real" { "real" } else { "noise" }
    }
}
