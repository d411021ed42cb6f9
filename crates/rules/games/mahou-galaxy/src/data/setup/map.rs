//! The map as a scenario says it (MG-43, MG-44, MG-46, MG-47).

use super::{SetText, SetTexts, Spot};
use fray_kit::sheet::declare::{Read, Shape};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::Int;
use fray_kit::{Record, Words, either};

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSetup {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// The patches of terrain; a later entry overrides an earlier one key by key.
    pub patches: Vec<Patch>,
}

/// A level of cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoverLevel {
    /// None.
    None,
    /// Light.
    Light,
    /// Half.
    Half,
    /// Heavy.
    Heavy,
}

/// When a hazard hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HazardOn {
    /// Who enters.
    Entry,
    /// Who stands in it at a round's end.
    RoundEnd,
    /// Both.
    Both,
}

/// The cover that a cell gives: a level of the rulings or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// A level.
    Level(CoverLevel),
    /// A bonus, 0 to 10.
    Bonus(u8),
}

either!(Cover {
    CoverLevel => Self::Level,
    Int<0, 10> => |n| Self::Bonus(n as u8),
});

/// What a cell does to who is in it.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("hazard")]
pub struct Hazard {
    /// The dice of its damage.
    #[key("MG-46", reads = SetTexts, required)]
    pub damage: Vec<SetText>,
    /// Added to it.
    #[key("MG-46", reads = Int<0, 200>, default = "0")]
    pub flat: i32,
    /// When it hurts.
    #[key("MG-46", default = "\"both\"")]
    pub on: HazardOn,
}

/// What the terrain of a cell changes; what is not said stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Record)]
#[record("terrain")]
pub struct Cell {
    /// By how much a step into it costs more.
    #[key("MG-73", reads = Int<1, 10>)]
    pub move_cost: Option<u8>,
    /// Whether nobody can enter it.
    #[key("MG-44", reads = bool)]
    pub blocks_move: Option<bool>,
    /// Whether it blocks sight.
    #[key("MG-74", reads = bool)]
    pub blocks_sight: Option<bool>,
    /// Its cover.
    #[key("MG-47", reads = Cover)]
    pub cover: Option<Cover>,
    /// The level of its ground, in cells; up to it walls block, without it they have no end.
    #[key("MG-44, MG-74", reads = Int<0, 50>)]
    pub height: Option<u8>,
    /// What it does to who is in it.
    #[key("MG-46", reads = Hazard)]
    pub hazard: Option<Hazard>,
    /// Added to attacks from it.
    #[key("MG-25", reads = Int<-10, 10>)]
    pub attack_mod: Option<i8>,
}

/// Terrain on a cell or a rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("terrain")]
struct Terrain {
    /// One corner.
    #[key("MG-44", reads = super::Position, required)]
    pub at: Spot,
    /// The opposite corner; one cell, if nothing is said.
    #[key("MG-44", reads = super::Position)]
    pub to: Option<Spot>,
    /// By how much a step into it costs more.
    #[key("MG-73", reads = Int<1, 10>)]
    pub move_cost: Option<u8>,
    /// Whether nobody can enter it.
    #[key("MG-44", reads = bool)]
    pub blocks_move: Option<bool>,
    /// Whether it blocks sight.
    #[key("MG-74", reads = bool)]
    pub blocks_sight: Option<bool>,
    /// Its cover.
    #[key("MG-47", reads = Cover)]
    pub cover: Option<Cover>,
    /// The level of its ground, in cells; up to it walls block, without it they have no end.
    #[key("MG-44, MG-74", reads = Int<0, 50>)]
    pub height: Option<u8>,
    /// What it does to who is in it.
    #[key("MG-46", reads = Hazard)]
    pub hazard: Option<Hazard>,
    /// Added to attacks from it.
    #[key("MG-25", reads = Int<-10, 10>)]
    pub attack_mod: Option<i8>,
}

impl MapSetup {
    /// The level of the ground of a cell.
    #[must_use]
    pub fn ground(&self, x: u16, y: u16) -> u8 {
        self.last_on(x, y, |cell| cell.height).unwrap_or(0)
    }

    /// MG-44: of a cell that nobody walks into the level from which one flies over it; none if nobody does.
    #[must_use]
    pub fn wall(&self, x: u16, y: u16) -> Option<Option<u8>> {
        let blocks = self.last_on(x, y, |cell| cell.blocks_move).unwrap_or(false);
        blocks.then(|| self.last_on(x, y, |cell| cell.height))
    }

    /// Returns the value of a key on a cell: that of the last patch there which has it.
    fn last_on<T>(&self, x: u16, y: u16, of: impl Fn(&Cell) -> Option<T>) -> Option<T> {
        let is_there = |patch: &&Patch| {
            (patch.from.x..=patch.to.x).contains(&x) && (patch.from.y..=patch.to.y).contains(&y)
        };
        self.patches.iter().filter(is_there).filter_map(|patch| of(&patch.cell)).next_back()
    }

    /// The highest ground.
    #[must_use]
    pub fn highest(&self) -> u8 {
        self.patches.iter().filter_map(|patch| patch.cell.height).max().unwrap_or(0)
    }
}

/// Terrain of a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The corner with the least coordinates.
    pub from: Spot,
    /// The opposite corner.
    pub to: Spot,
    /// The keys of the terrain that it changes.
    pub cell: Cell,
}

impl Read for Patch {
    type Out = Self;

    fn shape() -> Shape {
        Terrain::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let read = Terrain::read(node, key, problems)?;
        let to = read.to.unwrap_or(read.at);
        let corner = |pick: fn(u16, u16) -> u16| Spot { x: pick(read.at.x, to.x), y: pick(read.at.y, to.y) };
        let cell = Cell {
            move_cost: read.move_cost,
            blocks_move: read.blocks_move,
            blocks_sight: read.blocks_sight,
            cover: read.cover,
            height: read.height,
            hazard: read.hazard,
            attack_mod: read.attack_mod,
        };
        Some(Self { from: corner(u16::min), to: corner(u16::max), cell })
    }
}
