//! The tables of the card, a row for every unit.

use fray_rules::declare::clocks::ClockInfo;
use fray_rules::declare::metrics::Highlight;
use fray_rules::engine::roster::UnitSet;
use unicode_width::UnicodeWidthStr;

use super::Card;
use super::text::{Grid, GridRow, WIDTH, name};
use crate::stats::{Interval, Moments, Rate, Z, mean_interval, quantile};
use crate::tables::format::{bare_rate, estimate, rate};
use crate::tables::rows::{Measured, metric_index, unit_metric};
use crate::totals::{Histogram, Plane, UnitTotals};

impl Card<'_> {
    /// The metrics of a highlight for every unit. Names that the system does not declare are ignored.
    pub(super) fn highlight(&self, table: &Highlight) -> Vec<String> {
        let metrics = self.about.metrics;
        let shown = table.metrics.iter().filter_map(|name| metric_index(metrics, name));
        let shown: Vec<_> = shown.filter(|idx| unit_metric_is_shown(self, *idx)).collect();
        let columns = shown.iter().map(|idx| metrics[*idx].name.replace('_', " ")).collect();
        let of_unit = |_, unit: &UnitTotals| {
            let cells = shown.iter().filter_map(|idx| unit_metric(metrics, unit, *idx));
            (cells.map(|seen| measured(&seen)).collect(), Vec::new())
        };
        self.section(table.heading, columns, |_| None, of_unit)
    }

    /// Damage as rolled, with a small histogram for each unit; all histograms share one axis.
    pub(super) fn damage(&self) -> Vec<String> {
        const BARS: u64 = 24;
        let hits = self.totals.units.iter().map(UnitTotals::per_hit);
        let most = hits.filter_map(|hits| quantile(&hits, 99)).max();
        let Some(most) = most else { return Vec::new() };
        let step = (most + 1).div_ceil(BARS);
        let n_bars = most / step + 1;
        let columns = ["per fight".into(), "per hit".into(), format!("hits for 0 to {}+", n_bars * step - 1)];
        let of_unit = |_, unit: &UnitTotals| {
            let hits = unit.per_hit();
            let mut bars = vec![0; n_bars as usize];
            hits.each().for_each(|(damage, count)| bars[(damage / step).min(n_bars - 1) as usize] += count);
            (vec![mean(&unit.per_fight), mean(&hits), self.look.sparkline(&bars)], Vec::new())
        };
        self.section("DAMAGE, OVERKILL INCLUDED", columns.into(), |_| None, of_unit)
    }

    /// Exhaustion in the rounds that a unit began standing: how often, when, and why. A side whose
    /// units were never Exhausted has one row for all of them.
    pub(super) fn exhaustion(&self) -> Vec<String> {
        let Some(clock) = self.about.clocks.first() else { return Vec::new() };
        let columns = ["of its rounds", "at activation", "others act after"].map(Into::into).into();
        let never_struck = |units: UnitSet| {
            let each = || units.map(|id| StrikeTimes::new(&self.totals.units[id.idx()]));
            let none = each().all(|when| when.strikes.n() == 0);
            let n_rounds = each().map(|when| when.n_rounds).sum();
            none.then(|| vec![rate(Rate { events: 0, n: n_rounds }), "-".into(), "-".into()])
        };
        let of_unit = |_, unit: &UnitTotals| {
            let when = StrikeTimes::new(unit);
            let cells = vec![rate(when.of_rounds(when.strikes.n())), mean(&when.strikes), self.wait(&when)];
            let notes = match when.strikes.n() {
                0 => Vec::new(),
                _ => [Some(when.why(clock, unit)), self.spread(&when)].into_iter().flatten().collect(),
            };
            (cells, notes)
        };
        self.section(&clock.name.to_uppercase().replace('_', " "), columns, never_struck, of_unit)
    }

    /// Small histograms of the rounds and activations at which the clock struck. The latest 1 %
    /// share the last bar.
    fn spread(&self, when: &StrikeTimes) -> Option<String> {
        const MOST: u64 = 16;
        let bars = |seen: &Histogram, first: u64| {
            let last = quantile(seen, 99)?.min(first + MOST - 1);
            let mut bars = vec![0; (last - first + 1) as usize];
            seen.each().for_each(|(value, count)| bars[(value.clamp(first, last) - first) as usize] += count);
            let more = if seen.cells.len() as u64 > last + 1 { "+" } else { "" };
            Some(format!("{first} to {last}{more} {}", self.look.sparkline(&bars)))
        };
        let first = |seen: &Histogram| seen.each().next().map(|(value, _)| value);
        let rounds = bars(&when.rounds, first(&when.rounds)?)?;
        let activations = bars(&when.strikes, first(&when.strikes)?)?;
        Some(format!("rounds {rounds}   activations {activations}"))
    }

    /// The costs of the fight to its players.
    pub(super) fn at_the_table(&self) -> Vec<String> {
        let columns = ["attacks missed", "rounds down", "share of damage"];
        let of_unit = |idx: usize, unit: &UnitTotals| {
            let attacks = unit.attack.n();
            let misses = unit.attack.cells.first().copied().unwrap_or(0);
            let ends = &unit.round_ends;
            let down = ends.out.n();
            let rounds = ends.active.n() + ends.exhausted.n() + down + ends.over.n();
            let missed = rate(Rate { events: misses, n: attacks });
            (vec![missed, rate(Rate { events: down, n: rounds }), self.share_of_damage(idx)], Vec::new())
        };
        let mut lines = self.section("AT THE TABLE", columns.map(Into::into).into(), |_| None, of_unit);
        if let Some((dice, half)) = self.dice_per_fight.filter(|_| !lines.is_empty()) {
            let dice = self.look.plain(&estimate(Some(dice), Some(half)));
            lines.insert(1, format!("  dice rolled per fight: {dice} (from a few fights rolled die by die)"));
        }
        lines
    }

    /// A heading and a table with a row for every unit, grouped by side if a side has several units;
    /// no lines without columns. If `of_side` returns cells, they stand for all units of the side.
    /// A column in which every cell is `-` is left out.
    fn section(
        &self,
        heading: &str,
        columns: Vec<String>,
        of_side: impl Fn(UnitSet) -> Option<Vec<String>>,
        of_unit: impl Fn(usize, &UnitTotals) -> (Vec<String>, Vec<String>),
    ) -> Vec<String> {
        if columns.is_empty() || self.totals.fights == 0 {
            return Vec::new();
        }
        let roster = &self.about.roster;
        let grouped = roster.sides.iter().any(|side| side.units.len() > 1);
        let mut grid = Grid { columns, rows: Vec::new() };
        for side in &roster.sides {
            let of_side = of_side(side.units);
            let is_one_row = of_side.is_some();
            if grouped || is_one_row {
                let label = if grouped { &side.name } else { roster.unit(side.units.first()) };
                let cells = of_side.unwrap_or_default();
                grid.rows.push(GridRow { label: format!("  {}", name(label)), cells, notes: Vec::new() });
            }
            for id in side.units.filter(|_| !is_one_row) {
                let (cells, notes) = of_unit(id.idx(), &self.totals.units[id.idx()]);
                let indent = if grouped { "    " } else { "  " };
                grid.rows.push(GridRow { label: format!("{indent}{}", name(roster.unit(id))), cells, notes });
            }
        }
        grid.drop_columns_of("-");
        let mut lines = vec![self.look.heading(heading)];
        lines.extend(grid.lines(self.look));
        debug_assert!(self.look.color || lines.iter().all(|line| line.width() <= WIDTH));
        lines
    }

    /// The mean number of activations of other units after a unit's Exhaustion, over the rounds that
    /// it began standing.
    ///
    /// This is the mean number of activations in a round, less the mean number up to the unit's
    /// Exhaustion or the end of the fight. Both are means over the same rounds only if the unit began
    /// every round standing, that is, if their numbers of rounds are equal; otherwise the result is
    /// `-`. The error is at most the sum of the errors of the two means (Minkowski's inequality).
    fn wait(&self, when: &StrikeTimes) -> String {
        let all = Moments::of(&self.totals.activations);
        let mut own = when.strikes.clone();
        own.merge(&when.censored);
        let own = Moments::of(&own);
        if own.n != all.n || all.sum < own.sum {
            return "-".into();
        }
        let half = |moments: Moments| moments.interval().map(Interval::half);
        let error = half(all).zip(half(own)).map(|(a, b)| a + b);
        estimate((all.n > 0).then(|| (all.sum - own.sum) as f64 / all.n as f64), error)
    }

    /// A unit's share of the damage of its side, in percent. The error is that of a ratio of means to
    /// first order, under the assumption that the units of a side do damage independently.
    fn share_of_damage(&self, idx: usize) -> String {
        let side = self.about.roster.units[idx].side;
        let ids = self.about.roster.sides[side.idx()].units;
        let each: Vec<_> =
            ids.map(|id| (id.idx(), Moments::of(&self.totals.units[id.idx()].per_fight))).collect();
        let total: u128 = each.iter().map(|(_, moments)| moments.sum).sum();
        let own = each.iter().find(|(id, _)| *id == idx).map_or(0, |(_, moments)| moments.sum);
        if total == 0 {
            return "-".into();
        }
        if own == 0 || own == total {
            return if own == 0 { "none seen" } else { "all" }.into();
        }
        let share = own as f64 / total as f64;
        let fights = self.totals.fights as f64;
        let weighted = each.iter().map(|(id, moments)| {
            let weight = if *id == idx { 1.0 - share } else { share };
            weight * weight * moments.variance().unwrap_or(0.0)
        });
        let half = Z * weighted.sum::<f64>().sqrt() * fights.sqrt() / total as f64;
        let text = estimate(Some(share * 100.0), Some(half * 100.0));
        match text.split_once(" ± ") {
            Some((share, half)) => format!("{share}% ± {half}"),
            None => text,
        }
    }
}

