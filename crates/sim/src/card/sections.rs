//! The tables of the card, a row for every unit.

use fray_engine::clocks::ClockInfo;
use fray_engine::metrics::{Highlight, Kind};
use fray_engine::roster::{RosterSide, SideId, UnitId, UnitSet};
use unicode_width::UnicodeWidthStr;

use super::Card;
use super::copies::{Row, rows_of, spread};
use super::text::{Grid, GridRow, indented, name};
use crate::stats::{FightSums, Rate, quantile};
use crate::tables::format::{self, bare_rate, estimate, rate_by_fight};
use crate::tables::rows::{Measured, MeasuredAs, MeasuredOf, metric_index};
use crate::totals::{Histogram, Tries, UnitTotals};

impl Card<'_> {
    /// The metrics of a highlight for every unit. Names that the system does not declare are ignored.
    pub(super) fn highlight(&self, table: &Highlight) -> Vec<String> {
        let metrics = self.about.metrics;
        let shown = table.metrics.iter().filter_map(|name| metric_index(metrics, name));
        let shown: Vec<_> = shown.filter(|idx| unit_metric_is_shown(self, *idx)).collect();
        let words = |idx: &usize| metrics[*idx].name.replace('_', " ");
        // What nobody ever did needs no column.
        let (never, shown): (Vec<usize>, Vec<usize>) = shown.into_iter().partition(|idx| self.is_never(*idx));
        let none_seen = format!("none seen: {}", never.iter().map(words).collect::<Vec<_>>().join(", "));
        if shown.is_empty() && !never.is_empty() {
            let line = format!("{}: {none_seen}", self.look.heading(table.heading));
            return if self.totals.fights == 0 { Vec::new() } else { indented(&line, "", self.look.width) };
        }
        let columns = shown.iter().map(words).collect();
        let of_unit = |unit: UnitId| {
            let cells =
                shown.iter().filter_map(|idx| self.of(unit.idx()).metric(self.about, self.totals, *idx));
            cells.map(|seen| Cell::of(&seen)).collect()
        };
        let mut lines = self.section(table.heading, columns, |_| None, of_unit, nothing);
        if !never.is_empty() && !lines.is_empty() {
            lines.extend(indented(&none_seen, "  ", self.look.width));
        }
        lines.extend(table.metrics.iter().flat_map(|name| self.of_sides(name)));
        lines
    }

    /// The value of a metric that units have not for each side, in a line; none of another metric.
    fn of_sides(&self, metric: &str) -> Vec<String> {
        let found = metric_index(self.about.metrics, metric);
        let Some(idx) = found.filter(|idx| self.about.metrics[*idx].is_of_sides()) else { return Vec::new() };
        let value = |(id, side): (u8, &RosterSide)| {
            let seen = MeasuredOf::Side(SideId(id)).metric(self.about, self.totals, idx)?;
            Some(format!("{} {}", side.name, seen.text()))
        };
        let each: Vec<String> = (0..).zip(&self.about.roster.sides).filter_map(value).collect();
        indented(&format!("  {}: {}", metric.replace('_', " "), each.join(", ")), "  ", self.look.width)
    }

    /// Returns whether a metric was 0 for every unit in every fight.
    fn is_never(&self, metric: usize) -> bool {
        let mut units = 0..self.totals.units.len();
        units.all(|unit| {
            let seen = self.of(unit).metric(self.about, self.totals, metric);
            seen.is_none_or(|seen| seen.by_fight.sum == 0)
        })
    }

    /// Returns whether a table of the game shows the share of attacks that hit, of which misses are the rest.
    fn shows_hits(&self) -> bool {
        let metrics = self.about.metrics;
        let mut shown = self.about.highlights.iter().flat_map(|table| table.metrics.iter());
        shown.any(|name| {
            metric_index(metrics, name).is_some_and(|idx| {
                let mut units = 0..self.totals.units.len();
                let is_rate = matches!(metrics[idx].kind, Kind::Ratio);
                is_rate
                    && units.all(|unit| {
                        let seen = self.by_fight(unit, Tries::Metric(idx));
                        let hits = self.by_fight(unit, Tries::HitRate);
                        (seen.sum, seen.tries) == (hits.sum, hits.tries)
                    })
            })
        })
    }

    /// Damage as rolled, with a small histogram for each unit; all histograms share one axis.
    pub(super) fn damage(&self) -> Vec<String> {
        const BARS: u64 = 24;
        let hits = self.totals.units.iter().map(UnitTotals::per_hit);
        let most = hits.filter_map(|hits| quantile(&hits, 99)).max();
        let Some(most) = most else { return Vec::new() };
        let step = (most + 1).div_ceil(BARS);
        let n_bars = most / step + 1;
        let end = n_bars * step - 1;
        let is_beyond =
            self.totals.units.iter().any(|unit| unit.per_hit().largest().is_some_and(|most| most > end));
        let columns = [
            "per fight".into(),
            "per hit".into(),
            format!("hits for 0 to {end}{}", if is_beyond { "+" } else { "" }),
        ];
        let of_unit = |id: UnitId| {
            let unit = &self.totals.units[id.idx()];
            let in_fight = Measured::count(unit.per_fight.clone(), None);
            let in_hit = self.values(id.idx(), Tries::DamagePerHit, unit.per_hit());
            vec![Cell::of(&in_fight), Cell::of(&in_hit)]
        };
        let of_all = |units: UnitSet| {
            let mut bars = vec![0; n_bars as usize];
            for id in units {
                let hits = self.totals.units[id.idx()].per_hit();
                hits.each()
                    .for_each(|(damage, count)| bars[(damage / step).min(n_bars - 1) as usize] += count);
            }
            (Some(self.look.sparkline(&bars)), Vec::new())
        };
        self.section("DAMAGE, OVERKILL INCLUDED", columns.into(), |_| None, of_unit, of_all)
    }

    /// Exhaustion in the rounds that a unit began standing: how often, when, and why. A side whose
    /// units were never Exhausted has one row for all of them.
    pub(super) fn exhaustion(&self) -> Vec<String> {
        let Some(clock) = self.about.clocks.first() else { return Vec::new() };
        let columns = ["of its rounds", "at activation", "others act after"].map(Into::into).into();
        let never_struck = |units: UnitSet| {
            let when = self.strikes(units);
            let (none, n_rounds) = (when.strikes.n() == 0, when.n_rounds);
            // Their rounds of one fight hang together.
            let mut by_fight = FightSums::default();
            by_fight.add_equal(self.totals.fights, 0, n_rounds.div_ceil(self.totals.fights.max(1)));
            none.then(|| vec![rate_by_fight(&by_fight), "-".into(), "-".into()])
        };
        let of_unit = |id: UnitId| {
            let strikes = StrikeTimes::new(&self.totals.units[id.idx()], clock).strikes;
            let at = self.values(id.idx(), Tries::ExhaustedAt, strikes);
            vec![Cell::rate(&self.by_fight(id.idx(), Tries::Clock(0))), Cell::of(&at), self.wait(id.idx())]
        };
        let of_all = |units: UnitSet| {
            let when = self.strikes(units);
            let notes = match when.strikes.n() {
                0 => Vec::new(),
                _ => [Some(when.why(self.totals.fights)), self.spread(&when)].into_iter().flatten().collect(),
            };
            (None, notes)
        };
        self.section(&clock.name.to_uppercase().replace('_', " "), columns, never_struck, of_unit, of_all)
    }

    /// The times at which the first clock of these units struck, all of them together.
    fn strikes(&self, units: UnitSet) -> StrikeTimes {
        let mut all = StrikeTimes::default();
        if let Some(clock) = self.about.clocks.first() {
            units.for_each(|id| all.merge(StrikeTimes::new(&self.totals.units[id.idx()], clock)));
        }
        all
    }

    /// Small histograms of the rounds and activations at which the clock struck. The latest 1 %
    /// share the last bar.
    fn spread(&self, when: &StrikeTimes) -> Option<String> {
        const MOST: u64 = 16;
        let bars = |seen: &Histogram, first: u64| {
            let last = quantile(seen, 99)?.min(first + MOST - 1);
            let mut bars = vec![0; (last - first + 1) as usize];
            seen.each().for_each(|(value, count)| bars[(value.clamp(first, last) - first) as usize] += count);
            let more = if seen.largest() > Some(last) { "+" } else { "" };
            Some(format!("{first} to {last}{more} {}", self.look.sparkline(&bars)))
        };
        let first = |seen: &Histogram| seen.each().next().map(|(value, _)| value);
        let rounds = bars(&when.rounds, first(&when.rounds)?)?;
        let activations = bars(&when.strikes, first(&when.strikes)?)?;
        Some(format!("rounds {rounds}   activations {activations}"))
    }

    /// The costs of the fight to its players.
    pub(super) fn at_the_table(&self) -> Vec<String> {
        // Where a table has the hits, the misses are the same number again.
        let shows_hits = self.shows_hits();
        let columns: &[&str] = if shows_hits {
            &["rounds down", "share of damage"]
        } else {
            &["attacks missed", "rounds down", "share of damage"]
        };
        let of_unit = |id: UnitId| {
            let missed = Cell::rate(&self.by_fight(id.idx(), Tries::HitRate).failures());
            let down = Cell::rate(&self.by_fight(id.idx(), Tries::RoundsDown));
            let cells =
                [Some(missed).filter(|_| !shows_hits), Some(down), Some(self.share_of_damage(id.idx()))];
            cells.into_iter().flatten().collect()
        };
        let columns = columns.iter().map(|&column| column.into()).collect();
        let mut lines = self.section("AT THE TABLE", columns, |_| None, of_unit, nothing);
        if let Some((dice, half)) = self.dice_per_fight.filter(|_| !lines.is_empty()) {
            // A few fights that roll the same number of dice do not show that all do.
            let dice =
                if half > 0.0 { estimate(Some(dice), Some(half)) } else { format!("{dice} (all seen)") };
            let dice = self.look.plain(&dice);
            let text = format!("dice rolled per fight: {dice} (from a few fights rolled die by die)");
            lines.splice(1..1, indented(&text, "  ", self.look.width));
        }
        lines
    }

    /// A heading and a table with a row for every unit, or for its copies together, grouped by side if
    /// a side has several units; no lines without columns. If `of_side` returns cells, they stand for
    /// all units of the side. `of_all` makes a last cell, if the table has one more, and the notes of a
    /// row. A column in which every cell is `-` is left out.
    fn section(
        &self,
        heading: &str,
        columns: Vec<String>,
        of_side: impl Fn(UnitSet) -> Option<Vec<String>>,
        of_unit: impl Fn(UnitId) -> Vec<Cell>,
        of_all: impl Fn(UnitSet) -> (Option<String>, Vec<String>),
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
            for Row { label, units } in
                rows_of(roster, side.units, self.each).into_iter().filter(|_| !is_one_row)
            {
                let each: Vec<Vec<Cell>> = units.map(&of_unit).collect();
                let (last, notes) = of_all(units);
                let cells = spread(&each).into_iter().chain(last).collect();
                let indent = if grouped { "    " } else { "  " };
                grid.rows.push(GridRow { label: format!("{indent}{label}"), cells, notes });
            }
        }
        grid.drop_columns_of("-");
        let mut lines = vec![self.look.heading(heading)];
        lines.extend(grid.lines(self.look));
        debug_assert!(self.look.color || lines.iter().all(|line| line.width() <= self.look.width));
        lines
    }

    /// The mean number of activations of other units after a unit's Exhaustion, over the
    /// rounds that it began standing.
    fn wait(&self, unit: usize) -> Cell {
        let seen = self.by_fight(unit, Tries::Wait);
        let text = match (seen.ratio(), seen.mean_of_sums()) {
            (Some(value), Some(within)) if within.half() <= 0.0 => format!("{value} (all seen)"),
            (Some(value), Some(within)) => format::mean(value, within),
            (Some(value), None) => estimate(Some(value), None),
            (None, _) => "-".into(),
        };
        Cell { value: seen.ratio(), text }
    }

    /// A unit's share of the damage of its side, in percent.
    fn share_of_damage(&self, idx: usize) -> Cell {
        let side = self.about.roster.units[idx].side;
        let ids = self.about.roster.sides[side.idx()].units;
        let total: u128 = ids.map(|id| self.totals.units[id.idx()].per_fight.sum()).sum();
        let known = |value, text: &str| Cell { value, text: text.into() };
        match self.totals.units[idx].per_fight.sum() {
            _ if total == 0 => known(None, "-"),
            0 => known(Some(0.0), "none seen"),
            own if own == total => known(Some(1.0), if ids.len() == 1 { "all" } else { "all seen" }),
            _ => Cell::rate(&self.by_fight(idx, Tries::ShareOfDamage)),
        }
    }

    fn of(&self, unit: usize) -> MeasuredOf {
        MeasuredOf::Unit(UnitId(unit as u8))
    }

    fn by_fight(&self, unit: usize, tries: Tries) -> FightSums {
        self.of(unit).by_fight(self.about, self.totals, tries)
    }

    /// Values of tries of every game; nothing bounds them.
    fn values(&self, unit: usize, tries: Tries, values: Histogram) -> Measured {
        let by_fight = self.by_fight(unit, tries);
        Measured { kind: MeasuredAs::Value, values, by_fight, largest: None, least: 0 }
    }
}

