//! The card: the results of a run on one screen, for the designer who tunes the fight.
//!
//! It shows who wins, how long the fight takes, what every unit does, when it is Exhausted, and
//! what the fight costs at the table. Every estimate has as many digits as its error supports; `±`
//! is the half width of the 95 % interval; an event that happened in no fight, or in every fight,
//! is shown as a bound. All numbers are computed from the integer totals, as are the CSV files.

pub(crate) mod copies;
mod goals;
mod legend;
mod luck;
mod sections;
mod story;
pub(crate) mod text;

use fray_engine::metrics::Highlight;
use fray_kit::sheet::text::shown;
use unicode_width::UnicodeWidthStr;

pub use copies::{Row, rows_of};
pub use goals::JudgedGoal;
pub use legend::{Legend, legend};
pub use text::{Look, WIDTHS};

use crate::measures::Goal;
use crate::stats::{Rate, quantile};
use crate::tables::format::{bare_rate, fights, rate};
use crate::tables::rows::{Measured, Point, Stop};
use crate::totals::{About, Histogram, Stalls, Totals};
use text::{aligned, indented, name, padded};

/// The content and the look of a card.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// The title of the scenario; if it is empty, the card shows the stem of the file.
    pub title: &'a str,
    /// The scenario point that was played.
    pub point: &'a Point,
    /// The sides, units, metrics and clocks of the scenario.
    pub about: &'a About,
    /// The totals.
    pub totals: &'a Totals,
    /// The dice that players roll in a fight: the mean and the half width of its interval.
    pub dice_per_fight: Option<(f64, f64)>,
    /// The goals of the scenario.
    pub goals: &'a [&'a Goal],
    /// Whether each copy of a unit has a row of its own.
    pub each: bool,
    /// The capabilities of the terminal.
    pub look: Look,
}

