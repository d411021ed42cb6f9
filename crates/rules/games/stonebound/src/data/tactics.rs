//! Who does what when the rules leave a choice (D-01 to D-13). A plan is a list of choices, each with the
//! condition under which it is taken. Keys and names are the ledger's.

use crate::data::rulings::{Discard as DiscardRule, Rulings, Unfuse as UnfuseRule};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::Element;
use fray_kit::declare::facts::{Facts, NO_TARGET, OF_SIDE_ALONE, Stands};
use fray_kit::declare::tactics::Takes;
use fray_kit::tactics::range::Range;
use fray_kit::{facts, tactics, words};

/// The most stacks of any status: of Shear (SB-47).
const MAX_STACKS: i32 = 20;

/// A plan for a decision of Stonebound.
pub type Plan<T> = fray_kit::tactics::plan::Plan<T, Fact>;

words! {
    /// A status in conditions. Those of the scenario's own have their places in its list of statuses as names:
    /// the reader of files puts these in the place of their IDs.
    #[expect(missing_docs, reason = "the names say it")]
    pub enum GameStatus {
        Blind = "blind",
        Break = "break",
        Freeze = "freeze",
        Burn = "burn",
        Cripple = "cripple",
        Shear = "shear",
        Poison = "poison",
        Silence = "silence",
        Sleep = "sleep",
        Own9 = "9",
        Own10 = "a",
        Own11 = "b",
        Own12 = "c",
        Own13 = "d",
        Own14 = "e",
        Own15 = "f",
    }
}