/// Whether a highlighted metric is shown: hidden metrics are not.
fn unit_metric_is_shown(card: &Card, idx: usize) -> bool {
    card.totals.units.first().is_some_and(|unit| unit_metric(card.about.metrics, unit, idx).is_some())
}

fn measured(seen: &Measured) -> String {
    match seen {
        Measured::Count(histogram) | Measured::Value(histogram) => mean(histogram),
        Measured::Ratio(tries) => rate(*tries),
    }
}

fn mean(seen: &Histogram) -> String {
    let moments = Moments::of(seen);
    // A value that is equal in every observation has no error.
    let half = match moments.variance() {
        Some(0.0) => Some(0.0),
        _ => mean_interval(seen).map(Interval::half),
    };
    estimate(moments.mean(), half)
}

/// When the first clock of a unit struck, all causes together.
struct StrikeTimes {
    /// The strikes by activation.
    strikes: Histogram,
    /// The strikes by round.
    rounds: Histogram,
    /// The rounds in which the fight ended before a strike, by the last activation of the fight.
    censored: Histogram,
    /// The rounds that the unit began standing, or in which the clock struck.
    n_rounds: u64,
}

impl StrikeTimes {
    fn new(unit: &UnitTotals) -> Self {
        let (mut strikes, mut rounds) = (Histogram::default(), Histogram::default());
        let mut censored = Histogram::default();
        if let Some(clock) = unit.clocks.first() {
            for cause in &clock.every {
                strikes.merge(&by_activation(cause));
                let of_round = |cells: &Vec<u64>| cells.iter().sum();
                rounds.merge(&Histogram { cells: cause.rounds.iter().map(of_round).collect() });
            }
            censored = by_activation(&clock.censored);
        }
        // A strike may fall in a round that the unit did not begin standing.
        let n_rounds = unit.per_round.n().max(strikes.n() + censored.n());
        Self { strikes, rounds, censored, n_rounds }
    }

    fn of_rounds(&self, count: u64) -> Rate {
        Rate { events: count, n: self.n_rounds }
    }

    /// The shares of rounds by cause, and of rounds without a strike.
    fn why(&self, clock: &ClockInfo, unit: &UnitTotals) -> String {
        let causes = clock.causes.iter().zip(unit.clocks.iter().flat_map(|clock| &clock.every));
        let causes = causes.map(|(cause, plane)| (cause.replace('_', " "), by_activation(plane).n()));
        let rest = self.n_rounds - self.strikes.n() - self.censored.n();
        let mut parts: Vec<_> = causes.chain([("not in the round".into(), rest)]).collect();
        parts.retain(|(_, count)| *count > 0);
        parts.push(("fight ended first".into(), self.censored.n()));
        let part = |(what, count)| format!("{what} {}", bare_rate(self.of_rounds(count)));
        parts.into_iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// The cells of all rounds, by activation.
fn by_activation(plane: &Plane) -> Histogram {
    let mut all = Histogram::default();
    plane.rounds.iter().for_each(|cells| all.merge(&Histogram { cells: cells.clone() }));
    all
}
