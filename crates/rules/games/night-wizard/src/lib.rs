//! Night Wizard, 2nd edition: the Square Battle rules.
//!
//! `RULES.md` says rule by rule how fray plays them. Read in this order:
//!
//! - `rules`: `turns` (`turn` is what every rule works on; the Setup Process, who acts when, a Main, costs, Clean-Up,
//!   the outcome, series), `attacks` (an attack: hit, cover, damage and its changes), `moves` (on foot, in the air,
//!   against one's will), `abilities` (their effects, bad statuses, gear), `values`, `in_force` and `rolls` (what a Judge
//!   is made of, and its dice);
//! - `board` (distance, reach, areas, what moves cost), `choose` (whom a unit attacks, what it expects of it, whom it
//!   comes near), [`dice`] (Judges, contests, amounts);
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
use fray_engine::draw::Chance;
use fray_engine::key::KeyWriter;
use fray_engine::map::{Map, Spot};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, Roster, SideId, UnitId, UnitSet};
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use data::events::Event;
use data::metrics::{Clock, Metric};
use data::rulings::Rulings;
use data::setup::{Setup, UnitSetup};
use dice::contest::{JudgeId, Judges};
use rules::turns::turn::{Full, Plain, Turn};
use state::State;
use state::tables::Tables;

/// Night Wizard, 2nd edition (Square Battle), as the list of games knows it.
pub const GAME: Game = Game {
    title: "Night Wizard, 2nd edition (Square Battle)",
    rules: RuleRange { prefix: "NW", last: 56 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: NightWizard::HIGHLIGHTS,
    health: NightWizard::HEALTH,
    least_round: NightWizard::LEAST_ROUND,
    parts: &sheet::PARTS,
    read: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    mirror: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    check: sheet::check,
    source: "",
};

/// The meaning of a scenario's setup.
fn meaning(setup: &Setup) -> Meaning {
    Meaning::new(NightWizard::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules of Night Wizard prepared for one scenario.
#[derive(Debug)]
pub struct NightWizard {
    roster: Roster,
    rulings: Rulings,
    max_rounds: u32,
    hot: Box<[UnitHot; MAX_UNITS]>,
    judges: Judges,
    /// The Judges for damage stand this many places behind those to hit (NW-02).
    damage_judge: JudgeId,
    /// The place of the first Judge with rolled critical and fumble numbers (NW-04).
    first_rolled: u8,
    /// The unit of each place in the order of ties (NW-13).
    by_place: [UnitId; MAX_UNITS],
    /// Places of PCs.
    pc_places: u32,
    /// Places of each side's units.
    side_places: [u32; MAX_SIDES],
    /// Whether units of one kind can tie across sides, and chance decides (NW-13).
    cross_ties: bool,
    /// Whether the first marker on the gauge is not always the next to act: chance breaks ties
    /// across sides (NW-13), or the list decides (NW-08).
    chance_or_list: bool,
    /// Standing units have at least this many HP (NW-28).
    least_hp: i32,
    reads: Reads,
    tables: Box<Tables>,
}

/// The values of a unit that every Main reads, in a quarter of a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct UnitHot {
    enemies: UnitSet,
    start_hp: i32,
    /// Action Value, or the count in its place.
    action_value: i16,
    /// Its place in the order of ties.
    place: u8,
    /// Its critical and fumble numbers, if they are not rolled.
    numbers: u8,
    /// Whether `action_value` stands in place of the Action Count Judge.
    fixed_count: bool,
    rolls_numbers: bool,
    /// Whether the unit never delays, sits out or attacks the fallen: the defaults of these
    /// decisions.
    is_plain: bool,
    /// Whether it always attacks the first of its legal targets: the default of D-target, and the
    /// nearest on one square.
    takes_first: bool,
}

/// The parts of the state that can change in this scenario and are read by some rule, ruling or tactic, so
/// that the others can stay out of an exact solver's keys.
#[derive(Clone, Copy, Debug, Default)]
struct Reads {
    /// The number of the round, up to this one.
    round: u32,
    /// Counts as numbers, not just as an order.
    counts: bool,
    /// Mains taken this round.
    mains: bool,
    /// The unit that each unit attacked last.
    last_target: bool,
    /// How far below 0 the HP are.
    hp_below_zero: bool,
    mp: bool,
    prana: bool,
    statuses: bool,
    places: bool,
    /// Enchantments in force, and the loadout.
    gear: bool,
    /// Whether an ability was used in this round.
    used_once: bool,
    /// The weapons in hand.
    hands: bool,
}

impl NightWizard {
    /// The rulings in force.
    #[must_use]
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    #[inline(always)]
    fn hot(&self, unit: UnitId) -> &UnitHot {
        &self.hot[unit.idx()]
    }

    /// The units of a side.
    #[inline(always)]
    fn of_side(&self, side: SideId) -> UnitSet {
        self.roster.sides[side.idx()].units
    }

    #[inline(always)]
    fn unit(&self, unit: UnitId) -> &UnitSetup {
        &self.tables.units[unit.idx()].sheet
    }
}

impl AsEngine for NightWizard {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for NightWizard {
    type State = State;
    type Event = Event;
    type Metric = Metric;
    type Clock = Clock;

    fn roster(&self) -> &Roster {
        &self.roster
    }

    // A surprise is played before the first round.
    const LEAST_ROUND: u32 = 0;

    fn first_round(&self) -> u32 {
        u32::from(self.tables.surprise.is_none())
    }

    #[inline(always)]
    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    #[inline(always)]
    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) {
        Turn::<Full, C, O>::of(self, state, dice, obs).begin();
    }

    #[inline(always)]
    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        if C::MAY_BATCH_TURNS && self.tables.is_plain {
            Turn::<Plain, C, O>::of(self, state, dice, obs).play()
        } else {
            Turn::<Full, C, O>::of(self, state, dice, obs).play()
        }
    }

    #[inline(always)]
    fn standing(&self, state: &State) -> UnitSet {
        state.standing
    }

    #[inline(always)]
    fn health(&self, state: &State, unit: UnitId) -> u32 {
        state.unit(unit).hp.max(0) as u32
    }

    #[inline(always)]
    fn dead(&self, state: &State) -> UnitSet {
        self.dead_of(state)
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        self.count_the_field(state, obs);
    }
}

impl Keyed for NightWizard {
    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.normalize(state);
        self.visit(state, &mut KeyWriter(key));
    }

    fn state_of(&self, key: &[u32]) -> State {
        self.read(key)
    }
}

impl Report for NightWizard {
    const NAME: &'static str = "night-wizard";

    const HIGHLIGHTS: &'static [Highlight] = &[
        Highlight { heading: "UNITS", metrics: &["standing", "dropped", "died"] },
        Highlight { heading: "TURNS", metrics: &["mains_per_round", "count_wasted", "actions_lost"] },
    ];

    fn map(&self) -> Option<Map> {
        self.tables.has_places.then(|| self.tables.board.grid.shown())
    }

    fn spot(&self, state: &State, unit: UnitId) -> Option<Spot> {
        let is_there = self.tables.has_places && !state.absent.has(unit) && !state.fled.has(unit);
        let at = state.extras.get(unit.idx())?.spot;
        is_there.then(|| Spot { x: at.x.into(), y: at.y.into(), z: at.z.into() })
    }

    fn largest(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        self.largest_of(unit, metric)
    }

    fn actions(&self, unit: UnitId) -> Vec<Action> {
        self.actions_of(unit)
    }

    fn hazards(&self) -> Vec<Action> {
        data::metrics::hazards()
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}
