//! The table of what was measured.

use core::fmt;
use std::collections::BTreeMap;

use fray_sim::stats::beta::{Unit, tails};
use fray_sim::stats::difference::two_sided_normal;
use fray_sim::stats::family::holm;
use fray_sim::stats::rate::clopper_pearson;
use fray_sim::stats::{FightSums, Interval};

/// No interval may cover significantly less than this.
const LEAST: f64 = 0.94;

/// The probability that a table of right intervals is called wrong.
const ALARM: f64 = 0.01;

/// Fewer tries than this say nothing of a row as a whole.
const FEW_TRIES: u64 = 100;

/// Whether intervals of one try held the truth: of a kind each, with the name of what they are of.
#[derive(Default)]
pub(super) struct Seen(Vec<(String, String, bool)>);

impl Seen {
    /// Adds an interval, and what it should hold.
    pub(super) fn add(&mut self, kind: impl Into<String>, name: impl Into<String>, of: Interval, truth: f64) {
        // A truth that was summed up in floats is known to some digits less than all.
        let near = 1e-9 * truth.abs().max(1e-3);
        self.0.push((kind.into(), name.into(), of.lo - near <= truth && truth <= of.hi + near));
    }
}

impl Seen {
    /// Adds what may be printed and was not: it claims nothing, and so holds whatever is true.
    pub(super) fn add_none(&mut self, kind: impl Into<String>, name: impl Into<String>) {
        self.0.push((kind.into(), name.into(), true));
    }
}

/// The intervals of one kind of a verb in a game.
#[derive(Default)]
struct Of {
    /// Those that held, over tries: intervals of one try hang together.
    over_tries: FightSums,
    /// By name: tries, and those that held.
    by_name: BTreeMap<String, [u64; 2]>,
}

/// What was measured, by game, verb and kind.
#[derive(Default)]
pub(super) struct Table {
    game: String,
    verb: String,
    all: BTreeMap<[String; 3], Of>,
}

impl Table {
    /// What is added from now on is of this game and verb.
    pub(super) fn begin(&mut self, game: &str, verb: &str) {
        (self.game, self.verb) = (game.to_owned(), verb.to_owned());
    }

    /// Adds one try.
    pub(super) fn add(&mut self, seen: Seen) {
        let mut of_try: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for (kind, name, held) in seen.0 {
            let of_kind = self.of(&kind).by_name.entry(name).or_default();
            for [tries, all] in [of_kind, of_try.entry(kind).or_default()] {
                *tries += 1;
                *all += u64::from(held);
            }
        }
        for (kind, [n, held]) in of_try {
            self.of(&kind).over_tries.add(held, n);
        }
    }

    /// Adds what was counted elsewhere.
    pub(super) fn add_counted(&mut self, kind: &str, name: &str, tries: u64, held: u64) {
        let of = self.of(kind);
        of.over_tries.add_equal(held, 1, 1);
        of.over_tries.add_equal(tries - held, 0, 1);
        let of_name = of.by_name.entry(name.to_owned()).or_default();
        *of_name = [of_name[0] + tries, of_name[1] + held];
    }

    fn of(&mut self, kind: &str) -> &mut Of {
        self.all.entry([self.game.clone(), self.verb.clone(), kind.to_owned()]).or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The rows, each with its worst interval.
    fn rows(&self) -> Vec<Row<'_>> {
        let each = || self.all.values().flat_map(|of| of.by_name.values());
        let p: Vec<f64> = each().map(|&[n, held]| at_most(held, n, LEAST)).collect();
        let mut adjusted = holm(&p).into_iter();
        let mut rows = Vec::new();
        for ([game, verb, kind], of) in &self.all {
            let named: Vec<(&str, [u64; 2], f64)> = of
                .by_name
                .iter()
                .zip(&mut adjusted)
                .map(|((name, counts), p)| (name.as_str(), *counts, p))
                .collect();
            let share = |[n, held]: [u64; 2]| held as f64 / n as f64;
            let worst = *named.iter().min_by(|a, b| share(a.1).total_cmp(&share(b.1))).expect("an interval");
            rows.push(Row { of: [game, verb, kind], all: &of.over_tries, n: named.len(), worst });
        }
        rows
    }

    /// The rows of the present game and verb as text.
    pub(super) fn of_verb(&self) -> String {
        let is_it = |row: &&Row<'_>| *row.of[0] == self.game && *row.of[1] == self.verb;
        self.rows().iter().filter(is_it).map(|row| format!("{row}\n")).collect()
    }

    /// The rows that cover significantly less than 94 %.
    pub(super) fn low(&self) -> Vec<String> {
        let n = self.all.len();
        self.rows().iter().filter(|row| row.is_low(n)).map(ToString::to_string).collect()
    }
}

/// A row of the table.
struct Row<'a> {
    of: [&'a String; 3],
    all: &'a FightSums,
    n: usize,
    /// The interval that covers least: its name, its tries and those that held, and the chance of no more
    /// where it covers 94 %, adjusted for all intervals of the table (Holm).
    worst: (&'a str, [u64; 2], f64),
}

impl Row<'_> {
    /// Returns whether an interval covers significantly less than 94 %, or all of the row do together, corrected for
    /// `n` rows (Bonferroni).
    fn is_low(&self, n: usize) -> bool {
        let spread = self.all.variance().unwrap_or(0.0).sqrt();
        let z = (self.all.ratio().unwrap_or(1.0) - LEAST) / spread;
        let all_are_low =
            self.all.fights >= FEW_TRIES && spread > 0.0 && two_sided_normal(z) < 2.0 * ALARM / n as f64;
        self.worst.2 < ALARM || z < 0.0 && all_are_low
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [game, verb, kind] = self.of;
        let (name, [tries, held], p) = self.worst;
        let Interval { lo, hi } = clopper_pearson(held, tries, 0.05);
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        write!(
            f,
            "{game} | {verb} | {kind} | {} | {} | {} | {name}: {held} of {tries}, {} to {}{}",
            self.n,
            self.all.tries,
            percent(self.all.ratio().unwrap_or(1.0)),
            percent(lo),
            percent(hi),
            if p < ALARM { " LOW" } else { "" }
        )
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "game | verb | kind | intervals | tries | held % | the worst: held, exact 95 % interval"
        )?;
        self.rows().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

/// The probability of at most `k` events among `n` with probability `p`.
fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 1.0 } else { tails((k + 1) as f64, (n - k) as f64, Unit::new(p)).1 }
}
