//! Cardinal: the combat of the Ironclaw family, dice pools against the highest die and statuses in place
//! of hit points.
//!
//! `RULES.md` says rule by rule how fray plays them. Read in this order:
//!
//! - [`rules`]: `turns` (initiative, the actions of a turn, First Aid, the end), `attacks` (attacks, the
//!   [`chart`](rules::attacks::chart) of defences, damage and [`soak`](rules::attacks::soak)), `moves` (strides, flight,
//!   forced moves, holds), `abilities` (their effects, statuses and the [`cause`](rules::abilities::cause) of each),
//!   `again` (dice that are rolled again) and `values` (the numbers of units);
//! - `board` (squares and ways over them), `choose` (tactics: the script of a turn, whom, from where, what it is worth),
//!   [`dice`] (pools, faces, draws);
//! - [`state`] (what changes in a fight, its keys, what is prepared), [`data`] (stat blocks, words, rulings, tactics,
//!   metrics, events), [`sheet`] (scenario files).

mod board;
mod choose;
pub mod data;
pub mod dice;
pub mod rules;
pub mod sheet;
pub mod state;
#[cfg(test)]
mod tests;

use core::fmt;

use fray_engine::clocks::ClockSet as _;
use fray_engine::contract::{Action, Health, Keyed, Outcome, Report, Step, System};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::map::{Map, Spot};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::{ActionRef, ActionTarget, Observer};
use fray_engine::roster::{Roster, SideId, UnitId, UnitSet};
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use board::Board;
use data::events::Event;
use data::metrics::{Clock, Metric};
use data::rulings::Rulings;
use data::setup::Setup;
use data::vocabulary::Statuses;
use dice::pool::Pool;
use state::State;
use state::key::Reads;
use state::tables::{
    AreaOf, DamageProfile, LastingEffect, Meets, ModKind, NO_MOD, OnHit, PreparedAbility, Slays, Unit,
    WeaponProfile,
};

/// Cardinal (Ironclaw, 2nd edition family), as the list of games knows it.
pub const GAME: Game = Game {
    title: "Cardinal (Ironclaw, 2nd edition family)",
    rules: RuleRange { prefix: "CA", last: 67 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: Cardinal::HIGHLIGHTS,
    health: Cardinal::HEALTH,
    least_round: Cardinal::LEAST_ROUND,
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
    Meaning::new(Cardinal::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules of Cardinal prepared for one scenario.
#[derive(Debug)]
pub struct Cardinal {
    roster: Roster,
    rulings: Rulings,
    max_rounds: u32,
    everyone: UnitSet,
    /// By side its units.
    sides: Vec<UnitSet>,
    /// In listed order.
    units: Vec<Unit>,
    board: Option<Board>,
    /// The attacks of squares on those who end a turn there (CA-58): attack pool and damage.
    hazards: Vec<(Pool, DamageProfile)>,
    /// The lasting effects of all abilities and weapons.
    mods: Vec<LastingEffect>,
    reads: Reads,
}

/// One fight under way: the rules, its state, the dice and who watches.
struct Play<'a, C, O> {
    rules: &'a Cardinal,
    state: &'a mut State,
    dice: &'a mut C,
    obs: &'a mut O,
    /// The outcome of the fight, as soon as it has one.
    over: Option<Outcome>,
    /// Activations that lie inside the present one.
    inside: u32,
    /// Whether a reaction is under way.
    reacting: bool,
    /// Whether the targets of an area are resolved (CA-59).
    in_area: bool,
    /// The units that hits of the present roll Overkilled.
    overkilled: UnitSet,
    /// The units that these hits put out.
    fallen: UnitSet,
    /// The source of harm that no action does, by its place among the hazards.
    hazard: u8,
    /// The units in the air that fly no more (CA-56).
    dropping: UnitSet,
}

impl<'a, C, O> Play<'a, C, O> {
    fn of(rules: &'a Cardinal, state: &'a mut State, dice: &'a mut C, obs: &'a mut O) -> Self {
        Self {
            rules,
            state,
            dice,
            obs,
            over: None,
            inside: 0,
            reacting: false,
            in_area: false,
            overkilled: UnitSet::default(),
            fallen: UnitSet::default(),
            hazard: 0,
            dropping: UnitSet::default(),
        }
    }
}

impl Cardinal {
    /// The rulings in force.
    #[must_use]
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    #[inline(always)]
    fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.idx()]
    }

    #[inline(always)]
    fn of(&self, side: SideId) -> UnitSet {
        self.sides[side.idx()]
    }

    /// The units of its own side.
    #[inline(always)]
    fn allies(&self, unit: UnitId) -> UnitSet {
        self.of(self.unit(unit).side)
    }

    /// The side for which it acts: its own, or that of the unit that controls it.
    #[inline(always)]
    fn side_of(&self, state: &State, unit: UnitId) -> SideId {
        let it = state.unit(unit);
        if it.statuses.any(Statuses::TURNED) { SideId(it.master) } else { self.unit(unit).side }
    }

    /// The units for whose side a unit acts.
    #[inline(always)]
    fn friends(&self, state: &State, unit: UnitId) -> UnitSet {
        self.of(self.side_of(state, unit))
    }

    /// Everybody else.
    #[inline(always)]
    fn hostiles(&self, state: &State, unit: UnitId) -> UnitSet {
        let mut hostile = self.everyone.without(self.friends(state, unit));
        hostile.remove(unit);
        hostile
    }

    /// A victim as reports tell of it.
    #[inline(always)]
    fn victim(&self, by: UnitId, unit: UnitId) -> ActionTarget {
        ActionTarget { unit, is_ally: self.unit(by).side == self.unit(unit).side }
    }
}

