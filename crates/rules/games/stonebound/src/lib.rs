//! The Stonebound Saga: teams on a board of squares, percentile rolls, two defences that erode, abilities
//! paid with element stones, and fuses that stay on while their stones lie there.
//!
//! `RULES.md` says rule by rule how fray plays it. Read in this order:
//!
//! - `rules`: `turns` (rounds, activations, reactions, stones and fuses, the end), `attacks` (one attack: declared,
//!   carried out, defended against, its damage), `abilities` (their effects, statuses and durations), `values` and
//!   `facts` (the numbers of units);
//! - `board` (squares), `choose` (tactics: whom, from where, what it is worth, where to go), [`dice`] (the dice and
//!   cards, and exact chances);
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
use fray_engine::map::{self, Spot};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_UNITS, Roster, SideId, UnitId, UnitSet};
use fray_kit::declare::facts::GivenName;
use fray_kit::memory::Owner;
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use board::Board;
use data::events::Event;
use data::metrics::{Clock, Metric};
use data::rulings::Rulings;
use data::setup::Setup;
use data::tactics::{AimTactics, SideTactics, Tactics};
use data::vocabulary::{
    Ability, AttackMode, Ban, DamageKind, Duration, Effect, Negation, Removal, Stat, Status, StatusId,
    Trigger,
};
use state::{Cards, State};

