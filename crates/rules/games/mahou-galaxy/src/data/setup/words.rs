//! The words and numbers that stat blocks are written in: stats, skills, stances, rolls, cells.

use fray_kit::Words;
use fray_kit::sheet::declare::{Read, Shape, join, refuse};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::places::Coordinates;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::record::Fill;
use fray_kit::sheet::types::{Int, Items};

/// A stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Stat {
    Str,
    Def,
    Agi,
    Int,
    Acc,
    Per,
}

/// A skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Skill {
    Gym,
    MartialArts,
    Science,
    HomeEc,
    Art,
    Music,
    History,
    Language,
    Math,
    Magic,
}

/// A stance of attacks (MG-17), and what opposes it: Block, Dodge, Parry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Stance {
    /// With Strength.
    Strong,
    /// With Agility.
    Fast,
    /// With Accuracy.
    Precise,
}

/// A roll that bonuses and explosions name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum RollName {
    Initiative,
    Attack,
    Damage,
    Kick,
    KickDamage,
    Grapple,
    SpotBlock,
    SpotParry,
    SpotDodge,
    ActiveBlock,
    ActiveParry,
    ActiveDodge,
    Soak,
    Escape,
    Throw,
    Snatch,
    Cast,
    General,
    Infatuate,
    Infuriate,
    Intimidate,
    ResistTalk,
    Jump,
}

/// A way of moving; all of them cost alike, and only `fly` changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Mode {
    Walk,
    Fly,
    Swim,
    Climb,
}

impl Stance {
    /// The stat of its rolls (MG-17).
    #[inline(always)]
    #[must_use]
    pub fn stat(self) -> Stat {
        match self {
            Self::Strong => Stat::Str,
            Self::Fast => Stat::Agi,
            Self::Precise => Stat::Acc,
        }
    }

    /// The stat of the passive defence against it (MG-22).
    #[inline(always)]
    #[must_use]
    pub fn defence(self) -> Stat {
        match self {
            Self::Strong => Stat::Def,
            Self::Fast => Stat::Agi,
            Self::Precise => Stat::Acc,
        }
    }
}

/// A set of stances: bit n for stance n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StanceSet(pub u8);

impl StanceSet {
    /// Returns whether it has this stance.
    #[inline(always)]
    #[must_use]
    pub fn has(self, stance: Stance) -> bool {
        self.0 >> stance as u8 & 1 == 1
    }
}

impl Fill<Vec<Stance>> for StanceSet {
    fn fill(stances: Vec<Stance>) -> Self {
        Self(stances.iter().fold(0, |set, &stance| set | 1 << stance as u8))
    }
}

/// A set of skills: bit n for skill n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkillSet(pub u16);

impl SkillSet {
    /// These skills.
    #[must_use]
    pub fn of(skills: &[Skill]) -> Self {
        Self(skills.iter().fold(0, |set, &skill| set | 1 << skill as u16))
    }

    /// Returns whether it has this skill.
    #[inline(always)]
    #[must_use]
    pub fn has(self, skill: Skill) -> bool {
        self.0 >> skill as u16 & 1 == 1
    }

    /// Its skills in their order.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = Skill> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let skill = *Skill::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(skill)
        })
    }
}

impl Fill<Vec<Skill>> for SkillSet {
    fn fill(skills: Vec<Skill>) -> Self {
        Self::of(&skills)
    }
}

/// A set of roll names: bit n for roll n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollSet(pub u32);

impl RollSet {
    /// Returns whether it has this roll.
    #[inline(always)]
    #[must_use]
    pub fn has(self, roll: RollName) -> bool {
        self.0 >> roll as u32 & 1 == 1
    }
}

impl Fill<Vec<RollName>> for RollSet {
    fn fill(rolls: Vec<RollName>) -> Self {
        Self(rolls.iter().fold(0, |set, &roll| set | 1 << roll as u32))
    }
}

/// Reads a table whose keys are words and whose values are whole numbers; gives the place of each word
/// and its number.
fn table_of(
    node: &Node,
    key: &str,
    words: &'static [&'static str],
    range: (i32, i32),
    problems: &mut Problems,
) -> Option<Vec<(usize, i32)>> {
    let Some(table) = node.as_table() else {
        refuse(node, key, &Shape::Map(Box::new(number(range))), problems);
        return None;
    };
    let mut all = Some(Vec::new());
    for entry in &table.entries {
        let path = join(key, &entry.key);
        let value = entry.value.as_int().and_then(|n| i32::try_from(n).ok());
        let value = value.filter(|n| (range.0..=range.1).contains(n));
        let place = words.iter().position(|word| *word == entry.key);
        if place.is_none() {
            let name = key.rsplit('.').next().unwrap_or(key);
            let meant = fray_kit::sheet::problem::did_you_mean(&entry.key, words.iter().copied());
            let message =
                format!("unknown name `{}` in `{name}`{meant}", fray_kit::sheet::declare::shown(&entry.key));
            problems.add(entry.span, path, message);
        } else if value.is_none() {
            refuse(&entry.value, &path, &number(range), problems);
        }
        all = all.zip(place.zip(value)).map(|(mut all, pair)| {
            all.push(pair);
            all
        });
    }
    all
}

