//! The effects of abilities.

use super::Status;
use crate::dice::pool::{Dice, Pool};
use crate::rules::attacks::chart::{Chart, ChartOf};
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::sheet::variants::{Maybe, Nothing};
use fray_kit::{Choices, Words, variants};

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

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ModWord {
    /// Attacks.
    Attack,
    /// Dodge.
    Dodge,
    /// Parry.
    Parry,
    /// Counter.
    Counter,
    /// Soak.
    Soak,
    /// Rally.
    Rally,
    /// Initiative.
    Initiative,
    /// Resistance.
    Resist,
}

/// CA-04: what of a roll is rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Again {
    /// The dice that show 1.
    OwnOnes,
    /// The lowest die, unless it counts.
    Lowest,
    /// All dice, if the roll came to nothing; those of an enemy, if it came to something.
    All,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Who {
    /// The owner of the ability.
    #[word("self")]
    Itself,
    /// Its target.
    Target,
}

/// Which way, seen by the other of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Direction {
    /// Nearer to the other.
    Toward,
    /// Away from the other.
    Away,
}

/// CA-09: an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ActionWord {
    /// Attack.
    Attack,
    /// Guard.
    Guard,
    /// Aim.
    Aim,
    /// Ready.
    Ready,
    /// Reload.
    Reload,
    /// Recover.
    Recover,
    /// Rally.
    Rally,
    /// First Aid.
    FirstAid,
    /// Stand.
    Stand,
    /// Dash.
    Dash,
    /// Sprint.
    Sprint,
    /// Run.
    Run,
    /// Fly.
    Fly,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a duration")]
pub enum Duration {
    /// Not at all.
    Instant,
    /// To the end of the attack.
    ThisAttack,
    /// To the end of the turn in which it is given.
    EndOfTurn,
    /// To the start of its holder's next turn.
    OwnNextTurn,
    /// This many round ends.
    #[choice(reads = Int<1, 100>)]
    Rounds(u8),
    /// To the end of the fight.
    Fight,
    /// Until its holder rolls enough successes at the end of its turn.
    UntilRoll {
        /// What is rolled.
        #[key("CA-62", reads = Dice<1, 12>, required)]
        pool: Pool,
        /// The number that it is rolled against.
        #[key("CA-62", reads = Int<0, 12>, required)]
        against: u8,
        /// How many successes end it.
        #[key("CA-62", reads = Int<1, 4>, required)]
        successes: u8,
    },
}

/// What an ability does to each of its targets.
#[derive(Clone, Debug, PartialEq, Eq, Choices)]
#[choices("an effect")]
pub enum Effect {
    /// Damage: the ability is an attack (CA-66).
    Damage {
        /// The bonus, to which the successes of a roll are added.
        #[key("CA-32", reads = Int<0, 20>, required)]
        points: u8,
        /// Its kinds.
        #[key("CA-31, CA-38", reads = Items<KindOf>, default = "[]")]
        effects: Vec<Kind>,
        /// Whether it is soaked.
        #[key("CA-33", default = "true")]
        soakable: bool,
    },
    /// A status.
    #[choice(short = status)]
    AddStatus {
        /// Which.
        #[key("CA-48", required)]
        status: Status,
        /// How long; for the fight, if nothing is said.
        #[key("CA-49", default = "fight")]
        duration: Duration,
    },
    /// Statuses end.
    #[choice(reads = Items<Status>)]
    RemoveStatus(Vec<Status>),
    /// Dice more in a roll.
    BonusDie {
        /// Which.
        #[key("CA-04", reads = Dice<1, 6>, required)]
        dice: Pool,
        /// In what roll.
        #[key("CA-04", required)]
        to: ModWord,
        /// How long.
        #[key("CA-49", default = "instant")]
        duration: Duration,
    },
    /// Dice for whoever rolls against the target's roll.
    PenaltyDie {
        /// Which.
        #[key("CA-04", reads = Dice<1, 6>, required)]
        dice: Pool,
        /// Against what roll.
        #[key("CA-04", required)]
        to: ModWord,
        /// How long.
        #[key("CA-49", default = "instant")]
        duration: Duration,
    },
    /// The largest die of a pool is larger.
    UpgradeDie {
        /// Of what roll.
        #[key("CA-04", required)]
        pool: ModWord,
        /// By how many sizes, up to a d12.
        #[key("CA-04", reads = Int<1, 4>, required)]
        steps: u8,
        /// How long.
        #[key("CA-49", default = "fight")]
        duration: Duration,
    },
    /// Soak dice more, for the fight.
    #[choice(reads = Dice<1, 6>)]
    ExtraSoak(Pool),
    /// A ward of this many points, if it has less.
    #[choice(reads = Int<1, 20>)]
    Ward(u8),
    /// Somebody moves.
    Move {
        /// Who.
        #[key("CA-16", required)]
        who: Who,
        /// How far.
        #[key("CA-16", reads = Int<1, 100>, required)]
        paces: u8,
        /// Which way.
        #[key("CA-16", required)]
        direction: Direction,
    },
    /// Knockdown.
    Knockdown,
    /// The weapon that the target would use is no longer ready.
    Disarm,
    /// The target's weapons are loaded.
    Reload,
    /// A longer or shorter Stride, for the fight.
    #[choice(reads = Int<-2, 10>)]
    Stride(i8),
    /// A longer or shorter Dash, for the fight.
    #[choice(reads = Int<-2, 10>)]
    Dash(i8),
    /// An action may not be taken, for the fight.
    Forbid(ActionWord),
    /// An action comes before all others of a turn where it can be taken, for the fight.
    Force(ActionWord),
    /// Which methods answer which attacks on it, for the fight: pairs as those of the ruling.
    #[choice(reads = ChartOf)]
    DefenceChart(Chart),
    /// It stands somewhere else within this many paces, with nothing between.
    #[choice(reads = Int<1, 100>)]
    Teleport(u8),
    /// Dice of its next roll are rolled again, once, and the second roll stands.
    #[choice(reads = Again)]
    Reroll(Again),
    /// A Dead unit comes back.
    Revive,
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
