//! The parts of a scenario that can be changed to see their worth: its numbers, and the parts that it can do
//! without.

use core::sync::atomic::{AtomicBool, Ordering};
use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::sheet::edit;
use fray_kit::sheet::ladder::Ladder;
use fray_kit::sheet::problem::Problems;
use rayon::prelude::*;

use crate::scenario::source::Sources;
use crate::scenario::{Merged, Options, Removal, Scenario, load_scenario};

/// The way in which a part of a scenario is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A number is one more.
    More,
    /// A number is one less.
    Less,
    /// The part is taken out.
    Without,
}

impl Step {
    /// The word in the column `step`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::More => "+1",
            Self::Less => "-1",
            Self::Without => "without",
        }
    }
}

/// A version of the scenario in which one part is changed.
#[derive(Debug)]
pub struct Changed {
    /// The way in which it is changed.
    pub step: Step,
    /// The flags that make it: those of the command and the change.
    pub options: Options,
    /// The scenario.
    pub scenario: Scenario,
}

/// A number of a unit, or a part of it, with the versions of the scenario that change it.
#[derive(Debug)]
pub struct Part {
    /// The place.
    pub place: Place,
    /// The versions of the scenario, at least one.
    pub changed: Vec<Changed>,
    /// Versions with two more and two less of a number.
    pub twice: Vec<Changed>,
}

/// The place of a number or a part in the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The side.
    pub side: String,
    /// The unit, its copies together.
    pub unit: String,
    /// The path below the unit: `hp`, `weapons.Club.attack_mod`. Empty for the unit itself.
    pub stat: String,
}

/// A part of a scenario that could be changed, and the ways to change it.
struct Candidate {
    place: Place,
    ways: Vec<(Step, Way)>,
    /// Ways that go twice as far.
    twice: Vec<(Step, Way)>,
}

/// A change.
enum Way {
    Set(String),
    Remove(Removal),
}

/// Finds what of the scenario in the file at `path`, read with `options`, can be changed: its numbers,
/// or with `removed` the parts that it can do without. `of` limits this to a side or to a unit of this
/// name. Once `stop` is set, no further version is read.
#[must_use]
pub fn parts(
    path: &Path,
    options: &Options,
    base: &Scenario,
    of: Option<&str>,
    removed: bool,
    stop: &AtomicBool,
) -> Vec<Part> {
    let candidates = if removed { removals(base) } else { numbers(base) };
    let is_meant = |it: &Candidate| of.is_none_or(|of| of == it.place.side || of == it.place.unit);
    let load = |(step, way): (Step, Way)| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut options = options.clone();
        match way {
            Way::Set(set) => options.sets.push(("--set".to_owned(), set)),
            Way::Remove(removal) => options.removed.push(removal),
        }
        // What is refused is beyond the range of the key, or cannot be done without.
        let scenario = load_scenario(path, &options).ok()?;
        (scenario.hash != base.hash).then_some(Changed { step, options, scenario })
    };
    let part = |Candidate { place, ways, twice }: Candidate| {
        let [changed, twice] =
            [ways, twice].map(|ways| ways.into_iter().filter_map(load).collect::<Vec<Changed>>());
        (!changed.is_empty() || !twice.is_empty()).then_some(Part { place, changed, twice })
    };
    candidates.into_par_iter().filter(is_meant).filter_map(part).collect()
}

/// The side, the unit and the parts below it of the path of a value; `None` if it is not of a unit.
fn split(path: &str) -> Option<(String, String, Vec<String>)> {
    let file = Sources::default().add("", path);
    let (path, _) = edit::Path::parse(file, path, &mut Problems::default())?;
    let mut parts = path.parts.into_iter().map(|part| part.value);
    Some((path.side?.value, parts.next()?, parts.collect()))
}

/// A number of a unit.
pub(crate) struct UnitNumber<'a> {
    pub(crate) place: Place,
    merged: &'a Merged,
    ladder: Option<&'static Ladder>,
}

impl UnitNumber<'_> {
    /// Returns whether a file or a flag says it, and not the rules.
    pub(crate) fn is_stated(&self) -> bool {
        self.merged.from != "default"
    }

    /// Half of it, and one at least; one of what is no whole number.
    pub(crate) fn half(&self) -> i64 {
        self.merged.value.as_i64().map_or(1, |value| (value.abs() / 2).max(1))
    }

    /// The argument of `--set` that makes it so much more; `None` beyond what a number can be. Values of a
    /// ladder go up by steps of it.
    pub(crate) fn set(&self, by: i64) -> Option<String> {
        let value = &self.merged.value;
        if let Some(ladder) = self.ladder.filter(|ladder| (ladder.place)(value).is_some()) {
            return Some(format!("{}={}", self.merged.path, ladder.stepped(value, by)?));
        }
        let value = match value {
            serde_json::Value::Number(number) => number.as_i64()?.checked_add(by)?.to_string(),
            serde_json::Value::String(text) => format!("\"{}\"", amount(text, by)?),
            _ => return None,
        };
        Some(format!("{}={value}", self.merged.path))
    }
}

/// Every value of every unit, whether it is a number or not. Numbers of tactics and of copies are choices and not strengths, and are left
/// out.
pub(crate) fn unit_numbers(base: &Scenario) -> Vec<UnitNumber<'_>> {
    let all = base.merged().iter().filter_map(|merged| {
        let (side, unit, stat) = split(&merged.path)?;
        let is_strength = !["tactics", "count"].contains(&stat.first()?.as_str());
        let place = Place { side, unit, stat: stat.join(".") };
        is_strength.then_some(UnitNumber { place, merged, ladder: base.info.ladder() })
    });
    all.collect()
}

