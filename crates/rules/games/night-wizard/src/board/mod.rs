//! The places of units, for everything that is not movement: distance, reach, areas (NW-35, NW-36, NW-40);
//! and the preparation of a scenario's map.

pub(crate) mod move_costs;

use crate::choose::ranges::{AnyReach, Ranges};
use crate::data::rulings::{AreaLos, AutoInOthersMains};
use crate::data::setup::ability::MoveMode;
use crate::data::setup::{Setup, UnitSetup};
use crate::rules::prelude::*;
use fray_kit::board::grid::Grid;
use fray_kit::board::grid::reach::{Course, Exits, Goal, Reach, Row};
use fray_kit::board::grid::scratch::Scratch;
use fray_kit::board::grid::steps::{StepTable, Towards};
use fray_kit::board::grid::terrain::{Floor, Obstacle, Terrain};

/// The most tables of steps that a scenario prepares, one for each range of its attacks.
const MOST_TABLES: usize = 4;

/// The map of a scenario.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) grid: Grid,
    /// Whether some square has an object or trap that hinders (NW-38).
    pub(crate) has_objects: bool,
    /// Whether anybody may ever fly.
    pub(crate) flies: bool,
    /// By range, where the map has walls.
    tables: Vec<(Range, StepTable)>,
    /// How many units a square holds, if the ruling limits it.
    pub(crate) capacity: Option<usize>,
    /// Whether somebody answers to steps in and out of squares.
    pub(crate) answers: bool,
}

impl Board {
    /// Takes the tables of steps away.
    pub(crate) fn forget_steps(&mut self) {
        self.tables.clear();
    }
}

/// The map as the grid takes it; without one a single open square (NW-35).
fn terrain(setup: &Setup, flies: bool) -> Terrain {
    let highest = || setup.units().map(|unit| unit.position[2]).max();
    let open = Terrain {
        metric: setup.rulings.range_metric,
        corner: setup.rulings.los_corner,
        flight: flies.then(|| highest().unwrap_or(0)),
        ..Terrain::open(1, 1)
    };
    let Some(map) = &setup.map else { return open };
    Terrain {
        width: map.width,
        height: map.height,
        obstacles: map.obstacles.iter().map(|&(x, y, height)| Obstacle { x, y, height }).collect(),
        obstructs: map.obstructs.clone(),
        exits: map.exits.clone(),
        floors: map.floor_height.iter().map(|&(x, y, z)| Floor { x, y, z }).collect(),
        is_fortress: map.fortress,
        ..open
    }
}

/// Returns where a unit starts, and whether in flight: above the floor it is, on or below the floor it
/// stands there (NW-42). `None` off the map.
fn start(grid: &Grid, unit: &UnitSetup) -> Option<(Place, bool)> {
    let [x, y, z] = unit.position;
    if x >= grid.width() || y >= grid.height() {
        return None;
    }
    let ground = grid.ground(x, y);
    let flies = z > ground.z;
    let at = if flies { Place::new(x, y, z) } else { ground };
    grid.can_enter(at, flies).then_some((at, flies))
}

/// Returns the reason for which a scenario cannot be played on its map, if there is one.
pub(crate) fn fault(setup: &Setup) -> Option<String> {
    let terrain = terrain(setup, true);
    if let Some(fault) = terrain.fault() {
        return Some(fault);
    }
    let grid = Grid::new(&terrain);
    let mut units = setup.units();
    let unit = units.find(|unit| start(&grid, unit).is_none())?;
    let [x, y, z] = unit.position;
    Some(format!("`{}` cannot start at ({x}, {y}, {z}): there is an obstacle, or the map ends", unit.name))
}

