//! The map: cells, distance, lines, cover, ways (MG-43, MG-44, MG-47, MG-73, MG-74).

use super::dice::{DiceRules, Distribution, Formula, Set};
use super::rulings::{MapMetric, Rulings};
use super::setup::{Cover, CoverLevel, HazardOn, MapSetup, Side};
use super::vocabulary::{Area, AreaShape};

/// The feet of a cell.
pub const FEET: i32 = 5;
/// A cell that no way leads to.
pub const NEVER: u16 = u16::MAX;

/// A cell, ready for use.
#[derive(Clone, Copy, Debug, Default)]
struct Square {
    move_cost: u8,
    blocks_move: bool,
    blocks_sight: bool,
    cover: u8,
    heavy: bool,
    attack_mod: i8,
    /// The place of its hazard and 1; 0 without one.
    hazard: u8,
}

/// A hazard, ready for use.
#[derive(Debug)]
pub struct HazardLaw {
    /// The dice.
    pub formula: Formula,
    /// Their distribution.
    pub distribution: Distribution,
    /// Added to them.
    pub flat: i32,
    /// When it hurts.
    pub on: HazardOn,
}

/// A map.
#[derive(Debug)]
pub struct Board {
    width: i32,
    height: i32,
    squares: Vec<Square>,
    hazards: Vec<HazardLaw>,
    metric: MapMetric,
}

/// The buffers of a search for ways.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The cost of the way to each cell, in cells.
    cost: Vec<u16>,
    /// The cell before it.
    from: Vec<u32>,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl Scratch {
    /// Makes the buffers large enough.
    pub fn fit(&mut self, board: &Board) {
        let n = board.squares.len();
        if self.cost.len() != n {
            self.cost = vec![NEVER; n];
            self.from = vec![0; n];
            self.queue = vec![0; n];
            self.queued = vec![false; n];
        }
    }

    /// The cost of the way to a cell.
    #[inline(always)]
    #[must_use]
    pub fn cost(&self, board: &Board, cell: u32) -> u16 {
        self.cost[board.at(cell)]
    }

    /// The cell before this one on its way.
    #[must_use]
    pub fn before(&self, board: &Board, cell: u32) -> u32 {
        self.from[board.at(cell)]
    }
}

impl Board {
    /// Prepares a map.
    #[must_use]
    pub fn new(map: &MapSetup, rulings: &Rulings, dice: DiceRules) -> Self {
        let plain = Square { move_cost: 1, ..Square::default() };
        let mut squares = vec![plain; usize::from(map.width) * usize::from(map.height)];
        let mut hazards = Vec::new();
        for patch in &map.patches {
            let hazard = patch.cell.hazard.as_ref().map(|hazard| {
                let sets: Vec<Set> = hazard
                    .damage
                    .iter()
                    .map(|set| {
                        let n = match set.die {
                            Side::Faces(n) => n,
                            Side::Stat(_) => 6,
                        };
                        Set {
                            n: set.n,
                            die: super::dice::Die::of_faces(n, 0, dice),
                            cumulative: set.cumulative,
                        }
                    })
                    .collect();
                let formula = Formula::of(&sets);
                hazards.push(HazardLaw {
                    formula,
                    distribution: Distribution::of(&formula),
                    flat: hazard.flat,
                    on: hazard.on,
                });
                hazards.len() as u8
            });
            for y in patch.from.y..=patch.to.y.min(map.height - 1) {
                for x in patch.from.x..=patch.to.x.min(map.width - 1) {
                    let square = &mut squares[usize::from(y) * usize::from(map.width) + usize::from(x)];
                    let cell = &patch.cell;
                    square.move_cost = cell.move_cost.unwrap_or(square.move_cost);
                    square.blocks_move = cell.blocks_move.unwrap_or(square.blocks_move);
                    square.blocks_sight = cell.blocks_sight.unwrap_or(square.blocks_sight);
                    square.attack_mod = cell.attack_mod.unwrap_or(square.attack_mod);
                    square.hazard = hazard.unwrap_or(square.hazard);
                    if let Some(cover) = cell.cover {
                        let bonus = match cover {
                            Cover::Bonus(n) => i32::from(n),
                            Cover::Level(CoverLevel::None) => 0,
                            Cover::Level(CoverLevel::Light) => rulings.cover_light.0,
                            Cover::Level(CoverLevel::Half) => rulings.cover_half.0,
                            Cover::Level(CoverLevel::Heavy) => rulings.cover_heavy.0,
                        };
                        square.cover = bonus as u8;
                        square.heavy = cover == Cover::Level(CoverLevel::Heavy);
                    }
                }
            }
        }
        Self {
            width: map.width.into(),
            height: map.height.into(),
            squares,
            hazards,
            metric: rulings.map_metric,
        }
    }

