//! What an ability does.

use super::Status;
use crate::dice::pool::{Dice, Pool};
use crate::rules::chart::{Chart, ChartOf};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::sheet::variants::{Maybe, Nothing};
use fray_kit::{choices, variants, words};

/// CA-31 to CA-38, CA-55: a kind of damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two points for a success; against one species alone, if it says so.
    Slaying(Option<String>),
    /// A point more for every two successes.
    Critical,
    /// Two points for a success unless the target Retreats.
    Impaling,
    /// No armor dice.
    Penetrating,
    /// The soak dice are rolled twice.
    Weak,
    /// The bonus alone.
    Flat,
    /// Stops at Dying.
    Nonlethal,
    /// Puts to sleep.
    Knockout,
    /// Holds the target.
    Grapple,
}

variants! {
    /// A kind of damage as it stands in a file.
    pub struct KindOf is "a kind of damage" of Kind {
        /// Two points for a success; `{ slaying = "TAG" }` against one species alone.
        "slaying": Maybe<Name> => Kind::Slaying;
        /// A point more for every two successes.
        "critical": Nothing => |()| Kind::Critical;
        /// Two points for a success unless the target Retreats.
        "impaling": Nothing => |()| Kind::Impaling;
        /// No armor dice.
        "penetrating": Nothing => |()| Kind::Penetrating;
        /// The soak dice are rolled twice.
        "weak": Nothing => |()| Kind::Weak;
        /// The bonus alone, whatever the successes.
        "flat": Nothing => |()| Kind::Flat;
        /// It stops at Dying.
        "nonlethal": Nothing => |()| Kind::Nonlethal;
        /// It adds Asleep at 1 and Unconscious at 2.
        "knockout": Nothing => |()| Kind::Knockout;
        /// It holds the target.
        "grapple": Nothing => |()| Kind::Grapple;
    }
}

words! {
    /// What dice are rolled for.
    pub enum ModWord {
        /// Attacks.
        Attack = "attack",
        /// Dodge.
        Dodge = "dodge",
        /// Parry.
        Parry = "parry",
        /// Counter.
        Counter = "counter",
        /// Soak.
        Soak = "soak",
        /// Rally.
        Rally = "rally",
        /// Initiative.
        Initiative = "initiative",
        /// Resistance.
        Resist = "resist",
    }

    /// CA-04: what of a roll is rolled again.
    pub enum Again {
        /// The dice that show 1.
        OwnOnes = "own_ones",
        /// The lowest die, unless it counts.
        Lowest = "lowest",
        /// All dice, if the roll came to nothing; those of an enemy, if it came to something.
        All = "all",
    }

    /// Who moves.
    pub enum Who {
        /// The owner of the ability.
        Itself = "self",
        /// Its target.
        Target = "target",
    }

    /// Which way, seen by the other of the two.
    pub enum Direction {
        /// Nearer to the other.
        Toward = "toward",
        /// Away from the other.
        Away = "away",
    }
}

words! {
    /// CA-09: an action.
    pub enum ActionWord {
        /// Attack.
        Attack = "attack",
        /// Guard.
        Guard = "guard",
        /// Aim.
        Aim = "aim",
        /// Ready.
        Ready = "ready",
        /// Reload.
        Reload = "reload",
        /// Recover.
        Recover = "recover",
        /// Rally.
        Rally = "rally",
        /// First Aid.
        FirstAid = "first_aid",
        /// Stand.
        Stand = "stand",
        /// Dash.
        Dash = "dash",
        /// Sprint.
        Sprint = "sprint",
        /// Run.
        Run = "run",
        /// Fly.
        Fly = "fly",
    }
}

choices! {
    /// How long something lasts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// Not at all.
        "instant" Instant,
        /// To the end of the attack.
        "this_attack" ThisAttack,
        /// To the end of the turn in which it is given.
        "end_of_turn" EndOfTurn,
        /// To the start of its holder's next turn.
        "own_next_turn" OwnNextTurn,
        /// This many round ends.
        "rounds" Rounds(u8 as Int<1, 100>),
        /// To the end of the fight.
        "fight" Fight,
        /// Until its holder rolls enough successes at the end of its turn.
        "until_roll" UntilRoll {
            /// What is rolled.
            "CA-62" pool: Pool as Dice<1, 12>, required;
            /// The number that it is rolled against.
            "CA-62" against: u8 as Int<0, 12>, required;
            /// How many successes end it.
            "CA-62" successes: u8 as Int<1, 4>, required;
        },
    }
}

