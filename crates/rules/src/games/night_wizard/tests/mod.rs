//! The rules by their numbers.
//!
//! A test is a [`Table`] with its units and rulings, the dice in the order of NW-55, and the
//! claim about what was [`Seen`]. Units of these tests have no critical and fumble numbers unless
//! a test gives them some.

mod abilities;
mod attack;
mod describe;
mod end;
mod flight;
mod initiative;
mod judge;
mod main_process;
mod metrics;
mod movement;
mod near_death;
mod setup;
mod tactics;

use super::NightWizard;
use super::events::{Event, Side};
use super::metrics::{Clock, Exhaustion, Metric};
use super::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use super::state::State;
use super::tactics::{Entry, Plan};
use crate::declare::rulings::RulingValue;
use crate::engine::contract::{Outcome, System};
use crate::engine::draw::Chance;
use crate::engine::every::Every;
use crate::engine::fight::play;
use crate::engine::observe::Observer;
use crate::engine::roster::{SideId, UnitId, UnitSet};
use crate::engine::tape::Tape;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);
const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

/// The Judges of a miss between units whose Hit is not above Dodge: 1+1 against 6+6.
const MISS: &str = "11 66 ";

/// What is left of a sum of fewer than 4096 probabilities when each addition rounds.
const ROUNDING: f64 = 4096.0 * f64::EPSILON;

fn pc(name: &str, stats: [i32; 6]) -> UnitSetup {
    UnitSetup::plain(name, UnitKind::Pc, stats).numbers(&[], &[])
}

fn npc(name: &str, stats: [i32; 6]) -> UnitSetup {
    UnitSetup::plain(name, UnitKind::Npc, stats).numbers(&[], &[])
}

/// A unit that has this count in every round, rolls nothing for it, and has all stats 0 but for
/// 100 HP.
fn pc_at(name: &str, count: i32) -> UnitSetup {
    UnitSetup { fixed_action_count: Some(count), ..pc(name, [100, 0, 0, 0, 0, 0]) }
}

fn npc_at(name: &str, count: i32) -> UnitSetup {
    UnitSetup { kind: UnitKind::Npc, ..pc_at(name, count) }
}

/// A tactic without a condition.
fn always<T>(what: T) -> Plan<T> {
    Plan::always(what)
}

/// A scenario under construction.
#[derive(Clone)]
struct Table {
    setup: Setup,
}

impl Table {
    /// One round of these sides.
    fn of<const N: usize>(sides: [&[UnitSetup]; N]) -> Self {
        let side = |(i, units): (usize, &&[UnitSetup])| SideSetup {
            name: ["heroes", "villains", "third"][i].to_owned(),
            units: units.to_vec(),
        };
        let sides = sides.iter().enumerate().map(side).collect();
        Self { setup: Setup { max_rounds: 1, ..Setup::of(sides) } }
    }

    /// A duel: of one round, in which the second unit never acts.
    fn strike(attacker: UnitSetup, target: UnitSetup) -> Self {
        let attacker = UnitSetup { fixed_action_count: Some(10), ..attacker };
        let target = UnitSetup { fixed_action_count: Some(0), ..target };
        Self::of([&[attacker], &[target]])
    }

    fn rounds(mut self, max_rounds: u32) -> Self {
        self.setup.max_rounds = max_rounds;
        self
    }

    /// Sets a ruling by key and value as a file would.
    fn ruling(mut self, key: &str, value: &str) -> Self {
        let number = value.parse().map(RulingValue::Number);
        let is_number = number.is_ok_and(|n| self.setup.rulings.set(key, n) == Some(true));
        let mut is_word = || self.setup.rulings.set(key, RulingValue::Word(value)) == Some(true);
        assert!(is_number || is_word(), "{key} = {value}");
        self
    }

    /// Plays with these dice, all of which must be used: digits are faces of six-sided dice,
    /// `d3=2` is the 2 of a three-sided one.
    fn tape(&self, dice: &str) -> Seen {
        let mut script = Vec::new();
        for word in dice.split_whitespace() {
            match word.strip_prefix('d').and_then(|die| die.split_once('=')) {
                Some((sides, face)) => script.push((sides.parse().unwrap(), face.parse().unwrap())),
                None => script.extend(word.chars().filter_map(|c| c.to_digit(10)).map(|face| (6, face))),
            }
        }
        watch(&NightWizard::new(&self.setup), &mut Tape::new(&script))
    }

    /// The probability that `is` holds of a fight.
    fn p(&self, is: impl Fn(&Seen) -> bool) -> f64 {
        self.mean(|seen| f64::from(is(seen)))
    }

    fn mean(&self, of: impl Fn(&Seen) -> f64) -> f64 {
        let mut sum = 0.0;
        self.each(|seen, weight| sum += weight * of(seen));
        sum
    }

