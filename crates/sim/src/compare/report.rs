//! Writes a comparison: as rows of CSV, as JSON, and as text for the terminal.

use std::io::{self, Write as _};

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::{Compared, Comparison, MetricName, Until};
use crate::card::text::{Grid, GridRow, Look, indented, name};
use crate::stats::sequential::Verdict;
use crate::tables::format::{
    Number, counted, decimals, difference as with_half, fixed, rate_of_fights, thousands,
};
use crate::tables::json::{Escaped, Versioned};
use crate::tables::rows::row;
use crate::tables::rows::{Point, Stop, write_csv};

/// The most metrics of a side or unit that are named where only one scenario has them; of more their number is said.
const FEW: usize = 3;

row! {
    /// A metric of two scenarios.
    "compare" CompareRow {
        /// The metric.
        metric: &'a str,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// The side; none for the fight.
        side: Option<&'a str>,
        /// The unit; none for a side or the fight.
        unit: Option<&'a str>,
        /// The rate or mean of A.
        a: Number,
        /// The rate or mean of B.
        b: Number,
        /// The difference, B minus A.
        diff: Number,
        /// The lower end of the difference's 95 % interval.
        lo: Number,
        /// The upper end of the difference's 95 % interval.
        hi: Number,
        /// The p-value of the difference, not adjusted for the number of metrics.
        p_value: Number,
        /// The variance reduction factor: how many times fewer pairs than independent fights are needed.
        vrf: Number,
        /// `different`, `same` or `undecided`.
        verdict: &'static str,
        /// The difference with luck taken out, where that saves a fifth of the pairs or more; of the metric that the
        /// verdict is about.
        diff_adjusted: Number,
        /// The lower end of its 95 % interval.
        diff_adjusted_lo: Number,
        /// The upper end of its 95 % interval.
        diff_adjusted_hi: Number,
    }
}

/// The word for a verdict.
#[must_use]
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Different => "different",
        Verdict::Same => "same",
        Verdict::Undecided => "undecided",
    }
}

/// A comparison with what is needed to describe it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The name of A.
    pub a: &'a str,
    /// The name of B.
    pub b: &'a str,
    /// The system of A.
    pub system: &'a str,
    /// A line that says how many pairs of which seed were played.
    pub played: &'a str,
    /// Whether A and B do not share dice.
    pub is_independent: bool,
    /// Whether B is A with its sides listed the other way round.
    pub is_mirror: bool,
    /// The comparison.
    pub compared: &'a Comparison,
}

#[derive(Serialize)]
struct Object<'a> {
    a: &'a str,
    b: &'a str,
    pairs: u64,
    verdict: &'static str,
    more_fights: Option<u64>,
    metrics: Vec<CompareRow<'a>>,
}