choices! {
    /// What an ability does to each of its targets.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Effect is "an effect" {
        /// Damage: the ability is an attack (CA-66).
        "damage" Damage {
            /// The bonus, to which the successes of a roll are added.
            "CA-32" points: u8 as Int<0, 20>, required;
            /// Its kinds.
            "CA-31, CA-38" effects: Vec<Kind> as Items<KindOf> = "[]";
            /// Whether it is soaked.
            "CA-33" soakable: bool = "true";
        },
        /// A status.
        "add_status" AddStatus or status {
            /// Which.
            "CA-48" status: Status, required;
            /// How long; for the fight, if nothing is said.
            "CA-49" duration: Duration = "fight";
        },
        /// Statuses end.
        "remove_status" RemoveStatus(Vec<Status> as Items<Status>),
        /// Dice more in a roll.
        "bonus_die" BonusDie {
            /// Which.
            "CA-04" dice: Pool as Dice<1, 6>, required;
            /// In what roll.
            "CA-04" to: ModWord, required;
            /// How long.
            "CA-49" duration: Duration = "instant";
        },
        /// Dice for whoever rolls against the target's roll.
        "penalty_die" PenaltyDie {
            /// Which.
            "CA-04" dice: Pool as Dice<1, 6>, required;
            /// Against what roll.
            "CA-04" to: ModWord, required;
            /// How long.
            "CA-49" duration: Duration = "instant";
        },
        /// The largest die of a pool is larger.
        "upgrade_die" UpgradeDie {
            /// Of what roll.
            "CA-04" pool: ModWord, required;
            /// By how many sizes, up to a d12.
            "CA-04" steps: u8 as Int<1, 4>, required;
            /// How long.
            "CA-49" duration: Duration = "fight";
        },
        /// Soak dice more, for the fight.
        "extra_soak" ExtraSoak(Pool as Dice<1, 6>),
        /// A ward of this many points, if it has less.
        "ward" Ward(u8 as Int<1, 20>),
        /// Somebody moves.
        "move" Move {
            /// Who.
            "CA-16" who: Who, required;
            /// How far.
            "CA-16" paces: u8 as Int<1, 100>, required;
            /// Which way.
            "CA-16" direction: Direction, required;
        },
        /// Knockdown.
        "knockdown" Knockdown,
        /// The weapon that the target would use is no longer ready.
        "disarm" Disarm,
        /// The target's weapons are loaded.
        "reload" Reload,
        /// A longer or shorter Stride, for the fight.
        "stride" Stride(i8 as Int<-2, 10>),
        /// A longer or shorter Dash, for the fight.
        "dash" Dash(i8 as Int<-2, 10>),
        /// An action may not be taken, for the fight.
        "forbid" Forbid(ActionWord),
        /// An action comes before all others of a turn where it can be taken, for the fight.
        "force" Force(ActionWord),
        /// Which methods answer which attacks on it, for the fight: pairs as those of the ruling.
        "defence_chart" DefenceChart(Chart as ChartOf),
        /// It stands somewhere else within this many paces, with nothing between.
        "teleport" Teleport(u8 as Int<1, 100>),
        /// Dice of its next roll are rolled again, once, and the second roll stands.
        "reroll" Reroll(Again as Again),
        /// A Dead unit comes back.
        "revive" Revive,
    }
}

impl Effect {
    /// Returns whether it is good for whoever it is on: an area of it is laid around friends.
    #[must_use]
    pub fn helps(&self) -> bool {
        match *self {
            Self::RemoveStatus(_)
            | Self::BonusDie { .. }
            | Self::UpgradeDie { .. }
            | Self::ExtraSoak(_)
            | Self::Ward(_)
            | Self::Reload
            | Self::DefenceChart(_)
            | Self::Reroll(_)
            | Self::Revive => true,
            Self::Stride(paces) | Self::Dash(paces) => paces > 0,
            _ => false,
        }
    }

    /// Returns whether it lasts, and how long: what is more than a moment.
    #[must_use]
    pub fn lasts(&self) -> Option<Duration> {
        match *self {
            Self::BonusDie { duration, .. }
            | Self::PenaltyDie { duration, .. }
            | Self::UpgradeDie { duration, .. }
            | Self::AddStatus { duration, .. } => Some(duration),
            Self::ExtraSoak(_)
            | Self::Stride(_)
            | Self::Dash(_)
            | Self::Forbid(_)
            | Self::Force(_)
            | Self::DefenceChart(_)
            | Self::Reroll(_) => Some(Duration::Fight),
            _ => None,
        }
    }
}
