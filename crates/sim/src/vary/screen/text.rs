//! The joint effects of numbers, as rows and as the terminal shows them.

use std::borrow::Cow;

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::morris::Effects;
use super::sobol::Shares;
use super::{Index, Indices, Method, Screened};
use crate::card::text::{Grid, GridRow, Look, indented};
use crate::tables::format::{Number, decimals, fixed, percent, thousands};
use crate::tables::rows::row;
use crate::vary::text::{LeftOut, by_unit, change, left_out, nothing, unit};
use crate::vary::weights::Place;

row! {
    /// The elementary effects of a number on a metric.
    "morris" MorrisRow {
        /// The side of the unit.
        side: &'a str,
        /// The unit, its copies together.
        unit: &'a str,
        /// The number.
        stat: &'a str,
        /// The metric, as goals write it.
        metric: String,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// The mean effect of one more, wherever the other numbers are.
        mu: Number,
        /// The lower end of its 95 % interval.
        mu_lo: Number,
        /// The upper end of its 95 % interval.
        mu_hi: Number,
        /// The mean size of the effect.
        mu_star: Number,
        /// The lower end of its 95 % interval.
        mu_star_lo: Number,
        /// The upper end of its 95 % interval.
        mu_star_hi: Number,
        /// The standard deviation of the effect from place to place, without luck.
        sigma: Number,
        /// The lower end of its 95 % interval.
        sigma_lo: Number,
        /// The upper end of its 95 % interval.
        sigma_hi: Number,
        /// The standard deviation that luck alone gives an effect.
        noise_floor: Number,
        /// The paths.
        rows: u64,
        /// The fights of each combination of values.
        fights: u64,
    }
}

row! {
    /// The share of a number in the variance of a metric.
    "sobol" SobolRow {
        /// The side of the unit.
        side: &'a str,
        /// The unit, its copies together.
        unit: &'a str,
        /// The number.
        stat: &'a str,
        /// The metric, as goals write it.
        metric: String,
        /// Its kind, as in `metrics.csv`: `ratio`, `count` or `value`.
        kind: &'static str,
        /// The share that it has by itself.
        first: Number,
        /// The lower end of its 95 % interval.
        first_lo: Number,
        /// The upper end of its 95 % interval.
        first_hi: Number,
        /// The share that it has together with the others.
        total: Number,
        /// The lower end of its 95 % interval.
        total_lo: Number,
        /// The upper end of its 95 % interval.
        total_hi: Number,
        /// What luck would add to the total if it were not taken out.
        noise_floor: Number,
        /// The rows of combinations.
        rows: u64,
        /// The fights of each combination of values.
        fights: u64,
    }
}

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    morris: Option<Vec<MorrisRow<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sobol: Option<Vec<SobolRow<'a>>>,
    /// The rows with a combination that the rules refuse.
    refused: u64,
    all_fights: u64,
    left_out: Vec<LeftOut<'a>>,
}

impl Method {
    /// Its name, which is also that of its table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Morris => "morris",
            Self::Sobol => "sobol",
        }
    }
}

