//! The tables of the card, a row for every unit.

use fray_rules::declare::clocks::ClockInfo;
use fray_rules::declare::metrics::Highlight;
use fray_rules::engine::roster::{UnitId, UnitSet};
use unicode_width::UnicodeWidthStr;

use super::Card;
use super::text::{Grid, GridRow, WIDTH, name};
use crate::stats::{FightSums, Rate, quantile};
use crate::tables::format::{self, bare_rate, estimate, rate_by_fight};
use crate::tables::rows::{Measured, MeasuredAs, MeasuredOf, metric_index};
use crate::totals::{Histogram, Plane, Tries, UnitTotals};

impl Card<'_> {
    /// The metrics of a highlight for every unit. Names that the system does not declare are ignored.
    pub(super) fn highlight(&self, table: &Highlight) -> Vec<String> {
        let metrics = self.about.metrics;
        let shown = table.metrics.iter().filter_map(|name| metric_index(metrics, name));
        let shown: Vec<_> = shown.filter(|idx| unit_metric_is_shown(self, *idx)).collect();
        let columns = shown.iter().map(|idx| metrics[*idx].name.replace('_', " ")).collect();
        let of_unit = |unit, _: &UnitTotals| {
            let cells = shown.iter().filter_map(|idx| self.of(unit).metric(self.about, self.totals, *idx));
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
        let of_unit = |id, unit: &UnitTotals| {
            let hits = unit.per_hit();
            let mut bars = vec![0; n_bars as usize];
            hits.each().for_each(|(damage, count)| bars[(damage / step).min(n_bars - 1) as usize] += count);
            let in_fight = Measured::count(unit.per_fight.clone(), None);
            let in_hit = self.values(id, Tries::DamagePerHit, hits);
            (vec![measured(&in_fight), measured(&in_hit), self.look.sparkline(&bars)], Vec::new())
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
            let n_rounds: u64 = each().map(|when| when.n_rounds).sum();
            // Their rounds of one fight hang together.
            let mut by_fight = FightSums::default();
            by_fight.add_equal(self.totals.fights, 0, n_rounds.div_ceil(self.totals.fights.max(1)));
            none.then(|| vec![rate_by_fight(&by_fight), "-".into(), "-".into()])
        };
        let of_unit = |id, unit: &UnitTotals| {
            let when = StrikeTimes::new(unit);
            let of_rounds = rate_by_fight(&self.by_fight(id, Tries::Clock(0)));
            let at = self.values(id, Tries::ExhaustedAt, when.strikes.clone());
            let cells = vec![of_rounds, measured(&at), self.wait(id)];
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
        let of_unit = |idx: usize, _: &UnitTotals| {
            let missed = rate_by_fight(&self.by_fight(idx, Tries::HitRate).failures());
            let down = rate_by_fight(&self.by_fight(idx, Tries::RoundsDown));
            (vec![missed, down, self.share_of_damage(idx)], Vec::new())
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

    /// The mean number of activations of other units after a unit's Exhaustion, over the
    /// rounds that it began standing.
    fn wait(&self, unit: usize) -> String {
        let seen = self.by_fight(unit, Tries::Wait);
        match (seen.ratio(), seen.mean_of_sums()) {
            (Some(value), Some(within)) => format::mean(value, within),
            (Some(value), None) => estimate(Some(value), None),
            (None, _) => "-".into(),
        }
    }

    /// A unit's share of the damage of its side, in percent.
    fn share_of_damage(&self, idx: usize) -> String {
        let side = self.about.roster.units[idx].side;
        let ids = self.about.roster.sides[side.idx()].units;
        let total: u128 = ids.map(|id| self.totals.units[id.idx()].per_fight.sum()).sum();
        match self.totals.units[idx].per_fight.sum() {
            _ if total == 0 => "-".into(),
            0 => "none seen".into(),
            own if own == total => "all".into(),
            _ => rate_by_fight(&self.by_fight(idx, Tries::ShareOfDamage)),
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
        Measured { kind: MeasuredAs::Value, values, by_fight, largest: None }
    }
}

/// Whether a highlighted metric is shown: hidden metrics are not.
fn unit_metric_is_shown(card: &Card, idx: usize) -> bool {
    !card.totals.units.is_empty() && card.of(0).metric(card.about, card.totals, idx).is_some()
}

/// A rate or mean with its interval, with the fight as the unit.
pub(super) fn measured(seen: &Measured) -> String {
    let value = seen.by_fight.ratio();
    match (seen.kind, value, seen.interval()) {
        (MeasuredAs::Ratio, ..) => rate_by_fight(&seen.by_fight),
        (_, None, _) => "-".into(),
        (_, Some(value), Some(within)) => format::mean(value, within),
        // Nothing bounds what was not seen, so that there is no interval.
        (_, Some(value), None) => match seen.values.each().count() {
            1 if value == 0.0 => "0 (none seen)".into(),
            1 => format!("{value} (all seen)"),
            _ => estimate(Some(value), None),
        },
    }
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
