//! The rules by their numbers.
//!
//! A scenario is a text as in a file; its fights are played with dice from a fixed generator or from a
//! script, and what was told is looked at.

mod dice;
mod rules;
mod switches;

use super::MahouGalaxy;
use super::events::Event;
use super::metrics::{Clock, Metric};
use super::setup::Setup;
use super::sheet::{PARTS, check, read};
use super::state::State;
use crate::engine::contract::{Outcome, System};
use crate::engine::draw::{Chance, Roll};
use crate::engine::fight::play;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::engine::tape::Tape;
use crate::sheet::testing::Reader;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// What a scenario without its first line means.
#[track_caller]
fn setup(text: &str, sets: &[&str]) -> Setup {
    let text = format!("system = \"mahou-galaxy\"\n{text}");
    match (Reader { parts: &PARTS, check, read }).scenario(&text, sets) {
        Ok(setup) => setup,
        Err(errors) => panic!("{errors:?} in\n{text}"),
    }
}

/// Two units, each on its own side, with these keys.
fn duel(a: &str, b: &str) -> String {
    let unit = |side: &str, name: &str, keys: &str| {
        format!("[[side]]\nname = \"{side}\"\n[[side.unit]]\nname = \"{name}\"\n{keys}\n")
    };
    unit("left", "Ann", a) + &unit("right", "Bob", b)
}

/// Dice of a fixed generator (SplitMix64), die by die.
struct Mixed(u64);

impl Chance for Mixed {
    const MAY_BATCH_TURNS: bool = true;

    fn below(&mut self, _: Roll, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * u128::from(n)) >> 64) as u32
    }
}

/// What was reported of a fight.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    adds: Vec<(UnitId, Metric, u32)>,
    marks: Vec<(u32, UnitId, Clock)>,
    turns: Vec<(u32, UnitId)>,
    round: u32,
    outcome: Option<Outcome>,
}

impl Observer<MahouGalaxy> for Log {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> Event) {
        self.events.push(make());
    }

    fn add(&mut self, unit: UnitId, metric: Metric, n: u32) {
        self.adds.push((unit, metric, n));
    }

    fn mark(&mut self, unit: UnitId, clock: Clock) {
        self.marks.push((self.round, unit, clock));
    }

    fn activation(&mut self, unit: UnitId) {
        self.turns.push((self.round, unit));
    }

    fn round_begins(&mut self, round: u32, _: UnitSet) {
        self.round = round;
    }

    fn fight_over(&mut self, outcome: Outcome, _: UnitSet) {
        self.outcome = Some(outcome);
    }
}

impl Log {
    fn sum(&self, unit: UnitId, metric: Metric) -> u32 {
        self.adds.iter().filter(|add| (add.0, add.1) == (unit, metric)).map(|add| add.2).sum()
    }
}

/// The reports of so many fights of a scenario.
fn fights(setup: &Setup, n: u64) -> Vec<Log> {
    (0..n).map(|seed| fight(setup, seed)).collect()
}

/// The report of the fight of a seed.
fn fight(setup: &Setup, seed: u64) -> Log {
    let (mut state, mut log) = (State::default(), Log::default());
    let mut dice = Mixed(seed.wrapping_mul(0xD134_2543_DE82_EF95));
    play(&MahouGalaxy::new(setup), &mut state, &mut dice, &mut log);
    log
}

/// A fight with the dice of a script: pairs of faces on the die and the face that it shows, in words
/// like `d6=3`.
fn scripted(setup: &Setup, dice: &str) -> (Log, State) {
    let number = |text: &str| text.parse().expect("a number");
    let script: Vec<(u32, u32)> = dice
        .split_whitespace()
        .filter_map(|word| word.strip_prefix('d')?.split_once('='))
        .map(|(sides, face)| (number(sides), number(face)))
        .collect();
    let system = MahouGalaxy::new(setup);
    let (mut state, mut log) = (State::default(), Log::default());
    play(&system, &mut state, &mut Tape::new(&script), &mut log);
    (log, state)
}

/// The play-by-play of a report.
fn told(setup: &Setup, log: &Log) -> Vec<String> {
    let system = MahouGalaxy::new(setup);
    let tell = |event: &Event| {
        let mut line = String::new();
        system.describe(event, &mut line).expect("a string takes every line");
        line
    };
    log.events.iter().map(tell).collect()
}
