//! The decisions that the rules leave open (D-01 to D-13). A plan is a list of choices, each with the
//! condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{Discard as DiscardRule, Rulings, Unfuse as UnfuseRule};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::{Element, Status};
use fray_kit::declare::facts::{AskedAbout, Facts, GivenName, NO_TARGET, OF_SIDE_ALONE, Stands};
use fray_kit::declare::tactics::{DecisionInfo, Takes, joined};
use fray_kit::tactics::range::Range;
use fray_kit::{Decision, Decisions, FactList};

/// The most stacks of any status: of Shear (SB-47).
const MAX_STACKS: i32 = 20;

/// A plan for a decision of Stonebound.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

/// A status in conditions, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedStatus(pub GivenName);

impl AskedAbout for AskedStatus {
    const SHOWN: &'static [&'static str] =
        &["blind", "break", "freeze", "burn", "cripple", "shear", "poison", "silence", "sleep", "ID"];

    fn named() -> Vec<(&'static str, Self)> {
        Status::OF_GAME.map(|word| (word, Self(GivenName::of(word)))).to_vec()
    }

    fn given(name: GivenName) -> Option<Self> {
        Some(Self(name))
    }
}

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// The number of the round, from 1.
    #[fact(range = 1..)]
    Round,
    /// Its present HP; with `%`, of its starting HP.
    #[fact(of_maximum)]
    Hp,
    /// Its present PD; with `%`, of its starting PD.
    #[fact(of_maximum)]
    Pd,
    /// Its present SD; with `%`, of its starting SD.
    #[fact(of_maximum)]
    Sd,
    /// Its present CRT, Shear counted and Break of a target not.
    #[fact(range = 0..=100)]
    Crt,
    /// How many units of other sides stand.
    Enemies,
    /// How many units of its side stand, itself included.
    Allies,
    /// How many living enemies are within its RNG.
    InRange,
    /// How many living enemies it could attack in this activation, a Move included.
    InReach,
    /// How many living enemies could attack it with their MV and RNG of now.
    Threats,
    /// How many cards are in the hand of its side.
    Hand,
    /// How many fuses it has set.
    Fuses,
    /// Whether its side moves first in the round.
    #[fact(flag)]
    First,
    /// How many rounds in a row before this one were quiet, at most 99 (SB-63).
    #[fact(range = 0..=99)]
    Quiet,
    /// The target's present HP; with `%`, of its starting HP.
    #[fact(of_maximum)]
    TargetHp,
    /// The target's present PD; with `%`, of its starting PD.
    #[fact(of_maximum)]
    TargetPd,
    /// The target's present SD; with `%`, of its starting SD.
    #[fact(of_maximum)]
    TargetSd,
    /// The target's defence against the unit's attack: PD, SD or 0.
    TargetDef,
    /// Steps to the target; 1 without a board.
    Distance,
    /// Stars of this element in the hand of its side; an infinite card counts 9.
    Stones(Element),
    /// Its stacks of this status, one of the game or a `[status.ID]`; for Freeze the stages left. Alone: whether it has it.
    #[fact(flag, range = 0..=MAX_STACKS)]
    HasStatus(AskedStatus),
    /// The target's stacks of this status.
    #[fact(flag, range = 0..=MAX_STACKS)]
    TargetHasStatus(AskedStatus),
}

impl Fact {
    /// Returns whether it is asked of a target, which not every decision has.
    #[must_use]
    pub const fn is_of_target(self) -> bool {
        matches!(
            self,
            Self::TargetHp
                | Self::TargetPd
                | Self::TargetSd
                | Self::TargetDef
                | Self::Distance
                | Self::TargetHasStatus(_)
        )
    }

    /// Returns whether it can be asked of an ability that is always on: what it changes is not among them.
    #[must_use]
    pub const fn is_of_passive(self) -> bool {
        !self.is_of_target()
            && !matches!(
                self,
                Self::Pd | Self::Sd | Self::Crt | Self::InRange | Self::InReach | Self::Threats
            )
    }

