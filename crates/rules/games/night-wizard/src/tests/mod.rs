//! The rules by their numbers.
//!
//! A test is a [`Table`] with its units and rulings, the dice in the order of NW-55, and the
//! claim about what was [`Seen`]. Units of these tests have no critical and fumble numbers unless
//! a test gives them some. In the order of the rulebook:
//!
//! - `judge`, `prana` (NW-01 to NW-07);
//! - `setup`, `arrivals`, `initiative`, `main_process`, `costs` (NW-08 to NW-18);
//! - `attack`, `changes`, `cover` (NW-19 to NW-25);
//! - `clean_up`, `near_death`, `end` (NW-26 to NW-32);
//! - `gear` (NW-33, NW-34);
//! - `movement`, `approach`, `flight` (NW-35 to NW-42);
//! - `statuses` (NW-43 to NW-51), `series` (NW-52, NW-54);
//! - `abilities`, `effects` (NW-53, NW-56);
//! - `tactics`, `sensible`, `metrics`, `describe`, `sum`.

mod abilities;
mod approach;
mod arrivals;
mod attack;
mod changes;
mod clean_up;
mod costs;
mod cover;
mod describe;
mod effects;
mod end;
mod flight;
mod gear;
mod initiative;
mod judge;
mod main_process;
mod metrics;
mod movement;
mod near_death;
mod prana;
mod seen;
mod sensible;
mod series;
mod setup;
mod statuses;
mod sum;
mod tactics;

use crate::NightWizard;
use crate::data::events::{Event, Idle, Side};
use crate::data::metrics::{Clock, Exhaustion, Metric};
use crate::data::setup::ability::{
    Ability, AbilityKind, Amount, Duration, Effect, Range, TargetRule, Timing, Trigger, Who,
};
use crate::data::setup::{Inflicted, Status, Weapon};
use crate::data::setup::{Setup, SideSetup, UnitKind, UnitSetup};
use crate::data::tactics::{Entry, Plan};
use crate::state::State;
use fray_engine::contract::{Outcome, Report};
use fray_engine::draw::Chance;
use fray_engine::every::Every;
use fray_engine::fight::play;
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer};
use fray_engine::roster::{MAX_UNITS, SideId, UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::declare::rulings::RulingValue;
use seen::{Seen, Told, watch};

const A: UnitId = UnitId(0);

const B: UnitId = UnitId(1);

const C: UnitId = UnitId(2);

const D: UnitId = UnitId(3);

/// The Judges of a miss between units whose Hit is not above Dodge: 1+1 against 6+6.
const MISS: &str = "11 66 ";

/// A hit whose damage dice cancel out.
const HIT: &str = "66 11 11 11 ";

/// A hit with a margin of 10.
const TEN: &str = "66 11 66 11 ";

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

/// An ability of one effect that its user has on itself.
fn ability(name: &str, timing: Timing, effect: Effect) -> Ability {
    Ability { name: name.to_owned(), timing, effects: vec![effect], ..Ability::default() }
}

/// One that works on an enemy.
fn hex(name: &str, timing: Timing, effect: Effect) -> Ability {
    Ability { target: one(Who::Enemy), ..ability(name, timing, effect) }
}

/// One of these as a target.
fn one(who: Who) -> TargetRule {
    TargetRule { who, number: Some(1), ..TargetRule::default() }
}

fn inflict(status: Status) -> Effect {
    Effect::Inflict(Inflicted { status, level: 1 })
}

/// A unit that starts with this status.
fn with_status(unit: UnitSetup, status: Status, level: i32) -> UnitSetup {
    UnitSetup { start_statuses: vec![Inflicted { status, level }], ..unit }
}

/// A unit with prana of which it may take `release` a Judge.
fn with_prana(unit: UnitSetup, prana: i32, release: i32) -> UnitSetup {
    UnitSetup { prana, start_prana: prana, release, ..unit }
}

fn with_mp(unit: UnitSetup, mp: i32) -> UnitSetup {
    UnitSetup { mp, start_mp: mp, ..unit }
}

/// A unit with these abilities.
fn with(unit: UnitSetup, abilities: &[Ability]) -> UnitSetup {
    UnitSetup { abilities: abilities.to_vec(), ..unit }
}

fn with_spirit(mut unit: UnitSetup, spirit: i32) -> UnitSetup {
    unit.spirit = spirit;
    unit
}

/// A weapon that reaches any distance.
fn bow() -> Weapon {
    Weapon { name: "bow".to_owned(), range: Range { least: 0, most: None }, ..Weapon::default() }
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
    fn lines(&self, dice: &str) -> Vec<String> {
        let system = NightWizard::new(&self.setup);
        let line = |event: &Event| {
            let mut line = String::new();
            system.describe(event, &mut line).expect("a string takes every line");
            line
        };
        self.tape(dice).events.iter().map(line).collect()
    }
}

#[track_caller]
fn assert_p(got: f64, ways: u32, of: u32) {
    let want = f64::from(ways) / f64::from(of);
    assert!((got - want).abs() <= ROUNDING, "{got} where the page has {ways}/{of} = {want}");
}