    /// The cell of these coordinates.
    #[inline(always)]
    #[must_use]
    pub fn cell(x: u16, y: u16) -> u32 {
        u32::from(y) << 16 | u32::from(x)
    }

    #[inline(always)]
    fn xy(cell: u32) -> (i32, i32) {
        ((cell & 0xFFFF) as i32, (cell >> 16) as i32)
    }

    #[inline(always)]
    fn at(&self, cell: u32) -> usize {
        let (x, y) = Self::xy(cell);
        (y * self.width + x) as usize
    }

    #[inline(always)]
    fn square(&self, cell: u32) -> &Square {
        &self.squares[self.at(cell)]
    }

    /// All cells in their order: rows first.
    pub fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Self::cell(x as u16, y as u16)))
    }

    /// Whether a cell lies at the edge.
    #[must_use]
    pub fn is_edge(&self, cell: u32) -> bool {
        let (x, y) = Self::xy(cell);
        x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1
    }

    /// MG-43: the distance of two cells in feet, rounded up.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: u32, b: u32) -> i32 {
        let ((ax, ay), (bx, by)) = (Self::xy(a), Self::xy(b));
        let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
        match self.metric {
            MapMetric::Chebyshev => FEET * dx.max(dy),
            MapMetric::Manhattan => FEET * (dx + dy),
            MapMetric::Euclid => (f64::from(25 * (dx * dx + dy * dy)).sqrt() - 1e-9).ceil() as i32,
        }
    }

    /// Every cell that the line between two cells crosses behind the first, to the last, until `stop`.
    fn crossed(a: u32, b: u32, mut stop: impl FnMut(u32) -> bool) {
        let ((mut x, mut y), (bx, by)) = (Self::xy(a), Self::xy(b));
        let (nx, ny) = ((bx - x).abs(), (by - y).abs());
        let (sx, sy) = ((bx - x).signum(), (by - y).signum());
        let (mut ix, mut iy) = (0, 0);
        while ix < nx || iy < ny {
            let side = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx;
            if side <= 0 {
                x += sx;
                ix += 1;
            }
            if side >= 0 {
                y += sy;
                iy += 1;
            }
            if stop(Self::cell(x as u16, y as u16)) {
                return;
            }
        }
    }

    /// Whether nobody can enter a cell.
    #[inline(always)]
    #[must_use]
    pub fn is_blocked(&self, cell: u32) -> bool {
        self.square(cell).blocks_move
    }

    /// The feet from one end of the map to the other.
    #[must_use]
    pub fn longest(&self) -> i32 {
        FEET * (self.width + self.height)
    }

    /// MG-55: whether nothing between two cells stops who is thrown.
    #[must_use]
    pub fn is_open_line(&self, a: u32, b: u32) -> bool {
        let mut free = true;
        Self::crossed(a, b, |cell| {
            free &= cell == b || !self.square(cell).blocks_move;
            !free
        });
        free
    }

    /// MG-55, MG-73: every cell of the map that the line from a cell through another crosses behind the
    /// first, until `stop`.
    pub fn along(&self, from: u32, through: u32, mut stop: impl FnMut(u32) -> bool) {
        let ((mut x, mut y), (tx, ty)) = (Self::xy(from), Self::xy(through));
        let (nx, ny) = ((tx - x).abs(), (ty - y).abs());
        let (sx, sy) = ((tx - x).signum(), (ty - y).signum());
        let (mut ix, mut iy) = (0, 0);
        if from == through {
            return;
        }
        loop {
            let side = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx;
            if side <= 0 {
                x += sx;
                ix += 1;
            }
            if side >= 0 {
                y += sy;
                iy += 1;
            }
            let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
            if !inside || stop(Self::cell(x as u16, y as u16)) {
                return;
            }
        }
    }

    /// MG-74: whether nothing between two cells blocks sight.
    #[must_use]
    pub fn sees(&self, a: u32, b: u32) -> bool {
        let mut free = true;
        Self::crossed(a, b, |cell| {
            free &= cell == b || !self.square(cell).blocks_sight;
            !free
        });
        free
    }

    /// MG-47, MG-74: the cover of an attack from `a` on `b`.
    #[must_use]
    pub fn cover(&self, a: u32, b: u32) -> i32 {
        let near = self.distance(a, b) <= FEET;
        let mut cover = 0;
        if a == b {
            return 0;
        }
        Self::crossed(a, b, |cell| {
            if cell != b || !near {
                cover = cover.max(i32::from(self.square(cell).cover));
            }
            false
        });
        cover
    }

    /// MG-74: whether the area of an ability that is used from a cell and laid on another holds a third.
    #[must_use]
    pub fn is_in_area(&self, area: Area, from: u32, to: u32, cell: u32) -> bool {
        let ((fx, fy), (tx, ty), (x, y)) = (Self::xy(from), Self::xy(to), Self::xy(cell));
        let (ux, uy, vx, vy) = (tx - fx, ty - fy, x - fx, y - fy);
        let along = ux * vx + uy * vy;
        let near = |center: u32| self.distance(center, cell) <= i32::from(area.feet);
        match area.shape {
            AreaShape::Radius => near(to),
            // The line through two cell centres touches the inside of a cell, corners left out.
            AreaShape::Line => along > 0 && 2 * (ux * vy - uy * vx).abs() < ux.abs() + uy.abs() && near(from),
            AreaShape::Cone => {
                let lengths = i64::from(ux * ux + uy * uy) * i64::from(vx * vx + vy * vy);
                along > 0 && 2 * i64::from(along) * i64::from(along) >= lengths && near(from)
            }
        }
    }

    /// MG-25, MG-47: what is added to attacks from a cell.
    #[must_use]
    pub fn attack_mod(&self, cell: u32, heavy: i32) -> i32 {
        let square = self.square(cell);
        i32::from(square.attack_mod) - if square.heavy { heavy } else { 0 }
    }

    /// What a step into a cell costs, in cells.
    #[must_use]
    pub fn move_cost(&self, cell: u32) -> i32 {
        self.square(cell).move_cost.into()
    }

    /// The hazard of a cell.
    #[must_use]
    pub fn hazard(&self, cell: u32) -> Option<&HazardLaw> {
        let place = self.square(cell).hazard;
        (place > 0).then(|| &self.hazards[usize::from(place) - 1])
    }

    /// MG-73: the neighbours of a cell that a step leads to: those straight ahead first, so that of ways that
    /// cost alike the one without detours is found first, then in the cells' order.
    fn around(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        const STEPS: [(i32, i32); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        let (x, y) = Self::xy(cell);
        let inside = move |x: i32, y: i32| x >= 0 && y >= 0 && x < self.width && y < self.height;
        let free =
            move |x: i32, y: i32| inside(x, y) && !self.square(Self::cell(x as u16, y as u16)).blocks_move;
        let straight = self.metric == MapMetric::Manhattan;
        STEPS.into_iter().filter_map(move |(dx, dy)| {
            let diagonal = dx != 0 && dy != 0;
            let open =
                free(x + dx, y + dy) && (!diagonal || !straight && (free(x + dx, y) || free(x, y + dy)));
            open.then(|| Self::cell((x + dx) as u16, (y + dy) as u16))
        })
    }

    /// The cheapest ways from a cell to all others that cost at most `most`, through cells that `open`
    /// allows.
    pub fn ways(&self, scratch: &mut Scratch, start: u32, most: u16, open: impl Fn(u32) -> bool) {
        scratch.cost.fill(NEVER);
        let n = scratch.queue.len();
        let (mut head, mut len) = (0, 1);
        scratch.cost[self.at(start)] = 0;
        scratch.queue[0] = start;
        while len > 0 {
            let cell = scratch.queue[head];
            head = (head + 1) % n;
            len -= 1;
            let here = self.at(cell);
            scratch.queued[here] = false;
            let cost = scratch.cost[here];
            for next in self.around(cell) {
                let there = self.at(next);
                let total = cost + u16::from(self.squares[there].move_cost);
                if total > most || total >= scratch.cost[there] || !open(next) {
                    continue;
                }
                scratch.cost[there] = total;
                scratch.from[there] = cell;
                // Each cell stands in the queue at most once.
                if !core::mem::replace(&mut scratch.queued[there], true) {
                    scratch.queue[(head + len) % n] = next;
                    len += 1;
                }
            }
        }
    }
}
