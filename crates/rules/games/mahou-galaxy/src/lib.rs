//! Mahou Galaxy: the combat chapter of the MSF High role-playing game.
//!
//! `RULES.md` says rule by rule how fray plays them. Read in this order:
//!
//! - `rules`: `turns` (initiative, the steps of a turn, hands and tokens, costs, what others do out of turn, the end),
//!   `attacks` (hand actions, attack, defence, damage), `holds` (grapples, pins, throws, snatching), `moves` (jumps and
//!   falls, moves against one's will, terrain), `abilities` (their effects, talk, items, statuses), `numbers` (the
//!   numbers of units);
//! - [`board`] (cells, sight, cover, ways, where units stand), [`choose`] (tactics: stances, whom, from where, feet,
//!   abilities, what all of it is worth), [`dice`] (stat dice, pools, draws);
//! - [`state`] (what changes in a fight, its keys, what is prepared), [`data`] (stat blocks, words, rulings, tactics,
//!   metrics, events), [`sheet`] (scenario files).

pub mod board;
pub mod choose;
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
use fray_engine::map::{Map, Spot};
use fray_engine::metrics::{Highlight, MetricSet as _};
use fray_engine::observe::Observer;
use fray_engine::roster::{Roster, UnitId, UnitSet};
use fray_play::engine::{AsEngine, Engine};
use fray_play::game::{Game, Meaning, RuleRange};

use choose::facts::EffectName;
use data::events::Event;
use data::metrics::{Clock, Metric};
use data::rulings::Rulings;
use data::setup::{Bonuses, RollSet, Setup, SkillMods, SkillSet, Skills, StanceSet};
use data::tactics::Tactics;
use data::vocabulary::{Ability, What};
use dice::draws::DuelOrder;
use dice::{DiceRules, Die, Distribution, Formula};
use state::reads::{Reads, RollReads};
use state::spread::Formulas;
use state::{MAX_HANDS, State};

/// Mahou Galaxy (MSF High), as the list of games knows it.
pub const GAME: Game = Game {
    title: "Mahou Galaxy (MSF High)",
    rules: RuleRange { prefix: "MG", last: 82 },
    rulebook: include_str!("../RULES.md"),
    example: include_str!("../example.toml"),
    metrics: Metric::ALL,
    clocks: Clock::ALL,
    highlights: MahouGalaxy::HIGHLIGHTS,
    health: MahouGalaxy::HEALTH,
    least_round: MahouGalaxy::LEAST_ROUND,
    parts: &sheet::PARTS,
    read: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    mirror: |document, library, problems| Some(meaning(&sheet::read(document, library, problems)?)),
    check: sheet::check,
    source: "",
};

/// The meaning of a scenario's setup.
fn meaning(setup: &Setup) -> Meaning {
    Meaning::new(MahouGalaxy::new(setup), setup, Rulings::ALL, |key| Rulings::can_matter(key, setup))
}

/// The rules of Mahou Galaxy prepared for one scenario.
#[derive(Debug)]
pub struct MahouGalaxy {
    roster: Roster,
    rulings: Rulings,
    /// Whether nothing is remembered that only makes fights faster.
    is_plain: bool,
    dice: DiceRules,
    /// Chances that tactics ask for.
    odds: choose::odds::Odds,
    max_rounds: u32,
    surprise: Option<u8>,
    everyone: UnitSet,
    units: Vec<Unit>,
    /// The initiative of a duel whose numbers never change.
    duel: Option<DuelOrder>,
    board: Option<board::Board>,
    /// Of each [`What`] the marks that change it, and by how much.
    changes: [Vec<(u8, i8)>; What::COUNT],
    /// PreparedEffect effects beside changes of numbers, at their marks.
    lasting: Vec<PreparedEffect>,
    /// Units that do not stand there from the start.
    late: UnitSet,
    /// The effects that lay terrain.
    laying: Vec<rules::moves::terrain::LayingEffect>,
    /// The marks of the effects that conditions ask for, by the place of their name.
    asked_marks: Vec<(EffectName, Vec<u8>)>,
    /// Places for the uses of abilities of each unit.
    n_abilities: usize,
    /// The dice of falls (MG-46).
    fall: rules::moves::fall::FallDice,
    /// Whether somebody heals.
    heals: bool,
    reads: Reads,
}

