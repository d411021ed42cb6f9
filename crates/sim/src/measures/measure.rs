//! What is measured, and of whom: reading and resolving.

use core::ops::Range;

use fray_rules::declare::metrics::Kind;
use fray_rules::engine::roster::{SideId, UnitId, UnitSet};
use fray_rules::sheet::problem::{did_you_mean, one_of};

use super::Wrong;
use super::cursor::{Cursor, Part, Unit, Who};
use crate::tables::rows::COMMON;
use crate::totals::About;

/// What is measured of each of some subjects, resolved for one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Which number of it.
    pub stat: Stat,
    /// What.
    pub what: What,
    /// Of whom, in file order.
    pub of: Vec<Subject>,
}

/// Which number of what was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    /// The mean, for a rate the rate.
    Mean,
    /// The quantile of so many percent.
    Quantile(u32),
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Wins of fights, of a side.
    WinRate,
    /// Draws of fights.
    DrawRate,
    /// Timeouts of fights.
    TimeoutRate,
    /// The round in which fights ended.
    Rounds,
    /// A metric of the system, by its place.
    Metric(usize),
    /// One of [`COMMON`], by its place.
    Common(usize),
    /// Strikes of a clock of a unit.
    Clock {
        /// Its place among the clocks of the system.
        clock: usize,
        /// What counts as a try.
        view: View,
        /// In which rounds.
        rounds: Within,
        /// In which activations.
        activations: Within,
    },
}

/// Of what the strikes of a clock are a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Of the fights: the first strike of each.
    First,
    /// Of the rounds that the unit began standing.
    Every,
}

/// Whole numbers from one up to and with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// The least.
    pub lo: u64,
    /// The greatest.
    pub hi: u64,
}

impl Within {
    /// All of them.
    pub const ALL: Self = Self { lo: 0, hi: u64::MAX };

    /// Whether `n` is one of them.
    #[must_use]
    pub fn has(self, n: u64) -> bool {
        self.lo <= n && n <= self.hi
    }
}

/// Of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The fight.
    Fight,
    /// A side.
    Side(SideId),
    /// A unit.
    Unit(UnitId),
}

/// The names that every system has beside its metrics and clocks.
const OF_EVERY_SYSTEM: [(&str, What); 4] = [
    ("win_rate", What::WinRate),
    ("draw_rate", What::DrawRate),
    ("timeout_rate", What::TimeoutRate),
    ("rounds", What::Rounds),
];

impl Measure {
    /// The win rate of every side.
    #[must_use]
    pub fn win_rates(about: &About) -> Self {
        Self { stat: Stat::Mean, what: What::WinRate, of: sides(about) }
    }

    /// Whether it is a rate: a part of tries.
    #[must_use]
    pub fn is_rate(&self, about: &About) -> bool {
        is_rate(self.what, about)
    }

    /// How it is called for one subject: `win_rate(wizards)`, `p95(rounds)`.
    #[must_use]
    pub fn name(&self, about: &About, subject: Subject) -> String {
        let mut inside = match subject {
            Subject::Fight => String::new(),
            Subject::Side(side) => about.roster.side(side).to_owned(),
            Subject::Unit(unit) => {
                let name = about.roster.unit(unit);
                let unique = about.roster.units.iter().filter(|other| other.name == name).count() == 1
                    && about.roster.sides.iter().all(|side| side.name != name);
                let side = about.roster.side(about.roster.units[unit.idx()].side);
                if unique { name.to_owned() } else { format!("{side}/{name}") }
            }
        };
        if let What::Clock { view, rounds, activations, .. } = self.what {
            inside += if view == View::Every { ", every" } else { "" };
            for (word, within) in [("round", rounds), ("activation", activations)] {
                inside += &match within {
                    Within::ALL => String::new(),
                    Within { lo, hi } if lo == hi => format!(", {word} = {lo}"),
                    Within { lo: 0, hi } => format!(", {word} <= {hi}"),
                    Within { lo, hi: u64::MAX } => format!(", {word} >= {lo}"),
                    Within { lo, hi } => format!(", {word} between {lo} and {hi}"),
                };
            }
        }
        let base = what_name(self.what, about);
        let base = if inside.is_empty() { base.to_owned() } else { format!("{base}({inside})") };
        match self.stat {
            Stat::Mean => base,
            Stat::Quantile(50) => format!("median({base})"),
            Stat::Quantile(percent) => format!("p{percent}({base})"),
        }
    }