/// Every number of every unit, one more and one less.
fn numbers(base: &Scenario) -> Vec<Candidate> {
    let candidate = |number: UnitNumber<'_>| {
        let way = |step: Step, by: i64| Some((step, Way::Set(number.set(by)?)));
        let both = |by: i64| [way(Step::More, by), way(Step::Less, -by)].into_iter().flatten().collect();
        let (ways, twice) = (both(1), both(2));
        Candidate { place: number.place, ways, twice }
    };
    unit_numbers(base).into_iter().map(candidate).filter(|it| !it.ways.is_empty()).collect()
}

/// The values of units that are neither numbers nor stand in a ladder.
pub fn left_out(base: &Scenario) -> Vec<Place> {
    let has_step = |number: &UnitNumber<'_>| [1, -1].into_iter().any(|by| number.set(by).is_some());
    unit_numbers(base).into_iter().filter(|number| !has_step(number)).map(|number| number.place).collect()
}

/// An amount of dice, as in `2d6+3`, with its constant changed; `None` for another text.
fn amount(text: &str, by: i64) -> Option<String> {
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (dice, constant) = text.split_at(at);
    let is_number =
        |text: &str| !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    let (n, faces) = dice.split_once('d')?;
    if !(is_number(n) || n.is_empty()) || !is_number(faces) {
        return None;
    }
    let constant = match constant {
        "" => 0,
        constant if is_number(&constant[1..]) => constant.parse::<i64>().ok()?,
        _ => return None,
    };
    Some(match constant + by {
        0 => dice.to_owned(),
        constant => format!("{dice}{constant:+}"),
    })
}

/// Every part that a unit could be without, and every unit: one copy less, where there are several.
fn removals(base: &Scenario) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for merged in base.merged() {
        let Some((side, unit, stat)) = split(&merged.path) else { continue };
        let part = match &stat[..] {
            [count] if count == "count" => None,
            [tactics, key, ..] if tactics == "tactics" && merged.from != "default" => {
                Some((tactics.clone(), key.clone()))
            }
            [key, name, _, ..] if key != "tactics" => Some((key.clone(), name.clone())),
            [_] if merged.from != "default" => {
                all.extend(without_dice(base, merged, Place { side, unit, stat: stat.join(".") }));
                continue;
            }
            _ => continue,
        };
        let stat = part.as_ref().map_or_else(String::new, |(key, name)| format!("{key}.{name}"));
        let place = Place { side: side.clone(), unit: unit.clone(), stat };
        if all.iter().any(|known| known.place == place) {
            continue;
        }
        let way = match merged.value.as_i64().filter(|&count| part.is_none() && count > 1) {
            Some(count) => Way::Set(format!("{}={}", merged.path, count - 1)),
            None => Way::Remove(Removal { side, unit, part }),
        };
        all.push(Candidate { place, ways: vec![(Step::Without, way)], twice: Vec::new() });
    }
    all
}

/// The dice that a unit could be without: those of a key that may have none of them.
fn without_dice(base: &Scenario, merged: &Merged, place: Place) -> Option<Candidate> {
    let ladder = base.info.ladder()?;
    let height = (ladder.place)(&merged.value).filter(|&height| height > 0)?;
    let none = ladder.stepped(&merged.value, -height)?;
    let way = Way::Set(format!("{}={none}", merged.path));
    Some(Candidate { place, ways: vec![(Step::Without, way)], twice: Vec::new() })
}

/// The names of the sides and units of a scenario, copies together: what `--of` can name.
#[must_use]
pub fn names(base: &Scenario) -> Vec<String> {
    let roster = base.engine().about().roster;
    let sides = roster.sides.iter().map(|side| side.name.clone());
    let units = (0..roster.sides.len()).flat_map(|side| roster.sides[SideId(side as u8).idx()].units);
    let units = units.map(|unit| crate::card::copies::copied_from(roster.unit(unit)).to_owned());
    let mut names: Vec<String> = sides.chain(units).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_their_constants_changed() {
        for (text, more, less) in [
            ("2d6+3", Some("2d6+4"), Some("2d6+2")),
            ("2d6", Some("2d6+1"), Some("2d6-1")),
            ("d8-1", Some("d8"), Some("d8-2")),
            ("2d6+1", Some("2d6+2"), Some("2d6")),
            ("attacker", None, None),
            ("2d6+x", None, None),
            ("sword", None, None),
            ("", None, None),
        ] {
            assert_eq!(amount(text, 1).as_deref(), more, "{text}");
            assert_eq!(amount(text, -1).as_deref(), less, "{text}");
        }
    }
    #[test]
    fn once_it_is_stopped_nothing_more_is_read() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/juso/duel.toml");
        let base = load_scenario(&path, &Options::default()).expect("it is right");
        let n = |stop: bool| {
            let stop = AtomicBool::new(stop);
            let switches = crate::vary::tactics::switches(&path, &Options::default(), &base, None, &stop).all;
            [
                parts(&path, &Options::default(), &base, None, false, &stop).len(),
                switches.len(),
                crate::scenario::legal::composed_tactics(&base, &stop).all.len(),
            ]
        };
        assert!(n(false).iter().all(|n| *n > 0));
        assert_eq!(n(true), [0, 0, 0]);
    }
}