/// A lasting effect, of the first unit that has its ability.
#[derive(Clone, Copy, Debug)]
struct PreparedEffect {
    /// The unit and the place of its ability, and the place of the effect in it.
    unit: UnitId,
    ability: u8,
    effect: u8,
    duration: data::vocabulary::Duration,
}

/// A unit with its numbers ready for use.
#[derive(Debug)]
struct Unit {
    side: u8,
    stats: [i32; 6],
    hp_max: i32,
    mp_max: i32,
    /// MG-78: the hit points from which no healing of the scenario brings it back: all values from here down have
    /// one future.
    sunk: i32,
    start: [i32; 2],
    skills: Skills,
    facets: SkillSet,
    size: i32,
    n_hands: u8,
    speak: u8,
    analyze: u8,
    /// Percent of 5 feet that a move token carries, times four.
    stride: i32,
    /// By how much its feet are multiplied, in quarters.
    move_mult: i32,
    /// Percent of a jump that its size makes of it.
    pace: i32,
    /// Whether it flies, and what it does if it falls in the air.
    flies: bool,
    air_fall: data::setup::AirFall,
    /// The modifier of initiative, without that of the weapon in the primary hand.
    speed: i32,
    armor: u8,
    /// The additional difficulty of taking the armour off (MG-56).
    armor_fit: i32,
    armor_speed: i32,
    /// Soak, at bit 0 without the shield, at bit 1 without the armour.
    soak: [(Formula, Distribution); 4],
    /// The formulas of soak that effects can bring about, with the shield and without.
    soak_changed: [Formulas; 2],
    shield: Option<data::setup::Shield>,
    weapons: Vec<WeaponProfile>,
    kick: Formula,
    kick_distribution: Distribution,
    /// The formulas of the kick that effects can bring about.
    kick_changed: Formulas,
    bonuses: Bonuses,
    explode_two: RollSet,
    threat_level: i32,
    start_hands: [u8; MAX_HANDS],
    start_dropped: u16,
    cell: u32,
    /// Units by whom it can be infatuated.
    charmers: UnitSet,
    skills_of: Vec<PreparedAbility>,
    tactics: Tactics,
    roll_reads: RollReads,
}

/// A weapon, ready for use.
#[derive(Debug)]
struct WeaponProfile {
    name: String,
    skills: SkillSet,
    skill_mod: SkillMods,
    stances: StanceSet,
    sets: Vec<data::setup::SetText>,
    formula: Formula,
    distribution: Distribution,
    /// The formulas of the weapon that effects can bring about.
    changed: Formulas,
    flat: i32,
    range: i32,
    ranged: bool,
    /// The number of hands that hold it; 0 if it takes none.
    hands: u8,
    speed: i32,
    fist: bool,
    /// Whether a precise critical can strike it from the hand.
    droppable: bool,
    bind: bool,
    attack_mod: i32,
    draw_tokens: u8,
    /// The owner and its number there, of one that was taken from another (MG-56).
    owner: Option<(UnitId, u8)>,
}

/// An ability, ready for use.
#[derive(Debug)]
struct PreparedAbility {
    ability: Ability,
    /// The mark of each effect that lasts.
    marks: Vec<Option<u8>>,
    /// The place of each effect that lays terrain.
    lays: Vec<Option<u8>>,
    /// The units that each effect may summon.
    summons: Vec<UnitSet>,
    /// By effect, the thing that its name stands for.
    named: Vec<rules::moves::shift::Named>,
    /// Formula and distribution of each effect that has one.
    totals: Vec<Option<(Formula, Distribution)>>,
    /// Formula and distribution of the rounds that each effect lasts, where dice say it.
    rounds: Vec<Option<(Formula, Distribution)>>,
}

