//! The text of dice, places, statuses and lasting effects in the play-by-play.

use core::fmt;

use crate::board::At;
use crate::data::metrics::Unfocused;
use crate::data::vocabulary::{ActionWord, Again, Method, ModWord, Status, Statuses};
use crate::dice::draws::{Checked, Contested};
use crate::dice::faces::Faces;
use crate::dice::pool::Pool;
use crate::rules::attacks::defend::SHIELD;
use crate::rules::attacks::soak::Soaked;
use crate::{Cardinal, LastingEffect, ModKind};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::declare::events::Show;

/// A part of a line that is neither a name nor a plain number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text<'a> {
    Faces(Faces),
    Method(Option<Method>, &'a str),
    Result(Contested),
    Successes(u8),
    Plus(i32),
    /// The number of a soak roll, where it is not that of the ruling.
    Against(u8, u8),
    Soaked(Soaked),
    Ward(i32),
    Status(Status),
    Place(At),
    Under(LastingEffect),
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Faces(faces) => {
                let mut open = '(';
                for face in faces.iter() {
                    write!(f, "{open}{face}")?;
                    open = ' ';
                }
                f.write_str(if open == '(' { "(-)" } else { ")" })
            }
            Self::Method(None, _) => f.write_str("no defence"),
            Self::Method(Some(method), with) => {
                f.write_str(Method::WORDS[method as usize])?;
                if with.is_empty() { Ok(()) } else { write!(f, " with {with}") }
            }
            Self::Result(out) => match out {
                Contested { counter: 1.., .. } => write!(f, "countered, {}", Self::Successes(out.counter)),
                Contested { attack: 1.., .. } => Self::Successes(out.attack).fmt(f),
                out if out.tied[0] > 0 => f.write_str("a tie"),
                _ => f.write_str("a miss"),
            },
            Self::Successes(0) => f.write_str("no success"),
            Self::Successes(1) => f.write_str("1 success"),
            Self::Successes(n) => write!(f, "{n} successes"),
            Self::Plus(0) => Ok(()),
            Self::Plus(n) => write!(f, " + {n} for wounds"),
            Self::Against(number, usual) if number == usual => Ok(()),
            Self::Against(number, _) => write!(f, " against {number}"),
            Self::Soaked(Soaked { botched: true, .. }) => f.write_str(" a botch"),
            Self::Soaked(soaked) => write!(f, " takes {} off", soaked.soaked),
            Self::Ward(0) => Ok(()),
            Self::Ward(n) => write!(f, ", ward {n}"),
            Self::Status(status) => f.write_str(title(status)),
            Self::Under(made) => under(made, f),
            Self::Place((x, y, 0)) => write!(f, "{x},{y}"),
            Self::Place((x, y, height)) => write!(f, "{x},{y} at height {height}"),
        }
    }
}

/// Writes the meaning of a lasting effect for the unit under it.
fn under(made: LastingEffect, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let again = |again: Again| match again {
        Again::OwnOnes => "the ones of a roll",
        Again::Lowest => "the lowest die of a roll",
        Again::All => "a whole roll",
    };
    match made.what {
        ModKind::Bonus(dice, to) => write!(f, "has {dice} more for its {}", ModWord::WORDS[to as usize]),
        ModKind::Penalty(dice, to) => write!(f, "has {dice} against its {}", ModWord::WORDS[to as usize]),
        ModKind::Upgrade(of, _) => write!(f, "has a larger die for its {}", ModWord::WORDS[of as usize]),
        ModKind::Stride(n) => write!(f, "has {n:+} to its Stride"),
        ModKind::Dash(n) => write!(f, "has {n:+} to its Dash"),
        ModKind::Forbid(action) => {
            write!(f, "may not {}", ActionWord::WORDS[action as usize].replace('_', " "))
        }
        ModKind::Force(action) => write!(f, "must {}", ActionWord::WORDS[action as usize].replace('_', " ")),
        ModKind::Chart(_) => f.write_str("defends by a chart of its own"),
        ModKind::Status(_) => f.write_str("is so for a time"),
        ModKind::Reroll(what, false) => write!(f, "may roll {} again", again(what)),
        ModKind::Reroll(what, true) => write!(f, "has to roll {} again", again(what)),
    }
}

/// A status as players write it.
fn title(status: Status) -> &'static str {
    const TITLES: [&str; Status::ALL.len()] = [
        "Reeling",
        "Hurt",
        "Afraid",
        "Injured",
        "Dying",
        "Dead",
        "Overkilled",
        "Guarding",
        "Focused",
        "Terrified",
        "Knocked Down",
        "Blinded",
        "Confused",
        "Slowed",
        "Immobilized",
        "Half-Buried",
        "On Fire",
        "Grappled",
        "Enraged",
        "Berserk",
        "Asleep",
        "Unconscious",
        "Fatigued",
        "Sick",
        "Silenced",
        "Burdened",
        "Over-Burdened",
        "Hiding",
        "Flying",
        "Mesmerized",
        "Controlled",
        "a Marionette",
    ];
    TITLES[status as usize]
}

/// Units in an order.
pub(crate) struct Names<'a> {
    pub(crate) game: &'a Cardinal,
    pub(crate) order: &'a [UnitId],
}

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, unit) in self.order.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            unit.show(self.game, f)?;
        }
        Ok(())
    }
}

/// A set of units.
pub(crate) struct UnitList<'a> {
    pub(crate) game: &'a Cardinal,
    pub(crate) units: UnitSet,
}

impl fmt::Display for UnitList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, unit) in self.units.enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            unit.show(self.game, f)?;
        }
        Ok(())
    }
}

impl Cardinal {
    /// The name of a weapon, or of an ability that is an attack.
    pub(crate) fn weapon_name(&self, unit: UnitId, weapon: u8) -> &str {
        self.unit(unit).weapons.get(usize::from(weapon)).map_or("", |weapon| weapon.name.as_str())
    }

    /// Returns the name of the weapon that a unit defends with; empty for Dodge and shields.
    pub(crate) fn with_name(&self, unit: UnitId, with: u8) -> &str {
        if with == SHIELD { "" } else { self.weapon_name(unit, with) }
    }

    pub(crate) fn ability_name(&self, unit: UnitId, ability: u8) -> &str {
        self.unit(unit).abilities.get(usize::from(ability)).map_or("", |skill| skill.ability.name.as_str())
    }
}

impl Show<Cardinal> for Pool {
    fn show(&self, _: &Cardinal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Show<Cardinal> for Statuses {
    fn show(&self, _: &Cardinal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, status) in self.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            f.write_str(title(status))?;
        }
        Ok(())
    }
}

macro_rules! unshown {
    ($($type:ty),*) => {$(
        impl Show<Cardinal> for $type {
            /// Lines say it in words of their own.
            fn show(&self, _: &Cardinal, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                Ok(())
            }
        }
    )*};
}

unshown!(
    Checked,
    Contested,
    Soaked,
    Faces,
    At,
    UnitSet,
    [Pool; 2],
    [UnitId; MAX_UNITS],
    Option<Method>,
    Status,
    Unfocused
);