    /// Returns whether it is about a side as a whole.
    #[must_use]
    pub const fn is_of_side(self) -> bool {
        matches!(
            self,
            Self::Round
                | Self::Enemies
                | Self::Allies
                | Self::Hand
                | Self::First
                | Self::Quiet
                | Self::Stones(_)
        )
    }
}

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        let Stands::Decision(key, _) = place else { return Ok(self.range()) };
        match self {
            // Who decides stands.
            Self::Allies => Ok((1..).into()),
            Self::Enemies => Ok(self.range()),
            _ if GoTactics::KEYS.contains(&key) => Err("this is decided before the fight"),
            _ if TurnTactics::KEYS.contains(&key) && !self.is_of_side() => Err(OF_SIDE_ALONE),
            _ if Tactics::KEYS.contains(&key) && self.is_of_target() => Err(NO_TARGET),
            _ => Ok(self.range()),
        }
    }
}

/// The unit that has a tactic, none for those of sides, and the rulings in force.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The unit.
    pub unit: Option<&'a UnitSetup>,
    /// The rulings.
    pub rulings: &'a Rulings,
}

impl Subject<'_> {
    fn has(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.unit.is_none_or(is)
    }
}

/// The decisions that a scenario can set: those of units, then those of sides.
pub const DECISIONS: &[DecisionInfo] =
    &joined::<
        {
            Tactics::DECISIONS.len()
                + AimTactics::DECISIONS.len()
                + GoTactics::DECISIONS.len()
                + TurnTactics::DECISIONS.len()
        },
    >(&[&Tactics::DECISIONS, &AimTactics::DECISIONS, &GoTactics::DECISIONS, &TurnTactics::DECISIONS]);

/// The decisions of a unit that know no target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct Tactics {
    /// Whom the unit attacks, among the enemies that it can reach and affect.
    pub target: Plan<Target>,
    /// Which fuses the unit sets.
    pub fuse: Plan<FuseChoice>,
    /// Which cards pay.
    pub pay: Plan<Pay>,
    /// Whether the unit moves while it is poisoned.
    pub poisoned: Plan<Poisoned>,
    /// Whom the unit heals, cleanses or brings back.
    pub heal: Plan<Heal>,
    /// Which fuse the unit gives up at the start of its activation.
    pub unfuse: Plan<UnfuseChoice>,
    /// Which card an enemy has to discard.
    pub discard: Plan<DiscardChoice>,
    /// Where the unit lays an area or a line.
    pub area: Plan<AreaChoice>,
}

/// The decisions of a unit that know a target.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct AimTactics {
    /// Where the unit goes.
    pub moves: Plan<MoveChoice>,
    /// What the unit does.
    pub action: Plan<ActionChoice>,
}

/// The decision of a side before the fight.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct GoTactics {
    /// What the side does if it wins the roll-off.
    pub go: Plan<Go>,
}

/// The decisions of a side in its turns.
#[derive(Clone, Debug, PartialEq, Eq, Decisions)]
#[decisions(asking = Fact)]
pub struct TurnTactics {
    /// In which order the units of the side act.
    pub order: Plan<SideOrder>,
    /// Which stones the side lays aside before it draws.
    pub lay_aside: Plan<LayAside>,
}

/// Whom the unit attacks, among the enemies that it can reach and affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-03")]
pub enum Target {
    /// The first in listed order.
    First,
    /// The one with the lowest HP. Good for taking enemies out one by one.
    Weakest,
    /// The one with the lowest defence against its attack, then the lowest HP.
    /// Good for units whose kind of attack not everybody is armoured against.
    MostDamage,
    /// The one that its best action is most likely to bring to 0; if none, the first.
    /// Good for finishing whoever is nearly down.
    KillIfPossible,
    /// The one with the least walking distance. Good for lines that meet.
    Nearest,
    /// The one with the highest ATK. Good for taking the danger out first.
    HighestAtk,
    /// One at random, all equally likely. Good for beasts without a plan.
    Random,
    /// The one against whom its best action gains most. Good for abilities that suit some targets.
    Net,
    /// Whom it attacked last; if it cannot, the first. Good for stubborn foes.
    Same,
}

/// Which fuses the unit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-06", key = "fuse")]
#[matters_if("it has a fuse", |of| of.has(UnitSetup::has_fuses))]
pub enum FuseChoice {
    /// All that it can pay, by their priority.
    Priority,
    /// None. Good for seeing what fuses are worth.
    Never,
    /// All that it can pay, whatever reserve its side keeps. Good for the one whose fuses the side lives by.
    All,
    /// By priority, as long as this many cards stay in hand. Good for saving stones for blows.
    #[choice(takes = Takes::Number(0, 99))]
    Reserve(u8),
}