impl Card<'_> {
    /// The text of the card: lines of at most the width of the look (a title or path may be longer),
    /// each ending in a line feed.
    #[must_use]
    pub fn render(&self) -> String {
        let mut lines = self.head();
        // The first table of the system (survival) comes before damage, the others after Exhaustion.
        let (first, others) = self.about.highlights.split_at(self.about.highlights.len().min(1));
        let mut sections = vec![self.story(), self.goals(), self.wins(), self.rounds()];
        sections.extend(first.iter().map(|table| self.highlight(table)));
        sections.extend([self.damage(), self.exhaustion()]);
        sections.extend(others.iter().map(|table| self.highlight(table)));
        sections.extend([self.luck(), self.at_the_table()]);
        for section in sections.into_iter().filter(|section| !section.is_empty()) {
            lines.push(String::new());
            lines.extend(section);
        }
        lines.iter().map(|line| line.trim_end().to_string() + "\n").collect()
    }

    /// A few lines for a run that goes on: what the fight is like, the goals and who wins, from the
    /// fights played until now. At most ten.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        const MOST: usize = 10;
        let mut lines = self.story();
        lines.extend(self.wins());
        lines.extend(self.goals());
        lines.truncate(MOST);
        lines
    }

    fn head(&self) -> Vec<String> {
        let Point { scenario, system, varied, seed, stop, signature, .. } = self.point;
        let title = if self.title.is_empty() { scenario } else { self.title };
        let fights = fights(self.totals.fights);
        let mut lines = vec![self.look.heading(&shown(title))];
        lines.extend(varied.iter().map(|(path, value)| shown(&format!("{path} = {value}")).into_owned()));
        let played = format!("{system}, {fights} of seed {seed}, signature {signature}");
        lines.extend(indented(&played, "", self.look.width));
        match stop {
            Stop::Fixed | Stop::Target => {}
            Stop::Max => {
                let text = "the largest number of fights was reached before the requested precision";
                lines.extend(indented(text, "", self.look.width));
            }
            Stop::Interrupted => {
                let text = "interrupted: the results are those of the fights played so far";
                lines.extend(indented(text, "", self.look.width));
            }
        }
        let signs = "± is the half width of a 95 % interval; < and > give one end of it";
        lines.extend(indented(signs, "", self.look.width).iter().map(|line| self.look.dim(line)));
        lines
    }

    fn wins(&self) -> Vec<String> {
        let fights = self.totals.fights;
        let mut parts: Vec<_> = (0..self.totals.sides.len())
            .map(|side| (name(&self.about.roster.sides[side].name), Some(side), self.totals.wins(side)))
            .collect();
        let undecided = [("draw", self.totals.draws.n()), ("timeout", self.totals.timeouts.n())];
        parts.extend(undecided.map(|(what, count)| (what.to_string(), None, count)));
        let rates: Vec<_> =
            parts.iter().map(|part| self.look.plain(&rate(Rate { events: part.2, n: fights }))).collect();
        let rates = aligned(&rates);
        let names = parts.iter().map(|part| part.0.width()).max().unwrap_or(0);
        let widest = rates.iter().map(|rate| rate.width()).max().unwrap_or(0);
        let room = self.look.width.saturating_sub(names + widest + 6).min(self.look.width / 2);
        let mut lines = vec![self.look.heading("WINS")];
        for ((what, side, count), rate) in parts.iter().zip(&rates) {
            let length = (*count as f64 / fights.max(1) as f64 * room as f64).round() as usize;
            let bar = self.look.segment(*side, length);
            lines.push(format!("  {}  {}  {bar}", padded(what, names), padded(rate, widest)));
        }
        lines.extend(self.wins_without_luck());
        lines.extend(self.moving_first());
        lines
            .extend(timeouts_note(self.totals).iter().flat_map(|note| indented(note, "  ", self.look.width)));
        lines
    }

    /// Returns how often each side won the fights in which it acted first, of a system whose tables name that.
    fn moving_first(&self) -> Vec<String> {
        let is_named = |table: &Highlight| table.metrics.contains(&"won_first");
        let sides = self.about.roster.sides.iter().zip(&self.totals.sides);
        let won = sides.filter(|(_, totals)| totals.first[0] > 0).map(|(side, totals)| {
            let [n, events] = totals.first;
            format!("{} {}", name(&side.name), self.look.plain(&rate(Rate { events, n })))
        });
        let won: Vec<String> = won.collect();
        if won.is_empty() || !self.about.highlights.iter().any(is_named) {
            return Vec::new();
        }
        indented(&format!("won when acting first: {}", won.join(", ")), "  ", self.look.width)
    }

    fn rounds(&self) -> Vec<String> {
        let ended = self.totals.rounds();
        if ended.n() == 0 {
            return Vec::new();
        }
        let mean = self.mean_of(Measured::rounds(ended.clone(), self.about));
        let wrapped = |text: String| indented(&text, "  ", self.look.width);
        let mut lines = vec![self.look.heading("ROUNDS")];
        lines.extend(wrapped(format!("mean {mean}; {}", ended_by(&ended, self.about.max_rounds))));
        lines.extend(self.rounds_without_luck());
        let activations = &self.totals.fight_activations;
        if activations.n() > 0 {
            let mean = self.mean_of(Measured::count(activations.clone(), None));
            let parts = shares_up_to(activations, &[50, 95]);
            let parts = parts.iter().map(|(value, rate)| format!("{value} in {}", bare_rate(*rate)));
            let parts: Vec<String> = parts.collect();
            lines.extend(wrapped(format!("activations {mean}; at most {} of the fights", parts.join(", "))));
        }
        lines.extend(self.legend());
        lines.extend(self.round_bars(&ended));
        lines
    }

    /// The mean of numbers of fights with its interval; of several fights that do not differ in it, their number.
    fn mean_of(&self, numbers: Measured) -> String {
        let mut each = numbers.values.each();
        match (each.next(), each.next()) {
            (Some((value, 2..)), None) => format!("{value} (in all that were played)"),
            _ => self.look.plain(&numbers.text()),
        }
    }

    /// The mark of each side, if the legend fits in one line; the bars of the wins show it too.
    fn legend(&self) -> Option<String> {
        let sides =
            self.about.roster.sides.iter().enumerate().map(|(idx, side)| (Some(idx), name(&side.name)));
        let marks: Vec<_> = sides.chain([(None, "undecided".to_string())]).collect();
        let width: usize = marks.iter().map(|(_, name)| 5 + name.width()).sum();
        let legend = marks.iter().map(|(side, name)| format!("   {} {name}", self.look.segment(*side, 1)));
        (10 + width <= self.look.width).then(|| format!("  ended in{}", legend.collect::<String>()))
    }

    /// A bar for each round, or for several together, in which fights ended, divided by winner.
    fn round_bars(&self, ended: &Histogram) -> Vec<String> {
        const MOST: u64 = 14;
        let Some(first) = ended.each().next().map(|(round, _)| round) else { return Vec::new() };
        let last = ended.largest().unwrap_or(first);
        let usual = quantile(ended, 99).unwrap_or(last);
        let step = (usual - first + 1).div_ceil(MOST);
        // The longest 1 % of the fights share the last bar.
        let n_bars = ((usual - first) / step + 1) as usize;
        let bar_of = |round: u64| (((round - first) / step) as usize).min(n_bars - 1);
        let n_sides = self.totals.sides.len();
        let mut bars = vec![vec![0_u64; n_sides + 1]; n_bars];
        let mut add = |part: usize, rounds: &Histogram| {
            rounds.each().for_each(|(round, count)| bars[bar_of(round)][part] += count);
        };
        self.totals.sides.iter().enumerate().for_each(|(idx, side)| add(idx, &side.wins));
        add(n_sides, &self.totals.draws);
        add(n_sides, &self.totals.timeouts);
        let label = |bar: usize| {
            let from = first + bar as u64 * step;
            match (from + step - 1, bar + 1 == n_bars) {
                (to, true) if last > to => format!("{from}+"),
                (to, _) if to > from => format!("{from}-{to}"),
                _ => from.to_string(),
            }
        };
        let of_bars: Vec<u64> = bars.iter().map(|parts| parts.iter().sum()).collect();
        let peak = of_bars.iter().copied().max().unwrap_or(0).max(1);
        let rates = of_bars.iter().map(|&count| bare_rate(Rate { events: count, n: self.totals.fights }));
        let rates: Vec<_> = rates.collect();
        let widest = rates.iter().map(|rate| rate.width()).max().unwrap_or(0);
        let labels = (0..n_bars).map(|bar| label(bar).len()).max().unwrap_or(0).max(8);
        let room = self.look.width - (labels + widest + 6);
        let line = |(bar, parts): (usize, &Vec<u64>)| {
            let mut line = format!("  {:>labels$}  {:>widest$}  ", label(bar), rates[bar]);
            let (mut seen, mut drawn) = (0, 0);
            for (part, count) in parts.iter().enumerate() {
                seen += count;
                let upto = (seen as f64 / peak as f64 * room as f64).round() as usize;
                line += &self.look.segment((part < n_sides).then_some(part), upto - drawn);
                drawn = upto;
            }
            line
        };
        bars.iter().enumerate().map(line).collect()
    }
}