/// A roll of `unit` for `purpose`.
#[inline(always)]
fn by(unit: UnitId, purpose: Purpose) -> Roll {
    Roll { unit, purpose }
}

/// The action of a unit at this place of its list.
#[inline(always)]
fn action_ref(by: UnitId, action: usize) -> ActionRef {
    ActionRef { by, action: action as u8 }
}

impl AsEngine for Cardinal {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for Cardinal {
    type State = State;
    type Event = Event;
    type Metric = Metric;
    type Clock = Clock;
    const HEALTH: Health = Health::Wounds;

    fn roster(&self) -> &Roster {
        &self.roster
    }

    #[inline(always)]
    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) {
        Play::of(self, state, dice, obs).begin();
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        Play::of(self, state, dice, obs).next()
    }

    #[inline(always)]
    fn standing(&self, state: &State) -> UnitSet {
        state.standing(self.everyone)
    }

    fn dead(&self, state: &State) -> UnitSet {
        state.with(self.everyone, Statuses::DEAD)
    }

    fn health(&self, state: &State, unit: UnitId) -> u32 {
        self.wounds(state, unit)
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        self.count_the_field(state, obs);
    }
}

impl Keyed for Cardinal {
    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.write_key(state, key);
    }

    fn state_of(&self, key: &[u32]) -> State {
        self.read_key(key)
    }
}

impl Report for Cardinal {
    const NAME: &'static str = "cardinal";

    const HIGHLIGHTS: &'static [Highlight] = &[
        Highlight { heading: "UNITS", metrics: &["standing", "able", "dropped", "died", "wounds_left"] },
        Highlight {
            heading: "ATTACKS",
            metrics: &["attack_hit_rate", "counters", "frightened", "overkills"],
        },
        Highlight { heading: "NERVE", metrics: &["attacks_denied_afraid", "rallies", "recovers", "guards"] },
    ];

    fn actions(&self, unit: UnitId) -> Vec<Action> {
        self.actions_of(unit)
    }

    fn hazards(&self) -> Vec<Action> {
        Self::hazards_of()
    }

    fn map(&self) -> Option<Map> {
        self.board.as_ref().map(Board::shown)
    }

    fn spot(&self, state: &State, unit: UnitId) -> Option<Spot> {
        let (x, y, z) = state.unit(unit).at();
        self.board.is_some().then_some(Spot { x, y, z })
    }

    fn largest(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        self.largest_of(unit, metric)
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}
