//! The map while terrain of abilities lies on it (MG-44, MG-66): its columns made anew from what the scenario
//! says and what was laid over that, and what a line would be like with more of it.

use core::ops::Deref;
use std::sync::Arc;

use super::{Board, HazardProfile, STEP_UP, Square};
use crate::data::rulings::Rulings;
use crate::data::setup::{Cell, Cover, CoverLevel};
use crate::data::vocabulary::{Area, AreaShape};
use fray_kit::board::pairs::Pairs;

/// The hardship of a way through a cell that nobody enters, that rises too steeply or hurts: more than any
/// way round it.
const BARRED: i32 = 10_000;

/// The terrain of a column, key by key; `None` leaves the terrain below as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    move_cost: Option<u8>,
    blocks_move: Option<bool>,
    blocks_sight: Option<bool>,
    /// The bonus, and whether it is heavy.
    cover: Option<(u8, bool)>,
    height: Option<u8>,
    attack_mod: Option<i8>,
    /// The place of its hazard and 1.
    hazard: Option<u8>,
}

/// Terrain that lies on the cells of an area; its lines are level.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// The terrain.
    pub terrain: Terrain,
    /// The area.
    pub area: Area,
    /// The columns from which it was laid and to which.
    pub from: u32,
    /// As `from`.
    pub to: u32,
}

impl Layer {
    /// The column around which it lies.
    fn center(&self) -> u32 {
        if self.area.shape == AreaShape::Radius { self.to } else { self.from }
    }

    /// Returns how far from there it reaches at most, in cells.
    fn most(&self) -> i32 {
        i32::from(self.area.feet) / super::FEET
    }
}

impl Terrain {
    /// The terrain of an entry, whose hazard has this place.
    #[must_use]
    pub fn of(cell: &Cell, hazard: Option<u8>, rulings: &Rulings) -> Self {
        let cover = cell.cover.map(|cover| {
            let bonus = match cover {
                Cover::Bonus(n) => i32::from(n),
                Cover::Level(CoverLevel::None) => 0,
                Cover::Level(CoverLevel::Light) => rulings.cover_light.0,
                Cover::Level(CoverLevel::Half) => rulings.cover_half.0,
                Cover::Level(CoverLevel::Heavy) => rulings.cover_heavy.0,
            };
            (bonus as u8, cover == Cover::Level(CoverLevel::Heavy))
        });
        Self {
            move_cost: cell.move_cost,
            blocks_move: cell.blocks_move,
            blocks_sight: cell.blocks_sight,
            cover,
            height: cell.height,
            attack_mod: cell.attack_mod,
            hazard,
        }
    }

    /// Lays another over it, key by key.
    pub(super) fn lay(&mut self, over: &Self) {
        self.move_cost = over.move_cost.or(self.move_cost);
        self.blocks_move = over.blocks_move.or(self.blocks_move);
        self.blocks_sight = over.blocks_sight.or(self.blocks_sight);
        self.cover = over.cover.or(self.cover);
        self.height = over.height.or(self.height);
        self.attack_mod = over.attack_mod.or(self.attack_mod);
        self.hazard = over.hazard.or(self.hazard);
    }

    /// MG-44: the square of a column with this terrain.
    pub(super) fn square(&self) -> Square {
        let (cover, heavy) = self.cover.unwrap_or_default();
        let up_to = |blocks: Option<bool>| match blocks {
            Some(true) => self.height.unwrap_or(super::ENDLESS),
            _ => 0,
        };
        Square {
            move_cost: self.move_cost.unwrap_or(1),
            level: self.height.unwrap_or(0),
            wall: up_to(self.blocks_move),
            screen: up_to(self.blocks_sight),
            is_closed: self.blocks_move == Some(true),
            cover,
            heavy,
            attack_mod: self.attack_mod.unwrap_or(0),
            hazard: self.hazard.unwrap_or(0),
        }
    }

    /// The hazard that it brings.
    #[must_use]
    pub fn hazard(&self) -> Option<u8> {
        self.hazard
    }

    /// Returns whether who is there would be in its way, or be lifted or lowered by it.
    #[must_use]
    pub fn moves_units(&self) -> bool {
        self.blocks_move == Some(true) || self.height.is_some()
    }

    /// Returns whether it changes where units can stand, so that they may have to leave when it ends.
    #[must_use]
    pub fn reshapes(&self) -> bool {
        self.blocks_move.is_some() || self.height.is_some()
    }

    /// Returns whether it can change what is seen across its cells and what cover they give.
    #[must_use]
    pub fn changes_views(&self) -> bool {
        self.blocks_sight.is_some() || self.cover.is_some() || self.height.is_some()
    }

    /// Returns whether it can change how hard it is to walk through its cells.
    #[must_use]
    pub fn changes_ways(&self) -> bool {
        self.move_cost.is_some() || self.hazard.is_some() || self.reshapes()
    }

    /// Returns the modifier of attacks from its cells; `None` if it declares none.
    #[must_use]
    pub fn attack_mod(&self) -> Option<i8> {
        self.attack_mod
    }
}

/// The map as it is at a moment: that of the scenario, or the one with terrain laid over it.
#[derive(Debug)]
pub enum Now<'a> {
    /// Nothing is laid on it.
    Bare(&'a Board),
    /// Terrain lies on it.
    Covered(Arc<Board>),
}

impl Deref for Now<'_> {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        match self {
            Self::Bare(board) => board,
            Self::Covered(board) => board,
        }
    }
}