/// Which cards pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-07")]
#[matters_if("it has abilities with a cost", |of| of.has(UnitSetup::has_costs))]
pub enum Pay {
    /// The least surplus, then the fewest infinite cards, the fewest cards, the fewest of 3 stars.
    LeastSurplus,
    /// The fewest infinite cards, then the least surplus. Good for large costs to come.
    KeepInfinite,
}

/// Whether the unit moves while it is poisoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-08")]
pub enum Poisoned {
    /// To act on a target, and after a quiet round to approach one.
    InRange,
    /// Not a step. Good for units that need every HP.
    Never,
    /// As if it were not poisoned. Good for whoever must get there.
    Ignore,
}

/// Whom the unit heals, cleanses or brings back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-09")]
#[matters_if("it has an ability for an ally", |of| of.has(UnitSetup::helps))]
pub enum Heal {
    /// The one with the lowest share of its HP.
    LowestShare,
    /// The first in listed order that needs it. Good for keeping whoever stands in front on his feet.
    Listed,
    /// The first of these that needs it. Good for protecting whoever matters most.
    #[choice(takes = Takes::Ranked("ally"))]
    Priorities(u32),
}

/// Which fuse the unit gives up at the start of its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-10", key = "unfuse")]
#[legal_if("the ruling `unfuse` is `free`", |of| of.rulings.unfuse == UnfuseRule::Free)]
pub enum UnfuseChoice {
    /// None.
    Never,
    /// The last by priority, if it can pay none of its abilities while the side's fuses hold half of the hand.
    /// Good for sides whose stones all lie in fuses.
    ForBetter,
}

/// Which card an enemy has to discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-11", key = "discard")]
#[legal_if("the ruling `discard` is `chosen`", |of| of.rulings.discard == DiscardRule::Chosen)]
pub enum DiscardChoice {
    /// The one with the most stars.
    HighestStar,
    /// One at random. Good for thieves who take what comes.
    Random,
}

/// Where the unit lays an area or a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-12", key = "area")]
#[matters_if("it has an area or a line", |of| of.has(UnitSetup::has_areas))]
pub enum AreaChoice {
    /// Where the gain over both sides is largest.
    Net,
    /// Where most enemies are. Good for those who do not care for their own.
    Most,
}

/// Where the unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-04", key = "move")]
pub enum MoveChoice {
    /// To the nearest square from which it can act, away from other enemies.
    Advance,
    /// Away from enemies after it acted, or as far from them as it can act from. Good for units with range.
    Kite,
    /// Nowhere. Good for guards of a place.
    Hold,
    /// To the square nearest to the target. Good for blocking it.
    Rush,
}

/// What the unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-05", key = "action")]
pub enum ActionChoice {
    /// The option with the largest net gain.
    Best,
    /// The Standard Attack and nothing else. Good for seeing what abilities are worth.
    StandardOnly,
    /// The best ability with a gain, otherwise the Standard Attack. Good for spending stones.
    AbilityFirst,
    /// The first of these that is possible; `"standard"` is the Standard Attack. Good for fixed drills.
    #[choice(takes = Takes::Ranked("ability"))]
    Priorities(u32),
}

/// What the side does if it wins the roll-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-01")]
pub enum Go {
    /// It moves first.
    First,
    /// It moves second. Good for ambushes.
    Second,
}

/// In which order the units of the side act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-02", key = "order")]
pub enum SideOrder {
    /// Listed order.
    List,
    /// Whoever has the best chance to bring an enemy to 0 goes first. Good for focused teams.
    CanKillFirst,
    /// All orders equally likely. Good for mobs.
    Random,
    /// The highest MV first. Good for making way.
    FastestFirst,
}

/// Which stones the side lays aside before it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decision)]
#[decision("D-13")]
#[legal_if("the ruling `free_discard` is `yes`", |of| of.rulings.free_discard.is_yes())]
pub enum LayAside {
    /// All that none of its living units can use.
    Dead,
    /// None. Good for seeing what dead stones cost.
    None,
}

/// The decisions of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTactics {
    /// Before the fight.
    pub go: GoTactics,
    /// In its turns.
    pub turn: TurnTactics,
}