/// A cell of a table of units.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The estimate; `None` without observations.
    pub(super) value: Option<f64>,
    /// The estimate with its interval.
    pub(super) text: String,
}

impl Cell {
    fn of(seen: &Measured) -> Self {
        Self { value: seen.by_fight.ratio(), text: seen.text() }
    }

    fn rate(tries: &FightSums) -> Self {
        Self { value: tries.ratio(), text: rate_by_fight(tries) }
    }
}

/// No cell and no notes for all units of a row.
fn nothing(_: UnitSet) -> (Option<String>, Vec<String>) {
    (None, Vec::new())
}

/// Returns whether a highlighted metric is shown: hidden metrics are not.
fn unit_metric_is_shown(card: &Card, idx: usize) -> bool {
    !card.totals.units.is_empty() && card.of(0).metric(card.about, card.totals, idx).is_some()
}

/// The times at which the first clock of units struck.
#[derive(Default)]
struct StrikeTimes {
    /// The strikes by activation, all causes together.
    strikes: Histogram,
    /// The strikes by round.
    rounds: Histogram,
    /// The rounds in which the fight ended before a strike.
    censored: u64,
    /// The rounds that the units began standing, or in which the clock struck.
    n_rounds: u64,
    /// The strikes of each cause.
    causes: Vec<(String, u64)>,
}

