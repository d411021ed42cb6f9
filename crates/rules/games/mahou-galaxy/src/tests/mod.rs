//! The rules by their numbers.
//!
//! A scenario is a text as in a file; its fights are played with dice from a fixed generator or from a
//! script, and what was told is looked at.

mod abilities;
mod attacks;
mod defences;
mod dice;
mod effects;
mod escapes;
mod holds;
mod interrupts;
mod items;
mod judgement;
mod map;
mod reactions;
mod rules;
mod summons;
mod switches;
mod talk;
mod terrain;
mod tokens;
mod turns;
mod words;
mod wrestling;

use crate::data::events::Event;
use crate::data::metrics::{Clock, Metric};
use crate::data::setup::Setup;
use crate::sheet::{PARTS, check, read};
use crate::state::{Phase, State};
use crate::{MahouGalaxy, Play};
use fray_engine::contract::{Outcome, Report};
use fray_engine::draw::{Chance, Roll};
use fray_engine::fight::play;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};
use fray_engine::tape::Tape;
use fray_kit::sheet::testing::Reader;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// Returns what a scenario without its first line means.
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

/// The dice of a script: words like `d6=3`, faces on the die and the face that it shows.
fn script(dice: &str) -> Vec<(u32, u32)> {
    let number = |text: &str| text.parse().expect("a number");
    dice.split_whitespace()
        .filter_map(|word| word.strip_prefix('d')?.split_once('='))
        .map(|(sides, face)| (number(sides), number(face)))
        .collect()
}

/// A fight with the dice of a script.
fn scripted(setup: &Setup, dice: &str) -> (Log, State) {
    let system = MahouGalaxy::new(setup);
    let (mut state, mut log) = (State::default(), Log::default());
    play(&system, &mut state, &mut Tape::new(&script(dice)), &mut log);
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

/// A fight in its first round, tokens granted, in which a test does one thing after the other.
struct Scene {
    rules: MahouGalaxy,
    state: State,
    log: Log,
}

impl Scene {
    #[track_caller]
    fn new(text: &str) -> Self {
        Self::of(MahouGalaxy::new(&setup(text, &[])))
    }

    fn of(rules: MahouGalaxy) -> Self {
        let mut scene = Self { rules, state: State::default(), log: Log::default() };
        scene.act("", |play| {
            play.begin();
            play.state.phase = Phase::Turns;
            play.state.round = 1;
            play.rules.everyone.for_each(|unit| play.grant(unit));
        });
        scene
    }

    /// Does something with the dice of a script, which has to use them all.
    fn act<R>(&mut self, dice: &str, f: impl FnOnce(&mut Play<'_, Tape, Log>) -> R) -> R {
        let mut tape = Tape::new(&script(dice));
        let Self { rules, state, log } = self;
        f(&mut Play { rules, state, dice: &mut tape, obs: log })
    }

    /// A full turn of a unit.
    fn turn(&mut self, unit: UnitId, dice: &str) {
        self.state.pass = 0;
        self.turn_of_pass(unit, dice);
    }

    /// A turn of a unit in the pass that is under way.
    fn turn_of_pass(&mut self, unit: UnitId, dice: &str) {
        self.act(dice, |play| {
            play.begin_turn(unit);
            for _ in 0..20 {
                play.play_turn();
            }
            assert_eq!(play.state.turn.unit, None, "the turn is over");
        });
    }

    fn told(&self) -> Vec<String> {
        let tell = |event: &Event| {
            let mut line = String::new();
            self.rules.describe(event, &mut line).expect("a string takes every line");
            line
        };
        self.log.events.iter().map(tell).collect()
    }

    /// Returns whether these texts stand in lines of the transcript, in this order.
    #[track_caller]
    fn tells(&self, texts: &[&str]) {
        let told = self.told();
        let mut lines = told.iter();
        for text in texts {
            assert!(lines.any(|line| line.contains(text)), "`{text}` in {told:#?}");
        }
    }

    #[track_caller]
    fn never_tells(&self, text: &str) {
        let told = self.told();
        assert!(!told.iter().any(|line| line.contains(text)), "`{text}` in {told:#?}");
    }
}
