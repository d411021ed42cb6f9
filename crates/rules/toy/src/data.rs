//! The declarations of the game: the reader, lists, the JSON Schema, columns and errors come from them.

use fray_engine::roster::{SideId, UnitId};
use fray_engine::{Clocks, metrics};
use fray_kit::declare::facts::Facts;
use fray_kit::declare::tactics::DecisionInfo;
use fray_kit::sheet::types::{Int, ReadBySystem};
use fray_kit::tactics::plan::Plan;
use fray_kit::tactics::range::Range;
use fray_kit::{Decision, Decisions, Event, FactList, Rulings, Words, stat_block};

use super::Toy;

stat_block! {
    /// A stat block.
    pub struct UnitSetup is "unit", beside Beside;
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [fields {
        /// Hit points.
        "TY-01" hp: u8 as Int<1, 99>, required;
        /// The least roll of a d6 that hits with the bow.
        "TY-03" aim: u8 as Int<2, 6> = "4";
        /// Hit points that a hit with the bow takes off.
        "TY-04" damage: u8 as Int<1, 20> = "1";
        /// Attacks with the bow.
        "TY-05" shots: u8 as Int<0, 20> = "6";
    }]
    [set {
        /// Its decisions.
        tactics: Tactics;
    }]
    [beside {
        /// Its decisions.
        "D-01" tactics: ReadBySystem;
    }]
}

/// The prepared meaning of a scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rulings in force.
    pub rulings: Rulings,
    /// The round after which an undecided fight is a timeout.
    pub max_rounds: u32,
    /// Whether each side is in the other's place: `listed` is the second then.
    pub is_mirrored: bool,
    /// The sides with their names, in file order.
    pub sides: [(String, Vec<UnitSetup>); 2],
}

/// The silences of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Rulings)]
#[rulings(of = Setup)]
pub struct Rulings {
    /// Which side is first in a round.
    #[ruling("TY-02", default = First::Rolled)]
    pub first: First,
}

/// The answers to the ruling `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum First {
    /// A fair toss in each round.
    Rolled,
    /// The first of the file.
    Listed,
}

/// What a condition may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// Its hit points; with `%`, of those it began with.
    #[fact(of_maximum, range = Range::from(1..=99).up_to_whole())]
    Hp,
    /// Its shots.
    #[fact(range = 0..=20)]
    Shots,
    /// How many enemies stand.
    #[fact(range = 1..)]
    Foes,
}

impl Facts for Fact {}

/// The unit and the rulings that decide whether a tactic can matter.
pub type Subject<'a> = fray_kit::tactics::Subject<'a, UnitSetup, Rulings>;

/// The decisions.
pub const DECISIONS: &[DecisionInfo] = &Tactics::DECISIONS;

/// The decisions of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Tactics {
    /// Whom the unit attacks.
    pub target: Plan<Target, Fact>,
}

/// Whom the unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-01")]
pub enum Target {
    /// The first in listed order.
    First,
    /// The one with the fewest hit points, then listed order.
    /// Good for putting foes out one by one.
    Weakest,
    /// One at random, each as likely as the others.
    /// Good for mobs without a plan.
    Random,
}

/// What is counted.
#[metrics]
pub enum Metric {
    /// Attacks with bare fists.
    Blows,
    /// Shots that are left at the end; none of who is down.
    #[metric(value)]
    ShotsLeft,
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// The unit has no shot left (TY-05).
    Exhausted(Exhaustion),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhaustion {
    /// By an attack.
    Attack,
}

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Event)]
#[event(of = Toy, toy)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// A round begins (TY-02).
    #[line("{first} is first")]
    Begins { first: SideId },
    /// An attack (TY-03, TY-05).
    #[line(
        "{unit} {does} {target}: d6 = {roll} against {need}: {hits}",
        does = if bow { "shoots at" } else { "strikes" },
        hits = if roll >= need { "hit" } else { "miss" }
    )]
    Attacks { unit: UnitId, target: UnitId, bow: bool, roll: u8, need: u8 },
    /// A hit (TY-04).
    #[line(if hp == 0 => "  {unit} loses {damage} HP and is down")]
    #[line("  {unit} loses {damage} HP, {hp} left")]
    Hurt { unit: UnitId, damage: u8, hp: u8 },
    /// The last shot is spent (TY-05).
    #[line("  {unit} has no shot left")]
    Exhausted { unit: UnitId },
}
