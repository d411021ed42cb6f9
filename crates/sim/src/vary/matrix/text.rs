//! The matrix as rows and as the terminal shows it.

use fray_kit::sheet::text::shown;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::{Cycle, Matrix, MatrixCell, Mean, Score, Standing, TUNED_FOR, Verdict};
use crate::card::text::{Grid, GridRow, Look, indented, name, padded};
use crate::luck::TAKEN_OUT;
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval, Rate};
use crate::tables::format::{Number, level_of_rate};
use crate::tables::rows::row;
use crate::vary::text::change;

/// Fighters that are named as left out without being asked for.
const SHOWN: usize = 5;

row! {
    /// One fighter, listed first, against another, listed second.
    "matrix" MatrixRow {
        /// The fighter listed first.
        a: &'a str,
        /// The one listed second.
        b: &'a str,
        /// The seed of their dice.
        seed: u64,
        /// The fights.
        fights: u64,
        /// Won by the one listed first.
        a_wins: u64,
        /// Won by the one listed second.
        b_wins: u64,
        /// Ended in a draw.
        draws: u64,
        /// Undecided after the last round.
        timeouts: u64,
        /// The score of the one listed first: a win counts 1, a draw or timeout one half.
        rate: Number,
        /// The lower end of its 95 % interval, which holds whenever play ends.
        lo: Number,
        /// The upper end of that interval.
        hi: Number,
        /// The score with the luck of the rolls taken out; empty where that saves less than a fifth of the fights.
        rate_adjusted: Number,
        /// The lower end of its 95 % interval, which holds whenever play ends.
        rate_adjusted_lo: Number,
        /// The upper end of that interval.
        rate_adjusted_hi: Number,
    }
}

#[derive(Serialize)]
struct OrderRow<'a> {
    fighter: &'a str,
    score: Number,
    lo: Number,
    hi: Number,
    rank_lo: u64,
    rank_hi: u64,
    beats: u64,
    loses_to: u64,
}

#[derive(Serialize)]
struct Worth {
    value: Number,
    lo: Number,
    hi: Number,
}

#[derive(Serialize)]
struct LeftOutRow<'a> {
    fighter: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Object<'a> {
    template: &'a str,
    system: &'a str,
    seed: u64,
    matrix: Vec<MatrixRow<'a>>,
    first_place: Option<Worth>,
    order: Vec<OrderRow<'a>>,
    cycles: Vec<Vec<&'a str>>,
    left_out: Vec<LeftOutRow<'a>>,
}

