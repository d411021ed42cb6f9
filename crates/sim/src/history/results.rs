//! The table of what a night found: a row for each metric of each point, with the sums that it is computed from.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::compare::MetricKind;
use crate::compare::stored::Seen;
use crate::stats::{FightSums, Interval, Moments, Rate};
use crate::tables::format::Number;

/// The result of a point in a night.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResult {
    /// The point.
    pub point: String,
    /// The date and time of its last fights, in UTC.
    pub date: String,
    /// The name of its game.
    pub system: String,
    /// The hash of its scenario.
    pub scenario_hash: String,
    /// The digest of the rules; empty if it is unknown.
    pub rules: String,
    /// The version of fray.
    pub fray: String,
    /// The seed.
    pub seed: u64,
    /// The number of fights.
    pub fights: u64,
    /// The signature of the tallies.
    pub signature: String,
    /// Its metrics, as goals write them, in the order of the tables.
    pub metrics: Vec<(String, Observed)>,
}

/// The observations of one metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed(pub(crate) Seen);

impl Observed {
    /// Returns the kind of the metric: a rate or a mean.
    #[must_use]
    pub fn kind(&self) -> MetricKind {
        self.0.kind()
    }

    /// Its value with its 95 % interval, where there is one.
    #[must_use]
    pub fn estimate(&self) -> Option<(f64, Interval)> {
        self.0.estimate()
    }
}

impl StoredResult {
    /// Returns the key that tells the result from others of its point.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str, u64) {
        (&self.point, &self.date, &self.signature, self.seed)
    }

    /// The day of its date.
    #[must_use]
    pub fn day(&self) -> &str {
        self.date.get(..10).unwrap_or(&self.date)
    }
}

/// The columns, in the order of the file.
pub const COLUMNS: [&str; 20] = [
    "point",
    "date",
    "metric",
    "kind",
    "value",
    "lo",
    "hi",
    "fights",
    "tries",
    "sum",
    "squares",
    "products",
    "tries_squared",
    "most_tries",
    "seed",
    "signature",
    "scenario_hash",
    "system",
    "rules",
    "fray",
];

/// Returns the results as a table.
///
/// # Panics
/// Never: a vector takes every byte.
#[must_use]
pub fn csv(all: &[StoredResult]) -> Vec<u8> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS).expect("a vector takes every byte");
    for kept in all {
        for (metric, Observed(seen)) in &kept.metrics {
            let estimate = seen.estimate();
            let number = |of: fn((f64, Interval)) -> f64| Number::new(estimate.map(of)).to_string();
            let [value, lo, hi] = [number(|it| it.0), number(|it| it.1.lo), number(|it| it.1.hi)];
            let sums = sums(seen);
            let cell = |n: Option<u128>| n.map_or_else(String::new, |n| n.to_string());
            let [fights, tries, sum, squares, products, tries_squared, most_tries] = sums.map(cell);
            let seed = kept.seed.to_string();
            csv.write_record([
                &kept.point,
                &kept.date,
                metric,
                seen.kind().word(),
                &value,
                &lo,
                &hi,
                &fights,
                &tries,
                &sum,
                &squares,
                &products,
                &tries_squared,
                &most_tries,
                &seed,
                &kept.signature,
                &kept.scenario_hash,
                &kept.system,
                &kept.rules,
                &kept.fray,
            ])
            .expect("a vector takes every byte");
        }
    }
    csv.into_inner().expect("a vector takes every byte")
}

/// The sums of a metric: fights, tries, sum, squares, products, squares of tries, most tries; those that its kind has.
fn sums(seen: &Seen) -> [Option<u128>; 7] {
    let none = None;
    let n = |n: u64| Some(u128::from(n));
    match *seen {
        Seen::Rate(_, Rate { events, n: tries }) => [n(tries), n(tries), n(events), none, none, none, none],
        Seen::Mean(_, Moments { n: tries, sum, squares }) => {
            [n(tries), n(tries), Some(sum), Some(squares), none, none, none]
        }
        Seen::ByFight(_, FightSums { fights, tries, sum, squares, products, tries_squared, most_tries }) => {
            [n(fights), n(tries), n(sum), Some(squares), Some(products), Some(tries_squared), n(most_tries)]
        }
    }
}

#[derive(Deserialize)]
struct Cells {
    point: String,
    date: String,
    metric: String,
    kind: String,
    fights: u64,
    tries: u64,
    sum: u128,
    squares: Option<u128>,
    products: Option<u128>,
    tries_squared: Option<u128>,
    most_tries: Option<u64>,
    seed: u64,
    signature: String,
    scenario_hash: String,
    system: String,
    rules: String,
    fray: String,
}

impl Cells {
    /// Returns the observations; `None` if the sums are none of this kind.
    fn observed(&self) -> Option<Observed> {
        let n = self.tries;
        let by_fight = self.products.is_some();
        let kind = match self.kind.as_str() {
            "ratio" if by_fight => MetricKind::RateOfTries,
            "ratio" => MetricKind::Rate,
            "count" => MetricKind::Mean,
            "value" => MetricKind::MeanOfObservations,
            _ => return None,
        };
        let narrow = |sum: u128| u64::try_from(sum).ok();
        Some(Observed(match (self.squares, self.products) {
            (None, _) if kind == MetricKind::Rate => {
                let events = narrow(self.sum).filter(|events| *events <= n)?;
                Seen::Rate(kind, Rate { events, n })
            }
            (Some(squares), None) => Seen::Mean(kind, Moments { n, sum: self.sum, squares }),
            (Some(squares), Some(products)) => {
                let (tries_squared, most_tries) = (self.tries_squared?, self.most_tries?);
                let (fights, sum) = (self.fights, narrow(self.sum)?);
                let sums = FightSums { fights, tries: n, sum, squares, products, tries_squared, most_tries };
                Seen::ByFight(kind, sums)
            }
            _ => return None,
        }))
    }
}

/// Reads a table of results.
///
/// # Errors
/// If it is none; the message names the file and its line.
pub fn read(path: &Path) -> Result<Vec<StoredResult>, String> {
    let wrong = |error: &dyn core::fmt::Display| format!("{}: {error}", path.display());
    let mut reader = csv::Reader::from_path(path).map_err(|error| wrong(&error))?;
    let mut all: Vec<StoredResult> = Vec::new();
    // A night may have a point twice, and other points in between.
    let mut places: BTreeMap<(String, String, String, u64), usize> = BTreeMap::new();
    for (row, cells) in reader.deserialize().enumerate() {
        let cells: Cells = cells.map_err(|error| wrong(&error))?;
        let Some(observed) = cells.observed() else {
            let metric = &cells.metric;
            return Err(wrong(&format!("row {}: these are no sums of `{metric}`", row + 1)));
        };
        let key = (cells.point.clone(), cells.date.clone(), cells.signature.clone(), cells.seed);
        let at = *places.entry(key).or_insert_with(|| {
            all.push(StoredResult {
                point: cells.point,
                date: cells.date,
                system: cells.system,
                scenario_hash: cells.scenario_hash,
                rules: cells.rules,
                fray: cells.fray,
                seed: cells.seed,
                // The first metrics are of fights.
                fights: cells.fights,
                signature: cells.signature,
                metrics: Vec::new(),
            });
            all.len() - 1
        });
        all[at].metrics.push((cells.metric, observed));
    }
    Ok(all)
}
