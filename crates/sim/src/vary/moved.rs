//! The metrics that moved between two versions of a scenario that was edited, and whether that is more than
//! luck.
//!
//! Both versions are played on the same dice. They are looked at while they are played, so that verdicts come
//! from confidence sequences, which hold at any time, with Holm's correction for all metrics.

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::metrics::Metric;
use super::sample::{Level, Sample};
use super::text::{bare_level, change};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::compare::{MetricKind, MetricName, TUNED_FOR};
use crate::play::run::CHUNK;
use crate::stats::ALPHA;
use crate::stats::difference::Difference;
use crate::stats::family::holm;
use crate::stats::sequential::Sequence;
use crate::tables::format::{Number, counted};

/// Whether a metric moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// It did, and not by luck.
    Real,
    /// The difference may be luck.
    Noise,
    /// It was equal in every fight.
    Same,
    /// There are too few fights to tell.
    Unknown,
}

impl Movement {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Noise => "noise",
            Self::Same => "same",
            Self::Unknown => "too few fights",
        }
    }
}

/// A metric in the version before and now.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Its name.
    pub named: MetricName,
    /// Its kind.
    pub kind: MetricKind,
    /// Its values before and now, in the fights that both versions have.
    pub levels: [Level; 2],
    /// The rise of the metric since the last version.
    pub difference: Option<Difference>,
    /// Whether it moved.
    pub movement: Movement,
}

impl Moved {
    /// The values before and now, and the difference with its error, as a reader sees them.
    #[must_use]
    pub fn texts(&self) -> [String; 3] {
        let [last, now] = self.levels.map(|level| bare_level(self.kind, level));
        let diff = self.difference.map_or_else(
            || "-".to_owned(),
            |difference| change(self.kind, difference.value, difference.reach()),
        );
        [last, now, diff]
    }
}

/// A row in JSON.
#[derive(Debug, Serialize)]
pub struct MovedRow {
    metric: String,
    last: Number,
    now: Number,
    diff: Number,
    lo: Number,
    hi: Number,
    verdict: &'static str,
}

/// Compares the metrics that both versions have, each with its metrics and fights. Only fights that both have
/// count, so that what is shown of them differs by the change.
#[must_use]
pub fn moved(last: (&[Metric], &Sample), now: (&[Metric], &Sample)) -> Vec<Moved> {
    let sequence = Sequence { alpha: ALPHA, tuned_for: TUNED_FOR };
    let fights = last.1.fights.min(now.1.fights);
    let [of_last, of_now] = [last.1.prefix(fights), now.1.prefix(fights)];
    let in_both = now.0.iter().enumerate().filter_map(|(at, metric)| {
        let is_it = |other: &Metric| other.named == metric.named && other.kind == metric.kind;
        Some((at, last.0.iter().position(is_it)?, metric))
    });
    let mut all: Vec<Moved> = in_both
        .map(|(at, in_last, metric)| {
            let estimate = of_now.difference(at, &of_last, in_last, metric);
            let movement = match estimate {
                Some(estimate) if estimate.equal => Movement::Same,
                Some(_) if fights >= CHUNK => Movement::Noise,
                _ => Movement::Unknown,
            };
            Moved {
                named: metric.named.clone(),
                kind: metric.kind,
                levels: [of_last.level(in_last, &last.0[in_last], None), of_now.level(at, metric, None)],
                difference: estimate.map(|estimate| estimate.at_any_time(sequence)),
                movement,
            }
        })
        .collect();
    let p: Vec<f64> = all.iter().map(|it| it.difference.map_or(1.0, |difference| difference.p)).collect();
    for (it, p) in all.iter_mut().zip(holm(&p)) {
        if it.movement == Movement::Noise && p <= ALPHA {
            it.movement = Movement::Real;
        }
    }
    all
}

/// The rows in JSON.
#[must_use]
pub fn rows(all: &[Moved]) -> Vec<MovedRow> {
    let row = |it: &Moved| MovedRow {
        metric: it.named.to_string(),
        last: Number::new(it.levels[0].value),
        now: Number::new(it.levels[1].value),
        diff: Number::new(it.difference.map(|difference| difference.value)),
        lo: Number::new(it.difference.map(|difference| difference.within.lo)),
        hi: Number::new(it.difference.map(|difference| difference.within.hi)),
        verdict: it.movement.word(),
    };
    all.iter().map(row).collect()
}

/// The table for the terminal: the metrics that moved in this number of fights of both versions, and those
/// that may have. Equal ones are only counted.
#[must_use]
pub fn render(all: &[Moved], fights: u64, look: Look) -> String {
    let fights = counted(fights, "fight");
    let mut lines = look.headings(&format!("SINCE THE LAST VERSION, in {fights} of both on the same dice"));
    let row = |it: &Moved| {
        let [last, now, diff] = it.texts();
        let cells = vec![last, now, diff, it.movement.word().to_owned()];
        GridRow { label: format!("  {}", shown(&it.named.to_string())), cells, notes: Vec::new() }
    };
    let rows: Vec<GridRow> = all.iter().filter(|it| it.movement != Movement::Same).map(row).collect();
    let n_same = all.len() - rows.len();
    if rows.is_empty() {
        lines.push("  nothing moved in any fight".to_owned());
    } else {
        let columns = ["last", "now", "change", ""].map(str::to_owned).to_vec();
        lines.extend(Grid { columns, rows }.lines(look));
        if n_same > 0 {
            let others = if n_same == 1 { "other is" } else { "others are" };
            lines.extend(indented(&format!("{n_same} {others} the same in every fight"), "  ", look.width));
        }
    }
    lines.join("\n") + "\n"
}