    pub(super) fn parse(cursor: &mut Cursor<'_>, about: &About) -> Result<Self, Wrong> {
        let word = cursor.word("what is measured")?;
        let Some(stat) = stat(word.value) else { return base(cursor, about, word) };
        cursor.expect("(", &format!("`(` behind `{}`", word.value))?;
        let inner = cursor.word("what is measured")?;
        let mut measure = base(cursor, about, inner.clone())?;
        if stat != Stat::Mean && measure.is_rate(about) {
            let message = format!("`{}` is a rate and has no `{}`", inner.value, word.value);
            return Err(Wrong::new(word.at, message));
        }
        cursor.expect(")", "`)`")?;
        measure.stat = stat;
        Ok(measure)
    }
}

fn stat(word: &str) -> Option<Stat> {
    match word {
        "mean" => Some(Stat::Mean),
        "median" => Some(Stat::Quantile(50)),
        _ => {
            let percent = word.strip_prefix('p')?.parse().ok()?;
            (1..100).contains(&percent).then_some(Stat::Quantile(percent))
        }
    }
}

/// All names with what they mean, in the order of lists.
fn names(about: &About) -> impl Iterator<Item = (&'static str, What)> {
    let metrics = about.metrics.iter().enumerate();
    let metrics = metrics.filter(|(_, metric)| !matches!(metric.kind, Kind::Hidden));
    let clocks = about.clocks.iter().enumerate().map(|(clock, info)| {
        let all = (Within::ALL, Within::ALL);
        (info.name, What::Clock { clock, view: View::First, rounds: all.0, activations: all.1 })
    });
    OF_EVERY_SYSTEM
        .into_iter()
        .chain(metrics.map(|(idx, metric)| (metric.name, What::Metric(idx))))
        .chain(COMMON.iter().enumerate().map(|(idx, metric)| (metric.name, What::Common(idx))))
        .chain(clocks)
}

fn what_name(what: What, about: &About) -> &'static str {
    match what {
        What::WinRate => "win_rate",
        What::DrawRate => "draw_rate",
        What::TimeoutRate => "timeout_rate",
        What::Rounds => "rounds",
        What::Metric(idx) => about.metrics[idx].name,
        What::Common(idx) => COMMON[idx].name,
        What::Clock { clock, .. } => about.clocks[clock].name,
    }
}

fn is_rate(what: What, about: &About) -> bool {
    match what {
        What::WinRate | What::DrawRate | What::TimeoutRate | What::Common(_) | What::Clock { .. } => true,
        What::Rounds => false,
        What::Metric(idx) => matches!(about.metrics[idx].kind, Kind::Ratio | Kind::Share { .. }),
    }
}

