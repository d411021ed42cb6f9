//! The rules by their numbers.
//!
//! A test is a scenario as text, the dice in the order in which they are rolled, and the claim about
//! what was [`Seen`]. Unless a test says otherwise nobody rolls for initiative and units act in the
//! order of the list.

mod actions;
mod damage;
mod defence;
mod describe;
mod effects;
mod field;
mod flight;
mod help;
mod order;
mod rolls;
mod skills;
mod statuses;
mod tactics;
mod turns;
mod vocabulary;

use crate::Cardinal;
use crate::data::events::Event;
use crate::data::metrics::{Clock, Metric};
use crate::data::setup::Setup;
use crate::data::vocabulary::{Status, Statuses};
use crate::sheet;
use crate::state::State;
use fray_engine::contract::{Outcome, Report, System};
use fray_engine::draw::{Chance, Roll};
use fray_engine::every::Every;
use fray_engine::fight::play;
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::sheet::testing::Reader;

pub(crate) const A: UnitId = UnitId(0);
pub(crate) const B: UnitId = UnitId(1);
pub(crate) const C: UnitId = UnitId(2);
pub(crate) const D: UnitId = UnitId(3);

/// What is left of a sum of fewer than 4096 probabilities when each addition rounds.
const ROUNDING: f64 = 4096.0 * f64::EPSILON;

/// How scenarios are read.
pub(crate) const READER: Reader<Setup> =
    Reader { parts: &sheet::PARTS, check: sheet::check, read: sheet::read };

/// A scenario under construction.
#[derive(Clone, Default)]
pub(crate) struct Table {
    rulings: String,
    map: String,
    sides: String,
    rounds: u32,
}

impl Table {
    /// One round between these units, each the lines of its stat block.
    pub(crate) fn of(left: &[&str], right: &[&str]) -> Self {
        let side = |name: &str, units: &[&str]| {
            let units = units.iter().map(|unit| format!("[[side.unit]]\n{unit}\n"));
            format!("[[side]]\nname = \"{name}\"\n{}", units.collect::<String>())
        };
        Self { sides: side("left", left) + &side("right", right), rounds: 1, ..Self::default() }
    }

    pub(crate) fn rounds(mut self, rounds: u32) -> Self {
        self.rounds = rounds;
        self
    }

    pub(crate) fn ruling(mut self, line: &str) -> Self {
        self.rulings += line;
        self.rulings += "\n";
        self
    }

    /// A map of this size with these squares.
    pub(crate) fn map(mut self, width: u32, height: u32, squares: &str) -> Self {
        self.map = format!("[map]\nwidth = {width}\nheight = {height}\nsquares = [{squares}]\n");
        self
    }

    fn text(&self) -> String {
        let has = |key: &str| self.rulings.contains(key);
        let initiative = if has("initiative_roll") { "" } else { "initiative_roll = false\n" };
        let order = if has("turn_order") { "" } else { "turn_order = \"fixed\"\n" };
        let Self { rulings, map, sides, rounds } = self;
        format!(
            "system = \"cardinal\"\n[run]\nmax_rounds = {rounds}\n[rulings]\n{initiative}{order}{rulings}{map}{sides}"
        )
    }

    pub(crate) fn read(&self) -> Result<Setup, Vec<String>> {
        READER.scenario(&self.text(), &[])
    }

    #[track_caller]
    pub(crate) fn system(&self) -> Cardinal {
        Cardinal::new(&self.read().unwrap_or_else(|wrong| panic!("{wrong:?}\n{}", self.text())))
    }

    /// Plays with these dice, all of which must be used: `d8=5` is the 5 of an eight-sided one.
    #[track_caller]
    pub(crate) fn tape(&self, dice: &str) -> Seen {
        let face = |word: &str| {
            let (sides, face) = word.trim_start_matches('d').split_once('=').expect("d8=5");
            (sides.parse().expect("sides"), face.parse().expect("a face"))
        };
        let script: Vec<(u32, u32)> = dice.split_whitespace().map(face).collect();
        watch(&self.system(), &mut Tape::new(&script))
    }

    /// Plays the first of all fights that the dice could make of it.
    pub(crate) fn first(&self) -> Seen {
        watch(&self.system(), &mut Every::default())
    }

    /// The rules with the state at the start of a fight in which nothing is rolled for it.
    pub(crate) fn board(&self) -> (Cardinal, State) {
        let system = self.system();
        let mut state = State::default();
        system.begin(&mut state, &mut Tape::d6(""), &mut fray_engine::observe::Nobody);
        (system, state)
    }