fn number((min, max): (i32, i32)) -> Shape {
    Shape::Int { min: min.into(), max: max.into() }
}

macro_rules! number_tables {
    ($($(#[$doc:meta])* $name:ident: [i8; $words:ident] in $min:literal, $max:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name(pub [i8; $words::WORDS.len()]);

        impl $name {
            /// The number at this word.
            #[inline(always)]
            #[must_use]
            pub fn get(&self, at: $words) -> i32 {
                i32::from(self.0[at as usize])
            }
        }

        impl Read for $name {
            type Out = Self;

            fn shape() -> Shape {
                Shape::Map(Box::new(number(($min, $max))))
            }

            fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
                let mut table = Self::default();
                for (place, value) in table_of(node, key, &$words::WORDS, ($min, $max), problems)? {
                    table.0[place] = value as i8;
                }
                Some(table)
            }
        }
    )*};
}

number_tables! {
    /// Dice by skill.
    Skills: [i8; Skill] in 0, 30;
    /// What a weapon takes off skills, by skill (MG-17).
    SkillMods: [i8; Skill] in -10, 0;
    /// Bonuses by roll.
    Bonuses: [i8; RollName] in -30, 30;
}

/// The six stats, at [`Stat`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Stats {
    pub str: i32,
    pub def: i32,
    pub agi: i32,
    pub int: i32,
    pub acc: i32,
    pub per: i32,
}

impl Stats {
    /// The values, at [`Stat`].
    #[must_use]
    pub fn all(&self) -> [i32; 6] {
        [self.str, self.def, self.agi, self.int, self.acc, self.per]
    }
}

/// A cell of the map, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

/// What a flyer that falls in the air does (MG-39).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AirFall {
    /// It stays at its level until it has recovered.
    Hover,
    /// It falls to the ground.
    #[default]
    Fall,
}

/// The cell in which a unit starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// The level; that of the ground, if nothing is said.
    pub z: Option<u8>,
}

impl Read for Start {
    type Out = Self;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Int { min: 0, max: 499 }))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let most = Coordinates { plane: 499, level: Some(HIGHEST.into()) };
        let (x, y, z) = most.read(node, key, problems)?;
        Some(Self { x: x as u16, y: y as u16, z: z.map(|z| z as u8) })
    }
}

/// The highest level of a map, in cells above 0.
pub const HIGHEST: u8 = 50;

/// A position written as a list of two coordinates.
#[derive(Debug)]
pub struct Position;

impl Read for Position {
    type Out = Spot;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Int { min: 0, max: 499 }))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Spot> {
        let numbers = Items::<Int<0, 499>>::read(node, key, problems)?;
        if let [x, y] = numbers[..] {
            return Some(Spot { x: x as u16, y: y as u16 });
        }
        let message = format!("expected a column and a row for `position`, found {} numbers", numbers.len());
        problems.add(node.span, key, message);
        None
    }
}

/// A number from 0 to so many, 4 or 10, in quarters, read as a number of quarters.
#[derive(Debug)]
pub struct Quarters<const MOST: i32>;

impl<const MOST: i32> Read for Quarters<MOST> {
    type Out = i32;

    fn shape() -> Shape {
        let what = match MOST {
            4 => "a number from 0 to 4 in quarters, such as 0.5",
            _ => "a number from 0 to 10 in quarters, such as 1.5",
        };
        Shape::Form { what, pattern: "^$" }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<i32> {
        let x = match &node.value {
            fray_kit::sheet::node::Value::Float(x) => Some(*x),
            fray_kit::sheet::node::Value::Cell(text) => text.parse().ok(),
            _ => node.as_int().map(|n| n as f64),
        };
        let quarters =
            x.map(|x| x * 4.0).filter(|q| (0.0..=f64::from(4 * MOST)).contains(q) && q.fract() == 0.0);
        if quarters.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        quarters.map(|q| q as i32)
    }
}