impl StrikeTimes {
    fn new(unit: &UnitTotals, clock: &ClockInfo) -> Self {
        let mut when = Self::default();
        if let Some(totals) = unit.clocks.first() {
            for (cause, plane) in clock.causes.iter().zip(&totals.every) {
                let strikes = plane.by_activation();
                when.causes.push((cause.replace('_', " "), strikes.n()));
                when.strikes.merge(&strikes);
                when.rounds.merge(&plane.by_round());
            }
            when.censored = totals.censored.n();
        }
        // A strike may fall in a round that the unit did not begin standing.
        when.n_rounds = unit.per_round.n().max(when.strikes.n() + when.censored);
        when
    }

    fn merge(&mut self, other: Self) {
        self.strikes.merge(&other.strikes);
        self.rounds.merge(&other.rounds);
        self.censored += other.censored;
        self.n_rounds += other.n_rounds;
        if self.causes.is_empty() {
            self.causes = other.causes;
        } else {
            self.causes.iter_mut().zip(other.causes).for_each(|(mine, (_, count))| mine.1 += count);
        }
    }

    /// The shares of rounds by cause, and of rounds without a strike, in a run of so many fights.
    fn why(&self, fights: u64) -> String {
        let rest = self.n_rounds - self.strikes.n() - self.censored;
        let causes = self.causes.iter().map(|(cause, count)| (cause.as_str(), *count));
        let mut parts: Vec<_> = causes.chain([("not exhausted", rest)]).collect();
        parts.retain(|(_, count)| *count > 0);
        parts.push(("fight ended first", self.censored));
        let part = |(what, events)| format!("{what} {}", self.share(events, fights));
        parts.into_iter().map(part).collect::<Vec<_>>().join(", ")
    }

    /// A share of the rounds. Those of one fight hang together, so that none or all of them are as rare as
    /// the fights allow.
    fn share(&self, events: u64, fights: u64) -> String {
        if events > 0 && events < self.n_rounds {
            return bare_rate(Rate { events, n: self.n_rounds });
        }
        let a_fight = self.n_rounds.div_ceil(fights.max(1));
        let mut by_fight = FightSums::default();
        by_fight.add_equal(
            self.n_rounds.div_ceil(a_fight.max(1)),
            if events > 0 { a_fight } else { 0 },
            a_fight,
        );
        rate_by_fight(&by_fight)
    }
}
