//! The rules by their numbers.
//!
//! A test is a [`Table`] with its units and rulings, the dice in the order in which they are
//! rolled, and the claim about what was [`Seen`]; rules of the board are asked of a [`State`]
//! directly. The units are the cards of the rules pages.

mod abilities;
mod attack;
mod defence;
mod describe;
mod flag;
mod injury;
mod line;
mod moves;
mod rolls;
mod rounds;
mod sensible;
mod start;
mod tactics;

use crate::Juso;
use crate::data::events::{Event, Passes};
use crate::data::metrics::{Clock, Metric};
use crate::data::setup::*;
use crate::data::tactics::*;
use crate::data::vocabulary::*;
use crate::state::State;
use fray_engine::contract::{Outcome, Report, System};
use fray_engine::draw::Chance;
use fray_engine::every::Every;
use fray_engine::fight::play;
use fray_engine::observe::{ActionRef, ActionTarget, Observer};
use fray_engine::roster::{UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::declare::rulings::RulingValue;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);
const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

/// What is left of a sum of fewer than 4096 probabilities when each addition rounds.
const ROUNDING: f64 = 4096.0 * f64::EPSILON;

/// H of the rules pages, without its cores unless a test gives it some.
fn hunter() -> UnitSetup {
    UnitSetup {
        abilities: Attributes { strength: 3, agility: 2, perception: 2, wisdom: 2 },
        levels: Attributes { strength: 2, agility: 2, perception: 1, wisdom: 1 },
        armour: 1,
        machine_level: 1,
        weapons: vec![melee(5)],
        ..UnitSetup::plain("H", UnitKind::Pc, 7)
    }
}

/// B of the rules pages.
fn brute() -> UnitSetup {
    UnitSetup {
        body: Body::Monster,
        defence: Defence { melee: 3, ranged: 3, jujutsu: 2 },
        weapons: vec![enemy_melee(7, 5)],
        ..UnitSetup::plain("B", UnitKind::Enemy, 10)
    }
}

/// A PC with this pool for everything and nothing else.
fn pc(name: &str, pool: i32) -> UnitSetup {
    let all = Attributes { perception: pool, agility: pool, wisdom: pool, strength: pool };
    UnitSetup { abilities: all, weapons: vec![melee(1)], ..UnitSetup::plain(name, UnitKind::Pc, 9) }
}

/// An enemy that never attacks, with these defence values.
fn dummy(value: i32) -> UnitSetup {
    UnitSetup {
        defence: Defence { melee: value, ranged: value, jujutsu: value },
        ..UnitSetup::plain("D", UnitKind::Enemy, 9)
    }
}

fn melee(damage: i32) -> Weapon {
    Weapon { damage: Some(damage), ..Weapon::default() }
}

fn enemy_melee(power: i32, damage: i32) -> Weapon {
    Weapon { power, damage: Some(damage), ..Weapon::default() }
}

fn bow(range: u8, damage: i32) -> Weapon {
    Weapon {
        kind: AttackKind::Ranged,
        range: Reach::Squares(range),
        damage: Some(damage),
        power: 4,
        ..Weapon::default()
    }
}

fn spell(range: Reach) -> Weapon {
    Weapon { kind: AttackKind::Jujutsu, range, ..Weapon::default() }
}

/// The weapon of a PC that never attacks: without any it would use its fists.
fn out_of_reach() -> Weapon {
    spell(Reach::Squares(0))
}

/// On this column.
fn at(col: i32, unit: UnitSetup) -> UnitSetup {
    UnitSetup { col: Some(col), ..unit }
}

/// Standing still, attacking what is in reach.
fn holding(mut unit: UnitSetup) -> UnitSetup {
    unit.tactics.stance = Plan::always(Stance::Hold);
    unit
}

fn standing(mut unit: UnitSetup, stance: Stance) -> UnitSetup {
    unit.tactics.stance = Plan::always(stance);
    unit
}

fn splitting(mut unit: UnitSetup, k: u8) -> UnitSetup {
    unit.tactics.split = Plan::always(Split::Number(k));
    unit
}

/// A scenario under construction.
#[derive(Clone)]
struct Table {
    setup: Setup,
}

impl Table {
    /// One round in which the left side begins with the flag.
    fn of(left: &[UnitSetup], right: &[UnitSetup]) -> Self {
        let setup = Setup {
            max_rounds: 1,
            flag: Flag::Held(End::Left),
            ..Setup::plain(left.to_vec(), right.to_vec())
        };
        Self { setup }
    }

