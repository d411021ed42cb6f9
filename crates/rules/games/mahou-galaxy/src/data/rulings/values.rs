//! The rulings that are neither a word of a list nor a number.

use crate::data::setup::{SetText, Side, Stance};
use fray_kit::declare::rulings::{Other, RulingType, RulingValue};

/// The stances that the unarmed fist has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stances(pub u8);

impl RulingType for Stances {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Words(&Stance::WORDS));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Words(words) = value else { return None };
        let stance = |word: &&str| Stance::WORDS.iter().position(|known| known == word);
        let set = words.iter().try_fold(0, |set, word| Some(set | 1 << stance(word)?))?;
        Some(Self(set)).filter(|set| set.0 != 0)
    }

    fn show(self) -> String {
        let words = (0..3).filter(|i| self.0 >> i & 1 == 1).map(|i| format!("\"{}\"", Stance::WORDS[i]));
        format!("[{}]", words.collect::<Vec<_>>().join(", "))
    }
}

/// The events that end a hold beside an escape, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldEnds(pub u8);

impl HoldEnds {
    const ALL: &'static [&'static str] = &["upkeep", "out", "distance", "release"];
    /// An upkeep that is not paid.
    pub const UPKEEP: Self = Self(1);
    /// One of the two is out.
    pub const OUT: Self = Self(2);
    /// More than 5 feet between them.
    pub const DISTANCE: Self = Self(4);
    /// The grappler lets go.
    pub const RELEASE: Self = Self(8);

    /// Returns whether this ends it.
    #[inline(always)]
    #[must_use]
    pub fn has(self, what: Self) -> bool {
        self.0 & what.0 != 0
    }
}

impl RulingType for HoldEnds {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Words(Self::ALL));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Words(words) = value else { return None };
        let end = |word: &&str| Self::ALL.iter().position(|known| known == word);
        words.iter().try_fold(0, |set, word| Some(set | 1 << end(word)?)).map(Self)
    }

    fn show(self) -> String {
        let words = (0..4).filter(|i| self.0 >> i & 1 == 1).map(|i| format!("\"{}\"", Self::ALL[i]));
        format!("[{}]", words.collect::<Vec<_>>().join(", "))
    }
}

/// The steps in which a round begins (MG-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartOrder(pub [u8; 4]);

impl StartOrder {
    const ALL: &'static [&'static str] = &["tick", "soak", "grant", "initiative"];
}

impl RulingType for StartOrder {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Words(Self::ALL));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Words(words) = value else { return None };
        let mut order = [0; 4];
        for (to, word) in order.iter_mut().zip(words) {
            *to = Self::ALL.iter().position(|known| known == word)? as u8;
        }
        let all = order.iter().fold(0, |set, step| set | 1 << step);
        (words.len() == 4 && all == 0b1111).then_some(Self(order))
    }

    fn show(self) -> String {
        let words = self.0.map(|step| format!("\"{}\"", Self::ALL[usize::from(step)]));
        format!("[{}]", words.join(", "))
    }
}

/// The dice of a fall: a set of plain dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallDie(pub SetText);

impl FallDie {
    /// `1cd6`.
    pub const DEFAULT: Self = Self(SetText { n: 1, cumulative: true, die: Side::Faces(6) });
}

impl RulingType for FallDie {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> = Some(Other::Form("a set of plain dice like \"1cd6\""));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Word(text) = value else { return None };
        SetText::parse(text).filter(|set| matches!(set.die, Side::Faces(_))).map(Self)
    }

    fn show(self) -> String {
        let SetText { n, cumulative, die } = self.0;
        let faces = match die {
            Side::Faces(faces) => faces,
            Side::Stat(_) => 6,
        };
        format!("{n}{}d{faces}", if cumulative { "c" } else { "" })
    }
}

/// The number of idle rounds in a row that end a fight; 0 is `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill(pub u16);

impl RulingType for Standstill {
    const WORDS: &'static [&'static str] = &["off"];
    const RANGE: Option<(i64, i64)> = Some((1, 9999));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("off") => Some(Self(0)),
            RulingValue::Number(n) if (1..=9999).contains(&n) => Some(Self(n as u16)),
            _ => None,
        }
    }

    fn show(self) -> String {
        if self.0 == 0 { "off".to_owned() } else { self.0.to_string() }
    }
}

/// The least target number of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinTarget(pub i32);

impl RulingType for MinTarget {
    const WORDS: &'static [&'static str] = &["none"];
    const RANGE: Option<(i64, i64)> = Some((1, 1));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        match value {
            RulingValue::Word("none") => Some(Self(i32::MIN)),
            RulingValue::Number(1) => Some(Self(1)),
            _ => None,
        }
    }

    fn show(self) -> String {
        if self.0 == 1 { "1".to_owned() } else { "none".to_owned() }
    }
}

/// Percent of the feet of a move token by size; of sizes beyond the table the nearest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTable {
    rows: [(i8, u16); Self::MOST],
    len: u8,
}

impl MoveTable {
    const MOST: usize = 13;
    /// The table of MG-21.
    pub const DEFAULT: Self = {
        let mut rows = [(0, 0); Self::MOST];
        rows[0] = (-2, 50);
        rows[1] = (-1, 75);
        rows[2] = (0, 100);
        rows[3] = (1, 150);
        rows[4] = (2, 200);
        Self { rows, len: 5 }
    };

    /// Percent for this size.
    #[must_use]
    pub fn percent(&self, size: i32) -> i32 {
        let rows = &self.rows[..usize::from(self.len)];
        let nearest = rows.iter().min_by_key(|row| (i32::from(row.0) - size).abs());
        nearest.map_or(100, |row| i32::from(row.1))
    }
}

impl RulingType for MoveTable {
    const WORDS: &'static [&'static str] = &[];
    const RANGE: Option<(i64, i64)> = None;
    const OTHER: Option<Other> =
        Some(Other::Pairs("up to 13 pairs `[size, percent]`, sizes rising from -4 to 8"));

    fn read(value: RulingValue<'_>) -> Option<Self> {
        let RulingValue::Pairs(pairs) = value else { return None };
        if pairs.is_empty() || pairs.len() > Self::MOST || !pairs.is_sorted_by(|a, b| a.0 < b.0) {
            return None;
        }
        let mut table = Self { rows: [(0, 0); Self::MOST], len: pairs.len() as u8 };
        for (row, &(size, percent)) in table.rows.iter_mut().zip(pairs) {
            *row = (-4..=8).contains(&size).then_some((size as i8, u16::try_from(percent).ok()?))?;
        }
        table.rows.iter().all(|row| row.1 <= 1000).then_some(table)
    }

    fn show(self) -> String {
        let rows = &self.rows[..usize::from(self.len)];
        let pairs = rows.iter().map(|(size, percent)| format!("[{size}, {percent}]"));
        format!("[{}]", pairs.collect::<Vec<_>>().join(", "))
    }
}