impl Board {
    /// Makes room for ground that abilities raise or lower to these levels.
    pub fn reserve_levels(&mut self, heights: Vec<u8>) {
        self.heights = heights;
        self.ground = super::Space::of(self, false, self.ground.is_straight());
    }

    /// A hazard beside those of the map; its place and 1.
    pub fn add_hazard(&mut self, hazard: HazardProfile) -> u8 {
        self.hazards.push(hazard);
        self.hazards.len() as u8
    }

    /// A hazard by its place and 1.
    #[must_use]
    pub fn hazard_profile(&self, place: u8) -> &HazardProfile {
        &self.hazards[usize::from(place) - 1]
    }

    /// Makes the map anew: the one of the scenario with terrain laid over it, each over those before it.
    pub fn remake(&mut self, base: &Self, laid: impl Iterator<Item = Layer>) {
        self.terrain.copy_from_slice(&base.terrain);
        for layer in laid {
            let [[left, up, _], [right, down, _]] = self.around(layer.center(), layer.most());
            for y in up.max(0)..=down.min(self.height - 1) {
                for x in left.max(0)..=right.min(self.width - 1) {
                    if self.covers(&layer, Self::cell_at(x, y, 0)) {
                        self.terrain[(y * self.width + x) as usize].lay(&layer.terrain);
                    }
                }
            }
        }
        for (square, terrain) in self.squares.iter_mut().zip(&self.terrain) {
            *square = terrain.square();
        }
        self.measure();
        let mut ground = core::mem::take(&mut self.ground);
        ground.fill(self);
        self.ground = ground;
        if self.has_air() {
            let mut air = core::mem::take(&mut self.air);
            air.fill(self);
            self.air = air;
        }
        // What was remembered of jumps and lines holds no longer.
        self.known_jumps.clear();
        (self.sights, self.covers) = (Pairs::default(), Pairs::default());
        let mut steps = core::mem::take(&mut self.steps);
        for (known, cell) in steps.iter_mut().zip(self.columns()) {
            *known = self.neighbours(cell);
        }
        self.steps = steps;
        self.remember_runs();
    }

    /// MG-74: whether a layer lies on a column.
    #[inline(always)]
    #[must_use]
    pub fn covers(&self, layer: &Layer, cell: u32) -> bool {
        let flat = |cell: u32| Self::level_with(cell, 0);
        self.is_in_area(layer.area, flat(layer.from), flat(layer.to), flat(cell))
    }

    /// Returns whether a step leads from one cell to another, on the ground or in the air.
    #[must_use]
    pub fn leads(&self, flies: bool, from: u32, to: u32) -> bool {
        if flies { self.can_fly(from, to) } else { self.steps(from).contains(&to) }
    }

    /// The columns and what is over them, with one more layer or as they are.
    fn square_with(&self, cell: u32, over: Option<&Layer>) -> Square {
        match over.filter(|layer| self.covers(layer, cell)) {
            None => *self.square(cell),
            Some(layer) => {
                let mut terrain = self.terrain[self.column(cell)];
                terrain.lay(&layer.terrain);
                terrain.square()
            }
        }
    }

    /// MG-47, MG-74: whether `b` could be seen from `a`, and the cover that it would have, with one more
    /// layer or as it is.
    #[must_use]
    pub fn view(&self, a: u32, b: u32, over: Option<&Layer>) -> (bool, i32) {
        let (mut sees, mut cover) = (true, 0);
        let near = self.distance(a, b) <= super::FEET;
        self.each_crossed(a, b, |cell| {
            let (square, z) = (self.square_with(cell, over), Self::coordinates(cell)[2]);
            sees &= cell == b || z >= i32::from(square.screen);
            if (cell != b || !near) && z <= i32::from(square.level) {
                cover = cover.max(i32::from(square.cover));
            }
        });
        (sees, if sees { cover } else { 0 })
    }

    /// The hardship of walking straight from the ground of one cell to that of another, the last left out,
    /// with one more layer or as it is: in cells.
    #[must_use]
    pub fn hardship(&self, a: u32, b: u32, over: Option<&Layer>) -> i32 {
        let flat = |cell: u32| Self::level_with(cell, 0);
        let mut level = i32::from(self.square(a).level);
        let mut hard = 0;
        self.each_crossed(flat(a), flat(b), |cell| {
            if cell == flat(b) {
                return;
            }
            let square = self.square_with(cell, over);
            let is_barred =
                square.is_closed || square.hazard > 0 || i32::from(square.level) - level > STEP_UP;
            hard += if is_barred { BARRED } else { i32::from(square.move_cost) };
            level = square.level.into();
        });
        hard
    }

    /// Returns whether a layer can touch the straight line between two cells: a bound that looks at no cell.
    #[must_use]
    pub fn may_touch(&self, layer: &Layer, a: u32, b: u32) -> bool {
        let most = layer.most();
        let [[x, y, _], [ax, ay, _], [bx, by, _]] = [layer.center(), a, b].map(Self::coordinates);
        (ax.min(bx) - most..=ax.max(bx) + most).contains(&x)
            && (ay.min(by) - most..=ay.max(by) + most).contains(&y)
    }

    /// Returns whether a layer lies across the straight way between two cells, the ends left out.
    #[must_use]
    pub fn lies_across(&self, layer: &Layer, a: u32, b: u32) -> bool {
        let mut lies = false;
        self.each_crossed(a, b, |cell| lies |= cell != b && self.covers(layer, cell));
        lies
    }
}