/// A name with what stands in its brackets.
fn base(cursor: &mut Cursor<'_>, about: &About, word: Part<&str>) -> Result<Measure, Wrong> {
    let known = || names(about).map(|(name, _)| name);
    let Some((_, mut what)) = names(about).find(|(name, _)| *name == word.value) else {
        let meant = did_you_mean(word.value, known().chain(["mean", "median", "p5", "p95"]));
        let message = format!("unknown name `{}`{meant}", word.value);
        let help = format!("the names are {}", known().collect::<Vec<_>>().join(", "));
        return Err(Wrong::new(word.at, message).help(help));
    };
    let mut who = None;
    let open = cursor.at();
    if cursor.takes("(") {
        let mut first = true;
        while !cursor.takes(")") {
            if !first {
                cursor.expect(",", "`,` or `)`")?;
            }
            // A bound may come first: then nobody is named.
            if let What::Clock { view, rounds, activations, .. } = &mut what
                && is_bound(cursor)
            {
                bound(cursor, view, rounds, activations)?;
            } else if first {
                who = Some(cursor.who()?);
            } else if matches!(what, What::Clock { .. }) {
                let expected = "`every`, or a bound like `round <= 2` or `activation < 3`";
                return Err(cursor.expected(expected));
            } else {
                let message = format!("`{}` takes one name and no more", word.value);
                return Err(Wrong::new(cursor.next_place(), message));
            }
            first = false;
        }
        if first {
            return Err(Wrong::new(open..open + 1, "expected a name in the brackets"));
        }
    }
    Ok(Measure { stat: Stat::Mean, of: subjects(what, who, about, word.value)?, what })
}

/// Whether a bound of a clock stands here, and not a name that begins like one.
fn is_bound(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    match ahead.word("").map(|word| word.value) {
        Ok("every" | "first") => ahead.takes(",") || ahead.takes(")"),
        Ok("round" | "activation") => sign(&mut ahead).is_some() || ahead.takes_word("between"),
        _ => false,
    }
}