impl Board {
    /// Prepares the map of a scenario, and puts its units on it.
    ///
    /// # Panics
    /// If [`fault`] finds one.
    pub(crate) fn of(setup: &Setup, units: &mut [UnitTables], abilities: &[PreparedAbility]) -> Self {
        let effects = || abilities.iter().flat_map(|ability| &ability.steps).map(|step| &step.effect);
        let flies = setup.units().any(|unit| unit.tactics.flight.decides() || unit.position[2] > 0)
            || effects()
                .any(|effect| matches!(effect, Effect::TakeOff | Effect::Move { mode: MoveMode::Fly, .. }));
        let grid = Grid::new(&terrain(setup, flies));
        for unit_tables in units.iter_mut() {
            let Some((spot, flies)) = start(&grid, &unit_tables.sheet) else {
                panic!("{}", fault(setup).unwrap_or_default());
            };
            (unit_tables.spot, unit_tables.starts_in_flight) = (spot, flies);
            unit_tables.note_ranges(abilities);
        }
        let of_weapons = units.iter().flat_map(|unit_tables| &unit_tables.weapons).map(|weapon| weapon.range);
        let of_abilities =
            abilities.iter().filter(|ability| ability.is_attack()).map(|ability| ability.target.range);
        let mut tables: Vec<(Range, StepTable)> = Vec::new();
        // One's own square is where a ward is.
        for range in [Range::default()].into_iter().chain(of_weapons).chain(of_abilities) {
            if tables.len() < MOST_TABLES && tables.iter().all(|known| known.0 != range) {
                let most = range.most.map(u32::from);
                tables.extend(StepTable::of(&grid, range.least.into(), most, true).map(|it| (range, it)));
            }
        }
        let answers_to = |it: Trigger| units.iter().any(|unit| unit.by_trigger[it as usize] != 0);
        let answers = setup.rulings.auto_in_others_mains == AutoInOthersMains::Any
            || answers_to(Trigger::EnemyEnters)
            || answers_to(Trigger::EnemyLeaves);
        let capacity = setup.rulings.square_capacity.0.map(|most| most.max(1) as usize);
        let has_objects = grid.grounds().any(|place| grid.obstructs(place));
        Self { grid, has_objects, flies, tables, capacity, answers }
    }

    /// Makes room in a state, so that no fight allocates.
    pub(crate) fn fit(&self, scratch: &mut Scratch) {
        scratch.fit(&self.grid, self.flies);
    }

    /// The places from which a target is in one of these ranges and in sight.
    #[inline(always)]
    pub(crate) fn aim<'a>(&'a self, from: Place, target: Place, ranges: Ranges<'a>, flies: bool) -> Aim<'a> {
        let grid = &self.grid;
        let Some(range) = ranges.only() else { return Aim::Any(AnyReach { grid, target, ranges }) };
        if !flies && target == grid.ground(target.x, target.y) && grid.can_enter(from, false) {
            let table = self.tables.iter().find(|known| known.0 == range);
            if let Some(towards) = table.and_then(|(_, table)| table.towards(grid, target)) {
                return Aim::Known(towards);
            }
        }
        Aim::Reach(reach(grid, target, range))
    }
}

/// The places from which a target is in range and in sight (NW-36, NW-40).
#[inline(always)]
pub(crate) fn reach(grid: &Grid, target: Place, range: Range) -> Reach<'_> {
    let (least, most) = (range.least.into(), range.most.map(u32::from));
    Reach { grid, target, least, most, needs_sight: true }
}

