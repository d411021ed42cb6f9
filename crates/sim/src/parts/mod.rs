//! Totals with what they are of: which scenario, which seed, which fights. Kept beside the tables
//! in the file `tallies`, so that a run can go on and partial runs can be added, on any machine and
//! without the scenario's file.
//!
//! ```text
//! fray tallies 2
//! {"of":{"system":...,"scenario":...,"seed":...},"asked":[0,1000000],"played":[[0,1000000]]}
//! the canonical bytes of the totals (see `tallies`)
//! 16 hex digits: FNV-1a of everything before them
//! ```
//!
//! Nothing in it depends on where, when or in how many parts the fights were played.

pub mod merge;

use core::fmt;

use fray_engine::clocks::ClockInfo;
use fray_engine::contract::Action;
use fray_engine::metrics::MetricInfo;
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster, RosterSide, RosterUnit, SideId, UnitId};
use fray_kit::sheet::text::{no_cell, shown};

use serde::{Deserialize, Serialize};

use crate::output::Run;
use crate::play::run::Played;
use crate::totals::codec;
use crate::totals::ranges::Ranges;
use crate::totals::signature::fnv_1a;
use crate::totals::{About, MetricTotals, ROUNDS_APART, Totals, Tries, pair_of_rounds};

/// The name of the file.
pub const TALLIES: &str = "tallies";

/// The first line without its version.
const TITLE: &str = "fray tallies ";

/// The version of the file's layout.
const VERSION: &str = "3";

/// The identity of a run, which determines its fights. Only totals of runs with equal identities may be
/// added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunIdentity {
    /// The name of the system.
    pub system: String,
    /// The version of its rules.
    pub rules_version: String,
    /// The stem of the scenario's file.
    pub scenario: String,
    /// The hash of the scenario, its includes included.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// The sides in the order of the file.
    pub sides: Vec<String>,
    /// The units in listed order, each with the place of its side.
    pub units: Vec<(String, u8)>,
    /// The metrics in the order of declaration.
    pub metrics: Vec<String>,
    /// The clocks in the order of declaration.
    pub clocks: Vec<String>,
    /// By unit and metric: the largest observation that the scenario allows, where it is known.
    pub largest: Vec<Vec<Option<u64>>>,
    /// The last round that a fight may have.
    pub max_rounds: u64,
    /// By unit: kind and name of its actions.
    pub actions: Vec<Vec<[String; 2]>>,
    /// Kind and name of what fells and heals without an action.
    pub hazards: Vec<[String; 2]>,
}

/// Fights of one scenario and seed, and what was observed in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialRun {
    /// The run that it is a part of.
    pub of: RunIdentity,
    /// The fights asked for: from the first up to but not with the second.
    pub asked: (u64, u64),
    /// The fights played.
    pub played: Played,
}

/// The line of the file that is for reading.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    of: RunIdentity,
    asked: (u64, u64),
    played: Ranges,
}

/// The reason for which bytes are no partial run that this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartialRunError {
    /// They are no tallies.
    NoTallies,
    /// They have a layout of this other version.
    Version(String),
    /// They are cut short or changed.
    Damaged,
    /// They are of other systems, metrics or clocks than this program has.
    OtherProgram(String),
}

impl fmt::Display for PartialRunError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoTallies => f.write_str("these are no tallies"),
            Self::Version(version) => {
                write!(
                    f,
                    "tallies of version {version}, where this program knows version {VERSION}; \
                     `fray run --force` plays the fights anew"
                )
            }
            Self::Damaged => f.write_str("the tallies are damaged"),
            Self::OtherProgram(what) => write!(f, "tallies of another version of fray ({what})"),
        }
    }
}

impl core::error::Error for PartialRunError {}

