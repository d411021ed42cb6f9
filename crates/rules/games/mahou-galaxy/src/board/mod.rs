//! The map: cells, ground, distance (MG-43, MG-44, MG-46, MG-73). `lines` has sight, cover and areas, `ways` the
//! search for ways, `space` the sets of cells that it is made of, `jumps` what a jump passes and where it ends,
//! `laid` what terrain of abilities makes of it, `spans` the part of it where an area can matter.

pub(crate) mod place;
pub(crate) mod walk;

mod jumps;
mod laid;
mod lines;
mod space;
mod spans;
#[cfg(test)]
mod tests;
mod ways;

use core::sync::atomic::{AtomicU64, Ordering};

use crate::data::rulings::{MapMetric, Rulings};
use crate::data::setup::{HazardOn, MapSetup};
use crate::dice::{DiceRules, Distribution, Formula, Set};
use fray_engine::map::{self, Ground, Map, Rows};
use fray_engine::roster::UnitId;
use fray_kit::board::pairs::Pairs;
use jumps::KnownJumps;
use space::Space;

pub use jumps::{JUMP_TOKENS, Jump, Leap, RUN_UP};
pub use laid::{Layer, Now, Terrain};
pub use ways::{Mover, Scratch, Search};

/// The feet of a cell.
pub const FEET: i32 = 5;
/// A cell that no way leads to.
pub const NEVER: u16 = u16::MAX;
/// The number of the next map.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);
/// No neighbour.
const NOWHERE: u32 = u32::MAX;
/// The bits of a coordinate in the number of a cell.
const BITS: u32 = 10;
/// A wall without a height: nobody flies above it.
const ENDLESS: u8 = u8::MAX;
/// The greatest difference of levels that a step leads up.
const STEP_UP: i32 = 1;
/// The greatest difference of levels that a step leads down without a fall.
const STEP_DOWN: i32 = 1;
/// On larger maps the jumps are not remembered.
const MOST_COLUMNS: usize = 4096;

/// A column of the map, ready for use.
#[derive(Clone, Copy, Debug, Default)]
struct Square {
    move_cost: u8,
    /// The level of the ground.
    level: u8,
    /// Nobody moves through the column below this level, and no line is seen through it.
    wall: u8,
    screen: u8,
    /// Whether nobody walks into it.
    is_closed: bool,
    cover: u8,
    heavy: bool,
    attack_mod: i8,
    /// The place of its hazard and 1; 0 without one.
    hazard: u8,
}

/// A hazard, ready for use.
#[derive(Clone, Debug)]
pub struct HazardProfile {
    /// The dice.
    pub formula: Formula,
    /// Their distribution.
    pub distribution: Distribution,
    /// Added to them.
    pub flat: i32,
    /// The moment at which it hurts.
    pub on: HazardOn,
    /// The unit and the place of its ability that lays it; `None` for a hazard of the map.
    pub source: Option<(UnitId, u8)>,
}

impl HazardProfile {
    /// The hazard of these dice.
    #[must_use]
    pub fn of(formula: Formula, flat: i32, on: HazardOn, source: Option<(UnitId, u8)>) -> Self {
        Self { formula, distribution: Distribution::of(&formula), flat, on, source }
    }
}

/// A map.
#[derive(Clone, Debug)]
pub struct Board {
    /// Tells maps of different scenarios apart.
    id: u64,
    width: i32,
    height: i32,
    /// Levels that are searched for ways: one, if nobody flies.
    layers: i32,
    /// The highest level of ground or of a start: flyers go no higher.
    top: i32,
    /// The terrain of each column as it is declared, and the squares made from it.
    terrain: Vec<Terrain>,
    squares: Vec<Square>,
    /// Levels to which abilities raise or lower the ground.
    heights: Vec<u8>,
    hazards: Vec<HazardProfile>,
    metric: MapMetric,
    /// Whether some column blocks sight, has cover, and makes a jump worth looking at.
    has_screens: bool,
    has_cover: bool,
    is_rough: bool,
    /// Whether anything is remembered that only makes fights faster.
    remembers: bool,
    /// Whether columns see each other from ground to ground, and the cover there, remembered.
    sights: Pairs,
    covers: Pairs,
    /// The cells of those who walk, and of those who fly, if anybody does.
    ground: Space,
    air: Space,
    /// The neighbours of each column for units that walk, remembered.
    steps: Vec<[u32; 8]>,
    /// How many plain steps lead straight ahead from each column in each direction, remembered for jumps.
    plain_runs: Vec<[u8; 8]>,
    /// The jumps of units, remembered.
    known_jumps: Vec<KnownJumps>,
}

