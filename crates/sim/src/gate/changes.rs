//! The changes of a scenario since its baseline was made: the names of units, and values.

use core::fmt;

use fray_engine::roster::{Roster, RosterSide};
use fray_kit::sheet::declare::quoted;

use super::family::{Family, Whom};
use crate::scenario::Merged;

/// A value of a scenario as a baseline keeps it: the path, as for `--set`, and the value in JSON.
pub type GivenValue = [String; 2];

/// The values that the files of a scenario give, without those that no fight depends on.
#[must_use]
pub fn given(merged: &[Merged]) -> Vec<GivenValue> {
    let is_given = |value: &&Merged| value.from != "default" && matters(&value.path);
    merged.iter().filter(is_given).map(|value| [value.path.clone(), value.value.to_string()]).collect()
}

fn matters(path: &str) -> bool {
    !["run.fights", "run.precision", "run.seed"].contains(&path)
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Line {
    /// Reads `file:line`.
    fn parse(text: &str) -> Option<Self> {
        let (file, line) = text.rsplit_once(':')?;
        Some(Self { file: file.to_owned(), line: line.parse().ok()? })
    }
}

/// A side or a unit that has another name now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Its name in the baseline.
    pub was: Whom,
    /// Its name in the scenario.
    pub now: Whom,
}

/// A value that changed, or all values of a unit that is new or gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The path, as for `--set`, or the unit.
    pub path: String,
    /// The value in JSON that the baseline was made with; `None` if its file did not give one. Empty
    /// for a unit that is gone.
    pub was: Option<String>,
    /// The value now; `None` if there is none, empty for a unit that is new.
    pub now: Option<String>,
    /// The line of the value now.
    pub line: Option<Line>,
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, was, now, line } = self;
        match (was.as_deref(), now.as_deref()) {
            (Some(was), Some(now)) => write!(f, "{path} {was} -> {now}")?,
            (None, Some("")) => write!(f, "{path} is new")?,
            (None, Some(now)) => write!(f, "{path} = {now} is new")?,
            (Some(""), None) => write!(f, "{path} is gone")?,
            (Some(was), None) => write!(f, "{path} = {was} is gone")?,
            (None, None) => f.write_str(path)?,
        }
        match line {
            Some(Line { file, line }) => write!(f, " ({file}:{line})"),
            None => Ok(()),
        }
    }
}

/// The changes of a scenario since its baseline was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The name of the scenario file in the baseline and its name now, if they differ.
    pub file: Option<[String; 2]>,
    /// Sides and units with other names.
    pub renamed: Vec<Renamed>,
    /// Values; `None` if the baseline does not keep those that it was made with.
    pub values: Option<Vec<Changed>>,
}

impl Changes {
    /// The changes between a baseline with these families and values and a scenario with this roster
    /// and these values.
    #[must_use]
    pub fn between(families: &[Family], kept: &[GivenValue], roster: &Roster, merged: &[Merged]) -> Self {
        let renamed = renamed(families, roster);
        let values = (!kept.is_empty()).then(|| changed(kept, merged, &renamed));
        Self { file: None, renamed, values }
    }

    /// The families of the baseline, under the names that the scenario has now.
    #[must_use]
    pub fn with_new_names(&self, families: &[Family]) -> Vec<Family> {
        let rename = |family: &Family| {
            let mut family = family.clone();
            let mut found = self.renamed.iter().filter(|renamed| match &renamed.was.unit {
                Some(_) => renamed.was == family.whom,
                None => renamed.was.side == family.whom.side,
            });
            // Units with names of their own come first.
            if let Some(renamed) = found.next() {
                family.whom.side.clone_from(&renamed.now.side);
                if renamed.now.unit.is_some() {
                    family.whom.unit.clone_from(&renamed.now.unit);
                }
            }
            family
        };
        families.iter().map(rename).collect()
    }