/// The place at which a unit wants to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim<'a> {
    /// Within reach of a target.
    Reach(Reach<'a>),
    /// Within one of several ranges of it.
    Any(AnyReach<'a>),
    /// Within reach of a target, where the steps are known.
    Known(Towards<'a>),
    /// At an exit (NW-32).
    Exits(Exits<'a>),
}

/// Asks the goal of an [`Aim`], whichever it is.
macro_rules! ask {
    ($aim:expr, $goal:ident => $answer:expr) => {
        match $aim {
            Aim::Reach($goal) => $answer,
            Aim::Any($goal) => $answer,
            Aim::Known($goal) => $answer,
            Aim::Exits($goal) => $answer,
        }
    };
}

impl Goal for Aim<'_> {
    #[inline(always)]
    fn holds(&self, at: Place) -> bool {
        ask!(self, goal => goal.holds(at))
    }

    #[inline(always)]
    fn at_least(&self, at: Place, flies: bool) -> u32 {
        ask!(self, goal => goal.at_least(at, flies))
    }

    #[inline(always)]
    fn row(&self, row: Row) -> Option<u64> {
        ask!(self, goal => goal.row(row))
    }

    fn write_rows(&self, first: usize, rows: &mut [u64]) -> bool {
        ask!(self, goal => goal.write_rows(first, rows))
    }

    #[inline(always)]
    fn within(&self, from: Place, steps: u32, flies: bool) -> Option<[Place; 2]> {
        ask!(self, goal => goal.within(from, steps, flies))
    }

    #[inline(always)]
    fn top(&self) -> Option<u8> {
        ask!(self, goal => goal.top())
    }

    #[inline(always)]
    fn is_exact(&self) -> bool {
        ask!(self, goal => goal.is_exact())
    }

    #[inline(always)]
    fn onward(&self, at: Place) -> Place {
        ask!(self, goal => goal.onward(at))
    }

    #[inline(always)]
    fn course(&self, from: Place, flies: bool) -> Option<Course> {
        ask!(self, goal => goal.course(from, flies))
    }
}

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-40: how far apart two units are.
    #[inline]
    pub(crate) fn distance(&self, a: UnitId, b: UnitId) -> u32 {
        self.tables.board.grid.distance(self.spot(a), self.spot(b))
    }

    /// Returns where a unit is.
    #[inline(always)]
    pub(crate) fn spot(&self, unit: UnitId) -> Place {
        self.state.extras[unit.idx()].spot
    }

    /// NW-35: whether two units share a square and height.
    #[inline(always)]
    pub(crate) fn shares_square(&self, a: UnitId, b: UnitId) -> bool {
        self.spot(a) == self.spot(b)
    }

    /// NW-36: whether one unit sees the other.
    #[inline]
    pub(crate) fn in_sight(&self, a: UnitId, b: UnitId) -> bool {
        self.tables.board.grid.sight(self.spot(a), self.spot(b))
    }

    /// NW-20, NW-40: whether a target is within a range and, if that is needed, in sight.
    #[inline(always)]
    pub(crate) fn in_reach(&self, unit: UnitId, target: UnitId, range: Range, needs_sight: bool) -> bool {
        if !self.tables.has_places {
            return range.least == 0;
        }
        if range.most == Some(0) {
            // Everybody sees its own square.
            return range.least == 0 && self.shares_square(unit, target);
        }
        let distance = self.distance(unit, target);
        distance >= range.least.into()
            && range.most.is_none_or(|most| distance <= most.into())
            && (!needs_sight || self.in_sight(unit, target))
    }

    /// NW-25, NW-40: those of `among` that an area round `target` covers, seen by `unit`.
    pub(crate) fn area_of(&self, unit: UnitId, target: UnitId, area: Area, among: UnitSet) -> UnitSet {
        let radius = match area {
            Area::Single => return UnitSet::one(target),
            Area::Square(_) => 0,
            Area::Sphere(radius, _) => radius.into(),
        };
        if !self.tables.has_places {
            return among;
        }
        self.in_sight_of_area(unit, self.near(self.spot(target), radius, among))
    }

    /// NW-25: those of `among` within `radius` of a square.
    #[inline(always)]
    pub(crate) fn near(&self, at: Place, radius: u32, among: UnitSet) -> UnitSet {
        let grid = &self.tables.board.grid;
        among.only(|other| grid.distance(at, self.spot(other)) <= radius)
    }

    /// NW-40: those of `among` whom an area of the unit does not miss because they are out of sight.
    pub(crate) fn in_sight_of_area(&self, unit: UnitId, among: UnitSet) -> UnitSet {
        match self.nw.rulings.area_los {
            AreaLos::Centre => among,
            AreaLos::EachTarget => among.only(|other| self.in_sight(unit, other)),
        }
    }
}