impl RunIdentity {
    /// The identity of a run of this scenario, whose units and metrics `about` describes; `run` says
    /// the rest.
    #[must_use]
    pub fn new(about: &About, scenario: &str, run: &Run) -> Self {
        let About {
            system: _,
            roster,
            metrics,
            clocks,
            highlights: _,
            health: _,
            least_round: _,
            largest,
            max_rounds,
            actions,
            hazards,
        } = about;
        let each = |actions: &Vec<Action>| {
            actions.iter().map(|Action { name, kind }| [kind.clone(), name.clone()]).collect()
        };
        Self {
            system: run.system.clone(),
            rules_version: run.rules_version.clone(),
            scenario: scenario.to_owned(),
            scenario_hash: run.scenario_hash.clone(),
            seed: run.seed,
            sides: roster.sides.iter().map(|side| side.name.clone()).collect(),
            units: roster.units.iter().map(|unit| (unit.name.clone(), unit.side.0)).collect(),
            metrics: metrics.iter().map(|metric| metric.name.to_owned()).collect(),
            clocks: clocks.iter().map(|clock| clock.name.to_owned()).collect(),
            largest: largest.clone(),
            max_rounds: *max_rounds,
            actions: actions.iter().map(each).collect(),
            hazards: each(hazards),
        }
    }

    /// Returns the first difference from another; `None` if fights of both may be added.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("system", &self.system, &other.system),
            ("scenario", &self.scenario, &other.scenario),
            ("rules version", &self.rules_version, &other.rules_version),
        ];
        for (what, mine, theirs) in pairs {
            if mine != theirs {
                return Some(format!("{what} {mine} instead of {theirs}"));
            }
        }
        if self.seed != other.seed {
            return Some(format!("seed {} instead of {}", self.seed, other.seed));
        }
        (self != other).then(|| "a different text of the scenario".to_owned())
    }

    /// Returns the names that the totals of such a run refer to, for reports.
    ///
    /// # Errors
    ///
    /// If this program does not have the system, or has it with other metrics or clocks, or if it
    /// takes no scenario with such names and units.
    pub fn about(&self) -> Result<About, PartialRunError> {
        let other = |what: String| Err(PartialRunError::OtherProgram(what));
        let Some(info) = fray_play::game::find(&self.system) else {
            return other(format!("system {}", self.system));
        };
        if !info.metrics.iter().map(|metric| metric.name).eq(self.metrics.iter().map(String::as_str)) {
            return other("other metrics".to_owned());
        }
        if !info.clocks.iter().map(|clock| clock.name).eq(self.clocks.iter().map(String::as_str)) {
            return other("other clocks".to_owned());
        }
        let names =
            [&self.scenario].into_iter().chain(&self.sides).chain(self.units.iter().map(|unit| &unit.0));
        let actions = self.actions.iter().flatten().chain(&self.hazards);
        let names = names.chain(actions.flatten());
        if let Some(name) = names.into_iter().find(|name| no_cell(name).is_some()) {
            return other(format!("the name `{}`", shown(name)));
        }
        let is_roster = self.sides.len() <= MAX_SIDES
            && self.units.len() <= MAX_UNITS
            && self.units.iter().all(|(_, side)| usize::from(*side) < self.sides.len())
            && self.actions.len() == self.units.len();
        if !is_roster {
            return other("other sides and units".to_owned());
        }
        let unit = |(name, side): &(String, u8)| RosterUnit { name: name.clone(), side: SideId(*side) };
        let units: Vec<_> = self.units.iter().map(unit).collect();
        let side = |(place, name): (usize, &String)| RosterSide {
            name: name.clone(),
            units: (0_u8..)
                .zip(&units)
                .filter(|(_, unit)| unit.side.idx() == place)
                .map(|(idx, _)| UnitId(idx))
                .collect(),
        };
        let sides = self.sides.iter().enumerate().map(side).collect();
        let action = |[kind, name]: &[String; 2]| Action::new(kind, name.clone());
        Ok(About {
            system: info.name(),
            metrics: info.metrics,
            clocks: info.clocks,
            highlights: info.highlights,
            health: info.health,
            roster: Roster { sides, units },
            largest: self.largest.clone(),
            max_rounds: self.max_rounds,
            least_round: info.least_round.into(),
            actions: self.actions.iter().map(|of_unit| of_unit.iter().map(action).collect()).collect(),
            hazards: self.hazards.iter().map(action).collect(),
        })
    }
}