    /// The changes in words, at most `most` of them.
    #[must_use]
    pub fn sentence(&self, most: usize) -> String {
        let file = self.file.iter().map(|[was, now]| format!("the file `{was}` is `{now}` now"));
        let renamed = self.renamed.iter().map(|Renamed { was, now }| format!("{was} is renamed {now}"));
        let values = self.values.iter().flatten().map(Changed::to_string);
        let mut all: Vec<String> = file.chain(renamed).chain(values).collect();
        if all.is_empty() {
            return match self.values {
                Some(_) => "no value of the file changed, but a rule or a default of fray did".to_owned(),
                None => "the scenario changed, in values that this baseline does not keep".to_owned(),
            };
        }
        if all.len() > most {
            let n = all.len() - most;
            all.truncate(most);
            all.push(format!("{n} more change{}", if n == 1 { "" } else { "s" }));
        }
        all.join(", ")
    }

    /// The `--set`s that give the scenario its former values, if a few do.
    #[must_use]
    pub fn undone(&self) -> Option<Vec<String>> {
        const MOST: usize = 4;
        let values = self.values.as_deref().filter(|values| (1..=MOST).contains(&values.len()))?;
        let undo = |changed: &Changed| {
            let was = changed.was.as_ref().filter(|was| !was.is_empty() && !was.contains('{'))?;
            changed.now.as_ref().map(|_| format!("{}={was}", changed.path))
        };
        values
            .iter()
            .filter(|_| self.renamed.is_empty())
            .map(undo)
            .collect::<Option<Vec<_>>>()
            .filter(|sets| !sets.is_empty())
    }
}

/// The sides and units of the baseline that have other names now.
fn renamed(families: &[Family], roster: &Roster) -> Vec<Renamed> {
    let mut was: Vec<(&str, Vec<&str>)> = Vec::new();
    for Family { whom, .. } in families {
        let Some(side) = &whom.side else { continue };
        if !was.iter().any(|(known, _)| known == side) {
            was.push((side, Vec::new()));
        }
        let units = was.iter_mut().find(|(known, _)| known == side).map(|(_, units)| units);
        if let (Some(units), Some(unit)) = (units, &whom.unit)
            && !units.contains(&unit.as_str())
        {
            units.push(unit);
        }
    }
    let unit_names = |side: &RosterSide| side.units.into_iter().map(|unit| roster.unit(unit)).collect();
    let now: Vec<(&str, Vec<&str>)> =
        roster.sides.iter().map(|side| (side.name.as_str(), unit_names(side))).collect();
    renamed_between(&was, &now)
}

/// The sides and units, each side with its units in order, that have other names now: where as many
/// sides, or units of a side, are listed as before, and only the name at a place of the list is another.
/// Units come first.
pub(crate) fn renamed_between(was: &[(&str, Vec<&str>)], now: &[(&str, Vec<&str>)]) -> Vec<Renamed> {
    let [names, sides] = [was, now].map(|all| all.iter().map(|(side, _)| *side).collect::<Vec<&str>>());
    let (mut of_sides, mut of_units) = (Vec::new(), Vec::new());
    if names.len() != sides.len() {
        return Vec::new();
    }
    let whom =
        |side: &str, unit: Option<&str>| Whom { side: Some(side.to_owned()), unit: unit.map(str::to_owned) };
    for (i, ((side, units), (_, now))) in was.iter().zip(now).enumerate() {
        if is_another(i, &names, &sides) {
            of_sides.push(Renamed { was: whom(side, None), now: whom(sides[i], None) });
        } else if *side != sides[i] {
            continue;
        }
        for at in (0..units.len()).filter(|&at| units.len() == now.len() && is_another(at, units, now)) {
            of_units.push(Renamed { was: whom(side, Some(units[at])), now: whom(sides[i], Some(now[at])) });
        }
    }
    of_units.append(&mut of_sides);
    of_units
}

/// Returns whether the name at this place is one that the other list does not have, in both lists.
fn is_another(at: usize, was: &[&str], now: &[&str]) -> bool {
    !now.contains(&was[at]) && !was.contains(&now[at])
}

