//! Juso: the combat chapter of "Warriors of Altair", fought on a line of 14 squares.
//!
//! `RULES.md` says rule by rule how fray plays them. Read in this order:
//!
//! - `rules`: `turns` (battle start, rounds, activations, stances), `attacks` (attack, defence, damage), `abilities`
//!   (their effects, and what lasts), `values` (the numbers of units);
//! - `board` (movement and the flag), `choose` (tactics, and what they weigh), [`dice`] (the pools);
//! - [`state`] (what changes in a fight, its keys, what is prepared), [`data`] (stat blocks, words, rulings, tactics,
//!   metrics, events), [`sheet`] (scenario files).

mod board;
mod choose;
pub mod data;
pub mod dice;
mod rules;
pub mod sheet;
pub mod state;
#[cfg(test)]
mod tests;

use core::fmt;

use fray_engine::clocks::ClockSet as _;
use fray_engine::contract::{Action, Keyed, Report, Step, System};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::map::{Ground, Map, Rows, Spot, Square};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::Observer;
use fray_engine::roster::{Roster, UnitId, UnitSet};
use fray_kit::prepared;
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use data::events::Event;
use data::metrics::{Clock, Metric};
use data::rulings::Rulings;
use data::setup::{AttackKind, Attribute, End, Flag, Reach, Setup, UnitSetup};
use data::tactics::SideTactics;
use data::vocabulary::{Ability, Bans, How, Removal, Stat, Status};
use state::{Phase, State};

/// Juso (Warriors of Altair), as the list of games knows it.
pub const GAME: Game = Game {
    title: "Juso (Warriors of Altair)",
    rules: RuleRange { prefix: "JU", last: 82 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: Juso::HIGHLIGHTS,
    health: Juso::HEALTH,
    least_round: Juso::LEAST_ROUND,
    parts: &sheet::PARTS,
    read: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    mirror: |document, library, problems| {
        Some(meaning(&sheet::read(document, library, problems)?.mirrored()))
    },
    check: sheet::check,
    source: "",
};

/// The meaning of a scenario's setup.
fn meaning(setup: &Setup) -> Meaning {
    Meaning::new(Juso::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules of Juso prepared for one scenario.
#[derive(Debug)]
pub struct Juso {
    roster: Roster,
    rulings: Rulings,
    max_rounds: u32,
    surprise: Option<End>,
    flag: Flag,
    /// Columns with terrain, bit c for column c: all of it, and what blocks moves.
    terrain: u32,
    blocking: u32,
    everyone: UnitSet,
    /// Left and right.
    sides: [Side; 2],
    /// In listed order.
    units: Vec<Unit>,
    statuses: Vec<Status>,
    /// Statuses, then the lasting effects of abilities; empty if nobody has any.
    marks: Vec<LastingEffect>,
    /// The units that passive abilities can have for targets.
    in_passives: UnitSet,
    /// Of each [`Stat`] the marks that change it.
    changes: [Vec<(u8, How)>; Stat::COUNT],
    /// The marks that forbid something.
    banning: Vec<(u8, Bans)>,
    /// The marks under which defences lose no dice by repetition.
    unwearied: Vec<u8>,
    /// Places for the uses of abilities of each unit.
    n_abilities: usize,
    /// Whether somebody has an ability that is not passive.
    has_abilities: bool,
    reads: Reads,
}

/// A side.
#[derive(Debug, Default)]
struct Side {
    units: UnitSet,
    /// Its first unit, which rolls for the side and stands for it in reports.
    first: UnitId,
    tactics: SideTactics,
    /// Whether somebody of it brings back the incapacitated: first aid, or an ability (JU-77).
    revives: bool,
    /// Dice of initiative that the scenario adds (JU-10).
    modifier: i32,
}

prepared! {
    /// A unit with everything about it that is settled before the first roll.
    struct Unit of UnitSetup {
        side: End,
        /// Whether it gains and spends cores (JU-14).
        has_cores: bool,
        /// Whether cores buy it anything: dice, abilities or squares.
        uses_cores: bool,
        /// Whether high mana buys it anything.
        uses_mana: bool,
        /// Whether it can have cores by `core_base` or `start_cores`.
        fuelled: bool,
        /// Starting own number; 0 if chance places it.
        start: i32,
        carries_all: bool,
        /// The numbers of the stat block, at [`Stat`].
        base: [i16; Stat::COUNT],
        profiles: Vec<WeaponProfile>,
        abilities: Vec<PreparedAbility>,
        /// Whether it never comes back once it has left the board: D-11 `never` or D-06 `withdraw` always.
        stays_away: bool,
    }
}

/// A weapon, ready for use.
#[derive(Clone, Copy, Debug)]
struct WeaponProfile {
    kind: AttackKind,
    /// `None`: the better of strength and agility (JU-48).
    ability: Option<Attribute>,
    damage: i32,
    power: i32,
    reach: Reach,
    thrown: bool,
    area: bool,
    /// The most effect dice; `i32::MAX` without a limit.
    effect_cap: i32,
}

/// An ability with the mark of its lasting effects.
#[derive(Clone, Debug)]
struct PreparedAbility {
    ability: Ability,
    mark: u8,
}

/// A status, or the lasting effects of an ability.
#[derive(Clone, Debug, Default)]
struct LastingEffect {
    /// Whether it is a status, which the transcript names.
    is_status: bool,
    one_activation: bool,
    /// What it forbids, if it does nothing else.
    only_forbids: Bans,
    removal: Option<Removal>,
    /// The owner of the passive ability and its place there; `None` if it is not of one.
    passive: Option<(UnitId, u8)>,
}

/// The parts of the state that some rule, ruling or tactic of this scenario reads, so that the others can
/// stay out of an exact solver's keys.
#[derive(Clone, Copy, Debug, Default)]
struct Reads {
    /// The number of the round, up to this one.
    round: u32,
    /// High mana.
    mana: bool,
    /// Squares moved.
    moved: bool,
    /// The order inside sides differs from the list.
    order: bool,
    /// Damage beyond what kills, because an ability may reduce it.
    all_damage: bool,
}

/// One fight under way: the rules, its state, the dice and who watches.
struct Play<'a, C, O> {
    rules: &'a Juso,
    state: &'a mut State,
    dice: &'a mut C,
    obs: &'a mut O,
    /// The unit whose activation is under way.
    acting: Option<UnitId>,
    /// Whether it had an effect beside moves.
    acted: bool,
    /// JU-80: by moment who answers at it, or did in what follows from the first answer.
    answered: [UnitSet; 4],
}

impl Juso {
    /// The rulings in force.
    #[must_use]
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    #[inline(always)]
    fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.idx()]
    }

    /// The units of a side.
    #[inline(always)]
    fn of(&self, side: End) -> UnitSet {
        self.sides[side as usize].units
    }

    #[inline(always)]
    fn allies(&self, unit: UnitId) -> UnitSet {
        self.of(self.unit(unit).side)
    }

    #[inline(always)]
    fn enemies(&self, unit: UnitId) -> UnitSet {
        self.of(self.unit(unit).side.other())
    }
}

