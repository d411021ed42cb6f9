//! What is declared of the game: the reader, lists, the JSON Schema, columns and errors come from it.

use fray_engine::roster::{SideId, UnitId};
use fray_engine::{clocks, metrics};
use fray_kit::declare::facts::Facts;
use fray_kit::sheet::types::{Int, ReadBySystem};
use fray_kit::tactics::range::Range;
use fray_kit::{events, facts, rulings, stat_block, tactics};

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

/// What a scenario means.
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

rulings! {
    /// The silences of the text.
    pub struct Rulings of Setup {
        /// Which side is first in a round.
        "TY-02" first: enum First {
            /// A fair toss in each round.
            Rolled = "rolled",
            /// The first of the file.
            Listed = "listed",
        } = First::Rolled;
    }
}

facts! {
    /// What a condition may ask.
    pub enum Fact {
        /// Its hit points; with `%`, of those it began with.
        Hp: OfMaximum = "hp" in Range::from(1..=99).up_to_whole();
        /// Its shots.
        Shots: Number = "shots" in 0..=20;
        /// How many enemies stand.
        Foes: Number = "foes" in 1..;
    }
}

impl Facts for Fact {}

/// What decides whether a tactic can matter.
pub type Subject<'a> = fray_kit::tactics::Subject<'a, UnitSetup, Rulings>;

tactics! {
    /// The decisions.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit.
    struct Tactics {
        /// Whom the unit attacks.
        "D-01" target: Target {
            /// The first in listed order.
            First = "first";
            /// The one with the fewest hit points, then listed order.
            /// Good for putting foes out one by one.
            Weakest = "weakest";
            /// One at random, each as likely as the others.
            /// Good for mobs without a plan.
            Random = "random";
        }
    }
}

metrics! {
    /// What is counted.
    pub enum Metric where units_die = false {
        /// Attacks with bare fists.
        Blows = "blows": Kind::Count;
        /// Shots that are left at the end; none of who is down.
        ShotsLeft = "shots_left": Kind::Value;
    }
}

clocks! {
    /// The clocks.
    pub enum Clock {
        /// The unit has no shot left (TY-05).
        Exhausted(Exhaustion) = "exhausted" {
            /// By an attack.
            Attack = "attack",
        }
    }
}

events! {
    /// One line of the play-by-play.
    pub enum Event of Toy as toy {
        /// A round begins (TY-02).
        Begins { first: SideId } ["{first} is first"],
        /// An attack (TY-03, TY-05).
        Attacks { unit: UnitId, target: UnitId, bow: bool, roll: u8, need: u8 } [
            "{unit} {does} {target}: d6 = {roll} against {need}: {hits}",
            does = if bow { "shoots at" } else { "strikes" }, hits = if roll >= need { "hit" } else { "miss" }
        ],
        /// A hit (TY-04).
        Hurt { unit: UnitId, damage: u8, hp: u8 } [
            if hp == 0 => "  {unit} loses {damage} HP and is down";
            "  {unit} loses {damage} HP, {hp} left"
        ],
        /// The last shot is spent (TY-05).
        Exhausted { unit: UnitId } ["  {unit} has no shot left"],
    }
}