/// Returns where the values of a side or unit stand. All copies of a unit share theirs.
fn path_of(whom: &Whom) -> String {
    let side = quoted(whom.side.as_deref().unwrap_or_default());
    match &whom.unit {
        Some(unit) => {
            let is_number = |number: &str| number.bytes().all(|digit| digit.is_ascii_digit());
            let name = unit.rsplit_once('#').filter(|(_, number)| is_number(number));
            format!("{side}/{}", quoted(name.map_or(unit.as_str(), |(name, _)| name)))
        }
        None => side,
    }
}

/// A kept value under the names of now.
fn with_new_name([path, value]: &GivenValue, renamed: &[Renamed]) -> GivenValue {
    let json = |name: &Option<String>| serde_json::Value::from(name.clone()).to_string();
    let mut value = value.clone();
    for Renamed { was, now } in renamed.iter().filter(|renamed| renamed.was.unit.is_some()) {
        value = value.replace(&json(&was.unit), &json(&now.unit));
    }
    for Renamed { was, now } in renamed {
        let rest =
            path.strip_prefix(&path_of(was)).filter(|rest| rest.is_empty() || rest.starts_with(['.', '/']));
        if let Some(rest) = rest {
            return [path_of(now) + rest, value];
        }
    }
    [path.clone(), value]
}