    /// Every way the fight can go, with its probability.
    fn each(&self, mut see: impl FnMut(&Seen, f64)) {
        let system = NightWizard::new(&self.setup);
        let mut every = Every::default();
        loop {
            let seen = watch(&system, &mut every);
            see(&seen, every.weight());
            if !every.advance() {
                return;
            }
        }
    }

    /// The play-by-play with these dice.
    fn told(&self, dice: &str) -> Vec<String> {
        let system = NightWizard::new(&self.setup);
        let tell = |event: &Event| {
            let mut line = String::new();
            system.describe(event, &mut line).expect("a string takes every line");
            line
        };
        self.tape(dice).events.iter().map(tell).collect()
    }
}

fn watch(system: &NightWizard, dice: &mut impl Chance) -> Seen {
    let mut seen = Seen::default();
    play(system, &mut State::default(), dice, &mut seen);
    seen
}

/// What was reported of a fight.
#[derive(Default)]
struct Seen {
    events: Vec<Event>,
    /// Round, activation, unit, cause.
    exhausted: Vec<(u32, u32, UnitId, Exhaustion)>,
    /// The same of the other clocks.
    marks: Vec<(u32, u32, UnitId, Clock)>,
    /// Who acted, over all rounds.
    mains: Vec<UnitId>,
    /// Round, and who came into it after it began.
    joined: Vec<(u32, UnitId)>,
    /// Attacker, whether it hit, damage.
    attacks: Vec<(UnitId, bool, u32)>,
    /// Who did damage without an attack, and how much.
    harm: Vec<(UnitId, u32)>,
    overkill: Vec<(UnitId, u32)>,
    adds: Vec<(UnitId, Metric, u32)>,
    outcome: Option<Outcome>,
    standing: UnitSet,
    round: u32,
    activation: u32,
}

impl Observer<NightWizard> for Seen {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        self.attacks.push((by, hit, damage));
    }

    fn harm(&mut self, by: UnitId, damage: u32) {
        self.harm.push((by, damage));
    }

    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.overkill.push((by, damage));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.mains.push(unit);
    }

    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
    }

    fn arrives(&mut self, unit: UnitId) {
        self.joined.push((self.round, unit));
    }

    fn mark(&mut self, unit: UnitId, clock: Clock) {
        match clock {
            Clock::Exhausted(why) => self.exhausted.push((self.round, self.activation, unit, why)),
            other => self.marks.push((self.round, self.activation, unit, other)),
        }
    }

    fn round_begins(&mut self, round: u32, _: UnitSet) {
        (self.round, self.activation) = (round, 0);
    }

    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        (self.outcome, self.standing) = (Some(outcome), standing);
    }
}

impl Seen {
    /// All observations of a metric of one unit.
    fn all(&self, unit: UnitId, metric: Metric) -> Vec<u32> {
        self.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).collect()
    }

    /// The HP that the last hit left its target.
    fn hp_left(&self) -> Option<i32> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Damage { hp, .. } => Some(*hp),
            _ => None,
        })
    }

    /// The achievement values of each Hit and Dodge.
    fn hits(&self) -> Vec<(i32, i32)> {
        let values = |event: &Event| match event {
            Event::Hit { hit, dodge, .. } => Some((hit.value(), dodge.value())),
            _ => None,
        };
        self.events.iter().filter_map(values).collect()
    }

    /// The targets of all attacks in order.
    fn targets(&self) -> Vec<UnitId> {
        let target = |event: &Event| match event {
            Event::Hit { target, .. } => Some(*target),
            _ => None,
        };
        self.events.iter().filter_map(target).collect()
    }

    /// The counts at which Mains were entered.
    fn counts(&self) -> Vec<i32> {
        let count = |event: &Event| match event {
            Event::Main { count, .. } => Some(*count),
            _ => None,
        };
        self.events.iter().filter_map(count).collect()
    }

    /// The counts set at Setup: unit and count.
    fn starting_counts(&self) -> Vec<(UnitId, i32)> {
        let count = |event: &Event| match event {
            Event::Count { unit, count, .. } => Some((*unit, *count)),
            _ => None,
        };
        self.events.iter().filter_map(count).collect()
    }

    /// The Mortality Judges: unit, side, difficulty, whether it lives.
    fn mortality(&self) -> Vec<(UnitId, Side, i32, bool)> {
        let judge = |event: &Event| match event {
            Event::Mortality { unit, judge, difficulty, lives } => Some((*unit, *judge, *difficulty, *lives)),
            _ => None,
        };
        self.events.iter().filter_map(judge).collect()
    }

    fn has(&self, event: &Event) -> bool {
        self.events.contains(event)
    }

    fn won(&self, side: u8) -> bool {
        self.outcome == Some(Outcome::Win(SideId(side)))
    }
}

#[track_caller]
fn assert_p(got: f64, ways: u32, of: u32) {
    let want = f64::from(ways) / f64::from(of);
    assert!((got - want).abs() <= ROUNDING, "{got} where the page has {ways}/{of} = {want}");
}