    /// The probability that `is` holds of a fight.
    pub(crate) fn p(&self, mut is: impl FnMut(&Seen) -> bool) -> f64 {
        let system = self.system();
        let (mut every, mut sum) = (Every::default(), 0.0);
        loop {
            let seen = watch(&system, &mut every);
            sum += if is(&seen) { every.weight() } else { 0.0 };
            if !every.advance() {
                return sum;
            }
        }
    }

    /// The play-by-play with these dice.
    #[track_caller]
    pub(crate) fn told(&self, dice: &str) -> Vec<String> {
        let system = self.system();
        let tell = |event: &Event| {
            let mut line = String::new();
            system.describe(event, &mut line).expect("a string takes every line");
            line
        };
        self.tape(dice).log.events.iter().map(tell).collect()
    }
}

fn watch(system: &Cardinal, dice: &mut impl Chance) -> Seen {
    let mut seen = Seen::default();
    play(system, &mut seen.state, dice, &mut seen.log);
    seen
}

/// What was reported of a fight, and the state it ended in.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) state: State,
    pub(crate) log: Log,
}

impl Seen {
    pub(crate) fn of(&self, unit: UnitId) -> Statuses {
        self.state.of(unit)
    }

    pub(crate) fn has(&self, unit: UnitId, status: Status) -> bool {
        self.state.of(unit).has(status)
    }

    pub(crate) fn at(&self, unit: UnitId) -> (u16, u16) {
        let (x, y, _) = self.place(unit);
        (x, y)
    }

    /// Column, row and height.
    pub(crate) fn place(&self, unit: UnitId) -> (u16, u16, u16) {
        self.state.unit(unit).at()
    }

    pub(crate) fn saw(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.log.events.iter().any(is)
    }

    /// Returns how much of a count one unit has.
    pub(crate) fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.log.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).sum()
    }

    /// Round and activation of each strike of a clock of a unit.
    pub(crate) fn marks(&self, unit: UnitId, clock: Clock) -> Vec<(u32, i32)> {
        let is = |mark: &&(u32, i32, UnitId, Clock)| (mark.2, mark.3) == (unit, clock);
        self.log.marks.iter().filter(is).map(|mark| (mark.0, mark.1)).collect()
    }

    /// Returns whom each attack was made on.
    pub(crate) fn targets(&self) -> Vec<UnitId> {
        let target = |event: &Event| match event {
            Event::Attacks { target, .. } | Event::Casts { target, .. } => Some(*target),
            _ => None,
        };
        self.log.events.iter().filter_map(target).collect()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.log.outcome
    }
}

/// What an observer is told.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    adds: Vec<(UnitId, Metric, u32)>,
    /// Round, activation, unit, clock.
    marks: Vec<(u32, i32, UnitId, Clock)>,
    pub(crate) turns: Vec<UnitId>,
    pub(crate) uses: Vec<(UnitId, TurnUse)>,
    pub(crate) outcome: Option<Outcome>,
    round: u32,
    activation: i32,
}

impl Observer<Cardinal> for Log {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.turns.push(unit);
    }

    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.uses.push((unit, made));
    }

    fn nested_activation(&mut self, by: i32) {
        self.activation += by;
    }

    fn mark(&mut self, unit: UnitId, clock: Clock) {
        self.marks.push((self.round, self.activation, unit, clock));
    }

    fn round_begins(&mut self, round: u32, _: UnitSet) {
        (self.round, self.activation) = (round, 0);
    }

    fn fight_over(&mut self, outcome: Outcome, _: UnitSet) {
        self.outcome = Some(outcome);
    }
}

/// Every face of every die: the draws are rolled die by die.
#[derive(Default)]
pub(crate) struct ByDie(pub(crate) Every);

impl Chance for ByDie {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.0.below(by, n)
    }
    // `draw` is not overridden: the text of the rule is what rolls.
}

#[track_caller]
pub(crate) fn assert_p(got: f64, ways: u64, of: u64) {
    let want = ways as f64 / of as f64;
    assert!((got - want).abs() <= ROUNDING, "{got} where the page has {ways}/{of} = {want}");
}

/// A unit that attacks and has nothing to Rally with.
pub(crate) fn fighter(name: &str, attack: &str, damage: i32) -> String {
    format!(
        "name = \"{name}\"\nrally_pool = \"none\"\nweapons = [{{ name = \"Blade\", attack = \"{attack}\", damage = {damage} }}]"
    )
}

/// A unit that never attacks.
pub(crate) fn dummy(name: &str) -> String {
    format!("name = \"{name}\"\nrally_pool = \"none\"\nweapons = []")
}