fn changed(kept: &[GivenValue], merged: &[Merged], renamed: &[Renamed]) -> Vec<Changed> {
    let mut kept: Vec<GivenValue> = kept.iter().map(|kept| with_new_name(kept, renamed)).collect();
    let is_of = |path: &str, unit: &str| {
        path.strip_prefix(unit).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let had: Vec<String> = kept.iter().filter_map(|[path, _]| unit_of(path)).collect();
    let mut all: Vec<Changed> = Vec::new();
    for value in merged.iter().filter(|value| matters(&value.path)) {
        let at = kept.iter().position(|[path, _]| *path == value.path);
        let was = at.map(|at| kept.swap_remove(at)[1].clone());
        let (is_given, now) = (value.from != "default", value.value.to_string());
        if was.as_ref().map_or(!is_given, |was| *was == now) {
            continue;
        }
        let line = Line::parse(&value.from).filter(|_| is_given);
        match unit_of(&value.path).filter(|unit| !had.iter().any(|had| had == unit)) {
            Some(unit) if all.iter().any(|changed| changed.path == unit) => {}
            Some(unit) => all.push(Changed { path: unit, was: None, now: Some(String::new()), line }),
            None => all.push(Changed { path: value.path.clone(), was, now: Some(now), line }),
        }
    }
    // What is left was given then and is no value of the scenario now.
    kept.sort();
    for [path, was] in kept {
        let is_gone = |unit: &String| !merged.iter().any(|value| is_of(&value.path, unit));
        match unit_of(&path).filter(is_gone) {
            Some(unit) if all.iter().any(|changed| changed.path == unit) => {}
            Some(unit) => all.push(Changed { path: unit, was: Some(String::new()), now: None, line: None }),
            None => all.push(Changed { path, was: Some(was), now: None, line: None }),
        }
    }
    all
}

/// The unit of a path, `side/unit`, if it is one of a unit.
fn unit_of(path: &str) -> Option<String> {
    let mut is_quoted = false;
    let mut slash = None;
    for (at, c) in path.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '/' if !is_quoted => slash = Some(at),
            '.' if !is_quoted => return slash.map(|_| path[..at].to_owned()),
            _ => {}
        }
    }
    slash.map(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use fray_engine::roster::{RosterUnit, SideId, UnitId};
    use serde_json::json;

    use super::*;
    use crate::gate::family::Observed;

    fn merged(path: &str, value: serde_json::Value, from: &str) -> Merged {
        Merged { path: path.to_owned(), value, from: from.to_owned() }
    }

    fn kept(path: &str, value: &str) -> GivenValue {
        [path, value].map(str::to_owned)
    }

    /// Heroes against these two.
    fn roster(first: &str, second: &str) -> Roster {
        let unit = |name: &str, side| RosterUnit { name: name.to_owned(), side: SideId(side) };
        let side = |name: &str, units: &[u8]| RosterSide {
            name: name.to_owned(),
            units: units.iter().map(|&unit| UnitId(unit)).collect(),
        };
        Roster {
            sides: vec![side("heroes", &[0]), side("foes", &[1, 2])],
            units: vec![unit("Ann", 0), unit(first, 1), unit(second, 1)],
        }
    }

    fn families(roster: &Roster) -> Vec<Family> {
        let whom = |(_, unit): (UnitId, &RosterUnit)| Whom {
            side: Some(roster.sides[unit.side.idx()].name.clone()),
            unit: Some(unit.name.clone()),
        };
        let observed = || Observed::Rate { n: 1, events: 1 };
        let family = |whom| Family { whom, metric: "damage".to_owned(), observed: observed() };
        roster.each().map(whom).map(family).collect()
    }

    #[test]
    fn a_changed_value_is_named_with_its_line_and_can_be_undone() {
        let roster = roster("Ogre", "Imp");
        let was = [kept("foes/Ogre.hp", "26"), kept("foes/Ogre.mp", "5"), kept("rulings.tie", "\"first\"")];
        let now = [
            merged("run.seed", json!(7), "a.toml:1"),
            merged("foes/Ogre.hp", json!(40), "a.toml:31"),
            merged("foes/Ogre.mp", json!(0), "default"),
            merged("rulings.tie", json!("first"), "a.toml:9"),
        ];
        let changes = Changes::between(&families(&roster), &was, &roster, &now);
        assert_eq!(changes.sentence(3), "foes/Ogre.hp 26 -> 40 (a.toml:31), foes/Ogre.mp 5 -> 0");
        assert_eq!(changes.sentence(1), "foes/Ogre.hp 26 -> 40 (a.toml:31), 1 more change");
        let undone = Some(vec!["foes/Ogre.hp=26".to_owned(), "foes/Ogre.mp=5".to_owned()]);
        assert_eq!(changes.undone(), undone);
    }

    #[test]
    fn a_unit_with_another_name_is_renamed_and_not_changed() {
        let (was, now) = (roster("Ogre", "Imp"), roster("Troll", "Imp"));
        let kept = [kept("foes/Ogre.hp", "26"), kept("foes/Imp.tactics.guard", "{\"guard\":\"Ogre\"}")];
        let merged = [
            merged("foes/Troll.hp", json!(26), "a.toml:31"),
            merged("foes/Imp.tactics.guard", json!({ "guard": "Troll" }), "a.toml:40"),
        ];
        let changes = Changes::between(&families(&was), &kept, &now, &merged);
        assert_eq!(changes.sentence(3), "foes/Ogre is renamed foes/Troll");
        assert_eq!(changes.with_new_names(&families(&was)), families(&now));
        assert_eq!(changes.undone(), None);
    }

    #[test]
    fn a_new_unit_and_one_that_is_gone_are_named_once() {
        let (was, now) = (roster("Ogre", "Imp"), roster("Ogre", "Bat"));
        let kept = [kept("foes/Imp.hp", "3"), kept("foes/Imp.mp", "3"), kept("foes/Ogre.hp", "26")];
        let merged = [
            merged("foes/Ogre.hp", json!(26), "a.toml:31"),
            merged("\"b b\"/\"B.t\".hp", json!(2), "a.toml:40"),
            merged("\"b b\"/\"B.t\".mp", json!(3), "a.toml:41"),
        ];
        // Other lists of names: of two sides with different numbers of units nothing is renamed.
        let mut longer = now;
        longer.sides[1].units = [1].map(UnitId).into_iter().collect();
        let changes = Changes::between(&families(&was), &kept, &longer, &merged);
        assert_eq!(changes.sentence(9), "\"b b\"/\"B.t\" is new (a.toml:40), foes/Imp is gone");
        assert_eq!(changes.undone(), None);
    }

    #[test]
    fn what_the_baseline_does_not_keep_is_said() {
        let roster = roster("Ogre", "Imp");
        let none = Changes::between(&families(&roster), &[], &roster, &[]);
        assert!(none.sentence(3).contains("does not keep"));
        let same =
            Changes::between(&families(&roster), &[kept("a", "1")], &roster, &[merged("a", json!(1), "x:1")]);
        assert!(same.sentence(3).contains("a rule or a default"));
    }
}
