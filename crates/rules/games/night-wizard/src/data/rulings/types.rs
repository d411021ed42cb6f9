//! The types of answers that several rulings have, or that are more than a word or a number.

use crate::data::setup::AttributeId;
use fray_kit::Words;
use fray_kit::declare::rulings::{Other, RulingType, RulingValue};

/// Which action something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AutoOrMinor {
    /// An Auto Action.
    Auto,
    /// The Minor Action.
    Minor,
}

/// How many covers one unit may make against one attack, or Reactions one event may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum OneOrUnlimited {
    /// One.
    #[word("1")]
    One,
    /// Any number.
    Unlimited,
}

/// A basic attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasicAttribute(pub AttributeId);

impl RulingType for BasicAttribute {
    const WORDS: &'static [&'static str] =
        &["spirit", "strength", "luck", "skill", "agility", "knowledge", "faith", "perception"];
    const RANGE: Option<(i64, i64)> = None;

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Word(word) = value else { return None };
        let all = AttributeId::ALL.into_iter().filter(|_| Self::WORDS.contains(&word));
        all.map(Self).find(|it| it.show() == word)
    }

    fn show(self) -> String {
        AttributeId::WORDS[self.0 as usize].to_owned()
    }
}

/// The damage of Poison in Clean-Up (NW-47).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoisonRule {
    /// This many HP a level.
    PerLevel(i32),
    /// A die a level.
    DicePerLevel,
}

impl RulingType for PoisonRule {
    const WORDS: &'static [&'static str] = &["level", "dice_per_level"];
    const RANGE: Option<(i64, i64)> = Some((0, 99));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("level") => Some(Self::PerLevel(1)),
            RulingValue::Word("dice_per_level") => Some(Self::DicePerLevel),
            RulingValue::Number(n) if (0..=99).contains(&n) => Some(Self::PerLevel(n as i32)),
            _ => None,
        }
    }

    fn show(self) -> String {
        match self {
            Self::PerLevel(1) => "level".to_owned(),
            Self::PerLevel(n) => n.to_string(),
            Self::DicePerLevel => "dice_per_level".to_owned(),
        }
    }
}

/// How many squares the achievement value of an All-Out Movement is worth (NW-39).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllOutTable {
    /// Least value and squares, by ascending value; a value below the first is worth nothing.
    rows: [(i16, u8); Self::MOST],
    /// How many rows there are; 0: a fifth of the value, rounded up.
    len: u8,
}

impl AllOutTable {
    /// The most rows a table can have.
    pub const MOST: usize = 20;
    /// A fifth of the value, rounded up, and 0 for values below.
    pub const CEIL_FIFTH: Self = Self { rows: [(0, 0); Self::MOST], len: 0 };

    /// A table of least values and squares, by ascending value. `None`, if it has no rows, too
    /// many, or one that is not above the row before.
    #[must_use]
    pub fn of(rows: &[(i16, u8)]) -> Option<Self> {
        let ascends = rows.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (!rows.is_empty() && rows.len() <= Self::MOST && ascends).then(|| {
            let mut table = Self { rows: [(0, 0); Self::MOST], len: rows.len() as u8 };
            table.rows[..rows.len()].copy_from_slice(rows);
            table
        })
    }

    /// Its rows, by ascending value; none: a fifth of the value, rounded up.
    #[must_use]
    pub fn rows(&self) -> &[(i16, u8)] {
        &self.rows[..self.len as usize]
    }

    /// The squares that a value is worth.
    #[must_use]
    pub fn squares(&self, value: i32) -> u32 {
        if self.len == 0 {
            return (value.max(0) as u32).div_ceil(5);
        }
        self.rows().iter().rev().find(|row| i32::from(row.0) <= value).map_or(0, |row| row.1.into())
    }
}

impl RulingType for AllOutTable {
    const WORDS: &'static [&'static str] = &["ceil_fifth"];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> =
        Some(Other::Pairs("up to 20 pairs `[least value, squares]`, least values rising"));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("ceil_fifth") => Some(Self::CEIL_FIFTH),
            RulingValue::Pairs(pairs) => {
                let row = |&(least, squares): &(i64, i64)| {
                    Some((i16::try_from(least).ok()?, u8::try_from(squares).ok()?))
                };
                Self::of(&pairs.iter().map(row).collect::<Option<Vec<_>>>()?)
            }
            _ => None,
        }
    }

    fn show(self) -> String {
        if self.len == 0 {
            return "ceil_fifth".to_owned();
        }
        let row = |(least, squares): &(i16, u8)| format!("[{least}, {squares}]");
        format!("[{}]", self.rows().iter().map(row).collect::<Vec<_>>().join(", "))
    }
}