/// A roll of `unit` for `purpose`.
#[inline(always)]
fn by(unit: UnitId, purpose: Purpose) -> Roll {
    Roll { unit, purpose }
}

impl AsEngine for Juso {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for Juso {
    type State = State;
    type Event = Event;
    type Metric = Metric;
    type Clock = Clock;

    fn roster(&self) -> &Roster {
        &self.roster
    }

    #[inline(always)]
    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) {
        Play { rules: self, state, dice, obs, acting: None, acted: false, answered: [UnitSet::default(); 4] }
            .begin();
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        let mut play = Play {
            rules: self,
            state,
            dice,
            obs,
            acting: None,
            acted: false,
            answered: [UnitSet::default(); 4],
        };
        match play.state.phase {
            Phase::Preparation => play.prepare(),
            Phase::Action => match play.next_unit() {
                Some(unit) => play.slot(unit),
                None => play.close_round(),
            },
        }
    }

    #[inline(always)]
    fn standing(&self, state: &State) -> UnitSet {
        state.able(self.everyone)
    }

    fn health(&self, state: &State, unit: UnitId) -> u32 {
        state.unit(unit).life.max(0) as u32
    }

    #[inline(always)]
    fn dead(&self, state: &State) -> UnitSet {
        state.dead
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        self.count_the_field(state, obs);
    }
}

impl Keyed for Juso {
    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.write_key(state, key);
    }

    fn state_of(&self, key: &[u32]) -> State {
        self.read_key(key)
    }
}

impl Report for Juso {
    const NAME: &'static str = "juso";

    const HIGHLIGHTS: &'static [Highlight] = &[
        Highlight { heading: "UNITS", metrics: &["standing", "dropped", "died", "kills"] },
        Highlight { heading: "CORES", metrics: &["cores_gained", "cores_on_dice", "cores_lost"] },
        Highlight { heading: "THE LINE", metrics: &["flag_rounds", "knocked_back", "rounds_off"] },
    ];

    /// JU-07: the line of 14 squares, with what stands on it (JU-34, JU-52).
    fn map(&self) -> Option<Map> {
        let square = |x: u16| {
            let is_in = |columns: u32| columns >> (x + 1) & 1 == 1;
            Square::of(
                (x, 0),
                0,
                &[(Ground::Blocked, is_in(self.blocking)), (Ground::InTheWay, is_in(self.terrain))],
            )
        };
        let width = data::setup::COLUMNS as u16;
        let squares = (0..width).filter_map(square).collect();
        Some(Map { width, height: 1, first: 1, rows: Rows::FromNorth, squares })
    }

    fn spot(&self, state: &State, unit: UnitId) -> Option<Spot> {
        let is_on_board = !state.off.has(unit) && state.unit(unit).own > 0;
        is_on_board.then(|| Spot { x: self.column(state, unit) as u16 - 1, y: 0, z: 0 })
    }

    fn largest(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        self.largest_of(unit, metric)
    }

    fn actions(&self, unit: UnitId) -> Vec<Action> {
        self.actions_of(unit)
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}