/// One fight under way: the rules, its state, the dice and who watches.
struct Play<'a, C, O> {
    rules: &'a MahouGalaxy,
    state: &'a mut State,
    dice: &'a mut C,
    obs: &'a mut O,
}

impl MahouGalaxy {
    /// The rulings in force.
    #[must_use]
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    #[inline(always)]
    fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.idx()]
    }

    /// The units of the side of a unit.
    #[inline(always)]
    fn allies(&self, unit: UnitId) -> UnitSet {
        self.roster.sides[usize::from(self.unit(unit).side)].units
    }

    #[inline(always)]
    fn enemies(&self, unit: UnitId) -> UnitSet {
        self.everyone.without(self.allies(unit))
    }

    #[inline(always)]
    fn is_ally(&self, a: UnitId, b: UnitId) -> bool {
        self.unit(a).side == self.unit(b).side
    }
}

/// A roll of `unit` for `purpose`.
#[inline(always)]
fn by(unit: UnitId, purpose: Purpose) -> Roll {
    Roll { unit, purpose }
}

impl AsEngine for MahouGalaxy {
    #[inline(never)]
    fn as_engine(&self) -> &dyn Engine {
        self
    }
}

impl System for MahouGalaxy {
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
        Play { rules: self, state, dice, obs }.begin();
    }

    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) -> Step {
        Play { rules: self, state, dice, obs }.step()
    }

    #[inline(always)]
    fn standing(&self, state: &State) -> UnitSet {
        state.present(self.everyone)
    }

    fn health(&self, state: &State, unit: UnitId) -> u32 {
        state.unit(unit).hp.max(0) as u32
    }

    fn end<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        self.count_the_field(state, obs);
    }
}

impl Keyed for MahouGalaxy {
    // Two hundred thousand paths a second: tactics weigh every attack, and damage meets soak.
    const WORK_OF_A_PATH: u32 = 100;

    fn key(&self, state: &mut State, key: &mut Vec<u32>) {
        self.write_key(state, key);
    }

    fn state_of(&self, key: &[u32]) -> State {
        self.read_key(key)
    }
}

impl Report for MahouGalaxy {
    const NAME: &'static str = "mahou-galaxy";

    const HIGHLIGHTS: &'static [Highlight] = &[
        Highlight { heading: "UNITS", metrics: &["standing", "dropped", "felled", "hp_left"] },
        Highlight {
            heading: "ATTACKS",
            metrics: &["attacks_and_kicks_hit", "criticals", "hits_soaked", "spot_dodge"],
        },
        Highlight { heading: "HOLDS AND TALK", metrics: &["holds", "escaped", "talks", "rounds_distracted"] },
    ];

    fn map(&self) -> Option<Map> {
        self.board.as_ref().map(board::Board::shown)
    }

    fn spot(&self, state: &State, unit: UnitId) -> Option<Spot> {
        let [x, y, z] = board::Board::coordinates(state.unit(unit).cell).map(|at| at as u16);
        (self.board.is_some() && !state.fled.has(unit)).then_some(Spot { x, y, z })
    }

    fn largest(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        self.largest_of(unit, metric)
    }

    fn actions(&self, unit: UnitId) -> Vec<Action> {
        self.actions_of(unit)
    }

    fn hazards(&self) -> Vec<Action> {
        ["hazard", "cost", "fall"].map(|name| Action::new(name, name)).into()
    }

    fn describe(&self, event: &Event, line: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(self, line)
    }
}

impl Unit {
    /// The base die of a stat.
    #[inline(always)]
    fn die(&self, stat: data::setup::Stat, rules: DiceRules) -> Die {
        Die::of_stat(self.stats[stat as usize], rules)
    }
}
