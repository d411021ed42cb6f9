//! Measures: the observed quantity, and its subjects.

use fray_engine::metrics::Kind;
use fray_engine::roster::{SideId, UnitId, UnitSet};

use super::cast::{Cast, Named};
use super::cursor::{Cursor, Spanned};
use super::reference::{Place, Reference};
use super::{ParseError, Stat};
use crate::tables::rows::COMMON;
use crate::totals::About;

/// A measure of one or more subjects of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The statistic that is taken of the observations.
    pub stat: Stat,
    /// The observed quantity.
    pub what: What,
    /// The subjects, in file order.
    pub of: Vec<Subject>,
}

/// A quantity that is observed in each fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Whether a side wins the fight.
    WinRate,
    /// Whether the fight is a draw.
    DrawRate,
    /// Whether the fight is a timeout.
    TimeoutRate,
    /// The round in which the fight ends.
    Rounds,
    /// The activations of all units in the fight.
    Activations,
    /// The damage, as rolled, that a side or unit does in the fight.
    Damage,
    /// The part of it beyond the last HP of its targets.
    Overkill,
    /// A metric of the system, by index.
    Metric(usize),
    /// A metric of every system: an index into [`COMMON`].
    Common(usize),
    /// Whether a clock of a unit strikes.
    Clock {
        /// The index of the clock among those of the system.
        clock: usize,
        /// The unit of a try.
        view: View,
        /// The rounds in which a strike counts.
        rounds: Within,
        /// The activations at which a strike counts.
        activations: Within,
    },
    /// The round in which a clock of a unit, by index, first strikes, in fights in which it does.
    FirstRound(usize),
}

impl What {
    /// The metric as tables name it; none for what is asked of a clock.
    pub(super) fn metric(self, about: &About) -> Option<&'static str> {
        match self {
            Self::Metric(idx) => Some(about.metrics[idx].name),
            Self::Common(_) | Self::Clock { .. } | Self::FirstRound(_) => None,
            of_every_system => {
                OF_EVERY_SYSTEM.iter().find(|(_, what)| *what == of_every_system).map(|(name, _)| *name)
            }
        }
    }
}

/// The tries of which the strikes of a clock are a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The fights; only the first strike of each counts.
    First,
    /// The rounds that the unit began standing.
    Every,
}

/// Whole numbers in a closed interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// The smallest.
    pub lo: u64,
    /// The largest.
    pub hi: u64,
}

impl Within {
    /// All whole numbers.
    pub const ALL: Self = Self { lo: 0, hi: u64::MAX };

    /// Returns whether `n` is one of them.
    #[must_use]
    pub fn has(self, n: u64) -> bool {
        self.lo <= n && n <= self.hi
    }
}

/// The subject of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The fight.
    Fight,
    /// A side.
    Side(SideId),
    /// A unit.
    Unit(UnitId),
}

/// The names of the metrics that are read from the fight or from attacks in every system.
const OF_EVERY_SYSTEM: [(&str, What); 7] = [
    ("win_rate", What::WinRate),
    ("draw_rate", What::DrawRate),
    ("timeout_rate", What::TimeoutRate),
    ("rounds", What::Rounds),
    ("activations", What::Activations),
    ("damage", What::Damage),
    ("overkill", What::Overkill),
];

impl Measure {
    /// The win rate of every side.
    #[must_use]
    pub fn win_rates(about: &About) -> Self {
        Self { stat: Stat::Mean, what: What::WinRate, of: sides(about) }
    }

    /// The kind of the measure, as in the column `kind` of `metrics.csv`: `ratio`, `count` or `value`. A percentile has
    /// the kind of its values.
    #[must_use]
    pub fn kind(&self, about: &About) -> &'static str {
        match self.what {
            What::FirstRound(_) => "value",
            What::Metric(idx) => about.metrics[idx].kind.word().unwrap_or("count"),
            _ if self.is_rate(about) => "ratio",
            _ => "count",
        }
    }

    /// Returns whether the measure is a rate: a share of tries, from 0 to 1.
    #[must_use]
    pub fn is_rate(&self, about: &About) -> bool {
        match self.what {
            What::WinRate | What::DrawRate | What::TimeoutRate | What::Common(_) | What::Clock { .. } => true,
            What::Rounds | What::Activations | What::Damage | What::Overkill | What::FirstRound(_) => false,
            What::Metric(idx) => about.metrics[idx].kind.word() == Some("ratio"),
        }
    }

    /// The name of the measure for one subject, as it can be read again: `win_rate(wizards)`,
    /// `p95(rounds)`.
    #[must_use]
    pub fn name(&self, about: &About, subject: Subject) -> String {
        let mut inside = match subject {
            Subject::Fight => String::new(),
            Subject::Side(side) => about.roster.side(side).to_owned(),
            Subject::Unit(unit) => unit_name(about, unit),
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
        let base = base_name(self.what, about);
        let base = if inside.is_empty() { base } else { format!("{base}({inside})") };
        match self.stat {
            Stat::Mean => base,
            Stat::Quantile(50) => format!("median({base})"),
            Stat::Quantile(percent) => format!("p{percent}({base})"),
        }
    }

    /// The name of the metric in the table of a comparison.
    pub(crate) fn table_name(&self, about: &About) -> String {
        let every = if matches!(self.what, What::Clock { view: View::Every, .. }) { "_every" } else { "" };
        base_name(self.what, about) + every
    }

    /// Reads a measure of many fights and looks up its names.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(super) fn parse(cursor: &mut Cursor<'_>, about: &About) -> Result<Self, ParseError> {
        Self::of(&Reference::parse(cursor, Place::Fights)?, about)
    }

    /// Looks up the names of a measure.
    ///
    /// # Errors
    /// The first name that means nothing here.
    pub(super) fn of(reference: &Reference, about: &About) -> Result<Self, ParseError> {
        let names = names(about);
        let found = names.iter().find(|(name, _)| *name == reference.name.value);
        let Some(&(_, mut what)) = found else {
            return Err(reference.unknown(names.iter().map(|(name, _)| name.as_str())));
        };
        match &mut what {
            What::Clock { view, rounds, activations, .. } => {
                (*rounds, *activations) = (reference.rounds, reference.activations);
                *view = reference.view.as_ref().map_or(*view, |view| view.value);
            }
            _ => reference.check_no_clock()?,
        }
        let of = subjects(what, reference, about)?;
        let mut measure = Self { stat: Stat::Mean, what, of };
        if let Some(Spanned { value, at }) = reference.stat.clone() {
            if value != Stat::Mean && measure.is_rate(about) {
                let message = format!("`{}` is a rate and has no quantiles", reference.name.value);
                return Err(ParseError::new(at, message).help("a rate is its own mean"));
            }
            measure.stat = value;
        }
        Ok(measure)
    }
}

