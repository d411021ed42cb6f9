//! The decisions and their choices, each declared once: the reader, the lists and the JSON Schema
//! come from here.

use crate::roster::UnitId;
use crate::sheet::node::Node;
use crate::sheet::plan::{self, Choice, Chooser, DecisionInfo, Named, Takes};
use crate::sheet::problem::Problems;

use super::super::tactics::{Delay, Downed, Entry, Fact, Pass, Plan, Tactics, Target};
use super::not_played;

/// Declares the decisions: for each its key, the ledger's name, a sentence, and its choices, the
/// default first.
macro_rules! decisions {
    ($($(#[doc = $sentence:literal])+ $key:ident $id:literal: $type:ty {
        $(#[doc = $why:literal] $name:literal $takes:expr => $make:expr;)*
    })*) => {
        /// The decisions that are played.
        pub(super) const DECISIONS: &[DecisionInfo] = &[$(DecisionInfo {
            key: stringify!($key),
            id: $id,
            sentence: crate::declare::trimmed(concat!($($sentence),+)),
            choices: &[$(($name, $takes, crate::declare::trimmed($why))),*],
        }),*];

        /// Reads a table `tactics`.
        pub(super) fn read(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
            let mut tactics = Tactics::default();
            let Some(table) = plan::open(node, DECISIONS, not_played::DECISIONS, chooser.path, problems) else {
                return tactics;
            };
            $(if let Some(entry) = table.get(stringify!($key)) {
                let choices: &[Choice<$type>] = &[$(Choice {
                    name: $name,
                    takes: $takes,
                    sentence: crate::declare::trimmed($why),
                    make: $make,
                }),*];
                let path = crate::sheet::declare::join(chooser.path, stringify!($key));
                let chooser = Chooser { path: &path, ..chooser };
                let read = plan::read(&entry.value, choices, Fact::ALL, has_maximum, chooser, problems);
                let entries = read.into_iter().map(|(what, when)| Entry { what, when });
                tactics.$key = Plan { entries: entries.collect() };
            })*
            tactics
        }
    };
}

decisions! {
    /// Whom the unit attacks, among its legal targets; ties go to listed order.
    target "D-target": Target {
        /// The first in listed order.
        "first" Takes::Nothing => |_| Target::First;
        /// The nearest; on one square the first in listed order.
        "nearest" Takes::Nothing => |_| Target::Nearest;
        /// The one with the fewest HP.
        "weakest" Takes::Nothing => |_| Target::Weakest;
        /// The one with the highest Attack less the unit's own Defense.
        "threat" Takes::Nothing => |_| Target::Threat;
        /// The one that has lost the most HP.
        "most_damaged" Takes::Nothing => |_| Target::MostDamaged;
        /// The one against whom an attack has the highest expected damage.
        "best_damage" Takes::Nothing => |_| Target::BestDamage;
        /// One at random, each as likely as the others.
        "random" Takes::Nothing => |_| Target::Random;
        /// The one attacked last, as long as it is legal; otherwise the first.
        "same" Takes::Nothing => |_| Target::Same;
    }

    /// What the unit does when it is its turn, before its Main.
    delay "D-delay": Delay {
        /// It acts.
        "act" Takes::Nothing => |_| Delay::Act;
        /// It lowers its count to this value, if it is above.
        "to" Takes::Number(-999, 999) => Delay::To;
        /// It sits out the round.
        "sit_out" Takes::Nothing => |_| Delay::SitOut;
        /// It lets this ally take its next Main first.
        "after_ally" Takes::Ally => |unit| Delay::AfterAlly(UnitId(unit as u8));
        /// It lets this enemy take its next Main first.
        "after_enemy" Takes::Enemy => |unit| Delay::AfterEnemy(UnitId(unit as u8));
    }

    /// Whether enemies in Near Death are attacked.
    downed "D-downed": Downed {
        /// They are not.
        "ignore" Takes::Nothing => |_| Downed::Ignore;
        /// They are, like any other.
        "finish_off" Takes::Nothing => |_| Downed::FinishOff;
    }

    /// What the unit does with a Main that has nothing to do.
    pass "D-pass": Pass {
        /// It takes the Main, which costs its count, and does nothing.
        "pass_main" Takes::Nothing => |_| Pass::PassMain;
        /// It sits out the round.
        "sit_out" Takes::Nothing => |_| Pass::SitOut;
    }
}

/// Checks the tactics of a block by itself. Whom they name is known only in a scenario.
pub(super) fn check(node: &Node, path: &str, problems: &mut Problems) {
    let own = [Named { base: String::new(), name: String::new(), side: 0 }];
    let mut found = Problems::default();
    read(node, Chooser { units: &own, own: 0, abilities: &[], path }, &mut found);
    for problem in found.sorted().into_iter().filter(|problem| !problem.may_follow) {
        problems.extend([problem]);
    }
}

/// Only HP have a maximum that a percentage could be of.
fn has_maximum(fact: Fact) -> bool {
    fact == Fact::Hp
}