impl Screened {
    /// The rows of `morris.csv`; none by another method.
    #[must_use]
    pub fn morris_rows(&self) -> Vec<MorrisRow<'_>> {
        let effects = |it: Indices| if let Indices::Morris(effects) = it { Some(effects) } else { None };
        self.each().map(|(place, at, it)| self.morris_row(place, at, it.and_then(effects))).collect()
    }

    fn morris_row<'a>(&'a self, place: &'a Place, at: usize, effects: Option<Effects>) -> MorrisRow<'a> {
        let [mu, mu_lo, mu_hi] = numbers(effects.map(|it| it.mu));
        let [mu_star, mu_star_lo, mu_star_hi] = numbers(effects.map(|it| it.mu_star));
        let [sigma, sigma_lo, sigma_hi] = numbers(effects.map(|it| it.sigma));
        MorrisRow {
            side: &place.side,
            unit: &place.unit,
            stat: &place.stat,
            metric: self.named(at),
            kind: self.metrics[at].kind.word(),
            mu,
            mu_lo,
            mu_hi,
            mu_star,
            mu_star_lo,
            mu_star_hi,
            sigma,
            sigma_lo,
            sigma_hi,
            noise_floor: Number::new(effects.map(|it| it.noise)),
            rows: self.played,
            fights: self.fights,
        }
    }

    /// The rows of `sobol.csv`; none by another method.
    #[must_use]
    pub fn sobol_rows(&self) -> Vec<SobolRow<'_>> {
        let shares = |it: Indices| if let Indices::Sobol(shares) = it { Some(shares) } else { None };
        self.each().map(|(place, at, it)| self.sobol_row(place, at, it.and_then(shares))).collect()
    }

    fn sobol_row<'a>(&'a self, place: &'a Place, at: usize, shares: Option<Shares>) -> SobolRow<'a> {
        let [first, first_lo, first_hi] = numbers(shares.map(|it| it.first));
        let [total, total_lo, total_hi] = numbers(shares.map(|it| it.total));
        SobolRow {
            side: &place.side,
            unit: &place.unit,
            stat: &place.stat,
            metric: self.named(at),
            kind: self.metrics[at].kind.word(),
            first,
            first_lo,
            first_hi,
            total,
            total_lo,
            total_hi,
            noise_floor: Number::new(shares.map(|it| it.noise)),
            rows: self.played,
            fights: self.fights,
        }
    }

    /// Each number with each metric.
    fn each(&self) -> impl Iterator<Item = (&Place, usize, Option<Indices>)> {
        self.rows
            .iter()
            .flat_map(|(place, all)| all.iter().enumerate().map(move |(at, indices)| (place, at, *indices)))
    }

    fn named(&self, at: usize) -> String {
        self.metrics[at].named.to_string()
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(&'a self, scenario: &'a str, seed: u64) -> impl Serialize + 'a {
        let is_morris = self.method == Method::Morris;
        Object {
            scenario,
            seed,
            method: self.method.word(),
            morris: is_morris.then(|| self.morris_rows()),
            sobol: (!is_morris).then(|| self.sobol_rows()),
            refused: self.refused,
            all_fights: self.all_fights,
            left_out: self.left_out.iter().map(LeftOut::of).collect(),
        }
    }

    /// The text for the terminal: the metrics with these numbers. With `all` it names what was left out.
    #[must_use]
    pub fn render(&self, look: Look, metrics: &[usize], all: bool) -> String {
        let mut lines = Vec::new();
        for &at in metrics {
            let mut rows: Vec<(&Place, Indices)> =
                self.rows.iter().filter_map(|(place, all)| Some((place, all[at]?))).collect();
            let size = |indices: &Indices| match indices {
                Indices::Morris(effects) => effects.mu_star.value,
                Indices::Sobol(shares) => shares.total.value,
            };
            rows.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)));
            if rows.is_empty() {
                continue;
            }
            let (what, columns) = match self.method {
                Method::Morris => ("what one more does", ["mu", "mu*", "sigma", "noise"]),
                Method::Sobol => ("shares of its variance", ["alone", "in all", "noise", ""]),
            };
            let kind = self.metrics[at].kind;
            let is_in_points = self.method == Method::Morris && kind.is_rate();
            let unit = if is_in_points { ", in points" } else { "" };
            let named = self.named(at);
            lines.extend(look.headings(&format!("{}: {what}{unit}, the largest first", shown(&named))));
            let row = |(place, indices): &(&Place, Indices)| {
                let cells = match indices {
                    Indices::Morris(effects) => {
                        let of = |index: Index| {
                            change(kind, index.value, index.within.reach(index.value))
                                .trim_end_matches(" pt")
                                .to_owned()
                        };
                        let plain = |text: String| text.trim_start_matches('+').to_owned();
                        let noise = effects.noise * if kind.is_rate() { 100.0 } else { 1.0 };
                        let digits = if noise > 0.0 { decimals(noise / 10.0).max(0) } else { 0 };
                        vec![
                            of(effects.mu),
                            plain(of(effects.mu_star)),
                            plain(of(effects.sigma)),
                            fixed(noise, digits),
                        ]
                    }
                    Indices::Sobol(shares) => {
                        let of = |index: Index| share(index.value, index.within.reach(index.value));
                        vec![of(shares.first), of(shares.total), format!("{}%", percent(shares.noise, 0))]
                    }
                };
                GridRow { label: format!("  {}", self.label(place)), cells, notes: Vec::new() }
            };
            let columns = columns.iter().filter(|column| !column.is_empty()).map(|it| (*it).to_owned());
            let grid = Grid { columns: columns.collect(), rows: rows.iter().map(row).collect() };
            lines.extend(grid.lines(look));
            lines.push(String::new());
        }
        if lines.is_empty() {
            lines.extend([nothing(self.interrupted).to_owned(), String::new()]);
        }
        for note in self.notes(all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    fn notes(&self, all: bool) -> Vec<String> {
        let mut notes = match self.method {
            Method::Morris => vec![
                "mu: the mean of what one more changes, wherever the other numbers are; mu*: of its size".to_owned(),
                "sigma: how much that differs from place to place, luck taken out; where it is far above \
                 0, the worth depends on other numbers or is not a straight line"
                    .to_owned(),
                "noise: how much a single effect varies by luck alone".to_owned(),
            ],
            Method::Sobol => vec![
                "alone: the share of the variance that the number causes by itself; in all: together with the \
                 others. Where the second is larger, they depend on each other"
                    .to_owned(),
                "noise: what luck would add to the second if it were not taken out".to_owned(),
            ],
        };
        if self.refused > 0 {
            notes.push(format!(
                "{} rows have a combination that the rules refuse, and are left out",
                thousands(self.refused.into())
            ));
        }
        let units = by_unit(&self.idle.iter().collect::<Vec<_>>(), |place| self.unit(place));
        let idle = |unit: &String| {
            format!("not moved, as by itself it changed nothing in the fights that were tried: {unit}")
        };
        notes.extend(units.iter().map(idle));
        notes.extend(left_out(&self.left_out, all));
        notes
    }

    /// The name of a unit, with its side where units of two sides share it.
    fn unit<'a>(&self, place: &'a Place) -> Cow<'a, str> {
        unit(self.rows.iter().map(|(place, _)| place).chain(&self.idle), place)
    }

    fn label(&self, place: &Place) -> String {
        shown(&format!("{}: {}", self.unit(place), place.stat)).into_owned()
    }
}

/// An index and the ends of its interval.
fn numbers(index: Option<Index>) -> [Number; 3] {
    [
        Number::new(index.map(|it| it.value)),
        Number::new(index.map(|it| it.within.lo)),
        Number::new(index.map(|it| it.within.hi)),
    ]
}

/// A share with the half width of its interval.
fn share(value: f64, half: f64) -> String {
    let half = half * 100.0;
    let digits = if half > 0.0 { decimals(half).max(0) } else { 0 };
    format!("{}% ± {}", percent(value, digits), fixed(half, digits))
}