/// By which rounds fights end, with the share of them that there is: `12.1% of fights end by round 2,
/// 82.0% by round 3, all by round 50`. That all end by the last round is sure.
#[must_use]
pub fn ended_by(ended: &Histogram, max_rounds: u64) -> String {
    let shares = shares_up_to(ended, &[5, 50, 95]);
    let part = |(n, (round, rate)): (usize, &(u64, Rate))| {
        let share = if *round >= max_rounds { "all".to_owned() } else { bare_rate(*rate) };
        format!("{share} {}by round {round}", if n == 0 { "of fights end " } else { "" })
    };
    shares.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
}

/// The quantiles of these percents, each value once, with the observations up to it.
#[must_use]
pub fn shares_up_to(seen: &Histogram, percents: &[u32]) -> Vec<(u64, Rate)> {
    let mut values: Vec<u64> = percents.iter().filter_map(|percent| quantile(seen, *percent)).collect();
    values.dedup();
    let upto = |most: u64| seen.each().filter(|(value, _)| *value <= most).map(|(_, count)| count).sum();
    values.into_iter().map(|value| (value, Rate { events: upto(value), n: seen.n() })).collect()
}

/// Returns why fights timed out in whose last round nobody acted to effect; nothing if there are none.
#[must_use]
pub fn timeouts_note(totals: &Totals) -> Option<String> {
    let Stalls { unable, unwilling, .. } = totals.stalls;
    let of_timeouts = |events, what: &str| {
        let rate = bare_rate(Rate { events, n: totals.timeouts.n() });
        (events > 0).then(|| format!("in {rate} of the timeouts nobody {what}"))
    };
    let parts =
        [of_timeouts(unable, "was able to act at the end"), of_timeouts(unwilling, "was willing to act")];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests;
#[cfg(all(test, feature = "night-wizard"))]
mod truth;