impl Report<'_> {
    /// The rows, in the order of tables.
    #[must_use]
    pub fn rows(&self) -> Vec<CompareRow<'_>> {
        let compared = self.compared;
        let mut rows: Vec<CompareRow<'_>> = compared.metrics.iter().map(row_of).collect();
        if let (Some(sharper), Some(within)) = (compared.sharper, compared.sharper_interval()) {
            let primary = &mut rows[compared.primary];
            primary.diff_adjusted = Number::from(sharper.value);
            primary.diff_adjusted_lo = Number::from(within.lo);
            primary.diff_adjusted_hi = Number::from(within.hi);
        }
        rows
    }

    /// Writes the object of `--json`.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_json(&self, to: impl io::Write) -> io::Result<()> {
        let mut to = Escaped(to);
        let Comparison { pairs, more, .. } = *self.compared;
        let object = Object {
            a: self.a,
            b: self.b,
            pairs,
            verdict: word(self.compared.verdict()),
            more_fights: more,
            metrics: self.rows(),
        };
        serde_json::to_writer(&mut to, &Versioned::new(&object))?;
        to.write_all(b"\n")
    }

    /// Writes the rows as CSV: `scenario` is A, `against` is B.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_csv(&self, to: impl io::Write) -> io::Result<()> {
        let point = Point {
            scenario: self.a.to_owned(),
            system: self.system.to_owned(),
            varied: vec![
                ("against".to_owned(), self.b.to_owned()),
                ("pairs".to_owned(), self.compared.pairs.to_string()),
            ],
            seed: 0,
            stop: self.compared.stop,
            signature: String::new(),
            ..Point::default()
        };
        write_csv(to, [(&point, self.rows().as_slice())])
    }

    /// The text for the terminal: the verdict, then at most `most` metrics of each kind: wins, rounds and
    /// drops, and of the others the most significant differences.
    #[must_use]
    pub fn render(&self, look: Look, most: usize) -> String {
        let mut lines = vec![format!("A  {}", shown(self.a)), format!("B  {}", shown(self.b))];
        lines.push(shown(self.played).into_owned());
        if self.compared.stop == Stop::Interrupted {
            lines.push("interrupted: the results are those of the pairs played so far".to_owned());
        }
        lines.push(String::new());
        lines.extend(self.verdict(look));
        if self.is_mirror {
            lines.extend(self.first_side(look));
        }
        lines.extend(self.table(look, most));
        lines.extend(self.left_out(look, most == usize::MAX));
        lines.join("\n") + "\n"
    }

    fn verdict(&self, look: Look) -> Vec<String> {
        let compared = self.compared;
        let primary = compared.primary();
        let delta = tolerance(primary, compared.delta);
        let verdict = match (primary.verdict, compared.more) {
            (Verdict::Different, _) => format!("DIFFERENT by more than {delta}"),
            (Verdict::Same, _) => format!("SAME within {delta}"),
            (Verdict::Undecided, Some(more)) => {
                format!("UNDECIDED: about {} more pairs are needed", thousands(round_up(more).into()))
            }
            (Verdict::Undecided, None) => {
                format!("UNDECIDED: the difference is too close to the tolerance, {delta}")
            }
        };
        let mut lines = vec![look.heading(&verdict)];
        let [a, b, diff] = cells(primary);
        let what = shown(&primary.named.to_string()).into_owned();
        lines.push(look.plain(&format!("  {what}: {a} in A, {b} in B, a difference of {diff}")));
        if let (Some(sharper), Some(within)) = (compared.sharper, compared.sharper_interval()) {
            let diff = difference(primary, Some(sharper.value), Some(within.reach(sharper.value)));
            let worth = digits_of(1.0 / (1.0 - sharper.saves));
            let line = format!(
                "With the luck of the rolls taken out: {diff}, as precise as {worth} times as many pairs."
            );
            lines.extend(indented(&line, "  ", look.width).iter().map(|line| look.plain(line)));
        }
        let wrong = fixed(compared.alpha * 100.0, 2).trim_end_matches('0').trim_end_matches('.').to_owned();
        let whenever = if compared.is_fixed() { "" } else { ", however many pairs they take" };
        let test = format!("  At most {wrong} % of such verdicts are wrong{whenever}.");
        lines.push(look.dim(&test));
        let vrf = primary.estimate.and_then(|estimate| estimate.vrf());
        if let Some(vrf) = vrf.filter(|_| !self.is_independent) {
            let gain = if vrf < 0.95 {
                "  Sharing dice does not help here: --independent needs fewer fights.".to_owned()
            } else {
                format!("  A pair on shared dice is worth {} on independent dice.", pairs_of(vrf))
            };
            lines.push(look.dim(&gain));
        }
        lines
    }

    /// The effect of being listed first, for each side that was.
    fn first_side(&self, look: Look) -> Vec<String> {
        let mut lines =
            vec![String::new(), look.heading("FIRST SIDE: the effect of being listed first on the win rate")];
        let mut sides = self.compared.metrics.iter().filter(|metric| metric.named.metric == "win_rate");
        let (first, last) = (sides.next(), sides.next_back());
        for (metric, is_first) in
            first.map(|side| (side, true)).into_iter().chain(last.map(|side| (side, false)))
        {
            // The first of A is the last of B.
            let sign = if is_first { -1.0 } else { 1.0 };
            let diff = metric.estimate.map(|estimate| sign * estimate.diff);
            let half = reach(metric);
            let side = name(metric.named.side.as_deref().unwrap_or_default());
            lines.push(look.plain(&format!("  {side}: {}", difference(metric, diff, half))));
        }
        lines
    }

    fn table(&self, look: Look, most: usize) -> Vec<String> {
        let compared = self.compared;
        let differ = |metric: &&Compared| metric.estimate.is_some_and(|estimate| !estimate.equal);
        let mut rows: Vec<&Compared> = compared.metrics.iter().filter(differ).collect();
        // Many p-values are too small for a float, so metrics are sorted by standard errors instead.
        let errors =
            |metric: &Compared| metric.estimate.map_or(0.0, |e| e.diff.powi(2) * e.pairs as f64 / e.variance);
        rows.sort_by(|a, b| errors(b).total_cmp(&errors(a)));
        let n_equal = compared.metrics.iter().filter(|metric| metric.estimate.is_some()).count() - rows.len();
        if rows.is_empty() {
            let heading = look.heading("METRICS");
            return vec![String::new(), heading, "  no metric differed in any pair".to_owned()];
        }
        // What a designer asks comes before what happens to be known best.
        let (mut asked, mut others): (Vec<&Compared>, Vec<&Compared>) =
            rows.iter().copied().partition(|metric| asked_first(&metric.named).is_some());
        asked.sort_by_key(|metric| (metric.named.unit.is_some(), asked_first(&metric.named)));
        // The rest of both stands in the files.
        let repeated = if most < usize::MAX { tell_once(&mut asked) } else { 0 };
        asked.truncate(most);
        others.truncate(most);
        let n_shown = asked.len() + others.len();
        let mut lines = Vec::new();
        let mut has_pairing = false;
        for (heading, metrics) in [
            ("WINS, ROUNDS AND WHO DROPS", asked),
            ("OTHER METRICS, the most significant difference first", others),
        ] {
            if metrics.is_empty() {
                continue;
            }
            let mut grid = Grid {
                columns: ["A", "B", "B - A", PAIRING, ""].map(str::to_owned).to_vec(),
                rows: metrics.into_iter().map(row_shown).collect(),
            };
            grid.fit(look, &[PAIRING]);
            has_pairing |= grid.columns.iter().any(|column| column == PAIRING);
            lines.extend([String::new(), look.heading(heading)]);
            lines.extend(grid.lines(look));
        }
        let mut notes = Vec::new();
        if rows.len() > n_shown {
            notes.push(format!("{} more with --verbose, --json or --out", rows.len() - n_shown));
        }
        if repeated > 0 {
            let repeat = if repeated == 1 { "repeats" } else { "repeat" };
            notes.push(format!("{repeated} more {repeat} the numbers of a row above"));
        }
        match n_equal {
            0 => {}
            1 => notes.push("1 other was equal in every pair".to_owned()),
            _ => notes.push(format!("{n_equal} others were equal in every pair")),
        }
        let holds = match (compared.until, compared.stop) {
            (Until::End, Stop::Fixed) => "",
            _ => ", valid whenever the run stops",
        };
        let others = compared.metrics.iter().enumerate().filter(|(at, _)| *at != compared.primary);
        let n_tested = others.filter(|(_, metric)| metric.p.is_some()).count();
        notes.push(format!("± is the half width of a 95 % interval{holds}"));
        if has_pairing {
            notes.push("pairing: how many times fewer fights are needed on the same dice".to_owned());
        }
        notes.push(format!(
            "different: other than 0, significant after Holm's correction for {n_tested} metrics; the verdict, which \
             whatever says the same shares, is about more than the tolerance"
        ));
        notes.push("same: a rate whose interval is within the tolerance".to_owned());
        let wrapped = notes.iter().flat_map(|note| indented(note, "  ", look.width));
        lines.extend(wrapped.map(|line| look.dim(&line)));
        lines
    }

    /// The metrics that only one scenario has: all with `is_all`, else how many of each side and unit.
    fn left_out(&self, look: Look, is_all: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for (which, only) in [("A", &self.compared.only_a), ("B", &self.compared.only_b)] {
            if only.is_empty() {
                continue;
            }
            let parts = only.chunk_by(|a, b| (&a.side, &a.unit) == (&b.side, &b.unit)).map(|of| {
                let MetricName { side, unit, .. } = &of[0];
                let owner = unit.as_ref().or(side.as_ref()).filter(|_| !is_all && of.len() > FEW);
                match owner {
                    Some(owner) => format!("{} of {}", counted(of.len() as u64, "metric"), shown(owner)),
                    None => of
                        .iter()
                        .map(|named| shown(&named.to_string()).into_owned())
                        .collect::<Vec<_>>()
                        .join(", "),
                }
            });
            let line = format!("only in {which}, not compared: {}", parts.collect::<Vec<_>>().join("; "));
            lines.extend(indented(&line, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines
    }
}

/// Takes out the metrics that have the numbers of one before them, as `any_died` has those of `any_dropped` in a duel
/// to the death, and returns how many there were. Win rates stay.
fn tell_once(metrics: &mut Vec<&Compared>) -> usize {
    let n = metrics.len();
    let mut told: Vec<[u64; 4]> = Vec::new();
    metrics.retain(|metric| {
        let Some(it) = metric.estimate.filter(|_| metric.named.metric != "win_rate") else { return true };
        let numbers = [it.a, it.b, it.diff, it.variance].map(f64::to_bits);
        let is_new = !told.contains(&numbers);
        told.extend(is_new.then_some(numbers));
        is_new
    });
    n - metrics.len()
}

fn row_of(metric: &Compared) -> CompareRow<'_> {
    let of = |f: fn(&super::Estimate) -> f64| Number::new(metric.estimate.as_ref().map(f));
    CompareRow {
        metric: &metric.named.metric,
        kind: metric.kind.word(),
        side: metric.named.side.as_deref(),
        unit: metric.named.unit.as_deref(),
        a: of(|estimate| estimate.a),
        b: of(|estimate| estimate.b),
        diff: of(|estimate| estimate.diff),
        lo: Number::new(metric.within.map(|within| within.lo)),
        hi: Number::new(metric.within.map(|within| within.hi)),
        p_value: Number::new(metric.p),
        vrf: Number::new(metric.estimate.and_then(|estimate| estimate.vrf())),
        verdict: word(metric.verdict),
        diff_adjusted: Number::new(None),
        diff_adjusted_lo: Number::new(None),
        diff_adjusted_hi: Number::new(None),
    }
}

/// The heading of the column that says how much shared dice help.
const PAIRING: &str = "pairing";

/// The place of a metric among those that a designer asks first; `None` for the others.
fn asked_first(named: &MetricName) -> Option<usize> {
    const FIRST: [&str; 8] =
        ["win_rate", "rounds", "draw_rate", "timeout_rate", "any_dropped", "any_died", "dropped", "died"];
    let at = FIRST.iter().position(|metric| *metric == named.metric)?;
    // Of a side `any_dropped` says it; how many of its units is another question.
    let is_of_units = ["dropped", "died"].contains(&named.metric.as_str());
    (is_of_units == named.unit.is_some()).then_some(at)
}

/// A metric as a row of the table.
fn row_shown(metric: &Compared) -> GridRow {
    let vrf = metric.estimate.and_then(|estimate| estimate.vrf());
    let [a, b, diff] = cells(metric);
    GridRow {
        label: format!("  {}", label(&metric.named)),
        cells: vec![a, b, diff, vrf.map_or("-".to_owned(), times), word(metric.verdict).to_owned()],
        notes: Vec::new(),
    }
}

/// The name of a metric, shortened for the table.
fn label(named: &MetricName) -> String {
    match (&named.side, &named.unit) {
        (None, _) => named.metric.clone(),
        (Some(side), None) => format!("{}({})", named.metric, name(side)),
        (Some(_), Some(unit)) => format!("{}({})", named.metric, name(unit)),
    }
}

/// The values of A and B and their difference, to the digits that their errors support.
fn cells(metric: &Compared) -> [String; 3] {
    let Some(estimate) = metric.estimate else { return ["-", "-", "-"].map(str::to_owned) };
    // A and B are taken to have half of the total variance each.
    let error = 2.0 * (estimate.independent / 2.0 / estimate.pairs as f64).sqrt();
    let is_rate = metric.kind.is_rate();
    let digits = if error > 0.0 { decimals(error * if is_rate { 100.0 } else { 1.0 }).max(0) } else { 2 };
    let one = |value: f64| {
        if is_rate {
            rate_of_fights(value, estimate.pairs, digits)
        } else if error > 0.0 {
            fixed(value, digits)
        } else {
            Number::from(value).to_string()
        }
    };
    let half = reach(metric);
    [one(estimate.a), one(estimate.b), difference(metric, Some(estimate.diff), half)]
}

/// The distance from the difference to the farther end of its interval.
fn reach(metric: &Compared) -> Option<f64> {
    metric.within.zip(metric.estimate).map(|(within, estimate)| within.reach(estimate.diff))
}

/// A difference with the half width of its interval; of rates in percentage points.
fn difference(metric: &Compared, diff: Option<f64>, half: Option<f64>) -> String {
    let (Some(diff), Some(half)) = (diff, half) else { return "-".to_owned() };
    let (scale, sign) = if metric.kind.is_rate() { (100.0, " pt") } else { (1.0, "") };
    let (diff, half) = (diff * scale, half * scale);
    let plus = if diff > 0.0 { "+" } else { "" };
    if half <= 0.0 {
        return format!("{plus}{}{sign}", Number::from(diff));
    }
    let digits = decimals(half);
    with_half(metric.kind.is_rate(), plus, [diff, half], digits) + sign
}

fn tolerance(metric: &Compared, delta: f64) -> String {
    if metric.kind.is_rate() {
        format!("{} pt", Number::from(delta * 100.0))
    } else {
        Number::from(delta).to_string()
    }
}

/// A factor, to two digits.
fn times(factor: f64) -> String {
    format!("x{}", digits_of(factor))
}

fn pairs_of(factor: f64) -> String {
    format!("{} pairs", digits_of(factor))
}

fn digits_of(factor: f64) -> String {
    fixed(factor, i32::from(factor < 9.95))
}

/// Rounds an estimated number up to two digits.
fn round_up(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.div_ceil(unit) * unit
}