impl PartialRun {
    /// The bytes of the file. Equal partial runs have equal bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let header = Header { of: self.of.clone(), asked: self.asked, played: self.played.ranges.clone() };
        let mut bytes = format!("{TITLE}{VERSION}\n").into_bytes();
        serde_json::to_writer(&mut bytes, &header).expect("a vector takes every byte");
        bytes.push(b'\n');
        bytes.extend(codec::encode(&self.played.totals));
        let checksum = format!("{:016x}", fnv_1a(&bytes));
        bytes.extend(checksum.bytes());
        bytes
    }

    /// A partial run from the bytes of its file.
    ///
    /// # Errors
    ///
    /// If they are not the bytes that [`PartialRun::encode`] writes, or not of this program's systems.
    pub fn decode(bytes: &[u8]) -> Result<Self, PartialRunError> {
        let rest = bytes.strip_prefix(TITLE.as_bytes()).ok_or(PartialRunError::NoTallies)?;
        let line = |text: &[u8]| text.iter().position(|byte| *byte == b'\n');
        let end = line(rest).filter(|end| *end < 16).ok_or(PartialRunError::Damaged)?;
        if rest[..end] != *VERSION.as_bytes() {
            return Err(PartialRunError::Version(String::from_utf8_lossy(&rest[..end]).into_owned()));
        }
        let (body, checksum) = bytes
            .split_last_chunk::<16>()
            .filter(|(body, _)| body.len() > TITLE.len() + end)
            .ok_or(PartialRunError::Damaged)?;
        if format!("{:016x}", fnv_1a(body)).as_bytes() != checksum {
            return Err(PartialRunError::Damaged);
        }
        let rest = &body[TITLE.len() + end + 1..];
        let end = line(rest).ok_or(PartialRunError::Damaged)?;
        // The checksum is right: what cannot be read was written by another program.
        let unknown = |what: &dyn fmt::Display| PartialRunError::OtherProgram(what.to_string());
        let Header { of, asked, played } =
            serde_json::from_slice(&rest[..end]).map_err(|error| unknown(&error))?;
        let totals = codec::decode(&rest[end + 1..]).map_err(|error| unknown(&error))?;
        let about = of.about()?;
        if totals.fights != played.n() || !fits(&totals, &about) {
            return Err(unknown(&"other totals"));
        }
        Ok(Self { of, asked, played: Played { ranges: played, totals } })
    }

    /// Nothing played yet.
    #[must_use]
    pub fn new(of: RunIdentity, asked: (u64, u64)) -> Self {
        Self { of, asked, played: Played::default() }
    }

    /// The fights that were asked for and not played.
    #[must_use]
    pub fn missing(&self) -> Ranges {
        Ranges::from(self.asked.0..self.asked.1).without(&self.played.ranges)
    }
}

