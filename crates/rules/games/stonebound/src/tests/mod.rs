//! The rules by their numbers.
//!
//! A test is a [`Table`]: a scenario as a file has it, the dice in the order in which they are rolled, two
//! digits a roll (`00` reads 100), and the claim about what was [`Seen`]. The units are the cards of the rules
//! pages.

mod answered;
mod attack;
mod board;
mod choices;
mod clauses;
mod decisions;
mod order;
mod rolls;
mod setup;
mod sides;
mod statuses;
mod stones;
mod tactics;
mod turns;
mod vocabulary;
mod worth;

use crate::Stonebound;
use crate::data::events::Event;
use crate::data::metrics::{Clock, Metric};
use crate::sheet::{PARTS, check, read};
use crate::state::State;
use fray_engine::contract::{Outcome, Report, System};
use fray_engine::draw::Chance;
use fray_engine::every::Every;
use fray_engine::fight::play;
use fray_engine::observe::{Nobody, Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::sheet::testing::Reader;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);
const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

/// What is left of a sum of fewer than 4096 probabilities when each addition rounds.
const ROUNDING: f64 = 4096.0 * f64::EPSILON;

/// A scenario under construction.
#[derive(Clone)]
struct Table {
    text: String,
}

/// The keys of a unit: hp, atk, crt, pd, sd, then what else there is.
fn unit(name: &str, [hp, atk, crt, pd, sd]: [i32; 5], more: &str) -> String {
    format!(
        "[[side.unit]]\nname = \"{name}\"\nhp = {hp}\natk = {atk}\ncrt = {crt}\npd = {pd}\nsd = {sd}\n{more}\n"
    )
}

impl Table {
    /// One round; the first side begins unless the head says otherwise.
    fn new(head: &str, west: &[String], east: &[String]) -> Self {
        Self::sides(head, &[("west", "", west), ("east", "", east)])
    }

    /// Sides with their names and keys.
    fn sides(head: &str, sides: &[(&str, &str, &[String])]) -> Self {
        let mut text = "system = \"stonebound\"\n".to_owned();
        let (run, rest) = head.split_once("[rulings]").unwrap_or((head, ""));
        let (run, max) = if run.contains("max_rounds") { (run, "") } else { (run, "max_rounds = 1\n") };
        if max.is_empty() {
            text += &format!("[run]\n{run}\n");
        } else {
            text += &format!("[run]\n{max}{run}\n")
        }
        let first = if rest.contains("first =") { "" } else { "first = \"side_a\"\n" };
        text += &format!("\n[rulings]\n{first}{rest}\n");
        for (name, keys, units) in sides {
            text += &format!("[[side]]\nname = \"{name}\"\n{keys}\n");
            units.iter().for_each(|unit| text += unit);
        }
        Self { text }
    }

    fn with(mut self, more: &str) -> Self {
        self.text += more;
        self
    }

    #[track_caller]
    fn system(&self) -> Stonebound {
        let setup = Reader { parts: &PARTS, check, read }.scenario(&self.text, &[]);
        Stonebound::new(&setup.unwrap_or_else(|errors| panic!("{errors:#?}\n{}", self.text)))
    }

    /// Returns what is wrong with it.
    #[track_caller]
    fn error(&self) -> String {
        let mut errors = Reader { parts: &PARTS, check, read }.scenario(&self.text, &[]).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        errors.remove(0)
    }

    /// The rules with the state at the start of a fight in which nothing is rolled for it.
    #[track_caller]
    fn start(&self) -> (Stonebound, State) {
        let system = self.system();
        let mut state = State::default();
        system.begin(&mut state, &mut Tape::new(&[]), &mut Nobody);
        (system, state)
    }

    /// Plays with these dice, all of which must be used: two digits a roll, `d7=2` the 2 of a die of seven.
    #[track_caller]
    fn tape(&self, dice: &str) -> Seen {
        let mut script: Vec<(u32, u32)> = Vec::new();
        for word in dice.split_whitespace() {
            match word.strip_prefix('d').and_then(|die| die.split_once('=')) {
                Some((sides, face)) => script.push((sides.parse().unwrap(), face.parse().unwrap())),
                None => {
                    script.extend(word.chars().filter_map(|c| c.to_digit(10)).map(|digit| (10, digit + 1)))
                }
            }
        }
        watch(&self.system(), &mut Tape::new(&script))
    }

    /// The probability that `is` holds of a fight.
    #[track_caller]
    fn p(&self, mut is: impl FnMut(&Seen) -> bool) -> f64 {
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
    fn told(&self, dice: &str) -> Vec<String> {
        let system = self.system();
        let tell = |event: &Event| {
            let mut line = String::new();
            system.describe(event, &mut line).expect("a string takes every line");
            line
        };
        self.tape(dice).events.iter().map(tell).collect()
    }
}

fn watch(system: &Stonebound, dice: &mut impl Chance) -> Seen {
    let mut seen = Seen::default();
    play(system, &mut seen.state, dice, &mut seen.log);
    seen.events = core::mem::take(&mut seen.log.events);
    seen.outcome = seen.log.outcome;
    seen
}

/// What was reported of a fight, and the state it ended in.
#[derive(Default)]
struct Seen {
    state: State,
    log: Log,
    events: Vec<Event>,
    outcome: Option<Outcome>,
}

impl Seen {
    fn hp(&self, unit: UnitId) -> i16 {
        self.state.unit(unit).hp
    }

    fn pd(&self, unit: UnitId) -> i16 {
        self.state.unit(unit).pd
    }

    fn sd(&self, unit: UnitId) -> i16 {
        self.state.unit(unit).sd
    }

    fn stacks(&self, unit: UnitId, status: crate::data::vocabulary::StatusId) -> u8 {
        self.state.unit(unit).stacks[status.idx()]
    }

    /// Returns how much of a count one unit has.
    fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.log.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).sum()
    }

    /// Returns whom each attack was declared on.
    fn targets(&self) -> Vec<UnitId> {
        let target = |event: &Event| match event {
            Event::Attacks { target, .. } => Some(*target),
            _ => None,
        };
        self.events.iter().filter_map(target).collect()
    }

    /// Returns who was activated, in order.
    fn activated(&self) -> Vec<UnitId> {
        self.log.activated.clone()
    }

    fn has(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    fn marked(&self, unit: UnitId, clock: Clock) -> bool {
        self.log.marks.contains(&(unit, clock))
    }
}

/// What an observer is told.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    adds: Vec<(UnitId, Metric, u32)>,
    marks: Vec<(UnitId, Clock)>,
    activated: Vec<UnitId>,
    uses: Vec<(UnitId, TurnUse)>,
    outcome: Option<Outcome>,
}

impl Observer<Stonebound> for Log {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activated.push(unit);
    }

    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.uses.push((unit, made));
    }

    fn mark(&mut self, unit: UnitId, clock: Clock) {
        self.marks.push((unit, clock));
    }

    fn fight_over(&mut self, outcome: Outcome, _: UnitSet) {
        self.outcome = Some(outcome);
    }
}

#[track_caller]
fn assert_p(got: f64, ways: u64, of: u64) {
    let want = ways as f64 / of as f64;
    assert!((got - want).abs() <= ROUNDING, "{got} where the page has {ways}/{of} = {want}");
}