/// The Stonebound Saga, as the list of games knows it.
pub const GAME: Game = Game {
    title: "The Stonebound Saga",
    rules: RuleRange { prefix: "SB", last: 66 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: Stonebound::HIGHLIGHTS,
    health: Stonebound::HEALTH,
    least_round: Stonebound::LEAST_ROUND,
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
    Meaning::new(Stonebound::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules of Stonebound prepared for one scenario.
#[derive(Debug)]
pub struct Stonebound {
    /// The owner of the remembered searches.
    owner: Owner,
    roster: Roster,
    rulings: Rulings,
    max_rounds: u32,
    board: Option<Board>,
    everyone: UnitSet,
    /// In file order.
    sides: Vec<Side>,
    /// In listed order.
    units: Vec<Unit>,
    statuses: Vec<Status>,
    /// Their names, as conditions have them.
    status_names: Vec<GivenName>,
    /// The statuses that somebody can have of which an ability can rid it, a bit each.
    can_be_laid: u16,
    /// The lasting effects of all abilities, by number.
    marks: Vec<LastingEffect>,
    /// Of each [`Stat`] the marks that change it.
    changes: [Vec<(u8, i16)>; Stat::ALL.len()],
    /// The lasting effects that are always on, or on while a fuse lies, except for the statuses that
    /// abilities keep up.
    passives: Vec<Passive>,
    /// The statuses that abilities keep up which are always on, or on while a fuse lies.
    kept: Vec<Passive>,
    /// Whether somebody has an ability, a reaction or a roll that goes with its attacks.
    has_abilities: bool,
    /// Whether somebody has a reaction, so that attacks are answered.
    has_reactions: bool,
    /// Whether something can raise PD or SD.
    can_raise_defences: bool,
    /// The cards of the deck, those that nobody can use as one kind.
    deck: Cards,
    reads: Reads,
}

/// A side.
#[derive(Clone, Debug)]
struct Side {
    units: UnitSet,
    /// Its first unit, which rolls for the side and stands for it in reports.
    first: UnitId,
    /// Whether it has to pay.
    pays: bool,
    /// Whether it draws and holds stones (SB-66).
    holds: bool,
    hand_max: u32,
    tactics: SideTactics,
}

/// A unit with everything about it that is settled before the first roll.
#[derive(Clone, Debug)]
struct Unit {
    side: SideId,
    hp: i16,
    /// The numbers of the stat block, at [`Stat`].
    base: [i16; Stat::ALL.len()],
    kind: DamageKind,
    class_kind: DamageKind,
    mode: AttackMode,
    /// Innate evasion: P, S, all.
    evasion: [u8; 3],
    negation: Vec<Negation>,
    extras: Vec<ExtraRoll>,
    skills: Vec<PreparedAbility>,
    /// The fuses by their priority.
    fuses: Vec<u8>,
    statuses: Vec<(StatusId, u8)>,
    /// The square on which it starts; 0 without a board.
    at: u16,
    tactics: Tactics,
    aim: AimTactics,
}

/// A roll that goes with attacks (SB-28).
#[derive(Clone, Debug)]
struct ExtraRoll {
    trigger: Trigger,
    effects: Vec<Prepared>,
}

/// An ability ready for use.
#[derive(Clone, Debug)]
struct PreparedAbility {
    ability: Ability,
    effects: Vec<Prepared>,
}

/// An effect with the mark under which it lasts.
#[derive(Clone, Copy, Debug)]
struct Prepared {
    effect: Effect,
    /// The place among the marks, if it lasts.
    mark: u8,
    /// The duration; `None`: as the rule of its status says.
    lasts: Option<Duration>,
    /// The worth that the ability declares for D-05; `None` if it declares none.
    worth: Option<u8>,
}

/// A lasting effect of an ability of a unit.
#[derive(Clone, Copy, Debug)]
struct LastingEffect {
    /// The owner of the ability.
    unit: UnitId,
    effect: Effect,
}

/// A lasting effect of an ability that is always on, or while its fuse lies.
#[derive(Clone, Copy, Debug)]
struct Passive {
    unit: UnitId,
    skill: u8,
    effect: Effect,
}

/// The parts of the state that something in this scenario reads; the others stay out of keys.
#[derive(Clone, Copy, Debug, Default)]
struct Reads {
    /// The number of the round, up to this one.
    round: u32,
    /// Quiet rounds.
    quiet: bool,
    /// The unit that each unit attacked last.
    same: bool,
    /// Statuses, marks, uses and fuses.
    statuses: bool,
    /// Stones.
    stones: bool,
    /// Whether somebody can be brought back.
    revives: bool,
    /// Whether conditions, tactics or abilities read defences that no attack meets.
    defences: bool,
}

/// One fight under way: the rules, its state, the dice and who watches.
struct Play<'a, C, O> {
    rules: &'a Stonebound,
    state: &'a mut State,
    dice: &'a mut C,
    obs: &'a mut O,
    /// The reactions that were rolled for the present attack, by unit (SB-64).
    fired: [u16; MAX_UNITS],
    /// The reactions that were rolled for incapacitations, by unit, as bits.
    fired_by_falls: [u16; MAX_UNITS],
    /// The fuses that lay when a unit fell (SB-39).
    lay: [u16; MAX_UNITS],
    /// The units that fell and whose fall has not been answered.
    fallen: UnitSet,
    /// By unit, the unit that felled it.
    fellers: [Option<UnitId>; MAX_UNITS],
    /// The changes that reactions make to the attack under way (SB-37).
    incoming: rules::attacks::attack::Incoming,
    /// The fuse that was given up in the present activation, which does not set it again (D-10).
    given_up: Option<u8>,
    /// Whether the present activation did something, and whether it moved.
    did: bool,
    moved: bool,
}

impl Stonebound {
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
    fn side_of(&self, unit: UnitId) -> usize {
        self.unit(unit).side.idx()
    }

    /// The units of its side, itself included.
    #[inline(always)]
    fn allies(&self, unit: UnitId) -> UnitSet {
        self.sides[self.side_of(unit)].units
    }

    #[inline(always)]
    fn enemies(&self, unit: UnitId) -> UnitSet {
        self.everyone.without(self.allies(unit))
    }

    #[inline(always)]
    fn are_enemies(&self, a: UnitId, b: UnitId) -> bool {
        self.unit(a).side != self.unit(b).side
    }
}

/// A roll of `unit` for `purpose`.
#[inline(always)]
fn by(unit: UnitId, purpose: Purpose) -> Roll {
    Roll { unit, purpose }
}

/// Returns the ban of an effect; `None` for other effects.
fn forbids(effect: Effect) -> Option<Ban> {
    match effect {
        Effect::Forbid(ban) => Some(ban),
        _ => None,
    }
}

/// Returns whether an effect makes immune to a status.
fn makes_immune(effect: Effect, status: StatusId) -> bool {
    match effect {
        Effect::Immune(Removal::All) => true,
        Effect::Immune(Removal::One(one)) => one == status,
        _ => false,
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    fn of(rules: &'a Stonebound, state: &'a mut State, dice: &'a mut C, obs: &'a mut O) -> Self {
        Self {
            rules,
            state,
            dice,
            obs,
            fired: [0; MAX_UNITS],
            fired_by_falls: [0; MAX_UNITS],
            lay: [0; MAX_UNITS],
            fallen: UnitSet::default(),
            fellers: [None; MAX_UNITS],
            incoming: rules::attacks::attack::Incoming::default(),
            given_up: None,
            did: false,
            moved: false,
        }
    }
}

impl AsEngine for Stonebound {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for Stonebound {
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
        Play::of(self, state, dice, obs).begin();
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        Play::of(self, state, dice, obs).turn()
    }

    #[inline(always)]
    fn standing(&self, state: &State) -> UnitSet {
        state.living(self.everyone)
    }

    fn health(&self, state: &State, unit: UnitId) -> u32 {
        state.unit(unit).hp.max(0) as u32
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.everyone {
            obs.add(unit, Metric::HpLeft, self.health(state, unit));
            obs.add(unit, Metric::DownAtEnd, u32::from(!state.stands(unit)));
        }
    }
}

impl Keyed for Stonebound {
    // A hundred and fifty thousand paths a second: each plays the choice of its unit again.
    const WORK_OF_A_PATH: u32 = 100;

    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.write_key(state, key);
    }

    fn state_of(&self, key: &[u32]) -> State {
        self.read_key(key)
    }
}

impl Report for Stonebound {
    const NAME: &'static str = "stonebound";

    const HIGHLIGHTS: &'static [Highlight] = &[
        Highlight { heading: "UNITS", metrics: &["standing", "dropped", "felled", "hp_left"] },
        Highlight { heading: "DEFENCE", metrics: &["absorbed", "evaded", "counters"] },
        Highlight { heading: "STONES", metrics: &["fuses_set", "stones_spent", "surplus"] },
        Highlight { heading: "WINS", metrics: &["won_first"] },
    ];

    fn map(&self) -> Option<map::Map> {
        self.board.as_ref().map(Board::shown)
    }

    fn spot(&self, state: &State, unit: UnitId) -> Option<Spot> {
        let (x, y) = self.board.as_ref()?.xy(state.unit(unit).at);
        Some(Spot { x, y, z: 0 })
    }

    fn largest(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        self.largest_of(unit, metric)
    }

    fn actions(&self, unit: UnitId) -> Vec<Action> {
        self.actions_of(unit)
    }

    fn hazards(&self) -> Vec<Action> {
        self.hazards_of()
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}