/// The shortest name by which a text can mean this unit: `Ogre`, or `monsters/Ogre` where `Ogre`
/// names something else too.
fn unit_name(about: &About, unit: UnitId) -> String {
    let name = about.roster.unit(unit);
    let is_unique = about.roster.units.iter().filter(|other| other.name == name).count() == 1
        && about.roster.sides.iter().all(|side| side.name != name);
    let side = about.roster.side(about.roster.units[unit.idx()].side);
    if is_unique { name.to_owned() } else { format!("{side}/{name}") }
}

/// All names with what they mean, in the order of lists.
pub(super) fn names(about: &About) -> Vec<(String, What)> {
    let metrics = about.metrics.iter().enumerate();
    let metrics = metrics.filter(|(_, metric)| !matches!(metric.kind, Kind::Hidden));
    let fixed = OF_EVERY_SYSTEM
        .into_iter()
        .chain(metrics.map(|(idx, metric)| (metric.name, What::Metric(idx))))
        .chain(COMMON.iter().enumerate().map(|(idx, metric)| (metric.name, What::Common(idx))));
    let mut names: Vec<(String, What)> = fixed.map(|(name, what)| (name.to_owned(), what)).collect();
    for (clock, info) in about.clocks.iter().enumerate() {
        let strikes = |view| What::Clock { clock, view, rounds: Within::ALL, activations: Within::ALL };
        names.push((info.name.to_owned(), strikes(View::First)));
        names.push((format!("{}_every", info.name), strikes(View::Every)));
        names.push((format!("{}_first_round", info.name), What::FirstRound(clock)));
    }
    names
}

fn base_name(what: What, about: &About) -> String {
    match what {
        What::WinRate => "win_rate".to_owned(),
        What::DrawRate => "draw_rate".to_owned(),
        What::TimeoutRate => "timeout_rate".to_owned(),
        What::Rounds => "rounds".to_owned(),
        What::Activations => "activations".to_owned(),
        What::Damage => "damage".to_owned(),
        What::Overkill => "overkill".to_owned(),
        What::Metric(idx) => about.metrics[idx].name.to_owned(),
        What::Common(idx) => COMMON[idx].name.to_owned(),
        What::Clock { clock, .. } => about.clocks[clock].name.to_owned(),
        What::FirstRound(clock) => format!("{}_first_round", about.clocks[clock].name),
    }
}

fn sides(about: &About) -> Vec<Subject> {
    (0..about.roster.sides.len()).map(|side| Subject::Side(SideId(side as u8))).collect()
}

fn units(units: UnitSet) -> Vec<Subject> {
    units.map(Subject::Unit).collect()
}

/// The subjects of a reference to `what`. Without a name they are all that have the metric.
fn subjects(what: What, reference: &Reference, about: &About) -> Result<Vec<Subject>, ParseError> {
    let roster = &about.roster;
    let (is_of_fight, is_of_sides, is_of_units) = match what {
        What::DrawRate | What::TimeoutRate | What::Rounds | What::Activations => (true, false, false),
        What::WinRate => (false, true, false),
        What::Metric(idx) if about.metrics[idx].is_of_sides() => (false, true, false),
        What::Metric(_) | What::Common(_) | What::Damage | What::Overkill => (false, true, true),
        What::Clock { .. } | What::FirstRound(_) => (false, false, true),
    };
    if is_of_fight {
        reference.check_no_name()?;
        return Ok(vec![Subject::Fight]);
    }
    let Some(who) = &reference.who else {
        return Ok(if is_of_units { units(roster.everyone()) } else { sides(about) });
    };
    let cast = Cast::of(roster);
    let named =
        if is_of_units { cast.find(who)? } else { Named::Side(cast.side(who, &reference.name.value)?) };
    match named {
        Named::Side(side) if is_of_sides => Ok(vec![Subject::Side(SideId(side as u8))]),
        Named::Side(side) => Ok(units(roster.sides[side].units)),
        Named::Units(of) => Ok(of.into_iter().map(|unit| Subject::Unit(UnitId(unit as u8))).collect()),
    }
}