/// Returns whether totals have the sides, units, metrics and clocks of `about`. Before the first fight
/// they have none.
fn fits(totals: &Totals, about: &About) -> bool {
    let metric = |(totals, info): (&MetricTotals, &MetricInfo)| {
        matches!(totals, MetricTotals::Histogram(_)) == info.kind.has_histogram()
    };
    let About { roster, metrics, clocks, .. } = about;
    let (n_causes, n_pairs) = (about.n_causes(), pair_of_rounds(ROUNDS_APART, ROUNDS_APART) + 1);
    let n_tries = Tries::Metric(metrics.len()).place(clocks.len());
    totals.sides.len() == roster.sides.len()
        && totals.units.len() == roster.units.len()
        && totals.luck.fits(about)
        && totals.sides.iter().all(|side| side.counts.is_empty() || side.counts.len() == metrics.len())
        && totals.sides.iter().all(|side| side.by_fight.is_empty() || side.by_fight.len() == n_tries)
        && totals.sides.iter().flat_map(|side| &side.by_fight).all(|sums| sums.is_possible(totals.fights))
        && totals.units.iter().flat_map(|unit| &unit.by_fight).all(|sums| sums.is_possible(totals.fights))
        && totals.units.iter().zip(&about.actions).all(|(unit, actions)| {
            let clock = |(totals, info): (&crate::totals::ClockTotals, &ClockInfo)| {
                totals.every.len() == info.causes.len() && totals.first.len() == info.causes.len()
            };
            unit.actions.len() == actions.len()
                && unit.felled.len() <= n_causes
                && unit.began.len() <= n_pairs
                && unit.clocks.iter().all(|clock| clock.by_rounds.len() <= n_pairs)
                && unit.metrics.len() == metrics.len()
                && unit.by_fight.len() == n_tries
                && unit.clocks.len() == clocks.len()
                && unit.metrics.iter().zip(*metrics).all(metric)
                && unit.clocks.iter().zip(*clocks).all(clock)
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::partial;

    #[test]
    fn a_partial_run_comes_back_with_every_byte() {
        let partial = partial(0..10);
        let bytes = partial.encode();
        assert_eq!(PartialRun::decode(&bytes), Ok(partial.clone()));
        assert_eq!(PartialRun::decode(&bytes).unwrap().encode(), bytes);
        let about = partial.of.about().unwrap();
        let run = Run {
            system: partial.of.system.clone(),
            rules_version: "1".into(),
            scenario: "configs/gate.toml".into(),
            scenario_hash: "abcd".into(),
            seed: 7,
            range: (0, 10),
            values: Vec::new(),
            clever: Vec::new(),
        };
        assert_eq!(RunIdentity::new(&about, "gate", &run), partial.of);
    }

    #[test]
    fn the_file_says_what_it_is() {
        let bytes = partial(0..10).encode();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().take(2).collect();
        assert_eq!(lines[0], "fray tallies 3");
        assert!(lines[1].contains("\"asked\":[0,10],\"played\":[[0,10]]"), "{}", lines[1]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let bytes = partial(0..10).encode();
        assert_eq!(PartialRun::decode(b"PNG"), Err(PartialRunError::NoTallies));
        assert_eq!(PartialRun::decode(b"fray tallies 1\n{}"), Err(PartialRunError::Version("1".into())));
        assert_eq!(PartialRun::decode(&bytes[..bytes.len() - 1]), Err(PartialRunError::Damaged));
        assert_eq!(PartialRun::decode(&[&bytes[..], b"0"].concat()), Err(PartialRunError::Damaged));
        for at in ["fray tallies 3".len() + 20, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(PartialRun::decode(&changed), Err(PartialRunError::Damaged), "{at}");
        }
    }

    #[test]
    fn tallies_of_another_program_are_refused() {
        type Change = fn(&mut PartialRun);
        let changes: [(Change, &str); 9] = [
            (|partial| partial.of.scenario = "=1+1".into(), "the name `=1+1`"),
            (|partial| partial.of.sides[0] = "a\u{1b}[2J".into(), "the name `a\\u{1b}[2J`"),
            (|partial| partial.of.units[0].0 = "\u{202e}a".into(), "the name `\\u{202e}a`"),
            (|partial| partial.of.units[0].1 = 200, "other sides and units"),
            (|partial| partial.of.system = "chess".into(), "system chess"),
            (|partial| drop(partial.of.metrics.pop()), "other metrics"),
            (|partial| partial.of.clocks[0] = "tea".into(), "other clocks"),
            (|partial| partial.played.totals.fights += 1, "other totals"),
            (|partial| drop(partial.played.totals.units.pop()), "other totals"),
        ];
        for (change, what) in changes {
            let mut changed = partial(0..10);
            change(&mut changed);
            assert_eq!(
                PartialRun::decode(&changed.encode()),
                Err(PartialRunError::OtherProgram(what.into()))
            );
        }
    }

    proptest! {
        #[test]
        fn damaged_bytes_do_not_panic(at in 0_usize..100_000, byte: u8, cut in 0_usize..100_000) {
            let whole = partial(0..3).encode();
            let mut bytes = whole.clone();
            let at = at % bytes.len();
            bytes[at] = byte;
            bytes.truncate(bytes.len() - cut % bytes.len());
            prop_assert!(bytes == whole || PartialRun::decode(&bytes).is_err());
        }
    }
}