/// A sign; the longer ones first, of which others are the beginnings.
fn sign(cursor: &mut Cursor<'_>) -> Option<&'static str> {
    ["<=", ">=", "<", ">", "="].into_iter().find(|sign| cursor.takes(sign))
}

fn bound(
    cursor: &mut Cursor<'_>,
    view: &mut View,
    rounds: &mut Within,
    activations: &mut Within,
) -> Result<(), Wrong> {
    let word = cursor.word("a bound")?;
    let target = match word.value {
        "every" | "first" => {
            *view = if word.value == "every" { View::Every } else { View::First };
            return Ok(());
        }
        "round" => rounds,
        _ => activations,
    };
    let within = if cursor.takes_word("between") {
        let lo = whole(cursor)?;
        if !cursor.takes_word("and") {
            return Err(cursor.expected("`and`"));
        }
        Within { lo, hi: whole(cursor)? }
    } else {
        let sign = sign(cursor).ok_or_else(|| cursor.expected("a sign like `<=`"))?;
        let n = whole(cursor)?;
        let (lo, hi) = match sign {
            "<=" => (0, n),
            ">=" => (n, u64::MAX),
            "<" => (0, n - 1),
            ">" => (n + 1, u64::MAX),
            _ => (n, n),
        };
        Within { lo, hi }
    };
    *target = Within { lo: target.lo.max(within.lo), hi: target.hi.min(within.hi) };
    if target.lo > target.hi {
        let at = word.at.start..cursor.at();
        return Err(Wrong::new(at, format!("no {} fits these bounds", word.value)));
    }
    Ok(())
}

fn whole(cursor: &mut Cursor<'_>) -> Result<u64, Wrong> {
    const MOST: f64 = 1e6;
    let what = "a whole number from 1 to 1000000";
    let number = cursor.number(what)?;
    let value = number.value.value;
    if number.value.unit != Unit::None || value.fract() != 0.0 || !(1.0..=MOST).contains(&value) {
        return Err(Wrong::new(number.at, format!("expected {what}")));
    }
    Ok(value as u64)
}

fn sides(about: &About) -> Vec<Subject> {
    (0..about.roster.sides.len()).map(|side| Subject::Side(SideId(side as u8))).collect()
}

fn units(units: UnitSet) -> Vec<Subject> {
    units.map(Subject::Unit).collect()
}

/// Of whom `what` is, if `who` is said.
fn subjects(what: What, who: Option<Part<Who>>, about: &About, name: &str) -> Result<Vec<Subject>, Wrong> {
    let roster = &about.roster;
    let Some(Part { value: who, at }) = who else {
        return Ok(match what {
            What::WinRate => sides(about),
            What::DrawRate | What::TimeoutRate | What::Rounds => vec![Subject::Fight],
            What::Metric(_) | What::Common(_) | What::Clock { .. } => units(roster.everyone()),
        });
    };
    let side = roster.sides.iter().position(|side| who.side.is_none() && side.name == who.name);
    match (what, side) {
        (What::DrawRate | What::TimeoutRate | What::Rounds, _) => {
            let message = format!("`{name}` is of the fight and takes no name");
            Err(Wrong::new(at, message).help(format!("write `{name}` alone")))
        }
        (What::WinRate | What::Metric(_) | What::Common(_), Some(side)) => {
            Ok(vec![Subject::Side(SideId(side as u8))])
        }
        (What::Clock { .. }, Some(side)) => Ok(units(roster.sides[side].units)),
        (What::WinRate, None) => {
            let known = roster.sides.iter().map(|side| side.name.as_str());
            let meant = did_you_mean(&who.name, known.clone());
            let help = format!("the sides are {}", one_of(known).replace(" or ", " and "));
            let found = if units_named(about, &who, at.clone()).is_ok() {
                format!("`{name}` is of a side, and `{}` is a unit", who.name)
            } else {
                format!("no side is named `{}`{meant}", who.name)
            };
            Err(Wrong::new(at, found).help(help))
        }
        (What::Metric(_) | What::Common(_) | What::Clock { .. }, None) => {
            units_named(about, &who, at).map(units)
        }
    }
}

/// The unit of this name, or all its copies.
fn units_named(about: &About, who: &Who, at: Range<usize>) -> Result<UnitSet, Wrong> {
    let roster = &about.roster;
    // Copies are meant by the name before their `#`.
    let is = |unit: &str, name: &str| {
        unit == name || unit.strip_prefix(name).is_some_and(|rest| rest.starts_with('#'))
    };
    // A name may itself hold a slash: it is tried whole, then parted at each.
    let slashes = who.name.match_indices('/').map(|(i, _)| (&who.name[..i], &who.name[i + 1..]));
    let parted: Vec<(&str, &str)> = match &who.side {
        Some(side) => vec![(side, &who.name)],
        None => slashes.collect(),
    };
    let stands = |id: &UnitId| {
        let (unit, side) = (roster.unit(*id), roster.side(roster.units[id.idx()].side));
        who.side.is_none() && is(unit, &who.name)
            || parted.iter().any(|(of, name)| *of == side && is(unit, name))
    };
    let found: UnitSet = roster.everyone().filter(stands).collect();
    let full = |id: UnitId| format!("{}/{}", roster.side(roster.units[id.idx()].side), roster.unit(id));
    let written = who.side.as_ref().map_or(who.name.clone(), |side| format!("{side}/{}", who.name));
    if found.is_empty() {
        let fulls: Vec<String> = roster.everyone().map(full).collect();
        let known: Vec<&str> = roster
            .sides
            .iter()
            .map(|side| side.name.as_str())
            .chain(roster.units.iter().map(|unit| unit.name.as_str()))
            .chain(fulls.iter().map(String::as_str))
            .collect();
        let meant = did_you_mean(&written, known.iter().copied());
        let message = format!("no side or unit is named `{written}`{meant}");
        let sides: Vec<&str> = roster.sides.iter().map(|side| side.name.as_str()).collect();
        let help = format!("the sides are {}; the units are {}", sides.join(", "), fulls.join(", "));
        return Err(Wrong::new(at, message).help(help));
    }
    let side = roster.units[found.first().idx()].side;
    if found.without(roster.sides[side.idx()].units).is_empty() {
        return Ok(found);
    }
    let names: Vec<String> = found.map(full).collect();
    let message = format!("`{written}` stands on more than one side");
    Err(Wrong::new(at, message).help(format!("write {}", names.join(" or "))))
}