    fn rounds(mut self, max_rounds: u32) -> Self {
        self.setup.max_rounds = max_rounds;
        self
    }

    fn flag(mut self, end: End) -> Self {
        self.setup.flag = Flag::Held(end);
        self
    }

    /// Sets a ruling by key and value as a file would.
    fn ruling(mut self, key: &str, value: &str) -> Self {
        let read = value.parse().map_or(RulingValue::Word(value), RulingValue::Number);
        assert_eq!(self.setup.rulings.set(key, read), Some(true), "{key} = {value}");
        self
    }

    fn system(&self) -> Juso {
        Juso::new(&self.setup)
    }

    /// The rules with the state at the start of a fight in which nothing is rolled for it.
    fn board(&self) -> (Juso, State) {
        let system = self.system();
        let mut state = State::default();
        system.begin(&mut state, &mut Tape::d6(""), &mut fray_engine::observe::Nobody);
        (system, state)
    }

    /// Plays with these dice, all of which must be used: digits are faces of six-sided dice,
    /// `d7=2` is the 2 of a seven-sided one.
    fn tape(&self, dice: &str) -> Seen {
        let mut script = Vec::new();
        for word in dice.split_whitespace() {
            match word.strip_prefix('d').and_then(|die| die.split_once('=')) {
                Some((sides, face)) => script.push((sides.parse().unwrap(), face.parse().unwrap())),
                None => script.extend(word.chars().filter_map(|c| c.to_digit(10)).map(|face| (6, face))),
            }
        }
        watch(&self.system(), &mut Tape::new(&script))
    }

    /// The probability that `is` holds of a fight.
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

fn watch(system: &Juso, dice: &mut impl Chance) -> Seen {
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
    fn life(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).life
    }

    fn own(&self, unit: UnitId) -> i32 {
        self.state.unit(unit).own
    }

    fn has(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    /// All observations of a metric of one unit.
    fn all(&self, unit: UnitId, metric: Metric) -> Vec<u32> {
        self.log.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).collect()
    }

    /// Returns whether each attack of one unit hit, target by target.
    fn hits(&self, unit: UnitId) -> Vec<bool> {
        self.log.attacks.iter().filter(|attack| attack.0 == unit).map(|attack| attack.1).collect()
    }

    /// Returns how much of a count one unit has.
    fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.all(unit, metric).iter().sum()
    }

    /// Round and activation of each strike of a clock of a unit.
    fn marks(&self, unit: UnitId, clock: Clock) -> Vec<(u32, u32)> {
        let is = |mark: &&(u32, u32, UnitId, Clock)| (mark.2, mark.3) == (unit, clock);
        self.log.marks.iter().filter(is).map(|mark| (mark.0, mark.1)).collect()
    }

    /// Returns whom each attack was declared on.
    fn targets(&self) -> Vec<UnitId> {
        let target = |event: &Event| match event {
            Event::Attacks { target, .. } => Some(*target),
            _ => None,
        };
        self.events.iter().filter_map(target).collect()
    }

    /// Pool with cores, cores and split of each attack.
    fn declared(&self) -> Vec<(i32, i32, i32)> {
        let dice = |event: &Event| match event {
            Event::Attacks { pool, cores, split, .. } | Event::AttacksArea { pool, cores, split, .. } => {
                Some((*pool, *cores, *split))
            }
            _ => None,
        };
        self.events.iter().filter_map(dice).collect()
    }

    /// Returns who had a slot, in order.
    fn slots(&self) -> Vec<UnitId> {
        self.log.slots.clone()
    }

    fn won(&self, end: End) -> bool {
        self.outcome == Some(Outcome::Win(end.side()))
    }
}

/// What an observer is told.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    adds: Vec<(UnitId, Metric, u32)>,
    /// Attacks on each of their targets: by whom, and whether they got through to the damage roll.
    attacks: Vec<(UnitId, bool)>,
    /// Round, activation, unit, clock.
    marks: Vec<(u32, u32, UnitId, Clock)>,
    slots: Vec<UnitId>,
    outcome: Option<Outcome>,
    round: u32,
    activation: u32,
}

impl Observer<Juso> for Log {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn attack(&mut self, action_ref: ActionRef, _: ActionTarget, hit: bool, _: u32) {
        self.attacks.push((action_ref.by, hit));
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.slots.push(unit);
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

#[track_caller]
fn assert_p(got: f64, ways: u64, of: u64) {
    let want = ways as f64 / of as f64;
    assert!((got - want).abs() <= ROUNDING, "{got} where the page has {ways}/{of} = {want}");
}
