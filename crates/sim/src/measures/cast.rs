//! Sides and units, looked up by name.

use core::ops::Range;

use fray_engine::roster::Roster;
use fray_kit::sheet::problem::did_you_mean;

use super::ParseError;
use super::cursor::{Spanned, Who};

/// The names of sides and units that a text may use, in file order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cast<'a> {
    sides: Vec<&'a str>,
    /// Each unit with the index of its side.
    units: Vec<(usize, &'a str)>,
}

/// The subject that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A side, by index.
    Side(usize),
    /// A unit or all copies of it, by index; all on one side.
    Units(Vec<usize>),
}

impl<'a> Cast<'a> {
    /// The sides and units of a scenario.
    pub(crate) fn of(roster: &'a Roster) -> Self {
        Self {
            sides: roster.sides.iter().map(|side| side.name.as_str()).collect(),
            units: roster.units.iter().map(|unit| (unit.side.idx(), unit.name.as_str())).collect(),
        }
    }

    /// Adds a side, and a unit of it, unless they are there already. Returns the index of the
    /// side and, if a unit was given, of the unit.
    pub(crate) fn insert(&mut self, side: &'a str, unit: Option<&'a str>) -> (usize, Option<usize>) {
        let side = position_or_push(&mut self.sides, side);
        (side, unit.map(|unit| position_or_push(&mut self.units, (side, unit))))
    }

    /// Looks up a side or unit. A name that a side and a unit share means the side.
    ///
    /// # Errors
    /// If nothing has this name, or units of several sides have it.
    pub(super) fn find(&self, who: &Spanned<Who>) -> Result<Named, ParseError> {
        match self.side_named(&who.value) {
            Some(side) => Ok(Named::Side(side)),
            None => self.units(who).map(Named::Units),
        }
    }

    /// Looks up a side for `metric`, which units do not have.
    ///
    /// # Errors
    /// If no side has this name.
    pub(super) fn side(&self, who: &Spanned<Who>, metric: &str) -> Result<usize, ParseError> {
        if let Some(side) = self.side_named(&who.value) {
            return Ok(side);
        }
        let name = who.value.written();
        let message = if self.units(who).is_ok() {
            format!("`{metric}` belongs to a side, and `{name}` is a unit")
        } else {
            format!("no side is named `{name}`{}", did_you_mean(&name, self.sides.iter().copied()))
        };
        let help = format!("the sides are {}", self.sides.join(", "));
        Err(ParseError::new(who.at.clone(), message).help(help))
    }

    fn side_named(&self, who: &Who) -> Option<usize> {
        self.sides.iter().position(|side| who.side.is_none() && *side == who.name)
    }

    /// The unit of this name, or all its copies.
    fn units(&self, Spanned { value: who, at }: &Spanned<Who>) -> Result<Vec<usize>, ParseError> {
        // A name without quotes may hold slashes of its own, so each may be the separator.
        let slashes = who.name.match_indices('/').map(|(i, _)| (&who.name[..i], &who.name[i + 1..]));
        let with_side: Vec<(&str, &str)> = match &who.side {
            Some(side) => vec![(side, &who.name)],
            None => slashes.collect(),
        };
        let is_meant = |&(side, unit): &(usize, &str)| {
            who.side.is_none() && is_copy_of(unit, &who.name)
                || with_side.iter().any(|(of, name)| *of == self.sides[side] && is_copy_of(unit, name))
        };
        let found: Vec<usize> = (0..self.units.len()).filter(|&unit| is_meant(&self.units[unit])).collect();
        let Some(&first) = found.first() else { return Err(self.unknown(who, at.clone())) };
        if found.iter().all(|&unit| self.units[unit].0 == self.units[first].0) {
            return Ok(found);
        }
        let message = format!("units of several sides are named `{}`", who.written());
        let names: Vec<String> = found.into_iter().map(|unit| self.full_name(unit)).collect();
        Err(ParseError::new(at.clone(), message).help(format!("write {}", names.join(" or "))))
    }

    fn unknown(&self, who: &Who, at: Range<usize>) -> ParseError {
        let written = who.written();
        let full: Vec<String> = (0..self.units.len()).map(|unit| self.full_name(unit)).collect();
        let short = self.sides.iter().copied().chain(self.units.iter().map(|(_, unit)| *unit));
        let meant = did_you_mean(&written, short.chain(full.iter().map(String::as_str)));
        let help = format!("the sides are {}; the units are {}", self.sides.join(", "), full.join(", "));
        ParseError::new(at, format!("no side or unit is named `{written}`{meant}")).help(help)
    }

    /// `side/unit`.
    fn full_name(&self, unit: usize) -> String {
        let (side, unit) = self.units[unit];
        format!("{}/{unit}", self.sides[side])
    }
}

/// Returns whether a unit has this name, or is a copy of the unit that has it: `Imp#2` of `Imp`.
fn is_copy_of(unit: &str, name: &str) -> bool {
    unit.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

fn position_or_push<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|other| *other == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