/// A part of the map: two opposite corners.
pub type Part = [[i32; 3]; 2];

/// The facts of a fight on which the preparation of a map depends, beside its terrain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crew {
    /// The highest level on which a unit starts.
    pub top: i32,
    /// Whether somebody flies.
    pub flies: bool,
    /// Whether what only makes fights faster is left out.
    pub is_plain: bool,
}

impl Board {
    /// Prepares a map.
    #[must_use]
    pub fn new(map: &MapSetup, rulings: &Rulings, dice: DiceRules, crew: Crew) -> Self {
        let n = usize::from(map.width) * usize::from(map.height);
        let mut terrain = vec![Terrain::default(); n];
        let mut hazards = Vec::new();
        for patch in &map.patches {
            let hazard = patch.cell.hazard.as_ref().map(|hazard| {
                let sets: Vec<Set> = hazard.damage.iter().map(|set| set.plain(dice)).collect();
                hazards.push(HazardProfile::of(Formula::of(&sets), hazard.flat, hazard.on, None));
                hazards.len() as u8
            });
            let over = Terrain::of(&patch.cell, hazard, rulings);
            for y in patch.from.y..=patch.to.y.min(map.height - 1) {
                for x in patch.from.x..=patch.to.x.min(map.width - 1) {
                    terrain[usize::from(y) * usize::from(map.width) + usize::from(x)].lay(&over);
                }
            }
        }
        let squares: Vec<Square> = terrain.iter().map(Terrain::square).collect();
        let ground = squares.iter().map(|square| i32::from(square.level)).max().unwrap_or(0);
        let top = ground.max(crew.top);
        let mut board = Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            width: map.width.into(),
            height: map.height.into(),
            layers: if crew.flies { top + 1 } else { 1 },
            top,
            hazards,
            metric: rulings.map_metric,
            has_screens: false,
            has_cover: false,
            is_rough: false,
            terrain,
            squares,
            heights: Vec::new(),
            remembers: !crew.is_plain,
            sights: Pairs::default(),
            covers: Pairs::default(),
            ground: Space::default(),
            air: Space::default(),
            steps: Vec::new(),
            plain_runs: Vec::new(),
            known_jumps: Vec::new(),
        };
        board.measure();
        if !crew.is_plain {
            let n = n * board.layers as usize;
            board.sights = Pairs::of(if board.has_screens { n } else { 0 });
            board.covers = Pairs::of(if board.has_cover { n } else { 0 });
        }
        let is_straight = board.metric == MapMetric::Manhattan;
        board.ground = Space::of(&board, false, is_straight);
        if crew.flies {
            board.air = Space::of(&board, true, is_straight);
        }
        if !crew.is_plain {
            board.steps = board.columns().map(|cell| board.neighbours(cell)).collect();
            board.plain_runs = vec![[0; 8]; n];
            board.remember_runs();
        }
        board
    }

    /// Looks what the columns have.
    fn measure(&mut self) {
        let any = |has: fn(&Square) -> bool| self.squares.iter().any(has);
        let is_rough = |it: &Square| it.move_cost > 1 || it.level > 0 || it.is_closed || it.hazard > 0;
        let found = [any(|it| it.screen > 0), any(|it| it.cover > 0), any(is_rough)];
        let [has_screens, has_cover, is_rough] = found;
        self.has_screens = !self.remembers || has_screens;
        self.has_cover = !self.remembers || has_cover;
        self.is_rough = is_rough;
    }

    /// Returns the identity of the map among those of other scenarios; the map with terrain laid on it has
    /// the same.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Remembers the jumps of a unit that jumps so.
    pub fn know_jump(&mut self, jump: Jump) {
        let is_known = self.known_jumps.iter().any(|known| known.jump == jump);
        if self.remembers && self.is_rough && !is_known && self.squares.len() <= MOST_COLUMNS {
            self.known_jumps.push(KnownJumps::of(self, jump));
        }
    }

    /// The cell of these coordinates, at level 0.
    #[inline(always)]
    #[must_use]
    pub fn cell(x: u16, y: u16) -> u32 {
        u32::from(y) << BITS | u32::from(x)
    }

    /// The cell of these coordinates.
    #[inline(always)]
    #[must_use]
    pub fn cell_at(x: i32, y: i32, z: i32) -> u32 {
        (z as u32) << (2 * BITS) | (y as u32) << BITS | x as u32
    }

    /// The coordinates of a cell: column, row, level.
    #[inline(always)]
    #[must_use]
    pub fn coordinates(cell: u32) -> [i32; 3] {
        const MASK: u32 = (1 << BITS) - 1;
        [(cell & MASK) as i32, (cell >> BITS & MASK) as i32, (cell >> (2 * BITS)) as i32]
    }

    /// The place of a cell's column.
    #[inline(always)]
    fn column(&self, cell: u32) -> usize {
        let [x, y, _] = Self::coordinates(cell);
        (y * self.width + x) as usize
    }

    #[inline(always)]
    fn square(&self, cell: u32) -> &Square {
        &self.squares[self.column(cell)]
    }

    /// The map as people are shown it.
    #[must_use]
    pub fn shown(&self) -> Map {
        let square = |(at, it): (usize, &Square)| {
            let at = at as i32;
            let grounds = [
                (Ground::Blocked, it.is_closed),
                (Ground::Screen, it.screen > 0),
                (Ground::Slow, it.move_cost > 1),
                (Ground::Hazard, it.hazard > 0),
                (Ground::Cover, it.cover > 0),
            ];
            let place = ((at % self.width) as u16, (at / self.width) as u16);
            map::Square::of(place, it.level.into(), &grounds)
        };
        Map {
            width: self.width as u16,
            height: self.height as u16,
            first: 0,
            rows: Rows::FromNorth,
            squares: self.squares.iter().enumerate().filter_map(square).collect(),
        }
    }

    /// The ground of each column, in the cells' order of level 0.
    fn columns(&self) -> impl Iterator<Item = u32> + '_ {
        let rows = (0..self.height).flat_map(move |y| (0..self.width).map(move |x| (x, y)));
        rows.zip(&self.squares).map(|((x, y), square)| Self::cell_at(x, y, square.level.into()))
    }

    /// The cells of units that walk or, on all levels, of those that fly, in this part of the map: by level,
    /// row and column. The ends are brought inside.
    pub fn cells_within(&self, flies: bool, part: Part) -> impl Iterator<Item = u32> + '_ {
        self.cells_in_spans(flies, part, |_| [0, i32::MAX])
    }

    /// All cells of units that walk or fly, in their order: rows first.
    pub fn cells(&self, flies: bool) -> impl Iterator<Item = u32> + '_ {
        self.cells_within(flies, self.whole())
    }

    /// The whole map.
    #[must_use]
    pub fn whole(&self) -> Part {
        [[0; 3], [self.width, self.height, self.top]]
    }

    /// The part of the map whose coordinates differ from these by so many at most.
    #[must_use]
    pub fn around(&self, cell: u32, most: i32) -> Part {
        let [x, y, z] = Self::coordinates(cell);
        [[x - most, y - most, z - most], [x + most, y + most, z + most]]
    }

    /// The part of the map that is no farther than so many cells from one of these cells.
    #[must_use]
    pub fn around_all(&self, cells: impl Iterator<Item = u32>, most: i32) -> Part {
        let mut part = [[i32::MAX / 2; 3], [i32::MIN / 2; 3]];
        for cell in cells {
            for (i, at) in Self::coordinates(cell).into_iter().enumerate() {
                part[0][i] = part[0][i].min(at - most);
                part[1][i] = part[1][i].max(at + most);
            }
        }
        part
    }

    /// The highest level that anybody reaches.
    #[must_use]
    pub fn top(&self) -> i32 {
        self.top
    }

    /// Returns whether somebody flies, so that there are cells above the ground.
    #[must_use]
    pub fn has_air(&self) -> bool {
        self.layers > 1
    }

    /// Returns whether some steps are dearer than others, or some jump is worth looking at.
    #[must_use]
    pub fn is_rough(&self) -> bool {
        self.is_rough
    }

    /// Returns whether somebody can stand on the ground of a cell.
    #[must_use]
    pub fn is_walkable(&self, cell: u32) -> bool {
        !self.square(cell).is_closed
    }

    /// Returns whether a cell lies at the edge.
    #[must_use]
    pub fn is_edge(&self, cell: u32) -> bool {
        let [x, y, _] = Self::coordinates(cell);
        x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1
    }

    /// MG-43: the distance of two cells in feet, rounded up.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: u32, b: u32) -> i32 {
        let ([ax, ay, az], [bx, by, bz]) = (Self::coordinates(a), Self::coordinates(b));
        let (dx, dy, dz) = ((ax - bx).abs(), (ay - by).abs(), (az - bz).abs());
        match self.metric {
            MapMetric::Chebyshev => FEET * dx.max(dy).max(dz),
            MapMetric::Manhattan => FEET * (dx + dy + dz),
            // The least number of feet whose square is not below that of the distance.
            MapMetric::Euclid => {
                let square = (FEET * FEET * (dx * dx + dy * dy + dz * dz)) as u32;
                let root = square.isqrt();
                (root + u32::from(root * root < square)) as i32
            }
        }
    }

    /// The level of the ground below a cell.
    #[inline(always)]
    #[must_use]
    pub fn ground(&self, cell: u32) -> i32 {
        self.square(cell).level.into()
    }

    /// Returns how many levels a cell lies above its ground.
    #[inline(always)]
    #[must_use]
    pub fn above_ground(&self, cell: u32) -> i32 {
        if self.top == 0 { 0 } else { Self::coordinates(cell)[2] - self.ground(cell) }
    }

    /// The cell on the ground below this one.
    #[must_use]
    pub fn below(&self, cell: u32) -> u32 {
        let [x, y, _] = Self::coordinates(cell);
        Self::cell_at(x, y, self.ground(cell))
    }

    /// The cell of this column at the level of another cell.
    #[inline(always)]
    #[must_use]
    pub fn level_with(column: u32, cell: u32) -> u32 {
        let ([x, y, _], [_, _, z]) = (Self::coordinates(column), Self::coordinates(cell));
        Self::cell_at(x, y, z)
    }

    /// Returns whether nobody gets into a cell, not through the air either: its ground or a wall is higher.
    #[inline(always)]
    #[must_use]
    pub fn is_blocked(&self, cell: u32) -> bool {
        let square = self.square(cell);
        Self::coordinates(cell)[2] < i32::from(square.level.max(square.wall))
    }

    /// The feet from one end of the map to the other.
    #[must_use]
    pub fn longest(&self) -> i32 {
        FEET * (self.width + self.height)
    }

    /// MG-25, MG-47: the modifier of attacks from a cell on the ground.
    #[must_use]
    pub fn attack_mod(&self, cell: u32, heavy: i32) -> i32 {
        let square = self.square(cell);
        if self.above_ground(cell) > 0 {
            return 0;
        }
        i32::from(square.attack_mod) - if square.heavy { heavy } else { 0 }
    }

    /// Returns the cost of a step into a cell, in cells; those who fly there ignore the ground.
    #[inline(always)]
    #[must_use]
    pub fn move_cost(&self, cell: u32, flies: bool) -> i32 {
        if flies { 1 } else { self.square(cell).move_cost.into() }
    }

    /// The hazard of a cell on the ground.
    #[inline(always)]
    #[must_use]
    pub fn hazard(&self, cell: u32) -> Option<&HazardProfile> {
        let place = self.square(cell).hazard;
        (place > 0 && self.above_ground(cell) == 0).then(|| &self.hazards[usize::from(place) - 1])
    }
}