impl Matrix {
    /// The rows of `matrix.csv`: the cells that have fights.
    #[must_use]
    pub fn rows(&self) -> Vec<MatrixRow<'_>> {
        let sequence = Sequence { alpha: ALPHA, tuned_for: TUNED_FOR };
        let row = |a: usize, b: usize, cell: &MatrixCell| -> MatrixRow<'_> {
            let counts = cell.counts;
            let at_any_time = |score: Score| {
                let within = sequence.interval(score.value, score.variance, score.fights);
                Interval { lo: within.lo.max(0.0), hi: within.hi.min(1.0) }
            };
            let within = counts.known(None).map(at_any_time);
            let adjusted = cell.sharper.and_then(|sharper| counts.known(Some(&sharper)));
            let adjusted_within = adjusted.map(at_any_time);
            MatrixRow {
                a: &self.names[a],
                b: &self.names[b],
                seed: cell.seed,
                fights: counts.fights,
                a_wins: counts.a_wins,
                b_wins: counts.b_wins,
                draws: counts.draws,
                timeouts: counts.timeouts,
                rate: Number::new(counts.score()),
                lo: Number::new(within.map(|within| within.lo)),
                hi: Number::new(within.map(|within| within.hi)),
                rate_adjusted: Number::new(adjusted.map(|score| score.value)),
                rate_adjusted_lo: Number::new(adjusted_within.map(|within| within.lo)),
                rate_adjusted_hi: Number::new(adjusted_within.map(|within| within.hi)),
            }
        };
        let mut rows = Vec::new();
        for (a, cells) in self.cells.iter().enumerate() {
            for (b, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.counts.fights > 0) {
                rows.push(row(a, b, cell));
            }
        }
        rows
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(&'a self, template: &'a str, system: &'a str, seed: u64) -> impl Serialize + 'a {
        let worth = |Mean { value, within }: Mean| Worth {
            value: value.into(),
            lo: within.lo.into(),
            hi: within.hi.into(),
        };
        let order = |it: Standing| OrderRow {
            fighter: &self.names[it.fighter],
            score: it.score.value.into(),
            lo: it.score.within.lo.into(),
            hi: it.score.within.hi.into(),
            rank_lo: it.ranks[0] as u64,
            rank_hi: it.ranks[1] as u64,
            beats: it.beats[0] as u64,
            loses_to: it.beats[1] as u64,
        };
        let names = |Cycle(cycle): Cycle| cycle.into_iter().map(|at| self.names[at].as_str()).collect();
        Object {
            template,
            system,
            seed,
            matrix: self.rows(),
            first_place: self.first_place().map(worth),
            order: self.standings().into_iter().map(order).collect(),
            cycles: self.cycles().0.into_iter().map(names).collect(),
            left_out: self
                .left_out
                .iter()
                .map(|it| LeftOutRow { fighter: &it.name, reason: &it.reason })
                .collect(),
        }
    }

    /// The text for the terminal. With `all` it names everybody who was left out.
    #[must_use]
    pub fn render(&self, look: Look, all: bool) -> String {
        let mut lines = self.table(look);
        let standings = self.standings();
        if !standings.is_empty() {
            lines.extend([String::new(), look.heading("ORDER: the mean score against all others")]);
            lines.extend(self.order(&standings).lines(look));
        }
        lines.push(String::new());
        lines.extend(self.findings().iter().flat_map(|text| indented(text, "", look.width)));
        lines.extend(self.circles().iter().flat_map(|text| indented(text, "  ", look.width)));
        lines.push(String::new());
        for note in self.notes(all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    /// The cells: rows are those listed first, columns those listed second, by their numbers.
    fn table(&self, look: Look) -> Vec<String> {
        const CELL: usize = 5;
        let n = self.names.len();
        let label = |a: usize| format!("{:>2} {}", a + 1, name(&self.names[a]));
        let widest = (0..n).map(|a| label(a).width()).max().unwrap_or(0);
        let fits = ((look.width - widest) / CELL).max(1);
        let mut lines = vec![look.heading("SCORE in % of the row, first, against the column, second")];
        for from in (0..n).step_by(fits) {
            let columns = from..n.min(from + fits);
            let head: String = columns.clone().map(|b| format!("{:>CELL$}", b + 1)).collect();
            lines.push(look.dim(&format!("{}{head}", " ".repeat(widest))));
            for a in 0..n {
                let cells: String = columns.clone().map(|b| self.cell(look, a, b)).collect();
                lines.push(format!("{}{cells}", padded(&label(a), widest)));
            }
        }
        lines
    }

    /// A cell in five columns: the score, and a sign where it is open who is the stronger.
    fn cell(&self, look: Look, a: usize, b: usize) -> String {
        let Some(score) = self.cells[a][b].counts.score() else { return "    -".to_owned() };
        let sign = match self.verdict(a, b) {
            Verdict::Open => "?",
            Verdict::Even => "=",
            Verdict::First | Verdict::Second => " ",
        };
        look.tinted(score, &format!("{:>4}{sign}", whole_percent(score, self.cells[a][b].counts.fights)))
    }

    fn order(&self, standings: &[Standing]) -> Grid {
        let row = |it: &Standing| {
            let [first, last] = it.ranks;
            let rank = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let score = level_of_rate(it.score.value, it.score.within);
            let cells = vec![score, rank, it.beats[0].to_string(), it.beats[1].to_string()];
            GridRow { label: format!("  {}", shown(&self.names[it.fighter])), cells, notes: Vec::new() }
        };
        let columns = ["score", "rank", "beats", "loses to"].map(str::to_owned).to_vec();
        Grid { columns, rows: standings.iter().map(row).collect() }
    }

    /// Returns the further findings of the matrix, in sentences: the worth of being listed first, and cycles.
    fn findings(&self) -> Vec<String> {
        use crate::compare::MetricKind;
        let mut all = Vec::new();
        if let Some(Mean { value, within }) = self.first_place() {
            let worth = change(MetricKind::Rate, value, within.half());
            all.push(format!("being listed first is worth {worth} of score, over all cells"));
        }
        let (cycles, n) = self.cycles();
        match cycles.first() {
            None => all.push("no rock-paper-scissors among the fighters is certain".to_owned()),
            Some(first) => {
                let length = first.0.len();
                let more = if n > cycles.len() {
                    format!(", the first {} of {n}", cycles.len())
                } else {
                    String::new()
                };
                all.push(format!("rock-paper-scissors of {length}, each certain to beat the next{more}:"));
            }
        }
        all
    }

    /// The circles that are named.
    fn circles(&self) -> Vec<String> {
        let names = |Cycle(cycle): &Cycle| {
            let around = cycle.iter().chain(cycle.first());
            around.map(|&at| shown(&self.names[at])).collect::<Vec<_>>().join(" > ")
        };
        self.cycles().0.iter().map(names).collect()
    }

    fn notes(&self, all: bool) -> Vec<String> {
        let [certain, even, open] = self.verdicts();
        let mut notes = vec![format!(
            "of {} pairs {certain} are certain, {even} even (=) to {:.1} points, {open} open (?), together at 95 %",
            certain + even + open,
            self.delta * 100.0
        )];
        notes.push(
            "first, second: in the order of listing; a win scores 1, a draw or a timeout one half".to_owned(),
        );
        if self.cells.iter().flatten().any(|cell| cell.sharper.is_some()) {
            notes.push(format!("for certainty and for the order, {TAKEN_OUT}"));
        }
        if !self.left_out.is_empty() {
            let most = if all { usize::MAX } else { SHOWN };
            let each = self.left_out.iter().take(most);
            let mut texts: Vec<String> =
                each.map(|it| format!("{} ({})", shown(&it.name), shown(&it.reason))).collect();
            if self.left_out.len() > most {
                texts.push(format!("and {} more, which -v shows", self.left_out.len() - most));
            }
            notes.push(format!("left out: {}", texts.join(", ")));
        }
        notes
    }
}

/// A score of fights in whole percents, of four columns at most: 0 and 100 are bounds.
fn whole_percent(score: f64, fights: u64) -> String {
    let percent = (score * 100.0).round();
    let all = Rate { events: fights, n: fights }.interval().map_or(0.0, |within| within.lo);
    match score {
        ..=0.0 => format!("<{}", (100.0 * (1.0 - all)).ceil()),
        1.0.. => format!(">{}", (100.0 * all).floor().min(99.0)),
        _ if percent <= 0.0 => "<1".to_owned(),
        _ if percent >= 100.0 => ">99".to_owned(),
        _ => percent.to_string(),
    }
}