facts! {
    /// What a condition may ask, seen by the unit that decides.
    pub enum Fact {
        /// The number of the round, from 1.
        Round: Number = "round" in 1..;
        /// Its present HP; with `%`, of its starting HP.
        Hp: OfMaximum = "hp";
        /// Its present PD; with `%`, of its starting PD.
        Pd: OfMaximum = "pd";
        /// Its present SD; with `%`, of its starting SD.
        Sd: OfMaximum = "sd";
        /// Its present CRT, Shear counted and Break of a target not.
        Crt: Number = "crt" in 0..=100;
        /// How many units of other sides stand.
        Enemies: Number = "enemies";
        /// How many units of its side stand, itself included.
        Allies: Number = "allies";
        /// How many living enemies are within its RNG.
        InRange: Number = "in_range";
        /// How many living enemies it could attack in this activation, a Move included.
        InReach: Number = "in_reach";
        /// How many living enemies could attack it with their MV and RNG of now.
        Threats: Number = "threats";
        /// How many cards are in the hand of its side.
        Hand: Number = "hand";
        /// How many fuses it has set.
        Fuses: Number = "fuses";
        /// Whether its side moves first in the round.
        First: Flag = "first";
        /// How many rounds in a row before this one were quiet, at most 99 (SB-63).
        Quiet: Number = "quiet" in 0..=99;
        /// The target's present HP; with `%`, of its starting HP.
        TargetHp: OfMaximum = "target_hp";
        /// The target's present PD; with `%`, of its starting PD.
        TargetPd: OfMaximum = "target_pd";
        /// The target's present SD; with `%`, of its starting SD.
        TargetSd: OfMaximum = "target_sd";
        /// The target's defence against the unit's attack: PD, SD or 0.
        TargetDef: Number = "target_def";
        /// Steps to the target; 1 without a board.
        Distance: Number = "distance";
    }
    about {
        /// Stars of this element in the hand of its side; an infinite card counts 9.
        Stones(Element): Number = "stones" {
            "wind" => Wind, "water" => Water, "neutral" => Neutral, "fire" => Fire, "earth" => Earth,
            "darkness" => Darkness, "light" => Light,
        };
        /// Its stacks of this status, one of the game or a `[status.ID]`; for Freeze the stages left. Alone: whether it has it.
        HasStatus(GameStatus): Flag = "has_status" {
            "blind" => Blind, "break" => Break, "freeze" => Freeze, "burn" => Burn, "cripple" => Cripple,
            "shear" => Shear, "poison" => Poison, "silence" => Silence, "sleep" => Sleep,
        } or "ID" {
            "9" => Own9, "a" => Own10, "b" => Own11, "c" => Own12, "d" => Own13, "e" => Own14, "f" => Own15,
        } in 0..=MAX_STACKS;
        /// The target's stacks of this status.
        TargetHasStatus(GameStatus): Flag = "target_has_status" {
            "blind" => Blind, "break" => Break, "freeze" => Freeze, "burn" => Burn, "cripple" => Cripple,
            "shear" => Shear, "poison" => Poison, "silence" => Silence, "sleep" => Sleep,
        } or "ID" {
            "9" => Own9, "a" => Own10, "b" => Own11, "c" => Own12, "d" => Own13, "e" => Own14, "f" => Own15,
        } in 0..=MAX_STACKS;
    }
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

tactics! {
    /// The decisions that a scenario can set: those of units, then those of sides.
    pub const DECISIONS of Subject<'_>, asking Fact;

    /// The decisions of a unit that know no target.
    struct Tactics {
        /// Whom the unit attacks, among the enemies that it can reach and affect.
        "D-03" target: Target {
            /// The first in listed order.
            First = "first";
            /// The one with the lowest HP. Good for taking enemies out one by one.
            Weakest = "weakest";
            /// The one with the lowest defence against its attack, then the lowest HP.
            /// Good for units whose kind of attack not everybody is armoured against.
            MostDamage = "most_damage";
            /// The one that its best action is most likely to bring to 0; if none, the first.
            /// Good for finishing whoever is nearly down.
            KillIfPossible = "kill_if_possible";
            /// The one with the least walking distance. Good for lines that meet.
            Nearest = "nearest";
            /// The one with the highest ATK. Good for taking the danger out first.
            HighestAtk = "highest_atk";
            /// One at random, all equally likely. Good for beasts without a plan.
            Random = "random";
            /// The one against whom its best action gains most. Good for abilities that suit some targets.
            Net = "net";
            /// Whom it attacked last; if it cannot, the first. Good for stubborn foes.
            Same = "same";
        }

        /// Which fuses the unit sets.
        "D-06" fuse: FuseChoice [matters if "it has a fuse": |of| of.has(UnitSetup::has_fuses)] {
            /// All that it can pay, by their priority.
            Priority = "priority";
            /// None. Good for seeing what fuses are worth.
            Never = "never";
            /// All that it can pay, whatever reserve its side keeps. Good for the one whose fuses the side lives by.
            All = "all";
            /// By priority, as long as this many cards stay in hand. Good for saving stones for blows.
            Reserve(u8) = "reserve" takes Takes::Number(0, 99);
        }

        /// Which cards pay.
        "D-07" pay: Pay [matters if "it has abilities with a cost": |of| of.has(UnitSetup::has_costs)] {
            /// The least surplus, then the fewest infinite cards, the fewest cards, the fewest of 3 stars.
            LeastSurplus = "least_surplus";
            /// The fewest infinite cards, then the least surplus. Good for large costs to come.
            KeepInfinite = "keep_infinite";
        }

        /// Whether the unit moves while it is poisoned.
        "D-08" poisoned: Poisoned {
            /// To act on a target, and after a quiet round to approach one.
            InRange = "in_range";
            /// Not a step. Good for units that need every HP.
            Never = "never";
            /// As if it were not poisoned. Good for whoever must get there.
            Ignore = "ignore";
        }

        /// Whom the unit heals, cleanses or brings back.
        "D-09" heal: Heal [matters if "it has an ability for an ally": |of| of.has(UnitSetup::helps)] {
            /// The one with the lowest share of its HP.
            LowestShare = "lowest_share";
            /// The first in listed order that needs it. Good for keeping whoever stands in front on his feet.
            Listed = "listed";
            /// The first of these that needs it. Good for protecting whoever matters most.
            Priorities(u32) = "priorities" takes Takes::Ranked("ally");
        }

        /// Which fuse the unit gives up at the start of its activation.
        "D-10" unfuse: UnfuseChoice
            [legal if "the ruling `unfuse` is `free`": |of| of.rulings.unfuse == UnfuseRule::Free] {
            /// None.
            Never = "never";
            /// The last by priority, if it can pay none of its abilities while the side's fuses hold half of the hand.
            /// Good for sides whose stones all lie in fuses.
            ForBetter = "for_better";
        }

        /// Which card an enemy has to discard.
        "D-11" discard: DiscardChoice
            [legal if "the ruling `discard` is `chosen`": |of| of.rulings.discard == DiscardRule::Chosen] {
            /// The one with the most stars.
            HighestStar = "highest_star";
            /// One at random. Good for thieves who take what comes.
            Random = "random";
        }

        /// Where the unit lays an area or a line.
        "D-12" area: AreaChoice [matters if "it has an area or a line": |of| of.has(UnitSetup::has_areas)] {
            /// Where the gain over both sides is largest.
            Net = "net";
            /// Where most enemies are. Good for those who do not care for their own.
            Most = "most";
        }
    }

    /// The decisions of a unit that know a target.
    struct AimTactics {
        /// Where the unit goes.
        "D-04" moves as "move": MoveChoice {
            /// To the nearest square from which it can act, away from other enemies.
            Advance = "advance";
            /// Away from enemies after it acted, or as far from them as it can act from. Good for units with range.
            Kite = "kite";
            /// Nowhere. Good for guards of a place.
            Hold = "hold";
            /// To the square nearest to the target. Good for blocking it.
            Rush = "rush";
        }

        /// What the unit does.
        "D-05" action: ActionChoice {
            /// The option with the largest net gain.
            Best = "best";
            /// The Standard Attack and nothing else. Good for seeing what abilities are worth.
            StandardOnly = "standard_only";
            /// The best ability with a gain, otherwise the Standard Attack. Good for spending stones.
            AbilityFirst = "ability_first";
            /// The first of these that is possible; `"standard"` is the Standard Attack. Good for fixed drills.
            Priorities(u32) = "priorities" takes Takes::Ranked("ability");
        }
    }

    /// The decision of a side before the fight.
    struct GoTactics {
        /// What the side does if it wins the roll-off.
        "D-01" go: Go {
            /// It moves first.
            First = "first";
            /// It moves second. Good for ambushes.
            Second = "second";
        }
    }

    /// The decisions of a side in its turns.
    struct TurnTactics {
        /// In which order the units of the side act.
        "D-02" order: SideOrder {
            /// Listed order.
            List = "list";
            /// Whoever has the best chance to bring an enemy to 0 goes first. Good for focused teams.
            CanKillFirst = "can_kill_first";
            /// All orders equally likely. Good for mobs.
            Random = "random";
            /// The highest MV first. Good for making way.
            FastestFirst = "fastest_first";
        }

        /// Which stones the side lays aside before it draws.
        "D-13" lay_aside: LayAside [legal if "the ruling `free_discard` is `yes`": |of| of.rulings.free_discard.is_yes()] {
            /// All that none of its living units can use.
            Dead = "dead";
            /// None. Good for seeing what dead stones cost.
            None = "none";
        }
    }
}

/// The decisions of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideTactics {
    /// Before the fight.
    pub go: GoTactics,
    /// In its turns.
    pub turn: TurnTactics,
}
